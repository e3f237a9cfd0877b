"""A part of the mutation score on every run of the tests, and that the score itself can fail."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.campaigns import kernel_cases
from tests.campaigns import mutation_score as M
from tests.campaigns.source_mutants import Source
from tests.sampling import ALL, by_turns, some_of, whole

ROOT = Path(__file__).parents[2]
TEXT = '''"""What it is for."""
import re
__all__ = ["first"]
Pair = tuple[int, int]
LIMIT = 3

def first(a, b=1):
    # why
    if a < b and not a:
        raise Reject("code", f"sentence {a}")
    return a

def second(a):
    spend(2)
    for x in a:
        a = a[1:]
    return {x: "word" for x in a if x}
'''
EXPECTED = [
    (5, "3 -> 4"), (5, "3 -> 2"),
    (7, "1 -> 2"), (7, "1 -> 0"),
    (9, "if True instead of a < b and (not a)"), (9, "if False instead of a < b and (not a)"),
    (9, "a < b and (not a) -> a < b or not a"), (9, "a < b and (not a) -> not a"),
    (9, "a < b and (not a) -> a < b"), (9, "a < b -> a <= b"), (9, "a < b -> a >= b"),
    (9, "not a -> a"),
    (10, "remove raise"), (10, "Reject -> Decline"), (10, "'code' -> 'code~'"),
    (11, "return None"),
    (14, "remove statement"), (14, "2 -> 3"), (14, "2 -> 1"),
    (15, "loop over nothing"),
    (16, "remove assignment"), (16, "1: -> :"), (16, "1 -> 2"), (16, "1 -> 0"),
    (17, "return None"), (17, "if True instead of x"), (17, "if False instead of x"),
    (17, "'word' -> 'word~'"),
]  # fmt: skip


def test_every_change_of_a_small_module() -> None:
    found = [(mutant.line, mutant.key[3]) for mutant in Source("small.py", TEXT).mutants]
    assert sorted(found) == sorted(EXPECTED)


@by_turns(3)
def test_every_change_of_the_kernel_is_one_that_python_can_read() -> None:
    names = [source.file for source in M.sources()]
    for name in names:
        text = (M.KERNEL / name).read_text(encoding="utf-8")
        original = compile(text, name, "exec")
        for index in range(0, len(Source(name, text).mutants), 100):
            assert compile(Source(name, text).change(index), name, "exec") != original


def test_a_change_is_named_by_its_place_and_never_twice() -> None:
    for source in M.sources():
        keys = [mutant.key for mutant in source.mutants]
        assert len(set(keys)) == len(keys)


def test_a_sample_of_the_changes_is_noticed() -> None:
    number = 60 if whole() else 15
    score = [sys.executable, "-m", "tests.campaigns.mutation_score"]
    done = subprocess.run(
        [*score, "--sample", str(number), "--seed", "8"],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    noticed = f"{number} of {number} changes noticed\n"
    assert (done.stdout, done.returncode) == (noticed, 0), done.stderr


@by_turns(2)
def test_every_case_of_the_kernels_tests_is_run() -> None:
    counted = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/kernel", "tests/arena"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, env={**os.environ, ALL: "all"},
    ).stdout.splitlines()  # fmt: skip
    left_out = tuple(f"tests/kernel/{name}.py" for name in kernel_cases.RANDOM)
    theirs = [line for line in counted if "::" in line and not line.startswith(left_out)]
    code = (
        "from tests.campaigns.kernel_cases import *\n"
        "print(sum(len(find(module)) for module in test_modules()))\n"
    )
    ours = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert int(ours.stdout) == len(theirs) > 1_000, ours.stderr


def test_what_is_listed_is_there_and_has_a_reason() -> None:
    known = M.listed()
    there = {(source.file, *mutant.key) for source in M.sources() for mutant in source.mutants}
    assert {row.key for row in known} <= there
    assert len({row.key for row in known}) == len(known)
    assert all(len(row.reason) > 20 for row in known)


def answer(number: int, by: str) -> M.Answer:
    mutant = Source("small.py", TEXT).mutants[number]
    return M.Answer(mutant, by)


def listing(given: M.Answer, equivalent: bool = True) -> M.Listed:
    return M.Listed(given.key, "kind", "because nothing depends on it", equivalent)


def test_a_run_is_complained_about() -> None:
    noticed, survivor = answer(0, "test_a"), answer(1, "")
    assert M.complaints([noticed], []) == []
    assert M.complaints([noticed, survivor], [listing(survivor)]) == []
    (unlisted, low) = M.complaints([noticed, survivor], [])
    assert unlisted == "survives: small.py:5 module: 'LIMIT = 3' at 8: 3 -> 2"
    assert low == "less than 98.0 % of the changes are noticed"
    (after_all,) = M.complaints([noticed], [listing(noticed)])
    assert "noticed by test_a" in after_all
    (gone,) = M.complaints([noticed], [listing(survivor)])
    assert "there is no such change" in gone
    (silent,) = M.complaints([noticed, survivor], [replace(listing(survivor), reason=" ")])
    assert "without a reason" in silent
    # what is explained but not equivalent counts against the score
    assert M.complaints([noticed, survivor], [listing(survivor, equivalent=False)]) == [low]


def test_the_table_counts() -> None:
    survivor, other = answer(1, ""), answer(2, "")
    rows = [answer(0, "test_a"), answer(3, "test_b"), survivor, other]
    lines = M.table(rows, [listing(survivor)]).splitlines()
    assert lines[-1].split() == ["all", "4", "2", "0", "1", "1", "66.67", "%", "50.00", "%"]
    assert M.table([], []).splitlines()[-1].split()[-2:] == ["0.00", "%"]


EXAMPLE = "test_specification::test_the_example_is_a_proof[0]"


@some_of(1)
@pytest.mark.parametrize(
    ("scope", "cases", "by"),
    [("minus", [], ""), ("minus", [EXAMPLE], EXAMPLE), ("_under", [EXAMPLE], "")],
    ids=["no test", "a test that negates", "a test without bound variables"],
)
def test_a_change_survives_tests_that_do_not_reach_it(
    scope: str, cases: list[str], by: str
) -> None:
    code = (
        "from tests.campaigns import mutation_score as M\n"
        "every = [(s, i) for s in M.sources() for i in range(len(s.mutants))]\n"
        f"chosen = [(s, i) for s, i in every if s.mutants[i].key[0] == {scope!r}]\n"
        f"order = [(case, 1.0) for case in {cases!r}]\n"
        "(answer,) = M.run(M.Snapshot(), chosen[:1], lambda mutant: order, 1)\n"
        "print(answer.by)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == f"{by}\n", done.stderr
