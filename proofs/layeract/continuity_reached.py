"""layeract.continuity.anywhere: jumps, and one of the scale that some n_i reaches."""

from __future__ import annotations

from collections.abc import Callable

from constructions.layeract import layer_act
from constructions.layers import Dense
from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.layeract.calculus import ONE, S, known, lemma, two_sided
from proofs.layeract.saturation import LEFT_OPEN
from proofs.layeract.sums import alpha, s
from proofs.library.vectors import fact, opened, put, shown_by
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    by_scalars,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
    statement,
)
from proofs.trees.script import same as same_argument

c, p, q, r, h, eta, delta = (var(name) for name in ("c", "p", "q", "r", "h", "eta", "delta"))


def jumps(of: Callable[[Term], Term], at: Term) -> Json:
    """The function is not continuous at this point."""
    far = S.abs(of(h) - of(at)) >= eta
    some = exists("h", "real", conj(S.abs(h - at) < delta, far))
    every_delta = every("delta", "real", implies(delta > 0, some))
    return exists("eta", "real", conj(eta > 0, every_delta))


def pair(one: Term, other: Term) -> Term:
    """The first output of a layer of two elements, Eq. 6."""
    value: Term = layer_act(S, LEFT_OPEN, Dense((one, other), S), alpha).head[0]
    return value


_NEAR = conj(S.abs(h - p) < delta, S.abs(r - q) < delta)
_FAR = S.abs(pair(h, r) - pair(p, q)) >= eta
_SOME = exists("h", "real", exists("r", "real", conj(_NEAR, _FAR)))
#: the first output of a layer of two elements is not continuous, in both inputs together
OUTPUT_JUMPS = exists(
    "p",
    "real",
    exists(
        "q",
        "real",
        exists("eta", "real", conj(eta > 0, every("delta", "real", implies(delta > 0, _SOME)))),
    ),
)
JUMP = jumps(s, c)
STATEMENT = statement(
    {"alpha": "real", "c": "real"}, [alpha > 0, c > -1, c < 1, JUMP], OUTPUT_JUMPS, {"s": 1}
)

A = S.sqrt(alpha)


def root_of(t: Term) -> Term:
    """sqrt(1 - t^2)."""
    return S.sqrt(1 - t * t)


def gap_of(t: Term) -> Term:
    """Half the difference of two inputs with n_1 = t: sqrt(alpha) t / sqrt(1 - t^2)."""
    return A * (t * (1 / root_of(t)))


_NAMES = "h c b d p q P T"
_h, _c, _b, _d, _p, _q, _P, _T = (var(f"{name}_") for name in _NAMES.split(" "))
#: h/b - c/d for b^2 = 1 - h^2 and d^2 = 1 - c^2, where 1/b and 1/d are at most P
CLOSE = (
    [
        two_sided(_h - _c, _T),
        _T >= 0,
        _b > 0,
        _d > 0,
        (_b * _b).equals(1 - _h * _h),
        (_d * _d).equals(1 - _c * _c),
        (_p * _b).equals(1),
        (_q * _d).equals(1),
        _p > 0,
        _q > 0,
        _p <= _P,
        _q <= _P,
        two_sided(_h, ONE),
        two_sided(_c, ONE),
    ],
    two_sided(_h * _p - _c * _q, _T * (_P + _P * _P * _P)),
)


