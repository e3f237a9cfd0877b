"""layeract.eq4: the bound on the activation fluctuation of element-level functions (Eq. 4)."""

from __future__ import annotations

from fractions import Fraction

from constructions.layeract import Indexed, Scale, element_act, fluctuation
from constructions.terms import Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.layeract import instances
from proofs.layeract.eq7 import ONE_ELEMENT as ANY_ELEMENT
from proofs.layeract.eq7 import one_element
from proofs.layeract.paper import read_as, source
from proofs.layeract.sums import (
    BOUNDED,
    INCREASING,
    ZERO,
    compared,
    d,
    euclid_below,
    k,
    noise,
    noisy,
    norm,
    s,
    size,
    total,
    y,
)
from proofs.layeract.witnesses import (
    CONSTANT_HALF,
    HARD,
    each_of,
    hard_active,
    hard_bounded,
    hard_increasing,
    listed,
)
from proofs.library.vectors import S, every_real, fact
from proofs.trees.script import Json, Node, auto, case, have, intro, lemmas, node, statement

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

# --- scripts -------------------------------------------------------------------------------------

_a, _b, _e, _y = (var(name) for name in ("a0", "b0", "e0", "y0"))
_NAMES = ("y0", "e0", "a0", "b0")
#: one element, with a = s(yhat), b = s(y): where s increases, a change of y changes both alike
ONE_ELEMENT = every_real(
    _NAMES,
    implies(
        conj(_y > 0, _a >= 0, implies(_e >= 0, _b <= _a), implies(_e <= 0, _a <= _b)),
        S.abs((_y + _e) * _a - _y * _b).equals(_y * S.abs(_a - _b) + S.abs(_e) * _a),
    ),
)


def _one_element() -> Node:
    """The cases eps >= 0, with a >= b, and eps < 0, with a <= b."""
    up, down = implies(_e >= 0, _b <= _a), implies(_e <= 0, _a <= _b)
    inner = (_y + _e) * _a - _y * _b

    def signed(known: Json, sign: int) -> Node:
        parts: list[tuple[Json, Node]] = [
            (sign * (_a - _b) >= 0, auto("a - b")),
            (sign * _y * (_a - _b) >= 0, auto("y (a - b)")),
            (sign * _e * _a >= 0, auto("eps a")),
            (sign * inner >= 0, auto("the sum")),
        ]
        sizes = auto("sizes")
        for term in (S.abs(_e), S.abs(_a - _b), S.abs(inner)):
            sizes = case(term.json, sizes, sizes)
        return fact(known, [], lemmas(parts, sizes), auto("the sign of eps"))

    proof = intro("", node("split", signed(up, 1), signed(down, -1), on=_e.json))
    for name in reversed(_NAMES):
        proof = intro(name, proof)
    return proof


def equal_elements(then: Node) -> Node:
    """sum |yhat s(yhat) - y s(y)| = sum (y |s(yhat) - s(y)| + |eps| s(yhat)); then go on."""

    def known(at: Term, rest: Node) -> Node:
        values = [y(at), noise(at), s(noisy(at)), s(y(at))]
        one = intro("", fact(INCREASING, [y(at), noisy(at)], auto("s(yhat)"), auto("y <= yhat")))
        two = intro("", fact(INCREASING, [noisy(at), y(at)], auto("s(y)"), auto("yhat <= y")))
        premise = node("both", auto("y > 0"), auto("s >= 0"), one, two)
        element = fact(ONE_ELEMENT, values, rest, premise)
        inside = fact(BOUNDED, [noisy(at)], element)
        positive = fact(
            POSITIVE, [at], fact(implies(at <= d, y(at) > 0), [], inside, auto("at <= d")), auto()
        )
        return positive

    sums = compared(size(moved), "=", [(S.const(1), summand)], ZERO, known, then)
    return have(ONE_ELEMENT, _one_element(), sums)


def bounded_elements(then: Node) -> Node:
    """sum |yhat s(yhat) - y s(y)| <= sum (|y| |s(yhat) - s(y)| + |eps| s(yhat)); then go on."""

    def known(at: Term, rest: Node) -> Node:
        values = [y(at), noise(at), s(noisy(at)), s(y(at))]
        return fact(BOUNDED, [noisy(at)], fact(ANY_ELEMENT, values, rest, auto("s >= 0")))

    sums = compared(size(moved), "<=", [(S.const(1), signed_summand)], ZERO, known, then)
    return have(ANY_ELEMENT, one_element(), sums)


# --- the claim -----------------------------------------------------------------------------------

_ONE_HALF = Witness({"d": 1}, {"y": listed(1), "eps": listed(0), "s": CONSTANT_HALF})
_HARD_GIVENS = {2: hard_bounded, 3: hard_increasing, 4: hard_active}
_TIGHT = {**STATEMENT, "show": FLUCTUATION <= BOUND * S.const(Fraction(9, 10))}

CONTROLS = (
    Control(
        Attempt(
            "layeract.eq4.control.positive",
            "without $y_i > 0$: HardSiLU at $y = -3$ with $epsilon = 1$; the fluctuation is $1/3$, "
            "the bound $-1/3$",
            statement(SORTS, [GIVEN[0], *GIVEN[2:]], STATEMENT["show"], FUNCTIONS),
            Witness({"d": 1}, {"y": listed(-3), "eps": listed(1), "s": HARD}),
            {1: hard_bounded, 2: hard_increasing, 3: hard_active},
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.eq4.control.bound",
            "with nine tenths of the bound: HardSiLU at $y = 1$ with $epsilon = 1$",
            _TIGHT,
            Witness({"d": 1}, {"y": listed(1), "eps": listed(1), "s": HARD}),
            {1: lambda: each_of(1, auto("y > 0")), **_HARD_GIVENS},
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
            lambda: equal_elements(auto("both sides")),
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
    lambda: bounded_elements(auto("the sums")),
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
    lambda: equal_elements(auto("equality")),
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
            lambda: equal_elements(euclid_below(moved, auto("the Euclidean norm is smaller"))),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.eq4.satisfiable",
        "the hypotheses hold for $y = 1$ and $s = 1/2$",
        STATEMENT,
        _ONE_HALF,
        {1: lambda: each_of(1, auto("y > 0"))},
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
