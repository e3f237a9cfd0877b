"""layeract.zeromean: what can be proved of the mean activation (Section 4.1.1, Appendix B)."""

from __future__ import annotations

from collections.abc import Sequence

from constructions.layeract import (
    SIGMOID,
    dense,
    hard_silu,
    la_hard_silu,
    la_silu,
    layer_act,
    silu,
)
from constructions.layers import Dense
from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.vectors import fact, shown_by
from proofs.layeract import instances
from proofs.layeract.calculus import INVERSE_ROOT, ONE, ZERO, S, known, lemma
from proofs.layeract.leaves import given, using
from proofs.layeract.paper import source
from proofs.layeract.saturation import LAYER, SORTS
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
from proofs.methods.script import (
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


def statement_script() -> Node:
    """sum y s(n) = mu sum s(n) + sum c (s(n) - 1/2), each summand between 0 and K c n."""
    q = 1 / ROOT

    def excess(at: Term) -> Term:
        return centred(at) * s(n(at)) - centred(at) / 2

    def signs(at: Term, rest: Node) -> Node:
        N = n(at)
        gap, apart = s(N) - s(ZERO), N - ZERO
        leaf = auto("Lipschitz")
        close = case(S.abs(gap).json, *[case(S.abs(apart).json, leaf, leaf)] * 2)
        up = fact(INCREASING, [ZERO, N], node("both", auto("s >= 1/2"), close), given())
        down = fact(INCREASING, [N, ZERO], node("both", auto("s <= 1/2"), close), given())
        premises = [
            implies(N >= 0, conj(s(N) >= ONE / 2, s(N) - ONE / 2 <= K * N)),
            implies(N <= 0, conj(s(N) <= ONE / 2, ONE / 2 - s(N) <= -(K * N))),
        ]
        values = [centred(at), q, N, s(N), K]
        both = known(PRODUCT, "c q N s K", values, rest)
        return fact(
            LIPSCHITZ,
            [N, ZERO],
            lemmas(
                [
                    (N.equals(q * centred(at)), auto("n = q c")),
                    (premises[0], intro("", up)),
                    (premises[1], intro("", down)),
                ],
                both,
            ),
        )

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


def negative_script() -> Node:
    """e^w >= (1 + w/2)^2 for w = -t > 0, and t (t + 3)/6 >= -3/8."""
    from proofs.pln.exponential import axiom

    at = var("v1")
    E, H = S.exp(-at), S.exp(-at / 2)
    r = 1 / (1 + E)
    steps: list[tuple[Json, Node]] = [
        (1 + E > 0, auto()),
        (r > 0, auto()),
        (E.equals(H * H), given()),
    ]
    below: list[tuple[Json, Node]] = [
        (H >= 1 - at / 2, auto()),
        (H * H >= (1 - at / 2) * (1 - at / 2), using(H >= 1 - at / 2, at < 0)),
        (1 + E >= -2 * at, auto("1 + E >= 2 w")),
        (r * (1 + E) >= r * (-2 * at), using(1 + E >= -2 * at, r > 0)),
        ((r * (1 + E)).equals(1), auto()),
    ]
    signs = split(at.json, auto("t >= 0"), lemmas(below, auto("t < 0")))
    smooth = axiom(
        "exp-sum", [-at / 2, -at / 2], axiom("exp-line", [-at / 2], lemmas(steps, signs))
    )
    inner = ["min", "1", (at / 6 + ONE / 2).json]
    outer = ["max", "0", inner]
    hard = case(inner, *[case(outer, auto("pieces"), auto("pieces"))] * 2)
    return node("both", intro("v1", smooth), intro("v1", hard))


# --- for all data --------------------------------------------------------------------------------

_p, _r = var("p"), var("q")
_OUT = layer_act(S, SIGMOID, Dense((_p, _r), S), alpha).head[0]
ALWAYS = statement(
    {"alpha": "real"},
    [alpha > 0],
    exists("c", "real", every("p", "real", every("q", "real", S.abs(_OUT) <= c))),
)


def _unbounded() -> Node:
    """y = (2 |c| + 2, 2 |c| + 2): n = 0, and the output is |c| + 1."""
    c1 = var("c1")
    at = 2 * S.abs(c1) + 2
    value = layer_act(S, SIGMOID, Dense((at, at), S), ONE).head[0]
    exponent = Term(value.json[2][2][2][1])
    root = Term(exponent.json[1][2])
    steps: list[tuple[Json, Node]] = [
        (root.equals(1), auto("root")),
    ]
    E = S.exp(exponent)
    more: list[tuple[Json, Node]] = [
        (root > 0, auto()),
        (exponent.equals(0), auto("n = 0")),
        (E.equals(1), _exp_zero(exponent)),
        (1 + E > 0, auto()),
        (value.equals(S.abs(c1) + 1), auto("|c| + 1")),
    ]
    ends = lemmas(more, case(S.abs(value).json, auto("> c"), auto("> c")))
    rooted = define(root.json, auto(), lemmas(steps, ends))
    from proofs.pln.exponential import have_exp

    return have_exp(intro("c1", shown_by(at, shown_by(at, rooted))))


def _exp_zero(exponent: Term) -> Node:
    from proofs.pln.exponential import EXP_MONOTONE

    zero = fact(EXP_MONOTONE, [ZERO, exponent], auto("e^0 = 1"), auto("0 <= -n"))
    return fact(EXP_MONOTONE, [exponent, ZERO], zero, auto("-n <= 0"))


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
        "never negative where $mu_y = 0$",
    ),
)
ALWAYS_REPAIRED = Claim(
    id="layeract.zeromean.always.repaired",
    kind="theorem",
    title="Mean activations of LayerAct follow the mean of the inputs, for all data",
    source=source("Section 4.1.1, Appendix B", "6"),
    statement="$mu_y overline(s) <= overline(a) <= mu_y overline(s) + K sigma_y^2 \\/ "
    "sqrt(sigma_y^2 + alpha)$, with $overline(a)$ the mean activation of a layer and "
    "$overline(s)$ its mean activation scale, whatever the inputs.",
    readings=(
        *_READINGS,
        Reading("and at most $K sigma_y^2 \\/ sqrt(sigma_y^2 + alpha)$ above it", ("show",)),
    ),
    obligations=(MAIN,),
)

