"""All power sums from those with |alpha| <= n, for every number n of tokens.

es_al and G(al, be) lie in the class for |al| <= n and |al| + |be| <= n, by Newton's identities.
With x^gamma = x^al x^be, |al| = n, they give G(al, be) = r p_gamma + a function of the class, with
a number r that is not 0, and G(al, be) is 0.

A function lies in A_v where it is that of some c with A(v, c) > 0.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, exists, total, var
from proofs.language.elaboration import written
from proofs.sumformer.thm2_12 import terms as t
from proofs.sumformer.thm2_12.terms import M, ev, if_, inside, ints, n, power_sum, reals
from proofs.trees.script import elaborate, statement

# --- a sum of functions of a class lies in it ----------------------------------------------------

v, h, j, c = (var(name) for name in ("v", "h", "j", "c"))


def _family(at: Term) -> Term:
    return app("F", at, t.s)


def _lies(value: Term) -> Json:
    """The function with this value at every s lies in A_v."""
    return exists("c", "real", conj(inside(v, c), reals("s", ev(c, t.s).equals(value))))


_EACH = ints("j", if_([j >= 1, j <= h], _lies(_family(j))))
_CLASS = [t.HAS_CONSTANTS, t.CONSTANT, t.HAS_SUMS, t.SUM]
SUMMED = statement(
    {"v": "int", "h": "int"},
    [h >= 0, *_CLASS, _EACH],
    _lies(total("j", 1, h, _family(j))),
    {"F": 2, "A": 2, "ev": 2, "con": 1, "add": 2},
)
_SUMMED_PROOF = written(
    SUMMED,
    """
have all: for all m: int, 0 <= m => m <= h =>
    exists c: real, 0 < A(v, c) and (for all s: real, ev(c, s) = sum(j = 1..m, F(j, s)))
    by induction on m:
  base:
    have values: for all s: real, ev(con(0), s) = sum(j = 1..0, F(j, s)):
      show by constant(0, s)
    take con(0)
    show by values, has_constants(v, 0)
  step:
    obtain c from ih
    obtain e from each(m + 1)
    have values: for all s: real, ev(add(c, e), s) = sum(j = 1..m + 1, F(j, s)):
      have last: sum(j = 1..m + 1, F(j, s)) = sum(j = 1..m, F(j, s)) + F(m + 1, s)
      show by added(c, e, s), last, ev(c, s) = sum(j = 1..m, F(j, s)), ev(e, s) = F(m + 1, s)
    take add(c, e)
    show by values, has_sums(v, c, e), 0 < A(v, c), 0 < A(v, e)
show by all(h), h >= 0
""",
    {**t.FACTS, "each": _EACH},
)
#: cited for functions F of j and s
THEOREMS = {"summed": lambda: elaborate(SUMMED, _SUMMED_PROOF())}


def p(al: Term, s: Term) -> Term:
    """p_al."""
    return power_sum(al, s)


def pair(al: Term, be: Term, s: Term) -> Term:
    """p_{al + be}."""
    return total("i0", 1, n, M(al, s, var("i0")) * M(be, s, var("i0")))


NAMES = {"p": p, "pair": pair}

#: |al| <= n
SMALL = """
let lin(r, x, y) = add(mul(con(r), x), y)
have lin_in: for all r, x, y: real, m: int, 0 < A(m, x) and 0 < A(m, y) => 0 < A(m, lin(r, x, y)):
  have 0 < A(m, mul(con(r), x)) by has_products(m, con(r), x)
  show by has_sums(m, mul(con(r), x), y)
have lin_value: for all r, x, y, s: real, ev(lin(r, x, y), s) = r*ev(x, s) + ev(y, s):
  show by added(mul(con(r), x), y, s), multiplied(con(r), x, s), constant(r, s)
have scaled_in: for all r, x: real, m: int, 0 < A(m, x) => 0 < A(m, mul(con(r), x)):
  show by has_products(m, con(r), x)
