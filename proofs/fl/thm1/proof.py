"""fl.thm1 as text, for every depth, all widths, every number of samples and classes.

The parts of the proof are put in front of each other; FACTS has the names of the hypotheses that
they use, NAMES those of terms: d(j) is the width of layer j, f(n) and f2(t) are the losses of the
networks of a sequence and of the printed one with t W in place of W.
"""

from __future__ import annotations

from collections.abc import Mapping

from proofs.fl.thm1 import statement as s
from proofs.language.elaboration import Written, written
from proofs.library.vectors import width
from proofs.trees.script import Json

FACTS = {
    "widths": s.WIDTHS,
    "margins": s.MARGINS,
    "losses": s.LOSSES,
    "first_weights": s.FIRST_WEIGHTS,
    "first_bias": s.FIRST_BIAS,
    "weights": s.WEIGHTS,
    "biases": s.BIASES,
    "layers2": s.LAYERS2,
    "own_class": s.OWN,
    "other_classes": s.OTHERS,
    "margins2": s.MARGINS2,
    "losses2": s.LOSSES2,
    "lower": s.LOWER,
    "minimising": s.MINIMISING,
}
NAMES = {
    "d": width,
    "f": s.f,
    "f2": s.f2,
    "square": s.squares,
    "features": s.feature_squares,
    "largest": s.largest,
}


def proved(sequent: Json, text: str, facts: Mapping[str, Json] | None = None) -> Written:
    """The proof of a sequent on these networks and losses, by a text."""
    return written(sequent, text, {**FACTS, **(facts or {})}, **NAMES)


# --- the networks of B.2 -------------------------------------------------------------------------

#: a_j = rho(x0) 1 for all j >= 1, by induction over the layers
HIDDEN = """
have layer: for all m, p, v: int, u: real, 1 <= m => m <= L => 1 <= v => v <= d(m) =>
    (for all o in 1..d(m - 1), P(m, v, o)*h(p, m - 1, o) = u) => d(m - 1)*u + q(m, v) = x0 =>
    h(p, m, v) = rho(x0):
  use widths(m - 1)
  have summands: for all o in 1..d(m - 1), P(m, v, o)*h(p, m - 1, o) = u
  have value: rho(sum(o = 1..d(m - 1), P(m, v, o)*h(p, m - 1, o)) + q(m, v)) = rho(x0)
    by sum_same(o -> P(m, v, o)*h(p, m - 1, o), 1, d(m - 1), u), summands,
      d(m - 1)*u + q(m, v) = x0, d(m - 1) >= 1
  show by layers2(p, m, v), value
have hidden: for all g: int, 1 <= g => g <= L => for all p, v: int, 1 <= v and v <= d(g) =>
    h(p, g, v) = rho(x0) by induction on g:
  base:
    have none: for all o in 1..d(0), P(1, v, o)*h(p, 0, o) = 0 by first_weights
    show by layer(1, p, v, 0), none, first_bias(v)
  step:
    use widths(g)
    have products: for all o in 1..d(g), P(g + 1, v, o)*h(p, g, o) = x0/d(g):
      use ih(p, o), weights(g + 1, v, o)
    have bias: q(g + 1, v) = 0 by biases(g + 1, v), 1 <= g
    show by layer(g + 1, p, v, x0/d(g)), products, bias, d(g) >= 1
"""

#: the loss with t W is at most (C - 1) exp(-2 t rho(x0)^2 d_L), which is less than any b > 0
SMALL = (
    HIDDEN
    + """
use widths(L)
have square: 0 < rho(x0)^2 by square_positive(rho(x0))
have same: for all t: real, i: int, r(t, i, y) = 0:
  show by margins2(t, i, y), sum_zero(o -> (t*V(y, o) - t*V(y, o))*h(i, L, o), 1, d(L)), d(L) >= 1
have apart: for all i, c: int, t: real, 1 <= c and c <= C and c != y =>
    r(t, i, c) = -2*t*rho(x0)^2*d(L):
  have summands: for all o in 1..d(L), (t*V(c, o) - t*V(y, o))*h(i, L, o) = -2*t*rho(x0)^2:
    use hidden(L, i, o), own_class(o), other_classes(c, o)
  show by margins2(t, i, c), summands, d(L) >= 1,
    sum_same(o -> (t*V(c, o) - t*V(y, o))*h(i, L, o), 1, d(L), -2*t*rho(x0)^2)
have each: for all t: real, i: int, e(t, i) <= (C - 1)*exp(-2*t*rho(x0)^2*d(L)):
  have first: exp(r(t, i, y)) = 1 by same(t, i), exp(0) = 1, exponentials
  have rest: for all c in 1..C, c != y => exp(r(t, i, c)) <= exp(-2*t*rho(x0)^2*d(L)):
    show by apart(i, c, t), exp_mono(r(t, i, c), -2*t*rho(x0)^2*d(L))
  have total: sum(c = 1..C, exp(r(t, i, c))) <= 1 + (C - 1)*exp(-2*t*rho(x0)^2*d(L))
    by sum_others_most(c -> exp(r(t, i, c)), 1, C, y, exp(-2*t*rho(x0)^2*d(L))), rest, first
  have positive: 0 < sum(c = 1..C, exp(r(t, i, c))) by sum_positive(c -> exp(r(t, i, c)), 1, C)
  show by losses2(t, i), log_line(sum(c = 1..C, exp(r(t, i, c)))), total, positive
have small: for all t: real, f2(t) <= (C - 1)*exp(-2*t*rho(x0)^2*d(L)):
  show by mean_bounds(v -> e(t, v), m, (C - 1)*exp(-2*t*rho(x0)^2*d(L))), each
have less: for all b, u: real, 0 < b => C <= u*b => (C - 1)*exp(-u) < b:
  have 0 < u
  have 1 + u <= exp(u) by exp_line(u)
  have exp(-u)*(1 + u) <= 1 by exp_minus(u), 1 + u <= exp(u), 0 < exp(-u)
  have (C - 1)*exp(-u)*(1 + u) <= C - 1
  have C - 1 < b*(1 + u)
  show by (C - 1)*exp(-u)*(1 + u) <= C - 1, C - 1 < b*(1 + u), 0 < u
"""
)

