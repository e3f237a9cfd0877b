"""Conclusions ``A or B``: one of them where the others are denied.

To the kernel ``A or B`` is "if not A then B".  A strategy sees the relations that deny the others
among its hypotheses and one of the parts as its goal; what it finds is told again where the same
relations come from cases: in each, either a part holds, or it is denied.
"""

from __future__ import annotations

from typing import Any

from constructions.terms import FALSE
from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search.prove import Fuel, _Chain, _evaluate, _OutOfWork, _rule, _Search
from proofs.trees.script import Json, Node, node, unread
from proofs.trees.transport import Missing, walk

WORK = 150
QUICK = Fuel(0, 1, 2, 0)


def parts(show: Json) -> list[Json]:
    """A, B, ... of a conclusion "if not A then, if not B then, ..."; one part, where it is none."""
    found = []
    while show[0] == "implies" and show[1][0] == "implies" and show[1][2] == list(FALSE):
        found.append(show[1][1])
        show = show[2]
    return [*found, show]


def denied(relation: Json) -> Json:
    """The relation that holds where this one does not and both sides are defined."""
    op, left, right = relation
    if op in ("<=", "<"):
        return ["<" if op == "<=" else "<=", right, left]
    return ["!=" if op == "=" else "=", left, right]


def flat(statement: Json) -> Json:
    """The statement with the premises of its conclusion, and parts denied, as hypotheses.

    Data against it are data against the statement.
    """
    given, show = list(statement["given"]), statement["show"]
    while show[0] == "implies":
        premise, show = show[1], show[2]
        if premise[0] == "implies" and premise[2] == list(FALSE) and premise[1][0] in RELATIONS:
            premise = denied(premise[1])
        given += premise[1:] if premise[0] == "and" else [premise]
    return {**statement, "given": given, "show": show}


def alone(statement: Json) -> list[tuple[int, Json]]:
    """For each part, the last first, the statement with it as goal and the others denied."""
    found = parts(statement["show"])
    if len(found) < 2 or any(part[0] not in RELATIONS for part in found):
        return []
    order = [len(found) - 1, *range(len(found) - 1)]
    return [
        (i, {**statement, "given": [*statement["given"], *others], "show": found[i]})
        for i in order
        for others in [[denied(part) for j, part in enumerate(found) if j != i]]
    ]


def told(statement: Json, number: int, certificate: Json) -> Node | None:
    """A proof of the statement from a certificate of the part with this number alone."""
    found = parts(statement["show"])
    context = open_statement(statement)
    steps: list[Node] = []
    try:
        for _ in found[:-1]:
            step = node("intro", **{"as": ""})
            steps.append(step)
            children = _rule(context, step)
            if children is None:
                return None
            (context,) = children
        others = [part for j, part in enumerate(found) if j != number]
        proof = _cases(context, others, found, number, certificate)
    except (Missing, Reject, ValueError, _OutOfWork):
        return None
    for step in reversed(steps):
        proof = None if proof is None else {**step, "then": [proof]}
    return proof


def _cases(
    context: Context, others: list[Json], found: list[Json], number: int, certificate: Json
) -> Node | None:
    """Each other part holds, which ends it, or is denied."""
    if not others:
        return _last(context, found, number, certificate)
    part, *rest = others
    chain, search = _Chain(), _Search(WORK)
    read = context.read(part[1]), context.read(part[2])
    known = search._define(context, ("=", read[0], read[1]), QUICK, frozenset(), chain)
    if known is None:
        return None

    def holds(inner: Context) -> Node | None:
        step = node("have", show=part)
        first, after = _rule(inner, step) or (None, None)
        shown = None if first is None else search.leaf(first, 0) or search._two_sides(first, 0)
        closed = None if after is None else _closed(after, part)
        return None if shown is None or closed is None else {**step, "then": [shown, closed]}

    def onward(inner: Context) -> Node | None:
        step = node("have", show=denied(part))
        first, after = _rule(inner, step) or (None, None)
        shown = None if first is None else search.leaf(first, 0) or search._two_sides(first, 0)
        if shown is None or after is None:
            return None
        proof = _cases(after, rest, found, number, certificate)
        return None if proof is None else {**step, "then": [shown, proof]}

    op, left, right = part
    if op in ("<=", "<"):
        gap = ["-", right, left] if op == "<=" else ["-", left, right]
        upper, lower = _rule(known, node("split", on=gap)) or (None, None)
        if upper is None or lower is None:
            return None
        ways = (holds, onward) if op == "<=" else (onward, holds)
        proofs = [ways[0](upper), ways[1](lower)]
        return None if None in proofs else chain.close(node("split", *_all(proofs), on=gap))
    there, off = (holds, onward) if op == "=" else (onward, holds)
    above, below = ["-", left, right], ["-", right, left]
    first, second = _rule(known, node("split", on=above)) or (None, None)
    if first is None or second is None:
        return None
    third, fourth = _rule(first, node("split", on=below)) or (None, None)
    if third is None or fourth is None:
        return None
    inner = [there(third), off(fourth)]
    last = off(second)
    if None in inner or last is None:
        return None
    return chain.close(node("split", node("split", *_all(inner), on=below), last, on=above))


