"""Exact weights inside modules of torch: within a derived bound of the exact network."""

from __future__ import annotations

import builtins
import sys
from fractions import Fraction as F
from typing import Any

import pytest

from constructions.exact import ExactSystem, Surd
from constructions.interop.torch_modules import forward_error_bound, to_torch
from constructions.layers import CONVENTIONS, ROOT_OF_VAR_PLUS_DELTA, SIGMA_PLUS_DELTA
from constructions.networks import ParallelNet
from constructions.pln import delta_for, network_on_line, pln_network, scale_for, sign_network
from tests.sampling import some_of

Y = (F(1, 3), F(-1, 2), F(2), F(1, 7))
XS = [F(k, 64) for k in range(65)] + [F(1, 2) + F(1, 2**k) for k in range(10, 52, 7)]

STYLES = [
    (SIGMA_PLUS_DELTA, "auto"),
    (ROOT_OF_VAR_PLUS_DELTA, "definition"),
    (ROOT_OF_VAR_PLUS_DELTA, "group_norm"),
    (ROOT_OF_VAR_PLUS_DELTA, "layer_norm"),
]


def exact_values(net: ParallelNet, c: F, convention: str) -> list[F]:
    """The values at XS: exact for sigma + delta, to 60 digits for sqrt(var + delta)."""
    if convention == SIGMA_PLUS_DELTA:
        system = ExactSystem()
        values = [network_on_line(system, Y, system.const(x), c, convention) for x in XS]
        return [v.rational() for v in values]
    from constructions.interop.flint import BallSystem, to_fractions

    balls = BallSystem(256)
    with balls.working():
        return [
            to_fractions(network_on_line(balls, Y, balls.const(x), c, convention))[0] for x in XS
        ]


def outputs(module: Any, dtype: str) -> list[F]:
    import torch

    points = torch.tensor([[float(x)] for x in XS], dtype=getattr(torch, dtype))
    with torch.no_grad():
        return [F(v) for (v,) in module(points).tolist()]


@some_of(12)
@pytest.mark.parametrize(("convention", "style"), STYLES)
@pytest.mark.parametrize("d", [2, 3, 8])
@pytest.mark.parametrize("c", [F(1, 2), F(1, 1000), F(1, 10**6)])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_module_is_within_the_bound_of_the_exact_network(
    convention: str, style: str, d: int, c: F, dtype: str
) -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    xs = XS if dtype == "float64" else XS[:65]  # numbers of the dtype
    net = pln_network(Y, d, delta_for(d, c, convention), convention)
    found = outputs(to_torch(net, dtype, style), dtype)
    exact = exact_values(net, c, convention)
    for x, got, want in list(zip(XS, found, exact, strict=True))[: len(xs)]:
        assert abs(got - want) <= forward_error_bound(net, [x], dtype)


def test_a_fixed_framework_delta_works_with_scaled_weights() -> None:
    """GroupNorm with its own eps = 1e-5: the scale carries the smoothing."""
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    delta, c = Surd(F(1, 10**5)), F(1, 10**4)
    scale = scale_for(4, delta, c, ROOT_OF_VAR_PLUS_DELTA)
    net = pln_network(Y, 4, delta, ROOT_OF_VAR_PLUS_DELTA, scale)
    module = to_torch(net)
    assert isinstance(module[1], torch.nn.GroupNorm)
    assert module[1].eps == torch.nn.GroupNorm(1, 1).eps
    for x, got, want in zip(
        XS, outputs(module, "float64"), exact_values(net, c, ROOT_OF_VAR_PLUS_DELTA), strict=True
    ):
        assert abs(got - want) <= forward_error_bound(net, [x])


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_bound_is_small_and_sees_a_changed_weight(convention: str) -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    c = F(1, 1000)
    net = pln_network(Y, 3, delta_for(3, c, convention), convention)
    bounds = [forward_error_bound(net, [x]) for x in XS]
    assert max(bounds) < 1e-11
    module = to_torch(net)
    with torch.no_grad():
        module[0].bias[0] += 1e-9
    exact = exact_values(net, c, convention)
    gaps = [abs(a - b) for a, b in zip(outputs(module, "float64"), exact, strict=True)]
    assert any(gap > bound for gap, bound in zip(gaps, bounds, strict=True))


def test_sign_networks_and_networks_without_delta_run_too() -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    points = torch.tensor([[0.1], [0.25], [0.6], [0.9]], dtype=torch.float64)
    expected = [
        sign_network(Y).evaluate(ExactSystem(), [ExactSystem().const(x)]).rational()
        for x in (F(1, 10), F(1, 4), F(3, 5), F(9, 10))
    ]
    for net in (sign_network(Y), pln_network(Y, 3, Surd(F(0)))):
        values = to_torch(net)(points)[:, 0].tolist()
        assert values == pytest.approx([float(q) for q in expected], abs=1e-14)


def test_shapes_and_gradients() -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    for convention, style in STYLES:
        net = pln_network(Y, 3, delta_for(3, F(1, 10), convention), convention)
        module = to_torch(net, "float64", style)
        x = torch.rand(7, 1, dtype=torch.float64, requires_grad=True)
        y = module(x)
        assert y.shape == (7, 1)
        y.sum().backward()
        assert torch.isfinite(x.grad).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("float16", "auto"), "dtype"),
        (("float64", "batch_norm"), "style"),
        (("float64", "group_norm"), "definition"),
        (("float64", "layer_norm"), "definition"),
    ],
)
def test_what_a_module_does_not_compute_is_refused(
    arguments: tuple[str, str], message: str
) -> None:
    pytest.importorskip("torch", reason="torch is an optional extra")
    net = pln_network(Y, 2, delta_for(2, F(1), SIGMA_PLUS_DELTA))
    with pytest.raises(ValueError, match=message):
        to_torch(net, *arguments)


def test_no_bound_is_claimed_at_a_jump() -> None:
    for net in (sign_network(Y), pln_network(Y, 2, Surd(F(0)))):
        with pytest.raises(ValueError, match="delta > 0"):
            forward_error_bound(net, [F(1, 2)])


def test_without_torch_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without torch, imitated by an import that fails."""
    real = builtins.__import__

    def missing(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "torch":
            raise ImportError("no torch here")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", missing)
    for name in [name for name in sys.modules if name == "torch"]:
        monkeypatch.delitem(sys.modules, name)
    net = pln_network(Y, 2, delta_for(2, F(1), SIGMA_PLUS_DELTA))
    with pytest.raises(ValueError, match=r'pip install "netproof\[torch\]"'):
        to_torch(net)
