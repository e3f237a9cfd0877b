"""Lower bounds on widths that grow with M: what ``zeros.v`` and ``groups.v`` state."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from proofs import plain, verified
from proofs.pln.table1.few_units import SIGMOID, TANH
from tests.proofs import programs
from tests.proofs.test_coq import COQ, READ_ZEROS, UNPROVED, outside_sections, without_comments

SOURCE = (COQ / "zeros.v").read_text(encoding="utf-8")
GROUPS = (COQ / "groups.v").read_text(encoding="utf-8")
THEOREMS, ON_GROUPS = map(plain.THEOREM.findall, (SOURCE, GROUPS))
HEAD = """From Coq Require Import ZArith Reals List Lra Lia.
From Interval Require Import Tactic.
From NP Require Import Syntax Enc Plain definition3 networks zeros.
Local Open Scope R_scope.
"""


def test_nothing_is_left_unproved_in_the_file() -> None:
    for source in (SOURCE, GROUPS):
        code = without_comments(source)
        assert not UNPROVED.search(code)
        assert not outside_sections(source)
        assert code.count("Proof.") == code.count("Qed.") > 30


def test_it_needs_no_certificate_and_the_page_quotes_and_names_its_theorems() -> None:
    assert plain.FURTHER["zeros"] == plain.FURTHER["groups"] == ()
    assert [*plain.FURTHER].index("zeros") < [*plain.FURTHER].index("groups")
    quoted = re.findall(r"```coq\n(.*?)```", READ_ZEROS, re.DOTALL)
    said = re.split("(?m)^(?= *(?:Theorem|Definition))", "".join(quoted))[1:]
    assert [name for one in said for name in plain.THEOREM.findall(one)] == [
        *THEOREMS[-4:-1],
        "centred_width",
    ]
    assert THEOREMS[-4:] == [f"{u}_width{w}" for w in ("", "_warren") for u in ("tanh", "sigmoid")]
    assert all(one.strip() in SOURCE + GROUPS for one in said)
    more = [name for name in THEOREMS + ON_GROUPS if name not in "".join(said)]
    assert all(f"`{name}`" in READ_ZEROS for name in more)


@pytest.mark.parametrize("units", range(1, 6))
def test_for_few_units_it_is_the_bound_of_certificates(units: int) -> None:
    """So many points are too many for the units: that of Table 1, with 2, 3 and 4."""
    assert TANH.points(units) == 2**units + 1
    assert SIGMOID.points(units) == 2**units


def test_a_thousand_steps() -> None:
    """What the page says of M = 1,000: the least N that each of the bounds allows."""
    M, said = 1000, "At M = 1,000 it is N ≥ 16, not N ≥ 10"
    growing = next(N for N in range(99) if 2 ** (M + 1) <= (2 * M + 4) ** (6 * N))
    assert (growing, next(N for N in range(99) if M + 1 <= 2**N)) == (16, 10)
    assert said in READ_ZEROS
    least = next(N for N in range(1, 99) if N * (M + 1) + 1 <= (2 * N + 1) ** N)
    assert f"At M = 1,000 it is N ≥ {least};" in READ_ZEROS
    few = {N: ((2 * N + 1) ** N - 1) // N for N in (1, 2, 3)}  # the greatest M + 1
    assert f"2, 3, 4 groups for M ≥ {few[1]}, {few[2]}, {few[3]}" in READ_ZEROS


# --- Coq -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the file is compiled."""
    kept = programs.statements()
    programs.patient()
    made = tmp_path_factory.mktemp("zeros")
    for name in (*(f"{one}.vo" for one in verified.STATEMENTS), verified.MARK):
        shutil.copy(kept / name, made)
    for name in ("definition3", "networks", "zeros", "groups"):
        shutil.copy(COQ / f"{name}.v", made)
        verified.needed(made, *verified.COQC, f"{name}.v")
    return made


def taken(folder: Path, text: str) -> None:
    """Coq takes a file that uses the theorems.

    Raises:
        Refused: it does not.
    """
    (folder / "user.v").write_text(HEAD + text)
    verified.needed(folder, *verified.COQC, "user.v")


def test_the_theorems_rest_on_the_axioms_of_the_real_numbers(folder: Path) -> None:
    verified.rests(folder, *(f"zeros.{name}" for name in THEOREMS))
    verified.rests(folder, *(f"groups.{name}" for name in ON_GROUPS))


