"""sumformer.thm4_4: the sum of a Sumformer in a Linformer head.

Theorem 4.4 is about blocks of width d and open; sumformer.thm4_4.repaired has what its proof gives
once F is another: the width 1 + d + 2 d'.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, conj
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading
from proofs.language.elaboration import written
from proofs.library.vectors import ONE
from proofs.sumformer import explorers, instances, narrow, one_delta_claim, readings
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
    COLUMNS,
    EQ22,
    EQ23,
    FUNCTIONS,
    QUERIES,
    QUERY_ROWS,
    SIZES,
    SORTS,
    VALUES,
    A,
    a,
    all_of,
    eq45,
    i,
    k,
    n,
    out_sums,
    softmax_rows,
    v,
)
from proofs.sumformer.linear_heads import (
    LIN_ATTENTION,
    LIN_HEAD,
    LIN_SCORE_ROWS,
    LIN_ZERO,
    LINFORMER_ROWS,
    PROJECTED,
    f,
    lin_sums,
    linformer_facts,
    projection_f,
)
from proofs.sumformer.nets import claims as nets_claims
from proofs.sumformer.paper import source
from proofs.trees.script import Json, statement

_SIZES = [*SIZES, k >= 1, k < n]
_LIN = {**FUNCTIONS, "A": 2, "T": 2, "E": 2, "F": 2, "EK": 2, "FV": 2}


def head_given(factor: Term, projection: Term) -> list[Json]:
    """The head of Definition 2.5, with this entry of W_V and of F."""
    weights = [*EQ22, *EQ23, *eq45(factor), QUERIES, VALUES]
    return [*_SIZES, *weights, *LIN_ATTENTION, projection_f(projection), PROJECTED, LIN_HEAD]


GIVEN = [*head_given(n, 1 / n), *END]
_SORTS = {**SORTS, "k": "int", "tau": "real"}
ALL_SORTS = {**_SORTS, **END_SORTS}
ALL_FUNCTIONS = {**_LIN, **END_FUNCTIONS}
STATEMENT = statement(ALL_SORTS, GIVEN, CONCLUSION, ALL_FUNCTIONS)


DELTA = one_delta_claim.obligation("sumformer.thm4_4.repaired")
MAIN = Obligation(
    "sumformer.thm4_4.repaired.statement",
    "for all $n, d, d'$, every $k$ with $1 <= k < n$, all inputs, Sumformers and last layers",
    STATEMENT,
    written(
        STATEMENT,
        LINFORMER_ROWS + BLOCK_ROWS + CONCLUSION_ROWS,
        linformer_facts(n) | END_FACTS,
        entry=n,
        scale=ONE,
        **COLUMNS,
    ),
)

# --- the printed proof ---------------------------------------------------------------------------

EQUAL = all_of(A(i, a).equals(1 / k), i=(1, n), a=(1, k))
SOFTMAX = statement(_SORTS, [*_SIZES, *EQ22, *EQ23, QUERIES, *LIN_ATTENTION], EQUAL, _LIN)


softmax_script = written(
    SOFTMAX, QUERY_ROWS + LIN_SCORE_ROWS + softmax_rows("k"), linformer_facts(n), **COLUMNS
)


EQ26 = statement(
    {**SORTS, "k": "int"},
    [*_SIZES, *EQ22, *eq45(n), VALUES, EQUAL, projection_f(1 / k), PROJECTED, LIN_HEAD],
    conj(LIN_ZERO, out_sums()),
    _LIN,
)
_INPUT = at(COLUMN, 1) + at(COLUMN, 3)
#: two tokens with phi = 1, k = 1, d = d' = 1
TWO = {"n": 2, "k": 1, "d": 1, "p": 1}
PRINTED: dict[str, Term | int] = {
    "X": _INPUT,
    "x": 0,
    "P": 1,
    "W": entry(1, 1),
    "WV": entry(3, 4, 2),
    "Q": at(COLUMN, 1),
    "V": 2 * at(COLUMN, 4),
    "T": ONE / 2,
    "A": 1,
    "E": ONE / 2,
    "EK": at(COLUMN, 1),
    "F": 1,
    "FV": 4 * at(COLUMN, 4),
    "O": 4 * at(COLUMN, 4),
}
REPAIRED: dict[str, Term | int | Function] = {
    **PRINTED,
    **SUMFORMER,
    "phi": 1,
    "F": ONE / 2,
    "FV": 2 * at(COLUMN, 4),
    "O": 2 * at(COLUMN, 4),
    "Y": _INPUT + 2 * at(COLUMN, 4),
    "f": 0,
    "G": 0,
}
NUMBERS = {
    **{**TWO, "tau": Fraction(1, 2), "e1": 0, "e2": 0, "eps": 1},
    **{"eta": 0, "delta": 0, "s1": 2, "s2": 2},
}
FACTOR = statement(
    {**_SORTS, "f": "real", "v": "real"},
    head_given(v, f),
    conj(LIN_ZERO, lin_sums(f * v)),
    _LIN,
)


factor_script = written(FACTOR, LINFORMER_ROWS, linformer_facts(v), entry=v, scale=f * v, **COLUMNS)


LINES = (
    Line(
        "sumformer.thm4_4.eq26.softmax",
        "Eq. 26, the matrix: with $E = 1 / n 1_(k times n)$ and $W_Q, W_K$ of Eq. 23, "
        "$rho((X W_Q)(E X W_K)^top) = 1 / k 1_(n times k)$",
        (
            Obligation(
                "sumformer.thm4_4.eq26.softmax.equal",
                "for every factor $tau$ of the scores ($1 \\/ sqrt(D)$ in Definition 2.5, 1 in "
                "Eq. 26)",
                SOFTMAX,
                softmax_script,
            ),
        ),
    ),
    Line(
        "sumformer.thm4_4.eq26",
        "Eq. 26: with $F = 1 / k 1_(k times n)$ and $W_V$ of Eq. 45, $rho(...) (F X W_V) = "
        "[0_(n times 1 + d + d'), Sigma]$",
        (),
        (
            Attempt(
                "sumformer.thm4_4.eq26.half",
                "$n = 2$, $k = 1$, $phi(x_1) = phi(x_2) = 1$: the head gives 4, and $Sigma = 2$",
                EQ26,
                matrices(TWO, PRINTED),
                part=1,
            ),
        ),
        "",
        "the output is $n / k Sigma$ (`sumformer.thm4_4.factor`), and $k < n$: it is never "
        "$Sigma$ where $Sigma != 0$",
        "$F = 1 / n 1$, or $k I_(d')$ in place of $n I_(d')$ in $W_V$",
        "$W_V$ as in Eq. 45; Eq. 23 has no $W_V$",
    ),
)


#: the row of the data is no row of Eq. 24: its last entry is 4 in place of 2
_WRONG_SUM = """
fix i, c
let y(c) = -1/6*((c - 2)*(c - 3)*(c - 4)) + -1/2*((c - 1)*(c - 2)*(c - 4))
  + 4*(1/6*((c - 1)*(c - 2)*(c - 3)))
