"""Networks of sigmoid and tanh whose far units are constants, against every unit apart."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from constructions.exact import Surd
from constructions.interop import saturating
from constructions.interop.arrays import evaluate_batched, has_torch
from constructions.interop.saturating import Saturating
from constructions.interop.steps import NotSteps
from constructions.layers import LayerNorm, Relu, Sigmoid, Sign, Tanh
from constructions.networks import ParallelNet, Unit
from constructions.systems import NumberError

RUNS = [("numpy", "float64"), ("numpy", "float32")]
RUNS += [("torch", "float64"), ("torch", "float32")] if has_torch() else []
each_run = pytest.mark.parametrize(("namespace", "dtype"), RUNS)
WIDE = np.finfo(np.longdouble).eps < 1e-18


def wanted(net: Saturating, xs: Any, dtype: str) -> Any:
    """Each unit apart: w x + b as it is rounded, all else in long double."""
    kind = np.dtype(dtype).type
    a, w, b, c = (part.astype(dtype) for part in (net.a, net.w, net.b, net.c))
    rows = np.broadcast_to(np.atleast_2d(np.asarray(xs, dtype)), (len(a), np.shape(xs)[-1]))
    t = (b[:, :, None] + (w[:, :, None] * rows[:, None, :]).astype(kind)).astype(kind)
    terms = a[:, :, None].astype(np.longdouble) * np.tanh(t.astype(np.longdouble))
    return c[:, None].astype(np.longdouble) + terms.sum(1)


def agrees(net: Saturating, xs: Any, namespace: str, dtype: str) -> None:
    found = np.asarray(net.values(xs, namespace, "cpu", dtype), dtype="float64")
    assert (abs(found - wanted(net, xs, dtype)) <= net.rounding(dtype)).all()


def drawn(seed: int, B: int, N: int, steep: float) -> Saturating:
    rng = np.random.default_rng(seed)
    w = steep * rng.standard_normal((B, N))
    return Saturating(
        rng.standard_normal((B, N)), w, -w * rng.random((B, N)), rng.standard_normal(B)
    )


@each_run
@pytest.mark.parametrize("steep", [0.0, 1.0, 300.0, 1e5, 1e9])
@pytest.mark.parametrize("pairs", [7, saturating.PAIRS])
def test_random_units(
    namespace: str, dtype: str, steep: float, pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saturating, "PAIRS", pairs)
    net, rng = drawn(3, 3, 23, steep), np.random.default_rng(5)
    agrees(net, rng.random(57), namespace, dtype)
    agrees(net, np.sort(rng.random((3, 40)), axis=1), namespace, dtype)
    agrees(net, 4 * rng.random((3, 40)) - 2, namespace, dtype)
    agrees(drawn(3, 1, 9, steep), rng.random((1, 5)), namespace, dtype)


@each_run
@pytest.mark.parametrize("steep", [1.0, 300.0, 1e5])
@pytest.mark.parametrize("pairs", [7, saturating.PAIRS])
def test_networks_that_share_their_breakpoints(
    namespace: str, dtype: str, steep: float, pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One tanh for all networks: the same sums, and taken but once."""
    monkeypatch.setattr(saturating, "PAIRS", pairs)
    net, rng = drawn(3, 5, 23, steep), np.random.default_rng(5)
    same = Saturating(
        net.a, np.repeat(net.w[:1], 5, axis=0), np.repeat(net.b[:1], 5, axis=0), net.c
    )
    seen: list[int] = []
    real = saturating._near

    def near(*given: Any) -> Any:
        seen.append(len(given[1]))
        return real(*given)

    monkeypatch.setattr(saturating, "_near", near)
    agrees(same, rng.random(57), namespace, dtype)
    agrees(same, np.sort(rng.random(57)), namespace, dtype)
    agrees(same, np.full(9, 0.5), namespace, dtype)
    assert seen == [1, 1, 1]
    agrees(same, rng.random((5, 40)), namespace, dtype)  # points of their own
    agrees(net, rng.random(57), namespace, dtype)  # breakpoints of their own
    assert seen[3:] == [5, 5]


