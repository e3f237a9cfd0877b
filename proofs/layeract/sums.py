"""Layers of every dimension d as kernel terms: statistics, Definition 3.1, and texts about them.

The inputs are y(1), ..., y(d), the noise eps(1), ..., eps(d).  Means and variances are variables,
each with the hypothesis that says what it is: mu, nu and muhat are the means of y, eps and
y + eps, v, w and vhat their variances (sigma^2 in the paper).
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.layeract import Indexed, deviation, mean, normalise, variance
from constructions.terms import Term, app, conj, every, implies, var
from proofs.library.vectors import S, sigma
from proofs.trees.script import (
    Json,
)

ZERO, ONE = S.const(0), S.const(1)
d, k, K, alpha = (var(name) for name in ("d", "k", "K", "alpha"))
mu, nu, muhat = (var(name) for name in ("mu", "nu", "muhat"))
v, w, vhat = (var(name) for name in ("v", "w", "vhat"))
Body = Callable[[Term], Term]

FUNCTIONS = {"y": 1, "eps": 1, "s": 1}


def y(at: Term) -> Term:
    return app("y", at)


def noise(at: Term) -> Term:
    """eps_i."""
    return app("eps", at)


def noisy(at: Term) -> Term:
    """y_i + eps_i."""
    return y(at) + noise(at)


def s(at: Term) -> Term:
    """The activation scale function, which is left open."""
    return app("s", at)


# --- the layer's statistics ----------------------------------------------------------------------

MEAN = mu.equals(mean(Indexed(y, d)))
MEAN_NOISE = nu.equals(mean(Indexed(noise, d)))
MEAN_NOISY = muhat.equals(mean(Indexed(noisy, d)))
VARIANCE = v.equals(variance(Indexed(y, d), mu))
VARIANCE_NOISE = w.equals(variance(Indexed(noise, d), nu))
VARIANCE_NOISY = vhat.equals(variance(Indexed(noisy, d), muhat))
ROOT, ROOT_NOISY = deviation(S, v, alpha), deviation(S, vhat, alpha)
SORTS = {
    "d": "int",
    **dict.fromkeys(("mu", "nu", "muhat", "v", "w", "vhat", "alpha", "K"), "real"),
}
STATISTICS: list[Json] = [
    d >= 1,
    alpha > 0,
    MEAN,
    VARIANCE,
    MEAN_NOISE,
    VARIANCE_NOISE,
    MEAN_NOISY,
    VARIANCE_NOISY,
]


def centred(at: Term) -> Term:
    """y_i - mu_y."""
    return y(at) - mu


def centred_noise(at: Term) -> Term:
    """eps_i - mu_eps."""
    return noise(at) - nu


def centred_noisy(at: Term) -> Term:
    return noisy(at) - muhat


def n(at: Term) -> Term:
    """n_i of Eq. 6."""
    return normalise(S, y(at), mu, ROOT)


def n_noisy(at: Term) -> Term:
    """n_i of Eq. 6 for the noisy inputs."""
    return normalise(S, noisy(at), muhat, ROOT_NOISY)


# --- Definition 3.1 ------------------------------------------------------------------------------

_a, _b = var("a"), var("b")
LIPSCHITZ = every(
    "a", "real", every("b", "real", S.abs(s(_a) - s(_b)) <= K * S.abs(_a - _b))
)  #: |s(a) - s(b)| <= K |a - b|
INCREASING = every("a", "real", every("b", "real", implies(_a <= _b, s(_a) <= s(_b))))
BOUNDED = every("a", "real", conj(s(_a) >= 0, s(_a) <= 1))
HALF = s(ZERO).equals(ONE / 2)
SCALE: list[Json] = [BOUNDED, INCREASING, HALF, LIPSCHITZ]  #: Definition 3.1


# --- texts ---------------------------------------------------------------------------------------

#: names in texts, and of the hypotheses on a layer
LAYER_NAMES = {"n": n, "root": ROOT}
LAYER_FACTS = {"mean": MEAN, "spread": VARIANCE}
#: the centred inputs add up to 0, their squares to d sigma^2; the root is positive
CENTRED = """have centre: sum(k = 1..d, y(k) - mu) = 0 by mean, sums, d >= 1
have squares: sum(k = 1..d, (y(k) - mu)^2) = d*v by spread, d >= 1
have size: 0 <= sum(k = 1..d, (y(k) - mu)^2) by sum_nonneg(k -> (y(k) - mu)^2, 1, d)
have large: 0 <= v by squares, size, d >= 1
have positive: 0 < root by large, alpha > 0
have radicand: root^2 = v + alpha by large, alpha > 0
"""
#: the n_i add up to 0, and their squares to less than d
NORMALISED = f"""{CENTRED}have normals: for all m: int, 0 <= m =>
    sum(k = 1..m, n(k)) = sum(k = 1..m, y(k) - mu)/root and
    sum(k = 1..m, n(k)^2) = sum(k = 1..m, (y(k) - mu)^2)/root^2 by induction on m:
  step:
    show by ih, positive
have normal: sum(k = 1..d, n(k)) = 0 by normals(d), centre, positive, d >= 1
have below: v/root^2 < 1 by radicand, positive, alpha > 0
have total: sum(k = 1..d, n(k)^2) = d*(v/root^2) by normals(d), squares, positive, d >= 1
have small: sum(k = 1..d, n(k)^2) < d by below, total, d >= 1
"""


# --- terms ---------------------------------------------------------------------------------------


def total(body: Body, high: Term = d) -> Term:
    """sum_{j=1}^{high} body(j)."""
    return sigma(high, body)


def square(body: Body) -> Body:
    return lambda at: body(at) ** 2


def size(body: Body) -> Body:
    return lambda at: S.abs(body(at))


def norm(body: Body) -> Term:
    """The Euclidean norm of (body(1), ..., body(d))."""
    return S.sqrt(total(square(body)))


def change(at: Term) -> Term:
    """nhat_i - n_i."""
    return n_noisy(at) - n(at)
