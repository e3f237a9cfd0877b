"""Proofs of layeract.backward, as text: the arguments of s along a line, then the rules.

With c_k = y_k - mu the outputs along each line are

    a_k(t) = (y_k + e_k t) s((c_k + b_k t) / sqrt(sigma^2 + alpha + p t + w t^2))

whether one input is moved, or mu, or sigma^2.  ``moves(k)`` is the derivative of the argument of s,
``slope(k)`` that of a_k.
"""

from __future__ import annotations

from proofs.layeract.sums import CENTRED

#: each output has its derivative, and so has the loss
RULES = """have output: for all k in 1..d, for all eta: real, 0 < eta => exists delta: real,
  0 < delta and
    (for all h: real, |h| < delta => |a(k, h) - a(k, 0) - slope(k)*h| <= eta*|h|):
  fix k, eta
  have line: for all eta: real, 0 < eta => exists delta: real, 0 < delta and
    (for all h: real, |h| < delta =>
      exists x: real, a(k, h) = (y(k) + e(k)*h)*s(x) and |x - n(k) - moves(k)*h| <= eta*|h|)
        by inner(k)
  have slopes: for all eta: real, 0 < eta => exists delta: real, 0 < delta and
      (for all h: real, |h| < delta => |s(n(k) + h) - s(n(k) + 0) - ds(n(k))*h| <= eta*|h|)
        by smooth(k)
  have start: a(k, 0) = y(k)*s(n(k)) by begin(k)
  use rule: product_rule(t -> a(k, t), s, y(k), e(k), n(k), ds(n(k)), moves(k))
  show by rule(eta)
have cube: 0 < 2*root^3 by positive
use chain: chain_rule(k t -> a(k, t), F, g, k -> slope(k), d)
fix eta
obtain delta from chain(eta)
have near: for all h: real, |h| < delta => |F(h) - F(0) - sum(k = 1..d, g(k)*slope(k))*h| <= eta*|h|
have final: for all h: real, |h| < delta => |F(h) - F(0) - printed*h| <= eta*|h|:
  show by near(h), value
take delta
show by 0 < delta, final
"""

BY_MEAN = f"""{CENTRED}have begin: for all k in 1..d, a(k, 0) = y(k)*s(n(k)):
  show by along(k, 0), positive
have inner: for all k in 1..d, for all eta: real, 0 < eta => exists delta: real, 0 < delta and
    (for all h: real, |h| < delta =>
      exists x: real, a(k, h) = (y(k) + e(k)*h)*s(x) and |x - n(k) - moves(k)*h| <= eta*|h|):
  fix k, eta
  have exact: for all h: real, |h| < 1 => exists x: real, a(k, h) = (y(k) + e(k)*h)*s(x) and
    |x - n(k) - moves(k)*h| <= eta*|h|:
    take (y(k) - (mu + h))/root
    have value: a(k, h) = y(k)*s((y(k) - (mu + h))/root) by along(k, h), positive
    have gap: (y(k) - (mu + h))/root - n(k) - moves(k)*h = 0 by positive
    show by value, gap, 0 < eta
  take 1
  show by exact
have value: sum(k = 1..d, g(k)*slope(k)) = printed:
  have each: for all k in 1..d, g(k)*slope(k) = by_mean(k):
    show by positive
  show by sum_equal(k -> g(k)*slope(k), k -> by_mean(k), 1, d), each
{RULES}"""

