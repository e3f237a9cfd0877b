"""The reductions of Prop. 1, 2 and 3 in modules of torch, on scanned digits (scikit-learn).

Two modules that compute the same function exactly may differ by the sum of their error bounds, and
each lies within its bound of the exact network, which balls enclose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import pytest

from constructions.federated import Block, Layer, LayeredNet, ResidualNet, normalised, reduced
from constructions.interop.torch_federated import Network, forward_error_bounds, to_torch
from constructions.one_class import constant_features, one_class
from constructions.vanilla import Classifier, vanilla
from tests.sampling import by_turns, some_of

SAMPLES = 6
WIDTHS = (64, 16, 12, 10)
SHALLOW = (64, 16, 10)  # in single precision the bound of a deeper network says nothing


@pytest.fixture(scope="module")
def digits() -> list[tuple[F, ...]]:
    """8 x 8 images with entries 0, ..., 16: exact in every dtype."""
    data = pytest.importorskip("sklearn.datasets", reason="scikit-learn is an optional extra")
    return [tuple(F(int(a)) for a in row) for row in data.load_digits().data[:SAMPLES]]


def weights(rows: int, columns: int, seed: int) -> tuple[tuple[F, ...], ...]:
    """Multiples of 1/32 between -1 and 1, by x -> 1103515245 x + 12345 mod 2^31."""
    found, state = [], seed
    for _ in range(rows * columns):
        state = (1103515245 * state + 12345) % 2**31
        found.append(F((state >> 16) % 65 - 32, 32))
    return tuple(tuple(found[i * columns : (i + 1) * columns]) for i in range(rows))


def network(slope: F = F(0), bias: bool = False, widths: tuple[int, ...] = WIDTHS) -> LayeredNet:
    layers = []
    for number, (n, d) in enumerate(pairwise(widths)):
        b = tuple(F(i, 8) for i in range(d)) if bias and number == 0 else (F(0),) * d
        layers.append(Layer(weights(d, n, 7 + number), b, "none"))
    return LayeredNet(tuple(layers), slope)


def run(module: Any, points: Sequence[Sequence[F]], dtype: str) -> list[list[float]]:
    import torch

    batch = torch.tensor([[float(a) for a in x] for x in points], dtype=getattr(torch, dtype))
    with torch.no_grad():
        values: list[list[float]] = module(batch).double().tolist()
    return values


def exact(net: Network, x: Sequence[F]) -> list[tuple[F, F]]:
    """Rational bounds of the exact outputs."""
    from constructions.interop.flint import BallSystem, to_fractions

    balls = BallSystem(200)
    with balls.working():
        return [to_fractions(a) for a in net.evaluate(balls, [balls.const(q) for q in x])]


def within(net: Network, points: Sequence[Sequence[F]], dtype: str) -> list[list[float]]:
    """The module's outputs, each of which is seen to lie within its bound of the exact one."""
    outputs = run(to_torch(net, dtype), points, dtype)
    for x, values in zip(points, outputs, strict=True):
        bounds = forward_error_bounds(net, x, dtype)
        for value, bound, (low, high) in zip(values, bounds, exact(net, x), strict=True):
            assert low - F(bound) <= F(value) <= high + F(bound)
    return outputs


def agree(one: Network, other: Network, points: Sequence[Sequence[F]], dtype: str) -> None:
    """Both modules are within their bounds, and so within the sum of these of one another."""
    pairs = zip(points, within(one, points, dtype), within(other, points, dtype), strict=True)
    for x, first, second in pairs:
        bounds = [
            a + b
            for a, b in zip(
                forward_error_bounds(one, x, dtype),
                forward_error_bounds(other, x, dtype),
                strict=True,
            )
        ]
        assert max(bounds) < (1e-6 if dtype == "float64" else 1), "the bound says something"
        for a, b, bound in zip(first, second, bounds, strict=True):
            assert abs(F(a) - F(b)) <= F(bound)


