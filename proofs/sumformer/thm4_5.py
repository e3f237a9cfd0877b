"""sumformer.thm4_5: the sum of a Sumformer in a Performer head.

Theorem 4.5 is about blocks of width d and open; sumformer.thm4_5.repaired has what its proof gives
once W_V is another: the width 1 + d + 2 d'.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, conj, var
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading
from proofs.language.elaboration import Written, written
from proofs.library.vectors import ONE, S, sigma
from proofs.sumformer import instances, narrow, no_ones, one_delta_claim, readings
from proofs.sumformer.blocks import (
    BLOCK_ROWS,
    CONCLUSION,
    CONCLUSION_ROWS,
    END,
    END_FACTS,
    END_FUNCTIONS,
    END_SORTS,
    Y,
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
    OUT,
    OUT_ZERO,
    QUERIES,
    QUERY_ROWS,
    SHIFT,
    SIZES,
    SORTS,
    SUM,
    VALUES,
    D,
    P,
    X,
    a,
    all_of,
    c,
    d,
    eq45,
    facts,
    i,
    j,
    k,
    n,
    p,
    r,
    sums_of,
    v,
    x,
)
from proofs.sumformer.linear_heads import (
    FEATURE_ROWS,
    LAMBDA,
    LIN_ZERO,
    PERFORMER,
    PERFORMER_ROWS,
    B,
    lin_sums,
    performer_facts,
)
from proofs.sumformer.nets import claims as nets_claims
from proofs.sumformer.paper import source
from proofs.trees.script import Json, statement

_SIZES = [*SIZES, k >= 1, k < n]
_PER = {**FUNCTIONS, "B": 2, "om": 2, "M": 2}
_SORTS = {**SORTS, "k": "int"}
SCALE = v.equals(1 / LAMBDA)
GIVEN = [*_SIZES, *EQ22, *EQ23, *eq45(v), QUERIES, VALUES, *PERFORMER, SCALE, *END]
ALL_SORTS = {**_SORTS, "v": "real", **END_SORTS}
ALL_FUNCTIONS = {**_PER, **END_FUNCTIONS}
STATEMENT = statement(ALL_SORTS, GIVEN, CONCLUSION, ALL_FUNCTIONS)


DELTA = one_delta_claim.obligation("sumformer.thm4_5.repaired")
MAIN = Obligation(
    "sumformer.thm4_5.repaired.statement",
    "for all $n, d, d'$, every $k$ with $1 <= k < n$, all $omega$, inputs, Sumformers and last "
    "layers",
    STATEMENT,
    written(
        STATEMENT,
        f"""{PERFORMER_ROWS}
