"""LayerAct functions inside torch: outputs and gradients within a derived bound of the exact."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from constructions.interop.torch_layeract import (
    gradient_error_bound,
    layer_act_module,
    output_error_bound,
)
from constructions.layeract import HARD_SIGMOID, SIGMOID, STEP, Scale, backward, dense, layer_act

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
CASES = [
    ((F(3), F(-1, 2), F(1, 4), F(-5)), (F(1), F(-2), F(1, 2), F(3)), F(1)),
    ((F(7, 8),), (F(-3),), F(1, 8)),
    ((F(2), F(2), F(2)), (F(1), F(1), F(-1)), F(1, 1024)),
    ((F(1000), F(-1001), F(3, 4)), (F(1, 4), F(5), F(-2)), F(1, 8)),
    (
        tuple(F((-1) ** k * k * k, 64) for k in range(40)),
        tuple(F(k, 8) for k in range(40)),
        F(1, 4),
    ),
]
SCALES = [SIGMOID, HARD_SIGMOID]


def exact(scale: Scale, y: tuple[F, ...], g: tuple[F, ...], alpha: F) -> tuple[list[F], list[F]]:
    """Outputs and gradients to 60 digits, by rigorous balls."""
    from constructions.interop.flint import BallSystem, to_fractions

    balls = BallSystem(256)
    with balls.working():
        vector, upstream = (dense(balls, [balls.const(a) for a in v]) for v in (y, g))
        small = balls.const(alpha)
        outputs = layer_act(balls, scale, vector, small).head
        gradient = backward(balls, scale, vector, upstream, small).y.head
        return [to_fractions(a)[0] for a in outputs], [to_fractions(a)[0] for a in gradient]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("scale", SCALES, ids=lambda s: s.name)
@pytest.mark.parametrize(("y", "g", "alpha"), CASES)
def test_module_and_autograd_are_within_the_bounds(
    y: tuple[F, ...], g: tuple[F, ...], alpha: F, scale: Scale, dtype: str
) -> None:
    torch = pytest.importorskip("torch")
    kind = getattr(torch, dtype)
    point = torch.tensor([float(a) for a in y], dtype=kind, requires_grad=True)
    output = layer_act_module(scale.name, float(alpha))(point)
    output.backward(torch.tensor([float(a) for a in g], dtype=kind))
    values, gradient = exact(scale, y, g, alpha)
    bound = F(output_error_bound(y, alpha, scale, dtype))
    slope = F(gradient_error_bound(y, g, alpha, scale, dtype))
    for computed, value in zip(output.tolist(), values, strict=True):
        assert abs(F(computed) - value) <= bound
    for computed, value in zip(point.grad.tolist(), gradient, strict=True):
        assert abs(F(computed) - value) <= slope
    size = max(map(abs, y))
    assert bound <= size * F(1, 10) or dtype == "float32", "the bound says something"


def test_what_is_not_computed_is_refused() -> None:
    with pytest.raises(ValueError, match="sigmoid or hard-sigmoid"):
        layer_act_module("step")
    with pytest.raises(ValueError, match="alpha must be positive"):
        layer_act_module("sigmoid", 0.0)
    with pytest.raises(ValueError, match="no Lipschitz constant"):
        output_error_bound((F(1),), F(1), STEP)
    with pytest.raises(ValueError, match="no Lipschitz constant"):
        gradient_error_bound((F(1),), (F(1),), F(1), STEP)


def test_a_wrong_gradient_is_noticed() -> None:
    """Without the term of the mean the gradient is out of bounds by far."""
    y, g, alpha = CASES[0]
    _, gradient = exact(SIGMOID, y, g, alpha)
    slope = F(gradient_error_bound(y, g, alpha, SIGMOID))
    from constructions.interop.flint import BallSystem, to_fractions

    balls = BallSystem(128)
    with balls.working():
        vector, upstream = (dense(balls, [balls.const(a) for a in v]) for v in (y, g))
        part = to_fractions(backward(balls, SIGMOID, vector, upstream, balls.const(alpha)).mu)[0]
    assert abs(part / len(y)) > 1000 * slope
    assert len(gradient) == len(y)
