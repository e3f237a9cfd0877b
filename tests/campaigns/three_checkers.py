"""Three checkers: the Python kernel, replay.py and the one that Coq proved.

    python -m tests.campaigns.three_checkers [--trials 20000] [--seed 1] [--keep]

Certificates of the pool, damaged in one to three places, go to all three.  Where they do not agree
on acceptance, the difference has to be one of :data:`REASONS`, each tried on the certificate at
hand; any other is a failure, and is printed.  Where zarith is installed, the program that computes
with GMP is asked too, and its answers have to be the same word for word.  ``--keep`` writes the
counts to :data:`FIGURES`, with a digest of the sources of the checker that they are about.

Exit status: 0  every difference is explained; 1  one is not; 2  Coq or OCaml is not installed
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from proofs import verified
from tests.campaigns.agreement import SPENT, WIDE, kernel, second, sharper
from tests.campaigns.mutants import damaged

Ask = Callable[[Sequence[str]], list[str]]
LIMITS = SPENT | {
    "too-large", "too-deep", "number-size", "too-many-monomials", "degree", "argument-size",
}  # fmt: skip
NARROWER = "the enclosures of elementary functions differ in the last places"
UNLIMITED = "the checker that Coq proved has no limits of work, depth or size"
SHADOWS = "a name that is bound inside a proof may be known: names are renewed when it is read"
UNUSED = "what `intro` calls a premise is used for nothing, and may be anything"
ESCAPES = "text with escapes or beyond ASCII is read by Python alone"
FIGURES = Path(__file__).resolve().parents[2] / "docs" / "figures" / "three_checkers.json"
REASONS = (NARROWER, UNLIMITED, SHADOWS, UNUSED, ESCAPES)


def asking(program: Path) -> Ask:
    """Certificates as texts, and what the program that Coq proved answers about each."""

    def ask(texts: Sequence[str]) -> list[str]:
        with tempfile.TemporaryDirectory() as name:
            paths = [Path(name) / f"{i}.json" for i in range(len(texts))]
            for path, text in zip(paths, texts, strict=True):
                path.write_text(text, encoding="utf-8")
            found = verified.asked(program, paths)
            return [found[path].outcome for path in paths]

    return ask


def renamed(text: str) -> str:
    """The certificate with a name at every `intro`: most are of no use, and the rest stay."""

    def named(item: dict[str, Any]) -> dict[str, Any]:
        if item.get("by") == "intro" and not isinstance(item.get("as"), str):
            return {**item, "as": "unused"}
        return item

    return json.dumps(json.loads(text, object_hook=named))


def reason(text: str, answer: str, python: tuple[str, str], ask: Ask) -> str:
    """Why the checker that Coq proved answers otherwise than a checker in Python, or nothing.

    ``python``: the outcome and the reason of that checker.
    """
    outcome, code = python
    if answer == verified.ACCEPT:
        if code in WIDE and kernel(sharper(text))[0] == "accept":
            return NARROWER
        if outcome == "decline" and code in LIMITS:
            return UNLIMITED
        return SHADOWS if code == "shadowed-name" else ""
    if answer == verified.REJECT and ask([sharper(text)]) == [verified.ACCEPT]:
        return NARROWER
    if answer == verified.UNREADABLE:
        if not text.isascii() or "\\" in text:
            return ESCAPES
        if ask([renamed(text)]) == [verified.ACCEPT]:
            return UNUSED
    return ""


def mutants(trials: int, seed: int) -> Iterator[tuple[str, str]]:
    """Kinds of damage, and the damaged certificates."""
    rng = random.Random(seed)
    for _ in range(trials):
        kind, data, _ = damaged(rng)
        yield kind, json.dumps(data)


def compared(texts: Sequence[tuple[str, str]], ask: Ask) -> tuple[Counter[str], list[str]]:
    """How often the three agree and why not, and the differences that nothing explains."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    answers = ask([text for _, text in texts])
    for (kind, text), answer in zip(texts, answers, strict=True):
        yes = answer == verified.ACCEPT
        for name, python in (("kernel", kernel(text)), ("replay", second(text))):
            if (python[0] == "accept") == yes:
                counts[f"{name}: the same, {'accepted' if yes else 'refused'}"] += 1
                continue
            why = reason(text, answer, python, ask)
            counts[f"{name}: {why or 'NOT EXPLAINED'}"] += 1
            if not why:
                said = " ".join(python).strip()
                failures.append(f"{kind}: Coq {answer}, {name} {said}: {text}")
    return counts, failures


def alike(texts: Sequence[tuple[str, str]], pure: Ask, gmp: Ask) -> tuple[int, list[str]]:
    """How often the two programs give the same answer, and where they do not."""
    found = zip(texts, *(ask([text for _, text in texts]) for ask in (pure, gmp)), strict=True)
    differ = [f"{kind}: {a}, with GMP {b}: {text}" for (kind, text), a, b in found if a != b]
    return len(texts) - len(differ), differ


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trials", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("reports/out"))
    parser.add_argument("--keep", action="store_true", help=f"write {FIGURES.name}")
    options = parser.parse_args(words)
    try:
        ask = asking(verified.built(options.out))
    except verified.Absent as why:
        print(f"three checkers: nothing compared: {why}", file=sys.stderr)
        return 2
    texts = [*mutants(options.trials, options.seed)]
    counts, failures = compared(texts, ask)
    try:
        gmp = asking(verified.built(options.out, verified.GMP))
        counts["GMP: the same answer"], differ = alike(texts, ask, gmp)
        failures += differ
    except verified.Absent as why:
        print(f"three checkers: without GMP: {why}", file=sys.stderr)
    print(f"{options.trials:,} damaged certificates, seed {options.seed}")
    for name, count in sorted(counts.items()):
        print(f"{count:>8,}  {name}")
    if options.keep:
        kept = {
            "sources": verified.digest(), "trials": options.trials, "seed": options.seed,
            "unexplained": len(failures), "counts": dict(sorted(counts.items())),
        }  # fmt: skip
        FIGURES.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    for failure in failures:
        print(failure[:2_000])
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
