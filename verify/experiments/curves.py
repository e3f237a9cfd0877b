"""Rows of an experiment as numbers and curves, and curves as :class:`reports.record.Picture`."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, cast, get_args

from verify.experiments import Row

Pick = Callable[[Row], bool]
Role = Literal["target", "net", "bound", "other", "second"]


@dataclass(frozen=True)
class Curve:
    """A named curve; what is not finite is a gap."""

    name: str
    role: Role
    x: Sequence[float]
    y: Sequence[float]


def where(**names: Any) -> Pick:
    """The rows that have these values."""
    return lambda row: all(row.get(name) == value for name, value in names.items())


def value(rows: Sequence[Row], name: str, **names: Any) -> float:
    """The number ``name`` of the one row with these values.

    Raises:
        ValueError: there is no such row, or there are several.
    """
    found = [row[name] for row in filter(where(**names), rows)]
    if len(found) != 1 or not isinstance(found[0], (int, float)):
        raise ValueError(f"{len(found)} rows with {names} have {name}")
    return float(found[0])


def series(rows: Sequence[Row], role: str, name: str, x: str, y: str, **names: Any) -> Curve:
    """A curve of the mean over the seeds of ``y`` against ``x``."""
    points: dict[float, list[float]] = {}
    for row in filter(where(**names), rows):
        at, to = row[x], row[y]
        if isinstance(at, (int, float)) and isinstance(to, (int, float)):
            points.setdefault(float(at), []).append(float(to))
    order = sorted(points)
    means = [float(f"{statistics.fmean(points[at]):.6g}") for at in order]
    return Curve(name, _role(role), order, means)


def _role(name: str) -> Role:
    """The role of this name.

    Raises:
        ValueError: there is none.
    """
    if name not in get_args(Role):
        raise ValueError(f"a curve is one of {', '.join(get_args(Role))}, not {name[:40]!r}")
    return cast(Role, name)


def picture(
    title: str,
    says: str,
    axes: tuple[str, str],
    curves: Sequence[Curve],
    log: Literal["none", "x", "both"] = "none",
    bottom: float | None = None,
    between: tuple[float, float] | None = None,
) -> list[dict[str, Any]]:
    """One picture of these curves, or none where no curve has two points.

    ``between`` are the ends of the y axis, by default a little below and above the curves;
    ``bottom`` is the lower end alone.
    """
    shown = [
        (c, [float(v) if isfinite(v) and (log != "both" or v > 0) else None for v in c.y])
        for c in curves
    ]
    shown = [(c, y) for c, y in shown if sum(v is not None for v in y) > 1]
    if not shown:
        return []
    xs = [float(v) for c, _ in shown for v in c.x]
    ys = [v for _, y in shown for v in y if v is not None]
    low, high = min(ys), max(ys)
    room = (high - low or abs(high) or 1.0) / 20
    first, last = (low / 1.5, high * 1.5) if log == "both" else (low - room, high + room)
    first, last = (first if bottom is None else bottom, last) if between is None else between
    return [
        {
            "title": title,
            "says": says,
            "curves": {
                "x": axes[0],
                "y": axes[1],
                "log": log,
                "range": [min(xs), max(xs), first, last],
                "slider": "",
                "chosen": 0,
                "fixed": [
                    {"name": c.name, "role": c.role, "x": [float(v) for v in c.x], "y": y}
                    for c, y in shown
                ],
                "frames": [],
            },
            "plane": None,
        }
    ]


@contextmanager
def one_thread() -> Iterator[None]:
    """torch with one thread, so that sums come out the same on any number of cores."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
