"""The page of sweeps: what is drawn, what is counted, what a hostile record does to it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from reports import sweep_figures, sweeps, tables
from reports.html import render_pages
from reports.pdf import render_appendix
from reports.record import Record, validate
from tests.sampling import by_turns

COLUMNS = ["layer", "f", "L", "N", "cells", "bound", "measured", "lo", "hi", "where", "side", "ok"]
FIGURES = (
    sweep_figures.error_figure,
    sweep_figures.place_figure,
    sweep_figures.least_figure,
)


def networks(layer: str, ok: bool = True, **changes: Any) -> dict[str, Any]:
    """A sweep of three networks: 1/4, 1/8 and 1/16 of L = 2, the last at the right end."""
    rows = []
    for k, (where, side) in enumerate(((0.25, "left of"), (0.25, "right of"), (1.0, "at"))):
        N = 2 * 2**k
        row = [layer, "x", "2", N, N, 2 / (2 * N), 1 / (2 * N), f"1/{N}", f"1/{N}", where, side, ok]
        rows.append(row)
    return {"columns": COLUMNS, "rows": rows, "engine": "local", "level": "enclosure", **changes}


def least(*rows: list[Any]) -> dict[str, Any]:
    columns = ["layer", "f", "L", "eps", "M", "N", "best", "known", "lower", "upper", "ok"]
    return {"columns": columns, "rows": list(rows), "engine": "local", "level": "enclosure"}


def with_sweeps(record: Record, *found: dict[str, Any]) -> Record:
    for claim, sweep in zip(record["claims"], found, strict=False):
        claim["sweep"] = sweep  # type: ignore[typeddict-item]
    for claim in record["claims"][len(found) :]:
        claim["sweep"] = None
    validate(record)
    return record


def test_points_are_errors_over_L_and_their_places(record: Record) -> None:
    swept = sweeps.collected(with_sweeps(record, networks("LN-2")))
    assert swept is not None
    (layer,) = swept.layers
    assert (layer.name, layer.still, swept.networks, swept.failures) == ("LN-2", 0, 3, 0)
    assert [(p.N, p.error, p.bound) for p in layer.points] == [
        (2, 1 / 4, 1 / 4),
        (4, 1 / 8, 1 / 8),
        (8, 1 / 16, 1 / 16),
    ]
    # 1/4 is inside the first of two cells, and the right end of the first of four
    assert [p.in_cell for p in layer.points] == [0.5, 0.0, 1.0]


@pytest.mark.parametrize(
    ("at", "side", "place"),
    [
        (2.0, "left of", 1.0),
        (2.0, "right of", 0.0),
        (0.0, "at", 0.0),
        (2.25, "at", 0.25),
        (2 - 1e-12, "at", 1.0),
        (2 + 1e-12, "at", 0.0),
        (4.0, "at", 1.0),
    ],
)
def test_the_place_in_a_cell(at: float, side: str, place: float) -> None:
    assert sweeps._in_cell(at, side) == place


@by_turns(2)
def test_what_cannot_be_drawn_is_counted(record: Record) -> None:
    sweep = networks("Tanh")
    sweep["rows"][0][2] = "0"
    sweep["rows"][1][8] = "0"
    sweep["rows"][2][8] = None  # measured only: a hollow mark
    swept = sweeps.collected(with_sweeps(record, sweep))
    assert swept is not None
    (layer,) = swept.layers
    assert (layer.still, [p.enclosed for p in layer.points]) == (2, [False])
    drawn = sweep_figures.error_figure(swept)
    assert drawn.count('class="open"') == 1
    assert 'class="dot"' not in drawn
    page = render_pages(record)["sweeps.html"]
    assert "2 networks with L = 0 or error 0 are not drawn" in page


@by_turns(2)
def test_a_failure_is_a_cross_and_is_named_on_the_index(record: Record) -> None:
    pages = render_pages(with_sweeps(record, networks("ReLU", ok=False)))
    assert pages["sweeps.html"].count('class="cross"') == 6  # three, wide and narrow
    assert "3 outside a bound" in pages["sweeps.html"]
    assert "3 outside a bound" in pages["index.html"]
    good = render_pages(with_sweeps(record, networks("ReLU")))
    assert 'class="cross"' not in good["sweeps.html"]
    assert "none outside its bound" in good["index.html"]


def test_layers_stand_in_the_order_of_the_table(record: Record) -> None:
    swept = sweeps.collected(with_sweeps(record, networks("LS-1"), networks("Sigmoid")))
    assert swept is not None
    assert [layer.name for layer in swept.layers] == ["Sigmoid", "LS-1"]
    drawn = sweep_figures.error_figure(swept)
    assert drawn.index("Sigmoid</text>") < drawn.index("LS-1</text>")


def test_least_widths_as_a_table_and_a_figure(record: Record) -> None:
    sweep = least(
        ["LN-2", "square", "2", "1/10", 10, 10, 6, "exact", 10, 11, True],
        ["LN-2", "x", "1", "1/10", 5, 6, 6, "exact", 5, 6, True],
        ["ReLU", "square", "2", "1/10", 10, 3, 1, "at least", 9, 12, True],
        ["ReLU", "x", "1", "1/10", 5, None, 1, "at least", 4, 7, False],
    )
    swept = sweeps.collected(with_sweeps(record, sweep))
    assert swept is not None
    assert swept.failures == 1
    head, rows = sweeps.least_table(swept)
    assert head == ["f", "eps", "M", "ReLU", "LN-2"]
    assert rows == [
        ["square", "1/10", "10", "3 (≥ 1)", "10 (6)"],
        ["x", "1/10", "5", "– (≥ 1)", "6 (6)"],
    ]
    drawn = sweep_figures.least_figure(swept)
    assert drawn.count('class="dot"') == 3
    assert drawn.count('class="open"') == 2  # where what is needed is less
    assert sweep_figures.error_figure(swept) == ""


@pytest.mark.parametrize("draw", FIGURES)
def test_figures_hold_no_number_that_is_none(draw: Any, record: Record) -> None:
    swept = sweeps.collected(
        with_sweeps(
            record,
            networks("LN-d"),
            least(["LN-d", "zero", "0", "1/10", 0, 1, None, None, None, 1, True]),
        )
    )
    for wide in (True, False):
        for standalone in (True, False):
            drawn = draw(swept, wide, standalone)
            assert drawn.startswith("<svg ")
            assert not re.search(r"nan|inf(?!o)|None", drawn)


def test_without_sweeps_there_is_no_page(record: Record) -> None:
    assert "sweeps.html" not in render_pages(with_sweeps(record))
    older = {"columns": ["f", "ok"], "rows": [["x", True]], "engine": "local"}
    assert sweeps.collected(with_sweeps(record, older)) is None


@by_turns(2)
def test_hostile_names_stay_text(record: Record) -> None:
    bad = "</script><b>x"
    sweep = least(["LN-2", bad, "1", "1/10", 5, 6, 6, "exact", 5, 6, True])
    page = render_pages(with_sweeps(record, networks("LN-2"), sweep))["sweeps.html"]
    assert bad not in page
    assert "&lt;/script&gt;&lt;b&gt;x" in page


def test_the_pdf_has_the_section(record: Record) -> None:
    plain = render_appendix(with_sweeps(record))
    more = render_appendix(with_sweeps(record, networks("LN-2")))
    assert more.startswith(b"%PDF-")
    assert len(more) > len(plain)


def test_a_table_shows_bounds_as_bounds_and_drops_what_says_nothing(record: Record) -> None:
    sweep = networks("LN-2")
    sweep["columns"] = [*COLUMNS, "delta"]
    sweep["rows"] = [[*row, None] for row in sweep["rows"]]
    sweep["rows"][0][7:9] = ["33333333333/100000000000", "33333333334/100000000000"]
    columns, rows = tables.sweep_table(sweep, 10)  # type: ignore[arg-type]
    assert columns == [name for name in COLUMNS if name not in ("layer", "cells", "bound")]
    assert rows[0][4:6] == ["0.33333", "0.33334"]
    assert rows[1][4:6] == ["1/4", "1/4"]
    sweep["rows"][0][0] = "LS-1"
    assert tables.sweep_table(sweep, 10)[0][0] == "layer"  # type: ignore[arg-type]
    assert "no verdict uses either" in tables.sweep_says(sweep)  # type: ignore[arg-type]
    del sweep["level"]
    assert "not evidence" in tables.sweep_says(sweep)  # type: ignore[arg-type]
