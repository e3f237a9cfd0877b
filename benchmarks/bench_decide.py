"""Statements of the field, decided by ``verify decide``, z3, cvc5 and single searches.

    python benchmarks/bench_decide.py [TOPIC | NAME ...] [--system decide] [--seconds 20]
        [--keep docs/figures/decide.json] [--scratch FILE [--part 30]]

The statements are those of ``benchmarks/inequalities/*.netproof``: true ones with their sources and
false ones beside them, near misses (a constant that is too good, a hypothesis too few, a boundary,
a sign).  What each should come to stands in a comment above it, set by hand; only the sequent is
given to the systems:

decide   :func:`verify.deciding.decide`, with ``--seconds`` of the processor, twice (attack, proof)
z3       on the SMT-LIB text alone, with ``--solver-seconds`` of the clock
cvc5     the same
auto     one leaf of positivity, no script around it, with ``--search-seconds`` of the processor
prove    :func:`proofs.search.prove.prove` with effort 1, with as many

*Right* is a certificate for a true statement or against a false one (decide, auto, prove; also
where nothing is known to meet the hypotheses), or ``unsat`` and ``sat`` (z3, cvc5).  *Wrong* is the
opposite, and *vacuous*, for every statement can be met: then the exit status is 1.  Costs are
processor seconds over the median of decide's in the same run.  The solvers' budgets are of the
clock, so that of two runs some of their answers differ: ``share`` in the kept file says how many
processor seconds decide used of its limit.

With ``--scratch`` answers are kept as they come, under the digest of the code: interrupted, or
ended by ``--part`` after so many minutes, the same command goes on.  Nothing is written to
``--keep`` until all are there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import multiprocessing
import os
import platform
import resource
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "inequalities"
TRUE, FALSE, OPEN, DECLINED, VACUOUS = "true", "false", "open", "declined", "vacuous"
SYSTEMS = ("decide", "z3", "cvc5", "auto", "prove")
CLOCK = 4.0
"""Of the clock, as many times the processor seconds that a search may take."""


@dataclass(frozen=True)
class Case:
    """A statement with its topic and what it should come to: ``true`` or ``false``, and why."""

    topic: str
    name: str
    words: str
    text: str
    sequent: Any
    expected: str
    why: str

    @property
    def digest(self) -> str:
        """What stands in for the statement in kept rows, by whatever names it binds."""
        from proofs.kernel.terms import read_formula

        sequent = self.sequent
        names, functions = sequent["vars"], sequent["functions"]
        formulas = [*sequent["given"], sequent["show"]]
        read = [read_formula(formula, names, functions) for formula in formulas]
        text = json.dumps([names, functions, repr(read)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def cases(folder: Path = FOLDER) -> list[Case]:
    """The statements of the files, in order of topics and as they stand there.

    Raises:
        TextError: a file cannot be read.
        ValueError: a theorem has no line ``# true`` or ``# false: reason`` above it.
    """
    from proofs.language.document import read_document

    found = []
    for path in sorted(folder.glob("*.netproof")):
        source = path.read_text()
        answers = expected(source)
        for item in read_document(source).items:
            if item.name not in answers:
                raise ValueError(f"{path.name}: {item.name} has no expected answer above it")
            answer, why = answers[item.name]
            sequent = item.statement.sequent
            found.append(Case(path.stem, item.name, item.words, item.text, sequent, answer, why))
    return found


def expected(source: str) -> dict[str, tuple[str, str]]:
    """The answer in the line above each theorem, with its reason.

    Raises:
        ValueError: a line is none of ``# true`` and ``# false: reason``.
    """
    lines = source.splitlines()
    found = {}
    for above, line in pairwise(lines):
        if not line.startswith("theorem "):
            continue
        name = line.split()[1].rstrip(":")
        answer, _, why = above.removeprefix("# ").partition(": ")
        if not above.startswith("# ") or (answer, bool(why)) not in ((TRUE, False), (FALSE, True)):
            raise ValueError(f"above {name} stands {above!r}, not # true or # false: reason")
        found[name] = (answer, why)
    return found


# --- the systems ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limits:
    """Seconds: of the clock for the solvers, of the processor for decide and the searches."""

    decide: float = 20.0
    solvers: float = 10.0
    searches: float = 10.0

    def of(self, system: str) -> float:
        return {"decide": self.decide, "z3": self.solvers, "cvc5": self.solvers}.get(
            system, self.searches
        )


def answer(system: str, sequent: Any, seconds: float) -> str:
    """``true``, ``false``, ``open``, ``declined`` or ``vacuous``."""
    if system == "decide":
        from verify.deciding import decide

        word = decide(sequent, seconds=seconds).word
        words = {"proved": TRUE, "conditional": TRUE, "refuted": FALSE, "vacuous": VACUOUS}
        return words.get(word, OPEN)
    if system in ("z3", "cvc5"):
        from proofs.search.smt import Declined, smt_lib
        from proofs.search.solvers import SAT, UNSAT, ask

        try:
            (said,) = ask(smt_lib(sequent), seconds, (system,))
        except Declined:
            return DECLINED
        return {UNSAT: TRUE, SAT: FALSE}.get(said.verdict, OPEN)
    search = {"auto": _auto, "prove": _prove}[system]
    return TRUE if _within(seconds, search, sequent) else OPEN


def _auto(sequent: Any) -> bool:
    from proofs.evidence import dumps
    from proofs.kernel import check
    from proofs.kernel.errors import Reject
    from proofs.trees.script import NotFound, auto, elaborate

    try:
        certificate = elaborate(sequent, auto())
    except (NotFound, Reject):
        return False
    return check(dumps(certificate)).accepted


def _prove(sequent: Any) -> bool:
    from proofs.search.prove import prove

    return prove(sequent, 1) is not None


def _within(seconds: float, search: Callable[[Any], bool], sequent: Any) -> bool:
    """What the search says within so many seconds of the processor, or no."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def work() -> None:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))
        with suppress(RecursionError):
            sender.send(search(sequent))

    process = context.Process(target=work)
    process.start()
    sender.close()
    try:
        if not receiver.poll(CLOCK * seconds):
            return False
        return bool(receiver.recv())
    except EOFError:  # it ended without an answer
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid or 0, signal.SIGKILL)
        process.join()
        receiver.close()


