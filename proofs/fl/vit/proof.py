"""Softmax attention at c X, for every real c: what it is, and when it is c times that at X.

The functions of attention have c as their first argument: q, k, v are queries, keys and values of
the tokens c x_1, ..., c x_n, ``sc`` the scores, ``hd`` the output of a head.  The weights of the
heads are named WQ, WK, WV, WO.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, implies, var
from proofs.fl.errors import EXP_SUM, MONOTONE, monotone
from proofs.fl.vanilla.networks import Pointwise, combined
from proofs.library.vectors import ONE, ZERO, Body, S, both_sums, fact, put, sigma
from proofs.trees.script import (
    Json,
    Node,
    auto,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    split,
    statement,
)

n, d, dk, dv, H = (var(name) for name in ("n", "d", "dk", "dv", "H"))
c, hh, t, u, j, a = (var(name) for name in ("c", "hh", "t", "u", "j", "a"))
lam, ell = var("lam"), var("l")
SIZES = {"n": "int", "d": "int", "dk": "int", "dv": "int"}
TWO = ONE + 1
_IN = node("both", auto("inside"), auto("inside"))


def x(token: Term, at: Term) -> Term:
    return app("x", token, at)


def _all(names: str, formula: Json) -> Json:
    """For all real c and all integers of these names."""
    for name in reversed(names.split()):
        formula = every(name, "real" if name == "c" else "int", formula)
    return formula


def product(name: str, scale: Term, token: Term, at: Term, *head: Term) -> Term:
    """((c x_token) W)_at."""
    return sigma(d, lambda o: (scale * x(token, o)) * app(name, *head, o, at))


def weight(scores: Body, token: Term) -> Term:
    """softmax of the scores at a token."""
    return S.exp(scores(token)) / sigma(n, lambda o: S.exp(scores(o)), "jj")


def attend(scores: Body, values: Body) -> Term:
    """sum_u softmax(scores)_u values(u)."""
    return sigma(n, lambda o: weight(scores, o) * values(o))


# --- sums ----------------------------------------------------------------------------------------


def mostly(high: Term, body: Body, rest: Term, pointwise: Pointwise, then: Node, name: str) -> Node:
    """sum_(u=1)^high body(u) = body(1) + (high - 1) rest, where body(u) = rest for u >= 2.

    ``pointwise(at, then)`` makes that known at ``at``, where 2 <= at <= high is.
    """
    at = var(name)

    def upto(to: Term) -> Term:
        return sigma(to, body)

    claim = implies(at <= high, upto(at).equals(body(ONE) + (at - 1) * rest))
    first = both_sums("unfold", [upto(ONE)], both_sums("empty", [upto(ONE - 1)], auto("one")))
    more = both_sums("unfold", [upto(at + 1)], pointwise(at + 1, auto("one more")))
    step = intro("", fact(claim, [], more, auto("m <= high")))
    whole = every(name, "int", implies(at >= 1, claim))
    known = fact(put(claim, name, high), [], then, auto("the range"))
    return induct(
        name, "1", claim, intro("", first), step, fact(whole, [high], known, auto("1 <= high"))
    )


def equal_exp(one: Term, other: Term, then: Node) -> Node:
    """exp(one) = exp(other), where one = other is known; needs :func:`monotone`."""
    low = implies(one <= other, S.exp(one) <= S.exp(other))
    high = implies(other <= one, S.exp(other) <= S.exp(one))
    both = fact(low, [], fact(high, [], then, auto("equal")), auto("equal"))
    return fact(MONOTONE, [one, other], fact(MONOTONE, [other, one], both))


# --- one head, tokens x_1 and x_2 = ... = x_n ----------------------------------------------------


def q(scale: Term, token: Term, at: Term) -> Term:
    return app("q", scale, token, at)


def k(scale: Term, token: Term, at: Term) -> Term:
    return app("k", scale, token, at)


def v(scale: Term, token: Term, at: Term) -> Term:
    return app("v", scale, token, at)


def sc(scale: Term, token: Term, other: Term) -> Term:
    return app("sc", scale, token, other)


def hd(scale: Term, token: Term, at: Term) -> Term:
    return app("hd", scale, token, at)


def dot(scale: Term, token: Term, other: Term) -> Term:
    """q^top k."""
    return sigma(dk, lambda o: q(scale, token, o) * k(scale, other, o))


QUERY = _all("c t a", q(c, t, a).equals(product("WQ", c, t, a)))
KEY = _all("c t a", k(c, t, a).equals(product("WK", c, t, a)))
VALUE = _all("c t a", v(c, t, a).equals(product("WV", c, t, a)))
SCORE = _all("c t u", sc(c, t, u).equals(dot(c, t, u) / S.sqrt(dk)))
HEAD = _all("c t a", hd(c, t, a).equals(attend(lambda o: sc(c, t, o), lambda o: v(c, o, a))))
OTHERS = _all("u j", implies(u >= 2, x(u, j).equals(x(TWO, j))))
_POSITIVE = [n >= 2, d >= 1, dk >= 1]
ONE_HEAD = [QUERY, KEY, VALUE, SCORE, HEAD]
FUNCTIONS = {"x": 2, "WQ": 2, "WK": 2, "WV": 2, "q": 3, "k": 3, "v": 3, "sc": 3, "hd": 3}
_EQUAL = hd(lam, ONE, ell).equals(lam * hd(ONE, ONE, ell))
_SAME_SCORES = sc(ONE, ONE, ONE).equals(sc(ONE, ONE, TWO))
_SAME_VALUES = v(ONE, ONE, ell).equals(v(ONE, TWO, ell))


def _one_head(premises: list[Json], show: Json) -> Json:
    return statement(
        {"n": "int", "d": "int", "dk": "int", "l": "int", "lam": "real"},
        [*_POSITIVE, lam > 0, *ONE_HEAD, OTHERS, *premises],
        show,
        FUNCTIONS,
    )


#: three things that do not hold, and the output is not multiplied by lambda
EXACT = _one_head(
    [
        lam.differs(1),
        sc(ONE, ONE, ONE).differs(sc(ONE, ONE, TWO)),
        v(ONE, ONE, ell).differs(v(ONE, TWO, ell)),
    ],
    hd(lam, ONE, ell).differs(lam * hd(ONE, ONE, ell)),
)
#: two of them, and it is (the third, lambda = 1, is plain)
SCORES = _one_head([_SAME_SCORES], _EQUAL)
VALUES = _one_head([_SAME_VALUES], _EQUAL)
_q0, _t0, _u0 = var("a0"), var("t1"), var("u1")


def _linear(name: str, weights: str, definition: Json, then: Node) -> Node:
    """q(lam, t, a) = lam q(1, t, a) for all tokens and coordinates."""
    sums = combined(
        d,
        lambda o: (lam * x(_t0, o)) * app(weights, o, _q0),
        [(lam, lambda o: (ONE * x(_t0, o)) * app(weights, o, _q0))],
        lambda o, then: then,
        auto("lambda times"),
    )
    both = fact(definition, [lam, _t0, _q0], fact(definition, [ONE, _t0, _q0], sums))
    formula = _all("t a", app(name, lam, t, a).equals(lam * app(name, ONE, t, a)))
    return have(formula, intro("t1", intro("a0", both)), then)


def _scaled(name: str) -> Json:
    return _all("t a", app(name, lam, t, a).equals(lam * app(name, ONE, t, a)))


SCALED_SCORES = _all("t u", sc(lam, t, u).equals(lam * lam * sc(ONE, t, u)))


def _root(then: Node) -> Node:
    """sqrt(dk) > 0."""
    root = S.sqrt(dk)
    facts: list[tuple[Json, Node]] = [(root > 0, auto("sqrt > 0")), (1 / root > 0, auto())]
    return define(root.json, auto("dk >= 0"), lemmas(facts, then))


def scaled_scores(then: Node) -> Node:
    """q, k, v are multiplied by lambda, the scores by lambda^2; then go on."""
    dots = combined(
        dk,
        lambda o: q(lam, _t0, o) * k(lam, _u0, o),
        [(lam * lam, lambda o: q(ONE, _t0, o) * k(ONE, _u0, o))],
        lambda o, then: fact(_scaled("q"), [_t0, o], fact(_scaled("k"), [_u0, o], then)),
        auto("lambda^2 times"),
    )
    both = fact(SCORE, [lam, _t0, _u0], fact(SCORE, [ONE, _t0, _u0], dots))
    scores = have(SCALED_SCORES, intro("t1", intro("u1", both)), then)
    values = _linear("v", "WV", VALUE, scores)
    return _root(_linear("q", "WQ", QUERY, _linear("k", "WK", KEY, values)))


def _same_tokens(name: str, weights: str, definition: Json, then: Node) -> Node:
    """k(1, u, a) = k(1, 2, a) for u >= 2."""
    sums = combined(
        d,
        lambda o: (ONE * x(_u0, o)) * app(weights, o, _q0),
        [(ONE, lambda o: (ONE * x(TWO, o)) * app(weights, o, _q0))],
        lambda o, then: fact(OTHERS, [_u0, o], then, auto("u >= 2")),
        auto("the same"),
    )
    both = fact(definition, [ONE, _u0, _q0], fact(definition, [ONE, TWO, _q0], sums))
    proof = intro("u1", intro("a0", intro("", both)))
    return have(_same(name), proof, then)


def _same(name: str) -> Json:
    equal = app(name, ONE, u, a).equals(app(name, ONE, TWO, a))
    return _all("u a", implies(u >= 2, equal))


SAME_SCORES = every("u", "int", implies(u >= 2, sc(ONE, ONE, u).equals(sc(ONE, ONE, TWO))))


def same_tokens(then: Node) -> Node:
    """Keys, values and scores of the tokens 2, ..., n are the same; then go on."""
    dots = combined(
        dk,
        lambda o: q(ONE, ONE, o) * k(ONE, _u0, o),
        [(ONE, lambda o: q(ONE, ONE, o) * k(ONE, TWO, o))],
        lambda o, then: fact(_same("k"), [_u0, o], then, auto("u >= 2")),
        auto("the same"),
    )
    both = fact(SCORE, [ONE, ONE, _u0], fact(SCORE, [ONE, ONE, TWO], dots))
    scores = have(SAME_SCORES, intro("u1", intro("", both)), then)
    return _same_tokens("k", "WK", KEY, _same_tokens("v", "WV", VALUE, scores))


def _head_value(scale: Term, name: str, then: Node) -> Node:
    """hd(c, 1, l) P = E_1 v_1 + (n - 1) E_2 v_2 with P = E_1 + (n - 1) E_2 > 0."""
    scores: Body = lambda o: sc(scale, ONE, o)  # noqa: E731
    bottom = sigma(n, lambda o: S.exp(scores(o)))
    one, two = S.exp(scores(ONE)), S.exp(scores(TWO))

    def same_score(at: Term, then: Node) -> Node:
        equal = have(scores(at).equals(scores(TWO)), auto("the same score"), then)
        if scale.same(lam):
            scaled = fact(SCALED_SCORES, [ONE, at], fact(SCALED_SCORES, [ONE, TWO], equal))
        else:
            scaled = equal
        return fact(SAME_SCORES, [at], scaled, auto("u >= 2"))

    def same_exp(at: Term, then: Node) -> Node:
        return same_score(at, equal_exp(scores(at), scores(TWO), then))

    def same_summand(at: Term, then: Node) -> Node:
        value = v(scale, at, ell).equals(v(scale, TWO, ell))
        known = have(value, auto("the same value"), then)
        if scale.same(lam):
            known = fact(_scaled("v"), [at, ell], fact(_scaled("v"), [TWO, ell], known))
        return same_exp(at, fact(_same("v"), [at, ell], known, auto("u >= 2")))

    product_ = hd(scale, ONE, ell) * bottom
    result = product_.equals(one * v(scale, ONE, ell) + (n - 1) * (two * v(scale, TWO, ell)))
    sums = mostly(
        n,
        lambda o: weight(scores, o) * v(scale, o, ell),
        weight(scores, TWO) * v(scale, TWO, ell),
        same_summand,
        fact(HEAD, [scale, ONE, ell], have(result, auto("times P"), then)),
        f"{name}2",
    )
    positive: list[tuple[Json, Node]] = [
        ((n - 1) * two > 0, auto("(n - 1) E_2 > 0")),
        (bottom > 0, auto("P > 0")),
        (1 / bottom > 0, auto("1/P > 0")),
    ]
    return mostly(n, lambda o: S.exp(scores(o)), two, same_exp, lemmas(positive, sums), f"{name}1")


_a, _b = var("ra"), var("rb")
NONZERO = every(
    "ra", "real", every("rb", "real", implies(_a.differs(0), _b.differs(0), (_a * _b).differs(0)))
)  #: a product of numbers that are not 0 is not 0


def _nonzero(one: Term, other: Term, then: Node) -> Node:
    """one * other != 0, since neither is 0."""
    inner = implies(other.differs(0), (one * other).differs(0))
    return fact(NONZERO, [one, other], fact(inner, [], then, auto("not 0")), auto("not 0"))


def _product_rule(then: Node) -> Node:
    proof = intro("", intro("", define((1 / var("r1")).json, auto("not 0"), auto("a b"))))
    return have(NONZERO, intro("r1", intro("r2", proof)), then)


EXP_DIFFERS = every(
    "ra",
    "real",
    every("rb", "real", implies(_a.differs(_b), S.exp(_a).differs(S.exp(_b)))),
)  #: exp is one-to-one


def different_exp(then: Node) -> Node:
    """Make EXP_DIFFERS known; needs :func:`monotone`."""
    left, right = var("r1"), var("r2")
    up = implies(S.exp(left) <= S.exp(right), left <= right)
    down = implies(S.exp(right) <= S.exp(left), right <= left)
    gap = S.exp(left) - S.exp(right)

    def equal(known: Json) -> Node:
        both = have(left.equals(right), node("both", auto("<="), auto(">=")), auto("equal"))
        return fact(known, [], both, auto("exp"))

    above = split(gap.json, equal(down), auto("less"))
    below = split((-gap).json, equal(up), auto("more"))
    cases = split((right - left).json, above, below)
    body = fact(MONOTONE, [left, right], fact(MONOTONE, [right, left], cases))
    return have(EXP_DIFFERS, intro("r1", intro("r2", intro("", body))), then)


def exact_script() -> Node:
    """hd(lam) is not lam hd(1): see :func:`_by_difference`."""
    return _by_difference(0)


def scores_script() -> Node:
    """Equal scores: e^(left) = e^(right)."""
    return _by_difference(1)


def values_script() -> Node:
    """Equal values: v_1 - v_2 = 0."""
    return _by_difference(2)


def _by_difference(part: int) -> Node:
    """hd(lam) - lam hd(1) is a multiple, not by 0, of (v_1 - v_2)(e^(left) - e^(right))."""
    s1, s2 = sc(ONE, ONE, ONE), sc(ONE, ONE, TWO)
    p1, p2 = sc(lam, ONE, ONE), sc(lam, ONE, TWO)
    left, right = p1 + s2, s1 + p2
    v1, v2 = v(ONE, ONE, ell), v(ONE, TWO, ell)
    P1 = sigma(n, lambda o: S.exp(sc(ONE, ONE, o)))
    P2 = sigma(n, lambda o: S.exp(sc(lam, ONE, o)))
    D = S.exp(left) - S.exp(right)
    gap = (hd(lam, ONE, ell) - lam * hd(ONE, ONE, ell)) * (P1 * P2)
    factor = lam * (n - 1)
    identity = gap.equals(factor * ((v1 - v2) * D))
    apart = _nonzero(v1 - v2, D, _nonzero(factor, (v1 - v2) * D, auto("not equal")))
    exps = have(D.differs(0), auto("D"), apart)
    strict = have(
        left.differs(right),
        auto("left and right"),
        fact(EXP_DIFFERS, [left, right], exps, auto("left != right")),
    )
    square = _nonzero(lam - 1, lam + 1, _nonzero((lam - 1) * (lam + 1), s1 - s2, strict))
    first = have(lam + 1 > 0, auto("lambda + 1 > 0"), square)
    second = equal_exp(left, right, have(D.equals(0), auto("D"), auto("equal")))
    third = have((v1 - v2).equals(0), auto("v"), auto("equal"))
    ends = _product_rule((first, second, third)[part])
    positive = have(P1 * P2 > 0, auto("P > 0"), have(factor > 0, auto("factor"), ends))
    known = have(identity, auto("the identity"), positive)
    scores = fact(SCALED_SCORES, [ONE, ONE], fact(SCALED_SCORES, [ONE, TWO], known))
    values = fact(_scaled("v"), [ONE, ell], fact(_scaled("v"), [TWO, ell], scores))
    sums = fact(EXP_SUM, [p1, s2], fact(EXP_SUM, [s1, p2], values))
    heads = _head_value(ONE, "m", _head_value(lam, "w", sums))
    return monotone(different_exp(scaled_scores(same_tokens(heads))))


# --- one head, equal scores ----------------------------------------------------------------------

_t = var("tk")
_ALL_EQUAL = every(
    "u", "int", implies(conj(u >= 1, u <= n), sc(ONE, _t, u).equals(sc(ONE, _t, ONE)))
)
EQUAL = statement(
    {"n": "int", "d": "int", "dk": "int", "l": "int", "tk": "int", "lam": "real"},
    [n >= 1, d >= 1, dk >= 1, lam > 0, *ONE_HEAD, _ALL_EQUAL],
    hd(lam, _t, ell).equals(lam * hd(ONE, _t, ell)),
    FUNCTIONS,
)


def _mean_value(scale: Term, name: str, then: Node) -> Node:
    """n hd(c, t, l) = sum_u v(c, u, l), since all scores of the token are equal."""
    scores: Body = lambda o: sc(scale, _t, o)  # noqa: E731
    bottom, first = sigma(n, lambda o: S.exp(scores(o))), S.exp(scores(ONE))

    def same_exp(at: Term, then: Node) -> Node:
        known = have(
            scores(at).equals(scores(ONE)), auto("score"), equal_exp(scores(at), scores(ONE), then)
        )
        if scale.same(lam):
            known = fact(SCALED_SCORES, [_t, at], fact(SCALED_SCORES, [_t, ONE], known))
        return fact(_ALL_EQUAL, [at], known, _IN)

    total = sigma(n, lambda o: v(scale, o, ell))
    result = (n * hd(scale, _t, ell)).equals(total)
    sums = combined(
        n,
        lambda o: weight(scores, o) * v(scale, o, ell),
        [(first / bottom, lambda o: v(scale, o, ell))],
        same_exp,
        fact(HEAD, [scale, _t, ell], have(result, auto("n times"), then)),
        name=f"{name}2",
    )
    positive: list[tuple[Json, Node]] = [
        (n * first > 0, auto("n E > 0")),
        (bottom > 0, auto("P > 0")),
        (1 / bottom > 0, auto("1/P > 0")),
        ((n * (first / bottom)).equals(1), auto("n E / P = 1")),
    ]
    return mostly(n, lambda o: S.exp(scores(o)), first, same_exp, lemmas(positive, sums), name)


def equal_script() -> Node:
    """Both are means of the values, and the values are multiplied by lambda."""
    sums = combined(
        n,
        lambda o: v(lam, o, ell),
        [(lam, lambda o: v(ONE, o, ell))],
        lambda o, then: fact(_scaled("v"), [o, ell], then),
        auto("lambda times"),
    )
    heads = _mean_value(ONE, "m", _mean_value(lam, "w", sums))
    return monotone(scaled_scores(heads))


# --- H heads, all weights 1, x_1 = (1, 0, ..., 0), and the other tokens 0 ------------------------


def with_head(name: str, scale: Term, head: Term, *rest: Term) -> Term:
    return app(name, scale, head, *rest)


_h = var("h1")
_MULTI_SCORE = sigma(
    dk, lambda o: with_head("q", c, hh, t, o) * with_head("k", c, hh, u, o)
) / S.sqrt(dk)
_MULTI_HEAD = attend(lambda o: with_head("sc", c, hh, t, o), lambda o: with_head("v", c, hh, o, a))


def concatenated(scale: Term, token: Term, at: Term) -> Term:
    """sum over the heads of the head's output times its part of WO."""
    return sigma(
        H,
        lambda g: sigma(
            dv, lambda o: with_head("hd", scale, g, token, o) * app("WO", g, o, at), "jj"
        ),
    )


