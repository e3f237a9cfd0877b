"""LayerAct functions inside torch: outputs and gradients within a derived bound of the exact."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import pairwise

import pytest

from constructions.interop.torch_layeract import (
    gradient_error_bound,
    layer_act_module,
    output_error_bound,
)
from constructions.layeract import HARD_SIGMOID, SIGMOID, STEP, Scale, backward, dense, layer_act
from tests.sampling import some_of

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


@some_of(6)
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


@some_of(6)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("scale", SCALES, ids=lambda s: s.name)
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_feature_maps_are_one_layer_or_many(dims: int, scale: Scale, dtype: str) -> None:
    """(2, C, H, W): each sample by itself, mu and sigma over the last dimensions."""
    torch = pytest.importorskip("torch")
    kind, alpha, shape = getattr(torch, dtype), F(1, 8), (2, 3, 2, 4)
    count = 48
    y = tuple(F((7 * k * k + 3 * k) % 29 - 14, 4) for k in range(count))
    g = tuple(F((5 * k * k + k) % 17 - 8, 2) for k in range(count))
    point = torch.tensor([float(a) for a in y], dtype=kind, requires_grad=True)
    output = layer_act_module(scale.name, float(alpha), dims)(point.reshape(shape))
    output.backward(torch.tensor([float(a) for a in g], dtype=kind).reshape(shape))
    size = {1: 4, 2: 8, 3: 24}[dims]
    computed, sent = output.flatten().tolist(), point.grad.tolist()
    for start in range(0, count, size):
        part = slice(start, start + size)
        values, gradient = exact(scale, y[part], g[part], alpha)
        bound = F(output_error_bound(y[part], alpha, scale, dtype))
        slope = F(gradient_error_bound(y[part], g[part], alpha, scale, dtype))
        for a, value in zip(computed[part], values, strict=True):
            assert abs(F(a) - value) <= bound < 1
        for a, value in zip(sent[part], gradient, strict=True):
            assert abs(F(a) - value) <= slope < 10


def test_another_number_of_dimensions_is_another_function() -> None:
    torch = pytest.importorskip("torch")
    y = torch.linspace(-1, 2, 24).reshape(1, 3, 2, 4)
    outputs = [layer_act_module(dims=dims)(y) for dims in (1, 2, 3)]
    assert all((a - b).abs().max() > 0.01 for a, b in pairwise(outputs))


def test_what_is_not_computed_is_refused() -> None:
    for dims in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match="dims is a whole number"):
            layer_act_module(dims=dims)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="sigmoid or hard-sigmoid"):
        layer_act_module("step")
    with pytest.raises(ValueError, match="alpha must be positive"):
        layer_act_module("sigmoid", 0.0)
    with pytest.raises(ValueError, match="no Lipschitz constant"):
        output_error_bound((F(1),), F(1), STEP)
    with pytest.raises(ValueError, match="no Lipschitz constant"):
        gradient_error_bound((F(1),), (F(1),), F(1), STEP)


def test_too_few_dimensions_are_refused() -> None:
    torch = pytest.importorskip("torch")
    with pytest.raises(ValueError, match="the layer is 3 dimensions, y has 2"):
        layer_act_module(dims=3)(torch.zeros(2, 2))


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
