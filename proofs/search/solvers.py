"""z3 and cvc5 on the same SMT-LIB text: what they say, and what it is worth.

Each runs in a process of its own, in its own session, with limits on memory and processor time; at
the wall limit the whole session is killed and waited for.  Neither is imported here.

``unsat`` from both, with hypotheses that can be met, is evidence of level ``solvers``.  A model is
a hint: it counts once :mod:`proofs.refute` has made a certificate of it.  Where one says ``sat``
and the other ``unsat``, that is said loudly and nothing counts.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from proofs.decide import chains
from proofs.search.smt import Declined, smt_lib
from proofs.trees.script import Json

SOLVERS = ("z3", "cvc5")
SECONDS, MEGABYTES = 10.0, 2_000
SAT, UNSAT, UNKNOWN, TIMEOUT, DECLINED, FAILED = (
    "sat",
    "unsat",
    "unknown",
    "timeout",
    "declined",
    "failed",
)

# The child: limits first, then the solver, then one line of JSON.  It imports nothing of ours.
_CHILD = r"""
import json, resource, sys
name, seconds, megabytes = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
for kind, limit in (
    (resource.RLIMIT_AS, megabytes << 20),
    (resource.RLIMIT_CPU, int(seconds) + 5),
    (resource.RLIMIT_CORE, 0),
):
    resource.setrlimit(kind, (limit, limit))
text = sys.stdin.read()
model, core = {}, []
if name == "z3":
    import z3
    version = z3.get_version_string()
    z3.set_param("smt.random_seed", 0)
    solver = z3.Solver()
    solver.set("timeout", int(seconds * 1000))
    solver.from_string(text.replace("(check-sat)", ""))
    verdict = str(solver.check())
    if verdict == "sat":
        found = solver.model()
        for declared in found.decls():
            value = found[declared]
            if declared.arity() == 0 and (z3.is_rational_value(value) or z3.is_int_value(value)):
                model[declared.name()] = str(value.as_fraction()) if z3.is_rational_value(
                    value) else str(value.as_long())
else:
    import cvc5
    version = cvc5.__version__
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    solver.setOption("produce-models", "true")
    solver.setOption("tlimit-per", str(int(seconds * 1000)))
    solver.setOption("seed", "0")
    symbols = cvc5.SymbolManager(terms)
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "statement")
    if name == "cvc5 core":
        solver.setOption("produce-unsat-cores", "true")
    verdict = "unknown"
    while True:
        command = parser.nextCommand()
        if command.isNull():
            break
        out = command.invoke(solver, symbols).strip()
        if out.split(" ")[0] in ("sat", "unsat", "unknown"):
            verdict = out.split(" ")[0]
        elif out and out != "success":
            raise SystemExit("cvc5: " + out)
    if verdict == "sat":
        for term in symbols.getDeclaredTerms():
            value = solver.getValue(term)
            if value.isRealValue():
                model[term.getSymbol()] = str(value.getRealValue())
            elif value.isIntegerValue():
                model[term.getSymbol()] = str(value.getIntegerValue())
    if verdict == "unsat" and name == "cvc5 core":
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "(get-unsat-core)", "core")
        core = parser.nextCommand().invoke(solver, symbols).strip(" ()\n").split()
