"""Theorems 4.3-4.5 of Sumformer: verdicts, printed proofs and instances."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from proofs import vacuity
from proofs.evidence import gather
from proofs.kernel import check
from proofs.registry import find, load
from proofs.trees.script import Json
from proofs.verdicts import decide
from tests import kept_files
from tests.sampling import by_turns, paper, some_of


def decided(claim_id: str) -> Any:
    claim = find(claim_id)
    found = gather(claim)
    return decide(claim, found, vacuity.gather(claim, found))


FAIL, GAP = "fails", "gap"


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(
    ("claim_id", "verdict", "printed", "not_holding"),
    [
        (
            "sumformer.thm4_3",
            "open",
            "broken",
            {
                "sumformer.thm4_3.eq40": GAP,
                "sumformer.thm4_3.eq41.discontinuous": FAIL,
                "sumformer.thm4_3.last.discontinuous": FAIL,
                "sumformer.thm4_3.discontinuous.one_latent": FAIL,
            },
        ),
        ("sumformer.thm4_3.repaired", "conditional", "none", {}),
        ("sumformer.thm4_3.continuity", "proved", "none", {}),
        ("sumformer.thm4_4", "open", "broken", {"sumformer.thm4_4.eq26": FAIL}),
        ("sumformer.thm4_4.repaired", "conditional", "none", {}),
        ("sumformer.thm4_4.one_token", "refuted", "none", {}),
        ("sumformer.thm4_5", "open", "gap", {"sumformer.thm4_5.skip": GAP}),
        ("sumformer.thm4_5.repaired", "conditional", "none", {}),
    ],
)
def test_verdicts(claim_id: str, verdict: str, printed: str, not_holding: dict[str, str]) -> None:
    decision = decided(claim_id)
    assert (decision.verdict, decision.printed_proof) == (verdict, printed)
    assert {name: end for name, end in decision.lines.items() if end != "holds"} == not_holding


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("number", ["3", "4", "5"])
def test_the_wide_theorems_are_given_what_they_cite_and_nothing_else(number: str) -> None:
    claim = find(f"sumformer.thm4_{number}.repaired")
    assert decided(claim.id).given == claim.assumes


def rows(claim_id: str, **given: str) -> dict[str, Any]:
    claim = load(claim_id)
    assert claim.run
    return {row.version: row for row in claim.run(claim.settings(given))}


@by_turns(2)
def test_the_linformer_of_figure_2_by_hand() -> None:
    """x = (1, 2, 3): Sigma is 6, and 3/2 of that as printed with k = 2."""
    found = rows("sumformer.thm4_4", g="x1 + 7*x1**2 + 3*x1*(x2+x3)**3", k="2", x="1; 2; 3")
    assert (found["printed"].lo, found["printed"].hi) == (3, 3)
    assert found["printed"].verdict == "refuted"
    assert (found["repaired"].hi, found["repaired"].verdict) == (0, "certified")
    assert found["repaired"].level == "kernel"


def test_the_transformer_is_exact() -> None:
    found = rows("sumformer.thm4_3", g="x1*x2 + x1*x3", x="1/3; -7; 10")
    assert all(row.hi == 0 and row.verdict == "certified" for row in found.values())


def test_the_performer_as_printed_stretches_the_rows() -> None:
    """omega = 0: lambda = 1/e, and the largest entry 2 of (1, x, phi) grows by 2 e/2."""
    found = rows("sumformer.thm4_5", g="x1*x2", n="2", x="1; 2", omega="0")
    printed = found["printed"]
    assert Fraction("2.71828182845904") < printed.lo <= printed.hi < Fraction("2.71828182845905")
    assert printed.verdict == "refuted"
    assert found["repaired"].verdict == "certified"


@pytest.mark.parametrize(
    ("claim_id", "given", "message"),
    [
        ("sumformer.thm4_4", {"k": "3"}, "1 <= k < n"),
        ("sumformer.thm4_4", {"k": "0"}, "k is an integer"),
        ("sumformer.thm4_5", {"omega": "1, 2, 3"}, "1 <= k < n"),
        ("sumformer.thm4_3", {"x": "1; 2"}, "3 tokens of 1 numbers"),
        ("sumformer.thm4_3", {"g": "x1*x2"}, "not semi-invariant"),
        ("sumformer.thm4_3", {"g": "sin(x1)"}, "sin is no polynomial"),
        ("sumformer.thm4_3", {"g": "x1**2"}, "nothing to sum"),
    ],
)
def test_what_is_no_instance_is_refused(claim_id: str, given: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rows(claim_id, **given)


def put(formula: Json, old: Json, new: Json) -> Json:
    if formula == old:
        return new
    return [put(part, old, new) for part in formula] if isinstance(formula, list) else formula


@by_turns(2)
@some_of(3, kind=paper)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("sumformer.thm4_3.repaired.statement", ["/", "eps", "2"], "eps"),  # e1 + e2 < 2 eps only
        ("sumformer.thm4_3.eq46.sum", ["=", ["app", "A", "i", "a"], ["/", "1", "n"]],
         ["=", ["app", "A", "i", "a"], ["/", "2", "n"]]),
        ("sumformer.thm4_4.repaired.statement", ["=", ["app", "F", "a", "i"], ["/", "1", "n"]],
         ["=", ["app", "F", "a", "i"], ["/", "1", "k"]]),
        ("sumformer.thm4_5.repaired.statement", ["<=", "1", "k"], ["<=", "0", "k"]),
    ],
)  # fmt: skip
def test_a_kept_proof_proves_no_altered_statement(name: str, old: Json, new: Json) -> None:
    certificate = kept_files.loaded(name)
    altered = {
        **certificate["statement"],
        "given": put(certificate["statement"]["given"], old, new),
    }
    assert altered != certificate["statement"]
    assert check(json.dumps(certificate)).accepted
    assert not check(json.dumps({**certificate, "statement": altered})).accepted
