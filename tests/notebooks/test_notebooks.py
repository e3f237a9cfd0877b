"""The notebooks run from top to bottom with plain Python, and hold no outputs."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofs.kernel import check
from tests.sampling import by_turns

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def run_cells(path: Path) -> dict[str, Any]:
    """The names that are left after all code cells; what stands last in a cell is displayed."""
    names: dict[str, Any] = {}
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            exec(compile(source, f"{path.name}, cell {number}", "exec"), names)
            last = source.splitlines()[-1]
            if last.isidentifier():
                displayed(names[last])
    return names


def displayed(value: Any) -> None:
    """As a notebook asks for it: every representation of ours has something in it."""
    if type(value).__module__.partition(".")[0] not in ("constructions", "proofs", "verify"):
        return
    for name in ("_repr_html_", "_repr_latex_", "_repr_png_"):
        if hasattr(value, name):
            assert getattr(value, name)()
    assert len(repr(value)) < 4_000


def found(name: str) -> dict[str, Any]:
    return run_cells(ROOT / f"notebooks/{name}.ipynb")


def test_there_are_four_and_no_others() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        *("break_a_theorem", "five_minutes", "state_refute_repair_prove", "your_own_function"),
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_outputs_are_kept_and_links_resolve(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    cells = json.loads(text)["cells"]
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]
    told = "".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    assert "\\\\" not in told, "a formula would break the line"
    for link in (part.partition(")")[0] for part in text.split("](")[1:]):
        assert (path.parent / link).is_file(), link


def test_five_minutes() -> None:
    names = found("five_minutes")
    assert names["proved"].word == "proved"
    assert names["refuted"].word == "refuted"
    assert names["outcome"].verdict == "proved"
    assert names["outcome"].failing == "pln.lemma2.eq15"
    (instance,) = names["outcome"].instances
    assert (instance["verdict"], instance["units"]) == ("certified", 3)
    assert Fraction(instance["sup_error"]["exact"]) < Fraction(1, 4)
    assert str(names["network"].at("1/3", digits=9)) == "0.166666667"


@by_turns(3)
def test_break_a_theorem() -> None:
    names = found("break_a_theorem")
    against, slope = names["against"], names["slope"]
    for data in (against, slope):
        assert check(data.certificate).accepted
    assert names["there"].holds is False
    assert names["there"].met is True
    assert slope["a"] < 0, "leaky ReLU of a slope from 0 to 1 is within a|x|"
    assert str(names["opinion"]) == "sat"
    assert (names["outcome"].verdict, names["outcome"].printed_proof) == ("proved", "broken")
    assert names["wrong"].verdict == "refuted"
    assert set(names["wrong"].repaired.values()) == {"proved"}


def test_your_own_function() -> None:
    names = found("your_own_function")
    arrays, digits, formula = names["arrays"], names["digits"], names["formula"]
    assert abs(arrays[2] - float(digits)) < 1e-12
    (x,) = formula.free_symbols
    assert x.is_nonnegative
    assert abs(float(formula.subs(x, Fraction(1, 2))) - float(digits)) < 1e-12
    assert names["limits"] == [-1, 0, 1]
    assert "sqrt(x)" in names["refusal"]


@by_turns(3)
def test_state_refute_repair_prove() -> None:
    names = found("state_refute_repair_prove")
    words = [
        names[name].word for name in ("stated", "down", "nearest", "sharp", "same", "negative")
    ]
    assert words == ["refuted", "proved", "proved", "refuted", "proved", "refuted"]
    assert check(names["nearest"].answer.proof).accepted
    assert names["stated"].counterexample()["h"] > 0


def test_a_wrong_cell_is_noticed(tmp_path: Path) -> None:
    cell = {"cell_type": "code", "source": ["1 / 0"]}
    (tmp_path / "bad.ipynb").write_text(json.dumps({"cells": [cell]}))
    with pytest.raises(ZeroDivisionError):
        run_cells(tmp_path / "bad.ipynb")
