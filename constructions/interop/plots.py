"""Figures of matplotlib that show themselves wherever they are the last thing of a cell.

They are made without ``pyplot``: no state is shared, nothing is drawn twice, and no display is
needed.  What is drawn are samples in floating point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib.figure import Figure


class Picture(Figure):
    """A figure with ``_repr_png_``; ``savefig`` and ``axes`` are those of matplotlib."""

    def _repr_png_(self) -> bytes:
        data = BytesIO()
        self.savefig(data, format="png", bbox_inches="tight")
        return data.getvalue()

    def __repr__(self) -> str:
        names = [str(line.get_label()) for axes in self.axes for line in axes.lines]
        return f"<figure: {', '.join(names) or 'no curves'}>"


def curves(
    functions: Mapping[str, Callable[[Any], Any]],
    low: float,
    high: float,
    points: int = 801,
    x: str = "x",
    title: str = "",
) -> Picture:
    """A curve for each function of arrays, over [low, high]; where one has no value, a gap.

    Raises:
        ValueError: the interval is empty, or ``points`` is not between 2 and 100,000.
    """
    if not low < high or not 2 <= points <= 100_000:
        raise ValueError("an interval has low < high, and a curve 2 to 100,000 points")
    figure = Picture(figsize=(6.4, 3.6), layout="constrained")
    axes = figure.add_subplot()
    grid = np.linspace(low, high, points)
    for name, function in functions.items():
        with np.errstate(all="ignore"):
            values = np.broadcast_to(np.asarray(function(grid), dtype=float), grid.shape)
        axes.plot(grid, np.where(np.isfinite(values), values, np.nan), label=name, linewidth=1.4)
    _finished(axes, x, title)
    return figure


def samples(
    lines: Mapping[str, tuple[Any, Any]], x: str = "x", title: str = "", bound: float | None = None
) -> Picture:
    """A curve for each pair of lists, and a bound as a dashed line."""
    figure = Picture(figsize=(6.4, 3.6), layout="constrained")
    axes = figure.add_subplot()
    for name, (at, values) in lines.items():
        shown = [np.nan if value is None else value for value in values]
        axes.plot(at, shown, label=name, linewidth=1.4)
    if bound is not None:
        axes.axhline(bound, linestyle="--", linewidth=1.0, color="0.4", label="bound")
    _finished(axes, x, title)
    return figure


def plane(
    values: Callable[[Any, Any], Any],
    first: tuple[float, float],
    second: tuple[float, float],
    names: tuple[str, str],
    title: str = "",
    points: int = 201,
) -> Picture:
    """A function of two variables as colours; the line is where it is 0."""
    figure = Picture(figsize=(5.2, 4.2), layout="constrained")
    axes = figure.add_subplot()
    a, b = np.meshgrid(np.linspace(*first, points), np.linspace(*second, points))
    with np.errstate(all="ignore"):
        found = np.broadcast_to(np.asarray(values(a, b), dtype=float), a.shape)
    found = np.ma.masked_invalid(found)
    most = float(np.abs(found).max()) if found.count() else 1.0
    drawn = axes.pcolormesh(a, b, found, cmap="RdBu", vmin=-most, vmax=most, shading="auto")
    figure.colorbar(drawn, ax=axes)
    if found.count() and found.min() < 0 < found.max():
        axes.contour(a, b, found, levels=[0.0], colors="black", linewidths=1.0)
    axes.set_xlabel(names[0])
    axes.set_ylabel(names[1])
    axes.set_title(title, fontsize=10)
    return figure


def _finished(axes: Any, x: str, title: str) -> None:
    axes.set_xlabel(x)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(fontsize=9)
    axes.set_title(title, fontsize=10)
