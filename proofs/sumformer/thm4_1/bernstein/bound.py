"""sumformer.thm4_1.bernstein: polynomials near Lipschitz functions, with the error written out.

The continuous proof of Theorem 4.1 cites Stone-Weierstrass.  For Lipschitz f a polynomial can be
written down and its error too: Bernstein's,

    (B_m f)(x) = sum_{k=0}^m f(k/m) b_{m,k}(x),     b_{m,k}(x) = C(m, k) x^k (1 - x)^(m - k).

With the moments sum b = 1, sum k b = m x and sum (k - m x)^2 b = m x (1 - x), all three by one
induction over m with Pascal's rule, |t| <= c t^2 + 1/(4 c) for t = k/m - x gives, for every c > 0,

    |B_m f(x) - f(x)| <= L (c x (1 - x)/m + 1/(4 c)),

which is L/(2 sqrt m) or less for c = sqrt m.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, implies, total, var
from proofs.kernel.context import Context
from proofs.library.lipschitz import nonnegative_constant
from proofs.library.vectors import Body, S, both_sums, fact, in_turn, put
from proofs.trees.leaves import using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    rule_index,
    statement,
    use,
)

ZERO = S.const(0)
m, x, L = var("m"), var("x"), var("L")
#: bound in hypotheses: i, k, t, c; free in inductions: p for the row, q for the last summand
_i, k, _t, _c, i, j = (var(name) for name in ("i", "k", "t", "c", "p", "q"))


def C(row: Term | int, at: Term | int) -> Term:
    """The binomial coefficient, an uninterpreted function with Pascal's rule."""
    return app("C", row, at)


def P(exponent: Term | int, base: Term) -> Term:
    """base^exponent, an uninterpreted function with its recursion."""
    return app("P", exponent, base)


def b(row: Term, at: Term, x: Term) -> Term:
    """b_{row, at}(x)."""
    return C(row, at) * (P(at, x) * P(row - at, 1 - x))


def near(size: Term, bound: Term) -> Json:
    return conj(size <= bound, -size <= bound)


EDGES = every(
    "i", "int", implies(conj(_i >= 0, _i <= m), conj(C(_i, 0).equals(1), C(_i, _i).equals(1)))
)
PASCAL = every(
    "i",
    "int",
    every(
        "k",
        "int",
        implies(conj(k >= 1, k <= _i, _i + 1 <= m), C(_i + 1, k).equals(C(_i, k - 1) + C(_i, k))),
    ),
)
START = every("t", "real", P(0, _t).equals(1))
NEXT = every(
    "i",
    "int",
    every("t", "real", implies(conj(_i >= 0, _i + 1 <= m), P(_i + 1, _t).equals(_t * P(_i, _t)))),
)
BASIS = [EDGES, PASCAL, START, NEXT]
BASIS_FUNCTIONS = {"C": 2, "P": 2}


# --- sums ----------------------------------------------------------------------------------------


def moment(order: int, row: Term, high: Term, x: Term) -> Term:
    """sum_{k=0}^{high} k^order b_{row,k}(x)."""
    body = b(row, k, x)
    for _ in range(order):
        body = k * body
    return total("k", 0, high, body)


def moments(row: Term, high: Term, x: Term) -> list[Term]:
    return [moment(order, row, high, x) for order in range(3)]


def averages(values: Body, row: Term, high: Term, x: Term) -> Term:
    """sum_{k=0}^{high} values(k) b_{row,k}(x)."""
    return total("k", 0, high, values(k) * b(row, k, x))


def whole(row: Term, x: Term) -> Json:
    """The three moments."""
    zeroth, first, second = moments(row, row, x)
    return conj(
        zeroth.equals(1),
        first.equals(row * x),
        second.equals(row * x * (1 - x) + row * row * x * x),
    )


def signs(row: Term) -> Json:
    """C(row, k) >= 0 for k = 0, ..., row."""
    return every("k", "int", implies(conj(k >= 0, k <= row), C(row, k) >= 0))


