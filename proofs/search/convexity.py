"""Hypotheses with a weight, as that a function is convex, at the points and weights of the goal.

Of ``f(t u + (1 - t) v) <= t f(u) + (1 - t) f(v)`` for all t in [0, 1], u and v, the goal

    f(a_1 x_1 + ... + a_n x_n) <= a_1 f(x_1) + ... + a_n f(x_n)

shows which instances it needs: its coefficients are the weights.  With three points or more the
others are taken together, one after the other.  Where a point of the goal lies between two others
the weight is a quotient of differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import permutations

from proofs.kernel import poly as P
from proofs.kernel.context import Context, freeze
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search import _moves
from proofs.search.calculus import Line, NotSmooth, occurs
from proofs.search.clock import now
from proofs.search.prove import Fuel, _OutOfWork, _rule, _Search
from proofs.search.quotients import cleared
from proofs.search.stated import define, positive
from proofs.trees.script import Json, Node, node, unread

WORK, MAX_INSTANCES, MAX_POINTS = 400, 12, 4
FUELS = (Fuel(0, 0, 0, 0), Fuel(0, 1, 2, 0), Fuel(0, 2, 3, 0))
Rule = tuple[int, list[str], str, list[str], Json]
"""Its number and variables, the weight, the points, and the point that is between them."""


def convex(context: Context, deadline: float) -> Node | None:
    """A proof of the context's goal by instances of such hypotheses, or None."""
    if context.goal[0] not in ("<=", "<"):
        return None
    line, search = Line(context.child()), _Search(WORK)
    rules = [(name, rule) for i, r in enumerate(context.rules) for name, rule in _weighted(i, r)]
    if not rules:
        return None
    try:
        define(line, unread(context.goal), search)
        count = 0
        for name, rule in rules:
            for at in list(_instances(line.context, name, rule)):
                if count >= MAX_INSTANCES or now() > deadline:
                    break
                with suppress(NotSmooth, Reject):
                    _used(line, name, rule, at, search)
                    count += 1
        for fuel in FUELS if count else ():
            if now() > deadline:
                break
            found = search.solve(line.context, fuel, frozenset())
            found = found or cleared(line.context, lambda inner: search.leaf(inner, 0))
            if found is not None:
                return line.chain.close(found)
    except (_OutOfWork, NotSmooth, Reject):
        return None
    return None


def _weighted(number: int, formula: Json) -> Iterator[tuple[str, Rule]]:
    """The function and its rule, where a hypothesis has this form."""
    rule, names = unread(formula), []
    while rule[0] == "all" and rule[2] == "real":
        names.append(rule[1])
        rule = rule[3]
    body = rule[2] if rule[0] == "implies" else rule
    if body[0] not in RELATIONS or len(names) not in (2, 3):
        return
    apps = list(_apps(body))
    for app in apps:
        inner = [name for name in names if occurs(app[2], name)]
        points = [n for n in names if any(a[1] == app[1] and a[2] == n for a in apps)]
        weights = [n for n in inner if n not in points]
        if isinstance(app[2], list) and len(points) == 2 and len(weights) == len(names) - 2:
            yield app[1], (number, names, weights[0] if weights else "", points, app[2])
            return


def _apps(term: Json) -> Iterator[Json]:
    if isinstance(term, list):
        if term[0] == "app" and len(term) == 3:
            yield term
        for part in term[1:]:
            yield from _apps(part)


def _instances(context: Context, name: str, rule: Rule) -> Iterator[dict[str, Json]]:
    """Terms for the variables of the rule, those that the goal's coefficients show first."""
    _, _, weight, (u, v), _ = rule
    seen = _moves.looked_at(context)
    _, left, right = context.goal
    poly = seen.poly(("-", right, left))
    atoms = {key[2]: n for key, n in seen.atoms.items() if key[:2] == ("app", name)}
    told = {p: _coefficient(poly, n) for p, n in atoms.items()}
    above = [p for p, c in told.items() if c and _number(c, 1) > 0]
    points = [dict(p) for p in [*above, *(p for p in told if p not in above)]][:MAX_POINTS]
    term = partial(_moves.poly_json, seen)
    weights = [told[p] for p in above]
    for chain in _chains([(dict(p), told[p]) for p in above]):
        for t, one, other in chain:
            yield {u: term(one), v: term(other), weight: term(t)}
    if not weight:
        for one, other in permutations(points, 2):
            yield {u: term(one), v: term(other)}
        return
    own = [P.variable(n) for n, sort in context.sorts.items() if sort == "real" and n[0] != "@"]
    for t in [t for t in weights if _in_unit(context, term(t))] or [
        t for t in own if _in_unit(context, term(t))
    ]:
        for one, other in permutations([dict(p) for p in above], 2):
            yield {u: term(one), v: term(other), weight: term(t)}
    for between in points:
        for one, other in permutations([p for p in points if p is not between], 2):
            top, bottom = (term(P.minus(p, other)) for p in (between, one))
            if _in_unit(context, ["/", top, bottom]):
                yield {u: term(one), v: term(other), weight: ["/", top, bottom]}