def _close() -> Node:
    """h p - c q = (h - c) p + c (p - q), p - q = p q (d - b), d - b = (h^2 - c^2)/(b + d)."""
    gap, turn = _d - _b, _h + _c
    wide = (_b + _d) * _P
    moved = (_h - _c) * turn
    drift = _P * _P * (_T * _P)
    steps: list[tuple[Json, Node]] = [
        (_P > 0, using(_p > 0, _p <= _P)),
        (_b * _P >= 1, using((_p * _b).equals(1), _p <= _P, _b > 0)),
        (_d * _P >= 1, using((_q * _d).equals(1), _q <= _P, _d > 0)),
        (two_sided(turn, 2 * ONE), using(two_sided(_h, ONE), two_sided(_c, ONE))),
        (
            two_sided(moved, 2 * _T),
            using(two_sided(turn, 2 * ONE), two_sided(_h - _c, _T), _T >= 0),
        ),
        (
            (gap * (_b + _d)).equals(moved),
            using((_b * _b).equals(1 - _h * _h), (_d * _d).equals(1 - _c * _c)),
        ),
        (
            two_sided(gap * (_b + _d), 2 * _T),
            using((gap * (_b + _d)).equals(moved), two_sided(moved, 2 * _T)),
        ),
        (two_sided(gap * wide, 2 * _T * _P), using(two_sided(gap * (_b + _d), 2 * _T), _P > 0)),
        (wide >= 2, using(_b * _P >= 1, _d * _P >= 1)),
        (_T * _P >= 0, using(_T >= 0, _P > 0)),
        (two_sided(gap, _T * _P), _halved(gap, wide)),
        (_p * _q > 0, using(_p > 0, _q > 0)),
        (_p * _q <= _P * _P, using(_p > 0, _q > 0, _p <= _P, _q <= _P)),
        ((_p - _q).equals(_p * _q * gap), using((_p * _b).equals(1), (_q * _d).equals(1))),
        (_p * _q * (_T * _P) <= drift, using(_p * _q <= _P * _P, _T * _P >= 0)),
        (two_sided(_p * _q * gap, drift), _scaled(gap, drift)),
        (
            two_sided(_p - _q, drift),
            using((_p - _q).equals(_p * _q * gap), two_sided(_p * _q * gap, drift)),
        ),
        (drift >= 0, using(_p * _q * (_T * _P) <= drift, _p * _q > 0, _T * _P >= 0)),
        (
            two_sided(_c * (_p - _q), drift),
            using(two_sided(_c, ONE), two_sided(_p - _q, drift), drift >= 0),
        ),
        (_T * _p <= _T * _P, using(_T >= 0, _p <= _P)),
        (two_sided((_h - _c) * _p, _T * _p), using(two_sided(_h - _c, _T), _p > 0)),
    ]
    facts = [
        two_sided((_h - _c) * _p, _T * _p),
        _T * _p <= _T * _P,
        two_sided(_c * (_p - _q), drift),
    ]
    return lemmas(steps, using(*facts))


def _halved(gap: Term, wide: Term) -> Node:
    """g w <= 2 x with w >= 2 and x >= 0 gives g <= x."""
    g, w, x = (var(name) for name in ("g8", "w8", "x8"))
    values = {"g8": gap, "w8": wide, "x8": _T * _P}
    shown = by_scalars(values, [two_sided(g * w, 2 * x), w >= 2, x >= 0], two_sided(g, x))
    return have(two_sided(gap * wide, 2 * (_T * _P)), given(), shown)


def _scaled(gap: Term, drift: Term) -> Node:
    """z (p q) is at most x (p q) for |z| <= x, and that at most the drift."""
    x = _T * _P
    inner = two_sided(_p * _q * gap, _p * _q * x)
    first = using(two_sided(gap, x), _p * _q > 0)
    return have(inner, first, using(inner, _p * _q * x <= drift))


def output_known(t: Term, then: Node) -> Node:
    """The first output of (1, 1 - 2 g) is s(t), where 1 - t^2 > 0 and sqrt(alpha) are known."""
    b, inverse, g = root_of(t), 1 / root_of(t), gap_of(t)
    out = pair(ONE, 1 - 2 * g)
    normed = Term(out.json[2][2])
    root = Term(normed.json[2])
    radicand = Term(root.json[1])
    length = A * inverse
    steps: list[tuple[Json, Node]] = [
        (length > 0, using(A > 0, inverse > 0)),
        (
            (inverse * inverse * (t * t)).equals(inverse * inverse - 1),
            using((b * b).equals(1 - t * t), (inverse * b).equals(1)),
        ),
        (
            (g * g + alpha).equals(length * length),
            using(
                (A * A).equals(alpha), (inverse * inverse * (t * t)).equals(inverse * inverse - 1)
            ),
        ),
        (radicand.equals(length * length), using((g * g + alpha).equals(length * length))),
        (length * length > 0, using(length > 0)),
        (radicand > 0, using(radicand.equals(length * length), length * length > 0)),
    ]
    rooted: list[tuple[Json, Node]] = [
        (
            (root * root).equals(length * length),
            using((root * root).equals(radicand), radicand.equals(length * length)),
        ),
        (root.equals(length), _equal_roots(root, length)),
        (root > 0, using(root.equals(length), length > 0)),
        ((normed * root).equals(g), auto("n r = g")),
        (
            (normed * length).equals(t * length),
            using((normed * root).equals(g), root.equals(length)),
        ),
        (normed.equals(t), _cancelled(normed, t, length)),
    ]
    equal = same_argument(s(normed), s(t), have(out.equals(s(t)), auto("the output"), then))
    return lemmas(steps, define(root.json, given(), lemmas(rooted, equal)))


