"""Theorem 1, the proof: both cases, relation by relation (Eq. 16-26)."""

from __future__ import annotations

import re
from textwrap import indent
from typing import Any

from constructions.terms import Json, Term, conj, every, implies, var
from proofs.pln.lemma2 import proof as lemma2_proofs
from proofs.pln.mixtures import Mixture
from proofs.pln.symbols import G_HAT, LEVEL, ONE, N, S, delta, eps, f, jump, k, offset, x, y
from proofs.pln.symbols import signs as lemma2_signs
from proofs.pln.thm1.sums import (
    BELOW,
    BREAK,
    EQ16_SUMS,
    EQ20_SUMS,
    FAR,
    GH,
    MAX,
    MAX_K,
    NAMES,
    NEAR,
    SMALL,
    WEIGHTS,
    A,
    A_k,
    G,
    alpha,
    at,
    budget,
    chain,
    costs,
    delta0,
    delta_k,
    delta_N,
    eps1,
    eps2,
    errors,
    relations,
    signs,
    smooth,
    spending,
    units,
)

CASE1 = [N > 0, delta > 0, *SMALL, FAR]
BUDGET = [eps1 > 0, MAX, delta_N.equals(spending(eps1, N, A)), delta <= delta_N]
_BUDGET1 = budget(eps1, N, A, delta_N)
_EACH1 = _BUDGET1["constants"](ONE, N)
EQ17 = conj(
    S.abs(GH - G) <= costs(ONE, N),
    costs(ONE, N) < _EACH1,
    _EACH1.equals(eps1 * delta0 / (delta0 + delta)),
    eps1 * delta0 / (delta0 + delta) < eps1,
)
EQ17_NAMES = EQ16_SUMS.names() | _BUDGET1
EQ17_TEXT = f"""{chain("signs(a, n) - units(a, n)")}
have least: 0 <= A by max(1), N > 0
have positive: 0 < A by least, A != 0, N*A != 0
{BELOW}
have first: for all i: int, 1 <= i => i <= N => 0 < |at(i)|:
  show by far(i), delta0 > 0
have gap: |GH - G| <= costs(1, N) by sums(1, N), first
have fewer: costs(1, N) < constants(1, N) by below(1, N), far, max, N > 0
have total: constants(1, N) = N*each by sum_constant(1, N, each), N > 0
have spent: N*each = eps1*delta0/(delta0 + delta)
have less: eps1*delta0/(delta0 + delta) < eps1
show by gap, fewer, total, spent, less
"""

#: Eq. 18 from Eq. 17 and the choice of eps1
EQ18 = conj(
    S.abs(G - f(x)) <= S.abs(G - GH) + S.abs(GH - f(x)),
    S.abs(G - GH) + S.abs(GH - f(x)) < eps1 + eps - eps1,
    (eps1 + eps - eps1).equals(eps),
)


# --- case 2 --------------------------------------------------------------------------------------

S_K, SIGN_K = smooth(at(k)), S.sign(at(k))
REST_UNITS = units(ONE, k - 1) + units(k + 1, N)
REST_SIGNS = signs(ONE, k - 1) + signs(k + 1, N)
FIRST_TERM = S.abs(REST_UNITS - REST_SIGNS)
SECOND_TERM = S.abs(GH + alpha(k) * S_K - alpha(k) * SIGN_K - f(x))
REGROUPED = REST_UNITS + alpha(k) * S_K - f(x) + GH - REST_SIGNS - alpha(k) * SIGN_K
ERROR = S.abs(G - f(x))
EQ19 = conj(
    ERROR.equals(S.abs(G - f(x) + GH - GH)),
    S.abs(G - f(x) + GH - GH).equals(S.abs(REGROUPED)),
    S.abs(REGROUPED) <= FIRST_TERM + SECOND_TERM,
)


