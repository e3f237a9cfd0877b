"""Newton's identities for multi-indices: es, G and power sums, for every number m of tokens.

With the empty sum for m = 0 and one token more at a time:

    es_al p_be = G(al, be) + sum_a al_a G(al - e_a, be + e_a)
    |al| es_al = sum_a al_a G(al - e_a, e_a)
    es_al = 0 for |al| > m, G(al, be) = 0 for |al| >= m, es_al = 1 for |al| = 0.

The texts are put in front of the proof in :mod:`.tokens`.
"""

from __future__ import annotations

from constructions.terms import Term
from proofs.sumformer.thm2_12.terms import E, G, X, deg, dn, es, letters, power_sum, up

# --- sums over the coordinates, and their summands -----------------------------------------------


def lower_at(al: Term, a: Term, be: Term, s: Term, m: Term) -> Term:
    """al_a G(al - e_a, be + e_a)."""
    return E(al, a) * G(dn(al, a), up(be, a), m, s)


def lower(al: Term, be: Term, s: Term, m: Term) -> Term:
    """sum_a al_a G(al - e_a, be + e_a)."""
    return letters(lambda a: lower_at(al, a, be, s, m), name="u2")


def spread_at(al: Term, a: Term, s: Term, m: Term) -> Term:
    """al_a x_a es(al - e_a), x token m + 1."""
    return E(al, a) * X(s, m + 1, a) * es(dn(al, a), m, s)


def spread(al: Term, s: Term, m: Term) -> Term:
    """What token m + 1 adds to es_al."""
    return letters(lambda a: spread_at(al, a, s, m))


def hooks_at(al: Term, a: Term, be: Term, s: Term, m: Term) -> Term:
    """al_a x_a G(al - e_a, be), x token m + 1."""
    return E(al, a) * X(s, m + 1, a) * G(dn(al, a), be, m, s)


def hooks(al: Term, be: Term, s: Term, m: Term) -> Term:
    """The first of what token m + 1 adds to G(al, be)."""
    return letters(lambda a: hooks_at(al, a, be, s, m))


def outer_at(al: Term, a: Term, be: Term, s: Term, m: Term) -> Term:
    """al_a x_a sum_b (al - e_a)_b G(al - e_a - e_b, be + e_b)."""
    return E(al, a) * X(s, m + 1, a) * lower(dn(al, a), be, s, m)


def outer(al: Term, be: Term, s: Term, m: Term) -> Term:
    """Two letters in turn, the first of which gives the factor."""
    return letters(lambda a: outer_at(al, a, be, s, m))


def inner_at(al: Term, b: Term, be: Term, s: Term, m: Term) -> Term:
    """al_b sum_a (al - e_b)_a x_a G(al - e_b - e_a, be + e_b)."""
    return E(al, b) * letters(lambda a: hooks_at(dn(al, b), a, up(be, b), s, m), name="u2")


def inner(al: Term, be: Term, s: Term, m: Term) -> Term:
    """Two letters in turn, the second of which gives the factor."""
    return letters(lambda b: inner_at(al, b, be, s, m))


def powers(al: Term, s: Term, m: Term) -> Term:
    """p_al of the first m tokens."""
    return power_sum(al, s, m)


NAMES = {
    "deg": deg, "powers": powers, "lower_at": lower_at, "lower": lower, "spread_at": spread_at,
    "spread": spread, "hooks_at": hooks_at, "hooks": hooks, "outer_at": outer_at, "outer": outer,
    "inner_at": inner_at, "inner": inner,
}  # fmt: skip

