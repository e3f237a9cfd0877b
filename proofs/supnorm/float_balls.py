"""Balls of floats in arrays: each element is all real numbers within r of m.

Every operation returns balls that contain all results for elements of its operands.  What is used
of the floats: + - * / and the square root of numpy are those of IEEE 754 in binary64, rounded to
the nearest number, so that each result is off by at most u = 2^-53 of itself, and by 2^-1074 more
where it is tiny; :func:`gradual` asks whether tiny numbers are there at all.  No exp, no tanh, no
FFT and no sum of the library is part of a bound.

The radii.  With m the rounded result of an operation on the middles, the exact result on the
middles is within |m| 2^-52 of m, but for tiny numbers.  The rest is what the radii of the operands
do, an expression of numbers that are not negative.  Computed in floats, with at most six roundings
behind one another, it is at least (1 - u)^6 of its value; with the factor 1 + 2^-50 and 2^-900
added, it is at least that value.  Tiny errors are in it: a radius over |b| - r makes the 2^-1074
of one at most 2^54 times as large, since a difference of two floats that is not 0 is no smaller
part of them, and what is lost of r/(|b| - r) is far below the second 2^-53 of |m| 2^-52.  An
overflow ends as an infinite or undefined radius, never as a small one: a bound that is not finite
is refused by who asks.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

Array = Any
U = 2.0**-52
UP = 1 + 2.0**-50
TINY = 2.0**-900
LOG2_E = 1.4426950408889634
LN_2 = 0.6931471805599453
LN_2_OFF = 2.4e-17
"""|LN_2 - log 2| is at most this."""
TERMS = 13
REDUCED = 0.4
REST = 4e-17
"""sum_{j > 13} 0.4^j/j! is at most this."""
LARGE = 700.0


class Balls:
    """m and r, arrays of one shape or shapes that broadcast."""

    __array_ufunc__ = None  # an array of floats on the left leaves the operation to this class
    __slots__ = ("m", "r")

    def __init__(self, m: Array, r: Array = 0.0) -> None:
        self.m, self.r = np.asarray(m, dtype=float), np.asarray(r, dtype=float)

    def __getitem__(self, at: Any) -> Balls:
        return Balls(self.m[at], self.r[at] if self.r.ndim else self.r)

    def __neg__(self) -> Balls:
        return Balls(-self.m, self.r)

    def __abs__(self) -> Balls:
        return Balls(np.abs(self.m), self.r)

    def __add__(self, other: Any) -> Balls:
        b = balls(other)
        m = self.m + b.m
        return Balls(m, (self.r + b.r + np.abs(m) * U) * UP + TINY)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Balls:
        return self + -balls(other)

    def __rsub__(self, other: Any) -> Balls:
        return balls(other) + -self

    def __mul__(self, other: Any) -> Balls:
        # a b - m_a m_b = m_a (b - m_b) + (a - m_a) b
        b = balls(other)
        m = self.m * b.m
        spread = np.abs(self.m) * b.r + self.r * (np.abs(b.m) + b.r)
        return Balls(m, (spread + np.abs(m) * U) * UP + TINY)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Balls:
        # a/b - m_a/m_b = ((a - m_a) - (m_a/m_b) (b - m_b))/b, and |b| >= |m_b| - r_b
        b = balls(other)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            m = self.m / b.m
            least = np.abs(b.m) - b.r
            spread = self.r / least + np.abs(m) * (1 + U) * (b.r / least)
            r = (spread + np.abs(m) * U) * UP + TINY
        return Balls(m, np.where(least > 0, r, np.inf))

    def __rtruediv__(self, other: Any) -> Balls:
        return balls(other) / self

    def __pow__(self, n: int) -> Balls:
        value = self
        for _ in range(n - 1):
            value = value * self
        return value

    def sqrt(self) -> Balls:
        # |sqrt a - sqrt m| = |a - m|/(sqrt a + sqrt m) <= r/sqrt m
        with np.errstate(divide="ignore", invalid="ignore"):
            m = np.sqrt(self.m)
            r = (self.r / m * (1 + U) + m * U) * UP + TINY
        return Balls(m, np.where(self.m > self.r, r, np.inf))

    def exp(self) -> Balls:
        """exp, from its series at a number of at most 0.4; infinite above 700."""
        m = np.clip(self.m, -LARGE, LARGE)
        k = np.rint(m * LOG2_E)
        near = Balls(m, self.r) - Balls(k) * Balls(LN_2, LN_2_OFF)
        total = Balls(1.0)
        for j in range(TERMS, 0, -1):  # 1 + x (1 + x/2 (1 + x/3 (...)))
            total = total * (near / float(j)) + 1.0
        r = np.where(near.upper_size() <= REDUCED, (total.r + REST) * UP, np.inf)
        power = k.astype(int)
        with np.errstate(over="ignore", under="ignore"):
            value = Balls(np.ldexp(total.m, power), np.ldexp(r, power) + TINY)
        # below -699 the exponential is less than 2^-900, above 700 nothing is said
        small = self.upper() < 1 - LARGE
        r = np.where(self.m > LARGE, np.inf, np.where(self.m < -LARGE, np.inf, value.r))
        return Balls(np.where(small, 0.0, value.m), np.where(small, TINY, r))

    def tanh(self) -> Balls:
        """(1 - e)/(1 + e) for e = exp(-2 |m|); its slope is at most 1."""
        e = (Balls(np.abs(self.m)) * -2.0).exp()
        value = (1.0 - e) / (1.0 + e)
        return Balls(np.sign(self.m) * value.m, (value.r + self.r) * UP + TINY)

    def bell(self) -> Balls:
        """1/cosh^2 = 4 e/(1 + e)^2 for e = exp(-2 |m|); its slope is at most 1, too."""
        e = (Balls(np.abs(self.m)) * -2.0).exp()
        below = 1.0 + e
        value = e * 4.0 / (below * below)
        return Balls(value.m, (value.r + self.r) * UP + TINY)

    def upper(self) -> Array:
        """Floats that no element is above."""
        return np.nextafter(self.m + self.r, np.inf)

    def lower(self) -> Array:
        """Floats that no element is below."""
        return np.nextafter(self.m - self.r, -np.inf)

    def upper_size(self) -> Array:
        """Floats that no element is larger than in size."""
        return np.nextafter(np.abs(self.m) + self.r, np.inf)


def gradual() -> bool:
    """Whether tiny numbers are numbers here, and not flushed to 0 by a library's settings."""
    tiny = np.array([5e-324, 2.0**-1022])
    return bool((tiny / tiny == 1).all() and tiny[1] * 0.5 * 2.0 == tiny[1])


def balls(value: Any) -> Balls:
    """Floats as they are, and balls."""
    return value if isinstance(value, Balls) else Balls(value)


def of_fraction(q: Fraction) -> Balls:
    """A rational number: Python rounds it to the nearest float."""
    m = float(q)
    return Balls(m, abs(m) * U + TINY)


def larger(a: Balls, b: Balls) -> Balls:
    """Balls that contain the larger one of any two elements."""
    m = np.maximum(a.m, b.m)
    return Balls(m, np.maximum(a.r, b.r))


def stacked(rows: list[Balls]) -> Balls:
    return Balls(np.stack([row.m for row in rows]), np.stack([row.r for row in rows]))


def column(numbers: list[Balls]) -> Balls:
    return Balls(*(np.array([float(getattr(ball, part)) for ball in numbers]) for part in "mr"))
