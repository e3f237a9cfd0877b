"""layeract.eq7: the bound on the activation fluctuation of LayerAct functions (Eq. 7)."""

from __future__ import annotations

from fractions import Fraction

from constructions.layeract import Indexed, fluctuation
from constructions.terms import Term, app, every, implies
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract import instances
from proofs.layeract.paper import read_as, source
from proofs.layeract.sums import (
    BOUNDED,
    d,
    k,
    noise,
    noisy,
    norm,
    s,
    total,
    y,
)
from proofs.layeract.witnesses import CONSTANT_HALF, HARD, listed
from proofs.library.vectors import S
from proofs.trees.script import statement

SORTS = {"d": "int"}
FUNCTIONS = {"y": 1, "eps": 1, "s": 1, "n": 1, "nhat": 1}


def scale(at: Term) -> Term:
    """s(n_i)."""
    return s(app("n", at))


def scale_noisy(at: Term) -> Term:
    """s(nhat_i)."""
    return s(app("nhat", at))


def moved(at: Term) -> Term:
    """g(y + eps)_i - g(y)_i."""
    return noisy(at) * scale_noisy(at) - y(at) * scale(at)


def summand(at: Term) -> Term:
    """|y_i| |s(nhat_i) - s(n_i)| + |eps_i| s(nhat_i)."""
    change = S.abs(scale_noisy(at) - scale(at))
    return S.abs(y(at)) * change + S.abs(noise(at)) * scale_noisy(at)


FLUCTUATION = fluctuation(
    S,
    Indexed(lambda at: noisy(at) * scale_noisy(at), d),
    Indexed(lambda at: y(at) * scale(at), d),
)  #: Definition 3.2
BOUND = total(summand)
GIVEN = [d >= 1, BOUNDED]
STATEMENT = statement(SORTS, GIVEN, FLUCTUATION <= BOUND, FUNCTIONS)
EUCLID = statement(SORTS, GIVEN, norm(moved) <= BOUND, FUNCTIONS)
#: both parts of a summand have the same sign
ALIKE = every(
    "k",
    "int",
    implies(k >= 1, k <= d, y(k) * (scale_noisy(k) - scale(k)) * noise(k) >= 0),
)
EQUALITY = statement(SORTS, [*GIVEN, ALIKE], FLUCTUATION.equals(BOUND), FUNCTIONS)

# --- proofs ---------------------------------------------------------------------------------------

FACTS = {"bounded": BOUNDED, "alike": ALIKE}
NAMES = {
    "moved": moved,
    "summand": summand,
    "after": scale_noisy,
    "before": scale,
    "place": lambda k: app("nhat", k),
}
#: (y + eps) a - y b = y (a - b) + eps a for the scales a >= 0 after and b before
TRIANGLE = """
have each: for all k in 1..d, |moved(k)| <= summand(k):
  let a = after(k)
  let change = a - before(k)
  have 0 <= a by bounded(place(k))
  show by triangle(y(k)*change, eps(k)*a), abs_product(y(k), change), abs_product(eps(k), a), 0 <= a
have below: sum(k = 1..d, |moved(k)|) <= sum(k = 1..d, summand(k))
  by sum_mono(k -> |moved(k)|, k -> summand(k), 1, d), each
"""
EUCLIDEAN = f"""{TRIANGLE}
show by below, norm_two_one(k -> moved(k), 1, d)
"""
ONE_SIGN = """
have each: for all k in 1..d, |moved(k)| = summand(k):
  let a = after(k)
  let change = a - before(k)
  have 0 <= a by bounded(place(k))
  have 0 <= (y(k)*change)*(eps(k)*a) by alike(k), 0 <= a
  show by triangle_equal(y(k)*change, eps(k)*a), abs_product(y(k), change), abs_product(eps(k), a),
    0 <= a
show by sum_equal(k -> |moved(k)|, k -> summand(k), 1, d), each
"""

# --- the claim -----------------------------------------------------------------------------------


def _data(y0: int, e0: int, before: int, after: int, s0: object = HARD) -> Witness:
    """One element with n and nhat given."""
    functions = {"y": listed(y0), "eps": listed(e0), "n": listed(before), "nhat": listed(after)}
    return Witness({"d": 1}, {**functions, "s": s0})  # type: ignore[dict-item]


