(* A lower bound on the width of tanh and sigmoid networks that grows with M = floor(L / (2 eps)): for N = N(phi) of
   Definition 3 of the paper on PLN, of all functions of the class and all networks of such units, 2^N is at least M + 1
   (tanh) and M + 2 (sigmoid).
   A network of N units, times the product of 1 + exp(rho (w_k x + b_k)) over k, is a sum of 2^N exponentials, or one
   less.  m exponentials do not alternate in sign at m + 1 points, and what is near the zigzag does so at M + 1.
   No certificate is used. *)
From Coq Require Import ZArith Reals List Lra Lia.
From NP Require Import Syntax Enc Plain definition3 networks.
Import ListNotations.
Local Open Scope R_scope.

(* Beyond x there are n points, one after the other, where g has the signs of s, - s, s, ... *)
Fixpoint alternates (g : R -> R) (n : nat) (x s : R) : Prop :=
  match n with O => True | S n => exists y, x < y /\ 0 < s * g y /\ alternates g n y (- s) end.
Lemma alternates_from g n s : forall x y, x <= y -> alternates g n y s -> alternates g n x s.
Proof. destruct n; simpl; [auto|]. intros x y H (z & K & T). exists z. split; [lra|exact T]. Qed.
Lemma alternates_with f g n : (forall x s, 0 < s * f x -> 0 < s * g x) ->
  forall x s, alternates f n x s -> alternates g n x s.
Proof. intro H. induction n as [|n IH]; simpl; [auto|]. intros x s (y & Y & F & T). exists y. auto. Qed.
Lemma alternates_fewer g m n : (m <= n)%nat -> forall x s, alternates g n x s -> alternates g m x s.
Proof.
  revert n. induction m as [|m IH]; intros [|n] H x s; simpl; try (easy || lia). intros (y & Y & G & T). exists y.
  split; [exact Y|]. split; [exact G|]. apply IH with n; [lia|exact T].
Qed.
(* between two points of different sign there is one where the slope has the sign of the second *)
Lemma slopes g g' : (forall x, derivable_pt_lim g x (g' x)) ->
  forall n x s, 0 < - s * g x -> alternates g n x s -> alternates g' n x s.
Proof.
  intro D. induction n as [|n IH]; simpl; [auto|]. intros x s X (y & XY & Y & T).
  destruct (MVT_cor2 g g' x y XY (fun c _ => D c)) as (c & E & C). exists c. split; [apply C|]. split.
  - apply Rmult_lt_reg_r with (y - x); [lra|]. rewrite Rmult_assoc, <- E. lra.
  - apply alternates_from with y; [lra|]. apply IH; [lra|exact T].
Qed.

(* ---- 1. Sums of exponentials ---- *)

(* f x is a sum of c exp(r x), with one coefficient c for each r of the list *)
Fixpoint exponentials (rs : list R) (f : R -> R) : Prop :=
  match rs with [] => forall x, f x = 0 | r :: rs => exists c, exponentials rs (fun x => f x - c * exp (r * x)) end.
Lemma exponentials_ext rs : forall f g, (forall x, f x = g x) -> exponentials rs f -> exponentials rs g.
Proof.
  induction rs as [|r rs IH]; simpl; intros f g H.
  - intros F x. now rewrite <- H.
  - intros (c & F). exists c. revert F. apply IH. intro x. now rewrite H.
Qed.
Lemma exponentials_plus rs : forall f g a, exponentials rs f -> exponentials rs g ->
  exponentials rs (fun x => f x + a * g x).
Proof.
  induction rs as [|r rs IH]; simpl; intros f g a.
  - intros F G x. rewrite F, G. lra.
  - intros (c & F) (d & G). exists (c + a * d). apply (exponentials_ext _ _ _) with (2 := IH _ _ a F G). intro x. simpl. lra.
Qed.
Lemma exponentials_times w rs : forall f, exponentials rs f -> exponentials (map (Rplus w) rs) (fun x => exp (w * x) * f x).
Proof.
  induction rs as [|r rs IH]; simpl; intros f.
  - intros F x. rewrite F. lra.
  - intros (c & F). exists c. apply (exponentials_ext _ _ _) with (2 := IH _ F). intro x. simpl.
    rewrite Rmult_plus_distr_r, exp_plus. lra.
Qed.
Lemma exponentials_app rs ts : forall f g, exponentials rs f -> exponentials ts g ->
  exponentials (rs ++ ts) (fun x => f x + g x).
Proof.
  induction rs as [|r rs IH]; simpl; intros f g.
  - intros F. apply exponentials_ext. intro x. rewrite F. lra.
  - intros (c & F) G. exists c. apply (exponentials_ext _ _ _) with (2 := IH _ _ F G). intro x. simpl. lra.
Qed.
Lemma exponentials_slope rs : forall f, exponentials rs f ->
  exists f', (forall x, derivable_pt_lim f x (f' x)) /\ exponentials rs f'.
