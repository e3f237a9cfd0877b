"""fl.prop3b.pre: pre-activation LN is no more expressive than a vanilla network (Prop. 3.B)."""

from __future__ import annotations

from functools import cache

from constructions.vanilla import vanilla
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading
from proofs.fl.error_readings import error_readings
from proofs.fl.errors import EQUAL_ERRORS, ERROR_SORTS, C, error_values, products, softmax, y
from proofs.fl.networks import NET
from proofs.fl.paper import source
from proofs.fl.prop1.data import Value, data
from proofs.fl.prop3b.data import (
    AVERAGE,
    BACK,
    BIAS,
    CLASSES,
    CONSTANT,
    DOUBLED,
    ERRING,
    FLIPPED,
    FLIPPED_PLAIN,
    HEADS,
    LAYERED,
    LINE,
    MATRIX,
    ONES,
    RAISED,
    UNEVEN,
    VALUES,
)
from proofs.fl.prop3b.eq22 import EQ22, NORMALISED, eq22_script
from proofs.fl.prop3b.lines import (
    EQ24,
    EQ25,
    LAST_FACTOR,
    PROJECTION,
    eq24_script,
    eq25_script,
    last_factor_script,
    projection_script,
)
from proofs.fl.vanilla import instances as vanilla_instances
from proofs.fl.vanilla.layers import (
    INSIDE,
    activated,
    before,
    layer_normalised,
    multiple,
    with_factor,
)
from proofs.fl.vanilla.networks import PAIR, any_factor
from proofs.library.vectors import L, i, width
from proofs.trees.script import Json, elaborate, statement

SORTS = {"L": "int", "beta": "real", "C": "int", "y": "int", **ERROR_SORTS}
FUNCTIONS = {**NET.functions("z", "a", "muz"), "V": 3, "e": 2, "v": 2, "W": 2}
_VANILLA = [PAIR.left, PAIR.left_bias, NET.starts(PAIR.v), PAIR.vanilla, y >= 1, y <= C]
GIVEN = [*NORMALISED, *_VANILLA]
NORMAL = products(width(L), PAIR.w, NET.a.of(L))
PLAIN = products(width(L), PAIR.w, PAIR.v.of(L))
ERRORS = error_values(PLAIN, NORMAL)
GIVEN += ERRORS
STATEMENT = statement(SORTS, GIVEN, EQUAL_ERRORS, FUNCTIONS)
SCALED = statement(
    {name: SORTS[name] for name in ("L", "beta", "C")},
    [*NORMALISED, *_VANILLA[:-2]],
    multiple(NORMAL, PLAIN),
    FUNCTIONS,
)


@cache
def logits() -> Json:
    """The certificate of what Corollary 1 cites: the logits are multiples of each other."""
    script = before(SCALED, (), PAIR.pre_normalised, layer_normalised(activated, INSIDE))
    return elaborate(SCALED, script())


ANY = statement(
    SORTS,
    [*NORMALISED[:-2], PAIR.positive(any_factor), PAIR.before(any_factor), *_VANILLA, *ERRORS],
    EQUAL_ERRORS,
    {**FUNCTIONS, "f": 1},
)


MAIN = Obligation(
    "fl.prop3b.pre.statement",
    "for every depth, all widths, weights, slopes, classes, labels and inputs",
    STATEMENT,
    before(STATEMENT, ERRORS, PAIR.pre_normalised, layer_normalised(activated, INSIDE)),
)
LINES = (
    Line(
        "fl.prop3b.pre.eq22",
        "Eq. 22: pre-activation layer normalization is equivalent to $bold(a)_L = rho compose "
        'sans(n)_sans("MV")(bold(U)_L bold(a)_(L-1) + bold(b)_L)$, $bold(a)_i = rho compose '
        "sans(s)(bold(U)_i bold(a)_(i-1) + bold(b)_i)$ for $i in [L - 1]$",
        (
            Obligation(
                "fl.prop3b.pre.eq22.output",
                "the outputs are equal, for every depth, all widths and weights",
                EQ22,
                eq22_script,
            ),
        ),
        reading='"from Prop. 2", where the activation comes before the normalisation; the same '
        "argument",
    ),
    Line(
        "fl.prop3b.pre.eq24",
        "Eq. 23-24: $bold(a)_i = rho compose sans(s)(bold(U)_i bold(a)_(i-1) + bold(b)_i)$ is "
        "equivalent to $bold(a)_i = rho(bold(P)_i bold(U)_i bold(a)_(i-1) + bold(P)_i bold(b)_i)$",
        (Obligation("fl.prop3b.pre.eq24.layer", "for one layer of any widths", EQ24, eq24_script),),
    ),
    Line(
        "fl.prop3b.pre.projection",
        "where $bold(P)_i = bold(I) - 1/d_i bold(1) bold(1)^top$ is a projection matrix",
        (
            Obligation(
                "fl.prop3b.pre.projection.twice",
                "$bold(P) bold(P) bold(v) = bold(P) bold(v)$ for every $bold(v)$, of every length",
                PROJECTION,
                projection_script,
            ),
        ),
    ),
    Line(
        "fl.prop3b.pre.eq25",
        "Eq. 25: with $bold(U)'_i = bold(P)_i bold(U)_i$ and $bold(b)'_i = bold(P)_i bold(b)_i$, "
        "$rho compose sans(s)(bold(U)_i bold(a)_(i-1) + bold(b)_i) = rho(bold(U)'_i bold(a)_(i-1) "
        "+ bold(b)'_i)$",
        (Obligation("fl.prop3b.pre.eq25.layer", "for one layer of any widths", EQ25, eq25_script),),
    ),
    Line(
        "fl.prop3b.pre.last",
        "the normalization factor in the last layer does not affect the final prediction",
        (
            Obligation(
                "fl.prop3b.pre.last.errors",
                '$rho compose sans(n)_sans("MV")(bold(z))$ and $rho compose sans(s)(bold(z))$ give '
                "the same error",
                LAST_FACTOR,
                last_factor_script,
            ),
        ),
        reading="Proposition 3.A is about features that are divided by their own norm; here "
        "$rho(sans(s)(bold(z)))$ is divided by $sigma(bold(z))$. Only that the factor is positive "
        "counts.",
    ),
    Line(
        "fl.prop3b.pre.collect",
        "collecting all the $bold(U)'_i$ and $bold(b)'_i$ we obtain the required "
        "$(bold(theta)', bold(W))$",
        (MAIN,),
    ),
)

