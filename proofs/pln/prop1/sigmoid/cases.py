"""Proofs of the printed proof of Proposition 1, as text, display by display (Eq. 32-46)."""

from __future__ import annotations

from textwrap import indent

from constructions.terms import Term, total
from proofs.pln import cells
from proofs.pln.cells import GRID, WIDE, a_step, cell
from proofs.pln.exponential import sigma
from proofs.pln.mixtures import ABOVE, BELOW, LEFT_HALF, RIGHT_HALF
from proofs.pln.prop1.sigmoid.sums import (
    AT_N,
    COST,
    GH,
    HALF,
    LAMBDA,
    LOG_N,
    NEAR_BREAK,
    QUOTIENT,
    REST,
    S_K,
    SECOND,
    SHARE,
    SHORT,
    SHORT_N,
    SIGN_K,
    TERM_K,
    WEIGHTS,
    G,
    around_k,
    distance,
    far_sizes,
    gaps,
    halves,
    limits,
    s,
    sigmas,
    signs,
    sizes,
)
from proofs.pln.symbols import N, S, offset
from proofs.pln.thm1.sums import FAR, MAX, SMALL, A, alpha, at, i

#: names of hypotheses
FACTS = {
    "weights": WEIGHTS[0],
    "small": SMALL[1],
    "given": LAMBDA[0],
    "far": FAR,
    "most": MAX,
}


def gap(i: Term) -> Term:
    """alpha_i (sign t_i - s_i)/2."""
    return HALF * alpha(i) * (S.sign(at(i)) - s(at(i)))


NAMES = {
    **cells.NAMES,
    "at": at,
    "G": G,
    "GH": GH,
    "limits": limits,
    "sigmas": sigmas,
    "signs": signs,
    "halves": halves,
    "gaps": gaps,
    "sizes": sizes,
    "far_sizes": far_sizes,
    "limit": lambda i: HALF * alpha(i) * (S.sign(at(i)) + 1),
    "signed_half": lambda i: HALF * alpha(i) * S.sign(at(i)),
    "half": lambda i: HALF * alpha(i),
    "gap": gap,
    "most_gap": lambda i: HALF * A * distance(at(i)),
    "distance": distance,
    "sigma": sigma,
    "s": s,
    "sign_of": lambda k: S.sign(offset(k)),
    "share": SHARE,
    "rest": REST,
    "at_n": AT_N,
    "log_n": LOG_N,
    "quotient": QUOTIENT,
    "short": SHORT,
    "short_n": SHORT_N,
    "cost": COST,
    "part": HALF * A * COST,
    "costs": total("i", 1, N, HALF * A * COST),
    "s_sum": lambda m: total("i", 1, m, alpha(i) * s(at(i))),
    "sign_sum": lambda m: total("i", 1, m, alpha(i) * S.sign(at(i))),
    "around_s": around_k(s),
    "around_sign": around_k(S.sign),
    "term": TERM_K,
    "second": SECOND,
    "r": S_K,
    "sign_k": SIGN_K,
    "above": ABOVE,
    "below": BELOW,
    "right_half": RIGHT_HALF,
    "left_half": LEFT_HALF,
    "shifted": NEAR_BREAK.shifted,
    "mixed": NEAR_BREAK.mixed,
    "apart": NEAR_BREAK.apart,
    "reach": NEAR_BREAK.reach,
    "expanded": NEAR_BREAK.expanded,
    "pulled": NEAR_BREAK.pulled,
}

# --- Eq. 32-34: the limits ------------------------------------------------------------------------

