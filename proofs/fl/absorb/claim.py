"""fl.absorb: the slopes a, b of Eq. 12 are absorbed in the adjacent layers (after Lemma 1)."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.absorb import instances as absorb_instances
from proofs.fl.activation import EQ12, a, b
from proofs.fl.paper import source
from proofs.language.elaboration import written
from proofs.library.vectors import (
    ONE,
    ZERO,
    L,
    S,
    beta,
    ell,
    i,
    k,
    positive_widths,
    rho,
    sigma,
    t,
    width,
)
from proofs.trees.script import Json, statement

r, s = var("r"), var("s")


def kappa(at: Term) -> Term:
    """(Leaky) ReLU of slope beta, with ReLU for beta = 0."""
    return S.maximum(at, ZERO) + beta * S.minimum(at, ZERO)


#: s, r and the slope, chosen by a and b
CHOICE = [
    implies(a.differs(0), conj(s.equals(1), r.equals(a), (beta * a).equals(b))),
    implies(a.equals(0), conj(s.equals(-1), r.equals(-b), beta.equals(0))),
]


def U(layer: Term, at: Term, other: Term) -> Term:
    return app("U", layer, at, other)


def bias(layer: Term, at: Term) -> Term:
    return app("b0", layer, at)


def p(layer: Term, at: Term) -> Term:
    """The network with the activation of Eq. 12."""
    return app("p", layer, at)


def y(layer: Term, at: Term) -> Term:
    """The (Leaky) ReLU network."""
    return app("y", layer, at)


def affine(layer: Term, at: Term) -> Term:
    return sigma(width(layer - 1), lambda o: U(layer, at, o) * p(layer - 1, o)) + bias(layer, at)


def weight(layer: Term, at: Term, other: Term) -> Term:
    """An entry of f_i U_i."""
    return app("f", layer) * U(layer, at, other)


def product(layer: Term, at: Term) -> Term:
    """(f_i U_i y_{i-1})_at."""
    return sigma(width(layer - 1), lambda o: weight(layer, at, o) * y(layer - 1, o))


def absorbed(layer: Term, at: Term) -> Term:
    """The same layer with weights s r U (s U in the first layer) and bias s b."""
    return product(layer, at) + s * bias(layer, at)


def _in_layers(equation: Json) -> Json:
    inside = conj(i >= 1, i <= L, k >= 1, k <= width(i))
    return every("i", "int", every("k", "int", implies(inside, equation)))


P_LAYERS = _in_layers(p(i, k).equals(rho(affine(i, k))))
Y_LAYERS = _in_layers(y(i, k).equals(kappa(absorbed(i, k))))
INPUTS = [every("k", "int", f(ZERO, k).equals(app("x", k))) for f in (p, y)]
FIRST = app("f", ONE).equals(s)
OTHERS = every("i", "int", implies(i >= 2, app("f", i).equals(s * r)))
SORTS = {"L": "int", "l": "int", "a": "real", "b": "real", "r": "real", "s": "real", "beta": "real"}
FUNCTIONS = {"rho": 1, "w": 1, "U": 3, "b0": 2, "x": 1, "f": 1, "p": 2, "y": 2}
STATEMENT = statement(
    SORTS,
    [
        EQ12,
        *CHOICE,
        L >= 1,
        positive_widths(),
        *INPUTS,
        P_LAYERS,
        FIRST,
        OTHERS,
        Y_LAYERS,
        ell >= 1,
        ell <= width(L),
    ],
    p(L, ell).equals(r * y(L, ell)),
    FUNCTIONS,
)
ONE_NEURON = every("t", "real", rho(t).equals(r * kappa(s * t)))


WRITTEN = {
    "Eq12": EQ12,
    "nonzero": CHOICE[0],
    "zero": CHOICE[1],
    "widths": positive_widths(),
    "p_start": INPUTS[0],
    "y_start": INPUTS[1],
    "p_layers": P_LAYERS,
    "y_layers": Y_LAYERS,
    "others": OTHERS,
}


#: p_i = r y_i from the first layer on; before it, the factor is 1
LAYERS = """
have neuron: for all t: real, rho(t) = r*(max(s*t, 0) + beta*min(s*t, 0)):
  use Eq12(t)
  cases a = 0:
    use zero
    cases t > 0:
      have value: max(s*t, 0) = 0 by s = -1, t > 0
      show by value, rho(t) = a*t, a = 0, beta = 0
    have value: max(s*t, 0) = -t by s = -1, t <= 0
    show by value, rho(t) = b*t, beta = 0, r = -b
  use nonzero
  cases t > 0:
    have value: max(s*t, 0) = t and min(s*t, 0) = 0 by s = 1, t > 0
    show by value, rho(t) = a*t, r = a
  have value: max(s*t, 0) = 0 and min(s*t, 0) = t by s = 1, t <= 0
  show by value, rho(t) = b*t, r = a, beta*a = b
