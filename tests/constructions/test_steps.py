"""Step and ReLU networks by their breakpoints, against every unit apart and exact sums."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.exact import Surd
from constructions.functions import parse
from constructions.interop.arrays import evaluate_batched, has_torch
from constructions.interop.steps import NotSteps, Steps
from constructions.layers import LayerNorm, LayerScaling, Relu, Sign, Tanh
from constructions.networks import ParallelNet, Unit
from constructions.pln import construct, sign_network
from constructions.systems import NumberError
from tests.sampling import by_turns

RUNS = [("numpy", "float64"), ("numpy", "float32")]
RUNS += [("torch", "float64"), ("torch", "float32")] if has_torch() else []
each_run = pytest.mark.parametrize(("namespace", "dtype"), RUNS)


def exactly(steps: Steps, xs: Any, dtype: str) -> list[list[F]]:
    """Each unit apart: its sign from the rounded w x + b, and the sum in fractions."""
    kind = np.dtype(dtype).type
    a, w, b = (part.astype(dtype) for part in (steps.a, steps.w, steps.b))
    rows = np.broadcast_to(np.atleast_2d(np.asarray(xs, dtype)), (len(a), np.shape(xs)[-1]))
    found = []
    for i in range(len(a)):
        values = []
        for x in rows[i]:
            total = F(0)
            for k in range(a.shape[1]):
                t = kind(b[i, k] + kind(w[i, k] * x))
                if steps.ramps:
                    on = t > 0
                    size = F(float(w[i, k])) * F(float(x)) + F(float(b[i, k]))
                    total += F(float(a[i, k])) * size * on
                else:
                    total += F(float(a[i, k])) * int(np.sign(t))
            values.append(total)
        found.append(values)
    return found


def agrees(steps: Steps, xs: Any, namespace: str, dtype: str) -> None:
    found = steps.values(xs, namespace, "cpu", dtype)
    found = np.asarray(found, dtype="float64")
    bound = np.broadcast_to(steps.rounding(xs, dtype), found.shape)
    wanted = exactly(steps, xs, dtype)
    for i, row in enumerate(wanted):
        for j, value in enumerate(row):
            assert abs(F(float(found[i, j])) - value) <= F(float(bound[i, j])), (i, j)


def drawn(seed: int, B: int, N: int, ramps: bool) -> Steps:
    rng = np.random.default_rng(seed)
    w = rng.choice([-2.0, -1.0, 0.0, 1.0, 3.0, 0.1], (B, N))
    return Steps(rng.normal(size=(B, N)), w, rng.choice([-1.0, 1.0], (B, N)) * rng.random((B, N)),
                 ramps)  # fmt: skip


@by_turns(2)
@each_run
@pytest.mark.parametrize("ramps", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_random_breakpoints(namespace: str, dtype: str, ramps: bool, seed: int) -> None:
    steps = drawn(seed, 3, 17, ramps)
    rng = np.random.default_rng(100 + seed)
    agrees(steps, rng.normal(size=23), namespace, dtype)
    agrees(steps, rng.normal(size=(3, 23)), namespace, dtype)


@each_run
@pytest.mark.parametrize("ramps", [False, True])
def test_breakpoints_at_points_and_one_that_all_share(
    namespace: str, dtype: str, ramps: bool
) -> None:
    xs = np.array([0.5, 0.25, 0.5, -0.5, 0.75, 0.0, 0.5])
    for w in (1.0, -1.0):
        steps = Steps(*(np.full((2, 9), value) for value in (0.1, w, -0.5 * w)), ramps)
        agrees(steps, xs, namespace, dtype)
    grid = np.linspace(0.0, 1.0, 11)
    one = np.ones((1, 11))
    agrees(Steps(one / 3, one, -grid[None]), grid, namespace, dtype)


@each_run
def test_neighbouring_floats_products_that_round_and_cancelling_weights(
    namespace: str, dtype: str
) -> None:
    kind = np.dtype(dtype).type
    third = kind(1) / kind(3)
    near = [third]
    for _ in range(4):
        near = [np.nextafter(near[0], kind(0)), *near, np.nextafter(near[-1], kind(1))]
    xs = np.array(near, dtype)
    w = np.array([[3.0, 0.1, 7.0, -3.0, -7.0, 1e-3, 1.0, 0.0, 0.0, 0.0]])
    b = -(w * third).astype(dtype).astype("float64")
    b[0, 7:] = [0.0, 1.0, -1.0]
    a = np.array([[1e8, -1e8, 1.0, 1e-8, 3.0, -5.0, 1e8, 2.0, 4.0, -1e8]])
    agrees(Steps(a, w, b), xs, namespace, dtype)
    agrees(Steps(a, w, b, True), xs, namespace, dtype)


@pytest.mark.parametrize("ramps", [False, True])
def test_what_is_wrong_by_one_jump_is_beyond_the_bound(ramps: bool) -> None:
    """The comparison can fail: a unit less shows."""
    steps = drawn(5, 1, 17, ramps)
    xs = np.linspace(2.0, 3.0, 5)
    less = Steps(steps.a[:, 1:], steps.w[:, 1:], steps.b[:, 1:], ramps)
    gap = np.abs(steps.values(xs) - less.values(xs))
    assert (gap > steps.rounding(xs)).any()


@given(
    st.lists(
        st.tuples(*[st.integers(-8, 8)] * 3), min_size=1, max_size=12
    ),
    st.lists(st.integers(-12, 12), min_size=1, max_size=12),
    st.booleans(),
)  # fmt: skip
def test_small_integers_are_exact(
    units: list[tuple[int, int, int]], points: list[int], ramps: bool
) -> None:
    a, w, b = (np.array([[unit[i] for unit in units]], dtype="float64") for i in range(3))
    steps = Steps(a, w, b, ramps)
    xs = np.array(points, dtype="float64")
    assert steps.values(xs)[0].tolist() == exactly(steps, xs, "float64")[0]


def line(layer: Any, d: int, first: tuple[int, ...], N: int = 9) -> ParallelNet:
    """Units with h = first t, t = x - k/N."""
    zero = Surd(F(0))

    def unit(k: int) -> Unit:
        alpha = (Surd(F(2 * k - 7, 3)), *[zero] * (d - 1))
        W = tuple((Surd(F(c)),) for c in (*first, *[0] * (d - len(first))))
        b = tuple(Surd(F(-c * k, N)) for c in (*first, *[0] * (d - len(first))))
        return Unit(f"step {k}", alpha, W, b)

    return ParallelNet(layer, 1, tuple(unit(k) for k in range(1, N)))


STEP_LAYERS = [
    line(Sign(), 1, (1,)),
    line(Relu(), 1, (-1,)),
    line(LayerNorm(2, Surd(F(0))), 2, (1, -1)),
    line(LayerNorm(5, Surd(F(0))), 5, (1, -1)),
    line(LayerScaling(1, Surd(F(0))), 1, (1,)),
    line(LayerScaling(3, Surd(F(0))), 3, (1,)),
]


@each_run
@pytest.mark.parametrize("net", STEP_LAYERS, ids=lambda net: str(net.layer))
def test_networks_as_their_layer_evaluates_them(
    net: ParallelNet, namespace: str, dtype: str
) -> None:
    """Of two widths, at points in no order and at breakpoints."""
    nets = [net, ParallelNet(net.layer, 1, net.units[:4])]
    xs = np.random.default_rng(1).permutation(np.linspace(-0.1, 1.1, 41))
    xs[:3] = 1 / 3, 2 / 9, 1 / 9
    steps = Steps.of(nets)
    structured = np.asarray(steps.values(xs, namespace, "cpu", dtype), "float64")
    direct = np.asarray(evaluate_batched(nets, xs, namespace, "cpu", dtype), "float64")
    # each term of the direct sum carries the rounding of its layer, at most 16 operations
    allowed = 2 * steps.rounding(xs, dtype) + 16 * steps.rounding(xs, dtype) / 8
    assert (np.abs(structured - direct) <= allowed).all()
    assert np.abs(direct).max() > 1


def test_the_networks_of_the_paper() -> None:
    made = construct(parse("abs(x-1/3)"), F(1), F(1, 10), 4, delta=F(0)).network
    signs = sign_network([F(1, 3), F(1, 6), F(0), F(1, 6), F(2, 3)])
    xs = np.linspace(0, 1, 101)
    for net in (made, signs):
        found = Steps.of([net]).values(xs)
        assert np.abs(found - evaluate_batched([net], xs)).max() < 1e-13


@pytest.mark.parametrize(
    ("net", "says"),
    [
        (line(Tanh(), 1, (1,)), "no steps"),
        (line(LayerNorm(4, Surd(F(1, 100))), 4, (1, -1)), "delta = 0"),
        (line(LayerNorm(2, Surd(F(0)), at_zero=(1, -1)), 2, (1, -1)), "where it jumps"),
        (line(LayerNorm(4, Surd(F(0))), 4, (1, 1)), "h = (t, -t"),
        (line(LayerNorm(4, Surd(F(0))), 4, (1, -1, 1)), "h = (t, -t"),
        (line(LayerScaling(3, Surd(F(0))), 3, (1, 1)), "one coordinate"),
    ],
)
def test_other_units_are_refused(net: ParallelNet, says: str) -> None:
    with pytest.raises(NotSteps, match=says.replace("(", r"\(")):
        Steps.of([net])


def test_what_is_no_number_is_refused() -> None:
    one = np.ones((1, 2))
    with pytest.raises(NumberError):
        Steps(one, one, one).values([0.0, float("nan")])
    with pytest.raises(ValueError, match="one shape"):
        Steps(one, one, np.ones((1, 3)))
    with pytest.raises(ValueError, match="finite"):
        Steps(one, one, one * np.inf)
    with pytest.raises(ValueError, match="cannot take points"):
        Steps(one, one, one).values(np.zeros((2, 3)))


@pytest.mark.skipif(not has_torch(), reason="torch is not installed")
def test_matrix_settings_of_torch_change_nothing() -> None:
    import torch

    steps, xs = drawn(3, 2, 30, False), np.linspace(-2, 2, 50)
    before = torch.get_float32_matmul_precision()
    plain = steps.values(xs, "torch", "cpu", "float32")
    try:
        torch.set_float32_matmul_precision("medium")
        assert torch.equal(plain, steps.values(xs, "torch", "cpu", "float32"))
    finally:
        torch.set_float32_matmul_precision(before)