PLAINLY = """
Goal forall L eps (N : nat), 0 <= L -> 0 < eps -> (1 <= N)%nat ->
  (exists B, B < eps /\\ forall f : R -> R,
    (forall u v, 0 <= u <= 1 -> 0 <= v <= 1 -> Rabs (f u - f v) <= L * Rabs (u - v)) ->
    exists a w b : Z -> R, forall x, 0 <= x <= 1 ->
      Rabs (nsum N 1 (fun k => a k * UNIT) - f x) <= B) ->
  forall M : Z, IZR M <= L / (2 * eps) -> IZR M + MORE <= 2 ^ N.
Proof.
  intros L eps N P E A (B & BE & H) M Floor. apply floor_le in Floor.
  destruct (width_at_most (@fn L) (network KIND) unit_interval eps N B A BE) as (m & W & Le).
  - intros [f F]. destruct (H f F) as (a & w & b & K).
    exists {| alpha := a; w := w; b := b |}.
    intros x X. unfold network. rewrite zsum_IZR, Z.sub_add, Nat2Z.id. exact (K x X).
  - apply KIND_width in W; [|assumption|assumption].
    apply IZR_le in W, Floor. rewrite plus_IZR in W.
    rewrite <- pow_IZR in W. apply Rle_trans with (2 ^ m); [lra|]. apply Rle_pow; [lra|exact Le].
Qed.
"""
KINDS = {
    "tanh": ("tanh (w k * x + b k)", 1),
    "sigmoid": ("(1 / (1 + exp (- (w k * x + b k))))", 2),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_bounds_are_what_they_say_without_names(folder: Path, kind: str) -> None:
    unit, more = KINDS[kind]
    plainly = PLAINLY.replace("UNIT", unit).replace("KIND", kind)
    taken(folder, plainly.replace("MORE", f"{more}"))
    with pytest.raises(verified.Refused):
        taken(folder, plainly.replace("MORE", f"{more + 1}"))


REACHED = """
Ltac values := unfold network; rewrite !zsum_IZR; simpl; unfold tanh, sinh, cosh, sigmoid; interval.
Goal exists g x s, alternates (network tanh 1 g) 2 x s.
Proof.
  exists {| alpha := fun _ => 1; w := fun _ => 1; b := fun _ => 0 |}, (-2), (-1).
  exists (-1). split; [lra|]. split; [values|]. exists 1. split; [lra|]. split; [values|exact I].
Qed.
Definition two := {| alpha := fun k => if Z.eqb k 1 then 1 else - 11 / 10;
  w := fun k => if Z.eqb k 1 then 2 else 1; b := fun _ => 0 |}.
Goal exists g x s, alternates (network sigmoid 2 g) 3 x s.
Proof.
  exists two, (-3), (-1). exists (-2). split; [lra|]. split; [values|].
  exists 1. split; [lra|]. split; [values|]. exists 4. split; [lra|]. split; [values|exact I].
Qed.
"""


def test_one_tanh_and_two_sigmoids_alternate_as_often_as_is_allowed(folder: Path) -> None:
    """At 2 and at 3 points; with another weight the second does not at these."""
    taken(folder, REACHED)
    with pytest.raises(verified.Refused):
        taken(folder, REACHED.replace("- 11 / 10", "- 9 / 10"))


GROUP = """From NP Require Import groups.
Section Group.
  Variables (x delta : R) (g : group).
  Let s := w g 1 * x + b g 1. Let t := w g 2 * x + b g 2. Let m := (s + t) / 2.
  Goal 0 < delta -> groups (centred 2 delta) 1 (fun _ => g) x =
    (a g 1 * (s - m) + a g 2 * (t - m)) / sqrt (((s - m) ^ 2 + (t - m) ^ 2) / 2 + delta).
  Proof.
    intro D. unfold groups, centred, normalised, mean, inner. cbn -[sqrt pow INR]. fold s t.
    change (INR 2) with (1 + 1). replace (1 + 1) with 2 by ring.
    replace ((0 + s + t) / 2) with m by (unfold m; field).
    replace (0 + (s - m) ^ 2 + (t - m) ^ 2) with ((s - m) ^ 2 + (t - m) ^ 2) by ring.
    assert (P := pow2_ge_0 (s - m)). assert (Q := pow2_ge_0 (t - m)).
    assert (H := sqrt_lt_R0 (((s - m) ^ 2 + (t - m) ^ 2) / 2 + delta) ltac:(lra)).
    field. lra.
  Qed.
  Goal 0 < delta -> groups (scaled 2 delta) 1 (fun _ => g) x =
    (a g 1 * s + a g 2 * t) / sqrt ((s ^ 2 + t ^ 2) / 2 + delta).
  Proof.
    intro D. unfold groups, scaled, normalised, inner. cbn -[sqrt pow INR]. fold s t.
    change (INR 2) with (1 + 1). replace (1 + 1) with 2 by ring.
    replace (0 + s ^ 2 + t ^ 2) with (s ^ 2 + t ^ 2) by ring.
    assert (P := pow2_ge_0 s). assert (Q := pow2_ge_0 t).
    assert (H := sqrt_lt_R0 ((s ^ 2 + t ^ 2) / 2 + delta) ltac:(lra)).
    field. lra.
  Qed.
End Group.
Goal exists g x s, alternates (groups (scaled 1 1) 1 g) 2 x s.
Proof.
  exists (fun _ => {| a := fun _ => 1; w := fun _ => 1; b := fun _ => 0 |}), (-2), (-1).
  exists (-1). unfold groups, scaled, normalised, inner.
  cbn -[sqrt pow INR]. change (INR 1) with 1.
  split; [lra|]. split; [interval|]. exists 1. split; [lra|]. split; [interval|exact I].
Qed.
"""


def test_groups_are_those_of_frameworks(folder: Path) -> None:
    """Two coordinates, worked out by hand; one group alternates at 2 points."""
    taken(folder, GROUP)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("(t - m) ^ 2) / 2 + delta)", "(t - m) ^ 2) / 1 + delta)"), ("t ^ 2) / 2 +", "t ^ 2) +")],
)
def test_other_groups_are_not(folder: Path, right: str, wrong: str) -> None:
    assert right in GROUP
    with pytest.raises(verified.Refused):
        taken(folder, GROUP.replace(right, wrong))


