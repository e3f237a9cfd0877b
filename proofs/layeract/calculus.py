"""Derivatives of LayerAct outputs along lines, from the definition of the derivative.

A *curve* is a term in one real variable; its derivative is taken at 0.  The two lemmas are about

    N(t) = (c + b t) / sqrt(V + p t + w t^2)      V > 0
    A(t) = (y + e t) s(N(t))                      s any function that is differentiable at N(0)

Every line of Section 3.1's backward pass is of this form: one input moved, mu moved, or sigma^2.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, TermSystem, app, conj, every, exists, implies, plain_json, var
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.library.vectors import every_real, fact, opened, put, shown_by
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    look,
    node,
    use,
)

S = TermSystem()
ZERO, ONE = S.const(0), S.const(1)
Curve = Callable[[Term], Term]
eta, delta, h = var("eta"), var("delta"), var("h")


def s(at: Term) -> Term:
    """The activation scale function, left open."""
    return app("s", at)


def ds(at: Term) -> Term:
    """Its derivative, a function of the same argument."""
    return app("ds", at)


def near(of: Curve, value: Term, bound: Term, size: Term) -> Json:
    """|of(h) - of(0) - value h| <= bound |h| for |h| < size."""
    gap = S.abs(of(h) - of(ZERO) - value * h) <= bound * S.abs(h)
    return every("h", "real", implies(S.abs(h) < size, gap))


def derivative(of: Curve, value: Term) -> Json:
    """``value`` is the derivative of ``of`` at 0."""
    small = exists("delta", "real", conj(delta > 0, near(of, value, eta, delta)))
    return every("eta", "real", implies(eta > 0, small))


def differentiable(point: Term, slope: Term) -> Json:
    """s has this derivative at the point."""
    return derivative(lambda at: s(point + at), slope)


def within(of: Curve, value: Term, bound: Term, name: str, then: Node) -> Node:
    """The derivative's delta for this eta > 0, under a name; then go on."""
    small = exists("delta", "real", conj(delta > 0, near(of, value, bound, delta)))
    return fact(derivative(of, value), [bound], opened(small, name, then), auto("eta > 0"))


def scalars(names: str) -> list[str]:
    """Names of a lemma's own variables, which no statement has."""
    return [f"{name}_" for name in names.split()]


def two_sided(value: Term, bound: Term) -> Json:
    """-bound <= value <= bound."""
    return conj(value <= bound, -value <= bound)


def absolute(value: Term, *facts: Json) -> Node:
    """A leaf from these facts in both cases of |value|."""
    return case(S.abs(value).json, *[using(*facts, recent=2)] * 2)


def lemma(names: str, premises: list[Json], show: Json, proof: Node, then: Node) -> Node:
    """A fact about real numbers of these names, proved once; then go on."""
    for _ in premises:
        proof = intro("", proof)
    order = scalars(names)
    for name in reversed(order):
        proof = intro(name, proof)
    return have(every_real(order, implies(*premises, show)), proof, then)


# --- scalar facts --------------------------------------------------------------------------------

_q, _q0, _p, _t, _w, _P, _W, _T, _G, _r, _Z, _D = (
    var(name) for name in scalars("q q0 p t w P W T G r Z D")
)
_X, _Y, _u, _v = (var(name) for name in scalars("X Y u v"))
#: X u <= Y v with 0 <= v <= u gives X <= Y
CANCEL = ([_X * _u <= _Y * _v, _v <= _u, _u > 0, _Y >= 0], _X <= _Y)
#: q0^2 q^2 D <= 2 q0^4 Z where q^2 <= 2 q0^2 and |D| <= Z
SCALED = (
    [_q > 0, _q0 > 0, _q * _q <= 2 * _q0 * _q0, _D <= _Z, _Z >= 0],
    _q0 * _q0 * (_q * _q) * _D <= 2 * _q0 * _q0 * (_q0 * _q0) * _Z,
)
REMAINDER = (
    [
        _q > 0,
        _q0 > 0,
        _q * _q <= 2 * _q0 * _q0,
        two_sided(_p, _P),
        two_sided(_w, _W),
        _T >= 0,
        (_t * _t).equals(_T * _T),
        two_sided(_t, _T),
        _G >= 0,
        two_sided(_q - _q0, _G * _T),
        (_r * (_q0 + _q)).equals(
            -(_q0 * _q0 * (_q * _q)) * _w * _t * _t
            - _p * _q0 * _q0 * _t * (_q - _q0) * (_q + _q0 / 2)
        ),
    ],
    two_sided(_r, (2 * _q0 * _q0 * _q0 * _W + _P * _q0 * _q0 * _G) * _T * _T),
)  #: the second order of 1/sqrt(V + p t + w t^2)


