"""The command ``verify``.

Exit status of ``run``: 0 computed, whatever the papers' claims turn out to be; 1 the best version
fails for the user's instance, or a locked verdict got worse; 2 a usage or input error; 3 a bug.
``check``: 0 all accepted, 1 any not, 2 no such file.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from verify import finding
from verify.finding import ClaimId, Setting
from verify.plain_text import fitted
from verify.printable import one_line, printable
from verify.supnorm import supnorm

OUT = click.Path(path_type=Path, file_okay=False)
LOCK = Path("verdicts.lock.json")
SET = "Your own instance: a parameter that `verify show ID` lists.  Numbers are exact."
as_json = click.option("--json", "machine", is_flag=True, help="Print JSON on standard output.")
of_papers = click.option(
    "--paper",
    "papers",
    multiple=True,
    metavar="PAPER",
    type=ClaimId(papers=True),
    help="Only claims of this paper, such as pln.",
)
no_pager = click.option("--no-pager", "plain", is_flag=True, help="Print long output at once.")
out_folder = click.option(
    "--out", type=OUT, default=Path("reports/out"), show_default=True, help="Folder for results."
)


class InputError(click.ClickException):
    """A usage or input error: one clear line, exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"verify: {one_line(self.message)}", err=True)


class Failed(click.ClickException):
    """The answer is no: one clear line, exit status 1."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(f"verify: {one_line(self.message)}", err=True)


class Stopped(Failed):
    """Interrupted, with something to say of what is done: exit status 130."""

    exit_code = 130


def _why(error: Exception) -> str:
    """The reason in the user's words, where Python's own is about its conversions."""
    if "integer string conversion" in str(error):
        return "a number in the answer has more than 4,300 digits: take shorter numbers in f or eps"
    return str(error)


def clipped(line: str) -> str:
    """The line, at most 80 columns wide."""
    return line if len(line) <= 80 else line[:79].rstrip() + "…"


class _Commands(click.Group):
    """Commands, with a suggestion where there is none of a name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None:
            near = finding.did_you_mean(name, self.commands)
            ctx.fail(f"No such command {name[:60]!r}{near}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(package_name="netproof", prog_name="verify")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Decide by machine whether a theorem about neural networks is true as printed.

    Builds the network that the theorem promises, proves its error, and leaves a certificate
    that can be checked again without any of this.

    \b
    Completion of commands, ids and parameters, in bash (or zsh, fish):
      eval "$(_VERIFY_COMPLETE=bash_source verify)"
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


cli.add_command(supnorm)


def _by_verdict(command: Any) -> Any:
    """An option for each verdict; those that are given are one set, ``verdicts``."""
    for name in reversed(finding.VERDICTS):
        shown = {"given": "proved or refuted, given ...", "not-run": "not run yet"}.get(name, name)
        option = click.option(f"--{name}", is_flag=True, help=f"Only what is {shown}.")
        command = option(command)
    return command


@cli.command("list")
@click.argument("papers", nargs=-1, metavar="[PAPER|ID]...", type=ClaimId(papers=True))
@click.option("--search", default="", metavar="WORDS", help="Only with these words, of any case.")
@click.option("--coverage", is_flag=True, help="What each theorem of the last run has, and lacks.")
@_by_verdict
@no_pager
@out_folder
@as_json
def list_claims(
    papers: tuple[str, ...],
    search: str,
    coverage: bool,
    plain: bool,
    out: Path,
    machine: bool,
    **asked: bool,
) -> None:
    """List the claims by paper, with the verdicts of the last run.

    \b
    verify list pln --refuted
    verify list --search "minimum width"
    """
    for name in papers:
        if not finding.is_paper(name) and name not in finding.index()["claims"]:
            raise InputError(finding.unknown(name))
    if coverage:
        _print_coverage(out, machine, papers)
        return
    verdicts = {name.replace("_", "-") for name, on in asked.items() if on}
    rows = finding.rows(finding.known_verdicts(out / "run.json"))
    rows = finding.chosen(rows, papers, verdicts, search)
    if machine:
        _print_json({"schema": 2, "claims": rows})
        return
    if not rows:
        raise Failed("no claim is as asked for")
    with _paged(plain) as page:
        for line in finding.lines(rows, finding.terminal_width()):
            page(line)


def _print_coverage(out: Path, machine: bool, papers: tuple[str, ...]) -> None:
    """The table of what each theorem has, from the record and the sweeps beside it."""
    from reports.coverage import HEAD, rows
    from reports.terminal import print_coverage
    from verify.swept import attach

    record = _record(out)
    if record is None:
        raise InputError(f"there is no record in {out}; run `verify run --all` first")
    attach(record, out)
    if papers:
        of = [c for c in record["claims"] if {c["id"], c["id"].partition(".")[0]} & {*papers}]
        record = {**record, "claims": of}
    if machine:
        found = [
            {"id": row.id, **{n: vars(c) for n, c in zip(HEAD, row.cells, strict=True)}}
            for row in rows(record)  # type: ignore[arg-type]
        ]
        _print_json({"schema": 1, "theorems": found})
    else:
        print_coverage(record)  # type: ignore[arg-type]


@cli.command()
@click.argument("claim_id", metavar="ID", type=ClaimId())
@click.option("--unfolded", is_flag=True, help="Statements without the names of definitions.")
@click.option("--latex", is_flag=True, help="What was read, and the definitions, in LaTeX.")
@click.option("--proof", is_flag=True, help="Each obligation with its written proof.")
@no_pager
@out_folder
@as_json
def show(
    claim_id: str,
    unfolded: bool,
    latex: bool,
    proof: bool,
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
        raise _unknown(claim_id)
    if unfolded:
        _unfold(entry)
    if machine:
        _print_json({"schema": 1, "claims": [entry]})
        return
    if latex:
        _show("".join(f"{line}\n" for line in _latex(entry)), plain)
        return
    if proof:
        _show("".join(f"{line}\n" for line in _proofs(entry)), plain)
        return
    parameters = finding.index()["claims"].get(claim_id, {"parameters": []})["parameters"]
    with _paged_console(plain) as to:
        print_claim(record, claim_id, to)  # type: ignore[arg-type]
        if parameters:
            to.out(f"\nParameters (verify run {claim_id} --set NAME=VALUE)")
        for name, says, default in parameters:
            to.out(f"  {name:<11} {says}" + ("" if default is None else f", default {default}"))


def _unfold(entry: dict[str, Any]) -> None:
    """What an entry says without names of definitions, in their place."""
    for item in entry["evidence"]:
        item["statement"] = item.pop("unfolded", item["statement"])
    for reading in entry["reading"]:
        reading.update(reading.pop("unfolded", {}))
    entry["definitions"] = []


def _proofs(entry: dict[str, Any]) -> Iterator[str]:
    """Obligations with their proofs as text, or where their certificates are."""
    for item in entry["evidence"]:
        filed = item["certificate"]
        if filed is None:
            continue
        yield item["id"]
        yield from (f"  {line}" for line in item["statement"].splitlines())
        if "written" in item:
            yield from ("  proof:", *(f"    {line}" for line in item["written"].splitlines()), "")
        else:
            yield from (f"  its proof is not written as text: {filed['file']}", "")


def _latex(entry: dict[str, Any]) -> Iterator[str]:
    """Formulas of an entry, one to a display; the printed phrase is a comment above."""
    from reports.boxes import latex

    for row in (*entry["reading"], *entry.get("definitions", [])):
        said = " ".join((row["printed"] if "printed" in row else row["says"]).split())
        yield f"% {said}"
        for number, box in enumerate(row.get("boxes", [])):
            word = "" if not number else r"\text{where }" if number == 1 else r"\text{and }"
            yield rf"\[ {word}{latex(box)} \]"


@cli.command()
@click.argument("papers", nargs=-1, metavar="[PAPER]...")
@no_pager
@out_folder
@as_json
def glossary(papers: tuple[str, ...], plain: bool, out: Path, machine: bool) -> None:
    """Show what the names in statements stand for.

    Of each definition of the papers: its formula, where the paper has it, and
    which claims of the record are printed with it.
    """
    from proofs.registry import ids, load
    from reports.terminal import print_definitions
    from verify.runner import definition_entries

    for name in papers:
        if not finding.is_paper(name):
            raise InputError(finding.unknown(name))
    record = _record(out) or {"claims": []}
    found = []
    for paper in papers or finding.index()["papers"]:
        source = load(next(name for name in ids() if name.partition(".")[0] == paper)).source
        using = [c for c in record["claims"] if c["source"]["paper"] == paper]
        for entry in definition_entries(source.definitions, source.definitions):
            users = [c["id"] for c in using
                     if entry["id"] in {d["id"] for d in c.get("definitions", [])}]  # fmt: skip
            found.append({"paper": paper, **entry, "used": users})
    if machine:
        _print_json({"schema": 1, "definitions": found})
        return
    with _paged_console(plain) as to:
        print_definitions(found, to)


@cli.command()
@click.argument(
    "ids", nargs=-1, metavar="[ID|PAPER|FILE.py]...", type=ClaimId(papers=True, files=True)
)
@click.option("--all", "everything", is_flag=True, help="Run every claim and its own instances.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=SET, type=Setting())
@click.option("--locked", is_flag=True, help=f"Fail if a verdict is worse than in {LOCK}.")
@click.option("--fresh", is_flag=True, help="Decide all again, whatever the store has.")
@click.option(
    "--checker",
    type=click.Choice(["kernel", "verified"]),
    default="kernel",
    show_default=True,
    help="verified: the one that Coq proved decides first, the kernel what that does not accept.",
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
    proved correct; the kernel is asked about the rest, and about all that is
    certified for an instance.  The record names, for each certificate, which of the
    two it was, and the level of such a verdict is `verified`.  All is decided
    anew: the store has only what the kernel accepted.  To have the kernel confirm
    it, run again without the option, or `verify check --rerun` the record.
    Without the program, or Coq and OCaml to build it, nothing is run: exit
    status 2.

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
    chosen = all_ids() if everything else _expanded(ids)
    given = dict(_setting(text) for text in settings)
    if given and len(chosen) != 1:
        raise InputError("--set needs exactly one claim")
    kept = _locked() if locked else {}
    program = _verified(out) if checker == "verified" else None
    seen = Progress(len(chosen), quiet, verbose)
    words = ["--all"] if everything else [*ids, *(f"--set {text}" for text in settings)]
    words += ["--checker verified"] if program is not None else []
    record = _run(chosen, given, out, fresh, seen, " ".join(["verify run", *words]), program)
    if machine:
        _print_json(record)
    else:
        _print_run(record, out)
    worse = _worse(kept, record, everything)
    if worse:
        raise Failed("; ".join(worse))
    _check_user_instances(record, given)


def _verified(out: Path) -> Path:
    """The program that Coq proved, as a path that workers find too."""
    from proofs import verified

    try:
        return verified.built(out).resolve()
    except (verified.Absent, verified.Refused) as why:
        raise InputError(f"--checker verified: {why}; nothing was run") from None


def _run(
    chosen: list[str],
    given: dict[str, str],
    out: Path,
    fresh: bool,
    seen: Any,
    command: str,
    program: Path | None = None,
) -> dict[str, Any]:
    """The record of this run, which is put into the record of the folder too.

    Interrupted, it puts there what is done, and says how to go on.
    """
    from proofs.methods.supnorm import NotCertified
    from verify import folder, runs, store

    taken: set[str] = set()
    claims = [_from_file(name, given, taken) if name.endswith(".py") else name for name in chosen]
    named = [name for name in claims if isinstance(name, str)]
    _known_ids(named)
    where = "local" if len(named) == len(claims) else "inline"
    done: dict[int, Any] = {}
    stopped = False
    with _writing(out), _own_files(chosen):
        kept = store.default()
        try:
            with seen.shown():
                for place, family in runs.families(
                    claims, given, where, kept, fresh, program=program
                ):
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
            raise InputError(at + _why(error)) from None
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


@cli.command()
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
@click.option("--size", "only_size", is_flag=True, help="Say how large it will be, write nothing.")
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
    from verify.promises import constructor

    _known_ids([claim_id])
    claim = _load(claim_id)
    if claim.construct is None:
        raise InputError(f"{claim_id} has no construction: {constructor(claim)['says']}")
    if output is None and not only_size:
        raise InputError("-o names the file; --size says how large the network will be")
    try:
        given = dict(_setting(text) for text in settings)
        values = claim.settings(given | ({"version": version} if version else {}))
        plan = claim.plan(values) if claim.plan is not None else None
        if only_size or output is None:
            plan = plan.compared() if plan is not None else None
            cost = plan.cost() if plan is not None else claim.construct(values).cost()
            _say_size(claim_id, plan, cost, machine)
            return
        if plan is not None and sys.stderr.isatty():
            click.echo(clipped(plan.says[0]), err=True)
        network = plan.build() if plan is not None else claim.construct(values)
        write_network(network, output, dtype)
        bounds = certified(network, output) if isinstance(network, BlockNet) else {}
    except (ValueError, ImportError) as error:
        raise InputError(_why(error)) from None
    except OSError as error:
        place = error.filename or output
        raise InputError(f"cannot write {place}: {error.strerror or error}") from None
    cost = network.cost()
    if bounds:  # the network is the exact one, and the file's weights are rounded
        cost["error_at_most"] = bounds["written"]
    if machine:
        item = {"schema": 1, "id": claim_id, "file": str(output), "cost": cost}
        _print_json({**item, "certified": bounds} if bounds else item)
        return
    click.echo(clipped(f"{output}: {network.layer}"))
    click.echo(
        f"  {cost['units']} units, width {cost['width']}, depth {cost['depth']}, "
        f"{cost['parameters']} parameters ({cost['nonzero']} not 0)"
    )
    click.echo(clipped(f"  largest weight {cost['largest_weight']}"))
    for line in says(bounds) if bounds else getattr(network, "says", "").splitlines():
        click.echo(clipped(f"  {line}"))


def _say_size(claim_id: str, plan: Any, cost: Mapping[str, Any], machine: bool) -> None:
    """The sizes of a network that is not written, and of a plan the routes there are."""
    if machine:
        item: dict[str, Any] = {"schema": 1, "id": claim_id, "cost": dict(cost)}
        if plan is not None:
            item |= {"multiplications": plan.multiplications}
            item |= {"route": plan.route, "others": dict(plan.others)}
        _print_json(item)
        return
    lines = plan.says if plan is not None else (
        f"{cost['units']} units, width {cost['width']}, depth {cost['depth']}, "
        f"{cost['parameters']} parameters",
    )  # fmt: skip
    for line in lines:
        click.echo(clipped(line))


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--rerun", is_flag=True, help="Repeat lower evidence: run.json, sweep, .bound.json.")
@click.option("--second", is_flag=True, help="Also ask the second checker; both must accept.")
@click.option("--show", "shown", is_flag=True, help="Print what an accepted certificate proves.")
@click.option(
    "--checker",
    type=click.Choice(["kernel", "verified"]),
    default="kernel",
    show_default=True,
    help="verified: the one that Coq proved; the kernel on what it does not accept.",
)
@as_json
def check(
    files: tuple[Path, ...], rerun: bool, second: bool, shown: bool, checker: str, machine: bool
) -> None:
    """Check certificates with the kernel alone.

    --checker verified builds a program from the proof in Coq (a minute, once) and
    asks it first.  Without Coq and OCaml it says so, and the kernel answers.

    Exit status 0 if all are accepted, 1 if any is not, 2 if a file cannot be read.
    """
    from verify.checking import Unreadable, by_coq, check_file, lines

    results: list[dict[str, str]] = []
    known: dict[Path, dict[str, str]] = {}
    proved: set[str] = set()
    if checker == "verified":
        proved, why = by_coq(files, Path("reports/out"))
        if why:
            click.echo(f"verify: the kernel is asked alone: {one_line(why)}", err=True)
    for path in files:
        try:
            answer = check_file(path, rerun, second, shown, known, proved)
        except Unreadable as error:
            name = printable(path)
            name = name if len(name) <= 200 else f"{name[:200]}..."
            raise InputError(f"cannot read {name}: {error}") from None
        results.append({"file": str(path), **answer})
    if machine:
        _print_json({"schema": 1, "files": results})
    else:
        for item in results:
            for line in lines(item["file"], item):
                _echo(line)
    if any(item["outcome"] != "accept" for item in results):
        sys.exit(1)


def _echo(line: str) -> None:
    """Print a line; what the terminal has no character for is escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    click.echo(line.encode(encoding, "backslashreplace").decode(encoding))


@cli.command()
@of_papers
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "md", "pdf", "json", "csl"]),
    default="text",
    show_default=True,
    help="md and pdf are documents to send, csl the items of a bibliography.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write instead of standard output.  Folders are made.",
)
@no_pager
@out_folder
@as_json
def errata(
    papers: tuple[str, ...], form: str, output: Path | None, plain: bool, out: Path, machine: bool
) -> None:
    """List what does not hold as printed: statements, proofs, slips.

    \b
    verify errata --paper pln
    verify errata --paper pln --format md -o errata-pln.md

    What the record lacks, or other code has decided, is decided first.
    """
    from verify.errata import rendered

    _known_papers(papers)
    form = "json" if machine else form
    if form == "pdf" and output is None:
        raise InputError("--format pdf needs a file: -o FILE")
    made = rendered(_of_papers(_about_all(out, papers), papers), papers, form, str(out))
    if output is not None:
        from reports.files import write_bytes

        try:
            write_bytes(output, made)
        except OSError as error:
            raise InputError(f"cannot write {output}: {error.strerror or error}") from None
        click.echo(str(output))
    else:
        _show(made.decode("utf-8"), plain or form != "text")


@cli.command()
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
    """
    from proofs.pln.sweeps import FAMILIES
    from verify import measured, transformers, widths
    from verify.sweep import Asked, family_of, read_grid, resolve_functions

    ids = tuple(measured.named(ids))
    if ids and all(name in measured.studies() for name in ids):
        if functions or convention or sampled:
            raise InputError("these sweeps take --grid, --device, --engine, --points and --seed")
        _sweep_measured(ids, grid, device, engine, points, seed, out, machine)
        return
    if any(name in measured.studies() for name in ids):
        raise InputError("what is built and what is measured on samples are swept apart")
    if seed is not None:
        raise InputError("a seed is for what is measured on random samples; this is not")
    points = 4096 if points is None else points
    if any(name in transformers.CLAIMS for name in ids):
        if convention or len(ids) > 1:
            raise InputError("transformers are swept one claim at a time, without a convention")
        _sweep_transformers(ids[0], grid, functions, device, engine, points, out, machine)
        return
    if everything == bool(ids):
        raise InputError("name the claims to sweep, or use --all")
    chosen = list(dict.fromkeys((*FAMILIES, widths.CLAIM) if everything else ids))
    lenient = len(chosen) > 1
    done: list[Any] = []
    with _writing(out):
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
                done.append(_sweep_one(name, asked, lenient, out, machine))
        except ValueError as error:
            raise InputError(str(error)) from None
    if machine:
        data = [result.as_dict() for result in done]
        _print_json(data[0] if len(data) == 1 else {"schema": 2, "sweeps": data})
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
    out: Path,
    machine: bool,
) -> None:
    """Theorems 4.3-4.5 of Sumformer, over n, d, k and eps."""
    from verify.transformers import run_grid

    with _writing(out):
        try:
            found = run_grid(claim_id, grid, functions, device, engine, points)
        except ValueError as error:
            raise InputError(str(error)) from None
        path = found.write(out)
    if machine:
        _print_json(found.as_dict())
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
    out: Path,
    machine: bool,
) -> None:
    """What is measured on samples, beside its bounds."""
    from verify.measured import SEED, run_grid

    done: list[Any] = []
    with _writing(out):
        for name in ids:
            try:
                found = run_grid(name, grid, device, engine, points, SEED if seed is None else seed)
            except ValueError as error:
                raise InputError(str(error)) from None
            done.append(found)
            path = found.write(out)
            if not machine:
                click.echo(found.says())
                click.echo(f"  {path}")
    if machine:
        data = [found.as_dict() for found in done]
        _print_json(data[0] if len(data) == 1 else {"schema": 2, "sweeps": data})
    failure = next((f.first_failure for f in done if f.first_failure is not None), None)
    if failure is not None:
        raise Failed(f"first failure: {failure.failure}")


def _sweep_one(name: str, asked: Any, lenient: bool, out: Path, machine: bool) -> Any:
    from verify import widths
    from verify.sweep import run_asked, write

    found: Any
    if name == widths.CLAIM:
        found = widths.run_asked(asked, lenient=lenient)
        path, says = found.write(out), "within the bounds of Table 1"
        where = found.engine
    else:
        found = run_asked(name, asked, lenient=lenient)
        path, says, where = write(found, out), "within the bound", found.device
    if not machine:
        within = sum(row.ok for row in found.rows)
        click.echo(f"{name}: {within} of {len(found.rows)} rows {says}  ({where})")
        click.echo(f"  {path}")
    return found


@cli.command()
@click.argument("statements", metavar="STATEMENT|FILE.netproof...", nargs=-1, required=True)
@click.option("--minutes", type=click.FloatRange(0.01, 600), help="How long to look (1/3).")
@click.option("--name", default="", metavar="NAME", help="The claim is mine.NAME in the record.")
@click.option("--best", default="", metavar="C", help="Look for the best value of a variable.")
@click.option("--drop", is_flag=True, help="Which hypotheses are needed: each is left out in turn.")
@click.option("--locked", is_flag=True, help=f"Fail if a verdict is worse than in {LOCK}.")
@click.option("--certificates", "kept_in", type=OUT, help="What was proved there is not searched.")
@click.option("--junit", is_flag=True, help="Also write JUnit XML, for a CI server.")
@click.option("--sarif", is_flag=True, help="Also write SARIF 2.1.0, for its code view.")
@click.option("--weaken", is_flag=True, help="Which weaker hypotheses are enough: each in turn.")
@click.option("--quiet", is_flag=True, help="Do not say what is tried.")
@out_folder
@as_json
def decide(
    statements: tuple[str, ...],
    minutes: float | None,
    name: str,
    best: str,
    drop: bool,
    locked: bool,
    kept_in: Path | None,
    junit: bool,
    sarif: bool,
    weaken: bool,
    quiet: bool,
    out: Path,
    machine: bool,
) -> None:
    """Decide a statement of your own.

    \b
    verify decide "0 <= x <= 1 |- x*(1 - x) <= 1/4"
    verify decide "for all N: int, x: real; N >= 1, 0 <= x <= 1
                   |- abs(x*(1 - x)) <= 1/(4*N)"
    verify decide "0 <= x <= 1 |- x*(1 - x) <= C" --best C
    verify decide "x < 1/2 |- x^2 < 1 or x < 0" --weaken
    verify decide my.netproof

    Hypotheses stand before |-, the conclusion behind it.  It is attacked and proved
    side by side; the verdict rests on certificates (verify check), and the claim
    goes into the record (verify show mine.NAME, verify report).  A file holds
    definitions, lemmas and theorems (verify new writes one to begin with).

    \b
    In CI (docs/referee.md has a workflow to copy):
      verify decide my.netproof && verify lock       once, and commit the lock
      verify decide my.netproof --locked --sarif     from then on

    Exit status 0 if all was decided or stays open; 1 if a verdict is worse than
    the locked one, a locked theorem is gone or says something else; 2 for an input
    that cannot be read; 3 for a bug in netproof.
    """
    from proofs.language.document import read_document
    from proofs.language.text import TextError
    from verify import deciding, regression

    statement = statements[0]
    is_file = statement.endswith(".netproof")
    if len(statements) > 1 and not all(one.endswith(".netproof") for one in statements):
        raise InputError("several statements are several FILE.netproof; one is quoted as a whole")
    if name and (is_file or not NAME.fullmatch(name)):
        raise InputError("--name is for one statement: letters, digits, _ and -, at most 40")
    if sum(map(bool, (best, drop, weaken))) > (0 if is_file else 1):
        raise InputError("--best, --drop and --weaken are for one statement, one of the three")
    if minutes is not None and not minutes > 0:
        raise InputError("--minutes is a number from 0.01 to 600")
    if sarif and not is_file:
        raise InputError("--sarif is for files: a typed statement has no line")
    if kept_in is not None and not (is_file and kept_in.is_dir()):
        why = f"there is no folder {kept_in}" if is_file else "--certificates is for files"
        raise InputError(why)
    if locked and not (is_file or name):
        raise InputError("--locked needs a FILE.netproof or --name: a lock has names")
    kept = _locked() if locked else {}
    stems = {_stem(one): one for one in statements} if is_file else {}
    if is_file and len(stems) < len(statements):
        raise InputError("two files of one name: their claims would share it")
    if locked and not _of_lock(kept, stems, name):
        raise InputError(f"{LOCK} has nothing of {', '.join(stems.values()) or name}: verify lock")
    seconds = deciding.SECONDS if minutes is None else 60.0 * minutes
    sources = {one: _text_of(Path(one)) for one in statements} if is_file else {}
    found = []
    checked: list[Any] = []
    several: Iterable[tuple[Any, Path | None]]
    with _writing(out), _trying(quiet or machine) as say:
        try:
            for statement in sources:
                read_document(sources[statement])  # what cannot be read is said before the work
            if is_file:
                several = (
                    (decided, Path(one))
                    for stem, one in stems.items()
                    for decided in deciding.decide_document(
                        sources[one],
                        stem=stem,
                        seconds=seconds,
                        say=say,
                        kept=kept_in,
                        steps=out / "steps" / f"{stem}.json",
                    )
                )
            elif best:
                constant, made = deciding.decide_best(
                    statement, best, name=name, seconds=seconds, say=say
                )
                several = ((decided, None) for decided in made)
                if not machine:
                    click.echo(deciding.told_best(constant))
            else:
                one_decided = deciding.decide(statement, name=name, seconds=seconds, say=say)
                several = ((decided, None) for decided in (one_decided,))
            for decided, path in several:
                found.append(decided)
                checked.append(regression.Checked(decided, path))
                if not machine:
                    _print_decided(decided, out, titled=is_file)
        except TextError as error:
            if sarif:
                _write_sarif([regression.unreadable(error, Path(statement))], out)
            if machine:
                raise InputError(f"{error.place}: {error.says}") from None
            where = f"{statement}: " if is_file else ""
            click.echo(f"verify: {where}this cannot be read\n{error.shown()}", err=True)
            raise SystemExit(2) from None
        except ValueError as error:
            raise InputError(str(error)) from None
        more: dict[str, Any] = {}
        if best:
            more["best"] = deciding.told_best(constant)
        if drop or weaken:
            with _trying(quiet or machine) as say:
                found, lines, entries = deciding.hypotheses(found[0], seconds, weaken, say)
            more = {"weakened": entries} if weaken else {"dropped": [one.strip() for one in lines]}
            if not machine:
                click.echo("\n".join(lines))
        command = f"verify decide {one_line(' '.join(statements))}"
        record = deciding.recorded(found, out, command, _note, stems=tuple(stems))
        worse = _worse_than_locked(kept, record, stems) if locked else {}
        verdicts = {name: verdict for name, (verdict, _) in kept.items()}
        files: list[Path] = []
        if junit:
            from reports.junit import write_junit

            expected = {**verdicts, **{n: STATED_OTHERWISE for n in worse if STATED in worse[n]}}
            path = out / "junit.xml"
            files.append(write_junit(record, path, expected if locked else None))  # type: ignore[arg-type]
        if sarif:
            rows = [*regression.findings(checked, verdicts, worse), *_gone(worse, record, stems)]
            files.append(_write_sarif(rows, out))
    if machine:
        more |= {"files": [str(path) for path in files]} if files else {}
        _print_json({**record, **more})
    else:
        for path in files:
            click.echo(str(path))
    if worse:
        raise Failed("; ".join(worse.values()))


STATED = "says something else than when it was locked"
STATED_OTHERWISE = "stated otherwise"


def _stem(name: str) -> str:
    """The part of a claim's id that a file gives it."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", Path(name).stem)[:40] or "file"


def _of_lock(kept: Mapping[str, Any], stems: Mapping[str, str], name: str) -> bool:
    """Whether the lock has anything of these files, or the statement of this name."""
    from verify.deciding import PAPER

    starts = tuple(f"{PAPER}.{stem}." for stem in stems)
    return any(key.startswith(starts) if stems else key == f"{PAPER}.{name}" for key in kept)


def _worse_than_locked(
    kept: dict[str, tuple[str, frozenset[str]]], record: dict[str, Any], stems: Mapping[str, str]
) -> dict[str, str]:
    """What got worse, by claim: verdicts, theorems that are gone, statements that are others."""
    from verify.deciding import PAPER
    from verify.regression import stated_otherwise

    starts = tuple(f"{PAPER}.{stem}." for stem in stems)
    now = {claim["id"] for claim in record["claims"]}
    asked = {name: old for name, old in kept.items() if name in now or name.startswith(starts)}
    found = {}
    for name, old in asked.items():
        if says := _worse({name: old}, record, everything=True):
            found[name] = says[0]
    for name in stated_otherwise(record["claims"], _locked_statements()):
        (word,) = (claim["verdict"] for claim in record["claims"] if claim["id"] == name)
        found[name] = f"{name} {STATED}, and is {word}"
    return found


def _locked_statements() -> dict[str, str]:
    """The digests of locked statements; claims of papers, and an older lock, have none."""
    claims = json.loads(LOCK.read_text())["claims"]
    return {name: str(kept["stated"]) for name, kept in claims.items() if "stated" in kept}


def _gone(
    worse: Mapping[str, str], record: dict[str, Any], stems: Mapping[str, str]
) -> Iterator[Any]:
    """Locked theorems that a file does not have any more: at its first line."""
    from reports.sarif import Finding

    now = {claim["id"] for claim in record["claims"]}
    for name, says in worse.items():
        if name not in now:
            yield Finding("worse", says, Path(stems[name.split(".")[1]]), 1, claim=name)


def _write_sarif(rows: list[Any], out: Path) -> Path:
    from reports.sarif import write_sarif
    from verify.runner import version

    return write_sarif(rows, out / "decide.sarif", version())


def _note(text: str) -> None:
    click.echo(f"verify: {one_line(text)}", err=True)


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", re.ASCII)


def _print_decided(decided: Any, out: Path, titled: bool) -> None:
    from verify.deciding import told

    if titled:
        click.echo(f"\n{decided.item.kind} {decided.item.name}")
    for line in told(decided, out):
        click.echo(line)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"there is no file {path}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is no text in UTF-8") from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None


@contextmanager
def _trying(quiet: bool) -> Iterator[Callable[[Any], None]]:
    """A line on a terminal that says what was tried last."""
    import time

    start = time.monotonic()
    live = not quiet and sys.stderr.isatty()

    def say(tried: Any) -> None:
        if live:
            text = f"{time.monotonic() - start:5.1f} s  {tried.what}: {tried.outcome}"
            click.echo(f"\r\x1b[2K{clipped(text)}", nl=False, err=True)

    try:
        yield say
    finally:
        if live:
            click.echo("\r\x1b[2K", nl=False, err=True)


@cli.command()
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
    chosen = all_ids() if everything else _expanded(ids)
    whole: dict[str, Any] = {"schema": 1, "seconds": seconds, "attacks": []}
    wrong = 0
    for name in chosen:
        found = list(attacking.of_claim(_load(name), seconds, controls))
        wrong += sum(attacking.wrong(one) for one in found)
        whole["attacks"] += [{"claim": name, **one.as_json()} for one in found]
        if not machine:
            for line in attacking.told(name, found):
                click.echo(line)
    if machine:
        _print_json(whole)
    if wrong:
        raise Failed(f"{wrong} of {len(whole['attacks'])} attacks found what should not be there")


@cli.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@as_json
def new(file: Path, machine: bool) -> None:
    """Write a file of statements to begin with.

    It has comments and examples; verify decide FILE decides them.
    """
    if file.suffix != ".netproof":
        raise InputError(f"{file}: the name of such a file ends in .netproof")
    from reports.files import write_text
    from verify.starter import STARTER

    if file.exists():
        raise InputError(f"{file} is there already")
    try:
        write_text(file, STARTER)
    except OSError as error:
        raise InputError(f"cannot write {file}: {error.strerror or error}") from None
    if machine:
        _print_json({"schema": 1, "files": [str(file)]})
        return
    click.echo(f"{file}\nverify decide {file}")


@cli.command()
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
            _print_json({"schema": 1, "experiments": [e.id for e in chosen]})
            return
        for item in chosen:
            click.echo(clipped(f"{item.id:<28} {item.title}"))
        return
    from reports.experiments import terminal

    results = []
    with _writing(out):
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
        _print_json({"schema": 1, "experiments": results})


@cli.command()
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

    In JUnit a claim passes if its verdict is the locked one, or stronger: refuted
    passes where it is locked as refuted.  Without a lock nothing is expected, and
    what is refuted fails.
    """
    _known_papers(papers)
    record = _record(out)
    if record is None:
        raise InputError(f"there is no record in {out}; run `verify run --all` first")
    record = _of_papers(record, papers)
    if papers and not record["claims"]:
        raise InputError(f"the record in {out} has no claim of {', '.join(papers)}")
    expected = _locked() if junit and LOCK.is_file() else None
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
    from verify.slips import listed

    try:
        tried = experiments_found(Path(), out)
    except ExperimentError as error:
        raise InputError(str(error)) from None
    slips = listed(record["claims"], {claim["source"]["paper"] for claim in record["claims"]})
    written: list[Path] = []
    try:
        if html or not (pdf or junit):
            from reports.html import write_html
            from verify.lemmas import behind

            lemmas = behind({claim["id"] for claim in record["claims"]})
            pages = write_html(record, out / "html", str(out), measured, tried, slips, lemmas)  # type: ignore[arg-type]
            written.append(pages[0])
        if pdf:
            from reports.pdf import write_pdfs
            from verify.errata import numbers

            written += write_pdfs(record, out, str(out), measured, tried, slips, numbers())  # type: ignore[arg-type]
        if junit:
            from reports.junit import write_junit

            verdicts = None if expected is None else {n: v for n, (v, _) in expected.items()}
            rows = _locked_instances() if expected is not None else None
            path = write_junit(record, out / "junit.xml", verdicts, rows)  # type: ignore[arg-type]
            written.append(path)
            if expected is None and any(c["verdict"] in NOT_TRUE for c in record["claims"]):
                note = f"there is no {LOCK}: what is refuted counts as a failure (verify lock)"
                click.echo(f"verify: {note}", err=True)
    except OSError as error:
        raise InputError(f"cannot write to {out}: {error.strerror or error}") from None
    if machine:
        _print_json({"schema": 1, "files": [str(path) for path in written]})
        return
    for path in written:
        click.echo(str(path))


@cli.command()
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

    record = _record(out)
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
        _print_json({"schema": 1, "claims": kept})
    else:
        click.echo(f"{path}: {len(kept)} verdicts")


NOT_TRUE = ("refuted", "vacuous", "ill-formed")
STRENGTH = ("open", "supported", "certified", "conditional", "proved")


def _locked() -> dict[str, tuple[str, frozenset[str]]]:
    """The locked verdicts and what each is given, by id."""
    if not LOCK.is_file():
        raise InputError(f"there is no {LOCK}; write it with `verify lock`")
    try:
        claims = json.loads(LOCK.read_text())["claims"]
        return {
            str(name): (str(kept["verdict"]), frozenset(map(str, kept.get("given", []))))
            for name, kept in claims.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{LOCK} is not a lock file; write it with `verify lock`") from None


def _locked_instances() -> dict[str, dict[str, str]]:
    """The locked verdicts of instances, by claim; a lock of an earlier version has none."""
    claims = json.loads(LOCK.read_text())["claims"]
    try:
        return {
            str(name): {str(key): str(value) for key, value in kept.get("instances", {}).items()}
            for name, kept in claims.items()
        }
    except AttributeError:
        raise InputError(f"{LOCK} is not a lock file; write it with `verify lock`") from None


def _worse(
    locked: dict[str, tuple[str, frozenset[str]]], record: dict[str, Any], everything: bool
) -> list[str]:
    """Claims whose verdict is not the locked one or a stronger one, or rests on something new.

    Of a run of everything, those that are missing too.
    """
    now = {c["id"]: (c["verdict"], frozenset(c.get("given", []))) for c in record["claims"]}
    worse = []
    for name, (old, rested) in locked.items():
        if name not in now and not everything:
            continue
        new, rests = now.get(name, ("gone", frozenset()))
        ranked = old in STRENGTH and new in STRENGTH
        if new != old and not (ranked and STRENGTH.index(new) > STRENGTH.index(old)):
            worse.append(f"{name} was {old} and is {new}")
        elif new == old and rests - rested:
            worse.append(f"{name} rests on more: {'; '.join(sorted(rests - rested))}")
    return worse


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


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise InputError(f"--set takes NAME=VALUE, got {text[:60]!r}")
    return name, value


def _known_ids(ids: list[str]) -> None:
    from proofs.registry import TITLES

    for name in ids:
        if name not in TITLES:
            _load(name)


def _unknown(name: str) -> InputError:
    return InputError(finding.unknown(name))


def _expanded(names: Iterable[str]) -> list[str]:
    """The names, with the claims of a paper for each that is one; none twice."""
    found = [(finding.of_paper(name) if finding.is_paper(name) else [name]) for name in names]
    return list(dict.fromkeys(name for group in found for name in group))


def _known_papers(papers: tuple[str, ...]) -> None:
    for name in papers:
        if not finding.is_paper(name):
            known = finding.index()["papers"]
            near = finding.did_you_mean(name, known) or f"; there are {', '.join(known)}"
            raise InputError(f"there is no paper {name[:60]!r}{near}")


def _of_papers(record: dict[str, Any], papers: tuple[str, ...]) -> dict[str, Any]:
    """The record with the claims of these papers alone; without papers, all of it."""
    if not papers:
        return record
    claims = [c for c in record["claims"] if c["id"].partition(".")[0] in papers]
    return {**record, "claims": claims}


def _family(name: str) -> str:
    """The listed claim that ``name`` is, or of which it is a companion."""
    found = finding.index()["claims"].get(name)
    if found is None:
        raise _unknown(name)
    return str(found["of"])


def _load(claim_id: str) -> Any:
    """The claim or companion of this id."""
    from proofs.registry import find

    try:
        return find(claim_id)
    except KeyError:
        raise _unknown(claim_id) from None


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


def _record(out: Path) -> dict[str, Any] | None:
    from reports.record import RecordError, load

    path = out / "run.json"
    if not path.is_file():
        return None
    try:
        return load(path)  # type: ignore[return-value]
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None


def _about(claim_id: str, out: Path) -> dict[str, Any]:
    """The family of a claim as a record: what is in the folder, if this code decided it.

    Else it is decided now, or recalled from the store; the folder stays as it is.
    """
    from verify import folder, runs, store

    # of a claim that is not ours there is the record alone: it needs its file to be decided
    home = finding.index()["claims"].get(claim_id, {"of": ""})["of"]
    record = _part_of_record(out, home)
    claims = record["claims"] if record else []
    if record is not None and any(claim["id"] == claim_id for claim in claims):
        if not home:
            return record
        if all(folder.current(claim) for claim in claims):
            return record
    if not home:
        raise _unknown(claim_id)
    shown = runs.families([home], None, "inline", store.default(), aside=False)
    (found,) = (family for _, family in shown)
    return runs.record_of(runs.with_tables([found], store.default()), f"verify show {claim_id}")


def _about_all(out: Path, papers: tuple[str, ...]) -> dict[str, Any]:
    """A record of all claims; what the folder does not have, or other code decided, is decided.

    Of other papers than those that are named, if any are, nothing is.
    """
    from proofs.registry import ids as all_ids
    from verify import folder, runs, store
    from verify.progress import Progress

    record = _part_of_record(out, "", papers)
    had = [claim for claim in (record["claims"] if record else []) if folder.current(claim)]
    known = {claim["id"] for claim in had}
    missing = [name for name in all_ids() if name not in known]
    missing = [name for name in missing if not papers or name.partition(".")[0] in papers]
    if not missing:
        return {**(record or {}), "claims": had}
    kept, seen = store.default(), Progress(len(missing))
    done: dict[int, Any] = {}
    with seen.shown():
        for place, family in runs.families(missing, None, "local", kept, aside=False):
            done[place] = family
            seen.seen(family.entries, family.recalled)
    found = runs.with_tables([done[place] for place in sorted(done)], kept)
    fresh = {claim["of"] for claim in found}
    had = [claim for claim in had if claim["of"] not in fresh]
    return runs.record_of(folder.ordered(had, found), "verify errata")


def _part_of_record(out: Path, of: str, papers: Collection[str] = ()) -> dict[str, Any] | None:
    """The claims of the record that are as they were written, or None.

    Of one family, of some papers, or all.
    """
    from reports.record import RecordError, load_claims

    path = out / "run.json"
    if not path.is_file():
        return None
    try:
        record, edited = load_claims(path, of, papers)
    except RecordError as error:
        raise InputError(f"{path}: {error}") from None
    for name in edited:
        note = f"{path}: {name} is not as it was written, and is left aside"
        click.echo(f"verify: {one_line(note)}", err=True)
    return dict(record)


@contextmanager
def _paged(plain: bool) -> Iterator[Callable[[str], None]]:
    """A function that prints a line; on a terminal that is too low for them all, in a pager."""
    lines: list[str] = []
    yield lines.append
    _show("".join(f"{line}\n" for line in lines), plain)


@contextmanager
def _paged_console(plain: bool) -> Iterator[Any]:
    """A console on standard output; what is too long for the terminal goes to a pager."""
    from reports.terminal import console

    to = console()
    if plain or not sys.stdout.isatty():
        yield to
        return
    with to.capture() as printed:
        yield to
    _show(printed.get(), plain)


def _show(text: str, plain: bool) -> None:
    import shutil

    height = shutil.get_terminal_size().lines
    wanted = sys.stdout.isatty() and not plain and os.environ.get("PAGER", "less").strip()
    if wanted and text.count("\n") >= height:
        click.echo_via_pager(text, color=True)
    else:
        click.echo(text, nl=False)


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """Fail now rather than after the work if results cannot be written to ``out``.

    Folders that were made for results are removed again where none came.
    """
    made: list[Path] = []
    try:
        made = [path for path in (out, *out.parents) if not path.exists()]
        out.mkdir(parents=True, exist_ok=True)
        if not os.access(out, os.W_OK):
            raise PermissionError(13, "permission denied")
        yield
    except OSError as error:
        raise InputError(f"cannot write to {out}: {error.strerror or error}") from None
    finally:
        for path in made:
            try:
                path.rmdir()  # only if it is empty
            except OSError:
                break


def _print_json(data: Any) -> None:
    click.echo(json.dumps(data, indent=1))


def main() -> None:
    """The entry point: a bug in netproof is exit status 3 and one line."""
    sys.stdout, sys.stderr = fitted(sys.stdout), fitted(sys.stderr)
    try:
        cli.main(prog_name="verify", standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        sys.exit(130)
    except (InputError, Failed) as error:
        error.show()
        sys.exit(error.exit_code)
    except click.ClickException as error:
        click.echo(f"verify: {one_line(error.format_message())}", err=True)
        sys.exit(2)
    except Exception as error:
        if os.environ.get("NETPROOF_DEBUG"):
            raise
        if isinstance(error, OSError) and error.filename is None and error.errno == errno.ENOSPC:
            click.echo("verify: cannot write the output: no space left on device", err=True)
            # what is still buffered cannot be written either, and would change the exit status
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(2)
        name = type(error).__name__
        click.echo(
            f"verify: a bug in netproof: {one_line(f'{name}: {error}')} "
            "(NETPROOF_DEBUG=1 shows where)",
            err=True,
        )
        sys.exit(3)


if __name__ == "__main__":
    main()
