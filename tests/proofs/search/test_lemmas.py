"""Lemmas as hypotheses, and proofs that prove them on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest

from proofs.kernel import check
from proofs.language.document import closed
from proofs.language.text import read
from proofs.search.lemmas import Lemma, assuming, discharged, fitted
from proofs.search.prove import prove


def lemma(text: str) -> Lemma:
    statement = read(text)
    certificate = prove(statement.sequent, 1)
    assert certificate is not None
    return Lemma(closed(statement), certificate)


def with_lemma(text: str, used: Lemma) -> tuple[Any, Any]:
    sequent = read(text).sequent
    fit = [fitted(used, sequent)]
    found = prove(assuming(sequent, fit), 1)
    assert found is not None
    told = discharged(sequent, found["proof"], fit)
    assert told is not None
    return sequent, told


@pytest.mark.parametrize(
    ("text", "theorem"),
    [
        ("for all x: real; x >= 1 |- x^2 >= x", "for all x, y: real; x >= 1 |- x^2 + y^2 >= x"),
        ("for all x: real; |- x^2 >= 0", "for all x: real -> real; |- x(1)^2 + x(2)^2 >= 0"),
        ("for all k: nat; |- k^2 >= k", "for all k_2: nat, k: nat; |- k^2 + k_2^2 >= k + k_2"),
        (
            "for all n: nat; |- sum(k = 1..n, k) = n*(n + 1)/2",
            "for all k: nat; |- sum(n = 1..k, n) = k*(k + 1)/2",
        ),
    ],
)
def test_names_of_a_lemma_mean_nothing_in_the_theorem(text: str, theorem: str) -> None:
    sequent, told = with_lemma(theorem, lemma(text))
    data = json.dumps({"statement": sequent, "proof": told}).encode()
    assert check(data).accepted
    first = told
    while first["by"] != "have":
        first = first["then"][0]
    assert first["then"][0]["by"] in ("intro", "both"), "the lemma is proved, not assumed"


def test_a_lemma_is_fitted_once() -> None:
    used = Lemma(["all", "x", "real", ["all", "x_2", "real", ["<", "x", "x_2"]]], None)
    known = {"vars": {"x": "real"}, "functions": {"x_3": 1}}
    fit = fitted(used, known).formula
    names = [fit[1], fit[3][1]]
    assert len({*names, "x", "x_3"}) == 4
    assert fit[3][3] == ["<", *names]
    assert fitted(used, {"vars": {"y": "real"}, "functions": {}}).formula == used.formula
