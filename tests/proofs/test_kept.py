"""What is kept as lines: found by statement, written in order, merged by lines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proofs import kept
from proofs.kept import CERTIFICATES, CONTROLS
from proofs.vacuity import joined
from tests import kept_files
from tests.sampling import by_turns, share

Json = Any
ROOT = Path(__file__).parents[2]
ONE: Json = {"vars": {"x": "real", "n": "int"}, "given": [], "show": ["<=", "0", "1"]}
TWO: Json = {**ONE, "show": ["<=", "0", "2"]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "kept")
    return tmp_path / "kept"


def text(kind: str = CERTIFICATES) -> str:
    return kept.file(kind, "t").read_text()


def test_what_is_put_is_found_by_name_and_statement(folder: Path) -> None:
    kept.put(CERTIFICATES, {"t.a": (ONE, b'{"proof":1}\n')})
    assert kept.found(CERTIFICATES, "t.a", ONE) == b'{"proof":1}\n'
    assert kept.found(CERTIFICATES, "t.a", {**ONE, "vars": {"n": "int", "x": "real"}})
    assert kept.found(CERTIFICATES, "t.a") == b'{"proof":1}\n'
    assert kept.found(CERTIFICATES, "t.a", TWO) is None
    assert kept.found(CERTIFICATES, "t.b", ONE) is None
    assert kept.found(CONTROLS, "t.a", ONE) is None
    assert kept.found(CERTIFICATES, "u.a", ONE) is None


def test_names_of_bound_variables_do_not_count(folder: Path) -> None:
    def about(k: str, body: str) -> Json:
        inner = ["<=", ["sum", "j", k, "n", ["app", "k", "j", body]], "x"]
        return {**ONE, "show": ["all", k, "int", ["some", "t", "real", inner]]}

    kept.put(CERTIFICATES, {"t.a": (about("k", "k"), b'{"proof":1}')})
    assert kept.found(CERTIFICATES, "t.a", about("i", "i"))
    assert not kept.found(CERTIFICATES, "t.a", about("i", "n")), "a free one does"
    assert not kept.found(CERTIFICATES, "t.a", about("i", "t")), "and which one it is"


def test_a_statement_has_one_line_with_the_names_that_ask_for_it(folder: Path) -> None:
    kept.put(CERTIFICATES, {"t.a": (ONE, b'{"proof":1}'), "t.b": (ONE, b'{"proof":2}')})
    assert text() == f'{kept.digest(ONE)} t.a,t.b {{"proof":2}}\n'
    kept.put(CERTIFICATES, {"t.a": (TWO, b'{"proof":3}')})
    assert len(text().splitlines()) == 2
    assert kept.found(CERTIFICATES, "t.a", ONE) is None, "it has another statement now"
    assert kept.found(CERTIFICATES, "t.b", ONE) == b'{"proof":2}\n'
    kept.put(CERTIFICATES, {}, only={"t.a"})
    assert text() == f'{kept.digest(TWO)} t.a {{"proof":3}}\n'


def test_lines_are_in_order_and_new_ones_change_no_others(folder: Path) -> None:
    for i in range(40):
        kept.put(CERTIFICATES, {f"t.{i}": ({**ONE, "show": ["=", str(i), "0"]}, b'{"proof":1}')})
    before = text().splitlines()
    assert before == sorted(before)
    kept.put(CERTIFICATES, {"t.new": (ONE, b'{"proof":1}')})
    after = text().splitlines()
    assert [line for line in after if " t.new " not in line] == before


@pytest.mark.parametrize("junk", ["<<<<<<< ours", "", "t.a {}", "0" * 32 + " {}", "\x00 \ufffd"])
def test_what_is_no_line_is_passed_over(junk: str, folder: Path) -> None:
    kept.put(CERTIFICATES, {"t.a": (ONE, b'{"proof":1}')})
    kept.file(CERTIFICATES, "t").write_text(f"{junk}\n{text()}{junk}")
    assert kept.found(CERTIFICATES, "t.a", ONE) == b'{"proof":1}\n'
    assert len(kept.lines(CERTIFICATES, "t")) == 1


def test_a_file_that_is_written_anew_is_read_anew(folder: Path) -> None:
    kept.put(CERTIFICATES, {"t.a": (ONE, b'{"proof":1}')})
    (old,) = kept.lines(CERTIFICATES, "t")
    kept.put(CERTIFICATES, {"t.b": (TWO, b'{"proof":2}'), "t.a": (ONE, b'{"proof":3}')})
    assert kept.found(CERTIFICATES, "t.a", ONE) == b'{"proof":3}\n'
    kept.file(CERTIFICATES, "t").write_text("something else\n" + text())
    assert old.content() == b"", "no bytes of another line"


def test_rows_of_one_statement_are_joined(folder: Path) -> None:
    def row(outcome: str) -> Json:
        return {"outcome": outcome}

    one = json.dumps({"satisfiable.0": row("hold"), "dropped.0": row("undecided")}).encode()
    two = json.dumps({"satisfiable.0": row("undecided"), "dropped.1": row("refuted")}).encode()
    kept.put(CONTROLS, {"t.a": (ONE, one), "t.b": (ONE, two)}, joined)
    rows = json.loads(kept.found(CONTROLS, "t.a", ONE) or b"")
    outcomes = {name: entry["outcome"] for name, entry in rows.items()}
    assert outcomes == {
        "satisfiable.0": "hold", "dropped.0": "undecided", "dropped.1": "refuted"
    }  # fmt: skip


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@t", *words],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def test_lines_of_two_people_merge(folder: Path, tmp_path: Path) -> None:
    """Each adds lines at one place, and one of the same statement; git asks nobody."""
    rules = (ROOT / ".gitattributes").read_text()
    kept.put(CERTIFICATES, {"t.a": (ONE, b'{"proof":1}')})
    path = kept.file(CERTIFICATES, "t")
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / ".gitattributes").write_text(rules.replace("proofs/kept/", "kept/"))
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    base = path.read_bytes()
    for branch, proof in (("mine", "2"), ("yours", "3")):
        git(tmp_path, "checkout", "-qb", branch, "main")
        path.write_bytes(base)
        new = {f"t.{branch}{i}": ({"show": f"{branch}{i}"}, b'{"proof":1}') for i in range(9)}
        kept.put(CERTIFICATES, new | {"t.b": (TWO, b'{"proof":%s}' % proof.encode())})
        git(tmp_path, "commit", "-qam", branch)
    git(tmp_path, "merge", "-q", "mine")
    for branch in ("mine", "yours"):
        for i in range(9):
            assert kept.found(CERTIFICATES, f"t.{branch}{i}", {"show": f"{branch}{i}"})
    assert kept.found(CERTIFICATES, "t.b", TWO)
    kept.tidy()
    assert text().splitlines() == sorted(text().splitlines())
    assert len({line.split()[0] for line in text().splitlines()}) == len(text().splitlines()) == 20
    assert kept.tidy() == []


@by_turns(2)
def test_certificates_print_by_name() -> None:
    name = "pln.lemma2.statement"
    command = [sys.executable, "-m", "proofs.kept"]
    done = subprocess.run([*command, name], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout == kept_files.certificate(name)
    none = subprocess.run([*command, "pln.none"], cwd=ROOT, capture_output=True, text=True)
    assert (none.returncode, none.stdout) == (1, "")
    assert none.stderr == "there is no kept certificate of pln.none\n"


# --- the files that are here ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", kept.KINDS)
def test_the_files_are_in_order(kind: str) -> None:
    for paper in kept.papers():
        digests = [line.digest for line in kept.lines(kind, paper)]
        assert digests == sorted(set(digests))
        assert len(digests) == kept.file(kind, paper).read_bytes().count(b"\n")


@by_turns(3)
def test_digests_are_those_of_the_statements() -> None:
    seen = 0
    for paper in kept.papers():
        for line in share(kept.lines(CERTIFICATES, paper), 20):
            assert kept.digest(json.loads(line.content())["statement"]) == line.digest
            seen += 1
    assert seen > 20
