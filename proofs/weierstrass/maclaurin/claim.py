"""weierstrass.maclaurin: the series of route 1, its remainder, and where rounding ends it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ZERO, S
from proofs.trees.script import (
    statement,
)
from proofs.weierstrass.maclaurin import instances as maclaurin_instances
from proofs.weierstrass.maclaurin.rounding import FLOATING
from proofs.weierstrass.paper import source
from proofs.weierstrass.series import TAIL, R, n, partial

PLACE = "The paper's three routes, route 1"
K, eta, z = var("K"), var("eta"), var("z")
FUNCTIONS = {"c": 1, "P": 1}


def c(at: Term) -> Term:
    return app("c", at)


def P(at: Term) -> Term:
    """R^k."""
    return app("P", at)


def Q(at: Term) -> Term:
    return S.abs(c(at)) * P(at)


def _from_0(formula: Json) -> Json:
    return every("n", "int", implies(n >= 0, formula))


RECURSION = _from_0(((n + 1) * (n + 2) * c(n + 2)).equals(-((n + S.const(1) / 2) * c(n))))
POWERS = _from_0(P(n + 1).equals(R * P(n)))
GIVEN = [RECURSION, R >= 0, P(ZERO).equals(1), POWERS]
REST = S.const(4) / 3 * (Q(K + 1) + Q(K + 2))
_AFTER = every("n", "int", implies(n >= K + 2, partial(Q, K + 1, n) <= REST))
REMAINDER = statement(
    {"R": "real"},
    GIVEN,
    every("K", "int", implies(conj(K >= 0, K + 3 >= 4 * R**2), _AFTER)),
    FUNCTIONS,
)
_SMALL = every("n", "int", implies(n >= K + 2, partial(Q, K + 1, n) < eta))
ORDER = statement(
    {"R": "real"},
    GIVEN,
    every("eta", "real", implies(eta > 0, exists("K", "int", conj(K >= 0, _SMALL)))),
    FUNCTIONS,
)

FACTS = {"recursion": RECURSION, "power": POWERS}
#: P >= 0 and (k + 2) Q(k + 2) <= R^2 Q(k); the rest after K
REST_TEXT = f"""
have powers: for all k: int, 0 <= k => 0 <= P(k) by induction on k:
  step:
    have sign: 0 <= P(k) by ih
    have product: 0 <= R*P(k) by sign
    show by power(k), product
have falls: for all k: int, 0 <= k => 0 <= Q(k) and (k + 2)*Q(k + 2) <= R^2*Q(k):
  fix k
  have size: (k + 1)*(k + 2)*|c(k + 2)| = (k + 1/2)*|c(k)| by recursion(k)
  have less: (k + 1)*((k + 2)*|c(k + 2)|) <= (k + 1)*|c(k)| by size
  have fallen: (k + 2)*|c(k + 2)| <= |c(k)| by less
  have two: P(k + 2) = R^2*P(k) by power(k), power(k + 1)
  have here: 0 <= P(k) by powers(k)
  have 0 <= R^2*P(k) by here
  have 0 <= (|c(k)| - (k + 2)*|c(k + 2)|)*(R^2*P(k)) by fallen
  have 0 <= |c(k)|*P(k) by here
{TAIL}
have rest: for all i, j: int, 0 <= i => i + 3 >= 4*R^2 => i + 1 <= j =>
    sum(k = i + 1..j + 1, Q(k)) <= 4/3*(Q(i + 1) + Q(i + 2)):
  have two: sum(k = i + 1..i + 2, Q(k)) = Q(i + 1) + Q(i + 2) by sum_last(k -> Q(k), i + 1, i + 2),
    sum_last(k -> Q(k), i + 1, i + 1), sum_empty(k -> Q(k), i + 1, i)
  show by tail(i + 1, i + 1, j), falls(j), falls(j + 1), two, i + 3 >= 4*R^2
"""
REMAINDER_PROOF = written(
    REMAINDER,
    f"""{REST_TEXT}
fix K, n
show by rest(K, n - 1)
""",
    FACTS,
    Q=Q,
)
#: Q(k) <= C/(1 + k - s) from s = floor(4 R^2) + 1 on: the rest is below 8 C/(3 (K + 1 - s))
ORDER_PROOF = written(
    ORDER,
    f"""{REST_TEXT}
let s = floor(4*R^2) + 1
have start: 0 <= s
have beyond: s >= 4*R^2
let C = Q(s) + 2*Q(s + 1)
have slow: for all m: int, s <= m =>
    Q(m)*(1 + m - s) <= C and Q(m + 1)*(2 + m - s) <= C by induction on m:
  base:
    show by falls(s), falls(s + 1), start
  step:
    have fourth: Q(m + 2) <= Q(m)/4 by quarter(m), start, beyond
    have here: Q(m)*(1 + m - s) <= C and Q(m + 1)*(2 + m - s) <= C by ih
    have sign: 0 <= Q(m) by falls(m), start
    have first: 0 <= (Q(m)/4 - Q(m + 2))*(3 + m - s) by fourth, s <= m
    have second: 0 <= Q(m)*(m - s) by sign, s <= m
    have third: Q(m + 2)*(3 + m - s) <= C by first, second, here, sign
    show by third, here
