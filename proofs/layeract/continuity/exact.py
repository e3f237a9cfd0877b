"""layeract.continuity.sharpened: a scale that is continuous where n_l is, for every d >= 2.

The changed inputs are a family yhat(m, 1), ..., yhat(m, d), one for each real m, with means
muhat(m) and variances vhat(m): the outputs are continuous if those of every family are that comes
near y.
"""

from __future__ import annotations

from pathlib import Path

from constructions.layeract import STEP, Indexed, deviation, mean, normalise, variance
from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.continuity.reached import SCRIPT as REACHED_SCRIPT
from proofs.layeract.continuity.reached import STATEMENT as REACHED
from proofs.layeract.paper import source
from proofs.layeract.sums import MEAN, VARIANCE, S, alpha, d, k, n, s, y
from proofs.trees.script import statement

m, ell, h, t, eta, delta = (var(name) for name in ("m", "l", "h", "t", "eta", "delta"))
ROOT = S.sqrt(d - 1)


def changed(at: Term) -> Term:
    """The changed input ``at`` of the family's member m."""
    return app("yhat", m, at)


def output(at: Term) -> Term:
    """The output l of the inputs y, Eq. 6."""
    product: Term = y(at) * s(n(at))
    return product


_MEAN, _VARIANCE = app("muhat", m), app("vhat", m)


def n_changed(at: Term) -> Term:
    """The normalised input of the family's member m."""
    return normalise(S, changed(at), _MEAN, deviation(S, _VARIANCE, alpha))


_INPUTS = Indexed(changed, d)
MEANS = every("m", "real", _MEAN.equals(mean(_INPUTS)))
VARIANCES = every("m", "real", _VARIANCE.equals(variance(_INPUTS, _MEAN)))
_NEAR = every("h", "real", implies(S.abs(h - t) < delta, S.abs(s(h) - s(t)) < eta))
_AT = every("eta", "real", implies(eta > 0, exists("delta", "real", conj(delta > 0, _NEAR))))
#: s is continuous at every point that a normalised input can be
INSIDE = every("t", "real", implies(conj(-ROOT < t, t < ROOT), _AT))
_CLOSE = every("k", "int", implies(conj(k >= 1, k <= d), S.abs(changed(k) - y(k)) < delta))
_MOVED = S.abs(changed(ell) * s(n_changed(ell)) - output(ell)) < eta
_SMALL = exists(
    "delta", "real", conj(delta > 0, every("m", "real", implies(_CLOSE, _MOVED)))
)  # fmt: skip
CONTINUOUS = every("eta", "real", implies(eta > 0, _SMALL))
STATEMENT = statement(
    {"d": "int", "l": "int", "alpha": "real", "mu": "real", "v": "real"},
    [d >= 2, alpha > 0, MEAN, VARIANCE, MEANS, VARIANCES, ell >= 1, ell <= d, INSIDE],
    conj(conj(-ROOT < n(ell), n(ell) < ROOT), CONTINUOUS),
    {"y": 1, "yhat": 2, "muhat": 1, "vhat": 1, "s": 1},
)

PROOF = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
SCRIPT = written(
    STATEMENT,
    PROOF,
    {"mean": MEAN, "variance": VARIANCE, "means": MEANS, "variances": VARIANCES, "inside": INSIDE},
    n=n,
    nhat=lambda index, at: normalise(
        S,
        app("yhat", index, at),
        app("muhat", index),
        deviation(S, app("vhat", index), alpha),
    ),
)


#: ReLU's scale; at (1, 1) n_1 = 0 and the output is 1, at (1, 1 + m), m > 0, n_1 < 0 and it is 0
_JUMP = Witness(
    {"d": 2, "l": 1, "alpha": 1, "mu": 1, "v": 0},
    {
        "y": (("u",), "1"),
        "yhat": (("m", "j"), (1 + m * (var("j") - 1)).json),
        "muhat": (("m",), (1 + m / 2).json),
        "vhat": (("m",), (m**2 / 4).json),
        "s": (("u",), STEP.value(S, var("u")).json),
    },
)


