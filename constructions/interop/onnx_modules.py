"""ONNX files as modules of torch: each operator becomes a step of a graph of torch.fx.

Products with weights become ``nn.Linear``, LayerNormalization over the last dimensions
``nn.LayerNorm`` (offsets of zeros are left out), so that :func:`verify.models.reduce` takes the
module like one that was written in torch.  GroupNorm is read in each form in which torch writes it,
InstanceNormalization is the GroupNorm of one channel in each group, and BatchNormalization in
inference a product and a sum with constants (computed in float64, and rounded to the type of the
file).  Read are the operators that transformer blocks, convolutional networks and perceptrons are
made of, in opsets 13 to 22; another operator, an attribute that is not in the table, or a graph
with several inputs or outputs is an error that names it.  Tensors may lie in files beside the file,
as torch's exporter (``dynamo=True``) leaves them.  A file that was exported for one batch size has
it in its shapes, and so has the module.
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


def _reduced(function: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    def reduced(
        x: torch.Tensor, axes: torch.Tensor | None = None, keepdims: int = 1
    ) -> torch.Tensor:
        dims = range(x.ndim) if axes is None else [a % x.ndim for a in axes.tolist()]
        for dim in sorted(dims, reverse=True):
            x = function(x, dim, bool(keepdims))
        return x

    return reduced


_reduce_max = _reduced(torch.amax)
_reduce_prod = _reduced(torch.prod)


def _clip(
    x: torch.Tensor, low: torch.Tensor | None = None, high: torch.Tensor | None = None
) -> torch.Tensor:
    return x if low is None and high is None else torch.clamp(x, low, high)


def _elu(x: torch.Tensor, alpha: float = 1.0) -> torch.Tensor:
    return F.elu(x, alpha)


def _prelu(x: torch.Tensor, slope: torch.Tensor) -> torch.Tensor:
    return torch.where(x < 0, slope * x, x)


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
    "Reciprocal": (torch.reciprocal, frozenset()),
    "ReduceMax": (_reduce_max, frozenset({"keepdims"})),
    "ReduceProd": (_reduce_prod, frozenset({"keepdims"})),
    "Where": (torch.where, frozenset()),
    "Greater": (torch.gt, frozenset()),
    "Less": (torch.lt, frozenset()),
    "Clip": (_clip, frozenset()),
    "Elu": (_elu, frozenset({"alpha"})),
    "PRelu": (_prelu, frozenset()),
    "HardSwish": (F.hardswish, frozenset()),
    "Softplus": (F.softplus, frozenset()),
}


def read_module(path: Path | str) -> fx.GraphModule:
    """The module in an ONNX file: what it computes of its input, in evaluation mode.

    Raises:
        ValueError: no such file, or one line that names the operator or attribute in the way.
        OSError: the file cannot be read.
    """
    model = model_of(Path(path).read_bytes(), Path(path).parent)
    opsets = [o.version for o in model.opset_import if o.domain in ("", "ai.onnx")]
    if len(opsets) != 1 or opsets[0] not in OPSETS:
        raise ValueError(f"the opset is one of {OPSETS[0]} to {OPSETS[-1]}, not {opsets}")
    return _Reading(model).module()


class _Reading:
    def __init__(self, model: Any) -> None:
        self.onnx, self.source = import_onnx(), model.graph
        self.root, self.graph = nn.Module(), fx.Graph()
        self.tensors: dict[str, torch.Tensor] = {}
        self.values: dict[str, fx.Node] = {}
        self.shapes = _shapes_of(self.onnx, model)
        self.made_by = {name: node for node in self.source.node for name in node.output}

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
        made.graph.eliminate_dead_code()  # the shapes of what has become one norm, say
        made.recompile()
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
        if node.op_type == "ConstantOfShape" and node.input[0] in self.tensors:
            shape = self.tensors[node.input[0]].tolist()
            one = torch.zeros(1)
            if "value" in given:
                self.keep(node.output[0], given["value"])
                one = self.tensors[node.output[0]]
            self.tensors[node.output[0]] = one.reshape(()).repeat(shape)
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

    def ndim(self, name: str, op: str) -> int:
        """The number of dimensions of a value, from the shapes in the file."""
        if name not in self.shapes:
            raise ValueError(f"the operator {op} is read where the file says how many dimensions")
        return len(self.shapes[name])

    def alone(self, before: fx.Node, name: str) -> bool:
        """Whether a value is used once, and not the output."""
        uses = sum(given == name for node in self.source.node for given in node.input)
        names = [known for known, value in self.values.items() if value is before]
        return uses == len(names) == 1 and name != self.source.output[0].name

    def method(self, name: str, of: str, *given: Any) -> fx.Node:
        return self.graph.call_method(name, (self.value(of), *given))

    # --- shapes -----------------------------------------------------------------------------------

    def on_ReduceMean(self, number: int, inputs: list[str], given: dict[str, Any]) -> Any:
        """Over axes that are in the file: the method, which :func:`reduce` knows."""
        axes = given.get("axes")
        if len(inputs) > 1 and inputs[1] in self.tensors:
            axes = self.tensors[inputs[1]].tolist()
        if axes and set(given) <= {"axes", "keepdims", "noop_with_empty_axes"}:
            return self.method("mean", inputs[0], tuple(axes), bool(given.get("keepdims", 1)))
        return None

    def on_Flatten(self, number: int, inputs: list[str], given: dict[str, Any]) -> Any:
        if set(given) - {"axis"} or given.get("axis", 1) != 1:
            return None
        return self.layer(number, nn.Flatten(), inputs[0])

    def on_Reshape(self, number: int, inputs: list[str], given: dict[str, Any]) -> Any:
        """Back from groups: the norm that was made of them.  To sizes in the file: the method."""
        before = self.values.get(inputs[0])
        of_groups = before is not None and "groups_of" in before.meta
        if of_groups and self.made_by[inputs[0]].op_type == "InstanceNormalization":
            del self.values[inputs[0]]  # nothing else has it, and its shape is another
            return before
        shape = self.tensors.get(inputs[1])
        if shape is None or (shape == 0).any() or set(given) - {"allowzero"}:
            return None
        return self.method("reshape", inputs[0], *shape.tolist())

    # --- norms over channels ----------------------------------------------------------------------

    def on_InstanceNormalization(self, number: int, inputs: list[str], given: Any) -> fx.Node:
        """GroupNorm as torch writes it before opset 21, between two shapes; else of channels."""
        weight, bias = (self.tensors.get(name) for name in inputs[1:])
        if weight is None or bias is None:
            raise ValueError("InstanceNormalization is read with weights in the file")
        eps, groups = given.get("epsilon", 1e-5), len(weight)
        of = self.groups_of(number, inputs[0], groups)
        if of is None:
            return self.layer(number, _group_norm(groups, groups, eps, weight, bias), inputs[0])
        if not ((weight == 1).all() and not bias.any()):
            raise ValueError("InstanceNormalization of groups is read without weights")
        channels = self.shapes[of][1]
        if not isinstance(channels, int):
            raise ValueError("InstanceNormalization of groups is read where the channels are known")
        made = self.layer(number, _group_norm(groups, channels, eps, None, None), of)
        made.meta["groups_of"] = of
        return made

    def groups_of(self, number: int, name: str, groups: int) -> str | None:
        """x, where the value is x in (batch, groups, rest) and what follows has its shape again."""
        before = self.made_by.get(name)
        after = [n for n in self.source.node[number + 1 :] for i in n.input
                 if i == self.source.node[number].output[0]]  # fmt: skip
        made = self.source.node[number].output[0]
        if before is None or before.op_type != "Reshape" or len(after) != 1:
            return None
        if made == self.source.output[0].name:
            return None
        of, sizes = before.input[0], self.tensors.get(before.input[1])
        known = self.shapes.get(of)
        if sizes is None or known is None or len(known) < 2 or after[0].op_type != "Reshape":
            return None
        split = sizes.tolist()
        if len(split) != 3 or split[0] not in (0, known[0]) or split[1:] != [groups, -1]:
            return None
        back = after[0].input[1]
        shape = self.made_by.get(back)
        if shape is not None and shape.op_type == "Shape" and list(shape.input) == [of]:
            return None if shape.attribute else of
        if back not in self.tensors or any(a.i for a in before.attribute):
            return None
        sizes = self.tensors[back].tolist()
        same = [
            a == b or (k == 0 and a == 0)
            for k, (a, b) in enumerate(zip(sizes, known, strict=False))
        ]
        return of if len(sizes) == len(known) and sum(same) + (-1 in sizes) >= len(known) else None

    def on_GroupNormalization(self, number: int, inputs: list[str], given: Any) -> fx.Node:
        # of opset 21 and later, with weights of channels; before it was another, and is no operator
        weight, bias = (self.tensors.get(name) for name in inputs[1:])
        if weight is None or bias is None:
            raise ValueError("GroupNormalization is read with weights in the file")
        groups, eps = given["num_groups"], given.get("epsilon", 1e-5)
        if not 0 < groups <= len(weight) or len(weight) % groups:
            raise ValueError("GroupNormalization is read with groups of one size")
        return self.layer(number, _group_norm(groups, len(weight), eps, weight, bias), inputs[0])

    def on_BatchNormalization(self, number: int, inputs: list[str], given: Any) -> fx.Node:
        """x a + c, with a = weight / sqrt(variance + eps) and c = bias - mean a."""
        of = [t for name in inputs[1:] if (t := self.tensors.get(name)) is not None]
        if given.get("training_mode") or len(of) != 4 or any(t.ndim != 1 for t in of):
            raise ValueError("BatchNormalization is read in inference, with weights in the file")
        weight, bias, mean, variance = (t.double() for t in of)
        a = weight / (variance + given.get("epsilon", 1e-5)).sqrt()
        c = bias - mean * a
        if not (a.isfinite().all() and c.isfinite().all()):
            raise ValueError("BatchNormalization is read with numbers that are finite")
        ones = (1,) * (self.ndim(inputs[0], "BatchNormalization") - 2)
        v = self.value(inputs[0])
        for number, (tensor, step) in enumerate(((a, operator.mul), (c, operator.add))):
            name = f"{inputs[0]} {inputs[1]} {number}"  # no name of the file has a blank twice
            self.tensors[name] = tensor.to(of[0].dtype).reshape(-1, *ones)
            v = self.graph.call_function(step, (v, self.value(name)))
        return v

    # --- pooling ----------------------------------------------------------------------------------

    def on_GlobalAveragePool(self, number: int, inputs: list[str], given: Any) -> fx.Node:
        return self.layer(number, self.of_dimensions("AdaptiveAvgPool", inputs[0])(1), inputs[0])

    def on_GlobalMaxPool(self, number: int, inputs: list[str], given: Any) -> fx.Node:
        return self.layer(number, self.of_dimensions("AdaptiveMaxPool", inputs[0])(1), inputs[0])

    def of_dimensions(self, kind: str, name: str) -> Any:
        ndim = self.ndim(name, "Global" + kind.removeprefix("Adaptive").replace("Avg", "Average"))
        if not 3 <= ndim <= 5:
            raise ValueError(f"pooling is read of one to three dimensions, not of {ndim - 2}")
        return getattr(nn, f"{kind}{ndim - 2}d")

    def on_MaxPool(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node:
        return self.pool(number, "MaxPool", inputs[0], given, dilations=True)

    def on_AveragePool(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node:
        given = dict(given)
        padded = bool(given.pop("count_include_pad", 0))
        return self.pool(number, "AvgPool", inputs[0], given, count_include_pad=padded)

    def pool(
        self,
        number: int,
        kind: str,
        of: str,
        given: dict[str, Any],
        dilations: bool = False,
        **more: Any,
    ) -> fx.Node:
        """Windows with the same padding on both sides, none of which lies in the padding alone."""
        size = list(given["kernel_shape"])
        strides = list(given.get("strides", [1] * len(size)))
        wide = list(given.get("dilations", [1] * len(size)))
        pads = list(given.get("pads", [0] * 2 * len(size)))
        op = kind.replace("Avg", "Average")
        half, known = (
            pads[: len(size)],
            {"kernel_shape", "strides", "dilations", "pads", "auto_pad"},
        )
        if unknown := set(given) - known - {"ceil_mode", "storage_order"}:
            raise ValueError(f"the operator {op} is not read with {', '.join(sorted(unknown))}")
        if given.get("auto_pad", b"NOTSET") != b"NOTSET" or half != pads[len(size) :]:
            raise ValueError(f"the operator {op} is read with equal padding on both sides")
        if not 1 <= len(size) <= 3 or (not dilations and wide != [1] * len(size)):
            raise ValueError(f"the operator {op} is read in one to three dimensions, not dilated")
        if any(2 * p > k for p, k in zip(half, size, strict=True)):
            raise ValueError(f"the operator {op} is read with padding of half a window at most")
        upwards = bool(given.get("ceil_mode"))
        reach = [d * (k - 1) + 1 for d, k in zip(wide, size, strict=True)]
        inside = all(p + s <= k for p, s, k in zip(half, strides, reach, strict=True))
        if upwards and (not dilations or not inside):
            raise ValueError(
                f"the operator {op} is read with ceil_mode only where no window lies in the padding"
            )
        if dilations:
            more["dilation"] = tuple(wide)
        made = getattr(nn, f"{kind}{len(size)}d")
        layer = made(tuple(size), tuple(strides), tuple(half), ceil_mode=upwards, **more)
        return self.layer(number, layer, of)

    # --- operators with weights -------------------------------------------------------------------

    def on_Mul(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node | None:
        """The weight of a norm over groups of channels, which torch writes as a product."""
        return self.of_channels(inputs, "weight")

    def of_channels(self, inputs: list[str], name: str) -> fx.Node | None:
        for one, other in (inputs, inputs[::-1]):
            tensor, before = self.tensors.get(one), self.values.get(other)
            if tensor is None or before is None or "groups_of" not in before.meta:
                continue
            norm = self.root.get_submodule(str(before.target))
            channels, ndim = norm.num_channels, len(self.shapes[before.meta["groups_of"]])
            shape = (1,) * (ndim - tensor.ndim) + tuple(tensor.shape)
            wide = shape == (1, channels, *(1,) * (ndim - 2)) or shape == (1,) * ndim
            own = getattr(norm, name) is None and (name == "bias" or norm.bias is None)
            if own and wide and self.alone(before, other):
                if not (tensor.numel() == 1 < channels and tensor.item() == (name == "weight")):
                    vector = tensor.reshape(-1).expand(channels).clone()
                    _with(norm, **{name: vector})
                del self.values[other]  # nothing else has it
                return before
        return None

    def on_Identity(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node:
        return self.value(inputs[0])

    def on_MatMul(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node | None:
        W = self.tensors.get(inputs[1])
        if W is None or W.ndim != 2 or inputs[0] in self.tensors:
            return None
        return self.layer(number, _linear(W.T, None), inputs[0])

    def on_Add(self, number: int, inputs: list[str], given: dict[str, Any]) -> fx.Node | None:
        """A vector that is added to a product with weights is its bias."""
        made = self.of_channels(inputs, "bias")
        if made is not None:
            return made
        for one, other in (inputs, inputs[::-1]):
            b, before = self.tensors.get(one), self.values.get(other)
            if b is None or b.ndim != 1 or before is None or before.op != "call_module":
                continue
            layer = self.root.get_submodule(str(before.target))
            plain = isinstance(layer, nn.Linear) and layer.bias is None
            if plain and self.alone(before, other) and len(b) == layer.out_features:
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


def _shapes_of(onnx: Any, model: Any) -> dict[str, list[int | str]]:
    """Of each value the sizes that the file says or that follow; a name, where one is not known."""
    try:
        found = onnx.shape_inference.infer_shapes(model, data_prop=True).graph
    except Exception:  # the checker's own classes; nothing is known then
        return {}
    return {
        value.name: [d.dim_value or d.dim_param for d in value.type.tensor_type.shape.dim]
        for value in (*found.input, *found.value_info, *found.output)
        if value.type.tensor_type.HasField("shape")
    }


def _group_norm(
    groups: int,
    channels: int,
    eps: float,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
) -> nn.GroupNorm:
    return _with(nn.GroupNorm(groups, channels, eps, affine=False), weight, bias)


def _with(
    norm: nn.GroupNorm, weight: torch.Tensor | None = None, bias: torch.Tensor | None = None
) -> nn.GroupNorm:
    """The norm with the parameters that are given; an offset of zeros is left out."""
    if weight is not None:
        norm.affine, norm.weight = True, nn.Parameter(weight)
    if bias is not None and bias.any():
        norm.affine, norm.bias = True, nn.Parameter(bias)
    return norm


def _linear(W: torch.Tensor, b: torch.Tensor | None) -> nn.Linear:
    layer = nn.Linear(W.shape[1], W.shape[0], bias=b is not None)
    layer.weight = nn.Parameter(W.contiguous())
    if b is not None:
        layer.bias = nn.Parameter(b)
    return layer
