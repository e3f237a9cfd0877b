"""Symbols: a formula evaluated here is a sympy expression over real symbols.

Sympy's judgements are of level ``symbolic``; nothing here decides anything by the truth value of
an expression (every sympy expression is true as a condition, also ``Integer(0) < x``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import sympy

from constructions.systems import NumberError
from constructions.term_values import TooLong, value

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


MAX_OPERATIONS, MAX_SIMPLIFIED = 120, 8  # operations of a difference: tried at all, simplified
MAX_DEGREE = 16
MAX_DEFINITIONS = 12  # that are put in, one in another


def identity(
    left: Any,
    right: Any,
    sorts: Mapping[str, str],
    positive: Collection[str] = (),
    defined: Mapping[str, Any] = MappingProxyType({}),
    functions: Mapping[str, tuple[tuple[str, ...], Any]] = MappingProxyType({}),
) -> str:
    """Why sympy does not see that two kernel terms are equal, or nothing if it does.

    ``sorts`` are those of the variables, ``positive`` the ones that are above 0; ``defined`` gives
    terms for some, ``functions`` parameters and a term for some functions.  Sympy cancels without
    asking whether a denominator is 0.
    """
    if max(_degree(left), _degree(right)) > MAX_DEGREE:
        return "too high a degree for sympy here"
    system = SymbolicSystem()
    symbols = {
        name: sympy.Symbol(
            name,
            integer=True if sort == "int" else None,
            real=True,
            positive=name in positive or None,
        )
        for name, sort in sorts.items()
    }

    put = [0]

    def applied(name: str, values: list[Any]) -> Any:
        if name in functions and put[0] < MAX_DEFINITIONS:
            put[0] += 1
            parameters, body = functions[name]
            inside = {**symbols, **dict(zip(parameters, values, strict=True))}
            return value(body, system, inside, applied, total)
        return sympy.Function(name, real=True)(*values)

    def total(index: str, low: Any, high: Any, body: Any, at: Mapping[str, Any], read: Any) -> Any:
        k = sympy.Symbol(index, integer=True)
        return sympy.Sum(read(body, {**at, index: k}), (k, read(low, at), read(high, at)))

    try:
        gap = value(left, system, symbols, applied, total)
        gap = gap - value(right, system, symbols, applied, total)
        for _ in range(MAX_DEFINITIONS):
            names = [n for n in defined if n in symbols and gap.has(symbols[n])]
            if not names:
                break
            term = value(defined[names[0]], system, symbols, applied, total)
            if term.has(symbols[names[0]]):
                break
            gap = gap.subs(symbols[names[0]], term)
    except (NumberError, TooLong, TypeError, ValueError, RecursionError) as error:
        return f"sympy cannot write it down ({str(error)[:60]})"
    size = int(gap.count_ops())
    if size > MAX_OPERATIONS:
        return "too long for sympy here"
    try:
        if gap == 0 or sympy.expand(gap) == 0:
            return ""
        if sympy.expand(sympy.numer(sympy.together(gap))) == 0:
            return ""
        short = size <= MAX_SIMPLIFIED and not gap.has(sympy.Sum, sympy.floor)
        if short and sympy.simplify(gap) == 0:
            return ""
    except Exception as error:  # sympy's own errors are of every kind, StopIteration included
        return f"sympy gives up ({type(error).__name__})"
    return "the difference is not seen to be 0"


def _degree(term: Any) -> int:
    """How high the powers get when products are multiplied out."""
    if not isinstance(term, list):
        return 1
    if term[0] == "^":
        return int(_degree(term[1]) * term[2])
    degrees = [_degree(part) for part in term[1:]]
    return sum(degrees) if term[0] == "*" else max(degrees, default=1)
