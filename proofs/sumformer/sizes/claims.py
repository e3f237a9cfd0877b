"""What the paper says of sizes: layers, attention matrices, and the growth of d'."""

from __future__ import annotations

from constructions.terms import Json, plain_json, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.sumformer import dprime
from proofs.sumformer import powers_data as data
from proofs.sumformer.paper import source
from proofs.sumformer.sizes import bounds as sizes

LAYERS = "sumformer.sizes.layers"
MATRIX = "sumformer.sizes.attention_matrix"
FIXED_NAME = "sumformer.dprime.fixed"
BOTH_NAME = "sumformer.dprime.both"
_d, _n, _x, _e = (var(name) for name in ("d", "n", "x", "e"))
Functions = dict[str, tuple[tuple[str, ...], Json]]
#: C(1 + n, 1), as a number of multisets too; x^e and e!
TWO_CELLS: Functions = {**dprime.ONE_COORDINATE, **data.POWER, **data.FACTORIAL}
#: x^e up to e = 3
CUBES: Functions = {
    "E": (
        ("x", "e"),
        (
            1
            + _e * (_x - 1)
            + _e * (_e - 1) / 2 * (_x - 1) ** 2
            + _e * (_e - 1) * (_e - 2) / 6 * (_x - 1) ** 3
        ).json,
    ),
}


def _of(statement: Json, **values: int) -> Witness:
    """Two cells, in the functions of the statement."""
    return Witness(values, {name: TWO_CELLS[name] for name in statement["functions"]})


_POWERS = (
    (dprime.POWERS[0], data.FIRST_POWER),
    (dprime.POWERS[1], data.NEXT_POWER),
    (dprime.FACTORIAL[1], data.NEXT_FACTORIAL),
)


def _powers(statement: Json) -> dict[int, str]:
    """Proofs of what the hypotheses say of powers and factorials."""
    given = [plain_json(formula) for formula in statement["given"]]
    texts = [(plain_json(formula), text) for formula, text in _POWERS]
    return {given.index(formula): text for formula, text in texts if formula in given}


def _met(name: str, statement: Json, **values: int) -> Attempt:
    """Exact values at which all hypotheses hold."""
    says = ", ".join(f"${key.replace('n0', 'n_0')} = {value}$" for key, value in values.items())
    witness = _of(statement, **values)
    return Attempt(f"{name}.satisfiable", says, statement, witness, _powers(statement))


_MULTISETS = Obligation(
    f"{LAYERS}.statement",
    "for every $c >= 1$ and $n >= 0$, by how many of the $n$ cells are the last one",
    sizes.MULTISETS,
    sizes.MULTISETS_PROOF,
)
_IN_N = Obligation(
    f"{LAYERS}.polynomial.bound", "for every $c$ and $n$", dprime.IN_N, dprime.IN_N_PROOF
)
_PLACE = "Sections 4.1, 4.2 and Appendix B"
_P = "$P(d, n) = product_(i = 1)^d (n + i) \\/ i$"


