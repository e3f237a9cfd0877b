"""The error of the N steps along one ridge direction, for every N and every Lipschitz profile.

The profile of term p is g(p, .), with |g(p, u) - g(p, v)| <= L(p) |u - v| on [0, 1]; at z in
[0, 1] its N cells give, for units that are within ``gap`` of their signs beyond 1/(2N),

    |sum_{j<N} alpha_j s_j + alpha_N - g(p, z)| <= L(p)/(2N) + gap L(p)/2.

The induction is that of :mod:`proofs.pln.bound` over the breakpoints; there f is a function of its
own, here it is one of a family.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.pln import alpha_hat, alpha_hat_last, b_hat, midpoint
from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.kernel.context import Context
from proofs.pln.symbols import ONE, ZERO, N, S, m
from proofs.pln.thm1.sums import known
from proofs.trees.script import (
    Node,
    auto,
    bounded_goal,
    case,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    same,
    split,
    use,
)

K, p, z, gap = var("K"), var("term"), var("z"), var("gap")
h = 1 / N
_u, _v = var("a0"), var("b0")
Unit = Callable[[Term], Term]


def g(term: Term, at: Term) -> Term:
    """The profile of one term, at a number in [0, 1]."""
    return app("g", term, at)


def constant(term: Term) -> Term:
    """L(p), the Lipschitz constant of the profile."""
    return app("L", term)


def value(term: Term, index: Term | int, cells: Term = N) -> Term:
    """The profile at the midpoint of a cell."""
    return g(term, midpoint(S.const(index) if isinstance(index, int) else index, cells))


def jump(term: Term, index: Term, cells: Term = N) -> Term:
    """alpha_hat_index of Eq. 8 for the profile."""
    return alpha_hat(lambda i: value(term, i, cells), index)


def level(term: Term, cells: Term = N) -> Term:
    """alpha_hat_N of Eq. 9 for the profile."""
    return alpha_hat_last(lambda i: value(term, i, cells), cells)


def offset(at: Term, index: Term, cells: Term = N) -> Term:
    """at - index/N."""
    return at + b_hat(index, cells)


def steps(term: Term, unit: Unit, high: Term, cells: Term = N) -> Term:
    """sum_{j=1}^{high} alpha_j s_j."""
    j = var("j")
    return total("j", 1, high, jump(term, j, cells) * unit(j))


def jumps(term: Term, high: Term) -> Term:
    """sum_{j=1}^{high} |alpha_j|."""
    return total("j", 1, high, S.abs(jump(term, var("j"))))


def one_lipschitz(term: Term) -> Json:
    """|g(p, u) - g(p, v)| <= L(p) |u - v| for all u and v in [0, 1]."""
    gap_ = S.abs(g(term, _u) - g(term, _v)) <= constant(term) * S.abs(_u - _v)
    inside = [_u >= 0, _u <= 1, _v >= 0, _v <= 1]
    return every("a0", "real", every("b0", "real", implies(*inside, gap_)))


def step_facts(s: Term, at: Term, far: Term, half: Term) -> Json:
    """|s| <= 1, s t >= 0, and |sign t - s| <= far where |t| >= ``half``."""
    right, left = implies(at >= half, 1 - s <= far), implies(at <= -half, 1 + s <= far)
    return ["and", s >= -1, s <= 1, s * at >= 0, right, left]


def every_step(unit: Unit, at: Term, far: Term) -> Json:
    """The facts on all units that step along this direction."""
    j = var("j0")
    return every("j0", "int", step_facts(unit(j), offset(at, j), far, h / 2))


def cell_error(unit: Unit) -> Term:
    return S.abs(steps(p, unit, N - 1) + level(p) - g(p, z))


def lipschitz(a: Term, b: Term, distance: Term, then: Node) -> Node:
    """``g(p, a) - g(p, b)`` is at most L(p) ``distance`` in size, where |a - b| <= distance."""
    apart, difference, L = S.abs(a - b), g(p, a) - g(p, b), constant(p)
    facts = [
        (difference <= L * distance, auto("lipschitz +")),
        (-difference <= L * distance, auto("lipschitz -")),
    ]
    sides = case(apart.json, *[have(apart <= distance, auto("distance"), lemmas(facts, then))] * 2)
    return known(one_lipschitz(p), [a, b], sides, *[auto("points lie in the domain")] * 4)


def nonnegative_constant(then: Node) -> Node:
    """L(p) >= 0, since |g(p, 0) - g(p, 1)| <= L(p)."""
    size = S.abs(g(p, ZERO) - g(p, ONE))
    apart = case(S.abs(ZERO - ONE).json, auto("L >= 0"), auto("L >= 0"))
    shown = have(size >= 0, auto("|g(0) - g(1)| >= 0"), apart)
    return have(constant(p) >= 0, known(one_lipschitz(p), [ZERO, ONE], shown), then)


def have_cell_bound(unit: Unit, far: Term, then: Node) -> Node:
    """Make cell_error(unit) <= L(p)/(2N) + far sum |alpha_j| known.

    Needs N > 0, L(p) >= 0, far >= 0, 0 <= z <= 1, one_lipschitz(p) and every_step(unit, z, far).
    """
    facts = every_step(unit, z, far)
    L, last = constant(p), m + 1
    edge = (2 * m + 1) * h / 2
    part = steps(p, unit, m) + (value(p, ONE) + value(p, last)) / 2
    beyond = implies(z >= edge, S.abs(part - value(p, last)) <= far * jumps(p, m))
    before = implies(z < edge, S.abs(part - g(p, z)) <= L * h / 2 + far * jumps(p, m))
    claim = implies(last <= N, conj(beyond, before))
    weight, size = jump(p, last), S.abs(jump(p, last))
    at, s = offset(z, last), unit(last)

    def base() -> Node:
        near = same(value(p, ONE), value(p, ZERO + 1), bounded_goal("base, near"))
        start = lipschitz(midpoint(ONE, N), z, h / 2, near)
        both = node("both", intro("", bounded_goal("base, beyond")), intro("", start))
        return _opened("empty", unit, ZERO, both)

    def known_unit(after: Node, far_side: int = -1) -> Node:
        def instance(context: Context) -> Node:
            first = len(context.rules)
            body = after if far_side < 0 else use(first + far_side, [], auto("far side"), after)
            return known(facts, [last], body)

        return look(instance)

    def far_unit(sign: int, after: Node) -> Node:
        off = 1 - sign * s
        return lemmas(
            [
                (off <= far, auto("a far unit is nearly constant")),
                (weight * off <= size * far, auto("weight, +")),
                (-weight * off <= size * far, auto("weight, -")),
                (far * (jumps(p, m) + size) >= far * jumps(p, m) + far * size, auto("jumps")),
            ],
            after,
        )

    def step(hypothesis: int) -> Node:
        first, second = hypothesis + 1, hypothesis + 2
        off_right = known_unit(far_unit(1, bounded_goal("beyond")), 0)
        off_left = known_unit(far_unit(-1, bounded_goal("before")), 1)
        right = have(at >= h / 2, auto("far right"), off_right)
        left = have(at <= -(h / 2), auto("far left"), off_left)
        above, below = value(p, last + 1) - g(p, z), value(p, last) - g(p, z)
        mixed = (1 + s) / 2 * above + (1 - s) / 2 * below
        convex = lemmas(
            [
                (L * (s * at) >= 0, auto("L s t >= 0")),
                (mixed <= L * h / 2, auto("Eq. 25, +")),
                (-mixed <= L * h / 2, auto("Eq. 25, -")),
                (far * size >= 0, auto("far |alpha| >= 0")),
            ],
            bounded_goal("near"),
        )
        near = lipschitz(
            midpoint(last + 1, N),
            z,
            h / 2 - at,
            lipschitz(midpoint(last, N), z, h / 2 + at, known_unit(convex)),
        )
        near_unit = split(
            (z - edge).json,
            use(first, [], auto("beyond m"), near),
            use(second, [], auto("before m"), left),
        )
        beyond_next = _opened("unfold", unit, last, use(first, [], auto("beyond m"), right))
        return node(
            "both", intro("", beyond_next), intro("", _opened("unfold", unit, last, near_unit))
        )

    def end(conclusion: int) -> Node:
        top = N - 1
        whole = steps(p, unit, top) + (value(p, ONE) + value(p, top + 1)) / 2
        size_ = S.abs(whole - value(p, top + 1))
        at_end = same(
            value(p, N), value(p, top + 1), case(size_.json, *[bounded_goal("end, right")] * 2)
        )
        joined = same(value(p, N), value(p, top + 1), bounded_goal("end, left"))
        left = case(S.abs(whole - g(p, z)).json, joined, joined)
        return split(
            (z - (2 * top + 1) * h / 2).json,
            use(conclusion, [], auto("beyond"), lipschitz(midpoint(N, N), z, h / 2, at_end)),
            use(conclusion + 1, [], auto("before"), left),
        )

    def build(context: Context) -> Node:
        hypothesis = len(context.rules)
        closed = use(hypothesis + 1, [], auto("N - 1 + 1 <= N"), end(hypothesis + 2))
        return induct(
            "m",
            "0",
            claim,
            intro("", base()),
            intro("", use(hypothesis, [], auto("m + 1 <= N"), step(hypothesis))),
            use(hypothesis, [(N - 1).json], auto("0 <= N - 1"), closed),
        )

    bound = cell_error(unit) <= L * h / 2 + far * jumps(p, N - 1)
    return have(bound, _whole_cells(look(build)), then)


def have_small_jumps(then: Node) -> Node:
    """sum_{j<N} |alpha_j| <= L(p)/2, where N > 0, L(p) >= 0 and one_lipschitz(p)."""
    last, L = m + 1, constant(p)
    claim = implies(m <= N - 1, jumps(p, m) <= m * (L * h / 2))
    size = S.abs(jump(p, last))
    one = have(
        size <= L * h / 2,
        lipschitz(midpoint(last + 1, N), midpoint(last, N), h, bounded_goal("one jump")),
        auto("one more jump"),
    )
    all_m: Json = every("m", "int", implies(m >= 0, claim))
    top = implies(N - 1 <= N - 1, jumps(p, N - 1) <= (N - 1) * (L * h / 2))
    sums = induct(
        "m",
        "0",
        claim,
        intro("", node("empty", auto(), auto(), on=jumps(p, ZERO).json)),
        intro("", known(claim, [], node("unfold", auto(), one, on=jumps(p, last).json))),
        known(all_m, [N - 1], known(top, [], auto("L (N - 1)/(2N) <= L/2"))),
    )
    cell = have(L * h >= 0, auto("L/N >= 0"), sums)
    return have(jumps(p, N - 1) <= L / 2, _whole_cells(cell), then)


def _whole_cells(then: Node) -> Node:
    at_least = have(N >= 1, split((N - 1).json, auto("N >= 1"), auto("N > 0")), then)
    return have(h > 0, auto("h > 0"), at_least)


def _opened(by: str, unit: Unit, high: Term, then: Node) -> Node:
    inner = node(by, auto("no or one more"), then, on=jumps(p, high).json)
    return node(by, auto("no or one more"), inner, on=steps(p, unit, high).json)


#: for which terms: 1 <= p <= K
IN_RANGE: list[Json] = [p >= 1, p <= K]
