"""layeract.eq2: outputs and gradients of activations with an activation scale (Eq. 1-3)."""

from __future__ import annotations

from constructions.layeract import SIGMOID, STEP, element_act
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.layeract.calculus import (
    ONE,
    ZERO,
    Curve,
    S,
    absolute,
    derivative,
    lemma,
    near,
    s,
    two_sided,
    within,
)
from proofs.layeract.paper import source
from proofs.library.vectors import fact, shown_by
from proofs.trees.leaves import given, using
from proofs.trees.script import Node, auto, case, have, intro, lemmas, node, statement

y, D, slope = var("y"), var("D"), var("slope")
_a, _b = var("a"), var("b")


def bounded(of: Curve) -> Json:
    """Between zero and one."""
    return every("a", "real", conj(of(_a) >= 0, of(_a) <= 1))


def increasing(of: Curve) -> Json:
    return every("a", "real", every("b", "real", implies(_a <= _b, of(_a) <= of(_b))))


def positive(of: Curve) -> Json:
    return every("a", "real", implies(_a > 0, of(_a) > 0))


def relu_scale(at: Term) -> Term:
    value: Term = STEP.value(S, at)
    return value


def silu_scale(at: Term) -> Term:
    value: Term = SIGMOID.value(S, at)
    return value


def leaky_scale(at: Term) -> Term:
    """1 for t >= 0, the slope for t < 0."""
    step = relu_scale(at)
    return step + slope * (1 - step)


def conditions(of: Curve) -> Json:
    """What Section 2.1 asks of an activation scale function."""
    return conj(bounded(of), increasing(of), positive(of))


SLOPE = derivative(lambda h: s(y + h), D)
OUTPUT = derivative(lambda h: (y + h) * s(y + h), s(y) + y * D)
STATEMENT = statement({"y": "real", "D": "real"}, [SLOPE], OUTPUT, {"s": 1})


_h, _T, _g, _k, _e, _E, _Y, _K, _s = (
    var(f"{n}_") for n in ["h", "T", "g", "k", "e", "E", "Y", "K", "s"]
)
_NAMES = "h T g k e E Y K s y"
_y = var("y_")
#: the product rule: g = s(y + h) - s(y) - k h
PRODUCT = (
    [
        two_sided(_h, _T),
        _T >= 0,
        _T <= 1,
        two_sided(_g, _E * _T),
        _E >= 0,
        two_sided(_y, _Y),
        two_sided(_k, _K),
        2 * (_E * (_Y + 1)) <= _e,
        2 * (_T * (_K + 1)) <= _e,
    ],
    two_sided((_y + _h) * (_s + _k * _h + _g) - _y * _s - (_s + _y * _k) * _h, _e * _T),
)


def _product() -> Node:
    """The gap is y g + h (k h + g)."""
    ET = _E * _T
    steps: list[tuple[Json, Node]] = [
        (_Y >= 0, using(two_sided(_y, _Y))),
        (_K >= 0, using(two_sided(_k, _K))),
        (ET >= 0, using(_E >= 0, _T >= 0)),
        (
            two_sided(_y * _g, _Y * ET),
            using(two_sided(_y, _Y), two_sided(_g, ET), _Y >= 0, ET >= 0),
        ),
        (
            two_sided(_h * _g, _T * ET),
            using(two_sided(_h, _T), two_sided(_g, ET), _T >= 0, ET >= 0),
        ),
        (_T * ET <= ET, using(_T <= 1, ET >= 0)),
        (
            two_sided(_k * _h, _K * _T),
            using(two_sided(_k, _K), two_sided(_h, _T), _K >= 0, _T >= 0),
        ),
        (_K * _T >= 0, using(_K >= 0, _T >= 0)),
        (
            two_sided(_h * (_k * _h), _T * (_K * _T)),
            using(two_sided(_h, _T), two_sided(_k * _h, _K * _T), _T >= 0, _K * _T >= 0),
        ),
        (2 * (_E * (_Y + 1)) * _T <= _e * _T, using(2 * (_E * (_Y + 1)) <= _e, _T >= 0)),
        (2 * (_T * (_K + 1)) * _T <= _e * _T, using(2 * (_T * (_K + 1)) <= _e, _T >= 0)),
        (_T * _T >= 0, auto()),
    ]
    return lemmas(steps, auto("y g + h (k h + g)"))