# --- every network -------------------------------------------------------------------------------

#: exp of a sample's loss is the sum over the classes, in which y itself has exp(0) = 1
PARTITION = """
use widths(L)
have own_margin: for all n, i: int, s(n, i, y) = 0:
  show by margins(n, i, y), sums
have own: for all n, i: int, exp(s(n, i, y)) = 1:
  show by own_margin(n, i), exp(0) = 1, exponentials
have partition: for all n, i: int, exp(l(n, i)) = sum(c = 1..C, exp(s(n, i, c))):
  have positive: 0 < sum(c = 1..C, exp(s(n, i, c))) by sum_positive(c -> exp(s(n, i, c)), 1, C)
  show by losses(n, i), exp_undoes_log(sum(c = 1..C, exp(s(n, i, c))), l(n, i)), positive
"""
#: so it is at least 1 + exp(s_c) for every other class c
PAIR = """
have pair: for all n, i, c: int, 1 <= c and c <= C and c != y =>
    1 + exp(s(n, i, c)) <= exp(l(n, i)):
  show by partition(n, i), own(n, i), sum_two(q -> exp(s(n, i, q)), 1, C, y, c)
"""
#: and the loss is not negative,
NONNEGATIVE = """
have nonnegative: for all n, i: int, 0 <= l(n, i):
  have 1 <= exp(l(n, i)) by partition(n, i), own(n, i), sum_summand(c -> exp(s(n, i, c)), 1, C, y)
  have log(1) <= l(n, i) by log_below(1, l(n, i))
  show by log(1) = 0, log(1) <= l(n, i)
"""
#: nor less than the loss on one sample over m
MEAN = """
have mean: for all n, i: int, 1 <= i and i <= m => l(n, i)/m <= f(n):
  have l(n, i) <= sum(v = 1..m, l(n, v)) by sum_summand(v -> l(n, v), 1, m, i), nonnegative
"""


def bounded_margin(step: str, sample: str, label: str) -> str:
    """s_c >= -(||w_c||^2 + ||w_y||^2)/2 - ||g||^2, and so >= -2 R^2 where no norm is above R."""
    n, i, c = step, sample, label
    return f"""
have all: for all q: int, 0 <= q =>
    0 <= sum(o = 1..q, (W({n}, {c}, o) - W({n}, y, o))*a({n}, {i}, L, o))
      + (sum(o = 1..q, W({n}, {c}, o)^2) + sum(o = 1..q, W({n}, y, o)^2))/2
      + sum(o = 1..q, a({n}, {i}, L, o)^2) by induction on q
have label: square({n}, {c}) <= R^2
have own_label: square({n}, y) <= R^2
have feature: features({n}, {i}) <= R^2
have margin: -2*R^2 <= s({n}, {i}, {c})
  by all(d(L)), margins({n}, {i}, {c}), label, own_label, feature
"""


#: some norm is above R once f <= low + eta <= eta, with eta = exp(-2 R^2)/(3 m)
DIVERGES = (
    SMALL
    + """
have low <= 0:
  cases low <= 0:
    show low <= 0
  have 0 < 2*rho(x0)^2*d(L)*low
  let T = C/(2*rho(x0)^2*d(L)*low)
  have 0 < T
  have C <= 2*T*rho(x0)^2*d(L)*low
  show by lower(T), small(T), less(low, 2*T*rho(x0)^2*d(L)), 0 < T
"""
    + PARTITION
    + PAIR
    + NONNEGATIVE
    + MEAN
    + """
fix R
let E = exp(-2*R^2)
have 0 < E/(3*m)
obtain near: N from minimising(E/(3*m))
take N
have f(n) <= low + E/(3*m) by near(n)
have third: l(n, i) <= E/3 by mean(n, i), f(n) <= low + E/(3*m), low <= 0, m >= 1
have lengths: for all c: int, 0 <= square(n, c):
  show by squares_nonneg(o -> W(n, c, o), 1, d(L))
have sizes: for all i: int, 0 <= features(n, i):
  show by squares_nonneg(o -> a(n, i, L, o), 1, d(L))
use lengths(c), lengths(y), sizes(i)
cases largest(n, i, c) > R:
  show largest(n, i, c) > R
"""
    + bounded_margin("n", "i", "c")
    + """have least: 1 + E <= exp(l(n, i)) by pair(n, i, c), exp_mono(-2*R^2, s(n, i, c)), margin
have E <= 1 by exp_mono(-2*R^2, 0), exp(0) = 1
have exp(-l(n, i))*(1 + E) <= 1 by exp_minus(l(n, i)), least, 0 < exp(-l(n, i))
have 1 - l(n, i) <= exp(-l(n, i)) by exp_line(-l(n, i))
show by exp(-l(n, i))*(1 + E) <= 1, 1 - l(n, i) <= exp(-l(n, i)), third, E <= 1, 0 < E
"""
)
