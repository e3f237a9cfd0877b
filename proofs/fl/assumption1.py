"""fl.assumption1: a network without biases is scale equivariant from its first activation on."""

from __future__ import annotations

from constructions.terms import conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl import joint
from proofs.fl.absorb.claim import ONE_NEURON
from proofs.fl.activation import SCALES
from proofs.fl.lemma1 import FORM, NECESSARY
from proofs.fl.networks import NET, Layers
from proofs.fl.paper import source
from proofs.language.elaboration import written
from proofs.library.vectors import (
    HOMOGENEOUS,
    ONE,
    L,
    S,
    ell,
    k,
    lam,
    leaky,
    positive_widths,
    rho,
    t,
    width,
)
from proofs.trees.script import Json, statement

TWO = S.const(2)
a, y = Layers("a"), Layers("y")  #: the activations from a_1 and from lambda a_1
SORTS = {"L": "int", "l": "int", "beta": "real", "lam": "real"}
FUNCTIONS = {"rho": 1, "w": 1, "U": 3, "b": 2, "a": 2, "y": 2}
FIRST = every("k", "int", implies(conj(k >= 1, k <= width(ONE)), y(ONE, k).equals(lam * a(ONE, k))))
GIVEN = [
    leaky(),
    NET.no_bias,
    lam > 0,
    L >= 1,
    positive_widths(1),
    NET.layers(a, a, TWO),
    FIRST,
    NET.layers(y, y, TWO),
    ell >= 1,
    ell <= width(L),
]
SHOW = y(L, ell).equals(lam * a(L, ell))
STATEMENT = statement(SORTS, GIVEN, SHOW, FUNCTIONS)


FACTS = {
    "leaky": leaky(),
    "unbiased": NET.no_bias,
    "widths": positive_widths(1),
    "a_layers": NET.layers(a, a, TWO),
    "start": FIRST,
    "y_layers": NET.layers(y, y, TWO),
}
#: y_i = lambda a_i, by induction over the layers
LAYERS = f"""{SCALES}
have all: for all i: int, 1 <= i => i <= L =>
    for all k in 1..d(i), y(i, k) = lam*a(i, k) by induction on i:
  base:
    show by start(k)
  step:
    let m = i + 1
    let Ua = sum(j = 1..d(m - 1), U(m, k, j)*a(m - 1, j))
    let Uy = sum(j = 1..d(m - 1), U(m, k, j)*y(m - 1, j))
    use widths(m - 1)
    have before: for all j in 1..d(m - 1), y(m - 1, j) = lam*a(m - 1, j) by ih
    have products: Uy = lam*Ua by weighted_proportional(
        j -> U(m, k, j), j -> y(m - 1, j), j -> a(m - 1, j), lam, 1, d(m - 1)), before
    have none: b(m, k) = 0 by unbiased(m, k)
    have first: rho(Ua + b(m, k)) = rho(Ua) by none
    have second: rho(Uy + b(m, k)) = rho(lam*Ua) by products, none
    show by first, second, scale(lam, Ua), a_layers(m, k), y_layers(m, k)
have last: for all k in 1..d(L), y(L, k) = lam*a(L, k) by all(L)
show by last(l)
"""


# --- "also necessary" ----------------------------------------------------------------------------

u, e = var("u"), var("e")
#: rho(u (c t) + e) = c rho(u t + e): one neuron of the second layer
NEURON = every(
    "c",
    "real",
    every(
        "t",
        "real",
        implies(var("c") > 0, rho(u * (var("c") * t) + e).equals(var("c") * rho(u * t + e))),
    ),
)
GIVEN_NETWORK = statement(
    {"beta": "real", "u": "real", "e": "real"}, [leaky(), NEURON], e.equals(0), {"rho": 1}
)
ALL_WEIGHTS = every("u", "real", NEURON)
ALL_NETWORKS = statement(
    {"beta": "real", "e": "real"}, [leaky(), ALL_WEIGHTS], e.equals(0), {"rho": 1}
)


#: the weight 1 at t = |e| + 1 with lambda = 2
ALL_WEIGHTS_TEXT = """
let t = |e| + 1
have t + e > 0
use leaky(t + e), leaky(2*t + e), equivariant(1, 2, t)
"""


