"""From the head to Eq. 24 and to the theorems: the block of Definition 2.3, the last layers.

Y is the block's output, f what is to be approximated, G the network's output.  The Sumformer is
phi and psi: ``tok(i)`` names token i, ``phi(t, r)`` is number r of phi(t), ``vec(w, r)`` that of
the vector w of d' numbers, and ``psi(t, c, w)`` coordinate c of psi(t, w).  ``s2`` names Sigma, the
sum of the phi(x_j), and ``s1`` that of the P_j, which the first layers make of them.  e1 is how far
the Sumformer is from f, e2/2 how far the last layers are from psi where they are given Eq. 24.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, implies, var
from proofs.library.vectors import Body, both_sums, fact, put, sigma
from proofs.library.vectors import S as SYSTEM
from proofs.sumformer.heads import (
    EMPTY,
    FEATURES,
    ONES,
    OUT,
    SHIFT,
    SUM,
    TOKENS,
    P,
    X,
    all_of,
    c,
    d,
    i,
    inside,
    j,
    matrix,
    n,
    out_sums,
    p,
    r,
    sums_of,
    x,
)
from proofs.sumformer.sums import ONE, ZERO
from proofs.trees.script import Json, Node, auto, case, have, induct, intro, node

Y, G, F = map(matrix, ("Y", "G", "f"))
Entry = Callable[[Term, Term], Term]
e1, e2, eps, eta, delta = (var(name) for name in ("e1", "e2", "eps", "eta", "delta"))
m, w = var("m"), var("w")
MADE, SIGMA = var("s1"), var("s2")

# Block(X) = X + FC(X + Att(X)) where FC keeps the last d' coordinates and takes the others to 0
_SUM_ENTRY = X(i, SUM + r) + (X(i, SUM + r) + OUT(i, SUM + r))
BLOCK = [
    all_of(Y(i, c).equals(X(i, c)), i=(1, n), c=(1, SUM)),
    all_of(Y(i, SUM + r).equals(_SUM_ENTRY), i=(1, n), r=(1, p)),
]


def row(entry: Entry, at: Term) -> list[Json]:
    """Row ``at`` of the matrix of Eq. 24."""
    return [
        entry(at, ONE).equals(1),
        all_of(entry(at, 1 + j).equals(x(at, j)), j=(1, d)),
        all_of(entry(at, SHIFT + r).equals(P(at, r)), r=(1, p)),
        all_of(entry(at, SUM + r).equals(sums_of(P, r)), r=(1, p)),
    ]


#: Eq. 24
EQ24 = every("i", "int", implies(conj(i >= 1, i <= n), conj(*row(Y, i))))


def phi(at: Term, of: Term) -> Term:
    """Number ``of`` of phi(x_at)."""
    return app("phi", app("tok", at), of)


def psi(at: Term, of: Term, vector: Term) -> Term:
    """Coordinate ``of`` of psi(x_at, vector)."""
    return app("psi", app("tok", at), of, vector)


def entry(vector: Term) -> Term:
    return app("vec", vector, r)


#: the first layers are within eta of phi, and n eta <= delta
NEAR_PHI = all_of(SYSTEM.abs(P(i, r) - phi(i, r)) <= eta, i=(1, n), r=(1, p))
#: the vectors sum_j P_j and Sigma, Eq. 14
SUM_MADE = all_of(entry(MADE).equals(sums_of(P, r)), r=(1, p))
SUM_PHI = all_of(entry(SIGMA).equals(sums_of(phi, r)), r=(1, p))
#: psi(x_i, .) moves by at most e2/2 where its argument moves by at most delta from Sigma
_CLOSE = all_of(SYSTEM.abs(entry(w) - entry(SIGMA)) <= delta, r=(1, p))
_MOVES = all_of(SYSTEM.abs(psi(i, c, w) - psi(i, c, SIGMA)) <= e2 / 2, i=(1, n), c=(1, d))
CONTINUOUS = every("w", "real", implies(_CLOSE, _MOVES))


def near_psi(at: Term) -> Json:
    """The last layers' bound in row ``at``."""
    return all_of(SYSTEM.abs(G(at, c) - psi(at, c, MADE)) <= e2 / 2, c=(1, d))


