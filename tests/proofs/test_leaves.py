"""Leaves that are searched among few literals first, and among all where that is not enough."""

from __future__ import annotations

import json
from typing import Any

import pytest

from constructions.terms import Json, var
from proofs.kernel import check
from proofs.positivity import finder
from proofs.trees import leaves
from proofs.trees.leaves import preferring
from proofs.trees.script import Node, NotFound, auto, dumps, elaborate, lemmas, look, statement

a, b, c, d, e = (var(name) for name in "abcde")
SORTS = dict.fromkeys("abcde", "real")
GIVEN = [a <= b, b <= c, c <= d, d <= e]


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many literals each search among few was given."""
    seen: list[int] = []
    found = finder.find

    def counted(literals: Any, **options: Any) -> Any:
        seen.append(len(literals))
        return found(literals, **options)

    monkeypatch.setattr(leaves, "find", counted)
    return seen


def _made(show: Json, script: Node) -> Json:
    certificate = elaborate(statement(SORTS, GIVEN, show), script)
    assert check(dumps(certificate).decode()).accepted
    return certificate


def test_a_fact_that_is_named_is_enough(sizes: list[int]) -> None:
    _made(a <= b + 1, preferring(auto(), a <= b, recent=0))
    assert sizes == [2]  # the fact and the negated goal


def test_the_last_literals_are_enough(sizes: list[int]) -> None:
    _made(c <= e, preferring(auto(), recent=2))
    assert sizes == [3]


def test_what_the_few_do_not_show_is_searched_among_all(sizes: list[int]) -> None:
    certificate = _made(a <= e, preferring(auto(), a <= b, recent=1))
    assert sizes == [3]
    assert len(certificate["proof"]["terms"]) == 5  # all four and the negated goal


def test_facts_that_are_not_known_are_left_out(sizes: list[int]) -> None:
    unread = var("z") <= a
    _made(a <= b, preferring(auto(), unread, a <= e, a <= b, recent=0))
    assert sizes == [2]


def test_all_leaves_of_a_script_prefer(sizes: list[int]) -> None:
    script = lemmas([(a <= c, auto())], look(lambda context: auto()))
    _made(["and", (a <= d).json, ["all", "t", "real", (a <= e).json]], preferring(script))
    assert len(sizes) == 3


def test_what_does_not_follow_is_not_found() -> None:
    with pytest.raises(NotFound):
        elaborate(statement(SORTS, GIVEN, b <= a), preferring(auto("no", 1), a <= b))
    false = statement(SORTS, GIVEN, b <= a)
    proof = _made(a <= b, preferring(auto(), a <= b))["proof"]
    assert not check(json.dumps({"statement": false, "proof": proof})).accepted
