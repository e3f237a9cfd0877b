"""The three attention heads on the rows (1, x_i, phi(x_i), 0) of Eq. 22, for every n, d and d'.

D = 1 + d + 2 d' is the width.  A matrix is a function of row and column; its entries outside of
its shape do not matter.  X is the matrix of Eq. 22, Q = X W_Q = X W_K, V = X W_V, OUT the head.
``tau`` is what the scores are multiplied with before the softmax: 1/sqrt(D) in Definition 2.1, 1
in Eq. 44 and 26.  ``v`` is the entry of W_V: n in Eq. 45.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, implies, total, var
from proofs.fl.vectors import S, fact, proportional, sigma
from proofs.methods.script import Json, Node, auto, define, have, intro, node
from proofs.sumformer.sums import (
    ONE,
    equal_exp,
    equal_summands,
    exp_of_equals,
    single,
    vanishing,
)

n, d, p, k, tau, v = (var(name) for name in ("n", "d", "p", "k", "tau", "v"))
i, j, c, r, a, o = (var(name) for name in ("i", "j", "c", "r", "a", "o"))
D = 1 + d + 2 * p  #: the width 1 + d + 2 d'
SHIFT = 1 + d  #: phi_r stands in column 1 + d + r
SUM = 1 + d + p  #: Sigma_r stands in column 1 + d + d' + r
SORTS = {"n": "int", "d": "int", "p": "int"}
SIZES = [n >= 1, d >= 1, p >= 1]
Then = Callable[[Node], Node]


def matrix(name: str) -> Callable[[Term, Term], Term]:
    return lambda row, column: app(name, row, column)


X, W, WV, Q, V, A, T, OUT, x, P = map(
    matrix, ("X", "W", "WV", "Q", "V", "A", "T", "O", "x", "P")
)  # fmt: skip


def all_of(formula: Json, **ranges: tuple[int | Term, int | Term]) -> Json:
    """``formula`` for all integers in these ranges, the last one innermost."""
    inside = [part for name, (a, b) in ranges.items() for part in (var(name) >= a, var(name) <= b)]
    formula = implies(conj(*inside), formula)
    for name in reversed(ranges):
        formula = every(name, "int", formula)
    return formula


def inside(count: int) -> Node:
    """Proof of ``count`` pairs of bounds."""
    return node("both", *[auto("in range")] * (2 * count))


# --- Eq. 22, 23 and 45 ---------------------------------------------------------------------------

ONES = all_of(X(i, ONE).equals(1), i=(1, n))
TOKENS = all_of(X(i, 1 + j).equals(x(i, j)), i=(1, n), j=(1, d))
FEATURES = all_of(X(i, SHIFT + r).equals(P(i, r)), i=(1, n), r=(1, p))
EMPTY = all_of(X(i, SUM + r).equals(0), i=(1, n), r=(1, p))
EQ22 = [ONES, TOKENS, FEATURES, EMPTY]

E1 = W(ONE, ONE).equals(1)
#: all other entries of W_Q = W_K
REST = every(
    "j",
    "int",
    every("c", "int", implies(conj(j >= 1, j <= D, c >= 1, c <= D, j + c > 2), W(j, c).equals(0))),
)
EQ23 = [E1, REST]


def eq45(entry: Term) -> list[Json]:
    """W_V: ``entry`` times the identity in rows 1 + d + r and columns 1 + d + d' + r."""
    return [
        all_of(WV(SHIFT + r, SUM + r).equals(entry), r=(1, p)),
        every(
            "j",
            "int",
            every(
                "c",
                "int",
                implies(
                    conj(j >= 1, j <= D, c >= 1, c <= D, (c - j).differs(p)), WV(j, c).equals(0)
                ),
            ),
        ),
        all_of(WV(j, c).equals(0), j=(1, D), c=(1, SUM)),
    ]


