"""Networks of layers and residual networks as ONNX files, and back from the operators alone.

What is written are primitive operators (opset 18): Gemm for U v + b; Relu, or Max, Min, Mul, Add
for a slope; and the steps n, n_MV and s from ReduceMean, Sub, Mul, Sqrt and Div, as
:mod:`constructions.federated` defines them, without an epsilon: a vector that cannot be normalised
becomes NaN.  Weights are rounded to the type of the file.

:func:`read_onnx` takes files from anywhere.  It follows the operators from the output to the input
and reads besides the above MatMul with Add, LeakyRelu, Pow with 2, LayerNormalization with epsilon
0, and Identity.  Nothing else is guessed: an operator that is not known, or not in this order, is
refused by its name.  Weights are taken as the exact rationals they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from constructions.federated import Block, Layer, LayeredNet, Matrix, ResidualNet
from constructions.interop.arrays import rounded_to

MAX_BYTES = 1 << 28
MAX_NODES = 10_000
OPSETS = range(11, 25)
Network = LayeredNet | ResidualNet
Value = tuple[Any, ...]


def import_onnx() -> Any:
    try:
        import onnx
    except ImportError:
        raise ValueError(
            'this needs onnx, which is not installed: pip install "netproof[export]"'
        ) from None
    return onnx


# --- out ------------------------------------------------------------------------------------------


class _Graph:
    """Nodes and constants in order, each value by a name of its own."""

    def __init__(self, dtype: str) -> None:
        self.onnx, self.dtype = import_onnx(), dtype
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def add(self, op: str, *inputs: str, **attributes: Any) -> str:
        name = f"{op.lower()}_{len(self.nodes)}"
        node = self.onnx.helper.make_node(op, list(inputs), [name], name=name, **attributes)
        self.nodes.append(node)
        return name

    def constant(self, name: str, values: Any) -> str:
        self.constants[name] = rounded_to(values, self.dtype)
        return name

    def affine(self, name: str, v: str, U: Matrix, b: Sequence[Fraction] = ()) -> str:
        inputs = [v, self.constant(f"{name}.weight", U)]
        if any(b):
            inputs.append(self.constant(f"{name}.bias", list(b)))
        return self.add("Gemm", *inputs, transB=1)

    def rho(self, v: str, slope: Fraction) -> str:
        if not slope:
            return self.add("Relu", v)
        zero, beta = self.constant("zero", Fraction(0)), self.constant("slope", slope)
        negative = self.add("Mul", beta, self.add("Min", v, zero))
        return self.add("Add", self.add("Max", v, zero), negative)

    def mean(self, v: str) -> str:
        import numpy as np

        self.constants["last"] = np.array([-1], np.int64)
        return self.add("ReduceMean", v, "last", keepdims=1)

    def step(self, name: str, v: str) -> str:
        if name in ("s", "nMV"):
            v = self.add("Sub", v, self.mean(v))
        if name in ("n", "nMV"):
            v = self.add("Div", v, self.add("Sqrt", self.mean(self.add("Mul", v, v))))
        return v

    def data(self, n: int, end: str, outputs: int) -> bytes:
        import numpy as np

        helper = self.onnx.helper
        number = helper.np_dtype_to_tensor_dtype(np.dtype(self.dtype))
        if self.nodes[-1].output[0] != end:
            raise ValueError("the last node is not the output")
        self.nodes[-1].output[0] = "y"
        graph = helper.make_graph(
            self.nodes,
            "netproof",
            [helper.make_tensor_value_info("x", number, ["batch", n])],
            [helper.make_tensor_value_info("y", number, ["batch", outputs])],
            [
                self.onnx.numpy_helper.from_array(np.ascontiguousarray(a), name)
                for name, a in self.constants.items()
            ],
        )
        model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", 18)],
            ir_version=8,
            producer_name="netproof",
        )
        self.onnx.checker.check_model(model)
        data: bytes = model.SerializeToString(deterministic=True)
        return data


def layers_bytes(network: Network, dtype: str) -> bytes:
    """The file of a network: inputs ``x`` (batch, n), outputs ``y`` (batch, d_L).

    Raises:
        ValueError: onnx is missing, or a weight is too large for the type.
    """
    graph, v = _Graph(dtype), "x"
    if isinstance(network, ResidualNet):
        for number, block in enumerate(network.blocks, 1):
            hidden = graph.rho(graph.affine(f"A1.{number}", v, block.A1), network.slope)
            branch = graph.affine(f"A2.{number}", graph.step(block.inside, hidden), block.A2)
            v = graph.step(block.after, graph.rho(graph.add("Add", v, branch), network.slope))
        return graph.data(network.n, v, network.n)
    for number, layer in enumerate(network.layers, 1):
        before = graph.rho(graph.affine(f"U.{number}", v, layer.U, layer.b), network.slope)
        v = graph.step(layer.step, before)
    return graph.data(network.n, v, network.widths[-1])


# --- in -------------------------------------------------------------------------------------------


def model_of(data: bytes, folder: Path | None = None) -> Any:
    """The checked model in a file, with the tensors that lie in files beside it, in ``folder``.

    Raises:
        ValueError: onnx is missing, or it is not such a file.
    """
    onnx = import_onnx()
    if len(data) > MAX_BYTES:
        raise ValueError(f"an ONNX file has at most {MAX_BYTES >> 20} MiB")
    try:
        model = onnx.load_model_from_string(data)
    except Exception as error:  # protobuf has exception classes of its own
        raise _no_file(error) from None
    if folder is not None:
        _fetch(model, folder)
    try:
        onnx.checker.check_model(model)
    except Exception as error:  # the checker has
        raise _no_file(error) from None
    return model


def _no_file(error: Exception) -> ValueError:
    line = str(error).partition("\n")[0]
    return ValueError(f"not an ONNX file: {line or type(error).__name__}"[:150])


def _fetch(model: Any, folder: Path) -> None:
    """Put tensors into the model that lie in files of the same folder, as torch writes them.

    Raises:
        ValueError: such a file is somewhere else, is none, is too short, or they are too large.
    """
    external = model.graph.initializer[0].EXTERNAL if model.graph.initializer else None
    held: dict[str, bytes] = {}
    total = 0
    for tensor in model.graph.initializer:
        if tensor.data_location != external:
            continue
        said = {entry.key: entry.value for entry in tensor.external_data}
        name = said.get("location", "")
        where = f"the tensor {tensor.name[:40]!r} lies in another file, {name[:40]!r}"
        path = folder / name
        if name in ("", ".", "..") or Path(name).name != name or "\\" in name:
            raise ValueError(f"{where}: not one of the same folder")
        if path.is_symlink() or not path.is_file():
            raise ValueError(f"{where}, which is not there")
        if name not in held:
            total += path.stat().st_size
            if total > MAX_BYTES:
                raise ValueError(f"the tensors beside a file have at most {MAX_BYTES >> 20} MiB")
            held[name] = path.read_bytes()
        data = held[name]
        numbers = [said.get("offset", "0"), said.get("length", str(len(data)))]
        if not all(n.isdecimal() and len(n) < 20 for n in numbers):
            raise ValueError(f"{where}: its place is no number")
        first, size = map(int, numbers)
        if first + size > len(data):
            raise ValueError(f"{where}, which is too short")
        tensor.raw_data = data[first : first + size]
        tensor.data_location = tensor.DEFAULT
        del tensor.external_data[:]


def read_onnx(data: bytes) -> Network:
    """The network of layers, or of residual blocks, in an ONNX file.

    Raises:
        ValueError: not such a file; one line names the operator or the weight that is in the way.
    """
    model = model_of(data)
    opsets = [o.version for o in model.opset_import if o.domain in ("", "ai.onnx")]
    if len(opsets) != 1 or opsets[0] not in OPSETS:
        raise ValueError(f"the opset is one of {OPSETS[0]} to {OPSETS[-1]}, not {opsets}")
    return _Reading(import_onnx(), model.graph).network()


class _Reading:
    """Values as terms over the input, each written in one way."""

    def __init__(self, onnx: Any, graph: Any) -> None:
        self.onnx = onnx
        self.arrays: dict[str, Any] = {}
        self.values: dict[str, Value] = {}
        for tensor in graph.initializer:
            self.keep(tensor.name, tensor)
        inputs = [i.name for i in graph.input if i.name not in self.arrays]
        if len(inputs) != 1 or len(graph.output) != 1:
            raise ValueError("the graph has one input and one output")
        if len(graph.node) > MAX_NODES:
            raise ValueError(f"the graph has at most {MAX_NODES} nodes")
        shape = next(i for i in graph.input if i.name == inputs[0]).type.tensor_type.shape
        if len(shape.dim) != 2:
            raise ValueError("the input has two dimensions: batch and n")
        self.values[inputs[0]] = ("input",)
        self.known: dict[Value, Value] = {}
        for node in graph.node:
            self.node(node)
        end = graph.output[0].name
        if end not in self.values:
            raise ValueError("the output is no value of the input")
        self.end = self.values[end]

    def keep(self, name: str, tensor: Any) -> None:
        if tensor.data_location == self.onnx.TensorProto.EXTERNAL or tensor.external_data:
            raise ValueError(f"the tensor {name[:40]!r} lies in another file")
        self.arrays[name] = self.onnx.numpy_helper.to_array(tensor)

    def node(self, node: Any) -> None:
        attributes = {a.name: self.onnx.helper.get_attribute_value(a) for a in node.attribute}
        if node.domain not in ("", "ai.onnx") or len([o for o in node.output if o]) != 1:
            raise self.unknown(node.op_type)
        if node.op_type == "Constant":
            if "value" not in attributes:
                raise self.unknown("Constant without a tensor")
            self.keep(node.output[0], attributes["value"])
            return
        reader = getattr(self, f"on_{node.op_type}", None)
        if reader is None:
            raise self.unknown(node.op_type)
        made = reader(list(node.input), attributes)
        # equal terms are one object, so that comparing them takes no time
        key = tuple(id(part) if isinstance(part, tuple) else part for part in made)
        self.values[node.output[0]] = self.known.setdefault(key, made)

    def unknown(self, what: str, why: str = "") -> ValueError:
        return ValueError(f"the operator {what[:40]} is not read{why and ' ' + why}")

    def value(self, name: str, op: str) -> Value:
        if name not in self.values:
            raise self.unknown(op, "of constants")
        return self.values[name]

    def constant(self, name: str, op: str) -> Any:
        if name not in self.arrays:
            raise self.unknown(op, "where a weight is computed")
        return self.arrays[name]

    def scalar(self, name: str) -> Fraction | None:
        """The number that a constant is, None for others."""
        array = self.arrays.get(name)
        return _number(array.reshape(-1)[0]) if array is not None and array.size == 1 else None

    # --- operators, by name -----------------------------------------------------------------------

    def on_Identity(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        return self.value(inputs[0], "Identity")

    def on_Gemm(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        plain = attributes.get("alpha", 1.0) == attributes.get("beta", 1.0) == 1.0
        if not plain or attributes.get("transA", 0):
            raise self.unknown("Gemm", "with alpha, beta or transA")
        W = self.constant(inputs[1], "Gemm")
        U = W if attributes.get("transB", 0) else W.T
        b = self.constant(inputs[2], "Gemm") if len(inputs) > 2 and inputs[2] else None
        return self.affine(self.value(inputs[0], "Gemm"), U, b)

    def on_MatMul(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        W = self.constant(inputs[1], "MatMul")
        return self.affine(self.value(inputs[0], "MatMul"), W.T, None)

    def affine(self, v: Value, U: Any, b: Any) -> Value:
        if U.ndim != 2 or U.dtype.kind != "f":
            raise ValueError("a weight is no matrix of floats")
        rows = tuple(tuple(map(_number, row)) for row in U.tolist())
        shift = () if b is None else tuple(map(_number, b.reshape(-1).tolist()))
        if shift and len(shift) not in (1, len(rows)):
            raise ValueError(f"a bias has {len(shift)} entries for {len(rows)} neurons")
        shift = shift * len(rows) if len(shift) == 1 else shift
        return ("affine", v, _Held(rows), _Held(shift))

    def on_Relu(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        return ("rho", self.value(inputs[0], "Relu"), Fraction(0))

    def on_LeakyRelu(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        slope = _number(attributes.get("alpha", 0.01))
        return ("rho", self.value(inputs[0], "LeakyRelu"), slope)

    def on_Max(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        return self.side("Max", inputs)

    def on_Min(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        return self.side("Min", inputs)

    def side(self, op: str, inputs: list[str]) -> Value:
        named = [name for name in inputs if name in self.values]
        numbers = [self.scalar(name) for name in inputs if name not in self.values]
        if len(named) != 1 or numbers != [0]:
            raise self.unknown(op, "but with 0")
        return (op, self.values[named[0]])

    def on_Mul(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        a, b = (self.values.get(name) for name in inputs)
        if a is not None and a is b:
            return ("square", a)
        for value, name in ((a, inputs[1]), (b, inputs[0])):
            factor = self.scalar(name)
            if value is not None and value[0] == "Min" and factor is not None:
                return ("sloped", value[1], factor)
        raise self.unknown("Mul", "of these")

    def on_Pow(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        if self.scalar(inputs[1]) != 2:
            raise self.unknown("Pow", "but with 2")
        return ("square", self.value(inputs[0], "Pow"))

    def on_Add(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        a, b = (self.values.get(name) for name in inputs)
        if a is not None and b is not None:
            for one, other in ((a, b), (b, a)):
                if one[0] == "Max" and other[0] == "sloped" and one[1] is other[1]:
                    return ("rho", one[1], other[2])
            return ("sum", a, b)
        for value, name in ((a, inputs[1]), (b, inputs[0])):
            if value is not None and value[0] == "affine" and not value[3].held:
                shift = self.constant(name, "Add")
                numbers = tuple(map(_number, shift.reshape(-1).tolist()))
                if len(numbers) != len(value[2].held):
                    raise ValueError(
                        f"a bias has {len(numbers)} entries for {len(value[2].held)} neurons"
                    )
                return (*value[:3], _Held(numbers))
        raise self.unknown("Add", "of these")

    def on_ReduceMean(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        axes = attributes.get("axes")
        if axes is None and len(inputs) > 1:
            axes = self.constant(inputs[1], "ReduceMean").reshape(-1).tolist()
        if axes is None or list(axes) not in ([-1], [1]) or not attributes.get("keepdims", 1):
            raise self.unknown("ReduceMean", "but over the last dimension, which is kept")
        return ("mean", self.value(inputs[0], "ReduceMean"))

    def on_Sub(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        a, b = (self.value(name, "Sub") for name in inputs)
        if b[0] != "mean" or b[1] is not a:
            raise self.unknown("Sub", "but of the mean")
        return ("s", a)

    def on_Sqrt(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        a = self.value(inputs[0], "Sqrt")
        if a[0] != "mean" or a[1][0] != "square":
            raise self.unknown("Sqrt", "but of a mean of squares")
        return ("rms", a[1][1])

    def on_Div(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        a, b = (self.value(name, "Div") for name in inputs)
        if b[0] != "rms" or b[1] is not a:
            raise self.unknown("Div", "but by the root of the mean square")
        return ("nMV", a[1]) if a[0] == "s" else ("n", a)

    def on_LayerNormalization(self, inputs: list[str], attributes: dict[str, Any]) -> Value:
        op = "LayerNormalization"
        eps = attributes.get("epsilon", 1e-5)
        if eps:
            raise self.unknown(op, f"with epsilon {eps:g}: the layers here have none")
        ones = self.constant(inputs[1], op)
        zeros = self.constant(inputs[2], op) if len(inputs) > 2 and inputs[2] else None
        if attributes.get("axis", -1) not in (-1, 1) or not (ones == 1).all():
            raise self.unknown(op, "with another axis or a scale")
        if zeros is not None and zeros.any():
            raise self.unknown(op, "with a bias")
        return ("nMV", self.value(inputs[0], op))

    # --- the network ------------------------------------------------------------------------------

    def network(self) -> Network:
        parts: list[Layer | Block] = []
        slopes: list[Fraction] = []
        v = self.end
        while v != ("input",):
            step, v = self.taken(v, slopes)
            part, v = self.part(v, step, slopes)
            parts.append(part)
        parts.reverse()
        if not parts:
            raise ValueError("the graph has no layer")
        if len(set(slopes)) != 1:
            raise ValueError("the activations have more than one slope")
        layers = tuple(p for p in parts if isinstance(p, Layer))
        blocks = tuple(p for p in parts if isinstance(p, Block))
        if layers and blocks:
            raise ValueError("the graph has layers and residual blocks")
        return LayeredNet(layers, slopes[0]) if layers else ResidualNet(blocks, slopes[0])

    def taken(self, v: Value, slopes: list[Fraction]) -> tuple[str, Value]:
        """The step after an activation, and what is activated."""
        step = v[0] if v[0] in ("n", "nMV", "s") else "none"
        if step != "none":
            v = v[1]
        if v[0] != "rho":
            raise ValueError(f"{_named(v)} stands where a layer's activation should")
        slopes.append(v[2])
        return step, v[1]

    def part(self, v: Value, step: str, slopes: list[Fraction]) -> tuple[Layer | Block, Value]:
        if v[0] == "affine":
            return self.layer(v, step), v[1]
        if v[0] != "sum":
            raise ValueError(f"{_named(v)} stands where U v + b should")
        for before, added in ((v[1], v[2]), (v[2], v[1])):
            if added[0] == "affine":
                inside, hidden = self.taken(added[1], slopes)
                if hidden[0] == "affine" and hidden[1] is before:
                    one, other = (self.layer(part, "none") for part in (hidden, added))
                    if any(one.b) or any(other.b):
                        raise ValueError("a residual block has a bias")
                    return Block(one.U, other.U, inside, step), before
        raise ValueError("a sum is not that of a residual block")

    def layer(self, v: Value, step: str) -> Layer:
        U = v[2].held
        return Layer(U, v[3].held or (Fraction(0),) * len(U), step)


class _Held:
    """A constant inside of a term, compared as the object it is."""

    def __init__(self, held: Any) -> None:
        self.held = held


def _named(v: Value) -> str:
    return {"sum": "a sum", "affine": "U v + b", "input": "the input"}.get(v[0], f"'{v[0]}'")


def _number(value: Any) -> Fraction:
    try:
        return Fraction(float(value))
    except (OverflowError, ValueError):
        raise ValueError("a weight of the file is not a finite number") from None


def rounded(network: Network, dtype: str) -> Network:
    """The network of the weights that :func:`layers_bytes` writes."""

    def matrix(U: Matrix) -> Matrix:
        return tuple(tuple(map(Fraction, row)) for row in rounded_to(U, dtype).tolist())

    def vector(b: Sequence[Fraction]) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, rounded_to(b, dtype).tolist()))

    (slope,) = vector([network.slope])
    if isinstance(network, ResidualNet):
        blocks = tuple(replace(b, A1=matrix(b.A1), A2=matrix(b.A2)) for b in network.blocks)
        return ResidualNet(blocks, slope)
    layers = tuple(replace(k, U=matrix(k.U), b=vector(k.b)) for k in network.layers)
    return LayeredNet(layers, slope)