def _scaled() -> Node:
    return lemmas(
        [
            (_q0 * _q0 * (_q * _q) > 0, auto()),
            (_q0 * _q0 * (_q * _q) * _D <= _q0 * _q0 * (_q * _q) * _Z, auto()),
            (_q0 * _q0 * _Z * (_q * _q) <= _q0 * _q0 * _Z * (2 * _q0 * _q0), auto()),
        ],
        auto("scaled"),
    )


def _remainder() -> Node:
    WT, PGT, half = _W * (_T * _T), _P * _T * (_G * _T), _q0 * _q0 * (_q + _q0 / 2)
    square, whole = _q0 * _q0 * (_q * _q), _q0 * _q0 * (_q + _q0)
    inner = [
        (two_sided(_w * (_T * _T), WT), auto()),
        (square > 0, auto()),
        (WT >= 0, auto()),
        (two_sided(square * (_w * (_T * _T)), square * WT), auto()),
        (_q0 * _q0 * WT >= 0, auto()),
        (_q0 * _q0 * WT * (_q * _q) <= _q0 * _q0 * WT * (2 * _q0 * _q0), auto()),
    ]
    large = 2 * _q0 * _q0 * _q0 * _q0 * _W * _T * _T
    steps = [
        (_W >= 0, auto()),
        (_P >= 0, auto()),
        (two_sided(square * _w * _t * _t, large), lemmas(inner, auto("the part of w"))),
        (two_sided(_p * _t, _P * _T), auto()),
        (two_sided(_p * _t * (_q - _q0), PGT), auto()),
        (half > 0, auto()),
        (two_sided(half * (_p * _t * (_q - _q0)), half * PGT), auto()),
        (PGT >= 0, auto()),
        (half * PGT <= whole * PGT, auto()),
        (two_sided(_r * (_q0 + _q), large + whole * PGT), auto("both parts")),
        (_W * _T * _T * (_q0 * _q0 * _q0) >= 0, auto()),
        (large <= 2 * _q0 * _q0 * _q0 * _W * _T * _T * (_q0 + _q), auto()),
        (
            two_sided(
                _r * (_q0 + _q),
                (2 * _q0 * _q0 * _q0 * _W + _P * _q0 * _q0 * _G) * _T * _T * (_q0 + _q),
            ),
            auto(),
        ),
    ]
    return lemmas(steps, auto("divided by q0 + q"))


# --- N(t) ----------------------------------------------------------------------------------------

_c, _b, _V = (var(name) for name in scalars("c b V"))
C, room = var("C_"), var("room")


def normal(c: Term, b: Term, V: Term, p: Term, w: Term) -> Curve:
    """N(t) = (c + b t) / sqrt(V + p t + w t^2)."""
    return lambda t: (c + b * t) / S.sqrt(V + p * t + w * t * t)


def normal_slope(c: Term, b: Term, V: Term, p: Term) -> Term:
    """N'(0) = b q - c p q^3/2 with q = 1/sqrt(V)."""
    q = 1 / S.sqrt(V)
    return b * q - c * p * (q * q * q) / 2


