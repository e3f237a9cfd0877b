"""Linformer and Performer heads on the rows of Eq. 22, for every n, k, d and d'."""

from __future__ import annotations

from constructions.terms import Term, every, implies, var
from proofs.library.vectors import S, both_sums, fact, proportional, sigma
from proofs.sumformer.heads import (
    FIRST,
    OTHERS,
    OUT,
    QUERY_ROWS,
    SUM,
    VALUE_ROWS,
    ZEROS,
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
    inside,
    k,
    matrix,
    n,
    p,
    queries,
    r,
    softmax,
    softmax_rows,
    sums_of,
    taken,
    tau,
    values,
)
from proofs.sumformer.sums import ONE, equal_exp, exp_of_equals, single, vanishing
from proofs.trees.script import Json, Node, auto, define, have, induct, intro

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


BETA = S.exp(-(ONE / 2)) / S.sqrt(k)


def power(at: Term) -> Term:
    """e^(first entry of omega_at)."""
    return S.exp(OM(at, ONE))


_POWERS = sigma(k, lambda o: power(o) * power(o))
#: lambda = e^-1 / k sum_l exp(2 omega_(l,1))
LAMBDA = S.exp(-(ONE / 2)) ** 2 / k * _POWERS
MIDDLE = all_of(M(a, c).equals(sigma(n, lambda o: B(o, a) * V(o, c))), a=(1, k), c=(1, D))
PER_HEAD = all_of(OUT(i, c).equals(sigma(k, lambda o: B(i, o) * M(o, c))), i=(1, n), c=(1, D))
PERFORMER = [KERNEL, MIDDLE, PER_HEAD]
SAME_ROWS = all_of(B(i, a).equals(BETA * power(a)), i=(1, n), a=(1, k))
_SQUARE_OF_BETA = (BETA * BETA).equals(S.exp(-(ONE / 2)) ** 2 / k)


def same_rows(then: Node) -> Node:
    """All rows of a(X W_Q) are a(e_1), from :func:`queries`; then go on."""
    row, at = var("q"), var("g")
    square = sigma(D, lambda o: Q(row, o) * Q(row, o))
    dot = sigma(D, lambda o: OM(at, o) * Q(row, o))

    def zero(o: Term, then: Node) -> Node:
        return fact(OTHERS, [row, o], then, inside(2))

    close = equal_exp(-(square / 2), -(ONE / 2), equal_exp(dot, OM(at, ONE), auto("a(e_1)")))
    ends = fact(FIRST, [row], close, inside(1))
    dots = single(D, [lambda o: OM(at, o), lambda o: Q(row, o)], ONE, zero, ends, "m21")
    both = single(D, [lambda o: Q(row, o), lambda o: Q(row, o)], ONE, zero, dots, "m22")
    proof = intro("q", intro("g", intro("", fact(KERNEL, [row, at], both, inside(2)))))
    return exp_of_equals(have(SAME_ROWS, proof, then))


def beta(then: Node) -> Node:
    """1/sqrt(k) and 1/k are defined, and the square of the first is the second; then go on."""
    known = have(_SQUARE_OF_BETA, auto("beta^2"), then)
    ready = define((ONE / S.sqrt(k)).json, auto("sqrt(k) > 0"), known)
    root = have(S.sqrt(k) > 0, auto("sqrt(k) > 0"), ready)
    return define((ONE / k).json, auto("k >= 1"), define(S.sqrt(k).json, auto("k >= 0"), root))


def lambda_positive(then: Node) -> Node:
    """lambda > 0, after :func:`beta`; then go on."""
    m = var("m23")

    def upto(high: Term) -> Term:
        return sigma(high, lambda o: power(o) * power(o))

    empty = both_sums("unfold", [upto(ONE)], both_sums("empty", [upto(ONE - 1)], auto("one")))
    step = both_sums("unfold", [upto(m + 1)], auto("one more"))
    whole = every("m23", "int", implies(m >= 1, upto(m) > 0))
    product = have(
        S.exp(-(ONE / 2)) ** 2 / k > 0,
        auto("e^-1/k > 0"),
        have(LAMBDA > 0, auto("lambda > 0"), then),
    )
    known = fact(whole, [k], have(ONE / k > 0, auto("1/k > 0"), product), auto("1 <= k"))
    return induct("m23", "1", upto(m) > 0, empty, step, known)


def per_head(factor: Term, then: Node) -> Node:
    """O = (0, ..., 0, lambda factor Sigma), where W_V takes the factor; after :func:`beta`."""
    row, at, column, one = var("q"), var("g"), var("u"), var("w")
    none_m = all_of(M(a, c).equals(0), a=(1, k), c=(1, SUM))
    some_m = all_of(
        M(a, SUM + r).equals(BETA * power(a) * factor * sums_of(P, r)), a=(1, k), r=(1, p)
    )

    def zero(o: Term, then: Node) -> Node:
        return fact(ZEROS, [o, column], then, inside(2))

    none = vanishing(n, lambda o: B(o, at) * V(o, column), zero, auto("0"), "m24")
    zeros = intro("g", intro("u", intro("", fact(MIDDLE, [at, column], none, inside(2)))))
    share = BETA * power(at) * factor

    def pointwise(o: Term, then: Node) -> Node:
        body = (B(o, at) * V(o, SUM + one)).equals(share * P(o, one))
        known = fact(taken(factor), [o, one], have(body, auto("a v phi"), then), inside(2))
        return fact(SAME_ROWS, [o, at], known, inside(2))

    sums = proportional(
        n,
        lambda o: B(o, at) * V(o, SUM + one),
        lambda o: P(o, one),
        share,
        pointwise,
        auto("a v Sigma"),
        "m25",
    )
    some = intro("g", intro("w", intro("", fact(MIDDLE, [at, SUM + one], sums, inside(2)))))

    def away(o: Term, then: Node) -> Node:
        return fact(none_m, [o, column], then, inside(2))

    out = vanishing(k, lambda o: B(row, o) * M(o, column), away, auto("0"), "m26")
    zero_out = intro("q", intro("u", intro("", fact(PER_HEAD, [row, column], out, inside(2)))))
    scale = S.exp(-(ONE / 2)) ** 2 / k * factor * sums_of(P, one)

    def each(o: Term, then: Node) -> Node:
        body = (B(row, o) * M(o, SUM + one)).equals(scale * (power(o) * power(o)))
        known = fact(some_m, [o, one], have(body, auto("beta^2"), then), inside(2))
        return fact(SAME_ROWS, [row, o], known, inside(2))

    whole = proportional(
        k,
        lambda o: B(row, o) * M(o, SUM + one),
        lambda o: power(o) * power(o),
        scale,
        each,
        auto("lambda"),
        "m27",
    )
    some_out = intro("q", intro("w", intro("", fact(PER_HEAD, [row, SUM + one], whole, inside(2)))))
    end = have(LIN_ZERO, zero_out, have(lin_sums(LAMBDA * factor), some_out, then))
    return have(none_m, zeros, have(some_m, some, end))


def performer_head(factor: Term, then: Node) -> Node:
    """From Eq. 22, 23, 45 and Definition 2.6 to the head's output; then go on."""
    rest = values(factor, per_head(factor, then))
    return queries(beta(same_rows(lambda_positive(rest))))
