"""Which norms of a model can be put off: what carries their factor, and what is in its way.

A value carries at most one factor, which is constant along some of its dimensions
(:class:`Scale`).  Every step either hands it on, or is an :class:`Obstacle`.  In the exact form two
factors that meet in a sum, and those of several groups of channels, become one by multiplication
(:class:`~.torch_norms.Joined`, :class:`~.torch_norms.Share`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import fx, nn
from torch.nn import functional as F

from constructions.interop.torch_norms import CONVOLUTIONS, Norm

NORMS = (nn.LayerNorm, nn.RMSNorm, nn.GroupNorm)
NORM_FUNCTIONS = (F.layer_norm, F.rms_norm, F.group_norm)
MOST_GROUPS = 64  #: the product of so many factors between 0.7 and 1.5 is a number of float32
RHO = (nn.ReLU, nn.LeakyReLU)
ENTRYWISE = (*RHO, nn.PReLU, nn.Identity, nn.Dropout)
POOLS = (nn.MaxPool1d, nn.MaxPool2d, nn.AvgPool1d, nn.AvgPool2d, nn.AdaptiveAvgPool1d,
         nn.AdaptiveAvgPool2d)  # fmt: skip
RHO_FUNCTIONS = (torch.relu, F.relu, F.leaky_relu)
POOL_FUNCTIONS = (F.max_pool2d, F.avg_pool2d, F.adaptive_avg_pool2d)
SUMS = (operator.add, operator.iadd, torch.add)
DIFFERENCES = (operator.sub, torch.sub)
QUOTIENTS = (operator.truediv, torch.div)
PRODUCTS = (operator.mul, torch.mul)
MOVED = ("permute", "transpose")
PARTS = ("chunk", "split")
ATTENTION = (nn.MultiheadAttention, nn.TransformerEncoderLayer, nn.TransformerDecoderLayer,
             nn.TransformerEncoder, nn.TransformerDecoder, nn.Transformer)  # fmt: skip
ACTIVATIONS = (nn.Sigmoid, nn.Tanh, nn.GELU, nn.SiLU, nn.ELU, nn.SELU, nn.CELU, nn.Softplus,
               nn.Mish, nn.Hardtanh, nn.ReLU6, nn.Hardswish, nn.Hardsigmoid, nn.Softmax,
               nn.LogSoftmax)  # fmt: skip

BENT = ("gelu", "silu", "elu", "selu", "celu", "softplus", "mish", "hardtanh", "relu6", "hardswish",
        "hardsigmoid", "sigmoid", "tanh", "softmax", "log_softmax")  # fmt: skip

VIEWS = ("flatten", "reshape", "view", "getitem", "transpose", "permute", "squeeze", "unsqueeze",
         "chunk", "split", "contiguous", "detach", "expand", "narrow", "select", "unbind", "iadd",
         "t", "T", "movedim", "dropout", "relu", "leaky_relu")  # fmt: skip
OF_ACTIVATION = (
    "is not scale equivariant: an activation that is, is linear on each side of 0 (fl.lemma1)"
)
OF_ATTENTION = (
    "is attention: a factor of what it takes goes into its softmax, and softmax(c s) is not "
    "softmax(s) (fl.vit)"
)


class Obstacle(Exception):
    """What is between a norm and the next ones; ``soft`` where no other weights would help.

    ``at`` is the step that takes no factor.
    """

    def __init__(
        self, norm: fx.Node, why: str, soft: bool = False, at: fx.Node | None = None
    ) -> None:
        super().__init__(why)
        self.norm, self.why, self.soft, self.at = norm, why, soft, at


@dataclass(frozen=True)
class Scale:
    """The norm whose factor a value carries, and the dimensions along which that is one number.

    ``source`` is the step where the factor came to be: that norm, or a sum of values with two.
    """

    norm: fx.Node
    constant: tuple[bool, ...]
    source: fx.Node


@dataclass
class Read:
    """A traced model: its graph with shapes, and the norms in it.

    ``joint`` are those put off whose groups have one factor together; with ``branches`` a sum may
    have terms with other factors, or such that the norm does not reach; with ``late`` the factor is
    divided out before the steps ``divided``, that take none.
    """

    traced: fx.GraphModule
    norms: dict[fx.Node, Norm]
    exact: bool = True
    branches: bool = False
    late: bool = False
    divided: dict[fx.Node, fx.Node] = field(default_factory=dict)
    joint: set[fx.Node] = field(default_factory=set)
    put_off: set[fx.Node] = field(default_factory=set)
    scales: dict[fx.Node, Scale | None] = field(default_factory=dict)

    def module(self, node: fx.Node) -> nn.Module | None:
        return self.traced.get_submodule(str(node.target)) if node.op == "call_module" else None

    def ends(self) -> set[str]:
        """The norms that stay, after one that was put off, by :func:`key`."""
        return {
            key(n)
            for n in set(self.norms) - self.put_off
            if any(self.scales[a] for a in n.all_input_nodes)
        }

    def name(self, node: fx.Node) -> str:
        """The node in words: a module's path, or what is called."""
        if node.op == "call_module":
            return f"'{node.target}' ({type(self.module(node)).__name__})"
        called = getattr(node.target, "__name__", str(node.target))
        return f"'{node.name}' (F.{called})" if node in self.norms else f"'{called}'"

    def joined(self, node: fx.Node) -> bool:
        """Whether a node is a sum of values that carry different factors."""
        return node.target in (*SUMS, *DIFFERENCES) and len(self.sources(node)) > 1

    def sources(self, node: fx.Node) -> set[fx.Node]:
        return {scale.source for a in node.all_input_nodes if (scale := self.scales[a])}

    def parameter(self, node: fx.Node, name: str) -> Any:
        """Of a norm the weight or the bias: a tensor, the node that has it, or None."""
        if node.op == "call_module":
            return getattr(self.module(node), name, None)
        order = (None, None, "weight", None if node.target is F.rms_norm else "bias")
        return argument(node, order.index(name), name) if name in order else None


