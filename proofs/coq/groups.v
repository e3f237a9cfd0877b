(* A lower bound on the width of networks of groups of layer normalisation and RMS normalisation, divided by
   sqrt(var + delta) as frameworks do, delta > 0, that grows with M = floor(L / (2 eps)): for N = N(phi) of Definition 3,
   N (M + 1) + 1 is at most (2 N + 1)^N.
   A group is l / sqrt q, with polynomials l of degree 1 and q > 0 of degree 2.  Divided by 1 / sqrt q of the first group
   and differentiated as often as its polynomial needs, a sum of N such terms has one term less, with polynomials of
   higher degree; each derivative costs one change of sign.
   No certificate is used. *)
From Coq Require Import ZArith Reals List Lra Lia.
From NP Require Import Syntax Enc Plain definition3 networks zeros.
Import ListNotations.
Local Open Scope R_scope.

(* ---- 1. Polynomials in one variable ---- *)

Fixpoint poly (d : nat) (f : R -> R) : Prop :=
  match d with O => exists c, forall x, f x = c | S d => exists g c, poly d g /\ forall x, f x = c + x * g x end.
Lemma poly_ext d f g : (forall x, f x = g x) -> poly d f -> poly d g.
Proof.
  destruct d; simpl; intro H.
  - intros (c & F). exists c. intro x. now rewrite <- H.
  - intros (h & c & P & F). exists h, c. split; [exact P|]. intro x. now rewrite <- H.
Qed.
Lemma poly_const d c : poly d (fun _ => c).
Proof. revert c. induction d; intro c; simpl; [now exists c|]. exists (fun _ => 0), c. split; [auto|intro; ring]. Qed.
Lemma poly_plus d : forall f g a, poly d f -> poly d g -> poly d (fun x => f x + a * g x).
Proof.
  induction d as [|d IH]; simpl; intros f g a.
  - intros (b & F) (c & G). exists (b + a * c). intro x. now rewrite F, G.
  - intros (h & b & P & F) (k & c & Q & G). exists (fun x => h x + a * k x), (b + a * c). split; [now apply IH|].
    intro x. rewrite F, G. ring.
Qed.
Lemma poly_S d : forall f, poly d f -> poly (S d) f.
Proof.
  induction d as [|d IH]; intros f.
  - intros (c & F). exists (fun _ => 0), c. split; [now exists 0|]. intro x. rewrite F. ring.
  - intros (g & c & G & F). exists g, c. split; [now apply IH|exact F].
Qed.
Lemma poly_le d e f : (d <= e)%nat -> poly d f -> poly e f.
Proof. induction 1; intro P; [exact P|]. apply poly_S. auto. Qed.
Lemma poly_scal d c f : poly d f -> poly d (fun x => c * f x).
Proof. intro P. apply poly_ext with (fun x => 0 + c * f x); [intro; ring|]. apply poly_plus; [apply poly_const|exact P]. Qed.
Lemma poly_times d : forall e f g, poly d f -> poly e g -> poly (d + e) (fun x => f x * g x).
Proof.
  induction d as [|d IH]; intros e f g.
  - intros (c & F) G. apply poly_ext with (fun x => c * g x); [intro; now rewrite F|]. now apply poly_scal.
  - intros (h & c & H & F) G. apply poly_ext with (fun x => x * (h x * g x) + c * g x); [intro; rewrite F; ring|].
    apply poly_plus; [|apply poly_le with e; [lia|exact G]].
    exists (fun x => h x * g x), 0. split; [now apply IH|intro; ring].
