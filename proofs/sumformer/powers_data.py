"""Exact data for x^e and e!, and for the code by power sums: functions of the kernel's language.

    x^e = s |x|^e,   |x|^e = exp(e log |x|) for x != 0,   e! = exp(log 1 + ... + log e),

with the sign s = 1 - 2 (e - 2 floor(e/2)) for x < 0.  At x = 0 it is 1 for e = 0, and else 0.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, every, implies, total, var
from proofs.library.exponential import EXP_MONOTONE, axiom, have_exp
from proofs.library.vectors import S, both_sums, fact, shown_by
from proofs.trees.leaves import using
from proofs.trees.script import Node, auto, case, define, have, intro, lemmas, node, split

Functions = dict[str, tuple[tuple[str, ...], Json]]
ZERO, ONE = S.const(0), S.const(1)


def _size(base: Term) -> Term:
    """|x|, and 1 for x = 0."""
    return S.abs(base) + 1 - S.abs(S.sign(base))


def _sign(base: Term, exponent: Term) -> Term:
    """The sign of x^e."""
    sign, parity = S.sign(base), exponent - 2 * S.floor(exponent / 2)
    zero = 1 - S.abs(sign)
    return zero * (1 - S.abs(S.sign(exponent))) + (1 - zero) * (1 - (1 - sign) * parity)


def power(base: Term, exponent: Term) -> Term:
    """x^e for every real x and natural e, with 0^0 = 1."""
    return _sign(base, exponent) * S.exp(exponent * S.log(_size(base)))


def factorial(number: Term) -> Term:
    """e! for natural e."""
    return S.exp(total("k", 1, number, S.log(var("k"))))


POWER: Functions = {"E": (("x", "e"), power(var("x"), var("e")).json)}
FACTORIAL: Functions = {"F": (("e",), factorial(var("e")).json)}


def _positive(base: Term, then: Node) -> Node:
    """|x| + 1 - |sign x| > 0, so that its logarithm is defined; then go on."""
    sign, size = S.sign(base), _size(base)
    inner = case(S.abs(base).json, auto("|x| > 0"), auto("|x| > 0"))
    each = case(S.abs(sign).json, inner, inner)
    shown = have(size > 0, case(sign.json, each, each, each), then)
    return shown


def _logarithm(base: Term, then: Node) -> Node:
    return _positive(base, define(S.log(_size(base)).json, auto("positive"), then))


def first_power() -> Node:
    """x^0 = 1."""
    base = var("x0")
    known = [
        (S.floor(ZERO).equals(0), split(S.floor(ZERO).json, auto("floor 0"), auto("floor 0"))),
        (S.abs(S.sign(ZERO)).equals(0), auto("sign 0")),
    ]
    last = lemmas(known, axiom("exp-sum", [ZERO, ZERO], _by_sign(base, auto("x^0"))))
    return intro("x0", _logarithm(base, last))


def _by_sign(base: Term, leaf: Node) -> Node:
    """Where sign x, its absolute value and |x| are known."""
    inner = case(S.abs(base).json, leaf, leaf)
    each = case(S.abs(S.sign(base)).json, inner, inner)
    return case(S.sign(base).json, each, each, each)


def more_powers() -> Node:
    """x^(e + 1) = x x^e."""
    return intro("x0", intro("e0", intro("", more_of(var("x0"), var("e0")))))


def more_of(base: Term, exponent: Term) -> Node:
    """The same for these, where e >= 0 is known."""
    half, next_half = S.floor(exponent / 2), S.floor((exponent + 1) / 2)
    log = S.log(_size(base))
    old, new = S.exp(exponent * log), S.exp((exponent + 1) * log)
    there = S.sign(exponent + 1)
    even = have(half * 2 <= exponent, auto("floor"), _next_half(half, next_half, exponent))
    one = case(there.json, auto("e + 1 > 0"), auto("e + 1 > 0"), auto("e + 1 > 0"))
    size = case(S.abs(there).json, auto("1"), auto("1"))
    product = axiom("exp-sum", [exponent * log, log], auto("exp(e log x + log x)"))
    steps: list[tuple[Json, Node]] = [
        (next_half.equals(exponent - half), even),
        (there.equals(1), one),
        (S.abs(there).equals(1), size),
        (S.exp(log).equals(_size(base)), axiom("exp-log", [_size(base)], auto("x"), premises=1)),
        (new.equals(old * _size(base)), have(S.exp(log).equals(_size(base)), auto(), product)),
    ]
    facts = [steps[0][0], steps[2][0], steps[4][0]]
    sign, magnitude = S.sign(base), S.abs(base)

    def leaf(value: int) -> Node:
        size_ = {1: base, 0: S.const(0), -1: -base}[value]
        known: list[tuple[Json, Node]] = [
            (S.abs(sign).equals(abs(value)), auto("|sign x|")),
            (magnitude.equals(size_), auto("|x|")),
        ]
        if value == 0:
            known.append((base.equals(0), auto("x = 0")))
        relations = [sign.equals(value), *(formula for formula, _ in known)]
        return lemmas(known, using(*facts, *relations))

    def branch(value: int) -> Node:
        inner = leaf(value)
        return case(S.abs(sign).json, *[case(magnitude.json, inner, inner)] * 2)

    whole = case(sign.json, branch(1), branch(0), branch(-1))
    return _logarithm(base, lemmas(steps, whole))


def _next_half(half: Term, next_half: Term, exponent: Term) -> Node:
    """floor((e + 1)/2) = e - floor(e/2)."""
    odd = exponent - 2 * half

    def at(value: int) -> Node:
        goal = next_half.equals(half + value)
        low = split((next_half - half - value).json, auto("floor"), auto("floor"))
        high = split((half + value - next_half).json, auto("floor"), auto("floor"))
        shown = have(goal, node("both", high, low), auto("the next half"))
        return have(odd.equals(value), node("both", *[auto("parity")] * 2), shown)

    return split((odd - 1).json, split((odd - 2).json, auto("floor"), at(1)), at(0))


def first_factorial() -> Node:
    """0! = 1."""
    sums = [total("k", 1, 0, S.log(var("k")))]
    return both_sums("empty", sums, axiom("exp-sum", [ZERO, ZERO], auto("0!")))


def more_factorials() -> Node:
    """(e + 1)! = (e + 1) e!."""
    number = var("e0")
    high = number + 1
    log = S.log(high)
    old, new = (total("k", 1, at, S.log(var("k"))) for at in (number, high))
    ends = auto("equal powers")
    for pair in ((old + log, new), (new, old + log)):
        ends = fact(EXP_MONOTONE, list(pair), ends, auto("equal exponents"))
    equal = S.exp(new).equals(S.exp(old + log))
    value = axiom("exp-log", [high], axiom("exp-sum", [old, log], auto("(e + 1)!")), premises=1)
    inner = both_sums("unfold", [new], have(equal, ends, value))
    return intro("e0", intro("", have_exp(define(log.json, auto("e + 1 > 0"), inner))))


_x, _e = var("x"), var("e")
#: x^0 = 1 and x^(e + 1) = x x^e, of these terms
FACTS = [
    every("x", "real", power(_x, ZERO).equals(1)),
    every(
        "x",
        "real",
        every("e", "int", implies(_e >= 0, power(_x, _e + 1).equals(_x * power(_x, _e)))),
    ),
]


def powers_known(then: Node) -> Node:
    """FACTS; then go on."""
    return lemmas([(FACTS[0], first_power()), (FACTS[1], more_powers())], then)


def power_known(base: Term, exponent: int, then: Node) -> Node:
    """x^exponent by its recursion, where FACTS are known; then go on."""
    for e in reversed(range(exponent)):
        then = fact(FACTS[1], [base, S.const(e)], then, auto("e >= 0"))
    return fact(FACTS[0], [base], then)


# --- one token in one cell -----------------------------------------------------------------------

_i, _u, _v, _m, _t = (var(name) for name in ("i", "u", "v", "m", "t"))


def _root(value: Term) -> Term:
    """1 for v = 0, and 0 elsewhere: never v."""
    return 1 - S.abs(S.sign(value))


#: n = c = M = 1: h(1, u) = u + u^2, h(2, u) = u^2, h(3, u) = 0, and (t - r)^m
ONE_CELL: Functions = {
    **POWER,
    "a": (("j",), "0"),
    "b": (("j",), "0"),
    "h": (
        ("i", "u"),
        ((1 - (_i - 1) * (_i - 2) / 2) * _u * _u + (2 - _i) * (3 - _i) / 2 * _u).json,
    ),
    "r": (("v", "m"), _root(_v).json),
    "Q": (("v", "m", "t"), power(_t - _root(_v), _m).json),
}


def _cell() -> Node:
    return intro("j0", intro("", shown_by(ZERO, auto("cell 0"))))


def _large() -> Node:
    """0^e = 0 0^(e - 1) < 1."""
    at = var("e0")
    zero = fact(FACTS[1], [ZERO, at - 1], auto("0 < 1"), auto("e >= 1"))
    return powers_known(intro("e0", intro("", zero)))


#: x^e = 1 for an e that is known to be 0
_ZEROTH = every("x", "real", every("e", "int", implies(_e.equals(0), power(_x, _e).equals(1))))


def _zeroth() -> Node:
    base, e = var("x0"), var("e0")
    half, sign = S.floor(e / 2), S.sign(e)
    exponent = e * S.log(_size(base))
    ends = auto("e^0")
    for pair in ((exponent, ZERO), (ZERO, exponent)):
        ends = fact(EXP_MONOTONE, list(pair), ends, auto("equal exponents"))
    known: list[tuple[Json, Node]] = [
        (sign.equals(0), case(sign.json, *[auto("sign 0")] * 3)),
        (S.abs(sign).equals(0), case(S.abs(sign).json, *[auto("0")] * 2)),
        (half.equals(0), split(half.json, split((half - 1).json, *[auto("floor")] * 2), auto())),
        (S.exp(exponent).equals(1), have_exp(ends)),
    ]
    facts = [formula for formula, _ in known]
    end = using(*facts, e.equals(0))
    return intro("x0", intro("e0", intro("", _logarithm(base, lemmas(known, end)))))


def _horner() -> Node:
    """u + u^2 and u^2."""
    base, at = var("u0"), var("i0")

    def digit(number: int) -> Node:
        proof = auto("a digit")
        for e in range(number):
            proof = fact(FACTS[1], [base, at - number + e], proof, auto("e >= 0"))
        return fact(_ZEROTH, [base, at - number], proof, auto("e = 0"))

    each = node("finite", digit(1), digit(2), on="i0", **{"from": 1, "to": 2})
    shown = have(_ZEROTH, _zeroth(), intro("u0", intro("i0", intro("", each))))
    return powers_known(shown)


def _empty_product() -> Node:
    shift = var("t0") - _root(var("v0"))
    return powers_known(intro("v0", intro("t0", fact(FACTS[0], [shift], auto("1")))))


def _longer_product() -> Node:
    at, shift = var("m0"), var("t0") - _root(var("v0"))
    more = fact(FACTS[1], [shift, at], auto("one more factor"), auto("m >= 0"))
    return powers_known(intro("v0", intro("t0", intro("m0", intro("", more)))))


def _at(value: Term, leaf: Node) -> Node:
    sign = S.sign(value)
    each = case(S.abs(sign).json, leaf, leaf)
    return case(sign.json, each, each, each)


def _no_root() -> Node:
    return intro("v0", intro("m0", _at(var("v0"), auto("not v"))))


def _is_root() -> Node:
    return intro("v0", intro("j0", intro("", intro("", _at(var("v0"), auto("0 is a root"))))))


CODE_GIVENS: dict[int, Callable[[], Node]] = {
    2: first_power,
    3: more_powers,
    4: _cell,
    5: _cell,
    6: _large,
    8: _horner,
    10: _empty_product,
    11: _longer_product,
    12: _no_root,
    13: _is_root,
    14: _is_root,
}
"""For the hypotheses of :data:`proofs.sumformer.code.packed.PACKED`."""
