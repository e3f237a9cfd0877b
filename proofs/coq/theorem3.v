(* Theorem 3 of the paper on PLN as it stands there: N(phi) of Definition 3, for all functions of the class and all
   networks of groups of layer scaling, is at most floor(L / (2 eps)) + 1.  From the theorem on one function and
   written-out networks (pln_thm3), and definition3.v. *)
From Coq Require Import ZArith Reals List Lra.
From NP Require Import Syntax Scope Plain definition3 networks pln.
Import ListNotations.
Local Open Scope R_scope.

(* A network of m groups: the sum of alpha_k <(a1_k, 0, ...), LS(w_k x + b_k, 0, ...)>. *)
Record groups := { coef : Z -> R; a1 : Z -> R; w1 : Z -> R; b1 : Z -> R }.
Definition groups_network (d delta : R) (m : nat) (g : groups) (x : R) : R :=
  zsum 1 (IZR (Z.of_nat m)) (fun k => coef g k * LS (a1 g k) (w1 g k * x + b1 g k) d delta).

Section Theorem3.
  Variables (d : Z) (L eps delta : R).
  Hypotheses (D : (1 <= d)%Z) (L_nonneg : 0 <= L) (E : 0 < eps) (Delta : 0 < delta).
  Let n := (steps L eps + 1)%Z.
  Let c := 1 / sqrt (IZR d).
  Let unit (t : R) := LS c t (IZR d) delta.

  Lemma d_pos : 1 <= IZR d. Proof. now apply IZR_le in D. Qed.
  Lemma LS_is_defined x1 :
    Forall meets (LS_defined_a1 c x1 (IZR d) delta [NonNeg (IZR d); NonZero (sqrt (IZR d))]).
  Proof.
    assert (P := d_pos). unfold LS_defined_a1. cbv zeta. cbn [app].
    assert (Q := sqrt_lt_R0 (IZR d) ltac:(lra)).
    match goal with |- context [NonNeg (?v / IZR d) :: NonZero _ :: _] => set (V := v) end.
    assert (0 <= V).
    { unfold V. repeat apply Rplus_le_le_0_compat; try apply Rle_0_sqr. apply zsum_nonneg. intro k. lra. }
    assert (0 <= V / IZR d) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
    assert (S := sqrt_pos (V / IZR d)). meets_all.
  Qed.
  Lemma here m (g : units) : exists j, forall x, groups_network (IZR d) delta m j x = network unit m g x.
  Proof. exists {| coef := alpha g; a1 := fun _ => c; w1 := w g; b1 := b g |}. intro x. reflexivity. Qed.

  Theorem theorem_3 : exists N,
    width (@fn L) (groups_network (IZR d) delta) unit_interval eps N /\ (Z.of_nat N <= floorR (L / (2 * eps)) + 1)%Z.
  Proof.
    apply (steps_at_most L eps L_nonneg E _ unit here). fold n. assert (P := n_not_0 L eps L_nonneg E). fold n in P.
    intros f F. destruct (pln_thm3 f (fun lam t => unit (lam * t)) n d L eps delta d_pos E Delta (n_is L eps E) F) as [[_ C] (lam & _ & H)].
    - intros lam t _. apply conditions; [apply LS_is_defined|reflexivity].
    - split; [exact C|]. eexists _, _, lam. intros x [X Y]. destruct (H x X Y) as (_ & _ & _ & K). unfold G_hat in K.
      erewrite zsum_range in K; [exact K|exact (n_pos L eps L_nonneg E)|].
      intros k _. cbv beta. rewrite only_met by meets_all. reflexivity.
  Qed.
End Theorem3.
