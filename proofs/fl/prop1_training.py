"""fl.prop1.training: gradient descent on the two formats of Prop. 1 takes the same steps."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.layers import Scale
from proofs.fl.networks import LAST, SORTS, Networks
from proofs.fl.paper import source
from proofs.fl.prop1 import FLIPPED, GIVENS, ONES, TWO_LAYERS
from proofs.fl.vectors import (
    ONE,
    ZERO,
    L,
    S,
    ell,
    fact,
    i,
    k,
    leaky,
    opened,
    positive_widths,
    put,
    shown_by,
    t,
)
from proofs.fl.witnesses import data
from proofs.methods.script import (
    Json,
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    node,
    statement,
)

R, D, s, eta, delta = (var(name) for name in ("R", "D", "s", "eta", "delta"))
Curve = Callable[[Term], Term]
_INSIDE = node("both", auto("inside"), auto("inside"))


def derivative(of: Curve, value: Term) -> Json:
    """``value`` is the derivative of ``of`` at 0."""
    gap = S.abs(of(s) - of(ZERO) - value * s) <= eta * S.abs(s)
    near = every("s", "real", implies(S.abs(s) < delta, gap))
    small = exists("delta", "real", conj(delta > 0, near))
    return every("eta", "real", implies(eta > 0, small))


def at_most(of: Curve, value: Term, bound: Term, name: str, then: Node) -> Node:
    """The derivative's delta for this eta, under a name; then go on."""

    def near(size: Term) -> Json:
        gap = S.abs(of(s) - of(ZERO) - value * s) <= bound * S.abs(s)
        return every("s", "real", implies(S.abs(s) < size, gap))

    small = exists("delta", "real", conj(delta > 0, near(delta)))
    return fact(derivative(of, value), [bound], opened(small, name, then), auto("eta > 0"))


def inside_delta(of: Curve, value: Term, bound: Term, name: str, at: Term, then: Node) -> Node:
    """The derivative's inequality at a point that is nearer than its delta."""
    gap = S.abs(of(s) - of(ZERO) - value * s) <= bound * S.abs(s)
    near = every("s", "real", implies(S.abs(s) < var(name), gap))
    return fact(near, [at], then, auto("near"))


# --- along every path of weights -----------------------------------------------------------------

PATH = Networks((t,))  #: networks whose weights and first bias depend on a real t
_AT = var("tau")
INSIDE = conj(t > -R, t < R)
NETWORKS = every("t", "real", implies(INSIDE, conj(*PATH.feature_normalised)))
SAME = every("t", "real", implies(INSIDE, PATH.a(L, ell).equals(PATH.g(ell))))


def full(at: Term) -> Term:
    """The output of the network that is normalised in each layer, with the weights at t."""
    return Networks((at,)).a(L, ell)


def last(at: Term) -> Term:
    """The output of the network that is normalised in the last layer only."""
    return Networks((at,)).g(ell)


GRADIENT = statement(
    {**SORTS, "R": "real"},
    [leaky(), L >= 1, positive_widths(), R > 0, NETWORKS, *LAST],
    conj(
        SAME,
        every("D", "real", implies(derivative(full, D), derivative(last, D))),
        every("D", "real", implies(derivative(last, D), derivative(full, D))),
    ),
    PATH.functions("z", "a", "p", "g"),
)


def gradient_script() -> Node:
    """The outputs are equal near 0 by Prop. 1, so that their difference quotients are."""
    equal = Scale.pair(Networks((_AT,))).equal_outputs(ell)
    inside = node("both", auto("-R < t"), auto("t < R"))
    proof = intro("tau", intro("", fact(NETWORKS, [_AT], equal, inside)))
    known = fact(SAME, [_AT], auto("equal"), inside)
    parts = [intro("tau", intro("", known)), _same_slope(full, last), _same_slope(last, full)]
    return have(SAME, proof, node("both", *parts))


