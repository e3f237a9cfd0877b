"""Functions that are polynomials through values at 1, 2, ..., n, as these values.

A matrix in the data of a refutation is a function of its indices, written as the polynomial of
Lagrange.  Its values at so many integers, and its degree, say the same, and can be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from proofs import notation
from proofs.search.closed_terms import put
from verify.followed import names_in, rational

Json = Any
LEAST, MOST = 2, 36  # the degree from which values are shown, and how many are


def boxes(
    head: notation.Box, layout: notation.Layout, parameters: Sequence[str], body: Json
) -> notation.Box | None:
    """``X(u, v) = (1, 0, 3, 0) at v = 1, …, 4; of degree ≤ 3``; none where it is no such function.

    The values are those at all integers from 1 to one more than the degree, so that they determine
    the polynomial; of two parameters the first is that of the rows.
    """
    sizes = _sizes(parameters, body)
    if sizes is None:
        return None
    rows: list[notation.Box] = []
    *outer, last = sizes
    for fixed in product(*(range(1, sizes[name] + 1) for name in outer)):
        at = dict(zip(outer, map(str, fixed), strict=True))
        values = [rational(put(body, {**at, last: str(k)})) for k in range(1, sizes[last] + 1)]
        rows += [["op", ";"]] if rows else []
        for number, value in enumerate(values):
            if value is None:
                return None
            rows += [["op", ","]] if number else []
            rows.append(layout.term(str(value)))
    where: list[notation.Box] = [["text", " at "]]
    for number, (name, size) in enumerate(sizes.items()):
        where += [["text", " and "]] if number else []
        ends = [["op", "="], ["num", "1"], ["op", ","], ["op", "…"], ["op", ","]]
        where += [layout.names(name), *ends, ["num", str(size)]]
    most = max(sizes.values()) - 1
    each = " in each" if len(sizes) > 1 else ""
    where.append(["text", f"; of degree ≤ {most}{each}"])
    return ["row", head, ["op", "="], ["fence", "(", ["row", *rows], ")"], *where]


def applied(term: Json, functions: Mapping[str, tuple[Sequence[str], Json]]) -> bool:
    """Whether one of the functions in a term is such a polynomial."""
    there = _functions(term)
    return any(name in there and _sizes(*made) for name, made in functions.items())


def _functions(term: Json) -> set[str]:
    if not isinstance(term, list):
        return set()
    own = {term[1]} if term[0] == "app" else set()
    return own.union(*map(_functions, term[1:]))


def _sizes(parameters: Sequence[str], body: Json) -> dict[str, int] | None:
    """How many values there are for each parameter; none of what is no polynomial of Lagrange."""
    if names_in(body) - {*parameters}:
        return None
    degrees = {name: _degree(body, name) for name in parameters}
    sizes = {name: degree + 1 for name, degree in degrees.items() if degree}
    roots = {name: {*_roots(body, name)} for name in sizes}
    many = 1
    for name, size in sizes.items():
        if size <= LEAST or len(roots[name]) < size - 1 or not roots[name] <= {*range(1, size + 1)}:
            return None
        many *= size
    one = len(set(sizes.values())) == 1
    return sizes if one and many <= MOST and None not in degrees.values() else None


def _degree(node: Json, name: str) -> int | None:
    """In a variable, as the term is written; none where it is no polynomial."""
    if not isinstance(node, list):
        return int(node == name)
    inner = [_degree(part, name) for part in node[1:] if not isinstance(part, int)]
    if not any(degree != 0 for degree in inner):
        return 0
    known = [degree for degree in inner if degree is not None]
    if len(known) < len(inner):
        return None
    if node[0] in ("+", "-"):
        return max(known)
    if node[0] == "*":
        return sum(known)
    if node[0] == "/" and not known[1]:
        return known[0]
    return known[0] * node[2] if node[0] == "^" and isinstance(node[2], int) else None


def _roots(node: Json, name: str) -> Iterator[int]:
    """The integers n of factors ``name - n``."""
    if isinstance(node, list):
        if node[0] == "-" and len(node) == 3 and node[1] == name and str(node[2]).isdigit():
            yield int(node[2])
        for part in node[1:]:
            yield from _roots(part, name)