POLYNOMIALS = """
Goal forall v, let s := Times (Unknown 0) (Plus (power (Unknown 2) 3) (Number 5)) in
  value s v = v 0%nat * (v 2%nat ^ 3 + 5) /\\ degree s = 4%nat /\\ unknowns_below 3 s.
Proof. intros v s. subst s. cbn. repeat split; ring || lia. Qed.
Goal unknowns_below 2 (Unknown 2) -> False.
Proof. cbn. lia. Qed.
"""


def test_polynomials_are_what_they_say(folder: Path) -> None:
    """One of degree 4 in three unknowns."""
    taken(folder, POLYNOMIALS)
    with pytest.raises(verified.Refused):
        taken(folder, POLYNOMIALS.replace("= 4%nat", "= 3%nat"))


@pytest.mark.parametrize(
    ("proved", "stronger"),
    [
        ("(S (length rs)) x s.", "(length rs) x s."),
        ("tanh n g) m x s -> (m <= 2 ^ n)", "tanh n g) m x s -> (m + 1 <= 2 ^ n)"),
        ("sigmoid n g) m x s -> (m + 1 <= 2 ^ n)", "sigmoid n g) m x s -> (m + 2 <= 2 ^ n)"),
        ("eps)) + 1 <= 2 ^", "eps)) + 2 <= 2 ^"),
        ("eps)) + 2 <= 2 ^", "eps)) + 3 <= 2 ^"),
        ("sigmoid (t : R) : R := 1 / (1 + exp (- t))", "sigmoid (t : R) : R := exp t"),
        ("R := eps * tent", "R := 2 * eps * tent"),
        ("(1 - 2 * Rabs (t - IZR (nearest t))).", "(1 - Rabs (t - IZR (nearest t)))."),
        ("(6 * Z.of_nat N)", "(3 * Z.of_nat N)"),
        ("sigmoid_width_warren L eps N : warren -> ", "sigmoid_width_warren L eps N : "),
        ("(1 <= n <= m)%nat", "(1 <= n <= m)%nat /\\ (d < m)%nat"),
        ("(degree (P j) <= d)%nat", "(degree (P j) < d)%nat"),
        ("if s j then 0 < value (P j) v", "if s j then 1 < value (P j) v"),
    ],
)
def test_a_neighbour_is_not_proved(folder: Path, proved: str, stronger: str) -> None:
    """Better bounds, another unit, what is too steep or not continuous, less of Warren's."""
    assert proved in SOURCE
    (folder / "neighbour.v").write_text(SOURCE.replace(proved, stronger))
    with pytest.raises(verified.Refused):
        verified.needed(folder, *verified.COQC, "neighbour.v")


@pytest.mark.parametrize(
    ("proved", "stronger"),
    [
        ("(Delta : 0 < delta)", "(Delta : 0 <= delta)"),
        ("eps)) + 1) + 1 <= (2", "eps)) + 1) + 2 <= (2"),
        ("(N * m + 1 <= (2 * N + 1) ^ N)%nat", "(N * m + 2 <= (2 * N + 1) ^ N)%nat"),
        ("=> e + most n (e + e * delta)", "=> e + most n (e * delta)"),
        ("repeat 1%nat n", "repeat 0%nat n"),
    ],
)
def test_a_neighbour_on_groups_is_not_proved(folder: Path, proved: str, stronger: str) -> None:
    """delta = 0, better bounds, polynomials of lower degree."""
    assert proved in GROUPS
    (folder / "neighbour.v").write_text(GROUPS.replace(proved, stronger))
    with pytest.raises(verified.Refused):
        verified.needed(folder, *verified.COQC, "neighbour.v")
