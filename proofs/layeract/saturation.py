"""layeract.saturation: which units can be saturated, and which outputs there are (Section 3.1)."""

from __future__ import annotations

from constructions.layeract import HARD_SIGMOID, SIGMOID, layer_scales
from constructions.layeract import Scale as ScaleFunction
from constructions.layers import Dense
from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract import instances
from proofs.layeract.calculus import ONE, ZERO, S, s
from proofs.layeract.paper import source
from proofs.layeract.sums import (
    CENTRED,
    HALF,
    LAYER_FACTS,
    LAYER_NAMES,
    MEAN,
    NORMALISED,
    VARIANCE,
    alpha,
    d,
    k,
    n,
    y,
)
from proofs.layeract.sums import total as total_of
from proofs.layeract.witnesses import HARD
from proofs.trees.script import (
    statement,
)

tau, A, c, eta = (var(name) for name in ("tau", "A", "c", "eta"))
LEFT_OPEN = ScaleFunction("s", lambda system, t: s(t), lambda system, t, at: ZERO, None)
SORTS = {"d": "int", "mu": "real", "v": "real", "alpha": "real"}
LAYER: list[Json] = [d >= 1, alpha > 0, MEAN, VARIANCE]


# --- how many units can be saturated -------------------------------------------------------------


def mark(at: Term) -> Term:
    """1 for the units that are counted, else 0."""
    return app("b", at)


MARKED = every(
    "k",
    "int",
    implies(
        conj(k >= 1, k <= d),
        conj((mark(k) * mark(k)).equals(mark(k)), mark(k) * (n(k) + tau) <= 0),
    ),
)
COUNT = total_of(mark)
COUNTED = statement(
    {**SORTS, "tau": "real"},
    [*LAYER, tau > 0, MARKED],
    COUNT * (1 + tau * tau) < d,
    {"y": 1, "b": 1},
)
#: a unit counts 0 or 1, b; where it counts, tau n - 1 <= -(tau^2 + 1)
COUNTING = f"""have nonnegative: for all z: real, 0 <= z^2
have bits: for all b, x, t: real, b*b = b and b*(x + t) <= 0 and 0 < t =>
    b*(t^2 + 1)^2 <= (t*x - 1)^2:
  fix b, x, t
  cases b > 0:
    have one: b = 1
    have x <= -t by one, b*(x + t) <= 0
    have low: t*x <= -t^2 by x <= -t, t > 0
    have 0 <= (1 - t*x + t^2 + 1)*(-t*x - t^2) by low, t > 0
    show by one, low, t > 0
  have none: b = 0
  have square: 0 <= (t*x - 1)^2 by nonnegative(t*x - 1)
  show by none, square
{NORMALISED}have compared: for all m: int, 0 <= m => m <= d => (tau^2 + 1)^2*sum(k = 1..m, b(k)) <=
    tau^2*sum(k = 1..m, n(k)^2) - 2*tau*sum(k = 1..m, n(k)) + m by induction on m:
  step:
    show by ih, bits(b(m + 1), n(m + 1), tau), marked(m + 1), tau > 0, positive
let count = sum(k = 1..d, b(k))
have tau^2*sum(k = 1..d, n(k)^2) < tau^2*d by small, tau > 0
have product: (tau^2 + 1)*(count*(tau^2 + 1) - d) < 0
    by compared(d), normal, d >= 1, tau^2*sum(k = 1..d, n(k)^2) < tau^2*d
show by product
"""


# --- the largest mean activation scale -----------------------------------------------------------

TEN = S.sqrt(S.const(10))
LARGEST = (3 + TEN) / 12


def hard(at: Term) -> Term:
    value: Term = HARD_SIGMOID.value(S, at)
    return value


def hard_scale(at: Term) -> Term:
    return hard(n(at))


