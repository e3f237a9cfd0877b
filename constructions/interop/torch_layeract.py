"""LA-SiLU and LA-HardSiLU as torch modules, with how far their numbers may be from the exact ones.

Source: *LayerAct*, Eq. 6.  The layer is the last dimension of the input, or the last few: after a
convolution, whose outputs are (batch, C, H, W), the last three.  The gradients are
torch's own (autograd); :func:`constructions.layeract.backward` has them as formulas.
Torch is imported when a function of this module is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

from constructions.interop.arrays import UNIT_ROUNDOFF, import_torch
from constructions.interop.torch_modules import gamma
from constructions.layeract import SCALES, Scale

LIPSCHITZ = {name: float(scale.lipschitz) for name, scale in SCALES.items() if scale.lipschitz}


def layer_act_module(scale: str = "sigmoid", alpha: float = 1e-5, dims: int = 1) -> Any:
    """The module y -> y s((y - mu) / sqrt(sigma^2 + alpha)), outputs of the shape of the inputs.

    ``scale`` is ``sigmoid`` (LA-SiLU) or ``hard-sigmoid`` (LA-HardSiLU), alpha > 0.  mu and sigma
    are those of the last ``dims`` dimensions together: 1 for inputs (..., d), 3 for the feature
    maps (batch, C, H, W) of a convolution.

    Raises:
        ValueError: torch is missing, another scale, alpha <= 0, or dims < 1; and, when the module
            is called, an input that has fewer dimensions.
    """
    if scale not in LIPSCHITZ:
        raise ValueError(f"the scale is {' or '.join(LIPSCHITZ)}, not {scale!r}")
    if not alpha > 0:
        raise ValueError(f"alpha must be positive, got {alpha}")
    if type(dims) is not int or dims < 1:
        raise ValueError(f"dims is a whole number from 1 on, got {dims!r}"[:120])
    return _module_class()(scale, alpha, dims)


@lru_cache(maxsize=1)
def _module_class() -> type[Any]:
    """The module class; made on first use because its base class is torch's."""
    torch = import_torch()

    def hard_sigmoid(t: Any) -> Any:
        # torch's own hardsigmoid sends back 1/6 as a float32, whatever the dtype
        return torch.clamp(t / 6 + 0.5, 0, 1)

    functions = {"sigmoid": torch.sigmoid, "hard-sigmoid": hard_sigmoid}

    class LayerAct(torch.nn.Module):  # type: ignore[name-defined]
        """A LayerAct function over the last dimensions."""

        def __init__(self, scale: str, alpha: float, dims: int) -> None:
            super().__init__()
            self.scale, self.alpha, self.dims = scale, alpha, dims

        def forward(self, y: Any) -> Any:
            if y.ndim < self.dims:
                raise ValueError(f"the layer is {self.dims} dimensions, y has {y.ndim}")
            over = tuple(range(-self.dims, 0))
            centred = y - y.mean(over, keepdim=True)
            variance = (centred * centred).mean(over, keepdim=True)
            return y * functions[self.scale](centred / torch.sqrt(variance + self.alpha))

        def extra_repr(self) -> str:
            return f"scale={self.scale}, alpha={self.alpha}, dims={self.dims}"

    return LayerAct


