"""The rows of sympy and z3, the reasons for what is not there, and the table of both."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from proofs.claims import Obligation
from proofs.evidence import of_obligation
from proofs.registry import ids, load
from proofs.search.smt import smt_lib
from reports import coverage
from tests.sampling import by_turns, some_of
from verify import promises, small_lengths, solver_rows, swept, symbolic_rows
from verify.commands.group import cli
from verify.numeric_rows import Disagreement

X, Y = "x", "y"
SQUARE = ["=", ["^", ["+", X, Y], 2], ["+", ["^", X, 2], ["*", "2", X, Y], ["^", Y, 2]]]


def obligation(show: Any, given: tuple[Any, ...] = (), **functions: int) -> Obligation:
    statement = {
        "vars": {X: "real", Y: "real"},
        "functions": functions,
        "given": list(given),
        "show": show,
    }
    return Obligation("test.row", "", statement)


# --- sympy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("show", "given", "outcome"),
    [
        (SQUARE, (), "identity"),
        (["=", ["^", ["+", X, Y], 2], ["+", ["^", X, 2], ["^", Y, 2]]], (), "not decided"),
        (["<=", "0", ["^", X, 2]], (), "no identity in it"),
        (["=", X, ["*", "2", "3"]], (["=", X, "6"],), "identity"),
        (["=", ["/", ["-", ["^", X, 2], "1"], ["-", X, "1"]], ["+", X, "1"]], (), "identity"),
        (["=", ["sqrt", ["^", X, 2]], X], (), "not decided"),
        (["=", ["sqrt", ["^", X, 2]], X], (["<", "0", X],), "identity"),
        (["and", SQUARE, ["=", X, Y]], (), "not decided"),
        (["all", "k", "int", ["=", ["sum", "j", "1", "2", ["*", "j", "k"]], ["*", "3", "k"]]], (),
         "identity"),
    ],
)  # fmt: skip
def test_equations_as_sympy_sees_them(show: Any, given: tuple[Any, ...], outcome: str) -> None:
    assert symbolic_rows.of_obligation(obligation(show, given))["outcome"] == outcome


def test_a_function_that_a_hypothesis_defines_is_put_in() -> None:
    given = (["all", "k", "real", ["=", ["app", "g", "k"], ["*", "2", "k"]]],)
    row = symbolic_rows.of_obligation(obligation(["=", ["app", "g", X], ["+", X, X]], given, g=1))
    assert row["outcome"] == "identity"
    plain = symbolic_rows.of_obligation(obligation(["=", ["app", "g", X], ["+", X, X]], (), g=1))
    assert plain["outcome"] == "not decided"


INDEXED = ["app", "g", "k"]


def total(n: Any, body: Any) -> Any:
    return ["sum", "k", "1", n, body]


def sized(show: Any, given: tuple[Any, ...] = ()) -> Obligation:
    statement = {
        "vars": {X: "real", "n": "int"},
        "functions": {"g": 1, "h": 1},
        "given": [["<=", "1", "n"], *given],
        "show": show,
    }
    return Obligation("test.sized", "", statement)


MEAN = ["/", ["sum", "i", "1", "n", ["app", "g", "i"]], "n"]
CENTRED = ["=", total("n", ["-", INDEXED, MEAN]), "0"]


def equal_from(least: str) -> Any:
    """For all i from ``least`` on, g(i) = h(i)."""
    same = ["=", ["app", "g", "i"], ["app", "h", "i"]]
    return ["all", "i", "int", ["implies", ["<=", least, "i"], same]]


@pytest.mark.parametrize(
    ("show", "given", "at"),
    [
        (CENTRED, (), ["n = 3"]),
        (CENTRED, (["<=", "n", "2"],), ["n = 2"]),
        (["=", total("n", INDEXED), ["*", "n", ["app", "g", "1"]]], (), ["n = 1"]),
        (["=", total("n", INDEXED), ["+", total("n", INDEXED), "1"]], (), []),
        (["=", total("n", INDEXED), total("n", ["app", "h", "k"])], (equal_from("1"),), ["n = 3"]),
        (["=", total("n", INDEXED), total("n", ["app", "h", "k"])], (equal_from("2"),), []),
    ],
)  # fmt: skip
def test_sums_that_sympy_sees_at_small_lengths_only(
    show: Any, given: tuple[Any, ...], at: list[str]
) -> None:
    row = symbolic_rows.of_obligation(sized(show, given))
    assert (row["identities"], row["at_lengths"], row["at"]) == (0, len(at), at)


@by_turns(2)
@pytest.mark.parametrize(
    ("show", "given", "outcome"),
    [
        (["=", ["*", ["abs", X], ["abs", X]], ["^", X, 2]], (), "identity"),
        (["=", ["+", ["max", X, Y], ["min", X, Y]], ["+", X, Y]], (), "identity"),
        (["=", ["abs", ["+", X, Y]], ["+", ["abs", X], ["abs", Y]]], (), "not decided"),
        (["=", ["sign", X], ["/", X, ["abs", X]]], (), "not decided"),  # at x = 0
        (["=", ["sign", X], ["/", X, ["abs", X]]], (["!=", X, "0"],), "identity"),
        (["=", ["sign", ["-", X, "2"]], "1"], (["<", "3", X],), "identity"),
        (["=", ["sign", ["-", X, "2"]], "1"], (["<", "1", X],), "not decided"),
    ],
)  # fmt: skip
def test_signs_that_hypotheses_or_cases_tell(
    show: Any, given: tuple[Any, ...], outcome: str
) -> None:
    assert symbolic_rows.of_obligation(obligation(show, given))["outcome"] == outcome


def test_a_sum_is_not_split_into_cases() -> None:
    """|g(1) + ... + g(n)| is not the sum of |g(k)|, though it is where all have one sign."""
    sums = ["=", ["abs", total("n", INDEXED)], total("n", ["abs", INDEXED])]
    row = symbolic_rows.of_obligation(sized(sums))
    assert (row["identities"], row["at"]) == (0, ["n = 1"])


def test_an_index_of_a_sum_is_none_of_the_variables_of_that_name() -> None:
    gap = ["-", "n", X]
    wrong = ["=", ["sum", "n", "0", "n", ["abs", gap]], ["sum", "n", "0", "n", gap]]
    assert symbolic_rows.of_obligation(sized(wrong, (["<", X, "n"],)))["identities"] == 0
    free = ["=", ["abs", gap], gap]
    assert symbolic_rows.of_obligation(sized(free, (["<", X, "n"],)))["identities"] == 1


@by_turns(2)
def test_what_is_defined_at_integers_is_put_in_at_integers_alone() -> None:
    given = (["all", "k", "int", ["=", ["app", "g", "k"], ["*", "2", "k"]]],)
    at_x = ["=", ["app", "g", X], ["*", "2", X]]
    assert symbolic_rows.of_obligation(sized(at_x, given))["outcome"] == "not decided"
    at_n = ["=", ["app", "g", "n"], ["*", "2", "n"]]
    assert symbolic_rows.of_obligation(sized(at_n, given))["outcome"] == "identity"
    half = ["<=", ["+", ["app", "g", "1/2"], total("n", "0")], "1"]
    asked = sized(half, given)
    assert solver_rows.of_obligation(asked, of_obligation(asked))["at"] == []
    whole = sized(["<=", ["+", ["app", "g", "1"], total("n", "0")], "2"], given)
    assert len(solver_rows.of_obligation(whole, of_obligation(whole))["at"]) == 3


def test_a_power_that_would_fill_the_memory_is_not_multiplied_out() -> None:
    tower = ["^", ["^", ["+", X, Y, "1"], 64], 64]
    row = symbolic_rows.of_obligation(obligation(["=", tower, ["*", tower, "1"]]))
    assert row["says"] == "too high a degree for sympy here"


# --- z3 -------------------------------------------------------------------------------------------


def z3_row(show: Any, given: tuple[Any, ...] = ()) -> dict[str, str]:
    asked = obligation(show, given)
    return dict(solver_rows.of_obligation(asked, of_obligation(asked)))


def test_what_z3_says_of_a_negated_statement() -> None:
    assert z3_row(["<=", ["*", "2", X, Y], ["+", ["^", X, 2], ["^", Y, 2]]])["outcome"] == "unsat"
    outside = z3_row(["<", "0", ["exp", X]])
    assert outside["outcome"] == "outside"
    assert outside["says"].startswith("exp has no counterpart")
    false = z3_row(["<", X, Y], (["<=", X, Y],))
    assert false["outcome"] == "sat"
    assert false["says"].startswith("fails at x = ")


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(
    ("show", "given", "at"),
    [
        (CENTRED, (), ["n = 1", "n = 2", "n = 3"]),
        (["<=", ["^", total("n", INDEXED), 2], ["*", "n", total("n", ["^", INDEXED, 2])]], (),
         ["n = 1", "n = 2", "n = 3"]),
        (["<=", ["^", total("n", INDEXED), 2], ["*", "2", total("n", ["^", INDEXED, 2])]], (),
         ["n = 1", "n = 2"]),
        (["<", total("n", INDEXED), "0"], (), []),
        (["<=", "0", total("n", INDEXED)],
         (["all", "i", "int", ["<=", "0", ["app", "g", "i"]]],), ["n = 1", "n = 2", "n = 3"]),
        # where the hypotheses do not hold, at n = 1, nothing is said
        (["<", "0", total("n", ["^", ["-", INDEXED, ["app", "g", "1"]], 2])],
         (["some", "i", "int", ["and", ["<=", "2", "i"], ["<=", "i", "n"],
           ["!=", ["app", "g", "i"], ["app", "g", "1"]]]],), ["n = 2", "n = 3"]),
        (["all", "j", "int", ["implies", ["and", ["<=", "1", "j"], ["<=", "j", "n"]],
          ["<=", ["^", ["app", "g", "j"], 2], total("n", ["^", INDEXED, 2])]]], (),
         ["n = j = 1", "n = j = 2", "n = j = 3"]),
    ],
)  # fmt: skip
def test_what_z3_says_at_small_lengths(show: Any, given: tuple[Any, ...], at: list[str]) -> None:
    asked = sized(show, given)
    row = solver_rows.of_obligation(asked, of_obligation(asked))
    assert (row["outcome"], row["says"]) == ("outside", "a sum of symbolic length")
    assert row["at"] == at


def test_one_name_with_two_meanings_is_left_alone() -> None:
    inner = ["all", "n", "int", ["implies", ["<=", "n", "0"], ["<", total("n", INDEXED), "1"]]]
    (leaf,) = small_lengths.leaves(inner)
    assert small_lengths.at_size(sized(inner).statement, leaf, 2, whole=False) is None


def test_a_quotient_without_a_value_is_not_written_out_for_z3() -> None:
    shown = ["<=", "0", total("n", ["/", "1", ["^", INDEXED, 2]])]
    (leaf,) = small_lengths.leaves(shown)
    kept, out = (
        small_lengths.at_size(sized(shown).statement, leaf, 2, whole=whole)
        for whole in (False, True)
    )
    assert kept is not None
    assert kept.statement["show"][2][0] == "sum"  # a summand without a value counts as 0
    assert out is not None
    assert out.statement["show"][2][0] == "+"


def test_a_confirmed_counterexample_to_a_proof_stops_the_run() -> None:
    asked = obligation(["<", X, Y], (["<=", X, Y],))
    proved = replace(of_obligation(asked), outcome="holds", level="kernel")
    with pytest.raises(Disagreement, match="proved, and z3 has a counterexample: x = "):
        solver_rows.of_obligation(asked, proved)


def test_a_wrong_model_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"verdict": "sat", "model": {"v_x": "1", "v_y": "2"}}
    monkeypatch.setattr(solver_rows._SOLVER, "ask", lambda text: said)
    row = z3_row(["<=", ["*", "2", X, Y], ["+", ["^", X, 2], ["^", Y, 2]]])
    assert row["says"] == "a model that exact evaluation does not confirm"


@by_turns(2)
def test_a_solver_that_dies_is_started_again() -> None:
    solver = solver_rows._Solver()
    text = "(declare-const a Real)\n(assert (< a a))\n(check-sat)\n"
    assert solver.ask(text)["verdict"] == "unsat"
    assert solver.process is not None
    solver.process.kill()
    assert solver.ask(text)["verdict"] in ("unknown", "unsat")  # the pipe may still take the text
    assert solver.ask(text)["verdict"] == "unsat"
    solver.stop()


@by_turns(3)
def test_what_the_processor_time_ends_is_said_and_is_no_accident(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Work that z3 does not count: the row is as good as others.  One that was killed is not."""
    monkeypatch.setattr(solver_rows, "SECONDS", 1)
    solver = solver_rows._Solver()
    (slow,) = (o for o in load("pln.affine").all_obligations() if o.id == "pln.affine.sharp")
    said = solver.ask(smt_lib(slow.statement))
    assert said == {"verdict": "unknown", "model": {}, "says": solver_rows.SLOW}
    assert not solver.late
    text = "(declare-const a Real)\n(assert (< a a))\n(check-sat)\n"
    assert solver.ask(text)["verdict"] == "unsat", "the next question is answered"
    solver.ask("(declare-const")
    assert not solver.late
    assert solver.process is not None
    os.kill(solver.process.pid, signal.SIGSTOP)
    monkeypatch.setattr(solver_rows, "PATIENCE", 0)
    assert solver.ask(text) == {"verdict": "unknown", "model": {}}
    assert solver.late


