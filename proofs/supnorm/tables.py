"""sup |G - f| on [0, 1] for step networks with very many units: searched in floats, shown by balls.

G(x) = sum_j alpha_j s(x - p_j) has its breakpoints p_j = j/N on a grid, and one unit at -1.  On the
half cell x = k/N + t, |t| <= 1/(2N), it is

    G = C_k + T_k(t) + sum_{|i| <= near} alpha_{k+i} s(t - i/N),

C_k the units further away as if they were signs, a prefix sum; T_k what these lack of it, cut off
after t^3.  The coefficients of all T_k together are products of polynomials (Toeplitz).  f is given
by :mod:`proofs.supnorm.taylor_tables`.

Boxes of half cells are halved, all of a generation at once, until the bound of each is small
enough.  A box is bounded by the best of three forms: the range of its own step at its two ends and
a line for the rest; its middle and the slope; its two ends where G - P is monotone.  Balls then
show each box again by the form that did, and that the boxes cover [0, 1]: only that is believed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import arb, arb_poly, fmpz_poly

from constructions.interop.flint import BallSystem, from_fraction, round_dyadic, to_fractions
from constructions.layers import CONVENTIONS, SIGMA_PLUS_DELTA
from constructions.pln import SIGMOID, STEEP
from proofs.supnorm.float_balls import Balls, column, gradual, larger, of_fraction, stacked
from proofs.supnorm.taylor_tables import DEGREE, SLACK, Panel, Tables, tables

if TYPE_CHECKING:
    from constructions.functions import Function
    from proofs.supnorm._line_terms import OnLine

NEAR = (1, 2, 4, 8, 16, 32, 64)
"""Units on either side of a half cell that are evaluated by themselves: the first that does."""
ORDER = 3
"""The degree of T_k."""
BITS = 128
TINY = arb(2.0**-160)
"""A tau that is smaller is left out whole."""
SHORT = 40
"""Bits of the bounds that come out."""
GENERATIONS = 64
SETTLED = 8
"""After as many generations lo is about the supremum."""
MAX_BOXES = 1_000_000
WANTED = Fraction(1, 10**14)
"""What a panel of f may be off."""
ROUNDING = 2.0**-44
"""What the floats of the search are thought to be off, as a part of the numbers added."""
FIXED, POINT = 100, 60
"""Bits behind the point of the weights as integers; most of the integers that are multiplied."""
CHUNK = 8192
"""Boxes that are shown at a time."""
RANGE, MIDDLE, ENDS = 0, 1, 2
"""The forms by which a box is bounded."""

Array = Any
Ball = Any


class TooManyBoxes(Exception):
    """The search was stopped: the tolerance or the target is too close."""


class NotShown(Exception):
    """Balls do not show what the floats found."""


@dataclass(frozen=True)
class Boxes:
    """k/N + side [lo, hi], with the panel of f and the form that bounds each."""

    k: Array
    side: Array
    lo: Array
    hi: Array
    panel: Array
    form: Array

    def __len__(self) -> int:
        return len(self.k)


@dataclass(frozen=True)
class Found:
    """What the search in floats found: nothing here is shown."""

    lo: float
    hi: float
    at: tuple[int, int, float]
    boxes: Boxes


@dataclass(frozen=True)
class Enclosed:
    """``lo <= |G(at) - f(at)|`` and ``|G - f| <= hi`` on [0, 1], both by balls."""

    lo: Fraction
    hi: Fraction
    at: Fraction
    boxes: int


# --- the step s, and what it lacks of the sign ---
#
# For t > 0: s(-t) = -s(t) and s(t) = 1 - tau(t), without cancellation, for floats and balls.


@dataclass(frozen=True)
class Shape:
    """s with smoothing c.  ``lacks(t, c)``: tau and its derivatives over q! at t > 0, q <= ORDER,
    and a bound of the next one there and beyond."""

    step: Callable[[Any, Any], Any]
    slope: Callable[[Any, Any], Any]
    lacks: Callable[[Any, Any], tuple[Any, ...]]


def _root(t: Any) -> Any:
    return np.sqrt(t) if _plain(t) else t.sqrt()


def _tanh(t: Any) -> Any:
    return np.tanh(t) if _plain(t) else t.tanh()


def _exp(t: Any) -> Any:
    return np.exp(t) if _plain(t) else t.exp()


def _bell(t: Any) -> Any:
    """1/cosh(t)^2."""
    if isinstance(t, arb):
        return 1 / t.cosh() ** 2
    if isinstance(t, Balls):
        return t.bell()
    e = np.exp(-2 * np.abs(t))
    return 4 * e / (1 + e) ** 2


def _plain(t: Any) -> bool:
    """Floats, which show nothing."""
    return not isinstance(t, (arb, Balls))


def _rational(t: Any, c: Any) -> tuple[Any, ...]:
    r = 1 / (t + c)
    powers = [c * r]
    for _ in range(ORDER + 1):
        powers.append(powers[-1] * r)
    first, second, third, fourth, beyond = powers
    return first, -second, third, -fourth, beyond


def _of_root(t: Any, c: Any) -> tuple[Any, ...]:
    # q = t^2 + c^2, tau_k the k-th derivative: tau_1 = -c^2 q^(-3/2), tau_2 = 3 c^2 t q^(-5/2),
    # tau_3 = -3 c^2 (4 t^2 - c^2) q^(-7/2), |tau_4| = 15 c^2 t |3 c^2 - 4 t^2| q^(-9/2)
    square = c * c
    q = t * t + square
    root = _root(q)
    third = square / (q * root)
    fifth = third / q
    seventh = fifth / q
    return (
        square / (root * (root + t)),
        -third,
        3 * t * fifth / 2,
        -(4 * t * t - square) * seventh / 2,
        5 * square / (2 * q**3),
    )


def _exponential(t: Any, c: Any) -> tuple[Any, ...]:
    # s = tanh(t/c), bell = 1 - s^2: tau_1 = -bell/c, tau_2 = 2 s bell/c^2,
    # tau_3 = 2 bell (1 - 3 s^2)/c^3, |tau_4| = 8 bell s |3 s^2 - 2|/c^4
    e = _exp(-2 * t / c)
    s = (1 - e) / (1 + e)
    bell = 4 * e / (1 + e) ** 2
    return (
        2 * e / (1 + e),
        -bell / c,
        s * bell / (c * c),
        bell * (1 - 3 * s * s) / (3 * c**3),
        2 * bell / (3 * c**4),
    )


SHAPES = {
    SIGMA_PLUS_DELTA: Shape(
        lambda t, c: t / (abs(t) + c), lambda t, c: c / (abs(t) + c) ** 2, _rational
    ),
    "root": Shape(
        lambda t, c: t / _root(t * t + c * c),
        lambda t, c: c * c / (_root(t * t + c * c) * (t * t + c * c)),
        _of_root,
    ),
    "tanh": Shape(lambda t, c: _tanh(t / c), lambda t, c: _bell(t / c) / c, _exponential),
}


def _shape(convention: str) -> Shape:
    if convention in STEEP:
        return SHAPES["tanh"]
    return SHAPES[convention if convention == SIGMA_PLUS_DELTA else "root"]


# --- the network on its half cells ---


@dataclass(frozen=True)
class Parts:
    """h = 1/N and c; the weights with ``near`` zeros on both sides, C_k, the coefficients of T_k
    and what T_k leaves out: lists of balls, or arrays of floats."""

    h: Any
    c: Any
    weight: Any
    constant: Any
    rest: Any
    beyond: Any


class Cells:
    """A step network on its half cells.

    Raises:
        ValueError: a breakpoint is neither -1 nor on the grid 1/N, ..., (N-1)/N.
    """

    def __init__(self, line: OnLine, sharp: float) -> None:
        """``sharp``: what T_k may leave out, as a part of the largest weight."""
        if line.convention not in (*CONVENTIONS, *STEEP):
            raise ValueError(f"unknown convention {line.convention!r}")
        self.line, self.N, self.shape = line, line.N, _shape(line.convention)
        self.reach = math.nextafter(1 / (2 * self.N), 1)  # a float above h/2
        share, self.c, self.constant = Fraction(1), line.c, Fraction(0)
        if line.convention == SIGMOID and line.c:  # sigma(t/c) = (1 + tanh(t/(2c)))/2
            share, self.c = Fraction(1, 2), 2 * line.c
            self.constant = sum((unit.alpha for unit in line.units), Fraction(0)) / 2
        self.outside = Fraction(0)
        self.weight = [Fraction(0)] * (self.N + 1)
        for unit in line.units:
            alpha = unit.alpha if share == 1 else share * unit.alpha
            place, off = divmod(-unit.b.numerator * self.N, unit.b.denominator)
            if unit.b == 1:
                self.outside += alpha
            elif not off and 0 < place < self.N:
                self.weight[place] += alpha
            else:
                raise ValueError("a breakpoint that is not on the grid")
        self.sharp, self.near = sharp, self._near(sharp)

    def _near(self, sharp: float) -> int:
        """The first of NEAR with which T_k leaves out at most ``sharp`` of the largest weight."""
        if not self.c:
            return NEAR[0]
        for near in NEAR:
            i = np.arange(near + 1, self.N + 1)
            left_out = self._left_out(i, 1 / self.N, float(self.c), self.reach)
            if 2 * left_out.sum() <= sharp:
                return near
        return NEAR[-1]

    def _left_out(self, i: Any, h: Any, c: Any, reach: Any) -> Any:
        """What T_k leaves out of a unit of weight 1, i cells away."""
        return self.shape.lacks(i * h - reach, c)[-1] * reach ** (ORDER + 1)

    @cached_property
    def floats(self) -> Parts:
        """In floats, which show nothing: the middles of :attr:`float_balls`."""
        parts = self.float_balls
        weight, constant, rest = parts.weight.m, parts.constant.m, parts.rest.m
        beyond = np.full(self.N + 1, float(parts.beyond.upper_size()))
        return Parts(float(parts.h.m), float(self.c), weight, constant, rest, beyond)

    @cached_property
    def float_balls(self) -> Parts:
        """In balls of floats; ``beyond`` is one number for all half cells.

        C_k and the coefficients of T_k are sums of products of integers, 2^FIXED or 2^POINT times
        what they stand for, and exact; what the integers are off is in the radii.
        """
        N, near = self.N, self.near
        h, c, reach = of_fraction(Fraction(1, N)), of_fraction(self.c), self.reach
        whole = [_fixed(alpha) for alpha in self.weight]
        before = [0, *accumulate(whole)]
        fixed = _fixed(self.constant + self.outside)
        first = [0] * near + before + [before[-1]] * near  # before[k - near], and so on
        sums = [
            fixed + a + b - before[-1] for a, b in zip(first, first[2 * near + 1 :], strict=False)
        ]
        constant = _of_fixed(sums, 3 * N + 4)
        weight = _of_fixed(whole, 1)
        rest, beyond = Balls(np.zeros((ORDER + 1, N + 1))), Balls(0.0)
        if self.c:
            i = np.arange(near + 1, N + 1)
            away = self.shape.lacks(i * h, c)[:-1]
            outer = self.shape.lacks(1.0 + np.arange(N + 1) * h, c)[:-1]
            alpha = of_fraction(self.outside)
            products = _Products(weight, near, self.sharp)
            rows = []
            for q, values in enumerate(away):
                unit = reach**q  # so that all are about as large; any number would do
                rows.append(products.antisymmetric(values * unit, q) / unit - alpha * outer[q])
            rest = stacked(rows)
            left_out = self._left_out(i, h, c, Balls(reach)).upper_size()
            own = abs(alpha) * self._left_out(N, h, c, Balls(reach))
            beyond = Balls((Balls(2 * products.most) * _most(left_out) + own).upper_size())
        edge = np.zeros(near)
        padded = [np.concatenate([edge, each, edge]) for each in (weight.m, weight.r)]
        return Parts(h, c, Balls(*padded), constant, rest, beyond)

    @cached_property
    def balls(self) -> Parts:
        """In balls."""
        N, near, zero = self.N, self.near, arb(0)
        with working():
            h, c, reach = from_fraction(Fraction(1, N)), from_fraction(self.c), arb(self.reach)
            weight = [from_fraction(alpha) if alpha else zero for alpha in self.weight]
            before = [zero]
            for each in weight:
                before.append(before[-1] + each)
            fixed = from_fraction(self.constant + self.outside)
            constant = [
                fixed + before[max(0, k - near)] - (before[-1] - before[min(N + 1, k + near + 1)])
                for k in range(N + 1)
            ]
            rest, beyond = [[zero] * (N + 1) for _ in range(ORDER + 1)], [zero] * (N + 1)
            if self.c:
                away = [[zero] * (N + 1) for _ in range(ORDER + 2)]
                for i in range(near + 1, N + 1):
                    if self.shape.lacks(i * h - reach, c)[0] < TINY:
                        away[-1][i] = TINY
                        continue
                    for q, value in enumerate(self.shape.lacks(i * h, c)[:-1]):
                        away[q][i] = value
                    away[-1][i] = self._left_out(i, h, c, reach).upper()
                for q in range(ORDER + 1):
                    left, right = _both_sides(weight, away[q])
                    # alpha (1 - tau(t0 + t)) on the left, -alpha (1 - tau(t0 - t)) on the right
                    rest[q] = [(-1) ** q * b - a for a, b in zip(left, right, strict=True)]
                left, right = _both_sides([abs(alpha).upper() for alpha in weight], away[-1])
                alpha = from_fraction(self.outside)
                for k in range(N + 1):
                    for q, value in enumerate(self.shape.lacks(1 + k * h, c)[:-1]):
                        rest[q][k] -= alpha * value
                    own = abs(alpha) * self._left_out(N + k, h, c, reach)
                    beyond[k] = (left[k] + right[k] + own).upper()
        edge = [zero] * near
        return Parts(h, c, edge + weight + edge, constant, rest, beyond)


def working() -> Any:
    """FLINT at :data:`BITS` for a block."""
    return BallSystem(BITS).working()


def _both_sides(weight: list[Ball], of: list[Ball]) -> tuple[list[Ball], list[Ball]]:
    """sum_{j < k} weight_j of_{k-j} and sum_{j > k} weight_j of_{j-k} for each k; of_0 = 0."""
    size = len(weight)
    toeplitz = arb_poly(of)
    left = arb_poly(weight) * toeplitz
    right = arb_poly(weight[::-1]) * toeplitz
    return [left[k] for k in range(size)], [right[size - 1 - k] for k in range(size)]


def _fixed(q: Fraction) -> int:
    """2^FIXED q, rounded down."""
    return (q.numerator << FIXED) // q.denominator


def _of_fixed(whole: list[int], off: int) -> Balls:
    """Balls of what 2^FIXED times is within ``off`` of these integers; Python rounds correctly."""
    m = np.array([number / (1 << FIXED) for number in whole])
    return Balls(m, (np.abs(m) * 2.0**-52 + off * 2.0**-FIXED) * (1 + 2.0**-50))


def _most(values: Array) -> float:
    """A float that the sum of n floats >= 0 does not exceed, in whichever order they are added."""
    return float(np.sum(values)) * (1 + len(values) * 2.0**-50)


class _Products:
    """sum_j w_j K(k - j) for each k, by products of polynomials over the integers.

    Weights and values become integers of so many bits that all together are off by a small part
    of ``sharp``.  With w, a and what these differ from them by at most v and b, the sum is off by
    at most sum_j |w_j| b_j + v sum_j (|a_j| + b_j).
    """

    def __init__(self, weight: Balls, near: int, sharp: float) -> None:
        self.weight, self.near, self.sharp = weight, near, sharp
        self.most = float(weight.upper_size().max())
        self.off = float(weight.r.max())

    def antisymmetric(self, values: Balls, q: int) -> Balls:
        """K(d) = -a_d and K(-d) = (-1)^q a_d for d > near, 0 between; ``values`` are the a_d."""
        size = len(self.weight.m)
        N = size - 1
        if self.near >= N:
            return Balls(np.zeros(size))
        share = self.sharp / (float(np.abs(values.m).max()) * size * 1024 + TINIEST)
        bits = min(max(math.ceil(-math.log2(share)), 8), POINT)
        shift, weights = _integers(self.weight.m, bits)
        moved, whole = _integers(values.m, bits)
        sign = -1 if q % 2 else 1
        kernel = np.concatenate([sign * whole[::-1], np.zeros(2 * self.near + 1, int), -whole])
        product = fmpz_poly(weights.tolist()) * fmpz_poly(kernel.tolist())
        found = [int(number) for number in product.coeffs()[N : 2 * N + 1]]
        m = np.array([*found, *[0] * (size - len(found))], dtype=float)
        m = np.ldexp(m, shift + moved - 2 * bits)
        off = values.r + 2.0 ** (moved - bits - 1)
        own = self.off + 2.0 ** (shift - bits - 1)
        room = self.most * _most(off) + own * (_most(np.abs(values.m)) + _most(off))
        return Balls(m, (np.abs(m) * 2.0**-52 + 2 * room) * (1 + 2.0**-50) + TINIEST)


TINIEST = 2.0**-900


def _integers(values: Array, bits: int) -> tuple[int, Array]:
    """(e, z) with |values| < 2^e and z the integers nearest to 2^(bits - e) values."""
    size = np.abs(values).max()
    exponent = int(np.frexp(size)[1]) if size else -900
    return exponent, np.rint(np.ldexp(values, bits - exponent)).astype(np.int64)


# --- the search in floats ---


class Search:
    """Boxes in numpy."""

    def __init__(self, cells: Cells, table: Tables) -> None:
        self.cells, self.table, self.near = cells, table, cells.near
        parts = cells.floats
        self.h, self.c, self.rest = parts.h, parts.c, parts.rest
        self.weight, self.constant = parts.weight, parts.constant
        N = cells.N
        sizes = sum(np.abs(self.weight[i : i + N + 1]) for i in range(2 * self.near + 1))
        self.slack = parts.beyond + ROUNDING * (1 + np.abs(self.constant) + sizes)

    def first(self) -> Boxes:
        """One box for each half cell and each panel that it meets."""
        N, reach = self.cells.N, self.cells.reach
        k = np.concatenate([np.arange(N), np.arange(1, N + 1)])
        side = np.concatenate([np.ones(N), -np.ones(N)])
        lo, hi = np.zeros(2 * N), np.full(2 * N, reach)
        # ends of panels become ends of boxes
        cuts: list[tuple[int, float, float]] = []
        for panel in self.table.panels[:-1]:
            near = round(panel.hi * N)
            offset = panel.hi - Fraction(near, N)
            if offset:
                cuts.append((near, 1.0 if offset > 0 else -1.0, abs(float(offset))))
        if cuts:
            at: dict[int, list[float]] = {}
            for near, way, offset_ in cuts:
                if offset_ < reach:
                    at.setdefault(near if way > 0 else N + near - 1, []).append(offset_)
            more: list[tuple[int, float, float]] = []
            for row, offsets in at.items():
                ends = [0.0, *sorted(set(offsets)), reach]
                hi[row] = ends[1]
                more += [(row, a, b) for a, b in pairwise(ends[1:])]
            if more:
                rows = np.array([row for row, _, _ in more])
                k, side = np.concatenate([k, k[rows]]), np.concatenate([side, side[rows]])
                lo = np.concatenate([lo, [a for _, a, _ in more]])
                hi = np.concatenate([hi, [b for _, _, b in more]])
        panel = self.table.number(k * self.h + side * (lo + hi) / 2)
        return Boxes(k, side, lo, hi, panel, np.zeros(len(k), dtype=np.int8))

    def rest_of(self, k: Array, side: Array, o: Array, panel: Array) -> tuple[Array, Array]:
        """(value, slope in x) of G - P without the unit at k/N itself."""
        t = side * o
        r0, r1, r2, r3 = (row[k] for row in self.rest)
        value = self.constant[k] + r0 + t * (r1 + t * (r2 + t * r3))
        slope = r1 + t * (2 * r2 + 3 * t * r3)
        for i in range(-self.near, self.near + 1):
            if i:
                alpha, at = self.weight[k + i + self.near], t - i * self.h
                if self.c:
                    shape = self.cells.shape
                    value = value + alpha * shape.step(at, self.c)
                    slope = slope + alpha * shape.slope(at, self.c)
                else:
                    value = value - math.copysign(1, i) * alpha
        u = (k * self.h + t - self.table.middle[panel]) / self.table.half[panel]
        p = self.table.coefficients
        P, D = p[DEGREE][panel], np.zeros_like(u)
        for q in range(DEGREE - 1, -1, -1):
            D = D * u + P
            P = P * u + p[q][panel]
        return value - P, slope - D / self.table.half[panel]

    def own(self, k: Array, side: Array, o: Array) -> Array:
        """alpha_k s(side o), next to k/N for o = 0 and c = 0."""
        alpha = self.weight[k + self.near] * side
        return alpha * self.cells.shape.step(o, self.c) if self.c else alpha

    def off(self, b: Boxes) -> Array:
        """What a value of G - f may be off, as the floats see it."""
        return self.slack[b.k] + self.table.rad[b.panel]

    def bounds(self, b: Boxes) -> tuple[Array, Array, Array, Array]:
        """(bound of |G - f|, its form, |G - f| at the best of three points, that point)."""
        middle, w = (b.lo + b.hi) / 2, (b.hi - b.lo) / 2
        alpha = self.weight[b.k + self.near]
        slack = self.off(b)
        rest, slope = self.rest_of(b.k, b.side, middle, b.panel)
        third = np.abs(self.rest[3][b.k])
        bend = self.table.bend[b.panel] + 2 * np.abs(self.rest[2][b.k]) + 3 * third * self.h
        near = np.zeros_like(w)
        if self.c:
            shape = self.cells.shape
            steep = shape.slope(b.lo, self.c), shape.slope(b.hi, self.c)
            for i in range(-self.near, self.near + 1):
                if i:
                    away = abs(i) * self.h + math.copysign(1, -i) * b.side * middle
                    change = shape.slope(away - w, self.c) - shape.slope(away + w, self.c)
                    near = near + np.abs(self.weight[b.k + i + self.near]) * np.abs(change)
            down, up = (
                np.minimum(alpha * steep[0], alpha * steep[1]),
                np.maximum(alpha * steep[0], alpha * steep[1]),
            )
        else:
            down = up = np.zeros_like(w)
        wide = bend * w + near
        first, last = self.own(b.k, b.side, b.lo), self.own(b.k, b.side, b.hi)
        # by the range of the own step, and the rest along a line
        spread = w * (np.abs(slope) + wide)
        ranged = np.maximum(
            np.abs(rest + np.maximum(first, last) + spread),
            np.abs(rest + np.minimum(first, last) - spread),
        )
        # by the middle and the slope
        steepest = np.maximum(np.abs(slope + down - wide), np.abs(slope + up + wide))
        centre = np.abs(rest + self.own(b.k, b.side, middle))
        central = centre + w * steepest
        # by the ends
        left = np.abs(self.rest_of(b.k, b.side, b.lo, b.panel)[0] + first)
        right = np.abs(self.rest_of(b.k, b.side, b.hi, b.panel)[0] + last)
        monotone = (slope + down - wide >= 0) | (slope + up + wide <= 0)
        ends = np.where(monotone, np.maximum(left, right), np.inf)
        stacked = np.stack([ranged, central, ends])
        form = np.argmin(stacked, axis=0)
        bound = np.take_along_axis(stacked, form[None], axis=0)[0] + slack
        values = np.stack([left, centre, right])
        best = np.argmax(values, axis=0)
        reached = np.take_along_axis(values, best[None], axis=0)[0] - slack
        point = np.take_along_axis(np.stack([b.lo, middle, b.hi]), best[None], axis=0)[0]
        return bound, form.astype(np.int8), reached, point

    def run(self, tolerance: float, target: float | None, max_boxes: int = MAX_BOXES) -> Found:
        """Halve the boxes until all bounds are at most (1 + tolerance) lo, or below ``target``.

        Raises:
            TooManyBoxes: the tolerance or the target is too close.
        """
        todo = self.first()
        done: list[Boxes] = []
        lo, hi, at = 0.0, 0.0, (0, 1, 0.0)
        count = 0
        for generation in range(GENERATIONS):
            count += len(todo)
            if count > max_boxes:
                raise TooManyBoxes(f"more than {max_boxes} boxes")
            bound, form, reached, point = self.bounds(todo)
            best = int(np.argmax(reached))
            if reached[best] > lo:
                lo = float(reached[best])
                at = (int(todo.k[best]), int(todo.side[best]), float(point[best]))
            if target is not None and lo >= target:
                target = None  # beyond it: what the supremum is remains to be seen
            enough = lo + tolerance * lo if target is None else target * (1 - 2.0**-40)
            small = bound <= enough
            if generation > SETTLED and (2 * self.off(todo)[~small] > enough - lo).any():
                raise TooManyBoxes("the tolerance is below what floats can tell apart")
            kept = _take(todo, small, form)
            hi = max(hi, float(bound[small].max(initial=0.0)))
            done.append(kept)
            if small.all():
                return Found(lo, max(hi, lo), at, _join(done))
            todo = self._halves(_take(todo, ~small, form))
        raise TooManyBoxes(f"more than {GENERATIONS} generations of boxes")

    def _halves(self, b: Boxes) -> Boxes:
        """Halved on a logarithmic scale beyond c."""
        inner = np.maximum(b.lo, self.c / 8)
        cut = np.where(b.hi > 4 * inner, np.sqrt(inner * b.hi), (b.lo + b.hi) / 2)
        cut = np.where((cut > b.lo) & (cut < b.hi) & (inner > 0), cut, (b.lo + b.hi) / 2)

        def twice(a: Array) -> Array:
            return np.concatenate([a, a])

        return Boxes(
            twice(b.k),
            twice(b.side),
            np.concatenate([b.lo, cut]),
            np.concatenate([cut, b.hi]),
            twice(b.panel),
            twice(b.form),
        )


def _take(b: Boxes, which: Array, form: Array) -> Boxes:
    return Boxes(b.k[which], b.side[which], b.lo[which], b.hi[which], b.panel[which], form[which])


def _join(parts: list[Boxes]) -> Boxes:
    names = ("k", "side", "lo", "hi", "panel", "form")
    return Boxes(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


# --- what is believed: balls of floats, and, asked for again, balls of FLINT ---


BallPanel = tuple[list[Ball], Ball, Ball, Ball, Ball, Ball, Ball]


def ball_panel(panel: Panel) -> BallPanel:
    """(p, middle, half, rad, bound of |P''|, ends) of a panel."""
    half, slack = from_fraction(panel.half), from_fraction(SLACK)
    p = [arb(value) for value in panel.p]
    reach = 1 + slack / half
    bend = sum((k * (k - 1) * abs(p[k]) * reach ** (k - 2) for k in range(2, len(p))), arb(0))
    ends = from_fraction(panel.lo) - slack, from_fraction(panel.hi) + slack
    return p, from_fraction(panel.middle), half, arb(panel.rad), bend / (half * half), *ends


def covered(cells: Cells, b: Boxes) -> None:
    """The boxes of each half cell follow one another from 0 to beyond 1/(2N).

    Raises:
        NotShown: they do not.
    """
    N = cells.N
    order = np.lexsort((b.lo, b.side, b.k))
    k, side, lo, hi = (a[order] for a in (b.k, b.side, b.lo, b.hi))
    first = np.concatenate([[True], (k[1:] != k[:-1]) | (side[1:] != side[:-1])])
    last = np.concatenate([first[1:], [True]])
    halves = sorted(zip(k[first].tolist(), side[first].tolist(), strict=True))
    wanted = sorted([(j, 1.0) for j in range(N)] + [(j, -1.0) for j in range(1, N + 1)])
    joined = (hi[:-1] == lo[1:])[~first[1:]].all()
    far = Fraction(float(hi[last].min())) >= Fraction(1, 2 * N)
    far = far and float(hi.max()) <= cells.reach  # beyond it T_k is not shown to be near
    if not (halves == wanted and joined and far and not lo[first].any() and (lo < hi).all()):
        raise NotShown("the boxes do not cover [0, 1]")


class Panels:
    """The panels of f in balls of floats."""

    def __init__(self, table: Tables) -> None:
        if not gradual():
            raise NotShown("floats near 0 are flushed to 0 here")
        panels = table.panels
        self.middle, self.half, self.left, self.right = (
            column([of_fraction(q) for q in numbers])
            for numbers in (
                [panel.middle for panel in panels],
                [panel.half for panel in panels],
                [panel.lo - SLACK for panel in panels],
                [panel.hi + SLACK for panel in panels],
            )
        )
        self.p, self.rad = table.coefficients, table.rad
        reach = 1.0 + of_fraction(SLACK) / self.half
        bend, power = Balls(0.0), Balls(1.0)
        for k in range(2, DEGREE + 1):
            bend = bend + Balls(np.abs(self.p[k])) * float(k * (k - 1)) * power
            power = power * reach
        self.bend = bend / (self.half * self.half)

    def inside(self, x: Balls, panel: Array) -> bool:
        """Whether all x are in their panels."""
        above = x.lower() >= self.left.upper()[panel]
        return bool((above & (x.upper() <= self.right.lower()[panel])).all())

    def value(self, x: Balls, panel: Array, slope: bool) -> tuple[Balls, Balls]:
        """P and, if asked for, its slope at points of the panels."""
        half = self.half[panel]
        u = (x - self.middle[panel]) / half
        P, D = Balls(self.p[DEGREE][panel]), Balls(np.zeros(len(panel)))
        for q in range(DEGREE - 1, -1, -1):
            if slope:
                D = D * u + P
            P = P * u + self.p[q][panel]
        return P, D / half if slope else D


class InFloats:
    """The boxes again, in balls of floats.

    Raises:
        NotShown: the floats of this process are not those of IEEE 754.
    """

    def __init__(self, cells: Cells, table: Tables) -> None:
        self.cells, self.table, self.parts = cells, table, cells.float_balls
        self.panels = Panels(table)

    def bound(self, boxes: Boxes) -> Fraction:
        """A number that |G - f| does not exceed on [0, 1].

        Raises:
            NotShown: the boxes do not cover [0, 1], or one is not inside its panel.
        """
        covered(self.cells, boxes)
        highest = 0.0
        for form in (RANGE, MIDDLE, ENDS):
            which = np.flatnonzero(boxes.form == form)
            for start in range(0, len(which), CHUNK):
                rows = _take(boxes, which[start : start + CHUNK], boxes.form)
                top = self._bounds(rows, form).upper()
                if not np.isfinite(top).all():
                    raise NotShown("a bound that is not finite")
                highest = max(highest, float(top.max()))
        if sum(int((boxes.form == form).sum()) for form in (RANGE, MIDDLE, ENDS)) != len(boxes):
            raise NotShown("a box of no form")
        return round_dyadic(Fraction(highest), SHORT, 1)

    def _bounds(self, b: Boxes, form: int) -> Balls:
        """Bounds of |G - f| on k/N + side [lo, hi], by one form."""
        place = Balls(b.k.astype(float)) * self.parts.h
        for end in (b.lo, b.hi):
            if not self.panels.inside(place + b.side * end, b.panel):
                raise NotShown("a box that is not inside its panel")
        slack = self.parts.beyond + self.table.rad[b.panel]
        # any point of the box, and no less than the distance of its ends
        middle = (b.lo + b.hi) / 2
        w = np.nextafter(np.maximum(b.hi - middle, middle - b.lo), np.inf)
        value, slope = self._rest(b, place, middle, True)
        wide = self._wide(b, middle, w)
        first, last = self._own(b, b.lo), self._own(b, b.hi)
        if form == RANGE:
            spread = (abs(slope) + wide) * w
            ends = [abs(value + end + way) for end in (first, last) for way in (spread, -spread)]
            return larger(larger(ends[0], ends[1]), larger(ends[2], ends[3])) + slack
        down, up = self._slopes(b, slope, wide)
        if form == MIDDLE:
            steepest = np.maximum(np.maximum(-down, up), 0.0)
            return abs(value + self._own(b, middle)) + Balls(steepest) * w + slack
        if not ((down >= 0) | (up <= 0)).all():
            raise NotShown("a box on which G - f is not seen to be monotone")
        left = self._rest(b, place, b.lo, False)[0] + first
        right = self._rest(b, place, b.hi, False)[0] + last
        return larger(abs(left), abs(right)) + slack

    def _own(self, b: Boxes, o: Array) -> Balls:
        """alpha s(side o); next to k/N for o = 0 and c = 0."""
        alpha = self.parts.weight[b.k + self.cells.near] * b.side
        if not self.cells.c:
            return alpha
        return alpha * self.cells.shape.step(Balls(o), self.parts.c)

    def _rest(self, b: Boxes, place: Balls, o: Array, slope: bool) -> tuple[Balls, Balls]:
        """(value, slope in x) of G - P without the unit at k/N itself."""
        cells, parts = self.cells, self.parts
        t = b.side * o
        value, change = parts.constant[b.k], Balls(0.0)
        if cells.c:
            r = [parts.rest[q][b.k] for q in range(ORDER + 1)]
            value = value + r[0] + t * (r[1] + t * (r[2] + t * r[3]))
            if slope:
                change = r[1] + t * (2.0 * r[2] + 3.0 * t * r[3])
        for i in range(-cells.near, cells.near + 1):
            if not i:
                continue
            weight = parts.weight[b.k + i + cells.near]
            if not cells.c:
                value = value - weight * (1.0 if i > 0 else -1.0)
                continue
            away = t - float(i) * parts.h
            value = value + weight * cells.shape.step(away, parts.c)
            if slope:
                change = change + weight * cells.shape.slope(away, parts.c)
        P, D = self.panels.value(place + t, b.panel, slope)
        return value - P, change - D if slope else change

    def _wide(self, b: Boxes, middle: Array, w: Array) -> Balls:
        """How much the slope of all but the own step differs from that in the middle."""
        cells, parts = self.cells, self.parts
        change = self.panels.bend[b.panel]
        if not cells.c:
            return change * w
        second, third = abs(parts.rest[2][b.k]), abs(parts.rest[3][b.k])
        change = (change + 2.0 * second + third * (6.0 * Balls(cells.reach))) * w
        for i in range(-cells.near, cells.near + 1):
            if i:
                away = float(abs(i)) * parts.h + math.copysign(1.0, -i) * b.side * middle
                steep, flat = (cells.shape.slope(away + way * w, parts.c) for way in (-1.0, 1.0))
                change = change + abs(parts.weight[b.k + i + cells.near]) * (steep - flat)
        return change

    def _slopes(self, b: Boxes, slope: Balls, wide: Balls) -> tuple[Array, Array]:
        """Floats below and above the slope of G - P."""
        if not self.cells.c:
            return (slope - wide).lower(), (slope + wide).upper()
        cells, parts = self.cells, self.parts
        alpha = parts.weight[b.k + cells.near]
        # the slope of s falls from lo to hi
        ends = [alpha * cells.shape.slope(Balls(o), parts.c) for o in (b.lo, b.hi)]
        least = np.minimum(ends[0].lower(), ends[1].lower())
        most = np.maximum(ends[0].upper(), ends[1].upper())
        return (slope - wide + least).lower(), (slope + wide + most).upper()

    def reached(self, f: Function, at: Fraction) -> Fraction:
        """A number that |G(at) - f(at)| is not below, unit by unit."""
        cells, c = self.cells, self.parts.c
        N, near = cells.N, round(at * cells.N)
        t = of_fraction(at) - np.arange(N + 1) * self.parts.h
        for k in range(max(0, near - 2), min(N, near + 2) + 1):  # without cancellation
            exact = of_fraction(at - Fraction(k, N))
            t.m[k], t.r[k] = exact.m, exact.r
        weight = self.parts.weight[cells.near : cells.near + N + 1]
        outer = of_fraction(1 + at)
        if cells.c:
            step, last = cells.shape.step(t, c), cells.shape.step(outer, c)
        else:
            place = at * N
            signs = np.sign(np.arange(N + 1) - float(math.floor(place)) - 0.5) * -1.0
            if place.denominator == 1:
                signs[int(place)] = 0.0
            step, last = Balls(signs), Balls(1.0)
        units = weight * step
        m = math.fsum(units.m)  # rounded once
        G = Balls(m, _most(units.r) + abs(m) * 2.0**-52) + of_fraction(cells.constant)
        G = G + of_fraction(cells.outside) * last
        low, high = Fraction(float(G.lower())), Fraction(float(G.upper()))
        with working():
            exactly = f.evaluate(BallSystem(BITS), x=from_fraction(at))
            least, most = to_fractions(exactly if isinstance(exactly, arb) else arb(exactly))
        return round_dyadic(max(Fraction(0), low - most, least - high), SHORT, -1)


class Shown:
    """The boxes once more, in FLINT's balls: for who does not believe floats."""

    def __init__(self, cells: Cells, table: Tables) -> None:
        self.cells, self.table, self.parts = cells, table, cells.balls
        self._panels: dict[int, BallPanel] = {}

    def panel(self, number: int) -> BallPanel:
        """:func:`ball_panel` of a panel."""
        if number not in self._panels:
            self._panels[number] = ball_panel(self.table.panels[number])
        return self._panels[number]

    def bound(self, boxes: Boxes) -> Fraction:
        """A number that |G - f| does not exceed on [0, 1].

        Raises:
            NotShown: the boxes do not cover [0, 1], or one is not inside its panel.
        """
        covered(self.cells, boxes)
        highest = arb(0)
        rows = zip(*(a.tolist() for a in vars(boxes).values()), strict=True)
        with working():
            for k, side, lo, hi, panel, form in rows:
                here = self.box(k, int(side), arb(lo), arb(hi), panel, form)
                if not here <= highest:
                    highest = here.upper()
            return round_dyadic(to_fractions(highest)[1], SHORT, 1)

    def box(self, k: int, side: int, lo: Ball, hi: Ball, number: int, form: int) -> Ball:
        """A bound of |G - f| on k/N + side [lo, hi]."""
        cells, parts = self.cells, self.parts
        p, at, half, rad, bend, left, right = self.panel(number)
        place = k * parts.h
        a, b = place + side * lo, place + side * hi
        if not (left <= a and a <= right and left <= b and b <= right):
            raise NotShown("a box that is not inside its panel")
        slack = rad + parts.beyond[k]
        alpha = parts.weight[k + cells.near]

        def own(o: Ball) -> Ball:
            """alpha s(side o); next to k/N for o = 0 and c = 0."""
            return side * alpha * (cells.shape.step(o, parts.c) if cells.c else 1)

        def rest(o: Ball, slope: bool) -> tuple[Ball, Ball]:
            t = side * o
            r = [row[k] for row in parts.rest]
            value = parts.constant[k] + r[0] + t * (r[1] + t * (r[2] + t * r[3]))
            change = r[1] + t * (2 * r[2] + 3 * t * r[3])
            for i in range(-cells.near, cells.near + 1):
                if not i:
                    continue
                weight = parts.weight[k + i + cells.near]
                if not cells.c:
                    value -= weight * (1 if i > 0 else -1)
                    continue
                away = t - i * parts.h
                value += weight * cells.shape.step(away, parts.c)
                if slope:
                    change += weight * cells.shape.slope(away, parts.c)
            u = (place + t - at) / half
            P, D = p[DEGREE], arb(0)
            for q in range(DEGREE - 1, -1, -1):
                if slope:
                    D = D * u + P
                P = P * u + p[q]
            return value - P, change - D / half

        if form == ENDS:
            middle, w = (lo + hi) / 2, (hi - lo) / 2
            down, up = self.slopes(k, side, lo, hi, rest(middle, True)[1], middle, w, bend)
            if not (down >= 0 or up <= 0):
                raise NotShown("a box on which G - f is not seen to be monotone")
            first, last = abs(rest(lo, False)[0] + own(lo)), abs(rest(hi, False)[0] + own(hi))
            return _larger(first, last) + slack
        middle, w = (lo + hi) / 2, (hi - lo) / 2
        value, slope = rest(middle, True)
        if form == MIDDLE:
            down, up = self.slopes(k, side, lo, hi, slope, middle, w, bend)
            return abs(value + own(middle)) + w * _larger(abs(down), abs(up)) + slack
        spread = w * (abs(slope) + self.wide(k, side, middle, w, bend))
        first, last = own(lo), own(hi)
        ends = [abs(value + step + way * spread) for step in (first, last) for way in (-1, 1)]
        return _larger(_larger(ends[0], ends[1]), _larger(ends[2], ends[3])) + slack

    def wide(self, k: int, side: int, middle: Ball, w: Ball, bend: Ball) -> Ball:
        """How much the slope of all but the own step differs from that in the middle."""
        cells, parts = self.cells, self.parts
        reach = arb(cells.reach)
        change = w * (bend + 2 * abs(parts.rest[2][k]) + 6 * abs(parts.rest[3][k]) * reach)
        if not cells.c:
            return change
        for i in range(-cells.near, cells.near + 1):
            if i:
                away = abs(i) * parts.h - (1 if i > 0 else -1) * side * middle
                steep, flat = (cells.shape.slope(away + way * w, parts.c) for way in (-1, 1))
                change += abs(parts.weight[k + i + cells.near]) * (steep - flat)
        return change

    def slopes(
        self, k: int, side: int, lo: Ball, hi: Ball, slope: Ball, middle: Ball, w: Ball, bend: Ball
    ) -> tuple[Ball, Ball]:
        """Bounds of the slope of G - P from below and above."""
        cells, parts = self.cells, self.parts
        wide = self.wide(k, side, middle, w, bend)
        if not cells.c:
            return slope - wide, slope + wide
        alpha = parts.weight[k + cells.near]
        # the slope of s falls from lo to hi
        own = (alpha * cells.shape.slope(lo, parts.c)).union(alpha * cells.shape.slope(hi, parts.c))
        return slope + own.lower() - wide, slope + own.upper() + wide