have out_sums: for all i in 1..n, for all r in 1..p, O(i, SUM + r) = 1*sum(j = 1..n, P(j, r)):
  have unit: lam*v = 1
  show by out_sums(i, r), unit
{BLOCK_ROWS}{CONCLUSION_ROWS}""",
        performer_facts(v) | END_FACTS | {"scale": SCALE},
        lam=LAMBDA,
        entry=v,
        **COLUMNS,
    ),
)

# --- the printed proof ---------------------------------------------------------------------------

_KERNELS = all_of(sigma(k, lambda o: B(i, o) * B(a, o)).equals(LAMBDA), i=(1, n), a=(1, n))
EQUAL = statement(
    _SORTS, [*_SIZES, *EQ22, *EQ23, QUERIES, PERFORMER[0]], conj(_KERNELS, LAMBDA > 0), _PER
)


_W = 1 / (LAMBDA * n)
_SCALED = all_of((_W * OUT(i, SUM + r)).equals(sums_of(P, r)), i=(1, n), r=(1, p))
EQ28 = statement(
    _SORTS,
    [*_SIZES, *EQ22, *EQ23, *eq45(n), QUERIES, VALUES, *PERFORMER],
    conj(LIN_ZERO, _SCALED),
    _PER,
)


lam = var("lam")
_HEAD = [OUT_ZERO, lin_sums(lam * n)]
_SKIPPED = {**FUNCTIONS, "Y": 2}
_SKIP_SORTS = {**SORTS, "lam": "real"}
_BLOCK = all_of(Y(i, c).equals(X(i, c) + 1 / (lam * n) * (X(i, c) + OUT(i, c))), i=(1, n), c=(1, D))
_OUTSIDE = all_of(Y(i, c).equals(X(i, c) + 1 / (lam * n) * OUT(i, c)), i=(1, n), c=(1, D))
_KEPT = [
    all_of(Y(i, c).equals(X(i, c)), i=(1, n), c=(1, SUM)),
    all_of(
        Y(i, c).equals(X(i, c) + 1 / (lam * n) * (X(i, c) + OUT(i, c))), i=(1, n), c=(SUM + 1, D)
    ),
]
_COLUMNS = conj(
    all_of(Y(i, ONE).equals(1), i=(1, n)),
    all_of(Y(i, 1 + j).equals(x(i, j)), i=(1, n), j=(1, d)),
    all_of(Y(i, SHIFT + r).equals(P(i, r)), i=(1, n), r=(1, p)),
    all_of(Y(i, SUM + r).equals(sums_of(P, r)), i=(1, n), r=(1, p)),
)


def _skip(block: list[Json]) -> Json:
    given = [*SIZES, lam > 0, *EQ22, *_HEAD, *block]
    return statement(_SKIP_SORTS, given, _COLUMNS, _SKIPPED)


def skip_script(block: list[Json]) -> Written:
    """Each of the four groups of columns; the block's first equation is for the first three."""
    given = {"kept": block[0], "last": block[-1], "out_zero": _HEAD[0], "out_sums": _HEAD[1]}
    return written(
        _skip(block),
        """
        have product: 0 < lam*n
        have first: for all i in 1..n, Y(i, 1) = 1:
          show by kept(i, 1), ones(i), out_zero(i, 1)
        have second: for all i in 1..n, for all j in 1..d, Y(i, 1 + j) = x(i, j):
          show by kept(i, 1 + j), tokens(i, j), out_zero(i, 1 + j)
        have third: for all i in 1..n, for all r in 1..p, Y(i, SHIFT + r) = P(i, r):
          show by kept(i, SHIFT + r), features(i, r), out_zero(i, SHIFT + r)
        have fourth: for all i in 1..n, for all r in 1..p, Y(i, SUM + r) = sum(j = 1..n, P(j, r)):
          show by product, last(i, SUM + r), empty(i, r), out_sums(i, r)
        show by first, second, third, fourth
        """,
        facts(n) | given,
        **COLUMNS,
    )


_INPUT = at(COLUMN, 1) + at(COLUMN, 3)
_SKIP_WITNESS = matrices(
    {"n": 2, "d": 1, "p": 1, "lam": Fraction(1, 2)},
    {
        "X": _INPUT,
        "x": 0,
        "P": 1,
        "W": 0,
        "WV": 0,
        "Q": 0,
        "V": 0,
        "O": 2 * at(COLUMN, 4),
        "Y": 2 * _INPUT + 2 * at(COLUMN, 4),
    },
)
_STANDS = "sumformer.thm4_5.eq28.kept"
LINES = (
    Line(
        "sumformer.thm4_5.rows",
        "Because all rows are the same, $a(X W_Q) a(X W_K)^top = lambda 1_(n times n)$ for some "
        "$lambda in RR$",
        (
            Obligation(
                "sumformer.thm4_5.rows.lambda",
                "$lambda = 1 / (e k) sum_l e^(2 omega_(l, 1)) > 0$, for all $omega_1, ..., "
                "omega_k$",
                EQUAL,
                written(
                    EQUAL,
                    f"""{QUERY_ROWS}{FEATURE_ROWS}
have kernels: for all i in 1..n, for all a in 1..n, sum(j = 1..k, B(i, j)*B(a, j)) = lam:
  have each: for all j in 1..k, B(i, j)*B(a, j) = exp(-1/2)^2/k*(exp(om(j, 1))*exp(om(j, 1))):
    show by same_rows(i, j), same_rows(a, j), square(j)
  show by each,
    sum_proportional(j -> B(i, j)*B(a, j), j -> exp(om(j, 1))*exp(om(j, 1)), exp(-1/2)^2/k, 1, k)
show by kernels, positive
""",
                    performer_facts(n),
                    lam=LAMBDA,
                    **COLUMNS,
                ),
            ),
        ),
    ),
    Line(
        "sumformer.thm4_5.eq28",
        "Eq. 28: $W a(X W_Q) a(X W_K)^top (X W_V) + b$ with $W = 1 / (lambda n) I$, $b = 0$ and "
        "$W_V$ of Eq. 45 has the rows $[0_(1 + d + d'), Sigma]$",
        (
            Obligation(
                "sumformer.thm4_5.eq28.value",
                "for all $n, k, d, d'$, $omega$ and inputs",
                EQ28,
                written(
                    EQ28,
                    f"""{PERFORMER_ROWS}
have scaled: for all i in 1..n, for all r in 1..p, 1/(lam*n)*O(i, SUM + r) = sum(j = 1..n, P(j, r)):
  show by out_sums(i, r), positive, n >= 1
""",
                    performer_facts(n),
                    lam=LAMBDA,
                    entry=n,
                    **COLUMNS,
                ),
            ),
        ),
        reading="$W$ from the right, as a row-wise layer: a product with $W in RR^(D times D)$ "
        "from the left needs $D = n$",
    ),
    Line(
        "sumformer.thm4_5.skip",
        "With the skip connection we get the desired input for $psi$",
        (
            Obligation(
                _STANDS,
                "with $W = 1 / (lambda n)$ on the last $d'$ coordinates and 0 elsewhere, in the "
                "block of Definition 2.3",
                _skip(_KEPT),
                skip_script(_KEPT),
            ),
            Obligation(
                "sumformer.thm4_5.eq28.outside",
                'with $W = 1 / (lambda n) I$ in $X + "FC"("Att"(X))$',
                _skip([_OUTSIDE]),
                skip_script([_OUTSIDE]),
            ),
        ),
        (
            Attempt(
                "sumformer.thm4_5.skip.twice",
                '$X + "FC"(X + "Att"(X))$ with $lambda n = 1$: the first column is 2',
                _skip([_BLOCK]),
                _SKIP_WITNESS,
            ),
        ),
        _STANDS,
        'in the block of Definition 2.3 FC is applied to $X + "Att"(X)$, so that $W = 1 / (lambda '
        "n) I$ adds $X \\/ (lambda n)$ to the first columns",
        "$1 / (lambda n)$ on the last $d'$ coordinates only; or $1 \\/ lambda$ in place of $n$ in "
        "$W_V$, and no further layer (`sumformer.thm4_5.repaired`)",
        "the block of Definition 2.3; without its inner skip connection the line holds "
        "(`sumformer.thm4_5.eq28.outside`)",
    ),
)

