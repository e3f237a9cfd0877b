"""Instances of the library's lemmas for the terms in sight, added to what a search knows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from proofs.kernel.context import Context
from proofs.methods import _moves
from proofs.methods.prove import _OutOfWork, _rule, _Search
from proofs.methods.script import Json, Node, node
from proofs.search.calculus import Line, NotSmooth

MAX_PAIRS = 6
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


def powers(context: Context) -> Iterator[Instance]:
    """exp(t) against the fourth power of 1 + t/4."""
    seen = _moves.looked_at(context)
    for key in seen.atoms:
        if key[0] == "exp":
            point = _moves.poly_json(seen, key[1])
            yield "exp power", [point]
            yield "exp down", [point]


def tails(context: Context, reach: Fraction) -> Iterator[Instance]:
    """exp(-t), t exp(-t) and t^2 exp(-t) for t beyond a number; then the powers."""
    seen = _moves.looked_at(context)
    for key in seen.atoms:
        if key[0] == "exp":
            point = _moves.poly_json(seen, key[1])
            yield "exp tail", [["-", point], str(reach)]
    yield from powers(context)


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
    return search.leaf(context, 0)


def closed(context: Context, instances: Any, work: int, efforts: tuple[int, ...]) -> Node | None:
    """A leaf of the context, with these instances known."""
    line, search = Line(context.child()), _Search(work)
    try:
        if not known(line, list(instances(context)), search):
            return None
        for effort in efforts:
            found = search.leaf(line.context, effort)
            if found is not None:
                return line.chain.close(found)
    except _OutOfWork:
        pass
    return None
