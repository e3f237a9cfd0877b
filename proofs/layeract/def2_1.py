"""layeract.def2_1: the saturation state, where the scale is nearly 0 (Definition 2.1)."""

from __future__ import annotations

from constructions.layeract import HARD_SIGMOID
from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.calculus import ONE, ZERO, Curve, S, s
from proofs.layeract.eq2 import (
    bounded,
    increasing,
    positive,
    relu_scale,
    silu_scale,
)
from proofs.layeract.paper import source
from proofs.trees.script import (
    statement,
)

t, eta, C, Y, limit = (var(name) for name in ("t", "eta", "C", "Y", "limit"))


def tends_to(of: Curve, value: Term) -> Json:
    """of(t) -> value as t -> -infinity."""
    below = every("t", "real", implies(t < C, S.abs(of(t) - value) < eta))
    return every("eta", "real", implies(eta > 0, exists("C", "real", below)))


def hard_scale(at: Term) -> Term:
    value: Term = HARD_SIGMOID.value(S, at)
    return value


def output(scale: Curve) -> Curve:
    return lambda at: at * scale(at)


def saturates(scale: Curve) -> Json:
    """s(t) -> 0 and t s(t) -> 0 as t -> -infinity."""
    return conj(tends_to(scale, ZERO), tends_to(output(scale), ZERO))


STATEMENT = statement(
    {},
    [],
    conj(*(saturates(f) for f in (relu_scale, silu_scale, hard_scale))),
)


#: both are 0 below 0 or -3; 1/(1 + e^-t) <= 4/t^2, from e^-t = (e^(-t/2))^2 >= t^2/4
SATURATE = """
have relu_zero: for all t: real, t < 0 => relu(t) = 0
have hard_zero: for all t: real, t < -3 => hard(t) = 0
have below: for all eta, t: real, 0 < eta and t < -(4/eta) - 1 =>
    silu(t) < eta and silu(t)*(-t) < eta:
  fix eta, t
  have inverse: 0 < 4/eta
  have under: t < -(4/eta) - 1
  have negative: t < -1 by under, inverse
  have square: exp(-t) = exp(-t/2)^2 by exp_sum(-t/2, -t/2)
  have line: -t/2 <= exp(-t/2) by exp_line(-t/2)
  have parabola: t^2/4 <= exp(-t) by square, line, negative
  have far: 4 < -t*eta by under
  have positive: 0 < silu(t)
  have unit: silu(t)*(1 + exp(-t)) = 1
  have most: silu(t)*t^2 <= 4 by parabola, positive, unit
  have small: silu(t)*(-t) < eta by most, far, negative
  show by small, negative, positive
have r1: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |relu(t) - 0| < eta:
  fix eta
  take 0
  show by relu_zero(t)
have r2: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |t*relu(t) - 0| < eta:
  fix eta
  take 0
  show by relu_zero(t)
have s1: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |silu(t) - 0| < eta:
  fix eta
  take -(4/eta) - 1
  show by below(eta, t), sigmoid_range(t), t < -(4/eta) - 1
have s2: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |t*silu(t) - 0| < eta:
  fix eta
  take -(4/eta) - 1
  show by below(eta, t), sigmoid_range(t), t < -(4/eta) - 1
have h1: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |hard(t) - 0| < eta:
  fix eta
  take -3
  show by hard_zero(t)
have h2: for all eta: real, 0 < eta => exists C: real, for all t: real, t < C =>
    |t*hard(t) - 0| < eta:
  fix eta
  take -3
  show by hard_zero(t)
show by r1, r2, s1, s2, h1, h2
"""


# --- any activation scale ------------------------------------------------------------------------

CONVERGES = exists("limit", "real", tends_to(output(s), limit))
ANY = statement(
    {},
    [bounded(s), increasing(s), positive(s), tends_to(s, ZERO)],
    CONVERGES,
    {"s": 1},
)
#: 1/sqrt(1 - u) below 0, and 1 from 0 on
SLOW = ["/", "1", ["sqrt", ["+", "1", ["max", "0", ["-", "u"]]]]]
_y = var("y")
NEAR = statement(
    {"eta": "real", "Y": "real"},
    [eta >= 0],
    every(
        "y",
        "real",
        implies(conj(S.abs(s(_y)) <= eta, S.abs(_y) <= Y), S.abs(_y * s(_y)) <= eta * Y),
    ),
    {"s": 1},
)


