"""Theorem 4.4 of Sumformer with width d, in Coq: what ``plane.v`` states, and that Coq agrees."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from proofs import plain, verified
from tests.proofs.programs import ROOT, patient
from tests.proofs.test_coq import README, UNPROVED, outside_sections, without_comments

SOURCE = (ROOT / "proofs" / "coq" / "plane.v").read_text(encoding="utf-8")
THEOREMS = plain.THEOREM.findall(SOURCE)
HEAD = """From Coq Require Import Reals List Lra.
From Coquelicot Require Import Coquelicot.
From NP Require Import plane.
Local Open Scope R_scope.
"""


def test_nothing_is_left_unproved_in_the_file() -> None:
    code = without_comments(SOURCE)
    assert not UNPROVED.search(code)
    assert not outside_sections(SOURCE)
    assert code.count("Proof.") == code.count("Qed.") > 50
    asked_for = [line for line in code.splitlines() if "Require" in line]
    assert asked_for == HEAD.replace(" Lra.", " Lra Lia Classical Btauto.").splitlines()[:2]


def test_its_theorems_are_compiled_with_the_others_and_named_on_the_page() -> None:
    assert plain.FURTHER["plane"] == ()
    assert len(THEOREMS) == 4
    for name in THEOREMS:
        assert f"`{name}`" in README


# --- Coq -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the file is compiled."""
    patient()
    if any(shutil.which(name) is None for name in verified.PROGRAMS):
        pytest.skip("Coq or OCaml is not installed")
    made = tmp_path_factory.mktemp("plane")
    (made / "plane.v").write_text(SOURCE)
    verified.needed(made, *verified.COQC, "plane.v")
    return made


def taken(folder: Path, text: str) -> None:
    """Coq takes a file that uses the theorems.

    Raises:
        Refused: it does not.
    """
    (folder / "user.v").write_text(HEAD + text)
    verified.needed(folder, *verified.COQC, "user.v")


def test_the_theorems_rest_on_the_axioms_of_the_real_numbers(folder: Path) -> None:
    verified.rests(folder, *(f"plane.{name}" for name in THEOREMS))


PLAINLY = """
Goal forall Qs : list (R * R -> R * R),
  (forall Q, In Q Qs -> (forall p, continuous Q p) /\\ exists w : R * R -> R,
    (forall p, continuous w p) /\\ forall p q, Q p = Q q -> w p = w q -> p = q) ->
  exists x y, x ^ 2 + y ^ 2 <= 1 /\\ let (a, b) := fold_left (fun p Q => Q p) Qs (x, y) in
    1 / 27 <= Rmax (Rabs (a - (x ^ 2 - y ^ 2))) (Rabs (b - 2 * (x * y))).
Proof.
  intros Qs H. destruct (no_composition_is_near_the_square Qs) as ([x y] & D & E).
  - now apply Forall_forall.
  - exists x, y. split; [exact D|].
    assert (F : forall p, fold_left (fun p Q => Q p) Qs p = composed Qs p).
    { clear H E. induction Qs as [|Q Qs IH]; intro p; [reflexivity|]. apply IH. }
    rewrite F. unfold distance, squared in E. simpl fst in E. simpl snd in E.
    destruct (composed Qs (x, y)). exact E.
Qed.
"""


def test_the_first_theorem_is_what_it_says_without_names(folder: Path) -> None:
    taken(folder, PLAINLY)
    with pytest.raises(verified.Refused):
        taken(folder, PLAINLY.replace("1 / 27 <=", "1 / 26 <="))


NEEDED = {
    # the list without maps: |p - p^2| is at most 2
    "a bound that is too large": """
Goal ~ forall Qs, List.Forall good Qs ->
  exists p, disc p /\\ 3 <= distance (composed Qs p) (squared p).
Proof.
  intro H. destruct (H nil) as ([x y] & D & E); [constructor|].
  unfold distance, disc, squared in *. simpl in *.
  assert (-1 <= x <= 1) by nra. assert (-1 <= y <= 1) by nra.
  assert (Rmax (Rabs (x - (x * (x * 1) - y * (y * 1)))) (Rabs (y - 2 * (x * y))) < 3); [|lra].
  apply Rmax_lub_lt; apply Rabs_def1; nra.
Qed.
""",
    # the complex square, which is not good
    "only continuity": """
Goal ~ forall Qs, List.Forall (fun Q : R * R -> R * R => forall p, continuous Q p) Qs ->
  exists p, disc p /\\ 1 / 27 <= distance (composed Qs p) (squared p).
Proof.
  intro H. destruct (H (squared :: nil)) as (p & D & E).
  - repeat constructor. intro p.
    apply (continuous_ext (fun p : R * R => (fst p * fst p - snd p * snd p, 2 * (fst p * snd p)))).
    { intros [x y]. unfold squared. simpl. f_equal; ring. }
    walk.
  - unfold distance in E. simpl in E. rewrite !Rminus_eq_0, Rabs_R0, Rmax_left in E by lra. lra.
Qed.
""",
}


