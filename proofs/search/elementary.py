"""Instances of the library's lemmas for the terms in sight, added to what a search knows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, permutations

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search import _moves, floats
from proofs.search.calculus import Line, NotSmooth
from proofs.search.exponentials import _with_definitions
from proofs.search.prove import _NONE, _evaluate, _OutOfWork, _rule, _Search
from proofs.search.quotients import cleared
from proofs.trees.script import Json, Node, node, unread

MAX_PAIRS, MAX_CONSTANTS, MAX_BEYOND, MOST, WORK = 6, 4, 4, 900, 100
CONSTANTS = ("sqrt", "exp", "log", "pi")
Instance = tuple[str, list[Json]]


def sines(context: Context) -> Iterator[Instance]:
    """How far sin and cos are from 0, 1 and each other, by the distances of their arguments."""
    seen = _moves.looked_at(context)
    at: dict[str, list[Json]] = {"sin": [], "cos": []}
    for key in seen.atoms:
        if key[0] in at:
            at[key[0]].append(_moves.poly_json(seen, key[1]))
    for point in at["sin"]:
        yield "sine up", [point, ["abs", point]]
        yield "sine from below", [point]
    for point in at["cos"]:
        yield "cosine square", [point]
    for name, points in at.items():
        for first, second in list(combinations(points, 2))[:MAX_PAIRS]:
            yield f"{name} moves", [first, second, ["abs", ["-", first, second]]]


def by_the_goal(context: Context) -> Iterator[Instance]:
    """The same with the goal's right side for the distances; also from 0, where cos is 1."""
    if context.goal[0] not in ("<=", "<"):
        return
    bound, seen = unread(context.goal[2]), _moves.looked_at(context)
    for name in ("sin", "cos"):
        keys = [key for key in seen.atoms if key[0] == name]
        points = [_moves.poly_json(seen, key[1]) for key in keys]
        pairs = list(combinations(points, 2))[:MAX_PAIRS]
        for first, second in pairs or [(point, "0") for point in points[:2]]:
            yield f"{name} moves", [first, second, bound]


def additions(line: Line) -> tuple[bool, list[Json]]:
    """sin and cos of sums and differences in sight; whether there are any, and what is doubled.

    Where sin(a) and cos(a) stand in a product with each other or themselves, those of 2 a.
    """
    seen = _moves.looked_at(line.context)
    keys = {name: key for key, name in seen.atoms.items() if key[0] in ("sin", "cos")}
    points = {key[1]: dict(key[1]) for key in keys.values() if key[1]}
    wanted = {(key[0], key[1]) for key in keys.values()}
    goal = line.context.goal
    poly = seen.literal(goal).poly if goal[0] in RELATIONS else {}
    found = []
    for a, b in permutations(points.values(), 2):
        for sign in (1, -1):
            total = tuple(sorted(P.add(a, P.scale(b, sign)).items()))
            found += [(name, a, b, sign) for name in ("sin", "cos") if (name, total) in wanted]
    for name, key in keys.items():
        if any(sum(e for n, e in m if n in keys) > 1 and name in dict(m) for m in poly):
            found.append(("cos", points[key[1]], points[key[1]], 1))
    doubled: list[Json] = []
    for name, a, b, sign in found[:MAX_PAIRS]:
        first, second = (_moves.poly_json(seen, point) for point in (a, b))
        _addition(line, name, first, second, sign)
        if first == second and ["*", "2", first] not in doubled:
            doubled.append(["*", "2", first])
    return bool(found), doubled


def _addition(line: Line, name: str, a: Json, b: Json, sign: int) -> None:
    """sin(a +- b) or cos(a +- b) written out; cos(2 a) by cos(a)^2 and by sin(a)^2."""
    other: Json = b if sign > 0 else ["-", b]
    sa, ca, sb, cb = ["sin", a], ["cos", a], ["sin", b], ["cos", b]
    first, second = (
        (["*", sa, cb], ["*", ca, sb]) if name == "sin" else (["*", ca, cb], ["*", sa, sb])
    )
    plus = (sign > 0) == (name == "sin")
    shows = [["=", [name, ["+", a, other]], ["+" if plus else "-", first, second]]]
    if a == b:
        shows.append(["=", [name, ["+", a, a]], ["-", "1", ["*", "2", ["^", sa, 2]]]])
    number = line.lemma("sine odd")

    def shown(context: Context) -> Node | None:
        inner = Line(context.child())
        inner.step(node("use", rule=number, at=[b]), [])
        for axiom, at in ((f"{name}-sum", [a, other]), ("sin-cos", [a])):
            inner.step(node("axiom", name=axiom), [])
            inner.step(node("use", rule=len(inner.context.rules) - 1, at=at), [])
        found = _Search(WORK)._two_sides(inner.context, 0)
        return None if found is None else inner.chain.close(found)

    for show in shows:
        with suppress(NotSmooth):
            line.have_by(show, shown)


