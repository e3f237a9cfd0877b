"""Polynomial goals by completing squares: roots that the goal's own coefficients suggest.

Of 0 <= ... + a u^2 + b u v + ... the square of 2 a u + b v + ... is proposed, for monomials u, v.
Each square is a hypothesis before a leaf is searched, so that products with it are found as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import _moves
from proofs.search.prove import _Chain, _rule, _Search
from proofs.trees.script import Json, Node, node

MAX_ROOTS = 8


def completed(context: Context, search: _Search, efforts: tuple[int, ...] = (0, 1)) -> Node | None:
    """A leaf of the context's goal, or of both sides of an equation, with such squares known."""
    op = context.goal[0]
    if op == "=":
        return search.leaf(context, 0) or search._two_sides(context, 0)
    if op not in ("<=", "<"):
        return None
    found = search.leaf(context, 0) or search._squared(context)
    if found is not None:
        return found
    chain = _Chain()
    known = squares(context, list(roots(context)), chain)
    for effort in efforts:
        found = search.leaf(known, effort)
        if found is not None:
            return chain.close(found)
    return None


def squares(context: Context, found: list[Json], chain: _Chain) -> Context:
    """The context with 0 <= root^2 for each root."""
    if not found:
        return context
    u = next(f"us{i}" for i in range(1000) if f"us{i}" not in context.sorts)
    step = node("have", show=["all", u, "real", ["<=", "0", ["^", u, 2]]])
    goal, known = _rule(context, step) or (None, None)
    inner = None if goal is None else _rule(goal, node("intro", **{"as": u}))
    proof = None if not inner else _Search(20).leaf(inner[0], 0)
    if known is None or proof is None:
        return context
    chain.add(step, [node("intro", proof, **{"as": u})])
    rule = len(known.rules) - 1
    for root in found:
        use = node("use", rule=rule, at=[root])
        children = _rule(known, use)
        if children is not None:
            chain.add(use, [])
            (known,) = children
    return known


def roots(context: Context) -> Iterator[Json]:
    """Roots that complete squares in the goal's polynomial."""
    scratch = context.child()
    try:
        poly = scratch.literal(scratch.goal).poly
    except Reject:
        return
    halves = {m: _half(m) for m in poly}
    even = {m: half for m, half in halves.items() if half is not None and poly[m] > 0}
    seen: list[P.Poly] = []
    for m, u in even.items():
        root: P.Poly = {u: 2 * poly[m]}
        for n, c in poly.items():
            v = _divided(n, u)
            if n != m and v is not None and v != u:
                root = P.add(root, {v: c})
        if len(root) > 1:
            seen.append(root)
    for (m, u), (n, v) in combinations(even.items(), 2):
        c = poly.get(next(iter(P.multiply({u: Fraction(1)}, {v: Fraction(1)}))), Fraction(0))
        if c:
            seen.append({u: 2 * poly[m], v: c})
            seen.append({u: c, v: 2 * poly[n]})
    kept: list[P.Poly] = []
    for root in seen:
        lead = root[max(root)]
        monic = P.scale(root, 1 / lead)
        if monic not in kept and len(kept) < MAX_ROOTS:
            kept.append(monic)
            yield _moves.poly_json(scratch, monic)


def _half(m: P.Monomial) -> P.Monomial | None:
    return None if any(e % 2 for _, e in m) else tuple((n, e // 2) for n, e in m)


def _divided(m: P.Monomial, by: P.Monomial) -> P.Monomial | None:
    powers = dict(m)
    for name, e in by:
        powers[name] = powers.get(name, 0) - e
    if any(e < 0 for e in powers.values()):
        return None
    return tuple(sorted((n, e) for n, e in powers.items() if e))
