"""Pictures with sliders: what is drawn, what is told, what no record may have."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

import pytest

from reports import errata, explorers, html, pdf
from reports.record import Explorer, Record, RecordError, listed_files, load, validate
from tests.sampling import by_turns

HERE = Path(__file__).parent
HOSTILE = "</script><script>alert(1)</script>"
SHA = "0" * 64


def line(name: str, *y: float | None) -> dict[str, Any]:
    return {"name": name, "role": "net", "x": [float(k) for k in range(len(y))], "y": [*y]}


def made(**changes: Any) -> Explorer:
    places = [
        {
            "at": [i, j],
            "says": HOSTILE,
            "curves": [line("G", 0, i, 9), line("p", 1) | {"role": "dots"}],
            "below": [line("e", 0, j + 1)],
            "rows": [
                {
                    "says": HOSTILE,
                    "units": 2 + i,
                    "bound": "1/3",
                    "error": {"lo": "1/4", "hi": "1/2"} if j else {"exact": "1/6"},
                    "verdict": "refuted" if j else "certified",
                    "level": "kernel",
                    "certificates": [
                        {"file": f"certificates/t.{i}{j}.json", "sha256": SHA, "bytes": 1}
                    ],
                }
            ],
        }
        for i in range(2)
        for j in range(3)
    ]
    data = {
        "title": "$x$",
        "says": "a text",
        "error": HOSTILE,
        "x": "x",
        "y": "",
        "range": [0.0, 2.0, 0.0, 4.0],
        "under": "e",
        "most": 3.0,
        "sliders": [
            {"name": "a", "labels": ["1", "2"]},
            {"name": "b", "labels": ["1", HOSTILE, "3"]},
        ],
        "chosen": [1, 0],
        "fixed": [line("f", 1, None, 2)],
        "places": places,
    }
    return {**data, **changes}  # type: ignore[typeddict-item]


@pytest.fixture
def record() -> Record:
    found = load(HERE / "sample_run.json")
    found["claims"][0]["explorers"] = [made()]
    return validate(found)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"chosen": [2, 0]}, "no place is"),
        ({"places": made()["places"][:-1]}, "not one place for each combination"),
        ({"places": [*made()["places"][:-1], made()["places"][0]]}, "not one place for each"),
        ({"sliders": []}, "not one place for each combination"),
        ({"range": [0.0, 0.0, 0.0, 1.0]}, "a range is"),
        ({"fixed": [line("f", 1) | {"y": [1, 2]}]}, "not one y for each x"),
        (
            {
                "places": [
                    {**p, "below": p["below"] * (1 + k)} for k, p in enumerate(made()["places"])
                ]
            },
            "not the same curves",
        ),
    ],
)
def test_what_is_no_explorer(record: Record, changes: dict[str, Any], says: str) -> None:
    record["claims"][0]["explorers"] = [made(**changes)]
    with pytest.raises(RecordError, match=says):
        validate(record)


def test_its_certificates_are_among_those_of_the_record(record: Record) -> None:
    assert {f"certificates/t.{i}{j}.json" for i in range(2) for j in range(3)} <= set(
        listed_files(record["claims"])
    )
    record["claims"][0]["explorers"][0]["places"][0]["rows"][0]["certificates"][0]["file"] = "/etc"
    with pytest.raises(RecordError, match="not a relative path"):
        validate(record)


@pytest.mark.parametrize("wide", [True, False])
def test_curves_stay_in_the_drawing(wide: bool) -> None:
    root = xml.fromstring(explorers.draw(made(), wide))
    width, height = map(float, root.get("viewBox", "").split()[2:])
    moving = [p for p in root.iter() if {"upper", "lower"} & set(p.get("class", "").split())]
    assert [p.get("class") for p in moving] == ["net upper", "dots upper", "net lower"]
    for path in moving:
        for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path.get("d", "")):
            assert 0 <= float(x) <= width
            assert 0 <= float(y) <= height
    assert "at a = 2, b = 1" in root.get("aria-label", "")


def test_the_script_gets_every_place_and_both_layouts() -> None:
    data = json.loads(explorers.moves(made()))
    assert sorted(data["places"]) == ["0,0", "0,1", "0,2", "1,0", "1,1", "1,2"]
    assert [len(curves) for curves in data["places"]["0,0"]] == [2, 1]
    assert data["places"]["0,0"] != data["places"]["1,0"]
    assert all(len(frames) == 2 for frames in data["frames"].values())
    one_panel = json.loads(explorers.moves(made(most=0.0, under="")))
    assert all(len(frames) == 1 for frames in one_panel["frames"].values())


def test_what_is_certified_is_told_with_its_level() -> None:
    item = made(error="the error")
    item["places"][0]["rows"][0]["says"] = ""
    assert explorers.told(item, item["places"][0]) == (
        "At a = 1, b = 1, the error: 1/6 ≈ 0.1667, bound 1/3 (certified, kernel)"
    )
    assert "[0.25000, 0.50000]" in explorers.told(item, item["places"][1])
    assert "(refuted, kernel)" in explorers.told(item, item["places"][1])


@by_turns(2)
def test_a_page_has_every_number_and_no_script_of_the_record(record: Record) -> None:
    page = html.render_pages(record)["pln.thm1.html"]
    assert HOSTILE not in page
    assert page.count('<tbody data-at="') == 6
    assert page.count('class="other"') == 5
    assert page.count("../certificates/t.") == 6
    (data,) = re.findall(r'<script type="application/json">(.*?)</script>\n</figure>', page)
    assert json.loads(data)["places"]


def test_an_article_has_what_is_certified_at_each_place(record: Record) -> None:
    (paper, *_) = errata.collected(record)
    own: Record = {**record, "claims": [c for c in record["claims"] if c["id"] == "pln.thm1"]}
    made_of = pdf._article(own, paper, "out", ())["claims"][0]["pictures"]
    (shown,) = [item for item in made_of if item["certified"]]
    assert len(shown["certified"]) == 6
    assert shown["head"] == ["At", "Of", "Units", "Bound", "Certified value", "Level", "Verdict"]
    assert "a = 2, b = 1" in shown["shows"]
    assert pdf.render_article(own, paper).startswith(b"%PDF")
