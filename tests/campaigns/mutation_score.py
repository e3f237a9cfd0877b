"""How much of the kernel do the tests of the kernel hold?  Every small change must be noticed.

Each module of ``proofs/kernel`` is changed in one place at a time
(:mod:`tests.campaigns.source_mutants`).  A forked process loads the changed module instead of the
original and runs the tests of ``tests/kernel`` and ``tests/arena`` that reach the changed
statement, the quick ones first, until one fails.  Changes that no test can notice are listed in
``mutation_survivors.json`` with the reason; an unlisted survivor fails the run, and so does a
listed one that is noticed after all.

``make mutation-score`` runs all of it, ``--sample 60`` a part.  The full run also measures the
coverage of lines and branches by the same tests, which must be complete.
"""

from __future__ import annotations

import argparse
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tests.campaigns import kernel_cases
from tests.campaigns.source_mutants import Mutant, Source

ROOT = Path(__file__).resolve().parents[2]
KERNEL = ROOT / "proofs" / "kernel"
SURVIVORS = Path(__file__).with_name("mutation_survivors.json")
LEAST = 98.0  # percent of the changes that are not equivalent
QUICK = 0.25  # seconds: tests that take longer are for changes that no quicker one notices
CASE_SECONDS, CASE_FACTOR = 2.0, 4  # processor time for one test: base, and of what it took before
MEMORY = 4 << 30
SLOW = 3  # the exit status of a process that ran out of time
#: where to look first when it is not known which tests reach a line
FIRST = {
    "axioms": ("test_specification", "test_logic"),
    "context": ("test_context", "test_positivity", "test_logic"),
    "cover": ("test_cover::test_forms[", "test_cover::test_a", "test_cover::test_slopes"),
    "errors": ("test_work", "test_poly", "test_intervals", "test_terms"),
    "intervals": ("test_intervals::test_values", "test_intervals::test_geometric"),
}
#: what takes longest, in this order: after all other tests
LATE = (
    "test_arena::test_the_kernel_makes_no_mistake",
    "test_poly::test_limits",
    "test_intervals::test_enclosures_contain_the_values",
    "test_cover::test_forms_contain",
    "test_work::test_no_certificate_takes_long",
)

Key = tuple[str, str, str, int, str]  # file, scope, text of the line, column, change


@dataclass(frozen=True)
class Answer:
    """What became of a mutant: the test that noticed it (none if it survived)."""

    mutant: Mutant
    by: str
    slow: bool = False

    @property
    def key(self) -> Key:
        return (self.mutant.file, *self.mutant.key)


@dataclass(frozen=True)
class Listed:
    """A mutant that is known to survive."""

    key: Key
    kind: str
    reason: str
    equivalent: bool


@dataclass(frozen=True)
class Baseline:
    """What the tests do on the unchanged kernel."""

    seconds: dict[str, float]  # by case
    reached: dict[tuple[str, int], frozenset[str]]  # the cases by file and line; "" on import
    missing: list[str]  # lines and branches that no case reaches


# Running in a process of its own.


class Snapshot(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The kernel and its tests as they were when the run began, found before anything else.

    A run takes minutes, and what is on the disk may change meanwhile.
    """

    def __init__(self) -> None:
        self.found: dict[str, tuple[importlib.machinery.ModuleSpec, CodeType]] = {}
        for module in kernel_cases.test_modules():
            kernel_cases.find(module)
        for name in self.ours():
            spec = sys.modules[name].__spec__
            if spec is None or not isinstance(spec.loader, importlib.abc.InspectLoader):
                raise RuntimeError(f"{name} has no source")
            code = spec.loader.get_code(name)
            if code is not None:
                self.found[name] = (spec, code)

    @staticmethod
    def ours() -> list[str]:
        tests = {*kernel_cases.test_modules(), "kernelkit", "models"}
        return [n for n in sys.modules if n in tests or n.split(".")[0] == "proofs"]

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if fullname not in self.found:
            return None
        old = self.found[fullname][0]
        spec = importlib.machinery.ModuleSpec(fullname, self, origin=old.origin)
        spec.submodule_search_locations = old.submodule_search_locations
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(self.found[module.__name__][1], vars(module))

    def changed(self, name: str, code: CodeType) -> None:
        """In a child: one module is another from now on; all are imported anew."""
        self.found[name] = (self.found[name][0], code)
        for ours in self.ours():
            del sys.modules[ours]
        sys.meta_path.insert(0, self)


def _forget() -> None:
    """Import the kernel, what uses it, and the tests again when they are next asked for."""
    for name in Snapshot.ours():
        del sys.modules[name]


def forked(work: Callable[[int], int]) -> tuple[int, int]:
    """Run ``work(fd)`` in a child, what it writes being read from the descriptor returned."""
    read, write = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    status = 1
    try:
        os.close(read)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        status = work(write)
    except BaseException as error:
        os.write(write, f"{type(error).__name__}: {error}"[:400].encode())
    finally:
        os._exit(status)


def contents(read: int) -> str:
    with os.fdopen(read, "rb") as stream:
        return stream.read().decode()


def _limit(seconds: float) -> None:
    """Leave with status SLOW after so much processor time; 0 takes the limit away."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _trial(
    snapshot: Snapshot, source: Source, index: int, order: Sequence[tuple[str, float]], write: int
) -> int:
    """In the child: run the cases in turn on the changed kernel, and write who noticed."""
    signal.signal(signal.SIGPROF, lambda *_: os._exit(SLOW))
    _limit(CASE_SECONDS + CASE_FACTOR * sum(seconds for _, seconds in order))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    path = KERNEL / source.file
    code = compile(source.change(index), str(path), "exec")
    snapshot.changed(f"proofs.kernel.{path.stem}", code)
    found: dict[str, Callable[[], None]] = {}
    for name, seconds in order:
        os.write(write, f"{name}\n".encode())
        _limit(CASE_SECONDS + CASE_FACTOR * seconds)
        try:
            if name not in found:
                found |= kernel_cases.find(name.split("::")[0])
            found[name]()
        except BaseException:  # pytest's own failures are no exceptions
            return 1
    return 0


