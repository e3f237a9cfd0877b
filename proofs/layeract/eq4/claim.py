"""layeract.eq4: the bound on the activation fluctuation of element-level functions (Eq. 4)."""

from __future__ import annotations

from fractions import Fraction

from constructions.layeract import Indexed, Scale, element_act, fluctuation
from constructions.terms import Term, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract import instances
from proofs.layeract.eq7 import TRIANGLE
from proofs.layeract.paper import read_as, source
from proofs.layeract.sums import (
    BOUNDED,
    INCREASING,
    d,
    k,
    noise,
    noisy,
    norm,
    s,
    total,
    y,
)
from proofs.layeract.witnesses import (
    CONSTANT_HALF,
    HARD,
    listed,
)
from proofs.library.vectors import S
from proofs.trees.script import statement

SORTS = {"d": "int"}
FUNCTIONS = {"y": 1, "eps": 1, "s": 1}
OPEN = Scale("s", lambda system, t: s(t), lambda system, t, at_kink: t, None)
POSITIVE = every("k", "int", implies(k >= 1, k <= d, y(k) > 0))
_t = var("t")
ACTIVE = every("t", "real", implies(_t > 0, s(_t) > 0))
GIVEN = [d >= 1, POSITIVE, BOUNDED, INCREASING, ACTIVE]


def moved(at: Term) -> Term:
    """f(y + eps)_i - f(y)_i."""
    return element_act(S, OPEN, noisy(at)) - element_act(S, OPEN, y(at))


def summand(at: Term) -> Term:
    """y_i |s(yhat_i) - s(y_i)| + |eps_i| s(yhat_i)."""
    return y(at) * S.abs(s(noisy(at)) - s(y(at))) + S.abs(noise(at)) * s(noisy(at))


FLUCTUATION = fluctuation(
    S,
    Indexed(lambda at: element_act(S, OPEN, noisy(at)), d),
    Indexed(lambda at: element_act(S, OPEN, y(at)), d),
)  #: Definition 2.3
BOUND = total(summand)
STATEMENT = statement(SORTS, GIVEN, FLUCTUATION <= BOUND, FUNCTIONS)
EQUALITY = statement(SORTS, GIVEN, FLUCTUATION.equals(BOUND), FUNCTIONS)
EUCLID = statement(SORTS, GIVEN, norm(moved) <= BOUND, FUNCTIONS)


def signed_summand(at: Term) -> Term:
    """|y_i| |s(yhat_i) - s(y_i)| + |eps_i| s(yhat_i)."""
    return S.abs(y(at)) * S.abs(s(noisy(at)) - s(y(at))) + S.abs(noise(at)) * s(noisy(at))


ANY_SIGN = statement(SORTS, [d >= 1, BOUNDED], FLUCTUATION <= total(signed_summand), FUNCTIONS)

# --- proofs ---------------------------------------------------------------------------------------

FACTS = {"positive": POSITIVE, "bounded": BOUNDED, "increasing": INCREASING}
NAMES = {"moved": moved, "summand": summand}
#: where s increases, a change of y moves y and s(y) alike
ELEMENTS = """
have each: for all k in 1..d, |moved(k)| = summand(k):
  have y(k) > 0 by positive(k)
  have 0 <= s(y(k) + eps(k)) by bounded(y(k) + eps(k))
  cases eps(k) >= 0:
    have s(y(k)) <= s(y(k) + eps(k)) by increasing(y(k), y(k) + eps(k))
  have s(y(k) + eps(k)) <= s(y(k)) by increasing(y(k) + eps(k), y(k))
have equal: sum(k = 1..d, |moved(k)|) = sum(k = 1..d, summand(k))
  by sum_equal(k -> |moved(k)|, k -> summand(k), 1, d), each
"""
EUCLIDEAN = f"""{ELEMENTS}
show by equal, norm_two_one(k -> moved(k), 1, d)
"""
SIGNED_NAMES = {
    "moved": moved,
    "summand": signed_summand,
    "after": lambda k: s(noisy(k)),
    "before": lambda k: s(y(k)),
    "place": noisy,
}

# --- the claim -----------------------------------------------------------------------------------

_ONE_HALF = Witness({"d": 1}, {"y": listed(1), "eps": listed(0), "s": CONSTANT_HALF})
_TIGHT = {**STATEMENT, "show": FLUCTUATION <= BOUND * S.const(Fraction(9, 10))}

CONTROLS = (
    Control(
        Attempt(
            "layeract.eq4.control.positive",
            "without $y_i > 0$: HardSiLU at $y = -3$ with $epsilon = 1$; the fluctuation is $1/3$, "
            "the bound $-1/3$",
            statement(SORTS, [GIVEN[0], *GIVEN[2:]], STATEMENT["show"], FUNCTIONS),
            Witness({"d": 1}, {"y": listed(-3), "eps": listed(1), "s": HARD}),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.eq4.control.bound",
            "with nine tenths of the bound: HardSiLU at $y = 1$ with $epsilon = 1$",
            _TIGHT,
            Witness({"d": 1}, {"y": listed(1), "eps": listed(1), "s": HARD}),
        ),
        "constant tightened",
    ),
)