MEAN_SCALE = statement(SORTS, LAYER, total_of(hard_scale) < d * LARGEST, {"y": 1})
#: 24 sqrt(10) s(t) <= (t + 3 + sqrt(10))^2, summed
LARGEST_SUM = f"""{NORMALISED}let T = sqrt(10)
have ten: T^2 = 10
have three: 3 < T
have nonnegative: for all z: real, 0 <= z^2
have parabola: for all t: real, 24*T*hard(t) <= (t + 3 + T)^2:
  fix t
  cases t <= -3:
    have hard(t) = 0
    show by hard(t) = 0, nonnegative(t + 3 + T)
  cases t <= 3:
    have hard(t) = t/6 + 1/2
    show by hard(t) = t/6 + 1/2, nonnegative(t + 3 - T)
  have one: hard(t) = 1
  have (6 + T)^2 <= (t + 3 + T)^2 by three, t >= 3
  show by one, nonnegative(6 - T), (6 + T)^2 <= (t + 3 + T)^2
have below: for all m: int, 0 <= m => m <= d => 24*T*sum(k = 1..m, hard(n(k))) <=
    sum(k = 1..m, n(k)^2) + 2*(3 + T)*sum(k = 1..m, n(k)) + (3 + T)^2*m by induction on m:
  step:
    show by ih, parabola(n(m + 1)), positive
have most: 24*T*sum(k = 1..d, hard(n(k))) < d + (3 + T)^2*d by below(d), normal, small, d >= 1
have value: 1 + (3 + T)^2 = 24*T*((3 + T)/12) by ten
have largest: 24*T*(sum(k = 1..d, hard(n(k))) - d*((3 + T)/12)) < 0 by most, value
"""
LARGEST_MEAN = f"""{LARGEST_SUM}show by largest, three
"""


# --- outputs and the saturation state ------------------------------------------------------------

ell, x, C = var("l"), var("x"), var("C")
OUTPUT = y(ell) * s(n(ell))
CONSTANT = every("k", "int", implies(conj(k >= 1, k <= d), y(k).equals(2 * A)))
STATEMENT = statement(
    {**SORTS, "A": "real", "l": "int"},
    [*LAYER, HALF, CONSTANT, ell >= 1, ell <= d],
    OUTPUT.equals(A),
    {"y": 1, "s": 1},
)


#: mu = 2 A, so n = 0 and s(n) = 1/2
ALL_EQUAL = f"""{CENTRED}have all: sum(k = 1..d, y(k)) = sum(k = 1..d, 2*A)
    by sum_equal(k -> y(k), k -> 2*A, 1, d), constant
have middle: mu = 2*A by mean, all, sum_constant(1, d, 2*A), d >= 1
have here: y(l) = 2*A by constant(l), 1 <= l, l <= d
have zero: n(l) = 0 by here, middle, positive
have s(n(l)) = s(0) by zero, positive
show by here, half, s(n(l)) = s(0)
"""


FIRST = y(ONE).equals(-x)
OTHERS = every("k", "int", implies(conj(k >= 2, k <= d), y(k).equals(0)))
_t1 = var("t")
SMALL = every("t", "real", implies(_t1 < C, S.abs(s(_t1)) < eta))
SATURATED = statement(
    {**SORTS, "x": "real", "C": "real", "eta": "real"},
    [
        *LAYER,
        SMALL,
        FIRST,
        OTHERS,
        x > 0,
        x * x * (d - 1) >= alpha * d * d,
        d - 1 > 2 * C * C,
    ],
    S.abs(s(n(ONE))) < eta,
    {"y": 1, "s": 1},
)


#: n_1 <= -sqrt((d - 1)/2) < C
ONE_SATURATED = """
have sums: for all m: int, 1 <= m => m <= d => sum(k = 1..m, y(k)) = -x and
    sum(k = 1..m, (y(k) - mu)^2) = (x + mu)^2 + (m - 1)*mu^2 by induction on m:
  base:
    show by first
  step:
    show by ih, others(m + 1)
have centre: mu*d = -x by sums(d), mean, d >= 1
have squares: v*d = (x + mu)^2 + (d - 1)*mu^2 by sums(d), spread, d >= 1
let X = x^2*(d - 1)
have whole: v*d^2 = X by centre, squares
have alpha*d^2 > 0
have wide: X >= alpha*d^2
have large: v > 0 by whole, wide, alpha*d^2 > 0
have positive: 0 < root by large, alpha > 0
have radicand: root^2 = v + alpha by large, alpha > 0
have normal: n(1)*(root*d) = -(x*(d - 1)) by centre, first, positive
have most: (root*d)^2 <= 2*X by radicand, whole, wide
have more: d - 1 > 0
have negative: n(1) < 0:
  have below: n(1)*(root*d) < 0 by normal, more, x > 0
  have 0 < root*d by positive, d >= 1
  show by below, 0 < root*d
have product: n(1)^2*(root*d)^2 = X*(d - 1) by normal
have ratio: X*(d - 1) <= n(1)^2*(2*X) by product, most
have filled: X > 0 by wide, alpha*d^2 > 0
have far: 2*n(1)^2 >= d - 1 by ratio, filled
have left: n(1) < C by far, negative, d - 1 > 2*C*C
show by small(n(1)), left, positive
"""