fix eta
have total: 0 <= C by falls(s), falls(s + 1), start
let q = 8*(C + 1)/(3*eta)
have 0 < 1/eta
have size: q*eta = 8/3*(C + 1)
have large: 0 < q by total
let K = s + floor(q) + 1
have gap: K + 1 - s > q
have order: 0 <= K by start, large
have late: K + 3 >= 4*R^2 by beyond, large
have small: for all n: int, K + 2 <= n => sum(k = K + 1..n, Q(k)) < eta:
  fix n
  have first: Q(K + 1)*(K + 1 - s) <= C and Q(K + 2)*(K + 1 - s) <= C:
    use slow(K + 1), falls(K + 2)
    have Q(K + 2)*(K + 3 - s) <= C
    have 0 <= Q(K + 2)
  have more: (K + 1 - s)*eta > 8/3*C by gap, size
  have product: (K + 1 - s)*(4/3*(Q(K + 1) + Q(K + 2))) < (K + 1 - s)*eta by first, more
  have bound: 4/3*(Q(K + 1) + Q(K + 2)) < eta by product, gap, large
  show by rest(K, n - 1), bound, order, late
take K
show by small, order
""",
    FACTS,
    Q=Q,
)

# --- where rounding ends it ----------------------------------------------------------------------

J, I0, x, factor = var("J"), var("I0"), var("x"), var("factor")
_INTEGRAND = S.exp(-((x**2 + z) ** 2) / 2) <= factor * S.exp(-(x**4) / 2)
COMPARED = every("factor", "real", implies(every("x", "real", _INTEGRAND), J <= factor * I0))
CANCELS = statement(
    {"z": "real", "J": "real", "I0": "real"},
    [z >= 0, COMPARED],
    J <= S.exp(-(z**2) / 2) * I0,
)
#: (x^2 + z)^2 = x^4 + z^2 + 2 z x^2, and exp falls with z x^2
CANCELS_PROOF = written(
    CANCELS,
    """
have below: for all x: real, exp(-((x^2 + z)^2)/2) <= exp(-(z^2)/2)*exp(-(x^4)/2):
  have parts: exp(-((x^2 + z)^2)/2) = exp(-(z^2)/2)*exp(-(x^4)/2 - z*x^2)
    by exp_sum(-(z^2)/2, -(x^4)/2 - z*x^2)
  have 0 <= z*x^2
  have less: exp(-(x^4)/2 - z*x^2) <= exp(-(x^4)/2) by exp_mono(-(x^4)/2 - z*x^2, -(x^4)/2)
  have positive: 0 < exp(-(z^2)/2)
  show by parts, less, positive
show by compared(exp(-(z^2)/2)), below
""",
    {"compared": COMPARED},
)

#: e^(-z^2/2) against half of the unit roundoffs of BF16, FP16 and FP32, at z = v/sigma
THRESHOLDS = {Fraction(354, 100): 9, Fraction(408, 100): 12, Fraction(589, 100): 25}
ROUNDED = statement(
    {},
    [],
    conj(
        *(
            every("z", "real", implies(z >= at, S.exp(-(z**2) / 2) < Fraction(1, 2**bits)))
            for at, bits in THRESHOLDS.items()
        )
    ),
)
_AT = "".join(
    f"""
have value{bits}: exp(-({at})^2/2) < 1/{2**bits}
have for all z: real, {at} <= z => exp(-(z^2)/2) < 1/{2**bits}:
  fix z
  show by below({at}, z, 1/{2**bits}), value{bits}
"""
    for at, bits in THRESHOLDS.items()
)
ROUNDED_PROOF = written(
    ROUNDED,
    f"""
