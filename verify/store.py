"""The store: what was decided on this machine, under the digest of what it was decided from.

One file for each item, named by its key: a first line with the key and the SHA-256 of key and
contents, then the contents.  What does not fit (cut short, edited, renamed, of another version)
is no item, and is computed again.  Items appear whole or not at all, so that any number of
processes may share the folder and be killed at any moment.

It belongs to one user, in the folder of caches, or where ``NETPROOF_STORE`` says; empty, there is
none.  What it does and does not protect is said in ``docs/decisions/0021-the-store.md``.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports.files import write_bytes

FORMAT = "netproof-store/1"
WHERE = "NETPROOF_STORE"
MAX_ITEM = 1 << 28  # bytes, as contents
MAX_TOTAL = 1 << 29  # bytes of files; beyond, what was not used for longest goes
LEFT = 3600.0  # seconds after which a file that was being written is nobody's any more


@dataclass(frozen=True)
class Item:
    """JSON, and files by their names."""

    content: Any
    packed: bytes = b""

    def files(self) -> dict[str, bytes]:
        names = json.loads(_unpacked(self.packed)) if self.packed else {}
        return {name: text.encode() for name, text in names.items()}


def default() -> Store | None:
    """The store of this user, if there is to be one and nobody else can write to it."""
    given = os.environ.get(WHERE)
    if given is not None:
        return Store(Path(given)).usable() if given.strip() else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Store(Path(base) / "netproof").usable()


class Store:
    """Items by key, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def usable(self) -> Store | None:
        """Itself, if the folder can be written by this user and, where that is known, no other."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = self.folder.stat()
        except OSError:
            return None
        if hasattr(os, "getuid") and (
            found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o022
        ):
            return None
        return self if os.access(self.folder, os.W_OK) else None

    def path(self, key: str) -> Path:
        return self.folder / f"{key}.item"

    def get(self, key: str) -> Item | None:
        """The item of this key, or None; what is no item of this key is removed."""
        path = self.path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        try:
            item = _read(key, data)
        except (ValueError, KeyError, TypeError, RecursionError, zlib.error):
            path.unlink(missing_ok=True)
            return None
        with suppress(OSError):
            os.utime(path)
        return item

    def put(self, key: str, content: Any, files: Mapping[str, bytes] | None = None) -> None:
        """Keep an item; a disk that is full, or cannot be written, keeps nothing."""
        named = {name: data.decode() for name, data in (files or {}).items()}
        packed = zlib.compress(json.dumps(named).encode(), 1) if named else b""
        text = zlib.compress(json.dumps(content, ensure_ascii=False).encode("utf-8"), 1)
        body = b"%d\n%b%b" % (len(text), text, packed)
        head = {"format": FORMAT, "key": key, "sha256": _sealed(key, body)}
        with suppress(OSError):
            write_bytes(self.path(key), json.dumps(head).encode() + b"\n" + body)

    def prune(self) -> None:
        """Drop what is left of interrupted writes and, above the limit, what is oldest in use."""
        found: list[tuple[float, int, Path]] = []
        for path in self.folder.iterdir():
            try:
                status = path.stat()
                if path.suffix == ".tmp" and status.st_mtime < time.time() - LEFT:
                    path.unlink()
                elif path.suffix == ".item":
                    found.append((status.st_mtime, status.st_size, path))
            except OSError:  # another process was quicker
                continue
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found, key=lambda one: one[0]):
            if total <= MAX_TOTAL:
                return
            path.unlink(missing_ok=True)
            total -= size


def _sealed(key: str, body: bytes) -> str:
    return hashlib.sha256(f"{FORMAT}\n{key}\n".encode() + body).hexdigest()


def _read(key: str, data: bytes) -> Item:
    first, _, body = data.partition(b"\n")
    head = json.loads(first)
    if head != {"format": FORMAT, "key": key, "sha256": _sealed(key, body)}:
        raise ValueError("not an item of this key")
    size, _, rest = body.partition(b"\n")
    length = int(size)
    return Item(json.loads(_unpacked(rest[:length])), rest[length:])


def _unpacked(data: bytes) -> bytes:
    """What was compressed; ``ValueError`` for what would be too much."""
    reader = zlib.decompressobj()
    text = reader.decompress(data, MAX_ITEM)
    if not reader.eof:
        raise ValueError("too large, or cut short")
    return text
