"""Claims of the user's own: a file runs in a process of its own, and leaves nothing but text.

The process of the file (:func:`main`) imports it, writes the claim down before any of its scripts
runs, then runs them and adds the certificates that they lead to.  This process (:func:`load`)
reads that text, as an opinion: statements are decided by :mod:`proofs.decide`, certificates are
read by the kernel, here, where no line of the file has run.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from constructions.terms import Term
from proofs.claims import (
    Attempt,
    Claim,
    Control,
    Line,
    Obligation,
    Parameter,
    Reading,
    Source,
    Typing,
    Witness,
)
from proofs.decide import BROKEN, accepts, same
from proofs.evidence import DECLINED, HOLDS, Evidence, dumps
from proofs.kernel.errors import Reject
from proofs.language.text import TextError
from proofs.refute import of_witness
from proofs.scripts import sources
from proofs.trees.script import Unproved, elaborate

Json = Any
MAX_BYTES, MAX_FAMILY = 1 << 28, 200
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}", re.ASCII)
#: how the names of other files of evidence end
DERIVED = re.compile(r"\.((satisfiable|dropped|tightened)\d+|instance\d+\.[a-z])", re.I)


class OwnClaimError(ValueError):
    """The file cannot be run, or is no claim: one line for its author."""


# --- in the process of the file ------------------------------------------------------------------


def main(file: str, out: str, given: str) -> None:
    """Run the claim file and write what it says to ``out``."""
    if not os.environ.get("NETPROOF_DEBUG"):  # what the file prints is no answer of ours
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    try:
        told = _told(Path(file), json.loads(given))
    except BaseException as error:  # sys.exit() in a file is no end of a run
        if os.environ.get("NETPROOF_DEBUG"):
            raise
        kind = type(error).__name__
        if isinstance(error, TextError):
            kind = f"{error.line.strip()!r} ({error.place} of its text)"
        told = {"error": f"{kind}: {error}"}
    Path(out).write_text(json.dumps(told), encoding="utf-8")


def _told(path: Path, given: Mapping[str, str]) -> Json:
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("user_claim", path)
    if spec is None or spec.loader is None:
        raise OwnClaimError("not a Python file")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    claim = getattr(module, "CLAIM", None)
    if not isinstance(claim, Claim):
        raise OwnClaimError("defines no CLAIM (a Claim of proofs.claims)")
    members = list(_members(claim))
    for member in members:  # said again in the other process: here it only saves the time
        if why := misnamed(member):
            raise OwnClaimError(why)
    texts = [json.dumps(_written(member)) for member in members]  # before any script runs
    found: dict[str, Json] = {}
    for member in members:
        found |= _searched(member)
    settings = [claim.settings(given)] if given else [claim.settings(s) for s in claim.instances]
    rows = [row for s in settings for row in (claim.run(s) if claim.run else [])]
    return {
        "claims": [json.loads(text) for text in texts],
        "found": found,
        "rows": [_row(row) for row in rows],
        "pictures": claim.pictures() if claim.pictures else None,
    }


def misnamed(claim: Claim) -> str:
    """Why a name of the claim or of its evidence cannot be one of a claim file; else empty.

    Ids become names of files, on some disks whatever their case.
    """
    from proofs.registry import PAPERS

    ours = {"reliability", "sweeps", "index"} | set(PAPERS)
    for text in (claim.id, *claim.evidence_ids()):
        if not (isinstance(text, str) and ID.fullmatch(text)):
            return f"not an id: {str(text)[:60]!r}"
        if text.partition(".")[0].lower() in ours:
            return f"{text} begins like a claim of netproof: take another"
        if DERIVED.search(text):
            return f"{text} ends like a file of another: take another"
    return ""


def _members(claim: Claim, depth: int = 0) -> Iterator[Claim]:
    if depth > MAX_FAMILY:
        raise OwnClaimError("a claim that is repaired by itself")
    yield claim
    for companion in (*claim.repaired, *claim.sharpened):
        yield from _members(companion, depth + 1)


def _written(claim: Claim) -> Json:
    """The claim as data; companions by their ids."""
    plain = ("id", "kind", "title", "statement", "differs", "notes", "not_claimed", "cites",
             "assumes")  # fmt: skip
    return {name: getattr(claim, name) for name in plain} | {
        "source": claim.source.printed,
        "readings": [vars(reading) for reading in claim.readings],
        "obligations": [_sequent(o) for o in claim.obligations],
        "attempts": [_attempt(a) for a in claim.attempts],
        "lines": [_line(line) for line in claim.lines],
        "controls": [{"kind": c.kind, "attempt": _attempt(c.attempt)} for c in claim.controls],
        "satisfiable": [_attempt(datum) for datum in claim.data()],
        "typings": [_sequent(typing) for typing in claim.typings],
        "parameters": [[p.name, p.described, p.default] for p in claim.parameters],
        "repaired": [companion.id for companion in claim.repaired],
        "sharpened": [companion.id for companion in claim.sharpened],
    }


def _sequent(item: Any) -> Json:
    return {"id": item.id, "says": item.says, "statement": item.statement}


def _attempt(attempt: Attempt) -> Json:
    return _sequent(attempt) | {"part": attempt.part, "data": of_witness(attempt.witness)}


def _line(line: Line) -> Json:
    texts = ("id", "printed", "conclusion_stands", "why", "repair", "reading")
    return {name: getattr(line, name) for name in texts} | {
        "obligations": [_sequent(o) for o in line.obligations],
        "attempts": [_attempt(a) for a in line.attempts],
    }


def _searched(claim: Claim) -> dict[str, Json]:
    """What the claim's scripts lead to: a certificate, or why there is none."""
    found: dict[str, Json] = {}
    for name, made in sources(claim):
        try:
            found[name] = {"certificate": dumps(elaborate(*made())).decode()}
        except Unproved as error:
            found[name] = {"failed": error.told()}
        except (LookupError, Reject) as error:
            found[name] = {"failed": str(error).splitlines()[0]}
    return found