_N = normal(_c, _b, _V, _p, _w)
_DN = normal_slope(_c, _b, _V, _p)
_SECOND = conj(
    _V + _p * h + _w * h * h > 0, two_sided(_N(h) - _c / S.sqrt(_V) - _DN * h, C * (h * h))
)
_ROOM = exists(
    "room", "real", conj(room > 0, every("h", "real", implies(S.abs(h) < room, _SECOND)))
)
#: N(t) = N(0) + N'(0) t up to C t^2, near 0
NORMAL = every_real(
    scalars("c b V p w"), implies(_V > 0, exists("C_", "real", conj(C >= 0, _ROOM)))
)


def _second(q0: Term, P: Term, W: Term) -> Term:
    return 2 * q0 * q0 * q0 * W + P * q0 * q0 * (2 * (q0 * q0 * q0) * (P + W))


def _constant(q0: Term, P: Term, W: Term, B: Term, A: Term) -> Term:
    """C, from q0 = 1/sqrt(V) and the sizes of p, w, b, c."""
    return B * (P * (q0 * q0 * q0)) + (A + B) * _second(q0, P, W)


_B, _A = (var(name) for name in scalars("B A"))
_Q = _V + _p * _t + _w * _t * _t
_SIZES = [
    two_sided(_p, _P),
    two_sided(_w, _W),
    _T >= 0,
    _T <= 1,
    (_t * _t).equals(_T * _T),
    two_sided(_t, _T),
]
POSITIVE = (
    [_q0 > 0, _P >= 0, _W >= 0, _B >= 0, _A >= 0],
    _constant(_q0, _P, _W, _B, _A) >= 0,
)
#: near 0 the radicand is at least V/2
ROOM = ([*_SIZES, _T * (2 * (_P + _W) + 1) <= _V], 2 * (_V + _p * _t + _w * _t * _t) >= _V)
#: q^2 <= 2 q0^2, from q^2 Q = 1 = q0^2 V and V <= 2 Q
SHORT = (
    [_q > 0, _q0 > 0, (_q * _q * _u).equals(1), (_q0 * _q0 * _V).equals(1), _V <= 2 * _u, _V > 0],
    _q * _q <= 2 * _q0 * _q0,
)
_r0 = S.sqrt(_u)
_i0 = 1 / _r0
INVERSE_ROOT = (
    [_u > 0],
    conj(_r0 > 0, _i0 > 0, (_i0 * _i0 * _u).equals(1), (1 / _u).equals(_i0 * _i0)),
)
SIZE: tuple[list[Json], Json] = (
    [],
    conj(S.abs(_t) >= 0, (_t * _t).equals(S.abs(_t) * S.abs(_t)), two_sided(_t, S.abs(_t))),
)
_SCALARS = "c b p w t V q0 q P W T B A"
EXPANSION = (
    [
        _q > 0,
        _q0 > 0,
        (_q * _q * _Q).equals(1),
        (_q0 * _q0 * _V).equals(1),
        2 * _Q >= _V,
        _V > 0,
        two_sided(_b, _B),
        two_sided(_c, _A),
        *_SIZES,
    ],
    two_sided(
        (_c + _b * _t) * _q - _c * _q0 - (_b * _q0 - _c * _p * (_q0 * _q0 * _q0) / 2) * _t,
        _constant(_q0, _P, _W, _B, _A) * (_t * _t),
    ),
)


def _positive() -> Node:
    steps = [
        (_q0 * _q0 * _q0 > 0, auto()),
        (2 * (_q0 * _q0 * _q0) * (_P + _W) >= 0, auto()),
        (_second(_q0, _P, _W) >= 0, auto()),
        ((_A + _B) * _second(_q0, _P, _W) >= 0, auto()),
        (_B * (_P * (_q0 * _q0 * _q0)) >= 0, auto()),
    ]
    return lemmas(steps, auto("C >= 0"))


def _room() -> Node:
    steps = [
        (_P >= 0, auto()),
        (_W >= 0, auto()),
        (_T * _T <= _T, auto()),
        (two_sided(_p * _t, _P * _T), auto()),
        (two_sided(_w * _t * _t, _W * (_T * _T)), auto()),
        (_W * (_T * _T) <= _W * _T, auto()),
    ]
    return lemmas(steps, auto("Q >= V/2"))


