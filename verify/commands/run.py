"""The command ``verify run``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from verify.commands.claims import expanded, known_ids
from verify.commands.common import LOCK, SET, as_json, out_folder, print_json, setting, why, writing
from verify.commands.completion import ClaimId, Setting
from verify.commands.errors import Failed, InputError, Stopped
from verify.commands.locked import locked_verdicts, worse_than
from verify.printable import one_line

if TYPE_CHECKING:
    from proofs.checkers import Program


@click.command("run")
@click.argument(
    "ids", nargs=-1, metavar="[ID|PAPER|FILE.py]...", type=ClaimId(papers=True, files=True)
)
@click.option("--all", "everything", is_flag=True, help="Run every claim and its own instances.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=SET, type=Setting())
@click.option("--locked", is_flag=True, help=f"Fail if a verdict is worse than in {LOCK}.")
@click.option("--fresh", is_flag=True, help="Decide all again, whatever the store has.")
@click.option(
    "--checker",
    type=click.Choice(["kernel", "verified", "verified-gmp"]),
    default="kernel",
    show_default=True,
    help="verified: the one that Coq proved decides first, the kernel what that does not accept. "
    "verified-gmp: the same with GMP's numbers, faster.",
)
@click.option("--quiet", is_flag=True, help="Do not say how far the run is.")
@click.option("--verbose", is_flag=True, help="Say what was tried for each piece of evidence.")
@out_folder
@as_json
def run(
    ids: tuple[str, ...],
    everything: bool,
    settings: tuple[str, ...],
    locked: bool,
    fresh: bool,
    checker: str,
    quiet: bool,
    verbose: bool,
    out: Path,
    machine: bool,
) -> None:
    """Decide claims, certify instances, and add them to the record.

    \b
    verify run --all
    verify run pln
    verify run pln.thm1 --set f="sin(2*x+1)+cos(x)" --set eps=1/10 --set d=2
    verify run my_claim.py

    With --checker verified a certificate counts that the program accepts which Coq
    proved correct.  The kernel is asked about what it does not accept, about what
    the kernel checks faster (covers, and numbers of more than 300 digits), and
    about all that is certified for an instance.  The record names, for each
    certificate, which of the two it was, and the level of a verdict that rests on
    the program is `verified`.  All is decided anew: the store has only what the
    kernel accepted.  To have the kernel confirm it, run again without the option,
    or `verify check --rerun` the record.  Without the program, or Coq and OCaml to
    build it, nothing is run: exit status 2.  With verified-gmp the program is asked
    about covers too; it computes with GMP, which has to be believed then, and the
    record has that name.

    Exit status 0 if everything was computed, whatever the verdicts; 1 if your
    instance is not certified or a locked verdict got worse; 2 for an input that
    cannot be used; 3 for a bug in netproof; 130 if it was interrupted: what was
    done by then is in the record.
    """
    from proofs.registry import ids as all_ids
    from verify.progress import Progress

    if quiet and verbose:
        raise InputError("either --quiet or --verbose")
    if everything == bool(ids):
        raise InputError("name the claims to run, or use --all (verify list shows them)")
    chosen = all_ids() if everything else expanded(ids)
    given = dict(setting(text) for text in settings)
    if given and len(chosen) != 1:
        raise InputError("--set needs exactly one claim")
    kept = locked_verdicts() if locked else {}
    program = _verified(out, checker) if checker != "kernel" else None
    seen = Progress(len(chosen), quiet, verbose)
    words = ["--all"] if everything else [*ids, *(f"--set {text}" for text in settings)]
    words += [f"--checker {checker}"] if program is not None else []
    record = _run(chosen, given, out, fresh, seen, " ".join(["verify run", *words]), program)
    if machine:
        print_json(record)
    else:
        _print_run(record, out)
    worse = worse_than(kept, record, everything)
    if worse:
        raise Failed("; ".join(worse))
    _check_user_instances(record, given)


def _verified(out: Path, checker: str) -> Program:
    """The program that Coq proved, with a path that workers find too."""
    from proofs import checkers, verified

    try:
        return checkers.Program(verified.built(out, checker).resolve(), checker)
    except (verified.Absent, verified.Refused) as error:
        raise InputError(f"--checker {checker}: {error}; nothing was run") from None


def _run(
    chosen: list[str],
    given: dict[str, str],
    out: Path,
    fresh: bool,
    seen: Any,
    command: str,
    program: Program | None = None,
) -> dict[str, Any]:
    """The record of this run, which is put into the record of the folder too.

    Interrupted, it puts there what is done, and says how to go on.
    """
    from proofs.supnorm.networks import NotCertified
    from verify import folder, runs, store

    taken: set[str] = set()
    claims = [_from_file(name, given, taken) if name.endswith(".py") else name for name in chosen]
    named = [name for name in claims if isinstance(name, str)]
    known_ids(named)
    where = "local" if len(named) == len(claims) else "inline"
    done: dict[int, Any] = {}
    stopped = False
    with writing(out), _own_files(chosen):
        kept = store.default() if program is None else None
        try:
            with seen.shown():
                made = runs.families(claims, given, where, kept, fresh, program=program)
                for place, family in made:
                    done[place] = family
                    seen.seen(family.entries, family.recalled)
        except KeyboardInterrupt:
            if not done:
                raise
            stopped = True
        except NotCertified as error:
            raise Failed(f"the instance could not be certified: {error}") from None
        except ValueError as error:
            at = f"{chosen[0]}: " if len(chosen) == 1 and chosen[0].endswith(".py") else ""
            raise InputError(at + why(error)) from None
        ended = [done[place] for place in sorted(done)]
        if stopped:
            ended = runs.complete(ended)
        entries = runs.with_tables(ended, None if fresh else kept)
        record = runs.record_of(entries, command)
        merged = folder.add(out, record, [(family.entries, family.files) for family in ended])
        if kept is not None:
            kept.prune()
    for note in (*merged.left, *(family.differs for family in ended if family.differs)):
        click.echo(f"verify: {one_line(note)}", err=True)
    if stopped:
        goes_on = "goes on" if kept is not None else "begins anew, as there is no store"
        where = f"{len(ended)} of {len(claims)} claims are in {out / 'run.json'}"
        raise Stopped(f"interrupted: {where}; {command} {goes_on}")
    return record


@contextmanager
def _own_files(chosen: list[str]) -> Iterator[None]:
    """What goes wrong in a claim of the user's own is for its author, not a bug in netproof."""
    from verify.numeric_rows import Disagreement

    own = [name for name in chosen if name.endswith(".py")]
    try:
        yield
    except (click.ClickException, OSError, Disagreement):
        raise
    except Exception as error:
        if not own or os.environ.get("NETPROOF_DEBUG"):
            raise
        why = f"{type(error).__name__}: {error} (NETPROOF_DEBUG=1 shows where)"
        raise InputError(f"{', '.join(own)}: cannot be run: {why}") from None


