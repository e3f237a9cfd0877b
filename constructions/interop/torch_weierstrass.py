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
from numbers import Integral
from operator import index
from typing import Any, Self

import torch
from torch import nn
from torch.autograd import forward_ad
from torch.nn.utils import parametrize

from constructions.interop.weierstrass_arrays import (
    ORDERS,
    checked_width,
    evaluate,
    torch_arrays,
)

HALVES = (torch.float16, torch.bfloat16)


def _saved(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
    v, ctx.sigma, ctx.order = inputs
    ctx.save_for_backward(v)


class _Smoothed(torch.autograd.Function):
    """``f_sigma^(order)``; its derivative is that of the next order."""

    @staticmethod
    @torch.compiler.disable
    def forward(v: torch.Tensor, sigma: float, order: int) -> torch.Tensor:
        return evaluate(torch_arrays(), v, sigma, order).to(v.dtype)

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
    return evaluate(torch_arrays(), v, sigma, order).to(v.dtype).contiguous()


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


@torch.fx.wrap  # one step for torch.fx, as torch's own norms are
def _normalised(
    x: torch.Tensor,
    shape: tuple[int, ...],
    sigma: float,
    centred: bool,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
) -> torch.Tensor:
    over = tuple(range(-len(shape), 0))
    if x.shape[-len(over) :] != torch.Size(shape):
        raise ValueError(f"x ends with {tuple(x.shape)}, not with {shape}")
    y = x.float() if x.dtype in HALVES else x  # as torch does
    if y.is_floating_point() and sigma**-1.5 > torch.finfo(y.dtype).max:
        raise ValueError(
            f"sigma = {sigma} is too small for {y.dtype}: rows of zeros would give NaN"
        )
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
        lost = _would_be_lost(norm)
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
        return _normalised(
            x, self.normalized_shape, self.sigma, self.centred, self.weight, self.bias
        )

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


def _would_be_lost(norm: nn.Module) -> list[str]:
    """The names of what a norm of torch carries beyond its weight, its offset and its settings."""
    own = vars(norm)
    names = [
        name for name, held in own.items() if isinstance(held, dict) and "hook" in name and held
    ]
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
