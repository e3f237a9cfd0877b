"""Whole transformers in modules of torch and of two packages, against the exact networks.

What a module computes lies within its error bound of the exact value (rational, or a ball), in
double and in single precision; a module with another weight does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from typing import Any

import pytest

from constructions.interop.flint import BallSystem, to_fractions
from constructions.sumformer import parse_semi_invariant, rewrite
from constructions.transformer import TransformerNet, construct

torch = pytest.importorskip("torch", reason="torch is an optional extra")

from constructions.interop.torch_sumformer import (  # noqa: E402
    as_mean,
    error_bounds,
    import_performer,
    reference,
    to_torch,
)

NETS = {
    "powers": ("x1 + x1**2/2 - x1*x2*x3", 3, 1),
    "vectors": ("x1c1*(x2c2 + x3c2); x1c2/3 - x2c1 - x3c1", 3, 2),
    "two": ("x1*x2", 2, 1),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "transformer": {},
    "linformer": {"k": 1},
    "performer": {"omega": [F(-1, 2)]},
}
STYLES = [
    ("transformer", "definition", False),
    ("transformer", "multihead", False),
    ("transformer", "encoder", False),
    ("transformer", "encoder", True),
    ("linformer", "definition", False),
    ("linformer", "linformer", False),
    ("performer", "definition", False),
    ("performer", "performer", False),
]
POINTS = 5
Tokens = list[list[F]]


def built(name: str, kind: str) -> TransformerNet:
    g, n, d = NETS[name]
    return construct(kind, rewrite(parse_semi_invariant(g, n, d)), F(1, 20), **OPTIONS[kind])


def batch(n: int, d: int) -> list[Tokens]:
    """Multiples of 1/64 in [0, 1]: exact in both types; zeros and ones first."""
    found: list[Tokens] = [[[F(0)] * d] * n, [[F(1)] * d] * n]
    state = n + d
    while len(found) < POINTS:
        rows = []
        for _ in range(n):
            row = []
            for _ in range(d):
                state = (1103515245 * state + 12345) % 2**31
                row.append(F((state >> 16) % 65, 64))
            rows.append(row)
        found.append(rows)
    return found


def enclosed(net: TransformerNet, X: Tokens) -> list[tuple[F, F]]:
    system = BallSystem(192)
    with system.working():
        out = net(system, [[system.const(q) for q in x] for x in X])
        return [to_fractions(value) for row in out for value in row]


def run(module: Any, Xs: Sequence[Tokens], dtype: str) -> list[list[float]]:
    numbers = [[[float(q) for q in x] for x in X] for X in Xs]
    with torch.no_grad():
        out = module(torch.tensor(numbers, dtype=getattr(torch, dtype))).double()
    return [[value for row in X for value in row] for X in out.tolist()]


def needed(style: str) -> None:
    if style == "linformer":
        pytest.importorskip("linformer", reason="linformer is an optional extra")
    if style == "performer":
        try:
            import_performer()
        except ValueError:
            pytest.skip("performer-pytorch is an optional extra")


@pytest.mark.parametrize(("kind", "style", "norm_first"), STYLES)
@pytest.mark.parametrize("name", ["powers", "vectors"])
def test_a_module_computes_the_network(name: str, kind: str, style: str, norm_first: bool) -> None:
    needed(style)
    net = built(name, kind)
    Xs = batch(net.n, net.d)
    exact = [enclosed(reference(net, style), X) for X in Xs]
    for dtype, largest in (("float64", 1e-10), ("float32", 0.1)):
        most = error_bounds(net, dtype, style, norm_first)
        assert 0 < max(most) < largest
        values = run(to_torch(net, dtype, style, norm_first), Xs, dtype)
        for computed, known in zip(values, exact, strict=True):
            for i, (value, (lo, hi)) in enumerate(zip(computed, known, strict=True)):
                e = F(most[i % net.outputs])
                assert lo - e <= F(value) <= hi + e


@pytest.mark.parametrize(("kind", "style", "norm_first"), STYLES)
def test_another_weight_is_noticed(kind: str, style: str, norm_first: bool) -> None:
    """A weight of the last hidden layer is moved by 1/1000."""
    needed(style)
    net = built("two", kind)
    Xs = batch(net.n, net.d)
    module = to_torch(net, "float64", style, norm_first)
    before = run(module, Xs, "float64")
    last = module[1].layers[-1].linear2 if style == "encoder" else module[2].FC[2]
    row = net.D - 1
    with torch.no_grad():
        used = int(last.weight[row].abs().argmax())
        last.weight[row, used] += 1e-3
    apart = max(
        abs(a - b)
        for one, two in zip(before, run(module, Xs, "float64"), strict=True)
        for a, b in zip(one, two, strict=True)
    )
    assert apart > 1e3 * max(error_bounds(net, "float64", style, norm_first))


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_norms_are_there(norm_first: bool) -> None:
    """The encoder has torch's layer normalisation; with its usual eps it is another function."""
    net = built("two", "transformer")
    module = to_torch(net, "float64", "encoder", norm_first)
    norms = [m for m in module.modules() if isinstance(m, torch.nn.LayerNorm)]
    assert len(norms) == 4
    assert all(norm.eps == 2.0**80 and (norm.weight == 2.0**40).all() for norm in norms)
    Xs = batch(net.n, net.d)
    right = run(module, Xs, "float64")
    for norm in norms:
        norm.eps = 1e-5
        with torch.no_grad():
            norm.weight.fill_(1.0)
    assert abs(run(module, Xs, "float64")[-1][0] - right[-1][0]) > 1e-3


def test_the_mean_of_a_performer() -> None:
    """The package normalises: the same sums with n in place of 1/lambda, for every omega."""
    net = built("powers", "performer")
    mean = as_mean(net)
    X = batch(3, 1)[-1]
    for (lo, hi), (low, high) in zip(enclosed(net, X), enclosed(mean, X), strict=True):
        assert abs(lo - low) < net.eps / 100
        assert abs(hi - high) < net.eps / 100
    assert mean.bound.total <= net.bound.total


def test_what_is_no_style_is_refused() -> None:
    net = built("two", "linformer")
    with pytest.raises(ValueError, match="a linformer has the styles definition, linformer, not"):
        to_torch(net, style="multihead")
    with pytest.raises(ValueError, match="the dtype is float64 or float32"):
        to_torch(net, "float16")
    assert to_torch(net) is not None


def test_a_weight_that_is_too_large_for_the_type_is_refused() -> None:
    for power, dtype in ((40, "float32"), (320, "float64")):
        g = f"(10**40)**{power // 40}*x1"
        net = construct("transformer", rewrite(parse_semi_invariant(g, 2, 1)), F(1))
        with pytest.raises(ValueError, match=f"too large for {dtype}"):
            to_torch(net, dtype)
    net = construct("transformer", rewrite(parse_semi_invariant("10**30*x1", 2, 1)), F(1))
    assert to_torch(net, "float32") is not None