#: a unit is within r/lambda of its limit
_GAP = """
have right: for all u, lam: real, 0 < lam => 0 < u =>
    0 <= 1 - sigma(lam*u) and (1 - sigma(lam*u))*lam <= 1/u:
  have near: (1 - tanh(lam*u/2))*(1 + lam*u/2) <= 1 by tanh_near(lam*u/2), lam > 0, u > 0
  have range: tanh(lam*u/2) < 1 by tanh_range(lam*u/2)
  have value: sigma(lam*u) = (1 + tanh(lam*u/2))/2 by sigmoid_tanh(lam*u)
  have (1 - sigma(lam*u))*(lam*u) <= 1 by value, near, range
  show by value, range, u > 0, (1 - sigma(lam*u))*(lam*u) <= 1
have unit: for all u: real, exists r: real, 0 <= r and
    (for all lam: real, 0 < lam => |sigma(lam*u) - (sign(u) + 1)/2|*lam <= r):
  cases u = 0:
    take 0
    have half: for all lam: real, 0 < lam => sigma(lam*u) = 1/2:
      show by exp_zero(-(lam*u)), u = 0
    have each: for all lam: real, 0 < lam => |sigma(lam*u) - (sign(u) + 1)/2|*lam <= 0:
      have sign: sign(u) = 0 by u = 0
      show by half(lam), sign
    show by each
  cases u > 0:
    take 1/u
    have sign: sign(u) = 1 by u > 0
    have each: for all lam: real, 0 < lam => |sigma(lam*u) - (sign(u) + 1)/2|*lam <= 1/u:
      show by right(u, lam), sign, u > 0
    show by each, u > 0
  take 1/(-u)
  have mirror: for all lam: real, sigma(lam*u) = 1 - sigma(lam*(-u)):
    show by sigmoid_mirror(lam*(-u))
  have left: u < 0
  have sign: sign(u) = -1 by left
  have each: for all lam: real, 0 < lam => |sigma(lam*u) - (sign(u) + 1)/2|*lam <= 1/(-u):
    show by right(-u, lam), mirror(lam), sign, left
  show by each, left
"""
EQ32 = f"""{_GAP}
have sums: for all m: int, 0 <= m => exists R: real, 0 <= R and
    (for all lam: real, 0 < lam => |sigmas(m) - limits(m)|*lam <= R) by induction on m:
  base:
    take 0
  step:
    obtain R from ih
    obtain r from unit(at(m + 1))
    take R + |alpha(m + 1)|*r
    have positive: 0 <= |alpha(m + 1)|*r
    have each: for all lam: real, 0 < lam =>
        |sigmas(m + 1) - limits(m + 1)|*lam <= R + |alpha(m + 1)|*r:
      have 0 < exp(-(lam*at(m + 1)))
      let g = sigma(lam*at(m + 1)) - (sign(at(m + 1)) + 1)/2
      have more: sigmas(m + 1) - limits(m + 1) = sigmas(m) - limits(m) + alpha(m + 1)*g
      have before: |sigmas(m) - limits(m)|*lam <= R
      have one: |g|*lam <= r
      have product: |alpha(m + 1)*g| = |alpha(m + 1)|*|g| by abs_product(alpha(m + 1), g)
      have scaled: |alpha(m + 1)|*(|g|*lam) <= |alpha(m + 1)|*r by one
      have two: |sigmas(m + 1) - limits(m + 1)| <= |sigmas(m) - limits(m)| + |alpha(m + 1)*g|
        by more
      show by two, before, scaled, product, lam > 0
    show by positive, each
obtain R from sums(N)
have bound: for all lam: real, 0 < lam => |sigmas(N) - limits(N)|*lam <= R
fix eta
take (R + 1)/eta
have big: 0 < (R + 1)/eta
have large: R < lam*eta
have close: |sigmas(N) - limits(N)|*lam <= R by bound(lam), big, lam > (R + 1)/eta
have less: |sigmas(N) - limits(N)|*lam < lam*eta by close, large
show by less, big, lam > (R + 1)/eta
"""

EQ33 = """
have top: sign(x + b(N)) = 1
have all: for all m: int, 0 <= m => limits(m) = signs(m) + halves(m) by induction on m
have last: limits(N) = limits(N - 1) + alpha(N) by top, sum_last(i -> limit(i), 1, N)
show by last, all(N - 1)
"""

