"""The corpus itself: every false statement is false, every neighbour true, and neither is taken
for the other.  The searching at length is ``campaign.py``; here a seeded sample of it.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from fractions import Fraction

import pytest

from constructions.terms import plain_json
from proofs.trees.script import Json
from tests.sampling import some_of, whole

from . import campaign
from .attacks import accepted, negated, repeated, seen_false
from .corpus import THEMES, kept, of, pairs
from .oracle import Oracle
from .pair import KINDS, pair
from .words import number, sqrt, x, y

CORPUS = {pair.name: pair for pair in pairs()}
each_theme = pytest.mark.parametrize("theme", THEMES)


@pytest.fixture(scope="module")
def certificates() -> dict[str, dict[str, Json]]:
    return kept()


def test_the_corpus_is_large_and_varied() -> None:
    assert len(pairs()) == len(CORPUS) >= 320  # names are unique
    assert len({str(p.false) for p in pairs()}) == len(CORPUS)
    assert len({str(p.true) for p in pairs()}) > 0.9 * len(CORPUS)  # some neighbours serve twice
    assert {p.kind for p in pairs()} == set(KINDS)


def test_every_pair_has_its_certificates(certificates: dict[str, dict[str, Json]]) -> None:
    assert set(certificates) == set(CORPUS)


@each_theme
def test_false_statements_are_false(theme: str, certificates: dict[str, dict[str, Json]]) -> None:
    for p in of(theme):
        assert seen_false(p)[0], p.name
        goals, proofs = negated(p), certificates[p.name]["refutation"]
        assert len(goals) == len(proofs), p.name
        for goal, proof in zip(goals, proofs, strict=True):
            assert accepted(goal, proof), p.name


@some_of(4)
@each_theme
def test_neighbours_are_true_and_their_proofs_prove_nothing_else(
    theme: str, certificates: dict[str, dict[str, Json]]
) -> None:
    for p in of(theme):
        proof = certificates[p.name]["true"]
        assert accepted(p.true, proof), p.name
        assert not accepted(p.false, proof), p.name


def test_falsehood_does_not_rest_on_samples() -> None:
    """Only where a universal formula must hold does the oracle fall back on samples."""
    answers = Counter(seen_false(p)[1] for p in pairs())
    assert answers[True] > 0.8 * len(CORPUS)


def test_changed_certificates_of_a_sample(certificates: dict[str, dict[str, Json]]) -> None:
    rng = random.Random(7)
    for name in rng.sample(sorted(CORPUS), 60):
        for mutant in repeated(rng, certificates[name]["true"], 3):
            assert not accepted(CORPUS[name].false, mutant), name


def test_a_sample_of_the_campaign() -> None:
    outcome = campaign.run(seed=11, trials=150 if whole() else 50)
    assert outcome["trials"] >= 50
    assert outcome["failures"] == 0, outcome["examples"]
    assert outcome["neighbours_declined"] == []
    assert set(outcome["by_attack"]) >= {"search", "neighbour's tree", "changed certificate"}


# A campaign that could not fail would say nothing.


def test_a_true_statement_in_place_of_a_false_one_is_noticed(
    certificates: dict[str, dict[str, Json]], monkeypatch: pytest.MonkeyPatch
) -> None:
    p = CORPUS["bound: x + 1/x"]
    swapped = copy.copy(p)
    object.__setattr__(swapped, "false", p.true)
    monkeypatch.setattr(campaign, "pairs", lambda: [swapped])
    outcome = campaign.run(seed=0)
    assert f"{p.name}: not shown to be false" in outcome["examples"]
    assert f"{p.name}: search" in outcome["examples"]
    assert f"{p.name}: neighbour's certificate" in outcome["examples"]


def test_a_proof_of_the_wrong_statement_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    p = CORPUS["partial: x/x"]
    monkeypatch.setattr(campaign, "pairs", lambda: [p])
    monkeypatch.setattr(campaign, "kept", lambda: {p.name: {"true": {"by": "evaluate", "bits": 0,
                        "then": []}, "refutation": []}})  # fmt: skip
    outcome = campaign.run(seed=0)
    assert outcome["neighbours_declined"] == [p.name]
    assert outcome["examples"] == [f"{p.name}: not shown to be false"]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ((x / x).equals(1), True),
        ((x / (x - 2)).equals(1), False),  # undefined, so false
        (sqrt(x) < number("3/2"), True),  # sqrt 2 by a ball
        (sqrt(x) < number("7/5"), False),
        (["<=", ["sum", "k", "1", "0", "k"], "0"], True),
        (["=", ["sum", "k", "0", "1", ["/", "1", "k"]], "1"], True),
        (["some", "y", "real", (y * y).equals(x * x)], True),
        (["all", "y", "int", y <= x], False),
        (["=", ["floor", ["sqrt", "x"]], "1"], True),
    ],
)
def test_the_oracle_at_two(formula: Json, expected: bool) -> None:
    oracle = Oracle({}, {})
    assert oracle.holds(plain_json(formula), {"x": Fraction(2)}) is expected


def test_a_pair_needs_two_statements() -> None:
    with pytest.raises(ValueError, match="the two statements are one"):
        pair("same", KINDS[0], "x", true=[x >= 0], false=[x >= 0])
    with pytest.raises(ValueError, match="unknown kind"):
        pair("kind", "strange", "x", true=[x >= 0], false=[x > 0])
