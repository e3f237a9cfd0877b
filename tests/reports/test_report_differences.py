"""What a repair changes in the formulas of a statement, in words and in formulas."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from proofs.certify import family
from proofs.registry import ids, load
from reports import formulas, html
from reports.differences import changes, compared
from reports.record import Claim
from tests.sampling import by_turns, paper, some_of
from verify.runner import state, stated

#: printed and not decided: nothing formal stands for them, with which a repair could be compared
NOTHING_READ = {"sumformer.thm4_3", "sumformer.thm4_4", "sumformer.thm4_5"}


def made(*formulas: str, of: str = "s", refuted: bool = False) -> Claim:
    rows = [{"formal": text, "printed": "", "note": "", "of": of, "boxes": []} for text in formulas]
    refutation = {"says": "", "evidence": of} if refuted else None
    return cast(Claim, {"reading": rows, "refutation": refutation, "proof_steps": []})


def said(claim: Claim, repair: Claim) -> list[list[str]]:
    return [[change.says for change in group] for group in changes(claim, repair)]


def test_changes_in_words() -> None:
    claim = made("for all x ∈ ℝ", "if 0 < x", "if 1 < N", "x ≤ 2N + 1", refuted=True)
    repair = made("for all x ∈ ℝ", "if 0 < x", "if 1 ≤ N", "if x ≠ 3", "x ≤ 3N + 1")
    assert said(claim, repair) == [
        ["hypothesis changed", "new hypothesis", "conclusion changed, constant 2 → 3"]
    ]
    assert said(repair, claim) == [
        ["without the hypothesis", "hypothesis changed", "conclusion changed, constant 3 → 2"]
    ]
    assert said(claim, claim) == [[]]


def test_formulas_about_other_things_are_no_change_of_each_other() -> None:
    claim, repair = made("if 0 < e", "P(x)"), made("if 0 < α", "P(x)")
    assert said(claim, repair) == [["without the hypothesis", "new hypothesis"]]


def test_one_conclusion_takes_the_place_of_one() -> None:
    claim, repair = made("∃ a ∈ ℝ: f(a) = 0"), made("1 ≤ d")
    assert said(claim, repair) == [["conclusion changed"]]
    assert said(claim, made("1 ≤ d", "2 ≤ d")) == [
        ["without the conclusion", "new conclusion", "new conclusion"]
    ]


def test_each_statement_of_a_repair_is_compared_on_its_own() -> None:
    claim = made("if 0 < x", "P(x)")
    two = made("if 0 < x", "P(x)", of="a")
    two["reading"] += made("if 2 < x", "P(x)", of="b")["reading"]
    assert said(claim, two) == [[], ["hypothesis changed, constant 0 → 2"]]


def test_nothing_is_compared_with_what_was_not_read() -> None:
    assert changes(made(), made("P(x)")) == []
    assert changes(made("P(x)"), made("P(x)"), "line") == []


def pairs() -> list[tuple[str, Any, Any, str]]:
    """Each claim of the registry with each of its repairs, and the line that it is one of."""
    found = []
    for name in ids():
        for claim in family(load(name)):
            for repair in claim.repaired:
                line = repair.id.rpartition(".repaired")[0]
                known = line in {item.id for item in claim.lines}
                found.append((repair.id, claim, repair, line if known else ""))
    return found


@by_turns(2)
@some_of(4, kind=paper)
@pytest.mark.parametrize(
    ("claim", "repair", "line"), [p[1:] for p in pairs()], ids=[p[0] for p in pairs()]
)
def test_every_repair_says_what_it_changes(claim: Any, repair: Any, line: str) -> None:
    """In marks, in the formulas that were read, or in a sentence where it is another statement."""
    before, after = state(claim), state(repair)
    known = claim.source.definitions
    before["proof_steps"] = [
        {"id": x.id, "printed": x.printed, "stated": stated(x, known)} for x in claim.lines
    ]
    attacked = claim.attempts[0].id if claim.attempts else ""
    before["refutation"] = {"evidence": attacked} if attacked else None
    before["repaired"] = [{"id": repair.id}]
    after |= {"proof_steps": [], "refutation": None}
    (shown,) = html._repairs(before, {repair.id: after})  # type: ignore[arg-type, dict-item]
    assert shown["how"] in ("marked", "same", "read") or shown["differs"]
    assert shown["differs"] == repair.differs
    if claim.id in NOTHING_READ:
        assert before["reading"] == []
        return
    found = changes(before, after, line)  # type: ignore[arg-type]
    if line and not any(x.attempts or x.obligations for x in claim.lines if x.id == line):
        assert found == []  # a line that nothing formal stands for
        return
    assert sum(map(len, found)) > 0


ONE, OTHER = "$sum_(i=1)^d K abs(epsilon_i - mu)$", "$sum_(i=1)^d K abs(epsilon_i - mu) + sigma$"


def test_formulas_of_other_sentences_are_compared() -> None:
    """The likest of each; what both texts have is no change of anything."""
    same = "$norm(f(X) - T(X))_oo < epsilon$"
    printed = f"We have {same}, and for some reason or other also {ONE}."
    other = f"Let every input be bounded from above and below: {OTHER} wherever {same} does hold."
    rendered = formulas.render([printed, other])
    made = compared(rendered[printed].html, rendered[other].html)
    assert made.alike
    assert made.before.count("<math") == 1
    assert re.findall(r'class="(?:new|old)">([^<]*)<', made.after) == ["+", "𝜎"]
    nothing = formulas.render([same])[same].html
    assert not compared(nothing, rendered[other].html).alike, "no formula of it is another, changed"
