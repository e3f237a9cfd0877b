"""Newton's identities for multi-indices: es, G and power sums, for every number m of tokens.

With the empty sum for m = 0 and one token more at a time:

    es_al p_be = G(al, be) + sum_a al_a G(al - e_a, be + e_a)
    |al| es_al = sum_a al_a G(al - e_a, e_a)
    es_al = 0 for |al| > m, G(al, be) = 0 for |al| >= m, es_al = 1 for |al| = 0.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, conj, every, implies, var
from proofs.library.vectors import both_sums, fact, put
from proofs.sumformer.closure import exchanged, intros, over, relation, upto
from proofs.sumformer.thm2_12 import terms as t
from proofs.sumformer.thm2_12.terms import (
    ONE,
    ZERO,
    Body,
    E,
    G,
    M,
    X,
    deg,
    dn,
    es,
    if_,
    ints,
    letters,
    power_sum,
    reals,
    up,
    within,
)
from proofs.trees.leaves import given, restated
from proofs.trees.script import Node, auto, have, induct, intro, node, same, split

a, b, m, s, al, be, d = t.a, t.b, t.m, t.s, t.al, t.be, t.d
g, h, k, u, w, x, y = (var(name) for name in ("a7", "b7", "n7", "m7", "s7", "al7", "be7"))
Lemma = tuple[Json, Node]

# --- |alpha| -------------------------------------------------------------------------------------

DEGREE_UP = reals("al", ints("a", if_(within(a), deg(up(al, a)).equals(deg(al) + 1))))
DEGREE_DOWN = reals(
    "al", ints("a", if_([*within(a), E(al, a).differs(0)], deg(dn(al, a)).equals(deg(al) - 1)))
)
WEIGHTED_DEGREE = reals(
    "al", ints("a", if_(within(a), (E(al, a) * deg(dn(al, a))).equals(E(al, a) * (deg(al) - 1))))
)
DEGREE_ABOVE = reals("al", deg(al) >= 0)
EXPONENT_BELOW = reals("al", ints("a", if_(within(a), E(al, a) <= deg(al))))
NO_DEGREE = deg(ZERO).equals(0)
WEIGHTS = reals(
    "al",
    ints(
        "a b",
        if_(within(a, b), (E(al, a) * E(dn(al, a), b)).equals(E(al, b) * E(dn(al, b), a))),
    ),
)


def _moved(new: Callable[[Term], Term], rest: Json, there: Json, change: int) -> Node:
    """|new| = |x| + change, where one exponent changes by this and the others do not."""
    at, after = var("m8"), new(x)

    def sums(top: Term) -> list[Term]:
        return [over(top, lambda o: E(after, o), "u0"), over(top, lambda o: E(x, o), "u0")]

    def parts(top: Term) -> list[Json]:
        one, other = sums(top)
        return [
            implies(top < g, one.equals(other)),
            implies(g <= top, one.equals(other + change)),
        ]

    before, later = parts(at)
    claim = implies(at <= d, conj(before, later))
    base = both_sums("empty", sums(ZERO), auto("empty"))
    new_at = at + 1
    other_one = fact(rest, [x, g, new_at], auto("unchanged"), auto("another"))
    earlier = intro("", fact(before, [], other_one, auto("m < a")))
    beyond = fact(later, [], other_one, auto("a <= m"))
    here = same(
        E(after, new_at), E(after, g), same(E(x, new_at), E(x, g), auto("the one that changes"))
    )
    hit = fact(before, [], fact(there, [x, g], here, given()), auto("m < a"))
    step_later = intro("", split((at - g).json, beyond, hit))
    unfolded = both_sums("unfold", sums(new_at), node("both", earlier, step_later))
    step = intro("", fact(claim, [], unfolded, auto("m <= d")))
    last = parts(d)[1]
    return induct(
        "m8", "0", claim, intro("", base), step,
        upto("m8", claim, d, fact(last, [], auto("degree"), auto("a <= d"))),
    )  # fmt: skip


def _exponents() -> Node:
    """0 <= sum, and each exponent is at most the sum."""
    at = var("m8")

    def partial(top: Term) -> Term:
        return over(top, lambda o: E(x, o), "u0")

    below = implies(g <= at, E(x, g) <= partial(at))
    claim = implies(at <= d, conj(partial(at) >= 0, below))
    base = intro("", both_sums("empty", [partial(ZERO)], auto("empty")))
    last = same(E(x, at + 1), E(x, g), auto("the last one"))
    older = fact(below, [], auto("an older one"), auto("a <= m"))
    one = node("both", auto("sum >= 0"), intro("", split((at - g).json, older, last)))
    known = fact(t.EXPONENT, [x, at + 1], both_sums("unfold", [partial(at + 1)], one), auto("m"))
    step = intro("", fact(claim, [], known, auto("m <= d")))
    done = fact(implies(g <= d, E(x, g) <= partial(d)), [], auto("a <= d"), auto("a <= d"))
    return induct("m8", "0", claim, base, step, upto("m8", claim, d, done))


def _degree_above() -> Node:
    at = var("m8")

    def partial(top: Term) -> Term:
        return over(top, lambda o: E(x, o), "u0")

    claim = implies(at <= d, partial(at) >= 0)
    base = intro("", both_sums("empty", [partial(ZERO)], auto("empty")))
    known = fact(
        t.EXPONENT, [x, at + 1], both_sums("unfold", [partial(at + 1)], auto("more")), auto("m")
    )
    step = intro("", fact(claim, [], known, auto("m <= d")))
    return induct("m8", "0", claim, base, step, upto("m8", claim, d, given()))


def nonzero(index: Term, at: Term, yes: Node, no: Node) -> Node:
    """``yes`` where the exponent is not 0, ``no`` where it is."""
    zero = have(E(index, at).equals(0), auto("no exponent"), no)
    some = have(E(index, at).differs(0), auto("an exponent"), yes)
    return fact(t.EXPONENT, [index, at], split((-E(index, at)).json, zero, some), auto("index"))


def _weighted() -> Node:
    down = fact(DEGREE_DOWN, [x, g], auto("|al - e_a| = |al| - 1"), auto("not 0"))
    return nonzero(x, g, down, auto("both are 0"))


def _weights() -> Node:
    apart = fact(
        t.DOWN_REST,
        [x, g, h],
        fact(t.DOWN_REST, [x, h, g], auto("two letters"), auto("b")),
        auto("a"),
    )
    equal = same(
        E(x, g),
        E(x, h),
        same(dn(x, g), dn(x, h), same(E(dn(x, g), h), E(dn(x, h), g), auto("one letter"))),
    )
    return split((g - h - 1).json, apart, split((g - h).json, equal, apart))


# --- two letters in turn -------------------------------------------------------------------------


def _lower(index: Term, power: Term, sequence: Term, tokens: Term) -> Term:
    """sum_b (index_b) G(index - e_b, power + e_b)."""
    return letters(
        lambda o: E(index, o) * G(dn(index, o), up(power, o), tokens, sequence), name="u2"
    )


def _outer(index: Term, power: Term, sequence: Term, tokens: Term) -> Term:
    """sum_a index_a x_a sum_b ..., the first letter of which gives the factor."""
    return letters(
        lambda o: (
            E(index, o) * X(sequence, tokens + 1, o) * _lower(dn(index, o), power, sequence, tokens)
        )
    )


def _inner(index: Term, power: Term, sequence: Term, tokens: Term) -> Term:
    """sum_b index_b sum_a ..., the second letter of which gives the factor."""
    return letters(lambda o: E(index, o) * _factor(index, o, power, sequence, tokens))


def _factor(index: Term, o: Term, power: Term, sequence: Term, tokens: Term) -> Term:
    """sum_a (index - e_o)_a x_a G(index - e_o - e_a, power + e_o)."""
    down = dn(index, o)
    return letters(
        lambda q: (
            E(down, q) * X(sequence, tokens + 1, q) * G(dn(down, q), up(power, o), tokens, sequence)
        ),
        name="u2",
    )


TWO_LETTERS = reals("al be s", ints("m", _outer(al, be, s, m).equals(_inner(al, be, s, m))))


def _two_letters() -> Node:
    def both(first: Term, second: Term) -> Term:
        down = dn(x, first)
        value = G(dn(down, second), up(y, second), u, w)
        return E(x, first) * X(w, u + 1, first) * E(down, second) * value

    def into_row(o: Term, then: Node) -> Node:
        """E X sum_b ... = sum_b E X ..."""
        return relation(
            d,
            [
                (-ONE, lambda q: both(o, q)),
                (
                    E(x, o) * X(w, u + 1, o),
                    lambda q: E(dn(x, o), q) * G(dn(dn(x, o), q), up(y, q), u, w),
                ),
            ],
            lambda q, go: go,
            then,
            "m9",
            "u2",
        )

    def into_column(o: Term, then: Node) -> Node:
        def point(q: Term, go: Node) -> Node:
            one, other = dn(dn(x, q), o), dn(dn(x, o), q)
            value = same(G(one, up(y, o), u, w), G(other, up(y, o), u, w), go)
            return fact(WEIGHTS, [x, q, o], fact(t.COMMUTE, [x, q, o], value, auto("c")), auto("w"))

        return relation(
            d,
            [
                (-ONE, lambda q: both(q, o)),
                (
                    E(x, o),
                    lambda q: E(dn(x, o), q) * X(w, u + 1, q) * G(dn(dn(x, o), q), up(y, o), u, w),
                ),
            ],
            point,
            then,
            "m9",
            "u2",
        )

    rows = lambda o: over(d, lambda q: both(o, q), "u2")  # noqa: E731
    columns = lambda o: over(d, lambda q: both(q, o), "u2")  # noqa: E731
    first = [
        (ONE, rows),
        (-ONE, lambda o: E(x, o) * X(w, u + 1, o) * _lower(dn(x, o), y, w, u)),
    ]
    second = [(ONE, columns), (-ONE, lambda o: E(x, o) * _factor(x, o, y, w, u))]
    end = relation(d, second, into_column, auto("both sums"), "m6")
    return relation(d, first, into_row, exchanged(d, d, both, end, "m5"), "m4")


# --- the identities ------------------------------------------------------------------------------


def _products(index: Term, power: Term, tokens: Term, sequence: Term) -> Json:
    value = G(index, power, tokens, sequence) + letters(
        lambda o: E(index, o) * G(dn(index, o), up(power, o), tokens, sequence)
    )
    return (es(index, tokens, sequence) * power_sum(power, sequence, tokens)).equals(value)


def _total(index: Term, tokens: Term, sequence: Term) -> Json:
    value = letters(lambda o: E(index, o) * G(dn(index, o), up(ZERO, o), tokens, sequence))
    return value.equals(deg(index) * es(index, tokens, sequence))


def _each(formula: Json) -> Json:
    return ints("m", implies(m >= 0, formula))


PRODUCTS = _each(reals("al be s", _products(al, be, m, s)))
TOTAL = _each(reals("al s", _total(al, m, s)))
FEW = conj(
    reals("al s", implies(deg(al) > m, es(al, m, s).equals(0))),
    reals("al be s", implies(deg(al) >= m, G(al, be, m, s).equals(0))),
)
VANISH = _each(FEW)
ONE_ES = _each(reals("al s", implies(deg(al).equals(0), es(al, m, s).equals(1))))


def _next_sum(power: Term, then: Node, name: str) -> Node:
    """sum_a al_a G(al - e_a, power + e_a) with a token more, in three sums."""
    parts = [
        (ONE, lambda o: E(x, o) * G(dn(x, o), up(power, o), u + 1, w)),
        (-ONE, lambda o: E(x, o) * G(dn(x, o), up(power, o), u, w)),
        (-ONE, lambda o: E(x, o) * _factor(x, o, power, w, u)),
        (-M(power, w, u + 1), lambda o: E(x, o) * X(w, u + 1, o) * es(dn(x, o), u, w)),
    ]

    def point(o: Term, go: Node) -> Node:
        monomial = fact(t.MONOMIAL_UP, [power, w, u + 1, o], go, auto("letter"))
        return fact(t.G_NEXT, [dn(x, o), up(power, o), w, u], monomial, given())

    return relation(d, parts, point, then, name)


def _induction(formula: Json, names: str, base: Node, step: Callable[[Json], Node]) -> Node:
    """``formula``, which is for all m >= 0; m7 is the number of tokens in the induction."""
    claim = put(formula.json[3][2], "m", u)
    whole = every("m7", "int", implies(u >= 0, claim))
    last = intros("n7 .", fact(whole, [k], restated(), given()))
    return induct("m7", "0", claim, intros(names, base), intros(names, step(claim)), last)


def _no_token(index: Term, power: Term, then: Node, name: str) -> Node:
    """Without tokens, sum_a index_a G(index - e_a, power + e_a) = 0."""
    parts = [(ONE, lambda o: E(index, o) * G(dn(index, o), up(power, o), ZERO, w))]
    pointwise = lambda o, go: fact(t.G_EMPTY, [dn(index, o), up(power, o), w], go)  # noqa: E731
    return relation(d, parts, pointwise, then, name)


def _products_proof() -> Node:
    nothing = both_sums("empty", [power_sum(y, w, ZERO)], auto("0 = 0"))
    base = fact(t.G_EMPTY, [x, y, w], _no_token(x, y, nothing, "m4"))

    def step(claim: Json) -> Node:
        parts = [
            (power_sum(y, w, u), lambda o: E(x, o) * X(w, u + 1, o) * es(dn(x, o), u, w)),
            (-ONE, lambda o: E(x, o) * X(w, u + 1, o) * G(dn(x, o), y, u, w)),
            (-ONE, lambda o: E(x, o) * X(w, u + 1, o) * _lower(dn(x, o), y, w, u)),
        ]
        unfolded = both_sums("unfold", [power_sum(y, w, u + 1)], auto("one token more"))
        rest = fact(
            t.ES_NEXT,
            [x, w, u],
            fact(t.G_NEXT, [x, y, w, u], fact(TWO_LETTERS, [x, y, w, u], unfolded), given()),
            given(),
        )
        lower = lambda o, go: fact(claim, [dn(x, o), y, w], go)  # noqa: E731
        return fact(claim, [x, y, w], relation(d, parts, lower, _next_sum(y, rest, "m3"), "m2"))

    return _induction(PRODUCTS, "al7 be7 s7", base, step)


def _total_proof() -> Node:
    weightless = have((deg(x) * es(x, ZERO, w)).equals(0), auto("no token"), auto("0 = 0"))
    none = fact(t.ES_NONE, [x, w], weightless, auto("not 0"))
    zero = have(deg(x).equals(0), auto("0"), weightless)
    cases = split((-deg(x)).json, zero, none)
    base = fact(DEGREE_ABOVE, [x], _no_token(x, ZERO, cases, "m4"))

    def step(claim: Json) -> Node:
        parts = [
            (ONE, lambda o: E(x, o) * X(w, u + 1, o) * _lower(dn(x, o), ZERO, w, u)),
            (-(deg(x) - 1), lambda o: E(x, o) * X(w, u + 1, o) * es(dn(x, o), u, w)),
        ]

        def lower(o: Term, go: Node) -> Node:
            return fact(claim, [dn(x, o), w], fact(WEIGHTED_DEGREE, [x, o], go, auto("letter")))

        unit = fact(t.UNIT, [ZERO, w, u + 1], auto("one token more"), given())
        rest = fact(t.ES_NEXT, [x, w, u], fact(TWO_LETTERS, [x, ZERO, w, u], unit), given())
        sums = relation(d, parts, lower, _next_sum(ZERO, rest, "m3"), "m2")
        return fact(claim, [x, w], sums)

    return _induction(TOTAL, "al7 s7", base, step)


def _few_proof() -> Node:
    base = node(
        "both",
        intros("al7 s7 .", fact(t.ES_NONE, [x, w], given(), auto("not 0"))),
        intros("al7 be7 s7 .", fact(t.G_EMPTY, [x, y, w], given())),
    )

    def step(claim: Json) -> Node:
        _, no_es, no_G = claim

        def vanishing(value: Body, known: Callable[[Term, Node], Node], then: Node) -> Node:
            """sum_a al_a x_a value(a) = 0, since value(a) = 0 where al_a is not 0."""
            body = lambda o: E(x, o) * X(w, u + 1, o) * value(o)  # noqa: E731

            def point(o: Term, go: Node) -> Node:
                lower = known(o, auto("the value is 0"))
                down = fact(DEGREE_DOWN, [x, o], lower, auto("letter"))
                return have(body(o).equals(0), nonzero(x, o, down, auto("no exponent")), go)

            return relation(d, [(ONE, body)], point, then, "m2")

        es_lower = lambda o, go: fact(no_es, [dn(x, o), w], go, auto("degree"))  # noqa: E731
        G_lower = lambda o, go: fact(no_G, [dn(x, o), y, w], go, auto("degree"))  # noqa: E731
        es_ends = fact(t.ES_NEXT, [x, w, u], auto("0 = 0"), given())
        first = fact(
            no_es,
            [x, w],
            vanishing(lambda o: es(dn(x, o), u, w), es_lower, es_ends),
            auto("degree"),
        )
        G_ends = fact(t.G_NEXT, [x, y, w, u], auto("0 = 0"), given())
        sums = vanishing(lambda o: G(dn(x, o), y, u, w), G_lower, G_ends)
        second = fact(no_es, [x, w], fact(no_G, [x, y, w], sums, auto("degree")), auto("degree"))
        return node("both", intros("al7 s7 .", first), intros("al7 be7 s7 .", second))

    return _induction(VANISH, "", base, step)


def _one_proof() -> Node:
    def step(claim: Json) -> Node:
        def point(o: Term, go: Node) -> Node:
            zero = have(E(x, o).equals(0), auto("no exponent"), go)
            below = fact(EXPONENT_BELOW, [x, o], zero, auto("letter"))
            return fact(t.EXPONENT, [x, o], below, auto("letter"))

        parts = [(ONE, lambda o: E(x, o) * X(w, u + 1, o) * es(dn(x, o), u, w))]
        rest = fact(t.ES_NEXT, [x, w, u], auto("1 + 0"), given())
        return fact(claim, [x, w], relation(d, parts, point, rest, "m2"), given())

    return _induction(ONE_ES, "al7 s7 .", fact(t.ES_EMPTY, [x, w], given(), given()), step)


def _no_degree() -> Node:
    parts = [(ONE, lambda o: E(ZERO, o))]
    pointwise = lambda o, go: fact(t.NO_EXPONENT, [o], go, auto("letter"))  # noqa: E731
    return relation(d, parts, pointwise, auto("|0| = 0"), "m2", "u0")


def lemmas_of_degrees() -> list[Lemma]:
    """On |alpha|; each may use those before it."""
    return [
        (DEGREE_UP, intros("al7 a7 .", _moved(lambda o: up(o, g), t.UP_REST, t.UP, 1))),
        (DEGREE_DOWN, intros("al7 a7 .", _moved(lambda o: dn(o, g), t.DOWN_REST, t.DOWN, -1))),
        (WEIGHTED_DEGREE, intros("al7 a7 .", _weighted())),
        (DEGREE_ABOVE, intros("al7", _degree_above())),
        (EXPONENT_BELOW, intros("al7 a7 .", _exponents())),
        (NO_DEGREE, _no_degree()),
    ]


def lemmas_of_newton() -> list[Lemma]:
    """The identities; each may use those before it and those on |alpha|."""
    return [
        (WEIGHTS, intros("al7 a7 b7 .", _weights())),
        (TWO_LETTERS, intros("al7 be7 s7 m7", _two_letters())),
        (PRODUCTS, _products_proof()),
        (TOTAL, _total_proof()),
        (VANISH, _few_proof()),
        (ONE_ES, _one_proof()),
    ]