ALWAYS_CLAIM = Claim(
    id="layeract.zeromean.always",
    kind="theorem",
    title="Mean activations of LayerAct are near zero for all data",
    source=source("Section 4.1.1, Appendix B", ""),
    statement="The LayerAct functions maintain zero-like mean activation: "
    "$abs(1/M sum_(m=1)^M a_(i,m)) <= c$ for a constant $c$, whatever the inputs.",
    readings=(
        Reading("$alpha > 0$", ("given", 0)),
        Reading(
            "one $c$ for all inputs",
            ("show",),
            "LA-SiLU, $d = 2$, $M$ equal samples; Section 4.1.1 measures a trained network and "
            "does not say this of all data",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.zeromean.always.constant",
            "$y = (2 abs(c) + 2, 2 abs(c) + 2)$ has the outputs $abs(c) + 1$",
            ALWAYS,
            Witness({"alpha": 1}),
            {},
            _unbounded,
        ),
    ),
    satisfiable=Attempt(
        "layeract.zeromean.always.satisfiable", "$alpha = 1$", ALWAYS, Witness({"alpha": 1})
    ),
    repaired=(ALWAYS_REPAIRED,),
    notes=(
        "The mean activation follows the mean of the inputs, up to $K sigma$: `layeract.zeromean`.",
    ),
)


def _also(printed: str, formal: tuple[object, ...], of: str, note: str = "") -> Reading:
    return Reading(printed, formal, note, f"layeract.zeromean.{of}")


def _mean_size(values: Sequence[Term]) -> Term:
    return S.abs(values[0] + values[1]) / 2


def _can() -> Json:
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


CAN = statement({}, [], _can())


def can_script() -> Node:
    """y = (1, 1), alpha = 1: every n_i is 0, so that the outputs are 1/2."""
    proof = auto("numbers")
    for value in ("1", "1", "1"):
        proof = node("some", proof, **{"is": value})
    return proof


CLAIM = Claim(
    id="layeract.zeromean",
    kind="theorem",
    title="LayerAct can have a mean activation nearer to zero",
    source=source("a reading of Section 4.1.1 and Appendix B", "6"),
    statement="They allow similar or larger negative outputs compared to the element-level "
    "activation functions with negative outputs. Thus, LA-SiLU and LA-HardSiLU can achieve more "
    "zero-like mean activation than other activation functions.",
    readings=(
        Reading(
            "can: there is such a layer",
            ("show",),
            "against SiLU, HardSiLU and ReLU, $d = 2$",
            "layeract.zeromean.can",
        ),
        _also("SiLU's outputs are at least $-1\\/2$", ("show", 1), "negative"),
        _also("those of HardSiLU at least $-3\\/8$", ("show", 2), "negative"),
        _also(
            "the outputs of LayerAct functions are not bounded below",
            ("show",),
            "negative",
            "every real number is an output: `layeract.saturation.statement`",
        ),
    ),
    obligations=(
        Obligation(
            "layeract.zeromean.can",
            "$y = (1, 1)$, $alpha = 1$: the mean is $1\\/2$, with HardSiLU $2\\/3$, with ReLU 1",
            CAN,
            can_script,
        ),
        Obligation(
            "layeract.zeromean.negative",
            "the negative outputs of SiLU and HardSiLU are bounded",
            NEGATIVE,
            negative_script,
        ),
    ),
    satisfiable=Attempt(
        "layeract.zeromean.can.satisfiable", "there are no hypotheses", CAN, Witness({})
    ),
    notes=(
        "It can also be further from zero: $y = (-3\\/40, 3\\/40)$, $alpha = 1\\/100$ has the mean "
        "$3\\/400$ with LA-HardSiLU and $3\\/3200$ with HardSiLU.",
        '"The LayerAct functions maintain zero-like mean activation" is measured in Section 4.1.1 '
        "for a trained network, and not decided here. For all data: `layeract.zeromean.always`.",
        "Larger negative outputs come from $mu_y < 0$, not from the shape of the function: with "
        "centred inputs ($mu_y = 0$) the layer's mean activation is never negative.",
    ),
    not_claimed=("nothing is said of trained networks",),
    parameters=instances.STILL,
    instances=instances.STILL_INSTANCES,
    run=lambda settings: [
        instances.compared_row(settings, instances.mean_apart, instances.mean_bound, general=MAIN)
    ],
    sharpened=(
        Claim(
            id="layeract.zeromean.sharpened",
            kind="theorem",
            title="The mean activation of LayerAct follows the mean of the inputs",
            source=source("beyond Section 4.1.1", "6"),
            statement="$mu_y overline(s) <= overline(a) <= mu_y overline(s) + K sigma_y^2 \\/ "
            "sqrt(sigma_y^2 + alpha)$ for the layer's means, for all inputs.",
            readings=(
                *_READINGS,
                Reading(
                    "and at most $K sigma_y^2 \\/ sqrt(sigma_y^2 + alpha) <= K sigma_y$ above it",
                    ("show",),
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