Qed.
Lemma poly_slope d : forall f, poly d f -> exists f', (forall x, derivable_pt_lim f x (f' x)) /\ poly (pred d) f'.
Proof.
  induction d as [|d IH]; intros f.
  - intros (c & F). exists (fun _ => 0). split; [|now exists 0]. intro x.
    apply derivable_pt_lim_ext with (fun _ => c); [intro; now rewrite F|]. apply derivable_pt_lim_const.
  - intros (g & c & G & F). destruct (IH g G) as (g' & D & G').
    assert (T : forall x, derivable_pt_lim f x (g x + x * g' x)).
    { intro x. apply derivable_pt_lim_ext with (fun x => c + x * g x); [intro; now rewrite F|].
      replace (g x + x * g' x) with (0 + (1 * g x + x * g' x)) by ring.
      apply (derivable_pt_lim_plus (fun _ => c) (fun x => x * g x)); [apply derivable_pt_lim_const|].
      apply (derivable_pt_lim_mult (fun x => x) g); [apply derivable_pt_lim_id|apply D]. }
    destruct d as [|d].
    + destruct G as (k & K). exists (fun _ => k). split; [|now exists k]. intro x.
      apply derivable_pt_lim_ext with (fun x => c + k * x); [intro; rewrite F, K; ring|].
      replace k with (0 + k * 1) at 1 by ring. apply (derivable_pt_lim_plus (fun _ => c) (fun x => k * x)); [apply derivable_pt_lim_const|].
      apply (derivable_pt_lim_scal (fun x => x)), derivable_pt_lim_id.
    + exists (fun x => g x + 1 * (x * g' x)). split; [intro x; rewrite Rmult_1_l; apply T|]. apply poly_plus; [exact G|].
      exists g', 0. split; [exact G'|intro; ring].
Qed.

(* ---- 2. Sums of products of polynomials and factors ---- *)

Section Sums.
  Variables (delta : nat) (D D' : R -> R).
  Hypotheses (D_pos : forall x, 0 < D x) (D_poly : poly delta D) (D_slope : forall x, derivable_pt_lim D x (D' x))
    (D'_poly : poly delta D').
  (* f > 0, and f' / f is a polynomial through D *)
  Definition factor (f : R -> R) : Prop :=
    (forall x, 0 < f x) /\ exists r, poly delta r /\ forall x, derivable_pt_lim f x (f x * r x / D x).
  Lemma factor_quotient f g : factor f -> factor g -> factor (fun x => f x / g x).
  Proof.
    intros (F & r & R & FD) (G & s & S & GD). split; [intro x; now apply Rdiv_lt_0_compat|].
    exists (fun x => r x + -1 * s x). split; [now apply poly_plus|]. intro x. assert (P := F x). assert (Q := G x). assert (T := D_pos x).
    replace (f x / g x * (r x + -1 * s x) / D x) with ((f x * r x / D x * g x - g x * s x / D x * f x) / Rsqr (g x))
      by (unfold Rsqr; field; lra).
    apply (derivable_pt_lim_div f g); [apply FD|apply GD|lra].
  Qed.
  Lemma factor_D : factor D.
  Proof.
    split; [exact D_pos|]. exists D'. split; [exact D'_poly|]. intro x. assert (T := D_pos x).
    replace (D x * D' x / D x) with (D' x) by (field; lra). apply D_slope.
  Qed.

  Fixpoint sums (ds : list nat) (F : R -> R) : Prop :=
    match ds with
    | [] => forall x, F x = 0
    | d :: ds => exists P f, poly d P /\ factor f /\ sums ds (fun x => F x - P x * f x)
    end.
  Lemma sums_ext ds : forall F G, (forall x, F x = G x) -> sums ds F -> sums ds G.
  Proof.
    induction ds as [|d ds IH]; simpl; intros F G H.
    - intros K x. now rewrite <- H.
    - intros (P & f & PP & FF & K). exists P, f. split; [exact PP|]. split; [exact FF|]. revert K. apply IH. intro x. now rewrite H.
  Qed.
  Lemma sums_quotient g ds : factor g -> forall F, sums ds F -> sums ds (fun x => F x / g x).
  Proof.
    intro G. assert (N : forall x, g x <> 0) by (intro x; assert (H := proj1 G x); lra).
    induction ds as [|d ds IH]; simpl; intros F.
    - intros K x. rewrite K. now field.
    - intros (P & f & PP & FF & K). exists P, (fun x => f x / g x). split; [exact PP|]. split; [now apply factor_quotient|].
      apply sums_ext with (2 := IH _ K). intro x. simpl. now field.
  Qed.
  Lemma sums_slope ds : forall F, sums ds F ->
    exists F', (forall x, derivable_pt_lim F x (F' x)) /\ sums (map (Nat.add delta) ds) F'.
  Proof.
    induction ds as [|d ds IH]; simpl; intros F.
    - intros K. exists (fun _ => 0). split; [|easy]. intro x. apply derivable_pt_lim_ext with (fun _ => 0); [intro; now rewrite K|].
      apply derivable_pt_lim_const.
    - intros (P & f & PP & FF & K). destruct (IH _ K) as (H & HD & HS). destruct (poly_slope _ _ PP) as (P' & PD & PP').
      destruct FF as (Fpos & r & R & FD). set (Q := fun x => D x * P' x + 1 * (r x * P x)).
      assert (E : forall x, Q x * (f x / D x) = P' x * f x + P x * (f x * r x / D x)).
      { intro x. unfold Q. assert (T := D_pos x). field. lra. }
      exists (fun x => H x + Q x * (f x / D x)). split.
      + intro x. rewrite E. apply derivable_pt_lim_ext with (fun x => F x - P x * f x + P x * f x); [intro; ring|].
        apply (derivable_pt_lim_plus (fun x => F x - P x * f x) (fun x => P x * f x)); [apply HD|].
        apply (derivable_pt_lim_mult P f); [apply PD|apply FD].
      + exists Q, (fun x => f x / D x). split; [|split].
        * apply poly_plus; [apply poly_le with (delta + pred d)%nat; [lia|]|]; apply poly_times; assumption.
        * apply factor_quotient; [split; [exact Fpos|]; eauto|exact factor_D].
        * revert HS. apply sums_ext. intro x. ring.
  Qed.

  (* a polynomial of degree d is gone after d + 1 steps *)
  Lemma sums_without_poly n d : forall P ts F x s, poly d P -> sums ts (fun x => F x - P x) -> alternates F (S d + n) x s ->
    exists G y t, sums (map (Nat.add (S d * delta)) ts) G /\ alternates G n y t.
  Proof.
    induction d as [|d IH]; intros P ts F x s PP S (y & _ & Y & A);
      destruct (sums_slope _ _ S) as (H & HD & HS); destruct (poly_slope _ _ PP) as (P' & PD & PP').
    - exists H, y, (- s). split; [revert HS; now rewrite Nat.mul_1_l|]. apply slopes with F; [|lra|exact A]. intro z.
      destruct PP as (c & C). apply derivable_pt_lim_ext with (fun x => F x - P x + c); [intro w; rewrite C; ring|].
      rewrite <- (Rplus_0_r (H z)). apply (derivable_pt_lim_plus (fun x => F x - P x) (fun _ => c)); [apply HD|].
      apply derivable_pt_lim_const.
    - destruct (IH P' (map (Nat.add delta) ts) (fun x => H x + P' x) y (- s)) as (G & z & t & GS & GA).
      + exact PP'.
      + revert HS. apply sums_ext. intro z. ring.
      + apply slopes with F; [|lra|exact A]. intro z. apply derivable_pt_lim_ext with (fun x => F x - P x + P x); [intro; ring|].
        apply (derivable_pt_lim_plus (fun x => F x - P x) P); [apply HD|apply PD].
      + exists G, z, t. split; [|exact GA]. rewrite map_map in GS. revert GS. erewrite map_ext; [exact (fun x => x)|]. intro k. simpl. lia.
  Qed.
  (* n terms with polynomials of degree below e *)
  Fixpoint most (n e : nat) : nat := match n with O => O | S n => e + most n (e + e * delta) end.
  Lemma sums_alternate_seldom n : forall d F x s, sums (repeat d n) F -> ~ alternates F (S (most n (S d))) x s.
  Proof.
    induction n as [|n IH]; intros d F x s.
    - intros K (y & _ & Y & _). rewrite K in Y. lra.
    - intros (P & f & PP & FF & K) A. cbn [most] in A.
      assert (Fpos := proj1 FF). assert (N : forall x, f x <> 0) by (intro z; specialize (Fpos z); lra).
      apply alternates_with with (g := fun x => F x / f x) in A;
        [|intros z t T; unfold Rdiv; rewrite <- Rmult_assoc; apply Rmult_lt_0_compat; [exact T|now apply Rinv_0_lt_compat]].
      assert (Q := sums_quotient f _ FF _ K).
      destruct (sums_without_poly (S (most n (S d + S d * delta))) d P (repeat d n) (fun x => F x / f x) x s PP) as (G & y & t & GS & GA).
      + revert Q. apply sums_ext. intro z. simpl. now field.
      + revert A. apply alternates_fewer. simpl. lia.
      + apply (IH (S d * delta + d)%nat G y t).
        * assert (R : map (Nat.add (S d * delta)) (repeat d n) = repeat (S d * delta + d)%nat n).
          { clear. induction n as [|n IH]; [reflexivity|]. cbn [repeat map]. now rewrite IH. }
          now rewrite R in GS.
        * revert GA. apply alternates_fewer. replace (S (S d * delta + d)) with (S d + S d * delta)%nat by lia. lia.
  Qed.
  Lemma most_is n : forall e, (most n e * delta + e = e * (1 + delta) ^ n)%nat.
  Proof. induction n as [|n IH]; intro e; simpl; [lia|]. specialize (IH (e + e * delta)%nat). simpl in IH. nia. Qed.
End Sums.

(* ---- 3. Networks of groups ---- *)

Section Groups.
  (* n groups, each one l / sqrt q *)
  Variables (l q : Z -> R -> R).
  Hypotheses (l_poly : forall k, poly 1 (l k)) (q_poly : forall k, poly 2 (q k)) (q_pos : forall k x, 0 < q k x).
  Fixpoint all_q (n : nat) (x : R) : R := match n with O => 1 | S n => all_q n x * q (1 + Z.of_nat n) x end.
  Lemma all_q_pos n x : 0 < all_q n x.
  Proof. induction n; cbn [all_q]; [lra|]. now apply Rmult_lt_0_compat. Qed.
  Lemma all_q_poly n : poly (2 * n) (all_q n).
  Proof.
    induction n as [|n IH]; [now exists 1|]. replace (2 * S n)%nat with (2 * n + 2)%nat by lia. cbn [all_q]. now apply poly_times.
  Qed.
  Lemma all_q_others n k : (k < n)%nat -> exists rest, poly (2 * n - 2) rest /\ forall x, all_q n x = q (1 + Z.of_nat k) x * rest x.
  Proof.
    induction n as [|n IH]; [lia|]. intro K. destruct (Nat.eq_dec k n) as [->|N].
    - exists (all_q n). split; [apply poly_le with (2 * n)%nat; [lia|apply all_q_poly]|]. intro x. cbn [all_q]. ring.
    - destruct IH as (rest & P & E); [lia|]. exists (fun x => rest x * q (1 + Z.of_nat n) x). split.
      + apply poly_le with (2 * n - 2 + 2)%nat; [lia|]. now apply poly_times.
      + intro x. cbn [all_q]. rewrite E. ring.
  Qed.
  Lemma root_is_factor n k : (k < n)%nat -> factor (2 * n) (all_q n) (fun x => 1 / sqrt (q (1 + Z.of_nat k) x)).
  Proof.
    intro K. set (p := q (1 + Z.of_nat k)). assert (P : forall x, 0 < p x) by (intro; apply q_pos).
    split; [intro x; apply Rdiv_lt_0_compat; [lra|now apply sqrt_lt_R0]|].
    destruct (all_q_others n k K) as (rest & RP & E). destruct (poly_slope 2 p (q_poly _)) as (p' & PD & PP).
    fold p in E. clearbody p.
    exists (fun x => - (1 / 2) * (p' x * rest x)). split.
    - apply poly_scal. apply poly_le with (1 + (2 * n - 2))%nat; [lia|]. now apply poly_times.
    - intro x. assert (S := sqrt_lt_R0 _ (P x)). assert (T := sqrt_sqrt (p x) (Rlt_le _ _ (P x))). assert (A := all_q_pos n x).
      rewrite E in *. assert (rest x <> 0) by (intro Z; rewrite Z in A; lra).
      replace (1 / sqrt (p x) * (- (1 / 2) * (p' x * rest x)) / (p x * rest x)) with
        ((0 * sqrt (p x) - / (2 * sqrt (p x)) * p' x * 1) / Rsqr (sqrt (p x))).
      + apply (derivable_pt_lim_div (fun _ => 1) (fun x => sqrt (p x))); [apply derivable_pt_lim_const| |lra].
        apply (derivable_pt_lim_comp p sqrt); [apply PD|now apply derivable_pt_lim_sqrt].
      + unfold Rsqr. rewrite T. assert (p x <> 0) by (specialize (P x); lra). field. repeat split; lra.
  Qed.
  Lemma groups_are_sums N n : (n <= N)%nat ->
    sums (2 * N) (all_q N) (repeat 1%nat n) (fun x => nsum n 1 (fun k => l k x / sqrt (q k x))).
  Proof.
    induction n as [|n IH]; intro H; [easy|].
    exists (l (1 + Z.of_nat n)), (fun x => 1 / sqrt (q (1 + Z.of_nat n) x)). split; [apply l_poly|].
    split; [apply root_is_factor; lia|]. apply sums_ext with (2 := IH ltac:(lia)). intro x. cbn [nsum].
    assert (S := sqrt_lt_R0 _ (q_pos (1 + Z.of_nat n) x)). field. lra.
  Qed.
  Lemma groups_alternate N m x s : (1 <= N)%nat -> alternates (fun x => nsum N 1 (fun k => l k x / sqrt (q k x))) m x s ->
    (N * m + 1 <= (2 * N + 1) ^ N)%nat.
  Proof.
    intros N1 A. destruct (poly_slope _ _ (all_q_poly N)) as (D' & DD & DP).
    assert (B := sums_alternate_seldom (2 * N) (all_q N) D' (all_q_pos N) (all_q_poly N) DD ltac:(apply poly_le with (2 := DP); lia)
      N 1 _ x s (groups_are_sums N N (le_n N))).
    assert (C := most_is (2 * N) N 2). set (t := most _ _ _) in *.
    assert (K : (m <= t)%nat).
    { apply Nat.nlt_ge. intro K. apply B. revert A. apply alternates_fewer. lia. }
    replace (1 + 2 * N)%nat with (2 * N + 1)%nat in C by lia. nia.
  Qed.
End Groups.

(* A group of d coordinates z_1, ..., z_d at x: the sum of a_i z_i / sqrt(mean of the z_j^2 + delta). *)
Definition normalised (d : nat) (delta : R) (a : Z -> R) (z : Z -> R) : R :=
  nsum d 1 (fun i => a i * (z i / sqrt (nsum d 1 (fun j => z j ^ 2) / INR d + delta))).
Record group := { a : Z -> R; w : Z -> R; b : Z -> R }.
Definition inner (g : group) (x : R) (i : Z) : R := w g i * x + b g i.
Definition mean (d : nat) (z : Z -> R) : R := nsum d 1 z / INR d.
(* RMS normalisation, and layer normalisation; N groups, numbered from 1 *)
Definition scaled (d : nat) (delta : R) (g : group) (x : R) : R := normalised d delta (a g) (inner g x).
Definition centred (d : nat) (delta : R) (g : group) (x : R) : R :=
  normalised d delta (a g) (fun i => inner g x i - mean d (inner g x)).
Definition groups (one : group -> R -> R) (N : nat) (g : Z -> group) (x : R) : R := nsum N 1 (fun k => one (g k) x).

Section Norms.
  Variables (d : nat) (delta : R) (D : (1 <= d)%nat) (Delta : 0 < delta).
  Lemma d_pos : 0 < INR d. Proof. apply lt_0_INR. lia. Qed.
  Lemma nsum_poly e n (f : Z -> R -> R) : (forall i, poly e (f i)) -> poly e (fun x => nsum n 1 (fun i => f i x)).
  Proof.
    intro P. induction n as [|n IH]; cbn [nsum]; [apply poly_const|].
    apply poly_ext with (fun x => nsum n 1 (fun i => f i x) + 1 * f (1 + Z.of_nat n)%Z x); [intro; now rewrite Rmult_1_l|].
    now apply poly_plus.
  Qed.
  Lemma nsum_squares n (z : Z -> R) : 0 <= nsum n 1 (fun j => z j ^ 2).
  Proof. induction n; cbn [nsum]; [lra|]. assert (H := pow2_ge_0 (z (1 + Z.of_nat n)%Z)). lra. Qed.
  Lemma nsum_times n c f : nsum n 1 (fun i => f i * c) = nsum n 1 f * c.
  Proof. induction n; cbn [nsum]; [ring|]. rewrite IHn. ring. Qed.
  Lemma normalised_alternates N (a : Z -> Z -> R) (z : Z -> R -> Z -> R) m x s :
    (1 <= N)%nat -> (forall k i, poly 1 (fun x => z k x i)) ->
    alternates (fun x => nsum N 1 (fun k => normalised d delta (a k) (z k x))) m x s -> (N * m + 1 <= (2 * N + 1) ^ N)%nat.
  Proof.
    intros N1 P A. assert (I := d_pos).
    apply (groups_alternate (fun k x => nsum d 1 (fun i => a k i * z k x i))
      (fun k x => nsum d 1 (fun j => z k x j ^ 2) / INR d + delta)) with (m := m) (x := x) (s := s); [| | |exact N1|].
    - intro k. apply nsum_poly. intro i. apply poly_scal, P.
    - intro k. apply poly_ext with (fun x => delta + / INR d * nsum d 1 (fun j => z k x j ^ 2)); [intro; unfold Rdiv; ring|].
      apply poly_plus; [apply poly_const|]. apply nsum_poly. intro i.
      apply poly_ext with (fun x => z k x i * z k x i); [intro; ring|]. apply (poly_times 1 1); apply P.
    - intros k y. assert (H := nsum_squares d (z k y)). assert (0 <= nsum d 1 (fun j => z k y j ^ 2) / INR d); [|lra].
      apply Rmult_le_pos; [exact H|]. now apply Rlt_le, Rinv_0_lt_compat.
    - revert A. apply alternates_with. intros y t T. eapply Rlt_le_trans; [exact T|]. apply Req_le. f_equal.
      apply nsum_range. intros k _. unfold normalised. unfold Rdiv at 3. rewrite <- nsum_times. apply nsum_range. intros i _.
      unfold Rdiv. ring.
  Qed.
  Lemma inner_poly g i : poly 1 (fun x => inner g x i).
  Proof. exists (fun _ => w g i), (b g i). split; [now exists (w g i)|]. intro x. unfold inner. ring. Qed.
  Theorem scaled_alternates N g m x s : (1 <= N)%nat -> alternates (groups (scaled d delta) N g) m x s ->
    (N * m + 1 <= (2 * N + 1) ^ N)%nat.
  Proof.
    intros N1 A. apply (normalised_alternates N (fun k => a (g k)) (fun k x => inner (g k) x) m x s N1); [|exact A].
    intros k i. apply inner_poly.
  Qed.
  Theorem centred_alternates N g m x s : (1 <= N)%nat -> alternates (groups (centred d delta) N g) m x s ->
    (N * m + 1 <= (2 * N + 1) ^ N)%nat.
  Proof.
    intros N1 A.
    apply (normalised_alternates N (fun k => a (g k)) (fun k x i => inner (g k) x i - mean d (inner (g k) x)) m x s N1); [|exact A].
    intros k i. apply poly_ext with (fun x => inner (g k) x i + - / INR d * nsum d 1 (inner (g k) x)).
    - intro y. unfold mean, Rdiv. ring.
    - apply poly_plus; [apply inner_poly|]. apply (nsum_poly 1 d (fun i x => inner (g k) x i)). intro j. apply inner_poly.
  Qed.

  Variables (L eps : R) (L_nonneg : 0 <= L) (E : 0 < eps).
  Let M := floorR (L / (2 * eps)).
  Lemma groups_width one N :
    (forall g m x s, (1 <= N)%nat -> alternates (groups one N g) m x s -> (N * m + 1 <= (2 * N + 1) ^ N)%nat) ->
    width (@fn L) (groups one) unit_interval eps N ->
    (Z.of_nat N * (M + 1) + 1 <= (2 * Z.of_nat N + 1) ^ Z.of_nat N)%Z.
  Proof.
    intros H W. assert (N1 : (1 <= N)%nat) by exact (proj1 W). apply (width_alternates L eps L_nonneg E) in W as (g & x & s & A).
    apply H in A; [|exact N1]. assert (P := steps_nonneg L eps L_nonneg E). change (steps L eps) with M in *.
    replace (Z.of_nat N * (M + 1) + 1)%Z with (Z.of_nat (N * S (Z.to_nat M) + 1)) by nia.
    replace (2 * Z.of_nat N + 1)%Z with (Z.of_nat (2 * N + 1)) by lia. rewrite <- Nat2Z.inj_pow. now apply inj_le.
  Qed.
  Theorem scaled_width N : width (@fn L) (groups (scaled d delta)) unit_interval eps N ->
    (Z.of_nat N * (floorR (L / (2 * eps)) + 1) + 1 <= (2 * Z.of_nat N + 1) ^ Z.of_nat N)%Z.
  Proof. apply groups_width. intros g m x s. apply scaled_alternates. Qed.
  Theorem centred_width N : width (@fn L) (groups (centred d delta)) unit_interval eps N ->
    (Z.of_nat N * (floorR (L / (2 * eps)) + 1) + 1 <= (2 * Z.of_nat N + 1) ^ Z.of_nat N)%Z.
  Proof. apply groups_width. intros g m x s. apply centred_alternates. Qed.
End Norms.
