"""Definition 3.1: where the tokens are permuted, the outputs of a Sumformer are."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, total, var
from proofs.library.vectors import fact, opened
from proofs.sumformer.matching import PERMUTED, act, n, pi, tok
from proofs.sumformer.permuted_sums import bijective, image, rearranged_sum
from proofs.trees.leaves import given
from proofs.trees.script import Node, auto, have, intro, same, statement

latent, i, r, s, t, w, w2 = (var(name) for name in ("q", "i", "r", "s", "t", "w", "w2"))
X, at = var("X"), var("i1")


def entry(vector: Term, at_: Term) -> Term:
    return app("v", vector, at_)


def phi(token: Term, at_: Term) -> Term:
    return app("P", token, at_)


def Sigma(sequence: Term) -> Term:
    """The vector sum_j phi(x_j), named by a real."""
    return app("Sg", sequence)


def output(sequence: Term, at_: Term) -> Term:
    """S(X)_i."""
    return app("Z", sequence, at_)


def psi(token: Term, vector: Term) -> Term:
    return app("g", token, vector)


def _sum(sequence: Term, at_: Term) -> Term:
    return total("j", 1, n, phi(tok(sequence, var("j")), at_))


_INSIDE = conj(r >= 1, r <= latent)
EQ14 = every(
    "s", "real", every("r", "int", implies(_INSIDE, entry(Sigma(s), r).equals(_sum(s, r))))
)
EQ15 = every(
    "s",
    "real",
    every(
        "i",
        "int",
        implies(conj(i >= 1, i <= n), output(s, i).equals(psi(tok(s, i), Sigma(s)))),
    ),
)
_SAME = every("r", "int", implies(_INSIDE, entry(w, r).equals(entry(w2, r))))
VECTORS = every(
    "t",
    "real",
    every("w", "real", every("w2", "real", implies(_SAME, psi(t, w).equals(psi(t, w2))))),
)
_permutation = var("p0")
_moved = act(_permutation, X)
STATEMENT = statement(
    {"n": "int", "q": "int", "X": "real", "p0": "real", "i1": "int"},
    [
        n >= 1,
        latent >= 1,
        EQ14,
        EQ15,
        VECTORS,
        PERMUTED,
        *bijective(_permutation),
        at >= 1,
        at <= n,
    ],
    output(_moved, at).equals(output(X, pi(_permutation, at))),
    {"P": 2, "v": 2, "Sg": 1, "Z": 2, "g": 2, "tok": 2, "perm": 2, "act": 2, "inv": 2},
)


def script() -> Node:
    """The sums are equal, and token i of the permuted sequence is token pi(i)."""
    number, target = var("r1"), var("h1")
    entries = fact(EQ14, [X, number], fact(EQ14, [_moved, number], given(), given()), given())
    summed = rearranged_sum(_permutation, X, lambda token: phi(token, number), entries)
    vectors = every(
        "r",
        "int",
        implies(_INSIDE, entry(Sigma(_moved), r).equals(entry(Sigma(X), r))),
    )
    where = pi(_permutation, at)
    values = same(output(X, where), output(X, target), auto("psi"))
    psi_same = fact(VECTORS, [tok(X, target), Sigma(_moved), Sigma(X)], values, given())
    tokens = same(psi(tok(_moved, at), Sigma(_moved)), psi(tok(X, target), Sigma(_moved)), psi_same)
    placed = same(tok(X, where), tok(X, target), tokens)
    old = fact(EQ15, [X, target], placed, auto("index"))
    new = fact(EQ15, [_moved, at], old, auto("index"))
    moved = fact(PERMUTED, [_permutation, X, at], new, auto("index"))
    ranged = fact(
        bijective(_permutation)[0], [at], opened(image(_permutation, at), "h1", moved), given()
    )
    return have(vectors, intro("r1", intro("", summed)), ranged)
