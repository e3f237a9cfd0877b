"""Runs of many claims: what the store has is recalled, the rest is decided in parallel.

:func:`families` yields what comes of each claim as soon as it is there; :func:`run` makes a record
of them all.  Which code and which files stand behind an item of the store: :mod:`verify.sources`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofs import checkers, kept
from proofs.claims import Claim
from proofs.registry import find, home_of
from verify import folder, runner, sources
from verify.engines import InProcess, engine, stop
from verify.runner import Files, Json
from verify.store import Item, Store

Part = tuple[Any, Callable[[], Files]]
Settings = Mapping[str, str] | None


@dataclass
class Family:
    """What came of one claim: its entry and those of its companions, and their files by name.

    ``recalled``: nothing of it was computed; ``differs``: what the store had otherwise.
    """

    entries: list[Json]
    files: Callable[[], Files]
    recalled: bool = False
    differs: str = ""


@dataclass
class _Task:
    """A claim of a run: its place there, and what is known of it already."""

    place: int
    one: str | Claim
    statement: Part | None = None
    instances: Part | None = None

    @property
    def name(self) -> str:
        return self.one if isinstance(self.one, str) else self.one.id


@dataclass
class _Told:
    """What one job has computed: the parts asked for, and imports and names nobody foresaw."""

    statement: tuple[list[Json], Files] | None
    instances: tuple[Json, Files] | None
    strays: set[str]


def run(
    ids: Iterable[str | Claim],
    settings: Settings,
    out: Path,
    command: str,
    seen: Callable[[int, int, list[Json]], None] = lambda done, total, entries: None,
    where: str = "inline",
    store: Store | None = None,
) -> Json:
    """Decide the claims, certify their instances, write the certificates, return the record.

    ``settings`` describe the user's instance; empty, each claim's own instances are run, and
    with ``None`` none are.  ``where`` is an engine of :mod:`verify.engines`, for claims that are
    named; ``seen`` is told of each claim that is done: how many are, of how many, its entries.
    ``store`` is asked before, and told after.
    """
    asked = list(ids)
    ended: dict[int, Family] = {}
    for place, found in families(asked, settings, where, store):
        ended[place] = found
        seen(len(ended), len(asked), found.entries)
    done = [ended[place] for place in sorted(ended)]
    record = record_of(with_tables(done, store), command)
    folder.write_certificates(out, [(family.entries, family.files) for family in done])
    return record


def families(
    asked: Sequence[str | Claim],
    settings: Settings,
    where: str = "inline",
    store: Store | None = None,
    fresh: bool = False,
    aside: bool = True,
    program: checkers.Program | None = None,
) -> Iterator[tuple[int, Family]]:
    """What comes of each claim, with its position, as soon as it is there.

    Claims that are named are looked up in the store first, unless ``fresh``, and put there as
    soon as they are decided; a claim that is handed in is decided in any case.  Without ``aside``
    what is not recalled has no rows of mpmath, sympy and z3, and no run recalls it.  With
    ``program``, the checker that Coq proved, that is asked before the kernel when a statement is
    decided, and the store has no part: what it has was accepted by the kernel.
    """
    store = store if program is None else None
    todo: list[_Task] = []
    for place, one in enumerate(asked):
        task = _Task(place, one)
        if store is not None and isinstance(one, str) and not fresh:
            task.statement, task.instances = recall(store, one, settings, aside)
        if task.statement is not None and task.instances is not None:
            yield place, _joined(task, recalled=True)
        else:
            todo.append(task)
    with engine(where, len(todo)) as executor:

        def submit(task: _Task) -> Any:
            missing = (task.statement is None, task.instances is None)
            return executor.submit(_job, task.one, settings, *missing, aside, program)

        def ended(task: _Task, told: _Told) -> Family:
            differs = ""
            if store is not None and isinstance(task.one, str) and not told.strays:
                differs = keep(store, task.one, settings, told, fresh, aside)
            if told.statement is not None:
                task.statement = _made(*told.statement)
            if told.instances is not None:
                task.instances = _made(*told.instances)
            return _joined(task, differs=differs)

        if isinstance(executor, InProcess):
            for task in todo:
                yield task.place, ended(task, submit(task).result())
            return
        lasting = sources.sizes()
        todo.sort(key=lambda task: -lasting.get(task.name, 0))  # so that none is left at the end
        jobs = {submit(task): task for task in todo}
        try:
            for job in as_completed(jobs):
                yield jobs[job].place, ended(jobs[job], job.result())
        except BaseException:
            for job in jobs:
                job.cancel()
            stop(executor)
            raise


def _job(
    one: str | Claim,
    settings: Settings,
    statement: bool,
    instances: bool,
    aside: bool = True,
    program: checkers.Program | None = None,
) -> _Told:
    """The parts of one claim that are asked for, computed.

    A claim that is handed in is copied before any of its scripts runs.
    """
    before = sources.loaded()
    kept.ASKED.clear()
    shipped = isinstance(one, str)
    claim = find(one) if isinstance(one, str) else deepcopy(one)
    files: Files = {}
    measured: Files = {}
    # the instances first: what a user typed may be refused, and soon
    rows = (
        runner.run_instances(claim, runner.chosen_instances(claim, settings), measured, aside)
        if instances
        else None
    )
    if rows is not None and not settings and shipped:
        rows["explorers"] = runner.run_explorers(claim, measured)
    with checkers.first(program):
        told = runner.run_claim(claim, files, not shipped, aside) if statement else None
    foreseen = {*sources.modules(claim.id), *sources.NAMES} if shipped else set()
    asked = {name for name in kept.ASKED if not sources.foreseen(claim.id)(name)}
    return _Told(
        None if told is None else (told, files),
        None if rows is None else (rows, measured),
        (sources.loaded() - before) - foreseen | asked,
    )


def _made(content: Any, files: Files) -> Part:
    return content, lambda: files


def _joined(task: _Task, recalled: bool = False, differs: str = "") -> Family:
    """The entries of a claim and its companions, with its instances."""
    if task.statement is None or task.instances is None:
        raise AssertionError(f"{task.name}: a part of it was not computed")
    (entries, certificates), (rows, measured) = task.statement, task.instances
    of = task.name
    with suppress(KeyError):
        of = home_of(of)
    for entry in entries:
        entry |= {"of": of, "inputs": sources.inputs(of)}
    entries[0]["evidence"] += rows["evidence"]
    entries[0]["instances"] += rows["instances"]
    if rows.get("explorers"):
        entries[0]["explorers"] = rows["explorers"]
    if "numeric" in entries[0]:
        entries[0]["numeric"] += rows["numeric"]
    return Family(entries, lambda: certificates() | measured(), recalled, differs)


def record_of(entries: list[Json], command: str) -> Json:
    """The record: the entries, sealed, and what stands behind them all."""
    from reports.record import SCHEMA, sealed

    record: Any = {
        "schema": SCHEMA,
        "netproof": runner.version(),
        "command": command,
        "environment": runner.environment(),
        "claims": entries,
    }
    return dict(sealed(record))


def with_tables(done: Iterable[Family], store: Store | None = None) -> list[Json]:
    """The entries of all, with the tables that some compute from the verdicts of others."""
    entries = [entry for family in done for entry in family.entries]
    verdicts = {entry["id"]: entry["verdict"] for entry in entries}
    for entry in entries:
        names = entry.pop("asks")
        if not names:
            continue
        found = {name: verdicts.get(name) or _verdict(name, store) for name in names}
        key = sources.digest(["tables", entry["id"], entry["inputs"], found])
        item = store.get(key) if store is not None else None
        entry["tables"] = runner.tables(find(entry["id"]), found) if item is None else item.content
        if store is not None and item is None and not sources.touched(entry["of"]):
            store.put(key, entry["tables"])
    return entries


def complete(done: list[Family]) -> list[Family]:
    """Without those whose tables ask for verdicts that are not there: they would be decided."""
    known = {entry["id"] for family in done for entry in family.entries}
    return [f for f in done if all(known >= set(entry["asks"]) for entry in f.entries)]


def _verdict(name: str, store: Store | None) -> str:
    """The verdict of a claim that is not in this run."""
    home = home_of(name)
    had = recall(store, home, None, False)[0] if store is not None else None
    for entry in had[0] if had is not None else ():
        if entry["id"] == name:
            return str(entry["verdict"])
    return runner.verdict_of(find(name))


# --- the store -----------------------------------------------------------------------------------

NO_INSTANCES: Json = {"instances": [], "evidence": [], "numeric": []}


WHOLE, BARE = "statement", "statement alone"


def recall(
    store: Store, claim_id: str, settings: Settings, aside: bool = True
) -> tuple[Part | None, Part | None]:
    """What the store has of a claim: what was decided, and its instances; both or either or none.

    The key is the digest of all that they were computed from (:mod:`verify.sources`).  Without
    ``aside`` an item without rows of mpmath, sympy and z3 will do.
    """
    statement = _part(store.get(_key(claim_id, WHOLE)))
    if statement is None and not aside:
        statement = _part(store.get(_key(claim_id, BARE)))
    if settings is None:
        return statement, _made(NO_INSTANCES, {})
    if _names_a_file(settings):
        return statement, None
    return statement, _part(store.get(_key(claim_id, "instances", dict(settings))))


def _part(item: Item | None) -> Part | None:
    return None if item is None else (item.content, item.files)


def keep(
    store: Store,
    claim_id: str,
    settings: Settings,
    told: _Told,
    compare: bool,
    aside: bool = True,
) -> str:
    """Put what was computed into the store, and say what it had otherwise, if that is asked.

    Nothing is kept where a file behind it was changed while this process ran, nor are instances
    whose settings may name a file.
    """
    differs = ""
    if told.statement is not None and compare:
        had = store.get(_key(claim_id, WHOLE))
        differs = _differs(had.content, told.statement[0]) if had is not None else ""
    if sources.touched(claim_id):
        return differs
    if told.statement is not None:
        store.put(_key(claim_id, WHOLE if aside else BARE), *told.statement)
    if told.instances is not None and settings is not None and not _names_a_file(settings):
        store.put(_key(claim_id, "instances", dict(settings)), *told.instances)
    return differs


def _differs(had: list[Json], found: list[Json]) -> str:
    """The first claim that the store had with another verdict."""
    before = {entry["id"]: (entry["verdict"], entry["given"]) for entry in had}
    for entry in found:
        if before.get(entry["id"]) != (entry["verdict"], entry["given"]):
            was = before.get(entry["id"], ("missing", []))[0]
            return f"{entry['id']} is {entry['verdict']}, and the store had it as {was}"
    return ""


def _names_a_file(settings: Mapping[str, str]) -> bool:
    """Whether a value may be the name of a file, of which the content would count."""
    try:
        return any(os.path.lexists(value) for value in settings.values() if len(value) < 4096)
    except ValueError:  # no name of a file
        return False


def _key(claim_id: str, *what: Any) -> str:
    return sources.digest([*what, claim_id, sources.inputs(claim_id)])
