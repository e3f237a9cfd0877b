"""Sums of powers of a base tell how often each exponent occurs; every number of summands.

With ``W(0) = 1``, ``W(u + 1) = B W(u)``, that is W(u) = B^u, and k natural numbers u_j,

    sum_j W(u_j) = (c + B z) W(v) + l,   k - c - h <= l <= (k - c - h) W(v)/B,   h <= z <= y h,

where c is the number of j with u_j = v, h that of the larger ones, and z, y are integers: the
larger exponents give multiples of W(v + 1), each of the smaller ones at most W(v)/B.  For k < B
the number c is digit v of the sum in base B.  For k = B only the sum B W(v - 1) = W(v) has
another digit, and that is the sum of no other k numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.library.vectors import S, both_sums, fact, opened, put, shown_by
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


def same_counts(
    low: Term, high: Term, one: Body, other: Body, other_high: Term | None = None
) -> Json:
    """Every natural number is a label equally often in both."""
    end = high if other_high is None else other_high
    equal_at = count(low, high, one, v).equals(count(low, end, other, v))
    return every("v", "int", implies(v >= 0, equal_at))


# --- powers --------------------------------------------------------------------------------------

POSITIVE = every("u", "int", implies(u >= 0, W(u) >= 1))
MULTIPLE = every(
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
    """W >= 1, and W(v + h) is a multiple of W(v); B >= 2 is known."""
    more = every("u2", "int", implies(var("u2") >= 0, W(var("u2")) >= 1))
    at = var("u2")
    step = fact(
        POWERS[1], [at], have(B * W(at) >= 1, using(B >= 2, W(at) >= 1), auto("W(u+1)")), auto()
    )
    positive = induct(
        "u2",
        "0",
        W(at) >= 1,
        auto("W(0) = 1"),
        step,
        intro("u1", intro("", fact(more, [var("u1")], auto("W >= 1"), auto("u >= 0")))),
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
    return lemmas([(POSITIVE, positive), (MULTIPLE, multiple)], then)


def _below() -> Node:
    return intro("h1", intro("", shown_by(ONE, auto("v < 0"))))


def _restated(formula: Json) -> Node:
    name = var("y8")
    return opened(formula, "y8", shown_by(name, auto("the same multiple")))


# --- digits --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Digit:
    """c, z, l, h and y of one sum, called by these letters and ``name``."""

    name: str

    @property
    def parts(self) -> tuple[Term, Term, Term, Term, Term]:
        c, z, rest, above, factor = (var(f"{letter}{self.name}") for letter in "czlhy")
        return c, z, rest, above, factor

    def known(self, low: Term, upto: Term, label: Body, value: Term) -> list[Json]:
        """What holds of them, for the labels from ``low`` to ``upto``."""
        c, z, rest, above, factor = self.parts
        others = upto - low + 1 - c - above
        return [
            count(low, upto, label, value).equals(c),
            c >= 0,
            above >= 0,
            others >= 0,
            added(low, upto, lambda at: W(label(at))).equals((c + B * z) * W(value) + rest),
            rest >= others,
            B * rest <= others * W(value),
            z >= above,
            factor >= 0,
            z <= factor * above,
        ]

    def exists(self, low: Term, upto: Term, label: Body, value: Term) -> Json:
        formula = conj(*self.known(low, upto, label, value))
        for term, sort in reversed(list(zip(self.parts, SORTS_OF_DIGIT, strict=True))):
            formula = exists(term.json, sort, formula)
        return formula

    def opened(self, formula: Json, names: tuple[Term, ...], then: Node) -> Node:
        """Name the parts of the existential hypothesis ``formula``."""
        formulas = []
        for name in names:
            formulas.append(formula)
            formula = put(formula[3], formula[1], name)
        for one, name in reversed(list(zip(formulas, names, strict=True))):
            then = opened(one, name.json, then)
        return then


SORTS_OF_DIGIT = ("int", "int", "real", "int", "int")


def indicator(one: Term, other: Term, value: int, then: Node) -> Node:
    """equal(one, other) is 0 or 1, as is known of one and other; then go on."""
    sign = S.sign(one - other)
    size = S.abs(sign)
    branch = case(size.json, auto("indicator"), auto("indicator"))
    return have(equal(one, other).equals(value), case(sign.json, branch, branch, branch), then)


def digits(low: Term, high: Term, label: Body, value: Term, name: str, then: Node) -> Node:
    """The parts of :class:`Digit` of the sum up to ``high``; low <= high + 1."""
    at, y = var(f"m{name}"), var(f"q{name}")
    bound, digit = Digit(f"{name}x"), Digit(name)
    c, z, rest, above, factor = digit.parts
    claim = implies(at <= high, bound.exists(low, at, label, value))

    def sums(upto: Term) -> list[Term]:
        return [
            added(low, upto, lambda o: equal(label(o), value)),
            added(low, upto, lambda o: W(label(o))),
        ]

    def chosen(*terms: Term) -> Node:
        proof = auto("digits")
        for term in reversed(terms):
            proof = shown_by(term, proof)
        return proof

    base = intro("", both_sums("empty", sums(low - 1), chosen(ZERO, ZERO, ZERO, ZERO, ZERO)))
    new = label(at + 1)
    w, wv = W(new), W(value)
    hit = indicator(new, value, 1, same(w, wv, chosen(c + 1, z, rest, above, factor)))
    over = conj(y >= 1, W(value + 1 + (new - value - 1)).equals(y * W(value + 1)))
    multiple = lemmas(
        [
            (w.equals(y * B * wv), using(over.json[2], W(value + 1).equals(B * wv))),
            (y * above >= 0, using(y >= 1, above >= 0)),
            (
                z + y <= (factor + y) * (above + 1),
                using(z <= factor * above, factor >= 0, recent=2),
            ),
        ],
        chosen(c, z + y, rest, above + 1, factor + y),
    )
    larger = indicator(
        new,
        value,
        0,
        fact(
            POWERS[1],
            [value],
            fact(
                MULTIPLE,
                [value + 1, new - value - 1],
                opened(
                    put(put(MULTIPLE.json[3][3][2], "v", value + 1), "h", new - value - 1),
                    y.json,
                    multiple,
                ),
                auto("above"),
            ),
            auto("v >= 0"),
        ),
    )
    under_facts: list[tuple[Json, Node]] = [
        ((y - 1) * W(new + 1) >= 0, using(y >= 1, W(new + 1) >= 1)),
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
                POSITIVE,
                [new + 1],
                fact(
                    POSITIVE,
                    [new],
                    fact(
                        MULTIPLE,
                        [new + 1, value - new - 1],
                        opened(
                            put(put(MULTIPLE.json[3][3][2], "v", new + 1), "h", value - new - 1),
                            y.json,
                            lemmas(under_facts, chosen(c, z, rest + w, above, factor)),
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
    cases = split((new - value).json, split((new - value - 1).json, larger, hit), under)
    named = digit.opened(claim.json[2], digit.parts, cases)
    natural_at = fact(natural(low, high, label), [at + 1], named, auto("in range"))
    stepped = both_sums("unfold", sums(at + 1), natural_at)
    step = intro("", fact(claim, [], stepped, auto("m <= high")))
    whole = every(at.json, "int", implies(at >= low - 1, claim))
    opened_end = digit.opened(put(claim.json[2], at.json, high), digit.parts, then)
    used = fact(
        whole,
        [high],
        fact(put(claim, at.json, high), [], opened_end, auto("high <= high")),
        auto("low <= high + 1"),
    )
    proof = induct(at.json, (low - 1).json, claim, base, step, used)
    return fact(POSITIVE, [value], proof, auto("v >= 0"))


# --- equal sums ----------------------------------------------------------------------------------

_K, _K2, _W = var("s3"), var("s4"), var("w3")
_ONE, _TWO = Digit("3"), Digit("4")


def _conditions(digit: Digit, size: Term = _K) -> list[Json]:
    """:meth:`Digit.known` but for the sums, for w = W(v)."""
    c, z, rest, above, factor = digit.parts
    others = size - c - above
    return [
        c >= 0,
        above >= 0,
        others >= 0,
        rest >= others,
        B * rest <= others * _W,
        z >= above,
        z <= factor * above,
    ]


def _sum(digit: Digit) -> Term:
    c, z, rest, *_ = digit.parts
    return (c + B * z) * _W + rest


def _difference(one: Digit, other: Digit) -> Term:
    (c, z, *_), (c2, z2, *_) = one.parts, other.parts
    return c - c2 + B * (z - z2)


def _compared() -> Json:
    """Equal sums have an equal digit, where k <= B."""
    premises = conj(
        _W >= 1,
        B >= _K,
        *_conditions(_ONE),
        *_conditions(_TWO),
        _sum(_ONE).equals(_sum(_TWO)),
    )
    return _for_digits(["s3"], premises)


def _for_digits(sizes: list[str], premises: Json) -> Json:
    formula = implies(premises, _ONE.parts[0].equals(_TWO.parts[0]))
    for digit in (_TWO, _ONE):
        for term, sort in reversed(list(zip(digit.parts, SORTS_OF_DIGIT, strict=True))):
            formula = every(term.json, sort, formula)
    formula = every("w3", "real", formula)
    for name in reversed(sizes):
        formula = every(name, "int", formula)
    return formula


_COMPARED = _compared()
#: the same for two sizes below B
_COMPARED_SIZES = _for_digits(
    ["s3", "s4"],
    conj(
        _W >= 1,
        B >= _K + 1,
        B >= _K2 + 1,
        *_conditions(_ONE, _K),
        *_conditions(_TWO, _K2),
        _sum(_ONE).equals(_sum(_TWO)),
    ),
)


def _compare_script() -> Node:
    (_, z, rest, *_), (_, z2, rest2, *_) = _ONE.parts, _TWO.parts
    gap = _difference(_ONE, _TWO)
    scale = (gap * _W).equals(rest2 - rest)
    no_carry = split(
        (z2 - z - 1).json,
        _carried(_ONE, _TWO, gap.equals(0)),
        split(
            (z2 - z).json,
            have(z.equals(z2), auto("z = z'"), _exactly(z.equals(z2), gap.equals(0))),
            _carried(_TWO, _ONE, gap.equals(0)),
        ),
    )
    zero = split(
        (gap - 1).json,
        _unequal(_ONE, _TWO, gap - 1 >= 0, scale),
        split(
            gap.json,
            have(gap.equals(0), _exactly(gap >= 0, gap - 1 <= -1), no_carry),
            _unequal(_TWO, _ONE, gap <= -1, scale),
        ),
    )
    return _introduced(["s3"], have(scale, using(_sum(_ONE).equals(_sum(_TWO))), zero))


def _introduced(sizes: list[str], then: Node) -> Node:
    names = [*sizes, "w3", *(term.json for digit in (_ONE, _TWO) for term in digit.parts)]
    proof = intro("", then)
    for name in reversed(names):
        proof = intro(name, proof)
    return proof


def _sizes_script() -> Node:
    """Both l are below w, so that D = 0; both c are below B."""
    (c, z, *_), (c2, z2, *_) = _ONE.parts, _TWO.parts
    gap = _difference(_ONE, _TWO)
    scale = (gap * _W).equals(_TWO.parts[2] - _ONE.parts[2])
    steps: list[tuple[Json, Node]] = [(scale, using(_sum(_ONE).equals(_sum(_TWO))))]
    for digit, size in ((_ONE, _K), (_TWO, _K2)):
        first, above, others, rest, share, *_ = _conditions(digit, size)
        steps += [
            ((B - 1 - size) * _W >= 0, using(B >= size + 1, _W >= 1)),
            ((digit.parts[0] + digit.parts[3]) * _W >= 0, using(first, above, _W >= 1)),
            (B * digit.parts[2] < B * _W, using(share, _W >= 1, recent=2)),
            (digit.parts[2] < _W, using(B >= 2, recent=1)),
            (digit.parts[2] >= 0, using(rest, others)),
            (digit.parts[0] <= B - 1, using(first, above, others, B >= size + 1)),
        ]
    ranges = [part for digit in (_ONE, _TWO) for part in (digit.parts[2] < _W, digit.parts[2] >= 0)]
    upper = have(gap * _W < _W, using(scale, *ranges), using(_W >= 1, recent=1))
    lower = have(-gap * _W < _W, using(scale, *ranges), using(_W >= 1, recent=1))
    steps += [(gap < 1, upper), (-gap < 1, lower)]
    bounds = [c >= 0, c2 >= 0, c <= B - 1, c2 <= B - 1, B >= 2]

    def carried(one: Term, other: Term) -> Node:
        sign = one - other >= 1
        known = have(
            B * (one - other - 1) >= 0, using(B >= 2, sign), using(*bounds, gap.equals(0), recent=1)
        )
        return have(sign, auto("a carry"), have(["<", "1", "0"], known, auto("a contradiction")))

    last = split(
        (z2 - z - 1).json,
        carried(z2, z),
        split(
            (z2 - z).json,
            have(z.equals(z2), auto("z = z'"), _exactly(z.equals(z2), gap.equals(0))),
            carried(z, z2),
        ),
    )
    integral = split(
        gap.json,
        split((gap - 1).json, auto("D < 1"), have(gap.equals(0), auto("D = 0"), last)),
        auto("D > -1"),
    )
    return _introduced(["s3", "s4"], lemmas(steps, integral))


def _contradiction(steps: list[tuple[Json, Node]], *last: Json) -> Node:
    return lemmas([*steps, (["<", "1", "0"], using(*last))], auto("a contradiction"))


def _exactly(*facts: Json, recent: int = 0) -> Node:
    """An equation, as two inequalities."""
    return node("both", *[using(*facts, recent=recent)] * 2)


def _unequal(one: Digit, two: Digit, sign: Json, scale: Json) -> Node:
    """D >= 1 with D w = l' - l.

    Then l' >= w, so l' = w, c' = h' = z' = 0 and l = 0, k = B, D = 1.  So c + B z = 1, but none
    of the k labels of the first is below v, and c + h = k >= 2.
    """
    (c, z, rest, above, _), (c2, z2, rest2, above2, _) = one.parts, two.parts
    k1, k2 = _conditions(one), _conditions(two)
    gap = _difference(one, two)
    steps: list[tuple[Json, Node]] = [
        (gap >= 1, using(sign)),
        ((gap - 1) * _W >= 0, using(gap >= 1, _W >= 1)),
        ((gap * _W).equals(rest2 - rest), using(scale)),
        (rest2 - _W - rest >= 0, using(recent=2)),
        ((B - _K) * (_W - 1) >= 0, using(B >= _K, _W >= 1)),
        ((c2 + above2) * (_W - 1) >= 0, using(k2[0], k2[1], _W >= 1)),
        (rest >= 0, using(k1[3], k1[2])),
        (B * (rest2 - _W - rest) >= 0, using(B >= 2, rest2 - _W - rest >= 0)),
        ((B - 2) * rest >= 0, using(B >= 2, rest >= 0)),
        (2 * rest + c2 + above2 + (B - _K) <= 0, using(k2[4], recent=5)),
        (rest.equals(0), _exactly(k2[0], k2[1], B >= _K, rest >= 0, recent=1)),
        (c2.equals(0), _exactly(k2[0], k2[1], B >= _K, rest >= 0, recent=2)),
        (above2.equals(0), _exactly(k2[0], k2[1], B >= _K, rest >= 0, recent=3)),
        (_K.equals(B), _exactly(k2[0], k2[1], B >= _K, rest >= 0, recent=4)),
        (z2 <= 0, using(k2[6], above2.equals(0))),
        (z2 >= 0, using(k2[5], above2.equals(0))),
        (z2.equals(0), _exactly(recent=2)),
        ((gap - 1).equals(c + B * z - 1), using(c2.equals(0), z2.equals(0))),
        (B * (rest2 - _W) <= 0, using(k2[4], c2.equals(0), above2.equals(0), _K.equals(B))),
        (rest2 <= _W, using(B >= 2, recent=1)),
        ((gap - 1) * _W <= 0, using((gap * _W).equals(rest2 - rest), rest >= 0, recent=1)),
        (gap <= 1, using(_W >= 1, recent=1)),
        ((B - 2) * z >= 0, using(B >= 2, k1[5], k1[1])),
        (c + above >= 2, using(k1[3], rest.equals(0), _K.equals(B), B >= 2)),
    ]
    facts = [(gap - 1).equals(c + B * z - 1), gap <= 1, (B - 2) * z >= 0, c + above >= 2]
    return _contradiction(steps, *facts, k1[5], k1[1], k1[0])


def _carried(one: Digit, two: Digit, zero: Json) -> Node:
    """D = 0 and z' > z: then c = B = k, so h = z = l = 0, z' = 1 and l' = 0, but h' = k >= 2."""
    (c, z, rest, above, _), (c2, z2, rest2, above2, _) = one.parts, two.parts
    k1, k2 = _conditions(one), _conditions(two)
    sums = _sum(_ONE).equals(_sum(_TWO))
    steps: list[tuple[Json, Node]] = [
        ((c - c2).equals(B * (z2 - z)), using(zero)),
        (z2 - z >= 1, auto("z' > z")),
        (B * (z2 - z - 1) >= 0, using(B >= 2, recent=1)),
        (c >= B + c2, using((c - c2).equals(B * (z2 - z)), recent=1)),
        (above <= 0, using(k1[2], k2[0], B >= _K, recent=1)),
        (above.equals(0), _exactly(k1[1], recent=1)),
        (c2.equals(0), _exactly(k1[2], k1[1], k2[0], B >= _K, c >= B + c2)),
        (c.equals(_K), _exactly(k1[2], k1[1], k2[0], B >= _K, c >= B + c2)),
        (_K.equals(B), _exactly(k1[2], k1[1], k2[0], B >= _K, c >= B + c2)),
        (z <= 0, using(k1[6], above.equals(0))),
        (z.equals(0), _exactly(k1[5], above.equals(0), recent=1)),
        (
            (B * (z2 - 1)).equals(0),
            using(
                (c - c2).equals(B * (z2 - z)), c2.equals(0), z.equals(0), c.equals(_K), _K.equals(B)
            ),
        ),
        (z2 <= 1, using(B >= 2, recent=1)),
        (B * rest <= 0, using(k1[4], c.equals(_K), above.equals(0))),
        (rest <= 0, using(B >= 2, recent=1)),
        (rest2 <= 0, using(sums, zero, rest <= 0)),
        (above2 >= 2, using(k2[3], c2.equals(0), _K.equals(B), B >= 2, recent=1)),
    ]
    return _contradiction(steps, k2[5], z2 <= 1, above2 >= 2)


def _power_of(label: Body) -> Body:
    return lambda at: W(label(at))


def counts_known(low: Term, high: Term, one: Body, other: Body, then: Node) -> Node:
    """From equal sums of powers to :func:`same_counts`; high - low + 1 <= B, B >= 2 are known."""
    at = var("v5")
    first, second = Digit("6"), Digit("7")
    values = [high - low + 1, W(at), *first.parts, *second.parts]
    compare = fact(_COMPARED, values, auto("equal counts"), auto("the digits"))
    shown = digits(low, high, one, at, "6", digits(low, high, other, at, "7", compare))
    proof = have(same_counts(low, high, one, other), intro("v5", intro("", shown)), then)
    return have(_COMPARED, _compare_script(), proof)


def sizes_known(
    low: Term, high: Term, other_high: Term, one: Body, other: Body, then: Node
) -> Node:
    """:func:`same_counts` of two sizes; both are below B, and B >= 2 is known."""
    at = var("v5")
    first, second = Digit("6"), Digit("7")
    sizes = [high - low + 1, other_high - low + 1]
    values = [*sizes, W(at), *first.parts, *second.parts]
    compare = fact(_COMPARED_SIZES, values, auto("equal counts"), auto("the digits"))
    shown = digits(low, high, one, at, "6", digits(low, other_high, other, at, "7", compare))
    goal = same_counts(low, high, one, other, other_high)
    proof = have(goal, intro("v5", intro("", shown)), then)
    return have(_COMPARED_SIZES, _sizes_script(), proof)
