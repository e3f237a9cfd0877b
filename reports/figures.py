"""Figures as SVG: f against G, the error against its bound, a sweep's bound against its error.

Small code of our own, so that one figure serves a page (colours from the page's variables,
readable in light and dark) and a PDF (colours written in), byte for byte the same on every
run.  Text that comes from a record is escaped here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from reports.record import Instance, Plot, Sweep
from reports.tables import inputs, number, raised, sweep_points

#: Colours of a figure that stands alone; a page overrides them by its own variables.
PALETTE = {
    "ink": "#1c1b19",
    "quiet": "#6b6862",
    "line": "#d9d6cf",
    "target": "#6b6862",
    "net": "#1f4e8c",
    "bound": "#a3261f",
    "fill": "#dfe7f2",
    "other": "#1d6140",
    "second": "#7d5200",
    "paper": "#ffffff",
}
#: Up to here every jump shows its limits as circles; beyond, circles would hide the curve.
MAX_CIRCLES = 30
#: More points than a figure has pixels are thinned, keeping each column's extremes.
MAX_POINTS = 4000
#: What is drawn is that near to the points it leaves out, in units of the drawing (pixels).
WITHIN = 0.1


@dataclass(frozen=True)
class Frame:
    """A rectangle of the drawing and the ranges it shows."""

    left: float
    top: float
    width: float
    height: float
    x0: float
    x1: float
    y0: float
    y1: float

    def __post_init__(self) -> None:
        if not (self.x0 < self.x1 and self.y0 < self.y1):
            raise ValueError("a frame needs x0 < x1 and y0 < y1")

    def x(self, value: float) -> float:
        return self.left + (value - self.x0) / (self.x1 - self.x0) * self.width

    def y(self, value: float) -> float:
        return self.top + self.height - (value - self.y0) / (self.y1 - self.y0) * self.height


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers inside ``[low, high]``: steps of 1, 2, 2.5 or 5 times a power of ten."""
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        return [low]
    rough = (high - low) / max(1, wanted)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [k * step for k in range(first, last + 1)] or [low]


def pieces(x: Sequence[float], y: Sequence[float | None]) -> list[list[tuple[float, float]]]:
    """The continuous pieces of a sampled function.

    A repeated abscissa ends one piece and begins the next; a middle one of three stands
    alone; ``None`` is a gap.

    >>> pieces([0, 1, 1, 1, 2], [0, 0, 5, 9, 9])
    [[(0, 0), (1, 0)], [(1, 5)], [(1, 9), (2, 9)]]
    """
    found: list[list[tuple[float, float]]] = [[]]
    for at, (here, value) in enumerate(zip(x, y, strict=True)):
        repeated = at > 0 and x[at - 1] == here
        same = at > 0 and y[at - 1] == value
        # An abscissa is also repeated where only the other curve jumps.
        if value is None or (repeated and not same):
            found.append([])
        if value is not None and not (repeated and same and found[-1]):
            found[-1].append((here, value))
    return [piece for piece in found if piece]


def function_figure(instance: Instance, wide: bool = True, standalone: bool = False) -> str:
    """f and G over the domain and, below on the same axis, the error and its bound."""
    plot = instance["plot"]
    if plot is None or len(plot["x"]) < 2 or plot["x"][0] == plot["x"][-1]:
        return ""
    width, height = (680.0, 400.0) if wide else (340.0, 360.0)
    left, right, top, between, bottom = 46.0, 10.0, 20.0, 34.0, 26.0
    upper = round((height - top - between - bottom) * 0.62)
    lower = height - top - between - bottom - upper
    x0, x1 = plot["x"][0], plot["x"][-1]
    inner = width - left - right
    y0, y1 = _range([*plot["f"], *plot["G"]])
    above = Frame(left, top, inner, upper, x0, x1, y0, y1)
    most = max([*_known(plot["error"]), plot["bound"], 0.0])
    below = Frame(left, top + upper + between, inner, lower, x0, x1, 0.0, most * 1.18 or 1.0)
    body = [
        _axes(above, 4, 6 if wide else 4, labels_below=False),
        _axes(below, 2, 6 if wide else 4, labels_below=True),
        _error_area(below, plot),
        _curve(above, plot["x"], plot["f"], "target", circles=False),
        _curve(above, plot["x"], plot["G"], "net", circles=True),
        _bound(below, plot["bound"], instance["bound"]),
        _curve(below, plot["x"], plot["error"], "net thin", circles=False),
        _legend(above, [("target", "f"), ("net", "G")]),
        f'<text class="t" x="{_n(below.left)}" y="{_n(below.top - 9)}">'
        '<tspan class="i">|f − G|</tspan></text>',
    ]
    label = (
        f"Plot for {inputs(instance['inputs'])}: the function f and the network G on "
        f"[{_label(x0)}, {_label(x1)}]; below, the error |f − G|, at most "
        f"{_label(max(_known(plot['error']), default=0.0))} in the samples, against the bound "
        f"{number(instance['bound'])}."
    )
    return _svg(width, height, label, body, standalone, above)


