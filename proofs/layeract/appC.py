"""layeract.appC: what of a layer's mean and variance is left in the outputs (Appendix C)."""

from __future__ import annotations

from constructions.layeract import HARD_SIGMOID, Indexed, deviation, mean, normalise, variance
from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.calculus import S, s
from proofs.layeract.paper import source
from proofs.layeract.sums import (
    LAYER_FACTS,
    LAYER_NAMES,
    MEAN,
    VARIANCE,
    alpha,
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

lam, shift, ell, mu2, v2 = (var(name) for name in ("lam", "shift", "l", "mu2", "v2"))


def x(at: Term) -> Term:
    """The other sample."""
    return app("x", at)


INSIDE = conj(k >= 1, k <= d)
MOVED = every("k", "int", implies(INSIDE, x(k).equals(lam * y(k) + shift)))
_X = Indexed(x, d)
MEAN2, VARIANCE2 = mu2.equals(mean(_X)), v2.equals(variance(_X, mu2))
ROOT2 = deviation(S, v2, lam * lam * alpha)
N2 = normalise(S, x(ell), mu2, ROOT2)
SORTS = {
    **dict.fromkeys(("d", "l"), "int"),
    **dict.fromkeys(("mu", "v", "alpha", "mu2", "v2", "lam", "shift"), "real"),
}
STATEMENT = statement(
    SORTS,
    [d >= 1, alpha >= 0, v + alpha > 0, MEAN, VARIANCE, lam > 0, MOVED, MEAN2, VARIANCE2, ell >= 1,
     ell <= d],
    conj(
        (N2 * s(N2)).equals(n(ell) * s(n(ell))),
        (x(ell) * s(N2)).equals(lam * (y(ell) * s(n(ell))) + shift * s(n(ell))),
    ),
    {"y": 1, "x": 1, "s": 1},
)  # fmt: skip


#: lambda = 1, and an element with the same output
SHIFTED = statement(
    SORTS,
    [d >= 1, alpha >= 0, v + alpha > 0, MEAN, VARIANCE, lam.equals(1), MOVED, MEAN2, VARIANCE2,
     ell >= 1, ell <= d, s(n(ell)) > 0, (x(ell) * s(N2)).equals(y(ell) * s(n(ell)))],
    conj(mu2.equals(mu), v2.equals(v)),
    {"y": 1, "x": 1, "s": 1},
)  # fmt: skip


NAMES = {**LAYER_NAMES, "root2": ROOT2, "n2": N2}
FACTS = {**LAYER_FACTS, "moved": MOVED, "mean2": MEAN2, "spread2": VARIANCE2}
#: mu2 = lam mu + c, v2 = lam^2 v, so the root is lam times the other and n is the same
SAME_OUTPUTS = """
have positive: 0 < root by v + alpha > 0
have radicand: root^2 = v + alpha by v + alpha > 0
have sums: for all m: int, 0 <= m => m <= d =>
    sum(k = 1..m, x(k)) = lam*sum(k = 1..m, y(k)) + shift*m by induction on m:
  step:
    show by ih, moved(m + 1)
have centre: mu2 = lam*mu + shift by sums(d), mean, mean2, d >= 1
have squares: for all m: int, 0 <= m => m <= d =>
    sum(k = 1..m, (x(k) - mu2)^2) = lam^2*sum(k = 1..m, (y(k) - mu)^2) by induction on m:
  step:
    show by ih, moved(m + 1), centre
have variances: v2 = lam^2*v by squares(d), spread, spread2, d >= 1
have under: v2 + lam*lam*alpha = (lam*root)^2 by variances, radicand
have factor: 0 < lam*root by positive, larger
have roots: root2 = lam*root by under, factor
have gap: x(l) - mu2 = lam*(y(l) - mu) by moved(l), centre, 1 <= l, l <= d
have same: n2 = n(l) by gap, roots, positive, larger
have positive2: 0 < root2 by roots, factor
have congruent: for all a, b: real, a = b => s(a) = s(b)
have scales: s(n2) = s(n(l)) by congruent(n2, n(l)), same, positive, positive2
"""
BOTH = f"""have larger: 0 < lam
{SAME_OUTPUTS}show by same, scales, gap, centre, moved(l), 1 <= l, l <= d, roots, factor, positive
"""
#: c s(n_l) = 0, so that c = 0
NO_SHIFT = f"""have larger: 0 < lam by lam = 1
{SAME_OUTPUTS}have nothing: shift*s(n(l)) = 0
    by equal, scales, moved(l), 1 <= l, l <= d, lam = 1, roots, factor, positive
have none: shift = 0 by nothing, alive
show by none, centre, variances, lam = 1
"""


# --- what is not preserved -----------------------------------------------------------------------


def hard_output(at: Term, centre: Term, spread: Term, of: object) -> Term:
    value = of(at)  # type: ignore[operator]
    normed = normalise(S, value, centre, deviation(S, spread, alpha))
    return value * HARD_SIGMOID.value(S, normed)


EQUAL = every(
    "k", "int", implies(INSIDE, hard_output(k, mu, v, y).equals(hard_output(k, mu2, v2, x)))
)
INFORMATION = statement(
    {key: sort for key, sort in SORTS.items() if key not in ("l", "lam", "shift")},
    [d >= 1, alpha > 0, MEAN, VARIANCE, MEAN2, VARIANCE2, EQUAL],
    conj(mu.equals(mu2), v.equals(v2)),
    {"y": 1, "x": 1},
)
_FIRST = ["max", "0", ["-", "2", "u"]]
_SILENT = Witness(
    {"d": 12, "mu": -10, "v": 1100, "alpha": 1, "mu2": -20, "v2": 4400},
    {"y": (("u",), ["*", "-120", _FIRST]), "x": (("u",), ["*", "-240", _FIRST])},
)


_LAYERS = (
    Reading("$d$ elements", ("given", 0)),
    Reading("$alpha >= 0$", ("given", 1), "LayerNorm of Eq. 5 has $alpha = 0$"),
    Reading("the quotients are defined", ("given", 2)),
    Reading("$mu_y$", ("given", 3)),
    Reading("$sigma_y^2$", ("given", 4)),
)
_OTHER = (
    Reading("another sample: $x = lambda y + c$", ("given", 6)),
    Reading("its mean", ("given", 7)),
    Reading("its variance", ("given", 8)),
    Reading("any element $l$: $l >= 1$", ("given", 9)),
    Reading("and $l <= d$", ("given", 10)),
)
INFORMATION_REPAIRED = Claim(
    id="layeract.appC.information.repaired",
    kind="theorem",
    title="A shift of all inputs can be told from an output that is not saturated",
    source=source("Appendix C", "6"),
    statement="If one sample is the other with a constant $c$ added to all inputs, and an output "
    "with $s(n_i) > 0$ is the same for both, then the means and variances are the same; for "
    "every $d$ and $s$.",
    differs=(
        "It is about two samples that differ by a constant in all inputs and share an output "
        "that is not saturated, instead of any two with the same outputs."
    ),
    readings=(
        *_LAYERS,
        Reading("$lambda = 1$", ("given", 5), "only a shift; Eq. 6 has one $alpha$ for both"),
        *_OTHER,
        Reading("it is not saturated", ("given", 11)),
        Reading("and its output is the same for both samples", ("given", 12)),
        Reading("the means and variances are the same", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.appC.information.shift",
            "for every $d$, $s$, sample and $c$",
            SHIFTED,
            written(
                SHIFTED,
                NO_SHIFT,
                {**FACTS, "alive": s(n(ell)) > 0, "equal": SHIFTED["given"][-1]},
                **NAMES,
            ),
        ),
    ),
    satisfiable=Attempt(
        "layeract.appC.information.shift.satisfiable",
        "$y = x = (-4, 4)$, $alpha = 9$, $c = 0$, $s = 1\\/2$",
        SHIFTED,
        Witness(
            {
                **{"d": 2, "mu": 0, "v": 16, "alpha": 9, "mu2": 0, "v2": 16, "lam": 1},
                **{"shift": 0, "l": 1},
            },
            {
                "y": (("u",), ["-", ["*", "8", "u"], "12"]),
                "x": (("u",), ["-", ["*", "8", "u"], "12"]),
                "s": (("u",), "1/2"),
            },
        ),
    ),
)

INFORMATION_CLAIM = Claim(
    id="layeract.appC.information",
    kind="theorem",
    title="Mean and variance can be told from the outputs of LayerAct",
    source=source("Appendix C", "6"),
    statement="The critical distinction between activation with LayerNorm and LayerAct lies in "
    "the preservation of input mean and variance statistical information in the activation "
    "output. LayerAct, on the other hand, produces more distinguishable activation outputs "
    "between samples by preserving statistical variation between samples. [Read: samples with "
    "the same outputs have the same mean and variance.]",
    readings=(
        Reading("$d$ elements", ("given", 0)),
        Reading("$alpha > 0$", ("given", 1)),
        Reading("mean", ("given", 2)),
        Reading("and variance of one sample", ("given", 3)),
        Reading("mean", ("given", 4)),
        Reading("and variance of another", ("given", 5)),
        Reading("all outputs of LA-HardSiLU are equal", ("given", 6)),
        Reading("the means and variances are the same", ("show",)),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.appC.information.silent",
            "$d = 12$, $alpha = 1$: $(-120, 0, ..., 0)$ and $(-240, 0, ..., 0)$; the first unit is "
            "saturated, so that all outputs are 0",
            INFORMATION,
            _SILENT,
        ),
    ),
    satisfiable=Attempt(
        "layeract.appC.information.satisfiable", "the two samples of 12 elements", INFORMATION,
        _SILENT,
    ),
    repaired=(INFORMATION_REPAIRED,),
    notes=("What is preserved, `layeract.appC`, is a scale and a shift of all inputs.",),
)  # fmt: skip

