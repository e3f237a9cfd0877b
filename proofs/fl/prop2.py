"""fl.prop2: MV normalising each layer is shifting it and MV normalising the last (Prop. 2, 2')."""

from __future__ import annotations

from fractions import Fraction

from constructions.federated import normalised, reduced
from constructions.terms import conj, var
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading
from proofs.fl import instances
from proofs.fl.networks import LAST, NET, SORTS, in_layers
from proofs.fl.paper import source
from proofs.fl.prop1.data import AT, LAYER, VALUES, Value, data
from proofs.fl.reductions import FACTS, STANDARD, deviations
from proofs.language.elaboration import written
from proofs.library.vectors import L, deviation, ell, i, k, leaky, positive_widths, width
from proofs.trees.script import Json, statement

FUNCTIONS = NET.functions("z", "a", "muz", "y", "p", "muy", "g")
GIVEN = [leaky(), L >= 1, positive_widths(), *NET.mean_normalised, *LAST]
SHOW = NET.a(L, ell).equals(NET.g(ell))
STATEMENT = statement(SORTS, GIVEN, SHOW, FUNCTIONS)


#: z_L = c y_L with c > 0, so n_MV(z_L) = n_MV(y_L)
TEXT = f"""{STANDARD}{deviations("L")}
have some: exists j: int, 1 <= j and j <= d(L) and y(L, j) != muy(L):
  take o
show by standardised(L, l), standard_output(l), multiple(l), means, roots, r > 0, 0 < sqrt(Y/d(L))
"""
e = var("e")  #: the layer that is spoken of
_LAMBDA = 1 / deviation(width(e), NET.y.of(e), NET.y.mean(e))
FACTORS = statement(
    {**SORTS, "e": "int"},
    [*GIVEN[:-3], e >= 1, e <= L, ell >= 1, ell <= width(e)],
    conj(_LAMBDA > 0, NET.a(e, ell).equals(_LAMBDA * NET.p(e, ell))),
    NET.functions("z", "a", "muz", "y", "p", "muy"),
)


#: z_i = c y_i, so a_i = (z_i - mu) / sigma(z_i) = (y_i - mu) / sigma(y_i)
FACTORS_TEXT = f"""{STANDARD}{deviations("e")}
have 0 < 1/sqrt(Y/d(e))
show by standardised(e, l), shifted(e, l), multiple(l), means, roots, r > 0, 0 < sqrt(Y/d(e))
"""

LINES = (
    Line(
        "fl.prop2.analogous",
        "The proof follows analogously from the proof of Proposition 1'",
        (
            Obligation(
                "fl.prop2.analogous.factors",
                "$bold(a)_i = lambda_i bold(a)'_i$ with $lambda_i = 1 \\/ sigma(bold(y)_i) > 0$ "
                "for every layer, where $bold(a)'_i = sans(s)(bold(y)_i)$",
                FACTORS,
                written(FACTORS, FACTORS_TEXT, FACTS, d=width, e=e),
            ),
        ),
        reading='the chain of Eq. 15 with $sans(n)_sans("MV")$ in place of $sans(n)$ and '
        "$sans(s)$ before; no factor is left out here, since the proof of Proposition 1' is "
        "carried over with the normalisation as it is defined",
    ),
)


# --- controls ------------------------------------------------------------------------------------

_LINE = 3 - 2 * AT  # (1, -1)
_OTHER = 3 - 2 * var("s")
_AVERAGE = _LINE * _OTHER / 2  # maps (1, -1) to itself
ONES: dict[str, Value] = {
    "rho": LAYER,
    "w": 2,
    "x": 3 - 2 * LAYER,
    "U": _AVERAGE,
    "b": 0,
    "z": _LINE,
    "a": _LINE,
    "muz": 0,
    "y": _LINE,
    "p": _LINE,
    "muy": 0,
    "g": 3 - 2 * LAYER,
}


