"""Irrational data: closed terms that solve the equations of a statement.

Where ``x^2 = 2`` is a hypothesis no rational x meets it.  All variables but as many as there are
equations get small rationals, sympy solves for the rest, and what seems to refute the statement is
proposed, the shortest first.  Two variables may also be equal, or opposite.  Of a conclusion
``a < b`` or ``a != b`` the points with a = b are tried, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from proofs.claims import Witness
from proofs.decide import refutable
from proofs.search import data as exact
from proofs.search.clock import now
from proofs.search.data import Found
from proofs.trees.script import Json

POOL = ("0", "1", "1/2", "2", "-1", "1/3", "3", "-1/2", "1/4")
WHOLE = ("1", "2", "0", "3", "-1")
MAX_EQUATIONS, MAX_TRIES, MAX_TIES, MAX_LENGTH = 3, 24, 6, 160


def closed_data(statement: Json, deadline: float) -> Iterator[Found]:
    """Data with closed terms at which, as far as floats show, the statement fails."""
    if statement["functions"]:
        return
    for equations in _systems(statement):
        found: dict[str, Found] = {}
        for at in _solved(statement, equations, deadline):
            length = json.dumps(at)
            if len(length) <= MAX_LENGTH and length not in found:
                failing = _failing(statement, at)
                if failing is not None:
                    found[length] = failing
        yield from (found[text] for text in sorted(found, key=len))


def meeting(statement: Json, seconds: float) -> Witness | None:
    """Closed terms that meet the hypotheses, as far as floats show."""
    if not any(_systems(statement)):
        return None
    import constructions.interop.closed_solutions  # noqa: F401  (before the clock is started)

    deadline = now() + seconds
    never = {**statement, "show": ["<", "1", "0"]}
    return next((found.witness for found in closed_data(never, deadline)), None)


def _solved(statement: Json, equations: list[Json], deadline: float) -> Iterator[dict[str, Json]]:
    """Values of all variables that solve the equations, the free ones small rationals."""
    from constructions.interop.closed_solutions import solutions

    sorts = statement["vars"]
    inside = [name for name in sorts if any(exact.free(e, {name}) for e in equations)]
    reals = [name for name in inside if sorts[name] == "real"]
    ties: list[list[Json]] = [[]]
    for first, second in combinations(reals, 2):
        ties += [[["=", first, second]], [["=", first, ["-", second]]]]
    for tie in ties[: MAX_TIES + 1]:
        system = [*equations, *tie]
        tries = 0
        for unknowns in combinations(reals, min(len(system), len(reals))):
            if tie and not exact.free(["", *tie], unknowns):
                continue
            others = [name for name in sorts if name not in unknowns]
            for chosen in small([WHOLE if sorts[n] == "int" else POOL for n in others]):
                tries += 1
                if tries > MAX_TRIES or now() > deadline:
                    break
                at = dict(zip(others, chosen, strict=True))
                pairs = [(put(e[1], at), put(e[2], at)) for e in system]
                yield from ({**at, **solved} for solved in solutions(pairs, unknowns))


def _systems(statement: Json) -> Iterator[list[Json]]:
    """The equations among the hypotheses, then these and the boundary of the conclusion."""
    given = [part for g in statement["given"] for part in (g[1:] if g[0] == "and" else [g])]
    equations = [g for g in given if g[0] == "=" and exact.free(g, statement["vars"])]
    if 1 <= len(equations) <= MAX_EQUATIONS:
        yield equations
    for part in refutable(statement["show"]):
        if part[0] in ("<", "!=") and len(equations) < MAX_EQUATIONS:
            yield [*equations, ["=", *part[1:]]]


def small(pools: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Choices from the pools, those of early members first."""
    for indices in exact._by_sum([len(pool) for pool in pools]) if pools else iter([()]):
        yield tuple(pool[i] for pool, i in zip(pools, indices, strict=True))


def put(node: Json, at: Mapping[str, Json]) -> Json:
    """A term or formula with closed terms for free names."""
    if isinstance(node, str):
        return at.get(node, node)
    if not isinstance(node, list):
        return node
    if node[0] in ("app", "lipschitz"):
        return [node[0], node[1], *(put(part, at) for part in node[2:])]
    if node[0] in ("all", "some", "sum"):
        inner = {name: term for name, term in at.items() if name != node[1]}
        return [*node[:2], *(put(part, inner) for part in node[2:])]
    return [node[0], *(put(part, at) for part in node[1:])]


def _failing(statement: Json, at: Mapping[str, Json]) -> Found | None:
    try:
        point = exact.Point(
            {n: exact.value(term, exact.Point({}, {})) for n, term in at.items()}, {}
        )
        if not all(exact.truth(formula, point) for formula in statement["given"]):
            return None
        for i, part in enumerate(refutable(statement["show"])):
            if exact.fails(part, point):
                return Found(Witness({n: at[n] for n in statement["vars"]}), (), i)
    except (exact.Undefined, exact._OutOfWork, OverflowError, ValueError):
        pass
    return None
