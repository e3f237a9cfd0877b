"""ONNX files as modules: blocks that we write and that torch exports, and what is refused."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is an optional extra")
onnx = pytest.importorskip("onnx", reason="an optional extra")
nn = torch.nn

from verify import models  # noqa: E402


class Block(nn.Module):  # type: ignore[misc, name-defined]
    """A block of a ViT, with ReLU, so that its second norm can be put off before a last one."""

    def __init__(self, d: int = 8, heads: int = 2, gelu: bool = False) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(d)
        self.attention = nn.MultiheadAttention(d, heads, batch_first=True)
        self.norm2 = nn.LayerNorm(d)
        self.mlp = nn.Sequential(
            nn.Linear(d, 2 * d), nn.GELU() if gelu else nn.ReLU(), nn.Linear(2 * d, d)
        )
        self.last = nn.LayerNorm(d)

    def forward(self, x: Any) -> Any:
        y = self.norm1(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return self.last(x + self.mlp(self.norm2(x)))


def exported(module: Any, x: Any, path: Path) -> Path:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's own, on its exporter
        torch.onnx.export(module, (x,), str(path), dynamo=False, opset_version=17)
    return path


def scattered(module: Any) -> Any:
    """With weights that are not those of the start, where norms have 1 and 0."""
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for p in module.parameters():
            p.copy_(0.5 * torch.randn(p.shape, generator=generator) + (p.ndim == 1))
    return module.eval()


@pytest.mark.parametrize("gelu", [False, True])
def test_a_block_that_torch_exports(tmp_path: Path, gelu: bool) -> None:
    block, x = scattered(Block(gelu=gelu)), torch.randn(2, 5, 8)
    read = models.read_module(exported(block, x, tmp_path / "block.onnx"))
    assert (read(x) - block(x)).abs().max() <= 1e-5 * block(x).abs().max()
    kinds = [type(module) for module in read.modules()]
    assert kinds.count(nn.LayerNorm) == 3
    assert kinds.count(nn.Linear) == 4
    x = x.requires_grad_()
    found = torch.autograd.grad(read(x).square().sum(), x)[0]
    true = torch.autograd.grad(block(x).square().sum(), x)[0]
    assert (found - true).abs().max() <= 1e-4 * true.abs().max()


def test_equal_weights_stand_in_the_file_once(tmp_path: Path) -> None:
    """Biases that are all 0, as they are at the start, are one tensor with several names."""
    block, x = Block().eval(), torch.randn(2, 5, 8)
    read = models.read_module(exported(block, x, tmp_path / "block.onnx"))
    assert torch.allclose(read(x), block(x), atol=1e-5)


def test_a_reduced_block_is_read_back(tmp_path: Path) -> None:
    """What save_onnx writes, attention and norms in primitive operators."""
    block, x = scattered(Block()), torch.randn(2, 5, 8)
    made = models.reduce(block, x, branches=True, biases="carry", partial=True)
    made.save_onnx(tmp_path / "reduced.onnx")
    read = models.read_module(tmp_path / "reduced.onnx")
    assert (read(x) - block(x)).abs().max() <= 1e-4 * block(x).abs().max()


def test_what_is_read_can_be_reduced(tmp_path: Path) -> None:
    model = scattered(
        nn.Sequential(
            *(nn.Linear(4, 6), nn.ReLU(), nn.LayerNorm(6, bias=False)),
            *(nn.Linear(6, 6, bias=False), nn.ReLU(), nn.LayerNorm(6), nn.Linear(6, 2)),
        )
    )
    x = torch.randn(7, 4)
    read = models.read_module(exported(model, x, tmp_path / "model.onnx"))
    made = models.reduce(read, x)
    assert "put off" in str(made)
    assert (made.module(x) - model(x)).abs().max() <= 1e-5 * model(x).abs().max()


@pytest.mark.parametrize("gelu", [False, True])
def test_a_block_that_is_read_can_be_reduced(tmp_path: Path, gelu: bool) -> None:
    """The norm before the perceptron is put off; steps of attention are named as what they are."""
    block, x = scattered(Block(gelu=gelu)), torch.randn(2, 5, 8)
    read = models.read_module(exported(block, x, tmp_path / "block.onnx"))
    made = models.reduce(read, x, late=True, biases="carry", partial=True)
    assert str(made).startswith("exact form; put off: layernorm")
    assert "'_transpose' is not known to be scale equivariant" in str(made)
    assert (made.module(x) - block(x)).abs().max() <= 1e-4 * block(x).abs().max()


def test_convolutions(tmp_path: Path) -> None:
    layer = scattered(
        nn.Sequential(nn.Conv2d(4, 6, 3, 2, 1, groups=2), nn.LeakyReLU(0.2), nn.Flatten())
    )
    x = torch.randn(3, 4, 9, 9)
    read = models.read_module(exported(layer, x, tmp_path / "conv.onnx"))
    assert torch.allclose(read(x), layer(x), atol=1e-5)


def test_a_product_that_is_used_twice_keeps_its_bias_outside(tmp_path: Path) -> None:
    class Twice(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.W = nn.Parameter(torch.randn(3, 3))
            self.b = nn.Parameter(torch.randn(3))

        def forward(self, x: Any) -> Any:
            y = x @ self.W
            return (y + self.b) * y

    model, x = Twice(), torch.randn(2, 3)
    read = models.read_module(exported(model, x, tmp_path / "twice.onnx"))
    assert torch.allclose(read(x), model(x), atol=1e-5)


@pytest.mark.parametrize(
    ("op", "attributes", "why"),
    [
        ("Sin", {}, "the operator Sin is not read"),
        ("Cast", {"to": 1}, None),
        ("Softmax", {"axis": -1}, None),
        ("ReduceMean", {"noop_with_empty_axes": 1}, "ReduceMean is not read with noop_with_empty"),
        ("Relu", {}, None),
    ],
)
def test_operators(tmp_path: Path, op: str, attributes: dict[str, Any], why: str | None) -> None:
    helper, number = onnx.helper, onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [helper.make_node(op, ["x"], ["y"], **attributes)],
        "one",
        [helper.make_tensor_value_info("x", number, ["batch", 3])],
        [helper.make_tensor_value_info("y", number, ["a", "b"])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    path = tmp_path / "one.onnx"
    path.write_bytes(model.SerializeToString())
    if why is None:
        assert models.read_module(path)(torch.ones(2, 3)).shape == (2, 3)
    else:
        with pytest.raises(ValueError, match=why):
            models.read_module(path)