#: |alpha|
DEGREES = """
have degree_up: for all al: real, for all g in 1..d, deg(up(al, g)) = deg(al) + 1:
  show by raised(al, g), sum_changed(a -> E(up(al, g), a), a -> E(al, a), 1, d, g)
have degree_down: for all al: real, for all g in 1..d, E(al, g) != 0 =>
    deg(dn(al, g)) = deg(al) - 1:
  show by lowered(al, g), sum_changed(a -> E(dn(al, g), a), a -> E(al, a), 1, d, g)
have weighted: for all al: real, for all g in 1..d,
    E(al, g)*deg(dn(al, g)) = E(al, g)*(deg(al) - 1):
  cases E(al, g) = 0:
    show by E(al, g) = 0
  show by degree_down(al, g)
have degree_above: for all al: real, 0 <= deg(al):
  show by exponent(al)
have exponent_below: for all al: real, for all g in 1..d, E(al, g) <= deg(al):
  show by exponent(al)
have no_degree: deg(0) = 0 by none
have no_exponent: for all al: real, deg(al) = 0 => for all a in 1..d, E(al, a) = 0:
  show by exponent(al, a), exponent_below(al, a), deg(al) = 0
have some: for all al: real, 0 < deg(al) => exists a: int, 1 <= a and a <= d and E(al, a) != 0:
  obtain a from summand_positive(a -> E(al, a), 1, d)
  take a
"""
#: the order of two letters does not matter; one token more; the identities
NEWTON = """
have weights: for all al: real, for all a, b: int, 1 <= a and a <= d and 1 <= b and b <= d =>
    E(al, a)*E(dn(al, a), b) = E(al, b)*E(dn(al, b), a):
  cases a = b:
    have E(al, a) = E(al, b)
    have E(dn(al, a), b) = E(dn(al, b), a)
  show by lowered_rest(al, a, b), lowered_rest(al, b, a)
have alike: for all x, y, z, s: real, m: int, x = y => G(x, z, m, s) = G(y, z, m, s)
have two_letters: for all al, be, s: real, m: int, outer(al, be, s, m) = inner(al, be, s, m):
  let both(a, b) = E(al, a)*X(s, m + 1, a)*E(dn(al, a), b)*G(dn(dn(al, a), b), up(be, b), m, s)
  have row: for all a in 1..d, outer_at(al, a, be, s, m) = sum(b = 1..d, both(a, b)):
    show by sum_scale(b -> E(dn(al, a), b)*G(dn(dn(al, a), b), up(be, b), m, s),
      E(al, a)*X(s, m + 1, a), 1, d)
  have column: for all b in 1..d, inner_at(al, b, be, s, m) = sum(a = 1..d, both(a, b)):
    have each: for all a in 1..d, both(a, b) =
        E(al, b)*(E(dn(al, b), a)*X(s, m + 1, a)*G(dn(dn(al, b), a), up(be, b), m, s)):
      have same: G(dn(dn(al, a), b), up(be, b), m, s) = G(dn(dn(al, b), a), up(be, b), m, s)
        by alike(dn(dn(al, a), b), dn(dn(al, b), a), up(be, b), s, m)
      show by weights(al, a, b), same
    show by each
  have first: sum(a = 1..d, outer_at(al, a, be, s, m)) = sum(a = 1..d, sum(b = 1..d, both(a, b)))
    by sum_equal(a -> outer_at(al, a, be, s, m), a -> sum(b = 1..d, both(a, b)), 1, d)
  have second: sum(b = 1..d, inner_at(al, b, be, s, m)) = sum(b = 1..d, sum(a = 1..d, both(a, b)))
    by sum_equal(b -> inner_at(al, b, be, s, m), b -> sum(a = 1..d, both(a, b)), 1, d)
  show by first, second, sum_order(b a -> both(a, b), d, d)
have next: for all al, be, s: real, m: int, 0 <= m => lower(al, be, s, m + 1) =
    lower(al, be, s, m) + inner(al, be, s, m) + M(be, s, m + 1)*spread(al, s, m):
  let old(a) = E(al, a)*G(dn(al, a), up(be, a), m, s)
  let new(a) = E(al, a)*G(dn(al, a), up(be, a), m + 1, s)
  let one(a) = inner_at(al, a, be, s, m)
  let two(a) = spread_at(al, a, s, m)
  have each: for all a in 1..d, new(a) = 1*old(a) + 1*one(a) + M(be, s, m + 1)*two(a):
    show by hook_next(dn(al, a), up(be, a), s, m), monomial_up(be, s, m + 1, a)
  show by sum_combined(a -> new(a), a -> old(a), a -> one(a), a -> two(a), 1, 1, M(be, s, m + 1),
    1, d)
have products: for all m: int, 0 <= m => for all al, be, s: real,
    es(al, m, s)*powers(be, s, m) = G(al, be, m, s) + lower(al, be, s, m) by induction on m:
  base:
    have none: lower(al, be, s, 0) = 0:
      have each: for all a in 1..d, E(al, a)*G(dn(al, a), up(be, a), 0, s) = 0:
        show by hook_empty(dn(al, a), up(be, a), s)
      show by each
    have powers(be, s, 0) = 0
    show by hook_empty(al, be, s)
  step:
    let S = spread(al, s, m)
    let p = powers(be, s, m)
    have each: for all a in 1..d, hooks_at(al, a, be, s, m) =
        p*(spread_at(al, a, s, m)) + (-1)*(outer_at(al, a, be, s, m)) + 0*0:
      show by ih(dn(al, a), be, s)
    have parts: hooks(al, be, s, m) = p*S - outer(al, be, s, m)
      by sum_combined(a -> hooks_at(al, a, be, s, m), a -> spread_at(al, a, s, m),
        a -> outer_at(al, a, be, s, m), a -> 0, p, -1, 0, 1, d)
    have token: powers(be, s, m + 1) = p + M(be, s, m + 1)
    show by parts, ih(al, be, s), es_next(al, s, m), hook_next(al, be, s, m), next(al, be, s, m),
      two_letters(al, be, s, m)
have total: for all m: int, 0 <= m => for all al, s: real,
    lower(al, 0, s, m) = deg(al)*es(al, m, s) by induction on m:
  base:
    have none: lower(al, 0, s, 0) = 0:
      have each: for all a in 1..d, E(al, a)*G(dn(al, a), up(0, a), 0, s) = 0:
        show by hook_empty(dn(al, a), up(0, a), s)
      show by each
    cases deg(al) = 0:
      show by none
    show by es_none(al, s)
  step:
    let S = spread(al, s, m)
    have each: for all a in 1..d, outer_at(al, a, 0, s, m) =
        (deg(al) - 1)*(spread_at(al, a, s, m)):
      show by ih(dn(al, a), s), weighted(al, a)
    have parts: outer(al, 0, s, m) = (deg(al) - 1)*S
      by sum_proportional(a -> outer_at(al, a, 0, s, m), a -> spread_at(al, a, s, m), deg(al) - 1,
      1, d)
    show by parts, ih(al, s), es_next(al, s, m), next(al, 0, s, m), two_letters(al, 0, s, m),
      unit(0, s, m + 1)
have few: for all m: int, 0 <= m => for all al, s: real, m < deg(al) => es(al, m, s) = 0
    by induction on m:
  base:
    show by es_none(al, s)
  step:
    have each: for all a in 1..d, spread_at(al, a, s, m) = 0:
      cases E(al, a) = 0:
        show by E(al, a) = 0
      have below: m < deg(dn(al, a)) by degree_down(al, a), m + 1 < deg(al)
      show by ih(dn(al, a), s)
    have none: spread(al, s, m) = 0 by each
    show by none, es_next(al, s, m), ih(al, s)
have few_hooks: for all m: int, 0 <= m => for all al, be, s: real, m <= deg(al) =>
    G(al, be, m, s) = 0 by induction on m:
  base:
    show by hook_empty(al, be, s)
  step:
    have each: for all a in 1..d, hooks_at(al, a, be, s, m) = 0:
      cases E(al, a) = 0:
        show by E(al, a) = 0
      have below: m <= deg(dn(al, a)) by degree_down(al, a), m + 1 <= deg(al)
      show by ih(dn(al, a), be, s)
    have none: hooks(al, be, s, m) = 0 by each
    show by none, hook_next(al, be, s, m), ih(al, be, s), few(m, al, s)
have unit_es: for all m: int, 0 <= m => for all al, s: real, deg(al) = 0 => es(al, m, s) = 1
    by induction on m:
  base:
    show by es_empty(al, s)
  step:
    have each: for all a in 1..d, spread_at(al, a, s, m) = 0:
      show by no_exponent(al, a)
    have none: spread(al, s, m) = 0 by each
    show by none, es_next(al, s, m), ih(al, s)
"""
