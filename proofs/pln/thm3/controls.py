"""Theorem 3 altered in one place, so that it fails, and its hypotheses at one point."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Control, Witness
from proofs.pln.step_controls import Bound
from proofs.pln.symbols import S
from proofs.pln.thm1.sums import once
from proofs.pln.thm3.statement import (
    FUNCTIONS,
    GIVEN,
    PRINTED_STATEMENT,
    SORTS,
    UNIFORM,
    ZERO_STATEMENT,
    error,
)


def _unit(size: int, small: int, root: int) -> Json:
    """s(lam, t) = lam t/(|lam t| + small sqrt(size)), where sqrt(size) = root."""
    at = ["*", "v", "w"]
    return (("v", "w"), ["/", at, ["+", ["abs", at], str(small * root)]])


def _bound(size: int, small: int, root: int) -> Bound:
    return Bound(
        "pln.thm3",
        tuple(GIVEN),
        SORTS,
        FUNCTIONS,
        error,
        {"d": size, "delta": small},
        {"s": _unit(size, small, root)},
    )


CONTROLS: tuple[Control, ...] = (
    *_bound(1, 1, 1).controls(),
    _bound(1, 10, 1).scale_control(
        "with weights of one scale: $f = 1$, $delta = 10$, $epsilon = 1\\/2$, at $x = 0$",
        Fraction(1, 2),
    ),
)
UNIFORM_MET = Attempt(
    "pln.thm3.uniform.satisfiable",
    "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 4$, "
    "$delta = 1$, $s = 144$, and inside for $x = 1\\/2$",
    UNIFORM,
    Witness(
        {
            "N": 3,
            "d": 4,
            "L": 1,
            "eps": Fraction(1, 4),
            "delta": 1,
            "scale": 144,
            "x": Fraction(1, 2),
        },
        {"f": (("u",), "u"), "s": _unit(4, 1, 2)},
    ),
)


LIMIT_MET = Attempt(
    "pln.thm3.limit.satisfiable",
    "with $delta = 0$: $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 1$, $v = 0$, and "
    "inside for $lambda = 1$, $x = 1\\/2$",
    ZERO_STATEMENT,
    Witness(
        {
            "N": 3,
            "d": 1,
            "L": 1,
            "eps": Fraction(1, 4),
            "v": 0,
            "lam_": 1,
            "x": Fraction(1, 2),
        },
        {"f": (("u",), "u"), "s": (("v", "w"), ["sign", ["*", "v", "w"]])},
    ),
)


def _root(at: Term, second: Term) -> Term:
    return S.sqrt(at * at + second * second)


PRINTED_MET = Attempt(
    "pln.thm3.printed.satisfiable",
    "with Eq. 4 as printed: $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 2$, and inside "
    "for $c = 1$, $x = 1\\/2$",
    PRINTED_STATEMENT,
    Witness(
        {"N": 3, "d": 2, "L": 1, "eps": Fraction(1, 4), "c_": 1, "x": Fraction(1, 2)},
        {"f": (("u",), "u"), "s": (("v", "w"), once(var("w") / _root(var("w"), var("v"))).json)},
    ),
)
SATISFIABLE: Attempt = _bound(4, 1, 2).satisfiable(
    "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 4$, $delta = 1$"
)
