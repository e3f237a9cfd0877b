"""Every claim on narrow terminals, with and without mathematical characters."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import pytest
from rich.cells import cell_len

from proofs.certify import family
from proofs.registry import ids, load
from reports import terminal
from reports.record import Claim, Record
from reports.record import load as read
from tests.sampling import by_turns, paper, some_of
from verify import finding, plain_text
from verify.runner import state

SAMPLE = Path(__file__).parents[1] / "reports" / "sample_run.json"
WIDTHS = (60, 80)
ENCODINGS = ("utf-8", "ascii")


def written(draw: Callable[[Any], None], width: int, encoding: str) -> str:
    """What arrives at a terminal of this width and encoding."""
    raw = io.BytesIO()
    before, out = sys.stdout, plain_text.fitted(io.TextIOWrapper(raw, encoding=encoding))
    sys.stdout = out
    try:
        draw(terminal.console(width))
        out.flush()
    finally:
        sys.stdout = before
    return raw.getvalue().decode("utf-8")


def fits(text: str, width: int) -> None:
    """No line is too long but a command, which is there to be copied."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("verify check ")]
    assert max(map(cell_len, lines)) <= width


def named(record: Record) -> Record:
    """The sample with the ids and titles of all claims in turn, refuted or proved."""
    sample = record["claims"]
    record["claims"] = []
    for number, (name, about) in enumerate(finding.index()["claims"].items()):
        claim = deepcopy(sample[number % len(sample)])
        claim |= {"id": name, "of": about["of"], "title": about["title"]}
        claim["source"]["paper"] = name.partition(".")[0]
        record["claims"].append(claim)
    return record


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_id_is_broken_and_no_line_too_long(width: int) -> None:
    record = named(read(SAMPLE))
    for draw in (terminal.print_claims, terminal.print_errata):
        shown = [written(lambda to, d=draw: d(record, to), width, code) for code in ENCODINGS]  # type: ignore[misc]
        for text in shown:
            fits(text, width)
        assert shown[1].isascii()
        assert shown[0].count("?") == shown[1].count("?"), "nothing is a question mark instead"
        assert not re.search(r"\\[uxN]", shown[1])
    for text in (
        written(lambda to: terminal.print_claims(record, to), width, c) for c in ENCODINGS
    ):
        words = {line.split()[0] for line in text.splitlines() if line.split()}
        assert {claim["id"] for claim in record["claims"]} <= words
        assert "pln.thm1.no.such" not in words


@by_turns(3)
@some_of(3, kind=paper)
@pytest.mark.parametrize("name", ids())
def test_what_is_shown_of_a_claim(name: str) -> None:
    """What the claim says, and how it was read; what was decided is that of the sample."""
    record = read(SAMPLE)
    for one in family(load(name)):
        claim = cast(Claim, {**deepcopy(record["claims"][0]), **state(one), "of": name})
        claim["definitions"] = []
        about: Record = {**record, "claims": [claim]}
        for width in WIDTHS:
            shown = [
                written(lambda to: terminal.print_claim(about, one.id, to), width, code)  # noqa: B023
                for code in ENCODINGS
            ]
            for text in shown:
                fits(text, width)
                assert one.id in text.split()
            assert shown[1].isascii()
            assert shown[0].count("?") == shown[1].count("?")
            assert not re.search(r"\\[uxN]", shown[1]), re.findall(r"\S*\\[uxN]\S*", shown[1])
