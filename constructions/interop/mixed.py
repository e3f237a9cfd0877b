"""Numbers that are rational for as long as they can be, and balls from there on.

A sum of squares of exact data is an exact rational, so that its root is that of a number which is
known not to be negative, and is 0 where the data are equal.  With balls alone it is a ball around
0, which may have no root and which FLINT's own ``**`` turns into an undefined value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.exact import rational_root
from constructions.interop.flint import BallSystem, from_fraction, to_fraction_bounds
from constructions.systems import NumberError

__all__ = ["Mixed", "MixedSystem"]


@dataclass(frozen=True, eq=False)
class Mixed:
    """The rational ``q`` or, where that is None, a number in the finite ``ball``."""

    system: MixedSystem
    q: Fraction | None
    ball: Any = None

    def _with(self, other: Any) -> Mixed:
        return other if isinstance(other, Mixed) else self.system.const(other)

    def __add__(self, other: Any) -> Mixed:
        return self.system.binary(self, self._with(other), lambda a, b: a + b)

    def __sub__(self, other: Any) -> Mixed:
        return self.system.binary(self, self._with(other), lambda a, b: a - b)

    def __mul__(self, other: Any) -> Mixed:
        other = self._with(other)
        if self.q == 0 or other.q == 0:  # a finite ball, too, times 0
            return self.system.const(0)
        return self.system.binary(self, other, lambda a, b: a * b)

    def __truediv__(self, other: Any) -> Mixed:
        other = self._with(other)
        if other.q == 0:
            raise NumberError("division by zero")
        if self.q is not None and other.q is not None:
            return self.system.const(self.q / other.q)
        quotient = self.system.of(self.system.balls.divide(self.as_ball(), other.as_ball()))
        return self if self.q == 0 else quotient

    def __pow__(self, exponent: int) -> Mixed:
        if self.q is None:
            return self.system.of(self.system.balls.power(self.ball, exponent))
        if exponent < 0:
            return 1 / self**-exponent
        return self.system.const(self.q**exponent)

    def __neg__(self) -> Mixed:
        return self.system.const(0) - self

    def __radd__(self, other: Any) -> Mixed:
        return self + other

    def __rmul__(self, other: Any) -> Mixed:
        return self * other

    def __rsub__(self, other: Any) -> Mixed:
        return self._with(other) - self

    def __rtruediv__(self, other: Any) -> Mixed:
        return self._with(other) / self

    def as_ball(self) -> Any:
        return self.ball if self.q is None else self.system.balls.const(self.q)

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        """The number twice if it is rational, else short dyadic rationals around it."""
        return (self.q, self.q) if self.q is not None else to_fraction_bounds(self.ball, bits)


class MixedSystem:
    """Exact where it is rational, else rigorous at ``precision_bits`` bits (a :class:`System`).

    :class:`NumberError` where a value is undefined, or may be for some number of a ball.
    """

    name = "mixed"

    def __init__(self, precision_bits: int = 128) -> None:
        self.balls = BallSystem(precision_bits)

    def of(self, ball: Any) -> Mixed:
        return Mixed(self, None, self.balls.finite(ball))

    def binary(self, a: Mixed, b: Mixed, operation: Callable[[Any, Any], Any]) -> Mixed:
        """``operation``, which FLINT's balls have, too, and which no argument makes undefined."""
        if a.q is not None and b.q is not None:
            return self.const(operation(a.q, b.q))
        with self.balls.working():
            return self.of(operation(a.as_ball(), b.as_ball()))

    def _unary(self, a: Mixed, name: str) -> Mixed:
        return self.of(getattr(self.balls, name)(a.as_ball()))

    def const(self, q: int | Fraction) -> Mixed:
        return Mixed(self, Fraction(q))

    def pi(self) -> Mixed:
        return self.of(self.balls.pi())

    def sqrt(self, a: Mixed) -> Mixed:
        if a.q is None:
            return self._unary(a, "sqrt")
        if a.q < 0:
            raise NumberError(f"no real square root of {a.q}")
        root = rational_root(a.q)
        if root is not None:
            return self.const(root)
        with self.balls.working():
            return self.of(from_fraction(a.q).sqrt())

    def abs(self, a: Mixed) -> Mixed:
        return self._unary(a, "abs") if a.q is None else self.const(abs(a.q))

    def sign(self, a: Mixed) -> Mixed:
        return self._unary(a, "sign") if a.q is None else self.const((a.q > 0) - (a.q < 0))

    def maximum(self, a: Mixed, b: Mixed) -> Mixed:
        if a.q is not None and b.q is not None:
            return self.const(max(a.q, b.q))
        one, other = a.as_ball(), b.as_ball()
        with self.balls.working():
            if one >= other:
                return a
            if one <= other:
                return b
        return self.of(self.balls.maximum(one, other))

    def minimum(self, a: Mixed, b: Mixed) -> Mixed:
        return -self.maximum(-a, -b)

    def floor(self, a: Mixed) -> Mixed:
        return self._unary(a, "floor") if a.q is None else self.const(a.q.__floor__())

    def _at(self, a: Mixed, where: int, value: int, name: str) -> Mixed:
        return self.const(value) if a.q == where else self._unary(a, name)

    def exp(self, a: Mixed) -> Mixed:
        return self._at(a, 0, 1, "exp")

    def log(self, a: Mixed) -> Mixed:
        return self._at(a, 1, 0, "log")

    def sin(self, a: Mixed) -> Mixed:
        return self._at(a, 0, 0, "sin")

    def cos(self, a: Mixed) -> Mixed:
        return self._at(a, 0, 1, "cos")

    def tan(self, a: Mixed) -> Mixed:
        return self._at(a, 0, 0, "tan")

    def tanh(self, a: Mixed) -> Mixed:
        return self._at(a, 0, 0, "tanh")

    def atan(self, a: Mixed) -> Mixed:
        return self._at(a, 0, 0, "atan")

    def ratio(self, a: Mixed, b: Mixed, at_zero: Any) -> Mixed:
        """``a / b``, and ``at_zero`` where b is the rational 0."""
        return at_zero if b.q == 0 and at_zero is not None else a / b