def _measure(write: int) -> int:
    """In the child: every case once on the kernel as it is, under the eyes of coverage."""
    import coverage

    cover = coverage.Coverage(data_file=None, branch=True, include=[f"{KERNEL}/*"])
    cover.set_option("run:core", "ctrace")
    _forget()
    cover.start()
    seconds: dict[str, float] = {}
    cases: dict[str, Callable[[], None]] = {}
    for module in kernel_cases.test_modules():
        cases |= kernel_cases.find(module)
    for name, case in cases.items():
        cover.switch_context(name)
        start = time.process_time()
        case()
        seconds[name] = round(time.process_time() - start, 5)
    cover.stop()
    data = cover.get_data()
    names = ["", *seconds]
    number = {name: i for i, name in enumerate(names)}
    reached: dict[str, dict[int, list[int]]] = {}
    missing: list[str] = []
    for path in sorted(KERNEL.glob("*.py")):
        lines = data.contexts_by_lineno(str(path))
        reached[path.name] = {n: [number[c] for c in found] for n, found in lines.items()}
        analysis = cover._analyze(str(path))  # the public report speaks of branches in prose only
        missing += [f"{path.name}:{n}" for n in sorted(analysis.missing)]
        for n, ends in sorted(analysis.missing_branch_arcs().items()):
            missing += [f"{path.name}:{n} to {end}" for end in ends]
    text = json.dumps({"seconds": seconds, "reached": reached, "missing": missing})
    with os.fdopen(write, "w") as stream:
        stream.write(text)
    return 0


def baseline() -> Baseline:
    """The cases, how long each takes and what it reaches.

    Raises RuntimeError if a case fails on the unchanged kernel.
    """
    pid, read = forked(_measure)
    text = contents(read)
    if os.waitpid(pid, 0)[1]:
        raise RuntimeError(f"the tests fail on the kernel as it is: {text}")
    found = json.loads(text)
    names = ["", *found["seconds"]]
    reached = {
        (file, int(line)): frozenset(names[i] for i in numbers)
        for file, lines in found["reached"].items()
        for line, numbers in lines.items()
    }
    return Baseline(found["seconds"], reached, found["missing"])


# Which tests, in which order.


def reaching(
    mutant: Mutant, known: Baseline, killers: Counter[str], quick: bool
) -> list[tuple[str, float]]:
    """The quick cases, or the others, that run the changed statement.

    Those that noticed its neighbours come first, then the module's own tests, then those that
    take least time.
    """
    own = own_tests(mutant)
    sets = [known.reached.get((mutant.file, line), frozenset()) for line in mutant.lines]
    cases: frozenset[str] = frozenset().union(*sets)
    if "" in cases or not cases:  # it runs on import
        cases = frozenset(known.seconds)
    return sorted(
        ((c, known.seconds[c]) for c in cases if (known.seconds[c] < QUICK) is quick),
        key=lambda item: (-killers[item[0]], rank(item[0], own), item[1], item[0]),
    )


def likely(mutant: Mutant, cases: Iterable[str]) -> list[tuple[str, float]]:
    """All cases: those of the module's own tests first, those that take long last."""
    own = own_tests(mutant)

    def late(case: str) -> int:
        return next((i + 1 for i, name in enumerate(LATE) if case.startswith(name)), 0)

    return [
        (case, 5.0 if late(case) else 0.5)
        for case in sorted(cases, key=lambda case: (late(case), rank(case, own)))
    ]


