"""Reduced models as ONNX files, from the steps of their graph (:mod:`.torch_reduction`).

Every norm is written out in primitive operators (opset 18), those that stay as well, with the
epsilons and factors that they have: ReduceMean, Sub, Mul, Add, Sqrt, Div.  Linear layers are Gemm
or MatMul with Add, convolutions, pooling and activations the operators of the same names, GELU is
written with Erf, and the attention of a tensor to itself with MatMul and Softmax.  Dropout is left
out.  Parameters have the type that the module has.
"""

from __future__ import annotations

import math
import operator
from typing import Any

import torch
from torch import fx, nn
from torch.nn import functional as F

from constructions.interop.onnx_layers import import_onnx
from constructions.interop.torch_norms import (
    CARRIED,
    Common,
    Deviation,
    Ended,
    Joined,
    Norm,
    Product,
    PutOff,
    Share,
)
from constructions.interop.torch_reading import (
    DIFFERENCES,
    MOVED,
    NORMS,
    QUOTIENTS,
    RHO_FUNCTIONS,
    SUMS,
    argument,
    moved_order,
    shape_of,
)

LINEAR = (nn.Linear, CARRIED[nn.Linear])
CONVOLVED = (nn.Conv2d, CARRIED[nn.Conv2d])
RESHAPES = ("flatten", "reshape", "view")


def model_bytes(module: fx.GraphModule) -> bytes:
    """The file of a traced module with shapes at its nodes: inputs ``x``, outputs ``y``.

    Raises:
        ValueError: onnx is missing, or a step is not written; one line names it.
    """
    return _Export(module).data()


