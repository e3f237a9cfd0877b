"""Formulas without variables, as they are at exact data: short sums, few layers, kinks."""

from __future__ import annotations

from typing import Any

import pytest

from proofs import refute
from proofs.claims import Attempt, Witness
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.language.elaboration import StepError
from proofs.language.text import read
from proofs.search import spelled
from proofs.search.clock import now
from proofs.search.spelled import at_data, spelled_out
from proofs.trees.script import NotFound, elaborate

HOLD = {
    "layers and neurons": """
        for all i, k: int, 1 <= i <= 2 and 1 <= k <= floor(2) =>
          (2 - k)*i + sum(j = 1..floor(2), (2 - j)*(i - 1)) = (3 - k)*i - 1""",
    "a root of a sum": """
        for all k: int, 1 <= k <= floor(2) =>
          3 - 2*k = (3 - 2*k) / sqrt(sum(j = 1..floor(2), (3 - 2*j)^2) / floor(2))""",
    "values with kinks": """
        for all i: int, 1 <= i <= 3 => max(0, min(1, 2 - i)) + max(0, i - 1) >= 1""",
    "no such number": "for all i: int, 2 <= i <= 1 => i = 7",
    "of a sum's length": "for all n: int, 0 <= n <= 2 => sum(k = 1..n, 2*k - 1) = n*n",
    "what there is": "for all x: real, (exists j: int, 1 <= j <= 2 and x = j) => x^2 <= 2*x",
}
FAIL = (
    "for all i: int, 1 <= i <= 2 => sum(j = 1..floor(2), i*j) = 3",
    "for all i: int, 1 <= i <= 2 => max(0, i - 1) = 0",
)


@pytest.mark.parametrize("text", HOLD.values(), ids=HOLD)
def test_what_holds_at_data_is_spelled_out(text: str) -> None:
    certificate = spelled_out(read(text).sequent, now() + 20)
    assert certificate is not None
    assert check(certificate).accepted


@pytest.mark.parametrize("text", FAIL)
def test_what_fails_is_not_shown(text: str) -> None:
    assert spelled_out(read(text).sequent, now() + 5) is None


def _against(givens: dict[int, str]) -> Attempt:
    """Data against "f(x) >= 0 for 0 <= x <= 1": f is 1-Lipschitz, and -x."""
    sequent = read("f(0) = 0; f is 1-Lipschitz on [0, 1]; 0 <= x; x <= 1 |- 0 <= f(x)").sequent
    return Attempt("test", "", sequent, Witness({"x": 1}, {"f": (("t",), ["-", "t"])}), givens)


@pytest.mark.parametrize("givens", [{}, {1: "fix s, t\nshow by search"}])
def test_a_hypothesis_at_data_has_a_text_or_is_searched_for(givens: dict[int, str]) -> None:
    sequent, script = refute.negation(_against(givens))
    assert check(dumps(elaborate(sequent, script))).accepted


BESIDE = {
    "below 1": """
        exists B: real, B < 1 and (for all f: real, exists g: real,
          for all x: real, 0 <= x <= 1 => 7/2*x*(1 - x) <= B)""",
    "above 0": "exists e: real, 0 < e and (for all x: real, 50*e <= 1 + x*x)",
}


@pytest.mark.parametrize("text", BESIDE.values(), ids=BESIDE)
def test_at_data_there_is_a_number_just_beside_its_bound(text: str) -> None:
    """None of the formula's own will do, nor 0 or 1."""
    assert check(dumps(elaborate(read(text).sequent, at_data()))).accepted


def test_what_is_bound_has_names_that_no_search_reads_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Names as the kernel's own for bound variables would be taken for these once they are free."""
    asked: list[Any] = []
    monkeypatch.setattr(spelled, "spelled_out", lambda statement, _: asked.append(statement))
    monkeypatch.setattr(spelled, "_decided", lambda statement, _: asked.append(statement))
    sequent = read("for all x: real, sum(k = 1..2, k*x) = 1").sequent
    with pytest.raises(NotFound):
        elaborate(sequent, at_data())
    assert [a["show"][1] for a in asked] == ["at_1", "at_1"]


def test_a_text_that_does_not_go_through_is_no_proof() -> None:
    sequent, script = refute.negation(_against({1: "fix s, t\nhave s = t by search"}))
    with pytest.raises(StepError, match="s = t"):
        elaborate(sequent, script)
