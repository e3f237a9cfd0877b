"""Networks of sigmoid or tanh units in one input at many points: far units are constants.

tanh(t) is within 2 exp(-2 |t|) of the sign of t.  With u the unit roundoff, a unit whose
|w x + b| is above T = 1 + log(4/u)/2 is, to u/2, the number that it tends to: what all such units
add is a running sum along the sorted points, as for steps (:mod:`constructions.interop.steps`), and
only the points near a unit's breakpoint are put into tanh.  So B networks of N units at P points
take B (N log P + P) operations and one tanh for each unit and point near it, instead of B N P;
where all networks have the same w and b, as the constructions of one N do, one tanh for all.

LN-d and LS-d with delta > 0 are not evaluated so: their units tend to their limits like 1/|t| or
1/t^2, and all of N units are near to within u.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from constructions.interop.arrays import UNIT_ROUNDOFF, ArraySystem, stack
from constructions.interop.steps import NotSteps, running, searched
from constructions.layers import Sigmoid, Tanh
from constructions.networks import ParallelNet

Array = Any

PAIRS = 1 << 17
"""So many pairs of a unit and a point near it are evaluated at once."""


@dataclass(frozen=True)
class Saturating:
    """G_i(x) = c[i] + sum_k a[i, k] tanh(w[i, k] x + b[i, k]).

    Shapes: a, w, b (B, N), c (B,), numpy float64.  A narrower network has a = w = b = 0 at its end.
    """

    a: Any
    w: Any
    b: Any
    c: Any

    def __post_init__(self) -> None:
        if not self.a.shape == self.w.shape == self.b.shape or self.a.ndim != 2:
            raise ValueError("a, w and b have one shape (B, N)")
        if self.c.shape != self.a.shape[:1]:
            raise ValueError("c has the shape (B,)")
        if not all(np.isfinite(part).all() for part in (self.a, self.w, self.b, self.c)):
            raise ValueError("a, w, b and c are finite")

    @classmethod
    def of(cls, nets: Sequence[ParallelNet]) -> Saturating:
        """The units of networks of sigmoid, which is (1 + tanh(t/2))/2, or of tanh.

        Raises:
            NotSteps: the units are others, or have more than one input.
        """
        part = stack(nets)
        if not isinstance(part.layer, Sigmoid | Tanh) or part.W.shape[2:] != (1, 1):
            raise NotSteps(f"units of {part.layer} are no sigmoids or tanh of one input")
        a, w, b = part.alpha[:, :, 0], part.W[:, :, 0, 0], part.b[:, :, 0]
        if isinstance(part.layer, Tanh):
            return cls(a, w, b, np.zeros(len(a)))
        return cls(a / 2, w / 2, b / 2, a.sum(1) / 2)

    def values(
        self, xs: Any, namespace: str = "numpy", device: str = "cpu", dtype: str = "float64"
    ) -> Array:
        """The networks at P points each, shape (B, P); ``xs`` is (P,) or (B, P), in any order."""
        system = ArraySystem(namespace, dtype, device)
        xp, (B, N) = system.xp, self.a.shape
        given = system.array(xs)
        shape = tuple(given.shape)
        if given.ndim not in (1, 2) or (given.ndim == 2 and shape[0] not in (1, B)):
            raise ValueError(f"{B} networks of one input cannot take points of shape {shape}")
        rows = system.finite(given.reshape((-1, shape[-1])))
        along = xp.take_along_dim if system.is_torch else np.take_along_axis
        order = None if bool((rows[:, 1:] >= rows[:, :-1]).all()) else xp.argsort(rows, 1)
        points = rows if order is None else along(rows, order, 1)
        P = int(points.shape[1])
        a, w, b, c = (system.array(part) for part in (self.a, self.w, self.b, self.c))
        still = w == 0
        constant = c + xp.where(still, a * system.tanh(b), 0 * a).sum(1)
        back = xp.where(w < 0, system.scalar(-1.0), system.scalar(1.0))
        a, w, b = xp.where(still, 0 * a, back * a), xp.where(still, 1 + w, back * w), back * b
        b = xp.where(still, 0 * b, b)
        # w x + b as it is rounded, and the ends of the interval, are off by less than ``room``
        u = UNIT_ROUNDOFF[dtype]
        shared = points.shape[0] == 1 and _one_row(w) and _one_row(b)
        if shared:
            w, b, still = w[:1], b[:1], still[:1]
        room = (1 + log(4 / u) / 2) * (1 + 16 * u) + 16 * u * abs(b)
        with system.working():
            lo, hi = (_places(system, points, end / w) for end in (-room - b, room - b))
        lo, hi = xp.where(still, 0 * lo, lo), xp.where(still, 0 * hi, hi)
        near = lo, hi
        if shared:
            lo, hi = (xp.broadcast_to(place, a.shape) for place in near)
        found = running(system, constant - a.sum(1), (lo, a), points, (hi, a))
        if shared:
            found = found + _shared(system, a, w[0], b[0], points[0], *near)
            return _in_order(system, found, order)
        flat = found.reshape(-1)
        wide = points.shape[0] == B and B > 1
        for unit, place in _near(system, lo, hi):
            row = unit // N
            x = points[row if wide else 0, place]
            part = a.reshape(-1)[unit] * system.tanh(b.reshape(-1)[unit] + w.reshape(-1)[unit] * x)
            if system.is_torch:
                flat.scatter_add_(0, row * P + place, part)
            else:
                first, last = int(row[0]), int(row[-1]) + 1
                sums = np.bincount((row - first) * P + place, part, (last - first) * P)
                flat[first * P : last * P] += sums.astype(system.dtype)
        return _in_order(system, flat.reshape((B, P)), order)

    def rounding(self, dtype: str = "float64") -> Any:
        """A bound on what :meth:`values` is from the sum with w x + b as it is rounded, exactly.

        With m = 4 N + 32 and S = |c| + sum |a|: 4 S m u/(1 - m u).  A value is a sum of at most 3 N
        constants and N near terms, whose absolute values add up to 4 S; a far unit is off by u/2;
        the library's tanh is taken to be off by 8 roundings, a convention and not a bound.
        Underflow is left out.  Shape (B, 1).
        """
        u, m = UNIT_ROUNDOFF[dtype], 4 * self.a.shape[1] + 32
        size = np.abs(self.c) + np.abs(self.a).sum(1)
        return (4 * size * m * u / (1 - m * u) * (1 + m * 2.0**-53))[:, None]


def _one_row(rows: Array) -> bool:
    """Whether all networks have the same numbers here."""
    return bool((rows == rows[:1]).all())


def _in_order(system: ArraySystem, found: Array, order: Array | None) -> Array:
    """The values in the order in which the points were given."""
    if order is not None:
        xp, place = system.xp, system.xp.argsort(order, 1)
        place = place if len(place) == len(found) else xp.broadcast_to(place, found.shape)
        along = xp.take_along_dim if system.is_torch else np.take_along_axis
        found = along(found, place, 1)
    return system.finite(found)


def _shared(
    system: ArraySystem, a: Array, w: Array, b: Array, points: Array, lo: Array, hi: Array
) -> Array:
    """What near units add where all networks have the same w and b: each tanh is taken once."""
    xp, B, P = system.xp, len(a), len(points)
    device = {"device": system.device} if system.is_torch else {}
    columns = xp.zeros((P, B), dtype=system.dtype, **device)
    weights = a.T if system.is_torch else np.ascontiguousarray(a.T)
    for unit, place in _near(system, lo, hi, max(1, PAIRS // B)):
        value = system.tanh(b[unit] + w[unit] * points[place])
        if system.is_torch:
            columns.index_add_(0, place, weights[unit] * value[:, None])
            continue
        by_place = np.argsort(place, kind="stable")
        place = place[by_place]
        parts = weights[unit[by_place]]
        parts *= value[by_place][:, None]
        first = np.flatnonzero(np.concatenate([[True], place[1:] != place[:-1]]))
        columns[place[first]] += np.add.reduceat(parts, first, axis=0)
    return columns.T


def _places(system: ArraySystem, points: Array, ends: Array) -> Array:
    """How many of the sorted points are below each end; shape (B, N)."""
    if points.shape[0] == 1:
        return searched(system, points[0], ends)
    if system.is_torch:
        return system.xp.searchsorted(points.contiguous(), ends.contiguous())
    return np.stack([searched(system, p, end) for p, end in zip(points, ends, strict=True)])


def _near(
    system: ArraySystem, lo: Array, hi: Array, most: int = PAIRS
) -> Iterator[tuple[Array, Array]]:
    """The pairs of a unit, numbered through all networks, and a point of lo <= place < hi."""
    xp, first, count = system.xp, lo.reshape(-1), (hi - lo).reshape(-1)
    ends = xp.cumsum(count, 0)
    total = int(ends[-1])
    begin = 0
    while begin < len(first):
        before = int(ends[begin - 1]) if begin else 0
        if before == total:
            return
        stop = int((ends <= before + most).sum())
        stop = max(stop, begin + 1)
        own = count[begin:stop]
        numbers = xp.arange(begin, stop, **({"device": system.device} if system.is_torch else {}))
        repeated = xp.repeat_interleave if system.is_torch else np.repeat
        unit = repeated(numbers, own)
        many = int(ends[stop - 1]) - before
        inside = xp.arange(many, **({"device": system.device} if system.is_torch else {}))
        if many:
            yield unit, inside - (ends[unit] - count[unit] - before) + first[unit]
        begin = stop
