"""Counterexamples worked out, and the kept numbers of errata."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proofs.registry import MODULES, find
from proofs.slips import slips
from verify.errata import numbers
from verify.numeric_rows import Compared
from verify.worked import _fails, _value, of_attempt


def attempts(claim_id: str) -> dict[str, object]:
    claim = find(claim_id)
    found = [*claim.attempts, *(a for line in claim.lines for a in line.attempts)]
    return {a.id: a for a in found}


def test_both_sides_with_their_values() -> None:
    made = of_attempt(attempts("pln.lemma2")["pln.lemma2.eq15.strict"])  # type: ignore[arg-type]
    left, right = made["sides"]
    assert left["printed"]["text"] == "L·|(2j − 1)/(2N) − x|"
    assert left["put"]["text"] == "0|(2·1 − 1)/(2·1) − 1/4|"
    assert (left["value"], made["relation"], right["value"]) == ("0", "<", "0")
    assert "f(u) = 0" in [item["text"] for item in made["data"]]


def test_what_stands_for_parameters_of_definitions_is_worked_out() -> None:
    """The mean of 4051/50 and 3949/50 is 80; what stands outside of definitions stays as it was."""
    claim_id = "layeract.eq9.across"
    attempt = attempts(claim_id)[f"{claim_id}.level"]
    made = of_attempt(attempt, find(claim_id).source.definitions)  # type: ignore[arg-type]
    put = made["sides"][0]["put"]["text"]
    assert put.startswith("|(81 + 1/50)·HardSigmoid(n_{80, 2601/2500, 1/10}(4051/50)) − 81·")


def test_what_no_comparison_shows_is_the_negation() -> None:
    known = attempts("pln.thm2")
    made = of_attempt(known["pln.thm2.conclusion.uniform"])  # type: ignore[arg-type]
    assert made["sides"] == []
    assert made["negation"]["text"].startswith("∀ δ > 0: ∃ x ∈ [0, 1]: 99/100 ≤")


def test_data_have_the_names_of_definitions() -> None:
    claim_id = "weierstrass.ghost_distance.radius.any"
    attempt = attempts(claim_id)[f"{claim_id}.square"]
    plain = of_attempt(attempt)  # type: ignore[arg-type]
    made = of_attempt(attempt, find(claim_id).source.definitions)  # type: ignore[arg-type]
    assert "p(a, b) = a^b" in [item["text"] for item in made["data"]]
    assert made["negation"]["text"].endswith("·t^n ≤ B")
    assert "^" not in plain["negation"]["text"]


def test_a_comparison_that_holds_is_not_shown() -> None:
    attempt = attempts("pln.lemma2")["pln.lemma2.eq15.strict"]
    relation = attempt.statement["show"]  # type: ignore[attr-defined]
    weak = {**attempt.statement, "show": ["<=", *relation[1:]]}  # type: ignore[attr-defined]
    assert of_attempt(replace(attempt, statement=weak))["sides"] == []  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("exact", "texts", "digits", "fails"),
    [
        ((Fraction(1), Fraction(1)), ("1", "1"), None, True),
        ((None, Fraction(1)), ("1.5", "1"), 50, True),
        ((None, Fraction(1)), ("1.5", "1"), 3, False),  # enclosed too widely to be told
        ((None, Fraction(1)), ("1.5", "1"), None, False),
        ((None, Fraction(1)), ("1.00000000000001", "1"), 50, False),  # too near to be shown
        ((None, Fraction(1)), ("0.5", "1"), 50, False),
    ],
)
def test_only_what_is_false_for_certain_is_shown(
    exact: list[Fraction | None], texts: tuple[str, str], digits: int | None, fails: bool
) -> None:
    assert _fails("<", list(exact), Compared("<", *texts, digits, "kernel", "")) is fails


def test_values_are_rationals_or_end_in_dots() -> None:
    assert _value(Fraction(-1, 3), "-0.3333") == "-1/3"
    assert _value(None, "0.012345678901234567") == "0.0123456789012..."
    assert _value(None, "1.5e-9") == "1.5e-9"


def test_numbers_are_of_claims_and_slips_that_exist() -> None:
    known = {*MODULES, *(slip.id for slip in slips())}
    for paper, ids in numbers().items():
        assert len(set(ids)) == len(ids)
        assert {name.partition(".")[0] for name in ids} == {paper}
        assert set(ids) <= known
    assert {slip.id for slip in slips()} <= {name for ids in numbers().values() for name in ids}
