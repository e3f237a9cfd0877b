"""Facts on exp, log and tanh that a proof by products can use.

Every exponential in sight, every logarithm and the number 1 is a *point* (a, A) with A = e^a: for
exp(t) it is (t, exp(t)), for log(s) it is (log(s), s), and there is (0, 1).  Of two points

    B >= A (1 + b - a)

(the line of exp through a lies below it), which has monotony and convexity in it; and where
a + b = c, A B = C.  Both follow from the kernel's axioms exp-line, exp-sum and exp-log.  tanh(t) is
replaced by its definition, 1 - 2/(exp(2 t) + 1).
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context, freeze
from proofs.kernel.errors import Reject
from proofs.search import _moves
from proofs.search.prove import _NONE, Fuel, _Chain, _rule, _Search
from proofs.trees.script import Json, Node, node

MAX_POINTS, MAX_PRODUCTS = 6, 4
Point = tuple[Json, Json]  # (a, e^a)


def add_facts(context: Context, search: _Search, chain: _Chain, inverses: bool = False) -> Context:
    """The context with these facts; how they are shown goes to ``chain``.

    With ``inverses`` (-log(s), 1/s) is a point, too.
    """
    context = _with_definitions(context, search, chain)
    points = _points(context)[:MAX_POINTS]
    if inverses:
        logs = [p for p in points if p[0][0] == "log"][: MAX_POINTS - len(points)]
        points += [(["-", a], ["/", "1", value]) for a, value in logs]
    if len(points) < 2:
        return context
    one = ["=", ["exp", "0"], "1"]
    context = _known(context, one, [("exp-sum", ["0", "0"])], [], search, chain)
    for first, second, third in _sums(context, points):
        show = ["=", ["*", first[1], second[1]], third[1]]
        context = _known(context, show, [("exp-sum", [first[0], second[0]])], points, search, chain)
    for first, second in permutations(points, 2):
        gap = ["-", second[0], first[0]]
        show = ["<=", ["*", first[1], ["+", "1", gap]], second[1]]
        axioms: list[tuple[str, list[Json]]] = [("exp-line", [gap]), ("exp-sum", [first[0], gap])]
        context = _known(context, show, axioms, [first, second], search, chain)
    return _products(context, points, search, chain)


def _products(context: Context, points: list[Point], search: _Search, chain: _Chain) -> Context:
    """The lines between sums with a logarithm, a + b with e^a e^b, and other points.

    Only where all of it is in the goal, or under an absolute value or maximum there.
    """
    seen = _moves.looked_at(context)
    sight = _in_sight(seen)

    def visible(term: Json) -> bool:
        return set(seen.poly(seen.read(term))) <= sight

    found = 0
    for a, b in combinations_with_replacement([p for p in points if p[0] != "0"], 2):
        total: Point = (["+", a[0], b[0]], ["*", a[1], b[1]])
        if "log" not in (a[0][0], b[0][0]) or not visible(total[0]) or found >= MAX_PRODUCTS:
            continue
        found += 1
        shown = ["=", ["exp", total[0]], total[1]]
        sides = [("exp-sum", [a[0], b[0]])]
        context = _known(context, shown, sides, [a, b], search, chain)
        for point in points:
            if point in (a, b) or not visible(point[0]):
                continue
            for first, second in ((total, point), (point, total)):
                gap = ["-", second[0], first[0]]
                show = ["<=", ["*", first[1], ["+", "1", gap]], second[1]]
                axioms = [("exp-line", [gap]), ("exp-sum", [first[0], gap])]
                context = _known(context, show, axioms, [a, b, point], search, chain)
    return context


def _in_sight(seen: Context) -> set[P.Monomial]:
    """Monomials of the goal, and of what stands under its absolute values and maxima."""
    found: set[P.Monomial] = {()}
    for literal in seen.child().negated_goal():
        found |= set(literal.poly)
    for key in seen.atoms:
        if key[0] in _moves.CASES:
            for part in key[1:]:
                found |= set(dict(part))
    return found


def _with_definitions(context: Context, search: _Search, chain: _Chain) -> Context:
    """tanh by its definition, and exp(log(s)) = s."""
    for key in list(_moves.looked_at(context).atoms):
        if key[0] not in ("tanh", "log"):
            continue
        argument = _moves.poly_json(_moves.looked_at(context), key[1])
        name = {"tanh": "tanh", "log": "exp-log"}[key[0]]
        after = _used(context, name, [argument], search, chain)
        if after is not None:
            context = after
    return context


def _points(context: Context) -> list[Point]:
    seen = _moves.looked_at(context)
    found: dict[Any, Point] = {(): ("0", "1")}
    for key in seen.atoms:
        if key[0] not in ("exp", "log"):
            continue
        argument = _moves.poly_json(seen, key[1])
        term = [key[0], argument]
        place = freeze(seen.poly(seen.read(argument if key[0] == "exp" else term)))
        if key[0] == "log":
            found[place] = (term, argument)
        else:
            found.setdefault(place, (argument, term))
    return list(found.values())


def _sums(context: Context, points: list[Point]) -> list[tuple[Point, Point, Point]]:
    """Points with a + b = c, also where a = b and where c = 0; not a + 0 = a."""
    seen = _moves.looked_at(context)
    polys = [(point, dict(seen.poly(seen.read(point[0])))) for point in points]
    whole = {freeze(poly): point for point, poly in polys}
    found = []
    for (a, p), (b, q) in combinations_with_replacement(polys, 2):
        total = whole.get(freeze(P.add(p, q)))
        if p and q and total is not None:
            found.append((a, b, total))
    return found


def _known(
    context: Context,
    show: Json,
    axioms: list[tuple[str, list[Json]]],
    points: list[Point],
    search: _Search,
    chain: _Chain,
) -> Context:
    """The context with ``show``, proved from these axioms; as it was if it is not."""
    step = node("have", show=show)
    inner = _Chain()
    try:
        ready = search._define(context, _read(context, show), _NONE, frozenset(), inner)
    except Reject:
        return context
    children = None if ready is None else _rule(ready, step)
    if children is None:
        return context
    goal: Context | None = children[0]
    used = _Chain()
    logarithms: list[tuple[str, list[Json]]] = []
    for a, value in points:
        if a[0] == "log":
            logarithms.append(("exp-log", [value]))
        elif a[0] == "-" and value[:2] == ["/", "1"]:
            logarithms += [("exp-log", [value[2]]), ("exp-sum", [a[1], a])]
    for name, at in [*logarithms, *axioms]:
        if goal is not None:
            goal = _used(goal, name, at, search, used)
    if goal is None:
        return context
    closed = search._two_sides(goal, 0) if show[0] == "=" else search.leaf(goal, 0)
    if closed is None and show[0] == "=":
        closed = search.leaf(goal, 0)
    if closed is None:
        return context
    chain.steps += inner.steps
    chain.add(step, [used.close(closed)])
    return children[1]


def _read(context: Context, show: Json) -> Any:
    from proofs.kernel.terms import read_formula

    return read_formula(show, context.sorts, context.functions)


def _used(
    context: Context, name: str, at: list[Json], search: _Search, chain: _Chain
) -> Context | None:
    """The context with an axiom of the kernel at these terms."""
    step: Node = node("axiom", name=name)
    children = _rule(context, step)
    if children is None:
        return None
    steps: list[tuple[Node, list[Node], list[Node]]] = [(step, [], [])]
    known = children[0]
    for i in range(2 if name == "exp-log" else 1):
        inner = _Chain()
        use = node("use", rule=len(known.rules) - 1, at=at if i == 0 else [])
        after = search._apply(known, use, Fuel(0, 1, 1, 0), frozenset(), inner)
        if after is None:
            return None
        steps += inner.steps
        known = after
        if (name == "exp-log" and not known.rules[-1:]) or known.rules[-1][0] != "implies":
            break
    chain.steps += steps
    return known
