"""Lipschitz bounds and the like: a goal that does not change if x and y change places.

Where |x - y| stands in it, it is shown for y <= x, with x - y in its place and, of |A| <= B, both
sides apart: statements without absolute values of differences, which other strategies take (by the
derivative in x, from x = y).  They are used twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.search.calculus import NotSmooth, put
from proofs.search.cases import replaced
from proofs.search.lemmas import Lemma, assuming, discharged
from proofs.search.monotone import symmetric
from proofs.search.prove import Fuel, _OutOfWork, _rule, _Search
from proofs.trees.script import Json, Node, node

WORK = 3_000
Solve = Callable[[Json], bytes | None]


def ordered(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement from those that ``solve`` finds for y <= x, or None."""
    if statement["functions"] or statement["show"][0] not in ("<=", "<"):
        return None
    for x, y in pairs(statement):
        lemmas = []
        for part in parts(statement, x, y):
            found = solve(part)
            if found is None:
                break
            lemmas.append(Lemma(_closed(part), json.loads(found)))
        else:
            return _twice(statement, x, y, lemmas)
    return None


def pairs(statement: Json) -> Iterator[tuple[str, str]]:
    """Variables that may change places, with the size of their difference in the goal."""
    names = [name for name, sort in statement["vars"].items() if sort == "real"]
    goal, given = statement["show"], statement["given"]
    for x, y in combinations(names, 2):
        if not any(_has(goal, ["abs", ["-", *pair]]) for pair in ((x, y), (y, x))):
            continue
        try:
            same = all(_swapped(part, x, y) in given for part in given)
        except NotSmooth:
            continue
        if same and symmetric(goal, x, y, [*statement["vars"]]):
            yield x, y


def parts(statement: Json, x: str, y: str) -> list[Json]:
    """The statement where y <= x; of |A| <= B both sides."""
    goal = statement["show"]
    for pair in ((x, y), (y, x)):
        goal = replaced(goal, ["abs", ["-", *pair]], ["-", x, y])
    op, left, right = goal
    sides = [left]
    if isinstance(left, list) and left[0] == "abs":
        sides = [left[1], ["-", left[1]]]
    given = [*statement["given"], ["<=", y, x]]
    return [{**statement, "given": given, "show": [op, side, right]} for side in sides]


def _closed(statement: Json) -> Json:
    given = statement["given"]
    premise = given[0] if len(given) == 1 else ["and", *given]
    found: Json = ["implies", premise, statement["show"]]
    for name, sort in reversed(statement["vars"].items()):
        found = ["all", name, sort, found]
    return found


def _twice(statement: Json, x: str, y: str, lemmas: list[Lemma]) -> Node | None:
    """The statement from the lemmas, for y <= x and for x <= y."""
    names = [*statement["vars"]]
    bound = {name: f"{name[:30]}_0" for name in names}
    lemmas = [Lemma(_renamed(lemma.formula, bound), lemma.certificate) for lemma in lemmas]
    context = open_statement(assuming(statement, lemmas))
    first = len(context.rules) - len(lemmas)
    turned = [{x: y, y: x}.get(name, name) for name in names]
    proofs = []
    children = _rule(context, node("split", on=["-", x, y])) or []
    for child, at in zip(children, (names, turned), strict=False):
        proof = _used(child, range(first, first + len(lemmas)), at)
        if proof is None:
            return None
        proofs.append(proof)
    if len(proofs) != 2:
        return None
    return discharged(statement, node("split", *proofs, on=["-", x, y]), lemmas)


def _used(context: Context, rules: range, at: list[str]) -> Node | None:
    """The context's goal from these rules at these terms."""
    steps: list[tuple[Node, Node]] = []
    try:
        for number in rules:
            step = node("use", rule=number, at=at)
            premise, after = _rule(context, step) or (None, None)
            if premise is None or after is None:
                return None
            shown = _Search(WORK).solve(premise, Fuel(0, 0, 1, 0), frozenset())
            if shown is None:
                return None
            steps.append((step, shown))
            context = after
        found = None
        for fuel in (Fuel(0, 0, 4, 0), Fuel(0, 1, 4, 0)):
            found = found or _Search(WORK).solve(context, fuel, frozenset())
    except _OutOfWork:
        return None
    for step, shown in reversed(steps):
        found = None if found is None else {**step, "then": [shown, found]}
    return found


def _swapped(term: Json, x: str, y: str) -> Json:
    return put(put(put(term, x, "#"), y, x), "#", y)


def _has(term: Json, part: Json) -> bool:
    return term == part or (isinstance(term, list) and any(_has(t, part) for t in term[1:]))


def _renamed(formula: Json, names: dict[str, str]) -> Json:
    if isinstance(formula, str):
        return names.get(formula, formula)
    return [_renamed(part, names) for part in formula] if isinstance(formula, list) else formula
