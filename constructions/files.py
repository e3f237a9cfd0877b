"""Files appear whole or not at all.

``reports/files.py`` says the same again: that floor reads the record of a run and imports nothing.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_bytes(path: Path, data: bytes) -> Path:
    """Write ``data`` to ``path`` through a temporary file beside it and a rename.

    Raises :class:`OSError` if the place cannot be written; nothing half-written stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    passing = path.parent / f".{path.name[:40]}.{secrets.token_hex(8)}.tmp"
    try:  # the name is chosen before: an interrupt may come as soon as the file is there
        handle = os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.replace(passing, path)
    except BaseException:
        passing.unlink(missing_ok=True)
        raise
    return path
