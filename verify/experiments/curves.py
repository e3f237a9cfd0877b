"""Rows of an experiment as numbers and curves."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from verify.experiments import Row

Pick = Callable[[Row], bool]


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


def series(
    rows: Sequence[Row], role: str, name: str, x: str, y: str, **names: Any
) -> dict[str, Any]:
    """A curve of the mean over the seeds of ``y`` against ``x``."""
    points: dict[float, list[float]] = {}
    for row in filter(where(**names), rows):
        at, to = row[x], row[y]
        if isinstance(at, (int, float)) and isinstance(to, (int, float)):
            points.setdefault(float(at), []).append(float(to))
    order = sorted(points)
    means = [float(f"{statistics.fmean(points[at]):.6g}") for at in order]
    return {"name": name, "role": role, "x": order, "y": means}


def picture(
    title: str,
    says: str,
    x: str,
    y: str,
    fixed: Sequence[dict[str, Any]],
    low: float,
    high: float,
    log: str = "none",
) -> dict[str, Any]:
    """Curves from ``low`` to ``high``, as wide as they are (:class:`reports.record.Picture`)."""
    at = [point for item in fixed for point in item["x"]]
    return {
        "title": title,
        "says": says,
        "curves": {
            "x": x,
            "y": y,
            "log": log,
            "range": [min(at), max(at), low, high],
            "slider": "",
            "chosen": 0,
            "fixed": list(fixed),
            "frames": [],
        },
        "plane": None,
    }


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
