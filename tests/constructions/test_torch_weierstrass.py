"""Smoothed normalisation in torch: against mpmath, torch's own modules and its own checks."""

from __future__ import annotations

import copy
import io
import math
import pickle
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np
import pytest

from tests.sampling import by_turns

torch = pytest.importorskip("torch", reason="torch is an optional extra")
nn = torch.nn

from torch.nn.utils import parametrize, prune  # noqa: E402

from constructions.interop import (  # noqa: E402
    compiled_norms,
    torch_weierstrass,
    weierstrass_arrays,
)
from constructions.interop.torch_weierstrass import (  # noqa: E402
    WeierstrassLayerNorm,
    WeierstrassRMSNorm,
    smooth_norms,
    smoothed_rsqrt,
)

pytestmark = by_turns(3)

FORWARD = pytest.mark.filterwarnings(  # torch's own, when it first differentiates forward
    "ignore:.*torch.jit.script.*:DeprecationWarning"
)
KINDS = ["LayerNorm", "RMSNorm"]


@pytest.fixture
def compiler() -> Any:
    """torch.compile, which remembers what it could not compile until it is reset."""
    torch._dynamo.reset()
    yield torch.compile
    torch._dynamo.reset()


def ours(kind: str) -> Any:
    return getattr(torch_weierstrass, f"Weierstrass{kind}")


def factor(v: float, sigma: float, order: int = 0) -> Any:
    """f_sigma^(k)(v) = sigma^(-1/2-k) 2^(-1/2) e^(-z^2/4) D_(k-1/2)(-z) (DLMF 12.8.9)."""
    with mpmath.workdps(40):
        s = mpmath.mpf(sigma)
        z = mpmath.mpf(v) / s
        if abs(z) > 100:  # beyond, the series for large z and 0
            if z < 0:
                return mpmath.mpf(0)
            value = mpmath.mpf(0)
            for j in range(8):
                a = mpmath.rf(mpmath.mpf(1) / 2, 2 * j) / mpmath.mpf(2) ** j / mpmath.factorial(j)
                e = -mpmath.mpf(1) / 2 - 2 * j
                value += a * mpmath.ff(e, order) * z ** (e - order)
        else:
            D = mpmath.pcfd(order - mpmath.mpf(1) / 2, -z)
            value = mpmath.exp(-z * z / 4) * D / mpmath.sqrt(2)
        return value / mpmath.sqrt(s) / s**order


# --- the factor ----------------------------------------------------------------------------------

VALUES = [-1e4, -50.0, -3.0, -1.0, -1e-3, 0.0, 1e-30, 1e-3, 1.0, 3.0, 50.0, 1e4, 1e10, 1e30]


@pytest.mark.parametrize("sigma", [1e-6, 1e-3, 0.5, 1.0, 1e3])
@pytest.mark.parametrize(
    ("dtype", "units"),
    [(torch.float64, 4), (torch.float32, 0.51), (torch.bfloat16, 0.51), (torch.float16, 0.51)],
)
def test_values_and_two_derivatives_in_every_format(dtype: Any, units: float, sigma: float) -> None:
    info = torch.finfo(dtype)
    v = torch.tensor(VALUES, dtype=torch.float64).to(dtype).requires_grad_()
    value = smoothed_rsqrt(v, sigma)
    (slope,) = torch.autograd.grad(value.sum(), v, create_graph=True)
    (bend,) = torch.autograd.grad(slope.sum(), v)
    for order, got in enumerate((value, slope, bend)):
        assert got.dtype == dtype
        for at, found in zip(v.detach().double().tolist(), got.detach().tolist(), strict=True):
            true = mpmath.mpf(0) if math.isinf(at) else factor(at, sigma, order)
            if abs(true) >= info.max:
                assert math.isinf(found)
            else:  # rounded once, from a few units in the last place of float64
                size = max(abs(true), mpmath.mpf(info.tiny))
                assert abs(found - true) <= units * info.eps * size, (at, order)


def test_arguments_of_all_kinds() -> None:
    x = torch.randn(6, 5, dtype=torch.float64)
    assert torch.equal(smoothed_rsqrt(x.t(), 0.7), smoothed_rsqrt(x.t().contiguous(), 0.7))
    assert smoothed_rsqrt(torch.empty(0, 3), 1.0).shape == (0, 3)
    assert smoothed_rsqrt(torch.tensor(2), 1.0).item() == pytest.approx(float(factor(2, 1)))
    limits = torch.tensor([math.inf, -math.inf, math.nan], requires_grad=True)
    value = smoothed_rsqrt(limits, 1.0)
    assert value[:2].tolist() == [0, 0]
    assert value[2].isnan()
    assert torch.autograd.grad(value.sum(), limits)[0][:2].abs().tolist() == [0, 0]
    with pytest.raises(TypeError, match="v is a tensor, not float"):
        smoothed_rsqrt(1.0, 1.0)
    with pytest.raises(TypeError, match="real v"):
        smoothed_rsqrt(torch.tensor(1j), 1.0)
    with pytest.raises(TypeError, match="no derivative in sigma"):
        smoothed_rsqrt(x, torch.tensor(1.0, requires_grad=True))
    for sigma in (0.0, -1.0, math.nan, math.inf, 5e-324, 2.0**301):
        with pytest.raises(ValueError, match="the width sigma"):
            smoothed_rsqrt(x, sigma)
    third = torch.tensor(1.0, requires_grad=True)
    (slope,) = torch.autograd.grad(smoothed_rsqrt(third, 1.0), third, create_graph=True)
    (bend,) = torch.autograd.grad(slope, third, create_graph=True)
    with pytest.raises(RuntimeError, match="up to order 2"):
        torch.autograd.grad(bend, third)