def by_values(context: Context) -> Node | None:
    """A goal without variables, in which relations are denied, by the values of both sides."""
    goal = unread(context.goal)
    if goal[0] == "and":
        found = [by_values(child) for child in _rule(context, node("both")) or []]
        return None if None in found else node("both", *_all(found))
    if goal[0] != "implies" or goal[2] != list(FALSE):
        return _evaluate(context) or _Search(WORK).leaf(context, 0)
    for part in goal[1][1:] if goal[1][0] == "and" else [goal[1]]:
        if part[0] not in RELATIONS:
            continue
        step = node("have", show=denied(part))
        first, after = _rule(context, step) or (None, None)
        shown = None if first is None else _evaluate(first)
        inner = None if after is None else _rule(after, node("intro", **{"as": ""}))
        last = None if inner is None else _Search(WORK).leaf(inner[0], 0)
        if shown is not None and last is not None:
            return {**step, "then": [shown, node("intro", last, **{"as": ""})]}
    return None


def _all(proofs: list[Node | None]) -> list[Node]:
    return [proof for proof in proofs if proof is not None]


def _closed(context: Context, part: Json) -> Node | None:
    """The goal where a part is known: it is the goal, or denied among the hypotheses."""
    search = _Search(WORK)
    found = search.leaf(context, 0)
    if found is None and context.goal[0] == "=":
        found = search._two_sides(context, 0)
    if found is not None:
        return found
    for number, rule in enumerate(context.rules):
        if rule[0] != "implies":
            continue
        step = node("use", rule=number, at=[])
        premise, after = _rule(context, step) or (None, None)
        if premise is None or after is None:
            continue
        shown = search.leaf(premise, 0)
        if shown is None and premise.goal[0] == "=":
            shown = search._two_sides(premise, 0)
        last = None if shown is None else search.leaf(after, 0)
        if shown is not None and last is not None:
            return {**step, "then": [shown, last]}
    return None


def _last(context: Context, found: list[Json], number: int, certificate: Json) -> Node | None:
    """The part itself, from its certificate, where all others are denied."""
    old = open_statement(certificate["statement"])
    if number == len(found) - 1:
        return walk(old, context, certificate["proof"])
    step = node("have", show=found[number])
    first, after = _rule(context, step) or (None, None)
    if first is None or after is None:
        return None
    proof = walk(old, first, certificate["proof"])
    closed: Any = _closed(after, found[number])
    return None if closed is None else {**step, "then": [proof, closed]}


MOST = 6
"""Differences of sides that a conclusion compares, of which each is at least 0 or below."""
ELSEWHERE = ("sum", "abs", "max", "min", "/")


def by_orders(statement: Json) -> Node | None:
    """A conclusion of comparisons joined by "and", "or" and "if", in all orders of their sides.

    One comparison alone, without a sum or a kink, is denied, where hypotheses about all numbers may
    contradict that.
    """
    gaps: dict[str, Json] = {}

    def walk(formula: Json) -> bool:
        op, first, *rest = formula
        if op in ("and", "implies"):
            return all(map(walk, formula[1:]))
        if op in RELATIONS and formula != list(FALSE):
            (second,) = rest
            sides = {"<=": [(second, first)], "<": [(first, second)]}
            for upper, lower in sides.get(op, [(first, second), (second, first)]):
                gaps.setdefault(str((upper, lower)), ["-", upper, lower])
        return op in RELATIONS

    if not walk(statement["show"]) or len(gaps) > MOST:
        return None
    alone = len({str(sorted(map(str, gap[1:]))) for gap in gaps.values()}) < 2
    ops = {formula[0] for formula in statement["given"]}
    if alone and ("all" not in ops or any(f"'{op}'" in str(gaps) for op in ELSEWHERE)):
        return None
    search = _Search(WORK * 2 ** len(gaps))

    def split(context: Context, left: list[Json]) -> Node | None:
        if not left:
            return search.solve(context, QUICK, frozenset())
        chain, read = _Chain(), context.read(left[0])
        known = search._define(context, ("=", read, read), QUICK, frozenset(), chain)
        step = node("split", on=left[0])
        children = None if known is None else _rule(known, step)
        proofs = [split(child, left[1:]) for child in children or []]
        return None if None in proofs or not proofs else chain.close({**step, "then": _all(proofs)})

    try:
        return split(open_statement(statement), list(gaps.values()))
    except (Reject, _OutOfWork):
        return None
