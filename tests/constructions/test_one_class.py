"""The one-class loss and the classifier of B.2: values by hand, and by plain floating point."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from constructions.exact import ExactSystem
from constructions.federated import Layer, LayeredNet
from constructions.interop.flint import BallSystem, to_fractions
from constructions.one_class import (
    constant_features,
    margin_for,
    margins,
    one_class,
    one_class_loss,
)

EXACT = ExactSystem()


def rationals(values: list[object]) -> list[F]:
    return [value.rational() for value in values]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("widths", "x0", "slope", "value"),
    [
        ((1,), F(1), F(0), F(1)),
        ((3, 1, 4), F(5, 2), F(0), F(5, 2)),
        ((2, 2), F(-3), F(1, 3), F(-1)),
    ],
)
def test_every_hidden_value_is_rho_of_x0(
    widths: tuple[int, ...], x0: F, slope: F, value: F
) -> None:
    network = constant_features(2, widths, x0, slope)
    for x in ((0, 0), (7, -3)):
        for (_, after), d in zip(
            network.trace(EXACT, [EXACT.const(a) for a in x]), widths, strict=True
        ):
            assert rationals(after) == [value] * d


@pytest.mark.parametrize(
    ("inputs", "widths", "x0", "message"),
    [
        (1, (), F(1), "needs an input, a layer"),
        (0, (1,), F(1), "needs an input, a layer"),
        (1, (1,), F(-1), r"rho\(-1\) = 0"),
        (1, (1,), F(0), r"rho\(0\) = 0"),
    ],
)
def test_what_the_construction_cannot_use(
    inputs: int, widths: tuple[int, ...], x0: F, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        constant_features(inputs, widths, x0)


@pytest.mark.parametrize("classes", [1, 2, 10, 64])
@pytest.mark.parametrize("delta", [F(1, 10**9), F(1, 7), F(3)])
def test_the_margin_is_enough(classes: int, delta: F) -> None:
    u = margin_for(classes, delta)
    assert u >= 1
    assert math.log1p((classes - 1) * math.exp(-u)) <= float(delta)
    assert u == 1 or (classes - 1) * 2.718 ** -(u - 1) > float(delta)


def test_margins_by_hand() -> None:
    """w = (1, 2), (3, -1) and g = (5, 7): 19 and 8, so -11 for class 1 and 11 for class 2."""
    W = ((F(1), F(2)), (F(3), F(-1)))
    g = [EXACT.const(5), EXACT.const(7)]
    assert rationals(margins(EXACT, W, g, 1)) == [0, -11]
    assert rationals(margins(EXACT, W, g, 2)) == [11, 0]


@pytest.mark.parametrize("classes", [1, 2, 5])
@pytest.mark.parametrize("label", [1, "last"])
def test_the_loss_is_at_most_delta(classes: int, label: int | str) -> None:
    k = classes if label == "last" else 1
    samples = [(F(1), F(-2)), (F(0), F(3)), (F(100), F(1))]
    network = LayeredNet((Layer(((F(1), F(2)), (F(-1), F(1))), (F(3), F(1)), "none"),), F(1, 10))
    made = one_class(network, samples, classes, k, F(1, 50))
    balls = BallSystem(128)
    with balls.working():
        points = [[balls.const(a) for a in x] for x in samples]
        low, high = to_fractions(one_class_loss(balls, made, points, k))
    plain = 0.0
    for x in samples:
        pre = [x[0] + 2 * x[1] + 3, -x[0] + x[1] + 1]
        g = [float(max(t, 0) + min(t, 0) / 10) for t in pre]
        scores = [sum(float(w) * a for w, a in zip(row, g, strict=True)) for row in made.W]
        plain += math.log(sum(math.exp(s - scores[k - 1]) for s in scores)) / len(samples)
    assert low <= high <= F(1, 50)
    assert math.isclose(float(high), plain, abs_tol=1e-12)


@pytest.mark.parametrize(
    ("samples", "classes", "label", "delta", "message"),
    [
        ([(F(1),)], 2, 3, F(1), "the label is one of 1 to 2"),
        ([], 2, 1, F(1), "at least one sample"),
        ([(F(1),)], 2, 1, F(0), "delta must be positive"),
        ([(F(1),), (F(-1),)], 2, 1, F(1), "on the same side"),
    ],
)
def test_what_no_embedding_can_serve(
    samples: list[tuple[F, ...]], classes: int, label: int, delta: F, message: str
) -> None:
    network = LayeredNet((Layer(((F(1),),), (F(0),), "none"),), F(1))
    with pytest.raises(ValueError, match=message):
        one_class(network, samples, classes, label, delta)