def _check_user_instances(record: dict[str, Any], given: dict[str, str]) -> None:
    for claim in record["claims"]:
        asked = claim["instances"] if given else []
        best = [instance for instance in asked if instance["version"] == "repaired"] or asked
        for instance in best:
            if instance["verdict"] != "certified":
                raise Failed(f"{claim['id']} is not certified for this instance")


def _print_run(record: dict[str, Any], out: Path) -> None:
    from reports.tables import errata as found_in
    from reports.terminal import print_claims, print_errata, print_instances

    print_claims(record)  # type: ignore[arg-type]
    if found_in(record):  # type: ignore[arg-type]
        click.echo("\nNot as printed:\n")
        print_errata(record)  # type: ignore[arg-type]
    for claim in record["claims"]:
        if claim["instances"] and len(record["claims"]) <= 12:
            click.echo(f"\n{claim['id']}")
            print_instances(claim)
    click.echo(f"\nrecord: {out / 'run.json'}")


def _from_file(name: str, given: dict[str, str], taken: set[str]) -> Any:
    """The CLAIM of a user's Python file, which runs in a process of its own.

    ``taken`` are names of evidence, in lower case, of files before it.
    """
    from proofs.certify import family
    from verify.own_claims import OwnClaimError, load, misnamed

    if not Path(name).is_file():
        raise InputError(f"there is no file {name}")
    try:
        claim = load(Path(name), given)
    except OwnClaimError as error:
        raise InputError(f"{name}: {error} (NETPROOF_DEBUG=1 shows where)") from None
    for one in family(claim):
        if why := misnamed(one):
            raise InputError(f"{name}: {why}")
        names = {f"claim {one.id}".lower(), *(text.lower() for text in one.evidence_ids())}
        if len(names) <= len(one.evidence_ids()) or names & taken:
            raise InputError(
                f"{name}: {one.id}, or a piece of its evidence, shares a name with another"
            )
        taken |= names
    return claim