@FORWARD
def test_derivatives_forward_and_backward() -> None:
    v = torch.linspace(-4, 8, 13, dtype=torch.float64, requires_grad=True)
    function = lambda t: smoothed_rsqrt(t, 0.7)  # noqa: E731
    assert torch.autograd.gradcheck(function, v, check_forward_ad=True, check_batched_grad=True)
    assert torch.autograd.gradgradcheck(function, v)


@FORWARD
def test_functional_transforms() -> None:
    from torch.func import grad, vmap

    x = torch.randn(6, 5, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    one = lambda t: smoothed_rsqrt(t, 0.7)  # noqa: E731
    assert torch.equal(vmap(one)(x), one(x))
    assert torch.equal(vmap(one, in_dims=1, out_dims=1)(x), one(x))
    slopes = vmap(grad(lambda t: one(t).sum()))(x)
    expected = [[float(factor(v, 0.7, 1)) for v in row] for row in x.tolist()]
    assert torch.allclose(slopes, torch.tensor(expected, dtype=torch.float64), rtol=1e-12, atol=0)
    _, moved = torch.func.jvp(one, (x,), (2 * torch.ones_like(x),))
    assert torch.allclose(moved, 2 * slopes, rtol=1e-14, atol=0)


POINTS = [-1.0, 0.5, 2.0]


def both_derivatives() -> tuple[Any, Any]:
    """f and f'' for sigma = 1/2 at the points, as tensors: first order, second order."""
    rows = [[float(factor(v, 0.5, order)) for v in POINTS] for order in (1, 2)]
    return tuple(torch.tensor(row, dtype=torch.float64) for row in rows)


@FORWARD
def test_second_derivatives_in_each_order_of_modes() -> None:
    """Forward over forward among them, where torch drops tangents of a custom function."""
    from torch.func import jacfwd, jacrev, jvp

    x = torch.tensor(POINTS, dtype=torch.float64)
    one, (first, second) = torch.ones_like(x), both_derivatives()
    total = lambda t: smoothed_rsqrt(t, 0.5).sum()  # noqa: E731
    for outer in (jacfwd, jacrev):
        for inner in (jacfwd, jacrev):
            found = outer(inner(total))(x)
            assert torch.allclose(found, torch.diag(second), rtol=1e-13, atol=0)
    slope = lambda t: jvp(lambda u: smoothed_rsqrt(u, 0.5), (t,), (one,))[1]  # noqa: E731
    for found, expected in zip(jvp(slope, (x,), (one,)), (first, second), strict=True):
        assert torch.allclose(found, expected, rtol=1e-13, atol=0)
    for outer in (jacfwd, jacrev):
        with pytest.raises(RuntimeError, match="up to order 2"):
            outer(jacfwd(jacfwd(total)))(x)


@FORWARD
def test_derivatives_inside_and_outside_of_a_compiled_function(compiler: Any) -> None:
    """The operator has no forward mode; torch gives tangents of 0 for such, without an error."""
    from torch.autograd import forward_ad
    from torch.func import grad, jacfwd, jvp, vmap

    x = torch.tensor(POINTS, dtype=torch.float64)
    one, (first, second) = torch.ones_like(x), both_derivatives()
    function = lambda t: smoothed_rsqrt(t, 0.5)  # noqa: E731

    def tangent(of: Any) -> Any:
        with forward_ad.dual_level():
            return forward_ad.unpack_dual(of(forward_ad.make_dual(x, one))).tangent

    compiled = compiler(function, backend="aot_eager", fullgraph=True)
    assert torch.equal(compiled(x), function(x))
    inside = {
        "jvp": lambda t: jvp(function, (t,), (one,))[1],
        "jacfwd": lambda t: jacfwd(function)(t).diagonal(),
        "grad": vmap(grad(function)),
    }
    cases = {name: compiler(f, backend="aot_eager") for name, f in inside.items()}
    for name, case in cases.items():
        assert torch.allclose(case(x), first, rtol=1e-13, atol=0), name
    twice = compiler(jacfwd(jacfwd(lambda t: function(t).sum())), backend="aot_eager")
    assert torch.allclose(twice(x).diagonal(), second, rtol=1e-13, atol=0)
    # what was compiled before, and is differentiated from outside
    outside = compiler(function, backend="aot_eager")
    assert torch.equal(outside(x), function(x))
    assert torch.allclose(jvp(outside, (x,), (one,))[1], first, rtol=1e-13, atol=0)
    assert torch.allclose(tangent(outside), first, rtol=1e-13, atol=0)
    module = WeierstrassLayerNorm(3, 0.5, elementwise_affine=False)
    moved = lambda t: jvp(module, (t,), (one * t,))[1]  # noqa: E731
    assert torch.equal(compiler(moved, backend="aot_eager")(x), moved(x))


def test_the_operator_for_the_compiler() -> None:
    """What torch.compile and torch.export see: the same values, and a backward pass."""
    operator = torch.ops.netproof.smoothed_rsqrt.default
    v = torch.linspace(-4, 8, 13, dtype=torch.float64, requires_grad=True)
    assert torch.equal(operator(v, 0.7, 0), smoothed_rsqrt(v, 0.7))
    (slope,) = torch.autograd.grad(operator(v, 0.7, 0).sum(), v)
    assert torch.equal(slope, operator(v, 0.7, 1))
    torch.library.opcheck(
        operator, (v, 0.7, 0), test_utils=("test_schema", "test_autograd_registration",
                                           "test_faketensor")
    )  # fmt: skip


def test_the_tables_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    v = torch.tensor(POINTS)
    before = smoothed_rsqrt(v, 0.5)
    monkeypatch.setattr(weierstrass_arrays, "table", None)
    assert torch.equal(smoothed_rsqrt(v, 0.5), before)


# --- the modules ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_arguments_are_those_of_torch(kind: str) -> None:
    theirs, mine = getattr(nn, kind), ours(kind)
    for shape in (4, (4,), [3, 4], torch.Size([2, 3, 4])):
        a, b = mine(shape, 0.1), theirs(shape)
        assert a.normalized_shape == b.normalized_shape
        assert list(a.state_dict()) == list(b.state_dict())
        b.load_state_dict(a.state_dict())
        assert all(torch.equal(p, q) for p, q in zip(a.parameters(), b.parameters(), strict=True))
    plain = mine(4, 0.1, elementwise_affine=False)
    assert list(plain.state_dict()) == []
    assert "sigma=0.1, elementwise_affine=False" in repr(plain)
    for arguments in ({}, {"bias": False}) if kind == "LayerNorm" else ({},):
        end = repr(theirs(4, **arguments)).split("elementwise_affine")[1]
        assert repr(mine(4, 0.1, **arguments)).split("elementwise_affine")[1] == end
    counted = mine(np.int64(4), 0.1).normalized_shape
    assert counted == (4,)
    assert type(counted[0]) is int
    with pytest.raises(TypeError, match="integer"):
        mine([2.5], 0.1)
    if kind == "LayerNorm":
        assert list(mine(4, 0.1, bias=False).state_dict()) == ["weight"]
    placed = mine(4, 0.1, device="meta", dtype=torch.bfloat16)
    assert placed.weight.is_meta
    assert placed.weight.dtype == torch.bfloat16
    with pytest.raises(ValueError, match="at least one dimension"):
        mine((), 0.1)
    changed = mine(4, 0.1)
    nn.init.constant_(changed.weight, 7)
    changed.reset_parameters()
    assert torch.equal(changed.weight, torch.ones(4))


@pytest.mark.parametrize("kind", KINDS)
def test_smaller_widths_come_closer_to_torch(kind: str) -> None:
    """|sqrt(v) f_sigma(v) - 1| is about 3/8 (sigma/v)^2: a tenth of sigma, a hundredth of it."""
    x = torch.randn(8, 3, 16, dtype=torch.float64, generator=torch.Generator().manual_seed(2))
    exact = getattr(nn, kind)((3, 16), eps=0.0).double()(x)
    apart = [(ours(kind)((3, 16), s).double()(x) - exact).abs().max() for s in (1e-2, 1e-3, 1e-4)]
    for large, small in pairwise(apart):
        assert 90 < large / small < 110


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_accumulated_in_float32(kind: str, dtype: Any) -> None:
    """The squares of 1000 have no float16 sum, and bfloat16 would lose the small ones."""
    x = torch.full((1, 4096), 1000.0, dtype=dtype)
    x[0, ::2] = -1000.0
    module = ours(kind)(4096, 1e-3, dtype=dtype)
    assert torch.equal(module(x), x / 1000)
    assert module(x).dtype == dtype


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_of_the_modules(kind: str) -> None:
    module = ours(kind)(5, 0.3).double()
    x = torch.randn(3, 5, dtype=torch.float64, generator=torch.Generator().manual_seed(3))
    x.requires_grad_()
    parameters = tuple(p.detach().clone().requires_grad_() for p in module.parameters())
    names = [name for name, _ in module.named_parameters()]

    def run(x: Any, *values: Any) -> Any:
        return torch.func.functional_call(module, dict(zip(names, values, strict=True)), (x,))

    assert torch.autograd.gradcheck(run, (x, *parameters))
    assert torch.autograd.gradgradcheck(run, (x, *parameters))
    # at equal entries torch's own factor is infinite, this one is not
    flat = torch.ones(1, 5, dtype=torch.float64, requires_grad=True)
    ours("LayerNorm")(5, 0.3).double()(flat).sum().backward()
    assert flat.grad is not None
    assert flat.grad.isfinite().all()


def outputs_and_gradients(module: Any, x: Any, upstream: Any) -> list[Any]:
    inputs = x.clone().requires_grad_()
    output = module(inputs)
    return [output, *torch.autograd.grad(output, [inputs, *module.parameters()], upstream)]


@pytest.mark.parametrize("sigma", [1e-9, 1e-4, 1e-2, 0.3, 30.0])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("shape", [(16,), (4, 8)])
def test_both_ways_to_compute_agree(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, ...], dtype: Any, sigma: float
) -> None:
    """Few passes with torch's kernels, and the formula step by step, each within rounding."""
    from constructions.interop import torch_weierstrass

    torch.manual_seed(1)
    module = WeierstrassLayerNorm(shape, sigma, dtype=dtype)
    for parameter in module.parameters():
        nn.init.normal_(parameter)
    x = torch.randn(5, 3, *shape, dtype=dtype)
    x = x * torch.tensor([1e-6, 0.0, 0.1, 1.0, 30.0], dtype=dtype).reshape(5, 1, *(1,) * len(shape))
    upstream = torch.randn_like(x)
    found = outputs_and_gradients(module, x, upstream)
    used = []
    monkeypatch.setattr(torch_weierstrass, "_fused", lambda *_: used.append(1))
    plain = outputs_and_gradients(module, x, upstream)
    assert used, "the formula step by step"
    for a, b in zip(found, plain, strict=True):
        # a row of 16, each entry of a gradient a sum over at most 15 rows: below 500 roundings
        assert (a - b).abs().max() <= 500 * torch.finfo(dtype).eps * b.abs().max()


