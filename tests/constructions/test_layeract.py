"""Element-level and layer-level activations against plain fractions, in several number systems."""

from __future__ import annotations

import json
import math
from fractions import Fraction as F

import pytest

from constructions.exact import ExactSystem
from constructions.interop.arrays import ArraySystem
from constructions.interop.flint import BallSystem, to_fractions
from constructions.layeract import (
    HARD_SIGMOID,
    SCALES,
    SIGMOID,
    STEP,
    Indexed,
    LayerAct,
    backward,
    dense,
    element_slope,
    fluctuation,
    hard_silu,
    la_hard_silu,
    la_silu,
    moments,
    normalised,
    paired,
    relu,
    silu,
)
from constructions.layers import ROOT_OF_VAR_PLUS_DELTA, Dense, Padded, layer_norm
from constructions.terms import Term, TermSystem, app, var
from proofs.kernel import check
from proofs.library.vectors import put
from tests.sampling import by_turns

E = ExactSystem()


def exact(*values: int | F) -> Dense:
    return dense(E, [E.const(q) for q in values])


def rationals(vector: Dense | Padded) -> list[F | None]:
    return [a.rational() for a in vector.head]


def test_hard_silu_and_relu_by_hand() -> None:
    values = {-4: 0, -3: 0, -1: F(-1, 3), 0: 0, 1: F(2, 3), 3: 3, 5: 5}
    for y, a in values.items():
        assert hard_silu(E, E.const(y)).rational() == a
        assert relu(E, E.const(y)).rational() == max(y, 0)
    assert STEP.value(E, E.const(0)).rational() == 1, "Eq. 3: y >= 0"


def test_slopes_are_difference_quotients() -> None:
    system = ArraySystem()
    step = 1e-6
    for scale in (SIGMOID, HARD_SIGMOID):
        for y in (-5.0, -2.0, -0.5, 0.25, 2.0, 4.0):
            high, low = ((y + h) * scale.value(system, y + h) for h in (step, -step))
            quotient = (high - low) / (2 * step)
            assert math.isclose(element_slope(system, scale, y), quotient, abs_tol=1e-8)


def test_the_convention_at_a_kink_is_an_argument() -> None:
    at, half = E.const(3), E.const(F(1, 12))
    assert HARD_SIGMOID.slope(E, at, None).rational() == 0
    assert HARD_SIGMOID.slope(E, at, half).rational() == F(1, 12)
    assert HARD_SIGMOID.slope(E, E.const(2), half).rational() == F(1, 6)
    assert STEP.slope(E, E.const(0), half).rational() == F(1, 12)


def test_la_hard_silu_by_hand() -> None:
    # mu = 0, sigma^2 + alpha = 4, n = (1/2, -1/2), s = (7/12, 5/12)
    assert rationals(la_hard_silu(E, exact(1, -1), E.const(3))) == [F(7, 12), F(-5, 12)]
    # the same n, another mean: mu = 100
    assert rationals(la_hard_silu(E, exact(101, 99), E.const(3))) == [F(707, 12), F(165, 4)]


def test_equal_inputs_without_alpha_need_a_convention() -> None:
    y = exact(2, 2)
    assert rationals(la_hard_silu(E, y, E.const(0), E.const(0))) == [1, 1]
    with pytest.raises(ZeroDivisionError):
        la_hard_silu(E, y, E.const(0))


def test_the_normalised_inputs_are_those_of_layer_norm() -> None:
    y, alpha = exact(-200, -500, 700), E.const(128_129)
    assert moments(E, y, alpha).root.rational() == 623
    other = layer_norm(E, y, alpha, ROOT_OF_VAR_PLUS_DELTA)
    assert rationals(normalised(E, y, alpha)) == rationals(other) == [
        F(-200, 623), F(-500, 623), F(100, 89)
    ]  # fmt: skip


def test_balls_and_floats_agree_with_the_formula() -> None:
    inputs, alpha = [0.5, -1.0, 2.0], 0.1
    mu = sum(inputs) / 3
    root = math.sqrt(sum((a - mu) ** 2 for a in inputs) / 3 + alpha)
    wanted = [a / (1 + math.exp(-(a - mu) / root)) for a in inputs]
    floats = ArraySystem()
    for a, b in zip(la_silu(floats, dense(floats, inputs), alpha).head, wanted, strict=True):
        assert math.isclose(a, b, rel_tol=1e-12)
    balls = BallSystem(128)
    with balls.working():
        vector = dense(balls, [balls.const(F(a)) for a in inputs])
        found = la_silu(balls, vector, balls.const(F(1, 10)))
        for ball, b in zip(found.head, wanted, strict=True):
            lo, hi = to_fractions(ball)
            assert math.isclose(float(lo), b, rel_tol=1e-12)
            assert math.isclose(float(hi), b, rel_tol=1e-12)
    assert math.isclose(float(silu(floats, 1.0)), 1 / (1 + math.exp(-1)))


