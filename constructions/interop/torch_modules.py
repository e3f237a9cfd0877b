"""The networks as modules that a torch user already has: GroupNorm, LayerNorm, and one of ours.

    Parallel layer normalisation of N groups of d coordinates is ``GroupNorm(N, N*d)`` or, after a
    reshape to (N, d), ``LayerNorm(d)``, both without affine parameters and with ``eps = delta``.

Frameworks compute (h - mu) / sqrt(sigma^2 + eps); the paper's (h - mu) / (sigma + delta) has no
module there, so :func:`to_torch` brings its own, which calls the one definition of the layer.

How far a module may be from the exact network is not a tolerance but a bound:
:func:`forward_error_bound`.  Torch is imported when a function of this module is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

from constructions.exact import Surd
from constructions.interop.arrays import (
    DTYPES,
    UNIT_ROUNDOFF,
    ArraySystem,
    float_of,
    import_torch,
    stack,
)
from constructions.layers import ROOT_OF_VAR_PLUS_DELTA, LayerNorm
from constructions.networks import ParallelNet

STYLES = ("auto", "group_norm", "layer_norm", "definition")


def to_torch(network: ParallelNet, dtype: str = "float64", style: str = "auto") -> Any:
    """The network as an ``nn.Sequential`` with inputs (batch, n) and outputs (batch, 1).

    Linear(n, N d) with weight W and bias b, then the layer, then Linear(N d, 1, bias=False) with
    weight alpha.  The layer is, by ``style``:

    group_norm   ``GroupNorm(N, N d, eps=delta, affine=False)``; only sqrt(var + delta), delta > 0
    layer_norm   Unflatten to (N, d), ``LayerNorm(d, eps=delta, elementwise_affine=False)``,
                 Flatten; only sqrt(var + delta), delta > 0
    definition   a module that evaluates the layer as it is defined here; every layer
    auto         group_norm where it applies, else definition

    Raises:
        ValueError: torch is missing, or the layer is not what the style computes.
    """
    if style not in STYLES:
        raise ValueError(f"the style is one of {', '.join(STYLES)}, not {style!r}")
    if dtype not in DTYPES:
        raise ValueError(f"the dtype is {' or '.join(DTYPES)}, not {dtype!r}")
    torch = import_torch()
    layer = network.layer
    framework = (
        isinstance(layer, LayerNorm)
        and layer.convention == ROOT_OF_VAR_PLUS_DELTA
        and layer.delta.q > 0
    )
    if style in ("group_norm", "layer_norm") and not framework:
        raise ValueError(
            f"{style} computes (h - mu) / sqrt(var + delta) with delta > 0, not {layer}; "
            "use style 'definition'"
        )
    parameters = stack([network])
    _, N, d, n = parameters.W.shape
    first = torch.nn.Linear(n, N * d, dtype=getattr(torch, dtype))
    last = torch.nn.Linear(N * d, 1, bias=False, dtype=getattr(torch, dtype))
    with torch.no_grad():
        first.weight.copy_(torch.from_numpy(parameters.W.reshape(N * d, n)))
        first.bias.copy_(torch.from_numpy(parameters.b.reshape(N * d)))
        last.weight.copy_(torch.from_numpy(parameters.alpha.reshape(1, N * d)))
    if style == "definition" or not framework:
        middle = [_definition_module()(network.layer, N)]
    elif style == "layer_norm":
        eps = float_of(layer.delta)  # type: ignore[union-attr]
        middle = [
            torch.nn.Unflatten(1, (N, d)),
            torch.nn.LayerNorm(d, eps=eps, elementwise_affine=False),
            torch.nn.Flatten(1),
        ]
    else:
        eps = float_of(layer.delta)  # type: ignore[union-attr]
        middle = [torch.nn.GroupNorm(N, N * d, eps=eps, affine=False)]
    return torch.nn.Sequential(first, *middle, last)


@lru_cache(maxsize=1)
def _definition_module() -> type[Any]:
    """The module class; made on first use because its base class is torch's."""
    torch = import_torch()

    class ParallelLayer(torch.nn.Module):  # type: ignore[name-defined]
        """N copies of a layer phi: R^d -> R^d side by side, (batch, N d) to (batch, N d)."""

        def __init__(self, layer: Any, groups: int) -> None:
            super().__init__()
            self.layer, self.groups = layer, groups

        def forward(self, h: Any) -> Any:
            system = ArraySystem("torch", str(h.dtype).rpartition(".")[2], str(h.device))
            grouped = h.reshape(h.shape[0], self.groups, self.layer.d)
            z = self.layer.apply(system, [grouped[:, :, i] for i in range(self.layer.d)])
            return torch.stack(z, dim=2).reshape(h.shape)

        def extra_repr(self) -> str:
            return f"{self.layer}, groups={self.groups}"

    return ParallelLayer


