"""pln.lemma3: N + 1 units of LN-d are a sum of N sigmoidal functions (A.2, Eq. 29-30).

The statements and their proofs are in :mod:`proofs.pln.lemma3.statement`.
"""

from __future__ import annotations

from constructions.terms import every
from proofs.claims import Attempt, Claim, Line, Obligation, Reading, Witness
from proofs.pln.lemma3.controls import CONTROLS, SATISFIABLE
from proofs.pln.lemma3.statement import (
    APART,
    EQ29_PROOF,
    EQ29_STATEMENT,
    EQ30_PROOF,
    EQ30_STATEMENT,
    FUNCTIONS,
    SMOOTH_PROOF,
    SMOOTH_STATEMENT,
    STATEMENT,
    STATEMENT_PROOF,
)
from proofs.pln.paper import readings, source
from proofs.pln.symbols import N, d
from proofs.pln.thm3.proof import SIGMOIDAL, SIGMOIDAL_PARTS, SIGMOIDAL_PROOF
from proofs.trees.script import statement

_CHAIN = (
    "G(bold(x)) = sum_j hat(alpha)_j t_j \\/ {root} + sum_j {c} hat(alpha)_j = sum_j {two} "
    "hat(alpha)_j [t_j \\/ (2 abs(t_j)) + 1\\/2] = sum_j {two} hat(alpha)_j sigma(t_j)$ "
    "with $t_j = bold(w)_j^top bold(x) + b_j$"
)
_APART = "where $t_j != 0$; elsewhere Eq. 1 is not defined"


UNDEFINED = Attempt(
    "pln.lemma3.undefined.jump",
    "$N = 1$, $n = 1$, $w = 1$, $b = -1\\/2$: at $x = 1\\/2$ the unit divides by $0$",
    statement(
        {"N": "int", "n": "int", "d": "int"},
        [d >= 2, N >= 0],
        every("p", "real", APART),
        {name: FUNCTIONS[name] for name in ("w", "b", "X")},
    ),
    Witness(
        {"N": 1, "n": 1, "d": 2},
        {"w": (("j", "i"), "1"), "b": (("j",), "-1/2"), "X": (("p", "i"), "p")},
    ),
)

LINES = (
    Line(
        "pln.lemma3.eq29",
        "Eq. 29, for $d = 2$: $" + _CHAIN.format(root="sqrt(t_j^2)", c="", two="2"),
        (
            Obligation(
                "pln.lemma3.eq29.chain",
                "each of the three equalities, for every $N$, $n$ and all weights",
                EQ29_STATEMENT,
                EQ29_PROOF,
            ),
        ),
        reading=_APART,
    ),
    Line(
        "pln.lemma3.eq30",
        "Eq. 30, for $d > 2$: $"
        + _CHAIN.format(root="sqrt(2\\/d t_j^2)", c="sqrt(d\\/2)", two="sqrt(2 d)"),
        (
            Obligation(
                "pln.lemma3.eq30.chain",
                "each of the three equalities, for every $N$, $n$, $d >= 2$ and all weights",
                EQ30_STATEMENT,
                EQ30_PROOF,
            ),
        ),
        reading=_APART,
    ),
    Line(
        "pln.lemma3.undefined",
        "where $sigma(x) = (x \\/ abs(x) + 1) \\/ 2$ is obvious a bounded measurable sigmoidal "
        "function, even though it is not defined at $x = 0$",
        attempts=(UNDEFINED,),
        conclusion_stands="pln.lemma3.statement",
        why="a sigmoidal function is one on all of $RR$ (Definition 4); with Eq. 1 as it stands "
        "$G$ is undefined on the hyperplanes $t_j = 0$, which may cross $[0, 1]^n$",
        repair="any value $v$ at $sigma = 0$ gives a bounded sigmoidal function with three "
        "values, and so does $delta > 0$ with a continuous one",
    ),
)

