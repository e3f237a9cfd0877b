(* Sumformer, Theorem 4.5, for two tokens, with blocks of width d: Performers as Definitions 2.2 to 2.6 have them come
   arbitrarily near to every continuous equivariant function on a compact set.
   The definitions are section 1, the theorem is theorem_4_5_two_tokens, at the end; it follows from sums_over_pairs,
   which is about n tokens. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals List Lra Lia Arith Classical FunctionalExtensionality.
Import ListNotations.
Local Open Scope R_scope.

(* ---- 1. Definitions 2.2 to 2.7 ---- *)

(* A matrix is its entries; only those within its dimensions are looked at.  A vector of R^d is a row. *)
Definition vector : Type := nat -> R.
Definition matrix : Type := nat -> vector.

Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S m => sum m f + f m end.

Definition plus (A B : matrix) : matrix := fun i j => A i j + B i j.
Definition transpose (A : matrix) : matrix := fun i j => A j i.
(* A B, for A with k columns *)
Definition times (k : nat) (A B : matrix) : matrix := fun i j => sum k (fun l => A i l * B l j).

Section Performer.
  (* n tokens of R^d, and k < n *)
  Variables (n d k : nat).

  Definition dot (x y : vector) : R := sum d (fun c => x c * y c).
  (* Eq. 7, a(x) = 1 / sqrt k exp(- |x|^2 / 2) [exp(omega_1 . x), ..., exp(omega_k . x)], row-wise *)
  Definition a (omega : nat -> vector) (X : matrix) : matrix :=
    fun i r => / sqrt (INR k) * exp (- dot (X i) (X i) / 2) * exp (dot (omega r) (X i)).

  (* Definition 2.6: a head has the vectors omega_1, ..., omega_k and three matrices; Eq. 8,
     a(X W_Q) (a(X W_K)^T (X W_V)) *)
  Record head : Type := { omega : nat -> vector; W_Q : matrix; W_K : matrix; W_V : matrix }.
  Definition PerAttHead (H : head) (X : matrix) : matrix :=
    times k (a (omega H) (times d X (W_Q H)))
      (times n (transpose (a (omega H) (times d X (W_K H)))) (times d X (W_V H))).

  (* Definition 2.2, [AttHead_1(X), ..., AttHead_h(X)] W_O *)
  Definition concatenated (heads : list matrix) : matrix :=
    fun i q => nth (q / d) heads (fun _ _ => 0) i (q mod d).
  Definition Att (heads : list head) (W_O : matrix) (X : matrix) : matrix :=
    times (length heads * d) (concatenated (map (fun H => PerAttHead H X) heads)) W_O.

  (* a ReLU network with one hidden layer of m units, row-wise *)
  Record layers : Type := { units : nat; W_1 : matrix; b_1 : vector; W_2 : matrix; b_2 : vector }.
  Definition FC (N : layers) (X : matrix) : matrix :=
    fun i c => times (units N) (fun i r => Rmax 0 (times d X (W_1 N) i r + b_1 N r)) (W_2 N) i c + b_2 N c.

  (* Definition 2.3, X + FC(X + Att(X)) *)
  Record block : Type := { heads : list head; W_O : matrix; fully_connected : layers }.
  Definition Block (B : block) (X : matrix) : matrix :=
    plus X (FC (fully_connected B) (plus X (Att (heads B) (W_O B) X))).

  (* Definition 2.4: the first of the list is applied first *)
  Definition network (blocks : list block) (X : matrix) : matrix :=
    fold_left (fun Y B => Block B Y) blocks X.

  (* The vectors of the heads are drawn before the network is chosen: Omega l p are those of the head p of the block l *)
  Definition drawn (Omega : nat -> nat -> nat -> vector) (blocks : list block) : Prop :=
    forall l B p H, nth_error blocks l = Some B -> nth_error (heads B) p = Some H -> omega H = Omega l p.

  (* x_1, ..., x_n are in the set D *)
  Definition tokens_in (D : vector -> Prop) (X : matrix) : Prop := forall i, (i < n)%nat -> D (X i).

  (* Definition 2.7 *)
  Definition permutation (p : nat -> nat) : Prop :=
    (forall i, (i < n)%nat -> (p i < n)%nat) /\
    (forall i j, (i < n)%nat -> (j < n)%nat -> p i = p j -> i = j).
  Definition equivariant (D : vector -> Prop) (f : matrix -> matrix) : Prop :=
    forall p X, permutation p -> tokens_in D X ->
      forall i c, (i < n)%nat -> (c < d)%nat -> f (fun j => X (p j)) i c = f X (p i) c.

  (* continuous on D^n, in the entries *)
  Definition continuous_on (D : vector -> Prop) (f : matrix -> matrix) : Prop :=
    forall X, tokens_in D X -> forall eps, 0 < eps -> exists delta, 0 < delta /\
      forall Y, tokens_in D Y -> (forall i c, (i < n)%nat -> (c < d)%nat -> Rabs (Y i c - X i c) < delta) ->
        forall i c, (i < n)%nat -> (c < d)%nat -> Rabs (f Y i c - f X i c) < eps.

  (* D is a bounded and closed set of R^d *)
  Definition compact_set (D : vector -> Prop) : Prop :=
    (exists M, forall x c, D x -> (c < d)%nat -> Rabs (x c) <= M) /\
    (forall x, (forall delta, 0 < delta -> exists y, D y /\ forall c, (c < d)%nat -> Rabs (y c - x c) < delta) -> D x).
End Performer.

(* for example a cube *)
Lemma cube_compact d lo hi : compact_set d (fun x => forall c, (c < d)%nat -> lo <= x c <= hi).
Proof.
  split.
  - exists (Rabs lo + Rabs hi). intros x c H C. specialize (H c C). unfold Rabs. repeat destruct Rcase_abs; lra.
  - intros x H c C. split; apply Rnot_lt_le; intros L.
    + destruct (H (lo - x c)) as (y & Y & N); [lra|]. specialize (Y c C). specialize (N c C). apply Rabs_def2 in N. lra.
    + destruct (H (x c - hi)) as (y & Y & N); [lra|]. specialize (Y c C). specialize (N c C). apply Rabs_def2 in N. lra.
Qed.

(* ---- 2. Finite sums ---- *)

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; intros H; simpl; [easy|]. rewrite IHn by (intros; apply H; lia). now rewrite H by lia. Qed.
Lemma sum_0 n : sum n (fun _ => 0) = 0.
Proof. induction n; simpl; lra. Qed.
Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; simpl; lra. Qed.
Lemma sum_scal n z f : sum n (fun i => z * f i) = z * sum n f.
Proof. induction n; simpl; [lra|]. rewrite IHn. lra. Qed.
Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof. induction n; intros H; simpl; [lra|]. apply Rplus_le_compat; auto. Qed.
Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof. intros H. rewrite <- (sum_0 n). now apply sum_le. Qed.
Lemma sum_const n z : sum n (fun _ => z) = INR n * z.
Proof. induction n; [simpl; lra|]. cbn [sum]. rewrite IHn, S_INR. lra. Qed.
Lemma sum_one n i f : (i < n)%nat -> (forall j, (j < n)%nat -> j <> i -> f j = 0) -> sum n f = f i.
Proof.
  induction n; intros I H; [lia|]. simpl. destruct (Nat.eq_dec i n) as [->|N].
  - rewrite (sum_ext n f (fun _ => 0)), sum_0 by (intros; apply H; lia). lra.
  - rewrite IHn, (H n) by (intros; try apply H; lia). lra.
Qed.
Lemma sum_term n i f : (i < n)%nat -> (forall j, (j < n)%nat -> 0 <= f j) -> f i <= sum n f.
Proof.
  induction n; intros I H; [lia|]. simpl. destruct (Nat.eq_dec i n) as [->|N].
  - enough (0 <= sum n f) by lra. apply sum_nonneg. auto.
  - assert (f i <= sum n f) by (apply IHn; [lia|auto]). assert (0 <= f n) by auto. lra.
Qed.
Lemma sum_abs n f : Rabs (sum n f) <= sum n (fun i => Rabs (f i)).
Proof.
  induction n; simpl; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.
Lemma sum_split n m f : sum (n + m) f = sum n f + sum m (fun i => f (n + i)%nat).
Proof.
  induction m; simpl; [rewrite Nat.add_0_r; lra|].
  rewrite Nat.add_succ_r. simpl. rewrite IHm. lra.
Qed.
(* the sum over h blocks of d entries each *)
Lemma sum_blocks h d (f : nat -> nat -> R) :
  sum (h * d) (fun q => f (q / d)%nat (q mod d)) = sum h (fun i => sum d (f i)).
Proof.
  induction h; simpl; [easy|]. rewrite Nat.add_comm, sum_split, IHh. f_equal. apply sum_ext. intros r Hr.
  replace ((h * d + r) / d)%nat with h; [replace ((h * d + r) mod d) with r; [easy|]|].
  - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia.
  - rewrite Nat.div_add_l, Nat.div_small; lia.
Qed.

Lemma above x : exists n, x < INR n.
Proof.
  destruct (Rle_or_lt 0 x) as [P|P]; [|exists 0%nat; simpl; lra].
  destruct (nfloor_ex x P) as (m & _ & H). exists (S m). now rewrite S_INR.
Qed.

(* ---- 3. Functions that are limits of finite sums ---- *)

Section Span.
  Context {X : Type} (D : X -> Prop).

  (* the sums of multiples of functions in G *)
  Inductive span (G : (X -> R) -> Prop) : (X -> R) -> Prop :=
  | span_zero : span G (fun _ => 0)
  | span_cons z g f : G g -> span G f -> span G (fun x => z * g x + f x).

  (* uniform limits of these on D *)
  Definition limit (G : (X -> R) -> Prop) (f : X -> R) : Prop :=
    forall eps, 0 < eps -> exists s, span G s /\ forall x, D x -> Rabs (f x - s x) <= eps.

  Lemma same (f g : X -> R) (P : (X -> R) -> Prop) : P f -> (forall x, f x = g x) -> P g.
  Proof. intros H E. replace g with f; [easy|]. now apply functional_extensionality. Qed.

  Context (G : (X -> R) -> Prop).
  Lemma span_plus f g : span G f -> span G g -> span G (fun x => f x + g x).
  Proof.
    intros F H. induction F as [|z h f A F IH].
    - apply (same g); [easy|]. intros; lra.
    - apply (same (fun x => z * h x + (f x + g x))); [now constructor|]. intros; lra.
  Qed.
  Lemma span_scal z f : span G f -> span G (fun x => z * f x).
  Proof.
    intros F. induction F as [|y h f A F IH].
    - apply (same (fun _ => 0)); [constructor|]. intros; lra.
    - apply (same (fun x => (z * y) * h x + z * f x)); [now constructor|]. intros; lra.
  Qed.
  Lemma span_one g : G g -> span G g.
  Proof. intros A. apply (same (fun x => 1 * g x + 0)); [repeat constructor; easy|]. intros; lra. Qed.

  Lemma limit_one g : G g -> limit G g.
  Proof.
    intros A eps E. exists g. split; [now apply span_one|]. intros x _. rewrite Rminus_eq_0, Rabs_R0. lra.
  Qed.
  Lemma limit_zero : limit G (fun _ => 0).
  Proof. intros eps E. exists (fun _ => 0). split; [constructor|]. intros x _. rewrite Rminus_eq_0, Rabs_R0. lra. Qed.
  Lemma limit_plus f g : limit G f -> limit G g -> limit G (fun x => f x + g x).
  Proof.
    intros F H eps E. destruct (F (eps / 2)) as (s & S & A); [lra|]. destruct (H (eps / 2)) as (t & T & B); [lra|].
    exists (fun x => s x + t x). split; [now apply span_plus|]. intros x P. specialize (A x P). specialize (B x P).
    replace (f x + g x - (s x + t x)) with ((f x - s x) + (g x - t x)) by lra.
    eapply Rle_trans; [apply Rabs_triang|]. lra.
  Qed.
  Lemma limit_scal z f : limit G f -> limit G (fun x => z * f x).
  Proof.
    intros F eps E. assert (Z := Rabs_pos z). destruct (F (eps / (Rabs z + 1))) as (s & S & A).
    { apply Rdiv_lt_0_compat; lra. }
    exists (fun x => z * s x). split; [now apply span_scal|]. intros x P. specialize (A x P).
    rewrite <- Rmult_minus_distr_l, Rabs_mult.
    apply Rle_trans with (Rabs z * (eps / (Rabs z + 1))); [now apply Rmult_le_compat_l|].
    apply Rle_trans with ((Rabs z + 1) * (eps / (Rabs z + 1))); [|right; field; lra].
    apply Rmult_le_compat_r; [|lra]. apply Rlt_le, Rdiv_lt_0_compat; lra.
  Qed.
  Lemma limit_span (H : (X -> R) -> Prop) f : (forall h, H h -> limit G h) -> span H f -> limit G f.
  Proof.
    intros L F. induction F as [|z h f A F IH]; [apply limit_zero|].
    apply limit_plus; [now apply limit_scal, L|easy].
  Qed.
  Lemma limit_limit f :
    (forall eps, 0 < eps -> exists g, limit G g /\ forall x, D x -> Rabs (f x - g x) <= eps) -> limit G f.
  Proof.
    intros H eps E. destruct (H (eps / 2)) as (g & L & A); [lra|]. destruct (L (eps / 2)) as (s & S & B); [lra|].
    exists s. split; [easy|]. intros x P. specialize (A x P). specialize (B x P).
    replace (f x - s x) with ((f x - g x) + (g x - s x)) by lra. eapply Rle_trans; [apply Rabs_triang|]. lra.
  Qed.
End Span.

(* ---- 4. Bernstein polynomials in several variables ---- *)

(* the expectation of f at the number of successes of n trials of probability u:
   the sum over k of binomial(n, k) u^k (1 - u)^(n - k) f(k) *)
Fixpoint expected (n : nat) (f : nat -> R) (u : R) : R :=
  match n with O => f O | S m => (1 - u) * expected m f u + u * expected m (fun k => f (S k)) u end.

Section Expected.
  Context (u : R) (U : 0 <= u <= 1).
  Lemma expected_plus n : forall f g, expected n (fun k => f k + g k) u = expected n f u + expected n g u.
  Proof. induction n; intros f g; simpl; [lra|]. rewrite (IHn f), (IHn (fun k => f (S k))). lra. Qed.
  Lemma expected_scal n z : forall f, expected n (fun k => z * f k) u = z * expected n f u.
  Proof. induction n; intros f; simpl; [lra|]. rewrite (IHn f), (IHn (fun k => f (S k))). lra. Qed.
  Lemma expected_const n z : expected n (fun _ => z) u = z.
  Proof. induction n; simpl; [lra|]. rewrite IHn. lra. Qed.
  Lemma expected_le n : forall f g, (forall k, (k <= n)%nat -> f k <= g k) -> expected n f u <= expected n g u.
  Proof.
    induction n; intros f g H; simpl; [auto|].
    apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply IHn; intros; apply H; lia.
  Qed.
  Lemma expected_abs n f : Rabs (expected n f u) <= expected n (fun k => Rabs (f k)) u.
  Proof.
    apply Rabs_le. split; [|apply expected_le; intros; apply Rle_abs].
    assert (K := expected_scal n (-1) (fun k => Rabs (f k))).
    enough (expected n (fun k => -1 * Rabs (f k)) u <= expected n f u) by lra.
    apply expected_le. intros k _. assert (M := Rle_abs (- f k)). rewrite Rabs_Ropp in M. lra.
  Qed.
  Lemma expected_square n : forall z, expected n (fun k => (z - INR k) ^ 2) u = (z - INR n * u) ^ 2 + INR n * u * (1 - u).
  Proof.
    induction n; intros z.
    - simpl. ring.
    - cbn [expected]. rewrite IHn. rewrite S_INR.
      assert (K : forall m w, expected m (fun k => (w - INR (S k)) ^ 2) u = expected m (fun k => ((w - 1) - INR k) ^ 2) u).
      { intros m w. f_equal. apply functional_extensionality. intros k. rewrite S_INR. ring. }
      rewrite K, IHn. ring.
  Qed.
  Lemma expected_distance n : (0 < n)%nat -> expected n (fun k => (u - INR k / INR n) ^ 2) u <= / INR n.
  Proof.
    intros N. assert (P : 0 < INR n) by now apply lt_0_INR.
    assert (K := expected_scal n (/ INR n ^ 2) (fun k => (INR n * u - INR k) ^ 2)).
    replace (fun k => (u - INR k / INR n) ^ 2) with (fun k => / INR n ^ 2 * (INR n * u - INR k) ^ 2).
    2: { apply functional_extensionality. intros k. field. lra. }
    rewrite K, expected_square. replace (/ INR n) with (/ INR n ^ 2 * INR n) by (field; lra).
    apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat, pow_lt; lra|]. nra.
  Qed.
