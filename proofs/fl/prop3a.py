"""fl.prop3a and fl.maxeps: a vanilla and an FN network err on the same samples (Prop. 3.A)."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from constructions.vanilla import vanilla
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.fl.error_readings import error_readings
from proofs.fl.errors import (
    EQUAL_ERRORS,
    ERROR_SORTS,
    SAME_ERRORS,
    SAME_ORDER,
    C,
    correct,
    error_facts,
    error_values,
    largest,
    linear,
    softmax,
    y,
)
from proofs.fl.paper import source
from proofs.fl.vanilla import instances as vanilla_instances
from proofs.language.elaboration import written
from proofs.library.vectors import S, d, k, nonzero, norm, within
from proofs.trees.script import statement

eps = var("eps")
SORTS = {"d": "int", "C": "int", "y": "int"}
FUNCTIONS = {"W": 2, "g": 1, "f": 1}


def g(at: Term) -> Term:
    """The features g_theta(x)."""
    return app("g", at)


def f(at: Term) -> Term:
    """The normalised features."""
    return app("f", at)


VANILLA, NORMAL = linear(d, g), linear(d, f)  #: the logits w_c^T g and w_c^T f
FEATURES = nonzero(d, g)
_VALUE = S.sqrt(d) * g(k) / norm(d, g)
#: f = n(g) where g is not 0
NORMALISED = every("k", "int", implies(conj(k >= 1, k <= d, FEATURES), f(k).equals(_VALUE)))
STABLE = every(
    "k", "int", within(d, k, f(k).equals(S.sqrt(d) * g(k) / S.maximum(eps, norm(d, g))))
)  #: f = sqrt(d) g / max{eps, ||g||}
LABELS = [d >= 1, y >= 1, y <= C]
ERRORS = error_values(VANILLA, NORMAL)
STATEMENT = statement(
    {**SORTS, **ERROR_SORTS},
    [*LABELS, FEATURES, NORMALISED, *ERRORS],
    EQUAL_ERRORS,
    FUNCTIONS,
)
STABLE_STATEMENT = statement(
    {**SORTS, "eps": "real", **ERROR_SORTS},
    [*LABELS, eps > 0, STABLE, *ERRORS],
    EQUAL_ERRORS,
    FUNCTIONS,
)

#: f = r g with r = sqrt(d) / ||g||, which is positive
LENGTH = """
obtain o from features
let G = sum(j = 1..d, g(j)^2)
have 0 < G by squares_positive(j -> g(j), 1, d, o)
let r = sqrt(d)/sqrt(G)
have 0 < r
have handed: for all k in 1..d, f(k) = r*g(k):
  use normalised(k)
"""
#: the same with r = sqrt(d) / max{eps, ||g||}, which is positive since eps is
STABLE_LENGTH = """
let G = sum(j = 1..d, g(j)^2)
have 0 <= G by squares_nonneg(j -> g(j), 1, d)
let r = sqrt(d)/max(eps, sqrt(G))
have 0 < r
have handed: for all k in 1..d, f(k) = r*g(k):
  use stable(k)
"""
#: w_c^T f = r w_c^T g
SCALED = """
let plain(c) = sum(j = 1..d, W(c, j)*g(j))
let normal(c) = sum(j = 1..d, W(c, j)*f(j))
have scaled: for all c in 1..C, normal(c) = r*plain(c):
  show by weighted_proportional(j -> W(c, j), f, g, r, 1, d), handed
"""
FACTS = {"features": FEATURES, "normalised": NORMALISED, "stable": STABLE, **error_facts(ERRORS)}


def _implies(one: str, other: str) -> str:
    """Where y is in the argmax of the one softmax, it is in that of the other."""
    return (
        LENGTH
        + SCALED
        + SAME_ORDER
        + f"""
