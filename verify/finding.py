"""Finding claims: by id, by paper, by words; near misses.

Everything is answered from ``proofs/index.json`` and the beginnings of the lines of a record, so
that it is quick.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from proofs.index import index
from verify.plain_text import shown

Row = dict[str, Any]
OUT = "reports/out"  #: where results are, unless told otherwise
VERDICTS = (
    "proved", "given", "certified", "supported", "refuted", "vacuous", "ill-formed", "open",
    "not-run",
)  # fmt: skip
NOT_RUN = "not run"
_TEXT = rb'"([^"\\]*(?:\\.[^"\\]*)*)"'
#: how the line of a claim begins in a record (reports/record.py: FIRST)
_LINE = re.compile(
    rb'\{"id": ' + _TEXT + rb', "of": ' + _TEXT + rb', "inputs": ' + _TEXT + rb', "seal": '
    rb"" + _TEXT + rb', "verdict": ' + _TEXT + rb'(?:, "given": (\[.*?\]))?, "title": ' + _TEXT
)


_LONGEST = 1 << 16


def suggestions(name: str, known: Iterable[str]) -> list[str]:
    """At most three known names that ``name`` may be meant to be, best first."""
    from difflib import get_close_matches

    names = list(known)
    inside = [one for one in names if one.endswith(f".{name}") or one.startswith(f"{name}.")]
    close = get_close_matches(name.lower(), names, n=3, cutoff=0.7 if len(name) > 4 else 0.6)
    ends = [
        one
        for one in names
        if get_close_matches(name.lower(), [one.partition(".")[2]], n=1, cutoff=0.75)
    ]
    return list(dict.fromkeys([*close, *inside, *ends]))[:3]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    found = suggestions(name, known)
    return f"; did you mean {' or '.join(found)}?" if found else ""


def is_paper(name: str) -> bool:
    return name in index()["papers"]


def is_known(name: str) -> bool:
    """Whether a paper, or a claim of ours, is called so."""
    return is_paper(name) or name in index()["claims"]


def of_paper(name: str) -> list[str]:
    """The listed claims of a paper."""
    claims = index()["claims"].items()
    return [one for one, row in claims if row["of"] == one and one.partition(".")[0] == name]


def unknown(name: str) -> str:
    """What is said of an id that no claim has."""
    near = did_you_mean(name, [*index()["papers"], *index()["claims"]])
    return f"there is no claim {name[:60]!r}{near or '; verify list shows them'}"


# --- the list ------------------------------------------------------------------------------------


def rows(known: dict[str, Row]) -> list[Row]:
    """All claims and companions, and those of the record beside them, with their verdicts."""
    found = []
    for name, row in index()["claims"].items():
        own = {"id": name, "of": row["of"], "title": row["title"]}
        found.append(own | known.get(name, {}) | own)
    ours = index()["claims"]
    return found + [row for name, row in known.items() if name not in ours]


def chosen(rows: list[Row], papers: tuple[str, ...], verdicts: set[str], words: str) -> list[Row]:
    """The rows of these papers, with one of these verdicts, that have all these words."""
    parts = words.lower().split()

    def fits(row: Row) -> bool:
        paper = row["id"].partition(".")[0]
        text = f"{row['id']} {row['title']} {index()['papers'].get(paper, '')}".lower()
        return (
            (not papers or paper in papers or row["of"] in papers or row["id"] in papers)
            and (not verdicts or bool(kinds(row) & verdicts))
            and all(part in text for part in parts)
        )

    return [row for row in rows if fits(row)]


def kinds(row: Row) -> set[str]:
    """The words by which a row can be asked for."""
    verdict = str(row.get("verdict", "not-run"))
    found: set[str] = {{"conditional": "given"}.get(verdict, verdict)}
    return found | ({"given"} if row.get("given") else set())


def word(row: Row) -> str:
    """The verdict as people read it."""
    verdict = str(row.get("verdict", NOT_RUN))
    given = verdict == "conditional" or bool(row.get("given"))
    return verdict.replace("conditional", "proved") + ", given" * given


def lines(rows: list[Row], width: int) -> Iterator[str]:
    """Papers with counts; claims with their verdicts and titles; companions below their claim."""
    import textwrap

    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["id"].partition(".")[0], []).append(row)
    for number, (paper, members) in enumerate(groups.items()):
        if number:
            yield ""
        title = index()["papers"].get(paper, "claims of your own")
        yield from textwrap.wrap(shown(f"{paper}: {title}"), width)
        counts: dict[str, int] = {}
        for row in members:
            counts[word(row)] = counts.get(word(row), 0) + 1
        says = ", ".join(f"{count} {name}" for name, count in counts.items())
        some = "claim" if len(members) == 1 else "claims"
        yield from textwrap.wrap(f"{len(members)} {some}: {says}", width)
        own = {row["id"] for row in members}
        for row in members:
            inner = row["of"] != row["id"]
            yield from _row(row, inner and row["of"] in own, width)


def as_json(rows: list[Row]) -> str:
    """What ``verify list --json`` prints."""
    return json.dumps({"schema": 2, "claims": rows}, indent=1) + "\n"


def _row(row: Row, inner: bool, width: int) -> Iterator[str]:
    start = "    " if inner else "  "
    name = row["id"].removeprefix(row["of"]) if inner else row["id"]
    head = f"{start}{word(row):<16}{name}"
    title, gap = shown(row["title"]), "  "
    if len(head) + len(gap) + len(title) <= width:
        yield head + gap + title
        return
    yield head
    yield from wrapped(title, width, start + " " * 18)


def wrapped(text: str, width: int, indent: str) -> list[str]:
    """As ``textwrap.wrap``, which takes a third of the time of a list, at blanks alone."""
    room, rest, found = width - len(indent), text, []
    while len(rest) > room > 0:
        cut = rest.rfind(" ", 0, room + 1)
        found.append(indent + rest[:cut])
        rest = rest[cut + 1 :]
        if cut <= 0:
            break
    else:
        if "-" not in text and rest and " ".join(text.split()) == text:
            return [*found, indent + rest]
    import textwrap

    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent)


def terminal_width() -> int:
    """The columns of the terminal; where the output is none, 80."""
    import shutil
    import sys

    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80


def paged(text: str) -> bool:
    """Whether a pager shows the text, when nobody asks for it at once."""
    import os
    import shutil
    import sys

    wanted = sys.stdout.isatty() and os.environ.get("PAGER", "less").strip()
    return bool(wanted) and text.count("\n") >= shutil.get_terminal_size().lines


def known_verdicts(path: Path) -> dict[str, Row]:
    """The verdicts in a record, from the beginnings of its lines; nothing of it is checked."""
    try:
        rows = list(_beginnings(path))
        if not rows:
            return _whole(json.loads(path.read_text(encoding="utf-8"))["claims"])
        text = [[_text(part) for part in (r[0], r[1], r[4], r[6])] for r in rows]
        given = [json.loads(r[5]) if r[5] else [] for r in rows]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return {
        name: {"id": name, "of": of, "title": title, "verdict": verdict, "given": rests}
        for (name, of, verdict, title), rests in zip(text, given, strict=True)
    }


def _text(part: bytes) -> str:
    """What stands between the quotation marks of a text in JSON."""
    if b"\\" in part:
        return str(json.loads(b'"' + part + b'"'))
    return part.decode("utf-8")


def _beginnings(path: Path) -> Iterator[tuple[bytes, ...]]:
    """What ``_LINE`` finds at the beginning of each line, within its first ``_LONGEST`` bytes.

    A record is tens of megabytes in some hundred lines: it goes through one buffer, and nothing
    but what is found is copied out of it.
    """
    buffer = bytearray(_LONGEST + (1 << 18))
    kept = 0  # bytes of a line that began in the block before
    inside = False  # of a line that was looked at
    with path.open("rb", buffering=0) as stream, memoryview(buffer) as view:
        while True:
            count = stream.readinto(view[kept:])
            end, place = kept + (count or 0), 0
            while place < end:
                stop = buffer.find(b"\n", place, end)
                whole = stop >= 0 or not count or end - place >= _LONGEST
                if not inside and not whole:
                    break
                after = stop if stop >= 0 else end
                if not inside and (
                    match := _LINE.match(buffer, place, min(after, place + _LONGEST))
                ):
                    yield match.groups()
                inside, place = stop < 0, after + 1
            if not count:
                return
            kept = max(end - place, 0)
            view[:kept] = view[end - kept : end]


def _whole(claims: Any) -> dict[str, Row]:
    return {
        claim["id"]: {
            "id": claim["id"],
            "of": claim.get("of", claim["id"]),
            "title": claim.get("title", claim["id"]),
            "verdict": claim["verdict"],
            "given": claim.get("given", []),
        }
        for claim in claims
    }
