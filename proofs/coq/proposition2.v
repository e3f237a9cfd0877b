(* Proposition 2 of the paper on PLN as it stands there: N(ReLU) of Definition 3, for all functions of the class and
   all networks of ReLUs, is at least floor(L / (2 eps)) - 1 and at most floor(L / (2 eps)) + 2.  From the theorems on
   one function (pln_prop2_upper) and on one network (pln_prop2_lower), and definition3.v. *)
From Coq Require Import ZArith Reals List Lra Lia.
From NP Require Import Syntax Enc Scope Plain definition3 networks pln.
Import ListNotations.
Local Open Scope R_scope.

Section Proposition2.
  Variables (L eps : R).
  Hypotheses (L_nonneg : 0 <= L) (E : 0 < eps).
  Let q := steps L eps.
  Let M := (q + 1)%Z.
  Lemma M_pos : (1 <= M)%Z.
  Proof. unfold M, q. assert (H := steps_nonneg L eps L_nonneg E). lia. Qed.

  (* at most *)
  Lemma one_function f : lipschitz f L 0 1 ->
    L / (2 * IZR M) < eps /\ forall x, 0 <= x <= 1 -> Rabs (G_relu f (IZR M) x - f x) <= L / (2 * IZR M).
  Proof.
    intro F. destruct (pln_prop2_upper f (M + 1) M L eps E) as [[_ B] H].
    - split; [lra|]. unfold M, q, steps, floor. rewrite !plus_IZR. lra.
    - rewrite plus_IZR. lra.
    - exact F.
    - split; [exact B|]. intros x [X Y]. apply (H x X Y).
  Qed.
  Definition proofs_network (f : R -> R) : units :=
    {| alpha := fun k => if Z.eqb k (M + 1) then IZR M * f (0 / IZR M)
                         else if Z.eqb k M then IZR M * (f (1 / IZR M) - 2 * f (0 / IZR M))
                         else IZR M * (f ((IZR k + 1) / IZR M) - 2 * f (IZR k / IZR M) + f ((IZR k - 1) / IZR M));
       w := fun _ => 1;
       b := fun k => if Z.eqb k (M + 1) then 1 / IZR M else if Z.eqb k M then 0 else - (IZR k / IZR M) |}.
  Lemma it_is f x : network relu (Z.to_nat (M + 1)) (proofs_network f) x = G_relu f (IZR M) x.
  Proof.
    assert (P := M_pos). assert (0 < IZR M) by (apply IZR_lt; lia). unfold network, G_relu, relu.
    rewrite Z2Nat.id, zsum_split by lia. rewrite plus_IZR. replace (IZR M + 1 - 1) with (IZR M) by lra.
    rewrite zsum_split by lia. cbn [proofs_network alpha w b]. rewrite !Z.eqb_refl.
    replace (M =? M + 1)%Z with false by (symmetry; apply Z.eqb_neq; lia).
    match goal with |- zsum _ _ ?g + ?t + ?u = ?c + ?d + zsum _ _ ?h =>
      assert (T : t = d) by (do 2 f_equal; lra); assert (U : u = c) by (do 2 f_equal; lra);
      rewrite T, U, (zsum_range M g h); [lra|exact P|] end.
    intros k K. replace (k =? M + 1)%Z with false by (symmetry; apply Z.eqb_neq; lia).
    replace (k =? M)%Z with false by (symmetry; apply Z.eqb_neq; lia). rewrite only_met by meets_all.
    do 2 f_equal. lra.
  Qed.

  (* at least *)
  Definition zigzag (x : R) : R := - eps + 2 * eps * Rabs (IZR q * x - 2 * floor ((IZR q * x + 1) / 2)).
  Lemma one_network m g : lipschitz zigzag L 0 1 /\
    ((forall x, 0 <= x <= 1 -> Rabs (network relu m g x - zigzag x) < eps) -> (q - 1 <= Z.of_nat m)%Z).
  Proof.
    destruct (pln_prop2_lower (fun r => alpha g (floorR r)) (fun r => w g (floorR r)) (fun r => b g (floorR r))
                (Z.of_nat m) q L eps E L_nonneg) as [F H].
    - split; [lra|reflexivity].
    - apply IZR_le. lia.
    - split.
      + intros u v [U U'] [V V']. exact (F u v U U' V V').
      + intro N. apply le_IZR. rewrite minus_IZR. apply H. intros x X Y.
        rewrite (zsum_ext _ _ _ (fun k => alpha g k * relu (w g k * x + b g k))).
        * exact (N x (conj X Y)).
        * intro k. now rewrite !floor_IZR.
  Qed.

  Theorem proposition_2 : exists N, width (@fn L) (network relu) unit_interval eps N
    /\ (floorR (L / (2 * eps)) - 1 <= Z.of_nat N <= floorR (L / (2 * eps)) + 2)%Z.
  Proof.
    assert (P := M_pos). fold (steps L eps). fold q.
    destruct (width_at_most (@fn L) (network relu) unit_interval eps (Z.to_nat (M + 1)) (L / (2 * IZR M))) as (N & W & Le).
    - lia.
    - exact (proj1 (one_function _ (class_zero L L_nonneg))).
    - intros [f F]. destruct (one_function f F) as [_ H]. exists (proofs_network f). intros x X. cbn [fn proj1_sig].
      rewrite it_is. now apply H.
    - exists N. split; [exact W|]. unfold M in Le. split; [|lia].
      assert (F := proj1 (one_network 0 (proofs_network (fun _ => 0)))).
      assert (B := width_at_least (@fn L) (network relu) unit_interval eps N (Z.to_nat (q - 1)) (exist _ zigzag F)).
      cut (Z.to_nat (q - 1) <= N)%nat; [lia|]. apply B; [|exact W]. intros m g _ H.
      assert (K := proj2 (one_network m g) H). lia.
  Qed.
End Proposition2.
