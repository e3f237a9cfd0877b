"""Goals in one variable with absolute values, maxima and minima inside of each other.

A network of ReLU units with n kinks has 2^n cases, and on each piece of the line one of them.  So
the line is cut where kinks change, inner ones first; then one of the two cases of each contradicts
the bounds of the piece, and what is left is a goal without kinks.  Where a kink changes is computed
by exact arithmetic, from two values where its argument is linear; others stay cases.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search.cases import kinks, values
from proofs.search.covers import _names
from proofs.search.data import Number, Point, Undefined, _OutOfWork, value
from proofs.search.monotone import ends
from proofs.search.prove import Fuel, _Chain, _rule, _Search
from proofs.search.prove import _OutOfWork as _Enough
from proofs.trees.script import Json, Node, node, unread
from proofs.trees.transport import Missing, walk

MAX_POINTS, MAX_KINKS, WORK = 40, 60, 100
Solve = Callable[[Json], bytes | None]
Smooth = Callable[[Context], Node | None]


def pieces(context: Context, statement: Json, solve: Solve) -> Node | None:
    """A proof of the context's goal, of this statement, from those of ``solve`` on each piece."""
    names = _names(context.goal)
    if len(names) != 1 or not names <= context.sorts.keys():
        return None
    (name,) = names
    goal = unread(context.goal)
    found = list(kinks(goal))
    if context.sorts[name] != "real" or not 1 <= len(found) <= MAX_KINKS:
        return None
    points = breakpoints(found, name)

    def smooth(inner: Context) -> Node | None:
        part = {**statement, "given": [*statement["given"], *_between(inner, name)]}
        part["show"] = unread(inner.goal)
        proof = solve(part)
        if proof is None:
            return None
        try:
            return walk(open_statement(part), inner, json.loads(proof)["proof"])
        except (Missing, Reject):
            return None

    inner = sorted(found, key=_depth)
    todo = [kink for i, kink in enumerate(inner) if kink not in inner[:i]]
    if len(points) > MAX_POINTS:
        return None

    def valued(here: Context) -> Node | None:
        chain, asked = _Chain(), here.goal
        try:
            known = _Search(WORK)._define(here, asked, Fuel(0, 1, 2, 0), frozenset(), chain)
        except _Enough:
            return None
        proof = known and _valued(known, todo, [], smooth, _inside(here, name))
        return chain.close(proof) if proof else None

    return _cut(context, name, points, valued)


def _between(context: Context, name: str) -> list[Json]:
    """The bounds of the variable as relations."""
    low, high = ends(context, name)
    below = [] if low is None else [["<=", str(low), name]]
    return below if high is None else [*below, ["<=", name, str(high)]]


def _depth(kink: Json) -> int:
    return len(list(kinks(kink)))


def breakpoints(found: list[Json], name: str) -> list[Fraction]:
    """Where the arguments of kinks, innermost first, change sign, as far as they are linear."""
    points: set[Fraction] = set()
    for kink in sorted(found, key=_depth):
        gap = kink[1] if kink[0] == "abs" else ["-", *kink[1:3]]
        for low, high in _pieces(sorted(points)):
            at = _root(gap, name, low, high)
            if at is not None:
                points.add(at)
    return sorted(points)


def _pieces(points: list[Fraction]) -> list[tuple[Fraction | None, Fraction | None]]:
    return list(pairwise([None, *points, None]))


def _inside(context: Context, name: str) -> Point:
    """Somewhere on a piece, not at its middle, where things are symmetric."""
    low, high = ends(context, name)
    if low is None or high is None:
        at = Fraction(0) if low is high else low + 1 if low is not None else (high or 0) - 1
    else:
        at = low + (high - low) * Fraction(3, 7)
    return Point({name: at}, {})


