"""Exact data that meet the hypotheses of what stands beside Theorem 1: its repairs, its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Witness
from proofs.pln.symbols import S, c, k, t
from proofs.pln.thm1.conclusion import CENTRED, placed
from proofs.pln.thm1.delta import AFTER, BEFORE
from proofs.pln.thm1.printed import STATEMENT as PRINTED
from proofs.pln.thm1.printed import hypotenuse
from proofs.pln.thm1.proof import REPAIRS
from proofs.pln.thm1.statement import SHARP
from proofs.pln.thm1.sums import once

Functions = Mapping[str, tuple[tuple[str, ...], Json]]
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
IDENTITY: tuple[tuple[str, ...], Json] = (("u",), "u")


def _data(
    name: str,
    says: str,
    sequent: Json,
    values: Mapping[str, Any],
    functions: Functions,
) -> Attempt:
    return Attempt(f"pln.thm1.{name}", says, sequent, Witness(values, functions))


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


_ROOT = Term(placed(hypotenuse(t, c).json, {"d": S.const(3)}))
_UNIT = placed(once(t / _ROOT).json, {"t": var("w"), "c": var("v")})


WITHOUT_DELTA = _data(
    "printed.satisfiable",
    "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 3$, and inside "
    "for $c = 1$, $x = 1\\/2$",
    PRINTED,
    {"N": 3, "d": 3, "L": 1, "eps": QUARTER, "c_": 1, "x": HALF},
    {"f": IDENTITY, "s": (("v", "w"), _UNIT)},
)

# --- delta after f, delta before f ---------------------------------------------------------------

DELTA_AFTER = _data(
    "delta.satisfiable",
    "the hypotheses hold for $f(u) = u$, $L = 1$, $N = 2$, $epsilon = 1$, $d = 2$, "
    "$delta = 1\\/4$, and inside for $x = 1\\/2$",
    AFTER,
    {"N": 2, "d": 2, "L": 1, "eps": 1, "delta": QUARTER, "x": HALF},
    {"f": IDENTITY, "s": unit("1/4")},
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
    ),
    _data(
        "fixed.satisfiable.error",
        "for $N = 1$, $d = 2$, $epsilon = delta = 1$ and $f = 2$ the error at $x = 0$ is $1$",
        BEFORE,
        {**_BEFORE, "x": 0},
        _TWO,
    ),
)
__all__ = ["BOUND", "DELTA_AFTER", "DELTA_BEFORE", "REPAIRED", "WITHOUT_DELTA"]