@pytest.mark.parametrize("bits", [34, 60])
def test_fewer_terms_on_parts_of_cells(bits: int) -> None:
    """What is left out is bounded by 2^-bits; what is computed is that far from mpmath."""
    arrays = weierstrass_arrays
    degree = arrays.degree_for(bits)
    for cell in (2 * arrays.REACH, 2 * arrays.REACH + 5, arrays.CELLS - 1):
        assert arrays.truncation(cell, degree, arrays.PARTS) < 2.0**-bits
        assert arrays.truncation(cell, degree - 1, arrays.PARTS) > 2.0 ** (-bits - 8)
    z = [0.0, 1e-9, 1 / 32, 0.3, 0.75, 0.77, 1.99, 7.7, 19.98, 20.0, 20.1, 25.0, 1e5]
    v = 0.37 * torch.tensor(z, dtype=torch.float64)
    for order, found in enumerate(arrays.evaluate_orders(v, 0.37, (0, 1), bits)):
        for at, value in zip(v.tolist(), found.tolist(), strict=True):
            size = abs(factor(at, 0.37, order)) + order * factor(at, 0.37) / 0.37
            assert abs(value - factor(at, 0.37, order)) <= (2.0**-bits + 2.0**-50) * size, at


@pytest.mark.parametrize("sigma", [1e-2, 3.0])
def test_both_ways_to_compute_rms_norm_agree(monkeypatch: pytest.MonkeyPatch, sigma: float) -> None:
    torch.manual_seed(1)
    module = WeierstrassRMSNorm((4, 3), sigma, dtype=torch.float64)
    nn.init.normal_(module.weight)
    x = torch.randn(5, 2, 4, 3, dtype=torch.float64)
    x = x * torch.tensor([1e-6, 0.0, 0.1, 1.0, 30.0]).reshape(5, 1, 1, 1)
    upstream = torch.randn_like(x)
    found = outputs_and_gradients(module, x, upstream)
    monkeypatch.setattr(torch_weierstrass, "_fused", lambda *_: None)
    for a, b in zip(found, outputs_and_gradients(module, x, upstream), strict=True):
        assert (a - b).abs().max() <= 200 * 2.0**-52 * b.abs().max()


