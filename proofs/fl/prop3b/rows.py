"""fl.prop3b.post.rows: W' = P_L W for the W of Eq. 19, whose rows are the class embeddings."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.fl.error_readings import error_readings
from proofs.fl.paper import source
from proofs.fl.prop3b.lines import ROWS, ROWS_REPAIRED, rows_repaired_script

_U, _V = var("u"), var("v")
#: W = diag(1, 2), z = (3, 2), n_MV(z) = (1, -1)
_DIAGONAL = (2 - _U) * (2 - _V) + 2 * (_U - 1) * (_V - 1)
_MEAN = (2 - _V) / 2 + (_V - 1)
_WITNESS = Witness(
    {"d": 2, "mu": Fraction(5, 2), "C": 2, "y": 1},
    {
        "W": (("u", "v"), _DIAGONAL.json),
        "M": (("u", "v"), (_DIAGONAL - _MEAN).json),
        "z": (("u",), (4 - _U).json),
        "p": (("u",), (3 - 2 * _U).json),
    },
)


_ROW_MEAN = _U / 2  # of each row of diag(1, 2): 1/2 and 1
_REPAIRED = Witness(
    {**_WITNESS.values, "ev": 0, "en": 0, "uv": 0, "un": 0},
    {**_WITNESS.functions, "M": (("u", "v"), (_DIAGONAL - _ROW_MEAN).json)},
)
_READINGS = (
    Reading("features in $RR^d$", ("given", 0)),
    Reading("$mu(bold(z)_L)$", ("given", 1)),
    Reading("$bold(z)_L = bold(a)_L$ is not constant", ("given", 2)),
    Reading('$bold(a)\'_L = sans(n)_sans("MV")(bold(z)_L)$, called $bold(p)$', ("given", 3)),
)
_SHOW = (
    "the error of $bold(W)' bold(a)_L$ is that of $bold(W) bold(a)'_L$: the first is 0 iff the "
    "second is"
)

CLAIM = Claim(
    id="fl.prop3b.post.rows",
    kind="proof-step",
    title="W' = P_L W gives the vanilla network where the rows of W are the class embeddings",
    source=source("a second reading of the end of the proof of Proposition 3.B", "29"),
    statement="Hence, taking $bold(W)' = bold(P)_L bold(W)$ gives the desired vanilla network. "
    "(Read: "
    'with $bold(W)$ as in Eq. 19, $hat(bold(y)) = "softmax"(bold(W) '
    "bold(g)_bold(theta)(bold(x)))$.)",
    readings=(
        *_READINGS,
        Reading(
            "$bold(P)_L bold(W)$ has a value",
            ("given", 4),
            "$bold(P)_L$ is $d times d$ and $bold(W)$ is $C times d$ in Eq. 19: $C = d$",
        ),
        Reading("$bold(W)' = bold(P)_L bold(W)$", ("given", 5)),
        Reading("a label $y in [C]$", ("given", 6)),
        Reading("", ("given", 7)),
        Reading("the desired network", ("show",), _SHOW),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "fl.prop3b.post.rows.diagonal",
            '$C = d = 2$, $bold(W) = "diag"(1, 2)$, $bold(z) = (3, 2)$: the logits are '
            r"$(1, -2)$ with layer normalisation and $(-1\/2, 1\/2)$ with $bold(P) bold(W)$",
            ROWS,
            _WITNESS,
            part=1,
        ),
    ),
    satisfiable=Attempt(
        "fl.prop3b.post.rows.satisfiable",
        'the hypotheses hold for $bold(W) = "diag"(1, 2)$, $bold(z) = (3, 2)$',
        ROWS,
        _WITNESS,
    ),
    notes=(
        "A reading of the last sentence of the proof. With $bold(W) = (bold(w)_1, ..., "
        "bold(w)_C)$ of columns, as it is defined in Section 2, the sentence holds "
        "(`fl.prop3b.post.head`); with the $bold(W)$ of Eq. 19, whose rows are $bold(w)_c^top$, "
        "the factor belongs on the right. Where $C != d$ the product as printed has no value; "
        "where $C = d$ it takes the mean over the classes from the logits, which changes no "
        "prediction of $bold(W) bold(a)_L$ and does not shift the features.",
    ),
    repaired=(
        Claim(
            id="fl.prop3b.post.rows.repaired",
            kind="proof-step",
            title="W' = W P_L gives the vanilla network",
            source=source("End of the proof of Proposition 3.B", "29"),
            statement="For $bold(W) in RR^(C times d)$ with rows $bold(w)_c^top$, of any $C$ and "
            "$d$, $bold(W)' = bold(W) bold(P)_L$ gives the desired vanilla network.",
            differs=(
                "$bold(P)_L$ stands behind $bold(W)$ and not before it, and $C$ and $d$ may differ."
            ),
            readings=(
                *_READINGS,
                Reading("$bold(W)' = bold(W) bold(P)_L$", ("given", 4)),
                Reading("a label $y in [C]$", ("given", 5)),
                Reading("", ("given", 6)),
                *error_readings(
                    "bold(w)'_c^top bold(a)_L",
                    "bold(w)_c^top bold(a)'_L",
                    7,
                    "gives the desired vanilla network: the errors are equal",
                ),
            ),
            obligations=(
                Obligation(
                    "fl.prop3b.post.rows.repaired.errors",
                    "for all weights, features, classes and labels",
                    ROWS_REPAIRED,
                    rows_repaired_script,
                ),
            ),
            satisfiable=Attempt(
                "fl.prop3b.post.rows.repaired.satisfiable",
                'the hypotheses hold for $bold(W) = "diag"(1, 2)$, $bold(z) = (3, 2)$',
                ROWS_REPAIRED,
                _REPAIRED,
            ),
        ),
    ),
)
