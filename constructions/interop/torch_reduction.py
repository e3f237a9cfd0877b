"""Normalisation put off to the last layer, in a model of the reader's own (Propositions 1 and 2).

:func:`reduce` reads an ``nn.Module`` through torch.fx and takes the division out of each LayerNorm,
RMSNorm and GroupNorm behind which all is scale equivariant up to a next one.  With s(v) = v - mu 1
(v itself for RMSNorm) and sigma(v) the root mean square of s(v), a norm is
v -> gamma s(v) / sqrt(sigma(v)^2 + eps) + beta; where it is put off, gamma s(v) stands.

``form="exact"`` carries one number lambda > 0 along, for each vector that was normalised:

    begin       w = x, lambda = 1
    put off     w' = gamma s(w) + lambda' beta,   lambda' = sqrt(sigma(w)^2 + eps lambda^2)
    sum         w + lambda f,  where f has no factor
    groups      w_g prod_(h != g) lambda_h, with the factor prod_h lambda_h
    two factors w mu + u lambda, with the factor lambda mu
    late        w / lambda, before a step that takes no factor
    the next    gamma s(w) / sqrt(sigma(w)^2 + eps lambda^2) + beta

Then w = lambda v, where v is the value in the given model: s and sigma are homogeneous, so that
with w = lambda v the first line reads lambda' = lambda sqrt(sigma(v)^2 + eps) and
w' = lambda (gamma s(v)) + lambda' beta = lambda' v'; linear maps without bias, (Leaky) ReLU and
pooling take lambda v to lambda times what they make of v, and the last line has lambda in numerator
and denominator.  So both models are **one function of inputs and parameters**, for every eps > 0,
on all inputs (for eps = 0, where no vector that is normalised has sigma = 0), and the gradients in
every parameter and in the input are equal.  That holds for autograd's conventions at 0 and at ties
in max pooling, too: w and v have the same signs and the same order.  Of residual networks with
n_MV this is proved by the kernel, for all depths, widths and weights, without gamma, beta and
gradients (``fl.resnet.replace.repaired2``).

*Groups.*  A GroupNorm of several groups leaves a factor for each.  What follows may mix channels of
different groups, and then no factor is common to them, unless each group is multiplied by the
factors of all others, as fractions are brought to one denominator; so it is, for up to
:data:`~.torch_reading.MOST_GROUPS` groups.  In the same way two factors that meet in a sum
become one (``branches=True``).  Factors in such products are first divided by powers of two next to
them, which are constants for autograd: any positive number may multiply w and lambda both, and the
products stay in the range of floats.

*What takes no factor.*  Activations that are not linear on each side of 0 (``fl.lemma1``) and
softmax (``fl.vit``) are not equivariant.  Of a pre-norm block, the norm before attention stays:
q, k and so the scores would carry its factors, softmax(c s) is not softmax(s), and
``nn.MultiheadAttention`` is one step; so does a norm before an MLP with GELU.  With ``late=True``
the division of the latter stands behind its linear map, (A w + lambda b) / lambda = A v + b, which
is the same function but no norm less.  Maps that mix tokens (a convolution over positions, a Linear
layer over tokens) take no factors of tokens.

``form="plain"`` is what the propositions print: nothing is carried, s stands for each norm that is
put off, and the norms that remain have their eps.  In sums lambda is sigma(w), so that a residual
block is ``s(rho(x + sigma(x) A_2 n rho A_1 x))``; Eq. 11 has no factor there and is another
function.  For eps = 0 this is the exact form.  For eps > 0 it is not the given model, and
:meth:`Reduction.bound` says how far it is off.

All of this is said of real numbers and the parameters as they are stored.  The floats of the two
models differ by rounding, which no bound here covers.

Source: *Understanding the Role of Layer Normalization in Label-Skewed Federated Learning*,
Propositions 1 and 2, Eq. 9-11 (claims ``fl.prop1``, ``fl.prop2``, ``fl.prop1.training``,
``fl.resnet.replace``).
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import torch
from torch import fx, nn
from torch.nn import functional as F

from constructions.files import write_bytes
from constructions.interop.torch_norms import (
    CARRIED,
    Common,
    Deviation,
    Ended,
    Joined,
    Norm,
    OfNorm,
    Product,
    PutOff,
    Share,
    carried,
)
from constructions.interop.torch_reading import (
    DIFFERENCES,
    MOVED,
    NORM_FUNCTIONS,
    NORMS,
    SUMS,
    Read,
    argument,
    changed_in_place,
    decide,
    key,
    last_norms,
    shape_of,
)
from constructions.interop.torch_weierstrass import would_be_lost

FORMS = ("exact", "plain")
BIASES = ("refuse", "carry")


@dataclass(frozen=True)
class Reduction:
    """A reduced model, and what became of each norm.

    ``module`` takes what the given model takes; its parameters have the same names, so that
    ``module.load_state_dict(model.state_dict())`` works.  ``put_off`` are the paths of the norms
    whose division is gone, ``kept`` says of every other one why it stays; ``divided`` are the steps
    before which the factor of a norm is divided out, for ``late=True``.
    """

    module: fx.GraphModule
    form: str
    put_off: tuple[str, ...]
    kept: Mapping[str, str]
    divided: tuple[str, ...]
    _read: Read = field(repr=False)
    _eps: float | None = field(repr=False)

    def bound(self, x: torch.Tensor, radius: Fraction | float = 0) -> Fraction:
        """A certified bound of |given model - reduced model| on a box around each sample of x.

        It holds for every output and every input z with |z_j - x_j| <= radius for all j, of real
        numbers: the parameters are those that the reduced module has now, eps and x are taken as
        they are stored.  Dropout is left out.  In the exact form it is 0 by the identity in
        :mod:`~constructions.interop.torch_reduction`; in the plain form it comes from balls, see
        :mod:`~constructions.interop.torch_reduction_bounds`.

        Raises:
            ValueError: a negative radius, an input of another shape, a step that no bound passes,
                or a vector that is normalised and, for all that is known, may be constant.
        """
        from constructions.interop.torch_reduction_bounds import difference

        size = Fraction(radius)
        if size < 0:
            raise ValueError("the radius must not be negative")
        if self.form == "exact":
            return Fraction(0)
        return difference(self.module, self._read, self._eps, x, size)

    def save_onnx(self, path: Path | str) -> Path:
        """Write the reduced module as an ONNX file, whole or not at all.

        Raises:
            ValueError: onnx is missing, or a step is not written (one line names it).
            OSError: the place cannot be written.
        """
        from constructions.interop.onnx_models import model_bytes

        first = next(n for n in self._read.traced.graph.nodes if n.op == "placeholder")
        module = copy.deepcopy(self.module)
        module.train(False)
        device = next((p.device for p in module.parameters()), None)
        with torch.no_grad():
            Shapes(module).run(
                torch.zeros(shape_of(first), dtype=first.meta["dtype"], device=device)
            )
        return write_bytes(Path(path), model_bytes(module))

    def __str__(self) -> str:
        lines = [f"{self.form} form; put off: {', '.join(self.put_off)}"]
        lines += [f"divided out before {step}" for step in self.divided]
        lines += [f"{name} stays: {why}" for name, why in self.kept.items()]
        return "\n".join(lines)


def reduce(
    model: nn.Module,
    example: torch.Tensor | None = None,
    *,
    form: str = "exact",
    biases: str = "refuse",
    eps: float | None = None,
    partial: bool = False,
    branches: bool = False,
    late: bool = False,
) -> Reduction:
    """Put the norms of a model off to the last ones; the forms are explained at the module's head.

    ``example`` is an input of the shape that the model takes, with a batch; a model that begins
    with a Linear layer needs none.  The model is not changed: the reduced one is a copy, with
    parameters of its own.

    Args:
        form: ``exact``, which is the same function at every eps and has the same gradients, or
            ``plain``, what the propositions print, which differs by :meth:`Reduction.bound`.
        biases: ``refuse`` those between a norm that is put off and the next one, as Assumption 1
            does, or ``carry`` them: lambda b then stands for b, and what is said above holds.
        eps: in the plain form, the epsilon of the norms after one that was put off; their own
            without it.
        partial: keep a norm where a module is in the way, instead of refusing the model.
        branches: in the exact form, put off norms inside of a branch, too, as those of a block
            ``x + A_2 rho(A_1 n(x))``: the sum then carries the factors of both terms.
        late: in the exact form, divide by lambda before a step that takes no factor (GELU, softmax,
            the output), where a linear map stands between it and the norm.

    Raises:
        ValueError: a step is in the way of a norm (one line names both), no norm can be put off,
            the model cannot be traced, or an option is unknown.
        TypeError: ``model`` is no module.
    """
    if not isinstance(model, nn.Module):
        raise TypeError(f"model is an nn.Module, not {type(model).__name__}")
    if form not in FORMS:
        raise ValueError(f"the form is {' or '.join(FORMS)}, not {form!r}")
    if biases not in BIASES:
        raise ValueError(f"biases is {' or '.join(BIASES)}, not {biases!r}")
    if (branches or late) and form != "exact":
        raise ValueError(f"{'branches' if branches else 'late'} is for the exact form")
    if eps is not None and (form == "exact" or not eps >= 0):
        raise ValueError("eps is a number >= 0, for the plain form")
    read = _traced(model, example)
    if not read.norms:
        raise ValueError("the model has no LayerNorm, RMSNorm or GroupNorm")
    read.exact, read.branches, read.late = form == "exact", branches, late
    stays = decide(read, biases)
    last = last_norms(read)
    why: dict[str, str] = {}  # of a module that is used again what was found first
    for node, obstacle in stays.items():
        why.setdefault(read.name(node), obstacle.why)
    hard = [n for n, obstacle in stays.items() if not (obstacle.soft or n in last)]
    if hard and not partial:
        name = read.name(hard[0])
        raise ValueError(f"{name} cannot be put off: {why[name]} (partial=True keeps such norms)")
    if not read.put_off:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in why.items())
        raise ValueError(f"no norm can be put off: {reasons}")
    module = _rewritten(read, form, eps)
    gone = tuple(dict.fromkeys(key(n) for n in read.traced.graph.nodes if n in read.put_off))
    ends = tuple(
        f"{read.name(at)}: {read.name(norm)}"
        for at, norm in read.divided.items()
        if any(read.scales[a] for a in at.all_input_nodes)
    )
    return Reduction(module, form, gone, why, ends, read, eps)


class Shapes(fx.Interpreter):
    """Notes the shape and the type of each tensor at its node."""

    def run_node(self, node: fx.Node) -> Any:
        value = super().run_node(node)
        if isinstance(value, torch.Tensor):
            node.meta["shape"], node.meta["dtype"] = tuple(value.shape), value.dtype
        return value


def _line(error: Exception) -> str:
    return str(error).partition("\n")[0][:150]


def _traced(model: nn.Module, example: torch.Tensor | None) -> Read:
    copied = _opened(copy.deepcopy(model))
    try:
        traced = fx.symbolic_trace(copied)
    except Exception as error:  # whatever the model's own code raises on a proxy
        raise ValueError(f"torch.fx cannot trace the model: {_line(error)}") from None
    inputs = [n for n in traced.graph.nodes if n.op == "placeholder"]
    if len(inputs) != 1:
        raise ValueError(f"the model takes one tensor, this one takes {len(inputs)} inputs")
    step = changed_in_place(traced)
    if step is not None:
        raise ValueError(f"{step!r} changes in place what a later step reads")
    if example is None:
        example = _example(traced)
    state = traced.training
    traced.train(False)
    try:
        with torch.no_grad():
            Shapes(traced).run(example)
    except Exception as error:  # as above, on an example of the wrong shape
        raise ValueError(f"the model does not take the example: {_line(error)}") from None
    traced.train(state)
    norms = {}
    for node in traced.graph.nodes:
        if node.op == "call_module":
            module = traced.get_submodule(str(node.target))
            if type(module) in NORMS:
                lost = would_be_lost(module)
                if lost:
                    raise ValueError(f"'{node.target}' carries what would be lost: {lost[0]}")
                norms[node] = Norm.of(module, node.meta["dtype"])
        elif node.target in NORM_FUNCTIONS:
            norms[node] = _of_call(node)
    return Read(traced, norms)


def _of_call(node: fx.Node) -> Norm:
    """The norm of a call such as ``F.layer_norm(x, shape, weight, bias, eps)``."""
    if not node.args or not isinstance(node.args[0], fx.Node):
        raise ValueError(f"{node.name} takes what it normalises by name: give it first")
    if node.target is F.group_norm:
        groups = argument(node, 1, "num_groups")
        return Norm(0, True, argument(node, 4, "eps", 1e-5), groups)
    over = len(argument(node, 1, "normalized_shape"))
    if node.target is F.layer_norm:
        return Norm(over, True, argument(node, 4, "eps", 1e-5))
    eps = argument(node, 3, "eps")
    return Norm(over, False, torch.finfo(node.meta["dtype"]).eps if eps is None else eps)


class _Layer(nn.TransformerEncoderLayer):
    """The same without masks, as steps that torch.fx can follow: no path of its own for inference.

    A mask is an argument too many, so that a model that gives one is not traced.
    """

    def forward(self, src: torch.Tensor) -> torch.Tensor:
        if self.norm_first:
            x = src + self._attended(self.norm1(src))
            return x + self._fed_forward(self.norm2(x))
        x = self.norm1(src + self._attended(src))
        made: torch.Tensor = self.norm2(x + self._fed_forward(x))
        return made

    def _attended(self, x: torch.Tensor) -> torch.Tensor:
        made: torch.Tensor = self.dropout1(self.self_attn(x, x, x, need_weights=False)[0])
        return made

    def _fed_forward(self, x: torch.Tensor) -> torch.Tensor:
        made: torch.Tensor = self.dropout2(
            self.linear2(self.dropout(self.activation(self.linear1(x))))
        )
        return made


class _Encoder(nn.TransformerEncoder):
    """Layer after layer, without masks."""

    def forward(self, src: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            src = layer(src)
        return src if self.norm is None else self.norm(src)


OPENED = {nn.TransformerEncoderLayer: _Layer, nn.TransformerEncoder: _Encoder}


def _opened(model: nn.Module) -> nn.Module:
    """The model with torch's encoders as modules whose steps are traced."""
    for module in model.modules():
        if type(module) in OPENED and not would_be_lost(module, inside=True):
            module.__class__ = OPENED[type(module)]
    kind = type(model)
    others = list(inspect.signature(kind.forward).parameters.values())[2:]
    # what has a default is left at it, so that the model takes one tensor
    if others and all(any(p.default is value for value in (None, True, False)) for p in others):
        model.__class__ = type(kind.__name__, (kind,), {"forward": _of_one_input(kind)})
    return model


