"""The z3 rows: every obligation that SMT-LIB can say, negated, asked of z3 within fixed work.

z3 runs in a process of its own, one for all the claims that this process decides, and its work is
counted (``rlimit``), so that a row is the same on every machine.  Some of its work is not counted:
where 20 seconds of the processor end it, the row says so.  ``unsat`` agrees with a proof; a
model that exact evaluation confirms contradicts one, and stops the run.  No verdict rests on it:
evidence of level ``solvers`` is :mod:`proofs.search.solvers`, which asks cvc5 too.

Where the text would have sums of symbolic length, it is asked at small values of the integers
(:mod:`verify.small_lengths`), one relation of the conclusion after the other.  *No model* there
says nothing of other values, so that the row names these.  Hypotheses that z3 refutes at such
values make them say nothing, and they are not named.
"""

from __future__ import annotations

import atexit
import json
import re
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from proofs.claims import Claim, Obligation
from proofs.evidence import Evidence
from proofs.search.smt import Declined, smt_lib
from verify import kept_rows
from verify.numeric_rows import FALSE, RELATIONS, TRUE, Disagreement, Point, judge_at
from verify.small_lengths import SIZES, Leaf, TooMuch, at_size, leaves

Json = Any
WORK, MEGABYTES = 300_000, 2_000  # z3's own units
SECONDS, PATIENCE = 20, 4  # of its processor, where its units stand still; times that on a clock
SMALL_WORK, MOST_ROOTS = 60_000, 8  # at small values; the cost of roots is not all counted
SYMBOLIC = "a sum of symbolic length"
SLOW = f"no answer within {SECONDS} s of the processor"
UNSAT, SAT, UNKNOWN, OUTSIDE = "unsat", "sat", "unknown", "outside"

_CHILD = r"""
import json, resource, sys
import z3
megabytes, seconds = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
z3.set_param("smt.random_seed", 0)
for line in sys.stdin:
    model = {}
    try:
        asked = json.loads(line)
        used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, resource.RLIM_INFINITY))
        solver = z3.Solver(ctx=z3.Context())  # what was asked before has no part in it
        solver.set("rlimit", asked["work"])
        solver.from_string(asked["text"])
        verdict = str(solver.check())
        if verdict == "sat":
            found = solver.model()
            for name in found.decls():
                value = found[name]
                if name.arity() == 0 and z3.is_rational_value(value):
                    model[name.name()] = str(value.as_fraction())
                elif name.arity() == 0 and z3.is_int_value(value):
                    model[name.name()] = str(value.as_long())
    except (z3.Z3Exception, MemoryError):
        verdict = "unknown"
    print(json.dumps({"verdict": verdict, "model": model}), flush=True)
"""


class _Solver:
    """The child, started when it is first needed and again after it had to be stopped."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.late = False  # since somebody last looked, a clock or the memory has ended one

    def ask(self, text: str, work: int = WORK) -> Json:
        """What z3 says of an SMT-LIB text: a verdict, and rational values where it has a model."""
        if self.process is None or self.process.poll() is not None:
            self.stop()
            command = [sys.executable, "-I", "-c", _CHILD, str(MEGABYTES), str(SECONDS)]
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        pipe, answer = self.process.stdin, self.process.stdout
        if pipe is None or answer is None:
            raise AssertionError("a process without pipes")
        with suppress(OSError, ValueError, subprocess.TimeoutExpired):
            asked = {"text": text.replace("(check-sat)", ""), "work": work}
            print(json.dumps(asked), file=pipe, flush=True)
            if select.select([answer], [], [], PATIENCE * SECONDS)[0]:
                line = answer.readline()
                if not line and self.process.wait(SECONDS) == -signal.SIGXCPU:
                    self.stop()
                    return {"verdict": UNKNOWN, "model": {}, "says": SLOW}
                return json.loads(line)
        self.stop()
        self.late = True
        return {"verdict": UNKNOWN, "model": {}}

    def stop(self) -> None:
        """End the child for certain."""
        if self.process is not None:
            self.process.kill()
            for stream in (self.process.stdin, self.process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
            self.process.wait()
            self.process = None


_SOLVER = _Solver()
atexit.register(_SOLVER.stop)


def of_obligation(obligation: Obligation, evidence: Evidence) -> Json:
    """The row of one obligation.

    Raises:
        Disagreement: it is proved, and z3 has a counterexample that exact evaluation confirms.
    """
    statement = obligation.statement
    try:
        text = smt_lib(statement)
    except Declined as error:
        at = _at_lengths(statement) if str(error) == SYMBOLIC else []
        return {"of": obligation.id, "outcome": OUTSIDE, "says": str(error), "at": at}
    answer = _SOLVER.ask(text)
    said = answer.get("says", "")
    row: Json = {"of": obligation.id, "outcome": answer["verdict"], "says": said, "at": []}
    if answer["verdict"] != SAT:
        return row
    model = {name.removeprefix("v_"): q for name, q in answer["model"].items()}
    values = {name: model[name] for name in statement["vars"] if name in model}
    plain = all(given[0] in RELATIONS for given in statement["given"])
    if statement["functions"] or not plain or len(values) < len(statement["vars"]):
        return row | {"says": "a model that cannot be written down exactly"}
    judge = judge_at(Point(values, {}))
    met = judge is not None and all(judge.truth(given) == TRUE for given in statement["given"])
    if judge is None or not met or judge.truth(statement["show"]) != FALSE:
        return row | {"says": "a model that exact evaluation does not confirm"}
    where = ", ".join(f"{name} = {q}" for name, q in values.items())
    if evidence.proved:
        raise Disagreement(f"{obligation.id}: proved, and z3 has a counterexample: {where}")
    return row | {"says": f"fails at {where}"}


def _at_lengths(statement: Json) -> list[str]:
    """Small values of its integers at which z3 finds no model of its negation.

    Every relation of the conclusion has to be without a model, each at values of its own.
    """
    found: list[str] = []
    for size in SIZES:
        here: list[str] = []
        for leaf in leaves(statement["show"]):
            said = _without_model(statement, leaf, size)
            if said is None:
                here = []
                break
            here += [said] if said else []
        else:
            if not here:
                continue  # no such values, or hypotheses that do not hold there
        if not here:
            break
        found += here
    return list(dict.fromkeys(found))


def _without_model(statement: Json, leaf: Leaf, size: int) -> str | None:
    """The values at which the negated relation has no model; "" if there are none; else None."""
    try:
        small = at_size(statement, leaf, size, whole=False)
        if small is None:
            return ""
        text = smt_lib(small.statement)
        if len(re.findall(r"^\(declare-const [qr]_", text, re.M)) > MOST_ROOTS:
            return None
        if _SOLVER.ask(text, SMALL_WORK)["verdict"] != UNSAT:
            return None
        met = smt_lib(small.statement, goal=False)
    except (Declined, TooMuch):
        return None
    return "" if _SOLVER.ask(met, SMALL_WORK)["verdict"] == UNSAT else small.at


def of_claim(claim: Claim, found: Mapping[str, Evidence]) -> list[Json]:
    """The rows of a claim's obligations."""
    rows = []
    for o in claim.all_obligations():
        _SOLVER.late = False
        asked = [o.statement, found[o.id].proved]
        made = partial(of_obligation, o, found[o.id])
        rows.append(kept_rows.row("z3", o.id, asked, made, lambda: not _SOLVER.late))
    return rows
