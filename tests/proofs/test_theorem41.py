"""Theorem 4.1 of Sumformer with continuous phi and psi, in Coq: what ``theorem41.v`` states."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from proofs import plain, verified
from tests.proofs.programs import patient
from tests.proofs.test_coq import (
    COQ,
    PERFORMER,
    READ_THEOREM41,
    UNPROVED,
    outside_sections,
    without_comments,
)

SOURCE = (COQ / "theorem41.v").read_text(encoding="utf-8")
LEMMAS, *THEOREMS = re.split("^(?=Theorem )", SOURCE, flags=re.MULTILINE)
NAMES = ["theorem_4_1_exact", "theorem_4_1_polynomials", "theorem_4_1"]
EXACT, POLYNOMIALS, PRINTED = THEOREMS
HEADS = re.findall(r"^(?:From|Import|Local Open) .*\.$", LEMMAS, re.MULTILINE)


def test_nothing_is_left_unproved_in_the_file() -> None:
    code = without_comments(SOURCE)
    assert not UNPROVED.search(code)
    assert not outside_sections(SOURCE)
    assert len(re.findall(r"\bProof\b", code)) == code.count("Qed.") > 50


def test_it_takes_up_no_certificate_and_one_file() -> None:
    assert plain.THEOREM.findall(SOURCE) == NAMES
    assert plain.FURTHER["theorem41"] == ()
    files = [*plain.FURTHER]
    assert files.index("performer") < files.index("theorem41")
    assert re.findall(r"From NP Require (?:Import )?(.*)\.", SOURCE) == ["performer"]


def test_the_readme_quotes_the_file_and_names_what_it_defines() -> None:
    quoted = re.findall(r"```coq\n(.*?)```", READ_THEOREM41, re.DOTALL)
    assert [plain.THEOREM.findall(one) for one in quoted] == [[NAMES[k]] for k in (2, 1, 0)]
    assert all(f"{one}Proof." in SOURCE for one in quoted)
    table = "\n".join(line for line in READ_THEOREM41.splitlines() if line.startswith("| "))
    names = {*re.findall(r"`(\w+)[^`]*`", table)}
    assert {"Sumformer", "multidegrees", "continuous_psi", "polynomial"} <= names
    kinds = r"\b(?:Definition|Inductive|Lemma) (\w+)\b"
    assert names - {*re.findall(kinds, PERFORMER + SOURCE)} == {"performer", "bound"}
    proof = {*re.findall(r"\(`(\w+)`\)", READ_THEOREM41)}
    assert proof <= {*re.findall(kinds, SOURCE)}


# --- Coq -----------------------------------------------------------------------------------------


def compiled(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.v").write_text(text)
    verified.needed(folder, *verified.COQC, f"{name}.v")


def after(text: str, *needs: str) -> str:
    """A file that begins as ``theorem41.v`` does, and takes its parts up."""
    return "\n".join([*HEADS, f"From NP Require Import {' '.join(['lemmas', *needs])}.", text])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the file is compiled in parts: the lemmas, the three theorems."""
    patient()
    if any(shutil.which(name) is None for name in verified.PROGRAMS):
        pytest.skip("Coq or OCaml is not installed")
    made = tmp_path_factory.mktemp("theorem41")
    compiled(made, "performer", PERFORMER)
    compiled(made, "lemmas", LEMMAS)
    compiled(made, "exact", after(EXACT))
    compiled(made, "polynomials", after(POLYNOMIALS))
    compiled(made, "printed", after(PRINTED, "polynomials"))
    return made


def test_coq_proves_the_theorems(folder: Path) -> None:
    parts = ("exact", "polynomials", "printed")
    verified.rests(folder, *(".".join(one) for one in zip(parts, NAMES, strict=True)))


GIVEN = ["compact_set d D ->", "continuous_on n d D f ->", "equivariant n d D f ->"]


@pytest.mark.parametrize(
    ("theorem", "given", "weaker"),
    [
        *((theorem, given, "True ->") for theorem in THEOREMS for given in GIVEN),
        *((theorem, "bound < eps", "bound < 0") for theorem in THEOREMS[1:]),
        (EXACT, "(monomials n d)", "(monomials (n - 1) d)"),
        (EXACT, "continuous_psi d (latent n d) d psi", "continuous_psi d 0 d psi"),
        (POLYNOMIALS, "polynomial d (latent n d)", "polynomial d 0"),
        (PRINTED, "(S d' * (", "(d' * ("),
    ],
)
def test_nothing_that_is_given_can_be_left_out_of_the_proof(
    theorem: str, given: str, weaker: str, folder: Path
) -> None:
    said, proof = theorem.split("Proof.")
    assert said.count(given) == 1
    altered = after(f"{said.replace(given, weaker)}Proof.{proof}", "polynomials")
    with pytest.raises(verified.Refused):
        compiled(folder, "altered", altered)


BY_HAND = """
Section ByHand.
  Variables x y z t : R.
  (* two tokens, (x, y) and (z, t) *)
  Definition two : matrix := fun i c =>
    match i, c with O, O => x | O, _ => y | _, O => z | _, _ => t end.
  Goal latent 2 2 = 5%nat. Proof. reflexivity. Qed.
  Goal map (monomials 2 2 (two 0%nat)) (seq 0 5) = [y; y ^ 2; x; x * y; x ^ 2].
  Proof. cbn. repeat (apply (f_equal2 cons); [ring|]). reflexivity. Qed.
  Goal Sumformer 2 (monomials 2 2) (fun v S c => v c * S 3%nat) two 1%nat 0%nat =
    z * (x * y + z * t).
  Proof. unfold Sumformer, Sigma. cbn. ring. Qed.
End ByHand.
(* a coordinate is continuous; the sign is not *)
Goal continuous_phi 1 1 (fun v _ => v 0%nat).
Proof. intros u U v e E. exists e. split; [exact E|]. intros w H. apply H. lia. Qed.
Definition sign (v : vector) : vector := fun _ => if Rlt_dec (v 0%nat) 0 then 0 else 1.
Goal ~ continuous_phi 1 1 sign.
Proof.
  intro H. destruct (H 0%nat ltac:(lia) (fun _ => 0) 1 Rlt_0_1) as (delta & P & K).
  assert (N : close 1 delta (fun _ => 0) (fun _ => - (delta / 2))).
  { intros c _. apply Rabs_def1; lra. }
  specialize (K _ N). unfold sign in K. apply Rabs_def2 in K.
  destruct (Rlt_dec (- (delta / 2)) 0), (Rlt_dec 0 0); lra.
Qed.
"""


def test_definitions_are_those_of_the_paper(folder: Path) -> None:
    """Two tokens of two coordinates worked out by hand, and what is continuous."""
    compiled(folder, "by_hand", after(BY_HAND))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("[y; y ^ 2; x; x * y; x ^ 2]", "[x; x ^ 2; y; x * y; y ^ 2]"),
        ("z * (x * y + z * t)", "x * (x * y + z * t)"),
        ("latent 2 2 = 5%nat", "latent 2 2 = 6%nat"),
        ("~ continuous_phi 1 1 sign", "~ continuous_phi 1 0 sign"),
    ],
)
def test_other_definitions_are_not(folder: Path, right: str, wrong: str) -> None:
    assert BY_HAND.count(right) == 1
    with pytest.raises(verified.Refused):
        compiled(folder, "by_hand", after(BY_HAND.replace(right, wrong)))