def out(scale: Term, token: Term, at: Term) -> Term:
    return app("out", scale, token, at)


MULTI = [
    *(
        _all(
            "c hh t a",
            with_head(name, c, hh, t, a).equals(product(f"W{name.upper()}", c, t, a, hh)),
        )
        for name in "qkv"
    ),
    _all("c hh t u", with_head("sc", c, hh, t, u).equals(_MULTI_SCORE)),
    _all("c hh t a", with_head("hd", c, hh, t, a).equals(_MULTI_HEAD)),
    _all("c t a", out(c, t, a).equals(concatenated(c, t, a))),
]
ALL_ONES = _all("hh j a", conj(*(app(f"W{name}", hh, j, a).equals(1) for name in "QKVO")))
UNIT = [
    x(ONE, ONE).equals(1),
    every("j", "int", implies(j >= 2, x(ONE, j).equals(0))),
    _all("u j", implies(u >= 2, x(u, j).equals(0))),
]
NOT_EQUIVARIANT = statement(
    {**SIZES, "H": "int", "lam": "real"},
    [*_POSITIVE, dv >= 1, H >= 1, lam > 0, lam.differs(1), *MULTI, ALL_ONES, *UNIT],
    out(lam, ONE, ONE).differs(lam * out(ONE, ONE, ONE)),
    {
        "x": 2, "WQ": 3, "WK": 3, "WV": 3, "WO": 3,
        "q": 4, "k": 4, "v": 4, "sc": 4, "hd": 4, "out": 3,
    },
)  # fmt: skip


