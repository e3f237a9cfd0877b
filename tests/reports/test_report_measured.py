"""The figure of what was measured beside its bounds: panels, scales, and hostile records."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from reports import measured_figures
from reports.html import render_pages
from reports.measured_figures import Scale, drawn, panels
from reports.pdf import render_appendix
from reports.record import Record, Sweep, validate
from reports.tables import sweep_says, sweep_table
from tests.sampling import by_turns

COLUMNS = [
    "d", "eps", "quantity", "measured", "low", "high", "proved", "printed", "sense", "beyond",
    "word", "ok",
]  # fmt: skip


def row(d: int, eps: str, value: float | None, **more: Any) -> list[Any]:
    entry = {
        "d": d, "eps": eps, "quantity": "error", "measured": value, "low": value, "high": value,
        "proved": 2.0, "printed": None, "sense": "<=", "beyond": None,
        "word": "within the bound", "ok": True,
    } | more  # fmt: skip
    return [entry[name] for name in COLUMNS]


def sweep(*rows: list[Any]) -> Sweep:
    return {"columns": COLUMNS, "rows": list(rows), "engine": "inline", "level": "sampled"}


def star() -> Sweep:
    """From d = 4, eps = 1/10 along both axes."""
    return sweep(
        row(4, "1/10", 1.0), row(2, "1/10", 0.5), row(16, "1/10", 1.5), row(4, "1/100", 0.1),
        row(4, "1/10", 7.0, quantity="other", proved=None, printed=5.0, word="beyond"),
        row(2, "1/10", 6.0, quantity="other", proved=None, printed=5.0, word="beyond"),
    )  # fmt: skip


def test_a_panel_holds_the_rows_along_its_axis_in_order() -> None:
    found = panels(star())
    assert found is not None
    assert {name: [p.axis for p in own] for name, own in found.items()} == {
        "error": ["d", "eps"],
        "other": ["d"],
    }
    first, second = found["error"]
    assert (first.labels, [m.measured for m in first.marks]) == (("2", "4", "16"), [0.5, 1.0, 1.5])
    assert (second.labels, [m.measured for m in second.marks]) == (("0.01", "0.1"), [0.1, 1.0])


def test_another_sweep_is_drawn_as_before() -> None:
    other: Sweep = {"columns": ["predicted", "measured"], "rows": [[2.0, 1.0]], "engine": ""}
    assert panels(other) is None
    assert "measured error" in drawn(other)


def test_rows_without_a_value_and_single_rows_are_not_drawn() -> None:
    assert drawn(sweep(row(4, "1/10", None), row(2, "1/10", 1.0))) == ""
    assert panels(sweep(row(4, "1/10", 1.0))) == {}


def test_marks_bounds_and_failures_are_drawn() -> None:
    text = drawn(star())
    assert ElementTree.fromstring(text) is not None
    assert text.count('class="dot"') == 1 + 7  # one in the legend
    assert text.count('class="bound"') == 1 + 2
    assert text.count('class="target"') == 1 + 1
    assert "0 outside a bound that should hold, 2 beyond a printed bound" in text
    failed = drawn(sweep(row(4, "1", 3.0, ok=False), row(2, "1", 1.0)))
    assert failed.count('class="cross"') == 1
    assert "1 outside a bound that should hold" in failed


def test_an_axis_is_logarithmic_where_values_differ_much() -> None:
    assert not Scale.of([1.0, 2.0]).log
    assert not Scale.of([-1.0, 2000.0]).log
    scale = Scale.of([1e-15, 1.0])
    assert (scale.log, scale.zero) == (True, False)
    assert {text for _, text in scale.ticks()} == {"1", "10⁻⁵", "10⁻¹⁰", "10⁻¹⁵"}
    scale = Scale.of([0.0, 1e-15, 1.0])
    assert scale.zero
    assert scale.at(0.0) == scale.low < scale.at(1e-15) < scale.at(1.0)
    assert scale.ticks()[0] == (scale.low, "0")
    assert Scale.of([0.0]).high > 0


@pytest.mark.parametrize("wide", [True, False])
def test_nothing_is_drawn_outside(wide: bool) -> None:
    text = drawn(star(), wide)
    box = re.search(r'viewBox="0 0 (\S+) (\S+)"', text)
    assert box is not None
    width, height = map(float, box.groups())
    for x, y in re.findall(r'<circle[^>]* cx="(\S+)" cy="(\S+)"', text):
        assert 0 <= float(x) <= width
        assert 0 <= float(y) <= height


def test_the_table_says_what_differs_and_shows_failures_first() -> None:
    found = star()
    found["rows"].append(row(16, "1/100", 9.0, ok=False, word="beyond the bound"))
    head, rows = sweep_table(found, 3)
    assert head == ["quantity", "at", "measured", "low", "high", "proved", "printed", "word"]
    assert [r[:3] for r in rows] == [
        ["error", "d = 16, eps = 1/100", "9"],
        ["other", "d = 4, eps = 1/10", "7"],
        ["other", "d = 2", "6"],
    ]


def test_the_claims_of_the_bounds_are_named() -> None:
    found = star()
    found["columns"] = [*COLUMNS, "by", "of"]
    for i, entry in enumerate(found["rows"]):
        entry += ["a.b" if i % 2 else "", "c.d<" if i == 3 else ""]
    assert sweep_says(found).endswith(" Proved bounds: a.b. Printed bounds: c.d<.")


@by_turns(2)
def test_pages_and_pdf_show_it_and_escape_what_is_hostile(record: Record) -> None:
    name = "<script>alert(1)</script>\u202e"
    found = sweep(row(4, "1", 1.0, quantity=name), row(2, "1", 0.5, quantity=name))
    for claim in record["claims"]:
        claim["sweep"] = found
    validate(record)
    page = render_pages(record)[f"{record['claims'][0]['id']}.html"]
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "Largest values over samples are lower estimates" in page
    assert render_appendix(record).startswith(b"%PDF")


def test_numbers_that_are_no_numbers_are_left_out() -> None:
    odd = [row(4, "1", 1.0, proved="x" * 50), row(2, "1", 1.0, high=10**400), row(1, "1", 1.0)]
    assert measured_figures.panels(sweep(*odd)) is not None
    assert "svg" in drawn(sweep(*odd))
