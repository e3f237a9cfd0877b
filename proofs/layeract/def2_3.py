"""layeract.def2_3: the activation fluctuation of element-level activations (Definition 2.3)."""

from __future__ import annotations

from collections.abc import Callable

from constructions.layeract import Indexed, fluctuation
from constructions.terms import Json, Term, conj, every, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.calculus import S
from proofs.layeract.eq2 import relu_scale
from proofs.layeract.paper import source
from proofs.layeract.sums import FUNCTIONS, d, noise, noisy, s, y
from proofs.trees.script import statement

k, eta = var("k"), var("eta")
Body = Callable[[Term], Term]


def element(at: Term) -> Term:
    """y_i s(y_i)."""
    return y(at) * s(y(at))


def moved(at: Term) -> Term:
    """yhat_i s(yhat_i), yhat_i = y_i + eps_i."""
    return noisy(at) * s(noisy(at))


def parts(at: Term) -> Term:
    """y_i (s(yhat_i) - s(y_i)) + eps_i s(yhat_i)."""
    return y(at) * (s(noisy(at)) - s(y(at))) + noise(at) * s(noisy(at))


def sizes(body: Body, power: int = 1) -> Term:
    """sum_i |body(i)|^power."""
    term = S.abs(body(var("j")))
    return total("j", 1, d, term**power if power > 1 else term)


FLUCTUATION = fluctuation(S, Indexed(moved, d), Indexed(element, d))
STATEMENT = statement({"d": "int"}, [d >= 1], FLUCTUATION.equals(sizes(parts)), FUNCTIONS)


# --- "small if a sufficient number of its elements are in saturation state" ----------------------


def relu_output(at: Term) -> Term:
    return at * relu_scale(at)


def _each(formula: Json) -> Json:
    return every("k", "int", implies(conj(k >= 1, k <= d), formula))


_RELU_CHANGE = total("j", 1, d, S.abs(relu_output(noisy(var("j"))) - relu_output(y(var("j")))))
SATURATED = statement(
    {"d": "int", "eta": "real"},
    [d >= 1, eta > 0, _each(relu_scale(y(k)).equals(0))],
    _RELU_CHANGE <= eta,
    {"y": 1, "eps": 1},
)
_BOTH_SMALL = _each(conj(S.abs(s(y(k))) <= eta, S.abs(s(noisy(k))) <= eta))


def _size_sum(at: Term) -> Term:
    return S.abs(y(at)) + S.abs(noisy(at))


REPAIRED = statement(
    {"d": "int", "eta": "real"},
    [d >= 1, eta >= 0, _BOTH_SMALL],
    FLUCTUATION <= eta * total("j", 1, d, _size_sum(var("j"))),
    FUNCTIONS,
)
SATURATED_BOUND = """
have each: for all k in 1..d, |moved(k) - element(k)| <= eta*(|y(k)| + |noisy(k)|):
  fix k
  have first: |element(k)| <= eta*|y(k)| by abs_product(y(k), s(y(k))), small(k)
  have second: |moved(k)| <= eta*|noisy(k)| by abs_product(noisy(k), s(noisy(k))), small(k)
  show by first, second
have below: sum(k = 1..d, |moved(k) - element(k)|) <= sum(k = 1..d, eta*(|y(k)| + |noisy(k)|))
    by sum_mono(k -> |moved(k) - element(k)|, k -> eta*(|y(k)| + |noisy(k)|), 1, d), each
show by below, sum_scale(k -> |y(k)| + |noisy(k)|, eta, 1, d)
"""

_AWAKE = Witness({"d": 1, "eta": "1/2"}, {"y": (("u",), "-1"), "eps": (("u",), "2")})


