"""layeract.continuity: which scales make the outputs continuous (Section 3.1)."""

from __future__ import annotations

from constructions.layeract import STEP, layer_act
from constructions.layers import Dense
from constructions.terms import Json, Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.calculus import ZERO, S
from proofs.layeract.continuity.exact import SHARPENED
from proofs.layeract.continuity.reached import SCRIPT as REACHED_SCRIPT
from proofs.layeract.continuity.reached import STATEMENT as REACHED
from proofs.layeract.continuity.reached import jumps, jumps_in_both
from proofs.layeract.eq9.noise import DISTANCE, FACTS, NAMES
from proofs.layeract.paper import source
from proofs.layeract.saturation import LEFT_OPEN
from proofs.layeract.sums import (
    BOUNDED,
    FUNCTIONS,
    SCALE,
    SORTS,
    STATISTICS,
    K,
    alpha,
    d,
    k,
    n,
    n_noisy,
    noise,
    noisy,
    s,
    y,
)
from proofs.trees.script import (
    statement,
)

ell, size, h, t = var("l"), var("size"), var("h"), var("t")
eta, delta, jump = var("eta"), var("delta"), var("jump")
OUTPUT, MOVED = y(ell) * s(n(ell)), noisy(ell) * s(n_noisy(ell))
FACTOR = S.sqrt(d / alpha)
CLOSE = every("k", "int", implies(conj(k >= 1, k <= d), S.abs(noise(k)) <= size))
STATEMENT = statement(
    {**SORTS, "l": "int", "size": "real"},
    [*STATISTICS, *SCALE, CLOSE, ell >= 1, ell <= d],
    S.abs(MOVED - OUTPUT) <= size * (1 + S.abs(y(ell)) * (K * FACTOR)),
    FUNCTIONS,
)


#: (nhat_l - n_l)^2 <= sum (nhat - n)^2 <= d w/alpha and w <= size^2
MODULUS = f"""{DISTANCE}
have lip: 0 <= K by lipschitz(0, 1)
have here: |eps(l)| <= size by close(l)
have small: w <= size^2:
  have each: for all k in 1..d, eps(k)^2 <= size^2:
    show by close(k)
  have most: sum(k = 1..d, eps(k)^2) <= d*size^2
    by sum_mono(k -> eps(k)^2, k -> size^2, 1, d), each, sum_constant(1, d, size^2)
  have centred: for all m: int, 0 <= m => sum(k = 1..m, e(k)^2) =
      sum(k = 1..m, eps(k)^2) - 2*nu*sum(k = 1..m, eps(k)) + m*nu^2 by induction on m
  have total: sum(k = 1..d, eps(k)) = d*nu by mean_noise, d >= 1
  have 0 <= d*nu^2 by d >= 1
  have d*w <= d*size^2 by centred(d), squares_noise, most, total, 0 <= d*nu^2
  show by d*w <= d*size^2, d >= 1
let F = sqrt(d/alpha)
have far: |change(l)| <= size*F:
  have nonnegative: for all z: real, 0 <= z^2
  have each: for all k in 1..d, 0 <= change(k)^2:
    show by nonnegative(change(k))
  have one: change(l)^2 <= sum(k = 1..d, change(k)^2)
    by each, sum_summand(k -> change(k)^2, 1, d, l)
  have share: sum(k = 1..d, change(k)^2) <= d*w/(r*t):
    have 0 <= alpha*(p - q)^2 by alpha > 0
    have (w - (r - t)^2)/(r*t) <= w/(r*t) by positive, positive_noisy
  have roots: alpha <= r*t:
    have 0 < sqrt(alpha) by root_positive(alpha)
    have sqrt(alpha) <= r by root_mono(alpha, v + alpha), large, alpha > 0
    have sqrt(alpha) <= t by root_mono(alpha, vhat + alpha), large_noisy, alpha > 0
    show by product_mono(sqrt(alpha), r, sqrt(alpha), t), 0 < sqrt(alpha), sqrt(alpha) <= r,
      sqrt(alpha) <= t
  have top: 0 <= d*w and d*w <= d*size^2 by large_noise, small, d >= 1
  have d*w/(r*t) <= d*w/alpha by quotient_antitone(alpha, r*t, d*w), top, roots, alpha > 0
  have d*w/alpha <= d*size^2/alpha by top, alpha > 0
  have square: F^2 = d/alpha by d >= 1, alpha > 0
  have (size*F)^2 = d*size^2/alpha by square, alpha > 0
  have change(l)^2 <= (size*F)^2
  have 0 <= size*F by here, d >= 1, alpha > 0
  show by change(l)^2 <= (size*F)^2, 0 <= size*F
have drift: |moved(l)| <= K*(size*F):
  have |moved(l)| <= K*|change(l)| by lipschitz(hat(l), n(l))
  show by |moved(l)| <= K*|change(l)|, far, lip
have scale: 0 <= s(hat(l)) and s(hat(l)) <= 1 by bounded(hat(l))
have first: |eps(l)*s(hat(l))| <= size by here, scale
have second: |y(l)*moved(l)| <= |y(l)|*(K*(size*F)) by abs_product(y(l), moved(l)), drift
show by first, second
"""


