"""weierstrass.ghost_distance: where 1/sqrt(v(t)) is singular along a path of the variance."""

from __future__ import annotations

from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    total,
    var,
)
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S, every_real
from proofs.trees.script import (
    statement,
)
from proofs.weierstrass.paper import source

PLACE = "The text before the convolution"
v0, vd, eps, a, b, p, q, t, t1, eta, delta, T, B = (
    var(name)
    for name in ("v0", "vd", "eps", "a", "b", "p", "q", "t", "t1", "eta", "delta", "T", "B")
)

# --- v(t) = v0 + vd t ----------------------------------------------------------------------------


def _zero(at: Term, beside: Term) -> Json:
    """v0 + vd (a + i b) + eps = 0, real and imaginary part."""
    return conj((v0 + eps + vd * at).equals(0), (vd * beside).equals(0))


_SIZE = S.sqrt(a**2 + b**2).equals(S.abs(v0 + eps) / S.abs(vd))
LINEAR = statement(
    {"v0": "real", "vd": "real", "eps": "real"},
    [vd.differs(0), eps >= 0],
    conj(
        every_real(("a", "b"), implies(_zero(a, b), _SIZE)),
        exists("a", "real", exists("b", "real", _zero(a, b))),
    ),
)


LINEAR_PROOF = """
have speed: 0 < |vd| by vd != 0
have first: for all a, b: real, v0 + eps + vd*a = 0 and vd*b = 0 =>
    sqrt(a^2 + b^2) = |v0 + eps|/|vd|:
  have b = 0
  have a^2 + b^2 = a^2
  have root: sqrt(a^2 + b^2) = |a|
  have |a|*|vd| = |a*vd| by abs_product(a, vd)
  have |a*vd| = |v0 + eps|
  have |a| = |v0 + eps|/|vd|
  show by root, |a| = |v0 + eps|/|vd|
have there: exists a: real, exists b: real, v0 + eps + vd*a = 0 and vd*b = 0:
  take -(v0 + eps)/vd
  take 0
"""

# --- the activations move on a line --------------------------------------------------------------

_ALONG = every("t", "real", v0 + p * t + q * t**2 >= 0)
_COMPLEX = conj((v0 + p * a + q * (a**2 - b**2)).equals(0), (b * (p + 2 * q * a)).equals(0))
QUADRATIC = statement(
    {"v0": "real", "p": "real", "q": "real"},
    [v0 > 0, q > 0, _ALONG],
    conj(
        every_real(("a", "b"), implies(_COMPLEX, (a**2 + b**2).equals(v0 / q))),
        p**2 * (v0 / q) <= 4 * v0**2,
    ),
)


#: the discriminant is at most 0; with b != 0 the real part is -p/(2 q)
QUADRATIC_PROOF = """
have along: for all t: real, v0 + p*t + q*t^2 >= 0
use along(-p/(2*q))
have below: p^2 <= 4*q*v0
have 0 < v0/q
have first: for all a, b: real, v0 + p*a + q*(a^2 - b^2) = 0 and b*(p + 2*q*a) = 0 =>
    a^2 + b^2 = v0/q:
  have middle: 2*q*a + p = 0:
    cases b = 0:
      have (2*q*a + p)^2 = p^2 - 4*q*v0
      have (2*q*a + p)^2 <= 0
      cases 2*q*a + p = 0:
        show by 2*q*a + p = 0
      have 0 < (2*q*a + p)^2 by square_positive(2*q*a + p)
    have b*(2*q*a + p) = 0
    show by b*(2*q*a + p) = 0, b != 0
  have q*(a^2 + b^2) = v0
have (4*q*v0 - p^2)*(v0/q) >= 0
have p^2*(v0/q) <= 4*v0^2
"""

# --- v is a variance or a mean square ------------------------------------------------------------

d, i, j, m = var("d"), var("i"), var("j"), var("m")
_MU = total("i", 1, d, app("x", i)) / d


def _squares(center: Term, high: Term = d) -> Term:
    return total("j", 1, high, (app("x", j) - center) ** 2)


def _spread(center: Term) -> Term:
    """(1/d) sum (x_j - m)^2: the variance for m = mu, the mean square for m = 0."""
    return _squares(center) / d


_MEAN_SQUARE = total("j", 1, d, app("x", j) ** 2) / d
POSITIVE = statement(
    {"d": "int", "eps": "real"},
    [d >= 1, eps > 0],
    conj(_spread(_MU) + eps > 0, _MEAN_SQUARE + eps > 0),
    {"x": 1},
)
VARIANCE = statement({"d": "int"}, [d >= 1], _spread(_MU) > 0, {"x": 1})
MEAN_SQUARE = statement({"d": "int"}, [d >= 1], _MEAN_SQUARE > 0, {"x": 1})
NOT_NEGATIVE = statement(
    {"d": "int", "m": "real", "eps": "real"},
    [d >= 1, eps > 0],
    conj(_spread(m) >= 0, _spread(m) + eps > 0),
    {"x": 1},
)


