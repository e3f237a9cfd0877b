"""Induction and finite sums."""

from __future__ import annotations

import pytest
from kernelkit import (
    FALSE,
    TRUE,
    Json,
    Row,
    certificate,
    children,
    evaluate,
    leaf,
    node,
    table,
    verdict,
)


def total(high: Json, body: Json = "k", low: Json = "1") -> Json:
    return ["sum", "k", low, high, body]


def identity(literal: int, *mult: Json) -> Json:
    """The goal is an equality, and its difference lies in the ideal."""
    return node("zero", lit=literal, terms=[["1", [], []]], mult=list(mult))


def gauss(start: str = "0", claim: Json = None, base: Json = None) -> Json:
    """2 (1 + ... + m) = m (m + 1) for every m >= 0."""
    claim = claim or ["=", ["*", "2", total("j")], ["*", "j", ["+", "j", "1"]]]
    # 0 <= m is [0] throughout.  Base: 0 < 1 [1], sum = 0 [2], goal [3].
    base = base or node("empty", evaluate(), identity(3, [2, "-2"]), on=total("0"))
    # Step: 0 <= j [1], claim [2], 1 <= j + 1 [3], sum(j + 1) = sum(j) + j + 1 [4], goal [5].
    step = node(
        "unfold",
        leaf(["1", [1], []], ["1", [3], []]),
        identity(5, [2, "-1"], [4, "-2"]),
        on=total(["+", "j", "1"]),
    )
    premise = leaf(["1", [0], []], ["1", [1], []])
    use = node("use", premise, identity(2, [1, "-1"]), rule=0, at=["m"])
    return node("induct", base, step, use, on="j", from_=start, claim=claim)


GAUSS = ["=", ["*", "2", total("m")], ["*", "m", ["+", "m", "1"]]]
NATURAL = [["<=", "0", "m"]]

