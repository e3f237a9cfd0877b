(* Theorem 1 of the paper on PLN as it stands there: N(phi) of Definition 3, for all functions of the class and all
   networks of groups of layer normalisation, is at most floor(L / (2 eps)) + 1.  From the theorem on one function
   and written-out networks (pln_thm1, make coq-theorems), and definition3.v. *)
From Coq Require Import ZArith Reals List Lra Lia.
From NP Require Import Syntax Enc Plain pln definition3.
Import ListNotations.
Local Open Scope R_scope.

(* A network of m groups: the sum of alpha_k <(a1_k, a2_k, 0, ...), LN(w1_k x + b1_k, w2_k x + b2_k, 0, ...)>. *)
Record groups := { alpha : Z -> R; a1 : Z -> R; a2 : Z -> R; w1 : Z -> R; b1 : Z -> R; w2 : Z -> R; b2 : Z -> R }.
Definition network (d delta : R) (m : nat) (g : groups) (x : R) : R :=
  zsum 1 (IZR (Z.of_nat m)) (fun k =>
    alpha g k * LN (a1 g k) (a2 g k) (w1 g k * x + b1 g k) (w2 g k * x + b2 g k) d delta).

Lemma nsum_range n : forall lo f g, (forall k, (lo <= k < lo + Z.of_nat n)%Z -> f k = g k) -> nsum n lo f = nsum n lo g.
Proof.
  induction n as [|n IH]; intros lo f g H; [reflexivity|]. simpl nsum.
  rewrite (IH lo f g) by (intros k K; apply H; lia). rewrite H by lia. reflexivity.
Qed.
Lemma zsum_split n f : (1 <= n)%Z -> zsum 1 (IZR n) f = zsum 1 (IZR n - 1) f + f n.
Proof.
  intro N. rewrite <- minus_IZR, !zsum_IZR. replace (Z.to_nat (n - 1 + 1)) with (S (Z.to_nat (n - 1 - 1 + 1))) by lia.
  cbn [nsum]. f_equal. f_equal. rewrite Z2Nat.id; lia.
Qed.
Lemma zsum_range n f g : (1 <= n)%Z -> (forall k, (1 <= k < n)%Z -> f k = g k) -> zsum 1 (IZR n - 1) f = zsum 1 (IZR n - 1) g.
Proof. intros N H. rewrite <- minus_IZR, !zsum_IZR. apply nsum_range. intros k K. apply H. lia. Qed.
Lemma zsum_nonneg a b f : (forall k, 0 <= f k) -> 0 <= zsum a b f.
Proof.
  intro H. unfold zsum. generalize (Z.to_nat (floorR b - - floorR (- a) + 1)). intro n. induction n as [|n IH]; simpl; [lra|].
  assert (K := H (- floorR (- a) + Z.of_nat n)%Z). lra.
Qed.
Lemma only_nonneg cs v : 0 <= v -> 0 <= only cs v.
Proof. intro H. induction cs as [|c cs IH]; simpl; [exact H|]. destruct (meets_dec c); lra. Qed.
Lemma only_met cs v : Forall meets cs -> only cs v = v.
Proof. induction 1 as [|c cs C _ IH]; simpl; [reflexivity|]. now destruct (meets_dec c). Qed.
Lemma conditions cs (P : Prop) : Forall meets cs -> P -> with_conds cs P.
Proof. induction 1; simpl; auto. Qed.

Ltac meets_all := repeat (apply Forall_nil || apply Forall_cons); simpl; (lra || (intro; lra)).