#: G = (units j != k) + alpha_k s_k, and the same for G_hat
_PARTS = """
have units: units(1, N) = units(1, k - 1) + a_unit(k) + units(k + 1, N)
  by sum_split(i -> a_unit(i), 1, k - 1, N), sum_first(i -> a_unit(i), k, N)
have signs: signs(1, N) = signs(1, k - 1) + a_sign(k) + signs(k + 1, N)
  by sum_split(i -> a_sign(i), 1, k - 1, N), sum_first(i -> a_sign(i), k, N)
"""
PART_NAMES = NAMES | {
    "rest_units": REST_UNITS,
    "rest_signs": REST_SIGNS,
    "regrouped": REGROUPED,
    "first": FIRST_TERM,
    "second": SECOND_TERM,
}
EQ19_TEXT = f"""{_PARTS}have regroup: G - f(x) = regrouped by units, signs
have |G - f(x)| = |G - f(x) + GH - GH|
have |G - f(x) + GH - GH| = |regrouped| by regroup
have |regrouped| <= first + second by regroup,
  triangle(rest_units - rest_signs, GH + a_unit(k) - a_sign(k) - f(x))
"""

COUNT = N - 1
BUDGET_K = [eps2 > 0, MAX_K, delta_k.equals(spending(eps2, COUNT, A_k)), delta <= delta_k]
CASE2 = [N > 0, delta > 0, *WEIGHTS, *SMALL, *NEAR]
_BUDGET2 = budget(eps2, COUNT, A_k, delta_k)


def _both(part: Any) -> Term:
    """The sums over both ranges of units other than k."""
    left: Term = part(ONE, k - 1)
    return left + part(k + 1, N)


_GAPS, _SIZES, _EACH2 = _both(EQ20_SUMS.gaps), _both(EQ20_SUMS.sizes), _both(_BUDGET2["constants"])
EQ20 = conj(
    FIRST_TERM.equals(S.abs(_GAPS)),
    S.abs(_GAPS) <= _SIZES,
    _SIZES.equals(_both(errors)),
    _both(errors).equals(_both(costs)),
    _both(costs) < _EACH2,
    _EACH2.equals(eps2 * delta0 / (delta0 + delta)),
    eps2 * delta0 / (delta0 + delta) < eps2,
)
#: if |x - k/N| <= delta_0 < 1/(2N), every other unit is farther than delta_0
FAR_TEXT = """
have here: x + b(k) = x - k/N by weights(k), k >= 1, k <= N - 1
have near: |x - k/N| <= delta0 by here, |x + b(k)| <= delta0
have half: delta0 < h/2
have pos: 0 < h
have other: for all i: int, 1 <= i => i <= N => i != k => delta0 < |x + b(i)|:
  cases i = N:
    have last: b(i) = 1 by i = N, b(N) = 1
    have x >= k*h - delta0 by near
    have k*h >= h by pos, k >= 1
    show by last, x >= k*h - delta0, k*h >= h, half, pos
  have place: x + b(i) = x - i/N by weights(i), i >= 1, i <= N - 1
  cases i < k:
    have apart: (k - i)*h >= h by pos, i + 1 <= k
    show by near, place, apart, half
  have i > k by i != k
  have apart: (i - k)*h >= h by pos, i > k
  show by near, place, apart, half
"""
#: of the units before and after k
_RANGES = """
have left_away: for all i: int, 1 <= i => i <= k - 1 => delta0 < |at(i)|:
  show by other(i)
have right_away: for all i: int, k + 1 <= i => i <= N => delta0 < |at(i)|:
  show by other(i)
have left_most: for all i: int, 1 <= i => i <= k - 1 => |alpha(i)| <= TOP:
  show by max(i)
have right_most: for all i: int, k + 1 <= i => i <= N => |alpha(i)| <= TOP:
  show by max(i)
"""
EQ20_NAMES = EQ20_SUMS.names() | _BUDGET2 | {"first": FIRST_TERM}
EQ20_TEXT = f"""{chain("units(a, n) - signs(a, n)")}{FAR_TEXT}
have least: 0 <= Ak:
  cases k = 1:
    show by max(N), k = 1, k <= N - 1
  show by max(1), k != 1, k <= N - 1
have positive: 0 < Ak by least, Ak != 0, (N - 1)*Ak != 0
{BELOW}{_RANGES.replace("TOP", "Ak")}
have left_nonzero: for all i: int, 1 <= i => i <= k - 1 => 0 < |at(i)|:
  show by left_away(i), delta0 > 0
have right_nonzero: for all i: int, k + 1 <= i => i <= N => 0 < |at(i)|:
  show by right_away(i), delta0 > 0
have left: {relations("units(a, n) - signs(a, n)", "1", "k - 1")}
  by sums(1, k - 1), left_nonzero
have right: {relations("units(a, n) - signs(a, n)", "k + 1", "N")}
  by sums(k + 1, N), right_nonzero
have left_below: costs(1, k - 1) <= constants(1, k - 1) by below(1, k - 1), left_away, left_most
have right_below: costs(k + 1, N) < constants(k + 1, N)
  by below(k + 1, N), right_away, right_most
have total: constants(1, k - 1) + constants(k + 1, N) = (N - 1)*each
  by sum_same(i -> each, 1, k - 1, each), sum_same(i -> each, k + 1, N, each)
have spent: (N - 1)*each = eps2*delta0/(delta0 + delta)
have less: eps2*delta0/(delta0 + delta) < eps2
have values: first = |gaps(1, k - 1) + gaps(k + 1, N)| by left, right
have sizes: |gaps(1, k - 1) + gaps(k + 1, N)| <= sizes(1, k - 1) + sizes(k + 1, N)
  by left, right, triangle(gaps(1, k - 1), gaps(k + 1, N))
show by values, sizes, left, right, left_below, right_below, total, spent, less
"""

