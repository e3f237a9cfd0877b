"""weierstrass.branch_points: the table's rows on 1/sqrt(v + eps) and 1/sqrt(max(eps, v))."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, plain_json, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.trees.script import (
    statement,
)
from proofs.weierstrass.paper import source
from proofs.weierstrass.series import where_defined

TABLE = "The table, rows LayerNorm, RMSNorm and BatchNorm"
eps, rho, B, eta, delta, D, s, t, v0 = (
    var(name) for name in ("eps", "rho", "B", "eta", "delta", "D", "s", "t", "v0")
)


def size(at: Term) -> Term:
    """|F(w)| at distance ``at`` from -eps, for complex w."""
    return app("F", at)


# --- 1/sqrt(v + eps) -----------------------------------------------------------------------------

VALUES = every("rho", "real", implies(rho > 0, size(rho).equals(1 / S.sqrt(rho))))


def _near(conclusion: Json) -> Json:
    inside = implies(conj(rho > 0, rho < delta), conclusion)
    return exists("delta", "real", conj(delta > 0, every("rho", "real", inside)))


UNBOUNDED = every("B", "real", _near(size(rho) > B))
NO_POLE = every("eta", "real", implies(eta > 0, _near(rho * size(rho) < eta)))
BRANCH = statement({}, [VALUES], conj(UNBOUNDED, NO_POLE), {"F": 1})
#: delta = 1/(|B| + 1)^2, and delta = eta^2
BRANCH_PROOF = written(
    BRANCH,
    """
have unbounded: for all B: real, exists delta: real, 0 < delta and
    (for all rho: real, 0 < rho and rho < delta => B < F(rho)):
  let size = |B| + 1
  have large: 0 < size
  have 0 < 1/size
  have reach: 0 < (1/size)^2
  have near: for all rho: real, 0 < rho and rho < (1/size)^2 => B < F(rho):
    let r = sqrt(rho)
    have positive: 0 < r
    have square: r^2 = rho
    have small: r < 1/size:
      cases far: r >= 1/size:
        have r*r >= 1/size*(1/size) by far, large
    have product: r*size < 1 by small, large
    have 1/r > size by product, positive
    have F(rho) = 1/r by values(rho)
  take (1/size)^2
  show by near, reach
have pole: for all eta: real, 0 < eta => exists delta: real, 0 < delta and
    (for all rho: real, 0 < rho and rho < delta => rho*F(rho) < eta):
  have reach: 0 < eta^2
  have near: for all rho: real, 0 < rho and rho < eta^2 => rho*F(rho) < eta:
    let r = sqrt(rho)
    have positive: 0 < r
    have square: r^2 = rho
    have small: r < eta:
      cases far: r >= eta:
        have r*r >= eta*eta by far
    have rho*(1/r) = r by square, positive
    have F(rho) = 1/r by values(rho)
  take eta^2
  show by near, reach
show by unbounded, pole
""",
    {"values": VALUES},
)


# --- 1/sqrt(max(eps, v)) -------------------------------------------------------------------------


def clamped(at: Term, small: Term = eps) -> Term:
    return 1 / S.sqrt(S.maximum(small, at))


_GAP = S.abs(clamped(eps + s) - clamped(eps) - D * s)
_FAR = exists("s", "real", conj(S.abs(s) < delta, _GAP > eta * S.abs(s)))
KINK = statement(
    {"eps": "real"},
    [eps > 0],
    every(
        "D",
        "real",
        exists("eta", "real", conj(eta > 0, every("delta", "real", implies(delta > 0, _FAR)))),
    ),
)
#: to the left the slope is 0, to the right at most -1/(4 eps^(3/2)): eta = 1/(16 eps^(3/2))
KINK_PROOF = written(
    KINK,
    """
