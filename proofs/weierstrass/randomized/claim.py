"""weierstrass.randomized: the expectation of route 2, with its eps, against the entire function."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from constructions.terms import Json, Term, app, conj, every, exists, implies, plain_json, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import argued, written
from proofs.library.vectors import S
from proofs.trees.script import statement
from proofs.weierstrass import instances
from proofs.weierstrass.integral import EXISTS, is_near_integral
from proofs.weierstrass.paper import source
from proofs.weierstrass.randomized.without import (
    GIVEN,
    HOLDS_AT,
    LINEAR_HOLDS,
    SCALE,
    SORTS,
    WITHOUT,
    WITHOUT_PROOF,
    F,
    printed,
)
from proofs.weierstrass.series import where_defined

PLACE = "The paper's three routes, route 2, and the table's row Randomized smoothing"
PRINTED = (
    "Use $tilde(f)_sigma (v) = bb(E)_xi [(max(0, v + xi) + epsilon)^(-1\\/2)]$ with $xi tilde "
    "cal(N)(0, sigma^2)$. Sample $xi$ in the forward pass. Recovers the entire function in "
    "expectation."
)
u, c, G, I0, eps, p, B, eps0 = (
    var(name) for name in ("u", "c", "G", "I0", "eps", "p", "B", "eps0")
)


def at_least(value: Term, small: Term, weight: Term) -> Json:
    """E[(max(0, u) + eps)^(-1/2)] >= c P(u <= 0), where c is at most the integrand for u <= 0."""
    low = every("u", "real", implies(u <= 0, c <= printed(u, small)))
    return every("c", "real", implies(low, c * weight <= value))


# --- it is not the entire function ---------------------------------------------------------------

QUARTER, HALF = S.const(Fraction(1, 4)), S.const(Fraction(1, 2))
_ENTIRE = 2 * I0 / S.sqrt(2 * S.pi())
_SUMS = ((2, 2), (16, 32))
_KNOWN = [at_least(G, QUARTER, HALF), *is_near_integral(I0, Fraction(0), _SUMS)]
_EQUAL = exists("I0", "real", conj(*_KNOWN, G.equals(_ENTIRE)))
SAME = statement({}, [], exists("G", "real", _EQUAL))
#: what is assumed of the two numbers, as hypotheses
PREMISES = statement({"G": "real", "I0": "real"}, _KNOWN, S.const(0) < 0)


#: G >= 2/2 = 1, and 2 I(0)/sqrt(2 pi) <= 1.2 * 0.8
APART = """
fix G, I0
have low: for all c: real, (for all u: real, u <= 0 => c <= printed(u, 1/4)) => c*(1/2) <= G
have above: I0 <= upper
have two: for all u: real, u <= 0 => 2 <= printed(u, 1/4):
  have same: max(0, u) + 1/4 = 1/4
  have sqrt(max(0, u) + 1/4) <= 1/2
have mass: 1 <= G by low(2), two
have few: upper <= 6/5 by numbers
have scale: 2 <= sqrt(2*pi)*4/5
have small: I0 <= 6/5 by above, few
have less: 2*I0 < sqrt(2*pi)
show by less, mass, scale
"""
_UPPER = Term(plain_json(_KNOWN[-1])[2])


# --- small eps makes it worse --------------------------------------------------------------------

_small = implies(eps > 0, eps < eps0, app("G", eps) > B)
GROWS = statement(
    {"p": "real"},
    [p > 0, every("eps", "real", implies(eps > 0, at_least(app("G", eps), eps, p)))],
    every("B", "real", exists("eps0", "real", conj(eps0 > 0, every("eps", "real", _small)))),
    {"G": 1},
)


#: eps_0 = (p/(|B| + 1))^2: then p/sqrt(eps) > |B| + 1
GROWS_PROOF = written(
    GROWS,
    """
fix B
let size = |B| + 1
have pos: 0 < p/size
have reach: 0 < (p/size)^2
have small: for all eps: real, 0 < eps => eps < (p/size)^2 => B < G(eps):
  have eps: 0 < eps
  have root: 0 < sqrt(eps)
  have square: sqrt(eps)^2 = eps
  have low: for all u: real, u <= 0 => 1/sqrt(eps) <= 1/sqrt(max(0, u) + eps):
    have same: max(0, u) + eps = eps
    have sqrt(max(0, u) + eps) <= sqrt(eps) by root_mono(max(0, u) + eps, eps), same
    have 0 < sqrt(max(0, u) + eps)
    show by reciprocal_antitone(sqrt(max(0, u) + eps), sqrt(eps))
  use bound: bound(eps)
  have most: 1/sqrt(eps)*p <= G(eps) by bound(1/sqrt(eps)), low
  have less: sqrt(eps) < p/size:
    cases over: p/size <= sqrt(eps):
      have 0 <= (sqrt(eps) - p/size)*(sqrt(eps) + p/size) by over, pos, root
  have sqrt(eps)*size < p by less
  have size < 1/sqrt(eps)*p by sqrt(eps)*size < p, root
  have B <= |B|