have scaled_value: for all r, x, s: real, ev(mul(con(r), x), s) = r*ev(x, s):
  show by multiplied(con(r), x, s), constant(r, s)
let hooked(v, m) = for all al, be: real, deg(al) = m and deg(be) <= n - m =>
  exists c: real, 0 < A(v, c) and (for all s: real, ev(c, s) = G(al, be, n, s))
have lower_in: for all v, m: int, 0 <= m and hooked(v, m) =>
  for all al, be: real, deg(al) = m + 1 and deg(be) + 1 <= n - m =>
    exists c: real, 0 < A(v, c) and (for all s: real, ev(c, s) = lower(al, be, s, n)):
  have known: hooked(v, m)
  have each: for all a in 1..d, exists c: real,
      0 < A(v, c) and (for all s: real, ev(c, s) = lower_at(al, a, be, s, n)):
    cases none: E(al, a) = 0:
      have values: for all s: real, ev(con(0), s) = lower_at(al, a, be, s, n):
        show by constant(0, s)
      take con(0)
      show by has_constants(v, 0)
    have one: deg(dn(al, a)) = m by degree_down(al, a), deg(al) = m + 1
    have two: deg(up(be, a)) <= n - m by degree_up(be, a), deg(be) + 1 <= n - m
    obtain c from known(dn(al, a), up(be, a))
    have values: for all s: real, ev(mul(con(E(al, a)), c), s) = lower_at(al, a, be, s, n):
      show by scaled_value(E(al, a), c, s), ev(c, s) = G(dn(al, a), up(be, a), n, s)
    take mul(con(E(al, a)), c)
    show by scaled_in(E(al, a), c, v)
  show by summed(a s -> lower_at(al, a, be, s, n), A, ev, con, add, v, d)
have es_in: for all v, m: int, 0 <= m and m + 1 <= n and hooked(v, m) =>
  for all al: real, deg(al) = m + 1 =>
    exists c: real, 0 < A(v, c) and (for all s: real, ev(c, s) = es(al, n, s)):
  have known: hooked(v, m)
  obtain c from lower_in(v, m, al, 0)
  have values: for all s: real, ev(mul(con(1/(m + 1)), c), s) = es(al, n, s):
    show by scaled_value(1/(m + 1), c, s), ev(c, s) = lower(al, 0, s, n), total(n, al, s),
      deg(al) = m + 1
  take mul(con(1/(m + 1)), c)
  show by scaled_in(1/(m + 1), c, v)
have no_lower: for all al, be, s: real, deg(al) = 0 => lower(al, be, s, n) = 0:
  have each: for all a in 1..d, lower_at(al, a, be, s, n) = 0:
    show by no_exponent(al, a)
  show by each
have start: for all al, be, s: real, deg(al) = 0 => G(al, be, n, s) = p(be, s):
  show by products(n, al, be, s), unit_es(n, al, s), no_lower(al, be, s)
have hooks_in: for all m: int, 0 <= m => m <= n => for all v: int, hooked(v, m) by induction on m:
  base:
    have zero: deg(al) = 0
    have degrees: deg(be) <= n
    have values: for all s: real, ev(P(be), s) = G(al, be, n, s):
      show by power_sum(be, s), start(al, be, s)
    take P(be)
    show by has_powers(v, be)
  step:
    have known: hooked(v, m) by ih(v)
    obtain l from lower_in(v, m, al, be)
    obtain e from es_in(v, m, al)
    have values: for all s: real, ev(lin(-1, l, mul(e, P(be))), s) = G(al, be, n, s):
      show by lin_value(-1, l, mul(e, P(be)), s), multiplied(e, P(be), s), power_sum(be, s),
        products(n, al, be, s),
        ev(l, s) = lower(al, be, s, n), ev(e, s) = es(al, n, s)
    have product: 0 < A(v, mul(e, P(be))) by has_products(v, e, P(be))
    take lin(-1, l, mul(e, P(be)))
    show by lin_in(-1, l, mul(e, P(be)), v)
