"""An invariant polynomial is one of power sums: the tokens leave it one after the other.

A_m has the polynomials in x_{m+1}, ..., x_n with coefficients in A, and f is in A_0.  Where f is
in A_m, f(x) = sum_j c_j(x) x_{m+1}^{alpha(j)} with c_j in A_{m+1}.  Exchanging the tokens i <= m
and m + 1 changes neither f nor c_j, so f(x) = sum_j c_j(x) x_i^{alpha(j)} for all i <= m + 1 and

    (m + 1) f(x) = sum_j c_j(x) (p_{alpha(j)}(x) - sum_{i > m + 1} x_i^{alpha(j)}),

which is in A_{m+1}.  At the end f is in A_n = A.
"""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.library.vectors import both_sums, fact, opened, put
from proofs.sumformer.closure import exchanged, intros, over, relation, upto
from proofs.sumformer.sums import equal_summands
from proofs.sumformer.thm2_12 import newton
from proofs.sumformer.thm2_12 import terms as t
from proofs.sumformer.thm2_12.bounded import ALL_POWERS, SOME_EXPONENT, lemmas_of_powers
from proofs.sumformer.thm2_12.closure_members import (
    Written,
    element,
    itself,
    member,
    named,
    nothing,
    number,
    one_token,
    opened_member,
    summed,
    values,
)
from proofs.sumformer.thm2_12.newton import Lemma, lemmas_of_degrees, lemmas_of_newton
from proofs.sumformer.thm2_12.terms import (
    ONE,
    ZERO,
    Body,
    E,
    M,
    T,
    X,
    co,
    deg,
    dn,
    ev,
    ex,
    f,
    if_,
    inside,
    ints,
    n,
    power_sum,
    pr,
    reals,
    sw,
    within,
)
from proofs.trees.leaves import given, restated
from proofs.trees.script import Node, auto, define, have, induct, intro, lemmas, same, split

S = t.S
a, b, c, i, j, m, r, s, al, be = t.a, t.b, t.c1, t.i, t.j, t.m, t.r, t.s, t.al, t.be
u, x, w, z, g, h, code = (var(name) for name in ("m7", "al7", "s7", "r7", "i7", "j7", "c71"))

# --- equal tokens, equal monomials ---------------------------------------------------------------

EQUAL_TOKENS = reals(
    "s r",
    ints(
        "i j",
        implies(
            ints("a", X(s, i, a).equals(X(r, j, a))),
            reals("al", M(al, s, i).equals(M(al, r, j))),
        ),
    ),
)


def _equal_tokens() -> Node:
    letter = var("a7")
    claim = reals("al", implies(deg(al) <= u, M(al, w, g).equals(M(al, z, h))))
    unit = fact(t.UNIT, [x, w, g], fact(t.UNIT, [x, z, h], auto("1 = 1"), given()), given())
    zero = have(deg(x).equals(0), auto("|al| = 0"), unit)
    base = intros("al7 .", fact(newton.DEGREE_ABOVE, [x], zero))
    tokens = ints("a", X(w, g, a).equals(X(z, h, a)))
    lower = fact(
        newton.DEGREE_DOWN,
        [x, letter],
        fact(claim, [dn(x, letter)], fact(tokens, [letter], auto("x_a x^al")), auto("degree")),
        given(),
    )
    monomials = fact(
        t.MONOMIAL, [x, w, g, letter], fact(t.MONOMIAL, [x, z, h, letter], lower, given()), given()
    )
    found = exists("a", "int", conj(*within(a), E(x, a).differs(0)))
    some = fact(SOME_EXPONENT, [x], opened(found, "a7", monomials), auto("|al| > 0"))
    cases = split((-deg(x)).json, zero, some)
    step = intros("al7 .", fact(newton.DEGREE_ABOVE, [x], cases))
    whole = every("m7", "int", implies(u >= 0, claim))
    top = S.floor(deg(x)) + 1
    used = fact(put(claim, "m7", top), [x], given(), auto("|al| <= top"))
    last = intro("al7", fact(newton.DEGREE_ABOVE, [x], fact(whole, [top], used, auto("top >= 0"))))
    return intros("s7 r7 i7 j7 .", induct("m7", "0", claim, base, step, last))