def statement_script() -> Node:
    """E = eta/(2 (|y| + 1)), |h| below 1, delta and eta/(2 (|D| + 1))."""
    eta, delta, at = var("eta1"), var("delta1"), var("h1")
    Y, K, T = S.abs(y), S.abs(D), S.abs(at)
    E = eta / (2 * (Y + 1))
    curve: Curve = lambda h: s(y + h)  # noqa: E731
    gap = s(y + at) - s(y) - D * at
    whole = (y + at) * s(y + at) - (y + ZERO) * s(y + ZERO) - (s(y) + y * D) * at
    values = dict(zip(_NAMES.split(), (at, T, gap, D, eta, E, Y, K, s(y), y), strict=True))
    ended = [_put(PRODUCT[1], values)]
    ends = absolute(whole, *ended)
    from proofs.layeract.calculus import known

    product = known(PRODUCT, _NAMES, list(values.values()), ends)
    facts: list[tuple[Json, Node]] = [
        (two_sided(gap, E * T), using(S.abs(gap) <= E * T, gap <= S.abs(gap), -gap <= S.abs(gap))),
        (two_sided(at, T), auto()),
        (T >= 0, auto()),
        (T <= 1, auto()),
        (2 * (T * (K + 1)) <= eta, auto("T (K + 1) <= eta/2")),
    ]
    here = have(
        T < delta, auto(), fact(near(curve, D, E, delta), [at], lemmas(facts, product), given())
    )
    reach = S.minimum(S.minimum(ONE, delta), eta / (2 * (K + 1)))
    body: Node = intro("h1", intro("", _both(reach, here)))
    shown = shown_by(reach, node("both", _both(reach, auto("> 0")), body))
    steps: list[tuple[Json, Node]] = [
        (2 * (Y + 1) > 0, auto()),
        (2 * (K + 1) > 0, auto()),
        (E > 0, auto()),
        (eta / (2 * (K + 1)) > 0, auto()),
        (E >= 0, using(E > 0)),
        (2 * (E * (Y + 1)) <= eta, auto()),
        (two_sided(y, Y), auto()),
        (two_sided(D, K), auto()),
    ]
    proof = intro("eta1", intro("", lemmas(steps, within(curve, D, E, "delta1", shown))))
    return lemma(_NAMES, *PRODUCT, _product(), proof)


def _put(formula: Json, values: dict[str, Term]) -> Json:
    from proofs.layeract.calculus import _put as replaced

    return replaced(formula, " ".join(values), list(values.values()))


def _both(reach: Term, then: Node) -> Node:
    """The cases of min(min(a, b), c)."""
    inner = ["min", "1", "delta1"]
    return case(reach.json, case(inner, then, then), then)


# --- the examples --------------------------------------------------------------------------------

RELU = statement({}, [], conditions(relu_scale))
SILU = statement({}, [], conditions(silu_scale))
LEAKY = statement({"slope": "real"}, [slope >= 0, slope <= 1], conditions(leaky_scale))
RELU_IS = statement(
    {}, [], every("a", "real", element_act(S, STEP, _a).equals(S.maximum(_a, ZERO)))
)


def _cases(terms: list[Json], then: Node) -> Node:
    for term in terms:
        then = case(term, *[then] * (3 if term[0] == "sign" else 2))
    return then


def step_cases(names: str, then: Node) -> Node:
    """Each sign, and the minimum of the step function at it."""
    terms: list[Json] = []
    for name in names.split():
        sign = ["sign", name]
        terms += [["min", "1", ["+", sign, "1"]], sign]
    return _cases(terms, then)


