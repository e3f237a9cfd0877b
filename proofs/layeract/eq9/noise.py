"""How far noise moves the activation scales s(n) of a layer, in both norms, for every d.

With r = sqrt(sigma_y^2 + alpha), t the same of the noisy layer, e = eps - mu_eps and s as in
Definition 3.1:

    sum (nhat_i - n_i)^2  = d ((sigma_eps^2 - (r - t)^2)/(r t) - alpha (1/t - 1/r)^2)
    |s(nhat) - s(n)|_2   <= K |e|_2 / sqrt(r t)
    |s(nhat) - s(n)|_1   <= K (|e|_1 + d sigma_eps) / r
"""

from __future__ import annotations

from constructions.terms import Term
from proofs.layeract.sums import (
    CENTRED,
    LAYER_FACTS,
    LAYER_NAMES,
    LIPSCHITZ,
    MEAN_NOISE,
    MEAN_NOISY,
    ROOT,
    ROOT_NOISY,
    VARIANCE_NOISE,
    VARIANCE_NOISY,
    K,
    centred,
    centred_noise,
    centred_noisy,
    change,
    n,
    n_noisy,
    norm,
    s,
    w,
)
from proofs.library.vectors import S

SIGMA = S.sqrt(w)  #: sigma_eps


def moved(at: Term) -> Term:
    """s(nhat_i) - s(n_i)."""
    return s(n_noisy(at)) - s(n(at))


def bound(at: Term) -> Term:
    """K (|eps_i - mu_eps| + sigma_eps) / r."""
    return K * (S.abs(centred_noise(at)) + SIGMA) / ROOT


def euclid_bound_term() -> Term:
    """K |e|_2 / sqrt(r t)."""
    return K * norm(centred_noise) / S.sqrt(ROOT * ROOT_NOISY)


FACTS = {
    **LAYER_FACTS,
    "mean_noise": MEAN_NOISE,
    "spread_noise": VARIANCE_NOISE,
    "mean_noisy": MEAN_NOISY,
    "spread_noisy": VARIANCE_NOISY,
    "lipschitz": LIPSCHITZ,
}
#: c, e and h are what is centred: the inputs, the noise, the noisy inputs
NAMES = {
    **LAYER_NAMES,
    "hat": n_noisy,
    "r": ROOT,
    "t": ROOT_NOISY,
    "c": centred,
    "e": centred_noise,
    "h": centred_noisy,
    "change": change,
    "moved": moved,
    "bound": bound,
    "sigma": SIGMA,
}

#: the statistics of all three, and sum (nhat_i - n_i)^2
DISTANCE = f"""{CENTRED}
have squares_noise: sum(k = 1..d, e(k)^2) = d*w by spread_noise, d >= 1
have squares_noisy: sum(k = 1..d, h(k)^2) = d*vhat by spread_noisy, d >= 1
have large_noise: 0 <= w by squares_noise, squares_nonneg(k -> e(k), 1, d), d >= 1
have large_noisy: 0 <= vhat by squares_noisy, squares_nonneg(k -> h(k), 1, d), d >= 1
have means: muhat = mu + nu by mean, mean_noise, mean_noisy, sum_add(y, eps, 1, d), d >= 1
have positive_noisy: 0 < t by large_noisy, alpha > 0
have radicand_noisy: t^2 = vhat + alpha by large_noisy, alpha > 0
let p = 1/t
let q = 1/r
let part(k) = (h(k)^2/t - c(k)^2/r)*(1/t - 1/r) + e(k)^2/(r*t)
have each: for all k in 1..d, change(k)^2 = part(k):
  have h(k) = c(k) + e(k) by means
  show by h(k) = c(k) + e(k), positive, positive_noisy
have parts: for all m: int, 0 <= m => sum(k = 1..m, part(k)) =
    (sum(k = 1..m, h(k)^2)/t - sum(k = 1..m, c(k)^2)/r)*(p - q) + sum(k = 1..m, e(k)^2)/(r*t)
    by induction on m:
  step:
    show by ih, positive, positive_noisy
have whole: sum(k = 1..d, change(k)^2) = (d*vhat/t - d*v/r)*(p - q) + d*w/(r*t)
  by parts(d), squares, squares_noise, squares_noisy, positive, positive_noisy,
  sum_equal(k -> change(k)^2, k -> part(k), 1, d), each
have identity: sum(k = 1..d, change(k)^2) = d*((w - (r - t)^2)/(r*t) - alpha*(p - q)^2):
  have one: vhat = t^2 - alpha by radicand_noisy
  have two: v = r^2 - alpha by radicand
  show by whole, one, two, positive, positive_noisy
"""