_triangle = LAYER * (LAYER - 1) / 2  # 0, 0, 1 in layers 0, 1, 2
_FALL = 2 - (LAYER - 1) * Fraction(5, 2)  # 2, -1/2 in layers 1, 2
FLIPPED: dict[str, Value] = {
    **ONES,
    "x": (3 - 2 * LAYER) * 2,
    "b": (LAYER - 1) * _LINE * Fraction(-3, 2),
    "z": _FALL * _LINE,
    "a": (2 - LAYER - _triangle) * _LINE,
    "y": (2 - (LAYER - 1) * Fraction(3, 2)) * _LINE,
    "p": (2 - _triangle * Fraction(3, 2)) * _LINE,
}
_BACK = 2 - AT  # (1, 0)
_UNSHIFTED: dict[str, Value] = {
    **ONES,
    "x": (2 - LAYER) * 2,
    "U": _BACK * var("s"),
    "z": _BACK * (2 - (LAYER - 1) * 3),
    "muz": (2 - (LAYER - 1) * 3) / 2,
    "a": (1 - LAYER * (LAYER - 1)) * _LINE + (1 - LAYER) * (2 - LAYER) / 2,
    "y": _BACK * 2,
    "p": _BACK * 2,
    "muy": 1,
}
_NO_SHIFT = in_layers(NET.p(i, k).equals(NET.y(i, k)))
_ONE_NEURON: dict[str, Value] = {
    "w": 1,
    "x": 1,
    "U": 1,
    "z": 1,
    "a": 1,
    "muz": 1,
    "y": 1,
    "muy": 1,
    "rho": LAYER,
    "b": 0,
    "p": 1 - LAYER,
    "g": 2,
}


def _dropped(index: int) -> Json:
    return statement(SORTS, [g for n, g in enumerate(GIVEN) if n != index], SHOW, FUNCTIONS)


CONTROLS = (
    Control(
        Attempt(
            "fl.prop2.control.bias",
            "with a bias in layer 2, two neurons in each layer, $rho(t) = t$: the outputs are "
            "$(-1, 1)$ and $(1, -1)$",
            _dropped(3),
            data({**VALUES, "L": 2}, FLIPPED),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.prop2.control.constant",
            'where a vector is constant, $sans(n)_sans("MV")$ of it may be anything: one neuron',
            _dropped(8),
            data(VALUES, _ONE_NEURON),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.prop2.control.shift",
            "without shifting in layer 1: $(2, 0)$ is handed on instead of $(1, -1)$",
            statement(
                SORTS,
                [_NO_SHIFT if n == 12 else g for n, g in enumerate(GIVEN)],
                SHOW,
                FUNCTIONS,
            ),
            data({**VALUES, "L": 2}, _UNSHIFTED),
        ),
        "constant tightened",
    ),
)

#: as for Prop. 1', without layers that are constant there
INSTANCES = (
    *(instances.INSTANCES[n] for n in (0, 1, 2, 3)),
    {
        "network": instances.layers("0 0; 0 0; 0 0", "1 0 -1; 0 1 1", bias="1 2 1/1000000"),
        "x": "7, -7",
    },
    {"network": instances.layers("1 -1; -1 1", "-1 -1; -1 -2", slope="1"), "x": "3, 1"},
)


MAIN = Obligation(
    "fl.prop2.statement",
    "for every depth, all widths, weights, slopes and inputs",
    STATEMENT,
    written(STATEMENT, TEXT, FACTS, d=width),
)

