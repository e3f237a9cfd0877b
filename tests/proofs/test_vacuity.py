"""The controls of an obligation: data, hypotheses dropped, bounds tightened, and what is kept."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from proofs import kept, registry, vacuity
from proofs.certify import family
from proofs.claims import Attempt, Claim, Obligation, Reading, Source, Witness
from proofs.evidence import Evidence, dumps, of_obligation
from proofs.evidence import gather as gather_evidence
from proofs.kernel import check
from proofs.library.exponential import axiom
from proofs.pln.symbols import S
from proofs.trees.script import Json, auto, intro, statement
from proofs.vacuity import DROPPED, REFUTED, Row, controls, decide_row, tightened
from proofs.verdicts import decide
from reports.html import render_details
from reports.record import RecordError, validate
from reports.tables import control_outcome
from verify.runs import run

ZERO = S.const(0)
REAL = {"x": "real", "y": "real"}


@pytest.fixture(autouse=True)
def empty_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "kept")
    return tmp_path / "kept"


def obligation(given: list[Json], show: Json) -> Obligation:
    return Obligation("t.o", "", statement(REAL, given, show), lambda: auto(seconds=1))


def rows_of(made: Obligation) -> list[Row]:
    return vacuity.of_obligation(made, of_obligation(made))


def keep(made: Obligation, rows: list[Row], evidence: Evidence) -> None:
    content = vacuity.stored(rows, evidence)
    kept.put(kept.CONTROLS, {made.id: (made.statement, content)}, vacuity.joined)


def outcomes(made: Obligation) -> list[tuple[str, int, str]]:
    return [(row.kind, row.index, row.outcome) for row in rows_of(made)]


POSITIVE = obligation([["<", "0", "x"], ["<=", "1", "y"]], ["<", "0", ["*", "x", "y"]])
IDLE = obligation([["<", "0", "x"], ["<=", "1", "y"]], ["<=", "0", "x"])
EMPTY = obligation([["<", "x", "y"], ["<", "y", "x"]], ["=", "x", "7"])


def test_every_hypothesis_is_needed_and_the_bound_is_not_the_best() -> None:
    assert outcomes(POSITIVE) == [
        ("satisfiable", 0, "hold"),
        ("dropped", 0, "refuted"),
        ("dropped", 1, "refuted"),
        ("tightened", 0, "provable"),  # 0 < xy - |xy|/10
    ]


def test_a_hypothesis_that_is_not_needed_is_found_out() -> None:
    assert [row[2] for row in outcomes(IDLE)] == [
        "hold", "refuted", "provable", "provable", "provable",
    ]  # fmt: skip


def test_data_that_meet_a_hypothesis_do_not_show_that_it_is_needed() -> None:
    """At 1/2 the conclusion fails, with the hypothesis and without it; below 0 only without."""
    false = {"vars": {"x": "real"}, "functions": {}, "given": [["<=", "0", "x"]]}
    (dropped,) = (
        row for row in controls({**false, "show": ["<=", "1", "x"]}) if row.kind == DROPPED
    )
    row = decide_row(dropped, None, ())
    assert row.outcome == REFUTED
    assert row.witness is not None
    assert Fraction(row.witness.values["x"]) < 0


def test_hypotheses_that_contradict_each_other() -> None:
    satisfiable, first, second = rows_of(EMPTY)
    assert satisfiable.outcome == "contradictory"
    assert satisfiable.needs["show"] == ["<", "0", "0"]
    assert (first.outcome, second.outcome) == ("refuted", "refuted")


def test_data_of_another_statement_serve_where_hypotheses_are_shared() -> None:
    """exp(0) = 1 by a script that is given for the other statement; not where data are missing."""
    first: Json = ["all", "u", "real", ["=", ["app", "f", ["-", "u", "u"]], "1"]]
    functions = {"f": 1}
    other = statement({"x": "real"}, [["<=", "0", "x"], first], ["<=", "0", "x"], functions)
    called: list[int] = []

    def script() -> Json:
        called.append(1)
        return intro("u0", axiom("exp-sum", [ZERO, ZERO], auto("e^0")))

    known = Attempt("t.s", "", other, Witness({"x": 2}, {"f": (("t",), ["exp", "t"])}), {1: script})
    own = statement({}, [first], ["=", ["app", "f", "0"], "1"], functions)
    made = Obligation("t.shared", "", own, lambda: auto(seconds=1))
    row = vacuity.of_obligation(made, of_obligation(made), (), [known])[0]
    assert (row.kind, row.outcome, called) == ("satisfiable", "hold", [1])
    assert row.certificate is not None
    assert check(row.certificate).accepted
    assert json.loads(row.certificate)["statement"] == row.needs
    more = statement({"y": "real"}, [first, ["<", "0", "y"]], own["show"], functions)
    wider = Obligation("t.wider", "", more, lambda: auto(seconds=1))
    vacuity.of_obligation(wider, of_obligation(wider), (), [known])
    assert called == [1]


def test_an_obligation_may_bring_its_own_data(empty_store: Path) -> None:
    """Where data are given they serve, and wrong ones do not."""
    given: list[Json] = [["<", "1", ["sqrt", "x"]], ["<", ["^", "x", 2], "2"]]
    sequent = statement({"x": "real"}, given, ["<", "1", "x"])

    def with_data(value: str) -> Obligation:
        attempt = Attempt("t.own.data", "", sequent, Witness({"x": Fraction(value)}))
        return Obligation("t.own", "", sequent, lambda: auto(seconds=1), lambda: attempt)

    evidence = of_obligation(Obligation("t.own", "", sequent, lambda: auto(seconds=1)))
    good = vacuity.of_obligation(with_data("7/5"), evidence)[0]
    assert (good.kind, good.outcome) == ("satisfiable", "hold")
    assert good.witness is not None
    assert good.witness.values == {"x": "7/5"}
    wrong = vacuity.of_obligation(with_data("2"), evidence)[0]
    assert wrong.witness is None or wrong.witness.values != {"x": "2"}


def test_a_tight_bound_is_seen_to_be_tight() -> None:
    """x (1 - x) <= 1/4, with equality at 1/2 and nowhere else."""
    made = obligation([], ["<=", ["*", "x", ["-", "1", "x"]], "1/4"])
    strict, smaller = rows_of(made)
    assert strict.outcome == smaller.outcome == "refuted"
    assert strict.witness is not None
    assert strict.witness.values["x"] == "1/2"


@pytest.mark.parametrize("made", [POSITIVE, IDLE, EMPTY])
def test_whatever_is_decided_has_a_certificate_of_what_it_says(made: Obligation) -> None:
    for row in rows_of(made):
        assert row.certificate is not None
        assert check(row.certificate).accepted
        assert json.loads(row.certificate)["statement"] == row.needs


def test_what_is_changed_is_one_thing() -> None:
    first, second = POSITIVE.statement["given"]
    rows = controls(POSITIVE.statement)
    assert [row.statement["given"] for row in rows] == [
        [first, second], [second], [first], [first, second],
    ]  # fmt: skip
    assert rows[0].statement["show"] == ["<", "0", "0"]
    assert all(row.statement["show"] == POSITIVE.statement["show"] for row in rows[1:3])


SMALLER = ["-", "b", ["/", ["abs", "b"], "10"]]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (["<=", "a", "b"], [["<", "a", "b"], ["<=", "a", SMALLER]]),
        (["<", "a", "b"], [["<", "a", SMALLER]]),
        (["<=", "a", "0"], [["<", "a", "0"]]),
        (["<", "a", "0"], []),
        (["=", "a", "b"], []),
        (["implies", "P", ["<", "a", "b"]], [["implies", "P", ["<", "a", SMALLER]]]),
        (["all", "k", "int", ["<=", "a", "0"]], [["all", "k", "int", ["<", "a", "0"]]]),
        (
            ["and", ["<=", "a", "0"], ["<=", "b", "0"]],
            [
                ["and", ["<", "a", "0"], ["<=", "b", "0"]],
                ["and", ["<=", "a", "0"], ["<", "b", "0"]],
            ],
        ),
    ],
)  # fmt: skip
def test_how_a_bound_is_tightened(formula: Json, expected: list[Json]) -> None:
    assert tightened(formula) == expected


# --- premises inside of a statement that is refuted ----------------------------------------------

ABSURD: Json = ["<", "1", "0"]


def inside(*premises: Json, then: Json = ["<", "2", "x"], bound: str = "x") -> Json:  # noqa: B006
    """``(for all x: premises => then) => 1 < 0``."""
    return ["implies", ["all", bound, "real", ["implies", ["and", *premises], then]], ABSURD]


def refuting(show: Json) -> Claim:
    attempt = Attempt(
        "t.inside", "", statement({}, [], show), Witness({}), {}, lambda: auto(seconds=1)
    )
    read = (Reading("as printed", ("show",)),)
    return Claim("t", "theorem", "", Source("t", "", "", "", ""), "", read, (), attempts=(attempt,))


def decided(claim: Claim) -> tuple[str, str]:
    """The verdict, and what is known of the premises."""
    found = gather_evidence(claim)
    assert found["t.inside"].proved, "as the kernel sees it"
    rows = vacuity.gather(claim, found, search=True)
    (row,) = rows.get("t.inside") or [Row("satisfiable", 0, {}, None, "none")]
    return decide(claim, found, rows).verdict, row.outcome


def test_premises_inside_of_a_refuted_statement_are_asked_for() -> None:
    """If they contradict each other, nothing is refuted."""
    assert decided(refuting(inside(["<", "3", "x"]))) == ("refuted", "hold")
    none = refuting(inside(["<", "3", "x"], ["<", "x", "2"]))
    assert decided(none) == ("open", "contradictory")
    assert decided(refuting(["implies", ["<", "0", "1"], ABSURD])) == ("refuted", "none")


# --- what is kept --------------------------------------------------------------------------------


def test_hypotheses_that_are_kept_as_undecided_are_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No file in the store can keep data, or a contradiction, from being found."""
    for made, outcome in ((POSITIVE, "hold"), (EMPTY, "contradictory")):
        evidence = of_obligation(made)
        rows = [replace(row, outcome="undecided", certificate=None, witness=None)
                for row in vacuity.of_obligation(made, evidence)]  # fmt: skip
        keep(made, rows, evidence)
        first, *rest = vacuity.of_obligation(made, evidence)
        assert first.outcome == outcome
        assert {row.outcome for row in rest} == {"undecided"}
    beside = Attempt("t.b", "", POSITIVE.statement, Witness({"x": 2, "y": 4}))
    monkeypatch.setattr(vacuity, "decide_row", lambda *_: pytest.fail("searched again"))
    keep(POSITIVE, [replace(row, outcome="undecided", certificate=None, witness=None)
                            for row in controls(POSITIVE.statement)], evidence)  # fmt: skip
    first, *_ = vacuity.of_obligation(POSITIVE, evidence, (), [beside])
    assert (first.outcome, first.witness) == ("hold", Witness({"x": "2", "y": "4"}))


