"""Verdicts follow from evidence: every word, and what outweighs what."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofs import evidence as evidence_module
from proofs import vacuity
from proofs.claims import Attempt, Claim, Line, Obligation, Source, Typing, Witness
from proofs.evidence import dumps, establish, gather, of_attempt, of_obligation
from proofs.methods.script import Json, auto, look, statement, use
from proofs.verdicts import Decision, decide, mistyped

REAL = {"x": "real"}
SQUARE = ["*", "x", "x"]


def obligation(name: str, show: Json, given: list[Json] | None = None) -> Obligation:
    return Obligation(f"t.{name}", "", statement(REAL, given or [], show), lambda: auto(seconds=1))


def attempt(name: str, show: Json, at: int) -> Attempt:
    return Attempt(f"t.{name}", "", statement(REAL, [], show), Witness({"x": at}))


TRUE = obligation("true", ["<=", "0", SQUARE])
ALSO_TRUE = obligation("also", ["<=", "0", ["+", SQUARE, "1"]])
FALSE = obligation("false", ["<", "0", SQUARE])
HITS = attempt("hits", ["<", "0", SQUARE], 0)
MISSES = attempt("misses", ["<", "0", SQUARE], 1)


def claim(**parts: Any) -> Claim:
    source = Source("t", "", "", "", "")
    parts = {"obligations": (), **parts}
    return Claim("t", "theorem", "", source, "", (), **parts)


def decided(**parts: Any) -> Decision:
    made = claim(**parts)
    return decide(made, gather(made))


def test_the_pieces_are_what_their_names_say() -> None:
    assert of_obligation(TRUE).proved
    assert of_obligation(ALSO_TRUE).proved
    assert not of_obligation(FALSE).proved
    assert of_attempt(HITS).proved
    assert not of_attempt(MISSES).proved


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ({"obligations": (TRUE,)}, "proved"),
        ({"obligations": (TRUE, ALSO_TRUE)}, "proved"),
        ({"obligations": (TRUE, FALSE)}, "open"),
        ({"obligations": (FALSE,)}, "open"),
        ({"obligations": ()}, "open"),
        ({"attempts": (HITS,)}, "refuted"),
        ({"attempts": (MISSES,)}, "open"),
        ({"obligations": (TRUE,), "attempts": (HITS,)}, "refuted"),
        ({"obligations": (TRUE,), "attempts": (MISSES,)}, "proved"),
        ({"obligations": (FALSE,), "attempts": (MISSES, HITS)}, "refuted"),
    ],
)
def test_the_verdict_on_the_statement(parts: dict[str, Any], verdict: str) -> None:
    decision = decided(**parts)
    assert decision.verdict == verdict
    assert decision.refuted_by == ("t.hits" if verdict == "refuted" else "")
    expected = {"proved": ("kernel", "all"), "refuted": ("kernel", "instance")}
    assert (decision.level, decision.scope) == expected.get(verdict, (None, None))


HOLDS = Line("t.l.holds", "", (TRUE,))
FAILS = Line("t.l.fails", "", attempts=(HITS,))
OPEN = Line("t.l.open", "", (FALSE,))
EMPTY = Line("t.l.empty", "")
GAP = Line("t.l.gap", "", (TRUE,), (HITS,), conclusion_stands="t.true")
NO_GAP = Line("t.l.nogap", "", (FALSE,), (HITS,), conclusion_stands="t.false")


@pytest.mark.parametrize(
    ("lines", "printed", "first", "status"),
    [
        ((), "none", "", ""),
        ((HOLDS,), "checked", "", "holds"),
        ((FAILS,), "broken", "t.l.fails", "fails"),
        ((HOLDS, FAILS), "broken", "t.l.fails", "fails"),
        ((GAP,), "gap", "t.l.gap", "gap"),
        ((OPEN,), "gap", "t.l.open", "open"),
        ((EMPTY,), "gap", "t.l.empty", "open"),
        ((HOLDS, EMPTY), "gap", "t.l.empty", "open"),
        ((OPEN, FAILS), "broken", "t.l.fails", "fails"),
        ((NO_GAP,), "broken", "t.l.nogap", "fails"),
    ],
)
def test_the_status_of_the_printed_proof(
    lines: tuple[Line, ...], printed: str, first: str, status: str
) -> None:
    decision = decided(obligations=(ALSO_TRUE,), lines=lines)
    assert (decision.printed_proof, decision.first_failing) == (printed, first)
    assert decision.verdict == "proved", "a broken proof is no refutation of the statement"
    if lines:
        assert decision.lines[lines[-1].id].status == status


def test_a_failing_line_outweighs_a_gap_before_it() -> None:
    gap = Line("t.l.gap", "", (TRUE,), (replace(HITS, id="t.hits2"),), conclusion_stands="t.true")
    decision = decided(obligations=(ALSO_TRUE,), lines=(gap, FAILS))
    assert (decision.printed_proof, decision.first_failing) == ("broken", "t.l.fails")


@pytest.mark.parametrize(
    ("weaker", "verdict"),
    [
        ({"level": "enclosure"}, "certified"),
        ({"scope": "instance"}, "certified"),
        ({"level": "enclosure", "scope": "instance"}, "certified"),
        ({"level": "solvers"}, "supported"),
        ({"level": "symbolic"}, "supported"),
        ({"level": "sampled"}, "supported"),
        ({"scope": "samples"}, "supported"),
        ({"outcome": "declined"}, "open"),
        ({"outcome": "fails"}, "open"),
    ],
)
def test_the_weakest_obligation_decides(weaker: dict[str, str], verdict: str) -> None:
    made = claim(obligations=(TRUE, ALSO_TRUE))
    found = gather(made)
    assert decide(made, found).verdict == "proved"
    found["t.true"] = replace(found["t.true"], **weaker)
    decision = decide(made, found)
    assert decision.verdict == verdict
    expected = (weaker.get("level", "kernel"), weaker.get("scope", "all"))
    assert (decision.level, decision.scope) == ((None, None) if verdict == "open" else expected)


# --- ill-formed and vacuous ----------------------------------------------------------------------


def typing(name: str, show: Json) -> Typing:
    return Typing(f"t.{name}", "", statement(REAL, [], show, {"f": 2}))


ONE_ARGUMENT = typing("one", ["<", ["app", "f", "x"], "1"])  # f takes two
NOBODY = typing("nobody", ["<", "x", "y"])  # there is no y
READABLE = typing("readable", ["<", ["app", "f", "x", "x"], "1"])
OUTSIDE = typing("outside", ["<", ["gamma", "x"], "1"])  # the kernel declines: no error of type


@pytest.mark.parametrize(
    ("typings", "verdict"),
    [
        ((), "proved"),
        ((ONE_ARGUMENT,), "ill-formed"),
        ((ONE_ARGUMENT, NOBODY), "ill-formed"),
        ((ONE_ARGUMENT, READABLE), "proved"),
        ((OUTSIDE,), "proved"),
    ],
)
def test_ill_formed_is_what_no_reading_types(typings: tuple[Typing, ...], verdict: str) -> None:
    decision = decided(obligations=(TRUE,), typings=typings)
    assert decision.verdict == verdict
    assert ("unknown-function" in decision.because) == (verdict == "ill-formed")


def test_a_refutation_outweighs_a_type_error_and_that_an_open_obligation() -> None:
    assert decided(attempts=(HITS,), typings=(NOBODY,)).verdict == "refuted"
    assert decided(obligations=(FALSE,), typings=(NOBODY,)).verdict == "ill-formed"
    assert mistyped(NOBODY) == "unknown-name: y"
    assert mistyped(READABLE) is None


NEVER_HELD = obligation("never", ["<", "x", "0"], [["<", "x", "1"], ["<", "1", "x"]])


def judged(*obligations: Obligation, **parts: Any) -> Decision:
    made = claim(obligations=obligations, **parts)
    found = gather(made)
    return decide(made, found, vacuity.gather(made, found))


def test_a_statement_about_nothing_is_vacuous() -> None:
    decision = judged(NEVER_HELD)
    assert (decision.verdict, decision.level, decision.scope) == ("vacuous", "kernel", "all")
    assert "t.never" in decision.because


def test_an_empty_case_beside_others_is_not() -> None:
    assert judged(NEVER_HELD, TRUE).verdict == "proved"


def test_vacuous_comes_after_refuted_and_ill_formed() -> None:
    assert judged(NEVER_HELD, attempts=(HITS,)).verdict == "refuted"
    assert judged(NEVER_HELD, typings=(NOBODY,)).verdict == "ill-formed"
    assert judged(NEVER_HELD, FALSE).verdict == "open"


def test_contradictory_hypotheses_need_a_certificate() -> None:
    made = claim(obligations=(NEVER_HELD,))
    found = gather(made)
    rows = vacuity.gather(made, found)
    rows["t.never"][0] = replace(rows["t.never"][0], certificate=None)
    assert decide(made, found, rows).verdict == "proved"
    assert decide(made, found).verdict == "proved", "controls that were not run say nothing"


@pytest.mark.parametrize("weaker", [{"level": "enclosure"}, {"outcome": "declined"}])
def test_only_kernel_evidence_refutes(weaker: dict[str, str]) -> None:
    made = claim(attempts=(HITS,))
    found = gather(made)
    found["t.hits"] = replace(found["t.hits"], **weaker)
    assert decide(made, found).verdict == "open"


# --- evidence ------------------------------------------------------------------------------------


def test_what_cannot_be_found_is_declined_with_a_reason() -> None:
    for script in (
        lambda: auto(seconds=1),
        lambda: use(7, [], auto()),
        lambda: look(lambda context: use(int([][0]), [])),  # a hypothesis that is not there
    ):
        found = establish("t.x", "", FALSE.statement, script)
        assert (found.outcome, found.certificate, found.proved) == ("declined", None, False)
        assert found.reason
        assert "\n" not in found.reason


def test_a_false_certificate_in_the_store_proves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is not trusted: the kernel rejects a certificate whose proof does not fit."""
    good = establish("t.true", "", TRUE.statement, TRUE.script)
    assert good.certificate is not None
    forged = {**json.loads(good.certificate), "statement": FALSE.statement}
    monkeypatch.setattr(evidence_module, "SHIPPED", tmp_path)
    (tmp_path / "t.false.json").write_bytes(dumps(forged))
    found = of_obligation(FALSE)
    assert not found.proved
    assert found.certificate is None
    for junk in (b"", b"[]", b"{}", b"\xff", b'{"statement": 1'):
        (tmp_path / "t.true.json").write_bytes(junk)
        assert of_obligation(TRUE).proved, "junk is passed over and the proof found again"


def test_the_digest_is_that_of_the_certificate() -> None:
    import hashlib

    found = of_obligation(TRUE)
    assert found.certificate is not None
    assert found.digest() == hashlib.sha256(found.certificate).hexdigest()