_PLAIN = Witness(
    {"d": 2, "mu": 0, "v": 16, "alpha": 9, "mu2": 1, "v2": 64, "lam": 2, "shift": 1, "l": 1},
    {
        "y": (("u",), ["-", ["*", "8", "u"], "12"]),
        "x": (("u",), ["-", ["*", "16", "u"], "23"]),
        "s": (("u",), "u"),
    },
)
_NEGATIVE = Witness(
    {"d": 2, "mu": 0, "v": 16, "alpha": 9, "mu2": 0, "v2": 16, "lam": -1, "shift": 0, "l": 1},
    {
        "y": (("u",), ["-", ["*", "8", "u"], "12"]),
        "x": (("u",), ["-", "12", ["*", "8", "u"]]),
        "s": (("u",), ["+", "u", "1"]),
    },
)


CONTROLS = (
    Control(
        Attempt(
            "layeract.appC.control.sign",
            "for $lambda = -1$: $y = (-4, 4)$, $alpha = 9$, $s(t) = t + 1$",
            {**STATEMENT, "given": [g for g in STATEMENT["given"] if g != (lam > 0).json]},
            _NEGATIVE,
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.appC.control.shift",
            "without the term $c s(n_i)$: $y = (-4, 4)$, $alpha = 9$, $lambda = 2$, $c = 1$",
            {**STATEMENT, "show": (x(ell) * s(N2)).equals(lam * (y(ell) * s(n(ell))))},
            _PLAIN,
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id="layeract.appC",
    kind="theorem",
    title="LayerNorm loses scale and shift of a sample, LayerAct keeps them",
    source=source("a reading of Appendix C", "5, 6"),
    statement="With LayerNorm, the activation function takes a layer-normalized input, "
    "resulting in activation outputs that exhibit similar statistical information across "
    "samples (as shown in the activation output equation for LayerNorm above). LayerAct, on the "
    "other hand, produces more distinguishable activation outputs between samples by preserving "
    "statistical variation between samples.",
    readings=(
        *_LAYERS,
        Reading("a factor $lambda > 0$", ("given", 5)),
        *_OTHER,
        Reading("with LayerNorm the outputs of the two samples are the same", ("show", 1)),
        Reading(
            "with LayerAct they are $lambda a_i + c s(n_i)$",
            ("show",),
            "$alpha$ is scaled by $lambda^2$ with the inputs: exact for $alpha = 0$ and every "
            "$lambda$, and for every $alpha$ and $lambda = 1$",
        ),
    ),
    obligations=(
        Obligation(
            "layeract.appC.statement",
            "for every $d$, $s$, sample, $lambda > 0$ and $c$",
            STATEMENT,
            written(STATEMENT, BOTH, FACTS, **NAMES),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.appC.satisfiable",
        "$y = (-4, 4)$, $alpha = 9$, $x = 2 y + 1$",
        STATEMENT,
        _PLAIN,
    ),
    notes=(
        'A reading of "more distinguishable": samples that LayerNorm makes equal, one a multiple '
        "of the other with a constant added, have different outputs with LayerAct, unless "
        "$(lambda - 1) a_i + c s(n_i) = 0$. How far apart the outputs of other samples are is not "
        "decided.",
        "That outputs determine mean and variance would say more: `layeract.appC.information`.",
    ),
)
