"""The z3 rows: every obligation that SMT-LIB can say, negated, asked of z3 within fixed work.

z3 runs in a process of its own, one for all the claims that this process decides, and its work is
counted (``rlimit``), so that a row is the same on every machine.  ``unsat`` agrees with a proof; a
model that exact evaluation confirms contradicts one, and stops the run.  No verdict rests on it:
evidence of level ``solvers`` is :mod:`proofs.methods.solvers`, which asks cvc5 too.
"""

from __future__ import annotations

import atexit
import json
import select
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from proofs.claims import Claim, Obligation
from proofs.evidence import Evidence
from proofs.methods.smt import Declined, smt_lib
from verify.numeric_rows import FALSE, RELATIONS, TRUE, Disagreement, Point, judge_at

Json = Any
WORK, SECONDS, MEGABYTES = 300_000, 20.0, 2_000  # z3's own units; the seconds are a safety net
UNSAT, SAT, UNKNOWN, OUTSIDE = "unsat", "sat", "unknown", "outside"

_CHILD = r"""
import json, resource, sys
import z3
work, megabytes = int(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
z3.set_param("smt.random_seed", 0)
for line in sys.stdin:
    model = {}
    try:
        solver = z3.Solver()
        solver.set("rlimit", work)
        solver.from_string(json.loads(line))
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

    def ask(self, text: str) -> Json:
        """What z3 says of an SMT-LIB text: a verdict, and rational values where it has a model."""
        if self.process is None or self.process.poll() is not None:
            self.stop()
            command = [sys.executable, "-I", "-c", _CHILD, str(WORK), str(MEGABYTES)]
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
        with suppress(OSError, ValueError):
            print(json.dumps(text.replace("(check-sat)", "")), file=pipe, flush=True)
            if select.select([answer], [], [], SECONDS)[0]:
                return json.loads(answer.readline())
        self.stop()
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
        return {"of": obligation.id, "outcome": OUTSIDE, "says": str(error)}
    answer = _SOLVER.ask(text)
    row = {"of": obligation.id, "outcome": answer["verdict"], "says": ""}
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
    at = ", ".join(f"{name} = {q}" for name, q in values.items())
    if evidence.proved:
        raise Disagreement(f"{obligation.id}: proved, and z3 has a counterexample: {at}")
    return row | {"says": f"fails at {at}"}


def of_claim(claim: Claim, found: Mapping[str, Evidence]) -> list[Json]:
    """The rows of a claim's obligations."""
    return [of_obligation(o, found[o.id]) for o in claim.all_obligations()]
