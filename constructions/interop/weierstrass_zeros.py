"""Zeros of the smoothed scale factor, counted and isolated by balls; effective radii.

``f_sigma(v) = sigma^(-1/2) h(v/sigma)``, so the zeros of f_sigma are sigma times those of h.  h is
positive on the real line (an integral of something positive); its zeros come in conjugate pairs and
lie near the rays arg z = +-pi/4.  f_sigma itself is entire; 1/f_sigma and log f_sigma are singular
at these points.

Counting is the argument principle.  A piece of the boundary is one ball that does not contain 0:
the value at its middle, Taylor's polynomial from there, and for the rest Cauchy's bound with
``|h(x + iy)| <= exp(y^2/2) h(x)`` and ``h <= 9/5`` on the real line (``int_0^a u^(-1/2) phi <=
2 sqrt(a)/sqrt(2 pi)``, the rest is at most ``a^(-1/2)``, a = 5/4).  The turns of h along the
pieces add up to a ball that contains exactly one multiple of 2 pi.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from constructions.interop.flint import from_fraction, round_dyadic, to_fractions
from constructions.interop.weierstrass_balls import _precision, standard
from constructions.systems import NumberError

BITS = 128
_DEGREE = 20
_RING = 1  # Cauchy's circle around the middle of a piece
_PIECES = 20_000


@dataclass(frozen=True)
class Box:
    """``left <= Re z <= right, bottom <= Im z <= top``."""

    left: Fraction
    right: Fraction
    bottom: Fraction
    top: Fraction

    def __post_init__(self) -> None:
        if not (self.left < self.right and self.bottom < self.top):
            raise ValueError("a box needs left < right and bottom < top")

    @property
    def middle(self) -> tuple[Fraction, Fraction]:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def corners(self) -> list[tuple[Fraction, Fraction]]:
        a, b, c, d = self.left, self.right, self.bottom, self.top
        return [(a, c), (b, c), (b, d), (a, d)]


def _point(x: Fraction, y: Fraction) -> Any:
    from flint import acb

    with _precision(2 * BITS):
        return acb(from_fraction(x), from_fraction(y))


@lru_cache(maxsize=1 << 12)
def _values(x: Fraction, y: Fraction) -> tuple[Any, ...]:
    """h and its derivatives at a point: the ends of a piece were the middle of another."""
    return tuple(standard(_point(x, y), BITS, _DEGREE + 1))


def _range(x: Fraction, y: Fraction, reach: Fraction, order: int = 0) -> Any:
    """A ball for ``h^(order)`` on the disc ``|z - (x + iy)| <= reach < 1``."""
    from flint import acb, arb

    values = _values(x, y)[order : _DEGREE + order + 1]
    with _precision(BITS):
        r = from_fraction(reach)
        total, power = arb(0), arb(1)
        for k, value in enumerate(values[1:], 1):
            power = power * r / k
            total += abs(value) * power
        # |h| <= most on the circle of radius 1 around the middle, so |h^(k)|/k! <= most
        most = from_fraction(Fraction(9, 5)) * ((abs(from_fraction(y)) + _RING) ** 2 / 2).exp()
        rest = arb(0)
        if order == 0:
            rest = most * r ** (_DEGREE + 1) / (1 - r)
        else:  # sum_(k > n) k r^(k-1) = ((n + 1) r^n - n r^(n+1))/(1 - r)^2
            n = _DEGREE + 1
            rest = most * ((n + 1) * r**n - n * r ** (n + 1)) / (1 - r) ** 2
        spread = (total + rest).upper()
        ball = arb(0, spread)
        return values[0] + acb(ball, ball)


def count(box: Box) -> int:
    """How many zeros of h lie inside the box, with multiplicity.

    Raises:
        NumberError: a zero is too near the boundary to be told apart from it.
    """
    from flint import arb

    corners = box.corners()
    with _precision(BITS):
        turned = arb(0)
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            turned += _turn(start, end)
        turns = turned / (2 * arb.pi())
        low, high = to_fractions(turns)
    whole = round(float((low + high) / 2))
    if not (low <= whole <= high and high - low < Fraction(1, 2)):
        raise NumberError("the argument principle gave no whole number")
    return whole


def _turn(start: tuple[Fraction, Fraction], end: tuple[Fraction, Fraction]) -> Any:
    """The change of arg h along the segment."""
    from flint import arb

    total = arb(0)
    waiting, pieces = [(start, end)], 0
    while waiting:
        (p, q), pieces = waiting.pop(), pieces + 1
        if pieces > _PIECES:
            raise NumberError("a zero is too near the boundary")
        middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
        reach = max(abs(q[0] - p[0]), abs(q[1] - p[1])) / 2
        clear = False
        if 4 * reach <= _RING:
            on = _range(*middle, reach)
            first = _values(*p)[0]
            with _precision(BITS):
                # all of h on the piece lies in the half-plane around h(p)
                clear = bool((on / first).real > 0)
                if clear:
                    total += (_values(*q)[0] / first).log().imag
        if not clear:
            waiting += [(middle, q), (p, middle)]
    return total


def guess(k: int) -> complex:
    """Near the k-th zero of the upper half-plane: ``z^2 = -log 2 + (4 k - 1) pi i``, k >= 1.

    On the ray arg z = pi/4 the two parts of h, ``z^(-1/2)`` and a multiple of ``z^(-1/2)
    exp(-z^2/2)`` of modulus sqrt(2), are of one size; this is where they cancel.
    """
    return cmath.sqrt(complex(-math.log(2), (4 * k - 1) * math.pi))


def isolate(box: Box, bits: int = 48) -> list[Box]:
    """One small box for each zero in the box, its sides at most ``2^-bits``, by size of Re z.

    Every result contains exactly one zero, a simple one, by the interval Newton method, and the
    argument principle says that there are no others in the box.

    Raises:
        NumberError: a zero is too near the boundary of the box, or is not found.
    """
    found: list[Box] = []
    reach = max(abs(float(side)) for corner in box.corners() for side in corner)
    for k in range(1, 2 + int((reach * reach * 2 + 4) / 12)):  # |z_k|^2 is above 12 k - 4
        near = guess(k)
        for start in (near, near.conjugate()):
            small = _newton(box, start, bits)
            if small and not any(_meet(small, other) for other in found):
                found.append(small)
    inside = count(box)
    if len(found) != inside:
        raise NumberError(f"{inside} zeros lie in the box and {len(found)} were isolated")
    return sorted(found, key=lambda b: (b.left, b.bottom))


def _meet(one: Box, other: Box) -> bool:
    return (
        one.left <= other.right
        and other.left <= one.right
        and one.bottom <= other.top
        and other.bottom <= one.top
    )


def _newton(box: Box, start: complex, bits: int) -> Box | None:
    """A small box around one zero, if Newton's method comes to one inside the box."""
    x, y = Fraction(start.real), Fraction(start.imag)
    for _ in range(12):
        value, slope = standard(_point(x, y), BITS, 1)
        with _precision(BITS):
            if slope.contains(0):
                return None
            step = value / slope
            dx, dy = (sum(to_fractions(part), Fraction(0)) / 2 for part in (step.real, step.imag))
        if max(abs(dx), abs(dy)) > 1:
            return None
        x, y = round_dyadic(x - dx, BITS, -1), round_dyadic(y - dy, BITS, -1)
    r = Fraction(1, 1 << (bits + 1))
    small = Box(x - r, x + r, y - r, y + r)
    inside = (
        box.left <= small.left
        and small.right <= box.right
        and box.bottom <= small.bottom
        and small.top <= box.top
    )
    return small if inside and _contracts(small) else None


