"""Another checker before the kernel: what it decides, what it cannot, and what a record says."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from proofs import checkers, decide, verified
from proofs.registry import find
from reports.record import validate
from reports.tables import checked_by
from tests.proofs.programs import program
from tests.sampling import by_turns, some_of
from verify import runner, runs
from verify.commands.group import cli
from verify.store import Store

Json = Any
CLAIM = "layeract.eq4"
SEQUENT: Json = {"vars": {}, "functions": {}, "given": [], "show": ["<", "0", "1"]}
EVALUATED: Json = {"by": "evaluate", "bits": 0, "then": []}
GOOD = json.dumps({"statement": SEQUENT, "proof": EVALUATED})
BAD = json.dumps({"statement": {**SEQUENT, "show": ["<", "1", "0"]}, "proof": EVALUATED})


def answering(folder: Path, says: str, name: str = checkers.PURE) -> checkers.Program:
    """A program in place of the one that Coq proved: ``says`` computes ``answer`` from ``text``."""
    path = folder / "program"
    path.write_text(
        f"#!{sys.executable}\nimport sys, time, os\nfor line in sys.stdin:\n"
        f"    text = open(line.rstrip('\\n')).read()\n    {says}\n"
        "    print(answer, 0.0, line, end='', flush=True)\n"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return checkers.Program(path, name)


@pytest.fixture
def no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks the kernel fails."""

    def asked(_: object) -> bool:
        raise AssertionError("the kernel was asked")

    monkeypatch.setattr(decide, "accepts", asked)


@pytest.mark.usefixtures("no_kernel")
def test_the_kernel_is_not_asked_about_what_the_program_accepts(tmp_path: Path) -> None:
    with checkers.first(answering(tmp_path, "answer = 'accept'")) as asked:
        assert checkers.accepts(GOOD)
        assert checkers.accepts(GOOD.encode())
        assert asked is not None
        assert len(asked.accepted) == 1
        assert checkers.accepted_first(hashlib.sha256(GOOD.encode()).hexdigest())
    with pytest.raises(AssertionError, match="the kernel was asked"):
        checkers.accepts(GOOD)


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize(
    "says",
    [
        "answer = 'reject'",
        "answer = 'unreadable'",
        "answer = 'stack'",
        "answer = 'acceptable'",
        "os._exit(3)",
        "print('acc', end='', flush=True); os._exit(3)",
        "time.sleep(60)",
        "print('accept 0.0', line.replace('json', 'j'), end='', flush=True); answer = 'reject'",
        "print('accept 0.0 other.json', flush=True); answer = 'reject'",
        "print('accept', flush=True); answer = 'reject'",
        "sys.stdout.buffer.write(b'accept \\xff\\n'); sys.stdout.flush(); answer = 'reject'",
    ],
)
def test_where_the_program_does_not_accept_the_kernel_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    monkeypatch.setattr(checkers, "SECONDS", 1.0)
    with checkers.first(answering(tmp_path, says)) as asked:
        assert checkers.accepts(GOOD)
        assert not checkers.accepts(BAD)
        assert asked is not None
        assert not asked.accepted


def test_an_answer_counts_for_the_question_that_it_names(tmp_path: Path) -> None:
    """A program that answers twice is one answer ahead from then on."""
    twice = "answer = 'accept'; print(answer, 0.0, line, end='')"
    with checkers.first(answering(tmp_path, twice)) as asked:
        assert asked is not None
        assert asked.accepts(GOOD)
        assert not asked.accepts(BAD)  # what it reads there is said of GOOD, and the program ends
        assert asked.accepts(BAD + " ")  # it is started again


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="the system has no such limit")
def test_the_memory_of_the_program_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkers, "MEMORY", 1 << 30)
    much = "time.sleep(0.2); more = bytearray(2 << 30); answer = 'accept'"
    with checkers.first(answering(tmp_path, much)) as asked:
        assert asked is not None
        assert not asked.accepts(GOOD)
    with checkers.first(answering(tmp_path, much.replace("2 << 30", "2 << 20"))) as asked:
        assert asked is not None
        assert asked.accepts(GOOD)


@pytest.mark.usefixtures("no_kernel")
def test_what_the_kernel_checks_faster_is_not_given_to_the_program(tmp_path: Path) -> None:
    long = "1" * (checkers.DIGITS + 1)
    text = json.dumps({"statement": {**SEQUENT, "show": ["<", "0", long]}, "proof": EVALUATED})
    with checkers.first(answering(tmp_path, "answer = 'accept'")):
        assert checkers.accepts(text.replace(long, long[1:]))
        with pytest.raises(AssertionError, match="the kernel was asked"):
            checkers.accepts(text)
        for cover in ('"by": "cover"', '"by":"cover"'):
            with pytest.raises(AssertionError, match="the kernel was asked"):
                checkers.accepts(GOOD.replace('"by": "evaluate"', cover))
    with checkers.first(answering(tmp_path, "answer = 'accept'", checkers.GMP)):
        assert checkers.accepts(GOOD.replace('"by": "evaluate"', '"by":"cover"'))
        with pytest.raises(AssertionError, match="the kernel was asked"):
            checkers.accepts(text)


