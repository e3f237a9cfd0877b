"""Files of statements in CI: their verdicts beside those of a lock, and what to look at in them.

A lock (``verify lock``) keeps, of each claim, its verdict, what that is given, and of claims of the
user's own a digest of the statement, so that a theorem which was weakened under its old name is
noticed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofs.language.text import TextError
from reports.sarif import Finding
from verify.deciding import Decided

LOOK_AT = {"refuted": "refuted", "ill-formed": "refuted", "vacuous": "vacuous"}
SOUND = ("proved", "certified")


@dataclass(frozen=True)
class Checked:
    """A statement that was decided, and the file in which it stands, if it stands in one."""

    decided: Decided
    path: Path | None = None


def stated(entry: Mapping[str, Any]) -> str:
    """A digest of what a claim of a record says formally: its variables, hypotheses, conclusion.

    It is of the statement as it is laid out, with definitions unfolded.
    """
    lines = [row["formal"] for row in entry["reading"]]
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()[:16]


def stated_otherwise(entries: Sequence[Mapping[str, Any]], kept: Mapping[str, str]) -> list[str]:
    """The claims that say something else than what was locked under their names."""
    return [
        entry["id"]
        for entry in entries
        if entry["id"] in kept and stated(entry) != kept[entry["id"]]
    ]


def findings(
    checked: Sequence[Checked], locked: Mapping[str, str], worse: Mapping[str, str]
) -> Iterator[Finding]:
    """What to look at in the files: what got worse, and what is neither sound nor locked.

    ``locked`` are the locked verdicts, ``worse`` says of a claim what got worse.
    """
    for one in checked:
        if one.path is None:
            continue
        entry, item = one.decided.entry, one.decided.item
        name, word = entry["id"], one.decided.word
        if name in worse:
            yield Finding("worse", worse[name], one.path, item.line, claim=name)
        elif name not in locked and word not in SOUND:
            says = f"{item.kind} {item.name}: {_said(one.decided)}"
            yield Finding(LOOK_AT.get(word, "open"), says, one.path, item.line, claim=name)


def _said(decided: Decided) -> str:
    """The verdict in one line, with the data against the statement."""
    from reports import tables

    word = tables.word(decided.entry)  # type: ignore[arg-type]
    given = "; ".join(tables.plain(part) for part in decided.entry["given"])
    if decided.answer.hit is None:
        return f"{word} {given}" if given else word
    data = decided.data
    sides = "; ".join(decided.sides or ())
    return f"{word} {f'at {data}' if data else 'as it stands'}{f': {sides}' if sides else ''}"


def unreadable(error: TextError, path: Path) -> Finding:
    """Where a file cannot be read, and why."""
    line = error.source.count("\n", 0, error.at) + 1
    column = error.at - error.source.rfind("\n", 0, error.at)
    stop = error.source.find("\n", error.at)
    left = (len(error.source) if stop < 0 else stop) - error.at
    return Finding(
        "unreadable",
        error.says,
        path,
        line,
        column,
        column + max(1, min(error.end - error.at, left)),
    )
