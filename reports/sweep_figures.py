"""Small multiples, a panel for each layer: width against error, its place, least widths."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from reports.figures import Frame, _label, _n, _svg, _text, ticks
from reports.sweeps import Layer, Least, Point, Swept

#: More marks than this in one panel are thinned, evenly: they lie on one another.
MAX_MARKS = 400
Draw = Callable[[Frame, int], str]


def error_figure(swept: Swept, wide: bool = True, standalone: bool = False) -> str:
    """Error over L against the number of units, on logarithmic axes, with the theorem's bound."""
    drawn = [layer for layer in swept.layers if layer.points]
    if not drawn:
        return ""
    points = [p for layer in drawn for p in layer.points]
    x0, x1 = _span([p.N for p in points])
    y0, y1 = _span([v for p in points for v in (p.error, p.bound)])

    def panel(frame: Frame, i: int) -> str:
        layer = drawn[i]
        bounds = sorted({(p.N, p.bound) for p in layer.points if p.bound})
        line = "L".join(
            f"{_n(frame.x(math.log10(a)))} {_n(frame.y(math.log10(b)))}" for a, b in bounds
        )
        marks = [
            _mark(frame.x(math.log10(p.N)), frame.y(math.log10(p.error)), p.enclosed, p.ok)
            for p in _thinned(layer.points)
        ]
        return f'<path class="bound" d="M{line}"/>' + "".join(marks)

    names = [layer.name for layer in drawn]
    most = max(p.error / p.bound for p in points if p.bound)
    says = (
        f"Error over L against the number of units for {len(points)} networks of "
        f"{len(drawn)} layers ({', '.join(names)}), logarithmic axes; the largest is "
        f"{most:.3g} of its bound."
    )
    labels = ("error / L", "units N", "bound of the theorem")
    return _panels(names, (x0, x1, y0, y1), panel, labels, says, wide, standalone, log=True)


def place_figure(swept: Swept, wide: bool = True, standalone: bool = False) -> str:
    """Where the error is largest: on [0, 1], and within its cell."""
    drawn = [layer for layer in swept.layers if layer.points]
    if not drawn:
        return ""
    width, row, head = (680.0, 30.0, 34.0) if wide else (340.0, 30.0, 34.0)
    left, right, gap = 74.0, 12.0, 34.0
    each = (width - left - right - gap) / 2
    height = head + row * len(drawn) + 24
    body = [
        _text(left + each / 2, 14, "t m", "on [0, 1]"),
        _text(left + each + gap + each / 2, 14, "t m", "in its cell"),
    ]
    for i, layer in enumerate(drawn):
        y = head + row * i + row / 2
        body.append(_text(left - 14, y + 4, "t e", layer.name))
        for side, at in enumerate((lambda p: p.where, lambda p: p.in_cell)):
            frame = Frame(left + side * (each + gap), y - row / 2, each, row, 0, 1, 0, 1)
            body.append(f'<path class="grid" d="M{_n(frame.left)} {_n(y)}h{_n(frame.width)}"/>')
            body += _strip(frame, layer, y, at)
    base = head + row * len(drawn)
    for side in (0, 1):
        start = left + side * (each + gap)
        for value in (0.0, 0.5, 1.0):
            x = start + value * each
            body.append(f'<path class="axis" d="M{_n(x)} {_n(base)}v4"/>')
            body.append(_text(x, base + 18, "m", _label(value)))
        body.append(f'<path class="axis" d="M{_n(start)} {_n(base)}h{_n(each)}"/>')
    ends = {
        layer.name: sum(p.in_cell in (0, 1) for p in layer.points) / len(layer.points)
        for layer in drawn
    }
    parts = ", ".join(f"{name} {part:.0%}" for name, part in ends.items())
    says = (
        "Where the error is largest, on the interval from 0 to 1 and within its cell; share at an "
        f"end of the cell: {parts}."
    )
    return _svg(width, height, says, body, standalone)


def _strip(frame: Frame, layer: Layer, y: float, at: Callable[..., float]) -> list[str]:
    """Marks on a line; equal places are stacked as a bar, as high as there are many."""
    count: dict[float, int] = {}
    for p in layer.points:
        place = round(min(1.0, max(0.0, at(p))), 2)
        count[place] = count.get(place, 0) + 1
    most = max(count.values())
    half = frame.height / 2 - 4
    return [
        f'<path class="net thin" d="M{_n(frame.x(place))} {_n(y - size)}v{_n(2 * size)}"/>'
        for place, n in sorted(count.items())
        for size in (max(2.0, half * math.sqrt(n / most)),)
    ]


def least_figure(swept: Swept, wide: bool = True, standalone: bool = False) -> str:
    """The least N against M = floor(L/(2 eps)), with the bounds of Table 1."""
    drawn = {name: rows for name, rows in swept.least.items() if rows}
    if not drawn:
        return ""
    every = [row for rows in drawn.values() for row in rows]
    x1 = max(row.M for row in every) + 1
    y1 = max(max(row.N or 0, row.upper) for row in every) + 1
    panels = list(drawn.values())

    def panel(frame: Frame, i: int) -> str:
        rows = panels[i]
        parts = []
        for kind, ends in (
            ("bound", {(row.M, row.upper) for row in rows}),
            ("target", {(row.M, row.lower) for row in rows if row.lower is not None}),
        ):
            if ends:
                line = "L".join(f"{_n(_root(frame, a, x1))} {_n(_up(frame, b, y1))}"
                                for a, b in sorted(ends))  # fmt: skip
                parts.append(f'<path class="{kind}" d="M{line}"/>')
        parts += [_least_mark(frame, row, x1, y1) for row in rows]
        return "".join(parts)

    names = list(drawn)
    bad = sum(not row.ok for row in every)
    says = (
        f"The least number of units against M for {len(every)} cases of {len(names)} layers, "
        f"square root axes, between the bounds of Table 1; {bad} outside."
    )
    labels = ("units", "M", "upper bound of Table 1")
    box = (0.0, math.sqrt(x1), 0.0, math.sqrt(y1))
    return _panels(names, box, panel, labels, says, wide, standalone, log=False)


