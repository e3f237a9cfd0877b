"""Tables that a claim computes: in the record, on its page, in the terminal and in the PDF."""

from __future__ import annotations

import io

import pytest

from reports import errata, html, pdf
from reports.record import Record, RecordError, Table, validate
from reports.terminal import print_claim
from tests.sampling import by_turns

TABLE: Table = {
    "title": "Table 1 as proved",
    "head": ["Layer", "Upper bound"],
    "rows": [["Sigmoid", "$floor(L \\/ 2 epsilon) + 1$"], ["`<b>`", "`pln.prop2`"]],
}


@pytest.fixture
def with_table(record: Record) -> Record:
    record["claims"][0]["tables"] = [TABLE]
    return validate(record)


def test_a_row_has_one_text_for_each_column(record: Record) -> None:
    record["claims"][0]["tables"] = [{**TABLE, "rows": [["Sigmoid"]]}]
    with pytest.raises(RecordError, match=r"tables\[0\]: not one text per column"):
        validate(record)


@by_turns(2)
def test_the_page_shows_the_table(with_table: Record) -> None:
    claim = with_table["claims"][0]["id"]
    page = html.render_pages(with_table)[f"{claim}.html"]
    assert '<h2 id="tables">' in page
    assert "Table 1 as proved" in page
    assert "Upper bound" in page
    assert "&lt;b&gt;" in page, "text is escaped"
    assert "<b>" not in page
    del with_table["claims"][0]["tables"]
    assert '<h2 id="tables">' not in html.render_pages(with_table)[f"{claim}.html"]


def test_the_terminal_shows_the_table(with_table: Record) -> None:
    from rich.cells import cell_len
    from rich.console import Console

    out = io.StringIO()
    to = Console(file=out, width=80, highlight=False, markup=False, emoji=False)
    print_claim(with_table, with_table["claims"][0]["id"], to)
    text = out.getvalue()
    assert "Table 1 as proved" in text
    assert "⌊L/2ε⌋ + 1" in text
    assert max(map(cell_len, text.splitlines())) <= 80


def test_the_pdf_shows_the_table(with_table: Record) -> None:
    (paper, *_) = errata.collected(with_table)
    assert pdf.render_article(with_table, paper).startswith(b"%PDF")
    rows = pdf._article(with_table, paper, "out", ())["claims"][0]["tables"][0]["rows"]
    assert [cell["m"] for cell in rows[0]] == TABLE["rows"][0]
