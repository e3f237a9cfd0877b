"""weierstrass.maclaurin: the series of route 1, its remainder, and where rounding ends it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from constructions.terms import Json, Term, app, conj, every, exists, implies, plain_json, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import ONE, ZERO, S, fact, shown_by
from proofs.trees.leaves import restated
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    statement,
)
from proofs.weierstrass import maclaurin_instances
from proofs.weierstrass.exponentials import axiom, exp_sum
from proofs.weierstrass.maclaurin_rounding import FLOATING
from proofs.weierstrass.paper import source
from proofs.weierstrass.series import R, bounded, m, n, partial, quarter, terms_fall

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

# --- scripts -------------------------------------------------------------------------------------

_p = var("p0")


def known_terms(then: Node) -> Node:
    """P >= 0 and (k + 2) Q(k + 2) <= R^2 Q(k); then go on."""
    claim = P(m) >= 0
    later = fact(POWERS, [m], have(R * P(m) >= 0, auto("product"), auto("P >= 0")), auto("k >= 0"))
    whole = every("m", "int", implies(m >= 0, claim))
    here, after = S.abs(c(_p)), S.abs(c(_p + 2))
    half = _p + S.const(1) / 2
    sizes = [
        (((_p + 1) * (_p + 2) * after).equals(half * here), _sizes()),
        (((_p + 1) * ((_p + 2) * after)) <= (_p + 1) * here, auto("k + 1/2")),
        ((_p + 2) * after <= here, _divided(_p + 1, here - (_p + 2) * after)),
        (P(_p + 2).equals(R**2 * P(_p)), auto("two powers")),
        (R**2 * P(_p) >= 0, _times(P(_p))),
        ((here - (_p + 2) * after) * (R**2 * P(_p)) >= 0, auto("times the power")),
        (here * P(_p) >= 0, auto("Q >= 0")),
    ]
    powers = fact(
        POWERS, [_p], fact(POWERS, [_p + 1], lemmas(sizes, auto("falls")), auto()), auto()
    )
    used = fact(whole, [_p], fact(RECURSION, [_p], powers, auto("k >= 0")), auto("k >= 0"))
    shown = intro("p0", intro("", used))
    return induct("m", "0", claim, auto("P(0) = 1"), later, have(terms_fall(Q), shown, then))


def _times(value: Term) -> Node:
    return have(R * value >= 0, auto("times R"), auto("times R again"))


def _sizes() -> Node:
    """|(k + 1)(k + 2) c(k + 2)| = |(k + 1/2) c(k)|, in the four cases of the signs."""
    x, y, f, g = (var(name) for name in ("x1", "y1", "f1", "g1"))
    lemma: Json = implies(
        conj(f > 0, g > 0, (f * x).equals(-(g * y))), (f * S.abs(x)).equals(g * S.abs(y))
    )
    leaf = auto("signs")
    proof = intro("", case(S.abs(x).json, *[case(S.abs(y).json, leaf, leaf)] * 2))
    for name in ("g1", "f1", "y1", "x1"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    factor = (_p + 1) * (_p + 2)
    positive = have(factor > 0, auto("> 0"), auto("premises"))
    values = [c(_p + 2), c(_p), factor, _p + S.const(1) / 2]
    return have(lemma, proof, fact(lemma, values, auto("sizes"), positive))


def _divided(factor: Term, value: Term) -> Node:
    x, y = var("x1"), var("y1")
    lemma: Json = implies(conj(x > 0, x * y >= 0), y >= 0)
    proof = intro("", node("split", auto("shown"), auto("x y < 0"), on=y.json))
    for name in ("y1", "x1"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    used = fact(lemma, [factor, value], auto("divided"), auto("premises"))
    return have(lemma, proof, used)


def _two_summands(low: Term) -> Node:
    """The first two summands written out."""
    first = node("empty", auto("none"), auto("the bound"), on=partial(Q, low, low - 1).json)
    second = node("unfold", auto("range"), first, on=partial(Q, low, low).json)
    return node("unfold", auto("range"), second, on=partial(Q, low, low + 1).json)


def _rest_at(order: Term, at: Term, then: Node) -> Node:
    """sum_{order+1}^{at} <= 4/3 (Q(order + 1) + Q(order + 2)), then go on."""
    goal = partial(Q, order + 1, at) <= S.const(4) / 3 * (Q(order + 1) + Q(order + 2))

    def ending(whole: Json) -> Node:
        signs = [
            (Q(at) >= 0, fact(terms_fall(Q), [at], auto("Q >= 0"), auto("k >= 0"))),
            (Q(at - 1) >= 0, fact(terms_fall(Q), [at - 1], auto("Q >= 0"), auto("k >= 0"))),
        ]
        return fact(whole, [at], lemmas(signs, _two_summands(order + 1)), auto("n > start"))

    return have(goal, bounded(Q, order + 1, order + 1, ending), then)


def remainder_script() -> Node:
    proof = intro("n0", intro("", _rest_at(var("K0"), var("n0"), auto("the rest"))))
    return known_terms(intro("K0", intro("", proof)))


def order_script() -> Node:
    """Q(k) <= C/(1 + k - s) from s = floor(4 R^2) + 1 on: the rest is below 8 C/(3 (K + 1 - s))."""
    s = S.floor(4 * R**2) + 1
    C = Q(s) + 2 * Q(s + 1)
    claim = conj(Q(m) * (1 + m - s) <= C, Q(m + 1) * (2 + m - s) <= C)
    falls = [
        (m + 2 - 4 * R**2 >= 0, auto("m is large")),
        (Q(m + 2) * (3 + m - s) <= C, quarter(Q, m, _slower(s))),
    ]
    later = lemmas(falls, node("both", auto("known"), auto("shown")))
    base = lemmas(
        [
            (Q(s) >= 0, fact(terms_fall(Q), [s], auto("Q >= 0"), auto("k >= 0"))),
            (Q(s + 1) >= 0, fact(terms_fall(Q), [s + 1], auto("Q >= 0"), auto("k >= 0"))),
        ],
        node("both", auto("first"), auto("second")),
    )
    whole = every("m", "int", implies(m >= s, claim))
    e = var("e0")
    order = s + S.floor(8 * (C + 1) / (3 * e)) + 1
    at = var("n0")
    gap = order + 1 - s
    bound = S.const(4) / 3 * (Q(order + 1) + Q(order + 2))
    rest = lemmas(
        [
            (gap > 8 * (C + 1) / (3 * e), auto("K is large")),
            ((gap - 8 * (C + 1) / (3 * e)) * e > 0, auto("times eta")),
            ((8 * (C + 1) / (3 * e) * e).equals(S.const(8) / 3 * (C + 1)), auto("the quotient")),
            (gap * e > S.const(8) / 3 * C, auto("above 8/3 C")),
            (Q(order + 1) >= 0, fact(terms_fall(Q), [order + 1], auto("Q >= 0"), auto("k >= 0"))),
            (Q(order + 2) >= 0, fact(terms_fall(Q), [order + 2], auto("Q >= 0"), auto("k >= 0"))),
            (Q(order + 1) * gap <= C, auto("first")),
            (Q(order + 2) * gap <= C, auto("second")),
            (gap * bound < gap * e, auto("both")),
            (bound < e, _cancelled(gap, bound, e)),
        ],
        auto("below eta"),
    )
    used = fact(whole, [order + 1], rest, auto("K + 1 >= s"))
    body = intro("n0", intro("", _rest_at(order, at, used)))
    facts = [
        (C >= 0, _c_positive(s)),
        (1 / e > 0, auto("> 0")),
        (8 * (C + 1) / (3 * e) > 0, auto("> 0")),
        (order >= 0, auto("K >= 0")),
        (order + 3 >= 4 * R**2, auto("K is large")),
    ]
    shown = shown_by(order, node("both", auto("K >= 0"), body))
    proof = intro("e0", intro("", define((1 / e).json, auto("!= 0"), lemmas(facts, shown))))
    start = have(s >= 0, auto("s >= 0"), induct("m", s.json, claim, base, later, proof))
    return known_terms(start)


def _c_positive(s: Term) -> Node:
    facts = [
        (Q(s) >= 0, fact(terms_fall(Q), [s], auto("Q >= 0"), auto("k >= 0"))),
        (Q(s + 1) >= 0, fact(terms_fall(Q), [s + 1], auto("Q >= 0"), auto("k >= 0"))),
    ]
    return lemmas(facts, auto("C >= 0"))


def _slower(s: Term) -> Node:
    """Q(m + 2)(3 + x) <= Q(m)(3 + x)/4 <= Q(m)(1 + x), x = m - s >= 0."""
    x = m - s
    facts = [
        ((Q(m) / 4 - Q(m + 2)) * (3 + x) >= 0, auto("times 3 + x")),
        (Q(m) * x >= 0, auto("Q x")),
    ]
    return lemmas(facts, auto("slower"))


def _cancelled(gap: Term, one: Term, other: Term) -> Node:
    """From gap one < gap other and gap > 0."""
    x, y, f = var("x1"), var("y1"), var("f1")
    lemma: Json = implies(conj(f > 0, f * x < f * y), x < y)
    product = have(f * (x - y) >= 0, auto("product"), auto("contradiction"))
    proof = intro("", node("split", product, auto("shown"), on=(x - y).json))
    for name in ("f1", "y1", "x1"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    used = fact(lemma, [one, other, gap], auto("cancelled"), auto("premises"))
    return have(lemma, proof, used)


# --- where rounding ends it ----------------------------------------------------------------------

J, I0, x, factor = var("J"), var("I0"), var("x"), var("factor")
_INTEGRAND = S.exp(-((x**2 + z) ** 2) / 2) <= factor * S.exp(-(x**4) / 2)
COMPARED = every("factor", "real", implies(every("x", "real", _INTEGRAND), J <= factor * I0))
CANCELS = statement(
    {"z": "real", "J": "real", "I0": "real"},
    [z >= 0, COMPARED],
    J <= S.exp(-(z**2) / 2) * I0,
)


def cancels_script() -> Node:
    """(x^2 + z)^2 = x^4 + z^2 + 2 z x^2, and exp(-z x^2) <= 1."""
    at, e = var("x0"), S.exp(-(z**2) / 2)
    rest = z * at**2
    first, second = -(z**2) / 2, -(at**4) / 2
    unit = have(S.exp(S.const(0)).equals(1), node("evaluate", bits=0), auto("exp(0)"))
    facts = [
        (at**2 >= 0, auto("square")),
        (rest >= 0, auto("z x^2")),
        (S.exp(rest) >= 1 + rest, axiom("exp-line", [rest], auto("exp"))),
        ((S.exp(-rest) * S.exp(rest)).equals(1), exp_sum(-rest, rest, unit)),
        (S.exp(-rest) * (S.exp(rest) - 1) >= 0, auto("product")),
        (S.exp(-rest) <= 1, auto("at most 1")),
        (e * S.exp(second) > 0, auto("> 0")),
        (e * S.exp(second) * (1 - S.exp(-rest)) >= 0, auto("product")),
    ]
    sums = exp_sum(first, second, exp_sum(first + second, -rest, lemmas(facts, auto("below"))))
    shown = every("x", "real", _put(_INTEGRAND, "factor", e))
    used = fact(COMPARED, [e], auto("the bound"), restated())
    return have(shown, intro("x0", sums), used)


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


def rounded_script() -> Node:
    return node("both", *(_falls(S.const(at), bits) for at, bits in THRESHOLDS.items()))


def _falls(at: Term, bits: int) -> Node:
    """exp(-z^2/2) = exp(-at^2/2) exp(-d) with d = (z^2 - at^2)/2 >= 0."""
    here = var("z0")
    first, d = -(at**2) / 2, (here**2 - at**2) / 2
    unit = have(S.exp(S.const(0)).equals(1), node("evaluate", bits=0), auto("exp(0)"))
    facts = [
        (d >= 0, have((here - at) * (here + at) >= 0, auto("product"), auto("d >= 0"))),
        (S.exp(d) >= 1 + d, axiom("exp-line", [d], auto("exp"))),
        ((S.exp(-d) * S.exp(d)).equals(1), exp_sum(-d, d, unit)),
        (S.exp(-d) * (S.exp(d) - 1) >= 0, auto("product")),
        (S.exp(-d) <= 1, auto("at most 1")),
        (S.exp(first) > 0, node("evaluate", bits=64)),
        (S.exp(first) * (1 - S.exp(-d)) >= 0, auto("product")),
        (S.exp(first) < Fraction(1, 2**bits), node("evaluate", bits=64)),
    ]
    return intro("z0", intro("", exp_sum(first, -d, lemmas(facts, auto("below")))))


def _put(formula: Json, name: str, value: Term) -> Json:
    formula = plain_json(formula)
    if isinstance(formula, list):
        return [formula[0], *(_put(part, name, value) for part in formula[1:])]
    return value.json if formula == name else formula


# --- the claim -----------------------------------------------------------------------------------

_ONES = {"c": (("p",), "1"), "P": (("p",), "1")}


def _no_rest() -> Node:
    """K = 1, n = 5: four summands 1 against 8/3."""
    summed = node("evaluate", bits=0)
    sizes = node("both", auto("K >= 0"), auto("K + 3 >= 4"))
    inner = shown_by(S.const(5), node("both", auto("n >= K + 2"), summed))
    return shown_by(ONE, node("both", sizes, inner))


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
            cancels_script,
        ),
        Obligation(
            "weierstrass.maclaurin.rounded",
            "$e^(-z^2\\/2)$ is below $2^(-9)$, $2^(-12)$ and $2^(-25)$ from the three $z$ on: "
            "half a unit in the last place is more than that much of every number with 8, 11 "
            "and 24 bits",
            ROUNDED,
            rounded_script,
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
            order_script,
        ),
        Obligation(
            "weierstrass.maclaurin.remainder",
            "a bound on the rest",
            REMAINDER,
            remainder_script,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.maclaurin.control.recursion",
                "without the recursion: all $c_k = 1$, $R = 1$, $K = 1$, $n = 5$",
                statement({"R": "real"}, GIVEN[1:], REMAINDER["show"], FUNCTIONS),
                Witness({"R": 1}, _ONES),
                {},
                _no_rest,
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
