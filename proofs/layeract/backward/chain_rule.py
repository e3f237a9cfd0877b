"""The chain rule for a layer of d outputs along a line: dF/dt = sum_j dL/da_j da_j/dt.

The outputs are a(1, t), ..., a(d, t), the loss along the line is F(t) = L(a(1, t), ..., a(d, t)),
and g(j) = dL/da_j: L is differentiable at a(., 0), which is all that is assumed of it.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.layeract.calculus import (
    ONE,
    SIZE,
    ZERO,
    S,
    absolute,
    derivative,
    h,
    known,
    lemma,
    near,
    scalars,
    two_sided,
)
from proofs.library.vectors import both_sums, fact, opened, put, shown_by
from proofs.trees.leaves import given, using
from proofs.trees.script import Json, Node, auto, case, have, induct, intro, lemmas, node

d, k = var("d"), var("k")
eta, delta = var("eta"), var("delta")
Body = Callable[[Term], Term]


def a(at: Term, t: Term) -> Term:
    """Output number ``at`` where the line is at t."""
    return app("a", at, t)


def g(at: Term) -> Term:
    """dL/da_at."""
    return app("g", at)


def loss(t: Term) -> Term:
    """F(t)."""
    return app("F", t)


def moved(at: Term, t: Term) -> Term:
    return a(at, t) - a(at, ZERO)


def first_order(t: Term, high: Term = d) -> Term:
    """sum_j g_j (a_j(t) - a_j(0))."""
    return total("j", 1, high, g(var("j")) * moved(var("j"), t))


def distance(t: Term, high: Term = d) -> Term:
    """sum_j |a_j(t) - a_j(0)|."""
    return total("j", 1, high, S.abs(moved(var("j"), t)))


def _rest(t: Term) -> Term:
    return loss(t) - loss(ZERO) - first_order(t)


_CLOSE = implies(distance(h) < delta, S.abs(_rest(h)) <= eta * distance(h))
_SMALL = exists("delta", "real", conj(delta > 0, every("h", "real", _CLOSE)))
#: L is differentiable at the outputs, with gradient g: said of the points of the line
LOSS = every("eta", "real", implies(eta > 0, _SMALL))


def outputs(slope: Body) -> Json:
    """Each output has this derivative at t = 0."""
    inside = conj(k >= 1, k <= d)
    return every("k", "int", implies(inside, derivative(lambda t: a(k, t), slope(k))))


def gradient(slope: Body, high: Term = d) -> Term:
    """sum_j g_j a_j'(0)."""
    return total("j", 1, high, g(var("j")) * slope(var("j")))


# --- scalars -------------------------------------------------------------------------------------

_X, _D, _x, _E, _g, _h, _T, _e, _f, _A, _B, _G = (
    var(name) for name in scalars("X D x E g h0 T e f A B G")
)
_NAMES = "X D x E g h0 T e f A B G"
#: one more output: X = first order so far with derivative D, x = its change with derivative E
ADD = (
    [
        two_sided(_X - _D * _h, _e / 2 * _T),
        two_sided(_x - _E * _h, _f * _T),
        two_sided(_h, _T),
        _T >= 0,
        _f >= 0,
        _f <= 1,
        two_sided(_g, _G),
        2 * (_f * (_G + 1)) <= _e,
        two_sided(_E, _B),
    ],
    conj(two_sided(_X + _g * _x - (_D + _g * _E) * _h, _e * _T), two_sided(_x, (_B + 1) * _T)),
)


def _add() -> Node:
    fT, EE = _f * _T, two_sided(_E * _h, _B * _T)
    part = two_sided(_g * (_x - _E * _h), _G * fT)
    steps = [
        (_G >= 0, using(two_sided(_g, _G))),
        (_B >= 0, using(two_sided(_E, _B))),
        (fT >= 0, using(_f >= 0, _T >= 0)),
        (fT <= _T, using(_f <= 1, _T >= 0)),
        (EE, using(two_sided(_E, _B), two_sided(_h, _T), _B >= 0, _T >= 0)),
        (part, using(two_sided(_g, _G), two_sided(_x - _E * _h, fT), _G >= 0, fT >= 0)),
        (2 * (_f * (_G + 1)) * _T <= _e * _T, using(2 * (_f * (_G + 1)) <= _e, _T >= 0)),
    ]
    first = using(part, two_sided(_X - _D * _h, _e / 2 * _T), steps[-1][0], fT >= 0)
    second = using(EE, two_sided(_x - _E * _h, fT), fT <= _T)
    return lemmas(steps, node("both", first, second))


#: the loss follows: R = F - F(0) - first order, x = first order - D t, M = the distance
FOLLOW = (
    [
        two_sided(_x, _e / 2 * _T),
        two_sided(_X, _f * _G),
        _G <= _B * _T,
        _f >= 0,
        _T >= 0,
        2 * (_f * (_B + 1)) <= _e,
    ],
    two_sided(_X + _x, _e * _T),
)