def sweep_figure(sweep: Sweep, wide: bool = True, standalone: bool = False) -> str:
    """Measured error against predicted bound, both on logarithmic axes, with the diagonal."""
    points = [p for p in sweep_points(sweep) if p[0] > 0 and p[1] > 0]
    if not points:
        return ""
    width, height = (680.0, 360.0) if wide else (340.0, 320.0)
    logs = [(math.log10(a), math.log10(b), ok) for a, b, ok in points]
    xs, ys = [a for a, _, _ in logs], [b for _, b, _ in logs]
    x0, x1 = _padded(min(xs), max(xs))
    y0, y1 = _padded(min(ys), max(*ys, *xs))
    frame = Frame(52.0, 20.0, width - 62.0, height - 66.0, x0, x1, y0, y1)
    body = [_log_axes(frame), _diagonal(frame)]
    for a, b, ok in logs:
        px, py = frame.x(a), frame.y(b)
        if ok:
            body.append(f'<circle class="dot" cx="{_n(px)}" cy="{_n(py)}" r="3"/>')
        else:
            body.append(f'<path class="cross" d="M{_n(px - 4)} {_n(py - 4)}l8 8m0 -8l-8 8"/>')
    body += [
        f'<text class="t" x="{_n(frame.left)}" y="11">measured error</text>',
        f'<text class="t e" x="{_n(frame.left + frame.width)}" y="{_n(height - 8)}">'
        "predicted bound</text>",
    ]
    bad = sum(not ok for _, _, ok in points)
    label = (
        f"Sweep of {len(points)} cases, logarithmic axes: the measured error against the "
        f"predicted bound; {bad} case{'' if bad == 1 else 's'} above the bound."
    )
    return _svg(width, height, label, body, standalone)


# --- parts ---------------------------------------------------------------------------------


def _svg(
    width: float,
    height: float,
    label: str,
    body: list[str],
    standalone: bool,
    frame: Frame | None = None,
) -> str:
    style = f"<style>{_css()}</style>" if standalone else ""
    size = f' width="{_n(width)}" height="{_n(height)}"' if standalone else ""
    name = escape(label)
    data = ""
    if frame is not None and not standalone:
        # Where the pointer's x lies in the function's domain; read by the page's script.
        data = (
            f' data-left="{_n(frame.left)}" data-width="{_n(frame.width)}"'
            f' data-x0="{frame.x0!r}" data-x1="{frame.x1!r}" tabindex="0"'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" '
        f'viewBox="0 0 {_n(width)} {_n(height)}"{size} aria-label="{name}"{data}>'
        f"{style}{''.join(body)}</svg>"
    )


def _css() -> str:
    """The page's figure rules with the colours written in, for an SVG that stands alone."""
    p = PALETTE
    return (
        f"text{{font-family:'Libertinus Serif',serif;font-size:12px;fill:{p['quiet']}}}"
        f".t{{fill:{p['ink']}}}.i{{font-style:italic}}.e{{text-anchor:end}}"
        ".m{text-anchor:middle}"
        f".grid{{stroke:{p['line']};stroke-width:1;fill:none}}"
        f".axis{{stroke:{p['quiet']};stroke-width:1;fill:none}}"
        f".target{{stroke:{p['target']};stroke-width:1.4;fill:none}}"
        f".net{{stroke:{p['net']};stroke-width:2;fill:none}}.thin{{stroke-width:1.4}}"
        f".jump{{stroke:{p['net']};stroke-width:1;stroke-dasharray:2 3;fill:none}}"
        f".open{{stroke:{p['net']};stroke-width:1.4;fill:{p['paper']}}}"
        f".full{{stroke:none;fill:{p['net']}}}"
        f".bound{{stroke:{p['bound']};stroke-width:1.4;stroke-dasharray:6 4;fill:none}}"
        f".label{{fill:{p['bound']}}}.area{{fill:{p['fill']};stroke:none}}"
        f".dot{{fill:{p['net']};fill-opacity:.75}}"
        f".other{{stroke:{p['other']};stroke-width:1.8;fill:none}}"
        f".second{{stroke:{p['second']};stroke-width:1.8;fill:none}}"
        ".halo{stroke:#000;stroke-width:3.4;fill:none}.ring{stroke:#fff;stroke-width:1.6;fill:none}"
        f".cross{{stroke:{p['bound']};stroke-width:2;fill:none}}"
    )


