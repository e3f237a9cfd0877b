"""What claims say in Typst's markup can be typeset: a page shows no source text for a formula."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from proofs import registry
from proofs.certify import family
from proofs.claims import Claim
from reports import formulas
from tests.sampling import by_turns, some_of

PAPERS = sorted({name.partition(".")[0] for name in registry.ids()})


def texts(claim: Claim) -> Iterator[str]:
    yield from (claim.statement, *claim.notes, *claim.not_claimed, *claim.assumes)
    for definition in claim.source.definitions:
        yield from (definition.says, definition.source)
    for reading in claim.readings:
        yield from (reading.printed, reading.note)
    yield from (obligation.says for obligation in claim.obligations)
    for control in claim.controls:
        yield control.attempt.says
    met = claim.satisfiable if isinstance(claim.satisfiable, tuple) else (claim.satisfiable,)
    yield from (attempt.says for attempt in met)
    for line in claim.lines:
        yield from (line.printed, line.why, line.repair)


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_text_of_a_paper_can_be_typeset(paper: str) -> None:
    claims = [
        c for i in registry.ids() if i.startswith(f"{paper}.") for c in family(registry.load(i))
    ]
    said = [text for claim in claims for text in texts(claim)]
    assert any("$" in text for text in said)
    found = formulas.render(said)
    assert {text: item.problem for text, item in found.items() if item.problem} == {}


def test_what_cannot_be_typeset_is_noticed() -> None:
    assert formulas.render(["$tok(i)$"])["$tok(i)$"].problem == "unknown variable: tok"
