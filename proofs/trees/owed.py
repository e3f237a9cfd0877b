"""That the terms of exact data are defined everywhere: quotients, roots and logarithms in them.

What stands under a bar, a root or a logarithm is shown to be positive or, of a divisor, not 0; with
the cases of the absolute values, signs, minima and maxima in it.
"""

from __future__ import annotations

from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.trees.script import (
    Json,
    Node,
    NotFound,
    auto,
    case,
    define,
    fill,
    have,
    intro,
    look,
    unread,
)

PARTIAL = ("/", "sqrt", "log")
BRANCHES = {"abs": 2, "sign": 3, "min": 2, "max": 2}


def defined(depth: int = 0) -> Node:
    """A proof of ``for all ...: t = t``."""

    def found(context: Context) -> Node:
        goal = unread(context.goal)
        if goal[0] == "all":
            return intro(f"o{depth}", defined(depth + 1))
        proof = auto("the same")
        for term in reversed(_partial(goal)):
            proof = _with(term, proof)
        return proof

    return look(found)


def _with(term: Json, then: Node) -> Node:
    """The term is defined: what is under it is positive, or else not 0."""

    def found(context: Context) -> Node:
        under, cases = term[-1], _in_all_cases(term[-1])
        positive = have(["<", "0", under], cases, define(term, auto("positive"), then))
        try:
            return fill(context, positive)
        except (NotFound, Reject):
            return define(term, cases, then)

    return look(found)


def _partial(node: Json) -> list[Json]:
    """The terms that may be undefined, inner ones first; summands need not be defined."""
    if not isinstance(node, list):
        return []
    parts = node[2:4] if node[0] == "sum" else node[1:]
    found = [term for part in parts for term in _partial(part)]
    if node[0] in PARTIAL:
        found.append(node)
    return [term for place, term in enumerate(found) if term not in found[:place]]


def _in_all_cases(node: Json) -> Node:
    """A leaf in every case of what has cases in the term, the inner ones first."""

    def parts(term: Json) -> list[Json]:
        if not isinstance(term, list):
            return []
        inner = [found for part in term[1:] for found in parts(part)]
        return [*inner, term] if term[0] in BRANCHES else inner

    proof = auto("defined", 2)
    known = parts(node)
    for place in reversed(range(len(known))):
        term = known[place]
        if term not in known[:place]:
            proof = case(term, *[proof] * BRANCHES[term[0]])
    return proof
