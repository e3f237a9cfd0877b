"""Finding claims: the index, papers, words, near misses, completion, the pager, JUnit's lock."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

import pytest
from click.testing import CliRunner
from commandkit import Run

from proofs import index as names
from proofs.registry import MODULES
from reports.record import Record, dump, load, sealed
from tests.sampling import by_turns, some_of
from verify import cli, finding
from verify.commands import group
from verify.commands.common import LOCK

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "tests" / "reports" / "sample_run.json"


@pytest.fixture
def here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record is where commands look for it, and the output is 80 columns wide."""
    (folder.parent / "reports").mkdir()
    folder.rename(folder.parent / "reports" / "out")
    monkeypatch.chdir(folder.parent)
    monkeypatch.setenv("COLUMNS", "80")


@by_turns(2)
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "words",
    [
        (), ("pln",), ("fl", "pln.lemma2"), ("--refuted",), ("pln", "--open", "--not-run"),
        ("--not-run", "layeract", "--not-run"), ("pln", "--search", "width"),
        ("--search=WIDTH minimum",), ("--search", "norm", "--search", "width", "--no-pager"),
        ("--json",), ("--json", "--search", "no such words"), ("fl", "--refuted", "--json"),
        ("--out", "nowhere"), ("--out=reports/out", "fl", "--no-pager"), ("--out", "/", "--json"),
    ],
)  # fmt: skip
def test_the_short_way_to_a_list_says_what_the_command_says(words: tuple[str, ...]) -> None:
    short = cli.listed(["list", *words])
    done = CliRunner().invoke(group.cli, ["list", *words])
    assert done.exit_code == 0
    assert short == done.output
    assert len(done.output.splitlines()) >= 3 or "--json" in words


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "words",
    [
        (), ("show",), ("list", "nothing"), ("list", "mine.own"), ("list", "--"),
        ("list", "--help"),
        ("list", "--coverage"), ("list", "--search"), ("list", "--search", "no such words"),
        ("list", "--search", "--json"), ("list", "--out", "reports/out/run.json"),
        ("list", "--out="), ("list", "--json", "nothing"), ("list", "--sea", "width"),
        ("list", "refuted"), ("list", "--ref"), ("list", "weierstrass", "--vacuous"),
    ],
)  # fmt: skip
def test_what_else_is_asked_of_a_list_goes_to_the_command(words: tuple[str, ...]) -> None:
    assert cli.listed(list(words)) is None