AROUND: list[Json] = [*BREAK, k / N - delta0 <= x, x <= k / N + delta0]


def by_side(left: Json, middle: Json, right: Json) -> Json:
    """The three cases of Eq. 21 and 22."""
    return conj(
        implies(k / N - delta0 <= x, x < k / N, left),
        implies(x.equals(k / N), middle),
        implies(k / N < x, x <= k / N + delta0, right),
    )


EQ21 = by_side(GH.equals(y(k)), GH.equals(y(k) / 2 + y(k + 1) / 2), GH.equals(y(k + 1)))
TERM_K = alpha(k) * SIGN_K
EQ22 = by_side(
    TERM_K.equals((y(k) - y(k + 1)) / 2), TERM_K.equals(0), TERM_K.equals((y(k + 1) - y(k)) / 2)
)
EQ23 = (GH - TERM_K).equals((y(k + 1) + y(k)) / 2)
STEP_K = x - k / N  #: x + b_k, as written from Eq. 24 on
EQ24 = (alpha(k) * S_K).equals((y(k + 1) - y(k)) / 2 * (STEP_K / (S.abs(STEP_K) + delta)))


#: Eq. 23, where -delta_0 <= x - k/N <= delta_0 < 1/(2N) and Eq. 8-9 are known
VALUE = """
have pos: 0 < h
have around: k*h - h/2 < x and x < k*h + h/2
have left: for all m: int, 0 <= m => m <= k - 1 => signs(1, m) = (y(m + 1) - y(1))/2
    by induction on m:
  step:
    have before: x - (m + 1)/N > 0 by around, pos, m + 1 <= k - 1
    have sign: sign(at(m + 1)) = 1 by before, weights(m + 1)
    have last: signs(1, m + 1) = signs(1, m) + alpha(m + 1)*sign(at(m + 1))
      by sum_last(i -> a_sign(i), 1, m + 1)
    show by ih, sign, last, weights(m + 1)
have right: for all m: int, k <= m => m <= N - 1 =>
    signs(1, m) = signs(1, k) - (y(m + 1) - y(k + 1))/2 by induction on m:
  step:
    have after: x - (m + 1)/N < 0 by around, pos, k <= m
    have sign: sign(at(m + 1)) = -1 by after, weights(m + 1)
    have last: signs(1, m + 1) = signs(1, m) + alpha(m + 1)*sign(at(m + 1))
      by sum_last(i -> a_sign(i), 1, m + 1)
    show by ih, sign, last, weights(m + 1)
have at_k: signs(1, k) = signs(1, k - 1) + alpha(k)*sign(at(k)) by sum_last(i -> a_sign(i), 1, k)
have at_N: signs(1, N) = signs(1, N - 1) + alpha(N)*sign(at(N)) by sum_last(i -> a_sign(i), 1, N)
have x + 1 > 0 by around, k >= 1, pos
have end: sign(at(N)) = 1 by x + 1 > 0, b(N) = 1
have level: alpha(N) = (y(1) + y(N))/2
have value: GH - a_sign(k) = (y(k + 1) + y(k))/2
  by left(k - 1), right(N - 1), at_k, at_N, end, level
"""
EQ21_TEXT = f"""{VALUE}have place: x + b(k) = x - k/N by weights(k)
have weight: alpha(k) = (y(k + 1) - y(k))/2 by weights(k)
have before: k/N - delta0 <= x => x < k/N => GH = y(k):
  have sign(at(k)) = -1 by place, x < k/N
  show by value, weight, sign(at(k)) = -1
have there: x = k/N => GH = y(k)/2 + y(k + 1)/2:
  have sign(at(k)) = 0 by place, x = k/N
  show by value, sign(at(k)) = 0
have after: k/N < x => x <= k/N + delta0 => GH = y(k + 1):
  have sign(at(k)) = 1 by place, k/N < x
  show by value, weight, sign(at(k)) = 1
show by before, there, after
"""


