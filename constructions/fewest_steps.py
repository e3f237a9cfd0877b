"""The fewest +-1 steps that stay closer than eps to a given function: LN-2 and LS-1, exactly.

By Appendix A.6 of *Parallel Layer Normalization* (claims ``pln.lemma4``, ``pln.prop4``) a group of
LN-2 and a unit of LS-1 are a weight times plus(w x + b), which is 1 where w x + b >= 0, else -1.
So N of them are a step function on [0, 1], of one of two kinds:

    N pieces with any values (N - 1 jumps, and one unit that is constant on [0, 1]), or
    N + 1 pieces, the value of the last being minus that of the first (N jumps).

For a continuous piecewise linear f and rational numbers both are decided exactly.  A step function
with k pieces is closer than eps to f iff [0, 1] has k closed pieces on which max f - min f < 2 eps;
taking each piece as long as it can be is best.  For the second kind the value v of the first piece
is free: whether N + 1 pieces are enough changes only where v or -v is a value of f at a vertex
plus a multiple of eps, or a multiple of eps/2, so one v between every two of these decides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Protocol

from constructions.exact import Surd
from constructions.layers import Layer
from constructions.networks import ParallelNet, Unit
from constructions.plus_minus import PAIR, SINGLE

HALF = Fraction(1, 2)


class LinearPiece(Protocol):
    """f(x) = slope x + intercept on [lo, hi]."""

    @property
    def lo(self) -> Fraction: ...
    @property
    def hi(self) -> Fraction: ...
    @property
    def slope(self) -> Fraction: ...
    @property
    def intercept(self) -> Fraction: ...


@dataclass(frozen=True)
class Polyline:
    """A continuous piecewise linear function on [0, 1] by its vertices."""

    x: tuple[Fraction, ...]
    y: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y) or len(self.x) < 2:
            raise ValueError("a polyline needs two vertices or more, and a value at each")
        if (self.x[0], self.x[-1]) != (0, 1) or any(a >= b for a, b in pairwise(self.x)):
            raise ValueError("the vertices go from 0 to 1 in increasing order")

    @classmethod
    def of(cls, pieces: Sequence[LinearPiece]) -> Polyline:
        """The function of these pieces, which cover [0, 1] and fit together."""
        ends = [pieces[0].lo, *(piece.hi for piece in pieces)]
        starts = [pieces[0], *pieces]
        return cls(
            tuple(ends),
            tuple(p.slope * at + p.intercept for p, at in zip(starts, ends, strict=True)),
        )

    @cached_property
    def mirrored(self) -> Polyline:
        """f(1 - x)."""
        return Polyline(tuple(1 - q for q in reversed(self.x)), tuple(reversed(self.y)))

    def at(self, q: Fraction) -> Fraction:
        """f(q), 0 <= q <= 1."""
        i = min(bisect_right(self.x, q), len(self.x) - 1)
        a, b, u, v = self.x[i - 1], self.x[i], self.y[i - 1], self.y[i]
        return u + (v - u) * (q - a) / (b - a)

    def vertices(self, lo: Fraction, hi: Fraction) -> list[tuple[Fraction, Fraction]]:
        """The ends of [lo, hi] and the vertices in between, with their values."""
        first, last = bisect_right(self.x, lo), bisect_right(self.x, hi)
        inner = [(q, v) for q, v in zip(self.x[first:last], self.y[first:last], strict=True)]
        if inner and inner[-1][0] == hi:
            inner.pop()
        return [(lo, self.at(lo)), *inner, (hi, self.at(hi))]

    def range(self, lo: Fraction, hi: Fraction) -> tuple[Fraction, Fraction]:
        """min f and max f on [lo, hi]."""
        values = [value for _, value in self.vertices(lo, hi)]
        return min(values), max(values)

    def first(self, start: Fraction, low: Fraction, high: Fraction) -> Fraction | None:
        """The first point from ``start`` on with f <= low or f >= high; None if there is none."""
        at, value = start, self.at(start)
        if not low < value < high:
            return at
        for i in range(bisect_right(self.x, start), len(self.x)):
            x, y = self.x[i], self.y[i]
            if not low < y < high:
                return at + (x - at) * ((low if y <= low else high) - value) / (y - value)
            at, value = x, y
        return None

    def reach(self, start: Fraction, width: Fraction) -> Fraction | None:
        """The first t >= start with max f - min f = width on [start, t]; None if there is none."""
        at, value = start, self.at(start)
        low = high = value
        for i in range(bisect_right(self.x, start), len(self.x)):
            x, y = self.x[i], self.y[i]
            if y - low >= width:
                return at + (x - at) * (low + width - value) / (y - value)
            if high - y >= width:
                return at + (x - at) * (high - width - value) / (y - value)
            low, high, at, value = min(low, y), max(high, y), x, y
        return None


@dataclass(frozen=True)
class Steps:
    """A step function: ``values[i]`` from ``breaks[i - 1]`` to ``breaks[i]``, with N units."""

    N: int
    breaks: tuple[Fraction, ...]
    values: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        free = len(self.values) == self.N
        tied = len(self.values) == self.N + 1 and self.values[0] == -self.values[-1]
        if len(self.breaks) != len(self.values) - 1 or not (free or tied):
            raise ValueError("not a step function of N units")
        if any(a > b for a, b in pairwise((Fraction(0), *self.breaks, Fraction(1)))):
            raise ValueError("the breaks go from 0 to 1")

    def network(self, layer: Layer) -> ParallelNet:
        """The step function as a network of LN-2 (``PAIR``) or LS-1 (``SINGLE``) of A.6."""
        if layer not in (PAIR, SINGLE):
            raise ValueError("the layer is LN-2 or LS-1 of A.6")
        zeros = (Surd.of(0),) * (layer.d - 1)

        def unit(name: str, alpha: Fraction, w: int, b: Fraction) -> Unit:
            signs = (1, -1)[: layer.d]
            W = tuple((Surd.of(Fraction(w * s)),) for s in signs)
            return Unit(name, (Surd.of(alpha), *zeros), W, tuple(Surd.of(b * s) for s in signs))

        units = [
            unit(f"step {k}", (after - before) / 2, 1, -at)
            for k, (at, (before, after)) in enumerate(
                zip(self.breaks, pairwise(self.values), strict=True), start=1
            )
        ]
        if len(self.values) == self.N:
            level = (self.values[0] + self.values[-1]) / 2
            units.append(unit("constant", level, 0, Fraction(1)))
        return ParallelNet(layer, 1, tuple(units))

    def error(self, f: Polyline) -> Fraction:
        """sup |G - f| on [0, 1], exactly."""
        ends = (Fraction(0), *self.breaks, Fraction(1))
        worst = Fraction(0)
        for (lo, hi), value in zip(pairwise(ends), self.values, strict=True):
            low, high = f.range(lo, hi)
            worst = max(worst, high - value, value - low)
        return worst


def least_units(f: Polyline, eps: Fraction) -> int:
    """The least N >= 1 for which N +-1 units come closer than eps to f everywhere on [0, 1].

    Raises:
        ValueError: eps <= 0.
    """
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {eps}")
    return _least(f, eps)[0]


def fewest_steps(f: Polyline, eps: Fraction) -> Steps:
    """The step function of :func:`least_units`.

    Raises:
        ValueError: eps <= 0.
    """
    N = least_units(f, eps)
    room = eps / 2
    while _least(f, eps - room)[0] != N:  # what is less than eps is at most some smaller number
        room /= 2
    return _built(f, eps - room, *_least(f, eps - room))


def _least(f: Polyline, eps: Fraction) -> tuple[int, Fraction | None]:
    """The least N and, if N jumps are better than N - 1, the value of the first piece."""
    pieces = len(_breaks(f, Fraction(0), eps)) + 1
    if pieces == 1:
        return 1, None
    value = next((v for v in _candidates(f, eps, pieces) if _ties(f, eps, v, pieces - 2)), None)
    return (pieces, None) if value is None else (pieces - 1, value)


def _breaks(f: Polyline, start: Fraction, eps: Fraction, most: int | None = None) -> list[Fraction]:
    """The ends of the longest pieces from ``start`` on, before 1; at most so many."""
    found: list[Fraction] = []
    while most is None or len(found) < most:
        end = f.reach(found[-1] if found else start, 2 * eps)
        if end is None:
            break
        found.append(end)
    return found


def _ties(f: Polyline, eps: Fraction, v: Fraction, middle: int) -> bool:
    """Whether v, then ``middle`` pieces, then -v are enough, where fewer pieces are not."""
    end = _leaves(f, v, eps)
    ends = [end, *_breaks(f, end, eps, middle)]
    return ends[-1] > 1 - _leaves(f.mirrored, -v, eps)


def _leaves(f: Polyline, v: Fraction, eps: Fraction) -> Fraction:
    """The first point with |f - v| >= eps, or 1."""
    end = f.first(Fraction(0), v - eps, v + eps)
    return Fraction(1) if end is None else end


def _candidates(f: Polyline, eps: Fraction, pieces: int) -> Iterable[Fraction]:
    """A value of the first piece between every two at which something may change."""
    low, high = max(f.y[0], -f.y[-1]) - eps, min(f.y[0], -f.y[-1]) + eps
    if low >= high:
        return
    critical = {low, high}
    for value in {*f.y, *(-v for v in f.y)}:
        j = -((value - low) // eps)  # the least j with value + j eps > low, or one below it
        critical |= {value + k * eps for k in range(int(j) - 1, int(j) + 4)}
    j = low // (eps / 2)
    critical |= {k * eps / 2 for k in range(int(j), int(j) + 6)}
    inside = sorted(v for v in critical if low <= v <= high)
    for a, b in pairwise(inside):
        yield (a + b) / 2


def _built(f: Polyline, eps: Fraction, N: int, first: Fraction | None) -> Steps:
    """The step function that :func:`_least` found, at most eps away."""
    zero, one = Fraction(0), Fraction(1)
    if first is None:
        breaks = _breaks(f, zero, eps)
        return Steps(N, tuple(breaks), _middles(f, [zero, *breaks, one]))
    end = _leaves(f, first, eps)
    breaks = [end, *_breaks(f, end, eps, N - 1)]
    return Steps(N, tuple(breaks), (first, *_middles(f, breaks), -first))


def _middles(f: Polyline, ends: Sequence[Fraction]) -> tuple[Fraction, ...]:
    return tuple(sum(f.range(lo, hi), Fraction(0)) / 2 for lo, hi in pairwise(ends))
