"""The smoothed normalisations as torch modules, in place of LayerNorm and RMSNorm.

``y = (x - mean(x)) f_sigma(Var(x))``, the variance with 1/d, and ``y = x f_sigma(mean(x^2))``;
f_sigma is defined in :mod:`constructions.weierstrass`.  There is no epsilon: f_sigma(0) is finite,
and where its derivative, about sigma^(-3/2), is no number of the type that is computed in, sigma
is refused (float32: below 2.05e-26).  Parameters and their names are those of torch's modules, so
that weights can be moved either way; :func:`smooth_norms` replaces the modules of a model.

torch.compile, torch.export and torch.fx take the modules; torch.jit does not (script and save).
torch.func and forward mode inside of torch.compile are left to eager execution, so that they are
an error with fullgraph=True.

Source: Ghosts of Softmax, Appendix 3, table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from operator import index
from typing import Any, Self

import torch
from torch import nn
from torch.autograd import forward_ad
from torch.nn.utils import parametrize

from constructions.interop import compiled_norms
from constructions.interop.compiled_norms import BITS
from constructions.interop.weierstrass_arrays import (
    ORDERS,
    checked_width,
    evaluate,
    evaluate_orders,
    evaluate_variances,
    torch_arrays,
)

HALVES = (torch.float16, torch.bfloat16)
PLAIN_TYPES = (torch.Tensor, nn.Parameter)
LARGEST = {dtype: torch.finfo(dtype).max for dtype in (torch.float32, torch.float64)}


def _saved(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
    v, ctx.sigma, ctx.order = inputs
    ctx.save_for_backward(v)


def _values(v: torch.Tensor, sigma: float, order: int) -> torch.Tensor:
    """f_sigma^(order)(v) in float64, as v's dtype."""
    if _seen(v) and order < 2 and v.numel() and v.min() >= 0 and v.max() < math.inf:
        bits = 60 if v.dtype == torch.float64 else 34
        return evaluate_variances(v.double(), sigma, order, bits).to(v.dtype)
    return evaluate(torch_arrays(), v, sigma, order).to(v.dtype)


def _seen(x: torch.Tensor) -> bool:
    """Whether code may look at numbers of x: on the CPU, and where no tracer is listening."""
    return _plain(x) and not _listening()


def _plain(x: torch.Tensor) -> bool:
    # a batch of torch's own has no storage
    return type(x) in PLAIN_TYPES and x.is_cpu and torch._C._has_storage(x)


def _listening() -> bool:
    return torch._C._len_torch_dispatch_stack() > 0 or torch._C._get_tracing_state() is not None


class _Smoothed(torch.autograd.Function):
    """``f_sigma^(order)``; its derivative is that of the next order."""

    @staticmethod
    @torch.compiler.disable
    def forward(v: torch.Tensor, sigma: float, order: int) -> torch.Tensor:
        return _values(v, sigma, order)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
        _saved(ctx, inputs, output)
        ctx.save_for_forward(inputs[0])

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, None, None]:
        return gradients[0] * _derivative(ctx, ctx.saved_tensors[0]), None, None

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor, *_: None) -> torch.Tensor:
        # torch turns forward mode off in here: the tangents of levels further out would be lost;
        # the tangent of this level is the argument
        with forward_ad._set_fwd_grad_enabled(True):
            v = forward_ad.unpack_dual(ctx.saved_tensors[0]).primal
            return tangent * _derivative(ctx, v)

    @staticmethod
    @torch.compiler.disable
    def vmap(
        info: Any, dimensions: tuple[Any, ...], v: torch.Tensor, sigma: float, order: int
    ) -> tuple[torch.Tensor, Any]:
        return _Smoothed.apply(v, sigma, order), dimensions[0]  # elementwise


@torch.compiler.disable
def _derivative(ctx: Any, v: torch.Tensor) -> torch.Tensor:
    if ctx.order + 1 >= ORDERS - 1:
        raise RuntimeError(f"derivatives are available up to order {ORDERS - 2}")
    return _Smoothed.apply(v, ctx.sigma, ctx.order + 1)


