"""Rigorous ranges of a function over an interval."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from constructions.functions.errors import FunctionError, NotDefined, Undecided, quote, show
from constructions.functions.jets import Jet, JetSystem
from constructions.functions.reals import RealSystem, Undefined
from constructions.systems import NumberError

if TYPE_CHECKING:
    from constructions.functions.function import Function

MAX_HALVINGS = 10

Range = tuple[Fraction, Fraction]


def enclose(f: Function, lo: Fraction, hi: Fraction, bits: int) -> Range:
    """See :meth:`constructions.functions.function.Function.enclose`."""
    from constructions.interop.flint import round_dyadic

    if lo > hi:
        raise FunctionError(f"an interval needs lo <= hi, not [{show(lo)}, {show(hi)}]")
    if bits < 2:
        raise FunctionError("an enclosure needs at least 2 bits")
    name = f.single_variable()
    waiting: list[tuple[Fraction, Fraction, int]] = [(lo, hi, 0)]
    found: list[Range] = []
    while waiting:
        a, b, depth = waiting.pop()
        try:
            found.append(_over(f, name, a, b, bits))
        except NumberError:
            _refuse_undefined(f, name, a, b, bits)
            if depth == MAX_HALVINGS or a == b:
                raise Undecided(
                    f"no finite range of '{quote(f.text)}' was found near x = {show(a)}", a
                ) from None
            middle = (a + b) / 2
            waiting += [(a, middle, depth + 1), (middle, b, depth + 1)]
    low, high = min(r[0] for r in found), max(r[1] for r in found)
    return round_dyadic(low, bits, -1), round_dyadic(high, bits, 1)


def _refuse_undefined(f: Function, name: str, a: Fraction, b: Fraction, bits: int) -> None:
    system = RealSystem(bits + 64)
    for z in (a, (a + b) / 2, b):
        try:
            f.program.run(system, {name: system.const(z)})
        except Undefined as reason:
            raise NotDefined(
                f"'{quote(f.text)}' is not defined at x = {show(z)}: {reason}", z
            ) from None
        except NumberError:
            continue


def _over(f: Function, name: str, a: Fraction, b: Fraction, bits: int) -> Range:
    from constructions.functions.spans import SpanSystem
    from constructions.interop.flint import from_interval, to_fractions

    reals = RealSystem(bits + 32)
    if a == b:
        return _at(f, name, a, reals)
    spans = SpanSystem(bits + 32)
    with spans.working():
        span = spans.finite(f.program.run(spans, {name: spans.interval(a, b)}))
        low, high = to_fractions(span.lo)[0], to_fractions(span.hi)[1]
        jets = JetSystem(spans.balls)
        middle = (a + b) / 2
        try:
            wide = f.program.run(jets, {name: jets.variable(from_interval(a, b))})
            if len(wide.c) < 2 or not all(part.is_finite() for part in wide.c):
                return low, high
            if wide.c[1] >= 0 or wide.c[1] <= 0:
                first, last = _at(f, name, a, reals), _at(f, name, b, reals)
                return min(first[0], last[0]), max(first[1], last[1])
            centre: Jet = f.program.run(jets, {name: jets.variable(from_interval(middle, middle))})
            half = (b - a) / 2
            better = to_fractions(centre.c[0] + wide.c[1] * from_interval(-half, half))
        except NumberError:
            return low, high
    low, high = max(low, better[0]), min(high, better[1])
    if low > high:
        raise ArithmeticError("two enclosures of the same range do not meet")
    return low, high


def _at(f: Function, name: str, q: Fraction, reals: RealSystem) -> Range:
    from constructions.interop.flint import to_fractions

    value = f.program.run(reals, {name: reals.const(q)})
    if value.exact is not None:
        return value.exact, value.exact
    low, high = to_fractions(value.ball())
    return low, high