r, s = var("r"), var("s")
#: rho(t) = r kappa(s t), kappa being (Leaky) ReLU of slope beta: s and r go to adjacent layers
ABSORBED_FORM = exists(
    "s",
    "real",
    exists("r", "real", exists("beta", "real", conj((s * s).equals(1), ONE_NEURON))),
)
ACTIVATION_FORM = statement({}, [HOMOGENEOUS], FORM, {"rho": 1})
ACTIVATION = statement({}, [HOMOGENEOUS], ABSORBED_FORM, {"rho": 1})
#: rho itself, with no constants before and after it
UNABSORBED = statement({}, [HOMOGENEOUS], exists("beta", "real", leaky()), {"rho": 1})


#: Eq. 12 by Lemma 1; then s = 1, r = a, beta = b/a, or s = -1, r = -b, beta = 0 for a = 0
ABSORBED = """
have rho(0) = 0 by equivariant(2, 0)
have right: for all t: real, t > 0 => rho(t) = rho(1)*t:
  use equivariant(t, 1)
have left: for all t: real, t <= 0 => rho(t) = -rho(-1)*t:
  cases t < 0:
    use equivariant(-t, -1)
  have t = 0
cases rho(1) = 0:
  take -1
  take rho(-1)
  take 0
  have all: for all t: real, rho(t) = rho(-1)*(max(-1*t, 0) + 0*min(-1*t, 0)):
    cases t > 0:
      have value: max(-1*t, 0) = 0
      show by value, right(t), rho(1) = 0
    have value: max(-1*t, 0) = -t
    show by value, left(t)
take 1
take rho(1)
take -rho(-1)/rho(1)
have slope: rho(1)*(-rho(-1)/rho(1)) = -rho(-1)
have all: for all t: real, rho(t) = rho(1)*(max(1*t, 0) + -rho(-1)/rho(1)*min(1*t, 0)):
  cases t > 0:
    have value: max(1*t, 0) = t and min(1*t, 0) = 0
    show by value, right(t)
  have value: max(1*t, 0) = 0 and min(1*t, 0) = t
  show by value, slope, left(t)
"""


_RELU = {"rho": (("u",), ["max", "u", "0"])}
_TWICE = {"rho": (("u",), ["*", "2", ["max", "u", "0"]])}

_NECESSARY = (
    "Under 1, a vanilla neural network is scale equivariant w.r.t. the first layer activation, "
    "i.e., suppose $lambda > 0$ and $h := rho compose bold(A)_L dots rho compose bold(A)_2$ is the "
    "neural network function from the second layer then $h(lambda bold(a)_1) = lambda "
    "h(bold(a)_1)$ holds. 1 is also necessary for such equivariance."
)


BIAS_REPAIRED = Claim(
    id="fl.assumption1.bias.repaired",
    kind="proof-step",
    title="A (Leaky) ReLU neuron that every weight leaves equivariant has the bias 0",
    source=source("Section 4.1, after Assumption 1", ""),
    statement="Let $rho$ be (Leaky) ReLU of any real slope, and one neuron of the second layer "
    "have the bias $e$. If $rho(u (lambda t) + e) = lambda rho(u t + e)$ for all $lambda > 0$, all "
    "$t$ and all weights $u$, then $e = 0$.",
    readings=(
        Reading(
            "the activation is (Leaky) ReLU",
            ("given", 0),
            "needed: $rho(t) = max(t - 1, 0)$ with $e = 1$ is equivariant, too",
        ),
        Reading(
            "$h(lambda bold(a)_1) = lambda h(bold(a)_1)$ for all weights",
            ("given", 1),
            "for $L = 2$ and layers of one neuron; of all $t$, not of values of $rho$ only",
        ),
        Reading("the bias is 0", ("show",)),
    ),
    obligations=(
        Obligation(
            "fl.assumption1.bias.weights",
            "the weight 1 alone decides it, for every slope",
            ALL_NETWORKS,
            written(
                ALL_NETWORKS,
                ALL_WEIGHTS_TEXT,
                {"leaky": leaky(), "equivariant": ALL_WEIGHTS},
            ),
        ),
    ),
    satisfiable=Attempt(
        "fl.assumption1.bias.weights.satisfiable",
        "ReLU with the bias 0",
        ALL_NETWORKS,
        Witness({"beta": 0, "e": 0}, _RELU),
    ),
    controls=(
        Control(
            Attempt(
                "fl.assumption1.bias.control.activation",
                "for an activation that is not (Leaky) ReLU: $rho(t) = max(t - 1, 0)$ with $e = 1$",
                statement({"e": "real"}, [ALL_WEIGHTS], e.equals(0), {"rho": 1}),
                Witness({"e": 1}, {"rho": (("z",), ["max", ["-", "z", "1"], "0"])}),
            ),
            "hypothesis dropped",
        ),
    ),
)

