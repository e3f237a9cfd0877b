"""Pictures with sliders: sampled curves as SVG, certified numbers as rows of a table.

A page shows the chosen place, and all rows where it has no script; with it, the sliders put in the
curves and the rows of the other places.  Paths are written for the wide layout: the narrow one is
another rectangle, so that the script moves their points by one affine map.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from reports import tables
from reports.figures import PALETTE, Frame, _label, _n, _svg, _text, ticks
from reports.pictures import _inside
from reports.record import Explorer, Place, Series

_LETTER = 6.1
_DOTS = (
    f"<style>.dots{{stroke:{PALETTE['ink']};stroke-width:6;stroke-linecap:round;fill:none}}</style>"
)


def draw(explorer: Explorer, wide: bool = True, standalone: bool = False) -> str:
    """The chosen place as SVG."""
    place = chosen(explorer)
    above, under = _frames(explorer, wide)
    body = [_DOTS] if standalone else []  # a page has the rule among its own
    body.append(_axes(above, wide, explorer["x"], below=under is None))
    body += [_path(above, series) for series in explorer["fixed"]]
    body += [_path(above, series, "upper") for series in place["curves"]]
    if explorer["y"]:
        body.append(_text(above.left, above.top - 8, "t i", explorer["y"]))
    if under is not None:
        body.append(_axes(under, wide, explorer["x"], below=True))
        body.append(_text(under.left, under.top - 9, "t i", explorer["under"]))
        body += [_path(under, series, "lower") for series in place["below"]]
    body.append(_legend(explorer, place, above))
    width, height = _size(explorer, wide)
    names = ", ".join(s["name"] for s in (*explorer["fixed"], *place["curves"], *place["below"]))
    label = f"Curves of {names} against {explorer['x']}, at {where(explorer, place)}."
    return _svg(width, height, label, body, standalone)


def chosen(explorer: Explorer) -> Place:
    """The place at which the sliders begin."""
    return next(place for place in explorer["places"] if place["at"] == explorer["chosen"])


def where(explorer: Explorer, place: Place) -> str:
    """``δ = 1/100, d = 8``."""
    pairs = zip(explorer["sliders"], place["at"], strict=True)
    return ", ".join(f"{slider['name']} = {slider['labels'][at]}" for slider, at in pairs)


def moves(explorer: Explorer) -> str:
    """What the page's script needs: the paths of each place, and the rectangles of both layouts."""
    rectangles = {
        name: [
            [frame.left, frame.top, frame.width, frame.height]
            for frame in _frames(explorer, wide)
            if frame is not None
        ]
        for name, wide in (("wide", True), ("narrow", False))
    }
    above, under = _frames(explorer, True)
    places = {
        ",".join(map(str, place["at"])): [
            [_drawn(above, series) for series in place["curves"]],
            [_drawn(under, series) for series in place["below"]] if under is not None else [],
        ]
        for place in explorer["places"]
    }
    data: Mapping[str, Any] = {"frames": rectangles, "places": places}
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def told(explorer: Explorer, place: Place) -> str:
    """What is certified at a place, in a line."""
    parts = []
    for row in place["rows"]:
        ends = tables.sup_error(row["error"])
        said = f"{row['says']}: " if row["says"] else ""
        bound = f", bound {tables.brief(row['bound'])}" if row["bound"] is not None else ""
        level = f", {row['level']}" if row["level"] else ""
        parts.append(f"{said}{ends}{bound} ({row['verdict']}{level})")
    found = "; ".join(parts)
    return tables.plain(f"At {where(explorer, place)}, {explorer['error']}: {found}")


def columns(explorer: Explorer) -> dict[str, bool]:
    """Which columns the table of the certified numbers has, beside the place and the number."""
    rows = [row for place in explorer["places"] for row in place["rows"]]
    return {
        "says": any(row["says"] for row in rows),
        "units": any(row["units"] is not None for row in rows),
        "bound": any(row["bound"] is not None for row in rows),
        "certificates": any(row["certificates"] for row in rows),
    }


