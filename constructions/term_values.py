"""Kernel terms read back into a number system: the way that :class:`TermSystem` goes, backwards.

Balls and sympy read terms through this.  (mpmath does not: :mod:`constructions.interop.mp_terms`
is written apart, in order to be compared with what comes out here.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

Json = Any
MAX_SUMMANDS = 5_000
METHODS = {"max": "maximum", "min": "minimum"}
METHODS |= {n: n for n in ("abs", "sign", "floor", "sqrt", "exp", "log", "sin", "cos", "tanh")}
METHODS |= {"atan": "atan"}


class TooLong(ArithmeticError):
    """A sum that is not written out, or a function without a meaning."""


def value(
    term: Json,
    system: Any,
    at: Mapping[str, Any],
    applied: Callable[[str, list[Any]], Any] | None = None,
    total: Callable[..., Any] | None = None,
) -> Any:
    """A term in a :class:`constructions.systems.System`, with ``at`` for its variables.

    ``applied(name, values)`` gives the values of functions; ``total(index, low, high, body, at)``
    takes sums whose limits are no numbers.

    Raises:
        TooLong: a sum of more than 5,000 terms, or a function or sum that nothing is given for.
    """

    def read(node: Json, at: Mapping[str, Any], known: Mapping[str, int]) -> Any:
        if isinstance(node, str):
            return at[node] if node in at else system.const(Fraction(node))
        op, *args = node
        if op == "sum":
            return summed(args, at, known)
        if op == "pi":
            return system.pi()
        if op == "^":
            base = read(args[0], at, known)
            return system.power(base, args[1]) if hasattr(system, "power") else base ** args[1]
        if op == "app":
            if applied is None:
                raise TooLong(f"the function {args[0]}")
            return applied(args[0], [read(a, at, known) for a in args[1:]])
        values = [read(a, at, known) for a in args]
        if op in METHODS:
            return getattr(system, METHODS[op])(*values)
        if op == "-" and len(values) == 1:
            return -values[0]
        result = values[0]
        for other in values[1:]:
            result = joined(op, result, other)
        return result

    def joined(op: str, a: Any, b: Any) -> Any:
        if op == "/":
            return (
                system.ratio(a, b, None) if not hasattr(system, "divide") else system.divide(a, b)
            )
        if op not in "+-*":
            raise TooLong(f"the operation {op}")
        return a + b if op == "+" else a - b if op == "-" else a * b

    def summed(args: list[Json], at: Mapping[str, Any], known: Mapping[str, int]) -> Any:
        index, low, high, body = args
        ends = [_integer(end, known) for end in (low, high)]
        if ends[0] is None or ends[1] is None:
            if total is None:
                raise TooLong("a sum between limits that are no numbers")
            return total(index, low, high, body, at, lambda t, here: read(t, here, known))
        if ends[1] - ends[0] >= MAX_SUMMANDS:
            raise TooLong(f"a sum of more than {MAX_SUMMANDS} terms")
        result = system.const(0)
        for k in range(ends[0], ends[1] + 1):
            here, inside = {**at, index: system.const(k)}, {**known, index: k}
            result = result + read(body, here, inside)
        return result

    return read(term, at, {})


def _integer(end: Json, known: Mapping[str, int]) -> int | None:
    """A limit that is an integer by numbers, indices of sums and ``+ - * / ^ floor`` alone."""
    try:
        q = _rational(end, known)
    except (ValueError, TypeError, ZeroDivisionError):
        return None
    return int(q) if q.denominator == 1 else None


def _rational(term: Json, known: Mapping[str, int]) -> Fraction:
    if isinstance(term, str):
        return Fraction(known[term]) if term in known else Fraction(term)
    op, *args = term
    if op == "^":
        return _rational(args[0], known) ** args[1]
    if op == "floor":
        return Fraction(_rational(args[0], known).__floor__())
    if op not in "+-*/":
        raise ValueError(op)
    first, *rest = (_rational(a, known) for a in args)
    if not rest:
        return -first
    for q in rest:
        if op == "/":
            first = first / q
        else:
            first = first + q if op == "+" else first - q if op == "-" else first * q
    return first
