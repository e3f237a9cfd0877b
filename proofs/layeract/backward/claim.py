"""layeract.backward: the three gradient formulas after Eq. 6, for every d, s and loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constructions.layeract import Indexed, deviation, mean, normalise, variance
from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import Written, written
from proofs.layeract import instances
from proofs.layeract.backward.chain_rule import (
    LOSS,
    a,
    g,
    loss,
)
from proofs.layeract.backward.proof import BY_INPUT as BY_INPUT_TEXT
from proofs.layeract.backward.proof import BY_MEAN as BY_MEAN_TEXT
from proofs.layeract.backward.proof import BY_VARIANCE as BY_VARIANCE_TEXT
from proofs.layeract.calculus import (
    ONE,
    ZERO,
    S,
    derivative,
    differentiable,
    ds,
    s,
)
from proofs.layeract.paper import read_as, source
from proofs.layeract.sums import (
    LAYER_FACTS,
    LAYER_NAMES,
    MEAN,
    ROOT,
    VARIANCE,
    alpha,
    centred,
    d,
    k,
    mu,
    n,
    v,
    y,
)
from proofs.trees.script import (
    statement,
)

t, ell = var("t"), var("l")
Body = Callable[[Term], Term]
V = v + alpha
FUNCTIONS = {"y": 1, "s": 1, "ds": 1, "g": 1, "a": 2, "F": 1}
SORTS = {"d": "int", "mu": "real", "v": "real", "alpha": "real"}
INSIDE = conj(k >= 1, k <= d)
SMOOTH = every("k", "int", implies(INSIDE, differentiable(n(k), ds(n(k)))))
LAYER: list[Json] = [d >= 1, alpha > 0, MEAN, VARIANCE, SMOOTH]


def _weighted(at: Term) -> Term:
    """dL/da_at s'(n_at)."""
    return g(at) * ds(n(at))


def _sum(body: Callable[[Term], Term]) -> Term:
    return total("j", 1, d, body(var("j")))


def _by_mean(at: Term) -> Term:
    return _weighted(at) * (-y(at) / ROOT)


def _by_variance(at: Term) -> Term:
    return _weighted(at) * (-y(at) * n(at) / (2 * V))


#: the printed formulas, for n_i, mu and sigma^2 of the layer
BY_MEAN, BY_VARIANCE = _sum(_by_mean), _sum(_by_variance)
BY_INPUT = (
    g(ell) * s(n(ell))
    + _weighted(ell) * (y(ell) / ROOT)
    + 1 / d * BY_MEAN
    + 2 * (y(ell) - mu) / d * BY_VARIANCE
)


def _are(value: Term, *conditions: Json) -> Json:
    """The outputs along the line, for every t (or those at which the condition holds)."""
    inside = conj(k >= 1, k <= d, *conditions)
    return every("k", "int", every("t", "real", implies(inside, a(k, t).equals(value))))


ALONG_MEAN = _are(y(k) * s(normalise(S, y(k), mu + t, ROOT)))
ALONG_VARIANCE = _are(
    y(k) * s(normalise(S, y(k), mu, deviation(S, v + t, alpha))), v + t + alpha > 0
)


def chosen(at: Term) -> Term:
    """1 at the input that is moved, else 0."""
    return 1 - S.abs(S.sign(at - ell))


def line(at: Term) -> Term:
    """The inputs, number l being moved by t."""
    return y(at) + t * chosen(at)


def M(at: Term) -> Term:
    return app("M", at)


def W(at: Term) -> Term:
    return app("W", at)


MEAN_ALONG = every("t", "real", M(t).equals(mean(Indexed(line, d))))
VARIANCE_ALONG = every("t", "real", W(t).equals(variance(Indexed(line, d), M(t))))
ALONG_INPUT = _are(line(k) * s(normalise(S, line(k), M(t), deviation(S, W(t), alpha))))

STATEMENT = statement(
    {**SORTS, "l": "int"},
    [*LAYER, MEAN_ALONG, VARIANCE_ALONG, ALONG_INPUT, LOSS, ell >= 1, ell <= d],
    derivative(loss, BY_INPUT),
    {**FUNCTIONS, "M": 1, "W": 1},
)
OF_MEAN = statement(SORTS, [*LAYER, ALONG_MEAN, LOSS], derivative(loss, BY_MEAN), FUNCTIONS)
OF_VARIANCE = statement(
    SORTS, [*LAYER, ALONG_VARIANCE, LOSS], derivative(loss, BY_VARIANCE), FUNCTIONS
)


# --- proofs ---------------------------------------------------------------------------------------


