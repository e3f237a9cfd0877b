"""How long commands take that only look: beside Python alone, and beside importing click.

    python benchmarks/bench_start.py [--repeat 25] [--longer] [--keep FILE]

Processor time of whole processes, in turns: ``python -c pass``, ``python -c "import click"``, and
``verify`` with --help and list.  Printed are medians of ratios, with the least and the greatest.
With --longer the seconds of show and errata too: the record of reports/out should be of this code,
or what it lacks is decided first.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

from ratios import in_turns, keep, ratio, said

ROOT = Path(__file__).resolve().parents[1]
QUICK = {
    "python": ["-c", "pass"],
    "import click": ["-c", "import click"],
    "--help": ["-m", "verify.cli", "--help"],
    "list": ["-m", "verify.cli", "list"],
    "list pln --refuted": ["-m", "verify.cli", "list", "pln", "--refuted"],
    "list --search width": ["-m", "verify.cli", "list", "--search", "width"],
    "list --json": ["-m", "verify.cli", "list", "--json"],
}
LONGER = {
    "show sumformer.thm4_4": ["-m", "verify.cli", "show", "sumformer.thm4_4"],
    "errata": ["-m", "verify.cli", "errata"],
}


def spent() -> float:
    """Processor time of all processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=25)
    parser.add_argument("--longer", action="store_true")
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    # bytecode is written once, as by an installation, whatever the environment says
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def started(words: list[str]) -> None:
        subprocess.run([sys.executable, *words], cwd=ROOT, env=env, check=True, capture_output=True)

    jobs = {name: (lambda words=words: started(words)) for name, words in QUICK.items()}
    for job in jobs.values():
        job()
    times = in_turns(jobs, given.repeat, spent)
    report = {name: ratio(taken, times["python"]) for name, taken in times.items()}
    del report["python"]
    for name, value in report.items():
        print(f"{name:22} {said(value)} times python -c pass")
    slow = {name: (lambda words=words: started(words)) for name, words in LONGER.items()}
    seconds = {}
    for name, job in slow.items() if given.longer else ():
        job()  # what the record lacks, or other code has decided, is decided here and kept
        seconds[name] = float(f"{median(in_turns({name: job}, 3, spent)[name]):.2g}")
        print(f"{name:22} {seconds[name]:g} s of processor time")
    if given.keep:
        keep(
            given.keep,
            "start",
            {"times as long as python -c pass": report} | ({"seconds": seconds} if seconds else {}),
        )


if __name__ == "__main__":
    main()
