"""The sympy rows: the equations of every obligation, as sympy sees them.

Variables are real symbols (integers, positive numbers, where a hypothesis says so plainly),
functions and sums of symbolic length stay what they are, and what a hypothesis defines
(``v = t``, ``for all k: g(k) = t``) is put in.  An absolute value, a sign or a maximum is replaced
where a hypothesis gives the sign.  The difference of both sides is then expanded, brought over one
denominator and, where it is short, simplified.  Zero is an *identity*, up to what sympy takes for
granted (that no denominator is 0).

What is none in general is looked at again with small values for its integers
(:mod:`verify.small_lengths`): *identity at these values* says nothing of others, and the row names
them.  Anything else is *not decided*: an equation may need hypotheses that sympy is not told.
Level symbolic; no verdict rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from proofs.claims import Claim, Obligation
from verify import kept_rows
from verify.small_lengths import SIZES, Leaf, TooMuch, at_size, definitions, leaves

Json = Any
IDENTITY, UNDECIDED, NONE = "identity", "not decided", "no identity in it"
EQUATIONS, MAX_TEXT = 8, 5_000  # equations of one obligation; characters of one


def equations(formula: Json) -> Iterator[Leaf]:
    """The equations that a conclusion makes, with what is bound and supposed on the way."""
    return (leaf for leaf in leaves(formula) if leaf.relation[0] == "=")


def of_obligation(obligation: Obligation) -> Json:
    """The row of one obligation: how many of its equations sympy finds to be identities.

    ``at`` are the values of integers at which it finds some more to be.
    """
    statement = obligation.statement
    found = list(equations(statement["show"]))
    row: Json = {"of": obligation.id, "outcome": NONE, "equations": len(found), "identities": 0}
    row |= {"at_lengths": 0, "at": []}
    if not found:
        return row | {"says": ""}
    reasons, at = [], []
    for leaf in found[:EQUATIONS]:
        says = _seen(statement, leaf)
        if not says:
            row["identities"] += 1
            continue
        where = _at_lengths(statement, leaf)
        if where:
            row["at_lengths"] += 1
            at.append(where)
        else:
            reasons.append(says)
    if len(found) > EQUATIONS:
        reasons.append(f"only the first {EQUATIONS} equations are looked at")
    every = row["identities"] == len(found)
    return row | {
        "outcome": IDENTITY if every else UNDECIDED,
        "at": list(dict.fromkeys(at)),
        "says": "; ".join(dict.fromkeys(reasons)),
    }


def _seen(statement: Json, leaf: Leaf) -> str:
    """Why sympy does not see the equation to be an identity, or nothing if it does."""
    from constructions.interop.symbolic import identity

    if len(str(leaf.relation)) > MAX_TEXT:
        return "an equation of that length"
    given = [*statement["given"], *leaf.premises]
    everywhere = dict(definitions(given, guarded=True))
    functions = dict(definitions(given, guarded=True, integers=True))
    sorts = {**statement["vars"], **dict(leaf.bound)}
    at_integers = functions.keys() - everywhere.keys()
    return identity(leaf.relation[1], leaf.relation[2], sorts, given, functions, at_integers)


def _at_lengths(statement: Json, leaf: Leaf) -> str:
    """Small values of its integers, the largest tried, at which it is an identity; or nothing."""
    best = ""
    for size in SIZES:
        try:
            small = at_size(statement, leaf, size, whole=True)
        except TooMuch:
            break
        if small is None:
            continue
        shown = small.statement["show"]
        if shown == ["and"] or shown[0] != "=":
            continue  # numbers alone: nothing for sympy to see
        if _seen(small.statement, Leaf((), (), shown)):
            break
        best = small.at
    return best


def of_claim(claim: Claim) -> list[Json]:
    """The rows of a claim's obligations."""
    return [
        kept_rows.row("sympy", o.id, o.statement, partial(of_obligation, o))
        for o in claim.all_obligations()
    ]