EQ22_TEXT = """
have place: x + b(k) = x - k/N
have weight: alpha(k) = (y(k + 1) - y(k))/2
have left: k/N - delta0 <= x => x < k/N => sign(x + b(k)) = -1 by place
have middle: x = k/N => sign(x + b(k)) = 0 by place
have right: k/N < x => x <= k/N + delta0 => sign(x + b(k)) = 1 by place
show by weight, left, middle, right
"""
EQ24_TEXT = """
have place: x + b(k) = x - k/N
have weight: alpha(k) = (y(k + 1) - y(k))/2
have size: |x + b(k)| = |x - k/N| by place
have unit: (x + b(k))/(|x + b(k)| + delta) = (x - k/N)/(|x - k/N| + delta) by place, size, delta > 0
show by weight, unit
"""


#: Eq. 25 with each of its relations, after what it says of s_k
NEAR_BREAK = Mixture(S_K, GH - TERM_K + alpha(k) * S_K - f(x))
EQ25 = NEAR_BREAK.relations()
_PARTS_OF_EQ25 = ("shifted", "mixed", "apart", "reach", "expanded", "pulled")
EQ25_NAMES = NAMES | {
    "s": S_K,
    "middle": lemma2_proofs.middle,
    **{name: getattr(NEAR_BREAK, name) for name in _PARTS_OF_EQ25},
}
_MIXED = """
have place: x + b(k) = x - k/N by weights(k)
have positive: 0 < |at(k)| + delta
have inside: -1 < s and s < 1 by positive, delta > 0
have toward: s*(k/N - x) <= 0:
  have s*(|at(k)| + delta) = x - k/N by place, positive
  show by s*(|at(k)| + delta) = x - k/N, positive
have weight: alpha(k) = (y(k + 1) - y(k))/2 by weights(k)
have regroup: shifted = mixed by value, weight
have same: for all u, v: real, u = v => |u| = |v|
have sizes: |shifted| = |mixed| by same(shifted, mixed), regroup
let P = (1 + s)/2
let Q = (1 - s)/2
have shares: 0 <= P and 0 <= Q by inside
have parts: mixed = P*(y(k + 1) - f(x)) + Q*(y(k) - f(x))
have spread: |mixed| <= apart
  by parts, triangle(P*(y(k + 1) - f(x)), Q*(y(k) - f(x))),
  abs_product(P, y(k + 1) - f(x)), abs_product(Q, y(k) - f(x))
have ends: k*h >= h and k*h <= 1 - h by pos, k >= 1, k <= N - 1
have 0 <= middle(k) by ends, pos
have middle(k) <= 1 by ends, pos
have 0 <= middle(k + 1) by ends, pos
have middle(k + 1) <= 1 by ends, pos
have 0 <= x by ends, pos, around
have x <= 1 by ends, pos, around
use above: f(middle(k + 1), x)
use below: f(middle(k), x)
have up: |y(k + 1) - f(x)| <= L*(middle(k + 1) - x) by above, around
have down: |y(k) - f(x)| <= L*(x - middle(k)) by below, around
have reach: apart <= reach:
  have high: P*|y(k + 1) - f(x)| <= P*(L*(middle(k + 1) - x)) by up, shares
  have low: Q*|y(k) - f(x)| <= Q*(L*(x - middle(k))) by down, shares
  have |P| = P by shares
  have |Q| = Q by shares
  show by high, low, |P| = P, |Q| = Q
have least: 0 <= L by f(0, 1)
have pull: L*(s*(k/N - x)) <= 0 by least, toward
have expand: reach = expanded
have pulled: expanded = pulled
have small: pulled <= L/(2*N) by pull
"""
EQ25_TEXT = f"""{VALUE}{_MIXED}
show by inside, toward, sizes, spread, reach, expand, pulled, small, L/(2*N) <= eps - eps2
"""
#: |(1+s)/2 u + (1-s)/2 v| <= |(1+s)/2| |u| + |(1-s)/2| |v| <= (1+s)/2 p + (1-s)/2 q
U, V, _s, _p, _q = (var(name) for name in ("u", "v", "s", "p0", "q0"))


