"""Enclosures contain the truth: the kernel's, the second checker's, balls, spans, jets, germs.

One trial applies one primitive, or encloses one random term, at or around a hard point, and
compares with bounds from :mod:`tests.campaigns.oracles`.  *Refused* is a safe answer; *undecided*
means that the enclosure is narrower than the oracle's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.campaigns import boxes, primitives
from tests.campaigns.outcome import KEPT, Outcome
from tests.campaigns.truths import World

PROMISE = "Every enclosure contains the true value"
TRIAL = "one primitive or one random term enclosed at a hard point, compared with the truth"

Attempt = Callable[[World], primitives.Result]


def attempts() -> list[tuple[int, str, Attempt]]:
    """What is tried, with how many of 100 trials it gets."""
    return [
        (35, "the kernel's primitives", primitives.kernel),
        (15, "the second checker's primitives", primitives.Second()),
        (13, "balls", primitives.system("ball")),
        (13, "spans", primitives.system("span")),
        (6, "reals a + b pi", primitives.real),
        (7, "the kernel's forms of terms", boxes.forms("kernel form", boxes.first)),
        (3, "the second checker's forms", boxes.forms("second form", boxes.OfSecond())),
        (3, "jets", boxes.jet),
        (3, "terms in balls, spans, reals", boxes.system_term),
        (2, "germs", boxes.germ),
    ]


def run(trials: int, seed: int, only: str = "") -> Outcome:
    world = World(seed)
    chosen = [(weight, name, one) for weight, name, one in attempts() if only in name]
    weights = [weight for weight, _, _ in chosen]
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for trial in range(trials):
        _, name, one = world.rng.choices(chosen, weights)[0]
        _, answer = one(world)
        if answer.startswith("outside"):
            failures.append(f"seed {seed}, trial {trial}: {answer}")
            answer = "outside"
        counts[f"{name}: {answer}"] += 1
    return Outcome(
        promise=PROMISE,
        trial=TRIAL,
        trials=trials,
        failures=len(failures),
        seed=seed,
        counts=dict(sorted(counts.items())),
        examples=tuple(e[:600] for e in failures[:KEPT]),
    )
