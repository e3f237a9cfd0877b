"""Reliability: the file is checked, the bound computed, the page and the PDF section shown."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from reports import html, pdf, reliability
from reports.record import Record, dump, sealed
from tests.sampling import by_turns

HOSTILE = "<script>alert(1)</script> #panic()"


def sample() -> dict[str, Any]:
    return {
        "schema": 1,
        "seed": 7,
        "versions": {"python": "3.11"},
        "campaigns": [
            {"name": "one", "promise": "Nothing false is accepted", "trial": "a mutant",
             "trials": 100_000, "failures": 0, "seed": 7, "counts": {"refused": 91_234},
             "examples": []},
            {"name": "two", "promise": HOSTILE, "trial": HOSTILE, "trials": 50, "failures": 2,
             "seed": 7, "counts": {HOSTILE: 3}, "examples": [HOSTILE]},
        ],
    }  # fmt: skip


class _Text(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def shown(page: str) -> str:
    return " ".join("".join(_Text(page).words).split())


@pytest.mark.parametrize("trials", [1, 3, 4, 7, 29, 30, 31, 999, 1000, 1001, 10**6, 333_333])
def test_the_bound_is_at_least_3_over_n_and_not_much_more(trials: int) -> None:
    stated = Fraction(reliability.bound({"trials": trials, "failures": 0}))
    exact = min(Fraction(1), Fraction(3, trials))
    assert exact <= stated <= exact * Fraction(11, 10)


def test_the_rule_of_three_is_what_it_says() -> None:
    """(1 - 3/n)^n < 1/20: a higher rate of failure would have shown itself, at 95 %."""
    for n in (4, 10, 100, 1000):
        assert (1 - Fraction(3, n)) ** n < Fraction(1, 20)


@pytest.mark.parametrize(("trials", "failures"), [(0, 0), (100, 1), (5, 5)])
def test_no_bound_after_a_failure_or_without_trials(trials: int, failures: int) -> None:
    assert reliability.bound({"trials": trials, "failures": failures}) == "–"


def test_a_stated_bound_is_not_believed() -> None:
    data = sample()
    data["campaigns"][1]["bound"] = 1e-9
    assert reliability.rows(data)[1]["bound"] == "–"


def test_the_table_is_80_columns_wide_and_whole() -> None:
    text = reliability.table(sample())
    assert max(map(len, text.splitlines())) <= 80
    first = next(line for line in text.splitlines() if line.startswith("Nothing"))
    assert first.split() == ["Nothing", "false", "is", "accepted", "100,000", "0", "3.0e-05", "7"]


@by_turns(2)
def test_a_page_linked_from_the_index(record: Record, tmp_path: Path) -> None:
    paths = html.write_html(record, tmp_path, measured=reliability.validate(sample()))
    assert paths[-1].name == "reliability.html"
    index, page = paths[0].read_text(), paths[-1].read_text()
    assert "href=reliability.html>" in index
    assert "1 of them failed" in shown(index)
    for words in ("Nothing false is accepted", "100,000", "3.0e-05", "91,234", "rule of three"):
        assert words in shown(page)
    targets = re.findall(r"href=\"?#([^\"> ]*)", page)
    assert "main" in targets
    for target in targets:
        assert re.search(rf'id="?{target}["> ]', page), target


@by_turns(2)
def test_without_results_there_is_no_page(record: Record) -> None:
    pages = html.render_pages(record)
    assert "reliability.html" not in pages
    assert "reliability.html" not in pages["index.html"]


@by_turns(2)
def test_texts_of_the_file_are_inert(record: Record) -> None:
    page = html.render_pages(record, measured=sample())["reliability.html"]
    assert "<script>alert(1)" not in page
    assert _Text(page).tags.count("script") == 1
    assert HOSTILE in shown(page)


@by_turns(2)
def test_it_is_a_pdf_of_its_own(record: Record) -> None:
    assert dict(pdf.render_pdfs(record, measured=sample()))["reliability.pdf"][:5] == b"%PDF-"
    assert "reliability.pdf" not in dict(pdf.render_pdfs(record))


def test_the_newest_place_first(tmp_path: Path) -> None:
    assert reliability.found(tmp_path) is None
    newer, kept = sample(), sample()
    kept["seed"] = 8
    for place, data in zip(reliability.PLACES, (newer, kept), strict=True):
        (tmp_path / place).parent.mkdir(parents=True)
        reliability.dump(data, tmp_path / place)
    assert reliability.found(tmp_path) == newer
    (tmp_path / reliability.PLACES[0]).unlink()
    assert reliability.found(tmp_path) == kept


def broken(**changes: Any) -> str:
    data = sample()
    data["campaigns"][0].update(changes)
    return json.dumps(data)


UNUSABLE = {
    "no json": "{",
    "too deep": "[" * 100_000,
    "a list": "[]",
    "another schema": json.dumps({**sample(), "schema": 2}),
    "no campaigns": json.dumps({**sample(), "campaigns": []}),
    "no versions": json.dumps({**sample(), "versions": None}),
    "a campaign that is a text": json.dumps({**sample(), "campaigns": ["x"]}),
    "no promise": broken(promise=None),
    "trials as text": broken(trials="many"),
    "trials as truth": broken(trials=True),
    "a negative count": broken(failures=-1),
    "more failures than trials": broken(failures=200_000),
    "counts as text": broken(counts={"refused": "all"}),
    "an example that is a number": broken(examples=[1]),
    "not a number": json.dumps(sample()).replace("91234", "NaN"),
    "not text": b"\xff\xfe",
}


@pytest.mark.parametrize("text", UNUSABLE.values(), ids=[k.replace(" ", "-") for k in UNUSABLE])
def test_what_cannot_be_used_is_one_line(text: str | bytes, tmp_path: Path) -> None:
    path = tmp_path / reliability.PLACES[0]
    path.parent.mkdir()
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(reliability.ReliabilityError) as error:
        reliability.found(tmp_path)
    assert str(error.value).startswith(str(reliability.PLACES[0]))
    assert "\n" not in str(error.value)


@by_turns(3)
def test_the_command_says_it_in_one_line(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from verify.commands.group import cli

    monkeypatch.chdir(tmp_path)
    dump(sealed(record), tmp_path / "out" / "run.json")
    path = tmp_path / reliability.PLACES[1]
    path.parent.mkdir(parents=True)
    reliability.dump(sample(), path)
    good = CliRunner().invoke(cli, ["report", "--html", "--out", "out"])
    assert good.exit_code == 0, good.output
    assert (tmp_path / "out" / "html" / "reliability.html").is_file()
    path.write_text("{")
    bad = CliRunner().invoke(cli, ["report", "--html", "--out", "out"])
    assert bad.exit_code == 2
    assert "docs/figures/reliability.json: not JSON" in bad.output
    assert "Traceback" not in bad.output
