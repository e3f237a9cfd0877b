"""What was measured beside its bounds: a band for each quantity, a panel for each axis.

A sweep with the columns of :data:`NEEDED` has axes, the columns before ``quantity``.  The panel of
an axis shows the rows that have the values of the first row in all other axes: a dot for the
measured value, a bar over the values of single networks or groups, and the bounds as lines.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from reports.figures import Frame, _label, _n, _svg, _text, sweep_figure, ticks
from reports.record import Sweep
from reports.tables import plain, raised, rational

NEEDED = ("quantity", "measured", "low", "high", "proved", "printed", "word", "ok")
SHORT = {
    "float64": "fp64",
    "float32": "fp32",
    "float16": "fp16",
    "bfloat16": "bf16",
    "hard-sigmoid": "hard",
}
#: Values that differ by less than this factor are drawn on a linear axis from 0.
LINEAR = 30.0


@dataclass(frozen=True)
class Mark:
    """One row of a panel: numbers, or ``None`` for what it has not."""

    measured: float
    low: float
    high: float
    proved: float | None
    printed: float | None
    ok: bool
    word: str = ""

    @property
    def numbers(self) -> list[float]:
        found = (self.measured, self.low, self.high, self.proved, self.printed)
        return [v for v in found if v is not None]


@dataclass(frozen=True)
class Panel:
    """One quantity along one axis: the axis's values as texts, in order, each with its mark."""

    axis: str
    labels: tuple[str, ...]
    marks: tuple[Mark, ...]


def drawn(sweep: Sweep, wide: bool = True, standalone: bool = False) -> str:
    """The figure of any sweep: this one, or measured error against predicted bound."""
    bands = panels(sweep)
    if bands is None:
        return sweep_figure(sweep, wide, standalone)
    return measured_figure(bands, wide, standalone) if bands else ""


def panels(sweep: Sweep) -> dict[str, list[Panel]] | None:
    """The panels of each quantity; ``None`` for a sweep of another kind."""
    columns = sweep["columns"]
    if not set(NEEDED) <= set(columns):
        return None
    axes = columns[: columns.index("quantity")]
    rows = [dict(zip(columns, row, strict=True)) for row in sweep["rows"]]
    found: dict[str, list[Panel]] = {}
    for quantity in dict.fromkeys(str(row["quantity"]) for row in rows):
        own = [row for row in rows if str(row["quantity"]) == quantity]
        for axis in axes:
            others = [a for a in axes if a != axis]
            line = [row for row in own if all(row[a] == own[0][a] for a in others)]
            if (panel := _panel(axis, line)) is not None:
                found.setdefault(plain(quantity), []).append(panel)
    return found


def _panel(axis: str, rows: Sequence[dict[str, Any]]) -> Panel | None:
    marked = [(row[axis], mark) for row in rows if (mark := _mark(row)) is not None]
    values = [rational(value) for value, _ in marked]
    if all(v is not None for v in values):
        order = sorted(range(len(marked)), key=lambda i: (values[i], i))
        marked = [marked[i] for i in order]
    if len(marked) < 2:
        return None
    labels = tuple(_value(value) for value, _ in marked)
    return Panel(plain(axis), labels, tuple(mark for _, mark in marked))


def _value(value: Any) -> str:
    """A value of an axis: a short number as it is, else in floats; words by their short names."""
    q = rational(value)
    if q is None:
        return SHORT.get(str(value), plain(str(value))[:12])
    if q.denominator % 10 and len(str(q)) <= 4:
        return plain(str(q)).replace("-", "−")
    return _label(float(q))


def _mark(row: dict[str, Any]) -> Mark | None:
    numbers = [_float(row[name]) for name in ("measured", "low", "high")]
    measured, low, high = numbers
    if measured is None or low is None or high is None:
        return None
    proved, printed = (_float(row[name]) for name in ("proved", "printed"))
    return Mark(measured, low, high, proved, printed, bool(row["ok"]), str(row["word"]))


