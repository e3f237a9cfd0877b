"""The record's checker: what it takes, and the one line it answers with."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from reports.record import Record, RecordError, dump, load, validate
from tests.sampling import by_turns

# A change to the sample, and what the refusal must name.
REFUSED: list[tuple[str, Any, str]] = [
    ("schema", 1, "schema: this version reads schema 2"),
    ("schema", True, "schema"),
    ("claims", {}, "claims: a list was expected"),
    ("claims.0.verdict", "true", 'claims[0].verdict: "true" is none of proved'),
    ("claims.0.id", "../evil", "claims[0].id: not an id"),
    ("claims.0.id", "index", "claims[0].id: not an id"),
    ("claims.0.id", "DEMO.sqrt", "occurs twice"),
    ("claims.0.evidence.0.id", "pln.thm1.cells", "occurs twice"),
    ("claims.0.evidence.0.seconds", "0.1", "claims[0].evidence[0].seconds: float was expected"),
    ("claims.0.evidence.0.certificate.sha256", "AB", "sha256: not a SHA-256"),
    ("claims.0.evidence.0.certificate.file", "/etc/passwd", "file: not a relative path"),
    ("claims.0.evidence.0.certificate.file", "a/../../b", "file: not a relative path"),
    ("claims.0.evidence.0.certificate.file", "javascript:alert(1)", "file: not a relative path"),
    ("claims.0.proof_steps.0.evidence", ["nowhere"], 'no evidence has the id "nowhere"'),
    ("claims.1.refutation.evidence", "nowhere", "refutation.evidence: no evidence"),
    ("claims.0.instances.0.plot.x", [0, 1], "plot: x, f, G and error differ"),
    ("claims.0.instances.0.sup_error", {"lo": "0"}, "sup_error: either"),
    ("claims.0.instances.0.units", True, "units: int was expected"),
    ("claims.0.sweep.rows.0", [1], "sweep.rows[0]: not one value per column"),
    ("claims.0.title", "half \ud800 pair", "title: str was expected"),
]


def _set(record: Any, path: str, value: Any) -> None:
    *parents, last = path.split(".")
    for name in parents:
        record = record[int(name)] if name.isdigit() else record[name]
    record[int(last) if last.isdigit() else last] = value


@by_turns(2)
@pytest.mark.parametrize(("path", "value", "says"), REFUSED)
def test_a_bad_record_is_refused_in_one_line(
    record: Record, path: str, value: Any, says: str
) -> None:
    _set(record, path, value)
    with pytest.raises(RecordError) as caught:
        validate(record)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_field_is_named(record: Record) -> None:
    del record["claims"][1]["source"]["authors"]  # type: ignore[misc]
    with pytest.raises(RecordError, match=r"claims\[1\]\.source\.authors: missing"):
        validate(record)


def test_unknown_fields_and_an_empty_run_are_fine(record: Record) -> None:
    extended: Any = copy.deepcopy(record)
    extended["claims"][0]["later"] = 1
    assert validate(extended)["claims"][0]["id"] == "pln.thm1"
    assert validate({**extended, "claims": []})["claims"] == []


@pytest.mark.parametrize("text", ["", "[1", "[]", '{"schema": NaN}', "[" * 100_000])
def test_what_is_not_a_record_is_a_record_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(RecordError):
        load(path)


def test_dump_and_load_agree(record: Record, tmp_path: Path) -> None:
    path = dump(record, tmp_path / "new" / "run.json")
    assert load(path) == record
    assert [item.name for item in path.parent.iterdir()] == ["run.json"]
    assert json.loads(path.read_text(encoding="utf-8")) == record
