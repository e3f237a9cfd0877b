"""fl.prop1.maxeps: Proposition 1 with x / max{eps, ||x||} in the place of x / ||x||."""

from __future__ import annotations

from fractions import Fraction

from proofs.claims import Attempt, Claim, Obligation, Reading
from proofs.fl.paper import source
from proofs.fl.prop1.data import LAYER, Value, data
from proofs.fl.radial import MAXEPS, MAXEPS_REPAIRED, maxeps_repaired_script
from proofs.library.vectors import ONE

# --- exact data: one neuron of weight 1 in each of two layers, x = 2, eps = 4 --------------------

_STEP = LAYER - 1
FUNCTIONS: dict[str, Value] = {
    "rho": LAYER,
    "w": 1,
    "x": 2,
    "U": 1,
    "b": 0,
    "z": 2 - _STEP * Fraction(3, 2),
    "a": 2 - LAYER * Fraction(33, 16) + LAYER * LAYER * Fraction(9, 16),
    "p": 2,
    "g": ONE / 2,
}
VALUES = {"L": 2, "l": 1, "beta": 1, "eps": 4}


_READINGS = (
    Reading("Under Assumption 1: $rho$ is (Leaky) ReLU", ("given", 0), "of any real slope"),
    Reading("$i in [L]$", ("given", 1)),
    Reading("$bold(U)_i in RR^(d_i times d_(i-1))$", ("given", 2), "widths from 1 on"),
    Reading("$bold(b)_i = bold(0)$ for $i in [2, L]$", ("given", 3)),
    Reading("$bold(a)_0 = bold(x)$", ("given", 4)),
    Reading("$rho(bold(U)_i bold(a)_(i-1) + bold(b)_i)$, called $bold(z)_i$", ("given", 5)),
    Reading("$epsilon > 0$", ("given", 6)),
    Reading(
        "$bold(a)_i = sqrt(d_i) bold(z)_i \\/ max{epsilon, norm(bold(z)_i)}$",
        ("given", 7),
        "defined everywhere, so that no vector needs to be other than $bold(0)$",
    ),
    Reading("$bold(a)'_0 = bold(x)$", ("given", 8)),
    Reading(
        "$bold(a)'_i = rho(bold(U)_i bold(a)'_(i-1) + bold(b)_i)$, called $bold(p)_i$",
        ("given", 9),
    ),
    Reading(
        "$bold(g)'(bold(x)) = sqrt(d_L) bold(p)_L \\/ max{epsilon, norm(bold(p)_L)}$",
        ("given", 10),
    ),
    Reading("any coordinate of the output", ("given", 11)),
    Reading("", ("given", 12)),
)

# --- and where the outputs are equal, though the norms are not: eps = 1, z_2 = 1, p_2 = 2 ---------

_EQUAL: dict[str, Value] = {
    **FUNCTIONS,
    "z": 3 - LAYER,
    "a": 2 - LAYER * Fraction(3, 2) + LAYER * LAYER * Fraction(1, 2),
    "g": 1,
}
_EQUAL_VALUES = {**VALUES, "eps": 1}


def _equal(name: str, values: dict[str, int]) -> Attempt:
    return Attempt(
        f"fl.prop1.maxeps.repaired.{name}",
        "the hypotheses hold for one neuron of weight 1 in each of two layers, $x = 2$, "
        "$epsilon = 1$: normalised in each layer $2 -> 1 -> 1$, in the last one $2 -> 2 -> 1$",
        MAXEPS_REPAIRED,
        data({**_EQUAL_VALUES, **values}, _EQUAL),
    )


_SATISFIABLE = (
    _equal("multiple.satisfiable", {"c": 1, "k_": 1}),
    _equal("large.satisfiable", {"k_": 1}),
    _equal("apart.satisfiable", {}),
)
_SOURCE = source("a reading of Section 2, after Eq. 5, and Propositions 1 and 1'", "7, 13-16")
_ATTEMPT = Attempt(
    "fl.prop1.maxeps.small",
    "one neuron of weight 1 in each of two layers, $rho(t) = t$, $x = 2$, $epsilon = 4$: "
    "normalised in each layer $2 -> 1\\/2 -> 1\\/8$, in the last one $2 -> 2 -> 1\\/2$",
    MAXEPS,
    data(VALUES, FUNCTIONS),
)

CLAIM = Claim(
    id="fl.prop1.maxeps",
    kind="theorem",
    title="Scale normalising each layer is scale normalising the last one, with max{eps, norm}",
    source=_SOURCE,
    statement="To improve stability, we can replace $bold(x) \\/ norm(bold(x))$ with $bold(x) \\/ "
    "max{epsilon, norm(bold(x))}$. (Read with Proposition 1: scale normalizing each layer is "
    "equivalent to only scale normalizing the last layer.)",
    readings=(*_READINGS, Reading("$bold(g)(bold(x)) = bold(g)'(bold(x))$", ("show",))),
    obligations=(),
    attempts=(_ATTEMPT,),
    satisfiable=Attempt(
        "fl.prop1.maxeps.satisfiable",
        "the hypotheses hold for one neuron of weight 1 in each of two layers",
        MAXEPS,
        data(VALUES, FUNCTIONS),
    ),
    notes=(
        "Proposition 1 is stated for $sans(n)(bold(x)) = sqrt(d) bold(x) \\/ norm(bold(x))$, and "
        "holds (`fl.prop1`). That it holds for the stabilised $sans(n)$ is not printed as a "
        "statement of its own; it is what the two sentences say together, and the experiments, "
        "which verify Proposition 1, use $epsilon = 10^(-5)$.",
    ),
    repaired=(
        Claim(
            id="fl.prop1.maxeps.repaired",
            kind="theorem",
            title="The outputs are positive multiples, and equal if both last norms are at least "
            "eps",
            source=_SOURCE,
            statement="The two outputs are positive multiples of each other. They are equal if "
            "$norm(bold(z)_L) >= epsilon$ and $norm(bold(p)_L) >= epsilon$; otherwise a coordinate "
            "that is not 0 is equal in both only if $norm(bold(z)_L) = norm(bold(p)_L)$. Nothing "
            "is asked of the other layers.",
            differs=(
                "The outputs are said to be positive multiples of each other, and equal under a"
                " condition on the last norms, not equal in every case."
            ),
            readings=(
                *_READINGS,
                Reading("$bold(g)(bold(x)) = c bold(g)'(bold(x))$ with $c > 0$", ("show", 1)),
                Reading("equal, if both norms are at least $epsilon$", ("show", 2)),
                Reading("and otherwise only if the norms are equal", ("show", 3)),
                Reading("all of this", ("show",)),
            ),
            obligations=(
                Obligation(
                    "fl.prop1.maxeps.repaired.outputs",
                    "for every depth, all widths, weights, slopes, inputs and $epsilon > 0$",
                    MAXEPS_REPAIRED,
                    maxeps_repaired_script,
                ),
            ),
            satisfiable=_SATISFIABLE,
        ),
    ),
)