def _least_mark(frame: Frame, row: Least, x1: int, y1: int) -> str:
    if row.N is None:
        return ""
    x, y = _root(frame, row.M, x1), _up(frame, row.N, y1)
    found = _mark(x, y, True, row.ok)
    if row.best is None or row.best == row.N:
        return found
    low = _up(frame, row.best, y1)
    return (
        f'<path class="axis" d="M{_n(x)} {_n(y)}V{_n(low)}"/>'
        f'<circle class="open" cx="{_n(x)}" cy="{_n(low)}" r="2"/>{found}'
    )


def _root(frame: Frame, value: float, _: int) -> float:
    return frame.x(math.sqrt(value))


def _up(frame: Frame, value: float, _: int) -> float:
    return frame.y(math.sqrt(max(0.0, value)))


# --- parts -----------------------------------------------------------------------------------


def _panels(
    names: Sequence[str],
    box: tuple[float, float, float, float],
    draw: Draw,
    labels: tuple[str, str, str],
    says: str,
    wide: bool,
    standalone: bool,
    *,
    log: bool,
) -> str:
    """Panels of one size and one pair of axes, labelled at the left and below."""
    columns = min(len(names), 4 if wide else 2)
    lines = math.ceil(len(names) / columns)
    width = 680.0 if wide else 340.0
    left, right, top, low, gap, between = 46.0, 10.0, 34.0, 44.0, 16.0, 26.0
    each = (width - left - right - gap * (columns - 1)) / columns
    tall = 108.0
    height = top + lines * tall + (lines - 1) * between + low
    x0, x1, y0, y1 = box
    body = [
        _text(left, 11, "t", labels[0]),
        f'<path class="bound" d="M{_n(width - right - 24)} 7h24"/>',
        _text(width - right - 32, 11, "label e", labels[2]),
        _text(width - right, height - 6, "t e", labels[1]),
    ]
    for i, name in enumerate(names):
        row, column = divmod(i, columns)
        x, y = left + column * (each + gap), top + row * (tall + between)
        frame = Frame(x, y + 14, each, tall - 14, x0, x1, y0, y1)
        last = i + columns >= len(names)
        body.append(_text(x, y + 8, "t", name))
        body.append(_grid(frame, log, labelled=column == 0, below=last))
        body.append(draw(frame, i))
    return _svg(width, height, says, body, standalone)


def _grid(frame: Frame, log: bool, *, labelled: bool, below: bool) -> str:
    base = frame.top + frame.height
    parts = []
    for value, text in _ticks(frame.y0, frame.y1, log, 4):
        y = frame.y(value)
        parts.append(f'<path class="grid" d="M{_n(frame.left)} {_n(y)}h{_n(frame.width)}"/>')
        if labelled:
            parts.append(_text(frame.left - 7, y + 4, "e", text))
    for value, text in _ticks(frame.x0, frame.x1, log, 4):
        x = frame.x(value)
        parts.append(f'<path class="axis" d="M{_n(x)} {_n(base)}v4"/>')
        if below:
            edge = x > frame.left + frame.width - 10  # the next panel's labels begin there
            parts.append(_text(x + 4 * edge, base + 17, "e" if edge else "m", text))
    parts.append(f'<path class="axis" d="M{_n(frame.left)} {_n(base)}h{_n(frame.width)}"/>')
    return "".join(parts)


def _ticks(low: float, high: float, log: bool, wanted: int) -> list[tuple[float, str]]:
    """Place and label: powers of ten, where these are few also 2 and 5 or 2, 3, 5 and 7 times
    them; or round numbers under a root."""
    if log:
        powers = range(math.floor(low), math.floor(high) + 1)
        fit = [k for k in powers if k >= low]
        if len(fit) < 3:
            for factors in ((1, 2, 5), (1, 2, 3, 5, 7)):
                values = [m * 10.0**k for k in powers for m in factors]
                shown = [v for v in values if low <= math.log10(v) <= high]
                if len(shown) > 2:
                    break
            return [(math.log10(v), _label(v)) for v in shown]
        every = max(1, math.ceil(len(fit) / wanted))
        return [(float(k), _label(10.0**k)) for k in fit if k % every == 0]
    most = high * high
    values = [v for v in ticks(0, most, wanted) if v == round(v)]
    return [(math.sqrt(v), _label(v)) for v in values]


def _span(values: Sequence[float]) -> tuple[float, float]:
    logs = [math.log10(v) for v in values if v > 0]
    low, high = min(logs), max(logs)
    pad = (high - low) * 0.07 or 0.5
    return low - pad, high + pad


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    step = max(1, math.ceil(len(points) / MAX_MARKS))
    return points[::step]


def _mark(x: float, y: float, full: bool, ok: bool) -> str:
    if not ok:
        return f'<path class="cross" d="M{_n(x - 4)} {_n(y - 4)}l8 8m0 -8l-8 8"/>'
    kind = "dot" if full else "open"
    return f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="2.2"/>'
