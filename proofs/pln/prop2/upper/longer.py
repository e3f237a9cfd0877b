"""pln.prop2.upper.sharpened4: odd N >= 7, where the last of N units makes a piece longer.

(N - 1)/2 pairs of kinks leave as many cells of width 1/M and a last piece of width (3 + 2 r)/(4 M),
with one kink in its middle; 4 M = 2 N + 1 + 2 r with r up to sqrt(2).  The statements and their
proofs are in :mod:`proofs.pln.prop2.upper.odd`.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.pln.definition3 import FAMILY_NOTE, bound_on_width, met, readings
from proofs.pln.paper import source
from proofs.pln.prop2.upper.longer_controls import controls
from proofs.pln.prop2.upper.odd import LONGER_STATEMENT
from proofs.pln.prop2.upper.pairs_proof import LONGER_PROOF

ODD_ID = "pln.prop2.upper.sharpened4"
_NETWORKS = Obligation(
    f"{ODD_ID}.statement",
    "for every odd $N >= 7$, $L$, $epsilon$ and $f$ there is a steepness with which the $N$ units "
    "come closer than $epsilon$",
    LONGER_STATEMENT,
    LONGER_PROOF,
)
_WIDTH = bound_on_width(_NETWORKS)
_READ = (
    ("$epsilon > 0$", ""),
    ("odd $N >= 7$", "$N = 2 P + 1$"),
    ("odd $N >= 7$", "$P >= 3$"),
    ("$1 <= r$", ""),
    ("$r^2 <= 2$", ""),
    ("there are $N$ ReLUs", "an abbreviation: cells are $1 \\/ M$ wide, $4 M = 2 N + 1 + 2 r$"),
    ("$epsilon > L \\/ (2 N + 1 + 2 r)$", ""),
    ("every $L$-Lipschitz $f$", f"{FAMILY_NOTE}. $L >= 0$ is not assumed, it follows"),
)
ODD = Claim(
    id=ODD_ID,
    kind="theorem",
    title="For odd N >= 7, N ReLUs reach every eps > L/(2N + 1 + 2r), r <= sqrt(2)",
    source=source("beyond Proposition 2", "47-50"),
    statement="For every odd $N >= 7$, every $1 <= r$ with $r^2 <= 2$, every $L$, $epsilon > "
    "L \\/ (2 N + 1 + 2 r)$ and every $L$-Lipschitz $f$ on $[0, 1]$ there are $N$ ReLUs with "
    "$abs(G(x) - f(x)) <= (L \\/ (2 N + 1 + 2 r) + epsilon) \\/ 2 < epsilon$ on $[0, 1]$.",
    readings=(
        *(
            Reading(printed, ("given", i), note, o.id)
            for o in (_NETWORKS, _WIDTH)
            for i, (printed, note) in enumerate(_READ)
        ),
        Reading("the networks of the proof", ("show",), "for one $f$", _NETWORKS.id),
        *readings(
            _WIDTH,
            '"ReLU"',
            '$cal(N)("ReLU") <= N$',
            "$N = 2 P + 1$ units in $P$ pairs and a kink, written out; of the first two pairs and "
            "of the last one kink faces left. $Y$ is the size of the weights",
        ),
    ),
    obligations=(_WIDTH, _NETWORKS),
    controls=controls(ODD_ID, _WIDTH),
    satisfiable=met(
        Attempt(
            f"{ODD_ID}.satisfiable",
            "the hypotheses of the networks hold for $N = 7$, $f = 0$",
            LONGER_STATEMENT,
            Witness(
                {"N": 7, "P": 3, "M": Fraction(17, 4), "r": 1, "L": 1, "eps": 1},
                {"f": (("u",), "0")},
            ),
        ),
        _WIDTH,
        "the hypotheses hold for $N = 7$, $r = L = epsilon = 1$, where all $f$ and all networks "
        "are 0",
    ),
    notes=(
        "For $L$ and $epsilon > L \\/ (2 N + 1 + 2 sqrt(2))$ there is a rational $r$ as wanted.",
        'With pln.prop2.lower: $cal(N)("ReLU") = M - 1$ for even '
        "$M = floor(L \\/ 2 epsilon) >= 8$ where $L \\/ (2 epsilon) < M - 1 \\/ 2 + sqrt(2)$.",
    ),
    not_claimed=(
        "nothing is said of $r < 1$, where the bound is weaker",
        "nothing is said of the size of the weights",
    ),
)
