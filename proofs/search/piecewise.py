"""Inequalities that are linear in their absolute values, maxima and minima.

A linear program looks for numbers at which what is known holds and the goal fails, where each
absolute value, maximum and minimum is a variable of its own, above (below) its arguments.  If there
are none, the facts that show it are the proof.  If there are, one of these variables is not what it
stands for there: its two cases are taken apart, and no others.  So of twenty maxima those are split
that matter, one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import _moves
from proofs.search.calculus import Line, NotSmooth
from proofs.search.clock import now
from proofs.search.prove import _rule, _short
from proofs.trees.script import Json, Node, node

CASES, SMALL = 3_000, 1e-9
KINKS = ("abs", "max", "min")


class _Stuck(Exception):
    """It is not to be had so."""


def piecewise(context: Context, deadline: float) -> Node | None:
    """A proof of the context's inequality or equation, or None."""
    try:
        return _Piecewise(deadline).whole(context)
    except (_Stuck, NotSmooth):
        return None


@dataclass
class _Piecewise:
    deadline: float
    cases: int = CASES

    def whole(self, context: Context) -> Node:
        """The goal, part by part where it is a sum of parts that share no variable."""
        parts = _parts(context)
        if len(parts) < 2:
            return self.proof(context)
        line = Line(context.child())
        kept = []
        for part in parts:
            line.have_by(["<=", "0", part], self.proof)
            kept.append(len(line.context.literals) - 1)
        last = line.context.child()
        return line.chain.close(self.leaf(last.literals + last.negated_goal(), kept))

    def proof(self, context: Context) -> Node:
        """Raises :class:`_Stuck`."""
        self.cases -= 1
        if self.cases < 0 or now() > self.deadline:
            raise _Stuck
        if context.goal[0] == "=":
            return self.each(context, node("both"))
        seen = context.child()
        try:
            literals = seen.literals + seen.negated_goal()
            literals = seen.literals + literals[-1:]  # with what the goal's terms brought
        except Reject:
            raise _Stuck from None
        kept = _about(seen, literals)
        point, support = _program([literals[i] for i in kept])
        if point is None:
            return self.leaf(literals, [kept[i] for i in support])
        return self.each(context, node("case", on=_wrong(seen, point)))

    def each(self, context: Context, step: Node) -> Node:
        children = _rule(context, step)
        if not children:
            raise _Stuck
        return {**step, "then": [self.proof(child) for child in children]}

    @staticmethod
    def leaf(literals: list[Any], kept: list[int]) -> Node:
        from proofs.positivity.finder import find
        from proofs.trees.leaves import _renumber

        kept = sorted({*kept, len(literals) - 1})
        found = find(tuple(literals[i] for i in kept), effort=0)
        if found is None:
            raise _Stuck
        ((by, body),) = _renumber(found, kept).items()
        return {"by": by, **body, "then": []}


def _parts(context: Context) -> list[Json]:
    """Terms whose sum is right side less left side, and of which no two have a variable."""
    seen = context.child()
    if seen.goal[0] != "<=":
        return []
    try:
        gap = seen.literal(seen.goal).poly
    except Reject:
        return []
    inside = _inside(seen)
    found: list[tuple[set[str], P.Poly]] = []
    for m, c in gap.items():
        names, poly = _variables({m: c}, inside), {m: c}
        for other in [one for one in found if one[0] & names]:
            found.remove(other)
            names, poly = names | other[0], poly | other[1]
        found.append((names, poly))
    return [_moves.poly_json(seen, poly) for _, poly in found] if () not in gap else []


def _about(seen: Context, literals: list[Any]) -> list[int]:
    """The literals that a linear program takes, of those that have to do with the last one."""
    inside = _inside(seen)
    left = {i for i, one in enumerate(literals[:-1]) if one.rel != "!=" and _short(one)}
    if literals[-1].rel == "!=":
        raise _Stuck
    kept, names = {len(literals) - 1}, _variables(literals[-1].poly, inside)
    while more := {i for i in left if _variables(literals[i].poly, inside) & names}:
        kept, left = kept | more, left - more
        names = names.union(*(_variables(literals[i].poly, inside) for i in more))
    return sorted(kept)


def _inside(seen: Context) -> dict[str, set[str]]:
    """The variables in each atom, for kinks; other atoms are variables of their own."""
    inside: dict[str, set[str]] = {}
    for key, name in seen.atoms.items():  # each comes after those in it
        parts = [dict(part) for part in key[1:]] if key[0] in KINKS else []
        used = {v for part in parts for m in part for v, _ in m} or {name}
        inside[name] = set().union(*(inside.get(v, {v}) for v in used))
    return inside


def _variables(poly: P.Poly, inside: Mapping[str, set[str]]) -> set[str]:
    return {name for m in poly for v, _ in m for name in inside.get(v, {v})}


def _program(literals: list[Any]) -> tuple[dict[P.Monomial, float] | None, list[int]]:
    """Numbers for the monomials at which all literals hold, or those that forbid it."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import lil_matrix

    names = {m: j for j, m in enumerate(sorted({m for one in literals for m in one.poly if m}))}
    above = [i for i, one in enumerate(literals) if one.rel != "="]
    same = [i for i, one in enumerate(literals) if one.rel == "="]
    t = len(names)
    sides = []
    for rows in (above, same):
        matrix, right = lil_matrix((len(rows), t + 1)), np.zeros(len(rows))
        for row, i in enumerate(rows):
            for m, c in literals[i].poly.items():
                if m:
                    matrix[row, names[m]] = -float(c)
                else:
                    right[row] = float(c)
            if literals[i].rel == ">":
                matrix[row, t] = 1.0
        sides.append((matrix.tocsr(), right))
    (a, b), (c, d) = sides
    price = np.zeros(t + 1)
    price[t] = -1.0
    bounds = [(None, None)] * t + [(None, 1.0)]
    equal = {"A_eq": c, "b_eq": d} if same else {}
    found = linprog(price, A_ub=a, b_ub=b, bounds=bounds, method="highs", **equal)
    if found.status == 2:
        return None, list(range(len(literals)))
    if found.status != 0:
        raise _Stuck
    if found.x[t] > SMALL:
        return {m: float(found.x[j]) for m, j in names.items()}, []
    support = [i for i, q in zip(above, found.ineqlin.marginals, strict=True) if abs(q) > SMALL]
    if same:
        support += [i for i, q in zip(same, found.eqlin.marginals, strict=True) if abs(q) > SMALL]
    return None, support


def _wrong(seen: Context, point: Mapping[P.Monomial, float]) -> Json:
    """The absolute value, maximum or minimum that is farthest from what it is at the point.

    Raises:
        _Stuck: each is what it is.
    """

    def value(poly: Any) -> float:
        return sum(float(c) * (point.get(m, 0.0) if m else 1.0) for m, c in dict(poly).items())

    worst, term = SMALL, None
    for key, name in seen.atoms.items():
        if key[0] in KINKS and ((name, 1),) in point:
            inside = [value(part) for part in key[1:]]
            true = abs(inside[0]) if key[0] == "abs" else max(inside)
            if key[0] == "min":
                true = min(inside)
            gap = abs(point[((name, 1),)] - true) / (1 + abs(true))
            if gap > worst:
                worst, term = gap, _moves.atom_json(seen, key)
    if term is None:
        raise _Stuck
    return term
