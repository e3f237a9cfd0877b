"""Quotations that are read in two ways: each reading is told, beside the other."""

from __future__ import annotations

import copy
import io
from typing import cast

from rich.console import Console

from proofs.certify import family
from proofs.registry import ids, load
from reports import html, pdf, readings, terminal
from reports.record import Record, sealed
from tests.sampling import by_turns

OTHER = "demo.other"


def apart(record: Record) -> Record:
    """The record with a second reading of the first claim's words, which ends otherwise."""
    made = copy.deepcopy(record)
    first = made["claims"][0]
    second = copy.deepcopy(made["claims"][1])
    second["id"], second["of"] = OTHER, OTHER
    second["source"] = dict(first["source"])  # type: ignore[typeddict-item]
    second["statement"], second["title"] = first["statement"], "Read the other way"
    second["verdict"] = "open" if first["verdict"] != "open" else "proved"
    second["given"] = []
    made["claims"].append(second)
    return sealed(made)


def test_both_readings_are_named(record: Record) -> None:
    made = apart(record)
    found = readings.otherwise(made)
    first = made["claims"][0]
    assert [other.id for other in found[first["id"]]] == [OTHER]
    assert [other.id for other in found[OTHER]] == [first["id"]]
    told = readings.placed(first, found)
    assert told.endswith(f"read otherwise, open: {OTHER}")
    assert f"read as “{first['title']}”" in told
    assert readings.otherwise(record).get(first["id"], ()) == ()
    assert "read as" not in readings.placed(first, readings.otherwise(record))


def test_words_that_end_alike_are_not_told_apart(record: Record) -> None:
    made = apart(record)
    made["claims"][-1]["verdict"] = made["claims"][0]["verdict"]
    made["claims"][-1]["given"] = made["claims"][0].get("given", [])
    assert readings.otherwise(made).get(OTHER, ()) == ()


def test_two_readings_with_one_name_are_found(record: Record) -> None:
    made = apart(record)
    assert readings.unnamed(made) == []
    made["claims"][-1]["title"] = made["claims"][0]["title"]
    assert readings.unnamed(made) == [made["claims"][0]["id"], OTHER]


def test_claims_with_one_quotation_have_different_readings() -> None:
    """Whatever they end as: every claim of the registry, and what stands beside it."""
    seen: dict[tuple[str, str, str], str] = {}
    quoted: dict[tuple[str, str], int] = {}
    for name in ids():
        for claim in family(load(name)):
            key = (claim.source.paper, claim.statement, claim.title)
            assert seen.setdefault(key, claim.id) == claim.id
            quoted[key[:2]] = quoted.get(key[:2], 0) + 1
    assert sum(n > 1 for n in quoted.values()) > 10


@by_turns(2)
def test_where_a_claim_is_shown(record: Record) -> None:
    made = apart(record)
    first = made["claims"][0]
    page = html.render_pages(made)[f"{first['id']}.html"]
    assert "read otherwise" in page
    assert f'<a href="{OTHER}.html">{OTHER}</a>' in page
    sentence = page.partition('<p class="sentence">')[2].partition("</p>")[0]
    assert "as it is read below" in sentence
    shown = io.StringIO()
    terminal.print_claim(made, first["id"], Console(file=shown, width=200))
    assert f"read otherwise, open: {OTHER}" in shown.getvalue()


def test_the_tables_of_a_pdf_name_the_reading(record: Record) -> None:
    made = apart(record)
    found = readings.otherwise(made)
    heading = pdf._heading(made["claims"][0], found)
    assert OTHER in cast(str, heading["place"])