BY_VARIANCE = f"""{CENTRED}have begin: for all k in 1..d, a(k, 0) = y(k)*s(n(k)):
  show by along(k, 0), positive, large, alpha > 0
have inner: for all k in 1..d, for all eta: real, 0 < eta => exists delta: real, 0 < delta and
    (for all h: real, |h| < delta =>
      exists x: real, a(k, h) = (y(k) + e(k)*h)*s(x) and |x - n(k) - moves(k)*h| <= eta*|h|):
  fix k, eta
  obtain delta from quotient_line(c(k), 0, 1, 0, root, eta)
  have near: for all h, R: real, |h| < delta => 0 < R => R^2 = root^2 + (1*h + 0*h*h) =>
    |(c(k) + 0*h)/R - c(k)/root - (0/root - c(k)*1/(2*root^3))*h| <= eta*|h|
  have 0 < v + alpha by large, alpha > 0
  obtain rho from small_enough(delta, v + alpha, 1)
  have final: for all h: real, |h| < rho => exists x: real, a(k, h) = (y(k) + e(k)*h)*s(x) and
    |x - n(k) - moves(k)*h| <= eta*|h|:
    have inside: 0 < v + h + alpha by |h| < rho, rho <= v + alpha
    let R = sqrt(v + h + alpha)
    have some: 0 < R by inside
    have square: R^2 = root^2 + (1*h + 0*h*h) by inside, radicand
    take (y(k) - mu)/R
    have value: a(k, h) = y(k)*s((y(k) - mu)/R) by along(k, h), inside
    show by value, near(h, R), some, positive
  take rho
  show by 0 < rho, final
have value: sum(k = 1..d, g(k)*slope(k)) = printed:
  have each: for all k in 1..d, g(k)*slope(k) = by_variance(k):
    show by positive, radicand
  show by sum_equal(k -> g(k)*slope(k), k -> by_variance(k), 1, d), each
{RULES}"""

