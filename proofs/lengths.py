"""``python -m proofs.lengths [PAPER...]``: how much shorter statements are with definitions.

Characters of the printed statements of every claim, each statement once, with the names of the
paper's definitions (:mod:`proofs.definitions`) and without.  With ``--random COUNT`` so many
statements are printed with names, below what the paper says.  Fails if the kernel does not read
what unfolding gives as the statement that it was.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from proofs import notation
from proofs.certify import family
from proofs.claims import Claim, Obligation
from proofs.definitions import fold
from proofs.registry import ids, load


@dataclass(frozen=True)
class Length:
    """Characters of one statement without and with names, and which definitions they are of."""

    id: str
    plain: int
    named: int
    used: tuple[str, ...]


def statements(paper: str) -> Iterator[tuple[Claim, Obligation]]:
    """The statements that stand for the theorems of a paper, each once."""
    seen: set[str] = set()
    for claim_id in ids():
        if claim_id.partition(".")[0] == paper:
            for claim in family(load(claim_id)):
                for obligation in () if claim.kind in ("data", "numeric") else claim.obligations:
                    if obligation.id not in seen:
                        seen.add(obligation.id)
                        yield claim, obligation


def length(claim: Claim, obligation: Obligation) -> Length:
    fold(obligation.statement, claim.source.definitions, strict=True)
    plain = notation.sequent(obligation.statement)
    named = notation.sequent(obligation.statement, definitions=claim.source.definitions)
    used = tuple(dict.fromkeys(d.name for d in named.definitions))
    return Length(obligation.id, len(plain.lines()), len(named.lines()), used)


def lines(found: Mapping[str, Sequence[Length]]) -> Iterator[str]:
    """A row for each paper."""
    head = ("statements", "shorter", "median", "with names", "saved")
    yield f"{'paper':<12}" + "".join(f"{word:>12}" for word in head)
    for paper, rows in found.items():
        changed = [row for row in rows if row.used]
        saved = [1 - row.named / row.plain for row in changed]
        shorter = sum(row.named < row.plain for row in rows)
        before, after = (median(getattr(row, n) for row in rows) for n in ("plain", "named"))
        share = f"{median(saved):.0%}" if saved else "-"
        yield f"{paper:<12}{len(rows):>12}{shorter:>12}{before:>12.0f}{after:>12.0f}{share:>12}"
    yield "median: characters of a statement; saved: median share, of statements with names"


def beside(claim: Claim, obligation: Obligation) -> str:
    """What the paper says, and the statement with names."""
    first = claim.obligations[0].id
    printed = [r.printed for r in claim.readings if (r.obligation or first) == obligation.id]
    named = notation.sequent(obligation.statement, definitions=claim.source.definitions)
    said = printed or [claim.statement]
    return "\n".join([f"== {obligation.id}", *(f"   {line}" for line in said), named.lines()])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m proofs.lengths", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("papers", nargs="*", metavar="PAPER")
    parser.add_argument("--random", type=int, metavar="COUNT", default=0)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    papers = chosen.papers or list(dict.fromkeys(name.partition(".")[0] for name in ids()))
    every = {paper: list(statements(paper)) for paper in papers}
    if chosen.random:
        pairs = [pair for found in every.values() for pair in found]
        for pair in random.Random(chosen.seed).sample(pairs, min(chosen.random, len(pairs))):
            print(beside(*pair), end="\n\n")
        return 0
    for line in lines({paper: [length(*pair) for pair in found] for paper, found in every.items()}):
        print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
