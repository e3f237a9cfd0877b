"""Theorems of Coq with the names of a paper's objects, and a user's file that takes them up."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from proofs import named, plain, verified
from proofs.definitions import Definition
from proofs.objects import MEAN, POWERS, RELU, SOFTMAX
from proofs.plain_text import Text
from tests import kept_files
from tests.proofs import programs
from tests.sampling import by_turns

Json = Any
EXAMPLE = programs.ROOT / "proofs" / "coq" / "example.v"
USED = ("layeract.eq2.relu.is", "layeract.eq8.statement")  # by the example


def total(body: Json) -> Json:
    return ["sum", "k", "1", "n", body]


def stated(show: Json, *definitions: Definition, given: Json = (), **functions: int) -> str:
    statement = {"vars": {"n": "int", "x": "real"}, "functions": functions, "given": [*given]}
    made = named.theorem("t", {**statement, "show": show}, definitions, "Plainly")
    return " ".join(named.file("paper", [made]).split("Local Open Scope R_scope.")[1].split())


def test_an_object_becomes_a_definition() -> None:
    text = stated(["<=", "0", ["max", "0", "x"]], RELU)
    assert "Definition relu (t : R) : R := Rmax 0 t." in text
    assert "0 <= relu x. Proof. intros n x. exact (Plainly.t n x). Qed." in text


def test_what_makes_it_defined_stands_beside_it() -> None:
    mean = ["/", total(["app", "y", "k"]), "n"]
    text = stated(["<=", "0", mean], MEAN, y=1)
    assert "(IZR n) <> 0 /\\ 0 <= mean y (IZR n)" in text
    assert "_defined" not in text
    weights = ["exp", ["app", "y", "x"]], total(["exp", ["app", "y", "k"]])
    text = stated(["<=", "0", ["/", *weights]], SOFTMAX, y=1)
    assert "NonZero (zsum 1 C (fun c : Z => exp (v (IZR c))))" in text
    assert "with_conds (softmax_defined y (IZR n) x) (0 <= softmax y (IZR n) x)" in text


def test_an_argument_with_conditions_of_its_own_takes_them_along() -> None:
    mean = ["/", total(["/", "1", ["app", "y", "k"]]), "n"]
    text = stated(["<=", "0", mean], MEAN, y=1)
    assert "zsum 1 d (fun j : Z => only (y_defined (IZR j) []) (y (IZR j))) / d" in " ".join(
        text.replace("[ ]", "[]").split()
    )
    assert "(fun (k : R) (k_defined : list cond) => (k_defined ++ [NonZero (y k)]))" in text


def test_several_hypotheses_under_one_name_are_taken_apart() -> None:
    powers = json.loads(json.dumps(POWERS.json_parts).replace('"x"', '"w"'))
    text = stated(["<=", "0", "1"], POWERS, given=[["<=", "x", "1"], *powers], p=2)
    assert "x <= 1 -> powers p -> 0 <= 1." in text
    assert "intros p n x H_0 (H_1 & H_2). exact (Plainly.t p n x H_0 H_1 H_2)." in text


def test_names_of_objects_are_not_those_of_variables() -> None:
    show = ["all", "relu", "real", ["<=", "0", ["max", "0", "relu"]]]
    assert "forall relu_ : R, 0 <= relu relu_." in stated(show, RELU)


def test_what_occurs_twice_is_named_once() -> None:
    inner = ["+", "a", ["*", "a", ["exp", "a"], "b"]]
    whole, parts = named.shared(["/", inner, ["+", "1", ["sin", inner]]], {"part1"})
    assert parts == {"part2": inner}
    assert whole == ["/", "part2", ["+", "1", ["sin", "part2"]]]
    bound = ["sum", "a", "1", "2", ["*", inner, inner]]
    assert named.shared(bound, set()) == (bound, {})


def test_what_is_named_stands_behind_what_is_in_it() -> None:
    """The root is named before what occurs twice in it alone."""
    mean = ["/", ["+", "x", "y"], "2"]
    first, second = ["-", "x", mean], ["-", "y", mean]
    root = ["sqrt", ["+", ["*", first, first], ["*", second, second]]]
    _, parts = named.shared(["/", ["*", first, root], ["+", "1", root]], set())
    assert [*parts] == ["part1", "part3", "part2"]
    assert parts["part3"] == second
    assert '"part3"' in json.dumps(parts["part2"])


@by_turns(3)
def test_every_statement_is_stated_with_names() -> None:
    """And no two objects of a paper have one name."""
    for paper in ("pln", "layeract"):
        known = [
            coq for d in plain.objects(paper) for w in d.written if (coq := named.coq_name(w.id))
        ]
        assert len({*known}) == len(known)
        stated = [n for n in kept_files.names(f"{paper}.") if n.endswith(".statement")]
        for name in stated[:20]:
            statement = kept_files.loaded(name)["statement"]
            made = named.theorem("t", statement, plain.objects(paper), "M")
            assert all(f"Definition {named.form_name(key, form)} " in named.file("p", [made])
                       for key, forms in made.used.items() for form in forms)  # fmt: skip


def test_the_page_of_the_checker_quotes_theorems_as_they_stand() -> None:
    page = (EXAMPLE.parent / "kernel" / "README.md").read_text(encoding="utf-8")
    sources = EXAMPLE.parent.rglob("*.v")
    proved = " ".join(" ".join(path.read_text(encoding="utf-8") for path in sources).split())
    quoted = re.findall(r"```coq\n(Theorem theorem_.*?)```", page, re.DOTALL)
    assert {"theorem_1", "theorem_2"} <= {one.split()[1] for one in quoted}
    for one in quoted:
        assert f"{' '.join(one.split())} Proof." in proved


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of our own with the modules that statements are made with, compiled."""
    kept = programs.statements()
    programs.patient()
    made = tmp_path_factory.mktemp("theorems") / "coq"
    made.mkdir()
    for name in (*(f"{one}.vo" for one in verified.STATEMENTS), verified.MARK):
        shutil.copy(kept / name, made)
    return made


