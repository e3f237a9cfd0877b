"""weierstrass.limit.closer: small sigma is closer to 1/sqrt(v), large sigma deviates more.

Two readings: of small against large widths (true, with explicit ends), and of any two widths
(false: at v = 1 the width 1 is closer than the width 1/2).
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S, every_real
from proofs.trees.script import statement
from proofs.weierstrass import instances
from proofs.weierstrass.integral import EXISTS, is_near_integral
from proofs.weierstrass.limit.claim import ASSUMES, READINGS, TAIL
from proofs.weierstrass.limit.statement import (
    FACTS,
    FUNCTIONS,
    GIVEN,
    NAMES,
    RATES,
    f,
    fifth,
    root,
    sigma,
    v,
)
from proofs.weierstrass.paper import source

PLACE = "Above the interactive figure"
PRINTED = (
    "The smoothing width $sigma$ controls the tradeoff: small $sigma$ is closer to the "
    "original but retains near-singular behavior; large $sigma$ is fully smooth but deviates more."
)

# --- small against large -------------------------------------------------------------------------

s, w, lo, hi = (var(name) for name in ("s", "w", "lo", "hi"))
_SCALE = S.sqrt(2 * S.pi())


def cap(width: Term, at: Term) -> Term:
    """A bound of f_sigma(v) for every s > 0: the density is at most (2 pi sigma^2)^(-1/2).

    ``int_0^(s^2) u^(-1/2) du = 2 s``, and ``u^(-1/2) <= 1/s`` for u >= s^2.
    """
    return 2 * at / (width * _SCALE) + 1 / at


CAP = every_real(("sigma", "s"), implies(conj(sigma > 0, s > 0), f(sigma) <= cap(sigma, s)))


def _deviation(width: Term) -> Term:
    return S.abs(f(width) - 1 / root)


_APART_FROM = every_real(
    ("sigma", "w"),
    implies(conj(sigma > 0, sigma <= lo, w >= hi), _deviation(sigma) < _deviation(w)),
)
CLOSER = statement(
    {"v": "real"},
    [*GIVEN, CAP],
    exists("lo", "real", exists("hi", "real", conj(lo > 0, lo < hi, _APART_FROM))),
    FUNCTIONS,
)
_A = 1 / root
_SMALL = every(
    "sigma",
    "real",
    implies(conj(sigma > 0, sigma <= v / 5), _deviation(sigma) <= S.const(2) / 5 * _A),
)
_LARGE = every("w", "real", implies(w >= 16 * v, _deviation(w) >= S.const(11) / 20 * _A))
ENDS = statement({"v": "real"}, [*GIVEN, CAP], conj(_SMALL, _LARGE), FUNCTIONS)
_TOO_LARGE = every("w", "real", implies(w >= 16 * v, _deviation(w) >= _A))


#: sigma <= v/5 deviates by at most (2/5)/sqrt(v), sigma >= 16 v by at least (11/20)/sqrt(v)
FAR_AND_NEAR = f"""{RATES}have powers: v^2*A^5 = A by square, v > 0
have close: for all sigma: real, 0 < sigma and sigma <= v/5 =>
  |f(sigma) - 1/sqrt(v)| <= 2/5*(1/sqrt(v)):
  have some: 0 < A^5
  have sigma^2 <= v^2/25
  have 10*sigma^2*A^5 <= 2/5*A by sigma^2 <= v^2/25, some, powers
  show by rate(sigma), 10*sigma^2*A^5 <= 2/5*A, A = 1/sqrt(v), root
have away: for all w: real, 16*v <= w => 11/20*(1/sqrt(v)) <= |f(w) - 1/sqrt(v)|:
  let S = sqrt(2*pi)
  have scale: 5/2 <= S
  have width: 40*v <= w*S:
    have 16*v*S <= w*S by scale, 16*v <= w
    show by 16*v*S <= w*S, scale, v > 0
  use capped: cap(w, 4*sqrt(v))
  have 8*sqrt(v)/(w*S) <= 8*sqrt(v)/(40*v)
    by quotient_antitone(40*v, w*S, 8*sqrt(v)), width, root, v > 0
  have value: 8*sqrt(v)/(40*v) = A/5 by unit, square, root, v > 0
  have quarter: 1/(4*sqrt(v)) = A/4 by unit, root
  have f(w) <= 9/20*A by capped, 8*sqrt(v)/(w*S) <= 8*sqrt(v)/(40*v), value, quarter
  show by f(w) <= 9/20*A, A = 1/sqrt(v), root, 0 < A
