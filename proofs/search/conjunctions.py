"""A conclusion with several parts, as a chain a <= b <= c has, or about all numbers of a kind.

What shows a lower bound seldom shows the upper one: each part is a statement of its own, for all
strategies.  Most of these know the variables of a statement, not those that its conclusion binds:
"for all k: int, 0 <= k => P(k)" is shown as P(k) for a variable k with 0 <= k.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count

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


def opened(statement: Json, solve: Callable[[Json], bytes | None]) -> Node | None:
    """A proof of a conclusion about all numbers from one for a variable, or None."""
    alone, steps = for_variables(statement)
    found = solve(alone) if steps else None
    if found is None:
        return None
    context = open_statement(statement)
    try:
        for step in steps:
            (context,) = _rule(context, step) or [context]
        proof = told_in(alone, json.loads(found)["proof"])(context)
    except (Missing, Reject):
        return None
    for step in reversed(steps):
        proof = {**step, "then": [proof]}
    return proof


def for_variables(statement: Json) -> tuple[Json, list[Node]]:
    """The conclusion for variables in place of what it binds, and the steps that lead there.

    Its premises are hypotheses then; variables come behind those of the statement.
    """
    show, steps = statement["show"], list[Node]()
    variables, given = dict(statement["vars"]), list(statement["given"])
    while show[0] in ("all", "implies"):
        if show[0] == "all":
            name = show[1]
            if name in {*variables, *statement["functions"], *_words(given)}:
                taken = {*variables, *statement["functions"], *_words(given), *_words(show)}
                name = next(f"z{i}" for i in count() if f"z{i}" not in taken)
            variables[name] = show[2]
            show = _named(show[3], show[1], name)
            steps.append(node("intro", **{"as": name}))
        else:
            given += show[1][1:] if show[1][0] == "and" else [show[1]]
            show = show[2]
            steps.append(node("intro", **{"as": ""}))
    return {**statement, "vars": variables, "given": given, "show": show}, steps


def _words(part: Json) -> set[str]:
    if isinstance(part, list):
        return set().union(*map(_words, part))
    return {part} if isinstance(part, str) else set()


def _named(part: Json, old: str, new: str) -> Json:
    """The same with a name that nothing has there for a variable."""
    if not isinstance(part, list):
        return new if part == old else part
    if part[0] in ("all", "some", "sum") and part[1] == old:
        limits = (
            [_named(limit, old, new) for limit in part[2:-1]] if part[0] == "sum" else part[2:-1]
        )
        return [*part[:2], *limits, part[-1]]
    return [part[0], *(_named(inner, old, new) for inner in part[1:])]
