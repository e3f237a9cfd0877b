"""Linformer and Performer heads on the rows of Eq. 22, for every n, k, d and d'."""

from __future__ import annotations

from constructions.terms import Term, every, implies, var
from proofs.fl.vectors import S, both_sums, fact, proportional, sigma
from proofs.methods.script import Json, Node, auto, define, have, induct, intro
from proofs.sumformer.heads import (
    FIRST,
    OTHERS,
    OUT,
    SUM,
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
    constant,
    i,
    inside,
    k,
    matrix,
    n,
    p,
    queries,
    r,
    softmax,
    softmax_of_constants,
    sums_of,
    taken,
    tau,
    uniform,
    values,
)
from proofs.sumformer.sums import ONE, equal_exp, equal_summands, exp_of_equals, single, vanishing

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
_FIRST_KEY = all_of(EK(a, ONE).equals(1), a=(1, k))
_OTHER_KEYS = all_of(EK(a, c).equals(0), a=(1, k), c=(2, D))


def lin_scores(then: Node) -> Node:
    """X W_Q (E X W_K)^T tau = tau 1, from :func:`queries`; then go on."""
    row, at, column = var("q"), var("g"), var("u")

    def share(o: Term, then: Node) -> Node:
        ready = have((E(at, o) * Q(o, ONE)).equals(1 / n), auto("1/n times 1"), then)
        return fact(PROJECTION_E, [at, o], fact(FIRST, [o], ready, inside(1)), inside(2))

    one = define(
        (ONE / n).json,
        auto("n >= 1"),
        equal_summands(n, lambda o: E(at, o) * Q(o, ONE), 1 / n, share, auto("n/n"), "m11"),
    )
    first = intro("g", intro("", fact(KEYS, [at, ONE], one, inside(2))))

    def zero(o: Term, then: Node) -> Node:
        return fact(OTHERS, [o, column], then, inside(2))

    none = vanishing(n, lambda o: E(at, o) * Q(o, column), zero, auto("0"), "m12")
    rest = intro("g", intro("u", intro("", fact(KEYS, [at, column], none, inside(2)))))

    def apart(o: Term, then: Node) -> Node:
        return fact(OTHERS, [row, o], then, inside(2))

    ends = fact(FIRST, [row], fact(_FIRST_KEY, [at], auto("tau"), inside(1)), inside(1))
    score = single(D, [lambda o: Q(row, o), lambda o: EK(at, o)], ONE, apart, ends, "m13")
    proof = intro("q", intro("g", intro("", fact(LIN_SCORES, [row, at], score, inside(2)))))
    known = have(constant(k), proof, then)
    return have(_FIRST_KEY, first, have(_OTHER_KEYS, rest, known))


LIN_ZERO = all_of(OUT(i, c).equals(0), i=(1, n), c=(1, SUM))


def lin_sums(factor: Term) -> Json:
    return all_of(OUT(i, SUM + r).equals(factor * sums_of(P, r)), i=(1, n), r=(1, p))


def lin_head(entry: Term, factor: Term, then: Node) -> Node:
    """O = (0, ..., 0, entry factor Sigma), where F = entry 1 and W_V takes the factor."""
    row, at, column, one = var("q"), var("g"), var("u"), var("w")
    none_fv = all_of(FV(a, c).equals(0), a=(1, k), c=(1, SUM))
    some_fv = all_of(FV(a, SUM + r).equals(entry * factor * sums_of(P, r)), a=(1, k), r=(1, p))

    def zero(o: Term, then: Node) -> Node:
        return fact(ZEROS, [o, column], then, inside(2))

    none = vanishing(n, lambda o: F(at, o) * V(o, column), zero, auto("0"), "m14")
    zeros = intro("g", intro("u", intro("", fact(PROJECTED, [at, column], none, inside(2)))))

    def pointwise(o: Term, then: Node) -> Node:
        body = (F(at, o) * V(o, SUM + one)).equals(entry * factor * P(o, one))
        known = fact(taken(factor), [o, one], have(body, auto("f v phi"), then), inside(2))
        return fact(projection_f(entry), [at, o], known, inside(2))

    sums = proportional(
        n,
        lambda o: F(at, o) * V(o, SUM + one),
        lambda o: P(o, one),
        entry * factor,
        pointwise,
        auto("f v Sigma"),
        "m15",
    )
    some = intro("g", intro("w", intro("", fact(PROJECTED, [at, SUM + one], sums, inside(2)))))

    def away(o: Term, then: Node) -> Node:
        return fact(none_fv, [o, column], then, inside(2))

    out = vanishing(k, lambda o: A(row, o) * FV(o, column), away, auto("0"), "m16")
    zero_out = intro("q", intro("u", intro("", fact(LIN_HEAD, [row, column], out, inside(2)))))
    share = entry * factor * sums_of(P, one) / k

    def each(o: Term, then: Node) -> Node:
        body = (A(row, o) * FV(o, SUM + one)).equals(share)
        known = fact(some_fv, [o, one], have(body, auto("1/k of it"), then), inside(2))
        return fact(uniform(k), [row, o], known, inside(2))

    whole = equal_summands(
        k, lambda o: A(row, o) * FV(o, SUM + one), share, each, auto("k times 1/k"), "m17"
    )
    ready = define((ONE / k).json, auto("k >= 1"), whole)
    some_out = intro("q", intro("w", intro("", fact(LIN_HEAD, [row, SUM + one], ready, inside(2)))))
    end = have(LIN_ZERO, zero_out, have(lin_sums(entry * factor), some_out, then))
    return have(none_fv, zeros, have(some_fv, some, end))


def linformer_head(entry: Term, factor: Term, then: Node) -> Node:
    """From Eq. 22, 23, 45 and Definition 2.5 to the head's output; then go on."""
    rest = values(factor, lin_head(entry, factor, then))
    return queries(lin_scores(softmax_of_constants(k, rest)))


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