have last: for all r: int, 1 <= r and r <= 1 => y(1 + 1 + 1 + r) = sum(j = 1..2, 1)
have wrong: 4 = 2 by last(1), sum_constant(1, 2, 1)
"""
HEAD_VALUE = Obligation(
    "sumformer.thm4_4.factor.head",
    "for all $n, k, d, d'$, all $f$ and $v$, all inputs",
    FACTOR,
    factor_script,
)
PRINTED_STATEMENT = (
    'For each function $f in cal(F)^n_"equi" (cal(X), cal(Y))$ and for each $epsilon > 0$ there '
    "exist $k in O(d \\/ epsilon^2)$ and there exist matrices $E, F in RR^(k times n)$ and a "
    'Linformer $T_"Lin"$ such that $sup_(X in cal(X)^n) norm(f(X) - T_"Lin" (X))_oo < epsilon$.'
)
INSTANCES = tuple(
    {**given, "k": k}
    for given, k in zip(instances.INSTANCES, ("2", "1", "4", "2", "1", "1", "2", "1"), strict=True)
)

REPAIRED_CLAIM = Claim(
    id="sumformer.thm4_4.repaired",
    kind="theorem",
    title="Linformers of width 1 + d + 2 d' approximate what Sumformers do",
    source=source("Theorem 4.4, with another width and another F", "25-26"),
    statement=PRINTED_STATEMENT + readings.WIDE.format('T_"Lin"') + " It takes $n >= 2$.",
    readings=(
        *readings.sizes(),
        Reading("$k in NN$, $k in O(d \\/ epsilon^2)$", ("given", 3), "every $k$; $k = 1$ is one"),
        Reading("$k < n$, Definition 2.5", ("given", 4), "so $n >= 2$; not used in the proof"),
        *readings.weights(5, "n"),
        Reading("$E = 1 / n 1_(k times n)$", ("given", 16)),
        Reading("$E X W_K$", ("given", 17)),
        Reading(
            "the scores $(X W_Q)(E X W_K)^top tau$",
            ("given", 18),
            "$tau = 1 \\/ sqrt(D)$ in Definition 2.5, 1 in Eq. 26; any $tau$ here",
        ),
        Reading("softmax, row by row", ("given", 19)),
        Reading("$F = 1 / n 1_(k times n)$", ("given", 20), "printed: $1 / k 1_(k times n)$"),
        Reading("$F X W_V$", ("given", 21)),
        Reading('$"LinAttHead"(X)$', ("given", 22), "one head, $W_O = I$"),
        *readings.end(23, 'T_"Lin"'),
        *one_delta_claim.readings("sumformer.thm4_4.repaired"),
    ),
    obligations=(MAIN, DELTA),
    controls=(
        Control(
            Attempt(
                "sumformer.thm4_4.repaired.control.projection",
                "with the printed $F = 1 / k 1$ the rows are not those of Eq. 24, and nothing is "
                "known of the last layers: $n = 2$, $k = 1$",
                statement(
                    ALL_SORTS,
                    [projection_f(1 / k) if m == 20 else g for m, g in enumerate(GIVEN)],
                    CONCLUSION,
                    ALL_FUNCTIONS,
                ),
                matrices(NUMBERS, {**REPAIRED, **PRINTED, "Y": _INPUT + 4 * at(COLUMN, 4), "G": 5}),
                {31: _WRONG_SUM},
                part=1,
            ),
            "constant tightened",
        ),
        Control(
            Attempt(
                "sumformer.thm4_4.repaired.control.ones",
                "without the column of ones no row of Eq. 24 comes out",
                statement(
                    ALL_SORTS,
                    [g for m, g in enumerate(GIVEN) if m != 5],
                    CONCLUSION,
                    ALL_FUNCTIONS,
                ),
                matrices(
                    NUMBERS,
                    {
                        **REPAIRED,
                        "X": at(COLUMN, 3),
                        "Q": 0,
                        "EK": 0,
                        "T": 0,
                        "Y": at(COLUMN, 3) + 2 * at(COLUMN, 4),
                        "G": 5,
                    },
                ),
                part=1,
            ),
            "hypothesis dropped",
        ),
        *end_controls("sumformer.thm4_4.repaired", STATEMENT, 26, NUMBERS, REPAIRED, {}),
        *one_delta_claim.controls("sumformer.thm4_4.repaired"),
    ),
    satisfiable=(
        Attempt(
            "sumformer.thm4_4.repaired.satisfiable",
            "two tokens $x = 0$ with $phi(x) = 1$, $k = 1$ and $f = psi = T = 0$",
            STATEMENT,
            matrices({**NUMBERS, **IN_CONCLUSION}, REPAIRED),
        ),
        one_delta_claim.satisfiable("sumformer.thm4_4.repaired"),
    ),
    notes=(
        "Proved with $F = 1 / n 1$, from what is assumed; as printed the head gives $n / k Sigma$.",
        "Every $k$ from 1 to $n - 1$ does, so $k$ need not depend on $d$ or $epsilon$: $k = 1$, "
        "for which all rows of $A$ are 1.",
        "Section 2.2.1 samples $E$ and $F$ from a normal distribution. The proof chooses them, "
        'as the theorem\'s "there exist" allows; both have rank 1.',
        "The factor $1 \\/ sqrt(D)$ of Definition 2.5 is missing in Eq. 26; it changes nothing.",
    ),
    not_claimed=("that blocks of width $d$ are enough (`sumformer.thm4_4`)",),
    cites=("Theorem 4.1", "Hornik et al., 1989"),
    assumes=readings.CITED,
)

RUN = instances.rows("linformer", lambda version: HEAD_VALUE)

CLAIM: Claim = Claim(
    id="sumformer.thm4_4",
    kind="theorem",
    title="Linformers of width d approximate equivariant functions",
    source=source("Theorem 4.4", "25-26"),
    statement=PRINTED_STATEMENT
    + readings.NARROW.format("2.5", 'T_"Lin"')
    + " For $n = 1$ see `sumformer.thm4_4.one_token`.",
    readings=(),
    obligations=(),
    lines=LINES,
    notes=(
        narrow.open_here(
            "4",
            "for $n = 2$, $d = 1$, where $k < n$ leaves $k = 1$, it fails, with an error of at "
            "least $1\\/27$ for some $f$; this is a theorem of Coq (`proofs/coq/plane.v`).",
        ),
        narrow.CONTINUOUS,
        "For $n = 1$ Definition 2.5 leaves no $k >= 1$ (`sumformer.thm4_4.one_token`).",
        '"Theorem 4.2" in the printed proof is Theorem 4.3.',
    ),
    not_claimed=narrow.NOT_CLAIMED,
    cites=("Theorem 4.1", "Hornik et al., 1989"),
    parameters=instances.PARAMETERS["linformer"],
    instances=INSTANCES,
    run=RUN,
    explorers=lambda: explorers.of_rows(RUN, CLAIM),
    construct=lambda settings: instances.constructed(settings, "linformer"),
    plan=lambda settings: instances.planned(settings, "linformer"),
    repaired=(nets_claims.claim("linformer", "4", "25-26"), REPAIRED_CLAIM),
    sharpened=(
        Claim(
            id="sumformer.thm4_4.factor",
            kind="proof-step",
            title="A Linformer head with constant projections gives a multiple of the sum",
            source=source("Proof of Theorem 4.4", "26"),
            statement="With $F = f 1_(k times n)$ and $v I_(d')$ in $W_V$, every row of the head "
            "is $[0_(1 + d + d'), f v Sigma]$: $n / k Sigma$ for $f = 1 \\/ k$ and $v = n$ as "
            "printed, $Sigma$ for $f = 1 \\/ n$ and $v = n$, or $f = 1 \\/ k$ and $v = k$.",
            readings=(
                *readings.sizes(),
                Reading("$k >= 1$", ("given", 3)),
                Reading("$k < n$", ("given", 4)),
                *readings.weights(5, "v"),
                Reading("$E = 1 / n 1$", ("given", 16)),
                Reading("$E X W_K$", ("given", 17)),
                Reading("the scores $(X W_Q)(E X W_K)^top tau$", ("given", 18), "any $tau$"),
                Reading("softmax, row by row", ("given", 19)),
                Reading("$F = f 1$", ("given", 20)),
                Reading("$F X W_V$", ("given", 21)),
                Reading('$"LinAttHead"(X)$', ("given", 22)),
                Reading("$[0, f v Sigma]$ in every row", ("show",)),
            ),
            obligations=(HEAD_VALUE,),
            satisfiable=tuple(
                Attempt(
                    f"sumformer.thm4_4.factor.satisfiable.{place}",
                    f"two tokens $x = 0$ with $phi(x) = 1$, $k = 1$: {says}",
                    FACTOR,
                    matrices(
                        {**TWO, "tau": Fraction(1, 2), "f": Fraction(1, 2), "v": 2, **at_},
                        {name: REPAIRED[name] for name in _LIN},
                    ),
                )
                for place, says, at_ in (
                    ("zero", "the first coordinate", IN_CONCLUSION),
                    ("sum", "the sum", {"i_": 1, "r_": 1}),
                )
            ),
        ),
    ),
)