def _of_one_input(kind: type[nn.Module]) -> Callable[[Any, Any], Any]:
    def forward(self: Any, x: Any) -> Any:
        return kind.forward(self, x)

    return forward


def _example(traced: fx.GraphModule) -> torch.Tensor:
    for node in traced.graph.nodes:
        if node.op == "call_module":
            module = traced.get_submodule(str(node.target))
            if type(module) is nn.Linear and node.args[0].op == "placeholder":
                weight = module.weight
                return torch.zeros(2, module.in_features, dtype=weight.dtype, device=weight.device)
            break
    raise ValueError(
        "the shape of the input is not known: pass an example, reduce(model, torch.randn(1, ...))"
    )


def _rewritten(read: Read, form: str, eps: float | None) -> fx.GraphModule:
    """The traced model with what stands in the place of each norm; Read stays as it is."""
    made = copy.deepcopy(read.traced)
    graph = made.graph
    twin = dict(zip(read.traced.graph.nodes, graph.nodes, strict=True))
    factor: dict[fx.Node, fx.Node] = {}  # of a node of ``read`` the node of its lambda
    shares: dict[fx.Node, fx.Node] = {}  # of a norm over groups that have one factor together

    for node in read.traced.graph.nodes:
        if node in read.divided:
            for value in node.all_input_nodes:
                if read.scales[value] is not None:
                    with graph.inserting_before(twin[node]):
                        ended = graph.call_function(torch.div, (twin[value], factor[value]))
                    twin[node].replace_input_with(twin[value], ended)
        elif node in read.norms or any(read.scales[a] for a in node.all_input_nodes):
            with graph.inserting_before(twin[node]):
                scale = _factor(read, node, factor, shares, twin, made, form)
                if scale is not None:
                    factor[node] = scale
                _replaced(read, node, factor, shares.get(node), twin, made, form, eps)
    graph.eliminate_dead_code()
    made.delete_all_unused_submodules()
    made.recompile()
    return made


