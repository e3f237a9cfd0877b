"""An invariant polynomial is one of power sums: the tokens leave it one after the other.

A_m has the polynomials in x_{m+1}, ..., x_n with coefficients in A, and f is in A_0.  Where f is
in A_m, f(x) = sum_j c_j(x) x_{m+1}^{alpha(j)} with c_j in A_{m+1}.  Exchanging the tokens i <= m
and m + 1 changes neither f nor c_j, so f(x) = sum_j c_j(x) x_i^{alpha(j)} for all i <= m + 1 and

    (m + 1) f(x) = sum_j c_j(x) (p_{alpha(j)}(x) - sum_{i > m + 1} x_i^{alpha(j)}),

which is in A_{m+1}.  At the end f is in A_n = A.
"""

from __future__ import annotations

from constructions.terms import Term
from proofs.language.elaboration import written
from proofs.sumformer.thm2_12 import bounded, newton
from proofs.sumformer.thm2_12 import terms as t
from proofs.sumformer.thm2_12.bounded import POWERS, SMALL
from proofs.sumformer.thm2_12.newton import DEGREES, NEWTON
from proofs.sumformer.thm2_12.terms import M, ev


def summand(m: Term, c: Term, j: Term, i: Term, s: Term) -> Term:
    """c_j(x) x_i^{alpha(j)}, of a function of A_m."""
    return ev(t.cf(m, c, j), s) * M(t.mo(m, c, j), s, i)


