"""sumformer.thm4_1.discontinuous.every: Sumformers that are f exactly, for every equivariant f.

Theorem 4.1 does not ask for phi and psi to be continuous.  If the values of phi are linearly
independent over the rationals, a sum of n of them says which they are, up to their order.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, S
from proofs.sumformer.counts import added
from proofs.sumformer.matching import (
    EXCHANGES,
    PERMUTED,
    n,
    pi,
    tok,
)
from proofs.sumformer.paper import source
from proofs.sumformer.thm4_1.quantised import EQUIVARIANT, d, f, i, m, s, s2, token_index
from proofs.sumformer.thm4_1.quantised_lines import RANGE
from proofs.trees.script import statement

NAME = "sumformer.thm4_1.discontinuous.every"
p = var("p")


def Sigma(of: Term) -> Term:
    return app("Sg", of)


def total_phi(of: Term) -> Term:
    return added(ONE, n, lambda at: app("phi", tok(of, at)))


EQ14 = every("s", "real", Sigma(s).equals(total_phi(s)))
_TOKENS = every("i", "int", implies(token_index(i), tok(s, i).equals(tok(s2, i))))
_VALUES = every(
    "i",
    "int",
    every("m", "int", implies(token_index(i, m >= 1, m <= d), f(s, i, m).equals(f(s2, i, m)))),
)
FUNCTION = every("s", "real", every("s2", "real", implies(_TOKENS, _VALUES)))
_ORDER = every("i", "int", implies(token_index(i), tok(s, i).equals(tok(s2, pi(p, i)))))
_REORDERED = exists("p", "real", _ORDER)
INDEPENDENT = every(
    "s", "real", every("s2", "real", implies(Sigma(s).equals(Sigma(s2)), _REORDERED))
)


def found(sequence: Term, at: Term) -> Term:
    """R(x_i, Sigma)."""
    return app("R", tok(sequence, at), Sigma(sequence))


CHOICE = every(
    "s",
    "real",
    every(
        "i",
        "int",
        implies(
            token_index(i),
            conj(
                tok(found(s, i), ONE).equals(tok(s, i)),
                Sigma(found(s, i)).equals(Sigma(s)),
            ),
        ),
    ),
)
_EXACT = every(
    "s",
    "real",
    every(
        "i",
        "int",
        every(
            "m",
            "int",
            implies(token_index(i, m >= 1, m <= d), f(s, i, m).equals(f(found(s, i), ONE, m))),
        ),
    ),
)
STATEMENT = statement(
    {"n": "int", "d": "int"},
    [
        n >= 1,
        d >= 1,
        PERMUTED,
        EXCHANGES,
        RANGE,
        EQUIVARIANT,
        FUNCTION,
        EQ14,
        INDEPENDENT,
        CHOICE,
    ],
    _EXACT,
    {"tok": 2, "perm": 2, "act": 2, "tr": 2, "f": 3, "phi": 1, "Sg": 1, "R": 2},
)


#: X is a permuted R; where x_i stands in R, the first token may stand as well
PROOF = written(
    STATEMENT,
    """
fix s, i, m
let r = R(tok(s, i), Sg(s))
have head: tok(r, 1) = tok(s, i) by choice(s, i)
have sums: Sg(s) = Sg(r) by choice(s, i)
obtain q from independent(s, r)
have order: for all j in 1..n, tok(s, j) = tok(r, perm(q, j))
have permuting: for all j in 1..n, tok(s, j) = tok(act(q, r), j):
  show by order(j), permuted(q, r, j)
obtain h from range(q, i)
use x_values: function(s, act(q, r))
have image: perm(q, i) = h
have f(r, perm(q, i), m) = f(r, h, m) by image
have moved: f(s, i, m) = f(r, h, m)
  by x_values(i, m), equivariant(q, r, i, m), f(r, perm(q, i), m) = f(r, h, m)
