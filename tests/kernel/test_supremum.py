"""What ``supremum`` adds is true in every finite order, whatever the claim and the names are.

In a finite order each set that is not empty has a largest element, so the formula has to hold
there for every claim.  One that is read with a name caught by the wrong quantifier does not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from kernelkit import TRUE, certificate, evaluate, node

from proofs.kernel.check import check, expand, open_statement
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_formula
from proofs.replay import check as replayed
from tests.sampling import some_of

Json = Any
DOMAIN = range(3)
NAMES = ("w", "s", "t", "x")
CLAIMS: tuple[Json, ...] = (
    ["<=", "w", "x"],
    ["<", "w", "x"],
    ["<=", "x", "w"],
    ["=", "w", "y"],
    ["!=", "w", "y"],
    ["<", "w", "s"],
    ["<=", "t", "w"],
    ["<", "s", "t"],
    ["and", ["<=", "w", "x"], ["!=", "w", "y"]],
    ["all", "u", "real", ["implies", ["<", "x", "u"], ["<=", "w", "u"]]],
    ["some", "s", "real", ["and", ["<", "w", "s"], ["<=", "s", "y"]]],
    ["all", "t", "real", ["implies", ["<", "y", "t"], ["<", "w", "t"]]],
    ["some", "w", "real", ["<=", "w", "x"]],
)


def value(term: Any, at: Mapping[str, int]) -> Any:
    return at[term] if isinstance(term, str) else term


def true(formula: Any, at: Mapping[str, int]) -> bool:
    """Whether a formula of order holds where real numbers are those of DOMAIN."""
    op, *parts = formula
    if op == "and":
        return all(true(part, at) for part in parts)
    if op == "implies":
        return not true(parts[0], at) or true(parts[1], at)
    if op in ("all", "some"):
        found = (true(parts[2], {**at, parts[0]: number}) for number in DOMAIN)
        return all(found) if op == "all" else any(found)
    left, right = (value(part, at) for part in parts)
    relations = {"<=": left <= right, "<": left < right, "=": left == right, "!=": left != right}
    return relations[op]


def everywhere(formula: Any) -> bool:
    return all(true(formula, {"x": x, "y": y}) for x, y in product(DOMAIN, repeat=2))


def proof(on: str, least: str, other: str, claim: Json) -> Json:
    then = evaluate()
    return certificate(
        TRUE,
        node("supremum", then, on=on, as_=least, other=other, claim=claim),
        names={"x": "real", "y": "real"},
    )


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_what_is_added_holds_in_finite_orders_for_all_names(claim: Json) -> None:
    added = 0
    for names in product(NAMES, repeat=3):
        data = proof(*names, claim)
        context = open_statement(data["statement"])
        try:
            ((child, _),) = expand(context, data["proof"])
        except Reject:
            continue
        (formula,) = child.rules
        assert everywhere(formula), names
        added += 1
    free_of_bounds = claim[1] not in ("s", "t") and claim[2] not in ("s", "t")
    assert (added > 0) == (free_of_bounds and claim[:2] != ["some", "w"])


@some_of(4)
@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_the_second_checker_takes_the_same_names(claim: Json) -> None:
    for names in product("wx", NAMES, NAMES):
        text = json.dumps(proof(*names, claim))
        first, second = check(text), replayed(text)
        assert (first.outcome, first.code) == (second.outcome, second.code), names


def test_a_claim_that_knew_the_bound_would_be_noticed() -> None:
    """The same formula with the claim s < w, in which the quantifier of s would catch s."""

    def fact(claim: Json, member: Json) -> Json:
        def above(bound: str) -> Json:
            return ["all", "w", "real", ["implies", claim, ["<=", "w", bound]]]

        least = ["all", "t", "real", ["implies", above("t"), ["<=", "s", "t"]]]
        there = ["and", ["some", "w", "real", member], ["some", "s", "real", above("s")]]
        return ["implies", there, ["some", "s", "real", ["and", above("s"), least]]]

    plain, caught = ["<=", "w", "x"], ["!=", "w", "s"]
    for claim, holds in ((plain, True), (caught, False)):
        member = plain if claim is caught else claim
        assert everywhere(read_formula(fact(claim, member), {"x", "y"}, {})) == holds