End Expected.

Fixpoint bernstein (n : nat) (us : list R) (F : list R -> R) : R :=
  match us with
  | [] => F []
  | u :: vs => expected n (fun k => bernstein n vs (fun w => F (INR k / INR n :: w))) u
  end.

Definition in_01 (u : R) : Prop := 0 <= u <= 1.
(* |F(v) - F(w)| <= e + C r^2 for all v, w in [0, 1]^N with distance at most r in each coordinate *)
Definition modulus (N : nat) (e C : R) (F : list R -> R) : Prop :=
  forall v w r, length v = N -> Forall in_01 v -> Forall in_01 w ->
    Forall2 (fun x y => Rabs (x - y) <= r) v w -> 0 <= r -> Rabs (F v - F w) <= e + C * r ^ 2.

Lemma Forall2_same r (v : list R) : 0 <= r -> Forall2 (fun x y => Rabs (x - y) <= r) v v.
Proof. intros P. induction v; constructor; [|easy]. rewrite Rminus_eq_0, Rabs_R0. easy. Qed.

Lemma bernstein_close n e C : (0 < n)%nat -> 0 <= e -> 0 <= C -> forall us F,
  modulus (length us) e C F -> Forall in_01 us ->
  Rabs (F us - bernstein n us F) <= INR (length us) * (e + C / INR n).
Proof.
  intros N E P. assert (Q : 0 < INR n) by now apply lt_0_INR.
  induction us as [|u us IH]; intros F M U.
  - simpl. rewrite Rminus_eq_0, Rabs_R0. lra.
  - cbn [bernstein length]. rewrite S_INR. inversion U as [|? ? V W]; subst.
    assert (I : forall k, (k <= n)%nat -> in_01 (INR k / INR n)).
    { intros k K. split; [apply Rdiv_le_0_compat; [apply pos_INR|easy]|].
      apply Rle_div_l; [easy|]. rewrite Rmult_1_l. now apply le_INR. }
    set (T := fun k => bernstein n us (fun w => F (INR k / INR n :: w))).
    set (H := fun k => F (INR k / INR n :: us)).
    assert (A : Rabs (F (u :: us) - expected n H u) <= e + C / INR n).
    { rewrite <- (expected_const u n (F (u :: us))) at 1.
      assert (K := expected_plus u n (fun _ => F (u :: us)) (fun k => -1 * H k)). rewrite expected_scal in K.
      replace (expected n (fun _ => F (u :: us)) u - expected n H u) with (expected n (fun k => F (u :: us) + -1 * H k) u)
        by lra.
      eapply Rle_trans; [now apply expected_abs|].
      apply Rle_trans with (expected n (fun k => e + C * (u - INR k / INR n) ^ 2) u).
      - apply expected_le; [easy|]. intros k L. unfold H. replace (_ + _) with (F (u :: us) - F (INR k / INR n :: us)) by
        lra.
        rewrite <- (pow2_abs (u - INR k / INR n)).
        apply M; auto using Rabs_pos.
        constructor; [apply Rle_refl|]. apply Forall2_same, Rabs_pos.
      - rewrite expected_plus, expected_const, expected_scal.
        apply Rplus_le_compat_l, Rmult_le_compat_l; [easy|]. now apply expected_distance. }
    assert (B : Rabs (expected n H u - expected n T u) <= INR (length us) * (e + C / INR n)).
    { assert (K := expected_plus u n H (fun k => -1 * T k)). rewrite expected_scal in K.
      replace (expected n H u - expected n T u) with (expected n (fun k => H k + -1 * T k) u) by lra.
      eapply Rle_trans; [now apply expected_abs|].
      rewrite <- (expected_const u n (INR (length us) * (e + C / INR n))).
      apply expected_le; [easy|]. intros k L. unfold H, T.
      replace (_ + _) with (F (INR k / INR n :: us) - bernstein n us (fun w => F (INR k / INR n :: w))) by lra.
      apply (IH (fun w => F (INR k / INR n :: w))); [|easy].
      intros v w r Lv Iv Iw R2 Pr. apply M; auto; [now simpl; rewrite Lv|].
      constructor; [|easy]. rewrite Rminus_eq_0, Rabs_R0. easy. }
    fold T. replace (F (u :: us) - expected n T u) with ((F (u :: us) - expected n H u) +
      (expected n H u - expected n T u)) by lra.
    eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

(* A Lipschitz function of several u(x) in [0, 1] is a limit of sums of G, if all functions in H are such limits,
   1 is in H, and H is closed under multiplication by each u *)
Section Density.
  Context {X : Type} (D : X -> Prop) (G H : (X -> R) -> Prop) (us : list (X -> R)).
  Hypotheses (into : forall h, H h -> limit D G h) (one : H (fun _ => 1))
    (mult : forall u h, In u us -> H h -> H (fun x => u x * h x))
    (inside : forall u x, In u us -> D x -> in_01 (u x)).

  Lemma span_mult u s : In u us -> span H s -> span H (fun x => u x * s x).
  Proof using mult.
    intros U S. induction S as [|z h s A S IH].
    - apply (same (fun _ => 0)); [constructor|]. intros; lra.
    - apply (same (fun x => z * (u x * h x) + u x * s x)); [|intros; lra].
      apply (span_cons H z (fun x => u x * h x)); auto.
  Qed.
  Lemma span_expected u n : In u us -> forall f : nat -> X -> R,
    (forall k, span H (f k)) -> span H (fun x => expected n (fun k => f k x) (u x)).
  Proof using mult.
    intros U. induction n; intros f A; simpl; [apply A|].
    set (p := fun x => expected n (fun k => f k x) (u x)). set (q := fun x => expected n (fun k => f (S k) x) (u x)).
    assert (P : span H p) by now apply IHn. assert (Q : span H q) by (apply (IHn (fun k => f (S k))); auto).
    apply (same (fun x => p x + (-1 * (u x * p x) + u x * q x))).
    - auto using span_plus, span_scal, span_mult.
    - intros x. unfold p, q. lra.
  Qed.
  Lemma span_bernstein n vs : incl vs us -> forall F, span H (fun x => bernstein n (map (fun u => u x) vs) F).
  Proof using mult one.
    induction vs as [|v vs IH]; intros I F; simpl.
    - apply (same (fun x => F [] * 1 + 0)); [|intros; lra]. exact (span_cons H (F []) _ _ one (span_zero H)).
    - apply (span_expected v n (I v (or_introl eq_refl))
               (fun k x => bernstein n (map (fun u => u x) vs) (fun w => F (INR k / INR n :: w)))).
      intros k. apply IH. intros u U. apply I. now right.
  Qed.
  Lemma dense F L : 0 <= L ->
    (forall v w r, length v = length us -> Forall in_01 v -> Forall in_01 w ->
      Forall2 (fun x y => Rabs (x - y) <= r) v w -> 0 <= r -> Rabs (F v - F w) <= L * r) ->
    limit D G (fun x => F (map (fun u => u x) us)).
  Proof using All.
    intros P Lip. apply limit_limit. intros eps E.
    set (N := INR (length us) + 1). assert (PN : 1 <= N) by (assert (Z := pos_INR (length us)); unfold N; lra).
    set (e := eps / (2 * N)). assert (PE : 0 < e) by (apply Rdiv_lt_0_compat; lra).
    set (C := L ^ 2 / (4 * e)). assert (PC : 0 <= C) by (apply Rdiv_le_0_compat; [apply pow2_ge_0|lra]).
    destruct (above (C / e)) as (m & Hm).
    set (n := S m). assert (Pn : 0 < INR n) by (apply lt_0_INR; unfold n; lia).
    assert (Hn : C / INR n <= e).
    { apply Rle_div_l; [easy|]. apply Rlt_div_l in Hm; [|easy]. unfold n. rewrite S_INR. nra. }
    exists (fun x => bernstein n (map (fun u => u x) us) F). split.
    - apply (limit_span D G H); [easy|]. apply span_bernstein. intros u U. easy.
    - intros x Dx. eapply Rle_trans.
      + apply (bernstein_close n e C); [unfold n; lia|lra|easy| |].
        * intros v w r Lv Iv Iw Fv Pr. rewrite map_length in Lv. eapply Rle_trans; [exact (Lip v w r Lv Iv Iw Fv Pr)|].
          enough (0 <= e + C * r ^ 2 - L * r) by lra.
          replace (e + C * r ^ 2 - L * r) with (/ e * (e - L * r / 2) ^ 2) by (unfold C; field; lra).
          apply Rmult_le_pos; [apply Rlt_le, Rinv_0_lt_compat; lra|apply pow2_ge_0].
        * apply Forall_forall. intros y Y. apply in_map_iff in Y. destruct Y as (u & <- & U). auto.
      + rewrite map_length. apply Rle_trans with (INR (length us) * (2 * e)).
        * apply Rmult_le_compat_l; [apply pos_INR|lra].
        * apply Rle_trans with (N * (2 * e)); [apply Rmult_le_compat_r; unfold N; lra|]. right. unfold e. field. lra.
  Qed.
End Density.

(* ---- 5. Powers of 1 / s are limits of sums of a(tau s) ---- *)