def _token_values(scale: Term, then: Node) -> Node:
    """q, k, v of the first token are c in every coordinate, k and v of the others 0."""

    def coordinate(name: str, token: Term, ones: Callable[[Term, Node], Node]) -> Node:
        return fact(MULTI["qkv".index(name)], [scale, _h, token, _q0], ones(token, auto("value")))

    def first(name: str) -> Callable[[Term, Node], Node]:
        def sums(token: Term, then: Node) -> Node:
            body: Body = lambda o: (scale * x(ONE, o)) * app(f"W{name.upper()}", _h, o, _q0)  # noqa: E731
            known = fact(ALL_ONES, [_h, ONE, _q0], then)
            return mostly(
                d,
                body,
                ZERO,
                lambda o, then: fact(UNIT[1], [o], then, auto("j >= 2")),
                known,
                "m",
            )

        return sums

    def other(name: str) -> Callable[[Term, Node], Node]:
        def sums(token: Term, then: Node) -> Node:
            body: Body = lambda o: (scale * x(_u0, o)) * app(f"W{name.upper()}", _h, o, _q0)  # noqa: E731
            return combined(
                d,
                body,
                [],
                lambda o, then: fact(UNIT[2], [_u0, o], then, auto("u >= 2")),
                then,
            )

        return sums

    for name in "vkq":
        proof = intro("h1", intro("a0", coordinate(name, ONE, first(name))))
        then = have(_first_value(name, scale), proof, then)
        if name != "q":
            rest = intro(
                "h1", intro("u1", intro("a0", intro("", coordinate(name, _u0, other(name)))))
            )
            then = have(_other_value(name, scale), rest, then)
    return then


