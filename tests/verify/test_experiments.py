"""The experiments that are kept: their words, computed again from their rows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from commandkit import Run

from verify.experiments import KEPT, Experiment, experiments, only_read, tables_in

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / KEPT).glob("*.json"))


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(json.loads(request.param.read_text(encoding="utf-8")))


def of(result: dict[str, Any]) -> Experiment:
    return experiments()[result["id"]]


def test_every_experiment_is_kept() -> None:
    assert sorted(path.stem for path in FILES) == sorted(experiments())


def test_the_words_are_those_of_the_kept_rows(kept: dict[str, Any]) -> None:
    assert of(kept).judged(kept["rows"]) == kept["sentences"]


def test_what_was_run_is_what_the_code_says(kept: dict[str, Any]) -> None:
    experiment = of(kept)
    assert kept["protocol"] == as_json(experiment.settings())
    assert kept["seeds"] == list(experiment.seeds)
    assert {row["seed"] for row in kept["rows"]} == set(experiment.seeds or (0,))
    assert kept["differs"] == list(experiment.differs)
    assert (kept["kind"], kept["title"], kept["place"], kept["small"]) == (
        experiment.kind,
        experiment.title,
        experiment.place,
        False,
    )


def test_the_pictures_are_those_of_the_kept_rows(kept: dict[str, Any]) -> None:
    assert as_json(of(kept).pictures(kept["rows"])) == kept["pictures"]


def test_a_word_is_not_that_of_other_rows() -> None:
    """What is compared can differ: one seed of FedAvg's accuracies is put on top."""
    kept = json.loads((ROOT / KEPT / "fl.figure5.json").read_text(encoding="utf-8"))
    experiment = of(kept)
    assert experiment.judged(kept["rows"]) == kept["sentences"]
    for row in kept["rows"]:
        if row["normalised"] == "none" and row["seed"] == kept["seeds"][0]:
            row["accuracy"] = 100.0
    changed = experiment.judged(kept["rows"])
    before = kept["sentences"][1]["word"]
    count = re.fullmatch(rf"agrees in (\d+) of {len(kept['seeds'])} seeds", before)
    assert count
    assert changed[1]["word"] == before.replace(f"in {count[1]}", f"in {int(count[1]) - 1}")


def test_tables_that_are_only_read() -> None:
    """Computed from ids and places: no table that is run, and none of formulas."""
    found = only_read()
    assert {1, 2, 5, 14} <= set(found["fl"])
    assert not {3, 4, 6, 10} & set(found["fl"])
    assert "pln" not in found
    assert set(found["layeract"]) >= {1, 2, 16, 17, 18, 19, 21, 23}
    assert set(found) <= {"fl", "layeract"}
    assert tables_in("Section 3, Tables 1, 4 to 6 and 9; Figure 7") == {1, 4, 5, 6, 9}


def test_the_list_says_what_is_not_run(verify: Run) -> None:
    done = verify("experiment", "--list", "fl")
    last = [line for line in done.out.splitlines() if line.startswith("not run")]
    assert len(last) == 1
    assert last[0].startswith("not run, read as printed (fl): Tables 1, 2, 5")
    listing = json.loads(verify("experiment", "--list", "--json").out)
    assert listing["only_read"]["fl"][:2] == [1, 2]
