"""The command ``verify glossary``."""

from __future__ import annotations

from pathlib import Path

import click

from verify import finding
from verify.commands.claims import record_in
from verify.commands.common import as_json, no_pager, out_folder, print_json
from verify.commands.errors import InputError
from verify.commands.paging import paged_console


@click.command("glossary")
@click.argument("papers", nargs=-1, metavar="[PAPER]...")
@no_pager
@out_folder
@as_json
def glossary(papers: tuple[str, ...], plain: bool, out: Path, machine: bool) -> None:
    """Show what the names in statements stand for.

    Of each definition of the papers: its formula, where the paper has it, and
    which claims of the record are printed with it.
    """
    from proofs.registry import ids, load
    from reports.terminal import print_definitions
    from verify.runner import definition_entries

    for name in papers:
        if not finding.is_paper(name):
            raise InputError(finding.unknown(name))
    record = record_in(out) or {"claims": []}
    found = []
    for paper in papers or finding.index()["papers"]:
        source = load(next(name for name in ids() if name.partition(".")[0] == paper)).source
        using = [c for c in record["claims"] if c["source"]["paper"] == paper]
        for entry in definition_entries(source.definitions, source.definitions):
            users = [c["id"] for c in using
                     if entry["id"] in {d["id"] for d in c.get("definitions", [])}]  # fmt: skip
            found.append({"paper": paper, **entry, "used": users})
    if machine:
        print_json({"schema": 1, "definitions": found})
        return
    with paged_console(plain) as to:
        print_definitions(found, to)
