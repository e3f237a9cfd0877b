"""Theorem 3 altered in one place, so that it fails, and its hypotheses at one point."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from constructions.terms import Json, Term
from proofs.claims import Attempt, Control
from proofs.methods.script import Node, auto, case, define, have, intro, lemmas
from proofs.pln.step_controls import Bound
from proofs.pln.symbols import S, lam, t
from proofs.pln.thm1_conclusion import placed, put
from proofs.pln.thm1_sums import known
from proofs.pln.thm3_statement import FAMILY, FUNCTIONS, GIVEN, SORTS, UNIT
from proofs.pln.units import SCALING_IDENTITY, scaling_identity_script


def _unit(size: int, small: int, root: int) -> Json:
    """s(lam, t) = lam t/(|lam t| + small sqrt(size)), where sqrt(size) = root."""
    at = ["*", "v", "w"]
    return (("v", "w"), ["/", at, ["+", ["abs", at], str(small * root)]])


def _unit_holds(size: int, small: int, root: int) -> Node:
    """Proof that this is the LS-size unit."""
    values = {"d": S.const(size), "delta": S.const(small)}
    at, c = lam * t, S.const(small * root)
    square = S.sqrt(S.const(size))
    end = lemmas(
        [
            (S.abs(at) + c > 0, auto("|lam t| + c > 0")),
            (square.equals(S.const(root)), auto("sqrt(d)")),
        ],
        auto("the unit"),
    )
    identity = placed(SCALING_IDENTITY, {"d": values["d"]})
    shown = define(square.json, auto("d >= 0"), known(identity, [at, values["delta"]], end))
    proof = put(scaling_identity_script(), {"d": values["d"]})
    return have(identity, proof, intro("lam", intro("t", intro("", shown))))


def _around(at: Term, then: Node) -> Node:
    """|t| + 1 > 0, and both cases of |t|."""
    size = S.abs(at)
    return have(size + 1 > 0, auto("|t| + 1 > 0"), case(size.json, then, then))


def _bound(size: int, small: int, root: int) -> Bound:
    return Bound(
        "pln.thm3",
        tuple(GIVEN),
        SORTS,
        FUNCTIONS,
        FAMILY.error,
        _around,
        {"d": size, "delta": small},
        {"s": _unit(size, small, root)},
        ((UNIT, lambda: _unit_holds(size, small, root)),),
    )


def _exceeds(error: Json) -> Node:
    """At x = 0 the error of lam = 1 and delta = 10 is 1 - 1/11."""

    def around(at: Term, then: Node) -> Node:
        size = S.abs(at)
        return have(size + 10 > 0, auto("|t| + 10 > 0"), case(size.json, then, then))

    return replace(_bound(1, 10, 1), around=around).exceeds(error, S.const(0), S.const(1), 2)


CONTROLS: tuple[Control, ...] = (
    *_bound(1, 1, 1).controls(),
    _bound(1, 10, 1).scale_control(
        "with weights of one scale: $f = 1$, $delta = 10$, $epsilon = 1\\/2$, at $x = 0$",
        Fraction(1, 2),
        _exceeds,
    ),
)
SATISFIABLE: Attempt = _bound(4, 1, 2).satisfiable(
    "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 4$, $delta = 1$"
)
