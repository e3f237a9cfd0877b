"""weierstrass.entire: the smoothed scale factor is an entire function of v."""

from __future__ import annotations

from constructions.terms import var
from constructions.weierstrass_pictures import of_the_barrier
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.library.vectors import S
from proofs.trees.script import statement
from proofs.weierstrass.entire.statement import (
    COUNTS,
    FUNCTIONS,
    GIVEN,
    MAIN,
    MAIN_PROOF,
    MODULUS,
    MODULUS_PROOF,
    REASON,
    SPLIT,
    SPLIT_PROOF,
)
from proofs.weierstrass.entire.zeros import ZEROS
from proofs.weierstrass.paper import source

_SOURCE = source("The text after the convolution, and the table's rows")
_h, _t, _y = var("h"), var("t"), var("y")
_p, _q = var("p"), var("q")
#: |exp(-w^2/2 + i w^3)| at w = p + i q
_CUBIC = S.exp(-(_p**2 - _q**2) / 2 - (3 * _p**2 * _q - _q**3))
_NONE = {"M": (("p",), "0"), "T": (("p",), ["-", "1", ["min", "p", "1"]])}
_ONES = {"M": (("p",), "1"), "T": (("p",), "1")}


SUMS = Obligation(
    "weierstrass.entire.series",
    "$sum_(k <= n) M_k R^k\\/k!$ stays bounded, for every $R >= 0$",
    MAIN,
    MAIN_PROOF,
)
_MODULUS = Obligation(
    "weierstrass.entire.modulus",
    "for $v = a + i b$ the modulus of the integrand is $e^(b^2\\/2)$ times that for $v = a$",
    MODULUS,
    MODULUS_PROOF,
)
GAUSSIAN_SPLIT = Obligation(
    "weierstrass.entire.split",
    "the Gaussian is $e^(-z^2\\/2) e^(-u^2\\/2) e^(u z)$",
    SPLIT,
    SPLIT_PROOF,
)


_REASON = Attempt(
    "weierstrass.entire.reason",
    "for $c = 1$ the modulus of $u^(-1\\/2) K(u - i)$ is at least 1 for all $u >= 1$",
    REASON,
    Witness({"c": 1}, {"A": (("p", "q"), _CUBIC.json)}),
)
CONTROLS = (
    Control(
        Attempt(
            "weierstrass.entire.control.terms",
            "without the equations of $M_k$ and $R^k\\/k!$: all of them 1",
            statement({"R": "real"}, [*GIVEN[:2], GIVEN[3], GIVEN[4]], MAIN["show"], FUNCTIONS),
            Witness({"R": 1}, _ONES),
            script=COUNTS,
        ),
        "hypothesis dropped",
    ),
)
READINGS = (
    Reading(
        "$M_0 >= 0$",
        ("given", 0),
        "not printed: the moments $M_k = integral_0^infinity u^(k - 1\\/2) e^(-u^2\\/2) dif u$",
    ),
    Reading("$M_1 >= 0$", ("given", 1), "not printed"),
    Reading(
        "the integrand is absolutely integrable: $M_(k + 2) = (k + 1\\/2) M_k$",
        ("given", 2),
        "cited, by parts: the integrals of $u^(-1\\/2) e^(-u^2\\/2) u^k$",
    ),
    Reading("every argument $z = v\\/sigma$ with $abs(z) <= R$", ("given", 3)),
    Reading("$T_k = R^k\\/k!$: $T_0 = 1$", ("given", 4)),
    Reading("$(k + 1) T_(k + 1) = R T_k$", ("given", 5)),
    Reading(
        "defines an entire function",
        ("show",),
        "$sum_k M_k R^k\\/k!$ converges for every $R$; times $e^(-z^2\\/2) (2 pi sigma)^(-1\\/2)$ "
        "this power series is $f_sigma$",
    ),
    Reading(
        "a Gaussian",
        ("show",),
        "$sum_k$ comes from $e^(u z)$",
        "weierstrass.entire.split",
    ),
)

CLAIM = Claim(
    id="weierstrass.entire",
    kind="theorem",
    title="The smoothed scale factor is entire",
    source=_SOURCE,
    statement="Because the Gaussian is entire and the integrand is absolutely integrable, this "
    "integral defines an entire function of $v$. The singularity at $v = 0$ is gone.",
    readings=READINGS,
    obligations=(SUMS, GAUSSIAN_SPLIT),
    lines=(
        Line(
            "weierstrass.entire.proof.1",
            "the Gaussian is entire and the integrand is absolutely integrable",
            (_MODULUS, GAUSSIAN_SPLIT),
            reading="for real $v$, as in the forward pass; for complex $v = a + i b$ the modulus "
            "of the integrand is $e^(b^2\\/2)$ times that for $v = a$",
        ),
        Line(
            "weierstrass.entire.proof.2",
            "Because [of this] this integral defines an entire function of $v$",
            (),
            (_REASON,),
            conclusion_stands=SUMS.id,
            why="That a kernel is entire and the integrand absolutely integrable for real $v$ does "
            "not make the integral converge for complex $v$: $K(w) = e^(-w^2\\/2 + i w^3)$ is "
            "entire and has the modulus of the Gaussian on the real line, but at $v = i$ the "
            "modulus of $u^(-1\\/2) K(u - v)$ is at least 1 for all $u >= 1$",
            repair="For the Gaussian: of $e^(u z)$ each term of the series is integrated, and the "
            "sum of the moduli is finite for every complex $z$",
            reading="the inference, for the entire kernels $K(w) = e^(-w^2\\/2 + i c w^3)$ with a "
            "real $c$, the Gaussian among them: where $abs(K(x)) <= e^(-x^2\\/2)$ for real $x$, "
            "the integral over $u >= 1$ is finite for every $v = a + i b$, so that somewhere "
            "$abs(K(u - v)) < sqrt(u)$",
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "weierstrass.entire.satisfiable",
        "the hypotheses hold for $M = 0$, $R = 0$",
        MAIN,
        Witness({"R": 0}, _NONE),
    ),
    assumes=(
        "$M_(k + 2) = (k + 1\\/2) M_k$ for the moments (integration by parts)",
        "a power series that converges absolutely for every argument is an entire function, and "
        "sum and integral may be exchanged where the sum of the moduli is finite",
    ),
    notes=(
        "$f(u) = 1\\/sqrt(u)$ for $u > 0$ and 0 for $u <= 0$. The table's $1\\/sqrt(max(0, u))$ is "
        "a quotient by 0 for $u <= 0$; what is meant there is 0: the closed form belongs to it; "
        "with the value $+infinity$ the convolution would be $+infinity$ everywhere.",
        "For an entire kernel other than the Gaussian the printed reason alone is not enough: that "
        "the integral converges for real $v$ says nothing about complex $v$ (line 2 of the proof).",
    ),
    sharpened=(ZEROS,),
    pictures=of_the_barrier,
)