def own_tests(mutant: Mutant) -> tuple[str, ...]:
    stem = Path(mutant.file).stem
    return (*FIRST.get(stem, ()), f"test_{stem}::")


def rank(case: str, first: Sequence[str]) -> int:
    return next((i for i, start in enumerate(first) if case.startswith(start)), len(first))


# The runs.


def sources() -> list[Source]:
    paths = sorted(KERNEL.glob("*.py"))
    return [Source(path.name, path.read_text(encoding="utf-8")) for path in paths]


def run(
    snapshot: Snapshot,
    chosen: Sequence[tuple[Source, int]],
    order: Callable[[Mutant], Sequence[tuple[str, float]]],
    jobs: int,
    noticed: Callable[[Answer], None] = lambda answer: None,
) -> list[Answer]:
    """The answer for each mutant (a module and a number), in the order given."""
    gc.collect()
    gc.freeze()
    answers: dict[int, Answer] = {}
    running: dict[int, tuple[int, int]] = {}
    waiting = list(enumerate(chosen))[::-1]
    while waiting or running:
        while waiting and len(running) < jobs:
            place, (source, index) = waiting.pop()
            cases = order(source.mutants[index])
            pid, read = forked(
                lambda write, s=source, i=index, c=cases: _trial(snapshot, s, i, c, write)  # type: ignore[misc]
            )
            running[pid] = (place, read)
        # what a child writes is far below what a pipe holds, except for its list of cases
        pid, status, text = _next(running)
        place, read = running.pop(pid)
        source, index = chosen[place]
        by = text.splitlines()[-1] if text else "import"
        slow = os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == SLOW
        answers[place] = Answer(source.mutants[index], by if status else "", slow)
        noticed(answers[place])
    return [answers[place] for place in range(len(chosen))]


def _next(running: dict[int, tuple[int, int]]) -> tuple[int, int, str]:
    """Read from all children until one is done."""
    import selectors

    with selectors.DefaultSelector() as selector:
        for pid, (_, read) in running.items():
            selector.register(read, selectors.EVENT_READ, pid)
        while True:
            for key, _ in selector.select():
                pid = int(key.data)
                block = os.read(key.fd, 1 << 16)
                if block:
                    _TEXT[pid] = (_TEXT.get(pid, b"") + block)[-2_000:]
                    continue
                os.close(key.fd)
                return pid, os.waitpid(pid, 0)[1], _TEXT.pop(pid, b"").decode()


_TEXT: dict[int, bytes] = {}


def listed() -> list[Listed]:
    """The survivors that are explained."""
    data = json.loads(SURVIVORS.read_text(encoding="utf-8"))
    return [
        Listed(
            (row["file"], row["scope"], row["line"], row["column"], row["change"]),
            row["class"],
            row.get("reason") or data["classes"][row["class"]]["reason"],
            data["classes"][row["class"]]["equivalent"],
        )
        for row in data["survivors"]
    ]


def complaints(answers: Sequence[Answer], known: Sequence[Listed]) -> list[str]:
    """What is wrong with a full run."""
    by_key = {answer.key: answer for answer in answers}
    explained = {row.key: row for row in known}
    found = []
    for answer in answers:
        if not answer.by and answer.key not in explained:
            found.append(f"survives: {place(answer.mutant)}")
    for key, row in explained.items():
        if key not in by_key:
            found.append(f"listed, but there is no such change: {key}")
        elif by_key[key].by:
            found.append(f"listed, but noticed by {by_key[key].by}: {place(by_key[key].mutant)}")
        if not row.reason.strip():
            found.append(f"listed without a reason: {key}")
    killed, equivalent = counts(answers, known)
    if score(len(answers) - equivalent, killed) < LEAST:
        found.append(f"less than {LEAST} % of the changes are noticed")
    return found


def counts(answers: Sequence[Answer], known: Sequence[Listed]) -> tuple[int, int]:
    """How many were noticed; how many of the others are explained to be equivalent."""
    equivalent = {row.key for row in known if row.equivalent}
    killed = sum(bool(answer.by) for answer in answers)
    return killed, sum(not a.by and a.key in equivalent for a in answers)


def score(of: int, killed: int) -> float:
    """Percent; of nothing, nothing is noticed."""
    return 100 * killed / of if of else 0.0


def place(mutant: Mutant) -> str:
    scope, text, column, change = mutant.key
    return f"{mutant.file}:{mutant.line} {scope or 'module'}: {text!r} at {column}: {change}"


