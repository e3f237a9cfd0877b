"""Files appear whole or not at all.

``reports/files.py`` says the same again: that floor reads the record of a run and imports nothing.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def write_bytes(path: Path, data: bytes) -> Path:
    """Write ``data`` to ``path`` through a temporary file beside it and a rename.

    Raises :class:`OSError` if the place cannot be written; nothing half-written stays.
    """
    write_all({path: data})
    return path


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write several files: all to temporary ones first, then each is renamed, in this order.

    Raises :class:`OSError`, with the name of the file, if a place cannot be written.  Then files
    that were there are still the old ones and folders that were made are gone; only where a rename
    itself fails, as if the disk were taken away, may some be new.
    """
    made: list[Path] = []
    passing: dict[Path, Path] = {}
    try:
        for path, data in files.items():
            try:
                _make_folder(path.parent, made)
                if path.is_dir():
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                # the name is kept before: an interrupt may come as soon as the file is there
                passing[path] = path.parent / f".{path.name[:40]}.{secrets.token_hex(8)}.tmp"
                handle = os.open(passing[path], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
                with os.fdopen(handle, "wb") as stream:
                    stream.write(data)
            except OSError as error:
                error.filename = str(path)
                raise
        for path, place in passing.items():
            os.replace(place, path)
    except BaseException:
        for place in passing.values():
            with suppress(OSError):
                place.unlink()
        for folder in reversed(made):
            with suppress(OSError):  # another file may be there by now
                folder.rmdir()
        raise


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it; ``made`` gets the new ones, outermost first."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for place in reversed(missing):
        place.mkdir(exist_ok=True)
        made.append(place)
