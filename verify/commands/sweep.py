"""The command ``verify sweep``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from verify import finding
from verify.commands.claims import unknown
from verify.commands.common import as_json, out_folder, print_json, writing
from verify.commands.errors import Failed, InputError


@click.command("sweep")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--all", "everything", is_flag=True, help="Every layer of Table 1.")
@click.option("--grid", multiple=True, metavar="NAME=V1,V2,...", help="Values of eps, d, delta ...")
@click.option("--f", "functions", multiple=True, help="A function, or @standard (default).")
@click.option("--device", default="auto", show_default=True, help="auto, cpu, cuda or mps.")
@click.option("--engine", default="local", show_default=True, help="local or dask://HOST:PORT.")
@click.option("--points", type=int, help="Points or samples to measure at; 4096 for layers.")
@click.option("--seed", type=int, help="Of random samples; 1 if not given.")
@click.option("--convention", help="Where delta stands; sigma+delta or sqrt(var+delta) for LN.")
@click.option("--sampled", is_flag=True, help="Measure only; without it, errors are enclosed.")
@click.option("--fresh", is_flag=True, help="Compute rows again that an earlier sweep has kept.")
@click.option(
    "--table",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write the rows of one sweep to this .csv or .parquet (needs pyarrow).",
)
@out_folder
@as_json
def sweep(
    ids: tuple[str, ...],
    everything: bool,
    grid: tuple[str, ...],
    functions: tuple[str, ...],
    device: str,
    engine: str,
    points: int | None,
    seed: int | None,
    convention: str | None,
    sampled: bool,
    fresh: bool,
    table: Path | None,
    out: Path,
    machine: bool,
) -> None:
    """Build networks over a grid; enclose and measure their errors.

    \b
    verify sweep pln.thm1 --grid eps=1/5,1/10 --grid d=2,4 --f @standard
    verify sweep --all --grid eps=1/5,1/10
    verify sweep sumformer.thm4_4 --grid n=2,3,4 --grid k=1,2 --grid eps=1/10
    verify sweep fl layeract weierstrass sumformer
    verify sweep fl.prop1 --grid depth=1,2,4,8 --grid width=16,64 --seed 7

    pln.table1 is the least width found for the construction of each layer.  The
    name of another paper stands for all that is measured of it, beside proved
    and printed bounds: samples of a stated seed, from home along each axis, or
    on the grid.  Exit status 1 if a value is beyond a bound that should hold.

    Rows are kept as they come (sweep/ID.rows.jsonl below --out): the same command
    goes on where one was killed.
    """
    from proofs.pln.sweeps import FAMILIES
    from verify import measured, transformers, widths
    from verify.sweep import Asked, family_of, read_grid, resolve_functions

    ids = tuple(measured.named(ids))
    if table is not None and (everything or len(ids) != 1):
        raise InputError("--table is for the rows of one sweep")
    if table is not None and table.suffix not in (".csv", ".parquet"):
        raise InputError(f"{table}: a table is written as .csv or .parquet")
    if ids and all(name in measured.studies() for name in ids):
        if functions or convention or sampled:
            raise InputError("these sweeps take --grid, --device, --engine, --points and --seed")
        _sweep_measured(ids, grid, device, engine, points, seed, fresh, out, machine, table)
        return
    if any(name in measured.studies() for name in ids):
        raise InputError("what is built and what is measured on samples are swept apart")
    if seed is not None:
        raise InputError("a seed is for what is measured on random samples; this is not")
    points = 4096 if points is None else points
    if any(name in transformers.CLAIMS for name in ids):
        if convention or len(ids) > 1:
            raise InputError("transformers are swept one claim at a time, without a convention")
        _sweep_transformers(
            ids[0], grid, functions, device, engine, points, fresh, out, machine, table
        )
        return
    if everything == bool(ids):
        raise InputError("name the claims to sweep, or use --all")
    chosen = list(dict.fromkeys((*FAMILIES, widths.CLAIM) if everything else ids))
    lenient = len(chosen) > 1
    done: list[Any] = []
    with writing(out):
        try:
            for name in chosen:
                if name not in FAMILIES and name != widths.CLAIM:
                    _family(name)
                    family_of(name)
            asked = Asked(
                read_grid(grid),
                resolve_functions(functions or ("@standard",)),
                device,
                engine,
                points,
                convention,
                not sampled,
            )
            for name in chosen:
                done.append(_sweep_one(name, asked, lenient, out, machine, fresh))
            _write_table(table, done)
        except ValueError as error:
            raise InputError(str(error)) from None
    if machine:
        data = [result.as_dict() for result in done]
        print_json(data[0] if len(data) == 1 else {"schema": 2, "sweeps": data})
    failure = next((r.first_failure for r in done if r.first_failure is not None), None)
    if failure is not None:
        raise Failed(f"first failure: {failure.failure} ({failure.layer}, f = {failure.text})")


def _sweep_transformers(
    claim_id: str,
    grid: tuple[str, ...],
    functions: tuple[str, ...],
    device: str,
    engine: str,
    points: int,
    fresh: bool,
    out: Path,
    machine: bool,
    table: Path | None,
) -> None:
    """Theorems 4.3-4.5 of Sumformer, over n, d, k and eps."""
    from verify.transformers import run_grid

    with writing(out):
        try:
            found = run_grid(
                claim_id, grid, functions, device, engine, points, _kept(out, claim_id, fresh)
            )
            _write_table(table, [found])
        except ValueError as error:
            raise InputError(str(error)) from None
        path = found.write(out)
    if machine:
        print_json(found.as_dict())
    else:
        within = sum(row.ok for row in found.rows)
        click.echo(
            f"{claim_id}: {within} of {len(found.rows)} rows within the bound  ({found.device})"
        )
        click.echo(f"  {path}")
    failure = found.first_failure
    if failure is not None:
        raise Failed(f"first failure: {failure.failure} ({failure.network}, g = {failure.text})")


def _sweep_measured(
    ids: tuple[str, ...],
    grid: tuple[str, ...],
    device: str,
    engine: str,
    points: int | None,
    seed: int | None,
    fresh: bool,
    out: Path,
    machine: bool,
    table: Path | None,
) -> None:
    """What is measured on samples, beside its bounds."""
    from verify.measured import SEED, run_grid

    done: list[Any] = []
    with writing(out):
        for name in ids:
            try:
                found = run_grid(
                    name,
                    grid,
                    device,
                    engine,
                    points,
                    SEED if seed is None else seed,
                    _kept(out, name, fresh),
                )
                _write_table(table, [found])
            except ValueError as error:
                raise InputError(str(error)) from None
            done.append(found)
            path = found.write(out)
            if not machine:
                click.echo(found.says())
                click.echo(f"  {path}")
    if machine:
        data = [found.as_dict() for found in done]
        print_json(data[0] if len(data) == 1 else {"schema": 2, "sweeps": data})
    failure = next((f.first_failure for f in done if f.first_failure is not None), None)
    if failure is not None:
        raise Failed(f"first failure: {failure.failure}")


def _write_table(path: Path | None, found: list[Any]) -> None:
    """The rows of the one sweep there is, if they are asked for as a table."""
    from verify.appended import write_table

    for result in found if path is not None else ():
        data = result.as_dict()
        write_table(path, data["columns"], data["rows"])  # type: ignore[arg-type]


def _sweep_one(name: str, asked: Any, lenient: bool, out: Path, machine: bool, fresh: bool) -> Any:
    from verify import widths
    from verify.sweep import run_asked, write

    found: Any
    kept = _kept(out, name, fresh)
    if name == widths.CLAIM:
        found = widths.run_asked(asked, lenient=lenient, kept=kept)
        path, says = found.write(out), "within the bounds of Table 1"
        where = found.engine
    else:
        found = run_asked(name, asked, lenient=lenient, kept=kept)
        path, says, where = write(found, out), "within the bound", found.device
    if not machine:
        within = sum(row.ok for row in found.rows)
        click.echo(f"{name}: {within} of {len(found.rows)} rows {says}  ({where})")
        click.echo(f"  {path}")
    return found


def _kept(out: Path, name: str, fresh: bool) -> Any:
    """The rows of a sweep, beside its results."""
    from verify.appended import Kept

    return Kept(out / "sweep" / f"{name}.rows.jsonl", fresh)


def _family(name: str) -> str:
    """The listed claim that ``name`` is, or of which it is a companion."""
    found = finding.index()["claims"].get(name)
    if found is None:
        raise unknown(name)
    return str(found["of"])