def test_kept_rows_are_found_again_and_searched_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    evidence = of_obligation(IDLE)
    rows = vacuity.of_obligation(IDLE, evidence)
    keep(IDLE, rows, evidence)
    monkeypatch.setattr(vacuity, "decide_row", lambda *_: pytest.fail("searched again"))
    assert vacuity.of_obligation(IDLE, evidence) == rows


def test_a_kept_row_serves_its_own_statement_only(empty_store: Path) -> None:
    evidence = of_obligation(IDLE)
    keep(IDLE, vacuity.of_obligation(IDLE, evidence), evidence)
    assert rows_of(POSITIVE)[2].outcome == "refuted", "IDLE's row says provable"


@pytest.mark.parametrize("altered", ["provable", "contradictory", "hold", "nonsense", 7, None])
def test_a_forged_row_is_searched_again(altered: object, empty_store: Path) -> None:
    """Here y >= 1 is needed; no kept outcome can make it not so."""
    evidence = of_obligation(POSITIVE)
    rows = vacuity.of_obligation(POSITIVE, evidence)
    keep(POSITIVE, rows, evidence)
    data = json.loads(kept.found(kept.CONTROLS, "t.o", POSITIVE.statement) or b"")
    data["dropped.1"]["outcome"] = altered
    kept.put(kept.CONTROLS, {"t.o": (POSITIVE.statement, dumps(data))})
    assert vacuity.of_obligation(POSITIVE, evidence)[2].outcome == "refuted"
    data["dropped.1"] = {"outcome": altered, "proof": "same"}
    kept.put(kept.CONTROLS, {"t.o": (POSITIVE.statement, dumps(data))})
    assert vacuity.of_obligation(POSITIVE, evidence)[2].outcome == "refuted"


