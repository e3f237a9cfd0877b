(* Propositions 3 and 4 of the paper on PLN as they stand there: N(phi) of Definition 3, for all functions of the class
   and all networks of layer normalisation of two coordinates (3), or of RMS normalisation of one (4), is at least
   floor(L / (2 eps)) and at most floor(L / (2 eps)) + 1.  Here delta is 0, and what is divided by 0 is 1, or -1 in the
   second coordinate.  From the theorems on one function (upper) and on one network (lower), and definition3.v. *)
From Coq Require Import ZArith Reals List Lra Lia.
From NP Require Import Syntax Scope Enc Plain definition3 networks pln.
Import ListNotations.
Local Open Scope R_scope.

(* y / s, and c where s is 0 *)
Definition quotient (y s c : R) : R := y * Rabs (sign (s + 0)) / (s + 0 + 1 - Rabs (sign (s + 0))) + c * (1 - Rabs (sign (s + 0))).
Lemma quotient_is y s c : 0 <= s -> quotient y s c = if Req_EM_T s 0 then c else y / s.
Proof.
  intro S. unfold quotient, sign, signR. rewrite Rplus_0_r. destruct (Req_EM_T s 0) as [->|N].
  - destruct (Rlt_dec 0 0); [lra|]. rewrite Rabs_R0. field.
  - destruct (Rlt_dec 0 s); [|lra]. rewrite Rabs_R1. field. exact N.
Qed.
Lemma not_0 s : 0 <= s -> s + 0 + 1 - Rabs (sign (s + 0)) <> 0.
Proof.
  intro S. unfold sign, signR. destruct (Rlt_dec 0 (s + 0)); [rewrite Rabs_R1; lra|].
  destruct (Rlt_dec (s + 0) 0); [lra|]. rewrite Rabs_R0. lra.