def have_signs(then: Node) -> Node:
    """Binomial coefficients of the rows up to m are not negative; then go on."""
    at = var("h0")

    def edge(value: Term, side: Term, then: Node) -> Node:
        equal = node(
            "same", auto("at the edge"), auto("1 >= 0"), first=value.json, second=side.json
        )
        return fact(EDGES, [Term(value.json[2])], equal, auto("row"))

    def row(r: Term, inside: Node) -> Node:
        """C(r, h0) at both edges, and between them."""
        value = C(r, at)
        first = node("split", inside, edge(value, C(r, r), inside), on=(r - 1 - at).json)
        return node("split", first, edge(value, C(r, 0), inside), on=(at - 1).json)

    between = fact(
        PASCAL,
        [i, at],
        fact(signs(i), [at - 1], fact(signs(i), [at], auto("sum"), auto("k")), auto("k - 1")),
        auto("inside"),
    )
    claim = implies(i <= m, signs(i))
    base = intro("", intro("h0", intro("", row(ZERO, auto("k = 0")))))
    step = intro("", fact(claim, [], intro("h0", intro("", row(i + 1, between))), auto("i <= m")))
    every_row = every("p", "int", implies(i >= 0, claim))
    end = fact(every_row, [m], fact(put(claim, "p", m), [], then, auto("m <= m")), auto("m >= 0"))
    return induct("p", "0", claim, base, step, end)


def positive_powers(base: Term) -> Json:
    return every("i", "int", implies(_i >= 0, implies(_i <= m, P(_i, base) >= 0)))


def implies_at_most(exponent: Term, base: Term) -> Json:
    """The instance of :func:`positive_powers` at an exponent that is at least 0."""
    return implies(exponent <= m, P(exponent, base) >= 0)


def have_powers(base: Term, then: Node) -> Node:
    """base^i >= 0 for i = 0, ..., m, where base >= 0 is known."""
    claim = implies(i <= m, P(i, base) >= 0)
    start = intro("", fact(START, [base], using(P(0, base).equals(1), label="1 >= 0")))
    more = P(i + 1, base).equals(base * P(i, base))
    one = using(more, P(i, base) >= 0, base >= 0, label="powers")
    step = intro(
        "", fact(claim, [], fact(NEXT, [i, base], one, auto("i + 1 <= m")), auto("i <= m"))
    )
    return induct("p", "0", claim, start, step, then)


# --- the moments ---------------------------------------------------------------------------------


def shifted(row: Term, high: Term, x: Term) -> Json:
    """Partial sums of the next row in those of this one."""
    s0, s1, s2 = moments(row, high, x)
    t0, t1, t2 = moments(row + 1, high, x)
    last = x * b(row, high, x)
    return conj(
        t0.equals(s0 - last),
        t1.equals(s1 + x * s0 - (high + 1) * last),
        t2.equals(s2 + 2 * (x * s1) + x * s0 - (high + 1) * (high + 1) * last),
    )