def _conditions_script(names: str = "") -> Node:
    def leaf(which: str) -> Node:
        return step_cases(which, auto("both sides of 0"))

    one = intro("v", node("both", leaf("v"), leaf("v")))
    two = intro("u", intro("v", intro("", leaf("u v"))))
    return node("both", one, two, intro("v", intro("", leaf("v"))))


def silu_script() -> Node:
    """1/(1 + e^-t), from e^x > 0 and e^(b - a) >= 1 + b - a."""
    from proofs.library.exponential import EXP_MONOTONE, have_exp

    u, v = var("u"), var("v")
    E, F = S.exp(-v), S.exp(-u)
    bottom = [(1 + E > 0, auto()), (1 / (1 + E) > 0, auto())]
    one = intro("v", lemmas(bottom, node("both", auto("s >= 0"), auto("s <= 1"))))
    both = [*bottom, (1 + F > 0, auto()), (1 / (1 + F) > 0, auto())]
    two = fact(EXP_MONOTONE, [-v, -u], lemmas(both, auto("increasing")), auto("-b <= -a"))
    three = intro("v", intro("", lemmas(bottom, auto("s > 0"))))
    return have_exp(node("both", one, intro("u", intro("v", intro("", two))), three))


_KINK = Witness({"y": 0, "D": 0}, {"s": (("u",), relu_scale(Term("u")).json)})


def _no_derivative() -> Node:
    """max(h, 0) is not h up to |h|/2: h = -delta/2."""
    at = -var("delta1") / 2
    moved, still = relu_scale(ZERO + at), relu_scale(ZERO)
    terms = [["min", "1", ["+", ["sign", (ZERO + at).json], "1"]], ["sign", (ZERO + at).json]]
    whole = (ZERO + at) * relu_scale(ZERO + at) - (ZERO + ZERO) * relu_scale(ZERO + ZERO)
    whole = whole - (relu_scale(ZERO) + ZERO * ZERO) * at
    leaf = case(S.abs(whole).json, *[case(S.abs(at).json, auto(), auto())] * 2)
    near_0 = case(S.abs(at).json, auto(), auto())
    known: list[tuple[Json, Node]] = [
        (moved.equals(0), _cases(terms, auto("s < 0"))),
        (still.equals(1), auto("s(0) = 1")),
    ]
    both = node("both", near_0, lemmas(known, leaf))
    body = intro("delta1", intro("", shown_by(at, both)))
    return shown_by(ONE / 2, node("both", auto("1/2 > 0"), body))


CONTROLS = (
    Control(
        Attempt(
            "layeract.eq2.control.smooth",
            "where $s$ has no derivative: ReLU at $y = 0$, with 0 for $partial s \\/ partial y$",
            {**STATEMENT, "given": []},
            _KINK,
            {},
            _no_derivative,
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.eq2.control.product",
            "without the term $y_i partial s \\/ partial y_i$: $s(u) = u$ at $y = 1$",
            {**STATEMENT, "show": derivative(lambda h: (y + h) * s(y + h), s(y))},
            Witness({"y": 1, "D": 1}, {"s": (("u",), "u")}),
            {0: lambda: _linear()},
            lambda: _no_square(),
        ),
        "constant tightened",
    ),
)


def _linear() -> Node:
    at = var("h1")
    gap = (ONE + at) - (ONE + ZERO) - ONE * at
    inner = intro("h1", intro("", case(S.abs(gap).json, auto(), auto())))
    return intro("eta1", intro("", shown_by(ONE, node("both", auto("1 > 0"), inner))))


def _no_square() -> Node:
    at = var("delta1") / 2
    whole = (ONE + at) * (ONE + at) - (ONE + ZERO) * (ONE + ZERO) - ONE * at
    leaf = case(S.abs(whole).json, *[case(S.abs(at).json, auto(), auto())] * 2)
    both = node("both", case(S.abs(at).json, auto(), auto()), leaf)
    body = intro("delta1", intro("", shown_by(at, both)))
    return shown_by(ONE / 2, node("both", auto("1/2 > 0"), body))


