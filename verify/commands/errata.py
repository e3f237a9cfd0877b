"""The command ``verify errata``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from verify.commands.claims import claims_as_written, claims_of, known_papers
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
    known_papers(papers)
    form = "json" if machine else form
    if form == "pdf" and output is None:
        raise InputError("--format pdf needs a file: -o FILE")
    made = _made(out, papers, form, shown if output is None else str)
    if output is not None:
        from reports.files import write_bytes

        try:
            write_bytes(output, made)
        except OSError as error:
            raise InputError(f"cannot write {output}: {error.strerror or error}") from None
        click.echo(str(output))
    else:
        page(made.decode("utf-8"), plain or form != "text")


def _made(out: Path, papers: tuple[str, ...], form: str, shown: Callable[[str], str]) -> bytes:
    """The document; the store has it afterwards, if the record had all that it says."""
    from verify import store
    from verify.errata import rendered

    kept = store.default() if form != "pdf" else None
    key = _key(out, papers, form, shown) if kept else None
    item = kept.get(key) if kept and key else None
    if item is not None:
        return str(item.content).encode()
    record, whole = _about_all(out, papers)
    made = rendered(claims_of(record, papers), papers, form, str(out), shown)
    if kept and key and whole and not _touched() and key == _key(out, papers, form, shown):
        kept.put(key, made.decode())
    return made


def _key(out: Path, papers: tuple[str, ...], form: str, shown: Callable[[str], str]) -> str | None:
    """The digest of the record, of all that its claims are decided from, and of what prints them.

    None where there is no record.
    """
    import shutil
    from hashlib import sha256
    from importlib.metadata import version

    from proofs.registry import ids as all_ids
    from verify import sources
    from verify.errata import KEPT

    try:
        files = [sha256(path.read_bytes()).hexdigest() for path in (out / "run.json", KEPT)]
    except OSError:
        return None
    width = shutil.get_terminal_size().columns if form == "text" else 0
    how = [form, str(out), list(papers), width, shown("≤ε■"), version("netproof")]
    claims = {name: sources.inputs(name) for name in all_ids()}
    code = [sources.closure(__name__), sources.versions(), version("typst")]
    return sources.digest(["errata", files, how, claims, code])


def _touched() -> bool:
    from proofs.registry import ids as all_ids
    from verify import sources

    files = [sources.path_of(name) for name in sources.closure(__name__)]
    late = any(path is not None and path.stat().st_mtime >= sources.STARTED - 1 for path in files)
    return late or any(sources.touched(name) for name in all_ids())


def _about_all(out: Path, papers: tuple[str, ...]) -> tuple[dict[str, Any], bool]:
    """A record of all claims; what the folder does not have, or other code decided, is decided.

    Of other papers than those that are named, if any are, nothing is.  And whether the folder had
    it all, with nothing beside it.
    """
    from proofs.registry import ids as all_ids
    from verify import folder, runs, store
    from verify.progress import Progress

    record, edited = claims_as_written(out, "", papers)
    had = [claim for claim in (record["claims"] if record else []) if folder.current(claim)]
    known = {claim["id"] for claim in had}
    missing = [name for name in all_ids() if name not in known]
    missing = [name for name in missing if not papers or name.partition(".")[0] in papers]
    if not missing:
        whole = not edited and len(had) == len(record["claims"] if record else [])
        return {**(record or {}), "claims": had}, whole
    kept, seen = store.default(), Progress(len(missing))
    done: dict[int, Any] = {}
    with seen.shown():
        for place, family in runs.families(missing, None, "local", kept, aside=False):
            done[place] = family
            seen.seen(family.entries, family.recalled)
    found = runs.with_tables([done[place] for place in sorted(done)], kept)
    fresh = {claim["of"] for claim in found}
    had = [claim for claim in had if claim["of"] not in fresh]
    return runs.record_of(folder.ordered(had, found), "verify errata"), False
