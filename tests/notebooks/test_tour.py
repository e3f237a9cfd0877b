"""The notebooks run from top to bottom with plain Python, and hold no outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def run_cells(path: Path) -> dict[str, Any]:
    """The names that are left after all code cells."""
    names: dict[str, Any] = {}
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            exec(compile(source, f"{path.name}, cell {number}", "exec"), names)
    return names


def test_there_are_notebooks() -> None:
    assert "tour.ipynb" in [path.name for path in NOTEBOOKS]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_outputs_are_kept(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]


def test_the_tour_says_what_it_shows() -> None:
    found = run_cells(ROOT / "notebooks/tour.ipynb")
    assert found["difference"] == 0
    assert found["limits"] == [-1, 0, 1]
    assert (found["evidence"].outcome, found["evidence"].scope) == ("holds", "all")
    exact, ball = found["values"]
    assert exact.b == 0
    assert found["G"].subs(found["x"], found["S"].const(found["point"])) == found["S"].const(
        exact.a
    )
    assert ball.contains(found["balls"].const(exact.a))
    assert found["made"].predicted < found["made"].budget.eps
    assert found["claim"]["verdict"] == "proved"
    assert found["instance"]["sup_error"] == {"exact": "1/6"}


def test_a_wrong_cell_is_noticed(tmp_path: Path) -> None:
    cell = {"cell_type": "code", "source": ["1 / 0"]}
    (tmp_path / "bad.ipynb").write_text(json.dumps({"cells": [cell]}))
    with pytest.raises(ZeroDivisionError):
        run_cells(tmp_path / "bad.ipynb")