have layer: for all m: int, c: real, 1 <= m => m <= L => f(m) = s*c =>
    (for all q in 1..d(m - 1), p(m - 1, q) = c*y(m - 1, q)) =>
    for all k in 1..d(m), p(m, k) = r*y(m, k):
  let P = sum(j = 1..d(m - 1), U(m, k, j)*p(m - 1, j))
  use widths(m - 1)
  have before: for all q in 1..d(m - 1), p(m - 1, q) = c*y(m - 1, q)
  have each: for all q in 1..d(m - 1), fU(m, k, q)*y(m - 1, q) = s*(U(m, k, q)*p(m - 1, q)):
    show by before(q), f(m) = s*c
  have products: sum(j = 1..d(m - 1), fU(m, k, j)*y(m - 1, j)) = s*P by sum_proportional(
      j -> fU(m, k, j)*y(m - 1, j), j -> U(m, k, j)*p(m - 1, j), s, 1, d(m - 1)), each
  have fUy(m, k) = s*P by products, sums
  have equal: fUy(m, k) + s*b0(m, k) = s*(P + b0(m, k))
  have first: max(fUy(m, k) + s*b0(m, k), 0) = max(s*(P + b0(m, k)), 0) by equal
  have second: min(fUy(m, k) + s*b0(m, k), 0) = min(s*(P + b0(m, k)), 0) by equal
  have y: y(m, k) = max(fUy(m, k) + s*b0(m, k), 0) + beta*min(fUy(m, k) + s*b0(m, k), 0)
    by y_layers(m, k)
  have p: p(m, k) = rho(P + b0(m, k)) by p_layers(m, k)
  have r*y(m, k) = rho(P + b0(m, k)) by y, neuron(P + b0(m, k)), first, second
have all: for all i: int, 1 <= i => i <= L =>
    for all k in 1..d(i), p(i, k) = r*y(i, k) by induction on i:
  base:
    have input: for all q in 1..d(1 - 1), p(1 - 1, q) = 1*y(1 - 1, q):
      use p_start(q), y_start(q)
    use layer(1, 1)
  step:
    have before: for all q in 1..d(i + 1 - 1), p(i + 1 - 1, q) = r*y(i + 1 - 1, q) by ih
    use others(i + 1)
    use layer(i + 1, r)
have last: for all k in 1..d(L), p(L, k) = r*y(L, k) by all(L)
show by last(l)
"""


# --- one neuron ----------------------------------------------------------------------------------

NEURON = statement(
    {"a": "real", "b": "real"},
    [EQ12],
    exists("s", "real", exists("r", "real", exists("beta", "real", ONE_NEURON))),
    {"rho": 1},
)


#: s = 1, r = a, beta = b/a; or s = -1, r = -b, beta = 0 where a = 0
ONE_UNIT = """
cases a = 0:
  take -1
  take -b
  take 0
  use Eq12(t)
  cases t > 0:
    have value: max(-1*t, 0) = 0
    show by value, rho(t) = a*t, a = 0
  have value: max(-1*t, 0) = -t
  show by value, rho(t) = b*t
take 1
take a
take b/a
use Eq12(t)
have slope: a*(b/a) = b
cases t > 0:
  have value: max(1*t, 0) = t and min(1*t, 0) = 0
  show by value, rho(t) = a*t
