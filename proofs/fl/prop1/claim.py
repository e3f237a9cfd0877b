"""fl.prop1: scale normalising each layer is scale normalising the last one (Prop. 1 and 1')."""

from __future__ import annotations

from constructions.federated import normalised, reduced
from constructions.terms import Term, conj, every, implies
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading
from proofs.fl import instances
from proofs.fl.chains import WHY_UNIT, unit_attempt, unit_lines
from proofs.fl.networks import LAST, NET, SORTS, not_zero
from proofs.fl.paper import source
from proofs.fl.prop1.data import LAYER, ONES, VALUES, Value, data
from proofs.fl.prop1.sharpened import SHARPENED
from proofs.fl.reductions import FACTS, SCALE, norms
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, L, ell, k, leaky, norm, positive_widths, width
from proofs.trees.script import Json, statement

FUNCTIONS = NET.functions("z", "a", "p", "g")
GIVEN = [leaky(), L >= 1, positive_widths(), *NET.feature_normalised, *LAST]
SHOW = NET.a(L, ell).equals(NET.g(ell))
STATEMENT = statement(SORTS, GIVEN, SHOW, FUNCTIONS)


#: z_L = c p_L with c > 0, so n(z_L) = n(p_L)
TEXT = f"""{SCALE}{norms("L")}
have some: exists j: int, 1 <= j and j <= d(L) and p(L, j) != 0:
  take o
show by normalised(L, l), output(l), multiple(l), norms, r > 0, 0 < sqrt(P)
"""
PROOF = written(STATEMENT, TEXT, FACTS, d=width)
ONE_LAYER = statement(SORTS, [GIVEN[0], L.equals(1), *GIVEN[2:]], SHOW, FUNCTIONS)

LINES = (
    Line(
        "fl.prop1.one",
        "For $L = 1$ it is easy to verify",
        (
            Obligation(
                "fl.prop1.one.layer",
                "the statement for $L = 1$",
                ONE_LAYER,
                written(ONE_LAYER, TEXT, FACTS, d=width),
            ),
        ),
    ),
    Line(
        "fl.prop1.start",
        "For $i = 1$, we have $bold(a)_1 = bold(a)'_1 \\/ norm(bold(a)'_1) = lambda_1 bold(a)'_1$ "
        "with $lambda_1 = 1 \\/ norm(bold(a)'_1)$",
        attempts=(unit_attempt("fl.prop1.start.factor"),),
        why=WHY_UNIT,
        repair="$lambda_1 = sqrt(d_1) \\/ norm(bold(a)'_1)$ (`fl.eq15.repaired`)",
        reading="$sans(n)$ as it is defined after Eq. 5",
    ),
    Line(
        "fl.prop1.eq15",
        "Eq. 15: $bold(a)_(i+1) = sans(n) compose rho(bold(U)_(i+1) bold(a)_i) = "
        "rho(bold(U)_(i+1) bold(a)_i) \\/ norm(rho(bold(U)_(i+1) bold(a)_i)) = ... = "
        "lambda_(i+1) bold(a)'_(i+1)$ with $lambda_(i+1) = 1 \\/ norm(bold(a)'_(i+1))$",
        attempts=(unit_attempt("fl.prop1.eq15.factor"),),
        why=WHY_UNIT,
        repair="$lambda_(i+1) = sqrt(d_(i+1)) \\/ norm(bold(a)'_(i+1))$ (`fl.eq15.repaired`)",
        reading="$sans(n)$ as it is defined after Eq. 5",
    ),
    Line(
        "fl.prop1.eq16",
        "Eq. 16: $bold(a)_L = sans(n) compose rho(bold(U)_L bold(a)_(L-1)) = rho(bold(U)_L "
        "bold(a)_(L-1)) \\/ norm(rho(bold(U)_L bold(a)_(L-1))) = rho(bold(U)_L bold(a)'_(L-1)) \\/ "
        "norm(rho(bold(U)_L bold(a)'_(L-1))) = sans(n) compose rho(bold(U)_L bold(a)'_(L-1)) = "
        "bold(a)'_L$",
        attempts=(unit_attempt("fl.prop1.eq16.factor"),),
        why="the second and the fourth equality leave out and put back the factor $sqrt(d_L)$ of "
        "$sans(n)$; its first and last expression are equal (`fl.prop1.statement`)",
        repair="a factor $sqrt(d_L)$ in the two quotients",
        reading="$sans(n)$ as it is defined after Eq. 5",
    ),
    *unit_lines("fl.prop1"),
)


# --- controls ------------------------------------------------------------------------------------


def _dropped(index: int) -> Json:
    return statement(SORTS, [g for n, g in enumerate(GIVEN) if n != index], SHOW, FUNCTIONS)


_UNIT_OUTPUT = every(
    "k",
    "int",
    implies(
        conj(k >= 1, k <= width(L), not_zero(NET.p, L)),
        NET.g(k).equals(NET.p(L, k) / norm(width(L), NET.p.of(L))),
    ),
)


def _second(value: Term, other: object) -> Term:
    """``value`` in layer 1 and ``other`` in layer 2."""
    return value + (LAYER - 1) * (other - value)


