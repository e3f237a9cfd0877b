"""No bound is shown that a network exceeds by 1e-5 of it.

One trial builds a network of steps, or of lines, through values of a function at which one is
moved at random, evaluates |G - f| exactly at points of the cell where it was, and asks for a bound
that is 1e-5 below the largest of these values.  The oracle is exact.  *Refused*
and *a larger bound* are safe answers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction as F

from constructions.functions import parse
from constructions.pln import weights_on_line
from constructions.relu import relu_network
from proofs.pln.instances import _term
from proofs.pln.prop2.instances import chords, written_relu
from proofs.supnorm.blocks import NotWide
from proofs.supnorm.line_tables import enclose_lines
from proofs.supnorm.lines import Lines
from proofs.supnorm.networks import OnLine, signs
from proofs.supnorm.tables import NotShown, TooManyBoxes, enclose_sup_tables
from proofs.supnorm.wide import Wide
from tests.campaigns.outcome import KEPT, Outcome

PROMISE = "No bound is shown that a network exceeds by 1e-5"
TRIAL = "a network with one value moved, and a bound that it exceeds somewhere by 1e-5 of it"
EXCESS = F(1, 10**5)
FUNCTIONS = {
    "abs(x-1/3)": lambda x: abs(x - F(1, 3)),
    "x**2-x/3": lambda x: x * x - x / 3,
    "1/(1+3*x)": lambda x: 1 / (1 + 3 * x),
    "max(x/2, 3*x-1)": lambda x: max(x / 2, 3 * x - 1),
    "(x-1/2)**3*4+x": lambda x: (x - F(1, 2)) ** 3 * 4 + x,
}
Exact = Callable[[F], F]


def step_value(line: OnLine, x: F) -> F:
    """G(x), unit by unit."""

    def s(t: F) -> F:
        return t / (abs(t) + line.c) if line.c else F((t > 0) - (t < 0))

    return sum((alpha * s(x + b) for alpha, b in weights_on_line(line.y)), F(0))


def places(rng: random.Random, low: F, high: F) -> Iterator[F]:
    """Points of a cell, many of them near its ends."""
    yield from (low, high, (low + high) / 2)
    for _ in range(6):
        part = F(rng.randrange(1, 2**20), 2**20) * F(1, 2 ** rng.randrange(30))
        yield low + (high - low) * part
        yield high - (high - low) * part


def moved(rng: random.Random, size: F) -> F:
    return rng.choice((-1, 1)) * size * F(rng.randrange(5, 300), 100)


def steps(rng: random.Random) -> str:
    """A step network: tables and balls, and for some the kernel's certificate."""
    text = rng.choice(sorted(FUNCTIONS))
    exact, f, N = FUNCTIONS[text], parse(text), rng.randrange(8, 60)
    y = [exact(F(2 * k + 1, 2 * N)) for k in range(N)]
    k = rng.randrange(N)
    y[k] += moved(rng, F(1, N))
    c = F(0) if rng.random() < 0.2 else F(1, N) * F(1, 10 ** rng.randrange(1, 9))
    line = OnLine(tuple(y), c)
    points = places(rng, F(k, N), F(k + 1, N))
    reached = max(abs(step_value(line, x) - exact(x)) for x in points)
    bound = reached / (1 + EXCESS)
    if rng.random() < 0.15:
        try:
            Wide(line, _term(f), bound)
        except NotWide:
            return "certificate: refused"
        return f"failure: a certificate for {text}, N = {N}, c = {c}, y[{k}] = {y[k]}"
    try:
        found = enclose_sup_tables(line, f, target=bound)
    except (TooManyBoxes, NotShown):
        return "steps: refused"
    if found.hi < reached:
        return f"failure: {found.hi} for {text}, N = {N}, c = {c}, y[{k}] = {y[k]}"
    return "steps: a larger bound"


def lines(rng: random.Random) -> str:
    """A network of lines."""
    text = rng.choice(sorted(FUNCTIONS))
    exact, f, M = FUNCTIONS[text], parse(text), rng.randrange(3, 60)
    cells = chords([exact(F(k, M)) for k in range(M + 1)])
    k = rng.randrange(M)
    cells[k] = replace(cells[k], p=cells[k].p + moved(rng, F(1, M * M)))
    points = places(rng, cells[k].lo, cells[k].hi)
    reached = max(abs(cells[k].at(x) - exact(x)) for x in points)
    try:
        hi = enclose_lines(cells, f, F(1, 1000), target=reached / (1 + EXCESS)).hi
    except (TooManyBoxes, NotShown):
        return "lines: refused"
    if hi < reached:
        return f"failure: {hi} for {text}, M = {M}, cell {k}: {cells[k]}"
    return "lines: a larger bound"


def blocks(rng: random.Random) -> str:
    """A ReLU network or one of signs, and the kernel's certificate by blocks of its units."""
    text = rng.choice(sorted(FUNCTIONS))
    exact, M = FUNCTIONS[text], rng.randrange(3, 24)
    if rng.random() < 0.5:
        y = [exact(F(k, M)) for k in range(M + 1)]
        y[rng.randrange(M + 1)] += moved(rng, F(1, M * M))
        network = written_relu(relu_network(y))
    else:
        y = [exact(F(2 * k + 1, 2 * M)) for k in range(M)]
        y[rng.randrange(M)] += moved(rng, F(1, M))
        network = signs(OnLine(tuple(y)))
    cells = [(cell, x) for cell in network.cells() for x in places(rng, cell.lo, cell.hi)]
    reached = max(abs(cell.at(x) - exact(x)) for cell, x in cells)
    try:
        Lines(network, _term(parse(text)), reached / (1 + EXCESS))
    except NotWide:
        return "certificate of lines: refused"
    return f"failure: a certificate of lines for {text}, {network.kind}, y = {y}"


def run(trials: int, seed: int) -> Outcome:
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for trial in range(trials):
        answer = rng.choice((steps, lines, blocks))(rng)
        if answer.startswith("failure"):
            failures.append(f"seed {seed}, trial {trial}: {answer}")
            answer = "failures"
        counts[answer] += 1
    return Outcome(
        promise=PROMISE,
        trial=TRIAL,
        trials=trials,
        failures=len(failures),
        seed=seed,
        counts=dict(sorted(counts.items())),
        examples=tuple(e[:600] for e in failures[:KEPT]),
    )