def test_second_derivatives_of_the_fused_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_norms, "library", lambda: None)
    x = torch.randn(3, 6, dtype=torch.float64, generator=torch.Generator().manual_seed(5))
    for sigma in (1e-3, 0.05, 2.0):  # one kernel call, two, and the formula
        module = WeierstrassLayerNorm(6, sigma).double()
        assert "_Fused" in type(module(x).grad_fn).__name__
        assert torch.autograd.gradcheck(module, x.clone().requires_grad_())
        assert torch.autograd.gradgradcheck(module, x.clone().requires_grad_())


def test_rows_far_from_0_are_computed_with_more_care() -> None:
    """x - mean in float32 has what x has: torch's own norm is off by 0.05 here."""
    x = 1000 + torch.randn(4, 256, generator=torch.Generator().manual_seed(2)) / 1000
    exact = x.double() - x.double().mean(-1, keepdim=True)
    exact = exact / exact.square().mean(-1, keepdim=True).sqrt()
    assert (WeierstrassLayerNorm(256, 1e-12)(x) - exact).abs().max() < 1e-5
    assert (nn.LayerNorm(256, eps=0.0)(x) - exact).abs().max() > 1e-3


def test_a_tracer_keeps_no_branch_of_one_input() -> None:
    """What is traced at one input holds at others, whose means are far and variances small."""
    from torch.fx.experimental.proxy_tensor import make_fx

    module = WeierstrassLayerNorm(8, 0.1, elementwise_affine=False)
    x = torch.randn(2, 8, dtype=torch.float64, generator=torch.Generator().manual_seed(3))
    for mode in ("real", "fake"):
        traced = make_fx(module, tracing_mode=mode)(x)
        for other in (x, 1e3 + x, x / 1e3, torch.ones_like(x)):
            assert torch.allclose(traced(other), module(other), rtol=0, atol=1e-11), mode