def _first_value(name: str, scale: Term) -> Json:
    return _all("hh a", with_head(name, scale, hh, ONE, a).equals(scale))


def _other_value(name: str, scale: Term) -> Json:
    return _all("hh u a", implies(u >= 2, with_head(name, scale, hh, u, a).equals(0)))


def exponent(scale: Term) -> Term:
    """The score of the first token with itself: c^2 d_k / sqrt(d_k)."""
    return scale * scale * dk / S.sqrt(dk)


def _one_score(scale: Term) -> Json:
    return every("hh", "int", with_head("sc", scale, hh, ONE, ONE).equals(exponent(scale)))


def _no_score(scale: Term) -> Json:
    equal = with_head("sc", scale, hh, ONE, u).equals(0)
    return _all("hh u", implies(u >= 2, equal))


def _head_known(scale: Term) -> Json:
    """hd (E + n - 1) = c E."""
    E = S.exp(exponent(scale))
    value = with_head("hd", scale, hh, ONE, a).equals(scale * E / (E + (n - 1)))
    return _all("hh a", value)


def _multi_scores(scale: Term, then: Node) -> Node:
    """The scores of the first token: c^2 sqrt(d_k) with itself, 0 with the others."""

    def q1(o: Term) -> Term:
        return with_head("q", scale, _h, ONE, o)

    def pairs(token: Term) -> Body:
        return lambda o: q1(o) * with_head("k", scale, _h, token, o)

    def both(o: Term, then: Node) -> Node:
        return fact(
            _first_value("q", scale), [_h, o], fact(_first_value("k", scale), [_h, o], then)
        )

    one = mostly(dk, pairs(ONE), scale * scale, both, both(ONE, auto("dk c^2 / sqrt(dk)")), "m")
    none = combined(
        dk,
        pairs(_u0),
        [],
        lambda o, then: fact(_other_value("k", scale), [_h, _u0, o], then, auto("u >= 2")),
        auto("0 / sqrt(dk)"),
    )
    first = intro("h1", fact(MULTI[3], [scale, _h, ONE, ONE], one))
    rest = intro("h1", intro("u1", intro("", fact(MULTI[3], [scale, _h, ONE, _u0], none))))
    return have(_one_score(scale), first, have(_no_score(scale), rest, then))


