"""Data for statements whose hypotheses define sequences: points at small values of the integers.

``for all i from 1 to N: alpha(i) = ...`` is met by no function that a search would try.  Here the
integers get small values (:mod:`verify.small_lengths`), what the equations among the hypotheses
leave free is found by the search for data, the rest follows, and a function of integers becomes
the term that has these values.  Whether the hypotheses hold at the point is for others to judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from verify.small_lengths import Leaf, Small, TooMuch, at_size, leaves

Json = Any
SIZES, LEAVES, WORK, MOST = (2, 3, 1), 3, 3_000, 1
Term = tuple[tuple[str, ...], Json]


@dataclass(frozen=True)
class SmallPoint:
    """Closed terms for variables and terms for functions; ``inside`` is what a conclusion binds."""

    values: dict[str, Json]
    functions: dict[str, Term]
    inside: dict[str, Json]


def small_points(statement: Json) -> Iterator[SmallPoint]:
    """Points at which the equations among the hypotheses are met by construction."""
    for leaf in islice(leaves(statement["show"]), LEAVES):
        for size, least in product(SIZES, (False, True)):
            try:
                points = list(_at(statement, leaf, size, least))
            except TooMuch:
                break
            if points:
                yield from points
                break


def _at(statement: Json, leaf: Leaf, size: int, least: bool) -> Iterator[SmallPoint]:
    arities = statement["functions"]
    lines = {name: _line(arities[name]) for name in _lipschitz(statement["given"])}
    small = at_size(statement, leaf, size, whole=True, put=lines, least=least)
    if small is not None and small.statement["functions"]:  # applied to what is no number
        more = {name: _line(arities[name]) for name in small.statement["functions"]}
        small = at_size(statement, leaf, size, whole=True, put={**more, **lines}, least=least)
    if small is None or small.statement["functions"]:
        return
    from proofs.search.data import satisfying

    defined, rest = _solved(small)
    for found in islice(satisfying(rest, WORK), MOST):
        at = {name: found.witness.values.get(name, "1") for name in rest["vars"]}
        at = {name: term if isinstance(term, list) else str(term) for name, term in at.items()}
        for name in reversed(defined):
            at[name] = _put(defined[name], at)
        yield _point(statement, small, at)


def _point(statement: Json, small: Small, at: Mapping[str, Json]) -> SmallPoint:
    whole = {**at, **{name: str(k) for name, k in small.values.items()}}
    tables: dict[str, list[tuple[tuple[Json, ...], Json]]] = {}
    for name, (function, *args) in small.numbers.items():
        tables.setdefault(function, []).append((tuple(args), at[name]))
    functions = {}
    for name, arity in statement["functions"].items():
        if name in small.functions:
            parameters, body = small.functions[name]
            names = parameters or tuple(f"a{i}" for i in range(1, arity + 1))
            functions[name] = (
                names,
                _put(body, {k: v for k, v in whole.items() if k not in names}),
            )
        else:
            functions[name] = _table(arity, tables.get(name, []))
    values = {name: whole.get(name, "1") for name in statement["vars"]}
    inside = {name: term for name, term in whole.items() if name not in values}
    return SmallPoint(
        values, functions, {k: v for k, v in inside.items() if k not in small.numbers}
    )


def _solved(small: Small) -> tuple[dict[str, Json], Json]:
    """What equations give, each by later ones and by what is free, and what else is given."""
    given, defined = list(small.statement["given"]), dict[str, Json]()
    found = True
    while found:
        found = False
        for formula in given:
            op, *sides = formula
            pairs = [sides, sides[::-1]] if op == "=" else []
            for name, term in pairs:
                if (
                    isinstance(name, str)
                    and name in small.statement["vars"]
                    and not _has(term, name)
                ):
                    given = [_put(g, {name: term}) for g in given if g is not formula]
                    defined[name] = term
                    found = True
                    break
            if found:
                break
        if sum(len(str(g)) for g in given) > 60_000:
            raise TooMuch("too long at these values")
    free = {n: s for n, s in small.statement["vars"].items() if n not in defined}
    plain = [g for g in given if g[0] in ("<=", "<", "=", "!=", "implies")]
    return defined, {"vars": free, "functions": {}, "given": plain, "show": ["<=", "0", "0"]}


def _line(arity: int) -> Term:
    """A function that is neither constant nor steep: (a1 + 2 a2 + ...)/4 - 1/8."""
    names = tuple(f"a{i}" for i in range(1, arity + 1))
    parts = [["*", f"{i}/4", name] for i, name in enumerate(names, 1)]
    return names, ["-", ["+", *parts] if len(parts) > 1 else parts[0], "1/8"]


def _table(arity: int, rows: list[tuple[tuple[Json, ...], Json]]) -> Term:
    """The function with these values at numbers, and 0 elsewhere."""
    names = tuple(f"a{i}" for i in range(1, arity + 1))
    parts = []
    for keys, term in rows:
        if term == "0":
            continue
        here: Json = term
        for name, key in zip(names, keys, strict=True):
            here = ["*", here, ["-", "1", ["abs", ["sign", ["-", name, key]]]]]
        parts.append(here)
    return names, ["+", *parts] if len(parts) > 1 else parts[0] if parts else "0"


def _lipschitz(given: list[Json]) -> list[str]:
    return [formula[1] for formula in given if formula[0] == "lipschitz"]


def _put(node: Json, at: Mapping[str, Json]) -> Json:
    """A term or formula without quantifiers, with terms for names."""
    if isinstance(node, str):
        return at.get(node, node)
    if not isinstance(node, list):
        return node
    if node[0] == "app":
        return ["app", node[1], *(_put(part, at) for part in node[2:])]
    if node[0] in ("sum", "all", "some"):
        inside = {name: term for name, term in at.items() if name != node[1]}
        return [*node[:2], *(_put(part, inside) for part in node[2:])]
    return [node[0], *(_put(part, at) for part in node[1:])]


def _has(node: Json, name: str) -> bool:
    return node == name or (isinstance(node, list) and any(_has(p, name) for p in node[1:]))
