"""Sums of exponentials compared term by term: e^p <= e^q where p <= q.

Each summand that is taken away has another of the same kind whose exponent is shown to be at least
as large, by what is known of the exponents: log-sum-exp of x is at most d above that of y, where
x_k <= y_k + d.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import _moves
from proofs.search.calculus import Line, NotSmooth
from proofs.search.prove import _rule, _Search
from proofs.trees.script import Json, Node, node

MAX_SUMMANDS = 8
Summand = tuple[Fraction, P.Monomial, list[P.Poly]]
"""A coefficient, what is no exponential, and the exponents of those that are."""


def matched(context: Context, search: _Search) -> Node | None:
    """A proof of the context's goal that takes one summand for each that is taken away."""
    if context.goal[0] not in ("<=", "<"):
        return None
    seen = _moves.looked_at(context)
    try:
        summands = list(_summands(seen, seen.literal(context.goal).poly))
    except Reject:
        return None
    away = [s for s in summands if s[0] < 0 and s[2]]
    there = [s for s in summands if s[0] > 0 and s[2]]
    left = [c for c, _, _ in there]
    if not away or not there or len(summands) > MAX_SUMMANDS:
        return None
    line = Line(context.child())
    for lost, rest, low in away:
        for i, (_, others, high) in enumerate(there):
            if left[i] + lost < 0 or others != rest:
                continue
            if _compared(line, seen, low, high, search):
                left[i] += lost
                break
        else:
            return None
    found = search.leaf(line.context, 0) or search.leaf(line.context, 1)
    return None if found is None else line.chain.close(found)


def _summands(seen: Context, poly: P.Poly) -> Iterator[Summand]:
    exponents = {name: key[1] for key, name in seen.atoms.items() if key[0] == "exp"}
    for monomial, c in poly.items():
        high = [dict(exponents[n]) for n, e in monomial if n in exponents for _ in range(e)]
        yield c, tuple(part for part in monomial if part[0] not in exponents), high


def _compared(
    line: Line, seen: Context, low: list[P.Poly], high: list[P.Poly], search: _Search
) -> bool:
    """Know prod e^low <= prod e^high, if the sum of the exponents is shown to be at most that."""
    if len(low) > 2 or len(high) > 2:
        return False
    sums: list[P.Poly] = []
    for part in (low, high):
        total: P.Poly = {}
        for poly in part:
            total = P.add(total, poly)
        sums.append(total)
    below, above = (_moves.poly_json(seen, total) for total in sums)
    children = _rule(line.context, node("have", show=["<=", below, above]))
    if children is None or (shown := search.leaf(children[0], 0)) is None:
        return False
    gap = ["-", above, below]
    try:
        line.have(["<=", below, above], shown)
        for part in (low, high):
            if len(part) == 2:
                _axiom(line, "exp-sum", [_moves.poly_json(seen, poly) for poly in part])
        _axiom(line, "exp-line", [gap])
        _axiom(line, "exp-sum", [below, gap])
        line.have_by(
            ["<=", ["exp", below], ["exp", above]],
            lambda context: search.leaf(context, 0) or search.leaf(context, 1),
        )
    except (NotSmooth, Reject):
        return False
    return True


def _axiom(line: Line, name: str, at: list[Json]) -> None:
    line.step(node("axiom", name=name), [])
    line.step(node("use", rule=len(line.context.rules) - 1, at=at), [])
