"""Theorem 1 altered in one place, so that it fails, and its hypotheses at one point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.layers import Dense, layer_norm
from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    plain_json,
    total,
    var,
)
from proofs.claims import Attempt, Control, Witness
from proofs.pln.symbols import IN_UNIT_INTERVAL, ONE, L, N, S, delta, eps, lam, x
from proofs.pln.thm1.cases import on_unit_interval
from proofs.pln.thm1.conclusion import CENTRED, placed, put, shorter, unit_of_norm, use_unit_of_norm
from proofs.pln.thm1.statement import GIVEN, HALFWAY, STATEMENT, UNIT, error
from proofs.pln.thm1.sums import reals, sequent, t
from proofs.refute import instantiate
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
    position,
    split,
)

# --- the statement altered, and its hypotheses at one point --------------------------------------

_DROPPED, _TIGHTENED = "hypothesis dropped", "constant tightened"
_UNIT: tuple[tuple[str, ...], Json] = (
    ("v", "w"), ["/", ["*", "v", "w"], ["+", ["abs", ["*", "v", "w"]], "1"]]
)  # fmt: skip


def unit_holds(size: int, small: Fraction) -> Node:
    """Proof that s(lam, t) = lam t/(|lam t| + c) is the LN-size unit, c = small sqrt(size/2)."""
    at, level = lam * t, S.const(small)
    root = S.sqrt(S.const(size) / 2)
    size_c = S.const(small * _root(size))
    end = lemmas(
        [
            (S.abs(at) + size_c > 0, auto("|lam t| + c > 0")),
            (root.equals(S.const(_root(size))), auto("sqrt(d/2)")),
        ],
        auto("the unit"),
    )
    unit = define(root.json, auto("d/2 >= 0"), use_unit_of_norm(size, at, level, end))
    return unit_of_norm(size, intro("lam", intro("t", intro("", unit))))


def _root(size: int) -> int:
    """sqrt(size/2), where it is an integer."""
    return {2: 1, 8: 2}[size]


@dataclass(frozen=True)
class _Altered:
    """The statement of Theorem 1 in one other form, and data at which it fails."""

    name: str
    kind: str
    says: str
    given: list[Json]
    show: Json
    values: dict[str, Any]
    f: Json
    unit: tuple[tuple[str, ...], Json] = _UNIT
    unit_script: Callable[[], Node] | None = lambda: unit_holds(2, Fraction(1))
    script: str | None = None

    def control(self, unit: Json) -> Control:
        """As a control; ``unit`` is the hypothesis that says what s abbreviates."""
        witness = Witness(self.values, {"f": (("u",), self.f), "s": self.unit})
        scripts = {position(unit, self.given): self.unit_script} if self.unit_script else {}
        attempt = Attempt(
            f"pln.thm1.control.{self.name}",
            self.says,
            sequent(self.given, self.show),
            witness,
            scripts,
            self.script,
            part=1,
        )
        return Control(attempt, self.kind)


def _controls() -> tuple[Control, ...]:
    dimension, positive_eps, positive_delta, width, lipschitz_f, unit = GIVEN
    if not unit.same(UNIT):
        raise ValueError("the hypotheses of Theorem 1 stand in another order")

    def shows(bound: Term, domain: list[Json] = IN_UNIT_INTERVAL) -> Json:
        everywhere = every("x", "real", implies(*domain, error(lam) <= bound))
        return conj(bound < eps, exists("lam", "real", conj(lam > 0, everywhere)))

    def data(L: int, eps: Fraction | int, delta: int = 1, d: int = 2) -> dict[str, Any]:
        return {"N": 1, "d": d, "L": L, "eps": eps, "delta": delta}

    def without(*dropped: Json, more: tuple[Json, ...] = ()) -> list[Json]:
        out = plain_json(dropped)
        return [*(given for given in plain_json(GIVEN) if given not in out), *more]

    half, quarter, show = Fraction(1, 2), Fraction(1, 4), shows(HALFWAY)
    narrower = N.equals(S.floor(L / (2 * eps)))
    threefold = N.equals(S.floor(L / (3 * eps)) + 1)
    #: LN-1 of one coordinate
    h1 = layer_norm(S, Dense((lam * t,), S), delta).head[0]
    unit_1 = reals("lam t", implies(lam > 0, app("s", lam, t).equals(h1)))
    unscaled = conj(HALFWAY < eps, on_unit_interval(error(ONE) <= HALFWAY))
    one_scale = (("v", "w"), ["/", ["*", "v", "w"], ["+", ["abs", ["*", "v", "w"]], "10"]])
    altered = (
        _Altered(
            "eps",
            _DROPPED,
            "without $epsilon > 0$: $epsilon = -1$, $f = 0$",
            without(positive_eps),
            show,
            data(0, -1),
            "0",
        ),
        _Altered(
            "lipschitz",
            _DROPPED,
            "for a function that is not $L$-Lipschitz: $f(u) = u$, $L = 0$, $epsilon = 1\\/4$",
            without(lipschitz_f),
            show,
            data(0, quarter),
            "u",
        ),
        _Altered(
            "right",
            _DROPPED,
            "to the right of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = 2$",
            GIVEN,
            shows(HALFWAY, [x >= 0]),
            data(1, 1),
            "u",
        ),
        _Altered(
            "left",
            _DROPPED,
            "to the left of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = -1$",
            GIVEN,
            shows(HALFWAY, [x <= 1]),
            data(1, 1),
            "u",
            script="fix lam\ntake -1",
        ),
        _Altered(
            "norm",
            _DROPPED,
            "for $d = 1$: LN-1 is $0$, so no network reaches $f = 1$",
            without(dimension, unit, more=(unit_1,)),
            show,
            data(0, half),
            "1",
            (("v", "w"), "0"),
            None,
        ),
        _Altered(
            "scale",
            _DROPPED,
            "with weights of one scale: $f = 1$, $delta = 10$, $epsilon = 1\\/2$, at $x = 0$",
            GIVEN,
            unscaled,
            data(0, half, 10),
            "1",
            one_scale,
            lambda: unit_holds(2, Fraction(10)),
        ),
        _Altered(
            "width",
            _TIGHTENED,
            "one unit fewer, $N = floor(L \\/ (2 epsilon))$: $f(u) = u$, $epsilon = 1\\/2$, at "
            "$x = 1$, for every scale of the weights",
            without(width, more=(narrower,)),
            show,
            data(1, half),
            "u",
        ),
        _Altered(
            "factor",
            _TIGHTENED,
            "$3 epsilon$ instead of $2 epsilon$: $f(u) = u$, $epsilon = 1\\/2$, at $x = 1$",
            without(width, more=(threefold,)),
            show,
            data(1, half),
            "u",
        ),
        _Altered(
            "bound",
            _TIGHTENED,
            "$L \\/ (2 N)$ instead of halfway to $epsilon$: $f(u) = u$, $epsilon = 1$, $x = 1$",
            GIVEN,
            shows(L / (2 * N)),
            data(1, 1),
            "u",
        ),
    )
    controls = [case.control(unit_1 if case.name == "norm" else unit) for case in altered]
    free_delta = without(positive_delta, unit)
    return (*controls, _negative_delta(free_delta, show, error))


def _once(at: Term) -> Term:
    """LN-2([u, -u])_1 at delta = -1 as a sum with one summand, so that every u has a value."""
    return total("i", 1, 1, at / (S.abs(at) - 1))


def _have_once(at: Term, then: Node) -> Node:
    """The value of that sum is known, where |u| - 1 != 0 is."""
    value = at / (S.abs(at) - 1)
    none = total("i", 1, ONE - 1, value)
    return node("unfold", auto(), node("empty", auto(), then, on=none.json), on=_once(at).json)


def _negative_delta(given: list[Json], show: Json, error: Callable[[Term], Term]) -> Control:
    """f(u) = u - 1/2, N = 2, delta = -1: near its breakpoint the unit has a pole."""
    h2 = Dense((lam * t, -(lam * t)), S)
    mu = h2.total() / h2.length
    sigma = S.sqrt(h2.map(lambda a: (a - mu) * (a - mu)).total() / h2.length)
    ln2 = layer_norm(S, h2, delta).head[0]
    defined = (sigma + delta).differs(0)
    unit = reals("lam t", implies(lam > 0, defined, app("s", lam, t).equals(ln2)))
    values = {"N": 2, "d": 2, "L": 1, "eps": Fraction(1, 2), "delta": -1}
    witness = Witness(values, {"f": CENTRED, "s": (("v", "w"), _once(var("v") * var("w")).json)})
    attempt = Attempt(
        "pln.thm1.control.delta",
        "for $delta = -1$, the layer wherever it is defined: $f(u) = u - 1\\/2$, $N = 2$; the unit "
        "has a pole near its breakpoint",
        sequent([*given, unit], show),
        witness,
        {len(given): lambda: put(_once_script(sigma), {"delta": S.const(-1)})},
        lambda: _pole_script(instantiate(error(lam).json, witness)),
        part=1,
    )
    return Control(attempt, _DROPPED)


def _once_script(sigma: Term) -> Node:
    """sigma = |lam t|, so the layer is u/(|u| - 1) for u = lam t."""
    at = lam * t
    size = S.abs(at)
    facts = lemmas(
        [
            ((size * size).equals(at * at), case(size.json, auto(), auto())),
            (sigma.equals(size), node("both", auto("sigma <= |u|"), auto("|u| <= sigma"))),
            ((size - 1).differs(0), auto("|u| != 1")),
        ],
        _have_once(at, auto("the unit")),
    )
    return intro("lam", intro("t", intro("", intro("", facts))))


def _pole_script(body: Json) -> Node:
    """x = 1/2 + 9/(10 lam), where the unit of the step is -9, or x = 1 where lam < 9/5."""

    def step_at(point: Term) -> Term:
        """lam (x - 1/2), as it stands in the sum of the steps."""
        return lam * (point + -(S.const(2) - 1) / 2)

    def at_point(point: Term, bound: int, facts: list[Json]) -> Node:
        u = step_at(point)
        size = placed(body, {"x": point})
        steps = size[1][1][1]
        end = case(size, auto("the error"), auto("the error"))
        value = _have_once(u, have(_once(u) <= bound, auto("U"), end))
        first = node("unfold", auto(), node("empty", auto(), value, on=shorter(steps)), on=steps)
        known_size = lemmas([(fact, auto("size")) for fact in facts], first)
        inside = node("both", auto("0 <= x"), node("both", auto("x <= 1"), known_size))
        return node("some", inside, **{"is": point.json})

    near = Fraction(1, 2) + 9 / (10 * lam)
    u, end = step_at(near), step_at(ONE)
    steep = at_point(
        near, -9, [u.equals(Fraction(9, 10)), S.abs(u).equals(Fraction(9, 10)), S.abs(u) - 1 < 0]
    )
    flat = at_point(
        ONE, 0, [S.abs(end).equals(lam / 2), S.abs(end) - 1 < 0, 1 / (S.abs(end) - 1) < 0]
    )
    small = [(1 / lam > 0, auto()), (1 / lam <= Fraction(5, 9), auto())]
    return intro("lam", intro("", split((lam - Fraction(9, 5)).json, lemmas(small, steep), flat)))


def _satisfiable() -> Attempt:
    unit_8: Json = ["/", ["*", "v", "w"], ["+", ["abs", ["*", "v", "w"]], "2"]]
    values = {"N": 3, "d": 8, "L": 1, "eps": Fraction(1, 4), "delta": 1}
    inside = {"lam_": 1, "x": Fraction(1, 2)}
    return Attempt(
        "pln.thm1.satisfiable",
        "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 8$, "
        "$delta = 1$, and inside for $lambda = 1$, $x = 1\\/2$",
        STATEMENT,
        Witness(values | inside, {"f": (("u",), "u"), "s": (("v", "w"), unit_8)}),
        {position(UNIT, GIVEN): lambda: unit_holds(8, Fraction(1))},
    )


CONTROLS: tuple[Control, ...] = _controls()
SATISFIABLE = _satisfiable()
