"""The three attention heads on the rows (1, x_i, phi(x_i), 0) of Eq. 22, for every n, d and d'.

D = 1 + d + 2 d' is the width.  A matrix is a function of row and column; its entries outside of
its shape do not matter.  X is the matrix of Eq. 22, Q = X W_Q = X W_K, V = X W_V, OUT the head.
``tau`` is what the scores are multiplied with before the softmax: 1/sqrt(D) in Definition 2.1, 1
in Eq. 44 and 26.  ``v`` is the entry of W_V: n in Eq. 45.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, implies, total, var
from proofs.library.vectors import ONE, S, sigma
from proofs.trees.script import Json

n, d, p, k, tau, v = (var(name) for name in ("n", "d", "p", "k", "tau", "v"))
i, j, c, r, a, o = (var(name) for name in ("i", "j", "c", "r", "a", "o"))
D = 1 + d + 2 * p  #: the width 1 + d + 2 d'
SHIFT = 1 + d  #: phi_r stands in column 1 + d + r
SUM = 1 + d + p  #: Sigma_r stands in column 1 + d + d' + r
SORTS = {"n": "int", "d": "int", "p": "int"}
SIZES = [n >= 1, d >= 1, p >= 1]


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

#: names of columns for written proofs
COLUMNS = {"D": D, "SHIFT": SHIFT, "SUM": SUM}
#: X W_Q has rows (1, 0, ..., 0)
QUERY_ROWS = """
have first: for all i in 1..n, Q(i, 1) = 1:
  show by queries(i, 1), ones(i), corner, sum_head(j -> X(i, j)*W(j, 1), 1, D)
have others: for all i in 1..n, for all c in 2..D, Q(i, c) = 0:
  show by queries(i, c), sum_zero(j -> X(i, j)*W(j, c), 1, D)
"""
#: X W_V has rows (0, ..., 0, entry phi(x_i))
VALUE_ROWS = """
have zeros: for all i in 1..n, for all c in 1..SUM, V(i, c) = 0:
  show by values(i, c), sum_zero(j -> X(i, j)*WV(j, c), 1, D)
have taken: for all i in 1..n, for all r in 1..p, V(i, SUM + r) = entry*P(i, r):
  let row(j) = X(i, j)*WV(j, SUM + r)
  show by values(i, SUM + r), features(i, r), diagonal(r), sum_only(j -> row(j), 1, D, SHIFT + r)
"""


def facts(entry: Term) -> dict[str, Json]:
    """Names of the hypotheses of Eq. 22, 23 and 45 in written proofs."""
    names = ("ones", "tokens", "features", "empty", "corner", "queries", "values")
    given = (*EQ22, E1, QUERIES, VALUES)
    return {**dict(zip(names, given, strict=True)), "diagonal": eq45(entry)[0]}


# --- softmax -------------------------------------------------------------------------------------


def softmax(size: Term) -> Json:
    """A = rho(T), row by row: n rows of ``size`` entries (Definition 2.1)."""
    row = total("o", 1, size, S.exp(T(i, o)))
    return all_of(A(i, a).equals(S.exp(T(i, a)) / row), i=(1, n), a=(1, size))


def softmax_rows(size: str) -> str:
    """Where all scores are the same, all weights are 1/size."""
    return f"""
have exps: for all i in 1..n, for all a in 1..{size}, exp(T(i, a)) = exp(tau):
  show by exp_equal(T(i, a), tau)
have uniform: for all i in 1..n, for all a in 1..{size}, A(i, a) = 1/{size}:
  have row: sum(o = 1..{size}, exp(T(i, o))) = {size}*exp(tau)
    by sum_same(o -> exp(T(i, o)), 1, {size}, exp(tau))
  show by row, softmax(i, a), exps(i, a), 0 < exp(tau)
"""


# --- the Transformer's head ----------------------------------------------------------------------

SCORES = all_of(
    T(i, a).equals(tau * sigma(D, lambda o: Q(i, o) * Q(a, o), "c")), i=(1, n), a=(1, n)
)
HEAD = all_of(
    OUT(i, c).equals(sigma(n, lambda o: A(i, o) * V(o, c))), i=(1, n), c=(1, D)
)  # fmt: skip
ATTENTION = [SCORES, softmax(n), HEAD]


#: X W_Q (X W_K)^T tau = tau 1
SCORE_ROWS = """
have constant: for all i in 1..n, for all a in 1..n, T(i, a) = tau:
  show by scores(i, a), first(i), first(a), sum_head(c -> Q(i, c)*Q(a, c), 1, D)
"""
OUT_ZERO = all_of(OUT(i, c).equals(0), i=(1, n), c=(1, SUM))


def out_sums(factor: Term = ONE) -> Json:
    """The head's last d' columns are factor times Sigma."""
    return all_of(OUT(i, SUM + r).equals(factor * sums_of(P, r)), i=(1, n), r=(1, p))


#: A V = (0, ..., 0, Sigma) in every row, where A = (1/n) 1 and v = n
HEAD_ROWS = """
have out_zero: for all i in 1..n, for all c in 1..SUM, O(i, c) = 0:
  show by head(i, c), sum_zero(j -> A(i, j)*V(j, c), 1, n)
have out_sums: for all i in 1..n, for all r in 1..p, O(i, SUM + r) = 1*sum(j = 1..n, P(j, r)):
  show by head(i, SUM + r), sum_equal(j -> A(i, j)*V(j, SUM + r), j -> P(j, r), 1, n)
"""
#: from Eq. 22, 23, 45 and Definition 2.1 to the head's output
TRANSFORMER_ROWS = QUERY_ROWS + SCORE_ROWS + softmax_rows("n") + VALUE_ROWS + HEAD_ROWS
