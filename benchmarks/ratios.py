"""Times side by side in one run, as ratios with their spread."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

Times = dict[str, list[float]]


def in_turns(
    jobs: Mapping[str, Callable[[], Any]], repeat: int, clock: Callable[[], float]
) -> Times:
    """Seconds of each job, ``repeat`` times, one after the other in each round."""
    times: Times = {name: [] for name in jobs}
    for _ in range(repeat):
        for name, job in jobs.items():
            start = clock()
            job()
            times[name].append(clock() - start)
    return times


def ratio(over: list[float], under: list[float]) -> dict[str, float]:
    """How many times as long, by rounds: the median, the least and the greatest."""
    found = sorted(a / b for a, b in zip(over, under, strict=True))
    names = {"median": median(found), "least": found[0], "greatest": found[-1]}
    return {name: float(f"{value:.3g}") for name, value in names.items()}


def said(found: Mapping[str, float]) -> str:
    return f"{found['median']:g} ({found['least']:g} to {found['greatest']:g})"


def keep(path: Path, key: str, data: Any) -> None:
    """Put ``data`` under ``key`` of a file of figures, beside what else it has."""
    kept = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    kept[key] = {"python": platform.python_version(), **data}
    path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
