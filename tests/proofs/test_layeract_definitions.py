"""LayerAct, Sections 2 and 3.1 and the appendices: numbers from outside of the certificates."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction as F
from itertools import pairwise
from math import exp, sqrt

import pytest

from constructions.exact import ExactSystem, rational_root
from constructions.layeract import HARD_SIGMOID, backward, dense
from proofs import registry, vacuity
from proofs.certify import family
from proofs.evidence import gather
from proofs.layeract.backward import claim as claim_of_backward
from proofs.layeract.calculus import S, ds, s
from proofs.trees.leaves import given, using
from proofs.trees.script import NotFound, elaborate, statement
from proofs.verdicts import decide
from tests.sampling import seldom, some_of

VERDICTS = {
    "layeract.eq2": "proved",
    "layeract.def2_1": "proved",
    "layeract.def2_1.any": "refuted",
    "layeract.def2_1.any.repaired": "proved",
    "layeract.def2_3": "proved",
    "layeract.def2_3.saturated": "refuted",
    "layeract.def2_3.saturated.repaired": "proved",
    "layeract.backward": "proved",
    "layeract.continuity": "proved",
    "layeract.continuity.sharpened": "proved",
    "layeract.continuity.anywhere": "refuted",
    "layeract.continuity.anywhere.repaired": "proved",
    "layeract.def3_1": "proved",
    "layeract.def3_1.sharpened": "proved",
    "layeract.saturation": "proved",
    "layeract.saturation.sharpened": "proved",
    "layeract.saturation.sharpened.2": "proved",
    "layeract.saturation.every": "refuted",
    "layeract.saturation.every.repaired": "proved",
    "layeract.zeromean": "proved",
    "layeract.zeromean.layer": "proved",
    "layeract.zeromean.layer.sharpened": "proved",
    "layeract.zeromean.always": "refuted",
    "layeract.zeromean.always.repaired": "proved",
    "layeract.appC": "proved",
    "layeract.appC.information": "refuted",
    "layeract.appC.information.repaired": "proved",
    "layeract.appD": "refuted",
    "layeract.appD.repaired": "proved",
    "layeract.appD.repaired.2": "proved",
    "layeract.appD.symbols": "proved",
}


@some_of(4, kind=lambda case: VERDICTS[case["claim_id"]])
@pytest.mark.parametrize(
    "claim_id", seldom([c for c in VERDICTS if c in registry.MODULES], ["layeract.backward"])
)
def test_verdicts(claim_id: str) -> None:
    for claim in family(registry.load(claim_id)):
        found = gather(claim)
        decision = decide(claim, found, vacuity.gather(claim, found))
        assert (decision.verdict, decision.given) == (VERDICTS[claim.id], ()), claim.id


# --- the gradients, by dual numbers --------------------------------------------------------------


@dataclass(frozen=True)
class Dual:
    """a + b e with e^2 = 0."""

    a: F
    b: F = F(0)

    def __add__(self, o: Dual) -> Dual:
        return Dual(self.a + o.a, self.b + o.b)

    def __sub__(self, o: Dual) -> Dual:
        return Dual(self.a - o.a, self.b - o.b)

    def __mul__(self, o: Dual) -> Dual:
        return Dual(self.a * o.a, self.a * o.b + self.b * o.a)

    def over(self, o: Dual) -> Dual:
        return Dual(self.a / o.a, (self.b * o.a - self.a * o.b) / o.a**2)

    def root(self) -> Dual:
        value = rational_root(self.a)
        if value is None:
            raise ValueError("not a rational root")
        return Dual(value, self.b / (2 * value))


def loss_slope(y: list[F], g: list[F], alpha: F, i: int) -> F:
    """d/dy_i of sum g_j y_j (n_j/6 + 1/2), from Eq. 6."""
    moved = [Dual(a, F(j == i)) for j, a in enumerate(y)]
    d = Dual(F(len(y)))
    mu = sum(moved, Dual(F(0))).over(d)
    variance = sum(((a - mu) * (a - mu) for a in moved), Dual(F(0))).over(d)
    root = (variance + Dual(alpha)).root()
    total = Dual(F(0))
    for a, weight in zip(moved, g, strict=True):
        n = (a - mu).over(root)
        total += Dual(weight) * a * (n * Dual(F(1, 6)) + Dual(F(1, 2)))
    return total.b


@pytest.mark.parametrize(
    ("y", "alpha"),
    [([-4, 4], 9), ([5], 4), ([1, 1, 1], F(1, 4)), ([7, -1, 3, 3], 8)],
)
def test_the_printed_gradients_are_those_of_dual_numbers(y: list[int], alpha: F) -> None:
    system = ExactSystem()
    values, g = [F(a) for a in y], [F(k - 1, k + 1) for k in range(len(y))]
    vector, upstream = (dense(system, [system.const(a) for a in v]) for v in (values, g))
    gradient = backward(system, HARD_SIGMOID, vector, upstream, system.const(F(alpha)))
    expected = [loss_slope(values, g, F(alpha), i) for i in range(len(y))]
    assert [a.rational() for a in gradient.y.head] == expected


def test_the_claim_is_about_the_formula_of_the_constructions() -> None:
    """At y = (-4, 4), alpha = 9, s(t) = t/6 + 1/2 and g = (1, -2), term by term."""
    from proofs.claims import Witness
    from proofs.refute import instantiate
    from proofs.search.data import Point, value

    names = {
        "y": ["-", ["*", "8", "u"], "12"],
        "g": ["-", "4", ["*", "3", "u"]],
        "s": ["+", ["/", "u", "6"], "1/2"],
        "ds": "1/6",
    }
    for ell in (1, 2):
        data = Witness(
            {"d": 2, "mu": 0, "v": 16, "alpha": 9, "l": ell},
            {name: (("u",), body) for name, body in names.items()},
        )
        printed = instantiate(claim_of_backward.BY_INPUT.json, data)
        assert value(printed, Point({}, {})) == loss_slope(
            [F(-4), F(4)], [F(1), F(-2)], F(9), ell - 1
        )


# --- saturation ----------------------------------------------------------------------------------


def saturated(d: int, k: int, x: int) -> int:
    """How many units have n_i <= -3 where k inputs are -x and d - k are 0, alpha = 1."""
    mu = F(-k * x, d)
    variance = (k * (-x - mu) ** 2 + (d - k) * mu**2) / d
    return sum(
        (-a - mu) <= 0 and (-a - mu) ** 2 >= 9 * (variance + 1) for a in [x] * k + [0] * (d - k)
    )


def test_fewer_than_a_tenth_of_the_units_saturate_and_no_smaller_share() -> None:
    for d in range(2, 45):
        counts = [saturated(d, k, 10**6) for k in range(1, d)]
        assert max(counts) == (d - 1) // 10


def test_the_mean_scale_comes_near_its_bound() -> None:
    """d = 39 and one input far below the others."""
    best = (3 + sqrt(10)) / 12
    d, x = 39, 1e6
    mu, root = -x / d, sqrt(x * x * (d - 1) / d**2 + 1)
    scales = [max(0.0, min(1.0, n / 6 + 0.5)) for n in [(-x - mu) / root] + [-mu / root] * (d - 1)]
    assert best - 1e-4 < sum(scales) / d < best


# --- limits and constants ------------------------------------------------------------------------


def test_the_slow_scale_does_not_saturate() -> None:
    """s(u) = 1/sqrt(1 + max(0, -u)): s -> 0 while u s(u) has no limit."""
    outputs = [u / sqrt(1 - u) for u in (-3.0, -99.0, -9999.0)]
    assert [round(a, 9) for a in outputs] == [-1.5, -9.9, -99.99]


def test_the_sigmoid_is_steepest_at_zero() -> None:
    grid = [k / 64 for k in range(-512, 513)]
    slopes = [(1 / (1 + exp(-b)) - 1 / (1 + exp(-a))) / (b - a) for a, b in pairwise(grid)]
    assert 0.2499 < max(slopes) < 0.25


def test_after_layer_norm_the_scales_differ() -> None:
    """y = (-3, 3), alpha = 16: 3/5 against (3/5)/sqrt(9/25 + 16)."""
    once = 3 / 5
    twice = once / sqrt(once**2 + 16)
    assert once / (1 + exp(-once)) - once / (1 + exp(-twice)) > 0.06


# --- leaves --------------------------------------------------------------------------------------


def test_a_leaf_uses_what_it_is_told_and_nothing_else() -> None:
    facts = [["<", "0", "a"], ["<=", "a", "b"]]
    goal = statement({"a": "real", "b": "real"}, facts, ["<", "0", "b"])
    assert elaborate(goal, using(*facts))["proof"]["by"] == "leaf"
    with pytest.raises(NotFound):
        elaborate(goal, using(facts[0]))
    with pytest.raises(LookupError, match="not known"):
        elaborate(goal, using(["<", "1", "a"]))


def test_a_known_goal_is_one_literal() -> None:
    fact = (2 * s(S.const(1)) < ds(S.const(2))).json
    functions = {"s": 1, "ds": 1}
    same = statement({}, [fact], ["<", ["*", "4", fact[1][2]], ["*", "2", fact[2]]], functions)
    assert elaborate(same, given())["proof"]["by"] == "leaf"
    other = statement({}, [fact], ["<", fact[2], fact[1]], functions)
    with pytest.raises(NotFound):
        elaborate(other, given())
