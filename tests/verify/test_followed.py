"""Refutations followed at numbers: all end in numbers, and the kernel agrees at these numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from proofs import kept
from proofs.certify import family
from proofs.claims import Attempt, Claim
from proofs.decide import ABSURD, _not, met
from proofs.refute import of_witness
from proofs.registry import ids, load
from proofs.search.closed_terms import put
from proofs.search.prove import prove
from tests import kept_files
from tests.sampling import by_turns, paper, some_of
from verify import followed
from verify.numeric_rows import Point, closed
from verify.worked import certainty, of_attempt

Json = Any


def refutations() -> Iterator[tuple[Claim, Attempt]]:
    """Every attempt, on a claim or on a line of a printed proof, of which a certificate is kept."""
    for name in ids():
        for claim in family(load(name)):
            attempts = [*claim.attempts, *(a for line in claim.lines for a in line.attempts)]
            yield from ((claim, a) for a in attempts if kept.found(kept.CERTIFICATES, a.id))


ALL = {attempt.id: (claim, attempt) for claim, attempt in refutations()}


def worked(name: str) -> Json:
    claim, attempt = ALL[name]
    return of_attempt(attempt, claim.source.definitions, certificate(name))


def certificate(name: str) -> bytes:
    return kept_files.certificate(name)


def ends(name: str, proof: Json = None) -> tuple[list[followed.End], Point]:
    _, attempt = ALL[name]
    data = of_witness(attempt.witness)
    point = Point(data["values"], dict(attempt.witness.functions), {}, True)
    show = attempt.statement["show"]
    failing = show[1 + attempt.part] if show[0] == "and" else show
    proof = proof or followed.proof_of(certificate(name))

    def certain(*end: Any) -> bool:
        return certainty(*end, point) is not None

    return followed.follow(failing, proof, point, certain), point


def texts(rows: list[Json]) -> list[str]:
    return [row["text"] for row in rows]


#: refutations of what is said of every number, or of what exists
BOUND = (
    "fl.absorb.slope.absolute",
    "fl.prop1.training.biases.slopes",
    "layeract.continuity.anywhere.one",
    "layeract.def2_1.any.slow",
    "layeract.eq8.relu.jump",
    "layeract.table2.total.shares",
    "layeract.zeromean.always.constant",
    "pln.lemma4.left",
    "sumformer.sizes.attention_matrix.n_by_n.cube",
    "sumformer.thm4_4.one_token.none",
    "weierstrass.branch_points.worse.radius.constant",
    "weierstrass.limit.closer.monotone.crossing",
    "weierstrass.randomized.mass",
)


@some_of(8, kind=paper)
@pytest.mark.parametrize("name", sorted(ALL))
def test_every_refutation_ends_in_numbers(name: str) -> None:
    """Both sides have values, and these stand in no such relation."""
    made = worked(name)
    left, right = (side["value"] for side in made["sides"])
    a, b = (Fraction(value.replace("...", "")) for value in (left, right))
    holds = {"≤": a <= b, "<": a < b, "=": a == b, "≠": a != b, "≥": a >= b, ">": a > b}
    assert not holds[made["relation"]]


@by_turns(2)
@some_of(5, kind=paper)
@pytest.mark.parametrize("name", BOUND)
def test_the_kernel_agrees_at_the_numbers(name: str) -> None:
    """What fails there fails, and the premises hold, by certificates of their own."""
    found, point = ends(name)
    assert found
    for end in found:
        sides = closed([end.side.left, end.side.right], end.side.at, point.functions)
        relation = [end.side.op, *sides]
        asked = {"values": {}, "functions": {}}
        formula = relation if end.holds else _not(relation)
        chain = {"vars": {}, "functions": {}, "given": [formula], "show": ABSURD}
        assert prove(met(chain, asked), effort=1) is not None, formula


@by_turns(2)
@some_of(10, kind=paper)
@pytest.mark.parametrize("name", BOUND)
def test_what_is_named_is_what_the_certificate_names(name: str) -> None:
    """Each term stands in the proof after ``some``, up to the names of what is bound."""
    found, _ = ends(name)
    proof = json.dumps(followed.proof_of(certificate(name)))
    named = [step.named for end in found for step in end.steps if not step.example]
    words = {step.name for end in found for step in end.steps}
    for term in named:
        if not followed.names_in(term) & words:
            assert f'"by": "some", "is": {json.dumps(term)}' in proof
    assert all(end.steps for end in found[-1:])


def test_a_counterexample_to_every_limit() -> None:
    made = worked("layeract.def2_1.any.slow")
    assert texts(made["data"])[1:] == [
        "for every limit ∈ ℝ, for instance limit = 1",
        "η = 1",
        "for every C ∈ ℝ, for instance C = 2",
        "t = 1 − (|limit| + |C| + 3)² = −35",
    ]
    assert made["bound"] == ["every", "named", "every", "named"]
    # t s(t) = -35 / sqrt(36)
    assert [side["value"] for side in made["sides"]] == [str(Fraction(35, 6) + 1), "1"]


def test_premises_that_hold_are_shown_with_their_data() -> None:
    made = worked("fl.prop1.training.biases.slopes")
    (met_,) = made["met"]
    assert (met_["printed"]["text"], met_["values"]) == ("|s| < δ", ["1/2", "1"])
    # (4 (2 + s)^2 / ((2 + s)^2 + 12) - 1) - 3/4: at s = 1/2
    there = Fraction(4) * Fraction(25, 4) / (Fraction(25, 4) + 12) - Fraction(4 * 4, 16)
    assert made["sides"][0]["value"] == str(abs(there - Fraction(3, 2) / 2))


def test_examples_meet_linear_premises_together() -> None:
    made = worked("layeract.table2.total.shares")
    told = made["data"][0]["text"]
    assert told.startswith("for every p₁, p₂, p₃, p₄ that meet the premises, for instance p₁ = ")


def test_a_proof_that_names_nothing_notes_its_steps() -> None:
    made = worked("weierstrass.randomized.mass")
    noted = texts(made["chain"])
    assert noted == ["I₀ ≤ 6/5", "2·1/2 ≤ G", "2/√(2·π) ≤ 4/5", "(2I₀)/√(2·π) < G"]
    # at 2: the premise on c is one that the refutation uses there
    assert worked("layeract.def2_1.any.slow").get("chain") is None


def test_the_rule_that_is_used_is_the_premise() -> None:
    """``2 * 1/2 <= G`` is the premise on every c at the number that the certificate uses it at."""
    name = "weierstrass.randomized.mass"
    _, attempt = ALL[name]
    premise = attempt.statement["show"][3][3][1]
    assert premise[:3] == ["all", "c", "real"]
    assert put(premise[3][2], {"c": "2"}) == ["<=", ["*", "2", "1/2"], "G"]
    assert '"by": "use", "rule": 0, "at": ["2"]' in json.dumps(json.loads(certificate(name)))
    found = followed.steps(attempt.statement["show"], followed.proof_of(certificate(name)))
    assert put(premise[3][2], {"c": "2"}) in found


def test_equal_numbers_that_are_irrational() -> None:
    made = worked("weierstrass.branch_points.worse.radius.constant")
    assert texts([side["put"] for side in made["sides"]]) == ["1/√2", "1/√2"]
    assert made["relation"] == "≠"


def test_a_convergence_is_denied_at_a_distance() -> None:
    made = worked("weierstrass.ghost_distance.path.any.bent")
    assert (made["sides"][0]["value"], made["relation"]) == ("0", "≥")


def altered(node: Json, old: Json, new: Json) -> Json:
    """The proof with another term named in place of ``old``."""
    if isinstance(node, list):
        return [altered(part, old, new) for part in node]
    if isinstance(node, dict):
        return {
            key: new if (key, part) == ("is", old) else altered(part, old, new)
            for key, part in node.items()
        }
    return node


@by_turns(2)
def test_numbers_at_which_nothing_fails_are_not_shown() -> None:
    """A proof that names another term leads to a comparison that holds: nothing is handed out."""
    name = "fl.prop1.training.biases.slopes"
    proof = followed.proof_of(certificate(name))
    slope = ["/", "1", "4"]
    assert ends(name)[0][-1].steps[0].named == slope
    assert ends(name, altered(proof, slope, slope))[0]
    assert ends(name, altered(proof, slope, "5"))[0] == []


@pytest.mark.parametrize(
    ("term", "made"),
    [
        (["/", "1", ["sqrt", ["max", "2", "1/2"]]], ["/", "1", ["sqrt", "2"]]),
        (["+", "1", ["*", "2", "3"]], "7"),
        (["sqrt", "x"], ["sqrt", "x"]),
    ],
)
def test_rational_parts_are_worked_out(term: Json, made: Json) -> None:
    assert followed.reduced(term) == made


def test_names_that_nothing_binds() -> None:
    term = ["+", "x", ["sum", "k", "1", "n", ["*", "k", ["app", "f", "k"]]]]
    assert followed.names_in(term) == {"x", "n", "f"}
    assert followed.names_in(["all", "x", "real", ["<", "x", "y"]]) == {"y"}
