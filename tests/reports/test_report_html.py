"""Pages: whole, self-contained, inert, the same every time."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from reports import html, pdf
from reports.record import Record, RecordError, validate

VOID = {"meta", "br", "input", "link", "img", "hr"}
HOSTILE = "<script>alert(1)</script>"


class _Page(HTMLParser):
    """What a browser would see: elements, ids, links, text, scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
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
        assert self._stack.pop() == tag

    def handle_data(self, data: str) -> None:
        last = self._stack[-1] if self._stack else ""
        (self.scripts if last == "script" else self.text).append(data)

    def values(self, name: str) -> list[str]:
        return [value for _, attrs in self.elements if (value := attrs.get(name)) is not None]


@pytest.fixture
def pages(record: Record) -> dict[str, str]:
    return html.render_pages(record)


def test_an_index_and_a_page_for_each_claim(record: Record, tmp_path: Path) -> None:
    paths = html.write_html(record, tmp_path / "deep" / "out")
    assert [path.name for path in paths] == [
        "index.html",
        "pln.thm1.html",
        "demo.sqrt.html",
        "demo.open.html",
    ]
    there = {path.name for path in paths[0].parent.iterdir()}
    assert there == {html.STYLESHEET, *(path.name for path in paths)}
    style = (paths[0].parent / html.STYLESHEET).read_text()
    assert all(url.startswith("data:font/woff2") for url in re.findall(r"url\(([^)]*)", style))
    assert "@import" not in style


def test_the_same_record_gives_the_same_pages(record: Record) -> None:
    assert html.render_pages(record) == html.render_pages(record)


def test_pages_load_nothing_but_their_stylesheet(pages: dict[str, str]) -> None:
    shared = {"rel": "stylesheet", "href": html.STYLESHEET}
    for text in pages.values():
        page = _Page(text)
        assert not {tag for tag, _ in page.elements} & {"img", "iframe", "object", "base"}
        assert [attrs for tag, attrs in page.elements if tag == "link"] == [shared]
        assert page.values("src") == []
        assert not re.search(r"url\(|@import", text)
        for target in page.values("href"):
            assert not re.match(r"[a-z]+:|//", target), target
        assert "http" not in re.sub(r"http://www\.w3\.org/2000/svg|http-equiv", "", text)


def test_links_and_labels_lead_somewhere(pages: dict[str, str]) -> None:
    for text in pages.values():
        page = _Page(text)
        ids = page.values("id")
        assert len(ids) == len(set(ids))
        for target in page.values("href"):
            if target.startswith("#"):
                assert target[1:] in ids
            elif not target.startswith("../certificates/"):
                assert target in {*pages, html.STYLESHEET}
        for name in page.values("aria-labelledby"):
            assert name in ids
        for tag, attrs in page.elements:
            if tag == "svg":
                assert attrs["role"] == "img"
                assert attrs["aria-label"]
            if tag == "th":
                assert attrs.get("scope") == "col"


def test_the_policy_allows_exactly_our_script(pages: dict[str, str]) -> None:
    for text in pages.values():
        page = _Page(text)
        policy = next(a["content"] for t, a in page.elements if a.get("http-equiv"))
        script = page.scripts[-1]
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in str(policy)
        assert "default-src 'none'" in str(policy)


def test_a_users_text_is_inert_wherever_it_stands(record: Record) -> None:
    usual = [tag for tag, _ in _Page(html.render_pages(record)["pln.thm1.html"]).elements]
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
    for name, text in html.render_pages(record).items():
        page = _Page(text)
        assert HOSTILE not in text
        assert not [key for _, attrs in page.elements for key in attrs if key.startswith("on")]
        if name == "pln.thm1.html":
            tags = [tag for tag, _ in page.elements]
            assert tags.count("script") == usual.count("script")
            assert HOSTILE in "".join(page.text), "shown as it was typed"


def test_hostile_samples_show_as_text(pages: dict[str, str]) -> None:
    page = _Page(pages["demo.open.html"])
    text = "".join(page.text)
    for typed in (
        HOSTILE,
        '"><img src=x onerror=alert(3)> $#panic()$',
        "must stay text</b>",
        '#eval("x") $unbalanced [ * _ @ <label>',
    ):
        assert typed in text


def test_a_page_says_what_was_decided(pages: dict[str, str]) -> None:
    text = " ".join("".join(_Page(pages["pln.thm1.html"]).text).split())
    for words in (
        "proved",
        "kernel, all parameters",
        "broken",
        "first step that fails: pln.thm1.eq17",
        "What is not claimed",
        "verify check reports/out/certificates/pln.thm1.bound.json",
        "1/22 ≈ 0.04545",
        "[0.16710, 0.16711]",
        "repaired version",
        "24 cases",
    ):
        assert words in text
    refuted = " ".join("".join(_Page(pages["demo.sqrt.html"]).text).split())
    assert "Why it fails" in refuted
    assert "what holds instead: demo.sqrt.repaired, proved" in refuted


def test_every_verdict_has_its_word_beside_its_colour(pages: dict[str, str]) -> None:
    for text in pages.values():
        for mark in re.findall(r'<span class="mark" aria-hidden="true">[^<]*</span>([^<]*)', text):
            assert mark.strip()


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


def test_pages_of_claims_that_are_gone_are_removed(record: Record, tmp_path: Path) -> None:
    html.write_html(record, tmp_path)
    (tmp_path / "mine.html").write_text("<!DOCTYPE html><title>a page of the user's own</title>")
    gone = record["claims"].pop()["id"]
    assert (tmp_path / f"{gone}.html").exists()
    html.write_html(record, tmp_path)
    assert not (tmp_path / f"{gone}.html").exists()
    assert (tmp_path / "mine.html").exists()


def test_names_stand_beside_what_they_stand_for(record: Record) -> None:
    claim = record["claims"][0]
    x, one = ["name", "x", "x", ""], ["num", "1"]
    plain = ["row", x, ["op", "="], one]
    reading = claim["reading"][0]
    reading.update(formal="f(x)", boxes=[["name", "f", "f", ""]])
    reading["unfolded"] = {"formal": "x = 1", "boxes": [plain]}
    claim["evidence"][0]["unfolded"] = HOSTILE
    claim["definitions"] = [
        {"id": "f", "formal": "f = 1", "boxes": [plain], "says": "$x^2$", "source": "Eq. 31"}
    ]
    name = f"{claim['id']}.html"
    validate(record)
    found = _Page(html.render_pages(record)[name])
    assert [tag for tag, _ in found.elements].count("details") >= 2
    shown = "".join(found.text)
    assert shown.count("written out") == 2
    assert shown.count("x=1") == 2
    assert shown.count(HOSTILE) == 1
    assert "Eq. 31" in shown
    assert pdf.render_pdf(record).startswith(b"%PDF-")
    claim["definitions"][0]["boxes"] = [["nothing"]]
    with pytest.raises(RecordError, match="definitions"):
        validate(record)
