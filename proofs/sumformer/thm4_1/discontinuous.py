"""sumformer.thm4_1.discontinuous: Sumformers with d' = 1 are near every continuous f."""

from __future__ import annotations

from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.sumformer import compact_data as data
from proofs.sumformer.paper import source
from proofs.sumformer.thm4_1 import every_function, support
from proofs.sumformer.thm4_1 import quantised_instances as instances
from proofs.sumformer.thm4_1 import quantised_lines as lines
from proofs.sumformer.thm4_1.quantised import (
    EXISTS,
    EXISTS_PROOF,
    GIVEN,
    HEINE_PROOF,
    PROOF,
    STATEMENT,
)
from proofs.trees.script import Json

NAME = "sumformer.thm4_1.discontinuous"
PRINTED = (
    'For each function $f in cal(F)^n_"equi" (cal(X), cal(Y))$ and for each $epsilon > 0$ there '
    "exists a Sumformer $cal(S)$ such that $sup_(X in cal(X)^n) norm(f(X) - cal(S)(X))_oo < "
    "epsilon$."
)
MAIN = Obligation(
    f"{NAME}.statement",
    "for all $n$, $d$, $epsilon$, all sequences and every $f$ that is equivariant and continuous "
    "on a compact set",
    STATEMENT,
    PROOF,
)
PREIMAGE = Obligation(
    f"{NAME}.choice",
    "for every sequence and token there is one that $R$ may pick: the tokens exchanged",
    EXISTS,
    EXISTS_PROOF,
)
HEINE = Obligation(
    f"{NAME}.heine.uniform",
    "Heine's theorem on $cal(X)^n$, for all $n$, $d$ and every $f$",
    HEINE_PROOF.sequent,
    HEINE_PROOF,
)
READINGS = (
    Reading("sequences of $n$ tokens", ("given", 0)),
    Reading("of dimension $d$", ("given", 1)),
    Reading(
        "$[x_(pi(1)), ..., x_(pi(n))]$",
        ("given", 2),
        'sequences, tokens and permutations are named by reals: $"tok"(s, j)$ is token $j$ of $s$',
    ),
    Reading(
        "permutations $pi : [n] -> [n]$",
        ("given", 3),
        "of all of them the proof uses the exchanges $tr(a, b)$ of two indices",
    ),
    *data.readings(4),
    Reading("$f$ is equivariant, Eq. 9", ("given", 10), "in each coordinate $m$"),
    Reading(
        "$f$ is continuous",
        ("given", 11),
        "said before Theorem 4.1; at every sequence, by epsilon and delta. That it is uniformly "
        f"so, since $cal(X)^n$ is compact, is derived (`{NAME}.heine`)",
    ),
    Reading("for each $epsilon > 0$", ("given", 12)),
    Reading(
        "the quantisation $q$, with its cells numbered",
        ("given", 13),
        '$floor("cl"(N, d, t))$ is the number of the cell of $t$, $N = Delta$ steps to the unit; '
        "digit by digit, one for each coordinate",
    ),
    Reading(
        "cubes of side $delta = 1 \\/ Delta$",
        ("given", 14),
        "from $-beta$ on in place of 0, and the last ones are not cut off at $beta$",
    ),
    Reading("$phi^*$: a base $B >= n - 1$", ("given", 15), "$phi(x) = B^(q(x))$, $d' = 1$"),
    Reading("and $B >= 2$", ("given", 16)),
    Reading("$B^0 = 1$", ("given", 17), "$W(u) = B^u$"),
    Reading("$B^(u + 1) = B B^u$", ("given", 18)),
    Reading("Eq. 14, 18: $Sigma = sum_j phi(x_j)$", ("given", 19)),
    Reading(
        "$sup_X norm(f(X) - cal(S)(X))_oo < epsilon$",
        ("show",),
        "Eq. 19: $cal(S)(X)_i = psi(x_i, Sigma) = f(X')_1$, where $X' = chi^(-1)(q(x_i), "
        "lambda^(-1)(psi^*(Sigma - phi(x_i))))$ is *any* sequence whose first token lies in the "
        "cell of $x_i$ and whose sum is $Sigma$, called $s_2$; one bound $epsilon / 2$ for all "
        f"$X$. There is such an $X'$ (`{NAME}.choice`), and there are finitely many cells and "
        "sums, for each of which $psi$ takes one",
    ),
    *(
        Reading(text, ("given", number), obligation=PREIMAGE.id)
        for number, text in enumerate(
            (
                "sequences of $n$ tokens",
                "$[x_(pi(1)), ..., x_(pi(n))]$",
                "two tokens may be exchanged",
                "Eq. 14, 18: $Sigma = sum_j phi(x_j)$",
                "a grid of $Delta >= 1$ steps, called $N_1$",
                "a token $i$",
                "of the $n$",
            )
        )
    ),
    Reading(
        "$chi^(-1)$ and $lambda^(-1)$ of Eq. 19: there is a sequence to take $f$ at",
        ("show",),
        "one whose first token lies in the cell of $x_i$, and whose sum is $Sigma$",
        PREIMAGE.id,
    ),
)

