"""PDF, JUnit and terminal."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from rich.cells import cell_len
from rich.console import Console

from reports import html, junit, pdf, terminal
from reports.record import Record
from tests.sampling import by_turns


@by_turns(3)
def test_the_same_record_gives_the_same_pdf(record: Record, tmp_path: Path) -> None:
    first = {path.name: path.read_bytes() for path in pdf.write_pdfs(record, tmp_path)}
    assert list(first) == ["pln.pdf", "pln-appendix.pdf", "demo.pdf", "demo-appendix.pdf"]
    assert all(data.startswith(b"%PDF-") for data in first.values())
    assert dict(pdf.render_pdfs(record, folder=tmp_path)) == first
    record["claims"][0]["title"] = "Another title"
    changed = dict(pdf.render_pdfs(record, folder=tmp_path))
    assert {name for name in first if changed[name] != first[name]} == {*first} - {
        "demo.pdf", "demo-appendix.pdf",
    }  # fmt: skip
    assert {path.name for path in (tmp_path / "pdf").iterdir()} == {*first}


def test_typst_never_reads_a_users_text_as_markup(record: Record) -> None:
    hostile = '#panic("x") $ ] ) */ // <l> @r = - + \\ ` " * _ [ #'
    claim = record["claims"][0]
    claim["title"] = claim["source"]["title"] = claim["source"]["place"] = hostile
    claim["reading"][0]["formal"] = claim["evidence"][0]["statement"] = hostile
    claim["evidence"][0]["reason"] = hostile
    claim["assumes"] = [hostile]
    claim["instances"][0]["inputs"] = {"f": hostile}
    record["command"] = hostile
    assert len(dict(pdf.render_pdfs(record))) == 4


@by_turns(2)
def test_what_is_assumed_is_typeset_like_the_other_texts(record: Record) -> None:
    record["claims"][0]["assumes"] = ["a variance of $sigma^2$"]
    name = record["claims"][0]["id"]
    assert "a variance of σ²" in _show(terminal.print_claim, record, name)
    assert "$sigma" not in html.render_pages(record)[f"{name}.html"]


def test_a_run_without_claims_is_a_report_too(record: Record) -> None:
    record["claims"] = []
    assert dict(pdf.render_pdfs(record)) == {}
    assert list(html.render_pages(record)) == ["index.html", "errata.html", "graph.html"]
    assert _cases(record) == {}
    assert "no claims" in _show(terminal.print_claims, record)


def test_bad_markup_does_not_stop_the_pdf(record: Record) -> None:
    record["claims"][0]["statement"] = "$x_$ #panic()"
    assert dict(pdf.render_pdfs(record))["pln.pdf"].startswith(b"%PDF-")


def test_an_unwritable_pdf_is_an_os_error(record: Record, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        pdf.write_pdfs(record, tmp_path / "file")


def _cases(record: Record, expected: dict[str, str] | None = None) -> dict[str, str]:
    root = xml.fromstring(junit.render_junit(record, expected))
    found = {}
    for case in root.iter("testcase"):
        state = [tag for tag in ("failure", "skipped") if case.find(tag) is not None]
        found[f"{case.get('classname')} {case.get('name', '').split(' (')[0]}"] = (
            state[0] if state else "passed"
        )
    assert root.get("tests") == str(len(found))
    assert root.get("failures") == str(list(found.values()).count("failure"))
    return found


def test_junit_shows_claims_as_printed(record: Record, tmp_path: Path) -> None:
    assert _cases(record) == {
        "pln.thm1 claim": "passed",
        "pln.thm1 instance 1": "passed",
        "pln.thm1 instance 2": "passed",
        "pln.thm1 instance 3": "passed",
        "demo.sqrt claim": "failure",
        "demo.sqrt instance 1": "failure",
        "demo.open claim": "skipped",
        "demo.open instance 1": "skipped",
    }
    path = junit.write_junit(record, tmp_path / "junit.xml")
    assert path.read_bytes() == junit.render_junit(record)


@pytest.mark.parametrize(
    ("claim", "locked", "state"),
    [
        ("demo.sqrt", "refuted", "passed"),
        ("demo.sqrt", "proved", "failure"),
        ("demo.open", "open", "passed"),
        ("demo.open", "supported", "failure"),
        ("pln.thm1", "certified", "passed"),
        ("pln.thm1", "refuted", "failure"),
    ],
)
def test_junit_against_a_lock(record: Record, claim: str, locked: str, state: str) -> None:
    assert _cases(record, {claim: locked})[f"{claim} claim"] == state


def test_junit_survives_what_xml_cannot_hold(record: Record) -> None:
    record["claims"][0]["instances"][0]["inputs"] = {"f": "\x00\x1b<&>\"'"}
    record["claims"][0]["evidence"][0]["method"] = "\x01"
    assert b"\x00" not in junit.render_junit(record)
    _cases(record)


def _show(draw: object, *args: object, width: int = 80, terminal_: bool = False) -> str:
    out = io.StringIO()
    to = Console(
        file=out,
        width=width,
        force_terminal=terminal_,
        highlight=False,
        markup=False,
        emoji=False,
        color_system="standard" if terminal_ else None,
    )
    draw(*args, to)  # type: ignore[operator]
    return out.getvalue()


def _everything(record: Record, width: int = 80) -> str:
    parts = [
        _show(terminal.print_claims, record, width=width),
        _show(terminal.print_errata, record, width=width),
    ]
    for claim in record["claims"]:
        parts.append(_show(terminal.print_claim, record, claim["id"], width=width))
        parts.append(_show(terminal.print_instances, claim, width=width))
    return "\n".join(parts)


@pytest.mark.parametrize("width", [80, 60, 120])
def test_the_terminal_keeps_its_width_and_no_codes(record: Record, width: int) -> None:
    text = _everything(record, width)
    # A combining hat takes no column; a command stays on a line, to be copied.
    lines = [line for line in text.splitlines() if not line.startswith("  verify check ")]
    assert max(map(cell_len, lines)) <= width
    assert "\x1b" not in text


def test_the_terminal_says_what_was_decided(record: Record) -> None:
    listed = _show(terminal.print_claims, record)
    for words in ("pln.thm1", "■ proved", "× broken", "kernel, all", "1 proved, 1 refuted, 1 open"):
        assert words in listed
    detail = " ".join(_show(terminal.print_claim, record, "pln.thm1").split())
    for words in (
        "N = ⌊L/(2ε)⌋ + 1",
        "first step that fails: pln.thm1.eq17",
        "Repair: Set δ_N",
        "verify check reports/out/certificates/pln.thm1.bound.json",
    ):
        assert words in detail
    errata = _show(terminal.print_errata, record)
    assert "what holds instead: demo.sqrt.repaired, proved" in errata


def test_colour_only_where_there_is_a_terminal(record: Record) -> None:
    assert "\x1b[32m" in _show(terminal.print_claims, record, terminal_=True)


def test_hostile_text_does_not_reach_the_terminal(record: Record) -> None:
    claim = record["claims"][0]
    claim["title"] = "[bold red]x[/] \x1b[2J :smile:"
    claim["instances"][0]["inputs"] = {"f": "\x1b]0;title\x07"}
    text = _everything(record)
    assert "\x1b" not in text
    assert "[bold red]x[/]" in text
    assert ":smile:" in text


def test_an_unknown_claim_is_a_key_error(record: Record) -> None:
    with pytest.raises(KeyError):
        terminal.print_claim(record, "nowhere", Console(file=io.StringIO()))


def test_no_errata_says_so(record: Record) -> None:
    record["claims"] = []
    assert "stands" in _show(terminal.print_errata, record)


def test_the_pdf_cuts_long_formulas_and_says_so(record: Record) -> None:
    item = record["claims"][0]["evidence"][0]
    assert pdf._View(record, "out").evidence(item)["cut"] == ""
    row = "y " * 124 + "yy"
    text = f"for all x\n{row}\nz"
    assert pdf._cut(text, 10, 100) == (text, False)
    assert pdf._cut(text, 4, 100) == (f"for all x\n{row} …", True)
    assert pdf._cut(text, 3, 100) == (f"for all x\n{row[:200].rstrip()} …", True)
    assert pdf._cut("7" * 60, 4, 100)[0].split("\u200b") == ["7" * pdf.LONGEST, "7777"]
    item["statement"] = "x\n" * 2 * pdf.FORMAL_LINES
    assert "whole in the attached" in pdf._View(record, "out").evidence(item)["cut"]


def test_the_pdf_shows_or_names_all_evidence_and_all_certificates(record: Record) -> None:
    document = pdf._appendix(record, "out")
    for claim, shown in zip(record["claims"], document["claims"], strict=True):
        told = {item["id"] for item in (*shown["evidence"], *shown["listed"])}
        controls = {item["evidence"] for item in claim["controls"]}
        assert told | controls >= {item["id"] for item in claim["evidence"]}
        assert all(
            item["id"] in {one["id"] for one in shown["evidence"]}
            for item in claim["evidence"]
            if item["scope"] == "all" or item["outcome"] != "holds"
        )
        sums = {
            item["certificate"]["sha256"]
            for item in (*claim["evidence"], *claim["instances"])
            if item["certificate"]
        }
        assert {row["sha256"] for row in shown["certificates"]["rows"]} == sums


def test_certificates_are_attached_where_they_are(record: Record, tmp_path: Path) -> None:
    names = pdf._appendix(record, "out")["attached"]
    bare = pdf.render_appendix(record, folder=tmp_path)
    (tmp_path / names[0]).parent.mkdir()
    (tmp_path / names[0]).write_text("{}")
    made = pdf.render_appendix(record, folder=tmp_path)
    assert b"/EmbeddedFile" in made
    assert f"({names[0].rpartition('/')[2]})".encode() in made
    assert b"/EmbeddedFile" not in bare


def test_the_pdf_says_which_instances_are_repaired(record: Record) -> None:
    claim = next(c for c in record["claims"] if c["instances"])
    for version in ("printed", "repaired"):
        for item in claim["instances"]:
            item["version"] = version
        shown = pdf._appendix(record, "out")["claims"][record["claims"].index(claim)]
        assert {i["version"] for i in shown["instances"]} == {version}
        told = pdf._View(record, "out").told(claim, None)
        assert {i["version"] for i in told["figures"]} == {version}


def test_a_proof_that_differs_is_in_the_article(record: Record) -> None:
    """Of a claim whose printed proof has a gap; of one whose proof holds it is in the appendix."""
    claim = next(c for c in record["claims"] if not c["refutation"] and c["evidence"])
    item = next(e for e in claim["evidence"] if e["outcome"] == "holds")
    claim["proof_steps"] = []
    box = ["row", ["name", "x", "x", ""], ["op", "≤"], ["num", "1"]]
    blocks = [["say", "By ", ["r", 1], ", ", ["f", box, n]] for n in range(1, 13)]
    told = {item["id"]: {"blocks": blocks, "steps": 12, "told": 12, "unused": 0, "left": {}}}
    claim["printed_proof"] = "checked"
    assert pdf._View(record, "out", told).told(claim, None)["written"] == []
    claim["printed_proof"] = "gap"
    assert pdf._View(record, "out").told(claim, None)["written"] == []
    (shown,) = pdf._View(record, "out", told).told(claim, None)["written"]
    numbers = [row["number"] for row in shown["rows"] if row["number"]]
    assert numbers == [f"({n})" for n in range(1, 13)], "the outermost sentences are its course"
    told[item["id"]]["blocks"] = blocks * 4
    (shown,) = pdf._View(record, "out", told).told(claim, None)["written"]
    numbers = [row["number"] for row in shown["rows"] if row["number"]]
    assert numbers == [f"({n})" for n in range(1, pdf.ARTICLE_PROSE + 1)]
    assert shown["rows"][-1]["parts"] == [{"text": f"… {48 - pdf.ARTICLE_PROSE} more sentences"}]
    for name, data in pdf.render_pdfs(record, told=told):
        assert data.startswith(b"%PDF-"), name
