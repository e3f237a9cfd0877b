"""Claims and records that a command is asked about."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import click

from verify import finding
from verify.commands.errors import InputError
from verify.printable import one_line


def known_ids(ids: list[str]) -> None:
    from proofs.registry import MODULES

    for name in ids:
        if name not in MODULES:
            load_claim(name)


def unknown(name: str) -> InputError:
    return InputError(finding.unknown(name))


def expanded(names: Iterable[str]) -> list[str]:
    """The names, with the claims of a paper for each that is one; none twice."""
    found = [(finding.of_paper(name) if finding.is_paper(name) else [name]) for name in names]
    return list(dict.fromkeys(name for group in found for name in group))


def known_papers(papers: tuple[str, ...]) -> None:
    for name in papers:
        if not finding.is_paper(name):
            known = finding.index()["papers"]
            near = finding.did_you_mean(name, known) or f"; there are {', '.join(known)}"
            raise InputError(f"there is no paper {name[:60]!r}{near}")


def claims_of(record: dict[str, Any], papers: tuple[str, ...]) -> dict[str, Any]:
    """The record with the claims of these papers alone; without papers, all of it."""
    if not papers:
        return record
    claims = [c for c in record["claims"] if c["id"].partition(".")[0] in papers]
    return {**record, "claims": claims}


def load_claim(claim_id: str) -> Any:
    """The claim or companion of this id."""
    from proofs.registry import find

    try:
        return find(claim_id)
    except KeyError:
        raise unknown(claim_id) from None


def record_in(out: Path) -> dict[str, Any] | None:
    from reports.record import RecordError, load

    path = out / "run.json"
    if not path.is_file():
        return None
    try:
        return load(path)  # type: ignore[return-value]
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None


def part_of_record(out: Path, of: str, papers: Collection[str] = ()) -> dict[str, Any] | None:
    """The claims of the record that are as they were written, or None.

    Of one family, of some papers, or all.
    """
    return claims_as_written(out, of, papers)[0]


def claims_as_written(
    out: Path, of: str, papers: Collection[str] = ()
) -> tuple[dict[str, Any] | None, list[str]]:
    """What :func:`part_of_record` finds, and the ids of the claims that it leaves aside."""
    from reports.record import RecordError, load_claims

    path = out / "run.json"
    if not path.is_file():
        return None, []
    try:
        record, edited = load_claims(path, of, papers)
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None
    for name in edited:
        note = f"{path}: {name} is not as it was written, and is left aside"
        click.echo(f"verify: {one_line(note)}", err=True)
    return dict(record), edited
