"""What several commands share: options, errors, and how they print."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from verify import finding
from verify.commands.completion import ClaimId
from verify.commands.errors import InputError
from verify.printable import one_line

LOCK = Path("verdicts.lock.json")


SET = "Your own instance: a parameter that `verify show ID` lists.  Numbers are exact."


as_json = click.option("--json", "machine", is_flag=True, help="Print JSON on standard output.")


OUT = click.Path(path_type=Path, file_okay=False)


of_papers = click.option(
    "--paper",
    "papers",
    multiple=True,
    metavar="PAPER",
    type=ClaimId(papers=True),
    help="Only claims of this paper, such as pln.",
)


no_pager = click.option("--no-pager", "plain", is_flag=True, help="Print long output at once.")


out_folder = click.option(
    "--out", type=OUT, default=Path(finding.OUT), show_default=True, help="Folder for results."
)


def why(error: Exception) -> str:
    """The reason in the user's words, where Python's own is about its conversions."""
    if "integer string conversion" in str(error):
        return "a number in the answer has more than 4,300 digits: take shorter numbers in f or eps"
    return str(error)


def clipped(line: str) -> str:
    """The line, at most 80 columns wide."""
    return line if len(line) <= 80 else line[:79].rstrip() + "…"


def setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise InputError(f"--set takes NAME=VALUE, got {text[:60]!r}")
    return name, value


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, indent=1))


def note(text: str) -> None:
    click.echo(f"verify: {one_line(text)}", err=True)


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Fail now rather than after the work if results cannot be written to ``out``.

    Folders that were made for results are removed again where none came.
    """
    made: list[Path] = []
    try:
        made = [path for path in (out, *out.parents) if not path.exists()]
        out.mkdir(parents=True, exist_ok=True)
        if not os.access(out, os.W_OK):
            raise PermissionError(13, "permission denied")
        yield
    except OSError as error:
        raise InputError(f"cannot write to {out}: {error.strerror or error}") from None
    finally:
        for path in made:
            try:
                path.rmdir()  # only if it is empty
            except OSError:
                break
