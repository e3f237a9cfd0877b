"""The kernel and the second checker: they accept the same certificates.

Each certificate of the pool, and each damaged one, goes to both.  That one of them declines what
the other rejects is no disagreement: neither accepts.  The two enclose elementary functions in
ways of their own, and may differ in the last places; where one accepts and the other finds its
enclosure too wide, the other is asked again with 64 bits more, and must accept then.  Work is
counted differently too: where one accepts and the other has used up what it is granted, nothing is
said of the certificate.  Both are counted apart.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from proofs import replay
from proofs.kernel import check
from tests.campaigns.mutants import damaged
from tests.campaigns.outcome import KEPT, Outcome
from tests.campaigns.pool import pool

WIDE = ("not-shown", "division-by-zero", "root-of-negative", "log-of-nonpositive")
PROMISE = "The kernel and the second checker accept the same certificates"
SPENT = {"too-much-work", "resources"}
TRIAL = "a certificate, damaged in one to three places or not at all, given to both checkers"

Check = Callable[[str], tuple[str, str]]  # outcome and reason


def kernel(text: str) -> tuple[str, str]:
    result = check(text)
    return result.outcome, result.code


def second(text: str) -> tuple[str, str]:
    result = replay.check(text)
    return result.outcome, result.code


def sharper(text: str) -> str:
    """The certificate with 64 bits more at every enclosure."""

    def sharpened(item: dict[str, Any]) -> dict[str, Any]:
        more = type(item.get("bits")) is int and item["bits"] >= 0
        return {**item, "bits": item["bits"] + 64} if more else item

    return json.dumps(json.loads(text, object_hook=sharpened))


def run(trials: int, seed: int, one: Check = kernel, two: Check = second) -> Outcome:
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    originals = list(pool())
    rng.shuffle(originals)
    for trial in range(trials):
        if trial % 10 == 0 and originals:
            kind, text = "as it was", originals.pop()
        else:
            kind, data, _ = damaged(rng)
            text = json.dumps(data)
        first, other = one(text), two(text)
        if "accept" in (first[0], other[0]):
            if first[0] == other[0]:
                counts["accepted by both"] += 1
                continue
            if other[0] == "accept" and first[1] in WIDE and one(sharper(text))[0] == "accept":
                counts["accepted by the second checker, by the kernel with 64 bits more"] += 1
                continue
            if first[0] == "accept" and other[1] in WIDE and two(sharper(text))[0] == "accept":
                counts["accepted by the kernel, by the second checker with 64 bits more"] += 1
                continue
            if {first[0], other[0]} == {"accept", "decline"} and SPENT & {first[1], other[1]}:
                counts["accepted by one, too much work for the other"] += 1
                continue
            how = f"kernel {' '.join(first).strip()}, second checker {' '.join(other).strip()}"
            counts[how] += 1
            failures.append(f"seed {seed}, trial {trial}: {kind}: {how}: {text}")
        elif first == other:
            counts["refused by both, for the same reason"] += 1
        else:
            counts["refused by both, for different reasons"] += 1
    return Outcome(
        promise=PROMISE,
        trial=TRIAL,
        trials=trials,
        failures=len(failures),
        seed=seed,
        counts=dict(sorted(counts.items())),
        examples=tuple(failures[:KEPT]),
    )
