"""Formulas without variables, as they are at exact data: short sums, few layers, kinks."""

from __future__ import annotations

import pytest

from proofs import refute
from proofs.claims import Attempt, Witness
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.language.elaboration import StepError, argued
from proofs.language.text import read
from proofs.search.clock import now
from proofs.search.spelled import at_data, spelled_out
from proofs.trees.script import elaborate, node

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
    "no such number, and no value": "for all i: int, 2 <= i <= -1 => i = 1/(0*i)",
    "of a sum's length": "for all n: int, 0 <= n <= 2 => sum(k = 1..n, 2*k - 1) = n*n",
    "a softmax": """
        for all i: int, 1 <= i <= 2 =>
          exp(sum(j = 1..2, (i - 1)*j)) / sum(c = 1..2, exp(sum(j = 1..2, (c - 1)*j)))
            <= exp(sum(j = 1..2, (2 - 1)*j)) / sum(c = 1..2, exp(sum(j = 1..2, (c - 1)*j)))""",
    "what is said of each number": """
        (for all k: int, 1 <= k <= floor(2) and k != 1 =>
          exp(sum(j = 1..k, j)) / exp(1) < exp(sum(j = 1..k, 1)) / exp(1)) => 1 = 0""",
    "a number that is to be found": """
        for all i: int, 1 <= i <= 2 => exists k: int, 1 <= k <= floor(2) and max(k, i) + k = 2*i""",
    "a real number that is to be found": "for all x: real, exists t: real, abs(t) = 1/2",
    "what there is": "for all x: real, (exists j: int, 1 <= j <= 2 and x = j) => x^2 <= 2*x",
}
FAIL = (
    "for all i: int, 1 <= i <= 2 => sum(j = 1..floor(2), i*j) = 3",
    "for all i: int, 1 <= i <= 2 => max(0, i - 1) = 0",
    "for all i: int, 1 <= i <= 2 => exp(sum(j = 1..2, i*j)) <= exp(5)",
    "exists k: int, 1 <= k <= 3 and k^2 = 3",
    "for all x: real, (for all k: int, 1 <= k <= 3 and k != 3 => k <= x) => 3 <= x",
)


@pytest.mark.parametrize("text", HOLD.values(), ids=HOLD)
def test_what_holds_at_data_is_spelled_out(text: str) -> None:
    certificate = spelled_out(read(text).sequent, now() + 20)
    assert certificate is not None
    assert check(certificate).accepted


@pytest.mark.parametrize("text", FAIL)
def test_what_fails_is_not_shown(text: str) -> None:
    assert spelled_out(read(text).sequent, now() + 5) is None


def test_numbers_at_data_may_stand_for_variables() -> None:
    """What is left of all t becomes a statement about t, whose name is not that of a bound one."""
    root = "sqrt(t^2 + s^2)"
    text = f"for all t, s: real, t != 0 => t^2 + s^2 = {root}*{root} and t/{root} <= 1"
    certificate = elaborate(read(f"0 < 1 and ({text})").sequent, node("both", *[at_data()] * 2))
    assert check(dumps(certificate)).accepted


def _against(givens: dict[int, str]) -> Attempt:
    """Data against "f(x) >= 0 for 0 <= x <= 1": f is 1-Lipschitz, and -x."""
    sequent = read("f(0) = 0; f is 1-Lipschitz on [0, 1]; 0 <= x; x <= 1 |- 0 <= f(x)").sequent
    return Attempt("test", "", sequent, Witness({"x": 1}, {"f": (("t",), ["-", "t"])}), givens)


@pytest.mark.parametrize("givens", [{}, {1: "fix s, t\nshow by search"}])
def test_a_hypothesis_at_data_has_a_text_or_is_searched_for(givens: dict[int, str]) -> None:
    sequent, script = refute.negation(_against(givens))
    assert check(dumps(elaborate(sequent, script))).accepted


def test_a_text_that_does_not_go_through_is_no_proof() -> None:
    sequent, script = refute.negation(_against({1: "fix s, t\nhave s = t by search"}))
    with pytest.raises(StepError, match="s = t"):
        elaborate(sequent, script)


def test_a_step_may_be_left_to_numbers() -> None:
    """A sum of one term and a floor under a root, beside what is not a number."""
    sequent = read(
        "for all N: int; N <= N^2 |- exists n: int, N <= n and "
        "sqrt(sum(o = 1..floor(1), ((2 - 2)*(1 + n) + 1)^2)) <= 1"
    ).sequent
    written = argued("take N^2\nshow by numbers, N <= N^2")
    assert check(dumps(elaborate(sequent, written))).accepted
    with pytest.raises(StepError, match="no reason was found"):
        elaborate(sequent, argued("take N^2 - 1\nshow by numbers, N <= N^2"))