have below: for all t, z, u: real, 0 <= t and t <= z => exp(-(t^2)/2) < u => exp(-(z^2)/2) < u:
  have t^2 <= z^2
  show by exp_mono(-(z^2)/2, -(t^2)/2), exp(-(t^2)/2) < u
{_AT}""",
)


# --- the claim -----------------------------------------------------------------------------------

_ONES = {"c": (("p",), "1"), "P": (("p",), "1")}


_SOURCE = source(PLACE)
READINGS = (
    Reading(
        "its Maclaurin series $sum_k c_k z^k$, with $z = v\\/sigma$",
        ("given", 0),
        "cited: $h(z) = sqrt(sigma) f_sigma (sigma z)$ has $h'' + z h' + h\\/2 = 0$, so that "
        "$(k + 1)(k + 2) c_(k + 2) = -(k + 1\\/2) c_k$; $c_0 = h(0)$, $c_1 = h'(0)$",
    ),
    Reading("evaluated at any argument with $abs(z) = R$", ("given", 1)),
    Reading("$P_k = R^k$: $P_0 = 1$", ("given", 2)),
    Reading("$P_(k + 1) = R P_k$", ("given", 3)),
)
SHARPENED = Claim(
    id="weierstrass.maclaurin.sharpened",
    kind="theorem",
    title="For v < 0 the series cancels to exp(-v^2/2 sigma^2) of its constant term",
    source=_SOURCE,
    statement="$f_sigma (-v) <= e^(-v^2\\/(2 sigma^2)) f_sigma (0)$ for $v >= 0$, where "
    "$f_sigma (0)$ is the constant term of the series. Half a unit in the last place of "
    "that term, the rounding error that it may have, is more than the value at every $-v$ with "
    "$v >= 3.54 sigma$ in BF16, $v >= 4.08 sigma$ in FP16 and $v >= 5.89 sigma$ in FP32, whatever "
    "the order.",
    readings=(
        Reading("$z = v\\/sigma >= 0$", ("given", 0)),
        Reading(
            "$J = integral_0^infinity e^(-(x^2 + z)^2\\/2) dif x$ and $I = integral_0^infinity "
            "e^(-x^4\\/2) dif x$, $f_sigma$ at $-v$ and at 0 up to the same factor",
            ("given", 1),
            "an integral is monotone and linear",
        ),
        Reading("$f_sigma (-v) <= e^(-v^2\\/(2 sigma^2)) f_sigma (0)$", ("show",)),
        Reading("in BF16, FP16 and FP32", ("show",), "", "weierstrass.maclaurin.rounded"),
    ),
    obligations=(
        Obligation(
            "weierstrass.maclaurin.cancels",
            "the value is at most $e^(-z^2\\/2)$ of the constant term",
            CANCELS,
            CANCELS_PROOF,
        ),
        Obligation(
            "weierstrass.maclaurin.rounded",
            "$e^(-z^2\\/2)$ is below $2^(-9)$, $2^(-12)$ and $2^(-25)$ from the three $z$ on: "
            "half a unit in the last place is more than that much of every number with 8, 11 "
            "and 24 bits",
            ROUNDED,
            ROUNDED_PROOF,
        ),
    ),
    assumes=("an integral is monotone and linear",),
)
CLAIM = Claim(
    id="weierstrass.maclaurin",
    kind="theorem",
    title="The Maclaurin series converges everywhere; truncation errors are as small as one likes",
    source=_SOURCE,
    statement="Since $tilde(f)_sigma$ is entire, its Maclaurin series converges everywhere. "
    "Precompute coefficients offline, evaluate a truncated polynomial at runtime. Accuracy "
    "controlled by truncation order.",
    readings=(
        *READINGS,
        *(replace(reading, obligation="weierstrass.maclaurin.remainder") for reading in READINGS),
        Reading(
            "how accuracy depends on the order $K$",
            ("show",),
            "the rest is at most $4\\/3$ of its first two terms once $K + 3 >= 4 R^2$",
            "weierstrass.maclaurin.remainder",
        ),
        Reading(
            "converges everywhere; accuracy controlled by truncation order",
            ("show",),
            "for each $eta > 0$ there is an order $K$ beyond which all terms together are below it",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.maclaurin.order",
            "the rest is as small as one likes, at every argument",
            ORDER,
            ORDER_PROOF,
        ),
        Obligation(
            "weierstrass.maclaurin.remainder",
            "a bound on the rest",
            REMAINDER,
            REMAINDER_PROOF,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.maclaurin.control.recursion",
                "without the recursion: all $c_k = 1$, $R = 1$, $K = 1$, $n = 5$",
                statement({"R": "real"}, GIVEN[1:], REMAINDER["show"], FUNCTIONS),
                Witness({"R": 1}, _ONES),
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.maclaurin.satisfiable",
        "the hypotheses hold for $c = 0$, $R = 1$",
        ORDER,
        Witness({"R": 1}, {**_ONES, "c": (("p",), "0")}),
    ),
    sharpened=(SHARPENED, FLOATING),
    assumes=("$h'' + z h' + h\\/2 = 0$ (differentiation under the integral, and by parts)",),
    cites=("weierstrass.entire",),
    notes=(
        "In exact arithmetic, with exact coefficients. In floating point accuracy is not "
        "controlled by the order: see `weierstrass.maclaurin.sharpened` for $v < 0$ and "
        "`weierstrass.maclaurin.floating` for $v > 0$.",
        "$c_0 = 2^(-3\\/4) Gamma(1\\/4)\\/sqrt(2 pi)$ and $c_1 = 2^(-1\\/4) "
        "Gamma(3\\/4)\\/sqrt(2 pi)$. The kernel has no Gamma function: an instance of order 1 "
        "compares both with the integrals for which they stand, by balls.",
    ),
    not_claimed=("rounding of the coefficients and of the evaluation, in this claim",),
    parameters=maclaurin_instances.PARAMETERS,
    instances=maclaurin_instances.INSTANCES,
    run=maclaurin_instances.rows,
)