EQ34 = f"""{WIDE}{GRID}
have each: for all k: int, {a_step("sign(offset(k))", "offset(k)", "0")}
{cell("0").replace("step(", "sign_of(")}
have top: sign(x + b(N)) = 1
have signed: for all i in 1..N - 1, signed_half(i) = jump(i)*sign_of(i):
  have unit: alpha(i) = y(i + 1) - y(i) and b(i) = -i/N by weights(i)
  have sign: sign(at(i)) = sign_of(i) by unit
  show by unit, sign
have one: signs(N - 1) = sum(k = 1..N - 1, jump(k)*sign_of(k))
  by sum_equal(i -> signed_half(i), i -> jump(i)*sign_of(i), 1, N - 1), signed
have half: for all i in 1..N - 1, half(i) = jump(i):
  show by weights(i)
have two: halves(N - 1) = (y(N) - y(1))/2
  by sum_equal(i -> half(i), i -> jump(i), 1, N - 1), half, telescope(1, N - 1)
have near: |signs(N - 1) + halves(N - 1) + alpha(N) - f(x)| <= L/(2*N)
  by one, two, cell, alpha(N) = y(1)
show by near, margin
"""

# --- Eq. 36-39: far from the breakpoints ----------------------------------------------------------

EQ36 = """
have unit: for all u: real, |u| > delta0 => |sign(u) - s(u)| = distance(u):
  have 0 < exp(-(lam*u))
  cases u > 0:
    have sign(u) = 1
    have (u + |u|)/|u| = 2
  have u < 0
  have sign(u) = -1
  have (u + |u|)/|u| = 0
have all: for all m: int, 0 <= m => limits(m) - sigmas(m) = gaps(m) by induction on m:
  step:
    have 0 < exp(-(lam*at(m + 1)))
    have first: limits(m + 1) = limits(m) + limit(m + 1)
    have second: sigmas(m + 1) = sigmas(m) + alpha(m + 1)*sigma(lam*at(m + 1))
    have third: gaps(m + 1) = gaps(m) + gap(m + 1)
    show by first, second, third, ih
have one: |limits(N) - sigmas(N)| = |gaps(N)| by all(N)
have two: |gaps(N)| <= sizes(N) by sum_abs(i -> gap(i), 1, N)
have each: for all i in 1..N, |gap(i)| <= 1/2*A*distance(at(i)):
  have product: |gap(i)| = 1/2*(|alpha(i)|*|sign(at(i)) - s(at(i))|)
  have size: |alpha(i)| <= A by most(i)
  show by product, size, unit(at(i)), far(i)
have three: sizes(N) <= far_sizes(N) by sum_mono(i -> |gap(i)|, i -> most_gap(i), 1, N), each
show by one, two, three
"""

