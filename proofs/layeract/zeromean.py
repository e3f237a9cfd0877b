"""layeract.zeromean: what can be proved of the mean activation (Section 4.1.1, Appendix B)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from constructions.layeract import (
    Indexed,
    dense,
    hard_silu,
    la_hard_silu,
    la_silu,
    mean,
    normalise,
    silu,
)
from constructions.layers import Dense
from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract import instances
from proofs.layeract.calculus import ONE, ZERO, S
from proofs.layeract.paper import read_as, source
from proofs.layeract.saturation import DATA as OUTPUT_DATA
from proofs.layeract.saturation import LAYER, OUTPUT_READINGS, SORTS
from proofs.layeract.saturation import MAIN as OUTPUT_SPACE
from proofs.layeract.sums import (
    CENTRED,
    HALF,
    INCREASING,
    LAYER_FACTS,
    LAYER_NAMES,
    LIPSCHITZ,
    ROOT,
    K,
    alpha,
    d,
    k,
    mu,
    n,
    s,
    v,
    y,
)
from proofs.layeract.sums import total as total_of
from proofs.library.vectors import every_real
from proofs.trees.script import (
    statement,
)

c = var("c")


def output(at: Term) -> Term:
    """a_i = y_i s(n_i)."""
    return y(at) * s(n(at))


def scale(at: Term) -> Term:
    return s(n(at))


OUTPUTS, SCALES = total_of(output), total_of(scale)
STATEMENT = statement(
    {**SORTS, "K": "real"},
    [*LAYER, HALF, INCREASING, LIPSCHITZ],
    conj(
        mu * SCALES <= OUTPUTS,
        OUTPUTS <= mu * SCALES + d * (K * (v / ROOT)),
    ),
    {"y": 1, "s": 1},
)
#: c (s(c/r) - 1/2) is between 0 and K c^2/r
SIGNED = """
have signed: for all c, r: real, 0 < r => 0 <= c*(s(c/r) - 1/2) and c*(s(c/r) - 1/2) <= K*(c^2/r):
  fix c, r
  have near: |s(c/r) - 1/2| <= K*|c/r| by lipschitz(c/r, 0), half, r > 0
  cases c >= 0:
    have up: 0 <= c/r
    have high: 1/2 <= s(c/r) by rising(0, c/r), half, up
    have most: s(c/r) - 1/2 <= K*(c/r) by near, up
    have 0 <= c*(K*(c/r) - (s(c/r) - 1/2)) by most, c >= 0
    have 0 <= c*(s(c/r) - 1/2) by high, c >= 0
  have down: c/r <= 0
  have low: s(c/r) <= 1/2 by rising(c/r, 0), half, down
  have least: 1/2 - s(c/r) <= -(K*(c/r)) by near, down
  have 0 <= -c*(-(K*(c/r)) - (1/2 - s(c/r))) by least, c <= 0
  have 0 <= -c*(1/2 - s(c/r)) by low, c <= 0
"""
#: sum y s(n) = mu sum s(n) + sum c/2 + sum c (s(n) - 1/2)
BETWEEN = f"""{CENTRED}{SIGNED}have between: for all m: int, 0 <= m => m <= d =>
    mu*sum(k = 1..m, s(n(k))) + sum(k = 1..m, y(k) - mu)/2 <= sum(k = 1..m, y(k)*s(n(k))) and
    sum(k = 1..m, y(k)*s(n(k))) <= mu*sum(k = 1..m, s(n(k))) + sum(k = 1..m, y(k) - mu)/2
    + K/root*sum(k = 1..m, (y(k) - mu)^2) by induction on m:
  step:
    show by ih, signed(y(m + 1) - mu, root), positive
