"""Power series with balls as coefficients: the number system of FLINT's ``arb_series``.

A value is a series in h, cut off after ``length`` coefficients.  With the variable as ``B + h``, B
a ball, the coefficient of h^k contains f^(k)(x)/k! for every x in B; a switch (``abs``, ``max``,
``sign``, ``floor``) must be decided on all of B, a quotient, root or logarithm stay away from its
singularity there, so that f is analytic on B wherever a value comes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from flint import arb, arb_series, ctx

from constructions.interop.flint import from_fraction
from constructions.systems import NumberError

__all__ = ["Series", "SeriesSystem"]


class Series:
    """A series whose quotients refuse a divisor that may be 0."""

    __slots__ = ("s",)

    def __init__(self, s: Any) -> None:
        self.s = s

    @property
    def first(self) -> Any:
        """The coefficient of h^0."""
        return self.s[0]

    def __add__(self, other: Series) -> Series:
        return Series(self.s + other.s)

    def __sub__(self, other: Series) -> Series:
        return Series(self.s - other.s)

    def __neg__(self) -> Series:
        return Series(-self.s)

    def __mul__(self, other: Series) -> Series:
        return Series(self.s * other.s)

    def __truediv__(self, other: Series) -> Series:
        if other.first.contains(0):
            raise NumberError("division by a series whose value may be 0")
        return Series(self.s / other.s)


class SeriesSystem:
    """Series of ``length`` coefficients at ``precision_bits`` bits (a :class:`System`)."""

    name = "series"

    def __init__(self, length: int, precision_bits: int = 96) -> None:
        if length < 1:
            raise NumberError("a series needs at least one coefficient")
        self.length = length
        self.precision_bits = precision_bits

    @contextmanager
    def working(self) -> Iterator[SeriesSystem]:
        """Set FLINT's precision and length for a block; every operation belongs inside."""
        old = ctx.prec, ctx.cap
        ctx.prec, ctx.cap = self.precision_bits, self.length
        try:
            yield self
        finally:
            ctx.prec, ctx.cap = old

    def variable(self, at: Any) -> Series:
        """``at + h``."""
        return Series(arb_series([at, 1]))

    def coefficients(self, a: Series) -> list[Any]:
        """All ``length`` of them, each a finite ball.

        Raises:
            NumberError: a coefficient is not finite.
        """
        found = [a.s[k] for k in range(self.length)]
        if not all(c.is_finite() for c in found):
            raise NumberError("no finite ball contains a coefficient")
        return found

    def _side(self, a: Series) -> int:
        if a.first > 0:
            return 1
        if a.first < 0:
            return -1
        if a.first.is_zero() and all(a.s[k].is_zero() for k in range(self.length)):
            return 0
        raise NumberError("a sign that changes, or may change")

    def const(self, q: int | Fraction) -> Series:
        return Series(arb_series([from_fraction(q)]))

    def pi(self) -> Series:
        return Series(arb_series([arb.pi()]))

    def power(self, a: Series, exponent: int) -> Series:
        if exponent < 0:
            return self.const(1) / self.power(a, -exponent)
        result, square = self.const(1), a
        while exponent:
            if exponent & 1:
                result = result * square
            square, exponent = (square * square if exponent > 1 else square), exponent >> 1
        return result

    def sqrt(self, a: Series) -> Series:
        if not self._side(a) >= 0:
            raise NumberError("the square root of a negative number")
        return Series(a.s.sqrt()) if self._side(a) else a

    def abs(self, a: Series) -> Series:
        return -a if self._side(a) < 0 else a

    def sign(self, a: Series) -> Series:
        return self.const(self._side(a))

    def maximum(self, a: Series, b: Series) -> Series:
        return a if self._side(a - b) >= 0 else b

    def minimum(self, a: Series, b: Series) -> Series:
        return b if self._side(a - b) >= 0 else a

    def floor(self, a: Series) -> Series:
        low, high = a.first.lower().floor(), a.first.upper().floor()
        number = low.unique_fmpz()
        if number is None or high.unique_fmpz() != number or not a.first > low:
            raise NumberError("a floor that jumps, or may jump")
        return self.const(int(number))

    def exp(self, a: Series) -> Series:
        return Series(a.s.exp())

    def log(self, a: Series) -> Series:
        if not self._side(a) > 0:
            raise NumberError("the logarithm of a number that is not positive")
        return Series(a.s.log())

    def sin(self, a: Series) -> Series:
        return Series(a.s.sin())

    def cos(self, a: Series) -> Series:
        return Series(a.s.cos())

    def tan(self, a: Series) -> Series:
        if a.first.cos().contains(0):
            raise NumberError("the tangent near a pole")
        return Series(a.s.tan())

    def tanh(self, a: Series) -> Series:
        # 1 - 2/(e^{2a} + 1), of the smaller exponential
        if a.first < 0:
            return -self.tanh(-a)
        one = self.const(1)
        e = Series((-(a.s + a.s)).exp())
        return (one - e) / (one + e)

    def atan(self, a: Series) -> Series:
        return Series(a.s.atan())

    def ratio(self, a: Series, b: Series, at_zero: Series) -> Series:
        return at_zero if b.first.is_zero() and self._side(b) == 0 else a / b
