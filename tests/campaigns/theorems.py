"""False statements next to true ones: the prover proves no false one."""

from __future__ import annotations

from tests.campaigns.outcome import KEPT, Outcome


def run(trials: int, seed: int) -> Outcome:
    from tests.false_theorems import campaign

    found = campaign.run(seed=seed, trials=trials)
    counts = {
        "pairs of a true and a false statement": int(found["pairs"]),
        "true neighbours proved": int(found["neighbours_proved"]),
        "true neighbours declined": int(found["neighbours_declined"]),
    }
    examples = tuple(str(e) for e in found.get("examples", ()))[:KEPT]
    failures = int(found["failures"])
    return Outcome(
        promise=str(found["promise"]),
        trial=TRIAL,
        trials=int(found["trials"]),
        failures=failures,
        seed=seed,
        counts=counts | {f"of the kind {k}": _number(n) for k, n in found["by_kind"].items()},
        examples=examples or ((f"{failures} of them, seed {seed}",) if failures else ()),
    )


PROMISE = "No false statement is proved"
TRIAL = "one false statement, next to a true one, given to every way of proving it"


def _number(count: object) -> int:
    """A count, or the trials of a row of counts."""
    if isinstance(count, dict):
        return int(count.get("trials", sum(v for v in count.values() if isinstance(v, int))))
    return int(count)  # type: ignore[call-overload]