# --- element level, at zero ----------------------------------------------------------------------

ELEMENT = statement(
    {},
    [BOUNDED],
    every(
        "eta",
        "real",
        implies(
            eta > 0,
            exists(
                "delta",
                "real",
                conj(
                    delta > 0,
                    every(
                        "h",
                        "real",
                        implies(S.abs(h) < delta, S.abs(h * s(h) - ZERO * s(ZERO)) < eta),
                    ),
                ),
            ),
        ),
    ),
    {"s": 1},
)


# --- a layer of one element ----------------------------------------------------------------------

_c, _p, _q = var("c"), var("p"), var("q")


def single(at: Term) -> Term:
    """The output of a layer of one element, Eq. 6."""
    value: Term = layer_act(S, LEFT_OPEN, Dense((at,), S), alpha).head[0]
    return value


ONE_ELEMENT = statement(
    {"alpha": "real"},
    [alpha > 0, exists("c", "real", jumps(s, _c))],
    exists("p", "real", jumps(single, _p)),
    {"s": 1},
)
_STEP = Witness({"alpha": 1}, {"s": (("u",), STEP.value(S, Term("u")).json)})
#: ReLU's scale jumps by 1
JUMPS_AT_0 = """
take 1
fix delta
take -delta/2
"""


# --- a layer of two elements ----------------------------------------------------------------------


def pair(one: Term, other: Term) -> Term:
    """The first output of a layer of two elements, Eq. 6."""
    value: Term = layer_act(S, LEFT_OPEN, Dense((one, other), S), alpha).head[0]
    return value


TWO_ELEMENTS = statement(
    {"alpha": "real"},
    [alpha > 0, exists("c", "real", jumps(s, _c))],
    jumps_in_both(pair),
    {"s": 1},
)
_STEP_AT_5 = Witness({"alpha": 1}, {"s": (("u",), STEP.value(S, Term("u") - 5).json)})


JUMPS_AT_5 = """
take 1
fix delta
take 5 - delta/2
"""


def silent(first: str, centre: str, spread: str) -> str:
    """n_1 < 1 < 5, so that every output is y_1 0 = 0; from y_1, mu and sigma^2 of (p, q)."""
    root = f"sqrt({spread} + 1)"
    return f"""
have silent: for all p, q: real, {first}*min(1, sign(({first} - {centre})/{root} - 5) + 1) = 0:
  fix p, q
  let gap = (p - q)/2
  let R = {root}
  have root: R^2 = gap^2 + 1 and 0 < R
  have far: gap < R by root
  have less: ({first} - {centre})/R < 5 by far, root
  have off: sign(({first} - {centre})/R - 5) = -1 by less
  show by off
fix p, q, eta
take 1
fix h, r
show by silent(p, q), silent(h, r), 0 < eta
"""


SILENT = silent("p", "(p + q)/2", "((p - (p + q)/2)^2 + (q - (p + q)/2)^2)/2")
SILENT_OF_TWO = silent("(p + (q - p)*(1 - 1))", "(p + q)/2", "(p - q)^2/4")