def _expansion() -> Node:
    M = _P + _W
    G = 2 * (_q0 * _q0 * _q0) * M
    second = _second(_q0, _P, _W)
    moved = _p * _t + _w * _t * _t
    rest = _q - _q0 + _p * _q0 * _q0 * _q0 * _t / 2
    value = (_c + _b * _t) * _q - _c * _q0 - (_b * _q0 - _c * _p * (_q0 * _q0 * _q0) / 2) * _t
    cube = _q0 * _q0 * _q0
    twice = -_b * _p * cube / 2 * (_t * _t)
    ends: list[tuple[Json, Node]] = [
        (two_sided(rest, second * (_t * _t)), auto()),
        (value.equals(twice + (_c + _b * _t) * rest), auto()),
        (_B >= 0, auto()),
        (_A >= 0, auto()),
        (two_sided(_b * _p, _B * _P), auto()),
        (_B * _P >= 0, auto()),
        (cube * (_t * _t) >= 0, auto()),
        (two_sided(_b * _p * (cube * (_t * _t)), _B * _P * (cube * (_t * _t))), auto()),
        (_B * _P * (cube * (_t * _t)) >= 0, auto()),
        (two_sided(_b * _t, _B), auto("|b t| <= |b|")),
        (two_sided(_c + _b * _t, _A + _B), auto()),
        (two_sided((_c + _b * _t) * rest, (_A + _B) * (second * (_t * _t))), auto("product")),
    ]
    third = known(
        REMAINDER,
        "r q q0 p t w P W T G",
        [rest, _q, _q0, _p, _t, _w, _P, _W, _T, G],
        lemmas(ends, auto("all together")),
    )
    cancelled = known(
        CANCEL,
        "X Y u v",
        [_q - _q0, G * _T, _q0 + _q, _q0],
        known(CANCEL, "X Y u v", [_q0 - _q, G * _T, _q0 + _q, _q0], third),
    )
    both = known(
        SCALED,
        "q q0 D Z",
        [_q, _q0, moved, M * _T],
        known(SCALED, "q q0 D Z", [_q, _q0, -moved, M * _T], cancelled),
    )
    product = -(_q0 * _q0 * (_q * _q)) * _w * _t * _t - _p * _q0 * _q0 * _t * (_q - _q0) * (
        _q + _q0 / 2
    )
    squares = ((_q0 - _q) * (_q0 + _q)).equals(_q0 * _q0 * (_q * _q) * moved)
    facts: list[tuple[Json, Node]] = [
        (_P >= 0, auto()),
        (_W >= 0, auto()),
        (_T * _T <= _T, auto()),
        (two_sided(_p * _t, _P * _T), auto()),
        (two_sided(_w * _t * _t, _W * (_T * _T)), auto()),
        (_W * (_T * _T) <= _W * _T, auto()),
        (two_sided(moved, M * _T), auto()),
        (M * _T >= 0, auto()),
        (squares, auto("difference of squares")),
        ((rest * (_q0 + _q)).equals(product), auto("the remainder")),
        (cube > 0, auto()),
        (G >= 0, auto("G >= 0")),
        (G * _T >= 0, auto("G T >= 0")),
    ]
    short = known(SHORT, "q q0 V u", [_q, _q0, _V, _Q], lemmas(facts, both))
    return short


def have_normal(then: Node) -> Node:
    """:data:`NORMAL`; then go on."""
    proof = intro("", _normal())
    for name in reversed(scalars("c b V p w")):
        proof = intro(name, proof)
    whole = have(NORMAL, proof, then)
    whole = lemma(_SCALARS, *EXPANSION, _expansion(), whole)
    whole = lemma("u", *INVERSE_ROOT, _inverse_root(), whole)
    whole = lemma("t", *SIZE, auto("|t|"), whole)
    whole = lemma("q0 P W B A", *POSITIVE, _positive(), whole)
    whole = lemma("p w t V P W T", *ROOM, _room(), whole)
    whole = lemma("q q0 V u", *SHORT, auto("short"), whole)
    whole = lemma("r q q0 p t w P W T G", *REMAINDER, _remainder(), whole)
    whole = lemma("q q0 D Z", *SCALED, _scaled(), whole)
    return lemma("X Y u v", *CANCEL, auto("cancel"), whole)


