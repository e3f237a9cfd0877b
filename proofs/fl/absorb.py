"""fl.absorb: the slopes a, b of Eq. 12 are absorbed in the adjacent layers (after Lemma 1)."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl import absorb_instances
from proofs.fl.activation import EQ12, a, at_point, b
from proofs.fl.paper import source
from proofs.library.vectors import (
    ONE,
    ZERO,
    L,
    S,
    beta,
    ell,
    fact,
    i,
    k,
    positive_widths,
    proportional,
    rho,
    shown_by,
    sigma,
    t,
    width,
)
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    statement,
)

r, s = var("r"), var("s")
_h, _q, _v = var("h"), var("q"), var("v")


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


def absorbed(layer: Term, at: Term) -> Term:
    """The same layer with weights s r U (s U in the first layer) and bias s b."""
    factor = app("f", layer)
    inner = sigma(width(layer - 1), lambda o: factor * U(layer, at, o) * y(layer - 1, o))
    return inner + s * bias(layer, at)


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


def _neuron(then: Node) -> Node:
    """rho(t) = r kappa(s t), in the two cases of the choice."""
    leaf = auto("both sides of 0")
    for bound in (S.maximum(s * _v, ZERO), S.minimum(s * _v, ZERO)):
        leaf = case(bound.json, leaf, leaf)
    body = intro("v", at_point(_v, a, b, leaf, leaf))
    return have(ONE_NEURON, _by_choice(body), then)


def _by_choice(then: Node) -> Node:
    nonzero = fact(CHOICE[0], [], then, auto("a is not 0"))
    zero = fact(CHOICE[1], [], then, auto("a is 0"))
    # a > 0, a = 0 and a < 0
    return case(S.sign(a).json, nonzero, zero, nonzero)


def _equal(layer: Term, factor: Term) -> Json:
    inside = conj(k >= 1, k <= width(layer))
    return every("k", "int", implies(inside, p(layer, k).equals(factor * y(layer, k))))


def statement_script() -> Node:
    """p_i = r y_i from the first layer on; before it, the factor is 1."""
    claim = implies(_h <= L, _equal(_h, r))

    def layer(at: Term, factor: Term, pointwise: object) -> Node:
        def body(o: Term) -> Term:
            return app("f", at) * U(at, _q, o) * y(at - 1, o)

        def plain(o: Term) -> Term:
            return U(at, _q, o) * p(at - 1, o)

        close = fact(ONE_NEURON, [affine(at, _q)], _same_kappa(at))
        sums = proportional(width(at - 1), body, plain, s, pointwise, close)  # type: ignore[arg-type]
        known = fact(P_LAYERS, [at, _q], fact(Y_LAYERS, [at, _q], sums, auto()), auto())
        wide = fact(positive_widths(), [at - 1], known, auto("the layer before"))
        return intro("q", intro("", wide))

    def first(o: Term, then: Node) -> Node:
        return fact(INPUTS[0], [o], fact(INPUTS[1], [o], then))

    def later(o: Term, then: Node) -> Node:
        return fact(
            OTHERS, [_h + 1], fact(_equal(_h, r), [o], then, auto("inside")), auto("2 <= i")
        )

    base = intro("", layer(ONE, ONE, first))
    step = intro("", fact(claim, [], layer(_h + 1, r, later), auto("h <= L")))
    whole = every("i", "int", implies(i >= 1, implies(i <= L, _equal(i, r))))
    last = implies(L <= L, _equal(L, r))
    end = fact(
        whole, [L], fact(last, [], fact(_equal(L, r), [ell], auto(), auto()), auto()), auto()
    )
    return _neuron(induct("h", "1", claim, base, step, end))


def _same_kappa(at: Term) -> Node:
    """kappa of the absorbed layer and of s times the plain one: the arguments are equal."""
    one, other = absorbed(at, _q), s * affine(at, _q)
    facts: list[tuple[Json, Node]] = [(one.equals(other), auto("the arguments"))]
    leaf = auto("the same value")
    for bound in (S.maximum(one, ZERO), S.minimum(one, ZERO)):
        leaf = case(bound.json, leaf, leaf)
    for bound in (S.maximum(other, ZERO), S.minimum(other, ZERO)):
        leaf = case(bound.json, leaf, leaf)
    return lemmas(facts, leaf)


# --- one neuron ----------------------------------------------------------------------------------

NEURON = statement(
    {"a": "real", "b": "real"},
    [EQ12],
    exists("s", "real", exists("r", "real", exists("beta", "real", ONE_NEURON))),
    {"rho": 1},
)


def neuron_script() -> Node:
    """s = 1, r = a, beta = b/a; or s = -1, r = -b, beta = 0 where a = 0."""

    def chosen(sign: Term, factor: Term, slope: Term) -> Node:
        scaled_at = sign * _v
        at = [f(scaled_at, ZERO) for f in (S.maximum, S.minimum)]
        leaf = auto("both sides of 0")
        for bound in at:
            leaf = case(bound.json, leaf, leaf)
        body = intro("v", at_point(_v, a, b, leaf, leaf))
        return shown_by(sign, shown_by(factor, shown_by(slope, body)))

    nonzero = define((b / a).json, auto("a is not 0"), chosen(ONE, a, b / a))
    return case(S.sign(a).json, nonzero, chosen(-ONE, -b, ZERO), nonzero)


# --- a given slope -------------------------------------------------------------------------------

NONNEGATIVE = statement(
    {"a": "real", "b": "real"},
    [EQ12],
    exists("s", "real", exists("r", "real", exists("beta", "real", conj(beta >= 0, ONE_NEURON)))),
    {"rho": 1},
)


def _no_neuron() -> Node:
    """|t| = r kappa(s t) with beta >= 0: the values at 1 and -1 are both 1."""
    S1, R1, B1 = var("s1"), var("r1"), var("b1")

    def value(at: Term) -> Term:
        inner = S1 * at
        return R1 * (S.maximum(inner, ZERO) + B1 * S.minimum(inner, ZERO))

    leaf = auto("|1| differs from the value, or |-1| does")
    cases = leaf
    for at in (ONE, -ONE):
        for bound in (S.maximum(S1 * at, ZERO), S.minimum(S1 * at, ZERO)):
            cases = case(bound.json, cases, cases)
    at_one = (R1 * (S.maximum(S1 * ONE, ZERO) + B1 * S.minimum(S1 * ONE, ZERO))) - ONE
    # r kappa(s) = 1 or not: in the first case t = -1 refutes, otherwise t = 1
    refute = case(
        S.sign(at_one).json,
        shown_by(ONE, cases),
        shown_by(-ONE, cases),
        shown_by(ONE, cases),
    )
    return intro("s1", intro("r1", intro("b1", intro("", refute))))


_ABSOLUTE = {"rho": (("u",), ["abs", "u"])}


def _absolute_is_eq12() -> Node:
    return intro("v", node("both", *[intro("", case(["abs", "v"], auto(), auto()))] * 2))


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


def two_units_script() -> Node:
    """A = (a - beta b)/(1 - beta^2), B = beta A - b."""
    first = (a - beta * b) / (1 - beta * beta)
    leaf = auto("both sides of 0")
    for at in (_v, -_v):
        for bound in (S.maximum(at, ZERO), S.minimum(at, ZERO)):
            leaf = case(bound.json, leaf, leaf)
    body = intro("v", case(S.sign(_v).json, *[at_point(_v, a, b, leaf, leaf)] * 3))
    shown = shown_by(first, shown_by(beta * first - b, body))
    return define(first.json, auto("beta^2 is not 1"), shown)


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
            two_units_script,
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
            {0: _absolute_is_eq12},
            _no_neuron,
        ),
    ),
    satisfiable=Attempt(
        "fl.absorb.slope.satisfiable",
        "$rho(t) = abs(t)$ is of the form Eq. 12",
        NONNEGATIVE,
        Witness({"a": 1, "b": -1}, _ABSOLUTE),
        {0: _absolute_is_eq12},
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


def _linear_is_eq12() -> Node:
    return intro("v", node("both", *[intro("", auto("linear"))] * 2))


def _constant_layers() -> Node:
    """Every value of the networks of ones is 1."""
    return intro("h", intro("q", intro("", auto("1 = 1"))))


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
            {0: lambda: _minimum_is_eq12()},
            lambda: _no_factor(),
        ),
        "constant tightened",
    ),
)


def _minimum_is_eq12() -> Node:
    return intro("v", node("both", *[intro("", case(["min", "v", "0"], auto(), auto()))] * 2))


def _no_factor() -> Node:
    """min(t, 0) = r kappa(t): at t = 1 this says r = 0, and then it fails at t = -1."""
    R1 = var("r1")
    refute = case(
        S.sign(R1).json, shown_by(ONE, auto()), shown_by(-ONE, auto()), shown_by(ONE, auto())
    )
    return intro("r1", intro("b1", refute))


MAIN = Obligation(
    "fl.absorb.statement",
    "for every depth, all widths, weights, biases and slopes $a$, $b$",
    STATEMENT,
    statement_script,
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
            neuron_script,
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.absorb.satisfiable",
        "the hypotheses hold for one neuron of weight 1 at $x = 1$ with $rho(t) = t$",
        STATEMENT,
        _IDENTITY,
        {
            0: _linear_is_eq12,
            4: lambda: intro("h", intro("", auto("1 <= floor 1"))),
            7: _constant_layers,
            10: _constant_layers,
        },
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
