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
from proofs.library.vectors import ONE
from proofs.library.vectors import S as SYSTEM
from proofs.sumformer.heads import (
    OUT,
    SHIFT,
    SUM,
    P,
    X,
    all_of,
    c,
    d,
    i,
    j,
    matrix,
    n,
    p,
    r,
    sums_of,
    x,
)
from proofs.trees.script import Json

Y, G, F = map(matrix, ("Y", "G", "f"))
Entry = Callable[[Term, Term], Term]
e1, e2, eps, eta, delta = (var(name) for name in ("e1", "e2", "eps", "eta", "delta"))
w = var("w")
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