def _larger(a: Ball, b: Ball) -> Ball:
    return a.max(b)


def reached(line: OnLine, f: Function, at: Fraction) -> Fraction:
    """A number that |G(at) - f(at)| is not below, by balls and unit by unit."""
    from constructions.interop.flint import BallSystem
    from constructions.pln import network_on_line

    system = BallSystem(BITS)
    with system.working():
        G = network_on_line(system, line.y, system.const(at), line.c, line.convention)
        low = to_fractions(system.abs(G - f.evaluate(system, x=system.const(at))))[0]
    return round_dyadic(max(Fraction(0), low), SHORT, -1)


def enclose_sup_tables(
    line: OnLine,
    f: Function,
    *,
    tolerance: Fraction = Fraction(1, 1000),
    target: Fraction | None = None,
    max_boxes: int = MAX_BOXES,
) -> Enclosed:
    """lo <= sup |G - f| <= hi on [0, 1], both shown by balls of floats.

    hi <= (1 + tolerance) lo up to rounding; with a ``target`` above the supremum, hi < target and
    no sharper than that needs.  Inside of :func:`twice` FLINT's balls show both once more.

    Raises:
        NoTable: f is not defined on all of [0, 1], or not tame enough for tables.
        TooManyBoxes: the tolerance or the target is too close.
        NotShown: balls did not show what the floats had found.
    """
    cells, table, found = searched(line, f, tolerance, target, max_boxes)
    k, side, offset = found.at
    if not offset and not line.c:
        offset = cells.reach * 2.0**-40  # next to a jump
    at = min(max(Fraction(k, line.N) + side * Fraction(offset), Fraction(0)), Fraction(1))
    shown = InFloats(cells, table)
    lo, hi = shown.reached(f, at), shown.bound(found.boxes)
    if again():
        agreed(lo <= reached(line, f, at) and Shown(cells, table).bound(found.boxes) <= hi)
    return Enclosed(lo, hi, at, len(found.boxes))


