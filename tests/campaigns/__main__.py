"""``python -m tests.campaigns``: how often each promise was tried, and how often it failed.

Every campaign is cut into blocks with seeds of their own, so that the outcome does not depend on
how many processes share them.  Exit status 1 if a promise failed or a campaign could not run.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from reports import reliability
from tests.campaigns.outcome import Outcome, merge

#: module, trials at full size, blocks
CAMPAIGNS = (
    ("mutants", 100_000, 10),
    ("agreement", 20_000, 8),
    ("theorems", 2_000, 1),
    ("enclosures", 1_000_000, 20),
    ("walks", 100_000, 10),
    ("hostile", 4_000, 4),
    ("determinism", 200, 1),
    ("planted", 2_000, 4),
)
ROOT = Path(__file__).parents[2]
OUT = ROOT / "reports" / "reliability.json"
SUMMARY = ROOT / "docs" / "figures" / "reliability.json"
PROCESSES = 2
SPREAD = 1_000  # seeds of one campaign's blocks: SPREAD * seed + block

Task = tuple[str, int, int]  # module, trials, seed


def run_block(task: Task) -> tuple[Outcome, float]:
    """One block, in a process of its own."""
    name, trials, seed = task
    start = time.process_time()
    outcome = import_module(f"tests.campaigns.{name}").run(trials, seed)
    return outcome, time.process_time() - start


def tasks(name: str, trials: int, blocks: int, seed: int) -> Iterator[Task]:
    blocks = max(1, min(blocks, trials))
    for block in range(blocks):
        yield name, (trials + block) // blocks, SPREAD * seed + block


def campaign(
    pool: ProcessPoolExecutor | None, name: str, trials: int, blocks: int, seed: int
) -> dict[str, Any]:
    """All blocks of one campaign, as a row of the record."""
    mapped = (map if pool is None else pool.map)(run_block, list(tasks(name, trials, blocks, seed)))
    done = list(mapped)
    whole = merge([outcome for outcome, _ in done])
    seconds = round(sum(seconds for _, seconds in done), 1)
    return {"name": name, **whole.record(), "seed": seed, "blocks": len(done), "seconds": seconds}


def environment() -> dict[str, str]:
    return {
        "netproof": metadata.version("netproof"),
        "python": platform.python_version(),
        "python-flint": metadata.version("python-flint"),
        "machine": platform.machine(),
    }


def kept(data: dict[str, Any]) -> dict[str, Any]:
    """With the rows that are kept of campaigns that were not run.

    Raises:
        SystemExit: they are of other versions, or another seed.
    """
    old = json.loads(SUMMARY.read_text(encoding="utf-8"))
    if any(old[key] != data[key] for key in ("seed", "rule", "versions")):
        raise SystemExit("the rows that are kept are of other versions: --keep without --only")
    rows = {row["name"]: row for row in (*old["campaigns"], *data["campaigns"])}
    return {**data, "campaigns": [rows[name] for name, _, _ in CAMPAIGNS if name in rows]}


def summary(data: dict[str, Any]) -> dict[str, Any]:
    """Without what differs from run to run: the times."""
    rows = [{k: v for k, v in row.items() if k != "seconds"} for row in data["campaigns"]]
    return {**data, "campaigns": rows}


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    names = [name for name, _, _ in CAMPAIGNS]
    parser.add_argument("--only", choices=names, action="append", help="run this one (repeat)")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--trials", type=int, help="trials for each campaign")
    size.add_argument("--scale", type=float, default=1.0, help="a part of the full size: 0.1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--out", type=Path, default=OUT, help="where the record goes")
    parser.add_argument("--keep", action="store_true", help=f"write {SUMMARY.name} too")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    chosen = parser.parse_args(words)
    if (chosen.trials is not None and chosen.trials < 1) or not 0 < chosen.scale <= 100:
        parser.error("a campaign needs at least one trial, and a scale above 0")
    if not 0 <= chosen.seed < 10**6 or chosen.processes < 1:
        parser.error("the seed is a number from 0 to 999999, and processes are at least 1")
    return chosen


def main(words: list[str] | None = None) -> int:
    chosen = arguments(words)
    rows, broken = [], []
    pool = ProcessPoolExecutor(chosen.processes) if chosen.processes > 1 else None
    try:
        for name, full, blocks in CAMPAIGNS:
            if chosen.only and name not in chosen.only:
                continue
            trials = chosen.trials or max(1, round(full * chosen.scale))
            try:
                row = campaign(pool, name, trials, blocks, chosen.seed)
            except Exception:  # one campaign that cannot run must not hide the others
                broken.append(name)
                traceback.print_exc()
                continue
            rows.append(row)
            print(f"{name}: {row['trials']:,} trials, {row['failures']} failures, "
                  f"{row['seconds']} s of processor time", file=sys.stderr)  # fmt: skip
    finally:
        if pool is not None:
            pool.shutdown()
    if rows:
        data = {"schema": 1, "seed": chosen.seed, "rule": reliability.RULE,
                "versions": environment(), "campaigns": rows}  # fmt: skip
        print(reliability.table(data), end="")
        for row in rows:
            for example in row["examples"]:
                print(f"{row['name']}: {example[:400]}")
        reliability.dump(data, chosen.out)
        if chosen.keep and not broken:
            reliability.dump(summary(kept(data) if chosen.only else data), SUMMARY)
    for name in broken:
        print(f"{name}: could not run", file=sys.stderr)
    return 1 if broken or any(row["failures"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
