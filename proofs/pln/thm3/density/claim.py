"""pln.thm3.density: networks of LS-d units are dense in C([0, 1]^n), by Theorem 4 (Eq. 31)."""

from __future__ import annotations

from proofs.claims import Claim, Obligation
from proofs.pln.paper import readings, source
from proofs.pln.thm3.density.controls import (
    CONSTANT_MET,
    CONTROLS,
    LIMIT_MET,
    PRINTED_MET,
    SATISFIABLE,
    SHARPENED_CONTROLS,
)
from proofs.pln.thm3.density.statement import (
    CONSTANT_PROOF,
    CONSTANT_STATEMENT,
    LIMIT_PROOF,
    LIMIT_STATEMENT,
    LIMIT_UNIT_PROOF,
    LIMIT_UNIT_STATEMENT,
    PRINTED_PROOF,
    PRINTED_STATEMENT,
    PRINTED_UNIT_PROOF,
    PRINTED_UNIT_STATEMENT,
    PROOF,
    STATEMENT,
)
from proofs.pln.thm3.proof import DENSITY_LINES
from proofs.pln.thm4.claim import numbered

LIMIT = "pln.thm3.density.limit"
PRINTED, CONSTANT = "pln.thm3.density.printed", "pln.thm3.density.constant"
PRINTED_UNIT, LIMIT_UNIT = f"{PRINTED}.unit", f"{LIMIT}.unit"
#: the readings on points, f and the class of networks
_numbered = numbered(
    (
        '$cal(G)(0; "LS-"d)$',
        "networks, too, are numbered by real numbers, $G(g, p)$ is network $g$ at the point $p$",
    ),
    (
        '$cal(G)(N + 1; "LS-"d)$',
        "with each network the one with one more such unit, $t = a bold(w)^top bold(x) "
        "+ b$, for all weights. More is not assumed, so it holds where these are all "
        "the networks",
    ),
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
        *readings(
            PRINTED,
            (
                "$d >= 2$",
                (
                    "units with the inputs $[t, 1, 0, ..., 0]$, their first coordinate, times $c$ "
                    "below",
                    "Eq. 4 as printed: these inputs are never $0$. Other units are not needed",
                ),
                ("$n$ inputs", "$n = 0$ is one point"),
                "$epsilon > 0$",
                *_numbered,
            ),
            (
                "dense, for $d >= 2$",
                "some network $g$ that is within $epsilon$ of $f$ at all points of the cube",
            ),
        ),
        *readings(
            LIMIT,
            (
                '$"LS-"d(dot)$ on $RR^d$, $d >= 1$',
                (
                    "a unit: Eq. 4 without $delta$, the first coordinate for the inputs "
                    "$[t, 0, ..., 0]$, and $v$ in each coordinate where $bold(h) = 0$",
                    "$v = 0$ is the limit of $delta -> 0^+$, $v = 1$ is what A.6 takes for "
                    "$d = 1$; any number $v$ will do. Other units are not needed",
                ),
                ("$n$ inputs", "$n = 0$ is one point"),
                "$epsilon > 0$",
                *_numbered,
            ),
            (
                "dense, for $d >= 1$",
                "some network $g$ that is within $epsilon$ of $f$ at all points of the cube",
            ),
        ),
        *readings(
            PRINTED_UNIT,
            ("$d >= 2$",),
            (
                f"the unit of `{PRINTED}` is defined for every $t$: it is "
                "$sqrt(d) t \\/ sqrt(t^2 + 1)$",
                "times that root, which is positive",
            ),
        ),
        *readings(
            LIMIT_UNIT,
            ("$d >= 1$",),
            (
                f'the unit of `{LIMIT}` is $sqrt(d) "sign"(t)$, and $v$ at $t = 0$',
                "for every $t$ and $v$",
            ),
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
            PRINTED_PROOF,
        ),
        Obligation(
            LIMIT,
            "with $delta = 0$ and any value where $bold(h) = 0$: for every $d >= 1$ and $n$",
            LIMIT_STATEMENT,
            LIMIT_PROOF,
        ),
        Obligation(
            PRINTED_UNIT,
            "the unit is defined for every $t$, and what it is",
            PRINTED_UNIT_STATEMENT,
            PRINTED_UNIT_PROOF,
        ),
        Obligation(
            LIMIT_UNIT,
            "with $delta = 0$ and $v$ where $bold(h) = 0$ the unit is a step",
            LIMIT_UNIT_STATEMENT,
            LIMIT_UNIT_PROOF,
        ),
        Obligation(
            CONSTANT,
            "for every $N$ and all weights, where all units are defined on $[0, 1]$, $G(0) = "
            "G(1)$, so some $x$ has $abs(G(x) - x) >= 1\\/2$",
            CONSTANT_STATEMENT,
            CONSTANT_PROOF,
        ),
    ),
    satisfiable=(PRINTED_MET, LIMIT_MET, CONSTANT_MET),
    controls=SHARPENED_CONTROLS,
    notes=(
        "The proofs are that of `pln.thm4`, with $(s \\/ r + 1) \\/ 2$ for the sigmoidal function, "
        "$s$ being the unit and $r$ its limit $sqrt(d)$; the data that meet the hypotheses "
        "have $n = 0$, as there.",
    ),
    not_claimed=("nothing is said of how large $N$ is",),
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
            *_numbered,
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
            PROOF,
        ),
    ),
    lines=DENSITY_LINES,
    controls=CONTROLS,
    satisfiable=SATISFIABLE,
    notes=(
        "The theorem is true in both readings of LS, also without $delta$; where "
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
