"""Networks of step units or ReLU in one input at many points, by their breakpoints.

A unit a sign(w x + b) is constant between neighbouring points of which it does not change its
sign: where it does is found by bisection, and the network at all points is one running sum.  So B
networks of N units at P sorted points take B (N log P + P) operations instead of B N P, and memory
for B (N + P) numbers.  For ReLU, a max(0, w x + b), the slope and the constant are running sums.

Which sign a unit has at a point is decided by the layer's own arithmetic, the sign of the rounded
w x + b, so a breakpoint at a point, or units that share one, are treated as the layer does.  No
matrices are multiplied: settings such as TF32 change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.interop.arrays import ArraySystem, Stack, stack
from constructions.layers import LayerNorm, LayerScaling, Relu, Sign
from constructions.networks import ParallelNet

Array = Any


class NotSteps(ValueError):
    """A network has units that are no steps and no ReLU."""


@dataclass(frozen=True)
class Steps:
    """G_i(x) = sum_k a[i, k] phi(w[i, k] x + b[i, k]) for phi the sign, or ReLU where ``ramps``.

    Shapes: a, w, b (B, N), numpy float64.  A narrower network has a = w = b = 0 at its end.
    """

    a: Any
    w: Any
    b: Any
    ramps: bool = False

    def __post_init__(self) -> None:
        if not self.a.shape == self.w.shape == self.b.shape or self.a.ndim != 2:
            raise ValueError("a, w and b have one shape (B, N)")
        if not all(np.isfinite(part).all() for part in (self.a, self.w, self.b)):
            raise ValueError("a, w and b are finite")

    @classmethod
    def of(cls, nets: Sequence[ParallelNet]) -> Steps:
        """The steps, or ramps, of networks of one layer kind.

        Steps are units of sign; of LN-d with delta = 0 and h = (t, -t, 0, ..., 0), where
        LN(h) = sqrt(d/2) sign(t) (1, -1, 0, ..., 0); of LS-d with delta = 0 and one coordinate t
        that is not 0, where LS(h) = sqrt(d) sign(t) there.

        Raises:
            NotSteps: the units are no such ones, or have more than one input.
        """
        part = stack(nets)
        if part.W.shape[3] != 1:
            raise NotSteps("breakpoints are those of networks of one input")
        W = part.W[:, :, :, 0]
        if isinstance(part.layer, Sign | Relu):
            if part.layer.d != 1:
                raise NotSteps(f"{part.layer} with d = {part.layer.d}")
            return cls(part.alpha[:, :, 0], W[:, :, 0], part.b[:, :, 0], part.layer == Relu())
        a, row = _weights(part, W)
        return cls(a, W[:, :, row], part.b[:, :, row])

    def values(
        self, xs: Any, namespace: str = "numpy", device: str = "cpu", dtype: str = "float64"
    ) -> Array:
        """The networks at P points each, shape (B, P); ``xs`` is (P,) or (B, P), in any order."""
        system = ArraySystem(namespace, dtype, device)
        xp, B = system.xp, self.a.shape[0]
        given = system.array(xs)
        shape = tuple(given.shape)
        if given.ndim not in (1, 2) or (given.ndim == 2 and shape[0] not in (1, B)):
            raise ValueError(f"{B} networks of one input cannot take points of shape {shape}")
        rows = system.finite(given.reshape((-1, shape[-1])))
        along = xp.take_along_dim if system.is_torch else np.take_along_axis
        order = None if bool((rows[:, 1:] >= rows[:, :-1]).all()) else xp.argsort(rows, 1)
        points = rows if order is None else along(rows, order, 1)
        a, w, b = (system.array(part) for part in (self.a, self.w, self.b))
        back = xp.where(w < 0, system.scalar(-1.0), system.scalar(1.0))
        lo, hi = _signs(system, back * w, back * b, points)
        if self.ramps:
            # to the left of its breakpoint a unit with w < 0 is on, to the right one with w >= 0
            left, add = xp.where(w < 0, a, 0 * a), back * a
            slopes = running(system, (left * w).sum(1), (hi, add * w), points)
            found = slopes * points + running(system, (left * b).sum(1), (hi, add * b), points)
        else:
            jumps = back * a
            found = running(system, -jumps.sum(1), (lo, jumps), points, (hi, jumps))
        if order is not None:
            place = xp.argsort(order, 1)
            place = place if place.shape[0] == B else xp.broadcast_to(place, (B, place.shape[1]))
            found = along(found, place, 1)
        return system.finite(found)

    def rounding(self, xs: Any, dtype: str = "float64") -> Any:
        """A bound on what :meth:`values` is from the sum with the signs that it takes, exactly.

        With u the unit roundoff, m = 3 N + 8 and S = sum |a| (ReLU: sum |a| (|w x| + |b|)):
        3 S m u/(1 - m u), as each value is a sum, in any order, of at most 3 N terms whose
        absolute values add up to 3 S; in ReLU two such sums and four operations.  Underflow is
        left out.  Shape (B, 1), of ReLU (B, P).
        """
        u = 2.0**-53 if dtype == "float64" else 2.0**-24
        m = 3 * self.a.shape[1] + 8
        size = np.abs(self.a).sum(1)[:, None]
        if self.ramps:
            x = np.abs(np.asarray(xs, dtype="float64")).reshape((-1, np.shape(xs)[-1]))
            size = np.abs(self.a * self.w).sum(1)[:, None] * x
            size = size + np.abs(self.a * self.b).sum(1)[:, None]
        return 3 * size * m * u / (1 - m * u) * (1 + m * 2.0**-53)


def _weights(part: Stack, W: Any) -> tuple[Any, int]:
    """The weights of steps whose layer is LN or LS, and the coordinate that holds t."""
    layer, alpha, d = part.layer, part.alpha, part.layer.d
    if not isinstance(layer, LayerNorm | LayerScaling):
        raise NotSteps(f"units of {layer} are no steps")
    if layer.delta.q > 0 or layer.at_zero:
        raise NotSteps(f"{layer}: a step needs delta = 0, and the value 0 where it jumps")
    if isinstance(layer, LayerScaling):
        if len(part.used) > 1:
            raise NotSteps("a unit of LS is a step where one coordinate alone is not 0")
        row = part.used[0] if part.used else 0
        return alpha[:, :, row] * np.sqrt(float(d)), row
    opposite = np.array_equal(W[:, :, 1], -W[:, :, 0])
    if not (
        set(part.used) <= {0, 1} and opposite and np.array_equal(part.b[:, :, 1], -part.b[:, :, 0])
    ):
        raise NotSteps("a unit of LN is taken for a step where h = (t, -t, 0, ..., 0)")
    return (alpha[:, :, 0] - alpha[:, :, 1]) * np.sqrt(d / 2), 0


def _signs(system: ArraySystem, w: Array, b: Array, points: Array) -> tuple[Array, Array]:
    """Of each unit, w >= 0: how many sorted points have w x + b < 0, and <= 0, as it is rounded.

    Rounding is monotone, so w x + b is: a number is right if the points on both sides of it say so.
    Where points are shared, -b/w is looked up and tried first; what is not right is bisected.
    """
    P = int(points.shape[1])
    xp = system.xp

    def value(place: Array) -> Array:
        at = xp.clip(place, 0, P - 1)
        if points.shape[0] == 1:
            x = points[0][at]
        elif system.is_torch:
            x = xp.take_along_dim(points, at, 1)
        else:
            x = np.take_along_axis(points, at, 1)
        return b + w * x

    def before(t: Array, equal: bool) -> Array:
        return (t <= 0) if equal else (t < 0)

    def right(place: Array, equal: bool) -> bool:
        left = (place <= 0) | before(value(place - 1), equal)
        return bool((left & ((place >= P) | ~before(value(place), equal))).all())

    def bisected(equal: bool) -> Array:
        low = xp.zeros_like(w, dtype=xp.int64)
        high = low + P
        for _ in range(P.bit_length()):
            middle = (low + high) >> 1
            on = before(value(middle), equal) & (middle < high)
            low = xp.where(on, middle + 1, low)
            high = xp.where(on, high, middle)
        return low

    lo = None
    if points.shape[0] == 1:
        with system.working():
            lo = searched(system, points[0], -b / w)
        lo = xp.where(w == 0, P * (b < 0), lo)
    if lo is None or not right(lo, False):
        lo = bisected(False)
    equal = (lo < P) & (value(lo) == 0)
    if not bool(equal.any()):
        return lo, lo
    hi = xp.where(equal, lo + 1, lo)
    hi = xp.where((w == 0) & (b == 0), P + 0 * hi, hi)
    return lo, hi if right(hi, True) else bisected(True)


def searched(system: ArraySystem, points: Array, ends: Array) -> Array:
    """How many of these sorted points are below each end."""
    if system.is_torch and system.device == "cpu":  # numpy's search goes on from the last place
        return system.xp.from_numpy(np.searchsorted(points.numpy(), ends.numpy()))
    return system.xp.searchsorted(points, ends)


def running(system: ArraySystem, start: Array, one: Any, points: Array, two: Any = None) -> Array:
    """``start`` and, at the j-th point, all amounts whose place is at most j; shape (B, P)."""
    xp, P = system.xp, int(points.shape[1])
    B = int(start.shape[0])
    if system.is_torch:
        steps = xp.zeros((B, P + 1), dtype=system.dtype, device=system.device)
        for place, amount in (one, two) if two else (one,):
            steps.scatter_add_(1, place, amount)
        steps[:, 0] += start
        return xp.cumsum(steps, 1)[:, :P]
    flat = np.arange(B)[:, None] * (P + 1)
    pairs = (one, two) if two else (one,)
    places = np.concatenate([(flat + place).ravel() for place, _ in pairs])
    amounts = np.concatenate([amount.ravel() for _, amount in pairs])
    steps = np.bincount(places, amounts, B * (P + 1)).reshape((B, P + 1))
    steps = steps.astype(system.dtype, copy=False)
    steps[:, 0] += start
    return np.cumsum(steps, axis=1, out=steps)[:, :P]