MAIN = Obligation(
    "layeract.continuity.statement",
    "for every $d$, $alpha > 0$, $s$ of Definition 3.1, input and change",
    STATEMENT,
    written(STATEMENT, MODULUS, {**FACTS, "close": CLOSE, "bounded": BOUNDED}, **NAMES),
)
_READINGS = (
    Reading("$d$ elements", ("given", 0)),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2)),
    Reading("$sigma_y^2$", ("given", 3)),
    Reading("the mean of the change $epsilon$", ("given", 4)),
    Reading("its variance", ("given", 5)),
    Reading("the mean of the changed inputs", ("given", 6)),
    Reading("their variance", ("given", 7)),
    Reading("$s$ is bounded between zero and one", ("given", 8), "Definition 3.1"),
    Reading("increasing", ("given", 9)),
    Reading("$s(0) = 1\\/2$", ("given", 10)),
    Reading("and $K$-Lipschitz", ("given", 11)),
    Reading("no input changes by more than $delta$", ("given", 12)),
    Reading("any output $l$: $l >= 1$", ("given", 13)),
    Reading("and $l <= d$", ("given", 14)),
    Reading(
        "it changes by at most $delta (1 + abs(y_i) K sqrt(d \\/ alpha))$",
        ("show",),
        "so that it is continuous in all inputs together, at every point",
    ),
)


_FIRST = _p + (_q - _p) * (var("j") - 1)


def _inputs(scale: Json, alpha_: str, **names: object) -> Witness:
    """Two elements: the inputs (p, q), their mean and variance."""
    functions = {
        "y": (("p", "q", "j"), _FIRST.json),
        "mu": (("p", "q"), ((_p + _q) / 2).json),
        "v": (("p", "q"), ((_p - _q) ** 2 / 4).json),
        "s": (("u",), scale),
    }
    return Witness({"d": 2, "alpha": alpha_, **names}, functions)


