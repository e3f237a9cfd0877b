"""ONNX files as modules of torch: each operator becomes a step of a graph of torch.fx.

Products with weights become ``nn.Linear``, LayerNormalization over the last dimensions
``nn.LayerNorm`` (offsets of zeros are left out), so that :func:`verify.models.reduce` takes the
module like one that was written in torch.  Read are the operators that transformer blocks,
convolutions and perceptrons are made of, in opsets 13 to 22; another operator, an attribute that is
not in the table, or a graph with several inputs or outputs is an error that names it.  A file that
was exported for one batch size has it in its shapes, and so has the module.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import fx, nn
from torch.nn import functional as F

from constructions.interop.onnx_layers import MAX_NODES, import_onnx, model_of

OPSETS = range(13, 23)


def _shape(x: torch.Tensor) -> torch.Tensor:
    return torch.tensor(x.shape, dtype=torch.int64)


def _reshape(x: torch.Tensor, shape: torch.Tensor) -> torch.Tensor:
    sizes = [x.shape[k] if n == 0 else n for k, n in enumerate(shape.tolist())]
    return x.reshape(sizes)


def _gather(x: torch.Tensor, index: torch.Tensor, axis: int = 0) -> torch.Tensor:
    index = torch.where(index < 0, index + x.shape[axis], index)
    found = x.index_select(axis, index.reshape(-1))
    axis %= x.ndim
    return found.reshape(*x.shape[:axis], *index.shape, *x.shape[axis + 1 :])


def _slice(
    x: torch.Tensor,
    starts: torch.Tensor,
    ends: torch.Tensor,
    axes: torch.Tensor | None = None,
    steps: torch.Tensor | None = None,
) -> torch.Tensor:
    dims = range(len(starts)) if axes is None else axes.tolist()
    by = [1] * len(starts) if steps is None else steps.tolist()
    for dim, start, end, step in zip(dims, starts.tolist(), ends.tolist(), by, strict=True):
        if step < 1:
            raise ValueError("a slice goes forward")
        x = x[(*[slice(None)] * (dim % x.ndim), slice(start, end, step))]
    return x


def _unsqueeze(x: torch.Tensor, axes: torch.Tensor) -> torch.Tensor:
    ndim = x.ndim + len(axes)
    for axis in sorted(a % ndim for a in axes.tolist()):
        x = x.unsqueeze(axis)
    return x


def _squeeze(x: torch.Tensor, axes: torch.Tensor | None = None) -> torch.Tensor:
    return x.squeeze() if axes is None else x.squeeze(tuple(axes.tolist()))


def _mean(x: torch.Tensor, axes: Any = None, keepdims: int = 1) -> torch.Tensor:
    dims = axes.tolist() if isinstance(axes, torch.Tensor) else axes
    return x.mean(dims or tuple(range(x.ndim)), keepdim=bool(keepdims))


def _cast(x: torch.Tensor, to: int) -> torch.Tensor:
    return x.to(CASTS[to])


def _concat(*parts: torch.Tensor, axis: int) -> torch.Tensor:
    return torch.cat(parts, axis)


def _div(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return x / y if x.is_floating_point() else torch.div(x, y, rounding_mode="trunc")


def _gelu(x: torch.Tensor, approximate: bytes = b"none") -> torch.Tensor:
    return F.gelu(x, approximate=approximate.decode())


def _transpose(x: torch.Tensor, perm: Any = None) -> torch.Tensor:
    return x.permute(perm or tuple(range(x.ndim))[::-1])


def _flatten(x: torch.Tensor, axis: int = 1) -> torch.Tensor:
    if axis < 1:
        raise ValueError("Flatten is read with an axis > 0")
    return x.flatten(1) if axis == 1 else x.flatten(0, axis - 1).flatten(1)


CASTS = {1: torch.float32, 6: torch.int32, 7: torch.int64, 9: torch.bool, 11: torch.float64}
#: operators as functions, with the attributes that are handed on by their names
FUNCTIONS: dict[str, tuple[Callable[..., Any], frozenset[str]]] = {
    "Add": (operator.add, frozenset()),
    "Sub": (operator.sub, frozenset()),
    "Mul": (operator.mul, frozenset()),
    "Div": (_div, frozenset()),
    "Pow": (torch.pow, frozenset()),
    "Max": (torch.maximum, frozenset()),
    "Min": (torch.minimum, frozenset()),
    "MatMul": (torch.matmul, frozenset()),
    "Sqrt": (torch.sqrt, frozenset()),
    "Exp": (torch.exp, frozenset()),
    "Log": (torch.log, frozenset()),
    "Log2": (torch.log2, frozenset()),
    "Neg": (torch.neg, frozenset()),
    "Abs": (torch.abs, frozenset()),
    "Erf": (torch.erf, frozenset()),
    "Tanh": (torch.tanh, frozenset()),
    "Sigmoid": (torch.sigmoid, frozenset()),
    "Round": (torch.round, frozenset()),
    "Relu": (F.relu, frozenset()),
    "Gelu": (_gelu, frozenset({"approximate"})),
    "Shape": (_shape, frozenset()),
    "Reshape": (_reshape, frozenset()),
    "Flatten": (_flatten, frozenset({"axis"})),
    "Transpose": (_transpose, frozenset({"perm"})),
    "Gather": (_gather, frozenset({"axis"})),
    "Slice": (_slice, frozenset()),
    "Squeeze": (_squeeze, frozenset()),
    "Unsqueeze": (_unsqueeze, frozenset()),
    "Concat": (_concat, frozenset({"axis"})),
    "ReduceMean": (_mean, frozenset({"axes", "keepdims"})),
    "Cast": (_cast, frozenset({"to"})),
    "Mod": (torch.remainder, frozenset()),
}


def read_module(path: Path | str) -> fx.GraphModule:
    """The module in an ONNX file: what it computes of its input, in evaluation mode.

    Raises:
        ValueError: no such file, or one line that names the operator or attribute in the way.
        OSError: the file cannot be read.
    """
    model = model_of(Path(path).read_bytes())
    opsets = [o.version for o in model.opset_import if o.domain in ("", "ai.onnx")]
    if len(opsets) != 1 or opsets[0] not in OPSETS:
        raise ValueError(f"the opset is one of {OPSETS[0]} to {OPSETS[-1]}, not {opsets}")
    return _Reading(model.graph).module()


class _Reading:
    def __init__(self, graph: Any) -> None:
        self.onnx, self.source = import_onnx(), graph
        self.root, self.graph = nn.Module(), fx.Graph()
        self.tensors: dict[str, torch.Tensor] = {}
        self.values: dict[str, fx.Node] = {}

    def module(self) -> fx.GraphModule:
        for tensor in self.source.initializer:
            self.keep(tensor.name, tensor)
        inputs = [i.name for i in self.source.input if i.name not in self.tensors]
        if len(inputs) != 1 or len(self.source.output) != 1:
            raise ValueError("the graph has one input and one output")
        if len(self.source.node) > MAX_NODES:
            raise ValueError(f"the graph has at most {MAX_NODES} nodes")
        self.values[inputs[0]] = self.graph.placeholder("x")
        for number, node in enumerate(self.source.node):
            self.node(number, node)
        self.graph.output(self.value(self.source.output[0].name))
        made = fx.GraphModule(self.root, self.graph)
        made.graph.lint()
        return made.train(False)

    def keep(self, name: str, tensor: Any) -> None:
        if tensor.data_location == self.onnx.TensorProto.EXTERNAL or tensor.external_data:
            raise ValueError(f"the tensor {name[:40]!r} lies in another file")
        array = self.onnx.numpy_helper.to_array(tensor)
        self.tensors[name] = torch.from_numpy(array.copy())

    def value(self, name: str) -> fx.Node:
        """The step that computes a value, or fetches a tensor of the file."""
        if name not in self.values:
            tensor = self.tensors[name]
            own = f"tensor{len(self.values)}"
            if tensor.is_floating_point() and tensor.ndim:
                self.root.register_parameter(own, nn.Parameter(tensor))
            else:
                self.root.register_buffer(own, tensor)
            self.values[name] = self.graph.get_attr(own)
        return self.values[name]

    def layer(self, number: int, module: nn.Module, of: str) -> fx.Node:
        name = f"{type(module).__name__.lower()}{number}"
        self.root.add_module(name, module)
        return self.graph.call_module(name, (self.value(of),))

    def node(self, number: int, node: Any) -> None:
        given = {a.name: self.onnx.helper.get_attribute_value(a) for a in node.attribute}
        if node.domain not in ("", "ai.onnx") or len([o for o in node.output if o]) != 1:
            raise ValueError(f"the operator {node.op_type[:40]} is not read")
        if node.op_type == "Constant" and "value" in given:
            self.keep(node.output[0], given["value"])
            return
        if node.op_type == "Identity" and node.input[0] in self.tensors:
            self.tensors[node.output[0]] = self.tensors[node.input[0]]
            return
        reader = getattr(self, f"on_{node.op_type}", None)
        made = None if reader is None else reader(number, list(node.input), given)
        self.values[node.output[0]] = made or self.function(node.op_type, list(node.input), given)

    def function(self, op: str, inputs: list[str], given: dict[str, Any]) -> fx.Node:
        if op not in FUNCTIONS:
            raise ValueError(f"the operator {op[:40]} is not read")
        function, known = FUNCTIONS[op]
        if unknown := set(given) - known - {"allowzero", "fmod"} or {
            name for name in ("allowzero", "fmod") if given.get(name)
        }:
            raise ValueError(f"the operator {op} is not read with {', '.join(sorted(unknown))}")
        if op in ("Max", "Min") and len(inputs) != 2:
            raise ValueError(f"the operator {op} is read with two inputs")
        taken = tuple(self.value(name) if name else None for name in inputs)
        made = self.graph.call_function(function, taken, given if known else {})
        if function.__module__ == __name__:  # one step for whoever traces the module
            made.meta["is_wrapped"] = True
        return made

    # --- operators with weights -------------------------------------------------------------------

    def on_Identity(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node:
        return self.value(inputs[0])

    def on_MatMul(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node | None:
        W = self.tensors.get(inputs[1])
        if W is None or W.ndim != 2 or inputs[0] in self.tensors:
            return None
        return self.layer(number, _linear(W.T, None), inputs[0])

    def on_Add(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node | None:
        """A vector that is added to a product with weights is its bias."""
        for one, other in (inputs, inputs[::-1]):
            b, before = self.tensors.get(one), self.values.get(other)
            if b is None or b.ndim != 1 or before is None or before.op != "call_module":
                continue
            layer = self.root.get_submodule(str(before.target))
            uses = sum(name == other for node in self.source.node for name in node.input)
            names = [name for name, value in self.values.items() if value is before]
            alone = uses == len(names) == 1 and other != self.source.output[0].name
            plain = isinstance(layer, nn.Linear) and layer.bias is None
            if alone and plain and len(b) == layer.out_features:
                layer.bias = nn.Parameter(b)
                return before
        return None

    def on_Gemm(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node:
        W = self.tensors.get(inputs[1])
        b = self.tensors.get(inputs[2]) if len(inputs) > 2 else None
        plain = given.get("alpha", 1.0) == given.get("beta", 1.0) == 1.0 and not given.get("transA")
        if W is None or not plain or (len(inputs) > 2 and (b is None or b.ndim != 1)):
            raise ValueError("the operator Gemm is read as x W + b, with W and b in the file")
        return self.layer(number, _linear(W if given.get("transB") else W.T, b), inputs[0])

    def on_LayerNormalization(self, number: int, inputs: list[str], given: dict[str, Any]) -> Any:
        weight = self.tensors.get(inputs[1])
        bias = self.tensors.get(inputs[2]) if len(inputs) > 2 else None
        if bias is not None and not bias.any():  # torch writes zeros where a norm has no offset
            bias = None
        axis = given.get("axis", -1)
        if weight is None or axis >= 0 or weight.ndim != -axis:
            raise ValueError("LayerNormalization is read with weights in the file and an axis < 0")
        norm = nn.LayerNorm(tuple(weight.shape), given.get("epsilon", 1e-5), bias=bias is not None)
        norm.weight = nn.Parameter(weight)
        if bias is not None:
            norm.bias = nn.Parameter(bias)
        return self.layer(number, norm, inputs[0])

    def on_Softmax(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node:
        return self.graph.call_function(
            F.softmax, (self.value(inputs[0]),), {"dim": given.get("axis", -1)}
        )

    def on_LeakyRelu(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node:
        slope = given.get("alpha", 0.01)
        return self.graph.call_function(F.leaky_relu, (self.value(inputs[0]), slope))

    def on_Conv(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node:
        W = self.tensors.get(inputs[1])
        b = self.tensors.get(inputs[2]) if len(inputs) > 2 else None
        if W is None or (len(inputs) > 2 and b is None) or W.ndim not in (3, 4, 5):
            raise ValueError("the operator Conv is read with weights in the file")
        pads = list(given.get("pads", [0] * 2 * (W.ndim - 2)))
        half = len(pads) // 2
        if given.get("auto_pad", b"NOTSET") != b"NOTSET" or pads[:half] != pads[half:]:
            raise ValueError("the operator Conv is read with equal padding on both sides")
        kind: Any = (nn.Conv1d, nn.Conv2d, nn.Conv3d)[W.ndim - 3]
        groups, ones = given.get("group", 1), [1] * half
        layer = kind(
            *(W.shape[1] * groups, W.shape[0], tuple(W.shape[2:])),
            stride=tuple(given.get("strides", ones)),
            padding=tuple(pads[:half]),
            dilation=tuple(given.get("dilations", ones)),
            groups=groups,
            bias=b is not None,
        )
        layer.weight = nn.Parameter(W)
        if b is not None:
            layer.bias = nn.Parameter(b)
        return self.layer(number, layer, inputs[0])


def _linear(W: torch.Tensor, b: torch.Tensor | None) -> nn.Linear:
    layer = nn.Linear(W.shape[1], W.shape[0], bias=b is not None)
    layer.weight = nn.Parameter(W.contiguous())
    if b is not None:
        layer.bias = nn.Parameter(b)
    return layer
