"""layeract.eq9.*: the bounds of Eq. 8 and 9, and the fluctuations themselves, beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from constructions.layeract import (
    HARD_SIGMOID,
    Indexed,
    dense,
    deviation,
    fluctuation,
    hard_sigmoid,
    hard_silu,
    la_hard_silu,
    layer_scales,
    mean,
    moments,
    normalise,
    variance,
)
from constructions.terms import Json, Term, conj, every, exists, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.eq9 import across_euclid, shift_claim
from proofs.layeract.eq9.claim import STATISTICS_READ
from proofs.layeract.eq9.statement import (
    CHANGE,
    ONE_BOUND,
    ONE_BOUND_TEXT,
    WITNESS,
    bound_of_noise,
    proof,
)
from proofs.layeract.paper import read_as, source
from proofs.layeract.sums import (
    BOUNDED,
    HALF,
    MEAN_NOISE,
    ONE,
    VARIANCE_NOISE,
    ZERO,
    K,
    alpha,
    centred_noise,
    d,
    noise,
    nu,
    s,
    size,
    total,
    w,
)
from proofs.layeract.witnesses import HARD, layer, listed
from proofs.library.vectors import S
from proofs.trees.script import (
    statement,
)

# --- the bound of Eq. 9 against the bound of Eq. 8 -----------------------------------------------

r = var("r")
BOUND_9 = total(lambda at: K * S.abs(centred_noise(at)) / r)
BOUND_8 = total(lambda at: K * S.abs(noise(at)))
SORTS_R = {"d": "int", "nu": "real", "r": "real", "K": "real"}
COMPARISON = statement(SORTS_R, [d >= 1, MEAN_NOISE, K >= 0, r > 1], BOUND_9 <= BOUND_8, {"eps": 1})
COMPARISON_REPAIRED = statement(
    SORTS_R, [d >= 1, MEAN_NOISE, K >= 0, r > 0, r >= 2 - 2 / d], BOUND_9 <= BOUND_8, {"eps": 1}
)


#: d |eps_i - nu| <= (d - 2) |eps_i| + sum |eps|, so sum |eps - nu| <= 2 (1 - 1/d) sum |eps|
COMPARISON_TEXT = """
let N = sum(i = 1..d, |eps(i)|)
let E = sum(i = 1..d, |eps(i) - nu|)
have total: sum(k = 1..d, eps(k)) = d*nu by mean, d >= 1
have size: 0 <= N by sum_nonneg(k -> |eps(k)|, 1, d)
have each: for all k in 1..d, d*|eps(k) - nu| <= (d - 2)*|eps(k)| + N:
  let others = sum(i = 1..d, eps(i)) - eps(k)
  have parts: d*(eps(k) - nu) = (d - 1)*eps(k) - others by total
  have left: |d*(eps(k) - nu)| = d*|eps(k) - nu| by d >= 1
  have right: |(d - 1)*eps(k)| <= (d - 1)*|eps(k)| by d >= 1
  show by parts, left, right, sum_abs_others(eps, 1, d, k)
have added: for all m: int, 0 <= m =>
    sum(k = 1..m, d*|eps(k) - nu|) = d*sum(k = 1..m, |eps(k) - nu|) and
    sum(k = 1..m, (d - 2)*|eps(k)| + N) = (d - 2)*sum(k = 1..m, |eps(k)|) + m*N by induction on m
have most: d*E <= (2*d - 2)*N
  by added(d), sum_mono(k -> d*|eps(k) - nu|, k -> (d - 2)*|eps(k)| + N, 1, d), each
have root: r*d >= 2*d - 2 by r >= 2 - 2/d, d >= 1
have times: d*E <= d*(r*N) by most, root, size
have below: E <= r*N by times, d >= 1
have bounds: for all m: int, 0 <= m =>
    sum(k = 1..m, K*|eps(k) - nu|/r) = K*(sum(k = 1..m, |eps(k) - nu|)/r) and
    sum(k = 1..m, K*|eps(k)|) = K*sum(k = 1..m, |eps(k)|) by induction on m:
  step:
    show by ih, r > 0
