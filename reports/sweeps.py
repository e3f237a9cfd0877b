"""Width against error, from the sweeps in a record: one panel for each layer.

A sweep with the columns of :data:`NEEDED` is a cloud of networks, drawn by
:mod:`reports.sweep_figures`; one with those of :data:`LEAST` is a table of least widths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.record import Record, Sweep
from reports.tables import plain, rational

NEEDED = ("layer", "L", "N", "cells", "bound", "measured", "hi", "where", "side", "ok")
LEAST = ("layer", "f", "eps", "M", "N", "best", "known", "lower", "upper", "ok")
ORDER = ("Sigmoid", "Tanh", "ReLU", "LN-d", "LS-d", "LN-2", "LS-1", "ReLU, pairs")
"""The layers of Table 1, and a second construction for one of them; others have no panel."""

SAYS = (
    "Each network is built with exact weights from the construction of its theorem. Errors are "
    "enclosed on all of [0, 1], exactly where f and the network are piecewise linear; where a "
    "network was only measured, at points, its mark is hollow. No verdict uses a sweep."
)
POSITIONS = (
    "Where the error is largest: on [0, 1], and within its cell of the construction, from its left "
    "end to its right end. Where the error is enclosed and not exact, the place is that of the "
    "largest error among the points measured."
)
LEAST_SAYS = (
    "N is the least number of units for which the construction, with steep steps, "
    "was certified to be closer than eps on all of [0, 1] (flat steps may do with fewer); for "
    "ReLU, of two constructions the better one. Below it, what any network of the layer needs: "
    "for LN-2 and LS-1 the exact number, in rational arithmetic (≥ where eps is too near to a "
    "change); for ReLU a lower estimate from 401 values, sampled. Table 1 bounds the "
    "worst function of the class with these L and eps, M = floor(L/(2 eps)); an easy "
    "function needs fewer units than its lower bound."
)


@dataclass(frozen=True)
class Point:
    """One network: its error over L against its N, and where the error is largest."""

    N: int
    error: float
    bound: float
    where: float
    in_cell: float
    enclosed: bool
    ok: bool


@dataclass(frozen=True)
class Layer:
    """The networks of one layer; ``still`` have error 0 or L = 0 and no place on a log scale."""

    name: str
    points: tuple[Point, ...]
    still: int


@dataclass(frozen=True)
class Least:
    """One least width: ``best`` is exact or, if not ``exact``, a lower bound."""

    f: str
    eps: str
    M: int
    N: int | None
    best: int | None
    exact: bool
    lower: int | None
    upper: int
    ok: bool


@dataclass(frozen=True)
class Swept:
    """What the page of sweeps shows."""

    layers: tuple[Layer, ...]
    least: dict[str, tuple[Least, ...]]

    @property
    def networks(self) -> int:
        return sum(len(layer.points) + layer.still for layer in self.layers)

    @property
    def failures(self) -> int:
        bad = sum(not p.ok for layer in self.layers for p in layer.points)
        return bad + sum(not row.ok for rows in self.least.values() for row in rows)


def collected(record: Record) -> Swept | None:
    """The sweeps of a record by layer; ``None`` if there are none with a panel."""
    rows: dict[str, list[dict[str, Any]]] = {}
    least: dict[str, list[Least]] = {}
    for claim in record["claims"]:
        sweep = claim["sweep"]
        if sweep is None:
            continue
        for row in _rows(sweep, NEEDED):
            rows.setdefault(str(row["layer"]), []).append(row)
        for row in _rows(sweep, LEAST):
            least.setdefault(str(row["layer"]), []).append(_least(row))
    layers = tuple(_layer(name, rows[name]) for name in ORDER if name in rows)
    if not layers and not least:
        return None
    return Swept(layers, {n: tuple(least[n]) for n in ORDER if n in least})


def least_table(swept: Swept) -> tuple[list[str], list[list[str]]]:
    """Head and rows: a function and eps each, with N and what is known below it, per layer."""
    head = ["f", "eps", "M", *swept.least]
    rows: dict[tuple[str, str], list[str]] = {}
    for found in swept.least.values():
        for row in found:
            entry = rows.setdefault((row.f, row.eps), [row.f, row.eps, str(row.M)])
            entry.append(_entry(row))
    return [plain(h) for h in head], [row for row in rows.values() if len(row) == len(head)]


def _entry(row: Least) -> str:
    text = "–" if row.N is None else str(row.N)
    if row.best is None:
        return text
    return f"{text} ({'' if row.exact else '≥ '}{row.best})"


def _rows(sweep: Sweep, needed: Sequence[str]) -> list[dict[str, Any]]:
    if not set(needed) <= set(sweep["columns"]):
        return []
    return [dict(zip(sweep["columns"], row, strict=True)) for row in sweep["rows"]]


def _layer(name: str, rows: Sequence[dict[str, Any]]) -> Layer:
    points = [point for row in rows if (point := _point(row)) is not None]
    return Layer(name, tuple(points), len(rows) - len(points))


def _point(row: dict[str, Any]) -> Point | None:
    L = rational(row["L"])
    error = rational(row["measured"] if row["hi"] is None else row["hi"])
    numbers = [rational(row[name]) for name in ("N", "cells", "bound", "where")]
    if not L or not error or None in numbers:
        return None
    N, cells, bound, where = (float(q) for q in numbers if q is not None)
    return Point(
        int(N),
        float(error / L),
        bound / float(L),
        where,
        _in_cell(where * cells, str(row["side"])),
        row["hi"] is not None,
        bool(row["ok"]),
    )


def _in_cell(at: float, side: str) -> float:
    """The part of the cell that lies left of ``at``, which counts cells from 0."""
    near = round(at)
    if abs(at - near) > 1e-7:
        return at % 1
    if side == "at" and at > near:
        return 0.0
    return 1.0 if side == "left of" or (near and side == "at") else 0.0


def _least(row: dict[str, Any]) -> Least:
    def whole(name: str) -> int | None:
        value = rational(row[name])
        return None if value is None else int(value)

    return Least(
        plain(row["f"]),
        plain(row["eps"]),
        whole("M") or 0,
        whole("N"),
        whole("best"),
        row["known"] == "exact",
        whole("lower"),
        whole("upper") or 0,
        bool(row["ok"]),
    )
