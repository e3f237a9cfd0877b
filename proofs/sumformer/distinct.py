"""Sums over distinct tokens as polynomials in power sums, for every number n of tokens.

h, g and q are any functions of a token, monomials among them; H = sum h, HG = sum h g, ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.library.vectors import S, both_sums, fact
from proofs.sumformer.counts import equal
from proofs.trees.leaves import given
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    node,
    same,
    split,
    statement,
)

n, i, j, k = (var(name) for name in ("n", "i", "j", "k"))
ZERO, ONE = S.const(0), S.const(1)
Body = Callable[[Term], Term]
Then = Callable[[Term, Node], Node]


def h(at: Term) -> Term:
    return app("h", at)


def g(at: Term) -> Term:
    return app("g", at)


def q(at: Term) -> Term:
    return app("q", at)


def over(body: Body, high: Term = n, index: str = "j") -> Term:
    """sum_{j=1}^{high} body(j), a power sum where body is a monomial."""
    return total(index, 1, high, body(var(index)))


def times(*bodies: Body) -> Body:
    """The product of functions of a token."""

    def product(at: Term) -> Term:
        value = bodies[0](at)
        for body in bodies[1:]:
            value = value * body(at)
        return value

    return product


def other(one: Term, two: Term) -> Term:
    """1 if the indices differ, else 0."""
    return 1 - equal(one, two)


H, G, Q = over(h), over(g), over(q)
HG, HQ, GQ, HGQ = (over(times(*bodies)) for bodies in ((h, g), (h, q), (g, q), (h, g, q)))


def _third(first: Term, second: Term) -> Term:
    """sum_k [k != i, k != j] q(k)."""
    return over(lambda at: other(first, at) * other(second, at) * q(at), index="k")


def _second(first: Term) -> Term:
    """sum_j [j != i] g(j)."""
    return over(lambda at: other(first, at) * g(at))


def _second_third(first: Term) -> Term:
    """sum_j [j != i] g(j) sum_k [k != i, k != j] q(k)."""
    return over(lambda at: other(first, at) * g(at) * _third(first, at))


PAIR = over(lambda at: h(at) * _second(at), index="i")
TRIPLE = over(lambda at: h(at) * _second_third(at), index="i")
NAMES = {"h": 1, "g": 1, "q": 1}
PAIRS = statement({"n": "int"}, [n >= 0], PAIR.equals(H * G - HG), {"h": 1, "g": 1})
TRIPLES = statement(
    {"n": "int"},
    [n >= 0],
    TRIPLE.equals(H * G * Q - HG * Q - HQ * G - GQ * H + 2 * HGQ),
    NAMES,
)


def linear(
    left: Body,
    parts: Sequence[tuple[Term, Body]],
    pointwise: Then,
    then: Node,
    name: str,
    index: str,
) -> Node:
    """sum_{j=1}^n left = sum_p factor_p sum_{j=1}^n body_p, from the same at every index."""
    at = var(name)

    def sums(high: Term) -> list[Term]:
        return [over(left, high, index), *(over(body, high) for _, body in parts)]

    def claim(high: Term) -> Json:
        first, *rest = sums(high)
        right: Term = ZERO
        for (factor, _), value in zip(parts, rest, strict=True):
            right = right + factor * value
        return implies(high <= n, first.equals(right))

    base = intro("", both_sums("empty", sums(ZERO), auto("empty sums")))
    unfolded = both_sums("unfold", sums(at + 1), pointwise(at + 1, auto("one more")))
    step = intro("", fact(claim(at), [], unfolded, auto("m <= n")))
    whole = every(name, "int", implies(at >= 0, claim(at)))
    used = fact(whole, [n], fact(claim(n), [], then, auto("n <= n")), given())
    return induct(name, "0", claim(at), base, step, used)


_a, _p, _q = var("a1"), var("p1"), var("q1")
_CONGRUENT = every(
    "a1",
    "real",
    every(
        "p1",
        "real",
        every("q1", "real", implies(_p.equals(_q), other(_a, _p).equals(other(_a, _q)))),
    ),
)


def numbers_known(then: Node) -> Node:
    """[a != p] = [a != q] for p = q; first of all in a proof."""
    one, two = S.sign(_a - _p), S.sign(_a - _q)
    leaf = case(S.abs(one).json, *[case(S.abs(two).json, auto("e"), auto("e"))] * 2)
    inner = case(two.json, leaf, leaf, leaf)
    whole = case(one.json, inner, inner, inner)
    return have(_CONGRUENT, intro("a1", intro("p1", intro("q1", intro("", whole)))), then)


def apart(
    body: Body,
    at: Term,
    then: Node,
    name: str,
    values: Sequence[Body],
    besides: Sequence[Term] = (),
) -> Node:
    """sum_j [j != i] body(j) = sum body - body(i), where 1 <= i <= n.

    ``values`` are the functions in the body, ``besides`` the indices a with a factor [a != j].
    """
    upto = var(name)

    def sums(high: Term) -> list[Term]:
        return [over(lambda o: other(at, o) * body(o), high), over(body, high)]

    def parts(high: Term) -> list[Json]:
        without, whole = sums(high)
        return [
            implies(high < at, without.equals(whole)),
            implies(at <= high, without.equals(whole - body(at))),
        ]

    before, after = parts(upto)
    claim = implies(upto <= n, conj(before, after))
    new = upto + 1
    differ = other(at, new).equals(1)
    base = intro("", both_sums("empty", sums(ZERO), auto("empty")))
    earlier = intro("", unequal(at, new, differ, fact(before, [], auto("a summand"), auto("m"))))
    left_out: Node = have(body(new).equals(body(at)), auto("equal values"), auto("left out"))
    for index in besides:
        left_out = fact(_CONGRUENT, [index, new, at], left_out, auto("m + 1 = i"))
    for value in values:
        left_out = same(value(new), value(at), left_out)
    zero = have(other(at, new).equals(0), indicator(at, new), left_out)
    later = unequal(at, new, differ, fact(after, [], auto("a summand"), auto("m")))
    hit = fact(before, [], zero, auto("m"))
    step_after = intro("", split((new - at - 1).json, later, hit))
    unfolded = both_sums("unfold", sums(new), node("both", earlier, step_after))
    step = intro("", fact(claim, [], unfolded, auto("m")))
    whole = every(name, "int", implies(upto >= 0, claim))
    last = parts(n)
    ends = fact(last[1], [], then, auto("i <= n"))
    used = fact(whole, [n], fact(implies(n <= n, conj(*last)), [], ends, auto("n <= n")), given())
    return induct(name, "0", claim, base, step, used)


def indicator(one: Term, two: Term) -> Node:
    """The value of [i != j] from what is known of i and j."""
    sign = S.sign(one - two)
    size = S.abs(sign)
    branch = case(size.json, auto("indicator"), auto("indicator"))
    return case(sign.json, branch, branch, branch)


def unequal(one: Term, two: Term, shown: Json, then: Node) -> Node:
    return have(shown, indicator(one, two), then)


def pairs_script() -> Node:
    def inner(at: Term, then: Node) -> Node:
        known = have((h(at) * _second(at)).equals(h(at) * (G - g(at))), auto("times h"), then)
        return apart(g, at, known, "m2", [g])

    parts = [(G, h), (-ONE, times(h, g))]
    return linear(lambda at: h(at) * _second(at), parts, inner, auto("H G - HG"), "m1", "i")


def third_known(first: Term, second: Term, then: Node) -> Node:
    """sum_k [k != i, k != j] q(k) = Q - q(i) - q(j) for i != j, of which [j != i] = 1 is known."""
    rest = lambda at: other(second, at) * q(at)  # noqa: E731
    same_sum = lambda at: other(first, at) * other(second, at) * q(at)  # noqa: E731
    end = have(_third(first, second).equals(Q - q(first) - q(second)), auto("Q - q - q"), then)
    regrouped = linear(
        same_sum, [(ONE, lambda at: other(first, at) * rest(at))], _plain, end, "m7", "k"
    )
    return apart(q, second, apart(rest, first, regrouped, "m6", [q], [second]), "m5", [q])


def _plain(at: Term, then: Node) -> Node:
    return then


def triples_script() -> Node:
    def product(first: Term) -> Body:
        return lambda at: other(first, at) * g(at) * _third(first, at)

    def each(first: Term) -> Then:
        def pointwise(second: Term, then: Node) -> Node:
            value = other(first, second) * g(second) * (Q - q(first) - q(second))
            shown = product(first)(second).equals(value)
            apart_ = have(
                other(first, second).equals(1),
                indicator(first, second),
                have(
                    other(second, first).equals(1),
                    indicator(second, first),
                    third_known(first, second, auto("the third")),
                ),
            )
            zero = have(other(first, second).equals(0), indicator(first, second), auto("0 = 0"))
            cases = split(
                (second - first - 1).json, apart_, split((second - first).json, zero, apart_)
            )
            return have(shown, cases, then)

        return pointwise

    def inner(at: Term, then: Node) -> Node:
        left = lambda o: other(at, o) * g(o)  # noqa: E731
        parts = [(Q - q(at), left), (-ONE, lambda o: other(at, o) * (g(o) * q(o)))]
        value = (Q - q(at)) * (G - g(at)) - (GQ - g(at) * q(at))
        known = have(
            _second_third(at).equals(value),
            auto("inner sums"),
            have((h(at) * _second_third(at)).equals(h(at) * value), auto("times h"), then),
        )
        double = apart(times(g, q), at, known, "m3", [g, q])
        return linear(product(at), parts, each(at), apart(g, at, double, "m4", [g]), "m2", "j")

    parts = [(Q * G - GQ, h), (-Q, times(h, g)), (-G, times(h, q)), (S.const(2), times(h, g, q))]
    outer = linear(
        lambda at: h(at) * _second_third(at), parts, inner, auto("five terms"), "m1", "i"
    )
    return numbers_known(outer)
