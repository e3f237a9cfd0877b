"""Goals that are linear in logarithms: e to the power of both sides, which are products.

With l <= r as  sum of n_i log s_i  <=  r' + sum of m_j log t_j  for whole numbers n_i, m_j, what is
to be shown is  prod s_i^n_i <= e^r' prod t_j^m_j:  if e^P >= e^N then P >= N, by the line of exp.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import lcm
from typing import Any

from constructions.terms import Term, TermSystem
from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import _moves
from proofs.search.calculus import Line, NotSmooth
from proofs.search.cases import without
from proofs.search.matching import matched
from proofs.search.monotone import plausible
from proofs.search.powers import by_lines, powers
from proofs.search.prove import Fuel, _OutOfWork, _rule, _Search
from proofs.search.quotients import cleared
from proofs.trees.leaves import using
from proofs.trees.script import Json, Node, NotFound, fill, node

S = TermSystem()
MAX_FACTORS = 6
Point = tuple[Json, Json]  # (a, e^a)


def products(context: Context, work: int) -> Node | None:
    """A proof of the context's goal by products, or None."""
    op = context.goal[0]
    if op in ("and", "implies", "all", "="):
        name = next(f"z{i}" for i in range(1000) if f"z{i}" not in context.sorts)
        step = node("both")
        if op in ("implies", "all"):
            step = node("intro", **{"as": name if op == "all" else ""})
        proofs = []
        for child in _rule(context, step) or []:
            proof = products(child, work)
            if proof is None:
                return None
            proofs.append(proof)
        return {**step, "then": proofs} if proofs else None
    if op not in ("<=", "<"):
        return None
    return without(context, lambda kink: True, lambda inner: _smooth(inner, work))


def _smooth(context: Context, work: int) -> Node | None:
    try:
        return _products(Line(context.child()), _Search(work))
    except (NotSmooth, NotFound, _OutOfWork, Reject, LookupError):
        return None


def _products(line: Line, search: _Search) -> Node | None:
    goal = line.context.goal
    defined = search._define(line.context, goal, Fuel(0, 1, 2, 0), frozenset(), line.chain)
    if defined is None:
        return None
    line.context = defined
    parts = _sides(defined)
    if parts is None:
        return None
    below, above = (_whole(line, points, search) for points in parts)
    _inverses(line, search)
    strict = goal[0] == "<"
    same = not _moves.looked_at(line.context).poly(line.context.read(["-", below[1], above[1]]))
    if not same:
        powers(line)
        _have(line, ["<" if strict else "<=", below[1], above[1]], search)
    gap = ["-", below[0], above[0]]
    _axiom(line, "exp-line", [gap], search)
    _axiom(line, "exp-sum", [above[0], gap], search)
    low, high = Term(below[0]), Term(above[0])
    known = Term(below[1]) < Term(above[1]) if strict else Term(below[1]) <= Term(above[1])
    ends = [S.exp(low).equals(Term(below[1])), S.exp(high).equals(Term(above[1]))]
    facts = ends if same else [*ends, known]
    line.have(S.exp(high) * (1 + low - high) <= S.exp(low), _line(low, high))
    line.have(
        Term(above[1]) * (low - high) < 0 if strict else Term(above[1]) * (low - high) <= 0,
        using(*facts, S.exp(high) * (1 + low - high) <= S.exp(low)),
    )
    line.have(Term(above[1]) > 0, using(ends[1], S.exp(high) > 0))
    rest = Term(above[1]) * (low - high)
    last = using(rest < 0 if strict else rest <= 0, Term(above[1]) > 0)
    return line.chain.close(fill(line.context, last))


def _line(low: Term, high: Term) -> Node:
    """From e^(N - P) >= 1 + N - P, and e^N = e^P e^(N - P)."""
    gap = low - high
    return using(
        1 + gap <= S.exp(gap),
        S.exp(low).equals(S.exp(high) * S.exp(gap)),
        S.exp(high) > 0,
    )


