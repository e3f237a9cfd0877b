"""Sums over distinct tokens as polynomials in power sums, for every number n of tokens.

h, g and q are any functions of a token, monomials among them; H = sum h, HG = sum h g, ...
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, total, var
from proofs.language.elaboration import written
from proofs.sumformer.counts import equal
from proofs.trees.script import statement

n, i, j, k = (var(name) for name in ("n", "i", "j", "k"))
Body = Callable[[Term], Term]


def h(at: Term) -> Term:
    return app("h", at)


def g(at: Term) -> Term:
    return app("g", at)


def q(at: Term) -> Term:
    return app("q", at)


def over(body: Body, high: Term = n, index: str = "j") -> Term:
    """sum_{j=1}^{high} body(j), a power sum where body is a monomial."""
    return total(index, 1, high, body(var(index)))


def times(*bodies: Body) -> Body:
    """The product of functions of a token."""

    def product(at: Term) -> Term:
        value = bodies[0](at)
        for body in bodies[1:]:
            value = value * body(at)
        return value

    return product


def other(one: Term, two: Term) -> Term:
    """1 if the indices differ, else 0."""
    return 1 - equal(one, two)


H, G, Q = over(h), over(g), over(q)
HG, HQ, GQ, HGQ = (over(times(*bodies)) for bodies in ((h, g), (h, q), (g, q), (h, g, q)))


def apart(first: Term, second: Term, at: Term) -> Term:
    """[k != i, k != j] q(k)."""
    return other(first, at) * other(second, at) * q(at)


def _third(first: Term, second: Term) -> Term:
    """sum_k [k != i, k != j] q(k)."""
    return over(lambda at: apart(first, second, at), index="k")


def _second(first: Term) -> Term:
    """sum_j [j != i] g(j)."""
    return over(lambda at: other(first, at) * g(at))


def own(first: Term, at: Term) -> Term:
    """[j != i] g(j) sum_k [k != i, k != j] q(k)."""
    return other(first, at) * g(at) * _third(first, at)


def _second_third(first: Term) -> Term:
    """sum_j [j != i] g(j) sum_k [k != i, k != j] q(k)."""
    return over(lambda at: own(first, at))


def hgq(at: Term) -> Term:
    return h(at) * g(at) * q(at)


PAIR = over(lambda at: h(at) * _second(at), index="i")
TRIPLE = over(lambda at: h(at) * _second_third(at), index="i")
NAMES = {"h": 1, "g": 1, "q": 1}
PAIRS = statement({"n": "int"}, [n >= 0], PAIR.equals(H * G - HG), {"h": 1, "g": 1})
TRIPLES = statement(
    {"n": "int"},
    [n >= 0],
    TRIPLE.equals(H * G * Q - HG * Q - HQ * G - GQ * H + 2 * HGQ),
    NAMES,
)


PAIRS_PROOF = written(
    PAIRS,
    """
have each: for all i in 1..n, h(i)*second(i) = G*h(i) - h(i)*g(i):
  use sum_without(g, n, i)
have total: for all m: int, 0 <= m => m <= n => sum(i = 1..m, h(i)*second(i)) =
    G*sum(j = 1..m, h(j)) - sum(j = 1..m, h(j)*g(j)) by induction on m:
  step:
    use each(m + 1)
use total(n)
""",
    second=_second,
    G=G,
)
TRIPLES_PROOF = written(
    TRIPLES,
    """
have thirds: for all a in 1..n, for all b in 1..n, a != b => third(a, b) = Q - q(a) - q(b):
  have unit: |sign(b - a)| = 1 by unequal(b, a), a != b
  have other(b, a)*q(a) = q(a) by unit
  calc third(a, b) = sum(k = 1..n, other(a, k)*(other(b, k)*q(k)))
      by sum_equal(k -> apart(a, b, k), k -> other(a, k)*(other(b, k)*q(k)), 1, n)
    _ = sum(k = 1..n, other(b, k)*q(k)) - other(b, a)*q(a)
      by sum_without(k -> other(b, k)*q(k), n, a)
    _ = Q - q(b) - q(a) by sum_without(q, n, b), other(b, a)*q(a) = q(a)
let pair(a, b) = g(b)*(Q - q(a)) - g(b)*q(b)
have inner: for all a in 1..n, both(a) = G*(Q - q(a)) - GQ - pair(a, a):
  have each: for all b in 1..n, own(a, b) = other(a, b)*pair(a, b):
    cases a = b:
      have other(a, b) = 0 by a = b
    use thirds(a, b)
    have |sign(a - b)| = 1 by unequal(a, b), a != b
  have both(a) = sum(o = 1..n, other(a, o)*pair(a, o))
    by sum_equal(o -> own(a, o), o -> other(a, o)*pair(a, o), 1, n), each
  use sum_without(o -> pair(a, o), n, a)
  have all: for all m: int, 0 <= m => sum(o = 1..m, pair(a, o)) =
      sum(j = 1..m, g(j))*(Q - q(a)) - sum(j = 1..m, g(j)*q(j)) by induction on m
  use all(n)
have total: for all m: int, 0 <= m => m <= n => sum(i = 1..m, h(i)*both(i)) =
    (G*Q - GQ)*sum(j = 1..m, h(j)) - G*sum(j = 1..m, h(j)*q(j)) - Q*sum(j = 1..m, h(j)*g(j))
    + 2*sum(j = 1..m, hgq(j)) by induction on m:
  step:
    have one: both(m + 1) = G*(Q - q(m + 1)) - GQ - pair(m + 1, m + 1)
    have h(m + 1)*both(m + 1) = h(m + 1)*(G*(Q - q(m + 1)) - GQ - pair(m + 1, m + 1)) by one
use total(n)
""",
    other=other,
    third=_third,
    both=_second_third,
    apart=apart,
    own=own,
    hgq=hgq,
    G=G,
    Q=Q,
    GQ=GQ,
)
