"""Verdicts follow from evidence: every word, and what outweighs what."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofs import kept, vacuity
from proofs.claims import Attempt, Claim, Line, Obligation, Reading, Source, Typing, Witness
from proofs.decide import mistyped
from proofs.evidence import dumps, establish, gather, of_attempt, of_obligation
from proofs.trees.script import Json, auto, look, statement, use
from proofs.verdicts import Decision, decide
from tests.sampling import some_of

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
    read = tuple(
        Reading("as printed", path, "", item.id)
        for item in (*parts["obligations"], *parts.get("attempts", ()))
        for path in [("given", i) for i in range(len(item.statement["given"]))] + [("show",)]
    )
    return Claim("t", "theorem", "", source, "", read, **parts)


def decided(**parts: Any) -> Decision:
    made = claim(**parts)
    return decide(made, gather(made))


def test_the_pieces_are_what_their_names_say() -> None:
    assert of_obligation(TRUE).proved
    assert of_obligation(ALSO_TRUE).proved
    assert not of_obligation(FALSE).proved
    assert of_attempt(HITS).proved
    assert not of_attempt(MISSES).proved


@some_of(6)
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
        ({"obligations": (TRUE,), "attempts": (HITS,)}, "proved"),  # of another statement
        ({"obligations": (TRUE,), "attempts": (MISSES,)}, "proved"),
        ({"obligations": (FALSE,), "attempts": (MISSES, HITS)}, "refuted"),
    ],
)
def test_the_verdict_on_the_statement(parts: dict[str, Any], verdict: str) -> None:
    decision = decided(**parts)
    assert decision.verdict == verdict
    attacked = parts.get("obligations") or parts.get("attempts") or ()
    hit = next((o.id for o in attacked if o.statement == HITS.statement), "")
    assert decision.refuted_by == (hit if verdict == "refuted" else "")
    expected = {"proved": ("kernel", "all"), "refuted": ("kernel", "instance")}
    assert (decision.level, decision.scope) == expected.get(verdict, (None, None))


HOLDS = Line("t.l.holds", "", (TRUE,))
FAILS = Line("t.l.fails", "", attempts=(HITS,))
OPEN = Line("t.l.open", "", (FALSE,))
EMPTY = Line("t.l.empty", "")
GAP = Line("t.l.gap", "", (TRUE,), (HITS,), conclusion_stands="t.true")
NO_GAP = Line("t.l.nogap", "", (FALSE,), (HITS,), conclusion_stands="t.false")


@some_of(6)
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
        ((OPEN, FAILS), "broken", "t.l.open", "fails"),  # the same statement
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
        assert decision.lines[lines[-1].id] == status


def test_a_failing_line_outweighs_a_gap_before_it() -> None:
    gap = Line("t.l.gap", "", (TRUE,), (replace(HITS, id="t.hits2"),), conclusion_stands="t.true")
    decision = decided(obligations=(ALSO_TRUE,), lines=(gap, FAILS))
    assert (decision.printed_proof, decision.first_failing) == ("broken", "t.l.fails")


@pytest.mark.parametrize(
    ("weaker", "verdict"),
    [
        ({"level": "solvers", "certificate": None}, "supported"),
        ({"level": "solvers", "certificate": None, "outcome": "declined"}, "open"),
        ({"outcome": "declined", "certificate": None}, "open"),
        ({"certificate": b"{}"}, "open"),
    ],
)
def test_the_weakest_obligation_decides(weaker: dict[str, Any], verdict: str) -> None:
    made = claim(obligations=(TRUE, ALSO_TRUE))
    found = gather(made)
    assert decide(made, found).verdict == "proved"
    found["t.true"] = replace(found["t.true"], **weaker)
    decision = decide(made, found)
    assert decision.verdict == verdict
    assert decision.level == ("solvers" if verdict == "supported" else None)


# --- ill-formed and vacuous ----------------------------------------------------------------------


def typing(name: str, show: Json) -> Typing:
    return Typing(f"t.{name}", "", statement(REAL, [], show, {"f": 2}))


ONE_ARGUMENT = typing("one", ["<", ["app", "f", "x"], "1"])  # f takes two
SLIP = typing("slip", ["<", ["app", "h", "x"], "1"])  # there is no h
NOBODY = typing("nobody", ["<", "x", "y"])  # there is no y
READABLE = typing("readable", ["<", ["app", "f", "x", "x"], "1"])
OUTSIDE = typing("outside", ["<", ["gamma", "x"], "1"])  # the kernel declines: no error of type


@pytest.mark.parametrize(
    ("typings", "verdict"),
    [
        ((), "open"),
        ((ONE_ARGUMENT,), "ill-formed"),
        ((SLIP,), "open"),
        ((ONE_ARGUMENT, NOBODY), "open"),  # a name that is not declared is a slip of the pen
        ((ONE_ARGUMENT, READABLE), "open"),
        ((OUTSIDE,), "open"),
    ],
)
def test_ill_formed_is_what_no_reading_types(typings: tuple[Typing, ...], verdict: str) -> None:
    decision = decided(typings=typings)
    assert decision.verdict == verdict
    assert ("unknown-function" in decision.because) == (verdict == "ill-formed")


def test_what_has_a_statement_that_can_be_read_is_not_ill_formed() -> None:
    assert decided(attempts=(HITS,), typings=(ONE_ARGUMENT,)).verdict == "refuted"
    assert decided(obligations=(TRUE,), typings=(ONE_ARGUMENT,)).verdict == "proved"
    assert mistyped(ONE_ARGUMENT.statement).startswith("unknown-function")
    assert mistyped(NOBODY.statement) == mistyped(READABLE.statement) == ""


NEVER_HELD = obligation("never", ["<", "x", "0"], [["<", "x", "1"], ["<", "1", "x"]])


def judged(*obligations: Obligation, **parts: Any) -> Decision:
    made = claim(obligations=obligations, **parts)
    found = gather(made)
    return decide(made, found, vacuity.gather(made, found, search=True))


def test_a_statement_about_nothing_is_vacuous() -> None:
    decision = judged(NEVER_HELD)
    assert (decision.verdict, decision.level, decision.scope) == ("vacuous", "kernel", "all")
    assert "t.never" in decision.because


def test_an_empty_case_beside_others_is_vacuous_too() -> None:
    decision = judged(NEVER_HELD, TRUE)
    assert (decision.verdict, decision.ends["t.true"]) == ("vacuous", "proved")


def test_vacuous_comes_after_refuted_and_open() -> None:
    also = obligation("also_false", ["<", "0", SQUARE])
    attack = replace(HITS, statement=also.statement)
    assert judged(NEVER_HELD, also, attempts=(attack,)).verdict == "refuted"
    assert judged(NEVER_HELD, FALSE).verdict == "open"


def test_contradictory_hypotheses_need_a_certificate() -> None:
    made = claim(obligations=(NEVER_HELD,))
    found = gather(made)
    rows = vacuity.gather(made, found, search=True)
    rows["t.never"][0] = replace(rows["t.never"][0], certificate=None)
    for controls in (rows, {}):  # without, nothing is shown to meet them
        decision = decide(made, found, controls)
        assert (decision.verdict, len(decision.given)) == ("conditional", 1)


def test_only_a_certificate_refutes() -> None:
    made = claim(attempts=(HITS,))
    found = gather(made)
    assert decide(made, found).verdict == "refuted"
    found["t.hits"] = replace(found["t.hits"], certificate=found["t.hits"].certificate[:-9])
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
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    kept.put(kept.CERTIFICATES, {"t.false": (FALSE.statement, dumps(forged))})
    assert kept.found(kept.CERTIFICATES, "t.false", FALSE.statement) == dumps(forged)
    found = of_obligation(FALSE)
    assert not found.proved
    assert found.certificate is None
    for junk in (b"", b"[]", b"{}", b"\xff", b'{"statement": 1'):
        kept.put(kept.CERTIFICATES, {"t.true": (TRUE.statement, junk)})
        assert of_obligation(TRUE).proved, "junk is passed over and the proof found again"


def test_the_digest_is_that_of_the_certificate() -> None:
    import hashlib

    found = of_obligation(TRUE)
    assert found.certificate is not None
    assert found.digest() == hashlib.sha256(found.certificate).hexdigest()