print(json.dumps({"verdict": verdict, "version": version, "model": model, "core": core}))
"""


@dataclass(frozen=True)
class Answer:
    """What one solver said.

    ``model`` gives rational values of variables where it said ``sat``, ``core`` the assertions that
    are enough where it said ``unsat`` and was asked for them.
    """

    solver: str
    verdict: str
    version: str = ""
    seconds: float = 0.0
    model: Mapping[str, Fraction] = field(default_factory=dict)
    why: str = ""
    core: tuple[str, ...] = ()


@dataclass(frozen=True)
class Opinion:
    """What both said about the negated statement, and about its hypotheses alone.

    Those on the first chain (:func:`proofs.decide.chains`) that is not shown to hold, or the last.
    """

    answers: tuple[Answer, ...]
    hypotheses: tuple[Answer, ...] = ()

    @property
    def disagree(self) -> bool:
        return any({SAT, UNSAT} <= {a.verdict for a in g} for g in (self.answers, self.hypotheses))

    @property
    def agree(self) -> bool:
        """Both say that the negated statement has no model."""
        return bool(self.answers) and all(a.verdict == UNSAT for a in self.answers)

    @property
    def holds(self) -> bool:
        """Both say ``unsat``, and of the hypotheses alone one says ``sat``, none ``unsat``."""
        return self.agree and _met(self.hypotheses)

    def says(self) -> str:
        """One line: who said what."""
        said = ", ".join(f"{a.solver} {a.version} says {a.verdict}" for a in self.answers)
        if self.disagree:
            return f"THE SOLVERS DISAGREE, nothing counts: {said}"
        if self.agree and not self.holds:
            return f"{said}; that the hypotheses can be met is not shown"
        return said


def _met(answers: Sequence[Answer]) -> bool:
    """Whether hypotheses hold somewhere: one says ``sat``, none ``unsat``."""
    said = {a.verdict for a in answers}
    return SAT in said and UNSAT not in said


def ask(
    text: str,
    seconds: float = SECONDS,
    solvers: Sequence[str] = SOLVERS,
    megabytes: int = MEGABYTES,
) -> tuple[Answer, ...]:
    """What each solver says of an SMT-LIB text; they run side by side."""
    processes: list[tuple[str, subprocess.Popen[str], float]] = []
    answers: list[Answer] = []
    try:
        for name in solvers:
            command = [sys.executable, "-I", "-c", _CHILD, name, str(seconds), str(megabytes)]
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            processes.append((name, process, time.monotonic()))
        for name, process, start in processes:
            answers.append(_answer(name, process, text, start, start + seconds + 2))
    finally:
        for _, process, _ in processes:
            _kill(process)
    return tuple(answers)


def _answer(
    name: str, process: subprocess.Popen[str], text: str, start: float, deadline: float
) -> Answer:
    try:
        out, error = process.communicate(text, timeout=max(deadline - time.monotonic(), 0.1))
    except subprocess.TimeoutExpired:
        _kill(process)
        return Answer(name, TIMEOUT, seconds=time.monotonic() - start)
    elapsed = time.monotonic() - start
    if process.returncode == -signal.SIGXCPU:
        return Answer(name, TIMEOUT, seconds=elapsed)
    try:
        data = json.loads(out)
        verdict = data["verdict"]
        model = {
            key.removeprefix("v_"): Fraction(q)
            for key, q in data["model"].items()
            if key.startswith("v_")
        }
        if verdict not in (SAT, UNSAT, UNKNOWN):
            raise ValueError(verdict)
    except (ValueError, KeyError, TypeError, AttributeError):
        lines = error.strip().splitlines()
        return Answer(name, FAILED, seconds=elapsed, why=lines[-1][:200] if lines else "no answer")
    core = tuple(map(str, data.get("core", ())))
    return Answer(name, verdict, str(data.get("version", "")), elapsed, model, core=core)


def _kill(process: subprocess.Popen[str]) -> None:
    """End the process and whatever it started, for certain, and leave no zombie."""
    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None and not stream.closed:
            with suppress(BrokenPipeError):
                stream.close()


def opinion(statement: Json, seconds: float = SECONDS, satisfiable: bool = False) -> Opinion:
    """What z3 and cvc5 say of a statement.

    ``satisfiable``: data that meet the hypotheses are known to the kernel already, which stands for
    the control.  A statement that cannot be written down is declined by both.
    """
    try:
        text = smt_lib(statement)
        controls = [smt_lib(chain, goal=False) for chain in chains(statement) or [statement]]
    except Declined as error:
        return Opinion(tuple(Answer(name, DECLINED, why=str(error)) for name in SOLVERS))
    answers = ask(text, seconds)
    if not all(a.verdict == UNSAT for a in answers):
        return Opinion(answers)
    if satisfiable:
        return Opinion(answers, (Answer("kernel", SAT),))
    hypotheses: tuple[Answer, ...] = ()
    for control in controls:
        hypotheses = ask(control, seconds)
        if not _met(hypotheses):
            break
    return Opinion(answers, hypotheses)


def needed(statement: Json, seconds: float = SECONDS) -> list[int] | None:
    """The hypotheses that are enough, says cvc5 (an unsatisfiable core): a hint where to search."""
    try:
        (answer,) = ask(smt_lib(statement, named=True), seconds, ("cvc5 core",))
    except Declined:
        return None
    if answer.verdict != UNSAT:
        return None
    last = len(statement["given"])  # the number of the negated conclusion
    return sorted(i for i in (int(name[1:]) for name in answer.core) if i < last)


def proposed(statement: Json, seconds: float = SECONDS) -> list[Mapping[str, Fraction]]:
    """Values of all variables at which, say the solvers, the statement fails: hints."""
    if statement["functions"]:
        return []
    wanted = set(statement["vars"])
    answers = opinion(statement, seconds).answers
    return [a.model for a in answers if a.verdict == SAT and set(a.model) >= wanted]
