"""What a campaign hands back: how often a promise was tried, how often it failed, and how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

KEPT = 20  # examples of failures that are kept: enough to see the kinds, short enough to read


@dataclass(frozen=True)
class Outcome:
    """One promise: ``failures`` of ``trials`` trials broke it.

    ``trial`` says in one line what one trial is.  ``counts`` are what was counted apart (a
    name, in words, to a number).  ``examples`` are failures, each in one line of text, with
    what is needed to repeat it.
    """

    promise: str
    trial: str
    trials: int
    failures: int
    seed: int
    counts: Mapping[str, int] = field(default_factory=dict)
    examples: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.promise or not self.trial:
            raise ValueError("an outcome says what was promised and what a trial is")
        if not 0 <= self.failures <= self.trials:
            raise ValueError(f"{self.failures} failures of {self.trials} trials")
        if any(n < 0 for n in self.counts.values()):
            raise ValueError("a count is negative")
        if bool(self.failures) != bool(self.examples):
            raise ValueError("failures and examples of them come together")

    @property
    def bound(self) -> float | None:
        """With no failure in n independent trials: the failure rate is below 3/n, at 95 %.

        The rule of three: (1 - p)^n >= 0.05 only if p <= -log(0.05)/n < 3/n.  It speaks of
        trials drawn as these were, and of no others.
        """
        return min(1.0, 3 / self.trials) if self.trials and not self.failures else None

    def record(self) -> dict[str, Any]:
        """As it stands in reliability.json."""
        data = asdict(self)
        return {**data, "counts": dict(self.counts), "examples": list(self.examples),
                "bound": self.bound}  # fmt: skip


def merge(parts: list[Outcome]) -> Outcome:
    """Blocks of one campaign, run with different seeds, as one outcome (seed of the first)."""
    first = parts[0]
    if {(p.promise, p.trial) for p in parts} != {(first.promise, first.trial)}:
        raise ValueError("only blocks of one campaign can be merged")
    counts: Counter[str] = Counter()
    for part in parts:
        counts.update(part.counts)
    return Outcome(
        promise=first.promise,
        trial=first.trial,
        trials=sum(p.trials for p in parts),
        failures=sum(p.failures for p in parts),
        seed=first.seed,
        counts=dict(counts),
        examples=tuple(e for p in parts for e in p.examples)[:KEPT],
    )