CLAIM = Claim(
    id="fl.prop2",
    kind="theorem",
    title="MV normalising each layer is shifting it, and MV normalising the last",
    source=source("Propositions 2 and 2'", "8, 17-18"),
    statement='Suppose our layer-normalized neural network is: $bold(a)_i = sans(n)_sans("MV") '
    "compose "
    "rho(bold(U)_i bold(a)_(i-1) + bold(b)_i)$, $bold(U)_i in RR^(d_i times d_(i-1))$ for $i "
    "in [L]$, $bold(b)_1 in RR^(d_1)$, $bold(b)_i = bold(0)$, for $i in [2, L]$, with "
    "$bold(a)_0 = bold(x)$, $bold(a)_L = bold(g)_bold(theta)(bold(x))$, and $rho(bold(U)_i "
    "bold(a)_(i-1) + bold(b)_i) != mu(rho(bold(U)_i bold(a)_(i-1) + bold(b)_i)) bold(1)$ for "
    "$i in [L]$. Then $bold(g)_bold(theta)(bold(x))$ as computed from eq. 17, is the same as "
    "$bold(g)'_bold(theta)(bold(x))$ with: $bold(a)'_L = bold(g)'_bold(theta)(bold(x)) := "
    "sans(n)_sans(\"MV\") compose rho(bold(U)_L bold(a)'_(L-1) + bold(b)_L)$, $bold(a)'_i = "
    "sans(s) compose rho(bold(U)_i bold(a)'_(i-1) + bold(b)_i)$, for $i in [L - 1]$, "
    "$bold(b)_i = bold(0)$ for $i = 2, ..., L$ and $bold(a)'_0 = bold(x)$.",
    readings=(
        Reading("Under Assumption 1: $rho$ is (Leaky) ReLU", ("given", 0), "of any real slope"),
        Reading("$i in [L]$", ("given", 1)),
        Reading("$bold(U)_i in RR^(d_i times d_(i-1))$", ("given", 2), "widths from 1 on"),
        Reading("$bold(b)_i = bold(0)$ for $i in [2, L]$", ("given", 3)),
        Reading("$bold(a)_0 = bold(x)$", ("given", 4)),
        Reading("$rho(bold(U)_i bold(a)_(i-1) + bold(b)_i)$, called $bold(z)_i$", ("given", 5)),
        Reading("$mu(bold(z)_i)$", ("given", 6)),
        Reading(
            '$bold(a)_i = sans(n)_sans("MV")(bold(z)_i)$',
            ("given", 7),
            "where $bold(z)_i$ is not constant; nothing is said of constant vectors",
        ),
        Reading("$bold(z)_i != mu(bold(z)_i) bold(1)$ for $i in [L]$", ("given", 8)),
        Reading("$bold(a)'_0 = bold(x)$", ("given", 9)),
        Reading("$rho(bold(U)_i bold(a)'_(i-1) + bold(b)_i)$, called $bold(y)_i$", ("given", 10)),
        Reading("$mu(bold(y)_i)$", ("given", 11)),
        Reading("$bold(a)'_i = sans(s)(bold(y)_i)$, called $bold(p)_i$", ("given", 12)),
        Reading('$bold(g)\'(bold(x)) = sans(n)_sans("MV")(bold(y)_L)$', ("given", 13)),
        Reading("any coordinate of the output", ("given", 14)),
        Reading("", ("given", 15)),
        Reading("$bold(g)(bold(x)) = bold(g)'(bold(x))$", ("show",)),
    ),
    obligations=(MAIN,),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.prop2.satisfiable",
        "the hypotheses hold for two neurons with activations 1 and $-1$",
        STATEMENT,
        data(VALUES, ONES),
    ),
    notes=(
        "A layer of one neuron is constant, so that the hypothesis excludes it: the statement says "
        "nothing of networks with such a layer.",
        'In the main text: "none of the intermediate hidden layer activations to normalize are '
        'proportional to the all-one vector"; this includes the zero vector and the last layer.',
    ),
    not_claimed=("nothing is said of affine parameters of the normalisation layers",),
    parameters=instances.PARAMETERS,
    instances=INSTANCES,
    run=lambda settings: [instances.reduction_row("nMV", settings, MAIN)],
    construct=lambda settings: reduced(normalised(settings["network"], "nMV")),
)