def _axes(frame: Frame, wanted_y: int, wanted_x: int, labels_below: bool) -> str:
    parts = []
    base = frame.top + frame.height
    for value in ticks(frame.y0, frame.y1, wanted_y):
        y = frame.y(value)
        parts.append(f'<path class="grid" d="M{_n(frame.left)} {_n(y)}h{_n(frame.width)}"/>')
        parts.append(_text(frame.left - 7, y + 4, "e", _label(value)))
    for value in ticks(frame.x0, frame.x1, wanted_x):
        x = frame.x(value)
        parts.append(f'<path class="axis" d="M{_n(x)} {_n(base)}v4"/>')
        if labels_below:
            side = "e" if x > frame.left + frame.width - 8 else "m"
            shift = 4 if side == "e" else 0
            parts.append(_text(x + shift, base + 18, side, _label(value)))
    parts.append(f'<path class="axis" d="M{_n(frame.left)} {_n(base)}h{_n(frame.width)}"/>')
    return "".join(parts)


def _text(x: float, y: float, kind: str, text: str) -> str:
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>'


def _log_axes(frame: Frame) -> str:
    parts = []
    base = frame.top + frame.height
    for value in _log_ticks(frame.y0, frame.y1):
        y = frame.y(math.log10(value))
        parts.append(f'<path class="grid" d="M{_n(frame.left)} {_n(y)}h{_n(frame.width)}"/>')
        parts.append(_text(frame.left - 7, y + 4, "e", _label(value)))
    for value in _log_ticks(frame.x0, frame.x1):
        x = frame.x(math.log10(value))
        parts.append(f'<path class="axis" d="M{_n(x)} {_n(base)}v4"/>')
        parts.append(_text(x, base + 18, "m", _label(value)))
    parts.append(f'<path class="axis" d="M{_n(frame.left)} {_n(base)}h{_n(frame.width)}"/>')
    return "".join(parts)


