"""The expectation of route 2 without its mass at eps^(-1/2): it is below f_sigma(v), and close.

With u = v + xi and p = P(u <= 0),

    0 < f_sigma(v) - (E[(max(0, u) + eps)^(-1/2)] - eps^(-1/2) p) <= 3 sqrt(eps)/(sigma sqrt(2 pi)).

The middle is the expectation of ``u^(-1/2) - (u + eps)^(-1/2)`` over u > 0, which lies below
``u^(-1/2)`` and ``(eps/2) u^(-3/2)``; the density of u is at most ``(2 pi sigma^2)^(-1/2)``.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, as_json, conj, every, implies, var
from proofs.claims import Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S, every_real, fact
from proofs.refute import instantiate
from proofs.trees.script import Node, auto, define, have, intro, lemmas, node, statement

G, F, p, eps, sigma = (var(name) for name in ("G", "F", "p", "eps", "sigma"))
u, a, b, c, s = (var(name) for name in ("u", "a", "b", "c", "s"))
SCALE = sigma * S.sqrt(2 * S.pi())


def printed(at: Term, small: Term) -> Term:
    """(max(0, u) + eps)^(-1/2) at u = v + xi."""
    return 1 / S.sqrt(S.maximum(0, at) + small)


def _less(at: Term) -> Term:
    return 1 / S.sqrt(at) - printed(at, eps)


def _low(value: Term) -> Json:
    return every("u", "real", implies(u <= 0, printed(u, eps).equals(value)))


def _near(end: Term, factor: Term) -> Json:
    inside = conj(_less(u) > 0, _less(u) <= factor / S.sqrt(u))
    return every("u", "real", implies(conj(u > 0, u <= end), inside))


def _far(end: Term, factor: Term) -> Json:
    inside = conj(_less(u) > 0, _less(u) <= factor / (u * S.sqrt(u)))
    return every("u", "real", implies(u > end, inside))


def _between(rest: Term, most: Term) -> Json:
    return conj(F > rest, F <= rest + most)


#: the mass c p is taken off; 2 a sqrt(s) and 2 b/sqrt(s) are the integrals of both majorants
LINEAR = every_real(
    ("c", "s", "a", "b"),
    implies(
        conj(s > 0, _low(c), _near(s, a), _far(s, b)),
        _between(G - c * p, 2 * (a * S.sqrt(s) + b / S.sqrt(s)) / SCALE),
    ),
)
GIVEN = [eps > 0, sigma > 0, LINEAR]
SORTS = {"G": "real", "F": "real", "p": "real", "eps": "real", "sigma": "real"}
WITHOUT = statement(SORTS, GIVEN, _between(G - p / S.sqrt(eps), 3 * S.sqrt(eps) / SCALE))


#: c = eps^(-1/2), s = eps, a = 1, b = eps/2; with r = sqrt(u) and t = sqrt(u + eps) the majorant
#: eps/2 u^(-3/2) is (t - r)^2 (t + 2 r) >= 0
WITHOUT_PROOF = written(
    WITHOUT,
    """
have root: 0 < sqrt(eps)
have square: sqrt(eps)^2 = eps
have low: for all u: real, u <= 0 => printed(u, eps) = 1/sqrt(eps):
  have same: max(0, u) + eps = eps
  have up: sqrt(max(0, u) + eps) <= sqrt(eps) by root_mono(max(0, u) + eps, eps), same
  have down: sqrt(eps) <= sqrt(max(0, u) + eps) by root_mono(eps, max(0, u) + eps), same
  have 0 < sqrt(max(0, u) + eps) by down, root
  have sqrt(max(0, u) + eps) = sqrt(eps) by up, down
have ahead: for all u: real, 0 < u => 0 < 1/sqrt(u) - printed(u, eps) and
    1/sqrt(u) - printed(u, eps) <= 1/sqrt(u) and 1/sqrt(u) - printed(u, eps) <= eps/2/(u*sqrt(u)):
  let r = sqrt(u)
  let t = sqrt(max(0, u) + eps)
  have first: 0 < r
  have second: 0 < t
  have small: r^2 = u
  have large: t^2 = u + eps
  have less: r < t:
    cases over: t <= r:
      have 0 <= (r - t)*(r + t) by over, first, second
  have 0 < 1/r
  have 0 < 1/t
  have 0 <= (t - r)^2*(t + 2*r) by less, first, second
  have bound: 2*r^2*(t - r) <= t*(t^2 - r^2)
  have below: 1/t < 1/r by less, first
  have whole: 1/r - 1/t <= (t^2 - r^2)/2/(r^2*r) by bound, first, second
  show by below, 0 < 1/t, whole, small, large
have near: for all u: real, 0 < u and u <= eps => 0 < 1/sqrt(u) - printed(u, eps) and
    1/sqrt(u) - printed(u, eps) <= 1/sqrt(u):
  use ahead(u)
