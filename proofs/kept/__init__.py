"""What a search found once, as lines of text: certificates, and rows of controls.

There is a file per paper and kind.  A line is the digest of a statement, the names under which
claims ask for it, and what was found, as JSON; each statement has one, and lines are sorted by
their digests.  Nothing here is believed: a certificate is checked by the kernel whenever it is
used, and so is every row that decides something.

Files are read by line and never parsed as a whole.  What is no such line, as the marks of a merge,
is passed over; of two lines of one statement the last counts.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from constructions.files import write_all

Json = Any
FOLDER = Path(__file__).parent
CERTIFICATES, CONTROLS = "certificates", "controls"
KINDS = (CERTIFICATES, CONTROLS)
ASKED: set[str] = set()
"""The names under which this process has asked, where their paper has a file."""
_HEAD = re.compile(rb"([0-9a-f]{32}) ([^ ,{]+(?:,[^ ,{]+)*) \{")
_LONGEST = 1 << 16  # characters of a digest and the names


@dataclass(frozen=True)
class Line:
    """One line of a file: what it is about, and where it stands there."""

    path: Path
    digest: str
    names: tuple[str, ...]
    start: int
    end: int

    @property
    def head(self) -> bytes:
        return f"{self.digest} {','.join(self.names)} ".encode()

    def content(self) -> bytes:
        """What was found, as JSON; nothing, if the file was written anew since it was indexed."""
        with self.path.open("rb") as file:
            file.seek(self.start)
            line = file.read(self.end - self.start)
        return line[len(self.head) :] + b"\n" if line.startswith(self.head) else b""


def digest(statement: Json) -> str:
    """The key of a statement, whatever its bound variables are called.

    32 digits of the SHA-256 of its JSON, with sorted keys.
    """
    if isinstance(statement, dict):
        statement = {key: _numbered(part, {}, 0) for key, part in statement.items()}
    return hashlib.sha256(json.dumps(statement, sort_keys=True).encode()).hexdigest()[:32]


def _numbered(part: Json, names: Mapping[str, str], depth: int) -> Json:
    """A formula, or several, with the depth of its binder for each bound variable."""
    if isinstance(part, str):
        return names.get(part, part)
    if not isinstance(part, list) or not part:
        return part
    op, *rest = part
    if op in ("all", "some", "sum") and len(rest) in (3, 4):
        name, *before, body = rest
        inside = {**names, name: f"#{depth}"}
        limits = before if op != "sum" else [_numbered(end, names, depth) for end in before]
        return [op, f"#{depth}", *limits, _numbered(body, inside, depth + 1)]
    if op in ("app", "lipschitz"):  # a function's name stays
        return [op, rest[0], *(_numbered(item, names, depth) for item in rest[1:])]
    return [_numbered(op, {}, depth), *(_numbered(item, names, depth) for item in rest)]


def file(kind: str, paper: str) -> Path:
    return FOLDER / f"{paper}.{kind}.txt"


def lines(kind: str, paper: str) -> tuple[Line, ...]:
    """The lines of a file, in its order; none where there is no file."""
    path = file(kind, paper)
    try:
        stat = path.stat()
    except OSError:
        return ()
    return _lines(path, stat.st_ino, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=64)
def _lines(path: Path, inode: int, written: int, size: int) -> tuple[Line, ...]:
    if not size:
        return ()
    found: list[Line] = []
    with path.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
        start = 0
        while start < len(data):
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            if head := _HEAD.match(data[start : min(end, start + _LONGEST)]):
                key, names = (part.decode("utf-8", "replace") for part in head.groups())
                found.append(Line(path, key, tuple(names.split(",")), start, end))
            start = end + 1
    return tuple(found)


@lru_cache(maxsize=64)
def _by_name(found: tuple[Line, ...]) -> dict[str, list[Line]]:
    named: dict[str, list[Line]] = {}
    for line in found:
        for name in line.names:
            named.setdefault(name, []).append(line)
    return named


def paper_of(name: str) -> str:
    return name.partition(".")[0]


def found(kind: str, name: str, statement: Json = None) -> bytes | None:
    """What is kept under this name, of this statement if one is given."""
    known = lines(kind, paper_of(name))
    if not known:
        return None
    ASKED.add(name)
    key = None
    for line in reversed(_by_name(known).get(name, ())):
        if statement is None:
            return line.content() or None
        key = key or digest(statement)
        if line.digest == key:
            return line.content() or None
    return None


def papers() -> list[str]:
    """The papers of which something is kept."""
    return sorted({path.name.partition(".")[0] for path in FOLDER.glob("*.txt")})


def names(kind: str) -> Iterator[str]:
    """All names under which something is kept."""
    for paper in papers():
        for line in lines(kind, paper):
            yield from line.names


def put(
    kind: str,
    new: Mapping[str, tuple[Json, bytes]],
    joined: Callable[[bytes, bytes], bytes] = lambda old, new: new,
    only: Collection[str] | None = None,
) -> None:
    """Keep, under each name, what was found of a statement, in place of what the name had.

    ``joined`` makes one of two findings on one statement.  With ``only``, no other names stay, of
    any paper.
    """
    wanted = {paper_of(name) for name in new} | (set(papers()) if only is not None else set())
    for paper in sorted(wanted):
        with _locked():
            path = file(kind, paper)
            mine = {name: item for name, item in new.items() if paper_of(name) == paper}
            entries = _entries(lines(kind, paper), only, mine)
            for name, (statement, content) in mine.items():
                key = digest(statement)
                had, old = entries.get(key, (set(), content))
                entries[key] = (had | {name}, joined(old, content) if had else content)
            _write(path, entries)


Entries = dict[str, tuple[set[str], bytes]]


def _entries(known: Iterable[Line], only: Collection[str] | None, but: Collection[str]) -> Entries:
    """Names and contents by digest, without the names of ``but`` and those not in ``only``."""
    entries: Entries = {}
    for line in known:
        stay = {n for n in line.names if n not in but and (only is None or n in only)}
        stay |= entries.get(line.digest, (set(), b""))[0]
        if stay:
            entries[line.digest] = (stay, line.content())
    return entries


def _write(path: Path, entries: Entries) -> None:
    """The file, in its order, unless it is that already."""
    text = b"".join(
        f"{key} {','.join(sorted(named))} ".encode() + content.strip() + b"\n"
        for key, (named, content) in sorted(entries.items())
    )
    if text != (path.read_bytes() if path.is_file() else b""):
        write_all({path: text})


def tidy() -> list[Path]:
    """Put every file in order, as after a merge; those that were not."""
    changed = []
    for paper in papers():
        for kind in KINDS:
            path = file(kind, paper)
            if path.is_file():
                with _locked():
                    before = path.read_bytes()
                    _write(path, _entries(lines(kind, paper), None, ()))
                    changed += [path] if path.read_bytes() != before else []
    return changed


@contextmanager
def _locked() -> Iterator[None]:
    """Nobody else writes here, where the system has locks for folders."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    handle = os.open(FOLDER, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