_TWICE: ContextVar[bool] = ContextVar("twice", default=False)


@contextmanager
def twice() -> Iterator[None]:
    """What balls of floats show is computed again in FLINT's balls, in the same thread."""
    token = _TWICE.set(True)
    try:
        yield
    finally:
        _TWICE.reset(token)


def again() -> bool:
    """Whether this is inside of :func:`twice`."""
    return _TWICE.get()


def agreed(same: bool) -> None:
    """
    Raises:
        NotCertified: FLINT's balls do not show what balls of floats have shown.
    """
    from proofs.supnorm.networks import NotCertified

    if not same:
        raise NotCertified("FLINT's balls do not show what balls of floats have shown")


def searched(
    line: OnLine, f: Function, tolerance: Fraction, target: Fraction | None, max_boxes: int
) -> tuple[Cells, Tables, Found]:
    """The search in floats alone, which shows nothing."""
    sharp = min(float(tolerance), 1 / 64) / 16
    cells = Cells(line, sharp)
    goal = None if target is None else float(target)
    # the error is about the largest weight: f need not be known much better than that
    largest = float(max(map(abs, cells.weight)))
    wanted = max(WANTED, Fraction(sharp * largest / 16))
    if wanted > WANTED:
        table = tables(f, wanted)
        with suppress(TooManyBoxes):
            return cells, table, Search(cells, table).run(float(tolerance), goal, max_boxes)
    table = tables(f, WANTED)
    return cells, table, Search(cells, table).run(float(tolerance), goal, max_boxes)
