"""layeract.eq9: its statements, and the proofs of what holds."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, conj, var
from proofs.claims import Witness
from proofs.language.elaboration import Written, written
from proofs.layeract.eq9 import noise as near
from proofs.layeract.eq9.noise import bound, euclid_bound_term, moved
from proofs.layeract.sums import (
    FUNCTIONS,
    ROOT,
    ROOT_NOISY,
    SCALE,
    SORTS,
    STATISTICS,
    K,
    alpha,
    centred_noise,
    change,
    d,
    mu,
    n_noisy,
    noisy,
    norm,
    nu,
    s,
    size,
    square,
    total,
    v,
    w,
    y,
)
from proofs.layeract.witnesses import (
    layer,
)
from proofs.library.vectors import S
from proofs.trees.script import statement

# --- the printed statement -----------------------------------------------------------------------

#: what is said of the noise: it is not the same for all elements, and sigma_eps << sigma_y
SMALL: list[Json] = [w > 0, 2500 * w <= v]
#: the root is above 1, and alpha is one of Appendix H, 0.00001 and 0.1, or between them
USED: list[Json] = [v + alpha > 1, 100_000 * alpha >= 1, 10 * alpha <= 1]
GIVEN = [*STATISTICS, *SCALE, *SMALL, *USED]
GIVEN_LARGE = [*STATISTICS, *SCALE, *SMALL, alpha >= 1]


def last(at: Term) -> Term:
    """K |eps_i - mu_eps| / sqrt(sigma_y^2 + alpha)."""
    return K * S.abs(centred_noise(at)) / ROOT


PRINTED_ROOT = S.sqrt(v + alpha + w)


def middle(at: Term) -> Term:
    """|(y_i + eps_i - mu_y - mu_eps)/sqrt(sigma_y^2 + alpha + sigma_eps^2) - n_i|."""
    return S.abs((noisy(at) - mu - nu) / PRINTED_ROOT - (y(at) - mu) / ROOT)


CHANGE = total(size(moved))
MIDDLE = K * total(middle)
LAST = total(last)
STATEMENT = statement(SORTS, GIVEN, CHANGE < LAST, FUNCTIONS)
STATEMENT_LARGE = statement(SORTS, GIVEN_LARGE, CHANGE < LAST, FUNCTIONS)
FIRST = statement(SORTS, GIVEN, CHANGE < MIDDLE, FUNCTIONS)
EQUALITY = statement(SORTS, GIVEN, MIDDLE.equals(LAST), FUNCTIONS)
HALF_OF_D = statement(SORTS, GIVEN, total(lambda at: s(n_noisy(at))) < d / 2, FUNCTIONS)

#: sigma_y^2 = 26, so that the roots are 51/10 and 51/10 + 3/235
WITNESS = layer((-2, -5, 7), (Fraction(3, 47), Fraction(-3, 47), 0), Fraction(1, 100))
#: sigma_y^2 = 260000, sigma_eps^2 = 96, alpha = 128129, so the roots are 623 and 625
WITNESS_LARGE = layer((-200, -500, 700), (12, -12, 0), 128_129)


def _wide() -> Witness:
    """17 pairs -1000, 1000, the first four times as large, and noise -17, 17 on it."""
    inputs = [1000 * (-1) ** k * (4 if k <= 2 else 1) for k in range(1, 35)]
    gap, rise = Fraction(8017), Fraction(29, 10)  # t^2 - r^2 and t - r
    root = (gap / rise - rise) / 2
    found = layer(inputs, [-17, 17, *[0] * 32], root**2 - Fraction(64_000_000, 34))
    at = var("u")
    sign = 2 * at - 4 * S.floor(at / 2) - 1  # 1 for odd places, -1 for even ones
    first = (1 - S.sign(at - Fraction(5, 2))) / 2
    functions = {
        "y": (("u",), (-1000 * sign * (1 + 3 * first)).json),
        "eps": (("u",), (-17 * sign * first).json),
    }
    return Witness(found.values, {**found.functions, **functions})


#: sigma_eps is 332 times smaller than sigma_y; the roots differ by 29/10
WIDE = _wide()

ROOTS = statement(
    {"v": "real", "w": "real", "alpha": "real"},
    [v >= 0, w >= 0, alpha > 1],
    conj(ROOT > 1, ROOT <= PRINTED_ROOT, PRINTED_ROOT <= ROOT + w / (2 * ROOT)),
)


# --- what holds ----------------------------------------------------------------------------------

REPAIRED = statement(SORTS, [*STATISTICS, *SCALE], CHANGE <= total(bound), FUNCTIONS)


EUCLID_SHARP = statement(
    SORTS, [*STATISTICS, *SCALE], norm(moved) <= euclid_bound_term(), FUNCTIONS
)
IDENTITY = statement(
    SORTS,
    STATISTICS,
    total(square(change)).equals(
        d
        * (
            (w - (ROOT - ROOT_NOISY) ** 2) / (ROOT * ROOT_NOISY)
            - alpha * (1 / ROOT_NOISY - 1 / ROOT) ** 2
        )
    ),
    {"y": 1, "eps": 1},
)


# --- one bound for all samples -------------------------------------------------------------------

LEAST = S.sqrt(alpha)


def bound_of_noise(at: Term) -> Term:
    """K (|eps_i - mu_eps| + sigma_eps) / sqrt(alpha), whatever y is."""
    return K * (S.abs(centred_noise(at)) + near.SIGMA) / LEAST


ONE_BOUND = statement(SORTS, [*STATISTICS, *SCALE], CHANGE <= total(bound_of_noise), FUNCTIONS)


ONE_BOUND_TEXT = f"""{near.SIZES}
have least: 0 < least and least <= r
  by root_positive(alpha), root_mono(alpha, v + alpha), alpha > 0, large