have over: E/r <= N by below, r > 0
have K*(E/r) <= K*N by over, K >= 0
use bounds(d)
"""

# --- no Lipschitz constant -----------------------------------------------------------------------

L, M = var("L"), var("M")
SORTS_L = {"d": "int", "alpha": "real", "L": "real", "nu": "real", "w": "real"}


def normal_at(at: Term) -> Term:
    """nhat_i of the layer y + eps, for y = (M, ..., M): the noise, normalised."""
    return normalise(S, noise(at), nu, deviation(S, w, alpha))


def scale_at(at: Term) -> Term:
    """s(nhat_i) of this layer."""
    return s(normal_at(at))


def change_at(level: Term, at: Term) -> Term:
    """g(y + eps)_i - g(y)_i for y = (M, ..., M), where n_i = 0 and s(n_i) = 1/2."""
    return (level + noise(at)) * scale_at(at) - level * s(ZERO)


MOVES = exists("i", "int", conj(var("i") >= 1, var("i") <= d, scale_at(var("i")).differs(ONE / 2)))
GIVEN_L = [d >= 1, alpha > 0, MEAN_NOISE, VARIANCE_NOISE, BOUNDED, HALF, MOVES]
UNBOUNDED = statement(
    SORTS_L,
    GIVEN_L,
    exists("M", "real", total(lambda at: S.abs(change_at(M, at))) > L * total(size(noise))),
    {"eps": 1, "s": 1},
)
LEVELS = statement(
    {"d": "int", "M": "real", "nu": "real", "w": "real"},
    [d >= 1, MEAN_NOISE, VARIANCE_NOISE],
    conj(
        mean(Indexed(lambda at: M + noise(at), d)).equals(M + nu),
        variance(Indexed(lambda at: M + noise(at), d), M + nu).equals(w),
        mean(Indexed(lambda at: M, d)).equals(M),
        variance(Indexed(lambda at: M, d), M).equals(0),
    ),
    {"eps": 1},
)


#: means and variances of y + eps and of y = (M, ..., M)
LEVEL_SUMS = """have sums: for all m: int, 0 <= m =>
    sum(k = 1..m, M + eps(k)) = M*m + sum(k = 1..m, eps(k)) and
    sum(k = 1..m, (M + eps(k) - (M + nu))^2) = sum(k = 1..m, (eps(k) - nu)^2) and
    sum(k = 1..m, M) = M*m and sum(k = 1..m, (M - M)^2) = 0 by induction on m
show by sums(d), mean, spread, d >= 1
"""


#: M = (L sum |eps| + 1 + |eps_o|)/(s(nhat_o) - 1/2), where s(nhat_o) != 1/2
LARGE_LEVEL = """
obtain o from moves
let gap = scale(o) - 1/2
let wanted = L*sum(k = 1..d, |eps(k)|) + 1 + |eps(o)|
have some: exists T: real, T*gap = wanted:
  take wanted/gap
obtain T from some
have inside: 0 <= scale(o) and scale(o) <= 1 by bounded(normal(o))
have product: -|eps(o)| <= eps(o)*scale(o) by inside
have value: change(T, o) = T*gap + eps(o)*scale(o) by half
have large: L*sum(k = 1..d, |eps(k)|) < |change(T, o)| by T*gap = wanted, product, value
take T
show by large, sum_summand(k -> |change(T, k)|, 1, d, o)
"""
UNBOUNDED_PROOF = written(
    UNBOUNDED,
    LARGE_LEVEL,
    {"moves": MOVES, "bounded": BOUNDED, "half": HALF},
    normal=normal_at,
    scale=scale_at,
    change=change_at,
)


# --- all samples ---------------------------------------------------------------------------------

C, e = var("C"), var("e")
_y1, _y2 = var("y1"), var("y2")


def element_fluctuation(first_: Term, second: Term) -> Term:
    """HardSiLU, noise (e, -e)."""
    before = dense(S, [hard_silu(S, first_), hard_silu(S, second)])
    after = dense(S, [hard_silu(S, first_ + e), hard_silu(S, second - e)])
    return fluctuation(S, after, before)


def layer_fluctuation(first_: Term, second: Term) -> Term:
    """LA-HardSiLU, noise (e, -e)."""
    before = la_hard_silu(S, dense(S, [first_, second]), alpha)
    after = la_hard_silu(S, dense(S, [first_ + e, second - e]), alpha)
    return fluctuation(S, after, before)


_p1, _p2 = var("p1"), var("p2")
ALL_SAMPLES = every("y1", "real", every("y2", "real", element_fluctuation(_y1, _y2) <= C))
_SIGMA = S.abs(_p1 - _p2) / 2
ACROSS_SORTS = dict.fromkeys(("C", "e", "p1", "p2", "alpha"), "real")
ACROSS_GIVEN: list[Json] = [
    100_000 * alpha >= 1,
    10 * alpha <= 1,
    e > 0,
    _SIGMA >= 50 * e,
    ALL_SAMPLES,
]
ACROSS_SHOW = layer_fluctuation(_p1, _p2) <= C
ACROSS = statement(ACROSS_SORTS, [*ACROSS_GIVEN, S.sqrt(_SIGMA**2 + alpha) > 1], ACROSS_SHOW)
ACROSS_SMALL = statement(
    ACROSS_SORTS, [*ACROSS_GIVEN, S.abs(_p1) <= 3, S.abs(_p2) <= 3], ACROSS_SHOW
)


def _across(level: Fraction, sigma: Fraction, alpha_: Fraction) -> Witness:
    """y = (level + sigma, level - sigma), and the noise 50 times smaller."""
    size_ = sigma / 50
    ends = {"p1": level + sigma, "p2": level - sigma}
    return Witness({"C": 3 * size_, "e": size_, **ends, "alpha": alpha_})


ACROSS_DATA = _across(Fraction(80), Fraction(1), Fraction(1, 10))
ACROSS_SMALL_DATA = _across(Fraction(2), Fraction(1, 10), Fraction(1, 100))


def hard_silu_moves(noise: Fraction) -> str:
    """|f(y1 + e) - f(y1)| + |f(y2 - e) - f(y2)| <= 3 e: each is at most 3 e/2."""
    return f"""
