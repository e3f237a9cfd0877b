"""The command ``verify attack``."""

from __future__ import annotations

import sys
from typing import Any

import click

from verify.commands.claims import expanded, known_ids, load_claim
from verify.commands.common import as_json, print_json
from verify.commands.completion import ClaimId
from verify.commands.errors import Failed, InputError, Stopped


@click.command("attack")
@click.argument("ids", nargs=-1, metavar="[ID|PAPER]...", type=ClaimId(papers=True))
@click.option("--all", "everything", is_flag=True, help="Attack the obligations of every claim.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 3600),
    default=3.0,
    show_default=True,
    help="For each statement.",
)
@click.option("--controls", is_flag=True, help="Attack controls without an answer, too.")
@click.option("--fresh", is_flag=True, help="Attack again what was attacked before.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@as_json
def attack(
    ids: tuple[str, ...],
    everything: bool,
    seconds: float,
    controls: bool,
    fresh: bool,
    quiet: bool,
    machine: bool,
) -> None:
    """Look for exact data against what is proved.

    \b
    verify attack layeract.eq4 --controls
    verify attack fl layeract

    Every obligation is attacked, as verify decide attacks a statement of yours:
    data against one that is proved would be a contradiction in netproof.  Controls
    without an answer ask whether a hypothesis is needed, or a bound can be smaller.
    What is found is said here, and is no evidence of any claim; that nothing is
    found proves nothing.  What was attacked before, by the same code and with as
    many seconds, is recalled: interrupted, the same command goes on.

    Exit status 1 if an obligation that is not proved is refuted, or a control says
    needed of a hypothesis that its data meet; 3 if one that is proved is refuted.
    """
    from proofs.registry import ids as all_ids
    from verify import attacking, store
    from verify.progress import Progress

    if everything == bool(ids):
        raise InputError("name claims or papers, or use --all (verify list shows them)")
    chosen = all_ids() if everything else expanded(ids)
    known_ids(chosen)
    whole: dict[str, Any] = {"schema": 1, "seconds": seconds, "attacks": []}
    wrong = 0
    kept = store.default()
    seen = Progress(len(chosen), quiet or not (machine or sys.stderr.isatty()))
    try:
        with seen.shown():
            for name in chosen:
                had = None
                if kept is not None and not fresh:
                    had = attacking.recalled(kept, name, seconds, controls)
                found = had
                if found is None:
                    found = list(attacking.of_claim(load_claim(name), seconds, controls))
                    if kept is not None:
                        attacking.keep(kept, name, seconds, controls, found)
                wrong += sum(attacking.wrong(one) for one in found)
                whole["attacks"] += [{"claim": name, **one.as_json()} for one in found]
                if not machine:
                    seen.clear()
                    for line in attacking.told(name, found):
                        click.echo(line)
                seen.ended(name, attacking.in_a_word(found), had is not None)
    except KeyboardInterrupt:
        goes_on = "goes on" if kept is not None else "begins anew, as there is no store"
        where = f"{seen.done} of {len(chosen)} claims were attacked"
        raise Stopped(f"interrupted: {where}; the same command {goes_on}") from None
    if kept is not None:
        kept.prune()
    if machine:
        print_json(whole)
    if wrong:
        raise Failed(f"{wrong} of {len(whole['attacks'])} attacks found what should not be there")