def timed(system: str, sequent: Any, seconds: float) -> tuple[str, float]:
    """The answer, and processor seconds with those of all processes that were started."""
    before = _used()
    said = answer(system, sequent, seconds)
    return said, _used() - before


def _used() -> float:
    found = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        found += usage.ru_utime + usage.ru_stime
    return found


# --- rows ----------------------------------------------------------------------------------------

Rows = dict[str, dict[str, Any]]


def mark(said: str, should: str) -> str:
    """``right``, ``wrong`` or ``open``."""
    if said in (OPEN, DECLINED):
        return OPEN
    return "right" if said == should else "wrong"


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, dict[str, int]]]:
    """Of each system and topic, and of all topics: how many are right, open, declined, wrong."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for system in SYSTEMS:
        counts: dict[str, Counter[str]] = {}
        for row in rows:
            if system not in row["answers"]:
                continue
            said, should = row["answers"][system], row["expected"]
            word = DECLINED if said == DECLINED else mark(said, should)
            for part in (row["topic"], "all", f"all {should}"):
                counts.setdefault(part, Counter())[word] += 1
        found[system] = {part: dict(count) for part, count in sorted(counts.items())}
    return found


def wrong(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Each wrong answer in a line."""
    for row in rows:
        for system, said in row["answers"].items():
            if mark(said, row["expected"]) == "wrong":
                yield f"WRONG: {system} says {said} of {row['name']}, which is {row['expected']}"


