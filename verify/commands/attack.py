"""The command ``verify attack``."""

from __future__ import annotations

from typing import Any

import click

from verify.commands.claims import expanded, load_claim
from verify.commands.common import as_json, print_json
from verify.commands.completion import ClaimId
from verify.commands.errors import Failed, InputError


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
@as_json
def attack(
    ids: tuple[str, ...], everything: bool, seconds: float, controls: bool, machine: bool
) -> None:
    """Look for exact data against what is proved.

    \b
    verify attack layeract.eq4 --controls
    verify attack fl layeract

    Every obligation is attacked, as verify decide attacks a statement of yours:
    data against one that is proved would be a contradiction in netproof.  Controls
    without an answer ask whether a hypothesis is needed, or a bound can be smaller.
    What is found is said here and kept nowhere; that nothing is found proves
    nothing.

    Exit status 1 if an obligation that is not proved is refuted, or a control says
    needed of a hypothesis that its data meet; 3 if one that is proved is refuted.
    """
    from proofs.registry import ids as all_ids
    from verify import attacking

    if everything == bool(ids):
        raise InputError("name claims or papers, or use --all (verify list shows them)")
    chosen = all_ids() if everything else expanded(ids)
    whole: dict[str, Any] = {"schema": 1, "seconds": seconds, "attacks": []}
    wrong = 0
    for name in chosen:
        found = list(attacking.of_claim(load_claim(name), seconds, controls))
        wrong += sum(attacking.wrong(one) for one in found)
        whole["attacks"] += [{"claim": name, **one.as_json()} for one in found]
        if not machine:
            for line in attacking.told(name, found):
                click.echo(line)
    if machine:
        print_json(whole)
    if wrong:
        raise Failed(f"{wrong} of {len(whole['attacks'])} attacks found what should not be there")
