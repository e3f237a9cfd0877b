"""layeract.appC: what of a layer's mean and variance is left in the outputs (Appendix C)."""

from __future__ import annotations

from constructions.layeract import HARD_SIGMOID, Indexed, deviation, mean, normalise, variance
from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.layeract.calculus import INVERSE_ROOT, ZERO, S, known, lemma, s
from proofs.layeract.paper import source
from proofs.layeract.sums import (
    MEAN,
    ROOT,
    VARIANCE,
    alpha,
    centred,
    compared,
    d,
    k,
    mu,
    n,
    square,
    v,
    y,
)
from proofs.library.vectors import fact
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    by_scalars,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
    same,
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


def shifted_script() -> Node:
    """c s(n_l) = 0, so that c = 0."""
    output = (x(ell) * s(N2)).equals(lam * (y(ell) * s(n(ell))) + shift * s(n(ell)))
    ends = [
        (output, auto("LayerAct")),
        ((shift * s(n(ell))).equals(0), auto("c s(n) = 0")),
        (shift.equals(0), using((shift * s(n(ell))).equals(0), s(n(ell)) > 0)),
        (mu2.equals(mu), using(mu2.equals(lam * mu + shift), lam.equals(1), shift.equals(0))),
        (v2.equals(v), using(v2.equals(lam * lam * v), lam.equals(1))),
    ]
    return have(lam > 0, using(lam.equals(1)), _same_outputs(lemmas(ends, given())))


def statement_script() -> Node:
    """mu2 = lam mu + c, v2 = lam^2 v, so the root is lam times the other and n is the same."""
    return _same_outputs(node("both", auto("LayerNorm"), auto("LayerAct")))


def _same_outputs(then: Node) -> Node:
    """mu2 = lam mu + c, v2 = lam^2 v, n and s(n) are the same; then go on."""

    def moved(at: Term, rest: Node) -> Node:
        return fact(MOVED, [at], rest, given())

    def spread(at: Term) -> Term:
        return (x(at) - mu2) ** 2

    def squared(at: Term, rest: Node) -> Node:
        equal = spread(at).equals(lam * lam * centred(at) ** 2)
        gap = (x(at) - mu2).equals(lam * centred(at))
        return fact(
            MOVED, [at], have(gap, auto("lam c"), have(equal, auto("square"), rest)), given()
        )

    own, other = ROOT, ROOT2
    radicand = v2 + lam * lam * alpha
    a, b, p, q, r = (var(name) for name in ("a8", "b8", "p8", "q8", "r8"))
    premises = [a > 0, b >= 0, r > 0, (a * a).equals(p), (b * b).equals(q), q.equals(r * r * p)]
    values = {"a8": own, "b8": other, "p8": v + alpha, "q8": radicand, "r8": lam}
    ends: list[tuple[Json, Node]] = [
        (other.equals(lam * own), by_scalars(values, premises, b.equals(r * a))),
        (other > 0, using(other.equals(lam * own), lam > 0, own > 0)),
        ((x(ell) - mu2).equals(lam * centred(ell)), auto("lam c")),
        ((1 / other * lam).equals(1 / own), _inverse(own, other)),
        (N2.equals(n(ell)), _quotients(own, other)),
    ]
    last = same(s(N2), s(n(ell)), then)
    here = fact(MOVED, [ell], define(other.json, given(), lemmas(ends, last)), given())
    steps: list[tuple[Json, Node]] = [
        (v2.equals(lam * lam * v), auto("v2 = lam^2 v")),
        (radicand.equals(lam * lam * (v + alpha)), using(v2.equals(lam * lam * v))),
        (lam * lam > 0, using(lam > 0)),
        (lam * lam * (v + alpha) > 0, using(lam * lam > 0, v + alpha > 0)),
        (
            radicand >= 0,
            using(radicand.equals(lam * lam * (v + alpha)), lam * lam * (v + alpha) > 0),
        ),
    ]
    second = compared(
        spread, "=", [(lam * lam, square(centred))], ZERO, squared, lemmas(steps, here)
    )
    first = compared(
        x, "=", [(lam, y)], shift, moved, have(mu2.equals(lam * mu + shift), auto("mu2"), second)
    )
    from proofs.layeract.calculus import _inverse_root

    return lemma("u", *INVERSE_ROOT, _inverse_root(), known(INVERSE_ROOT, "u", [v + alpha], first))


