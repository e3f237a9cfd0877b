"""The cells of a grid on a bounded cal(X), numbered: equal numbers, close coordinates; every d.

In each coordinate there are M = floor(2 beta N) + 1 cells of side 1/N.  The number of a cell is
written with a digit in base M for each coordinate, cl(N, k, t) being made of the first k of them.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.library.vectors import ONE, ZERO, S, fact, put
from proofs.sumformer.closure import intros
from proofs.sumformer.compact import BOUNDED, beta, coordinate, d
from proofs.sumformer.matching import Cells
from proofs.trees.leaves import given
from proofs.trees.script import Node, auto, case, define, have, induct, intro, lemmas, same, split

N, k, t, t2 = (var(name) for name in ("N", "k", "t", "t2"))


def number(size: Term, token: Term, upto: Term) -> Term:
    """cl(N, k, t): the digits of the first k coordinates."""
    return app("cl", size, upto, token)


def digit(size: Term, token: Term, at: Term) -> Term:
    """floor(N (t_k + beta)): the cell of one coordinate."""
    return S.floor(size * (coordinate(token, at) + beta))


def base(size: Term) -> Term:
    """M, so many cells has a coordinate."""
    return S.floor(2 * beta * size) + 1


def grid(size: Term) -> Cells:
    """The cells of the grid with ``size`` steps to a unit of length."""
    return Cells(lambda token: number(size, token, d))


_NEXT = base(N) * number(N, t, k) + digit(N, t, k + 1)
FIRST = every("N", "int", every("t", "real", number(N, t, ZERO).equals(0)))
NEXT = every(
    "N",
    "int",
    every(
        "t",
        "real",
        every("k", "int", implies(conj(k >= 0, k + 1 <= d), number(N, t, k + 1).equals(_NEXT))),
    ),
)
NUMBERED = [FIRST, NEXT]


def close(token: Term, other: Term, size: Term, upto: Term = d) -> Json:
    """The first coordinates are within 1/N."""
    gap = S.abs(coordinate(token, k) - coordinate(other, k))
    return every("k", "int", implies(conj(k >= 1, k <= upto), gap <= 1 / size))


def cell(size: Term, token: Term, upto: Term) -> Term:
    return S.floor(number(size, token, upto))


def whole(size: Term, upto: Term) -> Json:
    """All cells have natural numbers."""
    natural = conj(cell(size, t, upto) >= 0, number(size, t, upto).equals(cell(size, t, upto)))
    return every("t", "real", natural)


def told_apart(size: Term, upto: Term = d) -> Json:
    """Tokens with one cell are close."""
    equal = cell(size, t, upto).equals(cell(size, t2, upto))
    return every("t", "real", every("t2", "real", implies(equal, close(t, t2, size, upto))))


def cells_known(size: Term, then: Node) -> Node:
    """``whole`` and ``told_apart`` for a grid of N >= 1 steps; then go on."""
    m, one, other, index = var("m6"), var("t6"), var("t7"), var("a6")
    last = m + 1
    claim = implies(m <= d, conj(whole(size, m), told_apart(size, m)))
    M = base(size)

    def known(token: Term, rest: Node) -> Node:
        """The digit of a token and its number, with one coordinate more."""
        q, before, now = digit(size, token, last), cell(size, token, m), cell(size, token, last)
        value = coordinate(token, last)
        scaled = size * (value + beta)
        facts: list[tuple[Json, Node]] = [
            (value + beta >= 0, auto("-beta <= c")),
            (scaled >= 0, auto("N (c + beta) >= 0")),
            (size * (beta - value) >= 0, auto("N (beta - c) >= 0")),
            (q >= 0, split(q.json, given(), auto("a digit"))),
            (q <= M - 1, split((q - M).json, auto("no such digit"), given())),
            (M * before >= 0, auto("M u >= 0")),
            (
                now.equals(M * before + q),
                split((M * before + q - now - 1).json, auto("its floor"), auto("its floor")),
            ),
            (number(size, token, last).equals(now), auto("whole")),
        ]
        proof = lemmas(facts, rest)
        proof = fact(BOUNDED, [token, last], proof, auto("a coordinate"))
        proof = fact(NEXT, [size, token, m], proof, auto("k + 1 <= d"))
        return fact(whole(size, m), [token], proof)

    natural = intro("t6", known(one, auto("natural")))
    u, v = cell(size, one, m), cell(size, other, m)
    p, q = digit(size, one, last), digit(size, other, last)
    here = same(
        coordinate(one, index),
        coordinate(one, last),
        same(coordinate(other, index), coordinate(other, last), _within(size, one, other, index)),
    )
    before = fact(
        told_apart(size, m),
        [one, other],
        fact(close(one, other, size, m), [index], given(), auto("k <= m")),
        given(),
    )
    ends = intros("a6 .", split((m - index).json, before, here))
    above = have(M * (u - v - 1) >= 0, auto("M >= 1"), auto("another cell"))
    below = have(M * (v - u - 1) >= 0, auto("M >= 1"), auto("another cell"))
    digits = have(
        u.equals(v),
        split((u - v - 1).json, above, split((v - u - 1).json, below, auto("equal"))),
        have(p.equals(q), auto("equal digits"), ends),
    )
    apart = intros("t6 t7 .", known(one, known(other, digits)))
    step = intro("", fact(claim, [], _both(natural, apart), auto("m <= d")))
    nothing = _both(
        intro("t6", fact(FIRST, [size, one], _zero(size, one))),
        intros("t6 t7 . a6 .", auto("no coordinate")),
    )
    end = fact(
        every("m6", "int", implies(m >= 0, claim)),
        [d],
        fact(put(claim, "m6", d), [], then, given()),
        auto("d >= 0"),
    )
    proof = induct("m6", "0", claim, intro("", nothing), step, end)
    positive = [
        (beta >= 0, fact(BOUNDED, [ZERO, ONE], auto("|c| >= 0"), auto("1 <= d"))),
        (2 * beta * size >= 0, auto("2 beta N")),
        (M >= 1, split(S.floor(2 * beta * size).json, auto("M >= 1"), auto("floor"))),
    ]
    return define((1 / size).json, auto("N > 0"), lemmas(positive, proof))


def _both(*parts: Node) -> Node:
    from proofs.trees.script import node

    return node("both", *parts)


def _zero(size: Term, token: Term) -> Node:
    value = cell(size, token, ZERO)
    return have(
        value.equals(0),
        split(value.json, split((value - 1).json, auto("0"), auto("0")), auto("0")),
        auto("0"),
    )


def _within(size: Term, one: Term, other: Term, index: Term) -> Node:
    """N times the coordinates are in one unit interval."""
    gap = coordinate(one, index) - coordinate(other, index)
    facts: list[tuple[Json, Node]] = [
        (size * gap <= 1, auto("one digit")),
        (-(size * gap) <= 1, auto("one digit")),
        (1 / size > 0, auto("1/N > 0")),
        ((1 - size * gap) * (1 / size) >= 0, auto("a product")),
        ((1 + size * gap) * (1 / size) >= 0, auto("a product")),
    ]
    return lemmas(facts, case(S.abs(gap).json, auto("1/N"), auto("1/N")))
