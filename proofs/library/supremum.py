"""The least upper bound of all x with a claim: rule ``supremum``, with its premises shown."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, every, implies, var
from proofs.library.vectors import fact, opened, put
from proofs.trees.script import Node, intro, node

#: names that no statement uses: x in a claim, a bound, another bound
MEMBER, BOUND, OTHER = "x7", "s7", "t7"


def above(claim: Callable[[Term], Json], bound: Term) -> Json:
    """All x with the claim are at most ``bound``."""
    x = var(MEMBER)
    return every(MEMBER, "real", implies(claim(x), x <= bound))


def supremum(
    claim: Callable[[Term], Json],
    member: tuple[Term, Node],
    bound: tuple[Term, Node],
    name: str,
    then: Callable[[Term, Json, Json], Node],
) -> Node:
    """Name the least upper bound of all real x with ``claim(x)``.

    ``member`` is some such x with a proof of its claim; ``bound`` a number with a proof that an x
    is at most this, where the claim of x (called ``MEMBER``) is known.  ``then`` gets the new
    variable, the fact that it is an upper bound, and the one that no other is smaller.
    """
    least, other = var(BOUND), var(OTHER)

    def facts(at: Term) -> tuple[Json, Json]:
        smallest = every(OTHER, "real", implies(above(claim, other), at <= other))
        return above(claim, at), smallest

    found = ["some", BOUND, "real", ["and", *facts(least)]]
    some = ["some", MEMBER, "real", claim(var(MEMBER))]
    bounded = ["some", BOUND, "real", above(claim, least)]
    there = node(
        "both",
        node("some", member[1], **{"is": member[0]}),
        node("some", intro(MEMBER, intro("", bound[1])), **{"is": bound[0]}),
    )
    new = var(name)
    known = put(["and", *facts(least)], BOUND, new)
    used = fact(
        implies(["and", some, bounded], found),
        [],
        opened(found, name, then(new, known[1], known[2])),
        there,
    )
    return node("supremum", used, on=MEMBER, other=OTHER, claim=claim(var(MEMBER)), **{"as": BOUND})
