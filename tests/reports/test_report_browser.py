"""The pages in a real browser, from the file system; where there is none, this is skipped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from reports import html, site, tables
from reports.record import (
    Explorer,
    Formula,
    Record,
    Series,
    Worked,
    WorkedSide,
    load,
    validate,
)
from tests.reports import every_page
from tests.reports.browser import Browser, program
from tests.reports.every_page import (
    ALIKE,
    AXE,
    READY,
    VIOLATIONS,
    astray,
    complaints,
    linked,
    look_like,
)
from tests.sampling import by_turns

HERE = Path(__file__).parent
PAPERS = ("pln", "fl", "layeract", "sumformer", "weierstrass")
NAMES = (
    *("index", "errata", "graph", "paper-pln", "paper-pln-definitions"),
    *("pln.pln.thm1", "pln.demo.sqrt", "pln.demo.open"),
)
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
        whole["explorers"] = [explorer()]
        name = ["name", "f", "f", ""]
        reading = whole["reading"][0]
        reading |= {"formal": "f", "boxes": [name], "uses": ["f"]}
        reading["unfolded"] = {"formal": "1", "boxes": [["num", "1"]]}
        whole["definitions"] = [
            {
                "id": "f",
                "words": ["f"],
                "formal": "f = 1",
                "boxes": [["row", name, ["op", "="], ["num", "1"]]],
                "says": "one",
                "source": "Eq. 31",
            }
        ]
        refuted["worked"] = [worked(str(refuted["refutation"]["evidence"]))]  # type: ignore[index]
    return record


def explorer() -> Explorer:
    """Two sliders of two places each."""
    line: Series = {"name": "G", "role": "net", "x": [0, 1], "y": [0, 1]}
    return {
        "title": "Two sliders",
        "says": "two by two",
        "error": "sup |G - f|",
        "x": "x",
        "y": "",
        "range": [0, 1, 0, 4],
        "under": "error",
        "most": 4,
        "sliders": [{"name": "d", "labels": ["2", "8"]}, {"name": "s", "labels": ["a", "b"]}],
        "chosen": [0, 1],
        "fixed": [line],
        "places": [
            {
                "at": [i, j],
                "says": "",
                "curves": [line | {"y": [0, 1 + i]}],
                "below": [line | {"y": [0, 1 + j]}],
                "rows": [
                    {
                        "says": "",
                        "units": 3,
                        "bound": "1/2",
                        "error": {"exact": f"1/{3 + i + 2 * j}"},
                        "verdict": "certified",
                        "level": "kernel",
                        "certificates": [],
                    }
                ],
            }
            for i in range(2)
            for j in range(2)
        ],
    }


def worked(of: str) -> Worked:
    x: Formula = {"text": "x", "boxes": [["name", "x", "x", ""]]}
    put: Formula = {"text": "3 - 2", "boxes": [["num", "3"], ["op", "−"], ["num", "2"]]}
    sides: list[WorkedSide] = [
        {"printed": x, "put": put, "value": "1"},
        {"printed": x, "put": x, "value": "1/2"},
    ]
    empty: Formula = {"text": "", "boxes": []}
    return {"of": of, "data": [x], "relation": "≤", "sides": sides, "negation": empty}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    html.write_html(validate(of_five_papers()), out)
    return out


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    found = Browser(str(program()), tmp_path_factory.mktemp("profile"))
    yield found
    found.close()


@by_turns(3)
def test_pages_load_fit_a_telephone_and_complain_of_nothing(browser: Browser, folder: Path) -> None:
    for name in NAMES:
        browser.open(f"{(folder / name).as_uri()}.html", width=390, height=844)
        assert browser.value("document.documentElement.scrollWidth") <= 390, name
        small = "[...document.querySelectorAll('main math')].filter(m => m.checkVisibility()"
        assert browser.value(f"{small} && !m.getBoundingClientRect().height).length") == 0, name
    assert browser.errors == []
    browser.open(f"{(folder / 'no').as_uri()}.html")
    assert browser.errors, "what fails is noticed"
    browser.errors.clear()


@by_turns(2)
def test_the_front_page_answers_within_three_screens(browser: Browser, folder: Path) -> None:
    browser.open((folder / "index.html").as_uri(), width=1280, height=800)
    assert browser.value("document.documentElement.scrollHeight") < 3 * 800
    assert browser.value("document.getElementById('find').getBoundingClientRect().top") < 400
    rows = "document.querySelectorAll('.papers tbody tr').length"
    assert browser.value(rows) == len(PAPERS)
    assert browser.value("document.querySelectorAll('.findings > li').length") == site.FINDINGS


UNPACKED = (
    "new Promise(done => { const look = () => document.querySelector('.find').hidden"
    " ? setTimeout(look, 10) : done(true); look(); })"
)


def test_search_finds(browser: Browser, folder: Path) -> None:
    browser.open((folder / "index.html").as_uri())
    browser.value(UNPACKED)
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
    told = []
    for words in ("f(x)", "f (x)"):
        browser.value(f"{field}.value = {words!r}; {field}.dispatchEvent(new Event('input'))")
        told.append(browser.value("document.getElementById('hits').textContent"))
    assert told[0] == told[1], "a space before a parenthesis is no difference"
    assert " in statements" in told[0]


@by_turns(3)
def test_sliders_move_the_picture_and_say_what_is_certified(browser: Browser, folder: Path) -> None:
    address = (folder / "pln.pln.thm1.html").as_uri()
    for width, layout in ((1280, "wide"), (390, "narrow")):
        browser.open(address, width=width)
        paths = (
            f"[...document.querySelectorAll('figure[data-explore] svg.{layout} .upper,"
            f" figure[data-explore] svg.{layout} .lower')].map(p => p.getAttribute('d'))"
        )
        row = (
            "[...document.querySelectorAll('.certified tbody')].filter(b => b.checkVisibility())"
            ".map(b => b.innerText.replace(/\\s+/g, ' '))"
        )
        (shown,) = browser.value(row)
        assert "d = 2, s = b" in shown
        assert "1/5" in shown
        before = browser.value(paths)
        for slider, key, changed, at, number in (
            (0, "ArrowRight", 0, "d = 8, s = b", "1/6"),
            (1, "ArrowLeft", 1, "d = 8, s = a", "1/4"),
        ):
            field = f"document.querySelectorAll('figure[data-explore] input')[{slider}]"
            browser.value(f"{field}.focus()")
            browser.press(key)
            after = browser.value(paths)
            assert [a != b for a, b in zip(before, after, strict=True)] == [
                k == changed for k in range(2)
            ]
            before = after
            (shown,) = browser.value(row)
            assert at in shown
            assert number in shown
            told = browser.value("document.querySelector('figure[data-explore] output').innerText")
            assert (
                told
                == f"At {at}, sup |G - f|: {tables.number(number)}, bound 1/2 (certified, kernel)"
            )
        box = f"document.querySelector('svg.{layout} .upper').getBBox()"
        inside = f"document.querySelector('svg.{layout}').viewBox.baseVal.width"
        assert browser.value(f"{box}.x + {box}.width <= {inside} && {box}.width > 200")
        browser.value("document.querySelector('.every').click()")
        assert len(browser.value(row)) == 4
    assert browser.errors == []


@by_turns(2)
def test_without_scripts_there_is_a_picture_and_every_number(
    browser: Browser, folder: Path
) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open((folder / "pln.pln.thm1.html").as_uri())
        rows = "[...document.querySelectorAll('.certified tbody')].filter(b => b.checkVisibility())"
        assert browser.value(f"{rows}.length") == 4
        assert browser.value("document.querySelector('svg.wide .upper').checkVisibility()")
        assert not browser.value("document.querySelector('.slides').checkVisibility()")
        assert not browser.value("document.querySelector('.every').checkVisibility()")
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


@by_turns(3)
def test_definitions_are_shown_where_one_points(browser: Browser, folder: Path) -> None:
    browser.open((folder / "pln.pln.thm1.html").as_uri())
    tip = "(t => !t.hidden && t.innerText)(document.getElementById('tip'))"
    link = "document.querySelector('.uses a.def')"
    assert browser.value(tip) is False
    browser.value(f"{link}.focus()")
    assert "Eq. 31" in browser.value(tip)
    assert browser.value(f"{link}.getAttribute('aria-describedby')") == "tip"
    label = "document.getElementById('tip').getAttribute('aria-label')"
    assert browser.value(label) is None
    browser.value("window.netproofDefinitions.f = '<math><mi>f</mi></math>'")
    browser.value(f"{link}.blur(), {link}.focus()")
    assert browser.value(label).endswith(": a formula"), "there are no words in it"
    browser.open((folder / "pln.pln.thm1.html").as_uri())
    browser.value(f"{link}.focus()")
    browser.press("Escape")
    assert browser.value(tip) is False
    browser.value("document.querySelector('math .def').scrollIntoView({block: 'center'})")
    box = browser.value("document.querySelector('math .def').getBoundingClientRect().toJSON()")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    assert "one" in browser.value(tip)
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=2, y=2)
    assert browser.value(tip) is False
    there = browser.value(f"{link}.href")
    browser.open(there)
    assert browser.value("document.querySelector(':target').textContent.trim()") == "f=1"
    backs = browser.value("[...document.querySelectorAll('dd a')].map(a => a.textContent)")
    assert "pln.pln.thm1" in backs, "the way back"


def test_a_refutation_is_worked_out(browser: Browser, folder: Path) -> None:
    browser.open((folder / "pln.demo.sqrt.html").as_uri())
    steps = browser.value("[...document.querySelectorAll('.worked li')].map(l => l.innerText)")
    assert len(steps) == 4
    assert steps[-1].startswith("The statement says 1 ≤ 1/2, which is false")


@by_turns(3)
def test_links_lead_there_and_back(browser: Browser, folder: Path) -> None:
    links: dict[str, set[str]] = {}
    for page in (folder / f"{name}.html" for name in NAMES):
        browser.open(page.as_uri())
        found = browser.value(
            "[...document.querySelectorAll('main a[href]')].map(a => a.getAttribute('href'))"
        )
        links[page.name] = {target.partition("#")[0] or page.name for target in found}
        for target in found:
            if not target.startswith("../certificates/"):
                assert (folder / (target.partition("#")[0] or page.name)).is_file(), target
    for page in links:
        if page.startswith("paper-") and not page.endswith("-definitions.html"):
            for claim in links[page] - {"errata.html", "graph.html"}:
                crumb = page if not claim.endswith("-definitions.html") else ""
                assert not crumb or page in _all_links(folder / claim), (page, claim)
    refuted, repair = "pln.demo.sqrt.html", "pln.demo.open.html"
    assert repair in links[refuted]
    assert refuted in links[repair]


def _all_links(page: Path) -> set[str]:
    return set(re.findall(r'href="?([^"#> ]+)', page.read_text(encoding="utf-8")))


@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core here: make axe")
@pytest.mark.parametrize(
    ("width", "scheme", "names"), [(1280, "light", NAMES[::2]), (390, "dark", NAMES[3:6:2])]
)
def test_axe_core_reports_nothing(
    browser: Browser, folder: Path, width: int, scheme: str, names: tuple[str, ...]
) -> None:
    look_like(browser, scheme)
    code = AXE.read_text(encoding="utf-8")
    for name in names:
        assert list(complaints(browser, folder / f"{name}.html", width, code)) == [], name
    browser.value("document.querySelector('main').innerHTML = '<img src=\"data:,\">'")
    assert [name for name, _ in browser.value(VIOLATIONS)] != [], "what is wrong is noticed"
    browser.value(
        "document.querySelector('main').innerHTML = '<p style=color:black;background:white><math>"
        "<mi>LN</mi><mi>LN</mi><mi style=color:gray>zz</mi>"
        "<mi style=color:silver>uu</mi></math></p>'"
    )
    browser.value(ALIKE)
    found = dict(browser.value(VIOLATIONS))["color-contrast"]
    assert [node[-7:-5] for node in found] == ["zz", "uu"], "alike are only signs of one look"
    browser.errors.clear()


@by_turns(3)
def test_links_that_lead_nowhere_are_noticed(browser: Browser, folder: Path) -> None:
    pages = {}
    for name in NAMES:
        assert list(complaints(browser, folder / f"{name}.html", 1280)) == []
        pages[f"{name}.html"] = linked(browser)
    here = [line for line in astray(folder, pages) if "../certificates/" not in line]
    assert here == []
    browser.value("document.querySelector('main').innerHTML += '<a href=\"no.html\">x</a>'")
    browser.value("document.querySelector('main').innerHTML += '<a href=\"#nowhere\">x</a>'")
    pages = {"one.html": linked(browser)}
    found = [line.partition(": ")[2] for line in astray(folder, pages)]
    assert "no.html is not there" in found
    assert "#nowhere leads to no place" in found


@by_turns(3)
def test_every_page_is_looked_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = tmp_path / "html"
    pages.mkdir()
    begin = '<!DOCTYPE html><html lang="en"><title>x</title><main><h1 id="a">x</h1>'
    (pages / "good.html").write_text(f'{begin}<a href="#a">a</a></main>')
    (pages / "bad.html").write_text(f'{begin}<a href="no.html">x</a><p>{"x" * 999}</p></main>')
    assert every_page.main(pages, jobs=1) == 1
    told = capsys.readouterr().out
    assert "2 pages, 0 as they were" in told
    assert "pixels wide at 390" in told
    assert "bad.html: no.html is not there" in told
    assert "good.html" not in told
    (pages / "bad.html").write_text(f"{begin}</main>")
    assert every_page.main(pages, jobs=1) == 0
    assert "2 pages, 1 as they were" in capsys.readouterr().out
    assert every_page.main(pages, jobs=1) == 0
    assert "2 pages, 2 as they were" in capsys.readouterr().out
    (pages / f"good{html.PROSE}").write_bytes(bytes(every_page.MOST))
    assert every_page.main(pages, jobs=1) == 1
    told = capsys.readouterr().out
    assert f"bytes, more than {every_page.MOST:,}" in told
    assert f"proofs in prose {every_page.MOST:,}, what was checked 0" in told


@by_turns(3)
def test_details_unfold(browser: Browser, folder: Path) -> None:
    address = (folder / "pln.pln.thm1.html").as_uri()
    browser.open(address)
    name = of_five_papers()["claims"][0]["evidence"][0]["id"]
    assert browser.value(f"document.getElementById('e-{name}')") is None
    browser.open(f"{address}#e-{name}")
    assert browser.value(READY)
    assert browser.value(f"document.getElementById('e-{name}').checkVisibility()")
    assert browser.errors == []