Section Powers.
  Context (kappa : R).
  Definition gauss (t : R) : R := exp (kappa * t - t ^ 2 / 2).
  Definition weighted (m : nat) (t : R) : R := t ^ m * gauss t.

  Lemma weighted_continuous m t : continuous (weighted m) t.
  Proof. apply @ex_derive_continuous. unfold weighted, gauss. auto_derive. easy. Qed.
  Lemma weighted_integrable m p q : ex_RInt (weighted m) p q.
  Proof. apply @ex_RInt_continuous. intros; apply weighted_continuous. Qed.
  Lemma weighted_pos m t : 0 < t -> 0 < weighted m t.
  Proof. intros P. apply Rmult_lt_0_compat; [now apply pow_lt|apply exp_pos]. Qed.

  Lemma pow_exp m t : 0 <= t -> t ^ m <= INR (S m) ^ m * exp t.
  Proof.
    intros T. assert (P : 0 < INR (S m)) by (apply lt_0_INR; lia).
    set (u := t / INR (S m)). assert (U : 0 <= u) by now apply Rdiv_le_0_compat.
    replace t with (INR (S m) * u) by (unfold u; field; lra). rewrite Rpow_mult_distr.
    apply Rmult_le_compat_l; [apply pow_le; lra|].
    apply Rle_trans with (exp u ^ m); [apply pow_incr; assert (K := exp_ineq1_le u); lra|].
    assert (K : forall k, exp u ^ k = exp (INR k * u)).
    { induction k; [simpl; now rewrite Rmult_0_l, exp_0|]. cbn [pow]. rewrite IHk, <- exp_plus, S_INR. f_equal. ring. }
    rewrite K. rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus.
    assert (0 < exp (INR m * u)) by apply exp_pos. assert (M := exp_ineq1_le u). nra.
  Qed.
  Lemma weighted_tail m : exists C, 0 < C /\ forall t, 0 <= t -> weighted m t <= C * exp (- t).
  Proof.
    exists (INR (S m) ^ m * exp ((kappa + 2) ^ 2 / 2)). split;
      [apply Rmult_lt_0_compat; [apply pow_lt, lt_0_INR; lia|apply exp_pos]|].
    intros t T. unfold weighted, gauss.
    apply Rle_trans with (INR (S m) ^ m * exp t * exp (kappa * t - t ^ 2 / 2)).
    - apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|now apply pow_exp].
    - rewrite !Rmult_assoc, <- !exp_plus. apply Rmult_le_compat_l; [apply pow_le, pos_INR|].
      assert (K := pow2_ge_0 (t - (kappa + 2))).
      destruct (Rle_lt_or_eq_dec (t + (kappa * t - t ^ 2 / 2)) ((kappa + 2) ^ 2 / 2 + - t)) as [L|L].
      + nra.
      + now apply Rlt_le, exp_increasing.
      + rewrite L. apply Rle_refl.
  Qed.
  Lemma tail m eps : 0 < eps -> exists T, 1 <= T /\ forall U, T <= U -> 0 <= RInt (weighted m) T U <= eps.
  Proof.
    intros E. destruct (weighted_tail m) as (C & PC & H).
    exists (Rmax 1 (C / eps)). split; [apply Rmax_l|]. intros U TU.
    set (T := Rmax 1 (C / eps)) in *. assert (T1 : 1 <= T) by apply Rmax_l. assert (T2 : C / eps <= T) by apply Rmax_r.
    split.
    - apply RInt_ge_0; [easy|apply weighted_integrable|]. intros t Ht. apply Rlt_le, weighted_pos. lra.
    - assert (I : is_RInt (fun t => C * exp (- t)) T U (- C * exp (- U) - - C * exp (- T))).
      { apply (is_RInt_derive (fun t => - C * exp (- t))).
        - intros t _. auto_derive; [easy|]. ring.
        - intros t _. apply @ex_derive_continuous. auto_derive. easy. }
      apply Rle_trans with (RInt (fun t => C * exp (- t)) T U).
      + apply RInt_le; [easy|apply weighted_integrable|eexists; exact I|]. intros t Ht. apply H. lra.
      + rewrite (is_RInt_unique _ _ _ _ I). assert (0 < exp (- U)) by apply exp_pos.
        apply Rle_trans with (C * exp (- T)); [nra|].
        assert (K : T <= exp T) by (assert (Z := exp_ineq1_le T); lra).
        rewrite exp_Ropp. apply Rle_div_l in T2; [|easy].
        apply Rle_div_l; [apply exp_pos|]. nra.
  Qed.

  (* Riemann sums with step eta *)
  Definition riemann (m n : nat) (eta : R) : R := sum n (fun j => eta * weighted m (INR (S j) * eta)).
  Lemma riemann_close m T eps : 0 < T -> 0 < eps ->
    exists delta, 0 < delta /\ forall n eta, 0 < eta -> eta < delta -> INR n * eta <= T ->
      Rabs (riemann m n eta - RInt (weighted m) 0 (INR n * eta)) <= INR n * eta * eps.
  Proof.
    intros PT E. assert (exists delta, 0 < delta /\ forall p q, 0 <= p <= T -> 0 <= q <= T -> Rabs (p - q) < delta ->
      Rabs (weighted m p - weighted m q) <= eps) as (delta & PD & H).
    { destruct (Heine (weighted m) (fun x => 0 <= x <= T)) with (eps := mkposreal eps E) as (delta & H).
      - apply compact_P3.
      - intros x _. apply continuity_pt_filterlim, weighted_continuous.
      - exists delta. split; [apply cond_pos|]. intros p q P Q K. apply Rlt_le. now apply H. }
    exists delta. split; [easy|]. intros n eta P L. induction n; intros B.
    - unfold riemann. simpl. rewrite Rmult_0_l, RInt_point. rewrite Rmult_0_l.
      unfold zero; simpl. rewrite Rminus_eq_0, Rabs_R0. lra.
    - rewrite S_INR in *. assert (PN := pos_INR n).
      assert (I := IHn ltac:(nra)).
      assert (Ch := RInt_Chasles (weighted m) 0 (INR n * eta) ((INR n + 1) * eta) (weighted_integrable _ _ _)
        (weighted_integrable _ _ _)).
      change (RInt (weighted m) 0 (INR n * eta) + RInt (weighted m) (INR n * eta) ((INR n + 1) * eta) =
        RInt (weighted m) 0 ((INR n + 1) * eta)) in Ch. rewrite <- Ch.
      unfold riemann in *. cbn [sum]. rewrite S_INR.
      set (w := weighted m ((INR n + 1) * eta)) in *.
      assert (K : Rabs (RInt (fun t => w - weighted m t) (INR n * eta) ((INR n + 1) * eta)) <=
        ((INR n + 1) * eta - INR n * eta) * eps).
      { apply abs_RInt_le_const; [nra| |].
        - apply @ex_RInt_continuous. intros t _. apply @continuous_minus;
          [apply continuous_const|apply weighted_continuous].
        - intros t Ht. unfold w. apply H; [nra|nra|]. rewrite Rabs_pos_eq; nra. }
      assert (J : RInt (fun t => w - weighted m t) (INR n * eta) ((INR n + 1) * eta) =
        eta * w - RInt (weighted m) (INR n * eta) ((INR n + 1) * eta)).
      { assert (Z := RInt_minus (fun _ => w) (weighted m) (INR n * eta) ((INR n + 1) * eta)
          (ex_RInt_const _ _ _) (weighted_integrable _ _ _)).
        change (RInt (fun t => w - weighted m t) (INR n * eta) ((INR n + 1) * eta) =
          RInt (fun _ => w) (INR n * eta) ((INR n + 1) * eta) - RInt (weighted m) (INR n * eta) ((INR n + 1) * eta)) in Z.
        rewrite Z, RInt_const. unfold scal; simpl; unfold mult; simpl. lra. }
      rewrite J in K.
      match goal with |- Rabs (?s + ?e - (?i + ?j)) <= _ => replace (s + e - (i + j)) with ((s - i) + (e - j)) by lra end.
      eapply Rle_trans; [apply Rabs_triang|]. nra.
  Qed.

  Lemma powers m S eps : 1 <= S -> 0 < eps -> exists n (c tau : nat -> R),
    forall s, 1 <= s <= S -> Rabs ((/ s) ^ Datatypes.S m - sum n (fun j => c j * gauss (tau j * s))) <= eps.
  Proof.
    intros PS E. set (G0 := RInt (weighted m) 0 1).
    assert (P0 : 0 < G0).
    { apply RInt_gt_0; [lra| |]; intros; [now apply weighted_pos|apply weighted_continuous]. }
    destruct (tail m (eps * G0 / 2)) as (T & T1 & HT); [nra|].
    set (G := RInt (weighted m) 0 T).
    assert (PG : G0 <= G).
    { unfold G, G0. rewrite <- (RInt_Chasles (weighted m) 0 1 T) by apply weighted_integrable.
      enough (0 <= RInt (weighted m) 1 T) by (unfold Hierarchy.plus; simpl; lra).
      apply RInt_ge_0; [easy|apply weighted_integrable|]. intros t Ht. apply Rlt_le, weighted_pos. lra. }
    destruct (riemann_close m (T * S) (eps * G0 / (2 * (T * S)))) as (delta & PD & HR); [nra|apply Rdiv_lt_0_compat; nra|].
    destruct (above (T * S / delta)) as (n & Hn).
    assert (Pn : 0 < INR n).
    { apply Rle_lt_trans with (T * S / delta); [|easy]. apply Rdiv_le_0_compat; nra. }
    set (h := T / INR n). assert (Ph : 0 < h) by (apply Rdiv_lt_0_compat; lra).
    assert (Nh : INR n * h = T) by (unfold h; field; lra).
    exists n, (fun j => h * (INR (Datatypes.S j) * h) ^ m / G), (fun j => INR (Datatypes.S j) * h).
    intros s Hs.
    assert (Q : sum n (fun j => h * (INR (Datatypes.S j) * h) ^ m / G * gauss (INR (Datatypes.S j) * h * s)) =
      (/ s) ^ Datatypes.S m * (riemann m n (h * s) / G)).
    { unfold riemann, Rdiv. rewrite (Rmult_comm (sum _ _) (/ G)), <- Rmult_assoc, <- sum_scal. apply sum_ext. intros j _.
      unfold weighted. replace (INR (Datatypes.S j) * (h * s)) with (INR (Datatypes.S j) * h * s) by ring.
      rewrite (Rpow_mult_distr (INR (Datatypes.S j) * h) s m). rewrite pow_inv. simpl pow. field.
      repeat split; try apply pow_nonzero; lra. }
    rewrite Q.
    assert (R1 : Rabs (riemann m n (h * s) - G) <= eps * G0).
    { assert (K := HR n (h * s)). replace (INR n * (h * s)) with (T * s) in K by (rewrite <- Nh; ring).
      assert (K1 : Rabs (riemann m n (h * s) - RInt (weighted m) 0 (T * s)) <= T * s * (eps * G0 / (2 * (T * S)))).
      { apply K; [nra| |nra]. apply Rle_lt_trans with (h * S); [nra|]. unfold h.
        apply Rlt_div_l in Hn; [|easy]. replace (T / INR n * S) with (T * S / INR n) by (field; lra). apply Rlt_div_l;
          [easy|]. nra. }
      assert (K2 : T * s * (eps * G0 / (2 * (T * S))) <= eps * G0 / 2).
      { replace (eps * G0 / 2) with (T * S * (eps * G0 / (2 * (T * S)))) by (field; lra).
        apply Rmult_le_compat_r; [|nra]. apply Rlt_le, Rdiv_lt_0_compat; nra. }
      assert (K3 := HT (T * s) ltac:(nra)).
      assert (K4 := RInt_Chasles (weighted m) 0 T (T * s) (weighted_integrable _ _ _) (weighted_integrable _ _ _)).
      change (G + RInt (weighted m) T (T * s) = RInt (weighted m) 0 (T * s)) in K4.
      rewrite <- K4 in K1. apply Rabs_le. apply Rabs_le_between in K1. lra. }
    assert (Ps : 0 <= (/ s) ^ Datatypes.S m <= 1).
    { assert (0 < / s <= 1). { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
      split; [apply pow_le; lra|]. rewrite <- (pow1 (Datatypes.S m)). apply pow_incr. lra. }
    replace (_ - _) with ((/ s) ^ Datatypes.S m * ((G - riemann m n (h * s)) / G)) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq ((/ s) ^ _)) by lra.
    apply Rle_trans with (1 * Rabs ((G - riemann m n (h * s)) / G)).
    { apply Rmult_le_compat_r; [apply Rabs_pos|lra]. }
    rewrite Rmult_1_l. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ G)) by (apply Rlt_le, Rinv_0_lt_compat; lra).
    apply Rle_div_l; [lra|]. rewrite Rabs_minus_sym. nra.
  Qed.
End Powers.

(* ---- 6. Continuous kernels are limits of sums of a(x W_Q) a(y W_K) ---- *)

Lemma limit_on {X} (D : X -> Prop) G f g : limit D G f -> (forall x, D x -> f x = g x) -> limit D G g.
Proof.
  intros L E eps P. destruct (L eps P) as (s & S & H). exists s. split; [easy|]. intros x Dx. rewrite <- E; auto.
Qed.

Lemma exp_mono p q : p <= q -> exp p <= exp q.
Proof. intros [P| ->]; [now apply Rlt_le, exp_increasing|lra]. Qed.
Lemma exp_le_inv p q : exp p <= exp q -> p <= q.
Proof. intros H. apply Rnot_lt_le. intros N. apply exp_increasing in N. lra. Qed.
Lemma exp_lipschitz p q : 0 <= p -> 0 <= q -> Rabs (exp (- p) - exp (- q)) <= Rabs (p - q).
Proof.
  assert (K : forall x y, 0 <= x -> x <= y -> Rabs (exp (- x) - exp (- y)) <= Rabs (x - y)).
  { intros x y P H. replace (- y) with (- x + - (y - x)) by ring. rewrite exp_plus.
    assert (A := exp_ineq1_le (- (y - x))). assert (A0 := exp_pos (- (y - x))).
    assert (E : exp (- x) <= 1) by (rewrite <- exp_0; apply exp_mono; lra).
    assert (E0 := exp_pos (- x)).
    assert (E1 : exp (- (y - x)) <= 1).
    { rewrite <- exp_0. apply exp_mono. lra. }
    rewrite Rabs_minus_sym, (Rabs_minus_sym x y). rewrite (Rabs_left1 (_ - _)), (Rabs_pos_eq (y - x)) by nra. nra. }
  intros P Q. destruct (Rle_or_lt p q) as [L|L]; [now apply K|].
  rewrite Rabs_minus_sym, (Rabs_minus_sym p). apply K; lra.
Qed.
Lemma ln_lipschitz z p q : 0 < z -> z <= p -> z <= q -> Rabs (ln p - ln q) <= / z * Rabs (p - q).
Proof.
  intros Z. assert (K : forall x y, z <= y -> y <= x -> Rabs (ln x - ln y) <= / z * Rabs (x - y)).
  { intros x y Y H. assert (L : ln y <= ln x) by (destruct H as [H| ->]; [apply Rlt_le, ln_increasing; lra|lra]).
    rewrite !Rabs_pos_eq by lra. rewrite <- ln_div by lra.
    assert (A := exp_ineq1_le (ln (x / y))). rewrite exp_ln in A by (apply Rdiv_lt_0_compat; lra).
    apply Rle_trans with (x / y - 1); [lra|]. replace (x / y - 1) with (/ y * (x - y)) by (field; lra).
    apply Rmult_le_compat_r; [lra|]. apply Rinv_le_contravar; lra. }
  intros P Q. destruct (Rle_or_lt p q) as [L|L]; [|apply K; lra].
  rewrite Rabs_minus_sym, (Rabs_minus_sym p). now apply K.
Qed.
Lemma max_lipschitz z p q : Rabs (Rmax z p - Rmax z q) <= Rabs (p - q).
Proof. unfold Rmax, Rabs. repeat (destruct Rle_dec); repeat destruct Rcase_abs; lra. Qed.
Lemma min_lipschitz z p q : Rabs (Rmin z p - Rmin z q) <= Rabs (p - q).
Proof. unfold Rmin, Rabs. repeat (destruct Rle_dec); repeat destruct Rcase_abs; lra. Qed.