def _chains(parts: list[tuple[P.Poly, P.Poly]]) -> Iterator[list[tuple[P.Poly, P.Poly, P.Poly]]]:
    """Weights and pairs of points, the last of all first: with numbers, for three or more."""
    numbers = [_number(c, 0) for _, c in parts]
    if not 3 <= len(parts) <= MAX_POINTS or sum(numbers) != 1 or min(numbers) <= 0:
        return
    chain = []
    points = [p for p, _ in parts]
    for i in range(len(points) - 1):
        left = sum(numbers[i:])
        t, after = numbers[i] / left, sum(numbers[i + 1 :])
        others = zip(points[i + 1 :], numbers[i + 1 :], strict=True)
        rest = P.add(*(P.scale(p, q / after) for p, q in others))
        chain.append((P.constant(t), points[i], rest))
    yield chain


def _coefficient(poly: P.Poly, name: str) -> P.Poly:
    """What the name is multiplied by, where it stands alone."""
    found: P.Poly = {}
    for m, c in poly.items():
        if (name, 1) in m:
            found[tuple(part for part in m if part != (name, 1))] = c
    return found


def _number(poly: P.Poly, other: int) -> Fraction:
    """The polynomial, if it is a number."""
    return poly.get((), Fraction(0)) if set(poly) <= {()} else Fraction(other)


def _in_unit(context: Context, term: Json) -> bool:
    """Whether a term is seen to be between 0 and 1."""
    line, search = Line(context.child()), _Search(60)
    try:
        define(line, ["=", term, term], search)
        for show in (["<=", "0", term], ["<=", term, "1"]):
            line.have_by(show, partial(_order, search))
    except (NotSmooth, Reject, _OutOfWork):
        return False
    return True


def _order(search: _Search, context: Context) -> Node | None:
    return search.leaf(context, 0) or positive(search, context)


def _used(line: Line, name: str, rule: Rule, at: dict[str, Json], search: _Search) -> None:
    """The hypothesis there; where its point is one of the goal's otherwise written, both agree."""
    number, names, weight, _, between = rule
    if weight:
        define(line, ["=", at[weight], at[weight]], search)
        for show in (["<=", "0", at[weight]], ["<=", at[weight], "1"]):
            line.have_by(show, partial(_order, search))
    step = node("use", rule=number, at=[at[n] for n in names])
    proofs = []
    for child in (_rule(line.context, step) or [])[:-1]:
        proof = search.solve(child, Fuel(0, 0, 1, 0), frozenset())
        if proof is None:
            raise NotSmooth("a premise")
        proofs.append(proof)
    line.step(step, proofs)
    if not weight or not isinstance(at[weight], list) or at[weight][0] != "/":
        return
    made = between
    for n in names:
        made = _put(made, n, at[n])
    seen = _moves.looked_at(line.context)
    known = {freeze(seen.poly(seen.read(made)))}
    for key in [k for k in seen.atoms if k[:2] == ("app", name) and k[2] not in known]:
        there = _moves.poly_json(seen, key[2])
        step = node("same", first=["app", name, made], second=["app", name, there])
        children = _rule(line.context, step)
        proof = None if children is None else _equal(search, children[0])
        if proof is not None:
            line.step(step, [proof])


def _equal(search: _Search, context: Context) -> Node | None:
    if context.goal[0] == "and":
        proofs = [_equal(search, child) for child in _rule(context, node("both")) or []]
        return None if None in proofs else node("both", *[proof for proof in proofs if proof])
    found = search._two_sides(context, 0)
    return found or cleared(context, lambda known: search._two_sides(known, 0))


def _put(term: Json, name: str, value: Json) -> Json:
    if isinstance(term, str):
        return value if term == name else term
    return [part if i == 0 else _put(part, name, value) for i, part in enumerate(term)]