# --- controls ------------------------------------------------------------------------------------

_MORE: dict[str, tuple[tuple[str, ...], Value]] = {
    "V": (MATRIX, AVERAGE),
    "e": (LAYERED, 0),
    "v": (LAYERED, LINE),
    "W": (HEADS, CLASSES),
}


def _dropped(index: int) -> Json:
    return statement(SORTS, [g for n, g in enumerate(GIVEN) if n != index], EQUAL_ERRORS, FUNCTIONS)


_SAME_ROWS = PAIR.rows(lambda at, other: PAIR.V(i, at, other).equals(NET.U(i, at, other)))
_UNPROJECTED = [_SAME_ROWS if n == 9 else g for n, g in enumerate(GIVEN)]
CONTROLS = (
    Control(
        Attempt(
            "fl.prop3b.pre.control.bias",
            "with a bias in layer 2, two neurons in each layer, $rho(t) = t$: the features are "
            r"$(-1, 1)$ and $(1\/2, -1\/2)$",
            _dropped(3),
            data(
                {**ERRING, "L": 2},
                FLIPPED,
                _MORE
                | {
                    "e": (LAYERED, BIAS),
                    "v": (LAYERED, FLIPPED_PLAIN),
                },
            ),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.prop3b.pre.control.constant",
            'where a vector is constant, $sans(n)_sans("MV")$ of it may be anything: weights 0',
            _dropped(8),
            data(
                {**ERRING, "uv": 1},
                CONSTANT,
                _MORE | {"V": (MATRIX, 0), "v": (LAYERED, 0)},
            ),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.prop3b.pre.control.projection",
            "with $bold(U)' = bold(U)$: the features are $(1, -1)$ and $(1, 0)$, the classes "
            r"$(1, 1)$ and $(1\/2, 0)$",
            statement(SORTS, _UNPROJECTED, EQUAL_ERRORS, FUNCTIONS),
            data(
                ERRING,
                RAISED,
                _MORE | {"V": (MATRIX, BACK), "v": (LAYERED, BACK), "W": (HEADS, UNEVEN)},
            ),
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "fl.prop3b.pre.control.values",
            "the errors are the same, the probabilities are not: features $(1, -1)$ and $(2, -2)$",
            {**STATEMENT, "show": softmax(PLAIN, y).equals(softmax(NORMAL, y))},
            data(
                VALUES,
                DOUBLED,
                _MORE | {"v": (LAYERED, 2 * LINE)},
            ),
        ),
        "constant tightened",
    ),
)

_FIRST = (
    Reading("Under Assumption 1: $rho$ is (Leaky) ReLU", ("given", 0), "of any real slope"),
    Reading("$i in [L]$", ("given", 1)),
    Reading("$bold(U)_i in RR^(d_i times d_(i-1))$", ("given", 2), "widths from 1 on"),
    Reading("$bold(b)_i = bold(0)$ for $i = 2, ..., L$", ("given", 3), "as after Eq. 22"),
    Reading("$bold(a)_0 = bold(x)$", ("given", 4)),
    Reading("$bold(U)_i bold(a)_(i-1) + bold(b)_i$, called $bold(z)_i$", ("given", 5)),
    Reading("$mu(bold(z)_i)$", ("given", 6)),
)
_NEW = (
    Reading("$bold(U)'_i = bold(P)_i bold(U)_i$", ("given", 9), "they do not depend on $bold(x)$"),
    Reading("$bold(b)'_i = bold(P)_i bold(b)_i$", ("given", 10)),
    Reading("the vanilla network starts at $bold(x)$", ("given", 11)),
    Reading("$rho(bold(U)'_i bold(v)_(i-1) + bold(b)'_i)$, called $bold(v)_i$", ("given", 12)),
    Reading("for any $y$: a label $y in [C]$", ("given", 13)),
    Reading("", ("given", 14)),
)
_ERRORS = error_readings(
    "bold(w)_c^top bold(v)_L",
    "bold(w)_c^top bold(a)_L",
    15,
    "$epsilon(bold(theta)', bold(W); bold(x), y) = epsilon_(p L)(bold(theta), bold(W); bold(x), "
    "y)$",
)