def test_numbers_that_are_none_stay_so() -> None:
    x = torch.tensor([[1.0, float("nan")], [1.0, float("inf")], [1.0, 3.0]])
    found = WeierstrassLayerNorm(2, 1e-3)(x)
    assert found[:2].isnan().all()
    assert torch.equal(found[2], WeierstrassLayerNorm(2, 1e-3)(x[2]))


@pytest.mark.parametrize("kind", KINDS)
def test_what_follows_may_take_a_view(kind: str) -> None:
    x = torch.randn(2, 4, 3).transpose(1, 2)
    for module in (getattr(nn, kind)(4), ours(kind)(4, 0.1)):
        assert module(x).view(2, 12).shape == (2, 12)


@pytest.mark.parametrize(("size", "value"), [(8, 0.1), (768, 3.3), (768, 1000.1), (768, -1e30)])
def test_equal_entries_far_from_0_give_0(size: int, value: float) -> None:
    """In float32 the mean is rounded; what that leaves is not a spread of the row."""
    x = torch.full((1, size), value)
    assert not WeierstrassLayerNorm(size, 1e-12)(x).any()


@pytest.mark.parametrize("kind", KINDS)
def test_widths_too_small_for_the_type_are_refused(kind: str) -> None:
    """f_sigma'(0) is about sigma^(-3/2), and 0 times infinity is not a number."""
    rows = torch.zeros(1, 4, requires_grad=True)
    (slope,) = torch.autograd.grad(ours(kind)(4, 2.1e-26)(rows).sum(), rows)
    assert slope.isfinite().all()
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        with pytest.raises(ValueError, match=r"too small for torch\.float32"):
            ours(kind)(4, 2e-26, dtype=dtype)(torch.zeros(1, 4, dtype=dtype))
    wide = torch.zeros(1, 4, dtype=torch.float64, requires_grad=True)
    (slope,) = torch.autograd.grad(ours(kind)(4, 2.0**-300).double()(wide).sum(), wide)
    assert slope.isfinite().all()


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_of_torch_fx(kind: str) -> None:
    module = nn.Sequential(nn.Linear(4, 4), ours(kind)(4, 0.1))
    x = torch.randn(2, 4)
    traced = torch.fx.symbolic_trace(module)
    assert torch.equal(traced(x), module(x))
    assert "_normalised" in traced.code


@pytest.mark.parametrize("kind", KINDS)
def test_copies_and_files(kind: str) -> None:
    module = ours(kind)(4, 0.25)
    x = torch.randn(2, 4, generator=torch.Generator().manual_seed(4))
    stored = io.BytesIO()
    torch.save(module, stored)
    stored.seek(0)
    for other in (
        copy.deepcopy(module),
        pickle.loads(pickle.dumps(module)),
        torch.load(stored, weights_only=False),
    ):
        assert other.sigma == 0.25
        assert torch.equal(other(x), module(x))


def test_batches_without_rows_and_wrong_shapes() -> None:
    module = WeierstrassLayerNorm((2, 3), 0.1)
    assert module(torch.zeros(0, 2, 3)).shape == (0, 2, 3)
    for wrong in (torch.zeros(3, 2), torch.zeros(3), torch.tensor(1.0)):
        with pytest.raises(ValueError, match="x ends with"):
            module(wrong)


# --- models --------------------------------------------------------------------------------------


def test_the_norms_of_a_model_are_replaced() -> None:
    norm = nn.LayerNorm(4)
    model = nn.Sequential(nn.Linear(4, 4), norm, nn.Sequential(nn.RMSNorm(4), nn.Dropout()), norm)
    model.eval()
    keys, weight = list(model.state_dict()), norm.weight
    assert smooth_norms(model, 0.1) is model
    assert isinstance(model[1], WeierstrassLayerNorm)
    assert model[1] is model[3]
    assert isinstance(model[2][0], WeierstrassRMSNorm)
    assert model[1].weight is weight
    assert not model[1].training
    assert list(model.state_dict()) == keys
    alone = smooth_norms(nn.RMSNorm(4, elementwise_affine=False), 0.1)
    assert isinstance(alone, WeierstrassRMSNorm)
    assert alone.weight is None
    with pytest.raises(TypeError, match="takes the place of a RMSNorm"):
        WeierstrassRMSNorm.in_place_of(norm, 0.1)
    with pytest.raises(ValueError, match=r"smoothed already, with another sigma than 0\.2"):
        smooth_norms(model, 0.2)
    assert model[1].sigma == 0.1
    assert smooth_norms(model, 0.1)[1] is model[3]
    other = nn.Sequential(nn.LayerNorm(4))
    with pytest.raises(ValueError, match="the width"):
        smooth_norms(other, 0.0)
    assert type(other[0]) is nn.LayerNorm