have small: for all v, m: int, 0 <= m and m <= n => for all al: real, deg(al) = m =>
    exists c: real, 0 < A(v, c) and (for all s: real, ev(c, s) = es(al, n, s)):
  cases m <= 0:
    have values: for all s: real, ev(con(1), s) = es(al, n, s):
      show by constant(1, s), unit_es(n, al, s)
    take con(1)
    show by has_constants(v, 1)
  have before: hooked(v, m - 1) by hooks_in(m - 1, v)
  show by es_in(v, m - 1, al)
"""
#: every multidegree
POWERS = """
have parts: for all m: int, 0 <= m => for all ga: real, m <= deg(ga) =>
  exists al: real, exists be: real,
    deg(al) = m and deg(be) = deg(ga) - m and (for all s: real, i: int,
        M(ga, s, i) = M(al, s, i)*M(be, s, i)) by induction on m:
  base:
    have monomials: for all s: real, i: int, M(ga, s, i) = M(0, s, i)*M(ga, s, i):
      show by unit(0, s, i)
    take 0
    take ga
    show by monomials
  step:
    obtain al, be from ih(ga)
    have before: for all s: real, i: int, M(ga, s, i) = M(al, s, i)*M(be, s, i)
    obtain a from some(be)
    have monomials: for all s: real, i: int, M(ga, s, i) = M(up(al, a), s, i)*M(dn(be, a), s, i):
      show by before(s, i), monomial_up(al, s, i, a), monomial(be, s, i, a)
    take up(al, a)
    take dn(be, a)
    show by degree_up(al, a), degree_down(be, a), deg(al) = m, deg(be) = deg(ga) - m
have shifted: for all al, be, s: real, for all a in 1..d, E(al, a) != 0 =>
    pair(dn(al, a), up(be, a), s) = pair(al, be, s):
  have each: for all i in 1..n, M(dn(al, a), s, i)*M(up(be, a), s, i) = M(al, s, i)*M(be, s, i):
    show by monomial(al, s, i, a), monomial_up(be, s, i, a)
  show by each
let lows(v, N) = for all al: real, deg(al) <= N =>
  exists c: real, 0 < A(v, c) and (for all s: real, ev(c, s) = p(al, s))
let chained(v, N, m, r) = for all al, be: real, deg(al) = m and deg(al) + deg(be) <= N + 1 =>
  exists c: real, 0 < A(v, c) and (for all s: real, ev(c, s) = G(al, be, n, s) - r*pair(al, be, s))
