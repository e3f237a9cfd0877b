"""benchmarks/inequalities: read, answered as expected, and never contradicted by what is kept."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.sampling import by_turns, some_of

ROOT = Path(__file__).resolve().parents[2]
KEPT = json.loads((ROOT / "docs/figures/decide.json").read_text())


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "bench_decide", ROOT / "benchmarks/bench_decide.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


bench = _loaded()
CASES = {case.name: case for case in bench.cases()}


def sample() -> list[str]:
    """The six true and the six false ones that cost decide least in the kept run, by topics.

    Of each topic, the cheapest of those that it decided; of these, the six cheapest.
    """
    names = []
    for expected in ("true", "false"):
        least: dict[str, dict[str, Any]] = {}
        for row in KEPT["rows"]:
            if row["expected"] == row["answers"]["decide"] == expected:
                other = least.setdefault(row["topic"], row)
                least[row["topic"]] = min(other, row, key=_cost)
        names += [row["name"] for row in sorted(least.values(), key=_cost)[:6]]
    return names


def _cost(row: dict[str, Any]) -> tuple[float, str]:
    return row["costs"]["decide"], row["name"]


def test_statements_have_names_of_their_own_and_sources() -> None:
    every = bench.cases()
    assert len(CASES) == len(every) >= 150
    assert {"true", "false"} == {case.expected for case in every}
    assert [case.name for case in every if "(" not in case.words] == []


def test_no_statement_occurs_twice() -> None:
    assert len({case.digest for case in CASES.values()}) == len(CASES)


def test_statements_that_no_search_was_made_for_are_others() -> None:
    unseen = bench.cases(ROOT / "benchmarks/unseen")
    assert {case.expected for case in unseen} == {"true", "false"}
    stated = bench.cases(ROOT / "benchmarks/stated")
    assert {case.expected for case in stated} == {"true", "false"}
    digests = [case.digest for case in (*CASES.values(), *unseen, *stated)]
    assert len(set(digests)) == len(digests)
    assert [case.name for case in (*unseen, *stated) if "(" not in case.words] == []


def test_the_sample_is_of_six_topics_true_and_false() -> None:
    found = [CASES[name] for name in sample()]
    assert [case.expected for case in found] == ["true"] * 6 + ["false"] * 6
    assert len({(case.topic, case.expected) for case in found}) == 12


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("name", sample())
def test_decide_answers_as_expected(name: str) -> None:
    case = CASES[name]
    assert bench.answer("decide", case.sequent, 20.0) == case.expected


def test_the_kept_run_is_of_these_statements_and_contradicts_none() -> None:
    rows = KEPT["rows"]
    assert {row["name"]: row["statement"] for row in rows} == {
        case.name: case.digest for case in CASES.values()
    }
    assert [row["name"] for row in rows if row["expected"] != CASES[row["name"]].expected] == []
    assert list(bench.wrong(rows)) == []
    assert KEPT["summary"] == bench.summary(rows)
    assert json.loads(bench.printed(KEPT)) == KEPT


def test_a_wrong_answer_is_told() -> None:
    right = {"name": "a", "topic": "t", "expected": "true", "answers": {"decide": "true"}}
    assert list(bench.wrong([right])) == []
    for said in ("false", "vacuous"):
        row = {**right, "answers": {"decide": said}}
        assert list(bench.wrong([row])) == [f"WRONG: decide says {said} of a, which is true"]
        assert bench.summary([row])["decide"]["all"] == {"wrong": 1}
    assert list(bench.wrong([{**right, "answers": {"z3": "declined"}}])) == []


def test_expected_answers_are_read_from_the_line_above() -> None:
    text = '# true\ntheorem a "words": x <= x\n\n# false: x = 1\ntheorem b: x < x\n'
    assert bench.expected(text) == {"a": ("true", ""), "b": ("false", "x = 1")}


@pytest.mark.parametrize("above", ["", "# false", "# true: surely", "# maybe", "true"])
def test_a_missing_answer_is_refused(above: str) -> None:
    with pytest.raises(ValueError, match="above a stands"):
        bench.expected(f"{above}\ntheorem a: x <= x\n")


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    scratch, said = tmp_path / "scratch.json", []
    asked = bench.chosen(list(CASES.values()), ["relu-contracts"])
    limits = bench.Limits(solvers=5.0)
    first = bench.run(asked, ["z3"], limits, 1, scratch, said.append)
    assert len(said) == 1
    again = bench.run(asked, ["z3"], limits, 1, scratch, said.append)
    assert len(said) == 1
    assert [row["answers"] for row in again] == [row["answers"] for row in first]
    assert first[0]["answers"] == {"z3": "false"}


@by_turns(3)
def test_a_part_keeps_what_is_there_and_makes_no_rows(tmp_path: Path) -> None:
    scratch, said = tmp_path / "scratch.json", []
    asked = list(CASES.values())[:6]
    limits = bench.Limits(solvers=5.0)
    assert bench.run(asked, ["z3"], limits, 1, scratch, said.append, part=0.0) is None
    assert 1 <= len(said) < 6
    rows = bench.run(asked, ["z3"], limits, 1, scratch, said.append)
    assert len(rows) == len(said) == 6


@by_turns(2)
def test_answers_of_other_code_are_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch, said = tmp_path / "scratch.json", []
    asked = bench.chosen(list(CASES.values()), ["relu-contracts"])
    for code in ("one", "one", "another"):
        monkeypatch.setattr(bench, "_code", lambda code=code: code)
        bench.run(asked, ["z3"], bench.Limits(solvers=5.0), 1, scratch, said.append)
    assert len(said) == 2


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="'no-such'"):
        bench.chosen(list(CASES.values()), ["no-such"])
