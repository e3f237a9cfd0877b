"""Where the scale factors of normalisation are singular, along a straight line of updates.

``v(t) = a t^2 + b t + c`` is the text's line (a = 0) or what a variance is where activations or
weights move along a line: ``Var(x + t u) = Var(u) t^2 + 2 Cov(x, u) t + Var(x)``.  The scale factor
``(v(t) + eps)^(-1/2)`` then has the zeros of ``v + eps`` for its singularities.  With both zeros
off the line of real t (or equal) their distance from t0 is

    R(t0) = sqrt((v(t0) + eps)/a),

since ``a |t0 - t*|^2 = v(t0) + eps``: the covariance has no part in it.  Its Taylor
coefficients are Legendre polynomials, ``c_n = (v(t0) + eps)^(-1/2) P_n(x) R^(-n)`` with |x| <= 1,
and so ``|P_n| <= 1``.

Exact: squares of distances are rationals wherever they are, else given by two rationals.
Source: Ghosts of Softmax, Appendix 3, ``|v0|/|v'|`` and the table of methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from constructions.weierstrass_routes import root_above, root_below

Kind = Literal["branch points", "branch point", "pole", "none"]


@dataclass(frozen=True)
class Along:
    """``v(t) = a t^2 + b t + c``."""

    a: Fraction
    b: Fraction
    c: Fraction

    def at(self, t: Fraction) -> Fraction:
        return (self.a * t + self.b) * t + self.c

    def slope(self, t: Fraction) -> Fraction:
        return 2 * self.a * t + self.b

    def plus(self, eps: Fraction) -> Along:
        return Along(self.a, self.b, self.c + eps)

    def times(self, factor: Fraction) -> Along:
        return Along(factor * self.a, factor * self.b, factor * self.c)

    @property
    def discriminant(self) -> Fraction:
        return self.b * self.b - 4 * self.a * self.c


@dataclass(frozen=True)
class Singularities:
    """The singularities that are nearest to t0, and how far they are.

    ``centre`` and ``spread`` say where: at ``centre +- sqrt(spread)``, a conjugate pair where
    spread < 0.  With a = 0 there is one, ``centre``; with kind "none" both are ``None``.
    """

    kind: Kind
    t0: Fraction
    centre: Fraction | None = None
    spread: Fraction = Fraction(0)

    @property
    def radius_squared(self) -> Fraction | None:
        """The square of the radius of convergence, if it is finite and rational.

        Irrational only where v + eps has two different real zeros, which no variance has.
        """
        if self.centre is None or self.spread > 0:
            return None
        return (self.t0 - self.centre) ** 2 - self.spread

    def radius(self, bits: int = 64) -> tuple[Fraction, Fraction] | None:
        """Rationals around the radius of convergence; ``None`` is an infinite radius."""
        if self.centre is None:
            return None
        square = self.radius_squared
        if self.spread == 0:
            return (abs(self.t0 - self.centre),) * 2
        if square is not None:
            return root_below(square, bits), root_above(square, bits)
        away = abs(self.t0 - self.centre)
        low, high = root_below(self.spread, bits), root_above(self.spread, bits)
        # v + eps > 0 at t0: with a < 0 it lies between the zeros, with a > 0 outside of them
        ends = (low - away, high - away) if away**2 < self.spread else (away - high, away - low)
        return max(ends[0], Fraction(0)), ends[1]  # t0 may be nearer to a zero than 2^-bits


def singularities(v: Along, eps: Fraction, t0: Fraction = Fraction(0)) -> Singularities:
    """Those of ``(v(t) + eps)^(-1/2)``, seen from t0: LayerNorm, RMSNorm, BatchNorm in training.

    Where v + eps is ``a (t - t*)^2`` the factor is ``1/(sqrt(a) |t - t*|)``: a pole on either
    side, not a branch point.

    Raises:
        ValueError: v(t0) + eps <= 0, where the factor is not defined.
    """
    w = v.plus(eps)
    if w.at(t0) <= 0:
        raise ValueError("the scale factor is defined where v(t) + eps > 0")
    if w.a == 0:
        return Singularities("branch point", t0, -w.c / w.b) if w.b else Singularities("none", t0)
    spread = w.discriminant / (4 * w.a * w.a)
    return Singularities("branch points" if spread else "pole", t0, -w.b / (2 * w.a), spread)


@dataclass(frozen=True)
class Clamped:
    """``max(eps, v)^(-1/2)`` near t0: the series of its analytic piece, and where the piece ends.

    ``series`` is None where the factor has a kink at t0 itself (no Taylor series).  ``agrees`` is
    the distance within which it equals its Taylor series on the real line: to the nearest kink, a
    real t with v(t) = eps at which v crosses eps; ``None`` where there is none.
    """

    series: Singularities | None
    agrees: tuple[Fraction, Fraction] | None


def clamped(v: Along, eps: Fraction, t0: Fraction = Fraction(0), bits: int = 64) -> Clamped:
    """The clamped factor seen from t0, eps > 0.

    Where v(t0) > eps its series is that of ``v(t)^(-1/2)``, without eps; where v(t0) < eps it is a
    constant, with an infinite radius.

    Raises:
        ValueError: eps <= 0.
    """
    if eps <= 0:
        raise ValueError("the clamped factor needs eps > 0")
    over = v.at(t0) - eps
    crossing = v.plus(-eps)
    constant = Singularities("none", t0)
    if over == 0:
        slope = v.slope(t0)
        if slope == 0:
            # v touches eps from above (a > 0): there are two sides, both analytic, one function
            series = singularities(v, Fraction(0), t0) if v.a > 0 else constant
            return Clamped(series, None)
        return Clamped(None, (Fraction(0), Fraction(0)))
    series = constant if over < 0 else singularities(v, Fraction(0), t0)
    return Clamped(series, _nearest_crossing(crossing, t0, bits))


def _nearest_crossing(w: Along, t0: Fraction, bits: int) -> tuple[Fraction, Fraction] | None:
    """Rationals around the distance from t0 to the nearest real t at which w changes its sign."""
    if w.a == 0:
        return (abs(t0 + w.c / w.b),) * 2 if w.b else None
    if w.discriminant <= 0:
        return None
    centre, spread = -w.b / (2 * w.a), w.discriminant / (4 * w.a * w.a)
    return Singularities("none", t0, centre, spread).radius(bits)


def smoothed(v: Along, t0: Fraction = Fraction(0)) -> Singularities:
    """``f_sigma(v(t))`` is entire in t: a polynomial inside an entire function."""
    return Singularities("none", t0)


# --- lines of activations -------------------------------------------------------------------------


def variance(x: Sequence[Fraction], u: Sequence[Fraction]) -> Along:
    """``Var(x + t u)`` with 1/d: LayerNorm over the d entries, BatchNorm over a batch of d.

    Weights that move along a line move the pre-activations along one, ``W x + t (dW) x``.

    Raises:
        ValueError: no entries, or not as many directions as entries.
    """
    return _moments(_centred(x), _centred(u))


def mean_square(x: Sequence[Fraction], u: Sequence[Fraction]) -> Along:
    """``mean((x + t u)^2)``: RMSNorm (raises as :func:`variance`)."""
    return _moments(x, u)


def running(statistic: Fraction, momentum: Fraction, batch: Along, count: int) -> Along:
    """BatchNorm's running variance after one update with a batch that moves along a line.

    ``(1 - m) r + m n/(n - 1) Var_batch(t)``: PyTorch keeps the unbiased variance.  In evaluation
    the statistic is a number, so v does not depend on t: ``Along(0, 0, r)``, no singularity.

    Raises:
        ValueError: a batch of fewer than two, or a momentum outside of [0, 1].
    """
    if count < 2 or not 0 <= momentum <= 1:
        raise ValueError("running statistics need n >= 2 and a momentum between 0 and 1")
    moved = batch.times(momentum * Fraction(count, count - 1))
    return moved.plus((1 - momentum) * statistic)


def _centred(x: Sequence[Fraction]) -> list[Fraction]:
    mean = sum(x, Fraction(0)) / len(x) if x else Fraction(0)
    return [p - mean for p in x]


def _moments(x: Sequence[Fraction], u: Sequence[Fraction]) -> Along:
    if not x or len(x) != len(u):
        raise ValueError("a line needs as many directions as entries, at least one")

    def dot(p: Sequence[Fraction], q: Sequence[Fraction]) -> Fraction:
        return sum((a * b for a, b in zip(p, q, strict=True)), Fraction(0)) / len(p)

    return Along(dot(u, u), 2 * dot(x, u), dot(x, x))


# --- Taylor coefficients --------------------------------------------------------------------------


def taylor(v: Along, eps: Fraction, t0: Fraction, order: int) -> list[Fraction]:
    """``q_0 = 1, ..., q_order``: ``(v(t) + eps)^(-1/2) = (v(t0) + eps)^(-1/2) sum q_n (t - t0)^n``.

    From ``2 w y' + w' y = 0`` with w = C + B s + A s^2 about t0: ``2 C n q_n + B (2n - 1) q_(n-1) +
    2 A (n - 1) q_(n-2) = 0``.

    Raises:
        ValueError: v(t0) + eps <= 0, or order < 0.
    """
    C, B, A = v.at(t0) + eps, v.slope(t0), v.a
    if C <= 0 or order < 0:
        raise ValueError("the series needs v(t0) + eps > 0 and an order >= 0")
    q = [Fraction(1)]
    for n in range(1, order + 1):
        before = q[n - 2] if n > 1 else Fraction(0)
        q.append(-(B * (2 * n - 1) * q[n - 1] + 2 * A * (n - 1) * before) / (2 * C * n))
    return q


def scaled_squares(v: Along, eps: Fraction, t0: Fraction, order: int) -> list[Fraction]:
    """``(q_n R^n)^2``, exactly, for a radius whose square is rational.

    All of them are <= 1, so the radius of convergence is at least R; it is no larger if the
    sequence does not fall like a geometric one.  For a > 0 they are squares of Legendre
    polynomials at one point, for a = 0 the squares of ``binom(-1/2, n)``.

    Raises:
        ValueError: as :func:`taylor`; or the radius is infinite, or its square irrational.
    """
    square = singularities(v, eps, t0).radius_squared
    if square is None:
        raise ValueError("the radius is infinite or its square is irrational")
    return [q * q * square**n for n, q in enumerate(taylor(v, eps, t0, order))]


def growth_radius(squares: Sequence[Fraction], order: int) -> Fraction:
    """What the root test sees at this order N, in units of R, from above, to about 2^-20.

    The least ``(|q_n| R^n)^(-1/N)``, n = N, N + 1, for :func:`scaled_squares` at hand.  It is >= 1
    and comes down to 1 as N grows.

    Raises:
        ValueError: order < 1, no coefficients of order N and N + 1, or both of them are 0.
    """
    if not 1 <= order <= len(squares) - 2:
        raise ValueError("the root test at order N >= 1 needs coefficients up to order N + 1")
    most = max(squares[order : order + 2])
    if not 0 < most <= 1:
        raise ValueError("the root test needs a scaled coefficient in (0, 1]")
    low, high = Fraction(1), Fraction(2)
    while high ** (2 * order) * most < 1:
        high *= 2
    for _ in range(20):
        middle = (low + high) / 2
        if middle ** (2 * order) * most < 1:
            low = middle
        else:
            high = middle
    return high