"""
ENDS_TEXT = f"""{FAR_AND_NEAR}
show by close, away
"""
CLOSER_TEXT = f"""{FAR_AND_NEAR}take v/5
take 16*v
have apart: for all sigma, w: real, 0 < sigma and sigma <= v/5 and 16*v <= w =>
  |f(sigma) - 1/sqrt(v)| < |f(w) - 1/sqrt(v)|:
  have 0 < 1/sqrt(v) by root
  show by close(sigma), away(w), 0 < 1/sqrt(v)
show by apart, v > 0
"""
CLOSER_FACTS = {**FACTS, "cap": CAP}


# --- data: mass at -1 and at sigma^2, for v = 1 ---------------------------------------------------

_p = var("p")
#: mean 0, variance sigma^2: the weights are sigma^2 and 1 over 1 + sigma^2; the value at -1 is 0
_LAW = Witness({"v": 1}, {"f": (("p",), (1 / (1 + _p**2) * (1 / S.sqrt(1 + _p**2))).json)})


#: w (-p(-1)) + (1/sqrt(1 + w) - p(w)) = 1/sqrt(1 + w) - (1 + w)(a + c w), w = sigma^2
LAW_BELOW = """
fix s, a, b, c
let q = s^2
let tall = 1/sqrt(1 + s^2)
have bound: for all u: real,
    (-1 < u => a + b*u + c*u^2 <= 1/sqrt(1 + u)) and (u <= -1 => a + b*u + c*u^2 <= 0)
have some: 0 < q
have left: a - b + c <= 0 by bound(-1)
have right: a + b*q + c*q^2 <= tall by bound(q), some
have times: 0 <= -(q*(a - b + c)) by left, some
have mean: (1 + q)*(a + c*q) <= tall by times, right
show by mean, some
"""
LAW_ABOVE = f"""
fix s, a, b, c
let q = s^2
let tall = 1/sqrt(1 + s^2)
have bound: for all u: real,
    0 <= a + b*u + c*u^2 and (-1/2 <= u => 1/sqrt(1 + u) <= a + b*u + c*u^2)
have some: 0 < q
have left: 0 <= a - b + c by bound(-1)
have right: tall <= a + b*q + c*q^2 by bound(q), some
have times: 0 <= q*(a - b + c) by left, some
have mean: tall <= (1 + q)*(a + c*q) by times, right
have value: 1/(1 + q)*tall <= a + c*q by mean, some
{TAIL}show by value, tail
"""
#: at most 1 <= 1/s for s <= 1, and at most 1/(1 + sigma^2) <= 1/(2 sigma) else
CAPPED = """
fix w, s
let q = w^2
let X = 2*s/(w*sqrt(2*pi))
have some: 0 < q
have circle: 0 < sqrt(2*pi) and sqrt(2*pi) <= 26/10
have root: 1 <= sqrt(1 + w^2) by some
have least: 0 < 1/(1 + q) and 1/(1 + q) <= 1 by some
have value: 1/(1 + q)*(1/sqrt(1 + w^2)) <= 1/(1 + q) by root, least
have scale: 0 < w*sqrt(2*pi) by circle, 0 < w
have positive: 0 < X by scale, 0 < s
cases s <= 1:
  have above: 1 <= 1/s by 0 < s, s <= 1
  show by value, least, positive, above
have inverse: 0 < 1/s by 0 < s
have most: 2*s <= X*(w*(26/10)):
  have equal: X*(w*sqrt(2*pi)) = 2*s by scale
  have times: 0 <= X*w*(26/10 - sqrt(2*pi)) by circle, positive, 0 < w
  show by equal, times
have middle: 1/(1 + q) <= 1/(2*w):
  have square: 2*w <= 1 + q
  show by square, 0 < w, some