have tok(r, perm(q, i)) = tok(r, h) by image
have equal: tok(r, h) = tok(r, 1) by order(i), head, tok(r, perm(q, i)) = tok(r, h)
use exchanges(1, h)
have stays: for all c: int, 1 <= c and c <= n and c != 1 and c != h => perm(tr(1, h), c) = c
let turned = act(tr(1, h), r)
have back: for all j in 1..n, tok(turned, j) = tok(r, j):
  have placed: tok(turned, j) = tok(r, perm(tr(1, h), j)) by permuted(tr(1, h), r, j)
  cases j = 1:
    have tok(r, j) = tok(r, 1)
    have perm(tr(1, h), j) = perm(tr(1, h), 1)
    have goes: perm(tr(1, h), j) = h
    have tok(r, perm(tr(1, h), j)) = tok(r, h) by goes
  cases j = h:
    have tok(r, j) = tok(r, h)
    have perm(tr(1, h), j) = perm(tr(1, h), h)
    have goes: perm(tr(1, h), j) = 1
    have tok(r, perm(tr(1, h), j)) = tok(r, 1) by goes
  have stay: perm(tr(1, h), j) = j by stays(j), j != 1, j != h
  have tok(r, perm(tr(1, h), j)) = tok(r, j) by stay
use values: function(turned, r)
have to: perm(tr(1, h), 1) = h
have f(r, perm(tr(1, h), 1), m) = f(r, h, m) by to
show by moved, values(1, m), equivariant(tr(1, h), r, 1, m),
  f(r, perm(tr(1, h), 1), m) = f(r, h, m)
""",
    {
        "permuted": PERMUTED,
        "exchanges": EXCHANGES,
        "range": RANGE,
        "equivariant": EQUIVARIANT,
        "function": FUNCTION,
        "independent": INDEPENDENT,
        "choice": CHOICE,
    },
)


#: one token x, phi(x) = x, f(x) = sign(x)
ONE_TOKEN: dict[str, tuple[tuple[str, ...], Json]] = {
    "tok": (("s", "j"), "s"),
    "perm": (("p", "j"), "j"),
    "act": (("p", "s"), "s"),
    "tr": (("a", "b"), "0"),
    "f": (("s", "i", "m"), S.sign(var("s")).json),
    "phi": (("t",), "t"),
    "Sg": (("s",), "s"),
    "R": (("t", "u"), "t"),
}


CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Every equivariant function is a Sumformer with one latent coordinate",
    source=source("Theorem 4.1 as printed, without continuity", "16"),
    statement='For each function $f in cal(F)^n_"equi" (cal(X), cal(Y))$, continuous or not, there '
    "is a Sumformer with $d' = 1$ and $cal(S) = f$ on $cal(X)^n$.",
    readings=(
        Reading("sequences of $n$ tokens", ("given", 0)),
        Reading("of dimension $d$", ("given", 1)),
        Reading("$[x_(pi(1)), ..., x_(pi(n))]$", ("given", 2)),
        Reading("two indices may be exchanged", ("given", 3)),
        Reading("permutations have values in $[n]$", ("given", 4)),
        Reading("$f$ is equivariant, Eq. 9", ("given", 5)),
        Reading("$f$ is a function of the tokens", ("given", 6), "this is all that is asked of it"),
        Reading("$Sigma = sum_j phi(x_j)$, $phi : cal(X) -> RR$", ("given", 7)),
        Reading(
            "values of $phi$ that are linearly independent over $QQ$",
            ("given", 8),
            "so that equal sums have the same summands, in some order $pi$",
        ),
        Reading(
            "$psi(x, Sigma) = f(R(x, Sigma))_1$",
            ("given", 9),
            "$R$: a sequence with $x$ first and with this sum; $X$ with $x_i$ moved to the front "
            "is one",
        ),
        Reading("$f(X)_i = psi(x_i, Sigma)$", ("show",)),
    ),
    obligations=(
        Obligation(f"{NAME}.exact", "for all $n$, $d$ and every equivariant $f$", STATEMENT, PROOF),
    ),
    satisfiable=Attempt(
        f"{NAME}.satisfiable",
        '$n = 1$, $phi(x) = x$, $f(x) = "sign"(x)$',
        STATEMENT,
        Witness({"n": 1, "d": 1, "s_": 0, "i_": 1, "m_": 1}, ONE_TOKEN),
    ),
    notes=(
        "So Theorem 4.1 holds as printed, for any functions $phi$ and $psi$, given what is "
        "assumed here. Nothing of "
        "this is left for networks: $phi$ and $psi$ are as wild as can be, and for a step no "
        "continuous network is near (`sumformer.thm4_3.continuity`).",
    ),
    cites=(
        "J. von Neumann, 1928: a set of real numbers of the size of $RR$, independent over $QQ$",
    ),
    assumes=(
        "there is an injective $phi : RR^d -> RR$ with values that are linearly independent over "
        "$QQ$ (von Neumann, 1928)",
        "a choice of one sequence for each value that $R$ has",
    ),
)
