"""weierstrass.limit: sigma -> 0 recovers 1/sqrt(v), with a rate."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from constructions.terms import Json, Term, conj, every, plain_json, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S, fact
from proofs.trees.script import (
    Node,
    auto,
    define,
    have,
    intro,
    lemmas,
    node,
    statement,
)
from proofs.weierstrass.limit.best import SHARPEST
from proofs.weierstrass.limit.statement import (
    _ABOVE,
    _LEFT,
    _RIGHT,
    FACTS,
    FUNCTIONS,
    GIVEN,
    LIMIT,
    LIMIT_TEXT,
    NAMES,
    RATE,
    RATE_TEXT,
    TWO_SIDED,
    TWO_SIDED_TEXT,
    each_width,
    f,
    fifth,
    root,
    sigma,
)
from proofs.weierstrass.paper import source

PLACE = "The text after the closed form"
# --- data ----------------------------------------------------------------------------------------

_p = var("p")
_w, _a, _b, _c = (var(name) for name in ("w0", "a0", "b0", "c0"))
_q = 16 * _w**2 / 7
_LEFT_POINT = S.const(Fraction(-7, 16))


def _two_points(width: Term) -> Term:
    """For v = 1 and, in place of the Gaussian, mass at -7/16 and at q = 16 sigma^2/7.

    Mean 0 and variance sigma^2: the weights are q/(q + 7/16) and (7/16)/(q + 7/16).
    """
    q = 16 * width**2 / 7
    return (q * Fraction(4, 3) + Fraction(7, 16) / S.sqrt(1 + q)) / (q + Fraction(7, 16))


def _renamed(formula: Json, values: dict[str, Term]) -> Json:
    formula = plain_json(formula)
    if isinstance(formula, str):
        return values[formula].json if formula in values else formula
    if isinstance(formula, list):
        return [formula[0], *(_renamed(part, values) for part in formula[1:])]
    return formula


_NAMED = {"a": _a, "b": _b, "c": _c, "sigma": _w, "v": S.const(1)}


def _at_both(body: Json, chosen: int, then: Node) -> Node:
    """Use the premise about all u at both points; ``chosen`` is the part that says something."""
    for point in (_LEFT_POINT, _q):
        part = _renamed(body, {**_NAMED, "u": point})[1 + chosen]
        used = fact(part, [], then, auto("the point is there"))
        then = fact(every("u", "real", _renamed(body, _NAMED)), [point], used)
    return then


def _ready(then: Node) -> Node:
    left, right, weight = S.sqrt(S.const(1) + _LEFT_POINT), S.sqrt(1 + _q), _q + Fraction(7, 16)
    facts = [
        (_q > 0, have(_w**2 > 0, auto("> 0"), auto("> 0"))),
        (1 + _q > 0, auto("> 0")),
        (weight > 0, auto("> 0")),
        (left.equals(Fraction(3, 4)), auto("3/4")),
        ((1 / left).equals(Fraction(4, 3)), auto("4/3")),
    ]
    rest = [(right > 0, auto("> 0")), (1 / weight > 0, auto("> 0"))]
    defined = define(right.json, auto(">= 0"), lemmas(rest, then))
    return define(left.json, node("evaluate", bits=0), lemmas(facts, defined))


def _law_below() -> Node:
    """q (4/3 - parabola(-7/16)) + (7/16) (1/sqrt(1 + q) - parabola(q)) >= 0."""
    low, high = (_a + _b * u + _c * u**2 for u in (_LEFT_POINT, _q))
    weight, value = _q + Fraction(7, 16), 1 / S.sqrt(1 + _q)
    product = _q * (Fraction(4, 3) - low) + Fraction(7, 16) * (value - high)
    facts = [
        (_q * (Fraction(4, 3) - low) >= 0, auto("times q")),
        (product >= 0, auto("sum")),
        ((_q * _q).equals(16 * _w**2 / 7 * _q), auto("q^2")),
        (
            product.equals(
                _q * Fraction(4, 3) + Fraction(7, 16) * value - weight * (_a + _c * _w**2)
            ),
            auto("weighted"),
        ),
        (product * (1 / weight) >= 0, auto("divided")),
    ]
    body = conj(_RIGHT, _LEFT)
    return _named(_ready(_at_both(body, 0, lemmas(facts, auto("below")))))


def _law_above() -> Node:
    low, high = (_a + _b * u + _c * u**2 for u in (_LEFT_POINT, _q))
    weight, value = _q + Fraction(7, 16), 1 / S.sqrt(1 + _q)
    product = _q * (low - Fraction(4, 3)) + Fraction(7, 16) * (high - value)
    facts = [
        (_q * (low - Fraction(4, 3)) >= 0, auto("times q")),
        (product >= 0, auto("sum")),
        (
            product.equals(
                weight * (_a + _c * _w**2) - _q * Fraction(4, 3) - Fraction(7, 16) * value
            ),
            auto("weighted"),
        ),
        (product * (1 / weight) >= 0, auto("divided")),
    ]
    body = _ABOVE
    rest = _tail_known(lemmas(facts, auto("above")))
    return _named(_ready(_at_both(body, 1, rest)))


def _tail_known(then: Node) -> Node:
    """The tail is defined and >= 0."""
    one = S.const(1)
    scale = S.sqrt(2 * S.pi())
    e = S.exp(-(one**2) / (8 * _w**2))
    density = e / (_w * scale)
    facts = [
        (2 * S.pi() > 0, node("evaluate", bits=64)),
        (scale > 0, node("evaluate", bits=64)),
        (_w * scale > 0, auto("> 0")),
        (1 / (_w * scale) > 0, auto("> 0")),
        (_w**2 > 0, auto("> 0")),
        (e > 0, auto("> 0")),
        (density > 0, auto("> 0")),
        (S.sqrt(2 * one) > 0, node("evaluate", bits=64)),
        (S.sqrt(2 * one) * density > 0, auto("> 0")),
    ]
    return lemmas(facts, then)


def _named(then: Node) -> Node:
    names = ("w0", "", "a0", "b0", "c0", "")
    for name in reversed(names):
        then = intro(name, then)
    return then


def _zero_above() -> Node:
    """0 <= a + c sigma^2: a mean of the parabola's values at sigma and -sigma."""
    body = _renamed(_ABOVE, _NAMED)
    used = _tail_known(auto("0 <= a + c sigma^2"))
    for point in (_w, -_w):
        used = fact(every("u", "real", body), [point], used)
    return _named(used)