#: the roots of the two layers differ by at most sigma_eps
NEAR = f"""{DISTANCE}
have lip: 0 <= K by lipschitz(0, 1)
have near: (r - t)^2 <= w:
  have some: 0 <= (w - (r - t)^2)/(r*t) - alpha*(p - q)^2
    by identity, squares_nonneg(k -> change(k), 1, d), d >= 1
  have 0 <= alpha*(p - q)^2 by alpha > 0
  have less: 0 <= (w - (r - t)^2)/(r*t)
  show by less, positive, positive_noisy
"""

#: nhat - n = e/r + h (r - t)/(r t), and sum |h| <= d t
SIZES = f"""{NEAR}
have far: 0 <= sigma and |r - t| <= sigma by near, large_noise
have sizes: sum(k = 1..d, |h(k)|) <= d*t:
  have sum(k = 1..d, |h(k)|)^2 <= d*(d*vhat) by norm_one_two(k -> h(k), d), squares_noisy
  have d*(d*vhat) <= (d*t)^2 by radicand_noisy, alpha > 0
  have 0 <= d*t by positive_noisy
let over = (r - t)/(r*t)
let most = sigma/(r*t)
have element: for all k in 1..d, |moved(k)| <= K*(|e(k)|/r + |h(k)|*most):
  have parts: change(k) = e(k)/r + h(k)*over by means, positive, positive_noisy
  have quotient: |over| <= most by far, positive, positive_noisy
  have first: |e(k)/r| = |e(k)|/r by positive
  have second: |h(k)*over| <= |h(k)|*most by abs_product(h(k), over), quotient
  have whole: |change(k)| <= |e(k)|/r + |h(k)|*most
    by parts, triangle(e(k)/r, h(k)*over), first, second
  have moves: |moved(k)| <= K*|change(k)| by lipschitz(hat(k), n(k))
  show by moves, whole, lip
have total: sum(k = 1..d, |moved(k)|) <= K*(sum(k = 1..d, |e(k)|) + d*sigma)/r:
  let E = sum(k = 1..d, |e(k)|)
  let H = sum(k = 1..d, |h(k)|)
  have added: for all m: int, 0 <= m => sum(k = 1..m, K*(|e(k)|/r + |h(k)|*most)) =
      K*(sum(k = 1..m, |e(k)|)/r + sum(k = 1..m, |h(k)|)*most) by induction on m:
    step:
      show by ih, positive, positive_noisy
  have moves: sum(k = 1..d, |moved(k)|) <= K*(E/r + H*most)
    by added(d), sum_mono(k -> |moved(k)|, k -> K*(|e(k)|/r + |h(k)|*most), 1, d), element
  have share: H*most <= d*t*most by sizes, far, positive, positive_noisy
  have value: d*t*most = d*sigma/r by positive, positive_noisy
  have K*(E/r + H*most) <= K*(E/r + d*sigma/r) by lip, share, value
"""
SUM = f"""{SIZES}
have bounds: for all m: int, 0 <= m =>
    sum(k = 1..m, bound(k)) = K*(sum(k = 1..m, |e(k)|) + m*sigma)/r by induction on m:
  step:
    show by ih, positive
show by total, bounds(d)
"""

#: sum (s(nhat_i) - s(n_i))^2 <= K^2 sum (nhat_i - n_i)^2
SQUARES = f"""{NEAR}
have moves: sum(k = 1..d, moved(k)^2) <= K^2*sum(k = 1..d, change(k)^2):
  have each: for all k in 1..d, moved(k)^2 <= K^2*change(k)^2:
    have |moved(k)| <= K*|change(k)| by lipschitz(hat(k), n(k))
  show by sum_mono(k -> moved(k)^2, k -> K^2*change(k)^2, 1, d), each,
    sum_scale(k -> change(k)^2, K^2, 1, d)
have share: sum(k = 1..d, change(k)^2) <= d*w/(r*t):
  have 0 <= alpha*(p - q)^2 by alpha > 0
  have (w - (r - t)^2)/(r*t) <= w/(r*t) by positive, positive_noisy
have product: 0 < r*t by positive, positive_noisy
use squares_nonneg(k -> moved(k), 1, d)
"""
LENGTH = f"""{SQUARES}
let M = sum(k = 1..d, moved(k)^2)
let E = sum(k = 1..d, e(k)^2)
let most = K*sqrt(E)/sqrt(r*t)
have length: 0 <= E by squares_nonneg(k -> e(k), 1, d)
have here: sum(k = 1..d, change(k)^2) <= E/(r*t) by share, squares_noise
have below: M <= K^2*(E/(r*t)) by moves, lip, here
have size: 0 <= most by lip, length, product
have square: most^2 = K^2*(E/(r*t)) by length, product
have final: sqrt(M) <= most by root_below(M, most), below, size, square
"""
