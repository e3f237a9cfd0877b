"""Functions that are made of values at 1, 2, ..., n, as these values.

A matrix in the data of a refutation is a function of its indices, written as the polynomial of
Lagrange: its values at so many integers, and its degree, say the same, and can be read.  A vector
is a sum of values, each times 1 - |sign(u - k)|: it has these values, and is 0 elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from proofs import notation
from proofs.definitions import tree
from proofs.prose.formulas import put as put_apart
from proofs.search.closed_terms import put
from verify.followed import names_in, rational, reduced

Json = Any
Functions = Mapping[str, tuple[Sequence[str], Json]]
LEAST, MOST = 2, 36  # the degree from which values are shown, and how many are


def boxes(
    head: notation.Box, layout: notation.Layout, parameters: Sequence[str], body: Json
) -> notation.Box | None:
    """``X(u, v) = (1, 0, 3, 0) at v = 1, …, 4; of degree ≤ 3``; none where it is no such function.

    The values are those at all integers from 1 to one more than the degree, so that they determine
    the polynomial; of two parameters the first is that of the rows.  ``y(u) = (2, 7) at u = 1, …,
    2; 0 elsewhere`` is a vector.
    """
    vector = _vector(parameters, body)
    sizes = {parameters[0]: vector} if vector else _sizes(parameters, body)
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
            rows.append(layout.term(tree(str(value))))
    where: list[notation.Box] = [["text", " at "]]
    for number, (name, size) in enumerate(sizes.items()):
        where += [["text", " and "]] if number else []
        told = [["num", "1"], ["op", "…"], ["num", str(size)]]
        told = [["num", str(k)] for k in range(1, size + 1)] if size <= len(told) else told
        where += [layout.names(name), ["op", "="], told[0]]
        for one in told[1:]:
            where += [["op", ","], one]
    most = max(sizes.values()) - 1
    each = " in each" if len(sizes) > 1 else ""
    where.append(["text", "; 0 elsewhere" if vector else f"; of degree ≤ {most}{each}"])
    return ["row", head, ["op", "="], ["fence", "(", ["row", *rows], ")"], *where]


def written(term: Json, at: Mapping[str, Json], functions: Functions) -> Json | None:
    """The term with its data in place, but these functions by their names, at numbers if possible.

    None where none of them is in it.
    """
    kept = {name for name, made in functions.items() if _vector(*made) or _sizes(*made)}
    if not kept & _functions(term):
        return None
    return _inlined(put(term, at), functions, kept)


def inlined(term: Json, at: Mapping[str, Json], functions: Functions) -> Json:
    """The term with all its data in place."""
    return _inlined(put(term, at), functions, set())


def _inlined(node: Json, functions: Functions, kept: set[str]) -> Json:
    if not isinstance(node, list):
        return node
    if node[0] != "app" or node[1] not in functions:
        return [node[0], *(_inlined(part, functions, kept) for part in node[1:])]
    inner = [_inlined(part, functions, kept) for part in node[2:]]
    if node[1] in kept:
        return [*node[:2], *map(reduced, inner)]
    parameters, body = functions[node[1]]
    apart = {name: f"{name}'" for name in parameters}  # no name of a statement
    body = put(body, apart)
    for name, term in zip(parameters, inner, strict=True):
        body = put_apart(body, apart[name], term)
    return body


def _functions(term: Json) -> set[str]:
    if not isinstance(term, list):
        return set()
    own = {term[1]} if term[0] == "app" else set()
    return own.union(*map(_functions, term[1:]))


def _vector(parameters: Sequence[str], body: Json) -> int:
    """How many values a sum of values at 1, 2, ... has; 0 of what is none."""
    places = []
    todo = [body]
    while todo:
        node = todo.pop()
        if node[0] == "+" and len(node) == 3:
            todo += node[1:]
            continue
        value, one = node[1:] if node[0] == "*" and len(node) == 3 else ("1", node)
        place = one[2][1][1][2] if one[:2] == ["-", "1"] and _is_place(one, parameters) else ""
        if not place or rational(value) is None:
            return 0
        places.append(place)
    size = len(places)
    return size if size >= LEAST and set(places) == {*map(str, range(1, size + 1))} else 0


def _is_place(node: Json, parameters: Sequence[str]) -> bool:
    """Whether it is ``1 - |sign(u - k)|`` with an integer k."""
    if len(parameters) != 1 or len(node) != 3 or len(node[2]) != 2 or node[2][0] != "abs":
        return False
    sign = node[2][1]
    return bool(
        sign[0] == "sign" and sign[1][:2] == ["-", parameters[0]] and str(sign[1][-1]).isdigit()
    )


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
