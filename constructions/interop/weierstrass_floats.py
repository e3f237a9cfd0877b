"""The routes in native bfloat16, float16 and float32, over all representable inputs.

Every operation is rounded to the format, to nearest, ties to even.  For bfloat16 and float16 it is
done in float32 and rounded once more, which gives the same: float32 has at least twice the digits
and two more (Figueroa 1995).  Only bfloat16's subnormal products may differ, in their last place.
Whether a result y for v is accurate is decided from ``w = v y^2``, ``(1 - tau)^2 <= w <= (1 +
tau)^2``, in float64: exactly for the two 16-bit formats and tau a power of two, for float32 up to
2^-52.

Source: Ghosts of Softmax, Appendix 3: "With N = 3-4 steps, accuracy is sufficient for FP16/BF16".
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, get_args

import numpy as np

Name = Literal["bf16", "fp16", "fp32"]
Method = Literal["newton", "goldschmidt", "coupled"]
CHUNK = 1 << 20


@dataclass(frozen=True)
class Format:
    """A binary floating-point format: ``digits`` significant bits, unit roundoff ``2^-digits``."""

    name: Name
    digits: int
    finite: int  # how many positive finite numbers there are: bit patterns 1 ... finite

    @property
    def unit(self) -> Fraction:
        return Fraction(1, 1 << self.digits)

    def values(self, patterns: Any) -> Any:
        """The positive numbers with these bit patterns."""
        bits = np.asarray(patterns, dtype=np.uint32)
        if self.name == "fp16":
            return bits.astype(np.uint16).view(np.float16)
        return (bits << (16 if self.name == "bf16" else 0)).astype(np.uint32).view(np.float32)

    def pattern(self, value: float) -> int:
        """The bit pattern of the nearest number."""
        rounded = np.asarray(self.round(np.asarray(value, dtype=np.float32)))
        if self.name == "fp16":
            return int(rounded.astype(np.float16).view(np.uint16))
        return int(rounded.view(np.uint32)) >> (16 if self.name == "bf16" else 0)

    def round(self, x: Any) -> Any:
        """To the format's numbers: bfloat16 stays in float32 arrays."""
        if self.name == "fp16":
            with np.errstate(over="ignore", invalid="ignore"):
                return np.asarray(x).astype(np.float16)
        x = np.asarray(x, dtype=np.float32)
        if self.name == "fp32":
            return x
        bits = x.view(np.uint32)
        raised = bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
        kept = np.where(np.isnan(x), bits | np.uint32(0x10000), raised) & np.uint32(0xFFFF0000)
        return kept.astype(np.uint32).view(np.float32)


FORMATS: dict[str, Format] = {
    "bf16": Format("bf16", 8, 0x7F7F),
    "fp16": Format("fp16", 11, 0x7BFF),
    "fp32": Format("fp32", 24, 0x7F7FFFFF),
}


def iterate(form: Format, v: Any, initial: Sequence[float], steps: int, method: Method) -> Any:
    """``y_N`` natively from ``y_0 = initial[0] + initial[1] v``, in the order that is printed.

    Newton: ``(y (3 - v (y y)))/2``.  Goldschmidt: ``b = v (y y)``, then ``q = (3 - b)/2, b <- b (q
    q), y <- y q``.  Its coupled form: ``x = v y, h = y/2``, then ``r = 1/2 - x h, x <- x + x r, h
    <- h + h r``, and ``y = 2 h``.  Every product and every sum is rounded (no fused operations).
    """
    r, kind = form.round, v.dtype
    with np.errstate(all="ignore"):
        three, half = kind.type(3), kind.type(0.5)
        guess = [r(np.asarray(c, dtype=np.float32)).astype(kind) for c in initial]
        y = np.full_like(v, guess[0])
        if len(guess) > 1:
            y = r(y + r(guess[1] * v))
        if method == "newton":
            for _ in range(steps):
                y = r(r(y * r(three - r(v * r(y * y)))) * half)
            return y
        if method == "coupled":
            x, h = r(v * y), r(y * half)
            for _ in range(steps):
                rest = r(half - r(x * h))
                x, h = r(x + r(x * rest)), r(h + r(h * rest))
            return r(h + h)
        b = r(v * r(y * y))
        for _ in range(steps):
            q = r(r(three - b) * half)
            b, y = r(b * r(q * q)), r(y * q)
        return y