@by_turns(2)
@some_of(4)
@pytest.mark.parametrize(("dtype", "widths"), [("float64", WIDTHS), ("float32", SHALLOW)])
@pytest.mark.parametrize("step", ["n", "nMV"])
@pytest.mark.parametrize("slope", [F(0), F(1, 8)])
def test_layers_normalised_one_by_one_or_only_the_last(
    digits: list[tuple[F, ...]], step: str, slope: F, dtype: str, widths: tuple[int, ...]
) -> None:
    """Prop. 1 (n, RMSNorm) and Prop. 2 (n_MV, LayerNorm)."""
    pytest.importorskip("torch", reason="torch is an optional extra")
    full = normalised(network(slope, widths=widths), step)
    agree(full, reduced(full), digits, dtype)


@pytest.mark.parametrize("step", ["n", "nMV"])
def test_a_reduction_that_forgets_the_last_step_is_found_out(
    digits: list[tuple[F, ...]], step: str
) -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    full = normalised(network(), step)
    *first, last = reduced(full).layers
    wrong = replace(full, layers=(*first, replace(last, step="none")))
    with pytest.raises(AssertionError):
        agree(full, wrong, digits[:1], "float64")


def trained(net: Network, digits: list[tuple[F, ...]], module: Any = None) -> tuple[Any, Any]:
    """The module and its outputs after 50 steps of gradient descent."""
    import torch

    torch.manual_seed(0)
    module = to_torch(net) if module is None else module
    batch = torch.tensor([[float(a) for a in x] for x in digits], dtype=torch.float64)
    target = torch.randn(len(digits), 10, dtype=torch.float64)
    optimiser = torch.optim.SGD(module.parameters(), lr=0.01)
    for _ in range(50):
        optimiser.zero_grad()
        ((module(batch) - target) ** 2).mean().backward()
        optimiser.step()
    with torch.no_grad():
        return module, module(batch)


@pytest.mark.parametrize("step", ["n", "nMV"])
@pytest.mark.parametrize("slope", [F(0), F(1, 8)])
def test_both_formats_take_the_same_steps(digits: list[tuple[F, ...]], step: str, slope: F) -> None:
    """``fl.prop1.training``: the same parameters after training, up to rounding."""
    pytest.importorskip("torch", reason="torch is an optional extra")
    full = normalised(network(slope, bias=True), step)
    begun = to_torch(full).state_dict()
    (one, outputs), (other, others) = (trained(net, digits) for net in (full, reduced(full)))
    assert (outputs - others).abs().max() < 1e-8
    pairs = list(zip(one.parameters(), other.parameters(), strict=True))
    assert len(pairs) == len(full.layers) + 1, "the weights, and the first bias"
    assert all((p - q).abs().max() < 1e-8 for p, q in pairs)
    moved = [(p - q).abs().max() for p, q in zip(one.parameters(), begun.values(), strict=True)]
    assert min(moved) > 1e-4, "or the lines before say nothing"


def test_formats_with_biases_that_are_trained_part(digits: list[tuple[F, ...]]) -> None:
    """``fl.prop1.training.biases``: which is why ``to_torch`` has none from the second layer on."""
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    full = normalised(network(bias=True), "n")
    outputs = []
    for net in (full, reduced(full)):
        module = to_torch(net)
        for layer in list(module)[1:]:
            if isinstance(layer, torch.nn.Linear):
                assert layer.bias is None
                layer.bias = torch.nn.Parameter(torch.zeros(layer.out_features).double())
        outputs.append(trained(net, digits, module)[1])
    assert (outputs[0] - outputs[1]).abs().max() > 1e-3


def test_a_bias_that_is_not_0_stays_a_parameter() -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    first, second = (Layer(weights(3, 3, i), (F(i),) * 3, "none") for i in (1, 2))
    module = to_torch(LayeredNet((first, second), F(0)))
    assert module[2].bias.tolist() == [2.0] * 3


@pytest.mark.parametrize("form", ["FN", "pre", "post"])
def test_a_vanilla_classifier_predicts_what_the_normalised_one_does(
    digits: list[tuple[F, ...]], form: str
) -> None:
    """Prop. 3.A and 3.B: where the largest logit leads by more than the bounds."""
    pytest.importorskip("torch", reason="torch is an optional extra")
    made = Classifier(network(), weights(10, 10, 3), form)
    decided = 0
    for net in (made, vanilla(made)):
        within(net, digits, "float64")
    for x, *rows in zip(
        digits,
        *(run(to_torch(net), digits, "float64") for net in (made, vanilla(made))),
        strict=True,
    ):
        labels = set()
        for net, values in zip((made, vanilla(made)), rows, strict=True):
            best, second = sorted(values)[-1], sorted(values)[-2]
            if best - second > 2 * max(forward_error_bounds(net, x)):
                labels.add(values.index(best))
        decided += len(labels) == 1
        assert len(labels) <= 1
    assert decided == len(digits)