# --- every width ---------------------------------------------------------------------------------

_p, _q = var("p"), var("q")
_PAIR = layer_scales(S, SIGMOID, Dense((_p, _q), S), alpha).head[0]
EVERY = statement(
    {"alpha": "real", "eta": "real"},
    [alpha > 0, eta > 0],
    exists("p", "real", exists("q", "real", _PAIR < eta)),
)


#: n_1 > -1, so that e^-n < e < 3 and s(n_1) > 1/4
NEVER = """
fix p, q
let gap = (p - q)/2
let R = sqrt(((p - (p + q)/2)^2 + (q - (p + q)/2)^2)/2 + 1)
have root: R^2 = gap^2 + 1 and 0 < R
have far: -gap < R by root
have one: -(p - (p + q)/2)/R <= 1 by far, root
have most: exp(-(p - (p + q)/2)/R) <= exp(1) by exp_mono(-(p - (p + q)/2)/R, 1), one
have number: exp(1) < 3
show by most, number
"""

# --- data ----------------------------------------------------------------------------------------

_POINT = {"d": 1, "mu": 2, "v": 0, "alpha": 1}
_STILL = Witness({**_POINT, "A": 1, "l": 1}, {"y": (("u",), "2"), "s": (("u",), "1/2")})


def _of_two(**values: object) -> Witness:
    """y = (-4, 4) and alpha = 9: n = (-4/5, 4/5)."""
    body = ["-", ["*", "8", "u"], "12"]
    first = ["max", "0", ["-", "2", "u"]]
    base = {"d": 2, "mu": 0, "v": 16, "alpha": 9}
    return Witness({**base, **values}, {"y": (("u",), body), "b": (("u",), first)})


#: y = (-20, 0, ..., 0), d = 20: mu = -1, sigma^2 = 19; the hard sigmoid is 0 below -3
_ONE_OUT = Witness(
    {
        **{"d": 20, "mu": -1, "v": 19, "alpha": "1/100"},
        **{"x": 20, "C": -3, "eta": "1/100"},
    },
    {"y": (("u",), ["*", "-20", ["max", "0", ["-", "2", "u"]]]), "s": HARD},
)


STATE_DATA = Attempt(
    "layeract.saturation.state.satisfiable",
    "$y = (-20, 0, ..., 0)$, $d = 20$, $alpha = 1/100$, the hard sigmoid with $C = -3$",
    SATURATED,
    _ONE_OUT,
)

CONTROLS = (
    Control(
        Attempt(
            "layeract.saturation.control.half",
            "without $s(0) = 1\\/2$: $s = 1$",
            {**STATEMENT, "given": [*LAYER, CONSTANT, ell >= 1, ell <= d]},
            Witness({**_POINT, "A": 1, "l": 1}, {"y": (("u",), "2"), "s": (("u",), "1")}),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.saturation.control.count",
            "with $tau^2 d$ for $1 + tau^2$ units: one of two units has $n_i <= -4\\/5$, and "
            "$1 + 2 dot 16\\/25 > 2$",
            {**COUNTED, "show": COUNT * (1 + 2 * tau * tau) < d},
            _of_two(tau="4/5"),
        ),
        "constant tightened",
    ),
)


def _also(printed: str, formal: tuple[object, ...], of: str, note: str = "") -> Reading:
    return Reading(printed, formal, note, f"layeract.saturation.{of}")


