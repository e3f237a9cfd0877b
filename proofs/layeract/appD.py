"""layeract.appD: SiLU and LA-SiLU after a LayerNorm without gain and bias (Appendix D)."""

from __future__ import annotations

from fractions import Fraction

from constructions.layeract import SIGMOID, Indexed, deviation, mean, normalise, variance
from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.calculus import S, s
from proofs.layeract.paper import source
from proofs.layeract.sums import (
    CENTRED,
    LAYER_FACTS,
    LAYER_NAMES,
    MEAN,
    VARIANCE,
    alpha,
    d,
    k,
    n,
    v,
)
from proofs.trees.script import (
    statement,
)

ell, mu2, v2 = var("l"), var("mu2"), var("v2")


def x(at: Term) -> Term:
    """The LayerNorm's output, which is the activation's input."""
    return app("x", at)


_X = Indexed(x, d)
NORMED = every("k", "int", implies(conj(k >= 1, k <= d), x(k).equals(n(k))))
MEAN2 = mu2.equals(mean(_X))
VARIANCE2 = v2.equals(variance(_X, mu2))
ROOT2 = deviation(S, v2, alpha)
N2 = normalise(S, x(ell), mu2, ROOT2)  #: n_l of Eq. 6, for the input x


def sigmoid(at: Term) -> Term:
    value: Term = SIGMOID.value(S, at)
    return value


SORTS = {
    **dict.fromkeys(("d", "l"), "int"),
    **dict.fromkeys(("mu", "v", "alpha", "mu2", "v2"), "real"),
}
LAYERS: list[Json] = [MEAN, VARIANCE, NORMED, MEAN2, VARIANCE2, ell >= 1, ell <= d]
SAME = (x(ell) * sigmoid(N2)).equals(x(ell) * sigmoid(x(ell)))
STATEMENT = statement(SORTS, [d >= 1, alpha > 0, *LAYERS], SAME, {"y": 1, "x": 1})

#: what holds for alpha >= 0: the second normalisation is by sqrt(sigma^2/(sigma^2 + alpha) + alpha)
AGAIN = (N2 * S.sqrt(v / (v + alpha) + alpha)).equals(x(ell))
EXACT = statement(
    SORTS,
    [d >= 1, alpha.equals(0), v > 0, *LAYERS],
    conj(N2.equals(x(ell)), (x(ell) * s(N2)).equals(x(ell) * s(x(ell)))),
    {"y": 1, "x": 1, "s": 1},
)
SCALED = statement(
    SORTS,
    [d >= 1, alpha > 0, *LAYERS],
    conj(mu2.equals(0), v2.equals(v / (v + alpha)), AGAIN),
    {"y": 1, "x": 1},
)


NAMES = {**LAYER_NAMES, "root2": ROOT2, "n2": N2}
FACTS = {**LAYER_FACTS, "normed": NORMED, "mean2": MEAN2, "spread2": VARIANCE2}
#: mu2 = 0 and v2 = v/root^2, where the sums of the layer are known
AGAIN_NORMED = """have means: for all m: int, 0 <= m => m <= d =>
    sum(k = 1..m, x(k)) = sum(k = 1..m, y(k) - mu)/root by induction on m:
  step:
    show by ih, normed(m + 1), positive
have zero: mu2 = 0 by means(d), centre, mean2, positive, d >= 1
have spreads: for all m: int, 0 <= m => m <= d =>
    sum(k = 1..m, (x(k) - mu2)^2) = sum(k = 1..m, (y(k) - mu)^2)/root^2 by induction on m:
  step:
    show by ih, normed(m + 1), zero, positive
have second: v2 = v/root^2 by spreads(d), squares, spread2, positive, d >= 1
"""
#: v2 = 1, so that the second normalisation divides by 1
TWICE = f"""have positive: 0 < root by v > 0, alpha = 0
have v + alpha > 0
have radicand: root^2 = v + alpha by v + alpha > 0
have centre: sum(k = 1..d, y(k) - mu) = 0 by mean, sums, d >= 1
have squares: sum(k = 1..d, (y(k) - mu)^2) = d*v by spread, d >= 1
{AGAIN_NORMED}have one: v2 = 1 by second, radicand, alpha = 0, v > 0
have unit: root2 = 1 by one, alpha = 0
have same: n2 = x(l) by zero, unit
have s(n2) = s(x(l)) by same, unit
show by same, s(n2) = s(x(l)), unit
"""
QUOTIENT = f"""{CENTRED}have v + alpha > 0 by large, alpha > 0
{AGAIN_NORMED}have quotient: v2 = v/(v + alpha) by second, radicand, positive
have share: 0 <= v/(v + alpha) by large, alpha > 0
let other = sqrt(v/(v + alpha) + alpha)
have roots: root2 = other by quotient, share, alpha > 0
have wide: 0 < other by share, alpha > 0
have again: n2*other = x(l) by zero, roots, wide
show by zero, quotient, again
"""
SYMBOLS_SAME = """have congruent: for all a, b: real, a = b => s(a) = s(b)
have same: x(l) = n(l) by normed(l), 1 <= l, l <= d
show by congruent(x(l), n(l)), same
"""