# --- A_m does not see exchanges of the first m tokens --------------------------------------------

UNSEEN = ints(
    "m",
    reals(
        "c1 s",
        ints(
            "a b",
            if_(
                [m >= 0, m <= n, inside(m, c), a >= 1, a < b, b <= m],
                ev(c, sw(s, a, b)).equals(ev(c, s)),
            ),
        ),
    ),
)


def _unseen() -> Node:
    one, two, at = var("a7"), var("b7"), var("a8")

    def rule(level: Term) -> Json:
        return reals(
            "c1 s",
            ints(
                "a b",
                if_(
                    [inside(level, c), a >= 1, a < b, b <= level],
                    ev(c, sw(s, a, b)).equals(ev(c, s)),
                ),
            ),
        )

    claim = implies(u <= n, rule(n - u))
    base = intros(". c71 s7 a7 b7 .", fact(t.SYMMETRIC, [code, w, one, two], given(), given()))
    level = n - (u + 1)
    moved = sw(w, one, two)
    coefficient = lambda o: t.cf(level, code, o)  # noqa: E731
    index = lambda o: t.mo(level, code, o)  # noqa: E731
    parts = [
        (ONE, lambda o: ev(coefficient(o), moved) * M(index(o), moved, level + 1)),
        (-ONE, lambda o: ev(coefficient(o), w) * M(index(o), w, level + 1)),
    ]
    monomials = reals("al", M(al, moved, level + 1).equals(M(al, w, level + 1)))

    def point(o: Term, go: Node) -> Node:
        same_monomial = fact(monomials, [index(o)], go)
        older = fact(
            rule(n - u), [coefficient(o), w, one, two], same_monomial, auto("tokens below")
        )
        return fact(t.COEFFICIENT, [level, code, o], older, auto("a summand"))

    sums = relation(t.length(level, code), parts, point, auto("the same sum"), "m6")
    written = fact(
        t.WRITTEN,
        [level, code, w],
        fact(t.WRITTEN, [level, code, moved], sums, auto("level")),
        auto("level"),
    )
    positive = fact(t.LENGTH, [level, code], written, auto("level"))
    unmoved = intro("a8", fact(t.OTHERS, [w, one, two, level + 1, at], given(), auto("another")))
    like = fact(EQUAL_TOKENS, [moved, w, level + 1, level + 1], positive, unmoved)
    step = intro("", fact(claim, [], intros("c71 s7 a7 b7 .", like), auto("m <= n")))
    whole = every("m7", "int", implies(u >= 0, claim))
    size = var("n7")
    last = fact(rule(n - (n - size)), [code, w, one, two], given(), given())
    used = fact(put(claim, "m7", n - size), [], last, auto("n - m <= n"))
    end = intros("n7 c71 s7 a7 b7 .", fact(whole, [n - size], used, auto("n - m >= 0")))
    return induct("m7", "0", claim, base, step, end)


# --- sums over the first tokens ------------------------------------------------------------------


def _first(index: Term, high: Term) -> Body:
    return lambda at: power_sum(index, at, high)


FIRST_TOKENS = ints("m", implies(conj(m >= 0, m <= n), reals("al", member(m, _first(al, m)))))


def _first_tokens() -> Node:
    level = var("n7")
    claim = implies(u <= n - level, reals("al", member(level, _first(al, n - u))))
    every_token = _first(x, n)
    same_sum = element(level, named(code, every_token), nothing, "n - 0 = n")
    base = intros(
        ". al7",
        fact(ALL_POWERS, [level, x], opened_member(level, every_token, "c71", same_sum)),
    )
    last = n - u

    def one_less(at: Term, go: Node) -> Node:
        return both_sums("unfold", [power_sum(x, at, last)], go)

    less = named(code, _first(x, last)) + number(-ONE) * one_token(x, last)
    shown = element(level, less, one_less, "one token less")
    known = fact(
        reals("al", member(level, _first(al, last))),
        [x],
        opened_member(level, _first(x, last), "c71", shown),
    )
    step = intro("", fact(claim, [], intro("al7", known), auto("m <= n")))
    whole = every("m7", "int", implies(u >= 0, claim))
    top = n - level
    all_of = _first(x, n - top)
    as_it_is = element(level, named(code, all_of), nothing, "n - (n - m) = m")
    shown_last = fact(
        reals("al", member(level, _first(al, n - top))),
        [x],
        opened_member(level, all_of, "c71", as_it_is),
    )
    used = fact(put(claim, "m7", top), [], intro("al7", shown_last), auto("the range"))
    end = fact(whole, [top], used, auto("n - m >= 0"))
    return intros("n7 .", induct("m7", "0", claim, base, step, end))


