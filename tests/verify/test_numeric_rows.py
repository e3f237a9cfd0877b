"""The mpmath rows: they agree with the kernel, and a planted error stops the run."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofs import vacuity
from proofs.claims import Attempt, Obligation, Witness
from proofs.evidence import gather, of_attempt, of_obligation
from proofs.registry import find
from proofs.search.enclosures import NoEnclosure, enclosed
from verify import kept_rows, numeric_rows
from verify.cli import main
from verify.numeric_rows import Disagreement, Side, compare

ROOT = ["sqrt", "2"]
TWO = "2." + 49 * "0"  # a product of roots, rounded


def sequent(given: list[Any], show: Any, **names: Any) -> dict[str, Any]:
    functions = {n: a for n, a in names.items() if isinstance(a, int)}
    sorts = {n: s for n, s in names.items() if isinstance(s, str)}
    return {"vars": sorts, "functions": functions, "given": given, "show": show}


def row_of(statement: dict[str, Any]) -> dict[str, Any]:
    obligation = Obligation("test.row", "", statement)
    evidence = of_obligation(obligation)
    rows = vacuity.of_obligation(obligation, evidence)
    return dict(numeric_rows.of_obligation(obligation, evidence, rows))


def test_both_sides_to_fifty_digits() -> None:
    found = compare(Side("<", ROOT, "3/2", {}), {})
    assert found.left == "1.4142135623730950488016887242096980785696718753769"
    assert found.right == "1.5"
    assert (found.digits, found.by) == (50, "kernel")


@pytest.mark.parametrize(
    "term",
    [
        ["exp", ["/", "-22", "7"]],
        ["log", "1/1000000"],
        ["tanh", "3"],
        ["atan", ["pi"]],
        ["sum", "k", "1", "9", ["/", ["sin", "k"], ["+", "1", ["cos", ["*", "2", "k"]]]]],
        ["floor", ["*", "3", ["/", "1", "3"]]],
        ["max", ["sqrt", "3"], ["min", "2", ["sqrt", "5"]]],
        ["exp", "5000"],  # beyond the kernel: balls
    ],
)
def test_every_operation_agrees_with_the_product(term: Any) -> None:
    assert compare(Side("=", term, term, {}), {}).digits == 50


def test_a_planted_wrong_enclosure_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    low, high, by = enclosed(ROOT, Fraction(1, 10**60))
    off = 3 * Fraction(1, 10**49)  # three units in the last digit
    monkeypatch.setattr("proofs.search.enclosures.enclosed", lambda *_: (low + off, high + off, by))
    with pytest.raises(Disagreement, match=r"mpmath has 1\.41421356"):
        compare(Side("=", ROOT, ROOT, {}), {})


def test_a_wrong_operation_of_mpmath_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    from constructions.interop.mp_terms import Evaluator, Number

    assert row_of(sequent([], ["<=", "0", ["sqrt", ["abs", "x"]]], x="real"))["holds"] > 0

    def off(self: Evaluator, a: Number) -> Number:
        return Number(self.context.sqrt(a.mp) * (1 + self.context.mpf(10) ** -45))

    monkeypatch.setattr(Evaluator, "_sqrt", off)
    with pytest.raises(Disagreement):
        compare(Side("=", ROOT, ROOT, {}), {})


def test_a_proved_statement_that_fails_stops_the_run() -> None:
    statement = sequent([["<=", "0", "x"]], ["<=", "x", "1"], x="real")
    obligation = Obligation("test.false", "", statement)
    evidence = of_obligation(obligation)
    rows = vacuity.of_obligation(obligation, evidence)
    row = numeric_rows.of_obligation(obligation, evidence, rows)
    assert row["fails"] > 0  # it is false, and said to be: nothing was proved
    proved = replace(evidence, outcome="holds", level="kernel")
    with pytest.raises(Disagreement, match="proved, and mpmath finds that it fails"):
        numeric_rows.of_obligation(obligation, proved, rows)


BUMP = ["-", "1", ["abs", ["sign", ["-", "i", "1"]]]]
STEPS = [
    ["<=", "1", "n"],
    ["all", "i", "int", ["implies", ["and", ["<=", "1", "i"], ["<=", "i", "n"]],
     ["=", ["app", "g", "i"], ["-", ["*", "i", "x"], BUMP]]]],
]  # fmt: skip


def test_what_was_only_sampled_is_not_said_to_hold() -> None:
    every = row_of(
        sequent([], ["all", "y", "real", ["<=", "0", ["^", ["+", "x", "y"], 2]]], x="real")
    )
    assert (every["holds"], every["seen"] > 0) == (0, True)
    few = ["all", "k", "int", ["implies", ["<=", "1", "k"], ["implies", ["<=", "k", "3"],
           ["<=", "1", ["*", "k", "k"]]]]]  # fmt: skip
    all_of_them = row_of(sequent([], few, x="real"))
    assert (all_of_them["holds"] > 0, all_of_them["seen"]) == (True, 0)
    equal = row_of(sequent([], ["=", ["^", ["sqrt", "2"], 2], "2"]))
    assert (equal["holds"], equal["seen"] > 0) == (0, True)


@pytest.mark.parametrize(("summed", "fails"), [("2", False), ("3", True)])
def test_data_for_hypotheses_that_define_a_sequence(summed: str, fails: bool) -> None:
    """g(1) + ... + g(n) = n(n + 1)/2 x - 1 for g(i) = i x, less 1 at i = 1."""
    total = ["+", ["*", summed, ["sum", "i", "1", "n", ["app", "g", "i"]]], summed]
    show = ["=", total, ["*", "x", ["*", "n", ["+", "n", "1"]]]]
    statement = sequent(STEPS, show, x="real", n="int", g=1)
    tally = numeric_rows._Tally()
    assert next(numeric_rows._seeming(statement, (), tally))[1]  # all hypotheses hold there
    obligation = Obligation("test.steps", "", statement)
    evidence = replace(
        of_obligation(Obligation("", "", sequent([], ["<", "0", "1"]))), outcome="declined"
    )
    row = numeric_rows.of_obligation(obligation, evidence, [])
    assert row["moved"] > 0
    assert (row["fails"] > 0) is fails
    if fails:  # a wrong proof of it would be noticed
        proved = replace(evidence, outcome="holds", level="kernel")
        with pytest.raises(Disagreement, match="proved, and mpmath finds that it fails"):
            numeric_rows.of_obligation(obligation, proved, [])


def test_what_a_proof_names_is_tried() -> None:
    show = ["some", "y", "real", ["=", ["*", "17", "y"], ["+", "x", "5"]]]
    proof = {
        "by": "both",
        "then": [{"by": "some", "is": ["/", ["+", "x", "5"], "17"], "then": [{}]}],
    }
    text = json.dumps({"statement": {}, "proof": proof})
    assert numeric_rows.witnesses(show, text) == {"y": ["/", ["+", "x", "5"], "17"]}
    assert numeric_rows.witnesses(show, None) == {}
    statement = sequent([["<=", "2", "x"]], show, x="real")
    none, one = (
        numeric_rows._of_statement("test.some", "obligation", statement, False, named=named)
        for named in ({}, numeric_rows.witnesses(show, text))
    )
    assert (none["holds"], one["holds"] > 0) == (0, True)


def test_a_refutation_shows_its_two_sides() -> None:
    statement = sequent([["<=", "0", "x"]], ["<", ["*", "x", "x"], "2"], x="real")
    attempt = Attempt("test.attempt", "", statement, Witness({"x": ROOT}))
    evidence = of_attempt(attempt)
    assert evidence.proved
    row = numeric_rows.of_attempt(attempt, evidence)
    assert [row["shown"][0][side] for side in ("left", "relation", "right")] == [TWO, "<", "2"]
    true = replace(attempt, statement=sequent([], ["<", ["*", "x", "x"], "3"], x="real"))
    with pytest.raises(Disagreement, match="the refuted conclusion holds"):
        numeric_rows.of_attempt(true, evidence)


def test_undefined_terms_make_a_relation_false() -> None:
    row = row_of(sequent([], ["=", ["/", "x", "x"], "1"], x="real"))
    assert row["fails"] > 0  # at x = 0
    assert row_of(sequent([["!=", "x", "0"]], ["=", ["/", "x", "x"], "1"], x="real"))["fails"] == 0


def test_cancelled_digits_are_noticed() -> None:
    from constructions.interop.mp_terms import Unevaluated, fifty

    near = ["+", "1", ["*", ["sqrt", "2"], ["/", "1", str(10**60)]]]
    assert fifty(["-", near, "1"], {}, {}).text.startswith("1.4142135623")
    lost = ["-", ["exp", ["*", ["sqrt", "2"], "20000"]], ["exp", ["*", ["sqrt", "2"], "20000"]]]
    assert fifty(lost, {}, {}).text == "0"
    deep = ["sin", ["*", "1", ["exp", "300"]]]
    with pytest.raises(Unevaluated):
        fifty(deep, {}, {})


def test_a_hostile_term_is_not_evaluated() -> None:
    from constructions.interop.mp_terms import Unevaluated, fifty

    long = ["sum", "k", "1", "1000", ["sum", "j", "1", "1000", ["exp", ["*", "j", "k"]]]]
    tower = ["exp", ["exp", ["exp", "100"]]]
    for term in (long, tower):
        with pytest.raises(Unevaluated):
            fifty(term, {}, {})
    with pytest.raises(NoEnclosure):
        enclosed(["/", "1", ["-", "1", "1"]], Fraction(1, 10**50))


@pytest.mark.parametrize("claim_id", ["pln.lemma2", "layeract.eq8", "weierstrass.newton"])
def test_the_rows_of_a_claim(claim_id: str) -> None:
    claim = find(claim_id)
    found = gather(claim)
    controls = vacuity.gather(claim, found)
    rows = numeric_rows.of_claim(claim, found, controls)
    asked = {o.id for o in claim.all_obligations()}
    assert asked <= {row["of"] for row in rows}
    assert all(row["comparisons"] or row["reason"] for row in rows)
    assert all(row["digits"] == 50 for row in rows if row["enclosed"])
    assert rows == numeric_rows.of_claim(claim, found, controls)  # the seed is the statement's own


def test_a_disagreement_is_a_bug_in_netproof(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    low, high, by = enclosed("1", Fraction(1, 10**60))
    monkeypatch.setattr("proofs.search.enclosures.enclosed", lambda *_: (low - 9, high - 9, by))
    monkeypatch.setattr("sys.argv", ["verify", "run", "layeract.eq8", "--out", str(tmp_path)])
    with kept_rows.computed(), pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 3
    assert "a bug in netproof: Disagreement: mpmath has" in capsys.readouterr().err
    assert not (tmp_path / "run.json").exists()


def smoothed(v: str, imag: str, sigma: str) -> Any:
    claim = find("weierstrass.closed_form")
    assert claim.run is not None
    (row,) = claim.run(claim.settings({"v": v, "imag": imag, "sigma": sigma}))
    return row.evidence[0]


@pytest.mark.parametrize(("v", "imag", "sigma"), [("-3", "0", "1/2"), ("-2", "-5", "1")])
def test_an_integral_and_its_closed_form_agree_to_fifty_digits(
    v: str, imag: str, sigma: str
) -> None:
    row = numeric_rows.of_instance("weierstrass.closed_form.instance1.a", smoothed(v, imag, sigma))
    assert row["comparisons"] == (1 if imag == "0" else 2)
    assert all(side["left"] == side["right"] for side in row["shown"])
    assert row["digits"] == 50


def test_a_wrong_closed_form_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    from constructions.interop import mp_weierstrass

    def off(mp: Any, v: Fraction, imag: Fraction, sigma: Fraction) -> Any:
        return mp_weierstrass.by_integral(mp, v, imag, sigma) * (1 + mp.mpf(10) ** -45)

    monkeypatch.setattr(mp_weierstrass, "by_closed_form", off)
    with pytest.raises(Disagreement, match="balls differ"):
        numeric_rows.of_instance("weierstrass.closed_form.instance1.a", smoothed("1", "0", "1"))


def test_a_name_means_what_its_claim_says() -> None:
    """Instances of other claims call other numbers ``apart``: these are not computed again."""
    claim = find("weierstrass.maclaurin")
    assert claim.run is not None
    row = claim.run(claim.settings(claim.instances[0]))[0]
    evidence = next(e for e in row.evidence if "apart" in e.statement["functions"])
    shown = numeric_rows.of_instance("weierstrass.maclaurin.instance1.a", evidence)
    assert shown["reason"] == "it is about what is computed elsewhere: apart"


def test_the_written_data_meet_the_hypotheses() -> None:
    from verify.written_points import POINTS

    claims = {name.rpartition(".")[0]: name for name in POINTS}
    assert len(claims) > 5
    done = set()
    for claim in (find(name) for name in WRITTEN):
        for obligation in claim.all_obligations():
            if obligation.id not in POINTS:
                continue
            row = numeric_rows._of_statement(
                obligation.id, "obligation", obligation.statement, True,
                written=POINTS[obligation.id],
            )  # fmt: skip
            assert (row["seeming"] + row["moved"], row["fails"], row["untold"]) == (1, 0, 0)
            assert (row["comparisons"] > 0, row["digits"]) == (True, 50)
            done.add(obligation.id)
    assert done == set(POINTS)


WRITTEN = (
    "pln.affine",
    "pln.prop2.lower",
    "fl.prop2",
    "fl.prop3b.pre",
    "fl.prop3b.post",
    "fl.thm1",
    "sumformer.thm4_5",
    "sumformer.thm4_1.discontinuous",
    "sumformer.thm4_3",
)


def test_written_data_that_miss_a_hypothesis_are_left_out() -> None:
    from verify.written_points import POINTS

    name = "pln.prop2.lower.signs.even_odd"
    (point,) = POINTS[name]
    (obligation,) = (o for o in find("pln.prop2.lower").all_obligations() if o.id == name)
    wrong = replace(point, functions={**point.functions, "w": (("a1",), "3")})
    for tried, points in ((point, 1), (wrong, 0)):
        row = numeric_rows._of_statement(
            name, "obligation", obligation.statement, True, written=[tried]
        )
        assert row["seeming"] == points


def test_what_a_refutation_names_is_tried() -> None:
    """A series converges: its limit stands in the certificate alone."""
    (attempt,) = find("weierstrass.ghost_distance.radius.any").all_attempts()
    row = numeric_rows.of_attempt(attempt, of_attempt(attempt))
    assert (row["comparisons"] > 0, row["reason"]) == (True, "")
