"""Rigorous balls: the number system of FLINT's ``arb``, closed under "or say so".

A value is a ``flint.arb``, a ball that contains the true number.  FLINT marks an undefined
result with a ball that is not finite, and lets it travel; every operation of
:class:`BallSystem` refuses such a ball instead (:class:`NumberError`).  The plain operators
``+ - * / **`` belong to ``flint.arb`` and cannot refuse, so a quotient by a ball around zero
becomes a non-finite ball; it stays non-finite through any arithmetic and is refused by the
next operation of the system, by :meth:`BallSystem.finite` and by :func:`to_fractions`.

FLINT's precision is one global setting.  Methods set it for their own duration; operators
use whatever is set, so work inside ``with system.working():`` (a lower precision is less
sharp, never wrong).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq, fmpz

from constructions.systems import NumberError

__all__ = [
    "BallSystem",
    "from_fraction",
    "from_interval",
    "round_dyadic",
    "to_fraction_bounds",
    "to_fractions",
]

_EXPONENT_LIMIT = 1 << 20
"""Binary exponents beyond this are not turned into rationals: they would fill the memory."""


def from_fraction(q: int | Fraction) -> Any:
    """A ball that contains the rational ``q``."""
    if isinstance(q, int):
        return arb(fmpz(q))
    return arb(fmpq(q.numerator, q.denominator))


def from_interval(lo: int | Fraction, hi: int | Fraction) -> Any:
    """A finite ball that contains the closed interval ``[lo, hi]``.

    Raises:
        NumberError: ``lo > hi``.
    """
    if lo > hi:
        raise NumberError("an interval needs lo <= hi")
    if lo == hi:
        return from_fraction(lo)
    return from_fraction(lo).union(from_fraction(hi))


def _dyadic(exact: Any) -> tuple[int, int]:
    mantissa, exponent = exact.man_exp()
    return int(mantissa), int(exponent)


def _as_fraction(mantissa: int, exponent: int, outward: int) -> Fraction:
    """``mantissa * 2**exponent``, or a nearby rational on the ``outward`` side if it is tiny."""
    if mantissa == 0:
        return Fraction(0)
    size = exponent + mantissa.bit_length()
    if size > _EXPONENT_LIMIT:
        raise NumberError("the value is too large to write down as a rational")
    if exponent >= 0:
        return Fraction(mantissa << exponent)
    if exponent < -_EXPONENT_LIMIT:
        # Keep the part above 2**-LIMIT and round it outward: still an enclosure.
        scaled = mantissa >> min(-_EXPONENT_LIMIT - exponent, mantissa.bit_length() + 1)
        return Fraction(scaled + (1 if outward > 0 else 0), 1 << _EXPONENT_LIMIT)
    return Fraction(mantissa, 1 << -exponent)


def to_fractions(ball: Any) -> tuple[Fraction, Fraction]:
    """Rationals ``(lo, hi)`` with the whole ball in ``[lo, hi]`` (its exact ends in practice).

    Raises:
        NumberError: the ball is not finite (the value is undefined) or too large to write.
    """
    if not ball.is_finite():
        raise NumberError("the value is undefined, or no finite ball contains it")
    middle, radius = _dyadic(ball.mid()), _dyadic(ball.rad())
    spread = _as_fraction(*radius, outward=1)
    lo = _as_fraction(*middle, outward=-1) - spread
    hi = _as_fraction(*middle, outward=1) + spread
    if lo > hi:
        raise NumberError("an enclosure came out with lo > hi")
    return lo, hi


def to_fraction_bounds(ball: Any, bits: int) -> tuple[Fraction, Fraction]:
    """Short dyadic ``(lo, hi)`` around the ball: outward, about ``bits`` significant bits."""
    lo, hi = to_fractions(ball)
    return round_dyadic(lo, bits, -1), round_dyadic(hi, bits, 1)


def round_dyadic(q: Fraction, bits: int, direction: int) -> Fraction:
    """``q`` rounded down (``direction < 0``) or up to about ``bits`` significant bits."""
    if q == 0:
        return q
    size = abs(q.numerator).bit_length() - q.denominator.bit_length()
    shift = bits - size
    scaled = q * (1 << shift) if shift >= 0 else q / (1 << -shift)
    whole = scaled.__floor__() if direction < 0 else scaled.__ceil__()
    return Fraction(whole, 1 << shift) if shift >= 0 else Fraction(whole << -shift)


class BallSystem:
    """Real numbers as balls of FLINT at ``precision_bits`` bits (a :class:`System`).

    Every result contains the true value for every choice of true values in the arguments.
    Raises :class:`NumberError` where the operation is undefined somewhere on the argument.
    """

    name = "ball"

    def __init__(self, precision_bits: int = 128) -> None:
        if precision_bits < 2:
            raise NumberError("the precision must be at least 2 bits")
        self.precision_bits = precision_bits

    @contextmanager
    def working(self) -> Iterator[BallSystem]:
        """Set FLINT's global precision for a block, and put the old one back after it."""
        old = ctx.prec
        ctx.prec = self.precision_bits
        try:
            yield self
        finally:
            ctx.prec = old

    @staticmethod
    def finite(a: Any) -> Any:
        """``a`` itself; raises NumberError if it is not a finite ball."""
        if not a.is_finite():
            raise NumberError("the value is undefined, or no finite ball contains it")
        return a

    def const(self, q: int | Fraction) -> Any:
        with self.working():
            return from_fraction(q)

    def pi(self) -> Any:
        with self.working():
            return arb.pi()

    def divide(self, a: Any, b: Any) -> Any:
        """``a / b``; raises NumberError if the ball ``b`` contains zero."""
        with self.working():
            if b.contains(0):
                raise NumberError("division by a ball that contains zero")
            return self.finite(a / b)

    def power(self, a: Any, exponent: int) -> Any:
        """``a ** exponent`` (0 gives 1).

        FLINT's own power of a ball with midpoint exactly 0 is not finite; this one is.
        """
        with self.working():
            if exponent < 0:
                return self.power(self.divide(arb(1), a), -exponent)
            if exponent and a.mid().is_zero() and not a.is_zero():
                reach = self.finite(a).upper() ** exponent
                return (arb(0) if exponent % 2 == 0 else -reach).union(reach)
            return self.finite(self.finite(a) ** exponent)

    def sqrt(self, a: Any) -> Any:
        with self.working():
            if self.finite(a).is_zero():
                return a
            if not a >= 0:
                raise NumberError("the square root of a ball that reaches below zero")
            return self.finite(a.sqrt())

    def abs(self, a: Any) -> Any:
        with self.working():
            if self.finite(a) >= 0:
                return a
            if a <= 0:
                return -a
            return arb(0).union(abs(a.lower())).union(abs(a.upper()))

    def sign(self, a: Any) -> Any:
        with self.working():
            if self.finite(a) > 0:
                return arb(1)
            if a < 0:
                return arb(-1)
            if a.is_zero():
                return arb(0)
            return arb(0, 1)

    def maximum(self, a: Any, b: Any) -> Any:
        with self.working():
            if self.finite(a) >= self.finite(b):
                return a
            if a <= b:
                return b
            low = a.lower() if a.lower() >= b.lower() else b.lower()
            high = a.upper() if a.upper() >= b.upper() else b.upper()
            return low.union(high)

    def minimum(self, a: Any, b: Any) -> Any:
        with self.working():
            return -self.maximum(-self.finite(a), -self.finite(b))

    def floor(self, a: Any) -> Any:
        with self.working():
            low = self.finite(a).lower().floor()
            high = a.upper().floor()
            if low.is_exact() and high.is_exact() and (high - low).is_zero():
                return low
            return low.union(high)

    def exp(self, a: Any) -> Any:
        with self.working():
            return self.finite(self.finite(a).exp())

    def log(self, a: Any) -> Any:
        with self.working():
            if not self.finite(a) > 0:
                raise NumberError("the logarithm of a ball that reaches zero or below")
            return self.finite(a.log())

    def sin(self, a: Any) -> Any:
        with self.working():
            return self.finite(self.finite(a).sin())

    def cos(self, a: Any) -> Any:
        with self.working():
            return self.finite(self.finite(a).cos())

    def tan(self, a: Any) -> Any:
        with self.working():
            if self.finite(a).cos().contains(0):
                raise NumberError("the tangent of a ball that may contain a pole")
            return self.finite(a.tan())

    def tanh(self, a: Any) -> Any:
        with self.working():
            return self.finite(self.finite(a).tanh())

    def atan(self, a: Any) -> Any:
        with self.working():
            return self.finite(self.finite(a).atan())

    def ratio(self, a: Any, b: Any, at_zero: Any) -> Any:
        """``a / b``, and ``at_zero`` for an exact zero ``b``.

        A wider ball ``b`` around zero leaves ``a / b`` unbounded: NumberError.
        """
        with self.working():
            if self.finite(b).is_zero():
                return self.finite(at_zero)
            return self.divide(self.finite(a), b)