let root = sqrt(eps)
let kappa = (1/root)^3/4
have positive: 0 < root
have square: root^2 = eps
have 0 < 1/root
have steep: 0 < kappa
have at_0: max(eps, eps) = eps
have at_eps: 1/sqrt(max(eps, eps)) = 1/root by at_0
take kappa/4
have far: for all delta: real, 0 < delta => exists s: real, |s| < delta and
    |1/sqrt(max(eps, eps + s)) - 1/sqrt(max(eps, eps)) - D*s| > kappa/4*|s|:
  let s = min(delta/2, eps)
  have reach: 0 < s and s < delta and s <= eps
  cases left: D < -(kappa/2):
    take -s
    have value: max(eps, eps - s) = eps by reach
    have same: 1/sqrt(max(eps, eps - s)) = 1/root by value
    have drop: D*s < -(kappa/2*s) by left, reach
    have small: 0 < kappa*s by steep, reach
    have size: |-s| = s by reach
    have gap: |1/sqrt(max(eps, eps - s)) - 1/sqrt(max(eps, eps)) + D*s| > kappa/4*s
      by same, at_eps, drop, small
    show by gap, size, reach
  have right: D >= -(kappa/2)
  take s
  have value: max(eps, eps + s) = eps + s by reach
  let after = sqrt(eps + s)
  have grown: 0 < after
  have after^2 = eps + s
  have wide: after <= 3/2*root
  have longer: root <= after
  have gap: (after - root)*(after + root) = s
  let i = 1/root
  let j = 1/after
  have i*root = 1
  have j*after = 1
  have bottom: after^2 + root*after <= 4*eps
  have i^2*eps = 1
  have product: i^2*(after^2 + root*after) <= 4 by bottom
  have slope: i^2*(after + root)/4 <= j
  have more: 0 <= (j - i^2*(after + root)/4)*(i*(after - root))
  have difference: i - j = i*j*(after - root)
  have fallen: 1/root - 1/after >= kappa*s by more, difference, gap
  have same: 1/sqrt(max(eps, eps + s)) = 1/after by value
  have drop: D*s >= -(kappa/2*s) by right, reach
  have small: 0 < kappa*s by steep, reach
  have size: |s| = s by reach
  have gap: |1/sqrt(max(eps, eps + s)) - 1/sqrt(max(eps, eps)) - D*s| > kappa/4*s
    by same, at_eps, drop, small, fallen
  show by gap, size, reach
""",
)


# --- strictly worse ------------------------------------------------------------------------------

DISTANCES = statement({"eps": "real", "v0": "real"}, [eps > 0, v0 > 0], S.abs(v0 - eps) < v0 + eps)
_MOVES = exists("t", "real", conj(S.abs(t - v0) < delta, clamped(t).differs(clamped(v0))))
RADIUS = statement(
    {"eps": "real", "v0": "real"},
    [eps > 0, v0 > 0, v0.differs(eps)],
    every("delta", "real", implies(delta > 0, _MOVES)),
)


# --- BatchNorm's running statistics --------------------------------------------------------------

r, m0, n = var("r"), var("m0"), var("n")
_k = var("k")


def running(at: Term) -> Term:
    """The running variance after that many batches of training."""
    return app("r", at)


def other(at: Term) -> Term:
    """The same for another run, whose later batches differ."""
    return app("q", at)


def _averaged(of: str, variance: str) -> Json:
    """r(k + 1) = (1 - m) r(k) + m V(k)."""
    after = (1 - m0) * app(of, _k) + m0 * app(variance, _k)
    return every("k", "int", implies(_k >= 0, app(of, _k + 1).equals(after)))


_NOT_NEGATIVE = every("k", "int", implies(_k >= 0, app("V", _k) >= 0))
_AGREE = every("k", "int", implies(conj(_k >= 0, _k < n), app("V", _k).equals(app("W", _k))))
_START = conj(running(S.const(0)) >= 0, running(S.const(0)).equals(other(S.const(0))))
EVALUATION = statement(
    {"m0": "real", "eps": "real", "n": "int"},
    [
        conj(m0 >= 0, m0 <= 1),
        _START,
        _averaged("r", "V"),
        _averaged("q", "W"),
        _NOT_NEGATIVE,
        n >= 0,
        _AGREE,
        eps > 0,
    ],
    conj(
        running(n) >= 0,
        (1 / S.sqrt(running(n) + eps)).equals(1 / S.sqrt(other(n) + eps)),
        1 / S.sqrt(running(n) + eps) <= 1 / S.sqrt(eps),
    ),
    {"r": 1, "q": 1, "V": 1, "W": 1},
)
EVALUATION_PROOF = written(
    EVALUATION,
    """
have same: for all k: int, 0 <= k => k <= n => 0 <= r(k) and r(k) = q(k) by induction on k:
  step:
    have here: 0 <= r(k) and r(k) = q(k) by ih
    have value: r(k + 1) = (1 - m0)*r(k) + m0*V(k)
    have other: q(k + 1) = (1 - m0)*q(k) + m0*W(k)
    have equal: V(k) = W(k)
    have 0 <= V(k)
    have 0 <= (1 - m0)*r(k) by here
    have 0 <= m0*V(k)
