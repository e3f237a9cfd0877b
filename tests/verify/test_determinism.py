"""The same input gives the same bytes, whatever the hash seed, -O or the version of Python."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proofs.evidence import dumps
from proofs.trees.script import elaborate
from tests.campaigns import determinism
from tests.campaigns.determinism import CHECK, FIRST, SAME_PYTHON, Setting, other_pythons
from tests.campaigns.pool import pool
from tests.sampling import by_turns, some_of

ROOT = Path(__file__).resolve().parents[2]
SOUND = (
    *sorted((ROOT / "proofs" / "kernel").glob("*.py")),
    *(ROOT / "proofs" / f"{name}.py"
      for name in ("replay", "refute", "decide", "verdicts", "evidence", "printing")),
    *sorted((ROOT / "constructions").rglob("*.py")),
)  # fmt: skip


def asserts(text: str) -> list[int]:
    """The lines of assert statements, and of code that asks for ``__debug__``: -O drops both."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Name) and node.id == "__debug__")
    ]


def docstring_readers(text: str) -> list[int]:
    """The lines that read ``__doc__``: -OO drops docstrings."""
    found = ast.walk(ast.parse(text))
    return [n.lineno for n in found if isinstance(n, ast.Attribute) and n.attr == "__doc__"]


@by_turns(3)
@pytest.mark.parametrize("path", SOUND, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_rests_on_an_assert(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert asserts(text) == []
    assert docstring_readers(text) == []


def test_an_assert_would_be_seen() -> None:
    assert len(SOUND) > 40
    assert asserts("def f(x):\n    assert x\n    if __debug__: pass\n") == [2, 3]
    assert docstring_readers("print(f.__doc__)") == [1]


def answers_of(setting: Setting) -> determinism.Answers:
    damaged = [text.replace('"1"', '"2"', 1) for text in pool()[:40:2]]
    return setting.run(CHECK, [*pool()[:40:2], *damaged, "", "[" * 100_000, '{"a":NaN}'])


@pytest.fixture(scope="module")
def expected() -> determinism.Answers:
    return answers_of(FIRST)


@by_turns(2)
def test_the_answers_that_are_compared_are_of_all_kinds(expected: determinism.Answers) -> None:
    assert {answer[0] for answer in expected} == {"accept", "reject", "decline"}


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("setting", SAME_PYTHON, ids=lambda setting: setting.name)
def test_answers_are_the_same_in_every_process(
    setting: Setting, expected: determinism.Answers
) -> None:
    assert answers_of(setting) == expected


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("version", determinism.VERSIONS)
def test_answers_are_the_same_on_every_python(version: str, expected: determinism.Answers) -> None:
    here = "{}.{}".format(*sys.version_info)
    found = [s for s in other_pythons() if s.name == f"Python {version}"]
    if version != here and not found:
        pytest.skip(f"there is no Python {version} here")
    assert answers_of(found[0] if found else FIRST) == expected


def nested(levels: int) -> str:
    """A proof of so many nodes, each in the one before: two brackets a level."""
    leaf = {"by": "leaf", "terms": [["1", [0], []], ["1", [], []]], "mult": [], "then": []}
    opened, closed = '{"by":"axiom","name":"tanh","then":[', "]}"
    statement = {"vars": {}, "functions": {}, "given": [["<=", "0", "-1"]], "show": ["and"]}
    statement["show"] = ["<=", "0", "1"]
    proof = opened * levels + json.dumps(leaf) + closed * levels
    return f'{{"statement":{json.dumps(statement)},"proof":{proof}}}'


@by_turns(3)
def test_deep_proofs_are_answered_alike_by_every_python() -> None:
    """The depth that is read must not be what an interpreter's stack happens to allow."""
    texts = [nested(levels) for levels in (100, 200, 600, 2_000, 50_000)]
    kernel = [[answer[0] for answer in s.run(CHECK, texts)] for s in (FIRST, *other_pythons())]
    assert kernel == [kernel[0]] * len(kernel)
    assert kernel[0][0] == "accept"
    assert kernel[0][-1] == "decline"


@by_turns(4)
def test_searched_certificates_are_the_same_in_every_process() -> None:
    """The search is made anew; the certificate that is kept for an obligation is found again."""
    names = ["two squares", "the triangle", "a root", "sums", "nothing"]
    first = FIRST.run(determinism.SEARCH, names)
    assert [answer[0] for answer in first] == ["found"] * 4 + ["not found"]
    for setting in (SAME_PYTHON[0], SAME_PYTHON[-1]):
        assert setting.run(determinism.SEARCH, names) == first, setting.name


@by_turns(3)
def test_a_search_in_this_process_gives_the_same_bytes_twice() -> None:
    sequent, script = determinism.sequents()["three numbers"]()
    assert dumps(elaborate(sequent, script)) == dumps(elaborate(sequent, script))


@by_turns(2)
def test_the_campaign_sees_what_it_looks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that answers by its hash seed."""
    program = CHECK.replace("one.why", 'str(hash("a"))')
    monkeypatch.setattr(determinism, "CHECK", program)
    monkeypatch.setattr(determinism, "SAME_PYTHON", SAME_PYTHON[:1])
    monkeypatch.setattr(determinism, "other_pythons", lambda: ())
    monkeypatch.setattr(determinism, "SEARCH", "import sys\nprint(sys.stdin.read())")
    outcome = determinism.run(3, 1)
    assert outcome.failures == 2
    assert "hash seed 1" in outcome.examples[0]


def without_times(data: Any) -> Any:
    if isinstance(data, dict):
        timed = ("seconds", "seal")  # what is sealed has times in it
        return {key: without_times(part) for key, part in data.items() if key not in timed}
    return [without_times(part) for part in data] if isinstance(data, list) else data


@by_turns(3)
def test_a_run_leaves_the_same_files_for_every_hash_seed_and_with_oo(tmp_path: Path) -> None:
    found = []
    for seed, options in (("1", ()), ("2", ("-OO",))):
        folder = tmp_path / seed
        folder.mkdir()
        words = ["run", "pln.lemma2", "--set", "f=sin(3*x)+abs(x-1/3)", "--set", "eps=1/3"]
        done = subprocess.run(
            [sys.executable, *options, "-m", "verify.cli", *words, "--out", "o"],
            cwd=folder, env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
        files = {p.name: p.read_bytes() for p in (folder / "o" / "certificates").iterdir()}
        record = json.loads((folder / "o" / "run.json").read_text())
        found.append((done.stdout, files, without_times(record)))
    assert len(found[0][1]) > 50
    assert found[0] == found[1]
