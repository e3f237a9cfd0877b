"""The command ``verify experiment``."""

from __future__ import annotations

from pathlib import Path

import click

from verify.commands.common import as_json, clipped, out_folder, print_json, writing
from verify.commands.errors import InputError


def _ranges(numbers: list[int]) -> str:
    """``1, 2, 5 to 7``."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(
        f"{part[0]} to {part[-1]}" if len(part) > 2 else ", ".join(map(str, part)) for part in parts
    )


@click.command("experiment")
@click.argument("ids", nargs=-1, metavar="[PAPER|ID]...")
@click.option("--list", "listed", is_flag=True, help="Which experiments there are; run none.")
@click.option("--seeds", default="", metavar="N,N,...", help="Seeds in place of the stated ones.")
@click.option("--small", is_flag=True, help="A sample of seconds, at the smallest sizes.")
@click.option("--keep", is_flag=True, help="Also keep them, in docs/figures/experiments.")
@out_folder
@as_json
def experiment(
    ids: tuple[str, ...],
    listed: bool,
    seeds: str,
    small: bool,
    keep: bool,
    out: Path,
    machine: bool,
) -> None:
    """Run the experiments that the papers print.

    \b
    verify experiment --list
    verify experiment fl --seeds 11,12,13

    It takes minutes, on two cores (make experiments keeps the results).  Beside
    each printed sentence stands a rule that tells from the rows of a seed whether
    they agree with it; the word is computed from all seeds.  Exit status 0,
    whether the papers' sentences agree or not.
    """
    from verify import experiments

    try:
        chosen = experiments.named(ids)
        numbers = [int(part) for part in seeds.split(",")] if seeds else []
    except ValueError as error:
        known = str(error).startswith("there is no")
        raise InputError(str(error) if known else f"--seeds: not numbers: {seeds!r}") from None
    if any(not 0 <= number < 2**32 for number in numbers):
        raise InputError("--seeds: a seed is a number from 0 to 2^32 - 1")
    if keep and (small or numbers):
        raise InputError("what is kept is the stated protocol: without --small and --seeds")
    if listed:
        if machine:
            listing = {"schema": 1, "experiments": [e.id for e in chosen]}
            print_json({**listing, "only_read": experiments.only_read()})
            return
        for item in chosen:
            click.echo(clipped(f"{item.id:<28} {item.title}"))
        papers = {item.id.partition(".")[0] for item in chosen}
        for paper, tables in experiments.only_read().items():
            if paper in papers:
                click.echo(f"not run, read as printed ({paper}): Tables {_ranges(tables)}")
        click.echo("why: docs/limits.md")
        return
    from reports.experiments import terminal

    results = []
    with writing(out):
        for item in chosen:
            if missing := item.missing():
                raise InputError(f"{item.id} needs {', '.join(missing)}, which is not installed")
            result = item.run(numbers, small)
            experiments.write(result, out / "experiments")
            if keep:
                experiments.write(result, experiments.KEPT)
            results.append(result)
            if not machine:
                click.echo(terminal(result))
    if machine:
        print_json({"schema": 1, "experiments": results})
