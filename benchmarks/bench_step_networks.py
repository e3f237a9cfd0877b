"""sup |G - f| of wide step networks: the search, what balls show of it, and balls alone.

    python benchmarks/bench_step_networks.py [--repeat 5] [--units 101 1001 10001] [--keep FILE]

For each width N the network takes f at the midpoints of N cells, with smoothing 1e-4/N, and the
target is 1 % above L/(2N).  In turns, in one process: the search in floats (its network's tables
included), the whole with the boxes shown in balls of floats, the whole with the boxes shown in
FLINT's balls, too (up to --twice units), branch and bound over FLINT's balls alone (up to --balls
units), the supremum to 1e-8 (up to --sharp units), and a certificate with its check by the kernel
(up to --certificates units, if the bound has one).  Printed are the least processor time of each
and its ratio to the whole: other work on the machine counts little.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from constructions.functions import Function, parse
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.pln.instances import _term
from proofs.supnorm.networks import NotCertified, OnLine, certify_wide, enclose_sup_balls
from proofs.supnorm.tables import enclose_sup_tables, searched, twice

FUNCTIONS = {"sin(2*(10*x-5)+1)+cos(10*x-5)": Fraction(30), "abs(x-1/3)": Fraction(1)}
MAX_BOXES = 4_000_000
SHARP = Fraction(1, 10**8)
JOBS = ("search", "whole", "twice", "balls", "to 1e-8", "certificate")


def seconds(job: Callable[[], Any]) -> float:
    start = time.process_time()
    job()
    return time.process_time() - start


def checked_twice(line: OnLine, f: Function, target: Fraction) -> None:
    """The whole, as ``verify check --rerun`` computes it."""
    with twice():
        enclose_sup_tables(line, f, target=target)


def certified(line: OnLine, f: Function, target: Fraction) -> bool:
    """Whether there is a certificate of the bound; the kernel has to accept it."""
    try:
        _, _, (upper, *_) = certify_wide(line, f, _term(f), target)
    except NotCertified:
        return False
    if not check(dumps(upper)).accepted:
        raise SystemExit("the kernel did not accept a certificate")
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--units", type=int, nargs="+", default=[101, 1001, 10_001])
    parser.add_argument("--twice", type=int, default=1001)
    parser.add_argument("--balls", type=int, default=101)
    parser.add_argument("--sharp", type=int, default=1001)
    parser.add_argument("--certificates", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    rows = []
    print(f"{'f':<31}{'N':>7}" + "".join(f"{name:>13}" for name in JOBS) + "  of the whole")
    for text, L in FUNCTIONS.items():
        f = parse(text)
        for N in options.units:
            samples = (f.sample(Fraction(2 * k + 1, 2 * N), Fraction(1, 10**9)) for k in range(N))
            line = OnLine(tuple(samples), Fraction(1, 10**4 * N))
            target = L / (2 * N) * Fraction(101, 100)
            jobs: dict[str, Callable[[], Any]] = {
                "search": partial(searched, line, f, Fraction(1, 100), target, MAX_BOXES),
                "whole": partial(enclose_sup_tables, line, f, target=target),
            }
            if options.twice >= N:
                jobs["twice"] = partial(checked_twice, line, f, target)
            if options.sharp >= N:
                jobs["to 1e-8"] = partial(enclose_sup_tables, line, f, tolerance=SHARP)
            if options.balls >= N:
                jobs["balls"] = partial(enclose_sup_balls, line, f, target=target)
            if options.certificates >= N and certified(line, f, target):
                jobs["certificate"] = partial(certified, line, f, target)
            if not enclose_sup_tables(line, f, target=target).hi < target:
                raise SystemExit(f"{text}, N = {N}: the target is not shown")
            times: dict[str, list[float]] = {name: [] for name in jobs}
            for _ in range(options.repeat):
                for name, job in jobs.items():
                    times[name].append(seconds(job))
            least = {name: min(found) for name, found in times.items()}
            shares = {name: round(value / least["whole"], 3) for name, value in least.items()}
            shown = "".join(
                f"{least[name]:12.3f}s" if name in least else f"{'':>13}" for name in JOBS
            )
            print(f"{text:<31}{N:>7}{shown}  {shares}", flush=True)
            rows.append({"f": text, "units": N, "of the whole": shares})
    if options.keep:
        kept = {"python": platform.python_version(), "rows": rows}
        options.keep.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
