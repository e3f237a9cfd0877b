"""Symbols: a formula evaluated here is a sympy expression over real symbols.

Sympy's judgements are of level ``symbolic``; nothing here decides anything by the truth value of
an expression (every sympy expression is true as a condition, also ``Integer(0) < x``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import prod
from types import MappingProxyType
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

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
MAX_JUMPS, MAX_CASES = 4, 2  # absolute values and the like; how many of them make two cases
MAX_DEFINITIONS = 40  # that are put in, one in another
RELATIONS = ("<=", "<", "=", "!=")


def identity(
    left: Any,
    right: Any,
    sorts: Mapping[str, str],
    given: Sequence[Any] = (),
    functions: Mapping[str, tuple[tuple[str, ...], Any]] = MappingProxyType({}),
    at_integers: Collection[str] = (),
) -> str:
    """Why sympy does not see that two kernel terms are equal, or nothing if it does.

    ``sorts`` are those of the variables, ``given`` formulas that hold: their equations ``v = t``
    are put in, their inequalities tell signs.  ``functions`` gives parameters and a term for some,
    which are ``at_integers`` alone for those named there.
    Sympy cancels without asking whether a denominator is 0.
    """
    if max(_degree(left), _degree(right)) > MAX_DEGREE:
        return "too high a degree for sympy here"
    plain = [part for formula in given for part in _relations(formula)]
    read = _Reader(sorts, plain, functions, at_integers)
    try:
        sides = [read.defined(read.term(side)) for side in (left, right)]
        gap = read.defined(sides[0] - sides[1])
        size = int(gap.count_ops())
        if size > MAX_OPERATIONS:
            return "too long for sympy here"
        if _power(gap) > MAX_DEGREE:
            return "too high a degree for sympy here"
        kinds = (read.above, read.least, read.apart)
        signs = _Signs(*([read.defined(e) for e in kind] for kind in kinds))
    except (NumberError, TooLong, TypeError, ValueError, RecursionError) as error:
        return f"sympy cannot write it down ({str(error)[:60]})"
    try:
        if _zero(gap, size):
            return ""
        if not gap.has(*_JUMPS) and not any(e.exp in _ROOTS for e in gap.atoms(sympy.Pow)):
            return "the difference is not seen to be 0"
        if all(_zero(case, size) for case in signs.cases(_radicands(gap))):
            return ""
    except Exception as error:  # sympy's own errors are of every kind, StopIteration included
        return f"sympy gives up ({type(error).__name__})"
    if all(side.is_Symbol or isinstance(side, AppliedUndef) for side in sides):
        return "two names: they are equal by hypotheses, not by algebra"
    return "the difference is not seen to be 0"


def _relations(formula: Any) -> list[Any]:
    if formula[0] == "and":
        return [part for one in formula[1:] for part in _relations(one)]
    return [formula] if formula[0] in RELATIONS else []


def _zero(gap: Any, size: int) -> bool:
    """Whether it is 0 once expanded, over one denominator or, if short, simplified."""
    if gap == 0 or sympy.expand(gap) == 0:
        return True
    if sympy.expand(sympy.numer(sympy.together(gap))) == 0:
        return True
    if gap.has(sympy.tanh):
        gap = gap.rewrite(sympy.exp)
        return bool(sympy.expand(sympy.numer(sympy.together(gap)), power_exp=True) == 0)
    short = size <= MAX_SIMPLIFIED and not gap.has(sympy.Sum, sympy.floor)
    return bool(short and sympy.simplify(gap) == 0)


def _radicands(gap: Any) -> Any:
    """Roots of what is multiplied out and factored, so that squares come out as absolute values."""

    def rooted(power: Any) -> Any:
        return sympy.Pow(sympy.factor(sympy.expand(power.base)), power.exp)

    return gap.replace(lambda e: e.is_Pow and e.exp in _ROOTS, rooted)


_ROOTS = (sympy.Rational(1, 2), sympy.Rational(-1, 2))
_INDEX = "index "  # of a sum: no variable is called like that


class _Signs:
    """Signs that follow from what is known to be positive, not negative, or not 0."""

    def __init__(self, above: Sequence[Any], least: Sequence[Any], apart: Sequence[Any]) -> None:
        self.above, self.least, self.apart = list(above), list(least), list(apart)

    def of(self, term: Any, strict: bool = True) -> int | None:
        """1, -1 or 0 for its sign, or None; without ``strict``, 1 is "not negative", too."""
        term = sympy.expand(term)
        if term == 0:
            return 0
        for sign in (1, -1):
            here = sign * term
            if here.is_positive or any(_at_least_0(here - known) for known in self.above):
                return sign
            if not strict and any(_at_least_0(here - known) for known in (0, *self.least)):
                return sign
        factors = sympy.factor(term)
        if factors.is_Mul:
            signs = [self.of(factor, strict) for factor in factors.args]
            if None not in signs:
                return prod(sign for sign in signs if sign is not None)
        return None

    def put(self, gap: Any) -> Any:
        """Without the absolute values, signs, maxima and minima whose sign is known."""
        return gap.replace(lambda e: isinstance(e, _JUMPS), self._known)

    def _known(self, node: Any) -> Any:
        a, b = _pair(node)
        strict = isinstance(node, sympy.sign)
        sign = self.of(a - b, strict) if b is not None else None
        if sign is None:
            return node
        if isinstance(node, sympy.Abs):
            return sign * a
        if strict:
            return sympy.Integer(sign)
        return a if (sign >= 0) == isinstance(node, sympy.Max) else b

    def cases(self, gap: Any, depth: int = MAX_CASES) -> Iterator[Any]:
        """The expression where what has no known sign has one, and where it has the other."""
        gap = self.put(gap)
        nodes = sorted(gap.atoms(*_JUMPS), key=sympy.default_sort_key)
        for node in nodes if depth and len(nodes) <= MAX_JUMPS else ():
            a, b = _pair(node)
            if b is None or (a - b).has(*_JUMPS) or any(map(_is_index, (a - b).free_symbols)):
                continue  # an index of a sum has no case of its own
            known = any(sympy.expand((a - b) ** 2 - u**2) == 0 for u in self.apart)
            if isinstance(node, sympy.sign) and not known:
                continue
            for part in (a - b, b - a):
                above = self.above + ([part] if known else [])
                here = _Signs(above, [*self.least, part], self.apart)
                yield from here.cases(gap, depth - 1)
            return
        yield gap


def between(term: Any, symbols: Sequence[Any], low: Fraction, high: Fraction) -> Any:
    """The term for symbols between two numbers: absolute values, signs and maxima are settled.

    That is where what they compare is affine in the symbols and has one sign on the box, for a
    sign apart from 0.
    """

    def range_of(gap: Any) -> tuple[Any, Any] | None:
        try:
            poly = sympy.Poly(gap, *symbols)
        except sympy.PolynomialError:
            return None
        if poly.total_degree() > 1:
            return None
        least = most = poly.nth(*[0] * len(symbols))
        for symbol in symbols:
            slope = poly.coeff_monomial(symbol)
            if slope.free_symbols or slope.is_negative is None:
                return None
            ends = [slope * sympy.Rational(q.numerator, q.denominator) for q in (low, high)]
            first, last = reversed(ends) if slope.is_negative else ends
            least, most = least + first, most + last
        return least, most

    def known(node: Any) -> Any:
        a, b = _pair(node)
        found = range_of(a - b) if b is not None else None
        if found is None:
            return node
        least, most = found
        strict = isinstance(node, sympy.sign)
        sign = 0
        if least.is_positive or (not strict and least.is_nonnegative):
            sign = 1
        elif most.is_negative or (not strict and most.is_nonpositive):
            sign = -1
        if not sign:
            return node
        if isinstance(node, sympy.Abs):
            return sign * a
        if strict:
            return sympy.Integer(sign)
        return a if (sign > 0) == isinstance(node, sympy.Max) else b

    return term.replace(lambda e: isinstance(e, _JUMPS), known)


def _is_index(symbol: Any) -> bool:
    return str(symbol).startswith(_INDEX)


_JUMPS = (sympy.Abs, sympy.sign, sympy.Max, sympy.Min)


def _pair(node: Any) -> tuple[Any, Any]:
    """What a maximum or minimum compares; of an absolute value or a sign, its argument and 0."""
    if isinstance(node, (sympy.Abs, sympy.sign)):
        return node.args[0], sympy.Integer(0)
    return (node.args[0], node.args[1]) if len(node.args) == 2 else (node.args[0], None)


def _at_least_0(term: Any) -> bool:
    return bool(sympy.expand(term).is_nonnegative)


class _Reader:
    """Kernel terms as sympy's, with what is given put in."""

    def __init__(
        self,
        sorts: Mapping[str, str],
        plain: Sequence[Any],
        functions: Mapping[str, Any],
        at_integers: Collection[str],
    ) -> None:
        self.functions, self.at_integers, self.put = functions, at_integers, 0
        self.system = SymbolicSystem()
        positive = {
            name
            for op, low, name in plain
            if isinstance(name, str) and ((op == "<" and low == "0") or (op == "<=" and low == "1"))
        }
        self.symbols = {
            name: sympy.Symbol(
                name,
                integer=True if sort == "int" else None,
                real=True,
                positive=name in positive or None,
            )
            for name, sort in sorts.items()
        }
        self.equations = self._equations(plain)
        self.above: list[Any] = []
        self.least: list[Any] = []
        self.apart: list[Any] = []
        kinds = {"<": self.above, "<=": self.least, "!=": self.apart}
        for op, a, b in plain:
            if op in kinds and max(_degree(a), _degree(b)) <= 2:
                with suppress(NumberError, TooLong, TypeError, ValueError, RecursionError):
                    kinds[op].append(self.term(b) - self.term(a))

    def term(self, node: Any) -> Any:
        return value(node, self.system, self.symbols, self._applied, self._total)

    def _applied(self, name: str, values: list[Any]) -> Any:
        here = name not in self.at_integers or all(v.is_integer for v in values)
        if here and name in self.functions and self.put < MAX_DEFINITIONS:
            self.put += 1
            parameters, body = self.functions[name]
            inside = {**self.symbols, **dict(zip(parameters, values, strict=True))}
            return value(body, self.system, inside, self._applied, self._total)
        return sympy.Function(name, real=True)(*values)

    @staticmethod
    def _total(index: str, low: Any, high: Any, body: Any, at: Mapping[str, Any], read: Any) -> Any:
        bound = sum(map(_is_index, at.values()))
        k = sympy.Symbol(f"{_INDEX}{bound}", integer=True)  # one name for one depth
        return sympy.Sum(read(body, {**at, index: k}), (k, read(low, at), read(high, at)))

    def _equations(self, plain: Sequence[Any]) -> dict[Any, Any]:
        """Symbols that an equation gives by others, none by itself."""
        found: dict[Any, Any] = {}
        for op, a, b in plain:
            for name, other in ((a, b), (b, a)):
                if op != "=" or not isinstance(name, str) or name not in self.symbols:
                    continue
                symbol = self.symbols[name]
                if symbol in found or _degree(other) > MAX_DEGREE:
                    continue
                with suppress(NumberError, TooLong, TypeError, ValueError, RecursionError):
                    term = self.term(other)
                    if not _reaches(term, symbol, found):
                        found[symbol] = term
                        break
        return found

    def defined(self, gap: Any) -> Any:
        """The term with what equations define put in, as far as that goes."""
        for _ in range(MAX_DEFINITIONS):
            names = [s for s in self.equations if gap.has(s)]
            if not names or gap.count_ops() > MAX_OPERATIONS:
                break
            gap = gap.subs({s: self.equations[s] for s in names})
        return gap


def _reaches(term: Any, symbol: Any, found: Mapping[Any, Any]) -> bool:
    """Whether the symbol stands in the term, or in what defines a symbol of it."""
    seen: set[Any] = set()
    todo = [term]
    while todo:
        here = todo.pop()
        if here.has(symbol):
            return True
        for other in here.free_symbols & found.keys() - seen:
            seen.add(other)
            todo.append(found[other])
    return False


def _power(gap: Any) -> int:
    """How high powers get when an expression is multiplied out."""
    if gap.is_Pow and gap.exp.is_Integer:
        return int(_power(gap.base) * abs(gap.exp))
    degrees = [_power(part) for part in gap.args]
    return sum(degrees) if gap.is_Mul else max(degrees, default=1)


def _degree(term: Any) -> int:
    """How high the powers get when products are multiplied out."""
    if not isinstance(term, list):
        return 1
    if term[0] == "^":
        return int(_degree(term[1]) * term[2])
    degrees = [_degree(part) for part in term[1:]]
    return sum(degrees) if term[0] == "*" else max(degrees, default=1)
