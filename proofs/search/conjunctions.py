"""A conclusion with several parts, as a chain a <= b <= c has: each is shown by itself.

What shows a lower bound seldom shows the upper one.  Each part is a statement of its own, for all
strategies.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from proofs.kernel.check import open_statement
from proofs.kernel.errors import Reject
from proofs.search.lemmas import told_in
from proofs.search.prove import _rule
from proofs.trees.script import Json, Node, node
from proofs.trees.transport import Missing


def each(statement: Json, solve: Callable[[Json, int], bytes | None]) -> Node | None:
    """A proof of the statement from those that ``solve`` finds of its parts, or None.

    ``solve`` is told how many parts are still to be shown, with its own.
    """
    op, *parts = statement["show"]
    if op != "and" or len(parts) < 2:
        return None
    proofs = []
    children = _rule(open_statement(statement), node("both")) or []
    for i, (child, part) in enumerate(zip(children, parts, strict=True)):
        alone = {**statement, "show": part}
        found = solve(alone, len(parts) - i)
        if found is None:
            return None
        try:
            proofs.append(told_in(alone, json.loads(found)["proof"])(child))
        except (Missing, Reject):
            return None
    return node("both", *proofs)
