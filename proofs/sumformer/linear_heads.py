"""Linformer and Performer heads on the rows of Eq. 22, for every n, k, d and d'."""

from __future__ import annotations

from constructions.terms import Term, var
from proofs.library.vectors import ONE, S, sigma
from proofs.sumformer.heads import (
    OUT,
    QUERY_ROWS,
    SUM,
    VALUE_ROWS,
    A,
    D,
    P,
    Q,
    T,
    V,
    a,
    all_of,
    c,
    facts,
    i,
    k,
    matrix,
    n,
    p,
    r,
    softmax,
    softmax_rows,
    sums_of,
    tau,
)
from proofs.trees.script import Json

E, F, EK, FV = map(matrix, ("E", "F", "EK", "FV"))
f = var("f")  #: the entries of F: 1/k in the proof of Theorem 4.4

# --- Linformer, Definition 2.5 -------------------------------------------------------------------

PROJECTION_E = all_of(E(a, i).equals(1 / n), a=(1, k), i=(1, n))
KEYS = all_of(EK(a, c).equals(sigma(n, lambda o: E(a, o) * Q(o, c))), a=(1, k), c=(1, D))
LIN_SCORES = all_of(
    T(i, a).equals(tau * sigma(D, lambda o: Q(i, o) * EK(a, o), "c")), i=(1, n), a=(1, k)
)
PROJECTED = all_of(FV(a, c).equals(sigma(n, lambda o: F(a, o) * V(o, c))), a=(1, k), c=(1, D))
LIN_HEAD = all_of(OUT(i, c).equals(sigma(k, lambda o: A(i, o) * FV(o, c))), i=(1, n), c=(1, D))


def projection_f(entry: Term) -> Json:
    """F = entry times the all-one matrix."""
    return all_of(F(a, i).equals(entry), a=(1, k), i=(1, n))


LIN_ATTENTION = [PROJECTION_E, KEYS, LIN_SCORES, softmax(k)]
#: X W_Q (E X W_K)^T tau = tau 1, where X W_Q has rows (1, 0, ..., 0)
LIN_SCORE_ROWS = """
have first_key: for all a in 1..k, EK(a, 1) = 1:
  show by keys(a, 1), sum_same(o -> E(a, o)*Q(o, 1), 1, n, 1/n)
have other_keys: for all a in 1..k, for all c in 2..D, EK(a, c) = 0:
  show by keys(a, c), sum_zero(o -> E(a, o)*Q(o, c), 1, n)
have constant: for all i in 1..n, for all a in 1..k, T(i, a) = tau:
  show by scores(i, a), first(i), first_key(a), sum_head(c -> Q(i, c)*EK(a, c), 1, D)
"""
LIN_ZERO = all_of(OUT(i, c).equals(0), i=(1, n), c=(1, SUM))


def lin_sums(factor: Term) -> Json:
    return all_of(OUT(i, SUM + r).equals(factor * sums_of(P, r)), i=(1, n), r=(1, p))


#: O = (0, ..., 0, scale Sigma), where F = f 1, W_V takes v, and scale = f v
LIN_HEAD_ROWS = """
have none: for all a in 1..k, for all c in 1..SUM, FV(a, c) = 0:
  show by projected(a, c), sum_zero(o -> F(a, o)*V(o, c), 1, n)
have some: for all a in 1..k, for all r in 1..p, FV(a, SUM + r) = scale*sum(j = 1..n, P(j, r)):
  have each: for all o in 1..n, F(a, o)*V(o, SUM + r) = scale*P(o, r)
  show by projected(a, SUM + r),
    sum_proportional(o -> F(a, o)*V(o, SUM + r), o -> P(o, r), scale, 1, n)
have out_zero: for all i in 1..n, for all c in 1..SUM, O(i, c) = 0:
  show by head(i, c), sum_zero(o -> A(i, o)*FV(o, c), 1, k)
have out_sums: for all i in 1..n, for all r in 1..p, O(i, SUM + r) = scale*sum(j = 1..n, P(j, r)):
  let whole = scale*sum(j = 1..n, P(j, r))
  show by head(i, SUM + r), sum_same(o -> A(i, o)*FV(o, SUM + r), 1, k, whole/k)
"""
#: from Eq. 22, 23, 45 and Definition 2.5 to the head's output
LINFORMER_ROWS = QUERY_ROWS + LIN_SCORE_ROWS + softmax_rows("k") + VALUE_ROWS + LIN_HEAD_ROWS


def linformer_facts(entry: Term) -> dict[str, Json]:
    """Names of the hypotheses of Definition 2.5 in written proofs."""
    names = ("keys", "scores", "softmax", "projected", "head")
    given = (KEYS, LIN_SCORES, softmax(k), PROJECTED, LIN_HEAD)
    return facts(entry) | dict(zip(names, given, strict=True))


# --- Performer, Definition 2.6 -------------------------------------------------------------------

