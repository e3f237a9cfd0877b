"""The folder of results: one record, to which every run adds, and the certificates it lists.

A run computes first and writes last, with the folder locked: the record that is there is read,
what was run takes the place of what it had, claims that other code has decided leave it, and
certificates that nothing lists any more are removed.  The record itself is exchanged whole.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofs.registry import MODULES
from reports.files import write_bytes, write_text
from reports.record import RecordError, dump, listed_files, load_claims, sealed
from verify import sources

Json = dict[str, Any]
RECORD = "run.json"
PENDING = ".pending.json"  # the certificates that are about to be written


@dataclass(frozen=True)
class Merged:
    """A record that was written: its number of claims, and what left it, in words."""

    claims: int
    left: tuple[str, ...] = ()


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Nobody else is in such a block for this folder, where the system has locks for folders."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(out, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)  # and with it the lock, as when the process ends otherwise


def add(
    out: Path,
    record: Json,
    files: Iterable[tuple[Iterable[Json], Any]],
    instead: tuple[str, ...] = (),
) -> Merged:
    """Write the claims of ``record`` into the record of the folder, and their certificates.

    ``files`` are the entries of each family with a function that gives its files by name.  Claims
    that were there leave it where their ids begin with a text of ``instead``.

    Raises:
        OSError: the folder cannot be written.
        RecordError: what was computed is no record.
    """
    with locked(out):
        had, left = _had(out)
        try:
            others = [claim for claim in had if not claim["id"].startswith(instead)]
            kept, gone = _beside(out, others, record["claims"])
        except (KeyError, TypeError, AttributeError) as error:  # sealed, but not by us
            had, kept, gone = [], [], [f"the record that was there cannot be used: {error!r}"]
        whole: Any = sealed({**record, "claims": ordered(kept, record["claims"])})  # type: ignore
        listed = listed_files(whole["claims"])
        former = listed_files(had) | _pending(out)
        there = {name for name in listed if (out / name).exists()}
        try:
            write_text(out / PENDING, json.dumps(sorted(listed_files(record["claims"]))))
            for entries, made in files:
                _write(out, entries, made)
            dump(whole, out / RECORD)
        except BaseException:
            _remove(out, set(listed) - set(former) - there)
            (out / PENDING).unlink(missing_ok=True)
            raise
        _remove(out, set(former) - set(listed))
        (out / PENDING).unlink(missing_ok=True)
        return Merged(len(whole["claims"]), (*left, *gone))


def _write(out: Path, entries: Iterable[Json], made: Any) -> None:
    """The certificates of these entries; those that are there already are left alone."""
    (out / "certificates").mkdir(parents=True, exist_ok=True)
    wanted = listed_files(entries)
    missing = [name for name, sha in wanted.items() if _digest(out / name) != sha]
    files = made() if missing else {}
    for name in missing:
        write_bytes(out / name, files[name])


def write_certificates(out: Path, files: Iterable[tuple[Iterable[Json], Any]]) -> None:
    """The certificates alone, for a record that is not kept."""
    for entries, made in files:
        _write(out, entries, made)


def current(claim: Json) -> bool:
    """Whether a claim of a record was decided from what is here now."""
    of = claim.get("of")
    return isinstance(of, str) and claim.get("inputs") == sources.inputs(of)


def _had(out: Path) -> tuple[list[Json], list[str]]:
    """The claims of the record that is there, and what cannot be used of it."""
    try:
        record, edited = load_claims(out / RECORD)
    except FileNotFoundError:
        return [], []
    except (RecordError, OSError) as error:
        return [], [f"the record that was there cannot be used: {error}"]
    left = [f"{name} was not as it had been written" for name in edited]
    return [dict(claim) for claim in record["claims"]], left


def _beside(out: Path, had: list[Json], new: list[Json]) -> tuple[list[Json], list[str]]:
    """The claims that stay beside the new ones, and why others do not."""
    fresh = {claim["id"].lower() for claim in new}
    families = {claim["of"] for claim in new if claim["of"] == claim["id"]}
    claimed = {name.lower(): sha for name, sha in listed_files(new).items()}
    stays: list[Json] = []
    older = broken = 0
    own: list[str] = []
    for claim in had:
        if claim["id"].lower() in fresh or claim["of"] in families:
            continue
        listed = listed_files([claim])
        if not current(claim):
            older += claim["of"] in MODULES
            own += [claim["id"]] * (claim["of"] not in MODULES)
        elif any(claimed.get(name.lower(), sha) != sha for name, sha in listed.items()) or not all(
            (out / name).is_file() for name in listed
        ):
            broken += 1
        else:
            stays.append(claim)
    says = "claims of the record were decided by other code and left it"
    left = [f"{older} {says}; `verify run --all` decides them again"] if older else []
    if own:
        named = ", ".join(own[:5]) + (", ..." if len(own) > 5 else "")
        left.append(f"{named}: decided by other code, so left the record; decide them again")
    return stays, left + [f"{broken} claims left the record: certificates are gone"] * bool(broken)


def ordered(kept: list[Json], new: list[Json]) -> list[Json]:
    """All claims, family by family: listed ones in their order, then those of files."""
    families: dict[str, list[Json]] = {}
    for claim in (*kept, *new):
        families.setdefault(claim["of"], []).append(claim)
    places = {name: place for place, name in enumerate(MODULES)}
    found: list[Json] = []
    for of in sorted(families, key=lambda name: places.get(name, len(places))):
        found += sorted(families[of], key=lambda claim: claim["id"] != of)
    return found


def _pending(out: Path) -> dict[str, str]:
    """Certificates of a run that was killed while it wrote them."""
    try:
        names = json.loads((out / PENDING).read_text(encoding="utf-8"))
        return {str(name): "" for name in names}
    except (OSError, ValueError, TypeError):
        return {}


def _remove(out: Path, names: Iterable[str]) -> None:
    for name in names:
        path = out / name
        if path.parent == out / "certificates" and path.suffix == ".json":
            path.unlink(missing_ok=True)
    for pattern in (f".{RECORD}.*.tmp", f"{PENDING}.*.tmp", f".{PENDING}.*.tmp"):  # of the killed
        for path in out.glob(pattern):
            path.unlink(missing_ok=True)
    for path in (out / "certificates").glob(".*.tmp"):
        path.unlink(missing_ok=True)


def _digest(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
