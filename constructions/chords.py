"""Piecewise linear functions near a function of one variable, with a certified error.

On a cell [s, t] the chord q of h is off by q - h = h''(z) (x - s)(t - x)/2 at some z of the cell,
so that it lies between min(h'', 0) and max(h'', 0) times (t - s)^2/8; balls enclose h'' there.
Where h has no second derivative, values of q and of h lie in one enclosure of h on the cell.  Where
h is convex, or concave, q is moved by half of its error, and costs 1/sqrt(2) of the cells.

Knots are short numbers, cells as long as the tolerance allows.  Values at the knots that are not
short are replaced by near ones, which is part of the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import isfinite, sqrt
from typing import Any

from constructions.functions.errors import FunctionError, show
from constructions.functions.function import Function
from constructions.systems import NumberError

MAX_CELLS = 10_000
"""Cells of one function; more are refused before they are looked for."""
PANELS = 64
"""Points at which the number of cells is estimated."""
SHARE = Fraction(1, 64)
"""The share of the tolerance for values at the knots."""
BITS = 96
HALVINGS, TRIES, CLOSE = 60, 3, 1.06
"""Lengths that are tried for a cell: in all, where one does, and the growth not worth a try."""
MAX_DEPTH = 8
"""Halvings after which h is not seen to be convex."""
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Chords:
    """q is linear between the knots, goes on straight beyond them; |q - h| <= error on [t_0, t_m].

    ``knots`` t_0 < ... < t_m, m >= 1; ``values`` are those of q.
    """

    knots: tuple[Fraction, ...]
    values: tuple[Fraction, ...]
    error: Fraction

    def __post_init__(self) -> None:
        if len(self.knots) < 2 or len(self.knots) != len(self.values):
            raise ValueError("two knots at least, and one value for each")
        if any(s >= t for s, t in pairwise(self.knots)):
            raise ValueError("the knots increase")

    @cached_property
    def slopes(self) -> tuple[Fraction, ...]:
        """Of the m cells."""
        points = zip(self.knots, self.values, strict=True)
        return tuple((b - a) / (t - s) for (s, a), (t, b) in pairwise(points))

    @property
    def steepest(self) -> Fraction:
        """|q(s) - q(t)| <= steepest |s - t| for all s and t."""
        return max(map(abs, self.slopes))

    def __call__(self, t: Fraction) -> Fraction:
        """q(t)."""
        at = 0
        while at < len(self.slopes) - 1 and t > self.knots[at + 1]:
            at += 1
        return self.values[at] + self.slopes[at] * (t - self.knots[at])

    @cached_property
    def units(self) -> tuple[tuple[int, Fraction, Fraction], ...]:
        """(side, knot, weight): q(t) = origin + sum of weight ReLU(side (t - knot)).

        From a knot in the middle to both sides, one unit for each cell whose slope is a new one.
        """
        middle = self._middle
        right, left = self.slopes[middle:], self.slopes[:middle][::-1]
        found = []
        for side, slopes, knots in (
            (1, right, self.knots[middle:]),
            (-1, left, self.knots[middle::-1]),
        ):
            for knot, slope, before in zip(knots, slopes, (ZERO, *slopes), strict=False):
                if slope != before:
                    found.append((side, knot, side * (slope - before)))
        return tuple(found)

    @property
    def origin(self) -> Fraction:
        """q at the knot in the middle."""
        return self.values[self._middle]

    @property
    def _middle(self) -> int:
        return len(self.slopes) // 2


def linear(low: Fraction, high: Fraction) -> Chords:
    """q(t) = t, one unit: t = low + ReLU(t - low) for t >= low."""
    return Chords((low, max(high, low + 1)), (low, max(high, low + 1)), ZERO)


def kinked(knots: Sequence[Fraction], values: Sequence[Fraction]) -> Chords:
    """A piecewise linear function itself: the error is 0."""
    return Chords(tuple(knots), tuple(values), ZERO)


@lru_cache(maxsize=4096)
def cells_needed(h: Function, low: Fraction, high: Fraction) -> float:
    """About sqrt(delta) times the cells for an error delta; floating point, for plans alone."""
    total, width = 0.0, float(high - low) / PANELS
    for k in range(PANELS):
        at = low + (high - low) * Fraction(2 * k + 1, 2 * PANELS)
        try:
            curved = abs(float(_curvature(h, at, at)[1]))
        except (NumberError, OverflowError):
            curved = 1.0
        total += width * sqrt(curved if isfinite(curved) else 1.0) / 4
    return max(total, 1e-9)


def chords(
    h: Function, low: Fraction, high: Fraction, tolerance: Fraction, most: int = MAX_CELLS
) -> Chords:
    """Chords of h on [low, high] with an error of at most ``tolerance``.

    Raises:
        ValueError: ``tolerance`` <= 0, low > high, or more than ``most`` cells are needed.
        FunctionError: h is not defined or not continuous there, or no cell is found.
    """
    if tolerance <= 0 or low > high:
        raise ValueError(f"a tolerance > 0, low <= high; got {tolerance}, [{low}, {high}]")
    if low == high:
        high = low + tolerance  # one cell; h is looked at in one point only
        value = _value(h, low, tolerance)
        return Chords((low, high), (value, value), tolerance)
    about = cells_needed(h, low, high) / sqrt(float(tolerance))
    if about > 2 * most:
        raise ValueError(_too_many(h, about, most))
    tau = SHARE * tolerance
    allowed = tolerance - 2 * tau  # values at the knots, and the shift
    side = _side(h, low, high)
    knots, ends = [low], (ZERO, ZERO)
    step = high - low
    while knots[-1] < high:
        if len(knots) > most:
            raise ValueError(_too_many(h, max(about, len(knots)), most))
        start = knots[-1]
        end, off = _cell(h, start, step, high, allowed, side)
        ends = min(ends[0], off[0]), max(ends[1], off[1])
        knots.append(end)
        step = end - start
    values = [_value(h, t, tau) for t in knots]
    shift = _short(-(ends[0] + ends[1]) / 2, tau)
    error = max(ends[1] + shift, -ends[0] - shift) + tau
    return Chords(tuple(knots), tuple(v + shift for v in values), error)


def _too_many(h: Function, about: float, most: int) -> str:
    return f"about {about:.0f} cells are needed for '{show_text(h)}', and at most {most} are used"


def show_text(h: Function) -> str:
    """h for a message, not too long."""
    text = str(h.expression)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _side(h: Function, low: Fraction, high: Fraction) -> int:
    """1 where h is seen to be convex, -1 where it is seen to be concave, else 0."""
    sides, waiting = set(), [(low, high, 0)]
    while waiting:
        s, t, depth = waiting.pop()
        try:
            m, M = _curvature(h, s, t)
        except NumberError:
            m, M = -ONE, ONE
        side = 1 if m >= 0 else -1 if M <= 0 else 0
        if side:
            sides.add(side)
        elif depth == MAX_DEPTH:
            return 0
        else:
            waiting += [(s, (s + t) / 2, depth + 1), ((s + t) / 2, t, depth + 1)]
        if len(sides) > 1:
            return 0
    return sides.pop()


def _cell(
    h: Function, start: Fraction, width: Fraction, high: Fraction, allowed: Fraction, side: int
) -> tuple[Fraction, tuple[Fraction, Fraction]]:
    """(end, enclosure of q - h) of a cell from ``start``, about as long as may be.

    The error grows like the square of the length: a few lengths are tried, from ``width``.
    """
    limit = 2 * allowed if side else allowed
    best: tuple[Fraction, tuple[Fraction, Fraction]] | None = None
    tries = 0
    for _ in range(HALVINGS):
        to = high if start + width >= high else min(high, start + _short(width, width / 16))
        try:
            off = _error(h, start, to)
        except (NumberError, FunctionError):
            width /= 2
            continue
        size = off[1] - off[0] if side else max(off[1], -off[0])
        if size <= limit and (best is None or to > best[0]):
            best = to, off
        tries += 1
        if best is not None and (tries >= TRIES or best[0] == high):
            break
        grow = sqrt(limit / size) if size * 64 > limit else 8.0
        if best is not None and grow < CLOSE:
            break
        width = (to - start) * Fraction(max(31 * grow / 32, 1 / 64)).limit_denominator(256)
    if best is None:
        raise FunctionError(f"no chord of '{show_text(h)}' is near enough at {show(start)}")
    return best


def _short(q: Fraction, tolerance: Fraction) -> Fraction:
    """A multiple of a power of two within ``tolerance`` of q."""
    bits = tolerance.denominator.bit_length() - tolerance.numerator.bit_length() + 1
    scale = Fraction(2) ** bits  # 1/scale <= tolerance
    return round(q * scale) / scale


def _value(h: Function, t: Fraction, tau: Fraction) -> Fraction:
    """A short number within tau of h(t)."""
    sample = h.sample_at({"x": t}, tau / 2)
    return _short(sample, tau / 2)


def _error(h: Function, s: Fraction, t: Fraction) -> tuple[Fraction, Fraction]:
    """An enclosure of q - h on the cell, 0 in it, q the chord of h."""
    try:
        m, M = _curvature(h, s, t)
        square = (t - s) ** 2 / 8
        return min(m, ZERO) * square, max(M, ZERO) * square
    except NumberError:
        lowest, highest = h.enclose(s, t)
        return lowest - highest, highest - lowest


def _curvature(h: Function, s: Fraction, t: Fraction) -> tuple[Fraction, Fraction]:
    """m <= h'' <= M on [s, t].

    Raises:
        NumberError: not enclosed.
    """
    from constructions.functions.jets import JetSystem
    from constructions.interop.flint import BallSystem, from_interval, to_fraction_bounds

    balls = BallSystem(BITS)
    with balls.working():
        jets: Any = JetSystem(balls)
        made = h.program.run(jets, {"x": jets.variable(from_interval(s, t))})
        if len(made.c) < 3:
            raise NumberError("no second derivative")
        return to_fraction_bounds(made.c[2], 32)