def table(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Topics down, systems across: right ones of those that were asked."""
    counted = summary(rows)
    topics = [*dict.fromkeys(row["topic"] for row in rows), "all true", "all false", "all"]
    lines = [f"{'':<14}" + "".join(f"{system:>12}" for system in SYSTEMS)]
    for topic in topics:
        cells = []
        for system in SYSTEMS:
            count = counted[system].get(topic, {})
            cells.append(f"{count.get('right', 0)} of {sum(count.values())}" if count else "-")
        lines.append(f"{topic:<14}" + "".join(f"{cell:>12}" for cell in cells))
    for word in ("declined", "wrong"):
        cells = [str(counted[system].get("all", {}).get(word, 0)) for system in SYSTEMS]
        lines.append(f"{word:<14}" + "".join(f"{cell:>12}" for cell in cells))
    return lines


def record(rows: Sequence[dict[str, Any]], limits: Limits) -> dict[str, Any]:
    """What is kept: answers, and costs as ratios."""
    used = [row["seconds"]["decide"] for row in rows if "decide" in row["seconds"]]
    unit = statistics.median(used) if used else None
    kept = []
    for row in rows:
        costs = {s: _digits(q / unit) for s, q in row["seconds"].items()} if unit else {}
        kept.append({**{k: v for k, v in row.items() if k != "seconds"}, "costs": costs})
    return {
        "schema": 1,
        "rule": "right: a certificate (decide, auto, prove) or unsat and sat (z3, cvc5) as "
        "expected; costs: processor time over the median of decide's; one run, one machine",
        "limits": {system: limits.of(system) for system in SYSTEMS},
        "share": _share(rows, limits),
        "versions": _versions(),
        "summary": summary(rows),
        "rows": kept,
    }


def printed(kept: dict[str, Any]) -> str:
    """JSON, with a line for each row and each system's counts."""
    lines = []
    for key, value in kept.items():
        if key == "rows":
            inner = ",\n".join(f"  {json.dumps(row)}" for row in value)
            lines.append(f' "rows": [\n{inner}\n ]')
        elif key == "summary":
            inner = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            lines.append(f' "summary": {{\n{inner}\n }}')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _share(rows: Sequence[dict[str, Any]], limits: Limits) -> float | None:
    """Processor seconds that decide used over its limit, at the median of what stays open.

    It is 2 if both of its processes ran all the time: less on a busy machine, or where they ended.
    """
    used = [row["seconds"]["decide"] for row in rows if row["answers"].get("decide") == OPEN]
    return _digits(statistics.median(used) / limits.decide) if used else None


def _digits(q: float) -> float:
    return float(f"{q:.2g}")


@cache
def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "z3": version("z3-solver"),
        "cvc5": version("cvc5"),
    }


def chosen(every: Sequence[Case], names: Sequence[str]) -> list[Case]:
    """The cases of these topics and names; all, if there are none.

    Raises:
        ValueError: nothing is called so.
    """
    for name in names:
        if not any(name in (case.topic, case.name) for case in every):
            raise ValueError(f"no topic and no statement is called {name!r}")
    return [case for case in every if not names or {case.topic, case.name} & set(names)]