def proof(
    sequent: Json, text: str, along: Json, printed: Term, e: Body, b: Body, p: Term, **names: Any
) -> Written:
    """The script of an obligation: y_k + e_k t is moved, and c_k + b_k t over sqrt(V + p t ...)."""

    def moves(at: Term) -> Term:
        return b(at) / ROOT - centred(at) * p / (2 * ROOT**3)

    facts = {
        **LAYER_FACTS,
        "smooth": SMOOTH,
        "loss": LOSS,
        "along": along,
        "mean_along": MEAN_ALONG,
        "spread_along": VARIANCE_ALONG,
    }
    own = {
        **LAYER_NAMES,
        "c": centred,
        "e": e,
        "moves": moves,
        "slope": lambda k: e(k) * s(n(k)) + y(k) * ds(n(k)) * moves(k),
        "by_mean": _by_mean,
        "by_variance": _by_variance,
        "printed": printed,
    }
    return written(sequent, text, facts, **own, **names)


def _zero(at: Term) -> Term:
    return ZERO


MEAN_PROOF = proof(OF_MEAN, BY_MEAN_TEXT, ALONG_MEAN, BY_MEAN, _zero, lambda k: -ONE, ZERO)
VARIANCE_PROOF = proof(
    OF_VARIANCE, BY_VARIANCE_TEXT, ALONG_VARIANCE, BY_VARIANCE, _zero, _zero, ONE
)
INPUT_PROOF = proof(
    STATEMENT,
    BY_INPUT_TEXT,
    ALONG_INPUT,
    BY_INPUT,
    chosen,
    lambda k: chosen(k) - 1 / d,
    2 * centred(ell) / d,
    chosen=chosen,
    line=lambda k, t: y(k) + t * chosen(k),
)


# --- data ----------------------------------------------------------------------------------------

_HALF = ["/", "1", "2"]


def _data(functions: dict[str, Json], **values: object) -> Witness:
    """One input y = 1, so that mu = 1 and sigma = 0, with alpha = 1: n = 0."""
    names = {"a": ("u", "w"), **dict.fromkeys(("y", "s", "ds", "g", "F", "M", "W"), ("u",))}
    base = {"d": 1, "mu": 1, "v": 0, "alpha": 1}
    bodies = {"y": "1", "M": ["+", "1", "u"], "W": "0", **functions}
    return Witness({**base, **values}, {name: (names[name], body) for name, body in bodies.items()})


_STILL = _data(
    {
        "s": ["+", "u", _HALF],
        "ds": "1",
        "g": "1",
        "a": ["/", ["+", "1", "w"], "2"],
        "F": ["/", "u", "2"],
    },
    l=1,
)
_KINK = _data({"s": ["abs", "u"], "ds": "0", "g": "1", "a": ["abs", "w"], "F": ["abs", "u"]})
CONTROLS = (
    Control(
        Attempt(
            "layeract.backward.control.mean",
            "without the term of $mu$: $d = 1$, $y = 1$, $alpha = 1$, $s(u) = u + 1\\/2$, "
            "where the "
            "output is $y\\/2$",
            {**STATEMENT, "show": derivative(loss, BY_INPUT - 1 / d * BY_MEAN)},
            _STILL,
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.backward.control.smooth",
            "with an $s$ that has a kink at $n_i$: $s(u) = abs(u)$, $d = 1$, $y = 1$, $alpha = 1$; "
            "$partial L \\/ partial mu$ does not exist",
            statement(SORTS, [*LAYER[:-1], ALONG_MEAN, LOSS], derivative(loss, BY_MEAN), FUNCTIONS),
            _KINK,
            script="take 1/2\nfix delta\ntake -delta/2",
        ),
        "hypothesis dropped",
    ),
)


def _also(printed: str, formal: tuple[object, ...], of: str) -> Reading:
    return Reading(printed, formal, "", f"layeract.backward.{of}")


_LAYER_READ = (
    Reading("a layer of $d$ inputs, every $d >= 1$", ("given", 0)),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2)),
    Reading("$sigma_y^2$", ("given", 3)),
    Reading(
        "$(partial s(n_i)) \\/ (partial n_i)$",
        ("given", 4),
        "$s$ is any function that is differentiable at each $n_i$; derivatives are limits of "
        "difference quotients",
    ),
)


def _loss_read(place: int) -> Reading:
    return Reading(
        "$(partial cal(L)) \\/ (partial a_i)$",
        ("given", place),
        "$cal(L)$ is differentiable at the outputs, with this gradient; "
        "$F(t)$ is its value where the outputs are $a_i (t)$",
    )


