"""Rows that are kept: recalled for exactly what they were computed from, and never in its place."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofs import vacuity
from proofs.claims import Claim, Obligation, Reading, Source
from proofs.evidence import gather
from proofs.registry import PAPERS, ids
from reports import tables
from tests.sampling import some_of
from verify import (
    keep_rows,
    kept_rows,
    numeric_rows,
    runner,
    solver_rows,
    sources,
    symbolic_rows,
)
from verify.numeric_rows import Disagreement
from verify.solver_rows import SLOW

NAME = "pln.example.statement"
ASKED = {"vars": {"x": "real", "y": "real"}, "show": ["<=", "x", "y"]}
ROW = {"of": NAME, "holds": 3, "fails": 0}
SHIPPED = kept_rows.FOLDER


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own, without rows."""
    monkeypatch.setattr(kept_rows, "FOLDER", tmp_path)
    monkeypatch.setattr(keep_rows, "FOLDER", tmp_path)
    kept_rows.forget()
    yield tmp_path
    monkeypatch.undo()
    kept_rows.forget()


def asked_for(
    by: str = "mpmath", name: str = NAME, asked: Any = ASKED, sure: bool = True
) -> tuple[Any, bool]:
    """The row, and whether it was computed."""
    computed: list[bool] = []

    def made() -> Any:
        computed.append(True)
        return dict(ROW)

    return kept_rows.row(by, name, asked, made, lambda: sure), bool(computed)


def noted(**given: Any) -> list[Any]:
    """What would be kept of a row."""
    found: list[Any] = []
    token = kept_rows.NOTED.set(found)
    try:
        asked_for(**given)
    finally:
        kept_rows.NOTED.reset(token)
    return found


def keep(**given: Any) -> Path:
    keep_rows.write("pln", {"pln.lemma1": noted(**given)})
    return kept_rows.file_of("pln")


def test_a_kept_row_is_recalled_and_says_so() -> None:
    assert asked_for() == (ROW, True)
    keep()
    row, computed = asked_for()
    assert not computed
    assert row == {**ROW, "kept": kept_rows.words("mpmath")}
    assert "mpmath 1." in row["kept"]


@pytest.mark.parametrize(
    "other",
    [
        {"by": "sympy"},
        {"name": "pln.other.statement"},
        {"asked": {**ASKED, "show": ["<", "x", "y"]}},
        {"asked": {**ASKED, "vars": {"y": "real", "x": "real"}}},
        {"asked": [ASKED, True]},
    ],
)
def test_a_row_of_anything_else_is_computed(other: dict[str, Any]) -> None:
    keep()
    assert asked_for(**other)[1]
    assert not asked_for()[1]