#: the last layers, given a row of Eq. 24, are within e2/2 of psi(x_i, sum_j P_j)
LAST = every("i", "int", implies(conj(i >= 1, i <= n, *row(Y, i)), near_psi(i)))
#: the Sumformer, psi(x_i, Sigma) by Eq. 15, is within e1 of f
SUMFORMER = all_of(SYSTEM.abs(F(i, c) - psi(i, c, SIGMA)) <= e1, i=(1, n), c=(1, d))
HALVES = [e1 < eps / 2, e2 < eps / 2]
CONCLUSION = conj(
    e1 + e2 < eps, all_of(SYSTEM.abs(F(i, c) - G(i, c)) <= e1 + e2, i=(1, n), c=(1, d))
)
END_SORTS = dict.fromkeys(("e1", "e2", "eps", "eta", "delta", "s1", "s2"), "real")
END_FUNCTIONS = {"Y": 2, "f": 2, "G": 2, "tok": 1, "phi": 2, "psi": 3, "vec": 2}
END = [
    *BLOCK,
    SUM_PHI,
    SUMFORMER,
    NEAR_PHI,
    SUM_MADE,
    n * eta <= delta,
    CONTINUOUS,
    LAST,
    *HALVES,
]


#: names of hypotheses in written proofs
END_FACTS = {
    "kept": BLOCK[0],
    "added": BLOCK[1],
    "sums": SUM_PHI,
    "sumformer": SUMFORMER,
    "made": SUM_MADE,
    "continuous": CONTINUOUS,
    "last": LAST,
}
#: Eq. 24 from Eq. 22, the head's output and the block
BLOCK_ROWS = """
have row: for all i in 1..n, Y(i, 1) = 1 and (for all j in 1..d, Y(i, 1 + j) = x(i, j))
    and (for all r in 1..p, Y(i, SHIFT + r) = P(i, r))
    and (for all r in 1..p, Y(i, SUM + r) = sum(j = 1..n, P(j, r))):
  have Y(i, 1) = 1 by kept(i, 1), ones(i)
  have for all j in 1..d, Y(i, 1 + j) = x(i, j):
    show by kept(i, 1 + j), tokens(i, j)
  have for all r in 1..p, Y(i, SHIFT + r) = P(i, r):
    show by kept(i, SHIFT + r), features(i, r)
  have for all r in 1..p, Y(i, SUM + r) = sum(j = 1..n, P(j, r)):
    show by added(i, r), empty(i, r), out_sums(i, r)
"""
#: |f - T| <= |f - S| + |psi(x_i, Sigma) - psi(x_i, sum_j P_j)| + e2/2 <= e1 + e2 < eps
CONCLUSION_ROWS = """
have close: for all r in 1..p, |vec(s1, r) - vec(s2, r)| <= delta:
  have near: |sum(i = 1..n, P(i, r)) - sum(i = 1..n, phi(tok(i), r))| <= n*eta
    by sum_near(i -> P(i, r), i -> phi(tok(i), r), 1, n, eta)
  show by near, made(r), sums(r), n*eta <= delta
use moves: continuous(s1)
have for all i in 1..n, for all c in 1..d, |f(i, c) - G(i, c)| <= e1 + e2:
  use row(i)
  show by sumformer(i, c), moves(i, c), last(i, c)
"""