def _float(value: Any) -> float | None:
    q = rational(value)
    try:
        return None if q is None else float(q)
    except OverflowError:
        return None


@dataclass(frozen=True)
class Scale:
    """A linear axis, or a logarithmic one with a place for 0 below the others."""

    low: float
    high: float
    log: bool
    zero: bool

    @classmethod
    def of(cls, values: Sequence[float]) -> Scale:
        sizes = [v for v in values if v > 0]
        log = min(values) >= 0 and bool(sizes) and max(sizes) > LINEAR * min(sizes)
        if not log:
            low, high = min(0.0, *values), max(0.0, *values)
            pad = (high - low or 1.0) * 0.08
            return cls(low - (pad if low < 0 else 0.0), high + pad, False, False)
        low, high = math.log10(min(sizes)), math.log10(max(sizes))
        pad, zero = (high - low) * 0.08, len(sizes) < len(values)
        return cls(low - pad * (2.6 if zero else 1), high + pad, True, zero)

    def at(self, value: float) -> float:
        """Where a value is on the axis from ``low`` to ``high``."""
        if not self.log:
            return value
        return math.log10(value) if value > 0 else self.low

    def ticks(self) -> list[tuple[float, str]]:
        if not self.log:
            return [(v, _label(v)) for v in ticks(self.low, self.high, 4)]
        found = [(self.low, "0")] if self.zero else []
        lowest = self.low + (self.high - self.low) * 0.14 if self.zero else self.low
        powers = range(math.ceil(lowest), math.floor(self.high) + 1)
        if len(powers) < 2:
            values = [m * 10.0**k for k in range(powers.start - 1, powers.stop) for m in (1, 2, 5)]
            inside = [v for v in values if lowest <= math.log10(v) <= self.high]
            return found + [(math.log10(v), _label(v)) for v in inside]
        every = max(1, math.ceil(len(powers) / 4))
        found += [(float(k), _power(k)) for k in powers if k % every == 0]
        return found


def _power(k: int) -> str:
    """10^k, in figures where that is short."""
    if -3 <= k <= 4:
        return _label(10.0**k)
    return f"10{raised(k)}"


def measured_figure(
    bands: dict[str, list[Panel]], wide: bool = True, standalone: bool = False
) -> str:
    """Bands of panels; the quantities have an axis each, which their panels share."""
    width = 680.0 if wide else 340.0
    left, right, gap, tall = 56.0, 12.0, 14.0, 104.0
    body, y = _legend(bands, width), 30.0
    marks = [m for found in bands.values() for panel in found for m in panel.marks]
    for quantity, found in bands.items():
        scale = Scale.of([v for panel in found for m in panel.marks for v in m.numbers])
        columns = min(len(found), (6 if wide else 3) if len(found) > 4 else (4 if wide else 2))
        each = (width - left - right - gap * (columns - 1)) / columns
        body.append(_text(0, y + 8, "t", quantity))
        y += 20.0
        for i, panel in enumerate(found):
            row, column = divmod(i, columns)
            top = y + row * (tall + 40)
            frame = Frame(
                left + column * (each + gap), top, each, tall,
                -0.5, len(panel.marks) - 0.5, scale.low, scale.high,
            )  # fmt: skip
            body.append(_drawn(frame, panel, scale, labelled=column == 0))
        y += math.ceil(len(found) / columns) * (tall + 40) + 10
    bad = sum(not m.ok for m in marks)
    beyond = sum(m.ok and m.word.startswith("beyond") for m in marks)
    says = (
        f"What was measured against its bounds, for {', '.join(bands)}: {len(marks)} values, "
        f"{bad} outside a bound that should hold, {beyond} beyond a printed bound."
    )
    return _svg(width, y - 8, says, body, standalone)