class _Export:
    def __init__(self, module: fx.GraphModule) -> None:
        self.onnx, self.module = import_onnx(), module
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}
        self.names: dict[fx.Node, str] = {}
        self.dtype: Any = None

    def add(self, op: str, *inputs: str, **attributes: Any) -> str:
        name = f"{op.lower()}_{len(self.nodes)}"
        node = self.onnx.helper.make_node(op, list(inputs), [name], name=name, **attributes)
        self.nodes.append(node)
        return name

    def tensor(self, name: str, value: torch.Tensor) -> str:
        self.constants.setdefault(name, value.detach().cpu().numpy())
        return name

    def number(self, value: float) -> str:
        return self.tensor(f"number {value!r}", torch.tensor(value, dtype=self.dtype))

    def integers(self, *values: int) -> str:
        return self.tensor(f"integers {values}", torch.tensor(values, dtype=torch.int64))

    def data(self) -> bytes:
        for node in self.module.graph.nodes:
            if node.op == "placeholder":
                self.names[node], self.dtype = "x", node.meta["dtype"]
                first = shape_of(node)
            elif node.op == "output":
                end = node.args[0]
                if not isinstance(end, fx.Node):
                    raise ValueError("a file is written for one output, this model has several")
                self.nodes.append(self.onnx.helper.make_node("Identity", [self.names[end]], ["y"]))
                return self.written(first, shape_of(end))
            elif node.op == "get_attr" and "shape" in node.meta:
                held = operator.attrgetter(str(node.target))(self.module)
                self.names[node] = self.tensor(str(node.target), held)
            elif node.target is not getattr and "shape" in node.meta:
                self.names[node] = self.step(node)
        raise ValueError("the graph has no output")

    def written(self, first: tuple[int, ...], last: tuple[int, ...]) -> bytes:
        helper = self.onnx.helper
        number = {
            torch.float32: self.onnx.TensorProto.FLOAT,
            torch.float64: self.onnx.TensorProto.DOUBLE,
        }.get(self.dtype)
        if number is None:
            raise ValueError(f"files are written in float32 and float64, not {self.dtype}")
        graph = helper.make_graph(
            self.nodes,
            "netproof",
            [helper.make_tensor_value_info("x", number, ["batch", *first[1:]])],
            [helper.make_tensor_value_info("y", number, ["batch", *last[1:]])],
            [self.onnx.numpy_helper.from_array(a, name) for name, a in self.constants.items()],
        )
        opset = [helper.make_opsetid("", 18)]
        model = helper.make_model(
            graph, opset_imports=opset, ir_version=8, producer_name="netproof"
        )
        self.onnx.checker.check_model(model)
        data: bytes = model.SerializeToString(deterministic=True)
        return data

    # --- steps ------------------------------------------------------------------------------------

    def step(self, node: fx.Node) -> str:
        given = [*node.args, *node.kwargs.values()] if node.op == "call_module" else node.args
        inputs = [self.names[a] for a in given if isinstance(a, fx.Node) and a in self.names]
        if node.target is operator.getitem and node.args[1] == 0:
            return self.attention(node.args[0])
        if not inputs:
            raise self.unknown(" of ".join(str(a.target) for a in (node, *node.all_input_nodes)))
        if node.op == "call_module":
            return self.of_module(node, self.module.get_submodule(str(node.target)), inputs)
        name = node.target if node.op == "call_method" else getattr(node.target, "__name__", "")
        if node.target in RHO_FUNCTIONS or name in ("relu", "relu_"):
            slope = (
                argument(node, 1, "negative_slope", 0.01) if node.target is F.leaky_relu else 0.0
            )
            return self.rho(inputs[0], slope)
        two = len(inputs) == len(node.args) == 2 and not node.kwargs
        if node.target in SUMS and two:
            return self.add("Add", *inputs)
        if node.target in DIFFERENCES and two:
            return self.add("Sub", *inputs)
        if node.target in (operator.mul, torch.mul) and two:
            return self.add("Mul", *inputs)
        if node.target in QUOTIENTS and two:
            return self.add("Div", *inputs)
        order = moved_order(node, len(shape_of(node)), name) if name in MOVED else None
        if order and order[0] == 0:  # the batch stays in front
            return self.add("Transpose", inputs[0], perm=order)
        if name == "gelu" and argument(node, 1, "approximate", "none") == "none":
            return self.gelu(inputs[0])
        if name in RESHAPES:
            return self.reshaped(inputs[0], node)
        if name == "mean" and argument(node, 1, "dim") is not None:
            dims = argument(node, 1, "dim")
            over = [dims] if isinstance(dims, int) else list(dims)
            keep = int(bool(argument(node, 2, "keepdim", False)))
            return self.mean(inputs[0], over, keep)
        if name in ("contiguous", "clone"):
            return inputs[0]
        raise self.unknown(name or str(node.target))

    def unknown(self, name: str) -> ValueError:
        return ValueError(f"the step {name[:40]} is not written as ONNX")

    def of_module(self, node: fx.Node, module: Any, inputs: list[str]) -> str:
        kind, path = type(module), str(node.target)
        v = inputs[0]
        before = shape_of(node.all_input_nodes[0])
        if kind in LINEAR:
            W = self.tensor(f"{path}.weight", module.weight)
            return self.shifted(self.matmul(v, W, module.weight, len(before)), module, path, inputs)
        if kind in CONVOLVED and module.padding_mode == "zeros":
            return self.convolved(module, path, inputs)
        if kind in (nn.Identity, nn.Dropout):
            return v
        if kind is nn.GELU and module.approximate == "none":
            return self.gelu(v)
        if kind in (nn.ReLU, nn.LeakyReLU):
            return self.rho(v, getattr(module, "negative_slope", 0.0))
        if kind is nn.MaxPool2d and not (module.ceil_mode or module.return_indices):
            return self.add("MaxPool", v, **_window(module, dilations=_pair(module.dilation)))
        if kind is nn.AvgPool2d and not (module.ceil_mode or module.divisor_override):
            return self.add(
                "AveragePool", v, **_window(module, count_include_pad=int(module.count_include_pad))
            )
        if kind is nn.AdaptiveAvgPool2d:
            after = shape_of(node)
            if all(n % k == 0 for n, k in zip(before[2:], after[2:], strict=True)):
                size = [n // k for n, k in zip(before[2:], after[2:], strict=True)]
                return self.add("AveragePool", v, kernel_shape=size, strides=size)
        if kind is nn.Flatten:
            return self.reshaped(v, node)
        if kind is Deviation:
            return self.deviation(module.norm, v, before, inputs[1:], module.eps)
        if kind in (PutOff, Ended):
            if not set(node.kwargs) <= {"scale", "share"}:
                raise self.unknown(f"{path} (a norm with parameters of the graph)")
            named = {name: self.names[at] for name, at in node.kwargs.items()}
            given = [named["scale"]] if "scale" in named else []
            return self.norm(
                module.norm, module, path, [v, *given], before, kind is Ended, named.get("share")
            )
        if kind is Product:
            return self.add("Mul", *(self.near_one(a)[0] for a in inputs))
        if kind is Joined:
            w, scale, other, its = inputs
            (one, c), (two, e) = self.near_one(scale), self.near_one(its)
            left = self.add("Mul", self.add("Div", w, c), two)
            right = self.add("Mul", self.add("Div", other, e), one)
            return self.add("Add" if module.sign > 0 else "Sub", left, right)
        if kind in (Common, Share):
            return self.of_groups(module.groups, v, before, kind is Share)
        if kind in NORMS:
            norm = Norm.of(module, self.dtype)
            return self.norm(norm, module, path, inputs, before, True)
        raise self.unknown(f"{path} ({kind.__name__})")

    def gelu(self, v: str) -> str:
        """x (1 + erf(x / sqrt 2)) / 2."""
        erf = self.add("Erf", self.add("Mul", v, self.number(math.sqrt(0.5))))
        share = self.add("Mul", self.add("Add", erf, self.number(1.0)), self.number(0.5))
        return self.add("Mul", v, share)

    def attention(self, node: Any) -> str:
        """nn.MultiheadAttention of one tensor (batch, tokens, d) to itself, without masks."""
        path = str(getattr(node, "target", node))
        if not isinstance(node, fx.Node) or node.op != "call_module" or len(node.args) != 3:
            raise self.unknown(f"getitem of {path}")
        module, one = self.module.get_submodule(path), node.args[0]
        plain = isinstance(module, nn.MultiheadAttention) and (
            all(a is one for a in node.args)
            and len(shape_of(one)) == 3
            and module.batch_first
            and module.in_proj_weight is not None
            and module.bias_k is None
            and not module.add_zero_attn
            and set(node.kwargs) <= {"need_weights", "average_attn_weights"}
        )
        if not plain:
            raise self.unknown(f"{path} (attention with masks, or with other keys and values)")
        _, T, d = shape_of(one)
        h = module.num_heads
        rows = self.affine(self.names[one], f"{path}.in_proj", module.in_proj_weight,
                           module.in_proj_bias)  # fmt: skip
        wide = self.add("Reshape", rows, self.integers(-1, T, 3, h, d // h))
        heads = self.add("Transpose", wide, perm=[2, 0, 3, 1, 4])
        index = (self.tensor(f"index {k}", torch.tensor(k)) for k in range(3))
        q, k, v = (self.add("Gather", heads, at, axis=0) for at in index)
        seen = self.add("MatMul", q, self.add("Transpose", k, perm=[0, 1, 3, 2]))
        A = self.add("Softmax", self.add("Mul", seen, self.number((d // h) ** -0.5)), axis=-1)
        joined = self.add("Transpose", self.add("MatMul", A, v), perm=[0, 2, 1, 3])
        out = self.add("Reshape", joined, self.integers(-1, T, d))
        return self.affine(out, f"{path}.out_proj", module.out_proj.weight, module.out_proj.bias)

    def affine(self, v: str, path: str, W: torch.Tensor, b: torch.Tensor | None) -> str:
        """v W^T + b."""
        y = self.add("MatMul", v, self.tensor(f"{path}.weight.T", W.T.contiguous()))
        return y if b is None else self.add("Add", y, self.tensor(f"{path}.bias", b))

    def matmul(self, v: str, W: str, weight: torch.Tensor, ndim: int) -> str:
        if ndim == 2:
            return self.add("Gemm", v, W, transB=1)
        del self.constants[W]
        return self.add("MatMul", v, self.tensor(f"{W}.T", weight.T.contiguous()))

    def shifted(self, y: str, module: Any, path: str, inputs: list[str], *ones: int) -> str:
        """y + b, or y + lambda b."""
        if module.bias is None:
            return y
        shift = self.tensor(f"{path}.bias", module.bias.reshape(-1, *ones))
        if len(inputs) > 1:
            shift = self.add("Mul", inputs[1], shift)
        return self.add("Add", y, shift)

    def convolved(self, module: Any, path: str, inputs: list[str]) -> str:
        if isinstance(module.padding, str):
            raise self.unknown(f"{path} with padding in words")
        y = self.add(
            "Conv",
            inputs[0],
            self.tensor(f"{path}.weight", module.weight),
            strides=_pair(module.stride),
            pads=_pair(module.padding) * 2,
            dilations=_pair(module.dilation),
            group=module.groups,
        )
        return self.shifted(y, module, path, inputs, 1, 1)

    def rho(self, v: str, slope: float) -> str:
        if not slope:
            return self.add("Relu", v)
        zero = self.number(0.0)
        negative = self.add("Mul", self.number(slope), self.add("Min", v, zero))
        return self.add("Add", self.add("Max", v, zero), negative)

    def reshaped(self, v: str, node: fx.Node) -> str:
        return self.add("Reshape", v, self.integers(-1, *shape_of(node)[1:]))

    def mean(self, v: str, over: list[int], keep: int = 1) -> str:
        return self.add("ReduceMean", v, self.integers(*over), keepdims=keep)

    # --- norms ------------------------------------------------------------------------------------

    def centred(self, norm: Norm, v: str, shape: tuple[int, ...]) -> tuple[str, list[int]]:
        """s(v), by groups where there are any, and the dimensions of its means."""
        if norm.groups:
            share = shape[1] // norm.groups
            v = self.add("Reshape", v, self.integers(-1, norm.groups, share, *shape[2:]))
        over = list(norm.dims(len(shape)))
        if over == [len(shape) - 1]:
            over = [-1]
        if norm.centred:
            v = self.add("Sub", v, self.mean(v, over))
        return v, over

    def root(self, v: str, over: list[int], shift: str | None) -> str:
        """The root of the mean square and what is added to it."""
        square = self.mean(self.add("Mul", v, v), over)
        return self.add("Sqrt", square if shift is None else self.add("Add", square, shift))

    def small(self, eps: float, scale: str | None) -> str | None:
        """eps lambda^2."""
        if not eps:
            return None
        if scale is None:
            return self.number(eps)
        return self.add("Mul", self.number(eps), self.add("Mul", scale, scale))

    def deviation(
        self, norm: Norm, v: str, shape: tuple[int, ...], scales: list[str], eps: float
    ) -> str:
        seen, over = self.centred(norm, v, shape)
        scale = scales[0] if scales else None
        if norm.groups and scale is not None:
            scale = self.add("Reshape", scale, self.integers(-1, *(1,) * len(shape)))
        found = self.root(seen, over, self.small(eps, scale))
        if not norm.groups:
            return found
        ones = (1,) * (len(shape) - 2)
        if norm.groups == 1:
            return self.add("Reshape", found, self.integers(-1, 1, *ones))
        share = shape[1] // norm.groups
        spread = torch.ones(1, norm.groups, share, *ones, dtype=self.dtype)
        wide = self.add("Mul", found, self.tensor(f"ones {tuple(spread.shape)}", spread))
        return self.add("Reshape", wide, self.integers(-1, shape[1], *ones))

    def near_one(self, scale: str) -> tuple[str, str]:
        """lambda / c and c, the power of two that is next to lambda."""
        tiny = self.number(torch.finfo(self.dtype).tiny)
        exponent = self.add("Div", self.add("Log", self.add("Max", scale, tiny)),
                            self.number(math.log(2)))  # fmt: skip
        c = self.add("Pow", self.number(2.0), self.add("Round", exponent))
        return self.add("Div", scale, c), c

    def of_groups(self, groups: int, v: str, shape: tuple[int, ...], share: bool) -> str:
        """What :class:`Share` or :class:`Common` makes of the factors at the channels."""
        size, ones = shape[1] // groups, (1,) * (len(shape) - 2)
        wide = self.add("Reshape", v, self.integers(-1, groups, size))
        each, c = self.near_one(self.add("ReduceMax", wide, self.integers(2), keepdims=0))
        if not share:
            whole = self.add("ReduceProd", each, self.integers(1), keepdims=1)
            return self.add("Reshape", whole, self.integers(-1, 1, *ones))
        own = torch.eye(groups, dtype=torch.bool).unsqueeze(0)
        rows = self.add("Reshape", each, self.integers(-1, 1, groups))
        others = self.add("Where", self.tensor(f"own {groups}", own), self.number(1.0), rows)
        part = self.add("ReduceProd", others, self.integers(2), keepdims=0)
        part = self.add("Reshape", self.add("Div", part, c), self.integers(-1, groups, 1))
        spread = torch.ones(1, groups, size, dtype=self.dtype)
        spread_name = self.tensor(f"ones {tuple(spread.shape)}", spread)
        return self.add(
            "Reshape", self.add("Mul", part, spread_name), self.integers(-1, shape[1], *ones)
        )

    def norm(
        self,
        norm: Norm,
        module: Any,
        path: str,
        inputs: list[str],
        shape: tuple[int, ...],
        divided: bool,
        share: str | None = None,
    ) -> str:
        """gamma s(v) + lambda beta, or gamma s(v) / sqrt(sigma^2 + eps lambda^2) + beta."""
        y, over = self.centred(norm, inputs[0], shape)
        scale = inputs[1] if len(inputs) > 1 else None
        if divided:
            inner = scale
            if norm.groups and scale is not None:
                inner = self.add("Reshape", scale, self.integers(-1, *(1,) * len(shape)))
            y = self.add("Div", y, self.root(y, over, self.small(norm.eps, inner)))
        if norm.groups:
            y = self.add("Reshape", y, self.integers(-1, *shape[1:]))
        if share is not None:
            y = self.add("Mul", y, share)
        for name, op in (("weight", "Mul"), ("bias", "Add")):
            parameter = getattr(module, name, None)
            if parameter is not None:
                held = self.tensor(f"{path}.{name}", norm.affine(parameter, len(shape)))
                if name == "bias" and not divided and scale is not None:
                    held = self.add("Mul", scale, held)
                y = self.add(op, y, held)
        return y


def _pair(value: Any) -> list[int]:
    return [value, value] if isinstance(value, int) else [int(v) for v in value]


def _window(module: Any, **more: Any) -> dict[str, Any]:
    stride = module.kernel_size if module.stride is None else module.stride
    return {
        "kernel_shape": _pair(module.kernel_size),
        "strides": _pair(stride),
        "pads": _pair(module.padding) * 2,
        **more,
    }
