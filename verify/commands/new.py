"""The command ``verify new``."""

from __future__ import annotations

from pathlib import Path

import click

from verify.commands.common import as_json, print_json
from verify.commands.errors import InputError


@click.command("new")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@as_json
def new(file: Path, machine: bool) -> None:
    """Write a file of statements to begin with.

    It has comments and examples; verify decide FILE decides them.
    """
    if file.suffix != ".netproof":
        raise InputError(f"{file}: the name of such a file ends in .netproof")
    from reports.files import write_text
    from verify.starter import STARTER

    if file.exists():
        raise InputError(f"{file} is there already")
    try:
        write_text(file, STARTER)
    except OSError as error:
        raise InputError(f"cannot write {file}: {error.strerror or error}") from None
    if machine:
        print_json({"schema": 1, "files": [str(file)]})
        return
    click.echo(f"{file}\nverify decide {file}")
