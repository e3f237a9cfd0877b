"""``verify attack``: proved obligations stand, and what is found against others is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commandkit import Run

from proofs.claims import Obligation
from proofs.evidence import HOLDS
from proofs.language.text import read
from proofs.search.attack import attack
from tests.sampling import by_turns
from verify import attacking
from verify.attacking import Contradiction, of_one, told, wrong
from verify.store import WHERE


def asked(text: str) -> Obligation:
    return Obligation("t.statement", "", read(text).sequent)


@by_turns(3)
def test_a_proved_claim_is_attacked(verify: Run) -> None:
    done = verify("attack", "layeract.eq8.relu", "--seconds", "0.5", "--json")
    assert done.status == 0
    (one,) = done.json["attacks"]
    assert [one["claim"], one["outcome"], one["proved"]] == [
        *("layeract.eq8.relu", "none found", True),
    ]


@by_turns(2)
def test_a_false_obligation_is_found_and_its_hypothesis_is_not_called_needed() -> None:
    found = list(of_one(asked("x >= 1 |- x >= 2"), 5.0, controls=True))
    first, dropped, *_ = found
    assert [first.outcome, first.proved, first.at] == ["refuted", False, "x = 1"]
    assert wrong(first)
    assert [dropped.kind, dropped.outcome] == ["dropped", "refuted"]
    lines = told("t", found)
    assert lines[0].startswith("t: 1 obligation, 1 refuted")
    assert lines[1] == "  t.statement (it is not proved): fails at x = 1"


def test_data_against_what_is_proved_stop_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the kernel had accepted a proof of it: the data are real, the evidence is not."""
    made = asked("x >= 1 |- x >= 2")
    honest = attacking._evidence(made)
    assert not honest.proved
    monkeypatch.setattr(attacking, "_evidence", lambda _: replace(honest, outcome=HOLDS))
    with pytest.raises(Contradiction, match=r"t\.statement is proved, and refuted at x = 1"):
        list(of_one(made, 5.0))


@by_turns(3)
def test_the_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setattr(attacking, "_attack", lambda s, d: iter([time.sleep(60)]))
    start = time.monotonic()
    assert attacking.aside(asked("x >= 1").statement, 0.3) is None
    assert time.monotonic() - start < 30
    assert attack(asked("x >= 1").statement, time.monotonic() + 20) is not None


IDS = ("layeract.eq8.relu", "layeract.eq4", "layeract.eq7")


def counted(monkeypatch: pytest.MonkeyPatch, stop_at: str = "") -> list[str]:
    """The claims that are attacked from now on; at ``stop_at`` somebody presses Ctrl-C."""
    met: list[str] = []
    honest = attacking.of_claim

    def of_claim(claim: Any, seconds: float, controls: bool = False) -> Any:
        if claim.id == stop_at:
            raise KeyboardInterrupt
        met.append(claim.id)
        return honest(claim, seconds, controls)

    monkeypatch.setattr(attacking, "of_claim", of_claim)
    return met


@by_turns(3)
def test_an_interrupted_run_goes_on(
    verify: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(WHERE, str(tmp_path / "store"))
    asked = ("attack", *IDS, "--seconds", "0.2", "--json")
    with monkeypatch.context() as patch:
        met = counted(patch, stop_at=IDS[1])
        stopped = verify(*asked)
        assert (stopped.status, met) == (130, [IDS[0]])
        assert "1 of 3 claims were attacked; the same command goes on" in stopped.err
    met = counted(monkeypatch)
    whole = verify(*asked)
    assert (whole.status, met) == (0, [IDS[1], IDS[2]])
    assert [line.split() for line in whole.err.splitlines()] == [
        [str(i), "of", "3", f"{name}:", "none", "found"] for i, name in enumerate(IDS, 1)
    ]
    again = verify(*asked)
    assert (again.json, len(met)) == (whole.json, 2)
    assert {one["claim"] for one in again.json["attacks"]} == set(IDS)


@by_turns(3)
def test_another_budget_and_fresh_ones_are_attacked_again(
    verify: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(WHERE, str(tmp_path / "store"))
    met = counted(monkeypatch)
    for words in ((), ("--seconds", "0.3"), ("--controls",), ("--fresh",), ()):
        verify("attack", IDS[0], *(() if "--seconds" in words else ("--seconds", "0.2")), *words)
    assert met == [IDS[0]] * 4  # the last one is recalled


@by_turns(3)
def test_without_a_store_nothing_is_recalled(verify: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WHERE, "")
    met = counted(monkeypatch)
    for _ in range(2):
        assert verify("attack", IDS[0], "--seconds", "0.2", "--quiet").err == ""
    assert met == [IDS[0]] * 2