QUERIES = all_of(Q(i, c).equals(sigma(D, lambda o: X(i, o) * W(o, c))), i=(1, n), c=(1, D))
VALUES = all_of(V(i, c).equals(sigma(D, lambda o: X(i, o) * WV(o, c))), i=(1, n), c=(1, D))
FUNCTIONS = dict.fromkeys(("X", "W", "WV", "Q", "V", "O", "x", "P"), 2)


def sums_of(feature: Callable[[Term, Term], Term], at: Term) -> Term:
    """Sigma_at = sum_i phi(x_i)_at."""
    return sigma(n, lambda o: feature(o, at))


# --- queries and values --------------------------------------------------------------------------

FIRST = all_of(Q(i, ONE).equals(1), i=(1, n))
OTHERS = all_of(Q(i, c).equals(0), i=(1, n), c=(2, D))


def queries(then: Node) -> Node:
    """X W_Q has rows (1, 0, ..., 0); then go on."""
    at, column = var("q"), var("u")

    def zero(to: Term) -> Callable[[Term, Node], Node]:
        return lambda o, then: fact(
            REST, [o, to], then, node("both", *[auto("in range")] * 4, auto("not 1, 1"))
        )

    ends = fact(ONES, [at], auto("1 times 1"), inside(1))
    one = single(D, [lambda o: X(at, o), lambda o: W(o, ONE)], ONE, zero(ONE), ends, "m1")
    first = intro("q", intro("", fact(QUERIES, [at, ONE], one, inside(2))))
    none = vanishing(D, lambda o: X(at, o) * W(o, column), zero(column), auto("0"), "m2")
    rest = fact(QUERIES, [at, column], none, inside(2))
    return have(FIRST, first, have(OTHERS, intro("q", intro("u", intro("", rest))), then))


ZEROS = all_of(V(i, c).equals(0), i=(1, n), c=(1, SUM))


def taken(entry: Term) -> Json:
    """X W_V has the features times ``entry`` in its last d' columns."""
    return all_of(V(i, SUM + r).equals(entry * P(i, r)), i=(1, n), r=(1, p))


def values(entry: Term, then: Node) -> Node:
    """X W_V has rows (0, ..., 0, entry phi(x_i)); then go on."""
    at, column, one = var("q"), var("u"), var("w")
    diagonal, apart, left = eq45(entry)

    def outside(o: Term, then: Node) -> Node:
        return fact(left, [o, column], then, inside(2))

    none = vanishing(D, lambda o: X(at, o) * WV(o, column), outside, auto("0"), "m3")
    zeros = fact(VALUES, [at, column], none, inside(2))

    def zero(o: Term, then: Node) -> Node:
        proof = node("both", *[auto("in range")] * 4, auto("not on the diagonal"))
        return fact(apart, [o, SUM + one], then, proof)

    ends = fact(FEATURES, [at, one], auto("entry phi"), inside(2))
    ends = fact(diagonal, [one], ends, inside(1))
    sums = single(
        D, [lambda o: X(at, o), lambda o: WV(o, SUM + one)], SHIFT + one, zero, ends, "m4"
    )
    shown = fact(VALUES, [at, SUM + one], sums, inside(2))
    return have(
        ZEROS,
        intro("q", intro("u", intro("", zeros))),
        have(taken(entry), intro("q", intro("w", intro("", shown))), then),
    )


# --- softmax -------------------------------------------------------------------------------------


def softmax(size: Term) -> Json:
    """A = rho(T), row by row: n rows of ``size`` entries (Definition 2.1)."""
    row = total("o", 1, size, S.exp(T(i, o)))
    return all_of(A(i, a).equals(S.exp(T(i, a)) / row), i=(1, n), a=(1, size))


def constant(size: Term, score: Term = tau) -> Json:
    """All scores are the same."""
    return all_of(T(i, a).equals(score), i=(1, n), a=(1, size))


def uniform(size: Term) -> Json:
    """A = (1/size) 1."""
    return all_of((size * A(i, a)).equals(1), i=(1, n), a=(1, size))


