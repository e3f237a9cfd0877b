"""Slips in the texts, as the terminal, the pages and the PDF show them."""

from __future__ import annotations

import io
from copy import deepcopy

from rich.console import Console

from proofs.slips import slips
from reports import html, pdf, terminal
from reports.record import Record
from reports.slips import SAYS, SEVERITY, by_paper
from reports.slips import terminal as lines
from verify.slips import listed


def test_words_come_from_the_verdicts_of_the_record() -> None:
    found = {slip["id"]: slip for slip in listed([{"id": "fl.table8.clients", "verdict": "open"}])}
    assert len(found) == len(slips())
    assert {slip["severity"] for slip in found.values()} == {SEVERITY}
    assert found["fl.slip.clients"]["word"] == "open"
    assert found["fl.slip.rates"]["word"] == "not decided"
    assert found["fl.slip.accuracy"]["word"] == "noted"
    figure = found["layeract.slip.figure"]
    assert figure["word"] == "misdirected"
    assert "Figure 7: Appendix J, Distribution" in figure["why"]


def test_slips_of_some_papers_alone() -> None:
    found = listed([], {"pln", "weierstrass"})
    assert {slip["paper"] for slip in found} == {"pln"}
    assert [len(own) for _, own in by_paper(listed([]))] == [
        sum(slip.source.paper == paper for slip in slips())
        for paper in ("pln", "fl", "sumformer", "layeract")
    ]


def test_the_terminal_keeps_its_width_and_shows_no_codes() -> None:
    found = deepcopy(listed([]))
    found[0]["printed"] = "a \x1b[2J [bold]b[/]"
    assert max(map(len, lines(found).splitlines())) <= 80
    out = io.StringIO()
    terminal.print_slips(found, Console(file=out, width=80, force_terminal=False))
    assert "\x1b" not in out.getvalue()
    assert "[bold]b[/]" in out.getvalue()
    assert "fl.slip.flatten  Table 7, Appendix C.1 [not decided: fl.table7.flatten]" in (
        out.getvalue()
    )
    nothing = io.StringIO()
    terminal.print_slips([], Console(file=nothing, width=80))
    assert nothing.getvalue() == ""


def test_pages_and_pdf_have_them_and_escape_what_is_said(record: Record) -> None:
    found = deepcopy(listed([]))
    found[0]["printed"] = "<script>alert(1)</script> #panic()"
    page = html.render_pages(record, slipped=found)["errata.html"]
    assert "Slips in the text" in page
    assert SAYS[:40] in page
    assert "<script>alert" not in page
    assert page.count('<span class="bad">misdirected</span>') == sum(
        slip["word"] == "misdirected" for slip in found
    )
    assert "Slips in the text" not in html.render_pages(record)["errata.html"]
    shown = pdf.render_pdf(record, slipped=found)
    assert shown == pdf.render_pdf(record, slipped=found) != pdf.render_pdf(record)