READINGS = (
    Reading("$d$-dimensional", ("given", 0)),
    Reading("$y_i > 0$ for all $i$", ("given", 1)),
    Reading("$s$ is bounded between zero and one", ("given", 2), "only $s >= 0$ counts"),
    Reading("$s$ is increasing", ("given", 3), "Eq. 2; not strictly"),
    Reading("$s(y_i) > 0$ if $y_i > 0$", ("given", 4), "Eq. 2"),
)

SHARPENED = Claim(
    id="layeract.eq4.sharpened",
    kind="theorem",
    title="Eq. 4 holds with equality",
    source=source("Section 2.3", "4"),
    statement="Under the hypotheses of Eq. 4, $norm(f(hat(y)) - f(y)) = sum_(i=1)^d (y_i "
    "abs(s(hat(y)_i) - s(y_i)) + abs(epsilon_i) dot s(hat(y)_i))$.",
    readings=(*READINGS, Reading("the equality", ("show",))),
    obligations=(
        Obligation(
            "layeract.eq4.sharpened.statement",
            "equality for every $d >= 1$",
            EQUALITY,
            written(EQUALITY, ELEMENTS, FACTS, **NAMES),
        ),
    ),
    notes=(
        "An increasing $s$ moves with $y$, so for $y_i > 0$ the two parts of every summand have "
        "the same sign.  The bound of Eq. 4 is no estimate but the fluctuation itself.",
    ),
)

SIGNED = Obligation(
    "layeract.eq4.signed.statement",
    "for every $d >= 1$ and inputs of any sign",
    ANY_SIGN,
    written(ANY_SIGN, TRIANGLE, FACTS, **SIGNED_NAMES),
)
SIGNED_CLAIM = Claim(
    id="layeract.eq4.signed",
    kind="theorem",
    title="Eq. 4 with |y_i| holds for inputs of any sign",
    source=source("Section 2.3", "4"),
    statement="For every $d >= 1$, every $s$ that is bounded between zero and one and all $y$ and "
    "$epsilon$, $norm(f(hat(y)) - f(y)) <= sum_(i=1)^d (abs(y_i) abs(s(hat(y)_i) - "
    "s(y_i)) + abs(epsilon_i) dot s(hat(y)_i))$.",
    readings=(
        Reading("$d$-dimensional", ("given", 0)),
        Reading("$s$ is bounded between zero and one", ("given", 1), "only $s >= 0$ counts"),
        Reading("the bound with $abs(y_i)$", ("show",)),
    ),
    obligations=(SIGNED,),
    satisfiable=Attempt(
        "layeract.eq4.signed.satisfiable",
        "$y = -1$, no noise and $s = 1/2$",
        ANY_SIGN,
        Witness({"d": 1}, {"y": listed(-1), "eps": listed(0), "s": CONSTANT_HALF}),
    ),
)

MAIN = Obligation(
    "layeract.eq4.statement",
    "Eq. 4 for every $d >= 1$",
    STATEMENT,
    written(STATEMENT, ELEMENTS, FACTS, **NAMES),
)

CLAIM = Claim(
    id="layeract.eq4",
    kind="theorem",
    title="The activation fluctuation of element-level functions is bounded by two terms",
    source=source("Section 2.3", "4"),
    statement="More specifically, the activation fluctuation is upper-bounded when not all "
    "elements are in the saturation state, where $y_i > 0$ for all $i$: $norm(f(hat(y)) - f(y)) <= "
    "sum_(i=1)^d (y_i abs(s(hat(y)_i) - s(y_i)) + abs(epsilon_i) dot s(hat(y)_i))$.",
    readings=(
        *READINGS,
        Reading(
            "$norm(f(hat(y)) - f(y)) <= ...$",
            ("show",),
            "the norm of Definition 2.3, a sum of absolute values",
        ),
        *read_as("layeract.eq4.euclid", READINGS),
        Reading("the same with the Euclidean norm", ("show",), "", "layeract.eq4.euclid"),
    ),
    obligations=(
        MAIN,
        Obligation(
            "layeract.eq4.euclid",
            "Eq. 4 with the Euclidean norm on its left side",
            EUCLID,
            written(EUCLID, EUCLIDEAN, FACTS, **NAMES),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.eq4.satisfiable",
        "the hypotheses hold for $y = 1$ and $s = 1/2$",
        STATEMENT,
        _ONE_HALF,
    ),
    sharpened=(SHARPENED, SIGNED_CLAIM),
    notes=(
        "That not all elements are saturated is not needed.  That $y_i > 0$ is: otherwise the "
        "bound may be negative (a control).  With $abs(y_i)$ in place of $y_i$ it holds for all "
        "$y$, as Eq. 7 does (`layeract.eq4.signed`).",
        "The norm is that of Definition 2.3.  Definition 2.2 leaves it open; with the Euclidean "
        "norm Eq. 4 holds too.",
    ),
    parameters=instances.PARAMETERS,
    instances=instances.POSITIVE_INSTANCES,
    run=lambda settings: [instances.element_row(settings, MAIN, SIGNED)],
)