def _log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten; 1, 2, 5 times them where fewer than three powers fit.

    Where fewer than three of these do, all digits times them; of fewer than two, round numbers.

    >>> _log_ticks(-2, 2), _log_ticks(0, 1), _log_ticks(-1.1, -0.7)
    ([0.01, 0.1, 1.0, 10.0, 100.0], [1.0, 2.0, 5.0, 10.0], [0.08, 0.09, 0.1])
    """
    span = range(math.floor(low), math.ceil(high) + 1)
    every = max(1, math.ceil((high - low) / 6))
    found: list[float] = []
    for factors in ((1,), (1, 2, 5), range(1, 10))[high - low < 2.5 :]:
        values = [m * 10.0**k for k in span if k % every == 0 for m in factors]
        found = [value for value in values if low <= math.log10(value) <= high]
        if len(found) > 2 or every > 1:
            return found
    return found if len(found) > 1 else ticks(10.0**low, 10.0**high, 4)


def _diagonal(frame: Frame) -> str:
    low, high = max(frame.x0, frame.y0), min(frame.x1, frame.y1)
    if low >= high:
        return ""
    # Above the label of the line lies what would break the bound.
    return (
        f'<path class="bound" d="M{_n(frame.x(low))} {_n(frame.y(low))}'
        f'L{_n(frame.x(high))} {_n(frame.y(high))}"/>'
        f'<text class="label e" x="{_n(frame.x(high) - 30)}" y="{_n(frame.y(high) + 4)}">'
        "error = bound</text>"
    )


def _curve(
    frame: Frame, x: Sequence[float], y: Sequence[float | None], kind: str, circles: bool
) -> str:
    parts, marks, lines = [], [], []
    found = pieces(x, y)
    jumps = _jumps(found)
    for piece in found:
        if len(piece) > 1:
            lines.append(f"M{_line(frame, piece)}")
        elif circles:
            a, b = piece[0]
            x1, y1 = _n(frame.x(a)), _n(frame.y(b))
            marks.append(f'<circle class="full" cx="{x1}" cy="{y1}" r="2.6"/>')
    if lines:
        parts.append(f'<path class="{kind}" stroke-linejoin="round" d="{"".join(lines)}"/>')
    if circles:
        for a, low, high in jumps:
            parts.append(
                f'<path class="jump" d="M{_n(frame.x(a))} {_n(frame.y(low))}V{_n(frame.y(high))}"/>'
            )
        if len(jumps) <= MAX_CIRCLES:
            radius = 2.6 if len(jumps) > 12 else 3
            marks[:0] = [
                f'<circle class="open" cx="{_n(frame.x(a))}" cy="{_n(frame.y(b))}" r="{radius}"/>'
                for a, *ends in jumps
                for b in ends
            ]
        else:
            marks = []
    return "".join(parts + marks)


def _jumps(found: list[list[tuple[float, float]]]) -> list[tuple[float, float, float]]:
    """``(x, limit from the left, limit from the right)`` where two pieces meet at one x."""
    long = [piece for piece in found if len(piece) > 1]
    return [
        (before[-1][0], before[-1][1], after[0][1])
        for before, after in pairwise(long)
        if before[-1][0] == after[0][0]
    ]


def _line(frame: Frame, piece: list[tuple[float, float]]) -> str:
    """The points of a piece on the drawing, without those that lie on the line of the others.

    The first as it is, then the way from each to the next in tenths: that takes fewer signs.
    """
    drawn = straightened([(frame.x(a), frame.y(b)) for a, b in _thin(piece)])
    tenths = [(round(10 * a), round(10 * b)) for a, b in drawn]
    ways = [(c - a, d - b) for (a, b), (c, d) in pairwise(tenths)]
    said = [f"{_n(a / 10)} {_n(b / 10)}" for a, b in (tenths[0], *ways)]
    return "l".join([said[0], " ".join(said[1:]).replace(" -", "-")]) if ways else said[0]


def straightened(
    points: Sequence[tuple[float, float]], within: float = WITHIN
) -> list[tuple[float, float]]:
    """The polyline with as few of its points as keep all others so near (Ramer, Douglas, Peucker).

    >>> straightened([(0, 0), (1, 0.01), (2, 0), (3, 5), (4, 10)])
    [(0, 0), (2, 0), (4, 10)]
    """
    if len(points) < 3:
        return list(points)
    kept, todo = {0, len(points) - 1}, [(0, len(points) - 1)]
    while todo:
        first, last = todo.pop()
        (x0, y0), (x1, y1) = points[first], points[last]
        length = math.hypot(x1 - x0, y1 - y0)
        most, at = within, -1
        for k in range(first + 1, last):
            x, y = points[k]
            if length:
                away = abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length
            else:
                away = math.hypot(x - x0, y - y0)
            if away > most:
                most, at = away, k
        if at > 0:
            kept.add(at)
            todo += [(first, at), (at, last)]
    return [points[k] for k in sorted(kept)]


def _thin(piece: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """At most about :data:`MAX_POINTS` points, keeping the extremes of each bucket."""
    if len(piece) <= MAX_POINTS:
        return piece
    step = math.ceil(len(piece) / (MAX_POINTS // 2))
    kept = [piece[0]]
    for start in range(1, len(piece) - 1, step):
        bucket = piece[start : min(start + step, len(piece) - 1)]
        kept += sorted({min(bucket, key=lambda p: p[1]), max(bucket, key=lambda p: p[1])})
    return [*kept, piece[-1]]


def _error_area(frame: Frame, plot: Plot) -> str:
    parts = []
    for piece in pieces(plot["x"], plot["error"]):
        if len(piece) > 1:
            line = _line(frame, piece)
            first, last = _n(frame.x(piece[0][0])), _n(frame.x(piece[-1][0]))
            base = _n(frame.y(0.0))
            parts.append(f'<path class="area" d="M{first} {base}L{line}L{last} {base}Z"/>')
    return "".join(parts)


def _bound(frame: Frame, bound: float, exact: str) -> str:
    y = frame.y(bound)
    text = escape(number(exact))
    return (
        f'<path class="bound" d="M{_n(frame.left)} {_n(y)}h{_n(frame.width)}"/>'
        f'<text class="label e" x="{_n(frame.left + frame.width)}" y="{_n(frame.top - 9)}">'
        f"bound {text}</text>"
    )


def _legend(frame: Frame, entries: list[tuple[str, str]]) -> str:
    parts, x = [], frame.left
    for kind, name in entries:
        parts.append(f'<path class="{kind}" d="M{_n(x)} 8h18"/>')
        parts.append(f'<text class="t i" x="{_n(x + 23)}" y="12">{name}</text>')
        x += 48
    return "".join(parts)


def _known(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _range(values: Sequence[float | None]) -> tuple[float, float]:
    known = _known(values)
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    return _padded(low, high)


def _padded(low: float, high: float) -> tuple[float, float]:
    pad = (high - low) * 0.06 or max(abs(high), 1.0) * 0.5
    return low - pad, high + pad


def _n(value: float) -> str:
    """A coordinate to a tenth, in the shortest form, never ``-0``."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _label(value: float) -> str:
    if abs(value) < 1e-12:
        return "0"
    if 1e-4 <= abs(value) < 1e6:
        return f"{value:.6g}".replace("-", "−")
    mantissa, power = f"{value:.3g}".split("e") if "e" in f"{value:.3g}" else (f"{value:.3g}", "")
    if not power:
        return mantissa.replace("-", "−")
    ten = f"10{raised(int(power))}"
    return ten if mantissa == "1" else f"{mantissa.replace('-', '−')}×{ten}"
