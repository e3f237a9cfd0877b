"""Enclosures of the smoothed scale factor by balls (python-flint), for real and complex v.

``h(z) = h(0) M(1/4; 1/2; -z^2/2) + h'(0) z M(3/4; 3/2; -z^2/2)`` with Kummer's function M,
``h(0) = 2^(-3/4) Gamma(1/4)/sqrt(2 pi)`` and ``h'(0) = 2^(-1/4) Gamma(3/4)/sqrt(2 pi)``.
The two terms cancel where Re z < 0; the working precision grows with |z|^2 to make up for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from constructions.interop.flint import from_fraction
from constructions.systems import NumberError
from constructions.weierstrass import derivatives

MAX_ARGUMENT = 300
"""Largest |v/sigma| that is evaluated: the precision grows with its square."""


@contextmanager
def _precision(bits: int) -> Iterator[None]:
    from flint import ctx

    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def constants() -> tuple[Any, Any]:
    """``h(0) = 2^(-3/4) Gamma(1/4)/sqrt(2 pi)`` and ``h'(0) = 2^(-1/4) Gamma(3/4)/sqrt(2 pi)``."""
    from flint import arb

    root = (2 * arb.pi()).sqrt()
    value = (arb(1) / 4).gamma() / (arb(8).root(4) * root)
    slope = (arb(3) / 4).gamma() / (arb(2).root(4) * root)
    return value, slope


def standard(z: Any, bits: int = 128, order: int = 1) -> list[Any]:
    """Balls for ``h(z), h'(z), ..., h^(order)(z)``, the relative error about ``2^-bits`` or less.

    z is a Fraction, an ``arb`` or an ``acb``.  The balls are ``arb`` for real z.  A z that is no
    exact number but a ball gives wider ones: its radius counts up to ``exp(|z|^2)`` times where the
    two terms cancel.

    Raises:
        NumberError: |z| > :data:`MAX_ARGUMENT`, or z is no finite number.
    """
    from flint import acb, arb

    size: Any = abs(z)
    if isinstance(z, int | Fraction):
        within = size <= MAX_ARGUMENT
    else:
        within = bool(size.is_finite() and size <= MAX_ARGUMENT)
        size = size.upper() if within else size
    if not within:
        raise NumberError(f"|v/sigma| is evaluated up to {MAX_ARGUMENT}")
    with _precision(bits + _extra(size, order)):
        if isinstance(z, int | Fraction):
            z = from_fraction(z)
        real = isinstance(z, arb)
        at = acb(z)
        y = -(at * at) / 2
        quarter = acb(1) / 4
        h0, h1 = constants()
        even = y.hypgeom_1f1(quarter, 2 * quarter)
        even_slope = -(at / 2) * y.hypgeom_1f1(5 * quarter, 6 * quarter)
        odd = y.hypgeom_1f1(3 * quarter, 6 * quarter)
        odd_slope = odd + y * y.hypgeom_1f1(7 * quarter, 10 * quarter)
        value = h0 * even + h1 * at * odd
        slope = h0 * even_slope + h1 * odd_slope
        found = derivatives(_COMPLEX, at, value, slope, order)
        return [ball.real for ball in found] if real else found


def _extra(size: Any, order: int) -> int:
    """The bits that cancel where |z| <= size, and some to spare."""
    reach = int(float(size)) + 1
    return reach * reach * 3 // 2 + order * (4 + reach.bit_length()) + 64


class _Complex:
    """What :func:`derivatives` needs of a number system, for ``acb``."""

    name = "complex balls"

    def const(self, q: int | Fraction) -> Any:
        from flint import acb

        return acb(from_fraction(q))


_COMPLEX: Any = _Complex()


def smoothed(v: Any, sigma: int | Fraction, bits: int = 128, order: int = 0) -> list[Any]:
    """Balls for ``f_sigma(v)`` and its derivatives in v up to ``order``.

    ``f_sigma^(k)(v) = sigma^(-1/2 - k) h^(k)(v/sigma)``.

    Raises:
        NumberError: sigma <= 0, or |v/sigma| is too large (see :func:`standard`).
    """
    sigma = Fraction(sigma)
    if sigma <= 0:
        raise NumberError("the width sigma of the Gaussian is > 0")
    if isinstance(v, int | Fraction):
        z: Any = Fraction(v) / sigma
    else:
        with _precision(64):
            size = abs(v / from_fraction(sigma)).upper()
        within = bool(size.is_finite() and size <= MAX_ARGUMENT)  # else `standard` refuses it
        with _precision(bits + _extra(size, order) + 64 if within else 64):
            z = v / from_fraction(sigma)
    values = standard(z, bits, max(order, 1))[: order + 1]
    with _precision(bits + 32):
        scale = from_fraction(sigma)
        root = scale.sqrt()
        return [value / (root * scale**k) for k, value in enumerate(values)]
