"""``verify attack``: exact data are looked for against what is proved, and what is undecided.

Each obligation of a claim is attacked as ``verify decide`` attacks a statement
(:mod:`proofs.search.attack`), whatever its certificate says.  Data that the kernel accepts against
an obligation that it also accepts a proof of would be a contradiction in the kernel: a bug, which
stops the run.  A control (:mod:`proofs.vacuity`) that says *needed* is looked at again where its
obligation is not proved: at its data the dropped hypothesis must fail.  Where it is asked for, the
controls without an answer are attacked, too: data show that a dropped hypothesis is needed, or that
a bound cannot be made smaller.

That nothing is found says nothing but that.

What came of a claim is kept in the store (:mod:`verify.store`), under the digest of the claim, of
the code that attacks, and of the seconds: a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from queue import Empty
from typing import Any

from proofs import notation
from proofs.claims import Claim, Obligation
from proofs.evidence import Evidence, establish, of_obligation, shipped
from proofs.refute import data_text
from proofs.search.attack import Hit, judged
from proofs.search.clock import PATIENCE
from proofs.search.conclude import _attack, _stop, _work
from proofs.search.data import Found
from proofs.trees.script import Json
from proofs.vacuity import DROPPED, REFUTED, SATISFIABLE, UNDECIDED, Row
from proofs.vacuity import of_obligation as controls_of
from verify import sources
from verify.sharpening import ready
from verify.store import Store

OBLIGATION, NEEDED = "obligation", "needed"
NONE_FOUND, FOUND, NOT_TRIED, MEETS = "none found", "refuted", "not tried", "meets the hypothesis"
LONG = 200_000  # characters of a statement beyond which nothing is tried


class Contradiction(AssertionError):
    """The kernel accepts a proof of a statement, and exact data against it."""


@dataclass(frozen=True)
class Attacked:
    """One attack: what it was on, and how it ended.

    ``kind``: obligation, dropped, tightened (an undecided control), or needed (a control that says
    so).  ``outcome``: none found; refuted; not tried (the statement is too long); meets the
    hypothesis, of data that are to show that it is needed.  ``proved``: the kernel accepts a proof
    of the obligation.
    """

    of: str
    kind: str
    changed: str
    outcome: str
    proved: bool
    at: str = ""
    source: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "obligation": self.of,
            "kind": self.kind,
            "changed": self.changed,
            "outcome": self.outcome,
            "proved": self.proved,
            "at": self.at,
            "source": self.source,
        }


def of_claim(claim: Claim, seconds: float, controls: bool = False) -> Iterator[Attacked]:
    """The attacks on each obligation of a claim and of its companions.

    With ``controls`` also on those of their controls that have no answer.  Each takes so many
    seconds, and a moment to be ended.

    Raises:
        Contradiction: an obligation that is proved is refuted.
    """
    from proofs.certify import family

    ready()
    for one in family(claim):
        for obligation in one.all_obligations():
            yield from of_one(obligation, seconds, controls)


def recalled(store: Store, claim_id: str, seconds: float, controls: bool) -> list[Attacked] | None:
    """What the store has of the attacks on a claim, by this code, with as many seconds."""
    item = store.get(_key(claim_id, seconds, controls))
    return None if item is None else [Attacked(**one) for one in item.content]


def keep(
    store: Store, claim_id: str, seconds: float, controls: bool, found: Sequence[Attacked]
) -> None:
    """Put the attacks on a claim into the store; not where code was changed in the meantime."""
    if not sources.touched(claim_id, __name__):
        store.put(_key(claim_id, seconds, controls), [asdict(one) for one in found])


def _key(claim_id: str, seconds: float, controls: bool) -> str:
    code = sources.digest(sources.closure(__name__))
    return sources.digest(["attack", claim_id, sources.inputs(claim_id), code, seconds, controls])


def of_one(obligation: Obligation, seconds: float, controls: bool = False) -> Iterator[Attacked]:
    """The attacks on one obligation, and on its controls; raises :class:`Contradiction`."""
    evidence = _evidence(obligation)
    name, statement = obligation.id, obligation.statement
    outcome, hit = _tried(statement, seconds)
    at, source = _where(statement, hit)
    if hit is not None and evidence.proved:
        raise Contradiction(f"{name} is proved, and refuted at {at or 'no data at all'}")
    yield Attacked(name, OBLIGATION, "", outcome, evidence.proved, at, source)
    for row in controls_of(obligation, evidence, search=False):
        if row.kind == SATISFIABLE:
            continue
        changed = notation.lines(notation.formula(statement, row.changed))
        if row.outcome == UNDECIDED and controls:
            outcome, hit = _tried(row.statement, seconds)
            at, source = _where(row.statement, hit)
            yield Attacked(name, row.kind, changed, outcome, evidence.proved, at, source)
        elif row.kind == DROPPED and row.outcome == REFUTED and not evidence.proved:
            met = _refutes(obligation, row)
            outcome = MEETS if met else NONE_FOUND
            yield Attacked(name, NEEDED, changed, outcome, False, _data(row))


def _evidence(obligation: Obligation) -> Evidence:
    """The kept certificate, checked; of claims that are not shipped what their scripts lead to."""
    if shipped(obligation.id, obligation.statement) is None and obligation.made is not None:
        return of_obligation(obligation)
    return establish(
        obligation.id,
        obligation.says,
        obligation.statement,
        obligation.script,
        failed="" if shipped(obligation.id, obligation.statement) else "no certificate is kept",
    )


def _refutes(obligation: Obligation, row: Row) -> bool:
    """Whether the data against the rest are data against all of it: the hypothesis holds there."""
    if row.witness is None:
        return False
    names = {*obligation.statement["vars"], *obligation.statement["functions"]}
    if not names <= {*row.witness.values, *row.witness.functions}:
        return False
    return judged(obligation.statement, Found(row.witness, (), row.part)) is not None


def _data(row: Row) -> str:
    used = {*row.statement["vars"], *row.statement["functions"]}
    return "" if row.witness is None else data_text(row.witness, used)


def _where(statement: Json, hit: Hit | None) -> tuple[str, str]:
    if hit is None:
        return "", ""
    return data_text(hit.witness, {*statement["vars"], *statement["functions"]}), hit.source


def _tried(statement: Json, seconds: float) -> tuple[str, Hit | None]:
    if len(json.dumps(statement)) > LONG:
        return NOT_TRIED, None
    hit = aside(statement, seconds)
    return (NONE_FOUND if hit is None else FOUND), hit


def aside(statement: Json, seconds: float) -> Hit | None:
    """Data against the statement, from a process that is ended when the time is up."""
    context = multiprocessing.get_context("fork")
    queue: Any = context.Queue()
    end = time.monotonic() + PATIENCE * seconds + 1.0
    process = context.Process(
        target=_work, args=(_attack, statement, seconds, queue, "attack", os.getpid())
    )
    process.start()
    try:
        while time.monotonic() < end:
            try:
                kind, value = queue.get(timeout=0.2)
            except Empty:
                if not process.is_alive():
                    return None
                continue
            if kind == "hit":
                found: Hit = value
                return found
            if kind == "end":
                return None
    finally:
        _stop(process)
    return None


def wrong(one: Attacked) -> bool:
    """Whether it found what should not be there: a false obligation, or a false *needed*."""
    return (one.kind == OBLIGATION and one.outcome == FOUND) or one.outcome == MEETS


def told(claim_id: str, found: list[Attacked]) -> list[str]:
    """Lines for a terminal: how many were attacked, and each that says something."""
    asked = [one for one in found if one.kind == OBLIGATION]
    open_ = [one for one in found if one.kind not in (OBLIGATION, NEEDED)]
    refuted = [one for one in asked if one.outcome == FOUND]
    decided = [one for one in open_ if one.outcome == FOUND]
    met = [one for one in found if one.outcome == MEETS]
    long = sum(one.outcome == NOT_TRIED for one in found)
    obligations = "1 obligation" if len(asked) == 1 else f"{len(asked)} obligations"
    says = f"{claim_id}: {obligations}, {len(refuted) or 'none'} refuted"
    if open_:
        controls = "1 undecided control" if len(open_) == 1 else f"{len(open_)} undecided controls"
        says += f"; {controls}, {len(decided) or 'none'} decided"
    if long:
        says += f"; {long} too long to be tried"
    lines = [says]
    for one in refuted:
        proof = "it is not proved" if not one.proved else "it is proved"
        lines.append(f"  {one.of} ({proof}): fails{_at(one)}")
    for one in decided:
        if one.kind == DROPPED:
            lines.append(f"  {one.of}: {one.changed} is needed, fails without it{_at(one)}")
        else:
            lines.append(f"  {one.of}: not {one.changed}: fails{_at(one)}")
    lines += [f"  {one.of}: {one.changed} holds where it is said to be needed" for one in met]
    return lines


def _at(one: Attacked) -> str:
    return f" at {one.at}" if one.at else " as it stands"


def in_a_word(found: Sequence[Attacked]) -> str:
    """How the attacks on a claim ended."""
    if any(map(wrong, found)):
        return "data found against it"
    return "none found" if found else "nothing to attack"


__all__ = [
    "Attacked",
    "Contradiction",
    "aside",
    "in_a_word",
    "keep",
    "of_claim",
    "of_one",
    "recalled",
    "told",
    "wrong",
]