def key(node: fx.Node) -> str:
    """What tells a norm: the path of its module, or the name of its call."""
    return str(node.target) if node.op == "call_module" else node.name


def shape_of(node: fx.Node) -> tuple[int, ...]:
    if "shape" not in node.meta:
        raise ValueError(f"{node.name} is not one tensor")
    shape: tuple[int, ...] = node.meta["shape"]
    return shape


def argument(node: fx.Node, place: int, name: str, default: Any = None) -> Any:
    """An argument of a call, by place or by name."""
    return node.args[place] if len(node.args) > place else node.kwargs.get(name, default)


def _tensors(node: fx.Node) -> list[fx.Node]:
    """The arguments of a node that are nodes, in order."""
    return list(node.all_input_nodes)


def changed_in_place(traced: fx.GraphModule) -> str | None:
    """A step that changes what a later one reads again, if there is any."""
    order = {node: place for place, node in enumerate(traced.graph.nodes)}
    for node in traced.graph.nodes:
        kept: Any = traced.get_submodule(str(node.target)) if node.op == "call_module" else node
        name = str(getattr(node.target, "__name__", node.target))
        inside = getattr(kept, "inplace", False) or node.kwargs.get("inplace")
        if not inside and (name.endswith("__") or not name.endswith("_")) and name != "iadd":
            continue
        changed = node.args[0] if node.args else None
        while isinstance(changed, fx.Node):
            readers = [u for u in changed.users if order[u] > order[node]]
            if any(u.target not in ("size", "dim") for u in readers):
                return node.name
            view = changed.op != "placeholder" and _is_view(traced, changed)
            changed = changed.args[0] if view else None
    return None


def _is_view(traced: fx.GraphModule, node: fx.Node) -> bool:
    """Whether the value may share its memory with the first argument."""
    if node.op == "call_module":
        kinds = (nn.Identity, nn.Dropout, nn.Flatten, nn.Unflatten, nn.ReLU, nn.LeakyReLU)
        return isinstance(traced.get_submodule(str(node.target)), kinds)
    name = str(getattr(node.target, "__name__", node.target))
    return name in VIEWS or name.endswith("_")