Section Theorem1.
  Variables (d : Z) (L eps delta : R).
  Hypotheses (D : (2 <= d)%Z) (L_nonneg : 0 <= L) (E : 0 < eps) (Delta : 0 < delta).
  Let n := (floorR (L / (2 * eps)) + 1)%Z.
  Let c := sqrt (2 / IZR d).
  Let unit (lam t : R) := LN c 0 (lam * t) (- (lam * t)) (IZR d) delta.

  Lemma d_pos : 2 <= IZR d. Proof. now apply IZR_le in D. Qed.
  Lemma n_pos : (1 <= n)%Z.
  Proof.
    unfold n. assert (0 <= floorR (L / (2 * eps)))%Z; [|lia]. apply floor_le. apply Rmult_le_pos; [exact L_nonneg|].
    apply Rlt_le, Rinv_0_lt_compat. lra.
  Qed.
  Lemma LN_is_defined x1 x2 :
    Forall meets (LN_defined_a1 c 0 x1 x2 (IZR d) delta [NonZero (IZR d); NonNeg (2 / IZR d)]).
  Proof.
    assert (P := d_pos). unfold LN_defined_a1. cbv zeta. cbn [app].
    match goal with |- context [NonNeg (?v / IZR d) :: NonZero _ :: _] => match v with 2 => fail 1 | _ => set (V := v) end end.
    assert (0 <= V).
    { unfold V. repeat apply Rplus_le_le_0_compat; try apply Rle_0_sqr. apply zsum_nonneg. intro k. apply only_nonneg, Rle_0_sqr. }
    assert (0 <= V / IZR d) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
    assert (0 <= 2 / IZR d) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
    assert (S := sqrt_pos (V / IZR d)). meets_all.
  Qed.
  Lemma one_function f : lipschitz f L 0 1 ->
    (L / (2 * IZR n) + eps) / 2 < eps /\ exists lam, forall x, 0 <= x <= 1 ->
      Rabs (G_hat f (IZR n) (unit lam) x - f x) <= (L / (2 * IZR n) + eps) / 2.
  Proof.
    intro F. destruct (pln_thm1 f unit n d L eps delta d_pos E Delta) as [[_ B] (lam & _ & H)].
    - split; [lra|]. unfold n, floor. now rewrite plus_IZR.
    - exact F.
    - intros lam t _. apply conditions; [apply LN_is_defined|reflexivity].
    - split; [exact B|]. exists lam. intros x [X Y]. apply (H x X Y).
  Qed.
  Definition proofs_network (f : R -> R) (lam : R) : groups :=
    let at_ k := if Z.eqb k n then 1 else - IZR k / IZR n in
    {| alpha := fun k => if Z.eqb k n then (f ((2 * 1 - 1) / (2 * IZR n)) + f ((2 * IZR n - 1) / (2 * IZR n))) / 2
                         else (f ((2 * (IZR k + 1) - 1) / (2 * IZR n)) - f ((2 * IZR k - 1) / (2 * IZR n))) / 2;
       a1 := fun _ => c; a2 := fun _ => 0; w1 := fun _ => lam; b1 := fun k => lam * at_ k;
       w2 := fun _ => - lam; b2 := fun k => - (lam * at_ k) |}.
  Lemma it_is f lam x : network (IZR d) delta (Z.to_nat n) (proofs_network f lam) x = G_hat f (IZR n) (unit lam) x.
  Proof.
    assert (P := n_pos). unfold network, G_hat. rewrite Z2Nat.id, zsum_split by lia. cbn [proofs_network alpha a1 a2 w1 b1 w2 b2].
    rewrite Z.eqb_refl. f_equal.
    - apply zsum_range; [exact P|]. intros k K. assert (N : (k =? n)%Z = false) by (apply Z.eqb_neq; lia). rewrite N.
      assert (0 < IZR n) by (apply IZR_lt; lia). rewrite only_met by meets_all. unfold unit. f_equal.
      f_equal; ring.
    - unfold unit. f_equal. f_equal; ring.
  Qed.

  Theorem theorem_1 : exists N,
    width (fun f : {f : R -> R | lipschitz f L 0 1} => proj1_sig f) (network (IZR d) delta) (fun x => 0 <= x <= 1) eps N
    /\ (Z.of_nat N <= floorR (L / (2 * eps)) + 1)%Z.
  Proof.
    assert (P := n_pos).
    destruct (width_at_most (fun f : {f : R -> R | lipschitz f L 0 1} => proj1_sig f) (network (IZR d) delta)
                (fun x => 0 <= x <= 1) eps (Z.to_nat n) ((L / (2 * IZR n) + eps) / 2)) as (N & W & Le).
    - lia.
    - apply (one_function (fun _ => 0)). intros u v _ _. rewrite Rminus_0_r, Rabs_R0.
      apply Rmult_le_pos; [exact L_nonneg|apply Rabs_pos].
    - intros [f F]. destruct (one_function f F) as [_ [lam H]]. exists (proofs_network f lam). intros x X. cbn [proj1_sig].
      rewrite it_is. now apply H.
    - exists N. split; [exact W|]. fold n. lia.
  Qed.
End Theorem1.