def _root(gap: Json, name: str, low: Fraction | None, high: Fraction | None) -> Fraction | None:
    """Where a term that is linear between two points has its zero there."""
    if low is not None and high is not None:
        inner = [low + (high - low) * q for q in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))]
    else:
        start, way = (low, 1) if low is not None else (high, -1) if high is not None else (0, 1)
        inner = [Fraction(start or 0) + way * k for k in (1, 2, 3)]
    try:
        values = [value(gap, Point({name: q}, {})) for q in inner]
    except (Undefined, _OutOfWork, OverflowError):
        return None
    first, second, third = values
    if not all(isinstance(q, Fraction) for q in values) or first == second:
        return None
    if third - second != second - first:
        return None
    at = Fraction(inner[0] - first * (inner[1] - inner[0]) / (second - first))
    inside = (low is None or low < at) and (high is None or at < high)
    return at if inside else None


def _cut(context: Context, name: str, points: list[Fraction], solve: Smooth) -> Node | None:
    """Halved at the middle point, until there is none between the bounds."""
    closed = _closed(context)
    if closed is not None or not points:
        return closed or solve(context)
    middle = len(points) // 2
    step = node("split", on=["-", name, str(points[middle])])
    rest = (points[middle + 1 :], points[:middle])
    proofs = []
    for child, inside in zip(_rule(context, step) or [], rest, strict=False):
        proof = _cut(child, name, inside, solve)
        if proof is None:
            return None
        proofs.append(proof)
    return {**step, "then": proofs} if len(proofs) == 2 else None


def _closed(context: Context) -> Node | None:
    try:
        return _Search(WORK).leaf(context, 0)
    except _Enough:
        return None


def _valued(
    context: Context,
    todo: list[Json],
    known: list[tuple[Json, Json]],
    solve: Smooth,
    inside: Point,
) -> Node | None:
    """Each kink has one of its two values, inner ones first; then ``solve`` without them.

    It has the same on the whole piece as at the point ``inside``, where that can be shown.
    """
    if not todo:
        step = node("have", show=_plain(unread(context.goal), known))
        children = _rule(context, step)
        proof = children and solve(children[0])
        last = proof and children and _closed(children[1])
        return {**step, "then": [proof, last]} if last else None
    kink, rest = todo[0], todo[1:]
    here = _value(kink, inside)
    right = [q for q in values(kink) if here is not None and _value(q, inside) == here]
    step = node("have", show=["=", kink, *right[:1]])
    children = _rule(context, step) if right else None
    if children is not None:
        shown = _cases(children[0], kink, lambda child, q: _equal(child))
        if shown is not None:
            proof = _valued(children[1], rest, [*known, (kink, right[0])], solve, inside)
            return proof and {**step, "then": [shown, proof]}
    return _cases(
        context,
        kink,
        lambda child, q: _closed(child) or _valued(child, rest, [*known, (kink, q)], solve, inside),
    )


def _cases(
    context: Context, kink: Json, solve: Callable[[Context, Json], Node | None]
) -> Node | None:
    step = node("case", on=kink)
    proofs = []
    for child, q in zip(_rule(context, step) or [], values(kink), strict=False):
        proof = solve(child, q)
        if proof is None:
            return None
        proofs.append(proof)
    return {**step, "then": proofs} if len(proofs) == 2 else None


def _equal(context: Context) -> Node | None:
    try:
        return _Search(WORK)._two_sides(context, 0)
    except _Enough:
        return None


def _value(term: Json, at: Point) -> Number | None:
    try:
        return value(term, replace(at, work=[WORK * 100]))
    except (Undefined, _OutOfWork, OverflowError):
        return None


def _plain(term: Json, known: list[tuple[Json, Json]]) -> Json:
    """The term with values for kinks, in which there are none left."""
    value_of = next((q for kink, q in known if kink == term), None)
    if value_of is not None:
        return _plain(value_of, known)
    if not isinstance(term, list):
        return term
    return [term[0], *(_plain(part, known) for part in term[1:])]