# torch.compile does not look inside of an operator, and takes its derivative from here; it has
# only a backward one, and drops tangents without a word


@torch.library.custom_op(
    "netproof::smoothed_rsqrt",
    mutates_args=(),
    schema="(Tensor v, float sigma, int order) -> Tensor",
)
def _operator(v: torch.Tensor, sigma: float, order: int) -> torch.Tensor:
    return _values(v, sigma, order).contiguous()


def _like(v: torch.Tensor, sigma: float, order: int) -> torch.Tensor:
    return torch.empty(v.shape, dtype=v.dtype, device=v.device)


def _operator_backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None, None]:
    return gradient * _operator(ctx.saved_tensors[0], ctx.sigma, ctx.order + 1), None, None


_operator.register_fake(_like)
_operator.register_autograd(_operator_backward, setup_context=_saved)


def smoothed_rsqrt(v: torch.Tensor, sigma: float) -> torch.Tensor:
    """f_sigma(v), elementwise, twice differentiable; computed in float64, returned as v's dtype.

    Integers are taken as numbers of torch's default type, as torch.rsqrt does.  It is transformed
    by torch.func (vmap, grad, jvp, hessian, in any order); sigma is a number, of which there is no
    derivative.

    Raises:
        ValueError: sigma is not between 2^-300 and 2^300.
        TypeError: v is no tensor or complex, or sigma is a tensor that requires a gradient.
        RuntimeError: a third derivative is asked for.
    """
    if not isinstance(v, torch.Tensor):
        raise TypeError(f"v is a tensor, not {type(v).__name__}")
    if isinstance(sigma, torch.Tensor) and sigma.requires_grad:
        raise TypeError("sigma is a number: there is no derivative in sigma")
    if v.is_complex():
        raise TypeError("the smoothed scale factor is computed for real v")
    if not v.is_floating_point():
        v = v.to(torch.get_default_dtype())
    width = checked_width(float(sigma))
    if torch.compiler.is_compiling():
        if _transformed():
            return _eager(v, width)
        return _operator(v, width, 0)
    return _Smoothed.apply(v, width, 0)


def _transformed() -> bool:
    """Whether a transformation of torch.func or forward mode is active."""
    return torch._C._are_functorch_transforms_active() or forward_ad._current_level >= 0


@torch.compiler.disable
def _eager(v: torch.Tensor, sigma: float) -> torch.Tensor:
    return _Smoothed.apply(v, sigma, 0)


# --- the norm in few passes over x ----------------------------------------------------------------

#: where v/sigma is larger, f_sigma sqrt(v + eps) and f' f^-3 are 1 and -1/2 in the type of x
PLAIN = {torch.float32: 2.0**13, torch.float64: 2.0**30}
NEARLY = (
    2.0**7
)  #: where v/sigma is larger, both are 1 + 3/8 (sigma/v)^2 in float32, squared the last
FAR = 8.0  #: means of up to so many deviations; beyond, x - mean is computed more carefully
LEAST = 2.0**-16  #: of t^2, where torch's kernel makes the gradient
CHUNK = 1 << 16  #: entries for each thread at a time, where the gradient takes several passes


@dataclass(frozen=True)
class _Rows:
    """What the backward pass needs of each row: mean (None for RMSNorm), f = f_sigma(v) and f',
    or t (see :class:`_Fused`); where both are None, t is 1.
    """

    shape: tuple[int, ...]
    sigma: float
    mean: Any
    f: torch.Tensor
    slope: Any = None
    t: Any = None