def _same_slope(one: Curve, other: Curve) -> Node:
    """The derivative of one is that of the other: delta becomes min(delta, R)."""
    slope, eta1, at, size = var("D0"), var("eta0"), var("s0"), var("delta0")
    value = other(at) - other(ZERO) - slope * at
    gap = one(at) - one(ZERO) - slope * at
    ends = case(S.abs(value).json, *[case(S.abs(gap).json, auto("the gap"), auto("the gap"))] * 2)
    inside = node("both", auto("-R < s"), auto("s < R"))
    equal = fact(SAME, [at], fact(SAME, [ZERO], ends, node("both", auto(), auto())), inside)
    reach = S.minimum(size, R)
    near = inside_delta(one, slope, eta1, "delta0", at, equal)
    body = intro("s0", intro("", case(reach.json, near, near)))
    positive = case(reach.json, auto("delta > 0"), auto("R > 0"))
    shown = shown_by(reach, node("both", positive, body))
    proof = intro("eta0", intro("", at_most(one, slope, eta1, "delta0", shown)))
    return intro("D0", intro("", proof))


# --- step by step --------------------------------------------------------------------------------

Q, rate = var("Q"), var("rate")
_i, _k = var("h"), var("q")


def weight(step: Term, index: Term) -> Term:
    """Parameter number ``index`` of the one format after ``step`` steps."""
    return app("T", step, index)


def weight2(step: Term, index: Term) -> Term:
    return app("T2", step, index)


def loss(step: Term, index: Term) -> Curve:
    """The loss where that parameter is moved by t from its value."""
    return lambda at: app("F", step, index, at)


def loss2(step: Term, index: Term) -> Curve:
    return lambda at: app("F2", step, index, at)


def slope(step: Term, index: Term) -> Term:
    return app("D1", step, index)


def slope2(step: Term, index: Term) -> Term:
    return app("D2", step, index)


def _parameters(formula: Json) -> Json:
    return every("k", "int", implies(conj(k >= 1, k <= Q), formula))


def _steps(formula: Json) -> Json:
    return every("i", "int", implies(i >= 0, formula))


def _same_weights(step: Term) -> Json:
    return _parameters(weight(step, k).equals(weight2(step, k)))


def _near(step: Term, index: Term) -> Json:
    equal = loss(step, index)(t).equals(loss2(step, index)(t))
    near = every("t", "real", implies(conj(t > -R, t < R), equal))
    return exists("R", "real", conj(R > 0, near))


START = _same_weights(ZERO)
EQUAL_LOSS = _steps(implies(_same_weights(i), _parameters(_near(i, k))))
SLOPES = [
    _steps(_parameters(derivative(loss(i, k), slope(i, k)))),
    _steps(_parameters(derivative(loss2(i, k), slope2(i, k)))),
]
MOVES = [
    _steps(_parameters(weight(i + 1, k).equals(weight(i, k) - rate * slope(i, k)))),
    _steps(_parameters(weight2(i + 1, k).equals(weight2(i, k) - rate * slope2(i, k)))),
]
DESCENT = statement(
    {"Q": "int", "rate": "real"},
    [START, EQUAL_LOSS, *SLOPES, *MOVES],
    _steps(_same_weights(i)),
    {"T": 2, "T2": 2, "F": 3, "F2": 3, "D1": 2, "D2": 2},
)


def descent_script() -> Node:
    """Equal weights have equal losses near them, equal derivatives, and so equal next weights."""
    at, inside = _i, node("both", auto(), auto())

    def stepped(formulas: list[Json], then: Node) -> Node:
        """Use formulas about all steps and parameters at this step and this parameter."""
        for formula in formulas:
            inner = formula.json[3][2]
            here = put(inner, "i", at)
            then = fact(formula, [at], fact(here, [_k], then, inside), auto("0 <= i"))
        return then

    close = auto("the same step")
    equal = have(slope(at, _k).equals(slope2(at, _k)), _unique(at, _k), close)
    moved = stepped([*SLOPES, *MOVES], equal)
    near = _near(at, _k)
    losses = implies(_same_weights(at), _parameters(put(_near(i, k), "i", at)))
    parameters = _parameters(put(_near(i, k), "i", at))
    named = opened(near, "R0", fact(_same_weights(at), [_k], moved, inside))
    known = fact(losses, [], fact(parameters, [_k], named, inside), _again(_same_weights(at)))
    step = intro("q", intro("", fact(EQUAL_LOSS, [at], known, auto("0 <= i"))))
    base = intro("q", intro("", fact(START, [_k], auto("the start"), inside)))
    whole = _steps(_same_weights(i))
    end = fact(whole, [var("e")], _again(_same_weights(var("e"))), auto("0 <= i"))
    return induct("h", "0", _same_weights(at), base, step, intro("e", intro("", end)))