have far: 1/(2*w) <= X by most, 1 < s, 0 < w
show by value, middle, far, inverse
"""


_READINGS = (
    *READINGS,
    Reading(
        "the Weierstrass transform, for large $sigma$",
        ("given", 3),
        "a density of at most $(2 pi sigma^2)^(-1\\/2)$: at most $2 s$ times that comes from "
        "$0 < u < s^2$, and elsewhere $u^(-1\\/2) <= 1\\/s$, for every $s > 0$",
    ),
)
_ASSUMES = (
    *ASSUMES,
    "the density of $xi tilde N(0, sigma^2)$ is at most $(2 pi sigma^2)^(-1\\/2)$",
)
ENDS_CLAIM = Claim(
    id="weierstrass.limit.closer.sharpened",
    kind="theorem",
    title="Up to v/5 sigma deviates by at most 0.4, from 16 v on by at least 0.55 of 1/sqrt(v)",
    source=source(PLACE),
    statement="For every $v > 0$: $abs(f_sigma (v) - 1\\/sqrt(v)) <= 2/5 dot 1\\/sqrt(v)$ for "
    "$0 < sigma <= v\\/5$, and $abs(f_sigma (v) - 1\\/sqrt(v)) >= 11/20 dot 1\\/sqrt(v)$ for "
    "$sigma >= 16 v$.",
    readings=(*_READINGS, Reading("both bounds", ("show",))),
    obligations=(
        Obligation(
            "weierstrass.limit.closer.bounds",
            "both bounds, for every $v > 0$",
            ENDS,
            written(ENDS, ENDS_TEXT, CLOSER_FACTS, **NAMES),
        ),
    ),
    assumes=_ASSUMES,
)
CLOSER_CLAIM = Claim(
    id="weierstrass.limit.closer",
    kind="theorem",
    title="Every small sigma is closer to 1/sqrt(v) than every large one",
    source=source(PLACE),
    statement=PRINTED,
    readings=(
        *_READINGS,
        Reading(
            "small $sigma$ is closer to the original; large $sigma$ deviates more",
            ("show",),
            "at every $v > 0$ there are two ends: each width up to the lower one deviates less "
            "than each width from the upper one on",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.limit.closer.ends",
            "two ends, for every $v > 0$",
            CLOSER,
            written(CLOSER, CLOSER_TEXT, CLOSER_FACTS, **NAMES),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.limit.closer.control.large",
                "with a deviation of at least $1\\/sqrt(v)$ from $16 v$ on: $v = 1$, $sigma = 16$",
                {**CLOSER, "show": _TOO_LARGE},
                _LAW,
                {1: LAW_BELOW, 2: LAW_ABOVE, 3: CAPPED},
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.limit.closer.satisfiable",
        "the hypotheses hold at $v = 1$ for mass at $-1$ and at $sigma^2$",
        CLOSER,
        Witness(
            {**_LAW.values, "lo": 1, "hi": 2, "sigma_": "1/5", "w": 16},
            _LAW.functions,
        ),
        {1: LAW_BELOW, 2: LAW_ABOVE, 3: CAPPED},
    ),
    sharpened=(ENDS_CLAIM,),
    assumes=_ASSUMES,
    cites=("weierstrass.limit",),
    notes=(
        "The deviation goes to 0 as $sigma -> 0$ (`weierstrass.limit`) and to $1\\/sqrt(v)$ as "
        "$sigma -> infinity$. Between the two ends it is not monotone: "
        "`weierstrass.limit.closer.monotone` is the reading of any two widths.",
    ),
    not_claimed=(
        "near-singular behaviour, of which the text gives no measure; every $f_sigma$ is entire: "
        "`weierstrass.entire`",
    ),
)

# --- any two widths -------------------------------------------------------------------------------

FAR, NEAR = Fraction(1), Fraction(2)  #: v/sigma for the larger and for the smaller sigma

I1, I2 = var("I1"), var("I2")


def deviation(value: Term, z: Fraction) -> Term:
    """|f_sigma(1) - 1| with sigma = 1/z, from I(z)."""
    return S.abs(S.sqrt(S.const(z)) * 2 * value / S.sqrt(2 * S.pi()) - 1)


_SUMS = ((20, 46),)
_KNOWN = [*is_near_integral(I1, FAR, _SUMS), *is_near_integral(I2, NEAR, _SUMS)]
_CLOSER = deviation(I2, NEAR) < deviation(I1, FAR)
MONOTONE = statement({}, [], exists("I1", "real", exists("I2", "real", conj(*_KNOWN, _CLOSER))))
#: what is assumed of the two numbers, as hypotheses
PREMISES = statement({"I1": "real", "I2": "real"}, _KNOWN, S.const(0) < 0)
_CLOSER_THAN = every_real(
    ("sigma", "w"),
    implies(
        conj(sigma > 0, w > 0, 10 * sigma**2 / fifth < _deviation(w)),
        _deviation(sigma) < _deviation(w),
    ),
)
_SOON = every(
    "sigma", "real", implies(conj(sigma > 0, sigma < lo), _deviation(sigma) < _deviation(w))
)
_EVENTUALLY = every(
    "w",
    "real",
    implies(conj(w > 0, _deviation(w) > 0), exists("lo", "real", conj(lo > 0, _SOON))),
)
EVENTUALLY = statement({"v": "real"}, GIVEN, conj(_CLOSER_THAN, _EVENTUALLY), FUNCTIONS)


#: where sigma < 1 and 10 sigma A^5 < |f_w(v) - 1/sqrt(v)|
SOON = f"""{RATES}have closer: for all sigma, w: real, 0 < sigma and 0 < w and
  10*sigma^2/(v^2*sqrt(v)) < |f(w) - 1/sqrt(v)| => |f(sigma) - 1/sqrt(v)| < |f(w) - 1/sqrt(v)|:
  show by rate(sigma), inverse, 10*sigma^2/(v^2*sqrt(v)) < |f(w) - 1/sqrt(v)|