def _ancestors(graph: fx.Graph) -> dict[fx.Node, set[fx.Node]]:
    found: dict[fx.Node, set[fx.Node]] = {}
    for node in graph.nodes:
        found[node] = {node}.union(*(found[a] for a in node.all_input_nodes))
    return found


def last_norms(read: Read) -> set[fx.Node]:
    """The norms from which a path leads to the output past no other norm."""
    open_, seen = [n for n in read.traced.graph.nodes if n.op == "output"], set()
    last = set()
    while open_:
        for node in open_.pop().all_input_nodes:
            if node in read.norms:
                last.add(node)
            elif node not in seen:
                seen.add(node)
                open_.append(node)
    return last


def decide(read: Read, biases: str) -> dict[fx.Node, Obstacle]:
    """Put off what can be; the rest with what is in the way.

    Biases are looked at last, so that a norm which stays in any case is not said to stay for one.
    """
    kept = _walked(read, "carry", {})
    return kept if biases == "carry" else _walked(read, biases, kept)


def _walked(
    read: Read, biases: str, found_before: Mapping[fx.Node, Obstacle]
) -> dict[fx.Node, Obstacle]:
    kept = dict(found_before)
    before = _ancestors(read.traced.graph)
    read.joint, read.divided = set(), {}
    while True:
        read.put_off = set(read.norms) - set(kept)
        shared = {key(n) for n in kept}  # one module, one form
        for node in list(read.put_off):
            if key(node) in shared:
                kept[node] = Obstacle(
                    node, "the same module is used where it has to stay", soft=True
                )
                read.put_off.discard(node)
        read.scales = {}
        try:
            for node in read.traced.graph.nodes:
                read.scales[node] = _scale_of(read, node, biases, before)
        except Obstacle as found:
            norm = found.norm
            together = norm not in read.joint and 1 < read.norms[norm].groups <= MOST_GROUPS
            if read.exact and together and norm not in kept:
                read.joint.add(norm)
            elif found.at is not None and read.late and _worth_it(read, found, before):
                read.divided[found.at] = norm
            else:
                kept[norm] = found
                read.divided = {at: by for at, by in read.divided.items() if by is not norm}
        else:
            return kept


def _worth_it(read: Read, found: Obstacle, before: Mapping[fx.Node, set[fx.Node]]) -> bool:
    """Whether a linear map stands between the norm and the step that takes no factor."""
    if found.at is None or found.at in read.divided:
        return False
    behind = before[found.at] - {found.at}
    return any(
        type(read.module(node)) in (nn.Linear, *CONVOLUTIONS) and found.norm in before[node]
        for node in behind
        if read.scales[node] is not None
    )


def _scale_of(
    read: Read,
    node: fx.Node,
    biases: str,
    before: Mapping[fx.Node, set[fx.Node]],
) -> Scale | None:
    """What scale the value of a node carries.

    Raises:
        Obstacle: the scale of an argument does not pass.
    """
    carried = [(a, s) for a in _tensors(node) if (s := read.scales[a]) is not None]
    if node in read.norms:
        return _scale_of_norm(read, node, carried, biases)
    if not carried or node in read.divided:
        return None
    scale = carried[0][1]
    if node.op == "output":
        raise Obstacle(scale.norm, "nothing normalises after it", soft=True, at=node)

    def stop(why: str, soft: bool = False) -> Obstacle:
        refused = biases == "refuse" and "Assumption 1" in why
        return Obstacle(scale.norm, f"{read.name(node)} {why}", soft, None if refused else node)

    module = read.module(node)
    if module is not None:
        return _through_module(
            module, scale, lambda: (shape_of(carried[0][0]), shape_of(node)), biases, stop
        )
    if node.target in (*SUMS, *DIFFERENCES):
        return _through_sum(read, node, carried, biases, before, stop)
    if node.op == "call_function" and node.target in (*RHO_FUNCTIONS, operator.neg, F.dropout):
        return scale
    if node.op == "call_method" and node.target in ("relu", "relu_", "contiguous", "clone"):
        return scale
    if node.target in (*PRODUCTS, *QUOTIENTS):
        return _through_product(node, carried, stop)
    if node.target in POOL_FUNCTIONS:
        return _pooled(scale, shape_of(node), 2, stop)
    name = node.target if node.op == "call_method" else getattr(node.target, "__name__", "")
    if name in ("flatten", "reshape", "view"):
        return _reshaped(scale, shape_of(carried[0][0]), shape_of(node), stop)
    if name == "mean":
        return _mean(node, scale, stop)
    if name in MOVED:
        return _moved(node, scale, name, stop)
    if name in PARTS or (node.target is operator.getitem and _is_part(carried[0][0])):
        return _part(node, scale, name, stop)
    if name in ("size", "dim") or node.target is getattr:
        return None
    if node.target is F.scaled_dot_product_attention:
        raise stop(OF_ATTENTION)
    if name in BENT:
        raise stop(OF_ACTIVATION)
    raise stop("is not known to be scale equivariant")