# --- the polynomial ------------------------------------------------------------------------------

IN_ALL = member(ZERO, f)


def _product(term: Term, tokens: Term) -> Body:
    return lambda at: pr(term, tokens, at)


PRODUCTS_IN = ints("j", member(ZERO, _product(j, n)))


def _products_in() -> Node:
    claim = implies(u <= n, ints("j", member(ZERO, _product(j, u))))
    no_token = lambda at, go: fact(t.NO_TOKEN, [at, h], go)  # noqa: E731
    base = intros(". j7", element(ZERO, number(ONE), no_token, "no token"))
    token = lambda at, go: fact(t.NEXT_TOKEN, [at, h, u], go, given())  # noqa: E731
    both = named(code, _product(h, u)) * one_token(ex(h, u + 1), u + 1)
    shown = element(ZERO, both, token, "one token more")
    known = fact(
        ints("j", member(ZERO, _product(j, u))),
        [h],
        opened_member(ZERO, _product(h, u), "c71", shown),
    )
    step = intro("", fact(claim, [], intro("j7", known), auto("m <= n")))
    return induct("m7", "0", claim, base, step, upto("m7", claim, n, restated()))


def _in_all() -> Node:
    body = lambda o, at: co(o) * pr(o, n, at)  # noqa: E731

    def point(o: Term, go: Node) -> Node:
        scaled = number(co(o)) * named(code, _product(o, n))
        shown = element(ZERO, scaled, nothing, "times the coefficient")
        known = fact(PRODUCTS_IN, [o], opened_member(ZERO, _product(o, n), "c71", shown))
        return have(member(ZERO, lambda at: body(o, at)), known, go)

    whole = lambda at: t.terms_of(at)  # noqa: E731
    polynomial = lambda at, go: fact(t.POLYNOMIAL, [at], go)  # noqa: E731
    ends = element(ZERO, named(var("c72"), whole), polynomial, "f is this sum")
    return summed(ZERO, T, body, point, opened_member(ZERO, whole, "c72", ends), "m7")


# --- one token after the other -------------------------------------------------------------------