SATURATED_CLAIM = Claim(
    id="layeract.def2_3.saturated",
    kind="theorem",
    title="A sample is robust if enough of its elements are saturated",
    source=source("a reading of Section 2.3, after Definition 2.3", ""),
    statement="A sample will exhibit a small $norm(f(hat(y)) - f(y))$ if a sufficient number "
    "of its "
    "elements are in saturation state.",
    readings=(
        Reading("a sample of $d$ elements", ("given", 0)),
        Reading("small: at most $eta$", ("given", 1)),
        Reading(
            "a sufficient number of its elements are in saturation state",
            ("given", 2),
            "all of them, with ReLU; nothing is printed about the noise",
        ),
        Reading("$norm(f(hat(y)) - f(y))$ is small", ("show",)),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.def2_3.saturated.awake",
            "ReLU, $d = 1$, $y = -1$, $epsilon = 2$: the noise leads out of the saturation state, "
            "from 0 to 1",
            SATURATED,
            _AWAKE,
        ),
    ),
    satisfiable=Attempt(
        "layeract.def2_3.saturated.satisfiable",
        "$y = -1$ is in saturation state",
        SATURATED,
        _AWAKE,
    ),
    notes=(
        "Nothing is printed about the size of the noise. It has to keep the elements in saturation "
        "state (the repaired claim); with ReLU it does where $abs(epsilon_i) < abs(y_i)$.",
    ),
    repaired=(
        Claim(
            id="layeract.def2_3.saturated.repaired",
            kind="theorem",
            title="Elements that are saturated with and without noise change little",
            source=source("Section 2.3, after Definition 2.3", ""),
            statement="If $abs(s(y_i)) <= eta$ and $abs(s(hat(y)_i)) <= eta$ for all $i$, then "
            "$norm(f(hat(y)) - f(y)) <= eta sum_i (abs(y_i) + abs(hat(y)_i))$.",
            differs=(
                "All elements are saturated, with the noise and without it, instead of a "
                "sufficient number of them; and the bound is written out."
            ),
            readings=(
                Reading("$d$ elements", ("given", 0)),
                Reading("$eta >= 0$", ("given", 1)),
                Reading("saturated with and without the noise", ("given", 2)),
                Reading("the bound", ("show",)),
            ),
            obligations=(
                Obligation(
                    "layeract.def2_3.saturated.bound",
                    "for every $d$, every $s$ and all noise",
                    REPAIRED,
                    written(
                        REPAIRED,
                        SATURATED_BOUND,
                        {"small": _BOTH_SMALL},
                        element=element,
                        moved=moved,
                        noisy=noisy,
                    ),
                ),
            ),
        ),
    ),
)

_TWO = Witness({"d": 2}, {"y": (("u",), "0"), "eps": (("u",), "1"), "s": (("u",), "1")})
CONTROLS = (
    Control(
        Attempt(
            "layeract.def2_3.control.norm",
            "with the Euclidean norm: $d = 2$, $y = (0, 0)$, $epsilon = (1, 1)$, $s = 1$: "
            "$sqrt(2) != 2$",
            {
                **STATEMENT,
                "show": S.sqrt(sizes(lambda at: moved(at) - element(at), 2)).equals(sizes(parts)),
            },
            _TWO,
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.def2_3.control.scale",
            "with $s(y_i)$ in the last term: $y = 0$, $epsilon = 1$, $s(u) = u$",
            {
                **STATEMENT,
                "show": FLUCTUATION.equals(
                    sizes(lambda at: y(at) * (s(noisy(at)) - s(y(at))) + noise(at) * s(y(at)))
                ),
            },
            Witness({"d": 1}, {"y": (("u",), "0"), "eps": (("u",), "1"), "s": (("u",), "u")}),
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id="layeract.def2_3",
    kind="definition",
    title="The activation fluctuation of element-level activation functions",
    source=source("Section 2.3, Definitions 2.2 and 2.3", ""),
    statement="$ norm(f(hat(y)) - f(y)) = sum_(i=1)^d abs(hat(y)_i s(hat(y)_i) - y_i s(y_i)) = "
    "sum_(i=1)^d abs(y_i (s(hat(y)_i) - s(y_i)) + epsilon_i s(hat(y)_i)), quad "
    "hat(y)_i = y_i + epsilon_i. $",
    readings=(
        Reading("$d$ elements", ("given", 0), "any noise $epsilon_i$, any function $s$"),
        Reading(
            "$norm(f(hat(y)) - f(y)) = sum_i abs(hat(y)_i s(hat(y)_i) - y_i s(y_i))$, and the two "
            "sums are equal",
            ("show",),
            "the norm is the sum of absolute values; Definition 2.2 does not name it",
        ),
    ),
    obligations=(
        Obligation(
            "layeract.def2_3.statement", "for every $d$, $s$, $y$ and noise", STATEMENT,
            written(STATEMENT, "show by search"),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.def2_3.satisfiable", "$d = 2$", STATEMENT, _TWO
    ),
    notes=(
        'Definition 2.2 defines the fluctuation "as $norm(f(y + epsilon) - f(y)) <= c$", where a '
        "number is meant: the left side, of which $c$ is a bound.",
    ),
)  # fmt: skip
