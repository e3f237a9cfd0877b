"""Closed intervals with rational ends, and enclosures of the elementary functions.

``bits`` = 0 is exact arithmetic (elementary functions then have a few bits where they are not
exact); otherwise an end whose denominator has more than ``bits`` bits is rounded outward to a
multiple of 2**-bits.  Every series is cut where its last term bounds the remainder.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from proofs.kernel.errors import Decline, Reject, spend, weigh

Interval = tuple[Fraction, Fraction]
Enclosure = Callable[[Interval, int], Interval]
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
UNIT: Interval = (-ONE, ONE)
MAX_ARGUMENT, MAX_BITS, GUARD = 1_000, 65_536, 16


def point(q: Fraction | int) -> Interval:
    return Fraction(q), Fraction(q)


def outward(lo: Fraction, hi: Fraction, bits: int) -> Interval:
    lo, hi = weigh(lo, MAX_BITS), weigh(hi, MAX_BITS)
    if bits and lo.denominator.bit_length() > bits:
        lo = Fraction((lo.numerator << bits) // lo.denominator, 1 << bits)
    if bits and hi.denominator.bit_length() > bits:
        hi = Fraction(-((-hi.numerator << bits) // hi.denominator), 1 << bits)
    return lo, hi


def add(a: Interval, b: Interval, bits: int = 0) -> Interval:
    return outward(a[0] + b[0], a[1] + b[1], bits)


def neg(a: Interval) -> Interval:
    return -a[1], -a[0]


def mul(a: Interval, b: Interval, bits: int = 0) -> Interval:
    (p, q), (r, s) = a, b
    if r.numerator < 0 < s.numerator:
        return outward(min(p * s, q * r), max(p * r, q * s), bits)
    if r.numerator < 0:  # then [r, s] <= 0
        p, q, r, s = -q, -p, -s, -r
    return outward(p * (r if p.numerator > 0 else s), q * (s if q.numerator > 0 else r), bits)


def inverse(a: Interval, bits: int = 0) -> Interval:
    if a[0] <= 0 <= a[1]:
        raise Reject("division-by-zero", "a denominator may vanish")
    return outward(1 / a[1], 1 / a[0], bits)


def hull(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


def meet(a: Interval, b: Interval) -> Interval:
    lo, hi = max(a[0], b[0]), min(a[1], b[1])
    if lo > hi:
        raise Reject("empty-enclosure", "two enclosures of one value do not meet")
    return lo, hi


def sqrt(a: Interval, bits: int) -> Interval:
    if a[0] < 0:
        raise Reject("root-of-negative")
    return _root(a[0], bits)[0], _root(a[1], bits)[1]


def _root(q: Fraction, bits: int) -> Interval:
    n, d = isqrt(q.numerator), isqrt(q.denominator)
    if n * n == q.numerator and d * d == q.denominator:
        return point(Fraction(n, d))
    scaled = isqrt((q.numerator << 2 * bits) // q.denominator)
    return Fraction(scaled, 1 << bits), Fraction(scaled + 1, 1 << bits)


def _series(first: Fraction, ratio: Callable[[int], tuple[int, int]], bits: int) -> Interval:
    """first * (1 + ratio(1) * (1 + ratio(2) * ...)), |ratio| <= 1/4, in multiples of 2**-bits.

    A ratio is its numerator and denominator.  What follows a term is smaller than the term.
    """
    top, bottom = first.as_integer_ratio()
    low, high = (top << bits) // bottom, -((-top << bits) // bottom)
    least, most, k = low, high, 0
    while True:
        k += 1
        spend(14)
        top, bottom = ratio(k)
        ends = low * top, high * top
        low, high = min(ends) // bottom, -(-max(ends) // bottom)
        least, most, size = least + low, most + high, max(-low, high)
        if size <= 1:
            return Fraction(least - size, 1 << bits), Fraction(most + size, 1 << bits)


def _halved(q: Fraction, limit: int) -> tuple[Fraction, int]:
    """q / 2**h, of size at most 2**-limit, and h."""
    bits = q.numerator.bit_length() - q.denominator.bit_length()  # |q| < 2**(bits + 1)
    halvings = max(0, bits + 1 + limit)
    return q / 2**halvings, halvings


def _exp(q: Fraction, bits: int) -> Interval:
    q, halvings = _halved(q, 2)
    work = bits + GUARD + 2 * halvings
    value = _series(ONE, lambda k: (q.numerator, q.denominator * k), work)
    for _ in range(halvings):
        value = mul(value, value, work)
    return value


def _sin_cos(q: Fraction, bits: int) -> tuple[Interval, Interval]:
    q, halvings = _halved(q, 1)
    work, (top, bottom) = bits + GUARD + 2 * halvings, (-q * q).as_integer_ratio()
    sine = _series(q, lambda k: (top, bottom * 2 * k * (2 * k + 1)), work)
    cosine = _series(ONE, lambda k: (top, bottom * (2 * k - 1) * 2 * k), work)
    for _ in range(halvings):
        both, own = mul(sine, cosine, work), mul(sine, sine, work)
        sine, cosine = mul(point(2), both, work), add(point(1), mul(point(-2), own, work), work)
    return meet(sine, UNIT), meet(cosine, UNIT)


def _odd(z: Fraction, sign: int, bits: int) -> Interval:
    """z + sign z^3/3 + z^5/5 + sign z^7/7 + ...: artanh z (sign 1) or arctan z (sign -1)."""
    top, bottom = (sign * z * z).as_integer_ratio()
    return _series(z, lambda j: (top * (2 * j - 1), bottom * (2 * j + 1)), bits)


def _log(q: Fraction, bits: int) -> Interval:
    """log q = 2 artanh((m-1)/(m+1)) + k log 2 with q = m 2**k and 1/2 < m < 2."""
    if q <= 0:
        raise Reject("log-of-nonpositive")
    work, k = bits + GUARD, q.numerator.bit_length() - q.denominator.bit_length()
    q /= Fraction(2) ** k
    rest = _odd((q - 1) / (q + 1), 1, work)
    two = _odd(Fraction(1, 3), 1, work) if k else point(0)
    return add(mul(point(2), rest, work), mul(point(2 * k), two, work), work)


def _atan(q: Fraction, bits: int) -> Interval:
    work = bits + GUARD
    if q < 0:
        return neg(_atan(-q, bits))
    if q > 1:
        return add(mul(point(HALF), pi(work)), neg(_atan(1 / q, work)), work)
    if q > Fraction(2, 5):
        return add(_odd(HALF, -1, work), _odd((2 * q - 1) / (2 + q), -1, work), work)
    return _odd(q, -1, work)


def pi(bits: int) -> Interval:
    """16 arctan(1/5) - 4 arctan(1/239)."""
    work = bits + GUARD
    first, second = (_odd(Fraction(1, n), -1, work) for n in (5, 239))
    return add(mul(point(16), first), mul(point(-4), second), work)


def _tanh(q: Fraction, bits: int) -> Interval:
    part = mul(point(-2), inverse(add(_exp(2 * q, bits), point(1)), bits + GUARD))
    return meet(add(point(1), part, bits + GUARD), UNIT)


def _increasing(f: Callable[[Fraction, int], Interval]) -> Enclosure:
    """An increasing function by its values at the ends."""

    def enclosure(a: Interval, bits: int) -> Interval:
        return outward(f(_moderate(a[0]), bits)[0], f(_moderate(a[1]), bits)[1], bits)

    return enclosure


def _wave(index: int) -> Enclosure:
    """A function of slope at most 1 and size at most 1: its value in the middle, widened."""

    def enclosure(a: Interval, bits: int) -> Interval:
        middle, radius = (a[0] + a[1]) / 2, (a[1] - a[0]) / 2
        value = _sin_cos(_moderate(middle), bits)[index]
        return meet(outward(value[0] - radius, value[1] + radius, bits), UNIT)

    return enclosure


def _moderate(q: Fraction) -> Fraction:
    if abs(q) > MAX_ARGUMENT or q.denominator.bit_length() > 4096:
        raise Decline("argument-size")
    return q


exp, log, atan, tanh = map(_increasing, (_exp, _log, _atan, _tanh))
sin, cos = _wave(0), _wave(1)
ELEMENTARY: dict[str, Enclosure] = {"inverse": inverse, "sqrt": sqrt, "exp": exp, "log": log}
ELEMENTARY |= {"sin": sin, "cos": cos, "tanh": tanh, "atan": atan}