def known(fact_: tuple[list[Json], Json], names: str, at: list[Term], then: Node) -> Node:
    """Use a scalar fact that was proved by :func:`lemma` at these terms; premises are given."""
    order, premises = scalars(names), fact_[0]
    shape = every_real(order, implies(*premises, fact_[1]))

    def found(context: Context) -> Node:
        rest = len(context.rules)  # where the next implication, if any, will stand
        body = then
        for i in reversed(range(1, len(premises))):
            body = use(rest + i - 1, [], given(), body)
        proof = [given()] if premises else []
        number = context.rules.index(read_formula(shape.json, {}, context.functions))
        return use(number, [a.json for a in at], *proof, body)

    return look(found)


def _inverse_root() -> Node:
    r = S.sqrt(_u)
    steps: list[tuple[Json, Node]] = [(r > 0, auto()), (1 / r > 0, auto())]
    rooted = lemmas(steps, define((1 / _u).json, auto("u > 0"), auto("1/sqrt(u)")))
    return define(r.json, auto("u >= 0"), rooted)


def _normal() -> Node:
    t0 = var("t0")
    P, W, T, B, A = S.abs(_p), S.abs(_w), S.abs(t0), S.abs(_b), S.abs(_c)
    M = P + W
    r0 = S.sqrt(_V)
    q0 = 1 / r0
    Q = _V + _p * t0 + _w * t0 * t0
    q = 1 / S.sqrt(Q)
    size = S.minimum(ONE, _V / (2 * M + 1))
    constant = _constant(q0, P, W, B, A)
    at = [_c, _b, _p, _w, t0, _V, q0, q, P, W, T, B, A]
    bound = two_sided(_N(t0) - _c / r0 - _DN * t0, constant * (t0 * t0))
    ends = known(EXPANSION, _SCALARS, at, node("both", given(), using(bound)))
    rooted = known(INVERSE_ROOT, "u", [Q], known(INVERSE_ROOT, "u", [_V], ends))
    large = known(ROOM, "p w t V P W T", [_p, _w, t0, _V, P, W, T], auto("Q >= V/2"))
    inside: list[tuple[Json, Node]] = [
        (T <= 1, auto()),
        (T * (2 * M + 1) <= _V, auto("T (2 M + 1) <= V")),
        (2 * Q >= _V, large),
        (Q > 0, auto()),
    ]
    body = case(size.json, *[lemmas(inside, rooted)] * 2)
    body = intro("t0", intro("", known(SIZE, "t", [t0], body)))
    positive = case(size.json, auto(), auto("V/(2M+1) > 0"))
    radius = shown_by(size, node("both", positive, body))
    start: list[tuple[Json, Node]] = [
        (2 * M + 1 > 0, auto()),
        (_V / (2 * M + 1) > 0, auto()),
        (constant >= 0, known(POSITIVE, "q0 P W B A", [q0, P, W, B, A], auto("C >= 0"))),
    ]
    proof = lemmas(start, shown_by(constant, node("both", auto(), radius)))
    for value in (_p, _w, _b, _c):
        proof = known(SIZE, "t", [value], proof)
    return known(INVERSE_ROOT, "u", [_V], proof)


# --- A(t) ----------------------------------------------------------------------------------------

