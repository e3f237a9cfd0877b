"""The command ``verify errata``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from verify.commands.claims import claims_of, known_papers, part_of_record
from verify.commands.common import as_json, no_pager, of_papers, out_folder
from verify.commands.errors import InputError
from verify.commands.paging import page
from verify.plain_text import shown


@click.command("errata")
@of_papers
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "md", "pdf", "json", "csl"]),
    default="text",
    show_default=True,
    help="md and pdf are documents to send, csl the items of a bibliography.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write instead of standard output.  Folders are made.",
)
@no_pager
@out_folder
@as_json
def errata(
    papers: tuple[str, ...], form: str, output: Path | None, plain: bool, out: Path, machine: bool
) -> None:
    """List what does not hold as printed: statements, proofs, slips.

    \b
    verify errata --paper pln
    verify errata --paper pln --format md -o errata-pln.md

    What the record lacks, or other code has decided, is decided first.
    """
    from verify.errata import rendered

    known_papers(papers)
    form = "json" if machine else form
    if form == "pdf" and output is None:
        raise InputError("--format pdf needs a file: -o FILE")
    record = claims_of(_about_all(out, papers), papers)
    made = rendered(record, papers, form, str(out), shown if output is None else str)
    if output is not None:
        from reports.files import write_bytes

        try:
            write_bytes(output, made)
        except OSError as error:
            raise InputError(f"cannot write {output}: {error.strerror or error}") from None
        click.echo(str(output))
    else:
        page(made.decode("utf-8"), plain or form != "text")


def _about_all(out: Path, papers: tuple[str, ...]) -> dict[str, Any]:
    """A record of all claims; what the folder does not have, or other code decided, is decided.

    Of other papers than those that are named, if any are, nothing is.
    """
    from proofs.registry import ids as all_ids
    from verify import folder, runs, store
    from verify.progress import Progress

    record = part_of_record(out, "", papers)
    had = [claim for claim in (record["claims"] if record else []) if folder.current(claim)]
    known = {claim["id"] for claim in had}
    missing = [name for name in all_ids() if name not in known]
    missing = [name for name in missing if not papers or name.partition(".")[0] in papers]
    if not missing:
        return {**(record or {}), "claims": had}
    kept, seen = store.default(), Progress(len(missing))
    done: dict[int, Any] = {}
    with seen.shown():
        for place, family in runs.families(missing, None, "local", kept, aside=False):
            done[place] = family
            seen.seen(family.entries, family.recalled)
    found = runs.with_tables([done[place] for place in sorted(done)], kept)
    fresh = {claim["of"] for claim in found}
    had = [claim for claim in had if claim["of"] not in fresh]
    return runs.record_of(folder.ordered(had, found), "verify errata")
