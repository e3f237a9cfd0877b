"""That the terms of exact data are defined everywhere: quotients, roots and logarithms in them.

What stands under a logarithm or a root, or as a divisor, is looked at in all cases of the absolute
values, signs, minima and maxima in it.
"""

from __future__ import annotations

from proofs.kernel.context import Context
from proofs.methods.script import Json, Node, auto, case, define, intro, look, unread

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
            proof = define(term, _in_all_cases(term[-1]), proof)
        return proof

    return look(found)


def _partial(node: Json) -> list[Json]:
    """The terms that may be undefined, inner ones first; summands need not be defined."""
    if not isinstance(node, list) or node[0] == "sum":
        return []
    found = [term for part in node[1:] for term in _partial(part)]
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

    proof = auto("defined")
    known = parts(node)
    for place in reversed(range(len(known))):
        term = known[place]
        if term not in known[:place]:
            proof = case(term, *[proof] * BRANCHES[term[0]])
    return proof
