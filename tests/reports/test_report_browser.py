"""The pages in a real browser, from the file system; where there is none, this is skipped."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from reports import html, site
from reports.record import Record, load
from tests.reports.browser import Browser, program

HERE = Path(__file__).parent
PAPERS = ("pln", "fl", "layeract", "sumformer", "weierstrass")
pytestmark = pytest.mark.skipif(program() is None, reason="no Chromium on this machine")


def of_five_papers() -> Record:
    """The sample, with as many papers as there are and companions that are listed."""
    record = load(HERE / "sample_run.json")
    sample = record["claims"]
    record["claims"] = []
    for paper in PAPERS:
        for claim in deepcopy(sample):
            claim["id"] = claim["of"] = f"{paper}.{claim['id']}"
            claim["source"] |= {"paper": paper, "title": f"{claim['source']['title']}: {paper}"}
            claim["cites"], claim["sharpened"] = [], []
            claim["repaired"] = []
            record["claims"].append(claim)
        whole, refuted, other = record["claims"][-3:]
        refuted["repaired"] = [{"id": other["id"], "verdict": other["verdict"]}]
        other["of"] = refuted["id"]
        whole["pictures"] = [
            {
                "title": "A slider",
                "says": "two frames",
                "plane": None,
                "curves": {
                    "x": "x",
                    "y": "",
                    "log": "none",
                    "range": [0, 1, 0, 1],
                    "slider": "d",
                    "chosen": 0,
                    "fixed": [],
                    "frames": [
                        {
                            "label": label,
                            "says": "",
                            "series": [{"name": "g", "role": "net", "x": [0, 1], "y": [0, y]}],
                        }
                        for label, y in (("2", 1), ("3", 0.5))
                    ],
                },
            }
        ]
    return record


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    html.write_html(of_five_papers(), out)
    return out


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    found = Browser(str(program()), tmp_path_factory.mktemp("profile"))
    yield found
    found.close()


def test_pages_load_fit_a_telephone_and_complain_of_nothing(browser: Browser, folder: Path) -> None:
    names = ["index", "errata", "graph", "paper-pln", "pln.pln.thm1", "pln.demo.sqrt"]
    for name in names:
        browser.open(f"{(folder / name).as_uri()}.html", width=390, height=844)
        assert browser.value("document.documentElement.scrollWidth") <= 390, name
        small = "[...document.querySelectorAll('main math')].filter(m => m.checkVisibility()"
        assert browser.value(f"{small} && !m.getBoundingClientRect().height).length") == 0, name
    assert browser.errors == []
    browser.open(f"{(folder / 'no').as_uri()}.html")
    assert browser.errors, "what fails is noticed"
    browser.errors.clear()


def test_the_front_page_answers_within_three_screens(browser: Browser, folder: Path) -> None:
    browser.open((folder / "index.html").as_uri(), width=1280, height=800)
    assert browser.value("document.documentElement.scrollHeight") < 3 * 800
    assert browser.value("document.getElementById('find').getBoundingClientRect().top") < 400
    rows = "document.querySelectorAll('.papers tbody tr').length"
    assert browser.value(rows) == len(PAPERS)
    assert browser.value("document.querySelectorAll('.findings > li').length") == site.FINDINGS


def test_search_finds(browser: Browser, folder: Path) -> None:
    browser.open((folder / "index.html").as_uri())
    for words, where, pages in (
        ("fl.demo.sqrt", "ids", ["fl.demo.sqrt.html"]),
        ("minimum approximation", "titles", [f"{paper}.pln.thm1.html" for paper in PAPERS]),
        (
            "be l-lipschitz epsilon > 0",
            "statements",
            [f"{paper}.pln.thm1.html" for paper in PAPERS],
        ),
        ("pln.thm1.eq17", "equations", [f"{paper}.pln.thm1.html" for paper in PAPERS]),
        ("nowhere at all", "", []),
    ):
        field = "document.getElementById('find')"
        browser.value(f"{field}.value = {words!r}; {field}.dispatchEvent(new Event('input'))")
        hits = browser.value("document.getElementById('hits').textContent")
        found = browser.value("[...document.querySelectorAll('#found a')].map(a => a.href)")
        assert [address.rpartition("/")[2] for address in found] == pages, words
        if pages:
            assert hits.startswith(f"{len(pages)} hit")
            assert f"{len(pages)} in {where}" in hits
        else:
            assert hits == "Nothing has all of these words."


def test_sliders_move_and_details_unfold(browser: Browser, folder: Path) -> None:
    address = (folder / "pln.pln.thm1.html").as_uri()
    browser.open(address)
    path = "document.querySelector('svg.wide .moving').getAttribute('d')"
    before = browser.value(path)
    browser.value(
        "(s => { s.value = 1; s.dispatchEvent(new Event('input')); })"
        "(document.querySelector('.slide input'))"
    )
    assert browser.value(path) != before
    name = of_five_papers()["claims"][0]["evidence"][0]["id"]
    assert browser.value(f"document.getElementById('e-{name}')") is None
    browser.open(f"{address}#e-{name}")
    ready = (
        "new Promise(done => { const look = () => document.querySelector('#details[data-ready]')"
        " ? done(true) : setTimeout(look, 10); look(); })"
    )
    assert browser.value(ready)
    assert browser.value(f"document.getElementById('e-{name}').checkVisibility()")
    assert browser.errors == []
