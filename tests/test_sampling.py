"""Shares: how many, one of each kind, the same for the same seed, everything where it is asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests import conftest, sampling
from tests.sampling import draw, paper, seldom, share

ROOT = Path(__file__).resolve().parents[1]
SEEDS = [str(number) for number in range(40)]


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Says which seed there is; shares are drawn, whatever this run of the tests was asked for."""
    monkeypatch.delenv(sampling.ALL, raising=False)
    return lambda seed: monkeypatch.setenv(sampling.SEED, seed)


def test_so_many_in_their_order_and_others_for_another_seed(seeded: Any) -> None:
    found = []
    for seed in SEEDS:
        seeded(seed)
        found.append(share(range(100), 7))
        assert found[-1] == share(range(100), 7)
        assert len(found[-1]) == 15  # 100/7, rounded up
        assert found[-1] == sorted(found[-1])
    assert len(set(map(tuple, found))) == len(SEEDS)
    assert {item for items in found for item in items} == set(range(100)), "each has its turn"


def test_one_of_each_kind(seeded: Any) -> None:
    names = ["a.1", "a.2", "a.3", "b.1", "c.1", "c.2"]
    kinds = [name[0] for name in names]
    for seed in SEEDS:
        seeded(seed)
        for number, expected in ((1, 3), (3, 3), (4, 4), (6, 6)):
            found = draw(names, number, "x", kinds)
            assert len(found) == len(set(found)) == expected
            assert {name[0] for name in found} == {"a", "b", "c"}
        assert len(draw(names, 2, "x")) == 2


def test_everything_where_it_is_asked(seeded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seeded("1")
    assert len(share(range(10), 5)) == 2
    for word, number in (("all", 10), ("coq", 10), ("some", 2)):
        monkeypatch.setenv(sampling.ALL, word)
        assert len(share(range(10), 5)) == number
    monkeypatch.setattr(sampling, "by_pytest", False)  # as in campaigns
    assert len(share(range(10), 5)) == 10


def test_the_seed_is_the_commit_or_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(sampling.SEED, raising=False)
    assert re.fullmatch(r"[0-9a-f]{12,}|0", sampling.seed())
    monkeypatch.setenv(sampling.SEED, "seven")
    assert sampling.seed() == "seven"


def test_papers_and_long_cases() -> None:
    assert paper({"number": 3, "claim_id": "pln.lemma2"}) == "pln"
    assert paper({"number": 3}) == ""
    short, long = seldom([(1, "a"), (2, "b")], ["b"])
    assert (short.values, long.values) == ((1, "a"), (2, "b"))
    assert [mark.name for mark in (*short.marks, *long.marks)] == ["by_turns"]


TESTS = """
import pytest
from tests.sampling import by_turns, seldom, some_of

@some_of(4, kind=lambda case: case["n"] % 2)
@pytest.mark.parametrize("n", range(50))
def test_some(n):
    pass

@by_turns(3)
def test_turn():
    pass

@pytest.mark.parametrize("word", seldom(["a", "b"], ["b"], 3))
def test_case(word):
    pass

def test_always():
    pass
"""


class Recorder:
    """What a run of pytest would try."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.names = [item.name for item in session.items]


def collected(folder: Path, *words: str) -> list[str]:
    recorder = Recorder()
    options = ["-qq", "--collect-only", "--import-mode=importlib", "-p", "no:cacheprovider"]
    ended = pytest.main(
        [*options, "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), *words],
        plugins=[conftest, recorder],
    )
    assert ended == 0
    return recorder.names


def test_a_run_draws_and_what_is_named_is_whole(
    seeded: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(TESTS)
    runs = []
    for seed in "12345678":
        seeded(seed)
        runs.append(collected(tmp_path, str(path)))
        assert runs[-1] == collected(tmp_path, str(path))
    assert len(set(map(tuple, runs))) == len(runs)
    for run in runs:
        some = [int(name[10:-1]) for name in run if name.startswith("test_some")]
        assert len(some) == 4
        assert {n % 2 for n in some} == {0, 1}
        assert {"test_case[a]", "test_always"} <= set(run)
    for name in ("test_turn", "test_case[b]"):
        assert {name in run for run in runs} == {False, True}, name
    assert len(collected(tmp_path, f"{path}::test_some")) == 50
    assert len(collected(tmp_path, str(path), "-k", "test_some or test_turn")) == 51
    monkeypatch.setenv(sampling.ALL, "all")
    assert len(collected(tmp_path, str(path))) == 54


class Written:
    """A terminal that remembers."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write_line(self, line: str) -> None:
        self.lines.append(line)


def test_the_seed_is_said(seeded: Any) -> None:
    seeded("twelve")
    assert "NETPROOF_SEED=twelve" in conftest.pytest_report_header()
    failed, passed = Written(), Written()
    conftest.pytest_terminal_summary(failed, 1)
    conftest.pytest_terminal_summary(passed, 0)
    assert (len(failed.lines), passed.lines) == (1, [])
    assert "NETPROOF_SEED=twelve" in failed.lines[0]
