(* The paper on PLN, Theorems 4, 2 and 3: sums of sigmoidal units, and groups of LN or of LS, come as near as one likes to
   every continuous function on [0, 1]^n, for all functions and networks as they are.  From the theorems of certificates
   (pln_thm4, pln_thm2, pln_thm3_density), in which points and networks are numbered by real numbers (names.v). *)
From Coq Require Import ZArith Reals List Lra Lia.
From NP Require Import Syntax Plain performer names.
From NP Require networks pln theorem1 theorem3.
Import ListNotations.
Local Open Scope R_scope.

Definition cube (n : nat) (x : vector) : Prop := forall i, (i < n)%nat -> 0 <= x i <= 1.
Definition continuous_on_cube (n : nat) (f : vector -> R) : Prop :=
  forall x, cube n x -> forall eps, 0 < eps -> exists delta, 0 < delta /\
    forall y, cube n y -> (forall i, (i < n)%nat -> Rabs (y i - x i) < delta) -> Rabs (f y - f x) < eps.
(* the networks g are dense *)
Definition dense {J : Type} (n : nat) (g : J -> vector -> R) : Prop :=
  forall f, continuous_on_cube n f -> forall eps, 0 < eps ->
    exists j bound, bound < eps /\ forall x, cube n x -> Rabs (g j x - f x) <= bound.

(* The sum of c s(w . x + b) over the units of a list *)
Record unit : Type := { alpha : R; w : vector; b : R }.
Definition units_network (n : nat) (s : R -> R) (l : list unit) (x : vector) : R :=
  fold_right (fun u t => t + alpha u * s (dot n (w u) x + b u)) 0 l.
(* The sum of alpha <(a1, a2, 0, ...), LN(w1 . x + b1, w2 . x + b2, 0, ...)> over the groups of a list *)
Record LN_group : Type := { ln_alpha : R; a1 : R; a2 : R; w1 : vector; b1 : R; w2 : vector; b2 : R }.
Definition LN_network (n : nat) (d delta : R) (l : list LN_group) (x : vector) : R :=
  fold_right (fun g t => t + ln_alpha g * pln.LN (a1 g) (a2 g) (dot n (w1 g) x + b1 g) (dot n (w2 g) x + b2 g) d delta) 0 l.
(* The sum of alpha <(a, 0, ...), LS(w . x + b, 0, ...)> over the groups of a list *)
Record LS_group : Type := { ls_alpha : R; a : R; ls_w : vector; ls_b : R }.
Definition LS_network (n : nat) (d delta : R) (l : list LS_group) (x : vector) : R :=
  fold_right (fun g t => t + ls_alpha g * pln.LS (a g) (dot n (ls_w g) x + ls_b g) d delta) 0 l.

(* ---- Names of units and of lists of units ---- *)

Definition read_unit (r : R) : unit := {| alpha := dec r 0; w := fun i => dec r (S (S i)); b := dec r 1 |}.
Lemma unit_named u : exists r, read_unit r = u.
Proof.
  exists (enc (fun k => match k with 0%nat => alpha u | 1%nat => b u | S (S i) => w u i end)).
  unfold read_unit. rewrite dec_enc. now destruct u.
Qed.
Fixpoint read_units (m : nat) (r : R) : list unit :=
  match m with O => [] | S m => read_unit (dec r 1) :: read_units m (dec r 2) end.
