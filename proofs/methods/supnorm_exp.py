"""Taylor's theorem for exp on [-1/2, 1/2], from the kernel's axioms alone.

    |exp x - T(x)| <= C x^N + eta,    T = sum_{j < N} x^j/j!,  N even

The axioms say exp(a + b) = exp(a) exp(b) and 1 + t <= exp(t).  By induction on k >= 2

    (k + 1) (|exp x - T(x)| - C x^N) <= 9 x^2    for all x in [-1/2, 1/2]:

for k = 2 by 1 + x <= exp x <= 1/(1 - x); and from k to k + 1 by exp(x) = exp(x/2)^2, since
T(x/2)^2 - T(x) is x^N times a small polynomial and (exp + T)(x/2) <= 8/3.  One large k gives eta.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import Any

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.methods._line_terms import closing, fill, known, leaf
from proofs.methods.script import Node, have, induct, intro, look, node, rule_index, statement, use
from proofs.methods.supnorm_squares import (
    ABOVE,
    BELOW,
    Frame,
    monomials,
    written,
)

Json = Any
HALF = Fraction(1, 2)
DOMAIN = ["and", ["<=", "-1/2", "x"], ["<=", "x", "1/2"]]
HALVED = ["*", "1/2", "x"]
INSIDE = Frame("x", (-HALF, HALF), (-HALF, HALF))


def taylor(N: int) -> list[Fraction]:
    """The coefficients of T."""
    return [Fraction(1, factorial(j)) for j in range(N)]


def _shifted(p: list[Fraction], by: int) -> list[Fraction]:
    return [Fraction(0)] * by + p


def _product(p: list[Fraction], q: list[Fraction]) -> list[Fraction]:
    found = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            found[i + j] += a * b
    return found


def _sum(*polys: list[Fraction]) -> list[Fraction]:
    return [
        sum((p[i] for p in polys if i < len(p)), Fraction(0)) for i in range(max(map(len, polys)))
    ]


def _scaled(p: list[Fraction], c: Fraction | int) -> list[Fraction]:
    return [a * c for a in p]


def _up(q: Fraction) -> Fraction:
    """A short number a little above q > 0."""
    k = max(0, q.denominator.bit_length() - q.numerator.bit_length()) + 6
    return Fraction(-((-q.numerator << k) // q.denominator), 1 << k)


def _off(N: int) -> tuple[list[Fraction], Fraction]:
    """S with T(x/2)^2 - T(x) = x^N S(x), and a bound of |S| on [-1/2, 1/2]."""
    T = taylor(N)
    half = [c / 2**j for j, c in enumerate(T)]
    S = _sum(_product(half, half), _scaled(T, -1))[N:]
    return S, _up(sum((abs(c) / 2**j for j, c in enumerate(S)), Fraction(0)))


@lru_cache(maxsize=64)
def constant(N: int) -> Fraction:
    """C, with C (1 - (8/3)/2^N) >= the bound of |S|."""
    return _up(_off(N)[1] / (1 - Fraction(8, 3) / 2**N))


def lemma(N: int, m: int) -> Json:
    """For all x in [-1/2, 1/2]: exp x - T <= C x^N + 2^-m, and T - exp x too."""
    E = ["-", ["exp", "x"], written(taylor(N), "x")]
    near = ["+", ["*", str(constant(N)), ["^", "x", N]], str(Fraction(1, 2**m))]
    both = ["and", ["<=", E, near], ["<=", ["-", E], near]]
    return ["all", "x", "real", ["implies", DOMAIN, both]]


def _claim(N: int) -> Json:
    E = ["-", ["exp", "x"], written(taylor(N), "x")]
    top = ["*", str(constant(N)), ["^", "x", N]]
    sides = [
        ["<=", ["*", ["+", "k", "1"], ["-", e, top]], ["*", "9", ["^", "x", 2]]]
        for e in (E, ["-", E])
    ]
    return ["all", "x", "real", ["implies", DOMAIN, ["and", *sides]]]


@lru_cache(maxsize=16)
def proof(N: int, m: int) -> Node:
    """The proof of :func:`lemma`, to stand where nothing is known yet."""
    script = induct("k", "2", _claim(N), _base(N), _step(N), _then(N, m))
    return fill(open_statement(statement({}, [], lemma(N, m))), script)


def _positive(context: Context, q: list[Fraction], *squares: Json) -> list[Any]:
    """Terms that add up to q(x) times the squares, q > 0 on [-1/2, 1/2]."""
    places = {
        BELOW: known(context, "-1/2", "<=", "x"),
        ABOVE: known(context, "x", "<=", "1/2"),
    }
    return [
        (Fraction(c), [places[i] for i in used], [*own, *squares])
        for c, used, own in monomials(q, INSIDE, [])
    ]


def _axiom(name: str, at: list[Json], then: Node) -> Node:
    instance = look(lambda context: use(len(context.rules) - 1, at, then))
    return node("axiom", instance, name=name)


def _one(then: Node) -> Node:
    return have(["=", ["exp", "0"], "1"], node("evaluate", bits=0), then)


def _inverse(at: Json, then: Node) -> Node:
    """1 - at <= exp(-at), exp(at) exp(-at) = exp 0 = 1."""
    minus = ["-", at]
    return _axiom("exp-line", [minus], _axiom("exp-sum", [at, minus], _one(then)))


def _unit(context: Context, at: Json, c: Fraction | int) -> list[Any]:
    """Multipliers that turn c exp(at) exp(-at) into c."""
    product = ["*", ["exp", at], ["exp", ["-", at]]]
    sum_ = known(context, ["exp", ["+", at, ["-", at]]], "=", product)
    one = known(context, ["exp", "0"], "=", "1")
    return [(sum_, str(-c)), (one, str(c))]


def _base(N: int) -> Node:
    T, C = taylor(N), constant(N)

    def above(context: Context, goal: int) -> Node:
        q = _sum(_scaled(T, 3), [Fraction(0)] * 2 + [Fraction(9)], _shifted([3 * C], N))
        q = _sum(_product(q, [Fraction(1), Fraction(-1)]), [Fraction(-3)])[2:]
        line = known(context, ["+", "1", ["-", "x"]], "<=", ["exp", ["-", "x"]])
        parts: list[Any] = [
            (HALF, [goal], []),
            (1, [goal, known(context, "x", "<=", "1/2")], []),
            (3, [known(context, "0", "<", ["exp", "x"]), line], []),
            *_positive(context, q, "x"),
        ]
        return leaf(parts, _unit(context, "x", 3))

    def below(context: Context, goal: int) -> Node:
        q = _sum([Fraction(9)], _scaled(T[2:], -3), _shifted([3 * C], N - 2))
        line = known(context, ["+", "1", "x"], "<=", ["exp", "x"])
        return leaf([(1, [goal], []), (3, [line], []), *_positive(context, q, "x")])

    sides = node("both", closing(above), closing(below))
    return intro("x", intro("", _axiom("exp-line", ["x"], _inverse("x", sides))))


def _step(N: int) -> Node:
    T, C = taylor(N), constant(N)
    S, bound = _off(N)
    half = [c / 2**j for j, c in enumerate(T)]
    near = C / 2**N
    spare = C - Fraction(8, 3) * near - bound
    e, twice = ["exp", HALVED], ["+", "k", "2"]
    named = {"u": written(half, "x"), "w": written(T, "x"), "z": ["^", "x", N]}

    def is_(context: Context, name: str) -> int:
        return known(context, name, "=", named[name])

    def inside(sign: int) -> Node:
        def close(context: Context, goal: int) -> Node:
            end = ("-1/2", "<=", "x") if sign < 0 else ("x", "<=", "1/2")
            parts: list[Any] = [(1, [goal], []), (HALF, [known(context, *end)], [])]
            return leaf([*parts, (Fraction(1, 4), [], [])])

        return closing(close)

    def e_small(context: Context, goal: int) -> Node:
        high = known(context, "x", "<=", "1/2")
        line = known(context, ["+", "1", ["-", HALVED]], "<=", ["exp", ["-", HALVED]])
        parts: list[Any] = [
            (Fraction(3, 4), [goal], []),
            (HALF, [goal, high], []),
            (1, [known(context, "0", "<", e), line], []),
            (Fraction(2, 3), [high], []),
        ]
        return leaf(parts, _unit(context, HALVED, 1))

    def u_small(context: Context, goal: int) -> Node:
        q = _sum([Fraction(4, 3)], _scaled(half, -1))
        return leaf([(1, [goal], []), *_positive(context, q)], [(is_(context, "u"), "1")])

    def u_positive(context: Context, goal: int) -> Node:
        return leaf([(1, [goal], []), *_positive(context, half)], [(is_(context, "u"), "-1")])

    def z_positive(context: Context, goal: int) -> Node:
        root = ["^", "x", N // 2]
        return leaf([(1, [goal], []), (1, [], [root])], [(is_(context, "z"), "-1")])

    def together(context: Context, goal: int) -> Node:
        parts = [known(context, e, "<=", "4/3"), known(context, "u", "<=", "4/3")]
        return leaf([(1, [i], []) for i in (goal, *parts)])

    def close_squares(sign: int) -> Node:
        """sign (u^2 - w) <= bound z."""

        def close(context: Context, goal: int) -> Node:
            q = _sum([bound], _scaled(S, -sign))
            mult = [
                (is_(context, "u"), ["*", str(sign), ["+", named["u"], "u"]]),
                (is_(context, "w"), str(-sign)),
                (is_(context, "z"), str(-bound)),
            ]
            parts = [(1, [goal], []), *_positive(context, q, ["^", "x", N // 2])]
            return leaf(parts, mult)

        return closing(close)

    def excess(sign: int) -> Json:
        """P = sign (e - u) - near z."""
        gap = ["-", e, "u"] if sign > 0 else ["-", "u", e]
        return ["-", gap, ["*", str(near), "z"]]

    def claimed(sign: int) -> Json:
        return ["<=", ["*", ["+", "k", "1"], excess(sign)], ["*", "9/4", ["^", "x", 2]]]

    def from_claim(sign: int) -> Node:
        def close(context: Context, goal: int) -> Node:
            E = ["-", e, named["u"]]
            top = ["*", str(near), ["^", "x", N]]
            left = ["*", ["+", "k", "1"], ["-", E if sign > 0 else ["-", E], top]]
            at = known(context, left, "<=", ["*", "9/4", ["^", "x", 2]])
            mult = [
                (is_(context, "u"), ["*", str(-sign), ["+", "k", "1"]]),
                (is_(context, "z"), ["*", str(-near), ["+", "k", "1"]]),
            ]
            return leaf([(1, [goal], []), (1, [at], [])], mult)

        return closing(close)

    def last(sign: int, positive: bool) -> Node:
        def close(context: Context, goal: int) -> Node:
            k = known(context, "2", "<=", "k")
            z, sum_ = known(context, "0", "<=", "z"), known(context, ["+", e, "u"], "<=", "8/3")
            gap = ["-", ["^", "u", 2], "w"] if sign > 0 else ["-", "w", ["^", "u", 2]]
            squares = known(context, gap, "<=", ["*", str(bound), "z"])
            parts: list[Any] = [(1, [goal], [])]

            def times(c: Fraction | int, *used: int) -> None:  # (k + 2) c (product)
                parts.extend([(c, [k, *used], []), (4 * c, list(used), [])])

            times(1, squares)
            times(near, sum_, z)
            times(spare, z)
            if positive:
                P = known(context, "0", "<=", excess(sign))
                times(1, sum_, P)
                claim = known(context, claimed(sign)[1], "<=", claimed(sign)[2])
                parts.extend([
                    (Fraction(8, 9), [k, P], []),
                    (Fraction(32, 9), [claim], []),
                    (1, [], ["x"]),
                ])  # fmt: skip
            else:
                P = known(context, excess(sign), "<", "0")
                times(1, P, known(context, "0", "<", e))
                times(1, P, known(context, "0", "<=", "u"))
                parts.append((9, [], ["x"]))
            square = known(context, ["exp", "x"], "=", ["*", e, e])
            mult = [
                (square, ["*", str(sign), twice]),
                (is_(context, "w"), ["*", str(sign), twice]),
                (is_(context, "z"), ["*", str(C), twice]),
            ]
            return leaf(parts, mult)

        return closing(close)

    def side(sign: int) -> Node:
        return node("split", last(sign, True), last(sign, False), on=excess(sign))

    body = node("both", side(1), side(-1))
    for show, how in reversed(
        [
            (["<=", e, "4/3"], closing(e_small)),
            (["<=", "u", "4/3"], closing(u_small)),
            (["<=", "0", "u"], closing(u_positive)),
            (["<=", "0", "z"], closing(z_positive)),
            (["<=", ["+", e, "u"], "8/3"], closing(together)),
            (["<=", ["-", ["^", "u", 2], "w"], ["*", str(bound), "z"]], close_squares(1)),
            (["<=", ["-", "w", ["^", "u", 2]], ["*", str(bound), "z"]], close_squares(-1)),
            (claimed(1), from_claim(1)),
            (claimed(-1), from_claim(-1)),
        ]
    ):
        body = have(show, how, body)
    for name, term in reversed(named.items()):
        body = _named(name, term, body)
    body = _axiom("exp-sum", [HALVED, HALVED], _inverse(HALVED, body))
    premise = node("both", inside(-1), inside(1))
    hypothesis = look(
        lambda context: use(
            rule_index(context, lambda rule: rule[0] == "all"), [HALVED], premise, body
        )
    )
    return intro("x", intro("", hypothesis))


def _named(name: str, term: Json, then: Node) -> Node:
    """A name for a term."""

    def equal(context: Context, goal: int) -> Node:
        return node("zero", lit=goal, terms=[["1", [], []]], mult=[])

    fresh = name + "0"
    show = ["some", fresh, "real", ["=", fresh, term]]
    opened = look(
        lambda context: node(
            "obtain", then, rule=rule_index(context, lambda rule: rule[0] == "some"), **{"as": name}
        )
    )
    return have(show, node("some", closing(equal), **{"is": term}), opened)


def _then(N: int, m: int) -> Node:
    K = 2 ** (m + 2)
    C, T = constant(N), written(taylor(N), "x")

    def close(sign: int) -> Node:
        def closed(context: Context, goal: int) -> Node:
            E = ["-", ["exp", "x"], T]
            top = ["*", str(C), ["^", "x", N]]
            left = ["*", ["+", str(K), "1"], ["-", E if sign > 0 else ["-", E], top]]
            at = known(context, left, "<=", ["*", "9", ["^", "x", 2]])
            ends = [known(context, "-1/2", "<=", "x"), known(context, "x", "<=", "1/2")]
            over = Fraction(K + 1, 2**m) - Fraction(9, 4)
            parts: list[Any] = [(K + 1, [goal], []), (1, [at], []), (9, ends, []), (over, [], [])]
            return leaf(parts)

        return closing(closed)

    both = node("both", close(1), close(-1))

    def ends(sign: int) -> Node:
        def closed(context: Context, goal: int) -> Node:
            end = ("-1/2", "<=", "x") if sign < 0 else ("x", "<=", "1/2")
            return leaf([(1, [goal], []), (1, [known(context, *end)], [])])

        return closing(closed)

    premise = node("both", ends(-1), ends(1))
    at_x = look(lambda context: use(len(context.rules) - 1, ["x"], premise, both))
    body = intro("x", intro("", at_x))
    return look(
        lambda context: use(len(context.rules) - 1, [str(K)], node("evaluate", bits=0), body)
    )


__all__ = ["constant", "lemma", "proof", "taylor"]