@dataclass(frozen=True)
class Census:
    """What became of all inputs of a range: how many are accurate, not finite, finite and <= 0.

    ``interval`` is the largest run of consecutive numbers around ``1/y0^2`` (around the middle of
    the range, for a linear guess) that are all accurate, ``None`` where that number itself is not;
    ``worst`` is the largest relative error in it.
    """

    format: Name
    method: Method
    steps: int
    accuracy: Fraction
    inputs: int
    accurate: int
    not_finite: int
    not_positive: int
    interval: tuple[float, float] | None
    worst: float


def census(
    name: Name,
    initial: Sequence[float],
    steps: int,
    accuracy: Fraction,
    method: Method = "newton",
    low: float | None = None,
    high: float | None = None,
    stride: int = 1,
) -> Census:
    """Every representable v with ``low <= v <= high`` (all positive finite ones by default).

    ``stride`` takes every so many of them: a sample, where all are too many; then the ends of the
    interval are the first and the last of a run of consecutive samples, ``worst`` is over these,
    and between them not every input was tried.

    Raises:
        ValueError: an unknown format or method, no initial guess, one that is 0 or not finite,
            steps < 0, accuracy not in (0, 1), or no range 0 < low <= high of the format.
    """
    if name not in FORMATS:
        raise ValueError(f"a format is one of {', '.join(FORMATS)}")
    if method not in get_args(Method):
        raise ValueError(f"a method is one of {', '.join(get_args(Method))}")
    if not 1 <= len(initial) <= 2 or steps < 0 or not 0 < accuracy < 1 or stride < 1:
        raise ValueError("a census needs a guess of degree <= 1, steps >= 0, accuracy in (0, 1)")
    if not any(initial) or not all(math.isfinite(c) for c in initial):
        raise ValueError("an initial guess is finite and not 0")
    form = FORMATS[name]
    first, last = _ends(form, low, high)
    home = _home(form, float(initial[0])) if len(initial) == 1 else (first + last) // 2
    home = min(max(home, first), last)
    home -= (home - first) % stride  # one of those that are looked at
    totals = np.zeros(4, dtype=np.int64)
    # the run around home: its ends so far, as patterns, both of them looked at
    start, end = first, last - (last - first) % stride + 1
    for patterns, error, sign in _chunks(form, initial, steps, method, first, last, stride):
        tau = float(accuracy)
        good = (error >= (1 - tau) ** 2) & (error <= (1 + tau) ** 2) & (sign > 0)
        finite = np.isfinite(sign)
        totals += [len(good), good.sum(), (~finite).sum(), (finite & (sign <= 0)).sum()]
        bad = patterns[~good]
        if (bad == home).any():
            start = end = home  # an empty run, which nothing below changes
        below, over = bad[bad <= home], bad[bad > home]
        start = max(start, int(below[-1]) + stride) if len(below) else start
        end = min(end, int(over[0]) - stride + 1) if len(over) else end
    inputs, accurate, infinite, negative = (int(n) for n in totals)
    if start >= end:
        return Census(
            name, method, steps, accuracy, inputs, accurate, infinite, negative, None, 0.0
        )
    worst = 0.0
    for _, error, _ in _chunks(form, initial, steps, method, start, end - 1, stride):
        worst = max(worst, float(np.abs(np.sqrt(error) - 1).max()))
    ends = form.values([start, end - 1])
    interval = (float(ends[0]), float(ends[1]))
    return Census(
        name, method, steps, accuracy, inputs, accurate, infinite, negative, interval, worst
    )


