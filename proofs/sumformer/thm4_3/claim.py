"""sumformer.thm4_3: one attention layer makes the sum of a Sumformer.

Theorem 4.3 is about blocks of width d and open; what its proof gives is sumformer.thm4_3.repaired,
with the width 1 + d + 2 d'.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ONE
from proofs.sumformer import instances, narrow, no_ones, one_delta_claim, readings
from proofs.sumformer.blocks import (
    BLOCK_ROWS,
    CONCLUSION,
    CONCLUSION_ROWS,
    END,
    END_FACTS,
    END_FUNCTIONS,
    END_SORTS,
)
from proofs.sumformer.controls import end_controls
from proofs.sumformer.data import (
    COLUMN,
    IN_CONCLUSION,
    SUMFORMER,
    Function,
    at,
    entry,
    matrices,
)
from proofs.sumformer.heads import (
    ATTENTION,
    COLUMNS,
    EQ22,
    EQ23,
    FUNCTIONS,
    HEAD,
    QUERIES,
    SCORES,
    SIZES,
    SORTS,
    TRANSFORMER_ROWS,
    VALUES,
    eq45,
    facts,
    n,
    softmax,
)
from proofs.sumformer.nets import claims as nets_claims
from proofs.sumformer.paper import source
from proofs.sumformer.thm4_3 import continuity, layers
from proofs.sumformer.thm4_3.lines import IN_BLOCK, LINES, RESIDUAL
from proofs.trees.script import statement

GIVEN = [*SIZES, *EQ22, *EQ23, *eq45(n), QUERIES, VALUES, *ATTENTION, *END]
ALL_SORTS = {**SORTS, "tau": "real", **END_SORTS}
ALL_FUNCTIONS = {**FUNCTIONS, "A": 2, "T": 2, **END_FUNCTIONS}
STATEMENT = statement(ALL_SORTS, GIVEN, CONCLUSION, ALL_FUNCTIONS)

#: one token x = 0 with phi(x) = 1, n = d = d' = 1
NUMBERS = {
    **{"n": 1, "d": 1, "p": 1, "tau": Fraction(1, 2), "e1": 0, "e2": 0, "eps": 1},
    **{"eta": 0, "delta": 0, "s1": 1, "s2": 1},
}
_INPUT = at(COLUMN, 1) + at(COLUMN, 3)
ENTRIES: dict[str, Term | int | Function] = {
    **SUMFORMER,
    "phi": 1,
    "X": _INPUT,
    "x": 0,
    "P": 1,
    "W": entry(1, 1),
    "WV": entry(3, 4),
    "Q": at(COLUMN, 1),
    "V": at(COLUMN, 4),
    "T": ONE / 2,
    "A": 1,
    "O": at(COLUMN, 4),
    "Y": _INPUT + at(COLUMN, 4),
    "f": 0,
    "G": 0,
}


DELTA = one_delta_claim.obligation("sumformer.thm4_3.repaired")
MAIN = Obligation(
    "sumformer.thm4_3.repaired.statement",
    "for all $n, d, d'$, all inputs, every Sumformer near $f$ and all last layers near $psi$",
    STATEMENT,
    written(
        STATEMENT,
        TRANSFORMER_ROWS + BLOCK_ROWS + CONCLUSION_ROWS,
        facts(n) | END_FACTS | {"scores": SCORES, "softmax": softmax(n), "head": HEAD},
        entry=n,
        **COLUMNS,
    ),
)
CONTROLS = (
    Control(
        Attempt(
            "sumformer.thm4_3.repaired.control.ones",
            "the first column is 0 in place of 1: no row of Eq. 24 comes out",
            statement(
                ALL_SORTS,
                [g for m, g in enumerate(GIVEN) if m != 3],
                CONCLUSION,
                ALL_FUNCTIONS,
            ),
            matrices(
                NUMBERS,
                {
                    **ENTRIES,
                    "X": at(COLUMN, 3),
                    "Q": 0,
                    "T": 0,
                    "Y": at(COLUMN, 3) + at(COLUMN, 4),
                    "G": 5,
                },
            ),
            part=1,
        ),
        "hypothesis dropped",
    ),
    *end_controls("sumformer.thm4_3.repaired", STATEMENT, 20, NUMBERS, ENTRIES, {}),
    *one_delta_claim.controls("sumformer.thm4_3.repaired"),
)


def _general(version: str) -> Obligation:
    """What is proved of the residual connection (printed) and of the block, for all inputs."""
    return IN_BLOCK if version == "repaired" else RESIDUAL


REPAIRED = Claim(
    id="sumformer.thm4_3.repaired",
    kind="theorem",
    title="Transformers of width 1 + d + 2 d' approximate what Sumformers do",
    source=source("Theorem 4.3 and Appendix B, with another width", "21-24, 39-47"),
    statement=readings.STATEMENT.format("Transformer $T$", "T") + readings.WIDE.format("T"),
    readings=(
        *readings.sizes(),
        *readings.weights(3, "n"),
        Reading(
            "the scores $(X W_Q)(X W_K)^top tau$",
            ("given", 14),
            "$tau = 1 \\/ sqrt(D)$ in Definition 2.1, 1 in Eq. 44; any $tau$ here",
        ),
        Reading("softmax, row by row", ("given", 15)),
        Reading('$"AttHead"(X) = A X W_V$', ("given", 16), "one head, $W_O = I$"),
        *readings.end(17),
        *one_delta_claim.readings("sumformer.thm4_3.repaired"),
    ),
    obligations=(MAIN, DELTA),
    controls=CONTROLS,
    satisfiable=(
        Attempt(
            "sumformer.thm4_3.repaired.satisfiable",
            "one token $x = 0$ with $phi(x) = 1$ and $f = psi = T = 0$",
            STATEMENT,
            matrices({**NUMBERS, **IN_CONCLUSION}, ENTRIES),
        ),
        one_delta_claim.satisfiable("sumformer.thm4_3.repaired"),
    ),
    notes=(
        "Eq. 23 gives $W_Q$ a zero block of $D$ columns, and so $D + 1$ columns in all; its own "
        "type $RR^(D times D)$ says what is meant.",
        "The softmax of Definition 2.1 is on $RR^d$ and is applied to rows of length $n$.",
        "The heads and the sum are exact: no approximation enters between Eq. 43 and Eq. 47, and "
        "none of $tau$, the tokens and $phi$ matters for $A = 1 / n 1$. What the layers for $phi$ "
        "miss is carried through $psi$ by its continuity, with one $delta$ for all sequences.",
        "For polynomials the layers are built, and their error is bounded "
        "(`sumformer.thm4_3.layers`).",
    ),
    not_claimed=("that blocks of width $d$ are enough (`sumformer.thm4_3`)",),
    cites=("Theorem 4.1", "Hornik et al., 1989"),
    assumes=readings.CITED,
)

CLAIM = Claim(
    id="sumformer.thm4_3",
    kind="theorem",
    title="Transformers of width d approximate equivariant functions",
    source=source("Theorem 4.3 and Appendix B", "21-24, 39-47"),
    statement=readings.STATEMENT.format("Transformer $T$", "T")
    + readings.NARROW.format("2.4", "T"),
    readings=(),
    obligations=(),
    lines=LINES,
    notes=(
        narrow.open_here(
            "3",
            "for $n = 2$, $d = 1$ it fails if all attention weights are $1\\/2$, as in the printed "
            "proof: a theorem of Coq (`proofs/coq/plane.v`). Other heads do more, and are not "
            "decided.",
        ),
        narrow.CONTINUOUS,
        "The proof prints two routes. The discontinuous one, with $d' = 1$, does not carry over "
        "to layers, which are continuous (`sumformer.thm4_3.one_latent`); the continuous one has "
        "the gap of Eq. 40, which is repaired.",
    ),
    not_claimed=(
        *narrow.NOT_CLAIMED,
        "the number of feed-forward layers of the discontinuous construction",
    ),
    cites=("Theorem 4.1", "Hornik et al., 1989"),
    parameters=instances.PARAMETERS["transformer"],
    instances=instances.INSTANCES,
    run=instances.rows("transformer", _general),
    construct=lambda settings: instances.constructed(settings, "transformer"),
    plan=lambda settings: instances.planned(settings, "transformer"),
    repaired=(nets_claims.claim("transformer", "3", "21-24, 39-47"), REPAIRED),
    sharpened=(
        no_ones.TRANSFORMER,
        layers.CLAIM,
        Claim(
            id="sumformer.thm4_3.continuity",
            kind="theorem",
            title="A step is not approximated by any continuous network",
            source=source("Theorem 4.3 and Definition 2.7", "9, 21"),
            statement='For $n = d = 1$ and $f(x) = "sign"(x)$ on $[0, 1]$, every $T$ that is '
            "continuous at 0 has $sup_x abs(f(x) - T(x)) >= 1 \\/ 2$: in Theorem 4.3 (and 4.4, "
            "4.5) $f$ has to be continuous, or $T$ is not.",
            readings=(
                Reading(
                    "$T$ is continuous at 0",
                    ("given", 0),
                    "as every Transformer with a continuous activation is",
                ),
                Reading("$abs(f(x) - T(x)) >= 1 \\/ 2$ somewhere on $[0, 1]$", ("show",)),
            ),
            obligations=(
                Obligation(
                    "sumformer.thm4_3.continuity.step",
                    "for every $T$",
                    continuity.STATEMENT,
                    continuity.PROOF,
                ),
            ),
            satisfiable=Attempt(
                "sumformer.thm4_3.continuity.satisfiable",
                "$T = 0$",
                continuity.STATEMENT,
                Witness({}, {"T": (("u",), "0")}),
            ),
        ),
    ),
)
