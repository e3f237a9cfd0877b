"""``verify decide --locked --junit --sarif``: what got worse, changed or is gone, and where."""

from __future__ import annotations

import json
import re
import shlex
from glob import glob
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from commandkit import Run

from verify.commands.common import LOCK

ROOT = Path(__file__).resolve().parents[2]
QUICK = ("--minutes", "0.2", "--quiet")
PAPER = """\
title: A paper
define lifted(x) = x^2 + 1
theorem near: for all x: real;
  |- lifted(x) >= 1
theorem wrong: for all x: real; |- |x| <= x
"""


def results() -> list[dict[str, Any]]:
    log = json.loads(Path("reports/out/decide.sarif").read_text())
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    rules = [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]]
    found = log["runs"][0]["results"]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in found)
    return list(found)


def places() -> list[tuple[str, str, int]]:
    found = []
    for result in results():
        (location,) = (one["physicalLocation"] for one in result["locations"])
        assert location["artifactLocation"] == {"uri": "my.netproof", "uriBaseId": "%SRCROOT%"}
        found.append((result["ruleId"], result["level"], location["region"]["startLine"]))
    return found


def test_a_file_is_held_to_its_lock(verify: Run) -> None:
    Path("my.netproof").write_text(PAPER)
    first = verify("decide", "my.netproof", "--sarif", "--junit", *QUICK)
    assert first.status == 0, "without a lock nothing is expected"
    assert first.out.splitlines()[-2:] == ["reports/out/junit.xml", "reports/out/decide.sarif"]
    assert places() == [("refuted", "error", 5)]
    assert results()[0]["message"]["text"].startswith("theorem wrong: refuted at x = −1: ")
    assert verify("lock").status == 0

    again = verify("decide", "my.netproof", "--locked", "--sarif", "--junit", *QUICK)
    assert (again.status, again.err) == (0, ""), "refuted, as it is locked"
    assert results() == []
    suites = ElementTree.parse("reports/out/junit.xml").getroot()
    assert (suites.get("tests"), suites.get("failures")) == ("2", "0")

    lock = json.loads(LOCK.read_text())
    lock["claims"]["mine.my.gone"] = {"verdict": "proved"}
    lock["claims"]["mine.other.t"] = {"verdict": "proved"}
    lock["claims"]["mine.my.wrong"]["verdict"] = "proved"
    LOCK.write_text(json.dumps(lock))
    # the theorem is typed as it was; its definition is another
    Path("my.netproof").write_text(PAPER.replace("x^2 + 1", "x^2 + 2"))
    worse = verify("decide", "my.netproof", "--locked", "--sarif", "--junit", *QUICK)
    assert worse.status == 1
    assert set(worse.err.removeprefix("verify: ").strip().split("; ")) == {
        "mine.my.wrong was proved and is refuted",
        "mine.my.gone was proved and is gone",
        "mine.my.near says something else than when it was locked, and is proved",
    }
    assert sorted(places()) == [
        *(("worse", "error", line) for line in (1, 3, 5)),
    ]
    suites = ElementTree.parse("reports/out/junit.xml").getroot()
    assert [failure.get("message") for failure in suites.iter("failure")] == [
        *("was stated otherwise, is proved", "was proved, is refuted"),
    ]


def test_a_file_is_decided_as_a_whole(verify: Run) -> None:
    """A theorem that was renamed does not stay in the record, nor comes into the lock."""
    for name in ("first", "second"):
        Path("my.netproof").write_text(f"theorem {name}: 1 < 2\n")
        Path("other.netproof").write_text("theorem kept: 1 < 2\n")
        assert verify("decide", "my.netproof", "other.netproof", *QUICK).status == 0
    assert set(verify("lock", "--json").json["claims"]) == {"mine.my.second", "mine.other.kept"}


def test_what_cannot_be_read_is_in_the_log(verify: Run) -> None:
    Path("good.netproof").write_text("theorem t: 1 < 2\n")
    Path("my.netproof").write_text("theorem t:\n  x > 0\n  |- 2x > 0\n")
    done = verify("decide", "good.netproof", "my.netproof", "--sarif", *QUICK)
    assert (done.status, done.out) == (2, ""), "nothing is decided before all can be read"
    assert done.err.startswith("verify: my.netproof: this cannot be read\n")
    assert places() == [("unreadable", "error", 3)]
    region = results()[0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 3, "startColumn": 7, "endColumn": 8}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("1 < 2", "--sarif"), "--sarif is for files"),
        (("1 < 2", "--certificates", "."), "--certificates is for files"),
        (("my.netproof", "--certificates", "no"), "there is no folder no"),
        (("1 < 2", "--locked"), "--locked needs a FILE.netproof or --name"),
        (("my.netproof", "--locked"), f"there is no {LOCK}"),
        (("my.netproof", "a/my.netproof"), "two files of one name"),
        (("my.netproof", "1 < 2"), "several statements are several FILE.netproof"),
        (("no.netproof", "my.netproof"), "there is no file no.netproof"),
    ],
)
def test_bad_input_is_one_line(verify: Run, words: tuple[str, ...], says: str) -> None:
    Path("my.netproof").write_text("theorem t: 1 < 2\n")
    done = verify("decide", *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"verify: {says}")
    assert done.err.count("\n") == 1
    assert not Path("reports").exists()


def test_a_lock_without_anything_of_the_file_is_no_lock_for_it(verify: Run) -> None:
    Path("my.netproof").write_text("theorem t: 1 < 2\n")
    LOCK.write_text('{"schema": 1, "claims": {"mine.other.t": {"verdict": "proved"}}}')
    done = verify("decide", "my.netproof", "--locked", *QUICK)
    assert (done.status, done.out) == (2, "")
    assert f"{LOCK} has nothing of my.netproof" in done.err


def test_the_workflow_to_copy_runs(verify: Run) -> None:
    """Its commands, in a paper's repository with a lock: each is there and ends well."""
    Path("my.netproof").write_text(PAPER)
    assert verify("decide", "my.netproof", *QUICK).status == 0
    assert verify("lock").status == 0
    text = (ROOT / "docs/ci/netproof.yml").read_text(encoding="utf-8")
    commands = re.findall(r"^ +run: verify (.*)$", text, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["decide", "check", "report"]
    for command in commands:
        words = [file for word in shlex.split(command) for file in (glob(word) or [word])]
        done = verify(*words)
        assert (done.status, done.err) == (0, ""), command
    for file in re.findall(r"reports/out/\w+\.\w+", text):
        assert Path(file).is_file(), file


def test_a_kept_certificate_saves_the_search_and_proves_nothing_else(
    verify: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from proofs.search.conclude import Answer
    from verify import deciding

    Path("my.netproof").write_text("theorem t: for all x: real; |- x^2 + 1 >= 1\n")
    assert verify("decide", "my.netproof", "--out", "kept", *QUICK).status == 0
    monkeypatch.setattr(
        deciding, "conclude", lambda sequent, *_: Answer(sequent, None, None, None, (), 9.0)
    )
    words = ("decide", "my.netproof", "--certificates", "kept/certificates", "--json")

    def verdict() -> str:
        (claim,) = verify(*words).json["claims"]
        return str(claim["verdict"])

    assert verdict() == "proved"
    certificate = Path("kept/certificates/mine.my.t.statement.json")
    good = certificate.read_text()
    certificate.write_text(good.replace('"<="', '"<"', 1))
    assert verdict() != "proved", "a certificate that the kernel rejects"
    certificate.write_text(good)
    Path("my.netproof").write_text("theorem t: for all x: real; |- x^2 + 1 > 1\n")
    assert verdict() != "proved", "a certificate of another statement"
