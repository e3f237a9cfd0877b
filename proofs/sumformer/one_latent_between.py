"""Bolzano's theorem, from continuity and nested intervals; one_latent asks for nothing else of phi.

Halve [0, 1] again and again, keeping the half at whose ends phi - y has no equal signs.  Only that
the halves have a common point is taken from the completeness of the real numbers.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.library.vectors import S, fact, opened, put, shown_by
from proofs.methods.leaves import given, using
from proofs.methods.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    induct,
    lemmas,
    node,
    same,
    split,
    statement,
)
from proofs.sumformer.one_latent import ONE, ZERO, phi

e, s, t, u, y, eta, delta = (var(name) for name in ("e", "s", "t", "u", "y", "eta", "delta"))


def left(at: Term) -> Term:
    """The left end of interval e."""
    return app("l", at)


def width(at: Term) -> Term:
    return app("w", at)


def _near(at: Term, size: Term, bound: Term) -> Json:
    close = implies(conj(u >= 0, u <= 1, S.abs(u - at) < size), S.abs(phi(u) - phi(at)) < bound)
    return every("u", "real", close)


def _small(at: Term, bound: Term) -> Json:
    return exists("delta", "real", conj(delta > 0, _near(at, delta, bound)))


_AT = every("eta", "real", implies(eta > 0, _small(s, eta)))
CONTINUOUS = every("s", "real", implies(conj(s >= 0, s <= 1), _AT))
_MIDDLE = left(e) + width(e) / 2
_SIGN = (phi(_MIDDLE) - y) * (phi(ZERO) - y)
_HALVED = conj(
    width(e + 1).equals(width(e) / 2),
    implies(_SIGN >= 0, left(e + 1).equals(_MIDDLE)),
    implies(_SIGN < 0, left(e + 1).equals(left(e))),
)
HALVING = every("e", "int", implies(e >= 0, _HALVED))
_INSIDE = every("e", "int", implies(e >= 0, conj(left(e) <= t, t <= left(e) + width(e))))
NESTED = exists("t", "real", _INSIDE)
STATEMENT = statement(
    {"y": "real"},
    [
        CONTINUOUS,
        (y - phi(ZERO)) * (y - phi(ONE)) <= 0,
        left(ZERO).equals(0),
        width(ZERO).equals(1),
        HALVING,
        NESTED,
    ],
    exists("t", "real", conj(t >= 0, t <= 1, phi(t).equals(y))),
    {"phi": 1, "l": 1, "w": 1},
)


def _ends(at: Term) -> Json:
    first, last = phi(left(at)) - y, phi(left(at) + width(at)) - y
    return conj(
        left(at) >= 0,
        left(at) + width(at) <= 1,
        width(at) > 0,
        width(at) * (at + 1) <= 1,
        first * (phi(ZERO) - y) >= 0,
        last * (phi(ZERO) - y) <= 0,
    )


def script() -> Node:
    at, point = var("e5"), var("t5")
    zero_sign = phi(ZERO) - y
    start = same(
        phi(left(ZERO)),
        phi(ZERO),
        same(phi(left(ZERO) + width(ZERO)), phi(ONE), auto("the first interval")),
    )
    middle = left(at) + width(at) / 2
    sign = (phi(middle) - y) * zero_sign
    end = left(at + 1) + width(at + 1)
    right = left(at) + width(at)
    moved = same(phi(left(at + 1)), phi(middle), same(phi(end), phi(right), auto("the right half")))
    kept = same(
        phi(left(at + 1)), phi(left(at)), same(phi(end), phi(middle), auto("the left half"))
    )
    halved = split(
        sign.json,
        fact(put(_HALVED.json[2], "e", at), [], moved, given()),
        fact(put(_HALVED.json[3], "e", at), [], kept, given()),
    )
    size = have(width(at) * at >= 0, using(width(at) > 0, at >= 0), halved)
    step = fact(HALVING, [at], size, given())
    whole = every("e5", "int", implies(at >= 0, _ends(at)))
    value = phi(point) - y
    found = shown_by(point, node("both", auto("t >= 0"), auto("t <= 1"), auto("phi(t) = y")))
    cases = split(
        value.json, split((-value).json, found, _apart(point, whole, 1)), _apart(point, whole, -1)
    )
    start_point = same(phi(left(ZERO)), phi(ZERO), cases)
    inside = fact(
        put(_INSIDE, "t", point), [ZERO], fact(whole, [ZERO], start_point, auto("0")), auto("0")
    )
    proof = induct("e5", "0", _ends(at), start, step, opened(NESTED, "t5", inside))
    here = shown_by(ZERO, node("both", auto("0"), auto("0 <= 1"), auto("phi(0) = y")))
    return split(zero_sign.json, split((-zero_sign).json, here, proof), proof)


def _apart(point: Term, whole: Json, side: int) -> Node:
    """If phi(t) is not y, then near t all of phi is on its side of y: at both ends."""
    value, small = S.abs(phi(point) - y), var("delta5")
    steps = S.floor(1 / small) + 1
    first, last = left(steps), left(steps) + width(steps)
    signs = [side * (phi(at) - y) > 0 for at in (first, last)]
    zero_sign = phi(ZERO) - y
    products = [(phi(at) - y) * zero_sign for at in (first, last)]
    impossible = ["<", "1", "0"]

    def against(index: int, sign: Json) -> Node:
        bound = products[index] >= 0 if index == 0 else products[index] <= 0
        return have(impossible, using(bound, signs[index], sign), auto("a contradiction"))

    above, below = (1, 0) if side > 0 else (0, 1)
    ends: Node = split(
        zero_sign.json,
        split((-zero_sign).json, auto("phi(0) is not y"), against(above, zero_sign > 0)),
        against(below, zero_sign < 0),
    )
    ends = lemmas([(sign, auto("near phi(t)")) for sign in signs], ends)
    contradiction = have(impossible, ends, shown_by(ZERO, auto("a contradiction")))
    near = _near(point, small, value)
    for at in (first, last):
        distance = S.abs(at - point)
        close = case(distance.json, auto("within w"), auto("within w"))
        contradiction = fact(
            near, [at], contradiction, node("both", auto("0 <="), auto("<= 1"), close)
        )
    facts: list[tuple[Json, Node]] = [
        (1 / small > 0, auto("1/delta > 0")),
        (steps > 1 / small, auto("floor")),
        (steps >= 1, split(S.floor(1 / small).json, auto("N >= 1"), auto("1/delta > 0"))),
    ]
    narrow: list[tuple[Json, Node]] = [
        (width(steps) * (steps - 1 / small) >= 0, auto("a product")),
        (width(steps) * (1 / small) < 1, auto("w/delta < 1")),
        (width(steps) < small, auto("w < delta")),
    ]
    inside = fact(put(_INSIDE, "t", point), [steps], lemmas(narrow, contradiction), auto("e"))
    used = define(
        (1 / small).json,
        auto("delta > 0"),
        lemmas(facts, fact(whole, [steps], inside, auto("e >= 0"))),
    )
    at_point = put(_AT, "s", point)
    named = fact(at_point, [value], opened(_small(point, value), "delta5", used), auto("not 0"))
    nonzero = have(value > 0, case(value.json, auto("not 0"), auto("not 0")), named)
    return fact(CONTINUOUS, [point], nonzero, auto("in [0, 1]"))