EQ26 = conj(
    ERROR <= FIRST_TERM + SECOND_TERM,
    FIRST_TERM + SECOND_TERM < eps2 + eps - eps2,
    (eps2 + eps - eps2).equals(eps),
)
EQ26_TEXT = f"""{_PARTS}have regroup: G - f(x) =
    rest_units - rest_signs + (GH + a_unit(k) - a_sign(k) - f(x)) by units, signs
show by regroup, first < eps2, second <= eps - eps2,
  triangle(rest_units - rest_signs, GH + a_unit(k) - a_sign(k) - f(x))
"""


# --- the choices of eps1, eps2 and k; the conclusion ---------------------------------------------


def on_unit_interval(*formulas: Json) -> Json:
    return every("x", "real", implies(x >= 0, x <= 1, *formulas))


SIGN_ERROR = S.abs(GH - f(x))
#: in case 1, |G_hat - f| <= eps - eps1
EPS1: Json = on_unit_interval(FAR, SIGN_ERROR <= eps - eps1)
WIDE = """
use f(0, 1)
have lip: 0 <= L
have 0 <= L/(2*eps) by lip, eps > 0
have wide: L/(2*eps) < N
have 1 <= N
have margin: L/(2*N) < eps by wide, eps > 0
"""
#: Lemma 2's proof, with its names for its own sums
_LEMMA2 = re.sub(r"\b(signs|G)\b", r"lemma2_\1", lemma2_proofs.BOUND)
#: |G_hat - f| <= L/(2N), where G_hat is the network of Lemma 2
SHARP = f"""
have lemma2: for all x: real, 0 <= x => x <= 1 => |lemma2_G - f(x)| <= L/(2*N):
{indent(_LEMMA2, "  ")}
have sharp: for all x: real, 0 <= x => x <= 1 => |GH - f(x)| <= L/(2*N):
  have same: for all i in 1..N - 1, a_sign(i) = jump(i)*sign(offset(i)):
    have sign(at(i)) = sign(offset(i)) by weights(i)
    show by sign(at(i)) = sign(offset(i)), weights(i)
  have head: sum(i = 1..N - 1, a_sign(i)) = lemma2_signs(N - 1)
    by sum_equal(i -> a_sign(i), i -> jump(i)*sign(offset(i)), 1, N - 1), same
  have last: GH = sum(i = 1..N - 1, a_sign(i)) + a_sign(N) by sum_last(i -> a_sign(i), 1, N)
  have end: a_sign(N) = level*sign(x + 1) by b(N) = 1, alpha(N) = level
  have GH = lemma2_G by head, last, end
  use lemma2(x)
"""
SHARP_NAMES = NAMES | {
    "middle": lemma2_proofs.middle, "jump": jump, "offset": offset, "level": LEVEL,
    "lemma2_G": G_HAT, "lemma2_signs": lemma2_signs,
}  # fmt: skip
EPS1_TEXT = f"""{WIDE}{SHARP}
take eps - L/(2*N)
have all: for all x: real, 0 <= x => x <= 1 => |GH - f(x)| <= eps - (eps - L/(2*N)):
  show by sharp(x)
show by all, margin
"""