@pytest.mark.parametrize("without", NEEDED)
def test_what_is_asked_of_the_maps_and_the_bound_is_needed(folder: Path, without: str) -> None:
    taken(folder, NEEDED[without])


BLOCK = """
Section Block.
  Variables q k v o f0 f1 x y : R.
  Definition weights1 := {| WQ := fun _ _ => q; WK := fun _ _ => k; WV := fun _ _ => v |}.
  Definition head1 := {| own := weights1; E := fun _ _ => 1;
    F := fun _ j => match j with O => f0 | _ => f1 end |}.
  (* two heads, of which the second counts twice *)
  Definition block2 {head} (h : head) : block head :=
    {| attends := {| count := 2; heads := fun _ => h;
                     WO := fun i _ => match i with O => o | _ => 2 * o end |};
       FC := fun z => z; FC_continuous := fun z => continuous_id z |}.
  Goal Network (LinAttHead 2 1 1) (block2 head1 :: nil) (x, y) =
    (2 * x + 3 * o * v * (f0 * x + f1 * y), 2 * y + 3 * o * v * (f0 * x + f1 * y)).
  Proof.
    unfold Network. simpl. unfold Block, Att, product, LinAttHead, softmax, logits.
    cbn -[exp sqrt INR Rdiv].
    assert (S : forall z, exp z / (0 + exp z) = 1).
    { intro z. assert (P := exp_pos z). field. lra. }
    rewrite !S. f_equal; ring.
  Qed.
  Let a s t := exp (q * s * (k * t)).
  Goal Network (AttHead 2 1) (block2 weights1 :: nil) (x, y) =
    (2 * x + 3 * o * v * ((a x x * x + a x y * y) / (a x x + a x y)),
     2 * y + 3 * o * v * ((a y x * x + a y y * y) / (a y x + a y y))).
  Proof.
    unfold Network. simpl.
    unfold Block, Att, AttHead, attention_matrix, logits, softmax, product, transposed.
    cbn -[exp sqrt INR Rdiv]. change (INR 1) with 1. rewrite sqrt_1.
    assert (S : forall s t, exp ((0 + (0 + s * q) * (0 + t * k)) / 1) = a s t).
    { intros s t. unfold a. f_equal. field. }
    rewrite !S. assert (P : forall s t, 0 < a s t) by (intros s t; apply exp_pos).
    assert (A := P x x). assert (B := P x y). assert (C := P y x). assert (D := P y y). clearbody a.
    f_equal; field; lra.
  Qed.
End Block.
"""


def test_networks_are_those_of_the_paper(folder: Path) -> None:
    """One block with two heads, worked out by hand: that of a Linformer, that of a Transformer."""
    taken(folder, BLOCK)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("2 * y + 3 * o * v * (f0 * x + f1 * y)", "2 * y + 3 * o * v * (f1 * x + f0 * y)"),
        ("(a y x * x + a y y * y)", "(a x y * x + a y y * y)"),
    ],
)
def test_other_networks_are_not(folder: Path, right: str, wrong: str) -> None:
    assert right in BLOCK
    with pytest.raises(verified.Refused):
        taken(folder, BLOCK.replace(right, wrong))


@pytest.mark.parametrize(
    ("printed", "stronger"),
    [
        ("Q p = Q q -> w p = w q -> p = q", "Q p = Q q -> w p = w q -> fst p = fst q"),
        ("1 / 27", "1 / 20"),
        ("(k < 2)%nat", "(k < 3)%nat"),
        ("h X i j = 1 / 2}", "h X i j <= 1}"),
    ],
)
def test_a_neighbour_is_not_proved(folder: Path, printed: str, stronger: str) -> None:
    assert printed in SOURCE
    (folder / "neighbour.v").write_text(SOURCE.replace(printed, stronger))
    with pytest.raises(verified.Refused):
        verified.needed(folder, *verified.COQC, "neighbour.v")
