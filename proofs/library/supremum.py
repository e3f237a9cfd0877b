"""The least upper bound of all x with a claim: rule ``supremum``, with its premises shown."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, every, implies, var
from proofs.library.vectors import fact, opened, put
from proofs.trees.leaves import given
from proofs.trees.script import Node, elaborate, intro, node

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
    found = _parts(claim)[2]
    there = node(
        "both",
        node("some", member[1], **{"is": member[0]}),
        node("some", intro(MEMBER, intro("", bound[1])), **{"is": bound[0]}),
    )
    new = var(name)
    known = put(found[3], BOUND, new)
    return _used(claim, opened(found, name, then(new, known[1], known[2])), there)


def least_upper_bound(stated: Json, member: str) -> Json:
    """The certificate: where there is some ``member`` with what is shown, and a bound, a least one.

    Texts cite it as a theorem, for all values of the other variables.
    """

    def claim(at: Term) -> Json:
        return put(stated["show"], member, at)

    *premises, found = _parts(claim)
    sorts = {name: sort for name, sort in stated["vars"].items() if name != member}
    sequent = {**stated, "vars": sorts, "given": premises, "show": found}
    return elaborate(sequent, _used(claim, given(), node("both", given(), given())))


def _parts(claim: Callable[[Term], Json]) -> tuple[Json, Json, Json]:
    """There is one with the claim, there is a bound, there is a least bound."""
    least, other = var(BOUND), var(OTHER)
    smallest = every(OTHER, "real", implies(above(claim, other), least <= other))
    some = ["some", MEMBER, "real", claim(var(MEMBER))]
    bounded = ["some", BOUND, "real", above(claim, least)]
    return some, bounded, ["some", BOUND, "real", ["and", above(claim, least), smallest]]


def _used(claim: Callable[[Term], Json], then: Node, there: Node) -> Node:
    """The kernel's rule, with what it asks for shown by ``there``; then go on."""
    some, bounded, found = _parts(claim)
    used = fact(implies(["and", some, bounded], found), [], then, there)
    return node("supremum", used, on=MEMBER, other=OTHER, claim=claim(var(MEMBER)), **{"as": BOUND})
