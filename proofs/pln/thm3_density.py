"""pln.thm3.density: networks of LS-d units are dense in C([0, 1]^n), by Theorem 4 (Eq. 31)."""

from __future__ import annotations

from proofs.claims import Claim, Obligation, Reading
from proofs.pln.paper import readings, source
from proofs.pln.thm3_density_controls import (
    CONSTANT_MET,
    CONTROLS,
    LIMIT_CONTROLS,
    LIMIT_MET,
    PRINTED_MET,
    SATISFIABLE,
)
from proofs.pln.thm3_density_statement import (
    CONSTANT_STATEMENT,
    LIMIT_STATEMENT,
    PRINTED_STATEMENT,
    STATEMENT,
    constant_script,
    limit_script,
    printed_script,
    statement_script,
)
from proofs.pln.thm3_proof import DENSITY_LINES
from proofs.pln.thm4 import CYBENKO, numbered

LIMIT = "pln.thm3.density.limit"
PRINTED, CONSTANT = "pln.thm3.density.printed", "pln.thm3.density.constant"
_POINTS = (
    "$F(p)$ is $f$ at the point $p$, and $X(p, i)$ its $i$-th coordinate: points are numbered by "
    "real numbers, of which there are enough"
)
SHARPENED = Claim(
    id="pln.thm3.density.sharpened",
    kind="theorem",
    title="Density of PLS-Nets without delta, and where it needs no convention",
    source=source("beyond Theorem 3", "4, 31"),
    statement="Without $delta$ and with any value where $bold(h) = 0$ networks of LS-$d$ units are "
    "dense in $C([0, 1]^n)$, for $d >= 1$. With Eq. 4 as "
    "printed, no $delta$ and nothing at $bold(h) = 0$: for $d >= 2$ "
    "networks of LS-$d$ units that are defined on all of $[0, 1]^n$ are dense in $C([0, 1]^n)$. "
    "For $d = 1$ and $n = 1$ they are not: a network of any number of LS-1 units that is "
    "defined on all of "
    "$[0, 1]$ is at least $1\\/2$ away from $f(x) = x$.",
    readings=(
        Reading("$d >= 2$", ("given", 0), obligation=PRINTED),
        Reading("$epsilon > 0$", ("given", 1), obligation=PRINTED),
        Reading("a number of ramps", ("given", 2), obligation=PRINTED),
        Reading(
            "units with the inputs $[t, 1, 0, ..., 0]$, which are never $0$",
            ("given", 3),
            obligation=PRINTED,
        ),
        Reading(
            "Theorem 2 of [9] for the ramp, $f$ and $epsilon \\/ 2$",
            ("given", 4),
            "cited; " + _POINTS,
            obligation=PRINTED,
        ),
        Reading("dense, for $d >= 2$", ("show",), obligation=PRINTED),
        Reading('$"LS-"d(dot)$ on $RR^d, d >= 1$', ("given", 0), obligation=LIMIT),
        Reading("$epsilon > 0$", ("given", 1), obligation=LIMIT),
        Reading("a number of ramps", ("given", 2), obligation=LIMIT),
        Reading(
            "the other reading: Eq. 4 without $delta$, and $v$ in each coordinate where "
            "$bold(h) = 0$",
            ("given", 3),
            "$v = 0$ is the limit of $delta -> 0^+$, $v = 1$ is what A.6 takes for $d = 1$; any "
            "number will do",
            obligation=LIMIT,
        ),
        Reading(
            "Theorem 2 of [9] for the ramp $max(0, min(1, t))$, $f$ and $epsilon \\/ 2$",
            ("given", 4),
            "cited; " + _POINTS,
            obligation=LIMIT,
        ),
        Reading(
            "there exists such a $G$, of $N K + 1$ units",
            ("show",),
            "$K$ and $lambda$ do not depend on $bold(x)$",
            obligation=LIMIT,
        ),
        *readings(
            CONSTANT,
            ("a network of any number of LS-1 units", "that is defined on all of $[0, 1]$"),
            "is at least $1\\/2$ away from $f(x) = x$",
        ),
    ),
    obligations=(
        Obligation(
            PRINTED,
            "dense, for every $d >= 2$, $n$ and all weights",
            PRINTED_STATEMENT,
            printed_script,
        ),
        Obligation(
            LIMIT,
            "with $delta = 0$ and any value where $bold(h) = 0$: for every $d >= 1$ and $n$",
            LIMIT_STATEMENT,
            limit_script,
        ),
        Obligation(
            CONSTANT,
            "for every $N$ and all weights, where all units are defined on $[0, 1]$, $G(0) = "
            "G(1)$, so some $x$ has $abs(G(x) - x) >= 1\\/2$",
            CONSTANT_STATEMENT,
            constant_script,
        ),
    ),
    satisfiable=(PRINTED_MET, LIMIT_MET, CONSTANT_MET),
    controls=LIMIT_CONTROLS,
    assumes=(CYBENKO,),
)
CLAIM = Claim(
    id="pln.thm3.density",
    kind="theorem",
    title="PLS-Nets are dense in C([0, 1]^n)",
    source=source("Theorem 3", "31"),
    statement='Let $"LS-"d(dot)$ be Layer Scaling (or RMSNorm) on $RR^d, d >= 1$. Given any '
    "$f in C([0, 1]^n)$ and $epsilon > 0$, there exists a sum $G(bold(x)) in cal(G)(N; "
    '"LS-"d)$, subjected to $abs(G(bold(x)) - f(bold(x))) < epsilon$ for all '
    "$bold(x) in [0, 1]^n$, when $N$ is large enough.",
    readings=readings(
        "pln.thm3.density.statement",
        (
            '$"LS-"d(dot)$ on $RR^d, d >= 1$',
            (
                "the denominator of Eq. 4 with $delta > 0$, as in Eq. 5",
                "proved for every $delta > 0$",
            ),
            (
                'a unit of $cal(G)(N; "LS-"d)$',
                "with the inputs $[t, 0, ..., 0]$ and the output weights $[1 \\/ sqrt(d), 0, ..., "
                "0]$, times $c$ below; other units are not needed",
            ),
            ("$n$ inputs", "$n = 0$ is one point"),
            "$epsilon > 0$",
            *numbered(
                (
                    '$cal(G)(0; "LS-"d)$',
                    "networks, too, are numbered by real numbers, $G(g, p)$ is network $g$ at the "
                    "point $p$",
                ),
                (
                    '$cal(G)(N + 1; "LS-"d)$',
                    "with each network the one with one more such unit, $t = a bold(w)^top bold(x) "
                    "+ b$, for all weights. More is not assumed, so it holds where these are all "
                    "the networks",
                ),
            ),
        ),
        (
            'there exists a sum $G in cal(G)(N; "LS-"d)$ with $abs(G(bold(x)) - f(bold(x))) < '
            "epsilon$ for all $bold(x)$",
            "some $g$, the same for all points of the cube; units of weight $0$ make $N$ larger",
        ),
    ),
    obligations=(
        Obligation(
            "pln.thm3.density.statement",
            "with $delta > 0$: for every $d$, $n$, $delta$, every continuous $f$ and $epsilon$",
            STATEMENT,
            statement_script,
        ),
    ),
    lines=DENSITY_LINES,
    controls=CONTROLS,
    satisfiable=SATISFIABLE,
    notes=(
        "The theorem is true in both readings of LS, the other one given Cybenko's theorem; where "
        "Eq. 4 is taken as it is printed, it needs $d >= 2$ (`pln.thm3.density.sharpened`).",
        "The proof is that of `pln.thm4`, with $(s + 1) \\/ 2$ for the sigmoidal function, $s$ "
        "being the unit; the data that meet the hypotheses have $n = 0$, as there.",
    ),
    not_claimed=(
        "nothing is said of how large $N$ is",
        "nothing is said of inputs outside $[0, 1]^n$",
    ),
    cites=("pln.thm4",),
    sharpened=(SHARPENED,),
)
