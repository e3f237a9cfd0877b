"""pln.thm2: networks of LN-d units are dense in C([0, 1]^n) (A.2).

The statements and their proofs are in :mod:`proofs.pln.thm2.statement`.
"""

from __future__ import annotations

from proofs.claims import Claim, Line, Obligation
from proofs.pln.lemma3.statement import LIMIT_UNIT_PROOF, LIMIT_UNIT_STATEMENT
from proofs.pln.paper import readings, source
from proofs.pln.thm2.controls import (
    CONSTANT_MET,
    CONTROLS,
    LIMIT_MET,
    NOT_UNIFORM,
    PRINTED_MET,
    SATISFIABLE,
    SHARPENED_CONTROLS,
)
from proofs.pln.thm2.statement import (
    LIMIT_PROOF,
    LIMIT_STATEMENT,
    PROOF,
    SHIFTED_PROOF,
    SHIFTED_STATEMENT,
    SHIFTED_UNIT_PROOF,
    SHIFTED_UNIT_STATEMENT,
    STATEMENT,
    UNDEFINED_PROOF,
    UNDEFINED_STATEMENT,
)
from proofs.pln.thm4.claim import numbered

#: the readings on points, f and the class of networks
_numbered = numbered(
    (
        '$cal(G)(0; "LN-"d)$',
        "networks, too, are numbered by real numbers, $G(g, p)$ is network $g$ at the point $p$",
    ),
    (
        '$cal(G)(N + 1; "LN-"d)$',
        "with each network the one with one more such unit, $t = a bold(w)^top bold(x) "
        "+ b$, for all weights. More is not assumed, so it holds where these are all "
        "the networks",
    ),
)
SHARPENED = Claim(
    id="pln.thm2.sharpened",
    kind="theorem",
    title="Theorem 2 without delta, and where it needs no convention",
    source=source("beyond Theorem 2", "1, 29-30"),
    statement="Without $delta$ and with any value where $sigma = 0$ networks of LN-$d$ units are "
    "dense in $C([0, 1]^n)$, for $d >= 2$. With Eq. 1 as printed, no $delta$ and nothing at "
    "$sigma = 0$: for $d >= 3$ "
    "networks of LN-$d$ units that are defined on all of $[0, 1]^n$ are dense in $C([0, 1]^n)$. "
    "For $d = 2$ and $n = 1$ they are not: a network of any number of LN-2 units that is "
    "defined on all of "
    "$[0, 1]$ is at least $1\\/2$ away from $f(x) = x$.",
    readings=(
        *readings(
            "pln.thm2.printed",
            (
                "$d >= 3$",
                (
                    "units with the inputs $[t, -t, 1, 0, ..., 0]$ and the output weights "
                    "$[1\\/2, -1\\/2, 0, ..., 0]$, times $c$ below",
                    "Eq. 1 as printed: $sigma$ is never $0$ there. Other units are not needed",
                ),
                ("$n$ inputs", "$n = 0$ is one point"),
                "$epsilon > 0$",
                *_numbered,
            ),
            (
                "dense, for $d >= 3$",
                "some network $g$ that is within $epsilon$ of $f$ at all points of the cube",
            ),
        ),
        *readings(
            "pln.thm2.limit",
            (
                '$"LN-"d(dot)$ on $RR^d$, $d >= 2$',
                (
                    "a unit: Eq. 1 without $delta$, the first coordinate for the inputs "
                    "$[t, -t, 0, ..., 0]$, and $v$ in each coordinate where $sigma = 0$",
                    "$v = 0$ is the limit of $delta -> 0^+$, $v = 1$ is what A.6 takes for "
                    "$d = 2$; any number $v$ will do. Other units are not needed",
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
            "pln.thm2.printed.unit",
            ("$d >= 3$",),
            (
                "the unit of `pln.thm2.printed` is defined for every $t$: it is "
                "$sqrt(d\\/2) t \\/ sqrt(t^2 + (1 - 1\\/d)\\/2)$",
                "times that root, which is positive",
            ),
        ),
        *readings(
            "pln.thm2.limit.unit",
            ("$d >= 2$",),
            (
                'the unit of `pln.thm2.limit` is $sqrt(d\\/2) "sign"(t)$, and $v$ at $t = 0$',
                "for every $t$ and $v$",
            ),
        ),
        *readings(
            "pln.thm2.constant",
            ("a network of any number of LN-2 units", "that is defined on all of $[0, 1]$"),
            "is at least $1\\/2$ away from $f(x) = x$",
        ),
    ),
    obligations=(
        Obligation(
            "pln.thm2.printed",
            "dense, for every $d >= 3$, $n$ and all weights",
            SHIFTED_STATEMENT,
            SHIFTED_PROOF,
        ),
        Obligation(
            "pln.thm2.limit",
            "with $delta = 0$ and any value where $sigma = 0$: for every $d$ and $n$",
            LIMIT_STATEMENT,
            LIMIT_PROOF,
        ),
        Obligation(
            "pln.thm2.printed.unit",
            "the unit is defined for every $t$, and what it is",
            SHIFTED_UNIT_STATEMENT,
            SHIFTED_UNIT_PROOF,
        ),
        Obligation(
            "pln.thm2.limit.unit",
            "with $delta = 0$ and $v$ where $sigma = 0$ the unit is a step",
            LIMIT_UNIT_STATEMENT,
            LIMIT_UNIT_PROOF,
        ),
        Obligation(
            "pln.thm2.constant",
            "for every $N$ and all weights, where all units are defined on $[0, 1]$, $G(0) = "
            "G(1)$, so some $x$ has $abs(G(x) - x) >= 1\\/2$",
            UNDEFINED_STATEMENT,
            UNDEFINED_PROOF,
        ),
    ),
    satisfiable=(PRINTED_MET, LIMIT_MET, CONSTANT_MET),
    controls=SHARPENED_CONTROLS,
    notes=(
        "The proofs are that of `pln.thm4`, with $(s \\/ r + 1) \\/ 2$ for the sigmoidal function, "
        "$s$ being the unit and $r$ its limit $sqrt(d \\/ 2)$; the data that meet the hypotheses "
        "have $n = 0$, as there.",
    ),
    not_claimed=("nothing is said of how large $N$ is",),
)

LINES = (
    Line(
        "pln.thm2.conclusion",
        "By Lemma 3 and Theorem 4, we can prove Theorem 2",
        attempts=(NOT_UNIFORM,),
        conclusion_stands="pln.thm2.statement",
        why="Lemma 3 is about Eq. 1 without $delta$, where $G$ is a sum of jumps and is undefined "
        "at them; the theorem is about LN with $delta > 0$ (footnote 3), and no small $delta$ "
        "takes one to the other uniformly: next to a jump they differ by almost $1$, whatever "
        "$delta$",
        repair="with $delta > 0$ the unit is $2 sigma_c - 1$ for a bounded sigmoidal "
        "$sigma_c$, to which Theorem 4 applies (`pln.thm2.statement`); without $delta$, "
        "with a value where $sigma = 0$, it is $sqrt(d\\/2) (2 sigma_v - 1)$ for a bounded "
        "sigmoidal $sigma_v$ (`pln.thm2.limit`)",
        reading="with some value where $sigma = 0$, which A.2 does not give, Lemma 3 and Theorem 4 "
        "do prove the theorem for $delta = 0$: that is `pln.thm2.limit`",
    ),
)

CLAIM = Claim(
    id="pln.thm2",
    kind="theorem",
    title="PLN-Nets are dense in C([0, 1]^n)",
    source=source("Theorem 2", "27-30"),
    statement='Let $"LN-"d(dot)$ be LN on $RR^d$, $d >= 2$. Given any $f in C([0, 1]^n)$ and '
    '$epsilon > 0$, there exists a sum $G(bold(x)) in cal(G)(N; "LN-"d)$, subjected to '
    "$abs(G(bold(x)) - f(bold(x))) < epsilon$ for all $bold(x) in [0, 1]^n$, when $N$ is large "
    "enough.",
    readings=readings(
        "pln.thm2.statement",
        (
            '$"LN-"d(dot)$ on $RR^d$, $d >= 2$',
            (
                "LN with a small number $delta > 0$ (footnote 3, Eq. 5)",
                "proved for every $delta > 0$, not only for small ones",
            ),
            (
                'a unit of $cal(G)(N; "LN-"d)$',
                "with the inputs $[t, -t, 0, ..., 0]$ and the output weights of Eq. 6, times $c$ "
                "below; other units are not needed",
            ),
            ("$n$ inputs", "$n = 0$ is one point"),
            "$epsilon > 0$",
            *_numbered,
        ),
        (
            'there exists a sum $G in cal(G)(N; "LN-"d)$ with $abs(G(bold(x)) - f(bold(x))) < '
            "epsilon$ for all $bold(x)$",
            "some $g$, the same for all points of the cube; units of weight $0$ make $N$ larger",
        ),
    ),
    obligations=(
        Obligation(
            "pln.thm2.statement",
            "with $delta > 0$: for every $d$, $n$, $delta$, every continuous $f$ and $epsilon$",
            STATEMENT,
            PROOF,
        ),
    ),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=SATISFIABLE,
    notes=(
        "The theorem is true in both readings of LN, also without $delta$; where "
        "Eq. 1 is taken as it is printed, it needs $d >= 3$ (`pln.thm2.sharpened`).",
        "The proof is that of `pln.thm4`, with $(s + 1) \\/ 2$ for the sigmoidal function, $s$ "
        "being the unit; the data that meet the hypotheses have $n = 0$, as there.",
    ),
    not_claimed=(
        "nothing is said of how large $N$ is",
        "nothing is said of inputs outside $[0, 1]^n$",
    ),
    cites=("pln.lemma3", "pln.thm4"),
    sharpened=(SHARPENED,),
)
