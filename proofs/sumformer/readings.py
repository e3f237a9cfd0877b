"""Parts of the reading tables that the three theorems share: Eq. 22, 23, 45 and the end."""

from __future__ import annotations

from proofs.claims import Reading

STATEMENT = (
    'For each function $f in cal(F)^n_"equi" (cal(X), cal(Y))$ and for each $epsilon > 0$ there '
    "exists a {} such that $sup_(X in cal(X)^n) norm(f(X) - {}(X))_oo < epsilon$."
)
"""Theorems 4.3 and 4.5 as printed."""
NARROW = (
    " Read with continuous $f$ and with Definition {}: every block of ${}$ maps $RR^(n times d)$ "
    "to $RR^(n times d)$."
)
WIDE = (
    " Here $f$ is continuous and ${0}$ has the width $D = 1 + d + 2 d'$, where $d'$ is the latent "
    "dimension of a Sumformer near $f$: zeros are appended to the tokens, and $d$ of the $D$ "
    "coordinates of the output are read."
)
CITED = (
    "Theorem 4.1: for each continuous $f$ and each $e_1 > 0$ there are continuous $phi$ and $psi$ "
    "whose Sumformer is within $e_1$ of $f$",
    "Hornik et al. (1989): on compact sets feed-forward layers come as near as one likes to the "
    "continuous $phi$ and $psi$ ($eta$ and $e_2 \\/ 2$ here), and blocks of width $D$ with "
    "attention 0 are such layers; those before the head hand on the rows of Eq. 22",
)


def sizes() -> tuple[Reading, ...]:
    return (
        Reading("sequences of $n$ tokens", ("given", 0)),
        Reading("of dimension $d$", ("given", 1)),
        Reading("a latent dimension $d'$", ("given", 2)),
    )


def weights(first: int, entry: str) -> tuple[Reading, ...]:
    """Eq. 22, 23, 45 and the two products, eleven hypotheses from number ``first`` on."""
    texts = (
        ("Eq. 22, 43: a column of ones", "what the first layers hand on"),
        ("Eq. 22: the tokens $x_i$", "as the first layers hand them on"),
        (
            "Eq. 22: $phi(x_i)$",
            "or what a network makes of it, called $P$; the head takes whatever it is",
        ),
        ("Eq. 22: $0_(d')$", ""),
        (
            "Eq. 23: $W_Q = W_K = [e_1, 0]$",
            "the zero block has $D - 1$ columns, $D = 1 + d + 2 d'$; printed with $D$",
        ),
        ("Eq. 23: all other entries are 0", ""),
        (f"Eq. 45: ${entry} I_(d')$ in $W_V$", ""),
        ("Eq. 45: zeros off that diagonal", ""),
        ("Eq. 45: zeros in the first $1 + d + d'$ columns", ""),
        ("$X W_Q = X W_K$, called $Q$", ""),
        ("$X W_V$, called $V$", ""),
    )
    return tuple(Reading(text, ("given", first + m), note) for m, (text, note) in enumerate(texts))


def end(first: int, network: str = "T") -> tuple[Reading, ...]:
    """The block, what is cited, and the conclusion: eleven hypotheses from ``first`` on."""
    texts = (
        (
            'a block $X + "FC"(X + "Att"(X))$, Definition 2.3',
            "FC is linear and takes the first $1 + d + d'$ coordinates to 0; they stay as they are",
        ),
        ("of which FC keeps the last $d'$ coordinates", ""),
        (
            "Eq. 14: $Sigma = sum_j phi(x_j)$",
            '$phi("tok"(i), r)$ is number $r$ of $phi(x_i)$, $"vec"(w, r)$ number $r$ of the '
            "vector $w$; $s_2$ names $Sigma$",
        ),
        (
            "Theorem 4.1, Eq. 15: a Sumformer $cal(S)(X)_i = psi(x_i, Sigma)$ within $e_1$ of $f$",
            'assumed: this is what is cited. $psi("tok"(i), c, w)$ is coordinate $c$ of '
            "$psi(x_i, w)$, and $f(i, c)$ of $f(X)_i$",
        ),
        (
            "Eq. 41: feed-forward layers approximate $phi$ (Hornik et al., 1989)",
            "assumed: $P$, which they make, is within $eta$ of $phi$",
        ),
        ("$sum_j P_j$, which Eq. 24 has for $Sigma$", "$s_1$ names it"),
        ("they are so near to $phi$ that $n eta <= delta$", "assumed; $eta$ is ours to choose"),
        (
            "the continuity of $psi$, end of Appendix B",
            "$psi(x_i, dot)$ moves by at most $e_2 \\/ 2$ where its argument, any vector, is at "
            "most $delta$ from $Sigma$ in each coordinate. That some $delta > 0$ does, the same "
            "for all $X$, is derived from the continuity of $phi$ and $psi$ on a compact set",
        ),
        (
            "given Eq. 24, layers approximate $psi$ (Hornik et al., 1989)",
            f"assumed: ${network}(X)$, called $G$, is within $e_2 \\/ 2$ of $psi(x_i, sum_j P_j)$",
        ),
        ("Appendix B: $f$ is approximated to $epsilon \\/ 2$ by $cal(S)$", "$e_1$"),
        (f"and $cal(S)$ to $epsilon \\/ 2$ by ${network}$", "$e_2$"),
    )
    return (
        *(Reading(text, ("given", first + m), note) for m, (text, note) in enumerate(texts)),
        Reading(
            f"$sup_X norm(f(X) - {network}(X))_oo < epsilon$",
            ("show",),
            "at any $X$, in all coordinates, with one bound $e_1 + e_2 < epsilon$ for all $X$",
        ),
    )
