"""The kernel's box enclosures in floating point: where a cover should be cut.

The same three enclosures per term as :mod:`proofs.kernel.cover` (range, value in the middle,
slope), without outward rounding.  They guide the search and prove nothing: the kernel repeats
every box in rational arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from proofs.kernel.terms import substitute

Pair = tuple[float, float]


class NoForm(ArithmeticError):
    """The term has no finite enclosure on this box."""


class FloatForm(NamedTuple):
    range: Pair
    middle: Pair
    slope: Pair | None


FLAT: Pair = (0.0, 0.0)


class FloatTerm:
    """A term (as the kernel reads it) in one variable, ready for repeated enclosure."""

    def __init__(self, term: Any, name: str = "x") -> None:
        self.name = name
        self.term = self._prepare(term)

    def _prepare(self, term: Any) -> Any:
        if isinstance(term, Fraction):
            value = float(term)
            return FloatForm((value, value), (value, value), FLAT)
        if isinstance(term, str):
            if term != self.name:
                raise NoForm(f"free variable {term}")
            return ("shift", Fraction(0))
        op, args = term[0], term[1:]
        if op in "+-" and len(args) == 2 and args[0] == self.name and isinstance(args[1], Fraction):
            return ("shift", args[1] if op == "+" else -args[1])  # x - k/N without cancellation
        if op == "^":
            return (op, self._prepare(args[0]), args[1])
        if op == "sum":
            return self._written_out(term)
        if op == "app":
            raise NoForm("an uninterpreted function")
        parts = [self._prepare(a) for a in args]
        if op in ("+", "-", "*", "/") and all(isinstance(p, FloatForm) for p in parts):
            return _combine(op, parts)
        return (op, *parts)

    def _written_out(self, term: Any) -> Any:
        low, high = term[2:4]
        if not (isinstance(low, Fraction) and isinstance(high, Fraction)):
            raise NoForm("a sum with computed limits")
        indices = range(math.ceil(low), math.floor(high) + 1)
        parts = [substitute(term[4], term[1], Fraction(k)) for k in indices]
        zero = self._prepare(Fraction(0))
        return ("+", zero, *(self._prepare(part) for part in parts))

    def form(self, low: Fraction, high: Fraction) -> FloatForm:
        """The enclosures on ``]low, high[``, or at the point ``low = high``.

        Raises:
            NoForm: a denominator, root or logarithm may be out of range, or a value overflows.
        """
        try:
            return _enclose(self.term, low, high, float(high - low) / 2)
        except (OverflowError, ValueError, ZeroDivisionError) as error:
            raise NoForm(str(error)) from None

    def upper(self, low: Fraction, high: Fraction) -> float:
        """The largest value on the closed interval that the enclosures allow (inf if none)."""
        try:
            cells = {(low, low), (low, high), (high, high)}
            return max(self.form(*cell).range[1] for cell in cells)
        except NoForm:
            return math.inf


def _enclose(term: Any, low: Fraction, high: Fraction, radius: float) -> FloatForm:
    if isinstance(term, FloatForm):
        return term
    op = term[0]
    if op == "shift":
        a, b = float(low + term[1]), float(high + term[1])
        middle = a if a == b else (a + b) / 2
        return FloatForm((a, b), (middle, middle), (1.0, 1.0))
    if op == "^":
        part = _enclose(term[1], low, high, radius)
        form = FloatForm((1.0, 1.0), (1.0, 1.0), FLAT)
        for _ in range(term[2]):
            form = _tight(_times(form, part), radius)
        return form
    forms = [_enclose(a, low, high, radius) for a in term[1:]]
    if op in ("+", "-", "*", "/"):
        form = _combine(op, forms)
    elif op in ("abs", "sign", "floor"):
        form = _kinked(op, forms[0], radius)
    elif op in ("max", "min"):
        form = _extreme(op, *forms)
    elif op == "pi":
        form = FloatForm((math.pi, math.pi), (math.pi, math.pi), FLAT)
    else:
        form = _smooth(op, forms[0])
    return _tight(form, radius)


def _mul(a: Pair, b: Pair) -> Pair:
    ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    low, high = min(ends), max(ends)
    if not (math.isfinite(low) and math.isfinite(high)):
        raise NoForm("overflow")
    return low, high


def _combine(op: str, forms: list[FloatForm]) -> FloatForm:
    form = forms[0]
    if op == "+":
        for other in forms[1:]:
            form = _plus(form, other)
    elif op == "-":
        last = _negative(forms[-1])
        form = last if len(forms) == 1 else _plus(form, last)
    elif op == "*":
        for other in forms[1:]:
            form = _times(form, other)
    else:
        form = _times(form, _smooth("inverse", forms[1]))
    return form


def _tight(form: FloatForm, radius: float) -> FloatForm:
    if form.slope is None or not radius:
        return form if radius else form._replace(range=form.middle)
    reach = max(-form.slope[0], form.slope[1]) * radius
    low = max(form.range[0], form.middle[0] - reach)
    high = min(form.range[1], form.middle[1] + reach)
    return form._replace(range=(low, max(low, high)))


def _negative(a: FloatForm) -> FloatForm:
    slope = None if a.slope is None else (-a.slope[1], -a.slope[0])
    return FloatForm((-a.range[1], -a.range[0]), (-a.middle[1], -a.middle[0]), slope)


def _plus(a: FloatForm, b: FloatForm) -> FloatForm:
    slope = None
    if a.slope is not None and b.slope is not None:
        slope = (a.slope[0] + b.slope[0], a.slope[1] + b.slope[1])
    return FloatForm(
        (a.range[0] + b.range[0], a.range[1] + b.range[1]),
        (a.middle[0] + b.middle[0], a.middle[1] + b.middle[1]),
        slope,
    )


def _times(a: FloatForm, b: FloatForm) -> FloatForm:
    slope = None
    if a.slope is not None and b.slope is not None:
        first, second = _mul(a.slope, b.range), _mul(a.range, b.slope)
        slope = (first[0] + second[0], first[1] + second[1])
    return FloatForm(_mul(a.range, b.range), _mul(a.middle, b.middle), slope)


def _side(form: FloatForm, radius: float) -> int | None:
    low, high = form.range
    if low == high == 0:
        return 0
    moving = form.slope is not None and not form.slope[0] <= 0 <= form.slope[1] and radius > 0
    if low > 0 or (low == 0 and moving):
        return 1
    return -1 if high < 0 or (high == 0 and moving) else None


def _size(a: Pair) -> Pair:
    if a[0] > 0:
        return a
    return (-a[1], -a[0]) if a[1] < 0 else (0.0, max(-a[0], a[1]))


def _kinked(op: str, a: FloatForm, radius: float) -> FloatForm:
    low, high = a.range
    if op == "floor":
        below, above = float(math.floor(low)), float(math.floor(high))
        moving = a.slope is not None and not a.slope[0] <= 0 <= a.slope[1]
        if above == high and above > below and moving and radius > 0:
            above -= 1
        return _step((below, above))
    side = _side(a, radius)
    if op == "sign":
        return _step((-1.0, 1.0) if side is None else (float(side), float(side)))
    if side is not None:
        return a if side > 0 else _negative(a) if side < 0 else FloatForm(FLAT, FLAT, FLAT)
    slope = None
    if a.slope is not None:
        steep = max(abs(a.slope[0]), abs(a.slope[1]))
        slope = (-steep, steep)
    return FloatForm(_size(a.range), _size(a.middle), slope)


def _step(value: Pair) -> FloatForm:
    return FloatForm(value, value, FLAT if value[0] == value[1] else None)


def _extreme(op: str, a: FloatForm, b: FloatForm) -> FloatForm:
    pick = max if op == "max" else min
    for winner, other in ((a, b), (b, a)):
        above, below = (winner, other) if op == "max" else (other, winner)
        if above.range[0] >= below.range[1]:
            return winner
    slope = None
    if a.slope is not None and b.slope is not None:
        slope = (min(a.slope[0], b.slope[0]), max(a.slope[1], b.slope[1]))
    return FloatForm(
        (pick(a.range[0], b.range[0]), pick(a.range[1], b.range[1])),
        (pick(a.middle[0], b.middle[0]), pick(a.middle[1], b.middle[1])),
        slope,
    )


def _inverse(a: Pair) -> Pair:
    if a[0] <= 0 <= a[1]:
        raise NoForm("division by zero")
    return 1 / a[1], 1 / a[0]


def _around(f: Callable[[float], float], a: Pair) -> Pair:
    middle, radius = f((a[0] + a[1]) / 2), (a[1] - a[0]) / 2
    return max(-1.0, middle - radius), min(1.0, middle + radius)


def _value(op: str, a: Pair) -> Pair:
    if op == "inverse":
        return _inverse(a)
    if op in ("sin", "cos"):
        return _around(getattr(math, op), a)
    function = getattr(math, op)
    return function(a[0]), function(a[1])


def _smooth(op: str, a: FloatForm) -> FloatForm:
    value, middle = _value(op, a.range), _value(op, a.middle)
    rate = _rate(op, a.range, value)
    slope = None if a.slope is None or rate is None else _mul(rate, a.slope)
    return FloatForm(value, middle, slope)


def _rate(op: str, at: Pair, value: Pair) -> Pair | None:
    if op == "inverse":
        square = _size(_mul(value, value))
        return -square[1], -square[0]
    if op == "exp":
        return value
    if op == "log":
        return _inverse(at)
    if op == "sin":
        return _value("cos", at)
    if op == "cos":
        sine = _value("sin", at)
        return -sine[1], -sine[0]
    if op == "tanh":
        square = _size(_mul(value, value))
        return 1 - square[1], 1 - square[0]
    if op == "atan":
        square = _mul(at, at)
        return 1 / (1 + square[1]), 1 / (1 + max(square[0], 0.0))
    return None if value[0] <= 0 else (1 / (2 * value[1]), 1 / (2 * value[0]))  # sqrt
