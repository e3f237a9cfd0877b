"""The command ``verify check``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from verify.commands.common import as_json, print_json
from verify.commands.errors import InputError
from verify.plain_text import file_name
from verify.printable import one_line


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--rerun", is_flag=True, help="Repeat lower evidence: run.json, sweep, .bound.json.")
@click.option("--second", is_flag=True, help="Also ask the second checker; both must accept.")
@click.option("--show", "shown", is_flag=True, help="Print what an accepted certificate proves.")
@click.option(
    "--checker",
    type=click.Choice(["kernel", "verified", "verified-gmp"]),
    default="kernel",
    show_default=True,
    help="verified: the one that Coq proved; the kernel on what it does not accept. "
    "verified-gmp: the same with GMP's numbers, faster.",
)
@as_json
def check(
    files: tuple[Path, ...], rerun: bool, second: bool, shown: bool, checker: str, machine: bool
) -> None:
    """Check certificates with the kernel alone.

    --checker verified builds a program from the proof in Coq (a minute, once) and
    asks it first.  Without Coq and OCaml it says so, and the kernel answers.  With
    verified-gmp the program computes with GMP, which has to be believed then.

    Exit status 0 if all are accepted, 1 if any is not, 2 if a file cannot be read.
    """
    from verify.checking import Unreadable, by_coq, check_file, lines

    results: list[dict[str, str]] = []
    known: dict[Path, dict[str, str]] = {}
    proved: set[str] = set()
    if checker != "kernel":
        proved, why = by_coq(files, Path("reports/out"), checker)
        if why:
            click.echo(f"verify: the kernel is asked alone: {one_line(why)}", err=True)
    for path in files:
        try:
            answer = check_file(path, rerun, second, shown, known, proved, checker)
        except Unreadable as error:
            name = file_name(path)
            name = name if len(name) <= 200 else f"{name[:200]}..."
            raise InputError(f"cannot read {name}: {error}") from None
        results.append({"file": str(path), **answer})
    if machine:
        print_json({"schema": 1, "files": results})
    else:
        for item in results:
            for line in lines(item["file"], item):
                click.echo(line)
    if any(item["outcome"] != "accept" for item in results):
        sys.exit(1)