Proof.
  induction rs as [|r rs IH]; simpl; intros f.
  - intro F. exists (fun _ => 0). split; [|easy]. intro x. apply derivable_pt_lim_ext with (fun _ => 0); [easy|].
    apply derivable_pt_lim_const.
  - intros (c & F). destruct (IH _ F) as (g & D & G). exists (fun x => g x + c * (r * exp (r * x))). split.
    + intro x. apply derivable_pt_lim_ext with (fun x => f x - c * exp (r * x) + c * exp (r * x)); [intro; lra|].
      apply (derivable_pt_lim_plus (fun x => f x - c * exp (r * x)) (fun x => c * exp (r * x))); [apply D|].
      apply (derivable_pt_lim_scal (fun x => exp (r * x))). rewrite Rmult_comm.
      apply (derivable_pt_lim_comp (fun x => r * x) exp); [|apply derivable_pt_lim_exp].
      replace (derivable_pt_lim (fun x => r * x) x r) with (derivable_pt_lim (mult_real_fct r id) x (r * 1)) by now rewrite Rmult_1_r.
      apply derivable_pt_lim_scal, derivable_pt_lim_id.
    + exists (c * r). revert G. apply exponentials_ext. intro x. lra.
Qed.
(* m exponentials do not alternate at m + 1 points *)
Theorem exponentials_alternate_seldom rs : forall f, exponentials rs f ->
  forall x s, ~ alternates f (S (length rs)) x s.
Proof.
  remember (length rs) as m eqn:M. revert rs M. induction m as [|m IH]; intros [|r rs] M; try discriminate M; intros f F x s.
  - intros (y & _ & Y & _). rewrite F in Y. lra.
  - intros A. assert (G := exponentials_times (- r) _ f F). cbn [map] in G.
    set (g := fun x => exp (- r * x) * f x) in G. destruct G as (c & G).
    destruct (exponentials_slope _ _ G) as (h & D & H).
    apply alternates_with with (g := g) in A;
      [|intros z t Z; unfold g; replace (t * (exp (- r * z) * f z)) with (exp (- r * z) * (t * f z)) by ring;
        apply Rmult_lt_0_compat; [apply exp_pos|exact Z]].
    destruct A as (y & _ & Y & A).
    refine (IH (map (Rplus (- r)) rs) _ h H y (- s) _); [rewrite map_length; now injection M|].
    apply slopes with g; [|lra|exact A]. intro z.
    apply derivable_pt_lim_ext with (fun x => g x - c * exp ((- r + r) * x) + c);
      [intro t; replace ((- r + r) * t) with 0 by ring; rewrite exp_0; lra|].
    rewrite <- (Rplus_0_r (h z)). apply (derivable_pt_lim_plus (fun x => g x - c * exp ((- r + r) * x)) (fun _ => c)); [apply D|].
    apply derivable_pt_lim_const.
Qed.

(* ---- 2. Networks ---- *)

