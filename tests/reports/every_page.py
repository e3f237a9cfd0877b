"""``python -m tests.reports.every_page [FOLDER]``: every page of a report in a browser.

Each page of FOLDER (``reports/out/html``) is opened wide and light, and narrow and dark, with all
that is folded unfolded: errors, what is wider than the window, formulas without height, and what
axe-core finds where it is (``make axe``), with the folds closed inside of what is unpacked.  Links
are followed to their files and places, and the folder is weighed: it may have :data:`MOST` bytes.
What is found is printed, and the exit status is 1; it is 2 where there is no browser.  It may be
stopped at any time: what was found is kept (``reports/out/pages.json``), and looked for again only
where a page has changed or something was wrong with it.  The tests look at a sample.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import unquote

from reports import html
from reports.files import write_text
from tests.reports.browser import Browser, program
from tests.reports.unpacking import PACKED, SHARED, unpacked

AXE = Path(__file__).parents[2] / ".axe" / "node_modules" / "axe-core" / "axe.min.js"
KEPT, JOBS = "pages.json", 2
MOST = 10_000_000  # bytes of a report's folder of pages
LOOKS = ((1280, "light"), (390, "dark"))
UNFOLD = "document.querySelectorAll('details').forEach(d => d.open = true)"
READY = (
    "new Promise(done => { const look = () => [...document.querySelectorAll('[data-from]')]"
    ".every(one => one.matches('[data-ready], [data-failed]'))"
    " ? setTimeout(done, 50, true) : setTimeout(look, 10); look(); })"
)
FLAT = (
    "[...document.querySelectorAll('main math')].filter(m => m.checkVisibility()"
    " && !m.getBoundingClientRect().height).length"
)
#: of the signs of a formula those that look like one before: their contrast is the same
ALIKE = """document.querySelectorAll('math').forEach(math => {
  const seen = new Set();
  math.querySelectorAll('*').forEach(sign => {
    const {color, backgroundColor, fontSize} = getComputedStyle(sign);
    const look = [color, backgroundColor, fontSize].join();
    if (sign.firstElementChild || seen.has(look)) sign.dataset.alike = '';
    seen.add(sign.firstElementChild ? '' : look);
  });
})"""
CONTRAST = (
    "axe.configure({rules: [{id: 'color-contrast', selector: '*:not([data-alike])'}]}) || true"
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
    """What is wrong with a page at this width, unfolded; ``axe`` is the code of axe-core.

    It looks before the folds in what is unpacked are opened too: it takes long.
    """
    browser.open(page.as_uri(), width=width)
    browser.value(UNFOLD)
    browser.value(READY)
    if axe:
        browser.value("document.querySelector('a.def') && document.querySelector('a.def').focus()")
        browser.value(axe)
        browser.value(ALIKE)
        browser.value(CONTRAST)
        yield from (f"{name}: {nodes}" for name, nodes in browser.value(VIOLATIONS))
    browser.value(UNFOLD)
    browser.value(READY)
    if (wide := browser.value("document.documentElement.scrollWidth")) > width:
        yield f"is {wide} pixels wide at {width}"
    if flat := browser.value(FLAT):
        yield f"{flat} formulas have no height"
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


@dataclass(frozen=True)
class Seen:
    """What was found of a page, at every look: what is wrong, its places and links."""

    wrong: tuple[str, ...]
    page: Page

    def told(self) -> dict[str, Any]:
        page = self.page
        return {"wrong": [*self.wrong], "ids": sorted(page.ids), "links": [*page.links]}

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Seen:
        page = Page(frozenset(told["ids"]), tuple(told["links"]))
        return cls(tuple(told["wrong"]), page)


def digest(folder: Path, name: str, axe: str) -> str:
    """Of all that what is found of a page depends on: itself, the scripts it loads, and this.

    What is packed counts as it is unpacked: what it is packed with changes with any page.
    """
    page = (folder / name).read_bytes()
    asked = re.findall(rb'(?:src|href|data-from)="?([^\s">#]+\.(?:js|css))', page)
    found = sha256(page)
    for path in sorted({folder / one.decode() for one in asked}):
        found.update(_loaded(path).encode())
    found.update(Path(__file__).read_bytes() + axe.encode())
    return found.hexdigest()


@cache
def _loaded(path: Path) -> str:
    """The content of what a page loads."""
    if not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8")
    if path.name == html.SCRIPT:
        return SHARED.sub("", text, count=1)
    if PACKED.fullmatch(text):
        return unpacked(text, (path.parent / html.SCRIPT).read_text(encoding="utf-8"))
    return text


def look(browser: Browser, page: Path, axe: str) -> Seen:
    """A page at every look."""
    wrong: list[str] = []
    for width, scheme in LOOKS:
        look_like(browser, scheme)
        wrong += complaints(browser, page, width, axe)
    return Seen(tuple(wrong), linked(browser))


def weighed(folder: Path) -> dict[str, int]:
    """Bytes of the pages, of what they unpack, and of what all share."""
    found = dict.fromkeys(("pages", "proofs in prose", "what was checked", "shared"), 0)
    for path in folder.iterdir():
        kinds = {".html": "pages", html.PROSE: "proofs in prose", html.DETAILS: "what was checked"}
        kind = next((kinds[end] for end in kinds if path.name.endswith(end)), "shared")
        found[kind] += path.stat().st_size
    return found


def main(folder: Path, jobs: int = JOBS) -> int:
    """Look at every page; returns the exit status.

    What was found of a page is kept beside the folder as soon as it is, and is not looked for again
    while the page and what it loads stay as they are.
    """
    if (path := program()) is None:
        print("no Chromium on this machine")
        return 2
    axe = AXE.read_text(encoding="utf-8") if AXE.is_file() else ""
    folder = folder.resolve()
    memory = folder.parent / KEPT
    kept: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        kept = json.loads(memory.read_text(encoding="utf-8"))
    digests = {one.name: digest(folder, one.name, axe) for one in sorted(folder.glob("*.html"))}
    kept = {key: told for key, told in kept.items() if key in digests.values()}
    todo = [name for name, key in digests.items() if key not in kept or kept[key]["wrong"]]
    print(f"{len(digests)} pages, {len(digests) - len(todo)} as they were", flush=True)
    lock = Lock()

    def work(names: Iterator[str]) -> None:
        """One browser, for as long as it answers; then another one."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            browser = Browser(path, Path(profile))
            answers = True
            while answers:
                with lock:
                    name = next(names, None)
                if name is None:
                    break
                try:
                    seen = look(browser, folder / name, axe)
                except AssertionError as error:
                    seen, answers = Seen((str(error),), Page(frozenset(), ())), False
                with lock:
                    kept[digests[name]] = seen.told()
                    write_text(memory, json.dumps(kept))
                    for complaint in seen.wrong:
                        print(f"{name}: {complaint}", flush=True)
            browser.close()
        if not answers:
            work(names)

    names = iter(todo)
    with ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(work, names) for _ in range(min(jobs, len(todo)))]:
            done.result()
    found = {name: Seen.of(kept[key]) for name, key in digests.items()}
    pages = {name: seen.page for name, seen in found.items()}
    lost = list(astray(folder, pages))
    sizes = weighed(folder)
    total = sum(sizes.values())
    lost += [f"{total:,} bytes, more than {MOST:,}"] if total > MOST else []
    for complaint in lost:
        print(complaint)
    wrong = len(lost) + sum(len(seen.wrong) for seen in found.values())
    count = sum(len(page.links) for page in pages.values())
    without = "" if axe else "; without axe-core"
    print(f"{total:,} bytes: {', '.join(f'{name} {size:,}' for name, size in sizes.items())}")
    print(f"{len(pages)} pages, {count} links, {wrong} complaints{without}")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "reports/out/html")))
