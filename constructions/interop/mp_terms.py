"""Kernel terms at fifty digits: the language of ``docs/certificate.md`` in mpmath alone.

Written from the specification alone: neither the kernel nor its intervals nor FLINT has a part in
it, so that an error in one of them does not repeat itself here.  Every operation is mpmath's, in
a precision of its own.  Beside each number stands the rational that it is, where it is one; that
decides what rounding cannot: whether a divisor is 0, on which side of a jump an argument lies.

Results are rounded, not enclosed: evidence of level ``numeric``, and no verdict rests on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

import mpmath

Json = Any
Functions = Mapping[str, tuple[tuple[str, ...], Json]]

DIGITS, GUARD, MAX_DIGITS = 50, 30, 640
MAX_BITS = 4_000  # of the rational beside a number; beyond that there is none
MAX_SUMMANDS, MAX_ARGUMENT, MAX_POWER = 2_000, 100_000, 64
ELEMENTARY = ("exp", "log", "sin", "cos", "tanh", "atan")


class Unevaluated(ArithmeticError):
    """The number is not to be had, for the reason given; the formula is not judged."""


class Undefined(ArithmeticError):
    """The term has no value here: a formula in which it stands is false."""


@dataclass(frozen=True)
class Number:
    """``mp`` in mpmath, and ``exact`` if it is known to be that rational."""

    mp: Any
    exact: Fraction | None = None


class Evaluator:
    """Values of terms to ``digits`` digits and some more, for ``work`` operations at most.

    ``functions`` gives each function the names of its parameters and a term in them.
    """

    def __init__(self, functions: Functions, digits: int = DIGITS, work: int = 50_000) -> None:
        self.functions = functions
        self.context = mpmath.MPContext()
        self.context.dps = digits
        self.near = self.context.mpf(10) ** (-digits + GUARD)
        self.work = work

    def number(self, q: int | Fraction) -> Number:
        q = Fraction(q)
        return Number(self.context.mpf(q.numerator) / q.denominator, q)

    def value(self, term: Json, at: Mapping[str, Number]) -> Number:
        """The value of a term, with ``at`` for its variables.

        Raises:
            Undefined: by the rules of the language it has none.
            Unevaluated: it is too near to a jump, too long or too large to be told.
        """
        self.work -= 1
        if self.work < 0:
            raise Unevaluated("the operations granted are used up")
        if isinstance(term, str):
            return at[term] if term in at else self.number(Fraction(term))
        op, *args = term
        if op == "sum":
            return self._sum(args, at)
        if op == "app":
            return self._applied(args[0], [self.value(a, at) for a in args[1:]])
        if op == "pi":
            return Number(+self.context.pi)
        if op == "^":
            return self._power(self.value(args[0], at), args[1])
        values = [self.value(a, at) for a in args]
        if op in ELEMENTARY:
            return self._elementary(op, values[0])
        if op in ("sqrt", "abs", "sign", "floor"):
            return getattr(self, f"_{op}")(values[0])
        if op == "-" and len(values) == 1:
            return self._made(-values[0].mp, values, lambda a: -a)
        result = values[0]
        for other in values[1:]:
            result = self._joined(op, result, other)
        return result

    # -- one operation each

    def _made(self, mp: Any, values: list[Number], exactly: Any) -> Number:
        exact = [v.exact for v in values]
        if None in exact:
            return Number(mp)
        q = exactly(*exact)
        return Number(mp, q if _bits(q) <= MAX_BITS else None)

    def _joined(self, op: str, a: Number, b: Number) -> Number:
        if op == "+":
            return self._made(a.mp + b.mp, [a, b], lambda p, q: p + q)
        if op == "-":
            return self._made(a.mp - b.mp, [a, b], lambda p, q: p - q)
        if op == "*":
            return self._made(a.mp * b.mp, [a, b], lambda p, q: p * q)
        if op == "/":
            if self.side(b) == 0:
                raise Undefined("a quotient by 0")
            return self._made(a.mp / b.mp, [a, b], lambda p, q: p / q)
        if op in ("max", "min"):
            exact = None not in (a.exact, b.exact)
            above = a.exact >= b.exact if exact else a.mp >= b.mp  # type: ignore[operator]
            chosen = a if above == (op == "max") else b
            return chosen if exact else Number(chosen.mp)
        raise Unevaluated(f"an operation that is not in the language: {op}")

    def side(self, a: Number, what: str = "an argument at a jump") -> int:
        """-1, 0 or 1 for a < 0, a = 0, a > 0; Unevaluated where rounding could decide."""
        if a.exact is not None:
            return (a.exact > 0) - (a.exact < 0)
        if abs(a.mp) <= self.near:
            raise Unevaluated(f"{what} can not be told from 0")
        return 1 if a.mp > 0 else -1

    def _power(self, a: Number, n: int) -> Number:
        if not 0 <= n <= MAX_POWER:
            raise Unevaluated("a power of that size")
        if a.exact is not None and _bits(a.exact) * max(n, 1) > 4 * MAX_BITS:
            a = Number(a.mp)
        return self._made(a.mp**n, [a], lambda q: q**n)

    def _abs(self, a: Number) -> Number:
        return self._made(abs(a.mp), [a], abs)

    def _sign(self, a: Number) -> Number:
        return self.number(self.side(a))

    def _floor(self, a: Number) -> Number:
        if a.exact is not None:
            return self.number(a.exact.__floor__())
        below = self.context.floor(a.mp)
        if min(a.mp - below, below + 1 - a.mp) <= self.near:
            raise Unevaluated("an argument of floor can not be told from an integer")
        return self.number(int(below))

    def _sqrt(self, a: Number) -> Number:
        side = self.side(a, "the argument of a root")
        if side < 0:
            raise Undefined("the root of a negative number")
        return Number(self.context.sqrt(a.mp), None if a.exact is None else _root(a.exact))

    def _elementary(self, op: str, a: Number) -> Number:
        if op == "log" and self.side(a, "the argument of a logarithm") <= 0:
            raise Undefined("the logarithm of a number that is not positive")
        if op not in ("log", "atan") and abs(a.mp) > MAX_ARGUMENT:
            raise Unevaluated(f"an argument of {op} beyond {MAX_ARGUMENT}")
        exact = {"log": Fraction(1)}.get(op, Fraction(0))
        known = Fraction(1 if op in ("exp", "cos") else 0)
        mp = getattr(self.context, op)(a.mp)
        return Number(mp, known if a.exact == exact else None)

    def _applied(self, name: str, args: list[Number]) -> Number:
        if name not in self.functions:
            raise Unevaluated(f"nothing is known of the function {name}")
        parameters, body = self.functions[name]
        return self.value(body, dict(zip(parameters, args, strict=True)))

    def _sum(self, args: list[Json], at: Mapping[str, Number]) -> Number:
        index, low, high, body = args
        ends = [self.value(end, at).exact for end in (low, high)]
        if None in ends or any(q is not None and q.denominator != 1 for q in ends):
            raise Unevaluated("a sum between limits that are not known integers")
        first, last = (int(q) for q in ends if q is not None)
        if last - first >= MAX_SUMMANDS:
            raise Unevaluated(f"a sum of more than {MAX_SUMMANDS} terms")
        total = self.number(0)
        for k in range(first, last + 1):
            try:
                term = self.value(body, {**at, index: self.number(k)})
            except Undefined:
                continue  # an undefined summand counts as 0
            total = self._joined("+", total, term)
        return total


def _bits(q: Fraction) -> int:
    return q.numerator.bit_length() + q.denominator.bit_length()


def _root(q: Fraction) -> Fraction | None:
    """The root of a rational, where it is rational."""
    top, bottom = isqrt(q.numerator), isqrt(q.denominator)
    exact = top * top == q.numerator and bottom * bottom == q.denominator
    return Fraction(top, bottom) if exact else None


@dataclass(frozen=True)
class Fifty:
    """A number to fifty digits, as text and as the decimal fraction that the text is."""

    text: str
    rounded: Fraction
    unit: Fraction  # one in the last digit


ZERO = Fifty("0", Fraction(0), Fraction(1, 10**DIGITS))


def fifty(term: Json, at: Mapping[str, Json], functions: Functions, work: int = 50_000) -> Fifty:
    """The value of a term with closed terms ``at`` for its variables, rounded to fifty digits.

    It is evaluated with 80 and with 160 digits, which have to agree to fifty, and else with twice
    as many again, so that a loss of digits by cancellation shows.

    Raises:
        Undefined: by the rules of the language it has no value.
        Unevaluated: it is too long, too large or too near to a jump, or too many digits cancel.
    """

    def evaluated(digits: int) -> tuple[Evaluator, Number]:
        here = Evaluator(functions, digits, work)
        return here, here.value(term, {n: here.value(t, {}) for n, t in at.items()})

    digits = DIGITS + GUARD
    before = evaluated(digits)[1]
    while digits < MAX_DIGITS:
        digits *= 2
        here, found = evaluated(digits)
        if _agree(here, before, found):
            return _rounded(here.context, found)
        before = found
    if abs(found.mp) <= here.near:
        return ZERO  # to some 600 digits
    raise Unevaluated("too many digits cancel")


def to_digits(term: Json, at: Mapping[str, Json], functions: Functions, digits: int) -> Number:
    """The value of a term with closed terms ``at`` for its variables, to so many digits.

    The precision is doubled until two results agree to five digits more, at most four times; what
    is then still below all of its digits is 0.

    Raises:
        Undefined, Unevaluated: as :func:`fifty`.
    """
    before: Number | None = None
    working = digits + GUARD
    for _ in range(5):
        here = Evaluator(functions, working)
        found = here.value(term, {n: here.value(t, {}) for n, t in at.items()})
        if found.exact is not None or (before and _agree(here, before, found, digits)):
            context = mpmath.MPContext()
            context.dps = digits
            return Number(context.mpf(found.mp), found.exact)
        before, working = found, 2 * working
    if abs(found.mp) <= here.near:
        return Number(here.context.mpf(0))
    raise Unevaluated("too many digits cancel")


def _agree(here: Evaluator, before: Number, found: Number, digits: int = DIGITS) -> bool:
    gap = abs(before.mp - found.mp)
    return bool(gap <= here.context.mpf(10) ** (-digits - 5) * abs(found.mp))


def _rounded(context: Any, found: Number) -> Fifty:
    if found.mp == 0:
        return ZERO
    text = context.nstr(found.mp, DIGITS, strip_zeros=False)
    rounded = Fraction(text)
    if rounded == found.exact and "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    exponent = int(context.floor(context.log10(abs(found.mp))))
    return Fifty(text, rounded, Fraction(10) ** (exponent - DIGITS + 1))
