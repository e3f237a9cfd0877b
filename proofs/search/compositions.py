"""Compositions of Lipschitz functions: |T(x) - T(y)| <= C |x - y|, from inside out.

T is built from x by sums, factors and functions of which a hypothesis says that they are Lipschitz,
on the whole line.  Each part P of T has a constant, a sum or product of those in the hypotheses, by
which |P(x) - P(y)| <= c |x - y| is known before the next one is.
"""

from __future__ import annotations

from constructions.terms import Term
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search.calculus import Line, NotSmooth, occurs, put
from proofs.search.clock import now
from proofs.search.prove import Fuel, _OutOfWork, _Search
from proofs.search.stated import lipschitz
from proofs.trees.leaves import using
from proofs.trees.script import Json, Node, NotFound, node, unread

WORK = 600


def composed(context: Context, deadline: float) -> Node | None:
    """A proof of the context's goal, or None."""
    goal = unread(context.goal)
    if goal[0] not in ("<=", "<") or not isinstance(goal[1], list) or goal[1][0] != "abs":
        return None
    size = goal[1][1]
    if not isinstance(size, list) or size[0] != "-" or len(size) != 3:
        return None
    rules = {}
    for number, rule in enumerate(context.rules):
        found = lipschitz(unread(rule))
        if found is not None:
            rules[found[0]] = (number, found[1])
    names = [n for n, sort in context.sorts.items() if sort == "real" and n[0] != "@"]
    for x in names:
        for y in names:
            try:
                if x == y or put(size[1], x, y) != size[2] or not rules:
                    continue
                return _bounded(Line(context.child()), rules, size[1], (x, y), deadline)
            except (NotSmooth, NotFound, Reject, _OutOfWork):
                continue
    return None


def _bounded(
    line: Line, rules: dict[str, tuple[int, Json]], term: Json, at: tuple[str, str], deadline: float
) -> Node | None:
    """The line's goal, where what is between the bars is the term at two points."""
    x, y = at
    search = _Search(WORK)
    signs = {}
    for name, (number, c) in rules.items():
        line.step(node("use", rule=number, at=["1", "0"]), [])
        line.have_by(["<=", "0", c], lambda context: search.leaf(context, 0))
        signs[name] = Term(c) >= 0
    gap = Term(["abs", ["-", x, y]])

    def known(part: Json) -> Term:
        """The constant of a part; that it is one is known then."""
        if now() > deadline:
            raise NotSmooth("late")
        if not occurs(part, x):
            return Term("0")
        if part == x:
            return Term("1")
        op, *args = part
        if op == "app" and len(args) == 2 and args[0] in rules:
            number, c = rules[args[0]]
            inner = known(args[1])
            points = [args[1], put(args[1], x, y)]
            line.step(node("use", rule=number, at=points), [])
            far, near = _size(points), inner * gap
            if args[1] != x:
                line.have(Term(c) * far <= Term(c) * near, using(far <= near, signs[args[0]]))
            constant = Term(c) * inner if args[1] != x else Term(c)
        elif op in ("+", "-"):
            constants = [known(arg) for arg in args]
            constant = constants[0]
            for other in constants[1:]:
                constant = constant + other
        elif op == "*" and sum(occurs(arg, x) for arg in args) == 1:
            (moving,) = [arg for arg in args if occurs(arg, x)]
            factors = [Term(arg) for arg in args if arg is not moving]
            constant = known(moving)
            far = _size([moving, put(moving, x, y)])
            for factor in factors:
                line.have_by((factor >= 0), lambda context: search.leaf(context, 0))
                line.have(
                    factor * far <= factor * (constant * gap),
                    using(factor >= 0, far <= constant * gap),
                )
                constant, far = factor * constant, factor * far
        else:
            raise NotSmooth(op)
        show = _size([part, put(part, x, y)]) <= constant * gap
        line.have_by(show, lambda context: search.solve(context, Fuel(0, 0, 4, 0), frozenset()))
        return constant

    known(term)
    found = search.leaf(line.context, 0) or search.leaf(line.context, 1)
    found = found or search.solve(line.context, Fuel(1, 1, 2, 0), frozenset())
    return None if found is None else line.chain.close(found)


def _size(points: list[Json]) -> Term:
    return Term(["abs", ["-", *points]])
