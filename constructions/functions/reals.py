"""Single real numbers: exact where they are rational multiples of 1 and pi, balls elsewhere.

:class:`Real` is the value type of :class:`RealSystem`.  It knows a number either exactly as
``a + b*pi`` with rational ``a, b``, or as a ball.  Questions with a yes or no (is it zero,
which side of zero) are answered exactly for exact numbers; for a ball that cannot answer they
raise :class:`Unresolved`, never a guess.  What has no value raises :class:`Undefined`.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from constructions.systems import NumberError


class Undefined(NumberError):
    """The operation has no value here: shown, not suspected."""


class Unresolved(NumberError):
    """A ball is too wide to answer; a higher precision may."""


class Real:
    """``rational + circular*pi`` exactly, or (where ``rational`` is None) a ball."""

    __slots__ = ("_ball", "circular", "rational", "system")

    def __init__(
        self,
        system: RealSystem,
        rational: Fraction | None,
        circular: Fraction = Fraction(0),
        ball: Any = None,
    ) -> None:
        self.system = system
        self.rational = rational
        self.circular = circular
        self._ball = ball

    @property
    def exact(self) -> Fraction | None:
        """The value if it is known to be rational."""
        return None if self.circular else self.rational

    def ball(self) -> Any:
        """A finite ball that contains the number (at the system's precision)."""
        if self._ball is None:
            if self.rational is None:
                raise Unresolved("the value is not known")
            balls = self.system.balls
            with balls.working():
                value = balls.const(self.rational)
                if self.circular:
                    value = value + balls.const(self.circular) * balls.pi()
                self._ball = balls.finite(value)
        return self._ball

    def side(self) -> int:
        """-1, 0 or 1: the sign, decided.  Raises Unresolved."""
        if self.rational is not None and not self.circular:
            return (self.rational > 0) - (self.rational < 0)
        value = self.ball()
        if value > 0:
            return 1
        if value < 0:
            return -1
        raise Unresolved("the sign of a value very close to zero is not decided")

    def is_zero(self) -> bool:
        """Whether the number is known to be exactly zero."""
        return self.rational == 0 and not self.circular

    def _linear(self, other: Real, sign: int) -> Real:
        if self.rational is not None and other.rational is not None:
            return Real(
                self.system,
                self.rational + sign * other.rational,
                self.circular + sign * other.circular,
            )
        if other.is_zero():
            return self
        with self.system.balls.working():
            value = self.ball() + other.ball() if sign > 0 else self.ball() - other.ball()
        return self.system.inexact(value)

    def __add__(self, other: Real) -> Real:
        return self._linear(other, 1)

    def __sub__(self, other: Real) -> Real:
        return self._linear(other, -1)

    def __neg__(self) -> Real:
        if self.rational is not None:
            return Real(self.system, -self.rational, -self.circular)
        return self.system.inexact(-self.ball())

    def __mul__(self, other: Real) -> Real:
        for one, two in ((self, other), (other, self)):
            factor = one.exact
            if factor is not None:
                if factor == 0:
                    return Real(self.system, Fraction(0))
                if two.rational is not None:
                    return Real(self.system, factor * two.rational, factor * two.circular)
        with self.system.balls.working():
            return self.system.inexact(self.ball() * other.ball())

    def __truediv__(self, other: Real) -> Real:
        if other.is_zero():
            raise Undefined("a division by zero")
        if self.is_zero() and other.side():
            return self
        divisor = other.exact
        if divisor is not None and self.rational is not None:
            return Real(self.system, self.rational / divisor, self.circular / divisor)
        if self.rational is not None and other.rational is not None:
            # The divisor involves pi: the quotient is rational where they are proportional.
            proportional = self.rational * other.circular == self.circular * other.rational
            if proportional:
                return Real(self.system, self.circular / other.circular)
        other.side()
        with self.system.balls.working():
            return self.system.inexact(self.ball() / other.ball())

    def __pow__(self, exponent: int) -> Real:
        base = self.exact
        if base is not None:
            if base == 0 and exponent < 0:
                raise Undefined("a division by zero")
            return Real(self.system, base**exponent)
        if exponent == 0:
            return Real(self.system, Fraction(1))
        if exponent == 1:
            return self
        if exponent < 0:
            self.side()
        with self.system.balls.working():
            return self.system.inexact(self.system.balls.power(self.ball(), exponent))


def _square_root(q: Fraction) -> Fraction | None:
    above, below = isqrt(q.numerator), isqrt(q.denominator)
    if above * above == q.numerator and below * below == q.denominator:
        return Fraction(above, below)
    return None


_SINES = {Fraction(0): 0, Fraction(1, 6): 1, Fraction(1, 2): 2, Fraction(5, 6): 1}
"""Twice the sine of t*pi for the t in [0, 1) where it is rational (Niven's theorem)."""


def _sine_of_turn(turns: Fraction) -> Fraction | None:
    """``sin(turns*pi)`` where it is rational."""
    reduced = turns % 2
    sign = 1
    if reduced >= 1:
        reduced, sign = reduced - 1, -1
    doubled = _SINES.get(reduced)
    return None if doubled is None else Fraction(sign * doubled, 2)


class RealSystem:
    """Points of the real line as :class:`Real` (a :class:`constructions.systems.System`)."""

    name = "real"

    def __init__(self, precision_bits: int = 128) -> None:
        from constructions.interop.flint import BallSystem

        self.balls = BallSystem(precision_bits)

    def inexact(self, ball: Any) -> Real:
        if not ball.is_finite():
            raise Unresolved("the value is too large, or too close to a point without one")
        return Real(self, None, Fraction(0), ball)

    def const(self, q: int | Fraction) -> Real:
        return Real(self, Fraction(q))

    def pi(self) -> Real:
        return Real(self, Fraction(0), Fraction(1))

    def divide(self, a: Real, b: Real) -> Real:
        return a / b

    def power(self, a: Real, exponent: int) -> Real:
        return a**exponent

    def sqrt(self, a: Real) -> Real:
        side = a.side()
        if side < 0:
            raise Undefined("the square root of a negative number")
        if a.exact is not None:
            root = _square_root(a.exact)
            if root is not None:
                return self.const(root)
        return self.inexact(self.balls.sqrt(a.ball()))

    def abs(self, a: Real) -> Real:
        try:
            return -a if a.side() < 0 else a
        except Unresolved:
            return self.inexact(self.balls.abs(a.ball()))

    def sign(self, a: Real) -> Real:
        return self.const(a.side())

    def maximum(self, a: Real, b: Real) -> Real:
        try:
            return a if (a - b).side() >= 0 else b
        except Unresolved:
            return self.inexact(self.balls.maximum(a.ball(), b.ball()))

    def minimum(self, a: Real, b: Real) -> Real:
        return -self.maximum(-a, -b)

    def floor(self, a: Real) -> Real:
        if a.exact is not None:
            return self.const(a.exact.__floor__())
        from constructions.interop.flint import to_fractions

        low, high = to_fractions(a.ball())
        if low.__floor__() != high.__floor__():
            raise Unresolved("the floor of a value very close to an integer is not decided")
        return self.const(low.__floor__())

    def exp(self, a: Real) -> Real:
        if a.is_zero():
            return self.const(1)
        return self.inexact(self.balls.exp(a.ball()))

    def log(self, a: Real) -> Real:
        if a.side() <= 0:
            raise Undefined("the logarithm of a number that is not positive")
        if a.exact == 1:
            return self.const(0)
        return self.inexact(self.balls.log(a.ball()))

    def sin(self, a: Real) -> Real:
        if a.rational == 0:
            value = _sine_of_turn(a.circular)
            if value is not None:
                return self.const(value)
        return self.inexact(self.balls.sin(a.ball()))

    def cos(self, a: Real) -> Real:
        if a.rational == 0:
            value = _sine_of_turn(a.circular + Fraction(1, 2))
            if value is not None:
                return self.const(value)
        return self.inexact(self.balls.cos(a.ball()))

    def tan(self, a: Real) -> Real:
        if a.rational == 0:
            turns = a.circular % 1
            if turns == Fraction(1, 2):
                raise Undefined("the tangent at a pole")
            value = {Fraction(0): 0, Fraction(1, 4): 1, Fraction(3, 4): -1}.get(turns)
            if value is not None:
                return self.const(value)
        self.cos(a).side()
        return self.inexact(self.balls.tan(a.ball()))

    def tanh(self, a: Real) -> Real:
        if a.is_zero():
            return a
        return self.inexact(self.balls.tanh(a.ball()))

    def atan(self, a: Real) -> Real:
        if a.is_zero():
            return a
        if a.exact in (1, -1):
            return Real(self, Fraction(0), a.exact / 4)
        return self.inexact(self.balls.atan(a.ball()))

    def ratio(self, a: Real, b: Real, at_zero: Real) -> Real:
        """``a / b``, and ``at_zero`` for an exact zero ``b``."""
        return at_zero if b.is_zero() else a / b
