"""How well does a piecewise linear network approximate x^2?  A false answer and the true one.

A network of N ReLUs can interpolate x^2 on [0, 1] at the points k/N; between k/N and (k+1)/N it
is the chord.  The claim below says that its error is at most 1/(8 N^2), the repaired one
1/(4 N^2).  Run it with ``verify run docs/examples/my_claim.py``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify import Attempt, Claim, Obligation, Reading, Source, Witness, script, terms

N, k, x = terms.var("N"), terms.var("k"), terms.var("x")
left, right = k / N, (k + 1) / N
chord = (left + right) * x - left * right
error = abs(chord - x * x)
SOURCE = Source("mine", "Chords of a parabola", "A. Reader", "Example", "")


def error_is_at_most(bound: terms.Term) -> Any:
    """The sequent: for every N >= 1, every cell 0 <= k < N and every x in it, error <= bound."""
    return script.statement(
        {"N": "int", "k": "int", "x": "real"},
        [N > 0, k >= 0, k < N, left <= x, x <= right],
        error <= bound,
    )


def readings(conclusion: str) -> tuple[Reading, ...]:
    """Each printed phrase beside the place in the sequent that stands for it."""
    return (
        Reading("$N >= 1$ pieces", ("given", 0), "$N$ is an integer"),
        Reading("the first cell is $k = 0$", ("given", 1)),
        Reading("the last cell is $k = N - 1$", ("given", 2)),
        Reading("between $k \\/ N$", ("given", 3)),
        Reading("and $(k + 1) \\/ N$", ("given", 4)),
        Reading(conclusion, ("show",)),
    )


def small_error() -> script.Node:
    """1/N > 0, then the two cases of the absolute value; the leaves are found by search."""
    cases = script.case(error, script.auto("chord above"), script.auto("chord below"))
    return script.have(1 / N > 0, script.auto("1/N > 0"), cases)


FALSE, TRUE = error_is_at_most(1 / (8 * N) / N), error_is_at_most(1 / (4 * N) / N)

CLAIM = Claim(
    id="mine.chords",
    kind="theorem",
    title="Chords of x^2 on N cells are within 1/(8 N^2)",
    source=SOURCE,
    statement="For every $N >= 1$ the chords of $x^2$ between the points $k \\/ N$ satisfy "
    "$abs(G(x) - x^2) <= 1 \\/ (8 N^2)$ on $[0, 1]$.",
    readings=readings("$abs(G(x) - x^2) <= 1 \\/ (8 N^2)$"),
    obligations=(),
    attempts=(
        Attempt(
            "mine.chords.middle",
            "at $N = 1$, $k = 0$, $x = 1 \\/ 2$ the error is $1 \\/ 4$, and $1 \\/ 4 > 1 \\/ 8$",
            FALSE,
            Witness({"N": 1, "k": 0, "x": Fraction(1, 2)}),
        ),
    ),
    repaired=(
        Claim(
            id="mine.chords.repaired",
            kind="theorem",
            title="Chords of x^2 on N cells are within 1/(4 N^2)",
            source=SOURCE,
            statement="For every $N >= 1$ the chords of $x^2$ between the points $k \\/ N$ satisfy "
            "$abs(G(x) - x^2) <= 1 \\/ (4 N^2)$ on $[0, 1]$.",
            readings=readings("$abs(G(x) - x^2) <= 1 \\/ (4 N^2)$"),
            obligations=(
                Obligation("mine.chords.bound", "the bound, on every cell", TRUE, small_error),
            ),
            satisfiable=Attempt(
                "mine.chords.satisfiable",
                "there are such $N$, $k$ and $x$",
                TRUE,
                Witness({"N": 3, "k": 1, "x": Fraction(1, 2)}),
            ),
        ),
    ),
)
