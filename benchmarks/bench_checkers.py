"""The Python kernel and the program that Coq proved, side by side on certificates.

    python benchmarks/bench_checkers.py [--out reports/out] [--every 1] [--seed 1] [--keep]

Both check the certificates of the last run, or a random one in ``--every`` of them; what counts is
the time of the processor in each.  The families are by the rules
of a proof and by its longest number; about which of them a run asks the program is in
:mod:`proofs.checkers`.  ``--keep`` writes ``docs/figures/checkers.json``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from time import process_time

from proofs import checkers, verified
from proofs.kernel import check

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "docs" / "figures" / "checkers.json"
LONG = f"a number of more than {checkers.DIGITS} digits"
GIVEN = "what a run gives to the program"
ROWS = ("cover", "evaluate", "neither", LONG, GIVEN, "all")


def family(data: bytes) -> str:
    """Of a certificate: which of its traits its time hangs on."""
    if checkers.LONG.search(data):
        return LONG
    used = verified.rules(json.loads(data)["proof"])
    return next((name for name in ("cover", "evaluate") if name in used), "neither")


def measured(paths: list[Path], program: Path) -> tuple[dict[str, list[float]], int]:
    """Certificates, seconds of the kernel and of the program by family; how often they differ."""
    sums: dict[str, list[float]] = {name: [0, 0.0, 0.0] for name in ROWS}
    differ = 0
    answers = verified.asked(program, paths)
    for path in paths:
        data, answer = path.read_bytes(), answers[path]
        start = process_time()
        by_kernel = check(data).accepted
        kernel = process_time() - start
        differ += (answer.outcome == verified.ACCEPT) != by_kernel
        of = family(data)
        for row in (of, "all", *([GIVEN] if checkers.worth_asking(data) else [])):
            sums[row] = [sums[row][0] + 1, sums[row][1] + kernel, sums[row][2] + answer.seconds]
    return sums, differ


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("reports/out"))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help=f"write {FIGURES.name}")
    options = parser.parse_args()
    paths = sorted((options.out / "certificates").glob("*.json"))
    chosen = random.Random(options.seed).sample(paths, len(paths) // options.every)
    try:
        sums, differ = measured(chosen, verified.built(options.out))
    except (verified.Absent, verified.Refused) as why:
        print(f"bench_checkers: nothing measured: {why}", file=sys.stderr)
        return 2
    for name, (count, kernel, program) in sums.items():
        if program:
            print(f"{count:>6,.0f}  {kernel / program:>6.2f} times as fast  {name}")
    print(f"{differ} answers differ")
    if options.keep:
        kept = {
            "sources": verified.digest(), "certificates": len(chosen), "of": len(paths),
            "seed": options.seed, "differ": differ,
            "families": {
                name: {"certificates": int(count), "kernel": round(kernel, 2),
                       "program": round(program, 2)}
                for name, (count, kernel, program) in sums.items()
            },
        }  # fmt: skip
        FIGURES.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