have {one}_hat(i) <= {one}_hat(y)
use order(i, y)
show {other}_hat(i) <= {other}_hat(y)
"""
    )


_GIVEN = [*LABELS, FEATURES, NORMALISED]
EQ20 = statement(SORTS, _GIVEN, implies(correct(VANILLA), correct(NORMAL)), FUNCTIONS)
EQ21 = statement(SORTS, _GIVEN, implies(correct(NORMAL), correct(VANILLA)), FUNCTIONS)
QUOTIENTS = statement(
    {**SORTS, "c0": "int"},
    [*LABELS, FEATURES, largest(VANILLA), var("c0") >= 1, var("c0") <= C],
    VANILLA(var("c0")) / norm(d, g) <= VANILLA(y) / norm(d, g),
    {"W": 2, "g": 1},
)


#: a positive factor keeps the order
QUOTIENTS_TEXT = """
obtain o from features
have 0 < sum(j = 1..d, g(j)^2) by squares_positive(j -> g(j), 1, d, o)
have 0 < 1/sqrt(sum(j = 1..d, g(j)^2))
use ordered(c0)
"""


LINES = (
    Line(
        "fl.prop3a.eq20",
        "Eq. 20: $epsilon(bold(theta), bold(W); bold(x), y) = 0 => epsilon_F (bold(theta), "
        "bold(W); bold(x), y) = 0$",
        (
            Obligation(
                "fl.prop3a.eq20.implies",
                "for all weights, features, classes and labels",
                EQ20,
                written(EQ20, _implies("plain", "normal"), FACTS),
            ),
        ),
    ),
    Line(
        "fl.prop3a.eq20.order",
        "$bold(w)_y^top bold(g) >= bold(w)_c^top bold(g)$ gives $bold(w)_y^top bold(g) \\/ "
        "norm(bold(g)) >= bold(w)_c^top bold(g) \\/ norm(bold(g))$ for any $c$",
        (
            Obligation(
                "fl.prop3a.eq20.quotients",
                "for every class",
                QUOTIENTS,
                written(QUOTIENTS, QUOTIENTS_TEXT, {**FACTS, "ordered": largest(VANILLA)}),
            ),
        ),
        reading="that $sans(n)$ has a factor $sqrt(d)$ changes no order",
    ),
    Line(
        "fl.prop3a.eq21",
        "Eq. 21: similarly, $epsilon_F (bold(theta), bold(W); bold(x), y) = 0 => "
        "epsilon(bold(theta), bold(W); bold(x), y) = 0$",
        (
            Obligation(
                "fl.prop3a.eq21.implies",
                "for all weights, features, classes and labels",
                EQ21,
                written(EQ21, _implies("normal", "plain"), FACTS),
            ),
        ),
    ),
)

_ONE_FEATURE = {"W": (("u", "v"), "u"), "g": (("u",), "2"), "f": (("u",), "1")}
_NO_ERRORS = dict.fromkeys(ERROR_SORTS, 0)
_DATA = Witness({"d": 1, "C": 2, "y": 2, **_NO_ERRORS}, _ONE_FEATURE)


CONTROLS = (
    Control(
        Attempt(
            "fl.prop3a.control.values",
            "the errors are the same, the probabilities are not: $g = 2$, weights 1 and 2",
            {**STATEMENT, "show": softmax(NORMAL, y).equals(softmax(VANILLA, y))},
            _DATA,
        ),
        "constant tightened",
    ),
)

_READINGS = (
    Reading("features in $RR^d$", ("given", 0)),
    Reading("a label $y in [C]$", ("given", 1)),
    Reading("", ("given", 2)),
)
_ERRORS = error_readings(
    "bold(w)_c^top bold(g)",
    "bold(w)_c^top bold(f)",
    5,
    "$epsilon(bold(theta), bold(W); bold(x), y) = epsilon_F (bold(theta), bold(W); bold(x), y)$",
)
MAIN = Obligation(
    "fl.prop3a.statement",
    "for all weights, features, classes and labels",
    STATEMENT,
    written(STATEMENT, LENGTH + SCALED + SAME_ERRORS, FACTS),
)

CLAIM = Claim(
    id="fl.prop3a",
    kind="theorem",
    title="A vanilla and a feature normalised network err on the same samples",
    source=source("Propositions 3 and 3.A", "19-21"),
    statement="For any model parameters $(bold(theta), bold(W))$ and any sample $(bold(x), y)$ "
    "with $bold(g)_bold(theta)(bold(x)) != bold(0)$, we have $epsilon(bold(theta), bold(W); "
    "bold(x), y) = epsilon_F (bold(theta), bold(W); bold(x), y)$.",
    readings=(
        *_READINGS,
        Reading("$bold(g)_bold(theta)(bold(x)) != bold(0)$", ("given", 3)),
        Reading(
            "$sans(n) compose bold(g)_bold(theta)(bold(x))$, called $bold(f)$",
            ("given", 4),
            "with $sans(n)(bold(g)) = sqrt(d) bold(g) \\/ norm(bold(g))$; nothing is said of "
            "$sans(n)(bold(0))$",
        ),
        *_ERRORS,
    ),
    obligations=(MAIN,),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        "fl.prop3a.satisfiable",
        "the hypotheses hold for one feature, two classes, $g = 2$, weights 1 and 2",
        STATEMENT,
        _DATA,
    ),
    notes=(
        "Eq. 19 counts no tie as an error: the argmax is a set there. The same is proved where a "
        "tie is an error; then also where ties are broken in any way, since all classes keep their "
        "order.",
        "The FN network is the one with normalisation after the last layer, which by Prop. 1 is "
        "that with normalisation in each.",
    ),
    parameters=vanilla_instances.parameters("FN"),
    instances=vanilla_instances.INSTANCES,
    run=lambda settings: [vanilla_instances.row(settings, MAIN)],
    construct=lambda settings: vanilla(settings["network"]),
)

MAXEPS = Claim(
    id="fl.maxeps",
    kind="theorem",
    title="With max{eps, norm} no assumption on the features is needed",
    source=source("Appendix B.1, after Proposition 3.A", ""),
    statement="Note that the assumption $bold(g)_bold(theta) != bold(0)$ can be removed if we use "
    "$max{epsilon, norm(bold(g)_bold(theta))}$ in our feature normalization.",
    readings=(
        *_READINGS,
        Reading("$epsilon > 0$", ("given", 3), "not printed; for $epsilon = 0$ nothing is gained"),
        Reading(
            "$bold(f) = sqrt(d) bold(g) \\/ max{epsilon, norm(bold(g))}$",
            ("given", 4),
            "with or without the factor $sqrt(d)$: only its sign counts",
        ),
        *_ERRORS,
    ),
    obligations=(
        Obligation(
            "fl.maxeps.statement",
            "for all features, $bold(0)$ included",
            STABLE_STATEMENT,
            written(STABLE_STATEMENT, STABLE_LENGTH + SCALED + SAME_ERRORS, FACTS),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "fl.maxeps.control.values",
                "the errors are the same, the probabilities are not: $g = 2$, $epsilon = 1$",
                {**STABLE_STATEMENT, "show": softmax(NORMAL, y).equals(softmax(VANILLA, y))},
                Witness({"d": 1, "C": 2, "y": 2, "eps": 1, **_NO_ERRORS}, _ONE_FEATURE),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "fl.maxeps.satisfiable",
        "the hypotheses hold for $g = 0$ and $epsilon = 1$",
        STABLE_STATEMENT,
        Witness(
            {"d": 1, "C": 2, "y": 2, "eps": 1, "ev": 0, "en": 0, "uv": 1, "un": 1},
            {"W": (("u", "v"), "1"), "g": (("u",), "0"), "f": (("u",), "0")},
        ),
    ),
)
