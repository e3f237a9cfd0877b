"""How well does a piecewise linear network approximate x^2?  A false answer and the true one.

A network of N ReLUs can interpolate x^2 on [0, 1] at the points k/N; between k/N and (k+1)/N it
is the chord.  The claim below says that its error is at most 1/(8 N^2), the repaired one
1/(4 N^2).  Run it with ``verify run docs/examples/my_claim.py``.
"""

from __future__ import annotations

from fractions import Fraction

from verify import Attempt, Claim, Obligation, Reading, Source, Witness

SOURCE = Source("mine", "Chords of a parabola", "A. Reader", "Example", "")


def error_is_at_most(bound: str) -> str:
    """For every N >= 1, every cell 0 <= k < N and every x in it, |chord - x^2| <= bound."""
    return f"""
        for all N, k: int, x: real;
        N > 0, k >= 0, k < N, k/N <= x, x <= (k + 1)/N
        |- |(k/N + (k + 1)/N)*x - k/N*((k + 1)/N) - x^2| <= {bound}"""


#: chord - x^2 = (x - k/N)((k + 1)/N - x), and 4 a b = (a + b)^2 - (a - b)^2 with a + b = 1/N
PROOF = """
let a = x - k/N
let b = (k + 1)/N - x
have gap: (k/N + (k + 1)/N)*x - k/N*((k + 1)/N) - x^2 = a*b
have above: 0 <= a*b by k/N <= x, x <= (k + 1)/N
have sum: a + b = 1/N by N > 0
have square: 4*(a*b) <= (a + b)^2
have below: a*b <= 1/(4*N)/N by square, sum, N > 0
show by gap, above, below
"""


def readings(conclusion: str) -> tuple[Reading, ...]:
    """Each printed phrase beside the place in the statement that stands for it."""
    return (
        Reading("$N >= 1$ pieces", ("given", 0), "$N$ is an integer"),
        Reading("the first cell is $k = 0$", ("given", 1)),
        Reading("the last cell is $k = N - 1$", ("given", 2)),
        Reading("between $k \\/ N$", ("given", 3)),
        Reading("and $(k + 1) \\/ N$", ("given", 4)),
        Reading(conclusion, ("show",)),
    )


FALSE, TRUE = error_is_at_most("1/(8*N)/N"), error_is_at_most("1/(4*N)/N")

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
            obligations=(Obligation("mine.chords.bound", "the bound, on every cell", TRUE, PROOF),),
            satisfiable=Attempt(
                "mine.chords.satisfiable",
                "there are such $N$, $k$ and $x$",
                TRUE,
                Witness({"N": 3, "k": 1, "x": Fraction(1, 2)}),
            ),
        ),
    ),
)
