"""Softmax attention at c X, for every real c: what it is, and when it is c times that at X.

The functions of attention have c as their first argument: q, k, v are queries, keys and values of
the tokens c x_1, ..., c x_n, ``sc`` the scores, ``hd`` the output of a head.  The weights of the
heads are named WQ, WK, WV, WO.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from proofs.language.elaboration import Written, written
from proofs.library.vectors import ONE, Body, S, sigma
from proofs.trees.script import (
    Json,
    statement,
)

n, d, dk, dv, H = (var(name) for name in ("n", "d", "dk", "dv", "H"))
c, hh, t, u, j, a = (var(name) for name in ("c", "hh", "t", "u", "j", "a"))
lam, ell = var("lam"), var("l")
SIZES = {"n": "int", "d": "int", "dk": "int", "dv": "int"}
TWO = ONE + 1


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
#: the summands of q, k, v and of the scores; E and P are numerator and denominator of the softmax
NAMES = {
    "Q": lambda c, t, j, a: (c * x(t, j)) * app("WQ", j, a),
    "K": lambda c, t, j, a: (c * x(t, j)) * app("WK", j, a),
    "V": lambda c, t, j, a: (c * x(t, j)) * app("WV", j, a),
    "pair": lambda c, t, u, a: q(c, t, a) * k(c, u, a),
    "E": lambda c, t, u: S.exp(sc(c, t, u)),
    "P": lambda c, t: sigma(n, lambda o: S.exp(sc(c, t, o))),
}
FACTS = {
    **dict(zip(("query", "key", "value", "score", "head"), ONE_HEAD, strict=True)),
    "others": OTHERS,
}
#: q, k, v are multiplied by lambda, the scores by lambda^2
SCALED = """have scaled_q: for all t, a: int, q(lam, t, a) = lam*q(1, t, a):
  have each: for all j in 1..d, Q(lam, t, j, a) = lam*Q(1, t, j, a)
  show by query(lam, t, a), query(1, t, a), each,
    sum_proportional(j -> Q(lam, t, j, a), j -> Q(1, t, j, a), lam, 1, d)
have scaled_k: for all t, a: int, k(lam, t, a) = lam*k(1, t, a):
  have each: for all j in 1..d, K(lam, t, j, a) = lam*K(1, t, j, a)
  show by key(lam, t, a), key(1, t, a), each,
    sum_proportional(j -> K(lam, t, j, a), j -> K(1, t, j, a), lam, 1, d)
have scaled_v: for all t, a: int, v(lam, t, a) = lam*v(1, t, a):
  have each: for all j in 1..d, V(lam, t, j, a) = lam*V(1, t, j, a)
  show by value(lam, t, a), value(1, t, a), each,
    sum_proportional(j -> V(lam, t, j, a), j -> V(1, t, j, a), lam, 1, d)
have root: 0 < sqrt(dk) by root_positive(dk), dk >= 1
have scaled: for all t, u: int, sc(lam, t, u) = lam^2*sc(1, t, u):
  have each: for all a in 1..dk, pair(lam, t, u, a) = lam^2*pair(1, t, u, a):
    show by scaled_q(t, a), scaled_k(u, a)
  show by score(lam, t, u), score(1, t, u), each, root,
    sum_proportional(a -> pair(lam, t, u, a), a -> pair(1, t, u, a), lam^2, 1, dk)
"""
#: keys, values and scores of the tokens 2, ..., n are the same
SAME = """have same_k: for all u, a: int, 2 <= u => k(1, u, a) = k(1, 2, a):
  have each: for all j in 1..d, K(1, u, j, a) = K(1, 2, j, a):
    show by others(u, j)
  show by key(1, u, a), key(1, 2, a), each, sum_equal(j -> K(1, u, j, a), j -> K(1, 2, j, a), 1, d)