def _called(made: fx.GraphModule, name: str, module: nn.Module, *args: fx.Node) -> fx.Node:
    """A step of the new graph, with a module of its own."""
    made.add_submodule(name, module)
    return made.graph.call_module(name, args)


def _factor(
    read: Read,
    node: fx.Node,
    factor: Mapping[fx.Node, fx.Node],
    shares: dict[fx.Node, fx.Node],
    twin: Mapping[fx.Node, fx.Node],
    made: fx.GraphModule,
    form: str,
) -> fx.Node | None:
    """The node that computes lambda of the value of ``node``, where it has one."""
    if read.scales[node] is None:
        return None
    if node in read.norms:
        norm, x = read.norms[node], node.args[0]
        exact = form == "exact"
        before = (factor[x],) if exact and x in factor else ()
        deviation = Deviation(norm, norm.eps if exact else 0.0)
        own = _called(made, f"scale_{node.name}", deviation, twin[x], *before)
        if node not in read.joint:
            return own
        shares[node] = _called(made, f"share_{node.name}", Share(norm.groups), own)
        return _called(made, f"common_{node.name}", Common(norm.groups), own)
    if read.joined(node):
        both = (factor[a] for a in node.args)
        return _called(made, f"product_{node.name}", Product(), *both)
    before = next(a for a in node.all_input_nodes if read.scales[a])
    scale = factor[before]
    module = read.module(node)
    name = node.target if node.op == "call_method" else getattr(node.target, "__name__", "")
    if isinstance(module, nn.Flatten) or name in ("flatten", "reshape", "view"):
        shape = shape_of(node)
        return made.graph.call_function(torch.reshape, (scale, (-1, *(1,) * (len(shape) - 1))))
    if name == "mean" and len(shape_of(node)) < len(shape_of(before)):
        return made.graph.call_function(torch.mean, (scale, argument(node, 1, "dim")))
    if name in MOVED:
        return made.graph.create_node(node.op, node.target, (scale, *node.args[1:]))
    return scale