def _follow() -> Node:
    steps = [
        (_f * _G <= _f * (_B * _T), using(_G <= _B * _T, _f >= 0)),
        (2 * (_f * (_B + 1)) * _T <= _e * _T, using(2 * (_f * (_B + 1)) <= _e, _T >= 0)),
        (_f * _T >= 0, using(_f >= 0, _T >= 0)),
    ]
    return lemmas(steps, using(*FOLLOW[0][:2], *(show for show, _ in steps)))


# --- the chain rule ------------------------------------------------------------------------------


def have_scalars(then: Node) -> Node:
    """:data:`ADD`, :data:`FOLLOW` and facts on |t|; then go on."""
    whole = lemma(_NAMES, *ADD, _add(), lemma("X x e f G B T", *FOLLOW, _follow(), then))
    return lemma("t", *SIZE, auto("|t|"), whole)


def have_gradient(slope: Body, then: Node) -> Node:
    """From :data:`LOSS` and :func:`outputs`: F'(0) = sum_j g_j a_j'(0); then go on.

    :func:`have_scalars` comes first.
    """
    return have(derivative(loss, gradient(slope)), _by_outputs(slope), then)


def _bound(slope: Body, high: Term) -> Term:
    """sum_j (|a_j'(0)| + 1)."""
    return total("j", 1, high, S.abs(slope(var("j"))) + 1)


def _claim(slope: Body, high: Term) -> Json:
    """Derivative and Lipschitz bound of the outputs up to ``high``, for every eta."""
    T = S.abs(h)
    both = conj(
        two_sided(first_order(h, high) - gradient(slope, high) * h, eta * T),
        distance(h, high) <= _bound(slope, high) * T,
        distance(h, high) >= 0,
        _bound(slope, high) >= 0,
    )
    inner = every("h", "real", implies(S.abs(h) < delta, both))
    return every("eta", "real", implies(eta > 0, exists("delta", "real", conj(delta > 0, inner))))


def _inner(slope: Body, high: Term, bound: Term, size: Term) -> Json:
    claim = _claim(slope, high)
    formula = put(put(claim.json[3][2][3][2], "eta", bound), "delta", size)
    return formula  # for all h with |h| < size


def _some(slope: Body, high: Term, bound: Term) -> Json:
    return put(_claim(slope, high).json[3][2], "eta", bound)


def _by_outputs(slope: Body) -> Node:
    m = var("m")
    claim = implies(m <= d, _claim(slope, m))
    sums: Callable[[Term], list[Term]] = lambda high: [  # noqa: E731
        first_order(var("h1"), high),
        gradient(slope, high),
        distance(var("h1"), high),
        _bound(slope, high),
    ]
    empty = both_sums("empty", sums(ZERO), auto("empty sums"))
    inside = intro("h1", intro("", empty))
    base = intro("", intro("eta1", intro("", shown_by(ONE, node("both", auto(), inside)))))
    step = intro("", fact(claim, [], _one_more(slope, m, sums), auto("m <= d")))
    whole = every("m", "int", implies(m >= 0, claim))
    last = implies(d <= d, _claim(slope, d))
    end = fact(whole, [d], fact(last, [], _conclude(slope), auto("d <= d")), auto("0 <= d"))
    return induct("m", "0", claim, base, step, end)