have value: max(1*t, 0) = 0 and min(1*t, 0) = t
show by value, slope, rho(t) = b*t
"""


# --- a given slope -------------------------------------------------------------------------------

NONNEGATIVE = statement(
    {"a": "real", "b": "real"},
    [EQ12],
    exists("s", "real", exists("r", "real", exists("beta", "real", conj(beta >= 0, ONE_NEURON)))),
    {"rho": 1},
)


_ABSOLUTE = {"rho": (("u",), ["abs", "u"])}


_A, _B = var("A"), var("B")
TWO_UNITS = statement(
    {"a": "real", "b": "real", "beta": "real"},
    [EQ12, (beta * beta).differs(1)],
    exists(
        "A",
        "real",
        exists("B", "real", every("t", "real", rho(t).equals(_A * kappa(t) + _B * kappa(-t)))),
    ),
    {"rho": 1},
)


#: A = (a - beta b)/(1 - beta^2), B = beta A - b
TWO = """
have 1 - beta^2 != 0
let A = (a - beta*b)/(1 - beta^2)
take A
take beta*A - b
use Eq12(t)
have A*(1 - beta^2) = a - beta*b
cases t > 0:
  have max(t, 0) = t and min(t, 0) = 0 and max(-t, 0) = 0 and min(-t, 0) = -t