def _sides(context: Context) -> tuple[list[Point], list[Point]] | None:
    """The goal times a whole number as N <= P: the points of N and of P."""
    seen = _moves.looked_at(context)
    _, left, right = context.goal
    poly = seen.poly(("-", right, left))
    names = {name: key for key, name in seen.atoms.items()}
    logs: dict[P.Monomial, Any] = {}
    for m in poly:
        key: Any = names.get(m[0][0]) if len(m) == 1 and m[0][1] == 1 else None
        if key is not None and key[0] == "log":
            logs[m] = key
    scale = lcm(*(poly[m].denominator for m in logs)) if logs else 1
    counts = {m: int(poly[m] * scale) for m in logs}
    if not logs or sum(map(abs, counts.values())) > MAX_FACTORS:
        return None
    below: list[Point] = []
    above: list[Point] = []
    for m, key in logs.items():
        argument = _moves.poly_json(seen, key[1])
        side = above if counts[m] > 0 else below
        side += [(["log", argument], argument)] * abs(counts[m])
    rest = P.scale({m: c for m, c in poly.items() if m not in logs}, scale)
    hidden = {name for name, key in names.items() if key[0] == "log"}
    if any(name in hidden for m in rest for name, _ in m):
        return None
    if rest:
        term = _moves.poly_json(seen, rest)
        above.append((term, ["exp", term]))
    return below, above


def _whole(line: Line, points: list[Point], search: _Search) -> Point:
    """The sum of points, with e to its power known as their product."""
    if not points:
        _axiom(line, "exp-sum", ["0", "0"], search)
        _have(line, ["=", ["exp", "0"], "1"], search)
        return "0", "1"
    for a, value in {str(p): p for p in points}.values():
        if a[0] == "log":
            _axiom(line, "exp-log", [value], search)
    a, value = points[0]
    _have(line, ["=", ["exp", a], value], search)
    for b, other in points[1:]:
        _axiom(line, "exp-sum", [a, b], search)
        total, product = ["+", a, b], ["*", value, other]
        show = S.exp(Term(total)).equals(Term(product))
        used = [
            S.exp(Term(total)).equals(S.exp(Term(a)) * S.exp(Term(b))),
            S.exp(Term(a)).equals(Term(value)),
        ]
        if b[0] == "log":
            used.append(S.exp(Term(b)).equals(Term(other)))
        line.have(show, node("both", *[using(*used)] * 2))
        a, value = total, product
    return a, value


def _inverses(line: Line, search: _Search) -> None:
    """e^a e^b = e^(a + b) where all three are in sight, and e^a e^-a = 1."""
    points = [key[1] for key in _moves.looked_at(line.context).atoms if key[0] == "exp"]
    at = {point: _moves.poly_json(_moves.looked_at(line.context), point) for point in points}
    for a, b in combinations_with_replacement([p for p in points if p], 2):
        total = P.add(dict(a), dict(b))
        if not total:
            _axiom(line, "exp-sum", [at[a], at[b]], search)
            _axiom(line, "exp-sum", ["0", "0"], search)
            _have(line, ["=", ["*", ["exp", at[a]], ["exp", at[b]]], "1"], search)


def _axiom(line: Line, name: str, at: list[Json], search: _Search) -> None:
    line.step(node("axiom", name=name), [])
    use = node("use", rule=len(line.context.rules) - 1, at=at)
    children = _rule(line.context, use)
    if children is None:
        raise NotSmooth(name)
    if name != "exp-log":
        line.step(use, [])
        return
    line.step(use, [_proved(child, search) for child in children[:-1]])


def _have(line: Line, show: Json, search: _Search) -> None:
    line.have_by(show, lambda context: _proved(context, search))


def _proved(context: Context, search: _Search) -> Node:
    found: Any = search._two_sides(context, 0) if context.goal[0] == "=" else None
    found = found or search.leaf(context, 0)
    if found is None and not plausible(context):
        raise NotSmooth("a product")
    found = found or matched(context, search)
    if found is None and "'sum'" in str(context.goal) and context.goal[0] != "=":
        from proofs.search.sums import term_by_term  # which takes products of logarithms itself

        found = term_by_term(context)
    if found is None:
        found = cleared(context, lambda inner: by_lines(inner, search, (0,)))
    if found is None:
        found = search.solve(context, Fuel(1, 1, 2, 0), frozenset())
    if found is None:
        raise NotSmooth("a product")
    result: Node = found
    return result
