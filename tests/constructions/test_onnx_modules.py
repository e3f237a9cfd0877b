"""ONNX files as modules: blocks that we write and that torch exports, and what is refused."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import by_turns

torch = pytest.importorskip("torch", reason="torch is an optional extra")
onnx = pytest.importorskip("onnx", reason="an optional extra")
nn = torch.nn

from verify import models  # noqa: E402

pytestmark = by_turns(3)


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


def exported(module: Any, x: Any, path: Path, way: str = "old 17", **more: Any) -> Path:
    """By torch's exporters, the old and the new one, which needs a package of its own."""
    kind, opset = way.split()
    if kind == "new":
        pytest.importorskip("onnxscript", reason="torch's new exporter needs it")
        more["verbose"] = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's own, on its exporter
        torch.onnx.export(
            module, (x,), str(path), dynamo=kind == "new", opset_version=int(opset), **more
        )
    return path


WAYS = ["old 17", "old 20", "new 18", "new 21"]


def scattered(module: Any) -> Any:
    """With weights that are not those of the start, where norms have 1 and 0."""
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for p in module.parameters():
            p.copy_(0.5 * torch.randn(p.shape, generator=generator) + (p.ndim == 1))
        for name, b in module.named_buffers():
            if b.is_floating_point():  # the running numbers of BatchNorm
                b.copy_(torch.rand(b.shape, generator=generator) + name.endswith("var"))
    return module.eval()


def convolutional(groups: int = 1, biased: bool = True) -> Any:
    """Norms, pooling and an affine map that reduce takes, up to a last norm."""
    return scattered(
        nn.Sequential(
            *(nn.Conv2d(3, 4, 3, bias=False), nn.GroupNorm(groups, 4)),
            *((nn.BatchNorm2d(4),) if biased else ()),
            *(nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 6, 3, padding=1, bias=False)),
            *(nn.GroupNorm(1, 6), nn.LeakyReLU(0.1), nn.AvgPool2d(2), nn.AdaptiveAvgPool2d(1)),
            *(nn.Flatten(), nn.Linear(6, 5, bias=False), nn.LayerNorm(5), nn.Linear(5, 2)),
        )
    )


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


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("make", "shape"),
    [
        (lambda: nn.BatchNorm2d(4), (2, 4, 5, 5)),
        (lambda: nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.BatchNorm1d(6)), (5, 4)),
        (lambda: nn.Sequential(nn.ReLU(), nn.BatchNorm1d(3, affine=False)), (2, 3, 7)),
        (
            lambda: nn.Sequential(nn.MaxPool1d(2), nn.AvgPool1d(3), nn.AdaptiveAvgPool1d(1)),
            (2, 3, 12),
        ),
        (lambda: nn.MaxPool2d(3, 2, 1, dilation=2), (2, 3, 13, 13)),
        (lambda: nn.MaxPool2d(3, 2, ceil_mode=True), (2, 3, 8, 8)),
        (lambda: nn.AvgPool2d(2, 1, 1), (2, 3, 6, 6)),
        (lambda: nn.AvgPool2d(3, 2, 1, count_include_pad=False), (2, 3, 7, 7)),
        (lambda: nn.AdaptiveAvgPool2d(2), (2, 3, 8, 8)),
        (lambda: nn.AdaptiveAvgPool2d(1), (2, 3, 8, 8)),
        (lambda: nn.GroupNorm(2, 6), (2, 6, 5)),
        (lambda: nn.GroupNorm(3, 6), (2, 6)),
        (lambda: nn.GroupNorm(2, 4, affine=False), (2, 4, 3, 3)),
        (lambda: nn.InstanceNorm2d(4, affine=True), (2, 4, 3, 3)),
        (lambda: nn.Sequential(nn.ReLU6(), nn.ELU(0.5), nn.PReLU(), nn.Hardswish()), (2, 4)),
    ],
)
def test_norms_and_pooling(tmp_path: Path, make: Any, shape: tuple[int, ...], way: str) -> None:
    model, x = scattered(make()), torch.randn(shape, generator=torch.Generator().manual_seed(2))
    read = models.read_module(exported(model, x, tmp_path / "model.onnx", way))
    for at in (x, 3 * x - 1):
        assert (read(at) - model(at)).abs().max() <= 1e-5 * (1 + model(at).abs().max())
    if isinstance(model, nn.GroupNorm):
        (norm,) = (m for m in read.modules() if isinstance(m, nn.GroupNorm))
        assert (norm.num_groups, norm.num_channels) == (model.num_groups, model.num_channels)
        assert [type(m) for m in read.children()] == [nn.GroupNorm]
        assert len(read.graph.nodes) == 3  # with the input and the output: it is one step
        if not model.affine and way.startswith("old"):  # the new one writes ones and zeros
            assert norm.weight is None
            assert norm.bias is None
        elif model.affine:
            assert torch.equal(norm.weight, model.weight)
            assert torch.equal(norm.bias, model.bias)


