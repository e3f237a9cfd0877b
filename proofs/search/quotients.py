"""Goals without quotients: times what is divided by, once its sign is known.

A goal 0 <= G with 1/p in it, of degree e, becomes 0 <= N with N = G p^e, where p > 0 is shown
first; where p < 0, with -p.  The step back is written down, not searched: with i = 1/p,

    p^e G - N + M (i p - 1) = 0  for  M = sum of G_j p^(e - j) (1 + i p + ... + (i p)^(j - 1)).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import _moves
from proofs.search.prove import Fuel, _Chain, _OutOfWork, _rule, _Search
from proofs.trees.script import Json, Node, node

MAX_CLEARED, MAX_SIZE, WORK = 8, 400, 150
Solve = Callable[[Context], Node | None]


def cleared(context: Context, solve: Solve, depth: int = MAX_CLEARED) -> Node | None:
    """A proof of the context's goal by ``solve`` from its goal without quotients.

    The goal is a relation whose quotients are defined in the context.
    """
    goal = context.goal
    if goal[0] not in ("<=", "<", "=") or depth <= 0:
        return None
    scratch = context.child()
    try:
        poly = scratch.literal(goal).poly
    except Reject:
        return None
    names = {name for m in poly for name, _ in m}
    inverses = [(key, name) for key, name in scratch.atoms.items() if key[0] == "inv"]
    inside = [(dict(key[1]), name) for key, name in inverses if name in names]
    if not inside:
        return solve(context)
    p, name = inside[-1]  # what came last contains what came before
    if name not in context.atoms.values():
        return _named(context, _moves.poly_json(scratch, P.variable(name)), solve, depth)
    return _signed(context, p, lambda known, sign: _times(known, p, name, sign, solve, depth))


def _named(context: Context, term: Json, solve: Solve, depth: int) -> Node | None:
    """The same where the context knows the quotient."""
    step = node("have", show=["=", term, term])
    children = _rule(context, step)
    if children is None:
        return None
    proof = _Search(WORK)._two_sides(children[0], 0)
    rest = None if proof is None else cleared(children[1], solve, depth - 1)
    return None if rest is None else {**step, "then": [proof, rest]}


def _signed(
    context: Context, p: P.Poly, then: Callable[[Context, int], Node | None]
) -> Node | None:
    """By the sign of p, or by both."""
    term = _moves.poly_json(_moves.looked_at(context), p)
    for sign, show in ((1, ["<", "0", term]), (-1, ["<", term, "0"])):
        proof = _sign(context, show)
        if proof is not None:
            step, before = proof
            children = _rule(context, step)
            rest = None if children is None else then(children[-1], sign)
            return None if rest is None else {**step, "then": [*before, rest]}
    return both_signs(context, term, then)


def _sign(context: Context, show: Json) -> tuple[Node, list[Node]] | None:
    step = node("have", show=show)
    children = _rule(context, step)
    if children is None:
        return None
    search = _Search(WORK)
    for fuel in (Fuel(0, 0, 0, 0), Fuel(0, 1, 1, 0), Fuel(1, 0, 0, 0)):
        try:
            found = search.leaf(children[0], 0) or search.solve(children[0], fuel, frozenset())
        except _OutOfWork:
            return None
        if found is not None:
            return step, [found]
    return None


def square_signs(context: Context, chain: _Chain) -> Context:
    """The context with p^2 > 0 for each p != 0 that is known."""
    for literal in [literal for literal in context.literals if literal.rel == "!="][:2]:
        term = _moves.poly_json(context, literal.poly)
        step = node("have", show=["<", "0", ["^", term, 2]])
        goal, known = _rule(context, step) or (None, None)
        search = _Search(WORK)

        def shown(inner: Context, sign: int, search: _Search = search) -> Node | None:
            return search.leaf(inner, 0)

        proof = None if goal is None else both_signs(goal, term, shown)
        if known is not None and proof is not None:
            chain.add(step, [proof])
            context = known
    return context


def both_signs(
    context: Context, term: Json, then: Callable[[Context, int], Node | None]
) -> Node | None:
    """p > 0 | p < 0, where p != 0 is known; ``then`` goes on with the sign."""
    chain = _Chain()
    step = node("split", on=["-", term])  # -p >= 0 | p > 0
    children = _rule(context, step)
    if children is None:
        return None
    below, above = children
    right = then(above, 1)
    if right is None:
        return None
    inner = node("split", on=term)  # p >= 0 | -p > 0
    zero, left = _rule(below, inner) or (None, None)
    if zero is None or left is None:
        return None
    equal = node("have", show=["=", term, "0"])
    first, known = _rule(zero, equal) or (None, None)
    search = _Search(WORK)
    try:
        shown = None if first is None else search._two_sides(first, 0)
        end = None if known is None else search.leaf(known, 0)
    except _OutOfWork:
        return None
    if shown is None or end is None:
        return None
    rest = then(left, -1)
    if rest is None:
        return None
    nothing = {**equal, "then": [shown, end]}
    return chain.close({**step, "then": [{**inner, "then": [nothing, rest]}, right]})


def _times(
    context: Context, p: P.Poly, name: str, sign: int, solve: Solve, depth: int
) -> Node | None:
    """The goal from the goal times a power of p, where ``sign`` p > 0 is known."""
    scratch = context.child()
    found = _multiplied(scratch, p, name, sign)
    if found is None:
        return None
    _, N, _ = found
    step = node("have", show=[context.goal[0], "0", _moves.poly_json(scratch, N)])
    children = _rule(context, step)
    proof = None if children is None else cleared(children[0], solve, depth - 1)
    if children is None or proof is None:
        return None
    last = _back(children[1], p, name, sign)
    return None if last is None else {**step, "then": [proof, last]}


def _multiplied(
    context: Context, p: P.Poly, name: str, sign: int
) -> tuple[int, P.Poly, P.Poly] | None:
    """e, N and M of the goal 0 <= G: N = (sign p)^e G - M (i p - 1)."""
    G = context.literal(context.goal).poly
    e = max((dict(m).get(name, 0) for m in G), default=0)
    by_power: list[P.Poly] = [{} for _ in range(e + 1)]
    for m, c in G.items():
        powers = dict(m)
        j = powers.pop(name, 0)
        by_power[j] = P.add(by_power[j], {tuple(sorted(powers.items())): c})
    if len(G) * (1 + len(p)) ** e > 4 * MAX_SIZE:
        return None
    N: P.Poly = {}
    M: P.Poly = {}
    ip = P.multiply(P.variable(name), p)
    for j, part in enumerate(by_power):
        base = P.product([part, *[p] * (e - j)])
        N = P.add(N, base)
        for length in range(j):
            M = P.add(M, P.product([base, *[ip] * length]))
    return (e, P.scale(N, sign**e), P.scale(M, sign**e)) if len(N) <= MAX_SIZE else None


def _back(context: Context, p: P.Poly, name: str, sign: int) -> Node | None:
    """The leaf from the goal times (sign p)^e to the goal."""
    probe = context.child()
    found = _multiplied(probe, p, name, sign)
    probe.negated_goal()
    literals = probe.literals
    last = len(literals)
    unit = P.minus(P.multiply(P.variable(name), p), P.constant(1))
    positive = _place(literals, P.scale(p, sign), (">",))
    equation = _place(literals, unit, ("=",))
    if found is None or positive is None or equation is None:
        return None
    e, N, M = found
    terms: list[Json] = [[str(positive[1] ** e), [positive[0]] * e, []]]
    mult: list[Json] = []
    if context.goal[0] == "=":  # (sign p)^e G - N - M (i p - 1) = 0 where G != 0
        known = _place(literals, N, ("=",))
        if N and known is None:
            return None
        mult = [[equation[0], _poly_term(P.scale(M, -equation[1]))]]
        if known is not None:
            mult.append([known[0], str(-known[1])])
        return node("zero", lit=last, terms=terms, mult=mult)
    terms[0][1].append(last)  # -(sign p)^e G + N + M (i p - 1) = 0 where -G is positive
    known = _place(literals, N, (">=", ">"))
    if known is not None:
        terms.append([str(known[1]), [known[0]], []])
    elif N:
        if set(N) != {()} or N[()] < 0:
            return None
        terms.append([str(N[()]), [], []])
    mult = [[equation[0], _poly_term(P.scale(M, equation[1]))]]
    return node("leaf", terms=terms, mult=mult)


def _place(literals: list[Any], poly: P.Poly, rels: tuple[str, ...]) -> tuple[int, Any] | None:
    """Which literal has the polynomial, up to a factor, and the factor: poly = q literal."""
    for number in reversed(range(len(literals))):
        literal = literals[number]
        if literal.rel not in rels or literal.poly.keys() != poly.keys() or not poly:
            continue
        m = next(iter(poly))
        q = poly[m] / literal.poly[m]
        if (q > 0 or rels == ("=",)) and P.scale(literal.poly, q) == poly:
            return number, q
    return None


def _poly_term(poly: P.Poly) -> Json:
    """A polynomial as a term with the names of atoms, as leaves may have it."""
    summands: list[Json] = []
    for m, c in sorted(poly.items(), reverse=True):
        parts: list[Json] = [n if e == 1 else ["^", n, e] for n, e in m]
        summands.append(["*", str(c), *parts] if parts else str(c))
    if not summands:
        return "0"
    return summands[0] if len(summands) == 1 else ["+", *summands]