def _equal_roots(one: Term, two: Term) -> Node:
    a, b = var("a8"), var("b8")
    premises = [a >= 0, b > 0, (a * a).equals(b * b)]
    return by_scalars({"a8": one, "b8": two}, premises, a.equals(b))


def _cancelled(one: Term, two: Term, factor: Term) -> Node:
    a, b, x = var("a8"), var("b8"), var("x8")
    values = {"a8": one, "b8": two, "x8": factor}
    return by_scalars(values, [x > 0, (a * x).equals(b * x)], a.equals(b))


def inside(t: Term, then: Node) -> Node:
    """The root of 1 - t^2 > 0 and its inverse; then go on."""
    b = root_of(t)
    inverse = have(1 / b > 0, using(b > 0, (1 / b * b).equals(1)), then)
    known_ = [((b * b).equals(1 - t * t), given()), (b > 0, _positive(b, 1 - t * t))]
    return define(
        b.json, using(1 - t * t > 0), lemmas(known_, define((1 / b).json, given(), inverse))
    )


def _positive(root: Term, radicand: Term) -> Node:
    return using(radicand > 0, root >= 0, (root * root).equals(radicand))


def script() -> Node:
    """p = 1 and q = 1 - 2 g, where n_1 = c; near it is (1, 1 - 2 g'), where n_1 = h."""
    e1, d1, h1 = var("e1"), var("delta1"), var("h1")
    beta = (1 - S.abs(c)) / 2
    P = 1 / beta
    steep = 2 * (A * (P + P * P * P)) + 1
    reach = S.minimum(beta, d1 / steep)
    rule = put(JUMP[3][2], "eta", e1)
    near = put(rule[3][2], "delta", reach)
    b, b0 = root_of(h1), root_of(c)
    T = d1 / steep
    apart = h1 * (1 / b) - c * (1 / b0)
    whole = S.abs(1 - 2 * gap_of(h1) - (1 - 2 * gap_of(c)))
    lies = two_sided(apart, T * (P + P * P * P))
    bound = two_sided(A * apart, A * (T * (P + P * P * P)))
    second = lemmas(
        [
            (bound, using(lies, A > 0)),
            ((T * steep).equals(d1), auto("T")),
            (2 * (A * (T * (P + P * P * P))) < d1, using((T * steep).equals(d1), T > 0)),
        ],
        case(whole.json, *[using(bound, 2 * (A * (T * (P + P * P * P))) < d1, recent=2)] * 2),
    )
    out, still = pair(ONE, 1 - 2 * gap_of(h1)), pair(ONE, 1 - 2 * gap_of(c))
    jump = S.abs(s(h1) - s(c)) >= e1
    equal = [out.equals(s(h1)), still.equals(s(c)), jump]
    size = S.abs(s(h1) - s(c))
    turned = case(size.json, *[using(*equal, e1 > 0, recent=8)] * 2)
    far = case(S.abs(out - still).json, turned, turned)
    close = have(S.abs(ONE - ONE).equals(0), auto(), using(S.abs(ONE - ONE).equals(0), d1 > 0))
    shown = shown_by(
        ONE, shown_by(1 - 2 * gap_of(h1), node("both", node("both", close, second), far))
    )
    values = [h1, c, b, b0, 1 / b, 1 / b0, P, T]
    ends: list[tuple[Json, Node]] = [
        (two_sided(h1 - c, T), case(S.abs(h1 - c).json, *[_least(reach, auto("near"))] * 2)),
        (two_sided(h1 - c, beta), case(S.abs(h1 - c).json, *[_least(reach, auto("near"))] * 2)),
        (two_sided(c, 1 - 2 * beta), case(S.abs(c).json, *[auto("|c|")] * 2)),
        (two_sided(h1, 1 - beta), using(two_sided(h1 - c, beta), two_sided(c, 1 - 2 * beta))),
        (two_sided(h1, ONE), using(two_sided(h1, 1 - beta), beta > 0)),
        (two_sided(c, ONE), using(two_sided(c, 1 - 2 * beta), beta > 0)),
        (beta <= 1, case(S.abs(c).json, auto(), auto())),
        (1 - h1 * h1 >= beta * beta, _room(h1, beta, 1 - beta)),
        (beta * beta > 0, using(beta > 0)),
        (1 - h1 * h1 > 0, using(1 - h1 * h1 >= beta * beta, beta * beta > 0)),
    ]
    bounds: list[tuple[Json, Node]] = [
        (b >= beta, _root_above(b, beta, 1 - h1 * h1)),
        (1 / b <= P, _inverse_below(b, beta, P)),
        (lies, known(CLOSE, _NAMES, values, given())),
    ]
    proof = output_known(h1, lemmas(bounds, shown))
    body = opened(near, "h1", lemmas(ends, inside(h1, proof)))
    positive = _least(reach, using(beta > 0, T > 0, recent=3))
    used = fact(rule, [reach], body, positive)
    start: list[tuple[Json, Node]] = [(T > 0, auto("T > 0")), (T >= 0, using(T > 0))]
    reached = define(T.json, given(), lemmas(start, used))
    each = intro("delta1", intro("", reached))
    there = shown_by(ONE, shown_by(1 - 2 * gap_of(c), shown_by(e1, node("both", given(), each))))
    first: list[tuple[Json, Node]] = [
        (b0 >= beta, _root_above(b0, beta, 1 - c * c)),
        (1 / b0 <= P, _inverse_below(b0, beta, P)),
    ]
    ready = opened(JUMP, "e1", output_known(c, lemmas(first, there)))
    sizes: list[tuple[Json, Node]] = [
        (S.abs(c) < 1, case(S.abs(c).json, auto(), auto())),
        (S.abs(c) >= 0, case(S.abs(c).json, auto(), auto())),
        (beta > 0, using(S.abs(c) < 1)),
        (two_sided(c, 1 - 2 * beta), case(S.abs(c).json, *[auto("|c|")] * 2)),
        (beta <= 1, using(S.abs(c) >= 0)),
        (1 - c * c >= beta * beta, _room(c, beta, 1 - 2 * beta)),
        (beta * beta > 0, using(beta > 0)),
        (1 - c * c > 0, using(1 - c * c >= beta * beta, beta * beta > 0)),
    ]
    inverse: list[tuple[Json, Node]] = [
        ((P * beta).equals(1), given()),
        (P > 0, using((P * beta).equals(1), beta > 0)),
        (P * P * P > 0, auto("P^3 > 0")),
        (A * (P + P * P * P) > 0, auto("A > 0")),
        (steep > 0, using(A * (P + P * P * P) > 0)),
    ]
    known_a = [
        ((A * A).equals(alpha), given()),
        (A > 0, using(alpha > 0, A >= 0, (A * A).equals(alpha))),
    ]
    rooted = define(A.json, using(alpha > 0), lemmas(known_a, lemmas(inverse, inside(c, ready))))
    proof = lemmas(sizes, define(P.json, given(), rooted))
    return lemma(_NAMES, *CLOSE, _close(), proof)