NOT_NEGATIVE_PROOF = """
have 0 <= sum(j = 1..d, (x(j) - m)^2) by sums
have 0 <= sum(j = 1..d, (x(j) - m)^2)/d
"""

POSITIVE_PROOF = """
have one: 0 <= sum(j = 1..d, (x(j) - sum(i = 1..d, x(i))/d)^2) by sums
have two: 0 <= sum(j = 1..d, x(j)^2) by sums
have 0 <= sum(j = 1..d, (x(j) - sum(i = 1..d, x(i))/d)^2)/d by one
have 0 <= sum(j = 1..d, x(j)^2)/d by two
"""

# --- the claims ----------------------------------------------------------------------------------


def _pair(
    id_: str,
    says: str,
    sequent: Json,
    data: Witness,
    kind: str,
) -> Control:
    name = f"weierstrass.ghost_distance.{id_}"
    return Control(Attempt(name, says, sequent, data), kind)


SHARPENED = Claim(
    id="weierstrass.ghost_distance.sharpened",
    kind="theorem",
    title="Where the variance is v0 + p t + q t^2, the singularity lies at distance sqrt(v0/q)",
    source=source(PLACE),
    statement="Let $v(t) = v_0 + p t + q t^2 >= 0$ for all real $t$, with $v_0, q > 0$. (Where the "
    "activations move on a line, $x + t dot(x)$, their mean square is such a $v$ with "
    '$q = "mean"(dot(x)^2)$, their variance with $q = "Var"(dot(x))$.) Every zero of $v$ has '
    r"the modulus $sqrt(v_0\/q)$, and $v_0\/abs(p) >= 1/2 sqrt(v_0\/q)$ if $p != 0$: the "
    "first-order distance may be far too large, and is never less than half of the true one.",
    readings=(
        Reading("$v_0 > 0$", ("given", 0)),
        Reading("the activations move: $q > 0$", ("given", 1)),
        Reading("a mean of squares: $v(t) >= 0$ for real $t$", ("given", 2)),
        Reading(
            "$abs(t)^2 = v_0\\/q$ for $t = a + i b$ with $v(t) = 0$, and the comparison, squared",
            ("show",),
            "with $epsilon$, put $v_0 + epsilon$ for $v_0$",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.ghost_distance.quadratic",
            "both zeros, and the first-order distance",
            QUADRATIC,
            written(QUADRATIC, QUADRATIC_PROOF),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.ghost_distance.sharpened.control.squares",
                "without $v(t) >= 0$: $v = 2 - 3 t + t^2$ has the zeros 1 and 2",
                {**QUADRATIC, "given": QUADRATIC["given"][:2]},
                Witness({"v0": 2, "p": -3, "q": 1}),
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.ghost_distance.sharpened.satisfiable",
        "the hypotheses hold for $v = 1 + t^2$",
        QUADRATIC,
        Witness({"v0": 1, "p": 0, "q": 1}),
    ),
)
_NUMBERS = {"v0": 2, "vd": -1, "eps": 0}
CLAIM = Claim(
    id="weierstrass.ghost_distance",
    kind="theorem",
    title="Along v0 + v' t the singularity lies at distance |v0|/|v'|",
    source=source(PLACE),
    statement="If a neuron's variance $v$ evolves as $v(t) = v_0 + dot(v) t$ along the update "
    "direction, the singularity lies at distance $abs(v_0)\\/abs(dot(v))$ from the current point.",
    readings=(
        Reading("$v$ changes", ("given", 0), "$dot(v) != 0$; otherwise there is no singularity"),
        Reading(
            "$1\\/sqrt(v + epsilon)$",
            ("given", 1),
            "with $epsilon = 0$ as printed here, and $epsilon > 0$ as in the table: the distance "
            "is $abs(v_0 + epsilon)\\/abs(dot(v))$",
        ),
        Reading(
            "the singularity lies at distance $abs(v_0)\\/abs(dot(v))$",
            ("show",),
            "there is a zero of $v(t) + epsilon$ at a complex $t = a + i b$, and each is that far",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.ghost_distance.linear",
            "the one zero, and its distance, in the complex plane",
            LINEAR,
            written(LINEAR, LINEAR_PROOF),
        ),
    ),
    controls=(
        _pair(
            "control.still",
            "without $dot(v) != 0$: $v = 1$ has no zero",
            statement(LINEAR["vars"], [eps >= 0], LINEAR["show"][2]),
            Witness({"v0": 1, "vd": 0, "eps": 0}),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.ghost_distance.satisfiable",
        "the hypotheses hold for $v_0 = 2$, $dot(v) = -1$, $epsilon = 0$",
        LINEAR,
        Witness(_NUMBERS),
    ),
    sharpened=(SHARPENED,),
)

_FORWARD = source("The text before the convolution")
_PRINTED = (
    "LayerNorm and RMSNorm both rely on a scale factor of the form $f(v) = 1\\/sqrt(v)$, where $v$ "
    "is a variance or mean-square quantity computed from activations. [...] During the forward "
    "pass, $v$ is always positive."
)
_DATA = {"x": (("p",), "0")}
POSITIVE_CLAIM = Claim(
    id="weierstrass.ghost_distance.positive",
    kind="theorem",
    title="During the forward pass v = Var + eps, under the root, is always positive",
    source=_FORWARD,
    statement=_PRINTED,
    readings=(
        Reading("computed from $d >= 1$ activations", ("given", 0)),
        Reading(
            "LayerNorm and RMSNorm, $f(v) = 1\\/sqrt(v)$",
            ("given", 1),
            'the layers\' own factor: in the table $1\\/sqrt("Var"(x) + epsilon)$ and '
            '$1\\/sqrt("mean"(x^2) + epsilon)$, so that $v$ is what stands under the root',
        ),
        Reading(
            "$v$ is always positive",
            ("show",),
            '$v$ is $"Var"(x) + epsilon$ or $"mean"(x^2) + epsilon$; of $v$ without $epsilon$ '
            "see `weierstrass.ghost_distance.positive.variance`",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.ghost_distance.positive.statement",
            "both are positive, for every number of activations",
            POSITIVE,
            written(POSITIVE, POSITIVE_PROOF),
        ),
    ),
    controls=(
        _pair(
            "positive.control.eps",
            "without $epsilon > 0$: two activations 0, $epsilon = 0$",
            statement(POSITIVE["vars"], [d >= 1], POSITIVE["show"], {"x": 1}),
            Witness({"d": 2, "eps": 0}, _DATA),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.ghost_distance.positive.satisfiable",
        "the hypotheses hold for $d = 2$, $epsilon = 1$",
        POSITIVE,
        Witness({"d": 2, "eps": 1}, _DATA),
    ),
    notes=(
        "Constant activations, or dead ones, are data like any other: it is $epsilon$ that keeps "
        "the layer defined there.",
    ),
)
VARIANCE_CLAIM = Claim(
    id="weierstrass.ghost_distance.positive.variance",
    kind="theorem",
    title="During the forward pass the variance or mean square itself is always positive",
    source=_FORWARD,
    statement=_PRINTED,
    readings=(
        Reading("computed from $d >= 1$ activations", ("given", 0)),
        Reading("a variance is always positive", ("show",)),
        Reading(
            "computed from $d >= 1$ activations",
            ("given", 0),
            "",
            "weierstrass.ghost_distance.positive.zero",
        ),
        Reading(
            "a mean square is always positive",
            ("show",),
            "",
            "weierstrass.ghost_distance.positive.zero",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "weierstrass.ghost_distance.positive.constant",
            "two equal activations have variance 0",
            VARIANCE,
            Witness({"d": 2}, {"x": (("p",), "1")}),
        ),
        Attempt(
            "weierstrass.ghost_distance.positive.zero",
            "activations that are 0 have mean square 0",
            MEAN_SQUARE,
            Witness({"d": 2}, _DATA),
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.ghost_distance.positive.variance.satisfiable",
        "the hypothesis holds for $d = 2$",
        VARIANCE,
        Witness({"d": 2}, {"x": (("p",), "1")}),
    ),
    repaired=(
        Claim(
            id="weierstrass.ghost_distance.positive.variance.repaired",
            kind="theorem",
            title="During the forward pass v is never negative, and v + eps is positive",
            source=_FORWARD,
            statement="The mean of $(x_j - m)^2$ is at least 0 for every $m$: with the mean for "
            "$m$ the variance, with 0 the mean square. So $v + epsilon > 0$ for $epsilon > 0$.",
            readings=(
                Reading("$d >= 1$ activations", ("given", 0)),
                Reading("$epsilon > 0$", ("given", 1)),
                Reading(
                    "the mean of squares is at least 0, and with $epsilon$ positive", ("show",)
                ),
            ),
            obligations=(
                Obligation(
                    "weierstrass.ghost_distance.not_negative",
                    "by induction over the number of activations",
                    NOT_NEGATIVE,
                    written(NOT_NEGATIVE, NOT_NEGATIVE_PROOF),
                ),
            ),
            controls=(
                _pair(
                    "not_negative.control.strict",
                    "positive without $epsilon$: $x = 0$, $m = 0$",
                    {**NOT_NEGATIVE, "show": _spread(m) > 0},
                    Witness({"d": 2, "m": 0, "eps": 1}, _DATA),
                    "constant tightened",
                ),
            ),
            satisfiable=Attempt(
                "weierstrass.ghost_distance.not_negative.satisfiable",
                "the hypotheses hold for $d = 2$, $m = 0$, $epsilon = 1$",
                NOT_NEGATIVE,
                Witness({"d": 2, "m": 0, "eps": 1}, _DATA),
            ),
        ),
    ),
    notes=(
        "With $v$ for what stands under the root of the layer's own factor, $epsilon$ included: "
        "`weierstrass.ghost_distance.positive`.",
    ),
)