_y, _e, _k, _m, _H, _th, _E2, _eta = (var(name) for name in scalars("y e k m H th E2 eta0"))
_Ya, _Ea, _Ka = (var(name) for name in scalars("Ya Ea Ka"))
_OUTER = "y e k m H th t T C G E2 eta0 Ya Ea Ka"
_GAP = _y * (_k * _H + _th) + _e * _t * (_k * _H + _th) - _y * _k * _m * _t
_SMALL = _Ya * _Ka * C + _Ea * (_Ka + 1) * _G + 1
OUTER = (
    [
        two_sided(_H - _m * _t, C * (_T * _T)),
        two_sided(_H, _G * _T),
        two_sided(_th, _E2 * (_G * _T)),
        two_sided(_t, _T),
        _T >= 0,
        C >= 0,
        _G >= 0,
        _E2 >= 0,
        _E2 <= 1,
        two_sided(_y, _Ya),
        two_sided(_e, _Ea),
        two_sided(_k, _Ka),
        3 * (_E2 * (_Ya * _G + 1)) <= _eta,
        3 * (_T * _SMALL) <= _eta,
    ],
    two_sided(_GAP, _eta * _T),
)


def _outer() -> Node:
    GT, inner = _G * _T, _k * _H + _th
    first, second, third = _y * _k * (_H - _m * _t), _y * _th, _e * _t * inner
    CT = C * (_T * _T)
    b1, b2 = _Ya * _Ka * CT, _Ya * (_E2 * GT)
    b3 = _Ea * _T * ((_Ka + 1) * GT)
    YK = two_sided(_y * _k, _Ya * _Ka)
    sized = [(_Ya >= 0, auto()), (_Ea >= 0, auto()), (_Ka >= 0, auto()), (GT >= 0, auto())]

    def product(a: Term, p: Term, b: Term, q: Term) -> Node:
        return using(two_sided(a, p), two_sided(b, q), p >= 0, q >= 0)

    steps = [
        *sized,
        (CT >= 0, auto()),
        (_E2 * GT >= 0, auto()),
        (_E2 * GT <= GT, using(_E2 <= 1, GT >= 0)),
        (YK, product(_y, _Ya, _k, _Ka)),
        (_Ya * _Ka >= 0, using(_Ya >= 0, _Ka >= 0)),
        (two_sided(first, b1), product(_y * _k, _Ya * _Ka, _H - _m * _t, CT)),
        (two_sided(second, b2), product(_y, _Ya, _th, _E2 * GT)),
        (two_sided(_k * _H, _Ka * GT), product(_k, _Ka, _H, GT)),
        (
            two_sided(inner, (_Ka + 1) * GT),
            using(two_sided(_k * _H, _Ka * GT), two_sided(_th, _E2 * GT), _E2 * GT <= GT),
        ),
        ((_Ka + 1) * GT >= 0, using(_Ka >= 0, GT >= 0)),
        (_Ea * _T >= 0, using(_Ea >= 0, _T >= 0)),
        (two_sided(_e * _t, _Ea * _T), product(_e, _Ea, _t, _T)),
        (two_sided(third, b3), product(_e * _t, _Ea * _T, inner, (_Ka + 1) * GT)),
        (
            3 * (_E2 * (_Ya * _G + 1)) * _T <= _eta * _T,
            using(3 * (_E2 * (_Ya * _G + 1)) <= _eta, _T >= 0),
        ),
        (3 * (_T * _SMALL) * _T <= _eta * _T, using(3 * (_T * _SMALL) <= _eta, _T >= 0)),
        (_E2 * _T >= 0, using(_E2 >= 0, _T >= 0)),
        (_eta * _T >= 0, using(_eta >= 0, _T >= 0)),
        (b1 + b3 + _T * _T >= 0, auto()),
    ]
    steps.insert(0, (_eta >= 0, auto("eta >= 0")))
    bounds = [two_sided(first, b1), two_sided(second, b2), two_sided(third, b3)]
    ends = using(
        *bounds,
        3 * (_E2 * (_Ya * _G + 1)) * _T <= _eta * _T,
        3 * (_T * _SMALL) * _T <= _eta * _T,
        _E2 * _T >= 0,
        _eta * _T >= 0,
        b1 + b3 + _T * _T >= 0,
    )
    return lemmas(steps, ends)


def output(y: Term, e: Term, of_normal: Curve) -> Curve:
    """A(t) = (y + e t) s(N(t))."""
    return lambda t: (y + e * t) * s(of_normal(t))


