"""The density of Theorem 3 altered in one place, so that it fails; its hypotheses at one point."""

from __future__ import annotations

from constructions.terms import Term
from proofs.claims import Attempt, Witness
from proofs.pln.density.layers import hypotenuse
from proofs.pln.symbols import ONE, S
from proofs.pln.thm1.conclusion import placed
from proofs.pln.thm3.density.statement import (
    CONSTANT_STATEMENT,
    LIMIT_STATEMENT,
    PRINTED_STATEMENT,
    STATEMENT,
    u,
)
from proofs.pln.thm4.controls import of_layer
from proofs.pln.units import SCALING_ROOT, smooth_step

LIMIT_MET, _LIMIT_UNITS = of_layer(
    "pln.thm3.density.limit",
    LIMIT_STATEMENT,
    {"d": 1, "v": 0},
    "ls",
    ["sign", "u"],
    "with $delta = 0$, $d = 1$ and $v = 0$: ",
)

TWO = {"d": S.const(2)}
_Q, _TOP = (Term(placed(t.json, TWO)) for t in (hypotenuse(u, ONE), SCALING_ROOT * u))


PRINTED_MET, _PRINTED_UNITS = of_layer(
    "pln.thm3.density.printed",
    PRINTED_STATEMENT,
    {"d": 2},
    "ls",
    (_TOP / _Q).json,
    "with Eq. 4 as printed and $d = 2$: ",
)
SHARPENED_CONTROLS = (_LIMIT_UNITS, _PRINTED_UNITS)
CONSTANT_MET = Attempt(
    "pln.thm3.density.constant.satisfiable",
    "the hypotheses hold for three units, unit $j$ of $j x + j$",
    CONSTANT_STATEMENT,
    Witness({"N": 3}, {"w": (("j",), "j"), "b": (("j",), "j")}),
)

# --- with delta > 0 ------------------------------------------------------------------------------

_FIRST = {"d": ONE}


SATISFIABLE, _UNITS = of_layer(
    "pln.thm3.density",
    STATEMENT,
    {"d": 1, "delta": 1},
    "ls",
    placed(smooth_step(u, ONE * SCALING_ROOT).json, _FIRST),
)
CONTROLS = (_UNITS,)