def _layer(of: str) -> tuple[Reading, ...]:
    names = ("a layer of $d$ inputs", "$alpha > 0$", "$mu_y$", "$sigma_y^2$")
    return tuple(_also(text, ("given", i), of) for i, text in enumerate(names))


SHARPENED = (
    Claim(
        id="layeract.saturation.sharpened",
        kind="theorem",
        title="Fewer than d/(1 + tau^2) of the units can have n_i <= -tau",
        source=source("beyond Section 3.1", "6"),
        statement="For $tau > 0$, fewer than $d \\/ (1 + tau^2)$ of the $d$ units have $n_i <= "
        "-tau$. With LA-HardSiLU ($tau = 3$) fewer than a tenth of the units are saturated, none "
        "if $d <= 10$.",
        readings=(
            *_layer("count"),
            _also("$tau > 0$", ("given", 4), "count"),
            _also("any units with $n_i <= -tau$, marked by $b = 1$", ("given", 5), "count"),
            _also("their number times $1 + tau^2$ is below $d$", ("show",), "count"),
        ),
        obligations=(
            Obligation(
                "layeract.saturation.count", "for every $d$, $alpha > 0$ and all inputs", COUNTED,
                written(COUNTED, COUNTING, {**LAYER_FACTS, "marked": MARKED}, **LAYER_NAMES),
            ),
        ),
        satisfiable=Attempt(
            "layeract.saturation.count.satisfiable",
            "$y = (-4, 4)$, $alpha = 9$: one unit of two has $n_i <= -4\\/5$",
            COUNTED,
            _of_two(tau="4/5"),
        ),
    ),
    Claim(
        id="layeract.saturation.sharpened.2",
        kind="theorem",
        title="The mean activation scale of LA-HardSiLU is below (3 + sqrt 10)/12",
        source=source("beyond Section 3.1", "6"),
        statement="$1/d sum_i s(n_i) < (3 + sqrt(10)) \\/ 12 approx 0.5135$ for the hard sigmoid, "
        "whatever the inputs and $d$.",
        readings=(
            *_layer("mean"),
            _also("$sum_i s(n_i) < d (3 + sqrt(10)) \\/ 12$", ("show",), "mean"),
        ),
        obligations=(
            Obligation(
                "layeract.saturation.mean", "for every $d$, $alpha > 0$ and all inputs",
                MEAN_SCALE,
 written(MEAN_SCALE, LARGEST_MEAN, LAYER_FACTS, hard=hard, **LAYER_NAMES),
            ),
        ),
        notes=(
            "By symmetry the mean is above $(9 - sqrt(10)) \\/ 12 approx 0.4865$: the activation "
            "scales of a layer always add up to nearly $d \\/ 2$.",
        ),
    ),
)  # fmt: skip

MAIN = Obligation(
    "layeract.saturation.statement",
    "every real number is an output, for every $d$ and every $s$ with $s(0) = 1\\/2$",
    STATEMENT,
    written(
        STATEMENT, ALL_EQUAL, {**LAYER_FACTS, "constant": CONSTANT, "half": HALF}, **LAYER_NAMES
    ),
)
STATE = Obligation(
    "layeract.saturation.state",
    "$s(n_1)$ is as small as one likes, for every $s$ with the limit 0",
    SATURATED,
    written(
        SATURATED,
        ONE_SATURATED,
        {**LAYER_FACTS, "first": FIRST, "others": OTHERS, "small": SMALL},
        **LAYER_NAMES,
    ),
)
OUTPUT_READINGS = (
    Reading("a layer of $d$ inputs", ("given", 0), "every $d >= 1$"),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2)),
    Reading("$sigma_y^2$", ("given", 3)),
    Reading("$s(0) = 1\\/2$", ("given", 4), "Definition 3.1"),
    Reading("the inputs are all $2 A$", ("given", 5), "any real number $A$, also $A << 0$"),
    Reading("any element $l$: $l >= 1$", ("given", 6)),
    Reading("and $l <= d$", ("given", 7)),
    Reading("its output is $A$: every real number is an output", ("show",)),
)
DATA = Attempt("layeract.saturation.satisfiable", "$d = 1$, $y = 2$", STATEMENT, _STILL)
_STATE_READ = (
    _also("$s(t) -> 0$ for $t -> -infinity$: below $eta$ for $t < C$", ("given", 4), "state"),
    _also("one input is $-x$", ("given", 5), "state"),
    _also("the others are 0", ("given", 6), "state"),
)
EVERY_REPAIRED = Claim(
    id="layeract.saturation.every.repaired",
    kind="theorem",
    title="LayerAct has a saturation state in layers that are wide enough",
    source=source("Section 3.1", "6"),
    statement="If $s(t) -> 0$ for $t -> -infinity$, with $abs(s(t)) < eta$ for $t < C$, then a "
    "layer of $d > 1 + 2 C^2$ elements has inputs with $abs(s(n_1)) < eta$.",
    differs=(
        "The layer is wide enough for the scale function, $d > 1 + 2 C^2$, instead of any width."
    ),
    readings=(
        *_layer("state"),
        *_STATE_READ,
        _also("$x > 0$", ("given", 7), "state"),
        _also("is large: $x^2 (d - 1) >= alpha d^2$", ("given", 8), "state"),
        _also("$d > 1 + 2 C^2$", ("given", 9), "state"),
        _also("then $abs(s(n_1)) < eta$", ("show",), "state"),
    ),
    obligations=(STATE,),
    satisfiable=STATE_DATA,
)