#: C = -1/eta^2 gives r > 1/eta
SLOW_TENDS = """
fix eta
take -1/eta^2
fix t
let r = sqrt(1 + max(0, -t))
have far: 1/eta^2 < r^2
have root: 1/eta < r
have above: 1/r < eta
"""
#: t = 1 - R^2: t s(t) = 1/R - R
SLOW_DIVERGES = """
fix limit
take 1
fix C
let R = |limit| + |C| + 3
take 1 - R^2
have large: 3 <= R
have root: sqrt(1 + max(0, -(1 - R^2))) = R by large
have value: (1 - R^2)*(1/R) = 1/R - R by large
have low: 1/R - R - limit <= -1 by large
show by root, value, low, large
"""
_SLOW = Witness({}, {"s": (("u",), SLOW)})


def _reading(printed: str, formal: tuple[object, ...], note: str = "", of: str = "") -> Reading:
    return Reading(printed, formal, note, of)


REPAIRED = Claim(
    id="layeract.def2_1.any.repaired",
    kind="theorem",
    title="Where the activation scale is small, bounded inputs have small outputs",
    source=source("Section 2.1, Definition 2.1", ""),
    statement="If $s(y_i) <= eta$ and $abs(y_i) <= Y$, then $abs(a_i) <= eta Y$.",
    differs="The inputs are bounded, and how small the output is depends on the bound.",
    readings=(
        _reading("any $eta >= 0$", ("given", 0)),
        _reading("$abs(a_i) <= eta Y$", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.def2_1.near",
            "for every function $s$",
            NEAR,
            written(NEAR, "show by search"),
        ),
    ),
)

ANY_CLAIM = Claim(
    id="layeract.def2_1.any",
    kind="definition",
    title="With every scale the output saturates where the scale is nearly 0",
    source=source("Section 2.1, Definition 2.1", ""),
    statement="The saturation state of an activation function with an activation scale function "
    "$s$ is when $s(y_i) tilde.eq 0$, as the activation output $a_i = y_i s(y_i)$ reaches "
    "saturation. [Read of every activation scale function of Section 2.1.]",
    readings=(
        _reading("bounded between one and zero", ("given", 0)),
        _reading("increasing", ("given", 1)),
        _reading("$s(y_i) > 0$ if $y_i > 0$", ("given", 2)),
        _reading("$s(y_i) -> 0$ for $y_i -> -infinity$", ("given", 3)),
        _reading("$y_i s(y_i)$ reaches saturation: it converges", ("show",)),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.def2_1.any.slow",
            "$s(u) = 1 \\/ sqrt(1 + max(0, -u))$, where $u s(u) = 1 \\/ r - r$ with "
            "$r = sqrt(1 - u)$ is unbounded",
            ANY,
            _SLOW,
            {3: SLOW_TENDS},
            SLOW_DIVERGES,
        ),
    ),
    satisfiable=Attempt(
        "layeract.def2_1.any.satisfiable",
        "$s(u) = 1 \\/ sqrt(1 + max(0, -u))$ is one",
        ANY,
        _SLOW,
        {3: SLOW_TENDS},
    ),
    notes=(
        "The paper's own functions saturate (`layeract.def2_1`): there $s$ falls faster than "
        "$1 \\/ abs(y_i)$.",
    ),
    repaired=(REPAIRED,),
)


def leaky(at: Term) -> Term:
    step = relu_scale(at)
    return step + ONE / 10 * (1 - step)


CONTROLS = (
    Control(
        Attempt(
            "layeract.def2_1.control.leaky",
            "leaky ReLU of slope $1\\/10$ has no saturation state",
            statement({}, [], tends_to(leaky, ZERO)),
            Witness({}),
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id="layeract.def2_1",
    kind="definition",
    title="ReLU, SiLU and HardSiLU saturate for large negative inputs",
    source=source("Section 2.1, Definition 2.1", "3"),
    statement="The saturation state of an activation function with an activation scale function "
    "$s$ is when $s(y_i) tilde.eq 0$, as the activation output $a_i = y_i s(y_i)$ reaches "
    "saturation.",
    readings=(
        _reading(
            "ReLU: $s(y_i) -> 0$ and $y_i s(y_i) -> 0$ for $y_i -> -infinity$",
            ("show", 1),
            "$tilde.eq$ is read as a limit, and saturation as convergence; the paper gives no "
            "threshold",
        ),
        _reading("SiLU", ("show", 2)),
        _reading("HardSiLU", ("show", 3), "its formula is that of LA-HardSiLU with $y_i$ for "
        "$n_i$"),
        _reading("these activation functions have a saturation state", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.def2_1.statement",
            "the six limits",
            STATEMENT,
            written(
                STATEMENT, SATURATE, relu=relu_scale, silu=silu_scale, hard=hard_scale
            ),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.def2_1.satisfiable", "there is no hypothesis that has to be met", STATEMENT,
        Witness({}),
    ),
    notes=(
        "Leaky ReLU and PReLU have no saturation state in this sense, unless the slope is 0.",
        "Of other activation scale functions see `layeract.def2_1.any`.",
    ),
)  # fmt: skip