# --- parts ----------------------------------------------------------------------------------------


def _size(explorer: Explorer, wide: bool) -> tuple[float, float]:
    tall = 400.0 if explorer["most"] else 330.0
    return (680.0, tall) if wide else (340.0, tall - 40)


def _frames(explorer: Explorer, wide: bool) -> tuple[Frame, Frame | None]:
    width, height = _size(explorer, wide)
    x0, x1, y0, y1 = explorer["range"]
    top, bottom, left, between = 34.0 + (14 if explorer["y"] else 0), 40.0, 46.0, 34.0
    inner = width - left - 12
    room = height - top - bottom
    if not explorer["most"]:
        return Frame(left, top, inner, room, x0, x1, y0, y1), None
    upper = round((room - between) * 0.6)
    above = Frame(left, top, inner, upper, x0, x1, y0, y1)
    lower = room - between - upper
    return above, Frame(left, top + upper + between, inner, lower, x0, x1, 0.0, explorer["most"])


def _axes(frame: Frame, wide: bool, name: str, *, below: bool) -> str:
    parts, base = [], frame.top + frame.height
    for value in ticks(frame.y0, frame.y1, 4):
        y = frame.y(value)
        parts.append(f'<path class="grid" d="M{_n(frame.left)} {_n(y)}h{_n(frame.width)}"/>')
        parts.append(_text(frame.left - 7, y + 4, "e", _label(value)))
    for value in ticks(frame.x0, frame.x1, 6 if wide else 4):
        x = frame.x(value)
        parts.append(f'<path class="axis" d="M{_n(x)} {_n(base)}v4"/>')
        if below:
            parts.append(_text(x, base + 18, "m", _label(value)))
    parts.append(f'<path class="axis" d="M{_n(frame.left)} {_n(base)}h{_n(frame.width)}"/>')
    if below:
        parts.append(_text(frame.left + frame.width, base + 35, "t i e", name))
    return "".join(parts)


def _path(frame: Frame, series: Series, more: str = "") -> str:
    kind = f"{series['role']} {more}".strip()
    return f'<path class="{kind}" stroke-linejoin="round" d="{_drawn(frame, series)}"/>'


def _drawn(frame: Frame, series: Series) -> str:
    """The series in the frame, moves and lines alone: one affine map takes it to another frame."""
    points = list(zip(series["x"], series["y"], strict=True))
    if series["role"] == "dots":
        shown = [(x, y) for x, y in points if y is not None and frame.y0 <= y <= frame.y1]
        drawn = [f"M{_n(frame.x(x))} {_n(frame.y(y))}l0 0" for x, y in shown]
        return "".join(drawn) or "M0 0"
    known = [None if y is None else (x, y) for x, y in points]
    pieces = _inside(known, frame)
    lines = ["L".join(f"{_n(frame.x(a))} {_n(frame.y(b))}" for a, b in piece) for piece in pieces]
    return "".join(f"M{line}" for line in lines) or "M0 0"


def _legend(explorer: Explorer, place: Place, above: Frame) -> str:
    found: dict[str, str] = {}
    for series in (*explorer["fixed"], *place["curves"], *place["below"]):
        if series["name"] != explorer["under"]:
            found.setdefault(series["name"], series["role"])
    parts, x, y = [], above.left, 8.0
    for name, role in found.items():
        wide = 45 + _LETTER * len(name)
        if x + wide > above.left + above.width + 24 and x > above.left:
            x, y = above.left, y + 16
        middle = x + 9 if role == "dots" else x
        stroke = "l0 0" if role == "dots" else "h18"
        parts.append(f'<path class="{role}" d="M{_n(middle)} {_n(y)}{stroke}"/>')
        parts.append(_text(x + 23, y + 4, "t", name))
        x += wide
    return "".join(parts)
