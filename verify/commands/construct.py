"""The command ``verify construct``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from verify.commands.claims import known_ids, load_claim
from verify.commands.common import SET, as_json, clipped, print_json, setting, why
from verify.commands.completion import ClaimId, Setting
from verify.commands.errors import InputError


@click.command("construct")
@click.argument("claim_id", metavar="ID", type=ClaimId())
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=SET, type=Setting())
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File: .json (exact), .safetensors or .onnx (rounded to --dtype); of a transformer also "
    ".csv, its ReLU layers as a VNN-LIB benchmark. Folders are made.",
)
@click.option(
    "--dtype",
    type=click.Choice(["float64", "float32"]),
    default="float64",
    show_default=True,
    help="What weights are rounded to.",
)
@click.option(
    "--version",
    type=click.Choice(["printed", "repaired"]),
    help="Of a claim whose printed construction had to be repaired: which of the two.",
)
@click.option(
    "--size",
    "only_size",
    is_flag=True,
    help="Say how large it will be and what it takes, write nothing.",
)
@as_json
def construct(
    claim_id: str,
    settings: tuple[str, ...],
    output: Path | None,
    dtype: str,
    version: str | None,
    only_size: bool,
    machine: bool,
) -> None:
    """Write the network that a theorem promises.

    \b
    verify construct pln.thm1 --set f="abs(x-1/3)" --set d=4 -o net.json
    verify construct sumformer.thm4_4 --set g="x1*(x2+x3)" --set eps=1/9 -o t.onnx
    verify construct sumformer.thm4_3 --set g="exp(x1*x2)" --set n=2 \\
        --set eps=1/100 --size
    """
    from constructions.interop.export import write_network
    from constructions.interop.transformer_files import certified, says
    from constructions.transformer import BlockNet
    from proofs.registry import home_of
    from verify.promises import constructor

    known_ids([claim_id])
    claim = load_claim(claim_id)
    if claim.construct is None:
        home = home_of(claim_id)
        builds = home != claim_id and load_claim(home).construct is not None
        hint = f"; {home} builds one" if builds else ""
        raise InputError(f"{claim_id} has no construction: {constructor(claim)['says']}{hint}")
    if output is None and not only_size:
        raise InputError("-o names the file; --size says how large the network will be")
    try:
        given = dict(setting(text) for text in settings)
        values = claim.settings(given | ({"version": version} if version else {}))
        plan = claim.plan(values) if claim.plan is not None else None
        if only_size or output is None:
            plan = plan.compared() if plan is not None else None
            _say_size(claim_id, plan if plan is not None else claim.construct(values), machine)
            return
        if plan is not None and sys.stderr.isatty():
            click.echo(clipped(plan.says[0]), err=True)
        network = plan.build() if plan is not None else claim.construct(values)
        write_network(network, output, dtype)
        bounds = certified(network, output) if isinstance(network, BlockNet) else {}
    except (ValueError, ImportError) as error:
        raise InputError(why(error)) from None
    except OSError as error:
        place = error.filename or output
        raise InputError(f"cannot write {place}: {error.strerror or error}") from None
    cost = network.cost()
    if bounds:  # the network is the exact one, and the file's weights are rounded
        cost["error_at_most"] = bounds["written"]
    if machine:
        item = {"schema": 1, "id": claim_id, "file": str(output), "cost": cost}
        print_json({**item, "certified": bounds} if bounds else item)
        return
    click.echo(clipped(f"{output}: {network.layer}"))
    click.echo(
        f"  {cost['units']} units, width {cost['width']}, depth {cost['depth']}, "
        f"{cost['parameters']} parameters ({cost['nonzero']} not 0)"
    )
    click.echo(clipped(f"  largest weight {cost['largest_weight']}"))
    for line in says(bounds) if bounds else getattr(network, "says", "").splitlines():
        click.echo(clipped(f"  {line}"))


def _say_size(claim_id: str, made: Any, machine: bool) -> None:
    """The sizes of a network that is not written, and of a plan the routes there are."""
    from constructions.federated import LayeredNet, ResidualNet
    from constructions.near_networks import Plan
    from constructions.networks import ParallelNet
    from constructions.vanilla import Classifier
    from verify.building_time import FACTOR, seconds

    cost = made.cost()
    item: dict[str, Any] = {"schema": 1, "id": claim_id, "cost": dict(cost)}
    lines = [
        f"{cost['units']} units, width {cost['width']}, depth {cost['depth']}, "
        f"{cost['parameters']} parameters"
    ]
    if isinstance(made, Plan):
        time = float(f"{seconds(cost['parameters']):.1g}")
        item |= {"multiplications": made.multiplications, "seconds": time}
        item |= {"route": made.route, "others": dict(made.others)}
        lines = list(made.says)
    elif isinstance(made, ParallelNet | LayeredNet | ResidualNet | Classifier):
        item |= {"multiplications": cost["parameters"]}
        lines.append(f"at most {cost['parameters']} multiplications by weights for one input")
    if machine:
        print_json(item)
        return
    for line in lines:
        click.echo(clipped(line))
    if isinstance(made, Plan):
        click.echo(
            f"about {time:g} seconds of processor time to build, write and certify (within a "
            f"factor of {FACTOR} on the networks of benchmarks/bench_building.py)"
        )
