"""Route 2, randomised smoothing, exactly as it is printed: mean, bias, variance, samples.

``X = (max(0, v + xi) + eps)^(-1/2)``, xi ~ N(0, sigma^2).  With z = v/sigma and e = eps/sigma,

    E X   = eps^(-1/2)   Phi(-z) + sigma^(-1/2) int_e^oo w^(-1/2) phi(w - z - e) dw,
    E X^2 = eps^(-1)     Phi(-z) + sigma^(-1)   int_e^oo w^(-1)   phi(w - z - e) dw.

The first terms are a point mass: with probability Phi(-z) the sample is eps^(-1/2), whatever v is.
As eps -> 0 the mean therefore goes to infinity for every v, not to f_sigma(v).  What has f_sigma
for its mean is ``(v + xi)^(-1/2) 1(v + xi > 0)``, and that has an infinite variance.

All results are balls (``arb``) that contain the true value.  Source: Ghosts of Softmax,
Appendix 3, "Recovers the analytic function in expectation".
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from constructions.interop.flint import from_fraction, to_fractions
from constructions.interop.weierstrass_balls import _precision, smoothed
from constructions.systems import NumberError

REACH = 100  # largest |v/sigma| and eps/sigma


def _tail(z: Any) -> Any:
    """``Phi(-z) = P(xi/sigma < -z)``."""
    return (z / _two().sqrt()).erfc() / 2


def _two() -> Any:
    from flint import arb

    return arb(2)


def _density(t: Any) -> Any:
    """``exp(-t^2/2)/sqrt(2 pi)`` for a complex ball t."""
    from flint import acb, arb

    return (-(t * t) / 2).exp() / acb(2 * arb.pi()).sqrt()


def _integral(function: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """The integral of an entire function along the real line."""
    from flint import acb

    return acb.integral(lambda t, analytic: function(t), acb(low), acb(high)).real


def _setting(v: Fraction, sigma: Fraction, eps: Fraction) -> tuple[Fraction, Fraction]:
    if sigma <= 0:
        raise NumberError("the width sigma of the Gaussian is > 0")
    if eps <= 0:
        raise NumberError("the printed sample needs eps > 0: with eps = 0 it is infinite")
    z, e = Fraction(v) / sigma, Fraction(eps) / sigma
    if abs(z) > REACH or e > REACH:
        raise NumberError(f"|v|/sigma and eps/sigma are evaluated up to {REACH}")
    return z, e


def _raw(z: Fraction, e: Fraction, power: int, bits: int) -> Any:
    """``int_e^oo w^(-power/2) phi(w - z - e) dw`` for power 1 or 2, to an absolute error."""
    from flint import arb

    a, low = from_fraction(z + e), from_fraction(e)
    span = (arb(bits) * 2).sqrt() + 2  # phi beyond it is below 2^-bits
    top = span + (a if z + e > 0 else 0) + low
    # beyond the top: at most top^(-power/2) Phi(a - top)
    rest = _tail(top - a) / (top.sqrt() if power == 1 else top)
    if power == 1:  # w = s^2
        inner = 2 * _integral(lambda s: _density(s * s - a), low.sqrt(), top.sqrt())
    else:  # w = exp t
        inner = _integral(lambda t: _density(t.exp() - a), low.log(), top.log())
    return inner + arb(0).union(rest.upper())


def mean(v: Fraction, sigma: Fraction, eps: Fraction, bits: int = 96) -> Any:
    """``E (max(0, v + xi) + eps)^(-1/2)``.

    Raises:
        NumberError: sigma <= 0, eps <= 0, or |v|/sigma or eps/sigma above 100.
    """
    z, e = _setting(v, sigma, eps)
    with _precision(bits + 64):
        mass = _tail(from_fraction(z)) / from_fraction(Fraction(eps)).sqrt()
        return mass + _raw(z, e, 1, bits + 32) / from_fraction(Fraction(sigma)).sqrt()


def second_moment(v: Fraction, sigma: Fraction, eps: Fraction, bits: int = 96) -> Any:
    """``E 1/(max(0, v + xi) + eps)``, at most 1/eps (raises as :func:`mean`)."""
    z, e = _setting(v, sigma, eps)
    with _precision(bits + 64):
        mass = _tail(from_fraction(z)) / from_fraction(Fraction(eps))
        return mass + _raw(z, e, 2, bits + 32) / from_fraction(Fraction(sigma))


def bias(v: Fraction, sigma: Fraction, eps: Fraction, bits: int = 96) -> Any:
    """``E X - f_sigma(v)``: what the printed expectation is away from the smoothed factor.

    The point mass makes it positive where v is small; for v far above sigma it is about
    ``-eps v^(-3/2)/2`` (raises as :func:`mean`).
    """
    found = mean(v, sigma, eps, bits)
    with _precision(bits + 64):
        return found - smoothed(Fraction(v), Fraction(sigma), bits + 32)[0]


def variance(v: Fraction, sigma: Fraction, eps: Fraction, bits: int = 96) -> Any:
    """The variance of one sample, finite for eps > 0 (raises as :func:`mean`)."""
    first, second = mean(v, sigma, eps, bits), second_moment(v, sigma, eps, bits)
    with _precision(bits + 64):
        return second - first * first


def samples(v: Fraction, sigma: Fraction, eps: Fraction, error: Fraction) -> int:
    """How many samples bring the standard error of their mean, ``sqrt(Var/n)``, to ``error``.

    The bias stays, whatever n is.  Never fewer than needed; more only by the ball's width.

    Raises:
        NumberError: as :func:`mean`, or error <= 0.
    """
    if error <= 0:
        raise NumberError("a standard error is > 0")
    most = to_fractions(variance(v, sigma, eps))[1]
    return max(1, -int(-(most / Fraction(error) ** 2) // 1))


def bias_change(sigma: Fraction, eps: Fraction, bits: int = 24) -> tuple[Fraction, Fraction]:
    """Rationals around a v > 0 at which the bias changes from positive to negative.

    Raises:
        NumberError: as :func:`mean`, or no such change is found between 0 and 32 sigma.
    """
    low, high = Fraction(0), 32 * Fraction(sigma)
    if not bias(low, sigma, eps) > 0 or not bias(high, sigma, eps) < 0:
        raise NumberError("no change of the bias's sign between 0 and 32 sigma")
    for _ in range(bits):
        middle = (low + high) / 2
        found = bias(middle, sigma, eps)
        if found > 0:
            low = middle
        elif found < 0:
            high = middle
        else:
            break
    return low, high


def unbounded_moment(v: Fraction, sigma: Fraction, cut: Fraction, bits: int = 96) -> Any:
    """``E[(v + xi)^-1 1(v + xi > cut)]``, the unbiased sample's second moment cut off at 0 < cut.

    It grows like ``phi(z)/sigma log(1/cut)`` as cut -> 0: with eps = 0 the variance is infinite.

    Raises:
        NumberError: sigma <= 0, cut <= 0, or |v|/sigma or cut/sigma above 100.
    """
    z, e = _setting(v, sigma, cut)
    with _precision(bits + 64):
        return _raw(z - e, e, 2, bits + 32) / from_fraction(Fraction(sigma))


def unbounded_slope(v: Fraction, sigma: Fraction, cut: Fraction, bits: int = 96) -> Any:
    """A lower bound of ``E[(v + xi)^-1 1(v + xi > c)] / log(cut/c)`` for all 0 < c < cut.

    On (0, cut) the density of v + xi is at least its smaller value at the ends, so the integral of
    w^-1 from c to cut is at least that times log(cut/c), which has no bound (raises as
    :func:`unbounded_moment`).
    """
    z, e = _setting(v, sigma, cut)
    with _precision(bits + 64):
        ends = [_density(from_fraction(t)).real for t in (z, e - z)]
        return ends[0].min(ends[1]) / from_fraction(Fraction(sigma))