fix a, b
have each: for all t: real, |(t + {noise})*max(0, min(1, (t + {noise})/6 + 1/2)) -
    t*max(0, min(1, t/6 + 1/2))| <= 3/2*{noise}
show by each(a), each(b - {noise})
"""


def listed_scales(inputs: Sequence[Term], alpha_: Term) -> list[Term]:
    """The scales s(n_i) of LA-HardSiLU for listed inputs."""
    found = layer_scales(S, HARD_SIGMOID, dense(S, inputs), alpha_)
    if isinstance(found, Indexed):
        raise TypeError("a listed vector")
    return list(found.head)


# --- every size of noise -------------------------------------------------------------------------

_M4 = 4 * M
CLEAN = [-2 * _M4, -5 * _M4, 7 * _M4]
NOISE = [S.const(12), S.const(-12), S.const(0)]
NOISY = [a + b for a, b in zip(CLEAN, NOISE, strict=True)]
ALPHA_M = 160 * M**2 + 1104 * M + 529
_clean = moments(S, dense(S, CLEAN), ALPHA_M)
_noisy = moments(S, dense(S, NOISY), ALPHA_M)
_spread = moments(S, dense(S, NOISE), ALPHA_M)
FAMILY = statement(
    {"M": "real"},
    [M >= 2],
    conj(
        fluctuation(
            S,
            layer_scales(S, HARD_SIGMOID, dense(S, NOISY), ALPHA_M),
            layer_scales(S, HARD_SIGMOID, dense(S, CLEAN), ALPHA_M),
        )
        > S.const(Fraction(1, 6)) * 24 / _clean.root,
        _spread.variance.equals(96),
        _clean.variance.equals(416 * M**2),
    ),
)


FAMILY_NAMES = {
    "r": _clean.root,
    "t": _noisy.root,
    **{f"a{i}": scale for i, scale in enumerate(listed_scales(CLEAN, ALPHA_M), 1)},
    **{f"b{i}": scale for i, scale in enumerate(listed_scales(NOISY, ALPHA_M), 1)},
}
#: a and b are the scales without noise and with it; none is saturated
FAMILY_TEXT = """
let R = 24*M + 23
let T = 24*M + 25
have clean: r = R by M >= 2
have noisy: t = T by M >= 2
have one: a1 = 1/2 - 8*M/(6*R) by clean, M >= 2
have two: a2 = 1/2 - 20*M/(6*R) by clean, M >= 2
have three: a3 = 1/2 + 28*M/(6*R) by clean, M >= 2
have four: b1 = 1/2 - (8*M - 12)/(6*T) by noisy, M >= 2
have five: b2 = 1/2 - (20*M + 12)/(6*T) by noisy, M >= 2
have six: b3 = 1/2 + 28*M/(6*T) by noisy, M >= 2
have gap: (b1 - a1) - (b2 - a2) - (b3 - a3) = (608*M + 552)/(6*R*T)
  by one, two, three, four, five, six, M >= 2
