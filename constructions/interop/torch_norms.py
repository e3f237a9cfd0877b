"""Norms as they stand in a model whose norms are put off, see :mod:`.torch_reduction`."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F

CONVOLUTIONS = (nn.Conv1d, nn.Conv2d, nn.Conv3d)


@dataclass(frozen=True)
class Norm:
    """What a norm does: the dimensions it is over, whether it takes the mean off, its eps.

    ``groups`` > 0 says GroupNorm: over the channels of each group and all that follows them.
    """

    over: int
    centred: bool
    eps: float
    groups: int = 0

    @classmethod
    def of(cls, module: nn.Module, dtype: torch.dtype) -> Norm:
        if isinstance(module, nn.GroupNorm):
            return cls(0, True, module.eps, module.num_groups)
        eps = module.eps
        if eps is None:  # RMSNorm's default
            eps = torch.finfo(dtype).eps
        return cls(len(module.normalized_shape), isinstance(module, nn.LayerNorm), eps)

    def dims(self, ndim: int) -> tuple[int, ...]:
        """The dimensions over which the means are taken, of a tensor or its view by groups."""
        if self.groups:
            return tuple(range(2, ndim + 1))
        return tuple(range(ndim - self.over, ndim))

    def by_groups(self, x: torch.Tensor) -> torch.Tensor:
        """(batch, C, ...) as (batch, groups, C / groups, ...)."""
        if not self.groups:
            return x
        return x.reshape(x.shape[0], self.groups, -1, *x.shape[2:])

    def shifted(self, x: torch.Tensor) -> torch.Tensor:
        """s(x), or x itself."""
        if not self.centred:
            return x
        seen = self.by_groups(x)
        return (seen - seen.mean(self.dims(x.ndim), keepdim=True)).reshape(x.shape)

    def deviation(
        self, x: torch.Tensor, scale: torch.Tensor | None = None, eps: float = 0.0
    ) -> torch.Tensor:
        """sqrt(sigma(x)^2 + eps scale^2), with size 1 in the dimensions that are normalised."""
        seen = self.by_groups(self.shifted(x))
        square = (seen * seen).mean(self.dims(x.ndim), keepdim=True)
        if self.groups:
            share = x.shape[1] // self.groups
            square = square.flatten(1).repeat_interleave(share, 1)
            square = square.reshape(*x.shape[:2], *(1,) * (x.ndim - 2))
            if self.groups == 1:
                square = square[:, :1]
        if eps:
            square = square + eps * (1 if scale is None else scale * scale)
        return square.sqrt()

    def affine(self, parameter: torch.Tensor, ndim: int) -> torch.Tensor:
        """gamma or beta, so that it goes with a tensor of ``ndim`` dimensions."""
        return parameter.reshape(-1, *(1,) * (ndim - 2)) if self.groups else parameter


class Deviation(nn.Module):
    """x, lambda -> sqrt(sigma(x)^2 + eps lambda^2)."""

    def __init__(self, norm: Norm, eps: float) -> None:
        super().__init__()
        self.norm, self.eps = norm, eps

    def forward(self, x: torch.Tensor, scale: torch.Tensor | None = None) -> torch.Tensor:
        return self.norm.deviation(x, scale, self.eps)

    def extra_repr(self) -> str:
        return f"{self.norm}, eps={self.eps}"


def power_of_two(scale: torch.Tensor) -> torch.Tensor:
    """A power of two within a factor of about sqrt(2) of each entry; a constant for autograd."""
    with torch.no_grad():
        return scale.clamp(min=torch.finfo(scale.dtype).tiny).log2().round().exp2()


class Product(nn.Module):
    """lambda, mu -> (lambda / c)(mu / e) with powers of two c and e near them."""

    def forward(self, one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        return one / power_of_two(one) * (other / power_of_two(other))


class Joined(nn.Module):
    """lambda v, mu u -> v + u (or v - u) times the factor of :class:`Product`."""

    def __init__(self, sign: int = 1) -> None:
        super().__init__()
        self.sign = sign

    def forward(
        self, w: torch.Tensor, scale: torch.Tensor, other: torch.Tensor, its: torch.Tensor
    ) -> torch.Tensor:
        c, e = power_of_two(scale), power_of_two(its)
        left, right = w / c * (its / e), other / e * (scale / c)
        return left + right if self.sign > 0 else left - right


class OfGroups(nn.Module):
    """The factors of all groups of channels, as they stand at the channels."""

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def each(self, scale: torch.Tensor) -> torch.Tensor:
        """(batch, groups)."""
        return scale.reshape(scale.shape[0], self.groups, -1)[:, :, 0]

    def extra_repr(self) -> str:
        return f"groups={self.groups}"


class Common(OfGroups):
    """lambda_1, ..., lambda_G -> prod_h lambda_h / c_h with powers of two c_h near them."""

    def forward(self, scale: torch.Tensor) -> torch.Tensor:
        each = self.each(scale)
        whole = (each / power_of_two(each)).prod(1)
        return whole.reshape(-1, *(1,) * (scale.ndim - 1))


class Share(OfGroups):
    """lambda_1, ..., lambda_G -> (1 / c_g) prod_{h != g} lambda_h / c_h at the channels of g.

    With it, what carries lambda_g in group g carries the factor of :class:`Common` everywhere.
    """

    def forward(self, scale: torch.Tensor) -> torch.Tensor:
        each = self.each(scale)
        c = power_of_two(each)
        own = torch.eye(self.groups, dtype=torch.bool, device=scale.device)
        others = (each / c).unsqueeze(1).masked_fill(own, 1.0).prod(-1) / c
        spread = others.repeat_interleave(scale.shape[1] // self.groups, 1)
        return spread.reshape(scale.shape)


class OfNorm(nn.Module):
    """A norm's parameters under their names, so that states can be moved either way.

    Where the norm was a function, ``inner`` is None and its parameters are arguments.
    """

    def __init__(self, inner: nn.Module | None, norm: Norm) -> None:
        super().__init__()
        self.norm = norm
        self.weight, self.bias = getattr(inner, "weight", None), getattr(inner, "bias", None)
        if inner is not None:
            self.train(inner.training)

    def extra_repr(self) -> str:
        return f"{self.norm}"


class PutOff(OfNorm):
    """w -> gamma s(w) + lambda' beta: a norm without its division.

    ``share`` is that of :class:`Share`, where groups have one factor together.
    """

    def forward(
        self,
        x: torch.Tensor,
        scale: torch.Tensor | None = None,
        share: torch.Tensor | None = None,
        weight: torch.Tensor | None = None,
        bias: torch.Tensor | None = None,
    ) -> torch.Tensor:
        weight, bias = _either(self.weight, weight), _either(self.bias, bias)
        y = self.norm.shifted(x) if self.norm.centred else x.clone()  # in-place steps may follow
        if share is not None:
            y = y * share
        if weight is not None:
            y = y * self.norm.affine(weight, x.ndim)
        if bias is not None:
            y = y + scale * self.norm.affine(bias, x.ndim)
        return y


class Ended(OfNorm):
    """w, lambda -> gamma s(w) / sqrt(sigma(w)^2 + eps lambda^2) + beta."""

    def forward(
        self,
        x: torch.Tensor,
        scale: torch.Tensor | None = None,
        weight: torch.Tensor | None = None,
        bias: torch.Tensor | None = None,
    ) -> torch.Tensor:
        weight, bias = _either(self.weight, weight), _either(self.bias, bias)
        y = self.norm.shifted(x) / self.norm.deviation(x, scale, self.norm.eps)
        if weight is not None:
            y = y * self.norm.affine(weight, x.ndim)
        if bias is not None:
            y = y + self.norm.affine(bias, x.ndim)
        return y


def _either(own: torch.Tensor | None, given: torch.Tensor | None) -> torch.Tensor | None:
    return given if own is None else own


class CarriedLinear(nn.Linear):
    """w, lambda -> A w + lambda b; without lambda as it was."""

    def forward(self, x: torch.Tensor, scale: torch.Tensor | None = None) -> torch.Tensor:
        if scale is None:
            return super().forward(x)
        return F.linear(x, self.weight) + scale * self.bias


def _convolved(self: Any, x: torch.Tensor, scale: torch.Tensor | None = None) -> Any:
    if scale is None:
        return self._conv_forward(x, self.weight, self.bias)
    bias = self.bias.reshape(-1, *(1,) * (self.weight.ndim - 2))
    return self._conv_forward(x, self.weight, None) + scale * bias


CARRIED: Mapping[type[nn.Module], type[nn.Module]] = {
    nn.Linear: CarriedLinear,
    **{
        kind: type(f"Carried{kind.__name__}", (kind,), {"forward": _convolved})
        for kind in CONVOLUTIONS
    },
}


def carried(inner: nn.Module) -> nn.Module:
    """The module with its own parameters and settings, and lambda b for its bias b."""
    made = copy.copy(inner)
    made.__class__ = CARRIED[type(inner)]
    return made
