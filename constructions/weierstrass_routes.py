"""Routes 1 and 3 to the smoothed scale factor as polynomials, each with a rigorous error.

Everything is rational: a value that is irrational is given by two rationals around it.  Route 2
(randomised smoothing) needs enclosures and stands in
:mod:`constructions.interop.weierstrass_smoothing`.

Route 1 is the Maclaurin polynomial of ``h(z) = sqrt(sigma) f_sigma(sigma z)``, route 3 the
iterate ``y <- y (3 - v y^2)/2`` towards ``1/sqrt(v)`` from a constant or a linear initial guess.

Source: Ghosts of Softmax, Appendix 3, "three practical paths".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Literal

Poly = list[Fraction]

#: h(0) = 2^(-3/4) Gamma(1/4)/sqrt(2 pi) and h'(0) = 2^(-1/4) Gamma(3/4)/sqrt(2 pi), from below.
H_ZERO = Fraction(860039987324519535376203624466, 10**30)
H_SLOPE = Fraction(411089479331229276168302385302, 10**30)
ULP = Fraction(1, 10**30)  # and one more of these is above

_BITS = 128
_MOST = 4_000  # the longest Maclaurin polynomial


def above(q: Fraction, bits: int = _BITS) -> Fraction:
    """A short rational >= q > 0, relative distance at most ``2^(1 - bits)``."""
    return -below(-q, bits)


def below(q: Fraction, bits: int = _BITS) -> Fraction:
    """A short rational <= q, relative distance at most ``2^(1 - bits)``."""
    if q == 0:
        return q
    shift = bits - abs(q.numerator).bit_length() + q.denominator.bit_length()
    scaled = q * (1 << shift) if shift >= 0 else q / (1 << -shift)
    whole = scaled.__floor__()
    return Fraction(whole, 1 << shift) if shift >= 0 else Fraction(whole << -shift)


def root_below(q: Fraction, bits: int = _BITS) -> Fraction:
    """A rational <= sqrt(q), q >= 0, relative distance about ``2^-bits``."""
    if q < 0:
        raise ValueError("the square root of a negative number")
    if q == 0:
        return q
    shift = max(0, bits - (q.numerator.bit_length() - q.denominator.bit_length()) // 2)
    return Fraction(isqrt((q.numerator << (2 * shift)) // q.denominator), 1 << shift)


def root_above(q: Fraction, bits: int = _BITS) -> Fraction:
    """A rational >= sqrt(q), q >= 0, relative distance about ``2^-bits``."""
    low = root_below(q, bits)
    if low * low == q:
        return low
    shift = max(0, bits - (q.numerator.bit_length() - q.denominator.bit_length()) // 2)
    return low + Fraction(1, 1 << shift)


# --- route 1: the Maclaurin series ----------------------------------------------------------------


def maclaurin_remainder(order: int, reach: Fraction) -> Fraction:
    """A bound of ``|h(z) - sum_(k <= order) c_k z^k|`` for all complex ``|z| <= reach``.

    It is ``sum_(k > order) |c_k| reach^k``: the terms are added up until two of them in a row
    are negligible and decrease by more than half.  ``|c_(k+2)/c_k| = (k + 1/2)/((k + 1)(k + 2))``
    does not increase with k, so that the rest is a geometric series.  Holds for every reach.

    Raises:
        ValueError: order < 0, reach < 0, or more than 4,000 terms are needed (reach above 40).
    """
    return _majorant(order + 1, reach, "the order of a Maclaurin polynomial is at least 0")


def maclaurin_majorant(reach: Fraction) -> Fraction:
    """A bound of ``H(reach) = sum_k |c_k| reach^k``, about ``exp(reach^2/2)``.

    ``H(|z|)/|h(z)|`` is what evaluating the series at z does to relative errors.
    """
    return _majorant(0, reach, "")


def _majorant(start: int, reach: Fraction, negative: str) -> Fraction:
    if start < 1 and negative:
        raise ValueError(negative)
    if reach < 0:
        raise ValueError("a series is bounded on |z| <= reach with reach >= 0")
    terms = (H_ZERO + ULP, (H_SLOPE + ULP) * reach)
    square, total = reach * reach, Fraction(0)
    for k in range(_MOST):
        # terms are those of z^k and z^(k+1)
        factor = square * Fraction(2 * k + 1, 2 * (k + 1) * (k + 2))
        if k >= start:
            small = (terms[0] + terms[1]) * (1 << _BITS) <= total
            if factor <= Fraction(1, 2) and small:
                return above(total + (terms[0] + terms[1]) / (1 - factor))
            total += terms[0]
        terms = (terms[1], above(terms[0] * factor) if factor else Fraction(0))
    raise ValueError(f"a Maclaurin polynomial has at most {_MOST} terms")


def maclaurin_order(reach: Fraction, error: Fraction) -> int:
    """The smallest order whose :func:`maclaurin_remainder` on ``|z| <= reach`` is <= error.

    Raises:
        ValueError: error <= 0, or no order below 4,000 is enough.
    """
    if error <= 0:
        raise ValueError("an error bound is > 0")
    low, high = -1, 1
    while maclaurin_remainder(high, reach) > error:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if maclaurin_remainder(middle, reach) <= error:
            high = middle
        else:
            low = middle
    return high


def maclaurin_error(v: Fraction, sigma: Fraction, order: int) -> Fraction:
    """A bound of ``|f_sigma - its Maclaurin polynomial|`` at v, ``sigma^(-1/2)`` times that for h.

    Raises:
        ValueError: sigma <= 0, order < 0, or |v|/sigma is above about 40.
    """
    if sigma <= 0:
        raise ValueError("the width sigma of the Gaussian is > 0")
    return above(maclaurin_remainder(order, abs(v) / sigma) * root_above(1 / sigma))


def maclaurin_rounding(order: int, reach: Fraction, unit: Fraction) -> Fraction:
    """A bound of what rounding does to Horner's rule, ``|z| <= reach``, z exact.

    ``gamma_(2n+1) H(reach)`` with ``gamma_k = k u/(1 - k u)``, u the unit roundoff (2^-24 in
    float32): 2n roundings of the rule and one of each coefficient, without under- or overflow
    (Higham, Accuracy and Stability, section 5.1).  Reached up to a small factor for z < 0.

    Raises:
        ValueError: (2n + 1) u >= 1.
    """
    count = (2 * order + 1) * unit
    if not 0 < count < 1:
        raise ValueError("Horner's rule is bounded for (2n + 1) u between 0 and 1")
    return above(count / (1 - count) * maclaurin_majorant(reach))


# --- route 3: iterations --------------------------------------------------------------------------


def newton_polynomial(initial: Sequence[Fraction], steps: int) -> Poly:
    """Coefficients in v, constant term first, of the iterate of degree ``(3^N - 1)/2 + 3^N deg``.

    ``initial`` is the guess as a polynomial in v.

    Raises:
        ValueError: steps < 0, no coefficient, or a degree above 400.
    """
    if steps < 0 or not initial:
        raise ValueError("an iterate needs an initial polynomial and a number of steps >= 0")
    y = list(initial)
    for _ in range(steps):
        if 3 * len(y) > 400:
            raise ValueError("an iterate is written out up to degree 400")
        cube = _times(y, _times(y, y))
        three = [3 * c for c in y] + [Fraction(0)] * (len(cube) + 1 - len(y))
        y = [(p - q) / 2 for p, q in zip(three, [Fraction(0), *cube], strict=True)]
    return y


def _times(a: Poly, b: Poly) -> Poly:
    found = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, p in enumerate(a):
        for j, q in enumerate(b):
            found[i + j] += p * q
    return found


def step(w: Fraction) -> Fraction:
    """``w = v y^2`` after a step: ``w (3 - w)^2/4``.  It is 1 at 1, and 0 at 0 and 3."""
    return w * (3 - w) * (3 - w) / 4


Fate = Literal["1/sqrt(v)", "-1/sqrt(v)", "zero", "two-cycle", "infinite"]


def newton_fate(v: Fraction, y: Fraction) -> tuple[Fate, int]:
    """Where ``y <- y (3 - v y^2)/2`` goes for v > 0, and after how many steps that is decided.

    With ``w = v y^2``: 0 < w < 3 goes to the root with y's sign, w = 3 to 0 in one step, w = 5
    changes its sign for ever, w > 5 goes to infinity; in 3 < w < 5 a step changes the sign and
    ``w <- w (3 - w)^2/4`` decides.  5 repels (the slope there is 6), so every rational w in
    (3, 5) leaves it; none meets 3 again, since w^3 - 6 w^2 + 9 w = 12 has no rational root.

    Raises:
        ValueError: v <= 0.
    """
    if v <= 0:
        raise ValueError("1/sqrt(v) is a number for v > 0")
    w = v * y * y
    if w in (0, 3):
        return "zero", int(w == 3)
    if w == 5:
        return "two-cycle", 0
    bits = _BITS
    while (decided := _fate(w, y > 0, bits)) is None:
        bits *= 2
    return decided


def _fate(w: Fraction, positive: bool, bits: int) -> tuple[Fate, int] | None:
    """The fate of a w that never meets 3 or 5, or None where these bits do not tell."""
    low = high = w
    taken = 0
    while low > 3 and high < 5:  # where a step is increasing in w
        low, high = below(step(low), bits), above(step(high), bits)
        positive, taken = not positive, taken + 1
    if low > 5:
        return "infinite", taken
    if high < 3:
        return ("1/sqrt(v)" if positive else "-1/sqrt(v)"), taken
    return None


@dataclass(frozen=True)
class Reach:
    """An interval known by enclosures of its ends: ``low[0] <= its low end <= low[1]``, ..."""

    low: tuple[Fraction, Fraction]
    high: tuple[Fraction, Fraction]

    def __post_init__(self) -> None:
        if not self.low[0] <= self.low[1] <= self.high[0] <= self.high[1]:
            raise ValueError("an interval needs its low end below its high end")

    @property
    def inside(self) -> tuple[Fraction, Fraction]:
        """An interval that lies in this one, with rational ends."""
        return self.low[1], self.high[0]

    def __rmul__(self, factor: Fraction) -> Reach:
        a, b = self.low, self.high
        return Reach((factor * a[0], factor * a[1]), (factor * b[0], factor * b[1]))


def newton_reach(steps: int, accuracy: Fraction, bits: int = 64) -> Reach:
    """Where in ``w = v y0^2`` the iterate has ``|1 - y_N sqrt(v)| <= accuracy``, N >= 1.

    It is the interval around w = 1: T(w) = w (3 - w)^2/4 increases to T(1) = 1 and then decreases
    to T(3) = 0, so ``T^N(w) >= (1 - accuracy)^2`` is inverted step by step.  For a constant guess c
    this is v from ``low/c^2`` to ``high/c^2``.  (Near w = 5 there are further slivers.)  The
    enclosures are about ``2^-bits`` wide, however fine the accuracy.

    Raises:
        ValueError: steps < 1 or accuracy not in (0, 1).
    """
    if steps < 1 or not 0 < accuracy < 1:
        raise ValueError("a reach needs at least one step and an accuracy between 0 and 1")
    target = ((1 - accuracy) ** 2,) * 2
    # T is flat at 1: where 1 - T(w) is about the accuracy, w is known to half of its digits less
    bits += accuracy.denominator.bit_length() - accuracy.numerator.bit_length() + 2
    for _ in range(steps - 1):
        target = _rising(target, bits)
    return Reach(_rising(target, bits), _falling(target, bits))


def _rising(target: tuple[Fraction, Fraction], bits: int) -> tuple[Fraction, Fraction]:
    """An enclosure of the w in (0, 1) with T(w) in the target."""
    return _cut(target[0], bits, False)[0], _cut(target[1], bits, False)[1]


def _falling(target: tuple[Fraction, Fraction], bits: int) -> tuple[Fraction, Fraction]:
    """An enclosure of the w in (1, 3) with T(w) in the target."""
    return _cut(target[1], bits, True)[0], _cut(target[0], bits, True)[1]


def _cut(value: Fraction, bits: int, falling: bool) -> tuple[Fraction, Fraction]:
    """``T(w) = value`` between the two results, to ``bits`` bits, 0 < value < 1."""
    low, high = (Fraction(1), Fraction(3)) if falling else (Fraction(0), Fraction(1))
    while (high - low) * (1 << bits) > (high if not falling else 1):
        middle = (low + high) / 2
        if (step(middle) <= value) is not falling:
            low = middle
        else:
            high = middle
    return low, high


def newton_constant(low: Fraction, high: Fraction) -> Fraction:
    """The constant guess whose errors at both ends of [low, high] agree after a step, rounded.

    ``c^2 (low + sqrt(low high) + high) = 3``: then ``R(c sqrt(low)) = R(c sqrt(high))`` for
    ``R(r) = r (3 - r^2)/2``.

    Raises:
        ValueError: not 0 < low <= high.
    """
    if not 0 < low <= high:
        raise ValueError("an interval of v needs 0 < low <= high")
    return root_below(3 / (low + root_below(low * high, 64) + high), 24)


def newton_line(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """A linear guess ``a + b v`` on [low, high], balanced: ``y sqrt(v)`` is 1 - d, 1 + d, 1 - d.

    With s = sqrt(v) it is ``-b (q s - s^3)``, ``q = low + sqrt(low high) + high``, equal at the
    ends, and largest at ``s^2 = q/3``.  Rounded to rationals; :func:`newton_error` is exact for
    what comes out.

    Raises:
        ValueError: not 0 < low < high.
    """
    if not 0 < low < high:
        raise ValueError("an interval of v needs 0 < low < high")
    root = root_below(low * high, 64)
    q, s = low + root + high, root_below(low, 64)
    ends, middle = s * (root + high), 2 * q / 3 * root_below(q / 3, 64)
    b = below(2 / (ends + middle), 24)
    return below(b * q, 24), -b


def newton_range(
    initial: Sequence[Fraction], low: Fraction, high: Fraction
) -> tuple[Fraction, Fraction]:
    """The exact range of ``w = v y0(v)^2`` on [low, high] for a positive guess of degree <= 1.

    Raises:
        ValueError: not 0 < low <= high, the degree is above 1, or the guess is not positive.
    """
    if not 0 < low <= high or not 1 <= len(initial) <= 2:
        raise ValueError("a range needs 0 < low <= high and a guess of degree 0 or 1")
    a, b = initial[0], initial[1] if len(initial) == 2 else Fraction(0)
    if a + b * low <= 0 or a + b * high <= 0:
        raise ValueError("the initial guess is positive on the whole interval")
    points = [low, high]
    # the derivative of v (a + b v)^2 is (a + b v)(a + 3 b v)
    if b and low < -a / (3 * b) < high:
        points.append(-a / (3 * b))
    values = [v * (a + b * v) ** 2 for v in points]
    return min(values), max(values)


def newton_error(
    initial: Sequence[Fraction], low: Fraction, high: Fraction, steps: int, bits: int = _BITS
) -> Fraction:
    """A bound of ``|1 - y_N(v) sqrt(v)|`` on [low, high], N >= 1, above the supremum by rounding.

    Rounding adds up to about ``2^(2 - bits)`` for each step.

    Raises:
        ValueError: as :func:`newton_range`; steps < 1; or v y0^2 reaches 3 in the interval, so that
            the iteration does not converge everywhere in it.
    """
    if steps < 1:
        raise ValueError("an error bound needs at least one step")
    w = newton_range(initial, low, high)
    if w[1] >= 3:
        raise ValueError("the iteration converges for v y0^2 < 3")
    least = min(step(w[0]), step(w[1]))
    for _ in range(steps - 1):
        least = below(step(least), bits)
    return above(1 - root_below(least, bits), bits)


def newton_steps(
    initial: Sequence[Fraction], low: Fraction, high: Fraction, accuracy: Fraction
) -> int:
    """The smallest N >= 1 with :func:`newton_error` <= accuracy (raises as it does).

    It is computed with 64 bits more than the accuracy has, so that rounding does not decide.
    """
    if not 0 < accuracy < 1:
        raise ValueError("an accuracy lies between 0 and 1")
    bits = max(_BITS, accuracy.denominator.bit_length() - accuracy.numerator.bit_length() + 64)
    steps = 1
    while newton_error(initial, low, high, steps, bits) > accuracy:
        steps += 1
    return steps


def newton_widest(
    steps: int, accuracy: Fraction, linear: bool, bits: int = 12
) -> tuple[list[Fraction], Fraction]:
    """A guess and a ratio q: ``|1 - y_N sqrt(v)| <= accuracy`` for all v in [1, q], verified.

    The guess is :func:`newton_line` or :func:`newton_constant` for [1, q]; q is the largest for
    which it is enough, up to ``2^-bits`` relative.  For v in [l, q l] scale: ``y/sqrt(l)`` at v/l.

    Raises:
        ValueError: steps < 1 or accuracy not in (0, 1).
    """
    if steps < 1 or not 0 < accuracy < 1:
        raise ValueError("a width needs at least one step and an accuracy between 0 and 1")

    def guess(q: Fraction) -> list[Fraction]:
        one = Fraction(1)
        return list(newton_line(one, q)) if linear else [newton_constant(one, q)]

    def enough(q: Fraction) -> bool:
        try:
            return newton_error(guess(q), Fraction(1), q, steps) <= accuracy
        except ValueError:  # the guess is not positive, or in the basin, on all of [1, q]
            return False

    low, high = 1 + accuracy / 4, Fraction(2)
    while enough(high):
        low, high = high, 2 * high
    while (high - low) * (1 << bits) > low:
        middle = (low + high) / 2
        low, high = (middle, high) if enough(middle) else (low, middle)
    if not enough(low):
        raise ValueError("the accuracy is too fine for a guess with short coefficients")
    return guess(low), low