def _ends(form: Format, low: float | None, high: float | None) -> tuple[int, int]:
    """The range as bit patterns of positive finite numbers."""
    if any(end is not None and not 0 < end < math.inf for end in (low, high)):
        raise ValueError("a census goes from low > 0 to a finite high")
    if low is not None and high is not None and low > high:
        raise ValueError("a census goes from low to high, low <= high")
    most = float(form.values([form.finite])[0])
    first = 1 if low is None else max(1, form.pattern(min(low, most)))
    last = form.finite if high is None else form.pattern(min(high, most))
    if first > last or (low is not None and low > most):
        raise ValueError(f"{form.name} has no numbers from low to high")
    return first, last


def _home(form: Format, guess: float) -> int:
    """The bit pattern next to ``1/guess^2``, or the last finite one where that is larger."""
    most = float(form.values([form.finite])[0])
    square = guess * guess
    return form.pattern(1 / square) if square * most > 1 else form.finite


def _chunks(
    form: Format,
    initial: Sequence[float],
    steps: int,
    method: Method,
    first: int,
    last: int,
    stride: int,
) -> Iterator[tuple[Any, Any, Any]]:
    """Bit patterns, ``v y^2`` in float64, and y, a million at a time."""
    for begin in range(first, last + 1, CHUNK * stride):
        patterns = np.arange(begin, min(begin + CHUNK * stride, last + 1), stride, dtype=np.int64)
        v = form.values(patterns)
        y = iterate(form, v, initial, steps, method)
        with np.errstate(all="ignore"):
            wide = y.astype(np.float64)
            yield patterns, v.astype(np.float64) * wide * wide, wide


def maclaurin_reach(
    name: Name, order: int, accuracy: float, side: int = 1, stride: int | None = None
) -> float:
    """The largest x for which Horner's rule is accurate at all representable z from 0 to side x.

    The Maclaurin polynomial of h with rounded coefficients, in native arithmetic, against h in
    float64 (a few units in the last place of that), for 0 < side z <= 32.  side is 1 or -1.  Every
    z of bfloat16 and float16 is tried.  Of float32's, which are 1.1e9, every ``stride``-th is (one
    in 16,896 by default): then no z that was tried up to the result fails, others may; stride 1
    tries all and takes the better part of an hour.

    Raises:
        ValueError: an unknown format, order < 0, a side that is not 1 or -1, or stride < 1.
    """
    from constructions.interop.weierstrass_arrays import evaluate, numpy_arrays
    from constructions.weierstrass import maclaurin
    from constructions.weierstrass_routes import H_SLOPE, H_ZERO

    if name not in FORMATS or side not in (1, -1):
        raise ValueError(f"a format is one of {', '.join(FORMATS)}, a side 1 or -1")
    form = FORMATS[name]
    last = form.pattern(32.0)
    stride = max(1, last >> 16) if stride is None else stride
    if stride < 1:
        raise ValueError("a stride is at least 1")
    even, odd = maclaurin(order)
    coefficients = [float(H_ZERO * a + H_SLOPE * b) for a, b in zip(even, odd, strict=True)]
    reached = 0.0
    for begin in range(1, last + 1, CHUNK * stride):
        z = form.values(np.arange(begin, min(begin + CHUNK * stride, last + 1), stride))
        kind, signed = z.dtype, z * z.dtype.type(side)
        with np.errstate(all="ignore"):
            rounded = [form.round(np.float32(c)).astype(kind) for c in coefficients]
            value = np.full_like(signed, rounded[-1])
            for c in reversed(rounded[:-1]):
                value = form.round(form.round(value * signed) + c)
            true = evaluate(numpy_arrays(), signed.astype(np.float64), 1.0)
            wrong = ~(np.abs(value.astype(np.float64) - true) <= accuracy * true)
        if wrong.any():
            at = int(np.argmax(wrong))
            return float(z[at - 1]) if at else reached
        reached = float(z[-1])
    return reached
