"""sumformer.definitions: the definitions as printed, and that Sumformers are equivariant."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.fl.vectors import S, fact, summands
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
from proofs.sumformer.paper import source

NAME = "sumformer.definitions"
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
    {"P": 2, "v": 2, "Sg": 1, "Z": 2, "g": 2, "tok": 2, "pi": 2, "act": 2, "tr": 2},
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


#: one token, phi(x) = x, psi(x, Sigma) = x
ONE_TOKEN: dict[str, tuple[tuple[str, ...], Json]] = {
    "P": (("t", "r"), "t"),
    "v": (("w", "r"), "w"),
    "Sg": (("s",), "s"),
    "Z": (("s", "i"), "s"),
    "g": (("t", "w"), "t"),
    "tok": (("s", "j"), "s"),
    "pi": (("p", "j"), "j"),
    "act": (("p", "s"), "s"),
    "tr": (("a", "b"), "0"),
}


def _summed() -> Node:
    return intro("s0", intro("r0", intro("", summands(1, auto("one token")))))


GIVENS: dict[int, Callable[[], Node]] = {2: _summed}

CLAIM = Claim(
    id=NAME,
    kind="definition",
    title="Definitions 2.1-2.8 and 3.1: Sumformers are equivariant",
    source=source("Definitions 2.1-2.8 and 3.1", "1-10, 14-15"),
    statement="Definition 3.1: $Sigma := sum_(k = 1)^n phi(x_k)$ and $cal(S)([x_1, ..., x_n]) := "
    "[psi(x_1, Sigma), ..., psi(x_n, Sigma)]$, a sequence-to-sequence function. It is equivariant, "
    "as Definition 2.7 has it.",
    readings=(
        Reading("sequences of $n$ tokens", ("given", 0)),
        Reading("$d' in NN$", ("given", 1), "called $q$"),
        Reading("Eq. 14, in each coordinate", ("given", 2), "vectors are named by reals"),
        Reading("Eq. 15", ("given", 3)),
        Reading("$psi : cal(X) times RR^(d') -> cal(Y)$", ("given", 4), "called $g$"),
        Reading("$[x_(pi(1)), ..., x_(pi(n))]$", ("given", 5)),
        Reading("two tokens may be exchanged", ("given", 6)),
        Reading("$a$ and $b$", ("given", 7), "exchanges generate all permutations"),
        Reading("", ("given", 8)),
        Reading("", ("given", 9)),
        Reading("token $i$ of the output", ("given", 10)),
        Reading("", ("given", 11)),
        Reading("Eq. 9 for $cal(S)$", ("show",)),
    ),
    obligations=(
        Obligation(f"{NAME}.equivariant", "for all $n$, $d'$, $phi$ and $psi$", STATEMENT, script),
    ),
    satisfiable=Attempt(
        f"{NAME}.satisfiable",
        "one token, $phi(x) = x$, $psi(x, Sigma) = x$",
        STATEMENT,
        Witness({"n": 1, "q": 1, "X": 3, "a1": 1, "b1": 1, "i1": 1}, ONE_TOKEN),
        GIVENS,
    ),
    notes=(
        "Definition 2.1: the softmax $rho : RR^d -> RR^d$ is applied to rows of $X W_Q (X W_K)^top "
        "in RR^(n times n)$, so it is a function of $RR^n$; in Definition 2.5 of $RR^k$.",
        "Definition 2.3: FC is one layer $RR^d -> RR^d$, and $X + FC(X + Att(X))$ keeps the width; "
        "the networks of Appendix B change it (`sumformer.thm4_3`).",
        "Definition 2.6: the $omega_l$ are sampled ($omega_l tilde N(0, I_d)$, printed with a "
        "subset sign), so that a Performer is a random function; $a$ is applied to $X W_Q$ row by "
        "row, and the factor $1 \\/ sqrt(d)$ of Eq. 1 is missing in Eq. 8.",
        "Definition 2.7 is for a sequence-to-point function $f : cal(X)^n -> cal(Y)$; Eq. 9 "
        "has its components $f_(pi(i))(X)$, so $f : cal(X)^n -> cal(Y)^n$ is meant, as in Lemma "
        "2.9. Continuity is not part of it.",
        "Definition 2.8: for $n = 1$ there is no other token, and every $g$ is semi-invariant.",
        "Definitions 2.5 and 2.6 ask for $k < n$, which leaves no $k$ for $n = 1$.",
        "Section 4: $cal(X), cal(Y) subset.eq RR^d$ with one $d$ for both, which simplifies the "
        "notation only, as is said there.",
    ),
)
