"""Rows of sweeps as they come: one file, a line for each, only ever added to.

A line has the key of its row, which is the digest of the parameters and of the code and packages
that computed it, the row, and a digest of both.  Who is killed leaves at most one line that is cut
short; such a line, and one that was edited, is none, and its row is computed again.  Any number of
processes may add to one file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from verify import sources


@cache
def basis(module: str) -> str:
    """The digest of a module, of all that it may import, of Python and the packages."""
    return sources.digest(["rows", module, sources.closure(module), sources.versions()])


def key_of(module: str, parameters: Any) -> str:
    """The key of the row that ``module`` computes for these parameters, which are JSON."""
    return sources.digest([basis(module), parameters])


class Rows:
    """The rows in a file, by key."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[str, Any]:
        """All rows; of a key that is there twice, the first."""
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return {}
        found: dict[str, Any] = {}
        for line in lines:
            with suppress(ValueError, KeyError, TypeError, RecursionError):
                item = json.loads(line)
                if item["sha256"] == sources.digest([item["key"], item["row"]]):
                    found.setdefault(item["key"], item["row"])
        return found

    def add(self, rows: Mapping[str, Any]) -> None:
        """Append rows, in one write, a line for each; after a line cut short, on a new one."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            with suppress(ImportError, OSError):  # Windows, or a file system without locks
                import fcntl

                fcntl.flock(handle, fcntl.LOCK_EX)
            end = os.fstat(handle).st_size
            whole = end == 0 or os.pread(handle, 1, end - 1) == b"\n"
            lines = [] if whole else [b""]
            for key, row in rows.items():
                item = {"key": key, "row": row, "sha256": sources.digest([key, row])}
                lines.append(json.dumps(item, separators=(",", ":")).encode())
            data = b"\n".join([*lines, b""])
            while data:
                data = data[os.write(handle, data) :]
        finally:
            os.close(handle)


def write_table(path: Path, columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Rows as .csv, or as .parquet where pyarrow is installed.

    Numbers that are exact stay text, as in the record.

    Raises:
        ValueError: another ending, or pyarrow is not there.
    """
    from reports.files import write_bytes
    from verify.swept import csv_text

    names, found = list(columns), list(rows)
    if path.suffix == ".csv":
        text = csv_text(names, [[row[name] for name in names] for row in found])
        write_bytes(path, text.encode())
        return
    if path.suffix != ".parquet":
        raise ValueError(f"{path}: a table is written as .csv or .parquet")
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ValueError("a .parquet file needs pyarrow, which is not installed") from None
    table = pyarrow.table({name: [row[name] for row in found] for name in names})
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink)
    write_bytes(path, sink.getvalue().to_pybytes())