have far: for all u: real, eps < u => 0 < 1/sqrt(u) - printed(u, eps) and
    1/sqrt(u) - printed(u, eps) <= eps/2/(u*sqrt(u)):
  use ahead(u)
use linear(1/sqrt(eps), eps, 1, eps/2)
have eps/2/sqrt(eps) = sqrt(eps)/2 by root, square
have 0 < sqrt(2*pi)
have 0 < sigma*sqrt(2*pi)
""",
    {"linear": LINEAR},
    printed=printed,
)

# --- data ----------------------------------------------------------------------------------------

#: p = 1/2 and sigma = eps = 1, F - (G - 1/2) = 1/10
HOLDS_AT = Witness({"G": 1, "F": Fraction(6, 10), "p": Fraction(1, 2), "eps": 1, "sigma": 1})
_NAMED = {"c": var("c0"), "s": var("s0"), "a": var("a0"), "b": var("b0")}


def _here(formula: Json) -> Json:
    return instantiate(formula, Witness({**HOLDS_AT.values, **_NAMED}))


def linear_holds() -> Node:
    """c = 1 from u = 0; 1 - 2^(-1/2) <= a if s >= 1, and <= b else, from u = 1."""
    one, q = S.const(1), Fraction(29, 100)
    end, first, second = _NAMED["s"], _NAMED["a"], _NAMED["b"]
    root, scale = S.sqrt(end), S.sqrt(2 * S.pi())
    whole = first * root + second / root
    less = _here(_less(one).json)
    constants = [
        (S.maximum(0, one) + 1 > 0, node("evaluate", bits=64)),
        (["<=", as_json(q), less], node("evaluate", bits=64)),
        (2 * S.pi() > 0, node("evaluate", bits=64)),
        (1 / scale >= Fraction(39, 100), node("evaluate", bits=64)),
    ]
    ends = [
        (whole >= Fraction(1, 4), auto("at least 1/4")),
        ((whole - Fraction(1, 4)) * (1 / scale) >= 0, auto("times")),
    ]
    ending = lemmas(ends, node("both", auto("below"), auto("close")))
    far, near = _here(_far(s, b)), _here(_near(s, a))
    large = [
        (root >= 1, _at_least_one(root)),
        (second > 0, _last_sign(second, end + 1)),
        (second * (1 / root) > 0, auto("b/root > 0")),
        (first >= q, auto("a")),
        (first * (root - 1) >= 0, auto("times")),
    ]
    small = [
        (root < 1, _below(root, one)),
        ((1 - root) * (1 / root) > 0, auto("above 1")),
        (first * (1 / root) > 0, auto("a/root > 0")),
        (first > 0, _of_product(first, 1 / root)),
        (first * root > 0, auto("a root > 0")),
        (second >= q, auto("b")),
        (second * (1 / root - 1) >= 0, auto("times")),
    ]
    after = fact(far, [end + 1], lemmas(large, ending), auto("there"))
    when_large = fact(near, [one], after, auto("there"))
    before = fact(near, [end], lemmas(small, ending), auto("there"))
    when_small = fact(far, [one], before, auto("there"))
    cases = node("split", when_large, when_small, on=(end - 1).json)
    unit = fact(_here(_low(c)), [S.const(0)], have(_NAMED["c"].equals(1), auto("c"), cases), auto())
    zero = (_here(printed(S.const(0), eps).equals(1)), node("evaluate", bits=64))
    roots = [(root > 0, auto("root of s")), (1 / root > 0, auto("1/root of s"))]
    body = define(root.json, auto(">= 0"), lemmas([*roots, *constants, zero], unit))
    for name in ("", "b0", "a0", "s0", "c0"):
        body = intro(name, body)
    return body


def _at_least_one(root: Term) -> Node:
    product = have((1 - root) * (1 + root) > 0, auto("< 1"), auto("contradiction"))
    return node("split", auto("shown"), product, on=(root - 1).json)


def _last_sign(factor: Term, at: Term) -> Node:
    """factor > 0, from 0 < factor/(at sqrt(at))."""
    r = S.sqrt(at)
    facts = [
        (r > 0, auto("root > 0")),
        (at * r > 0, auto("at root > 0")),
        (1 / (at * r) > 0, auto("1/(at root) > 0")),
        (factor * (1 / (at * r)) > 0, auto("its product > 0")),
    ]
    return define(r.json, auto("at >= 0"), lemmas(facts, _of_product(factor, 1 / (at * r))))


def _of_product(factor: Term, other: Term) -> Node:
    product = have(-factor * other >= 0, auto("product"), auto("contradiction"))
    return have(
        factor.differs(0), auto("not 0"), node("split", auto("> 0"), product, on=factor.json)
    )


def _below(root: Term, q: Term) -> Node:
    """root < q, from root^2 < q^2 and 0 <= root, 0 < q."""
    product = have((root - q) * (root + q) >= 0, auto("product"), auto("then root^2 >= q^2"))
    return node("split", product, auto("below"), on=(root - q).json)
