"""Exact numbers: q * sqrt(m) for parameters, and the field Q(sqrt(m)) for evaluation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor, isqrt
from typing import Any

from constructions.systems import NumberError

Rational = int | Fraction


_TRIAL_LIMIT = 1_000_000


@lru_cache(maxsize=4096)
def squarefree(n: int) -> tuple[int, int]:
    """``n = s*s*m`` with ``m`` squarefree, as ``(s, m)``, for ``n >= 1``.

    All primes p <= 10^6 are divided out by trial.  What remains is at most 10^12 and prime, or
    a square, or at most 10^18 and squarefree (a square of a larger prime would leave a factor
    that is above 10^6 itself).  A larger remainder is not settled: NumberError.
    """
    s, m, rough, p = 1, n, n, 2
    while p <= _TRIAL_LIMIT and p * p <= rough:
        if rough % p == 0:
            while m % (p * p) == 0:
                s, m = s * p, m // (p * p)
            while rough % p == 0:
                rough //= p
        p += 1
    root = isqrt(rough)
    if rough > 1 and root * root == rough:
        return s * root, m // rough
    if rough > _TRIAL_LIMIT**3:
        raise NumberError(f"the radicand {str(n)[:40]} has too many digits to be made squarefree")
    return s, m


def rational_root(q: Fraction) -> Fraction | None:
    """The rational square root of ``q >= 0``, if it has one."""
    n, d = isqrt(q.numerator), isqrt(q.denominator)
    return Fraction(n, d) if n * n == q.numerator and d * d == q.denominator else None


@dataclass(frozen=True)
class Surd:
    """The parameter ``q * sqrt(m)`` with ``q`` rational and ``m >= 1`` squarefree."""

    q: Fraction
    m: int = 1

    def __post_init__(self) -> None:
        if self.m < 1 or squarefree(self.m)[0] != 1:
            raise ValueError(f"the radicand {self.m} is not a squarefree positive integer")
        if not self.q and self.m != 1:
            object.__setattr__(self, "m", 1)

    @classmethod
    def of(cls, value: Surd | Rational) -> Surd:
        return value if isinstance(value, Surd) else cls(Fraction(value))

    @classmethod
    def root(cls, q: Rational) -> Surd:
        """``sqrt(q)`` for a small rational ``q >= 0``."""
        q = Fraction(q)
        if q < 0:
            raise NumberError(f"no real square root of {q}")
        if not q:
            return cls(Fraction(0))
        s, m = squarefree(q.numerator * q.denominator)
        return cls(Fraction(s, q.denominator), m)

    def __mul__(self, other: Rational) -> Surd:
        return Surd(self.q * other, self.m)

    def __neg__(self) -> Surd:
        return Surd(-self.q, self.m)

    def __float__(self) -> float:
        return float(self.q) * float(self.m) ** 0.5

    def __str__(self) -> str:
        return str(self.q) if self.m == 1 else f"{self.q}*sqrt({self.m})"

    @classmethod
    def read(cls, text: str) -> Surd:
        """Inverse of ``str``: ``"-3/4"`` or ``"-3/4*sqrt(2)"``."""
        match = re.fullmatch(r"(-?\d+(?:/[1-9]\d*)?)(?:\*sqrt\((\d+)\))?", text, re.ASCII)
        if not match or len(text) > 4_000:
            raise ValueError(f"not an exact number: {text[:40]!r}")
        try:
            return cls(Fraction(match[1]), int(match[2] or 1))
        except NumberError as error:
            raise ValueError(str(error)) from None

    def above(self, bits: int = 64) -> Fraction:
        """A rational number >= this one: equal if it is rational, else within 2^-bits relative."""
        if self.m == 1:
            return self.q
        scaled = isqrt(self.m << 2 * bits)
        return self.q * Fraction(scaled + (1 if self.q > 0 else 0), 1 << bits)

    def value(self, system: Any) -> Any:
        """This number in any number system."""
        q = system.const(self.q)
        return q if self.m == 1 else q * system.sqrt(system.const(self.m))


@dataclass(frozen=True)
class Quadratic:
    """``a + b * sqrt(m)``, an element of the real quadratic field Q(sqrt(m))."""

    a: Fraction
    b: Fraction
    m: int

    def __post_init__(self) -> None:
        if self.b and self.m == 1:
            raise NumberError("sqrt(1) is rational")

    def _pair(self, other: Any) -> Quadratic:
        if isinstance(other, (int, Fraction)):
            return Quadratic(Fraction(other), Fraction(0), self.m)
        if self.b and other.b and self.m != other.m:
            raise NumberError(f"sqrt({self.m}) and sqrt({other.m}) do not share a quadratic field")
        return other

    def _field(self, other: Quadratic) -> int:
        return self.m if self.b or not other.b else other.m

    def __add__(self, other: Any) -> Quadratic:
        other = self._pair(other)
        return Quadratic(self.a + other.a, self.b + other.b, self._field(other))

    def __mul__(self, other: Any) -> Quadratic:
        other = self._pair(other)
        m = self._field(other)
        return Quadratic(
            self.a * other.a + self.b * other.b * m, self.a * other.b + self.b * other.a, m
        )

    def __truediv__(self, other: Any) -> Quadratic:
        other = self._pair(other)
        norm = other.a * other.a - other.b * other.b * other.m
        if not norm:  # the norm vanishes only at 0, since m is not a square
            raise ZeroDivisionError("division by zero")
        return self * Quadratic(other.a / norm, -other.b / norm, other.m)

    def __neg__(self) -> Quadratic:
        return Quadratic(-self.a, -self.b, self.m)

    def __sub__(self, other: Any) -> Quadratic:
        return self + -self._pair(other)

    def __radd__(self, other: Any) -> Quadratic:
        return self + other

    def __rmul__(self, other: Any) -> Quadratic:
        return self * other

    def __rsub__(self, other: Any) -> Quadratic:
        return -self + other

    def __rtruediv__(self, other: Any) -> Quadratic:
        return self._pair(other) / self

    def __pow__(self, n: int) -> Quadratic:
        result = Quadratic(Fraction(1), Fraction(0), self.m)
        for _ in range(abs(n)):
            result = result * self
        return 1 / result if n < 0 else result

    def sign(self) -> int:
        """The exact sign: compare a*a with b*b*m where a and b differ in sign."""
        a, b = (self.a > 0) - (self.a < 0), (self.b > 0) - (self.b < 0)
        if a == b or not b:
            return a
        if not a:
            return b
        return a if self.a * self.a > self.b * self.b * self.m else b

    def rational(self) -> Fraction | None:
        return self.a if not self.b else None

    def __str__(self) -> str:
        if not self.b:
            return str(self.a)
        root = f"{self.b}*sqrt({self.m})"
        return root if not self.a else f"{self.a} + {root}"


class ExactSystem:
    """Exact evaluation in Q(sqrt(m)); :class:`NumberError` where a value leaves the field.

    Elementary functions are exact only at the points where their value is rational.
    """

    name = "exact"

    def __init__(self, m: int = 1) -> None:
        self.m = m

    def const(self, q: Rational) -> Quadratic:
        return Quadratic(Fraction(q), Fraction(0), self.m)

    def pi(self) -> Quadratic:
        raise NumberError("pi is not a number of this field")

    def sqrt(self, a: Quadratic) -> Quadratic:
        q = a.rational()
        if q is not None and q >= 0:
            root = rational_root(q)
            if root is not None:
                return self.const(root)
            root = rational_root(q / self.m)
            if root is not None:
                return Quadratic(Fraction(0), root, self.m)
        raise NumberError(f"sqrt({a}) is not a number of Q(sqrt({self.m}))")

    def abs(self, a: Quadratic) -> Quadratic:
        return -a if a.sign() < 0 else a

    def sign(self, a: Quadratic) -> Quadratic:
        return self.const(a.sign())

    def maximum(self, a: Quadratic, b: Quadratic) -> Quadratic:
        return a if (a - b).sign() >= 0 else b

    def minimum(self, a: Quadratic, b: Quadratic) -> Quadratic:
        return b if (a - b).sign() >= 0 else a

    def floor(self, a: Quadratic) -> Quadratic:
        q = a.rational()
        if q is None:
            raise NumberError(f"floor({a}) is not computed exactly")
        return self.const(floor(q))

    def _at(self, a: Quadratic, where: int, value: int, name: str) -> Quadratic:
        if a.rational() == where:
            return self.const(value)
        raise NumberError(f"{name}({a}) is not rational")

    def exp(self, a: Quadratic) -> Quadratic:
        return self._at(a, 0, 1, "exp")

    def log(self, a: Quadratic) -> Quadratic:
        return self._at(a, 1, 0, "log")

    def sin(self, a: Quadratic) -> Quadratic:
        return self._at(a, 0, 0, "sin")

    def cos(self, a: Quadratic) -> Quadratic:
        return self._at(a, 0, 1, "cos")

    def tan(self, a: Quadratic) -> Quadratic:
        return self._at(a, 0, 0, "tan")

    def tanh(self, a: Quadratic) -> Quadratic:
        return self._at(a, 0, 0, "tanh")

    def atan(self, a: Quadratic) -> Quadratic:
        return self._at(a, 0, 0, "atan")

    def ratio(self, a: Quadratic, b: Quadratic, at_zero: Any) -> Quadratic:
        return a / b if at_zero is None or b.sign() else at_zero
