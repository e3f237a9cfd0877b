"""fl.prop3b.post: post-activation LN is no more expressive than a vanilla network (Prop. 3.B)."""

from __future__ import annotations

from functools import cache

from constructions.terms import app, conj, every, implies
from constructions.vanilla import vanilla
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading
from proofs.fl.error_readings import error_readings
from proofs.fl.errors import EQUAL_ERRORS, ERROR_SORTS, C, error_values, products, softmax, y
from proofs.fl.networks import NET
from proofs.fl.paper import source
from proofs.fl.prop1.data import data
from proofs.fl.prop3b.data import (
    AVERAGE,
    BACK,
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
from proofs.fl.prop3b.lines import (
    EQ26,
    EQ27,
    EQ28,
    EQ29,
    HEAD_LINE,
    INDUCTION,
    QUOTIENT,
    eq26_script,
    eq27_script,
    eq28_script,
    eq29_script,
    head_line_script,
    induction_script,
    quotient_script,
)
from proofs.fl.vanilla import instances as vanilla_instances
from proofs.fl.vanilla.layers import (
    OUTSIDE,
    after,
    layer_normalised,
    multiple,
    shifted,
    with_factor,
)
from proofs.fl.vanilla.networks import HEAD, PAIR, any_factor
from proofs.library.vectors import L, i, k, leaky, positive_widths, width
from proofs.trees.script import Json, elaborate, statement

SORTS = {"L": "int", "beta": "real", "C": "int", "y": "int", **ERROR_SORTS}
FUNCTIONS = {**NET.functions("z", "a", "muz"), "V": 3, "v": 2, "W": 2, "M": 2}
_NETWORK = [
    leaky(),
    L >= 1,
    positive_widths(),
    NET.no_bias,
    NET.starts(NET.a),
    NET.layers(NET.z, NET.a),
    NET.means(NET.z),
]
_VANILLA = [
    PAIR.first,
    PAIR.right,
    NET.starts(PAIR.v),
    PAIR.vanilla_first_bias,
    HEAD,
    y >= 1,
    y <= C,
]
GIVEN = [*_NETWORK, NET.layer_normalised, NET.nowhere_constant, *_VANILLA]
NORMAL = products(width(L), PAIR.w, NET.a.of(L))
PLAIN = products(width(L), PAIR.new_w, PAIR.v.of(L))
ERRORS = error_values(PLAIN, NORMAL)
GIVEN += ERRORS
STATEMENT = statement(SORTS, GIVEN, EQUAL_ERRORS, FUNCTIONS)
SCALED = statement(
    {name: SORTS[name] for name in ("L", "beta", "C")},
    [*_NETWORK, NET.layer_normalised, NET.nowhere_constant, *_VANILLA[:-2]],
    multiple(NORMAL, PLAIN),
    FUNCTIONS,
)


@cache
def logits() -> Json:
    """The certificate of what Corollary 1 cites: the logits are multiples of each other."""
    script = after(SCALED, (), NET.layer_normalised, layer_normalised(shifted, OUTSIDE))
    return elaborate(SCALED, script())


ANY = statement(
    SORTS,
    [*_NETWORK, PAIR.positive(any_factor), PAIR.after(any_factor), *_VANILLA, *ERRORS],
    EQUAL_ERRORS,
    {**FUNCTIONS, "f": 1},
)


MAIN = Obligation(
    "fl.prop3b.post.statement",
    "for every depth, all widths, weights, slopes, classes, labels and inputs",
    STATEMENT,
    after(STATEMENT, ERRORS, NET.layer_normalised, layer_normalised(shifted, OUTSIDE)),
)
LINES = (
    Line(
        "fl.prop3b.post.eq26",
        "Eq. 26: with $bold(U)'_1 = bold(U)_1$, $bold(b)'_1 = bold(b)_1$: $bold(z)_1 := "
        "rho(bold(U)_1 bold(x) + bold(b)_1) = bold(a)_1$",
        (
            Obligation(
                "fl.prop3b.post.eq26.layer", "for one layer of any widths", EQ26, eq26_script
            ),
        ),
    ),
    Line(
        "fl.prop3b.post.eq27",
        "Eq. 27: assume $bold(z)_(i-1) = bold(a)_(i-1)$; then for $i >= 2$: $bold(z)_i = "
        "rho(bold(U)_i bold(a)'_(i-1)) = rho(bold(U)_i sans(s)(bold(z)_(i-1))) = rho(bold(U)_i "
        "bold(P)_(i-1) bold(a)_(i-1)) = rho(bold(U)'_i bold(a)_(i-1)) = bold(a)_i$ if we take "
        "$bold(U)'_i = bold(U)_i bold(P)_(i-1)$",
        (
            Obligation(
                "fl.prop3b.post.eq27.chain",
                "each equality, for one layer of any widths",
                EQ27,
                eq27_script,
            ),
        ),
    ),
    Line(
        "fl.prop3b.post.induction",
        "by induction, $bold(z)_i = bold(a)_i$ for $i = 1, ..., L$",
        (
            Obligation(
                "fl.prop3b.post.induction.layers",
                "for every layer of the reduced network, Eq. 18, of any depth and widths",
                INDUCTION,
                induction_script,
            ),
        ),
        reading="$bold(a)'_i = sans(s)(bold(z)_i)$ for $i >= 1$ and $bold(a)'_0 = bold(x)$",
    ),
    Line(
        "fl.prop3b.post.eq28",
        "Eq. 28: $epsilon_(L p)(bold(theta), bold(W); bold(x), y) = 0$ iff $bold(w)_y^top "
        "bold(a)'_L >= bold(w)_c^top bold(a)'_L$ for all $c in [C]$",
        (
            Obligation(
                "fl.prop3b.post.eq28.iff", "for all weights, features, labels", EQ28, eq28_script
            ),
        ),
    ),
    Line(
        "fl.prop3b.post.quotient",
        '$bold(a)\'_L = sans(n)_sans("MV")(bold(z)_L) = sans(s)(bold(z)_L) \\/ sigma(bold(z)_L) = '
        "bold(P)_L bold(z)_L \\/ sigma(bold(z)_L)$",
        (
            Obligation(
                "fl.prop3b.post.quotient.chain",
                "where $bold(z)_L$ is not constant",
                QUOTIENT,
                quotient_script,
            ),
        ),
        reading="$bold(a)'_L$ is this, as in Eq. 18, and not $sans(s)(bold(z)_L)$, as it was "
        "denoted before Eq. 27; for Eq. 28 either will do",
    ),
    Line(
        "fl.prop3b.post.eq29",
        "Eq. 29: Eq. 28 is equivalent to $bold(w)_y^top bold(P)_L bold(a)_L >= bold(w)_c^top "
        "bold(P)_L bold(a)_L$ for all $c in [C]$",
        (
            Obligation(
                "fl.prop3b.post.eq29.iff", "for all weights, features, labels", EQ29, eq29_script
            ),
        ),
    ),
    Line(
        "fl.prop3b.post.head",
        "Hence, taking $bold(W)' = bold(P)_L bold(W)$ gives the desired vanilla network",
        (
            Obligation(
                "fl.prop3b.post.head.iff",
                "$bold(w)'_c = bold(P)_L bold(w)_c$ gives Eq. 29",
                HEAD_LINE,
                head_line_script,
            ),
        ),
        reading="$bold(W) = (bold(w)_1, ..., bold(w)_C)$ has the columns $bold(w)_c$, as it is "
        "defined in Section 2. For $bold(W)$ with rows $bold(w)_c$, as in $bold(W) "
        "bold(g)_bold(theta)(bold(x))$ in Eq. 19, see `fl.prop3b.post.rows`",
    ),
)

# --- controls ------------------------------------------------------------------------------------

_MORE = {
    "V": (MATRIX, AVERAGE),
    "v": (LAYERED, LINE),
    "W": (HEADS, CLASSES),
    "M": (HEADS, CLASSES),
}


def _dropped(index: int) -> Json:
    return statement(SORTS, [g for n, g in enumerate(GIVEN) if n != index], EQUAL_ERRORS, FUNCTIONS)


_SAME_HEAD = every(
    "i",
    "int",
    every(
        "k",
        "int",
        implies(
            conj(i >= 1, i <= C, k >= 1, k <= width(L)),
            app("M", i, k).equals(app("W", i, k)),
        ),
    ),
)
_UNPROJECTED = [_SAME_HEAD if n == 13 else g for n, g in enumerate(GIVEN)]
CONTROLS = (
    Control(
        Attempt(
            "fl.prop3b.post.control.bias",
            "with a bias in layer 2, two neurons in each layer, $rho(t) = t$: the features are "
            "$(-1, 1)$ and $(1\\/2, -1\\/2)$",
            _dropped(3),
            data(
                {**ERRING, "L": 2},
                FLIPPED,
                _MORE | {"v": (LAYERED, FLIPPED_PLAIN)},
            ),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.prop3b.post.control.constant",
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
            "fl.prop3b.post.control.projection",
            "with $bold(W)' = bold(W)$: the features are $(1, -1)$ and $(1, 0)$, the classes "
            "$(1, 1)$ and $(1\\/2, 0)$",
            statement(SORTS, _UNPROJECTED, EQUAL_ERRORS, FUNCTIONS),
            data(
                ERRING,
                RAISED,
                {
                    "V": (MATRIX, BACK),
                    "v": (LAYERED, BACK),
                    "W": (HEADS, UNEVEN),
                    "M": (HEADS, UNEVEN),
                },
            ),
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "fl.prop3b.post.control.values",
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
    Reading(
        "the parameters of an LN network are $(bold(U)_1, ..., bold(U)_L, bold(b)_1, bold(W))$",
        ("given", 3),
        "$bold(b)_i = bold(0)$ from the second layer on",
    ),
    Reading("$bold(a)'_0 = bold(x)$", ("given", 4), "$bold(a)'_i$ is called $bold(a)_i$ here"),
    Reading("$rho(bold(U)_i bold(a)'_(i-1) + bold(b)_i)$, called $bold(z)_i$", ("given", 5)),
    Reading("$mu(bold(z)_i)$", ("given", 6)),
)
_NEW = (
    Reading("$bold(U)'_1 = bold(U)_1$", ("given", 9), "the new weights do not depend on $bold(x)$"),
    Reading("$bold(U)'_i = bold(U)_i bold(P)_(i-1)$", ("given", 10)),
    Reading("the vanilla network starts at $bold(x)$", ("given", 11)),
    Reading(
        "$rho(bold(U)'_i bold(v)_(i-1) + bold(b)_i)$, called $bold(v)_i$",
        ("given", 12),
        "$bold(b)'_1 = bold(b)_1$, and the other biases are $bold(0)$",
    ),
    Reading("$bold(w)'_c = bold(P)_L bold(w)_c$", ("given", 13)),
    Reading("for any $y$: a label $y in [C]$", ("given", 14)),
    Reading("", ("given", 15)),
)
_ERRORS = error_readings(
    "bold(w)'_c^top bold(v)_L",
    "bold(w)_c^top bold(a)'_L",
    16,
    "$epsilon(bold(theta)', bold(W)'; bold(x), y) = epsilon_(L p)(bold(theta), bold(W); bold(x), "
    "y)$",
)

CLAIM = Claim(
    id="fl.prop3b.post",
    kind="theorem",
    title="Vanilla networks err as those with post-activation layer normalisation",
    source=source("Propositions 3 and 3.B", "26-29"),
    statement="For any model parameter $(bold(theta), bold(W))$ of post-activation layer "
    "normalization, one can find $(bold(theta)', bold(W)')$ of a vanilla model such that "
    "$epsilon(bold(theta)', bold(W)'; bold(x), y) = epsilon_(L p)(bold(theta), bold(W); bold(x), "
    "y)$, for any $bold(x)$, $y$.",
    readings=(
        *_FIRST,
        Reading(
            'post-activation layer normalization: $bold(a)\'_i = sans(n)_sans("MV")(bold(z)_i)$',
            ("given", 7),
            "where $bold(z)_i$ is not constant; nothing is said of constant vectors",
        ),
        Reading(
            "for any $bold(x)$",
            ("given", 8),
            "at which the normalised network has a value: no $bold(z)_i$ is constant (as in "
            "Proposition 2). For all $bold(x)$, with a convention for constant vectors: "
            "`fl.prop3b.post.sharpened`",
        ),
        *_NEW,
        *_ERRORS,
    ),
    obligations=(MAIN,),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.prop3b.post.satisfiable",
        "the hypotheses hold for two neurons with activations 1 and $-1$, and two classes",
        STATEMENT,
        data(VALUES, ONES, _MORE),
    ),
    notes=(
        "One can find $(bold(theta)', bold(W)')$: the obligation is about the weights of the "
        "proof, which are functions of $bold(U)_i$, $bold(b)_1$ and $bold(W)$ alone, so that one "
        "choice serves all $bold(x)$ and $y$. The vanilla network has the same widths.",
        "$bold(W) = (bold(w)_1, ..., bold(w)_C)$ in Section 2, while $bold(W) "
        "bold(g)_bold(theta)(bold(x))$ in Eq. 19 needs the transpose. What is proved is about the "
        "$bold(w)_c$ and does not depend on it.",
        "In the proof, the vanilla network has the parameters $(bold(U)'_1, ..., bold(U)'_L, "
        "bold(b)'_1, bold(W)')$ and its layers are called $bold(a)_i$.",
    ),
    not_claimed=(
        "nothing is said of affine parameters of the normalisation layers",
        "nothing is said of the reverse: the paper leaves it to future research",
    ),
    parameters=vanilla_instances.parameters("post"),
    instances=vanilla_instances.INSTANCES,
    run=lambda settings: [vanilla_instances.row(settings, MAIN)],
    construct=lambda settings: vanilla(settings["network"]),
    sharpened=(
        Claim(
            id="fl.prop3b.post.sharpened",
            kind="theorem",
            title="The same for every positive factor after the activation",
            source=source("Propositions 3 and 3.B", "26-29"),
            statement="Let $bold(a)'_i = f_i (bold(z)_i - mu(bold(z)_i) bold(1))$ with any "
            "factors $f_i > 0$, which may depend on $bold(x)$. Then $epsilon(bold(theta)', "
            "bold(W)'; bold(x), y) = epsilon_(L p)(bold(theta), bold(W); bold(x), y)$ for any "
            "$bold(x)$, $y$: also for $f_i = 1\\/sqrt(sigma^2 + delta)$, $1\\/(sigma + delta)$, "
            "$1\\/max{delta, sigma}$, and where constant vectors are normalised to $bold(0)$.",
            readings=(
                *_FIRST,
                Reading("$f_i > 0$", ("given", 7)),
                Reading("$bold(a)'_i = f_i (bold(z)_i - mu(bold(z)_i) bold(1))$", ("given", 8)),
                *_NEW,
                *_ERRORS,
            ),
            obligations=(
                Obligation(
                    "fl.prop3b.post.sharpened.statement",
                    "for every depth, all widths, weights and factors, and all inputs",
                    ANY,
                    after(ANY, ERRORS, PAIR.after(any_factor), with_factor(shifted)),
                ),
            ),
            satisfiable=Attempt(
                "fl.prop3b.post.sharpened.satisfiable",
                "the hypotheses hold for two neurons with activations 1 and $-1$, and factors 1",
                ANY,
                data(VALUES, ONES, {**_MORE, "f": (("u",), 1)}),
            ),
        ),
    ),
)