def run(
    asked: Sequence[Case],
    systems: Sequence[str],
    limits: Limits,
    workers: int,
    scratch: Path | None = None,
    say: Callable[[str], None] = print,
    part: float = math.inf,
) -> list[dict[str, Any]] | None:
    """A row for each statement; ``scratch`` has what an interrupted run had found, in seconds.

    None, if not all answers were there after ``part`` seconds of the clock.
    """
    import verify.deciding  # noqa: F401  # here once, so that no answer pays for it

    end = time.monotonic() + part

    known: dict[str, Any] = {}
    settings = {system: limits.of(system) for system in systems}
    if scratch is not None and scratch.exists():
        known = json.loads(scratch.read_text())
    rows = []
    for case in asked:
        row = {
            "name": case.name,
            "topic": case.topic,
            "statement": case.digest,
            "expected": case.expected,
            "answers": {},
            "seconds": {},
        }
        for system in systems:
            old = known.get(_key(case, system, settings))
            if old is not None:
                row["answers"][system], row["seconds"][system] = old
        rows.append(row)
    jobs = [
        (i, system)
        for system in systems
        for i, row in enumerate(rows)
        if system not in row["answers"]
    ]
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        futures = {
            pool.submit(timed, system, asked[i].sequent, limits.of(system)): (i, system)
            for i, system in jobs
        }
        for future in as_completed(futures):
            if time.monotonic() > end:
                for other in futures:
                    other.cancel()
            if future.cancelled():
                continue
            i, system = futures[future]
            said, seconds = future.result()
            row, case = rows[i], asked[i]
            row["answers"][system], row["seconds"][system] = said, seconds
            say(f"{system:<7} {mark(said, case.expected):<6} {said:<9} {case.topic} {case.name}")
            if scratch is not None:
                known[_key(case, system, settings)] = [said, round(seconds, 3)]
                _whole(scratch, json.dumps(known, indent=1) + "\n")
    if any(len(row["answers"]) < len(systems) for row in rows):
        return None
    for row in rows:  # in the order of systems, not of their answers
        for part in ("answers", "seconds"):
            row[part] = {system: row[part][system] for system in systems}
    return rows


def _key(case: Case, system: str, settings: dict[str, float]) -> str:
    return f"{case.digest} {system} {settings[system]:g} {_code()}"


@cache
def _code() -> str:
    """The digest of this file, and of all that answers are computed by."""
    from verify import sources

    mine = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    return sources.digest([mine, sources.closure("verify.deciding"), sources.versions()])[:16]


def _whole(path: Path, text: str) -> None:
    """The file, whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text)
    fresh.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="topics are the files in benchmarks/inequalities",
    )
    parser.add_argument("names", nargs="*", metavar="TOPIC|NAME", help="only these")
    parser.add_argument("--system", action="append", choices=SYSTEMS, help="only these systems")
    parser.add_argument("--seconds", type=float, default=20.0, help="of the processor, for decide")
    parser.add_argument("--solver-seconds", type=float, default=10.0, help="of the clock, each")
    parser.add_argument("--search-seconds", type=float, default=10.0, help="of the processor, each")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1) // 2))
    parser.add_argument("--keep", type=Path, help="write answers and costs here")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="with files of statements")
    parser.add_argument("--scratch", type=Path, help="go on with what this code left here")
    parser.add_argument("--part", type=float, help="end after so many minutes, to go on later")
    given = parser.parse_args()
    limits = Limits(given.seconds, given.solver_seconds, given.search_seconds)
    if min(limits.decide, limits.solvers, limits.searches, given.workers) <= 0:
        parser.error("seconds and workers are positive")
    try:
        asked = chosen(cases(given.folder), given.names)
    except ValueError as error:
        parser.error(str(error))
    systems = [s for s in SYSTEMS if given.system is None or s in given.system]
    if given.keep is not None and (given.names or given.system or given.folder != FOLDER):
        parser.error("--keep is for all statements and systems")

    def say(line: str) -> None:
        print(line, flush=True)

    if given.part is not None and given.scratch is None:
        parser.error("--part is for --scratch: nothing would be kept")
    part = math.inf if given.part is None else 60 * given.part
    rows = run(asked, systems, limits, given.workers, given.scratch, say, part)
    if rows is None:
        print(f"not all answers are there: the same command goes on with {given.scratch}")
        return
    print("\n".join(["", *table(rows)]))
    found = list(wrong(rows))
    print("\n".join(found) if found else "no answer is wrong")
    if given.keep is not None:
        _whole(given.keep, printed(record(rows, limits)))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