def _legend(bands: dict[str, list[Panel]], width: float) -> list[str]:
    marks = [m for found in bands.values() for panel in found for m in panel.marks]
    words = [("dot", "measured, with the range over networks or groups")]
    if any(m.proved is not None for m in marks):
        words.append(("bound", "proved bound"))
    if any(m.printed is not None for m in marks):
        words.append(("target", "printed bound"))
    if width < 400:
        words[0] = ("dot", "measured")
    parts, x = [], 0.0
    for kind, text in words:
        if kind == "dot":
            parts.append(f'<path class="net thin" d="M{_n(x + 8)} 2v12"/>')
            parts.append(f'<circle class="dot" cx="{_n(x + 8)}" cy="8" r="2.6"/>')
        else:
            parts.append(f'<path class="{kind}" d="M{_n(x)} 8h20"/>')
        start = x + (18 if kind == "dot" else 26)
        parts.append(_text(start, 12, "label" if kind == "bound" else "", text))
        x = start + 5.3 * len(text) + 22
    return parts


def _every(labels: Sequence[str], step: float) -> int:
    """Every how many labels can be written without touching, where they are ``step`` apart."""
    for every in range(1, len(labels)):
        sizes = [5.8 * len(text) + 4 for text in labels[::every]]
        if all((a + b) / 2 <= every * step for a, b in pairwise(sizes)):
            return every
    return len(labels)


def _drawn(frame: Frame, panel: Panel, scale: Scale, *, labelled: bool) -> str:
    base = frame.top + frame.height
    parts = []
    for value, text in scale.ticks():
        y = frame.y(value)
        parts.append(f'<path class="grid" d="M{_n(frame.left)} {_n(y)}h{_n(frame.width)}"/>')
        if labelled:
            parts.append(_text(frame.left - 7, y + 4, "e", text))
    every = _every(panel.labels, frame.width / len(panel.labels))
    for i, text in enumerate(panel.labels):
        x = frame.x(i)
        parts.append(f'<path class="axis" d="M{_n(x)} {_n(base)}v4"/>')
        if i % every == 0:
            parts.append(_text(x, base + 16, "m", text))
    parts.append(f'<path class="axis" d="M{_n(frame.left)} {_n(base)}h{_n(frame.width)}"/>')
    parts.append(_text(frame.left + frame.width / 2, base + 30, "m i", panel.axis))
    for kind, bounds in (
        ("target", [m.printed for m in panel.marks]),
        ("bound", [m.proved for m in panel.marks]),
    ):
        parts += _line(frame, scale, kind, bounds)
    for i, mark in enumerate(panel.marks):
        x, y = frame.x(i), frame.y(scale.at(mark.measured))
        ends = [frame.y(scale.at(v)) for v in (mark.low, mark.high)]
        parts.append(f'<path class="net thin" d="M{_n(x)} {_n(ends[0])}V{_n(ends[1])}"/>')
        if mark.ok:
            kind = "open" if scale.log and mark.measured <= 0 else "dot"
            parts.append(f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="2.6"/>')
        else:
            parts.append(f'<path class="cross" d="M{_n(x - 4)} {_n(y - 4)}l8 8m0 -8l-8 8"/>')
    return "".join(parts)


def _line(frame: Frame, scale: Scale, kind: str, bounds: Sequence[float | None]) -> list[str]:
    """A bound along the axis; where it is known at one value alone, a short dash."""
    runs: list[list[tuple[float, float]]] = [[]]
    for i, bound in enumerate(bounds):
        if bound is None:
            runs.append([])
        else:
            runs[-1].append((frame.x(i), frame.y(scale.at(bound))))
    found = []
    for run in runs:
        if len(run) == 1:
            (x, y), half = run[0], frame.width / len(bounds) / 2
            found.append(f'<path class="{kind}" d="M{_n(x - half)} {_n(y)}h{_n(2 * half)}"/>')
        elif run:
            points = "L".join(f"{_n(x)} {_n(y)}" for x, y in run)
            found.append(f'<path class="{kind}" d="M{points}"/>')
    return found