def _is_part(node: fx.Node) -> bool:
    return str(getattr(node.target, "__name__", node.target)) in PARTS


def _part(node: fx.Node, scale: Scale, name: str, stop: Stop) -> Scale:
    """Parts along a dimension in which the factor is one number."""
    if name in PARTS and not scale.constant[int(argument(node, 2, "dim", 0))]:
        raise stop("takes entries apart that are normalised by different factors")
    return scale


def _scale_of_norm(
    read: Read, node: fx.Node, carried: list[tuple[fx.Node, Scale]], biases: str
) -> Scale | None:
    norm, shape = read.norms[node], shape_of(node)
    for value, scale in carried:
        if value is not node.args[0]:
            raise Obstacle(scale.norm, f"{read.name(node)} takes it as a parameter")
        flat = scale.constant[1:] if norm.groups else scale.constant[len(shape) - norm.over :]
        if not all(flat):
            raise Obstacle(
                scale.norm, f"{read.name(node)} normalises vectors that have more than one factor"
            )
    if node not in read.put_off:
        return None
    if read.parameter(node, "bias") is not None and biases == "refuse":
        raise Obstacle(node, _of_bias(read.name(node), "an offset"))
    if norm.groups:
        one = norm.groups == 1 or node in read.joint
        constant = (False, one, *(True,) * (len(shape) - 2))
    else:
        constant = tuple(n >= len(shape) - norm.over for n in range(len(shape)))
    return Scale(node, constant, node)


def _of_bias(name: str, what: str) -> str:
    return (
        f"{name} has {what}, which Assumption 1 excludes: build it with bias=False, or pass "
        "biases='carry'"
    )


Stop = Callable[..., Obstacle]


def _through_module(
    module: nn.Module,
    scale: Scale,
    places: Callable[[], tuple[tuple[int, ...], tuple[int, ...]]],
    biases: str,
    stop: Stop,
) -> Scale:
    """``places`` are the shapes before and after, of what is one tensor."""
    kind = type(module)
    if kind in ENTRYWISE:
        return scale
    if kind is nn.Linear or kind in CONVOLUTIONS:
        mixed = scale.constant[-1:] if kind is nn.Linear else scale.constant[1:]
        if kind in CONVOLUTIONS and _at_one_place(module):
            mixed = scale.constant[1:2]
        if kind in CONVOLUTIONS and len(scale.constant) != module.weight.ndim:
            raise stop("takes no batch here: give the example one")
        if not all(mixed):
            raise stop("mixes entries that are normalised by different factors")
        if module.bias is not None and biases == "refuse":
            raise stop(_of_bias("", "a bias").lstrip())
        return scale
    if kind in POOLS:
        return _pooled(scale, places()[1], 1 if "1d" in kind.__name__ else 2, stop)
    if kind is nn.Flatten:
        return _reshaped(scale, *places(), stop)
    if isinstance(module, ATTENTION):
        raise stop(OF_ATTENTION)
    if isinstance(module, ACTIVATIONS):
        raise stop(OF_ACTIVATION)
    raise stop("is not known to be scale equivariant")


def _at_one_place(module: Any) -> bool:
    """Whether a convolution mixes channels alone, and keeps all positions."""
    sizes = (*module.kernel_size, *module.stride)
    return all(n == 1 for n in sizes) and module.padding in ((0,) * len(module.stride), "valid")


