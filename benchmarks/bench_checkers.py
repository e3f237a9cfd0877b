"""The Python kernel and the two programs that Coq proved, side by side on certificates.

    python benchmarks/bench_checkers.py [--out reports/out] [--certificates FOLDER]
                                        [--every 1] [--seed 1] [--keep]

All check the certificates of the last run (or those in ``FOLDER``), or a random one in ``--every``
of them; what counts is the time of the processor in each.  The families are by the rules of a proof
and by its longest number; about which of them a run asks a program is in :mod:`proofs.checkers`.
``--keep`` writes ``docs/figures/checkers.json``.
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


def measured(
    paths: list[Path], programs: dict[str, Path]
) -> tuple[dict[str, list[float]], dict[str, int]]:
    """By family certificates, seconds of the kernel and of each program; how often those differ."""
    sums: dict[str, list[float]] = {name: [0.0] * (2 + len(programs)) for name in ROWS}
    differ = dict.fromkeys(programs, 0)
    answers = {name: verified.asked(program, paths) for name, program in programs.items()}
    for path in paths:
        data = path.read_bytes()
        start = process_time()
        by_kernel = check(data).accepted
        times = [1, process_time() - start]
        for name, of in answers.items():
            differ[name] += (of[path].outcome == verified.ACCEPT) != by_kernel
            times.append(of[path].seconds)
        given = checkers.Program(programs[verified.PURE]).worth_asking(data)
        for row in (family(data), "all", *([GIVEN] if given else [])):
            sums[row] = [a + b for a, b in zip(sums[row], times, strict=True)]
    return sums, differ


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("reports/out"))
    parser.add_argument("--certificates", type=Path, help="instead of those of the last run")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help=f"write {FIGURES.name}")
    options = parser.parse_args()
    folder = options.certificates or options.out / "certificates"
    paths = sorted(folder.glob("*.json"))
    chosen = random.Random(options.seed).sample(paths, len(paths) // options.every)
    try:
        programs = {name: verified.built(options.out, name) for name in verified.CHECKERS}
        sums, differ = measured(chosen, programs)
    except (verified.Absent, verified.Refused) as why:
        print(f"bench_checkers: nothing measured: {why}", file=sys.stderr)
        return 2
    for row, (count, kernel, *times) in sums.items():
        if count:
            ratios = (f"{kernel / seconds:>7.2f}" for seconds in times)
            print(f"{count:>6,.0f}{''.join(ratios)} times as fast  {row}")
    for name, count in differ.items():
        print(f"{count} answers of {name} differ")
    if options.keep:
        kept = {
            "sources": verified.digest(), "certificates": len(chosen), "of": len(paths),
            "from": "a run" if options.certificates is None else str(options.certificates),
            "seed": options.seed, "differ": differ,
            "families": {
                row: {"certificates": int(count), "kernel": round(kernel, 2),
                      **{n: round(t, 2) for n, t in zip(programs, times, strict=True)}}
                for row, (count, kernel, *times) in sums.items()
            },
        }  # fmt: skip
        FIGURES.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 1 if any(differ.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
