"""What the paper says of sizes: layers, attention matrices, and the growth of d'."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.methods.script import Node, auto, intro, node, split
from proofs.sumformer import dprime, sizes
from proofs.sumformer.paper import source

LAYERS = "sumformer.sizes.layers"
MATRIX = "sumformer.sizes.attention_matrix"
GROWTH = "sumformer.dprime.exponential"
_d, _n, _x, _e = (var(name) for name in ("d", "n", "x", "e"))
Functions = dict[str, tuple[tuple[str, ...], Json]]
#: C(1 + n, 1), x^e up to e = 2, e! up to e = 2
TWO_CELLS: Functions = {
    "P": (("d", "n"), (1 + _d * _n).json),
    "E": (("x", "e"), (1 + _e * (_x - 1) + _e * (_e - 1) / 2 * (_x - 1) ** 2).json),
    "F": (("e",), (1 + _e * (_e - 1) / 2).json),
}


def below(name: str, high: int, leaf: Node) -> Node:
    """In turn for the integers 0 <= name < high."""
    at = var(name)
    each = node("finite", *[leaf] * high, on=name, **{"from": 0, "to": high - 1})
    return split((at - high).json, auto("out of range"), each)


def _powers_up_to(high: int) -> Callable[[], Node]:
    return lambda: intro("x0", intro("e0", intro("", below("e0", high, auto("x^(e + 1)")))))


def _factorials() -> Node:
    return intro("e0", intro("", below("e0", 2, auto("(e + 1)!"))))


def _given(index: int) -> Callable[[], Node]:
    return lambda: sizes.positive_powers()[index]


def _row() -> Node:
    return intro("d0", intro("", auto("Pascal")))


def _exponentials(values: Term) -> Functions:
    return {
        "P": (("d",), values.json),
        "E": (("x", "e"), sizes.power_of(_x, _e).json),
    }


def _outgrown(name: str, says: str, fixed: int, values: Term) -> Attempt:
    return Attempt(
        name,
        says,
        sizes.EXPONENTIAL,
        Witness({"n": fixed}, _exponentials(values)),
        ROW_GIVENS,
        lambda: sizes.outgrown(values),
    )


def _row_satisfiable(name: str, fixed: int, values: Term) -> Attempt:
    witness = Witness({"n": fixed}, _exponentials(values))
    return Attempt(name, "exact values", sizes.EXPONENTIAL, witness, ROW_GIVENS)


ROW_GIVENS: dict[int, Callable[[], Node]] = {2: _row, 3: _given(0), 4: _given(1)}
THREE = (_d + 1) * (_d + 2) * (_d + 3) / 6
"""C(3 + d, d)."""

_COUNTED = Obligation(
    f"{LAYERS}.count",
    "for every $c$ and $n$, by how many of the $n$ cells are the last one",
    dprime.STATEMENT,
    dprime.script,
)
_BOUNDS = Obligation(
    f"{LAYERS}.bounds", "for every $c >= 1$ and $n >= 0$", sizes.BOUNDS, sizes.bounds_script
)
_IN_N = Obligation(
    f"{LAYERS}.polynomial.bound", "for every $c$ and $n$", dprime.IN_N, dprime.in_n_script
)
_PLACE = "Sections 4.1, 4.2 and Appendix B"
_P = "$P(d, n) = product_(i = 1)^d (n + i) \\/ i$"

_EXACT = Claim(
    id=f"{LAYERS}.exact",
    kind="theorem",
    title="There are Delta^(n d)/n! multisets of n cells",
    source=source(_PLACE, "-"),
    statement="The $(1 / epsilon)^(n d) \\/ n!$ of $O(n (1 / epsilon)^(n d) \\/ n!)$ read as the "
    "number of multisets of $n$ of the $c = Delta^d$ cells: all sequences, with their orders "
    "divided out.",
    readings=(
        Reading("$c = Delta^d$ cells", ("given", 0), "$c - 1$ is called $D$"),
        Reading("$n$ tokens", ("given", 1), "called $n_0$"),
        Reading(f"the number of multisets: {_P} at $d = c - 1$", ("given", 2), f"`{_COUNTED.id}`"),
        Reading("", ("given", 3)),
        Reading("powers $E(x, e) = x^e$", ("given", 4)),
        Reading("", ("given", 5), "up to $e = n$"),
        Reading("$F(e) = e!$", ("given", 6)),
        Reading("", ("given", 7), "up to $e = n$"),
        Reading("$n! P(c - 1, n) = c^n$", ("show",)),
    ),
    obligations=(),
    attempts=(
        Attempt(
            f"{LAYERS}.exact.two",
            "$n = 2$ of $c = 2$ cells: ${0, 0}$, ${0, 1}$, ${1, 1}$ are 3, and $2^2 \\/ 2! = 2$",
            sizes.EXACT,
            Witness({"D": 1, "n0": 2}, TWO_CELLS),
            {
                2: lambda: intro("n1", intro("", auto("1"))),
                3: dprime.GIVENS[2],
                4: lambda: intro("x0", auto("x^0")),
                5: _powers_up_to(2),
                7: _factorials,
            },
        ),
    ),
    notes=(
        "Multisets with equal cells have fewer than $n!$ orders. What holds are the two bounds of "
        f"`{LAYERS}`.",
    ),
)
_GROWING = Claim(
    id=f"{LAYERS}.growing",
    kind="theorem",
    title="For a fixed grid the printed number of layers goes to 0 as n grows",
    source=source(_PLACE, "-"),
    statement="For every $c = Delta^d$ and every constant $K$ there is an $n$ with $K n c^n \\/ n! "
    "< 1$: $O(n (1 / epsilon)^(n d) \\/ n!)$ with one constant for all $n$ allows no layer at all.",
    readings=(
        Reading("$c = Delta^d$ cells", ("given", 0)),
        Reading("powers", ("given", 1)),
        Reading("", ("given", 2)),
        Reading("$F(e) = e!$", ("given", 3)),
        Reading("", ("given", 4)),
        Reading("$K n c^n < n!$ for some $n$", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{LAYERS}.growing.statement",
            "for every $c$ and $K$",
            sizes.VANISHES,
            sizes.vanishes_script,
        ),
    ),
    notes=(
        "So the formula can only be meant for fixed $n$ and $d$ as $epsilon -> 0$, where $n!$ is a "
        "constant.",
    ),
)
_POLYNOMIAL = Claim(
    id=f"{LAYERS}.polynomial",
    kind="theorem",
    title="For a fixed grid the number of multisets is polynomial in n",
    source=source(_PLACE, "-"),
    statement="For $c = Delta^d$ cells there are at most $(n + 1)^(c - 1)$ multisets of $n$ of "
    "them.",
    readings=(
        Reading("$c - 1$, called $D$", ("given", 0)),
        Reading("$n$ tokens", ("given", 1)),
        Reading(f"{_P} multisets, $d = c - 1$", ("given", 2)),
        Reading("", ("given", 3)),
        Reading("powers", ("given", 4)),
        Reading("", ("given", 5)),
        Reading("factorials", ("given", 6)),
        Reading("", ("given", 7)),
        Reading("at most $(n + 1)^(c - 1)$, and at least $n^(c - 1) \\/ (c - 1)!$", ("show",)),
    ),
    obligations=(_IN_N,),
)
_EXPONENTIAL_N = Claim(
    id=f"{LAYERS}.exponential",
    kind="theorem",
    title="The number of multisets of cells grows exponentially in the sequence length",
    source=source("Section 4.1", "-"),
    statement="We need exponentially many feed-forward layers in the sequence lengths $n$: read as "
    "one layer or more for each multiset of $n$ of the $c = Delta^d$ cells, for a fixed $c$, that "
    "there are $b > 1$ and $K > 0$ with $K b^n$ of them or more for all $n$.",
    readings=(
        Reading("$c = Delta^d >= 2$ cells", ("given", 0), "$c - 1$ is called $n$ here"),
        Reading(
            "the number of multisets, $P(0) = 1$",
            ("given", 1),
            "$P(d)$ is the number for $d$ tokens: Pascal's triangle is symmetric",
        ),
        Reading("$(d + 1) P(d + 1) = (c + d) P(d)$", ("given", 2)),
        Reading("powers $E(x, e) = x^e$, $x > 0$", ("given", 3)),
        Reading("", ("given", 4)),
        Reading("$K b^n <= P(n)$ for all $n$", ("show",), "$K$ is called $c$, $n$ is called $d$"),
    ),
    obligations=(),
    attempts=(
        _outgrown(
            f"{LAYERS}.exponential.two",
            "$c = 2$ cells have $n + 1$ multisets of $n$",
            1,
            _d + 1,
        ),
    ),
    satisfiable=_row_satisfiable(f"{LAYERS}.exponential.satisfiable", 1, _d + 1),
    notes=(
        "Nor is the printed $n (1 / epsilon)^(n d) \\/ n!$ exponential in $n$: it goes to 0 "
        f"(`{LAYERS}.growing`). In $d$ both are: $c = Delta^d$.",
        "Lower bounds on layers are not proved in the paper; what is counted are the values that "
        "its construction tells apart.",
    ),
)
LAYERS_CLAIM = Claim(
    id=LAYERS,
    kind="theorem",
    title="How many values the discontinuous construction tells apart",
    source=source(_PLACE, "32-35"),
    statement="For the discontinuous proof, we know from (Yun et al., 2019) that we need "
    "$O(n (1 / epsilon)^(n d) \\/ n!)$ many layers for the approximation. Read for fixed $n$ and "
    "$d$ as $n$ times the number of multisets of $n$ of the $c = Delta^d$ cells, which is "
    "$binom(c + n - 1, n)$: $c^n \\/ n! <= binom(c + n - 1, n) <= c^n$.",
    readings=(
        Reading("$c = Delta^d$ cells", ("given", 0), "$c - 1$ is called $D$"),
        Reading("$binom(c + n - 1, n) = product_(i = 1)^(c - 1) (n + i) \\/ i$", ("given", 1)),
        Reading("", ("given", 2)),
        Reading(
            "the number of multisets of $n$ cells, $A(c - 1, n)$",
            ("given", 3),
            "one of one cell",
        ),
        Reading("", ("given", 4), "$n - k$ times the last cell, $k$ of the others"),
        Reading("$binom(c + n - 1, n)$ multisets", ("show",)),
        Reading(
            "$c^n <= n! binom(c + n - 1, n)$, and $binom(c + n - 1, n) <= c^n$",
            ("show",),
            "so that $O(n (1 / epsilon)^(n d) \\/ n!)$ holds with the constant $n!$, and no "
            "constant below 1",
            _BOUNDS.id,
        ),
    ),
    obligations=(_COUNTED, _BOUNDS),
    satisfiable=Attempt(
        f"{LAYERS}.satisfiable",
        "two cells: $n + 1$ multisets",
        dprime.STATEMENT,
        Witness({"D": 1}, dprime.ONE_COORDINATE),
        dprime.GIVENS,
    ),
    notes=(
        "Appendix A codes $n - 1$ tokens: put $n - 1$ for $n$.",
        "Any code of these multisets has as many values, so at least $log_2 binom(c + n - 1, n)$ "
        "bits, which is at most $n log_2 c$. The sums of powers of `sumformer.code` take $c log_2 "
        "n$: for few tokens and many cells far more.",
        "$epsilon$ stands for $delta = 1 \\/ Delta$, the side of the cells, which is not the "
        "error: for an $L$-Lipschitz $f$ the construction takes $Delta > L \\/ epsilon$.",
        "Section 4.1 has exponentially many layers in $n$ and $d$. For a fixed grid the number of "
        f"multisets is polynomial in $n$ (`{LAYERS}.polynomial`).",
    ),
    not_claimed=(
        "that networks with fewer layers cannot do it: (Yun et al., 2019) and the paper have upper "
        "bounds only",
    ),
    cites=("Yun et al., 2019, Lemma 7",),
    sharpened=(_EXACT, _GROWING, _POLYNOMIAL, _EXPONENTIAL_N),
)


# --- matrices ------------------------------------------------------------------------------------

_WEIGHTS = Claim(
    id=f"{MATRIX}.weights",
    kind="theorem",
    title="The side of W_Q, W_K and W_V scales with n^d",
    source=source("Sections 4.1 and 6, Eq. 23 and 45", "23, 45"),
    statement="For $d >= 1$ the side $D = 1 + d + 2 d'$ of $W_Q$, $W_K$ and $W_V$ with $d' = binom("
    "n + d, d) - 1$ has $2 n^d \\/ d! <= D <= 2 (n + 1)^d + d - 1$.",
    readings=(
        Reading("$d >= 1$ coordinates", ("given", 0), "called $D$"),
        Reading("$n$ tokens", ("given", 1)),
        Reading("$d' + 1 = P(d, n)$", ("given", 2)),
        Reading("", ("given", 3)),
        Reading("powers", ("given", 4)),
        Reading("", ("given", 5)),
        Reading("factorials", ("given", 6)),
        Reading("", ("given", 7)),
        Reading("both bounds", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{MATRIX}.weights.side", "for every $d >= 1$ and $n$", sizes.SIDE, sizes.side_script
        ),
    ),
    notes=("Their entries are $D^2$, about $n^(2 d)$.",),
)
MATRIX_CLAIM = Claim(
    id=MATRIX,
    kind="theorem",
    title="The size of the attention matrix scales with n^d",
    source=source("Sections 4.1 and 6", "1"),
    statement="The related attention matrices also scale with $n^d$ (Section 4.1); for a fixed "
    "token size $d$ the size of the attention matrix scales with $n^d$ (Section 6). Read with the "
    "attention matrix $A in RR^(n times n)$ of Definition 2.1, by its entries.",
    readings=(
        Reading("token size $d >= 1$", ("given", 0)),
        Reading("powers $E(x, e) = x^e$", ("given", 1)),
        Reading("", ("given", 2), "up to $e = d$"),
        Reading(
            "$n^2$ scales with $n^d$: each is at most $C$ times the other, for all $n$",
            ("show",),
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            f"{MATRIX}.line",
            "$d = 1$: $n^2$ entries are more than $C n$ for large $n$",
            sizes.ENTRIES,
            Witness({"d": 1}, {"E": (("x", "e"), (1 + _e * (_x - 1)).json)}),
            {2: _powers_up_to(1)},
            sizes.more_entries,
        ),
    ),
    satisfiable=Attempt(
        f"{MATRIX}.satisfiable",
        "$d = 1$",
        sizes.ENTRIES,
        Witness({"d": 1}, {"E": (("x", "e"), (1 + _e * (_x - 1)).json)}),
        {2: _powers_up_to(1)},
    ),
    notes=(
        "$A$ is $n times n$ whatever $d$ and $d'$ are; only for $d = 2$ are $n^2$ and $n^d$ the "
        "same, and its side $n$ is $n^d$ for $d = 1$ alone.",
        "With $d' = 1$ it is no smaller, where Section 4.1 has a very small attention matrix.",
        "What does scale with $n^d$ is the side of the weight matrices of Eq. 23 and 45 "
        f"(`{MATRIX}.weights`).",
    ),
    repaired=(_WEIGHTS,),
)

# --- growth of d' --------------------------------------------------------------------------------

_DIAGONAL = Claim(
    id=f"{GROWTH}.both",
    kind="theorem",
    title="Where n and d grow together, the latent dimension grows exponentially",
    source=source("Sections 1.1 and 5", "-"),
    statement="For $n = d$ the continuous construction has $d' + 1 = binom(2 d, d) >= 2^d$.",
    readings=(
        Reading("$d$, called $D$", ("given", 0)),
        Reading("$P(d, n) = d' + 1$", ("given", 1)),
        Reading("", ("given", 2)),
        Reading("powers", ("given", 3)),
        Reading("", ("given", 4)),
        Reading("$2^d <= P(d, d)$", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{GROWTH}.both.statement", "for every $d$", sizes.DIAGONAL, sizes.diagonal_script
        ),
    ),
)
_FIXED = Claim(
    id=f"{GROWTH}.fixed",
    kind="theorem",
    title="For a fixed n the latent dimension grows like d^n",
    source=source("Sections 1.1 and 5", "-"),
    statement="For all $d$ and $n$ the continuous construction has $(d + 1)^n \\/ n! <= d' + 1 <= "
    "(d + 1)^n$.",
    readings=(
        Reading("$d$, called $D$", ("given", 0)),
        Reading("$n$, called $n_0$", ("given", 1)),
        Reading("$P(d, n) = d' + 1$", ("given", 2)),
        Reading("", ("given", 3)),
        Reading("powers $E(x, e) = x^e$", ("given", 4)),
        Reading("", ("given", 5)),
        Reading("factorials $F(e) = e!$", ("given", 6)),
        Reading("", ("given", 7)),
        Reading("both bounds", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{GROWTH}.fixed.bounds", "for every $d$ and $n$", sizes.BOUNDS, sizes.bounds_script
        ),
    ),
)
GROWTH_CLAIM = Claim(
    id=GROWTH,
    kind="theorem",
    title="For a fixed n the latent dimension of the construction grows exponentially in d",
    source=source("Sections 1.1 and 5", "-"),
    statement="We find an exponential relation between the token dimension and the necessary "
    "latent dimension (Section 1.1); the continuous proof needs $d' = binom(n + d, d) - 1$ for a "
    "fixed $n$, which suggests that the empirical performance aligns with the theory (Section 5). "
    "Read for the construction: for a fixed $n$ there are $b > 1$ and $c > 0$ with $c b^d <= d' + "
    "1$ for all $d$.",
    readings=(
        Reading("a fixed $n >= 1$", ("given", 0)),
        Reading("$d' + 1 = P(d) = binom(n + d, d)$", ("given", 1)),
        Reading("$(d + 1) P(d + 1) = (n + d + 1) P(d)$", ("given", 2)),
        Reading("powers $E(x, e) = x^e$, $x > 0$", ("given", 3)),
        Reading("", ("given", 4)),
        Reading("$c b^d <= d' + 1$ for all $d$", ("show",)),
    ),
    obligations=(),
    attempts=(
        _outgrown(
            f"{GROWTH}.three",
            "$n = 3$, as in Figure 2: $d' + 1 = (d + 1) (d + 2) (d + 3) \\/ 6$",
            3,
            THREE,
        ),
    ),
    satisfiable=_row_satisfiable(f"{GROWTH}.satisfiable", 3, THREE),
    notes=(
        f"For a fixed $n$ the growth is that of $d^n$ (`{GROWTH}.fixed`). If $n$ grows with $d$ it "
        f"is exponential (`{GROWTH}.both`); in Figure 2 $n = 3$.",
        "What the figures show of trained networks is not decided here.",
    ),
    not_claimed=("what networks need in order to learn: the figures of Section 5",),
    repaired=(_FIXED,),
    sharpened=(_DIAGONAL,),
)