def _contracts(box: Box) -> bool:
    """Whether ``m - h(m)/h'(box)`` lies inside the box: then it has one zero, a simple one."""
    (x, y), r = box.middle, (box.right - box.left) / 2
    value = standard(_point(x, y), BITS, 1)[0]
    slope = _range(x, y, 2 * r, 1)  # a disc around the square
    with _precision(BITS):
        if slope.contains(0):
            return False
        step, most = value / slope, from_fraction(r)
        return bool(abs(step.real) < most and abs(step.imag) < most)


def nearest(z: Fraction, zeros: list[Box]) -> tuple[Fraction, Fraction]:
    """Rationals around the distance from a real z to the nearest of these zeros."""
    from constructions.weierstrass_routes import root_above, root_below

    if not zeros:
        raise ValueError("the nearest of no zeros")

    def ends(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
        near = Fraction(0) if low <= 0 <= high else min(abs(low), abs(high))
        return near, max(abs(low), abs(high))

    found = []
    for box in zeros:
        a, b = ends(box.left - z, box.right - z), ends(box.bottom, box.top)
        found.append((root_below(a[0] ** 2 + b[0] ** 2, 64), root_above(a[1] ** 2 + b[1] ** 2, 64)))
    return min(low for low, _ in found), min(high for _, high in found)


def effective_radius(
    v: Fraction, sigma: Fraction, orders: list[int], bits: int = 96
) -> list[tuple[Fraction, Fraction]]:
    """``|c_n/c_0|^(-1/n)`` for the Taylor coefficients c_n of f_sigma at v, by two rationals each.

    The radius of convergence is infinite, yet up to the order n the series behaves as one with
    this radius: about v while n is well below (v/sigma)^2, and growing like ``sigma sqrt(n/e)``.

    Raises:
        NumberError: |v|/sigma above 300, or c_n may be 0.
        ValueError: an order below 1, or sigma <= 0.
    """
    if sigma <= 0:
        raise ValueError("the width sigma of the Gaussian is > 0")
    if not orders or min(orders) < 1:
        raise ValueError("an effective radius belongs to an order >= 1")
    z, most = Fraction(v) / Fraction(sigma), max(orders)
    values = standard(z, bits + 4 * most, most)
    found = []
    with _precision(bits + 4 * most):
        from flint import arb

        for n in orders:
            ratio = abs(values[0] / values[n] * arb(n).fac())
            if not ratio > 0 or not ratio.is_finite():
                raise NumberError(f"the coefficient of order {n} may be 0")
            low, high = to_fractions((ratio.log() / n).exp() * from_fraction(Fraction(sigma)))
            found.append((round_dyadic(low, 64, -1), round_dyadic(high, 64, 1)))
    return found