class Doubled(nn.LayerNorm):  # type: ignore[name-defined]
    def forward(self, x: Any) -> Any:
        return 2 * super().forward(x)


def patched(norm: Any) -> None:
    norm.forward = lambda x: x


LOSSES: dict[str, Any] = {
    "_forward_hooks": lambda norm: norm.register_forward_hook(lambda *_: None),
    "_forward_pre_hooks": lambda norm: norm.register_forward_pre_hook(lambda *_: None),
    "_backward_hooks": lambda norm: norm.register_full_backward_hook(lambda *_: None),
    "_state_dict_hooks": lambda norm: norm.register_state_dict_post_hook(lambda *_: None),
    "weight_orig": lambda norm: prune.random_unstructured(norm, "weight", amount=0.5),
    "parametri[sz]ations": lambda norm: parametrize.register_parametrization(
        norm, "weight", nn.Tanh()
    ),
    "scale": lambda norm: norm.register_buffer("scale", torch.ones(1)),
    "forward": patched,
}


@pytest.mark.parametrize("what", LOSSES)
def test_what_would_be_lost_is_refused_and_the_model_stays(what: str) -> None:
    model = nn.Sequential(nn.LayerNorm(4), nn.LayerNorm(4))
    held = LOSSES[what](model[1])
    before = list(model)
    with pytest.raises(TypeError, match=what):
        smooth_norms(model, 0.1)
    assert all(now is then for now, then in zip(model, before, strict=True))
    with pytest.raises(TypeError, match=r"cannot take over|takes the place"):
        WeierstrassLayerNorm.in_place_of(model[1], 0.1)
    if hasattr(held, "remove") and what != "weight_orig":
        held.remove()
        assert isinstance(smooth_norms(model, 0.1)[1], WeierstrassLayerNorm)


def test_classes_derived_from_a_norm() -> None:
    model = nn.Sequential(Doubled(4), nn.LayerNorm(4))
    assert isinstance(smooth_norms(model, 0.1)[0], Doubled)
    with pytest.raises(TypeError, match="takes the place of a LayerNorm"):
        WeierstrassLayerNorm.in_place_of(Doubled(4), 0.1)


def test_the_epsilon_cannot_be_set() -> None:
    """With equal epsilons torch's encoder layer would compute 1/sqrt(v + eps) from the weights."""
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval()
    smooth_norms(layer, 0.1)
    for norm in (layer.norm1, layer.norm2):
        with pytest.raises(AttributeError, match="eps"):
            norm.eps = 1e-5
        assert math.isnan(norm.eps)


def test_an_encoder_of_torch_calls_what_replaced_its_norms() -> None:
    """Its fused path would compute 1/sqrt(v + eps) from the weights, whatever the modules are."""
    torch.manual_seed(5)
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0)
    encoder = nn.TransformerEncoder(layer, 2).eval()
    x, padding = torch.randn(2, 3, 8), torch.tensor([[False] * 3, [False, False, True]])
    with torch.no_grad():
        before = encoder(x)
        smooth_norms(encoder, 5.0)
        fused = encoder(x)
        padded = encoder(x, src_key_padding_mask=padding)
    with torch.enable_grad():
        plain = encoder(x)
    assert torch.allclose(fused, plain, atol=1e-6)
    assert not torch.allclose(fused, before, atol=1e-2)
    assert padded.shape == x.shape
    assert torch.allclose(padded[0], plain[0], atol=1e-6)


@FORWARD
def test_a_compiled_module_in_one_graph(compiler: Any) -> None:
    module = WeierstrassLayerNorm(5, 0.3).double()
    compiled = compiler(module, backend="aot_eager", fullgraph=True)
    x = torch.randn(6, 5, dtype=torch.float64, generator=torch.Generator().manual_seed(6))
    one, other = x.clone().requires_grad_(), x.clone().requires_grad_()
    compiled(one).square().sum().backward()
    module(other).square().sum().backward()
    # the kernels of torch's own norm are used in eager mode only, and round otherwise
    assert torch.allclose(compiled(x.t().contiguous().t()), module(x), rtol=0, atol=1e-14)
    assert one.grad is not None
    assert torch.allclose(one.grad, other.grad, rtol=0, atol=1e-13)


# --- compiled -------------------------------------------------------------------------------------


