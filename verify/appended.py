"""Rows of sweeps as they come: one file, a line for each, only ever added to.

A line has the key of its row, which is the digest of the parameters and of the code and packages
that computed it, the row, and a digest of both.  Who is killed leaves at most one line that is cut
short; such a line, and one that was edited, is none, and its row is computed again.  Any number of
processes may add to one file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import as_completed
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from verify import sources
from verify.engines import Stopped, engine


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


@dataclass(frozen=True)
class Kept:
    """The file that the rows of a sweep are kept in; ``fresh``, nothing is taken from it."""

    path: Path
    fresh: bool = False


@dataclass(frozen=True)
class Cells:
    """What a sweep computes: a result for each cell, by ``measure(cells, *how)``.

    ``parameters`` of a cell are JSON and determine, with the code that ``module`` may import, its
    result.  ``data`` makes JSON of a result, and ``read`` makes the result again, or None of what
    is none.  Cells of the same parameters are computed once.
    """

    module: str
    cells: Sequence[Any]
    parameters: Callable[[Any], Any]
    measure: Callable[..., Sequence[Any]]
    how: tuple[Any, ...]
    data: Callable[[Any], Any]
    read: Callable[[Any], Any]

    def results(
        self,
        spec: str,
        shares: Callable[[Sequence[Any]], Sequence[Sequence[Any]]],
        kept: Kept | None = None,
    ) -> list[Any]:
        """The results: those that are kept, and the others as they come, in the order of cells.

        ``shares`` puts the cells that are left together into jobs, each cell into one.

        Raises:
            ValueError: a worker was killed; what was done by then is kept.
        """
        if kept is None:
            names = [sources.digest(self.parameters(cell)) for cell in self.cells]
        else:
            names = [key_of(self.module, self.parameters(cell)) for cell in self.cells]
        file = Rows(kept.path) if kept is not None else None
        there = file.read() if file is not None and kept is not None and not kept.fresh else {}
        cells = dict(zip(names, self.cells, strict=True))
        found = {name: self.read(there[name]) for name in cells if name in there}
        found = {name: result for name, result in found.items() if result is not None}
        left = {id(cell): name for name, cell in cells.items() if name not in found}
        jobs = [
            [left[id(cell)] for cell in job]
            for job in shares([cells[name] for name in left.values()])
        ]
        jobs = [job for job in jobs if job]
        if not jobs:
            return [found[name] for name in names]
        try:
            with engine(spec, len(jobs)) as executor:
                waiting = {
                    executor.submit(self.measure, [cells[name] for name in job], *self.how): job
                    for job in jobs
                }
                for future in as_completed(waiting):
                    new = dict(zip(waiting[future], future.result(), strict=True))
                    if file is not None:
                        file.add({name: self.data(result) for name, result in new.items()})
                    found |= new
        except Stopped as error:
            says = f"; {len(found)} of {len(cells)} rows are kept, and the same command goes on"
            raise Stopped(f"{error}{says if file is not None else ''}") from None
        return [found[name] for name in names]


def dealt(workers: int) -> Callable[[Sequence[Any]], list[Sequence[Any]]]:
    """Cells dealt out to jobs, at least four to each, and four jobs to each worker."""

    def shares(cells: Sequence[Any]) -> list[Sequence[Any]]:
        parts = max(1, min(len(cells) // 4, 4 * workers))
        return [cells[i::parts] for i in range(parts)]

    return shares


def reader(row: Any) -> Callable[[Any], Any]:
    """Makes rows of this dataclass of the JSON of their fields, and None of other JSON."""
    from dataclasses import fields

    names = {item.name for item in fields(row)}
    return lambda data: row(**data) if isinstance(data, dict) and {*data} == names else None


def lists(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """As ``read`` for each element of a list; None where there is none, or for one of them."""

    def all_of(data: Any) -> Any:
        found = [read(one) for one in data] if isinstance(data, list) else [None]
        return None if None in found else found

    return all_of


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
