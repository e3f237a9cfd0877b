"""The density of Theorem 3 altered in one place, so that it fails; its hypotheses at one point."""

from __future__ import annotations

from constructions.terms import Term
from proofs.claims import Attempt, Witness
from proofs.language.elaboration import argued
from proofs.pln.density.layers import hypotenuse
from proofs.pln.quotient import closed_form
from proofs.pln.symbols import ONE, S
from proofs.pln.thm1.conclusion import named_at, placed
from proofs.pln.thm1.sums import known
from proofs.pln.thm3.density.statement import (
    CONSTANT_STATEMENT,
    FIRST,
    LIMIT_NAMES,
    LIMIT_STATEMENT,
    LS_ZERO,
    PRINTED_FACT,
    PRINTED_NAMES,
    PRINTED_STATEMENT,
    PRINTED_UNIT,
    STATEMENT,
    first_of,
    u,
)
from proofs.pln.thm3.statement import LS, NAMES
from proofs.pln.thm4.controls import of_layer
from proofs.pln.units import SCALING_IDENTITY, SCALING_ROOT, smooth_step
from proofs.trees.script import Node, auto, define, have, intro


def layer_of_sign() -> Node:
    """Proof that sign(u) is the unit of LS-1 with the value 0 at h = 0."""
    values = {"d": ONE, "v": S.const(0)}
    first = placed(FIRST, values)
    root = S.sqrt(ONE)
    shown = define(root.json, auto("1 >= 0"), have(root.equals(1), auto("sqrt(1)"), auto("unit")))
    proof = argued(f"{LS_ZERO}fix u\nshow by unit(u)", **named_at(LIMIT_NAMES, values))
    return have(first, proof, intro("u", known(first, [u], shown)))


LIMIT_MET, _LIMIT_UNITS = of_layer(
    "pln.thm3.density.limit",
    LIMIT_STATEMENT,
    {"d": 1, "v": 0},
    "ls",
    ["sign", "u"],
    {1: layer_of_sign},
    "with $delta = 0$, $d = 1$ and $v = 0$: ",
)

TWO = {"d": S.const(2)}
_Q, _TOP = (Term(placed(t.json, TWO)) for t in (hypotenuse(u, ONE), SCALING_ROOT * u))


def _shifted_layer() -> Node:
    """Proof that sqrt(2) u/sqrt(u^2 + 1) is the unit of LS-2."""
    value = Term(placed(first_of((u, ONE), None).json, TWO))
    proof = argued(PRINTED_UNIT, **named_at(PRINTED_NAMES, TWO))
    return closed_form(placed(PRINTED_FACT, TWO), proof, [u], 0, value, _Q, _TOP)


PRINTED_MET, _PRINTED_UNITS = of_layer(
    "pln.thm3.density.printed",
    PRINTED_STATEMENT,
    {"d": 2},
    "ls",
    (_TOP / _Q).json,
    {1: _shifted_layer},
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


def _layer() -> Node:
    """u/(|u| + sqrt(1)) is the unit of LS-1 with delta = 1."""
    identity = placed(SCALING_IDENTITY, _FIRST)
    unit = intro("u", known(identity, [u, ONE], auto("the unit")))
    proof = argued(
        f"{LS}fix u, small\nshow by unit(u, small)",
        **named_at({n: NAMES[n] for n in ("mean", "ls")}, _FIRST),
    )
    return have(identity, proof, unit)


SATISFIABLE, _UNITS = of_layer(
    "pln.thm3.density",
    STATEMENT,
    {"d": 1, "delta": 1},
    "ls",
    placed(smooth_step(u, ONE * SCALING_ROOT).json, _FIRST),
    {2: _layer},
)
CONTROLS = (_UNITS,)
