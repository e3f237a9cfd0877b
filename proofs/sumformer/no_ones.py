"""No column of ones is needed: W_Q = W_K = 0 makes all scores equal, whatever X is."""

from __future__ import annotations

from constructions.terms import Term, var
from proofs.claims import Attempt, Claim, Obligation, Reading
from proofs.fl.vectors import S, fact, sigma
from proofs.methods.script import Node, auto, define, have, intro, statement
from proofs.pln.exponential import have_exp
from proofs.sumformer.data import each, exponents, matrices
from proofs.sumformer.heads import (
    A,
    Q,
    T,
    W,
    X,
    a,
    all_of,
    c,
    constant,
    d,
    i,
    inside,
    j,
    k,
    n,
    softmax,
    softmax_of_constants,
    tau,
    uniform,
)
from proofs.sumformer.linear_heads import OM, B
from proofs.sumformer.paper import source
from proofs.sumformer.sums import ONE, ZERO, equal_exp, equal_summands, exp_of_equals, vanishing

#: n rows of any width d here
_SIZES = [n >= 1, d >= 1]
_ZERO = all_of(W(j, c).equals(0), j=(1, d), c=(1, d))
_QUERIES = all_of(Q(i, c).equals(sigma(d, lambda o: X(i, o) * W(o, c))), i=(1, n), c=(1, d))
_NONE = all_of(Q(i, c).equals(0), i=(1, n), c=(1, d))
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


def _no_queries(then: Node) -> Node:
    """X 0 = 0; then go on."""
    at, column = var("q"), var("u")

    def zero(o: Term, then: Node) -> Node:
        return fact(_ZERO, [o, column], then, inside(2))

    none = vanishing(d, lambda o: X(at, o) * W(o, column), zero, auto("0"), "m61")
    proof = intro("q", intro("u", intro("", fact(_QUERIES, [at, column], none, inside(2)))))
    return have(_NONE, proof, then)


def uniform_script() -> Node:
    at, other = var("q"), var("u")

    def zero(o: Term, then: Node) -> Node:
        return fact(_NONE, [at, o], then, inside(2))

    none = vanishing(d, lambda o: Q(at, o) * Q(other, o), zero, auto("0"), "m62")
    proof = intro("q", intro("u", intro("", fact(_SCORES, [at, other], none, inside(2)))))
    row, column = var("q5"), var("u5")
    quotient = define((ONE / n).json, auto("n >= 1"), auto("1/n"))
    shown = fact(uniform(n), [row, column], quotient, inside(2))
    ends = intro("q5", intro("u5", intro("", shown)))
    return _no_queries(have(constant(n, ZERO), proof, softmax_of_constants(n, ends, ZERO)))


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
_FLAT = all_of(B(i, a).equals(1 / S.sqrt(k)), i=(1, n), a=(1, k))


def lambda_script() -> Node:
    row, at, other = var("q"), var("g"), var("u")
    square = sigma(d, lambda o: Q(row, o) * Q(row, o))
    dot = sigma(d, lambda o: OM(at, o) * Q(row, o))

    def zero(o: Term, then: Node) -> Node:
        return fact(_NONE, [row, o], then, inside(2))

    close = equal_exp(-(square / 2), ZERO, equal_exp(dot, ZERO, auto("a(0)")))
    dots = vanishing(d, lambda o: OM(at, o) * Q(row, o), zero, close, "m63")
    both = vanishing(d, lambda o: Q(row, o) * Q(row, o), zero, dots, "m64")
    flat = intro("q", intro("g", intro("", fact(_KERNEL, [row, at], both, inside(2)))))

    def pointwise(o: Term, then: Node) -> Node:
        ready = have((B(row, o) * B(other, o)).equals(1 / k), auto("1/k"), then)
        return fact(_FLAT, [row, o], fact(_FLAT, [other, o], ready, inside(2)), inside(2))

    sums = equal_summands(
        k, lambda o: B(row, o) * B(other, o), 1 / k, pointwise, auto("k/k"), "m65"
    )
    shown = intro("q", intro("u", intro("", define((ONE / k).json, auto("k >= 1"), sums))))
    return have_exp(exp_of_equals(_no_queries(have(_FLAT, flat, shown))))


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
        {
            3: lambda: each(1, 1),
            4: lambda: each(2, 1),
            5: lambda: each(2, 1, leaf=exponents()),
        },
    ),
)