#: e^(lambda_N delta_0) = (N alpha^* - eps_1)/eps_1
_SHARE = """
have whole: 0 < N*A
have pos: 0 < N*A - eps1
have share: 0 < share by pos, eps1 > 0
have product: lamN*delta0 = log(share) by given, delta0 > 0
have grown: exp(lamN*delta0) = share
  by exp_equal(lamN*delta0, log(share)), product, exp(log(share)) = share, share
have inverse: exp(-(lamN*delta0))*exp(lamN*delta0) = 1 by exp_minus(lamN*delta0)
have tail: exp(-(lamN*delta0)) = eps1/(N*A - eps1) by grown, inverse, pos, eps1 > 0
"""
#: t > delta_0
_RIGHT = """
have longer: lamN*delta0 < lam*u by lamN > 0, lam >= lamN, u > delta0, delta0 > 0
have less: exp(-(lam*u)) < exp(-(lamN*delta0)) by exp_strict(-(lam*u), -(lamN*delta0)), longer
have some: 0 < exp(-(lam*u))
have size: (u + |u|)/|u| = 2 by u > delta0, delta0 > 0
have value: distance(u) = |rest| by size, some
have positive: 0 <= rest by some
have strict: rest < at_n by less, some
have level: at_n = cost by tail, pos, eps1 > 0, whole
"""
#: t < -delta_0
_LEFT = """
have longer: lamN*delta0 < -(lam*u) by lamN > 0, lam >= lamN, u < -delta0, delta0 > 0
have more: exp(lamN*delta0) < exp(-(lam*u)) by exp_strict(lamN*delta0, -(lam*u)), longer
have some: 0 < exp(lamN*delta0)
have size: (u + |u|)/|u| = 0 by u < -delta0, delta0 > 0
have value: distance(u) = |-short| by size, some, more
have positive: 0 <= short by some, more
have strict: short < short_n by more, some
have level: short_n = cost by grown, pos, eps1 > 0, whole
"""
EQ37 = f"""{_SHARE}{_RIGHT}
have one: |rest| = rest by positive
have inside: 0 < eps1/(N*A - eps1) by pos, eps1 > 0
have log: exp(log(eps1/(N*A - eps1))) = eps1/(N*A - eps1) by inside
have two: at_n = log_n by tail, log
have three: log_n = quotient by log, pos, eps1 > 0
have four: quotient = cost by whole
show by value, one, strict, two, three, four
"""

EQ38 = f"""{_SHARE}{_LEFT}
have one: |-short| = short by positive
have log: exp(log(share)) = share by share
have two: short_n = 2/(1 + exp(log(share))) by grown, log, share
have three: 2/(1 + exp(log(share))) = 2*eps1/(N*A - eps1 + eps1) by log, pos, eps1 > 0
have four: 2*eps1/(N*A - eps1 + eps1) = cost by whole
show by value, one, strict, two, three, four
"""

EQ39 = f"""{_SHARE}
have close: for all u: real, |u| > delta0 => distance(u) < cost:
  cases u > 0:
    have u > delta0
{indent(_RIGHT, "    ")}
    show by value, positive, strict, level
  have u < -delta0
{indent(_LEFT, "  ")}
  show by value, positive, strict, level
have each: for all i in 1..N, most_gap(i) < part:
  show by close(at(i)), far(i), A > 0
have less: far_sizes(N) < N*part by sum_less(i -> most_gap(i), 1, N, part), each
have total: costs = N*part by sum_same(i -> part, 1, N, part), whole
have half: N*part = eps1 by whole
show by less, total, half
"""

# --- Eq. 41-46: near the breakpoint k/N -----------------------------------------------------------

EQ41 = """
have all: for all m: int, 0 <= m => limits(m) - sigmas(m) = 1/2*(sign_sum(m) - s_sum(m))
    by induction on m:
  step:
    have 0 < exp(-(lam*at(m + 1)))
    have first: limits(m + 1) = limits(m) + limit(m + 1)
    have second: sigmas(m + 1) = sigmas(m) + alpha(m + 1)*sigma(lam*at(m + 1))
    have third: s_sum(m + 1) = s_sum(m) + alpha(m + 1)*s(at(m + 1))
    have fourth: sign_sum(m + 1) = sign_sum(m) + alpha(m + 1)*sign(at(m + 1))
    show by first, second, third, fourth, ih
have one: s_sum(N) = around_s + alpha(k)*r by sum_around(i -> alpha(i)*s(at(i)), 1, N, k)
have two: sign_sum(N) = around_sign + alpha(k)*sign_k
  by sum_around(i -> alpha(i)*sign(at(i)), 1, N, k)
have whole: G - f(x) = second + 1/2*(around_s - around_sign) by all(N), one, two
have same: |G - f(x)| = |G - f(x) + GH - GH|
have parts: |G - f(x)| <= 1/2*|around_s - around_sign| + |second| by whole
show by same, parts
"""

