"""sup |G - f| for a G that is a line on each of many cells: searched in floats, shown by balls.

f is given by :mod:`proofs.supnorm.taylor_tables`: |f - P| <= rad on a panel.  On a box with middle
m and half width w inside of one cell and one panel, with e = p + q x - P,

    |G - f| <= |e(m)| + w (|e'(m)| + w max |P''|) + rad.

As in :mod:`proofs.supnorm.tables` the boxes are halved in numpy, and only what balls show
of them afterwards is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from flint import arb

from constructions.interop.flint import BallSystem, from_fraction, round_dyadic, to_fractions
from proofs.supnorm.float_balls import Balls, column, of_fraction
from proofs.supnorm.tables import (
    BITS,
    CHUNK,
    GENERATIONS,
    MAX_BOXES,
    ROUNDING,
    SHORT,
    WANTED,
    Enclosed,
    NotShown,
    Panels,
    TooManyBoxes,
    again,
    agreed,
    ball_panel,
    working,
)
from proofs.supnorm.taylor_tables import DEGREE, Tables, tables

if TYPE_CHECKING:
    from constructions.functions import Function

Array = Any


class Line(Protocol):
    """On ]lo, hi[ the network is p + q x."""

    @property
    def lo(self) -> Fraction: ...
    @property
    def hi(self) -> Fraction: ...
    @property
    def p(self) -> Fraction: ...
    @property
    def q(self) -> Fraction: ...


@dataclass(frozen=True)
class Boxes:
    """[lo, hi] in a cell, with the panel of f."""

    cell: Array
    panel: Array
    lo: Array
    hi: Array

    def take(self, which: Array) -> Boxes:
        return Boxes(*(value[which] for value in vars(self).values()))

    @staticmethod
    def join(parts: Sequence[Boxes]) -> Boxes:
        names = ("cell", "panel", "lo", "hi")
        return Boxes(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def enclose_lines(
    cells: Sequence[Line], f: Function, tolerance: Fraction, target: Fraction | None = None
) -> Enclosed:
    """lo <= sup |G - f| <= hi on [0, 1], where the cells follow one another from 0 to 1.

    lo is a value, or the limit at an end of a cell, at ``at``.  hi <= (1 + tolerance) lo up to
    rounding; with a ``target`` above the supremum, hi < target.

    Raises:
        NoTable: f is not tame enough for tables.
        TooManyBoxes: the tolerance or the target is too close.
        NotShown: balls did not show what the floats had found.
    """
    table = tables(f, WANTED)
    goal = None if target is None else float(target)
    boxes, cell, at = _search(cells, table, float(tolerance), goal)
    hi = _shown(cells, table, boxes)
    if again():
        agreed(_shown_again(cells, table, boxes) <= hi)
    x = min(max(Fraction(at), cells[cell].lo), cells[cell].hi)
    system = BallSystem(BITS)
    with system.working():
        G = system.const(cells[cell].p + cells[cell].q * x)
        lo = to_fractions(system.abs(G - f.evaluate(system, x=system.const(x))))[0]
    return Enclosed(round_dyadic(max(Fraction(0), lo), SHORT, -1), hi, x, len(boxes.cell))


def _search(
    cells: Sequence[Line], table: Tables, tolerance: float, target: float | None
) -> tuple[Boxes, int, float]:
    p = np.array([float(cell.p) for cell in cells])
    q = np.array([float(cell.q) for cell in cells])
    ends = np.array([float(cell.lo) for cell in cells] + [float(cells[-1].hi)])
    inner = np.array([float(panel.hi) for panel in table.panels[:-1]])
    cuts = np.union1d(ends, inner)
    middle = (cuts[:-1] + cuts[1:]) / 2
    owner = np.clip(np.searchsorted(ends, middle, side="right") - 1, 0, len(cells) - 1)
    todo = Boxes(owner, table.number(middle), cuts[:-1], cuts[1:])
    done: list[Boxes] = []
    lo, best, count = 0.0, (0, 0.0), 0
    slack = table.rad + ROUNDING * (1 + np.abs(table.coefficients[0]))
    for _ in range(GENERATIONS):
        count += len(todo.cell)
        if count > MAX_BOXES:
            raise TooManyBoxes(f"more than {MAX_BOXES} boxes")
        at, w = (todo.lo + todo.hi) / 2, (todo.hi - todo.lo) / 2
        panel = todo.panel
        u = (at - table.middle[panel]) / table.half[panel]
        P, D = table.coefficients[DEGREE][panel], np.zeros_like(u)
        for k in range(DEGREE - 1, -1, -1):
            D = D * u + P
            P = P * u + table.coefficients[k][panel]
        value = np.abs(p[todo.cell] + q[todo.cell] * at - P)
        slope = np.abs(q[todo.cell] - D / table.half[panel])
        bound = value + w * (slope + w * table.bend[panel]) + slack[panel]
        top = int(np.argmax(value - slack[panel]))
        if value[top] - slack[panel[top]] > lo:
            lo = float(value[top] - slack[panel[top]])
            best = int(todo.cell[top]), float(at[top])
        if target is not None and lo >= target:
            target = None
        small = bound <= (lo * (1 + tolerance) if target is None else target * (1 - 2.0**-40))
        done.append(todo.take(small))
        if small.all():
            return Boxes.join(done), *best
        todo = todo.take(~small)
        cut = (todo.lo + todo.hi) / 2
        halves = [(todo.lo, cut), (cut, todo.hi)]
        todo = Boxes.join([Boxes(todo.cell, todo.panel, a, b) for a, b in halves])
    raise TooManyBoxes(f"more than {GENERATIONS} generations of boxes")


def _ordered(cells: Sequence[Line], boxes: Boxes) -> tuple[Boxes, Array, Array]:
    """The boxes from left to right, and which of them begin and end a cell.

    Raises:
        NotShown: they do not cover the cells, or the cells [0, 1].
    """
    rows = boxes.take(np.lexsort((boxes.lo, boxes.cell)))
    first = np.concatenate([[True], rows.cell[1:] != rows.cell[:-1]])
    last = np.concatenate([first[1:], [True]])
    joined = bool((rows.hi[:-1] == rows.lo[1:])[~first[1:]].all() and (rows.lo < rows.hi).all())
    met = all(a.hi == b.lo for a, b in pairwise(cells)) and cells[0].lo <= 0 <= 1 <= cells[-1].hi
    if not (joined and met and rows.cell[first].tolist() == list(range(len(cells)))):
        raise NotShown("the boxes do not cover [0, 1]")
    return rows, first, last


def _shown(cells: Sequence[Line], table: Tables, boxes: Boxes) -> Fraction:
    """A number that |G - f| does not exceed, by balls of floats.

    Raises:
        NotShown: the boxes do not cover [0, 1], or one is not in its panel.
    """
    rows, first, last = _ordered(cells, boxes)
    panels = Panels(table)
    p, q, left, right = (
        column([of_fraction(getattr(cell, name)) for cell in cells])
        for name in ("p", "q", "lo", "hi")
    )
    # the ends of a cell are taken as they are, and not as floats
    lo = Balls(np.where(first, left.m[rows.cell], rows.lo), np.where(first, left.r[rows.cell], 0.0))
    hi = Balls(np.where(last, right.m[rows.cell], rows.hi), np.where(last, right.r[rows.cell], 0.0))
    highest = 0.0
    for start in range(0, len(rows.cell), CHUNK):
        part = slice(start, start + CHUNK)
        a, b, k, panel = lo[part], hi[part], rows.cell[part], rows.panel[part]
        if not (panels.inside(a, panel) and panels.inside(b, panel)):
            raise NotShown("a box that is not inside its panel")
        middle = (a.m + b.m) / 2
        w = np.maximum((b - middle).upper(), (middle - a).upper())
        P, D = panels.value(Balls(middle), panel, True)
        value = abs(p[k] + q[k] * middle - P)
        bound = value + (abs(q[k] - D) + panels.bend[panel] * w) * w + panels.rad[panel]
        top = bound.upper()
        if not np.isfinite(top).all():
            raise NotShown("a bound that is not finite")
        highest = max(highest, float(top.max()))
    return round_dyadic(Fraction(highest), SHORT, 1)


def _shown_again(cells: Sequence[Line], table: Tables, boxes: Boxes) -> Fraction:
    """The same in FLINT's balls."""
    rows, first, last = _ordered(cells, boxes)
    highest = arb(0)
    known: dict[int, Any] = {}
    columns = (rows.cell, rows.panel, rows.lo, rows.hi, first, last)
    with working():
        for k, number, lo, hi, begins, ends in zip(*(c.tolist() for c in columns), strict=True):
            cell = cells[k]
            if number not in known:
                known[number] = ball_panel(table.panels[number])
            p, at, half, rad, bend, left, right = known[number]
            # the ends of a cell are taken as they are, and not as floats
            a = from_fraction(cell.lo) if begins else arb(lo)
            b = from_fraction(cell.hi) if ends else arb(hi)
            if not (left <= a and a <= b and b <= right):
                raise NotShown("a box that is not inside its panel")
            middle, w = (a + b) / 2, (b - a) / 2
            u = (middle - at) / half
            P, D = p[DEGREE], arb(0)
            for j in range(DEGREE - 1, -1, -1):
                D = D * u + P
                P = P * u + p[j]
            slope = from_fraction(cell.q)
            value = abs(from_fraction(cell.p) + slope * middle - P)
            bound = value + w * (abs(slope - D / half) + w * bend) + rad
            if not bound <= highest:
                highest = bound.upper()
    return round_dyadic(to_fractions(highest)[1], SHORT, 1)