have same_v: for all u, a: int, 2 <= u => v(1, u, a) = v(1, 2, a):
  have each: for all j in 1..d, V(1, u, j, a) = V(1, 2, j, a):
    show by others(u, j)
  show by value(1, u, a), value(1, 2, a), each,
    sum_equal(j -> V(1, u, j, a), j -> V(1, 2, j, a), 1, d)
have same: for all u: int, 2 <= u => sc(1, 1, u) = sc(1, 1, 2):
  have each: for all a in 1..dk, pair(1, 1, u, a) = pair(1, 1, 2, a):
    show by same_k(u, a)
  show by score(1, 1, u), score(1, 1, 2), each, root,
    sum_equal(a -> pair(1, 1, u, a), a -> pair(1, 1, 2, a), 1, dk)
"""
#: hd(c, 1, l) P = E_1 v_1 + (n - 1) E_2 v_2 with P = E_1 + (n - 1) E_2 > 0
HEADS = """have output: for all c: real,
  (for all u: int, 2 <= u => sc(c, 1, u) = sc(c, 1, 2) and v(c, u, l) = v(c, 2, l)) =>
    0 < P(c, 1) and P(c, 1) = E(c, 1, 1) + (n - 1)*E(c, 1, 2) and
    hd(c, 1, l)*P(c, 1) = E(c, 1, 1)*v(c, 1, l) + (n - 1)*(E(c, 1, 2)*v(c, 2, l)):
  have alike: for all u: int, 2 <= u => sc(c, 1, u) = sc(c, 1, 2) and v(c, u, l) = v(c, 2, l)
  have exps: for all u in 1..n, u != 1 => E(c, 1, u) = E(c, 1, 2):
    have 2 <= u:
      cases low: u <= 1:
        have u = 1 by low, 1 <= u
        show by u = 1, u != 1
    show by exp_equal(sc(c, 1, u), sc(c, 1, 2)), alike(u)
  have bottom: P(c, 1) = E(c, 1, 1) + (n - 1)*E(c, 1, 2)
    by sum_others_same(u -> E(c, 1, u), 1, n, 1, E(c, 1, 2)), exps
  have positive: 0 < P(c, 1) by sum_positive(u -> E(c, 1, u), 1, n)
  have summands: for all u in 1..n, u != 1 =>
    E(c, 1, u)/P(c, 1)*v(c, u, l) = E(c, 1, 2)/P(c, 1)*v(c, 2, l):
    have 2 <= u:
      cases low: u <= 1:
        have u = 1 by low, 1 <= u
        show by u = 1, u != 1
    show by exps(u), alike(u), positive
  have top: hd(c, 1, l) = E(c, 1, 1)/P(c, 1)*v(c, 1, l) + (n - 1)*(E(c, 1, 2)/P(c, 1)*v(c, 2, l))
    by head(c, 1, l), summands, positive,
    sum_others_same(u -> E(c, 1, u)/P(c, 1)*v(c, u, l), 1, n, 1, E(c, 1, 2)/P(c, 1)*v(c, 2, l))
  show by positive, bottom, top
"""
#: hd(lam) - lam hd(1) is a multiple, not by 0, of (v_1 - v_2) D
DIFFERENCE = f"""{SCALED}{SAME}{HEADS}let s1 = sc(1, 1, 1)
let s2 = sc(1, 1, 2)
let p1 = sc(lam, 1, 1)
let p2 = sc(lam, 1, 2)
let D = exp(p1 + s2) - exp(s1 + p2)
let gap = hd(lam, 1, l) - lam*hd(1, 1, l)
let factor = lam*(n - 1)*(v(1, 1, l) - v(1, 2, l))
have here: for all u: int, 2 <= u => sc(1, 1, u) = sc(1, 1, 2) and v(1, u, l) = v(1, 2, l):
  show by same(u), same_v(u, l)
have there: for all u: int, 2 <= u => sc(lam, 1, u) = sc(lam, 1, 2) and v(lam, u, l) = v(lam, 2, l):
  show by here(u), scaled(1, u), scaled(1, 2), scaled_v(u, l), scaled_v(2, l)