have large: 4/R < (608*M + 552)/(6*R*T) by M >= 2
have inverse: 1/r = 1/R by clean, M >= 2
show by gap, large, clean, inverse
"""


# --- one sample ----------------------------------------------------------------------------------

_inputs, _moves = ("y1", "y2"), ("e1", "e2")


def _sample() -> Json:
    """HardSiLU and LA-HardSiLU at some positive y with some noise: bounds and fluctuations."""
    before = [var(name) for name in _inputs]
    noise_ = [var(name) for name in _moves]
    after = [a + b for a, b in zip(before, noise_, strict=True)]
    clean, noisy_ = dense(S, before), dense(S, after)
    outer = [hard_sigmoid(S, a) for a in after], [hard_sigmoid(S, a) for a in before]
    inner = (
        listed_scales(after, alpha),
        listed_scales(before, alpha),
    )

    def bound(scales: tuple[Sequence[Term], Sequence[Term]]) -> Term:
        rows = zip(before, noise_, *scales, strict=True)
        parts = [S.abs(a) * S.abs(x - z) + S.abs(e) * x for a, e, x, z in rows]
        return parts[0] + parts[1]

    element = fluctuation(
        S, noisy_.map(lambda a: hard_silu(S, a)), clean.map(lambda a: hard_silu(S, a))
    )
    level = fluctuation(S, la_hard_silu(S, noisy_, alpha), la_hard_silu(S, clean, alpha))
    parts = [*(a > 0 for a in before), alpha > 0, bound(inner) < bound(outer), level < element]
    formula = conj(*parts)
    for name in ("alpha", *reversed(_moves), *reversed(_inputs)):
        formula = exists(name, "real", formula)
    return formula


SAMPLE = statement({}, [], _sample())


#: y = (1, 3), eps = (1, 1), alpha = 3
SAMPLE_DATA = """take 1
take 3
take 1
take 1
take 3
"""


# --- the claims ----------------------------------------------------------------------------------


def _ones(inputs: Sequence[int | Fraction], **values: int | Fraction) -> Witness:
    mean_ = Fraction(sum(inputs)) / len(inputs)
    named = {"d": len(inputs), "nu": mean_, **values}
    return Witness(named, {"eps": listed(*inputs)})


COMPARISON_REPAIRED_CLAIM = Claim(
    id="layeract.eq9.comparison.repaired",
    kind="theorem",
    title="When the bound of Eq. 9 is below that of Eq. 8",
    source=source("Section 3.2", "8, 9"),
    statement="$sum_i (K abs(epsilon_i - mu_epsilon)) / sqrt(sigma_y^2 + alpha) <= sum_i K "
    "abs(epsilon_i)$ for all noise wherever $sqrt(sigma_y^2 + alpha) >= 2 (1 - 1\\/d)$.",
    readings=(
        Reading("$d$-dimensional", ("given", 0)),
        Reading("$mu_epsilon$", ("given", 1)),
        Reading("$K >= 0$", ("given", 2)),
        Reading("$r = sqrt(sigma_y^2 + alpha) > 0$", ("given", 3)),
        Reading("$r >= 2 (1 - 1\\/d)$", ("given", 4)),
        Reading("the last expressions of Eq. 8 and 9", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.eq9.comparison.repaired.statement",
            "for every $d >= 1$",
            COMPARISON_REPAIRED,
            written(COMPARISON_REPAIRED, COMPARISON_TEXT, {"mean": MEAN_NOISE}),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.eq9.comparison.repaired.control.root",
                "with $r >= 9 (1 - 1\\/d) \\/ 5$: $d = 3$, $epsilon = (1, 0, 0)$, $r = 5/4$",
                {
                    **COMPARISON_REPAIRED,
                    "given": [
                        *COMPARISON_REPAIRED["given"][:4],
                        r >= S.const(Fraction(9, 5)) * (1 - 1 / d),
                    ],
                },
                _ones((1, 0, 0), r=Fraction(5, 4), K=1),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.comparison.repaired.satisfiable",
        "$d = 2$, $r = 1$",
        COMPARISON_REPAIRED,
        _ones((1, 0), r=1, K=1),
    ),
    notes=("With $epsilon = (1, 0, ..., 0)$ and $r = 2 (1 - 1\\/d)$ both sides are equal.",),
)

COMPARISON_CLAIM = Claim(
    id="layeract.eq9.comparison",
    kind="theorem",
    title="The bound of Eq. 9 is below that of Eq. 8",
    source=source("Section 3.2", "8, 9"),
    statement="Equations 8 and 9 reveal that the activation fluctuation of LayerAct can exhibit "
    "a smaller boundary across samples compared to that of element-level activation. [Read of "
    "the two bounds, for all noise: $sum_i (K abs(epsilon_i - mu_epsilon)) / sqrt(sigma_y^2 + "
    "alpha) <= sum_i K abs(epsilon_i)$ where $sqrt(sigma_y^2 + alpha) > 1$.]",
    readings=(
        Reading("$d$-dimensional", ("given", 0)),
        Reading("$mu_epsilon$", ("given", 1)),
        Reading("$K >= 0$", ("given", 2)),
        Reading("$r = sqrt(sigma_y^2 + alpha) > 1$", ("given", 3)),
        Reading("the last expressions of Eq. 8 and 9", ("show",), "for all noise"),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.eq9.comparison.one",
            "$d = 3$, $epsilon = (1/100, 0, 0)$, $r = 11/10$: $4/300 dot 10/11 = 2/165 > 1/100$",
            COMPARISON,
            _ones((Fraction(1, 100), 0, 0), r=Fraction(11, 10), K=1),
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.comparison.satisfiable",
        "the same",
        COMPARISON,
        _ones((Fraction(1, 100), 0, 0), r=Fraction(11, 10), K=1),
    ),
    repaired=(COMPARISON_REPAIRED_CLAIM,),
    notes=(
        "With $sigma_y = 1$ and $alpha = 21/100$ the noise of the counterexample is small: "
        "$sigma_epsilon < 1/200$.",
        'Reading: for all noise.  Read as "for some sample" it is `layeract.eq9.smaller`.',
        "Subtracting the mean makes a sum of absolute values larger by a factor of up to "
        "$2 (1 - 1\\/d)$, so a root above 1 is not enough.",
        "In the Euclidean norm it cannot: there $r >= 1$ is enough.",
    ),
)

SMALLER_CLAIM = Claim(
    id="layeract.eq9.smaller",
    kind="theorem",
    title="The fluctuation of LayerAct can be smaller",
    source=source("Section 3.2 and Section 1", "4, 7-9"),
    statement="We demonstrate that the upper bound of activation fluctuation due to shift of "
    "layer input can be lower with LayerAct functions than with element-level activation "
    "functions when input is not excessively large.",
    readings=(
        Reading("there are such $y$, $epsilon$ and $alpha$", ("show",), "HardSiLU, $d = 2$"),
    ),
    obligations=(
        Obligation(
            "layeract.eq9.smaller.sample",
            "$y = (1, 3)$, $epsilon = (1, 1)$, $alpha = 3$: LA-HardSiLU moves by 1, HardSiLU by "
            "2, and "
            "Eq. 7 and Eq. 4 are equalities",
            SAMPLE,
            written(SAMPLE, SAMPLE_DATA),
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.smaller.satisfiable", "there are no hypotheses", SAMPLE, Witness({})
    ),
    sharpened=(shift_claim.CLAIM,),
    notes=(
        'Reading: "can" says that there are samples.  Across all samples: `layeract.eq9.across`.',
    ),
)

LIPSCHITZ_CLAIM = Claim(
    id="layeract.eq9.lipschitz",
    kind="theorem",
    title="LayerAct functions are not globally Lipschitz",
    source=source("Section 3.2", "6-9"),
    statement="Let $s$ be as in Definition 3.1 and $epsilon$ noise with $s((epsilon_i - "
    "mu_epsilon) "
    "\\/ sqrt(sigma_epsilon^2 + alpha)) != 1/2$ for some $i$.  For every $L$ there is a sample, "
    "$y = (M, ..., M)$, with $norm(g(y + epsilon) - g(y)) > L norm(epsilon)$.",
    readings=(
        Reading("$d$-dimensional", ("given", 0)),
        Reading("$alpha > 0$", ("given", 1)),
        Reading("$mu_epsilon$, also the mean of $y + epsilon$ less $M$", ("given", 2)),
        Reading("$sigma_epsilon^2$, also the variance of $y + epsilon$", ("given", 3)),
        Reading("$0 <= s <= 1$", ("given", 4)),
        Reading("$s(0) = 1/2$", ("given", 5)),
        Reading("the noise moves some scale", ("given", 6)),
        Reading("there is a sample that moves by more than $L norm(epsilon)$", ("show",)),
        *read_as(
            "layeract.eq9.lipschitz.layers",
            (
                Reading("$d$-dimensional", ("given", 0)),
                Reading("$mu_epsilon$", ("given", 1)),
                Reading("$sigma_epsilon^2$", ("given", 2)),
                Reading("mean and variance of $y + epsilon$ and $y$", ("show",)),
            ),
        ),
    ),
    obligations=(
        Obligation(
            "layeract.eq9.lipschitz.unbounded",
            "for every $d$, every $alpha > 0$, every such scale and noise, and every $L$",
            UNBOUNDED,
            UNBOUNDED_PROOF,
        ),
        Obligation(
            "layeract.eq9.lipschitz.layers",
            "the means and variances that stand in it are those of $y + epsilon$ and $y$",
            LEVELS,
            written(LEVELS, LEVEL_SUMS, {"mean": MEAN_NOISE, "spread": VARIANCE_NOISE}),
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.lipschitz.satisfiable",
        "$d = 2$, $epsilon = (1, -1)$, $alpha = 3$, HardSigmoid",
        UNBOUNDED,
        Witness({"d": 2, "alpha": 3, "L": 1, "nu": 0, "w": 1}, {"eps": listed(1, -1), "s": HARD}),
    ),
    notes=(
        "The scales $s(n)$ themselves are globally Lipschitz (`layeract.eq9.sharpened`); what is "
        "not is $y_i s(n_i)$, since $n$ forgets the mean of $y$ and the product does not.  This is "
        'where "the input is not excessively large" is needed.',
        "For $d = 1$ every $n$ is 0, $g(y) = y \\/ 2$, and there is no such noise.",
        "Element-level SiLU and HardSiLU are globally Lipschitz: HardSiLU with the constant $3/2$.",
    ),
)

ACROSS_REPAIRED_CLAIM = Claim(
    id="layeract.eq9.across.repaired",
    kind="theorem",
    title="Across samples the activation scales of LayerAct have one bound",
    source=source("Section 3.2", "9"),
    statement="For the same noise, $norm(s(hat(n)) - s(n)) <= sum_(i=1)^d K (abs(epsilon_i - "
    "mu_epsilon) + sigma_epsilon) \\/ sqrt(alpha)$ for all samples $y$: the right side does not "
    "depend on $y$.",
    differs=(
        "It is one bound for all samples, and is not compared with one of an element-level "
        "activation."
    ),
    readings=(
        *STATISTICS_READ,
        Reading(
            "one bound for all samples",
            ("show",),
            "the norm of Definition 3.2, a sum of absolute values",
        ),
    ),
    obligations=(
        Obligation(
            "layeract.eq9.across.repaired.statement",
            "for every $d >= 1$, every scale as in Definition 3.1, all samples and all noise",
            ONE_BOUND,
            proof(ONE_BOUND, ONE_BOUND_TEXT),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.eq9.across.repaired.control.constant",
                "with $9/20$ of the bound: $y = (0, 0)$, $epsilon = (7/100, -7/100)$, "
                "$alpha = 0.24^2$, so that the roots are 0.24 and 0.25",
                {**ONE_BOUND, "show": CHANGE <= total(bound_of_noise) * S.const(Fraction(9, 20))},
                layer((0, 0), (Fraction(7, 100), Fraction(-7, 100)), Fraction(6, 25) ** 2),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.across.repaired.satisfiable",
        "the layer of `layeract.eq9`",
        ONE_BOUND,
        WITNESS,
    ),
    notes=(
        "The bound of the scales; of the outputs there is none (`layeract.eq9.lipschitz`).",
        "It grows as $alpha$ falls. A smaller one that depends on the sample is "
        "`layeract.eq9.repaired`.",
    ),
    sharpened=(across_euclid.CLAIM,),
)


def _across_readings(of: str, last: Sequence[Reading]) -> tuple[Reading, ...]:
    readings = (
        Reading("the hyper-parameter $alpha$ is 0.00001", ("given", 0), "Appendix H; at least"),
        Reading("or 0.1", ("given", 1), "at most"),
        Reading("noise: $epsilon = (e, -e)$ with $e > 0$", ("given", 2), "$sigma_epsilon = e$"),
        Reading("$sigma_epsilon << sigma_y$", ("given", 3), "50 times smaller"),
        Reading("$C$ bounds the fluctuation of HardSiLU for all samples", ("given", 4)),
        *last,
        Reading("$C$ bounds that of LA-HardSiLU", ("show",), "for any sample $y = (p_1, p_2)$"),
    )
    return read_as(of, readings)


_LEVEL, _SMALL = "layeract.eq9.across.level", "layeract.eq9.across.small"
ACROSS_CLAIM = Claim(
    id="layeract.eq9.across",
    kind="theorem",
    title="Across samples, the fluctuation of LayerAct has a smaller bound",
    source=source("a reading of Section 3.2", "8, 9"),
    statement="Equations 8 and 9 reveal that the activation fluctuation of LayerAct can exhibit "
    "a smaller boundary across samples compared to that of element-level activation. [Read: "
    "what bounds the fluctuation of HardSiLU for all samples also bounds that of LA-HardSiLU.]",
    readings=(
        *_across_readings(
            _LEVEL, [Reading("$sqrt(sigma_y^2 + alpha) > 1$", ("given", 5), "for this sample")]
        ),
        *_across_readings(
            _SMALL,
            [
                Reading("the input is not excessively large", ("given", 5), "at most 3"),
                Reading("neither the one nor the other", ("given", 6)),
            ],
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            _LEVEL,
            "$epsilon = (1/50, -1/50)$, $C = 3/50$; $y = (81, 79)$, $alpha = 1/10$: LA-HardSiLU "
            "moves by more than 0.0649",
            ACROSS,
            ACROSS_DATA,
            {4: hard_silu_moves(Fraction(1, 50))},
        ),
        Attempt(
            _SMALL,
            "$epsilon = (1/500, -1/500)$, $C = 3/500$; $y = (2.1, 1.9)$, $alpha = 1/100$: "
            "LA-HardSiLU moves by more than 0.0066",
            ACROSS_SMALL,
            ACROSS_SMALL_DATA,
            {4: hard_silu_moves(Fraction(1, 500))},
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.across.satisfiable",
        "the first of these samples",
        ACROSS,
        ACROSS_DATA,
        {4: hard_silu_moves(Fraction(1, 50))},
    ),
    repaired=(ACROSS_REPAIRED_CLAIM,),
    notes=(
        'Reading: the boundary is one bound for all samples, as in Section 2.3 ("the lower the '
        'upper bound c is ..."): what bounds the fluctuation of HardSiLU for all samples also '
        "bounds that of LA-HardSiLU.  No bound at all serves LayerAct (`layeract.eq9.lipschitz`).",
        'Read as "for some sample" it holds: `layeract.eq9.smaller`.',
        "Samples with inputs up to 3 are enough where $sigma_y$ is small; where the root is above "
        "1, as after Eq. 9, the level has to be higher.",
    ),
)

SCALES_CLAIM = Claim(
    id="layeract.eq9.scales",
    kind="theorem",
    title="Eq. 9 fails for noise as small as one likes",
    source=source("Section 3.2", "9"),
    statement="For every $M >= 2$ the layer $y = 4 M (-2, -5, 7)$ with $alpha = 160 M^2 + 1104 M + "
    "529$, $epsilon = (12, -12, 0)$ and HardSigmoid has $norm(s(hat(n)) - s(n)) > sum_i "
    "abs(epsilon_i - mu_epsilon) \\/ (6 sqrt(sigma_y^2 + alpha))$, while $sigma_epsilon^2 = 96$ "
    "and "
    "$sigma_y^2 = 416 M^2$.",
    readings=(
        Reading("$M >= 2$", ("given", 0)),
        Reading("the three relations", ("show",), "the networks are those of the instances"),
    ),
    obligations=(
        Obligation(
            "layeract.eq9.scales.family",
            "for every real $M >= 2$",
            FAMILY,
            written(FAMILY, FAMILY_TEXT, **FAMILY_NAMES),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.eq9.scales.control.small",
                "without $M >= 2$: at $M = 3/2$ both sides are equal",
                statement({"M": "real"}, [], FAMILY["show"]),
                Witness({"M": Fraction(3, 2)}),
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt("layeract.eq9.scales.satisfiable", "$M = 25$", FAMILY, Witness({"M": 25})),
)