@pytest.mark.parametrize("change", ["code", "packages"])
def test_rows_of_other_code_or_packages_are_computed(
    change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep()
    made = kept_rows.maker
    other = {"code": "0" * 64, "packages": {"mpmath": "0.1"}}
    monkeypatch.setattr(kept_rows, "maker", lambda by: made(by) | {change: other[change]})
    kept_rows.forget()
    assert asked_for()[1]
    keep()
    assert not asked_for()[1]


def edited(text: str, what: str) -> str:
    first, _, rest = text.partition("\n")
    head = json.loads(first)
    if what == "a number":
        return text.replace('"fails":0', '"fails":1')
    if what == "a row more":
        return text + rest
    if what == "a row less":
        return f"{first}\n"
    if what == "the end":
        return text[:-3]
    if what == "the key":
        return text.replace('"mpmath","', '"mpmath","0', 1)
    if what == "its SHA-256":
        return text.replace(head["sha256"], "0" * 64)
    if what == "the code it is from":
        return text.replace(head["made"]["mpmath"]["code"], "0" * 64)
    return "[" * 100_000 if what == "brackets" else what


@pytest.mark.parametrize(
    "what",
    ["a number", "a row more", "a row less", "the end", "the key", "its SHA-256",
     "the code it is from", "brackets", "no JSON", "{}", "[]\n", ""],
)  # fmt: skip
def test_a_file_that_was_edited_has_no_rows(what: str) -> None:
    path = keep()
    text = path.read_text(encoding="utf-8")
    changed = edited(text, what)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    kept_rows.forget()
    assert asked_for() == (ROW, True)
    path.write_text(text, encoding="utf-8")
    kept_rows.forget()
    assert not asked_for()[1]


def test_two_versions_of_a_file_do_not_mix() -> None:
    """A first line of one version above the rows of another, as a merge may leave it."""
    path = keep()
    before = path.read_text(encoding="utf-8").split("\n", 1)
    keep(asked="another")
    after = path.read_text(encoding="utf-8").split("\n", 1)
    path.write_text(f"{after[0]}\n{before[1]}", encoding="utf-8")
    kept_rows.forget()
    assert asked_for()[1]
    assert asked_for(asked="another")[1]


def test_what_a_clock_had_a_part_in_is_not_kept() -> None:
    assert noted(sure=False) == []
    assert len(noted(sure=True)) == 1


def test_inside_of_computed_nothing_is_recalled() -> None:
    keep()
    with kept_rows.computed():
        assert asked_for()[1]
    assert not asked_for()[1]


def test_rows_of_other_claims_stay_while_their_code_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keep()
    keep_rows.write("pln", {"pln.lemma2": noted(asked="another")})
    assert not asked_for()[1]
    assert not asked_for(asked="another")[1]
    made = kept_rows.maker
    monkeypatch.setattr(kept_rows, "maker", lambda by: {**made(by), "code": "0" * 64})
    kept_rows.forget()
    keep_rows.write("pln", {"pln.lemma2": noted(asked="another")})
    assert asked_for()[1]


HANDED = {
    "proofs.claims": {"Attempt", "Claim", "Obligation", "Witness"},
    "proofs.evidence": {"CERTAIN", "HOLDS", "Evidence"},
    "proofs.vacuity": {"HOLD", "SATISFIABLE", "Row"},
    "proofs.trees.script": {"Json", "Node", "auto", "node"},  # proofs/refute.py writes scripts
    "proofs.trees.owed": {"defined"},
    "verify.kept_rows": set(),
}


@some_of(2)
@pytest.mark.parametrize("by", kept_rows.MAKERS)
def test_of_modules_that_do_not_count_only_data_are_used(by: str) -> None:
    assert set(HANDED) == kept_rows.HANDS
    counted = kept_rows.counted(kept_rows.MAKERS[by][0])
    assert not (kept_rows.HANDS | {sources.FRONT}) & set(counted)
    for module in counted:
        path = sources.path_of(module)
        assert path is not None
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in HANDED:
                assert {name.name for name in node.names} <= HANDED[node.module], module
            if isinstance(node, ast.Import):
                assert not {name.name for name in node.names} & set(HANDED), module


# --- with claims ----------------------------------------------------------------------------------


def small(show: Any, given: tuple[Any, ...] = ()) -> Claim:
    """A claim about one real number."""
    statement = {"vars": {"x": "real"}, "functions": {}, "given": list(given), "show": show}
    obligation = Obligation("pln.small.statement", "", statement)
    read = [Reading("", ("given", i)) for i in range(len(given))]
    source = Source("pln", "", "", "", "")
    return Claim(
        "pln.small", "theorem", "", source, "", (*read, Reading("", ("show",))), (obligation,)
    )


def rows_of(claim: Claim) -> dict[str, Any]:
    found = gather(claim)
    return runner.beside(claim, found, vacuity.gather(claim, found))


def kept_of(claim: Claim) -> dict[str, Any]:
    """The rows of a claim, which are kept now."""
    new: list[Any] = []
    token = kept_rows.NOTED.set(new)
    try:
        rows = rows_of(claim)
    finally:
        kept_rows.NOTED.reset(token)
    keep_rows.write("pln", {"pln.lemma1": new})
    return rows


def never(*_: Any) -> Any:
    raise AssertionError("a row was computed")


SQUARE = ["<=", "0", ["^", "x", 2]]


def test_the_rows_of_a_claim_are_the_same_and_nothing_is_evaluated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = kept_of(small(SQUARE))
    for module in (numeric_rows, symbolic_rows, solver_rows):
        monkeypatch.setattr(module, "of_obligation", never)
    again = rows_of(small(SQUARE))
    for what, rows in before.items():
        assert [{**row, "kept": again[what][i]["kept"]} for i, row in enumerate(rows)] == again[
            what
        ]
        assert rows, what
    assert tables.numeric_note(again).endswith(  # type: ignore[arg-type]
        f"({again['numeric'][0]['kept']}), not in this run: 1 of 1."
    )
    assert tables.others_note(again).count("are kept") == 2  # type: ignore[arg-type]
    for note in (tables.numeric_note, tables.others_note):
        assert "are kept" not in note(before)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "other", [small(["<=", "-1", ["^", "x", 2]]), small(SQUARE, (["<=", "0", "x"],))]
)
def test_a_contradiction_about_another_statement_stops_the_run(
    other: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_of(small(SQUARE))
    rows_of(other)
    truth = numeric_rows._Judge.truth

    def planted(self: Any, formula: Any, *rest: Any, **more: Any) -> int:
        wrong = "^" in json.dumps(formula)
        return numeric_rows.FALSE if wrong else truth(self, formula, *rest, **more)

    monkeypatch.setattr(numeric_rows._Judge, "truth", planted)
    with pytest.raises(Disagreement):
        rows_of(other)


def test_a_contradiction_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = small(SQUARE)
    new: list[Any] = []
    token = kept_rows.NOTED.set(new)
    try:
        with monkeypatch.context() as planted:
            planted.setattr(numeric_rows._Judge, "truth", lambda *_, **__: numeric_rows.FALSE)
            with pytest.raises(Disagreement):
                rows_of(claim)
        assert new == []
        rows_of(claim)
        assert {by for by, _, _ in new} == set(kept_rows.MAKERS)
    finally:
        kept_rows.NOTED.reset(token)


def test_a_proof_that_is_gone_is_another_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept beside a proof says nothing where there is none, and the other way round."""
    claim = small(SQUARE)
    kept_of(claim)
    found = gather(claim)
    assert all(item.proved for item in found.values())
    less = {
        name: replace(item, certificate=None, outcome="declined") for name, item in found.items()
    }
    rows = runner.beside(claim, less, vacuity.gather(claim, less))
    assert "kept" not in rows["numeric"][0]
    assert "kept" not in rows["smt"][0]


# --- those that are shipped ----------------------------------------------------------------------


@pytest.fixture
def shipped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_rows, "FOLDER", SHIPPED)
    kept_rows.forget()


@pytest.mark.parametrize("paper", PAPERS)
def test_shipped_files_are_as_they_were_written(paper: str, shipped: None) -> None:
    if not kept_rows.file_of(paper).exists():
        pytest.skip("no rows of this paper are kept")
    assert set(kept_rows.makers(paper)) == set(kept_rows.MAKERS)
    found = kept_rows.lines(paper)
    assert found
    assert {name for name, *_ in found} <= set(ids())
    keys = {(by, key) for _, by, key, _ in found}
    assert len(keys) == len({(by, key, json.dumps(row)) for _, by, key, row in found})


@some_of(3)
@pytest.mark.parametrize("name", ids())
def test_shipped_rows_come_out_the_same(name: str, shipped: None) -> None:
    kept = [one for one in keep_rows.found_for(name) if one[2] in recalled(name)]
    keys = [one[:2] for one in kept]
    again = [one for one in keep_rows.found_for(name, again=True) if one[:2] in keys]
    assert [one[:2] for one in again] == keys
    for (_, _, before), (_, _, now) in zip(kept, again, strict=True):
        assert kept_rows.alike(before, now), (before, now)


def test_a_row_without_an_answer_in_time_contradicts_none() -> None:
    late = {"of": "pln.x", "outcome": "unknown", "says": SLOW, "at": []}
    done, found = late | {"says": ""}, late | {"outcome": "unsat", "says": ""}
    for now in (late, done, found):
        assert kept_rows.alike(late, now)
    assert kept_rows.alike(done, late)
    assert not kept_rows.alike(found, late), "an answer that is not had again"
    assert not kept_rows.alike(done, found)
    assert not kept_rows.alike(late | {"outcome": "unsat"}, late), "an answer that says it is late"
    assert not kept_rows.alike(found, found | {"outcome": "sat"})
    assert not kept_rows.alike(late, found | {"of": "pln.y"})
    assert not kept_rows.alike(found, None)


def recalled(name: str) -> list[Any]:
    """The rows of the paper that fit this code and these packages."""
    return list(kept_rows.rows_of(name.partition(".")[0]).values())


# --- repeating a record --------------------------------------------------------------------------


@some_of(3)
@pytest.mark.parametrize(
    ("what", "says"),
    [("numeric", "mpmath"), ("symbolic", "sympy"), ("smt", "z3"), ("", "")],
)
def test_rows_of_a_record_are_computed_again(
    what: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = small(SQUARE)
    kept_of(claim)
    monkeypatch.setattr(runner, "find", lambda name: claim)
    entry = runner.run_claim(claim, {})[0]
    assert entry["numeric"][0]["kept"]
    if what:
        entry[what][0] |= {"says": "otherwise", "holds": 99}
    expected = f"the row of {says} for pln.small.statement beside pln.small" if what else ""
    assert runner.repeat({"claims": [entry]}) == expected
