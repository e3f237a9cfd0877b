"""weierstrass.limit: sigma -> 0 recovers 1/sqrt(v), with a rate."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from constructions.terms import Term, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.trees.script import (
    statement,
)
from proofs.weierstrass.limit.best import SHARPEST
from proofs.weierstrass.limit.statement import (
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


def _two_points(width: Term) -> Term:
    """For v = 1 and, in place of the Gaussian, mass at -7/16 and at q = 16 sigma^2/7.

    Mean 0 and variance sigma^2: the weights are q/(q + 7/16) and (7/16)/(q + 7/16).
    """
    q = 16 * width**2 / 7
    return (q * Fraction(4, 3) + Fraction(7, 16) / S.sqrt(1 + q)) / (q + Fraction(7, 16))


_LAW = Witness({"v": 1}, {"f": (("p",), _two_points(_p).json)})
#: the tail is not negative
TAIL = """have circle: 0 < sqrt(2*pi) by 3 < pi
have scale: 0 < s*sqrt(2*pi) by circle, 0 < s
have small: 0 < exp(-1^2/(8*s^2)) by 0 < s
have density: 0 < exp(-1^2/(8*s^2))/(s*sqrt(2*pi)) by scale, small
have two: 0 < sqrt(2*1)
have tail: 0 <= sqrt(2*1)*(exp(-1^2/(8*s^2))/(s*sqrt(2*pi))) by density, two
"""
#: q (4/3 - parabola(-7/16)) + (7/16) (1/sqrt(1 + q) - parabola(q)) >= 0
LAW_BELOW = """
fix s, a, b, c
let q = 16*s^2/7
have bound: for all u: real,
    (-1 < u => a + b*u + c*u^2 <= 1/sqrt(1 + u)) and (u <= -1 => a + b*u + c*u^2 <= 0)
have some: 0 < q
have root: sqrt(1 + -7/16) = 3/4
have left: a + b*(-7/16) + c*(-7/16)^2 <= 4/3 by bound(-7/16), root
have right: a + b*q + c*q^2 <= 1/sqrt(1 + q) by bound(q), some
have times: 0 <= q*(4/3 - (a + b*(-7/16) + c*(-7/16)^2)) by left, some
have mean: (q + 7/16)*(a + c*s^2) <= q*(4/3) + 7/16*(1/sqrt(1 + q)) by times, right
show by mean, some
"""
LAW_ABOVE = f"""
fix s, a, b, c
let q = 16*s^2/7
have bound: for all u: real,
    0 <= a + b*u + c*u^2 and (-1/2 <= u => 1/sqrt(1 + u) <= a + b*u + c*u^2)
have some: 0 < q
have root: sqrt(1 + -7/16) = 3/4
have left: 4/3 <= a + b*(-7/16) + c*(-7/16)^2 by bound(-7/16), root
have right: 1/sqrt(1 + q) <= a + b*q + c*q^2 by bound(q), some
have times: 0 <= q*((a + b*(-7/16) + c*(-7/16)^2) - 4/3) by left, some
have mean: q*(4/3) + 7/16*(1/sqrt(1 + q)) <= (q + 7/16)*(a + c*s^2) by times, right
have value: (q*(4/3) + 7/16/sqrt(1 + q))/(q + 7/16) <= a + c*s^2 by mean, some
{TAIL}show by value, tail
"""
#: a mean of the parabola's values at sigma and -sigma
ZERO_ABOVE = f"""
fix s, a, b, c
have bound: for all u: real,
    0 <= a + b*u + c*u^2 and (-1/2 <= u => 1/sqrt(1 + u) <= a + b*u + c*u^2)
{TAIL}have right: 0 <= a + b*s + c*s^2 by bound(s)
have left: 0 <= a - b*s + c*s^2 by bound(-s)
show by tail, right, left
"""


# --- the claims ----------------------------------------------------------------------------------

_TIGHT = each_width(S.abs(f(sigma) - 1 / root) <= sigma**2 / fifth / 2)


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
            {1: ZERO_ABOVE},
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "weierstrass.limit.control.rate",
            "with half of $sigma^2 v^(-5\\/2)$: a law of two points, at $v = 1$, $sigma = 1\\/10$",
            {**RATE, "show": _TIGHT},
            _LAW,
            {1: LAW_BELOW, 2: LAW_ABOVE},
            "take 1/10",
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
        {1: LAW_BELOW, 2: LAW_ABOVE},
    ),
    sharpened=(SHARPENED, SHARPEST),
    assumes=ASSUMES,
    notes=(
        "Not uniformly: by `weierstrass.newton.precision.sharpened` the relative error is nearly 1 "
        "for small $v$. For $v <= 0$ there is nothing to recover.",
    ),
)
