"""Terms and formulas as JSON: what is free in them, and what is put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from proofs.kernel.errors import Reject
from proofs.kernel.terms import NUMBER

Json = Any
BINDERS = {"all": 2, "some": 2, "sum": 3}


def free(data: Json) -> frozenset[str]:
    """The variables of a term or formula that it does not bind."""
    if isinstance(data, str):
        return frozenset() if NUMBER.fullmatch(data) else frozenset({data})
    if not isinstance(data, list):
        return frozenset()
    op = data[0]
    if op == "sum":
        limits = free(data[2]) | free(data[3])
        return limits | (free(data[4]) - {data[1]})
    if op in BINDERS:
        return free(data[3]) - {data[1]}
    kept = 2 if op in ("app", "lipschitz") else 1
    return frozenset().union(*map(free, data[kept:]))


def put(data: Json, name: str, term: Json) -> Json:
    """The term or formula with ``term`` for a variable; what it binds is renamed where it must."""
    return _put(data, {name: term}, free(term))


def put_all(data: Json, values: Mapping[str, Json]) -> Json:
    """The same with several terms, each for its variable, at once."""
    return _put(data, values, frozenset().union(*map(free, values.values())))


def _put(data: Json, values: Mapping[str, Json], met: frozenset[str]) -> Json:
    """``met`` are the variables of what is put."""
    if isinstance(data, str):
        return values.get(data, data)
    if not isinstance(data, list):
        return data
    op = data[0]
    if op in BINDERS:
        bound, body = data[1], data[-1]
        inner = {k: v for k, v in values.items() if k != bound}
        if bound in met and inner.keys() & (used := free(body)):
            new = _fresh(bound, met | used)
            inner, bound = {**inner, bound: new}, new
        limits = [_put(part, values, met) for part in data[2:4]] if op == "sum" else [data[2]]
        return [op, bound, *limits, _put(body, inner, met)]
    kept = 2 if op in ("app", "lipschitz") else 1
    return [*data[:kept], *(_put(part, values, met) for part in data[kept:])]


def apart(data: Json, taken: frozenset[str] | None = None) -> Json:
    """The same with other names for what it binds, where they are names of something free in it."""
    if not isinstance(data, list):
        return data
    taken = free(data) if taken is None else taken
    op = data[0]
    if op not in BINDERS:
        return [part if isinstance(part, (str, int)) else apart(part, taken) for part in data]
    bound, body = data[1], data[-1]
    if bound in taken:
        new = _fresh(bound, taken | free(body))
        body, bound = put(body, bound, new), new
    limits = [apart(part, taken) for part in data[2:4]] if op == "sum" else [data[2]]
    return [op, bound, *limits, apart(body, taken | {bound})]


def alike(one: Json, other: Json, at: Mapping[str, str] = {}) -> bool:
    """Whether two terms or formulas are the same but for the names that they bind."""
    if not isinstance(one, list) or not isinstance(other, list):
        return bool(at.get(one, one) == other) if isinstance(one, str) else bool(one == other)
    if one[0] != other[0] or len(one) != len(other):
        return False
    if one[0] in BINDERS:
        if one[0] != "sum" and one[2] != other[2]:
            return False
        limits = zip(one[2:-1], other[2:-1], strict=True) if one[0] == "sum" else ()
        inner = {**{n: m for n, m in at.items() if m != other[1]}, one[1]: other[1]}
        return all(alike(a, b, at) for a, b in limits) and alike(one[-1], other[-1], inner)
    kept = 2 if one[0] in ("app", "lipschitz") else 1
    pairs: Sequence[tuple[Json, Json]] = list(zip(one[kept:], other[kept:], strict=True))
    return bool(one[:kept] == other[:kept]) and all(alike(a, b, at) for a, b in pairs)


def linear(data: Json) -> dict[str, Fraction]:
    """A term as a sum of multiples of terms that are none; a number is a multiple of the empty one.

    What is written otherwise within such a term, m - 1 or m + -1, makes no other term of it.
    """
    if isinstance(data, str) and NUMBER.fullmatch(data):
        return {"": Fraction(data)} if Fraction(data) else {}
    op, *parts = data if isinstance(data, list) else ("",)
    if op not in ("+", "-", "*"):
        return {_key(data): Fraction(1)}
    inside = [linear(part) for part in parts]
    if op == "*":
        numbers = [one.get("", Fraction(0)) for one in inside if one.keys() <= {""}]
        others = [one for one in inside if not one.keys() <= {""}]
        if len(others) > 1:
            return {f"({') ('.join(sorted(map(_sum, others)))})": prod(numbers, start=Fraction(1))}
        total = others[0] if others else {"": Fraction(1)}
        return _added([(prod(numbers, start=Fraction(1)), total)])
    signs = [-1 if op == "-" and (i or len(inside) == 1) else 1 for i in range(len(inside))]
    return _added([(Fraction(sign), one) for sign, one in zip(signs, inside, strict=True)])


def _added(parts: Sequence[tuple[Fraction, Mapping[str, Fraction]]]) -> dict[str, Fraction]:
    total: dict[str, Fraction] = {}
    for factor, part in parts:
        for atom, c in part.items():
            total[atom] = total.get(atom, Fraction(0)) + factor * c
    return {atom: c for atom, c in total.items() if c}


def _sum(terms: Mapping[str, Fraction]) -> str:
    return " + ".join(f"{c} {atom}" for atom, c in sorted(terms.items()))


def _key(data: Json) -> str:
    if not isinstance(data, list):
        return str(data)
    if data[0] in BINDERS:
        return str(data)
    kept = 2 if data[0] in ("app", "lipschitz") else 1
    inside = [part if isinstance(part, int) else _sum(linear(part)) for part in data[kept:]]
    return f"{data[:kept]}({', '.join(map(str, inside))})"


def _fresh(name: str, taken: frozenset[str]) -> str:
    choices = "kijlmn" if name in "kijlmn" else name
    for other in (*choices, *(f"{name}{i}" for i in range(1, 1000))):
        if other not in taken:
            return other
    raise Reject("bad-name", name)
