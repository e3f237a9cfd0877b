"""Definition 3.1: where two tokens are exchanged, the outputs of a Sumformer are."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, implies, total, var
from proofs.fl.vectors import S, fact
from proofs.layeract.leaves import given
from proofs.methods.script import Node, auto, have, intro, same, split, statement
from proofs.sumformer.deep_sets import Values
from proofs.sumformer.matching import (
    EXCHANGES,
    PERMUTED,
    act,
    exchange,
    exchanged,
    n,
    others_of,
    pi,
    sums_exchanged,
    tok,
)

latent, i, r, s, t, w, w2 = (var(name) for name in ("q", "i", "r", "s", "t", "w", "w2"))
X, first, second, at = var("X"), var("a1"), var("b1"), var("i1")
ZERO = S.const(0)


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
_permutation = exchange(first, second)
_moved = act(_permutation, X)
STATEMENT = statement(
    {"n": "int", "q": "int", "X": "real", "a1": "int", "b1": "int", "i1": "int"},
    [
        n >= 1,
        latent >= 1,
        EQ14,
        EQ15,
        VECTORS,
        PERMUTED,
        EXCHANGES,
        first >= 1,
        first <= second,
        second <= n,
        at >= 1,
        at <= n,
    ],
    output(_moved, at).equals(output(X, pi(_permutation, at))),
    {"P": 2, "v": 2, "Sg": 1, "Z": 2, "g": 2, "tok": 2, "perm": 2, "act": 2, "tr": 2},
)


def script() -> Node:
    """The sums are equal, and token i of the exchanged sequence is token pi(i)."""
    number = var("r1")
    cells = Values(lambda token: phi(token, number))
    total_same = sums_exchanged(
        cells, X, first, second, ZERO, lambda u: u, lambda u, v, then: then, auto("equal"), "9"
    )
    entries = fact(EQ14, [X, number], fact(EQ14, [_moved, number], total_same, given()), given())
    vectors = every(
        "r",
        "int",
        implies(_INSIDE, entry(Sigma(_moved), r).equals(entry(Sigma(X), r))),
    )
    shown = intro("r1", intro("", entries))

    def arrives(target: Term, then: Callable[[Node], Node]) -> Node:
        """pi(i) = target is known."""
        where = pi(_permutation, at)
        values = same(output(X, where), output(X, target), auto("psi"))
        psi_same = fact(VECTORS, [tok(X, target), Sigma(_moved), Sigma(X)], values, given())
        tokens = same(
            psi(tok(_moved, at), Sigma(_moved)), psi(tok(X, target), Sigma(_moved)), psi_same
        )
        placed = same(tok(X, where), tok(X, target), tokens)
        old = fact(EQ15, [X, target], placed, auto("index"))
        new = fact(EQ15, [_moved, at], old, auto("index"))
        return then(fact(PERMUTED, [_permutation, X, at], new, auto("index")))

    def equal_to(own: Term, target: Term) -> Node:
        return arrives(target, lambda then: same(pi(_permutation, at), pi(_permutation, own), then))

    neither = arrives(at, lambda then: fact(others_of(first, second), [at], then, auto("neither")))
    at_second = split(
        (at - second - 1).json, neither, split((at - second).json, equal_to(second, first), neither)
    )
    cases = split(
        (at - first - 1).json, at_second, split((at - first).json, equal_to(first, second), neither)
    )
    return exchanged(first, second, have(vectors, shown, cases))