@pytest.mark.parametrize("way", WAYS)
def test_convolutional_networks_are_reduced_with_their_bound(tmp_path: Path, way: str) -> None:
    model, x = convolutional().double(), torch.randn(2, 3, 10, 10).double()
    read = models.read_module(exported(model, x, tmp_path / "model.onnx", way))
    true = read(x)
    # epsilons are float32 in the file
    assert (true - model(x)).abs().max() <= 1e-9 * true.abs().max()
    exact = models.reduce(read, x, biases="carry")
    assert str(exact).startswith("exact form; put off: groupnorm")
    assert (exact.module(x) - true).abs().max() <= 1e-12 * true.abs().max()
    assert exact.bound(x) == 0
    plain = models.reduce(read, x, form="plain", biases="carry")
    gap = float((plain.module(x) - true).abs().max().detach())
    assert gap > 1e-9, "or the next line says nothing"
    assert abs(float(plain.bound(x)) - gap) < 1e-9 * (1 + gap), "at points it is the difference"
    refused = r"'mul' adds|'add' adds a constant|offset"
    with pytest.raises(ValueError, match=refused):
        models.reduce(read, x)


def test_the_bound_holds_on_a_box_with_an_affine_map_between(tmp_path: Path) -> None:
    model, x = convolutional().double(), torch.randn(1, 3, 10, 10).double()
    read = models.read_module(exported(model, x, tmp_path / "model.onnx"))
    plain = models.reduce(read, x, form="plain", biases="carry")
    bound = plain.bound(x, 1e-6)
    assert bound >= plain.bound(x) > 0
    for _ in range(10):
        z = x + 1e-6 * torch.empty_like(x).uniform_(-1, 1).sign()
        gap = (plain.module(z) - read(z)).abs().max().detach()
        assert float(gap) <= float(bound) + 1e-12


@pytest.mark.parametrize("way", ["new 18", "new 21"])
def test_a_block_that_the_new_exporter_writes(tmp_path: Path, way: str) -> None:
    block, x = scattered(Block(gelu=True)), torch.randn(2, 5, 8)
    path = exported(block, x, tmp_path / "block.onnx", way)
    assert (tmp_path / "block.onnx.data").is_file()
    read = models.read_module(path)
    assert (read(x) - block(x)).abs().max() <= 1e-5 * block(x).abs().max()
    assert [type(m) for m in read.modules()].count(nn.LayerNorm) == 3


def test_a_reduced_network_with_groups_is_read_back(tmp_path: Path) -> None:
    model, x = convolutional(2, biased=False), torch.randn(2, 3, 10, 10)
    made = models.reduce(model, x, biases="carry")
    made.save_onnx(tmp_path / "reduced.onnx")
    read = models.read_module(tmp_path / "reduced.onnx")
    assert (read(x) - model(x)).abs().max() <= 1e-4 * model(x).abs().max()


