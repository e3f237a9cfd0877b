"""Theorem 2 altered in one place, so that it fails; its hypotheses at one point; its inference."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, conj, every, exists, implies
from proofs.claims import Attempt, Witness
from proofs.pln.density.layers import hypotenuse
from proofs.pln.symbols import IN_UNIT_INTERVAL, ONE, S, delta, eps, x
from proofs.pln.thm1.conclusion import placed
from proofs.pln.thm2.statement import (
    LIMIT_STATEMENT,
    OFF,
    SHIFTED_STATEMENT,
    STATEMENT,
    UNDEFINED_STATEMENT,
    u,
)
from proofs.pln.thm4.controls import of_layer
from proofs.pln.units import ROOT, smooth_step
from proofs.trees.script import statement

HALF = Fraction(1, 2)
_SAME: tuple[tuple[str, ...], Json] = (("j",), "j")
_TWO = {"d": S.const(2)}


SATISFIABLE, _UNITS = of_layer(
    "pln.thm2",
    STATEMENT,
    {"d": 2, "delta": 1},
    "ln",
    placed(smooth_step(u, ONE * ROOT).json, _TWO),
)
CONTROLS = (_UNITS,)
LIMIT_MET, _LIMIT_UNITS = of_layer(
    "pln.thm2.limit",
    LIMIT_STATEMENT,
    {"d": 2, "v": 0},
    "ln",
    ["sign", "u"],
    "with $delta = 0$, $d = 2$ and $v = 0$: ",
)

# --- Eq. 1 as it is printed ----------------------------------------------------------------------

THREE = {"d": S.const(3)}
_Q, _TOP = (Term(placed(t.json, THREE)) for t in (hypotenuse(u, OFF), ROOT * u))


PRINTED_MET, _PRINTED_UNITS = of_layer(
    "pln.thm2.printed",
    SHIFTED_STATEMENT,
    {"d": 3},
    "ln",
    (_TOP / _Q).json,
    "with Eq. 1 as printed and $d = 3$: ",
)
SHARPENED_CONTROLS = (_LIMIT_UNITS, _PRINTED_UNITS)
CONSTANT_MET = Attempt(
    "pln.thm2.constant.satisfiable",
    "the hypotheses hold for three units, unit $j$ of $[j x + j, 0]$",
    UNDEFINED_STATEMENT,
    Witness(
        {"N": 3},
        {"w1": _SAME, "b1": _SAME, "w2": (("j",), "0"), "b2": (("j",), "0")},
    ),
)

# --- the step from delta = 0 to delta > 0 --------------------------------------------------------

_STEP = x - HALF
_CLOSE: Json = every(
    "x",
    "real",
    implies(*IN_UNIT_INTERVAL, S.abs(S.sign(_STEP) - smooth_step(_STEP, delta)) < eps),
)


#: at x = 1/2 + min(1/2, delta/100) the distance is delta/(t + delta) >= 100/101
_NOT_UNIFORM = """
fix delta
let t = min(1/2, delta/100)
have t > 0
have t <= 1/2
have 100*t <= delta
have x: 1/2 + t - 1/2 = t
have |1/2 + t - 1/2| = t
have t/(t + delta) <= 1/100
have sign(1/2 + t - 1/2) = 1
take 1/2 + t
"""
NOT_UNIFORM = Attempt(
    "pln.thm2.conclusion.uniform",
    "one unit with its jump at $1\\/2$ and $epsilon = 99\\/100$: for every $delta > 0$ some $x in "
    '[0, 1]$ has $abs("sign"(x - 1\\/2) - (x - 1\\/2) \\/ (abs(x - 1\\/2) + delta)) >= 99\\/100$',
    statement(
        {"eps": "real"},
        [eps > 0],
        exists("delta", "real", conj(delta > 0, _CLOSE)),
    ),
    Witness({"eps": Fraction(99, 100)}),
    script=_NOT_UNIFORM,
)
