"""Goals that are linear in logarithms, by tangents: relative entropies and their like.

With 0 <= w_1 log s_1 + ... + r, where the w_i have signs, each logarithm is compared with that of
one t: s (1 + log t - log s) <= t, from the line of exp.  For t = 1, or t one of the arguments or
its inverse, the logarithms often go, and what is left has none:

    0 <= w:  w (log s - log t) >= w (1 - t/s),     w <= 0:  w (log s - log t) >= w (s/t - 1)

Logarithms with the same factor are one, of the product: log u + log v = log(u v).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from constructions.terms import Term, TermSystem, formula_json
from proofs.kernel import poly as P
from proofs.kernel.context import Context, freeze
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_formula
from proofs.search import _moves
from proofs.search.calculus import Line, NotSmooth
from proofs.search.clock import now
from proofs.search.logarithms import _axiom, _line, _whole
from proofs.search.monotone import plausible
from proofs.search.prove import Fuel, _OutOfWork, _Search
from proofs.search.quotients import cleared
from proofs.trees.leaves import using
from proofs.trees.script import Json, Node, NotFound, fill

S = TermSystem()
WORK, MAX_LOGS = 300, 6
QUICK = Fuel(0, 1, 2, 0)
Solve = Callable[[Context], Node | None]
Group = tuple[Json, list[Json]]
"""A factor and the arguments of the logarithms that have it."""


def tangents(context: Context, deadline: float, solve: Solve) -> Node | None:
    """A proof of the context's inequality; ``solve`` does what is left, without quotients."""
    if context.goal[0] not in ("<=", "<") or not plausible(context):
        return None
    search = _Search(WORK)
    try:
        line = Line(context.child())
        defined = search._define(line.context, context.goal, QUICK, frozenset(), line.chain)
        if defined is None:
            return None
        line.context = defined
        groups, rest = _groups(defined)
    except (_OutOfWork, Reject, NotSmooth):
        return None
    if not 1 <= len(groups) <= MAX_LOGS:
        return None
    references = [(i, inverse) for inverse in (False, True) for i in range(len(groups))]
    references.sort(key=lambda one: any(map(_named, groups[one[0]][1])))  # of numbers first
    for reference, inverse in ((None, False), *references):
        if now() > deadline:
            return None
        try:
            inner = Line(line.context.child())
            found = _compared(inner, groups, rest, reference, inverse, search, solve)
        except (NotSmooth, NotFound, _OutOfWork, Reject, LookupError):
            continue
        if found is not None:
            return line.chain.close(found)
    return None


def _named(term: Json) -> bool:
    """Whether there is a variable in it."""
    return any(map(_named, term[1:])) if isinstance(term, list) else term[:1].isalpha()


def _groups(context: Context) -> tuple[list[Group], Json]:
    """Right side less left side, as factors of logarithms and what has none.

    Raises:
        NotSmooth: it is not linear in them.
    """
    seen = _moves.looked_at(context)
    _, left, right = context.goal
    logs = {name: key for key, name in seen.atoms.items() if key[0] == "log"}
    factors: dict[str, P.Poly] = {}
    rest: P.Poly = {}
    for m, c in seen.poly(("-", right, left)).items():
        inside = [(name, e) for name, e in m if name in logs]
        if not inside:
            rest[m] = c
        elif len(inside) > 1 or inside[0][1] > 1:
            raise NotSmooth("a product of logarithms")
        else:
            other = tuple(part for part in m if part[0] not in logs)
            factors.setdefault(inside[0][0], {})[other] = c
    same: dict[str, Group] = {}
    for name, factor in factors.items():
        argument = _moves.poly_json(seen, logs[name][1])
        group = same.setdefault(str(freeze(factor)), (_moves.poly_json(seen, factor), []))
        group[1].append(argument)
    return list(same.values()), _moves.poly_json(seen, rest)