def _row(row: Any) -> Json:
    cost = row.network.cost()
    return {
        "inputs": row.inputs,
        "version": getattr(row, "version", "printed"),
        "units": row.units,
        "width": row.width,
        "numbers": [str(q) for q in (row.lo, row.hi, row.bound)],
        "plot": row.plot,
        "cost": {key: cost[key] for key in ("width", "depth", "parameters", "largest_weight")},
        "evidence": [
            _sequent(item)
            | {"method": item.method, "certificate": (item.certificate or b"").decode()}
            for item in row.evidence
        ],
    }


# --- in this process -----------------------------------------------------------------------------


def load(path: Path, given: Mapping[str, str]) -> Claim:
    """The claim of a file, as data.

    Raises:
        OwnClaimError: the file cannot be run, or is no claim.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "claim.json"
        start = "import sys, json; sys.path[:] = json.loads(sys.argv.pop(1)); "
        start += "from verify.own_claims import main; main(*sys.argv[1:])"
        words = [json.dumps(sys.path), str(path), str(out), json.dumps(dict(given))]
        done = subprocess.run([sys.executable, "-c", start, *words], check=False)
        if not out.is_file() or out.stat().st_size > MAX_BYTES:
            raise OwnClaimError(f"it ended with status {done.returncode} and no claim")
        try:
            told = json.loads(out.read_text(encoding="utf-8"))
            if "error" in told:
                raise OwnClaimError(told["error"])
            return _claim(told)
        except OwnClaimError:
            raise
        except BROKEN as error:  # whatever the text says, it is its author's
            raise OwnClaimError(f"not a claim: {type(error).__name__}: {error}") from None


def _claim(told: Json) -> Claim:
    texts: dict[str, Json] = {}
    for text in told["claims"]:
        if text["id"] in texts:
            raise OwnClaimError(f"two claims are called {text['id']}")
        texts[text["id"]] = text
    first = told["claims"][0]["id"]
    rows = [_instance(row) for row in told["rows"]]
    pictures = told["pictures"]

    def made(name: str) -> Claim:
        text, found = texts[name], told["found"]
        own = {o["id"]: _obligation(o, found) for o in text["obligations"]}
        words: dict[str, Any] = {
            k: text[k] for k in ("id", "kind", "title", "statement", "differs")
        }
        words |= {k: tuple(text[k]) for k in ("notes", "not_claimed", "cites", "assumes")}
        return Claim(
            **words,
            source=Source(**text["source"]),
            readings=tuple(
                Reading(**{**r, "formal": tuple(r["formal"])}) for r in text["readings"]
            ),
            obligations=tuple(own.values()),
            attempts=tuple(_attack(a, found) for a in text["attempts"]),
            lines=tuple(
                Line(
                    **{key: value for key, value in line.items() if isinstance(value, str)},
                    obligations=tuple(
                        own.get(o["id"]) or _obligation(o, found) for o in line["obligations"]
                    ),
                    attempts=tuple(_attack(a, found) for a in line["attempts"]),
                )
                for line in text["lines"]
            ),
            controls=tuple(
                Control(_attack(c["attempt"], found), c["kind"]) for c in text["controls"]
            ),
            satisfiable=tuple(_attack(a, found) for a in text["satisfiable"]),
            typings=tuple(Typing(**t) for t in text["typings"]),
            parameters=tuple(Parameter(n, says, str, d) for n, says, d in text["parameters"]),
            repaired=tuple(made(other) for other in text["repaired"]),
            sharpened=tuple(made(other) for other in text["sharpened"]),
            instances=({},) if rows and name == first else (),
            run=(lambda settings: rows) if name == first else None,
            pictures=(lambda: pictures) if pictures and name == first else None,
        )

    return made(first)


def _obligation(text: Json, found: Json) -> Obligation:
    return Obligation(text["id"], text["says"], text["statement"], **_made(text["id"], found))


def _attack(text: Json, found: Json) -> Attempt:
    data = text["data"]
    witness = Witness(
        {name: Term(value) for name, value in data["values"].items()},
        {name: (tuple(args), body) for name, (args, body) in data["functions"].items()},
    )
    made = _made(text["id"], found)
    return Attempt(text["id"], text["says"], text["statement"], witness, part=text["part"], **made)


def _made(name: str, found: Json) -> dict[str, Any]:
    told = found.get(name, {})
    return {"made": told.get("certificate", "").encode() or None, "failed": told.get("failed", "")}


def _instance(row: Json) -> Any:
    """A row of the file's own run: its numbers are the file's word, and so never certified."""
    lo, hi, bound = (Fraction(q) for q in row["numbers"])
    return SimpleNamespace(
        inputs=row["inputs"],
        version=row["version"],
        units=row["units"],
        width=row["width"],
        lo=lo,
        hi=hi,
        bound=bound,
        plot=row["plot"],
        network=SimpleNamespace(cost=lambda: row["cost"]),
        evidence=[_believed(item) for item in row["evidence"]],
        verdict="supported" if lo <= hi <= bound else "open",
        level="sampled",
    )


def _believed(item: Json) -> Evidence:
    """Evidence of a row: a certificate of the statement that stands beside it, or nothing."""
    data, outcome = item["certificate"].encode(), DECLINED
    if accepts(data) and same(json.loads(data)["statement"], item["statement"]):
        outcome = HOLDS
    return Evidence(
        item["id"],
        item["says"],
        item["statement"],
        item["method"],
        "kernel",
        "instance",
        outcome,
        data if outcome == HOLDS else None,
        0.0,
        "" if outcome == HOLDS else "it leaves no certificate",
    )
