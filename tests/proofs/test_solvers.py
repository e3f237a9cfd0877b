"""z3 and cvc5: what they are asked, what their answers are worth, and that they always end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from constructions.terms import TermSystem, app, conj, every, exists, implies, total, var
from proofs.evidence import HOLDS, Evidence, by_core, by_solvers
from proofs.kernel import check
from proofs.search import solvers
from proofs.search.smt import Declined, smt_lib
from proofs.search.solvers import Answer, Opinion, ask, needed, opinion, proposed
from proofs.trees.script import Json, statement
from tests.sampling import by_turns, some_of

S = TermSystem()
x, y, L, n, i, w = map(var, "xyLniw")


def sequent(given: list[Json], show: Json, functions: Any = None) -> Json:
    return statement({"x": "real", "y": "real", "n": "int", "L": "real"}, given, show, functions)


HOLD = {
    "abs": sequent([], S.abs(x + y) <= S.abs(x) + S.abs(y)),
    "max": sequent([], S.maximum(x, y) + S.minimum(x, y) <= x + y),
    "sign": sequent([x.differs(0)], (S.sign(x) ** 2).equals(1)),
    "floor": sequent([n <= x], n <= S.floor(x)),
    "quotient": sequent([x >= 1], 1 / x <= 1),
    "root": sequent([x >= 0, x <= y], S.sqrt(x) <= S.sqrt(y)),
    "short sum": sequent([], total("i", 1, 3, i * x).equals(6 * x)),
    "undefined summand": sequent([], total("i", 0, 1, x / i).equals(x)),
    "function": sequent([x.equals(y)], app("f", x).equals(app("f", y)), {"f": 1}),
    "lipschitz": sequent(
        [["lipschitz", "f", "L", "0", "1"], 0 <= x, x <= 1, 0 <= y, y <= 1],
        app("f", x) - app("f", y) <= L * S.abs(x - y),
        {"f": 1},
    ),
    "exists": sequent([], exists("w", "real", w > x)),
}
FAIL = {  # the last four hold only if an undefined term is taken to be something
    "abs": sequent([], S.abs(x + y) < S.abs(x) + S.abs(y)),
    "sign at 0": sequent([], (S.sign(x) ** 2).equals(1)),
    "floor": sequent([], x <= S.floor(x)),
    "1/x = 1/x": sequent([], (1 / x).equals(1 / x)),
    "x/x != 2": sequent([], (x / x).differs(2)),
    "sqrt(x) >= 0": sequent([], S.sqrt(x) >= 0),
    "inside": sequent([], exists("w", "real", (w * w / x).equals(w * w / x))),
}


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("name", HOLD)
def test_both_find_true_statements_unsatisfiable(name: str) -> None:
    said = opinion(HOLD[name])
    assert [a.verdict for a in said.answers] == ["unsat", "unsat"], said.answers
    assert said.holds
    assert not said.disagree


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("name", FAIL)
def test_both_find_models_of_false_ones(name: str) -> None:
    said = opinion(FAIL[name])
    assert "sat" in [a.verdict for a in said.answers]
    assert "unsat" not in [a.verdict for a in said.answers]
    assert not said.holds


def test_a_model_is_exact() -> None:
    (model, *_) = proposed(sequent([x >= Fraction(1, 3), y > 2], x * y >= 1))
    assert model["x"] >= Fraction(1, 3)
    assert model["y"] > 2
    assert model["x"] * model["y"] < 1


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(
    "contradictory",
    [
        sequent([x < y, y < x], x.equals(1)),
        sequent([], implies(conj(x < y, y < x), x.equals(1))),
        sequent([0 < x], every("i", "int", implies((2 * i).equals(2 * n + 1), i.equals(17)))),
        sequent([], conj(implies(0 < x, 0 <= x), implies(x < y, implies(y < x, x.equals(1))))),
    ],
)
def test_hypotheses_that_contradict_each_other_are_no_evidence(contradictory: Json) -> None:
    said = opinion(contradictory)
    assert said.agree
    assert [a.verdict for a in said.hypotheses] == ["unsat", "unsat"]
    assert not said.holds
    assert "not shown" in said.says()


@pytest.mark.parametrize(
    "show",
    [
        S.exp(x) > 0,
        S.sin(x) <= 1,
        S.log(x) <= x,
        S.tanh(x) < 1,
        S.pi() > 3,
        total("i", 1, n, i).equals(n * (n + 1) / 2),
        x**17 >= x,
    ],
)
def test_what_smt_lib_cannot_say_is_declined(show: Json) -> None:
    with pytest.raises(Declined):
        smt_lib(sequent([], show))
    assert {a.verdict for a in opinion(sequent([], show)).answers} == {"declined"}


def answer(name: str, verdict: str) -> Answer:
    return Answer(name, verdict)


def both(first: str, second: str) -> tuple[Answer, Answer]:
    return answer("z3", first), answer("cvc5", second)


@pytest.mark.parametrize(
    ("answers", "hypotheses", "holds", "disagree"),
    [
        (("unsat", "unsat"), ("sat", "sat"), True, False),
        (("unsat", "unsat"), ("sat", "unknown"), True, False),
        (("unsat", "unsat"), ("unknown", "timeout"), False, False),
        (("unsat", "unsat"), ("sat", "unsat"), False, True),
        (("unsat", "unknown"), ("sat", "sat"), False, False),
        (("unsat", "sat"), ("sat", "sat"), False, True),
        (("unsat", "failed"), ("sat", "sat"), False, False),
        (("declined", "declined"), ("sat", "sat"), False, False),
    ],
)
def test_what_answers_are_worth(
    answers: tuple[str, str], hypotheses: tuple[str, str], holds: bool, disagree: bool
) -> None:
    said = Opinion(both(*answers), both(*hypotheses))
    assert (said.holds, said.disagree) == (holds, disagree)
    assert ("DISAGREE" in said.says()) == disagree


@by_turns(2)
def test_evidence_of_level_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    declined = Evidence("t", "", HOLD["abs"], "search", "kernel", "all", "declined", None, 0.0, "?")
    found = by_solvers(declined)
    assert (found.outcome, found.level, found.certificate) == (HOLDS, "solvers", None)
    assert not found.proved
    assert "z3" in found.method
    assert "cvc5" in found.method
    said = Opinion(both("unsat", "sat"))
    monkeypatch.setattr(solvers, "opinion", lambda statement, seconds: said)
    found = by_solvers(replace(declined))
    assert found.outcome == "declined"
    assert "DISAGREE" in found.reason


CROWD = sequent([y >= 0, x >= 2, L <= 5, n >= 1, y <= x], x * x >= 4)


def test_the_hypotheses_that_are_enough() -> None:
    assert needed(CROWD) == [1]
    assert needed(sequent([y >= 0], x * x >= 4)) is None  # not so: there is no core
    assert needed(sequent([], app("f", x).equals(S.exp(x)), {"f": 1})) is None  # not sayable


@by_turns(3)
def test_a_core_shows_where_to_search_and_the_kernel_has_to_agree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    declined = Evidence("t", "", CROWD, "search", "kernel", "all", "declined", None, 0.0, "?")
    found = by_core(declined)
    assert found is not None
    assert found.proved
    assert json.loads(found.certificate or b"")["statement"] == CROWD
    assert check(found.certificate or b"").accepted
    assert by_solvers(declined).certificate == found.certificate
    monkeypatch.setattr(solvers, "needed", lambda statement: [0])  # a core that is none
    assert by_core(declined) is None


HARD = """(set-logic ALL)
(declare-fun f (Int) Int)
(assert (forall ((a Int) (b Int)) (=> (< a b) (< (f a) (f (f b))))))
(declare-const p Int) (declare-const q Int) (declare-const r Int)
(assert (and (> p 1) (> q 1) (> r 1) (= (+ (* p p p p p) (* q q q q q)) (* r r r r r))))
(check-sat)
"""


@by_turns(3)
def test_a_solver_that_does_not_end_is_killed_and_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    start = time.monotonic()
    answers = ask(HARD, seconds=1)
    assert time.monotonic() - start < 15
    assert {a.verdict for a in answers} <= {"timeout", "unknown"}
    assert len(started) == 2
    for process in started:
        assert process.returncode is not None, "waited for: no zombie"
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)


@by_turns(3)
def test_a_child_that_ignores_its_limit_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    monkeypatch.setattr(solvers, "_CHILD", stubborn)
    start = time.monotonic()
    (said,) = ask("", seconds=0.2, solvers=["z3"])
    assert said.verdict == "timeout"
    assert time.monotonic() - start < 10


@by_turns(2)
@pytest.mark.parametrize("text", ["(assert", "(assert (= zzz 1))\n(check-sat)"])
def test_nonsense_is_a_failure_and_never_an_answer(text: str) -> None:
    for said in ask(text, 2):
        assert said.verdict not in ("sat", "unsat"), said


def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    (said,) = ask(smt_lib(HOLD["abs"]), 5, ["z3"], megabytes=30)
    assert said.verdict == "failed"


@by_turns(2)
def test_neither_is_imported_here() -> None:
    program = (
        "import sys; from proofs.search.solvers import opinion\n"
        "from proofs.trees.script import statement\n"
        "said = opinion(statement({'x': 'real'}, [], ['<=', 'x', 'x']))\n"
        "print(said.holds, 'z3' in sys.modules, 'cvc5' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["True", "False", "False"]