def have_moments(x: Term, then: Node) -> Node:
    """``whole(i, x)`` for i = 0, ..., m; then go on."""
    claim = implies(j <= i, shifted(i, j, x))
    ends = auto("first summand")
    for row in (i + 1, i):
        ends = fact(EDGES, [row], ends, auto("row"))
    ends = fact(START, [x], fact(NEXT, [i, 1 - x], ends, auto("i + 1 <= m")))
    low, high = moments(i, ZERO, x), moments(i + 1, ZERO, x)
    below, beneath = moments(i, ZERO - 1, x), moments(i + 1, ZERO - 1, x)
    base = intro(
        "", both_sums("unfold", [*low, *high], both_sums("empty", [*below, *beneath], ends))
    )
    one = b(i + 1, j + 1, x).equals(x * b(i, j, x) + (1 - x) * b(i, j + 1, x))
    rule = fact(NEXT, [i - j - 1, 1 - x], using(recent=3, label="one"), auto("j + 1 <= i"))
    rule = fact(PASCAL, [i, j + 1], fact(NEXT, [j, x], rule, auto("j >= 0")), auto("inside"))
    more = [*moments(i, j + 1, x), *moments(i + 1, j + 1, x)]
    summed = using(shifted(i, j, x), one, recent=2 * len(more), label="one more summand")
    step = intro(
        "", fact(claim, [], have(one, rule, both_sums("unfold", more, summed)), auto("j <= i"))
    )
    last = b(i + 1, i + 1, x).equals(x * b(i, i, x))
    final = fact(NEXT, [i, x], auto("last"), auto("i + 1 <= m"))
    for row in (i + 1, i):
        final = fact(EDGES, [row], final, auto("row"))
    every_j = every("q", "int", implies(j >= 0, claim))
    here = both_sums(
        "unfold",
        moments(i + 1, i + 1, x),
        using(shifted(i, i, x), whole(i, x), last, recent=6, label="all of them"),
    )
    all_of_it = fact(put(claim, "q", i), [], have(last, final, here), auto("i <= i"))
    end = fact(every_j, [i], all_of_it, auto("i >= 0"))
    rows = implies(i <= m, whole(i, x))
    next_row = intro("", fact(rows, [], induct("q", "0", claim, base, step, end), auto("i <= m")))
    numbers = fact(START, [x], fact(START, [1 - x], fact(EDGES, [ZERO], auto("row 0"), auto("0"))))
    zero_row = both_sums("empty", moments(ZERO, ZERO - 1, x), numbers)
    start = intro("", both_sums("unfold", moments(ZERO, ZERO, x), zero_row))
    known = every("p", "int", implies(i >= 0, rows))
    use_it = fact(known, [m], fact(put(rows, "p", m), [], then, auto("m <= m")), auto("m >= 0"))
    return induct("p", "0", rows, start, next_row, use_it)


# --- averages ------------------------------------------------------------------------------------

LINE = every(
    "t", "real", every("c", "real", implies(_c > 0, near(_t, _c * _t * _t + 1 / (4 * _c))))
)


def have_line(then: Node) -> Node:
    """|t| <= c t^2 + 1/(4 c) for c > 0; then go on."""
    quotient = have(
        (1 / (4 * _c)).equals(1 / (4 * _c)), define((1 / (4 * _c)).json, auto("4 c != 0"), auto()),
        lemmas([(1 / (4 * _c) > 0, auto("1/(4 c) > 0"))], auto("(2 c t +- 1)^2 >= 0")),
    )  # fmt: skip
    return have(LINE, intro("t", intro("c", intro("", quotient))), then)


def cost(row: Term, high: Term, x: Term, c: Term, L: Term, E: Term) -> Term:
    """sum_{k=0}^{high} (L (c (k/row - x)^2 + 1/(4 c)) + E) b_{row,k}(x), by its moments."""
    s0, s1, s2 = moments(row, high, x)
    square = s2 / row / row - 2 * x * (s1 / row) + x * x * s0
    return L * (c * square + s0 * (1 / (4 * c))) + E * s0


def close(row: Term, x: Term, c: Term, L: Term, E: Term) -> Term:
    """L (c x (1 - x)/row + 1/(4 c)) + E."""
    return L * (c * (x * (1 - x) / row) + 1 / (4 * c)) + E