_LAW = Witness({"v": 1}, {"f": (("p",), _two_points(_p).json)})
_LAW_GIVENS = {1: _law_below, 2: _law_above}


def _far_from_one() -> Node:
    """f = 0 is 1 away from 1/sqrt(1), whatever delta."""
    at = var("d0") / 2
    limit = [(S.sqrt(S.const(1)).equals(1), auto("sqrt 1"))]
    far = lemmas(limit, auto("far away"))
    body = node("both", auto("sigma > 0"), node("both", auto("sigma < delta"), far))
    inner = intro("d0", intro("", node("some", body, **{"is": at.json})))
    half = S.const(Fraction(1, 2))
    defined = define(S.sqrt(S.const(1)).json, auto(">= 0"), node("both", auto("eta > 0"), inner))
    return node("some", defined, **{"is": half.json})


# --- the claims ----------------------------------------------------------------------------------

_TIGHT = each_width(S.abs(f(sigma) - 1 / root) <= sigma**2 / fifth / 2)


def _tight_fails() -> Node:
    """sigma = 1/10: 1.0058 is farther from 1 than 0.005."""
    tenth = S.const(Fraction(1, 10))
    return node("some", node("both", auto("> 0"), auto("too far")), **{"is": tenth.json})


_LIMIT = Obligation(
    "weierstrass.limit.statement",
    "$f_sigma (v) -> 1\\/sqrt(v)$ for $sigma -> 0$, for every $v > 0$",
    LIMIT,
    written(LIMIT, LIMIT_TEXT, FACTS, **NAMES),
)
_RATE = Obligation(
    "weierstrass.limit.rate",
    "$abs(f_sigma (v) - 1\\/sqrt(v)) <= 10 sigma^2 v^(-5\\/2)$ for all $v, sigma > 0$",
    RATE,
    written(RATE, RATE_TEXT, FACTS, **NAMES),
)
_TWO = Obligation(
    "weierstrass.limit.bounds",
    "both bounds for all $v, sigma > 0$",
    TWO_SIDED,
    written(TWO_SIDED, TWO_SIDED_TEXT, FACTS, **NAMES),
)
ASSUMES = (
    "an expectation is linear and monotone; $xi tilde N(0, sigma^2)$ has mean 0, variance "
    "$sigma^2$ and, where $xi <= -v\\/2$, a density of at most $e^(-v^2\\/(8 sigma^2)) "
    "(2 pi sigma^2)^(-1\\/2)$",
)
READINGS = (
    Reading("for $v > 0$", ("given", 0)),
    Reading(
        "the Weierstrass transform, from below",
        ("given", 1),
        "a parabola below $(v + u)^(-1\\/2)$, and below 0 for $u <= -v$, has an expectation of at "
        "most $f_sigma (v)$",
    ),
    Reading(
        "the Weierstrass transform, from above",
        ("given", 2),
        "a parabola above it for $u >= -v\\/2$, and above 0; what remains is near the singularity",
    ),
)
CONTROLS = (
    Control(
        Attempt(
            "weierstrass.limit.control.below",
            "without the bound from below: $f = 0$",
            statement({"v": "real"}, [GIVEN[0], GIVEN[2]], LIMIT["show"], FUNCTIONS),
            Witness({"v": 1}, {"f": (("p",), "0")}),
            {1: _zero_above},
            _far_from_one,
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "weierstrass.limit.control.rate",
            "with half of $sigma^2 v^(-5\\/2)$: a law of two points, at $v = 1$, $sigma = 1\\/10$",
            {**RATE, "show": _TIGHT},
            _LAW,
            _LAW_GIVENS,
            _tight_fails,
        ),
        "constant tightened",
    ),
)
SHARPENED = Claim(
    id="weierstrass.limit.sharpened",
    kind="theorem",
    title="A two-sided bound on f_sigma(v) - 1/sqrt(v) for all v and sigma",
    source=source(PLACE),
    statement="For all $v, sigma > 0$: $-3/2 sigma^2\\/v^2 <= sqrt(v) f_sigma (v) - 1 <= "
    "2/3 sigma^2\\/v^2 + v\\/(sigma sqrt(pi)) dot e^(-v^2\\/(8 sigma^2))$.",
    readings=(*READINGS, Reading("both bounds, divided by $sqrt(v)$", ("show",))),
    obligations=(_TWO,),
    assumes=ASSUMES,
    notes=("The true order is $3\\/8 dot sigma^2\\/v^2$ as $sigma\\/v -> 0$.",),
)
CLAIM = Claim(
    id="weierstrass.limit",
    kind="theorem",
    title="As sigma goes to 0 the smoothed scale factor recovers 1/sqrt(v)",
    source=source(PLACE),
    statement="As $sigma -> 0$, $tilde(f)_sigma$ recovers $1\\/sqrt(v)$ for $v > 0$.",
    readings=(
        *READINGS,
        *(replace(reading, obligation="weierstrass.limit.rate") for reading in READINGS),
        Reading(
            "with a rate",
            ("show",),
            "not printed: $abs(f_sigma (v) - 1\\/sqrt(v)) <= 10 sigma^2 v^(-5\\/2)$",
            "weierstrass.limit.rate",
        ),
        Reading("recovers $1\\/sqrt(v)$ as $sigma -> 0$", ("show",)),
    ),
    obligations=(_LIMIT, _RATE),
    controls=CONTROLS,
    satisfiable=Attempt(
        "weierstrass.limit.satisfiable",
        "the hypotheses hold at $v = 1$ for mass at $-7\\/16$ and at $16 sigma^2\\/7$",
        LIMIT,
        Witness({**_LAW.values, "eta": 1, "delta": 1, "sigma_": "1/2"}, _LAW.functions),
        _LAW_GIVENS,
    ),
    sharpened=(SHARPENED, SHARPEST),
    assumes=ASSUMES,
    notes=(
        "Not uniformly: by `weierstrass.newton.precision.sharpened` the relative error is nearly 1 "
        "for small $v$. For $v <= 0$ there is nothing to recover.",
    ),
)