def _again(formula: Json) -> Node:
    """Proof of a universal goal that is known."""
    name = var("q9")
    inside = node("both", auto(), auto())
    return intro("q9", intro("", fact(formula, [name], auto("known"), inside)))


def _unique(step: Term, index: Term) -> Node:
    """Two derivatives of functions that agree on (-R, R) are equal."""
    one, other = loss(step, index), loss2(step, index)
    first, second = slope(step, index), slope2(step, index)
    gap = S.abs(first - second)
    bound = gap / 4
    size = S.minimum(S.minimum(var("delta1"), var("delta2")), var("R0"))
    at = size / 2
    near = every("t", "real", implies(conj(t > -var("R0"), t < var("R0")), one(t).equals(other(t))))
    leaf = auto("the slopes differ by at most half of what they differ")
    gaps = [f(at) - f(ZERO) - value * at for f, value in ((one, first), (other, second))]
    for value in gaps:
        leaf = case(S.abs(value).json, leaf, leaf)
    leaf = case(S.abs(at).json, leaf, auto("s > 0"))
    inner = inside_delta(
        one,
        first,
        bound,
        "delta1",
        at,
        inside_delta(
            other,
            second,
            bound,
            "delta2",
            at,
            fact(near, [at], fact(near, [ZERO], leaf, _INSIDE), _INSIDE),
        ),
    )
    smaller = [
        (at > 0, auto("s > 0")),
        (at < var("delta1"), auto("s < delta1")),
        (at < var("delta2"), auto("s < delta2")),
        (at < var("R0"), auto("s < R")),
        (S.abs(at).equals(at), case(S.abs(at).json, auto(), auto())),
    ]
    body = lemmas(smaller, inner)
    body = case(size.json, body, body)
    body = case(S.minimum(var("delta1"), var("delta2")).json, body, body)
    known = at_most(one, first, bound, "delta1", at_most(other, second, bound, "delta2", body))
    differ = have(gap > 0, case(gap.json, auto("> 0"), auto("> 0")), known)
    return case(S.sign(first - second).json, differ, auto("equal"), differ)


# --- with biases that are trained too ------------------------------------------------------------

hidden = var("hidden")
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
    {"hidden": "real"},
    [hidden > 0],
    every(
        "D",
        "real",
        implies(derivative(squared_output(ONE), D), derivative(squared_output(hidden), D)),
    ),
)


def _biased_script() -> Node:
    """The derivatives are 3/2 and 3/4: with s at most 1 the remainder is -(3/2) s^3 / (...)."""
    three_halves = ONE * 3 / 2
    return shown_by(three_halves, node("both", _is_slope(three_halves), _is_no_slope()))


def _quotients(curve: Curve, at: Term, low: int, then: Node) -> Node:
    """The denominators of a curve at a point and at 0 are positive."""
    for point in (at, ZERO):
        bottom = Term(curve(point).json[2])
        then = have(bottom > 0, auto("denominator > 0"), then)
    return then


def _is_slope(value: Term) -> Node:
    curve, at, size = squared_output(ONE), var("s0"), var("eta0")
    gap = curve(at) - curve(ZERO) - value * at
    bottom = Term(curve(at).json[2])
    small = at * at * (value / bottom)
    cases = case(
        S.abs(at).json,
        *[case(S.abs(gap).json, auto("gap <= eta s"), auto("-gap <= eta s"))] * 2,
    )
    sized = lemmas(
        [
            (bottom >= 3, auto("denominator >= 3")),
            (ONE / bottom > 0, auto("1/denominator > 0")),
            (ONE / bottom <= ONE / 3, auto("1/denominator <= 1/3")),
            (gap.equals(-(at * small)), auto("the remainder")),
            (at * at <= size, case(S.abs(at).json, auto("s^2 <= eta"), auto("s^2 <= eta"))),
            (small <= size, auto("3/2 s^2 / denominator <= eta")),
        ],
        cases,
    )
    reach = S.minimum(size, ONE)
    body = intro("s0", intro("", case(reach.json, *[_quotients(curve, at, 3, sized)] * 2)))
    positive = case(reach.json, auto("eta > 0"), auto("1 > 0"))
    return intro("eta0", intro("", shown_by(reach, node("both", positive, body))))


