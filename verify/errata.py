"""``verify errata``: the errata of a record with their kept numbers, in each form.

Numbers are kept in ``proofs/errata.json``, for each paper the ids in the order in which they got
theirs: an erratum keeps its number when others come or go.  ``python -m verify.errata FOLDER``
appends the ids that the record in the folder has and the file has not.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from reports.errata import Paper, collected, markup
from verify import store
from verify.slips import listed
from verify.sources import digest, path_of

KEPT = Path(__file__).resolve().parent.parent / "proofs" / "errata.json"
FORMS = ("text", "md", "pdf", "json", "csl")


@cache
def numbers() -> Mapping[str, Sequence[str]]:
    """The ids that have numbers, by paper; the first has 1."""
    found: dict[str, list[str]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def of_record(record: Mapping[str, Any], papers: Collection[str] = ()) -> list[Paper]:
    """The errata of each paper of a record."""
    slips = listed(record["claims"], papers or {c["source"]["paper"] for c in record["claims"]})
    return collected(record, slips, numbers())  # type: ignore[arg-type]


def rendered(
    record: Mapping[str, Any],
    papers: Collection[str],
    form: str,
    root: str,
    shown: Callable[[str], str] = str,
) -> bytes:
    """The errata of a record as one of :data:`FORMS`; ``root`` is the folder of certificates.

    ``shown`` is what a text will be where it goes to; the text form is broken into lines after it.
    """
    from reports import errata_texts

    found = of_record(record, papers)
    if form == "pdf":
        from reports.pdf import render_errata

        return render_errata(found, str(record["netproof"]), root)
    if form == "csl":
        return errata_texts.dumped(errata_texts.as_csl(found, str(record["netproof"]))).encode()
    make = errata_texts.marked_down if form == "md" else errata_texts.texts
    text = _kept_texts(sorted(set(markup(found, root))), make)
    if form == "text":
        width = min(max(shutil.get_terminal_size().columns, 40), 100)
        made = errata_texts.as_text(found, root, width, text, shown)
    elif form == "md":
        made = errata_texts.as_markdown(found, root, text)
    else:
        made = errata_texts.dumped(errata_texts.as_json(found, root, text))
    return made.encode()


def _kept_texts(
    fragments: Sequence[str], make: Callable[[Sequence[str]], dict[str, str]]
) -> Mapping[str, str]:
    """What ``make`` makes of the fragments; the store has it afterwards, as Typst starts slowly."""
    from importlib.metadata import version

    kept = store.default()
    if kept is None:
        return make(fragments)
    code = [path_of(f"reports.{name}") for name in ("formulas", "tables", "latex", "errata_texts")]
    shas = [sha256(path.read_bytes()).hexdigest() for path in code if path is not None]
    key = digest([make.__name__, shas, version("typst"), list(fragments)])
    item = kept.get(key)
    if item is not None:
        return dict(item.content)
    found = make(fragments)
    kept.put(key, found)
    return found


def numbered(record: Mapping[str, Any]) -> dict[str, list[str]]:
    """The kept ids, and after them those that the record has beyond."""
    found = {paper: list(ids) for paper, ids in numbers().items()}
    for paper in of_record(record):
        kept = found.setdefault(paper.id, [])
        kept += [erratum.id for erratum in paper.errata if erratum.id not in kept]
    return found


def main(folder: str = "reports/out") -> None:
    """Append the errata of a record that have no number."""
    from proofs.registry import MODULES
    from reports.files import write_text
    from reports.record import load

    record: Any = load(Path(folder) / "run.json")
    record["claims"] = [claim for claim in record["claims"] if claim["of"] in MODULES]
    write_text(KEPT, json.dumps(numbered(record), indent=1) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:2])
