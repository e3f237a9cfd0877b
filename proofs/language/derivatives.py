"""Derivatives of terms, written out: ``diff(t, x)`` in the language of statements.

A derivative is the term that the rules of differentiation give, and is undefined wherever t is: a
part of t that may be undefined and does not occur in the derivative is added, times 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = Any
HERE = "x?"
"""Stands for the variable; no name of a statement looks so."""


class NotSmooth(ValueError):
    """A part of the term has no derivative everywhere, or none that is a term."""


def derivative(term: Json, name: str = HERE) -> Json:
    """The derivative with respect to a variable, by the rules for sums, products and chains.

    Raises:
        NotSmooth: there is an ``abs``, ``max``, ``min``, ``sign``, ``floor``, a free function or a
            sum of that variable in the term.
    """
    found = _slope(term, name)
    there = {str(part) for part in _partial(found)}
    missing = {
        str(p): p
        for p in _partial(term)
        if not _positive(p[-1]) and (p[0] == "log" or str(p) not in there)
    }
    for part in missing.values():
        found = _sum([found, ["*", "0", part]])
    return found


def replaced(term: Json, name: str, value: Json) -> Json:
    """The term with ``value`` for a variable."""
    if isinstance(term, list):
        return [term[0], *(replaced(part, name, value) for part in term[1:])]
    return value if term == name else term


def _slope(term: Json, name: str) -> Json:
    if not _occurs(term, name):
        return "0"
    if term == name:
        return "1"
    op, *args = term
    if op == "+":
        return _sum([_slope(a, name) for a in args])
    if op == "-":
        *before, last = [_slope(a, name) for a in args]
        return _sum([*before, _times("-1", last)])
    if op == "*":
        rests = [[*args[:i], *args[i + 1 :]] for i in range(len(args))]
        return _sum([_times(_slope(a, name), *r) for a, r in zip(args, rests, strict=True)])
    if op == "^":
        base, n = args
        power: Json = base if n == 2 else "1" if n == 1 else ["^", base, n - 1]
        return _times(str(n), power, _slope(base, name)) if n else "0"
    if op == "/":
        top, bottom = args
        first: Json = _slope(top, name)
        first = first if first == "0" else ["/", first, bottom]
        second: Json = _times(top, _slope(bottom, name))
        second = second if second == "0" else ["/", second, ["^", bottom, 2]]
        return _sum([first, _times("-1", second)])
    if op not in RATES:
        raise NotSmooth(f"{_WORDS.get(op, op)} has no derivative here")
    return _times(RATES[op](args[0], term), _slope(args[0], name))


RATES: dict[str, Any] = {
    "exp": lambda a, t: t,
    "log": lambda a, t: ["/", "1", a],
    "sqrt": lambda a, t: ["/", "1", ["*", "2", t]],
    "sin": lambda a, t: ["cos", a],
    "cos": lambda a, t: ["-", ["sin", a]],
    "tanh": lambda a, t: ["-", "1", ["^", t, 2]],
    "atan": lambda a, t: ["/", "1", ["+", "1", ["^", a, 2]]],
}
"""The derivative of a function at a, where its value is t."""
_WORDS = {"app": "a function that is left open", "sum": "a sum"}


def _partial(term: Json) -> Iterator[Json]:
    """Quotients by what is no number, roots and logarithms in a term, not those inside of sums."""
    if not isinstance(term, list) or term[0] == "sum":
        return
    if term[0] in ("sqrt", "log"):
        yield term
    if term[0] == "/" and isinstance(term[2], list | str) and not _is_number(term[2]):
        yield ["/", "1", term[2][1] if term[2][0] == "^" else term[2]]
    for part in term[1:]:
        yield from _partial(part)


def _positive(term: Json) -> bool:
    """Whether a term is a sum of positive numbers and exponentials."""
    if isinstance(term, list):
        defined = term[0] == "exp" and not any(_partial(term[1]))
        return defined or (term[0] == "+" and all(map(_positive, term[1:])))
    return _is_number(term) and term[0] != "-"


def _is_number(term: Json) -> bool:
    return isinstance(term, str) and term.lstrip("-")[:1].isdigit() and term != "0"


def _occurs(term: Json, name: str) -> bool:
    return any(_occurs(p, name) for p in term[1:]) if isinstance(term, list) else term == name


def _sum(parts: list[Json]) -> Json:
    kept = [part for part in parts if part != "0"]
    return kept[0] if len(kept) == 1 else ["+", *kept] if kept else "0"


def _times(*parts: Json) -> Json:
    if "0" in parts:
        return "0"
    kept = [part for part in parts if part != "1"]
    return kept[0] if len(kept) == 1 else ["*", *kept] if kept else "1"
