(* What theorems on networks as they are take from theorems on written-out sums: sums over 1, ..., n,
   and what makes a term defined. *)
From Coq Require Import ZArith Reals List Lra Lia.
From NP Require Import Syntax Enc Plain definition3.
Import ListNotations.
Local Open Scope R_scope.

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
Lemma without_conditions cs (P : Prop) : with_conds cs P -> P.
Proof. induction cs as [|c cs IH]; simpl; [auto|]. intros [_ H]. auto. Qed.

Ltac meets_all := repeat (apply Forall_nil || apply Forall_cons); simpl; (assumption || lra || (intro; lra)).

(* the functions of the paper: those that are L-Lipschitz on [0, 1] *)
Definition class (L : R) : Type := {f : R -> R | lipschitz f L 0 1}.
Definition fn {L} (f : class L) : R -> R := proj1_sig f.
Definition unit_interval (x : R) : Prop := 0 <= x <= 1.
Lemma class_zero L : 0 <= L -> lipschitz (fun _ => 0) L 0 1.
Proof. intros H u v _ _. rewrite Rminus_0_r, Rabs_R0. apply Rmult_le_pos; [exact H|apply Rabs_pos]. Qed.

(* the number of steps in the bounds *)
Definition steps (L eps : R) : Z := floorR (L / (2 * eps)).
Lemma steps_nonneg L eps : 0 <= L -> 0 < eps -> (0 <= steps L eps)%Z.
Proof. intros H E. apply floor_le. apply Rmult_le_pos; [exact H|]. apply Rlt_le, Rinv_0_lt_compat. lra. Qed.

(* A network of m units u: the sum of alpha_k u(w_k x + b_k). *)
Record units := { alpha : Z -> R; w : Z -> R; b : Z -> R }.
Definition network (u : R -> R) (m : nat) (g : units) (x : R) : R :=
  zsum 1 (IZR (Z.of_nat m)) (fun k => alpha g k * u (w g k * x + b g k)).

(* What the upper bounds with steps have in common.  Where for each f a network with steps at k / n, 0 < k < n, and one
   before all x, comes within one bound below eps, N(phi) is at most n = floor(L / (2 eps)) + 1. *)
Section Steps.
  Variables (L eps : R).
  Hypotheses (L_nonneg : 0 <= L) (E : 0 < eps).
  Let n := (steps L eps + 1)%Z.
  Lemma n_pos : (1 <= n)%Z.
  Proof. unfold n. assert (H := steps_nonneg L eps L_nonneg E). lia. Qed.
  Lemma n_is : 2 * eps <> 0 /\ IZR n = floor (L / (2 * eps)) + 1.
  Proof. split; [lra|]. unfold n, steps, floor. now rewrite plus_IZR. Qed.
  Lemma n_not_0 : 0 < IZR n.
  Proof. apply IZR_lt. assert (P := n_pos). lia. Qed.
  Let B := (L / (2 * IZR n) + eps) / 2.

  Definition with_steps (first : R) (step : Z -> R) (lam : R) : units :=
    {| alpha := fun k => if Z.eqb k n then first else step k;
       w := fun _ => lam; b := fun k => lam * (if Z.eqb k n then 1 else - IZR k / IZR n) |}.
  Lemma with_steps_is u first step lam x : network u (Z.to_nat n) (with_steps first step lam) x =
    zsum 1 (IZR n - 1) (fun k => step k * u (lam * (x + - IZR k / IZR n))) + first * u (lam * (x + 1)).
  Proof.
    assert (P := n_pos). unfold network. rewrite Z2Nat.id, zsum_split by lia. cbn [with_steps alpha w b].
    rewrite Z.eqb_refl. f_equal; [|do 2 f_equal; ring]. apply zsum_range; [exact P|]. intros k K.
    replace (k =? n)%Z with false by (symmetry; apply Z.eqb_neq; lia). do 2 f_equal. ring.
  Qed.
  (* g m j: networks of m units, those of units u among them *)
  Theorem steps_at_most {J : Type} (g : nat -> J -> R -> R) (u : R -> R) (here : forall m a, exists j, forall x, g m j x = network u m a x) :
    (forall f, lipschitz f L 0 1 -> B < eps /\ exists first step lam, forall x, 0 <= x <= 1 ->
      Rabs (zsum 1 (IZR n - 1) (fun k => step k * u (lam * (x + - IZR k / IZR n))) + first * u (lam * (x + 1)) - f x) <= B) ->
    exists N, width (@fn L) g unit_interval eps N /\ (Z.of_nat N <= floorR (L / (2 * eps)) + 1)%Z.
  Proof.
    intro H. assert (P := n_pos). destruct (width_at_most (@fn L) g unit_interval eps (Z.to_nat n) B) as (N & W & Le).
    - lia.
    - exact (proj1 (H _ (class_zero L L_nonneg))).
    - intros [f F]. destruct (H f F) as [_ (first & step & lam & K)].
      destruct (here (Z.to_nat n) (with_steps first step lam)) as [j T]. exists j.
      intros x X. rewrite T, with_steps_is. now apply K.
    - exists N. split; [exact W|]. fold (steps L eps). fold n. lia.
  Qed.
End Steps.