CLAIM = Claim(
    id="fl.prop3b.pre",
    kind="theorem",
    title="Vanilla networks err as those with pre-activation layer normalisation",
    source=source("Propositions 3 and 3.B", "22-25"),
    statement="For any model parameter $(bold(theta), bold(W))$ of pre-activation layer "
    "normalization, one can find $(bold(theta)', bold(W))$ of a vanilla model such that "
    "$epsilon(bold(theta)', bold(W); bold(x), y) = epsilon_(p L)(bold(theta), bold(W); bold(x), "
    "y)$, for any $bold(x)$, $y$.",
    readings=(
        *_FIRST,
        Reading(
            'pre-activation layer normalization: $bold(a)_i = rho(sans(n)_sans("MV")(bold(z)_i))$',
            ("given", 7),
            "where $bold(z)_i$ is not constant; nothing is said of constant vectors",
        ),
        Reading(
            "for any $bold(x)$",
            ("given", 8),
            "at which the normalised network has a value: no $bold(z)_i$ is constant (as in "
            "Proposition 2). For all $bold(x)$, with a convention for constant vectors: "
            "`fl.prop3b.pre.sharpened`",
        ),
        *_NEW,
        *_ERRORS,
    ),
    obligations=(MAIN,),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.prop3b.pre.satisfiable",
        "the hypotheses hold for two neurons with activations 1 and $-1$, and two classes",
        STATEMENT,
        data(VALUES, ONES, _MORE),
    ),
    notes=(
        "One can find $bold(theta)'$: the obligation is about the weights of the proof, which are "
        "functions of $bold(U)_i$ and $bold(b)_1$ alone, so that one $bold(theta)'$ serves all "
        "$bold(x)$ and $y$. It has the widths and the number of parameters of $bold(theta)$.",
        "$epsilon_(p L)$ is called an accuracy function where it is introduced, after Eq. 22; it "
        "is the error, as $epsilon$ is in Eq. 19.",
        "The main text does not repeat Assumption 1. With a bias from the second layer on these "
        "weights give other errors (`fl.prop3b.pre.control.bias`).",
    ),
    not_claimed=(
        "nothing is said of affine parameters of the normalisation layers",
        "nothing is said of the reverse: the paper leaves it to future research",
    ),
    parameters=vanilla_instances.parameters("pre"),
    instances=vanilla_instances.INSTANCES,
    run=lambda settings: [vanilla_instances.row(settings, MAIN)],
    construct=lambda settings: vanilla(settings["network"]),
    sharpened=(
        Claim(
            id="fl.prop3b.pre.sharpened",
            kind="theorem",
            title="The same for every positive factor in the place of 1/sigma",
            source=source("Propositions 3 and 3.B", "22-25"),
            statement="Let $bold(a)_i = rho(f_i (bold(z)_i - mu(bold(z)_i) bold(1)))$ with any "
            "factors $f_i > 0$, which may depend on $bold(x)$. Then $epsilon(bold(theta)', "
            "bold(W); bold(x), y) = epsilon_(p L)(bold(theta), bold(W); bold(x), y)$ for any "
            r"$bold(x)$, $y$: also for $f_i = 1\/sqrt(sigma^2 + delta)$, $1\/(sigma + delta)$, "
            r"$1\/max{delta, sigma}$, and where constant vectors are normalised to $bold(0)$.",
            readings=(
                *_FIRST,
                Reading("$f_i > 0$", ("given", 7)),
                Reading("$bold(a)_i = rho(f_i (bold(z)_i - mu(bold(z)_i) bold(1)))$", ("given", 8)),
                *_NEW,
                *_ERRORS,
            ),
            obligations=(
                Obligation(
                    "fl.prop3b.pre.sharpened.statement",
                    "for every depth, all widths, weights and factors, and all inputs",
                    ANY,
                    before(ANY, ERRORS, PAIR.before(any_factor), with_factor(activated)),
                ),
            ),
            satisfiable=Attempt(
                "fl.prop3b.pre.sharpened.satisfiable",
                "the hypotheses hold for two neurons with activations 1 and $-1$, and factors 1",
                ANY,
                data(VALUES, ONES, {**_MORE, "f": (("u",), 1)}),
            ),
        ),
    ),
)