BIAS = Claim(
    id="fl.assumption1.bias",
    kind="proof-step",
    title="Zero biases are necessary for the equivariance of the network at hand",
    source=source("Section 4.1, after Assumption 1; Appendix B", ""),
    statement=_NECESSARY + " (Of Assumption 1: the bias terms from the second layer onward are "
    "all $bold(0)$.) The necessity of the bias terms should be straightforward.",
    readings=(
        Reading("the activation is (Leaky) ReLU", ("given", 0)),
        Reading(
            "$h(lambda bold(a)_1) = lambda h(bold(a)_1)$",
            ("given", 1),
            "for $L = 2$ and layers of one neuron, of weight $u$ and bias $e$; this is read of the "
            "network at hand; where all weights are meant see `fl.assumption1.bias.repaired`",
        ),
        Reading("the bias is 0", ("show",)),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "fl.assumption1.bias.dead",
            "ReLU with weight $u = 0$ and bias $e = -1$: $h = 0$ is equivariant",
            GIVEN_NETWORK,
            Witness({"beta": 0, "u": 0, "e": -1}, _RELU),
        ),
    ),
    satisfiable=Attempt(
        "fl.assumption1.bias.satisfiable",
        "ReLU with weight $u = 0$ and bias $e = -1$ is equivariant",
        GIVEN_NETWORK,
        Witness({"beta": 0, "u": 0, "e": -1}, _RELU),
    ),
    notes=(
        "Neurons that are dead on all inputs may have any negative bias beside others that are "
        "not; where the input is a ReLU activation, and so not negative, weight $-1$ and bias "
        "$-1$ do it as well.",
    ),
    repaired=(BIAS_REPAIRED,),
    sharpened=(joint.CLAIM,),
)


