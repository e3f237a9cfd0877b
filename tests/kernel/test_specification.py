"""``docs/certificate.md`` speaks of every rule, parameter, operation, reason code and limit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from kernelkit import verdict

from proofs.kernel import check as run
from proofs.kernel import context as contexts
from proofs.kernel import cover as covers
from proofs.kernel import intervals, logic, poly, terms
from proofs.kernel.axioms import AXIOMS
from proofs.kernel.check import RULES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "certificate.md").read_text(encoding="utf-8")
SOURCES = [path.read_text(encoding="utf-8") for path in (ROOT / "proofs" / "kernel").glob("*.py")]


@pytest.mark.parametrize("rule", sorted(RULES))
def test_every_rule_has_a_row_with_its_parameters(rule: str) -> None:
    (row,) = [line for line in TEXT.splitlines() if line.startswith(f"| `{rule}` |")]
    for parameter in RULES[rule][0].split():
        assert f"`{parameter}`" in row, parameter


def test_no_rule_is_described_that_does_not_exist() -> None:
    nodes = TEXT[TEXT.index("## Nodes") : TEXT.index("### Axioms")]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", nodes, re.MULTILINE)) == set(RULES)


def test_the_axioms_are_those_of_the_source() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| `(\[\"all\".*)` \|$", TEXT, re.MULTILINE)
    assert {name: json.loads(formula) for name, formula in rows} == AXIOMS


def test_every_operation_and_formula_is_described() -> None:
    operations = {*terms.ARITY, *terms.RELATIONS, "+", "-", "*", "^", "app", "sum"}
    for name in {*operations, "and", "implies", "all", "some", "lipschitz"}:
        assert f'`["{name}"' in TEXT, name


def test_the_reason_codes_are_those_of_the_source() -> None:
    raised = {
        code
        for source in SOURCES
        for code in re.findall(r'(?:Reject|Decline|Result)\(\s*"([a-z-]+)"', source)
    } - {"accept", "decline"}
    keyed = {"bad-statement", "bad-certificate", "bad-node", "resources"}
    tables = TEXT[TEXT.index("## Limits") :]
    described = set(re.findall(r"`([a-z]+(?:-[a-z0-9]+)*)`", tables)) - {"finite", "bits"}
    assert described == raised | keyed


LIMITS = ("MAX_BYTES", "WORK", "WORK_PER_BYTE", "MAX_WORK", "MAX_NESTING")


def test_the_limits_are_those_of_the_source() -> None:
    limits = [
        *(run.__globals__[name] for name in LIMITS),
        terms.MAX_DEPTH, terms.MAX_POWER, poly.MAX_MONOMIALS, poly.MAX_DEGREE, poly.MAX_BITS,
        covers.MAX_PRECISION,
        intervals.MAX_BITS, logic.MAX_FINITE,
    ]  # fmt: skip
    table = TEXT[TEXT.index("## Limits") : TEXT.index("## Reason codes")]
    for limit in limits:
        assert re.search(rf"\b{limit:,}\b", table), limit
    assert f"at most {intervals.MAX_ARGUMENT} in size" in table
    assert f"more than {contexts.MAX_PRODUCT} pairs" in TEXT


def test_the_example_is_a_proof() -> None:
    example = json.loads(TEXT.split("```json")[1].split("```")[0])
    assert verdict(example) == "accept"
