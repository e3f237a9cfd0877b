"""The arena: cases with a known answer, for any checker of certificates.

``accept/`` holds proofs; ``reject/`` and ``decline/`` hold what must be refused, with the reason
code of the kernel before ``--`` in the file's name.  The kernel must give every answer exactly; a
checker that does not look must fail.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.kernel import check
from proofs.kernel.check import RULES, open_statement, parse
from proofs.kernel.errors import Reject

ARENA = Path(__file__).parent
CASES = sorted(ARENA.glob("*/*.json"))
Checker = Callable[[str], str]  # the text of a certificate to accept, reject or decline


def read(case: Path) -> str:
    return case.read_text(encoding="utf-8")


def kernel(text: str) -> str:
    return check(text).outcome


def parse_only(text: str) -> str:
    """Accepts whatever is a certificate in form."""
    try:
        certificate = parse(text)
        open_statement(certificate["statement"])
        proof = certificate["proof"]
    except (Reject, KeyError, TypeError, RecursionError):
        return "reject"
    return "accept" if isinstance(proof, dict) and proof.get("by") in RULES else "reject"


def mistakes(checker: Checker) -> dict[str, list[str]]:
    """The cases of each folder that the checker gets wrong."""
    wrong: dict[str, list[str]] = {"accept": [], "reject": [], "decline": []}
    for case in CASES:
        if checker(read(case)) != case.parent.name:
            wrong[case.parent.name].append(case.name)
    return wrong


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_the_kernel_answers_with_the_reason(case: Path) -> None:
    result = check(read(case))
    expected = "" if case.parent.name == "accept" else case.name.split("--")[0]
    assert (result.outcome, result.code) == (case.parent.name, expected)


def test_the_kernel_makes_no_mistake() -> None:
    assert mistakes(kernel) == {"accept": [], "reject": [], "decline": []}


@pytest.mark.parametrize(
    ("dummy", "fooled_by"),
    [
        (lambda text: "accept", {"reject", "decline"}),
        (lambda text: "reject", {"accept", "decline"}),
        (lambda text: "decline", {"accept", "reject"}),
        (parse_only, {"reject", "decline"}),
    ],
    ids=["always-accept", "always-reject", "always-decline", "parse-only"],
)
def test_a_checker_that_does_not_look_is_caught(dummy: Checker, fooled_by: set[str]) -> None:
    wrong = mistakes(dummy)
    assert {folder for folder, cases in wrong.items() if cases} == fooled_by
    assert all(len(wrong[folder]) >= 5 for folder in fooled_by)


def test_the_accepted_cases_use_every_rule() -> None:
    used = {
        rule
        for case in (ARENA / "accept").iterdir()
        for rule in RULES
        if f'"by":"{rule}"' in json.dumps(json.loads(read(case)), separators=(",", ":"))
    }
    assert used == set(RULES)