have max(t, 0) = 0 and min(t, 0) = t and max(-t, 0) = -t and min(-t, 0) = 0
"""


# --- the claims ----------------------------------------------------------------------------------

TWO_UNITS_CLAIM = Claim(
    id="fl.absorb.slope.repaired",
    kind="theorem",
    title="Two neurons of any one slope other than 1 and -1 express every activation of Eq. 12",
    source=source("beyond Lemma 1", "12"),
    statement="For every $beta$ with $beta^2 != 1$ and every $rho$ of the form Eq. 12 there are "
    "$A$, $B$ with $rho(t) = A kappa(t) + B kappa(-t)$ for all $t$, where $kappa$ is Leaky ReLU of "
    "slope $beta$.",
    readings=(
        Reading("Eq. 12", ("given", 0)),
        Reading("$beta^2 != 1$", ("given", 1)),
        Reading("two neurons", ("show",)),
    ),
    obligations=(
        Obligation(
            "fl.absorb.two",
            "$A = (a - beta b) \\/ (1 - beta^2)$ and $B = beta A - b$",
            TWO_UNITS,
            written(TWO_UNITS, TWO, WRITTEN),
        ),
    ),
    notes=(
        "With ReLU, $beta = 0$: $rho(t) = a kappa(t) - b kappa(-t)$. The layer is twice as wide.",
    ),
)

SLOPE = Claim(
    id="fl.absorb.slope",
    kind="proof-step",
    title="Absorbed at the same width in Leaky ReLU of a slope that is not negative",
    source=source("Appendix B, after Lemma 1", "12"),
    statement="Constants $a, b$ can in fact be absorbed into the adjacent layers, allowing Leaky "
    "ReLU networks to express all neural networks with activation functions like Eq. 12. (Read: "
    "neuron for neuron, a Leaky ReLU having a slope $beta >= 0$.)",
    readings=(
        Reading("an activation function like Eq. 12", ("given", 0)),
        Reading(
            "absorbed: a factor $s$ before, a factor $r$ after, slope $beta >= 0$",
            ("show",),
            "the usual range of the slope; without it see `fl.absorb`",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "fl.absorb.slope.absolute",
            "$rho(t) = abs(t)$, that is $a = 1$, $b = -1$: no $s$, $r$ and $beta >= 0$ do",
            NONNEGATIVE,
            Witness({"a": 1, "b": -1}, _ABSOLUTE),
            script="""
                fix s, r, b
                cases r*(max(s*1, 0) + b*min(s*1, 0)) = 1:
                  take -1
                take 1
                """,
        ),
    ),
    satisfiable=Attempt(
        "fl.absorb.slope.satisfiable",
        "$rho(t) = abs(t)$ is of the form Eq. 12",
        NONNEGATIVE,
        Witness({"a": 1, "b": -1}, _ABSOLUTE),
    ),
    repaired=(TWO_UNITS_CLAIM,),
)

_ONES = {
    "w": (("u",), "1"),
    "U": (("u", "v", "z"), "1"),
    "b0": (("u", "v"), "0"),
    "x": (("u",), "1"),
    "f": (("u",), "1"),
    "p": (("u", "v"), "1"),
    "y": (("u", "v"), "1"),
}
_IDENTITY = Witness(
    {"L": 1, "l": 1, "a": 1, "b": 1, "r": 1, "s": 1, "beta": 1},
    {**_ONES, "rho": (("u",), "u")},
)


CONTROLS = (
    Control(
        Attempt(
            "fl.absorb.control.one",
            "with $s = 1$ throughout: $a = 0$, $b = 1$",
            statement(
                {"a": "real", "b": "real"},
                [EQ12],
                exists(
                    "r",
                    "real",
                    exists("beta", "real", every("t", "real", rho(t).equals(r * kappa(t)))),
                ),
                {"rho": 1},
            ),
            Witness({"a": 0, "b": 1}, {"rho": (("u",), ["min", "u", "0"])}),
            script="""
                fix r, b
                cases r = 0:
                  take -1
                take 1
                """,
        ),
        "constant tightened",
    ),
)


MAIN = Obligation(
    "fl.absorb.statement",
    "for every depth, all widths, weights, biases and slopes $a$, $b$",
    STATEMENT,
    written(STATEMENT, LAYERS, WRITTEN, d=width, fU=weight, fUy=product),
)

CLAIM = Claim(
    id="fl.absorb",
    kind="theorem",
    title="Leaky ReLU networks express all networks with activations of Eq. 12",
    source=source("Appendix B, after Lemma 1", "12"),
    statement="Constants $a, b$ can in fact be absorbed into the adjacent layers, allowing Leaky "
    "ReLU networks to express all neural networks with activation functions like Eq. 12.",
    readings=(
        Reading("an activation function like Eq. 12", ("given", 0)),
        Reading(
            "absorbed: $s = 1$, $r = a$, slope $b \\/ a$",
            ("given", 1),
            "any real slope counts as Leaky ReLU here; with slopes that are not negative see "
            "`fl.absorb.slope`",
        ),
        Reading("and where $a = 0$: $s = -1$, $r = -b$, ReLU", ("given", 2)),
        Reading("neural networks of every depth", ("given", 3)),
        Reading("and of all widths", ("given", 4)),
        Reading("with input $bold(x)$", ("given", 5)),
        Reading("the same input", ("given", 6)),
        Reading(
            "the given network $bold(p)_i = rho(bold(U)_i bold(p)_(i-1) + bold(b)_i)$", ("given", 7)
        ),
        Reading("the factor of the first layer's weights is $s$", ("given", 8)),
        Reading("that of all others is $s r$", ("given", 9)),
        Reading("the Leaky ReLU network, weights times $f_i$, biases times $s$", ("given", 10)),
        Reading("any neuron of the last layer", ("given", 11)),
        Reading("", ("given", 12)),
        Reading("it is expressed, up to $r$, which goes to the layer that follows", ("show",)),
        Reading("the same of one neuron", ("show",), obligation="fl.absorb.neuron"),
        Reading("an activation function like Eq. 12", ("given", 0), obligation="fl.absorb.neuron"),
    ),
    obligations=(
        MAIN,
        Obligation(
            "fl.absorb.neuron",
            "there always are such a scale before, a factor after and a slope",
            NEURON,
            written(NEURON, ONE_UNIT, WRITTEN),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.absorb.satisfiable",
        "the hypotheses hold for one neuron of weight 1 at $x = 1$ with $rho(t) = t$",
        STATEMENT,
        _IDENTITY,
    ),
    notes=(
        "For $a = 0 != b$ the activation is ReLU turned round: the sign goes to the layer before.",
        "For $a b < 0$ the slope $b \\/ a$ is negative, as of $abs(t)$; the paper does not say "
        "which slopes a Leaky ReLU may have (`fl.absorb.slope`).",
    ),
    parameters=absorb_instances.PARAMETERS,
    instances=absorb_instances.INSTANCES,
    run=lambda settings: [absorb_instances.row(settings, MAIN)],
    construct=absorb_instances.network,
)
