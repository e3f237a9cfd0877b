"""One and two ReLUs: how often they change their sign, and what they reach (beyond Proposition 2).

One unit has one sign.  Two units of one sign have it too; of two signs their sum is convex where
the other unit is affine, so it is not below, above and below 0 at 0, 1/N and 2/N.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, conj, exists, implies, total, var
from proofs.methods.script import (
    Node,
    auto,
    bounded_goal,
    case,
    have,
    intro,
    lemmas,
    lipschitz,
    node,
    split,
    statement,
)
from proofs.pln.bound import nonnegative_constant
from proofs.pln.few_units import have_signs, nth, point, wide, wide_script
from proofs.pln.one_unit import (
    FIT,
    HALFWAY,
    LIPSCHITZ,
    MARGIN,
    SORTS,
    Y,
    have_affine,
    on_domain,
    small_class,
)
from proofs.pln.prop2_lower_statement import CLOSE, G, H, alpha, b, inner, n, relu
from proofs.pln.symbols import ZERO, L, N, S, eps, f, x
from proofs.pln.thm1_sums import known, reals

M = var("M")


# --- lower bounds --------------------------------------------------------------------------------


def at_least(least: int) -> Json:
    """A zigzag of least - 1 cells needs ``least`` ReLUs, for least <= 3."""
    return wide(CLOSE, least, least - 1)


def at_least_script(least: int) -> Node:
    return wide_script(least, _too_few)


_NAMES = "a1 a2 p0 p2 q0 q2"
_a1, _a2, _p0, _p2, _q0, _q2 = (var(name) for name in _NAMES.split())
_p1, _q1 = (_p0 + _p2) / 2, (_q0 + _q2) / 2
#: a_1 ReLU(p) + a_2 ReLU(q) is not -, +, - at both ends and in the middle, for affine p and q
CONVEX: Json = reals(
    _NAMES,
    implies(
        _a1 * relu(_p0) + _a2 * relu(_q0) < 0,
        _a1 * relu(_p1) + _a2 * relu(_q1) > 0,
        _a1 * relu(_p2) + _a2 * relu(_q2) < 0,
        ["<", "0", "0"],
    ),
)


def _middle(first: Term, second: Term) -> Json:
    """ReLU in the middle is at most the mean of both ends."""
    return 2 * relu((first + second) / 2) <= relu(first) + relu(second)


def convex_script() -> Node:
    def cases(terms: list[Term], then: Node) -> Node:
        for term in terms:
            then = case(term.json, then, then)
        return then

    def mean(first: Term, second: Term) -> Node:
        return cases([relu(first), relu(second), relu((first + second) / 2)], auto("mean"))

    values = [relu(t) for t in (_p0, _p1, _p2, _q0, _q1, _q2)]
    facts = [(value >= 0, case(value.json, auto(), auto())) for value in values]
    means = [(_middle(_p0, _p2), mean(_p0, _p2)), (_middle(_q0, _q2), mean(_q0, _q2))]

    def products(weight: Term, indices: range, sign: int) -> list[tuple[Json, Node]]:
        return [(sign * weight * values[i] >= 0, auto("a sign")) for i in indices]

    def mixed(up: Term, v: list[Term], down: Term, other: list[Term], ends: list[Term]) -> Node:
        """up >= 0 >= down: the other unit is on at both ends, so it is affine."""
        on = [
            (ends[0] > 0, case(other[0].json, auto("on"), auto("on"))),
            (ends[1] > 0, case(other[2].json, auto("on"), auto("on"))),
            (2 * other[1] >= other[0] + other[2], _affine(other)),
            (down * (2 * other[1] - other[0] - other[2]) <= 0, auto("affine, weighed")),
            (up * (v[0] + v[2] - 2 * v[1]) >= 0, auto("convex, weighed")),
        ]
        return lemmas(on, auto("not above its ends"))

    def _affine(other: list[Term]) -> Node:
        return cases(other, auto("affine"))

    p, q = values[:3], values[3:]
    both_up = lemmas([*products(_a1, range(3), 1), *products(_a2, range(3, 6), 1)], auto("+"))
    both_down = lemmas([*products(_a1, range(3), -1), *products(_a2, range(3, 6), -1)], auto("-"))
    first_up = lemmas(
        [*products(_a1, range(3), 1), *products(_a2, range(3, 6), -1)],
        mixed(_a1, p, _a2, q, [_q0, _q2]),
    )
    second_up = lemmas(
        [*products(_a1, range(3), -1), *products(_a2, range(3, 6), 1)],
        mixed(_a2, q, _a1, p, [_p0, _p2]),
    )
    body = split(
        _a1.json,
        split(_a2.json, both_up, first_up),
        split(_a2.json, second_up, both_down),
    )
    body = lemmas([*facts, *means], body)
    for _ in range(3):
        body = intro("", body)
    for name in reversed(_NAMES.split()):
        body = intro(name, body)
    return body


def _too_few(count: int) -> Node:
    """n = count: count + 1 points are too many."""
    if count == 0:
        empty = node("empty", auto("no units"), auto("0 < 0"), on=G(ZERO).json)
        return have_signs(CLOSE, G, 1, empty)
    points = [point(index) for index in range(count + 1)]
    units = [nth(count, which) for which in range(count)]
    if count == 1:
        (index,) = units
        values = [relu(inner(index, at)) for at in points]
        signs = [(value >= 0, case(value.json, auto(), auto())) for value in values]
        products = [
            *[(alpha(index) * value >= 0, auto("+")) for value in values],
        ]
        down = [(alpha(index) * value <= 0, auto("-")) for value in values]
        ends = split(
            alpha(index).json, lemmas(products, auto("one sign")), lemmas(down, auto("one sign"))
        )
        end = lemmas(signs, ends)
    else:
        first, second = units
        ends_of = [
            b(first),
            inner(first, points[2]),
            b(second),
            inner(second, points[2]),
        ]
        end = known(CONVEX, [alpha(first), alpha(second), *ends_of], auto("no such signs"))
    for at in points:
        end = node("empty", auto("no units left"), end, on=G(at, n - count).json)
        for which in reversed(range(count)):
            end = node("unfold", auto("1 <= n"), end, on=G(at, nth(count, which)).json)
    facts: list[tuple[Json, Node]] = [(N > 0, auto("N > 0")), (H > 0, auto("1/N > 0"))]
    if count == 2:
        facts.append((CONVEX, convex_script()))
    return lemmas(facts, have_signs(CLOSE, G, count + 1, end))


# --- upper bounds --------------------------------------------------------------------------------

_HALF = f(S.const(Fraction(1, 2)))
#: for M = 0 one unit is enough: the constant f(1/2)
CONSTANT: Json = statement(
    SORTS,
    [eps > 0, M.equals(S.floor(L / (2 * eps))), M <= 0, N.equals(1), LIPSCHITZ],
    conj(
        L / 2 < eps,
        on_domain(S.abs(total("i", 1, N, _HALF * relu(ZERO * x + 1)) - f(x)) <= L / 2),
    ),
    {"f": 1},
)


def constant_script() -> Node:
    """L < 2 eps since M <= 0, and |f(1/2) - f(x)| <= L/2."""
    at = S.const(Fraction(1, 2))
    G_ = total("i", 1, N, _HALF * relu(ZERO * x + 1))
    inside = lipschitz("f", L, at, x, at, bounded_goal("|f(1/2) - f(x)| <= L/2"))
    one = have(relu(ZERO * x + 1).equals(1), case(relu(ZERO * x + 1).json, auto(), auto()), inside)
    unfolded = _one_by_one(G_, 1, one)
    small = [
        (1 / eps > 0, auto("1/eps > 0")),
        (L / (2 * eps) < 1, auto("L/(2 eps) < 1")),
        (L < 2 * eps, auto("L < 2 eps")),
    ]
    everywhere = intro("x", intro("", intro("", unfolded)))
    return nonnegative_constant(lemmas(small, node("both", auto("L/2 < eps"), everywhere)))


def _one_by_one(G_: Term, count: int, then: Node) -> Node:
    """The sum from 1 to N = count, written out."""
    body = G_.json[4]
    then = node("empty", auto("0 < 1"), then, on=["sum", "i", "1", (N - count).json, body])
    for which in reversed(range(count)):
        high = N - which if which else N
        then = node("unfold", auto("1 <= N"), then, on=["sum", "i", "1", high.json, body])
    return then


_i, _rise, _level = var("i"), var("rise"), var("level")
#: unit 1 is ReLU(x + 1) and unit 2 the constant 1, both written as alpha ReLU(w x + b)
_TWO = total("i", 1, N, (_rise * (2 - _i) + _level * (_i - 1)) * relu((2 - _i) * x + 1))
#: for M <= 1 two units are enough: they make every affine function
LINES: Json = statement(
    SORTS,
    [eps > 0, M.equals(S.floor(L / (2 * eps))), M <= 1, N.equals(2), LIPSCHITZ],
    conj(
        HALFWAY < eps,
        exists("rise", "real", exists("level", "real", on_domain(S.abs(_TWO - f(x)) <= HALFWAY))),
    ),
    {"f": 1},
)


def lines_script() -> Node:
    """slope (x + 1) + (shift - slope) is the line of :mod:`proofs.pln.one_unit`."""
    slope, shift = var("slope"), var("shift")
    two = total("i", 1, N, (slope * (2 - _i) + (shift - slope) * (_i - 1)) * relu((2 - _i) * x + 1))
    near = known(on_domain(S.abs(Y - f(x)) <= FIT), [x], _sizes())
    ones = [
        (relu((2 - N) * x + 1).equals(1), case(relu((2 - N) * x + 1).json, auto(), auto())),
        (
            relu((2 - (N - 1)) * x + 1).equals(x + 1),
            case(relu((2 - (N - 1)) * x + 1).json, auto(), auto()),
        ),
        (two.equals(Y), auto("the line")),
    ]
    body = intro("x", intro("", intro("", _one_by_one(two, 2, lemmas(ones, near)))))
    for term in (shift - slope, slope):
        body = node("some", body, **{"is": term.json})
    chosen = node("both", auto("halfway < eps"), body)
    return small_class(have(MARGIN > 0, auto("margin > 0"), have_affine(chosen)))


def _sizes() -> Node:
    gap = S.abs(Y - f(x))
    return case(gap.json, bounded_goal("+"), bounded_goal("-"))