(* What tanh and sigmoid have in common. *)
Section Units.
  Variables (u : R -> R) (rho p q : R).
  Hypothesis U : forall y, u y * (1 + exp (rho * y)) = p + q * exp (rho * y).
  Variable g : units.
  (* the unit that comes after n others *)
  Let coef (n : nat) := alpha g (1 + Z.of_nat n).
  Let at_ (n : nat) (x : R) := w g (1 + Z.of_nat n) * x + b g (1 + Z.of_nat n).
  Let speed (n : nat) := rho * w g (1 + Z.of_nat n).
  Let E (n : nat) (x : R) := exp (rho * at_ n x).

  (* the growth rates of the products of E for all sets of the first n units, and for all sets but the whole one *)
  Fixpoint all (n : nat) : list R := match n with O => [0] | S n => all n ++ map (Rplus (speed n)) (all n) end.
  Fixpoint proper (n : nat) : list R := match n with O => [] | S n => all n ++ map (Rplus (speed n)) (proper n) end.
  Lemma length_all n : length (all n) = (2 ^ n)%nat.
  Proof. induction n; simpl; [reflexivity|]. rewrite app_length, map_length. lia. Qed.
  Lemma length_proper n : S (length (proper n)) = (2 ^ n)%nat.
  Proof. induction n; simpl; [reflexivity|]. rewrite app_length, map_length, length_all. lia. Qed.

  Lemma times_E k rs f : exponentials rs f -> exponentials (map (Rplus (speed k)) rs) (fun x => E k x * f x).
  Proof.
    intro F. set (c := exp (rho * b g (1 + Z.of_nat k))).
    apply exponentials_ext with (fun x => exp (speed k * x) * (f x + (c - 1) * f x)).
    - intro x. replace (E k x) with (exp (speed k * x) * c); [ring|].
      unfold E, at_, speed, c. rewrite <- exp_plus. f_equal. ring.
    - apply exponentials_times, exponentials_plus; exact F.
  Qed.

  Fixpoint product (n : nat) (x : R) : R := match n with O => 1 | S n => product n x * (1 + E n x) end.
  Lemma product_pos n x : 0 < product n x.
  Proof.
    induction n; simpl; [lra|]. assert (P := exp_pos (rho * at_ n x)). fold (E n x) in P. apply Rmult_lt_0_compat; lra.
  Qed.
  Lemma product_is n : exponentials (all n) (product n).
  Proof.
    induction n as [|n IH]; simpl.
    - exists 1. intro x. rewrite Rmult_0_l, exp_0. lra.
    - apply exponentials_ext with (fun x => product n x + E n x * product n x); [intro; lra|].
      apply exponentials_app; [exact IH|now apply times_E].
  Qed.
  Let G (n : nat) (x : R) := network u n g x.
  Lemma network_S n x : G (S n) x = G n x + coef n * u (at_ n x).
  Proof.
    unfold G, network. rewrite !zsum_IZR. replace (Z.to_nat (Z.of_nat (S n) - 1 + 1)) with (S n) by lia.
    replace (Z.to_nat (Z.of_nat n - 1 + 1)) with n by lia. reflexivity.
  Qed.
  Lemma network_0 x : G 0 x = 0.
  Proof. unfold G, network. now rewrite zsum_IZR. Qed.
  Lemma network_S_times n x : G (S n) x * product (S n) x =
    G n x * product n x + coef n * p * product n x
    + E n x * (G n x * product n x + coef n * q * product n x).
  Proof.
    rewrite network_S. cbn [product]. assert (H := U (at_ n x)). fold (E n x) in H.
    set (v := u _) in *. nra.
  Qed.
  Lemma top n f c : exponentials (all n) f -> exponentials (all n) (fun x => f x + c * product n x).
  Proof. intro F. apply exponentials_plus; [exact F|apply product_is]. Qed.
  Lemma network_is n : exponentials (all n) (fun x => G n x * product n x).
  Proof.
    induction n as [|n IH].
    - exists 0. intro x. rewrite network_0. lra.
    - apply exponentials_ext with (2 := exponentials_app _ _ _ _ (top n _ (coef n * p) IH) (times_E n _ _ (top n _ (coef n * q) IH))).
      intro x. now rewrite network_S_times.
  Qed.
  Lemma network_is_proper n : q = 0 -> exponentials (proper n) (fun x => G n x * product n x).
  Proof.
    intro Q. induction n as [|n IH].
    - intro x. rewrite network_0. lra.
    - apply exponentials_ext with (2 := exponentials_app _ _ _ _ (top n _ (coef n * p) (network_is n)) (times_E n _ _ IH)).
      intro x. rewrite network_S_times, Q. ring.
  Qed.
  Lemma with_product n m x s : alternates (network u n g) m x s -> alternates (fun x => G n x * product n x) m x s.
  Proof.
    apply alternates_with. intros y t Y. rewrite <- Rmult_assoc. apply Rmult_lt_0_compat; [exact Y|apply product_pos].
  Qed.
  Lemma network_alternates n m x s : alternates (network u n g) m x s -> (m <= 2 ^ n)%nat.
  Proof.
    intro A. apply Nat.nlt_ge. intro H. apply with_product in A.
    apply (exponentials_alternate_seldom _ _ (network_is n) x s). rewrite length_all. revert A. now apply alternates_fewer.
  Qed.
  Lemma network_alternates_proper n m x s : q = 0 -> alternates (network u n g) m x s -> (m + 1 <= 2 ^ n)%nat.
  Proof.
    intros Q A. apply Nat.nlt_ge. intro H. apply with_product in A.
    apply (exponentials_alternate_seldom _ _ (network_is_proper n Q) x s). rewrite length_proper. revert A.
    apply alternates_fewer. lia.
  Qed.
