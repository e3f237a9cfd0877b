"""pln.thm3.density: networks of LS-d units are dense in C([0, 1]^n), by Theorem 4 (Eq. 31)."""

from __future__ import annotations

from fractions import Fraction

from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.pln.paper import readings, source
from proofs.pln.thm3_density_controls import CONSTANT_MET, CONTROLS, LIMIT_MET, PRINTED_MET
from proofs.pln.thm3_density_statement import (
    CONSTANT_STATEMENT,
    LIMIT_STATEMENT,
    PRINTED_STATEMENT,
    constant_script,
    limit_script,
    printed_script,
)
from proofs.pln.thm3_proof import (
    DENSE,
    DENSITY_LINES,
    SIGMOIDAL,
    SIGMOIDAL_PARTS,
    dense_script,
    sigmoidal_script,
)
from proofs.pln.thm4 import CYBENKO

LIMIT = "pln.thm3.density.limit"
PRINTED, CONSTANT = "pln.thm3.density.printed", "pln.thm3.density.constant"
_POINTS = (
    "$F(p)$ is $f$ at the point $p$, and $X(p, i)$ its $i$-th coordinate: points are numbered by "
    "real numbers, of which there are enough"
)
SHARPENED = Claim(
    id="pln.thm3.density.sharpened",
    kind="theorem",
    title="Where the density of PLS-Nets needs no delta and no convention",
    source=source("beyond Theorem 3", "4, 31"),
    statement="With Eq. 4 as printed, no $delta$ and nothing at $bold(h) = 0$: for $d >= 2$ "
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
            CONSTANT,
            "for every $N$ and all weights, where all units are defined on $[0, 1]$, $G(0) = "
            "G(1)$, so some $x$ has $abs(G(x) - x) >= 1\\/2$",
            CONSTANT_STATEMENT,
            constant_script,
        ),
    ),
    satisfiable=(PRINTED_MET, CONSTANT_MET),
    assumes=(CYBENKO,),
)
_ONE = {
    "alpha": (("j",), "1"),
    "w": (("j", "i"), "1"),
    "b": (("j",), "0"),
    "X": (("i",), "0"),
}
CLAIM = Claim(
    id="pln.thm3.density",
    kind="theorem",
    title="PLS-Nets are dense in C([0, 1]^n)",
    source=source("Theorem 3", "31"),
    statement='Let $"LS-"d(dot)$ be Layer Scaling (or RMSNorm) on $RR^d, d >= 1$. Given any '
    "$f in C([0, 1]^n)$ and $epsilon > 0$, there exists a sum $G(bold(x)) in cal(G)(N; "
    '"LS-"d)$, subjected to $abs(G(bold(x)) - f(bold(x))) < epsilon$ for all '
    "$bold(x) in [0, 1]^n$, when $N$ is large enough.",
    readings=(
        Reading('$"LS-"d(dot)$ on $RR^d, d >= 1$', ("given", 0)),
        Reading("the denominator of Eq. 4 with $delta > 0$, as in Eq. 5", ("given", 1)),
        Reading("a number of sigmoidal units", ("given", 2)),
        Reading(
            "Theorem 4 for $sigma_c (t) = (t \\/ (abs(t) + c) + 1) \\/ 2$, $c = delta sqrt(d)$, "
            "at a point $bold(x)$",
            ("given", 3),
            "cited; the weights are those that Theorem 4 gives, for all $bold(x)$",
        ),
        Reading(
            'there exists a sum $G in cal(G)(N + 1; "LS-"d)$ with $abs(G - f) < epsilon$',
            ("show",),
            "its weights are written out in those of Theorem 4 and do not depend on $bold(x)$; "
            "units of weight $0$ make $N$ larger",
        ),
        *readings(
            "pln.thm3.density.sigmoidal",
            (("$sigma_c$ with $c = delta sqrt(d) > 0$", "any $c > 0$"),),
            *SIGMOIDAL_PARTS,
        ),
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
    ),
    obligations=(
        Obligation(
            "pln.thm3.density.statement",
            "every sum of $N$ units $sigma_c$ is a network of $N + 1$ units of LS-$d$",
            DENSE,
            dense_script,
        ),
        Obligation(
            "pln.thm3.density.sigmoidal",
            "$sigma_c$ is bounded, continuous (so measurable) and sigmoidal",
            SIGMOIDAL,
            sigmoidal_script,
        ),
        Obligation(
            LIMIT,
            "with $delta = 0$ and any value where $bold(h) = 0$: for every $d >= 1$ and $n$",
            LIMIT_STATEMENT,
            limit_script,
        ),
    ),
    lines=DENSITY_LINES,
    controls=CONTROLS,
    satisfiable=(
        Attempt(
            "pln.thm3.density.satisfiable",
            "the hypotheses hold for $N = 1$, $d = 1$, $delta = 1$, $bold(x) = 0$, "
            "$f(bold(x)) = 1\\/2$",
            DENSE,
            Witness(
                {"N": 1, "n": 1, "d": 1, "delta": 1, "eps": 1, "fx": Fraction(1, 2)},
                _ONE,
            ),
        ),
        LIMIT_MET,
    ),
    notes=(
        "The theorem is true in both readings of LS; where Eq. 4 is taken as it is printed, it "
        "needs $d >= 2$ (`pln.thm3.density.sharpened`).",
        "Without $delta$ a unit is a sum of jumps, and is near to the ramp only as many small "
        "ones: $N K + 1$ units for $N$ ramps.",
    ),
    not_claimed=(
        "nothing is said of how large $N$ is: the number of units is cited",
        "nothing is said of inputs outside $[0, 1]^n$",
    ),
    assumes=(CYBENKO,),
    cites=("pln.thm4",),
    sharpened=(SHARPENED,),
)