@pytest.fixture(params=["compiled", "put together"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """By the compiled file, or where there is no compiler."""
    if request.param != "compiled":
        monkeypatch.setattr(compiled_norms, "library", lambda: None)
    elif compiled_norms.library() is None:
        pytest.skip("no C compiler")
    return str(request.param)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sigma", [1e-6, 1e-2, 0.5, 1.0, 40.0])
@pytest.mark.parametrize("shape", [(7,), (64,), (3, 100)])
def test_float32_is_float64_within_rounding(
    way: str, kind: str, sigma: float, shape: tuple[int, ...]
) -> None:
    """Values and gradients, of rows whose variances are on all sides of sigma."""
    torch.manual_seed(4)
    single = ours(kind)(shape, sigma)
    for parameter in single.parameters():
        nn.init.normal_(parameter)
    double = copy.deepcopy(single).double()
    x = torch.randn(6, 20, *shape) * torch.logspace(-3, 1, 6).reshape(6, 1, *(1,) * len(shape))
    x[0, 0] = 0.0
    upstream = torch.randn_like(x)
    found = outputs_and_gradients(single, x, upstream)
    true = outputs_and_gradients(double, x.double(), upstream.double())
    for a, b in zip(found, true, strict=True):
        # of rows of up to 300 and sums of 120, each at most so many roundings of what is added
        size = b.abs().max().clamp(min=1e-30)
        assert (a - b).abs().max() <= 500 * torch.finfo(torch.float32).eps * size


@pytest.mark.parametrize("kind", KINDS)
def test_second_derivatives_of_float32(way: str, kind: str) -> None:
    torch.manual_seed(5)
    single = ours(kind)(6, 0.7)
    double = copy.deepcopy(single).double()
    x = torch.randn(4, 6)

    def second(module: Any, x: Any) -> Any:
        x = x.clone().requires_grad_()
        (first,) = torch.autograd.grad(module(x).pow(3).sum(), x, create_graph=True)
        return torch.autograd.grad(first.square().sum(), x)[0]

    found, true = second(single, x), second(double, x.double())
    assert (found - true).abs().max() <= 1e-4 * true.abs().max()
    assert true.abs().max() > 1


def test_a_mean_far_above_the_deviation_is_taken_off(way: str) -> None:
    x = torch.randn(5, 64, generator=torch.Generator().manual_seed(6)) + 1e4
    module = WeierstrassLayerNorm(64, 0.3)
    true = copy.deepcopy(module).double()(x.double())
    assert (module(x) - true).abs().max() <= 1e-5 * true.abs().max()


def test_rows_that_are_not_finite(way: str) -> None:
    x = torch.ones(3, 4)
    x[1, 2] = math.inf
    x[0, 1] = 2.0
    y = WeierstrassLayerNorm(4, 1.0)(x)
    assert y[1].isnan().any()
    assert y[[0, 2]].isfinite().all()


def test_gradients_of_several_at_once(way: str) -> None:
    """torch's batched gradients go through the formula: a batch has no numbers of its own."""
    x = torch.randn(3, 4, requires_grad=True)
    y = WeierstrassLayerNorm(4, 1.0)(x)
    directions = torch.randn(5, 3, 4)
    (found,) = torch.autograd.grad(y, x, directions, is_grads_batched=True, retain_graph=True)
    one_by_one = [torch.autograd.grad(y, x, g, retain_graph=True)[0] for g in directions]
    assert torch.allclose(found, torch.stack(one_by_one), atol=1e-6)


@pytest.fixture
def compiled() -> Any:
    library = compiled_norms.library()
    if library is None:
        pytest.skip("no C compiler")
    return library


@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize("dtype", compiled_norms.BITS)
def test_threads_share_the_rows(compiled: Any, dtype: Any, pooled: bool) -> None:
    """The threads that torch has, and where these are not found, threads of the call."""
    x, upstream = torch.randn(2051, 100, dtype=dtype), torch.randn(2051, 100, dtype=dtype)
    module = WeierstrassLayerNorm(100, 1.0, dtype=dtype)
    threads = torch.get_num_threads()
    try:
        torch.set_num_threads(1)
        alone = outputs_and_gradients(module, x, upstream)
        torch.set_num_threads(3)
        assert compiled_norms._parts(x.numel(), compiled_norms.STARTED) == 3
        if not pooled:
            compiled.netproof.netproof_pool(None)
        shared = outputs_and_gradients(module, x, upstream)
    finally:
        torch.set_num_threads(threads)
        compiled.netproof.netproof_pool(compiled.pool)
    assert torch.equal(alone[0], shared[0])
    assert torch.equal(alone[1], shared[1])
    # sums over 2051 rows in float64, or of 64 in float32 and of these in float64, twice
    roundings = 2051 if dtype == torch.float64 else 66
    for a, b, terms in zip(alone[2:], shared[2:], (upstream * alone[0], upstream), strict=True):
        room = roundings * torch.finfo(dtype).eps * terms.abs().sum(0)
        assert ((a - b).abs() <= room).all()


def test_few_entries_are_not_shared() -> None:
    for least in (compiled_norms.POOLED, compiled_norms.STARTED):
        assert compiled_norms._parts(2 * least - 1, least) == 1
        assert compiled_norms._parts(2 * least, least) == min(2, torch.get_num_threads())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", compiled_norms.BITS)
@pytest.mark.parametrize("sigma", [1e-6, 0.2, 3.0])
def test_compiled_norms_beside_exact_rows(
    compiled: Any, kind: str, dtype: Any, sigma: float
) -> None:
    """Values and gradients in x of single rows, from rational means and mpmath's f and f'."""
    torch.manual_seed(8)
    module = ours(kind)(5, sigma, dtype=dtype)
    for parameter in module.parameters():
        nn.init.normal_(parameter)
    for size in (1e-3, 0.4, 7.0):
        x, g = size * torch.randn(1, 5, dtype=dtype) + 0.25, torch.randn(1, 5, dtype=dtype)
        assert "_Compiled" in type(module(x).grad_fn).__name__
        y, dx, *_ = outputs_and_gradients(module, x, g)
        with mpmath.workdps(40):
            row = [mpmath.mpf(a) for a in x[0].tolist()]
            w = [mpmath.mpf(a) for a in module.weight.tolist()]
            b = (
                [mpmath.mpf(a) for a in getattr(module, "bias", None).tolist()]
                if (kind == "LayerNorm")
                else [mpmath.mpf(0)] * 5
            )
            G = [mpmath.mpf(a) * c for a, c in zip(g[0].tolist(), w, strict=True)]
            mean, middle = (sum(a) / 5 if kind == "LayerNorm" else 0 for a in (row, G))
            c = [a - mean for a in row]
            v = sum(a * a for a in c) / 5
            f, slope = factor(v, sigma), factor(v, sigma, 1)
            both = sum(p * q for p, q in zip(G, c, strict=True)) / 5
            y_true = [p * f * q + r for p, q, r in zip(c, w, b, strict=True)]
            dx_true = [f * (p - middle) + 2 * slope * q * both for p, q in zip(G, c, strict=True)]
            unit = torch.finfo(dtype).eps
            for found, true, parts in (
                (y, y_true, [p * f * q for p, q in zip(c, w, strict=True)]),
                (dx, dx_true, [f * p for p in G]),
            ):
                # sums of five, some ten operations, each rounded, of numbers of this size
                room = (
                    20 * unit * max(abs(a) for a in (*true, *parts, *(row if found is y else ())))
                )
                for p, q in zip(found[0].tolist(), true, strict=True):
                    assert abs(p - q) <= room, (size, p, q)


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_that_are_wanted(compiled: Any, kind: str) -> None:
    """Every choice of them, each the same as with all."""
    x, g = torch.randn(3, 4, 6), torch.randn(3, 4, 6)
    module = ours(kind)(6, 0.5)
    tensors = [x, *module.parameters()]
    for tensor in tensors:
        nn.init.normal_(tensor)
    for tensor in tensors:
        tensor.requires_grad_()
    whole = torch.autograd.grad(module(x), tensors, g)
    for chosen in range(2 ** len(tensors)):
        wanted = [bool(chosen >> at & 1) for at in range(len(tensors))]
        for tensor, asked in zip(tensors, wanted, strict=True):
            tensor.requires_grad_(asked)
        y = module(x)
        assert y.requires_grad == any(wanted)
        if not any(wanted):
            continue
        asked_for = [t for t, asked in zip(tensors, wanted, strict=True) if asked]
        found = iter(torch.autograd.grad(y, asked_for, g))
        for tensor, asked in zip(whole, wanted, strict=True):
            if asked:
                assert torch.allclose(next(found), tensor, rtol=0, atol=1e-6)


def test_parameters_of_other_kinds(compiled: Any) -> None:
    """With gaps between their numbers as without; of a wrong shape, torch's own error."""
    x, g = torch.randn(7, 6), torch.randn(7, 6)
    module = WeierstrassLayerNorm(6, 0.5)
    wide = torch.randn(6, 2)
    apart = copy.deepcopy(module)
    apart.weight, apart.bias = (nn.Parameter(wide[:, at]) for at in (0, 1))
    assert not apart.weight.is_contiguous()
    module.weight, module.bias = (nn.Parameter(wide[:, at].contiguous()) for at in (0, 1))
    one, other = (outputs_and_gradients(m, x, g) for m in (module, apart))
    for a, b in zip(one, other, strict=True):
        assert torch.equal(a, b)
    assert torch.equal(
        outputs_and_gradients(module, x, g[:1].expand(7, 6))[1],
        outputs_and_gradients(module, x, g[:1].repeat(7, 1))[1],
    )
    module.weight = nn.Parameter(torch.ones(5))
    with pytest.raises(RuntimeError, match="must match"):
        module(x)
    with torch.inference_mode():
        assert torch.equal(apart(x), one[0])


def test_a_pruned_weight_is_the_one_that_counts(compiled: Any) -> None:
    module = WeierstrassLayerNorm(4, 0.5)
    prune.random_unstructured(module, "weight", amount=0.5)
    x = torch.randn(3, 4)
    assert int((module(x) == 0).all(0).sum()) == 2


def test_where_there_is_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """An empty CC, one that is not there, one that fails: None.  Else a file in the cache."""
    there = compiled_norms.library() is not None
    try:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        for named in ("", "no-such-compiler", "false"):
            monkeypatch.setenv("CC", named)
            compiled_norms.library.cache_clear()
            assert compiled_norms.library() is None, named
        monkeypatch.delenv("CC")
        compiled_norms.library.cache_clear()
        assert (compiled_norms.library() is not None) == there
        assert len(list(tmp_path.glob("netproof/norms-*.so"))) == there
    finally:
        monkeypatch.undo()
        compiled_norms.library.cache_clear()