have bounds: for all m: int, 0 <= m =>
    sum(k = 1..m, bound_of_noise(k)) = K*(sum(k = 1..m, |e(k)|) + m*sigma)/least by induction on m:
  step:
    show by ih, least
let most = K*(sum(k = 1..d, |e(k)|) + d*sigma)
have size: 0 <= most by lip, far, sum_nonneg(k -> |e(k)|, 1, d)
show by total, bounds(d), quotient_antitone(least, r, most), size, least
"""

# --- the Euclidean reading -----------------------------------------------------------------------

EUCLID_GIVEN = [*STATISTICS, *SCALE, K > 0, w > 0, 4 * w <= v]
EUCLID = statement(SORTS, EUCLID_GIVEN, norm(moved) < LAST, FUNCTIONS)
#: r < 2 t, and sum e^2 <= (sum |e|)^2/2 since the e_i add up to 0
EUCLID_TEXT = f"""{near.SQUARES}
let E = sum(i = 1..d, |e(i)|)
have centre_noise: sum(k = 1..d, e(k)) = 0 by mean_noise, sums, d >= 1
have half: 2*(d*w) <= E^2:
  have each: for all k in 1..d, e(k)^2 <= E/2*|e(k)|:
    have most: 2*|e(k)| <= E by sum_abs_others(k -> e(k), 1, d, k), centre_noise
    have 0 <= (E - 2*|e(k)|)*|e(k)| by most
  have sum(k = 1..d, e(k)^2) <= E/2*E
    by sum_mono(k -> e(k)^2, k -> E/2*|e(k)|, 1, d), sum_scale(k -> |e(k)|, E/2, 1, d), each
  show by squares_noise, sum(k = 1..d, e(k)^2) <= E/2*E
have size: 0 <= E by sum_nonneg(k -> |e(k)|, 1, d)
have twice: r < 2*t:
  have 4*(r - t)^2 < r^2 by near, radicand, 4*w <= v, alpha > 0
  show by 4*(r - t)^2 < r^2, positive, positive_noisy
have some: 0 < d*w by d >= 1, w > 0
have wide: d*w/(r*t) < 2*(d*w)/r^2 by twice, some, positive, positive_noisy
have halves: 2*(d*w)/r^2 <= E^2/r^2 by half, positive
have less: K^2*sum(k = 1..d, change(k)^2) < K^2*(E^2/r^2) by share, wide, halves, K > 0
have square: K^2*(E^2/r^2) = (K*E/r)^2 by positive
have below: sum(k = 1..d, moved(k)^2) < (K*E/r)^2 by moves, less, square
have most: 0 <= K*E/r by size, lip, positive
have root: sqrt(sum(k = 1..d, moved(k)^2)) < K*E/r by below, most
have lasts: for all m: int, 0 <= m =>
    sum(k = 1..m, last(k)) = K*sum(k = 1..m, |e(k)|)/r by induction on m:
  step:
    show by ih, positive
use lasts(d)
"""


def proof(sequent: Json, text: str) -> Written:
    """The script of an obligation about a layer with noise."""
    own = {"least": LEAST, "bound_of_noise": bound_of_noise, "last": last}
    return written(sequent, text, near.FACTS, **near.NAMES, **own)