def test_coq_takes_the_names_and_a_user_takes_them_up(folder: Path) -> None:
    found = dict(plain.written(USED, folder))
    papers, plainly = plain.collected(found, folder)
    assert papers == {
        "layeract.eq2.relu.is": "NP.layeract.layeract_eq2_relu_is",
        "layeract.eq8.statement": "NP.layeract.layeract_eq8",
    }
    assert not plainly
    assert plain.further(papers, folder) == [
        "NP.definition3.worst_lt",
        "NP.definition3.width_at_most",
        "NP.definition3.width_not",
        "NP.definition3.width_at_least",
        "NP.networks.steps_at_most",
        "NP.zeros.exponentials_alternate_seldom",
        "NP.zeros.tanh_alternates",
        "NP.zeros.sigmoid_alternates",
        "NP.zeros.tanh_width",
        "NP.zeros.sigmoid_width",
        "NP.zeros.tanh_width_warren",
        "NP.zeros.sigmoid_width_warren",
        "NP.groups.scaled_alternates",
        "NP.groups.centred_alternates",
        "NP.groups.scaled_width",
        "NP.groups.centred_width",
        "NP.plane.no_composition_is_near_the_square",
        "NP.plane.linformer_of_width_1",
        "NP.plane.theorem_4_4_fails",
        "NP.plane.uniform_transformer_of_width_1",
        "NP.example.relu_not_negative",
        "NP.example.scales_bounded",
        "NP.performer.sums_over_pairs",
        "NP.performer.theorem_4_5_two_tokens",
        "NP.theorem41.theorem_4_1_exact",
        "NP.theorem41.theorem_4_1_polynomials",
        "NP.theorem41.theorem_4_1",
        "NP.names.dec_enc",
    ]