EVERY_CLAIM = Claim(
    id="layeract.saturation.every",
    kind="theorem",
    title="LayerAct has a saturation state whatever the width of the layer",
    source=source("Section 3.1", "6"),
    statement="Thus, while LayerAct still have saturation state where $s(n_i) tilde.eq 0$, the "
    "activation output space with a LayerAct function is not limited. [The first half, read of "
    "layers of every width.]",
    readings=(
        Reading("$alpha > 0$", ("given", 0)),
        Reading("$tilde.eq 0$: below any $eta > 0$", ("given", 1)),
        Reading(
            "there are inputs with $s(n_1) < eta$", ("show",), "LA-SiLU, a layer of two elements"
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.saturation.every.two",
            "$d = 2$: $abs(n_i) < 1$, so that $s(n_i) > 1\\/(1 + e) > 1\\/4$, whatever the inputs",
            EVERY,
            Witness({"alpha": 1, "eta": "1/4"}), script=NEVER,
        ),
    ),
    satisfiable=Attempt(
        "layeract.saturation.every.satisfiable", "$alpha = 1$, $eta = 1\\/4$", EVERY,
        Witness({"alpha": 1, "eta": "1/4"}),
    ),
    repaired=(EVERY_REPAIRED,),
    notes=(
        "Always $abs(n_i) < sqrt(d - 1)$, and how many units may come near is "
        "`layeract.saturation.sharpened`. In wide layers there is a saturation state "
        "(`layeract.saturation`).",
    ),
)  # fmt: skip

CLAIM = Claim(
    id="layeract.saturation",
    kind="theorem",
    title="LayerAct has a saturation state, and its output space is not limited",
    source=source("Section 3.1", "6"),
    statement="Thus, while LayerAct still have saturation state where $s(n_i) tilde.eq 0$, the "
    "activation output space with a LayerAct function is not limited (e.g., consider a layer "
    "where $mu_y << 0$).",
    readings=(
        *OUTPUT_READINGS,
        *_layer("state"),
        *_STATE_READ,
        _also("there is a saturation state: inputs with $x > 0$", ("given", 7), "state"),
        _also("where $x$ is large", ("given", 8), "state"),
        _also("and so is $d$", ("given", 9), "state"),
        _also("then $s(n_1) tilde.eq 0$", ("show",), "state", "in wide layers; of narrow ones see "
        "`layeract.saturation.every`"),
    ),
    obligations=(
        MAIN,
        STATE,
    ),
    controls=CONTROLS,
    satisfiable=(DATA, STATE_DATA),
    sharpened=SHARPENED,
    parameters=instances.OUTPUTS,
    instances=instances.OUTPUT_INSTANCES,
    run=lambda settings: [instances.output_row(settings, MAIN)],
)  # fmt: skip