_SIDES = """
cases x < k/N:
  have sign(at(k)) = -1 by here, x < k/N
cases k/N < x:
  have sign(at(k)) = 1 by here, k/N < x
have sign(at(k)) = 0 by here, x = k/N
"""
#: the units left of k/N have sign 1, those right of it -1
_VALUE = """
have pos: 0 < h
have inside: 1 <= k <= N - 1
have least: h <= k*h
have x >= 0
have top: sign(at(N)) = 1
have here: at(k) = x - k/N and alpha(k) = y(k + 1) - y(k) by weights(k), inside
have left: for all m: int, 0 <= m => m <= k - 1 => limits(m) = y(m + 1) - y(1) by induction on m:
  step:
    have known: alpha(m + 1) = y(m + 2) - y(m + 1) and b(m + 1) = -(m + 1)/N by weights(m + 1)
    have apart: h <= (k - (m + 1))*h
    have after: 0 < at(m + 1) by known, apart, small, x >= k/N - delta0
    have sign(at(m + 1)) = 1 by after
    use ih
have right: for all m: int, k <= m => m <= N - 1 => limits(m) = limits(k) by induction on m:
  step:
    have known: b(m + 1) = -(m + 1)/N by weights(m + 1)
    have apart: h <= (m + 1 - k)*h
    have before: at(m + 1) < 0 by known, apart, small, x <= k/N + delta0
    have sign(at(m + 1)) = -1 by before
    use ih
have last: limits(N) = limits(N - 1) + y(1) by top, sum_last(i -> limit(i), 1, N), alpha(N) = y(1)
have unit: limits(k) = limits(k - 1) + limit(k) by sum_last(i -> limit(i), 1, k), inside
have value: limits(N) = y(k) + limit(k) by last, unit, left(k - 1), right(N - 1), inside
"""
EQ43 = f"{_VALUE}{_SIDES}"
EQ44 = f"""
have inside: 1 <= k <= N - 1
have here: at(k) = x - k/N and alpha(k) = y(k + 1) - y(k) by weights(k), inside
{_SIDES}"""
EQ45 = f"{_VALUE}show by value, here"
EQ46 = f"""{_VALUE}
have lip: 0 <= L by f(0, 1)
have 0 <= L
have range: -1 < r and r < 1 by sigmoid_range(lam*at(k))
have side: r*(k/N - x) <= 0:
  have half: sigmoid(0) = 1/2 by exp_zero(-0)
  cases at(k) >= 0:
    have 0 <= r by sigmoid_mono(0, lam*at(k)), half, lam > 0, at(k) >= 0
    show by 0 <= r, here, at(k) >= 0
  have r <= 0 by sigmoid_mono(lam*at(k), 0), half, lam > 0, at(k) < 0
  show by r <= 0, here, at(k) < 0
have regrouped: shifted = mixed by value, here
have one: |shifted| = |mixed| by regrouped
have two: |mixed| <= apart by abs_product((1 + r)/2, above), abs_product((1 - r)/2, below), range
have right_half <= 1
have 0 <= left_half
have x <= 1
have up: |above| <= L*(right_half - x):
  have |right_half - x| = right_half - x
  use f(right_half, x)
have down: |below| <= L*(x - left_half):
  have |left_half - x| = x - left_half
  use f(left_half, x)
have high: |(1 + r)/2| = (1 + r)/2 by range
have low: |(1 - r)/2| = (1 - r)/2 by range
have first: (1 + r)/2*|above| <= (1 + r)/2*(L*(right_half - x)) by up, range
have second: (1 - r)/2*|below| <= (1 - r)/2*(L*(x - left_half)) by down, range
have three: apart <= reach by high, low, first, second
have four: reach = expanded
have five: expanded = pulled
have L*(r*(k/N - x)) <= 0 by lip, side
have six: pulled <= L/(2*N)
show by range, side, one, two, three, four, five, six, L/(2*N) <= eps - eps2
"""
