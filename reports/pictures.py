"""Pictures that a claim brings along: curves, also with one value on a slider, and complex planes.

The data stand in the record (:class:`reports.record.Picture`); here they are only drawn, as SVG,
for pages (colours from the page's variables, light and dark) and for the PDF (colours written in).
The colours of a complex plane are the same everywhere: they carry values.
"""

from __future__ import annotations

import base64
import json
import math
import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from reports.figures import Frame, _label, _log_ticks, _n, _svg, _text, ticks
from reports.record import Curves, Picture, Plane, Series
from reports.tables import raised

#: frames of a slider that a still picture shows, besides the chosen one
STILL = 4
_LETTER = 6.1  # the usual width of a letter, for legends


def draw(picture: Picture, wide: bool = True, standalone: bool = False) -> str:
    """The picture as SVG; a plane has one layout."""
    if picture["curves"] is not None:
        return _draw_curves(picture["curves"], wide, standalone)
    if picture["plane"] is not None:
        return _draw_plane(picture["plane"], standalone)
    return ""


def slides(picture: Picture) -> str:
    """What the page's script needs to move the slider: JSON, the paths for both layouts."""
    curves = picture["curves"]
    if curves is None or not curves["slider"]:
        return ""
    data = {
        "labels": [f"{curves['slider']} = {frame['label']}" for frame in curves["frames"]],
        "says": [frame["says"] for frame in curves["frames"]],
        "paths": {
            name: [
                [_path(box, curves, series) for series in frame["series"]]
                for frame in curves["frames"]
            ]
            for name, box in (("wide", _box(curves, True)), ("narrow", _box(curves, False)))
        },
    }
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


# --- curves ---------------------------------------------------------------------------------------


def _size(wide: bool) -> tuple[float, float]:
    return (680.0, 380.0) if wide else (340.0, 320.0)


def _rows(curves: Curves, wide: bool) -> list[list[tuple[str, str]]]:
    """The legend, as many entries in a row as fit."""
    entries = [(series["role"], series["name"]) for series in curves["fixed"]]
    if curves["slider"] and curves["frames"]:
        entries += [(s["role"], s["name"]) for s in curves["frames"][0]["series"]]
    room, rows = _size(wide)[0] - 60, [[]]  # type: tuple[float, list[list[tuple[str, str]]]]
    for entry in entries:
        used = sum(45 + _LETTER * len(name) for _, name in rows[-1])
        if rows[-1] and used + 30 + _LETTER * len(entry[1]) > room:
            rows.append([])
        rows[-1].append(entry)
    return rows


def _box(curves: Curves, wide: bool) -> Frame:
    width, height = _size(wide)
    x0, x1, y0, y1 = curves["range"]
    if _logs(curves)[0]:
        x0, x1 = math.log10(x0), math.log10(x1)
    if _logs(curves)[1]:
        y0, y1 = math.log10(y0), math.log10(y1)
    top = 14.0 + 17 * len(_rows(curves, wide)) + (14 if curves["y"] else 0)
    bottom = 42.0 if curves["x"] else 26.0
    return Frame(52.0, top, width - 64, height - top - bottom, x0, x1, y0, y1)


def _logs(curves: Curves) -> tuple[bool, bool]:
    return curves["log"] in ("x", "both"), curves["log"] == "both"


def _draw_curves(curves: Curves, wide: bool, standalone: bool) -> str:
    box = _box(curves, wide)
    width, height = _size(wide)
    body = [_grid(box, curves, wide)]
    if standalone and curves["slider"]:
        last = len(curves["frames"]) - 1
        shown = {round(k * last / (STILL - 1)) for k in range(STILL)} - {curves["chosen"]}
        for k in sorted(shown):
            for series in curves["frames"][k]["series"]:
                body.append(_line(box, curves, series, " thin"))
        for k in sorted(shown | {curves["chosen"]}):
            frame = curves["frames"][k]
            text = f"{curves['slider']} = {frame['label']}"
            body.append(_at_the_top(box, curves, frame["series"][0], text))
    body += [_line(box, curves, series) for series in curves["fixed"]]
    if curves["slider"] and curves["frames"]:
        for series in curves["frames"][curves["chosen"]]["series"]:
            body.append(_line(box, curves, series, " moving"))
    body.append(_legend(box, curves, wide))
    names = [series["name"] for series in curves["fixed"]]
    label = f"Curves of {', '.join(names)} against {curves['x']}"
    if curves["slider"] and curves["frames"]:
        chosen = curves["frames"][curves["chosen"]]
        label += f", and for {curves['slider']} = {chosen['label']}: {chosen['says']}"
    return _svg(width, height, label + ".", body, standalone)