#: k = N would need |x + 1| <= delta_0 < 1/(2N) <= 1/2
CASE2_TEXT = """
have 1/(2*N) <= 1/2
have k <= N - 1:
  cases k = N:
    have b(k) = 1 by k = N, b(N) = 1
have b(k) = -k/N
"""
EPS2_TEXT = """
use f(0, 1)
have 0 <= L
have 0 <= L/(2*eps)
have wide: L/(2*eps) < N
have 1 <= N
have L/(2*N) < eps by wide, eps > 0, 1 <= N
"""


# --- both cases, for the conclusion --------------------------------------------------------------

#: units farther than delta_0 from x: |alpha_j (sign t_j - s_j)| <= top delta/(delta_0 + delta)
CLOSE = """
have unit: for all t: real, delta0 < |t| => |sign(t) - smooth(t)| <= delta/(delta0 + delta):
  fix t
  have away: delta0 < |t|
  let r = delta/(|t| + delta)
  have small: 0 < r by away, delta > 0, delta0 > 0
  have less: r <= delta/(delta0 + delta) by away, delta > 0, delta0 > 0
  cases t > 0:
    have size: |t| = t by t > 0
    have sign: sign(t) = 1 by t > 0
    have gap: 1 - smooth(t) = r by size, t > 0, delta > 0
    have same: |sign(t) - smooth(t)| = r by sign, gap, small
    show by same, less, small, delta > 0, delta0 > 0
  have t < 0 by away, delta0 > 0
  have size: |t| = -t by t < 0
  have sign: sign(t) = -1 by t < 0
  have gap: -1 - smooth(t) = -r by size, t < 0, delta > 0
  have same: |sign(t) - smooth(t)| = r by sign, gap, small
  show by same, less, small, delta > 0, delta0 > 0
have close: for all top: real, for all a, n: int, a <= n + 1 =>
    (for all i: int, a <= i => i <= n => delta0 < |at(i)|) =>
    (for all i: int, a <= i => i <= n => |alpha(i)| <= top) =>
    |signs(a, n) - units(a, n)| <= (n - a + 1)*(top*(delta/(delta0 + delta))):
  have away: for all i: int, a <= i => i <= n => delta0 < |at(i)|
  have most: for all i: int, a <= i => i <= n => |alpha(i)| <= top
  have each: for all i in a..n, |a_sign(i) - a_unit(i)| <= top*(delta/(delta0 + delta)):
    use away(i)
    have gap: |sign(at(i)) - smooth(at(i))| <= delta/(delta0 + delta) by unit(at(i)), away(i)
    show by most(i), gap, abs_product(alpha(i), sign(at(i)) - smooth(at(i))), delta > 0, delta0 > 0,
      product_mono(|alpha(i)|, top, |sign(at(i)) - smooth(at(i))|, delta/(delta0 + delta))
  show by sum_near(i -> a_sign(i), i -> a_unit(i), a, n, top*(delta/(delta0 + delta))), each
"""