# --- data ----------------------------------------------------------------------------------------


def _pair(size: Fraction, alpha_: Fraction, root: Fraction) -> Witness:
    """y = (-size, size), with sqrt(size^2 + alpha) = root."""
    normed = size / root
    sign = ["-", ["*", "2", "u"], "3"]
    return Witness(
        {
            "d": 2, "l": 2, "mu": 0, "v": size**2, "alpha": alpha_, "mu2": 0, "v2": normed**2,
        },
        {"y": (("u",), ["*", str(size), sign]), "x": (("u",), ["*", str(normed), sign])},
    )  # fmt: skip


WIDE = _pair(Fraction(3), Fraction(16), Fraction(5))
WIDE_S = Witness(WIDE.values, {**WIDE.functions, "s": (("u",), "u")})
_FACTOR_WITNESS = _pair(Fraction(3), Fraction(0), Fraction(3))

EXACTLY = Claim(
    id="layeract.appD.repaired",
    kind="theorem",
    title="With alpha = 0 the two outputs are exactly the same",
    source=source("Appendix D", "5, 6"),
    statement='With $alpha = 0$ and inputs that are not all equal: $n = hat(n)^sans("LN")$, and '
    '$hat(n)^sans("LN") s(n) = hat(n)^sans("LN") s(hat(n)^sans("LN"))$ for every activation '
    "scale $s$.",
    differs=(
        "It asks for $alpha = 0$ and for inputs that are not all equal; and it is about every "
        "activation scale."
    ),
    readings=(
        Reading("$d$ elements", ("given", 0)),
        Reading("$alpha = 0$", ("given", 1)),
        Reading("not all equal", ("given", 2)),
        Reading("$mu_y$", ("given", 3)),
        Reading("$sigma_y^2$", ("given", 4)),
        Reading("LayerNorm before the activation", ("given", 5)),
        Reading("its outputs' mean", ("given", 6)),
        Reading("and variance", ("given", 7)),
        Reading("any element $l$: $l >= 1$", ("given", 8)),
        Reading("and $l <= d$", ("given", 9)),
        Reading("the same $n$ and the same output", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.appD.exact",
            "for every $d$ and every $s$",
            EXACT,
            written(EXACT, TWICE, FACTS, **NAMES),
        ),
    ),
    satisfiable=Attempt(
        "layeract.appD.exact.satisfiable",
        "$y = (-3, 3)$",
        EXACT,
        Witness(
            _FACTOR_WITNESS.values,
            {**_FACTOR_WITNESS.functions, "s": (("u",), "u")},
        ),
    ),
)
RESCALED = Claim(
    id="layeract.appD.repaired.2",
    kind="theorem",
    title="LayerAct normalises a LayerNorm's output once more, by a known factor",
    source=source("Appendix D", "6"),
    statement='For $alpha > 0$: $n = hat(n)^sans("LN") \\/ sqrt(sigma_y^2 \\/ (sigma_y^2 + '
    "alpha) + "
    "alpha)$.",
    readings=(
        Reading("$d$ elements", ("given", 0)),
        Reading("$alpha > 0$", ("given", 1)),
        Reading("$mu_y$", ("given", 2)),
        Reading("$sigma_y^2$", ("given", 3)),
        Reading("LayerNorm before the activation", ("given", 4)),
        Reading("its outputs' mean", ("given", 5)),
        Reading("and variance", ("given", 6)),
        Reading("any element $l$: $l >= 1$", ("given", 7)),
        Reading("and $l <= d$", ("given", 8)),
        Reading("the mean is 0", ("show", 1)),
        Reading("the variance is $sigma_y^2 \\/ (sigma_y^2 + alpha)$", ("show", 2)),
        Reading("and $n$ follows", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.appD.scaled",
            "for every $d$ and $alpha > 0$",
            SCALED,
            written(SCALED, QUOTIENT, FACTS, **NAMES),
        ),
    ),
    notes=(
        "The factor is 1 exactly where $alpha = 0$ or $sigma_y^2 + alpha = 1$; elsewhere the two "
        "outputs differ at each $n_i != 0$.",
    ),
)
_SYMBOLS = statement(
    SORTS,
    [d >= 1, alpha > 0, *LAYERS],
    (x(ell) * s(n(ell))).equals(x(ell) * s(x(ell))),
    {"y": 1, "x": 1, "s": 1},
)

