"""Curves from the rows of an experiment, in the form of :class:`reports.record.Picture`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

Role = Literal["target", "net", "bound", "other", "second"]


@dataclass(frozen=True)
class Curve:
    """A named curve; what is not finite is a gap."""

    name: str
    role: Role
    x: Sequence[float]
    y: Sequence[float]


def picture(
    title: str,
    says: str,
    axes: tuple[str, str],
    curves: Sequence[Curve],
    log: Literal["none", "x", "both"] = "none",
    bottom: float | None = None,
) -> list[dict[str, Any]]:
    """One picture of these curves, or none where no curve has two points.

    ``bottom`` is where the y axis begins, by default a little below the curves.
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
    return [
        {
            "title": title,
            "says": says,
            "curves": {
                "x": axes[0],
                "y": axes[1],
                "log": log,
                "range": [min(xs), max(xs), first if bottom is None else bottom, last],
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