# --- data ----------------------------------------------------------------------------------------

_HALF = S.const(Fraction(1, 2))
NUMBERS = {
    **{"n": 2, "k": 1, "d": 1, "p": 1, "v": 1, "e1": 0, "e2": 0, "eps": 1},
    **{"eta": 0, "delta": 0, "s1": 0, "s2": 0},
}
ENTRIES: dict[str, Term | int | Function] = {
    **SUMFORMER,
    "phi": 0,
    "X": at(COLUMN, 1),
    "x": 0,
    "P": 0,
    "W": entry(1, 1),
    "WV": entry(3, 4),
    "Q": at(COLUMN, 1),
    "V": 0,
    "B": S.exp(-_HALF) * S.exp(_HALF),
    "om": _HALF * at(COLUMN, 1),
    "M": 0,
    "O": 0,
    "Y": at(COLUMN, 1),
    "f": 0,
    "G": 0,
}


#: lambda = 1
_SCALE = """
let t = 1/2*(-1/6*((1 - 2)*(1 - 3)*(1 - 4)))
have half: exp(-1/2)*exp(1/2) = 1 by exp_minus(1/2)
have same: exp(t) = exp(1/2) by exp_equal(t, 1/2)
have one: sum(j = 1..1, exp(t)*exp(t)) = exp(t)*exp(t) by sum_constant(1, 1, exp(t)*exp(t))
have (exp(-1/2)^2)*(exp(t)*exp(t)) = 1 by half, same
"""
_TEXTS = {19: _SCALE}


INSTANCES = tuple(
    {**given, "omega": omega}
    for given, omega in zip(
        instances.INSTANCES,
        ("1, -1/3", "0", "1/2, 3, -3, 1", "-10", "0, 1/1000000", "1", "1/2", "-2, 2"),
        strict=True,
    )
)


def _general(version: str) -> Obligation:
    """What is proved of the block of this version for all inputs."""
    return MAIN if version == "repaired" else LINES[1].obligations[0]


PRINTED_STATEMENT = "Let $k in NN$ with $k < n$. " + readings.STATEMENT.format(
    'Performer $T_"Per"$', 'T_"Per" '
)

