"""Damaged certificates: the kernel accepts none whose statement is false.

A valid certificate is changed in one place of its proof, of its statement, or of both, or is
turned into a proof of something false that lacks a part (the *cheats*).  Where
the kernel still accepts, the statement is either the old one, or :mod:`tests.campaigns.judge`
looks for a counterexample to it.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable

from proofs.kernel import check
from tests.campaigns.judge import Malformed, judge
from tests.campaigns.mutators import CHEATS, PROOF, STATEMENT, Json, mutant
from tests.campaigns.outcome import KEPT, Outcome
from tests.campaigns.pool import drawn

PROMISE = "No damaged certificate is accepted for a statement that is false"
TRIAL = "a certificate damaged in one to three places, checked by the kernel"
LOOK = 10  # one refused mutant in so many is judged too: does the oracle see falsehood at all?

Check = Callable[[str], bool]


def accepted(text: str) -> bool:
    return check(text).accepted


WEIGHTS = (35, 50, 15)  # damaged proofs, damaged statements, cheats


def damaged(
    rng: random.Random, weights: tuple[int, int, int] = WEIGHTS, rule: str = ""
) -> tuple[str, Json, str]:
    """Kinds of damage, the certificate, and the text that it was, which uses the rule."""
    table = rng.choices((PROOF, STATEMENT, CHEATS), weights)[0]
    kind, data, original = mutant(rng, table, lambda rng: drawn(rng, rule))
    while rng.random() < 0.3 and isinstance(data.get("proof"), dict):
        text = json.dumps(data)
        try:
            more, data, _ = mutant(rng, PROOF, lambda _, text=text: text)
        except (
            LookupError,
            TypeError,
            ValueError,
            AttributeError,
        ):  # too damaged to take apart once more
            break
        kind = f"{kind}, {more}"
        if kind.count(",") == 2:
            break
    return kind, data, original


def run(
    trials: int,
    seed: int,
    accepts: Check = accepted,
    enough: int | None = None,
    weights: tuple[int, int, int] = WEIGHTS,
    rule: str = "",
) -> Outcome:
    """``enough`` failures end it early (where it is known to fail); ``rule``: only its proofs."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for trial in range(trials):
        if enough is not None and len(failures) >= enough:
            trials = trial
            break
        kind, data, original = damaged(rng, weights, rule)
        statement = data["statement"]
        yes = accepts(json.dumps(data))
        if not yes and trial % LOOK:
            counts["refused"] += 1
            continue
        if yes and statement == json.loads(original)["statement"]:
            counts["accepted, statement unchanged"] += 1
            continue
        try:
            found = judge(statement, rng)
        except Malformed as error:
            if yes:
                failures.append(f"seed {seed}, trial {trial}: {kind}: no statement: {error}")
            else:
                counts["refused"] += 1
            continue
        if not yes:
            counts["refused"] += 1
            counts["refused, looked at by the oracle"] += 1
            counts["refused, looked at by the oracle and false"] += found.false
        elif found.false:
            failures.append(
                f"seed {seed}, trial {trial}: {kind}: false at {found.where}: {json.dumps(data)}"
            )
        elif found.judged:
            counts["accepted, statement changed and true at every point tried"] += 1
        else:
            counts["accepted, statement changed and not judged"] += 1
    return Outcome(
        promise=PROMISE,
        trial=TRIAL,
        trials=trials,
        failures=len(failures),
        seed=seed,
        counts=dict(sorted(counts.items())),
        examples=tuple(failures[:KEPT]),
    )
