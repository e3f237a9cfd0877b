"""Certificates that exact data refute a statement, also at closed terms and functions with kinks.

The negation at the data is a closed statement (:func:`proofs.decide.negation`).  Where a leaf does
not show a part of it, the search, the lines of exp and log, the facts that make ``exp(log(2)/3)`` a
cube root of 2, and for quantified hypotheses the cases of all absolute values, minima, maxima and
signs at once are tried.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from proofs.claims import Attempt
from proofs.evidence import of_attempt, of_satisfiability
from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.refute import instantiate, negation, satisfied
from proofs.search.calculus import Line, NotSmooth
from proofs.search.cases import replaced
from proofs.search.disjunctions import by_values
from proofs.search.rounding import rounded
from proofs.search.strategies import Strategy, accepted, apart, by_exponentials, by_search, tail
from proofs.trees.owed import BRANCHES
from proofs.trees.script import Json, Node, NotFound, auto, case, fill, intro, look, node, unread

MAX_LEAVES, MAX_ROOT = 300, 6


def certificate(attempt: Attempt, named: Sequence[Json] = ()) -> bytes | None:
    """A certificate, that the kernel has accepted, that the data refute the statement; or None.

    ``named`` are values at which a conclusion about all numbers fails, in the order in which it
    binds them.

    Raises:
        ValueError: the data do not fit the statement.
    """
    cases = {**_in_cases(attempt), **attempt.givens}
    shown = of_attempt(replace(attempt, givens=cases))
    if shown.proved:
        return shown.certificate
    sequent = negation(attempt)[0]
    if named and (found := _at_names(sequent, named)) is not None:
        return found
    return _found(sequent) if _searched(attempt, sequent) else _by_values(sequent)


def _at_names(sequent: Json, named: Sequence[Json]) -> bytes | None:
    """Each part of a closed statement by itself, the last at values for what it says there is."""
    several = sequent["show"][0] == "and"
    *parts, last = sequent["show"][1:] if several else [sequent["show"]]
    steps: list[Node] = []
    for value in named:
        if last[0] != "some":
            return None
        steps.append(node("some", **{"is": value}))
        last = replaced(last[3], last[1], value)
    proofs: list[Node] = []
    for part in (*parts, last):
        found = _found({**sequent, "show": part})
        if found is None:
            return None
        proofs.append(json.loads(found)["proof"])
    for step in reversed(steps):
        proofs[-1] = {**step, "then": [proofs[-1]]}
    return accepted(sequent, node("both", *proofs) if several else proofs[0])


def met(attempt: Attempt) -> bytes | None:
    """A certificate that the data meet the hypotheses of the statement; or None.

    Raises:
        ValueError: the data do not fit the statement.
    """
    shown = of_satisfiability(attempt)
    if shown.proved:
        return shown.certificate
    sequent = satisfied(attempt)[0]
    return _found(sequent) if _searched(attempt, sequent) else _by_values(sequent)


def _by_values(sequent: Json) -> bytes | None:
    """Where relations are denied, by the values of both sides."""
    if "'implies'" not in str(sequent):
        return None
    return accepted(sequent, by_values(open_statement(sequent)))


def _found(sequent: Json) -> bytes | None:
    ways: tuple[Strategy, ...] = (by_search(0), _by_floors, _by_roots, by_exponentials(4, 200))
    return next((data for way in ways if (data := way(sequent, _LATER)) is not None), None)


def _by_floors(sequent: Json, deadline: float) -> bytes | None:
    """Each part by the search, or with floors cut between bounds."""
    if "'floor'" not in str(sequent):
        return None
    start = open_statement(sequent)
    proof = apart(start, lambda c: tail(c, deadline) or rounded(c, deadline))
    return accepted(sequent, proof)


_LATER = float("inf")  # these searches end by counted work


def _searched(attempt: Attempt, sequent: Json) -> bool:
    """Whether more than a leaf is worth a try: irrational values, functions, all numbers."""
    return (
        bool(attempt.statement["functions"])
        or any(isinstance(term, list) for term in attempt.witness.values.values())
        or any(part[0] == "all" for part in sequent["show"][1:])
    )


# --- functions with kinks ------------------------------------------------------------------------


def _in_cases(attempt: Attempt) -> dict[int, Any]:
    """Scripts for the quantified hypotheses that speak of functions with two kinks or more."""
    found: dict[int, Any] = {}
    for i, hypothesis in enumerate(attempt.statement["given"]):
        if hypothesis[0] not in ("all", "lipschitz"):
            continue
        try:
            leaves = 1
            for term in _branching(instantiate(hypothesis, attempt.witness)):
                leaves *= BRANCHES[term[0]]
        except (KeyError, ValueError):
            continue
        if 4 < leaves <= MAX_LEAVES:
            found[i] = partial(_cases, 0)
    return found


def _cases(depth: int) -> Node:
    """The quantifiers and premises taken off; then a leaf in every case that is not impossible."""

    def found(context: Context) -> Node:
        goal = context.goal
        if goal[0] == "all":
            return intro(f"c{depth}", _cases(depth + 1))
        if goal[0] == "implies":
            return intro("", _cases(depth))
        if goal[0] == "and":
            return node("both", *[_cases(depth)] * (len(goal) - 1))
        return _split(list(_branching(unread(goal))))

    return look(found)


def _split(terms: list[Json]) -> Node:
    if not terms:
        return auto("in this case", 2)

    def found(context: Context) -> Node:
        if len(terms) > 1:  # a case that contradicts what is known ends here
            try:
                return fill(context, auto("", 0.2))
            except (NotFound, Reject):
                pass
        return case(terms[0], *[_split(terms[1:])] * BRANCHES[terms[0][0]])

    return look(found)


def _branching(part: Json) -> list[Json]:
    """The terms with cases in a formula, each once, inner ones first."""
    if not isinstance(part, list):
        return []
    found = [term for inner in part[1:] for term in _branching(inner)]
    if part[0] in BRANCHES:
        found.append(part)
    return [term for i, term in enumerate(found) if term not in found[:i]]


# --- roots ---------------------------------------------------------------------------------------


def _by_roots(statement: Json, deadline: float) -> bytes | None:
    """The search, knowing of exp(p log(c)/m) that its m-th power is c^p."""
    from proofs.kernel.check import open_statement
    from proofs.search.prove import _OutOfWork, _Search

    if not any(True for _ in _roots(statement["show"])):
        return None
    try:
        proof = apart(open_statement(statement), partial(_with_roots, search=_Search(200)))
    except (_OutOfWork, NotSmooth):
        return None
    return accepted(statement, proof)


def _with_roots(context: Context, search: Any) -> Node | None:
    from proofs.search.prove import Fuel, _Chain

    fuel = Fuel(0, 1, 2, 0)
    chain = _Chain()
    defined = search._define(context, context.goal, fuel, frozenset(), chain)
    if defined is None:
        return None
    line = Line(defined, chain)
    for power, base in dict.fromkeys(_roots(unread(context.goal))):
        _root(line, power, base)
    for more in (Fuel(0, 0, 0, 0), Fuel(0, 1, 2, 0)):
        found = search.solve(line.context, more, frozenset())
        if found is not None:
            return chain.close(found)
    return None


def _root(line: Line, power: Fraction, base: str) -> None:
    """exp(log c) = c, and the products exp(k t) exp(t) = exp((k + 1) t) up to there."""
    line.step(node("axiom", name="exp-log"), [])
    last = len(line.context.rules) - 1
    line.step(node("use", rule=last, at=[base]), [node("evaluate", bits=0)])
    line.step(node("axiom", name="exp-sum"), [])
    last = len(line.context.rules) - 1
    log = ["log", base]
    for step, turns in ((power, power.denominator), (Fraction(1), power.numerator)):
        for k in range(1, turns):
            sides = [["*", str(k * step), log], ["*", str(step), log]]
            line.step(node("use", rule=last, at=sides), [])


def _roots(part: Json) -> Iterator[tuple[Fraction, str]]:
    """The (p/m, c) of all ``exp(p/m * log(c))`` with numbers c > 0."""
    if not isinstance(part, list):
        return
    if part[0] == "exp" and isinstance(part[1], list) and part[1][0] == "*" and len(part[1]) == 3:
        power, log = part[1][1:]
        if isinstance(power, str) and isinstance(log, list) and log[0] == "log":
            try:
                q, c = Fraction(power), log[1]
                if 0 < q and max(q.numerator, q.denominator) <= MAX_ROOT and Fraction(c) > 0:
                    yield q, c
            except (ValueError, TypeError):
                pass
    for inner in part[1:]:
        yield from _roots(inner)