def _multi_heads(scale: Term, then: Node) -> Node:
    """Every head puts out c E / (E + n - 1) in every coordinate."""
    scores: Body = lambda o: with_head("sc", scale, _h, ONE, o)  # noqa: E731
    values: Body = lambda o: with_head("v", scale, _h, o, _q0)  # noqa: E731
    E, bottom = S.exp(exponent(scale)), sigma(n, lambda o: S.exp(scores(o)))

    def no_score(at: Term, then: Node) -> Node:
        known = equal_exp(scores(at), ZERO, then)
        return fact(_no_score(scale), [_h, at], known, auto("u >= 2"))

    sums = mostly(
        n,
        lambda o: weight(scores, o) * values(o),
        ZERO,
        lambda o, then: fact(_other_value("v", scale), [_h, o, _q0], then, auto("u >= 2")),
        fact(_first_value("v", scale), [_h, _q0], auto("c E / (E + n - 1)")),
        "m2",
    )
    positive: list[tuple[Json, Node]] = [
        (1 / (E + (n - 1)) > 0, auto("1/P > 0")),
        (bottom.equals(E + (n - 1)), auto("P")),
        (bottom > 0, auto("P > 0")),
        (1 / bottom > 0, auto("1/P > 0")),
    ]
    known = lemmas(positive, sums)
    first = fact(_one_score(scale), [_h], equal_exp(scores(ONE), exponent(scale), known))
    partition = mostly(n, lambda o: S.exp(scores(o)), ONE, no_score, first, "m")
    body = fact(MULTI[4], [scale, _h, ONE, _q0], partition)
    shown = have(_head_known(scale), intro("h1", intro("a0", body)), then)
    return have(E + (n - 1) > 0, auto("P > 0"), shown)


