"""The statements of pln.prop1.tanh and their proofs: every N, L, eps and f at once."""

from __future__ import annotations

from textwrap import indent

from constructions.terms import Json, Term, conj, exists, var
from proofs.language.elaboration import written
from proofs.pln import cells
from proofs.pln.bound import HALFWAY, LIPSCHITZ, WIDTH, network, on_domain, steps
from proofs.pln.cells import FEW, FOUND, GRID, WIDE, a_step, bounded, cell
from proofs.pln.symbols import LEVEL, ONE, L, N, S, eps, f, h, jumps, lam, offset, x
from proofs.trees.script import statement


def s(scale: Term, at: Term) -> Term:
    """One unit, tanh(lambda t) at t = x + b_hat."""
    return S.tanh(scale * at)


def G(scale: Term) -> Term:
    """sum_{k<N} alpha_hat_k tanh(lambda (x - k/N)) + alpha_hat_N tanh(lambda (x + 1))."""
    return network(lambda index: s(scale, offset(index)), s(scale, x + 1))


def error(scale: Term) -> Term:
    """|G(x) - f(x)|."""
    return S.abs(G(scale) - f(x))


def shows(error_at: Json) -> Json:
    """halfway < eps, and some lambda > 0 gives an error of at most that on [0, 1]."""
    near = on_domain(error_at <= HALFWAY)
    return conj(HALFWAY < eps, exists("lam", "real", conj(lam > 0, near)))


NAMES = {
    **cells.NAMES,
    "s": s,
    "G": G,
    "weight": LEVEL,
    "step": lambda k: s(lam, offset(k)),
}

#: the exact rate: |sign t - tanh(r t)| <= 2/(e^(r/N) + 1) for |t| >= 1/(2N)
STEEP = f"""
have steep: for all r, t: real, 0 < r => {a_step("tanh(r*t)", "t", "2/(exp(r*h) + 1)")}:
  have range: -1 <= tanh(r*t) and tanh(r*t) <= 1 by tanh_range(r*t)
  have right: for all u: real, 0 <= u =>
      0 <= tanh(r*u) and (u >= h/2 => 1 - tanh(r*u) <= 2/(exp(r*h) + 1)):
    have side: 0 <= tanh(r*u) by tanh_near(r*u), 0 <= r*u
    cases wide: u >= h/2:
      have longer: exp(r*h) <= exp(2*(r*u)) by exp_mono(r*h, 2*(r*u)), r > 0, wide
      have far: 1 - tanh(r*u) = 2/(exp(2*(r*u)) + 1) by tanh_far(r*u)
      have 2/(exp(2*(r*u)) + 1) <= 2/(exp(r*h) + 1) by longer, 0 < exp(r*h)
    show by side, u < h/2
  cases t >= 0:
    show by range, right(t), t >= 0, pos
  have odd: tanh(r*t) = -tanh(r*(-t)) by tanh_odd(r*t)
  show by range, right(-t), odd, t < 0, pos
"""


def sharp(lam: str) -> str:
    """With r = 2N/q the units tanh(r t) are steps with error q; ``lam`` is the scale for that r."""
    return f"""
have sharp: for all q: real, 0 < q => exists lam: real, 0 < lam and
    (for all t: real, {a_step("s(lam, t)", "t", "q")}):
  let r = 2*N/q
  have positive: 0 < r
  have line: 1 + r*h <= exp(r*h) by exp_line(r*h)
  have size: r*h = 2/q
  have small: 2/(exp(r*h) + 1) <= q by line, size, q > 0
  take {lam}
  have each: for all t: real, {a_step(f"s({lam}, t)", "t", "q")}:
    have known: {a_step(f"s({lam}, t)", "t", "2/(exp(r*h) + 1)")} by steep(r, t), positive
    show by known, small
  show by positive, each
"""


def one_layer(r: str, equal: str) -> str:
    """The error of ``network`` for every f, where the units are tanh(``r`` t).

    ``enough`` says log(1 + 2 L/(eps - L/(2N))) N <= r, and ``equal`` what the network is.
    """
    far = f"2/(exp({r}*h) + 1)"
    return f"""
have small: exists far: real, 0 < far and far*L <= eps - L/(2*N) and
    (for all t: real, {a_step("s(scale, t)", "t", "far")}):
  take {far}
  let X = 1 + 2*L/(eps - L/(2*N))
  have X: 1 <= X by lip, margin
  have longer: log(X) <= {r}*h by enough
  have grown: X <= exp({r}*h) by exp_mono(log(X), {r}*h), longer, exp(log(X)) = X
  have spent: {far}*L <= eps - L/(2*N) by grown, X, lip, margin
  have each: for all t: real, {a_step("s(scale, t)", "t", far)}:
    show by steep({r}, t), scale > 0
  show by spent, each, 0 < exp({r}*h)
obtain far from small
have near: for all t: real, {a_step("s(scale, t)", "t", "far")}
have error: for all x: real, 0 <= x => x <= 1 => |network - f(x)| <= (L/(2*N) + eps)/2:
  have each: for all k: int, {a_step("step(k)", "offset(k)", "far")}:
    show by near(offset(k))
{indent(cell("far"), "  ")}
{indent(equal, "  ")}
  have cost: far*jumps <= far*(L/2) by few, 0 < far
  show by equal, cell, cost, far*L <= eps - L/(2*N)
show by half, error
"""