def gamma(k: int, u: float) -> float:
    """gamma_k = k u / (1 - k u), the relative error of k roundings in any order."""
    if k * u >= 0.01:
        raise ValueError("the network is too wide for an error bound at this precision")
    return k * u / (1 - k * u)


def forward_error_bound(
    network: ParallelNet, x: Sequence[Fraction], dtype: str = "float64"
) -> float:
    """A bound on |computed - exact| for the network in floating point at the point ``x``.

    ``x`` must be numbers of the dtype.  With u the unit roundoff, gamma_k = k u/(1 - k u), and
    per unit (exact values: h, c_i = h_i - mu, variance V, scale S = sigma + delta or
    sqrt(V + delta), z_i = c_i/S):

    1. inputs     eta_i  = gamma_{2n+4} (sum_k |W_ik x_k| + |b_i|)    parameters, products, sums
    2. centring   zeta_i = eta_i + mean(eta) + gamma_{d+3} (|h_i| + mean|h|)
    3. variance   e_V    = gamma_{2d+12} 2 mean(h^2)      any usual algorithm, one pass or two
                  e_S    = rms(zeta) + the change of S by e_V + gamma_8 S
       (S is 1-Lipschitz in the root mean square of c; V moves sigma by min(e_V/sigma, sqrt(e_V)))
    4. quotient   dz_i   = (zeta_i + |z_i| e_S) / max(S - e_S, S_min) + gamma_4 |z_i|
       with S_min = delta or sqrt(delta), less 1 %
    5. output     sum |alpha_i| (dz_i + gamma_{N d + 4} |z_i|)

    The result carries a factor 1.05 for terms of second order, which are small since every
    gamma is at most 0.01.  It is a bound for any order of summation, with or without fused
    multiply-add.  At a jump (delta = 0) no such bound exists: ValueError.
    """
    layer = network.layer
    if not isinstance(layer, LayerNorm) or not layer.delta.q:
        raise ValueError("a forward error bound needs a layer normalisation with delta > 0")
    u, d = UNIT_ROUNDOFF[dtype], layer.d
    rooted = layer.convention == ROOT_OF_VAR_PLUS_DELTA
    delta = float_of(layer.delta)
    least = 0.99 * (sqrt(delta) if rooted else delta)
    entry, centre = gamma(2 * network.n + 4, u), gamma(d + 3, u)
    spread, output = gamma(2 * d + 12, u), gamma(network.N * d + 4, u)
    total = 0.0
    for unit in network.units:
        h = [_affine(row, b, x) for row, b in zip(unit.W, unit.b, strict=True)]
        eta = [
            entry * (sum(abs(float_of(w) * float(t)) for w, t in zip(row, x, strict=True)) + abs(s))
            for row, s in ((row, float_of(b)) for row, b in zip(unit.W, unit.b, strict=True))
        ]
        mu, size = sum(h) / d, sum(map(abs, h)) / d
        c = [a - mu for a in h]
        V, square = sum(a * a for a in c) / d, sum(a * a for a in h) / d
        sigma = sqrt(V)
        S = sqrt(V + delta) if rooted else sigma + delta
        drift = sum(eta) / d
        zeta = [e + drift + centre * (abs(a) + size) for e, a in zip(eta, h, strict=True)]
        e_V = spread * 2 * square
        if rooted:
            moved = min(e_V / S, sqrt(e_V))
        else:
            moved = min(e_V / sigma, sqrt(e_V)) if sigma else sqrt(e_V)
        e_S = sqrt(sum(e * e for e in zeta) / d) + moved + gamma(8, u) * S
        lowest = max(S - e_S, least)
        for a, e, centred in zip(unit.alpha, zeta, c, strict=True):
            if a.q:
                z = abs(centred) / S
                dz = (e + z * e_S) / lowest + gamma(4, u) * z
                total += abs(float_of(a)) * (dz + output * z)
    return 1.05 * total


def _affine(row: tuple[Surd, ...], shift: Surd, x: Sequence[Fraction]) -> float:
    """``row . x + shift``, summed exactly per radicand before it becomes a float."""
    parts: dict[int, Fraction] = {}
    for factor, value in ((shift, Fraction(1)), *zip(row, x, strict=True)):
        parts[factor.m] = parts.get(factor.m, Fraction(0)) + factor.q * value
    return sum(float_of(Surd(q, m)) for m, q in parts.items())
