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
from proofs.pln.thm1.conclusion import CENTRED
from proofs.pln.thm1.statement import GIVEN, HALFWAY, STATEMENT, UNIT, error
from proofs.pln.thm1.sums import reals, sequent, t

# --- the statement altered, and its hypotheses at one point --------------------------------------

_DROPPED, _TIGHTENED = "hypothesis dropped", "constant tightened"
_UNIT: tuple[tuple[str, ...], Json] = (
    ("v", "w"), ["/", ["*", "v", "w"], ["+", ["abs", ["*", "v", "w"]], "1"]]
)  # fmt: skip


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
    script: str | None = None

    def control(self) -> Control:
        witness = Witness(self.values, {"f": (("u",), self.f), "s": self.unit})
        attempt = Attempt(
            f"pln.thm1.control.{self.name}",
            self.says,
            sequent(self.given, self.show),
            witness,
            script=self.script,
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
    controls = [case.control() for case in altered]
    free_delta = without(positive_delta, unit)
    return (*controls, _negative_delta(free_delta, show, error))


def _once(at: Term) -> Term:
    """LN-2([u, -u])_1 at delta = -1 as a sum with one summand, so that every u has a value."""
    return total("i", 1, 1, at / (S.abs(at) - 1))


#: x = 1 where lam < 9/5, or where the unit of the step is -9
_POLE = """
fix lam
cases lam < 9/5:
  have size: |lam*(1/2)| = lam/2
  have flat: lam*(1/2)/(|lam*(1/2)| - 1) <= 0 by size, 0 < lam, lam < 9/5
  take 1
  show by numbers, flat, size, 0 < lam, lam < 9/5
have point: exists x: real, 1/2 <= x and x <= 1 and lam*(x - 1/2) = 9/10:
  have 0 < 1/lam
  have 9/(10*lam) <= 1/2 by 0 < 1/lam, lam >= 9/5
  take 1/2 + 9/(10*lam)
obtain at: x from point
have size: |lam*(x - 1/2)| = 9/10 by at
have steep: lam*(x - 1/2)/(|lam*(x - 1/2)| - 1) = -9 by at, size
take x
show by numbers, steep, size, at, 0 < lam
"""


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
        script=_POLE,
        part=1,
    )
    return Control(attempt, _DROPPED)


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
    )


CONTROLS: tuple[Control, ...] = _controls()
SATISFIABLE = _satisfiable()
