"""Statements that are false where a side is undefined, told apart from those that are not."""

from __future__ import annotations

import pytest

from proofs.kernel import check
from proofs.language.text import read
from proofs.search import domains
from proofs.search.clock import now
from proofs.search.conclude import conclude
from tests.sampling import some_of

ENTROPY = "-p*log(p) - (1 - p)*log(1 - p) <= log(2)"

NONZERO = ["!=", ["+", "v", "s"], "0"]


@some_of(4)
@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("x/x = 1", ["!=", "x", "0"]),
        ("v >= 0, s >= 0 |- (a*b + c)*d/(v + s) = d*c/(v + s) + a*b*d/(v + s)", NONZERO),
        ("x >= 0 |- |sqrt(x) - sqrt(y)| <= sqrt(|x - y|)", ["<=", "0", "y"]),
        (f"0 <= p <= 1 |- {ENTROPY}", ["<", "0", ["-", "1", "p"]]),
        ("0 <= x < 1 |- 0 <= x/(1 - x) < 1/x", ["!=", "x", "0"]),
        (
            "for all n: int, x: real -> real, M: real; for all k in 1..n, |x[k]| <= M "
            "|- sqrt(sum(k = 1..n, x[k]^2)) <= sqrt(n)*M",
            ["<=", "0", "n"],
        ),
    ],
)
def test_what_a_side_needs_is_refuted_beside_the_statement(text: str, need: object) -> None:
    statement = read(text).sequent
    found = domains.nowhere(statement, now() + 5)
    assert found is not None
    assert found.statement == {**statement, "show": ["and", need, *domains.relations(statement)]}
    assert check(found.hit.certificate).accepted
    assert found.hit.part == 0


@pytest.mark.parametrize(
    "text",
    [
        f"0 < p < 1 |- {ENTROPY}",
        "x != 0 |- x/x = 1",
        "sqrt(x) = 2 |- 1 <= sqrt(x)",  # that the root is defined is a hypothesis
        "for all n: int; n >= 0 |- sum(k = 0..n, 1/k) >= 0",  # a summand without a value is 0
        "x > 0 or 1/x <= 2",  # not said of anything but relations
        "x^2 >= x",
        "1/0 = 1/0",  # no hypothesis for the kernel
    ],
)
def test_of_others_nothing_is_said(text: str) -> None:
    assert domains.nowhere(read(text).sequent, now() + 5) is None


def test_conditions_of_inner_terms_come_first() -> None:
    show = read("log(x/sqrt(y)) <= exp(1/2)*sqrt(3)").sequent["show"]
    root = ["sqrt", "y"]
    assert domains.conditions(show[1]) == [
        ["<=", "0", "y"],
        ["!=", root, "0"],
        ["<", "0", ["/", "x", root]],
    ]
    assert domains.conditions(show[2]) == []


def test_data_at_which_both_sides_have_values_are_looked_for_first() -> None:
    both = conclude(read("x >= 0 |- sqrt(x) <= 1/x").sequent, 8.0)
    assert both.hit is not None
    assert both.nowhere is None
    one = conclude(read("x >= 0 |- x <= x^2*(1/x)").sequent, 8.0)
    assert one.hit is None
    assert one.nowhere is not None
