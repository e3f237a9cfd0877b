"""layeract.eq9.*: what the text says of Eq. 8 and 9, and of the size of the activation scales."""

from __future__ import annotations

from fractions import Fraction

from constructions.layeract import (
    hard_sigmoid,
)
from constructions.terms import Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.eq9.claim import BOUND, NOISE_READ, STATISTICS_READ
from proofs.layeract.eq9.noise import moved
from proofs.layeract.eq9.statement import GIVEN, HALF_OF_D
from proofs.layeract.paper import read_as, source
from proofs.layeract.saturation import LARGEST_MEAN
from proofs.layeract.saturation import hard as hard_scale
from proofs.layeract.sums import (
    CENTRED,
    FUNCTIONS,
    LAYER_FACTS,
    LAYER_NAMES,
    MEAN,
    SORTS,
    VARIANCE,
    alpha,
    d,
    n,
    n_noisy,
    noisy,
    s,
    size,
    total,
    y,
)
from proofs.layeract.witnesses import layer
from proofs.library.vectors import S
from proofs.trees.script import statement

# --- "bound to be lower" -------------------------------------------------------------------------

ELEMENT_CHANGE = total(lambda at: S.abs(s(noisy(at)) - s(y(at))))
LOWER = statement(
    SORTS,
    GIVEN,
    conj(
        total(size(moved)) <= ELEMENT_CHANGE,
        total(lambda at: s(n_noisy(at))) <= total(lambda at: s(noisy(at))),
    ),
    FUNCTIONS,
)
# --- the size of the scales ----------------------------------------------------------------------


def hard(at: Term) -> Term:
    """HardSigmoid of n_i."""
    return hard_sigmoid(S, n(at))


_TEN = S.sqrt(S.const(10))
LARGEST = S.const(Fraction(1, 4)) + _TEN / 12
LAYER_SORTS = {name: SORTS[name] for name in ("d", "mu", "v", "alpha")}
LAYER_GIVEN = [d >= 1, alpha > 0, MEAN, VARIANCE]
SIZE = statement(LAYER_SORTS, LAYER_GIVEN, total(hard) <= d * LARGEST, {"y": 1})
UNSATURATED = every("k", "int", implies(var("k") >= 1, var("k") <= d, S.abs(n(var("k"))) <= 3))
HALF = statement(LAYER_SORTS, [*LAYER_GIVEN, UNSATURATED], total(hard).equals(d / 2), {"y": 1})

#: where |n| <= 3, s(n) = n/6 + 1/2, and the n add to 0
LINEAR_PART = f"""{CENTRED}have halves: for all m: int, 0 <= m => m <= d =>
    sum(k = 1..m, hard(n(k))) = sum(k = 1..m, y(k) - mu)/(6*root) + m/2 by induction on m:
  step:
    have inside: |n(m + 1)| <= 3 by unsaturated(m + 1)
    have line: hard(n(m + 1)) = n(m + 1)/6 + 1/2 by inside, positive
    show by ih, line, positive
show by halves(d), centre, positive, d >= 1
"""


#: one element -36 and 36 elements 1: mean 0, variance 36
_ONE_OUT = (("u",), (1 - 37 * (1 - S.abs(S.sign(var("u") - 1)))).json)
_WIDER = Fraction(37, 6)  # a root of 37/6 in place of 6


def _alone(inputs: list[int], alpha_: Fraction) -> Witness:
    found = layer(inputs, [0] * len(inputs), alpha_, names=("mu", "v", "alpha"))
    return Witness(found.values, {"y": found.functions["y"]})


