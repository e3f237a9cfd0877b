"""How far a run is: a live line, a line per claim, quiet, verbose; what Ctrl-C leaves."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commandkit import Run
from test_finding import on_a_terminal

from reports.record import listed_files, load
from tests.sampling import by_turns
from verify.progress import WIDTH, Progress

ROOT = Path(__file__).resolve().parents[2]
TWO = ("layeract.table15.gelu", "fl.eq15")  # decided soon
SLOW = "pln.thm1"


@by_turns(3)
def test_a_line_for_each_claim_where_the_output_is_no_terminal(verify: Run) -> None:
    done = verify("run", *TWO, "--out", "o")
    lines = done.err.splitlines()
    assert [line[:11] for line in lines] == ["   1 of 2  ", "   2 of 2  "]
    assert {line[11:] for line in lines} == {f"{name}: refuted" for name in TWO}, "as they come"
    assert verify("run", *TWO, "--out", "o", "--quiet").err == ""
    assert verify("run", TWO[0], "--out", "o").err == "", "nothing of one claim"


def test_verbose_says_what_was_tried(verify: Run) -> None:
    err = verify("run", TWO[0], "--out", "o", "--verbose").err
    assert err.startswith("   1 of 1  layeract.table15.gelu: refuted\n      ")
    record = load("o/run.json")
    assert err.count("\n") == 1 + sum(len(claim["evidence"]) for claim in record["claims"])
    assert re.search(r"^      holds    layeract\.table15\.gelu\.\S+: \S.*, \d+\.\d\d s$", err, re.M)
    both = verify("run", TWO[0], "--quiet", "--verbose")
    assert (both.status, both.err) == (2, "verify: either --quiet or --verbose\n")


@by_turns(3)
def test_on_a_terminal_one_line_is_drawn_again(tmp_path: Path) -> None:
    shown = on_a_terminal(tmp_path, "run", *TWO, "--out", "o")
    lines = [line for line in re.split(r"[\r\n]+", shown) if " of 2  " in line]
    assert lines[-1].rstrip() in {f"2 of 2  {name}: refuted  2 refuted" for name in TWO}
    assert all(len(line) <= WIDTH for line in lines)
    assert "\n1 of 2" not in shown, "no line of its own"
    assert " of 2 " not in on_a_terminal(tmp_path, "run", *TWO, "--out", "o", "--quiet")


def test_the_time_left_counts_what_is_decided_only(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("verify.progress.time.monotonic", lambda: now[0])
    seen = Progress(100, quiet=True)
    entry: list[dict[str, Any]] = [{"id": "a", "verdict": "conditional", "given": ["b"]}]
    for _ in range(90):
        seen.seen(entry, recalled=True)
    assert seen.left() == "", "nothing is known yet"
    now[0] = 20.0
    seen.seen(entry)
    assert seen.line() == "91 of 100  about 3 min left  a: proved, given  91 proved, given"
    now[0] = 40.0
    for _ in range(4):
        seen.seen(entry)
    assert seen.left() == "about 40 s left"


def interrupted(out: Path, store: str, *options: str) -> tuple[int, str]:
    """A run that gets SIGINT as soon as its first claim is done; its status and what it said."""
    running = subprocess.Popen(
        [sys.executable, "-m", "verify.cli", "run", *TWO, SLOW, "--out", str(out), *options],
        cwd=ROOT,
        env={**os.environ, "NETPROOF_STORE": store},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # ignored in the background
    )
    assert running.stderr is not None
    first = running.stderr.readline()
    assert " of 3  " in first
    running.send_signal(signal.SIGINT)
    printed, said = running.communicate(timeout=60)
    assert printed == ""
    return running.returncode, first + said


@by_turns(2)
def test_what_is_done_when_a_run_is_interrupted_is_in_the_record(tmp_path: Path) -> None:
    status, said = interrupted(tmp_path / "o", str(tmp_path / "store"))
    assert status == 130
    command = f"verify run {' '.join(TWO)} {SLOW}"
    told = re.search(r"^verify: interrupted: (\d) of 3 claims are in (\S+); (.*)$", said, re.M)
    assert told is not None
    assert told[2] == str(tmp_path / "o" / "run.json")
    assert told[3] == f"{command} goes on"
    record = load(tmp_path / "o" / "run.json")
    assert len({claim["of"] for claim in record["claims"]}) == int(told[1]) > 0
    for name in listed_files(record["claims"]):
        assert (tmp_path / "o" / name).is_file()
    assert list((tmp_path / "store").glob("*.item")), "what was done is recalled"


@by_turns(3)
def test_without_a_store_nothing_is_promised(tmp_path: Path) -> None:
    status, said = interrupted(tmp_path / "o", "")
    assert status == 130
    assert said.endswith(" begins anew, as there is no store\n")