@pytest.mark.parametrize("junk", [b"{}", b"{\xff", b'{"satisfiable.0": 1}', b"{[]"])
def test_junk_in_the_store_is_passed_over(junk: bytes) -> None:
    kept.put(kept.CONTROLS, {"t.o": (POSITIVE.statement, junk)})
    assert kept.found(kept.CONTROLS, "t.o", POSITIVE.statement) == junk + b"\n"
    assert rows_of(POSITIVE)[0].outcome == "hold"


def test_the_record_says_it_and_the_page_shows_it(tmp_path: Path) -> None:
    source = Source("t", "", "", "", "")
    claim = Claim("t", "theorem", "", source, "", (), (IDLE,))
    record = run([claim], None, tmp_path, "test")
    validate(record)
    (group,) = record["claims"][0]["vacuity"]
    assert group["obligation"] == "t.o"
    assert [row["outcome"] for row in group["rows"][:3]] == ["hold", "refuted", "provable"]
    assert group["rows"][2]["changed"] == "1 ≤ y"
    assert control_outcome(group["rows"][2]) == "not needed: still provable"
    assert control_outcome(group["rows"][1]).startswith("needed: fails at x = ")
    for row in group["rows"]:
        assert check((tmp_path / row["certificate"]["file"]).read_bytes()).accepted
    page = render_details(record)["t.details.js"]
    assert "not needed: still provable" in page
    assert "Without: 1 ≤ y" in page
    record["claims"][0]["vacuity"][0]["obligation"] = "t.nobody"
    with pytest.raises(RecordError, match=r"vacuity\[0\]"):
        validate(record)


def test_what_is_kept_belongs_to_an_obligation() -> None:
    known = {
        obligation.id
        for claim_id in registry.ids()
        for claim in family(registry.load(claim_id))
        for obligation in (*claim.all_obligations(), *vacuity.premises(claim))
    }
    assert set(kept.names(kept.CONTROLS)) <= known
