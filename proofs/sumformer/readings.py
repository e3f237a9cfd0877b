"""Parts of the reading tables that the three theorems share: Eq. 22, 23, 45 and the end."""

from __future__ import annotations

from proofs.claims import Reading

STATEMENT = (
    'For each function $f in cal(F)^n_"equi" (cal(X), cal(Y))$ and for each $epsilon > 0$ there '
    "exists a {} such that $sup_(X in cal(X)^n) norm(f(X) - {}(X))_oo < epsilon$."
)
WIDE = (
    " Read with ${0}$ of the width $D = 1 + d + 2 d'$, where $d'$ is the latent dimension of a "
    "Sumformer near $f$: zeros are appended to the tokens, and $d$ of the $D$ coordinates of the "
    "output are read."
)
"""The reading that is proved; that of one width d is an id of its own (:mod:`.narrow`)."""
CITED = (
    "Theorem 4.1: a Sumformer within $e_1$ of $f$, with continuous $phi$ and $psi$",
    "Hornik et al. (1989): feed-forward layers approximate continuous functions on compact "
    "sets, here $phi$ and $psi$",
    "the error of $phi$ is carried through $psi$: given the rows $(1, x_i, P_i, sum_j P_j)$, where "
    "$P$ is what a network makes of $phi$, the last layers are within $e_2$ of $cal(S)(X)$. For "
    "this $psi$ is uniformly continuous on a compact set that has all $(x_i, Sigma)$ and all "
    "$(x_i, sum_j P_j)$, and $P$ is near enough to $phi$; it is not derived here, only its bounds "
    "for polynomials are (`sumformer.thm4_3.layers`)",
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
        ("Eq. 22: the tokens $x_i$", "or approximations of them: nothing is assumed of $x$"),
        (
            "Eq. 22: $phi(x_i)$",
            "or what a network makes of it: nothing is assumed of $phi$, called $P$",
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
    """The block, the cited theorems and the conclusion, six hypotheses from ``first`` on."""
    return (
        Reading(
            'a block $X + "FC"(X + "Att"(X))$, Definition 2.3',
            ("given", first),
            "FC is linear: it keeps the last $d'$ coordinates",
        ),
        Reading("", ("given", first + 1)),
        Reading(
            "Theorem 4.1: a Sumformer $S$ with $norm(f - S)_oo <= e_1$",
            ("given", first + 2),
            "cited; this is where $f$ is continuous",
        ),
        Reading(
            "Hornik et al. (1989): given Eq. 24, the last layers are within $e_2$ of "
            "$psi(x_i, Sigma)$",
            ("given", first + 3),
            f"${network}(X)$ is called $G$, $S(X)$ is called $Z$. More than is cited: the rows "
            "have $P$ in place of $phi$, and the error that $P$ has is taken to be carried through "
            "the continuous $psi$",
        ),
        Reading("$e_1 < epsilon \\/ 2$", ("given", first + 4)),
        Reading("$e_2 < epsilon \\/ 2$", ("given", first + 5)),
        Reading(
            f"$sup_X norm(f(X) - {network}(X))_oo < epsilon$",
            ("show",),
            "at any $X$, in all coordinates, with one bound $e_1 + e_2 < epsilon$ for all $X$",
        ),
    )
