"""The command ``verify lock``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from verify.commands.claims import record_in
from verify.commands.common import LOCK, as_json, out_folder, print_json
from verify.commands.errors import InputError


@click.command("lock")
@click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path),
    default=LOCK,
    show_default=True,
    help="The file.",
)
@out_folder
@as_json
def lock(path: Path, out: Path, machine: bool) -> None:
    """Keep the verdicts of the last run, to hold later ones to.

    Of your own statements it also keeps a digest of what they say.
    """
    from reports.files import write_text
    from reports.junit import instance_key

    record = record_in(out)
    if record is None:
        raise InputError(f"there is no record in {out}; run `verify run --all` first")
    kept: dict[str, dict[str, Any]] = {
        c["id"]: {
            "verdict": c["verdict"],
            "given": c.get("given", []),
            "printed_proof": c["printed_proof"],
            "instances": {instance_key(item): item["verdict"] for item in c["instances"]},
        }
        for c in record["claims"]
    }
    for c in record["claims"]:
        if c["id"].startswith("mine."):
            from verify.regression import stated

            kept[c["id"]]["stated"] = stated(c)
    try:
        write_text(path, json.dumps({"schema": 1, "claims": kept}, indent=1) + "\n")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None
    if machine:
        print_json({"schema": 1, "claims": kept})
    else:
        click.echo(f"{path}: {len(kept)} verdicts")