# --- the table ------------------------------------------------------------------------------------


def test_every_theorem_has_a_constructor_or_a_reason() -> None:
    used = set()
    for name in ids():
        claim = load(name)
        has = promises.constructor(claim)
        assert has["made"] == (claim.construct is not None)
        assert has["says"] != "nothing is said of a network", name
        if not has["made"] and claim.kind != "data":
            parts = name.split(".")
            names = [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
            used.add(next(n for n in names if n in promises.WHY))
    assert used == set(promises.WHY)  # no reason outlives what it was for


def test_every_theorem_has_a_sweep_or_a_reason() -> None:
    used = set()
    for name in ids():
        claim = load(name)
        verdict = "proved" if claim.obligations else "refuted"
        instances = list(claim.instances if claim.run else ())
        has = swept.sweepable(
            {"id": name, "kind": claim.kind, "verdict": verdict, "instances": instances}
        )
        assert has["says"] != "nothing is said of a sweep", name
        if not has["made"] and "the sweep is that of" not in has["says"]:
            parts = name.split(".")
            names = [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
            used.add(next((n for n in names if n in promises.WHY_NO_SWEEP), ""))
    assert used - {""} == set(promises.WHY_NO_SWEEP)  # no reason outlives what it was for


def test_a_sweep_counts_for_the_theorems_whose_bounds_it_measures(tmp_path: Path) -> None:
    how = {"columns": ["ok"], "engine": "local", "device": "numpy", "points": 8}
    (tmp_path / "sweep").mkdir()
    for name, by in (("layeract.eq7", "layeract.eq4"), ("layeract.saturation.sharpened", "")):
        row = {"by": by, "of": "", "ok": True}
        text = json.dumps({**how, "rows": [row], "level": "sampled"})
        (tmp_path / "sweep" / f"{name}.json").write_text(text)
    claims = [entry(id=f"layeract.{part}") for part in ("eq4", "eq7", "saturation", "eq8")]
    companion = entry(id="layeract.saturation.sharpened")
    del companion["constructor"]
    record: Any = {"claims": [*claims, companion]}
    swept.attach(record, tmp_path)
    found = {row.id: row.cells[-1].text for row in coverage.rows(record)}
    assert found == {
        "layeract.eq4": "measured in the sweep of layeract.eq7",
        "layeract.eq7": "1 of 1 cases within the bound",
        "layeract.saturation": "measured in the sweep of layeract.saturation.sharpened",
        "layeract.eq8": "verify sweep layeract.eq9 measures its bound, too",
    }


def entry(**more: Any) -> dict[str, Any]:
    has = {"made": False, "says": "no network is promised"}
    empty: dict[str, Any] = {
        "instances": [],
        "sweep": None,
        "numeric": [],
        "symbolic": [],
        "smt": [],
    }
    plain = {"id": "a.b", "kind": "theorem", "scope": "all", "verdict": "proved"}
    return {**plain, **empty, "constructor": has, "sweepable": has, **more}


def cells(**more: Any) -> dict[str, str]:
    record: Any = {"claims": [entry(**more)]}
    (row,) = coverage.rows(record)
    return dict(zip(coverage.HEAD, (cell.text for cell in row.cells), strict=True))


def test_a_hole_has_its_reason() -> None:
    found = cells()
    assert found["Constructor"] == found["Sweep"] == "no network is promised"
    assert found["Instances"] == "proved for all parameters; none are asked for one by one"
    assert found["mpmath"] == "no statement stands for it"
    assert all(found.values())


def test_cells_count_what_is_there() -> None:
    done: dict[str, Any] = {"known": 1, "moved": 3, "seeming": 0, "comparisons": 8, "digits": 50}
    done |= {"reason": "", "of": "a.b.c"}
    hole = {**done, "comparisons": 0, "digits": None, "reason": "a statement of that length"}
    holes = [{**hole, "of": f"a.b.instance{number}.d"} for number in (1, 2, 3)]
    smt = [
        {"of": "x", "outcome": "unsat", "says": ""},
        {"of": "y", "outcome": "outside", "says": "exp"},
    ]
    found = cells(
        constructor={"made": True, "says": "verify construct a.b"},
        instances=[{"verdict": "certified"}, {"verdict": "open"}],
        numeric=[done, *holes],
        symbolic=[{"equations": 2, "identities": 1, "says": "too long for sympy here"}],
        smt=smt,
        sweep={"columns": ["eps", "ok"], "rows": [["1/2", True], ["1/3", False]], "engine": ""},
    )
    assert found == {
        "Constructor": "verify construct a.b",
        "Instances": "1 of 2 certified, 1 open",
        "mpmath": "4 points, 8 comparisons, 50 digits agree "
        "(instance1.d, instance2.d and 1 more: a statement of that length)",
        "sympy": "1 of 2 identities (too long for sympy here)",
        "z3": "1 unsat (outside: exp)",
        "Sweep": "1 of 2 cases within the bound",
    }


def test_companions_have_no_row() -> None:
    claim = entry()
    del claim["constructor"]
    record: Any = {"claims": [claim, entry()]}
    assert len(coverage.rows(record)) == 1
    assert dict(coverage.counts(coverage.rows(record)))["mpmath"] == 0


@by_turns(3)
def test_the_table_on_the_terminal(tmp_path: Path) -> None:
    runner = CliRunner()
    missing = runner.invoke(cli, ["list", "--coverage", "--out", str(tmp_path)])
    assert missing.exit_code == 2
    assert "there is no record" in missing.output
    ran = runner.invoke(cli, ["run", "layeract.eq8", "--out", str(tmp_path), "--json"])
    assert ran.exit_code == 0
    (entry,) = [c for c in json.loads(ran.stdout)["claims"] if c["id"] == "layeract.eq8"]
    assert {row["kind"] for row in entry["numeric"]} == {"obligation", "instance"}
    assert [row["of"] for row in entry["smt"]] == [row["of"] for row in entry["symbolic"]]
    shown = runner.invoke(cli, ["list", "--coverage", "--out", str(tmp_path)])
    assert "Constructor  about a layer that is given: no network is promised" in shown.output
    machine = runner.invoke(cli, ["list", "--coverage", "--json", "--out", str(tmp_path)])
    (theorem,) = json.loads(machine.stdout)["theorems"]
    assert theorem["Instances"] == {"there": True, "says": "7 of 7 certified", "why": ""}
    assert theorem["mpmath"]["says"].endswith("50 digits agree")


@pytest.mark.parametrize(
    ("claim_id", "made", "says"),
    [
        ("pln.thm1", True, "verify sweep pln.thm1"),
        ("layeract.eq7", True, "verify sweep layeract.eq7"),
        ("fl.thm1", False, "the sweep is that of fl.thm1.sharpened2"),
        ("pln.affine", False, "a bound that one function attains: both ends are exact"),
        ("layeract.eq2", False, promises.EQUAL),
        ("fl.table1.best", False, "about printed numbers: nothing varies"),
        ("fl.eq15", False, "refuted: one exact counterexample decides it"),
    ],
)
def test_a_sweep_is_named_or_why_there_is_none(claim_id: str, made: bool, says: str) -> None:
    claim = load(claim_id)
    verdict = "proved" if claim.obligations else "refuted"
    known = {"id": claim_id, "kind": claim.kind, "verdict": verdict, "instances": []}
    assert swept.sweepable(known) == {"made": made, "says": says}
