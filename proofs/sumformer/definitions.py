"""sumformer.definitions: the definitions as printed, and that Sumformers are equivariant."""

from __future__ import annotations

from constructions.terms import Json
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.sumformer.equivariance import PROOF, STATEMENT
from proofs.sumformer.paper import source

NAME = "sumformer.definitions"

#: one token, phi(x) = x, psi(x, Sigma) = x
ONE_TOKEN: dict[str, tuple[tuple[str, ...], Json]] = {
    "P": (("t", "r"), "t"),
    "v": (("w", "r"), "w"),
    "Sg": (("s",), "s"),
    "Z": (("s", "i"), "s"),
    "g": (("t", "w"), "t"),
    "tok": (("s", "j"), "s"),
    "perm": (("p", "j"), "j"),
    "act": (("p", "s"), "s"),
    "inv": (("p", "j"), "j"),
}


CLAIM = Claim(
    id=NAME,
    kind="definition",
    title="Definitions 2.1-2.8 and 3.1: Sumformers are equivariant",
    source=source("Definitions 2.1-2.8 and 3.1", "1-10, 14-15"),
    statement="Let $d' in NN$ and let there be two functions $phi : cal(X) -> RR^(d')$, $psi : "
    "cal(X) times RR^(d') -> cal(Y)$. A Sumformer is a sequence-to-sequence function $cal(S) : "
    "cal(X)^n -> cal(Y)^n$ which is evaluated by first computing $Sigma := sum_(k = 1)^n "
    "phi(x_k)$, and then $cal(S)([x_1, ..., x_n]) := [psi(x_1, Sigma), ..., psi(x_n, Sigma)]$ "
    "(Definition 3.1). Decided here: it is equivariant, as Definition 2.7 has it.",
    readings=(
        Reading("sequences of $n$ tokens", ("given", 0)),
        Reading("$d' in NN$", ("given", 1), "called $q$"),
        Reading("Eq. 14, in each coordinate", ("given", 2), "vectors are named by reals"),
        Reading("Eq. 15", ("given", 3)),
        Reading("$psi : cal(X) times RR^(d') -> cal(Y)$", ("given", 4), "called $g$"),
        Reading("$[x_(pi(1)), ..., x_(pi(n))]$", ("given", 5)),
        Reading("a permutation $pi$: its values are in $[n]$", ("given", 6), "called $p_0$"),
        Reading("so are those of its inverse", ("given", 7)),
        Reading("$pi^(-1)(pi(j)) = j$", ("given", 8)),
        Reading("$pi(pi^(-1)(j)) = j$", ("given", 9)),
        Reading("token $i$ of the output", ("given", 10)),
        Reading("$i <= n$", ("given", 11)),
        Reading("Eq. 9 for $cal(S)$", ("show",), "for every permutation $pi$ of $[n]$"),
    ),
    obligations=(
        Obligation(
            f"{NAME}.equivariant", "for all $n$, $d'$, $phi$, $psi$ and $pi$", STATEMENT, PROOF
        ),
    ),
    satisfiable=Attempt(
        f"{NAME}.satisfiable",
        "one token, $phi(x) = x$, $psi(x, Sigma) = x$",
        STATEMENT,
        Witness({"n": 1, "q": 1, "X": 3, "p0": 0, "i1": 1}, ONE_TOKEN),
    ),
    notes=(
        "Definition 2.1: the softmax $rho : RR^d -> RR^d$ is applied to rows of $X W_Q (X W_K)^top "
        "in RR^(n times n)$, so it is a function of $RR^n$; in Definition 2.5 of $RR^k$.",
        'Definition 2.3: FC is one layer $RR^d -> RR^d$, and $X + "FC"(X + "Att"(X))$ keeps the '
        "width; the networks of Appendix B change it (`sumformer.thm4_3`).",
        "Definition 2.6: the $omega_l$ are sampled ($omega_l tilde N(0, I_d)$), so that a "
        "Performer is a random function; $a$ is applied to $X W_Q$ row by row, and the factor $1 "
        "\\/ sqrt(d)$ of Eq. 1 is missing in Eq. 8.",
        "Definition 2.7 is for a sequence-to-point function $f : cal(X)^n -> cal(Y)$; Eq. 9 "
        "has its components $f_(pi(i))(X)$, so $f : cal(X)^n -> cal(Y)^n$ is meant, as in Lemma "
        "2.9. Continuity is not part of it.",
        "Definition 2.8: for $n = 1$ there is no other token, and every $g$ is semi-invariant.",
        "Definitions 2.5 and 2.6 ask for $k < n$, which leaves no $k$ for $n = 1$.",
        "Section 4: $cal(X), cal(Y) subset.eq RR^d$ with one $d$ for both, which simplifies the "
        "notation only, as is said there.",
    ),
)
