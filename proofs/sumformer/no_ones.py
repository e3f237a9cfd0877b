"""No column of ones is needed: W_Q = W_K = 0 makes all scores equal, whatever X is."""

from __future__ import annotations

from proofs.claims import Attempt, Claim, Obligation, Reading
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, S, sigma
from proofs.sumformer.data import matrices
from proofs.sumformer.heads import (
    A,
    Q,
    T,
    W,
    X,
    a,
    all_of,
    c,
    d,
    i,
    j,
    k,
    n,
    softmax,
    tau,
)
from proofs.sumformer.linear_heads import OM, B
from proofs.sumformer.paper import source
from proofs.trees.script import statement

#: n rows of any width d here
_SIZES = [n >= 1, d >= 1]
_ZERO = all_of(W(j, c).equals(0), j=(1, d), c=(1, d))
_QUERIES = all_of(Q(i, c).equals(sigma(d, lambda o: X(i, o) * W(o, c))), i=(1, n), c=(1, d))
_SCORES = all_of(
    T(i, a).equals(tau * sigma(d, lambda o: Q(i, o) * Q(a, o), "c")), i=(1, n), a=(1, n)
)
_EQUAL = all_of(A(i, a).equals(1 / n), i=(1, n), a=(1, n))
UNIFORM = statement(
    {"n": "int", "d": "int", "tau": "real"},
    [*_SIZES, _ZERO, _QUERIES, _SCORES, softmax(n)],
    _EQUAL,
    {"X": 2, "W": 2, "Q": 2, "T": 2, "A": 2},
)


uniform_script = written(
    UNIFORM,
    """
    fix i, a
    have none: for all i in 1..n, for all c in 1..d, Q(i, c) = 0:
      show by queries(i, c), sum_zero(j -> X(i, j)*W(j, c), 1, d)
    have each: for all o in 1..n, exp(T(i, o)) = 1:
      have T(i, o) = 0 by scores(i, o), sum_zero(c -> Q(i, c)*Q(o, c), 1, d)
      show by exp_zero(T(i, o))
    show by softmax(i, a), sum_same(o -> exp(T(i, o)), 1, n, 1), each(a)
    """,
    {"queries": _QUERIES, "scores": _SCORES, "softmax": softmax(n)},
)

_SQUARE = sigma(d, lambda o: Q(i, o) * Q(i, o))
_DOT = sigma(d, lambda o: OM(a, o) * Q(i, o))
_ENTRY = 1 / S.sqrt(k) * S.exp(-(_SQUARE / 2)) * S.exp(_DOT)
_KERNEL = all_of(B(i, a).equals(_ENTRY), i=(1, n), a=(1, k))
_ONES = all_of(sigma(k, lambda o: B(i, o) * B(a, o)).equals(1), i=(1, n), a=(1, n))
LAMBDA_ONE = statement(
    {"n": "int", "d": "int", "k": "int"},
    [*_SIZES, k >= 1, _ZERO, _QUERIES, _KERNEL],
    _ONES,
    {"X": 2, "W": 2, "Q": 2, "om": 2, "B": 2},
)
lambda_script = written(
    LAMBDA_ONE,
    """
    fix i, a
    have none: for all i in 1..n, for all c in 1..d, Q(i, c) = 0:
      show by queries(i, c), sum_zero(j -> X(i, j)*W(j, c), 1, d)
    have flat: for all i in 1..n, for all o in 1..k, B(i, o) = 1/sqrt(k):
      let square = sum(j = 1..d, Q(i, j)*Q(i, j))
      let dot = sum(j = 1..d, om(o, j)*Q(i, j))
      have square = 0 by sum_zero(j -> Q(i, j)*Q(i, j), 1, d)
      have dot = 0 by sum_zero(j -> om(o, j)*Q(i, j), 1, d)
      show by kernel(i, o), exp_zero(-(square/2)), exp_zero(dot)
    show by sum_same(j -> B(i, j)*B(a, j), 1, k, 1/k)
    """,
    {"queries": _QUERIES, "kernel": _KERNEL},
)


TRANSFORMER = Claim(
    id="sumformer.thm4_3.no_ones",
    kind="proof-step",
    title="With W_Q = W_K = 0 attention is uniform without a column of ones",
    source=source("Proof of Theorem 4.3", "22, 23, 44"),
    statement="For every $X in RR^(n times D)$, $W_Q = W_K = 0$ give $A = 1 / n 1_(n times n)$: "
    "the column of ones in Eq. 22 is not needed for that.",
    readings=(
        Reading("sequences of $n$ tokens", ("given", 0)),
        Reading("of any width", ("given", 1), "called $d$"),
        Reading("$W_Q = W_K = 0$", ("given", 2)),
        Reading("$X W_Q = X W_K$, called $Q$", ("given", 3)),
        Reading("the scores, for any factor $tau$", ("given", 4)),
        Reading("softmax, row by row", ("given", 5)),
        Reading("$A = 1 / n 1$", ("show",)),
    ),
    obligations=(
        Obligation(
            "sumformer.thm4_3.no_ones.uniform",
            "for all $n$, all widths and all inputs",
            UNIFORM,
            uniform_script,
        ),
    ),
)
PERFORMER = Claim(
    id="sumformer.thm4_5.no_ones",
    kind="proof-step",
    title="With W_Q = W_K = 0 a Performer's lambda is 1",
    source=source("Proof of Theorem 4.5", "7, 8, 28"),
    statement="For every $X in RR^(n times D)$ and all $omega_1, ..., omega_k$, $W_Q = W_K = 0$ "
    "give $a(X W_Q) a(X W_K)^top = 1_(n times n)$: with these, $lambda = 1$, and $I_(d')$ in "
    "place of $n I_(d')$ in $W_V$ gives $Sigma$ without a further layer.",
    readings=(
        Reading("sequences of $n$ tokens", ("given", 0)),
        Reading("of any width", ("given", 1), "called $d$"),
        Reading("$k >= 1$", ("given", 2)),
        Reading("$W_Q = W_K = 0$", ("given", 3)),
        Reading("$X W_Q = X W_K$, called $Q$", ("given", 4)),
        Reading("Eq. 7: $a(X W_Q)$, called $B$", ("given", 5)),
        Reading("$a(X W_Q) a(X W_K)^top = 1_(n times n)$", ("show",)),
    ),
    obligations=(
        Obligation(
            "sumformer.thm4_5.no_ones.lambda",
            "for all $n$, $k$, all widths, all $omega$ and all inputs",
            LAMBDA_ONE,
            lambda_script,
        ),
    ),
    satisfiable=Attempt(
        "sumformer.thm4_5.no_ones.satisfiable",
        "two tokens and all matrices 0, $k = 1$",
        LAMBDA_ONE,
        matrices(
            {"n": 2, "d": 1, "k": 1, "i_": 1, "a_": 1},
            {
                **dict.fromkeys(("X", "W", "Q", "om"), 0),
                "B": S.exp(ONE - 1) * S.exp(ONE - 1),
            },
        ),
    ),
)