def test_from_another_folder_three_lines_take_a_theorem_up(folder: Path, tmp_path: Path) -> None:
    """As the page of the checker says it, with another paper: that of PLN takes minutes."""
    found = dict(plain.written(USED, folder))
    plain.collected(found, folder)
    page = (EXAMPLE.parent / "kernel" / "README.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"```coq\n(From NP Require Import pln\.\n.*?)```", page, re.DOTALL)
    text = lines.replace("pln_thm1", "layeract_eq8").replace("pln", "layeract")
    assert text.count("\n") == 3
    (tmp_path / "mine.v").write_text(text)
    said = verified.needed(tmp_path, "coqc", "-q", "-R", str(folder), "NP", "mine.v")
    assert "layeract_eq8\n     : forall" in said
    assert verified.axioms(said.partition("Axioms:")[2]) == verified.AXIOMS
    (tmp_path / "mine.v").write_text(text.replace("layeract_eq8", "layeract_eq88"))
    with pytest.raises(verified.Refused):
        verified.needed(tmp_path, "coqc", "-q", "-R", str(folder), "NP", "mine.v")


@pytest.fixture(scope="module")
def assumed(folder: Path) -> Path:
    """That of PLN, with its statements as axioms: their own files take minutes."""
    heads = "From Coq Require Import ZArith Reals List.\nFrom NP Require Import Syntax Plain.\n"
    scopes = "Import ListNotations.\nLocal Open Scope R_scope.\n"
    axioms, made = "", []
    for name in sorted({one for _, needs, *_ in FOLLOWING for one in needs}):
        theorem, statement = plain.theorem_name(name), kept_files.loaded(name)["statement"]
        axioms += Text(statement).stated(theorem).replace("Theorem", "Axiom", 1) + "\n"
        made.append(named.theorem(theorem, statement, plain.objects("pln"), "Netproof_pln"))
    (folder / "Netproof_pln.v").write_text(f"{heads}{scopes}{axioms}")
    (folder / "pln.v").write_text(named.file("pln", made))
    written = ("definition3", "networks", "theorem1", "theorem3", "performer", "names")
    for name in written:
        shutil.copy(EXAMPLE.parent / f"{name}.v", folder)
    for name in ("Netproof_pln", "pln", *written):
        verified.needed(folder, *verified.COQC, f"{name}.v")
    return folder


FOLLOWING = [
    (module, plain.FURTHER[module], theorem, bound, stronger)
    for module, theorem, bound, stronger in (
        ("theorem1", "theorem_1", "(L / (2 * eps)) + 1)", "(L / (2 * eps)))"),
        ("theorem3", "theorem_3", "(L / (2 * eps)) + 1)", "(L / (2 * eps)))"),
        ("proposition1", "proposition_1_tanh", "(L / (2 * eps)) + 1)", "(L / (2 * eps)))"),
        ("proposition1", "proposition_1_sigmoid", "(L / (2 * eps)) + 1)", "(L / (2 * eps)))"),
        ("proposition2", "proposition_2", "(L / (2 * eps)) + 2)", "(L / (2 * eps)) + 1)"),
        ("proposition2", "proposition_2", " - 1 <= Z", " <= Z"),
        ("propositions34", "proposition_3", " <= Z", " + 1 <= Z"),
        ("propositions34", "proposition_4", "(L / (2 * eps)) + 1)", "(L / (2 * eps)))"),
        ("density", "theorem_2", "(2 <= d)", "(1 <= d)"),
        ("density", "theorem_2", "0 < delta", "0 <= delta"),
        ("density", "theorem_3_density", "(1 <= d)", "(0 <= d)"),
        ("density", "theorem_4", "pln.sigmoidal s ->", "True ->"),
    )
]
"""Theorems on all functions and networks, from which statements, and what is not proved."""


@pytest.mark.parametrize(("module", "needs", "theorem", "bound", "stronger"), FOLLOWING)
def test_what_is_proved_of_all_networks_follows_from_statements_that_are_certified(
    assumed: Path, module: str, needs: tuple[str, ...], theorem: str, bound: str, stronger: str
) -> None:
    text = (EXAMPLE.parent / f"{module}.v").read_text()
    (assumed / f"{module}.v").write_text(text)
    verified.needed(assumed, *verified.COQC, f"{module}.v")
    (assumed / "asked.v").write_text(
        f"From NP Require {module}.\nPrint Assumptions {module}.{theorem}.\n"
    )
    rests = verified.axioms(verified.needed(assumed, *verified.COQC, "asked.v"))
    given = {f"Netproof_pln.{plain.theorem_name(name)}" for name in needs}
    assert verified.AXIOMS < rests <= {*verified.AXIOMS, *given}
    (said,) = re.findall(rf"Theorem {theorem} .*?Proof\.", text, re.DOTALL)
    assert said.count(bound) == 1
    (assumed / f"{module}.v").write_text(text.replace(said, said.replace(bound, stronger)))
    with pytest.raises(verified.Refused):
        verified.needed(assumed, *verified.COQC, f"{module}.v")


def test_another_statement_is_refused_and_then_written_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = dict(plain.written(USED, folder))
    text = named.Forms.text

    def wrong(self: named.Forms, form: named.Form) -> str:
        return text(self, form).replace("Rmin 1", "Rmin 2")  # the scale of ReLU

    monkeypatch.setattr(named.Forms, "text", wrong)
    papers, plainly = plain.collected(found, folder)
    assert {*plainly} == {"layeract.eq2.relu.is"}
    assert len(papers) == 2
    written = (folder / "layeract.v").read_text()
    assert "a * Rmin 1 (sign a + 1) = Rmax a 0" in written
    assert "scale s K ->" in written


@by_turns(3)
def test_what_stronger_statements_say_of_definition_3_is_refused(tmp_path: Path) -> None:
    if any(shutil.which(name) is None for name in verified.PROGRAMS):
        pytest.skip("Coq or OCaml is not installed")
    text = (EXAMPLE.parent / "definition3.v").read_text()
    assert text.count("B < eps /\\ forall i") == 1
    for stronger in ("B <= eps /\\ forall i", "B < eps - 1 /\\ forall i"):
        (tmp_path / "definition3.v").write_text(text.replace("B < eps /\\ forall i", stronger))
        with pytest.raises(verified.Refused):
            verified.needed(tmp_path, *verified.COQC, "definition3.v")
