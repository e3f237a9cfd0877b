"""Pictures of a claim: curves stay in their frame, colours carry values, text stays text."""

from __future__ import annotations

import base64
import copy
import io
import json
import re
import struct
from typing import Any
from xml.etree import ElementTree as xml

import pytest
from matplotlib.image import imread

from reports import html, pdf, pictures
from reports.record import Picture, Record, RecordError, validate
from tests.sampling import by_turns

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>"


def curves(**changes: Any) -> Picture:
    data = {
        "x": "v",
        "y": "",
        "log": "none",
        "range": [0.0, 4.0, 0.0, 2.0],
        "slider": "s",
        "chosen": 1,
        "fixed": [{"name": "g", "role": "target", "x": [0.0, 4.0], "y": [0.0, 4.0]}],
        "frames": [
            {
                "label": str(k),
                "says": f"the {k}th",
                "series": [{"name": "f", "role": "net", "x": [0.0, 4.0], "y": [k, k]}],
            }
            for k in range(3)
        ],
    }
    return {"title": "$x$", "says": "A text.", "curves": {**data, **changes}, "plane": None}  # type: ignore[typeddict-item]


def plane(**changes: Any) -> Picture:
    data = {
        "name": "f",
        "range": [0.0, 3.0, 0.0, 2.0],
        "columns": 3,
        "rows": 2,
        "argument": base64.b64encode(bytes([0, 64, 128, 192, 0, 0])).decode(),
        "modulus": base64.b64encode(bytes([128, 128, 128, 128, 0, 255])).decode(),
        "reach": 8.0,
        "marks": [{"x": 1.0, "y": 1.0, "label": "zero"}],
    }
    return {"title": "$x$", "says": "A text.", "curves": None, "plane": {**data, **changes}}  # type: ignore[typeddict-item]


def paths(root: xml.Element, kind: str) -> list[str]:
    return [p.get("d", "") for p in root.iter(SVG + "path") if p.get("class") == kind]


def points(path: str) -> list[tuple[float, float]]:
    pairs = [pair.split() for part in path.split("M")[1:] for pair in part.split("L")]
    return [(float(a), float(b)) for a, b in pairs]


@pytest.mark.parametrize("wide", [True, False])
def test_a_curve_is_cut_where_it_leaves_the_frame(wide: bool) -> None:
    """g runs from (0, 0) to (4, 4) and leaves the frame, whose top is 2, at x = 2."""
    item = curves()
    root = xml.fromstring(pictures.draw(item, wide))
    curve = next(p for p in paths(root, "target") if "L" in p)
    box = pictures._box(item["curves"], wide)  # type: ignore[arg-type]
    assert points(curve) == [
        pytest.approx((box.left, box.top + box.height), abs=0.01),
        pytest.approx((box.left + box.width / 2, box.top), abs=0.01),
    ]


def test_gaps_and_points_outside_leave_no_line() -> None:
    pieces = pictures._inside(
        [(0, 5), (1, 5), None, (1, 1), (2, 1), (3, 5), (4, 1)],
        pictures.Frame(0, 0, 1, 1, 0, 4, 0, 2),
    )
    assert pieces == [[(1, 1), (2, 1), (2.25, 2.0)], [(3.75, 2.0), (4, 1)]]


def test_logarithmic_axes() -> None:
    item = curves(
        log="both",
        range=[1.0, 100.0, 1e-16, 1.0],
        slider="",
        frames=[],
        fixed=[{"name": "g", "role": "net", "x": [1.0, 10.0, 0.0, 100.0], "y": [1.0, 1e-8, 1, 0]}],
    )
    drawn = pictures.draw(item)
    assert ">10⁻¹⁵</text>" in drawn
    root = xml.fromstring(drawn)
    line = next(p for p in paths(root, "net") if "L" in p)
    (x0, y0), (x1, y1) = points(line)
    box = pictures._box(item["curves"], True)  # type: ignore[arg-type]
    assert x1 - x0 == pytest.approx(box.width / 2, abs=0.02)
    assert y1 - y0 == pytest.approx(box.height / 2, abs=0.02)