def _least(reach: Term, then: Node) -> Node:
    """The two cases of a minimum."""
    return case(reach.json, then, then)


def _room(t: Term, beta: Term, bound: Term) -> Node:
    """1 - t^2 >= beta^2 where |t| <= 1 - beta, or 1 - 2 beta, and 0 < beta <= 1."""
    x, y = var("x8"), var("y8")
    limit = 1 - y if (1 - beta).json == bound.json else 1 - 2 * y
    values = {"x8": t, "y8": beta}
    return by_scalars(values, [two_sided(x, limit), y > 0, y <= 1], 1 - x * x >= y * y)


def _root_above(root: Term, bound: Term, radicand: Term) -> Node:
    x, y, z = var("x8"), var("y8"), var("z8")
    values = {"x8": root, "y8": bound, "z8": radicand}
    return by_scalars(values, [x > 0, y > 0, (x * x).equals(z), z >= y * y], x >= y)


def _inverse_below(root: Term, bound: Term, inverse: Term) -> Node:
    x, y, u, w = var("x8"), var("y8"), var("u8"), var("w8")
    values = {"x8": root, "y8": bound, "u8": 1 / root, "w8": inverse}
    premises = [x >= y, y > 0, (u * x).equals(1), (w * y).equals(1), u > 0, w > 0]
    return by_scalars(values, premises, u <= w)