#: where delta > 0, the member m = delta/2 has the output 0
FALLS = """
take 1
fix delta
take delta/2
have sizes: for all k: int, 1 <= k and k <= 2 => |1 + delta/2*(k - 1) - 1| < delta
let R = sqrt((delta/2)^2/4 + 1)
have root: 0 < R
have off: sign((1 + delta/2*(1 - 1) - (1 + delta/2/2))/R) = -1 by root, 0 < delta
have on: sign((1 - 1)/sqrt(0 + 1)) = 0
show by sizes, off, on
"""

SHARPENED = Claim(
    id="layeract.continuity.sharpened",
    kind="theorem",
    title="The outputs are continuous if and only if the scale is continuous between "
    "-sqrt(d - 1) and sqrt(d - 1)",
    source=source("Section 3.1", "after 6"),
    statement="In a layer of $d >= 2$ elements with $alpha > 0$ each $n_l$ is between $-sqrt(d - "
    "1)$ and $sqrt(d - 1)$. If the activation scale function $s$, of which nothing else is asked, "
    "is continuous at every point between them, then every activation output $y_l s(n_l)$ is "
    "continuous, in all inputs together, everywhere; if $s$ is not continuous at some point "
    "between them, the output $y_1 s(n_1)$ is not continuous at some input.",
    readings=(
        Reading("a layer of $d >= 2$ elements", ("given", 0)),
        Reading("with $alpha > 0$", ("given", 1)),
        Reading("$mu_y$", ("given", 2)),
        Reading("$sigma_y^2$", ("given", 3)),
        Reading(
            "other inputs $hat(y)_1, ..., hat(y)_d$: their mean",
            ("given", 4),
            "a family of them, one for each real $m$",
        ),
        Reading("and their variance", ("given", 5)),
        Reading("every $l >= 1$", ("given", 6)),
        Reading("with $l <= d$", ("given", 7)),
        Reading("$s$ is continuous at every point between them", ("given", 8)),
        Reading(
            "$n_l$ is between $-sqrt(d - 1)$ and $sqrt(d - 1)$; $y_l s(n_l)$ is continuous",
            ("show",),
            "those of the family whose inputs are near $y$ have an output $l$ near that of $y$; "
            "since this holds for every family, the output is continuous at $y$",
        ),
        *(
            Reading(printed, formal, note, "layeract.continuity.sharpened.jumps")
            for printed, formal, note in (
                ("a layer of $d >= 2$ elements", ("given", 0), ""),
                ("with $alpha > 0$", ("given", 1), ""),
                ("some inputs: the first is $p$", ("given", 2), "of the form $(p, q, ..., q)$"),
                ("and all others are $q$", ("given", 3), ""),
                ("$mu_y$", ("given", 4), ""),
                ("$sigma_y^2$", ("given", 5), ""),
                ("a point $c > -sqrt(d - 1)$", ("given", 6), ""),
                ("with $c < sqrt(d - 1)$", ("given", 7), ""),
                ("$s$ is not continuous at it", ("given", 8), ""),
                ("$y_1 s(n_1)$ is not continuous at some input", ("show",), ""),
            )
        ),
    ),
    obligations=(
        Obligation(
            "layeract.continuity.sharpened.statement",
            "for every $d >= 2$, $alpha > 0$, every scale $s$, all inputs, every output $l$",
            STATEMENT,
            SCRIPT,
        ),
        Obligation(
            "layeract.continuity.sharpened.jumps",
            "the other direction, as in `layeract.continuity.anywhere.repaired`",
            REACHED,
            REACHED_SCRIPT,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.continuity.sharpened.control.continuous",
                "ReLU's scale and two elements: at $(1, 1)$ the output is 1, at $(1, 1 + m)$, "
                "$m > 0$, it is 0",
                {**STATEMENT, "given": STATEMENT["given"][:-1]},
                _JUMP,
                script=FALLS,
                part=1,
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "layeract.continuity.sharpened.satisfiable",
        "two elements, $y = (1, 1)$, the family $(1, 1 + m)$, and a scale that is $1\\/2$ "
        "everywhere",
        STATEMENT,
        Witness(
            {**_JUMP.values, "eta_": 1, "delta_": 1, "m_": "1/2"},
            {**_JUMP.functions, "s": (("u",), "1/2")},
        ),
    ),
)