def _replaced(
    read: Read,
    node: fx.Node,
    factor: Mapping[fx.Node, fx.Node],
    share: fx.Node | None,
    twin: dict[fx.Node, fx.Node],
    made: fx.GraphModule,
    form: str,
    eps: float | None,
) -> None:
    """Give a node of the new graph what its new module or sum needs; it stands behind the rest."""
    before, mine = [a for a in node.all_input_nodes if read.scales[a]], twin[node]
    module: Any = made.get_submodule(str(mine.target)) if mine.op == "call_module" else None
    if node in read.norms:
        norm, ended = read.norms[node], node not in read.put_off
        if not ended:
            needed = read.parameter(node, "bias") is not None
            arguments = {"scale": factor[node] if needed else None, "share": share}
        elif before and form == "exact":
            arguments = {"scale": factor[before[0]]}
        else:
            if key(node) in read.ends() and eps is not None:
                _with_eps(node, mine, module, eps)
            return
        kind: type[OfNorm] = Ended if ended else PutOff
        if module is not None:
            made.set_submodule(str(mine.target), _once(module, kind, norm))
            mine.args = mine.args[:1]
        else:
            mine = twin[node] = _as_module(node, mine, made, kind(None, norm))
        given = {name: value for name, value in arguments.items() if value is not None}
        mine.kwargs = {**mine.kwargs, **given}
    elif isinstance(module, tuple(CARRIED)) and getattr(module, "bias", None) is not None:
        if type(module) in CARRIED:
            made.set_submodule(str(mine.target), carried(module))
        mine.args = (*mine.args[:1], factor[before[0]])
    elif read.joined(node):
        sign = -1 if node.target in DIFFERENCES else 1
        pairs = (a for at, own in zip(node.args, mine.args, strict=True) for a in (own, factor[at]))
        joined = _called(made, f"joined_{node.name}", Joined(sign), *pairs)
        twin[node] = _in_place_of(mine, joined)
    elif mine.target in (*SUMS, *DIFFERENCES):
        scale = factor[before[0]]
        for place, term in enumerate(node.args):
            if not isinstance(term, fx.Node) or read.scales[term] is None:
                scaled = made.graph.call_function(torch.mul, (scale, mine.args[place]))
                mine.update_arg(place, scaled)


def _with_eps(node: fx.Node, mine: fx.Node, module: Any, eps: float) -> None:
    """A norm that stays, with another eps."""
    if module is not None:
        module.eps = eps
        return
    place = 3 if node.target is F.rms_norm else 4
    if len(mine.args) > place:
        mine.update_arg(place, eps)
    else:
        mine.kwargs = {**mine.kwargs, "eps": eps}


def _in_place_of(old: fx.Node, new: fx.Node) -> fx.Node:
    old.replace_all_uses_with(new)
    old.graph.erase_node(old)
    return new


def _as_module(node: fx.Node, mine: fx.Node, made: fx.GraphModule, module: OfNorm) -> fx.Node:
    """A call of a norm as a step that takes weight and bias by name, where they are given."""
    names = ("weight", "bias") if node.target is not F.rms_norm else ("weight",)
    given = {name: argument(mine, 2 + n, name) for n, name in enumerate(names)}
    new = _called(made, f"norm_{node.name}", module, mine.args[0])
    new.kwargs = {name: value for name, value in given.items() if value is not None}
    return _in_place_of(mine, new)


def _once(module: nn.Module, kind: type[OfNorm], norm: Norm) -> nn.Module:
    return module if type(module) is kind else kind(module, norm)
