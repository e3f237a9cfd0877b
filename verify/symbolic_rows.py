"""The sympy rows: the equations of every obligation, as sympy sees them.

Variables are real symbols (integers, positive numbers, where a hypothesis says so plainly),
functions and sums of symbolic length stay what they are, and what a hypothesis defines
(``v = t``, ``for all k: g(k) = t``) is put in.  The difference of both sides is then expanded,
brought over one denominator and, where it is short, simplified.  Zero is an *identity*, up to what
sympy takes for granted (that no denominator is 0).  Anything else is *not decided*: an equation may
need hypotheses that sympy is not told.  Level symbolic; no verdict rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofs.claims import Claim, Obligation

Json = Any
IDENTITY, UNDECIDED, NONE = "identity", "not decided", "no identity in it"
EQUATIONS, MAX_TEXT = 8, 2_500  # equations of one obligation; characters of one


def equations(formula: Json) -> Iterator[tuple[Json, dict[str, str]]]:
    """The equations that a conclusion makes, with the sorts of what is bound on the way."""
    op, *args = formula
    if op == "=":
        yield formula, {}
    elif op == "and":
        for part in args:
            yield from equations(part)
    elif op == "implies":
        yield from equations(args[1])
    elif op == "all":
        for equation, sorts in equations(args[2]):
            yield equation, {args[0]: args[1], **sorts}


def of_obligation(obligation: Obligation) -> Json:
    """The row of one obligation: how many of its equations sympy finds to be identities."""
    from constructions.interop.symbolic import identity

    statement = obligation.statement
    found = list(equations(statement["show"]))
    row: Json = {"of": obligation.id, "outcome": NONE, "equations": len(found), "identities": 0}
    if not found:
        return row | {"says": ""}
    defined = {
        name: term
        for op, name, term in (g for g in statement["given"] if len(g) == 3)
        if op == "=" and isinstance(name, str) and name in statement["vars"]
    }
    positive = {
        name
        for op, low, name in (g for g in statement["given"] if len(g) == 3)
        if isinstance(name, str) and ((op == "<" and low == "0") or (op == "<=" and low == "1"))
    }
    functions = dict(_functions(statement["given"]))
    sorts = statement["vars"]
    reasons = []
    for equation, bound in found[:EQUATIONS]:
        if len(str(equation)) > MAX_TEXT:
            reasons.append("an equation of that length")
            continue
        here = {**sorts, **bound}
        says = identity(equation[1], equation[2], here, positive, defined, functions)
        if says:
            reasons.append(says)
        else:
            row["identities"] += 1
    if len(found) > EQUATIONS:
        reasons.append(f"only the first {EQUATIONS} equations are looked at")
    every = row["identities"] == len(found)
    return row | {
        "outcome": IDENTITY if every else UNDECIDED,
        "says": "; ".join(dict.fromkeys(reasons)),
    }


def _functions(given: list[Json]) -> Iterator[tuple[str, tuple[tuple[str, ...], Json]]]:
    """Functions that a hypothesis defines, ``for all k: g(k) = t``, with names and term."""
    for hypothesis in given:
        names, body = [], hypothesis
        while body[0] == "all":
            names.append(body[1])
            body = body[3]
        head = body[1] if body[0] == "=" else None
        if names and isinstance(head, list) and head[0] == "app" and head[2:] == names:
            yield head[1], (tuple(names), body[2])


def of_claim(claim: Claim) -> list[Json]:
    """The rows of a claim's obligations."""
    return [of_obligation(o) for o in claim.all_obligations()]
