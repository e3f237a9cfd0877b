"""Sums of powers of a base tell how often each exponent occurs; every number of summands.

With ``W(0) = 1``, ``W(u + 1) = B W(u)``, that is W(u) = B^u, and k < B natural numbers u_j,

    sum_j W(u_j) = (c + B z) W(v) + l,   0 <= l < W(v),

where c is the number of j with u_j = v and z is an integer: the larger exponents give multiples of
W(v + 1), the smaller ones together less than W(v).  So c is digit v of the sum in base B.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.fl.vectors import S, both_sums, fact, opened, put, shown_by
from proofs.layeract.leaves import using
from proofs.methods.script import (
    Json,
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    same,
    split,
)

ZERO, ONE = S.const(0), S.const(1)
B, v, u, h = var("B"), var("v"), var("u"), var("h")
_y = var("y9")
Body = Callable[[Term], Term]


def W(at: Term) -> Term:
    """B^at, by its recursion."""
    return app("W", at)


def equal(one: Term, other: Term) -> Term:
    """1 if two numbers are equal, else 0."""
    return 1 - S.abs(S.sign(one - other))


def added(low: Term, high: Term, body: Body) -> Term:
    """sum_{j=low}^{high} body(j)."""
    return total("j", low, high, body(var("j")))


def count(low: Term, high: Term, label: Body, value: Term) -> Term:
    """The number of j in low..high with this label."""
    return added(low, high, lambda at: equal(label(at), value))


#: W(u) = B^u for natural u
POWERS = [W(ZERO).equals(1), every("u", "int", implies(u >= 0, W(u + 1).equals(B * W(u))))]


def natural(low: Term, high: Term, label: Body) -> Json:
    """Labels are not negative (they are integers as values of floor)."""
    j = var("j")
    return every("j", "int", implies(conj(j >= low, j <= high), label(j) >= 0))


def same_counts(low: Term, high: Term, one: Body, other: Body) -> Json:
    """Every natural number is a label equally often in both."""
    return every(
        "v",
        "int",
        implies(v >= 0, count(low, high, one, v).equals(count(low, high, other, v))),
    )


# --- powers --------------------------------------------------------------------------------------

_POSITIVE = every("u", "int", implies(u >= 0, W(u) > 0))
_MULTIPLE = every(
    "v",
    "int",
    every(
        "h",
        "int",
        implies(
            conj(v >= 0, h >= 0),
            exists("y", "int", conj(var("y") >= 1, W(v + h).equals(var("y") * W(v)))),
        ),
    ),
)


def powers_known(then: Node) -> Node:
    """W > 0, and W(v + h) is a multiple of W(v); B >= 2 is known."""
    more = every("u2", "int", implies(var("u2") >= 0, W(var("u2")) > 0))
    at = var("u2")
    step = fact(
        POWERS[1], [at], have(B * W(at) > 0, using(B >= 2, W(at) > 0), auto("W(u+1)")), auto()
    )
    positive = induct(
        "u2",
        "0",
        W(at) > 0,
        auto("W(0) = 1"),
        step,
        intro("u1", intro("", fact(more, [var("u1")], auto("W > 0"), auto("u >= 0")))),
    )
    a, g = var("v1"), var("g1")
    claim = exists("y", "int", conj(var("y") >= 1, W(a + g).equals(var("y") * W(a))))
    base = shown_by(ONE, auto("W(v) = W(v)"))
    product = have(B * _y >= 1, using(B >= 2, _y >= 1), auto("B y W(v)"))
    step = opened(
        claim, "y9", fact(POWERS[1], [a + g], shown_by(B * _y, product), auto("v + h >= 0"))
    )
    whole = every("g1", "int", implies(g >= 0, claim))
    end = intro(
        "h1", intro("", fact(whole, [var("h1")], _restated(put(claim, "g1", var("h1"))), auto()))
    )
    multiple = intro("v1", split(a.json, induct("g1", "0", claim, base, step, end), _below()))
    return lemmas([(_POSITIVE, positive), (_MULTIPLE, multiple)], then)


def _below() -> Node:
    return intro("h1", intro("", shown_by(ONE, auto("v < 0"))))


def _restated(formula: Json) -> Node:
    name = var("y8")
    return opened(formula, "y8", shown_by(name, auto("the same multiple")))


# --- digits --------------------------------------------------------------------------------------


def _digit(low: Term, upto: Term, label: Body, value: Term) -> Json:
    """(c + B z) W(v) + l, with the number c of labels that are v."""
    c, z, rest = var("c"), var("z"), var("l")
    size = upto - low + 1
    inner = conj(
        count(low, upto, label, value).equals(c),
        c >= 0,
        c <= size,
        added(low, upto, lambda at: W(label(at))).equals((c + B * z) * W(value) + rest),
        rest >= 0,
        B * rest <= size * W(value),
    )
    return exists("c", "int", exists("z", "int", exists("l", "real", inner)))


def indicator(one: Term, other: Term, value: int, then: Node) -> Node:
    """equal(one, other) is 0 or 1, as is known of one and other; then go on."""
    sign = S.sign(one - other)
    size = S.abs(sign)
    branch = case(size.json, auto("indicator"), auto("indicator"))
    return have(equal(one, other).equals(value), case(sign.json, branch, branch, branch), then)


def digits(low: Term, high: Term, label: Body, value: Term, name: str, then: Node) -> Node:
    """c, z and l of the sum up to ``high``, named with ``name`` appended; low <= high + 1."""
    at, c, z, rest = var(f"m{name}"), var(f"c{name}"), var(f"z{name}"), var(f"l{name}")
    y = var(f"y{name}")
    claim = implies(at <= high, _digit(low, at, label, value))

    def sums(upto: Term) -> list[Term]:
        return [
            added(low, upto, lambda o: equal(label(o), value)),
            added(low, upto, lambda o: W(label(o))),
        ]

    def chosen(*terms: Term, leaf: Node | None = None) -> Node:
        proof = leaf or auto("digits")
        for term in reversed(terms):
            proof = shown_by(term, proof)
        return proof

    nothing = chosen(ZERO, ZERO, ZERO)
    base = intro("", both_sums("empty", sums(low - 1), nothing))
    new = label(at + 1)
    w, wv = W(new), W(value)
    hit = indicator(new, value, 1, same(w, wv, chosen(c + 1, z, rest)))
    over = conj(y >= 1, W(value + 1 + (new - value - 1)).equals(y * W(value + 1)))
    multiple = have(
        w.equals(y * B * wv), using(over[2], W(value + 1).equals(B * wv)), chosen(c, z + y, rest)
    )
    above = indicator(
        new,
        value,
        0,
        fact(
            POWERS[1],
            [value],
            fact(
                _MULTIPLE,
                [value + 1, new - value - 1],
                opened(
                    put(put(_MULTIPLE[3][3][2], "v", value + 1), "h", new - value - 1),
                    f"y{name}",
                    multiple,
                ),
                auto("above"),
            ),
            auto("v >= 0"),
        ),
    )
    under_facts: list[tuple[Json, Node]] = [
        ((y - 1) * W(new + 1) >= 0, using(y >= 1, W(new + 1) > 0)),
        (
            B * w <= wv,
            using(
                (y - 1) * W(new + 1) >= 0,
                W(new + 1).equals(B * w),
                W(new + 1 + (value - new - 1)).equals(y * W(new + 1)),
            ),
        ),
    ]
    under = indicator(
        new,
        value,
        0,
        fact(
            POWERS[1],
            [new],
            fact(
                _POSITIVE,
                [new + 1],
                fact(
                    _POSITIVE,
                    [new],
                    fact(
                        _MULTIPLE,
                        [new + 1, value - new - 1],
                        opened(
                            put(put(_MULTIPLE[3][3][2], "v", new + 1), "h", value - new - 1),
                            f"y{name}",
                            lemmas(under_facts, chosen(c, z, rest + w)),
                        ),
                        auto("below"),
                    ),
                    auto("u >= 0"),
                ),
                auto("u + 1 >= 0"),
            ),
            auto("u >= 0"),
        ),
    )
    cases = split((new - value).json, split((new - value - 1).json, above, hit), under)
    inner = _digit(low, at, label, value)
    body_c = put(inner[3], "c", c)
    body_z = put(body_c[3], "z", z)
    named = opened(inner, c.json, opened(body_c, z.json, opened(body_z, rest.json, cases)))
    natural_at = fact(natural(low, high, label), [at + 1], named, auto("in range"))
    stepped = both_sums("unfold", sums(at + 1), natural_at)
    step = intro("", fact(claim, [], stepped, auto("m <= high")))
    whole = every(at.json, "int", implies(at >= low - 1, claim))
    end = put(inner, at.json, high)
    end_c = put(end[3], "c", c)
    end_z = put(end_c[3], "z", z)
    opened_end = opened(end, c.json, opened(end_c, z.json, opened(end_z, rest.json, then)))
    used = fact(
        whole,
        [high],
        fact(put(claim, at.json, high), [], opened_end, auto("high <= high")),
        auto("low <= high + 1"),
    )
    proof = induct(at.json, (low - 1).json, claim, base, step, used)
    return fact(_POSITIVE, [value], proof, auto("v >= 0"))


def _power_of(label: Body) -> Body:
    return lambda at: W(label(at))


def counts_known(low: Term, high: Term, one: Body, other: Body, then: Node) -> Node:
    """From equal sums of powers to :func:`same_counts`; high - low + 1 < B, B >= 2 are known."""
    at = var("v5")
    c, z, rest = var("c6"), var("z6"), var("l6")
    c2, z2, rest2 = var("c7"), var("z7"), var("l7")
    w = W(at)
    k = high - low + 1
    D = c - c2 + B * (z - z2)
    sums = [added(low, high, _power_of(label)) for label in (one, other)]
    facts = [
        sums[0].equals((c + B * z) * w + rest),
        sums[1].equals((c2 + B * z2) * w + rest2),
        sums[0].equals(sums[1]),
    ]
    scale = (D * w).equals(rest2 - rest)
    small: list[tuple[Json, Node]] = [
        (scale, using(*facts)),
        ((B - k - 1) * w >= 0, using(w > 0, B >= k + 1)),
        (B * rest < B * w, using(B * rest <= k * w, (B - k - 1) * w >= 0, w > 0)),
        (B * rest2 < B * w, using(B * rest2 <= k * w, (B - k - 1) * w >= 0, w > 0)),
        (rest < w, using(B * rest < B * w, B >= 2)),
        (rest2 < w, using(B * rest2 < B * w, B >= 2)),
    ]
    lower = using(D >= 1, w > 0, scale, rest >= 0, rest2 < w)
    upper = using(D <= -1, w > 0, scale, rest2 >= 0, rest < w)
    below = split(D.json, auto("D = 0"), _contradiction(upper))
    zero = have(
        D.equals(0),
        split((D - 1).json, _contradiction(lower), below),
        _equal_digits(c, z, c2, z2, D, k, auto("equal counts")),
    )
    compare = lemmas(small, zero)
    shown = digits(low, high, one, at, "6", digits(low, high, other, at, "7", compare))
    return have(same_counts(low, high, one, other), intro("v5", intro("", shown)), then)


def _contradiction(proof: Node) -> Node:
    return have(["<", "1", "0"], proof, auto("a contradiction"))


def _equal_digits(c: Term, z: Term, c2: Term, z2: Term, D: Term, k: Term, then: Node) -> Node:
    E = z2 - z
    more = _contradiction(using(D.equals(0), c <= k, c2 >= 0, B >= k + 1, E >= 1, B >= 2))
    less = _contradiction(using(D.equals(0), c2 <= k, c >= 0, B >= k + 1, E <= -1, B >= 2))
    return have(
        c.equals(c2),
        split(
            (E - 1).json,
            more,
            split(E.json, have(E.equals(0), auto("E = 0"), auto("c = c'")), less),
        ),
        then,
    )