show by between(d), centre, squares, positive, d >= 1
"""
SCALE_FACTS = {"half": HALF, "rising": INCREASING, "lipschitz": LIPSCHITZ}


# --- what holds of a unit, whatever the samples are ----------------------------------------------

M = var("M")


def centre_in(at: Term) -> Term:
    """mu of sample m: any number."""
    return app("mu", at)


def root_in(at: Term) -> Term:
    """sqrt(sigma^2 + alpha) of sample m: any positive number."""
    return app("r", at)


def unit_scale(at: Term) -> Term:
    """s(n) of the unit in sample m."""
    return s(normalise(S, y(at), centre_in(at), root_in(at)))


def unit_output(at: Term) -> Term:
    return y(at) * unit_scale(at)


def unit_low(at: Term) -> Term:
    """mu s(n) + (y - mu)/2."""
    return centre_in(at) * unit_scale(at) + (y(at) - centre_in(at)) / 2


def unit_spread(at: Term) -> Term:
    """K (y - mu)^2 / r."""
    return K * (y(at) - centre_in(at)) ** 2 / root_in(at)


def mean_of(body: Callable[[Term], Term]) -> Term:
    """(1/M) sum_m body(m)."""
    found: Term = mean(Indexed(body, M))
    return found


ROOTS_POSITIVE = every("k", "int", implies(conj(k >= 1, k <= M), root_in(k) > 0))
UNIT = statement(
    {"M": "int", "K": "real"},
    [M >= 1, ROOTS_POSITIVE, HALF, INCREASING, LIPSCHITZ],
    conj(
        mean_of(unit_low) <= mean_of(unit_output),
        mean_of(unit_output) <= mean_of(unit_low) + mean_of(unit_spread),
    ),
    {"y": 1, "mu": 1, "r": 1, "s": 1},
)


#: in each sample y s(n) = mu s(n) + c/2 + c (s(n) - 1/2)
UNIT_BETWEEN = f"""{SIGNED}have lows: for all k in 1..M, low(k) <= out(k):
  fix k
  show by signed(y(k) - mu(k), r(k)), roots(k)
have tops: for all k in 1..M, out(k) <= low(k) + spread(k):
  fix k
  show by signed(y(k) - mu(k), r(k)), roots(k)
have below: sum(k = 1..M, low(k)) <= sum(k = 1..M, out(k))
    by sum_mono(k -> low(k), k -> out(k), 1, M), lows, roots
have above: for all m: int, 0 <= m => m <= M =>
    sum(k = 1..m, out(k)) <= sum(k = 1..m, low(k)) + sum(k = 1..m, spread(k)) by induction on m:
  step:
    show by ih, tops(m + 1), roots(m + 1)
show by below, above(M), roots, M >= 1
"""


# --- negative outputs ----------------------------------------------------------------------------

_t = var("t")
NEGATIVE = statement(
    {},
    [],
    conj(
        every("t", "real", silu(S, _t) >= -ONE / 2),
        every("t", "real", hard_silu(S, _t) >= -S.const(3) / 8),
    ),
)


#: e^w >= (1 + w/2)^2 for w = -t > 0, and t (t + 3)/6 >= -3/8
NEGATIVE_OUTPUT = """have smooth: for all t: real, t/(1 + exp(-t)) >= -1/2:
  fix t
  cases t < 0:
    have square: exp(-t) = exp(-t/2)^2 by exp_sum(-t/2, -t/2)
    have line: 1 - t/2 <= exp(-t/2) by exp_line(-t/2)
    have (1 - t/2)^2 <= exp(-t) by square, line, t < 0
    have -2*t <= 1 + exp(-t)
have stiff: for all t: real, h(t) >= -3/8:
  fix t
  have 0 <= (t + 3/2)^2