CLAIM = Claim(
    id="pln.lemma3",
    kind="theorem",
    title="A PLN network is a sum of sigmoidal functions",
    source=source("Lemma 3", "29-30"),
    statement='There is a $G(bold(x)) in cal(G)(N + 1; "LN")$, subjected to that $G(bold(x))$ is '
    "a linear combination with $N$ bounded measurable sigmoidal functions.",
    readings=(
        Reading('$"LN"$ on $RR^d$', ("given", 0), "$d = 2$ and $d > 2$ in the proof"),
        Reading("$N$ sigmoidal functions", ("given", 1)),
        Reading(
            '$bold(alpha)^top "LN"(bold(W) bold(x) + bold(b))$ with $bold(alpha) = [1, 0, ..., '
            "0]^top$",
            ("given", 2),
            "an abbreviation: $ln(t)$ is Eq. 1 without $delta$ at $[t, -t, 0, ..., 0]$, and where "
            "$sigma = 0$ the first coordinate is $v$: $0$ is the limit of $delta -> 0^+$, $1$ is "
            "what A.6 takes",
        ),
        Reading(
            '$G in cal(G)(N + 1; "LN")$ is a linear combination with $N$ bounded measurable '
            "sigmoidal functions",
            ("show",),
            "for all weights: $sqrt(2 d) sum_j hat(alpha)_j sigma(bold(w)_j^top bold(x) + b_j)$ "
            "at every point $bold(x)$; $sigma$ has one value left of $0$, one at $0$ and one "
            "right of it, so it is measurable",
        ),
        *readings(
            "pln.lemma3.delta",
            (
                '$"LN"$ on $RR^d$',
                ("the other reading: $delta > 0$, as in Eq. 5", "every $delta > 0$"),
                "$N$ sigmoidal functions",
            ),
            (
                '$G in cal(G)(N + 1; "LN")$ is a linear combination with $N$ bounded measurable '
                "sigmoidal functions",
                "$sum_j alpha_j sigma_c (bold(w)_j^top bold(x) + b_j)$ at every point, for all "
                "weights, with $sigma_c (t) = (t \\/ (abs(t) + c) + 1) \\/ 2$, $c = delta "
                "sqrt(d \\/ 2)$",
            ),
        ),
        *readings(
            "pln.lemma3.sigmoidal",
            (("$sigma_c$ with $c = delta sqrt(d \\/ 2) > 0$", "any $c > 0$"),),
            *SIGMOIDAL_PARTS,
        ),
    ),
    obligations=(
        Obligation(
            "pln.lemma3.statement",
            "for every $N$, $n$, $d$, all weights and any value at $sigma = 0$",
            STATEMENT,
            STATEMENT_PROOF,
        ),
        Obligation(
            "pln.lemma3.delta",
            "with $delta > 0$ as in Eq. 5: every sum of $N$ functions $sigma_c$, $c = delta "
            "sqrt(d \\/ 2)$, is a network of $N + 1$ units",
            SMOOTH_STATEMENT,
            SMOOTH_PROOF,
        ),
        Obligation(
            "pln.lemma3.sigmoidal",
            "$sigma_c (t) = (t \\/ (abs(t) + c) + 1) \\/ 2$ is bounded, continuous (so "
            "measurable) and sigmoidal",
            SIGMOIDAL,
            SIGMOIDAL_PROOF,
        ),
    ),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=SATISFIABLE,
    notes=(
        '"There is a $G$" is true of $G = 0$ already; what Theorem 2 uses, and what is shown, is '
        "that the weights can be any.",
        "With $delta > 0$ the last unit is $1 \\/ (1 + c)$, not $1$: the printed weight "
        "$sum_j hat(alpha)_j$ has to be multiplied by $1 + c$ (`pln.lemma3.control.weight`).",
        "No control drops $d >= 2$ or $N >= 0$: they only say that there are so many coordinates "
        "and units.",
    ),
)