def case1(e: str, why: str) -> str:
    """|G - f| < eps where all units are far; ``why`` has |G_hat - f| <= eps - e."""
    return f"""
have case1: (for all i: int, 1 <= i => i <= N => delta0 < |at(i)|) =>
    |G - f(x)| < eps:
  have far: for all i: int, 1 <= i => i <= N => delta0 < |at(i)|
  have gap: |signs(1, N) - units(1, N)| <= N*(A*(delta/(delta0 + delta)))
    by close(A, 1, N), far, max
  have sign: |GH - f(x)| <= eps - {e} by {why}
  show by gap, sign, cost, triangle(G - GH, GH - f(x))
"""


def case2(top: str, cost: str, e: str) -> str:
    """|G - f| < eps near k/N; ``cost`` says what the other units cost, below e."""
    return f"""
have case2: for all k: int, 1 <= k => k <= N - 1 => |at(k)| <= delta0 => |G - f(x)| < eps:
  fix k
{indent(FAR_TEXT + cost + _RANGES.replace("TOP", top), "  ")}
  let rate = delta/(delta0 + delta)
  have first_close: |signs(1, k - 1) - units(1, k - 1)| <= (k - 1)*({top}*rate)
    by close({top}, 1, k - 1), left_away, left_most
  have last_close: |signs(k + 1, N) - units(k + 1, N)| <= (N - k)*({top}*rate)
    by close({top}, k + 1, N), right_away, right_most
{indent(_PARTS, "  ")}
  have near_k: k/N - delta0 <= x and x <= k/N + delta0 by near
{indent(VALUE + _MIXED, "  ")}
  have second: |shifted| <= L/(2*N) by sizes, spread, reach, expand, pulled, small
  let rest = units(1, k - 1) - signs(1, k - 1) + (units(k + 1, N) - signs(k + 1, N))
  have first: |rest| <= (N - 1)*({top}*rate) by first_close, last_close, delta > 0, delta0 > 0
  have whole: G - f(x) = rest + shifted by units, signs, positive
  have sum: |G - f(x)| <= |rest| + |shifted| by whole, triangle(rest, shifted), positive
  show by sum, first, second, spent, L/(2*N) <= eps - {e}, delta > 0, delta0 > 0
"""


#: either |x - q/N| <= delta_0 for q = floor(N x + 1/2), 1 <= q <= N - 1, or x is in case 1
FINISH = """
let q = floor(N*x + 1/2)
have away: (for all j: int, 1 <= j => j <= N - 1 => j = q => delta0 < |at(j)|) =>
    for all i: int, 1 <= i => i <= N => delta0 < |at(i)|:
  have here: for all j: int, 1 <= j => j <= N - 1 => j = q => delta0 < |at(j)|
  cases i = N:
    show by b(N) = 1, i = N, x >= 0, half, 1 <= N
  have place: at(i) = x - i/N by weights(i)
  cases i = q:
    show by here(i), i = q
  cases i < q:
    have far: N*(x - i/N) >= 1/2 by i + 1 <= q
    have x - i/N >= h/2 by far, 1 <= N
    show by place, x - i/N >= h/2, half
  have far: N*(i/N - x) >= 1/2 by i >= q + 1
  have i/N - x >= h/2 by far, 1 <= N
  show by place, i/N - x >= h/2, half
cases inside: 1 <= q:
  cases below: q <= N - 1:
    cases near: |at(q)| <= delta0:
      show by case2(q), inside, below, near
    have here: for all j: int, 1 <= j => j <= N - 1 => j = q => delta0 < |at(j)|:
      have at(j) = at(q) by j = q
      show by delta0 < |at(q)|, at(j) = at(q)
    use away, case1
  have here: for all j: int, 1 <= j => j <= N - 1 => j = q => delta0 < |at(j)|
  use away, case1
have here: for all j: int, 1 <= j => j <= N - 1 => j = q => delta0 < |at(j)|
use away, case1
"""
