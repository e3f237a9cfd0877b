"""Definition 3.1: where the tokens are permuted, the outputs of a Sumformer are."""

from __future__ import annotations

from textwrap import indent

from constructions.terms import Term, app, conj, every, implies, total, var
from proofs.language.elaboration import written
from proofs.sumformer.matching import PERMUTED, act, n, pi, tok
from proofs.sumformer.permuted_sums import BIJECTION, PERMUTATION, bijective, rearranged
from proofs.trees.script import statement

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
PROOF = written(
    STATEMENT,
    f"""{PERMUTATION}
let new = act(p0, X)
have vectors: for all r: int, 1 <= r => r <= q => v(Sg(new), r) = v(Sg(X), r):
{indent(rearranged("P(_, r)"), "  ")}
  use eq14(X, r), eq14(new, r)
obtain h from range(i1)
use permuted(p0, X, i1), eq15(new, i1), eq15(X, h), psi(tok(X, h), Sg(new), Sg(X))
have tok(X, perm(p0, i1)) = tok(X, h) by perm(p0, i1) = h
have Z(X, perm(p0, i1)) = Z(X, h) by perm(p0, i1) = h
have g(tok(new, i1), Sg(new)) = g(tok(X, h), Sg(new)) by tok(new, i1) = tok(X, h)
""",
    {**BIJECTION, "permuted": PERMUTED, "eq14": EQ14, "eq15": EQ15, "psi": VECTORS},
)
