"""pln.thm3.density: networks of LS-d units are dense in C([0, 1]^n), by Theorem 4 (Eq. 31)."""

from __future__ import annotations

from fractions import Fraction

from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.pln.paper import source
from proofs.pln.thm3_proof import DENSE, DENSITY_LINES, SIGMOIDAL, dense_script, sigmoidal_script
from proofs.pln.thm4 import CYBENKO

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
    ),
    lines=DENSITY_LINES,
    satisfiable=Attempt(
        "pln.thm3.density.satisfiable",
        "the hypotheses hold for $N = 1$, $d = 1$, $delta = 1$, $bold(x) = 0$, "
        "$f(bold(x)) = 1\\/2$",
        DENSE,
        Witness(
            {"N": 1, "n": 1, "d": 1, "delta": 1, "eps": 1, "fx": Fraction(1, 2)},
            _ONE,
        ),
    ),
    assumes=(CYBENKO,),
    cites=("pln.thm4",),
)