_CONTROLS = (
    Control(
        Attempt(
            f"{LAYERS}.control.lower",
            "1 in place of $n!$ in the lower bound: $c = n = 2$, and 3 multisets are fewer than 4",
            sizes.NO_FACTORIAL,
            _of(sizes.MULTISETS, D=1, n0=2),
            _powers(sizes.MULTISETS),
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            f"{LAYERS}.control.upper",
            "$c^n \\/ n!$ in place of $c^n$ in the upper bound: $c = n = 2$, and 3 multisets are "
            "more than 2",
            sizes.EXACT,
            _of(sizes.MULTISETS, D=1, n0=2),
            _powers(sizes.MULTISETS),
            part=1,
        ),
        "constant tightened",
    ),
)
_GROWING = Claim(
    id=f"{LAYERS}.growing",
    kind="theorem",
    title="For a fixed grid n Delta^(n d)/n! goes to 0 as n grows",
    source=source(_PLACE, "-"),
    statement="For every $c = Delta^d$ and every $K$ there is an $N$ with $K n c^n < n!$ for all "
    "$n >= N$.",
    readings=(
        Reading("$c = Delta^d$ cells", ("given", 0)),
        Reading("powers", ("given", 1)),
        Reading("$x^(e + 1) = x x^e$", ("given", 2)),
        Reading("$F(e) = e!$", ("given", 3)),
        Reading("$(e + 1)! = (e + 1) e!$", ("given", 4)),
        Reading("$K n c^n < n!$ for all $n >= N$", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{LAYERS}.growing.statement",
            "for every $c$ and $K$",
            sizes.VANISHES,
            sizes.VANISHES_PROOF,
        ),
    ),
    satisfiable=Attempt(
        f"{LAYERS}.growing.satisfiable",
        "$c = 2$, $K = 1$",
        sizes.VANISHES,
        _of(sizes.VANISHES, c=2, K=1, N=1, n=1),
        _powers(sizes.VANISHES),
    ),
    notes=(
        "So $O(n (1 / epsilon)^(n d) \\/ n!)$ with one constant for all $n$ would allow no layer "
        "at all for large $n$: the formula can only be meant for fixed $n$ and $d$ as $epsilon -> "
        "0$, where $n!$ is a constant.",
    ),
)
_POLYNOMIAL = Claim(
    id=f"{LAYERS}.polynomial",
    kind="theorem",
    title="For a fixed grid the number of multisets is polynomial in n",
    source=source(_PLACE, "-"),
    statement="For $c = Delta^d$ cells there are at most $(n + 1)^(c - 1)$ multisets of $n$ of "
    "them, and at least $n^(c - 1) \\/ (c - 1)!$.",
    readings=(
        Reading("$c - 1$, called $D$", ("given", 0)),
        Reading("$n$ tokens", ("given", 1)),
        Reading(f"{_P} multisets, $d = c - 1$", ("given", 2)),
        Reading("one factor after the other", ("given", 3)),
        Reading("powers", ("given", 4)),
        Reading("$x^(e + 1) = x x^e$", ("given", 5)),
        Reading("factorials", ("given", 6)),
        Reading("$(e + 1)! = (e + 1) e!$", ("given", 7)),
        Reading("at most $(n + 1)^(c - 1)$, and at least $n^(c - 1) \\/ (c - 1)!$", ("show",)),
    ),
    obligations=(_IN_N,),
    satisfiable=_met(f"{LAYERS}.polynomial", dprime.IN_N, D=1, n0=1),
)
LAYERS_CLAIM = Claim(
    id=LAYERS,
    kind="theorem",
    title="There are C(c + n - 1, n) multisets of n of c cells, between c^n/n! and c^n",
    source=source(_PLACE, "32-35"),
    statement="The number of multisets of $n$ of the $c = Delta^d$ cells is $binom(c + n - 1, n)$, "
    "and $c^n \\/ n! <= binom(c + n - 1, n) <= c^n$.",
    readings=(
        Reading("$c = Delta^d$ cells", ("given", 0), "$c - 1$ is called $D$"),
        Reading("$n$ tokens", ("given", 1), "called $n_0$"),
        Reading("$binom(c + n - 1, n) = product_(i = 1)^(c - 1) (n + i) \\/ i$", ("given", 2)),
        Reading("one factor after the other", ("given", 3)),
        Reading(
            "the number of multisets of $n$ cells, $A(c - 1, n)$",
            ("given", 4),
            "one of one cell",
        ),
        Reading(
            "$A(d + 1, n) = sum_(k = 0)^n A(d, k)$",
            ("given", 5),
            "$n - k$ times the last cell, $k$ of the others",
        ),
        Reading("powers $E(x, e) = x^e$", ("given", 6)),
        Reading("$x^(e + 1) = x x^e$", ("given", 7)),
        Reading("$F(e) = e!$", ("given", 8)),
        Reading("$(e + 1)! = (e + 1) e!$", ("given", 9)),
        Reading("$binom(c + n - 1, n)$ multisets, and both bounds", ("show",)),
    ),
    obligations=(_MULTISETS,),
    controls=_CONTROLS,
    satisfiable=Attempt(
        f"{LAYERS}.satisfiable",
        "$c = 2$ cells and $n = 1$: 2 multisets",
        sizes.MULTISETS,
        _of(sizes.MULTISETS, D=1, n0=1),
        _powers(sizes.MULTISETS),
    ),
    notes=(
        "Section 4.2: for the discontinuous proof, we know from (Yun et al., 2019) that we need "
        "$O(n (1 / epsilon)^(n d) \\/ n!)$ many layers for the approximation. What is decided of "
        "it is the number of values that the construction tells apart: with $1 / epsilon$ for "
        "$Delta$ and for fixed $n$ and $d$ it is $(1 / epsilon)^(n d) \\/ n!$ up to a factor "
        "between 1 and $n!$. Of layers nothing is decided here: neither that so many are enough "
        "nor that they are needed.",
        "In the supremum norm of Eq. 21 no number of layers is enough for all $f$ if $d' = 1$ and "
        "$n >= 3$ (`sumformer.thm4_3.one_latent`).",
        "The number is not $c^n \\/ n!$ itself for $n, c >= 2$: multisets with equal cells have "
        "fewer than $n!$ orders.",
        "Appendix A codes $n - 1$ tokens: put $n - 1$ for $n$.",
        "Any code of these multisets has as many values, so at least $log_2 binom(c + n - 1, n)$ "
        "bits, which is at most $n log_2 c$. The sums of powers of `sumformer.code` take $c log_2 "
        "n$: for few tokens and many cells far more.",
        "$epsilon$ stands for $delta = 1 \\/ Delta$, the side of the cells, which is not the "
        "error: for an $L$-Lipschitz $f$ the construction takes $Delta > L \\/ epsilon$.",
        f"How the number grows: `{LAYERS}.exponential` and `{LAYERS}.polynomial`.",
    ),
    not_claimed=("how many layers are enough, and how many are needed",),
    cites=("Yun et al., 2019, Lemma 7",),
    sharpened=(_GROWING, _POLYNOMIAL),
)
_SENTENCE = (
    '"However, due to the discontinuous structure, we need exponentially many feed-forward layers '
    'in the sequence lengths $n$ and the token size $d$" (Section 4.1). Decided is how the number '
    "of values grows that the construction tells apart; of layers nothing is."
)
_TOGETHER = Obligation(
    f"{LAYERS}.exponential.statement",
    "for every $Delta >= 2$, $d >= 1$ and $n >= 1$",
    sizes.TOGETHER,
    sizes.TOGETHER_PROOF,
)
_ANY_TOKENS = {
    **sizes.TOGETHER,
    "given": [g for i, g in enumerate(sizes.TOGETHER["given"]) if i != 3],
}
EXPONENTIAL = Claim(
    id=f"{LAYERS}.exponential",
    kind="theorem",
    title="The number of multisets of cells grows exponentially in n and d together",
    source=source("Section 4.1", "-"),
    statement="For $Delta >= 2$, $d >= 1$ and $n >= 1$ there are at least $Delta^d$ multisets of "
    "$n$ of the $c = Delta^d$ cells, and at least $Delta^(n d) \\/ n!$: where $n$ and $d$ grow "
    "together ($n = d$) at least $Delta^n$, and for each fixed $n$ exponentially many in $d$.",
    readings=(
        Reading("$Delta >= 2$ cells for each coordinate", ("given", 0)),
        Reading("$d >= 1$ coordinates", ("given", 1), "called $d_0$"),
        Reading("$c = Delta^d$ cells", ("given", 2), "$c - 1$ is called $D$"),
        Reading("$n >= 1$ tokens", ("given", 3), "called $n_0$"),
        Reading(f"{_P} multisets at $d = c - 1$", ("given", 4), f"`{_MULTISETS.id}`"),
        Reading("one factor after the other", ("given", 5)),
        Reading("powers $E(x, e) = x^e$", ("given", 6)),
        Reading("$x^(e + 1) = x x^e$", ("given", 7)),
        Reading("$F(e) = e!$", ("given", 8)),
        Reading("$(e + 1)! = (e + 1) e!$", ("given", 9)),
        Reading("at least $Delta^d$, and at least $c^n \\/ n!$", ("show",)),
    ),
    obligations=(_TOGETHER,),
    controls=(
        Control(
            Attempt(
                f"{LAYERS}.exponential.control.tokens",
                "no token: there is one multiset",
                _ANY_TOKENS,
                _of(sizes.TOGETHER, Delta=2, d0=1, D=1, n0=0),
                _powers(_ANY_TOKENS),
            ),
            "hypothesis dropped",
        ),
        Control(
            Attempt(
                f"{LAYERS}.exponential.control.alone",
                "in $n$ alone, at least $K b^n$ with $b > 1$ for a fixed grid: two cells have "
                "$n + 1$ multisets of $n$",
                sizes.EXPONENTIAL,
                Witness(
                    {"n": 1},
                    {"P": (("d",), (_d + 1).json), "E": (("x", "e"), sizes.power_of(_x, _e).json)},
                ),
                {4: sizes.NEXT_POSITIVE_POWER},
                sizes.OUTGROWN,
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        f"{LAYERS}.exponential.satisfiable",
        "$Delta = 2$, $d = n = 1$",
        sizes.TOGETHER,
        _of(sizes.TOGETHER, Delta=2, d0=1, D=1, n0=1),
        _powers(sizes.TOGETHER),
    ),
    notes=(
        _SENTENCE,
        f"In $n$ alone, for a fixed grid, it is not exponential but that of $n^(c - 1)$ "
        f"(`{LAYERS}.polynomial`, and the control).",
    ),
    not_claimed=("how many layers are enough, and how many are needed",),
)


# --- matrices ------------------------------------------------------------------------------------

_QUOTED = (
    "However, the inherent dimension $d'$ scales with $n^d$ - for a fixed $d$ - in this case. "
    "Therefore, the related attention matrices also scale with $n^d$."
)
_PRINTED_MATRIX = (
    'Section 6 has it as "that (for a fixed token size $d$) the size of the attention matrix '
    'scales with $n^d$".'
)
WEIGHTS = Claim(
    id=f"{MATRIX}.weights",
    kind="theorem",
    title="The side of the attention matrices W_Q, W_K and W_V scales with n^d",
    source=source("Sections 4.1 and 6, Eq. 23 and 45", "23, 45"),
    statement=f"{_QUOTED} Read with "
    "the matrices $W_Q$, $W_K$ and $W_V$ and their side $D = 1 + d + 2 d'$, $d' = binom(n + d, d) "
    "- 1$: for $d >= 1$ and all $n$, $2 n^d \\/ d! <= D <= 2 (n + 1)^d + d - 1$.",
    readings=(
        Reading("a fixed token size $d >= 1$", ("given", 0), "called $D$"),
        Reading("$n$ tokens", ("given", 1)),
        Reading("$d' + 1 = P(d, n)$", ("given", 2)),
        Reading("one factor after the other", ("given", 3)),
        Reading("powers", ("given", 4)),
        Reading("$x^(e + 1) = x x^e$", ("given", 5)),
        Reading("factorials", ("given", 6)),
        Reading("$(e + 1)! = (e + 1) e!$", ("given", 7)),
        Reading("the side $1 + d + 2 d'$ scales with $n^d$: both bounds", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{MATRIX}.weights.side", "for every $d >= 1$ and $n$", sizes.SIDE, sizes.SIDE_PROOF
        ),
    ),
    satisfiable=_met(f"{MATRIX}.weights", sizes.SIDE, D=1, n0=1),
    notes=(
        _PRINTED_MATRIX,
        "The text speaks of the weights in the attention matrix (Section 4.2), so that $W_Q$, "
        f"$W_K$ and $W_V$ may be meant; the other reading is `{MATRIX}.n_by_n`.",
        "They have $D^2$ entries, about $n^(2 d)$.",
    ),
)
MATRIX_CLAIM = Claim(
    id=f"{MATRIX}.n_by_n",
    kind="theorem",
    title="The n x n matrix A of Definition 2.1, by its side or its entries, scales with n^d",
    source=source("Sections 4.1 and 6", "1"),
    statement=f"{_QUOTED} Read with "
    "$A in RR^(n times n)$ of Definition 2.1, of side $n$ and with $n^2$ entries, and of that no "
    "more than this: for every $d >= 1$ there is a $C$ with $n^d <= C n^2$ for arbitrarily large "
    "$n$.",
    readings=(
        Reading("a fixed token size $d >= 1$", ("given", 0)),
        Reading("powers $E(x, e) = x^e$", ("given", 1)),
        Reading("$x^(e + 1) = x x^e$", ("given", 2), "up to $e = d$"),
        Reading(
            "$A$ scales with $n^d$",
            ("show",),
            "if the side $n$ or the number of entries $n^2$ did, then $n^d <= C n^2$ for all $n$",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            f"{MATRIX}.n_by_n.cube",
            "$d = 3$: $n^3 > C n^2$ for all $n > C$",
            sizes.ENTRIES,
            Witness({"d": 3}, CUBES),
            script=sizes.FEWER_ENTRIES,
        ),
    ),
    satisfiable=Attempt(
        f"{MATRIX}.n_by_n.satisfiable",
        "$d = 3$",
        sizes.ENTRIES,
        Witness({"d": 3}, CUBES),
    ),
    notes=(
        _PRINTED_MATRIX,
        "$A$ is $n times n$ whatever $d$ and $d'$ are. For $d = 1$ its side is $n^d$, for $d = 2$ "
        "the number of its entries is; from $d = 3$ on neither is of that order.",
        "With $d' = 1$ it is no smaller, where Section 4.1 has a very small attention matrix.",
        f"With the weight matrices of Eq. 23 and 45 the sentence is true (`{MATRIX}.weights`).",
    ),
)

# --- growth of d' --------------------------------------------------------------------------------

_REMARK = (
    "Of trained networks the paper says that it finds an exponential relation between the token "
    "dimension and the necessary latent dimension (Section 1.1), and that this suggests that the "
    "empirical performance aligns with the theory (Section 5). What networks need in order to "
    "learn is not decided here; for the construction and a fixed $n$, as in Figure 2 with $n = "
    f"3$, the growth is that of $d^n$ (`{FIXED_NAME}`), and exponential where $n$ grows with $d$ "
    f"(`{BOTH_NAME}`)."
)
BOTH = Claim(
    id=BOTH_NAME,
    kind="theorem",
    title="Where n and d grow together, the latent dimension grows exponentially",
    source=source("Sections 1.1 and 5", "-"),
    statement="For $n = d$ the continuous construction has $d' + 1 = binom(2 d, d) >= 2^d$.",
    readings=(
        Reading("$d$, called $D$", ("given", 0)),
        Reading("$P(d, n) = d' + 1$", ("given", 1)),
        Reading("one factor after the other", ("given", 2)),
        Reading("powers", ("given", 3)),
        Reading("$x^(e + 1) = x x^e$", ("given", 4)),
        Reading("$2^d <= P(d, d)$", ("show",)),
    ),
    obligations=(
        Obligation(f"{BOTH_NAME}.statement", "for every $d$", sizes.DIAGONAL, sizes.DIAGONAL_PROOF),
    ),
    satisfiable=_met(BOTH_NAME, sizes.DIAGONAL, D=1),
    notes=(_REMARK,),
    not_claimed=("what networks need in order to learn: the figures of Section 5",),
)
FIXED = Claim(
    id=FIXED_NAME,
    kind="theorem",
    title="For a fixed n the latent dimension of the construction grows like d^n",
    source=source("Sections 1.1 and 5", "-"),
    statement="For all $d$ and $n$ the continuous construction has $(d + 1)^n \\/ n! <= d' + 1 <= "
    "(d + 1)^n$.",
    readings=(
        Reading("$d$, called $D$", ("given", 0)),
        Reading("$n$, called $n_0$", ("given", 1)),
        Reading("$P(d, n) = d' + 1$", ("given", 2)),
        Reading("one factor after the other", ("given", 3)),
        Reading("powers $E(x, e) = x^e$", ("given", 4)),
        Reading("$x^(e + 1) = x x^e$", ("given", 5)),
        Reading("factorials $F(e) = e!$", ("given", 6)),
        Reading("$(e + 1)! = (e + 1) e!$", ("given", 7)),
        Reading("both bounds", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{FIXED_NAME}.bounds", "for every $d$ and $n$", sizes.BOUNDS, sizes.BOUNDS_PROOF
        ),
    ),
    satisfiable=_met(FIXED_NAME, sizes.BOUNDS, D=1, n0=1),
    notes=(_REMARK,),
    not_claimed=("what networks need in order to learn: the figures of Section 5",),
)
