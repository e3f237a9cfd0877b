"""ReLU networks of pairs of kinks keep the error that is promised, for functions meant to hurt.

``python -m tests.campaigns.jump_pairs [TRIALS] [SEED]``; 900 trials are 100 for each of N = 1, 2,
3, 4, 5, 6, 8, 10, 12.  One trial takes a piecewise linear f of the class, builds the N units for an
eps a little above L/(2 q), where they use q values, and computes sup |G - f| exactly: G - f is
linear between kinks.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction as F
from itertools import pairwise

from constructions.networks import ParallelNet
from constructions.relu import FEW_CELLS, few_kinks_network, kink_pair_network
from tests.campaigns.outcome import KEPT, Outcome

PROMISE = "N ReLUs in pairs come closer than eps, for every eps > L/(2 q), q the number of values"
TRIAL = "one piecewise linear function, one N, one eps; the supremum of the error is exact"
WIDTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12)


@dataclass(frozen=True)
class Linear:
    """The function through the points (x, y), linear between them; x from 0 to 1."""

    points: Sequence[tuple[F, F]]

    def __call__(self, x: F) -> F:
        for (a, ya), (b, yb) in pairwise(self.points):
            if a <= x <= b:
                return ya + (yb - ya) * (x - a) / (b - a)
        raise ValueError(f"{x} is not in [0, 1]")


def steps(cuts: Sequence[F], slopes: Sequence[F], start: F) -> Linear:
    points = [(F(0), start)]
    for (a, b), slope in zip(pairwise([F(0), *cuts, F(1)]), slopes, strict=True):
        points.append((b, points[-1][1] + slope * (b - a)))
    return Linear(points)


def cells(count: int) -> list[F]:
    return [F(k, count) for k in range(1, count)]


def zigzag(rng: random.Random, L: F, q: int, start: F) -> Linear:
    """As many cells as the lower bound has, or nearly; this or the other way round."""
    count = max(1, q + rng.choice([-2, -1, 0, 0, 0, 1, 2]))
    sign = rng.choice([1, -1])
    return steps(cells(count), [sign * L * (-1) ** k for k in range(count)], start)


def hats(rng: random.Random, L: F, q: int, start: F) -> Linear:
    """The worst function for one line in every cell, each of them up or down."""
    slopes: list[F] = []
    for _ in range((q + 1) // 2):
        side = L * rng.choice([1, -1])
        slopes += [side, -side]
    return steps(cells(q), slopes[-q:], start)


def shifted(rng: random.Random, L: F, q: int, start: F) -> Linear:
    """A zigzag whose turns lie at random places near to the regular ones."""
    cuts = [F(k, q) + F(rng.randint(-100, 100), 250 * q) for k in range(1, q)]
    return steps(cuts, [L * (-1) ** k for k in range(q)], start)


def walk(rng: random.Random, L: F, q: int, start: F) -> Linear:
    cuts = sorted(F(c, 5040) for c in rng.sample(range(1, 5040), rng.randint(0, 40)))
    kinds = rng.choice([[-100, 100], [-100, 0, 100], list(range(-100, 101))])
    return steps(cuts, [L * F(rng.choice(kinds), 100) for _ in range(len(cuts) + 1)], start)


def ramp(rng: random.Random, L: F, q: int, start: F) -> Linear:
    return steps([], [L * rng.choice([-1, 0, 1])], start)


SHAPES: dict[str, Callable[[random.Random, F, int, F], Linear]] = {
    "zigzag": zigzag,
    "hats": hats,
    "shifted zigzag": shifted,
    "walk": walk,
    "ramp or constant": ramp,
}


def steep(y: Sequence[F], L: F, eps: F) -> F:
    """Y = 4 (mu + L)^2/mu + M |y_0| + 2 L with mu = eps - L/(4M), written out once more."""
    M = F(len(y), 2)
    mu = eps - L / (4 * M)
    return 4 * (mu + L) ** 2 / mu + M * abs(y[0]) + 2 * L


def error(network: ParallelNet, f: Linear) -> F:
    """sup |G - f| on [0, 1]."""
    units = [(u.alpha[0].q, u.W[0][0].q, u.b[0].q) for u in network.units]
    kinks = [-b / w for _, w, b in units if w]
    places = {*(x for x, _ in f.points), *(t for t in kinks if 0 <= t <= 1)}

    def G(x: F) -> F:
        return sum((a * max(F(0), w * x + b) for a, w, b in units), F(0))

    return max(abs(G(x) - f(x)) for x in places)


def trial(rng: random.Random, N: int) -> tuple[str, F, F, F]:
    """The shape, L/(2 q), eps and the error."""
    name = rng.choice(list(SHAPES))
    L = F(rng.choice([1, 1, 3, 1000]), rng.choice([1, 7, 10**4]))
    start = F(rng.choice([0, 0, 1, -1])) * rng.choice([L / 16, F(1), F(10) ** 6])
    q = int(2 * FEW_CELLS[N]) if N in FEW_CELLS else N + 2
    f = SHAPES[name](rng, L, q, start)
    share = L / (2 * q)
    eps = share * (1 + F(1, 10 ** rng.randint(1, 9)))
    y = [f(F(2 * j + 1, 2 * q)) for j in range(q)]
    build = few_kinks_network if N in FEW_CELLS else kink_pair_network
    network = build(y, steep(y, L, eps))
    if len(network.units) != N:
        raise ValueError(f"{len(network.units)} units in place of {N}")
    return name, share, eps, error(network, f)


def run(trials: int, seed: int) -> Outcome:
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for number in range(trials):
        N = WIDTHS[number % len(WIDTHS)]
        name, share, eps, found = trial(rng, N)
        counts[f"N = {N}, {name}"] += 1
        counts["error above 99 % of L/(2 q)"] += found > F(99, 100) * share
        if found > (share + eps) / 2:
            failures.append(f"seed {seed}, trial {number}: N = {N}, {name}, {found} > {eps}")
    return Outcome(
        promise=PROMISE,
        trial=TRIAL,
        trials=trials,
        failures=len(failures),
        seed=seed,
        counts=dict(sorted(counts.items())),
        examples=tuple(e[:600] for e in failures[:KEPT]),
    )


def main(arguments: list[str]) -> int:
    trials, seed = (int(a) for a in [*arguments, *["400", "1"][len(arguments) :]])
    outcome = run(trials, seed)
    for name, count in outcome.counts.items():
        print(f"{count:>7}  {name}")
    print(f"{outcome.trials} trials, {outcome.failures} failures")
    print(*outcome.examples, sep="\n")
    return 1 if outcome.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
