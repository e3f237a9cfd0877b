"""Slips in the texts: what each word is computed from, and the quotations."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proofs import read_slips, registry
from proofs.claims import Source
from proofs.slips import MISDIRECTED, NOTED, PAPERS, Pointer, Slip, slips, word

PLACES = {"Figure 4": "Outputs, Appendix G", "Figure 7": "Distribution of inputs, Appendix J"}
BY_CLAIM = [slip for slip in slips() if isinstance(slip.by, str)]


def test_every_paper_named_has_some() -> None:
    assert {slip.source.paper for slip in slips()} == set(PAPERS)
    for slip in slips():
        assert slip.printed
        assert slip.should
        assert slip.why.endswith(".")


# --- what decides them ---------------------------------------------------------------------------


def test_a_pointer_is_misdirected_by_what_is_printed_there() -> None:
    pointer = Pointer("Figure 4", "Figure 7", ("inputs", "Appendix J"), PLACES)
    assert pointer.why() == "; ".join(f"{k}: {v}" for k, v in PLACES.items())
    absent = Pointer("Theorem 9", "Figure 7", ("inputs",), PLACES)
    assert absent.why().startswith("there is no Theorem 9; Figure 7")


@pytest.mark.parametrize(
    ("named", "meant", "sought", "why"),
    [
        ("Figure 7", "Figure 4", ("inputs",), "Figure 7 has what is sought"),
        ("Figure 4", "Figure 4", ("inputs",), "Figure 4 has not what is sought"),
        ("Figure 4", "Figure 8", ("inputs",), "Figure 8 has not what is sought"),
        ("Figure 4", "Figure 7", ("inputs", "Appendix K"), "Figure 7 has not what is sought"),
        ("Figure 4", "Figure 7", (), "Figure 4 has what is sought"),
    ],
)
def test_a_pointer_that_is_not_misdirected_is_refused(
    named: str, meant: str, sought: tuple[str, ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        Pointer(named, meant, sought, PLACES)


def test_a_word_is_that_of_what_decides() -> None:
    source = Source("fl", "", "", "", "")
    pointer = Pointer("Figure 4", "Figure 7", ("inputs",), PLACES)
    assert word(Slip("fl.a", source, "", "", ""), {"fl.a": "refuted"}) == NOTED
    assert word(Slip("fl.a", source, "", "", "", pointer), {}) == MISDIRECTED
    decided = Slip("fl.a", source, "", "", "", "fl.table8.clients")
    assert word(decided, {"fl.table8.clients": "refuted"}) == "refuted"
    assert word(decided, {"fl.table8.clients": "proved"}) == "proved"
    assert word(decided, {}) == "not decided"


@pytest.mark.parametrize("slip", BY_CLAIM, ids=lambda slip: slip.id)
def test_a_claim_that_decides_is_one_of_the_paper_and_is_attacked(slip: Slip) -> None:
    claim = registry.load(str(slip.by))
    assert claim.kind == "data"
    assert claim.source.paper == slip.source.paper
    assert claim.attempts


# --- quotations ----------------------------------------------------------------------------------


def test_a_quotation_is_found_through_line_ends_and_markup() -> None:
    text = "where <b>each</b> of $A_1$, $\\mathbf{A}_2$ is a lin-\near map; the\nend"
    assert read_slips.found("each of … is a linear map", text)
    assert read_slips.found("The end", text)
    assert not read_slips.found("is a linear map … each of", text)
    assert not read_slips.found("is an affine map", text)


def test_the_command_says_what_is_not_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.txt"
    own = [slip for slip in slips() if slip.source.paper == "sumformer"]
    path.write_text("\n".join(slip.printed for slip in own), encoding="utf-8")
    assert read_slips.main(["sumformer", str(path)]) == 0
    assert capsys.readouterr().out == f"{len(own)} of {len(own)} quotations found\n"
    path.write_text("\n".join(slip.printed for slip in own[1:]), encoding="utf-8")
    assert read_slips.main(["sumformer", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"not found  {own[0].id}: ")
    assert out.endswith(f"{len(own) - 1} of {len(own)} quotations found\n")
    assert read_slips.main(["weierstrass", str(path)]) == 2
    assert read_slips.main(["fl", str(tmp_path / "none.txt")]) == 2
    assert "cannot read" in capsys.readouterr().err


@pytest.mark.parametrize("paper", PAPERS)
def test_the_quotations_are_those_of_the_papers_text(paper: str) -> None:
    """With NETPROOF_TEXT_PLN, ..._FL and so on set to the file of the paper's text."""
    name = f"NETPROOF_TEXT_{paper.upper()}"
    if name not in os.environ:
        pytest.skip(f"{name} names no text")
    assert read_slips.main([paper, os.environ[name]]) == 0
