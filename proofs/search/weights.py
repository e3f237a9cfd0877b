"""Goals that are linear in a number between two bounds, shown at both.

A convex combination p A + (1 - p) B, a cross-entropy with a label p, or a mixed loss, is linear in
the weight p.  What holds for p = 0 and for p = 1 holds in between; without p the goals are such as
other strategies know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction

from proofs.kernel.check import open_statement
from proofs.kernel.errors import Reject
from proofs.search.calculus import Line, NotSmooth, occurs, put
from proofs.search.lemmas import told_in
from proofs.search.monotone import ends
from proofs.search.prove import _OutOfWork, _Search
from proofs.trees.script import Json, Node
from proofs.trees.transport import Missing

WORK = 300
Solve = Callable[[Json], bytes | None]


def weighted(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement from those that ``solve`` finds at the ends, or None."""
    if statement["show"][0] not in ("<=", "="):
        return None
    for name, low, high in _weights(statement):
        found = _at_ends(statement, name, (low, high), solve)
        if found is not None:
            return found
    return None


def _weights(statement: Json) -> Iterator[tuple[str, Fraction, Fraction]]:
    """Variables with numbers for bounds in which the goal is linear, and nothing else is said."""
    context = open_statement(statement)
    for name, sort in statement["vars"].items():
        low, high = ends(context, name)
        if sort != "real" or low is None or high is None or low >= high:
            continue
        about = [g for g in statement["given"] if occurs(g, name)]
        alone = all(_only(g, name) for g in about)
        if alone and 1 == max(_degree(side, name) for side in statement["show"][1:]):
            yield name, low, high


def _only(formula: Json, name: str) -> bool:
    """Whether a relation is between the variable and a number."""
    op, *sides = formula
    return op in ("<=", "<") and all(isinstance(side, str) for side in sides) and name in sides


def _degree(term: Json, name: str) -> int:
    """At most this in the variable; 9 where it is no polynomial in it."""
    if not isinstance(term, list) or not occurs(term, name):
        return int(term == name)
    op, *args = term
    if op in ("+", "-"):
        return max(_degree(part, name) for part in args)
    if op == "*":
        return min(9, sum(_degree(part, name) for part in args))
    if op == "/" and not occurs(args[1], name):
        return _degree(args[0], name)
    return 9


def _at_ends(
    statement: Json, name: str, at: tuple[Fraction, Fraction], solve: Solve
) -> Node | None:
    given = [g for g in statement["given"] if not occurs(g, name)]
    names = {other: sort for other, sort in statement["vars"].items() if other != name}
    line = Line(open_statement(statement))
    try:
        for q in at:
            part = {**statement, "vars": names, "given": given}
            part["show"] = put(statement["show"], name, str(q))
            found = solve(part)
            if found is None:
                return None
            line.have_by(part["show"], told_in(part, json.loads(found)["proof"]))
        search = _Search(WORK)
        last = search._two_sides(line.context, 1) if statement["show"][0] == "=" else None
        last = last or search.leaf(line.context, 0) or search.leaf(line.context, 1)
    except (NotSmooth, Missing, Reject, _OutOfWork):
        return None
    return None if last is None else line.chain.close(last)
