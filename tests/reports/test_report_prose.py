"""Prose on a page, in a document and in a terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest

from reports import html, prose
from reports.record import Record
from tests.sampling import by_turns

X: Any = ["row", ["name", "x", "x", ""], ["op", "≤"], ["num", "1"]]
BLOCKS: list[Any] = [
    ["where", [["row", ["name", "A1", "A", "1"], ["op", "="], ["num", "2"]]]],
    ["say", "By ", ["r", 1], ", ", ["f", X, 2]],
    [
        "items",
        [["Case ", ["g", X, 3]], [["say", "This is <impossible>."]]],
        [["Case ", ["m", X]], [["say", "Hence the claim."], ["say", "So."]]],
    ],
    ["inner", [["say", "Let ", ["m", X], "."]]],
]
TOLD: prose.Prose = {
    "blocks": BLOCKS,
    "steps": 9,
    "told": 4,
    "unused": 1,
    "left": {"arithmetic": 3, "other": 1},
}


def said(box: Any) -> str:
    return "x <= 1" if box == X else "A1 = 2"


def test_lines_of_a_terminal() -> None:
    assert list(prose.lines(BLOCKS, said)) == [
        (0, "Write A1 = 2", ""),
        (0, "By (1),", ""),
        (4, "x <= 1", "(2)"),
        (0, "– Case x <= 1 (3):", ""),
        (2, "This is <impossible>.", ""),
        (0, "– Case x <= 1:", ""),
        (2, "Hence the claim.", ""),
        (2, "So.", ""),
        (2, "Let x <= 1.", ""),
    ]


def test_html_escapes_words_and_typesets_formulas() -> None:
    text = prose.html(BLOCKS)
    assert "&lt;impossible&gt;" in text
    assert "<impossible>" not in text
    assert text.count("<math>") == 5
    assert text.count("<li>") == 2
    for tag in ("p", "div", "ul", "li"):
        assert len(re.findall(rf"<{tag}[ >]", text)) == text.count(f"</{tag}>")


def test_typst_has_every_sentence_and_number() -> None:
    rows = prose.typst(BLOCKS)
    assert [row["number"] for row in rows if row["number"]] == ["(2)"]
    words = "".join(p.get("text", "") + p.get("after", "") for r in rows for p in r["parts"])
    for word in ("By ", "(1)", "(3)", "This is <impossible>.", "Hence the claim.", "Let "):
        assert word in words


@pytest.mark.parametrize("most", range(8))
def test_what_is_cut_is_counted(most: int) -> None:
    kept = prose.cut(BLOCKS, most)
    more = sum(int(n) for n in re.findall(r"\['more', (\d+)\]", str(kept)))
    assert prose.sentences(kept) + more == prose.sentences(BLOCKS) == 7
    assert (most >= 7) == (kept == BLOCKS)


def test_steps_are_counted_in_words() -> None:
    assert prose.counts(TOLD) == (
        "4 of the certificate's 9 steps have a sentence of their own; left out: 3 arithmetic, "
        "1 other and 1 that no leaf uses."
    )


def nested(depth: int) -> list[Any]:
    """Three sentences, the second with a proof of its own."""
    say: list[Any] = [["say", f"{depth}{c}."] for c in "abc"]
    return [*say[:2], ["inner", nested(depth - 1)], say[2]] if depth else say


def test_inner_parts_go_first() -> None:
    blocks = nested(3)
    assert prose.sentences(blocks) == 12
    assert prose.cut(blocks, 12) == blocks
    assert prose.cut(blocks, 11) == prose.cut(blocks, 9) == [
        *blocks[:2],
        ["inner", [*nested(2)[:2], ["inner", [*nested(1)[:2], ["inner", [["more", 3]]],
        nested(1)[-1]]], nested(2)[-1]]],
        blocks[-1],
    ]  # fmt: skip
    assert prose.cut(blocks, 3) == [*blocks[:2], ["inner", [["more", 9]]], blocks[-1]]
    assert prose.cut(blocks, 1)[-1] == ["more", 11]
    assert prose.cut(blocks, 1, outline=3) == prose.cut(blocks, 3)
    assert prose.cut(blocks, 1, outline=2) == prose.cut(blocks, 1)


def test_how_much_is_left_out_stands_on_the_line_that_it_proves() -> None:
    said = [["say", "We show that ", ["f", X, 1], " Indeed:"], ["inner", [["more", 9]]]]
    assert [row["parts"] for row in prose.typst(said)][-1] == [
        {"text": " Indeed:"},
        {"text": " … 9 sentences"},
    ]


def test_parts_of_a_long_proof_are_folded() -> None:
    short, long = nested(3), nested(7)
    assert "<details>" not in prose.html(short)
    text = prose.html(long)
    assert text.count("<details>") == text.count("</details>") == 7
    assert "<summary>its proof, 21 sentences</summary>" in text
    cases = [["items", [["Case ", ["m", X]], long], [["Case ", ["m", X]], [["say", "So."]]]]]
    text = prose.html(cases)
    assert text.count("<li><details><summary>Case ") == 1, "one of the cases is long"
    assert text.count("<li><p>Case ") == 1


@by_turns(2)
def test_a_page_has_the_proofs_that_are_told(record: Record) -> None:
    claim = next(c for c in record["claims"] if c["evidence"])
    told = {claim["evidence"][0]["id"]: TOLD}
    (text,) = html.render_prose(record, told).values()
    assert f'data-of="{claim["id"]}"' in text
    page = html.render_pages(record, told=told)[f"{claim['id']}.html"]
    assert f'id="proofs" data-from="{claim["id"]}{html.PROSE}"' in page
    assert "1 proof, 7 sentences" in page
    assert 'id="proofs"' not in html.render_pages(record)[f"{claim['id']}.html"]


def test_a_statement_of_the_paper_leads_to_the_page_of_its_claim() -> None:
    """As a whole word, and only what the proof cites and the report has."""
    words = "By pln.a.one, pln.a.one.more and pln.a.other, and 1."
    blocks: list[Any] = [["say", words], ["cite", "pln.a.one", "pln.a.one (a title): b."]]
    shown = prose.html(blocks, pages={"pln.a.one": "pln.a.html", "pln.a.other": "pln.a.html"})
    link = '<a href="pln.a.html">pln.a.one</a>'
    assert f"By {link}, pln.a.one.more and pln.a.other, and 1." in shown
    assert f"{link} (a title)" in shown
    assert shown.count("<a ") == 2
    assert "<a " not in prose.html(blocks)
