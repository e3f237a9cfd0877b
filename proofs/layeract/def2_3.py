"""layeract.def2_3: the activation fluctuation of element-level activations (Definition 2.3)."""

from __future__ import annotations

from collections.abc import Callable

from constructions.layeract import Indexed, fluctuation
from constructions.terms import Json, Term, conj, every, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.layeract.calculus import ONE, ZERO, S
from proofs.layeract.eq2 import relu_scale
from proofs.layeract.paper import source
from proofs.layeract.sums import FUNCTIONS, compared, d, noise, noisy, s, y
from proofs.library.vectors import fact
from proofs.trees.leaves import given, using
from proofs.trees.script import Node, auto, case, have, intro, statement

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


def statement_script() -> Node:
    def left(at: Term) -> Term:
        return S.abs(moved(at) - element(at))

    def right(at: Term) -> Term:
        return S.abs(parts(at))

    def same_size(at: Term, then: Node) -> Node:
        equal = (moved(at) - element(at)).equals(parts(at))
        sized = have(left(at).equals(right(at)), auto("the same number"), then)
        return have(equal, auto("the two forms"), sized)

    return compared(left, "=", [(ONE, right)], ZERO, same_size, auto("the sums"))


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
_v, _w = var("v0"), var("w0")
_PRODUCT = every(
    "v0",
    "real",
    every("w0", "real", implies(S.abs(_w) <= eta, S.abs(_v * _w) <= eta * S.abs(_v))),
)


def repaired_script() -> Node:
    def left(at: Term) -> Term:
        return S.abs(moved(at) - element(at))

    def small(at: Term, then: Node) -> Node:
        one, two = moved(at), element(at)
        gap = one - two
        facts = [S.abs(one) >= one, S.abs(one) + one >= 0, S.abs(two) >= two, S.abs(two) + two >= 0]
        size = S.abs(gap) <= S.abs(one) + S.abs(two)
        triangle = case(S.abs(gap).json, *[using(*facts, recent=2)] * 2)
        ends = have(size, triangle, then)
        products = fact(
            _PRODUCT,
            [noisy(at), s(noisy(at))],
            fact(_PRODUCT, [y(at), s(y(at))], ends, given()),
            given(),
        )
        return fact(_BOTH_SMALL, [at], products, auto("1 <= i <= d"))

    leaf = auto("|v w|")
    for term in (_v * _w, _v, _w):
        leaf = case(S.abs(term).json, leaf, leaf)
    first = have(S.abs(_w) * S.abs(_v) <= eta * S.abs(_v), auto(), leaf)
    proof = intro("v0", intro("w0", intro("", first)))
    sums = compared(left, "<=", [(eta, _size_sum)], ZERO, small, auto("the sums"))
    return have(_PRODUCT, proof, sums)


_AWAKE = Witness({"d": 1, "eta": "1/2"}, {"y": (("u",), "-1"), "eps": (("u",), "2")})


def _saturated() -> Node:
    return intro("q", intro("", auto("s(-1) = 0")))


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
            {2: _saturated},
        ),
    ),
    satisfiable=Attempt(
        "layeract.def2_3.saturated.satisfiable",
        "$y = -1$ is in saturation state",
        SATURATED,
        _AWAKE,
        {2: _saturated},
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
                    repaired_script,
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
            statement_script,
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