def have_average(
    values: Body,
    value: Term,
    row: Term,
    x: Term,
    c: Term,
    L: Term,
    E: Term,
    apart: Callable[[Term, Node], Node],
    then: Node,
) -> Node:
    """|sum_k values(k) b_{row,k}(x) - value| <= close(...); then go on.

    Known: row = m >= 1, 0 <= x <= 1, c > 0, L >= 0, :data:`LINE`, ``signs(m)``, ``whole(m, x)``,
    and :func:`positive_powers` of x and 1 - x.  ``apart(at, then)`` makes known
    that |values(at) - value| <= L |at/row - x| + E.
    """
    at = j + 1

    def partial(high: Term) -> Json:
        size = averages(values, row, high, x) - value * moment(0, row, high, x)
        return near(size, cost(row, high, x, c, L, E))

    def one(at: Term, then: Node) -> Node:
        """weight >= 0 and |values(at) - value| <= limit, times each other."""
        gap = at / row - x
        weight = b(row, at, x)
        limit = L * (c * gap * gap + 1 / (4 * c)) + E
        off = values(at) - value
        size = S.abs(gap)
        small = [
            (size <= c * gap * gap + 1 / (4 * c), case(size.json, auto("|t|"), auto("|t|"))),
            (L * size <= L * (c * gap * gap + 1 / (4 * c)),
             using(L >= 0, size <= c * gap * gap + 1 / (4 * c), label="L |t|")),
            (near(off, limit), using(
                near(off, L * size + E), L * size <= L * (c * gap * gap + 1 / (4 * c)),
                label="one value")),
            (P(at, x) * P(row - at, 1 - x) >= 0,
             using(P(at, x) >= 0, P(row - at, 1 - x) >= 0, label="powers")),
            (weight >= 0, using(
                C(row, at) >= 0, P(at, x) * P(row - at, 1 - x) >= 0, label="weight")),
            (near(weight * off, weight * limit),
             using(near(off, limit), weight >= 0, label="weighted")),
        ]  # fmt: skip
        known = apart(at, lemmas(small, then))
        known = fact(LINE, [gap, c], known, auto("c > 0"))
        for base, exponent in ((1 - x, row - at), (x, at)):
            known = fact(implies_at_most(exponent, base), [], known, auto("at most m"))
            known = fact(positive_powers(base), [exponent], known, auto("at least 0"))
        return fact(signs(row), [at], known, auto("0 <= k <= m"))

    def weighted(at: Term) -> Json:
        gap = at / row - x
        return near(
            b(row, at, x) * (values(at) - value),
            b(row, at, x) * (L * (c * gap * gap + 1 / (4 * c)) + E),
        )

    def sums(high: Term) -> list[Term]:
        return [averages(values, row, high, x), *moments(row, high, x)]

    claim = implies(j <= row, partial(j))
    alone = using(weighted(ZERO), recent=16, label="first value")
    empty = both_sums("empty", sums(ZERO - 1), alone)
    base = intro("", one(ZERO, both_sums("unfold", sums(ZERO), empty)))
    step = intro(
        "",
        fact(
            claim,
            [],
            one(at, both_sums("unfold", sums(at), using(
                partial(j), weighted(at), recent=8, label="one more value"))),
            auto("j <= m"),
        ),
    )  # fmt: skip
    final = near(averages(values, row, row, x) - value, close(row, x, c, L, E))
    zeroth, first, second = moments(row, row, x)
    inverse = (row * (1 / row)).equals(1)
    first_ = first / row
    second_moment = second.equals(row * x * (1 - x) + row * row * x * x)
    halfway = (second / row).equals(x * (1 - x) + row * x * x)
    end_ = (second / row / row).equals(x * (1 - x) / row + x * x)
    scaled = [
        (inverse, auto("m/m = 1")),
        (first_.equals(x), using(first.equals(row * x), inverse, label="mean")),
        (halfway, using(second_moment, inverse, label="second moment")),
        (end_, using(halfway, inverse, label="second moment")),
    ]
    facts = [first_.equals(x), end_]
    joined = using(put(partial(j), "q", row), zeroth.equals(1), *facts, label="the moments")
    ended = lemmas(scaled, have(final, joined, then))
    every_j = every("q", "int", implies(j >= 0, claim))
    end = fact(
        every_j,
        [row],
        fact(
            put(claim, "q", row),
            [],
            ended,
            auto("m <= m"),
        ),
        auto("m >= 0"),
    )
    divided = [
        (row > 0, auto("m > 0")),
        (1 / row > 0, auto("1/m > 0")),
        (1 / (4 * c) > 0, auto("1/(4 c) > 0")),
    ]
    return lemmas(divided, induct("q", "0", claim, base, step, end))


# --- the bound -----------------------------------------------------------------------------------

root = S.sqrt(m)


