"""No false statement is proved: every pair, attacked in every way there is.

``python -m tests.false_theorems.campaign [--seed N] [--trials N]`` runs it, and with ``--keep``
it searches the certificates that are missing or no longer accepted, and keeps them.

On the false member of each pair are tried

1. the general search, ``proofs.search.prove``;
2. the script that proves the neighbour, if the neighbour has one;
3. the tree of the neighbour's certificate, its leaves searched again for the false statement;
4. the neighbour's certificate as it stands, with the false statement pasted in;
5. ten random changes of that certificate.

Each is one attack.  What comes out of 1 to 5 is put to the kernel together with the false
statement; an acceptance is a failure.  A false statement must first have been shown to be false:
the kernel accepts its negation at the counterexample, and the oracle agrees.  A pair of which that
fails counts as a failure too.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from proofs.trees.script import Json

from .attacks import (
    accepted,
    by_script,
    hurried,
    negated,
    refutation,
    repeated,
    search,
    seen_false,
    skeleton,
)
from .corpus import keep, kept, pairs
from .oracle import Undecided
from .pair import Pair
from .words import every_case

PROMISE = "no false statement is proved"
MUTANTS = 10


def attacks(
    pair: Pair, proof: Json, rng: random.Random, crashes: list[str]
) -> Iterator[tuple[str, Json | None]]:
    """Each attack on the false member: its name, and the proof it proposes, if any."""
    yield "search", searched(pair.false, crashes, pair.name)
    script = pair.script
    if script is not None:
        yield "neighbour's script", by_script(pair.false, lambda: hurried(script()))
    yield "neighbour's tree", by_script(pair.false, lambda: skeleton(proof))
    yield "neighbour's certificate", proof
    for mutant in repeated(rng, proof, MUTANTS):
        yield "changed certificate", mutant


def searched(statement: Json, crashes: list[str], name: str) -> Json | None:
    """What the search finds.  That it raises is another bug than a false theorem: it is noted."""
    try:
        return search(statement)
    except Exception as error:  # whatever it is, the other pairs are still to be tried
        crashes.append(f"{name}: {type(error).__name__}: {error}")
        return None


def is_false(pair: Pair, proofs: list[Json | None]) -> bool:
    """Whether kernel and oracle agree that the false member is false."""
    try:
        oracle, _ = seen_false(pair)
    except Undecided:
        return False
    goals = negated(pair)
    return oracle and len(goals) == len(proofs) and all(map(_shown, goals, proofs))


def _shown(goal: Json, proof: Json | None) -> bool:
    return proof is not None and accepted(goal, proof)


def run(seed: int, trials: int | None = None) -> dict[str, Any]:
    """Attack every pair; with ``trials``, pairs in random order until that many attacks are done.

    ``neighbours_proved`` counts the true members whose kept certificate the kernel accepts,
    ``neighbours_found`` those that the general search proves with nobody's help.  ``examples`` name
    the failures: pair and attack; ``search_crashed`` the pairs on which the search raised.
    """
    rng = random.Random(seed)
    corpus = pairs()
    if trials is not None:
        rng.shuffle(corpus)
    certificates = kept()
    done: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    failures: list[str] = []
    declined: list[str] = []
    crashes: list[str] = []
    found = exact = seen = 0
    for pair in corpus:
        if trials is not None and sum(done.values()) >= trials:
            break
        seen += 1
        kinds[pair.kind] += 1
        proofs = certificates.get(pair.name, {"true": None, "refutation": []})
        if not is_false(pair, proofs["refutation"]):
            failures.append(f"{pair.name}: not shown to be false")
        else:
            exact += seen_false(pair)[1]
        proof = proofs["true"]
        if not _shown(pair.true, proof):
            declined.append(pair.name)
            continue
        found += _shown(pair.true, searched(pair.true, crashes, pair.name))
        for attack, proposed in attacks(pair, proof, rng, crashes):
            done[attack] += 1
            if _shown(pair.false, proposed):
                failures.append(f"{pair.name}: {attack}")
    return {
        "promise": PROMISE,
        "trials": sum(done.values()),
        "failures": len(failures),
        "seed": seed,
        "pairs": seen,
        "counterexamples_exact": exact,
        "neighbours_proved": seen - len(declined),
        "neighbours_declined": declined,
        "neighbours_found": found,
        "by_kind": dict(sorted(kinds.items())),
        "by_attack": dict(sorted(done.items())),
        "search_crashed": crashes,
        "examples": failures[:20],
    }


def certify() -> list[str]:
    """Search what is missing or no longer accepted, keep it, and name what was not found."""
    before = kept()
    certificates: dict[str, dict[str, Json]] = {}
    missing: list[str] = []
    for pair in pairs():
        proofs = before.get(pair.name, {"true": None, "refutation": []})
        if not complete(pair, proofs):
            proofs = {"true": _prove(pair), "refutation": refutation(pair)}
        if not complete(pair, proofs):
            missing.append(pair.name)
        certificates[pair.name] = proofs
    keep(certificates)
    return missing


def complete(pair: Pair, proofs: dict[str, Json]) -> bool:
    """Whether the kernel accepts the neighbour's proof and the falsehood of the other."""
    return _shown(pair.true, proofs["true"]) and is_false(pair, proofs["refutation"])


def _prove(pair: Pair) -> Json | None:
    proof = by_script(pair.true, pair.script or every_case)
    return search(pair.true) if proof is None and pair.script is None else proof


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.false_theorems.campaign", description=PROMISE)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--trials", type=int, default=None, help="attacks; default: all pairs")
    parser.add_argument("--keep", action="store_true", help="search what is missing, and keep it")
    options = parser.parse_args(arguments)
    if options.keep:
        missing = certify()
        print(f"kept; without certificate: {missing}")
        return 1 if missing else 0
    outcome = run(options.seed, options.trials)
    print(json.dumps(outcome, indent=1))
    return (
        1
        if outcome["failures"] or outcome["neighbours_declined"] or outcome["search_crashed"]
        else 0
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
