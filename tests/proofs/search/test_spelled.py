"""Formulas without variables, as they are at exact data: short sums, few layers, kinks."""

from __future__ import annotations

import pytest

from proofs import refute
from proofs.claims import Attempt, Witness
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.language.elaboration import StepError
from proofs.language.text import read
from proofs.search.clock import now
from proofs.search.spelled import spelled_out
from proofs.trees.script import elaborate

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
    "kinks of a premise": """
        for all x, y: real, 0 < 1 - |sign(x)| => 0 < 1 - |sign(y)| => 0 < 1 - |sign(x + y)|""",
    "an end that is not reached": """
        for all d, n: int, 0 <= d < 1 => 0 <= n =>
          1 + (d + 1)*n = (1 + d*n)*((n + d + 1)/(d + 1))""",
    "a floor of a polynomial": "for all j: int, 1 <= j <= 3 => 0 <= floor((j - 1)*(j - 2))",
    "an exponential of a sum": "exp(1/2) = 1/sqrt(1)*exp(sum(j = 1..2, 1/4))",
    "an index of which nothing is said": """
        for all i, j: int, 1 <= i <= 9 => 1 <= j <= 2 => i != j => sum(k = 1..j, 1) = j""",
    "a floor of no variable": "for all n: int, 0 = (floor(2*0*n) + 1)*0 + floor(n*(0 + 0))",
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


@pytest.mark.parametrize(
    "givens", [{}, {1: "fix s, t\nshow by search"}, {1: "fix s\nshow by search"}]
)
def test_a_hypothesis_at_data_has_a_text_or_is_searched_for(givens: dict[int, str]) -> None:
    sequent, script = refute.negation(_against(givens))
    assert check(dumps(elaborate(sequent, script))).accepted


def test_a_text_that_does_not_go_through_is_no_proof() -> None:
    sequent, script = refute.negation(_against({1: "fix s, t\nhave s = t by search"}))
    with pytest.raises(StepError, match="s = t"):
        elaborate(sequent, script)