def test_a_proof_of_something_else_is_none_whoever_accepts_it() -> None:
    claim = {"id": "t", "statements": {"a": SEQUENT}, "typings": [], "lines": [], "controls": {},
             "readings": [["a", ["show"]]], "assumes": []}  # fmt: skip

    def verdict(text: str, checker: decide.Checker) -> str:
        offer = {"kind": "proof", "of": "a", "certificate": text}
        return decide.decide(json.dumps(claim), [offer], checker).verdict

    assert verdict(GOOD, lambda _: True) == "proved"
    assert verdict(BAD, lambda _: True) == "open"
    assert verdict(GOOD, lambda _: False) == "open"


def recorded(program: checkers.Program | None, store: Store | None = None) -> list[Json]:
    ((_, family),) = runs.families([CLAIM], None, store=store, aside=False, program=program)
    return family.entries


@by_turns(3)
def test_the_record_names_who_decided(tmp_path: Path) -> None:
    kernel, entry = recorded(None)[0], recorded(answering(tmp_path, "answer = 'accept'"))[0]
    assert (kernel["level"], kernel["verdict"]) == ("kernel", "proved")
    assert "checker" not in kernel
    assert not checked_by(kernel)
    assert (entry["level"], entry["verdict"]) == ("verified", "proved")
    assert entry["checker"]["sources"] == verified.digest()
    assert 0 < entry["checker"]["accepted"] == entry["checker"]["certificates"]
    for item in entry["evidence"]:
        if item["certificate"] is not None:
            assert (item["level"], item["certificate"]["checker"]) == ("verified", "verified")
    assert checked_by(entry).startswith(f"{entry['checker']['accepted']} of ")
    assert "GMP" not in checked_by(entry)
    fast = recorded(answering(tmp_path, "answer = 'accept'", checkers.GMP))[0]
    assert fast["checker"] == {**entry["checker"], "name": "verified-gmp"}
    assert fast["level"] == "verified"
    assert "GMP, which is believed" in checked_by(fast)
    validate(runs.record_of(runs.with_tables([runs.Family([fast], dict)]), "verify run"))
    claims = runs.with_tables([runs.Family([entry], dict)])
    validate(runs.record_of(claims, "verify run"))


@by_turns(2)
def test_one_certificate_that_the_kernel_was_not_asked_about_is_enough(tmp_path: Path) -> None:
    """The level is the weaker word as soon as one rests on it, and each certificate has its own."""
    mark = json.dumps(find(CLAIM).obligations[0].statement["show"], separators=(",", ":"))
    says = f"answer = 'accept' if {mark!r} in text else 'reject'"
    entry = recorded(answering(tmp_path, says))[0]
    assert entry["level"] == "verified"
    assert 0 < entry["checker"]["accepted"] < entry["checker"]["certificates"]
    by_kernel = recorded(answering(tmp_path, "answer = 'reject'"))[0]
    assert by_kernel["level"] == "kernel"
    assert "checker" not in by_kernel


@by_turns(3)
def test_the_store_has_only_what_the_kernel_accepted(tmp_path: Path) -> None:
    store = Store(tmp_path / "store").usable()
    assert store is not None
    recorded(answering(tmp_path, "answer = 'accept'"), store)
    assert not [*store.folder.iterdir()]
    recorded(None, store)
    kept = sorted(path.name for path in store.folder.iterdir())
    assert recorded(answering(tmp_path, "answer = 'accept'"), store)[0]["level"] == "verified"
    assert sorted(path.name for path in store.folder.iterdir()) == kept != []


def test_without_the_program_nothing_is_run_and_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out"
    for checker in verified.CHECKERS:
        words = ["run", CLAIM, "--checker", checker, "--out", str(out)]
        result = CliRunner().invoke(cli, words)
        assert result.exit_code == 2
        assert result.output.startswith(f"verify: --checker {checker}: coqc is not installed")
        assert result.output.count("\n") == 1
        assert not out.exists()


@by_turns(2)
def test_a_run_with_the_program_that_coq_proved(tmp_path: Path) -> None:
    kept = program()
    out = tmp_path / "out"
    out.mkdir()
    os.link(kept, verified.place(out))
    words = ["run", CLAIM, "--checker", "verified", "--quiet", "--json", "--out", str(out)]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0
    record = json.loads(result.stdout)
    assert record["command"] == f"verify run {CLAIM} --checker verified"
    (entry,) = [claim for claim in record["claims"] if claim["id"] == CLAIM]
    assert (entry["verdict"], entry["level"]) == ("proved", "verified")
    assert runner.repeat(record) == ""  # the kernel, on demand
    saved = json.loads((out / "run.json").read_text())
    assert saved["claims"][0]["checker"]["name"] == "verified"
