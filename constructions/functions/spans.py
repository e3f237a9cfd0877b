"""Interval arithmetic by endpoints: slower than balls, and exact about extremes.

A ball around [0, 1] reaches a little below 0, and the square of a ball is not known to be
positive.  A :class:`Span` keeps its two ends apart, so ``x**2 >= 0``, ``|sin| <= 1`` and
``1 - tanh**2 <= 1`` hold without slack: that settles which branch is taken at a touching point
and lets a bound be met with equality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from flint import arb

from constructions.interop.flint import BallSystem, from_fraction
from constructions.systems import NumberError


class Span:
    """The numbers between two exact ``arb`` ends, ``lo <= hi``, both included."""

    __slots__ = ("hi", "lo")

    def __init__(self, lo: Any, hi: Any) -> None:
        self.lo = lo.lower()
        self.hi = hi.upper()
        if not self.lo <= self.hi:
            raise NumberError("the value is undefined, or no finite interval contains it")

    def __add__(self, other: Span) -> Span:
        return Span(self.lo + other.lo, self.hi + other.hi)

    def __sub__(self, other: Span) -> Span:
        return Span(self.lo - other.hi, self.hi - other.lo)

    def __neg__(self) -> Span:
        return Span(-self.hi, -self.lo)

    def __mul__(self, other: Span) -> Span:
        if self.lo >= 0 and other.lo >= 0:
            return Span(self.lo * other.lo, self.hi * other.hi)
        products = [a * b for a in (self.lo, self.hi) for b in (other.lo, other.hi)]
        low = products[0].lower()
        high = products[0].upper()
        for product in products[1:]:
            if product.lower() < low:
                low = product.lower()
            if product.upper() > high:
                high = product.upper()
        return Span(low, high)

    def __truediv__(self, other: Span) -> Span:
        if not (other > 0 or other < 0):
            raise NumberError("division by an interval that contains zero")
        return self * Span(1 / other.hi, 1 / other.lo)

    def __pow__(self, exponent: int) -> Span:
        if exponent < 0:
            return Span(arb(1), arb(1)) / self**-exponent
        if exponent == 0:
            return Span(arb(1), arb(1))
        low, high = self.lo**exponent, self.hi**exponent
        if exponent % 2 or self.lo >= 0:
            return Span(low, high)
        if self.hi <= 0:
            return Span(high, low)
        return Span(arb(0), low if low.upper() > high.upper() else high)

    def __gt__(self, other: int) -> bool:
        return bool(self.lo > other)

    def __lt__(self, other: int) -> bool:
        return bool(self.hi < other)

    def is_zero(self) -> bool:
        return bool(self.lo.is_zero() and self.hi.is_zero())

    def union(self, other: Span) -> Span:
        return Span(
            self.lo if self.lo <= other.lo else other.lo,
            self.hi if self.hi >= other.hi else other.hi,
        )

    def unique_fmpz(self) -> Any:
        """The integer, if the span is one integer."""
        return self.lo.unique_fmpz() if (self.hi - self.lo).is_zero() else None


class SpanSystem:
    """Intervals by endpoints (a :class:`constructions.systems.System`).

    Work inside ``with system.working():``.  Raises NumberError where an operation is undefined
    somewhere on its argument.
    """

    name = "span"

    def __init__(self, precision_bits: int = 96) -> None:
        self.balls = BallSystem(precision_bits)

    @contextmanager
    def working(self) -> Iterator[SpanSystem]:
        with self.balls.working():
            yield self

    @staticmethod
    def finite(a: Span) -> Span:
        if not (a.lo.is_finite() and a.hi.is_finite()):
            raise NumberError("the value is undefined, or no finite interval contains it")
        return a

    def interval(self, lo: Fraction, hi: Fraction) -> Span:
        """The interval ``[lo, hi]``, rounded outward."""
        with self.working():
            return self.finite(Span(from_fraction(lo), from_fraction(hi)))

    def const(self, q: int | Fraction) -> Span:
        value = self.balls.const(q)
        with self.working():
            return Span(value, value)

    def pi(self) -> Span:
        value = self.balls.pi()
        with self.working():
            return Span(value, value)

    def divide(self, a: Span, b: Span) -> Span:
        return self.finite(a / b)

    def power(self, a: Span, exponent: int) -> Span:
        return self.finite(a**exponent)

    def _increasing(self, operation: Callable[[Any], Any], a: Span) -> Span:
        return Span(operation(a.lo), operation(a.hi))

    def sqrt(self, a: Span) -> Span:
        return self._increasing(self.balls.sqrt, a)

    def exp(self, a: Span) -> Span:
        return self._increasing(self.balls.exp, a)

    def log(self, a: Span) -> Span:
        return self._increasing(self.balls.log, a)

    def tanh(self, a: Span) -> Span:
        return self._increasing(self.balls.tanh, a)

    def atan(self, a: Span) -> Span:
        return self._increasing(self.balls.atan, a)

    def floor(self, a: Span) -> Span:
        return self._increasing(self.balls.floor, a)

    def sign(self, a: Span) -> Span:
        return self._increasing(self.balls.sign, a)

    def abs(self, a: Span) -> Span:
        if a.lo >= 0:
            return a
        if a.hi <= 0:
            return -a
        return Span(arb(0), a.hi if a.hi >= -a.lo else -a.lo)

    def maximum(self, a: Span, b: Span) -> Span:
        return Span(a.lo if a.lo >= b.lo else b.lo, a.hi if a.hi >= b.hi else b.hi)

    def minimum(self, a: Span, b: Span) -> Span:
        return -self.maximum(-a, -b)

    def _wave(self, operation: Callable[[Any], Any], a: Span) -> Span:
        value = operation(a.lo.union(a.hi))
        low, high = value.lower(), value.upper()
        return Span(low if low >= -1 else arb(-1), high if high <= 1 else arb(1))

    def sin(self, a: Span) -> Span:
        return self._wave(self.balls.sin, a)

    def cos(self, a: Span) -> Span:
        return self._wave(self.balls.cos, a)

    def tan(self, a: Span) -> Span:
        if self.balls.cos(a.lo.union(a.hi)).contains(0):
            raise NumberError("the tangent of an interval that may contain a pole")
        return self._increasing(self.balls.tan, a)

    def ratio(self, a: Span, b: Span, at_zero: Span) -> Span:
        return at_zero if b.is_zero() else a / b
