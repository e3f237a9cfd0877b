"""``python -m proofs.read_tables PAPER TEXT``: the tables as transcribed, against a paper's text.

The text is one that was extracted from the paper: rows are lines whose last fields are numbers,
and a table's caption, above or below them, begins with ``Table N:``.  PAPER is ``pln``, ``fl``
or ``layeract``.  Exit status: 0 all rows of all tables were found, 1 some not, 2 a usage error.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from proofs.printed import MISSING, PrintedTable

PAPERS = {
    "pln": "proofs.pln.tables",
    "fl": "proofs.fl.tables",
    "layeract": "proofs.layeract.tables",
}
REACH = 25  # lines between a caption and a row of its table, at most
_MARKUP = re.compile(r"</?[a-z]+>|textbf|\\textbf|[{}$]")
_POWER = re.compile(r"(\d)\s*(?:×|\\times)\s*10\^\{?(\d+)\}?")
_DEVIATION = re.compile(r"(\d+\.\d+)±(\d+\.\d+)")
_CAPTION = re.compile(r"^\W*Table\s*(\d+)\s*:")


@dataclass(frozen=True)
class Row:
    """A line of the text that ends in numbers."""

    line: int
    words: str
    numbers: tuple[str, ...]


def rows(text: str) -> list[Row]:
    """All lines that end in at least three numbers, with what stands before these."""
    found = []
    for place, line in enumerate(text.splitlines(), 1):
        fields = _fields(line)
        start = len(fields)
        while start and _number(fields[start - 1]):
            start -= 1
        if len(fields) - start >= 3:
            found.append(Row(place, " ".join(fields[:start]), tuple(fields[start:])))
    return found


def _fields(line: str) -> list[str]:
    """The fields of a line, without the markup in which numbers may stand.

    ``55.76±0.55`` is two numbers, ``2.5×10^4`` is written 2.5e4; a number that markup has torn
    apart (``<b>46.0</b> 2``) is one again, fields being separated by tabs where there are any.
    """
    line = _POWER.sub(r"\1e\2", line)
    pairs = _DEVIATION.findall(line)
    if pairs:
        return [line.split()[0], *(number for pair in pairs for number in pair)]
    parts = line.split("\t") if "\t" in line else line.split()
    plain = [_MARKUP.sub("", part).strip() for part in parts]
    joined = [re.sub(r"(?<=[\d.])\s+(?=\d)", "", part) for part in plain]
    return [part for part in joined if part]


def _number(field: str) -> bool:
    return field == MISSING or re.fullmatch(r"\d+(\.\d+)?(e\d+)?", field) is not None


def captions(text: str) -> dict[int, int]:
    """The line of each table's caption."""
    found: dict[int, int] = {}
    for place, line in enumerate(text.splitlines(), 1):
        match = _CAPTION.match(" ".join(line.split()))
        if match:
            found.setdefault(int(match[1]), place)
    return found


def missing(table: PrintedTable, text: str) -> list[str]:
    """The rows of a table that the text does not have near its caption, one line each."""
    place = captions(text).get(table.number)
    if place is None:
        return [f"Table {table.number}: no caption"]
    near = [row for row in rows(text) if abs(row.line - place) <= REACH]
    absent = []
    for name, cells in table.rows:
        first = name.split()[0]
        if not any(row.numbers == cells and row.words.startswith(first) for row in near):
            absent.append(f"Table {table.number}: {name} {' '.join(cells)}")
    return absent


def main(arguments: Sequence[str]) -> int:
    """Compare and print; see the module's docstring."""
    if len(arguments) != 2 or arguments[0] not in PAPERS:
        print(f"usage: python -m proofs.read_tables {'|'.join(PAPERS)} TEXT", file=sys.stderr)
        return 2
    try:
        text = Path(arguments[1]).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        print(f"cannot read {arguments[1]!r}: {type(error).__name__}", file=sys.stderr)
        return 2
    tables: tuple[PrintedTable, ...] = import_module(PAPERS[arguments[0]]).TABLES
    absent = [line for table in tables for line in missing(table, text)]
    for line in absent:
        print(f"not found  {line}")
    count = sum(len(table.rows) for table in tables)
    print(f"{count - len(absent)} of {count} rows of {len(tables)} tables found")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