def _is_no_slope() -> Node:
    curve, size = squared_output(ONE * 2), var("delta0")
    at = S.minimum(size, ONE) / 2
    gap = curve(at) - curve(ZERO) - ONE * 3 / 2 * at
    bottom = Term(curve(at).json[2])
    known = lemmas(
        [
            ((gap + ONE * 3 / 4 * at) * bottom <= 0, auto("the remainder")),
            (gap <= -(ONE * 3 / 4 * at), auto("gap <= -3/4 s")),
        ],
        case(S.abs(gap).json, *[case(S.abs(at).json, auto("gap"), auto("gap"))] * 2),
    )
    near = case(S.abs(at).json, auto("near"), auto("near"))
    each = have(at > 0, auto("s > 0"), node("both", near, _quotients(curve, at, 12, known)))
    body = intro("delta0", intro("", case(S.minimum(size, ONE).json, *[shown_by(at, each)] * 2)))
    return shown_by(ONE / 4, node("both", auto("1/4 > 0"), body))


_TRAINED = (
    Obligation(
        "fl.prop1.training.gradient",
        "the two formats have the same outputs and derivatives, on every path of weights",
        GRADIENT,
        gradient_script,
    ),
    Obligation(
        "fl.prop1.training.descent",
        "equal losses give equal gradients, and these equal weights after every step",
        DESCENT,
        descent_script,
    ),
)

BIASES_REPAIRED = Claim(
    id="fl.prop1.training.biases.repaired",
    kind="proof-step",
    title="Training both formats without biases from the second layer on gives the same network",
    source=source("Section 4.1, after Proposition 1", ""),
    statement="Where $bold(b)_i = bold(0)$ for $i >= 2$ is kept while training, both formats have "
    "the same outputs and derivatives on every path of weights, and gradient descent from the "
    "same start ends in the same network.",
    readings=(
        Reading("(Leaky) ReLU", ("given", 0), "", "fl.prop1.training.gradient"),
        Reading(
            "every path of weights with $bold(b)_i = bold(0)$ for $i >= 2$",
            ("given", 4),
            "",
            "fl.prop1.training.gradient",
        ),
        Reading("outputs and derivatives", ("show",), "", "fl.prop1.training.gradient"),
        Reading("the same network after every step", ("show",), "", "fl.prop1.training.descent"),
    ),
    obligations=_TRAINED,
)

BIASES = Claim(
    id="fl.prop1.training.biases",
    kind="proof-step",
    title="Training both formats with biases gives the same network",
    source=source("Section 4.1, after Proposition 1", ""),
    statement="Starting from the same random initialization for $bold(A)_1, ..., bold(A)_L$, "
    "training both formats will result in the same final network; the affine maps $bold(A)_i$ "
    "being trained with their biases, which are $bold(0)$ at the start.",
    readings=(
        Reading(
            "the first layer's activation before normalisation, positive",
            ("given", 0),
            _TWO_LAYERS + ", $bold(b)_2 = (t, 0, 0, 0)$; with $d_1 = 1$ it is normalised to 1",
        ),
        Reading(
            "the derivative of the loss $g_1^2$ in that bias at 0 is the same in both formats",
            ("show",),
            "and so the first step of gradient descent",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "fl.prop1.training.biases.slopes",
            _TWO_LAYERS + ": where the first layer's activation is 2, the derivatives of $g_1^2$ "
            "in $t$ are $3\\/2$ and $3\\/4$",
            BIASED,
            Witness({"hidden": 2}, {}),
            {},
            _biased_script,
        ),
    ),
    satisfiable=Attempt(
        "fl.prop1.training.biases.satisfiable",
        "an activation of 2",
        BIASED,
        Witness({"hidden": 2}, {}),
    ),
    repaired=(BIASES_REPAIRED,),
    notes=(
        "This reading goes beyond Assumption 1 after the first step. Where biases from the second "
        "layer on stay $bold(0)$, the gradients are the same (`fl.prop1.training`).",
    ),
)

