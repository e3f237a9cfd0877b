"""Leaves that look where they are told to, which is faster than a search among all literals."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import plain_json
from proofs.kernel.context import Context, Literal
from proofs.kernel.errors import Reject
from proofs.kernel.poly import Poly
from proofs.kernel.terms import read_formula
from proofs.positivity.finder import find
from proofs.trees.script import Json, Node, NotFound, _renumber, auto, intro, look, node, use

RELATIONS = ("<=", "<", "=", "!=")


def given() -> Node:
    """A goal that is known: one literal, up to a positive factor; conjunctions part by part."""

    def found(context: Context) -> Node:
        goal = context.goal
        if goal[0] == "and":
            return node("both", *[given()] * (len(goal) - 1))
        if goal[0] not in RELATIONS:
            return restated()
        probe = context.child()
        (negated,) = probe.negated_goal()
        last = len(probe.literals)
        for number, literal in enumerate(probe.literals):
            factor = _ratio(negated.poly, literal.poly)
            if factor is None:
                continue
            if negated.rel == "!=" and literal.rel == "=":
                mult = [[number, str(-factor)]]
                return node("zero", lit=last, terms=[["1", [], []]], mult=mult)
            if factor < 0 and {negated.rel, literal.rel} in ({">"}, {">", ">="}):
                terms = [["1", [last], []], [str(-factor), [number], []]]
                return {"by": "leaf", "terms": terms, "mult": [], "then": []}
        return auto("known")

    return look(found)


def restated() -> Node:
    """A goal with quantifiers that is a hypothesis, word for word."""

    def found(context: Context) -> Node:
        goal = context.goal
        if goal[0] == "and" or goal[0] in RELATIONS:
            return given()
        if goal not in context.rules:
            if goal[0] == "all":
                return auto("known")
            raise LookupError("a hypothesis that is not known is to be used")
        number = context.rules.index(goal)
        fresh = next(f"x{i}" for i in range(1000) if f"x{i}" not in context.sorts)
        if goal[0] == "some":
            shown = node("some", restated(), **{"is": fresh})
            return node("obtain", shown, rule=number, **{"as": fresh})
        if goal[0] == "implies":
            return intro("", use(number, [], given(), restated()))
        if goal[0] == "all" and goal[3][0] == "implies":
            return intro(fresh, intro("", use(number, [fresh], given(), restated())))
        return intro(fresh, use(number, [fresh], restated()))

    return look(found)


def _ratio(one: Poly, other: Poly) -> Fraction | None:
    """q with one = q other, if there is one."""
    if not one or one.keys() != other.keys():
        return None
    monomial = next(iter(one))
    q = one[monomial] / other[monomial]
    return q if all(one[m] == q * other[m] for m in one) else None


def using(*facts: Json, recent: int = 0, label: str = "") -> Node:
    """A leaf that is searched among these known facts and the ``recent`` last literals only.

    Of a goal that is a conjunction each part, of a universal one or an implication the inside.
    """

    def found(context: Context) -> Node:
        goal = context.goal
        if goal[0] == "and":
            return node("both", *[using(*facts, recent=recent, label=label)] * (len(goal) - 1))
        if goal[0] == "implies":
            return intro("", using(*facts, goal_of(goal[1]), recent=recent, label=label))
        probe = context.child()
        negated = probe.negated_goal()
        literals = probe.literals + negated
        wanted = [literal for fact in facts for literal in _literals(probe, fact)]
        known = len(context.literals)
        named = {_position(literals, literal) for literal in wanted}
        kept = sorted(named | set(range(known - recent, known)))
        kept.append(len(literals) - 1)
        leaf = find(tuple(literals[i] for i in kept), seconds=20)
        if leaf is None:
            raise NotFound(label, context)
        ((by, parameters),) = _renumber(leaf, kept).items()
        return {"by": by, **parameters, "then": []}

    return look(found)


def goal_of(formula: object) -> Json:
    from proofs.trees.script import unread

    return unread(formula)


def _literals(context: Context, fact: Json) -> list[Literal]:
    fact = plain_json(fact)
    formula = read_formula(fact, context.sorts, context.functions)
    if formula[0] == "and":
        return [lit for part in fact[1:] for lit in _literals(context, part)]
    return [context.child().literal(formula)]


def _position(literals: list[Literal], wanted: Literal) -> int:
    for number in reversed(range(len(literals) - 1)):
        factor = _ratio(wanted.poly, literals[number].poly)
        if factor is None or literals[number].rel != wanted.rel:
            continue
        if factor > 0 or wanted.rel in ("=", "!="):
            return number
    raise LookupError("a fact that is not known is to be used")


def preferring(script: Node, *facts: Json, recent: int = 12) -> Node:
    """The same script: its leaves are searched among these facts and the last literals first.

    Facts that are not known where a leaf stands are left out there.  What is not found among the
    few is searched for among all.
    """
    if script["by"] == "look":
        chosen = script["function"]
        return look(lambda context: preferring(chosen(context), *facts, recent=recent))
    if script["by"] != "auto":
        then = [preferring(child, *facts, recent=recent) for child in script["then"]]
        return {**script, "then": then}

    def found(context: Context) -> Node:
        goal = context.goal
        if goal[0] == "and":
            return node("both", *[look(found)] * (len(goal) - 1))
        if goal[0] == "implies":
            return intro("", look(found))
        if goal[0] == "all":
            return intro(
                next(f"z{i}" for i in range(1000) if f"z{i}" not in context.sorts), look(found)
            )
        if goal[0] not in RELATIONS:
            return script
        return _among_few(context, facts, recent) or script

    return look(found)


def _among_few(context: Context, facts: tuple[Json, ...], recent: int) -> Node | None:
    probe = context.child()
    negated = probe.negated_goal()
    literals = probe.literals + negated
    known = len(context.literals)
    kept = set(range(max(0, known - recent), known)) | {len(literals) - 1}
    for fact in facts:
        try:
            kept |= {_position(literals, literal) for literal in _literals(probe, fact)}
        except (Reject, LookupError):
            continue
    numbers = sorted(kept)
    leaf = find(tuple(literals[i] for i in numbers), effort=0, seconds=2)
    if leaf is None:
        return None
    ((by, parameters),) = _renumber(leaf, numbers).items()
    return {"by": by, **parameters, "then": []}
