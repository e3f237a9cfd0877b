"""layeract.eq2: outputs and gradients of activations with an activation scale (Eq. 1-3)."""

from __future__ import annotations

from constructions.layeract import SIGMOID, STEP, element_act
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.calculus import (
    ZERO,
    Curve,
    S,
    derivative,
    s,
)
from proofs.layeract.paper import source
from proofs.trees.script import statement

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


#: the product rule: the gap is y g + h (D h + g), g = s(y + h) - s(y) - D h
GRADIENT = """fix eta
let E = eta/(2*(|y| + 1))
have positive: 0 < E
obtain delta from slope(E)
have close: for all h: real, |h| < delta => |s(y + h) - s(y + 0) - D*h| <= E*|h|
have same: s(y + 0) = s(y)
let reach = min(1, min(delta, eta/(2*(|D| + 1))))
have 0 < eta/(2*(|D| + 1))
have near: for all h: real, |h| < reach =>
    |(y + h)*s(y + h) - (y + 0)*s(y + 0) - (s(y) + y*D)*h| <= eta*|h|:
  fix h
  let g = s(y + h) - s(y) - D*h
  have one: |h| <= 1 by |h| < reach
  have third: |h| < eta/(2*(|D| + 1)) by |h| < reach
  have small: |h|*(|D| + 1) <= eta/2 by third
  have |h| < delta by |h| < reach
  have gap: |g| <= E*|h| by close(h), same, |h| < delta
  have split: (y + h)*s(y + h) - y*s(y) - (s(y) + y*D)*h = y*g + h*(D*h) + h*g
  have first: |y*g| <= |y|*(E*|h|) by abs_product(y, g), gap
  have second: |h*(D*h)| <= eta/2*|h| - |h|*|h| by abs_product(D, h), abs_product(h, D*h), small
  have last: |h*g| <= E*|h| by abs_product(h, g), gap, one
  have whole: (|y| + 1)*(E*|h|) = eta/2*|h|
  have room: 0 <= |h|*|h|
  show by split, first, second, last, whole, room
have size: 0 < reach
take reach
show by size, near
"""


# --- the examples --------------------------------------------------------------------------------

RELU = statement({}, [], conditions(relu_scale))
SILU = statement({}, [], conditions(silu_scale))
LEAKY = statement({"slope": "real"}, [slope >= 0, slope <= 1], conditions(leaky_scale))
RELU_IS = statement(
    {}, [], every("a", "real", element_act(S, STEP, _a).equals(S.maximum(_a, ZERO)))
)


SIGMOID_RISES = """have inside: for all a: real, 0 < s(a) and s(a) <= 1:
  fix a
  use sigmoid_range(a)
have rising: for all a, b: real, a <= b => s(a) <= s(b):
  fix a, b
  use sigmoid_mono(a, b)
show by inside, rising
"""
LEAKY_RISES = """have inside: for all a: real, 0 <= s(a) and s(a) <= 1
have rising: for all a, b: real, a <= b => s(a) <= s(b):
  fix a, b
  cases a >= 0:
    have s(a) = 1
    have s(b) = 1
  have s(a) = slope
  cases b >= 0:
    have s(b) = 1
  have s(b) = slope
have positive: for all a: real, 0 < a => 0 < s(a)
show by inside, rising, positive
"""


_KINK = Witness({"y": 0, "D": 0}, {"s": (("u",), relu_scale(Term("u")).json)})


CONTROLS = (
    Control(
        Attempt(
            "layeract.eq2.control.smooth",
            "where $s$ has no derivative: ReLU at $y = 0$, with 0 for $partial s \\/ partial y$",
            {**STATEMENT, "given": []},
            _KINK,
            script="take 1/2\nfix delta\ntake -delta/2",
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.eq2.control.product",
            "without the term $y_i partial s \\/ partial y_i$: $s(u) = u$ at $y = 1$",
            {**STATEMENT, "show": derivative(lambda h: (y + h) * s(y + h), s(y))},
            Witness({"y": 1, "D": 1}, {"s": (("u",), "u")}),
        ),
        "constant tightened",
    ),
)


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
            written(STATEMENT, GRADIENT, {"slope": SLOPE}, s=s),
        ),
        Obligation(
            "layeract.eq2.relu",
            "ReLU's scale is increasing, between 0 and 1, and positive for $y_i > 0$",
            RELU,
            written(RELU, "show by search"),
        ),
        Obligation(
            "layeract.eq2.relu.is",
            '$y_i s^sans("ReLU")(y_i) = max(y_i, 0)$',
            RELU_IS,
            written(RELU_IS, "show by search"),
        ),
        Obligation(
            "layeract.eq2.silu",
            "SiLU's scale is increasing, between 0 and 1, and positive for $y_i > 0$",
            SILU,
            written(SILU, SIGMOID_RISES, s=silu_scale),
        ),
        Obligation(
            "layeract.eq2.leaky",
            "so is that of every leaky ReLU of a slope from 0 to 1",
            LEAKY,
            written(LEAKY, LEAKY_RISES, s=leaky_scale),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.eq2.satisfiable",
        "$s(u) = u$ at $y = 1$ has the derivative 1",
        STATEMENT,
        Witness({"y": 1, "D": 1}, {"s": (("u",), "u")}),
    ),
    notes=(
        "At $y_i = 0$ ReLU's scale jumps: Eq. 2 has no gradient there, and neither has ReLU.",
        "The scale is only fixed where $y_i != 0$: any value of $s(0)$ gives the same output.",
    ),
)
