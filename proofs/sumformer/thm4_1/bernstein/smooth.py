"""Bernstein polynomials of functions with curvature at most M, and errors of several variables.

Where |f(u) - f(x) - s (u - x)| <= M/2 (u - x)^2 for all u in [0, 1], the term with s drops out of
the average, as sum_k (k/m - x) b_{m,k}(x) = 0, and |B_m f(x) - f(x)| <= M x (1 - x)/(2 m).

In N variables the errors in each of them add up, whatever they come from.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from proofs.library.vectors import S, both_sums, fact, in_turn, put, sigma
from proofs.sumformer.thm4_1.bernstein.bound import (
    BASIS,
    BASIS_FUNCTIONS,
    OPERATOR,
    ZERO,
    averages,
    b,
    f,
    have_moments,
    have_powers,
    have_signs,
    implies_at_most,
    j,
    m,
    moment,
    moments,
    near,
    positive_powers,
    signs,
    x,
)
from proofs.sumformer.thm4_1.bernstein.variables import (
    AFTER,
    FIRST,
    KEPT,
    REPLACED,
    F,
    G,
    N,
    at_y,
    inside,
    inside_after,
    on_all,
    p,
    r,
    restate,
    step_,
)
from proofs.trees.leaves import using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    node,
    statement,
)

M, slope = var("M"), var("s")
_u, _i, _y = var("u"), var("i"), var("y")


def weights(at: Term, x: Term, then: Node) -> Node:
    """b_{m,at}(x) >= 0, where 0 <= at <= m is known; then go on."""
    known = lemmas(
        [
            (app("P", at, x) * app("P", m - at, 1 - x) >= 0,
             using(app("P", at, x) >= 0, app("P", m - at, 1 - x) >= 0, label="powers")),
            (b(m, at, x) >= 0,
             using(app("C", m, at) >= 0, app("P", at, x) * app("P", m - at, 1 - x) >= 0,
                   label="weight")),
        ],
        then,
    )  # fmt: skip
    for base, exponent in ((1 - x, m - at), (x, at)):
        known = fact(implies_at_most(exponent, base), [], known, auto("at most m"))
        known = fact(positive_powers(base), [exponent], known, auto("at least 0"))
    return fact(signs(m), [at], known, auto("0 <= k <= m"))


def have_weights(x: Term, then: Node) -> Node:
    """All that is needed of the basis at x in [0, 1]; then go on."""
    return in_turn(
        have_signs,
        lambda after: have_powers(x, after),
        lambda after: have_powers(1 - x, after),
        lambda after: have_moments(x, after),
        then=then,
    )


# --- curvature -----------------------------------------------------------------------------------

CURVED = every(
    "u",
    "real",
    implies(
        conj(_u >= 0, _u <= 1),
        S.abs(f(_u) - f(x) - slope * (_u - x)) <= M / 2 * (_u - x) * (_u - x),
    ),
)
_AT_X = M * x * (1 - x) / (2 * m)
SMOOTH = statement(
    {"m": "int", "x": "real", "M": "real", "s": "real"},
    [m >= 1, *BASIS, CURVED, x >= 0, x <= 1],
    conj(S.abs(OPERATOR - f(x)) <= _AT_X, _AT_X <= M / (8 * m)),
    {**BASIS_FUNCTIONS, "f": 1},
)


def smooth_script() -> Node:
    """Partial sums over k of f(k/m) - f(x) - s (k/m - x), and of (k/m - x)^2."""

    def values(at: Term) -> Term:
        return f(at / m)

    def partial(high: Term) -> Json:
        s0, s1, s2 = moments(m, high, x)
        size = averages(values, m, high, x) - f(x) * s0 - slope * (s1 / m - x * s0)
        return near(size, M / 2 * (s2 / m / m - 2 * x * (s1 / m) + x * x * s0))

    def weighted(at: Term) -> Json:
        gap = at / m - x
        off = f(at / m) - f(x) - slope * gap
        return near(b(m, at, x) * off, b(m, at, x) * (M / 2 * gap * gap))

    def one(at: Term, then: Node) -> Node:
        gap = at / m - x
        off = f(at / m) - f(x) - slope * gap
        bound = near(off, M / 2 * gap * gap)
        steps = lemmas(
            [
                (bound, case(S.abs(off).json, auto("curved"), auto("curved"))),
                (weighted(at), using(bound, b(m, at, x) >= 0, label="weighted")),
            ],
            then,
        )
        known = weights(at, x, fact(CURVED, [at / m], steps, auto("k/m in [0, 1]")))
        return lemmas([(at / m >= 0, auto("0 <= k/m")), (at / m <= 1, auto("k/m <= 1"))], known)

    def sums(high: Term) -> list[Term]:
        return [averages(values, m, high, x), *moments(m, high, x)]

    claim = implies(j <= m, partial(j))
    alone = using(weighted(ZERO), recent=16, label="first value")
    empty = both_sums("empty", sums(ZERO - 1), alone)
    base = intro("", one(ZERO, both_sums("unfold", sums(ZERO), empty)))
    at = j + 1
    more = using(partial(j), weighted(at), recent=8, label="one more value")
    step = intro("", fact(claim, [], one(at, both_sums("unfold", sums(at), more)), auto("j <= m")))
    zeroth, first, second = moments(m, m, x)
    inverse = (m * (1 / m)).equals(1)
    mean, halfway = (first / m).equals(x), (second / m).equals(x * (1 - x) + m * x * x)
    spread = (second / m / m).equals(x * (1 - x) / m + x * x)
    second_moment = second.equals(m * x * (1 - x) + m * m * x * x)
    final = near(OPERATOR - f(x), M / 2 * (x * (1 - x) / m))
    size = S.abs(OPERATOR - f(x))
    ended = lemmas(
        [
            (inverse, auto("m/m = 1")),
            (mean, using(first.equals(m * x), inverse, label="mean")),
            (halfway, using(second_moment, inverse, label="second moment")),
            (spread, using(halfway, inverse, label="second moment")),
            (final, using(put(partial(j), "q", m), zeroth.equals(1), mean, spread, label="sums")),
            (M >= 0, _curvature()),
            (x * (1 - x) <= Term("1/4"), auto("x (1 - x) <= 1/4")),
            (M * (1 / m) >= 0, using(M >= 0, 1 / m > 0, label="M/m")),
        ],
        node(
            "both",
            case(size.json, *[using(final, recent=1, label="end")] * 2),
            using(M * (1 / m) >= 0, x * (1 - x) <= Term("1/4"), label="M/(8 m)"),
        ),
    )
    every_j = every("q", "int", implies(j >= 0, claim))
    end = fact(every_j, [m], fact(put(claim, "q", m), [], ended, auto("m <= m")), auto("m >= 0"))
    divided = [(m > 0, auto("m > 0")), (1 / m > 0, auto("1/m > 0"))]
    return lemmas(divided, have_weights(x, induct("q", "0", claim, base, step, end)))


def _curvature() -> Node:
    """M >= 0: some u is not x."""

    def end(u: int) -> Node:
        gap = S.const(u) - x
        size = S.abs(f(S.const(u)) - f(x) - slope * gap)
        square = gap * gap > 0
        known = lemmas(
            [(size >= 0, auto("|t| >= 0")), (square, auto("u != x"))],
            using(size <= M / 2 * gap * gap, size >= 0, square, label="M >= 0"),
        )
        return fact(CURVED, [S.const(u)], known, auto("0 and 1"))

    return node("split", end(0), end(1), on=(2 * x - 1).json)


# --- one variable after the other ----------------------------------------------------------------


def e(index: Term) -> Term:
    """The error of B_m in one variable."""
    return app("e", index)


def alone(label: Term, index: Term) -> Term:
    """sum_k F(r(label, index, k/m)) b_{m,k}(p(label, index))."""
    return averages(lambda k: F(r(label, index, k / m)), m, m, p(label, index))


EACH = on_all(
    implies(
        inside(_y),
        every(
            "i",
            "int",
            implies(conj(_i >= 1, _i <= N), S.abs(alone(_y, _i) - F(_y)) <= e(_i)),
        ),
    ),
    ("y", "real"),
)
ADDED = statement(
    {"m": "int", "N": "int"},
    [m >= 1, N >= 1, *BASIS, REPLACED, KEPT, EACH, FIRST, AFTER],
    every("y", "real", implies(inside(_y), S.abs(G(N, _y) - F(_y)) <= sigma(N, e))),
    {**BASIS_FUNCTIONS, "F": 1, "G": 2, "e": 1, "X": 2, "r": 3},
)


def added_script() -> Node:
    """An average of errors is at most the error."""

    def so_far(index: Term) -> Json:
        size = G(index, _y) - F(_y)
        return every("y", "real", implies(inside(_y), near(size, sigma(index, e))))

    claim = implies(step_ <= N, so_far(step_))
    index, y = step_ + 1, at_y
    x_ = p(y, index)
    E = sigma(step_, e)
    here = every("i", "int", implies(conj(_i >= 1, _i <= N), S.abs(alone(y, _i) - F(y)) <= e(_i)))

    def made(at: Term) -> Term:
        return G(index - 1, r(y, index, at / m))

    def plain(at: Term) -> Term:
        return F(r(y, index, at / m))

    def partial(high: Term) -> Json:
        gap = averages(made, m, high, x_) - averages(plain, m, high, x_)
        return near(gap, E * moment(0, m, high, x_))

    def one(at: Term, then: Node) -> Node:
        label = r(y, index, at / m)
        off = G(step_, label) - F(label)
        product = near(b(m, at, x_) * off, b(m, at, x_) * E)
        weigh = have(product, using(near(off, E), b(m, at, x_) >= 0, label="weighted"), then)
        known = weights(at, x_, fact(so_far(step_), [label], weigh, restate(label)))
        return inside_after(y, index, at, known)

    def weighted(at: Term) -> Json:
        label = r(y, index, at / m)
        return near(b(m, at, x_) * (G(step_, label) - F(label)), b(m, at, x_) * E)

    def sums(high: Term) -> list[Term]:
        return [
            averages(made, m, high, x_),
            averages(plain, m, high, x_),
            moment(0, m, high, x_),
        ]

    upto = implies(j <= m, partial(j))
    first_value = using(weighted(ZERO), recent=12, label="first value")
    empty = both_sums("empty", sums(ZERO - 1), first_value)
    start = intro("", one(ZERO, both_sums("unfold", sums(ZERO), empty)))
    at = j + 1
    more = using(partial(j), weighted(at), recent=6, label="one more value")
    again = intro("", fact(upto, [], one(at, both_sums("unfold", sums(at), more)), auto("j <= m")))
    total = sigma(index, e)
    bounded = near(alone(y, index) - F(y), e(index))
    size = S.abs(alone(y, index) - F(y))
    both = near(averages(made, m, m, x_) - F(y), E + e(index))
    last = lemmas(
        [
            (bounded, case(size.json, auto("this variable"), auto("this variable"))),
            (both, using(put(partial(j), "q", m), bounded, moment(0, m, m, x_).equals(1),
                         label="both errors")),
        ],
        fact(AFTER, [index, y], both_sums("unfold", [total], using(both, recent=3, label="sum")),
             auto("index")),
    )  # fmt: skip
    last = fact(here, [index], last, auto("index"))
    every_j = every("q", "int", implies(j >= 0, upto))
    done = fact(every_j, [m], fact(put(upto, "q", m), [], last, auto("m <= m")), auto("m >= 0"))
    step = have_weights(x_, induct("q", "0", upto, start, again, done))
    step = fact(EACH, [y], fact(inside(y), [index], step, auto("index")), restate(y))
    second = intro("", fact(claim, [], intro("z", intro("", step)), auto("s <= N")))
    zero = fact(FIRST, [y], both_sums("empty", [sigma(ZERO, e)], auto("no variable")))
    first = intro("", intro("z", intro("", zero)))
    gap = S.abs(G(N, y) - F(y))
    ended = fact(so_far(N), [y], case(gap.json, auto("end"), auto("end")), restate(y))
    all_steps = every("s", "int", implies(step_ >= 0, claim))
    used = fact(put(claim, "s", N), [], intro("z", intro("", ended)), auto("N <= N"))
    divided = [(m > 0, auto("m > 0")), (1 / m > 0, auto("1/m > 0"))]
    return lemmas(
        divided, induct("s", "0", claim, first, second, fact(all_steps, [N], used, auto("N >= 0")))
    )
