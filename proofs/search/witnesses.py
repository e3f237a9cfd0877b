"""Conclusions "there is a y with P(y)": P(t) for a term t in sight.

The kernel's node ``some`` names t; what is left is a statement of its own, for all strategies.
Terms are those of the statement, 0, 1, a number just inside of what bounds y, and solutions of an
equation for y; those with data against P(t) are left out, and the first few of the others tried.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, islice, product

from proofs.kernel.check import open_statement
from proofs.kernel.errors import Reject
from proofs.kernel.terms import NUMBER, RELATIONS
from proofs.search.calculus import occurs
from proofs.search.cases import replaced
from proofs.search.data import refuting
from proofs.search.lemmas import told_in
from proofs.search.prove import Fuel, _Chain, _OutOfWork, _rule, _Search
from proofs.trees.script import Json, Node, node
from proofs.trees.transport import Missing

TERMS, CHOICES, KEPT, NEAR = 16, 120, 4, 64
WORK, SEARCHED = 3_000, 150
QUICK = Fuel(0, 1, 2, 0)
WHOLE = ("floor", "sign")
"""Operations whose values are integers."""


def named(statement: Json, solve: Callable[[Json, int], bytes | None]) -> Node | None:
    """A proof of the statement from one of its conclusion for terms, or None.

    ``solve`` is told how many choices are left, with its own.
    """
    chosen = list(islice(_choices(statement), KEPT))
    for i, terms in enumerate(chosen):
        alone = {**statement, "show": _at(statement["show"], terms)}
        found = solve(alone, len(chosen) - i)
        proof = None if found is None else _told(statement, terms, alone, json.loads(found))
        if proof is not None:
            return proof
    return None


def _choices(statement: Json) -> Iterator[tuple[Json, ...]]:
    """Terms for what the conclusion says there is, for which it has no data against it."""
    show, sorts = statement["show"], dict[str, str]()
    while show[0] == "some" and show[1] not in sorts:
        sorts[show[1]] = show[2]
        show = show[3]
    near = _inside(statement["show"])
    pools = [
        [*(near if sort == "real" else []), *_terms(statement, sort)]
        if occurs(show, name)
        else ["0"]
        for name, sort in sorts.items()
    ]
    by_length = sorted(
        product(*pools), key=lambda terms: sum(_length(t) for t in terms if t not in near)
    )
    solved = _solved(statement, show, list(sorts)) if "int" not in sorts.values() else ()
    for terms in (*by_length[:CHOICES], *solved):
        alone = {**statement, "show": _at(statement["show"], terms)}
        if next(refuting(alone, WORK), None) is None:
            yield terms


def _terms(statement: Json, sort: str) -> list[Json]:
    """Terms of a sort in which nothing is bound."""
    sorts, found = statement["vars"], dict[str, Json]()

    def walk(part: Json, bound: frozenset[str]) -> bool:
        """Whether nothing that is bound occurs."""
        if not isinstance(part, list):
            return part not in bound
        op, *inside = part
        if op in ("all", "some", "sum"):
            bound |= {inside[0]}
            inside = inside[1 if op == "sum" else 2 :]
        elif op in ("app", "lipschitz"):
            inside = inside[1:]
        elif op == "^":
            inside = inside[:1]
        free = False not in [walk(one, bound) for one in inside]
        formula = op in (*RELATIONS, "and", "implies", "all", "some", "lipschitz")
        if free and not formula and (sort == "real" or op in WHOLE):
            found.setdefault(json.dumps(part), part)
        return free

    for formula in (statement["show"], *statement["given"]):
        walk(formula, frozenset())
    own = [name for name, of in sorts.items() if sort in ("real", of)]
    return sorted([*own, "0", "1", *found.values()], key=_length)[:TERMS]


def _inside(show: Json) -> list[Json]:
    """Numbers just below or above one that bounds what is said to be there."""
    found: list[Json] = []
    while show[0] == "some":
        _, name, _, show = show
        for op, *sides in show[1:] if show[0] == "and" else [show]:
            if op == "<" and name in sides:
                place = 1 - sides.index(name)
                if isinstance(sides[place], str) and NUMBER.fullmatch(sides[place]):
                    number = Fraction(sides[place])
                    room = (abs(number) or Fraction(1)) / NEAR
                    found.append(str(number - room if place else number + room))
    return found


def _solved(statement: Json, formula: Json, names: list[str]) -> Iterator[tuple[Json, ...]]:
    """Terms that solve the equations of the formula, or as many as there are names."""
    from constructions.interop.closed_solutions import solved_for

    parts = formula[1:] if formula[0] == "and" else [formula]
    equations = [part[1:] for part in parts if part[0] == "="]
    for system in (equations, *combinations(equations, len(names))):
        if system:
            yield from solved_for(system, names, list(statement["vars"]))


def _length(term: Json) -> int:
    return len(json.dumps(term))


def _at(show: Json, terms: tuple[Json, ...]) -> Json:
    for term in terms:
        show = replaced(show[3], show[1], term)
    return show


def _told(statement: Json, terms: tuple[Json, ...], alone: Json, found: Json) -> Node | None:
    """The statement with the terms named, each of which has to be defined."""
    context, chain = open_statement(statement), _Chain()
    try:
        for term in terms:
            read = context.read(term)
            ready = _Search(SEARCHED)._define(context, ("=", read, read), QUICK, frozenset(), chain)
            step = node("some", **{"is": term})
            children = None if ready is None else _rule(ready, step)
            if children is None:
                return None
            (context,) = children
            chain.add(step, [])
        proof = told_in(alone, found["proof"])(context)
    except (Missing, Reject, _OutOfWork):
        return None
    return chain.close(proof)