class _Fused(torch.autograd.Function):
    """``(x - mean) f weight + bias``, given y and its rows; forward and backward on the CPU, where
    nothing is compiled.

    With c = x - mean and G = weight times the gradient,

        dx = f (G - mean(G)) + 2 f' c mean(G c)

    torch's kernel computes a (G - mean(G)) - a^3 c mean(G c) and sums a g c for the weight, for the
    a that it is given.  With a = f t and t^2 = -2 f'/f^3 this is t dx, and with a = f the weight's
    gradient.  Where f' > 0 in a row (v below 0.77 sigma), or t is near 0, see :func:`_mixed`.
    RMSNorm is computed from the line above, where the means are left out and c = x.  A derivative
    of the gradient is that of the formula.
    """

    @staticmethod
    def forward(
        ctx: Any,
        x: torch.Tensor,
        weight: torch.Tensor | None,
        bias: torch.Tensor | None,
        y: tuple[torch.Tensor],
        rows: _Rows,
    ) -> torch.Tensor:
        ctx.rows = rows
        ctx.save_for_backward(x, weight, bias)
        return y[0]

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        x, weight, bias = ctx.saved_tensors
        rows, (g,) = ctx.rows, gradients
        centred = rows.mean is not None
        if torch.is_grad_enabled():
            gradients = _gradients(
                x, weight, g, rows.shape, rows.sigma, centred, ctx.needs_input_grad
            )
            return (*gradients, None, None)
        wanted = list(ctx.needs_input_grad[:3])
        made = _centred_backward if centred else _root_backward
        return *made(g.contiguous(), x.contiguous(), weight, bias, rows, wanted), None, None


class _Compiled(torch.autograd.Function):
    """The same by :mod:`.compiled_norms`, given y and what is kept of its rows."""

    @staticmethod
    def forward(
        ctx: Any,
        x: torch.Tensor,
        weight: torch.Tensor | None,
        bias: torch.Tensor | None,
        made: tuple[torch.Tensor, torch.Tensor],
        norm: tuple[tuple[int, ...], float, bool],
    ) -> torch.Tensor:
        ctx.norm, ctx.kept = norm, made[1]
        ctx.save_for_backward(x, weight)
        return made[0]

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        (x, weight), (g,), (shape, sigma, centred) = ctx.saved_tensors, gradients, ctx.norm
        wanted = ctx.needs_input_grad
        compiled = compiled_norms.library()
        if compiled is None or torch.is_grad_enabled() or not _seen(g) or _transformed():
            return (*_gradients(x, weight, g, shape, sigma, centred, wanted), None, None)
        g, x = g.contiguous(), x.contiguous()
        if weight is not None:
            weight = weight.contiguous()
        made = compiled_norms.backward(compiled, g, x, shape, centred, weight, ctx.kept, wanted)
        return (*made, None, None)


_apply_compiled = super(torch.autograd.Function, _Compiled).apply


def _centred_backward(
    g: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    rows: _Rows,
    wanted: list[bool],
) -> tuple[torch.Tensor | None, ...]:
    """The gradients in x, weight and bias, by torch's kernel where it has them."""
    kernel = torch.ops.aten.native_layer_norm_backward
    f, t = rows.f.to(x.dtype), rows.t
    if rows.slope is None and t is None:
        return tuple(kernel(g, x, rows.shape, rows.mean, f, weight, bias, wanted))
    few: torch.Tensor | None = None
    square = f
    if t is None:
        square = (rows.slope * -2).div_(rows.f * rows.f * rows.f).to(x.dtype)
        if wanted[0] and square.min().item() < LEAST:
            few = (square < LEAST).view(-1).nonzero().view(-1)
            if 2 * len(few) > square.numel():
                dx, *others = kernel(g, x, rows.shape, rows.mean, f, weight, bias, wanted)
                _mixed(dx, g, x, weight, rows.mean, f, square)
                return dx, *others
            t = square.masked_fill(square < LEAST, 1.0).sqrt_()
        else:
            t = square.sqrt_()
    dx = dweight = dbias = None
    if wanted[1] or wanted[2]:
        masks = [False, *wanted[1:]]
        _, dweight, dbias = kernel(g, x, rows.shape, rows.mean, f, weight, bias, masks)
    if wanted[0]:
        masks = [True, False, False]
        dx = kernel(g, x, rows.shape, rows.mean, t * f, weight, bias, masks)[0]
        dx.mul_(t.reciprocal())
        if few is not None:
            size = math.prod(rows.shape)
            g, x = (a.view(-1, size).index_select(0, few) for a in (g, x))
            mean, f, square = (a.view(-1)[few].unsqueeze(1) for a in (rows.mean, f, square))
            flat = None if weight is None else weight.reshape(-1)
            made = kernel(g, x, (size,), mean, f, flat, None, masks)[0]
            _mixed(made, g, x, weight, mean, f, square)
            dx.view(-1, size).index_copy_(0, few, made)
    return dx, dweight, dbias


