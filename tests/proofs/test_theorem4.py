"""That there is a network near f, in Coq: what ``theorem4.v`` states and needs.

The theorems of certificates take minutes and are axioms here, with the text that ``proofs.plain``
writes; ``make coq-theorems`` compiles the file with the theorems themselves.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from proofs import plain, verified
from proofs.plain_text import Text
from tests import kept_files
from tests.proofs import programs
from tests.proofs.test_coq import (
    COQ,
    PERFORMER,
    READ_THEOREM4,
    UNPROVED,
    outside_sections,
    without_comments,
)

NAMES, SOURCE = ((COQ / f"{name}.v").read_text(encoding="utf-8") for name in ("names", "theorem4"))
LEMMAS, *THEOREMS = re.split("^(?=Theorem )", SOURCE, flags=re.MULTILINE)
STATEMENTS = plain.FURTHER["theorem4"]
HEAD = """From Coq Require Import ZArith Reals List.
From NP Require Import Syntax Plain.
Import ListNotations.
Local Open Scope R_scope.
"""
HEADS = re.findall(r"^(?:From|Import|Local Open) .*\.$", LEMMAS, re.MULTILINE)


def test_nothing_is_left_unproved_in_the_files() -> None:
    density = (COQ / "density.v").read_text(encoding="utf-8")
    for source, least in ((NAMES, 10), (SOURCE, 40), (density, 10)):
        code = without_comments(source)
        assert not UNPROVED.search(code)
        assert not outside_sections(source)
        assert len(re.findall(r"\bProof\b", code)) == code.count("Qed.") > least


def test_its_theorems_are_compiled_with_those_that_they_follow_from() -> None:
    assert STATEMENTS == tuple(f"sumformer.thm4_{k}.repaired2.statement" for k in "345")
    assert all(f"sumformer.{plain.theorem_name(name)} " in SOURCE for name in STATEMENTS)
    files = [*plain.FURTHER]
    assert files.index("performer") < files.index("names") < files.index("theorem4")


def test_the_readme_quotes_the_file_and_names_its_theorems() -> None:
    (quoted,) = re.findall(r"```coq\n(.*?)```", READ_THEOREM4, re.DOTALL)
    assert f"{quoted}Proof." in SOURCE
    assert plain.THEOREM.findall(SOURCE) == ["theorem_4_3", "theorem_4_4", "theorem_4_5"]
    assert all(f"`{name}`" in READ_THEOREM4 for name in ("theorem_4_4", "theorem_4_5"))
    names = re.findall(r"`(\w+)[^|`]*`", READ_THEOREM4.partition("**From")[0].split("```")[2])
    assert {"drawn", "simple", "padded"} <= {*names}
    defined = {*re.findall(r"\bDefinition (\w+) ", PERFORMER + SOURCE)}
    assert {*names} - defined <= {"theorem_4_4", "theorem_4_5", "performer", "bound"}


# --- Coq -----------------------------------------------------------------------------------------


def compiled(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.v").write_text(text)
    verified.needed(folder, *verified.COQC, f"{name}.v")


def after(text: str) -> str:
    """A file that begins as ``theorem4.v`` does, and takes its lemmas up."""
    return "\n".join([*HEADS, "From NP Require Import lemmas.", text])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where all but the three theorems is compiled, those of certificates as axioms."""
    kept = programs.statements()
    programs.patient()
    made = tmp_path_factory.mktemp("theorem4")
    for name in (*(f"{one}.vo" for one in verified.STATEMENTS), verified.MARK):
        shutil.copy(kept / name, made)
    compiled(made, "performer", PERFORMER)
    compiled(made, "names", NAMES)
    axioms = (
        Text(kept_files.loaded(name)["statement"]).stated(plain.theorem_name(name))
        for name in STATEMENTS
    )
    text = "\n".join(axiom.replace("Theorem", "Axiom", 1) for axiom in axioms)
    compiled(made, "sumformer", f"{HEAD}{text}\n")
    compiled(made, "lemmas", LEMMAS)
    return made


def test_each_theorem_rests_on_that_of_its_certificate(folder: Path) -> None:
    for theorem, statement in zip(THEOREMS, STATEMENTS, strict=True):
        (name,) = plain.THEOREM.findall(theorem)
        compiled(folder, "stated", after(theorem))
        (folder / "asked.v").write_text(
            f"From NP Require stated.\nPrint Assumptions stated.{name}."
        )
        found = verified.axioms(verified.needed(folder, *verified.COQC, "asked.v"))
        assert found == verified.AXIOMS | {f"sumformer.{plain.theorem_name(statement)}"}