#: M(t) and W(t) are mean and variance along the line; chosen(k) is 1 at l, else 0
BY_INPUT = f"""{CENTRED}have miss: for all k in 1..d, k != l => chosen(k) = 0:
  show by unequal(k, l), k != l
have hit: chosen(l) = 1
have one: sum(k = 1..d, chosen(k)) = 1 by sum_only(k -> chosen(k), 1, d, l), miss, hit
have means: for all t: real, M(t) = mu + t/d:
  have added: sum(k = 1..d, line(k, t)) = sum(k = 1..d, y(k)) + t*sum(k = 1..d, chosen(k))
    by sum_add(y, k -> t*chosen(k), 1, d), sum_scale(k -> chosen(k), t, 1, d)
  show by mean_along(t), added, mean, one, d >= 1
have pick: sum(k = 1..d, chosen(k)*c(k)) = c(l):
  have off: for all k in 1..d, k != l => chosen(k)*c(k) = 0:
    show by miss(k), k != l
  show by sum_only(k -> chosen(k)*c(k), 1, d, l), off, hit
have square: sum(k = 1..d, chosen(k)*chosen(k)) = 1:
  have off: for all k in 1..d, k != l => chosen(k)*chosen(k) = 0:
    show by miss(k), k != l
  show by sum_only(k -> chosen(k)*chosen(k), 1, d, l), off, hit
have spreads: for all t: real, W(t) = v + (2*c(l)/d*t + (1/d - 1/(d*d))*t*t):
  have each: for all k in 1..d, (line(k, t) - M(t))^2 = (c(k) + t*(chosen(k) - 1/d))^2:
    show by means(t)
  have added: for all m: int, 0 <= m => sum(k = 1..m, (c(k) + t*(chosen(k) - 1/d))^2) =
      sum(k = 1..m, c(k)^2) + 2*t*(sum(k = 1..m, chosen(k)*c(k)) - 1/d*sum(k = 1..m, c(k))) +
      t^2*(sum(k = 1..m, chosen(k)*chosen(k)) - 2/d*sum(k = 1..m, chosen(k)) + m/d^2)
        by induction on m:
    step:
      show by ih, d >= 1
  have total: d*W(t) = sum(k = 1..d, (c(k) + t*(chosen(k) - 1/d))^2)
    by spread_along(t), d >= 1, each,
      sum_equal(k -> (line(k, t) - M(t))^2, k -> (c(k) + t*(chosen(k) - 1/d))^2, 1, d)
  have whole: d*W(t) = d*v + 2*t*c(l) + t^2*(1 - 1/d)
    by total, added(d), squares, centre, pick, square, one, d >= 1
  show by whole, d >= 1
have within: for all z, e: real, z <= e => -e <= z => |z| <= e
have roots: for all t: real, 0 <= W(t):
  have some: 0 <= sum(k = 1..d, (line(k, t) - M(t))^2)
    by squares_nonneg(k -> line(k, t) - M(t), 1, d)
  show by spread_along(t), some, d >= 1
have begin: for all k in 1..d, a(k, 0) = y(k)*s(n(k)):
  have now: M(0) = mu by means(0)
  have still: W(0) = v by spreads(0)
  show by along(k, 0), now, still, large, alpha > 0, positive
have inner: for all k in 1..d, for all eta: real, 0 < eta => exists delta: real, 0 < delta and
    (for all h: real, |h| < delta =>
      exists x: real, a(k, h) = (y(k) + e(k)*h)*s(x) and |x - n(k) - moves(k)*h| <= eta*|h|):
  fix k, eta
  obtain delta from quotient_line(c(k), chosen(k) - 1/d, 2*c(l)/d, 1/d - 1/(d*d), root, eta)
  have near: for all h, R: real, |h| < delta => 0 < R =>
    R^2 = root^2 + (2*c(l)/d*h + (1/d - 1/(d*d))*h*h) =>
    |(c(k) + (chosen(k) - 1/d)*h)/R - c(k)/root -
      ((chosen(k) - 1/d)/root - c(k)*(2*c(l)/d)/(2*root^3))*h| <= eta*|h|
  have final: for all h: real, |h| < delta => exists x: real, a(k, h) = (y(k) + e(k)*h)*s(x) and
    |x - n(k) - moves(k)*h| <= eta*|h|:
    have inside: 0 < W(h) + alpha by roots(h), alpha > 0
    let R = sqrt(W(h) + alpha)
    have some: 0 < R by inside
    have square: R^2 = root^2 + (2*c(l)/d*h + (1/d - 1/(d*d))*h*h) by inside, radicand, spreads(h)
    have top: line(k, h) - M(h) = c(k) + (chosen(k) - 1/d)*h by means(h)
    let X = (line(k, h) - M(h))/R
    take X
    have same: X = (c(k) + (chosen(k) - 1/d)*h)/R by top, some
    have one: a(k, h) = (y(k) + e(k)*h)*s(X) by along(k, h), inside
    have upper: X - n(k) - moves(k)*h <= eta*|h| by near(h, R), same
    have lower: -(eta*|h|) <= X - n(k) - moves(k)*h by near(h, R), same
    have two: |X - n(k) - moves(k)*h| <= eta*|h|
      by within(X - n(k) - moves(k)*h, eta*|h|), upper, lower
    show by one, two
  take delta
  show by 0 < delta, final
let own(k) = g(k)*s(n(k)) + g(k)*ds(n(k))*(y(k)/root)
have value: sum(k = 1..d, g(k)*slope(k)) = printed:
  have each: for all k in 1..d,
    g(k)*slope(k) = chosen(k)*own(k) + (1/d*by_mean(k) + 2*c(l)/d*by_variance(k)):
    show by positive, radicand, d >= 1
  have off: for all k in 1..d, k != l => chosen(k)*own(k) = 0:
    show by miss(k), k != l, positive
  have first: sum(k = 1..d, chosen(k)*own(k)) = own(l)
    by sum_only(k -> chosen(k)*own(k), 1, d, l), off, hit
  have added: sum(k = 1..d, chosen(k)*own(k) + (1/d*by_mean(k) + 2*c(l)/d*by_variance(k))) =
      sum(k = 1..d, chosen(k)*own(k)) + 1/d*sum(k = 1..d, by_mean(k)) + 2*c(l)/d*sum(k =
        1..d, by_variance(k))
    by sum_add(k -> chosen(k)*own(k), k -> 1/d*by_mean(k) + 2*c(l)/d*by_variance(k), 1, d),
    sum_add(k -> 1/d*by_mean(k), k -> 2*c(l)/d*by_variance(k), 1, d),
    sum_scale(k -> by_mean(k), 1/d, 1, d), sum_scale(k -> by_variance(k), 2*c(l)/d, 1, d)
  show by first, added, each,
    sum_equal(k -> g(k)*slope(k), k -> chosen(k)*own(k) + (1/d*by_mean(k) +
    2*c(l)/d*by_variance(k)), 1, d), positive, d >= 1
{RULES}"""
