(* Definition 3 of the paper on PLN, with its functions and networks as they are, not numbered:
     N(phi) = inf {m : sup_{f in F} inf_{G in G(m; phi)} sup_{x in D} |G(x) - f(x)| < eps},
   and what proofs/pln/definition3.py says of it in words: that this asks for a bound B < eps. *)
From Coq Require Import Reals Lra Lia Classical Wf_nat.
From Coquelicot Require Import Rbar Lub.
Local Open Scope R_scope.

Section Worst.
  (* f i are the functions, g j the networks, on the domain D *)
  Context {I J : Type} (f : I -> R -> R) (g : J -> R -> R) (D : R -> Prop).
  Definition error (i : I) (j : J) : Rbar := Rbar_lub (fun u => exists x, D x /\ u = Finite (Rabs (g j x - f i x))).
  Definition distance (i : I) : Rbar := Rbar_glb (fun u => exists j, u = error i j).
  Definition worst : Rbar := Rbar_lub (fun u => exists i, u = distance i).

  Lemma error_le i j (B : R) : Rbar_le (error i j) B <-> forall x, D x -> Rabs (g j x - f i x) <= B.
  Proof.
    unfold error, Rbar_lub. destruct (Rbar_ex_lub _) as [s [U L]]. simpl proj1_sig. split.
    - intros H x X. assert (K := U (Finite (Rabs (g j x - f i x))) (ex_intro _ x (conj X eq_refl))).
      exact (Rbar_le_trans (Finite _) s B K H).
    - intros H. apply L. intros u (x & X & ->). exact (H x X).
  Qed.
  Theorem worst_lt (eps : R) :
    Rbar_lt worst eps <-> exists B, B < eps /\ forall i, exists j, forall x, D x -> Rabs (g j x - f i x) <= B.
  Proof.
    unfold worst, Rbar_lub. destruct (Rbar_ex_lub _) as [s [U L]]. change (proj1_sig _) with s. split.
    - intro H. assert (exists B : R, Rbar_lt s B /\ B < eps) as (B & S & E).
      { destruct s as [s| |]; simpl in H; [exists ((s + eps) / 2); simpl; lra|easy|exists (eps - 1); simpl; split; [easy|lra]]. }
      exists B. split; [exact E|]. intro i. apply NNPP. intro N.
      assert (K := Rbar_le_lt_trans _ _ _ (U (distance i) (ex_intro _ i eq_refl)) S).
      apply (Rbar_lt_not_le _ _ K). unfold distance, Rbar_glb. destruct (Rbar_ex_glb _) as [t [T0 T]]. apply (T (Finite B)).
      intros u (j & ->). apply Rbar_not_lt_le. intro X. apply N. exists j. apply error_le. now apply Rbar_lt_le.
    - intros (B & E & H). apply Rbar_le_lt_trans with (Finite B); [|exact E]. apply L. intros u (i & ->).
      destruct (H i) as (j & K). apply error_le in K. unfold distance, Rbar_glb. destruct (Rbar_ex_glb _) as [t [T T0]]. simpl.
      exact (Rbar_le_trans _ _ _ (T (error i j) (ex_intro _ j eq_refl)) K).
  Qed.
End Worst.

(* N is N(phi): the least number of units, at least 1, with which every function is approximated;
   g m j are the networks of m units *)
Definition width {I J : Type} (f : I -> R -> R) (g : nat -> J -> R -> R) (D : R -> Prop) (eps : R) (N : nat) : Prop :=
  (1 <= N)%nat /\ Rbar_lt (worst f (g N) D) eps /\
  forall m, (1 <= m)%nat -> Rbar_lt (worst f (g m) D) eps -> (N <= m)%nat.

(* An upper bound: where networks of m units come closer than some B < eps, there is N(phi), and it is at most m. *)
Theorem width_at_most {I J : Type} (f : I -> R -> R) (g : nat -> J -> R -> R) (D : R -> Prop) (eps : R) (m : nat) (B : R) :
  (1 <= m)%nat -> B < eps -> (forall i, exists j, forall x, D x -> Rabs (g m j x - f i x) <= B) ->
  exists N, width f g D eps N /\ (N <= m)%nat.
Proof.
  intros M E H. set (P := fun k => (1 <= k)%nat /\ Rbar_lt (worst f (g k) D) eps).
  assert (Pm : P m) by (split; [exact M|]; apply worst_lt; eauto).
  destruct (dec_inh_nat_subset_has_unique_least_element P (fun k => classic (P k)) (ex_intro _ m Pm)) as (N & [[[A C] L] _]).
  exists N. split; [|now apply L]. split; [exact A|]. split; [exact C|]. intros k K W. apply L. now split.
Qed.
(* A lower bound: where every network of N units is somewhere eps or more away from one function, N(phi) is not N. *)
Theorem width_not {I J : Type} (f : I -> R -> R) (g : nat -> J -> R -> R) (D : R -> Prop) (eps : R) (N : nat) (i : I) :
  (forall j, exists x, D x /\ eps <= Rabs (g N j x - f i x)) -> ~ width f g D eps N.
Proof.
  intros H (_ & W & _). apply worst_lt in W as (B & E & K). destruct (K i) as (j & L). destruct (H j) as (x & X & Y).
  specialize (L x X). lra.
Qed.
(* A lower bound: where every network of m units that is closer than eps to one function has m >= B, N(phi) >= B. *)
Theorem width_at_least {I J : Type} (f : I -> R -> R) (g : nat -> J -> R -> R) (D : R -> Prop) (eps : R) (N B : nat) (i : I) :
  (forall m j, (1 <= m)%nat -> (forall x, D x -> Rabs (g m j x - f i x) < eps) -> (B <= m)%nat) ->
  width f g D eps N -> (B <= N)%nat.
Proof.
  intros H (A & W & _). apply worst_lt in W as (C & E & K). destruct (K i) as (j & L). apply (H N j A).
  intros x X. specialize (L x X). lra.
Qed.
