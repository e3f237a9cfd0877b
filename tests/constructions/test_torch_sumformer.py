"""Whole transformers in modules of torch and of two packages, against the exact networks.

What a module computes lies within its error bound of the exact value (rational, or a ball), in
double and in single precision; a module with another weight does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from constructions.interop.flint import BallSystem, to_fractions
from constructions.sumformer import parse_semi_invariant, rewrite
from constructions.transformer import TransformerNet, construct
from tests.sampling import by_turns

torch = pytest.importorskip("torch", reason="torch is an optional extra")

from constructions.interop.torch_sumformer import (  # noqa: E402
    as_mean,
    import_performer,
    to_torch,
)
from constructions.interop.torch_sumformer_bounds import error_bounds  # noqa: E402

pytestmark = by_turns(3)

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
    ("linformer", "linformer_model", False),
    ("performer", "definition", False),
    ("performer", "performer", False),
    ("performer", "performer_model", False),
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
    if style.startswith("linformer"):
        pytest.importorskip("linformer", reason="linformer is an optional extra")
    if style.startswith("performer"):
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
    exact = [enclosed(net, X) for X in Xs]
    for dtype, largest in (("float64", 1e-11), ("float32", 0.005)):
        most = error_bounds(net, dtype, style, norm_first)
        assert 0 < max(most) < largest
        values = run(to_torch(net, dtype, style, norm_first), Xs, dtype)
        for computed, known in zip(values, exact, strict=True):
            for i, (value, (lo, hi)) in enumerate(zip(computed, known, strict=True)):
                e = F(most[i % net.outputs])
                assert lo - e <= F(value) <= hi + e


@pytest.mark.parametrize(("kind", "style", "norm_first"), STYLES)
def test_tokens_of_another_box(kind: str, style: str, norm_first: bool) -> None:
    """On [-1, 2] the embedding has a scale of 1/3, which is rounded."""
    needed(style)
    net = replace(built("two", kind), low=F(-1), high=F(2))
    Xs = [[[3 * q - 1 for q in x] for x in X] for X in batch(net.n, net.d)]
    for dtype, largest in (("float64", 1e-12), ("float32", 1e-3)):
        most = error_bounds(net, dtype, style, norm_first)
        assert 0 < max(most) < largest
        values = run(to_torch(net, dtype, style, norm_first), Xs, dtype)
        for computed, X in zip(values, Xs, strict=True):
            for value, (lo, hi) in zip(computed, enclosed(net, X), strict=True):
                assert lo - F(most[0]) <= F(value) <= hi + F(most[0])


def last_layer(module: Any, style: str) -> Any:
    """The outer weights of the second FC."""
    if style == "encoder":
        return module[1].layers[-1].linear2
    if style == "linformer_model":
        return module[1].net.layers[-1][1].fn.w2
    if style == "performer_model":
        return module[1].net.layers[-1][1].fn.fn.w2
    return module[2].FC[2]


@pytest.mark.parametrize(("kind", "style", "norm_first"), STYLES)
def test_another_weight_is_noticed(kind: str, style: str, norm_first: bool) -> None:
    """A weight of the last hidden layer is moved by 1/1000."""
    needed(style)
    net = built("two", kind)
    Xs = batch(net.n, net.d)
    module = to_torch(net, "float64", style, norm_first)
    before = run(module, Xs, "float64")
    last = last_layer(module, style)
    row = net.D - 1
    size = 2.0**80 if style.endswith("_model") else 1.0  # what W_2 is divided by
    with torch.no_grad():
        used = int(last.weight[row].abs().argmax())
        last.weight[row, used] += 1e-3 / size
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
    for omega in ([F(-1, 2)], [F(3), F(0)]):
        g, n, d = NETS["powers"]
        net = construct("performer", rewrite(parse_semi_invariant(g, n, d)), F(1, 20), omega=omega)
        mean = as_mean(net)
        X = batch(3, 1)[-1]
        for (lo, hi), (low, high) in zip(enclosed(net, X), enclosed(mean, X), strict=True):
            assert abs(lo - low) < F(1, 2**56)
            assert abs(hi - high) < F(1, 2**56)
        assert mean.bound.total <= net.bound.total


KERNELS: list[dict[str, Any]] = [
    {"generalized_attention": True},
    {"no_projection": True},
    {"nb_features": 1},
    {"nb_features": 40},
]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("style", ["performer", "performer_model"])
def test_every_kernel_of_the_package_gives_the_same(style: str, kernel: dict[str, Any]) -> None:
    needed(style)
    net = built("powers", "performer")
    Xs = batch(3, 1)
    most = error_bounds(net, "float64", style, kernel=kernel)[0]
    values = run(to_torch(net, "float64", style, kernel=kernel), Xs, "float64")
    for computed, X in zip(values, Xs, strict=True):
        for value, (lo, hi) in zip(computed, enclosed(net, X), strict=True):
            assert lo - F(most) <= F(value) <= hi + F(most)


def test_features_that_are_drawn_again_change_nothing() -> None:
    needed("performer_model")
    net = built("two", "performer")
    module = to_torch(net, "float64", "performer_model")
    Xs = batch(2, 1)
    before = run(module, Xs, "float64")
    heads = [m for m in module.modules() if hasattr(m, "redraw_projection_matrix")]
    assert len(heads) == 2
    for head in heads:
        drawn = head.projection_matrix.clone()
        head.redraw_projection_matrix("cpu")
        assert not torch.equal(drawn, head.projection_matrix)
    most = 2 * max(error_bounds(net, "float64", "performer_model"))
    for one, two in zip(before, run(module, Xs, "float64"), strict=True):
        assert all(abs(a - b) <= most for a, b in zip(one, two, strict=True))


def test_a_causal_head_is_another_function() -> None:
    """It is refused; made by hand, the first token does not see the others."""
    needed("performer")
    net = built("two", "performer")
    with pytest.raises(ValueError, match="up to its own: another function"):
        to_torch(net, style="performer", kernel={"causal": True})
    with pytest.raises(ValueError, match="options of a kernel are"):
        to_torch(net, style="definition", kernel={"nb_features": 2})
    with pytest.raises(ValueError, match="nb_features is at least 1"):
        to_torch(net, style="performer", kernel={"nb_features": 0})
    module = to_torch(net, style="performer")
    for block in (module[1], module[2]):
        block.attention.fast_attention.causal = True
        package = import_performer().performer_pytorch
        block.attention.fast_attention.causal_linear_fn = package.causal_linear_attention_noncuda
    X = [[F(1)], [F(0)]]  # f = x1 x2 = 0; twice the mean of the first token alone is 2
    assert run(module, [X], "float64")[0][0] > 0.5


@pytest.mark.parametrize(("kind", "style"), [("linformer", "linformer_model"),
                                             ("performer", "performer_model")])  # fmt: skip
def test_the_models_have_gelu(kind: str, style: str) -> None:
    """They are the classes of the packages; without the factor c, GELU is another function."""
    needed(style)
    net = built("two", kind)
    module = to_torch(net, "float64", style)
    package = {"linformer": "linformer", "performer": "performer_pytorch"}[kind]
    assert type(module[1]).__module__.split(".")[0] == package
    gelus = [m for m in module.modules() if isinstance(m, torch.nn.GELU)]
    assert len(gelus) == 2
    Xs = batch(2, 1)
    before = run(module, Xs, "float64")
    last = last_layer(module, style)
    first = module[1].net.layers[-1][1].fn
    first = first.fn.w1 if kind == "performer" else first.w1
    with torch.no_grad():
        first.weight /= 2.0**80
        first.bias /= 2.0**80
        last.weight *= 2.0**80
    assert abs(run(module, Xs, "float64")[0][0] - before[0][0]) > 1e-3


def test_the_error_function_is_one_beyond_six() -> None:
    """As the bound of GELU assumes, at vectors as long as those of a layer."""
    for dtype in (torch.float32, torch.float64):
        t = torch.linspace(9.0, 500.0, 1001, dtype=dtype)
        gelu = torch.nn.functional.gelu
        assert torch.equal(gelu(t), t)
        assert torch.equal(gelu(-t), torch.zeros_like(t))
        near = torch.linspace(-9.0, 9.0, 1001, dtype=dtype)
        assert bool(((gelu(near) - torch.relu(near)).abs() < 1).all())


def test_a_weight_too_small_for_gelu_is_refused() -> None:
    needed("performer_model")
    g = "x1**2/10**27"
    net = construct("performer", rewrite(parse_semi_invariant(g, 2, 1)), F(1, 10**28), omega=[F(0)])
    with pytest.raises(ValueError, match="too small for GELU in this type: use float64"):
        to_torch(net, "float32", "performer_model")
    assert to_torch(net, "float64", "performer_model") is not None


def test_what_is_no_style_is_refused() -> None:
    net = built("two", "linformer")
    with pytest.raises(
        ValueError, match="a linformer has the styles definition, linformer, linformer_model, not"
    ):
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
