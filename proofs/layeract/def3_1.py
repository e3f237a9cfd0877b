"""layeract.def3_1: the two activation scale functions of LayerAct (Definition 3.1)."""

from __future__ import annotations

from constructions.layeract import HARD_SIGMOID, SIGMOID
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.calculus import ONE, ZERO, Curve, S
from proofs.layeract.eq2 import bounded, increasing
from proofs.layeract.paper import source
from proofs.trees.script import (
    statement,
)

a, b, K, n, y = (var(name) for name in ("a", "b", "K", "n", "y"))


def sigmoid(at: Term) -> Term:
    value: Term = SIGMOID.value(S, at)
    return value


def hard(at: Term) -> Term:
    value: Term = HARD_SIGMOID.value(S, at)
    return value


def lipschitz(of: Curve, constant: Term) -> Json:
    gap = S.abs(of(a) - of(b)) <= constant * S.abs(a - b)
    return every("a", "real", every("b", "real", gap))


def definition(of: Curve, constant: Term) -> Json:
    """Definition 3.1 with this K."""
    half = of(ZERO).equals(ONE / 2)
    return conj(half, bounded(of), increasing(of), lipschitz(of, constant))


STATEMENT = statement({}, [], conj(definition(sigmoid, ONE / 4), definition(hard, ONE / 6)))


def sharp(of: Curve, constant: Term) -> Json:
    """No smaller K will do."""
    return statement({"K": "real"}, [lipschitz(of, K)], constant <= K)


#: with P = e^-x and e^-y = P H^2, H = e^((x - y)/2): s(x) - s(y) <= (H - 1)/(H + 1) <= (x - y)/4
QUARTER = """
have ordered: for all x, y: real, y <= x =>
    0 <= s(x) - s(y) and s(x) - s(y) <= (x - y)/4:
  fix x, y
  let P = exp(-x)
  let H = exp((x - y)/2)
  have positive: 0 < P
  have one: 1 <= H by exp_line((x - y)/2)
  have square: exp(x - y) = H^2 by exp_sum((x - y)/2, (x - y)/2)
  have power: exp(-y) = P*H^2 by exp_sum(x - y, -x), square
  have line: H - 1 <= (x - y)/4*(H + 1) by tanh_line((x - y)/4)
  have fraction: s(x) - s(y) = P*(H^2 - 1)/((1 + P)*(1 + P*H^2)) by power, positive, one
  have 0 <= (1 - P*H)^2
  have bottom: P*(1 + H)^2 <= (1 + P)*(1 + P*H^2)
  have top: P*(H^2 - 1) <= (x - y)/4*(P*(1 + H)^2):
    have 0 <= P*(H + 1)*((x - y)/4*(H + 1) - (H - 1)) by line, positive, one
  have P*(H^2 - 1) <= (x - y)/4*((1 + P)*(1 + P*H^2)) by top, bottom, x >= y
  have 0 <= P*(H^2 - 1) by positive, one
have smooth: for all a, b: real, |s(a) - s(b)| <= K*|a - b|:
  fix a, b
  cases a >= b:
    show by ordered(a, b)
  show by ordered(b, a)
"""
BOTH = f"""have half: s(0) = 1/2 by exponentials
have inside: for all a: real, 0 <= s(a) and s(a) <= 1:
  fix a
  use sigmoid_range(a)
have rising: for all a, b: real, a <= b => s(a) <= s(b):
  fix a, b
  use sigmoid_mono(a, b)
{QUARTER}have hard_half: h(0) = 1/2
have hard_inside: for all a: real, 0 <= h(a) and h(a) <= 1
have hard_rising: for all a, b: real, a <= b => h(a) <= h(b)
have hard_smooth: for all a, b: real, |h(a) - h(b)| <= L*|a - b|
show by half, inside, rising, smooth, hard_half, hard_inside, hard_rising, hard_smooth
"""


# --- the constants are the least -----------------------------------------------------------------


#: at h = 1 - 4K > 0: s(h) - 1/2 >= h/(2 (2 + h)), and 4K + 2Kh < 1
SIGMOID_SHARP = """cases small: K < 1/4:
  let h = 1 - 4*K
  have positive: 0 < h
  have line: exp(-h)*(1 + h) <= 1 by exp_minus(h), exp_line(h), exp(-h) > 0
  have low: s(h) >= (1 + h)/(2 + h) by line, positive
  have s(0) = 1/2
  have above: s(h) - 1/2 <= K*h by lipschitz(h, 0), positive
  have K*h >= h/(2*(2 + h)) by above, low, positive
  have K >= 1/(2*(2 + h))
  have K*(2*(2 + h)) >= 1
"""
HARD_SHARP = """have s(3) - s(0) = 1/2
show by lipschitz(3, 0)
"""


# --- LA-SiLU and LA-HardSiLU ---------------------------------------------------------------------

SILU_FORM = (y * sigmoid(n)).equals(y / (1 + S.exp(-n)))
_line = y * (n / 6 + ONE / 2)
HARD_FORM = conj(
    implies(n >= 3, (y * hard(n)).equals(y)),
    implies(n >= -3, n < 3, (y * hard(n)).equals(_line)),
    implies(n < -3, (y * hard(n)).equals(0)),
)
FORMS = statement({"y": "real", "n": "real"}, [], conj(SILU_FORM, HARD_FORM))