def _multi_out(scale: Term, then: Node) -> Node:
    """out(c, 1, 1) = H d_v c E / (E + n - 1)."""
    E = S.exp(exponent(scale))
    value = scale * E / (E + (n - 1))

    def summand(g: Term) -> Body:
        return lambda o: with_head("hd", scale, g, ONE, o) * app("WO", g, o, ONE)

    def head(g: Term) -> Term:
        return sigma(dv, summand(g), "jj")

    each = every("hh", "int", head(hh).equals(dv * value))

    def known(o: Term, then: Node) -> Node:
        return fact(_head_known(scale), [_h, o], fact(ALL_ONES, [_h, o, ONE], then))

    inner = mostly(dv, summand(_h), value, known, known(ONE, auto("dv times")), "m")
    outer = mostly(
        H,
        lambda g: head(g),
        dv * value,
        lambda o, then: fact(each, [o], then),
        fact(each, [ONE], fact(MULTI[5], [scale, ONE, ONE], then)),
        "m2" if scale.same(ONE) else "m3",
    )
    return have(each, intro("h1", inner), outer)


def not_equivariant_script() -> Node:
    """E / (E + n - 1) differs at c = 1 and at c = lambda, since exp is one-to-one."""
    A, B = S.exp(exponent(ONE)), S.exp(exponent(lam))
    P, Q = A + (n - 1), B + (n - 1)
    factor = H * dv * lam * (n - 1)
    gap = (out(lam, ONE, ONE) - lam * out(ONE, ONE, ONE)) * (P * Q)
    ends = _nonzero(factor, B - A, auto("not equal"))
    positive: list[tuple[Json, Node]] = [
        (H * dv > 0, auto("H dv > 0")),
        (H * dv * lam > 0, auto("H dv lambda > 0")),
        (factor > 0, auto("factor > 0")),
        (gap.equals(factor * (B - A)), auto("the identity")),
    ]
    apart = fact(
        EXP_DIFFERS,
        [exponent(ONE), exponent(lam)],
        have((B - A).differs(0), auto("B - A"), lemmas(positive, ends)),
        auto("the exponents"),
    )
    root = S.sqrt(dk)
    scale: list[tuple[Json, Node]] = [
        (dk / root > 0, auto("sqrt(dk) > 0")),
        (lam + 1 > 0, auto("lambda + 1 > 0")),
    ]
    square = _nonzero(lam - 1, lam + 1, _nonzero((lam - 1) * (lam + 1), dk / root, apart))
    body = lemmas(scale, square)
    for of in (lam, ONE):
        body = _multi_out(of, body)
    for of in (lam, ONE):
        body = _token_values(of, _multi_scores(of, _multi_heads(of, body)))
    zero = fact(EXP_SUM, [ZERO, ZERO], have(S.exp(ZERO).equals(1), auto("exp 0 = 1"), body))
    return _product_rule(monotone(different_exp(_root(zero))))