def _grid(box: Frame, curves: Curves, wide: bool) -> str:
    parts, base = [], box.top + box.height
    log_x, log_y = _logs(curves)
    for value in _log_ticks(box.y0, box.y1) if log_y else ticks(box.y0, box.y1, 5):
        y = box.y(math.log10(value) if log_y else value)
        parts.append(f'<path class="grid" d="M{_n(box.left)} {_n(y)}h{_n(box.width)}"/>')
        parts.append(_text(box.left - 7, y + 4, "e", _power(value) if log_y else _label(value)))
    for value in _log_ticks(box.x0, box.x1) if log_x else ticks(box.x0, box.x1, 6 if wide else 4):
        x = box.x(math.log10(value) if log_x else value)
        parts.append(f'<path class="axis" d="M{_n(x)} {_n(base)}v4"/>')
        parts.append(_text(x, base + 18, "m", _power(value) if log_x else _label(value)))
    parts.append(f'<path class="axis" d="M{_n(box.left)} {_n(base)}h{_n(box.width)}"/>')
    if curves["x"]:
        parts.append(_text(box.left + box.width, base + 35, "t i e", curves["x"]))
    if curves["y"]:
        parts.append(_text(box.left, box.top - 8, "t i", curves["y"]))
    return "".join(parts)


def _power(value: float) -> str:
    """A tick of a logarithmic axis: a power of ten as such where it is long."""
    exponent = math.log10(value)
    if abs(exponent) < 3.5 or exponent != round(exponent):
        return _label(value)
    return f"10{raised(round(exponent))}"


def _line(box: Frame, curves: Curves, series: Series, more: str = "") -> str:
    path = _path(box, curves, series)
    return f'<path class="{series["role"]}{more}" stroke-linejoin="round" d="{path}"/>'


def _path(box: Frame, curves: Curves, series: Series) -> str:
    """The part of the curve that lies in the frame; "M0 0" where there is none."""
    pieces = _inside(list(_mapped(curves, series)), box)
    lines = ["L".join(f"{_n(box.x(a))} {_n(box.y(b))}" for a, b in piece) for piece in pieces]
    return "".join(f"M{line}" for line in lines) or "M0 0"


def _mapped(curves: Curves, series: Series) -> Iterator[tuple[float, float] | None]:
    """The points as the axes count them; ``None`` is a gap."""
    log_x, log_y = _logs(curves)
    for x, y in zip(series["x"], series["y"], strict=True):
        if y is None or (log_x and x <= 0) or (log_y and y <= 0):
            yield None
        else:
            yield (math.log10(x) if log_x else x), (math.log10(y) if log_y else y)


def _inside(
    points: list[tuple[float, float] | None], box: Frame
) -> list[list[tuple[float, float]]]:
    """The pieces of the polyline within the frame, cut where it leaves it."""
    found: list[list[tuple[float, float]]] = []
    for p, q in pairwise(points):
        part = _cut(p, q, box) if p and q else None
        if part is None:
            continue
        if found and found[-1][-1] == part[0]:
            found[-1].append(part[1])
        else:
            found.append(list(part))
    return found


