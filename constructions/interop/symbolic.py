"""Symbols: a formula evaluated here is a sympy expression over real symbols.

Sympy's judgements are of level ``symbolic``; nothing here decides anything by the truth value of
an expression (every sympy expression is true as a condition, also ``Integer(0) < x``).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from constructions.systems import NumberError

_INFINITE = (sympy.zoo, sympy.nan, sympy.oo, -sympy.oo)


class SymbolicSystem:
    """Sympy expressions (a :class:`constructions.systems.System`); every symbol is real.

    Constants enter as exact rationals only: a float is refused, since one float turns a whole
    expression into an approximation.
    """

    name = "sympy"

    def symbol(self, name: str, positive: bool = False) -> Any:
        """The real (or positive) symbol ``name``."""
        if positive:
            return sympy.Symbol(name, positive=True)
        return sympy.Symbol(name, real=True)

    def const(self, q: int | Fraction) -> Any:
        if not isinstance(q, (int, Fraction)):
            raise NumberError(f"constants are exact rationals, not {type(q).__name__}")
        q = Fraction(q)
        return sympy.Rational(q.numerator, q.denominator)

    def pi(self) -> Any:
        return sympy.pi

    @staticmethod
    def _real(value: Any) -> Any:
        if value.has(*_INFINITE) or value.is_extended_real is False:
            raise NumberError(f"no real value: {value}"[:100])
        return value

    def sqrt(self, a: Any) -> Any:
        return self._real(sympy.sqrt(a))

    def abs(self, a: Any) -> Any:
        return sympy.Abs(a)

    def sign(self, a: Any) -> Any:
        return sympy.sign(a)

    def maximum(self, a: Any, b: Any) -> Any:
        return sympy.Max(a, b)

    def minimum(self, a: Any, b: Any) -> Any:
        return sympy.Min(a, b)

    def floor(self, a: Any) -> Any:
        return sympy.floor(a)

    def exp(self, a: Any) -> Any:
        return sympy.exp(a)

    def log(self, a: Any) -> Any:
        return self._real(sympy.log(a))

    def sin(self, a: Any) -> Any:
        return sympy.sin(a)

    def cos(self, a: Any) -> Any:
        return sympy.cos(a)

    def tan(self, a: Any) -> Any:
        return self._real(sympy.tan(a))

    def tanh(self, a: Any) -> Any:
        return sympy.tanh(a)

    def atan(self, a: Any) -> Any:
        return sympy.atan(a)

    def ratio(self, a: Any, b: Any, at_zero: Any) -> Any:
        """``a / b``; with ``at_zero`` given, the piecewise expression with it where ``b = 0``.

        Without ``at_zero`` a divisor that is literally 0 raises :class:`NumberError`.
        """
        if at_zero is None:
            if b == 0:
                raise NumberError("division by zero")
            return a / b
        return sympy.Piecewise((at_zero, sympy.Eq(b, 0)), (a / self._nonzero(b), True))

    @staticmethod
    def _nonzero(b: Any) -> Any:
        # Piecewise builds all its branches; the one for b != 0 must not contain 1/0
        return sympy.Integer(1) if b == 0 else b

    def repeated(self, a: Any, times: Any) -> Any:
        """``a`` added ``times`` times."""
        return a * times