def _also(printed: str, formal: tuple[object, ...], of: str, note: str = "") -> Reading:
    return Reading(printed, formal, note, f"layeract.eq2.{of}")


CLAIM = Claim(
    id="layeract.eq2",
    kind="theorem",
    title="Outputs and gradients of activations with an activation scale function",
    source=source("Section 2.1", "2, 3"),
    statement="The activation output during forward pass and gradient during backward pass of "
    "an element-level activation functions with activation scale function $s$ are: $ a_i = y_i "
    "s(y_i), quad (partial a_i) / (partial y_i) = s(y_i) + y_i (partial s(y_i)) / (partial "
    "y_i), $ where $s$ is increasing and $s(y_i) > 0$ if $y_i > 0$. For example: "
    '$s^sans("ReLU")(y_i) = 1$ if $y_i >= 0$, 0 if $y_i < 0$; $s^sans("SiLU")(y_i) = 1 \\/ '
    '(1 + e^(-y_i))$. [Before: "a function bounded between one and zero characterizes the '
    'nonlinearity".]',
    readings=(
        Reading(
            "$(partial s(y_i)) \\/ (partial y_i)$",
            ("given", 0),
            "wherever $s$ has a derivative, written $D$; nothing else is needed of $s$",
        ),
        Reading("$(partial a_i) \\/ (partial y_i)$ of $a_i = y_i s(y_i)$", ("show",)),
        _also("bounded between one and zero", ("show", 1), "relu"),
        _also("increasing", ("show", 2), "relu", "not strictly: ReLU's scale has two values"),
        _also("$s(y_i) > 0$ if $y_i > 0$", ("show", 3), "relu"),
        _also("ReLU's scale is one", ("show",), "relu"),
        _also("$y_i s(y_i)$ is ReLU", ("show",), "relu.is"),
        _also("SiLU's scale is one", ("show",), "silu"),
        _also("leaky ReLU: a slope from 0", ("given", 0), "leaky"),
        _also("to 1", ("given", 1), "leaky"),
        _also(
            "its scale is one",
            ("show",),
            "leaky",
            "for slopes outside of $[0, 1]$, which PReLU may learn, it is not",
        ),
    ),
    obligations=(
        Obligation(
            "layeract.eq2.statement",
            "the gradient, for every $s$ and every $y_i$ at which $s$ has a derivative",
            STATEMENT,
            statement_script,
        ),
        Obligation(
            "layeract.eq2.relu",
            "ReLU's scale is increasing, between 0 and 1, and positive for $y_i > 0$",
            RELU,
            _conditions_script,
        ),
        Obligation(
            "layeract.eq2.relu.is",
            '$y_i s^sans("ReLU")(y_i) = max(y_i, 0)$',
            RELU_IS,
            lambda: intro("v", case(["max", "v", "0"], *[step_cases("v", auto())] * 2)),
        ),
        Obligation(
            "layeract.eq2.silu",
            "SiLU's scale is increasing, between 0 and 1, and positive for $y_i > 0$",
            SILU,
            silu_script,
        ),
        Obligation(
            "layeract.eq2.leaky",
            "so is that of every leaky ReLU of a slope from 0 to 1",
            LEAKY,
            _conditions_script,
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.eq2.satisfiable",
        "$s(u) = u$ at $y = 1$ has the derivative 1",
        STATEMENT,
        Witness({"y": 1, "D": 1}, {"s": (("u",), "u")}),
        {0: _linear},
    ),
    notes=(
        "At $y_i = 0$ ReLU's scale jumps: Eq. 2 has no gradient there, and neither has ReLU.",
        "The scale is only fixed where $y_i != 0$: any value of $s(0)$ gives the same output.",
    ),
)
