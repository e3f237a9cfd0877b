"""Networks as ONNX files: what onnxruntime computes from them, and what is read from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from constructions.exact import Surd
from constructions.federated import Block, Layer, LayeredNet, ResidualNet, normalised, reduced
from constructions.interop.export import read_network, write_network
from constructions.interop.onnx_layers import read_onnx, rounded
from constructions.interop.torch_federated import forward_error_bounds
from constructions.layers import LayerNorm, Relu
from constructions.networks import ParallelNet, Unit

onnx: Any = pytest.importorskip("onnx", reason="onnx is an optional extra")
helper = onnx.helper


def weights(rows: int, columns: int, seed: int) -> tuple[tuple[F, ...], ...]:
    return tuple(
        tuple(F((7 * seed + 13 * i * i + 29 * j + 5 * i * j) % 41 - 20, 16) for j in range(columns))
        for i in range(rows)
    )


def layered(slope: F, *steps: str) -> LayeredNet:
    widths = (3, 4, 5, 4)[: len(steps) + 1]
    made = []
    for number, step in enumerate(steps):
        n, d = widths[number], widths[number + 1]
        b = tuple(F(i + 1, 4) for i in range(d)) if number == 0 else (F(0),) * d
        made.append(Layer(weights(d, n, number + 1), b, step))
    return LayeredNet(tuple(made), slope)


def residual(slope: F) -> ResidualNet:
    return ResidualNet(
        (
            Block(weights(5, 4, 1), weights(4, 5, 2), "nMV", "s"),
            Block(weights(3, 4, 3), weights(4, 3, 4), "none", "nMV"),
            Block(weights(2, 4, 5), weights(4, 2, 6), "n", "none"),
        ),
        slope,
    )


NETWORKS = {
    "n": normalised(layered(F(0), "none", "none", "none"), "n"),
    "reduced": reduced(normalised(layered(F(1, 8), "none", "none", "none"), "nMV")),
    "mixed": layered(F(-1, 3), "s", "n", "nMV"),
    "one": layered(F(0), "none"),
    "blocks": residual(F(0)),
    "leaky blocks": residual(F(1, 10)),
}
EACH = pytest.mark.parametrize("name", NETWORKS)


def run(data: bytes, points: Sequence[Sequence[F]], dtype: str) -> list[list[float]]:
    runtime = pytest.importorskip("onnxruntime", reason="onnxruntime is an optional extra")
    np = pytest.importorskip("numpy")
    session = runtime.InferenceSession(data, providers=["CPUExecutionProvider"])
    batch = np.array([[float(a) for a in x] for x in points], dtype)
    found: list[list[float]] = session.run(None, {"x": batch})[0].tolist()
    return found


@EACH
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_what_is_written_is_read_and_computed(tmp_path: Path, name: str, dtype: str) -> None:
    network = NETWORKS[name]
    path = write_network(network, tmp_path / "net.onnx", dtype)
    back = read_network(path)
    assert back == rounded(network, dtype)
    assert (back == network) == (network.slope.denominator not in (3, 10)), "others are dyadic"
    points = [tuple(F(5 * i + 3 * j - 6, 4) for j in range(network.n)) for i in range(3)]
    from constructions.interop.flint import BallSystem, to_fractions

    balls = BallSystem(200)
    assert isinstance(back, LayeredNet | ResidualNet)
    for x, values in zip(points, run(path.read_bytes(), points, dtype), strict=True):
        with balls.working():
            exact = back.evaluate(balls, [balls.const(a) for a in x])
            ends = [to_fractions(a) for a in exact]
        bounds = forward_error_bounds(back, x, dtype)
        for value, bound, (low, high) in zip(values, bounds, ends, strict=True):
            assert low - F(bound) <= F(value) <= high + F(bound)
            assert bound < (1e-9 if dtype == "float64" else 1)


def test_json_of_each_kind_is_read(tmp_path: Path) -> None:
    for network in NETWORKS.values():
        assert read_network(write_network(network, tmp_path / "net.json")) == network
    with pytest.raises(ValueError, match=r"as \.json or \.onnx only"):
        write_network(NETWORKS["n"], tmp_path / "net.safetensors")


def parallel(layer: Any, d: int) -> ParallelNet:
    def numbers(*values: int) -> tuple[Surd, ...]:
        return tuple(Surd(F(v, 8)) for v in values)

    units = tuple(
        Unit(f"u{j}", numbers(*range(j, j + d)), tuple(numbers(i + j, 2 * i - j) for i in range(d)),
             numbers(*range(-j, d - j)))
        for j in range(3)
    )  # fmt: skip
    return ParallelNet(layer, 2, units)


@pytest.mark.parametrize("layer", [LayerNorm(4, Surd(F(1, 64))), Relu()], ids=str)
def test_parallel_units_are_read_back(tmp_path: Path, layer: Any) -> None:
    network = parallel(layer, layer.d)
    path = write_network(network, tmp_path / "net.onnx")
    assert read_network(path) == network
    model = onnx.load(path)
    for node in model.graph.node:
        if node.op_type in ("ReduceMean", "Relu"):
            node.op_type = {"ReduceMean": "ReduceSum", "Relu": "Sigmoid"}[node.op_type]
    onnx.save(model, path)
    with pytest.raises(ValueError, match="operators of the file are not those"):
        read_network(path)


# --- files from elsewhere -------------------------------------------------------------------------


def model(nodes: list[Any], opset: int = 17, **arrays: Any) -> bytes:
    np = pytest.importorskip("numpy")
    number = onnx.TensorProto.DOUBLE
    graph = helper.make_graph(
        nodes, "g",
        [helper.make_tensor_value_info("x", number, ["batch", 2])],
        [helper.make_tensor_value_info("y", number, ["batch", 2])],
        [onnx.numpy_helper.from_array(np.array(a), name) for name, a in arrays.items()],
    )  # fmt: skip
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    data: bytes = made.SerializeToString()
    return data


def node(op: str, inputs: str, output: str, **attributes: Any) -> Any:
    return helper.make_node(op, inputs.split(), [output], **attributes)


def layer_of(*middle: Any, **arrays: Any) -> bytes:
    """MatMul, Add, and what follows, down to y."""
    first = [node("MatMul", "x W", "p"), node("Add", "b p", "h")]
    return model([*first, *middle], W=[[1.0, 2.0], [3.0, -4.0]], b=[0.5, 0.0], **arrays)


#: MatMul multiplies from the right
U = ((F(1), F(3)), (F(2), F(-4)))
NORM = node("LayerNormalization", "r g", "y", epsilon=0.0)


def test_other_ways_to_write_the_same() -> None:
    for step, middle in {
        "none": [node("Relu", "h", "r"), node("Identity", "r", "y")],
        "nMV": [node("Relu", "h", "r"), NORM],
        "s": [node("Relu", "h", "r"), node("ReduceMean", "r", "m", axes=[1]),
              node("Sub", "r m", "y")],
        "n": [node("Relu", "h", "r"), node("Pow", "r two", "q"),
              node("ReduceMean", "q", "m", axes=[-1]), node("Sqrt", "m", "d"),
              node("Div", "r d", "y")],
    }.items():  # fmt: skip
        found = read_onnx(layer_of(*middle, g=[1.0, 1.0], two=2.0))
        assert found == LayeredNet((Layer(U, (F(1, 2), F(0)), step),), F(0))
    leaky = layer_of(node("LeakyRelu", "h", "y", alpha=0.25))
    assert read_onnx(leaky) == LayeredNet((Layer(U, (F(1, 2), F(0)), "none"),), F(1, 4))


REFUSED = {
    "Sigmoid is not read": [node("Sigmoid", "h", "y")],
    "epsilon 1e-05: the layers": [node("Relu", "h", "r"),
                                  node("LayerNormalization", "r g", "y")],
    "with another axis or a scale": [node("Relu", "h", "r"),
                                     node("LayerNormalization", "r w", "y", epsilon=0.0)],
    "stands where a layer's activation": [node("MatMul", "h W", "y")],
    "more than one slope": [node("Relu", "h", "r"), node("MatMul", "r W", "q"),
                            node("LeakyRelu", "q", "y", alpha=0.5)],
    "Sub is not read but of the mean": [node("Relu", "h", "r"), node("Sub", "r h", "y")],
    "Max is not read but with 0": [node("Max", "h g", "y")],
    "not that of a residual block": [node("Relu", "h", "r"), node("Add", "r x", "q"),
                                     node("Relu", "q", "y")],
    "over the last dimension": [node("ReduceMean", "h", "m", axes=[0]), node("Sub", "h m", "y")],
    "not a finite number": [node("MatMul", "h N", "q"), node("Relu", "q", "y")],
    "Gemm is not read with alpha": [node("Gemm", "h W", "q", alpha=2.0), node("Relu", "q", "y")],
}  # fmt: skip


@pytest.mark.parametrize("message", REFUSED)
def test_what_is_not_read_is_refused_by_name(message: str) -> None:
    arrays = {"g": [1.0, 1.0], "w": [1.0, 2.0], "N": [[1.0, float("nan")], [1.0, 1.0]]}
    with pytest.raises(ValueError, match=message) as caught:
        read_onnx(layer_of(*REFUSED[message], **arrays))
    assert "\n" not in str(caught.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    for data in (b"", b"\x00" * 100, b"{}", b"\x08\x08" * 40):
        with pytest.raises(ValueError, match="not an ONNX file"):
            read_onnx(data)
    with pytest.raises(ValueError, match="the opset is one of"):
        read_onnx(model([node("Relu", "x", "y")], opset=9))
    with pytest.raises(ValueError, match="stands where U v"):
        read_onnx(model([node("Relu", "x", "y")]))
    path = write_network(NETWORKS["blocks"], tmp_path / "net.onnx")
    outside = onnx.load(path)
    onnx.save_model(
        outside, tmp_path / "o.onnx", save_as_external_data=True, location="w", size_threshold=0
    )
    with pytest.raises(ValueError, match=r"another file|not an ONNX file"):
        read_network(tmp_path / "o.onnx")


def test_a_changed_weight_is_another_network(tmp_path: Path) -> None:
    network = NETWORKS["n"]
    assert isinstance(network, LayeredNet)
    first, *rest = network.layers
    U = ((first.U[0][0] + 1, *first.U[0][1:]), *first.U[1:])
    other = replace(network, layers=(replace(first, U=U), *rest))
    path = write_network(other, tmp_path / "net.onnx")
    assert read_network(path) == other != network