def have_basis(x: Term, then: Node) -> Node:
    """All that :func:`have_average` asks for of the basis at x in [0, 1]; then go on."""
    return in_turn(
        have_line,
        have_signs,
        lambda after: have_powers(x, after),
        lambda after: have_powers(1 - x, after),
        lambda after: have_moments(x, after),
        then=then,
    )


def have_root(then: Node) -> Node:
    """sqrt(m) > 0, and what is needed of 1/sqrt(m); then go on."""
    facts = [
        (root > 0, auto("sqrt(m) > 0")),
        (1 / root > 0, auto("1/sqrt(m) > 0")),
    ]
    return define(root.json, auto("m >= 0"), lemmas(facts, then))


def within_root(x: Term, L: Term, E: Term, then: Node) -> Node:
    """close(m, x, sqrt(m), L, E) <= L/(2 sqrt m) + E; then go on."""
    square = x * (1 - x)
    inverse = (1 / m * root).equals(1 / root)
    facts = [
        (square <= Term("1/4"), auto("x (1 - x) <= 1/4")),
        ((m * (1 / m)).equals(1), auto("m/m = 1")),
        ((root * (1 / root)).equals(1), auto("r/r = 1")),
        ((root * root).equals(m), auto("r^2 = m")),
        ((1 / m * root).equals(1 / m * (root * root) * (1 / root)),
         using((root * (1 / root)).equals(1), label="r = r r/r")),
        (inverse, using(
            (1 / m * root).equals(1 / m * (root * root) * (1 / root)),
            (root * root).equals(m), (m * (1 / m)).equals(1), label="r/m = 1/r")),
        (square / root <= Term("1/4") / root,
         using(square <= Term("1/4"), 1 / root > 0, label="divided")),
        (close(m, x, root, L, E) <= L / (2 * root) + E,
         using(square / root <= Term("1/4") / root, inverse, L >= 0, label="the bound")),
    ]  # fmt: skip
    return lemmas(facts, then)


def f(at: Term) -> Term:
    return app("f", at)


LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
SORTS = {"m": "int", "x": "real", "L": "real"}
GIVEN = [m >= 1, *BASIS, LIPSCHITZ, x >= 0, x <= 1]
OPERATOR = averages(lambda at: f(at / m), m, m, x)  #: (B_m f)(x)
ERROR = S.abs(OPERATOR - f(x))
FUNCTIONS = {**BASIS_FUNCTIONS, "f": 1}
STATEMENT = statement(SORTS, GIVEN, ERROR <= L / (2 * root), FUNCTIONS)


def _apart(at: Term, then: Node) -> Node:
    """|f(at/m) - f(x)| <= L |at/m - x| + 0."""
    off = f(at / m) - f(x)
    bound = near(off, L * S.abs(at / m - x) + ZERO)
    proof = case(S.abs(off).json, auto("Lipschitz"), auto("Lipschitz"))
    after = have(bound, proof, then)
    inside = [
        (1 / m > 0, auto("1/m > 0")),
        (at / m >= 0, auto("0 <= k/m")),
        (at / m <= 1, auto("k/m <= 1")),
    ]

    def found(context: Context) -> Node:
        number = rule_index(context, lambda rule: rule[0] == "lipschitz")
        return use(number, [(at / m).json, x.json], auto("both in [0, 1]"), after)

    return lemmas(inside, look(found))


def for_every(c: Term, then: Node) -> Node:
    """|B_m f(x) - f(x)| <= L (c x (1 - x)/m + 1/(4 c)), where c > 0 is known; then go on."""
    return have_average(lambda at: f(at / m), f(x), m, x, c, L, ZERO, _apart, then)


def script() -> Node:
    """c = sqrt(m)."""
    final = near(OPERATOR - f(x), close(m, x, root, L, ZERO))
    bound = close(m, x, root, L, ZERO) <= L / (2 * root) + ZERO
    proof = case(ERROR.json, *[using(final, bound, recent=1, label="the end")] * 2)
    ending = for_every(root, within_root(x, L, ZERO, proof))
    return have_basis(x, nonnegative_constant(have_root(ending)))