use one: output(1)
use two: output(lam)
have identity: gap*(P(1, 1)*P(lam, 1)) = factor*D
  by one, two, scaled_v(1, l), scaled_v(2, l), exp_sum(p1, s2), exp_sum(s1, p2)
have sizes: p1 = lam^2*s1 and p2 = lam^2*s2 by scaled(1, 1), scaled(1, 2)
"""
APART = f"""{DIFFERENCE}cases equal: hd(lam, 1, l) = lam*hd(1, 1, l):
  have zero: factor*D = 0 by identity, equal
  have (v(1, 1, l) - v(1, 2, l))*D = 0 by zero, lam > 0, n >= 2
  have none: D = 0 by (v(1, 1, l) - v(1, 2, l))*D = 0, v(1, 1, l) != v(1, 2, l)
  have exponents: p1 + s2 = s1 + p2:
    cases less: p1 + s2 < s1 + p2:
      use exp_strict(p1 + s2, s1 + p2)
    cases more: s1 + p2 < p1 + s2:
      use exp_strict(s1 + p2, p1 + s2)
  have (lam^2 - 1)*(s1 - s2) = 0 by exponents, sizes
  have lam^2 - 1 = 0 by (lam^2 - 1)*(s1 - s2) = 0, s1 != s2
  show by lam^2 - 1 = 0, lam > 0, lam != 1
show by equal
"""
EQUAL_SCORES = f"""{DIFFERENCE}have none: D = 0 by sizes, exp_equal(p1 + s2, s1 + p2)
have gap*(P(1, 1)*P(lam, 1)) = 0 by identity, none
show by gap*(P(1, 1)*P(lam, 1)) = 0, one, two
"""
EQUAL_VALUES = f"""{DIFFERENCE}have gap*(P(1, 1)*P(lam, 1)) = 0 by identity, v(1, 1, l) = v(1, 2, l)
show by gap*(P(1, 1)*P(lam, 1)) = 0, one, two
"""


def proof(sequent: Json, text: str) -> Written:
    """The script of an obligation about one head."""
    return written(sequent, text, FACTS, **NAMES)


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


#: both are means of the values, and the values are multiplied by lambda
MEANS = f"""{SCALED}have mean: for all c: real, (for all u in 1..n, sc(c, tk, u) = sc(c, tk, 1)) =>
  n*hd(c, tk, l) = sum(u = 1..n, v(c, u, l)):
  have alike: for all u in 1..n, sc(c, tk, u) = sc(c, tk, 1)
  have exps: for all u in 1..n, E(c, tk, u) = E(c, tk, 1):
    show by exp_equal(sc(c, tk, u), sc(c, tk, 1)), alike(u)
  have bottom: P(c, tk) = n*E(c, tk, 1) by sum_same(u -> E(c, tk, u), 1, n, E(c, tk, 1)), exps
  have positive: 0 < P(c, tk) by sum_positive(u -> E(c, tk, u), 1, n)
  have weights: for all u in 1..n, E(c, tk, u)/P(c, tk)*v(c, u, l) = 1/n*v(c, u, l):
    have E(c, tk, u)/P(c, tk) = 1/n by exps(u), bottom, positive, n >= 1
  show by head(c, tk, l), weights, positive, n >= 1,
    sum_proportional(u -> E(c, tk, u)/P(c, tk)*v(c, u, l), u -> v(c, u, l), 1/n, 1, n)
have here: for all u in 1..n, sc(1, tk, u) = sc(1, tk, 1):
  show by level(u)
have there: for all u in 1..n, sc(lam, tk, u) = sc(lam, tk, 1):
  show by level(u), scaled(tk, u), scaled(tk, 1)
have values: for all u in 1..n, v(lam, u, l) = lam*v(1, u, l):
  show by scaled_v(u, l)
show by mean(1), mean(lam), n >= 1, values,
  sum_proportional(u -> v(lam, u, l), u -> v(1, u, l), lam, 1, n)
