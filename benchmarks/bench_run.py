"""How long claims take to be decided for the first time: with kept rows beside computed ones.

    python benchmarks/bench_run.py [ID]... [--repeat 3] [--keep FILE]

Processor time of this process and of z3's, in turns, without the store; what the kernel has said is
forgotten before each.  Printed are ratios, with the least and the greatest of the rounds, and how
many of the rows of mpmath, sympy and z3 were recalled.
"""

from __future__ import annotations

import argparse
import resource
import sys
from pathlib import Path
from statistics import median
from typing import Any

from ratios import in_turns, keep, ratio, said

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from proofs import decide  # noqa: E402
from verify import kept_rows, runs  # noqa: E402
from verify.solver_rows import _SOLVER  # noqa: E402

CLAIMS = ("layeract.eq4", "layeract.eq8", "layeract.eq9.scale", "fl.eq5", "fl.lemma1")


def spent() -> float:
    """Processor time of this process and of those that it has ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def decided(ids: list[str], recalls: bool) -> list[Any]:
    """The rows beside the evidence of these claims, which are decided as in a first run."""
    rows: list[Any] = []
    decide.accepts.cache_clear()
    token = kept_rows.RECALLS.set(recalls)
    try:
        for name in ids:
            told = runs._job(name, {}, True, True)
            if told.statement is None or told.instances is None:
                raise AssertionError(name)
            for entry in told.statement[0]:
                rows += [*entry["numeric"], *entry["symbolic"], *entry["smt"]]
            rows += told.instances[0]["numeric"]
    finally:
        kept_rows.RECALLS.reset(token)
        _SOLVER.stop()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ids", nargs="*", default=list(CLAIMS))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    rows = decided(given.ids, True)  # and everything is imported
    kept = sum(bool(row.get("kept")) for row in rows)
    jobs = {
        "computed": lambda: decided(given.ids, False),
        "kept": lambda: decided(given.ids, True),
    }
    times = in_turns(jobs, given.repeat, spent)
    found = ratio(times["kept"], times["computed"])
    seconds = {name: float(f"{median(taken):.3g}") for name, taken in times.items()}
    print(f"{', '.join(given.ids)}: {kept} of {len(rows)} rows are kept")
    print(f"with kept rows {said(found)} of the processor time without")
    if given.keep:
        report = {"of the time with computed rows": found, "seconds": seconds}
        report |= {"claims": given.ids, "rows": len(rows), "kept": kept}
        keep(given.keep, "first run", report)


if __name__ == "__main__":
    main()