def table(answers: Sequence[Answer], known: Sequence[Listed]) -> str:
    rows = [("file", "changes", "noticed", "too slow", "equivalent", "other", "score", "of all")]
    for file in [*sorted({a.mutant.file for a in answers}), "all"]:
        some = [a for a in answers if file in ("all", a.mutant.file)]
        killed, equivalent = counts(some, known)
        slow, rest = sum(a.slow for a in some), len(some) - killed - equivalent
        rates = (score(len(some) - equivalent, killed), score(len(some), killed))
        numbers = (len(some), killed, slow, equivalent, rest)
        rows.append((file, *map(str, numbers), *(f"{rate:.2f} %" for rate in rates)))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(f"{cell:<{w}}" if i == 0 else f"{cell:>{w}}" for i, (cell, w) in cells)
        for cells in (list(enumerate(zip(row, widths, strict=True))) for row in rows)
    )


def sample(size: int, seed: int, jobs: int) -> int:
    """Some mutants that are not known to survive: each must be noticed."""
    explained = {row.key for row in listed()}
    every = [(s, i) for s in sources() for i in range(len(s.mutants))]
    candidates = [(s, i) for s, i in every if (s.file, *s.mutants[i].key) not in explained]
    chosen = random.Random(seed).sample(candidates, size)
    snapshot = Snapshot()
    cases = [name for module in kernel_cases.test_modules() for name in kernel_cases.find(module)]
    answers = run(snapshot, chosen, lambda mutant: likely(mutant, cases), jobs)
    survivors = [answer for answer in answers if not answer.by]
    for answer in survivors:
        print("survives:", place(answer.mutant))
    print(f"{size - len(survivors)} of {size} changes noticed")
    return 1 if survivors else 0


def full(files: Sequence[str], jobs: int, out: Path | None, thorough: bool) -> int:
    start = time.monotonic()
    snapshot, every = Snapshot(), sources()
    known = baseline()
    print(f"{len(known.seconds)} tests, {sum(known.seconds.values()):.0f} s; ", end="")
    print(f"lines and branches never reached: {len(known.missing)}", *known.missing, flush=True)
    killers: dict[tuple[str, str], Counter[str]] = {}

    def order(quick: bool) -> Callable[[Mutant], list[tuple[str, float]]]:
        def cases(mutant: Mutant) -> list[tuple[str, float]]:
            near = killers.get((mutant.file, mutant.key[0]), Counter())
            return reaching(mutant, known, near, quick)

        return cases

    def noticed(answer: Answer) -> None:
        if answer.by:
            scope = (answer.mutant.file, answer.mutant.key[0])
            killers.setdefault(scope, Counter())[answer.by] += 1

    chosen = [(s, i) for s in every if not files or s.file in files for i in range(len(s.mutants))]
    rows = [row for row in listed() if not files or row.key[0] in files]
    explained = {row.key for row in rows}
    answers = run(snapshot, chosen, order(quick=True), jobs, noticed)
    print(f"{time.monotonic() - start:.0f} s", flush=True)
    doubtful = [i for i, a in enumerate(answers) if not a.by and a.key not in explained]
    if thorough:
        again = run(snapshot, [chosen[i] for i in doubtful], order(quick=False), jobs, noticed)
        for i, answer in zip(doubtful, again, strict=True):
            answers[i] = answer
    if out is not None:
        out.write_text(json.dumps([record(a) for a in answers], indent=1), encoding="utf-8")
    print(table(answers, rows))
    for kind, number in sorted(Counter(r.kind for r in rows).items()):
        print(f"{number:5}  {kind}")
    wrong = complaints(answers, rows)
    wrong += [f"never reached by a test: {where}" for where in known.missing]
    for sentence in wrong:
        print(sentence)
    print(f"{time.monotonic() - start:.0f} s")
    return 1 if wrong else 0


def record(answer: Answer) -> dict[str, Any]:
    scope, line, column, change = answer.mutant.key
    return {
        "file": answer.mutant.file,
        "scope": scope,
        "line": line,
        "column": column,
        "change": change,
        "number": answer.mutant.line,
        "noticed by": answer.by,
        "too slow": answer.slow,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sample", type=int, help="so many mutants only, chosen by the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--file", action="append", default=[], help="this module of the kernel only"
    )
    parser.add_argument("--quick", action="store_true", help="without the tests that take long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path, help="write every mutant and its answer here")
    arguments = parser.parse_args()
    if arguments.sample is not None:
        return sample(arguments.sample, arguments.seed, arguments.jobs)
    return full(arguments.file, arguments.jobs, arguments.json, not arguments.quick)


if __name__ == "__main__":
    sys.exit(main())