def known_row(at: Term) -> Node:
    """A goal that is the conjunction of :func:`row`, from Eq. 22, the head and the block."""
    one, index = var("w1"), var("w2")
    keep, add = BLOCK
    first = fact(keep, [at, ONE], fact(ONES, [at], auto("1"), inside(1)), inside(2))
    tokens = fact(keep, [at, 1 + index], fact(TOKENS, [at, index], auto("x"), inside(2)), inside(2))
    features = fact(
        keep, [at, SHIFT + one], fact(FEATURES, [at, one], auto("phi"), inside(2)), inside(2)
    )
    sums = fact(out_sums(), [at, one], auto("Sigma"), inside(2))
    sums = fact(add, [at, one], fact(EMPTY, [at, one], sums, inside(2)), inside(2))
    return node(
        "both",
        first,
        intro("w2", intro("", tokens)),
        intro("w1", intro("", features)),
        intro("w1", intro("", sums)),
    )


def eq24(then: Node) -> Node:
    """Eq. 24 from Eq. 22, the head's output and the block; then go on."""
    return have(EQ24, intro("q3", intro("", known_row(var("q3")))), then)


def again_row(at: Term) -> list[Node]:
    """Proofs of the parts of row ``at``, which are known."""
    parts = [auto("the same")]
    for name, formula in zip(("w2", "w1", "w1"), row(Y, at)[1:], strict=True):
        parts.append(
            intro(name, intro("", fact(formula, [var(name)], auto("the same"), inside(1))))
        )
    return parts


def near_sum(one: Body, other: Body, near: Json, at: list[Term], then: Node) -> Node:
    """|sum_i one(i) - sum_i other(i)| <= n eta, where ``near`` at ``[i, *at]`` bounds summands."""

    def sums(upto: Term) -> list[Term]:
        return [sigma(upto, one), sigma(upto, other)]

    def claim(upto: Term) -> Json:
        first, second = sums(upto)
        gaps = (first - second <= upto * eta, second - first <= upto * eta)
        return implies(upto <= n, conj(*gaps))

    base = intro("", both_sums("empty", sums(ZERO), auto("empty sums")))
    gap = SYSTEM.abs(one(m + 1) - other(m + 1))
    inner = case(gap.json, auto("one more"), auto("one more"))
    close = fact(near, [m + 1, *at], inner, inside(1 + len(at)))
    unfolded = both_sums("unfold", sums(m + 1), close)
    step = intro("", fact(claim(m), [], unfolded, auto("m <= n")))
    whole = every("m", "int", implies(m >= 0, claim(m)))
    done = fact(whole, [n], fact(claim(n), [], then, auto("n <= n")), auto("0 <= n"))
    return induct("m", "0", claim(m), base, step, done)


def conclusion() -> Node:
    """|f - T| <= |f - S| + |psi(x_i, Sigma) - psi(x_i, sum_j P_j)| + e2/2 <= e1 + e2 < eps."""
    at, column, index = var("q4"), var("u4"), var("w4")
    ends: Node = auto("the triangle inequality")
    gaps = [
        F(at, column) - psi(at, column, SIGMA),
        psi(at, column, MADE) - psi(at, column, SIGMA),
        G(at, column) - psi(at, column, MADE),
        F(at, column) - G(at, column),
    ]
    for gap in gaps:
        ends = case(SYSTEM.abs(gap).json, ends, ends)
    near = fact(near_psi(at), [column], ends, inside(1))
    near = fact(SUMFORMER, [at, column], near, inside(2))
    moves = put(_MOVES, "w", MADE)
    near = fact(moves, [at, column], near, inside(2))
    premise = node("both", auto("i >= 1"), auto("i <= n"), *again_row(at))
    used = fact(EQ24, [at], fact(LAST, [at], near, premise), inside(1))
    apart = app("vec", MADE, index) - app("vec", SIGMA, index)
    end = case(SYSTEM.abs(apart).json, auto("n eta <= delta"), auto("n eta <= delta"))
    sums = near_sum(lambda o: P(o, index), lambda o: phi(o, index), NEAR_PHI, [index], end)
    entries = fact(SUM_MADE, [index], fact(SUM_PHI, [index], sums, inside(1)), inside(1))
    close = intro("w4", intro("", entries))
    whole = intro("q4", intro("u4", intro("", used)))
    moved = fact(CONTINUOUS, [MADE], whole, close)
    return node("both", auto("e1 + e2 < eps"), moved)