def _cut(
    p: tuple[float, float], q: tuple[float, float], box: Frame
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The part of a segment within the frame (Liang and Barsky)."""
    first, last = 0.0, 1.0
    dx, dy = q[0] - p[0], q[1] - p[1]
    for step, room in (
        (-dx, p[0] - box.x0),
        (dx, box.x1 - p[0]),
        (-dy, p[1] - box.y0),
        (dy, box.y1 - p[1]),
    ):
        if step == 0:
            if room < 0:
                return None
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if first > last:
        return None
    at = [
        end if part == whole else (p[0] + part * dx, p[1] + part * dy)
        for part, whole, end in ((first, 0.0, p), (last, 1.0, q))
    ]
    return at[0], at[1]


def _at_the_top(box: Frame, curves: Curves, series: Series, text: str) -> str:
    """The curve's name at its highest point, for a still picture of several."""
    points = [p for piece in _inside(list(_mapped(curves, series)), box) for p in piece]
    if not points:
        return ""
    x, y = max(points, key=lambda p: p[1])
    return _text(box.x(x) - 4, max(box.y(y) - 4, box.top + 10), "t e", text)


def _legend(box: Frame, curves: Curves, wide: bool) -> str:
    parts = []
    for row, entries in enumerate(_rows(curves, wide)):
        x, y = box.left, 8.0 + 17 * row
        for role, name in entries:
            parts.append(f'<path class="{role}" d="M{_n(x)} {_n(y)}h18"/>')
            parts.append(_text(x + 23, y + 4, "t", name))
            x += 45 + _LETTER * len(name)
    return "".join(parts)


# --- a complex plane ------------------------------------------------------------------------------


def _draw_plane(plane: Plane, standalone: bool) -> str:
    width, left, top, bottom = 340.0, 30.0, 8.0, 22.0
    x0, x1, y0, y1 = plane["range"]
    inner = width - left - 8
    height = inner * (y1 - y0) / (x1 - x0)
    box = Frame(left, top, inner, height, x0, x1, y0, y1)
    data = base64.b64encode(png(plane)).decode()
    body = [
        f'<image x="{_n(left)}" y="{_n(top)}" width="{_n(inner)}" height="{_n(height)}" '
        f'preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'
    ]
    for value in ticks(x0, x1, 5):
        body.append(_text(box.x(value), top + height + 16, "m", _label(value)))
    for value in ticks(y0, y1, 5):
        label = {"1": "i", "−1": "−i", "0": "0"}.get(_label(value), f"{_label(value)}i")
        body.append(_text(left - 5, box.y(value) + 4, "e", label))
    for mark in plane["marks"]:
        x, y = _n(box.x(mark["x"])), _n(box.y(mark["y"]))
        # white in black, on whatever colour there is
        for kind, radius in (("halo", 5), ("ring", 5)):
            body.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{radius}"/>')
    counts: dict[str, int] = {}
    for mark in plane["marks"]:
        counts[mark["label"]] = counts.get(mark["label"], 0) + 1
    says = "; ".join(f"{n} marked: {name}" for name, n in counts.items())
    label = f"Domain colouring of {plane['name']}. {says}".strip()
    return _svg(width, top + height + bottom, label, body, standalone)


def png(plane: Plane) -> bytes:
    """The plane as a PNG: hue is the argument, light the modulus, with a step at powers of 2."""
    columns, rows = plane["columns"], plane["rows"]
    argument, modulus = base64.b64decode(plane["argument"]), base64.b64decode(plane["modulus"])
    lines, above = [], bytes(3 * columns)
    for row in range(rows):
        line = bytearray()
        for k in range(row * columns, (row + 1) * columns):
            line += _colour(argument[k], modulus[k], plane["reach"])
        lines.append(_filtered(bytes(line), above))
        above = bytes(line)
    head = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", head), (b"IDAT", zlib.compress(b"".join(lines), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data))
        + name
        + data
        + struct.pack(">I", zlib.crc32(name + data) & 0xFFFFFFFF)
        for name, data in chunks
    )


def _filtered(line: bytes, above: bytes) -> bytes:
    """A line of three bytes for each pixel by the filter of PNG that leaves the least."""
    before, corner = b"\0\0\0" + line[:-3], b"\0\0\0" + above[:-3]
    kinds = (
        (0, line),
        (1, _less(line, before)),
        (2, _less(line, above)),
        (4, _less(line, bytes(map(_paeth, before, above, corner)))),
    )
    kind, least = min(kinds, key=lambda one: sum(min(v, 256 - v) for v in one[1]))
    return bytes([kind]) + least


def _less(line: bytes, guess: bytes) -> bytes:
    return bytes((x - y) & 255 for x, y in zip(line, guess, strict=True))


def _paeth(left: int, above: int, corner: int) -> int:
    """Of the three the one that is nearest to left + above - corner."""
    near = left + above - corner
    return min((left, above, corner), key=lambda value: abs(value - near))


@lru_cache(maxsize=1 << 16)
def _colour(argument: int, modulus: int, reach: float) -> bytes:
    """Red, green, blue from OKLCH: the hues are of one lightness, so light can carry |f|."""
    log2 = (modulus / 255 * 2 - 1) * reach
    light = 0.60 + 0.30 * math.tanh(log2 / 2.5) + 0.07 * (log2 - math.floor(log2) - 0.5)
    light = min(0.97, max(0.05, light))
    chroma = 0.13 * min(1.0, 4 * light * (1 - light) + 0.1)
    angle = 2 * math.pi * argument / 256 + 0.5  # argument 0 is a red
    a, b = chroma * math.cos(angle), chroma * math.sin(angle)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return bytes(_channel(value) for value in linear)


def _channel(value: float) -> int:
    value = min(1.0, max(0.0, value))
    coded = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return min(255, 4 * round(255 * coded / 4))  # 64 levels: what is alike packs well
