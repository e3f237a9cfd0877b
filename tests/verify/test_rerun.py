"""``verify check --rerun`` asks the solvers again where a record rests on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs.claims import Claim, Obligation, Source
from proofs.supnorm.tables import again
from tests.sampling import by_turns, some_of
from verify import checking, runner, sweep

X = ["^", "x", 2]
SOURCE = Source("paper", "Title", "Authors", "Section 1", "Eq. 1")


def claim(show: list[object]) -> Claim:
    statement = {"vars": {"x": "real"}, "functions": {}, "given": [], "show": show}
    obligation = Obligation("t.square", "a square", statement)
    return Claim("t", "theorem", "T", SOURCE, "", (), (obligation,))


def record(**said: object) -> dict[str, object]:
    row = {"id": "t.square", "level": "solvers", "outcome": "holds"}
    entry = {"id": "t", "verdict": "open", "given": [], "printed_proof": "none"}
    return {"claims": [{**entry, "instances": [], "evidence": [row], **said}]}


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(("show", "differs"), [(["<=", "0", X], ""), (["<", "0", X], "t.square")])
def test_rows_of_the_solvers_are_asked_for_again(
    show: list[object], differs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "find", lambda name: claim(show))
    assert runner.repeat(record()) == differs


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(
    ("what", "said"),
    [("verdict", "proved"), ("verdict", "refuted"), ("given", ["x"]), ("printed_proof", "checked")],
)
def test_an_altered_verdict_is_noticed(
    what: str, said: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claim is true, and open, because nothing printed stands beside it."""
    monkeypatch.setattr(runner, "find", lambda name: claim(["<=", "0", X]))
    assert runner.repeat(record(**{what: said})) == f"the {what} of t"


@pytest.mark.parametrize("kind", ["record", "sweep"])
def test_what_floats_have_shown_is_shown_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``--rerun`` is where FLINT's balls are asked as well, for records and for sweeps."""
    seen: list[bool] = []

    def repeated(content: object) -> str:
        seen.append(again())
        return "" if len(seen) == 1 else "a row"

    monkeypatch.setattr(runner, "repeat", repeated)
    monkeypatch.setattr(sweep, "repeat", repeated)
    claims = {"claims": [{"id": "pln.lemma2"}]}
    data = json.dumps(claims if kind == "record" else {"id": "pln.lemma2", "rows": []}).encode()
    first = checking._rerun(data, tmp_path / "run.json")
    second = checking._rerun(data, tmp_path / "run.json")
    assert first is not None
    assert second is not None
    assert (first["outcome"], second["outcome"], second["code"]) == ("accept", "reject", "differs")
    assert seen == [True, True]
    assert not again()
