"""The smoothed normalisations as torch modules, in place of LayerNorm and RMSNorm.

``y = (x - mean(x)) f_sigma(Var(x))``, the variance with 1/d, and ``y = x f_sigma(mean(x^2))``;
f_sigma is defined in :mod:`constructions.weierstrass`.  There is no epsilon: f_sigma(0) is finite.

Source: Ghosts of Softmax, Appendix 3, table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from constructions.interop.weierstrass_arrays import (
    ORDERS,
    checked_width,
    evaluate,
    torch_arrays,
)


class _Smoothed(torch.autograd.Function):
    """``f_sigma^(order)``; its derivative is that of the next order."""

    @staticmethod
    def forward(ctx: Any, v: torch.Tensor, sigma: float, order: int) -> torch.Tensor:
        ctx.save_for_backward(v)
        ctx.sigma, ctx.order = sigma, order
        with torch.no_grad():
            value = evaluate(torch_arrays(), v.detach().double(), sigma, order)
        return value.to(v.dtype)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, None, None]:
        (v,) = ctx.saved_tensors
        if ctx.order + 1 >= ORDERS - 1:
            raise RuntimeError(f"derivatives are available up to order {ORDERS - 2}")
        return gradients[0] * _Smoothed.apply(v, ctx.sigma, ctx.order + 1), None, None


def smoothed_rsqrt(v: torch.Tensor, sigma: float) -> torch.Tensor:
    """f_sigma(v), elementwise, twice differentiable; computed in float64, returned as v's dtype.

    Raises:
        ValueError: sigma is not between 2^-300 and 2^300.
    """
    return _Smoothed.apply(v, float(sigma), 0)


class WeierstrassLayerNorm(nn.Module):
    """LayerNorm over the last dimensions with f_sigma(Var) as its scale factor.

    Weights and names are those of :class:`torch.nn.LayerNorm`; ``sigma`` stands where eps did.
    """

    centred = True

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        sigma: float,
        elementwise_affine: bool = True,
        bias: bool = True,
    ) -> None:
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        self.normalized_shape, self.sigma = tuple(shape), float(sigma)
        checked_width(self.sigma)
        weight = nn.Parameter(torch.ones(self.normalized_shape)) if elementwise_affine else None
        self.register_parameter("weight", weight)
        offset = None
        if elementwise_affine and bias and self.centred:
            offset = nn.Parameter(torch.zeros(self.normalized_shape))
        self.register_parameter("bias", offset)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x of shape (..., normalized_shape), the result of the same shape."""
        over = tuple(range(-len(self.normalized_shape), 0))
        if x.shape[-len(over) :] != torch.Size(self.normalized_shape):
            raise ValueError(f"x ends with {tuple(x.shape)}, not with {self.normalized_shape}")
        y = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x  # as torch does
        if self.centred:
            y = y - y.mean(over, keepdim=True)
        y = y * smoothed_rsqrt((y * y).mean(over, keepdim=True), self.sigma)
        if self.weight is not None:
            y = y * self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.to(x.dtype)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, sigma={self.sigma}"


class WeierstrassRMSNorm(WeierstrassLayerNorm):
    """RMSNorm over the last dimensions with f_sigma(mean(x^2)) as its scale factor."""

    centred = False

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        sigma: float,
        elementwise_affine: bool = True,
    ) -> None:
        super().__init__(normalized_shape, sigma, elementwise_affine, bias=False)
