"""Analytic functions on complex balls: FLINT's ``acb``, refused where they are not analytic.

A value encloses what a function takes on the product of the balls of its variables.  Every quotient
has a divisor without 0, logarithms and roots are of numbers with positive real part, and ``atan``
of numbers with an imaginary part below 1 in size, so that what comes out is analytic there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NoReturn

from flint import acb, arb

from constructions.interop.flint import BallSystem, from_fraction
from constructions.systems import NumberError


class AnalyticSystem:
    """Complex numbers as balls; ``NumberError`` where a function may not be analytic."""

    name = "complex balls"

    def __init__(self, precision_bits: int = 128) -> None:
        self._balls = BallSystem(precision_bits)

    @contextmanager
    def working(self) -> Iterator[AnalyticSystem]:
        with self._balls.working():
            yield self

    @staticmethod
    def finite(a: Any) -> Any:
        """``a`` itself; a division by a ball around 0 has made it infinite."""
        if not a.is_finite():
            raise NumberError("the value is undefined, or no finite ball contains it")
        return a

    def const(self, q: int | Fraction) -> Any:
        return acb(from_fraction(q))

    def pi(self) -> Any:
        return acb(arb.pi())

    def power(self, a: Any, exponent: int) -> Any:
        """By products: a ball's own power may go through its logarithm."""
        if exponent < 0:
            return acb(1) / self.power(a, -exponent)
        result = acb(1)
        for bit in bin(exponent)[2:]:
            result = result * result
            if bit == "1":
                result = result * a
        return result

    def sqrt(self, a: Any) -> Any:
        return self._right(a, "root").sqrt()

    def log(self, a: Any) -> Any:
        return self._right(a, "logarithm").log()

    def exp(self, a: Any) -> Any:
        return self.finite(a).exp()

    def sin(self, a: Any) -> Any:
        return self.finite(a).sin()

    def cos(self, a: Any) -> Any:
        return self.finite(a).cos()

    def tan(self, a: Any) -> Any:
        return self.sin(a) / self.cos(a)

    def tanh(self, a: Any) -> Any:
        return self.finite(a).sinh() / a.cosh()

    def atan(self, a: Any) -> Any:
        if not abs(self.finite(a).imag) < 1:
            raise NumberError("the arc tangent of a ball that may touch its branch cut")
        return a.atan()

    def _right(self, a: Any, what: str) -> Any:
        if not self.finite(a).real > 0:
            raise NumberError(f"the {what} of a ball that may touch its branch cut")
        return a

    @staticmethod
    def _none(*_: Any) -> NoReturn:
        raise NumberError("not analytic")

    abs = sign = maximum = minimum = floor = ratio = _none
