"""pln.thm4: sums of a bounded sigmoidal function are dense in C([0, 1]^n) (A.2, Eq. 27-28).

Printed as Theorem 4 of Cybenko (1989).  What that paper proves uniformly is its Theorem 2, for
continuous sigmoidal functions; its Theorem 4 is about bounded measurable ones, in L^1.  The
printed statement is true all the same: it is derived here from Theorem 2 for one ramp.
"""

from __future__ import annotations

from proofs.claims import Claim, Obligation, Reading
from proofs.methods.script import statement
from proofs.pln.density import by_function, dense_script
from proofs.pln.paper import source
from proofs.pln.steps_of_ramp import close, close_script, premises, sig
from proofs.pln.thm4_controls import CONTROLS, SATISFIABLE, STATEMENT

CYBENKO = (
    "Cybenko (1989), Theorem 2: for a continuous sigmoidal $sigma$ the sums "
    "$sum_j alpha_j sigma(bold(w)_j^top bold(x) + b_j)$ are dense in $C([0, 1]^n)$"
)
CLAIM = Claim(
    id="pln.thm4",
    kind="theorem",
    title="Sums of a bounded sigmoidal function are dense in C([0, 1]^n)",
    source=source("Theorem 4", "27-28"),
    statement="Let $sigma$ be bounded measurable sigmoidal function. The finite sums of the form "
    "$G(bold(x)) = sum_(j = 1)^N alpha_j sigma(bold(w)_j^top bold(x) + b_j)$ are dense in "
    "$C([0, 1]^n)$. In other words, given any $f in C([0, 1]^n)$ and $epsilon > 0$, there is a "
    "sum, $G(bold(x))$, of the above form, for which $abs(G(bold(x)) - f(bold(x))) < epsilon$, "
    "$forall bold(x) in [0, 1]^n$.",
    readings=(
        Reading("$epsilon > 0$", ("given", 0)),
        Reading("a number of ramps", ("given", 1)),
        Reading("$sigma$ is bounded", ("given", 2), "that it is measurable is not needed"),
        Reading("$sigma(+infinity) = 1$ (Definition 4)", ("given", 3)),
        Reading("$sigma(-infinity) = 0$ (Definition 4)", ("given", 4)),
        Reading(
            "Theorem 2 of [9] for the ramp $max(0, min(1, t))$, which is continuous and "
            "sigmoidal, for $f$ and $epsilon \\/ 2$",
            ("given", 5),
            "cited; $F(p)$ is $f$ at the point $p$, and $X(p, i)$ its $i$-th coordinate: points "
            "are numbered by real numbers, of which there are enough",
        ),
        Reading(
            "there is a sum $G$ of the above form with $abs(G(bold(x)) - f(bold(x))) < epsilon$ "
            "for all $bold(x)$",
            ("show",),
            "of $N K$ units with the weights $alpha_j \\/ K$, $lambda bold(w)_j$ and $lambda b_j - "
            "lambda (2 k - 1) \\/ (2 K)$; $K$ and $lambda$ do not depend on $bold(x)$",
        ),
    ),
    obligations=(
        Obligation(
            "pln.thm4.statement",
            "for every bounded $sigma$ with limits $0$ and $1$, every number of ramps and inputs "
            "and all weights",
            STATEMENT,
            lambda: dense_script(sig, by_function),
        ),
    ),
    controls=CONTROLS,
    satisfiable=SATISFIABLE,
    notes=(
        "The citation is not exact: Theorem 4 of [9] is about density in $L^1 ([0, 1]^n)$; "
        "density in $C([0, 1]^n)$ is its Theorem 2, for *continuous* sigmoidal functions. For "
        "bounded ones that need not be continuous it is due to Jones (1990).",
        "For $sigma$ that is not continuous the sums are no elements of $C([0, 1]^n)$; the second "
        'sentence ("in other words") says what is meant.',
        "The proof uses that $sigma$ is bounded, since one unit of each ramp may be anywhere; no "
        "control drops it.",
        "$epsilon > 0$ follows from the cited bound, and for $N < 0$ the sums are empty: no "
        "control drops these.",
    ),
    not_claimed=("nothing is said of how many units are needed: the number of ramps is cited",),
    assumes=(CYBENKO,),
    sharpened=(
        Claim(
            id="pln.thm4.sharpened",
            kind="theorem",
            title="How close K units of any bounded sigmoidal function are to a ramp",
            source=source("beyond Theorem 4", "27-28"),
            statement="Let $abs(sigma) <= B$, $abs(sigma(t) - 1) <= eta$ for $t >= T > 0$ and "
            "$abs(sigma(t)) <= eta$ for $t <= -T$. Then for $lambda = 2 K T$ the mean of the $K$ "
            "units $sigma(lambda (t - (2 k - 1) \\/ (2 K)))$ is within $eta + (B + 1) \\/ K$ of "
            "$max(0, min(1, t))$, for all $t in RR$. Nothing is cited.",
            readings=(
                *(
                    Reading(text, ("given", i), obligation="pln.thm4.ramp")
                    for i, text in enumerate(
                        (
                            "$K$ units",
                            "$T > 0$",
                            "$eta >= 0$",
                            "$lambda = 2 K T$",
                            "$abs(sigma) <= B$",
                            "$sigma$ is near $1$ from $T$ on",
                            "$sigma$ is near $0$ up to $-T$",
                        )
                    )
                ),
                Reading("the bound", ("show",), obligation="pln.thm4.ramp"),
            ),
            obligations=(
                Obligation(
                    "pln.thm4.ramp",
                    "the bound, for every $K$, $T$, $eta$, $B$ and $sigma$",
                    statement(
                        {"B": "real", "eta": "real", "T": "real", "K": "int", "lam": "real"},
                        premises(sig),
                        close(sig),
                        {"sig": 1},
                    ),
                    lambda: close_script(sig),
                ),
            ),
        ),
    ),
)