show by smooth, stiff
"""


# --- a unit across samples -----------------------------------------------------------------------

#: y_(i, m): the inputs of two units in two samples
SAMPLES = [[var("y11"), var("y21")], [var("y12"), var("y22")]]
_NAMES = ("y11", "y21", "y12", "y22")


def _across(values: Sequence[Term]) -> Term:
    """(1/M) sum_m a_(i, m), for listed samples."""
    return mean(dense(S, values))


def _of_unit(unit: int, act: Callable[[Any, Dense, Term], Dense]) -> Term:
    """The mean of a unit across the samples, with a layer-level activation."""
    return _across([act(S, dense(S, sample), alpha).head[unit] for sample in SAMPLES])


def _can() -> Json:
    """Each unit of some layer of two has a mean nearer to 0 than element by element."""
    parts = []
    for unit in range(2):
        inputs = [sample[unit] for sample in SAMPLES]
        rectified = _across([S.maximum(a, ZERO) for a in inputs])
        for level, element in ((la_hard_silu, hard_silu), (la_silu, silu)):
            own = S.abs(_of_unit(unit, level))
            parts += [
                own < S.abs(_across([element(S, a) for a in inputs])),
                own < S.abs(rectified),
            ]
    formula = conj(alpha > 0, *parts)
    for name in ("alpha", *reversed(_NAMES)):
        formula = exists(name, "real", formula)
    return formula


CAN = statement({}, [], _can())


#: the samples (1, 1) and (2, 2): every n_i is 0, so that the outputs are half the inputs
EQUAL_INPUTS = """take 1
take 1
take 2
take 2
take 1/100
"""


# --- for all data --------------------------------------------------------------------------------

ALWAYS = statement(
    {"alpha": "real"},
    [alpha > 0],
    exists("c", "real", every_real(_NAMES, S.abs(_of_unit(0, la_silu)) <= c)),
)


#: n = 0, and the outputs are |c| + 1
UNBOUNDED = """
fix c
let M = 2*|c| + 2
take M
take M
take M
take M
have zero: exp(0) = 1
"""


# --- the units of one sample ---------------------------------------------------------------------


def _mean_size(values: Sequence[Term]) -> Term:
    return S.abs(values[0] + values[1]) / 2


def _layer_can() -> Json:
    """Some layer of two has a mean activation nearer to 0 with LayerAct than element by element."""
    inputs = [var("y1"), var("y2")]
    layer = dense(S, inputs)
    hard, smooth = ([unit(S, a) for a in inputs] for unit in (hard_silu, silu))
    rectified = [S.maximum(a, ZERO) for a in inputs]
    level_hard, level_smooth = la_hard_silu(S, layer, alpha), la_silu(S, layer, alpha)
    parts = [
        _mean_size(list(level.head)) < _mean_size(element)
        for level, element in (
            (level_hard, hard),
            (level_hard, rectified),
            (level_smooth, smooth),
            (level_smooth, rectified),
        )
    ]
    formula = conj(alpha > 0, *parts)
    for name in ("alpha", "y2", "y1"):
        formula = exists(name, "real", formula)
    return formula


LAYER_CAN = statement({}, [], _layer_can())


# --- the claims ----------------------------------------------------------------------------------

#: y = (-4, 4), alpha = 9, n = (-4/5, 4/5), s(t) = (t + 1)/2
_PAIR = Witness(
    {"d": 2, "mu": 0, "v": 16, "alpha": 9, "K": "1/2"},
    {"y": (("u",), ["-", ["*", "8", "u"], "12"]), "s": (("u",), ["/", ["+", "u", "1"], "2"])},
)


CONTROLS = (
    Control(
        Attempt(
            "layeract.zeromean.control.zero",
            "that the layer's mean activation is at most $mu_y$ times the mean scale: "
            "$y = (-4, 4)$, $alpha = 9$, $s(t) = (t + 1)\\/2$",
            {**STATEMENT, "show": OUTPUTS <= mu * SCALES},
            _PAIR,
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.zeromean.control.increasing",
            "without $s$ increasing: $s(t) = (1 - t)\\/2$ on the same inputs",
            {**STATEMENT, "given": [*LAYER, HALF, LIPSCHITZ], "show": mu * SCALES <= OUTPUTS},
            Witness(_PAIR.values, {**_PAIR.functions, "s": (("u",), ["/", ["-", "1", "u"], "2"])}),
        ),
        "hypothesis dropped",
    ),
)


MAIN = Obligation(
    "layeract.zeromean.statement",
    "$mu_y overline(s) <= overline(a) <= mu_y overline(s) + K sigma_y^2 \\/ "
    "sqrt(sigma_y^2 + alpha)$ for the layer's means, for every $d$, $alpha$, $s$ of "
    "Definition 3.1, all inputs",
    STATEMENT,
    written(STATEMENT, BETWEEN, {**LAYER_FACTS, **SCALE_FACTS}, **LAYER_NAMES),
)
_READINGS = (
    Reading("a layer of $d$ inputs", ("given", 0)),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2)),
    Reading("$sigma_y^2$", ("given", 3)),
    Reading("$s(0) = 1\\/2$", ("given", 4), "Definition 3.1"),
    Reading("$s$ is increasing", ("given", 5)),
    Reading("and $K$-Lipschitz", ("given", 6)),
    Reading(
        "the layer's mean activation is at least $mu_y$ times its mean activation scale",
        ("show", 1),
        "sums over the units, so $d$ times the means; never negative where $mu_y = 0$",
    ),
)
_SCALES = Witness(
    {"M": 2, "K": "1/2"},
    {
        "y": (("u",), ["-", ["*", "8", "u"], "12"]),
        "mu": (("u",), "0"),
        "r": (("u",), "5"),
        "s": (("u",), ["/", ["+", "u", "1"], "2"]),
    },
)
ALWAYS_REPAIRED = Claim(
    id="layeract.zeromean.always.repaired",
    kind="theorem",
    title="The mean of a unit across samples follows the means of the samples and its own inputs",
    source=source("Section 4.1.1, Appendix B", "6"),
    statement="For unit $i$ and samples $m = 1, ..., M$ with $mu_m$ and $r_m = "
    "sqrt(sigma_m^2 + alpha)$: $1/M sum_m a_(i,m)$ is at least $1/M sum_m (mu_m s(n_(i,m)) + "
    "(y_(i,m) - mu_m)\\/2)$, and at most $1/M sum_m K (y_(i,m) - mu_m)^2 \\/ r_m$ above it, "
    "whatever the inputs.",
    readings=(
        Reading("$M$ samples", ("given", 0)),
        Reading(
            "$r_m = sqrt(sigma_m^2 + alpha) > 0$",
            ("given", 1),
            "proved for any numbers $mu_m$ and $r_m > 0$, so for those of Eq. 6",
        ),
        Reading("$s(0) = 1\\/2$", ("given", 2), "Definition 3.1"),
        Reading("$s$ is increasing", ("given", 3)),
        Reading("and $K$-Lipschitz", ("given", 4)),
        Reading("the mean across the samples is at least that", ("show", 1), "$i$ is one unit"),
        Reading("and at most $1/M sum_m K (y_(i,m) - mu_m)^2 \\/ r_m$ above it", ("show", 2)),
    ),
    obligations=(
        Obligation(
            "layeract.zeromean.unit",
            "for every number of samples, every $s$ of Definition 3.1 and all inputs",
            UNIT,
            written(
                UNIT,
                UNIT_BETWEEN,
                {**SCALE_FACTS, "roots": ROOTS_POSITIVE},
                low=unit_low,
                out=unit_output,
                spread=unit_spread,
            ),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.zeromean.unit.control.spread",
                "without the last term: the inputs $-4$ and 4 of a unit, $mu_m = 0$, $r_m = 5$, "
                "$s(t) = (t + 1)\\/2$",
                {**UNIT, "show": mean_of(unit_output) <= mean_of(unit_low)},
                _SCALES,
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "layeract.zeromean.unit.satisfiable",
        "the inputs $-4$ and 4 of a unit, $mu_m = 0$, $r_m = 5$, $s(t) = (t + 1)\\/2$, $K = 1\\/2$",
        UNIT,
        _SCALES,
    ),
    notes=("Where $mu_m = 0$ and the inputs of the unit add to 0, the mean is not negative.",),
)

ALWAYS_CLAIM = Claim(
    id="layeract.zeromean.always",
    kind="theorem",
    title="The mean activation of a unit across samples is near zero for all data",
    source=source("a reading of Section 4.1.1 and Appendix B", ""),
    statement="The LayerAct functions maintain zero-like mean activation for all epochs; that is "
    "$abs(mu_(a_i)) << c$ with $mu_(a_i) = 1/M sum_(m=1)^M a_(i,m)$, whatever the inputs.",
    readings=(
        Reading("$alpha > 0$", ("given", 0)),
        Reading(
            "$abs(1/M sum_m a_(i,m)) <= c$ with one $c$ for all inputs",
            ("show",),
            "LA-SiLU, $d = 2$, $M = 2$; Section 4.1.1 measures a trained network and does not say "
            "this of all data",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.zeromean.always.constant",
            "$alpha = 1/100$: where all inputs are $2 abs(c) + 2$ the outputs are $abs(c) + 1$",
            ALWAYS,
            Witness({"alpha": "1/100"}),
            script=UNBOUNDED,
        ),
    ),
    satisfiable=Attempt(
        "layeract.zeromean.always.satisfiable",
        "$alpha = 1/100$",
        ALWAYS,
        Witness({"alpha": "1/100"}),
    ),
    repaired=(ALWAYS_REPAIRED,),
)


def _also(printed: str, formal: tuple[object, ...], of: str, note: str = "") -> Reading:
    return Reading(printed, formal, note, f"layeract.zeromean.{of}")


CLAIM = Claim(
    id="layeract.zeromean",
    kind="theorem",
    title="LayerAct can have means of units across samples that are nearer to zero",
    source=source("Section 4.1.1 and Appendix B", "6"),
    statement="Our experimental results indicate that the LayerAct functions allow similar "
    "(before epoch 20) or larger (after epoch 40) negative outputs compared to the element-level "
    "activation functions with negative outputs. Thus, LA-SiLU and LA-HardSiLU can achieve more "
    "zero-like mean activation than other activation functions. [Appendix B: the activation mean "
    "of a single unit, $a_i$, across the samples, $1/M sum_(m=1)^M a_(i,m)$.]",
    readings=(
        Reading(
            "LA-SiLU and LA-HardSiLU can achieve more zero-like mean activation: there are samples",
            ("show",),
            "$d = 2$, $M = 2$; for each unit $abs(1/M sum_m a_(i,m))$ is smaller with LA-HardSiLU "
            "than with HardSiLU and ReLU, and with LA-SiLU than with SiLU and ReLU",
        ),
        _also("SiLU's outputs are at least $-1\\/2$", ("show", 1), "negative"),
        _also("those of HardSiLU at least $-3\\/8$", ("show", 2), "negative"),
        *read_as(OUTPUT_SPACE.id, OUTPUT_READINGS),
    ),
    obligations=(
        Obligation(
            "layeract.zeromean.can",
            "the samples $(1, 1)$ and $(2, 2)$, $alpha = 1/100$: each unit has the mean $3\\/4$, "
            "with HardSiLU $7\\/6$, with ReLU $3\\/2$",
            CAN,
            written(CAN, EQUAL_INPUTS),
        ),
        Obligation(
            "layeract.zeromean.negative",
            "the negative outputs of SiLU and HardSiLU are bounded",
            NEGATIVE,
            written(NEGATIVE, NEGATIVE_OUTPUT, h=lambda t: hard_silu(S, t)),
        ),
        OUTPUT_SPACE,
    ),
    satisfiable=(
        Attempt("layeract.zeromean.can.satisfiable", "there are no hypotheses", CAN, Witness({})),
        OUTPUT_DATA,
    ),
    notes=(
        '"Zero-like mean activation for all epochs" is measured in Section 4.1.1 for a trained '
        "network, and not decided here. For all data: `layeract.zeromean.always`.",
        "The mean over the units of one sample, which is another number, is "
        "`layeract.zeromean.layer`.",
        "The other element-level functions of Figure 2 are not compared.",
    ),
    not_claimed=("nothing is said of trained networks",),
)

LAYER_CLAIM = Claim(
    id="layeract.zeromean.layer",
    kind="theorem",
    title="Within one sample LayerAct can have a mean over the units that is nearer to zero",
    source=source("a second reading of Section 4.1.1", "6"),
    statement="Thus, LA-SiLU and LA-HardSiLU can achieve more zero-like mean activation than other "
    "activation functions: the mean over the units of one sample, $1/d sum_(i=1)^d a_i$.",
    readings=(
        Reading(
            "can achieve more zero-like mean activation: there is such a sample",
            ("show",),
            "against SiLU, HardSiLU and ReLU, $d = 2$; Appendix B has the mean of one unit across "
            "samples instead (`layeract.zeromean`)",
        ),
    ),
    obligations=(
        Obligation(
            "layeract.zeromean.layer.can",
            "$y = (1, 1)$, $alpha = 1$: the mean is $1\\/2$, with HardSiLU $2\\/3$, with ReLU 1",
            LAYER_CAN,
            written(LAYER_CAN, "show by search"),
        ),
    ),
    satisfiable=Attempt(
        "layeract.zeromean.layer.can.satisfiable",
        "there are no hypotheses",
        LAYER_CAN,
        Witness({}),
    ),
    notes=(
        "It can also be further from zero: $y = (-3\\/40, 3\\/40)$, $alpha = 1\\/100$ has the "
        "mean $3\\/400$ with LA-HardSiLU and $3\\/3200$ with HardSiLU.",
        "With centred inputs ($mu_y = 0$) this mean is never negative.",
    ),
    not_claimed=("nothing is said of trained networks",),
    parameters=instances.STILL,
    instances=instances.STILL_INSTANCES,
    run=lambda settings: [
        instances.compared_row(settings, instances.mean_apart, instances.mean_bound, general=MAIN)
    ],
    sharpened=(
        Claim(
            id="layeract.zeromean.layer.sharpened",
            kind="theorem",
            title="Within one sample the mean activation of LayerAct follows that of the inputs",
            source=source("beyond Section 4.1.1", "6"),
            statement="$mu_y overline(s) <= overline(a) <= mu_y overline(s) + K sigma_y^2 \\/ "
            "sqrt(sigma_y^2 + alpha)$ for all inputs, where $overline(a)$ and $overline(s)$ are "
            "the means of $a_i$ and $s(n_i)$ over the units of the sample.",
            readings=(
                *_READINGS,
                Reading(
                    "and at most $K sigma_y^2 \\/ sqrt(sigma_y^2 + alpha)$ above it",
                    ("show", 2),
                ),
            ),
            obligations=(MAIN,),
            controls=CONTROLS,
            satisfiable=Attempt(
                "layeract.zeromean.satisfiable",
                "$y = (-4, 4)$, $alpha = 9$, $s(t) = (t + 1)\\/2$, $K = 1\\/2$",
                STATEMENT,
                _PAIR,
            ),
            notes=(
                "For inputs of mean 0 it can be as large as $K sigma_y$, up to $alpha$: it grows "
                "with the inputs, as that of ReLU does.",
            ),
        ),
    ),
)