def blocks(count: int, after: str) -> ResidualNet:
    made = tuple(
        Block(weights(16, 64, 5 + i), weights(64, 16, 50 + i), "nMV", after) for i in range(count)
    )
    return ResidualNet(made, F(0))


def test_one_block_with_a_shift_is_the_block_up_to_a_normalisation(
    digits: list[tuple[F, ...]],
) -> None:
    """Eq. 10 and 11: n_MV of block' is block; the bound is that of two normalisations."""
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    shifted = run(to_torch(blocks(1, "s")), digits, "float64")
    again = torch.nn.LayerNorm(64, eps=0.0, elementwise_affine=False, dtype=torch.float64)
    values = again(torch.tensor(shifted, dtype=torch.float64)).tolist()
    within(blocks(1, "s"), digits, "float64")
    outputs = within(blocks(1, "nMV"), digits, "float64")
    for x, first, second in zip(digits, outputs, values, strict=True):
        bound = 3 * max(forward_error_bounds(blocks(1, "nMV"), x))
        assert max(abs(a - b) for a, b in zip(first, second, strict=True)) <= bound < 1e-6


def test_two_blocks_may_not_be_replaced(digits: list[tuple[F, ...]]) -> None:
    """`fl.resnet.replace`: the shift in the first block changes the second."""
    pytest.importorskip("torch", reason="torch is an optional extra")
    full = blocks(2, "nMV")
    first, last = full.blocks
    replaced = ResidualNet((replace(first, after="s"), last), full.slope)
    for x, one, other in zip(
        digits, within(full, digits, "float64"), within(replaced, digits, "float64"), strict=True
    ):
        sure = max(forward_error_bounds(full, x)) + max(forward_error_bounds(replaced, x))
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 1e6 * sure


@pytest.mark.parametrize("step", ["n", "nMV"])
def test_an_image_that_is_0_has_no_normalisation_in_either_module(
    digits: list[tuple[F, ...]], step: str
) -> None:
    """A zero row of the data: NaN in both, and no other row is touched; with a bias none is."""
    from math import isnan

    pytest.importorskip("torch", reason="torch is an optional extra")
    zero = (F(0),) * 64
    full = normalised(network(), step)
    for net in (full, reduced(full)):
        values = run(to_torch(net), [digits[0], zero, digits[1]], "float64")
        assert all(map(isnan, values[1]))
        assert not any(map(isnan, [*values[0], *values[2]]))
        with pytest.raises(ValueError, match="too close to one that cannot be"):
            forward_error_bounds(net, zero)
        stable = run(to_torch(net, eps=1e-5), [zero], "float64")
        assert stable == [[0.0] * 10]
    biased = normalised(network(bias=True), step)
    agree(biased, reduced(biased), [zero, digits[0]], "float64")


def test_the_one_class_classifier_has_the_loss_that_was_asked_for(
    digits: list[tuple[F, ...]],
) -> None:
    """B.2 in torch: cross-entropy of the class on all samples, at most delta up to its bound."""
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    made = one_class(constant_features(64, (8, 4)), digits, classes=10, label=3, delta=F(1, 100))
    logits = torch.tensor(within(made, digits, "float64"), dtype=torch.float64)
    loss = torch.nn.functional.cross_entropy(logits, torch.full((len(digits),), 2))
    slack = 2 * max(max(forward_error_bounds(made, x)) for x in digits) + 1e-12
    assert 0 < loss.item() <= 0.01 + slack


def test_what_cannot_be_made_is_refused() -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    with pytest.raises(ValueError, match="the dtype is float64 or float32, not 'half'"):
        to_torch(network(), "half")
    with pytest.raises(ValueError, match="eps must not be negative"):
        to_torch(network(), eps=-1.0)
    assert to_torch(network(), eps=0.0) is not None