def final() -> Node:
    """f lies in A_m for all m <= n."""
    claim = implies(u <= n, member(u, f))
    base = intro("", restated())
    level = u + 1
    high = t.length(u, code)
    at8 = var("a8")

    def summand(o: Term, token: Term, at: Term) -> Term:
        return ev(t.cf(u, code, o), at) * M(t.mo(u, code, o), at, token)

    def row(token: Term, at: Term) -> Term:
        return over(high, lambda o: summand(o, token, at), "u2")

    everywhere = reals("s", ints("i", if_([i >= 1, i <= level], f(s).equals(row(i, s)))))

    def own() -> Node:
        """Token m + 1 itself."""
        parts = [
            (ONE, lambda o: summand(o, g, w)),
            (-ONE, lambda o: summand(o, level, w)),
        ]

        def point(o: Term, go: Node) -> Node:
            index = t.mo(u, code, o)
            return same(M(index, w, g), M(index, w, level), go)

        return relation(high, parts, point, auto("the same token"), "m6")

    def other() -> Node:
        """A token before: exchange the two."""
        moved = sw(w, g, level)
        parts = [
            (ONE, lambda o: summand(o, g, w)),
            (-ONE, lambda o: summand(o, level, moved)),
        ]
        monomials = reals("al", M(al, moved, level).equals(M(al, w, g)))

        def point(o: Term, go: Node) -> Node:
            like = fact(monomials, [t.mo(u, code, o)], go)
            unseen = fact(
                UNSEEN, [level, t.cf(u, code, o), w, g, level], like, auto("tokens i, m + 1")
            )
            return fact(t.COEFFICIENT, [u, code, o], unseen, auto("a summand"))

        sums = relation(high, parts, point, auto("f does not change"), "m6")
        there = intro("a8", fact(t.SECOND, [w, g, level, at8], given(), auto("pair")))
        like = fact(EQUAL_TOKENS, [moved, w, level, g], sums, there)
        written = fact(t.WRITTEN, [u, code, moved], like, auto("level"))
        valued = fact(values(code, f), [moved], written)
        return fact(t.INVARIANT, [w, g, level], valued, auto("pair"))

    written = fact(t.WRITTEN, [u, code, w], split((g - level).json, own(), other()), auto("level"))
    at_each = intros("s7 i7 .", fact(values(code, f), [w], written))

    def whole(o: Term, at: Term) -> Term:
        """c_j (x) times the sum over the first m + 1 tokens."""
        return ev(t.cf(u, code, o), at) * power_sum(t.mo(u, code, o), at, level)

    def point(o: Term, go: Node) -> Node:
        index, coefficient = t.mo(u, code, o), t.cf(u, code, o)
        factors = itself(coefficient) * named(var("c73"), _first(index, level))
        shown = element(level, factors, nothing, "times the coefficient")
        sums = fact(
            FIRST_TOKENS,
            [level],
            fact(
                reals("al", member(level, _first(al, level))),
                [index],
                opened_member(level, _first(index, level), "c73", shown),
            ),
            auto("m + 1 <= n"),
        )
        known = fact(t.COEFFICIENT, [u, code, o], sums, auto("a summand"))
        return have(member(level, lambda at: whole(o, at)), known, go)

    total_ = lambda at: over(high, lambda o: whole(o, at))  # noqa: E731

    def counted(at: Term, go: Node) -> Node:
        """sum_j c_j sum_i x_i^alpha(j) = sum_i sum_j ... = (m + 1) f."""

        def column(o: Term) -> Term:
            return over(level, lambda p: summand(o, p, at), "u2")

        def into(o: Term, then: Node) -> Node:
            parts = [
                (-ONE, lambda p: summand(o, p, at)),
                (ev(t.cf(u, code, o), at), lambda p: M(t.mo(u, code, o), at, p)),
            ]
            return relation(level, parts, lambda p, more: more, then, "m5", "u2")

        def equal(p: Term, then: Node) -> Node:
            return fact(everywhere, [at, p], then, auto("i <= m + 1"))

        rows = equal_summands(level, lambda p: row(p, at), f(at), equal, go, "m4")
        swapped = exchanged(high, level, lambda o, p: summand(o, p, at), rows, "m3")
        parts = [(ONE, lambda o: whole(o, at)), (-ONE, column)]
        return relation(high, parts, into, swapped, "m2")

    divided: Written = number(1 / level) * named(var("c74"), total_)
    shown = define(
        (1 / level).json, auto("m + 1 > 0"), element(level, divided, counted, "f = sum / (m + 1)")
    )
    sums = summed(level, high, whole, point, opened_member(level, total_, "c74", shown), "m8")
    known = have(everywhere, at_each, sums)
    positive = fact(t.LENGTH, [u, code], known, auto("level"))
    step = intro("", fact(claim, [], opened_member(u, f, "c71", positive), auto("m <= n")))
    return induct("m7", "0", claim, base, step, upto("m7", claim, n, restated()))


def lemmas_of_tokens() -> list[Lemma]:
    """Up to: f lies in A_0."""
    return [
        (EQUAL_TOKENS, _equal_tokens()),
        (UNSEEN, _unseen()),
        (FIRST_TOKENS, _first_tokens()),
        (PRODUCTS_IN, _products_in()),
        (IN_ALL, _in_all()),
    ]


def script() -> Node:
    """Theorem 2.12."""
    found = [
        *lemmas_of_degrees(),
        *lemmas_of_newton(),
        *lemmas_of_powers(),
        *lemmas_of_tokens(),
    ]
    return lemmas(found, final())
