"""pln.table1.*: sentences of the paper about the bounds of its Table 1.

They are about what is printed, whatever the minimum widths themselves are
(:mod:`proofs.pln.table1.claim` decides the bounds); with M = floor(L/(2 eps)) each is decided for
every M.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.pln.paper import source
from proofs.trees.script import Json, statement

M, w, r = var("M"), var("w"), var("r")
_ANY_M = "$M = floor(L \\/ (2 epsilon))$, any integer at least 0"
NOT_CLAIMED = ("what the minimum widths are: this is about the bounds that are printed",)


def ratio(distance: int | Fraction) -> Json:
    """|W(ReLU)/W(LN-2) - 1/2| is at most ``distance``/M."""
    return S.abs(r / w - S.const(1) / 2) <= S.const(distance) / M


_PLN2: list[Json] = [w >= 2 * M, w <= 2 * (M + 1)]
_RELU: list[Json] = [r >= M - 1, r <= M + 2]
_SORTS = {"M": "int", "w": "real", "r": "real"}
HALF_STATEMENT = statement(_SORTS, [M >= 1, *_PLN2, *_RELU], ratio(1))


_HALF = "PLN-2 has nearly a half approximation capacity comparing to ReLU"
HALF = Claim(
    id="pln.table1.half",
    kind="data",
    title="By the bounds of Table 1, PLN-2 needs nearly twice the width of ReLU",
    source=source("Section 4.1.2, Table 1", ""),
    statement=f"In Table 1, [...] {_HALF}.",
    readings=(
        Reading("any $L$ and $epsilon$ with", ("given", 0), "$M = floor(L \\/ (2 epsilon))$"),
        Reading("Table 1, PLN-2: $cal(W)$ is at least $2 M$", ("given", 1)),
        Reading("and at most $2 (M + 1)$", ("given", 2)),
        Reading("Table 1, ReLU: $cal(W)$ is at least $M - 1$", ("given", 3)),
        Reading("and at most $M + 2$", ("given", 4)),
        Reading(
            "nearly a half approximation capacity",
            ("show",),
            "the capacity is what can be approximated with a width: for the same $L$ and "
            "$epsilon$, ReLU needs a half of the width of PLN-2, up to $1 \\/ M$",
        ),
    ),
    obligations=(
        Obligation(
            "pln.table1.half.bounds",
            "whatever widths within the bounds they are",
            HALF_STATEMENT,
            written(HALF_STATEMENT, "show by search"),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "pln.table1.half.control.distance",
                "up to $(9 \\/ 10) \\/ M$: $M = 1$, the widths 2 and 3",
                statement(_SORTS, [M >= 1, *_PLN2, *_RELU], ratio(Fraction(9, 10))),
                Witness({"M": 1, "w": 2, "r": 3}),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "pln.table1.half.satisfiable",
        "$M = 2$, the widths 4 and 2",
        HALF_STATEMENT,
        Witness({"M": 2, "w": 4, "r": 2}),
    ),
    notes=("The distance $1 \\/ M$ is reached for $M = 1$ by the widths 2 and 3.",),
    not_claimed=NOT_CLAIMED,
)

_BEST = statement({"M": "int"}, [M >= 0], 4 * (M + 1) <= 2 * (M + 1))
BEST = Claim(
    id="pln.table1.best",
    kind="data",
    title="In Table 1, PLN-4 is the best of the norm sizes",
    source=source("Section 4.1.2, Table 1", ""),
    statement="In Table 1, PLN-4 shows the best performance of PLN.",
    readings=(
        Reading("for any $L$ and $epsilon$", ("given", 0), _ANY_M),
        Reading(
            "PLN-4 shows the best performance of PLN",
            ("show",),
            "its bound on the width, the row PLN-$d$ with $d = 4$, is at most that of PLN-2",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "pln.table1.best.bounds",
            "$M = 0$: the bound of PLN-4 is 4, that of PLN-2 is 2",
            _BEST,
            Witness({"M": 0}),
        ),
    ),
    satisfiable=Attempt("pln.table1.best.satisfiable", "$M = 0$", _BEST, Witness({"M": 0})),
    notes=(
        "Table 1 has no row PLN-4. The sentence fits Figure 4, of which Section 4.1.1 says that "
        "PLN performs best at the norm size $d = 4$: the number of the table is a slip.",
    ),
    not_claimed=NOT_CLAIMED,
)

#: the first half of its sentence; the second is about an experiment (``pln.vgg_bn``)
_PRINTED = "Sigmoid has at least the same nonlinear strength as ReLU following Table 1"
_UPPER = statement({"M": "int"}, [M >= 0], M + 1 <= M + 2)
STRENGTH = Claim(
    id="pln.table1.strength",
    kind="data",
    title="In Table 1 the upper bound of Sigmoid is at most that of ReLU",
    source=source("Section 4.3.1, Table 1", ""),
    statement=_PRINTED,
    readings=(
        Reading("for any $L$ and $epsilon$", ("given", 0), _ANY_M),
        Reading(
            "Sigmoid has at least the same nonlinear strength as ReLU following Table 1",
            ("show",),
            "by the upper bounds: $M + 1$ for Sigmoid, $M + 2$ for ReLU",
        ),
    ),
    obligations=(Obligation("pln.table1.strength.upper", "the two upper bounds", _UPPER),),
    satisfiable=Attempt("pln.table1.strength.satisfiable", "$M = 0$", _UPPER, Witness({"M": 0})),
    not_claimed=NOT_CLAIMED,
)
_WIDTHS = statement(_SORTS, [M >= 0, w <= M + 1, *_RELU, r >= 1, w >= 1], w <= r)
STRENGTH_WIDTHS = Claim(
    id="pln.table1.strength.widths",
    kind="data",
    title="From Table 1 it follows that Sigmoid needs at most the width of ReLU",
    source=source("a second reading of Section 4.3.1, Table 1", ""),
    statement=_PRINTED,
    readings=(
        Reading("for any $L$ and $epsilon$", ("given", 0), _ANY_M),
        Reading("Table 1, Sigmoid: $cal(W)$ is at most $M + 1$", ("given", 1)),
        Reading("Table 1, ReLU: $cal(W)$ is at least $M - 1$", ("given", 2)),
        Reading("and at most $M + 2$", ("given", 3)),
        Reading('$cal(G)(N; "ReLU")$ with $N >= 1$', ("given", 4)),
        Reading("$cal(G)(N; sigma)$ with $N >= 1$", ("given", 5)),
        Reading(
            "Sigmoid has at least the same nonlinear strength as ReLU following Table 1",
            ("show",),
            "by the widths themselves: that of Sigmoid is at most that of ReLU, whatever widths "
            "within the bounds they are",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "pln.table1.strength.widths.within",
            "$M = 2$: the bounds allow the widths 3 of Sigmoid and 1 of ReLU",
            _WIDTHS,
            Witness({"M": 2, "w": 3, "r": 1}),
        ),
    ),
    satisfiable=Attempt(
        "pln.table1.strength.widths.satisfiable",
        "$M = 2$ and the widths 3 and 1",
        _WIDTHS,
        Witness({"M": 2, "w": 3, "r": 1}),
    ),
    notes=(
        "Table 1 has no lower bound for Sigmoid, and that of ReLU is below Sigmoid's upper bound: "
        "what is refuted is that the bounds settle it.",
        "By the upper bounds it holds: `pln.table1.strength`.",
    ),
    not_claimed=NOT_CLAIMED,
)