Qed.
(* RMS normalisation of one coordinate *)
Definition rms (t : R) : R := quotient t (sqrt (t * t / 1)) 1.
(* layer normalisation of two: mean, standard deviation, coordinates *)
Definition mean (x y : R) : R := (x + y) / 2.
Definition deviation (x y : R) : R := sqrt (((x - mean x y) * (x - mean x y) + (y - mean x y) * (y - mean x y)) / 2).
Definition first (x y : R) : R := quotient (x - mean x y) (deviation x y) 1.
Definition second (x y : R) : R := quotient (y - mean x y) (deviation x y) (- 1).
(* A network of m groups: the sum of a_k first(w_k x + b_k, v_k x + c_k) + a'_k second(...). *)
Record pairs := { p1 : Z -> R; p2 : Z -> R; w1 : Z -> R; b1 : Z -> R; w2 : Z -> R; b2 : Z -> R }.
Definition pairs_network (m : nat) (g : pairs) (x : R) : R :=
  zsum 1 (IZR (Z.of_nat m)) (fun k =>
    p1 g k * first (w1 g k * x + b1 g k) (w2 g k * x + b2 g k) + p2 g k * second (w1 g k * x + b1 g k) (w2 g k * x + b2 g k)).

Lemma square_1 t : 0 <= t * t / 1.
Proof. assert (H := Rle_0_sqr t). unfold Rsqr in H. lra. Qed.
Lemma squares_2 s t : 0 <= (s * s + t * t) / 2.
Proof. assert (H := Rle_0_sqr s). assert (K := Rle_0_sqr t). unfold Rsqr in H, K. lra. Qed.

Section Propositions.
  Variables (L eps : R).
  Hypotheses (L_nonneg : 0 <= L) (E : 0 < eps).
  Let q := steps L eps.
  Let n := (q + 1)%Z.
  Let step (f : R -> R) (k : Z) := (f ((2 * (IZR k + 1) - 1) / (2 * IZR n)) - f ((2 * IZR k - 1) / (2 * IZR n))) / 2.
  Let before (f : R -> R) := (f ((2 * 1 - 1) / (2 * IZR n)) + f ((2 * IZR n - 1) / (2 * IZR n))) / 2.
  Definition line (x : R) : R := 0 + L * x.

  Lemma rms_defined t : 0 <= t * t / 1 /\ sqrt (t * t / 1) + 0 + 1 - Rabs (sign (sqrt (t * t / 1) + 0)) <> 0.
  Proof. split; [apply square_1|apply not_0, sqrt_pos]. Qed.
  Theorem proposition_4 : exists N, width (@fn L) (network rms) unit_interval eps N
    /\ (floorR (L / (2 * eps)) <= Z.of_nat N <= floorR (L / (2 * eps)) + 1)%Z.
  Proof.
    assert (P := n_not_0 L eps L_nonneg E). fold q n in P.
    destruct (steps_at_most L eps L_nonneg E (network rms) rms) as (N & W & Le); [eauto| |].
    - fold q n. intros f F. destruct (pln_prop4_upper f n L eps E (n_is L eps E) F) as [[_ C] H]. split; [lra|].
      exists (before f), (step f), 1. intros x [X Y]. assert (K := without_conditions _ _ (H x X Y)). unfold G_hat_partial_u in K.
      rewrite (zsum_range n _ (fun k => step f k * rms (1 * (x + - IZR k / IZR n)))) in K.
      + rewrite Rmult_1_l. eapply Rle_trans; [exact K|lra].
      + exact (n_pos L eps L_nonneg E).
      + intros k _. cbv beta. replace (1 * (x + - IZR k / IZR n)) with (x + - IZR k / IZR n) by ring. rewrite only_met; [reflexivity|].
        destruct (rms_defined (x + - IZR k / IZR n)) as [S T]. meets_all.
    - exists N. split; [exact W|]. split; [|exact Le]. fold (steps L eps). fold q.
      assert (G : forall m g, lipschitz line L 0 1 /\
        ((forall x, 0 <= x <= 1 -> Rabs (network rms m g x - line x) < eps) -> (q <= Z.of_nat m)%Z)).
      { intros m g. destruct (pln_prop4_lower (fun r => alpha g (floorR r)) (fun r => w g (floorR r)) (fun r => b g (floorR r))
          (Z.of_nat m) q L eps E L_nonneg) as [F H]; [split; [lra|reflexivity]|apply IZR_le; lia|]. split.
        - intros u v [U U'] [V V']. exact (F u v U U' V V').
        - intro K. apply le_IZR, H. intros x X Y.
          rewrite (zsum_ext _ _ _ (fun k => alpha g k * rms (w g k * x + b g k))); [exact (K x (conj X Y))|].
          intro k. cbv beta. rewrite !floor_IZR. destruct (rms_defined (w g k * x + b g k)) as [S T].
          rewrite only_met; [reflexivity|meets_all]. }
      assert (Q := steps_nonneg L eps L_nonneg E). fold q in Q.
      set (g0 := {| alpha := fun _ => 0; w := fun _ => 0; b := fun _ => 0 |} : units).
      assert (B := width_at_least (@fn L) (network rms) unit_interval eps N (Z.to_nat q) (exist _ line (proj1 (G 0%nat g0)))).
      cut (Z.to_nat q <= N)%nat; [lia|]. apply B; [|exact W]. intros m g _ H. assert (K := proj2 (G m g) H). lia.
  Qed.

  Let unit (t : R) := first t (- t).
  Lemma here m (g : units) : exists j, forall x, pairs_network m j x = network unit m g x.
  Proof.
    exists {| p1 := alpha g; p2 := fun _ => 0; w1 := w g; b1 := b g; w2 := fun k => - w g k; b2 := fun k => - b g k |}.
    intro x. apply zsum_ext. intro k. cbn. unfold unit. rewrite Rmult_0_l, Rplus_0_r. do 2 f_equal. ring.
  Qed.
  Lemma pair_defined x y : 0 <= ((x - mean x y) * (x - mean x y) + (y - mean x y) * (y - mean x y)) / 2 /\
    deviation x y + 0 + 1 - Rabs (sign (deviation x y + 0)) <> 0.
  Proof. split; [apply squares_2|apply not_0, sqrt_pos]. Qed.
  Theorem proposition_3 : exists N, width (@fn L) pairs_network unit_interval eps N
    /\ (floorR (L / (2 * eps)) <= Z.of_nat N <= floorR (L / (2 * eps)) + 1)%Z.
  Proof.
    assert (P := n_not_0 L eps L_nonneg E). fold q n in P.
    destruct (steps_at_most L eps L_nonneg E pairs_network unit here) as (N & W & Le).
    - fold q n. intros f F. destruct (pln_prop3_upper f n L eps E (n_is L eps E) F) as [[_ C] H]. split; [lra|].
      exists (before f), (step f), 1. intros x [X Y]. assert (K := without_conditions _ _ (H x X Y)). unfold G_hat_partial_u in K.
      rewrite (zsum_range n _ (fun k => step f k * unit (1 * (x + - IZR k / IZR n)))) in K.
      + rewrite Rmult_1_l. eapply Rle_trans; [exact K|lra].
      + exact (n_pos L eps L_nonneg E).
      + intros k _. cbv beta. replace (1 * (x + - IZR k / IZR n)) with (x + - IZR k / IZR n) by ring. rewrite only_met; [reflexivity|].
        set (t := x + - IZR k / IZR n). destruct (pair_defined t (- t)) as [S T]. unfold deviation, mean in S, T. meets_all.
    - exists N. split; [exact W|]. split; [|exact Le]. fold (steps L eps). fold q.
      assert (G : forall m g, lipschitz line L 0 1 /\
        ((forall x, 0 <= x <= 1 -> Rabs (pairs_network m g x - line x) < eps) -> (q <= Z.of_nat m)%Z)).
      { intros m g. destruct (pln_prop3_lower (fun r => p1 g (floorR r)) (fun r => p2 g (floorR r)) (fun r => w1 g (floorR r))
          (fun r => w2 g (floorR r)) (fun r => b1 g (floorR r)) (fun r => b2 g (floorR r))
          (Z.of_nat m) q L eps E L_nonneg) as [F H]; [split; [lra|reflexivity]|apply IZR_le; lia|]. split.
        - intros u v [U U'] [V V']. exact (F u v U U' V V').
        - intro K. apply le_IZR, H. intros x X Y.
          match goal with |- Rabs (?z - _) < _ => replace z with (pairs_network m g x) end; [exact (K x (conj X Y))|].
          symmetry. apply zsum_ext. intro k. cbv beta. rewrite !floor_IZR.
          set (s := w1 g k * x + b1 g k). set (t := w2 g k * x + b2 g k).
          destruct (pair_defined s t) as [S T]. unfold deviation, mean in S, T. rewrite only_met; [reflexivity|meets_all]. }
      assert (Q := steps_nonneg L eps L_nonneg E). fold q in Q. set (z := fun _ : Z => 0).
      set (g0 := {| p1 := z; p2 := z; w1 := z; b1 := z; w2 := z; b2 := z |}).
      assert (B := width_at_least (@fn L) pairs_network unit_interval eps N (Z.to_nat q) (exist _ line (proj1 (G 0%nat g0)))).
      cut (Z.to_nat q <= N)%nat; [lia|]. apply B; [|exact W]. intros m g _ H. assert (K := proj2 (G m g) H). lia.
  Qed.
End Propositions.