def _one_more(slope: Body, m: Term, sums: Callable[[Term], list[Term]]) -> Node:
    """delta = min of the two; f = min(1, eta/(2 (|g| + 1)))."""
    size, at, t = var("eta1"), m + 1, var("h1")
    E, G, T = slope(at), S.abs(g(at)), S.abs(t)
    f = S.minimum(ONE, size / (2 * (G + 1)))
    curve: Callable[[Term], Term] = lambda s: a(at, s)  # noqa: E731
    first, second = var("delta1"), var("delta2")
    X, D, x = first_order(t, m), gradient(slope, m), moved(at, t)
    gap = curve(t) - curve(ZERO) - E * t
    values = [X, D, x, E, g(at), t, T, size, f, S.abs(E), S.abs(E), G]
    added = _put(ADD[1], _NAMES, values)
    dist, bound = distance(t, m), _bound(slope, m)
    below = S.abs(x) <= (S.abs(E) + 1) * T
    news = [
        first_order(t, at).equals(X + g(at) * x),
        gradient(slope, at).equals(D + g(at) * E),
        distance(t, at).equals(dist + S.abs(x)),
        _bound(slope, at).equals(bound + (S.abs(E) + 1)),
    ]
    close = node(
        "both",
        node("both", *[using(*news[:2], added[1])] * 2),
        using(news[2], news[3], below, dist <= bound * T),
        using(news[2], dist >= 0, S.abs(x) >= 0),
        using(news[3], bound >= 0, S.abs(E) >= 0),
    )
    unfolded = both_sums("unfold", [*sums(at)], lemmas([(n, given()) for n in news], close))
    ends = have(below, absolute(x, added[2]), unfolded)
    ends = known(ADD, _NAMES, values, ends)
    gaps = two_sided(gap, f * T)
    facts: list[tuple[Json, Node]] = [
        (gaps, using(S.abs(gap) <= f * T, gap <= S.abs(gap), -gap <= S.abs(gap)))
    ]
    here = fact(near(curve, E, f, second), [t], lemmas(facts, ends), given())
    here = fact(_inner(slope, m, size / 2, first), [t], here, given())
    reach = S.minimum(first, second)
    sizes = conj(T < first, T < second)
    below_both = have(sizes, case(reach.json, auto(), auto()), here)
    body = intro("h1", intro("", known(SIZE, "t", [t], below_both)))
    positive = case(reach.json, auto(), auto())
    shown = shown_by(reach, node("both", positive, body))
    unit = derivative(curve, E)
    some = put(unit.json[3][2], "eta", f)
    opened_two = fact(unit, [f], opened(some, "delta2", shown), given())
    from_claim = opened(_some(slope, m, size / 2), "delta1", opened_two)
    claimed = fact(_claim(slope, m), [size / 2], from_claim, auto("eta/2 > 0"))
    start: list[tuple[Json, Node]] = [
        (size / (2 * (G + 1)) > 0, auto()),
        (f > 0, case(f.json, auto(), auto())),
        (f >= 0, using(f > 0)),
        (f <= 1, auto()),
        (2 * (f * (G + 1)) <= size, case(f.json, auto(), auto())),
    ]
    begun = lemmas(start, claimed)
    for value in (g(at), E):
        begun = known(SIZE, "t", [value], begun)
    here_at = fact(outputs(slope), [at], begun, auto("m + 1 <= d"))
    return intro("eta1", intro("", have(2 * (G + 1) > 0, auto(), here_at)))


def _conclude(slope: Body) -> Node:
    """eta' = eta/(2 (B + 1)), and |t| small enough for the distance to be below its delta."""
    size, t = var("eta1"), var("h1")
    T, B, M = S.abs(t), _bound(slope, d), distance(t)
    f = size / (2 * (B + 1))
    first, second = var("delta1"), var("delta2")
    x = first_order(t) - gradient(slope) * t
    rest = _rest(t)
    values = [rest, x, size, f, M, B, T]
    followed = _put(FOLLOW[1], "X x e f G B T", values)
    goal = loss(t) - loss(ZERO) - gradient(slope) * t
    ends = known(FOLLOW, "X x e f G B T", values, absolute(goal, followed))
    bounded = two_sided(rest, f * M)
    facts: list[tuple[Json, Node]] = [
        (bounded, using(S.abs(rest) <= f * M, rest <= S.abs(rest), -rest <= S.abs(rest)))
    ]
    close = put(put(_CLOSE, "eta", f), "delta", second)
    nearby = every("h", "real", close)
    known_rest = fact(nearby, [t], lemmas(facts, ends), given())
    reach = S.minimum(first, second / (B + 1))
    sizes = conj(T < first, T < second / (B + 1))
    inside = lemmas(
        [
            (T * (B + 1) < second, auto("T (B + 1) < delta")),
            (M < second, using(T * (B + 1) < second, M <= B * T, T >= 0)),
        ],
        known_rest,
    )
    here = fact(_inner(slope, d, size / 2, first), [t], inside, given())
    body = have(sizes, case(reach.json, auto(), auto()), here)
    body = intro("h1", intro("", known(SIZE, "t", [t], body)))
    positive = case(reach.json, auto(), auto())
    quotient = have(second / (B + 1) > 0, auto(), shown_by(reach, node("both", positive, body)))
    some = put(_SMALL, "eta", f)
    taken = fact(LOSS, [f], opened(some, "delta2", quotient), given())
    # B >= 0, from the claim at t = 0
    at_zero = fact(
        _inner(slope, d, size / 2, first), [ZERO], _with_bound(B, f, size, taken), auto()
    )
    from_claim = opened(_some(slope, d, size / 2), "delta1", at_zero)
    proof = fact(_claim(slope, d), [size / 2], from_claim, auto("eta/2 > 0"))
    return intro("eta1", intro("", proof))


def _with_bound(B: Term, f: Term, size: Term, then: Node) -> Node:
    steps: list[tuple[Json, Node]] = [
        (B + 1 > 0, using(B >= 0)),
        (2 * (B + 1) > 0, using(B >= 0)),
        (f > 0, auto()),
        (f >= 0, using(f > 0)),
        (2 * (f * (B + 1)) <= size, auto()),
    ]
    return lemmas(steps, then)


def _put(formula: Json, names: str, at: list[Term]) -> Json:
    from proofs.layeract.calculus import _put as replaced

    return replaced(formula, names, at)