ACTIVATION_CLAIM = Claim(
    id="fl.assumption1.activation",
    kind="proof-step",
    title="An equivariant activation is (Leaky) ReLU, up to constants that adjacent layers absorb",
    source=source("Section 4.1, after Assumption 1; Appendix B", "12"),
    statement=_NECESSARY + " (Of Assumption 1: the activation function is (Leaky) ReLU.) For the "
    "activation function, we observe the following lemma: $rho(lambda t) = lambda rho(t)$ for any "
    "$lambda > 0$ and $t in RR$ iff $rho$ is of the form Eq. 12. Constants $a, b$ can in fact be "
    "absorbed into the adjacent layers, allowing Leaky ReLU networks to express all neural "
    "networks with activation functions like Eq. 12.",
    readings=(
        Reading(
            "such equivariance",
            ("given", 0),
            "$rho(lambda t) = lambda rho(t)$: one neuron of weight 1, for all $t$",
        ),
        Reading(
            "(Leaky) ReLU, with constants that are absorbed into the adjacent layers",
            ("show",),
            "a sign $s$ before and a factor $r$ after it, as in `fl.absorb`; the slope may be any "
            "real number. Without constants $rho(t) = 2 max(t, 0)$ is no (Leaky) ReLU "
            "(`fl.assumption1.activation.twice`)",
        ),
        Reading("of the form Eq. 12", ("show",), "", "fl.assumption1.activation.form"),
        Reading("such equivariance", ("given", 0), "", "fl.assumption1.activation.form"),
    ),
    obligations=(
        Obligation(
            "fl.assumption1.activation.absorbed",
            "nothing is assumed of $rho$ but the equivariance",
            ACTIVATION,
            written(ACTIVATION, ABSORBED, {"equivariant": HOMOGENEOUS}),
        ),
        Obligation(
            "fl.assumption1.activation.form",
            "$a = rho(1)$ and $b = -rho(-1)$",
            ACTIVATION_FORM,
            written(ACTIVATION_FORM, NECESSARY, {"equivariant": HOMOGENEOUS}),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "fl.assumption1.activation.twice",
                "with no constants: $rho(t) = 2 max(t, 0)$",
                UNABSORBED,
                Witness({}, _TWICE),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=(
        Attempt(
            "fl.assumption1.activation.satisfiable",
            "$rho(t) = max(t, 0)$ is equivariant",
            ACTIVATION,
            Witness({}, _RELU),
        ),
        Attempt(
            "fl.assumption1.activation.form.satisfiable",
            "$rho(t) = max(t, 0)$ is equivariant",
            ACTIVATION_FORM,
            Witness({}, _RELU),
        ),
    ),
    notes=(
        "Slopes of any sign count as (Leaky) ReLU here. The activation $abs(t)$ has the slope "
        "$-1$; with slopes that are not negative it takes two neurons "
        "(`fl.absorb.slope.repaired`).",
        "The activation 0 is the factor $r = 0$.",
    ),
)


# --- the claim -----------------------------------------------------------------------------------


def _ones(**more: Json) -> dict[str, tuple[tuple[str, ...], Json]]:
    names = {"w": ("u",), "U": ("u", "v", "z"), "b": ("u", "v"), "a": ("u", "v"), "y": ("u", "v")}
    values = {"w": "1", "U": "1", "b": "0", "a": "1", "y": "2"} | more
    return {f: (names[f], values[f]) for f in names} | _RELU


_VALUES = {"L": 2, "l": 1, "beta": 0, "lam": 2}
_PLAIN = Witness(_VALUES, _ones())


def _dropped(index: int) -> Json:
    given = [formula for n, formula in enumerate(GIVEN) if n != index]
    return statement(SORTS, given, SHOW, FUNCTIONS)


CONTROLS = (
    Control(
        Attempt(
            "fl.assumption1.control.bias",
            "with the bias 1 in layer 2: $h(2) = 3$, $2 h(1) = 4$",
            _dropped(1),
            Witness(_VALUES, _ones(b="1", a=["+", "u", "0"], y=["+", "u", "1"])),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "fl.assumption1.control.sign",
            "for $lambda = -1$: ReLU of $-1$ is 0",
            _dropped(2),
            Witness(
                {**_VALUES, "lam": -1},
                _ones(y=["-", "u", "2"]),
            ),
        ),
        "hypothesis dropped",
    ),
)

CLAIM = Claim(
    id="fl.assumption1",
    kind="theorem",
    title="Networks without biases from the second layer on are scale equivariant",
    source=source("Section 4.1, Assumption 1", ""),
    statement="Under 1 [the bias terms from the second layer onward are all $bold(0)$, i.e., "
    "$bold(b)_i "
    "= bold(0)$ for $i = 2, ..., L$, and the activation function is (Leaky) ReLU], a vanilla "
    "neural network is scale equivariant w.r.t. the first layer activation, i.e., suppose "
    "$lambda > 0$ and $h := rho compose bold(A)_L dots rho compose bold(A)_2$ is the neural "
    "network function from the second layer then $h(lambda bold(a)_1) = lambda h(bold(a)_1)$ "
    "holds.",
    readings=(
        Reading("the activation function is (Leaky) ReLU", ("given", 0), "of any real slope"),
        Reading("$bold(b)_i = bold(0)$ for $i = 2, ..., L$", ("given", 1)),
        Reading("$lambda > 0$", ("given", 2)),
        Reading("layers $1, ..., L$", ("given", 3), "for $L = 1$ the function $h$ is empty"),
        Reading("of all widths", ("given", 4)),
        Reading("$h(bold(a)_1)$: layers $2, ..., L$ from $bold(a)_1$", ("given", 5)),
        Reading("$lambda bold(a)_1$", ("given", 6)),
        Reading("$h(lambda bold(a)_1)$: the same layers from there", ("given", 7)),
        Reading("any output", ("given", 8)),
        Reading("", ("given", 9)),
        Reading("$h(lambda bold(a)_1) = lambda h(bold(a)_1)$", ("show",)),
    ),
    obligations=(
        Obligation(
            "fl.assumption1.statement",
            "for every depth, all widths and weights, every slope and every $bold(a)_1$",
            STATEMENT,
            written(STATEMENT, LAYERS, FACTS, d=width),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.assumption1.satisfiable",
        "the hypotheses hold for two layers of one neuron, weight 1, $a_1 = 1$, $lambda = 2$",
        STATEMENT,
        _PLAIN,
    ),
    notes=(
        'The next sentence, "1 is also necessary for such equivariance", is decided apart: '
        "`fl.assumption1.bias` and `fl.assumption1.activation`.",
        "Batch statistics and dropout are no part of a vanilla network here.",
    ),
)
