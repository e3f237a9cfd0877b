"""The command ``verify report``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from verify.commands.claims import claims_of, known_papers, record_in
from verify.commands.common import LOCK, as_json, of_papers, out_folder, print_json
from verify.commands.errors import InputError
from verify.commands.locked import locked_instances, locked_verdicts

NOT_TRUE = ("refuted", "vacuous", "ill-formed")


@click.command("report")
@click.option("--html", is_flag=True, help="A page for each claim, and an index.")
@click.option("--pdf", is_flag=True, help="For each paper an article, and an appendix apart.")
@click.option("--junit", is_flag=True, help=f"JUnit XML, for a CI server; expects what {LOCK} has.")
@of_papers
@out_folder
@as_json
def report(
    html: bool, pdf: bool, junit: bool, papers: tuple[str, ...], out: Path, machine: bool
) -> None:
    """Render the record; HTML unless told otherwise.

    \b
    verify run pln.lemma2
    verify report           # begin with reports/out/html/index.html

    In JUnit a claim passes if its verdict is the locked one, or stronger: refuted
    passes where it is locked as refuted.  Without a lock nothing is expected, and
    what is refuted fails.
    """
    known_papers(papers)
    record = record_in(out)
    if record is None:
        raise InputError(f"there is no record in {out}; run `verify run --all` first")
    record = claims_of(record, papers)
    if papers and not record["claims"]:
        raise InputError(f"the record in {out} has no claim of {', '.join(papers)}")
    expected = locked_verdicts() if junit and LOCK.is_file() else None
    from verify.swept import attach

    try:
        attach(record, out)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{out / 'sweep'}: not a sweep file: {error!r}") from None
    from reports.reliability import ReliabilityError, found

    try:
        measured = found(Path())
    except ReliabilityError as error:
        raise InputError(str(error)) from None
    from reports.experiments import ExperimentError
    from reports.experiments import found as experiments_found
    from verify import prose
    from verify.errata import numbers
    from verify.slips import listed

    try:
        tried = experiments_found(Path(), out)
    except ExperimentError as error:
        raise InputError(str(error)) from None
    slips = listed(record["claims"], {claim["source"]["paper"] for claim in record["claims"]})
    written: list[Path] = []
    try:
        told = prose.of_record(record, out) if html or pdf or not junit else {}
        if html or not (pdf or junit):
            from reports.html import write_html
            from verify import lemmas

            shared = lemmas.of_record(record, told)
            about = (measured, tried, slips, shared, numbers(), told)
            pages = write_html(record, out / "html", str(out), *about)  # type: ignore[arg-type]
            written.append(pages[0])
            _say_untypeset(record)
        if pdf:
            from reports.pdf import write_pdfs

            more = (measured, tried, slips, numbers(), told)
            written += write_pdfs(record, out, str(out), *more)  # type: ignore[arg-type]
            if not html:
                _say_untypeset(record)
        if junit:
            from reports.junit import write_junit

            verdicts = None if expected is None else {n: v for n, (v, _) in expected.items()}
            rows = locked_instances() if expected is not None else None
            path = write_junit(record, out / "junit.xml", verdicts, rows)  # type: ignore[arg-type]
            written.append(path)
            if expected is None and any(c["verdict"] in NOT_TRUE for c in record["claims"]):
                note = f"there is no {LOCK}: what is refuted counts as a failure (verify lock)"
                click.echo(f"verify: {note}", err=True)
    except OSError as error:
        raise InputError(f"cannot write to {out}: {error.strerror or error}") from None
    if machine:
        print_json({"schema": 1, "files": [str(path) for path in written]})
        return
    for path in written:
        click.echo(str(path))


def _say_untypeset(record: Any) -> None:
    """Name the texts whose markup is faulty: they are shown as they are written."""
    from reports.formulas import problems

    for text, reason in problems(record):
        click.echo(f"verify: not typeset ({reason}): {text}", err=True)