def written(
    path: Path, nodes: list[Any], tensors: dict[str, Any], shape: Any, opset: int = 18
) -> Path:
    helper, number = onnx.helper, onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "some",
        [helper.make_tensor_value_info("x", number, shape)],
        [helper.make_tensor_value_info("y", number, [f"y{k}" for k in range(len(shape))])],
        [onnx.numpy_helper.from_array(t.numpy(), name) for name, t in tensors.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)
    path.write_bytes(model.SerializeToString())
    return path


@pytest.mark.parametrize(
    ("op", "attributes", "why"),
    [
        ("MaxPool", {"kernel_shape": [2, 2]}, None),
        ("MaxPool", {"kernel_shape": [2, 2], "pads": [0, 0, 1, 1]}, "equal padding on both sides"),
        ("MaxPool", {"kernel_shape": [2, 2], "auto_pad": "SAME_UPPER"}, "equal padding"),
        ("MaxPool", {"kernel_shape": [1, 1], "strides": [3, 3], "ceil_mode": 1}, "in the padding"),
        ("MaxPool", {"kernel_shape": [3, 3], "strides": [3, 3], "ceil_mode": 1}, None),
        ("MaxPool", {"kernel_shape": [2, 2], "pads": [2, 2, 2, 2]}, "half a window"),
        ("AveragePool", {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}, None),
        ("AveragePool", {"kernel_shape": [3, 3], "ceil_mode": 1}, "ceil_mode only where"),
        ("AveragePool", {"kernel_shape": [2, 2], "dilations": [2, 2]}, "not dilated"),
        ("GlobalAveragePool", {}, None),
        ("GlobalMaxPool", {}, None),
        ("LpPool", {"kernel_shape": [2, 2]}, "the operator LpPool is not read"),
    ],
)
def test_pooling_that_is_refused_and_its_neighbours(
    tmp_path: Path, op: str, attributes: dict[str, Any], why: str | None
) -> None:
    node = onnx.helper.make_node(op, ["x"], ["y"], **attributes)
    path = written(tmp_path / "one.onnx", [node], {}, ["batch", 3, 8, 8], 19)
    if why is None:
        x = torch.randn(2, 3, 8, 8)
        runtime = pytest.importorskip("onnxruntime")
        (true,) = runtime.InferenceSession(path.read_bytes()).run(None, {"x": x.numpy()})
        assert torch.allclose(models.read_module(path)(x), torch.from_numpy(true), atol=1e-6)
    else:
        with pytest.raises(ValueError, match=why) as caught:
            models.read_module(path)
        assert "\n" not in str(caught.value)


def test_norms_that_are_refused(tmp_path: Path) -> None:
    make, path = onnx.helper.make_node, tmp_path / "one.onnx"
    ones, zeros = torch.ones(4), torch.zeros(4)
    four = {"w": ones, "b": zeros, "m": zeros, "v": ones}
    batch = make("BatchNormalization", ["x", "w", "b", "m", "v"], ["y"])
    assert models.read_module(written(path, [batch], four, [2, 4, 3]))(torch.ones(2, 4, 3)).shape
    shapeless = [make("Reshape", ["x", "s"], ["z"]), make("Reshape", ["z", "s"], ["t"])]
    batch = make("BatchNormalization", ["t", "w", "b", "m", "v"], ["y"])
    for nodes, tensors, opset, why in (
        ([make("BatchNormalization", ["x", "x", "b", "m", "v"], ["y"])],
         four, 18, "weights in the"),
        ([make("BatchNormalization", ["x", "w", "b", "m", "v"], ["y"])],
         {**four, "v": -2 * ones}, 18, "numbers that are finite"),
        ([make("GroupNormalization", ["x", "w", "b"], ["y"], num_groups=4)],
         {"w": ones, "b": zeros}, 18, "GroupNormalization is deprecated"),
        ([make("GroupNormalization", ["x", "w", "b"], ["y"], num_groups=3)],
         {"w": ones, "b": zeros}, 21, "groups of one size"),
        ([make("InstanceNormalization", ["x", "x", "b"], ["y"])], {"b": zeros}, 18, "weights in"),
        ([make("Shape", ["x"], ["s"]), *shapeless, batch], four, 18, None),
    ):  # fmt: skip
        written(path, nodes, tensors, [2, 4, 3], opset)
        if why is None:
            models.read_module(path)
            continue
        with pytest.raises(ValueError, match=why):
            models.read_module(path)