def output_slope(y: Term, e: Term, c: Term, b: Term, V: Term, p: Term, k: Term) -> Term:
    """A'(0) = e s(N(0)) + y s'(N(0)) N'(0)."""
    return e * s(c / S.sqrt(V)) + y * k * normal_slope(c, b, V, p)


OUTPUT_NAMES = "y e c b V p w k"
_A_OF_T = output(_y, _e, _N)
_DA = output_slope(_y, _e, _c, _b, _V, _p, _k)
_POINT = _c / S.sqrt(_V)
#: A is differentiable at 0, whatever the numbers, if V > 0 and s is differentiable at N(0)
OUTPUT = ([_V > 0, differentiable(_POINT, _k)], derivative(_A_OF_T, _DA))


def have_output(then: Node) -> Node:
    """:data:`OUTPUT`; then go on."""
    whole = lemma(OUTPUT_NAMES, *OUTPUT, _output(), then)
    whole = lemma("T Z u", *SHRINK, auto("shrink"), whole)
    whole = lemma(_OUTER, *OUTER, _outer(), whole)
    return have_normal(lemma("t m T C H", *LINEAR, _linear(), whole))


_LINEAR_GIVEN = [
    two_sided(_H - _m * _t, C * (_t * _t)),
    (_t * _t).equals(_T * _T),
    two_sided(_t, _T),
    _T >= 0,
    _T <= 1,
    C >= 0,
]
#: |H| <= (|m| + C) T
LINEAR = (_LINEAR_GIVEN, two_sided(_H, (S.abs(_m) + C) * _T))
#: T u <= Z, from T < Z/u
SHRINK = ([_T < _Z / _u, _u > 0], _T * _u < _Z)


def _linear() -> Node:
    CT = C * (_t * _t)
    steps: list[tuple[Json, Node]] = [
        (_T * _T <= _T, auto()),
        (CT <= C * _T, auto()),
        (two_sided(_m, S.abs(_m)), auto()),
        (S.abs(_m) >= 0, auto()),
        (two_sided(_m * _t, S.abs(_m) * _T), auto()),
    ]
    return lemmas(steps, auto("|H|"))


