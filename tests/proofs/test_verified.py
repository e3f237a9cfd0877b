"""The checker that Coq proved: its sources, and what it answers where Coq is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from proofs import verified
from proofs.kernel import check
from tests.proofs.test_coq import UNPROVED, outside_sections, without_comments

ROOT = Path(__file__).resolve().parents[2]
ARENA = ROOT / "tests" / "arena"


def test_nothing_is_left_unproved() -> None:
    for path in verified.SOURCES.glob("*.v"):
        text = path.read_text(encoding="utf-8")
        assert not UNPROVED.search(without_comments(text)), path.name
        assert not outside_sections(text), path.name
    assert {path.stem for path in verified.SOURCES.glob("*.v")} == {*verified.MODULES, "Extract"}


def test_axioms_are_read_by_name() -> None:
    said = "Axioms:\nA.b : forall P : Prop, P\nC.d\n  : forall n : nat,\n    n = n\n"
    assert verified.axioms(said) == {"A.b", "C.d"}
    assert verified.axioms("Closed under the global context\n") != verified.AXIOMS


def test_without_coq_or_files_one_line_says_so(tmp_path: Path) -> None:
    def asked(*words: str) -> tuple[int, str]:
        outcome = subprocess.run(
            [sys.executable, "-m", "proofs.verified", "--out", str(tmp_path / "out"), *words],
            cwd=ROOT, capture_output=True, text=True, check=False, env={"PATH": str(tmp_path)},
        )  # fmt: skip
        return outcome.returncode, outcome.stderr

    some = str(next((ARENA / "accept").glob("*.json")))
    for words in ((), ("missing.json",), (some,)):
        code, said = asked(*words)
        assert (code, said.count("\n")) == (2, 1)
    assert "coqc is not installed" in said
    assert not (tmp_path / "out").exists()


def test_it_accepts_what_the_kernel_accepts_and_no_false_theorem(tmp_path: Path) -> None:
    if any(shutil.which(name) is None for name in verified.PROGRAMS):
        pytest.skip("Coq or OCaml is not installed")
    try:
        program = verified.built(tmp_path)
    except verified.Absent as why:
        pytest.skip(str(why))
    good = sorted((ARENA / "accept").glob("*.json"))
    found = verified.asked(program, good)
    assert set(found.values()) == {verified.ACCEPT, verified.COVER}
    bad = sorted((ARENA / "reject").glob("*.json"))
    for path, answer in verified.asked(program, bad).items():
        if answer == verified.ACCEPT:  # a matter of form: its statement is true as it is read
            assert check(path.read_bytes()).code in {
                "bad-arity", "bad-function", "bad-name", "shadowed-name", "unknown-function",
            }  # fmt: skip
