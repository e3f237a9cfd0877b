"""The command ``verify list``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from verify import finding
from verify.commands.claims import record_in
from verify.commands.common import as_json, no_pager, out_folder, print_json
from verify.commands.completion import ClaimId
from verify.commands.errors import Failed, InputError
from verify.commands.paging import paged


def _by_verdict(command: Any) -> Any:
    """An option for each verdict; those that are given are one set, ``verdicts``."""
    for name in reversed(finding.VERDICTS):
        shown = {"given": "proved or refuted, given ...", "not-run": "not run yet"}.get(name, name)
        option = click.option(f"--{name}", is_flag=True, help=f"Only what is {shown}.")
        command = option(command)
    return command


@click.command("list")
@click.argument("papers", nargs=-1, metavar="[PAPER|ID]...", type=ClaimId(papers=True))
@click.option("--search", default="", metavar="WORDS", help="Only with these words, of any case.")
@click.option("--coverage", is_flag=True, help="What each theorem of the last run has, and lacks.")
@_by_verdict
@no_pager
@out_folder
@as_json
def list_claims(
    papers: tuple[str, ...],
    search: str,
    coverage: bool,
    plain: bool,
    out: Path,
    machine: bool,
    **asked: bool,
) -> None:
    """List the claims by paper, with the verdicts of the last run.

    \b
    verify list pln --refuted
    verify list --search "minimum width"
    """
    for name in papers:
        if not finding.is_known(name):
            raise InputError(finding.unknown(name))
    if coverage:
        _print_coverage(out, machine, papers)
        return
    verdicts = {name.replace("_", "-") for name, on in asked.items() if on}
    rows = finding.rows(finding.known_verdicts(out / "run.json"))
    rows = finding.chosen(rows, papers, verdicts, search)
    if machine:
        click.echo(finding.as_json(rows), nl=False)
        return
    if not rows:
        raise Failed("no claim is as asked for")
    with paged(plain) as page:
        for line in finding.lines(rows, finding.terminal_width()):
            page(line)


def _print_coverage(out: Path, machine: bool, papers: tuple[str, ...]) -> None:
    """The table of what each theorem has, from the record and the sweeps beside it."""
    from reports.coverage import HEAD, rows
    from reports.terminal import print_coverage
    from verify.swept import attach

    record = record_in(out)
    if record is None:
        raise InputError(f"there is no record in {out}; run `verify run --all` first")
    attach(record, out)
    if papers:
        of = [c for c in record["claims"] if {c["id"], c["id"].partition(".")[0]} & {*papers}]
        record = {**record, "claims": of}
    if machine:
        found = [
            {"id": row.id, **{n: vars(c) for n, c in zip(HEAD, row.cells, strict=True)}}
            for row in rows(record)  # type: ignore[arg-type]
        ]
        print_json({"schema": 1, "theorems": found})
    else:
        print_coverage(record)  # type: ignore[arg-type]