def output_error_bound(
    y: Sequence[Fraction], alpha: Fraction, scale: Scale, dtype: str = "float64"
) -> float:
    """A bound on |computed - exact| for every output of the module at ``y``.

    ``y`` are all elements of the layer, those of several dimensions in any order.  ``y`` and
    ``alpha`` are numbers of the dtype.  With u the unit roundoff,
    gamma_k = k u/(1 - k u), c_i = y_i - mu, V = sigma^2 + alpha, m = max |y|:

    1. centring   zeta = 2 gamma_{d+2} m                     each c_i, from the sum and the division
    2. variance   e_V  = 2 zeta C + zeta^2 + gamma_{d+4} (C + zeta)^2 + u V,   C = max |c|
    3. root       e_r  = e_V / sqrt(V) + gamma_2 sqrt(V)   |sqrt(a) - sqrt(b)| sqrt(b) <= |a - b|
    4. quotient   e_n  = (zeta + |n| e_r) / (sqrt(V) - e_r) + u (|n| + ...)
    5. scale      e_s  = K e_n + gamma_8     K is the Lipschitz constant; 8 roundings for s itself
    6. output     m (e_s + u)

    A factor 1.05 covers terms of second order, every gamma being at most 0.01.
    """
    if scale.lipschitz is None:
        raise ValueError("the scale has no Lipschitz constant")
    u, d = UNIT_ROUNDOFF[dtype], len(y)
    mu = sum(y, Fraction(0)) / d
    largest = float(max(abs(a) for a in y))
    spread = float(max(abs(a - mu) for a in y))
    V = float(sum(((a - mu) ** 2 for a in y), Fraction(0)) / d + alpha)
    root = sqrt(V)
    zeta = 2 * gamma(d + 2, u) * largest
    e_V = 2 * zeta * spread + zeta**2 + gamma(d + 4, u) * (spread + zeta) ** 2 + u * V
    e_r = e_V / root + gamma(2, u) * root
    if e_r >= root / 2:
        raise ValueError("alpha is too small for an error bound at this precision")
    n = spread / root
    e_n = (zeta + n * e_r) / (root - e_r) + gamma(2, u) * n
    e_s = float(scale.lipschitz) * e_n + gamma(8, u)
    return 1.05 * largest * (e_s + u)


CURVATURE = {"sigmoid": 0.1, "hard-sigmoid": 0.0}
"""How far s' may change: |s''| <= sqrt(3)/18 < 1/10 for the sigmoid function; the hard sigmoid's
derivative is constant between its kinks, and the bound is for inputs that are not near them."""


def gradient_error_bound(
    y: Sequence[Fraction],
    upstream: Sequence[Fraction],
    alpha: Fraction,
    scale: Scale,
    dtype: str = "float64",
) -> float:
    """A bound on |computed - exact| for dL/dy_i, from ``upstream`` = dL/da_i.

    The gradient is a sum of products (the formula after Eq. 6).  With m, g, C, N, K the largest
    |y|, |dL/da|, |c|, |n| and s', the errors zeta, e_n, e_s of :func:`output_error_bound`, rho the
    relative error of the root, e' = (bound of s'') e_n + gamma_8 that of s', and
    Gamma = gamma_{4 d + 40} for the roundings of all sums and products:

        g (e_s + Gamma) + 2 (g m / r) (e' + K (2 rho + Gamma))
        + (g m / V) (C N e' + K (N zeta + C e_n + C N (4 rho + Gamma)))

    twice, since autograd subtracts the mean of what it sends back, whose roundings are of the
    same size, and with the factor 1.05 for terms of second order.
    """
    if scale.lipschitz is None:
        raise ValueError("the scale has no Lipschitz constant")
    u, d = UNIT_ROUNDOFF[dtype], len(y)
    mu = sum(y, Fraction(0)) / d
    m, g = float(max(map(abs, y))), float(max(map(abs, upstream)))
    C = float(max(abs(a - mu) for a in y))
    V = float(sum(((a - mu) ** 2 for a in y), Fraction(0)) / d + alpha)
    r, K = sqrt(V), float(scale.lipschitz)
    zeta = 2 * gamma(d + 2, u) * m
    e_V = 2 * zeta * C + zeta**2 + gamma(d + 4, u) * (C + zeta) ** 2 + u * V
    rho = e_V / V + gamma(2, u)
    if rho >= 0.01:
        raise ValueError("alpha is too small for an error bound at this precision")
    N = C / r
    e_n = (zeta + N * rho * r) / (r * (1 - rho)) + gamma(2, u) * N
    e_s = K * e_n + gamma(8, u)
    e_slope = CURVATURE[scale.name] * e_n + gamma(8, u)
    rounding = gamma(4 * d + 40, u)
    direct = g * (e_s + rounding) + 2 * (g * m / r) * (e_slope + K * (2 * rho + rounding))
    products = N * zeta + C * e_n + C * N * (4 * rho + rounding)
    return 2.1 * (direct + g * m / V * (C * N * e_slope + K * products))
