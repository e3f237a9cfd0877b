"""The command ``verify show``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from verify import finding, plain_text
from verify.commands.claims import part_of_record, unknown
from verify.commands.common import as_json, no_pager, out_folder, print_json
from verify.commands.completion import ClaimId
from verify.commands.paging import page, paged_console


@click.command("show")
@click.argument("claim_id", metavar="ID", type=ClaimId())
@click.option("--unfolded", is_flag=True, help="Statements without the names of definitions.")
@click.option("--latex", is_flag=True, help="What was read, and the definitions, in LaTeX.")
@click.option("--proof", is_flag=True, help="Each obligation with its proof, in prose.")
@click.option("--written", is_flag=True, help="Each obligation with its proof, as written.")
@no_pager
@out_folder
@as_json
def show(
    claim_id: str,
    unfolded: bool,
    latex: bool,
    proof: bool,
    written: bool,
    plain: bool,
    out: Path,
    machine: bool,
) -> None:
    """Show one claim: its printed proof, reading and evidence.

    Repaired and sharpened companions, and the claims of your own files that are in
    the record, have ids too.  What the record lacks is computed.
    """
    from reports.terminal import print_claim

    record = _about(claim_id, out)
    entry = next((c for c in record["claims"] if c["id"] == claim_id), None)
    if entry is None:
        raise unknown(claim_id)
    if unfolded:
        _unfold(entry)
    if machine:
        print_json({"schema": 1, "claims": [entry]})
        return
    if latex:
        page("".join(f"{line}\n" for line in _latex(entry)), plain)
        return
    if proof:
        page("".join(f"{line}\n" for line in _prose(record, entry, out)), plain)
        return
    if written:
        page("".join(f"{line}\n" for line in _written(entry)), plain)
        return
    parameters = finding.index()["claims"].get(claim_id, {"parameters": []})["parameters"]
    record = {**record, "claims": [*record["claims"], *_near(claim_id, out)]}
    with paged_console(plain) as to:
        print_claim(record, claim_id, to, str(out))  # type: ignore[arg-type]
        if parameters:
            to.out(f"\nParameters (verify run {claim_id} --set NAME=VALUE)")
        for name, says, default in parameters:
            told = says if default is None else f"{says}, default {default}"
            head, *more = finding.wrapped(told, to.width, " " * 14)
            to.out("\n".join([f"  {name:<11} {head.strip()}", *more]))


def _near(claim_id: str, out: Path) -> Iterator[dict[str, Any]]:
    """Claims whose ids continue this one's, or are continued by it, as the folder has them.

    They may quote the same words and read them otherwise; what other code decided is left out.
    """
    from verify import folder

    known = finding.index()["claims"]
    home = known.get(claim_id, {"of": claim_id})["of"]
    for name, entry in known.items():
        near = f"{claim_id}.".startswith(f"{name}.") or f"{name}.".startswith(f"{claim_id}.")
        if near and entry["of"] == name != home:
            record = part_of_record(out, name)
            claims = record["claims"] if record else []
            yield from (c for c in claims if c["id"] == name and folder.current(c))


def _unfold(entry: dict[str, Any]) -> None:
    """What an entry says without names of definitions, in their place."""
    for item in entry["evidence"]:
        item["statement"] = item.pop("unfolded", item["statement"])
    for reading in entry["reading"]:
        reading.update(reading.pop("unfolded", {}))
    entry["definitions"] = []


def _prose(record: dict[str, Any], entry: dict[str, Any], out: Path) -> Iterator[str]:
    """Obligations with their proofs in prose, whole."""
    from verify import prose as proofs

    told = proofs.of_record({**record, "claims": [entry]}, out, keep=False)
    width = finding.terminal_width()
    for item in entry["evidence"]:
        if item["id"] not in told:
            continue
        yield item["id"]
        for line in plain_text.shown(item["statement"]).splitlines():
            yield from plain_text.wrapped(f"  {line}", width)
        yield "  proof:"
        yield from proofs.lines(told[item["id"]], width)
        yield ""
    if not told:
        yield "no obligation of it is proved for all parameters by a certificate"


def _written(entry: dict[str, Any]) -> Iterator[str]:
    """Obligations with their proofs as text, or where their certificates are."""
    for item in entry["evidence"]:
        filed = item["certificate"]
        if filed is None:
            continue
        yield item["id"]
        width = finding.terminal_width()
        for line in plain_text.shown(item["statement"]).splitlines():
            yield from plain_text.wrapped(f"  {line}", width)
        if "written" in item:
            yield "  proof:"
            for line in item["written"].splitlines():
                yield from plain_text.wrapped(f"    {line}", width)
            yield ""
        else:
            yield from (f"  its proof is not written as text: {filed['file']}", "")  # see --proof


def _latex(entry: dict[str, Any]) -> Iterator[str]:
    """Formulas of an entry, one to a display; the printed phrase is a comment above."""
    from reports.boxes import latex

    for row in (*entry["reading"], *entry.get("definitions", [])):
        said = " ".join((row["printed"] if "printed" in row else row["says"]).split())
        yield f"% {said}"
        for number, box in enumerate(row.get("boxes", [])):
            word = "" if not number else r"\text{where }" if number == 1 else r"\text{and }"
            yield rf"\[ {word}{latex(box)} \]"


def _about(claim_id: str, out: Path) -> dict[str, Any]:
    """The family of a claim as a record: what is in the folder, if this code decided it.

    Else it is decided now, or recalled from the store; the folder stays as it is.
    """
    from verify import folder, runs, store

    # of a claim that is not ours there is the record alone: it needs its file to be decided
    home = finding.index()["claims"].get(claim_id, {"of": ""})["of"]
    record = part_of_record(out, home)
    claims = record["claims"] if record else []
    if record is not None and any(claim["id"] == claim_id for claim in claims):
        if not home:
            return record
        if all(folder.current(claim) for claim in claims):
            return record
    if not home:
        raise unknown(claim_id)
    shown = runs.families([home], None, "inline", store.default(), aside=False)
    (found,) = (family for _, family in shown)
    return runs.record_of(runs.with_tables([found], store.default()), f"verify show {claim_id}")
