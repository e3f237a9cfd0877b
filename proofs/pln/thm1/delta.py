"""Theorem 1 and the order of its quantifiers: delta chosen after f, and delta given before f.

The printed proof chooses delta for one f.  A layer has its delta before any f is given
(Definition 3 takes one phi for the whole class), and then the printed weights are not enough.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Witness
from proofs.language.elaboration import written
from proofs.pln.bound import LIPSCHITZ, WIDTH, network
from proofs.pln.cells import GRID, a_step, cell
from proofs.pln.symbols import LEVEL, ONE, L, N, S, d, delta, eps, f, jumps, offset, x
from proofs.pln.thm1.cases import ERROR
from proofs.pln.thm1.conclusion import CONSTANT_1
from proofs.pln.thm1.statement import LN, NAMES, PRODUCT, STEPS, UNIT, error, on_unit_interval, s
from proofs.pln.thm1.sums import WEIGHTS, sequent
from proofs.pln.units import ROOT
from proofs.trees.script import statement

FUNCTIONS = {"f": 1, "s": 2}
SMOOTHING = delta * ROOT  #: c of the units with the printed weights

# --- delta after f -------------------------------------------------------------------------------

_JUMPS, _LEVEL = jumps(N - 1), S.abs(LEVEL)
#: delta sqrt(d/2) (2 N A + B) < eps - L/(2N)
SMALL: Json = SMOOTHING * (2 * N * _JUMPS + _LEVEL) < eps - L / (2 * N)
AFTER = statement(
    {"N": "int", "d": "int", "L": "real", "eps": "real", "delta": "real"},
    [d >= 2, delta > 0, N > 0, LIPSCHITZ, SMALL, UNIT],
    on_unit_interval(error(ONE) < eps),
    FUNCTIONS,
)
#: the bound for c = delta sqrt(d/2), and what the smoothing costs
AFTER_PROOF = written(
    AFTER,
    f"""{GRID}{LN}{PRODUCT}{STEPS}
let c = delta*sqrt(d/2)
let q = 2*N*(delta*sqrt(d/2))
have wide: 0 < q by smooth, N >= 1
have each: for all k: int, {a_step("step(k)", "offset(k)", "q")}:
  show by steps(1, q, offset(k)), wide
{cell("q")}
have value: s(1, x + 1)*(x + 1 + c) = x + 1 by product(1, x + 1), x >= 0
have last: 0 <= 1 - s(1, x + 1) and 1 - s(1, x + 1) <= c by value, smooth, x >= 0
have off: |level*(1 - s(1, x + 1))| <= |level|*c by abs_product(level, 1 - s(1, x + 1)), last
have equal: G(1) = sum(k = 1..N - 1, jump(k)*step(k)) + level - level*(1 - s(1, x + 1))
show by equal, cell, off, small
""",
    {"layer": UNIT, "small": SMALL},
    **{**NAMES, "step": lambda k: s(ONE, offset(k))},
)

# --- delta before f ------------------------------------------------------------------------------

_u, _v = var("u"), var("v")
MISSED = eps * (1 + SMOOTHING) / SMOOTHING  #: the constant that the printed network misses by eps
CONSTANT: Json = every("u", "real", f(_u).equals(MISSED))
#: f is in F([0, 1]; L) for every L >= 0
IN_EVERY_CLASS: Json = every(
    "L",
    "real",
    every(
        "u",
        "real",
        every("v", "real", implies(L >= 0, S.abs(f(_u) - f(_v)) <= L * S.abs(_u - _v))),
    ),
)
TOO_FAR: Json = exists("x", "real", conj(x >= 0, x <= 1, eps <= error(ONE)))
BEFORE = statement(
    {"N": "int", "d": "int", "eps": "real", "delta": "real"},
    [d >= 2, delta > 0, eps > 0, N > 0, CONSTANT, UNIT],
    conj(IN_EVERY_CLASS, TOO_FAR),
    FUNCTIONS,
)


def _at(x: Term) -> Term:
    """The network at x."""
    return network(lambda k: s(ONE, x + (-k) / N), s(ONE, x + 1))


#: all jumps are 0, and the last unit is 1/(1 + c) at x = 0: the error there is eps
BEFORE_PROOF = written(
    BEFORE,
    f"""{LN}{PRODUCT}
have same: for all u, v: real, f(u) = f(v):
  show by constant(u), constant(v)
have classes: for all L: real, for all u, v: real, 0 <= L => |f(u) - f(v)| <= L*|u - v|:
  show by same(u, v), abs_product(L, u - v), 0 <= L
have far: exists x: real, 0 <= x and x <= 1 and eps <= |G(x) - f(x)|:
  take 0
  have none: for all k in 1..N - 1, jump(k)*s(1, 0 + -k/N) = 0:
    show by same((2*(k + 1) - 1)/(2*N), (2*k - 1)/(2*N))
  have steps: sum(k = 1..N - 1, jump(k)*s(1, 0 + -k/N)) = 0
    by sum_zero(k -> jump(k)*s(1, 0 + -k/N), 1, N - 1), none
  have level: level = f(0) by same(0, (2*1 - 1)/(2*N)), same(0, (2*N - 1)/(2*N))
  have value: s(1, 0 + 1)*(1 + delta*sqrt(d/2)) = 1 by product(1, 0 + 1)
  have missed: f(0)*(delta*sqrt(d/2)) = eps*(1 + delta*sqrt(d/2)) by constant(0), smooth
  have error: G(0) - f(0) = -f(0)*(1 - s(1, 0 + 1)) by steps, level
  show by error, value, missed, smooth, eps > 0
show by classes, far
""",
    {"constant": CONSTANT, "layer": UNIT},
    **{**NAMES, "G": _at},
)


# --- the inference of the printed proof ----------------------------------------------------------

#: the network of the proof for a layer with d = 2 whose delta is given, and f = 2
LAYER = Attempt(
    "pln.thm1.final.layer",
    "$d = 2$, a layer with $delta = 1$, $epsilon = 1\\/2$, $f = 2$, $L = 0$, so $N = 1$: at "
    "$x = 0$ the network of the proof is $2 dot 1\\/(1 + 1) = 1$, and the error is $1$",
    sequent(
        [eps > 0, delta > 0, WIDTH, LIPSCHITZ, *WEIGHTS],
        on_unit_interval(ERROR < eps),
    ),
    Witness(
        {"N": 1, "L": 0, "eps": Fraction(1, 2), "delta": 1},
        {"f": (("u",), "2"), "alpha": (("u",), "2"), "b": CONSTANT_1},
    ),
)
