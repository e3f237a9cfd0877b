"""Induction where the step has quotients, roots, exponentials or logarithms in it.

The claims are those of :mod:`proofs.search.prove`; the base and the step are multiplied out
(:mod:`proofs.search.quotients`), with the lines of exp known (:mod:`proofs.search.exponentials`).
"""

from __future__ import annotations

from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS, substitute
from proofs.search import _moves
from proofs.search.clock import now
from proofs.search.completions import completed
from proofs.search.exponentials import add_facts
from proofs.search.prove import Fuel, _Chain, _evaluate, _OutOfWork, _rule, _Search
from proofs.search.quotients import cleared
from proofs.trees.script import Node, node

WORK = 300
QUICK = Fuel(0, 1, 2, 0)


def inducted(context: Context, deadline: float) -> Node | None:
    """A proof of the context's goal by induction, or None."""
    if context.goal[0] not in RELATIONS:
        return None
    chain = _Chain()
    try:
        defined = _Search(WORK)._define(context, context.goal, QUICK, frozenset(), chain)
    except _OutOfWork:
        return None
    found = None if defined is None else _inducted(defined, deadline)
    return None if found is None else chain.close(found)


def _inducted(context: Context, deadline: float) -> Node | None:
    for name, start, claim in _moves.inductions(context):
        fresh = next(f"i{i}" for i in range(1000) if f"i{i}" not in context.sorts)
        step = node("induct", on=fresh, claim=claim, **{"from": start})
        children = _rule(context, step)
        if children is None or now() > deadline:
            continue
        base, onward, rest = children
        search = _Search(WORK)
        try:
            last = search._last(rest, name, QUICK, frozenset())
        except _OutOfWork:
            last = None
        if last is None:
            continue
        first = _shown(base, deadline)
        second = None if first is None else _shown(onward, deadline)
        if second is not None:
            return {**step, "then": [first, second, last]}
    return None


def _shown(context: Context, deadline: float) -> Node | None:
    """The base or the step."""
    from proofs.search.strategies import apart

    return apart(context, lambda inner: _relation(inner, deadline))


def _relation(context: Context, deadline: float) -> Node | None:
    if now() > deadline:
        return None
    evaluated = _evaluate(context)
    if evaluated is not None:
        return evaluated
    found = _step(context)
    if found is None and context.goal[0] == "=":
        proofs = [_relation(side, deadline) for side in _rule(context, node("both")) or []]
        return None if None in proofs else node("both", *[p for p in proofs if p])
    return found


def _summands(context: Context, search: _Search, chain: _Chain) -> Context:
    """The context where the last summands are defined, so that they can be taken off."""
    scratch = _moves.looked_at(context)
    for key in [key for key in scratch.atoms if key[0] == "sum"]:
        high = scratch.read(_moves.poly_json(scratch, key[3]))
        last = substitute(key[4], key[1], high)
        ready = search._define(context, ("=", last, last), QUICK, frozenset(), chain)
        context = context if ready is None else ready
    return context


def _step(context: Context) -> Node | None:
    search, chain = _Search(WORK), _Chain()
    try:
        ready = search._define(context, context.goal, QUICK, frozenset(), chain) or context
        ready = _summands(ready, search, chain)
        known, done = search._facts(ready, QUICK, frozenset(), chain)
        defined = search._define(known, known.goal, QUICK, done, chain)
        if defined is None:
            return None
        found = search.leaf(defined, 0)
        if found is None:
            found = search.solve(defined, QUICK, done)
        if found is None:
            text = str(defined.goal)
            if any(f"'{name}'" in text for name in ("exp", "log", "tanh")):
                defined = add_facts(defined, search, chain)
            found = cleared(defined, lambda inner: completed(inner, _Search(WORK)))
        return None if found is None else chain.close(found)
    except (_OutOfWork, Reject):
        return None