REPAIRED = Claim(
    id="sumformer.thm4_5.repaired",
    kind="theorem",
    title="Performers of width 1 + d + 2 d' approximate what Sumformers do",
    source=source("Theorem 4.5, with another width and another W_V", "27-28"),
    statement=PRINTED_STATEMENT + readings.WIDE.format('T_"Per"'),
    readings=(
        *readings.sizes(),
        Reading("$k in NN$", ("given", 3)),
        Reading("$k < n$", ("given", 4), "not used in the proof"),
        *readings.weights(5, "v"),
        Reading(
            "Eq. 7: $a(X W_Q) = a(X W_K)$, called $B$",
            ("given", 16),
            "for every choice of $omega_1, ..., omega_k$",
        ),
        Reading("$a(X W_K)^top (X W_V)$", ("given", 17)),
        Reading('Eq. 8: $"PerAttHead"(X)$', ("given", 18), "one head, $W_O = I$"),
        Reading(
            "$v = 1 \\/ lambda$",
            ("given", 19),
            "$lambda = 1 / (e k) sum_l e^(2 omega_(l, 1))$; printed: $v = n$, and a further layer "
            "$1 / (lambda n) I$",
        ),
        *readings.end(20, 'T_"Per"'),
        *one_delta_claim.readings("sumformer.thm4_5.repaired"),
    ),
    obligations=(MAIN, DELTA),
    controls=(
        Control(
            Attempt(
                "sumformer.thm4_5.repaired.control.ones",
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
                        **ENTRIES,
                        "X": 0,
                        "Q": 0,
                        "B": S.exp(ONE - 1) * S.exp(ONE - 1),
                        "Y": 0,
                        "G": 5,
                    },
                ),
                {18: _SCALE},
                part=1,
            ),
            "hypothesis dropped",
        ),
        *end_controls("sumformer.thm4_5.repaired", STATEMENT, 23, NUMBERS, ENTRIES, _TEXTS),
        *one_delta_claim.controls("sumformer.thm4_5.repaired"),
    ),
    satisfiable=(
        Attempt(
            "sumformer.thm4_5.repaired.satisfiable",
            "two tokens $x = 0$ with $phi = 0$, $k = 1$, $omega = e_1 \\/ 2$ (so that $lambda = "
            "1$) and $f = psi = T = 0$",
            STATEMENT,
            matrices({**NUMBERS, **IN_CONCLUSION}, ENTRIES),
            _TEXTS,
        ),
        one_delta_claim.satisfiable("sumformer.thm4_5.repaired"),
    ),
    notes=(
        "Proved with $1 \\/ lambda$ in $W_V$ and no further layer, from what is assumed.",
        "Every choice of $omega_1, ..., omega_k$ does: only their first coordinates enter, "
        "through $lambda$. So this holds for the sampled vectors of Definition 2.6 as well as for "
        "fixed ones.",
    ),
    not_claimed=("that blocks of width $d$ are enough (`sumformer.thm4_5`)",),
    cites=("Theorem 4.1", "Hornik et al., 1989"),
    assumes=readings.CITED,
)

CLAIM = Claim(
    id="sumformer.thm4_5",
    kind="theorem",
    title="Performers of width d approximate equivariant functions",
    source=source("Theorem 4.5", "27-28"),
    statement=PRINTED_STATEMENT + readings.NARROW.format("2.6", 'T_"Per"'),
    readings=(),
    obligations=(),
    lines=LINES,
    notes=(
        narrow.open_here(
            "5",
            "for $n = 2$, every $d$, continuous $f$ and compact $cal(X)$ it holds, with two "
            "blocks, whatever the vectors $omega$ of the heads are: a theorem of Coq, on which no "
            "verdict rests (`proofs/coq/performer.v`); $n >= 3$ is not decided.",
        ),
        narrow.CONTINUOUS,
        "In Eq. 28 $W$ stands to the left of an $n times D$ matrix, and the rows are written as "
        "columns; a row-wise layer acts from the right.",
    ),
    not_claimed=narrow.NOT_CLAIMED,
    cites=("Theorem 4.1", "Hornik et al., 1989"),
    parameters=instances.PARAMETERS["performer"],
    instances=INSTANCES,
    run=instances.rows("performer", _general),
    construct=lambda settings: instances.constructed(settings, "performer"),
    plan=lambda settings: instances.planned(settings, "performer"),
    repaired=(nets_claims.claim("performer", "5", "27-28"), REPAIRED),
    sharpened=(no_ones.PERFORMER,),
)
