(* What theorems of certificates are taken up with: real numbers as names, and as indices.

   Every sequence of real numbers has a real number as its name: enc v is the name of v, and dec r is what r names.  By the
   digits of a number in base 3: which rational numbers are below which of the numbers of v. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import ZArith Reals Lra Lia Classical Wf_nat Cantor Rlogic FunctionalExtensionality.
From NP Require Import Syntax Enc performer.
Local Open Scope R_scope.

Lemma decided (P : Prop) : {P} + {~ P}.
Proof. destruct (sig_not_dec P) as [H|H]; [left; now apply NNPP|now right]. Qed.

(* every real number is named by a natural number up to any precision *)
Definition rational (m : nat) : R :=
  let (s, p) := of_nat m in let (a, b) := of_nat s in (INR a - INR b) / INR (S p).
Lemma rational_between x y : x < y -> exists m, x < rational m < y.
Proof.
  intro H. destruct (archimed_cor1 (y - x) ltac:(lra)) as (p & P & P0).
  set (z := up (x * INR p)). destruct (archimed (x * INR p)) as [A B]. fold z in A, B.
  assert (Q : 0 < INR p) by now apply lt_0_INR.
  exists (to_nat (to_nat (Z.to_nat z, Z.to_nat (- z)), (p - 1)%nat)). unfold rational. rewrite !cancel_of_to.
  replace (S (p - 1)) with p by lia. replace (INR (Z.to_nat z) - INR (Z.to_nat (- z))) with (IZR z)
    by (rewrite !INR_IZR_INZ, <- minus_IZR; f_equal; lia).
  apply Rmult_lt_compat_r with (r := INR p) in P; [|exact Q]. rewrite Rinv_l in P by lra.
  split; apply (Rmult_lt_reg_r (INR p)); try exact Q; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(* a sequence of bits as a number *)
Definition digit_at (b : nat -> bool) (m : nat) : R := if b m then (/ 3) ^ m else 0.
Lemma third_pow m : 0 < (/ 3) ^ m. Proof. apply pow_lt. lra. Qed.
Lemma digit_bound b m : 0 <= digit_at b m <= (/ 3) ^ m.
Proof. assert (H := third_pow m). unfold digit_at. destruct (b m); lra. Qed.
Lemma thirds : is_series (fun m => (/ 3) ^ m) (3 / 2).
Proof.
  replace (3 / 2) with (/ (1 - / 3)) by lra. apply is_series_geom. rewrite Rabs_pos_eq; lra.
Qed.
Lemma digits_converge b : ex_series (digit_at b).
Proof.
  apply (ex_series_le (digit_at b) (fun m => (/ 3) ^ m)); [|eexists; exact thirds].
  intro m. change (norm (digit_at b m)) with (Rabs (digit_at b m)). assert (H := digit_bound b m). rewrite Rabs_pos_eq; lra.
Qed.
Definition of_bits (b : nat -> bool) : R := Series (digit_at b).
Lemma of_bits_injective b c : of_bits b = of_bits c -> forall m, b m = c m.
Proof.
  intros H m. apply NNPP. intro N.
  destruct (dec_inh_nat_subset_has_unique_least_element (fun k => b k <> c k) (fun k => classic _) (ex_intro _ m N))
    as (k & [K L] & _).
  set (e := fun j => digit_at b j - digit_at c j).
  assert (X : ex_series e) by (apply (ex_series_minus (digit_at b) (digit_at c)); apply digits_converge).
  assert (Z : Series e = 0).
  { unfold e. rewrite Series_minus by apply digits_converge. fold (of_bits b) (of_bits c). lra. }
  rewrite (Series_incr_n e (S k)) in Z by (lia || exact X). cbn [pred] in Z.
  assert (F : forall j, (j <= k)%nat -> sum_f_R0 e j = if Nat.eqb j k then e k else 0).
  { intro j. induction j as [|j IH]; intro J; cbn [sum_f_R0].
    - destruct (Nat.eqb_spec 0 k) as [<-|O]; [reflexivity|]. unfold e, digit_at. assert (b 0%nat = c 0%nat) as ->; [|lra].
      apply NNPP. intro C. apply L in C. lia.
    - rewrite IH by lia. replace (Nat.eqb j k) with false by (symmetry; apply Nat.eqb_neq; lia). destruct (Nat.eqb_spec (S j) k) as [<-|O]; [lra|].
      unfold e, digit_at. assert (b (S j) = c (S j)) as ->; [|lra]. apply NNPP. intro C. apply L in C. lia. }
  rewrite F, Nat.eqb_refl in Z by lia. clear F.
  assert (T : Rabs (Series (fun i => e (S k + i)%nat)) <= (/ 3) ^ k / 2).
  { assert (D : forall i, Rabs (e (S k + i)%nat) <= (/ 3) ^ S k * (/ 3) ^ i).
    { intro i. rewrite <- pow_add. unfold e. assert (A := digit_bound b (S k + i)). assert (B := digit_bound c (S k + i)).
      apply Rabs_le. lra. }
    assert (G : is_series (fun i => (/ 3) ^ S k * (/ 3) ^ i) ((/ 3) ^ k / 2)).
    { replace ((/ 3) ^ k / 2) with ((/ 3) ^ S k * (3 / 2)) by (simpl; lra). exact (is_series_scal _ _ _ thirds). }
    rewrite <- (is_series_unique _ _ G). eapply Rle_trans.
    - apply Series_Rabs. apply (ex_series_le (fun i => Rabs (e (S k + i)%nat)) (fun i => (/ 3) ^ S k * (/ 3) ^ i)); [|eexists; exact G]. intro i.
      change (norm (Rabs (e (S k + i)%nat))) with (Rabs (Rabs (e (S k + i)%nat))). rewrite Rabs_Rabsolu. apply D.
    - apply Series_le; [|eexists; exact G]. intro i. split; [apply Rabs_pos|apply D]. }
  assert (P := third_pow k). apply Rabs_le_between in T. unfold e at 1, digit_at in Z. destruct (b k), (c k); try congruence; lra.
Qed.

(* sequences of real numbers named by real numbers *)
Definition bits (v : nat -> R) (m : nat) : bool :=
  let (k, r) := of_nat m in if Rlt_dec (rational r) (v k) then true else false.
Definition enc (v : nat -> R) : R := of_bits (bits v).
Lemma enc_injective v w : enc v = enc w -> forall k, v k = w k.
Proof.
  assert (S : forall v w, enc v = enc w -> forall k, ~ v k < w k).
  { clear. intros v w H k L. destruct (rational_between _ _ L) as (r & A & B).
    assert (K := of_bits_injective _ _ H (to_nat (k, r))). unfold bits in K. rewrite cancel_of_to in K.
    destruct (Rlt_dec (rational r) (v k)), (Rlt_dec (rational r) (w k)); try discriminate; lra. }
  intros H k. assert (A := S v w H k). assert (B := S w v (eq_sym H) k). lra.
Qed.
(* the sequence that a real number names *)
Definition dec (r : R) (k : nat) : R := real (Lub_Rbar (fun u => exists v, enc v = r /\ u <= v k)).
Theorem dec_enc v : dec (enc v) = v.
Proof.
  apply functional_extensionality. intro k. unfold dec. rewrite (is_lub_Rbar_unique _ (v k)); [reflexivity|]. split.
  - intros u (w & W & U). rewrite <- (enc_injective w v W k). exact U.
  - intros b B. apply (B (v k)). exists v. split; [reflexivity|lra].
Qed.

(* Statements of certificates count from 1, by real numbers that are integers *)
Definition idx (r : R) : nat := Z.to_nat (floorR r - 1).
Definition size (r : R) : nat := Z.to_nat (floorR r).
Definition named (k : nat) : R := IZR (Z.of_nat (S k)).
Lemma idx_is r z : r = IZR z -> idx r = Z.to_nat (z - 1).
Proof. intros ->. unfold idx. now rewrite floor_IZR. Qed.
Lemma size_is r z : r = IZR z -> size r = Z.to_nat z.
Proof. intros ->. unfold size. now rewrite floor_IZR. Qed.
Lemma idx_named k : idx (named k) = k.
Proof. unfold named. rewrite (idx_is _ _ eq_refl). lia. Qed.
Lemma named_index k : idx (IZR (Z.of_nat (S k))) = k.
Proof. exact (idx_named k). Qed.
Lemma zsum_is b m F : b = IZR (Z.of_nat m) -> zsum 1 b F = sum m (fun k => F (Z.of_nat (S k))).
Proof.
  intros ->. rewrite zsum_IZR. replace (Z.to_nat (Z.of_nat m - 1 + 1)) with m by lia.
  induction m as [|m IH]; [reflexivity|]. cbn [nsum sum]. rewrite IH. do 2 f_equal. lia.
Qed.

Ltac integer r :=
  match r with
  | IZR ?z => constr:(z)
  | ?a + ?b => let x := integer a in let y := integer b in constr:((x + y)%Z)
  | ?a - ?b => let x := integer a in let y := integer b in constr:((x - y)%Z)
  | ?a * ?b => let x := integer a in let y := integer b in constr:((x * y)%Z)
  end.
Ltac apart := repeat (rewrite plus_IZR || rewrite minus_IZR || rewrite mult_IZR).
Ltac is_integer := apart; reflexivity.
(* the indices of the goal as natural numbers, and what is known of integers as such *)
Ltac indices :=
  repeat match goal with
  | |- context [idx ?r] => let z := integer r in rewrite (idx_is r z) by is_integer
  | |- context [size ?r] => let z := integer r in rewrite (size_is r z) by is_integer
  end.
Ltac integers :=
  repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : ?a <= ?b |- _ =>
      let x := integer a in let y := integer b in
      assert ((x <= y)%Z) by (apply le_IZR; apart; exact H); clear H
  | H : ?a < ?b |- _ =>
      let x := integer a in let y := integer b in
      assert ((x < y)%Z) by (apply lt_IZR; apart; exact H); clear H
  | H : ?a <> ?b |- _ =>
      let x := integer a in let y := integer b in
      assert (x <> y) by (let C := fresh in intro C; apply H; apply (f_equal IZR) in C;
        repeat (rewrite plus_IZR in C || rewrite minus_IZR in C || rewrite mult_IZR in C); exact C); clear H
  end.