have late: for all w: real, 0 < w and 0 < |f(w) - 1/sqrt(v)| => exists lo: real, 0 < lo and
  (for all sigma: real, 0 < sigma and sigma < lo => |f(sigma) - 1/sqrt(v)| < |f(w) - 1/sqrt(v)|):
  let D = |f(w) - 1/sqrt(v)|
  have some: 0 < A^5
  have 0 < D/(10*A^5) by some, 0 < D
  obtain delta from small_enough(1, D/(10*A^5), 1)
  have final: for all sigma: real, 0 < sigma and sigma < delta => |f(sigma) - 1/sqrt(v)| < D:
    have less: sigma^2 <= sigma by 0 < sigma, sigma < delta, delta <= 1
    have sigma < D/(10*A^5)
    have 10*sigma*A^5 < D by sigma < D/(10*A^5), some
    have 10*sigma^2*A^5 <= 10*sigma*A^5 by less, some
    show by rate(sigma), 10*sigma*A^5 < D, 10*sigma^2*A^5 <= 10*sigma*A^5
  take delta
  show by 0 < delta, final
show by closer, late
"""


#: I(1) and I(2) by sums with 20 steps to a unit, up to x = 23/10
NOT_CLOSER = """
fix I, J
let A = (sum(k = 0..46, exp(-((k/20)^2 - 1)^2/2)) - 1)/20
let B = (sum(k = 0..46, exp(-((k/20)^2 - 1)^2/2)) + 1)/20 +
  exp(-((46/20)^2 - 1)^2/2)/(2*(46/20)*((46/20)^2 - 1))
