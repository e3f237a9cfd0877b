"""The integral behind f_sigma as a number between Riemann sums.

After u = x^2, ``f_sigma(sigma z) = sigma^(-1/2) 2 I(z)/sqrt(2 pi)`` with the integral
``I(z) = int_0^oo g(x) dx``, ``g(x) = exp(-(x^2 - z)^2/2)``.  g rises to at most 1 and then falls,
so with ``S = sum_(k=0)^m g(k/n)`` and ``X = m/n``, ``X^2 > z``:
``(S - 1)/n <= I(z) <= (S + 1)/n + g(X)/(2 X (X^2 - z))``.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, total, var
from proofs.library.vectors import S

k = var("k")
EXISTS = (
    "the integral $I(z) = integral_0^infinity e^(-(x^2 - z)^2\\/2) dif x$ lies between the Riemann "
    "sums that stand for it, as that of a function which rises to at most 1 and then falls"
)  #: assumed wherever :func:`is_near_integral` is


def bump(at: Term, z: Fraction) -> Term:
    """g(x)."""
    return S.exp(-((at**2 - S.const(z)) ** 2) / 2)


def riemann(z: Fraction, steps: Term, last: Term) -> Term:
    """sum_{k=0}^m g(k/n)."""
    return total("k", 0, last, bump(k / steps, z))


Sums = tuple[tuple[int, int], ...]


def bounds(value: Term, z: Fraction, steps: Term, last: Term) -> list[Json]:
    """What the sum with these n and m says of I(z), where X^2 > z."""
    sums, end = riemann(z, steps, last), last / steps
    rest = bump(end, z) / (2 * end * (end**2 - S.const(z)))
    return [value >= (sums - 1) / steps, value <= (sums + 1) / steps + rest]


def is_near_integral(value: Term, z: Fraction, sums: Sums) -> list[Json]:
    """What these sums say of I(z); of ``value``, nothing else is asked.

    (All sums together say which number it is, and no formula has this number.)
    """
    return [bound for n, m in sums for bound in bounds(value, z, S.const(n), S.const(m))]
