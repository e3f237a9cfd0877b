"""``python -m tests.reports.every_page [FOLDER]``: every page of a report in a browser.

Each page of FOLDER (``reports/out/html``) is opened wide and light, and narrow and dark, with all
that is folded unfolded: errors, what is wider than the window, formulas without height, and what
axe-core finds where it is (``make axe``).  Links are followed to their files and places.  What is
found is printed, and the exit status is 1; it is 2 where there is no browser.  The tests look at a
sample.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from tests.reports.browser import Browser, program

AXE = Path(__file__).parents[2] / ".axe" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = ((1280, "light"), (390, "dark"))
UNFOLD = "document.querySelectorAll('details').forEach(d => d.open = true)"
READY = (
    "new Promise(done => { const look = () => !document.querySelector('#details')"
    " || document.querySelector('#details[data-ready]') ? done(true) : setTimeout(look, 10);"
    " look(); })"
)
FLAT = (
    "[...document.querySelectorAll('main math')].filter(m => m.checkVisibility()"
    " && !m.getBoundingClientRect().height).length"
)
VIOLATIONS = (
    "axe.run({preload: false}).then(found => found.violations.map(v => "
    "[v.id, v.nodes.map(n => n.html.slice(0, 200))]))"
)


@dataclass(frozen=True)
class Page:
    """What others may link to, and what it links to."""

    ids: frozenset[str]
    links: tuple[str, ...]


def look_like(browser: Browser, scheme: str) -> None:
    """Pages are light or dark from now on."""
    dark = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.call("Emulation.setEmulatedMedia", features=dark)


def complaints(browser: Browser, page: Path, width: int, axe: str = "") -> Iterator[str]:
    """What is wrong with a page at this width, unfolded; ``axe`` is the code of axe-core."""
    browser.open(page.as_uri(), width=width)
    browser.value(UNFOLD)
    browser.value(READY)
    if (wide := browser.value("document.documentElement.scrollWidth")) > width:
        yield f"is {wide} pixels wide at {width}"
    if flat := browser.value(FLAT):
        yield f"{flat} formulas have no height"
    if axe:
        browser.value("document.querySelector('a.def') && document.querySelector('a.def').focus()")
        browser.value(axe)
        yield from (f"{name}: {nodes}" for name, nodes in browser.value(VIOLATIONS))
    yield from browser.errors
    browser.errors.clear()


def linked(browser: Browser) -> Page:
    """The places and links of the page that is open."""
    ids = browser.value("[...document.querySelectorAll('[id]')].map(e => e.id)")
    links = browser.value(
        "[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))"
    )
    return Page(frozenset(ids), tuple(dict.fromkeys(links)))


def astray(folder: Path, pages: Mapping[str, Page]) -> Iterator[str]:
    """Links of the folder to files and places that are not there."""
    for name, page in pages.items():
        for link in page.links:
            if ":" in link.partition("/")[0]:
                continue  # elsewhere
            path, _, place = link.partition("#")
            target = pages.get(path or name)
            if path and not (folder / unquote(path)).is_file():
                yield f"{name}: {link} is not there"
            elif place and target and unquote(place) not in target.ids:
                yield f"{name}: {link} leads to no place"


def main(folder: Path) -> int:
    """Look at every page; returns the exit status."""
    if (path := program()) is None:
        print("no Chromium on this machine")
        return 2
    axe = AXE.read_text(encoding="utf-8") if AXE.is_file() else ""
    pages: dict[str, Page] = {}
    wrong = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(path, Path(profile))
        for width, scheme in LOOKS:
            look_like(browser, scheme)
            for page in sorted(folder.resolve().glob("*.html")):
                for complaint in complaints(browser, page, width, axe):
                    wrong += 1
                    print(f"{page.name}: {complaint}", flush=True)
                pages.setdefault(page.name, linked(browser))
        browser.close()
    for complaint in astray(folder, pages):
        wrong += 1
        print(complaint)
    count = sum(len(page.links) for page in pages.values())
    without = "" if axe else "; without axe-core"
    print(f"{len(pages)} pages, {count} links, {wrong} complaints{without}")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "reports/out/html")))
