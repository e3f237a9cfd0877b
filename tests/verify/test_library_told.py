"""Lemmas of the library in reports: which are there, what they say, and who cites them."""

from __future__ import annotations

import pytest

from proofs.language import library
from reports import prose as told_prose
from verify import lemmas

SAID = {
    "blocks": [["say", "Hence, by lemma sum_mono."], ["cite", "sum_mono", "Lemma sum_mono ..."]],
    "steps": 2,
    "told": 1,
    "unused": 0,
    "left": {},
}


def record(*ids: str) -> dict[str, object]:
    claims = [
        {"id": name, "source": {"paper": name.split(".")[0]}, "evidence": [{"id": f"{name}.main"}]}
        for name in ids
    ]
    return {"claims": claims}


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, object]]:
    listed = lemmas.of_record(
        record("pln.a", "pln.b", "fl.c"), {"pln.a.main": SAID, "fl.c.main": SAID}
    )  # type: ignore[dict-item]
    return {lemma["id"]: dict(lemma) for lemma in listed}


def test_every_lemma_with_a_proof_is_told(found: dict[str, dict[str, object]]) -> None:
    assert list(found) == [item.name for _, item in library.items()]
    for lemma in found.values():
        assert told_prose.sentences(lemma["proof"]["blocks"]) > 0, lemma["id"]  # type: ignore[index]


def test_claims_whose_proofs_cite_a_lemma_are_named(found: dict[str, dict[str, object]]) -> None:
    assert found["sum_mono"]["claims"] == ["pln.a", "fl.c"]
    assert found["sum_mono"]["papers"] == ["pln", "fl"]
    assert found["sum_equal"]["claims"] == []
    assert "square_positive" in found["squares_positive"]["uses"]  # type: ignore[operator]


def test_a_lemma_says_what_it_is_about(found: dict[str, dict[str, object]]) -> None:
    lemma = found["sum_split"]
    assert lemma["about"] == "function f; integers a, b, c"
    assert lemma["arguments"] == ["f", "a", "b", "c"]
    assert len(lemma["boxes"]) == 3, "two hypotheses, the conclusion"  # type: ignore[arg-type]


def test_a_lemma_that_the_kernel_refuses_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = dict(library.lemmas())
    wrong, right = kept["sum_last"], kept["sum_split"]
    kept["sum_split"] = type(right)(
        right.formula, right.certificate | {"proof": wrong.certificate["proof"]}
    )
    monkeypatch.setattr(library, "lemmas", lambda: kept)
    names = [lemma["id"] for lemma in lemmas.of_record(record(), {})]
    assert "sum_last" in names
    assert "sum_split" not in names
