"""Theorems 4.3 to 4.5 with width 1 + 2 d + 2 d' and every layer written out."""

from __future__ import annotations

from proofs.claims import Claim, Obligation, Reading
from proofs.sumformer import compact_data as data
from proofs.sumformer.nets import data as nets_data
from proofs.sumformer.nets.theorems import proof, statement
from proofs.sumformer.paper import source

_TITLES = {"transformer": "Transformers", "linformer": "Linformers", "performer": "Performers"}
_HEADS = {
    "transformer": "The head of block $3 R + 1$ has $W_Q = W_K = 0$ and $n I_(d')$ in $W_V$, those "
    "of the other blocks $W_V = 0$ (Definitions 2.1 and 2.3, one head, $W_O = I$)",
    "linformer": "The head of block $3 R + 1$ has $W_Q = W_K = 0$, $E = F = 1 \\/ n$ and "
    "$n I_(d')$ in $W_V$, those of the other blocks $W_V = 0$ (Definitions 2.3 "
    "and 2.5, one head, $W_O = I$)",
    "performer": "The head of block $3 R + 1$ has $W_Q = W_K = 0$ and $I_(d')$ in $W_V$, those of "
    "the other blocks $W_V = 0$, for all $omega$ (Definitions 2.3 and 2.6, one head, $W_O = I$)",
}


def _readings(kind: str) -> tuple[Reading, ...]:
    first = 2 if kind == "transformer" else 3
    size = (Reading("$k in NN$", ("given", 2), "$k < n$ is not used"),)
    return (
        Reading("sequences of $n$ tokens", ("given", 0)),
        Reading("of dimension $d$", ("given", 1)),
        *(() if kind == "transformer" else size),
        Reading(
            "$[x_(pi(1)), ..., x_(pi(n))]$",
            ("given", first),
            'sequences, tokens and permutations are named by reals: $"tok"(s, j)$ is token $j$ of '
            "$s$",
        ),
        Reading(
            "permutations $pi : [n] -> [n]$",
            ("given", first + 1),
            "of all of them the proof uses the exchanges $tr(a, b)$ of two indices",
        ),
        *data.readings(first + 2),
        Reading("$f$ is equivariant, Eq. 9", ("given", first + 8), "in each coordinate $m$"),
        Reading(
            "$f$ is continuous",
            ("given", first + 9),
            "said before Theorem 4.1; at every sequence, by epsilon and delta",
        ),
        Reading("for each $epsilon > 0$", ("given", first + 10)),
        Reading(
            '$"ds"(u, t) = sum_k abs(u_k - t_k)$',
            ("given", first + 11),
            "a name for the distance of two tokens",
        ),
        Reading(
            "the cells of a grid on $cal(X)^n$",
            ("given", first + 12),
            '$"num"(N, j, k, s)$ is the number that the coordinates of $s$ up to coordinate $k$ of '
            "token $j$ make; a definition by recursion, which begins with 0",
        ),
        Reading(
            "there are $M = floor(2 beta N) + 1$ of them in each coordinate",
            ("given", first + 13),
            'a digit in base $M$ for each coordinate: $"num"(N, n, d, s)$ is the number of the '
            "cell of $s$, a natural number, whatever the sizes are",
        ),
        Reading("the digits go on from token to token", ("given", first + 14)),
        Reading(
            "there are $N$ and $R$ such that $sup_X norm(f(X) - T(X))_oo < epsilon$ for every "
            "network $T$ with the weights of $(N, R)$",
            ("show",),
            "$W$ is the name of the network; at all $X$, in all coordinates. The weights that "
            "follow in the statement are made of sequences "
            '$"net"(W, o)$ and radii $"rad"(W, o)$, $o <= R$: with $o = (N + 1) u + i + 1$ and '
            '$0 <= i <= N$, $"rad"(W, o) = i \\/ N$, and $"net"(W, o)$ is in cell $u$ if any '
            "sequence is, no matter which. $S(W, l, s, i, q)$ is column $q$ of token $i$ after "
            "block $l <= 6 R + 2$, each $X + "
            '"FC"(X + "Att"(X))$ with $"FC"$ a layer of $D = 1 + 2 d + 2 R$ hidden ReLU units. '
            f"{_HEADS[kind]}. The input is $x_i$ and zeros; the output is read from $d$ columns",
        ),
    )


def claim(kind: str, number: str, equations: str) -> Claim:
    """The theorem for this architecture."""
    name = f"sumformer.thm4_{number}.repaired2"
    plural = _TITLES[kind]
    return Claim(
        id=name,
        kind="theorem",
        title=f"{plural} of width 1 + 2 d + 2 d' with these weights are as near f as one likes",
        source=source(f"Theorem 4.{number}, with another width", equations),
        statement='For each function $f in cal(F)^n_"equi" (cal(X), cal(Y))$ and for each '
        f"$epsilon > 0$ there are $N$ and $R$ such that every {plural[:-1]} $T$ with the weights "
        "of $(N, R)$ has $sup_(X in cal(X)^n) norm(f(X) - T(X))_oo < epsilon$. The weights are "
        "written out, in every layer."
        " Here $f$ is continuous and $T$ has the width $1 + 2 d + 2 d'$, where $d' = R$ is the "
        "number of sequences with radii, $N + 1$ for each cell of a grid on $cal(X)^n$: zeros are "
        "appended to the tokens, and $d$ of the coordinates of the output are read.",
        differs="The width is $1 + 2 d + 2 d'$ instead of $d$, and it is about every "
        f"{plural[:-1]} with the weights that are written out, not whether there is one.",
        readings=_readings(kind),
        obligations=(
            Obligation(
                f"{name}.statement",
                "for all $n$, $d$, every compact $cal(X)$, every continuous equivariant $f$ and "
                "every $epsilon > 0$",
                statement(kind),
                proof(kind),
            ),
        ),
        controls=nets_data.controls(name, kind),
        satisfiable=nets_data.satisfiable(name, kind),
        notes=(
            'A Sumformer stands inside: $phi_r (x) = max(0, r_r - "ds"(x, t_r))$, hats around the '
            "first tokens of the net, and $psi(x_i, Sigma)$ is the least of $N$ and all $f(q)_1 + "
            'N^2 "pen"_q (x_i, Sigma)$, where $"pen"_q$ is how far $x_i$ and $Sigma$ are from '
            "those of the sequence $q$ of the net, beyond $n d \\/ N$.",
            "No theorem is cited: that sequences with nearly the same sums of hats have nearly the "
            "same $f_1$ is derived from the compactness of $cal(X)$ and the continuity of $f$.",
            "One attention layer and $6 R + 2$ blocks, where the paper announces four feed-forward "
            "layers for continuous $phi$ and $psi$.",
        ),
        not_claimed=(
            f"that blocks of width $d$ are enough (`sumformer.thm4_{number}`)",
            "how large $N$ and $R$ have to be",
            "that there is a network with the weights of $(N, R)$: they are written out, once a "
            "sequence is chosen in each of finitely many cells, wherever there is one. That there "
            f"is one is a theorem of Coq that follows from this statement, `theorem_4_{number}` of "
            "`proofs/coq/theorem4.v`",
        ),
    )