@each_run
def test_units_without_slope_and_points_at_the_ends_of_what_is_near(
    namespace: str, dtype: str
) -> None:
    a = np.array([[1.0, -2.0, 0.5, 0.0]])
    w, b = np.array([[0.0, 64.0, -64.0, 0.0]]), np.array([[0.3, -32.0, 16.0, 0.0]])
    net = Saturating(a, w, b, np.array([0.25]))
    ends = [(s * r - t) / v for r in (9.5, 10.1, 20.06, 21.0) for s in (-1, 1)
            for v, t in ((64.0, -32.0), (-64.0, 16.0))]  # fmt: skip
    agrees(net, np.array([*ends, *np.nextafter(ends, 9), 0.25, 0.5]), namespace, dtype)


@pytest.mark.skipif(not WIDE, reason="long double is no longer than double")
def test_a_unit_taken_for_a_constant_too_early_is_beyond_the_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With T less by a half of it the values are wrong by more than is allowed."""
    net, xs = drawn(3, 3, 23, 50.0), np.linspace(0, 1, 200)
    agrees(net, xs, "numpy", "float64")
    monkeypatch.setattr(saturating, "log", lambda x: 16.0)
    with pytest.raises(AssertionError):
        agrees(net, xs, "numpy", "float64")


def test_far_units_are_not_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    net, xs = drawn(3, 4, 100, 1e5), np.linspace(0, 1, 1000)
    seen: list[int] = []
    real = saturating._near

    def near(*given: Any) -> Any:
        for unit, place in real(*given):
            seen.append(len(unit))
            yield unit, place

    monkeypatch.setattr(saturating, "_near", near)
    net.values(xs)
    assert 0 < sum(seen) < 4 * 100 * 1000 / 100


def unit(a: int, w: int, b: int) -> Unit:
    return Unit("u", (Surd(a),), ((Surd(w),),), (Surd(b),))


@pytest.mark.parametrize("layer", [Sigmoid(), Tanh()], ids=str)
def test_networks_as_their_layer_evaluates_them(layer: Any) -> None:
    nets = [
        ParallelNet(layer, 1, tuple(unit(k + 1, 900 * (-1) ** k, -90 * k) for k in range(n)))
        for n in (9, 5)
    ]
    xs = np.linspace(-2, 2, 301)
    net = Saturating.of(nets)
    size = np.abs(net.a).sum(1).max()
    apart = abs(net.values(xs) - evaluate_batched(nets, xs))
    assert apart.max() <= 1e-13 * size
    assert abs(net.values(xs)).max() > 1


@pytest.mark.parametrize(
    "layer", [Relu(), Sign(), LayerNorm(2, Surd(F(1, 100)))], ids=str
)  # fmt: skip
def test_other_units_are_refused(layer: Any) -> None:
    d = layer.d
    one = Unit("u", (Surd(1),) * d, ((Surd(1),),) * d, (Surd(0),) * d)
    with pytest.raises(NotSteps):
        Saturating.of([ParallelNet(layer, 1, (one,))])
    two = Unit("u", (Surd(1),), ((Surd(1), Surd(1)),), (Surd(0),))
    with pytest.raises(NotSteps):
        Saturating.of([ParallelNet(Tanh(), 2, (two,))])


def test_what_is_no_number_is_refused() -> None:
    net = drawn(1, 2, 3, 1.0)
    with pytest.raises(NumberError):
        net.values([0.0, np.nan])
    with pytest.raises(ValueError, match="cannot take points of shape"):
        net.values(np.zeros((3, 4)))
    with pytest.raises(ValueError, match="finite"):
        Saturating(net.a, net.w, net.b * np.inf, net.c)
    with pytest.raises(ValueError, match="one shape"):
        Saturating(net.a, net.w[:1], net.b, net.c)
