"""Slips in the texts, as the terminal, the pages and the PDF show them."""

from __future__ import annotations

from copy import deepcopy

from proofs.slips import slips
from reports import html, pdf
from reports.errata import collected
from reports.record import Record
from reports.slips import SAYS, SEVERITY
from tests.sampling import by_turns
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
    assert len(found) == sum(slip.source.paper == "pln" for slip in slips())


@by_turns(3)
def test_pages_and_pdf_have_them_and_escape_what_is_said(record: Record) -> None:
    found = deepcopy(listed([]))
    found[0]["printed"] = "<script>alert(1)</script> #panic()"
    page = html.render_pages(record, slipped=found)["errata.html"]
    own = [slip for paper in collected(record, found) for e in paper.errata if (slip := e.slip)]
    assert f"Slips of the pen: {len(own)}" in page
    assert SAYS[:40] in page
    assert "<script>alert" not in page
    assert page.count('<span class="bad">misdirected</span>') == sum(
        slip["word"] == "misdirected" for slip in own
    )
    assert "Slips of the pen:" not in html.render_pages(record)["errata.html"]
    papers, none = collected(record, found), collected(record)
    assert pdf.render_errata(papers, "1") == pdf.render_errata(papers, "1")
    assert pdf.render_errata(papers, "1") != pdf.render_errata(none, "1")