def _compared(
    line: Line,
    groups: list[Group],
    rest: Json,
    reference: int | None,
    inverse: bool,
    search: _Search,
    solve: Solve,
) -> Node | None:
    """The goal with all logarithms compared with that of one group, or its inverse, or of 1."""
    strict = line.context.goal[0] == "<"
    points = [_whole(line, [(["log", s], s) for s in args], search) for _, args in groups]
    against = _whole(line, [], search) if reference is None else points[reference]
    b, t = _inverse(line, against, search) if inverse else map(Term, against)
    left, compared = Term(rest), []
    for number, ((factor, _), (a, s)) in enumerate(zip(groups, points, strict=True)):
        w = Term(factor)
        left = left + w * (Term(a) if number == reference else b)
        if number != reference:
            sign = _sign(line, w, search)
            bound = w * (1 - t / Term(s)) if sign > 0 else w * (Term(s) / t - 1)
            left = left + bound
            compared.append((w, sign, Term(a), Term(s), bound))
    last = 0 < left if strict else 0 <= left
    for value in (t, *(s for _, _, _, s, _ in compared)):
        line.have_by(value > 0, lambda context: _shown(context, search))
        line.have_by((value * (1 / value)).equals(1), lambda context: _shown(context, search))
        line.have_by(1 / value > 0, lambda context: _shown(context, search))
    context = line.context
    goal = read_formula(formula_json(last), context.sorts, context.functions)
    if not plausible(context.child(goal=goal)):
        return None
    line.have_by(last, lambda context: cleared(context, solve) or solve(context))
    facts: list[Json] = []
    for w, sign, a, s, bound in compared:
        (high, one), (low, other) = ((a, s), (b, t)) if sign > 0 else ((b, t), (a, s))
        fact = _tangent(line, (high, one), (low, other), search)
        per = 1 + low - high <= other * (1 / one)
        line.have(per, using(fact, (one * (1 / one)).equals(1), 1 / one > 0))
        show = w * (a - b) >= bound
        signed = w >= 0 if sign > 0 else w <= 0
        line.have_by(show, partial(_product, per, signed, search))
        facts.append(show)
    return line.chain.close(fill(line.context, using(*facts, last)))


def _inverse(line: Line, point: tuple[Json, Json], search: _Search) -> tuple[Term, Term]:
    """-log s and 1/s for (log s, s), with e to the one known as the other."""
    a, s = map(Term, point)
    _whole(line, [], search)
    _axiom(line, "exp-sum", [a.json, (-a).json], search)
    line.have_by(s > 0, lambda context: _shown(context, search))
    defined = (s * (1 / s)).equals(1)
    line.have_by(defined, lambda context: _shown(context, search))
    product = (s * S.exp(-a)).equals(1)
    line.have_by(product, lambda context: _shown(context, search))
    fact = S.exp(-a).equals(1 / s)
    line.have_by(fact, lambda context: _shown(context, search))
    return -a, 1 / s


def _tangent(line: Line, high: tuple[Term, Term], low: tuple[Term, Term], search: _Search) -> Json:
    """s (1 + log t - log s) <= t for high = (log s, s) and low = (log t, t)."""
    (a, s), (b, t) = high, low
    gap = (b - a).json
    _axiom(line, "exp-line", [gap], search)
    _axiom(line, "exp-sum", [a.json, gap], search)
    steep = S.exp(a) * (1 + b - a) <= S.exp(b)
    line.have(steep, _line(b, a))
    fact = s * (1 + b - a) <= t
    line.have(fact, using(steep, S.exp(a).equals(s), S.exp(b).equals(t)))
    return fact


def _sign(line: Line, w: Term, search: _Search) -> int:
    for sign, show in ((1, w >= 0), (-1, w <= 0)):
        try:
            line.have_by(show, lambda context: _shown(context, search))
        except NotSmooth:
            continue
        return sign
    raise NotSmooth("a factor without a sign")


def _shown(context: Context, search: _Search) -> Node | None:
    found = search._two_sides(context, 0) if context.goal[0] == "=" else None
    found = found or search.leaf(context, 0)
    return found or search.solve(context, QUICK, frozenset())


def _product(per: Json, signed: Json, search: _Search, context: Context) -> Node | None:
    try:
        return fill(context, using(per, signed))
    except (NotFound, LookupError):
        return search.leaf(context, 1)