"""
EQUAL_PROOF = written(EQUAL, MEANS, {**FACTS, "level": _ALL_EQUAL}, **NAMES)


# --- H heads, all weights 1, x_1 = (1, 0, ..., 0), and the other tokens 0 ------------------------


def with_head(name: str, scale: Term, head: Term, *rest: Term) -> Term:
    return app(name, scale, head, *rest)


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


def exponent(scale: Term) -> Term:
    """The score of the first token with itself: c^2 d_k / sqrt(d_k)."""
    return scale * scale * dk / S.sqrt(dk)


MULTI_FACTS = {
    **dict(zip(("query", "key", "value", "score", "head", "output"), MULTI, strict=True)),
    "ones": ALL_ONES,
    **dict(zip(("unit", "rest", "others"), UNIT, strict=True)),
}
MULTI_NAMES = {
    "Q": lambda c, h, t, j, a: (c * x(t, j)) * app("WQ", h, j, a),
    "K": lambda c, h, t, j, a: (c * x(t, j)) * app("WK", h, j, a),
    "V": lambda c, h, t, j, a: (c * x(t, j)) * app("WV", h, j, a),
    "pair": lambda c, h, t, u, a: with_head("q", c, h, t, a) * with_head("k", c, h, u, a),
    "E": lambda c, h, u: S.exp(with_head("sc", c, h, ONE, u)),
    "P": lambda c, h: sigma(n, lambda o: S.exp(with_head("sc", c, h, ONE, o))),
    "size": exponent,
}
#: q, k, v of the first token are c in every coordinate, k and v of the others 0, so that every
#: head puts out c E/(E + n - 1); E differs at c = 1 and at c = lambda
ALL_HEADS = """have root: 0 < sqrt(dk) by root_positive(dk), dk >= 1
have first_q: for all c: real, for all h, a: int, q(c, h, 1, a) = c:
  have off: for all j in 2..d, Q(c, h, 1, j, a) = 0:
    show by rest(j)
  show by query(c, h, 1, a), sum_head(j -> Q(c, h, 1, j, a), 1, d), off, unit, ones(h, 1, a)
have first_k: for all c: real, for all h, a: int, k(c, h, 1, a) = c:
  have off: for all j in 2..d, K(c, h, 1, j, a) = 0:
    show by rest(j)
  show by key(c, h, 1, a), sum_head(j -> K(c, h, 1, j, a), 1, d), off, unit, ones(h, 1, a)
have first_v: for all c: real, for all h, a: int, v(c, h, 1, a) = c:
  have off: for all j in 2..d, V(c, h, 1, j, a) = 0:
    show by rest(j)
  show by value(c, h, 1, a), sum_head(j -> V(c, h, 1, j, a), 1, d), off, unit, ones(h, 1, a)
have other_k: for all c: real, for all h, u, a: int, 2 <= u => k(c, h, u, a) = 0:
  have off: for all j in 1..d, K(c, h, u, j, a) = 0:
    show by others(u, j)
  show by key(c, h, u, a), sum_zero(j -> K(c, h, u, j, a), 1, d), off
have other_v: for all c: real, for all h, u, a: int, 2 <= u => v(c, h, u, a) = 0:
  have off: for all j in 1..d, V(c, h, u, j, a) = 0:
    show by others(u, j)
  show by value(c, h, u, a), sum_zero(j -> V(c, h, u, j, a), 1, d), off
have own: for all c: real, for all h: int, sc(c, h, 1, 1) = size(c):
  have each: for all a in 1..dk, pair(c, h, 1, 1, a) = c*c:
    show by first_q(c, h, a), first_k(c, h, a)
  show by score(c, h, 1, 1), sum_same(a -> pair(c, h, 1, 1, a), 1, dk, c*c), each, root