def _output() -> Node:
    size, t0 = var("eta1"), var("t0")
    Y, E, Kk, T = S.abs(_y), S.abs(_e), S.abs(_k), S.abs(t0)
    C0, room0, delta1 = var("C0"), var("room0"), var("delta1")
    m = _DN
    G = S.abs(m) + C0
    E2 = S.minimum(ONE, size / (3 * (Y * G + 1)))
    small = Y * Kk * C0 + E * (Kk + 1) * G + 1
    caps = [room0, ONE, delta1 / (G + 1), size / (3 * small)]
    reach = S.minimum(S.minimum(caps[0], caps[1]), S.minimum(caps[2], caps[3]))
    curve: Curve = lambda at: s(_POINT + at)  # noqa: E731
    H = _N(t0) - _POINT
    th = curve(H) - curve(ZERO) - _k * H
    gap = _A_OF_T(t0) - _A_OF_T(ZERO) - _DA * t0
    outer = [_y, _e, _k, m, H, th, t0, T, C0, G, E2, size, Y, E, Kk]
    bound = two_sided(gap, size * T)
    end = lemmas([(bound, using(_put(OUTER[1], _OUTER, outer)))], absolute(gap, bound))
    theta = two_sided(th, E2 * (G * T))
    ends = known(OUTER, _OUTER, outer, end)
    near_s = near(curve, _k, E2, delta1)
    size_H = S.abs(H)
    known_theta = lemmas(
        [
            (size_H <= G * T, absolute(H, two_sided(H, G * T))),
            (E2 * size_H <= E2 * (G * T), using(size_H <= G * T, E2 >= 0)),
            (two_sided(th, E2 * size_H), using(S.abs(th) <= E2 * size_H, *_absolutes(th))),
            (theta, using(two_sided(th, E2 * size_H), E2 * size_H <= E2 * (G * T))),
        ],
        ends,
    )
    close = have(
        size_H < delta1,
        absolute(H, two_sided(H, G * T), T * (G + 1) < delta1, T >= 0),
        fact(near_s, [H], known_theta, given()),
    )
    bounds = S.minimum(caps[0], caps[1]), S.minimum(caps[2], caps[3]), reach
    below: Node = auto("below each")
    positive: Node = auto("reach > 0")
    for cap in bounds:
        below, positive = case(cap.json, below, below), case(cap.json, positive, positive)
    inside = [(conj(T < room0, T < 1, T < caps[2], T < caps[3]), below), (T <= 1, using(T < 1))]
    small_T = known(SHRINK, "T Z u", [T, size, 3 * small], close)
    small_T = known(SHRINK, "T Z u", [T, delta1, G + 1], small_T)
    second = every("h", "real", implies(S.abs(h) < room0, put(_SECOND, "C_", C0)))
    linear = known(LINEAR, "t m T C H", [t0, m, T, C0, H], small_T)
    square: list[tuple[Json, Node]] = [
        (
            two_sided(H - m * t0, C0 * (T * T)),
            using(two_sided(_N(t0) - _POINT - m * t0, C0 * (t0 * t0)), C0 >= 0,
                  (t0 * t0).equals(T * T)),
        )
    ]  # fmt: skip
    body = fact(second, [t0], lemmas(square, linear), given())
    body = known(SIZE, "t", [t0], lemmas(inside, body))
    proof = intro("t0", intro("", body))
    shown = shown_by(reach, node("both", positive, proof))
    facts: list[tuple[Json, Node]] = [
        (3 * small > 0, auto("small > 0")),
        (caps[3] > 0, auto("eta/small > 0")),
        (caps[2] > 0, auto("delta/(G + 1) > 0")),
    ]
    located = within(curve, _k, E2, "delta1", lemmas(facts, shown))
    at_start: list[tuple[Json, Node]] = [
        (G >= 0, auto("G >= 0")),
        (G + 1 > 0, using(G >= 0)),
        (Y * G >= 0, auto("Y G >= 0")),
        (3 * (Y * G + 1) > 0, using(Y * G >= 0)),
        (size / (3 * (Y * G + 1)) > 0, auto("quotient > 0")),
        (E2 > 0, case(E2.json, auto(), auto())),
        (E2 >= 0, using(E2 > 0)),
        (E2 <= 1, auto("E2 <= 1")),
        (3 * (E2 * (Y * G + 1)) <= size, case(E2.json, auto(), auto("E2 (Y G + 1) = eta/3"))),
        (Y * Kk * C0 >= 0, auto()),
        (E * (Kk + 1) >= 0, auto()),
        (E * (Kk + 1) * G >= 0, using(E * (Kk + 1) >= 0, G >= 0)),
    ]
    begun = intro("eta1", intro("", lemmas(at_start, located)))
    for value in (_y, _e, _k, m):
        begun = known(SIZE, "t", [value], begun)
    opened_room = opened(put(_ROOM, "C_", C0), "room0", begun)
    constants = opened(_NORMAL_AT, "C0", opened_room)
    at = [_c, _b, _V, _p, _w]
    normal_at = known(([_V > 0], _NORMAL_AT), "c b V p w", at, constants)
    return known(INVERSE_ROOT, "u", [_V], normal_at)


_NORMAL_AT = exists("C_", "real", conj(C >= 0, _ROOM))


def _absolutes(value: Term) -> list[Json]:
    """What is known of |value| where it is written."""
    return [value <= S.abs(value), -value <= S.abs(value)]


def _put(formula: Json, names: str, at: list[Term]) -> Json:
    """The formula with these terms for the names, all at once."""
    formula = plain_json(formula)
    table = {name: term.json for name, term in zip(scalars(names), at, strict=True)}

    def replaced(part: Json) -> Json:
        if isinstance(part, list):
            return [replaced(p) for p in part]
        return table.get(part, part)

    return replaced(formula)