def test_lines_of_any_length_are_read_at_their_beginnings(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Across the ends of blocks, with texts that need escapes, and a last line without an end."""
    whole = (folder / "run.json").read_bytes()
    heads = [line for line in whole.splitlines() if finding._LINE.match(line)]
    assert len(heads) == 4
    odd = heads[0].replace(b'"id": "pln.lemma2"', rb'"id": "a\"b\u00e9\n"', 1)
    wanted = ["pln.lemma2", "pln.lemma2.sharpened", "fl.eq15", "mine.own", 'a"b\u00e9\n']
    for pad in (0, 1, 1000, (1 << 16) + (1 << 18) - 1, 1 << 18, 700_001):
        lines = [line + b" " * pad for line in (*heads, odd)]
        (tmp_path / "padded.json").write_bytes(b"{\n" + b"\n".join(lines))
        assert list(finding.known_verdicts(tmp_path / "padded.json")) == wanted
    monkeypatch.setattr(finding, "_LONGEST", 100)  # no head is so short
    assert finding.known_verdicts(tmp_path / "padded.json") == {}


@pytest.mark.parametrize("width", [30, 40, 61, 80, 200])
def test_titles_are_wrapped_as_the_standard_library_does(width: int) -> None:
    titles = [row["title"] for row in names.index()["claims"].values()]
    odd = ["", "a", "x" * 300, "a  b " * 20, "one-two " * 30, " " + "word " * 40, "y" * 90 + " z"]
    for title in (*titles, *odd):
        for indent in ("", " " * 22):
            assert finding.wrapped(title, width, indent) == textwrap.wrap(
                title, width, initial_indent=indent, subsequent_indent=indent
            )


def test_the_index_is_that_of_the_claims() -> None:
    """``python -m proofs.index`` writes it again."""
    assert names.index() == names.made()


def record(*claims: tuple[str, str, str]) -> Record:
    """A record of claims with id, verdict and the listed claim that each belongs to."""
    sample = load(SAMPLE)
    made: list[Any] = []
    for name, verdict, of in claims:
        claim: Any = {**sample["claims"][2], "id": name, "verdict": verdict, "of": of}
        title = names.index()["claims"].get(name, {"title": f"on {name}"})["title"]
        made.append({**claim, "title": title, "repaired": [], "sharpened": []})
    return sealed({**sample, "claims": made})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder o with a record of three claims of ours and one of a file's."""
    claims = (
        ("pln.lemma2", "proved", "pln.lemma2"),
        ("pln.lemma2.sharpened", "open", "pln.lemma2"),
        ("fl.eq15", "refuted", "fl.eq15"),
        ("mine.own", "refuted", "mine.own"),
    )
    dump(record(*claims), tmp_path / "o" / "run.json")
    return tmp_path / "o"


def test_verdicts_are_read_from_the_beginnings_of_lines(folder: Path, tmp_path: Path) -> None:
    quick = finding.known_verdicts(folder / "run.json")
    assert [(row["id"], row["verdict"]) for row in quick.values()] == [
        ("pln.lemma2", "proved"), ("pln.lemma2.sharpened", "open"), ("fl.eq15", "refuted"),
        ("mine.own", "refuted"),
    ]  # fmt: skip
    (tmp_path / "other.json").write_text(json.dumps(load(folder / "run.json"), indent=1))
    assert finding.known_verdicts(tmp_path / "other.json") == quick
    assert finding.known_verdicts(tmp_path / "none.json") == {}


def listed(verify: Run, *words: str) -> list[str]:
    done = verify("list", "--out", "o", "--json", *words)
    assert done.status == 0
    return [claim["id"] for claim in done.json["claims"]]


@pytest.mark.usefixtures("folder")
def test_the_list_by_paper_verdict_and_words(verify: Run) -> None:
    everything = listed(verify)
    assert len(everything) == len(names.index()["claims"]) + 1
    assert listed(verify, "--refuted") == ["fl.eq15", "mine.own"]
    assert listed(verify, "fl", "--refuted") == ["fl.eq15"]
    assert listed(verify, "--refuted", "--open") == ["pln.lemma2.sharpened", "fl.eq15", "mine.own"]
    assert listed(verify, "pln.lemma2") == [
        "pln.lemma2", "pln.lemma2.eq15.repaired", "pln.lemma2.sharpened"
    ]  # fmt: skip
    assert set(listed(verify, "pln", "--not-run")) | {"pln.lemma2", "pln.lemma2.sharpened"} == set(
        listed(verify, "pln")
    )
    found = listed(verify, "pln", "--search", "WIDTH minimum")
    assert "pln.thm1" in found
    assert "pln.lemma2" not in found
    none = verify("list", "--out", "o", "--vacuous")
    assert (none.status, none.err) == (1, "verify: no claim is as asked for\n")


@pytest.mark.usefixtures("folder")
def test_the_list_counts_each_paper_and_puts_companions_below(verify: Run) -> None:
    out = verify("list", "pln.lemma2", "fl", "--open", "--proved", "--refuted", "--out", "o").out
    assert out.splitlines() == [
        "pln: Parallel Layer Normalization for Universal Approximation",
        "2 claims: 1 proved, 1 open",
        "  proved          pln.lemma2",
        "                    Sign networks approximate every L-Lipschitz function",
        "    open            .sharpened",
        "                      The error of the sign network is at most L/(2N), for every",
        "                      N, and this is attained",
        "",
        "fl: Understanding the Role of Layer Normalization in Label-Skewed Federated",
        "Learning",
        "1 claim: 1 refuted",
        "  refuted         fl.eq15",
        "                    The layers of the two networks differ by the factors",
        "                    1/||a'_i||",
    ]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("pln.them1", "pln.thm1"), ("thm1", "pln.thm1"), ("PLN.THM1", "pln.thm1"),
     ("lemma2", "pln.lemma2"), ("fl.eq51", "fl.eq15")],
)  # fmt: skip
def test_near_misses(typed: str, meant: str) -> None:
    assert meant in finding.suggestions(typed, MODULES)


def test_what_is_near_nothing_is_not_guessed() -> None:
    assert finding.suggestions("qqqqqq", MODULES) == []