@pytest.mark.parametrize("name", ["sigmoid", "hard-sigmoid"])
def test_the_backward_pass_is_the_difference_quotient_of_the_loss(name: str) -> None:
    system, scale, alpha = ArraySystem(), SCALES[name], 0.3
    inputs, weights, step = [0.5, -1.0, 2.0, 0.25], [1.0, -2.0, 0.5, 3.0], 1e-6

    def loss(values: list[float]) -> float:
        outputs = paired(
            lambda a, s: a * scale.value(system, s),
            dense(system, values),
            normalised(system, dense(system, values), alpha),
        )
        return sum(g * a for g, a in zip(weights, outputs.head, strict=True))

    upstream = dense(system, weights)
    found = backward(system, scale, dense(system, inputs), upstream, alpha).y.head
    for i, slope in enumerate(found):
        high, low = (
            loss([a + (h if j == i else 0) for j, a in enumerate(inputs)]) for h in (step, -step)
        )
        assert math.isclose(slope, (high - low) / (2 * step), abs_tol=1e-7)


def test_the_sums_of_the_backward_pass_by_hand() -> None:
    # n = (1/2, -1/2), s' = 1/6, root 2: dL/dmu = (1/6)(-1 + 2)/2, dL/dsigma^2 = (1/6)(-3/2)/8
    found = backward(E, HARD_SIGMOID, exact(1, -1), exact(1, 2), E.const(3))
    assert found.mu.rational() == F(1, 12)
    assert found.variance.rational() == F(-1, 32)


@by_turns(2)
def test_a_layer_of_symbolic_dimension_is_the_layer_of_that_dimension() -> None:
    """The kernel evaluates the lowered layer at d = 3 to the numbers of exact evaluation."""
    system = TermSystem()
    at = var("u")
    inputs = {1: -200, 2: -500, 3: 700}
    body = sum((q * (1 - system.abs(system.sign(at - i))) for i, q in inputs.items()), 0 * at)

    def y(index: Term) -> Term:
        return Term(put(body.json, "u", index))

    layer = Indexed(y, system.const(3))
    symbolic = fluctuation(system, la_hard_silu(system, layer, system.const(128_129)), layer)
    listed = exact(*inputs.values())
    value = fluctuation(E, la_hard_silu(E, listed, E.const(128_129)), listed).rational()
    for shift, accepted in ((0, True), (1, False)):
        statement = {
            "vars": {},
            "functions": {},
            "given": [],
            "show": symbolic.equals(value + shift).json,
        }
        proof = {"by": "both", "then": [{"by": "evaluate", "bits": 0, "then": []}] * 2}
        result = check(json.dumps({"statement": statement, "proof": proof}).encode())
        assert result.accepted is accepted


def test_sums_in_sums_have_indices_of_their_own() -> None:
    system = TermSystem()
    layer = Indexed(lambda at: app("y", at), var("d"))
    text = str(moments(system, layer, var("alpha")).root.json)
    assert "'sum', 'j2'" in text
    assert "'sum', 'j1'" in text


@pytest.mark.parametrize(
    ("d", "alpha", "scale", "why"),
    [
        (0, F(1), "sigmoid", "at least one element"),
        (2, F(0), "sigmoid", "alpha must be positive"),
        (2, F(1), "tanh", "the scale is one of"),
    ],
)
def test_a_layer_that_is_none_is_refused(d: int, alpha: F, scale: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        LayerAct(d, alpha, scale)


def test_a_layer_as_data() -> None:
    layer = LayerAct(2, F(3), "hard-sigmoid")
    assert rationals(layer.apply(E, exact(1, -1))) == [F(7, 12), F(-5, 12)]
    assert rationals(layer.scales(E, exact(1, -1))) == [F(7, 12), F(5, 12)]
    assert layer.cost()["parameters"] == 0
    assert "d = 2, alpha = 3" in str(layer)
