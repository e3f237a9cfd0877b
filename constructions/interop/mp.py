"""Floating-point numbers of any precision: mpmath's ``mpf`` in a context of its own.

Results are rounded to nearest, not enclosed: numeric evidence, never rigorous (for enclosures
see :mod:`constructions.interop.flint`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath

from constructions.systems import NumberError


class MpSystem:
    """Real numbers to ``digits`` decimal digits (a :class:`constructions.systems.System`).

    Each instance owns its precision; mpmath's global ``mp`` is neither read nor changed.
    Raises :class:`NumberError` where an operation has no real value.
    """

    def __init__(self, digits: int = 50) -> None:
        if digits < 1:
            raise ValueError(f"a precision has at least one digit, got {digits}")
        self.digits = digits
        self.mp = mpmath.MPContext()
        self.mp.dps = digits
        self.name = f"mpmath, {digits} digits"

    def const(self, q: int | Fraction) -> Any:
        q = Fraction(q)
        return self.mp.mpf(q.numerator) / q.denominator

    def pi(self) -> Any:
        return +self.mp.pi

    def _real(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            value = function(*arguments)
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            raise NumberError(f"no real value: {error}"[:100]) from None
        if not isinstance(value, self.mp.mpf) or not self.mp.isfinite(value):
            raise NumberError("no real value here")
        return value

    def sqrt(self, a: Any) -> Any:
        return self._real(self.mp.sqrt, a)

    def abs(self, a: Any) -> Any:
        return abs(a)

    def sign(self, a: Any) -> Any:
        return self.mp.mpf(int(a > 0) - int(a < 0))

    def maximum(self, a: Any, b: Any) -> Any:
        return a if a >= b else b

    def minimum(self, a: Any, b: Any) -> Any:
        return a if a <= b else b

    def floor(self, a: Any) -> Any:
        return self._real(self.mp.floor, a)

    def exp(self, a: Any) -> Any:
        return self._real(self.mp.exp, a)

    def log(self, a: Any) -> Any:
        return self._real(self.mp.log, a)

    def sin(self, a: Any) -> Any:
        return self._real(self.mp.sin, a)

    def cos(self, a: Any) -> Any:
        return self._real(self.mp.cos, a)

    def tan(self, a: Any) -> Any:
        return self._real(self.mp.tan, a)

    def tanh(self, a: Any) -> Any:
        return self._real(self.mp.tanh, a)

    def atan(self, a: Any) -> Any:
        return self._real(self.mp.atan, a)

    def ratio(self, a: Any, b: Any, at_zero: Any) -> Any:
        """``a / b``; with ``at_zero`` given, that value for ``b = 0``."""
        return a / b if at_zero is None or b != 0 else at_zero

    def repeated(self, a: Any, times: Any) -> Any:
        """``a`` added ``times`` times."""
        return a * times
