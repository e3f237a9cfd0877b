"""Products and quotients with roots and sizes in them, compared by their squares.

Of |x|/sqrt(v + e) <= sqrt(n) the squares of both sides are x^2/(v + e) and n, without roots, and
what is known of sums and quotients does the rest.  The squares are a statement of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from proofs.kernel.check import open_statement
from proofs.kernel.errors import Reject
from proofs.search.calculus import Line, NotSmooth
from proofs.search.lemmas import told_in
from proofs.search.prove import Fuel, _OutOfWork, _Search
from proofs.trees.script import Json, Node
from proofs.trees.transport import Missing

WORK = 400
Solve = Callable[[Json], bytes | None]


def squared(term: Json) -> Json:
    """The square of a term, with roots and sizes of its factors written out."""
    op, *args = term if isinstance(term, list) else [""]
    if op == "sqrt":
        return args[0]
    if op == "abs":
        return squared(args[0])
    if op == "*":
        return ["*", *map(squared, args)]
    if op == "/":
        return ["/", *map(squared, args)]
    return ["^", term, 2]


def signs(term: Json, below: bool = False) -> Iterator[Json]:
    """That what is under its roots is not negative, and positive below a line."""
    if not isinstance(term, list) or term[0] not in ("sqrt", "abs", "*", "/"):
        return
    if term[0] == "sqrt":
        yield ["<" if below else "<=", "0", term[1]]
    for i, part in enumerate(term[1:]):
        yield from signs(part, below or (term[0] == "/" and i == 1))


def by_squares(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement from one that ``solve`` finds for the squares, or None."""
    if statement["show"][0] != "<=":
        return None
    _, left, right = statement["show"]
    if right == "0":
        return None
    compared = ["<=", squared(left), squared(right)]
    if "'sqrt'" in str(compared):
        return None
    line = Line(open_statement(statement))
    search = _Search(WORK)
    known = list(statement["given"])
    try:
        for show in [*signs(left), *signs(right), compared]:
            part = {**statement, "given": known, "show": show}
            found = solve(part)
            if found is None:
                return None
            line.have_by(show, told_in(part, json.loads(found)["proof"]))
            known = [*known, show]
        defined = search._define(
            line.context, line.context.goal, Fuel(0, 1, 2, 0), frozenset(), line.chain
        )
        if defined is None:
            return None
        line.context = defined
        line.have_by(["<=", "0", right], lambda c: search.solve(c, Fuel(0, 1, 2, 0), frozenset()))
        whole = ["<=", ["^", left, 2], ["^", right, 2]]
        line.have_by(whole, lambda c: search.leaf(c, 0) or search.leaf(c, 1))
        last = search.leaf(line.context, 0) or search.leaf(line.context, 1)
    except (NotSmooth, Missing, Reject, _OutOfWork):
        return None
    return None if last is None else line.chain.close(last)
