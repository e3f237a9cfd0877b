"""Proofs in prose of what a record lists, from the certificates beside it.

Prose is no evidence and stands in no record: it is made from certificates when it is asked for, and
kept in a file beside them until a certificate or the code that tells them changes.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from typing import Any

from reports.files import write_text
from verify import plain_text

Json = Any
KEPT = "prose.json"
FEW = 12  # certificates for which no other process is started
ROOT = Path(__file__).parent.parent


def of_record(
    record: Mapping[str, Any], folder: Path, keep: bool = True, jobs: int | None = None
) -> dict[str, Json]:
    """Evidence by id, with its prose; what has no certificate at hand is not there.

    Told are the obligations of claims: what holds for all parameters.  What is new is kept in a
    file, unless there is no ``keep``.
    """
    code = _code()
    kept = _kept(folder, code)
    found: dict[str, Json] = {}
    todo: dict[tuple[str, str], list[tuple[str, str, bytes]]] = {}
    for claim in record["claims"]:
        for item in claim["evidence"]:
            if not told(claim, item) or item["id"] in found:
                continue
            digest = item["certificate"]["sha256"]
            if (known := kept.get(f"{item['id']} {digest}")) is not None:
                found[item["id"]] = known
            elif data := certificate(item, folder):
                key = (claim["of"] or claim["id"], claim["id"])
                todo.setdefault(key, []).append((item["id"], digest, data))
    many = sum(map(len, todo.values()))
    jobs = 1 if many <= FEW else min(jobs or cpu_count() or 1, len(todo))
    new = {}
    for part in _each(todo, jobs):
        for name, digest, prose in part:
            found[name] = new[f"{name} {digest}"] = prose
    if new and keep:
        write_text(folder / KEPT, json.dumps({"code": code, "prose": kept | new}))
    return found


def lines(proof: Json, width: int) -> Iterator[str]:
    """A proof in prose for a terminal: its sentences, and what was left out."""
    from proofs.notation import text
    from reports import prose

    for indent, said, number in prose.lines(proof["blocks"], text):
        yield from _set(plain_text.shown(said), number, 4 + indent, width)
    yield from plain_text.wrapped(f"  {prose.counts(proof)}", width)


def _set(text: str, number: str, indent: int, width: int) -> Iterator[str]:
    """A sentence on lines, or a formula with its number at the right."""
    room = max(24, width - indent - (len(number) + 1 if number else 0))
    made = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    *first, last = [" " * indent + line for line in made]
    yield from first
    gap = width - len(last) - len(number)
    yield last + " " * max(gap, 1) + number if number else last


def told(claim: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    """Whether a piece of evidence is an obligation that the kernel accepted for all parameters."""
    there = item["outcome"] == "holds" and item["scope"] == "all" and item["certificate"]
    instance = item["id"].startswith(f"{claim['id']}.instance")
    return bool(there and item["level"] in ("kernel", "verified") and not instance)


def certificate(item: Mapping[str, Any], folder: Path) -> bytes | None:
    """The certificate that a record lists: in the file beside it, or the one that is kept."""
    from proofs import kept

    filed = item["certificate"]
    path = folder / filed["file"]
    for data in (
        path.read_bytes() if path.is_file() else None,
        kept.found(kept.CERTIFICATES, item["id"]),
    ):
        if data is not None and sha256(data).hexdigest() == filed["sha256"]:
            return data
    return None


def _each(
    todo: Mapping[tuple[str, str], list[tuple[str, str, bytes]]], jobs: int
) -> Iterable[list[tuple[str, str, Json]]]:
    if jobs < 2:
        return [_told(*key, items) for key, items in todo.items()]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(_told, *key, items) for key, items in todo.items()]
        return [one.result() for one in waiting]


def _told(
    home: str, claim_id: str, items: list[tuple[str, str, bytes]]
) -> list[tuple[str, str, Json]]:
    """The prose of certificates of one claim."""
    from proofs.prose import local_names, tell
    from proofs.prose.cited import Lemmas

    definitions, scripts = _claim(home, claim_id)
    known, proved = library(), statements(home.partition(".")[0]) if scripts else ()
    found = []
    for name, digest, text in items:
        data = json.loads(text)
        names = local_names(scripts.get(name), data["statement"])
        shorter = (one for one in proved if one.weight < len(text) and one.name != name)
        made = tell(data, definitions, names, Lemmas([*known, *shorter]))
        prose = {
            "blocks": list(made.blocks),
            "steps": made.steps,
            "told": made.told,
            "unused": made.unused,
            "left": dict(made.left),
        }
        found.append((name, digest, prose))
    return found


def library() -> list[Any]:
    """The lemmas of the library that have proofs, as prose cites them."""
    from proofs.language.library import items, lemmas
    from proofs.prose.cited import Lemma

    proved = lemmas()
    return [
        Lemma.of(item.name, item.words, item.statement.sequent)
        for _, item in items()
        if item.name in proved
    ]


@cache
def statements(paper: str) -> tuple[Any, ...]:
    """The statements of a paper that have proofs, as prose cites them.

    A proof that has another one in it is the longer of the two.  So only what is shorter is cited,
    and no two proofs are told by each other.
    """
    from proofs import kept
    from proofs.certify import family
    from proofs.prose.cited import Lemma
    from proofs.registry import ids, load

    found: dict[str, Any] = {}
    for home in ids():
        for claim in family(load(home)) if home.partition(".")[0] == paper else ():
            for one in claim.all_obligations():
                data = kept.found(kept.CERTIFICATES, one.id, one.statement)
                if data is not None and one.id not in found:
                    found[one.id] = Lemma.of(one.id, claim.title, one.statement, len(data))
    return tuple(found.values())


def _claim(home: str, claim_id: str) -> tuple[Any, dict[str, Any]]:
    """The definitions of a claim's paper, and the scripts of its obligations; none of a file's."""
    from proofs.certify import family
    from proofs.registry import load

    try:
        members = list(family(load(home)))
    except LookupError:
        return (), {}
    own = [claim for claim in members if claim.id == claim_id] or members[:1]
    scripts = {o.id: o.script for claim in members for o in claim.all_obligations()}
    return own[0].source.definitions, scripts


def _code() -> str:
    """A digest of what prose is made by."""
    digest = sha256()
    for path in [Path(__file__), *sorted((ROOT / "proofs").rglob("*.py"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _kept(folder: Path, code: str) -> dict[str, Json]:
    try:
        data = json.loads((folder / KEPT).read_text(encoding="utf-8"))
        return dict(data["prose"]) if data["code"] == code else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