# --- point by point ------------------------------------------------------------------------------

_variance = x * (1 - x) / m
deviation = S.sqrt(_variance)
POINTWISE = statement(SORTS, GIVEN, ERROR <= L * deviation, FUNCTIONS)
_v = var("v")
_UNDER = every("c", "real", implies(_c > 0, _v <= L * (1 / (4 * _c))))
LIMIT = every("v", "real", implies(_UNDER, _v <= 0))


def have_limit(then: Node) -> Node:
    """What is at most L/(4 c) for every c > 0 is at most 0, where L >= 0; then go on."""
    v = var("h3")
    c = (L + 1) / v
    under = put(_UNDER, "v", v)
    quarter = (1 / (4 * c)).equals(v / (4 * (L + 1)))
    used = lemmas(
        [
            (L + 1 > 0, auto("L + 1 > 0")),
            (1 / v > 0, auto("1/v > 0")),
            (1 / (L + 1) > 0, auto("1/(L + 1) > 0")),
            (c > 0, using(L + 1 > 0, 1 / v > 0, label="c > 0")),
            (quarter, auto("1/(4 c)")),
            ((L * (1 / (L + 1))) <= 1, auto("L/(L + 1) <= 1")),
        ],
        fact(under, [c], auto("v <= v/4"), auto("c > 0")),
    )
    proof = node("split", auto("v <= 0"), used, on=(-v).json)
    return have(LIMIT, intro("h3", intro("", proof)), then)


def pointwise_script() -> Node:
    """c = 1/(2 s) with s = sqrt(x (1 - x)/m) > 0, and every c where s = 0."""
    gap = OPERATOR - f(x)
    bound = every("c", "real", implies(_c > 0, near(gap, close(m, x, _c, L, ZERO))))
    c = var("h4")
    core = intro("h4", intro("", for_every(c, auto("this c"))))
    final = near(gap, L * deviation)
    good = 1 / (2 * deviation)
    at_good = near(gap, close(m, x, good, L, ZERO))
    positive = lemmas(
        [
            (1 / deviation > 0, auto("1/s > 0")),
            ((1 / (4 * good)).equals(deviation / 2), auto("1/(4 c) = s/2")),
            ((good * _variance).equals(deviation / 2), auto("c s^2 = s/2")),
        ],
        fact(
            bound,
            [good],
            using(at_good, (1 / (4 * good)).equals(deviation / 2),
                  (good * _variance).equals(deviation / 2), label="2 s/2 = s"),
            auto("c > 0"),
        ),
    )  # fmt: skip

    def under(sign: int) -> tuple[Json, Node]:
        at = var("h5")
        size = sign * gap
        proof = intro("h5", intro("", fact(bound, [at], auto("s = 0"), auto("c > 0"))))
        return put(_UNDER, "v", size), proof

    up, down = under(1), under(-1)
    ended = node("both", auto("<= 0"), auto("<= 0"))

    def known(formula: Json) -> Node:
        at = var("h6")
        return intro("h6", intro("", fact(formula, [at], auto("known"), auto("c > 0"))))

    ended = fact(LIMIT, [-1 * gap], ended, known(down[0]))
    ended = have(*down, fact(LIMIT, [1 * gap], ended, known(up[0])))
    zero = have(_variance.equals(0), auto("s^2 = 0"), have(*up, ended))
    sides = node("split", zero, positive, on=(-deviation).json)
    proof = have(final, sides, case(ERROR.json, *[using(final, recent=1, label="the end")] * 2))
    proof = define(deviation.json, auto("x (1 - x)/m >= 0"), proof)
    inside = [
        (m > 0, auto("m > 0")),
        (1 / m > 0, auto("1/m > 0")),
        (x * (1 - x) >= 0, auto("x (1 - x) >= 0")),
        (_variance >= 0, using(x * (1 - x) >= 0, 1 / m > 0, label="variance")),
    ]
    return have_basis(x, nonnegative_constant(have_limit(have(bound, core, lemmas(inside, proof)))))
