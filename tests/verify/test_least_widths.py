"""Least widths: known values for each layer, Table 1 around them, and what differs is seen."""

from __future__ import annotations

import csv
import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

import verify.widths as module
from constructions.functions import STANDARD, lipschitz, parse
from tests.sampling import by_turns
from verify.sweep import Asked
from verify.widths import COLUMNS, fewest, fewest_kinks, polyline, repeat, run_asked, widths

LAYERS = ("Sigmoid", "Tanh", "ReLU", "LN-d", "LS-d", "LN-2", "LS-1")


def found(text: str, eps: F) -> dict[str, Any]:
    rows = widths({"f": text}, [eps], "inline").rows
    return {row.layer: row for row in rows if row.f == "f"}


@by_turns(2)
def test_a_ramp_needs_what_table_1_says() -> None:
    """f = x, eps = 1/10: M = 5, six steps (no fewer), a single line for ReLU."""
    rows = found("x", F(1, 10))
    assert tuple(rows) == LAYERS
    steps = [rows[name] for name in LAYERS if name != "ReLU"]
    assert all((row.M, row.N, row.upper) == (5, 6, 6) for row in steps)
    assert {row.best for row in steps} == {6, None}
    assert (rows["LN-2"].known, rows["LN-2"].lower) == ("exact", 5)
    assert (rows["ReLU"].N, rows["ReLU"].best) == (2, 1)
    assert rows["ReLU"].known == "at least, sampled"
    assert (rows["ReLU"].lower, rows["ReLU"].upper) == (4, 7)


def test_a_constant_needs_one_unit() -> None:
    """Without a free constant it needs that one; M = 0, and interpolation takes two ReLUs."""
    rows = found("3/7", F(1, 10))
    assert {name: row.N for name, row in rows.items()} == {
        name: 2 if name == "ReLU" else 1 for name in LAYERS
    }
    assert rows["LN-2"].best == rows["ReLU"].best == 1


@by_turns(2)
def test_opposite_ends_save_a_step() -> None:
    """f = 1/2 - x, eps = 3/10: one jump from 1/4 to -1/4; Lemma 2 takes two units."""
    row = found("1/2-x", F(3, 10))["LS-1"]
    assert (row.M, row.N, row.best, row.upper) == (1, 2, 1, 2)


def test_the_zigzag_of_eq_51_is_always_there_and_needs_the_most() -> None:
    """4 cells: 4 swings, so at least 3 kinks, and M + 1 = 5 steps; its own ends are equal."""
    rows = {r.layer: r for r in widths({"f": "x"}, [F(1, 4)], "inline").rows if r.f != "f"}
    assert {row.f for row in rows.values()} == {"Eq. 51, eps = 1/4"}
    assert {row.M for row in rows.values()} == {4}
    assert all(rows[name].N == 5 for name in LAYERS)
    assert (rows["LN-2"].best, rows["LN-2"].known) == (5, "exact")
    assert rows["ReLU"].best == 3 == rows["ReLU"].lower


@by_turns(2)
@pytest.mark.parametrize("name", ["square", "waves", "decay", "root", "sigmoid"])
def test_a_smooth_function_lies_within_eta_of_its_polyline(name: str) -> None:
    f = parse(STANDARD[name])
    g, eta = polyline(f, 32, lipschitz(f).upper)
    assert eta < F(1, 20)
    for k in range(129):
        q = F(k, 128)
        assert abs(f.sample(q, F(1, 10**9)) - g.at(q)) <= eta + F(1, 10**9)


@pytest.mark.parametrize(("eps", "N"), [(F(11, 100), 5), (F(9, 100), 6), (F(1, 4), 3), (F(2), 1)])
def test_steps_for_a_monotone_function_are_its_range(eps: F, N: int) -> None:
    """x^2 goes from 0 to 1: floor(1/(2 eps)) + 1 pieces, and its ends are not opposite."""
    f = parse("x**2")
    best, known = fewest(f, F(2), eps)
    assert best <= N
    assert (best, known) == (N, "exact") or (known == "at least" and 1 / (2 * eps) == N - 1)


@by_turns(2)
def test_kinks_of_a_wave() -> None:
    """sin(20 x) goes up and down seven times by nearly 2: six kinks at least."""
    assert fewest_kinks(parse("sin(20*x)"), F(9, 10)) >= 5
    assert fewest_kinks(parse("sin(20*x)"), F(11, 10)) == 1
    assert fewest_kinks(parse("x"), F(1, 10)) == 1


@by_turns(2)
def test_a_bound_that_is_broken_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_least_steps", lambda f, L, eps, start: 7)
    result = widths({"f": "x"}, [F(1, 10)], "inline")
    assert not result.ok
    failure = result.first_failure
    assert failure is not None
    assert "6 units, the bound of Table 1" in failure.failure
    assert result.as_dict()["first_failure"]["why"] == failure.failure
    monkeypatch.setattr(module, "_least_steps", lambda f, L, eps, start: 5)
    late = widths({"f": "x"}, [F(1, 10)], "inline")
    assert any("6 are said to be needed" in row.failure for row in late.rows)


@by_turns(3)
def test_files_are_written_and_repeated(tmp_path: Path) -> None:
    result = widths({"kink": "abs(x-1/3)"}, [F(1, 5)], "inline")
    path = result.write(tmp_path)
    header, *rows = csv.reader(path.read_text().splitlines())
    assert tuple(header) == COLUMNS
    assert len(rows) == len(result.rows) == 14
    data = json.loads((tmp_path / "sweep" / "pln.table1.json").read_text())
    assert repeat(data) == ""
    data["rows"][3]["N"] += 1
    assert repeat(data) == "LN-d, kink at eps = 1/5"
    data["rows"][3]["N"] -= 1
    for row in data["rows"][:7]:
        row["L"] = "1/2"
    assert "L is too small" in repeat(data)
    with pytest.raises(ValueError, match="no rows"):
        repeat({**data, "rows": []})


@pytest.mark.parametrize(
    ("functions", "eps", "message"),
    [
        ({}, [F(1, 5)], "empty"),
        ({"f": "x"}, [], "empty"),
        ({"f": "sqrt(x)"}, [F(1, 5)], "Lipschitz"),
        ({"f": "x"}, [F(1, 10**6)], "units"),
        ({"f": "x"}, [F(0)], "eps must be positive"),
    ],
)
def test_bad_input_is_one_clear_line(functions: Any, eps: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        widths(functions, eps, "inline")
    assert "\n" not in str(caught.value)


def test_other_axes_are_refused_alone_and_left_out_among_others() -> None:
    asked = Asked({"d": [2]}, {"f": "0"}, engine="inline")
    with pytest.raises(ValueError, match="no d"):
        run_asked(asked)
    assert run_asked(asked, lenient=True).ok
