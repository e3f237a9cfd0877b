"""No rule of the kernel loses a counterexample: random models, random rules.

The walks are those of ``tests/kernel/test_soundness.py``: in a model in which the hypotheses hold
and the goal fails, each rule that applies must hand over a child that fails in it too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.campaigns.outcome import KEPT, Outcome

PROMISE = "No rule of the kernel loses a counterexample"
TRIAL = "a random rule with random parameters, applied where the goal fails in a known model"

Walk = Callable[[int, Counter[str]], None]


def walk(seed: int, used: Counter[str]) -> None:
    import test_soundness

    test_soundness.run(seed, used)


def run(trials: int, seed: int, one: Walk = walk) -> Outcome:
    """Walks from ``seed`` on until ``trials`` rules were applied."""
    used: Counter[str] = Counter()
    failures: list[str] = []
    walks = 0
    while sum(used.values()) < trials:
        try:
            one(1_000_000 * seed + walks, used)
        except AssertionError as error:
            failures.append(" ".join(str(error).split())[:600])
        walks += 1
        if walks > 10 * trials + 100:
            raise RuntimeError("the walks do not get anywhere")
    return Outcome(
        promise=PROMISE,
        trial=TRIAL,
        trials=sum(used.values()),
        failures=len(failures),
        seed=seed,
        counts={"walks": walks} | {f"rule {rule}": n for rule, n in sorted(used.items())},
        examples=tuple(failures[:KEPT]),
    )
