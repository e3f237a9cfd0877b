"""sumformer.thm4_1.discontinuous: Sumformers with d' = 1 are near every continuous f."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import var
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.library.exponential import axiom
from proofs.library.vectors import ONE, S, fact, shown_by, summands
from proofs.methods.script import Json, Node, auto, case, define, have, intro, node, split
from proofs.sumformer import every_function, support
from proofs.sumformer import quantised_instances as instances
from proofs.sumformer import quantised_lines as lines
from proofs.sumformer.paper import source
from proofs.sumformer.quantised import (
    EXISTS,
    GIVEN,
    STATEMENT,
    exists_script,
    script,
)

NAME = "sumformer.thm4_1.discontinuous"
PRINTED = (
    'For each function $f in cal(F)^n_"equi" (cal(X), cal(Y))$ and for each $epsilon > 0$ there '
    "exists a Sumformer $cal(S)$ such that $sup_(X in cal(X)^n) norm(f(X) - cal(S)(X))_oo < "
    "epsilon$."
)
MAIN = Obligation(
    f"{NAME}.statement",
    "for all $n$, $d$, $epsilon$, all sequences and every $f$ that is equivariant and uniformly "
    "continuous",
    STATEMENT,
    script,
)
PREIMAGE = Obligation(
    f"{NAME}.choice",
    "for every sequence and token there is one that $R$ may pick: the tokens exchanged",
    EXISTS,
    exists_script,
)
READINGS = (
    Reading("sequences of $n$ tokens", ("given", 0)),
    Reading("of dimension $d$", ("given", 1)),
    Reading(
        "$[x_(pi(1)), ..., x_(pi(n))]$",
        ("given", 2),
        'sequences, tokens and permutations are named by reals: $"tok"(s, j)$ is token $j$ of $s$',
    ),
    Reading(
        "permutations $pi : [n] -> [n]$",
        ("given", 3),
        "of all of them the proof uses the exchanges $tr(a, b)$ of two indices",
    ),
    Reading("$f$ is equivariant, Eq. 9", ("given", 4), "in each coordinate $m$"),
    Reading(
        "$f$ is uniformly continuous",
        ("given", 5),
        "continuity is said before Theorem 4.1; on a compact $cal(X)^n$ it is uniform (Heine)",
    ),
    Reading("for each $epsilon > 0$", ("given", 6)),
    Reading(
        "the quantisation $q$, with its cells numbered",
        ("given", 7),
        '$floor("cl"(N, t))$ is the number of the cell of $t$ in a grid of $N = Delta$ steps',
    ),
    Reading(
        "cubes of side $delta = 1 \\/ Delta$",
        ("given", 8),
        "with the last cells closed, as in $q_k = min(floor(Delta x_k), Delta - 1)$",
    ),
    Reading("$phi^*$: a base $B >= n - 1$", ("given", 9), "$phi(x) = B^(q(x))$, $d' = 1$"),
    Reading("and $B >= 2$", ("given", 10)),
    Reading("$B^0 = 1$", ("given", 11), "$W(u) = B^u$"),
    Reading("$B^(u + 1) = B B^u$", ("given", 12)),
    Reading("Eq. 14, 18: $Sigma = sum_j phi(x_j)$", ("given", 13)),
    Reading(
        "Eq. 19: $chi^(-1)(q(x_1), lambda^(-1)(psi^*(Sigma - phi(x_1))))$",
        ("given", 14),
        "$R(x, Sigma)$: any sequence whose first token lies in the cell of $x$ and whose sum is "
        "$Sigma$; there is one (`sumformer.thm4_1.discontinuous.choice`)",
    ),
    Reading(
        "$sup_X norm(f(X) - cal(S)(X))_oo < epsilon$",
        ("show",),
        "$cal(S)(X)_i = psi(x_i, Sigma) = f(R(x_i, Sigma))_1$; one bound $epsilon / 2$ for all $X$",
    ),
    *(
        Reading(text, ("given", number), obligation=PREIMAGE.id)
        for number, text in enumerate(
            (
                "sequences of $n$ tokens",
                "$[x_(pi(1)), ..., x_(pi(n))]$",
                "two tokens may be exchanged",
                "Eq. 14, 18: $Sigma = sum_j phi(x_j)$",
                "a grid of $Delta >= 1$ steps, called $N_1$",
                "a token $i$",
                "of the $n$",
            )
        )
    ),
    Reading(
        "$chi^(-1)$ and $lambda^(-1)$ of Eq. 19: there is a sequence for $R$ to pick",
        ("show",),
        "one whose first token lies in the cell of $x_i$, and whose sum is $Sigma$",
        PREIMAGE.id,
    ),
)

# --- exact data ----------------------------------------------------------------------------------

_s, _t = var("s"), var("t")
HALF = S.const(Fraction(1, 2))
#: one token x with c(x) = sign(x), so that X = {-1, 0, 1}; f(x) = x
SIGN: dict[str, tuple[tuple[str, ...], Json]] = {
    "tok": (("s", "j"), "s"),
    "c": (("t", "k"), S.sign(_t).json),
    "perm": (("p", "j"), "j"),
    "act": (("p", "s"), "s"),
    "tr": (("a", "b"), "0"),
    "f": (("s", "i", "m"), S.sign(_s).json),
    "cl": (("N", "t"), (1 + S.sign(_t)).json),
    "W": (("u",), S.exp(var("u") * S.log(S.const(2))).json),
    "Sg": (("N", "s"), S.exp(S.floor(1 + S.sign(_s)) * S.log(S.const(2))).json),
    "R": (("N", "t", "u"), "t"),
}
#: the same with one cell, and f(x) = 0 at the sequence that is picked
ONE_CELL = {
    **SIGN,
    "cl": (("N", "t"), "0"),
    "Sg": (("N", "s"), S.exp(S.floor(S.const(0)) * S.log(S.const(2))).json),
    "R": (("N", "t", "u"), "0"),
}
NUMBERS = {"n": 1, "d": 1, "B": 2, "eps": 1}


def uniform() -> Node:
    """With delta = 1/2: signs that are that near are equal."""
    one, other = var("s0"), var("z0")
    gap = S.abs(S.sign(one) - S.sign(other))
    leaf = case(gap.json, auto("equal signs"), auto("equal signs"))
    inner = case(S.sign(other).json, leaf, leaf, leaf)
    leaves = case(S.sign(one).json, inner, inner, inner)
    first, second = (["sign", name] for name in ("s0", "z0"))
    close = [
        "all",
        "i",
        "int",
        ["all", "k", "int", ["implies", _index("i", "k"), _close(first, second)]],
    ]
    used = fact(close, [ONE, ONE], leaves, auto("indices"))
    inside = intro("s0", intro("z0", intro("", intro("i0", intro("m0", intro("", used))))))
    return intro("eta0", intro("", shown_by(HALF, node("both", auto("1/2 > 0"), inside))))


def _index(*names: str) -> Json:
    return ["and", *(part for name in names for part in (["<=", "1", name], ["<=", name, "1"]))]


def _close(first: Json, second: Json) -> Json:
    return ["<=", ["abs", ["-", first, second]], "1/2"]


def natural_cells() -> Node:
    level = S.floor(1 + S.sign(var("t0")))
    return intro("N0", intro("", intro("t0", split(level.json, auto("natural"), auto("natural")))))


def small_cells() -> Node:
    """Signs in one cell are equal."""
    one, other = var("t0"), var("t1")
    gap = S.abs(S.sign(one) - S.sign(other))
    whole = case(gap.json, auto("equal"), auto("equal"))
    inner = case(S.sign(other).json, whole, whole, whole)
    equal = case(S.sign(one).json, inner, inner, inner)
    step = have((1 / var("N0")) > 0, auto("1/N > 0"), equal)
    return intro(
        "N0",
        intro(
            "t0",
            intro(
                "t1",
                intro("", intro("w0", intro("", define((1 / var("N0")).json, auto("N"), step)))),
            ),
        ),
    )


def powers() -> Node:
    """e^((u + 1) log 2) = 2 e^(u log 2)."""
    base = S.log(S.const(2))
    two = axiom("exp-log", [S.const(2)], auto("2 e^(u log 2)"), premises=1)
    return intro("u0", intro("", axiom("exp-sum", [var("u0") * base, base], two)))


def first_power() -> Node:
    return axiom("exp-sum", [S.const(0), S.const(0)], auto("e^0 = 1"))


def one_summand() -> Node:
    return intro("N0", intro("s0", intro("", summands(1, auto("one summand")))))


def picked() -> Node:
    return intro("N0", intro("s0", intro("i0", intro("", auto("the same")))))


GIVENS: dict[int, Callable[[], Node]] = {
    5: uniform,
    7: natural_cells,
    8: small_cells,
    11: first_power,
    12: powers,
    13: one_summand,
}


def without(index: int) -> dict[int, Callable[[], Node]]:
    return {m - (m > index): proof for m, proof in GIVENS.items() if m != index}


def _far() -> Node:
    """At x = 1 the value is 1, and 0 at the sequence that is picked."""
    error = S.abs(S.sign(ONE) - S.sign(S.const(0)))
    signs = case(
        S.sign(ONE).json,
        *[case(S.sign(S.const(0)).json, *[case(error.json, auto("1"), auto("1"))] * 3)] * 3,
    )
    inside = node("both", *[auto("index")] * 4)
    at = shown_by(ONE, shown_by(ONE, shown_by(ONE, node("both", inside, signs))))
    return intro("N0", intro("", intro("", at)))


def _dropped(
    label: str, says: str, index: int, functions: dict[str, tuple[tuple[str, ...], Json]]
) -> Control:
    statement = {**STATEMENT, "given": [g for m, g in enumerate(GIVEN) if m != index]}
    attempt = Attempt(
        f"{NAME}.control.{label}",
        says,
        statement,
        Witness(NUMBERS, functions),
        without(index),
        _far,
    )
    return Control(attempt, "hypothesis dropped")


CONTROLS = (
    _dropped(
        "continuous",
        "$f$ is any function: one cell, a sequence $0$ in it, $f(1) = 1$ and $f(0) = 0$",
        5,
        {**ONE_CELL, "c": (("t", "k"), "0")},
    ),
    _dropped("cells", "one cell for the tokens $-1, 0, 1$", 8, ONE_CELL),
    _dropped("choice", "$R$ picks any sequence", 14, {**SIGN, "R": (("N", "t", "u"), "0")}),
)

#: all tokens are 0, and f = 0
ZERO_ONLY: dict[str, tuple[tuple[str, ...], Json]] = {
    "tok": (("s", "j"), "s"),
    "c": (("t", "k"), "0"),
    "f": (("s", "i", "m"), "0"),
    "gr": (("N", "s"), "0"),
}


def constant() -> Node:
    leaf = case(S.abs(S.const(0) - 0).json, auto("0"), auto("0"))
    at = intro("i0", intro("m0", intro("", leaf)))
    inside = intro("s0", intro("z0", intro("", at)))
    return intro("eta0", intro("", shown_by(ONE, node("both", auto("1 > 0"), inside))))


def in_cube() -> Node:
    return intro("t0", intro("b0", intro("", node("both", auto("0"), auto("1")))))


def corner_of_zero() -> Node:
    """min(floor(0), N - 1)/N = 0."""
    size = var("N0")
    least = S.minimum(S.floor(size * 0), size - 1)
    level = S.floor(size * 0)
    zero = have(
        level.equals(0),
        split(level.json, auto("<= 0"), auto("> -1")),
        case(least.json, auto("0"), auto("0")),
    )
    corner = define((1 / size).json, auto("N > 0"), zero)
    return intro("N0", intro("s0", intro("i0", intro("b0", intro("", corner)))))


_EQ30 = (
    "Eq. 29, 30: without loss of generality the support of $g$ is contained in $[0, 1]^(n times d)"
    "$; with cubes $product [p, p + delta)$, $p in {0, delta, ..., 1 - delta}$, for each $epsilon "
    "> 0$ there is a $delta$ such that $sup_X norm(g(X) - overline(g)(X))_oo < epsilon$"
)
LINES = (
    Line(
        f"{NAME}.eq30",
        f"{_EQ30}, where the support of $g : cal(X)^n -> cal(Y)$ is in the cube",
        attempts=(lines.EQ30_ATTEMPT,),
        why="the half-open cubes leave out all points with a coordinate 1: for $f = 1$ on $cal(X) "
        "= [0, 1]$, whose support is $[0, 1]$, $overline(g)(1) = 0$",
        repair=f"close the last cubes (`{NAME}.eq30.repaired`), or extend $f$ to a continuous "
        f"function on $RR^(n times d)$ with compact support (`{NAME}.eq30.extended`)",
        reading="the support is that of the function $g$ of Lemma 2.9, which is defined on $cal(X)"
        "^n$ and nowhere else",
    ),
    Line(
        f"{NAME}.eq30.extended",
        f"{_EQ30}, where $g$ is continuous on all of $RR^(n times d)$ and 0 off the cube",
        (support.OBLIGATION,),
        reading="the support is that of a function on $RR^(n times d)$, to which $g$ would have to "
        "be extended; then $g$ is 0 where a coordinate is 1, and Eq. 30 holds",
    ),
    Line(
        f"{NAME}.eq31",
        "Eq. 31: $overline(g)$ is semi-invariant",
        (lines.EQ31_OBLIGATION,),
    ),
    Line(
        f"{NAME}.lambda",
        "there are $phi^*$, $psi^*$ with $lambda(b) = psi^*(sum_(i = 1)^(n - 1) phi^*(b_i))$, by "
        "Theorem 2.13 extended to multisets of a fixed size",
        (lines.DIGITS_OBLIGATION,),
    ),
    Line(
        f"{NAME}.eq34",
        "Eq. 33, 34: $lambda(b) = psi^*(Sigma - phi(x_1))$",
        (lines.EQ34_OBLIGATION,),
    ),
    Line(
        f"{NAME}.eq35",
        "Eq. 35: $psi(x_1, Sigma) := overline(g)(...)$, and $cal(S)$ approximates $f$",
        (MAIN, PREIMAGE),
    ),
)

CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Sumformers with one latent coordinate are universal, by quantisation",
    source=source("Theorem 4.1, the discontinuous proof, and Appendix A", "16, 18-19, 29-35"),
    statement=PRINTED,
    readings=READINGS,
    obligations=(MAIN, PREIMAGE),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=(
        Attempt(
            f"{NAME}.satisfiable",
            "one token, $cal(X) = {-1, 0, 1}$, $f(x) = x$, a cell for each",
            STATEMENT,
            Witness({**NUMBERS, "N_": 1, "s_": 0, "i_": 1, "m_": 1}, SIGN),
            GIVENS,
        ),
        Attempt(
            f"{NAME}.choice.satisfiable",
            "the same",
            PREIMAGE.statement,
            Witness(
                {"n": 1, "N1": 1, "X": 0, "i": 1, "s2": 0},
                {name: SIGN[name] for name in PREIMAGE.statement["functions"]},
            ),
            {3: one_summand},
        ),
    ),
    notes=(
        "Continuity is not in Definition 2.7 nor in the theorem; the text before it has it, and "
        "both proofs use it. Without it the theorem is true all the same, for another reason "
        "(`sumformer.thm4_1.discontinuous.every`).",
        "The support of $f$ is spoken of, and taken to be in $[0, 1]^(n times d)$; but $f$ is "
        "defined on a compact $cal(X)$, and a grid point need not lie in it. Here $psi$ takes "
        "$f$ at a sequence of $cal(X)^n$ with the right cells, for every $cal(X)$.",
        "Eq. 18 and 33 have $q(x)$ for $q(x_i)$; $phi^*$ is a function of one $b_i in [Delta]^d$, "
        "not of all of $b$.",
        "The base $max(n - 1, 2)$ is enough: without $x_1$ there are $n - 1$ tokens, and their "
        "number is known. For $n >= 4$ and three cells no smaller integer base is "
        "(`sumformer.code`). What is coded are the numbers of tokens in each cell, the digits of "
        "$Sigma - phi(x_1)$.",
        "Size has a price: $phi$ has values up to $B^(Delta^d - 1)$.",
    ),
    not_claimed=("the number of feed-forward layers of Section 4.1",),
    cites=("Heine's theorem: continuous functions on compact sets are uniformly continuous",),
    assumes=(
        "Heine's theorem: continuous functions on compact sets are uniformly continuous",
        "a compact $cal(X)$ is scaled into $[0, 1]^d$, and the $Delta^d$ cells are numbered",
        "a choice of one sequence for each value that $R$ has",
    ),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=instances.rows(MAIN),
    construct=instances.network,
    sharpened=(every_function.CLAIM,),
    repaired=(
        Claim(
            id=f"{NAME}.eq30.repaired",
            kind="proof-step",
            title="Eq. 30 with the last cells closed",
            source=source("Proof of Theorem 4.1", "29, 30"),
            statement="With $p = min(floor(Delta x), Delta - 1) / Delta$ in every coordinate, for "
            "each $epsilon > 0$ there is a $Delta$ such that $sup_X norm(f(X) - f(p(X)))_oo < "
            "epsilon$ on $cal(X) = [0, 1]^d$.",
            readings=(
                Reading("sequences of $n$ tokens", ("given", 0)),
                Reading("of dimension $d$", ("given", 1)),
                Reading("$f$ is uniformly continuous", ("given", 2)),
                Reading("$epsilon > 0$", ("given", 3)),
                Reading("tokens in $[0, 1]^d$", ("given", 4)),
                Reading('$p(X)$, here $"gr"(N, s)$', ("given", 5)),
                Reading("within $epsilon \\/ 2 < epsilon$", ("show",)),
            ),
            obligations=(lines.REPAIRED_OBLIGATION,),
            satisfiable=Attempt(
                f"{NAME}.eq30.repaired.satisfiable",
                "one token 0, $f = 0$",
                lines.REPAIRED,
                Witness({"n": 1, "d": 1, "eps": 1, "N_": 1, "s_": 0, "i_": 1, "m_": 1}, ZERO_ONLY),
                {2: constant, 4: in_cube, 5: corner_of_zero},
            ),
        ),
    ),
)