B, OM, M = map(matrix, ("B", "om", "M"))
_SQUARE = sigma(D, lambda o: Q(i, o) * Q(i, o))
_DOT = sigma(D, lambda o: OM(a, o) * Q(i, o))
# Eq. 7: B = a(X W_Q) = a(X W_K)
_ENTRY = 1 / S.sqrt(k) * S.exp(-(_SQUARE / 2)) * S.exp(_DOT)
KERNEL = all_of(B(i, a).equals(_ENTRY), i=(1, n), a=(1, k))


def power(at: Term) -> Term:
    """e^(first entry of omega_at)."""
    return S.exp(OM(at, ONE))


_POWERS = sigma(k, lambda o: power(o) * power(o))
#: lambda = e^-1 / k sum_l exp(2 omega_(l,1))
LAMBDA = S.exp(-(ONE / 2)) ** 2 / k * _POWERS
MIDDLE = all_of(M(a, c).equals(sigma(n, lambda o: B(o, a) * V(o, c))), a=(1, k), c=(1, D))
PER_HEAD = all_of(OUT(i, c).equals(sigma(k, lambda o: B(i, o) * M(o, c))), i=(1, n), c=(1, D))
PERFORMER = [KERNEL, MIDDLE, PER_HEAD]
#: all rows of a(X W_Q) are a(e_1), where X W_Q has rows (1, 0, ..., 0); their products are lambda
FEATURE_ROWS = """
let feature(a) = 1/sqrt(k)*exp(-1/2)*exp(om(a, 1))
have root: 0 < sqrt(k) by root_positive(k), k >= 1
have same_rows: for all i in 1..n, for all a in 1..k, B(i, a) = feature(a):
  have squares: sum(j = 1..D, Q(i, j)*Q(i, j)) = 1
    by first(i), others, sum_head(j -> Q(i, j)*Q(i, j), 1, D)
  have line: sum(j = 1..D, om(a, j)*Q(i, j)) = om(a, 1)
    by first(i), others, sum_head(j -> om(a, j)*Q(i, j), 1, D)
  show by performer(i, a), root,
    exp_equal(-(sum(j = 1..D, Q(i, j)*Q(i, j))/2), -1/2), squares,
    exp_equal(sum(j = 1..D, om(a, j)*Q(i, j)), om(a, 1)), line
have square: for all a in 1..k,
    feature(a)*feature(a) = exp(-1/2)^2/k*(exp(om(a, 1))*exp(om(a, 1))) by root
have positive: 0 < lam:
  have some: 0 < sum(j = 1..k, exp(om(j, 1))*exp(om(j, 1)))
    by sum_positive(j -> exp(om(j, 1))*exp(om(j, 1)), 1, k)
  show by some, k >= 1
"""
#: O = (0, ..., 0, lambda entry Sigma), where W_V takes the entry
PERFORMER_HEAD_ROWS = """
have none: for all a in 1..k, for all c in 1..SUM, M(a, c) = 0:
  show by middle(a, c), zeros, sum_zero(i -> B(i, a)*V(i, c), 1, n)
have some: for all a in 1..k, for all r in 1..p,
    M(a, SUM + r) = feature(a)*entry*sum(j = 1..n, P(j, r)):
  have each: for all i in 1..n, B(i, a)*V(i, SUM + r) = feature(a)*entry*P(i, r):
    show by same_rows(i, a), taken(i, r)
  show by middle(a, SUM + r), each,
    sum_proportional(i -> B(i, a)*V(i, SUM + r), i -> P(i, r), feature(a)*entry, 1, n)
have out_zero: for all i in 1..n, for all c in 1..SUM, O(i, c) = 0:
  show by head(i, c), none, sum_zero(a -> B(i, a)*M(a, c), 1, k)
have out_sums: for all i in 1..n, for all r in 1..p,
    O(i, SUM + r) = lam*entry*sum(j = 1..n, P(j, r)):
  let scale = exp(-1/2)^2/k*entry*sum(j = 1..n, P(j, r))
  have each: for all a in 1..k, B(i, a)*M(a, SUM + r) = scale*(exp(om(a, 1))*exp(om(a, 1))):
    show by same_rows(i, a), some(a, r), square(a), k >= 1
  show by head(i, SUM + r), each, k >= 1,
    sum_proportional(a -> B(i, a)*M(a, SUM + r), a -> exp(om(a, 1))*exp(om(a, 1)), scale, 1, k)
"""
#: from Eq. 22, 23, 45 and Definition 2.6 to the head's output
PERFORMER_ROWS = QUERY_ROWS + FEATURE_ROWS + VALUE_ROWS + PERFORMER_HEAD_ROWS


def performer_facts(entry: Term) -> dict[str, Json]:
    """Names of the hypotheses of Definition 2.6 in written proofs."""
    return facts(entry) | dict(zip(("performer", "middle", "head"), PERFORMER, strict=True))