WEAKER = [
    ("compact_set d D ->", "True ->"),
    ("continuous_on n d D f ->", "True ->"),
    ("equivariant n d D f ->", "True ->"),
    ("bound < eps", "bound < 0"),
    ("(1 + 2 * d + 2 * d')", "(2 * d + 2 * d')"),
    ("(6 * d' + 2)", "(6 * d' + 1)"),
    ("(d + 2 * d' + c)", "(c + 2 * d')"),
]


@pytest.mark.parametrize(
    ("theorem", "given", "weaker"),
    [
        *((THEOREMS[0], *one) for one in WEAKER),
        *((theorem, *WEAKER[2]) for theorem in THEOREMS[1:]),
        *((theorem, "(0 < k)%nat ->", "True ->") for theorem in THEOREMS[1:]),
        (THEOREMS[2], "drawn Omega blocks", "drawn (fun _ _ => Omega 0 0)%nat blocks"),
    ],
)
def test_nothing_that_is_given_can_be_left_out_of_the_proof(
    theorem: str, given: str, weaker: str, folder: Path
) -> None:
    said, proof = theorem.split("Proof.")
    assert said.count(given) == 1
    with pytest.raises(verified.Refused):
        compiled(folder, "altered", after(f"{said.replace(given, weaker)}Proof.{proof}"))


BLOCK = """
Section Block.
  Variables q k v o x y : R.
  Definition layers1 := {| units := 1; W_1 := fun _ _ => 1; b_1 := fun _ => - 2;
    W_2 := fun _ _ => 3; b_2 := fun _ => 5 |}.
  Definition weights1 := {| WQ := fun _ _ => q; WK := fun _ _ => k; WV := fun _ _ => v |}.
  Definition head1 := {| own := weights1; E := fun _ _ => 1;
    F := fun _ j => match j with O => 1 | _ => 7 end |}.
  (* two heads, of which the second counts twice *)
  Definition block2 {head} (h : head) : block head :=
    {| heads := [h; h]; WO := fun i _ => match i with O => o | _ => 2 * o end;
       fully_connected := layers1 |}.
  Definition tokens : matrix := fun i _ => match i with O => x | _ => y end.
  Goal Network 1 (LinAttHead 2 1 1) [block2 head1] tokens 1%nat 0%nat =
    y + (3 * Rmax 0 (y + 3 * o * v * (x + 7 * y) - 2) + 5).
  Proof.
    cbv -[exp sqrt Rplus Rmult Rmax Rdiv Rinv Ropp IZR]. unfold Rdiv.
    rewrite !Rplus_0_l. rewrite !Rinv_r by (apply Rgt_not_eq, exp_pos).
    match goal with |- _ + (Rmax 0 ?a * 3 + 5) = _ + (3 * Rmax 0 ?b + 5) =>
      replace b with a by ring end.
    ring.
  Qed.
  Let a s t := exp (q * s * (k * t)).
  Goal Network 1 (AttHead 2 1) [block2 weights1] tokens 1%nat 0%nat =
    y + (3 * Rmax 0 (y + 3 * o * v * ((a y x * x + a y y * y) / (a y x + a y y)) - 2) + 5).
  Proof.
    assert (S : forall s t, exp ((0 + (0 + s * q) * (0 + t * k)) / sqrt 1) = a s t).
    { intros s t. unfold a. rewrite sqrt_1. f_equal. field. }
    assert (P : forall s t, 0 < a s t) by (intros s t; apply exp_pos).
    assert (A := P y x). assert (B := P y y). clearbody a.
    cbv -[exp sqrt Rplus Rmult Rmax Rdiv Rinv Ropp IZR]. rewrite !S.
    match goal with |- _ + (0 + Rmax 0 ?a * 3 + 5) = _ + (3 * Rmax 0 ?b + 5) =>
      replace b with a by (field; lra) end.
    ring.
  Qed.
End Block.
"""


def test_networks_are_those_of_the_paper(folder: Path) -> None:
    """One block with two heads, worked out by hand: that of a Linformer, that of a Transformer."""
    compiled(folder, "block", after(BLOCK))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("(x + 7 * y)", "(7 * x + y)"), ("(a y x * x + a y y * y)", "(a x y * x + a y y * y)")],
)
def test_other_networks_are_not(folder: Path, right: str, wrong: str) -> None:
    assert right in BLOCK
    with pytest.raises(verified.Refused):
        compiled(folder, "block", after(BLOCK.replace(right, wrong)))


PLAINLY = """
Goal exists r : R, forall k, dec r k = INR k.
Proof. exists (enc INR). intro k. now rewrite dec_enc. Qed.
"""


def test_every_sequence_has_a_name(folder: Path) -> None:
    compiled(folder, "named", after(PLAINLY))
    with pytest.raises(verified.Refused):
        compiled(folder, "named", after(PLAINLY.replace("k = INR k", "k = INR (S k)")))
