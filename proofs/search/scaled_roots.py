"""Roots of which one is a multiple of another: sqrt(v^2 B) = v sqrt(B) for v > 0.

What is divided by the norm of its inputs does not see their scale, since the norm of v x is v times
that of x.  Which variable v is, is tried; A = v^2 B is a statement of its own, without the roots.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import permutations

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search.calculus import Line, NotSmooth, occurs
from proofs.search.lemmas import told_in
from proofs.search.prove import Fuel, _OutOfWork, _Search
from proofs.search.quotients import cleared
from proofs.search.sums import summing
from proofs.trees.script import Json, Node
from proofs.trees.transport import Missing

WORK, MOST = 400, 4
Solve = Callable[[Json], bytes | None]


def scaled(statement: Json, solve: Solve, deadline: float) -> Node | None:
    """A proof of the statement from those of ``solve`` for the multiple and signs, or None."""
    roots = list({str(a): a for a in _under_roots(statement["show"])}.values())
    if statement["show"][0] not in ("=", "<=") or not 2 <= len(roots) <= MOST:
        return None
    line = Line(open_statement(statement))
    known = [
        next(
            (
                name
                for name, sort in statement["vars"].items()
                if sort == "real" and occurs(larger, name) and not occurs(smaller, name)
                if _told(line, statement, solve, name, larger, smaller)
            ),
            None,
        )
        for larger, smaller in permutations(roots, 2)
    ]
    if not any(known):
        return None
    search = _Search(WORK)

    def closed(context: Context) -> Node | None:
        if context.goal[0] == "=":
            return search._two_sides(context, 0)
        return search.leaf(context, 0) or search.leaf(context, 1)

    try:
        quick = Fuel(0, 1, 2, 0)
        defined = search._define(line.context, line.context.goal, quick, frozenset(), line.chain)
        last = None if defined is None else cleared(defined, closed) or summing(defined, deadline)
    except (_OutOfWork, Reject):
        return None
    return None if last is None else line.chain.close(last)


def _told(
    line: Line, statement: Json, solve: Solve, name: str, larger: Json, smaller: Json
) -> bool:
    """Know that the one root is ``name`` times the other, if it is seen to be so."""
    square = ["*", ["^", name, 2], smaller]
    facts = [["=", larger, square], ["<", "0", name], ["<", "0", smaller]]
    before, steps = line.context, list(line.chain.steps)
    with suppress(NotSmooth, Missing, Reject, _OutOfWork):
        for show in facts:
            part = {**statement, "show": show}
            found = solve(part)
            if found is None:
                raise NotSmooth(str(show)[:40])
            line.have_by(show, told_in(part, json.loads(found)["proof"]))
        search = _Search(WORK)
        root, other = ["sqrt", larger], ["*", name, ["sqrt", smaller]]
        for show in (["<", "0", square], ["<", "0", larger], ["<=", "0", other]):
            line.have_by(show, lambda c: search.leaf(c, 0) or search.leaf(c, 1))
        line.have_by(["=", root, other], lambda c: search._two_sides(c, 0))
        return True
    line.context, line.chain.steps[:] = before, steps
    return False


def _under_roots(term: Json) -> Iterator[Json]:
    """What stands under the roots of a term, of which nothing is bound outside."""
    if not isinstance(term, list) or term[0] in ("all", "some", "sum"):
        return
    if term[0] == "sqrt":
        yield term[1]
    for part in term[1:]:
        yield from _under_roots(part)
