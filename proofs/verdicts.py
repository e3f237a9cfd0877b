"""A claim, and what was found for it, as :mod:`proofs.decide` takes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from proofs import checkers
from proofs import decide as court
from proofs.claims import Attempt, Claim, Line, Obligation
from proofs.decide import Decision
from proofs.evidence import HOLDS, Evidence
from proofs.refute import of_witness
from proofs.trees.script import Json
from proofs.vacuity import HOLD, NEVER, Row

COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.S)  # of Typst: nobody reads it
Found = Mapping[str, Evidence]
Controls = Mapping[str, Sequence[Row]]


def question(claim: Claim) -> str:
    """The claim as :func:`proofs.decide.decide` takes it, as text.

    What a claim without obligations says is what its attempts attack.
    """
    statements = _statements(claim)
    first = next(iter(statements), "")
    return json.dumps(
        {
            "id": claim.id,
            "statements": statements,
            "typings": [typing.statement for typing in claim.typings],
            "lines": [_line(line) for line in claim.lines],
            "controls": {c.attempt.id: c.attempt.statement for c in claim.controls},
            "readings": list(_read(claim, first)),
            "assumes": list(claim.assumes),
        }
    )


def _read(claim: Claim, first: str) -> Iterator[list[Any]]:
    """What stands beside a printed phrase.

    A row without words goes on with the phrase above it, among hypotheses or in the conclusion.
    """
    above: dict[str, tuple[Any, ...]] = {}
    for reading in claim.readings:
        of, side = reading.obligation or first, reading.formal[:1]
        if any(map(str.isalnum, COMMENT.sub("", reading.printed))):
            above[of] = side
        if above.get(of) == side:
            yield [of, list(reading.formal)]


def _statements(claim: Claim) -> dict[str, Json]:
    found = claim.obligations or claim.attempts
    return {item.id: item.statement for item in found}


def _line(line: Line) -> Json:
    found = {o.id: o.statement for o in line.obligations}
    known = [court.key(s) for s in found.values()]
    found |= {a.id: a.statement for a in line.attempts if court.key(a.statement) not in known}
    return {"id": line.id, "statements": found, "stands": line.conclusion_stands}


def offers(claim: Claim, found: Found, controls: Controls | None = None) -> list[dict[str, Any]]:
    """What was found, each offered for what it may show; none of it is believed."""
    made: list[dict[str, Any]] = []
    names: dict[str, list[str]] = {}
    asked: list[Obligation | Attempt] = [*claim.all_obligations(), *claim.all_attempts()]
    for item in asked:
        names.setdefault(court.key(item.statement), []).append(item.id)
    for obligation in claim.all_obligations():
        shown = found[obligation.id]
        kind = "proof" if shown.level == "kernel" else "opinion" if shown.outcome == HOLDS else ""
        made.append({"kind": kind, "of": obligation.id, "certificate": shown.certificate})
    for attempt in claim.all_attempts():
        data = of_witness(attempt.witness) | {"part": attempt.part}
        offer = data | {"kind": "refutation", "certificate": found[attempt.id].certificate}
        made += [{**offer, "of": name} for name in names[court.key(attempt.statement)]]
    for datum in claim.data():
        offer = of_witness(datum.witness) | {"kind": "data"}
        offer["certificate"] = found[datum.id].certificate
        for name in names.get(court.key(datum.statement), []):
            chains = range(len(court.chains(datum.statement)))
            made += [{**offer, "of": name, "chain": i} for i in chains]
    alike = {name: same for same in names.values() for name in same}
    for name, rows in (controls or {}).items():
        made += [offer | {"of": other} for offer in _rows(rows) for other in alike[name]]
    return [offer for offer in made if offer["certificate"] or offer["kind"] == "opinion"]


def _rows(rows: Sequence[Row]) -> Iterator[dict[str, Any]]:
    for row in rows:
        if row.outcome == HOLD and row.witness is not None:
            data = of_witness(row.witness)
            yield data | {"kind": "data", "chain": row.index, "certificate": row.certificate}
        elif row.outcome == NEVER:
            yield {"kind": "contradiction", "chain": row.index, "certificate": row.certificate}


def decide(claim: Claim, found: Found, controls: Controls | None = None) -> Decision:
    """The verdict of a claim, from what was found for it."""
    return court.decide(question(claim), offers(claim, found, controls), checkers.accepts)


def altered(control: Json, statements: Sequence[Json]) -> str:
    """In what one place a control differs from a statement of the claim; empty if in none."""
    changes = []
    for one in statements:
        theirs, mine = [list(map(json.dumps, s["given"])) for s in (one, control)]
        same_show = json.dumps(one["show"]) == json.dumps(control["show"])
        if same_show and len(mine) == len(theirs) - 1 and set(mine) < set(theirs):
            changes.append("hypothesis dropped")
        elif same_show and len(mine) == len(theirs) and sum(map(str.__ne__, mine, theirs)) == 1:
            changes.append("hypothesis changed")
        elif not same_show and mine == theirs:
            changes.append("conclusion changed")
    return max(changes, default="")  # a change of hypotheses is named before one of the conclusion
