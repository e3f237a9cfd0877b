"""The smoothed scale factor in mpmath: by its integral, and by parabolic cylinder functions.

    f_sigma(v) = sigma^(-1/2) h(v/sigma),   h(z) = 2/sqrt(2 pi) int_0^oo exp(-(x^2 - z)^2/2) dx
               = (2 sigma)^(-1/2) exp(-z^2/4) D_(-1/2)(-z),   z = v/sigma

Source: *Ghosts of Softmax*, Appendix 3.  Rounded, not enclosed; no verdict rests on it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath

DIGITS = 80


def context() -> Any:
    """A context of its own, with 80 digits."""
    mp = mpmath.MPContext()
    mp.dps = DIGITS
    return mp


def number(mp: Any, q: Fraction) -> Any:
    """A rational in that context."""
    return mp.mpf(q.numerator) / q.denominator


def by_integral(mp: Any, v: Fraction, imag: Fraction, sigma: Fraction) -> Any:
    """f_sigma(v + imag i) by quadrature, cut off where the integrand is below 10^-90."""
    z = mp.mpc(number(mp, v / sigma), number(mp, imag / sigma))
    reach = mp.sqrt(abs(z) + mp.sqrt(2 * 90 * mp.log(10)) + abs(z.imag)) + 1
    peak = mp.sqrt(abs(z.real))
    places = sorted({mp.mpf(0), peak, peak + 1, max(peak - 1, mp.mpf(0)), reach})
    part = mp.quad(lambda x: mp.exp(-((x * x - z) ** 2) / 2), places)
    return 2 / mp.sqrt(2 * mp.pi) * part / mp.sqrt(number(mp, sigma))


def by_closed_form(mp: Any, v: Fraction, imag: Fraction, sigma: Fraction) -> Any:
    """The same by mpmath's D_nu."""
    z = mp.mpc(number(mp, v / sigma), number(mp, imag / sigma))
    half = mp.mpf(1) / 2
    return mp.exp(-z * z / 4) * mp.pcfd(-half, -z) / mp.sqrt(2 * number(mp, sigma))


def place(mp: Any, k: int) -> Any:
    """``sqrt((4 k - 1) pi i - log 2)``, near the k-th zero of h above the real line."""
    return mp.sqrt(mp.mpc(-mp.log(2), (4 * k - 1) * mp.pi))


def zero(mp: Any, k: int) -> Any:
    """The zero of h that the secant method finds from there."""
    half = mp.mpf(1) / 2
    return mp.findroot(lambda z: mp.pcfd(-half, -z), place(mp, k))


def fifty(mp: Any, value: Any) -> tuple[str, Fraction]:
    """A real number to fifty digits, as text and as the fraction that the text is."""
    text = mp.nstr(value, 50, strip_zeros=False)
    return text, Fraction(text)
