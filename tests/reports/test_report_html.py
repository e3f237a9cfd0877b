"""Pages: whole, self-contained, inert, the same every time."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from reports import differences, graph, html, site
from reports.record import Record, RecordError, sealed, validate
from tests.reports.unpacking import unpacked
from tests.sampling import by_turns

VOID = {"meta", "br", "input", "link", "img", "hr"}
HOSTILE = "<script>alert(1)</script>"


class _Page(HTMLParser):
    """What a browser would see: elements, ids, links, text, scripts."""

    def __init__(self, text: str, implied: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.implied = implied  # elements whose end may be left out
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.scripts: list[str] = []
        self._stack: list[str] = []
        self.feed(text)
        self.close()
        assert self._stack == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._stack, tag
        while self._stack[-1] != tag and self._stack[-1] in self.implied:
            self._stack.pop()
        assert self._stack.pop() == tag

    def handle_data(self, data: str) -> None:
        last = self._stack[-1] if self._stack else ""
        (self.scripts if last == "script" else self.text).append(data)

    def values(self, name: str) -> list[str]:
        return [value for _, attrs in self.elements if (value := attrs.get(name)) is not None]


@pytest.fixture
def pages(record: Record) -> dict[str, str]:
    return html.render_pages(record)


@pytest.fixture
def whole(record: Record) -> dict[str, str]:
    """The pages as they are once their details are opened."""
    pages = html.render_pages(record)
    details = html.render_details(record)
    for page, text in pages.items():
        for place, name, of in re.findall(
            r'(<details id="details" data-from="([^"]*)" data-of="([^"]*)">)', text
        ):
            (own,) = re.findall(
                rf'<div data-of="{re.escape(of)}">(.*?)</div>(?=<div data-of=|\Z)',
                details[name],
                re.DOTALL,
            )
            pages[page] = text.replace(place, place + own)
    return pages


@by_turns(2)
def test_an_index_and_a_page_for_each_claim(record: Record, tmp_path: Path) -> None:
    paths = html.write_html(record, tmp_path / "deep" / "out")
    assert [path.name for path in paths] == [
        "index.html",
        "errata.html",
        "graph.html",
        "paper-pln.html",
        "paper-demo.html",
        "pln.thm1.html",
        "demo.sqrt.html",
        "demo.open.html",
    ]
    there = {path.name for path in paths[0].parent.iterdir()}
    for name, text in html.render_details(record).items():
        shared_script = (paths[0].parent / html.SCRIPT).read_text()
        assert unpacked((paths[0].parent / name).read_text(), shared_script) == text
    details = {f"{name}{html.DETAILS}" for name in ("pln.thm1", "demo.sqrt", "demo.open")}
    shared = {html.STYLESHEET, html.SCRIPT, site.SEARCH}
    assert there == {*shared, *details, *(path.name for path in paths)}
    style = (paths[0].parent / html.STYLESHEET).read_text()
    assert all(url.startswith("data:font/woff2") for url in re.findall(r"url\(([^)]*)", style))
    assert "@import" not in style


@by_turns(3)
def test_the_same_record_gives_the_same_pages(record: Record) -> None:
    assert html.render_pages(record) == html.render_pages(record)


@by_turns(2)
def test_pages_load_nothing_but_their_own_files(whole: dict[str, str]) -> None:
    shared = {"rel": "stylesheet", "href": html.STYLESHEET}
    for name, text in whole.items():
        page = _Page(text)
        assert not {tag for tag, _ in page.elements} & {"img", "iframe", "object", "base"}
        assert [attrs for tag, attrs in page.elements if tag == "link"] == [shared]
        searched = [site.SEARCH] if name == "index.html" else []
        assert page.values("src") == [*searched, html.SCRIPT]
        assert not re.search(r"url\(|@import", text)
        for target in page.values("href"):
            assert not re.match(r"[a-z]+:|//", target), target
        assert "http" not in re.sub(r"http://www\.w3\.org/2000/svg|http-equiv", "", text)
        policy = next(a["content"] for t, a in page.elements if a.get("http-equiv"))
        assert "default-src 'none'" in str(policy)
        assert "script-src 'self' file:;" in str(policy), "no script inside of a page is run"


@by_turns(2)
def test_links_and_labels_lead_somewhere(whole: dict[str, str], record: Record) -> None:
    parsed = {name: _Page(text) for name, text in whole.items()}
    ids = {name: page.values("id") for name, page in parsed.items()}
    for name, page in parsed.items():
        assert len(ids[name]) == len(set(ids[name]))
        for target in page.values("href"):
            if target.startswith("../certificates/"):
                continue
            file, _, anchor = target.partition("#")
            assert file in {"", *whole, html.STYLESHEET}, target
            assert not anchor or anchor in ids[file or name], target
        for label in page.values("aria-labelledby"):
            assert label in ids[name]
        for tag, attrs in page.elements:
            if tag == "svg":
                assert attrs["role"] == ("group" if "graph" in str(attrs["class"]) else "img")
                assert attrs["aria-label"]
            if tag == "th":
                assert attrs.get("scope") == "col"


@by_turns(2)
def test_claims_and_companions_link_to_each_other(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = record["claims"]
    first["repaired"] = [{"id": second["id"], "verdict": second["verdict"]}]
    second["of"] = first["id"]
    first["cites"] = [third["id"]]
    lemma = site.Lemma(
        id="one_positive",
        subject="numbers",
        title="Numbers",
        says="one is positive",
        about="real a",
        arguments=["a"],
        boxes=[["op", "0 < 1"]],
        uses=[],
        proof={"blocks": [["say", "Clear."]], "steps": 1, "told": 1, "unused": 0, "left": {}},
        claims=[claim["id"] for claim in record["claims"]],
        papers=["pln"],
    )
    for claim in record["claims"]:
        claim["source"] = first["source"]
    files, papers = site.page_names(record)
    a, b, c = (files[claim["id"]] for claim in record["claims"])
    at = "library.html#l-one_positive"
    monkeypatch.setattr(graph, "LEAST", 3)
    pages = html.render_pages(record, lemmas=[lemma])
    pages["library.html"] += "".join(html.render_prose(record, {}, lemmas=[lemma]).values())
    targets = {name: set(_Page(text).values("href")) for name, text in pages.items()}
    assert {b, c, at, papers["pln"]} <= targets[a]
    assert a in targets[b]
    assert a in targets[c], "what is used says by what"
    assert {a, b} <= targets[papers["pln"]]
    assert {a, b, c, at} <= targets["graph.html"]
    assert {a, b, c} <= targets["library.html"], "a lemma says by what it is cited"
    text = "".join(_Page(pages["library.html"]).text)
    assert "One is positive" in text
    assert "one_positive(a)" in text
    lemma["claims"] = lemma["claims"][:1]
    pages = html.render_pages(record, lemmas=[lemma])
    assert at not in set(_Page(pages["graph.html"]).values("href")), "few claims cite it"
    assert "library.html" not in html.render_pages(record), "there is none without lemmas"


@by_turns(3)
def test_what_sharpens_a_repair_is_named_where_the_repair_is(record: Record) -> None:
    first, second, third = record["claims"]
    first["repaired"] = [{"id": second["id"], "verdict": second["verdict"]}]
    second["sharpened"] = [{"id": third["id"], "verdict": third["verdict"]}]
    files, _ = site.page_names(record)
    pages = html.render_pages(record)
    assert files[third["id"]] in _Page(pages[files[first["id"]]]).values("href")
    second["sharpened"] = []
    pages = html.render_pages(record)
    assert files[third["id"]] not in _Page(pages[files[first["id"]]]).values("href")


@by_turns(2)
def test_no_claim_takes_the_name_of_a_page(record: Record) -> None:
    for claim, name in zip(record["claims"], ("errata", "paper-demo", "Graph"), strict=True):
        claim["id"] = claim["of"] = name
        claim["repaired"], claim["sharpened"], claim["cites"] = [], [], []
    claims, papers = site.page_names(record)
    names = [name.lower() for name in (*claims.values(), *papers.values())]
    assert len({*names, "errata.html", "graph.html"}) == len(names) + 2
    pages = html.render_pages(record)
    for claim in record["claims"]:
        assert claim["id"] in pages[claims[claim["id"]]]


def test_findings_are_the_worst_of_each_paper_first(record: Record) -> None:
    proved, refuted, unknown = record["claims"]
    assert [claim["id"] for claim in site.findings(record)] == [
        proved["id"],  # a numbered theorem, whose proof is broken
        refuted["id"],  # of another paper, an example
        unknown["id"],
    ]
    proved["source"]["place"] = "Section 2"
    found = [claim["id"] for claim in site.findings(record)]
    assert found == [refuted["id"], proved["id"], unknown["id"]], "the worse of two sentences"
    proved["source"]["place"] = "Theorem 1"
    unknown["verdict"], unknown["kind"] = "refuted", refuted["kind"]
    unknown["source"]["place"] = "Theorem 7"
    found = [claim["id"] for claim in site.findings(record)]
    assert found == [unknown["id"], proved["id"], refuted["id"]], "a numbered theorem comes first"
    assert [claim["id"] for claim in site.findings(record, 1)] == found[:1]


def test_what_is_searched_has_ids_statements_equations_and_errata(record: Record) -> None:
    script = site.search_index(record)
    rows = json.loads(script)
    assert [row[3] for row in rows] == [claim["id"] for claim in record["claims"]]
    assert rows[0][:3] == ["pln.thm1.html", "proved", "good"]
    equations, wrong = rows[0][6:]
    assert "Eq. 16-26" in equations
    assert all(step["id"] in equations for step in record["claims"][0]["proof_steps"])
    assert wrong, "the first line that fails"
    labelled = site.search_index(record, labels={record["claims"][0]["id"]: "pln-4"})
    assert "Erratum pln-4." in labelled, "an erratum is found by its number"
    assert "Erratum" not in script


def test_titles_have_mathematical_signs() -> None:
    assert site.title("Sums are dense in C([0, 1]^n)") == "Sums are dense in C([0, 1]ⁿ)"
    assert site.title("1/sqrt(v + eps) at v = -eps") == "1/√(v + ε) at v = −ε"
    assert site.title("within L/(2 sqrt m) of sqrt(v)") == "within L/(2 √m) of √v"
    assert site.title("What pln.thm1.delta_N says") == "What pln.thm1.delta_N says"


@by_turns(2)
def test_headings_lower_and_raise_what_has_no_sign(record: Record) -> None:
    first = record["claims"][0]
    first["title"] = "n^(n d) and f_sigma(v) <= <b>, unlike pln.delta_N"
    page = html.render_pages(record)[site.page_names(record)[0][first["id"]]]
    shown = "n<sup>n d</sup> and f<sub>σ</sub>(v) ≤ &lt;b&gt;, unlike pln.delta_N"
    assert f"<h1>{shown}</h1>" in page


def test_what_is_new_in_a_formula_is_marked() -> None:
    printed = "<p>at most <math><mi>L</mi><mo>/</mo><mn>2</mn></math> for all f</p>"
    other = "<p>at most <math><mi>L</mi><mo>/</mo><mn>3</mn></math> for some f</p>"
    both = differences.compared(printed, other)
    assert both.alike
    assert both.changed
    assert both.after == (
        '<p>at most <math><mi>L</mi><mo>/</mo><mn class="new">3</mn></math> for '
        "<mark>some</mark> f</p>"
    )
    assert both.before == (
        '<p>at most <math><mi>L</mi><mo>/</mo><mn class="old">2</mn></math> for '
        "<del>all</del> f</p>"
    )
    around = differences.compared(
        "Eq. 2: <mi>a</mi> is a very small number", "so <mi>a</mi> is a very large number now"
    )
    assert around.before == "Eq. 2: <mi>a</mi> is a very <del>small</del> number"
    assert around.after.startswith('<mark class="more">so</mark> <mi>a'), (
        "said around what is common"
    )
    assert around.after.endswith('<mark>large</mark> number <mark class="more">now</mark>')
    assert differences.compared("<mi>a</mi> for <mi>b</mi>", "<mi>a</mi> for all").before == (
        '<mi>a</mi> for <mi class="old">b</mi>'
    ), "a formula that goes is struck wherever it stood"
    one = "<math><mi>a</mi></math> and <math><mi>b</mi><mo>=</mo><mi>c</mi></math>"
    two = one.replace("<mi>c</mi>", "<mi>c</mi><mo>+</mo><mn>1</mn>") + " is small"
    assert differences.compared(one, two).after.endswith(
        '<mo class="new">+</mo><mn class="new">1</mn></math> <mark class="more">is</mark> '
        '<mark class="more">small</mark>'
    ), "what ends a formula is a part of it"
    formula = "<math>" + "".join(f"<mi>{c}</mi>" for c in "abcdefgh") + "</math>"
    nearly = formula.replace("<mi>d</mi>", "<mi>x</mi>")
    long = f"{'Very many words of a paper. ' * 9}{formula} and so on."
    part = differences.compared(long, f"Thus {nearly}.")
    assert part.alike
    assert part.before == formula.replace("<mi>d</mi>", '<mi class="old">d</mi>')
    assert part.after == f"Thus {nearly}.".replace("<mi>x</mi>", '<mi class="new">x</mi>')
    assert not differences.compared(long, f"Thus {formula}.").alike, "nothing of it changes"
    same = differences.compared(printed, printed)
    assert same == (printed, printed, True)
    assert not same.changed
    other = "<p>Nothing in common here.</p>"
    assert differences.compared(printed, other) == (printed, other, False)


def test_a_repair_is_told_apart_from_another_statement() -> None:
    alike = differences.compared("<p>one two</p>", "<p>one three two</p>")
    same = differences.compared("<p>one two</p>", "<p>one two</p>")
    apart = differences.compared("<p>one two</p>", "<p>three four</p>")
    near, far = (
        differences.Change("conclusion", *(differences.Row("conclusion", t) for t in texts))
        for texts in (("x ≤ 2N + 1", "x ≤ 3N + 1"), ("∃ a ∈ ℝ: f(a) = 0", "1 ≤ d"))
    )
    for both, changes, how in (
        (alike, [[far]], "marked"),
        (same, [[near]], "same"),
        (apart, [[near]], "read"),
        (apart, [[far], [near]], "read"),
        (apart, [[]], "read"),
        (apart, [[far]], "another"),
        (apart, [], "unread"),
    ):
        assert html._how(both, changes) == how


@by_turns(3)
def test_a_users_text_is_inert_wherever_it_stands(record: Record) -> None:
    before = html.render_pages(record)["pln.thm1.html"]
    usual = [tag for tag, _ in _Page(before).elements]
    claim = record["claims"][0]
    claim["title"] = claim["source"]["title"] = claim["source"]["authors"] = HOSTILE
    claim["source"]["place"] = claim["source"]["equations"] = HOSTILE
    claim["assumes"] = [HOSTILE]
    claim["reading"][0]["formal"] = HOSTILE
    claim["evidence"][0]["statement"] = claim["evidence"][0]["method"] = HOSTILE
    claim["evidence"][0]["reason"] = HOSTILE
    claim["controls"][0]["outcome"] = HOSTILE
    claim["instances"][0]["inputs"] = {HOSTILE: HOSTILE, "g": '" onload="alert(1)'}
    claim["instances"][0]["bound"] = HOSTILE
    assert claim["evidence"][0]["certificate"]
    claim["evidence"][0]["certificate"]["file"] = 'x" onclick="alert(1)/' + HOSTILE
    record["command"] = record["netproof"] = HOSTILE
    record["environment"] = {HOSTILE: HOSTILE}
    details = html.render_details(record)
    texts = html.render_pages(record) | details
    assert any("alert(1)" in texts[name] for name in details)
    for name, text in texts.items():
        page = _Page(text)
        assert HOSTILE not in text
        assert not [key for _, attrs in page.elements for key in attrs if key.startswith("on")]
        if name == "pln.thm1.html":
            tags = [tag for tag, _ in page.elements]
            assert tags.count("script") == usual.count("script")
            assert HOSTILE in "".join(page.text), "shown as it was typed"


@by_turns(2)
def test_hostile_samples_show_as_text(whole: dict[str, str]) -> None:
    page = _Page(whole["demo.open.html"])
    text = "".join(page.text)
    for typed in (
        HOSTILE,
        '"><img src=x onerror=alert(3)> $#panic()$',
        "must stay text</b>",
        '#eval("x") $unbalanced [ * _ @ <label>',
    ):
        assert typed in text


@by_turns(2)
def test_a_page_says_what_was_decided(whole: dict[str, str]) -> None:
    text = " ".join("".join(_Page(whole["pln.thm1.html"]).text).split())
    for words in (
        "proved",
        "kernel, all parameters",
        "broken",
        "first step that fails: pln.thm1.eq17",
        "What is not claimed",
        "verify check reports/out/certificates/pln.thm1.",
        "1/22 ≈ 0.04545",
        "[0.16710, 0.16711]",
        "repaired version",
        "24 cases",
    ):
        assert words in text
    refuted = " ".join("".join(_Page(whole["demo.sqrt.html"]).text).split())
    assert "Why it fails" in refuted
    assert "what holds instead: demo.sqrt.repaired, proved" in refuted


@by_turns(2)
def test_every_verdict_has_its_word_beside_its_colour(pages: dict[str, str]) -> None:
    words = [
        word
        for text in pages.values()
        for word in re.findall(r'<span class="v [^>]* data-mark=[^>]*>([^<]*)', text)
    ]
    assert words
    assert all(word.strip() for word in words)


@by_turns(3)
def test_an_unwritable_place_leaves_nothing(record: Record, tmp_path: Path) -> None:
    blocked = tmp_path / "out"
    blocked.write_text("a file")
    with pytest.raises(OSError):
        html.write_html(record, blocked)
    assert blocked.read_text() == "a file"
    (tmp_path / "taken" / "index.html").mkdir(parents=True)
    with pytest.raises(OSError):
        html.write_html(record, tmp_path / "taken")
    assert [p.name for p in (tmp_path / "taken").iterdir()] == ["index.html"]


def test_contrast_of_text_is_at_least_4_5() -> None:
    style = (Path(html.__file__).parent / "templates" / "style.css").read_text()
    light, dark = re.findall(r":root \{([^}]*)\}", style)[:2]

    def luminance(colour: str) -> float:
        channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for block in (light, dark):
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))
        for name in ("ink", "quiet", "good", "weak", "bad", "mute", "link", "bound"):
            for ground in ("paper", "raised"):
                pair = sorted((luminance(colours[name]), luminance(colours[ground])))
                assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5, (name, ground)


@by_turns(3)
def test_pages_of_claims_that_are_gone_are_removed(record: Record, tmp_path: Path) -> None:
    html.write_html(record, tmp_path)
    (tmp_path / "mine.html").write_text("<!DOCTYPE html><title>a page of the user's own</title>")
    gone = record["claims"].pop()["id"]
    assert (tmp_path / f"{gone}.html").exists()
    assert (tmp_path / f"{gone}{html.DETAILS}").exists()
    html.write_html(record, tmp_path)
    assert not (tmp_path / f"{gone}.html").exists()
    assert not (tmp_path / f"{gone}{html.DETAILS}").exists()
    assert (tmp_path / "mine.html").exists()


@by_turns(2)
def test_names_stand_beside_what_they_stand_for(record: Record) -> None:
    claim = record["claims"][0]
    x, one = ["name", "x", "x", ""], ["num", "1"]
    plain = ["row", x, ["op", "="], one]
    reading = claim["reading"][0]
    reading.update(formal="f(x)", boxes=[["name", "f", "f", ""]])
    reading["unfolded"] = {"formal": "x = 1", "boxes": [plain]}
    claim["evidence"][0]["unfolded"] = HOSTILE
    reading["uses"] = ["f"]
    claim["definitions"] = [
        {
            "id": "f",
            "words": ["f"],
            "formal": "f = 1",
            "boxes": [plain],
            "says": "$x^2$",
            "source": "Eq. 31",
        }
    ]
    name = f"{claim['id']}.html"
    validate(record)
    details = html.render_details(record)[f"{claim['id']}{html.DETAILS}"]
    pages = html.render_pages(record)
    found = _Page(pages[name])
    assert '<mi class="def" data-def="f">f</mi>' in pages[name]
    glossary = "paper-pln-definitions"
    assert f"{glossary}.html#d-f" in found.values("href")
    assert "#w-1" in found.values("href")
    assert f"{glossary}.js" in found.values("src")
    checked = _Page(details)
    assert "w-1" in checked.values("id")
    shown = "".join(checked.text)
    assert shown.count("x=1") == 1
    assert shown.count(HOSTILE) == 1
    listed = _Page(pages[f"{glossary}.html"])
    assert "d-f" in listed.values("id")
    assert name in listed.values("href"), "the way back"
    assert "Eq. 31" in "".join(listed.text)
    script = html.definition_files(record)[f"{glossary}.js"]
    assert script.startswith("var netproofDefinitions={")
    assert "Eq. 31" in script
    claim["definitions"][0]["boxes"] = [["nothing"]]
    with pytest.raises(RecordError, match="definitions"):
        validate(record)


def formula(text: str) -> dict[str, object]:
    return {"text": text, "boxes": [["text", text]]}


@by_turns(3)
def test_an_example_of_what_holds_for_every_number_is_called_one(record: Record) -> None:
    claim = next(c for c in record["claims"] if c["refutation"])
    of = claim["refutation"]["evidence"]  # type: ignore[index]
    example = "for every C, for instance C = 2"
    side = {"printed": formula("L"), "put": formula("1"), "value": "1"}
    claim["worked"] = [
        {
            "of": of,
            "data": [formula("a = 1"), formula(example), formula("t = 3")],
            "bound": ["every", "named"],
            "met": [{"data": [formula("s = 4")], "printed": formula("P"), "relation": "<",
                     "values": ["0", "5"]}],
            "relation": "<",
            "sides": [side, {**side, "value": "1/2"}],
            "negation": formula("N"),
        }  # type: ignore[typeddict-item, list-item]
    ]  # fmt: skip
    page = html.render_pages(sealed(record))[f"{claim['id']}.html"]
    steps = re.sub(r"<[^>]*>", "", page.partition('<ol class="worked">')[2].partition("</ol>")[0])
    told = " ".join(steps.replace("\u00a0", " ").split())
    assert "Take a = 1." in told
    assert "The statement fails for every C, for instance C = 2, with t = 3." in told
    assert "It holds that P, with s = 4: 0 &lt; 5." in told.replace("0 < 5", "0 &lt; 5")
    assert "the numbers are one example" in page
    assert "The negation, as it is accepted" in page
    claim["worked"][0]["bound"] = ["named", "named"]
    again = html.render_pages(sealed(record))[f"{claim['id']}.html"]
    assert "the numbers are one example" not in again


IMPLIED = ("td", "th", "tr", "li", "thead", "tbody", "dt", "dd", "p")


@by_turns(3)
def test_pages_are_written_without_what_html_implies(whole: dict[str, str]) -> None:
    for name, text in whole.items():
        written = html.slim(text)
        assert len(written) < len(text), name
        before, after = _Page(text), _Page(written, IMPLIED)
        assert before.elements == after.elements, name
        shown = [" ".join("".join(page.text).split()) for page in (before, after)]
        assert shown[0] == shown[1], name
    assert html.slim('<a href="x" id="y/"/><td>="z"</td>') == '<a href=x id="y/"/><td>="z"'


def test_no_line_begins_with_the_comma_behind_a_formula() -> None:
    assert html.joined("<math></math>, but") == "<math><mi>,</mi></math> but"
    assert html.joined("(<math></math>).") == "(<math><mi>)</mi></math>."
    for apart in ("<math></math> and", "<math></math>and", "one, two", "<math></math><p>.</p>"):
        assert html.joined(apart) == apart


@by_turns(3)
def test_what_is_not_printed_is_not_called_printed_beside_its_repair(record: Record) -> None:
    false = next(c for c in record["claims"] if c["id"] == "demo.sqrt")
    right = false | {"id": "demo.sqrt.repaired", "of": "demo.sqrt", "repaired": []}
    record["claims"].append(right)  # type: ignore[arg-type]
    false["statement"] = "For all $x$ and $y$, $x <= y$."
    right["statement"] = "For all $x$ and $y$, $x < y$."
    page = html.render_pages(record)["demo.sqrt.html"]
    assert "<dt>Printed, the statement</dt>" in page
    assert "<dt>As read, the statement</dt>" not in page
    false["statement"] += " Read with $x$ real."
    page = html.render_pages(record)["demo.sqrt.html"]
    assert "<dt>Printed, the statement</dt>" not in page
    assert "<dt>As read, the statement</dt>" in page


@by_turns(2)
def test_a_claim_without_a_level_has_no_dash_for_one(record: Record) -> None:
    claim = next(c for c in record["claims"] if c["id"] == "demo.open")
    of_level = f'<span class="more">{claim["level"]}'
    page = html.render_pages(record)["demo.open.html"]
    assert of_level in page
    claim["level"] = claim["scope"] = None
    page = html.render_pages(record)["demo.open.html"]
    assert of_level not in page
    assert '<span class="more">–' not in page
