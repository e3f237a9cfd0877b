"""False statements next to true ones: the prover proves no false one."""

from __future__ import annotations

from tests.campaigns.outcome import KEPT, Outcome

PROMISE = "No false statement is proved"
TRIAL = "one attempt to prove a false statement, made from the proof of its true neighbour"


def run(trials: int, seed: int) -> Outcome:
    from tests.false_theorems import campaign

    found = campaign.run(seed=seed, trials=trials)
    counts = {
        "pairs of a true and a false statement": int(found["pairs"]),
        "true neighbours proved": int(found["neighbours_proved"]),
        "true neighbours declined": _number(found["neighbours_declined"]),
    }
    examples = tuple(str(e) for e in found.get("examples", ()))[:KEPT]
    failures = int(found["failures"])
    return Outcome(
        promise=PROMISE,
        trial=TRIAL,
        trials=int(found["trials"]),
        failures=failures,
        seed=seed,
        counts=counts | {f"of the kind {k}": _number(n) for k, n in found["by_kind"].items()},
        examples=examples or ((f"{failures} of them, seed {seed}",) if failures else ()),
    )


def _number(count: int | list[str]) -> int:
    """A count, or how many are listed."""
    return len(count) if isinstance(count, list) else count
