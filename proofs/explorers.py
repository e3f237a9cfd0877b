"""Families of instances that a page shows on sliders: curves, and beside them certified numbers.

The curves are sampled in floats, for the eye.  Every number that stands beside them is of a row as
:attr:`proofs.claims.Claim.run` returns it, with its evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from proofs.evidence import HOLDS, Evidence, weakest

Json = dict[str, Any]
NEAR = 0.0015  #: of a drawing's height: how far a point may lie from the line that leaves it out


@dataclass(frozen=True)
class Slider:
    """What is moved, and its values in order."""

    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """One place of the sliders: ``rows`` with what each is, curves, and those of the second panel.

    ``says`` is plain text, for what is known there and is no row.
    """

    at: tuple[int, ...]
    rows: tuple[tuple[str, Any], ...]
    curves: tuple[Json, ...]
    below: tuple[Json, ...] = ()
    says: str = ""


@dataclass(frozen=True)
class Measured:
    """A row that is no network: a number in [lo, hi], and what shows it."""

    lo: Fraction
    hi: Fraction
    evidence: tuple[Evidence, ...]
    bound: Fraction | None = None
    units: int | None = None

    @property
    def level(self) -> str:
        return weakest(self.evidence)

    @property
    def verdict(self) -> str:
        return "certified" if all(item.outcome == HOLDS for item in self.evidence) else "open"


@dataclass(frozen=True)
class Explorer:
    """A picture with sliders; ``title`` and ``says`` are markup.

    ``reach`` is [x0, x1, y0, y1]; with ``most``, there is a second panel from 0 to it, named
    ``under``.  ``error`` is what the certified numbers are of; ``places`` has every combination.
    """

    title: str
    says: str
    error: str
    x: str
    y: str
    reach: tuple[float, float, float, float]
    sliders: tuple[Slider, ...]
    chosen: tuple[int, ...]
    places: tuple[Place, ...]
    fixed: tuple[Json, ...] = ()
    under: str = ""
    most: float = 0.0


def curve(
    name: str, role: str, x: Sequence[float], y: Sequence[float | None], height: float
) -> Json:
    """A series of a picture, without the points that lie on the line of their neighbours.

    ``None`` is a gap; an abscissa that is repeated with another value is a jump.
    """
    at: list[float] = []
    values: list[float | None] = []
    for piece in _pieces(x, y):
        if at:
            at.append(piece[0][0])
            values.append(None)
        for a, b in _kept(piece, NEAR * height):
            at.append(_short(a))
            values.append(_short(b))
    return {"name": name, "role": role, "x": at, "y": values}


def dots(name: str, points: Sequence[tuple[float, float]]) -> Json:
    """Points that are drawn as such."""
    return {
        "name": name,
        "role": "dots",
        "x": [_short(a) for a, _ in points],
        "y": [_short(b) for _, b in points],
    }


def of_plot(
    plot: Mapping[str, Any], reach: Sequence[float], most: float
) -> tuple[tuple[Json, ...], tuple[Json, ...]]:
    """G, and below it |f - G| with its bound, from the plot of an instance."""
    x, high = plot["x"], reach[3] - reach[2]
    return (
        (curve("G", "net", x, plot["G"], high),),
        (
            curve("|f − G|", "net", x, plot["error"], 2 * most),
            curve("bound", "bound", [0.0, 1.0], [plot["bound"]] * 2, most),
        ),
    )


def target(name: str, plot: Mapping[str, Any], reach: Sequence[float]) -> Json:
    """f from the plot of an instance."""
    return curve(name, "target", plot["x"], plot["f"], reach[3] - reach[2])


def _short(value: float) -> float:
    return float(f"{value:.5g}")


def _pieces(x: Sequence[float], y: Sequence[float | None]) -> Iterator[list[tuple[float, float]]]:
    """The continuous parts; of three values at a jump, the limits."""
    piece: list[tuple[float, float]] = []
    for here, group in groupby(zip(x, y, strict=True), key=lambda point: point[0]):
        values = [value for _, value in group]
        first, last = values[0], values[-1]
        if first is not None:
            piece.append((here, first))
        if (first is None or last != first) and piece:
            yield piece
            piece = []
        if last is not None and last != first:
            piece.append((here, last))
    if piece:
        yield piece


def _kept(points: list[tuple[float, float]], within: float) -> list[tuple[float, float]]:
    """The ends, and what the line between kept points would miss by more than ``within``."""
    keep = {0, len(points) - 1}
    todo = [(0, len(points) - 1)]
    while todo:
        i, j = todo.pop()
        (a, b), (c, d) = points[i], points[j]
        slope = (d - b) / (c - a) if c > a else 0.0
        worst, at = within, 0
        for k in range(i + 1, j):
            off = abs(points[k][1] - b - slope * (points[k][0] - a))
            if off > worst:
                worst, at = off, k
        if at:
            keep.add(at)
            todo += [(i, at), (at, j)]
    return [points[k] for k in sorted(keep)]