TOKENS = """
have equal_tokens: for all m: int, 0 <= m => for all al, s, r: real, for all i, j: int,
    (for all a: int, X(s, i, a) = X(r, j, a)) => deg(al) <= m => M(al, s, i) = M(al, r, j)
        by induction on m:
  base:
    have zero: deg(al) = 0 by degree_above(al)
    show by unit(al, s, i), unit(al, r, j)
  step:
    cases zero: deg(al) <= 0:
      have none: deg(al) = 0 by degree_above(al)
      show by unit(al, s, i), unit(al, r, j)
    obtain a from some(al)
    have same: for all a: int, X(s, i, a) = X(r, j, a)
    have below: deg(dn(al, a)) <= m by degree_down(al, a), deg(al) <= m + 1
    have rest: M(dn(al, a), s, i) = M(dn(al, a), r, j) by ih(dn(al, a), s, r, i, j)
    show by monomial(al, s, i, a), monomial(al, r, j, a), same(a), rest
have alike_tokens: for all s, r: real, for all i, j: int,
    (for all a: int, X(s, i, a) = X(r, j, a)) => for all al: real, M(al, s, i) = M(al, r, j):
  have same: for all a: int, X(s, i, a) = X(r, j, a)
  have top: 0 <= floor(deg(al)) + 1 by degree_above(al)
  have below: deg(al) <= floor(deg(al)) + 1 by floor_bounds(deg(al))
  show by equal_tokens(floor(deg(al)) + 1, al, s, r, i, j)
have unseen: for all u: int, 0 <= u => u <= n => for all c, s: real, for all a, b: int,
    0 < A(n - u, c) and 1 <= a and a < b and b <= n - u => ev(c, sw(s, a, b)) = ev(c, s)
        by induction on u:
  base:
    show by symmetric(c, s, a, b)
  step:
    let m = n - u - 1
    let moved = sw(s, a, b)
    have level: 0 <= m and m < n
    have inside: 0 < A(m, c)
    have still: for all r: int, X(moved, m + 1, r) = X(s, m + 1, r):
      show by others(s, a, b, m + 1, r)
    have each: for all j in 1..size(m, c), summand(m, c, j, m + 1, moved) =
        summand(m, c, j, m + 1, s):
      have older: ev(cf(m, c, j), moved) = ev(cf(m, c, j), s):
        have there: 0 < A(m + 1, cf(m, c, j)) by coefficient(m, c, j)
        show by ih(cf(m, c, j), s, a, b)
      have monomials: for all al: real, M(al, moved, m + 1) = M(al, s, m + 1)
        by alike_tokens(moved, s, m + 1, m + 1)
      show by older, monomials(mo(m, c, j))
    have long: 0 <= size(m, c) by length(m, c)
    show by written(m, c, s), written(m, c, moved),
      sum_equal(j -> summand(m, c, j, m + 1, moved), j -> summand(m, c, j, m + 1, s), 1,
      size(m, c))
have first_tokens: for all u: int, 0 <= u => for all m: int, 0 <= m and u <= n - m =>
  for all al: real,
    exists c: real, 0 < A(m, c) and (for all s: real, ev(c, s) = powers(al, s, n - u))
        by induction on u:
  base:
    show by all_powers(m, al)
  step:
    obtain c from ih(m, al)
    have values: for all s: real, ev(lin(-1, Q(al, n - u), c), s) = powers(al, s, n - (u + 1)):
      have last: powers(al, s, n - u) = powers(al, s, n - u - 1) + M(al, s, n - u)
        by u + 1 <= n - m
      show by lin_value(-1, Q(al, n - u), c, s), one_token(al, s, n - u),
        ev(c, s) = powers(al, s, n - u)
    have token: 0 < A(m, Q(al, n - u)) by has_tokens(m, n - u, al)
    take lin(-1, Q(al, n - u), c)
    show by lin_in(-1, Q(al, n - u), c, m)
have products_in: for all u: int, 0 <= u => u <= n => for all j: int,
    exists c: real, 0 < A(0, c) and (for all s: real, ev(c, s) = pr(j, u, s)) by induction on u:
  base:
    have values: for all s: real, ev(con(1), s) = pr(j, 0, s) by constant, no_token
    take con(1)
    show by has_constants(0, 1)
  step:
    obtain c from ih(j)
    have values: for all s: real, ev(mul(c, Q(ex(j, u + 1), u + 1)), s) = pr(j, u + 1, s):
      show by multiplied(c, Q(ex(j, u + 1), u + 1), s), one_token(ex(j, u + 1), s, u + 1),
        next_token(s, j, u), ev(c, s) = pr(j, u, s)
    have token: 0 < A(0, Q(ex(j, u + 1), u + 1)) by has_tokens(0, u + 1, ex(j, u + 1))
    take mul(c, Q(ex(j, u + 1), u + 1))
    show by has_products(0, c, Q(ex(j, u + 1), u + 1))
have polynomials: exists c: real, 0 < A(0, c) and (for all s: real, ev(c, s) = f(s)):
  have each: for all j in 1..T, exists c: real,
      0 < A(0, c) and (for all s: real, ev(c, s) = co(j)*pr(j, n, s)):
    obtain c from products_in(n, j)
    have values: for all s: real, ev(mul(con(co(j)), c), s) = co(j)*pr(j, n, s):
      show by scaled_value(co(j), c, s), ev(c, s) = pr(j, n, s)
    take mul(con(co(j)), c)
    show by scaled_in(co(j), c, 0)
  have sums: exists c: real, 0 < A(0, c) and (for all s: real,
    ev(c, s) = sum(j = 1..T, co(j)*pr(j, n, s)))
    by summed(j s -> co(j)*pr(j, n, s), A, ev, con, add, 0, T)
  obtain c from sums
  have values: for all s: real, ev(c, s) = f(s):
    show by polynomial(s), ev(c, s) = sum(j = 1..T, co(j)*pr(j, n, s))
  take c
  show by values
have levels: for all m: int, 0 <= m => m <= n =>
    exists c: real, 0 < A(m, c) and (for all s: real, ev(c, s) = f(s)) by induction on m:
  base:
    show by polynomials
  step:
    obtain c from ih
    have value: for all s: real, ev(c, s) = f(s)
    have level: 0 <= m and m < n
    have inside: 0 < A(m, c)
    have long: 0 <= size(m, c) by length(m, c)
    let h = size(m, c)
    let whole(j, s) = ev(cf(m, c, j), s)*powers(mo(m, c, j), s, m + 1)
    have coefficients: for all j in 1..h, 0 < A(m + 1, cf(m, c, j)):
      show by coefficient(m, c, j)
    have last: for all s: real, f(s) = sum(j = 1..h, summand(m, c, j, m + 1, s)):
      show by value(s), written(m, c, s)
    have tokens: for all s: real, for all i in 1..m + 1,
        f(s) = sum(j = 1..h, summand(m, c, j, i, s)):
      cases own: i = m + 1:
        have each: for all j in 1..h, summand(m, c, j, i, s) = summand(m, c, j, m + 1, s):
          have M(mo(m, c, j), s, i) = M(mo(m, c, j), s, m + 1)
        show by last(s), each, long
      have less: i < m + 1
      have there: for all r: int, X(sw(s, i, m + 1), m + 1, r) = X(s, i, r):
        show by second(s, i, m + 1, r)
      have monomials: for all al: real, M(al, sw(s, i, m + 1), m + 1) = M(al, s, i)
        by alike_tokens(sw(s, i, m + 1), s, m + 1, i)
      have each: for all j in 1..h, summand(m, c, j, m + 1, sw(s, i, m + 1)) =
          summand(m, c, j, i, s):
        have still: ev(cf(m, c, j), sw(s, i, m + 1)) = ev(cf(m, c, j), s):
          have same: m + 1 = n - (n - m - 1)
          show by unseen(n - m - 1, cf(m, c, j), s, i, m + 1)
        show by still, monomials(mo(m, c, j))
      show by last(sw(s, i, m + 1)), invariant(s, i, m + 1),
        sum_equal(j -> summand(m, c, j, m + 1, sw(s, i, m + 1)), j -> summand(m, c, j, i, s), 1, h)
    have each: for all j in 1..h, exists e: real,
        0 < A(m + 1, e) and (for all s: real, ev(e, s) = whole(j, s)):
      obtain e from first_tokens(n - m - 1, m + 1, mo(m, c, j))
      have values: for all s: real, ev(mul(cf(m, c, j), e), s) = whole(j, s):
        show by multiplied(cf(m, c, j), e, s), ev(e, s) = powers(mo(m, c, j), s, n - (n - m - 1))
      take mul(cf(m, c, j), e)
      show by has_products(m + 1, cf(m, c, j), e)
    have sums: exists e: real, 0 < A(m + 1, e)
      and (for all s: real, ev(e, s) = sum(j = 1..h, whole(j, s)))
      by summed(j s -> whole(j, s), A, ev, con, add, m + 1, h)
    obtain e from sums
    have values: for all s: real, ev(mul(con(1/(m + 1)), e), s) = f(s):
      have rows: for all j in 1..h, whole(j, s) = sum(i = 1..m + 1, summand(m, c, j, i, s)):
        show by sum_scale(i -> M(mo(m, c, j), s, i), ev(cf(m, c, j), s), 1, m + 1)
      have one: sum(j = 1..h, whole(j, s)) = sum(j = 1..h,
        sum(i = 1..m + 1, summand(m, c, j, i, s)))
        by sum_equal(j -> whole(j, s), j -> sum(i = 1..m + 1, summand(m, c, j, i, s)), 1, h)
      have two: sum(j = 1..h, sum(i = 1..m + 1, summand(m, c, j, i, s))) =
        sum(i = 1..m + 1, sum(j = 1..h, summand(m, c, j, i, s)))
        by sum_order(i j -> summand(m, c, j, i, s), h, m + 1)
      have columns: for all i in 1..m + 1, sum(j = 1..h, summand(m, c, j, i, s)) = f(s):
        show by tokens(s, i)
      have three: sum(i = 1..m + 1, sum(j = 1..h, summand(m, c, j, i, s))) = (m + 1)*f(s)
        by sum_same(i -> sum(j = 1..h, summand(m, c, j, i, s)), 1, m + 1, f(s))
      show by scaled_value(1/(m + 1), e, s), one, two, three, ev(e, s) = sum(j = 1..h, whole(j, s))
    take mul(con(1/(m + 1)), e)
    show by scaled_in(1/(m + 1), e, m + 1)
"""
PROOF = written(
    t.STATEMENT,
    f"""{DEGREES}{NEWTON}{SMALL}{POWERS}{TOKENS}
show by levels(n), n >= 0
""",
    t.FACTS,
    bounded.THEOREMS,
    **newton.NAMES,
    **bounded.NAMES,
    size=t.length,
    summand=summand,
)
