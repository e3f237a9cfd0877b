"""Sumformer's Sections 2 to 4.1: verdicts, printed proofs and instances."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from proofs import vacuity
from proofs.evidence import gather
from proofs.kernel import check
from proofs.registry import find, load
from proofs.sumformer.thm4_1 import polynomial_instances
from proofs.trees.script import Json
from proofs.verdicts import decide
from tests import kept_files
from tests.sampling import by_turns, some_of


def decided(claim_id: str) -> Any:
    claim = find(claim_id)
    found = gather(claim)
    return decide(claim, found, vacuity.gather(claim, found))


@some_of(1)
@pytest.mark.parametrize(
    ("claim_id", "verdict", "printed", "not_holding"),
    [
        ("sumformer.definitions", "proved", "none", {}),
        ("sumformer.lemma2_9", "proved", "none", {}),
        ("sumformer.thm2_12", "proved", "none", {}),
        ("sumformer.thm2_12.bound", "proved", "none", {}),
        ("sumformer.thm2_12.three_tokens", "proved", "none", {}),
        ("sumformer.thm2_12.small_n", "proved", "none", {}),
        ("sumformer.thm2_13", "proved", "none", {}),
        ("sumformer.thm2_13.multisets", "proved", "none", {}),
        ("sumformer.thmC_1", "proved", "none", {}),
        (
            "sumformer.thm4_1.continuous",
            "conditional",
            "gap",
            {"sumformer.thm4_1.continuous.end": "gap"},
        ),
        (
            "sumformer.thm4_1.discontinuous",
            "proved",
            "broken",
            {"sumformer.thm4_1.discontinuous.eq30": "fails"},
        ),
        ("sumformer.thm4_1.discontinuous.eq30.repaired", "proved", "none", {}),
        ("sumformer.thm4_1.discontinuous.every", "conditional", "none", {}),
        ("sumformer.dprime", "proved", "none", {}),
        ("sumformer.dprime.polynomial", "proved", "none", {}),
    ],
)
def test_verdicts(claim_id: str, verdict: str, printed: str, not_holding: dict[str, str]) -> None:
    decision = decided(claim_id)
    assert (decision.verdict, decision.printed_proof) == (verdict, printed)
    assert {name: end for name, end in decision.lines.items() if end != "holds"} == not_holding
    assert bool(decision.given) == (verdict == "conditional")
    assert decision.given == find(claim_id).assumes


def rows(claim_id: str, **given: str) -> list[Any]:
    claim = load(claim_id)
    assert claim.run
    found: list[Any] = claim.run(claim.settings(given))
    return found


@by_turns(2)
def test_the_quantised_sumformer_by_hand() -> None:
    """g = x1 x2, L = 2, eps = 1: Delta = 3.  At (1, 1/2) the corners are 2/3 and 1/3."""
    (row,) = rows("sumformer.thm4_1.discontinuous", g="x1*x2", n="2", eps="1", x="1; 1/2")
    assert (row.network.steps, row.network.latent, row.bound) == (3, 1, Fraction(2, 3))
    assert row.lo == row.hi == Fraction(1, 2) - Fraction(2, 9)
    assert (row.verdict, row.level) == ("certified", "kernel")


def test_the_polynomial_sumformer_is_the_function() -> None:
    (row,) = rows("sumformer.thm4_1.continuous", g="x1*(x2**3 + x3**3)", n="3")
    assert row.units == 1  # of the two ways, p_3 itself
    assert (row.lo, row.hi, row.verdict, row.level) == (0, 0, "certified", "kernel")


def test_power_sums_within_the_bound_of_theorem_2_12() -> None:
    """p_5 of two tokens in p_1 and p_2; the Sumformer of Theorem 4.1 has p_5 itself."""
    given = {"g": "x1 + x2**5 + x3**5", "n": "3"}
    (row,) = rows("sumformer.thm2_12", **given)
    assert row.network.degrees == ((1,), (2,))
    assert (row.verdict, row.level) == ("certified", "kernel")
    claim = load("sumformer.thm2_12")
    assert claim.construct
    assert claim.construct(claim.settings(given)).degrees == ((1,), (2,))
    (other,) = rows("sumformer.thm4_1.continuous", **given)
    assert other.network.degrees == ((5,),)


@pytest.mark.parametrize("number", range(len(polynomial_instances.INSTANCES)))
def test_no_instance_of_theorem_2_12_is_beyond_its_bound(number: int) -> None:
    (row,) = rows("sumformer.thm2_12", **polynomial_instances.INSTANCES[number])
    n, d = row.network.n, row.network.d
    assert all(sum(a) <= n - 1 for a in row.network.degrees)
    assert row.network.latent <= comb(n - 1 + d, d) - 1
    assert row.verdict == "certified"


def test_large_polynomials_are_left_to_flint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polynomial_instances, "MAX_MONOMIALS", 1)
    (row,) = rows("sumformer.thm2_12", g="x2*x3 + x1", n="3")
    assert (row.verdict, row.level) == ("supported", "symbolic")


def test_what_is_not_the_polynomial_is_not_certified() -> None:
    """The Sumformer of x2 x3 is not that of x2 x3 + x1."""
    from constructions.sumformer import parse_semi_invariant, rewrite

    g, other = (parse_semi_invariant(text, 3, 1) for text in ("x2*x3 + x1", "x2*x3"))
    assert polynomial_instances.identity(g, rewrite(g)).outcome == "holds"
    assert polynomial_instances.identity(g, rewrite(other)).outcome == "declined"


@pytest.mark.parametrize(
    ("claim_id", "given", "message"),
    [
        ("sumformer.thm4_1.discontinuous", {"x": "2; 0; 0"}, "coordinates from 0 to 1"),
        ("sumformer.thm4_1.discontinuous", {"x": "1; 0"}, "3 tokens of 1 numbers"),
        ("sumformer.thm4_1.discontinuous", {"eps": "0"}, "positive"),
        ("sumformer.thm4_1.discontinuous", {"eps": "1/10000"}, "the limit is 4096 cells"),
        ("sumformer.thm4_1.discontinuous", {"g": "x2"}, "not semi-invariant"),
        ("sumformer.thm4_1.continuous", {"g": "sin(x1)"}, "sin is no polynomial"),
        ("sumformer.thm4_1.discontinuous", {"g": "x1/x2"}, "is no polynomial"),
        ("sumformer.thm2_12", {"g": "x2"}, "not semi-invariant"),
        ("sumformer.thm2_12", {"g": "abs(x1)"}, "abs is no polynomial"),
    ],
)
def test_what_is_no_instance_is_refused(claim_id: str, given: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rows(claim_id, **given)


def test_sums_in_the_fixed_base_four() -> None:
    """The example in the notes on Theorem 2.13."""

    def total(*numbers: int) -> Fraction:
        return sum((Fraction(1, 4**c) for c in numbers), start=Fraction(0))

    assert total(0, 2, 2, 2, 2) == total(1, 1, 1, 1, 1) == Fraction(5, 4)
    assert total(0, 0, 0, 0, 2) == Fraction(65, 16)
    notes = "".join(load("sumformer.thm2_13").notes)
    assert "$c = 0, 2, 2, 2, 2$ and for $c = 1, 1, 1, 1, 1$ both are $5 \\/ 4$" in notes


def test_eq30_is_false_in_one_reading_only() -> None:
    """Support as domain: refuted; support of a function on all of R^(nd): proved."""
    claim = find("sumformer.thm4_1.discontinuous")
    found = gather(claim)
    assert found[f"{claim.id}.eq30.one"].proved
    assert found[f"{claim.id}.eq30.support"].proved
    lines = decide(claim, found).lines
    assert lines[f"{claim.id}.eq30"] == "fails"
    assert lines[f"{claim.id}.eq30.extended"] == "holds"


def put(formula: Json, old: Json, new: Json) -> Json:
    if formula == old:
        return new
    return [put(part, old, new) for part in formula] if isinstance(formula, list) else formula


NO_BOUND = ["<=", "0", "0"]
COORDINATE = ["abs", ["app", "c", "t", "k"]]
OFF = ["abs", ["-", ["app", "c", "t", "k"], ["app", "x", "y", "k"]]]
PLACED = ["app", "tok", ["app", "put", "s", "l", "t"], "l"]
ENTRY = ["app", "vec", ["app", "Sg", "s"], "r"]
TOTAL = ["sum", "j", "1", "n", ["app", "phi", ["app", "tok", "s", "j"], "r"]]


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("thm4_1.discontinuous.statement", ["<=", ["-", "n", "1"], "B"], NO_BOUND),  # any base
        ("code.statement", ["<=", "n", "B"], ["<=", ["-", "n", "1"], "B"]),
        ("code.any_size.statement", ["<=", ["+", "n", "1"], "B"], ["<=", "n", "B"]),
        (  # digits above the base
            "code.packed.statement",
            ["<", ["*", "n", ["app", "E", ["-", "c", "1"], "e"]], "M"],
            ["<", "0", "M"],
        ),
        ("thm4_1.one_latent.line", ["<=", "3", "n"], ["<=", "2", "n"]),
        ("thm4_1.one_latent.plane.statement", ["<=", "2", "n"], ["<=", "1", "n"]),
        (  # cells of any size
            "thm4_1.discontinuous.statement",
            ["floor", ["*", "N", ["+", ["app", "c", "t", ["+", "k", "1"]], "beta"]]],
            "0",
        ),
        # a set of tokens that is not bounded, not closed, or has no other sequences
        ("thm4_1.discontinuous.statement", ["<=", COORDINATE, "beta"], NO_BOUND),
        ("thm4_1.discontinuous.statement", ["<", "g", OFF], ["<=", "0", OFF]),
        ("thm4_1.discontinuous.statement", ["=", PLACED, "t"], ["=", PLACED, PLACED]),
        ("thmC_1.statement", ["<", "g", OFF], ["<=", "0", OFF]),
        ("thm4_3.repaired.delta", ["<=", COORDINATE, "beta"], NO_BOUND),
        ("thm4_3.repaired.delta", ["<", "g", OFF], ["<=", "0", OFF]),
        ("thm4_3.repaired.delta", ["=", ENTRY, TOTAL], ["=", ENTRY, ENTRY]),  # any Sigma
        ("thm4_1.discontinuous.lambda.digits", ["<=", ["+", "n", "1"], "B"], ["<=", "2", "B"]),
        ("thm2_13.multisets.statement", ["<=", ["+", "n", "1"], "B"], ["<=", "2", "B"]),
        ("thmC_1.statement", ["<=", ["+", "n", "1"], "B"], ["<=", "2", "B"]),
        ("thm2_13.statement", ["*", "2", ["app", "W", "u"]], ["app", "W", "u"]),  # phi = 1
        ("dprime.count", ["+", "d", "1"], "d"),
        # Eq. 30: 1 off the cube in place of 0, and other corners
        (
            "thm4_1.discontinuous.eq30.support",
            ["=", ["app", "f", "s", "j", "m"], "0"],
            ["=", ["app", "f", "s", "j", "m"], "1"],
        ),
        (
            "thm4_1.discontinuous.eq30.support",
            ["floor", ["*", "N", ["app", "c", ["app", "tok", "s", "i"], "k"]]],
            "0",
        ),
    ],
)
def test_a_kept_proof_proves_no_altered_statement(name: str, old: Json, new: Json) -> None:
    certificate = kept_files.loaded(f"sumformer.{name}")
    altered = {
        **certificate["statement"],
        "given": put(certificate["statement"]["given"], old, new),
    }
    assert altered != certificate["statement"]
    assert check(json.dumps(certificate)).accepted
    assert not check(json.dumps({**certificate, "statement": altered})).accepted


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("thm2_12.pairs", "+"),  # H G + HG
        ("thm2_12.reduced.two", "+"),
    ],
)
def test_nor_an_altered_conclusion(name: str, changed: str) -> None:
    certificate = kept_files.loaded(f"sumformer.{name}")
    relation, left, right = certificate["statement"]["show"]
    assert right[0] == "-"
    altered = {**certificate["statement"], "show": [relation, left, [changed, *right[1:]]]}
    assert not check(json.dumps({**certificate, "statement": altered})).accepted