Definition read (r : R) : list unit := read_units (size (dec r 0)) r.
Lemma list_named l : exists r, read r = l.
Proof.
  enough (exists r, size (dec r 0) = length l /\ read_units (length l) r = l) as (r & S_ & H)
    by (exists r; unfold read; now rewrite S_).
  induction l as [|u l (r & _ & H)].
  - exists (enc (fun _ => 0)). rewrite dec_enc. split; [now rewrite (size_is _ 0 eq_refl)|reflexivity].
  - destruct (unit_named u) as [r' U].
    exists (enc (fun k => match k with 0%nat => IZR (Z.of_nat (length (u :: l))) | 1%nat => r' | _ => r end)).
    cbn [read_units length]. rewrite dec_enc, U, H. split; [|reflexivity]. rewrite (size_is _ _ eq_refl). apply Nat2Z.id.
Qed.

Section Given.
  Variables (n : nat) (f : vector -> R) (s : R -> R).
  Hypothesis f_continuous : continuous_on_cube n f.
  Definition coordinate (y i : R) : R := dec y (idx i).
  Definition put (y i u : R) : R := enc (fun j => if (j =? idx i)%nat then u else dec y j).
  Definition F (y : R) : R := f (dec y).
  Definition G (g p : R) : R := units_network n s (read g) (dec p).
  Let n_ := Z.of_nat n.
  Definition inside (y : R) : Prop :=
    forall l : Z, (1 <= IZR l /\ IZR l <= IZR n_) -> 0 <= coordinate y (IZR l) /\ coordinate y (IZR l) <= 1.

  Lemma inside_is y : inside y <-> cube n (dec y).
  Proof.
    split.
    - intros H i I. specialize (H (Z.of_nat (S i))). unfold coordinate in H. rewrite named_index in H. apply H.
      unfold n_. split; apply IZR_le; lia.
    - intros H l L. integers. unfold coordinate, n_ in *. indices. apply H. lia.
  Qed.
  Lemma put_here : forall y : R, forall i : Z, forall u : R, (1 <= IZR i /\ IZR i <= IZR n_) ->
    coordinate (put y (IZR i) u) (IZR i) = u.
  Proof. intros y i u _. unfold coordinate, put. now rewrite dec_enc, Nat.eqb_refl. Qed.
  Lemma put_apart : forall y : R, forall i : Z, forall u : R, forall l : Z,
    ((1 <= IZR i /\ IZR i <= IZR n_) /\ (1 <= IZR l /\ IZR l <= IZR n_) /\ IZR l <> IZR i) ->
    coordinate (put y (IZR i) u) (IZR l) = coordinate y (IZR l).
  Proof.
    intros y i u l H. integers. unfold coordinate, put. rewrite dec_enc. indices.
    now destruct (Nat.eqb_spec (Z.to_nat (l - 1)) (Z.to_nat (i - 1))); [lia|].
  Qed.
  Lemma F_continuous : forall omega y : R, (0 < omega /\ inside y) -> exists gap : R, 0 < gap /\ (forall z : R,
    (inside z /\ (forall l : Z, (1 <= IZR l /\ IZR l <= IZR n_) ->
      coordinate y (IZR l) - coordinate z (IZR l) <= gap /\ - (coordinate y (IZR l) - coordinate z (IZR l)) <= gap)) ->
    F y - F z <= omega /\ - (F y - F z) <= omega).
  Proof.
    intros omega y [O Y]. apply inside_is in Y. destruct (f_continuous _ Y omega O) as (delta & P & H).
    exists (delta / 2). split; [lra|]. intros z [Z C]. apply inside_is in Z. unfold F.
    assert (K : Rabs (f (dec z) - f (dec y)) < omega).
    { apply H; [exact Z|]. intros i I. specialize (C (Z.of_nat (S i))). unfold coordinate in C. rewrite named_index in C.
      destruct C as [C1 C2]; [unfold n_; split; apply IZR_le; lia|]. apply Rabs_def1; lra. }
    apply Rabs_def2 in K. lra.
  Qed.
  Lemma G_zero : exists g : R, forall p : R, inside p -> G g p = 0.
  Proof. destruct (list_named []) as [g H]. exists g. intros p _. unfold G. now rewrite H. Qed.
  Lemma G_more : forall g c a w b : R, exists h : R, forall p : R, inside p ->
    G h p = G g p + c * s (zsum 1 (IZR n_) (fun i : Z => a * coordinate w (IZR i) * coordinate p (IZR i)) + b).
  Proof.
    intros g c a w_ b_. destruct (list_named ({| alpha := c; w := fun i => a * dec w_ i; b := b_ |} :: read g)) as [h H].
    exists h. intros p _. unfold G. rewrite H. cbn [units_network fold_right alpha w b]. do 3 f_equal. f_equal.
    unfold n_. rewrite (zsum_is _ n) by reflexivity. apply sum_ext. intros i _. unfold coordinate. now rewrite named_index.
  Qed.
  Lemma near eps : 0 < eps -> (exists g : R, forall p : R, inside p -> Rabs (G g p - F p) < eps / 2) ->
    exists l bound, bound < eps /\ forall x, cube n x -> Rabs (units_network n s l x - f x) <= bound.
  Proof.
    intros E [g H]. exists (read g), (eps / 2). split; [lra|]. intros x X. specialize (H (enc x)). unfold G, F in H.
    rewrite inside_is, dec_enc in H. apply Rlt_le, H, X.
  Qed.
End Given.

Lemma dot_opp n x y : dot n (fun i => - x i) y = - dot n x y.
Proof. unfold dot. induction n as [|n IH]; cbn [sum]; [|rewrite IH]; ring. Qed.
(* the groups that are the units of certificates *)
Definition LN_of (d : Z) (u : unit) : LN_group :=
  {| ln_alpha := alpha u; a1 := sqrt (2 / IZR d); a2 := 0; w1 := w u; b1 := b u; w2 := fun i => - w u i; b2 := - b u |}.
Lemma LN_network_is n d delta l x : LN_network n (IZR d) delta (map (LN_of d) l) x =
  units_network n (fun t => pln.LN (sqrt (2 / IZR d)) 0 t (- t) (IZR d) delta) l x.
Proof.
  induction l as [|u l IH]; [reflexivity|]. cbn [map LN_network units_network fold_right]. fold (LN_network n (IZR d) delta).
  unfold LN_network, units_network in IH. rewrite IH. cbn [LN_of ln_alpha a1 a2 w1 b1 w2 b2]. rewrite dot_opp.
  now replace (- dot n (w u) x + - b u) with (- (dot n (w u) x + b u)) by ring.
Qed.
Definition LS_of (d : Z) (u : unit) : LS_group :=
  {| ls_alpha := alpha u; a := 1 / sqrt (IZR d); ls_w := w u; ls_b := b u |}.
Lemma LS_network_is n d delta l x : LS_network n (IZR d) delta (map (LS_of d) l) x =
  units_network n (fun t => pln.LS (1 / sqrt (IZR d)) t (IZR d) delta) l x.
Proof.
  induction l as [|u l IH]; [reflexivity|]. cbn [map LS_network units_network fold_right].
  unfold LS_network, units_network in IH. now rewrite IH.
Qed.

(* ---- The theorems ---- *)

(* Theorem 4, of which s need not be measurable *)
Theorem theorem_4 (n : nat) (s : R -> R) : pln.sigmoidal s -> dense n (units_network n s).
Proof.
  intros S f C eps E. apply near; [exact E|]. apply (pln.pln_thm4 s coordinate put (F f) (G n s) (Z.of_nat n) (eps / 2)).
  - lra.
  - apply IZR_le. lia.
  - exact S.
  - apply put_here.
  - apply put_apart.
  - now apply F_continuous.
  - apply G_zero.
  - apply G_more.
Qed.

(* Theorem 2 *)
Theorem theorem_2 (n : nat) (d : Z) (delta : R) : (2 <= d)%Z -> 0 < delta -> dense n (LN_network n (IZR d) delta).
Proof.
  intros D P f C eps E. set (u t := pln.LN (sqrt (2 / IZR d)) 0 t (- t) (IZR d) delta).
  destruct (near n f u eps E) as (l & bound & B & H).
  - apply (pln.pln_thm2 coordinate put (F f) (G n u) u d delta (Z.of_nat n) (eps / 2)).
    + now apply IZR_le.
    + exact P.
    + intro t. apply networks.conditions; [now apply theorem1.LN_is_defined|reflexivity].
    + apply IZR_le. lia.
    + lra.
    + apply put_here.
    + apply put_apart.
    + now apply F_continuous.
    + apply G_zero.
    + apply G_more.
  - exists (map (LN_of d) l), bound. split; [exact B|]. intros x X. rewrite LN_network_is. now apply H.
Qed.

(* Theorem 3: with groups of LS *)
Theorem theorem_3_density (n : nat) (d : Z) (delta : R) :
  (1 <= d)%Z -> 0 < delta -> dense n (LS_network n (IZR d) delta).
Proof.
  intros D P f C eps E. set (u t := pln.LS (1 / sqrt (IZR d)) t (IZR d) delta).
  destruct (near n f u eps E) as (l & bound & B & H).
  - apply (pln.pln_thm3_density coordinate put (F f) (G n u) u d delta (Z.of_nat n) (eps / 2)).
    + now apply IZR_le.
    + exact P.
    + intro t. apply networks.conditions; [now apply theorem3.LS_is_defined|reflexivity].
    + apply IZR_le. lia.
    + lra.
    + apply put_here.
    + apply put_apart.
    + now apply F_continuous.
    + apply G_zero.
    + apply G_more.
  - exists (map (LS_of d) l), bound. split; [exact B|]. intros x X. rewrite LS_network_is. now apply H.
Qed.
