"""The least upper bound of all x with a claim: rule ``supremum``, as a theorem to cite."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, every, implies, var
from proofs.library.vectors import fact, put
from proofs.trees.leaves import given
from proofs.trees.script import elaborate, node

#: names that no statement uses: x in a claim, a bound, another bound
MEMBER, BOUND, OTHER = "x7", "s7", "t7"


def above(claim: Callable[[Term], Json], bound: Term) -> Json:
    """All x with the claim are at most ``bound``."""
    x = var(MEMBER)
    return every(MEMBER, "real", implies(claim(x), x <= bound))


def least_upper_bound(stated: Json, member: str) -> Json:
    """The certificate: where there is some ``member`` with what is shown, and a bound, a least one.

    Texts cite it as a theorem, for all values of the other variables.
    """

    def claim(at: Term) -> Json:
        return put(stated["show"], member, at)

    some, bounded, found = _parts(claim)
    sorts = {name: sort for name, sort in stated["vars"].items() if name != member}
    sequent = {**stated, "vars": sorts, "given": [some, bounded], "show": found}
    there = implies(["and", some, bounded], found)
    used = fact(there, [], given(), node("both", given(), given()))
    names = {"on": MEMBER, "other": OTHER, "as": BOUND}
    return elaborate(sequent, node("supremum", used, claim=claim(var(MEMBER)), **names))


def _parts(claim: Callable[[Term], Json]) -> tuple[Json, Json, Json]:
    """There is one with the claim, there is a bound, there is a least bound."""
    least, other = var(BOUND), var(OTHER)
    smallest = every(OTHER, "real", implies(above(claim, other), least <= other))
    some = ["some", MEMBER, "real", claim(var(MEMBER))]
    bounded = ["some", BOUND, "real", above(claim, least)]
    return some, bounded, ["some", BOUND, "real", ["and", above(claim, least), smallest]]