@pytest.mark.parametrize(
    ("split", "back", "scale", "one"),
    [
        ([0, 2, -1], [0, 4, 3], 1.0, True),
        ([2, 2, -1], [-1, 4, 3], 1.0, True),
        ([0, 2, -1], [0, 3, 4], 1.0, False),  # another shape comes back
        ([0, 2, 6], [2, 4, 3], 1.0, False),  # the same, not as torch writes it
        ([0, 2, -1], [2, 4, 3], 2.0, None),
    ],
)
def test_groups_are_one_norm_where_they_are(
    tmp_path: Path, split: list[int], back: list[int], scale: float, one: bool | None
) -> None:
    """Whatever is read computes what onnxruntime computes."""
    make = onnx.helper.make_node
    nodes = [
        make("Reshape", ["x", "s"], ["groups"]),
        make("InstanceNormalization", ["groups", "w", "b"], ["n"], epsilon=1e-3),
        make("Reshape", ["n", "t"], ["whole"]),
        make("Relu", ["whole"], ["y"]),
    ]
    tensors = {"s": torch.tensor(split), "t": torch.tensor(back)}
    tensors |= {"w": torch.full((2,), scale), "b": torch.zeros(2)}
    path = written(tmp_path / "groups.onnx", nodes, tensors, [2, 4, 3])
    if one is None:
        with pytest.raises(ValueError, match="of groups is read without weights"):
            models.read_module(path)
        return
    read, x = models.read_module(path), torch.randn(2, 4, 3)
    runtime = pytest.importorskip("onnxruntime")
    (true,) = runtime.InferenceSession(path.read_bytes()).run(None, {"x": x.numpy()})
    assert torch.allclose(read(x), torch.from_numpy(true), atol=1e-5)
    (norm,) = (m for m in read.modules() if isinstance(m, nn.GroupNorm))
    assert norm.num_channels == (4 if one else 2)


@pytest.mark.parametrize(
    ("location", "why"),
    [
        ("weights.bin", None),
        ("../weights.bin", "not one of the same folder"),
        ("/etc/hostname", "not one of the same folder"),
        ("", "not one of the same folder"),
        ("nothing.bin", "which is not there"),
        ("link.bin", "which is not there"),
        ("short.bin", "which is too short"),
    ],
)
def test_tensors_in_files_beside(tmp_path: Path, location: str, why: str | None) -> None:
    """Of the same folder alone, and no links."""
    folder = tmp_path / "inside"
    folder.mkdir()
    w = torch.randn(3)
    for place in (tmp_path, folder):
        (place / "weights.bin").write_bytes(b"pad." + w.numpy().tobytes())
    (folder / "short.bin").write_bytes(w.numpy().tobytes())
    (folder / "link.bin").symlink_to(tmp_path / "weights.bin")
    path = folder / "model.onnx"
    written(path, [onnx.helper.make_node("Mul", ["x", "w"], ["y"])], {"w": w}, ["batch", 3])
    model = onnx.load(str(path))
    onnx.external_data_helper.set_external_data(
        model.graph.initializer[0], location, offset=4, length=12
    )
    model.graph.initializer[0].ClearField("raw_data")
    path.write_bytes(model.SerializeToString())
    if why is None:
        assert torch.equal(models.read_module(path)(torch.ones(1, 3))[0], w)
    else:
        with pytest.raises(ValueError, match=why):
            models.read_module(path)
