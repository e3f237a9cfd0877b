"""Kept certificates for tests: as bytes, as JSON, as a file that a command can read."""

from __future__ import annotations

import json
from atexit import register
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from proofs import kept

Json = Any


def certificate(name: str) -> bytes:
    found = kept.found(kept.CERTIFICATES, name)
    assert found is not None, f"{name} is not kept"
    return found


def loaded(name: str) -> Json:
    return json.loads(certificate(name))


def names(beginning: str = "", size: int = 0) -> list[str]:
    """The names of kept certificates that begin so, of at most ``size`` bytes if it is given."""
    return sorted(
        name
        for paper in kept.papers()
        for line in kept.lines(kept.CERTIFICATES, paper)
        for name in line.names
        if name.startswith(beginning) and (not size or line.end - line.start <= size)
    )


@cache
def file(name: str) -> Path:
    """A file of this process's own, ``NAME.json``."""
    path = _folder() / f"{name}.json"
    path.write_bytes(certificate(name))
    return path


@cache
def _folder() -> Path:
    folder = Path(mkdtemp())
    register(rmtree, folder, True)
    return folder