def _inverse(own: Term, other: Term) -> Node:
    a, b, r, p, q = (var(name) for name in ("a8", "b8", "r8", "p8", "q8"))
    values = {"a8": own, "b8": other, "r8": lam, "p8": 1 / own, "q8": 1 / other}
    premises = [a > 0, b > 0, b.equals(r * a), (p * a).equals(1), (q * b).equals(1)]
    return by_scalars(values, premises, (q * r).equals(p))


def _quotients(own: Term, other: Term) -> Node:
    """(x - mu2)/other = c lam/other = c/own."""
    c, g, r, p, q = (var(name) for name in ("c8", "g8", "r8", "p8", "q8"))
    values = {"c8": centred(ell), "g8": x(ell) - mu2, "r8": lam, "p8": 1 / own, "q8": 1 / other}
    premises = [g.equals(r * c), (q * r).equals(p)]
    return by_scalars(values, premises, (g * q).equals(c * p))


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


def _all_zero() -> Node:
    """The first unit has n_1 < -3 in both samples; the other inputs are 0."""
    at = var("q")
    first = Term(["max", "0", (2 - at).json])
    samples = [(-120, 10, 1100, 36), (-240, 20, 4400, 70)]

    def value(size: int, centre: int, spread: int) -> tuple[Term, Term, Term]:
        root = S.sqrt(S.const(spread) + 1)
        top = S.const(size) * first - S.const(-centre)
        normed = top / root
        return root, normed, HARD_SIGMOID.value(S, normed)

    def saturated(then: Node) -> Node:
        for size, centre, spread, bound in samples:
            root, normed, scale = value(size, centre, spread)
            inner, whole = scale.json[2], scale.json
            zero = case(inner, *[case(whole, auto("s = 0"), auto("s = 0"))] * 2)
            steps: list[tuple[Json, Node]] = [
                (root <= bound, auto("a bound of the root")),
                ((normed * root).equals(size + centre), auto("n r")),
                (normed <= -3, auto("n <= -3")),
                (scale.equals(0), zero),
            ]
            then = lemmas(steps, then)
        return then

    def one(there: bool) -> Node:
        equal = first.equals(1 if there else 0)
        ends = auto("0 = 0") if there else using(equal)
        body = have(equal, case(first.json, auto(), auto()), saturated(ends) if there else ends)
        for _, _, spread, _ in reversed(samples):
            root = S.sqrt(S.const(spread) + 1)
            body = have(root > 0, auto("root > 0"), body)
        return body

    each = [one(True), *[one(False)] * 11]
    return intro("q", intro("", node("finite", *each, on="q", **{"from": 1, "to": 12})))


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
            shifted_script,
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
        {6: lambda: _each()},
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
            {6: _all_zero},
        ),
    ),
    satisfiable=Attempt(
        "layeract.appC.information.satisfiable", "the two samples of 12 elements", INFORMATION,
        _SILENT, {6: _all_zero},
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


def _each() -> Node:
    return intro("q", intro("", auto("lam y + c")))


CONTROLS = (
    Control(
        Attempt(
            "layeract.appC.control.sign",
            "for $lambda = -1$: $y = (-4, 4)$, $alpha = 9$, $s(t) = t + 1$",
            {**STATEMENT, "given": [g for g in STATEMENT["given"] if g != (lam > 0).json]},
            _NEGATIVE,
            {5: _each},
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.appC.control.shift",
            "without the term $c s(n_i)$: $y = (-4, 4)$, $alpha = 9$, $lambda = 2$, $c = 1$",
            {**STATEMENT, "show": (x(ell) * s(N2)).equals(lam * (y(ell) * s(n(ell))))},
            _PLAIN,
            {6: _each},
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
            statement_script,
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.appC.satisfiable",
        "$y = (-4, 4)$, $alpha = 9$, $x = 2 y + 1$",
        STATEMENT,
        _PLAIN,
        {6: _each},
    ),
    notes=(
        'A reading of "more distinguishable": samples that LayerNorm makes equal, one a multiple '
        "of the other with a constant added, have different outputs with LayerAct, unless "
        "$(lambda - 1) a_i + c s(n_i) = 0$. How far apart the outputs of other samples are is not "
        "decided.",
        "That outputs determine mean and variance would say more: `layeract.appC.information`.",
    ),
)
