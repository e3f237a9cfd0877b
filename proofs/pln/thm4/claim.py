"""pln.thm4: sums of a bounded sigmoidal function are dense in C([0, 1]^n) (A.2, Eq. 27-28).

Printed as Theorem 4 of Cybenko (1989).  What that paper proves uniformly is its Theorem 2, for
continuous sigmoidal functions; its Theorem 4 is about bounded measurable ones, in L^1.  The
printed statement is true all the same, and nothing is cited for it here.
"""

from __future__ import annotations

from proofs.claims import Claim, Obligation, Reading
from proofs.pln.density.cube import PROOF, STATEMENT
from proofs.pln.paper import Phrase, source
from proofs.pln.steps_of_ramp import close, close_proof, premises, sig
from proofs.pln.thm4.controls import CONTROLS, SATISFIABLE
from proofs.trees.script import statement

RAMP = statement(
    {"B": "real", "eta": "real", "T": "real", "K": "int", "lam": "real"},
    premises(sig),
    close(sig),
    {"sig": 1},
)
_POINTS = (
    "points and vectors of $RR^n$ are numbered by real numbers, of which there are enough: "
    "$X(p, i)$ is the $i$-th coordinate of number $p$; with each there is the one with another "
    "value $u$ as its $i$-th coordinate, number $r(p, i, u)$"
)
_CONTINUOUS = (
    "$F(p)$ is $f$ at the point $p$; continuous at every point of the cube, in the largest "
    "distance of coordinates. Uniform continuity is derived, not assumed"
)


def numbered(empty: Phrase, one_more: Phrase) -> tuple[Phrase, ...]:
    """What stands beside the hypotheses on points, on f and on the class of networks."""
    return (
        ("$bold(x), bold(w) in RR^n$", _POINTS),
        ("", "its other coordinates stay"),
        ("$f in C([0, 1]^n)$", _CONTINUOUS),
        empty,
        one_more,
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
        Reading("$n$ inputs", ("given", 1), "$n = 0$ is one point"),
        Reading("$sigma$ is bounded", ("given", 2), "that it is measurable is not needed"),
        Reading("$sigma(+infinity) = 1$ (Definition 4)", ("given", 3)),
        Reading("$sigma(-infinity) = 0$ (Definition 4)", ("given", 4)),
        Reading(
            "$bold(x), bold(w) in RR^n$",
            ("given", 5),
            _POINTS,
        ),
        Reading("", ("given", 6), "its other coordinates stay"),
        Reading(
            "$f in C([0, 1]^n)$",
            ("given", 7),
            _CONTINUOUS,
        ),
        Reading(
            "the finite sums $G$ of the above form, of $0$ units",
            ("given", 8),
            "sums, too, are numbered by real numbers, $G(g, p)$ is sum $g$ at the point $p$",
        ),
        Reading(
            "and with each sum the one with $alpha sigma(bold(w)^top bold(x) + b)$ added",
            ("given", 9),
            "for all weights: $c$ for $alpha$, and $a$ times the vector number $w$. More is not "
            "assumed, so it holds where these are all the sums",
        ),
        Reading(
            "there is a sum $G$ of the above form with $abs(G(bold(x)) - f(bold(x))) < epsilon$ "
            "for all $bold(x)$",
            ("show",),
            "some $g$, the same for all points of the cube",
        ),
    ),
    obligations=(
        Obligation(
            "pln.thm4.statement",
            "for every bounded $sigma$ with limits $0$ and $1$, every $n$, every continuous $f$ "
            "and $epsilon$",
            STATEMENT,
            PROOF,
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
        "The proof: sums of units are near $c e^(bold(w)^top bold(x))$ (at all $t$ but near one "
        "place a steep unit is near $0$ or $1$); so are products with the powers $(1 - "
        "v\\/N)^N$ for $v = b e^(a x_i)$, which are a step in $x_i$; and $f$ is put together from "
        "such steps, one coordinate after the other. That $f$ is uniformly continuous (Heine) is "
        "shown before, by a least upper bound.",
        "The data that meet the hypotheses have $n = 0$: there a sum is one number. For $n >= 1$ "
        "there are as many finite sums as real numbers, so they can be numbered, but no closed "
        "formula for it is written down; the controls have $n = 1$ and few sums.",
        "No control drops that $sigma$ is bounded or $f$ continuous, the numbering of points, or "
        "the empty sum.",
    ),
    not_claimed=("nothing is said of how many units are needed",),
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
                    RAMP,
                    close_proof(RAMP),
                ),
            ),
        ),
    ),
)
