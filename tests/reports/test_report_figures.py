"""Figures: jumps stay jumps, bounds stay visible, text stays text."""

from __future__ import annotations

import math
import re
from itertools import accumulate, pairwise
from xml.etree import ElementTree as xml

import pytest

from reports import figures
from reports.record import Instance, Record

SVG = "{http://www.w3.org/2000/svg}"


def _step(**plot: object) -> Instance:
    return {
        "inputs": {"f": "x"},
        "version": "printed",
        "units": 2,
        "width": 2,
        "bound": "1/4",
        "sup_error": None,
        "verdict": "certified",
        "level": "kernel",
        "cost": None,
        "certificate": None,
        "plot": {
            "x": [0, 0.5, 0.5, 0.5, 1],
            "f": [0, 0.5, 0.5, 0.5, 1],
            "G": [0.25, 0.25, 0.5, 0.75, 0.75],
            "error": [0.25, 0.25, 0, 0.25, 0.25],
            "bound": 0.25,
            **plot,
        },  # type: ignore[typeddict-item]
    }


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        ([0, 1], [0, 1], [[(0, 0), (1, 1)]]),
        ([0, 1, 1, 2], [0, 0, 9, 9], [[(0, 0), (1, 0)], [(1, 9), (2, 9)]]),
        ([0, 1, 1, 1, 2], [0, 0, 5, 9, 9], [[(0, 0), (1, 0)], [(1, 5)], [(1, 9), (2, 9)]]),
        ([0, 1, 1, 1, 2], [0, 1, 1, 1, 2], [[(0, 0), (1, 1), (2, 2)]]),
        ([0, 1, 2], [0, None, 2], [[(0, 0)], [(2, 2)]]),
    ],
)
def test_pieces(x: list[float], y: list[float | None], found: list[object]) -> None:
    assert figures.pieces(x, y) == found


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (-2, 2, [0.01, 0.1, 1, 10, 100]),
        (-6.5, 2.5, [1e-6, 1e-4, 1e-2, 1, 100]),
        (0, 1, [1, 2, 5, 10]),
        (-1.1, -0.7, [0.08, 0.09, 0.1]),
        (0.31, 0.59, [2.5, 3, 3.5]),
        (0.31, 0.34, [2.05, 2.1, 2.15]),
    ],
)
def test_a_logarithmic_axis_has_more_than_one_tick(
    low: float, high: float, found: list[float]
) -> None:
    assert figures._log_ticks(low, high) == pytest.approx(found)


def test_a_jump_is_two_pieces_two_open_ends_and_its_value() -> None:
    root = xml.fromstring(figures.function_figure(_step()))
    net = [path for path in root.iter(SVG + "path") if path.get("class") == "net"]
    lines = [part for path in net for part in path.get("d", "").split("M") if "l" in part]
    assert len(lines) == 2
    for line in lines:
        assert len({y for _, y in _points(f"M{line}")}) == 1, "a step is level"
    kinds = [circle.get("class") for circle in root.iter(SVG + "circle")]
    assert sorted(kinds) == ["full", "open", "open"]
    target = [path for path in root.iter(SVG + "path") if path.get("class") == "target"]
    assert sum("l" in path.get("d", "") for path in target) == 1, "f does not jump where G does"


def test_a_drawn_line_stays_near_the_points_it_leaves_out() -> None:
    points = [(x / 10, 50 + 40 * math.sin(x / 1500)) for x in range(6000)]
    drawn = figures.straightened(points)
    assert drawn[0] == points[0]
    assert drawn[-1] == points[-1]
    assert set(drawn) <= set(points)
    assert len(drawn) < 100
    for (x0, y0), (x1, y1) in pairwise(drawn):
        for x, y in points:
            if x0 <= x <= x1:
                assert abs(y0 + (y1 - y0) * (x - x0) / (x1 - x0) - y) < 0.11
    corner = [(0.0, 0.0), (5.0, 0.0), (5.0, 0.3), (10.0, 0.3)]
    assert figures.straightened(corner) == corner, "what can be seen is kept"


def test_without_a_repeated_abscissa_there_is_no_jump() -> None:
    item = _step(x=[0, 0.4, 0.5, 0.6, 1])
    assert "<circle" not in figures.function_figure(item)


def _points(path: str) -> list[tuple[float, float]]:
    """Where a path of moves, and of ways from each point to the next, has its points."""
    found: list[tuple[float, float]] = []
    for piece in path.split("M")[1:]:
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", piece)]
        ways = zip(numbers[::2], numbers[1::2], strict=True)
        found += accumulate(ways, lambda point, way: (point[0] + way[0], point[1] + way[1]))
    return found


def test_the_bound_is_drawn_above_a_smaller_error() -> None:
    root = xml.fromstring(figures.function_figure(_step(bound=0.5)))
    bound = next(p for p in root.iter(SVG + "path") if p.get("class") == "bound")
    height = float(bound.get("d", "").split("h")[0].split()[1])
    errors = [p for p in root.iter(SVG + "path") if p.get("class") == "net thin"]
    assert height < min(y for path in errors for _, y in _points(path.get("d", "")))


def test_text_of_a_user_is_inert() -> None:
    item = _step()
    item["inputs"] = {"f": "<script>alert(1)</script>", "p": '"><img src=x onerror=a>'}
    item["bound"] = "</text><script>alert(2)</script>"
    for standalone in (False, True):
        root = xml.fromstring(figures.function_figure(item, standalone=standalone))
        assert {node.tag for node in root.iter()} <= {
            SVG + tag for tag in ("svg", "style", "path", "text", "tspan", "circle")
        }


@pytest.mark.parametrize(
    "plot",
    [
        {"x": [0], "f": [1], "G": [1], "error": [0]},
        {"x": [1, 1], "f": [1, 1], "G": [1, 1], "error": [0, 0]},
    ],
)
def test_a_degenerate_plot_is_no_figure(plot: dict[str, object]) -> None:
    assert figures.function_figure(_step(**plot)) == ""


def test_constant_and_empty_curves_are_drawn() -> None:
    assert "<svg" in figures.function_figure(_step(f=[0] * 5, G=[0] * 5, error=[0] * 5, bound=0.0))
    assert "<svg" in figures.function_figure(_step(f=[None] * 5, G=[None] * 5, error=[None] * 5))


def test_long_curves_keep_their_extremes() -> None:
    piece = [(k / 10**5, 1.0 if k == 77_777 else 0.0) for k in range(10**5)]
    thin = figures._thin(piece)
    assert len(thin) <= figures.MAX_POINTS + 2
    assert (0.77777, 1.0) in thin
    assert thin == sorted(thin)


def test_sweep_marks_what_breaks_the_bound(record: Record) -> None:
    sweep = record["claims"][0]["sweep"]
    assert sweep is not None
    assert 'class="cross"' not in figures.sweep_figure(sweep)
    sweep["rows"][0][sweep["columns"].index("ok")] = False
    drawn = figures.sweep_figure(sweep)
    assert drawn.count('class="cross"') == 1
    assert "1 case above the bound" in drawn


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 7), (1e-9, 2e-9), (5, 5), (0, 1e9)])
def test_ticks_are_inside_and_few(low: float, high: float) -> None:
    found = figures.ticks(low, high)
    assert 1 <= len(found) <= 7
    assert all(low - 1e-9 * abs(low) <= tick <= high * (1 + 1e-9) for tick in found)
