"""fl.prop1.training: gradient descent on the two formats of Prop. 1 takes the same steps."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from constructions.terms import Term, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.paper import source
from proofs.fl.prop1.descent import (
    FUNCTIONS,
    GIVEN,
    SHOW,
    SORTS,
    STATEMENT,
    Curve,
    derivative,
    names,
    proof,
    witness,
)
from proofs.language.elaboration import argued
from proofs.library.vectors import ONE
from proofs.trees.script import statement

# --- with biases that are trained too ------------------------------------------------------------

hidden, D = var("hidden"), var("D")
_HIDDEN_TWO = Witness({"hidden": 2, "D": Fraction(3, 2)}, {})
_TWO_LAYERS = (
    "$L = 2$, $d_1 = 1$, $d_2 = 4$, all weights 1, the first entry of $bold(b)_2$ being $t$"
)


def squared_output(before: Term) -> Curve:
    """n(before 1 + (t, 0, 0, 0))_1^2 in four dimensions."""

    def at(t: Term) -> Term:
        first = before + t
        return 4 * first**2 / (first**2 + 3 * before**2)

    return at


BIASED = statement(
    {"hidden": "real", "D": "real"},
    [hidden > 0, derivative(squared_output(ONE), D)],
    derivative(squared_output(hidden), D),
)
#: the derivative is 3/2 where the hidden value is 1: the remainder is -s q
IS_SLOPE = """
fix eta
take min(eta, 1)
fix s
let D = (1 + s)^2 + 3*1^2
have low: 3 <= D
have inverse: 0 < 1/D and 1/D <= 1/3 by low
have near: abs(s) <= eta and abs(s) <= 1:
  cases min(eta, 1)
have square: s^2 <= eta:
  cases |s|
let q = s^2*(3/2/D)
have small: 0 <= q and q <= eta:
  have s^2*(1/D) <= s^2*(1/3) by inverse, s^2 >= 0
have gap: 4*(1 + s)^2/D - 4*(1 + 0)^2/((1 + 0)^2 + 3*1^2) - 3/2*s = -(s*q)
have abs(s*q) = q*abs(s):
  cases |s|
show by gap, small, abs(s*q) = q*abs(s)
"""
#: and it is 3/4 where that is 2
IS_NO_SLOPE = """
take 1/4
fix delta
let s = min(delta, 1)/2
have some: 0 < s and s < delta:
  cases min(delta, 1)
take s
let B = (2 + s)^2 + 3*2^2
have low: 12 <= B
have inverse: 0 < 1/B by low
have gap: 4*(2 + s)^2/B - 4*(2 + 0)^2/((2 + 0)^2 + 3*2^2) - 3/2*s <= -3/4*s:
  have 4*(2 + s)^2/B - 1 - 3/4*s = -3/4*s^3/B
show by gap, some
"""

# --- data ----------------------------------------------------------------------------------------

#: the first bias is the parameter of number 2
BIAS = """
fix n, r, t, i, k
have first: max(0, min(1, 2 - i)) = 1
have number: floor(2) = 2
cases r = 2:
  have same: |sign(r - 2)| = 0
  show by first, same, number, r = 2
have other: |sign(r - 2)| = 1
show by first, other, number, r != 2
"""
_LIVE = """
fix n, r, t, m
have size: 0 <= |sign(r - 2)| and |sign(r - 2)| <= 1
have some: 0 < start + (1 - |sign(r - 2)|)*t by size, -1 < t, t < 1
have first: max(0, min(1, 2 - 1)) = 1
have one: floor(1) = 1
"""
#: one neuron z = b > 0, which is normalised to 1
EACH_LAYER = f"""{_LIVE}
have live: for all i: int, 1 <= i and i <= 1 => 0 < b(i, r, t):
  have i: i = 1
  show by i, first, some
have layers: for all i, k: int, 1 <= i and i <= 1 and 1 <= k and k <= floor(1) =>
    b(i, r, t) = sum(j = 1..floor(1), U(r, t)*(i - 1)) + b(i, r, t):
  have i: i = 1
  show by one, i
have normal: for all i, k: int, 1 <= i and i <= 1 and 1 <= k and k <= floor(1) and
    (exists j: int, 1 <= j and j <= floor(1) and b(i, r, t) != 0) =>
    i = sqrt(floor(1))*b(i, r, t)/sqrt(sum(j = 1..floor(1), b(i, r, t)^2)):
  have i: i = 1
  have sum: sum(j = 1..floor(1), b(i, r, t)^2) = b(i, r, t)^2 by one
  have here: 0 < b(i, r, t) by live(i)
  have root: sqrt(b(i, r, t)^2) = b(i, r, t) by here
  have unit: sqrt(floor(1)) = 1 by one
  show by sum, here, root, unit, i
