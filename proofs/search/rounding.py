"""Goals with floors and other integers: branch and bound on integral linear forms.

The literals are relaxed to a linear program over their monomials.  Where it has a solution, an
integral form (a floor, or a sum or difference of two) that takes few values is cut between two
integers: f >= v | f <= v - 1.  A branch ends where the linear literals contradict each other.

Floats choose where to cut; they are in no proof.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import _moves
from proofs.search.clock import now
from proofs.search.prove import Fuel, _Chain, _OutOfWork, _rule, _Search
from proofs.trees.script import Node, node

MAX_CUTS, MAX_VALUES, MAX_INTEGERS, WORK = 6, 4, 8, 200
EPS = 1e-7


def rounded(context: Context, deadline: float) -> Node | None:
    """A proof of an atomic goal in which integers decide, or None."""
    if context.goal[0] not in ("<=", "<", "="):
        return None
    search, chain = _Search(WORK), _Chain()
    try:
        defined = search._define(context, context.goal, Fuel(0, 1, 2, 0), frozenset(), chain)
        found = None if defined is None else _relation(defined, search, deadline)
    except _OutOfWork:
        return None
    return None if found is None else chain.close(found)


def _relation(context: Context, search: _Search, deadline: float) -> Node | None:
    if context.goal[0] == "=":
        proofs = [_relation(side, search, deadline) for side in _rule(context, node("both")) or []]
        return None if None in proofs or not proofs else node("both", *[p for p in proofs if p])
    cases = _moves.case_terms(context)
    if cases:
        step = node("case", on=cases[0][1])
        children = _rule(context, step)
        known = {key for key, _ in cases}
        if children and len(context.literals) < 60 and _fewer(children[0], known):
            return _all(step, children, search, deadline)
    chain = _Chain()
    context = search._integral_goal(context, chain)
    found = _branch(context, search, deadline, MAX_CUTS)
    return None if found is None else chain.close(found)


def _fewer(context: Context, known: set[Any]) -> bool:
    return len(known) <= 3 and not any(lit.rel == "=" and not lit.poly for lit in context.literals)


def _all(step: Node, children: list[Context], search: _Search, deadline: float) -> Node | None:
    proofs = []
    for child in children:
        proof = search.leaf(child, 0) or _branch(child, search, deadline, MAX_CUTS)
        if proof is None:
            return None
        proofs.append(proof)
    return {**step, "then": proofs}


def _branch(context: Context, search: _Search, deadline: float, cuts: int) -> Node | None:
    """A leaf, or two branches."""
    found = search.leaf(context, 0)
    if found is not None or cuts <= 0 or now() > deadline:
        return found
    cut = _cut(context)
    if cut is None:
        return None
    form, value = cut
    term = _moves.poly_json(context, P.minus(form, P.constant(value)))
    step = node("split", on=term)
    proofs = []
    for child in _rule(context, step) or []:
        proof = _branch(child, search, deadline, cuts - 1)
        if proof is None:
            return None
        proofs.append(proof)
    return {**step, "then": proofs} if proofs else None


def _cut(context: Context) -> tuple[P.Poly, int] | None:
    """An integral form and a value: where it is cut in two."""
    import numpy as np
    from scipy.optimize import linprog

    scratch = context.child()
    try:
        literals = scratch.literals + scratch.negated_goal()
    except Reject:
        return None
    places: dict[P.Monomial, int] = {}
    for literal in literals:
        for m in literal.poly:
            if m:
                places.setdefault(m, len(places))
    rows, ends, equal, values = [], [], [], []
    for literal in literals:
        if literal.rel == "!=" or not set(literal.poly) - {()}:
            continue
        row = np.zeros(len(places))
        for m, c in literal.poly.items():
            if m:
                row[places[m]] = float(c)
        end = float(literal.poly.get((), 0))
        if literal.rel == "=":
            equal.append(row)
            values.append(-end)
        else:
            rows.append(-row)
            ends.append(end)
    if not rows:
        return None
    best: tuple[int, P.Poly, int] | None = None
    for form in _forms(context, places):
        row = np.zeros(len(places))
        for m, c in form.items():
            row[places[m]] = float(c)
        found = []
        for sign in (1, -1):
            answer = linprog(
                sign * row,
                A_ub=np.array(rows),
                b_ub=np.array(ends),
                A_eq=np.array(equal) if equal else None,
                b_eq=np.array(values) if equal else None,
                bounds=(None, None),
                method="highs",
            )
            if answer.status != 0:
                break
            found.append(sign * answer.fun)
        if len(found) < 2:
            continue
        low, high = math.ceil(found[0] - EPS), math.floor(found[1] + EPS)
        if high - low >= MAX_VALUES or found[1] - found[0] < EPS:
            continue
        count = high - low + 1
        if best is None or count < best[0]:
            # above everything that is possible if there is only one value: both branches shrink
            at = low + count // 2 if count > 1 else (low if found[0] < low - EPS else low + 1)
            best = count, form, at
        if count <= 1:
            break
    return None if best is None else best[1:]


def _forms(context: Context, places: dict[P.Monomial, int]) -> Iterator[P.Poly]:
    """Integers, their differences and sums, and differences with a third."""
    names = [n for n, s in context.sorts.items() if s == "int" and ((n, 1),) in places]
    names = names[-MAX_INTEGERS:]
    for name in names:
        yield P.variable(name)
    for a, b in combinations(names, 2):
        yield P.minus(P.variable(a), P.variable(b))
        yield P.add(P.variable(a), P.variable(b))
        yield P.minus(P.variable(a), P.scale(P.variable(b), 2))
        yield P.minus(P.variable(b), P.scale(P.variable(a), 2))
    for a, b, c in combinations(names, 3):
        for x, y, z in ((a, b, c), (b, a, c), (c, a, b)):
            yield P.minus(P.variable(x), P.add(P.variable(y), P.variable(z)))
