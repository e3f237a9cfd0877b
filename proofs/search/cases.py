"""Absolute values, maxima and minima of a goal taken apart before anything else is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs.kernel.context import Context
from proofs.search.prove import Fuel, _Chain, _OutOfWork, _rule, _Search
from proofs.trees.script import Json, Node, node, unread

WORK, MAX_KINKS = 150, 4
Solve = Callable[[Context], Node | None]


def kinks(term: Json) -> Iterator[Json]:
    """Absolute values, maxima and minima that are not inside a sum, the outermost first."""
    if not isinstance(term, list) or term[0] in ("sum", "all", "some"):
        return
    if term[0] in ("abs", "max", "min"):
        yield term
    for part in term[1:]:
        yield from kinks(part)


def without(
    context: Context, pick: Callable[[Json], bool], solve: Solve, depth: int = MAX_KINKS
) -> Node | None:
    """A proof by ``solve`` where the kinks that ``pick`` accepts have one of their two values."""
    goal = unread(context.goal)
    kink = next((k for k in kinks(goal) if pick(k)), None)
    if kink is None:
        return solve(context)
    if depth <= 0:
        return None
    search, chain = _Search(WORK), _Chain()
    try:
        known = search._define(
            context, ("=", *[context.read(kink)] * 2), Fuel(0, 1, 2, 0), frozenset(), chain
        )
    except _OutOfWork:
        return None
    step = node("case", on=kink)
    proofs = []
    for child, value in zip(_rule(known or context, step) or [], values(kink), strict=False):
        proof = _case(child, goal, kink, value, pick, solve, depth)
        if proof is None:
            return None
        proofs.append(proof)
    return chain.close({**step, "then": proofs}) if len(proofs) == 2 else None


def _case(
    child: Context,
    goal: Json,
    kink: Json,
    value: Json,
    pick: Callable[[Json], bool],
    solve: Solve,
    depth: int,
) -> Node | None:
    """The goal from that without the kink."""
    search = _Search(WORK)
    try:
        closed = search.leaf(child, 0)
        if closed is not None:
            return closed
        plain = node("have", show=replaced(goal, kink, value))
        children = _rule(child, plain)
        proof = None if children is None else without(children[0], pick, solve, depth - 1)
        if children is None or proof is None:
            return None
        last = search.leaf(children[1], 0)
        if last is None and goal[0] == "=":
            last = search._two_sides(children[1], 0)
    except _OutOfWork:
        return None
    return None if last is None else {**plain, "then": [proof, last]}


def values(term: Json) -> list[Json]:
    """What the term is in the two cases of the kernel's rule."""
    op, *args = term
    if op == "abs":
        return [args[0], ["-", args[0]]]
    return args if op == "max" else args[::-1]


def replaced(term: Json, old: Json, new: Json) -> Json:
    if term == old:
        return new
    return [replaced(part, old, new) for part in term] if isinstance(term, list) else term
