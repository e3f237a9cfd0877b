"""``python -m proofs.scripts [ID...]``: find every proof again from its source, with its time.

A run checks kept certificates and never looks at the scripts that they came from; this does.  The
script of each obligation, and of all data against a statement or at which its hypotheses hold, is
elaborated in a process of its own, as many at once as there are cores, and the kernel reads what
comes out.  ID is a claim, with its companions, or one of these (``pln.lemma2.eq10``).
``--share K/N`` takes the K-th of N parts; ``--keep`` keeps what is found in place of the
certificates that were.  The exit status is 1 where a proof is not found again; proofs that take
longer than ``SLOW`` seconds are listed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from os import cpu_count

from proofs import kept
from proofs.certify import family
from proofs.claims import Claim, Obligation
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.kernel.errors import Reject
from proofs.refute import negation, satisfied
from proofs.registry import ids, load
from proofs.trees.script import Json, Node, Unproved, elaborate

SLOW = 30.0


@dataclass(frozen=True)
class Found:
    """What came of one script: empty ``why`` where the kernel accepts the proof."""

    claim: str
    id: str
    seconds: float
    statement: Json
    certificate: bytes = b""
    why: str = ""


Made = Callable[[], tuple[Json, Node]]
"""What makes a statement and its script."""


def sources(claim: Claim) -> Iterator[tuple[str, Made]]:
    """What a claim has scripts for, by id: obligations, data against them, data they hold at."""

    def proof(obligation: Obligation) -> tuple[Json, Node]:
        return obligation.statement, obligation.script()

    for obligation in claim.all_obligations():
        yield obligation.id, partial(proof, obligation)
    for attempt in claim.all_attempts():
        yield attempt.id, partial(negation, attempt.searched())
    for data in claim.data():
        yield data.id, partial(satisfied, data.searched())


def _sources(name: str) -> dict[str, Made]:
    """Those of a listed claim and of its companions."""
    return {one: made for claim in family(load(name)) for one, made in sources(claim)}


def again(name: str, wanted: str) -> Found:
    """One proof of a claim, from its script."""
    made = _sources(name)[wanted]
    start = time.process_time()
    statement, why, data = None, "", b""
    try:
        statement, script = made()  # a written proof is found here, a tree below
        data = dumps(elaborate(statement, script))
        result = check(data)
        if not result.accepted:
            why = f"the kernel says {result.outcome}: {result.code} {result.why}"
    except (Unproved, LookupError, Reject, ValueError) as error:
        why = str(error).splitlines()[0]
    return Found(name, wanted, time.process_time() - start, statement, data, why)


def share(items: Sequence[tuple[str, str]], part: str) -> list[tuple[str, str]]:
    """The K-th of N parts, every N-th item from the K-th on; raises ValueError."""
    k, _, n = part.partition("/")
    first, step = int(k), int(n)
    if not 1 <= first <= step:
        raise ValueError("--share K/N has 1 <= K <= N")
    return list(items[first - 1 :: step])


def every(names: Iterable[str]) -> list[tuple[str, str]]:
    """Claim and what it has a script for, each once, of claims or single ids."""
    known = set(ids())
    listed: dict[str, str] = {}
    for name in names:
        if name in known:
            listed |= dict.fromkeys(_sources(name), name)
            continue
        paper = [home for home in ids() if home.split(".")[0] == name.split(".")[0]]
        found = [home for home in paper if name in _sources(home)]
        if not found:
            raise ValueError(f"there is no claim or proof {name}")
        listed[name] = found[0]
    return [(name, wanted) for wanted, name in listed.items()]


def run(items: Sequence[tuple[str, str]], jobs: int | None = None) -> Iterator[Found]:
    """Each item's script, as they end."""
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs or cpu_count() or 1, mp_context=context) as pool:
        for done in as_completed([pool.submit(again, *item) for item in items]):
            yield done.result()


def main(words: list[str]) -> int:
    part = "1/1"
    if "--share" in words:
        at = words.index("--share")
        part, words = words[at + 1], [*words[:at], *words[at + 2 :]]
    keep = "--keep" in words
    try:
        items = share(every([word for word in words if word != "--keep"] or ids()), part)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    found = []
    for one in run(items):
        found.append(one)
        word = one.why or f"{len(one.certificate)} bytes"
        print(f"{one.seconds:7.1f} s  {one.id}: {word}", flush=True)
    missing = [one for one in found if one.why]
    if keep:
        new = {one.id: (one.statement, one.certificate) for one in found if not one.why}
        kept.put(kept.CERTIFICATES, new)
    slow = [one for one in found if one.seconds > SLOW]
    total = sum(one.seconds for one in found)
    print(f"{len(found)} proofs, {total:.0f} s of work; {len(missing)} not found again")
    for one in missing:
        print(f"  {one.id}: {one.why}", file=sys.stderr)
    for one in sorted(slow, key=lambda one: -one.seconds):
        print(f"  {one.id} takes {one.seconds:.0f} s")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