have there: for all i: int, 1 <= i and i <= 1 =>
    (exists j: int, 1 <= j and j <= floor(1) and b(i, r, t) != 0):
  take 1
  show by live(i), one
"""
#: p = b > 0, which is normalised at the end
LAST_LAYER = f"""{_LIVE}
have layers: for all i, k: int, 1 <= i and i <= 1 and 1 <= k and k <= floor(1) =>
    p(i, r, t) = sum(j = 1..floor(1), U(r, t)*p(i - 1, r, t)) + b(i, r, t):
  have i: i = 1
  show by one, i
have live: 0 < p(1, r, t) by first, some
have sum: sum(j = 1..floor(1), p(1, r, t)^2) = p(1, r, t)^2 by one
have root: sqrt(p(1, r, t)^2) = p(1, r, t) by live
have unit: sqrt(floor(1)) = 1 by one
have normal: for all k: int, 1 <= k and k <= floor(1) and
    (exists j: int, 1 <= j and j <= floor(1) and p(1, r, t) != 0) =>
    1 = sqrt(floor(1))*p(1, r, t)/sqrt(sum(j = 1..floor(1), p(1, r, t)^2)):
  show by sum, live, root, unit
"""


def _hold(second: int, dropped: int = 0) -> dict[int, Any]:
    """Proofs of the hypotheses on biases and layers, where so many before them are dropped."""
    proofs = {
        6: BIAS,
        7: BIAS,
        11: partial(argued, EACH_LAYER, **names(1)),
        12: partial(argued, LAST_LAYER, **names(second)),
    }
    return {place - dropped: proof for place, proof in proofs.items()}


_TRAINED = Obligation(
    "fl.prop1.training.statement",
    "for every depth, all widths, samples, losses of the outputs, rates and numbers of steps",
    STATEMENT,
    proof,
)
_SATISFIABLE = Attempt(
    "fl.prop1.training.satisfiable",
    "the hypotheses hold for one neuron of weight and bias 1 at $x = 0$ and the loss 0",
    STATEMENT,
    witness(n_=0, r_=1, m_=1, l_=1),
    _hold(1),
)
_FORMATS = (
    Reading("Under Assumption 1: (Leaky) ReLU", ("given", 0)),
    Reading("both formats have $L$ layers", ("given", 1)),
    Reading("of the same widths", ("given", 2)),
    Reading(
        "starting from the same random initialization for $bold(A)_1, ..., bold(A)_L$",
        ("given", 3),
        "$T$ and $T_2$ are the parameters of the two formats, of step $n$ and number $r$: at step "
        "0 they are the same",
    ),
    Reading(
        "$bold(U)_1, ..., bold(U)_L$ of the format with $sans(n)$ in each layer",
        ("given", 4),
        "the parameter of number $r$ is moved by $t$, as a derivative asks",
    ),
    Reading("those of the format with $sans(n)$ in the last layer, called $V$", ("given", 5)),
    Reading("$bold(b)_1$ of the first format", ("given", 6)),
    Reading("$bold(b)_1$ of the second format, called $e$", ("given", 7)),
    Reading(
        "Under Assumption 1: $bold(b)_i = bold(0)$ for $i >= 2$, first format",
        ("given", 8),
        "it is kept while training; with biases that are trained see `fl.prop1.training.biases`",
    ),
    Reading("the same for the second format", ("given", 9)),
    Reading(
        "assumed here: near the parameters of each step",
        ("given", 10),
        "the next two lines are said where one parameter is moved by less than $R > 0$",
    ),
    Reading(
        "Eq. 13, with no hidden vector $bold(0)$, on every sample $m$",
        ("given", 11),
        "that no vector is $bold(0)$ during training is assumed, as in Proposition 1",
    ),
    Reading("Eq. 14, on every sample", ("given", 12)),
    Reading(
        "the loss is the same function of the outputs in both formats",
        ("given", 13),
        "where all outputs are equal, the losses are; the loss may change from step to step, as "
        "with mini-batches",
    ),
    Reading("assumed here: the loss of the first format has derivatives", ("given", 14)),
    Reading("and that of the second", ("given", 15)),
    Reading("training: steps of gradient descent, first format", ("given", 16)),
    Reading("training, second format", ("given", 17)),
    Reading(
        "training both formats will result in the same final network",
        ("show",),
        "after every number $n$ of steps the parameters are the same, and so are the outputs on "
        "every sample",
    ),
)

BIASES_REPAIRED = Claim(
    id="fl.prop1.training.biases.repaired",
    kind="proof-step",
    title="Gradient descent on both formats without biases from the second layer on is the same",
    source=source("Section 4.1, after Proposition 1", ""),
    statement="Where $bold(b)_i = bold(0)$ for $i >= 2$ is kept while training, no hidden vector "
    "becomes $bold(0)$ and the losses have derivatives, gradient descent from the same start has "
    "the same parameters and outputs in both formats after every step.",
    differs=(
        "The biases from the second layer on stay $bold(0)$ instead of being trained, and what "
        "the derivatives need is asked for."
    ),
    readings=_FORMATS,
    obligations=(_TRAINED,),
    satisfiable=_SATISFIABLE,
)

BIASES = Claim(
    id="fl.prop1.training.biases",
    kind="proof-step",
    title="Training both formats with biases gives the same network",
    source=source("Section 4.1, after Proposition 1", ""),
    statement="Note that Proposition 1 tells us that starting from the same random initialization "
    "for "
    "$bold(A)_1, ..., bold(A)_L$, training both formats will result in the same final "
    "network. (Read: the affine maps $bold(A)_i$ are trained with their biases, which are "
    "$bold(0)$ at the start from the second layer on.)",
    readings=(
        Reading(
            "the first layer's activation before normalisation, positive",
            ("given", 0),
            _TWO_LAYERS + ", $bold(b)_2 = (t, 0, 0, 0)$; with $d_1 = 1$ it is normalised to 1",
        ),
        Reading(
            "$D$ is the derivative of the loss $g_1^2$ in that bias at 0, in the one format",
            ("given", 1),
            "where $sans(n)$ is in each layer; the output is written out",
        ),
        Reading(
            "it is that in the other format, too",
            ("show",),
            "and so the first step of gradient descent is the same",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "fl.prop1.training.biases.slopes",
            _TWO_LAYERS + ": where the first layer's activation is 2, the derivatives of $g_1^2$ "
            "in $t$ are $3\\/2$ and $3\\/4$",
            BIASED,
            _HIDDEN_TWO,
            {1: IS_SLOPE},
            IS_NO_SLOPE,
        ),
    ),
    satisfiable=Attempt(
        "fl.prop1.training.biases.satisfiable",
        "an activation of 2, and the derivative 3/2",
        BIASED,
        _HIDDEN_TWO,
        {1: IS_SLOPE},
    ),
    repaired=(BIASES_REPAIRED,),
    notes=(
        "This reading goes beyond Assumption 1 after the first step. Where biases from the second "
        "layer on stay $bold(0)$, the gradients are the same (`fl.prop1.training`).",
    ),
)


CONTROLS = (
    Control(
        Attempt(
            "fl.prop1.training.control.start",
            "from two initializations: all parameters 1, and all 2",
            statement(SORTS, [g for n, g in enumerate(GIVEN) if n != 3], SHOW, FUNCTIONS),
            witness(2),
            _hold(2, dropped=1),
        ),
        "hypothesis dropped",
    ),
)

CLAIM = Claim(
    id="fl.prop1.training",
    kind="theorem",
    title="Gradient descent on both formats results in the same network",
    source=source("Section 4.1, after Proposition 1", ""),
    statement="Note that Proposition 1 tells us that starting from the same random initialization "
    "for $bold(A)_1, ..., bold(A)_L$, training both formats will result in the same final network.",
    readings=_FORMATS,
    obligations=(_TRAINED,),
    controls=CONTROLS,
    satisfiable=_SATISFIABLE,
    notes=(
        "Training is read as gradient descent with any rate, one number for all steps and "
        "parameters. Exact arithmetic: rounding is different in the two formats.",
        "Where a pre-activation is 0 the loss may have no derivative, and a framework's "
        "convention takes its place: of this nothing is said.",
        "The parameters are numbered by integers, samples too; a finite data set is repeated.",
    ),
    not_claimed=(
        "nothing is said of momentum, of adaptive rates or of other methods of training",
        "that hidden vectors stay away from $bold(0)$ during training is a hypothesis",
    ),
)