def test_the_slider_moves_to_every_frame(record: Record) -> None:
    item = curves()
    data = json.loads(pictures.slides(item))
    assert data["labels"] == ["s = 0", "s = 1", "s = 2"]
    for layout, wide in (("wide", True), ("narrow", False)):
        shown = paths(xml.fromstring(pictures.draw(item, wide)), "net moving")
        assert shown == data["paths"][layout][1]
        heights = [points(frame[0])[0][1] for frame in data["paths"][layout]]
        assert heights[0] > heights[1] > heights[2]
    assert pictures.slides(plane()) == ""
    still = paths(xml.fromstring(pictures.draw(item, standalone=True)), "net thin")
    assert len(still) == 2


def test_the_colours_of_a_plane() -> None:
    """A PNG of 3 by 2 pixels: four hues, then dark for a small and light for a large modulus."""
    item = plane()
    data = pictures.png(item["plane"])  # type: ignore[arg-type]
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (3, 2)
    decoded = imread(io.BytesIO(data), format="png")
    assert decoded.shape == (2, 3, 3)
    pixels = [tuple(round(255 * float(v)) for v in pixel) for row in decoded for pixel in row]
    assert len(set(pixels)) == 6
    assert pixels[0][0] == max(pixels[0])  # a positive number is red
    light = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in pixels]
    assert light[4] < min(light[:4]) < max(light[:4]) < light[5]
    root = xml.fromstring(pictures.draw(item))
    (image,) = root.iter(SVG + "image")
    assert base64.b64decode(image.get("href", "").split(",")[1]) == data
    assert len(list(root.iter(SVG + "circle"))) == 2
    assert "1 marked: zero" in root.get("aria-label", "")


def test_text_is_inert() -> None:
    item = curves(x=HOSTILE, y=HOSTILE, slider=HOSTILE)
    assert item["curves"] is not None
    item["curves"]["fixed"][0]["name"] = HOSTILE
    for frame in item["curves"]["frames"]:
        frame["label"] = frame["says"] = HOSTILE
    other = plane(name=HOSTILE, marks=[{"x": 1.0, "y": 1.0, "label": HOSTILE}])
    for drawn in (pictures.draw(item), pictures.draw(item, standalone=True), pictures.draw(other)):
        tags = {node.tag for node in xml.fromstring(drawn).iter()}
        assert tags <= {SVG + t for t in ("svg", "style", "path", "text", "circle", "image")}
    assert "<" not in pictures.slides(item)


@by_turns(3)
def test_a_page_and_a_document_show_them(record: Record) -> None:
    before = html.render_pages(record)["pln.thm1.html"]
    assert 'id="pictures"' not in before
    record["claims"][0]["pictures"] = [curves(), plane()]
    page = html.render_pages(record)["pln.thm1.html"]
    assert page.count("<figure data-slides>") == 1
    assert page.count('type="range"') == 1
    assert page.count('<figure class="plane">') == 1
    assert page.count("data:image/png;base64,") == 1
    assert "img-src data:" in page
    assert not re.search(r"https?:", page.replace("http://www.w3.org/2000/svg", ""))
    assert dict(pdf.render_pdfs(record))["pln.pdf"][:5] == b"%PDF-"
    assert html.render_pages(record)["pln.thm1.html"] == page


@by_turns(2)
@pytest.mark.parametrize(
    ("item", "message"),
    [
        ({**curves(), "curves": None}, "either curves or a plane"),
        ({**curves(), "plane": plane()["plane"]}, "either curves or a plane"),
        (curves(range=[1.0, 0.0, 0.0, 1.0]), "a range is"),
        (curves(log="both"), "begins above 0"),
        (curves(slider=""), "a slider has frames"),
        (curves(chosen=3), "no frame has the number 3"),
        (curves(fixed=[{"name": "g", "role": "net", "x": [1.0], "y": []}]), "not one y"),
        (curves(fixed=[{"name": "g", "role": "x", "x": [1.0], "y": [1.0]}]), "is none of"),
        (plane(rows=3), "for each pixel"),
        (plane(modulus="?"), "for each pixel"),
        (plane(columns=0), "pixels"),
        (plane(reach=0.0), "reach"),
    ],
)
def test_a_record_with_other_data_is_refused(record: Record, item: Picture, message: str) -> None:
    record["claims"][0]["pictures"] = [curves()]
    validate(copy.deepcopy(record))
    record["claims"][0]["pictures"] = [item]
    with pytest.raises(RecordError, match=message):
        validate(record)