def rate(r: str, equal: str = "") -> str:
    """The error of G(scale), where the units are tanh(``r`` t), and ``equal`` what G(scale) is."""
    return f"""
let far = 2/(exp({r}*h) + 1)
have small: 0 < far
have each: for all k: int, {a_step("step(k)", "offset(k)", "far")}:
  show by steep({r}, offset(k)), scale > 0
{cell("far")}
{equal}
have longer: exp(2*{r}) <= exp(2*({r}*(x + 1)))
  by exp_mono(2*{r}, 2*({r}*(x + 1))), scale > 0, x >= 0
have gap: 1 - s(scale, x + 1) = 2/(exp(2*({r}*(x + 1))) + 1) by tanh_far({r}*(x + 1))
let last = 2/(exp(2*{r}) + 1)
have last: 0 <= 1 - s(scale, x + 1) and 1 - s(scale, x + 1) <= last
  by longer, gap, 0 < exp(2*{r})
have off: |weight*(1 - s(scale, x + 1))| <= last*|weight|
  by abs_product(weight, 1 - s(scale, x + 1)), last
show by cell, off{", equal" if equal else ""}
"""


GIVEN = [eps > 0, WIDTH, LIPSCHITZ]
SORTS = {"N": "int", "L": "real", "eps": "real"}
FUNCTIONS = {"f": 1}
STATEMENT = statement(SORTS, GIVEN, shows(error(lam)), FUNCTIONS)
STATEMENT_PROOF = written(STATEMENT, f"{WIDE}{GRID}{bounded()}{STEEP}{sharp('r')}{FOUND}", **NAMES)

# --- one hidden layer for every f of the class, and the rate --------------------------------------

scale = var("scale")  #: of the weights of all steps


def missing(steepness: Term) -> Term:
    """2/(e^a + 1), which is 1 - tanh(a/2)."""
    return 2 / (S.exp(steepness) + 1)


#: the last unit has w = 0 and b = 1: it is exactly the constant tanh(1) > 0
UNIFORM_G = steps(lambda index: s(scale, offset(index)), N - 1) + LEVEL / S.tanh(ONE) * S.tanh(
    0 * x + 1
)
MARGIN = eps - L / (2 * N)
STEEP_ENOUGH: Json = N * S.log(1 + 2 * L / MARGIN) <= scale
UNIFORM_GIVEN = [eps > 0, scale > 0, WIDTH, STEEP_ENOUGH, LIPSCHITZ]
UNIFORM = statement(
    {"N": "int", "L": "real", "eps": "real", "scale": "real"},
    UNIFORM_GIVEN,
    conj(HALFWAY < eps, on_domain(S.abs(UNIFORM_G - f(x)) <= HALFWAY)),
    {"f": 1},
)
_CONSTANT = """
have one: 0 < tanh(1) by tanh_near(1)
have equal: network = sum(k = 1..N - 1, jump(k)*step(k)) + level by one
"""
_AT_SCALE = {**NAMES, "step": lambda k: s(scale, offset(k)), "network": UNIFORM_G}
UNIFORM_PROOF = written(
    UNIFORM,
    f"{WIDE}{GRID}{FEW}{STEEP}{one_layer('scale', _CONSTANT)}",
    {"enough": STEEP_ENOUGH},
    **_AT_SCALE,
)
#: for every lambda, N and f: the error, with its exponential rate
RATE = statement(
    {"N": "int", "L": "real", "x": "real", "scale": "real"},
    [N > 0, scale > 0, LIPSCHITZ, x >= 0, x <= 1],
    S.abs(G(scale) - f(x))
    <= L / (2 * N) + missing(scale * h) * jumps(N - 1) + missing(2 * scale) * S.abs(LEVEL),
    {"f": 1},
)
RATE_PROOF = written(RATE, f"{GRID}{STEEP}{rate('scale')}", **_AT_SCALE)