# --- exact data ----------------------------------------------------------------------------------

GIVENS = {9: data.CLOSED, 11: data.ITSELF, 18: data.POWERS}
IDENTITY = data.data(data.clamped, data.clamped)


def _dropped(
    label: str,
    says: str,
    index: int,
    functions: data.Functions,
    far: str,
    other: dict[int, str],
) -> Control:
    statement = {**STATEMENT, "given": [g for m, g in enumerate(GIVEN) if m != index]}
    proofs = {m: proof for m, proof in (GIVENS | other).items() if proof and m != index}
    attempt = Attempt(
        f"{NAME}.control.{label}",
        says,
        statement,
        Witness(data.NUMBERS, functions),
        {m - (m > index): proof for m, proof in proofs.items()},
        far,
    )
    return Control(attempt, "hypothesis dropped")


CONTROLS = (
    _dropped(
        "continuous",
        "$f$ is any function on $[0, 1]$: $f(0) = 1$, and $f = 0$ elsewhere in the cell of $0$",
        11,
        data.data(data.clamped, data.at_zero),
        data.JUMP[1],
        {},
    ),
    _dropped(
        "closed",
        "$cal(X) = \\]0, 1]$ and $f(x) = 1 \\/ x - 1$, which is not bounded near $0$",
        9,
        data.data(data.reciprocal, data.size),
        data.UNBOUNDED[1],
        {11: data.RECIPROCAL},
    ),
    _dropped(
        "bounded",
        "$cal(X) = RR$ and $f(x) = x^2$",
        8,
        data.data(data.real, data.square),
        data.STEEP[1],
        {9: "", 11: data.SQUARE},
    ),
    _dropped(
        "cells",
        "one cell for all of $[0, 1]$, $f(x) = x$",
        14,
        data.data(data.clamped, data.clamped, numbered=False),
        data.ENDS,
        {},
    ),
)

#: all tokens are 0, and f = 0
ZERO_ONLY: dict[str, tuple[tuple[str, ...], Json]] = {
    "tok": (("s", "j"), "s"),
    "c": (("t", "k"), "0"),
    "f": (("s", "i", "m"), "0"),
    "gr": (("N", "s"), "0"),
}


_EQ30 = (
    "Eq. 29, 30: without loss of generality the support of $g$ is contained in $[0, 1]^(n times d)"
    "$; with cubes $product [p, p + delta)$, $p in {0, delta, ..., 1 - delta}$, for each $epsilon "
    "> 0$ there is a $delta$ such that $sup_X norm(g(X) - overline(g)(X))_oo < epsilon$"
)
LINES = (
    Line(
        f"{NAME}.heine",
        "since $f$ is continuous, so is $g$; the compactness of $cal(X)$ implies that $cal(X)^n$ "
        "is compact and therefore $g$ is uniformly continuous",
        (HEINE,),
        reading="$g$ is the first of the $n$ values of $f$",
    ),
    Line(
        f"{NAME}.eq30",
        f"{_EQ30}, where the support of $g : cal(X)^n -> cal(Y)$ is in the cube",
        attempts=(lines.EQ30_ATTEMPT,),
        why="the half-open cubes leave out all points with a coordinate 1: for $f = 1$ on $cal(X) "
        "= [0, 1]$, whose support is $[0, 1]$, $overline(g)(1) = 0$",
        repair=f"close the last cubes (`{NAME}.eq30.repaired`), or extend $f$ to a continuous "
        f"function on $RR^(n times d)$ with compact support (`{NAME}.eq30.extended`)",
        reading="the support is that of the function $g$ of Lemma 2.9, which is defined on $cal(X)"
        "^n$ and nowhere else",
    ),
    Line(
        f"{NAME}.eq30.extended",
        f"{_EQ30}, where $g$ is continuous on all of $RR^(n times d)$ and 0 off the cube",
        (support.OBLIGATION,),
        reading="the support is that of a function on $RR^(n times d)$, to which $g$ would have to "
        "be extended; then $g$ is 0 where a coordinate is 1, and Eq. 30 holds",
    ),
    Line(
        f"{NAME}.eq31",
        "Eq. 31: $overline(g)$ is semi-invariant",
        (lines.EQ31_OBLIGATION,),
    ),
    Line(
        f"{NAME}.lambda",
        "there are $phi^*$, $psi^*$ with $lambda(b) = psi^*(sum_(i = 1)^(n - 1) phi^*(b_i))$, by "
        "Theorem 2.13 extended to multisets of a fixed size",
        (lines.DIGITS_OBLIGATION,),
    ),
    Line(
        f"{NAME}.eq34",
        "Eq. 33, 34: $lambda(b) = psi^*(Sigma - phi(x_1))$",
        (lines.EQ34_OBLIGATION,),
    ),
    Line(
        f"{NAME}.eq35",
        "Eq. 35: $psi(x_1, Sigma) := overline(g)(...)$, and $cal(S)$ approximates $f$",
        (MAIN, PREIMAGE),
    ),
)

CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Sumformers with one latent coordinate are universal, by quantisation",
    source=source("Theorem 4.1, the discontinuous proof, and Appendix A", "16, 18-19, 29-35"),
    statement=PRINTED,
    readings=READINGS,
    obligations=(MAIN, PREIMAGE),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=(
        Attempt(
            f"{NAME}.satisfiable",
            "one token, $cal(X) = [0, 1]$, $f(x) = x$, one step",
            STATEMENT,
            Witness({**data.NUMBERS, "N_": 1, "s_": 0, "i_": 1, "m_": 1, "s2_": 0}, IDENTITY),
            GIVENS,
        ),
        Attempt(
            f"{NAME}.choice.satisfiable",
            "the same",
            PREIMAGE.statement,
            Witness(
                {"n": 1, "d": 1, "N1": 1, "X": 0, "i": 1, "s2": 0},
                {name: IDENTITY[name] for name in PREIMAGE.statement["functions"]},
            ),
        ),
    ),
    notes=(
        "Continuity is not in Definition 2.7 nor in the theorem; the text before it has it, and "
        "both proofs use it. Without it the theorem is true all the same, for another reason "
        "(`sumformer.thm4_1.discontinuous.every`).",
        "The support of $f$ is spoken of, and taken to be in $[0, 1]^(n times d)$; but $f$ is "
        "defined on a compact $cal(X)$, and a grid point need not lie in it. Here $psi$ takes "
        "$f$ at a sequence of $cal(X)^n$ with the right cells, for every $cal(X)$.",
        "Eq. 18 and 33 have $q(x)$ for $q(x_i)$; $phi^*$ is a function of one $b_i in [Delta]^d$, "
        "not of all of $b$.",
        "The base $max(n - 1, 2)$ is enough: without $x_1$ there are $n - 1$ tokens, and their "
        "number is known. For $n >= 4$ and three cells no smaller integer base is "
        "(`sumformer.code`). What is coded are the numbers of tokens in each cell, the digits of "
        "$Sigma - phi(x_1)$.",
        "Size has a price: with $M$ cells in each coordinate $phi$ has values up to $B^(M^d - 1)$.",
        "Cells start at $-beta$, for a $cal(X)$ in $[-beta, beta]^d$: nothing has to be scaled. "
        "In each coordinate there are $M = floor(2 beta N) + 1$ of side $1 \\/ N$.",
    ),
    not_claimed=("the number of feed-forward layers of Section 4.1",),
    cites=("Heine's theorem, which is derived",),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=instances.rows(MAIN),
    construct=instances.network,
    sharpened=(every_function.CLAIM,),
    repaired=(
        Claim(
            id=f"{NAME}.eq30.repaired",
            kind="proof-step",
            title="Eq. 30 with the last cells closed",
            source=source("Proof of Theorem 4.1", "29, 30"),
            statement="With $p = min(floor(Delta x), Delta - 1) / Delta$ in every coordinate, for "
            "each $epsilon > 0$ there is a $Delta$ such that $sup_X norm(f(X) - f(p(X)))_oo < "
            "epsilon$ on $cal(X) = [0, 1]^d$.",
            readings=(
                Reading("sequences of $n$ tokens", ("given", 0)),
                Reading("of dimension $d$", ("given", 1)),
                Reading("$f$ is uniformly continuous", ("given", 2)),
                Reading("$epsilon > 0$", ("given", 3)),
                Reading("tokens in $[0, 1]^d$", ("given", 4)),
                Reading('$p(X)$, here $"gr"(N, s)$', ("given", 5)),
                Reading("within $epsilon \\/ 2 < epsilon$", ("show",)),
            ),
            obligations=(lines.REPAIRED_OBLIGATION,),
            satisfiable=Attempt(
                f"{NAME}.eq30.repaired.satisfiable",
                "one token 0, $f = 0$",
                lines.REPAIRED,
                Witness({"n": 1, "d": 1, "eps": 1, "N_": 1, "s_": 0, "i_": 1, "m_": 1}, ZERO_ONLY),
            ),
        ),
    ),
)