_LAYER_READ = (
    Reading("$d$-dimensional", ("given", 0)),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2)),
    Reading("$sigma_y^2$", ("given", 3)),
)
SIZE_CLAIM = Claim(
    id="layeract.eq9.scale.repaired",
    kind="theorem",
    title="The activation scales of LA-HardSiLU add up to at most 0.5136 d",
    source=source("Section 3.2", "9"),
    statement="For HardSigmoid $norm(s(n)) = sum_i s(n_i) <= (1/4 + sqrt(10) / 12) d$ for all "
    "inputs "
    "and all $alpha > 0$, and $norm(s(n)) = d \\/ 2$ wherever no $n_i$ is beyond $plus.minus 3$.",
    readings=(
        *_LAYER_READ,
        Reading(
            "$norm(s(n)) <= (1/4 + sqrt(10) / 12) d$", ("show",), "$1/4 + sqrt(10)/12 = 0.51352...$"
        ),
        *read_as("layeract.eq9.scale.repaired.half", _LAYER_READ),
        Reading("$abs(n_i) <= 3$", ("given", 4), "", "layeract.eq9.scale.repaired.half"),
        Reading("$norm(s(n)) = d \\/ 2$", ("show",), "", "layeract.eq9.scale.repaired.half"),
    ),
    obligations=(
        Obligation(
            "layeract.eq9.scale.repaired.largest",
            "the bound for every $d >= 1$: a parabola above $s$, summed",
            SIZE,
            written(SIZE, LARGEST_MEAN, LAYER_FACTS, hard=hard_scale, **LAYER_NAMES),
        ),
        Obligation(
            "layeract.eq9.scale.repaired.half",
            "exactly half where nothing is saturated, for every $d >= 1$",
            HALF,
            written(
                HALF,
                LINEAR_PART,
                {**LAYER_FACTS, "unsaturated": UNSATURATED},
                hard=hard_scale,
                **LAYER_NAMES,
            ),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.eq9.scale.repaired.control.constant",
                "with $0.512 d$: 36 elements 1 and one $-36$, $alpha = 73/36$",
                {**SIZE, "show": total(hard) <= d * S.const(Fraction(512, 1000))},
                Witness({"d": 37, "mu": 0, "v": 36, "alpha": _WIDER**2 - 36}, {"y": _ONE_OUT}),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.scale.repaired.satisfiable",
        "$y = (1, -1)$, $alpha = 3$",
        SIZE,
        _alone([1, -1], Fraction(3)),
    ),
    notes=(
        "The constant cannot be improved: one element in 37 at $-36$, the others at 1, has "
        "$norm(s(n)) -> 19/37 d = 0.51351... d$ as $alpha -> 0$; the best share of low elements is "
        "irrational.",
    ),
)

LOWER_REPAIRED_CLAIM = Claim(
    id="layeract.eq9.lower.repaired",
    kind="theorem",
    title="Bounds of the two terms of LayerAct that do not depend on the level of the inputs",
    source=source("Section 3.2", "9"),
    statement="$norm(s(hat(n)) - s(n)) <= sum_(i=1)^d (K (abs(epsilon_i - mu_epsilon) + "
    "sigma_epsilon)) / sqrt(sigma_y^2 + alpha)$, and for HardSigmoid $norm(s(n)) <= "
    "(1/4 + sqrt(10) / 12) d$, for all inputs and all noise.",
    readings=(
        *read_as(BOUND.id, STATISTICS_READ),
        Reading("the change of the scales", ("show",), obligation=BOUND.id),
        *read_as(SIZE_CLAIM.obligations[0].id, _LAYER_READ),
        Reading("their size", ("show",), obligation=SIZE_CLAIM.obligations[0].id),
    ),
    obligations=(BOUND, SIZE_CLAIM.obligations[0]),
)
#: the layer of layeract.eq9, 20 lower: every element is saturated
_LOW = layer((-22, -25, -13), (Fraction(3, 47), Fraction(-3, 47), 0), Fraction(1, 100))
LOWER_CLAIM = Claim(
    id="layeract.eq9.lower",
    kind="theorem",
    title="The two terms of LayerAct are bound to be lower",
    source=source("Section 3.2", "8, 9"),
    statement="Subsequently, we demonstrate that these two terms for LayerAct are bound to be "
    "lower than those of element-level activation. Here, we consider noise that is not "
    "substantial compared to activation input (i.e., $sigma_epsilon << sigma_y$). [The terms: "
    "$norm(s(hat(n)) - s(n)) <= norm(s(hat(y)) - s(y))$ and $norm(s(hat(n))) <= "
    "norm(s(hat(y)))$.]",
    readings=(
        *STATISTICS_READ,
        *NOISE_READ,
        Reading("both terms are lower", ("show",), "or equal"),
    ),
    obligations=(),
    attempts=tuple(
        Attempt(
            f"layeract.eq9.lower.{name}",
            "$y = (-22, -25, -13)$, $epsilon = (3/47, -3/47, 0)$, $alpha = 1/100$: for HardSiLU "
            f"every element is saturated and {says}",
            LOWER,
            _LOW,
            part=part,
        )
        for part, (name, says) in enumerate(
            (
                ("change", "$norm(s(hat(y)) - s(y)) = 0 < norm(s(hat(n)) - s(n))$"),
                ("size", "$norm(s(hat(y))) = 0 < norm(s(hat(n)))$"),
            )
        )
    ),
    satisfiable=Attempt("layeract.eq9.lower.satisfiable", "the same layer", LOWER, _LOW),
    repaired=(LOWER_REPAIRED_CLAIM,),
    notes=(
        "Eq. 8 and 9 are upper bounds; that one upper bound is below another says nothing of the "
        "terms themselves.",
    ),
)

#: the root of the noisy layer is 51 + 1/2000
_PAIR = layer((50, -50), (1, -1), Fraction(204_001, 4_000_000))

SCALE_CLAIM = Claim(
    id="layeract.eq9.scale",
    kind="theorem",
    title="The activation scales of LayerAct are much smaller than d",
    source=source("Section 3.2", "9"),
    statement="Eq. 9, second half: $norm(s(hat(n)_i)) << d$.",
    readings=(
        *STATISTICS_READ,
        *NOISE_READ,
        Reading(
            "$norm(s(hat(n))) << d$",
            ("show",),
            "of all that $<<$ may mean, that the sum is below $d \\/ 2$",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.eq9.scale.half",
            "LA-HardSiLU with $y = (50, -50)$, $epsilon = (1, -1)$, $alpha = 0.05100025$: the "
            "scales are $136001/204002 + 68001/204002 = 1 = d \\/ 2$",
            HALF_OF_D,
            _PAIR,
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.scale.satisfiable",
        "the same layer",
        HALF_OF_D,
        _PAIR,
    ),
    repaired=(SIZE_CLAIM,),
    notes=(
        "The norm is the sum of absolute values (Definition 3.2). The Euclidean one is at most "
        "$sqrt(d)$, since $0 <= s <= 1$.",
        "Half of $d$ is not the exception but the rule: it is the sum wherever no element is "
        "saturated.  Read as $<$ alone the statement is true for LA-HardSiLU.",
        "Element-level functions have sums from 0 to $d$ (Eq. 8): LayerAct's are smaller than the "
        "largest of these, and larger than the smallest.",
    ),
)