def softmax_of_constants(size: Term, then: Node, score: Term = tau) -> Node:
    """Where all scores are the same, all weights are 1/size; then go on."""
    at, other = var("q"), var("u")
    row = total("o", 1, size, S.exp(T(at, o)))

    def known(o: Term, then: Node) -> Node:
        return fact(constant(size, score), [at, o], equal_exp(T(at, o), score, then), inside(2))

    close = have(
        row.equals(size * S.exp(score)), auto("the row's sum"), _quotient(row, other, score)
    )
    sums = known(other, equal_summands(size, lambda o: S.exp(T(at, o)), S.exp(score), known,
                                       close, "m5"))  # fmt: skip
    proof = fact(softmax(size), [at, other], sums, inside(2))
    return exp_of_equals(have(uniform(size), intro("q", intro("u", intro("", proof))), then))


def _quotient(row: Term, other: Term, score: Term) -> Node:
    weight = A(var("q"), other)
    return have((weight * row).equals(S.exp(score)), auto("A times the sum"), auto("A = 1/size"))


# --- the Transformer's head ----------------------------------------------------------------------

SCORES = all_of(
    T(i, a).equals(tau * sigma(D, lambda o: Q(i, o) * Q(a, o), "c")), i=(1, n), a=(1, n)
)
HEAD = all_of(
    OUT(i, c).equals(sigma(n, lambda o: A(i, o) * V(o, c))), i=(1, n), c=(1, D)
)  # fmt: skip
ATTENTION = [SCORES, softmax(n), HEAD]


def scores(then: Node) -> Node:
    """X W_Q (X W_K)^T tau = tau 1."""
    at, other = var("q"), var("u")

    def zero(o: Term, then: Node) -> Node:
        return fact(OTHERS, [at, o], then, inside(2))

    ends = fact(FIRST, [at], fact(FIRST, [other], auto("tau"), inside(1)), inside(1))
    one = single(D, [lambda o: Q(at, o), lambda o: Q(other, o)], ONE, zero, ends, "m6")
    proof = fact(SCORES, [at, other], one, inside(2))
    return have(constant(n), intro("q", intro("u", intro("", proof))), then)


OUT_ZERO = all_of(OUT(i, c).equals(0), i=(1, n), c=(1, SUM))


def out_sums(factor: Term = ONE) -> Json:
    """The head's last d' columns are factor times Sigma."""
    return all_of(OUT(i, SUM + r).equals(factor * sums_of(P, r)), i=(1, n), r=(1, p))


def head(then: Node) -> Node:
    """A V = (0, ..., 0, Sigma) in every row, where A = (1/n) 1 and v = n; then go on."""
    at, column, one = var("q"), var("u"), var("w")

    def zero(o: Term, then: Node) -> Node:
        return fact(ZEROS, [o, column], then, inside(2))

    none = vanishing(n, lambda o: A(at, o) * V(o, column), zero, auto("0"), "m7")
    zeros = fact(HEAD, [at, column], none, inside(2))

    def pointwise(o: Term, then: Node) -> Node:
        equal = have((A(at, o) * V(o, SUM + one)).equals(P(o, one)), auto("(1/n) n phi"), then)
        return fact(uniform(n), [at, o], fact(taken(n), [o, one], equal, inside(2)), inside(2))

    sums = proportional(
        n,
        lambda o: A(at, o) * V(o, SUM + one),
        lambda o: P(o, one),
        ONE,
        pointwise,
        auto("Sigma"),
        "m8",
    )
    shown = fact(HEAD, [at, SUM + one], sums, inside(2))
    return have(
        OUT_ZERO,
        intro("q", intro("u", intro("", zeros))),
        have(out_sums(), intro("q", intro("w", intro("", shown))), then),
    )


def transformer_head(then: Node) -> Node:
    """From Eq. 22, 23, 45 and Definition 2.1 to the head's output; then go on."""
    return queries(scores(softmax_of_constants(n, values(n, head(then)))))


def reciprocal(size: Term, proof: Node) -> Node:
    """1/size is defined; then go on."""
    return define((ONE / size).json, auto("size >= 1"), proof)