_half = ONE / 2
_triangle = LAYER * (LAYER - 1) / 2  # 0, 0, 1 in layers 0, 1, 2
FLIPPED: dict[str, Value] = {
    **ONES,
    "x": 2,
    "b": (LAYER - 1) * (-3 * _half),
    "z": _second(ONE * 2, -_half),
    "a": 2 - LAYER - _triangle,
    "p": 2 - _triangle * 3 * _half,
}
CONTROLS = (
    Control(
        Attempt(
            "fl.prop1.control.bias",
            "with a bias in layer 2, one neuron in each layer, $rho(t) = t$: the normalised "
            "network sees $1 - 3\\/2$, the reduced one $2 - 3\\/2$, and the outputs are $-1$ and 1",
            _dropped(3),
            data({"L": 2, "l": 1, "beta": 1}, FLIPPED),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.prop1.control.zero",
            "where a vector is 0, $sans(n)$ of it may be anything: weights 0",
            _dropped(7),
            data(VALUES, {**ONES, "U": 0, "z": 0, "p": 1 - LAYER, "g": 2}),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.prop1.control.factor",
            "with $bold(x) \\/ norm(bold(x))$ in the last layer: $d = 4$",
            statement(
                SORTS,
                [_UNIT_OUTPUT if n == 10 else g for n, g in enumerate(GIVEN)],
                SHOW,
                FUNCTIONS,
            ),
            data(VALUES, {**ONES, "w": 4, "U": ONE / 4, "g": _half}),
        ),
        "constant tightened",
    ),
)

MAIN = Obligation(
    "fl.prop1.statement",
    "for every depth, all widths, weights, slopes and inputs",
    STATEMENT,
    PROOF,
)

CLAIM = Claim(
    id="fl.prop1",
    kind="theorem",
    title="Scale normalising each layer is scale normalising the last one",
    source=source("Propositions 1 and 1'", "7, 13-16"),
    statement="Scale normalizing each layer is equivariant to only scale normalizing the last "
    "layer. "
    "More formally, suppose $bold(a)_0 = bold(x)$ and $bold(g)_bold(theta)(bold(x))$ is "
    "computed from $bold(a)_i = sans(n) compose rho(bold(U)_i bold(a)_(i-1) + bold(b)_i)$, "
    "$bold(U)_i in RR^(d_i times d_(i-1))$ for $i in [L]$, $bold(b)_1 in RR^(d_1)$, "
    "$bold(b)_i = bold(0)$, for $i in [2, L]$. If $rho(bold(U)_1 bold(a)_0 + bold(b)_1) != "
    "bold(0)$ and $rho(bold(U)_i bold(a)_(i-1)) != bold(0)$ for any $i = 2, ..., L$, then "
    "$bold(g)_bold(theta)(bold(x))$ is the same as $bold(g)'_bold(theta)(bold(x))$, with: "
    "$bold(a)'_L = bold(g)'_bold(theta)(bold(x)) := sans(n) compose rho(bold(U)_L "
    "bold(a)'_(L-1) + bold(b)_L)$, $bold(a)'_i = rho(bold(U)_i bold(a)'_(i-1) + bold(b)_i)$, "
    "for $i in [L - 1]$, $bold(b)_i = bold(0)$ for $i = 2, ..., L$ and $bold(a)'_0 = "
    "bold(x)$.",
    readings=(
        Reading("Under Assumption 1: $rho$ is (Leaky) ReLU", ("given", 0), "of any real slope"),
        Reading("$i in [L]$", ("given", 1)),
        Reading("$bold(U)_i in RR^(d_i times d_(i-1))$", ("given", 2), "widths from 1 on"),
        Reading("$bold(b)_i = bold(0)$ for $i in [2, L]$", ("given", 3)),
        Reading("$bold(a)_0 = bold(x)$", ("given", 4)),
        Reading("$rho(bold(U)_i bold(a)_(i-1) + bold(b)_i)$, called $bold(z)_i$", ("given", 5)),
        Reading(
            "$bold(a)_i = sans(n)(bold(z)_i)$ with $sans(n)(bold(z)) = sqrt(d) bold(z) \\/ "
            "norm(bold(z))$",
            ("given", 6),
            "where $bold(z)_i$ is not $bold(0)$; nothing is said of $sans(n)(bold(0))$",
        ),
        Reading("$bold(z)_i != bold(0)$ for all $i$", ("given", 7)),
        Reading("$bold(a)'_0 = bold(x)$", ("given", 8)),
        Reading(
            "$bold(a)'_i = rho(bold(U)_i bold(a)'_(i-1) + bold(b)_i)$",
            ("given", 9),
            "called $bold(p)_i$; for $i = L$ it is what is normalised",
        ),
        Reading("$bold(g)'(bold(x)) = sans(n)(bold(p)_L)$", ("given", 10)),
        Reading("any coordinate of the output", ("given", 11)),
        Reading("", ("given", 12)),
        Reading("$bold(g)(bold(x)) = bold(g)'(bold(x))$", ("show",)),
    ),
    obligations=(MAIN,),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.prop1.satisfiable",
        "the hypotheses hold for one neuron of weight 1 at $x = 1$",
        STATEMENT,
        data(VALUES, ONES),
    ),
    notes=(
        'The formal statement says "equivariant" where the main text says "equivalent".',
        "The hypothesis may be checked in either network: $bold(z)_i$ is a positive multiple of "
        "$bold(p)_i$.",
        "Where some $bold(z)_i = bold(0)$, both outputs are undefined, since then also "
        "$bold(p)_L = bold(0)$.",
    ),
    not_claimed=(
        "nothing is said of the variant with $max{epsilon, norm(bold(x))}$: see `fl.prop1.maxeps`",
    ),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=lambda settings: [instances.reduction_row("n", settings, MAIN)],
    construct=lambda settings: reduced(normalised(settings["network"], "n")),
    sharpened=SHARPENED,
)