take (p/size)^2
show by reach, small
""",
    {"bound": GROWS["given"][1]},
)


# --- a second moment -----------------------------------------------------------------------------

n, V, q = var("n"), var("V"), var("q")
_HALVES = every("n", "int", implies(n >= 0, q * n / 2 <= V))
NO_VARIANCE = statement({"q": "real", "V": "real"}, [q > 0], implies(_HALVES, S.const(1) < 0))
NO_VARIANCE_PROOF = written(
    NO_VARIANCE,
    """
let m = floor(2*|V|/q) + 1
have 0 < 1/q
have 0 <= 2*|V|/q
have large: m > 2*|V|/q
have more: m*q > 2*|V| by large
have start: m >= 0
have half: q*m/2 <= V
have V <= |V|
""",
)


# --- the claims ----------------------------------------------------------------------------------


_EXPECTATION = (
    "an expectation is monotone: what is at least $c$ for $v + xi <= 0$ and positive has an "
    "expectation of at least $c dot P(v + xi <= 0)$"
)


BIAS = Claim(
    id="weierstrass.randomized.sharpened",
    kind="theorem",
    title="For small epsilon the expectation of route 2 is as large as one likes",
    source=source(PLACE),
    statement="For every $v$ and $sigma > 0$: $bb(E)_xi [(max(0, v + xi) + epsilon)^(-1\\/2)] -> "
    "infinity$ as $epsilon -> 0$, since the mass $P(v + xi <= 0) > 0$ lies at $epsilon^(-1\\/2)$.",
    readings=(
        Reading("$p = P(v + xi <= 0) > 0$", ("given", 0)),
        Reading("the expectation $G(epsilon)$", ("given", 1), _EXPECTATION),
        Reading("$G(epsilon) -> infinity$ as $epsilon -> 0$", ("show",)),
    ),
    obligations=(
        Obligation(
            "weierstrass.randomized.small",
            "above every $B$ for all small $epsilon$",
            GROWS,
            GROWS_PROOF,
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.randomized.small.satisfiable",
        "the hypotheses hold for $p = 1$ and $G(epsilon) = epsilon^(-1\\/2)$",
        GROWS,
        Witness(
            {"p": 1, "eps0": 1, "eps_": HALF},
            {"G": (("e",), where_defined(printed(S.const(0), var("e"))).json)},
        ),
    ),
    assumes=(_EXPECTATION,),
)
_SHELLS = (
    "each shell $2^(-j - 1) < v + xi <= 2^(-j)$, $j = 0, ..., n - 1$, adds at least $q\\/2$ to the "
    "second moment of $(v + xi)^(-1\\/2)$: its probability is at least $q 2^(-j - 1)$, where "
    "$q > 0$ is the least density of $v + xi$ on $[0, 1]$, and $(v + xi)^(-1) >= 2^j$"
)
VARIANCE = Claim(
    id="weierstrass.randomized.sharpened2",
    kind="theorem",
    title="Without epsilon the samples of route 2 have no finite second moment",
    source=source(PLACE),
    statement="For every $v$ and $sigma > 0$: $(v + xi)^(-1\\/2)$ where $v + xi > 0$, and 0 "
    "elsewhere, has no finite second moment.",
    readings=(
        Reading("$q > 0$, the least density of $v + xi$ on $[0, 1]$", ("given", 0)),
        Reading("a second moment $V$ is at least that of $n$ shells", ("show", 1), _SHELLS),
        Reading("no finite second moment", ("show",), "no number $V$ is that large"),
    ),
    obligations=(
        Obligation(
            "weierstrass.randomized.variance",
            "no number is above $q n\\/2$ for all $n$",
            NO_VARIANCE,
            NO_VARIANCE_PROOF,
        ),
    ),
    assumes=(_SHELLS,),
)
_LINEAR = (
    "an expectation is linear and monotone, the density of $v + xi$ is at most "
    "$(2 pi sigma^2)^(-1\\/2)$, $integral_0^s u^(-1\\/2) dif u = 2 sqrt(s)$ and "
    "$integral_s^infinity u^(-3\\/2) dif u = 2\\/sqrt(s)$"
)
_TIGHT = conj(WITHOUT["show"][1], F <= G - p / S.sqrt(eps) + S.sqrt(eps) / (5 * SCALE))
REPAIRED = Claim(
    id="weierstrass.randomized.repaired",
    kind="theorem",
    title="Without its mass at epsilon^(-1/2) the expectation is below f_sigma(v), and close to it",
    source=source(PLACE),
    statement="For all $v$, $sigma > 0$ and $epsilon > 0$: $0 < f_sigma (v) - (bb(E)_xi "
    "[(max(0, v + xi) + epsilon)^(-1\\/2)] - epsilon^(-1\\/2) P(v + xi <= 0)) <= "
    "3 sqrt(epsilon)\\/(sigma sqrt(2 pi))$. So the average recovers the entire function in "
    "expectation as $epsilon -> 0$, if samples with $v + xi <= 0$ count as 0.",
    readings=(
        Reading("$epsilon > 0$", ("given", 0)),
        Reading("$sigma > 0$", ("given", 1)),
        Reading(
            "the expectation $G = bb(E)_xi [(max(0, v + xi) + epsilon)^(-1\\/2)]$, "
            "$F = f_sigma (v)$ and $p = P(v + xi <= 0)$",
            ("given", 2),
            "with $u = v + xi$: if the integrand is $c$ for $u <= 0$ and less than $u^(-1\\/2)$ "
            "for $u > 0$, by at most $a u^(-1\\/2)$ up to $s$ and by at most $b u^(-3\\/2)$ "
            "beyond, then $F - (G - c p)$ is positive and at most $2 (a sqrt(s) + b\\/sqrt(s)) "
            "(2 pi sigma^2)^(-1\\/2)$",
        ),
        Reading("both bounds", ("show",)),
    ),
    obligations=(
        Obligation(
            "weierstrass.randomized.without",
            "both bounds, for all $v$, $sigma > 0$, $epsilon > 0$",
            WITHOUT,
            WITHOUT_PROOF,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.randomized.without.control.bound",
                "with $sqrt(epsilon)\\/(5 sigma sqrt(2 pi))$: numbers that meet the hypotheses",
                {**WITHOUT, "show": _TIGHT},
                HOLDS_AT,
                LINEAR_HOLDS,
                part=1,
            ),
            "constant tightened",
        ),
        Control(
            Attempt(
                "weierstrass.randomized.without.control.linear",
                "for a number $F$ of which nothing is known",
                statement(SORTS, GIVEN[:2], WITHOUT["show"]),
                Witness({**HOLDS_AT.values, "F": 0}),
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.randomized.without.satisfiable",
        "the hypotheses hold for $epsilon = sigma = G = 1$, $p = 1\\/2$, $F = 3\\/5$",
        WITHOUT,
        HOLDS_AT,
        LINEAR_HOLDS,
    ),
    assumes=(_LINEAR,),
    notes=(
        "The average of $(v + xi)^(-1\\/2)$ where $v + xi > 0$ has $f_sigma (v)$ as its "
        "expectation, by definition, but no finite variance: `weierstrass.randomized.sharpened2`.",
        "At $v = 0$, $sigma = 1$, $epsilon = 1\\/4$ the printed expectation is 1.5555..., and "
        "$f_1 (0) = 0.8600...$ (by balls; the kernel has at least 1 and at most 0.96).",
    ),
)
CLAIM = Claim(
    id="weierstrass.randomized",
    kind="theorem",
    title="Randomized smoothing recovers the entire function in expectation",
    source=source(PLACE),
    statement=PRINTED,
    readings=(
        Reading(
            "$tilde(f)_sigma (v) = bb(E)_xi [(max(0, v + xi) + epsilon)^(-1\\/2)]$",
            ("show",),
            "at $v = 0$, $sigma = 1$, $epsilon = 1\\/4$, where it says that $G = f_1 (0)$ for the "
            "expectation $G$ and $f_1 (0) = 2 I(0) (2 pi)^(-1\\/2)$. Of $G$ no more is used than "
            "$G >= c P(xi <= 0) = c\\/2$ for every $c$ that the integrand is not below where "
            "$xi <= 0$, and of the integral $I(0)$ four of its bounds by Riemann sums: so what is "
            "refuted, that some such numbers are equal, follows from the printed sentence",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "weierstrass.randomized.mass",
            "at $v = 0$, $sigma = 1$, $epsilon = 1\\/4$ the expectation is at least 1, the entire "
            "function at most 0.96",
            SAME,
            Witness({}),
            script=partial(argued, APART, printed=printed, upper=_UPPER),
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.randomized.mass.satisfiable",
        "what is assumed of the two numbers holds for $G = 1$, $I(0) = 1.078$",
        PREMISES,
        Witness({"G": 1, "I0": Fraction(1078, 1000)}),
    ),
    repaired=(REPAIRED,),
    sharpened=(BIAS, VARIANCE),
    assumes=(_EXPECTATION, EXISTS),
    notes=(
        "The bias has both signs: for $v + xi > 0$ the printed integrand is below "
        "$(v + xi)^(-1\\/2)$, for $v + xi <= 0$ it is $epsilon^(-1\\/2)$ instead of 0. With "
        "$epsilon = 0$ the integrand is infinite with positive probability.",
        "What is assumed of $G$ and $I(0)$ stands in the statement that is refuted. The instances "
        "need none of it: they enclose the expectation and $f_sigma (v)$ by balls, at any $v$, "
        "$sigma$ and $epsilon$.",
        "This reading takes both places to speak of one function $tilde(f)_sigma$. That the "
        "expectation is an entire function, another one, is `weierstrass.randomized.entire`.",
    ),
    parameters=instances.SAMPLE_PARAMETERS,
    instances=instances.SAMPLE_INSTANCES,
    run=instances.sample_rows,
)