def _through_sum(
    read: Read,
    node: fx.Node,
    carried: list[tuple[fx.Node, Scale]],
    biases: str,
    before: Mapping[fx.Node, set[fx.Node]],
    stop: Stop,
) -> Scale:
    """What has no factor is multiplied by the one of the other term."""
    hint = " (branches=True puts it off where a norm comes after)" if read.exact else ""
    scale, ndim = carried[0][1], len(shape_of(node))
    fixed = [a for a in node.args if not isinstance(a, fx.Node) or a.op == "get_attr"]
    if node.kwargs or (fixed and biases == "refuse"):
        raise stop("adds a constant: biases='carry' carries it" if fixed else "adds a multiple")
    if any(len(shape_of(a)) != ndim for a, _ in carried):
        raise stop("adds tensors of different dimensions")
    others = [other for _, other in carried if other.source is not scale.source]
    if others and not read.branches:
        why = f"{read.name(node)} adds values that carry different factors{hint}"
        raise Obstacle(others[0].norm, why, soft=True)
    for term in set(_tensors(node)) - set(fixed):
        reached = read.scales[term] is not None or scale.norm in before[term]
        if not reached and not read.branches:
            raise stop(f"adds a value that it does not reach{hint}", soft=True)
    if not others:
        return scale
    both = zip(scale.constant, others[0].constant, strict=True)
    return Scale(others[0].norm, tuple(a and b for a, b in both), node)


def _through_product(node: fx.Node, carried: list[tuple[fx.Node, Scale]], stop: Stop) -> Scale:
    """A value with a factor times, or divided by, one without."""
    value, scale = carried[0]
    if len(carried) > 1 or sum(a is value for a in node.args) > 1:
        raise stop("multiplies values that carry factors")
    if node.target in QUOTIENTS and node.args[0] is not value:
        raise stop("divides by it")
    if node.kwargs or len(shape_of(value)) != len(shape_of(node)):
        raise stop("multiplies by something of other dimensions")
    return scale


def moved_order(node: fx.Node, count: int, name: str) -> list[int] | None:
    """The order of permute(*order), permute(order) or transpose(i, j); None where it is unknown."""
    given = list(node.args[1:])
    if len(given) == 1 and isinstance(given[0], list | tuple):
        given = list(given[0])
    if node.kwargs or len(given) != (2 if name == "transpose" else count):
        return None
    if name == "permute":
        return [d % count for d in given]
    order = list(range(count))
    one, other = (d % count for d in given)
    order[one], order[other] = other, one
    return order


def _moved(node: fx.Node, scale: Scale, name: str, stop: Stop) -> Scale:
    """The factor's dimensions move along."""
    order = moved_order(node, len(scale.constant), name)
    if order is None:
        raise stop("is not read with its dimensions given like this")
    return Scale(scale.norm, tuple(scale.constant[d] for d in order), scale.source)


def _pooled(scale: Scale, shape: tuple[int, ...], over: int, stop: Stop) -> Scale:
    if not all(scale.constant[len(shape) - over :]):
        raise stop("pools entries that are normalised by different factors")
    return scale


def _reshaped(scale: Scale, before: tuple[int, ...], shape: tuple[int, ...], stop: Stop) -> Scale:
    if scale.constant[0] or not all(scale.constant[1:]) or before[0] != shape[0]:
        raise stop("joins entries that are normalised by different factors")
    return Scale(scale.norm, (False, *(True,) * (len(shape) - 1)), scale.source)


def _mean(node: fx.Node, scale: Scale, stop: Stop) -> Scale:
    dims, keep = argument(node, 1, "dim"), argument(node, 2, "keepdim", False)
    if dims is None:
        raise stop("takes the mean of everything")
    count = len(scale.constant)
    over = {d % count for d in ([dims] if isinstance(dims, int) else dims)}
    if not all(scale.constant[d] for d in over):
        raise stop("averages entries that are normalised by different factors")
    kept = [c for d, c in enumerate(scale.constant) if keep or d not in over]
    return Scale(scale.norm, tuple(kept), scale.source)