have none: for all c: real, for all h, u: int, 2 <= u => sc(c, h, 1, u) = 0:
  have each: for all a in 1..dk, pair(c, h, 1, u, a) = 0:
    show by other_k(c, h, u, a)
  show by score(c, h, 1, u), sum_zero(a -> pair(c, h, 1, u, a), 1, dk), each, root
have heads: for all c: real, for all h, a: int,
  hd(c, h, 1, a) = c*exp(size(c))/(exp(size(c)) + (n - 1)):
  have one: E(c, h, 1) = exp(size(c)) by exp_equal(sc(c, h, 1, 1), size(c)), own(c, h), root
  have zero: for all u in 2..n, E(c, h, u) = 1:
    show by exp_zero(sc(c, h, 1, u)), none(c, h, u)
  have bottom: P(c, h) = exp(size(c)) + (n - 1)
    by sum_first(u -> E(c, h, u), 1, n), sum_same(u -> E(c, h, u), 2, n, 1), zero, one
  have positive: 0 < P(c, h) by sum_positive(u -> E(c, h, u), 1, n)
  have summands: for all u in 2..n, E(c, h, u)/P(c, h)*v(c, h, u, a) = 0:
    show by other_v(c, h, u, a), positive
  have top: hd(c, h, 1, a) = E(c, h, 1)/P(c, h)*v(c, h, 1, a)
    by head(c, h, 1, a), positive, summands, sum_head(u -> E(c, h, u)/P(c, h)*v(c, h, u, a), 1, n)
  have 0 < exp(size(c)) + (n - 1) by positive, bottom
  show by top, one, bottom, first_v(c, h, a), positive, 0 < exp(size(c)) + (n - 1)
have outputs: for all c: real, out(c, 1, 1) = H*(dv*(c*exp(size(c))/(exp(size(c)) + (n - 1)))):
  let value = c*exp(size(c))/(exp(size(c)) + (n - 1))
  have bottom: 0 < exp(size(c)) + (n - 1) by n >= 2, root
  have each: for all h in 1..H, sum(a = 1..dv, hd(c, h, 1, a)*WO(h, a, 1)) = dv*value:
    have inner: for all a in 1..dv, hd(c, h, 1, a)*WO(h, a, 1) = value:
      show by heads(c, h, a), ones(h, a, 1), bottom
    show by sum_same(a -> hd(c, h, 1, a)*WO(h, a, 1), 1, dv, value), inner
  show by output(c, 1, 1), each,
    sum_same(h -> sum(a = 1..dv, hd(c, h, 1, a)*WO(h, a, 1)), 1, H, dv*value), bottom
let A = exp(size(1))
let B = exp(size(lam))
have tops: 0 < A and 0 < B by root
cases equal: out(lam, 1, 1) = lam*out(1, 1, 1):
  have some: 0 < H*dv by H >= 1, dv >= 1
  have all: 0 < H*dv*lam by some, lam > 0
  have cancel: for all z, x, y: real, 0 < z => z*x = z*y => x = y
  have times: (H*dv*lam)*(B/(B + (n - 1))) = (H*dv*lam)*(A/(A + (n - 1)))
    by outputs(lam), outputs(1), equal, tops, n >= 2
  have quotients: B/(B + (n - 1)) = A/(A + (n - 1))
    by cancel(H*dv*lam, B/(B + (n - 1)), A/(A + (n - 1))), all, times
  have same: B = A by quotients, tops, n >= 2
  have exponents: size(lam) = size(1):
    cases less: size(lam) < size(1):
      use exp_strict(size(lam), size(1))
    cases more: size(1) < size(lam):
      use exp_strict(size(1), size(lam))
  have product: lam*lam*dk = dk by exponents, root
  have one: lam*lam = 1 by product, dk >= 1
  have lam = 1 by one, lam > 0
  show by lam = 1, lam != 1
show by equal
"""
NOT_EQUIVARIANT_PROOF = written(NOT_EQUIVARIANT, ALL_HEADS, MULTI_FACTS, **MULTI_NAMES)