SHORT = {n - 3: script for n, script in GIVENS.items() if n >= 3}
FLIPPED_GIVENS = {n - 3: script for n, script in TWO_LAYERS.items() if n > 3}


def _everywhere(scripts: dict[int, Callable[[], Node]]) -> Node:
    """The networks are the same for every t."""
    parts = [scripts[n]() for n in sorted(scripts)]
    return intro("tau", intro("", node("both", *parts)))


_PATH_GIVENS: dict[int, Callable[[], Node]] = {
    0: GIVENS[0],
    2: GIVENS[2],
    4: lambda: _everywhere(SHORT),
}
_NO_LEAD = {"L": 1, "l": 1, "beta": 1, "R": 1}
_BIASED_NETWORKS = every("t", "real", implies(INSIDE, conj(*PATH.feature_normalised[1:])))

CONTROLS = (
    Control(
        Attempt(
            "fl.prop1.training.control.bias",
            "with a bias in layer 2 the outputs are $-1$ and 1, as for `fl.prop1.control.bias`",
            statement(
                {**SORTS, "R": "real"},
                [leaky(), L >= 1, positive_widths(), R > 0, _BIASED_NETWORKS, *LAST],
                SAME,
                PATH.functions("z", "a", "p", "g"),
            ),
            data({**_NO_LEAD, "L": 2}, FLIPPED, "e"),
            {**_PATH_GIVENS, 4: lambda: _everywhere(FLIPPED_GIVENS)},
            lambda: shown_by(ZERO, auto("-1 is not 1")),
        ),
        "hypothesis dropped",
    ),
)

CLAIM = Claim(
    id="fl.prop1.training",
    kind="theorem",
    title="Training both formats results in the same network",
    source=source("Section 4.1, after Proposition 1", ""),
    statement="Proposition 1 tells us that starting from the same random initialization for "
    "$bold(A)_1, ..., bold(A)_L$, training both formats will result in the same final network.",
    readings=(
        Reading("Under Assumption 1: (Leaky) ReLU", ("given", 0)),
        Reading("both formats have $L$ layers", ("given", 1)),
        Reading("of the same widths", ("given", 2)),
        Reading("near the weights at which they are", ("given", 3), "for $-R < t < R$"),
        Reading(
            "on every path of weights $bold(U)_i (t)$, $bold(b)_1 (t)$ through them, with "
            "$bold(b)_i = bold(0)$ for $i >= 2$ and no hidden vector $bold(0)$",
            ("given", 4),
            "Assumption 1 is kept while training; with biases that are trained see "
            "`fl.prop1.training.biases`",
        ),
        Reading("any output", ("given", 5)),
        Reading("", ("given", 6)),
        Reading("the outputs, and all their derivatives along the path, are the same", ("show",)),
        Reading(
            "the same initialization",
            ("given", 0),
            "parameters are numbered $1, ..., Q$",
            "fl.prop1.training.descent",
        ),
        Reading(
            "where the weights are the same, the losses are, near them",
            ("given", 1),
            "this is what `fl.prop1.training.gradient` says",
            "fl.prop1.training.descent",
        ),
        Reading("the gradients of both", ("given", 2), "", "fl.prop1.training.descent"),
        Reading(
            "training: steps of gradient descent", ("given", 4), "", "fl.prop1.training.descent"
        ),
        Reading("the same network after every step", ("show",), "", "fl.prop1.training.descent"),
    ),
    obligations=_TRAINED,
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.prop1.training.satisfiable",
        "the hypotheses hold for one neuron of weight 1 at $x = 1$, whatever $t$",
        GRADIENT,
        data(_NO_LEAD, ONES, "e"),
        _PATH_GIVENS,
    ),
    notes=(
        "Exact arithmetic: rounding is different in the two formats.",
        "Gradients are derivatives. Where a pre-activation is 0 the loss may have none, and a "
        "framework's convention takes its place.",
    ),
    not_claimed=(
        "nothing is said of methods that use more than the loss near the weights",
        "that hidden vectors stay away from $bold(0)$ during training is a hypothesis",
    ),
)