ROWS: list[Row] = [
    ("the sum of the first numbers", certificate(GAUSS, gauss(), NATURAL), "accept"),
    ("the induction starts where it says", certificate(GAUSS, gauss("1"), NATURAL),
     "identity-fails"),
    ("nothing is claimed below the start", certificate(GAUSS, gauss(), [["<=", "-1", "m"]]),
     "identity-fails"),
    ("a false claim breaks the step",
     certificate(["=", total("m"), ["*", "m", "m"]],
                 gauss(claim=["=", total("j"), ["*", "j", "j"]],
                       base=node("empty", evaluate(), identity(3, [2, "-1"]), on=total("0"))),
                 NATURAL), "identity-fails"),
    ("a false base breaks the induction",
     certificate(FALSE, node("induct", evaluate(), leaf(["1", [1], []], ["1", [2], []]),
                             evaluate(), on="j", from_="0", claim=FALSE)), "not-shown"),
    ("the hypothesis is for one number only",
     certificate(FALSE, node("induct", leaf(["1", [0], []]),
                             leaf(*[["1", [i], []] for i in range(3)]),
                             node("use", evaluate(), leaf(["1", [0], []], ["1", [], []]), rule=0,
                                  at=["1"]),
                             on="j", from_="0", claim=["<=", "j", "0"])), "identity-fails"),
    ("the first step is from the start itself",
     certificate(FALSE, node("induct", leaf(["1", [0], []]), leaf(["1", [0], []], ["1", [1], []]),
                             node("use", evaluate(), leaf(["1", [0], []], ["1", [], []]), rule=0,
                                  at=["1"]),
                             on="j", from_="0", claim=["<=", "j", "0"])), "nothing-strict"),
    ("the induction variable is new",
     certificate(TRUE, node("induct", evaluate(), evaluate(), evaluate(), on="m", from_="0",
                            claim=["<=", "m", "m"])), "name-taken"),
    ("the induction variable has a name",
     certificate(TRUE, node("induct", evaluate(), evaluate(), evaluate(), on=1, from_="0",
                            claim=TRUE)), "bad-name"),
    ("the induction starts at an integer",
     certificate(TRUE, node("induct", evaluate(), evaluate(), evaluate(), on="j", from_="1/2",
                            claim=TRUE)), "not-an-integer"),
    ("the induction may start at a variable",
     certificate(TRUE, node("induct", leaf(["1", [0], []]),
                            leaf(["1", [2], []], ["1", [1], []], ["1", [], []]), evaluate(),
                            on="j", from_="n", claim=["<=", "n", "j"])), "accept"),
    ("the induction does not start at a real number",
     certificate(TRUE, node("induct", evaluate(), evaluate(), evaluate(), on="j", from_="x",
                            claim=TRUE)), "not-an-integer"),
    ("the claim is a formula",
     certificate(TRUE, node("induct", evaluate(), evaluate(), evaluate(), on="j", from_="0",
                            claim="j")), "bad-formula"),
    ("a claim may be called int",
     certificate(["all", "k", "int", ["implies", ["<=", "0", "k"], ["<=", "k", "k"]]],
                 node("induct", leaf(["1", [0], []]), leaf(["1", [2], []]),
                      node("intro", node("intro", leaf(["1", [1], []]), as_=""), as_="j"),
                      on="int", from_="0",
                      claim=["all", "k", "int", ["<=", "k", "k"]])), "goal-not-atomic"),
    ("an existence claim", certificate(TRUE, node(
        "induct", node("some", evaluate(), is_="0"), node("some", evaluate(), is_="0"), evaluate(),
        on="j", from_="0", claim=["some", "r", "real", TRUE])), "accept"),
    ("an existence claim without a term", certificate(TRUE, node(
        "induct", evaluate(), evaluate(), evaluate(),
        on="j", from_="0", claim=["some", "r", "real", TRUE])), "wrong-goal"),
    ("a sum of one more", certificate(
        ["=", total("3"), "6"],
        node("unfold", evaluate(), node("unfold", evaluate(), node("unfold", evaluate(), node(
            "empty", evaluate(), identity(8, [1, "-1"], [3, "-1"], [5, "-1"], [7, "-1"]),
            on=total("0")), on=total("1")), on=total("2")), on=total("3"))), "accept"),
    ("an empty sum has no last summand",
     certificate(TRUE, node("unfold", evaluate(), evaluate(), on=total("0"))), "not-shown"),
    ("a sum with a summand is not empty",
     certificate(TRUE, node("empty", evaluate(), evaluate(), on=total("1"))), "not-shown"),
    ("a sum of one is not empty",
     certificate(TRUE, node("empty", evaluate(), evaluate(), on=total("2", low="2"))),
     "not-shown"),
    ("a sum from two to one is empty",
     certificate(["=", total("1", low="2"), "0"],
                 node("empty", evaluate(), identity(2, [1, "-1"]), on=total("1", low="2"))),
     "accept"),
    ("a number is no sum", certificate(TRUE, node("unfold", evaluate(), evaluate(), on="1")),
     "not-a-sum"),
    ("what is unfolded is a sum", certificate(TRUE, node("unfold", evaluate(), evaluate(),
                                                         on=["+", "x", "y"])), "not-a-sum"),
    ("what is empty is a sum", certificate(TRUE, node("empty", evaluate(), evaluate(), on="x")),
     "not-a-sum"),
    ("a sum ends at an integer",
     certificate(TRUE, node("unfold", evaluate(), evaluate(), on=total("x"))), "not-an-integer"),
    ("a sum starts at an integer",
     certificate(TRUE, node("empty", evaluate(), evaluate(), on=total("1", low="1/2"))),
     "not-an-integer"),
    ("the last summand is defined",
     certificate(TRUE, node("unfold", evaluate(), evaluate(), on=total("0", ["/", "1", "k"], "0"))),
     "division-by-zero"),
    ("a summand knows that the sum is not empty",
     # 1/n is defined where 1 <= n is not enough for a lookup: n != 0 is not a literal
     certificate(TRUE, node("unfold", leaf(["1", [0], []], ["1", [1], []]), evaluate(),
                            on=total("n", ["/", "1", "k"])), [["<=", "1", "n"]]),
     "maybe-undefined"),
    ("a summand that is defined",
     certificate(TRUE, node("unfold", leaf(["1", [1], []], ["1", [2], []]), evaluate(),
                            on=total("n", ["/", "1", "k"])),
                 [["!=", "n", "0"], ["<=", "1", "n"]]), "accept"),
    ("sums over the same range with different summands differ",
     certificate(["=", total("n", ["*", "k", "k"]), total("n")], identity(0)), "identity-fails"),
    ("the same sum with another index",
     certificate(["=", ["sum", "j", "1", "n", "j"], total(["+", "n", "0"])], identity(0)),
     "accept"),
    ("a sum inside a sum",
     # sum(k = 1..1, sum(j = 1..k, k j)) unfolds to sum(j = 1..1, 1 j), not to sum(j = 1..1, j j)
     certificate(["=", total("1", ["sum", "j", "1", "k", ["*", "k", "j"]]),
                  ["sum", "j", "1", "1", ["*", "1", "j"]]],
                 node("unfold", evaluate(), node(
                     "empty", evaluate(), identity(4, [3, "-1"], [1, "-1"]),
                     on=total("0", ["sum", "j", "1", "k", ["*", "k", "j"]])),
                      on=total("1", ["sum", "j", "1", "k", ["*", "k", "j"]]))), "accept"),
]  # fmt: skip


@table(ROWS)
def test_induction(data: Json, expected: str) -> None:
    assert verdict(data) == expected


CHILDREN: list[tuple[str, Json, list[list[str]]]] = [
    ("induct", certificate(TRUE, node("induct", 0, 0, 0, on="j", from_="m",
                                      claim=["<", "x", "j"])),
     [["|- x < m"], ["[0] j + -1*m >= 0", "[1] j + -1*x > 0", "|- x < j + 1"],
      ["<0> for all int k0: (m <= k0) => (x < k0)", "|- 0 <= 1"]]),
    ("unfold", certificate(TRUE, node("unfold", 0, 0, on=total("n", ["*", "k", "x"], "m"))),
     # the sum to n - 1 is @0: the right of an equality is read first
     [["|- m <= n"], ["[0] -1*m + n >= 0", "[1] @0 + -1*@1 + n*x = 0", "|- 0 <= 1"]]),
    ("empty", certificate(TRUE, node("empty", 0, 0, on=total("n", "k", "m"))),
     [["|- n < m"], ["[0] m + -1*n > 0", "[1] -1*@0 = 0", "|- 0 <= 1"]]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "expected"), [row[1:] for row in CHILDREN], ids=[row[0] for row in CHILDREN]
)
def test_what_is_left_to_show(data: Json, expected: list[list[str]]) -> None:
    assert children(data) == expected
