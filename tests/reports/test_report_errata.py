"""Errata: severities, numbers, and the forms in which they are shown."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import cast

import pytest

from reports import errata, html, latex, pdf
from reports.errata import BROKEN, CONSTANT, FALSE, GAP, SLIP, collected
from reports.errata_texts import as_csl, as_json, as_markdown, as_text, marked_down
from reports.record import Claim, Record, validate
from reports.slips import Slip
from tests.sampling import by_turns

HOSTILE = "<script>x</script> #panic() [l](http://x) `a` \x1b[2J *b*"
NAME = ["name", "x", "x", ""]


def formula(text: str, *boxes: object) -> dict[str, object]:
    return {"text": text, "boxes": list(boxes)}


def number(digits: str) -> list[object]:
    return ["row", NAME, ["op", "≤"], ["frac", ["num", digits], ["num", "2"]]]


def with_all(record: Record) -> Record:
    """The record with a repair in the same formula as what is refuted, and a counterexample."""
    (false,) = (c for c in record["claims"] if c["verdict"] == "refuted")
    repair: Claim = deepcopy(false)
    repair |= {"id": false["repaired"][0]["id"], "verdict": "proved", "repaired": []}  # type: ignore[typeddict-item]
    repair["refutation"] = None
    reading = {"printed": "$x$", "formal": "x", "note": ""}
    false["reading"] = [{**reading, "boxes": [number("1")]}]  # type: ignore[typeddict-item]
    repair["reading"] = [{**reading, "boxes": [number("3")]}]  # type: ignore[typeddict-item]
    assert false["refutation"] is not None
    side = {"printed": formula("x", NAME), "put": formula("3/4", ["num", "7"]), "value": "3/4"}
    right = {"printed": formula("c"), "put": formula(""), "value": "0.500000000000..."}
    false["worked"] = [
        {
            "of": false["refutation"]["evidence"],
            "data": [formula("x = 3/4", NAME)],  # type: ignore[list-item]
            "relation": "≤",
            "sides": [side, right],  # type: ignore[list-item]
            "negation": formula(""),  # type: ignore[typeddict-item]
        }
    ]
    record["claims"].append(repair)
    validate(record)
    return record


def slip(paper: str) -> Slip:
    return Slip(
        id=f"{paper}.slip.a", severity=SLIP, paper=paper, title="T", place="Section 1",
        printed=HOSTILE, should="b", why="c", word="noted", claim="",
    )  # fmt: skip


def test_severities_are_computed(record: Record) -> None:
    found = {e.id: e.severity for p in collected(with_all(record)) for e in p.errata}
    assert found == {"pln.thm1": BROKEN, "demo.sqrt": CONSTANT, "demo.open": GAP}
    other = record["claims"][-1]
    other["reading"][0]["boxes"] = [["row", number("1"), ["op", "+"], NAME]]
    found = {e.id: e.severity for p in collected(record) for e in p.errata}
    assert found["demo.sqrt"] == FALSE
    other["reading"][0]["boxes"] = [number("1")]  # no difference at all is none in numbers
    assert {e.id: e.severity for p in collected(record) for e in p.errata} == found


def test_numbers_are_kept_and_new_ones_follow(record: Record) -> None:
    kept = {"demo": ["demo.open", "demo.gone"]}
    (paper,) = (p for p in collected(record, [slip("demo")], kept) if p.id == "demo")
    assert [(e.label, e.id) for e in paper.errata] == [
        ("demo-1", "demo.open"), ("demo-3?", "demo.sqrt"), ("demo-4?", "demo.slip.a"),
    ]  # fmt: skip


def test_every_form_says_the_same_and_escapes_what_is_hostile(record: Record) -> None:
    papers = collected(with_all(record), [slip("demo")])
    text = as_text(papers, width=70)
    for line in ("x = 3/4", "at x = 3/4", "3/4 ≤ 0.500000000000… is false"):
        assert line in text
    assert "check: verify run demo.sqrt" in text
    assert "\x1b" not in text
    commands = [line for line in text.splitlines() if line.startswith("  check: ")]
    assert max(len(line) for line in text.splitlines() if line not in commands) <= 70
    page = as_markdown(papers)
    assert "### demo-1?: " in page
    assert "\\<script\\>" in page
    assert "<script>" not in page
    assert "\\[l\\](http" in page
    data = as_json(papers)
    assert json.loads(json.dumps(data)) == data
    assert [e["severity"] for e in data["papers"][1]["errata"]] == [CONSTANT, GAP, SLIP]
    assert data["papers"][1]["errata"][0]["worked"]["relation"] == "≤"
    made = pdf.render_errata(papers, "1")
    assert made.startswith(b"%PDF-")
    assert made == pdf.render_errata(papers, "1")


@pytest.mark.parametrize(
    ("typst", "made"),
    [
        ("for $x_1 <= 1/(2N)$:", r"for $x_{1}\le \frac{1}{2N}$:"),
        ('$sum_(j=1)^N hat(alpha)_j "LN-2"$', r"$\sum_{j=1}^{N}{\hat{\alpha }}_{j}\ \text{LN-2}$"),
        ("$sup_x abs(f) < sqrt(d)$ *a*", r"$\sup_{x}\vert f\vert \lt \sqrt{d}$ **a**"),
        ("$bold(x) in RR^d$ 2\\*3", r"$\boldsymbol{x}\in {\mathbb{R}}^{d}$ 2\*3"),
    ],
)
def test_formulas_in_markdown_are_latex(typst: str, made: str) -> None:
    assert marked_down([typst])[typst] == made


def test_what_is_not_converted_is_text() -> None:
    assert marked_down(["$x arrow.squiggly y_1$"]) == {"$x arrow.squiggly y_1$": "x⇝y₁"}
    with pytest.raises(latex.Unknown):
        latex.markdown("<math><mi>x</mi><script></script></math>", str)


def test_items_of_a_bibliography(record: Record) -> None:
    for claim in record["claims"]:
        claim["source"]["authors"] = "A.-B. Ceta, Anonymous authors"
    first, second, *_ = as_csl(collected(record), "1")
    assert first["author"] == [
        {"family": "Ceta", "given": "A.-B."},
        {"literal": "Anonymous authors"},
    ]
    assert second["reviewed-title"] == first["title"]
    assert second["reviewed-author"] == first["author"]
    assert errata.count(collected(record)[0]) in second["abstract"]


#: what CSL-JSON 1.0.2 has for the keys that are written here; every item needs an id and a type
CSL_TEXT = {"id", "title", "genre", "abstract", "reviewed-title"}
CSL_NAMES = {"author", "reviewed-author"}
CSL_TYPES = {"article", "report"}


def test_items_are_of_the_schema_of_csl(record: Record) -> None:
    items = as_csl(collected(with_all(record), [slip("demo")]), "1")
    assert len(items) == 2 * len(collected(record))
    assert len({item["id"] for item in items}) == len(items)
    for item in json.loads(json.dumps(items)):
        assert item.keys() >= {"id", "type"}
        assert item["type"] in CSL_TYPES
        assert item.keys() <= {"type"} | CSL_TEXT | CSL_NAMES
        assert all(isinstance(item[key], str) for key in CSL_TEXT & item.keys())
        for key in CSL_NAMES & item.keys():
            assert item[key]
            for name in item[key]:
                assert name.keys() in ({"literal"}, {"family", "given"})
                assert all(isinstance(part, str) and part for part in name.values())


def row(*boxes: object) -> list[object]:
    return ["row", *boxes]


def reading(of: str, formal: str, *boxes: object) -> dict[str, object]:
    return {"printed": "", "note": "", "of": of, "formal": formal, "boxes": list(boxes)}


R, D, LESS, IF = ["name", "r", "r", ""], ["name", "d", "d", ""], ["op", "<"], ["text", "if "]
ABOUT = reading("a", "for all d ∈ ℤ; r ∈ ℝ", ["text", "for all"])
SHOWN = reading("a", "f(r) < d", row(R, LESS, D))
ONE, TWO, HALF = ["num", "1"], ["num", "2"], ["frac", ["num", "1"], ["num", "2"]]
TWO_D = row(TWO, ["op", "−"], ["frac", TWO, D])


@pytest.mark.parametrize(
    ("printed", "repaired", "alike"),
    [
        ([row(IF, ONE, LESS, R)], [row(IF, TWO, LESS, R)], True),
        ([row(IF, ONE, LESS, R)], [row(IF, TWO_D, LESS, R)], True),
        ([row(IF, ONE, LESS, R)], [row(IF, HALF, LESS, R), row(IF, TWO_D, LESS, R)], True),
        ([row(IF, ONE, LESS, R)], [row(IF, ONE, LESS, R)], False),  # nothing differs
        ([], [row(IF, TWO, LESS, R)], False),  # a hypothesis more
        ([row(IF, ONE, LESS, R)], [row(IF, TWO, LESS, D)], False),  # of another quantity
        ([row(IF, ONE, LESS, R)], [row(IF, ["sqrt", R], LESS, R)], False),  # by no constant
        ([row(IF, ONE, LESS, R)], [row(IF, TWO, LESS, R), row(R, ["op", "+"], R)], False),
    ],
)
def test_what_is_a_constant(printed: list[object], repaired: list[object], alike: bool) -> None:
    def claim(rows: list[object]) -> Claim:
        inner = [reading("a", "if", boxes) for boxes in rows]
        further = reading("b", "if", row(IF, ONE, LESS, D))  # of another statement: not compared
        return cast(Claim, {"reading": [ABOUT, *inner, SHOWN, further]})

    assert errata.differ_in_constants(claim(printed), claim(repaired)) == alike


@by_turns(3)
def test_the_page_has_kept_numbers_and_severities(record: Record) -> None:
    (paper, *_) = errata.collected(record)
    first = paper.errata[0]
    assert first.claim
    page = html.render_pages(record)["errata.html"]
    assert f">{first.label}</span>" in page
    assert first.label.endswith("?"), "no number is kept"
    kept = {paper.id: ["another", first.id]}
    page = html.render_pages(record, numbers=kept)["errata.html"]
    assert f">{paper.id}-2</span>" in page
    assert f"Severity: {first.severity}." in page
    assert errata.MEANS[first.severity] in page
