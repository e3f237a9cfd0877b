"""How far a model and its plain reduction may be apart, in balls, on a box of inputs.

Both models are evaluated together.  Of each value the balls hold, with lambda the factor that the
exact form carries (:mod:`constructions.interop.torch_reduction`),

    w = lambda v        where v is the value in the given model
    e = p - w           where p is the value in the plain reduction
    lambda, and m - lambda, where m is the factor that the plain reduction has in sums

for all inputs of a box at once.  Linear maps take e to A e, (Leaky) ReLU to a number between the
least and the largest slope times e (to rho(p) - rho(w) where signs are known), max pooling to one
between the least and the largest e of the window.  A norm that is put off:

    lambda' = sqrt(sigma(w)^2 + eps lambda^2)      m' = sigma(p)
    m' - lambda' = (sigma(p)^2 - sigma(w)^2 - eps lambda^2) / (m' + lambda')

and one that stays, with D = sqrt(sigma(w)^2 + eps lambda^2) and P = sqrt(sigma(p)^2 + eps'), eps'
being its epsilon in the reduction:

    s(p)/P - s(w)/D = s(e)/P + (s(w)/D) (D^2 - P^2) / (P (D + P))

where sigma(p)^2 - sigma(w)^2 = mean(s(e) (2 s(w) + s(e))).  |s(w)/D| is at most sqrt(d).  For a
point the balls have the width of their own rounding, so that the bound is the difference itself,
but where the least rounding decides a largest entry of a window.

Floats of the weights and of x are taken as the rationals they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
import torch
from flint import arb, arb_mat
from torch import fx, nn
from torch.nn import functional as F

from constructions.interop.flint import BallSystem, from_fraction, to_fraction_bounds
from constructions.interop.torch_norms import CONVOLUTIONS
from constructions.interop.torch_reading import (
    DIFFERENCES,
    POOL_FUNCTIONS,
    PRODUCTS,
    RHO,
    RHO_FUNCTIONS,
    SUMS,
    Norm,
    Read,
    argument,
    key,
    shape_of,
)
from constructions.systems import NumberError

BITS = 128
CHUNK = 64
MAX_ENTRIES = 1 << 22
BALLS = BallSystem(BITS)
ZERO = arb(0)


@dataclass(frozen=True)
class Pair:
    """w, e = p - w; lambda and m - lambda where the value carries a factor, else None."""

    w: Any
    e: Any
    scale: Any = None
    off: Any = None

    def map(self, function: Any) -> Pair:
        """The same rearrangement or linear map of both."""
        return replace(self, w=function(self.w), e=function(self.e))


def difference(
    module: fx.GraphModule, read: Read, eps: float | None, x: torch.Tensor, radius: Fraction
) -> Fraction:
    """The bound of :meth:`Reduction.bound`, for the parameters of ``module``."""
    most = Fraction(0)
    parameters = module.named_parameters(remove_duplicate=False)  # tied ones under each name
    state = {name: p.detach().double().cpu() for name, p in parameters}
    first = next(n for n in read.traced.graph.nodes if n.op == "placeholder")
    if tuple(x.shape[1:]) != shape_of(first)[1:]:
        raise ValueError(f"x has samples of shape {tuple(x.shape[1:])}, not {shape_of(first)[1:]}")
    if not torch.isfinite(x).all() or not all(p.isfinite().all() for p in state.values()):
        raise ValueError("an entry of x or a parameter is not finite")
    with BALLS.working():
        for sample in x.detach().double().cpu().split(1):
            try:
                gaps = _Walk(read, eps, state).run(sample, radius)
                bounds = [to_fraction_bounds(gap, 40) for gap in gaps.ravel()]
            except NumberError:
                raise ValueError(
                    "a vector that is normalised may be constant somewhere in the box: no bound"
                ) from None
            most = max([most, *(abs(end) for both in bounds for end in both)])
    return most


def balls(values: torch.Tensor) -> Any:
    """An array of exact balls."""
    flat = np.empty(values.numel(), dtype=object)
    flat[:] = [arb(value) for value in values.reshape(-1).tolist()]
    return flat.reshape(tuple(values.shape))


def zeros(shape: tuple[int, ...]) -> Any:
    array = np.empty(shape, dtype=object)
    array.fill(ZERO)
    return array


def square(a: Any) -> Any:
    """a^2, not below 0 for a ball around 0."""
    if a > 0 or a < 0 or a.is_zero():
        return a * a
    top = abs(a).upper()
    return ZERO.union(top * top)


def hull(values: list[Any]) -> Any:
    made = values[0]
    for value in values[1:]:
        made = made.union(value)
    return made


def narrower(a: Any, b: Any) -> Any:
    """Of two enclosures of one number the one that says more."""
    return a if a.rad() <= b.rad() else b


squares = np.frompyfunc(square, 1, 1)
roots = np.frompyfunc(lambda a: BALLS.sqrt(a), 1, 1)
quotients = np.frompyfunc(lambda a, b: BALLS.divide(a, b), 2, 1)


class _Walk:
    """One evaluation of both models, on one box."""

    def __init__(self, read: Read, eps: float | None, state: dict[str, torch.Tensor]) -> None:
        self.read, self.eps, self.state = read, eps, state
        self.pairs: dict[fx.Node, Any] = {}

    def run(self, sample: torch.Tensor, radius: Fraction) -> Any:
        """Balls of p - v for all outputs."""
        for node in self.read.traced.graph.nodes:
            if node.op == "placeholder":
                w = balls(sample)
                if radius:
                    reach = from_fraction(radius)
                    w = w + (-reach).union(reach)
                self.pairs[node] = Pair(w, zeros(w.shape))
            elif node.op == "output":
                end = node.args[0]
                if not isinstance(end, fx.Node):
                    raise ValueError("no bound for a model with several outputs")
                return self.pairs[end].e
            else:
                self.pairs[node] = self.step(node)
        raise AssertionError("a graph ends with its output")

    def step(self, node: fx.Node) -> Any:
        read = self.read
        sized = node.op == "call_method" and node.target in ("size", "dim")
        if sized or not any(isinstance(self.pairs[a], Pair) for a in node.all_input_nodes):
            return None
        if node in read.norms:
            return self.norm(node, self.pairs[node.all_input_nodes[0]])
        if node.target in (*SUMS, *DIFFERENCES):
            return self.sum(node)
        inputs = [p for a in node.all_input_nodes if isinstance(p := self.pairs[a], Pair)]
        if len(inputs) != 1:
            raise self.unknown(node)
        if node.target in PRODUCTS and len(node.args) == 2 and not node.kwargs:
            (factor,) = (self.constant(node, a) for a in node.args if self.pairs.get(a) is None)
            return inputs[0].map(lambda a: factor * a)
        return self.through(node, read.module(node), inputs[0])

    def unknown(self, node: fx.Node) -> ValueError:
        return ValueError(f"no bound passes {self.read.name(node)}")

    def parameter(self, node: fx.Node, name: str) -> Any:
        if node.op == "call_module":
            return self.state.get(f"{node.target}.{name}")
        given = self.read.parameter(node, name)  # of a norm that is a function
        if given is None:
            return None
        found = self.state.get(str(given.target)) if isinstance(given, fx.Node) else None
        if found is None:
            raise self.unknown(node)
        return found

    def constant(self, node: fx.Node, given: Any) -> Any:
        """A tensor of the model that a step takes."""
        named = isinstance(given, fx.Node) and given.op == "get_attr"
        found = self.state.get(str(given.target)) if named else None
        if found is None:
            raise self.unknown(node)
        return balls(found)

    # --- layers ----------------------------------------------------------------------------------

    def through(self, node: fx.Node, module: Any, pair: Pair) -> Pair:
        kind = type(module)
        name = node.target if node.op == "call_method" else getattr(node.target, "__name__", "")
        if "shape" not in node.meta:
            raise self.unknown(node)
        shape = (1, *shape_of(node)[1:])
        if kind is nn.Linear:
            return self.biased(node, pair, lambda a: self.linear(node, a), len(shape) - 1)
        if kind in CONVOLUTIONS:
            return self.biased(node, pair, lambda a: self.convolved(node, module, a, shape), 1)
        if kind in (nn.Identity, nn.Dropout) or name in ("contiguous", "clone", "dropout"):
            return pair
        if kind is nn.PReLU and module.weight.numel() == 1:
            return _leaky(pair, float(self.parameter(node, "weight")))
        if kind in RHO or node.target in RHO_FUNCTIONS or name in ("relu", "relu_"):
            slope = getattr(module, "negative_slope", 0.0)
            if node.target is F.leaky_relu:
                slope = argument(node, 1, "negative_slope", 0.01)
            return _leaky(pair, slope)
        if kind is nn.Flatten or name in ("flatten", "reshape", "view"):
            flat = pair.map(lambda a: a.reshape(shape))
            if pair.scale is None:
                return flat
            ones = (1, *(1,) * (len(shape) - 1))
            return replace(flat, scale=pair.scale.reshape(ones), off=pair.off.reshape(ones))
        if node.target in POOL_FUNCTIONS:
            module = self.pool(node)
            kind = type(module)
        if kind is nn.MaxPool2d:
            return self.largest(node, module, pair, shape)
        if kind is nn.AvgPool2d:
            windows = self.windows(node, module, pair.w.shape, module.kernel_size, (1, 1))
            return pair.map(
                lambda a: (a.reshape(-1)[windows].sum(-1) / windows.shape[-1]).reshape(shape)
            )
        if kind is nn.AdaptiveAvgPool2d:
            return pair.map(lambda a: _adaptive(a, shape))
        if name == "mean":
            return self.mean(node, pair)
        raise self.unknown(node)

    def pool(self, node: fx.Node) -> nn.Module:
        """The module that does what a call of a pooling function does."""
        kind: Any = {F.max_pool2d: nn.MaxPool2d, F.avg_pool2d: nn.AvgPool2d}.get(
            node.target, nn.AdaptiveAvgPool2d
        )
        if len(node.args) > 4:  # what follows stands in another order in the modules
            raise self.unknown(node)
        made: nn.Module = kind(*node.args[1:], **node.kwargs)
        return made

    def biased(self, node: fx.Node, pair: Pair, linear: Any, place: int) -> Pair:
        """A w + lambda b, and A e + (m - lambda) b."""
        w, e = linear(pair.w), linear(pair.e)
        bias = self.parameter(node, "bias")
        if bias is not None:
            b = balls(bias).reshape(-1, *(1,) * (w.ndim - 1 - place))
            w = w + (b if pair.scale is None else pair.scale * b)
            if pair.scale is not None:
                e = e + pair.off * b
        return replace(pair, w=w, e=e)

    def linear(self, node: fx.Node, a: Any) -> Any:
        return _rows(a.reshape(-1, a.shape[-1]), self.parameter(node, "weight")).reshape(
            *a.shape[:-1], -1
        )

    def convolved(self, node: fx.Node, module: Any, a: Any, shape: tuple[int, ...]) -> Any:
        if type(module) is not nn.Conv2d or module.padding_mode != "zeros":
            raise self.unknown(node)
        if isinstance(module.padding, str):
            raise self.unknown(node)
        weight = self.parameter(node, "weight")
        groups, share = module.groups, a.shape[1] // module.groups
        out = []
        for g, part in enumerate(weight.split(weight.shape[0] // groups)):
            channels = a[:, g * share : (g + 1) * share]
            places = _unfolded(
                channels.shape, module.kernel_size, module.stride, module.padding, module.dilation
            )
            flat = np.append(channels.reshape(-1), ZERO)  # the place after the last is padding
            out.append(_rows(flat[places], part.flatten(1)).T)
        return np.concatenate(out).reshape(shape)

    def windows(
        self, node: fx.Node, module: Any, shape: tuple[int, ...], size: Any, dilation: Any
    ) -> Any:
        """The places of each window, (channels and positions, size), padding where there is any."""
        stride = module.stride if module.stride is not None else size
        if module.ceil_mode or (type(module) is nn.AvgPool2d and _pair(module.padding) != (0, 0)):
            raise self.unknown(node)
        if getattr(module, "divisor_override", None):
            raise self.unknown(node)
        one = _unfolded((1, 1, *shape[2:]), size, stride, module.padding, dilation)
        area = shape[2] * shape[3]
        end = area * shape[1]
        return np.concatenate([np.where(one < area, one + c * area, end) for c in range(shape[1])])

    def largest(self, node: fx.Node, module: Any, pair: Pair, shape: tuple[int, ...]) -> Pair:
        """max moves by a number between the least and the largest e in its window."""
        if module.return_indices:
            raise self.unknown(node)
        windows = self.windows(node, module, pair.w.shape, module.kernel_size, module.dilation)
        w, e = pair.w.reshape(-1), pair.e.reshape(-1)
        made: tuple[list[Any], list[Any]] = ([], [])
        for window in windows:
            inside = [i for i in window if i < len(w)]
            top = reduce(BALLS.maximum, (w[i] for i in inside))
            # entries that are below another one in both models have no say
            floor = top.lower()
            other = max(((w[i] + e[i]).lower() for i in inside), key=float)
            say = [i for i in inside if not (w[i] < floor and w[i] + e[i] < other)]
            end = reduce(BALLS.maximum, (w[i] + e[i] for i in inside))
            made[0].append(top)
            made[1].append(narrower(hull([e[i] for i in say]), end - top))
        return replace(pair, w=_array(made[0]).reshape(shape), e=_array(made[1]).reshape(shape))

    def mean(self, node: fx.Node, pair: Pair) -> Pair:
        dims = argument(node, 1, "dim")
        if dims is None:
            raise self.unknown(node)
        keep = bool(argument(node, 2, "keepdim", False))
        ndim = pair.w.ndim
        over = tuple(d % ndim for d in ([dims] if isinstance(dims, int) else dims))
        if 0 in over:
            raise self.unknown(node)
        count = math.prod(pair.w.shape[d] for d in over)
        made = pair.map(lambda a: a.sum(axis=over, keepdims=keep) / count)
        if pair.scale is None or keep:
            return made
        return replace(made, scale=pair.scale.squeeze(over), off=pair.off.squeeze(over))

    def sum(self, node: fx.Node) -> Pair:
        """Terms without a factor are multiplied by lambda, in the plain reduction by m."""
        if not all(isinstance(a, fx.Node) for a in node.args) or node.kwargs:
            raise self.unknown(node)
        terms = []
        for a in node.args:
            term = self.pairs[a]
            if not isinstance(term, Pair):
                w = self.constant(node, a)
                term = Pair(w, zeros(w.shape))
            terms.append(term)
        lead = next((t for t in terms if t.scale is not None), None)
        w, e = ZERO, ZERO
        for place, term in enumerate(terms):
            sign = -1 if place and node.target in DIFFERENCES else 1
            if lead is not None and term.scale is None:
                w = w + sign * (lead.scale * term.w)
                e = e + sign * (lead.off * (term.w + term.e) + lead.scale * term.e)
            else:
                w, e = w + sign * term.w, e + sign * term.e
        scale, off = (None, None) if lead is None else (lead.scale, lead.off)
        return Pair(w, e, scale, off)

    # --- norms -----------------------------------------------------------------------------------

    def norm(self, node: fx.Node, pair: Pair) -> Pair:
        read, shape = self.read, pair.w.shape
        norm = read.norms[node]
        if norm.groups:
            inner = pair.map(lambda a: a.reshape(1, norm.groups, shape[1] // norm.groups, -1))
            over: tuple[int, ...] = (2, 3)
            spread: tuple[int, ...] = (1, norm.groups, 1, 1)
        else:
            inner, over = pair, norm.dims(len(shape))
            spread = tuple(1 if d in over else n for d, n in enumerate(shape))
        count = math.prod(inner.w.shape[d] for d in over)

        def mean(a: Any) -> Any:
            return (a.sum(axis=over) / count).reshape(spread)

        w, e = inner.w, inner.e
        if norm.centred:
            w, e = w - mean(w), e - mean(e)
        carried = arb(1) if pair.scale is None else pair.scale.reshape(-1)[0]
        if pair.scale is not None and pair.scale.size != 1:
            carried = _fitting(pair.scale, spread, norm)
        eps = arb(norm.eps)
        sigma_w, gap = mean(squares(w)), mean(e * (2 * w + e))
        lifted = sigma_w + eps * carried * carried
        if node in read.put_off:
            D, sigma_p = roots(lifted), roots(mean(squares(w + e)))
            off = quotients(gap - eps * carried * carried, D + sigma_p)
            return self.affine(node, norm, w, e, shape, D, off)
        own = self.eps if self.eps is not None and key(node) in read.ends() else norm.eps
        P = roots(mean(squares(w + e)) + arb(own))
        D = roots(lifted)
        z = quotients(w, D)
        most = arb(count).sqrt().upper()
        z = np.frompyfunc(lambda a: _within(a, most), 1, 1)(z)
        change = quotients(eps * carried * carried - gap - arb(own), P * (D + P))
        e = quotients(e, P) + z * change
        return self.affine(node, norm, z, e, shape, None, None)

    def affine(
        self, node: fx.Node, norm: Norm, w: Any, e: Any, shape: Any, scale: Any, off: Any
    ) -> Pair:
        """gamma w + lambda beta and gamma e + (m - lambda) beta, in the shape of the input."""
        inner = w.shape
        gamma, beta = self.parameter(node, "weight"), self.parameter(node, "bias")

        def fit(parameter: torch.Tensor) -> Any:
            values = balls(parameter)
            if norm.groups:
                return values.reshape(1, inner[1], inner[2], 1)
            return values

        if gamma is not None:
            w, e = fit(gamma) * w, fit(gamma) * e
        if beta is not None:
            w = w + (fit(beta) if scale is None else scale * fit(beta))
            if scale is not None:
                e = e + off * fit(beta)
        w, e = w.reshape(shape), e.reshape(shape)
        if scale is not None and norm.groups:
            wide = (1, shape[1], *(1,) * (len(shape) - 2))
            share = shape[1] // norm.groups
            scale, off = (np.repeat(a.reshape(-1), share).reshape(wide) for a in (scale, off))
            if norm.groups == 1:
                scale, off = scale[:, :1], off[:, :1]
        return Pair(w, e, scale, off)


def _fitting(scale: Any, spread: tuple[int, ...], norm: Norm) -> Any:
    """lambda, one for each vector that is normalised."""
    if norm.groups:
        raise ValueError("no bound where each token has a factor and groups are normalised")
    return scale.reshape(np.broadcast_shapes(scale.shape, spread))


def _within(a: Any, most: Any) -> Any:
    """The ball, or [-most, most] where that says more."""
    return narrower(a, (-most).union(most))


def _leaky(pair: Pair, slope: float) -> Pair:
    beta = arb(slope)

    def rho(a: Any) -> Any:
        positive, negative = BALLS.maximum(a, ZERO), BALLS.minimum(a, ZERO)
        if a > 0 or a < 0:
            return positive + beta * negative
        return positive.union(beta * negative) if slope >= 0 else positive + beta * negative

    def moved(w: Any, e: Any) -> Any:
        if e.is_zero():
            return e
        p = w + e
        if w >= 0 and p >= 0:
            return e
        if w <= 0 and p <= 0:
            return beta * e
        return narrower(arb(1).union(beta) * e, rho(p) - rho(w))

    return replace(
        pair, w=np.frompyfunc(rho, 1, 1)(pair.w), e=np.frompyfunc(moved, 2, 1)(pair.w, pair.e)
    )


def _array(values: list[Any]) -> Any:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _rows(a: Any, weight: torch.Tensor) -> Any:
    """a W^T for balls a (k, n) and floats W (m, n), some rows of W at a time."""
    if weight.numel() > MAX_ENTRIES:
        raise ValueError(f"bounds are for matrices of at most {MAX_ENTRIES} entries")
    if all(value.is_zero() for value in a.ravel()):
        return zeros((len(a), len(weight)))
    left = arb_mat(a.tolist())
    parts = [
        np.array((left * _columns(part)).tolist(), dtype=object).reshape(len(a), -1)
        for part in weight.split(CHUNK)
    ]
    return np.concatenate(parts, axis=1)


def _columns(part: torch.Tensor) -> Any:
    return arb_mat([[arb(value) for value in row] for row in part.T.tolist()])


def _pair(value: Any) -> tuple[int, int]:
    return (value, value) if isinstance(value, int) else (int(value[0]), int(value[1]))


def _unfolded(shape: tuple[int, ...], size: Any, stride: Any, padding: Any, dilation: Any) -> Any:
    """For each position the places of its window, the number of entries for padding."""
    count = math.prod(shape)
    places = torch.arange(count, dtype=torch.float64).reshape(1, *shape[1:]) + 1
    seen = F.unfold(places, _pair(size), _pair(dilation), _pair(padding), _pair(stride))
    index = seen[0].T.long().numpy() - 1
    return np.where(index < 0, count, index)


def _adaptive(a: Any, shape: tuple[int, ...]) -> Any:
    """Output i of n is the mean from floor(i N/n) to ceil((i + 1) N/n), in each direction."""

    def parts(N: int, n: int) -> Iterator[slice]:
        for i in range(n):
            yield slice(i * N // n, -(-(i + 1) * N // n))

    made = []
    for rows in parts(a.shape[2], shape[2]):
        for columns in parts(a.shape[3], shape[3]):
            part = a[:, :, rows, columns].reshape(a.shape[1], -1)
            made.append(part.sum(axis=-1) / part.shape[-1])
    return np.stack(made, axis=-1).reshape(shape)