#: (1, 1) has n_1 = 0 and the output 1; at (1, 2) n_1 < 0 and the output is 0
_REACHED_DATA = _inputs(
    STEP.value(S, var("u")).json, "1/100", c=0, p=1, q=1, r=2, eta_="1/2", delta_=2, h_=1
)
ANYWHERE_REPAIRED = Claim(
    id="layeract.continuity.anywhere.repaired",
    kind="theorem",
    title="The outputs jump if the scale jumps between -sqrt(d - 1) and sqrt(d - 1)",
    source=source("Section 3.1", "after 6"),
    statement="If $s$ is not continuous at a point $c$ with $-sqrt(d - 1) < c < sqrt(d - 1)$, "
    "then in a layer of $d >= 2$ elements the activation output $y_1 s(n_1)$ is discontinuous, "
    "for every $alpha > 0$.",
    readings=(
        Reading("a layer of $d >= 2$ elements", ("given", 0)),
        Reading("$alpha > 0$", ("given", 1)),
        Reading("the first input is $p$", ("given", 2), "inputs of the form $(p, q, ..., q)$"),
        Reading("and all others are $q$", ("given", 3)),
        Reading("$mu_y$", ("given", 4)),
        Reading("$sigma_y^2$", ("given", 5)),
        Reading("a point $c > -sqrt(d - 1)$", ("given", 6), "where $n_1$ can be $c$"),
        Reading("and $c < sqrt(d - 1)$", ("given", 7)),
        Reading("the activation scale function is not continuous there", ("given", 8)),
        Reading(
            "the activation output is discontinuous",
            ("show",),
            "at some inputs $(p, q, ..., q)$, already among inputs of this form",
        ),
    ),
    obligations=(
        Obligation(
            "layeract.continuity.anywhere.repaired.statement",
            "at $p = 1$, $q = 1 - sqrt(alpha) d c \\/ (sqrt(d - 1) sqrt(d - 1 - c^2))$, where "
            "$n_1 = c$",
            REACHED,
            REACHED_SCRIPT,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.continuity.anywhere.repaired.control.reached",
                "without $c < sqrt(d - 1)$: a scale that jumps from 0 to 1 at 5 gives the "
                "outputs 0 in a layer of two elements",
                {**REACHED, "given": [g for i, g in enumerate(REACHED["given"]) if i != 7]},
                _inputs(STEP.value(S, var("u") - 5).json, "1", c=5),
                {7: JUMPS_AT_5},
                SILENT_OF_TWO,
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "layeract.continuity.anywhere.repaired.satisfiable",
        "two elements, ReLU's scale and $c = 0$: at $(1, 1)$ the output is 1, at $(1, 2)$ it is 0",
        REACHED,
        _REACHED_DATA,
        {8: JUMPS_AT_0},
    ),
    notes=(
        "In a layer of $d >= 2$ elements $n_1$ takes the values between $-sqrt(d - 1)$ and "
        "$sqrt(d - 1)$, and no others, so that a jump of $s$ elsewhere is never seen; this is not "
        "part of what is proved here.",
    ),
)

ANYWHERE = Claim(
    id="layeract.continuity.anywhere",
    kind="theorem",
    title="In every layer the outputs jump if the activation scale does",
    source=source("Section 3.1", "after 6"),
    statement="This is not the case for LayerAct functions, where the activation output $y_i "
    "s(n_i)$ is discontinuous if the activation scale function is not continuous. [Read of "
    "layers of every width.]",
    readings=(
        Reading("$alpha > 0$", ("given", 0)),
        Reading("the activation scale function is not continuous", ("given", 1)),
        Reading("the output is discontinuous", ("show",), "a layer of one element, $d = 1$"),
        Reading("$alpha > 0$", ("given", 0), "", "layeract.continuity.anywhere.two"),
        Reading(
            "the activation scale function is not continuous",
            ("given", 1),
            "",
            "layeract.continuity.anywhere.two",
        ),
        Reading(
            "the output is discontinuous",
            ("show",),
            "a layer of two elements, in both inputs together",
            "layeract.continuity.anywhere.two",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.continuity.anywhere.one",
            "$d = 1$: $n_1 = 0$ for every input, so that ReLU's scale gives the output $y_1$",
            ONE_ELEMENT,
            _STEP,
            {1: f"take 0\n{JUMPS_AT_0}"},
        ),
        Attempt(
            "layeract.continuity.anywhere.two",
            "$d = 2$: $abs(n_i) < 1$, so that a scale which jumps from 0 to 1 at 5 gives the "
            "outputs 0",
            TWO_ELEMENTS,
            _STEP_AT_5,
            {1: f"take 5\n{JUMPS_AT_5}"},
            SILENT,
        ),
    ),
    repaired=(ANYWHERE_REPAIRED,),
    satisfiable=Attempt(
        "layeract.continuity.anywhere.satisfiable",
        "ReLU's scale jumps at 0",
        ONE_ELEMENT,
        _STEP,
        {1: f"take 0\n{JUMPS_AT_0}"},
    ),
    notes=(
        "In a layer of $d$ elements $abs(n_i) < sqrt(d - 1)$ for $d >= 2$: a jump of $s$ farther "
        "from 0 is never seen.",
        "The other direction holds in layers of every width: with a continuous scale, of "
        "Definition 3.1, the outputs are continuous (`layeract.continuity`).",
    ),
)

CLAIM = Claim(
    id="layeract.continuity",
    kind="theorem",
    title="The outputs of LayerAct are continuous, with an explicit modulus",
    source=source("Section 3.1", "after 6"),
    statement="For stable learning and inference, it is crucial for the activation outputs to "
    "remain continuous throughout the entire output space. While element-level activation "
    "functions such as ReLU, leaky ReLU, and parametric ReLU do not require the activation "
    "scale to be continuous at zero (since the activation output $y_i s(y_i)$ is still "
    "continuous at zero), this is not the case for LayerAct functions. [With an activation "
    "scale function of Definition 3.1 the activation outputs are continuous.]",
    readings=(
        *_READINGS,
        Reading("a bounded scale", ("given", 0), "", "layeract.continuity.element"),
        Reading(
            "$y_i s(y_i)$ is continuous at zero",
            ("show",),
            "whatever $s$ does there",
            "layeract.continuity.element",
        ),
    ),
    obligations=(
        MAIN,
        Obligation(
            "layeract.continuity.element",
            "for every bounded $s$",
            ELEMENT,
            written(ELEMENT, "show by search"),
        ),
    ),
    satisfiable=Attempt(
        "layeract.continuity.satisfiable",
        "$d = 1$, $y = 2$, no change",
        STATEMENT,
        Witness(
            {
                **{"d": 1, "l": 1, "mu": 2, "nu": 0, "muhat": 2, "v": 0, "w": 0, "vhat": 0},
                **{"alpha": 1, "K": 0, "size": 0},
            },
            {"y": (("u",), "2"), "eps": (("u",), "0"), "s": (("u",), "1/2")},
        ),
    ),
    sharpened=(SHARPENED,),
    notes=(
        "That the outputs jump where $s$ does needs more than one element, and a jump that some "
        "$n_i$ reaches: `layeract.continuity.anywhere`.",
    ),
)
