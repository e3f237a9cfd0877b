"""Lemmas that proofs share, found in the sources: what counts as one, and who uses it."""

from __future__ import annotations

import ast

import pytest

from verify import lemmas


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ('def f(then) -> Node:\n    "1/N > 0; then go on."', "1/N > 0."),
        ('def f() -> Node:\n    """sqrt(a) <= b,\n    where a <= b^2.\n\n    More."""',
         "sqrt(a) <= b, where a <= b^2."),
        ('def f() -> Node:\n    "Take the variables as given."', ""),
        ('def f() -> Node:\n    "Write the sum out. Then a = b."', ""),
        ('def _f() -> Node:\n    "1/N > 0."', ""),
        ('def f() -> Term:\n    "1/N > 0."', ""),
        ("def f() -> Node:\n    return g()", ""),
    ],
)  # fmt: skip
def test_a_lemma_returns_a_proof_and_says_a_relation_first(source: str, says: str) -> None:
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert lemmas._says(function) == says


def test_references_are_followed_to_the_first_lemma() -> None:
    found = set(lemmas._lemmas_behind(("proofs.pln.prop3.claim", "CLAIM")))
    assert ("proofs.pln.bound", "width_facts") in found
    assert ("proofs.pln.lemma4.claim", "no_step") in found
    # below a lemma, and nowhere else
    below = ("proofs.library.lipschitz", "nonnegative_constant")
    assert below in set(lemmas._lemmas_behind(("proofs.pln.bound", "width_facts")))
    assert below not in found
    says = lemmas._module("proofs.library.lipschitz").says
    assert says["nonnegative_constant"].startswith("L >= 0")


def test_what_is_no_claim_of_a_paper_has_none() -> None:
    assert lemmas.behind({"mine.chords"}) == []