_STRICT = every("a", "real", every("b", "real", implies(a < b, hard(a) < hard(b))))


CONTROLS = (
    Control(
        Attempt(
            "layeract.def3_1.control.strict",
            "strictly increasing: the hard sigmoid has $s(3) = s(4) = 1$",
            statement({}, [], _STRICT),
            Witness({}),
            script="take 3\ntake 4",
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.def3_1.control.quarter",
            "$K = 1\\/5$ for the sigmoid function: $s(1) - s(0) > 1\\/5$",
            statement({}, [], lipschitz(sigmoid, ONE / 5)),
            Witness({}),
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.def3_1.control.sixth",
            "$K = 1\\/7$ for the hard sigmoid: $s(1) - s(0) = 1\\/6$",
            statement({}, [], lipschitz(hard, ONE / 7)),
            Witness({}),
        ),
        "constant tightened",
    ),
)


def _also(printed: str, formal: tuple[object, ...], of: str, note: str = "") -> Reading:
    return Reading(printed, formal, note, f"layeract.def3_1.{of}")


SHARPENED = Claim(
    id="layeract.def3_1.sharpened",
    kind="theorem",
    title="The Lipschitz constants 1/4 and 1/6 are the least",
    source=source("beyond Definition 3.1", ""),
    statement="If the sigmoid function is $K$-Lipschitz, then $K >= 1\\/4$; if the hard "
    "sigmoid is, "
    "$K >= 1\\/6$.",
    readings=(
        _also("the sigmoid function is $K$-Lipschitz", ("given", 0), "sharp.sigmoid"),
        _also("$K >= 1\\/4$", ("show",), "sharp.sigmoid"),
        _also("the hard sigmoid is $K$-Lipschitz", ("given", 0), "sharp.hard"),
        _also("$K >= 1\\/6$", ("show",), "sharp.hard"),
    ),
    obligations=(
        Obligation(
            "layeract.def3_1.sharp.sigmoid",
            "at 0 and $1 - 4 K$",
            sharp(sigmoid, ONE / 4),
            written(
                sharp(sigmoid, ONE / 4),
                SIGMOID_SHARP,
                {"lipschitz": lipschitz(sigmoid, K)},
                s=sigmoid,
            ),
        ),
        Obligation(
            "layeract.def3_1.sharp.hard",
            "at 0 and 3",
            sharp(hard, ONE / 6),
            written(sharp(hard, ONE / 6), HARD_SHARP, {"lipschitz": lipschitz(hard, K)}, s=hard),
        ),
    ),
    satisfiable=(
        Attempt(
            "layeract.def3_1.sharp.sigmoid.satisfiable",
            "the sigmoid function is $1\\/4$-Lipschitz",
            sharp(sigmoid, ONE / 4),
            Witness({"K": "1/4"}),
            {0: f"let s(t) = 1/(1 + exp(-t))\nlet K = 1/4\n{QUARTER}"},
        ),
    ),
)

CLAIM = Claim(
    id="layeract.def3_1",
    kind="definition",
    title="Sigmoid and hard sigmoid are activation scale functions for LayerAct",
    source=source("Section 3.1, Definition 3.1", "after 6"),
    statement="The activation scale function $s$ is an increasing Lipschitz continuous function "
    "that bounded between zero and one: $s(0) = 1\\/2$, $abs(s(a) - s(b)) <= K abs(a - b)$ "
    "for all $a, b in RR$. In this paper, we suggest the Sigmoid and HardSigmoid functions as "
    "simple activation scale functions for LayerAct functions. Both the functions are Lipschitz "
    "continuous functions and bounded between 0 and 1.",
    readings=(
        Reading(
            "the sigmoid function is one: $s(0) = 1\\/2$, bounded, increasing, with $K = 1\\/4$",
            ("show", 1),
        ),
        Reading(
            "the hard sigmoid is one: $s(0) = 1\\/2$, bounded, increasing, with $K = 1\\/6$",
            ("show", 2),
            "increasing is not strictly increasing, as in Section 2.1, where ReLU's scale is an "
            "example",
        ),
        Reading("both", ("show",)),
        _also("LA-SiLU is $y_i s(n_i)$ with the sigmoid function", ("show", 1), "forms"),
        _also("LA-HardSiLU is, with the hard sigmoid, in its three pieces", ("show", 2), "forms"),
    ),
    obligations=(
        Obligation(
            "layeract.def3_1.statement",
            "all conditions of Definition 3.1 for both functions",
            STATEMENT,
            written(STATEMENT, BOTH, s=sigmoid, h=hard, K=ONE / 4, L=ONE / 6),
        ),
        Obligation(
            "layeract.def3_1.forms",
            "the printed formulas of LA-SiLU and LA-HardSiLU are $y_i s(n_i)$",
            FORMS,
            written(FORMS, "show by search"),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.def3_1.satisfiable",
        "there is no hypothesis that has to be met",
        STATEMENT,
        Witness({}),
    ),
    sharpened=(SHARPENED,),
    notes=(
        "The sigmoid function is strictly increasing and never 0 or 1; the hard sigmoid is "
        "constant for $n_i <= -3$ and for $n_i >= 3$.",
    ),
)
