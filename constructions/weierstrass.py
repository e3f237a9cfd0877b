"""1/sqrt(v) smoothed by a Gaussian: the function, its series, and iterations for 1/sqrt(v).

The smoothed scale factor is ``f_sigma(v) = E[(v + xi)^(-1/2) 1(v + xi > 0)]``, xi ~ N(0, sigma^2).
With ``z = v/sigma`` it is ``sigma^(-1/2) h(z)``, where

    h(z) = (2 pi)^(-1/2) int_0^oo u^(-1/2) exp(-(u - z)^2/2) du
         = 2^(-1/2) exp(-z^2/4) D_(-1/2)(-z),                          C = (2 sigma)^(-1/2),

an entire function with ``h'' + z h' + h/2 = 0``.  What follows from this equation is rational and
stands here; the values h(0), h'(0) and enclosures of h are in
:mod:`constructions.interop.weierstrass_balls`.

Source: Ghosts of Softmax, Appendix 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from constructions.systems import System


def maclaurin(order: int) -> tuple[list[Fraction], list[Fraction]]:
    """Coefficients E_k, O_k up to z^order with ``h(z) = h(0) sum E_k z^k + h'(0) sum O_k z^k``.

    By the equation ``c_(k+2) = -(k + 1/2) c_k/((k + 1)(k + 2))``; E is even, O is odd.

    Raises:
        ValueError: order < 0.
    """
    if order < 0:
        raise ValueError("the order of a Maclaurin polynomial is at least 0")
    even, odd = [Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]
    for k in range(order - 1):
        factor = -Fraction(2 * k + 1, 2 * (k + 1) * (k + 2))
        even.append(factor * even[k])
        odd.append(factor * odd[k])
    return even[: order + 1], odd[: order + 1]


def asymptotic(terms: int) -> list[Fraction]:
    """a_k with ``h(z) ~ z^(-1/2) sum_k a_k z^(-2k)`` for z -> oo: ``(1/2)_(2k)/(2^k k!)``.

    These are ``binom(-1/2, 2k) E[xi^(2k)]``: the expansion of ``(z + xi)^(-1/2)``.

    Raises:
        ValueError: terms < 0.
    """
    _at_least_0(terms, "terms of a series")
    found, a = [], Fraction(1)
    for k in range(terms):
        found.append(a)
        a *= Fraction((4 * k + 1) * (4 * k + 3), 8 * (k + 1))
    return found


def derivatives(system: System, z: Any, value: Any, slope: Any, count: int) -> list[Any]:
    """``h, h', ..., h^(count)`` at z from h and h': ``h^(k+2) = -z h^(k+1) - (k + 1/2) h^(k)``.

    Raises:
        ValueError: count < 0.
    """
    _at_least_0(count, "derivatives")
    found = [value, slope]
    for k in range(count - 1):
        factor = system.const(Fraction(2 * k + 1, 2))
        found.append(-(z * found[k + 1]) - factor * found[k])
    return found[: count + 1]


def horner(system: System, coefficients: Sequence[Fraction], z: Any) -> Any:
    """The polynomial with these coefficients, constant term first."""
    value = system.const(0)
    for c in reversed(coefficients):
        value = value * z + system.const(c)
    return value


def _at_least_0(count: int, what: str) -> None:
    if count < 0:
        raise ValueError(f"the number of {what} is at least 0, not {count}")


# --- route 3: iterations that are polynomials in v -----------------------------------------------


def newton(system: System, v: Any, y: Any, steps: int) -> list[Any]:
    """``y, y_1, ..., y_N`` with ``y <- y (3 - v y^2)/2``, which converges to 1/sqrt(v).

    With ``r = y sqrt(v)`` a step is ``r <- r (3 - r^2)/2``, and the error ``e = 1 - r`` goes to
    ``e^2 (3 - e)/2``: it converges from ``0 < v y^2 < 3``.  From a constant y the result is a
    polynomial of degree ``(3^N - 1)/2`` in v.

    Raises:
        ValueError: steps < 0.
    """
    _at_least_0(steps, "steps")
    found = [y]
    for _ in range(steps):
        y = found[-1]
        found.append(y * (system.const(3) - v * y * y) / system.const(2))
    return found


def goldschmidt(system: System, v: Any, y: Any, steps: int) -> list[Any]:
    """The same values as :func:`newton` by ``b <- b q^2, y <- y q, q = (3 - b)/2``, ``b = v y^2``.

    The two agree in exact arithmetic.  Here b is carried along and its rounding errors stay.
    Raises as :func:`newton` does.
    """
    _at_least_0(steps, "steps")
    found, b = [y], v * y * y
    for _ in range(steps):
        q = (system.const(3) - b) / system.const(2)
        b = b * q * q
        found.append(found[-1] * q)
    return found


def goldschmidt_coupled(system: System, v: Any, y: Any, steps: int) -> list[tuple[Any, Any]]:
    """x and h with ``x = v y_n`` and ``h = y_n/2``, y_n those of :func:`newton`.

    ``r = 1/2 - x h, x <- x + x r, h <- h + h r``: x goes to sqrt(v) and 2 h to 1/sqrt(v), and v is
    not used again.  The three forms agree in exact arithmetic (``weierstrass.newton.goldschmidt``).
    Raises as :func:`newton` does.
    """
    _at_least_0(steps, "steps")
    half = system.const(Fraction(1, 2))
    found = [(v * y, y * half)]
    for _ in range(steps):
        x, h = found[-1]
        r = half - x * h
        found.append((x + x * r, h + h * r))
    return found


def newton_degree(steps: int) -> int:
    """The degree in v of the N-th iterate from a constant y: ``m <- 3 m + 1``; raises as above."""
    _at_least_0(steps, "steps")
    degree = 0
    for _ in range(steps):
        degree = 3 * degree + 1
    return degree