let C = (sum(k = 0..46, exp(-((k/20)^2 - 2)^2/2)) - 1)/20
have small: 797/1000 <= 2*sqrt(1)/sqrt(2*pi) and 2*sqrt(1)/sqrt(2*pi) <= 799/1000
have large: 1128/1000 <= 2*sqrt(2)/sqrt(2*pi)
have sums: 122/100 <= A and B <= 133/100 and 949/1000 <= C
have first: 122/100 <= I and I <= 133/100 by sums, A <= I, I <= B
have second: 949/1000 <= J by sums, C <= J
have one: sqrt(1)*2*I/sqrt(2*pi) = I*(2*sqrt(1)/sqrt(2*pi))
have two: sqrt(2)*2*J/sqrt(2*pi) = J*(2*sqrt(2)/sqrt(2*pi))
have near: |sqrt(1)*2*I/sqrt(2*pi) - 1| <= 65/1000 by one, first, small
have far: 7/100 <= |sqrt(2)*2*J/sqrt(2*pi) - 1| by two, second, large
show by near, far
"""
_MONOTONE_READING = Reading(
    "small $sigma$ is closer to the original; large $sigma$ deviates more",
    ("show",),
    "of any two widths the smaller is closer: at $v = 1$, $sigma = 1\\/2$ and $1$ it says that "
    "$abs(f_(1\\/2)(1) - 1) < abs(f_1 (1) - 1)$, where $f_sigma (1) = sigma^(-1\\/2) dot 2 "
    "I(1\\/sigma) (2 pi)^(-1\\/2)$. Of the integrals $I(1)$ and $I(2)$ no more is used than four "
    "of their bounds by Riemann sums: so what is refuted, that it is so for some such numbers, "
    "follows from the sentence",
)
MONOTONE_REPAIRED = Claim(
    id="weierstrass.limit.closer.monotone.repaired",
    kind="theorem",
    title="Of any width that deviates at all, every sufficiently small sigma is closer",
    source=source(PLACE),
    statement="For all $v, sigma, w > 0$ with $10 sigma^2 v^(-5\\/2) < abs(f_w (v) - "
    "1\\/sqrt(v))$: $abs(f_sigma (v) - 1\\/sqrt(v)) < abs(f_w (v) - 1\\/sqrt(v))$. So for all "
    "$v, w > 0$ with $f_w (v) != 1\\/sqrt(v)$ there is a $sigma_0 > 0$ such that every $sigma$ "
    "with $0 < sigma < sigma_0$ is closer.",
    differs=(
        "$sigma$ is small against the deviation of the other width, instead of being any "
        "smaller width."
    ),
    readings=(
        *READINGS,
        Reading("with an explicit end", ("show", 1)),
        Reading("every sufficiently small $sigma$ is closer", ("show", 2)),
        Reading("both", ("show",)),
    ),
    obligations=(
        Obligation(
            "weierstrass.limit.closer.monotone.eventually",
            "from the rate of `weierstrass.limit`",
            EVENTUALLY,
            written(EVENTUALLY, SOON, FACTS, **NAMES),
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.limit.closer.monotone.eventually.satisfiable",
        "the hypotheses hold at $v = 1$ for mass at $-1$ and at $sigma^2$",
        EVENTUALLY,
        Witness(
            {**_LAW.values, "sigma_": "1/10", "w_": 1, "lo": 1},
            _LAW.functions,
        ),
        {1: LAW_BELOW, 2: LAW_ABOVE},
    ),
    assumes=ASSUMES,
    cites=("weierstrass.limit",),
    notes=(
        "Measured, not proved: $sqrt(v) f_sigma (v) - 1$ is positive for small $sigma\\/v$, has "
        "one maximum, near $v\\/sigma = 1.75$, and one zero, near $v\\/sigma = 0.98$. The "
        "deviation would then grow with $sigma$ up to $v\\/1.75$ and from $v\\/0.98$ on.",
    ),
)
MONOTONE_CLAIM = Claim(
    id="weierstrass.limit.closer.monotone",
    kind="theorem",
    title="Of any two widths the smaller sigma is closer to 1/sqrt(v)",
    source=source(PLACE),
    statement=PRINTED,
    readings=(_MONOTONE_READING,),
    obligations=(),
    attempts=(
        Attempt(
            "weierstrass.limit.closer.monotone.crossing",
            "at $v = 1$ the deviation is at least 0.07 for $sigma = 1\\/2$ and at most 0.065 for "
            "$sigma = 1$",
            MONOTONE,
            Witness({}),
            script=NOT_CLOSER,
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.limit.closer.monotone.crossing.satisfiable",
        "what is assumed of the two numbers holds for $I(1) = 1.263$, $I(2) = 0.998$",
        PREMISES,
        Witness({"I1": Fraction(1263, 1000), "I2": Fraction(998, 1000)}),
    ),
    repaired=(MONOTONE_REPAIRED,),
    assumes=(EXISTS,),
    notes=(
        "This reading is that of a deviation at each $v$ which grows with $sigma$. For small "
        "widths against large ones: `weierstrass.limit.closer`.",
        "What is assumed of both integrals stands in the statement that is refuted. The instances "
        "need none of it: they enclose both deviations by balls, at any $v$ and two widths.",
        "Every $f_sigma$ is entire, for small $sigma$ too.",
    ),
    parameters=instances.WIDTH_PARAMETERS,
    instances=instances.WIDTH_INSTANCES,
    run=instances.width_rows,
)
