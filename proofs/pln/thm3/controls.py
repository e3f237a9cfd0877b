"""Theorem 3 altered in one place, so that it fails, and its hypotheses at one point."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.pln import shifted_unit_on_line
from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Control, Witness
from proofs.language.elaboration import argued
from proofs.pln.quotient import closed_form, once
from proofs.pln.step_controls import Bound
from proofs.pln.symbols import S, c, d, lam, t
from proofs.pln.thm1.conclusion import placed, put
from proofs.pln.thm1.sums import known
from proofs.pln.thm3.statement import (
    FUNCTIONS,
    GIVEN,
    NAMES,
    PRINTED_FACT,
    PRINTED_STATEMENT,
    SORTS,
    UNIFORM,
    UNIT,
    ZERO_STATEMENT,
    error,
    printed_fact_script,
)
from proofs.pln.units import SCALING_IDENTITY, scaling_identity_script, size_facts
from proofs.trees.script import Node, auto, define, have, intro, lemmas


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


def _bound(size: int, small: int, root: int) -> Bound:
    return Bound(
        "pln.thm3",
        tuple(GIVEN),
        SORTS,
        FUNCTIONS,
        error,
        {"d": size, "delta": small},
        {"s": _unit(size, small, root)},
        ((UNIT, lambda: _unit_holds(size, small, root)),),
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
    {7: lambda: _unit_holds(4, 1, 2)},
)


def _sign_unit() -> Node:
    """Proof that sign(lam t) is the LS-1 unit without delta, with the value 0 at h = 0."""
    at_1 = {"d": S.const(1), "v": S.const(0)}

    def placed_at(made: Callable[..., Term]) -> Callable[[Term], Term]:
        return lambda u: Term(placed(made(u).json, at_1))

    names = {name: placed_at(NAMES[name]) for name in ("ls_zero", "denominator", "mean")}
    ratio = {"ratio": lambda a, b: S.ratio(a, b, S.const(0))}
    return argued(
        """
have one: sqrt(1) = 1
have size: for all u: real, denominator(u) = |u|:
  have mean: mean(u) = |u|^2
  show by mean, 0 <= |u|
have value: for all u: real, ls_zero(u) = sign(u):
  have size: denominator(u) = |u| by size(u)
  have sign: sign(denominator(u)) = |sign(u)| by size
  have bottom: 0 < denominator(u) + 1 - |sign(denominator(u))| by size, sign
  have none: sum(i = 1..1 - 1, 0*ratio(0, denominator(u))) = 0
  have ratio: ratio(u, denominator(u)) = sign(u):
    cases u = 0:
      show by size, sign, bottom, u = 0
    show by size, sign, bottom, u != 0
  show by ratio, none, one
fix lam, t
show by value(lam*t)
""",
        **names,
        **ratio,
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
    {6: _sign_unit},
)


def _printed_unit() -> Node:
    """Proof that t/sqrt(t^2 + c^2) is the LS-2 unit of Eq. 4 for c > 0."""
    two = {"d": S.const(2)}
    value = Term(placed(shifted_unit_on_line(S, t, c, d).json, two))
    proof = put(size_facts(printed_fact_script()), two)
    fact = placed(PRINTED_FACT, two)
    return closed_form(fact, proof, [c, t], 1, value, _root(t, c), t, once_only=True)


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
    {4: _printed_unit},
)
SATISFIABLE: Attempt = _bound(4, 1, 2).satisfiable(
    "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 4$, $delta = 1$"
)