_SIGNED = total(
    lambda at: y(at) * S.abs(scale_noisy(at) - scale(at)) + S.abs(noise(at)) * scale_noisy(at)
)
CONTROLS = (
    Control(
        Attempt(
            "layeract.eq7.control.negative",
            "without $0 <= s <= 1$: $s(t) = t$, $y = 0$, $epsilon = 1$, $hat(n) = -1$",
            statement(SORTS, [GIVEN[0]], STATEMENT["show"], FUNCTIONS),
            _data(0, 1, 0, -1, (("u",), "u")),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.eq7.control.signed",
            "with $y_i$ in place of $abs(y_i)$, as in Eq. 4: $y = -1$ and $epsilon = 0$",
            {**STATEMENT, "show": FLUCTUATION <= _SIGNED},
            _data(-1, 0, 0, 3),
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.eq7.control.bound",
            "with nine tenths of the bound: $y = 1$, $epsilon = 1$, $n = 0$, $hat(n) = 3$",
            {**STATEMENT, "show": FLUCTUATION <= BOUND * S.const(Fraction(9, 10))},
            _data(1, 1, 0, 3),
        ),
        "constant tightened",
    ),
)

READINGS = (
    Reading("$d$-dimensional", ("given", 0)),
    Reading(
        "$s$ is bounded between zero and one",
        ("given", 1),
        "Definition 3.1; only $s >= 0$ counts",
    ),
)
SHARPENED = Claim(
    id="layeract.eq7.sharpened",
    kind="theorem",
    title="When Eq. 7 holds with equality",
    source=source("Section 3.2", "7"),
    statement="If $y_i (s(hat(n)_i) - s(n_i)) epsilon_i >= 0$ for all $i$, Eq. 7 is an equality.",
    readings=(
        *READINGS,
        Reading("$y_i (s(hat(n)_i) - s(n_i)) epsilon_i >= 0$", ("given", 2)),
        Reading("the equality", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.eq7.sharpened.statement",
            "equality for every $d >= 1$",
            EQUALITY,
            written(EQUALITY, ONE_SIGN, FACTS, **NAMES),
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq7.sharpened.satisfiable",
        "$y = 1$, $epsilon = 1$, $n = 0$, $hat(n) = 3$, HardSigmoid",
        EQUALITY,
        _data(1, 1, 0, 3),
    ),
)

MAIN = Obligation(
    "layeract.eq7.statement",
    "Eq. 7 for every $d >= 1$, all inputs, noise and normalised values",
    STATEMENT,
    written(STATEMENT, TRIANGLE, FACTS, **NAMES),
)

CLAIM = Claim(
    id="layeract.eq7",
    kind="theorem",
    title="The activation fluctuation of LayerAct functions is bounded by two terms",
    source=source("Section 3.2", "7"),
    statement="Given that $n$ and $hat(n)$ represent the normalized output of $y$ and $hat(y)$, "
    "respectively, we can define an upper bound for the activation fluctuation of LayerAct "
    "functions as follows: $norm(g(hat(y)) - g(y)) <= sum_(i=1)^d (abs(y_i) abs(s(hat(n)_i) - "
    "s(n_i)) + abs(epsilon_i) s(hat(n)_i))$.",
    readings=(
        *READINGS,
        Reading("Eq. 7", ("show",), "the norm of Definition 3.2, a sum of absolute values"),
        *read_as("layeract.eq7.euclid", READINGS),
        Reading("the same with the Euclidean norm", ("show",), "", "layeract.eq7.euclid"),
    ),
    obligations=(
        MAIN,
        Obligation(
            "layeract.eq7.euclid",
            "Eq. 7 with the Euclidean norm on its left side",
            EUCLID,
            written(EUCLID, EUCLIDEAN, FACTS, **NAMES),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.eq7.satisfiable",
        "the hypotheses hold for $s = 1/2$",
        STATEMENT,
        _data(1, 0, 0, 0, CONSTANT_HALF),
    ),
    sharpened=(SHARPENED,),
    notes=(
        "Proved for any numbers $n_i$ and $hat(n)_i$, so for the normalised outputs with $alpha$ "
        "(Eq. 6) and without (Definition 3.2).",
        "For element-level functions with $y_i > 0$ such a bound is an equality "
        "(`layeract.eq4.sharpened`), here it need not be one: the layer's $s(n_i)$ may fall while "
        "$y_i$ rises.",
    ),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=lambda settings: [
        instances.compared_row(
            settings,
            instances.layer_fluctuation,
            instances.layer_bound,
            general=MAIN,
            written=instances.MAX_KERNEL_LAYER,
        )
    ],
)
