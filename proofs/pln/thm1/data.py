"""Exact data that meet the hypotheses of what stands beside Theorem 1: its repairs, its bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from constructions.pln import shifted_norm_unit_on_line
from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Witness
from proofs.pln.quotient import closed_form, once
from proofs.pln.symbols import S, c, d, k, t
from proofs.pln.thm1.conclusion import CENTRED, placed, put
from proofs.pln.thm1.controls import unit_holds
from proofs.pln.thm1.delta import AFTER, BEFORE
from proofs.pln.thm1.printed import FACT, fact_script, hypotenuse
from proofs.pln.thm1.printed import STATEMENT as PRINTED
from proofs.pln.thm1.proof import REPAIRS
from proofs.pln.thm1.statement import SHARP
from proofs.pln.units import dimension_facts
from proofs.trees.script import Node

Functions = Mapping[str, tuple[tuple[str, ...], Json]]
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
IDENTITY: tuple[tuple[str, ...], Json] = (("u",), "u")


def _data(
    name: str,
    says: str,
    sequent: Json,
    values: Mapping[str, Any],
    functions: Functions,
    givens: Mapping[int, Callable[[], Node]] = {},
) -> Attempt:
    return Attempt(f"pln.thm1.{name}", says, sequent, Witness(values, functions), givens)


def unit(smoothing: str) -> tuple[tuple[str, ...], Json]:
    """s(lam, t) = lam t/(|lam t| + smoothing)."""
    at: Json = ["*", "v", "w"]
    return ("v", "w"), ["/", at, ["+", ["abs", at], smoothing]]


# --- the repaired line on delta_k ----------------------------------------------------------------


_DELTA_K = next(repair for repair in REPAIRS if repair.id == "pln.thm1.delta_k.repaired")
REPAIRED: dict[str, Attempt] = {
    _DELTA_K.id: _data(
        "delta_k.repaired.satisfiable",
        "the hypotheses hold for $f(u) = u - 1\\/2$, $L = 1$, $epsilon = 1\\/2$, $N = 2$, $k = 1$, "
        "where $alpha_1^* = 0$, and $epsilon_2 = 1$, $delta_0 = 1\\/8$",
        _DELTA_K.statement,
        {
            "N": 2,
            "k": 1,
            "p": 2,
            "L": 1,
            "eps": HALF,
            "eps2": 1,
            "delta0": Fraction(1, 8),
            "Ak": 0,
        },
        {
            "f": CENTRED,
            "alpha": (("u",), ["/", ["-", "2", "u"], "4"]),
            "b": (("u",), ["-", ["*", "3/2", "u"], "2"]),
        },
    )
}

# --- the bound, for any units --------------------------------------------------------------------


_AT = (HALF - k / 2).json
BOUND = _data(
    "bound.satisfiable",
    "the hypotheses hold for $f(u) = u$, $L = 1$, $N = 2$, $x = 1\\/2$, $c = 1$ and the units "
    "$t \\/ (abs(t) + 1)$",
    SHARP,
    {"N": 2, "x": HALF, "L": 1, "c": 1, "last": Fraction(3, 5)},
    {"f": IDENTITY, "step": (("k",), ["/", _AT, ["+", ["abs", _AT], "1"]])},
)

# --- Eq. 1 without delta -------------------------------------------------------------------------


THREE = {"d": S.const(3)}


def _shifted_unit() -> Node:
    """Proof that t/sqrt(t^2 + c^2/3) is the unit for d = 3 and c > 0."""
    value = Term(placed(shifted_norm_unit_on_line(S, t, c, d).json, THREE))
    proof = put(dimension_facts(fact_script()), THREE)
    return closed_form(placed(FACT, THREE), proof, [c, t], 1, value, _ROOT, t, once_only=True)


_ROOT = Term(placed(hypotenuse(t, c).json, THREE))
_UNIT = placed(once(t / _ROOT).json, {"t": var("w"), "c": var("v")})


WITHOUT_DELTA = _data(
    "printed.satisfiable",
    "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 3$, and inside "
    "for $c = 1$, $x = 1\\/2$",
    PRINTED,
    {"N": 3, "d": 3, "L": 1, "eps": QUARTER, "c_": 1, "x": HALF},
    {"f": IDENTITY, "s": (("v", "w"), _UNIT)},
    {4: _shifted_unit},
)

# --- delta after f, delta before f ---------------------------------------------------------------

DELTA_AFTER = _data(
    "delta.satisfiable",
    "the hypotheses hold for $f(u) = u$, $L = 1$, $N = 2$, $epsilon = 1$, $d = 2$, "
    "$delta = 1\\/4$, and inside for $x = 1\\/2$",
    AFTER,
    {"N": 2, "d": 2, "L": 1, "eps": 1, "delta": QUARTER, "x": HALF},
    {"f": IDENTITY, "s": unit("1/4")},
    {5: lambda: unit_holds(2, QUARTER)},
)
_BEFORE = {"N": 1, "d": 2, "eps": 1, "delta": 1}
_TWO: Functions = {"f": (("u",), "2"), "s": unit("1")}


DELTA_BEFORE = (
    _data(
        "fixed.satisfiable",
        "the hypotheses hold for $N = 1$, $d = 2$, $epsilon = delta = 1$, $f = 2$ and $L = 0$",
        BEFORE,
        {**_BEFORE, "L": 0},
        _TWO,
        {5: lambda: unit_holds(2, Fraction(1))},
    ),
    _data(
        "fixed.satisfiable.error",
        "for $N = 1$, $d = 2$, $epsilon = delta = 1$ and $f = 2$ the error at $x = 0$ is $1$",
        BEFORE,
        {**_BEFORE, "x": 0},
        _TWO,
        {5: lambda: unit_holds(2, Fraction(1))},
    ),
)
__all__ = ["BOUND", "DELTA_AFTER", "DELTA_BEFORE", "REPAIRED", "WITHOUT_DELTA"]