Section Kernels.
  Context (d : nat) (B : R).
  Definition box (x : vector) : Prop := forall c, (c < d)%nat -> 1 <= x c <= B.
  (* exp(- x . y), for y of natural numbers *)
  Definition decay (y : nat -> nat) (x : vector) : R := exp (- dot d x (fun c => INR (y c))).

  Lemma dot_scal x t y : dot d x (fun c => t * y c) = t * dot d x y.
  Proof. unfold dot. rewrite <- sum_scal. apply sum_ext. intros; ring. Qed.

  (* x |-> a(x W) for a matrix W with one column that is not 0, w, and omega_1 = (kappa, ...) *)
  Definition ridge (kappa : R) (g : vector -> R) : Prop := exists w, g = fun x => gauss kappa (dot d x w).
  Lemma ridge_one kappa : limit box (ridge kappa) (fun _ => 1).
  Proof.
    apply limit_one. exists (fun _ => 0). apply functional_extensionality. intros x. unfold gauss, dot.
    rewrite (sum_ext d _ (fun _ => 0)), sum_0 by (intros; ring). rewrite <- exp_0 at 1. f_equal. field.
  Qed.
  Lemma ridge_powers kappa y S j : 1 <= S -> (forall x, box x -> 1 <= dot d x y <= S) ->
    limit box (ridge kappa) (fun x => (/ dot d x y) ^ j).
  Proof.
    intros PS I. destruct j as [|j]; [apply ridge_one|]. intros eps E.
    destruct (powers kappa j S eps PS E) as (n & c & tau & H).
    exists (fun x => sum n (fun i => c i * gauss kappa (tau i * dot d x y))). split; [|intros x Bx; now apply H, I].
    clear H. induction n; simpl; [constructor|].
    apply (same (fun x => c n * gauss kappa (tau n * dot d x y) + sum n (fun i => c i * gauss kappa (tau i * dot d x y))));
      [|intros; lra].
    apply (span_cons _ (c n) (fun x => gauss kappa (tau n * dot d x y))); [|easy].
    exists (fun c => tau n * y c). apply functional_extensionality. intros x. now rewrite dot_scal.
  Qed.
  Lemma decay_zero y x : (forall c, (c < d)%nat -> y c = 0%nat) -> decay y x = 1.
  Proof.
    intros Y. unfold decay, dot. rewrite (sum_ext d _ (fun _ => 0)), sum_0, Ropp_0, exp_0; [easy|].
    intros c Hc. rewrite Y by easy. simpl. ring.
  Qed.
  Lemma decay_limit kappa y : limit box (ridge kappa) (decay y).
  Proof.
    destruct (classic (exists c, (c < d)%nat /\ y c <> 0%nat)) as [(c & Hc & Y)|N].
    2: { apply (limit_on _ _ _ _ (ridge_one kappa)). intros x _. rewrite decay_zero; [easy|]. intros c Hc.
      destruct (y c) eqn:K; [easy|]. destruct N. exists c. now rewrite K. }
    set (z := fun c => INR (y c)). assert (Z : forall c, 0 <= z c) by (intros; apply pos_INR).
    assert (Z1 : 1 <= z c) by (apply (le_INR 1); lia).
    set (S := Rmax 1 (sum d (fun c => B * z c))). assert (PS : 1 <= S) by apply Rmax_l.
    assert (I : forall x, box x -> 1 <= dot d x z <= S).
    { intros x Bx. split.
      - apply Rle_trans with (x c * z c); [assert (K := Bx c Hc); nra|]. apply (sum_term d c (fun c => x c * z c)); [easy|].
        intros b Hb. assert (K := Bx b Hb). specialize (Z b). nra.
      - apply Rle_trans with (sum d (fun c => B * z c)); [|apply Rmax_r]. apply sum_le. intros b Hb.
        assert (K := Bx b Hb). apply Rmult_le_compat_r; [apply Z|lra]. }
    assert (PI : 0 < / S <= 1).
    { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    set (F := fun v : list R => exp (- / Rmax (/ S) (hd 0 v))).
    assert (L : limit box (ridge kappa) (fun x => F (map (fun u => u x) [fun x => / dot d x z]))).
    { apply (dense box (ridge kappa) (fun h => exists j, h = fun x => (/ dot d x z) ^ j) [fun x => / dot d x z]) with
      (L := S ^ 2).
      - intros h (j & ->). now apply (ridge_powers kappa z S).
      - now exists 0%nat.
      - intros u h [<-|[]] (j & ->). now exists (Datatypes.S j).
      - intros u x [<-|[]] Bx. specialize (I x Bx). split; [apply Rlt_le, Rinv_0_lt_compat; lra|].
        rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
      - apply pow2_ge_0.
      - intros v w r Lv _ _ V Pr. destruct V as [|p q v w P _]; [easy|]. unfold F. cbn [hd].
        assert (A := Rmax_l (/ S) p). assert (A' := Rmax_l (/ S) q).
        set (p' := Rmax (/ S) p) in *. set (q' := Rmax (/ S) q) in *.
        eapply Rle_trans; [apply exp_lipschitz; apply Rlt_le, Rinv_0_lt_compat; lra|].
        replace (/ p' - / q') with (- (/ p' * / q' * (p' - q'))) by (field; lra).
        rewrite Rabs_Ropp, Rabs_mult.
        assert (K : forall t, / S <= t -> 0 < / t <= S).
        { intros t T. split; [apply Rinv_0_lt_compat; lra|]. rewrite <- (Rinv_involutive S) by lra.
          apply Rinv_le_contravar; lra. }
        assert (KP := K p' A). assert (KQ := K q' A').
        apply Rmult_le_compat; [apply Rabs_pos|apply Rabs_pos| |].
        + rewrite Rabs_pos_eq by nra. simpl. rewrite Rmult_1_r. apply Rmult_le_compat; lra.
        + eapply Rle_trans; [apply max_lipschitz|]. easy. }
    apply (limit_on _ _ _ _ L). intros x Bx. unfold F, decay. cbn [map hd]. fold z. specialize (I x Bx).
    rewrite Rmax_right; [now rewrite Rinv_involutive by lra|]. apply Rinv_le_contravar; lra.
  Qed.
  Lemma decay_01 y x : box x -> 0 <= decay y x <= 1.
  Proof.
    intros Bx. split; [apply Rlt_le, exp_pos|]. rewrite <- exp_0. unfold decay.
    assert (P : 0 <= dot d x (fun c => INR (y c))).
    { apply sum_nonneg. intros c Hc. assert (K := Bx c Hc). assert (Z := pos_INR (y c)). nra. }
    apply exp_mono. lra.
  Qed.

  (* pairs of tokens; G are functions of one token *)
  Context (G : (vector -> R) -> Prop) (decays : forall y, limit box G (decay y)).
  Definition both (p : vector * vector) : Prop := box (fst p) /\ box (snd p).
  Definition products (f : vector * vector -> R) : Prop :=
    exists g h, G g /\ G h /\ f = fun p => g (fst p) * h (snd p).

  Lemma span_product s t : span G s -> span G t -> span products (fun p => s (fst p) * t (snd p)).
  Proof using Type.
    intros A A'. induction A as [|z g f Hg A IH].
    - apply (same (fun _ => 0)); [constructor|]. intros; lra.
    - apply (same (fun p => z * (g (fst p) * t (snd p)) + f (fst p) * t (snd p))); [|intros; lra].
      apply (span_plus products (fun p => z * (g (fst p) * t (snd p)))); [|easy].
      apply (span_scal products z (fun p => g (fst p) * t (snd p))).
      clear - A' Hg. induction A' as [|y h t Hh A' IH].
      + apply (same (fun _ => 0)); [constructor|]. intros; lra.
      + apply (same (fun p => y * (g (fst p) * h (snd p)) + g (fst p) * t (snd p))); [|intros; lra].
        apply (span_cons products y (fun p => g (fst p) * h (snd p))); [|easy]. now exists g, h.
  Qed.
  Lemma limit_product f g : limit box G f -> limit box G g ->
    (forall x, box x -> 0 <= f x <= 1) -> (forall x, box x -> 0 <= g x <= 1) ->
    limit both products (fun p => f (fst p) * g (snd p)).
  Proof using Type.
    intros Lf Lg Bf Bg eps E. set (e := Rmin 1 (eps / 3)).
    assert (E1 : e <= 1) by apply Rmin_l. assert (E3 : e <= eps / 3) by apply Rmin_r.
    assert (PE : 0 < e) by (apply Rmin_glb_lt; lra).
    destruct (Lf e PE) as (s & S & Hs). destruct (Lg e PE) as (t & T & Ht).
    exists (fun p => s (fst p) * t (snd p)). split; [now apply span_product|]. intros [x y] [Bx By]. cbn [fst snd] in *.
    specialize (Hs x Bx). specialize (Ht y By). specialize (Bf x Bx). specialize (Bg y By).
    replace (f x * g y - s x * t y) with (f x * (g y - t y) + (f x - s x) * t y) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, (Rabs_pos_eq (f x)) by lra.
    assert (K : Rabs (t y) <= 2).
    { replace (t y) with (g y - (g y - t y)) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|].
      rewrite Rabs_Ropp, (Rabs_pos_eq (g y)) by lra. lra. }
    assert (P1 := Rabs_pos (g y - t y)). assert (P2 := Rabs_pos (f x - s x)). assert (P3 := Rabs_pos (t y)). nra.
  Qed.

  Definition unlog (k : nat) (v : list R) : vector := fun c => - ln (Rmax (exp (- B)) (Rmin (exp (- 1)) (nth (k + c) v 0))).
  Lemma kernels (Phi : vector -> vector -> R) L : 1 <= B -> 0 <= L ->
    (forall x y x' y' r, box x -> box y -> box x' -> box y' -> 0 <= r ->
      (forall c, (c < d)%nat -> Rabs (x c - x' c) <= r /\ Rabs (y c - y' c) <= r) ->
      Rabs (Phi x y - Phi x' y') <= L * r) ->
    limit both products (fun p => Phi (fst p) (snd p)).
  Proof using decays.
    intros PB PL Lip.
    set (H := fun h : vector * vector -> R => exists y y', h = fun p => decay y (fst p) * decay y' (snd p)).
    set (us := map (fun c (p : vector * vector) => exp (- fst p c)) (seq 0 d) ++ map (fun c p => exp (- snd p c))
      (seq 0 d)).
    set (F := fun v => Phi (unlog 0 v) (unlog d v)).
    assert (In_us : forall u, In u us -> exists c, (c < d)%nat /\
      ((u = fun p => exp (- fst p c)) \/ (u = fun p => exp (- snd p c)))).
    { intros u U. apply in_app_or in U. destruct U as [U|U]; apply in_map_iff in U; destruct U as (c & <- & U);
        apply in_seq in U; exists c; (split; [lia|tauto]). }
    assert (EB : exp (- B) <= exp (- 1)).
    { apply exp_mono. lra. }
    assert (Range : forall k v, box (unlog k v)).
    { intros k v c _. unfold unlog. set (t := Rmax _ _).
      assert (T : exp (- B) <= t <= exp (- 1)). { split; [apply Rmax_l|]. apply Rmax_lub; [easy|apply Rmin_l]. }
      assert (PT : 0 < t) by (assert (K := exp_pos (- B)); lra).
      split; apply Ropp_le_cancel; rewrite Ropp_involutive; apply exp_le_inv; rewrite exp_ln by easy; [|easy].
      apply (Rle_trans _ _ _ (proj2 T)), exp_mono. lra. }
    assert (Step : forall k v w r c, Forall2 (fun x y => Rabs (x - y) <= r) v w -> 0 <= r ->
      Rabs (unlog k v c - unlog k w c) <= exp B * r).
    { intros k v w r c V Pr. unfold unlog.
      assert (N : Rabs (nth (k + c) v 0 - nth (k + c) w 0) <= r).
      { generalize (k + c)%nat. induction V; intros i; destruct i; simpl; try (rewrite Rminus_eq_0, Rabs_R0); auto. }
      replace (- ln _ - - ln _) with (- (ln (Rmax (exp (- B)) (Rmin (exp (- 1)) (nth (k + c) v 0))) -
        ln (Rmax (exp (- B)) (Rmin (exp (- 1)) (nth (k + c) w 0))))) by ring.
      rewrite Rabs_Ropp. eapply Rle_trans; [apply (ln_lipschitz (exp (- B))); [apply exp_pos|apply Rmax_l|apply Rmax_l]|].
      rewrite <- exp_Ropp, Ropp_involutive. apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|].
      eapply Rle_trans; [apply max_lipschitz|]. eapply Rle_trans; [apply min_lipschitz|]. easy. }
    assert (Add : forall y c x, (c < d)%nat -> exp (- x c) * decay y x = decay
      (fun b => if Nat.eqb b c then Datatypes.S (y b) else y b) x).
    { intros y c x Hc. unfold decay. rewrite <- exp_plus. f_equal. rewrite <- Ropp_plus_distr. f_equal. unfold dot.
      rewrite (sum_ext d (fun b => x b * INR (if Nat.eqb b c then Datatypes.S (y b) else y b))
        (fun b => (if Nat.eqb b c then x b else 0) + x b * INR (y b))).
      - rewrite sum_plus. f_equal. rewrite (sum_one d c); [now rewrite Nat.eqb_refl|easy|].
        intros j _ N. apply Nat.eqb_neq in N. now rewrite N.
      - intros b _. destruct (Nat.eqb b c); [rewrite S_INR|]; ring. }
    assert (K : limit both products (fun p => F (map (fun u => u p) us))).
    { apply (dense both products H us) with (L := L * exp B).
      - intros h (y & y' & ->). apply limit_product; auto using decay_01.
      - exists (fun _ => 0%nat), (fun _ => 0%nat). apply functional_extensionality. intros p.
        rewrite !decay_zero by easy. ring.
      - intros u h U (y & y' & ->). destruct (In_us u U) as (c & Hc & [->| ->]).
        + exists (fun b => if Nat.eqb b c then Datatypes.S (y b) else y b), y'. apply functional_extensionality.
          intros p. rewrite <- Add by easy. ring.
        + exists y, (fun b => if Nat.eqb b c then Datatypes.S (y' b) else y' b). apply functional_extensionality.
          intros p. rewrite <- Add by easy. ring.
      - intros u p U [Bx By]. destruct (In_us u U) as (c & Hc & [->| ->]); (split; [apply Rlt_le, exp_pos|]);
          rewrite <- exp_0; apply Rlt_le, exp_increasing; [specialize (Bx c Hc)|specialize (By c Hc)]; lra.
      - apply Rmult_le_pos; [easy|apply Rlt_le, exp_pos].
      - intros v w r _ _ _ V Pr. unfold F. rewrite Rmult_assoc. apply Lip; auto.
        apply Rmult_le_pos; [apply Rlt_le, exp_pos|easy]. }
    apply (limit_on _ _ _ _ K). intros [x y] [Bx By]. cbn [fst snd] in *. unfold F. apply Rminus_diag_uniq.
    assert (Back : forall z c, box z -> (c < d)%nat -> - ln (Rmax (exp (- B)) (Rmin (exp (- 1)) (exp (- z c)))) = z c).
    { intros z c Bz Hc. specialize (Bz c Hc).
      rewrite Rmin_right, Rmax_right, ln_exp by (apply exp_mono; lra). lra. }
    enough (Z : Rabs (Phi (unlog 0 (map (fun u => u (x, y)) us)) (unlog d (map (fun u => u (x, y)) us)) - Phi x y) <= L *
      0).
    { apply Rabs_eq_0. apply Rle_antisym; [lra|apply Rabs_pos]. }
    apply Lip; auto using Rle_refl. intros c Hc. unfold unlog, us. rewrite map_app, !map_map. cbn [fst snd].
    rewrite app_nth1 by (rewrite map_length, seq_length; lia).
    rewrite app_nth2 by (rewrite map_length, seq_length; lia).
    rewrite map_length, seq_length. replace (d + c - d)%nat with c by lia. cbn [Nat.add].
    assert (N : forall z, nth c (map (fun b => exp (- z b)) (seq 0 d)) 0 = exp (- z c)).
    { intros z. rewrite (nth_indep _ 0 (exp (- z 0%nat))) by (rewrite map_length, seq_length; lia).
      rewrite (map_nth (fun b => exp (- z b))). now rewrite seq_nth. }
    rewrite !N, !Back, !Rminus_eq_0, Rabs_R0 by easy. lra.
  Qed.
End Kernels.

(* ---- 7. Continuous functions on compact sets are limits of Lipschitz functions ---- *)

Lemma choose_radius {A : Type} (Q : A -> R -> Prop) :
  (forall x, exists r, 0 < r /\ Q x r) -> (forall x r s, 0 < s -> s <= r -> Q x r -> Q x s) ->
  exists radius : A -> posreal, forall x, Q x (radius x).
Proof.
  intros Ex Less. set (E := fun x r => 0 < r <= 1 /\ Q x r).
  assert (Bound : forall x, bound (E x)) by (intros x; exists 1; intros r [[_ R] _]; easy).
  assert (Inhabited : forall x, exists r, E x r).
  { intros x. destruct (Ex x) as (r & P & H). exists (Rmin 1 r). split; [split; [apply Rmin_glb_lt; lra|apply Rmin_l]|].
    apply (Less x r); [apply Rmin_glb_lt; lra|apply Rmin_r|easy]. }
  set (s := fun x => proj1_sig (completeness (E x) (Bound x) (Inhabited x))).
  assert (Lub : forall x, is_lub (E x) (s x)) by (intros x; exact (proj2_sig (completeness _ _ _))).
  assert (P : forall x, 0 < s x / 2).
  { intros x. destruct (Lub x) as [U _]. destruct (Inhabited x) as (r & Hr). assert (K := U r Hr).
    destruct Hr as [[Hr _] _]. lra. }
  exists (fun x => mkposreal _ (P x)). intros x. cbn [pos]. specialize (P x). destruct (Lub x) as [_ L].
  destruct (classic (exists r, E x r /\ s x / 2 < r)) as [(r & [_ H] & K)|N]; [apply (Less x r); lra || easy|].
  exfalso. assert (K : s x <= s x / 2); [|lra]. apply L. intros r Hr. apply Rnot_lt_le. intros C. apply N. now exists r.
Qed.

Section Lipschitz.
  Context (n d : nat).
  Let N := (n * d)%nat.
  Definition of_list (t : Compactness.Tn N R) : matrix := fun i c => coeff_Tn 0 t (i * d + c).
  Definition to_list (X : matrix) : Compactness.Tn N R := mk_Tn N (fun q => X (q / d)%nat (q mod d)).

  Lemma place i c : (i < n)%nat -> (c < d)%nat -> (i * d + c < N)%nat.
  Proof. intros I C. unfold N. nia. Qed.
  Lemma of_to_list X i c : (i < n)%nat -> (c < d)%nat -> of_list (to_list X) i c = X i c.
  Proof.
    intros I C. unfold of_list, to_list. rewrite coeff_Tn_bij by now apply place.
    rewrite Nat.div_add_l, Nat.div_small, Nat.add_0_r by lia.
    now rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia.
  Qed.
  Lemma bounded_list m M : forall f : nat -> R, (forall q, (q < m)%nat -> Rabs (f q) <= M) ->
    bounded_n m (mk_Tn m (fun _ => - M)) (mk_Tn m (fun _ => M)) (mk_Tn m f).
  Proof.
    induction m; intros f H; simpl; [easy|]. split; [apply Rabs_le_between, H; lia|].
    apply (IHm (fun q => f (S q))). intros; apply H; lia.
  Qed.
  Lemma close_list m r : forall (f : nat -> R) (t : Compactness.Tn m R), close_n m r (mk_Tn m f) t ->
    forall q, (q < m)%nat -> Rabs (f q - coeff_Tn 0 t q) < r.
  Proof.
    induction m; intros f t H q Q; [lia|]. destruct t as [t1 t]. destruct H as [H1 H]. destruct q as [|q]; [easy|].
    apply (IHm (fun q => f (S q)) t); [easy|lia].
  Qed.

  Definition near (r : R) (X Y : matrix) : Prop := forall i c, (i < n)%nat -> (c < d)%nat -> Rabs (X i c - Y i c) < r.
  Definition square (X Y : matrix) : R := sum n (fun i => sum d (fun c => (X i c - Y i c) ^ 2)).

  Lemma square_entry X Y i c : (i < n)%nat -> (c < d)%nat -> (X i c - Y i c) ^ 2 <= square X Y.
  Proof.
    intros I C. unfold square. apply Rle_trans with (sum d (fun c => (X i c - Y i c) ^ 2)).
    - apply (sum_term d c (fun c => (X i c - Y i c) ^ 2)); [easy|]. intros; apply pow2_ge_0.
    - apply (sum_term n i (fun i => sum d (fun c => (X i c - Y i c) ^ 2))); [easy|].
      intros; apply sum_nonneg; intros; apply pow2_ge_0.
  Qed.
  Lemma square_nonneg X Y : 0 <= square X Y.
  Proof. apply sum_nonneg; intros; apply sum_nonneg; intros; apply pow2_ge_0. Qed.

  Context (D : vector -> Prop) (Compact : compact_set d D) (phi : matrix -> R).
  Hypothesis continuous_phi : forall X, tokens_in n D X -> forall eps, 0 < eps -> exists delta, 0 < delta /\
    forall Y, tokens_in n D Y -> near delta Y X -> Rabs (phi Y - phi X) < eps.

  Lemma modulus_of_continuity eps : 0 < eps -> exists K C, 0 <= C /\ forall X, tokens_in n D X -> phi X <= K /\
    forall Y, tokens_in n D Y -> Rabs (phi X - phi Y) <= eps + C * square X Y.
  Proof using Compact continuous_phi.
    intros E. destruct Compact as [(M & HM) Closed].
    destruct (choose_radius (fun (t : Compactness.Tn N R) r => forall Y, tokens_in n D Y -> near (2 * r) Y (of_list t) ->
      tokens_in n D (of_list t) /\ Rabs (phi Y - phi (of_list t)) <= eps / 2)) as (radius & Hr).
    { intros t. destruct (classic (tokens_in n D (of_list t))) as [I|O].
      - destruct (continuous_phi (of_list t) I (eps / 2)) as (r & P & H); [lra|]. exists (r / 2). split; [lra|].
        intros Y IY NY. split; [easy|]. apply Rlt_le, H; [easy|]. now replace r with (2 * (r / 2)) by lra.
      - apply not_all_ex_not in O. destruct O as (i & O). apply imply_to_and in O. destruct O as [Hi O].
        destruct (classic (exists r, 0 < r /\ ~ exists y, D y /\ forall c, (c < d)%nat -> Rabs (y c - of_list t i c) < r))
          as [(r & P & H)|A].
        + exists (r / 2). split; [lra|]. intros Y IY NY. destruct H. exists (Y i). split; [now apply IY|].
          intros c Hc. replace r with (2 * (r / 2)) by lra. now apply NY.
        + destruct O. apply Closed. intros r P. apply NNPP. intros B. apply A. now exists r. }
    { intros t r s P L H Y IY NY. apply H; [easy|]. intros i c Hi Hc. specialize (NY i c Hi Hc). lra. }
    assert (Cover := NNPP _ (compactness_list N (mk_Tn N (fun _ => - M)) (mk_Tn N (fun _ => M)) radius)).
    destruct Cover as (l & Cover).
    assert (Least : exists m, 0 < m /\ forall t, In t l -> m <= radius t).
    { clear. induction l as [|t l (m & P & H)]; [exists 1; split; [lra|easy]|].
      exists (Rmin (radius t) m). split; [apply Rmin_glb_lt; [apply cond_pos|easy]|].
      intros u [<-|U]; [apply Rmin_l|]. eapply Rle_trans; [apply Rmin_r|auto]. }
    assert (Most : exists K, forall t, In t l -> Rabs (phi (of_list t)) <= K).
    { clear. induction l as [|t l (K & H)]; [now exists 0|].
      exists (Rmax (Rabs (phi (of_list t))) K). intros u [<-|U]; [apply Rmax_l|]. eapply Rle_trans;
        [now apply H|apply Rmax_r]. }
    destruct Least as (m & Pm & Hm). destruct Most as (K & HK).
    assert (Close : forall X, tokens_in n D X -> exists t, In t l /\ near (radius t) X (of_list t)).
    { intros X IX. destruct (Cover (to_list X)) as (t & T & _ & H).
      - apply bounded_list. intros q Q. destruct (Nat.eq_dec d 0) as [Z|Z];
        [unfold N in Q; rewrite Z, Nat.mul_0_r in Q; lia|].
        apply HM; [|now apply Nat.mod_upper_bound]. apply IX. apply Nat.div_lt_upper_bound; [easy|]. unfold N in Q. lia.
      - exists t. split; [easy|]. intros i c Hi Hc. assert (A := close_list N _ _ t H (i * d + c) (place i c Hi Hc)).
        cbv beta in A. rewrite <- (of_to_list X i c Hi Hc). unfold of_list at 1, to_list.
        now rewrite coeff_Tn_bij by now apply place. }
    assert (Bounded : forall X, tokens_in n D X -> Rabs (phi X) <= K + eps / 2).
    { intros X IX. destruct (Close X IX) as (t & T & NX). destruct (Hr t X IX) as [_ A].
      - intros i c Hi Hc. specialize (NX i c Hi Hc). assert (Z := cond_pos (radius t)). lra.
      - replace (phi X) with (phi (of_list t) + (phi X - phi (of_list t))) by lra. eapply Rle_trans; [apply Rabs_triang|].
        specialize (HK t T). lra. }
    destruct (classic (exists X, tokens_in n D X)) as [(X0 & I0)|Empty].
    2: { exists 0, 0. split; [lra|]. intros X IX. destruct Empty. now exists X. }
    assert (PK : 0 <= K + eps / 2) by (eapply Rle_trans; [apply Rabs_pos|apply (Bounded X0 I0)]).
    exists (K + eps / 2), (2 * (K + eps / 2) / m ^ 2). split; [apply Rdiv_le_0_compat; [lra|now apply pow_lt]|].
    intros X IX. split; [eapply Rle_trans; [apply Rle_abs|now apply Bounded]|]. intros Y IY.
    destruct (classic (near m Y X)) as [C|F].
    - destruct (Close X IX) as (t & T & NX). destruct (Hr t X IX) as [_ A].
      { intros i c Hi Hc. specialize (NX i c Hi Hc). assert (Z := cond_pos (radius t)). lra. }
      destruct (Hr t Y IY) as [_ B].
      { intros i c Hi Hc. specialize (NX i c Hi Hc). specialize (C i c Hi Hc). specialize (Hm t T).
        replace (Y i c - of_list t i c) with ((Y i c - X i c) + (X i c - of_list t i c)) by lra.
        eapply Rle_lt_trans; [apply Rabs_triang|]. lra. }
      replace (phi X - phi Y) with ((phi X - phi (of_list t)) - (phi Y - phi (of_list t))) by lra.
      unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
      enough (0 <= 2 * (K + eps / 2) / m ^ 2 * square X Y) by lra.
      apply Rmult_le_pos; [|apply square_nonneg]. apply Rdiv_le_0_compat; [lra|now apply pow_lt].
    - assert (exists i c, (i < n)%nat /\ (c < d)%nat /\ m <= Rabs (Y i c - X i c)) as (i & c & Hi & Hc & L).
      { apply NNPP. intros A. apply F. intros i c Hi Hc. apply Rnot_le_lt. intros L. apply A. now exists i, c. }
      assert (S : m ^ 2 <= square X Y).
      { eapply Rle_trans; [|now apply (square_entry X Y i c)]. rewrite <- (pow2_abs (X i c - Y i c)), Rabs_minus_sym.
        apply pow_incr. lra. }
      assert (BX := Bounded X IX). assert (BY := Bounded Y IY).
      unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
      enough (2 * (K + eps / 2) <= 2 * (K + eps / 2) / m ^ 2 * square X Y) by lra.
      replace (2 * (K + eps / 2)) with (2 * (K + eps / 2) / m ^ 2 * m ^ 2) at 1 by (field; lra).
      apply Rmult_le_compat_l; [|easy]. apply Rdiv_le_0_compat; [lra|now apply pow_lt].
  Qed.

  Definition in_cube (M : R) (X : matrix) : Prop := forall i c, (i < n)%nat -> (c < d)%nat -> Rabs (X i c) <= M.
  Lemma lipschitz M eps : 0 < eps -> (forall X, tokens_in n D X -> in_cube M X) -> exists (Phi : matrix -> R) L,
    0 <= L /\ (forall V W r, in_cube M V -> in_cube M W -> 0 <= r ->
      (forall i c, (i < n)%nat -> (c < d)%nat -> Rabs (V i c - W i c) <= r) -> Rabs (Phi V - Phi W) <= L * r) /\
    forall X, tokens_in n D X -> Rabs (phi X - Phi X) <= eps.
  Proof using Compact continuous_phi.
    intros E HM. destruct (classic (exists X, tokens_in n D X)) as [(X0 & I0)|Empty].
    2: { exists (fun _ => 0), 0. split; [lra|split].
      - intros V W r _ _ _ _. rewrite Rminus_eq_0, Rabs_R0. lra.
      - intros X IX. destruct Empty. now exists X. }
    destruct (modulus_of_continuity eps E) as (K & C & PC & H).
    set (Set_ := fun V y => exists Q, tokens_in n D Q /\ y = phi Q - C * square V Q).
    assert (Bound : forall V, bound (Set_ V)).
    { intros V. exists K. intros y (Q & IQ & ->). destruct (H Q IQ) as [B _]. assert (Z := square_nonneg V Q). nra. }
    assert (Inhabited : forall V, exists y, Set_ V y) by (intros V; eexists; exists X0; now split).
    set (Phi := fun V => proj1_sig (completeness (Set_ V) (Bound V) (Inhabited V))).
    assert (Lub : forall V, is_lub (Set_ V) (Phi V)) by (intros V; exact (proj2_sig (completeness _ _ _))).
    assert (PM : n <> 0%nat -> d <> 0%nat -> 0 <= M).
    { intros Zn Zd. eapply Rle_trans; [apply Rabs_pos|apply (HM X0 I0 0%nat 0%nat)]; lia. }
    set (L := C * sum n (fun _ => sum d (fun _ => 4 * M))).
    assert (PL : 0 <= L).
    { apply Rmult_le_pos; [easy|]. apply sum_nonneg. intros i Hi. apply sum_nonneg. intros c Hc.
      assert (0 <= M) by (apply PM; lia). lra. }
    assert (Half : forall V W r, in_cube M V -> in_cube M W -> 0 <= r ->
      (forall i c, (i < n)%nat -> (c < d)%nat -> Rabs (V i c - W i c) <= r) -> Phi V <= Phi W + L * r).
    { intros V W r IV IW Pr NVW. apply (Lub V). intros y (Q & IQ & ->).
      assert (U : phi Q - C * square W Q <= Phi W) by (apply (Lub W); now exists Q).
      enough (S : square W Q - square V Q <= sum n (fun _ => sum d (fun _ => 4 * M)) * r) by (unfold L; nra).
      unfold square. rewrite Rmult_comm, <- sum_scal.
      enough (A : sum n (fun i => sum d (fun c => (W i c - Q i c) ^ 2)) <=
        sum n (fun i => r * sum d (fun _ => 4 * M) + sum d (fun c => (V i c - Q i c) ^ 2))) by (rewrite sum_plus in A; lra).
      apply sum_le. intros i Hi. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros c Hc.
      assert (AV := IV i c Hi Hc). assert (AW := IW i c Hi Hc). assert (AQ := HM Q IQ i c Hi Hc).
        assert (AN := NVW i c Hi Hc).
      apply Rabs_le_between in AV, AW, AQ, AN.
      enough ((W i c - V i c) * (W i c + V i c - 2 * Q i c) <= r * (4 * M)) by lra.
      apply Rle_trans with (Rabs ((W i c - V i c) * (W i c + V i c - 2 * Q i c))); [apply Rle_abs|].
      rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; lra. }
    exists Phi, L. split; [easy|split].
    - intros V W r IV IW Pr NVW. assert (A := Half V W r IV IW Pr NVW).
      assert (B : Phi W <= Phi V + L * r).
      { apply Half; try easy. intros i c Hi Hc. rewrite Rabs_minus_sym. now apply NVW. }
      apply Rabs_le. lra.
    - intros X IX. destruct (Lub X) as [U Least].
      assert (A : phi X <= Phi X).
      { apply U. exists X. split; [easy|]. replace (square X X) with 0; [lra|]. unfold square.
        rewrite (sum_ext n _ (fun _ => 0)), sum_0; [easy|]. intros i _. rewrite (sum_ext d _ (fun _ => 0)), sum_0; [easy|].
        intros c _. ring. }
      assert (B : Phi X <= phi X + eps).
      { apply Least. intros y (Q & IQ & ->). destruct (H X IX) as [_ HX]. specialize (HX Q IQ).
        apply Rabs_le_between in HX. lra. }
      apply Rabs_le. lra.
  Qed.
End Lipschitz.

(* ---- 8. Whatever the vectors of the heads are ---- *)

Lemma exp_close R P Q : P <= R -> Q <= R -> Rabs (exp P - exp Q) <= exp R * Rabs (P - Q).
Proof.
  intros HP HQ. replace P with (R + - (R - P)) at 1 by ring. replace Q with (R + - (R - Q)) at 1 by ring.
  rewrite !exp_plus, <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq (exp R)) by apply Rlt_le, exp_pos.
  apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|]. eapply Rle_trans; [apply exp_lipschitz; lra|].
  rewrite Rabs_minus_sym. right. f_equal. ring.
Qed.
Lemma dot_bound d B x w : 0 <= B -> box d B x -> Rabs (dot d x w) <= B * sum d (fun c => Rabs (w c)).
Proof.
  intros PB Bx. unfold dot. eapply Rle_trans; [apply sum_abs|]. rewrite <- sum_scal. apply sum_le. intros c Hc.
  rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|]. specialize (Bx c Hc). apply Rabs_le. lra.
Qed.
Lemma gauss_product kappa s t : gauss kappa s * gauss kappa t = exp (kappa * (s + t) - (s ^ 2 + t ^ 2) / 2).
Proof. unfold gauss. rewrite <- exp_plus. f_equal. field. Qed.

(* kappa p is the first coordinate of omega_1 of the head p.  There are functions enough, of one token, to whose
   products some head comes as near as one likes, as far down the list as one likes: the numbers kappa p have a limit
   point or are unbounded *)
Lemma generators d B (kappa : nat -> R) : 1 <= B -> exists G : (vector -> R) -> Prop,
  (forall y, limit (box d B) G (decay d y)) /\
  forall g h, G g -> G h -> forall e p0, 0 < e -> exists p w w', (p0 <= p)%nat /\
    forall x y, box d B x -> box d B y ->
      Rabs (gauss (kappa p) (dot d x w) * gauss (kappa p) (dot d y w') - g x * h y) <= e.
Proof.
  intros PB. set (bound := fun w : vector => B * sum d (fun c => Rabs (w c))).
  assert (Pb : forall w, 0 <= bound w).
  { intros w. apply Rmult_le_pos; [lra|]. apply sum_nonneg. intros; apply Rabs_pos. }
  destruct (classic (forall R p0, exists p, (p0 <= p)%nat /\ R < Rabs (kappa p))) as [Far|Near].
  - exists (fun g => exists w, g = fun x => exp (dot d x w)). split.
    + intros y. apply limit_one. exists (fun c => -1 * INR (y c)). apply functional_extensionality. intros x.
      rewrite dot_scal. unfold decay. f_equal. ring.
    + intros g h (u & ->) (v & ->) e p0 E. set (S := bound u + bound v).
      assert (PS : 0 <= S) by (apply Rplus_le_le_0_compat; apply Pb).
      set (C := exp S * S ^ 2). assert (PC : 0 <= C) by (apply Rmult_le_pos; [apply Rlt_le, exp_pos|apply pow2_ge_0]).
      destruct (Far (1 + C / e) p0) as (p & Hp & K). set (k := kappa p) in *.
      assert (Pe : 0 <= C / e) by now apply Rdiv_le_0_compat.
      assert (K2 : 0 < k ^ 2 /\ C <= e * k ^ 2).
      { rewrite <- pow2_abs. assert (A : C / e <= Rabs k) by lra. apply Rle_div_l in A; [|easy]. nra. }
      assert (Zk : k <> 0) by (intros Z; rewrite Z in K2; simpl in K2; lra).
      exists p, (fun c => / k * u c), (fun c => / k * v c). split; [easy|]. intros x y Bx By. fold k.
      rewrite !dot_scal, gauss_product, <- exp_plus.
      assert (A1 := dot_bound d B x u ltac:(lra) Bx). assert (A2 := dot_bound d B y v ltac:(lra) By).
      fold (bound u) in A1. fold (bound v) in A2. set (s := dot d x u) in *. set (t := dot d y v) in *.
      replace (k * (/ k * s + / k * t) - ((/ k * s) ^ 2 + (/ k * t) ^ 2) / 2) with (s + t - (s ^ 2 + t ^ 2) * / (2 * k ^ 2))
        by (field; easy).
      assert (B1 := Pb u). assert (B2 := Pb v). apply Rabs_le_between in A1, A2.
      assert (A3 : 0 <= s ^ 2 + t ^ 2 <= S ^ 2) by (unfold S; nra).
      assert (A4 : 0 < / (2 * k ^ 2)) by (apply Rinv_0_lt_compat; lra).
      eapply Rle_trans; [apply (exp_close S); unfold S; [nra|lra]|].
      replace (s + t - (s ^ 2 + t ^ 2) * / (2 * k ^ 2) - (s + t)) with (- ((s ^ 2 + t ^ 2) * / (2 * k ^ 2))) by ring.
      rewrite Rabs_Ropp, Rabs_pos_eq by (apply Rmult_le_pos; lra).
      apply Rle_trans with (exp S * (S ^ 2 * / (2 * k ^ 2))).
      { apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|]. apply Rmult_le_compat_r; lra. }
      rewrite <- Rmult_assoc. fold C. apply Rle_div_l; [lra|]. nra.
  - assert (exists R p0, forall p, (p0 <= p)%nat -> Rabs (kappa p) <= R) as (R & q0 & Bounded).
    { apply NNPP. intros N. apply Near. intros R p0. apply NNPP. intros N'. apply N. exists R, p0. intros p Hp.
      apply Rnot_lt_le. intros L. apply N'. now exists p. }
    destruct (Bolzano_Weierstrass (fun n => kappa (n + q0)%nat) (fun r => - R <= r <= R)) as (l & Hl).
    { apply compact_P3. } { intros n. apply Rabs_le_between, Bounded. lia. }
    exists (ridge d l). split; [apply decay_limit|].
    intros g h (u & ->) (v & ->) e p0 E. set (S := bound u + bound v).
    assert (PS : 0 <= S) by (apply Rplus_le_le_0_compat; apply Pb).
    set (T := (Rabs l + 1) * S). set (C := exp T * S). assert (PC : 0 <= C) by
      (apply Rmult_le_pos; [apply Rlt_le, exp_pos|easy]).
    assert (PR : 0 < Rmin 1 (e / (C + 1))) by (apply Rmin_glb_lt; [lra|apply Rdiv_lt_0_compat; lra]).
    destruct (Hl (disc l (mkposreal _ PR)) p0) as (p & Hp & K).
    { exists (mkposreal _ PR). now intros r. }
    unfold disc in K. cbn [pos] in K. set (k := kappa (p + q0)%nat) in *.
    assert (K1 : Rabs (k - l) < 1) by (eapply Rlt_le_trans; [exact K|apply Rmin_l]).
    assert (K2 : Rabs (k - l) < e / (C + 1)) by (eapply Rlt_le_trans; [exact K|apply Rmin_r]).
    exists (p + q0)%nat, u, v. split; [lia|]. intros x y Bx By. fold k.
    assert (A1 := dot_bound d B x u ltac:(lra) Bx). assert (A2 := dot_bound d B y v ltac:(lra) By).
    fold (bound u) in A1. fold (bound v) in A2. set (s := dot d x u) in *. set (t := dot d y v) in *.
    rewrite !gauss_product.
    assert (A3 : Rabs (s + t) <= S) by (eapply Rle_trans; [apply Rabs_triang|unfold S; lra]).
    assert (Top : forall r, Rabs r <= Rabs l + 1 -> r * (s + t) - (s ^ 2 + t ^ 2) / 2 <= T).
    { intros r Hr. assert (r * (s + t) <= T); [|nra]. apply Rle_trans with (Rabs (r * (s + t))); [apply Rle_abs|].
      rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
    eapply Rle_trans; [apply (exp_close T); apply Top|].
    + replace k with (l + (k - l)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra.
    + lra.
    + replace (_ - _ - _) with ((k - l) * (s + t)) by field. rewrite Rabs_mult.
      apply Rle_trans with (exp T * (Rabs (k - l) * S)).
      { apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|]. apply Rmult_le_compat_l; [apply Rabs_pos|easy]. }
      replace (exp T * (Rabs (k - l) * S)) with (C * Rabs (k - l)) by (unfold C; ring).
      assert (A4 := Rabs_pos (k - l)). apply Rlt_div_r in K2; [|lra]. nra.
Qed.

(* ---- 9. The Performer ---- *)

Definition pair (x y : vector) : matrix := fun i => match i with O => x | _ => y end.

Section Construction.
  (* the vectors Om p are those of the head p *)
  Context (n d : nat) (Om : nat -> nat -> vector) (B : R) (Pd : (0 < d)%nat) (PB : 1 <= B).
  Let kappa (p : nat) : R := Om p O O.

  Definition column (w : vector) : matrix := fun l c => match c with O => w l | _ => 0 end.
  Definition entry (z : R) (l : nat) : matrix := fun r c => match r with O => if Nat.eqb c l then z else 0 | _ => 0 end.
  Lemma feature (om : nat -> vector) X w i : a d 1 om (times d X (column w)) i O = gauss (om O O) (dot d (X i) w).
  Proof using Pd.
    assert (Q : forall c, times d X (column w) i c = match c with O => dot d (X i) w | _ => 0 end).
    { intros [|c]; unfold times, column, dot; [easy|]. rewrite (sum_ext d _ (fun _ => 0)), sum_0; [easy|]. intros; ring. }
    unfold a, gauss. set (s := dot d (X i) w) in *.
    assert (A : dot d (times d X (column w) i) (times d X (column w) i) = s ^ 2).
    { unfold dot. rewrite (sum_one d 0); [rewrite Q; ring|easy|]. intros [|j] _ J; [easy|]. rewrite Q. ring. }
    assert (A' : dot d (om O) (times d X (column w) i) = om O O * s).
    { unfold dot. rewrite (sum_one d 0); [now rewrite Q|easy|]. intros [|j] _ J; [easy|]. rewrite Q. ring. }
    rewrite A, A'. cbn [INR]. rewrite sqrt_1, Rinv_1, Rmult_1_l, <- exp_plus. f_equal. field.
  Qed.

  Definition one_head (p : nat) (z : R) (w w' : vector) (l : nat) : head :=
    {| omega := Om p; W_Q := column w; W_K := column w'; W_V := entry z l |}.
  Lemma one_head_is p z w w' l X i c :
    PerAttHead n d 1 (one_head p z w w' l) X i c =
    if Nat.eqb c l then z * sum n (fun j => gauss (kappa p) (dot d (X i) w) * gauss (kappa p) (dot d (X j) w') * X j O)
    else 0.
  Proof using Pd.
    assert (V : forall j, times d X (entry z l) j c = if Nat.eqb c l then X j O * z else 0).
    { intros j. unfold times, entry. rewrite (sum_one d 0); [destruct (Nat.eqb c l); [easy|ring]|easy|].
      intros [|b] _ N; [easy|ring]. }
    unfold PerAttHead. unfold times at 1. cbn [sum one_head omega W_Q W_K W_V]. rewrite feature. fold (kappa p).
    unfold times at 1, transpose. rewrite Rplus_0_l. destruct (Nat.eqb c l) eqn:E.
    - rewrite <- !sum_scal. apply sum_ext. intros j _. rewrite feature, V. unfold kappa. ring.
    - rewrite (sum_ext n _ (fun _ => 0)), sum_0; [ring|]. intros j _. rewrite V. ring.
  Qed.

  (* W_O adds the heads *)
  Definition added : matrix := fun q c => if Nat.eqb (q mod d) c then 1 else 0.
  Definition total (hs : list head) (X : matrix) (i c : nat) : R :=
    fold_right (fun H r => PerAttHead n d 1 H X i c + r) 0 hs.
  Lemma total_sum hs X i c :
    sum (length hs) (fun p => nth p (map (fun H => PerAttHead n d 1 H X) hs) (fun _ _ => 0) i c) = total hs X i c.
  Proof using Type.
    induction hs as [|H hs IH]; [easy|]. cbn [length total fold_right map]. change (S (length hs)) with (1 + length hs)%nat.
    rewrite sum_split. cbn [sum nth Nat.add]. fold (total hs X i c). rewrite <- IH. cbn [map]. lra.
  Qed.
  Lemma Att_total hs X i c : (c < d)%nat -> Att n d 1 hs added X i c = total hs X i c.
  Proof using Type.
    intros C. unfold Att, times. rewrite <- total_sum. set (ms := map _ hs). unfold concatenated, added.
    rewrite (sum_blocks (length hs) d (fun p r => nth p ms (fun _ _ => 0) i r * (if Nat.eqb r c then 1 else 0))).
    apply sum_ext. intros p _. rewrite (sum_one d c); [rewrite Nat.eqb_refl; ring|easy|].
    intros j _ J. apply Nat.eqb_neq in J. rewrite J. ring.
  Qed.
  Lemma total_app hs ks X i c : total (hs ++ ks) X i c = total hs X i c + total ks X i c.
  Proof using Type.
    induction hs as [|H hs IH]; simpl; [lra|]. fold (total (hs ++ ks) X i c) (total hs X i c). rewrite IH. lra.
  Qed.

  (* the heads have the vectors that they should have *)
  Definition given (hs : list head) : Prop := forall p H, nth_error hs p = Some H -> omega H = Om p.
  Lemma given_next hs z w w' l : given hs -> given (hs ++ [one_head (length hs) z w w' l]).
  Proof using Pd.
    intros G p H E. destruct (Nat.lt_ge_cases p (length hs)) as [L|L].
    - rewrite nth_error_app1 in E by easy. now apply G.
    - rewrite nth_error_app2 in E by easy. destruct (p - length hs)%nat as [|q] eqn:Q; [|now destruct q].
      injection E as <-. cbn [one_head omega]. f_equal. lia.
  Qed.
  (* heads that do nothing, up to the head p *)
  Lemma padded hs m : given hs -> exists ks, given ks /\ length ks = (length hs + m)%nat /\
    forall X i c, total ks X i c = total hs X i c.
  Proof using Pd.
    intros G. induction m as [|m (ks & K & L & H)]; [exists hs; now rewrite Nat.add_0_r|].
    exists (ks ++ [one_head (length ks) 0 (fun _ => 0) (fun _ => 0) 0]). split; [now apply given_next|split].
    - rewrite app_length, L. simpl. lia.
    - intros X i c. rewrite total_app, H. cbn [total fold_right]. rewrite one_head_is. destruct (Nat.eqb c 0); lra.
  Qed.

  Context (G : (vector -> R) -> Prop).
  Hypothesis near_some_head : forall g h, G g -> G h -> forall e p0, 0 < e -> exists p w w', (p0 <= p)%nat /\
    forall x y, box d B x -> box d B y ->
      Rabs (gauss (kappa p) (dot d x w) * gauss (kappa p) (dot d y w') - g x * h y) <= e.

  Lemma heads_of_span l s : span (products G) s -> forall e hs, 0 < e -> given hs -> exists ks,
    given ks /\ (length hs <= length ks)%nat /\ forall X i c, (forall j, (j < n)%nat -> box d B (X j)) -> (i < n)%nat ->
      (c <> l -> total ks X i c = total hs X i c) /\
      (c = l -> Rabs (sum n (fun j => s (X i, X j) * X j O) - (total ks X i c - total hs X i c)) <= e).
  Proof using Pd PB near_some_head.
    intros S. induction S as [|z f s (g & h & Hg & Hh & ->) S IH]; intros e hs E Ghs.
    - exists hs. repeat split; auto. intros _. rewrite (sum_ext n _ (fun _ => 0)), sum_0 by (intros; ring).
      replace (0 - _) with 0 by ring. rewrite Rabs_R0. lra.
    - destruct (IH (e / 2) hs) as (ks & K & L & H); [lra|easy|].
      set (e' := e / (2 * (Rabs z * sum n (fun _ => B) + 1))).
      assert (Pn : 0 <= sum n (fun _ => B)) by (apply sum_nonneg; intros; lra).
      assert (Pz : 0 <= Rabs z * sum n (fun _ => B)) by (apply Rmult_le_pos; [apply Rabs_pos|easy]).
      assert (PE : 0 < e') by (apply Rdiv_lt_0_compat; lra).
      destruct (near_some_head g h Hg Hh e' (length ks) PE) as (p & w & w' & Hp & Near).
      destruct (padded ks (p - length ks) K) as (qs & Q & Lq & Hq).
      replace (length ks + (p - length ks))%nat with p in Lq by lia.
      exists (qs ++ [one_head (length qs) z w w' l]). split; [now apply given_next|split].
      { rewrite app_length. simpl. lia. }
      intros X i c BX Hi. destruct (H X i c BX Hi) as [H1 H2]. rewrite total_app, Hq. cbn [total fold_right].
      rewrite one_head_is, Lq, Rplus_0_r. split; intros C.
      + apply Nat.eqb_neq in C as C'. rewrite C', Rplus_0_r. now apply H1.
      + rewrite C in H2 |- *. rewrite Nat.eqb_refl. specialize (H2 eq_refl). cbn [fst snd].
        set (u := fun j => gauss (kappa p) (dot d (X i) w) * gauss (kappa p) (dot d (X j) w')).
        assert (A : Rabs (sum n (fun j => z * (g (X i) * h (X j) - u j) * X j O)) <= e / 2).
        { eapply Rle_trans; [apply sum_abs|]. apply Rle_trans with (sum n (fun _ => Rabs z * e' * B)).
          - apply sum_le. intros j Hj. rewrite !Rabs_mult. assert (Z := BX j Hj O Pd).
            assert (N := Near (X i) (X j) (BX i Hi) (BX j Hj)). fold (u j) in N. rewrite Rabs_minus_sym in N.
            apply Rmult_le_compat; [apply Rmult_le_pos; apply Rabs_pos|apply Rabs_pos| |rewrite Rabs_pos_eq; lra].
            apply Rmult_le_compat_l; [apply Rabs_pos|easy].
          - replace (sum n (fun _ => Rabs z * e' * B)) with (e' * (Rabs z * sum n (fun _ => B)))
              by (rewrite <- !sum_scal; apply sum_ext; intros; ring).
            apply Rle_trans with (e' * (Rabs z * sum n (fun _ => B) + 1)); [apply Rmult_le_compat_l; lra|].
            right. unfold e'. field. lra. }
        replace (sum n (fun j => (z * (g (X i) * h (X j)) + s (X i, X j)) * X j O)) with
          (sum n (fun j => z * (g (X i) * h (X j) - u j) * X j O) + z * sum n (fun j => u j * X j O) +
           sum n (fun j => s (X i, X j) * X j O)).
        2: { rewrite <- sum_scal, <- !sum_plus. apply sum_ext. intros; ring. }
        fold (u 0%nat). change (sum n (fun j => gauss (kappa p) (dot d (X i) w) * gauss (kappa p) (dot d (X j) w') * X j O))
          with (sum n (fun j => u j * X j O)).
        apply Rabs_le_between in A, H2. apply Rabs_le. lra.
  Qed.
  (* all d coordinates; P is what is known of the kernel of a coordinate *)
  Lemma heads_of_kernels (P : nat -> (vector -> vector -> R) -> Prop) e : 0 < e ->
    (forall c, (c < d)%nat -> exists K, P c K /\ limit (both d B) (products G) (fun p => K (fst p) (snd p))) ->
    exists hs, given hs /\ hs <> [] /\ forall c, (c < d)%nat -> exists K, P c K /\
      forall X i, (forall j, (j < n)%nat -> box d B (X j)) -> (i < n)%nat ->
        Rabs (sum n (fun j => K (X i) (X j) * X j O) - total hs X i c) <= sum n (fun _ => e * B) + e.
  Proof using Pd PB near_some_head.
    intros E L. enough (A : forall m, (m <= d)%nat -> exists hs, given hs /\ (1 <= length hs)%nat /\
      forall c, (c < d)%nat ->
      ((m <= c)%nat -> forall X i, (forall j, (j < n)%nat -> box d B (X j)) -> (i < n)%nat -> total hs X i c = 0) /\
      ((c < m)%nat -> exists K, P c K /\ forall X i, (forall j, (j < n)%nat -> box d B (X j)) -> (i < n)%nat ->
        Rabs (sum n (fun j => K (X i) (X j) * X j O) - total hs X i c) <= sum n (fun _ => e * B) + e)).
    { destruct (A d (le_n d)) as (hs & Ghs & N & H). exists hs. split; [easy|split]; [now destruct hs|].
      intros c Hc. now apply H. }
    induction m as [|m IH]; intros Hm.
    - exists ([] ++ [one_head (length (@nil head)) 0 (fun _ => 0) (fun _ => 0) 0]).
      split; [apply given_next; now intros []|]. split; [simpl; lia|]. intros c Hc. split; [|lia]. intros _ X i _ _.
      cbn [total fold_right app]. rewrite one_head_is. destruct (Nat.eqb c 0); lra.
    - destruct IH as (hs & Ghs & N & H); [lia|]. destruct (L m Hm) as (K & PK & LK). destruct (LK e E) as (s & S & Hs).
      destruct (heads_of_span m s S e hs E Ghs) as (ks & Gks & Lk & Hk).
      exists ks. split; [easy|split]; [lia|]. intros c Hc. destruct (H c Hc) as [H0 H1]. split.
      + intros C X i BX Hi. rewrite (proj1 (Hk X i c BX Hi)) by lia. apply H0; auto; lia.
      + intros C. destruct (Nat.eq_dec c m) as [->|Q].
        * exists K. split; [easy|]. intros X i BX Hi. destruct (Hk X i m BX Hi) as [_ A]. specialize (A eq_refl).
          rewrite H0 in A by (easy || lia).
          assert (A' : Rabs (sum n (fun j => (K (X i) (X j) - s (X i, X j)) * X j O)) <= sum n (fun _ => e * B)).
          { eapply Rle_trans; [apply sum_abs|]. apply sum_le. intros j Hj.
            specialize (Hs (X i, X j) (conj (BX i Hi) (BX j Hj))). cbn [fst snd] in Hs. rewrite Rabs_mult.
            assert (Z := BX j Hj O Pd). apply Rmult_le_compat; try apply Rabs_pos; [easy|]. rewrite Rabs_pos_eq; lra. }
          replace (sum n (fun j => K (X i) (X j) * X j O)) with
            (sum n (fun j => (K (X i) (X j) - s (X i, X j)) * X j O) + sum n (fun j => s (X i, X j) * X j O)).
          2: { rewrite <- sum_plus. apply sum_ext. intros; ring. }
          apply Rabs_le_between in A, A'. apply Rabs_le. lra.
        * destruct H1 as (K1 & P1 & H1); [lia|]. exists K1. split; [easy|]. intros X i BX Hi.
          rewrite (proj1 (Hk X i c BX Hi)) by easy. now apply H1.
  Qed.

  (* z as ReLU(z) - ReLU(-z) *)
  Definition identity : layers :=
    {| units := d + d;
       W_1 := fun l r => if Nat.eqb r l then 1 else if Nat.eqb r (d + l) then -1 else 0;
       b_1 := fun _ => 0;
       W_2 := fun r c => if Nat.eqb r c then 1 else if Nat.eqb r (d + c) then -1 else 0;
       b_2 := fun _ => 0 |}.
  Lemma identity_is X i c : (c < d)%nat -> FC d identity X i c = X i c.
  Proof using Pd.
    intros C. set (T := times d X (W_1 identity)).
    assert (T1 : forall r, (r < d)%nat -> T i r = X i r).
    { intros r Hr. unfold T, times, identity. cbn [W_1]. rewrite (sum_one d r); [rewrite Nat.eqb_refl; ring|easy|].
      intros l Hl N. replace (Nat.eqb r l) with false by (symmetry; apply Nat.eqb_neq; lia).
      replace (Nat.eqb r (d + l)) with false by (symmetry; apply Nat.eqb_neq; lia). ring. }
    assert (T2 : forall r, (r < d)%nat -> T i (d + r)%nat = - X i r).
    { intros r Hr. unfold T, times, identity. cbn [W_1]. rewrite (sum_one d r); [|easy|].
      - replace (Nat.eqb (d + r) r) with false by (symmetry; apply Nat.eqb_neq; lia). rewrite Nat.eqb_refl. ring.
      - intros l Hl N. replace (Nat.eqb (d + r) l) with false by (symmetry; apply Nat.eqb_neq; lia).
        replace (Nat.eqb (d + r) (d + l)) with false by (symmetry; apply Nat.eqb_neq; lia). ring. }
    unfold FC. fold T. unfold identity. cbn [units b_1 W_2 b_2]. unfold times. rewrite sum_split.
    rewrite (sum_ext d _ (fun r => if Nat.eqb r c then Rmax 0 (X i r) else 0)).
    2: { intros r Hr. rewrite T1 by easy. destruct (Nat.eqb r c); [rewrite Rplus_0_r; ring|].
      replace (Nat.eqb r (d + c)) with false by (symmetry; apply Nat.eqb_neq; lia). ring. }
    rewrite (sum_ext d (fun r => Rmax 0 (T i (d + r)%nat + 0) * _)
      (fun r => if Nat.eqb r c then - Rmax 0 (- X i r) else 0)).
    2: { intros r Hr. rewrite T2 by easy. replace (Nat.eqb (d + r) c) with false by (symmetry; apply Nat.eqb_neq; lia).
      destruct (Nat.eqb r c) eqn:Q.
      - apply Nat.eqb_eq in Q. subst r. rewrite Nat.eqb_refl, Rplus_0_r. ring.
      - apply Nat.eqb_neq in Q. replace (Nat.eqb (d + r) (d + c)) with false by (symmetry; apply Nat.eqb_neq; lia). ring. }
    rewrite !(sum_one d c _ C), !Nat.eqb_refl by (intros j _ J; apply Nat.eqb_neq in J; now rewrite J).
    unfold Rmax. repeat destruct Rle_dec; lra.
  Qed.
  (* adds z to all entries *)
  Definition shift (z : R) : block :=
    {| heads := [one_head 0 0 (fun _ => 0) (fun _ => 0) 0]; W_O := fun _ _ => 0;
       fully_connected :=
         {| units := 1; W_1 := fun _ _ => 0; b_1 := fun _ => 0; W_2 := fun _ _ => 0; b_2 := fun _ => z |} |}.
  Lemma shift_is z X i c : Block n d 1 (shift z) X i c = X i c + z.
  Proof using Type. unfold Block, plus, FC, shift. cbn. rewrite Rmult_0_r. lra. Qed.
End Construction.

(* a kernel divided by the first coordinate of y *)
Definition quotient (Psi : vector -> vector -> R) (x y : vector) : R := Psi x y / y O.
Lemma quotient_lipschitz d B Psi L : (0 < d)%nat -> 1 <= B -> 0 <= L ->
  (forall x y x' y' r, box d B x -> box d B y -> box d B x' -> box d B y' -> 0 <= r ->
    (forall c, (c < d)%nat -> Rabs (x c - x' c) <= r /\ Rabs (y c - y' c) <= r) ->
    Rabs (Psi x y - Psi x' y') <= L * r) ->
  exists L', 0 <= L' /\ forall x y x' y' r, box d B x -> box d B y -> box d B x' -> box d B y' -> 0 <= r ->
    (forall c, (c < d)%nat -> Rabs (x c - x' c) <= r /\ Rabs (y c - y' c) <= r) ->
    Rabs (quotient Psi x y - quotient Psi x' y') <= L' * r.
Proof.
  intros Pd PB PL Lip. set (o := fun _ : nat => 1). assert (Bo : box d B o) by (intros c Hc; unfold o; lra).
  set (M := Rabs (Psi o o) + L * B). assert (PM : 0 <= M).
  { apply Rplus_le_le_0_compat; [apply Rabs_pos|]. apply Rmult_le_pos; lra. }
  assert (HM : forall x y, box d B x -> box d B y -> Rabs (Psi x y) <= M).
  { intros x y X Y. replace (Psi x y) with (Psi o o + (Psi x y - Psi o o)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    apply Rplus_le_compat_l. apply Lip; auto; [lra|]. intros c Hc. specialize (X c Hc). specialize (Y c Hc).
    unfold o. split; apply Rabs_le; lra. }
  exists (L + M). split; [lra|]. intros x y x' y' r X Y X' Y' Pr H.
  assert (A := Lip x y x' y' r X Y X' Y' Pr H). assert (N := HM x' y' X' Y').
  assert (Y0 := Y O Pd). assert (Y0' := Y' O Pd). assert (H0 := proj2 (H O Pd)). unfold quotient.
  replace (Psi x y / y O - Psi x' y' / y' O) with
    ((Psi x y - Psi x' y') * / y O + Psi x' y' * (/ (y O * y' O) * - (y O - y' O))) by (field; lra).
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, Rabs_Ropp.
  assert (I : forall t, 1 <= t -> Rabs (/ t) <= 1).
  { intros t T. rewrite Rabs_pos_eq by (apply Rlt_le, Rinv_0_lt_compat; lra). rewrite <- Rinv_1. apply Rinv_le_contravar;
    lra. }
  assert (I1 := I (y O) ltac:(lra)). assert (I2 := I (y O * y' O) ltac:(nra)). rewrite Rmult_plus_distr_r.
  apply Rplus_le_compat.
  - rewrite <- (Rmult_1_r (L * r)). apply Rmult_le_compat; auto using Rabs_pos.
  - apply Rmult_le_compat; auto using Rabs_pos; [apply Rmult_le_pos; apply Rabs_pos|].
    rewrite <- (Rmult_1_l r). apply Rmult_le_compat; auto using Rabs_pos.
Qed.

(* n tokens, k = 1: Performers of two blocks come near to x_i |-> the sum over j of K(x_i, x_j), for every
   continuous K *)
Theorem sums_over_pairs n d (D : vector -> Prop) (K : vector -> vector -> vector) (Omega : nat -> nat -> nat -> vector) :
  compact_set d D -> continuous_on 2 d D (fun X _ => K (X 0%nat) (X 1%nat)) ->
  forall eps, 0 < eps -> exists blocks,
    length blocks = 2%nat /\ drawn Omega blocks /\ (forall B, In B blocks -> heads B <> []) /\
    exists bound, bound < eps /\ forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      Rabs (sum n (fun j => K (X i) (X j) c) - network n d 1 blocks X i c) <= bound.
Proof.
  intros Compact Cont eps E. destruct (Nat.eq_dec d 0) as [Z|Z].
  { exists [shift (Omega 0%nat) 0; shift (Omega 1%nat) 0]. split; [easy|split; [|split]].
    - intros [|[|[|l]]] b q H Eb Eh; try easy; injection Eb as <-; cbn [heads shift] in Eh;
        destruct q as [|[|q]]; try easy; now injection Eh as <-.
    - intros b [<-|[<-|[]]]; easy.
    - exists (eps / 2). split; [lra|]. intros; lia. }
  assert (Pd : (0 < d)%nat) by lia. clear Z.
  destruct (proj1 Compact) as (M' & HM'). set (M := Rmax 0 M').
  assert (PM : 0 <= M) by apply Rmax_l.
  assert (HM : forall x c, D x -> (c < d)%nat -> Rabs (x c) <= M).
  { intros x c Dx Hc. eapply Rle_trans; [now apply HM'|apply Rmax_r]. }
  clearbody M. clear M' HM'. set (z := M + 1). set (B := 2 * M + 1). assert (PB : 1 <= B) by (unfold B; lra).
  assert (Pn := pos_INR n). set (e1 := eps / (4 * (INR n + 1))).
  assert (E1 : 0 < e1) by (apply Rdiv_lt_0_compat; lra).
  set (e2 := eps / (4 * (INR n * B + 1))). assert (PnB : 0 <= INR n * B) by (apply Rmult_le_pos; lra).
  assert (E2 : 0 < e2) by (apply Rdiv_lt_0_compat; lra).
  assert (Lip : forall c, (c < d)%nat -> exists (Phi : matrix -> R) L, 0 <= L /\
    (forall V W r, in_cube 2 d M V -> in_cube 2 d M W -> 0 <= r ->
      (forall i c, (i < 2)%nat -> (c < d)%nat -> Rabs (V i c - W i c) <= r) -> Rabs (Phi V - Phi W) <= L * r) /\
    forall X, tokens_in 2 D X -> Rabs (K (X O) (X 1%nat) c - Phi X) <= e1).
  { intros c Hc. apply (lipschitz 2 d D Compact (fun X => K (X O) (X 1%nat) c)); [|lra|].
    - intros X IX e Pe. destruct (Cont X IX e Pe) as (delta & P & H). exists delta. split; [easy|].
      intros Y IY NY. apply (H Y IY NY 0%nat); auto; lia.
    - intros X IX i b Hi Hb. now apply HM; [apply IX|]. }
  (* what is known of the kernel of the coordinate c *)
  set (good := fun c Q => forall x y, D x -> D y ->
    Rabs (K x y c - (2 / INR n * (x c + z) + Q (fun b => x b + z) (fun b => y b + z) * (y O + z))) <= e1).
  assert (In_box : forall x, D x -> box d B (fun b => x b + z)).
  { intros x Dx b Hb. assert (A := HM x b Dx Hb). apply Rabs_le_between in A. unfold z, B. lra. }
  destruct (generators d B (fun p => Omega 1%nat p O O) PB) as (G & Decays & Near).
  destruct (heads_of_kernels n d (Omega 1%nat) B Pd PB G Near good e2 E2) as (hs & Ghs & N & H).
  { intros c Hc. destruct (Lip c Hc) as (Phi & L & PL & LPhi & HPhi).
    set (Psi := fun x y => Phi (pair (fun b => x b - z) (fun b => y b - z)) - 2 / INR n * x c).
    destruct (quotient_lipschitz d B Psi (L + Rabs (2 / INR n))) as (L' & PL' & LQ); auto.
    - assert (A := Rabs_pos (2 / INR n)). lra.
    - intros x y x' y' r X Y X' Y' Pr R.
      assert (Cube : forall u v, box d B u -> box d B v -> in_cube 2 d M (pair (fun b => u b - z) (fun b => v b - z))).
      { intros u v U V [|i] b _ Hb; [specialize (U b Hb)|specialize (V b Hb)]; apply Rabs_le; cbn [pair]; unfold z,
        B in *; lra. }
      assert (A : Rabs (Phi (pair (fun b => x b - z) (fun b => y b - z)) - Phi
        (pair (fun b => x' b - z) (fun b => y' b - z))) <= L * r).
      { apply LPhi; auto. intros [|i] b _ Hb; cbn [pair]; destruct (R b Hb) as [R1 R2];
          match goal with |- Rabs ?t <= _ => ring_simplify t end; easy. }
      unfold Psi.
      match goal with |- Rabs (?p - ?q * ?s - (?p' - ?q * ?s')) <= _ =>
        replace (p - q * s - (p' - q * s')) with ((p - p') + - (q * (s - s'))) by ring end.
      eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, Rabs_mult, Rmult_plus_distr_r.
      apply Rplus_le_compat; [easy|]. apply Rmult_le_compat_l; [apply Rabs_pos|]. now apply R.
    - exists (quotient Psi). split; [|now apply (kernels d B G Decays (quotient Psi) L')].
      intros x y Dx Dy. assert (Y := In_box y Dy O Pd). cbv beta in Y.
      unfold quotient, Psi. assert (U : forall u : vector, (fun b => u b + z - z) = u).
      { intros u. apply functional_extensionality. intros b. ring. }
      rewrite !U. set (q := 2 / INR n). match goal with |- Rabs (_ - ?t) <= _ => replace t with (Phi (pair x y)) by
        (field; lra) end.
      apply (HPhi (pair x y)). now intros [|i] _. }
  exists [shift (Omega 0%nat) z; {| heads := hs; W_O := added d; fully_connected := identity d |}].
  split; [easy|split; [|split]].
  { intros [|[|[|l]]] b q h Eb Eh; try easy; injection Eb as <-; cbn [heads shift] in Eh; [|now apply Ghs].
    destruct q as [|[|q]]; try easy. now injection Eh as <-. }
  { intros b [<-|[<-|[]]]; easy. }
  exists (eps / 2). split; [lra|]. intros X IX i c Hi Hc. unfold network. cbn [fold_left].
  replace (Block n d 1 (shift (Omega 0%nat) z) X) with (fun j b => X j b + z).
  2: { apply functional_extensionality. intros j. apply functional_extensionality. intros b. now rewrite shift_is. }
  unfold Block. cbn [heads W_O fully_connected]. unfold plus at 1. rewrite identity_is by easy. unfold plus.
  rewrite Att_total by easy.
  destruct (H c Hc) as (Q & HQ & A). specialize (A (fun j b => X j b + z) i (fun j Hj => In_box _ (IX j Hj)) Hi).
  cbv beta in A. rewrite sum_const in A.
  replace (INR n * (e2 * B) + e2) with (eps / 4) in A by (unfold e2; field; lra).
  assert (N0 : INR n <> 0) by (apply not_0_INR; lia).
  assert (A' : Rabs (sum n (fun j => K (X i) (X j) c) - (2 * (X i c + z) +
    sum n (fun j => Q (fun b => X i b + z) (fun b => X j b + z) * (X j O + z)))) <= eps / 4).
  { replace (2 * (X i c + z)) with (sum n (fun _ => 2 / INR n * (X i c + z))) by (rewrite sum_const; now field).
    rewrite <- sum_plus. match goal with |- Rabs (?p - ?q) <= _ => replace (p - q) with (p + -1 * q) by ring end.
    rewrite <- sum_scal, <- sum_plus. eapply Rle_trans; [apply sum_abs|]. apply Rle_trans with (sum n (fun _ => e1)).
    - apply sum_le. intros j Hj. eapply Rle_trans; [|exact (HQ _ _ (IX i Hi) (IX j Hj))]. right. f_equal. ring.
    - rewrite sum_const. apply Rle_trans with ((INR n + 1) * e1); [lra|]. right. unfold e1. field. lra. }
  apply Rabs_le_between in A, A'. apply Rabs_le. lra.
Qed.

(* for n = 2 these are all functions *)
Theorem theorem_4_5_two_tokens d k (D : vector -> Prop) (f : matrix -> matrix) (Omega : nat -> nat -> nat -> vector) :
  (0 < k < 2)%nat -> compact_set d D -> continuous_on 2 d D f -> equivariant 2 d D f ->
  forall eps, 0 < eps -> exists blocks,
    length blocks = 2%nat /\ drawn Omega blocks /\ (forall B, In B blocks -> heads B <> []) /\
    exists bound, bound < eps /\ forall X, tokens_in 2 D X -> forall i c, (i < 2)%nat -> (c < d)%nat ->
      Rabs (f X i c - network 2 d k blocks X i c) <= bound.
Proof.
  intros K2 Compact Cont Equi eps E. assert (k = 1%nat) as -> by lia. clear K2.
  destruct (sums_over_pairs 2 d D (fun x y c => f (pair x y) O c - f (pair x x) O c / 2) Omega Compact) with (eps := eps)
    as (blocks & L & Dr & N & bound & Less & H); [|easy|].
  - intros X IX e Pe.
    assert (I : forall Z i, tokens_in 2 D Z -> (i < 2)%nat -> tokens_in 2 D (pair (Z O) (Z i))).
    { intros Z i IZ Hi [|j] _; cbn [pair]; apply IZ; lia. }
    destruct (Cont (pair (X O) (X 1%nat)) (I X 1%nat IX ltac:(lia)) (e / 2)) as (r & Pr & Hr); [lra|].
    destruct (Cont (pair (X O) (X O)) (I X O IX ltac:(lia)) (e / 2)) as (s & Ps & Hs); [lra|].
    exists (Rmin r s). split; [now apply Rmin_glb_lt|]. intros Y IY NY _ c _ Hc.
    assert (A : Rabs (f (pair (Y O) (Y 1%nat)) O c - f (pair (X O) (X 1%nat)) O c) < e / 2).
    { apply (Hr (pair (Y O) (Y 1%nat))); [apply I; easy || lia| |lia|easy]. intros [|i] b Hi Hb; cbn [pair];
        (eapply Rlt_le_trans; [apply NY; easy || lia|apply Rmin_l]). }
    assert (A' : Rabs (f (pair (Y O) (Y O)) O c - f (pair (X O) (X O)) O c) < e / 2).
    { apply (Hs (pair (Y O) (Y O))); [apply I; easy || lia| |lia|easy]. intros [|i] b Hi Hb; cbn [pair];
        (eapply Rlt_le_trans; [apply NY; easy || lia|apply Rmin_r]). }
    apply Rabs_def2 in A, A'. apply Rabs_def1; lra.
  - exists blocks. repeat (split; [easy|]). exists bound. split; [easy|]. intros X IX i c Hi Hc.
    specialize (H X IX i c Hi Hc). cbn [sum] in H.
    assert (P : permutation 2 (fun j => match j with O => i | _ => (1 - i)%nat end)).
    { split; [intros [|j]; lia|]. intros [|j] [|l]; lia. }
    assert (F : f X i c = f (pair (X i) (X (1 - i)%nat)) O c).
    { rewrite <- (Equi _ X P IX O c) by (easy || lia). f_equal. apply functional_extensionality. now intros [|j]. }
    rewrite F. eapply Rle_trans; [|exact H]. right. f_equal.
    assert (i = 0%nat \/ i = 1%nat) as [-> | ->] by lia; cbn [Nat.sub]; lra.
Qed.