def completed(*words: str) -> list[str]:
    """What the shell offers for the last of the words."""
    env = {
        **os.environ,
        "_VERIFY_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["verify", *words]),
        "COMP_CWORD": str(len(words)),
    }
    command = [sys.executable, "-m", "verify.cli"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@by_turns(2)
@some_of(4)
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("err",), ["errata"]),
        (("show", "pln.lemma2.e"), ["pln.lemma2.eq15.repaired"]),
        (("run", "sumf"), "sumformer"),
        (("run", "pln.lemma2", "--set", ""), ["f=", "eps=", "L="]),
        (("construct", "pln.lemma2", "--set", "e"), ["eps="]),
        (("errata", "--paper", "we"), "weierstrass"),
    ],
)
def test_completion(words: tuple[str, ...], offered: Any) -> None:
    found = completed(*words)
    if isinstance(offered, str):
        assert offered in found
    else:
        assert found == offered


@by_turns(2)
@pytest.mark.usefixtures("folder")
def test_reports_of_one_paper(verify: Run, folder: Path) -> None:
    assert verify("report", "--html", "--paper", "fl", "--out", "o").status == 0
    pages = {path.name for path in (folder / "html").iterdir()}
    assert "fl.eq15.html" in pages
    assert "pln.lemma2.html" not in pages
    done = verify("report", "--paper", "weierstrass", "--out", "o")
    assert (done.status, done.out) == (2, "")
    assert "has no claim of weierstrass" in done.err


@pytest.mark.usefixtures("folder")
def test_junit_expects_what_is_locked(verify: Run, folder: Path, tmp_path: Path) -> None:
    def failures() -> str | None:
        root = xml.parse(folder / "junit.xml").getroot()
        assert root is not None
        return root.get("failures")

    done = verify("report", "--junit", "--out", "o")
    assert done.status == 0
    assert f"there is no {LOCK}" in done.err
    assert failures() == "2", "as printed"
    assert verify("lock", "--out", "o").status == 0
    done = verify("report", "--junit", "--out", "o")
    assert (done.status, done.err) == (0, "")
    assert failures() == "0", "refuted is what is expected"
    text = (tmp_path / LOCK).read_text()
    (tmp_path / LOCK).write_text(text.replace('"refuted"', '"proved"', 1))
    assert verify("report", "--junit", "--out", "o").status == 0
    assert failures() == "1"


def test_junit_expects_the_instances_that_are_locked(verify: Run, tmp_path: Path) -> None:
    """A printed construction that is known to fail, of a claim that is true."""
    sample = load(SAMPLE)
    (claim,) = (c for c in sample["claims"] if c["id"] == "pln.thm1")
    claim["instances"][0]["verdict"] = "refuted"
    dump(sealed(sample), tmp_path / "o" / "run.json")
    assert verify("lock", "--out", "o").status == 0
    assert verify("report", "--junit", "--out", "o").status == 0
    junit = tmp_path / "o" / "junit.xml"
    assert "<failure" not in junit.read_text()
    claim["instances"][0]["verdict"] = "certified"
    dump(sealed(sample), tmp_path / "o" / "run.json")
    assert verify("report", "--junit", "--out", "o").status == 0
    assert 'message="was refuted, is certified"' in junit.read_text()
    (tmp_path / LOCK).write_text('{"claims": {"pln.thm1": {"verdict": "x", "instances": 3}}}')
    done = verify("report", "--junit", "--out", "o")
    assert (done.status, done.out) == (2, "")
    assert "is not a lock file" in done.err


def on_a_terminal(folder: Path, *words: str, **env: str) -> str:
    """What a terminal of 24 lines and 80 columns shows."""
    leader, follower = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "verify.cli", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LINES": "24", "COLUMNS": "80", **env},
        stdin=follower,
        stdout=follower,
        stderr=follower,
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(leader)
    running.wait(timeout=60)
    return shown.decode()


@by_turns(2)
def test_what_is_long_goes_to_the_pager(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\nwc -l | sed 's/^ */paged /'\n")
    pager.chmod(0o755)
    env = {"PAGER": str(pager)}
    assert "paged" in on_a_terminal(tmp_path, "list", **env)
    assert "paged" not in on_a_terminal(tmp_path, "list", "--no-pager", **env)
    assert "paged" not in on_a_terminal(tmp_path, "list", "pln.lemma2", **env), "it is short"
    assert "paged" not in on_a_terminal(tmp_path, "list", PAGER="")