def powers(context: Context) -> Iterator[Instance]:
    """exp(t) against the fourth power of 1 + t/4."""
    seen = _moves.looked_at(context)
    for key in seen.atoms:
        if key[0] == "exp":
            point = _moves.poly_json(seen, key[1])
            yield "exp power", [point]
            yield "exp down", [point]


def tails(context: Context, end: dict[str, float]) -> Iterator[Instance]:
    """exp(-t) against 1/t^3 and exp(t) against t^3 for t beyond a number; then the powers.

    The number is about what t is at ``end``, from where a variable goes on without end.
    """
    seen = _moves.looked_at(context)
    for key in seen.atoms:
        if key[0] == "exp":
            point = _moves.poly_json(seen, key[1])
            t = _at(point, end)
            if 1 <= abs(t) <= MOST:
                r = str(math.floor(abs(t) + 1e-9))
                yield ("exp tail", [["-", point], r]) if t < 0 else ("exp far", [point, r])
    yield from powers(context)


def _at(term: Json, end: dict[str, float]) -> float:
    try:
        return float(floats.value(term, end, {}))
    except (floats.NotHere, KeyError, TypeError, ValueError, OverflowError):
        return 0.0


def constants(line: Line) -> None:
    """Know of each number in sight that is not rational between which short ones it is."""
    seen = _moves.looked_at(line.context)
    found = 0
    for key, name in list(seen.atoms.items()):
        term = _moves.poly_json(seen, P.variable(name))
        value = _at(term, {})
        if key[0] not in CONSTANTS or value == 0.0 or found >= MAX_CONSTANTS:
            continue
        found += 1
        digits = max(0, 3 - math.floor(math.log10(abs(value)))) if abs(value) < 1e6 else 0
        unit = Fraction(1, 10**digits)
        near = round(value * 10**digits) * unit
        for show in (["<=", str(near - unit), term], ["<=", term, str(near + unit)]):
            with suppress(NotSmooth):
                line.have_by(show, _evaluate)


def far(context: Context, name: str, reach: int, above: bool, work: int) -> Node | None:
    """A goal in one variable that is beyond ``reach``, above it or below its negative.

    tanh by its definition, then the instances of :func:`tails`; quotients are multiplied out.
    """
    line, search = Line(context.child()), _Search(work)
    try:
        defined = search._define(context, context.goal, _NONE, frozenset(), line.chain)
        if defined is None:
            return None
        line.context = _with_definitions(defined, search, line.chain)
        constants(line)
        _powers_beyond(line, name, reach, above, search)
        end = {name: float(reach if above else -reach)}
        if not known(line, list(tails(line.context, end)), search):
            return None
        found = search.leaf(line.context, 0)
        found = found or cleared(line.context, lambda inner: _leaf(inner, search))
    except (_OutOfWork, Reject, NotSmooth):
        return None
    return None if found is None else line.chain.close(found)


def _powers_beyond(line: Line, name: str, reach: int, above: bool, search: _Search) -> None:
    """x^k >= reach x^(k - 1) for x beyond it, or -x below, up to the powers under exp."""
    seen = _moves.looked_at(line.context)
    exponents = [dict(key[1]) for key in seen.atoms if key[0] == "exp"]
    most = max((dict(m).get(name, 0) for poly in exponents for m in poly), default=0)
    size: Json = name if above else ["-", name]
    for k in range(2, min(most, MAX_BEYOND) + 1):
        with suppress(NotSmooth):
            lower = ["*", str(reach), ["^", size, k - 1]]
            line.have_by(["<=", lower, ["^", size, k]], lambda context: _leaf(context, search))


def _leaf(context: Context, search: _Search) -> Node | None:
    return search.leaf(context, 0) or search.leaf(context, 1)


def known(line: Line, instances: list[Instance], search: _Search) -> bool:
    """Add those whose premises are shown at once; whether there was one."""
    some = False
    for name, at in instances:
        try:
            number = line.lemma(name)
        except NotSmooth:
            continue
        step: Node = node("use", rule=number, at=at)
        children = _rule(line.context, step)
        if children is None:
            continue
        premises = [_shown(child, search) for child in children[:-1]]
        if None not in premises:
            line.step(step, [p for p in premises if p is not None])
            some = True
    return some


def _shown(context: Context, search: _Search) -> Node | None:
    if context.goal[0] == "and":
        proofs = [_shown(child, search) for child in _rule(context, node("both")) or []]
        return None if None in proofs else node("both", *[p for p in proofs if p is not None])
    return _leaf(context, search)
