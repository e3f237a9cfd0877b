"""The smoothed normalisations as torch modules, in place of LayerNorm and RMSNorm.

``y = (x - mean(x)) f_sigma(Var(x))``, the variance with 1/d, and ``y = x f_sigma(mean(x^2))``;
f_sigma is defined in :mod:`constructions.weierstrass`.  There is no epsilon: f_sigma(0) is finite.
Parameters and their names are those of torch's modules, so that weights can be moved either way;
:func:`smooth_norms` replaces the modules of a model.

Source: Ghosts of Softmax, Appendix 3, table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Self

import torch
from torch import nn

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
    def forward(v: torch.Tensor, sigma: float, order: int) -> torch.Tensor:
        return evaluate(torch_arrays(), v, sigma, order).to(v.dtype)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
        _saved(ctx, inputs, output)
        ctx.save_for_forward(inputs[0])

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, None, None]:
        return gradients[0] * _derivative(ctx), None, None

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor, *_: None) -> torch.Tensor:
        return tangent * _derivative(ctx)

    @staticmethod
    def vmap(
        info: Any, dimensions: tuple[Any, ...], v: torch.Tensor, sigma: float, order: int
    ) -> tuple[torch.Tensor, Any]:
        return _Smoothed.apply(v, sigma, order), dimensions[0]  # elementwise


def _derivative(ctx: Any) -> torch.Tensor:
    if ctx.order + 1 >= ORDERS - 1:
        raise RuntimeError(f"derivatives are available up to order {ORDERS - 2}")
    return _Smoothed.apply(ctx.saved_tensors[0], ctx.sigma, ctx.order + 1)


# torch.compile does not look inside of an operator, and takes its derivative from here


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
    by torch.func (vmap, grad, jvp, hessian); sigma is a number, of which there is no derivative.

    Raises:
        ValueError: sigma is not between 2^-300 and 2^300.
        TypeError: v is complex, or sigma is a tensor that requires a gradient.
        RuntimeError: a third derivative is asked for.
    """
    if isinstance(sigma, torch.Tensor) and sigma.requires_grad:
        raise TypeError("sigma is a number: there is no derivative in sigma")
    if v.is_complex():
        raise TypeError("the smoothed scale factor is computed for real v")
    if not v.is_floating_point():
        v = v.to(torch.get_default_dtype())
    width = checked_width(float(sigma))
    if torch.compiler.is_compiling():
        return _operator(v, width, 0)
    return _Smoothed.apply(v, width, 0)


class WeierstrassLayerNorm(nn.Module):
    """LayerNorm over the last dimensions with f_sigma(Var) as its scale factor.

    Arguments, weights and names are those of :class:`torch.nn.LayerNorm`; ``sigma`` stands where
    eps did.  As there, half precision is accumulated in float32 and the result has the type of x.

    Raises:
        ValueError: no dimension to normalise over, or a sigma that :func:`smoothed_rsqrt` refuses.
    """

    centred = True
    #: torch.nn.TransformerEncoderLayer takes a fused path around its modules where the epsilons of
    #: its two norms agree, which this one never does
    eps = math.nan

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
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        self.normalized_shape, self.sigma = tuple(shape), checked_width(float(sigma))
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
            TypeError: ``norm`` is no torch.nn.LayerNorm (RMSNorm, for the class of that name).
        """
        kind = nn.LayerNorm if cls.centred else nn.RMSNorm
        if not isinstance(norm, kind):
            raise TypeError(f"{cls.__name__} takes the place of a {kind.__name__}")
        made = cls(norm.normalized_shape, sigma, elementwise_affine=False)
        made.elementwise_affine = norm.elementwise_affine
        made.weight, made.bias = norm.weight, getattr(norm, "bias", None)
        return made.train(norm.training)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x of shape (..., normalized_shape), the result of the same shape.

        Raises:
            ValueError: x has another shape.
        """
        over = tuple(range(-len(self.normalized_shape), 0))
        if x.shape[-len(over) :] != torch.Size(self.normalized_shape):
            raise ValueError(f"x ends with {tuple(x.shape)}, not with {self.normalized_shape}")
        y = x.float() if x.dtype in HALVES else x  # as torch does
        if self.centred:
            y = y - y.mean(over, keepdim=True)
        y = y * smoothed_rsqrt((y * y).mean(over, keepdim=True), self.sigma)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)

    def extra_repr(self) -> str:
        affine = self.elementwise_affine
        return f"{self.normalized_shape}, sigma={self.sigma}, elementwise_affine={affine}"


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


def smooth_norms(model: nn.Module, sigma: float) -> nn.Module:
    """The model with each LayerNorm and RMSNorm inside replaced, in place; and the model itself.

    A module that is used in several places stays one module; classes derived from the two stay as
    they are.  Where ``model`` itself is a norm, the result is its replacement.  Encoders of torch
    no longer turn padded batches into nested tensors, which only their fused path can read.

    Raises:
        ValueError: a sigma that :func:`smoothed_rsqrt` refuses; the model is then as it was.
    """
    checked_width(float(sigma))
    made: dict[nn.Module, nn.Module] = {}

    def replaced(module: nn.Module) -> nn.Module:
        if module in made:
            return made[module]
        if type(module) is nn.LayerNorm:
            made[module] = WeierstrassLayerNorm.in_place_of(module, sigma)
        elif type(module) is nn.RMSNorm:
            made[module] = WeierstrassRMSNorm.in_place_of(module, sigma)
        else:
            made[module] = module
            if isinstance(module, nn.TransformerEncoder):
                module.use_nested_tensor = False
            # named_children leaves out a module's second name
            for name, child in list(module._modules.items()):
                if child is not None:
                    setattr(module, name, replaced(child))
        return made[module]

    return replaced(model)