have here: 0 <= r(n) and r(n) = q(n) by same(n)
have sqrt(r(n) + eps) = sqrt(q(n) + eps) by here
have most: sqrt(eps) <= sqrt(r(n) + eps) by root_mono(eps, r(n) + eps), here
have 0 < sqrt(eps)
have 1/sqrt(r(n) + eps) <= 1/sqrt(eps) by reciprocal_antitone(sqrt(eps), sqrt(r(n) + eps)), most
""",
)


# --- the claims ----------------------------------------------------------------------------------

_INVERSE: Json = {"F": (("p",), where_defined(1 / S.sqrt(var("p"))).json)}


_RUN: dict[str, Json] = {
    "r": (("p",), "1"),
    "q": (("p",), "1"),
    "V": (("p",), "1"),
    "W": (("p",), "1"),
}
#: with momentum 1 the running variance is that of the batch before; after one batch they differ
_OTHERS: dict[str, Json] = {**_RUN, "q": (("p",), ["+", "p", "1"]), "W": (("p",), ["+", "p", "2"])}
_TRAINED = {**EVALUATION, "given": [g for g in EVALUATION["given"] if g != plain_json(_AGREE)]}
RUNNING = Claim(
    id="weierstrass.branch_points.running",
    kind="theorem",
    title="In evaluation mode BatchNorm's factor is a number that only past batches determine",
    source=source("The table, row BatchNorm"),
    statement='BatchNorm, $1\\/sqrt("Var"_"batch" + epsilon)$: "Branch point + running stats". '
    "What the running statistics do: in evaluation mode, after $n$ batches of training, the factor "
    "is $1\\/sqrt(r_n + epsilon)$ with the running variance $r_(k + 1) = (1 - m) r_k + m V_k$, "
    "$0 <= m <= 1$, of the batches' variances $V_k >= 0$. It is at most $epsilon^(-1\\/2)$, and "
    "the same number for every two runs whose first $n$ batches have the same variances, whatever "
    "batch comes then and is evaluated.",
    readings=(
        Reading("the momentum $m$, $0 <= m <= 1$", ("given", 0)),
        Reading(
            "both runs start alike",
            ("given", 1),
            "with $r_0 = q_0 >= 0$; 1 in implementations",
        ),
        Reading("running stats: $r_(k + 1) = (1 - m) r_k + m V_k$", ("given", 2)),
        Reading("running stats of the other run", ("given", 3), "$q_k$, with the variances $W_k$"),
        Reading("variances are not negative", ("given", 4)),
        Reading("after $n$ batches", ("given", 5)),
        Reading("the first $n$ batches have the same variances", ("given", 6)),
        Reading("$epsilon > 0$", ("given", 7)),
        Reading(
            "at most $epsilon^(-1\\/2)$, and the same number",
            ("show",),
            "$1\\/sqrt(r_n + epsilon)$ and $1\\/sqrt(q_n + epsilon)$",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.branch_points.running.past",
            "the factor is that of the first $n$ batches",
            EVALUATION,
            EVALUATION_PROOF,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.branch_points.running.control.past",
                "where a batch among the first $n$ differs: with $m = 1$, $n = 1$ the factors are "
                "$1\\/sqrt(2)$ and $1\\/sqrt(3)$",
                _TRAINED,
                Witness({"m0": 1, "eps": 1, "n": 1}, _OTHERS),
                {},
                None,
                1,
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.branch_points.running.satisfiable",
        "the hypotheses hold where all variances are 1",
        EVALUATION,
        Witness({"m0": "1/10", "eps": 1, "n": 2}, _RUN),
    ),
    cites=("weierstrass.branch_points",),
    notes=(
        "So a path of that batch has no singularity there: the factor is constant along it. In "
        'training it is $1\\/sqrt("Var"_"batch" + epsilon)$, as in `weierstrass.branch_points`.',
    ),
    not_claimed=(
        "that running statistics can become corrupted during spikes, which is an observation",
    ),
)
CLAIM = Claim(
    id="weierstrass.branch_points",
    kind="theorem",
    title="1/sqrt(v + eps) has a branch point at v = -eps and is not entire",
    source=source(TABLE),
    statement='LayerNorm, $1\\/sqrt("Var"(x) + epsilon)$: "Branch point at $"Var" = -epsilon$", '
    'entire? "No". "$epsilon$ shifts the singularity off zero but doesn\'t remove it. In complex '
    'plane, still limits radius." RMSNorm, $1\\/sqrt("mean"(x^2) + epsilon)$: "Branch point at '
    '$"mean"(x^2) = -epsilon$", "Same structure as LayerNorm without centering. Same singularity '
    'class." BatchNorm, $1\\/sqrt("Var"_"batch" + epsilon)$: "Branch point + running stats".',
    readings=(
        Reading(
            "$1\\/sqrt(v + epsilon)$",
            ("given", 0),
            "its modulus at complex $v$ is $1\\/sqrt(rho)$ with $rho = abs(v + epsilon)$, in every "
            "direction; $v$ is the variance or the mean square, $epsilon$ any number",
        ),
        Reading('entire? "No"', ("show", 1), "unbounded near $-epsilon$"),
        Reading(
            "branch point at $v = -epsilon$",
            ("show",),
            "and $abs(v + epsilon) dot abs(F) -> 0$: a function that is single-valued around "
            "$-epsilon$ and has this property is bounded there (Riemann), so it is no pole",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.branch_points.shifted",
            "unbounded near $-epsilon$, but less than a pole",
            BRANCH,
            BRANCH_PROOF,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.branch_points.control.values",
                "for an $F$ of which nothing is known: $F = 1$",
                statement({}, [], BRANCH["show"], {"F": 1}),
                Witness({}, {"F": (("p",), "1")}),
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.branch_points.satisfiable",
        "the hypothesis holds for $F(rho) = 1\\/sqrt(rho)$",
        BRANCH,
        Witness({}, {"F": (("p",), _INVERSE["F"][1])}),
    ),
    sharpened=(RUNNING,),
    assumes=("Riemann's theorem on removable singularities",),
    not_claimed=(
        "that it still limits the radius: `weierstrass.ghost_distance.radius`, with "
        "$v + epsilon$ for $v$",
        "what the running statistics add: `weierstrass.branch_points.running`",
    ),
    notes=(
        "In the inputs the singularities are the complex zeros of the polynomial "
        '$"Var"(x) + epsilon$, see `weierstrass.ghost_distance.sharpened`.',
    ),
)

KINKED = Claim(
    id="weierstrass.branch_points.clamped",
    kind="theorem",
    title="1/sqrt(max(eps, v)) has a kink at v = eps and is not analytic",
    source=source("The table, row eps-clamped"),
    statement='$epsilon$-clamped, $1\\/sqrt(max(epsilon, v))$: "Kink at $v = epsilon$ (not '
    'analytic)", entire? "No".',
    readings=(
        Reading("$epsilon > 0$", ("given", 0)),
        Reading(
            "kink at $v = epsilon$ (not analytic)",
            ("show",),
            "no number $D$ is the derivative at $epsilon$, so no entire function has these values",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.branch_points.kink",
            "not differentiable at $epsilon$",
            KINK,
            KINK_PROOF,
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.branch_points.kink.satisfiable",
        "the hypothesis holds for $epsilon = 1$",
        KINK,
        Witness({"eps": 1}),
    ),
)

_CLAMPED = (
    "Replaces branch point with a ReLU-like kink. Piecewise, not analytic — strictly worse from "
    "radius lens."
)
WORSE = Claim(
    id="weierstrass.branch_points.worse",
    kind="theorem",
    title="The clamped factor is strictly worse: its kink is nearer than the branch point at -eps",
    source=source("The table, row eps-clamped"),
    statement=_CLAMPED,
    readings=(
        Reading("$epsilon > 0$", ("given", 0)),
        Reading("at every variance $v_0 > 0$", ("given", 1)),
        Reading(
            "strictly worse from radius lens",
            ("show",),
            "than $1\\/sqrt(v + epsilon)$: the distance to the kink at $epsilon$ is below that to "
            "the branch point at $-epsilon$",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.branch_points.distances",
            "$abs(v_0 - epsilon) < v_0 + epsilon$",
            DISTANCES,
            written(DISTANCES, "show by search"),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.branch_points.control.eps",
                "without $epsilon > 0$: $epsilon = 0$, $v_0 = 1$",
                statement({"eps": "real", "v0": "real"}, [v0 > 0], DISTANCES["show"]),
                Witness({"eps": 0, "v0": 1}),
            ),
            "hypothesis dropped",
        ),
        Control(
            Attempt(
                "weierstrass.branch_points.control.half",
                "with half of $v_0 + epsilon$: $v_0 = 4$, $epsilon = 1$",
                {**DISTANCES, "show": S.abs(v0 - eps) < (v0 + eps) / 2},
                Witness({"eps": 1, "v0": 4}),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.branch_points.distances.satisfiable",
        "the hypotheses hold for $epsilon = v_0 = 1$",
        DISTANCES,
        Witness({"eps": 1, "v0": 1}),
    ),
    notes=(
        "This reading is that of the distance up to which the Taylor series stands for the "
        "function. That of the radius of convergence is `weierstrass.branch_points.worse.radius`, "
        "that of a comparison with $1\\/sqrt(v)$ `weierstrass.branch_points.worse.plain`.",
    ),
)

_PLAIN = statement({"eps": "real", "v0": "real"}, [eps > 0, v0 > 0], S.abs(v0 - eps) < v0)
_LARGE_V = statement({"eps": "real", "v0": "real"}, [eps > 0, 2 * v0 > eps], S.abs(v0 - eps) < v0)
PLAIN = Claim(
    id="weierstrass.branch_points.worse.plain",
    kind="theorem",
    title="The clamped factor is strictly worse: its kink is nearer than the branch point at 0",
    source=source("The table, row eps-clamped"),
    statement=_CLAMPED,
    readings=(
        Reading("$epsilon > 0$", ("given", 0)),
        Reading("at every variance $v_0 > 0$", ("given", 1)),
        Reading(
            "strictly worse from radius lens",
            ("show",),
            "than $1\\/sqrt(v)$, with no $epsilon$: the distance to the kink at $epsilon$ is below "
            "that to the branch point at 0",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "weierstrass.branch_points.worse.plain.small",
            "at $v_0 = 1$ with $epsilon = 3$ the kink is at a distance of 2",
            _PLAIN,
            Witness({"eps": 3, "v0": 1}),
        ),
    ),
    repaired=(
        Claim(
            id="weierstrass.branch_points.worse.plain.repaired",
            kind="theorem",
            title="For v above eps/2 the kink is nearer than the branch point at 0",
            source=source("The table, row eps-clamped"),
            statement="For $epsilon > 0$ and $v_0 > epsilon\\/2$: $abs(v_0 - epsilon) < v_0$.",
            readings=(
                Reading("$epsilon > 0$", ("given", 0)),
                Reading("$v_0 > epsilon\\/2$", ("given", 1)),
                Reading("the kink is nearer", ("show",)),
            ),
            obligations=(
                Obligation(
                    "weierstrass.branch_points.worse.plain.large",
                    "$abs(v_0 - epsilon) < v_0$",
                    _LARGE_V,
                    written(_LARGE_V, "show by search"),
                ),
            ),
            satisfiable=Attempt(
                "weierstrass.branch_points.worse.plain.satisfiable",
                "the hypotheses hold for $epsilon = v_0 = 1$",
                _LARGE_V,
                Witness({"eps": 1, "v0": 1}),
            ),
        ),
    ),
    notes=(
        "Against $1\\/sqrt(v + epsilon)$, as in the rows above it, the kink is always nearer: "
        "`weierstrass.branch_points.worse`.",
    ),
)

RADIUS_REPAIRED = Claim(
    id="weierstrass.branch_points.worse.radius.repaired",
    kind="theorem",
    title="The clamped factor is strictly worse as far as its Taylor series stands for it",
    source=source("The table, row eps-clamped"),
    statement="For $v_0, epsilon > 0$ the kink is at a distance of $abs(v_0 - epsilon)$ from "
    "$v_0$, less than the $v_0 + epsilon$ of the branch point.",
    differs=(
        "The distances of the kink and of the branch point are compared, not the radii of "
        "convergence."
    ),
    readings=WORSE.readings,
    obligations=WORSE.obligations,
    satisfiable=WORSE.satisfiable,
)
RADIUS_CLAIM = Claim(
    id="weierstrass.branch_points.worse.radius",
    kind="theorem",
    title="The clamped factor is strictly worse: its Taylor series converge less far",
    source=source("The table, row eps-clamped"),
    statement=_CLAMPED,
    readings=(
        Reading("$epsilon > 0$", ("given", 0)),
        Reading("at every variance $v_0 > 0$", ("given", 1)),
        Reading("where there is a Taylor series", ("given", 2)),
        Reading(
            "strictly worse from radius lens",
            ("show",),
            "a radius of convergence below $v_0 + epsilon$; so the series is not that of a "
            "constant, which converges everywhere",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "weierstrass.branch_points.worse.radius.constant",
            "at $v_0 = 1$ with $epsilon = 2$ the factor is constant for $abs(v - v_0) < 1$",
            RADIUS,
            Witness({"eps": 2, "v0": 1}),
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.branch_points.worse.radius.satisfiable",
        "the hypotheses hold for $epsilon = 2$, $v_0 = 1$",
        RADIUS,
        Witness({"eps": 2, "v0": 1}),
    ),
    repaired=(RADIUS_REPAIRED,),
    notes=(
        "For $v_0 > epsilon$ the series is that of $1\\/sqrt(v)$ with radius $v_0 < v_0 + "
        "epsilon$. For $v_0 < epsilon$ it is a constant, of infinite radius, and says nothing "
        "beyond the kink.",
        "Of the nearest singular point, the kink among them: `weierstrass.branch_points.worse`.",
    ),
)
