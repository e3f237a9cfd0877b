"""Steps of scripts in which each leaf names the literals that it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs.kernel.context import Context
from proofs.supnorm._line_terms import closing, known
from proofs.supnorm.proof import leaf
from proofs.trees.script import Node, have, look, node, use

Json = Any
Find = Callable[[Json, str, Json], int]
"""The number of the literal that ``left rel right`` has become."""


def axiom(name: str, at: list[Json], then: Node, *premise: Node) -> Node:
    """An instance of an axiom."""
    return node("axiom", look(lambda c: use(len(c.rules) - 1, at, *premise, then)), name=name)


def fact(write: Callable[[Find, int], tuple[Any, ...]]) -> Node:
    """A leaf: ``write`` finds its literals, and is given the number of the negated goal."""

    def close(context: Context, goal: int) -> Node:
        return leaf(*write(lambda left, rel, right: known(context, left, rel, right), goal))

    return closing(close)


def same(left: Json, right: Json) -> Node:
    """left = right, which is known."""

    def close(context: Context, goal: int) -> Node:
        at = known(context, left, "=", right)
        return node("zero", lit=goal, terms=[["1", [], []]], mult=[[at, "-1"]])

    return closing(close)


def identity() -> Node:
    """An equation between equal polynomials."""
    return closing(lambda c, goal: node("zero", lit=goal, terms=[["1", [], []]], mult=[]))


def named(name: str, term: Json, then: Node) -> Node:
    """A name for a term: what is named is read by the kernel once."""
    show = ["some", name + "0", "real", ["=", name + "0", term]]
    opened = look(lambda c: node("obtain", then, rule=len(c.rules) - 1, **{"as": name}))
    return have(show, node("some", identity(), **{"is": term}), opened)


def parts(show: Json) -> tuple[Json, str, Json]:
    """Left side, relation and right side of an atomic formula."""
    return show[1], show[0], show[2]


__all__ = ["Find", "axiom", "fact", "identity", "named", "parts", "same"]
