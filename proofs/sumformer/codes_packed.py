"""A shorter code: power sums as digits, phi(u) = u + u^2 M + ... + u^(2 n) M^(2 n - 1).

With M above all power sums the sum of n codes has the power sums p_1, ..., p_(2 n) as digits in
base M.  They name the multiset: for a number v let q be the product of t - r over the other
numbers r in both multisets, of degree 2 n at most.  As q is a combination of powers up to 2 n, the
sums of q are equal; they are q(v) times the numbers of v.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.library.vectors import S, both_sums, fact, opened, put, shown_by
from proofs.sumformer.counts import Body, added, count, equal
from proofs.sumformer.dprime import POWERS, E
from proofs.trees.leaves import given, restated, using
from proofs.trees.script import (
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
    statement,
)

ZERO, ONE = S.const(0), S.const(1)
n, c, M, v, t, i, j, m, e, u = (
    var(name) for name in ("n", "c", "M", "v", "t", "i", "j", "m", "e", "u")
)
TOP = 2 * n


def LEFT(at: Term) -> Term:
    return app("a", at)


def RIGHT(at: Term) -> Term:
    return app("b", at)


def root(at: Term, number: Term) -> Term:
    """Root ``number`` of the polynomial of v."""
    return app("r", at, number)


def Q(at: Term, number: Term, x: Term) -> Term:
    """(x - r_1) ... (x - r_m)."""
    return app("Q", at, number, x)


def power_sum(label: Body, exponent: Term, high: Term = n) -> Term:
    """p_e = sum_j a_j^e."""
    return added(ONE, high, lambda at: E(label(at), exponent))


PRODUCT = [
    every("v", "real", every("t", "real", Q(v, ZERO, t).equals(1))),
    every(
        "v",
        "real",
        every(
            "t",
            "real",
            every(
                "m",
                "int",
                implies(m >= 0, Q(v, m + 1, t).equals(Q(v, m, t) * (t - root(v, m + 1)))),
            ),
        ),
    ),
]


def _roots(label: Body, shift: Term) -> Json:
    is_root = implies(label(j).differs(v), root(v, shift + j).equals(label(j)))
    inside = implies(conj(j >= 1, j <= n), is_root)
    return every("v", "real", every("j", "int", inside))


ROOTS = [
    every("v", "real", every("m", "int", root(v, m).differs(v))),
    _roots(LEFT, ZERO),
    _roots(RIGHT, n),
]
_EQUAL = power_sum(LEFT, e).equals(power_sum(RIGHT, e))
EQUAL_SUMS = every("e", "int", implies(conj(e >= 1, e <= TOP), _EQUAL))


def _numbers(at: Term) -> Json:
    return count(ONE, n, LEFT, at).equals(count(ONE, n, RIGHT, at))


SAME = every("v", "real", _numbers(v))
MOMENTS = statement(
    {"n": "int"},
    [n >= 1, *POWERS, *PRODUCT, *ROOTS, EQUAL_SUMS],
    SAME,
    {"a": 1, "b": 1, "E": 2, "Q": 3, "r": 2},
)


def weighted(label: Body, at: Term, exponent: Term, number: Term, high: Term = n) -> Term:
    """sum_j a_j^e Q_m(a_j)."""
    return added(ONE, high, lambda o: E(label(o), exponent) * Q(at, number, label(o)))


_v = var("v5")


def _linear(label: Body) -> Json:
    """sum a^e Q_(m+1) = sum a^(e+1) Q_m - r_(m+1) sum a^e Q_m."""
    first = weighted(label, _v, e, m + 1)
    combined = weighted(label, _v, e + 1, m) - root(_v, m + 1) * weighted(label, _v, e, m)
    inside = implies(conj(m >= 0, e >= 0), first.equals(combined))
    return every("m", "int", every("e", "int", inside))


def _linear_script(label: Body) -> Node:
    degree, exponent, upto = var("m6"), var("e6"), var("x6")

    def sums(high: Term) -> list[Term]:
        return [
            weighted(label, _v, exponent, degree + 1, high),
            weighted(label, _v, exponent + 1, degree, high),
            weighted(label, _v, exponent, degree, high),
        ]

    new = label(upto + 1)
    r = root(_v, degree + 1)
    power, more = E(new, exponent), E(new, exponent + 1)
    q, q_more = Q(_v, degree, new), Q(_v, degree + 1, new)
    one, two, three = sums(upto)
    claim = one.equals(two - r * three)
    product = (power * q_more).equals(more * q - r * (power * q))
    rules = [more.equals(new * power), q_more.equals(q * (new - r))]
    known = have(product, using(*rules), auto("one more"))
    facts = fact(
        POWERS[1],
        [new, exponent],
        fact(PRODUCT[1], [_v, new, degree], known, given()),
        given(),
    )
    step = both_sums("unfold", sums(upto + 1), facts)
    base = both_sums("empty", sums(ZERO), auto("empty sums"))
    whole = every("x6", "int", implies(upto >= 0, claim))
    used = fact(whole, [n], given(), auto("n >= 0"))
    return intro("m6", intro("e6", intro("", induct("x6", "0", claim, base, step, used))))


def _first(label: Body) -> Json:
    """sum a^e Q_0 = p_e."""
    inside = weighted(label, _v, e, ZERO).equals(power_sum(label, e))
    return every("e", "int", implies(e >= 0, inside))


def _first_script(label: Body) -> Node:
    exponent, upto = var("e6"), var("x6")

    def sums(high: Term) -> list[Term]:
        return [weighted(label, _v, exponent, ZERO, high), power_sum(label, exponent, high)]

    one, two = sums(upto)
    new = label(upto + 1)
    step = both_sums("unfold", sums(upto + 1), fact(PRODUCT[0], [_v, new], auto("times 1")))
    base = both_sums("empty", sums(ZERO), auto("empty sums"))
    used = fact(every("x6", "int", implies(upto >= 0, one.equals(two))), [n], given(), auto())
    return intro("e6", intro("", induct("x6", "0", one.equals(two), base, step, used)))


def _zeroth_script(label: Body) -> Node:
    """p_0 = n."""
    upto = var("x6")
    claim = power_sum(label, ZERO, upto).equals(upto)
    step = both_sums(
        "unfold", [power_sum(label, ZERO, upto + 1)], fact(POWERS[0], [label(upto + 1)], auto("1"))
    )
    base = both_sums("empty", [power_sum(label, ZERO, ZERO)], auto("empty sum"))
    used = fact(every("x6", "int", implies(upto >= 0, claim)), [n], given(), auto())
    return induct("x6", "0", claim, base, step, used)


_gap = var("u9")
_SQUARE = every("u9", "real", implies(_gap.differs(0), _gap * _gap > 0))
_AT_V = Q(_v, TOP, _v)


def _square_script() -> Node:
    return intro("u9", intro("", _inverted(_gap)))


def _inverted(gap: Term) -> Node:
    return node("define", auto("not 0"), auto("a square"), term=(1 / gap).json)


def _not_zero_script() -> Node:
    """Q_m(v)^2 > 0, as no root is v."""
    number = var("m6")
    here = Q(_v, number, _v)
    r = root(_v, number + 1)
    more = Q(_v, number + 1, _v)
    steps: list[tuple[Json, Node]] = [
        (here * here * ((_v - r) * (_v - r)) > 0, using(here * here > 0, (_v - r) * (_v - r) > 0)),
        ((more * more).equals(here * here * ((_v - r) * (_v - r))), auto("the next factor")),
    ]
    factor = fact(
        ROOTS[0],
        [_v, number + 1],
        fact(_SQUARE, [_v - r], lemmas(steps, auto("Q^2 > 0")), auto("not a root")),
    )
    step = fact(PRODUCT[1], [_v, _v, number], factor, given())
    whole = every("m6", "int", implies(number >= 0, here * here > 0))
    used = fact(whole, [TOP], given(), auto("2 n >= 0"))
    return induct("m6", "0", here * here > 0, fact(PRODUCT[0], [_v, _v], auto("1")), step, used)


def _vanishes(label: Body) -> Json:
    """Q_(2 n) is 0 at the numbers other than v."""
    inside = implies(conj(j >= 1, j <= n, label(j).differs(_v)), Q(_v, TOP, label(j)).equals(0))
    return every("j", "int", inside)


def _vanishes_script(label: Body, shift: Term, roots: Json) -> Node:
    at, number = var("j6"), var("m6")
    x, place = label(at), shift + at
    here = Q(_v, number, x)
    is_root = put(put(roots.json[3][3][2], "v", _v), "j", at)
    base = fact(PRODUCT[1], [_v, x, place - 1], auto("a root"), auto("an index"))
    step = fact(PRODUCT[1], [_v, x, number], auto("still 0"), auto("m >= 0"))
    whole = every("m6", "int", implies(number >= place, here.equals(0)))
    used = fact(whole, [TOP], given(), auto("at most 2 n"))
    proof = induct("m6", place.json, here.equals(0), base, step, used)
    known = fact(roots, [_v, at], fact(is_root, [], proof, given()), given())
    return intro("j6", intro("", known))


def _counted_script(label: Body) -> Node:
    """sum Q_(2 n) = Q_(2 n)(v) (number of v)."""
    upto = var("x6")

    def sums(high: Term) -> list[Term]:
        return [weighted(label, _v, ZERO, TOP, high), count(ONE, high, label, _v)]

    one, two = sums(upto)
    claim = implies(upto <= n, one.equals(_AT_V * two))
    new = label(upto + 1)
    sign = S.sign(new - _v)
    value = equal(new, _v)

    def indicator(hit: int, then: Node) -> Node:
        leaf = case(S.abs(sign).json, auto("indicator"), auto("indicator"))
        return have(value.equals(hit), case(sign.json, leaf, leaf, leaf), then)

    hit = have(
        new.equals(_v),
        auto("v"),
        indicator(1, same(Q(_v, TOP, new), _AT_V, auto("one more"))),
    )
    missed = indicator(0, fact(_vanishes(label), [upto + 1], auto("0"), auto("another number")))
    cases = split((new - _v).json, split((_v - new).json, hit, missed), missed)
    inner = fact(POWERS[0], [new], cases)
    step = intro("", fact(claim, [], both_sums("unfold", sums(upto + 1), inner), auto("m <= n")))
    base = intro("", both_sums("empty", sums(ZERO), auto("empty sums")))
    whole = every("x6", "int", implies(upto >= 0, claim))
    used = fact(whole, [n], fact(put(claim, "x6", n), [], given(), auto("n <= n")), auto("0 <= n"))
    return induct("x6", "0", claim, base, step, used)


def moments_script() -> Node:
    number = var("m7")
    sums = [weighted(label, _v, e, number) for label in (LEFT, RIGHT)]
    equal_up = every("e", "int", implies(conj(e >= 0, number + e <= TOP), sums[0].equals(sums[1])))
    exponent = var("e7")
    zeroth = [power_sum(label, ZERO).equals(n) for label in (LEFT, RIGHT)]
    from_zero = implies(exponent <= TOP, put(_EQUAL, "e", exponent))
    each = var("e8")
    from_zero_all = every("e8", "int", implies(each >= 0, put(from_zero, "e7", each)))
    start = fact(from_zero, [], auto("p_e"), auto("in range"))
    start = fact(from_zero_all, [exponent], start, given())
    for label in (RIGHT, LEFT):
        start = fact(_first(label), [exponent], start, given())
    base = intro("e7", intro("", start))
    step = fact(
        _linear(LEFT),
        [number, exponent],
        fact(
            _linear(RIGHT),
            [number, exponent],
            fact(
                equal_up,
                [exponent],
                fact(equal_up, [exponent + 1], auto("a combination"), auto("in range")),
                auto("in range"),
            ),
            auto("m, e >= 0"),
        ),
        auto("m, e >= 0"),
    )
    stepped = intro("e7", intro("", step))
    whole = every("m7", "int", implies(number >= 0, equal_up))
    counts = [count(ONE, n, label, _v) for label in (LEFT, RIGHT)]
    last = have(
        ((counts[0] - counts[1]) * _AT_V).equals(0),
        auto("equal sums"),
        have(
            ((counts[0] - counts[1]) * (_AT_V * _AT_V)).equals(0),
            auto("times Q(v)"),
            auto("divided by Q(v)^2"),
        ),
    )
    used = fact(
        whole,
        [TOP],
        fact(put(equal_up, "m7", TOP), [ZERO], last, auto("2 n + 0 <= 2 n")),
        auto("2 n >= 0"),
    )
    proof = induct("m7", "0", equal_up, base, stepped, used)
    later = intro("", fact(EQUAL_SUMS, [each + 1], auto("p_(e + 1)"), auto("in range")))
    proof = induct(
        "e8",
        "0",
        put(from_zero, "e7", each),
        intro("", auto("p_0 = n")),
        later,
        proof,
    )
    steps: list[tuple[Json, Node]] = [(_SQUARE, _square_script())]
    for label in (LEFT, RIGHT):
        steps += [(_linear(label), _linear_script(label)), (_first(label), _first_script(label))]
    steps += [
        (formula, _zeroth_script(label))
        for formula, label in zip(zeroth, (LEFT, RIGHT), strict=True)
    ]
    steps.append((_AT_V * _AT_V > 0, _not_zero_script()))
    for label, shift, roots in ((LEFT, ZERO, ROOTS[1]), (RIGHT, n, ROOTS[2])):
        total_ = weighted(label, _v, ZERO, TOP).equals(_AT_V * count(ONE, n, label, _v))
        steps += [
            (_vanishes(label), _vanishes_script(label, shift, roots)),
            (total_, _counted_script(label)),
        ]
    return intro("v5", lemmas(steps, proof))


# --- digits in base M ----------------------------------------------------------------------------


def code(at: Term, x: Term) -> Term:
    """x^k + x^(k + 1) M + ... + x^(2 n) M^(2 n - k); phi is that of k = 1."""
    return app("h", at, x)


def codes(label: Body, at: Term, high: Term = n) -> Term:
    return added(ONE, high, lambda o: code(at, label(o)))


HORNER = [
    every("u", "real", code(TOP + 1, u).equals(0)),
    every(
        "u",
        "real",
        every(
            "i",
            "int",
            implies(conj(i >= 1, i <= TOP), code(i, u).equals(E(u, i) + M * code(i + 1, u))),
        ),
    ),
]
_z = var("z")


def _cell(label: Body) -> Json:
    """Labels are integers from 0 to c - 1."""
    number = exists("z", "int", conj(label(j).equals(_z), _z >= 0, _z <= c - 1))
    return every("j", "int", implies(conj(j >= 1, j <= n), number))


CELLS = [_cell(LEFT), _cell(RIGHT)]
LARGE = every("e", "int", implies(conj(e >= 1, e <= TOP), n * E(c - 1, e) < M))
EQUAL_CODES = codes(LEFT, ONE).equals(codes(RIGHT, ONE))
_GIVEN = [n >= 1, c >= 1, *POWERS, *CELLS, LARGE, *HORNER, EQUAL_CODES]
_SORTS = {"n": "int", "c": "int", "M": "int"}
PACKED = statement(
    _SORTS,
    [*_GIVEN, *PRODUCT, *ROOTS],
    SAME,
    {"a": 1, "b": 1, "E": 2, "h": 2, "Q": 3, "r": 2},
)


def _whole(value: Term) -> Json:
    """The value is an integer."""
    return exists("z", "int", value.equals(_z))


def _named(value: Term, name: str, then: Node) -> Node:
    return opened(_whole(value), name, then)


def _whole_powers(label: Body) -> Json:
    inside = implies(conj(j >= 1, j <= n), every("e", "int", implies(e >= 0, _power(label))))
    return every("j", "int", inside)


def _power(label: Body) -> Json:
    """a_j^e is an integer from 0 to (c - 1)^e."""
    value = E(label(j), e)
    return conj(_whole(value), value >= 0, value <= E(c - 1, e))


def _whole_powers_script(label: Body, cell: Json) -> Node:
    at, exponent = var("j6"), var("e6")
    x, place, y = label(at), var("z6"), var("z7")
    power, most = E(x, exponent), E(c - 1, exponent)
    claim = put(put(_power(label), "j", at), "e", exponent)
    both = node("both", shown_by(ONE, auto("1")), auto("1 >= 0"), auto("1 <= 1"))
    base = fact(POWERS[0], [x], fact(POWERS[0], [c - 1], both))
    steps: list[tuple[Json, Node]] = [
        (x * power >= 0, auto("a product")),
        ((c - 1 - x) * power >= 0, auto("a product")),
        ((c - 1) * (most - power) >= 0, auto("a product")),
    ]
    inner = node(
        "both", shown_by(place * y, auto("z z'")), auto("x^(e + 1) >= 0"), auto("x <= c - 1")
    )
    more = fact(POWERS[1], [c - 1, exponent], lemmas(steps, inner), given())
    step = _named(power, "z7", fact(POWERS[1], [x, exponent], more, given()))
    proof = induct("e6", "0", claim, base, step, restated())
    opened_cell = opened(put(cell.json[3][2], "j", at), "z6", proof)
    return intro("j6", intro("", fact(cell, [at], opened_cell, given())))


def _whole_codes(label: Body) -> Json:
    inside = implies(
        conj(j >= 1, j <= n),
        every("i", "int", implies(conj(i >= 0, i <= TOP), _whole(code(TOP + 1 - i, label(j))))),
    )
    return every("j", "int", inside)


def _whole_codes_script(label: Body) -> Node:
    """From the last digit on."""
    at, back = var("j6"), var("i6")
    x, y, w = label(at), var("z6"), var("z7")
    here = TOP - back
    claim = implies(back <= TOP, _whole(code(TOP + 1 - back, x)))
    base = intro("", fact(HORNER[0], [x], shown_by(ZERO, auto("0"))))
    powers = put(_whole_powers(label).json[3][2], "j", at)
    power = put(put(_power(label), "j", at), "e", here)
    digit = fact(HORNER[1], [x, here], shown_by(w + M * y, auto("a digit")), auto("an index"))
    named = fact(powers, [here], opened(power[1], "z7", digit), auto("e >= 0"))
    step = intro(
        "",
        fact(
            claim,
            [],
            _named(
                code(TOP + 1 - back, x),
                "z6",
                fact(_whole_powers(label), [at], named, given()),
            ),
            auto("i <= 2 n"),
        ),
    )
    whole = every("i6", "int", implies(back >= 0, claim))
    index = var("i7")
    last = fact(put(claim, "i6", index), [], restated(), given())
    used = intro("i7", intro("", fact(whole, [index], last, given())))
    return intro("j6", intro("", induct("i6", "0", claim, base, step, used)))


def _sum_of_whole(body: Body, each: Node, high: Term = n) -> Node:
    """A sum of integers is one; ``each`` shows that summand o6 + 1 is."""
    upto, y, w = var("o6"), var("z8"), var("z9")
    claim = implies(upto <= high, _whole(added(ONE, upto, body)))
    base = intro("", both_sums("empty", [added(ONE, ZERO, body)], shown_by(ZERO, auto("0"))))
    summed = shown_by(y + w, auto("one more"))
    inner = have(_whole(body(upto + 1)), each, _named(body(upto + 1), "z9", summed))
    step = intro(
        "",
        fact(
            claim,
            [],
            _named(
                added(ONE, upto, body),
                "z8",
                both_sums("unfold", [added(ONE, upto + 1, body)], inner),
            ),
            auto("o <= n"),
        ),
    )
    whole = every("o6", "int", implies(upto >= 0, claim))
    used = fact(
        whole, [high], fact(put(claim, "o6", high), [], restated(), auto("n <= n")), auto("n >= 0")
    )
    return induct("o6", "0", claim, base, step, used)


def _whole_sums(label: Body) -> Json:
    """All sums of codes, and of powers, are integers."""
    sums = conj(_whole(codes(label, i)), _whole(codes(label, i + 1)), _whole(power_sum(label, i)))
    return every("i", "int", implies(conj(i >= 1, i <= TOP), sums))


def _whole_sums_script(label: Body) -> Node:
    index, place = var("i7"), var("o6") + 1

    def a_code(at: Term) -> Node:
        back = TOP + 1 - at
        inside = put(_whole_codes(label).json[3][2], "j", place)
        value = code(TOP + 1 - back, label(place))
        moved = have(value.equals(code(at, label(place))), auto("the same"), _again(value))
        known = fact(inside, [back], moved, auto("an index"))
        return fact(_whole_codes(label), [place], known, auto("a place"))

    def a_power() -> Node:
        inside = put(_whole_powers(label).json[3][2], "j", place)
        known = fact(inside, [index], _again(E(label(place), index)), auto("e >= 0"))
        return fact(_whole_powers(label), [place], known, auto("a place"))

    parts = [
        _sum_of_whole(lambda o: code(index, label(o)), a_code(index)),
        _sum_of_whole(lambda o: code(index + 1, label(o)), a_code(index + 1)),
        _sum_of_whole(lambda o: E(label(o), index), a_power()),
    ]
    return intro("i7", intro("", node("both", *parts)))


def _again(value: Term) -> Node:
    return _named(value, "z5", shown_by(var("z5"), auto("the same integer")))


def _digit(label: Body) -> Json:
    """T_k = p_k + M T_(k + 1), and 0 <= p_k < M."""
    power = power_sum(label, i)
    parts = conj(codes(label, i).equals(power + M * codes(label, i + 1)), power >= 0, power < M)
    return every("i", "int", implies(conj(i >= 1, i <= TOP), parts))


def _digit_script(label: Body) -> Node:
    index, upto = var("i7"), var("o6")

    def sums(high: Term) -> list[Term]:
        return [
            codes(label, index, high),
            power_sum(label, index, high),
            codes(label, index + 1, high),
        ]

    one, two, three = sums(upto)
    claim = implies(
        upto <= n,
        conj(one.equals(two + M * three), two >= 0, two <= upto * E(c - 1, index)),
    )
    powers = put(_whole_powers(label).json[3][2], "j", upto + 1)
    inner = fact(
        _whole_powers(label),
        [upto + 1],
        fact(powers, [index], auto("one more"), auto("e >= 0")),
        auto("a place"),
    )
    inner = fact(HORNER[1], [label(upto + 1), index], inner, auto("an index"))
    step = intro("", fact(claim, [], both_sums("unfold", sums(upto + 1), inner), auto("o <= n")))
    base = intro("", both_sums("empty", sums(ZERO), auto("empty sums")))
    whole = every("o6", "int", implies(upto >= 0, claim))
    end = fact(put(claim, "o6", n), [], auto("below M"), auto("n <= n"))
    used = fact(whole, [n], fact(LARGE, [index], end, auto("an index")), auto("n >= 0"))
    return intro("i7", intro("", induct("o6", "0", claim, base, step, used)))


def digits_known(then: Node) -> Node:
    """EQUAL_SUMS: T_k = p_k + M T_(k + 1), so T_(k + 1) is equal, and then p_k; then go on."""
    at = var("i8")
    sums = codes(LEFT, at), codes(RIGHT, at)
    claim = implies(at <= TOP + 1, sums[0].equals(sums[1]))
    y, w, p, q = (var(name) for name in ("y6", "w6", "p6", "q6"))
    after = codes(LEFT, at + 1), codes(RIGHT, at + 1)
    powers = power_sum(LEFT, at), power_sum(RIGHT, at)
    gap = y - w
    big: list[tuple[Json, Node]] = [
        (M >= 1, split((M - 1).json, auto("M >= 1"), auto("M > 0"))),
        ((p - q).equals(M * (w - y)), auto("equal codes")),
        (p - q < M, auto("digits")),
        (q - p < M, auto("digits")),
    ]

    def too_much(sign: Term) -> Node:
        product = have(M * (sign - 1) >= 0, using(M >= 1, sign >= 1), auto("more than a digit"))
        return have(sign >= 1, auto("a carry"), product)

    same_rest = auto("the same rest")
    cases = split((gap - 1).json, too_much(gap), split((-gap - 1).json, too_much(-gap), same_rest))
    named: Node = lemmas(big, cases)
    for value, name in ((powers[1], "q6"), (powers[0], "p6"), (after[1], "w6"), (after[0], "y6")):
        named = opened(_whole(value), name, named)
    facts = named
    for label in (LEFT, RIGHT):
        digit = fact(_digit(label), [at], facts, auto("an index"))
        facts = fact(_whole_sums(label), [at], digit, auto("an index"))
    step = intro("", fact(claim, [], facts, auto("k <= 2 n + 1")))
    whole = every("i8", "int", implies(at >= 1, claim))
    exponent = var("e7")
    each: Node = auto("equal digits")
    for label in (LEFT, RIGHT):
        each = fact(_digit(label), [exponent], each, auto("an index"))
    for index in (exponent, exponent + 1):
        each = fact(
            whole, [index], fact(put(claim, "i8", index), [], each, auto("k")), auto("k >= 1")
        )
    proof = induct(
        "i8",
        "1",
        claim,
        intro("", given()),
        step,
        have(EQUAL_SUMS, intro("e7", intro("", each)), then),
    )
    steps: list[tuple[Json, Node]] = []
    for label, cell in zip((LEFT, RIGHT), CELLS, strict=True):
        steps += [
            (_whole_powers(label), _whole_powers_script(label, cell)),
            (_whole_codes(label), _whole_codes_script(label)),
            (_whole_sums(label), _whole_sums_script(label)),
            (_digit(label), _digit_script(label)),
        ]
    return lemmas(steps, proof)


def packed_script() -> Node:
    return digits_known(moments_script())


# --- how large the code is -----------------------------------------------------------------------

LENGTH = statement(
    _SORTS,
    [n >= 1, c >= 1, *POWERS, CELLS[0], LARGE, *HORNER],
    conj(codes(LEFT, ONE) >= 0, codes(LEFT, ONE) < E(M, TOP)),
    {"a": 1, "E": 2, "h": 2},
)


def length_script() -> Node:
    """T_k <= M^i - 1 for k = 2 n + 1 - i: the digits are at most M - 1."""
    back, at, p, k = var("i8"), var("j8"), var("p6"), var("u8")
    power = E(M, back)

    def bound(index: Term, exponent: Term) -> Json:
        value = codes(LEFT, index)
        return conj(value >= 0, value <= E(M, exponent) - 1)

    def claim(exponent: Term, index: Term) -> Json:
        inside = implies(index.equals(TOP + 1 - exponent), bound(index, exponent))
        return implies(exponent <= TOP, every(index.json, "int", inside))

    value, rest, digit = codes(LEFT, at), codes(LEFT, at + 1), power_sum(LEFT, at)
    steps: list[tuple[Json, Node]] = [
        (M >= 1, split((M - 1).json, auto("M >= 1"), auto("M > 0"))),
        (p <= M - 1, split((M - 1 - p).json, auto("p <= M - 1"), auto("p < M"))),
        (M * rest >= 0, using(M >= 1, rest >= 0)),
        (M * (power - 1 - rest) >= 0, using(M >= 1, rest <= power - 1)),
        (value.equals(digit + M * rest), auto("its digit")),
    ]
    named = opened(_whole(digit), "p6", lemmas(steps, auto("one more")))
    digits_ = fact(_digit(LEFT), [at], named, auto("an index"))
    inner = fact(_whole_sums(LEFT), [at], digits_, auto("an index"))
    older = fact(claim(back, k).json[2], [at + 1], inner, auto("k + 1"))
    known = fact(claim(back, k), [], older, auto("i <= 2 n"))
    step = intro("", intro("j8", intro("", fact(POWERS[1], [M, back], known, given()))))
    base = intro("", intro("j8", intro("", fact(POWERS[0], [M], _no_codes(at)))))
    whole = every("i8", "int", implies(back >= 0, claim(back, k)))
    last = claim(TOP, k)
    end = fact(last, [], fact(last.json[2], [ONE], auto("M^(2 n) - 1"), auto("k = 1")), auto("2 n"))
    used = fact(whole, [TOP], end, auto("2 n >= 0"))
    proof = induct("i8", "0", claim(back, k), base, step, used)
    facts: list[tuple[Json, Node]] = [
        (_whole_powers(LEFT), _whole_powers_script(LEFT, CELLS[0])),
        (_whole_codes(LEFT), _whole_codes_script(LEFT)),
        (_whole_sums(LEFT), _whole_sums_script(LEFT)),
        (_digit(LEFT), _digit_script(LEFT)),
    ]
    return lemmas(facts, proof)


def _no_codes(at: Term) -> Node:
    """T_(2 n + 1) = 0."""
    upto = var("o6")
    sums = codes(LEFT, at, upto)
    x = LEFT(upto + 1)
    new = fact(HORNER[0], [x], same(code(at, x), code(TOP + 1, x), auto("0 + 0")))
    step = both_sums("unfold", [codes(LEFT, at, upto + 1)], new)
    base = both_sums("empty", [codes(LEFT, at, ZERO)], auto("empty sum"))
    whole = every("o6", "int", implies(upto >= 0, sums.equals(0)))
    used = fact(whole, [n], auto("0 <= 0"), auto("n >= 0"))
    return induct("o6", "0", sums.equals(0), base, step, used)