End Units.

Definition sigmoid (t : R) : R := 1 / (1 + exp (- t)).
(* Where a network of N units has m points with alternating signs, m <= 2^N for tanh and m <= 2^N - 1 for sigmoid. *)
Theorem tanh_alternates g n m x s : alternates (network tanh n g) m x s -> (m <= 2 ^ n)%nat.
Proof.
  apply (network_alternates tanh 2 (-1) 1). intro y. unfold tanh, sinh, cosh. replace (2 * y) with (y + y) by ring.
  rewrite exp_plus, exp_Ropp. assert (P := exp_pos y). set (e := exp y) in *. field. split; nra.
Qed.
Theorem sigmoid_alternates g n m x s : alternates (network sigmoid n g) m x s -> (m + 1 <= 2 ^ n)%nat.
Proof.
  apply (network_alternates_proper sigmoid (-1) 1 0); [|reflexivity]. intro y. unfold sigmoid. replace (-1 * y) with (- y) by ring.
  assert (P := exp_pos (- y)). field. lra.
Qed.

(* ---- 3. The zigzag ---- *)

Section Width.
  Variables (L eps : R).
  Hypotheses (L_nonneg : 0 <= L) (E : 0 < eps).
  Let M := steps L eps.

  (* how far t is from the even integers *)
  Definition to_even (t : R) : R := Rabs (t - 2 * floor ((t + 1) / 2)).
  Lemma to_even_least t k : to_even t <= Rabs (t - 2 * IZR k).
  Proof.
    unfold to_even, floor, floorR. destruct (base_Int_part ((t + 1) / 2)) as [A B]. set (j := Int_part _) in *.
    assert (D : (k = j \/ k + 1 <= j \/ j + 1 <= k)%Z) by lia.
    destruct D as [->|[D|D]]; [lra| |]; apply IZR_le in D; rewrite plus_IZR in D; unfold Rabs; repeat destruct Rcase_abs; lra.
  Qed.
  Lemma to_even_lipschitz s t : Rabs (to_even s - to_even t) <= Rabs (s - t).
  Proof.
    assert (H : forall s t, to_even s <= to_even t + Rabs (s - t)).
    { clear s t. intros s t. eapply Rle_trans; [apply (to_even_least s (floorR ((t + 1) / 2)))|].
      unfold to_even, floor. set (c := 2 * _). replace (s - c) with ((t - c) + (s - t)) by ring. apply Rabs_triang. }
    assert (A := H s t). assert (B := H t s). rewrite (Rabs_minus_sym t s) in B. apply Rabs_le. lra.
  Qed.
  Lemma to_even_even k : to_even (IZR (2 * k)) = 0.
  Proof.
    unfold to_even, floor. replace (floorR ((IZR (2 * k) + 1) / 2)) with k.
    - rewrite mult_IZR, Rminus_eq_0. apply Rabs_R0.
    - apply Z.le_antisymm; [apply floor_le|apply floor_lt]; rewrite mult_IZR; lra.
  Qed.
  Lemma to_even_odd k : to_even (IZR (2 * k + 1)) = 1.
  Proof.
    unfold to_even, floor. replace (floorR ((IZR (2 * k + 1) + 1) / 2)) with (k + 1)%Z.
    - rewrite !plus_IZR, mult_IZR. replace (2 * IZR k + 1 - 2 * (IZR k + 1)) with (- (1)) by ring. rewrite Rabs_Ropp. apply Rabs_R1.
    - apply Z.le_antisymm; [apply floor_le|apply floor_lt]; rewrite !plus_IZR, mult_IZR; lra.
  Qed.

  Definition zigzag (x : R) : R := - eps + 2 * eps * to_even (IZR M * x).
  Lemma M_eps : 2 * eps * IZR M <= L.
  Proof.
    unfold M, steps, floorR. destruct (base_Int_part (L / (2 * eps))) as [A _]. apply Rmult_le_compat_l with (r := 2 * eps) in A; [|lra].
    replace (2 * eps * (L / (2 * eps))) with L in A by (field; lra). exact A.
  Qed.
  Lemma zigzag_lipschitz : lipschitz zigzag L 0 1.
  Proof.
    intros s t _ _. unfold zigzag. assert (H := to_even_lipschitz (IZR M * s) (IZR M * t)).
    assert (P : 0 <= IZR M) by (apply IZR_le, steps_nonneg; assumption).
    rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq (IZR M)) in H by exact P.
    match goal with |- Rabs ?d <= _ => replace d with (2 * eps * (to_even (IZR M * s) - to_even (IZR M * t))) by ring end.
    rewrite Rabs_mult, (Rabs_pos_eq (2 * eps)) by lra. apply Rle_trans with (2 * eps * (IZR M * Rabs (s - t))).
    - apply Rmult_le_compat_l; lra.
    - rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos|exact M_eps].
  Qed.

  (* what is closer than eps to the zigzag alternates at M + 1 points *)
  Lemma close_alternates G : (forall x, 0 <= x <= 1 -> Rabs (G x - zigzag x) < eps) ->
    exists x s, alternates G (S (Z.to_nat M)) x s.
  Proof.
    intro C. assert (P : (0 <= M)%Z) by (apply steps_nonneg; assumption).
    assert (exists h, 0 < h /\ forall k, (0 <= k <= M)%Z -> IZR M * (IZR k * h) = IZR k /\ IZR k * h <= 1) as (h & H & K).
    { destruct (Z.eq_dec M 0) as [->|N].
      - exists 1. split; [lra|]. intros k K. replace k with 0%Z by lia. lra.
      - assert (0 < IZR M) by (apply IZR_lt; lia). exists (/ IZR M). split; [now apply Rinv_0_lt_compat|]. intros k [_ K]. split.
        + field. lra.
        + apply IZR_le in K. apply Rmult_le_reg_r with (IZR M); [assumption|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (A : forall n k, (0 <= k)%Z -> (k + Z.of_nat n = M + 1)%Z -> alternates G n ((IZR k - 1) * h) (2 * to_even (IZR k) - 1)).
    { induction n as [|n IH]; intros k K0 KM; simpl; [easy|]. destruct (K k) as [F B]; [lia|]. exists (IZR k * h).
      assert (K1 : 0 <= IZR k) by now apply IZR_le.
      assert (Z := C (IZR k * h) (conj (Rmult_le_pos _ _ K1 (Rlt_le _ _ H)) B)).
      unfold zigzag in Z. rewrite F in Z. apply Rabs_def2 in Z.
      assert (T := IH (k + 1)%Z ltac:(lia) ltac:(lia)). rewrite plus_IZR in T. replace (IZR k + 1 - 1) with (IZR k) in T by ring.
      rewrite <- plus_IZR in T. split; [|split].
      - apply Rmult_lt_compat_r; lra.
      - destruct (Z.Even_or_Odd k) as [[j J]|[j J]]; rewrite J, ?to_even_even, ?to_even_odd in Z |- *; lra.
      - destruct (Z.Even_or_Odd k) as [[j J]|[j J]]; rewrite J in T |- *.
        + rewrite to_even_odd in T. rewrite to_even_even. replace (- (2 * 0 - 1)) with (2 * 1 - 1) by ring. exact T.
        + replace (2 * j + 1 + 1)%Z with (2 * (j + 1))%Z in T by ring. rewrite to_even_even in T. rewrite to_even_odd.
          replace (- (2 * 1 - 1)) with (2 * 0 - 1) by ring. exact T. }
    exists ((IZR 0 - 1) * h), (2 * to_even (IZR 0) - 1). apply A; lia.
  Qed.
  Lemma width_alternates u N : width (@fn L) (network u) unit_interval eps N ->
    exists g x s, alternates (network u N g) (S (Z.to_nat M)) x s.
  Proof.
    intros (_ & W & _). apply worst_lt in W as (B & BE & K). destruct (K (exist _ zigzag zigzag_lipschitz)) as (g & H).
    exists g. apply close_alternates. intros x X. specialize (H x X). cbn [fn proj1_sig] in H. lra.
  Qed.

  Theorem tanh_width N : width (@fn L) (network tanh) unit_interval eps N ->
    (floorR (L / (2 * eps)) + 1 <= 2 ^ Z.of_nat N)%Z.
  Proof.
    intro W. apply width_alternates in W as (g & x & s & A). apply tanh_alternates in A. apply inj_le in A.
    rewrite Nat2Z.inj_pow in A. fold (steps L eps). fold M. lia.
  Qed.
  Theorem sigmoid_width N : width (@fn L) (network sigmoid) unit_interval eps N ->
    (floorR (L / (2 * eps)) + 2 <= 2 ^ Z.of_nat N)%Z.
  Proof.
    intro W. apply width_alternates in W as (g & x & s & A). apply sigmoid_alternates in A. apply inj_le in A.
    rewrite Nat2Z.inj_pow in A. fold (steps L eps). fold M. lia.
  Qed.
End Width.
