"""The command ``verify decide``."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from verify.commands.common import (
    LOCK,
    OUT,
    as_json,
    clipped,
    note,
    out_folder,
    print_json,
    writing,
)
from verify.commands.errors import Failed, InputError, Stopped
from verify.commands.locked import locked_verdicts, worse_than
from verify.printable import one_line


@click.command("decide")
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
    that cannot be read; 3 for a bug in netproof; 130 if a file was interrupted: what
    is decided by then is in the record.
    """
    from proofs.language.document import read_document
    from proofs.language.text import TextError
    from verify import deciding, regression
    from verify.progress import Progress

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
    kept = locked_verdicts() if locked else {}
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
    stopped = False
    with writing(out), _trying(quiet or machine) as say:
        try:
            total = 0
            for statement in sources:  # what cannot be read is said before the work
                total += len(read_document(sources[statement]).items)
            seen = Progress(total, quiet or not machine)
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
            with seen.shown():
                for decided, path in several:
                    found.append(decided)
                    checked.append(regression.Checked(decided, path))
                    seen.ended(decided.entry["id"], decided.entry["verdict"])
                    if not machine:
                        _print_decided(decided, out, titled=is_file)
        except KeyboardInterrupt:
            if not found:
                raise
            stopped = True
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
        if (drop or weaken) and not stopped:
            with _trying(quiet or machine) as say:
                found, lines, entries = deciding.hypotheses(found[0], seconds, weaken, say)
            more = {"weakened": entries} if weaken else {"dropped": [one.strip() for one in lines]}
            if not machine:
                click.echo("\n".join(lines))
        command = f"verify decide {one_line(' '.join(statements))}"
        gone = () if stopped else tuple(stems)  # what was not come to stays in the record
        record = deciding.recorded(found, out, command, note, stems=gone)
        if stopped:
            done = f"{len(found)} of {total} statements are decided and in the record"
            raise Stopped(
                f"interrupted: {done}; with --certificates {out}/certificates what was proved is "
                "not searched for again"
            )
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
        print_json({**record, **more})
    else:
        for path in files:
            click.echo(str(path))
    if worse:
        raise Failed("; ".join(worse.values()))


STATED = "says something else than when it was locked"


STATED_OTHERWISE = "stated otherwise"


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", re.ASCII)


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
        if says := worse_than({name: old}, record, everything=True):
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