have chain: for all m: int, 0 <= m => m <= n => for all v, N: int, n <= N and lows(v, N) =>
    exists r: real, r != 0 and chained(v, N, m, r) by induction on m:
  base:
    have near: chained(v, N, 0, 1):
      have zero: deg(al) = 0
      have values: for all s: real, ev(con(0), s) = G(al, be, n, s) - 1*pair(al, be, s):
        have each: for all i in 1..n, M(al, s, i)*M(be, s, i) = M(be, s, i) by unit(al, s), zero
        have same: pair(al, be, s) = p(be, s) by each
        show by constant(0, s), start(al, be, s), same
      take con(0)
      show by has_constants(v, 0)
    take 1
    show by near
  step:
    have low: lows(v, N)
    have before: exists r: real, r != 0 and chained(v, N, m, r) by ih(v, N)
    obtain r from before
    have close: chained(v, N, m, r)
    let t = -(m + 1)*r
    have near: chained(v, N, m + 1, t):
      let term(a, s) = E(al, a)*(G(dn(al, a), up(be, a), n, s) - r*pair(al, be, s))
      have size: deg(al) = m + 1
      have room: deg(al) + deg(be) <= N + 1
      have each: for all a in 1..d, exists c: real,
          0 < A(v, c) and (for all s: real, ev(c, s) = term(a, s)):
        cases none: E(al, a) = 0:
          have values: for all s: real, ev(con(0), s) = term(a, s):
            show by constant(0, s)
          take con(0)
          show by has_constants(v, 0)
        have one: deg(dn(al, a)) = m by degree_down(al, a), size
        have two: deg(dn(al, a)) + deg(up(be, a)) <= N + 1 by one, size, room, degree_up(be, a)
        obtain c from close(dn(al, a), up(be, a))
        have values: for all s: real, ev(mul(con(E(al, a)), c), s) = term(a, s):
          show by scaled_value(E(al, a), c, s), shifted(al, be, s, a),
            ev(c, s) = G(dn(al, a), up(be, a), n, s) - r*pair(dn(al, a), up(be, a), s)
        take mul(con(E(al, a)), c)
        show by scaled_in(E(al, a), c, v)
      have sums: exists c: real, 0 < A(v, c) and (for all s: real,
        ev(c, s) = sum(a = 1..d, term(a, s)))
        by summed(a s -> term(a, s), A, ev, con, add, v, d)
      obtain l from sums
      obtain e from small(v, m + 1, al)
      have small_degree: deg(be) <= N by size, room
      obtain q from low(be)
      have values: for all s: real, ev(lin(-1, l, mul(e, q)), s) =
          G(al, be, n, s) - t*pair(al, be, s):
        have expanded: sum(a = 1..d, term(a, s)) =
          1*lower(al, be, s, n) + (-r*pair(al, be, s))*deg(al) + 0*sum(a = 1..d, 0)
          by sum_combined(a -> term(a, s), a -> lower_at(al, a, be, s, n), a -> E(al, a), a -> 0,
            1, -r*pair(al, be, s), 0, 1, d)
        show by lin_value(-1, l, mul(e, q), s), multiplied(e, q, s), products(n, al, be, s),
          expanded, size,
          ev(l, s) = sum(a = 1..d, term(a, s)), ev(e, s) = es(al, n, s), ev(q, s) = p(be, s)
      have product: 0 < A(v, mul(e, q)) by has_products(v, e, q)
      take lin(-1, l, mul(e, q))
      show by lin_in(-1, l, mul(e, q), v)
    have apart: t != 0:
      have up: 0 < m + 1 by 0 <= m
      cases t = 0:
        have r = 0 by t = 0
    take t
    show by near
have every: for all N: int, n <= N => for all v: int, lows(v, N) by induction on N:
  base:
    have degrees: deg(al) <= n
    have values: for all s: real, ev(P(al), s) = p(al, s) by power_sum
    take P(al)
    show by has_powers(v, al)
  step:
    cases low: deg(al) <= n:
      have values: for all s: real, ev(P(al), s) = p(al, s) by power_sum
      take P(al)
      show by has_powers(v, al)
    have before: lows(v, N) by ih(v)
    have links: exists r: real, r != 0 and chained(v, N, n, r) by chain(n, v, N)
    obtain r from links
    have close: chained(v, N, n, r)
    obtain x, y from parts(n, al)
    have monomials: for all s: real, i: int, M(al, s, i) = M(x, s, i)*M(y, s, i)
    have room: deg(x) + deg(y) <= N + 1 by deg(x) = n, deg(y) = deg(al) - n, deg(al) <= N + 1
    obtain c from close(x, y)
    have values: for all s: real, ev(mul(con(-1/r), c), s) = p(al, s):
      have same: p(al, s) = pair(x, y, s) by sum_equal(i -> M(al, s, i),
        i -> M(x, s, i)*M(y, s, i), 1, n)
      have none: G(x, y, n, s) = 0 by few_hooks(n, x, y, s)
      show by scaled_value(-1/r, c, s), same, none, ev(c, s) = G(x, y, n, s) - r*pair(x, y, s)
    take mul(con(-1/r), c)
    show by scaled_in(-1/r, c, v)
have all_powers: for all v: int, al: real, exists c: real,
    0 < A(v, c) and (for all s: real, ev(c, s) = p(al, s)):
  let top = n + floor(deg(al)) + 1
  have above: n <= top by degree_above(al)
  have known: lows(v, top) by every(top, v)
  have below: deg(al) <= top by floor_bounds(deg(al))
  show by known(al)
"""