CLAIM = Claim(
    id="layeract.appD",
    kind="theorem",
    title="After LayerNorm, LA-SiLU and SiLU are exactly the same",
    source=source("Appendix D", "6"),
    statement="Consider a network using LayerNorm without an affine function (no gain and bias) "
    "and placing the LayerNorm layer right before the activation layer. Here, the normalization "
    "output of the LayerNorm layers serves as the activation input. Consequently, in this "
    'scenario, the normalization output of a LayerNorm layer is $hat(n)^sans("LN") = (y - '
    'mu_y^2) / sqrt(sigma_y^2 + alpha)$. This leads to the output of SiLU $hat(n)^sans("LN") '
    's(hat(n)^sans("LN"))$ and LA-SiLU $hat(n)^sans("LN") s(n)$ to be exactly same as $n = '
    'hat(n)^sans("LN")$.',
    readings=(
        Reading("$d$ elements", ("given", 0)),
        Reading("$alpha > 0$, Eq. 6", ("given", 1)),
        Reading("$mu_y$", ("given", 2), "printed as $mu_y^2$ in Appendix D"),
        Reading("$sigma_y^2$", ("given", 3)),
        Reading(
            "the normalization output of the LayerNorm layers serves as the activation input",
            ("given", 4),
            "called $x$",
        ),
        Reading("the mean of the activation input", ("given", 5), "Eq. 6 for the input $x$"),
        Reading("its variance", ("given", 6)),
        Reading("any element $l$: $l >= 1$", ("given", 7)),
        Reading("and $l <= d$", ("given", 8)),
        Reading("the outputs of LA-SiLU and SiLU are exactly the same", ("show",)),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.appD.differ",
            '$y = (-3, 3)$, $alpha = 16$: $hat(n)^sans("LN") = (-3\\/5, 3\\/5)$, and LA-SiLU '
            "divides by "
            "$sqrt(9\\/25 + 16)$ once more",
            STATEMENT,
            WIDE,
        ),
    ),
    satisfiable=Attempt(
        "layeract.appD.satisfiable",
        "$y = (-3, 3)$, $alpha = 16$",
        STATEMENT,
        WIDE,
    ),
    notes=(
        "With the $alpha$ of Appendix H, $10^(-5)$ and $1\\/10$, the outputs differ as well, "
        "by less.",
        "Where $n$ is written for the normalised input of the LayerNorm, and not for that of the "
        'activation as Eq. 6 has it, the sentence says $hat(n)^sans("LN") = hat(n)^sans("LN")$ '
        "(`layeract.appD.symbols`).",
    ),
    repaired=(EXACTLY, RESCALED),
)

SYMBOLS = Claim(
    id="layeract.appD.symbols",
    kind="theorem",
    title="With n as the LayerNorm's own output the outputs are the same",
    source=source("Appendix D", ""),
    statement='This leads to the output of SiLU $hat(n)^sans("LN") s(hat(n)^sans("LN"))$ '
    'and LA-SiLU $hat(n)^sans("LN") s(n)$ to be exactly same as $n = hat(n)^sans("LN")$. '
    "[With $n = (y - mu_y) / sqrt(sigma_y^2 + alpha)$ of the input $y$ of the LayerNorm, as at "
    "the end of Appendix D.]",
    readings=(
        *CLAIM.readings[:-1],
        Reading('$hat(n)^sans("LN") s(n) = hat(n)^sans("LN") s(hat(n)^sans("LN"))$', ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.appD.symbols.statement",
            "the two are one number",
            _SYMBOLS,
            written(_SYMBOLS, SYMBOLS_SAME, {"normed": NORMED}, n=n),
        ),
    ),
    satisfiable=Attempt(
        "layeract.appD.symbols.satisfiable",
        "$y = (-3, 3)$, $alpha = 16$",
        _SYMBOLS,
        WIDE_S,
    ),
)
