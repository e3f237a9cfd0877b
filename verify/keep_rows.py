"""Find the rows of mpmath, sympy and z3 that are kept (:mod:`verify.kept_rows`), and keep them.

``python -m verify.keep_rows [ID|PAPER]...`` decides the claims, computes the rows that are missing
or were made by other code or packages, and writes the files; with ``--again`` it computes all.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import as_completed

from proofs import vacuity
from proofs.certify import family
from proofs.evidence import gather
from proofs.registry import MODULES, PAPERS, find, home_of, ids
from reports.files import write_text
from verify import kept_rows, runner
from verify.engines import engine
from verify.kept_rows import FOLDER, FORMAT, MAKERS, NOTED, RECALLS, Json


def found_for(claim_id: str, again: bool = False) -> list[Json]:
    """``[by, key, row]`` for every row of a claim, its companions and its own instances."""
    noted: list[Json] = []
    tokens = NOTED.set(noted), RECALLS.set(not again)
    claim = find(claim_id)
    try:
        for one in family(claim):
            found = gather(one)
            runner.beside(one, found, vacuity.gather(one, found, kinds=(vacuity.SATISFIABLE,)))
        runner.run_instances(claim, runner.chosen_instances(claim, {}), {})
    finally:
        NOTED.reset(tokens[0])
        RECALLS.reset(tokens[1])
    return noted


def write(paper: str, found: Mapping[str, list[Json]]) -> None:
    """The file of a paper, in the order of its claims: these, and what still fits of others."""
    made = {by: kept_rows.maker(by) for by in MAKERS}
    before = kept_rows.makers(paper)
    kept: dict[str, list[Json]] = {name: [] for name in MODULES if name.startswith(f"{paper}.")}
    for name, by, key, row in kept_rows.lines(paper):
        if name in kept and before[by] == made[by]:
            kept[name].append([by, key, row])
    kept |= found
    lines = dict.fromkeys(
        json.dumps([name, *one], separators=(",", ":"), ensure_ascii=False)
        for name, rows in kept.items()
        for one in rows
    )
    rest = "".join(f"{line}\n" for line in lines)
    head = {"format": FORMAT, "made": made, "sha256": kept_rows.sealed(made, rest)}
    FOLDER.mkdir(exist_ok=True)
    write_text(kept_rows.file_of(paper), f"{json.dumps(head)}\n{rest}")
    kept_rows.forget()


def main(arguments: Sequence[str]) -> None:
    again = "--again" in arguments
    asked = [name for name in arguments if name != "--again"] or list(PAPERS)
    chosen = [name for name in ids() if name.partition(".")[0] in asked]
    chosen += [home_of(name) for name in asked if name not in PAPERS]
    found: dict[str, dict[str, list[Json]]] = {}
    try:
        with engine("local", len(chosen)) as executor:
            jobs = {executor.submit(found_for, name, again): name for name in dict.fromkeys(chosen)}
            for done, job in enumerate(as_completed(jobs), 1):
                name, rows = jobs[job], job.result()
                found.setdefault(name.partition(".")[0], {})[name] = rows
                print(f"{done:>4} of {len(jobs)}  {name}: {len(rows)} rows", flush=True)
    finally:  # what is found stays, if it is interrupted, and is not computed again
        for paper, rows_of in found.items():
            write(paper, rows_of)


if __name__ == "__main__":
    main(sys.argv[1:])
