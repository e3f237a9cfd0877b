(* Lower bounds on the width of tanh and sigmoid networks that grow with M = floor(L / (2 eps)), for N = N(phi) of
   Definition 3 of the paper on PLN, of all functions of the class and all networks of such units.
   tanh_width, sigmoid_width: 2^N is at least M + 1 (tanh) and M + 2 (sigmoid).  A network of N units, times the product
   of 1 + exp(rho (w_k x + b_k)) over k, is a sum of 2^N exponentials, or one less.  m exponentials do not alternate in
   sign at m + 1 points, and what is near the zigzag does so at M + 1.
   tanh_width_warren, sigmoid_width_warren: given Warren's theorem on sign patterns of polynomials, which is not proved
   here, (2 M + 4)^(6 N) is at least 2^(M + 1).  At x = j / M the same product is a polynomial in the weights and in
   exponentials of weights, and all sign patterns at these M + 1 points occur.
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
      replace (derivable_pt_lim (fun x => r * x) x r) with (derivable_pt_lim (mult_real_fct r id) x (r * 1))
        by now rewrite Rmult_1_r.
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
    rewrite <- (Rplus_0_r (h z)).
    apply (derivable_pt_lim_plus (fun x => g x - c * exp ((- r + r) * x)) (fun _ => c)); [apply D|]. apply derivable_pt_lim_const.
Qed.

(* ---- 2. Polynomials in several unknowns ---- *)

Inductive polynomial := Number (c : R) | Unknown (i : nat) | Plus (s t : polynomial) | Times (s t : polynomial).
Fixpoint value (s : polynomial) (v : nat -> R) : R :=
  match s with
  | Number c => c | Unknown i => v i | Plus s t => value s v + value t v | Times s t => value s v * value t v
  end.
Fixpoint degree (s : polynomial) : nat :=
  match s with
  | Number _ => 0 | Unknown _ => 1 | Plus s t => Nat.max (degree s) (degree t) | Times s t => degree s + degree t
  end.
Fixpoint unknowns_below (n : nat) (s : polynomial) : Prop :=
  match s with
  | Number _ => True | Unknown i => (i < n)%nat | Plus s t | Times s t => unknowns_below n s /\ unknowns_below n t
  end.
Fixpoint power (s : polynomial) (j : nat) : polynomial := match j with O => Number 1 | S j => Times s (power s j) end.
Lemma degree_power s j : degree (power s j) = (j * degree s)%nat.
Proof. induction j; cbn; lia. Qed.
Lemma value_power s v j : value (power s j) v = value s v ^ j.
Proof. induction j; cbn; congruence. Qed.
Lemma exp_times a j : exp a ^ j = exp (INR j * a).
Proof.
  induction j as [|j IH]; [cbn; now rewrite Rmult_0_l, exp_0|].
  rewrite S_INR. cbn [pow]. rewrite IH, <- exp_plus. f_equal. ring.
Qed.
Lemma power_in n s j : unknowns_below n s -> unknowns_below n (power s j).
Proof. intro H. induction j; cbn; auto. Qed.

(* Warren's theorem (1968), where all sign patterns occur; not proved here.  Of m >= n polynomials of degree d >= 1 in n
   unknowns no more than (4 e d m / n)^n sign patterns without 0 occur. *)
Definition warren : Prop := forall (n m d : nat) (P : nat -> polynomial),
  (1 <= n <= m)%nat -> (1 <= d)%nat -> (forall j, (j < m)%nat -> (degree (P j) <= d)%nat /\ unknowns_below n (P j)) ->
  (forall s : nat -> bool, exists v, forall j, (j < m)%nat -> if s j then 0 < value (P j) v else value (P j) v < 0) ->
  2 ^ m <= (4 * exp 1 * INR d * INR m / INR n) ^ n.

(* ---- 3. Networks ---- *)

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
    - assert (A := top n _ (coef n * p) IH). assert (B := times_E n _ _ (top n _ (coef n * q) IH)).
      apply exponentials_ext with (2 := exponentials_app _ _ _ _ A B).
      intro x. now rewrite network_S_times.
  Qed.
  Lemma network_is_proper n : q = 0 -> exponentials (proper n) (fun x => G n x * product n x).
  Proof.
    intro Q. induction n as [|n IH].
    - intro x. rewrite network_0. lra.
    - assert (A := top n _ (coef n * p) (network_is n)).
      apply exponentials_ext with (2 := exponentials_app _ _ _ _ A (times_E n _ _ IH)).
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

  (* The same at the point j h, for N units, as a polynomial: its unknowns are, for each unit, coef, exp(rho b) and
     exp(rho w h). *)
  Definition growth (N j n : nat) : polynomial := Times (Unknown (N + n)) (power (Unknown (2 * N + n)) j).
  Fixpoint denominator (N j n : nat) : polynomial :=
    match n with O => Number 1 | S n => Times (denominator N j n) (Plus (Number 1) (growth N j n)) end.
  Fixpoint numerator (N j n : nat) : polynomial :=
    match n with
    | O => Number 0
    | S n => Plus (Times (numerator N j n) (Plus (Number 1) (growth N j n)))
                  (Times (Times (Unknown n) (Plus (Number p) (Times (Number q) (growth N j n)))) (denominator N j n))
    end.
  Definition weights (N : nat) (h : R) (i : nat) : R :=
    if (i <? N)%nat then coef i else if (i <? 2 * N)%nat then exp (rho * b g (1 + Z.of_nat (i - N)))
    else exp (rho * w g (1 + Z.of_nat (i - 2 * N)) * h).
  Lemma degree_growth N j n : degree (growth N j n) = S j.
  Proof. unfold growth. cbn [degree]. now rewrite degree_power, Nat.mul_1_r. Qed.
  Lemma degree_denominator N j n : (degree (denominator N j n) <= n * S j)%nat.
  Proof. induction n; cbn [denominator degree]; [lia|]. rewrite degree_growth. lia. Qed.
  Lemma degree_numerator N j n : (degree (numerator N j n) <= 1 + n * S j)%nat.
  Proof.
    assert (D := degree_denominator N j). induction n; cbn [numerator degree]; [lia|].
    specialize (D n). rewrite degree_growth. lia.
  Qed.
  Lemma numerator_in N j n : (n <= N)%nat -> unknowns_below (3 * N) (numerator N j n).
  Proof.
    intro H. assert (G' : forall k, (k < n)%nat -> unknowns_below (3 * N) (growth N j k)).
    { intros k K. split; [cbn; lia|]. apply power_in. cbn. lia. }
    assert (D : forall k, (k <= n)%nat -> unknowns_below (3 * N) (denominator N j k)).
    { induction k as [|k IH]; intro K; cbn; [easy|]. split; [apply IH; lia|]. split; [easy|]. apply G'. lia. }
    induction n as [|n IH]; cbn [numerator unknowns_below]; [easy|].
    repeat split; try (apply G'; lia); try (apply D; lia); try lia. apply IH; [lia|intros k K; apply G'; lia|intros k K; apply D; lia].
  Qed.
  Lemma growth_is N h j n : (n < N)%nat -> value (growth N j n) (weights N h) = E n (INR j * h).
  Proof.
    intro H. unfold growth. cbn [value]. rewrite value_power. cbn [value]. unfold weights.
    replace (N + n <? N)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
    replace (N + n <? 2 * N)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
    replace (2 * N + n <? N)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
    replace (2 * N + n <? 2 * N)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
    replace (N + n - N)%nat with n by lia. replace (2 * N + n - 2 * N)%nat with n by lia.
    rewrite exp_times, <- exp_plus. unfold E, at_. f_equal. ring.
  Qed.
  Lemma numerator_is N h j n : (n <= N)%nat ->
    value (denominator N j n) (weights N h) = product n (INR j * h) /\
    value (numerator N j n) (weights N h) = G n (INR j * h) * product n (INR j * h).
  Proof.
    induction n as [|n IH]; intro H.
    - split; [reflexivity|]. rewrite network_0. cbn. lra.
    - destruct IH as [D M]; [lia|]. split; cbn [denominator numerator value]; rewrite growth_is, D by lia; [reflexivity|].
      rewrite M, network_S_times. cbn [value]. replace (weights N h n) with (coef n); [ring|].
      unfold weights. now replace (n <? N)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
  Qed.
End Units.

Definition sigmoid (t : R) : R := 1 / (1 + exp (- t)).
Lemma tanh_is y : tanh y * (1 + exp (2 * y)) = -1 + 1 * exp (2 * y).
Proof.
  unfold tanh, sinh, cosh. replace (2 * y) with (y + y) by ring. rewrite exp_plus, exp_Ropp.
  assert (P := exp_pos y). set (e := exp y) in *. field. split; nra.
Qed.
Lemma sigmoid_is y : sigmoid y * (1 + exp (-1 * y)) = 1 + 0 * exp (-1 * y).
Proof. unfold sigmoid. replace (-1 * y) with (- y) by ring. assert (P := exp_pos (- y)). field. lra. Qed.
(* Where a network of n units has m points with alternating signs, m <= 2^n for tanh and m <= 2^n - 1 for sigmoid. *)
Theorem tanh_alternates g n m x s : alternates (network tanh n g) m x s -> (m <= 2 ^ n)%nat.
Proof. exact (network_alternates tanh 2 (-1) 1 tanh_is g n m x s). Qed.
Theorem sigmoid_alternates g n m x s : alternates (network sigmoid n g) m x s -> (m + 1 <= 2 ^ n)%nat.
Proof. exact (network_alternates_proper sigmoid (-1) 1 0 sigmoid_is g n m x s eq_refl). Qed.

(* ---- 4. Functions with given signs ---- *)

Section Width.
  Variables (L eps : R).
  Hypotheses (L_nonneg : 0 <= L) (E : 0 < eps).
  Let M := steps L eps.
  Lemma M_nonneg : (0 <= M)%Z.
  Proof. now apply steps_nonneg. Qed.
  Lemma M_eps : 2 * eps * IZR M <= L.
  Proof.
    unfold M, steps, floorR. destruct (base_Int_part (L / (2 * eps))) as [A _].
    apply Rmult_le_compat_l with (r := 2 * eps) in A; [|lra].
    replace (2 * eps * (L / (2 * eps))) with L in A by (field; lra). exact A.
  Qed.

  (* at k / M it is eps or - eps, as sigma says; half way between two of these it is 0; and it is linear in between *)
  Section Signs.
    Variable sigma : Z -> bool.
    Let sign (k : Z) : R := if sigma k then 1 else -1.
    Let nearest (t : R) : Z := floorR (t + 1 / 2).
    Definition tent (t : R) : R := sign (nearest t) * (1 - 2 * Rabs (t - IZR (nearest t))).
    Definition tents (x : R) : R := eps * tent (IZR M * x).
    Lemma nearest_is t : Rabs (t - IZR (nearest t)) <= 1 / 2.
    Proof. unfold nearest, floorR. destruct (base_Int_part (t + 1 / 2)). apply Rabs_le. lra. Qed.
    Lemma nearest_IZR k : nearest (IZR k) = k.
    Proof. apply Z.le_antisymm; [apply floor_lt|apply floor_le]; lra. Qed.
    Lemma sign_1 k x : Rabs (sign k * x) = Rabs x.
    Proof. unfold sign. destruct (sigma k); [now rewrite Rmult_1_l|]. rewrite <- Rabs_Ropp. f_equal. ring. Qed.
    Lemma tent_steep s t : (nearest s <= nearest t)%Z -> Rabs (tent s - tent t) <= 2 * Rabs (s - t).
    Proof.
      intro H. unfold tent. assert (S := nearest_is s). assert (T := nearest_is t).
      destruct (Z.eq_dec (nearest s) (nearest t)) as [->|N].
      - rewrite <- Rmult_minus_distr_l, sign_1. set (k := IZR _) in *. clearbody k.
        unfold Rabs in *. repeat destruct Rcase_abs; lra.
      - assert (K : (nearest s + 1 <= nearest t)%Z) by lia. apply IZR_le in K. rewrite plus_IZR in K.
        eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, !sign_1.
        set (i := IZR (nearest s)) in *. set (j := IZR (nearest t)) in *. clearbody i j.
        rewrite !(Rabs_pos_eq (1 - _)) by lra.
        assert (A := Rle_abs (s - i)). assert (B := Rle_abs (- (t - j))). rewrite Rabs_Ropp in B.
        assert (C := Rle_abs (- (s - t))). rewrite Rabs_Ropp in C. lra.
    Qed.
    Lemma tents_lipschitz : lipschitz tents L 0 1.
    Proof.
      intros x y _ _. unfold tents. set (s := IZR M * x). set (t := IZR M * y).
      rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq eps) by lra.
      assert (P : 0 <= IZR M) by apply IZR_le, M_nonneg.
      apply Rle_trans with (eps * (2 * Rabs (s - t))).
      - apply Rmult_le_compat_l; [lra|]. destruct (Z.le_ge_cases (nearest s) (nearest t)) as [H|H]; [now apply tent_steep|].
        rewrite Rabs_minus_sym. eapply Rle_trans; [now apply tent_steep|]. rewrite (Rabs_minus_sym t). apply Rle_refl.
      - replace (s - t) with (IZR M * (x - y)) by (unfold s, t; ring). rewrite Rabs_mult, (Rabs_pos_eq (IZR M)) by exact P.
        assert (Q := Rmult_le_compat_r _ _ _ (Rabs_pos (x - y)) M_eps). lra.
    Qed.

    Definition space : R := / IZR (Z.max M 1).
    Lemma space_pos : 0 < space.
    Proof. apply Rinv_0_lt_compat, IZR_lt. lia. Qed.
    Lemma close_signs G : (forall x, 0 <= x <= 1 -> Rabs (G x - tents x) < eps) ->
      forall k, (0 <= k <= M)%Z -> 0 < sign k * G (IZR k * space).
    Proof.
      intros C k K. assert (P : 0 < IZR (Z.max M 1)) by (apply IZR_lt; lia).
      assert (X : 0 <= IZR k * space <= 1).
      { split; [apply Rmult_le_pos; [apply IZR_le; lia|apply Rlt_le, space_pos]|].
        apply Rmult_le_reg_r with (IZR (Z.max M 1)); [exact P|]. unfold space. rewrite Rmult_assoc, Rinv_l by lra.
        rewrite Rmult_1_r, Rmult_1_l. apply IZR_le. lia. }
      assert (T : tents (IZR k * space) = eps * sign k).
      { unfold tents. replace (IZR M * (IZR k * space)) with (IZR k).
        - unfold tent. rewrite nearest_IZR, Rminus_eq_0, Rabs_R0. ring.
        - destruct (Z.eq_dec M 0) as [M0|N]; [replace k with 0%Z by lia; rewrite M0; ring|].
          unfold space. replace (Z.max M 1) with M by (assert (H := M_nonneg); lia). field.
          apply not_0_IZR, N. }
      specialize (C _ X). rewrite T in C. apply Rabs_def2 in C. unfold sign in *. destruct (sigma k); lra.
    Qed.
  End Signs.

  Lemma width_signs {J : Type} (net : nat -> J -> R -> R) N : width (@fn L) net unit_interval eps N ->
    forall sigma : Z -> bool, exists g, forall k, (0 <= k <= M)%Z ->
      0 < (if sigma k then 1 else -1) * net N g (IZR k * space).
  Proof.
    intros (_ & W & _) sigma. apply worst_lt in W as (B & BE & K).
    destruct (K (exist (fun f => lipschitz f L 0 1) (tents sigma) (tents_lipschitz sigma))) as (g & H).
    exists g. apply close_signs. intros x X. specialize (H x X). cbn [fn proj1_sig] in H. lra.
  Qed.

  (* the zigzag *)
  Lemma width_alternates {J : Type} (net : nat -> J -> R -> R) N : width (@fn L) net unit_interval eps N ->
    exists g x s, alternates (net N g) (S (Z.to_nat M)) x s.
  Proof.
    intro W. destruct (width_signs net N W Z.even) as (g & H). assert (P := M_nonneg). exists g.
    assert (A : forall n k, (0 <= k)%Z -> (k + Z.of_nat n = M + 1)%Z ->
      alternates (net N g) n ((IZR k - 1) * space) (if Z.even k then 1 else -1)).
    { induction n as [|n IH]; intros k K0 KM; simpl; [easy|]. exists (IZR k * space). split; [|split].
      - apply Rmult_lt_compat_r; [exact space_pos|lra].
      - apply H. lia.
      - specialize (IH (k + 1)%Z ltac:(lia) ltac:(lia)). rewrite plus_IZR in IH.
        replace (IZR k + 1 - 1) with (IZR k) in IH by ring.
        replace (- (if Z.even k then 1 else -1)) with (if Z.even (k + 1) then 1 else -1); [exact IH|].
        rewrite Z.even_add. destruct (Z.even k); simpl; ring. }
    eexists _, _. apply (A (S (Z.to_nat M)) 0%Z); lia.
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

  (* All sign patterns at k / M occur. *)
  Lemma warren_width u rho p q N : (forall y, u y * (1 + exp (rho * y)) = p + q * exp (rho * y)) -> warren ->
    width (@fn L) (network u) unit_interval eps N -> (2 ^ (M + 1) <= (2 * M + 4) ^ (6 * Z.of_nat N))%Z.
  Proof.
    intros U Warren W. assert (P := M_nonneg). set (m := S (Z.to_nat M)).
    replace (M + 1)%Z with (Z.of_nat m) by lia. replace (2 * M + 4)%Z with (Z.of_nat (2 * m + 2)) by lia.
    replace (6 * Z.of_nat N)%Z with (Z.of_nat (6 * N)) by lia. change 2%Z with (Z.of_nat 2).
    rewrite <- !Nat2Z.inj_pow. apply inj_le.
    destruct (Nat.le_gt_cases (3 * N) m) as [H|H].
    - apply INR_le. rewrite !pow_INR. replace (6 * N)%nat with (2 * (3 * N))%nat by lia. rewrite pow_mult.
      assert (N1 : (1 <= N)%nat) by exact (proj1 W).
      eapply Rle_trans; [apply (Warren (3 * N)%nat m (1 + N * m)%nat (fun j => numerator p q N j N)); [lia|lia| |]|].
      + intros j J. split; [|now apply numerator_in]. eapply Nat.le_trans; [apply degree_numerator|]. nia.
      + intro s. destruct (width_signs (network u) N W (fun k => s (Z.to_nat k))) as (g & K). exists (weights rho g N space).
        intros j J. destruct (numerator_is u rho p q U g N space j N (le_n N)) as [_ ->].
        assert (Q := product_pos rho g N (INR j * space)). specialize (K (Z.of_nat j) ltac:(lia)).
        rewrite Nat2Z.id, <- INR_IZR_INZ in K. set (z := network _ _ _ _) in *.
        set (o := product _ _ _ _) in *. clearbody z o. destruct (s j); nra.
      + assert (0 < INR N) by (apply lt_0_INR; lia). assert (0 < INR m) by (apply lt_0_INR; lia).
        assert (1 <= INR N) by (replace 1 with (INR 1) by reflexivity; apply le_INR; lia).
        apply pow_incr. assert (X := exp_pos 1). assert (Y := exp_le_3). rewrite !plus_INR, !mult_INR.
        change (INR 1) with 1. change (INR 2) with (1 + 1). change (INR 3) with (1 + 1 + 1). split.
        * apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; nra]. apply Rmult_le_pos; [|nra]. apply Rmult_le_pos; nra.
        * apply Rmult_le_reg_r with (3 * INR N); [nra|]. unfold Rdiv. rewrite Rmult_assoc.
          replace (/ ((1 + 1 + 1) * INR N) * (3 * INR N)) with 1 by (field; lra).
          apply Rle_trans with (4 * 3 * (1 + INR N * INR m) * INR m);
            [rewrite Rmult_1_r; repeat apply Rmult_le_compat_r; nra|].
          assert (K := Rmult_le_pos (INR N - 1) (INR m) ltac:(lra) ltac:(lra)). cbn [pow]. nra.
    - apply Nat.le_trans with (2 ^ (6 * N))%nat; [apply Nat.pow_le_mono_r; lia|apply Nat.pow_le_mono_l; lia].
  Qed.
End Width.

(* Given Warren's theorem, the bound grows almost linearly. *)
Theorem tanh_width_warren L eps N : warren -> 0 <= L -> 0 < eps -> width (@fn L) (network tanh) unit_interval eps N ->
  (2 ^ (floorR (L / (2 * eps)) + 1) <= (2 * floorR (L / (2 * eps)) + 4) ^ (6 * Z.of_nat N))%Z.
Proof. intros W P E. exact (warren_width L eps P E tanh 2 (-1) 1 N tanh_is W). Qed.
Theorem sigmoid_width_warren L eps N : warren -> 0 <= L -> 0 < eps -> width (@fn L) (network sigmoid) unit_interval eps N ->
  (2 ^ (floorR (L / (2 * eps)) + 1) <= (2 * floorR (L / (2 * eps)) + 4) ^ (6 * Z.of_nat N))%Z.
Proof. intros W P E. exact (warren_width L eps P E sigmoid (-1) 1 0 N sigmoid_is W). Qed.
