"""Formulas without variables, as they are at exact data: short sums, few layers, kinks."""

from __future__ import annotations

from typing import Any

import pytest

from proofs import refute
from proofs.claims import Attempt, Witness
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.language.elaboration import StepError, argued
from proofs.language.text import read
from proofs.search import spelled
from proofs.search.clock import now
from proofs.search.spelled import at_data, spelled_out
from proofs.trees.script import NotFound, elaborate, node

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
    "a list of eleven values": "for all k: int, 1 <= k <= 11 => 0 < "
    + " + ".join(f"{2 + n % 3}*(1 - |sign(k - {n})|)" for n in range(1, 12)),
    "no such number, of which nothing is said": "for all i: int, 2 <= i <= 1 => 0 = 1/(0*floor(1))",
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
    "units of layers": """
        for all l, q: int, 1 <= l <= 6 and 1 <= q <= 5 =>
          sum(h = 1..5, (q - h)*l*max(sum(j = 1..5, (l - 4)*(j - 1)) - 10*h, 0))
            = (q - 1)*(l - 1)*(l - 2)*(l - 3)*(l - 4)*(l - 5)/2""",
    "a root of a square": """
        for all s, t: real, 0 < s => s*t/(|s*t| + 1) = sqrt(2/8)*((s*t - sum(i = 1..4 - 2, 0)/4)
          / (sqrt(((s*t)^2 + (-s*t)^2 + sum(i = 1..4 - 2, 0*t))/8) + 1/2))""",
    "roots of numbers": "for all t: real, t/sqrt(t^2 + 1/3) = sqrt(2/3)*t/sqrt(2/3*t^2 + 2/9)",
    "one more than there is": """
        for all g: real, m: int, 0 <= m => exists h: real, for all x: real, 0 <= x => x <= 1 =>
          h*x + (m + 1 - h)*|x + 2| = g*x + (m - g)*|x + 2| + |x + 2|""",
    "a value inside of a function": """
        for all k: int, 1 <= k => k <= 3 - 1 => exists h: real, for all x: real,
          h*exp(x - k) = (k - 1)*exp(x - 2) + (2 - k)*exp(x - 1)""",
    "boxes, of sums": """
        for all x: real, 0 <= x => x <= 1 =>
          |sum(i = 1..2, tanh(6*x - 6*(i - 1))) - (2*x - 1)| < 1""",
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


def test_units_of_a_layer_are_not_written_out_for_each_column() -> None:
    certificate = spelled_out(read(HOLD["units of layers"]).sequent, now() + 20)
    assert certificate is not None
    assert certificate.count(b'"by":"unfold"') < 6 * 31  # in each of 6 layers 5 + 5*5 summands
    assert b'"by":"finite"' not in certificate


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


@pytest.mark.parametrize(
    "givens", [{}, {1: "fix s, t\nshow by search"}, {1: "fix s\nshow by search"}]
)
def test_a_hypothesis_at_data_has_a_text_or_is_searched_for(givens: dict[int, str]) -> None:
    sequent, script = refute.negation(_against(givens).searched())
    assert check(dumps(elaborate(sequent, script))).accepted


NEVER_NEAR = """
exists e: real, e > 0 and (for all d: real, d > 0 =>
  exists h: real, |h - 5| < d and e <= |sign(h - 5) - sign(0)|)"""
AT_ALL = "take {}\nfix delta\ntake 5 - delta/2"


@pytest.mark.parametrize(("size", "holds"), [("1", True), ("2", False)])
def test_steps_go_on_with_the_last_part_of_a_goal(size: str, holds: bool) -> None:
    goal = read(NEVER_NEAR).sequent
    script = argued(AT_ALL.format(size))
    if holds:
        assert check(dumps(elaborate(goal, script))).accepted
    else:
        with pytest.raises(StepError):
            elaborate(goal, script)


def test_a_first_part_that_fails_is_not_passed_over() -> None:
    goal = read(NEVER_NEAR).sequent
    with pytest.raises(StepError, match=r"0 < .1"):
        elaborate(goal, argued(AT_ALL.format("-1")))


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


def test_what_is_seen_to_fail_is_not_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for way in ("spelled_out", "_decided"):
        monkeypatch.setattr(spelled, way, lambda statement, _: pytest.fail("searched for"))
    for text in FAIL[:3]:  # the others say what there is, or suppose something of all numbers
        with pytest.raises(NotFound):
            elaborate(read(text).sequent, at_data())


def test_what_is_bound_has_names_that_no_search_reads_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Names as the kernel's own for bound variables would be taken for these once they are free."""
    asked: list[Any] = []
    monkeypatch.setattr(spelled, "spelled_out", lambda statement, _: asked.append(statement))
    monkeypatch.setattr(spelled, "_decided", lambda statement, _: asked.append(statement))
    sequent = read("for all x: real, exists y: real, sum(k = 1..2, k*x) = y^3 - y").sequent
    with pytest.raises(NotFound):
        elaborate(sequent, at_data())
    assert [a["show"][1] for a in asked] == ["at_2", "at_2"]


def test_a_premise_inside_of_the_conclusion_is_a_hypothesis_at_data() -> None:
    sequent = read(
        "for all n: int; n >= 1 |- for all x: real, "
        "(for all i in 1..n, sum(j = 1..floor(2), (i - 1)*j) <= x) => 3 <= x"
    ).sequent
    data = Attempt("test", "", sequent, Witness({"n": 2, "x": 3}))
    with pytest.raises(NotFound):
        elaborate(*refute.satisfied(data))
    assert check(dumps(elaborate(*refute.satisfied(data.searched())))).accepted


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