def _mixed(
    dx: torch.Tensor,
    g: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor | None,
    mean: torch.Tensor,
    f: torch.Tensor,
    square: torch.Tensor,
) -> None:
    """From what torch's kernel makes with f, and with 2 f, the gradient in x, in place of one.

    They are f P - f^3 Q and 2 (f P - 4 f^3 Q), the gradient is f P - t^2 f^3 Q: the sum of (4 -
    t^2)/3 of the first and (t^2 - 1)/6 of the second, whatever the sign of t^2, which is above -1.
    """
    kernel = torch.ops.aten.native_layer_norm_backward
    size, masks = x.numel() // mean.numel(), [True, False, False]
    step = max(1, CHUNK * torch.get_num_threads() // size)
    parts = [a.view(-1, size) for a in (dx, g, x)]
    parts += [a.view(-1, 1) for a in (mean, 2 * f, (4 - square) / 3, (square - 1) / 6)]
    flat = None if weight is None else weight.reshape(-1)
    for out, G, c, middle, scale, one, other in zip(*(a.split(step) for a in parts), strict=True):
        second = kernel(G, c, (size,), middle, scale, flat, None, masks)[0]
        out.mul_(one).addcmul_(second, other)


def _root_backward(
    g: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    rows: _Rows,
    wanted: list[bool],
) -> tuple[torch.Tensor | None, ...]:
    """f G + 2 f' x mean(G x) and the sum of f g x."""
    size, shape = math.prod(rows.shape), x.shape
    g, x = g.view(-1, size), x.view(-1, size)
    product = g * x
    dx = dweight = None
    if wanted[1] and weight is not None:
        dweight = torch.mv(product.t(), rows.f.view(-1).to(x.dtype)).view(weight.shape)
    if wanted[0]:
        flat = None if weight is None else weight.reshape(-1)
        both = product.sum(1) if flat is None else torch.mv(product, flat)
        both = both.mul(rows.slope.view(-1)).mul_(2 / size).to(x.dtype).unsqueeze(1)
        f = rows.f.view(-1, 1).to(x.dtype)
        dx = g * f if flat is None else torch.mul(g, flat, out=product).mul_(f)
        dx = dx.addcmul_(x, both).view(shape)
    return dx, dweight, None


def _gradients(
    x: torch.Tensor,
    weight: torch.Tensor | None,
    g: torch.Tensor,
    shape: tuple[int, ...],
    sigma: float,
    centred: bool,
    wanted: Sequence[bool],
) -> tuple[torch.Tensor | None, ...]:
    """The same from the formula, differentiable."""
    over = tuple(range(-len(shape), 0))
    c = x - x.mean(over, keepdim=True) if centred else x
    v = (c * c).mean(over, keepdim=True)
    f = smoothed_rsqrt(v, sigma)
    rest = tuple(range(x.ndim - len(shape)))
    dx = dweight = dbias = None
    if wanted[0]:
        G = g if weight is None else g * weight
        slope = _Smoothed.apply(v, sigma, 1)
        dx = f * (G - G.mean(over, keepdim=True) if centred else G)
        dx = dx + 2 * slope * c * (G * c).mean(over, keepdim=True)
    if weight is not None and wanted[1]:
        product = g * c * f
        dweight = product.sum(rest) if rest else product
    if wanted[2]:
        dbias = g.sum(rest) if rest else g
    return dx, dweight, dbias


def _fused(
    x: torch.Tensor,
    shape: tuple[int, ...],
    sigma: float,
    centred: bool,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
) -> torch.Tensor | None:
    """The norm in few passes over x, with a backward pass of its own; compiled, where it can be.

    None where that is not as good: off the CPU, for parameters of another type, under transforms
    and tracers (which would keep the branches that are taken here), for rows that are not finite,
    and, where nothing is compiled, where a mean is more than FAR deviations, so that x - mean would
    lose what it has.
    """
    dtype = x.dtype
    if dtype not in BITS or not _plain(x) or not x.numel() or _listening() or _transformed():
        return None
    plain, later = True, x.requires_grad
    for parameter in (weight, bias):
        if parameter is not None:
            if parameter.dtype != dtype or parameter.shape != shape:
                return None
            plain, later = plain and _plain(parameter), later or parameter.requires_grad
    later = later and torch.is_grad_enabled()
    compiled = compiled_norms.library()
    if compiled is not None and plain:
        return _compiled(compiled, x, shape, sigma, centred, weight, bias, later)
    with torch.no_grad():
        way = _centred if centred else _root
        made = way(x.contiguous(), shape, sigma, weight, bias, later)
    if made is None or not later:
        return None if made is None else made[0]
    y: torch.Tensor = _Fused.apply(x, weight, bias, made[:1], made[1])
    return y


def _compiled(
    compiled: compiled_norms.Library,
    x: torch.Tensor,
    shape: tuple[int, ...],
    sigma: float,
    centred: bool,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    later: bool,
) -> torch.Tensor | None:
    """Either norm, by :mod:`.compiled_norms`."""
    rows, w, b = x, weight, bias
    if not x.is_contiguous():
        rows = x.detach().contiguous()
    if w is not None and not w.is_contiguous():
        w = w.detach().contiguous()
    if b is not None and not b.is_contiguous():
        b = b.detach().contiguous()
    size = math.prod(shape)
    made = compiled_norms.forward(compiled, rows, size, sigma, centred, w, b, later)
    if made is None or not later:
        return None if made is None else made[0]
    # no transforms are active, which is what Function.apply would look for
    y: torch.Tensor = _apply_compiled(x, weight, bias, made, (shape, sigma, centred))
    return y


def _centred(
    x: torch.Tensor,
    shape: tuple[int, ...],
    sigma: float,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    later: bool,
) -> tuple[torch.Tensor, _Rows] | None:
    """The norm from torch's own with a small eps, times r = f_sigma(v) sqrt(v + eps).

    Its variance comes back from the scale 1/sqrt(v + eps), so that x is read once.  Where sigma/v
    is small, r is 1 in the type of x, or 1 + 3/8 (sigma/v)^2.
    """
    eps = sigma * 2.0**-24
    y, mean, scale = torch.native_layer_norm(x, shape, weight, bias, eps)
    least, most = (end.item() for end in scale.aminmax())
    if not least > 0:
        return None
    z = 1 / (most * most * sigma)  # the least v/sigma
    r = None
    if z > PLAIN[x.dtype]:
        rows = _Rows(shape, sigma, mean, scale)
    elif x.dtype == torch.float32 and z > NEARLY:
        r = (scale * scale).mul_(sigma).square_().mul_(0.375).add_(1)
        rows = _Rows(shape, sigma, mean, scale * r if later else scale, t=r)
    else:
        root = scale.double().reciprocal_()
        v = (root * root).sub_(eps)
        if z < 2.0**-22:
            v.clamp_(min=0.0)
        f, *slope = evaluate_orders(v, sigma, (0, 1) if later else (0,), BITS[x.dtype])
        r = root.mul_(f).to(x.dtype)
        rows = _Rows(shape, sigma, mean, f, *slope)
    # |mean| f is at most 2 |mean| scale
    middle = max(abs(end.item()) for end in mean.aminmax())
    if not 2 * middle * most < FAR and not (mean * rows.f).abs_().max().item() <= FAR:
        return None
    if r is not None and bias is None:
        y.mul_(r)
    elif r is not None:
        torch.lerp(bias, y, r, out=y)
    return y, rows


def _root(
    x: torch.Tensor,
    shape: tuple[int, ...],
    sigma: float,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    later: bool,
) -> tuple[torch.Tensor, _Rows] | None:
    """x f_sigma(mean(x^2)) weight."""
    y = x * x
    v = y.mean(tuple(range(-len(shape), 0)), keepdim=True).double()
    if not v.max().item() < math.inf:
        return None
    f, *slope = evaluate_orders(v, sigma, (0, 1) if later else (0,), BITS[x.dtype])
    torch.mul(x, f.to(x.dtype), out=y)
    if weight is not None:
        y.mul_(weight)
    return y, _Rows(shape, sigma, None, f, *slope)


@torch.fx.wrap  # one step for torch.fx, as torch's own norms are
def _normalised(
    x: torch.Tensor,
    shape: tuple[int, ...],
    sigma: float,
    centred: bool,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
) -> torch.Tensor:
    if x.shape[-len(shape) :] != shape:
        raise ValueError(f"x ends with {tuple(x.shape)}, not with {shape}")
    y = x.float() if x.dtype in HALVES else x  # as torch does
    if sigma**-1.5 > LARGEST.get(y.dtype, math.inf):
        raise ValueError(
            f"sigma = {sigma} is too small for {y.dtype}: rows of zeros would give NaN"
        )
    if not torch.compiler.is_compiling():
        made = _fused(y, shape, sigma, centred, weight, bias)
        if made is not None:
            return made if y is x else made.to(x.dtype)
    over = tuple(range(-len(shape), 0))
    if centred:
        y = y - y.mean(over, keepdim=True)
        y = y - y.mean(over, keepdim=True)  # what the rounding of the mean has left
    y = y * smoothed_rsqrt((y * y).mean(over, keepdim=True), sigma)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.to(x.dtype).contiguous()  # as torch does, whatever the strides of x


class WeierstrassLayerNorm(nn.Module):
    """LayerNorm over the last dimensions with f_sigma(Var) as its scale factor.

    Arguments, weights and names are those of :class:`torch.nn.LayerNorm`; ``sigma`` stands where
    eps did.  As there, half precision is accumulated in float32 and the result has the type of x.

    Raises:
        ValueError: no dimension to normalise over, or a sigma that :func:`smoothed_rsqrt` refuses.
    """

    centred = True

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        sigma: float,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        shape = normalized_shape
        sizes = (shape,) if isinstance(shape, Integral) else tuple(shape)  # type: ignore[arg-type]
        self.normalized_shape = tuple(index(size) for size in sizes)
        self.sigma = checked_width(float(sigma))
        if not self.normalized_shape:
            raise ValueError("normalized_shape has at least one dimension")
        self.elementwise_affine = elementwise_affine
        weight = offset = None
        if elementwise_affine:
            weight = nn.Parameter(torch.empty(self.normalized_shape, device=device, dtype=dtype))
            if bias and self.centred:
                offset = nn.Parameter(torch.empty_like(weight))
        self.register_parameter("weight", weight)
        self.register_parameter("bias", offset)
        self.reset_parameters()

    @property
    def eps(self) -> float:
        """Not a number, and read-only: torch.nn.TransformerEncoderLayer takes a fused path around
        its modules where the epsilons of its two norms agree, which this one never does.
        """
        return math.nan

    def reset_parameters(self) -> None:
        """Weights 1, offsets 0."""
        if self.weight is not None:
            nn.init.ones_(self.weight)
        if self.bias is not None:
            nn.init.zeros_(self.bias)

    @classmethod
    def in_place_of(cls, norm: nn.Module, sigma: float) -> Self:
        """The smoothed form of a LayerNorm or RMSNorm, on its device, with its own parameters.

        The parameters are shared, not copied, so that optimisers and tied weights keep working.
        The epsilon of ``norm`` is dropped: sigma takes its place.

        Raises:
            TypeError: ``norm`` is no torch.nn.LayerNorm (RMSNorm, for the class of that name) but
                of a class derived from it, or carries what would be lost: hooks (a pruned or
                parametrised weight is one), its own forward, further tensors or modules.
        """
        kind = nn.LayerNorm if cls.centred else nn.RMSNorm
        if type(norm) is not kind:
            raise TypeError(f"{cls.__name__} takes the place of a {kind.__name__}")
        lost = would_be_lost(norm)
        if lost:
            raise TypeError(f"{cls.__name__} cannot take over from {norm}: {', '.join(lost)}")
        made = cls(norm.normalized_shape, sigma, elementwise_affine=False)
        made.elementwise_affine = norm.elementwise_affine
        made.weight, made.bias = norm.weight, getattr(norm, "bias", None)
        return made.train(norm.training)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x of shape (..., normalized_shape), the result of the same shape.

        Raises:
            ValueError: x has another shape, or sigma^(-3/2) is no number of its type.
        """
        try:  # what getattr comes to in the end, and takes its time for
            weight, bias = self._parameters["weight"], self._parameters["bias"]
        except KeyError:  # one is pruned, say
            weight, bias = self.weight, self.bias
        return _normalised(x, self.normalized_shape, self.sigma, self.centred, weight, bias)

    def extra_repr(self) -> str:
        affine = f"elementwise_affine={self.elementwise_affine}"
        if self.centred:
            affine += f", bias={self.bias is not None}"
        return f"{self.normalized_shape}, sigma={self.sigma}, {affine}"


class WeierstrassRMSNorm(WeierstrassLayerNorm):
    """RMSNorm over the last dimensions with f_sigma(mean(x^2)) as its scale factor.

    Arguments, weights and names are those of :class:`torch.nn.RMSNorm`.
    """

    centred = False

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        sigma: float,
        elementwise_affine: bool = True,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__(normalized_shape, sigma, elementwise_affine, False, device, dtype)


def would_be_lost(norm: nn.Module, inside: bool = False) -> list[str]:
    """The names of what a norm of torch carries beyond its weight, its offset and its settings.

    With ``inside``, of a module that has others: hooks and its own forward.
    """
    own = vars(norm)
    names = [
        name for name, held in own.items() if isinstance(held, dict) and "hook" in name and held
    ]
    if inside:
        return [*names, *(["forward"] if "forward" in own else [])]
    names += [name for name in norm._parameters if name not in ("weight", "bias")]
    return [*names, *norm._buffers, *norm._modules, *(["forward"] if "forward" in own else [])]


def smooth_norms(model: nn.Module, sigma: float) -> nn.Module:
    """The model with each LayerNorm and RMSNorm inside replaced, in place; and the model itself.

    A module that is used in several places stays one module; classes derived from the two stay as
    they are, and scripted modules.  Where ``model`` itself is a norm, the result is its
    replacement.  Encoders of torch no longer turn padded batches into nested tensors, which only
    their fused path can read: call it on the encoder, not on its layers.

    Raises:
        ValueError: a sigma that :func:`smoothed_rsqrt` refuses, or a norm that is smoothed already
            with another one.
        TypeError: a norm that ``in_place_of`` refuses, or one with a parametrised weight.
            In each case the model is as it was.
    """
    width = checked_width(float(sigma))
    modules = list(model.modules())
    made = {module: new for module in modules if (new := _smooth(module, width)) is not None}
    for module in modules:
        if isinstance(module, nn.TransformerEncoder):
            module.use_nested_tensor = False
        # named_children leaves out a module's second name
        for name, child in list(module._modules.items()):
            if child in made:
                setattr(module, name, made[child])
    return made.get(model, model)


def _smooth(module: nn.Module, sigma: float) -> nn.Module | None:
    """What takes the place of a module, None where it stays."""
    if isinstance(module, WeierstrassLayerNorm) and module.sigma != sigma:
        raise ValueError(f"{module} is smoothed already, with another sigma than {sigma}")
    if isinstance(module, nn.LayerNorm | nn.RMSNorm) and parametrize.is_parametrized(module):
        raise TypeError(f"remove the parametrisations of {module} first")
    if type(module) is nn.LayerNorm:
        return WeierstrassLayerNorm.in_place_of(module, sigma)
    if type(module) is nn.RMSNorm:
        return WeierstrassRMSNorm.in_place_of(module, sigma)
    return None