#: the change of the input, of mu or of sigma^2, with the values that the conclusion binds
_MOVED = {"eta_": 1, "delta_": 1, "h_": 0}
_BY_MEAN = _data(
    {
        **{"s": ["+", "u", _HALF], "ds": "1", "g": "1"},
        **{"a": ["-", _HALF, "w"], "F": ["-", "0", "u"]},
    },
    **_MOVED,
)
_BY_VARIANCE = _data({"s": ["+", "u", _HALF], "ds": "1", "g": "1", "a": _HALF, "F": "0"}, **_MOVED)
_SAYS = "the hypotheses hold for $d = 1$, $y = 1$, $alpha = 1$, $s(u) = u + 1\\/2$"
DATA = (
    Attempt(
        "layeract.backward.satisfiable",
        _SAYS,
        STATEMENT,
        Witness({**_STILL.values, **_MOVED}, _STILL.functions),
    ),
    Attempt("layeract.backward.mu.satisfiable", _SAYS, OF_MEAN, _BY_MEAN),
    Attempt("layeract.backward.sigma.satisfiable", _SAYS, OF_VARIANCE, _BY_VARIANCE),
)

MAIN = Obligation(
    "layeract.backward.statement",
    "$partial cal(L) \\/ partial y_i$, for every $d$, $alpha > 0$, $s$, loss and input",
    STATEMENT,
    INPUT_PROOF,
)
CLAIM = Claim(
    id="layeract.backward",
    kind="theorem",
    title="The three gradient formulas of the backward pass",
    source=source("Section 3.1", "after 6"),
    statement="$ (partial cal(L)) / (partial mu) = sum_i (partial cal(L)) / (partial a_i) dot "
    "(partial s(n_i)) / (partial n_i) dot (-y_i) / sqrt(sigma^2 + alpha), quad "
    "(partial cal(L)) / (partial sigma^2) = sum_i (partial cal(L)) / (partial a_i) dot "
    "(partial s(n_i)) / (partial n_i) dot (-y_i dot n_i) / (2 (sigma^2 + alpha)), $ "
    "$ (partial cal(L)) / (partial y_i) = (partial cal(L)) / (partial a_i) s(n_i) + "
    "(partial cal(L)) / (partial a_i) dot (partial s(n_i)) / (partial n_i) dot y_i / "
    "sqrt(sigma^2 + alpha) + 1/d dot (partial cal(L)) / (partial mu) + (2 (y_i - mu)) / d dot "
    "(partial cal(L)) / (partial sigma^2). $",
    readings=(
        *_LAYER_READ,
        Reading("$mu$ where $y_l$ is moved by $t$", ("given", 5)),
        Reading("$sigma^2$ there", ("given", 6)),
        Reading("the outputs there, Eq. 6", ("given", 7)),
        _loss_read(8),
        Reading("any $y_i$, called $y_l$: $l >= 1$", ("given", 9)),
        Reading("and $l <= d$", ("given", 10)),
        Reading("$(partial cal(L)) \\/ (partial y_i)$ is the printed value", ("show",)),
        *read_as("layeract.backward.mu", _LAYER_READ),
        _also("the outputs where $mu$ alone is moved", ("given", 5), "mu"),
        read_as("layeract.backward.mu", [_loss_read(6)])[0],
        _also("$(partial cal(L)) \\/ (partial mu)$ is the printed value", ("show",), "mu"),
        *read_as("layeract.backward.sigma", _LAYER_READ),
        _also("the outputs where $sigma^2$ alone is moved", ("given", 5), "sigma"),
        read_as("layeract.backward.sigma", [_loss_read(6)])[0],
        _also("$(partial cal(L)) \\/ (partial sigma^2)$ is the printed value", ("show",), "sigma"),
    ),
    obligations=(
        MAIN,
        Obligation(
            "layeract.backward.mu",
            "$partial cal(L) \\/ partial mu$, $y$ and $sigma^2$ being held fixed",
            OF_MEAN,
            MEAN_PROOF,
        ),
        Obligation(
            "layeract.backward.sigma",
            "$partial cal(L) \\/ partial sigma^2$, $y$ and $mu$ being held fixed",
            OF_VARIANCE,
            VARIANCE_PROOF,
        ),
    ),
    controls=CONTROLS,
    satisfiable=DATA,
    notes=(
        "$partial cal(L) \\/ partial mu$ may also be read with $sigma^2$ following $mu$: the sum "
        "$sum_i (y_i - mu)$ is 0, so that nothing changes.",
        "The hard sigmoid has no derivative at $n_i = plus.minus 3$, and the formulas have no "
        "value there: a framework's convention takes its place.",
        "$sum_i$ is over all $d$ elements; in the last formula $i$ is the element that is moved.",
    ),
    not_claimed=("nothing is said of the gradients of the weights, or of rounding",),
    parameters=instances.WEIGHTED,
    instances=instances.WEIGHTED_INSTANCES,
    run=lambda settings: [instances.gradient_row(settings, MAIN)],
)
