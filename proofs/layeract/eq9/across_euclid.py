"""layeract.eq9.across.repaired.sharpened: one Euclidean bound for the scales of all samples."""

from __future__ import annotations

from fractions import Fraction

from proofs.claims import Attempt, Claim, Control, Obligation, Reading
from proofs.layeract.eq9 import noise as near
from proofs.layeract.eq9.claim import STATISTICS_READ
from proofs.layeract.eq9.noise import moved
from proofs.layeract.eq9.statement import LEAST, WITNESS, proof
from proofs.layeract.paper import source
from proofs.layeract.sums import (
    FUNCTIONS,
    SCALE,
    SORTS,
    STATISTICS,
    K,
    centred_noise,
    norm,
)
from proofs.layeract.witnesses import layer
from proofs.library.vectors import S
from proofs.trees.script import statement

NAME = "layeract.eq9.across.repaired.sharpened"
_LENGTH = norm(centred_noise)
BOUND = K * _LENGTH / LEAST
STATEMENT = statement(SORTS, [*STATISTICS, *SCALE], norm(moved) <= BOUND, FUNCTIONS)


#: r and t are at least sqrt(alpha)
TEXT = f"""{near.LENGTH}
let A = sqrt(alpha)
have some: 0 < A by root_positive(alpha)
have one: A <= r by root_mono(alpha, v + alpha), large, alpha > 0
have two: A <= t by root_mono(alpha, vhat + alpha), large_noisy, alpha > 0
have alpha <= r*t by product_mono(A, r, A, t), some, one, two
have both: A <= sqrt(r*t) by root_mono(alpha, r*t), alpha > 0
have top: 0 <= K*sqrt(E) by lip, length
show by final, quotient_antitone(A, sqrt(r*t), K*sqrt(E)), top, some, both
"""

CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Across samples the activation scales of LayerAct have one Euclidean bound",
    source=source("Section 3.2", "9"),
    statement="For the same noise, $norm(s(hat(n)) - s(n))_2 <= K norm(epsilon - mu_epsilon "
    "bold(1))_2 \\/ sqrt(alpha)$ for all samples $y$: the right side does not depend on "
    "$y$.  Nine tenths of it will not do.",
    readings=(
        *STATISTICS_READ,
        Reading("one bound for all samples", ("show",), "the Euclidean norm on both sides"),
    ),
    obligations=(
        Obligation(
            f"{NAME}.statement",
            "for every $d >= 1$, every scale as in Definition 3.1, all samples and all noise",
            STATEMENT,
            proof(STATEMENT, TEXT),
        ),
    ),
    controls=(
        Control(
            Attempt(
                f"{NAME}.control.constant",
                "with $9/10$ of the bound: $y = (0, 0)$, $epsilon = (7/100, -7/100)$, "
                "$alpha = 0.24^2$, so that the roots are 0.24 and 0.25",
                {**STATEMENT, "show": norm(moved) <= BOUND * S.const(Fraction(9, 10))},
                layer((0, 0), (Fraction(7, 100), Fraction(-7, 100)), Fraction(6, 25) ** 2),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(f"{NAME}.satisfiable", "the layer of `layeract.eq9`", STATEMENT, WITNESS),
    notes=(
        "A bound of the scales; of the outputs there is none (`layeract.eq9.lipschitz`). For noise "
        "that is the same for all inputs there is: `layeract.eq9.smaller.sharpened`.",
        "The bound that depends on the sample, with $sqrt(r t)$ for $sqrt(alpha)$: "
        "`layeract.eq9.sharpened`.",
    ),
)
