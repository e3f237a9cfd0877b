"""How often each promise was tried and how often it failed: reliability.json, shown.

``python -m tests.campaigns`` writes the file.  With no failure in n trials, the rate of failure
is below 3/n with 95 % confidence (the rule of three: (1 - p)^n >= 0.05 only if p < 3/n), for
trials drawn as these were; it says nothing about others.
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

from reports import tables
from reports.files import write_text

PLACES = (Path("reports/reliability.json"), Path("docs/figures/reliability.json"))
MAX_BYTES = 2_000_000
RULE = (
    "Where nothing failed in n trials, the rate of failure is below 3/n with 95 % confidence "
    "(the rule of three), for trials drawn as these were."
)
_TEXTS = {"name": str, "promise": str, "trial": str}
_NUMBERS = ("trials", "failures", "seed")

Reliability = dict[str, Any]


class ReliabilityError(ValueError):
    """The file is not what this version can show; the message is one line."""


def found(folder: Path) -> Reliability | None:
    """The newest results that can be reached from ``folder``, if there are any.

    Raises:
        ReliabilityError: the file is there and cannot be used.
    """
    for place in PLACES:
        if (folder / place).is_file():
            try:
                return load(folder / place)
            except ReliabilityError as error:
                raise ReliabilityError(f"{place}: {error}") from None
    return None


def load(path: Path) -> Reliability:
    """Read and check a file."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ReliabilityError("too large")
        raw = json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_constant)
    except OSError as error:
        raise ReliabilityError(f"cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise ReliabilityError(f"not JSON: {tables.plain(str(error))[:80]}") from None
    return validate(raw)


def validate(raw: Any) -> Reliability:
    """The data, if they have the form that is shown; raises ReliabilityError."""
    if not isinstance(raw, dict) or raw.get("schema") != 1:
        raise ReliabilityError('needs an object with "schema": 1')
    campaigns, versions = raw.get("campaigns"), raw.get("versions")
    if not isinstance(versions, dict) or not isinstance(campaigns, list) or not campaigns:
        raise ReliabilityError("needs versions and a list of campaigns")
    for row in campaigns:
        if not isinstance(row, dict):
            raise ReliabilityError("a campaign is not an object")
        name = tables.plain(row.get("name"))[:40]
        if not all(isinstance(row.get(key), kind) for key, kind in _TEXTS.items()):
            raise ReliabilityError(f"campaign {name}: needs texts: {', '.join(_TEXTS)}")
        if not all(type(row.get(key)) is int and row[key] >= 0 for key in _NUMBERS):
            raise ReliabilityError(f"campaign {name}: needs numbers: {', '.join(_NUMBERS)}")
        if row["failures"] > row["trials"]:
            raise ReliabilityError(f"campaign {name}: more failures than trials")
        counts, examples = row.get("counts"), row.get("examples")
        if not isinstance(counts, dict) or not all(type(n) is int for n in counts.values()):
            raise ReliabilityError(f"campaign {name}: counts are not numbers")
        if not isinstance(examples, list) or not all(isinstance(e, str) for e in examples):
            raise ReliabilityError(f"campaign {name}: examples are not texts")
    return raw


def dump(data: Reliability, path: Path) -> Path:
    """Write the file whole or not at all."""
    return write_text(path, json.dumps(validate(data), indent=1, ensure_ascii=True) + "\n")


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


# What is shown.


def bound(row: dict[str, Any]) -> str:
    """The 95 % upper bound on the rate of failure, rounded up to two digits; or why there is none.

    Computed here from the two counts: a bound that a file states is not believed.
    """
    trials = row["trials"]
    if row["failures"] or not trials:
        return "–"
    if trials <= 3:
        return "1"
    exponent = len(str(trials)) - 1
    # 3/n = digits * 10^-(exponent + 1), rounded up in whole numbers
    digits = -(-3 * 10 ** (exponent + 2) // trials)
    if digits >= 100:
        digits, exponent = -(-digits // 10), exponent - 1
    return f"{digits // 10}.{digits % 10}e-{exponent + 1:02d}"


def grouped(number: int) -> str:
    """12345678 as ``12,345,678``."""
    return f"{number:,}"


def rows(data: Reliability) -> list[dict[str, Any]]:
    """One row for each promise, as texts."""
    return [
        {
            "promise": tables.plain(row["promise"]),
            "trial": tables.plain(row["trial"]),
            "trials": grouped(row["trials"]),
            "failures": grouped(row["failures"]),
            "failed": row["failures"] > 0,
            "bound": bound(row),
            "seed": str(row["seed"]),
            "counts": [(tables.plain(k), grouped(n)) for k, n in row["counts"].items()],
            "examples": [tables.plain(e)[:600] for e in row["examples"]],
        }
        for row in data["campaigns"]
    ]


def versions(data: Reliability) -> str:
    return tables.plain(" · ".join(f"{k} {v}" for k, v in data["versions"].items()))


def table(data: Reliability, width: int = 80) -> str:
    """The table for a terminal or a document."""
    columns = ("Trials", "Failures", "Rate below", "Seed")
    widths = (10, 8, 10, 6)
    room = width - sum(widths) - 2 * len(widths)
    head = "Promise".ljust(room) + "".join(
        f"  {name:>{w}}" for name, w in zip(columns, widths, strict=True)
    )
    lines = [head, "─" * width]
    for row in rows(data):
        says = textwrap.wrap(row["promise"], room) or [""]
        cells = (row["trials"], row["failures"], row["bound"], row["seed"])
        lines.append(
            says[0].ljust(room)
            + "".join(f"  {cell:>{w}}" for cell, w in zip(cells, widths, strict=True))
        )
        lines += says[1:]
    return "\n".join([*lines, "", *textwrap.wrap(RULE, width), ""])
