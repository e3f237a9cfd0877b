"""The supremum of |G - f| on [0, 1] by ball arithmetic, for networks of thousands of units.

Branch and bound over boxes that begin as the cells between neighbouring breakpoints.  A unit
``alpha_j s(x - p_j)`` is monotone in x, so over a box its range is the hull of its values at the
ends.  Units near a cell are enclosed one by one on every box of it.  The far ones are enclosed once
for the cell, in groups: all s of a group lie between s at the nearest and at the farthest distance
in it, so that for m, r the middle and the radius of these two values

    sum_j alpha_j s(x - p_j)  lies in  m sum_j alpha_j  +-  r sum_j |alpha_j|,

with both sums from prefix sums.  A group has at most an ``ACROSS``-th of its distance in units, so
that a cell costs about ``ACROSS`` log N groups and a box a fixed number of units.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from proofs.supnorm._line_terms import OnLine

ZERO = Fraction(0)
LEAST_NEAR, MOST_NEAR = 2, 64
"""Units on each side of a cell that are taken one by one."""
ACROSS = 4
MAX_BOXES = 50_000
"""Steps of branch and bound that make an enclosure sharper than a bound asks for."""


class _Network:
    """Enclosures of G on boxes without a breakpoint inside."""

    def __init__(self, network: OnLine, system: Any) -> None:
        self.system = system
        self.convention = network.convention
        self.smooth = bool(network.c)
        self.c = system.const(network.c)
        units = sorted((-unit.b, unit.alpha) for unit in network.units)
        self.places = [place for place, _ in units]
        self.p = [system.const(place) for place in self.places]
        self.alpha = [system.const(alpha) for _, alpha in units]
        self.sums, self.sizes = [system.const(0)], [system.const(0)]
        for alpha in self.alpha:
            self.sums.append(self.sums[-1] + alpha)
            self.sizes.append(self.sizes[-1] + system.abs(alpha))
        # 2 N c/near is about the share of an error that is lost by taking others once for a cell
        self.near = max(LEAST_NEAR, min(MOST_NEAR, int(20_000 * network.N * network.c)))
        self.cells: dict[Fraction, tuple[range, Any]] = {}
        self.units, self.far = range(0), system.const(0)

    def value(self, q: Fraction) -> Any:
        """G(q), as far as far units are enclosed once for a cell that q is in."""
        if not self.smooth:
            return self._signs(bisect_left(self.places, q), bisect_right(self.places, q))
        return self._box(q, q)

    def on(self, a: Fraction, b: Fraction) -> Any:
        """G on ]a, b[, which no breakpoint lies in."""
        if not self.smooth:
            at = bisect_right(self.places, a)
            return self._signs(at, at)
        return self._box(a, b)

    def enter(self, a: Fraction, b: Fraction) -> None:
        """The boxes that follow are parts of the cell [a, b]."""
        if self.smooth:
            if a not in self.cells:
                self.cells[a] = self._seen_from(a, b)
            self.units, self.far = self.cells[a]

    def _seen_from(self, a: Fraction, b: Fraction) -> tuple[range, Any]:
        """The near units of a cell, and the sum of the others on it."""
        middle, count = bisect_right(self.places, a), len(self.places)
        low, high = max(0, middle - self.near), min(count, middle + self.near)
        far, start, end = self.system.const(0), self.system.const(a), self.system.const(b)
        # counted from the cell to the left, then to the right
        left = ((low - last, low - first) for first, last in self._groups(low))
        right = ((high + first, high + last) for first, last in self._groups(count - high))
        for i, j in (*left, *right):
            far += self._group(i, j, start - self.p[j - 1], end - self.p[i])
        return range(low, high), far

    def _groups(self, count: int) -> Iterator[tuple[int, int]]:
        """0, ..., count - 1 in groups that grow with their distance."""
        first = 0
        while first < count:
            last = min(count, first + 1 + (first + self.near) // ACROSS)
            yield first, last
            first = last

    def _group(self, i: int, j: int, least: Any, most: Any) -> Any:
        """The units i, ..., j - 1 together, where x - p lies between these two numbers."""
        from flint import arb

        s = self._step(least).union(self._step(most))
        sizes = self.sizes[j] - self.sizes[i]
        return s.mid() * (self.sums[j] - self.sums[i]) + arb(0, (s.rad() * sizes).upper())

    def _box(self, a: Fraction, b: Fraction) -> Any:
        g, start, end = self.far, self.system.const(a), self.system.const(b)
        for j in self.units:
            s = self._step(start - self.p[j])
            g = g + self.alpha[j] * (s if a == b else s.union(self._step(end - self.p[j])))
        return g

    def _step(self, t: Any) -> Any:
        from constructions.pln import step_on_line

        return step_on_line(self.system, t, self.c, self.convention)

    def _signs(self, below: int, upto: int) -> Any:
        """Of units before ``below`` the sign is 1, from ``upto`` on -1, between them 0."""
        return self.sums[below] - (self.sums[-1] - self.sums[upto])


def enclose_sup_balls(
    network: OnLine,
    f: Any,
    *,
    tolerance: float = 1e-3,
    precision_bits: int = 128,
    max_boxes: int | None = None,
    target: Fraction | None = None,
    bound: Fraction | None = None,
) -> tuple[Fraction, Fraction]:
    """(lo, hi) with lo <= sup |G - f| <= hi on [0, 1], by FLINT's balls and branch and bound.

    ``f`` is a function with ``evaluate(system, x=value)``.  Ends where hi - lo <= tolerance hi, or
    after ``MAX_BOXES`` steps, less sharp; with ``bound`` it goes on while lo < bound <= hi, up to
    ``max_boxes`` steps (40 a unit).  With ``target`` it ends as soon as hi < target or
    target <= lo is known.
    """
    from constructions.interop.flint import BallSystem, from_interval, to_fractions

    tiny = network.c.denominator.bit_length() - network.c.numerator.bit_length()
    system = BallSystem(precision_bits + (max(0, tiny) if network.c else 0))
    boxes = max(MAX_BOXES, 40 * network.N) if max_boxes is None else max_boxes
    with system.working():
        line = _Network(network, system)

        def size(g: Any, x: Any) -> tuple[Fraction, Fraction]:
            return to_fractions(system.abs(g - f.evaluate(system, x=x)))

        lo = ZERO
        heap: list[tuple[Fraction, int, Fraction, Fraction]] = []

        def push(cell: int, a: Fraction, b: Fraction) -> None:
            nonlocal lo
            low, high = size(line.on(a, b), from_interval(a, b))
            # a box without jumps inside: its lower bound is a lower bound of the supremum
            lo = max(lo, low)
            heapq.heappush(heap, (-high, cell, a, b))

        def point(cell: int, q: Fraction) -> None:
            nonlocal lo
            low, high = size(line.value(q), from_interval(q, q))
            lo = max(lo, low)
            if q in (ends[cell], ends[cell + 1]) and not network.c:  # where G may jump
                heapq.heappush(heap, (-high, cell, q, q))

        ends = [Fraction(k, network.N) for k in range(network.N + 1)]
        for k, (a, b) in enumerate(pairwise(ends)):
            line.enter(a, b)
            point(k, a)
            push(k, a, b)
        point(network.N - 1, ends[-1])
        for count in range(boxes):
            top, k, a, b = heap[0]
            high = -top
            asked = bound if target is None else target
            told = asked is None or high < asked or lo >= asked
            sharp = target is not None or count >= MAX_BOXES
            if (told and (sharp or high - lo <= Fraction(tolerance) * high)) or a == b:
                break
            heapq.heappop(heap)
            line.enter(ends[k], ends[k + 1])
            middle = (a + b) / 2
            point(k, middle)
            push(k, a, middle)
            push(k, middle, b)
        return lo, -heap[0][0]
