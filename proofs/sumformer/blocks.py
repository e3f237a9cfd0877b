"""From the head to Eq. 24 and to the theorems: the block of Definition 2.3, the last layers.

Y is the block's output, S the Sumformer's, F what is to be approximated, G the network's; e1 is
how far S is from F, and e2 how far the last layers are from psi where they are given Eq. 24.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, conj, every, implies, var
from proofs.fl.vectors import S as SYSTEM
from proofs.fl.vectors import fact
from proofs.methods.script import Json, Node, auto, case, have, intro, node
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
from proofs.sumformer.sums import ONE

Y, G, Z, F = map(matrix, ("Y", "G", "Z", "f"))
Entry = Callable[[Term, Term], Term]
e1, e2, eps = var("e1"), var("e2"), var("eps")

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


def near_psi(at: Term) -> Json:
    """The last layers' bound in row ``at``."""
    return all_of(SYSTEM.abs(G(at, c) - Z(at, c)) <= e2, c=(1, d))


#: the last layers, given a row of Eq. 24, are within e2 of psi(x_i, Sigma)
LAST = every("i", "int", implies(conj(i >= 1, i <= n, *row(Y, i)), near_psi(i)))
#: the Sumformer is within e1 of f
SUMFORMER = all_of(SYSTEM.abs(F(i, c) - Z(i, c)) <= e1, i=(1, n), c=(1, d))
HALVES = [e1 < eps / 2, e2 < eps / 2]
CONCLUSION = conj(
    e1 + e2 < eps, all_of(SYSTEM.abs(F(i, c) - G(i, c)) <= e1 + e2, i=(1, n), c=(1, d))
)
END_SORTS = {"e1": "real", "e2": "real", "eps": "real"}
END_FUNCTIONS = {"Y": 2, "f": 2, "G": 2, "Z": 2}
END = [*BLOCK, SUMFORMER, LAST, *HALVES]


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


def conclusion() -> Node:
    """|f - T| <= |f - S| + |S - T| <= e1 + e2 < eps, from Eq. 24."""
    at, column = var("q4"), var("u4")
    ends: Node = auto("the triangle inequality")
    gaps = [
        F(at, column) - Z(at, column),
        G(at, column) - Z(at, column),
        F(at, column) - G(at, column),
    ]
    for gap in gaps:
        ends = case(SYSTEM.abs(gap).json, ends, ends)
    near = fact(near_psi(at), [column], ends, inside(1))
    near = fact(SUMFORMER, [at, column], near, inside(2))
    premise = node("both", auto("i >= 1"), auto("i <= n"), *again_row(at))
    used = fact(EQ24, [at], fact(LAST, [at], near, premise), inside(1))
    return node("both", auto("e1 + e2 < eps"), intro("q4", intro("u4", intro("", used))))
