"""Short proofs of a step: by a fact whose conclusion it is, by cases, by a few facts."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from math import prod
from typing import Any

from proofs.kernel.context import Context
from proofs.kernel.terms import RELATIONS
from proofs.language.formulas import fresh_name
from proofs.search import _moves
from proofs.search.prove import Fuel, _Chain, _OutOfWork, _rule, _Search
from proofs.trees.script import Json, Node, node, unread

NO_FACTS = Fuel(0, 0, 0, 0)
QUICK = (Fuel(0, 1, 0, 0),)
HARD = (Fuel(0, 1, 1, 0), Fuel(0, 1, 2, 0), Fuel(1, 1, 2, 0))
WORK = 300
INSTANCES = 8  # of facts at terms in the goal


def quickly(context: Context, hard: bool) -> Node | None:
    """A proof from all that is known, if it is short."""
    search = _Search(WORK)
    relation = context.goal[0] in RELATIONS
    with suppress(_OutOfWork):
        found = None if relation or hard else _known(context, search)
        found = found or (_by_rules(context, search) if relation and not hard else None)
        found = found or search.solve(context.child(), NO_FACTS, frozenset())
        if found is None and not hard:
            found = _by_instances(context, search)
        if found is None and relation and hard:
            found = search.leaf(context, 1)
        if found is None and relation:
            found = _by_cases(context, search, 3 if hard else 1)
        for fuel in HARD if hard else QUICK:
            if found is not None:
                break
            found = search.solve(context.child(), fuel, frozenset())
        return found
    return None


def _known(context: Context, search: _Search) -> Node | None:
    """A goal that is known, word for word; of a conjunction, each part."""
    goal = context.goal
    if goal[0] in RELATIONS:
        return search.leaf(context, 0)
    if goal[0] == "and":
        return _then(context, node("both"), search)
    alike = [index for index, rule in enumerate(context.rules) if _even(rule) == _even(goal)]
    if not alike:
        return None
    number = alike[0]
    fresh = fresh_name("z", context)
    if goal[0] == "some":
        return _then(context, node("obtain", rule=number, **{"as": fresh}), search, fresh)
    if goal[0] not in ("all", "implies"):
        return None
    opened = node("intro", **{"as": fresh if goal[0] == "all" else ""})
    (inner,) = _rule(context, opened) or (None,)
    if inner is None:
        return None
    if goal[0] == "all" and goal[3][0] == "implies":
        assumed = node("intro", **{"as": ""})
        (inner,) = _rule(inner, assumed) or (None,)
        rest = None if inner is None else _used(inner, number, [fresh], search)
        return None if rest is None else {**opened, "then": [{**assumed, "then": [rest]}]}
    rest = _used(inner, number, [fresh] if goal[0] == "all" else [], search)
    return None if rest is None else {**opened, "then": [rest]}


def _used(context: Context, number: int, at: list[Json], search: _Search) -> Node | None:
    """The goal from this fact at these terms, whose premise is known."""
    return _then(context, node("use", rule=number, at=at), search)


def _then(context: Context, step: Node, search: _Search, term: str = "") -> Node | None:
    """The step, and below it what is known; ``term`` is for a goal that something exists."""
    proofs = []
    for child in _rule(context, step) or ():
        if term:
            inner = _then(child, node("some", **{"is": term}), search)
        else:
            inner = _known(child, search)
        if inner is None:
            return None
        proofs.append(inner)
    return {**step, "then": proofs} if proofs else None


def _conclusion(rule: Any) -> tuple[list[str], Any]:
    """What a fact says below its variables and premises, and the variables."""
    names: list[str] = []
    while rule[0] in ("all", "implies"):
        if rule[0] == "all":
            names.append(rule[1])
        rule = rule[-1]
    return names, rule


def _by_rules(context: Context, search: _Search) -> Node | None:
    """The goal from a fact whose conclusion it is, word for word, for some terms."""
    for index in reversed(range(len(context.rules))):
        names, body = _conclusion(context.rules[index])
        for part in _flat(body):
            at: dict[str, Any] = {}
            if _match(_even(part), _even(context.goal), names, at) and len(at) == len(names):
                proof = _applied(context, index, [unread(at[name]) for name in names], search)
                if proof is not None:
                    return proof
    return None


def _applied(context: Context, index: int, terms: list[Json], search: _Search) -> Node | None:
    """The goal from a fact at terms, whose premises are found."""
    chain = _Chain()
    known = _instance(context, index, terms, search, chain, Fuel(0, 1, 1, 0))
    last = None if known is None else search.leaf(known, 0)
    return None if last is None else chain.close(last)


def _instance(
    context: Context, index: int, terms: list[Json], search: _Search, chain: _Chain, fuel: Fuel
) -> Context | None:
    """The context with a fact at terms, whose premises are found."""
    rule = context.rules[index]
    while rule[0] in ("all", "implies"):
        count = 0
        body = rule
        while body[0] == "all":
            body, count = body[3], count + 1
        here, terms = terms[:count], terms[count:]
        step = node("use", rule=index, at=here)
        children = _rule(context, step)
        if children is None:
            return None
        proofs = []
        if len(children) == 2:
            proof = search.solve(children[0], fuel, frozenset())
            if proof is None:
                return None
            proofs = [proof]
        chain.add(step, proofs)
        context = children[-1]
        if count == 0 and rule[0] == "all":
            return None
        index = len(context.rules) - 1
        more = len(terms) or (body[0] == "implies" and body[2][0] in ("all", "implies"))
        if not more:
            break
        rule = context.rules[index]
    return context


def _by_instances(context: Context, search: _Search) -> Node | None:
    """The goal from facts about all of something, at terms that stand in the goal."""
    op = context.goal[0]
    if op == "and":
        both = _rule(context, node("both")) or []
        found_each = [proof for child in both if (proof := _by_instances(child, search))]
        return node("both", *found_each) if len(found_each) == len(both) else None
    if op in ("implies", "all"):
        step = node("intro", **{"as": fresh_name("z", context) if op == "all" else ""})
        children = _rule(context, step)
        proof = None if children is None else _by_instances(children[0], search)
        return None if proof is None else {**step, "then": [proof]}
    if op not in RELATIONS:
        return None
    chain = _Chain()
    ready = search._define(context, context.goal, NO_FACTS, frozenset(), chain)
    sight: list[Any] = [] if ready is None else list(_moves.subterms(context.goal))
    seen: set[Any] = set()
    while ready is not None:
        found = search.leaf(ready, 0)
        if found is None and op == "=":
            found = search._two_sides(ready, 0)
        if found is not None:
            return chain.close(found)
        ready = _spoken_of(ready, sight, seen, search, chain)
    return None


def _spoken_of(
    context: Context, sight: list[Any], seen: set[Any], search: _Search, chain: _Chain
) -> Context | None:
    """The context with facts at the terms in sight, which grow; ``None`` if there are no more."""
    before = len(seen)
    for index in reversed(range(len(context.rules))):
        names, body = _conclusion(context.rules[index])
        if not names or len(seen) >= INSTANCES:
            continue
        patterns = [t for part in _flat(body) for t in _moves.subterms(part) if t[0] == "app"]
        for pattern, term in itertools.product(patterns, list(sight)):
            at: dict[str, Any] = {}
            if not _match(_even(pattern), _even(term), names, at) or len(at) < len(names):
                continue
            terms = [unread(at[name]) for name in names]
            key = (context.rules[index], json.dumps(terms))
            if key in seen or len(seen) >= INSTANCES:
                continue
            seen.add(key)
            steps = _Chain()
            known = _instance(context, index, terms, search, steps, NO_FACTS)
            if known is not None:
                chain.steps += steps.steps
                sight += [t for t in _moves.subterms(known.rules[-1]) if t not in sight]
                context = known
    return context if len(seen) > before else None


def _match(pattern: Any, part: Any, names: Sequence[str], at: dict[str, Any]) -> bool:
    """Whether the pattern is the part, with terms for the names, which are written to ``at``."""
    if isinstance(pattern, str) and pattern in names:
        if pattern in at:
            return bool(at[pattern] == part)
        at[pattern] = part
        return not _has_bound(part)
    if isinstance(pattern, tuple) and isinstance(part, tuple):
        return len(pattern) == len(part) and all(
            _match(p, q, names, at) for p, q in zip(pattern, part, strict=True)
        )
    return bool(pattern == part)


def _even(part: Any) -> Any:
    """The term with (a + b) + c as a + b + c, and products alike: people write both.

    Numbers are worked out: an induction leaves 3*0 and 0 + 1 where people write 0 and 1.
    """
    if not isinstance(part, tuple):
        return part
    op, *rest = map(_even, part)
    if op in ("+", "*") and isinstance(rest[0], tuple) and rest[0][0] == op:
        rest = [*rest[0][1:], *rest[1:]]
    if op in ("+", "*") and all(isinstance(number, Fraction) for number in rest):
        return sum(rest) if op == "+" else prod(rest)
    return (op, *rest)


def _has_bound(part: Any) -> bool:
    if isinstance(part, tuple):
        return any(map(_has_bound, part))
    return isinstance(part, str) and part[:1] == "#"


def _flat(formula: Any) -> list[Any]:
    return [p for q in formula[1:] for p in _flat(q)] if formula[0] == "and" else [formula]


def _by_cases(
    context: Context, search: _Search, depth: int, taken: tuple[Any, ...] = ()
) -> Node | None:
    """A leaf under the cases of the goal's absolute values, maxima, minima and signs."""
    leaf = search.leaf(context, 0)
    if leaf is not None or not depth:
        return leaf
    inside = [t for t in _moves.subterms(context.goal) if t[0] in _moves.CASES and t not in taken]
    for term in reversed(inside):  # from inside out
        step = node("case", on=unread(term))
        children = _rule(context, step)
        if children is None:
            continue
        proofs = [_by_cases(child, search, depth - 1, (*taken, term)) for child in children]
        return {**step, "then": proofs} if all(proofs) else None
    return None
