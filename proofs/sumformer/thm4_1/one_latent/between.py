"""Bolzano's theorem from epsilon and delta: one_latent asks of phi that it is continuous.

The point is the least upper bound of all u in [0, 1] at which phi - y has the sign that it has
at 0, or is 0 (rule ``supremum``).
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.library.supremum import MEMBER, supremum
from proofs.library.vectors import S, fact, opened, put, shown_by
from proofs.trees.leaves import using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    elaborate,
    have,
    intro,
    lemmas,
    node,
    same,
    split,
    statement,
)

ZERO, ONE = S.const(0), S.const(1)
s, t, u, y, eta, delta = (var(name) for name in ("s", "t", "u", "y", "eta", "delta"))
Function = Callable[[Term], Term]


def _inside(at: Term) -> list[Json]:
    return [at >= 0, at <= 1]


def _near(f: Function, at: Term, size: Term, bound: Term) -> Json:
    close = implies(conj(*_inside(u), S.abs(u - at) < size), S.abs(f(u) - f(at)) < bound)
    return every("u", "real", close)


def _small(f: Function, at: Term, bound: Term) -> Json:
    return exists("delta", "real", conj(delta > 0, _near(f, at, delta, bound)))


def _at(f: Function) -> Json:
    return every("eta", "real", implies(eta > 0, _small(f, s, eta)))


def continuous(f: Function) -> Json:
    """f is continuous at every point of [0, 1], as a function on [0, 1]."""
    return every("s", "real", implies(conj(*_inside(s)), _at(f)))


def value(f: Function, of: Term) -> Json:
    """f takes the value ``of`` in [0, 1]."""
    return exists("t", "real", conj(*_inside(t), f(t).equals(of)))


def theorem(name: str) -> Callable[[], Json]:
    """Leads to a certificate: a continuous f of this name takes every value between its ends."""

    def f(at: Term) -> Term:
        return app(name, at)

    given = [continuous(f), (y - f(ZERO)) * (y - f(ONE)) <= 0]
    stated = statement({"y": "real"}, given, value(f, y), {name: 1})
    return lambda: elaborate(stated, _value(f, y))


def _value(f: Function, of: Term) -> Node:
    """Proof of ``value(f, of)`` where (of - f(0))(of - f(1)) <= 0 is known."""
    start = f(ZERO) - of
    at_zero = shown_by(ZERO, node("both", auto("0 <= 0"), auto("0 <= 1"), auto("f(0) = y")))
    below = _searched(f, of, -1)
    return split(start.json, split((-start).json, at_zero, _searched(f, of, 1)), below)


def _searched(f: Function, of: Term, side: int) -> Node:
    """The same where f(0) - y has the sign ``side``."""
    start = side * (f(ZERO) - of)

    def claim(x: Term) -> Json:
        return conj(*_inside(x), side * (f(x) - of) >= 0)

    def then(found: Term, upper: Json, least: Json) -> Node:
        gap = side * (f(found) - of)
        shown = shown_by(found, node("both", auto("0 <="), auto("<= 1"), auto("f(t) = y")))
        apart = split(
            gap.json,
            split((-gap).json, shown, _beyond(f, of, side, found, upper)),
            _before(f, of, side, found, upper, least),
        )
        no_more = intro(MEMBER, intro("", auto("x <= 1")))
        at_most = fact(least, [ONE], auto("s <= 1"), no_more)
        at_least = fact(upper, [ZERO], auto("0 <= s"), member)
        return lemmas([(found >= 0, at_least), (found <= 1, at_most)], apart)

    member = node("both", auto("0 <= 0"), auto("0 <= 1"), auto("the sign at 0"))
    there = supremum(claim, (ZERO, member), (ONE, auto("x <= 1")), "s5", then)
    return have(start > 0, auto("not 0"), there)


def _close(f: Function, at: Term, size: Term, point: Term, then: Node, inside: list[Node]) -> Node:
    """|f(u) - f(at)| < size at a point that is nearer than delta5."""
    near = _near(f, at, var("delta5"), size)
    return fact(near, [point], then, node("both", *inside))


def _opened(f: Function, at: Term, size: Term, then: Node) -> Node:
    """A delta5 > 0 for the continuity of f at a point of [0, 1] and size > 0."""
    at_point = put(_at(f), "s", at)
    named = opened(_small(f, at, size), "delta5", then)
    used = fact(at_point, [size], named, auto("size > 0"))
    return fact(continuous(f), [at], used, node("both", auto("0 <="), auto("<= 1")))


IMPOSSIBLE = ["<", "1", "0"]


def _never(proof: Node) -> Node:
    return have(IMPOSSIBLE, proof, shown_by(ZERO, auto("a contradiction")))


def _beyond(f: Function, of: Term, side: int, found: Term, upper: Json) -> Node:
    """Where f(s) - y still has the sign at 0 there is an x > s that has it, or s = 1."""
    gap = side * (f(found) - of)
    step = var("delta5") / 2
    start, end = (side * (f(at) - of) for at in (ZERO, ONE))
    product = (of - f(ZERO)) * (of - f(ONE))
    point = S.minimum(found + step, ONE)
    distance = S.abs(point - found)
    change = S.abs(f(point) - f(found))

    def cases(leaf: Node) -> Node:
        return case(point.json, leaf, leaf)

    inside = [
        cases(auto("0 <=")),
        cases(auto("<= 1")),
        cases(case(distance.json, auto("near"), auto("near"))),
    ]
    sign = have(
        side * (f(point) - of) >= 0,
        case(change.json, auto("the sign"), auto("the sign")),
        fact(
            upper,
            [point],
            cases(auto("beyond s")),
            node("both", cases(auto("0 <=")), cases(auto("<= 1")), auto("the sign")),
        ),
    )
    inner = _opened(f, found, gap, _close(f, found, gap, point, sign, inside))
    last = have(
        f(found).equals(f(ONE)),
        same(f(found), f(ONE), auto("f(s) = f(1)")),
        have(end > 0, auto("the sign at 1"), using(start > 0, end > 0, product <= 0)),
    )
    return _never(split((found - 1).json, last, inner))


def _before(f: Function, of: Term, side: int, found: Term, upper: Json, least: Json) -> Node:
    """Where f(s) - y has the other sign no x with the sign at 0 is beyond s - delta/2."""
    gap, x = side * (of - f(found)), var("v5")
    lower = found - var("delta5") / 2
    distance, change = S.abs(x - found), S.abs(f(x) - f(found))
    inside = [auto("0 <="), auto("<= 1"), case(distance.json, auto("near"), auto("near"))]
    signs = case(change.json, auto("another sign"), auto("another sign"))
    near = fact(upper, [x], _close(f, found, gap, x, signs, inside), auto("the claim"))
    bounded = intro("v5", intro("", split((lower - x).json, auto("x <= s - delta/2"), near)))
    return _never(_opened(f, found, gap, fact(least, [lower], auto("delta > 0"), bounded)))
