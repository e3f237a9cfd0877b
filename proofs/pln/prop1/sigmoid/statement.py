"""The statements of pln.prop1.sigmoid and their proofs: every N, L, eps and f at once.

With sigma(u) = (1 + tanh(u/2))/2 the network is sum alpha_hat_k tanh(lambda t_k/2) +
(f(1/(2N)) + f((2N-1)/(2N)))/2 - f(1/(2N))/2 (1 - tanh(lambda (x + 1)/2)).
"""

from __future__ import annotations

from constructions.terms import Json, Term, conj, total, var
from proofs.language.elaboration import written
from proofs.pln import cells
from proofs.pln.bound import HALFWAY, LIPSCHITZ, WIDTH, on_domain
from proofs.pln.cells import EQUAL, FEW, FOUND, GRID, WIDE, bounded
from proofs.pln.exponential import sigma
from proofs.pln.prop1.tanh.statement import MARGIN, STEEP, missing, one_layer, rate, sharp, shows
from proofs.pln.symbols import ONE, L, N, S, eps, f, h, jumps, k, lam, offset, x, y
from proofs.trees.script import statement

FIRST = y(ONE)  #: alpha_N = f(1/(2N))


def weight(index: Term) -> Term:
    """alpha_j of Eq. 34."""
    return y(index + 1) - y(index)


def sigmoids(scale: Term, high: Term) -> Term:
    """sum_{j<=high} alpha_j sigma(lambda (x - j/N))."""
    return total("k", 1, high, weight(k) * sigma(scale * offset(k)))


def G(scale: Term) -> Term:
    """sum_{j<N} alpha_j sigma(lambda (x + b_j)) + alpha_N sigma(lambda (x + 1))."""
    return sigmoids(scale, N - 1) + FIRST * sigma(scale * (x + 1))


def s(scale: Term, at: Term) -> Term:
    """2 sigma(lambda t) - 1 = tanh(lambda t/2)."""
    return S.tanh(scale / 2 * at)


def error(scale: Term) -> Term:
    """|G(x) - f(x)|."""
    return S.abs(G(scale) - f(x))


NAMES = {
    **cells.NAMES,
    "s": s,
    "G": G,
    "weight": FIRST / 2,
    "step": lambda k: s(lam, offset(k)),
    "sigma": sigma,
    "rise": weight,
    "sigmoids": lambda scale: sigmoids(scale, N - 1),
}


def in_tanh(scale: str) -> str:
    """sum_{j<N} alpha_j sigma_j = sum_{j<N} alpha_hat_j s_j + (y_N - y_1)/2."""
    return f"""
have by_tanh: for all t: real, sigma({scale}*t) = (1 + s({scale}, t))/2:
  show by sigmoid_tanh({scale}*t)
have every: for all k in 1..N - 1, rise(k)*sigma({scale}*offset(k)) = jump(k)*step(k) + jump(k):
  show by by_tanh(offset(k))
have sum: sigmoids({scale}) = sum(k = 1..N - 1, jump(k)*step(k) + jump(k))
  by sum_equal(k -> rise(k)*sigma({scale}*offset(k)), k -> jump(k)*step(k) + jump(k), 1, N - 1),
    every
have both: sum(k = 1..N - 1, jump(k)*step(k) + jump(k)) =
    sum(k = 1..N - 1, jump(k)*step(k)) + sum(k = 1..N - 1, jump(k))
  by sum_add(k -> jump(k)*step(k), k -> jump(k), 1, N - 1)
have sum: sigmoids({scale}) = sum(k = 1..N - 1, jump(k)*step(k)) + (y(N) - y(1))/2
  by sum, both, telescope(1, N - 1)
"""


def _whole(scale: str) -> str:
    return f"""{in_tanh(scale)}
have end: sigma({scale}*(x + 1)) = (1 + s({scale}, x + 1))/2 by by_tanh(x + 1)
have equal: {EQUAL.replace("lam", scale)} by sum, end
"""


GIVEN = [eps > 0, WIDTH, LIPSCHITZ]
SORTS = {"N": "int", "L": "real", "eps": "real"}
FUNCTIONS = {"f": 1}
STATEMENT = statement(SORTS, GIVEN, shows(error(lam)), FUNCTIONS)
STATEMENT_PROOF = written(
    STATEMENT, f"{WIDE}{GRID}{bounded(_whole('lam'))}{STEEP}{sharp('2*r')}{FOUND}", **NAMES
)


# --- one hidden layer for every f of the class, and the rate --------------------------------------

scale = var("scale")
#: the last unit has w = 0 and b = 0: it is exactly the constant sigma(0) = 1/2
UNIFORM_G = sigmoids(scale, N - 1) + 2 * FIRST * sigma(0 * x + 0)
STEEP_ENOUGH: Json = 2 * N * S.log(1 + 2 * L / MARGIN) <= scale
UNIFORM_GIVEN = [eps > 0, scale > 0, WIDTH, STEEP_ENOUGH, LIPSCHITZ]
UNIFORM = statement(
    {"N": "int", "L": "real", "eps": "real", "scale": "real"},
    UNIFORM_GIVEN,
    conj(HALFWAY < eps, on_domain(S.abs(UNIFORM_G - f(x)) <= HALFWAY)),
    {"f": 1},
)
_CONSTANT = f"""{in_tanh("scale")}
have one: sigma(0*x + 0) = 1/2 by exp_zero(-(0*x + 0))
have equal: network = sum(k = 1..N - 1, jump(k)*step(k)) + level by sum, one
"""
_AT_SCALE = {**NAMES, "step": lambda k: s(scale, offset(k)), "network": UNIFORM_G}
UNIFORM_PROOF = written(
    UNIFORM,
    f"{WIDE}{GRID}{FEW}{STEEP}{one_layer('scale/2', _CONSTANT)}",
    {"enough": STEEP_ENOUGH},
    **_AT_SCALE,
)
#: for every lambda, N and f: the error, with its exponential rate
RATE = statement(
    {"N": "int", "L": "real", "x": "real", "scale": "real"},
    [N > 0, scale > 0, LIPSCHITZ, x >= 0, x <= 1],
    S.abs(G(scale) - f(x))
    <= L / (2 * N) + missing(scale / 2 * h) * jumps(N - 1) + missing(scale) * S.abs(FIRST / 2),
    {"f": 1},
)
RATE_PROOF = written(RATE, f"{GRID}{STEEP}{rate('scale/2', _whole('scale'))}", **_AT_SCALE)
