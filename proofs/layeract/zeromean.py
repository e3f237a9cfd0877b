"""layeract.zeromean: what can be proved of the mean activation (Section 4.1.1, Appendix B)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
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
from proofs.layeract.calculus import INVERSE_ROOT, ONE, ZERO, S, known, lemma
from proofs.layeract.paper import read_as, source
from proofs.layeract.saturation import DATA as OUTPUT_DATA
from proofs.layeract.saturation import LAYER, OUTPUT_READINGS, SORTS
from proofs.layeract.saturation import MAIN as OUTPUT_SPACE
from proofs.layeract.sums import (
    HALF,
    INCREASING,
    LIPSCHITZ,
    ROOT,
    K,
    alpha,
    centred,
    compared,
    d,
    k,
    mu,
    n,
    plain,
    s,
    square,
    squares,
    v,
    y,
)
from proofs.layeract.sums import total as total_of
from proofs.library.vectors import every_real, fact, shown_by
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
    split,
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
_c, _q, _N, _s, _K = (var(f"{name}_") for name in ["c", "q", "N", "s", "K"])
_SIGNED = [
    _N.equals(_q * _c),
    _q > 0,
    implies(_N >= 0, conj(_s >= ONE / 2, _s - ONE / 2 <= _K * _N)),
    implies(_N <= 0, conj(_s <= ONE / 2, ONE / 2 - _s <= -(_K * _N))),
]
#: 0 <= c (s - 1/2) <= K q c^2
PRODUCT = (
    _SIGNED,
    conj(_c * _s - _c / 2 >= 0, _c * _s - _c / 2 <= _K * _q * (_c * _c)),
)


def _product() -> Node:
    above = [
        (_N >= 0, using(_N.equals(_q * _c), _q > 0, _c >= 0)),
    ]
    below = [
        (_N <= 0, using(_N.equals(_q * _c), _q > 0, _c < 0)),
    ]
    up = lemmas(above, fact(_SIGNED[2], [], auto("c >= 0"), given()))
    down = lemmas(below, fact(_SIGNED[3], [], auto("c < 0"), given()))
    return split(_c.json, up, down)


def apart_from_zero(N: Term, values: Sequence[Term], equal: tuple[Json, Node], rest: Node) -> Node:
    """:data:`PRODUCT` for values of c, q, N, s(N) and K, where q > 0 is known; then go on."""
    gap, apart = s(N) - s(ZERO), N - ZERO
    leaf = auto("Lipschitz")
    close = case(S.abs(gap).json, *[case(S.abs(apart).json, leaf, leaf)] * 2)
    up = fact(INCREASING, [ZERO, N], node("both", auto("s >= 1/2"), close), given())
    down = fact(INCREASING, [N, ZERO], node("both", auto("s <= 1/2"), close), given())
    premises = [
        implies(N >= 0, conj(s(N) >= ONE / 2, s(N) - ONE / 2 <= K * N)),
        implies(N <= 0, conj(s(N) <= ONE / 2, ONE / 2 - s(N) <= -(K * N))),
    ]
    both = known(PRODUCT, "c q N s K", list(values), rest)
    signs = [equal, (premises[0], intro("", up)), (premises[1], intro("", down))]
    return fact(LIPSCHITZ, [N, ZERO], lemmas(signs, both))


def statement_script() -> Node:
    """sum y s(n) = mu sum s(n) + sum c (s(n) - 1/2), each summand between 0 and K c n."""
    q = 1 / ROOT

    def excess(at: Term) -> Term:
        return centred(at) * s(n(at)) - centred(at) / 2

    def signs(at: Term, rest: Node) -> Node:
        N = n(at)
        equal = (N.equals(q * centred(at)), auto("n = q c"))
        return apart_from_zero(N, [centred(at), q, N, s(N), K], equal, rest)

    def expanded(at: Term, rest: Node) -> Node:
        right = mu * scale(at) + excess(at) + centred(at) / 2
        return have(output(at).equals(right), auto("y s = mu s + c s"), rest)

    total = total_of(square(centred)).equals(d * v)
    ends = node("both", auto("lower"), auto("upper"))
    upper = compared(excess, "<=", [(K * q, square(centred))], ZERO, signs, ends)
    lower = compared(excess, ">=", [], ZERO, signs, upper)
    parts = [(mu, scale), (ONE, excess), (ONE / 2, centred)]
    whole = compared(output, "=", parts, ZERO, expanded, lower)
    centre = compared(
        centred, "=", [(ONE, y)], -mu, plain, have(total_of(centred).equals(0), auto(), whole)
    )
    steps: list[tuple[Json, Node]] = [
        (total, auto("d sigma^2")),
        (v >= 0, using(total, total_of(square(centred)) >= 0, d >= 1)),
        (v + alpha > 0, using(v >= 0, alpha > 0)),
    ]
    from proofs.layeract.calculus import _inverse_root

    roots = known(INVERSE_ROOT, "u", [v + alpha], centre)
    proof = squares(centred, lemmas(steps, roots))
    return lemma(
        "u", *INVERSE_ROOT, _inverse_root(), lemma("c q N s K", *PRODUCT, _product(), proof)
    )


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


def unit_script() -> Node:
    """In each sample y s(n) = mu s(n) + c/2 + c (s(n) - 1/2), the last between 0 and K c n."""

    def signs(at: Term, rest: Node) -> Node:
        r, gap = root_in(at), y(at) - centre_in(at)
        q, N = 1 / r, gap / r
        inner = apart_from_zero(N, [gap, q, N, s(N), K], (N.equals(q * gap), auto("n = q c")), rest)
        inverse = have(q > 0, using(r > 0, (r * q).equals(1)), inner)
        rooted = define(q.json, using(r > 0), inverse)
        return fact(ROOTS_POSITIVE, [at], rooted, auto("1 <= m <= M"))

    sizes = [total_of(body, M) for body in (unit_low, unit_output, unit_spread)]
    low, out, spread = sizes
    ends = node(
        "both",
        using(out >= ZERO * M + ONE * low, 1 / M > 0),
        using(out <= ZERO * M + ONE * low + ONE * spread, 1 / M > 0),
    )
    divided = have(M > 0, auto(), define((1 / M).json, auto(), have(1 / M > 0, auto(), ends)))
    parts = [(ONE, unit_low), (ONE, unit_spread)]
    above = compared(unit_output, "<=", parts, ZERO, signs, divided, count=M)
    below = compared(unit_output, ">=", parts[:1], ZERO, signs, above, count=M)
    return lemma("c q N s K", *PRODUCT, _product(), below)


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


def can_script() -> Node:
    """The samples (1, 1) and (2, 2): every n_i is 0, so that the outputs are half the inputs."""
    proof = node("both", *[instances.numbers()] * (len(_inner(CAN["show"])) - 1))
    for value in ("1/100", "2", "2", "1", "1"):
        proof = node("some", proof, **{"is": value})
    return proof


def _inner(formula: Json) -> Json:
    return formula if formula[0] == "and" else _inner(formula[3])


# --- for all data --------------------------------------------------------------------------------

ALWAYS = statement(
    {"alpha": "real"},
    [alpha > 0],
    exists("c", "real", every_real(_NAMES, S.abs(_of_unit(0, la_silu)) <= c)),
)


def _unbounded() -> Node:
    """All inputs are 2 |c| + 2: n = 0, and the outputs are |c| + 1."""
    c1 = var("c1")
    at = 2 * S.abs(c1) + 2
    value = la_silu(S, Dense((at, at), S), S.const(Fraction(1, 100))).head[0]
    exponent = Term(value.json[2][2][2][1])
    root = Term(exponent.json[1][2])
    steps: list[tuple[Json, Node]] = [
        (root.equals(ONE / 10), auto("root")),
    ]
    E = S.exp(exponent)
    more: list[tuple[Json, Node]] = [
        (root > 0, auto()),
        (exponent.equals(0), auto("n = 0")),
        (E.equals(1), _exp_zero(exponent)),
        (1 + E > 0, auto()),
        (value.equals(S.abs(c1) + 1), auto("|c| + 1")),
    ]
    whole = S.abs(_across([value, value]))
    ends = lemmas(more, case(whole.json, auto("> c"), auto("> c")))
    proof = define(root.json, auto(), lemmas(steps, ends))
    for _ in _NAMES:
        proof = shown_by(at, proof)
    from proofs.library.exponential import have_exp

    return have_exp(intro("c1", proof))


def _exp_zero(exponent: Term) -> Node:
    from proofs.library.exponential import EXP_MONOTONE

    zero = fact(EXP_MONOTONE, [ZERO, exponent], auto("e^0 = 1"), auto("0 <= -n"))
    return fact(EXP_MONOTONE, [exponent, ZERO], zero, auto("-n <= 0"))


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


def _linear_lipschitz() -> Node:
    u, w = var("u"), var("w")
    gap = (u + 1) / 2 - (w + 1) / 2
    leaf = auto("half")
    return intro(
        "u",
        intro("w", case(S.abs(gap).json, *[case(S.abs(u - w).json, leaf, leaf)] * 2)),
    )


CONTROLS = (
    Control(
        Attempt(
            "layeract.zeromean.control.zero",
            "that the layer's mean activation is at most $mu_y$ times the mean scale: "
            "$y = (-4, 4)$, $alpha = 9$, $s(t) = (t + 1)\\/2$",
            {**STATEMENT, "show": OUTPUTS <= mu * SCALES},
            _PAIR,
            {6: _linear_lipschitz},
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.zeromean.control.increasing",
            "without $s$ increasing: $s(t) = (1 - t)\\/2$ on the same inputs",
            {**STATEMENT, "given": [*LAYER, HALF, LIPSCHITZ], "show": mu * SCALES <= OUTPUTS},
            Witness(_PAIR.values, {**_PAIR.functions, "s": (("u",), ["/", ["-", "1", "u"], "2"])}),
            {5: lambda: _falling_lipschitz()},
        ),
        "hypothesis dropped",
    ),
)


def _falling_lipschitz() -> Node:
    u, w = var("u"), var("w")
    gap = (1 - u) / 2 - (1 - w) / 2
    leaf = auto("half")
    return intro(
        "u",
        intro("w", case(S.abs(gap).json, *[case(S.abs(u - w).json, leaf, leaf)] * 2)),
    )


MAIN = Obligation(
    "layeract.zeromean.statement",
    "$mu_y overline(s) <= overline(a) <= mu_y overline(s) + K sigma_y^2 \\/ "
    "sqrt(sigma_y^2 + alpha)$ for the layer's means, for every $d$, $alpha$, $s$ of "
    "Definition 3.1, all inputs",
    STATEMENT,
    statement_script,
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
            unit_script,
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
                {4: _linear_lipschitz},
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "layeract.zeromean.unit.satisfiable",
        "the inputs $-4$ and 4 of a unit, $mu_m = 0$, $r_m = 5$, $s(t) = (t + 1)\\/2$, $K = 1\\/2$",
        UNIT,
        _SCALES,
        {4: _linear_lipschitz},
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
            {},
            _unbounded,
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
            can_script,
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
                {6: _linear_lipschitz},
            ),
            notes=(
                "For inputs of mean 0 it can be as large as $K sigma_y$, up to $alpha$: it grows "
                "with the inputs, as that of ReLU does.",
            ),
        ),
    ),
)
