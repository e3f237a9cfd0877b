(* Sumformer, Theorem 4.1, with continuous phi and psi: every continuous equivariant function on a compact set is near to a
   Sumformer.  phi are the monomials of degree at most n, as in the paper's continuous proof, so that
   d' = (n + d)! / (n! d!) - 1, whatever the function is.  With a continuous psi the function is a Sumformer, and near to it
   there is one where psi is a polynomial.

   The definitions are section 1, the theorems are section 11.  The sums of monomials determine the tokens but for their
   order (Newton's identities, sections 2 to 5); so f(X)_i depends on the token i and these sums, with a concave modulus of
   continuity on the compact set (sections 6 to 9).  psi is the supremum of f(Y)_j less the modulus at the distance of the
   token j and the sums of Y (section 9), and Bernstein polynomials come near to it (section 10). *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals List Arith Lra Lia Classical FunctionalExtensionality.
From Coq Require FinFun.
From NP Require Import performer.
Import ListNotations.
Local Open Scope R_scope.

(* ---- 1. Definition 3.1, the monomials, and continuity ---- *)

(* Eq. 14 *)
Definition Sigma (n : nat) (phi : vector -> vector) (X : matrix) : vector := fun u => sum n (fun k => phi (X k) u).
(* Eq. 15 *)
Definition Sumformer (n : nat) (phi : vector -> vector) (psi : vector -> vector -> vector) (X : matrix) : matrix :=
  fun i => psi (X i) (Sigma n phi X).

(* a token without its first coordinate *)
Definition rest (x : vector) : vector := fun c => x (S c).
(* x^alpha *)
Fixpoint monomial (alpha : list nat) (x : vector) : R :=
  match alpha with [] => 1 | k :: alpha => x 0%nat ^ k * monomial alpha (rest x) end.
(* the multidegrees of d entries with |alpha| <= n; the first one is 0 *)
Fixpoint degrees (d n : nat) : list (list nat) :=
  match d with O => [[]] | S d => flat_map (fun k => map (cons k) (degrees d (n - k))) (seq 0 (S n)) end.
(* those with 0 < |alpha| <= n *)
Definition multidegrees (d n : nat) : list (list nat) := tl (degrees d n).
Definition latent (n d : nat) : nat := length (multidegrees d n).
(* phi(x), the monomials of x *)
Definition monomials (n d : nat) (x : vector) : vector := fun u => monomial (nth u (multidegrees d n) []) x.

(* y is nearer to x than delta, in R^d; (y, T) is nearer to (x, S), in R^d x R^l *)
Definition close (d : nat) (delta : R) (x y : vector) : Prop := forall c, (c < d)%nat -> Rabs (y c - x c) < delta.
Definition close_pair (d l : nat) (delta : R) (p q : vector * vector) : Prop :=
  close d delta (fst p) (fst q) /\ close l delta (snd p) (snd q).
Definition continuous {T : Type} (closer : R -> T -> T -> Prop) (g : T -> R) : Prop :=
  forall x eps, 0 < eps -> exists delta, 0 < delta /\ forall y, closer delta x y -> Rabs (g y - g x) < eps.
(* phi is continuous from R^d to R^l, and psi from R^d x R^l to R^m *)
Definition continuous_phi (d l : nat) (phi : vector -> vector) : Prop :=
  forall u, (u < l)%nat -> continuous (close d) (fun x => phi x u).
Definition continuous_psi (d l m : nat) (psi : vector -> vector -> vector) : Prop :=
  forall c, (c < m)%nat -> continuous (close_pair d l) (fun p => psi (fst p) (snd p) c).
(* polynomials in x and Sigma *)
Inductive polynomial (d l : nat) : (vector * vector -> R) -> Prop :=
| poly_constant z : polynomial d l (fun _ => z)
| poly_coordinate c : (c < d)%nat -> polynomial d l (fun p => fst p c)
| poly_sum u : (u < l)%nat -> polynomial d l (fun p => snd p u)
| poly_plus g h : polynomial d l g -> polynomial d l h -> polynomial d l (fun p => g p + h p)
| poly_times g h : polynomial d l g -> polynomial d l h -> polynomial d l (fun p => g p * h p).

(* ---- 2. Sums and lists ---- *)

Lemma sum_first n f : sum (S n) f = f 0%nat + sum n (fun i => f (S i)).
Proof. induction n as [|n IH]; [cbn; ring|]. cbn [sum] in *. rewrite IH. ring. Qed.
Lemma sum_minus n f g : sum n (fun i => f i - g i) = sum n f - sum n g.
Proof. induction n as [|n IH]; cbn [sum]; [ring|]. rewrite IH. ring. Qed.
(* a term exchanged for z *)
Lemma sum_with n j z g : (j < n)%nat -> sum n (fun i => if (i =? j)%nat then z else g i) = sum n g - g j + z.
Proof.
  intro J. enough (sum n (fun i => (if (i =? j)%nat then z else g i) - g i) = z - g j) as E by (rewrite sum_minus in E; lra).
  rewrite (sum_one n j); [now rewrite Nat.eqb_refl|exact J|]. intros i _ O. apply Nat.eqb_neq in O. rewrite O. ring.
Qed.

(* ---- 3. Numbers with the same power sums: Newton's identities ---- *)

Section Newton.
  Variable x : nat -> R.
  Definition power_sum (n k : nat) : R := sum n (fun i => x i ^ k).
  (* the elementary symmetric polynomial of degree k in x 0, ..., x (n - 1) *)
  Fixpoint elementary (n k : nat) : R :=
    match k, n with
    | O, _ => 1
    | S _, O => 0
    | S k, S n => elementary n (S k) + x n * elementary n k
    end.
  Lemma elementary_0 n : elementary n 0 = 1. Proof. now destruct n. Qed.
  Lemma elementary_above n : forall k, (n < k)%nat -> elementary n k = 0.
  Proof.
    induction n as [|n IH]; intros [|k] K; try lia; [reflexivity|]. cbn [elementary]. rewrite !IH by lia. ring.
  Qed.
  Lemma telescoped n k : sum (S k) (fun i => (-1) ^ i * x n ^ S i * elementary (S n) (k - i)) = x n * elementary n k.
  Proof.
    induction k as [|k IH]; [cbn; rewrite elementary_0; ring|]. rewrite sum_first.
    rewrite (sum_ext _ _ (fun i => - x n * ((-1) ^ i * x n ^ S i * elementary (S n) (k - i))))
      by (intros; cbn [pow Nat.sub]; ring).
    rewrite sum_scal, IH. cbn [Nat.sub pow elementary]. ring.
  Qed.
  Lemma newton n : forall k,
    INR k * elementary n k = sum k (fun i => (-1) ^ i * power_sum n (S i) * elementary n (k - S i)).
  Proof.
    induction n as [|n IH]; intros [|k]; try (cbn; ring).
    - rewrite (sum_ext _ _ (fun _ => 0)), sum_0 by (intros; unfold power_sum; cbn [sum]; ring). cbn [elementary]. ring.
    - rewrite (sum_ext _ _ (fun i => (-1) ^ i * power_sum n (S i) * elementary (S n) (k - i)
        + (-1) ^ i * x n ^ S i * elementary (S n) (k - i))) by (intros; unfold power_sum; cbn [sum Nat.sub]; ring).
      rewrite sum_plus, telescoped. cbn [sum]. rewrite Nat.sub_diag.
      rewrite (sum_ext k _ (fun i => (-1) ^ i * power_sum n (S i) * elementary n (S k - S i)
        + x n * ((-1) ^ i * power_sum n (S i) * elementary n (k - S i)))).
      2: { intros i I. replace (k - i)%nat with (S (k - S i)) by lia. cbn [elementary].
        replace (S k - S i)%nat with (S (k - S i)) by lia. ring. }
      rewrite sum_plus, sum_scal, <- IH. assert (E := IH (S k)). cbn [sum] in E. rewrite Nat.sub_diag, elementary_0 in E.
      rewrite elementary_0. cbn [elementary]. rewrite Rmult_plus_distr_l, E, S_INR. ring.
  Qed.
  Fixpoint product (n : nat) (t : R) : R := match n with O => 1 | S n => product n t * (t - x n) end.
  Lemma product_is n t : product n t = sum (S n) (fun k => (-1) ^ k * elementary n k * t ^ (n - k)).
  Proof.
    induction n as [|n IH]; [cbn; ring|]. cbn [product]. rewrite IH, (sum_first (S n)).
    rewrite (sum_ext (S n) (fun k => (-1) ^ S k * elementary (S n) (S k) * t ^ (S n - S k)) (fun k =>
      - ((-1) ^ k * elementary n (S k) * t ^ (n - k))
      + - x n * ((-1) ^ k * elementary n k * t ^ (n - k)))).
    2: { intros k K. cbn [elementary Nat.sub pow]. ring. }
    rewrite sum_plus, sum_scal, elementary_0, Nat.sub_0_r.
    enough (t * sum (S n) (fun k => (-1) ^ k * elementary n k * t ^ (n - k))
      = t ^ S n + sum (S n) (fun k => - ((-1) ^ k * elementary n (S k) * t ^ (n - k)))) as E.
    { rewrite Rmult_minus_distr_l, Rmult_comm, E. ring. }
    rewrite <- sum_scal, sum_first, elementary_0, Nat.sub_0_r. cbn [sum]. rewrite elementary_above by lia.
    rewrite (sum_ext n _ (fun k => - ((-1) ^ k * elementary n (S k) * t ^ (n - k)))).
    2: { intros k K. replace (n - k)%nat with (S (n - S k)) by lia. cbn [pow]. ring. }
    cbn [pow]. ring.
  Qed.
  Lemma product_zero n t : product n t = 0 -> exists i, (i < n)%nat /\ t = x i.
  Proof.
    induction n as [|n IH]; cbn [product]; intro H; [lra|]. apply Rmult_integral in H as [H|H].
    - destruct (IH H) as (i & I & E). exists i. split; [lia|exact E].
    - exists n. split; [lia|lra].
  Qed.
End Newton.

Definition exchange (a b j : nat) : nat := if (j =? a)%nat then b else if (j =? b)%nat then a else j.
Ltac exchanges :=
  unfold exchange; repeat match goal with
  | |- context [(?a =? ?b)%nat] => destruct (Nat.eqb_spec a b); try lia
  end; try reflexivity; try lia.
Lemma exchange_permutes n a b : (a < n)%nat -> (b < n)%nat -> permutation n (exchange a b).
Proof. intros A B. split; [intros i I|intros i j I J]; exchanges. Qed.
Lemma permutation_after n p q : permutation n p -> permutation n q -> permutation n (fun i => q (p i)).
Proof. intros [A B] [C E]. split; [auto|]. intros i j I J H. apply B, E; auto. Qed.

Lemma same_numbers n : forall x y, (forall k, (k <= n)%nat -> power_sum x n k = power_sum y n k) ->
  exists p, permutation n p /\ forall i, (i < n)%nat -> x i = y (p i).
Proof.
  induction n as [|n IH]; intros x y H; [exists (fun i => i); repeat split; intros; lia|].
  assert (E : forall k, (k <= S n)%nat -> elementary x (S n) k = elementary y (S n) k).
  { intro k. induction k as [k K] using lt_wf_ind. intro L. destruct k as [|k]; [now rewrite !elementary_0|].
    apply (Rmult_eq_reg_l (INR (S k))); [|now apply not_0_INR]. rewrite !newton. apply sum_ext. intros i I.
    rewrite H, K by lia. reflexivity. }
  destruct (product_zero y (S n) (x n)) as (j & J & EJ).
  { rewrite product_is, (sum_ext _ _ (fun k => (-1) ^ k * elementary x (S n) k * x n ^ (S n - k))), <- product_is.
    - cbn [product]. ring.
    - intros k K. now rewrite E by lia. }
  destruct (IH x (fun i => y (exchange j n i))) as (p & [P1 P2] & P).
  { intros k K. assert (S_ := H k ltac:(lia)). unfold power_sum in *. cbn [sum] in S_. rewrite EJ in S_.
    destruct (Nat.eq_dec j n) as [->|O].
    - rewrite (sum_ext n (fun i => y _ ^ k) (fun i => y i ^ k)); [lra|]. intros i I. f_equal. f_equal. exchanges.
    - rewrite (sum_ext n (fun i => y _ ^ k) (fun i => if (i =? j)%nat then y n ^ k else y i ^ k)); [|intros i I; exchanges].
      rewrite sum_with by lia. lra. }
  exists (fun i => exchange j n (if (i <? n)%nat then p i else n)). split; [|intros i I].
  - apply (permutation_after (S n) (fun i => if (i <? n)%nat then p i else n) (exchange j n));
      [|apply exchange_permutes; lia].
    split; [intros i I|intros i k I K].
    + destruct (Nat.ltb_spec i n) as [L|L]; [|lia]. specialize (P1 i L). lia.
    + destruct (Nat.ltb_spec i n) as [L|L], (Nat.ltb_spec k n) as [M|M]; try lia.
      * now apply P2.
      * specialize (P1 i L). lia.
      * specialize (P1 k M). lia.
  - destruct (Nat.ltb_spec i n) as [L|L]; [now apply P|]. replace i with n by lia. rewrite EJ. f_equal. exchanges.
Qed.

(* ---- 4. The multidegrees ---- *)

Lemma list_sum_cons k l : list_sum (k :: l) = (k + list_sum l)%nat. Proof. reflexivity. Qed.
Lemma in_degrees d : forall n alpha, In alpha (degrees d n) <-> length alpha = d /\ (list_sum alpha <= n)%nat.
Proof.
  induction d as [|d IH]; intros n alpha; cbn [degrees].
  - split; [intros [<-|[]]; cbn; lia|]. intros [L _]. left. now destruct alpha.
  - rewrite in_flat_map. split.
    + intros (k & K & I). apply in_seq in K. apply in_map_iff in I as (beta & <- & I). apply IH in I.
      rewrite list_sum_cons. cbn [length]. lia.
    + destruct alpha as [|k alpha]; [cbn; lia|]. rewrite list_sum_cons. cbn [length]. intros [L M].
      exists k. split; [apply in_seq; lia|]. apply in_map, IH. lia.
Qed.
Lemma zero_first d n : exists l, degrees d n = repeat 0%nat d :: l.
Proof.
  revert n. induction d as [|d IH]; intro n; [now exists []|]. destruct (IH n) as [l E]. cbn [degrees seq flat_map].
  rewrite Nat.sub_0_r, E. cbn. eexists. reflexivity.
Qed.
Lemma distinct d : forall n, NoDup (degrees d n).
Proof.
  induction d as [|d IH]; intro n; cbn [degrees]; [repeat constructor; easy|].
  generalize (seq_NoDup (S n) 0). generalize (seq 0 (S n)). intros l N. induction N as [|k l O N H]; cbn; [constructor|].
  assert (A : NoDup (map (cons k) (degrees d (n - k)))).
  { apply FinFun.Injective_map_NoDup; [|apply IH]. now intros a b [=]. }
  assert (B : forall a, In a (map (cons k) (degrees d (n - k))) ->
    ~ In a (flat_map (fun k => map (cons k) (degrees d (n - k))) l)).
  { intros a I J. apply in_map_iff in I as (b & <- & _). apply in_flat_map in J as (j & J & I).
    apply in_map_iff in I as (e & [= -> _] & _). now apply O. }
  induction A as [|a m P M A']; cbn; [exact H|]. constructor.
  - rewrite in_app_iff. intros [I|I]; [now apply P|]. apply (B a); [now left|exact I].
  - apply A'. intros b I. apply B. now right.
Qed.
Lemma no_degree d alpha : length alpha = d -> list_sum alpha = 0%nat -> alpha = repeat 0%nat d.
Proof.
  revert d. induction alpha as [|k alpha IH]; intros d <- S_; [reflexivity|]. rewrite list_sum_cons in S_.
  cbn [length repeat]. f_equal; [lia|]. apply IH; lia.
Qed.
Lemma multidegrees_are d n : NoDup (multidegrees d n) /\ forall alpha,
  In alpha (multidegrees d n) <-> length alpha = d /\ (0 < list_sum alpha <= n)%nat.
Proof.
  destruct (zero_first d n) as [l E]. assert (N := distinct d n). assert (H := in_degrees d n). unfold multidegrees.
  rewrite E in *. cbn [tl]. inversion N as [|? ? O N']. subst. split; [exact N'|]. intro alpha. split.
  - intro I. destruct (proj1 (H alpha) (or_intror I)) as [L S_]. split; [exact L|]. split; [|exact S_].
    apply Nat.neq_0_lt_0. intro Z. apply O. now rewrite <- (no_degree d alpha).
  - intros [L [P S_]]. destruct (proj2 (H alpha) (conj L S_)) as [<-|I]; [|exact I]. exfalso.
    enough (list_sum (repeat 0%nat d) = 0%nat) by lia. clear. now induction d.
Qed.

Lemma length_flat_map {A B : Type} (g : A -> list B) l : length (flat_map g l) = list_sum (map (fun a => length (g a)) l).
Proof. induction l as [|a l IH]; [reflexivity|]. cbn [flat_map map]. now rewrite app_length, IH, list_sum_cons. Qed.
(* their number is (n + d)! / (n! d!) *)
Lemma number_of_degrees d : forall n, (length (degrees d n) * (fact n * fact d) = fact (n + d))%nat.
Proof.
  assert (Next : forall d n, length (degrees (S d) (S n)) = (length (degrees d (S n)) + length (degrees (S d) n))%nat).
  { clear d. intros d n. cbn [degrees]. change (seq 0 (S (S n))) with (0%nat :: seq 1 (S n)). rewrite <- seq_shift.
    cbn [flat_map]. rewrite app_length, map_length, Nat.sub_0_r. f_equal. rewrite !length_flat_map, map_map. f_equal.
    apply map_ext. intro k. now rewrite !map_length. }
  induction d as [|d IH]; intro n; [rewrite Nat.add_0_r; cbn [degrees length]; change (fact 0) with 1%nat; lia|].
  induction n as [|n IHn].
  - specialize (IH 0%nat). cbn [degrees seq flat_map]. rewrite app_nil_r, map_length. cbn [Nat.sub]. cbn [Nat.add] in *.
    change (fact (S d)) with (S d * fact d)%nat. nia.
  - rewrite Next. specialize (IH (S n)). replace (S n + S d)%nat with (S (S n + d)) by lia.
    change (fact (S (S n + d))) with (S (S n + d) * fact (S n + d))%nat. rewrite <- IH at 1.
    replace (n + S d)%nat with (S n + d)%nat in IHn by lia. rewrite <- IH in IHn.
    change (fact (S d)) with (S d * fact d)%nat in *. change (fact (S n)) with (S n * fact n)%nat in *. nia.
Qed.
Lemma latent_is n d : (S (latent n d) * (fact n * fact d) = fact (n + d))%nat.
Proof.
  rewrite <- number_of_degrees. destruct (zero_first d n) as [l E]. unfold latent, multidegrees. now rewrite E.
Qed.

(* ---- 5. Tokens with the same sums of monomials ---- *)

(* c_0 x_0 + c_1 x_1 + ... *)
Fixpoint linear (c : list R) (x : vector) : R :=
  match c with [] => 0 | r :: c => r * x 0%nat + linear c (rest x) end.

Lemma avoided (l : list R) : exists r, ~ In r l.
Proof.
  enough (exists r, forall s, In s l -> s < r) as [r H].
  { exists r. intro I. specialize (H r I). lra. }
  induction l as [|s l [r H]]; [exists 0; easy|]. exists (Rmax (s + 1) (r + 1)). intros t [<-|I].
  - eapply Rlt_le_trans; [|apply Rmax_l]. lra.
  - specialize (H t I). eapply Rlt_le_trans; [|apply Rmax_r]. lra.
Qed.
(* one that is 0 at none of finitely many vectors but those that are 0 *)
Lemma separating d : forall l : list vector, exists c, length c = d /\
  forall v, In v l -> linear c v = 0 -> forall k, (k < d)%nat -> v k = 0.
Proof.
  induction d as [|d IH]; intro l; [exists []; split; [reflexivity|]; intros; lia|].
  destruct (IH (map rest l)) as (c & L & H).
  destruct (avoided (map (fun v => - linear c (rest v) / v 0%nat) l)) as [r O].
  exists (r :: c). split; [cbn; lia|]. intros v I E. cbn [linear] in E.
  assert (Z : v 0%nat = 0).
  { apply NNPP. intro N. apply O. apply in_map_iff. exists v. split; [|exact I].
    apply (Rmult_eq_reg_r (v 0%nat)); [|exact N]. field_simplify; lra. }
  intros [|k] K; [exact Z|]. apply (H (rest v)); [now apply in_map| |lia]. rewrite Z in E. lra.
Qed.
Lemma linear_minus c : forall x y, linear c (fun k => x k - y k) = linear c x - linear c y.
Proof.
  induction c as [|r c IH]; intros x y; cbn [linear]; [ring|]. unfold rest in *.
  rewrite (IH (fun k => x (S k)) (fun k => y (S k))). ring.
Qed.

Section Alike.
  Variables (n : nat) (X Y : matrix).
  Definition alike (h : vector -> R) : Prop := sum n (fun j => h (X j)) = sum n (fun j => h (Y j)).
  Lemma alike_ext g h : alike g -> (forall x, h x = g x) -> alike h.
  Proof. intros G E. replace h with g; [exact G|]. apply functional_extensionality. intro. now rewrite E. Qed.
  Lemma alike_sum m (h : nat -> vector -> R) :
    (forall k, (k <= m)%nat -> alike (h k)) -> alike (fun x => sum_f_R0 (fun k => h k x) m).
  Proof.
    unfold alike. intro H. induction m as [|m IH]; cbn [sum_f_R0]; [apply H; lia|]. rewrite !sum_plus, IH, H; auto.
  Qed.
  Lemma alike_scal z h : alike h -> alike (fun x => z * h x).
  Proof. unfold alike. intro H. now rewrite !sum_scal, H. Qed.
  Lemma alike_powers c : forall h (v : vector -> vector) k,
    (forall alpha, length alpha = length c -> list_sum alpha = k -> alike (fun x => h x * monomial alpha (v x))) ->
    alike (fun x => h x * linear c (v x) ^ k).
  Proof.
    induction c as [|r c IH]; intros h v k H; cbn [linear].
    - destruct k as [|k]; [apply (H []); reflexivity|]. apply (alike_ext (fun x => 0 * h x)); [|intro; cbn [pow]; ring].
      unfold alike. now rewrite (sum_ext n _ (fun _ => 0)), (sum_ext n (fun j => 0 * h (Y j)) (fun _ => 0)) by (intros; ring).
    - apply (alike_ext (fun x => sum_f_R0 (fun i => (C k i * r ^ i) *
        (h x * v x 0%nat ^ i * linear c (rest (v x)) ^ (k - i))) k)).
      + apply alike_sum. intros i I. apply alike_scal, (IH (fun x => h x * v x 0%nat ^ i) (fun x => rest (v x))).
        intros alpha L S_. apply (alike_ext (fun x => h x * monomial (i :: alpha) (v x))).
        * apply H; rewrite ?list_sum_cons; cbn [length]; lia.
        * intro x. cbn [monomial]. ring.
      + intro x. rewrite binomial, scal_sum. apply PartSum.sum_eq. intros i I. rewrite Rpow_mult_distr. ring.
  Qed.
End Alike.

(* the sums of all monomials of degree at most n determine n tokens, but for their order *)
Lemma same_tokens n d X Y : (forall u, (u < latent n d)%nat -> Sigma n (monomials n d) X u = Sigma n (monomials n d) Y u) ->
  exists p, permutation n p /\ forall i k, (i < n)%nat -> (k < d)%nat -> X i k = Y (p i) k.
Proof.
  intro H. assert (M : forall alpha, length alpha = d -> (list_sum alpha <= n)%nat -> alike n X Y (monomial alpha)).
  { intros alpha L S_. destruct (Nat.eq_dec (list_sum alpha) 0) as [Z|Z].
    - rewrite (no_degree d alpha L Z). unfold alike. clear. enough (E : forall x, monomial (repeat 0%nat d) x = 1).
      { apply sum_ext. intros j _. now rewrite !E. }
      induction d as [|d IH]; intro x; [reflexivity|]. cbn. rewrite IH. ring.
    - destruct (In_nth (multidegrees d n) alpha []) as (u & U & E); [apply multidegrees_are; lia|].
      specialize (H u U). unfold Sigma, monomials in H. now rewrite E in H. }
  destruct (separating d (flat_map (fun i => map (fun j => fun k => X i k - Y j k) (seq 0 n)) (seq 0 n))) as (c & L & V).
  destruct (same_numbers n (fun i => linear c (X i)) (fun i => linear c (Y i))) as (p & P & E).
  { intros k K. unfold power_sum.
    assert (Q : alike n X Y (fun x => 1 * linear c x ^ k)).
    { apply (alike_powers n X Y c (fun _ => 1) (fun x => x)). intros alpha LA SA.
      apply (alike_ext n X Y (monomial alpha)); [apply M; lia|]. intro; ring. }
    apply (alike_ext n X Y _ (fun x => linear c x ^ k)) in Q; [exact Q|]. intro; ring. }
  exists p. split; [exact P|]. intros i k I K. apply Rminus_diag_uniq.
  apply (V (fun k => X i k - Y (p i) k)); [|rewrite linear_minus, E by exact I; ring|exact K].
  apply in_flat_map. exists i. split; [apply in_seq; lia|]. apply in_map_iff. exists (p i). split; [reflexivity|].
  apply in_seq. specialize (proj1 P i I). lia.
Qed.

(* ---- 6. Continuous functions, and bounds on compact sets ---- *)

Section Continuous.
  Context {T : Type} (closer : R -> T -> T -> Prop).
  Hypothesis closer_less : forall a b x y, a <= b -> closer a x y -> closer b x y.
  Lemma continuous_const z : continuous closer (fun _ => z).
  Proof. intros x eps E. exists 1. split; [lra|]. intros y _. rewrite Rminus_diag_eq, Rabs_R0; easy. Qed.
  Lemma continuous_plus g h : continuous closer g -> continuous closer h -> continuous closer (fun x => g x + h x).
  Proof.
    intros G H x eps E. destruct (G x (eps / 2)) as (a & A & A'); [lra|]. destruct (H x (eps / 2)) as (b & B & B'); [lra|].
    exists (Rmin a b). split; [now apply Rmin_glb_lt|]. intros y C.
    assert (K := A' y (closer_less _ _ _ _ (Rmin_l a b) C)). assert (L := B' y (closer_less _ _ _ _ (Rmin_r a b) C)).
    replace (g y + h y - (g x + h x)) with ((g y - g x) + (h y - h x)) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang|lra].
  Qed.
  Lemma continuous_times g h : continuous closer g -> continuous closer h -> continuous closer (fun x => g x * h x).
  Proof.
    intros G H x eps E. assert (P := Rabs_pos (g x)). assert (Q := Rabs_pos (h x)).
    destruct (G x (Rmin 1 (eps / 2 / (Rabs (h x) + 1)))) as (a & A & A').
    { apply Rmin_glb_lt; [lra|]. apply Rdiv_lt_0_compat; lra. }
    destruct (H x (eps / 2 / (Rabs (g x) + 1))) as (b & B & B'). { apply Rdiv_lt_0_compat; lra. }
    exists (Rmin a b). split; [now apply Rmin_glb_lt|]. intros y C.
    assert (K := A' y (closer_less _ _ _ _ (Rmin_l a b) C)). assert (L := B' y (closer_less _ _ _ _ (Rmin_r a b) C)).
    assert (K1 := Rlt_le_trans _ _ _ K (Rmin_l _ _)). assert (K2 := Rlt_le_trans _ _ _ K (Rmin_r _ _)).
    replace (g y * h y - g x * h x) with ((g y - g x) * h x + g y * (h y - h x)) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
    assert (Y : Rabs (g y) <= Rabs (g x) + 1).
    { replace (g y) with (g x + (g y - g x)) by ring. eapply Rle_trans; [apply Rabs_triang|lra]. }
    assert (K3 : Rabs (g y - g x) * (Rabs (h x) + 1) < eps / 2).
    { apply Rmult_lt_compat_r with (r := Rabs (h x) + 1) in K2; [|lra]. eapply Rlt_le_trans; [exact K2|]. right. field. lra. }
    assert (L3 : (Rabs (g x) + 1) * Rabs (h y - h x) < eps / 2).
    { apply Rmult_lt_compat_l with (r := Rabs (g x) + 1) in L; [|lra]. eapply Rlt_le_trans; [exact L|]. right. field. lra. }
    assert (U := Rabs_pos (g y - g x)). assert (V := Rabs_pos (h y - h x)). nra.
  Qed.
  Lemma continuous_abs g : continuous closer g -> continuous closer (fun x => Rabs (g x)).
  Proof.
    intros G x eps E. destruct (G x eps E) as (a & A & A'). exists a. split; [exact A|]. intros y C.
    eapply Rle_lt_trans; [apply Rabs_triang_inv2|]. now apply A'.
  Qed.
  Lemma continuous_minus g h : continuous closer g -> continuous closer h -> continuous closer (fun x => g x - h x).
  Proof.
    intros G H. replace (fun x => g x - h x) with (fun x => g x + -1 * h x) by (apply functional_extensionality; intro; ring).
    apply continuous_plus; [exact G|]. apply continuous_times; [apply continuous_const|exact H].
  Qed.
  Lemma continuous_sum m (g : nat -> T -> R) :
    (forall i, (i < m)%nat -> continuous closer (g i)) -> continuous closer (fun x => sum m (fun i => g i x)).
  Proof.
    induction m as [|m IH]; intro H; cbn [sum]; [apply continuous_const|].
    apply continuous_plus; [|apply H; lia]. apply IH. intros i I. apply H. lia.
  Qed.
  Lemma continuous_pow g k : continuous closer g -> continuous closer (fun x => g x ^ k).
  Proof. intro G. induction k as [|k IH]; cbn [pow]; [apply continuous_const|now apply continuous_times]. Qed.
  Lemma continuous_monomial alpha : forall v : T -> vector,
    (forall c, (c < length alpha)%nat -> continuous closer (fun x => v x c)) ->
    continuous closer (fun x => monomial alpha (v x)).
  Proof.
    induction alpha as [|k alpha IH]; intros v V; cbn [monomial]; [apply continuous_const|].
    apply continuous_times; [apply continuous_pow, V; cbn; lia|]. apply (IH (fun x => rest (v x))). intros c C.
    apply (V (S c)). cbn. lia.
  Qed.
  Lemma continuous_monomials n d (v : T -> vector) u : (forall c, (c < d)%nat -> continuous closer (fun x => v x c)) ->
    (u < latent n d)%nat -> continuous closer (fun x => monomials n d (v x) u).
  Proof.
    intros V U. apply continuous_monomial. intros c C. apply V.
    assert (I := nth_In (multidegrees d n) [] U). apply multidegrees_are in I as [L _]. lia.
  Qed.
End Continuous.

(* psi looks at the entries of x and Sigma alone *)
Lemma continuous_looks_at d l m psi x y S T c : continuous_psi d l m psi -> (c < m)%nat ->
  (forall k, (k < d)%nat -> x k = y k) -> (forall u, (u < l)%nat -> S u = T u) -> psi x S c = psi y T c.
Proof.
  intros H C E F. apply cond_eq. intros eps P. destruct (H c C (y, T) eps P) as (delta & Q & K). apply (K (x, S)).
  split; intros k I; cbn [fst snd]; rewrite Rminus_diag_eq, Rabs_R0; auto.
Qed.

Lemma monomials_continuous n d : continuous_phi d (latent n d) (monomials n d).
Proof.
  intros u U. apply (continuous_monomials (close d)) with (v := fun x => x); [|intros c C x eps E|exact U].
  - intros a b x y L H c C. specialize (H c C). lra.
  - exists eps. split; [exact E|]. intros y H. now apply H.
Qed.

(* X and Y are sequences of D, and Y is nearer to X than delta *)
Definition within (n d : nat) (D : vector -> Prop) (delta : R) (X Y : matrix) : Prop :=
  tokens_in n D X /\ tokens_in n D Y /\ near n d delta Y X.
Lemma within_less n d D a b X Y : a <= b -> within n d D a X Y -> within n d D b X Y.
Proof. intros L (A & B & H). repeat split; try assumption. intros i c I C. specialize (H i c I C). lra. Qed.

(* a bound that holds near each sequence holds for all, with one constant *)
Lemma one_constant n d D (P : matrix -> R -> Prop) : compact_set d D ->
  (forall X a b, a <= b -> P X a -> P X b) ->
  (forall X, tokens_in n D X -> exists r C, 0 < r /\ 0 <= C /\ forall Y, within n d D r X Y -> P Y C) ->
  exists C, 0 <= C /\ forall X, tokens_in n D X -> P X C.
Proof.
  intros [(M & HM) Closed] More Local_. set (N := (n * d)%nat).
  destruct (choose_radius (fun (t : Compactness.Tn N R) r => exists C, 0 <= C /\
    forall Y, tokens_in n D Y -> near n d r Y (of_list n d t) -> P Y C)) as (radius & Hr).
  { intros t. destruct (classic (tokens_in n D (of_list n d t))) as [I|O].
    - destruct (Local_ _ I) as (r & C & Pr & PC & H). exists r. split; [exact Pr|]. exists C. split; [exact PC|].
      intros Y IY NY. apply H. now split.
    - apply not_all_ex_not in O. destruct O as (i & O). apply imply_to_and in O. destruct O as [Hi O].
      destruct (classic (exists r, 0 < r /\ ~ exists y, D y /\ forall c, (c < d)%nat -> Rabs (y c - of_list n d t i c) < r))
        as [(r & Pr & H)|A].
      + exists r. split; [exact Pr|]. exists 0. split; [lra|]. intros Y IY NY. destruct H. exists (Y i).
        split; [now apply IY|]. intros c Hc. now apply NY.
      + destruct O. apply Closed. intros r Pr. apply NNPP. intros B. apply A. now exists r. }
  { intros t r s Ps L (C & PC & H). exists C. split; [exact PC|]. intros Y IY NY. apply H; [exact IY|].
    intros i c Hi Hc. specialize (NY i c Hi Hc). lra. }
  assert (Cover := NNPP _ (compactness_list N (mk_Tn N (fun _ => - M)) (mk_Tn N (fun _ => M)) radius)).
  destruct Cover as (l & Cover).
  assert (Most : exists C, 0 <= C /\ forall t, In t l -> forall Y, tokens_in n D Y ->
    near n d (radius t) Y (of_list n d t) -> P Y C).
  { clear - Hr More. induction l as [|t l (C & PC & H)]; [exists 0; split; [lra|easy]|].
    destruct (Hr t) as (E & PE & K). exists (Rmax C E). split; [eapply Rle_trans; [exact PC|apply Rmax_l]|].
    intros u [<-|U] Y IY NY; [apply (More Y E); [apply Rmax_r|auto]|apply (More Y C); [apply Rmax_l|eauto]]. }
  destruct Most as (C & PC & H). exists C. split; [exact PC|]. intros X IX.
  destruct (Cover (to_list n d X)) as (t & T & _ & K).
  - apply (bounded_list n d). intros q Q. destruct (Nat.eq_dec d 0) as [Z|Z];
    [unfold N in Q; rewrite Z, Nat.mul_0_r in Q; lia|].
    apply HM; [|now apply Nat.mod_upper_bound]. apply IX. apply Nat.div_lt_upper_bound; [easy|]. unfold N in Q. lia.
  - apply (H t T X IX). intros i c Hi Hc. assert (A := close_list n d N _ _ t K (i * d + c) (place n d i c Hi Hc)).
    cbv beta in A. rewrite <- (of_to_list n d X i c Hi Hc). unfold of_list at 1, to_list.
    now rewrite coeff_Tn_bij by now apply place.
Qed.

(* where B = 0, A = 0: then |A| <= eps + C B *)
Lemma dominated n d D (A B : matrix -> R) eps : compact_set d D ->
  continuous (within n d D) A -> continuous (within n d D) B -> (forall X, 0 <= B X) ->
  (forall X, tokens_in n D X -> B X = 0 -> A X = 0) -> 0 < eps ->
  exists C, 0 <= C /\ forall X, tokens_in n D X -> Rabs (A X) <= eps + C * B X.
Proof.
  intros K CA CB PB Z E. apply (one_constant n d D (fun X C => Rabs (A X) <= eps + C * B X)); [exact K| |].
  - intros X a b L H. specialize (PB X). nra.
  - intros X IX. destruct (Req_dec (B X) 0) as [O|O].
    + destruct (CA X eps E) as (r & Pr & H). exists r, 0. split; [exact Pr|]. split; [lra|]. intros Y IY. specialize (H Y IY).
      rewrite (Z X IX O), Rminus_0_r in H. lra.
    + assert (Q : 0 < B X) by (specialize (PB X); lra). destruct (CA X 1) as (r & Pr & H); [lra|].
      destruct (CB X (B X / 2)) as (s & Ps & L); [lra|]. assert (V := Rabs_pos (A X)).
      exists (Rmin r s), ((Rabs (A X) + 1) / (B X / 2)). split; [now apply Rmin_glb_lt|].
      split; [apply Rdiv_le_0_compat; lra|]. intros Y IY.
      assert (H1 := H Y (within_less _ _ _ _ _ _ _ (Rmin_l r s) IY)).
      assert (L1 := L Y (within_less _ _ _ _ _ _ _ (Rmin_r r s) IY)). apply Rabs_def2 in L1.
      replace (A Y) with (A X + (A Y - A X)) by ring. eapply Rle_trans; [apply Rabs_triang|].
      apply Rle_trans with (Rabs (A X) + 1); [lra|].
      apply Rle_trans with ((Rabs (A X) + 1) / (B X / 2) * (B X / 2)); [right; field; lra|].
      apply Rle_trans with ((Rabs (A X) + 1) / (B X / 2) * B Y); [|lra].
      apply Rmult_le_compat_l; [apply Rdiv_le_0_compat; lra|lra].
Qed.

(* ---- 7. Least upper bounds, and distances of pairs ---- *)

Lemma least (E : R -> Prop) y b : E y -> (forall z, E z -> z <= b) ->
  (forall z, E z -> z <= real (Lub_Rbar E)) /\ forall b, (forall z, E z -> z <= b) -> real (Lub_Rbar E) <= b.
Proof.
  intros I B. destruct (Lub_Rbar_correct E) as [U L]. destruct (Lub_Rbar E) as [r| |].
  - split; [exact U|]. intros b' B'. now apply (L (Finite b')).
  - destruct (L (Finite b) B).
  - destruct (U y I).
Qed.
Lemma finitely_many m (P : nat -> R -> Prop) : (forall k a b, a <= b -> P k a -> P k b) ->
  (forall k, (k < m)%nat -> exists C, 0 <= C /\ P k C) -> exists C, 0 <= C /\ forall k, (k < m)%nat -> P k C.
Proof.
  intro More. induction m as [|m IH]; intro H; [exists 0; split; [lra|]; intros; lia|].
  destruct IH as (a & A & A'); [intros; apply H; lia|]. destruct (H m) as (b & B & B'); [lia|].
  exists (Rmax a b). split; [eapply Rle_trans; [exact A|apply Rmax_l]|]. intros k K. destruct (Nat.eq_dec k m) as [->|O].
  - apply (More m b); [apply Rmax_r|exact B'].
  - apply (More k a); [apply Rmax_l|apply A'; lia].
Qed.

(* the sum of the differences of the entries *)
Definition gap (d l : nat) (p q : vector * vector) : R :=
  sum d (fun c => Rabs (fst p c - fst q c)) + sum l (fun u => Rabs (snd p u - snd q u)).
Section Gap.
  Variables d l : nat.
  Lemma gap_nonneg p q : 0 <= gap d l p q.
  Proof. apply Rplus_le_le_0_compat; apply sum_nonneg; intros; apply Rabs_pos. Qed.
  Lemma gap_same p : gap d l p p = 0.
  Proof.
    assert (Z : forall m (x : vector), sum m (fun c => Rabs (x c - x c)) = 0).
    { intros m x. rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_0|]. intros. now rewrite Rminus_diag_eq, Rabs_R0. }
    unfold gap. rewrite !Z. ring.
  Qed.
  Lemma gap_sym p q : gap d l p q = gap d l q p.
  Proof. unfold gap. f_equal; apply sum_ext; intros; apply Rabs_minus_sym. Qed.
  Lemma gap_triangle p q r : gap d l p r <= gap d l p q + gap d l q r.
  Proof.
    unfold gap. assert (T : forall a b c : R, Rabs (a - c) <= Rabs (a - b) + Rabs (b - c)).
    { intros a b c. replace (a - c) with ((a - b) + (b - c)) by ring. apply Rabs_triang. }
    assert (S_ : forall m (x y z : vector), sum m (fun c => Rabs (x c - z c))
      <= sum m (fun c => Rabs (x c - y c)) + sum m (fun c => Rabs (y c - z c))).
    { intros m x y z. rewrite <- sum_plus. apply sum_le. intros; apply T. }
    assert (A := S_ d (fst p) (fst q) (fst r)). assert (B := S_ l (snd p) (snd q) (snd r)). lra.
  Qed.
  Lemma gap_zero p q : gap d l p q = 0 ->
    (forall c, (c < d)%nat -> fst p c = fst q c) /\ forall u, (u < l)%nat -> snd p u = snd q u.
  Proof.
    unfold gap. assert (P : forall m (x y : vector), 0 <= sum m (fun c => Rabs (x c - y c))).
    { intros. apply sum_nonneg. intros; apply Rabs_pos. }
    assert (Z : forall m (x y : vector) c, sum m (fun c => Rabs (x c - y c)) <= 0 -> (c < m)%nat -> x c = y c).
    { intros m x y c H C. assert (T := sum_term m c (fun c => Rabs (x c - y c)) C ltac:(intros; apply Rabs_pos)).
      cbv beta in T. apply Rminus_diag_uniq, Rabs_eq_0. assert (Q := Rabs_pos (x c - y c)). lra. }
    intro H. assert (A := P d (fst p) (fst q)). assert (B := P l (snd p) (snd q)).
    split; intros c C; eapply Z; try exact C; lra.
  Qed.
  Lemma gap_continuous {T : Type} (closer : R -> T -> T -> Prop) (p q : T -> vector * vector) :
    (forall a b x y, a <= b -> closer a x y -> closer b x y) ->
    (forall c, (c < d)%nat -> continuous closer (fun x => fst (p x) c) /\ continuous closer (fun x => fst (q x) c)) ->
    (forall u, (u < l)%nat -> continuous closer (fun x => snd (p x) u) /\ continuous closer (fun x => snd (q x) u)) ->
    continuous closer (fun x => gap d l (p x) (q x)).
  Proof.
    intros L F S_. apply (continuous_plus _ L); apply (continuous_sum _ L); intros c C;
      apply continuous_abs, (continuous_minus _ L); first [now apply F|now apply S_].
  Qed.
End Gap.

(* |psi(p)_c - psi(q)_c| <= eps + C |p - q|, for each eps > 0 with some C *)
Definition uniform (d l m : nat) (psi : vector -> vector -> vector) : Prop :=
  forall eps, 0 < eps -> exists C, 0 <= C /\ forall p q c, (c < m)%nat ->
    Rabs (psi (fst q) (snd q) c - psi (fst p) (snd p) c) <= eps + C * gap d l p q.
Lemma close_pair_less d l a b p q : a <= b -> close_pair d l a p q -> close_pair d l b p q.
Proof. intros L [A B]. split; intros k I; [specialize (A k I)|specialize (B k I)]; lra. Qed.
Lemma coordinate_continuous d l c : (c < d)%nat -> continuous (close_pair d l) (fun p => fst p c).
Proof. intros C p eps E. exists eps. split; [exact E|]. intros q [H _]. now apply H. Qed.
Lemma sum_continuous d l u : (u < l)%nat -> continuous (close_pair d l) (fun p => snd p u).
Proof. intros U p eps E. exists eps. split; [exact E|]. intros q [_ H]. now apply H. Qed.
Lemma uniform_continuous d l m psi : uniform d l m psi -> continuous_psi d l m psi.
Proof.
  intros H c K p eps E. destruct (H (eps / 2)) as (C & P & B); [lra|].
  assert (G : continuous (close_pair d l) (fun q => C * gap d l p q)).
  { assert (L := close_pair_less d l). apply (continuous_times _ L); [apply continuous_const|].
    apply (gap_continuous d l _ (fun _ => p) (fun q => q) L); intros k I;
      (split; [apply continuous_const|]); [now apply coordinate_continuous|now apply sum_continuous]. }
  destruct (G p (eps / 2)) as (delta & Q & S_); [lra|]. exists delta. split; [exact Q|]. intros q N. specialize (S_ q N).
  cbv beta in S_. rewrite gap_same in S_. apply Rabs_def2 in S_. specialize (B p q c K). lra.
Qed.

(* ---- 8. f(X)_i is determined by x_i and Sigma, with a bound ---- *)

(* x_i and Sigma *)
Definition seen (n d : nat) (X : matrix) (i : nat) : vector * vector := (X i, Sigma n (monomials n d) X).

Section Given.
  Variables (n d : nat) (D : vector -> Prop) (f : matrix -> matrix).
  Hypotheses (compact : compact_set d D) (f_continuous : continuous_on n d D f) (f_equivariant : equivariant n d D f).
  Let l := latent n d.

  Lemma looks_at X Y i c : tokens_in n D X -> tokens_in n D Y ->
    (forall k q, (k < n)%nat -> (q < d)%nat -> X k q = Y k q) -> (i < n)%nat -> (c < d)%nat -> f X i c = f Y i c.
  Proof.
    intros TX TY E I C. apply cond_eq. intros eps P. destruct (f_continuous Y TY eps P) as (delta & Q & H).
    apply H; try assumption. intros k q K L. now rewrite E, Rminus_diag_eq, Rabs_R0.
  Qed.
  Lemma determined X Y i j c : tokens_in n D X -> tokens_in n D Y -> (i < n)%nat -> (j < n)%nat -> (c < d)%nat ->
    gap d l (seen n d X i) (seen n d Y j) = 0 -> f X i c = f Y j c.
  Proof.
    intros TX TY I J C G. apply gap_zero in G as [E S_]. cbn [seen fst snd] in *.
    destruct (same_tokens n d X Y S_) as (p & P & H). set (p' := fun k => exchange (p i) j (p k)).
    assert (PI : (p i < n)%nat) by now apply P.
    assert (P' : permutation n p') by now apply (permutation_after n p), exchange_permutes.
    assert (At : p' i = j) by (unfold p'; exchanges). rewrite <- At, <- (f_equivariant p' Y P' TY i c I C).
    apply looks_at; try assumption; [intros k K; apply TY, P', K|]. intros k q K Q. rewrite H by assumption.
    unfold p', exchange. destruct (Nat.eqb_spec (p k) (p i)) as [->|_]; [rewrite <- H, E; easy|].
    destruct (Nat.eqb_spec (p k) j) as [->|_]; [|reflexivity]. rewrite <- E, H; easy.
  Qed.

  (* two sequences as one of 2 n tokens: those from m on *)
  Definition from (m : nat) (Z : matrix) : matrix := fun k => Z (m + k)%nat.
  Let closer := within (n + n) d D.
  Lemma entry_continuous k c : (k < n + n)%nat -> (c < d)%nat -> continuous closer (fun Z => Z k c).
  Proof. intros K C X eps E. exists eps. split; [exact E|]. intros Y (_ & _ & H). now apply H. Qed.
  Lemma f_from_continuous m i c : (m <= n)%nat -> (i < n)%nat -> (c < d)%nat -> continuous closer (fun Z => f (from m Z) i c).
  Proof.
    intros M I C X eps E. destruct (classic (tokens_in (n + n) D X)) as [T|O].
    - destruct (f_continuous (from m X)) with eps as (delta & P & H); [intros k K; apply T; lia|exact E|].
      exists delta. split; [exact P|]. intros Y (_ & TY & N). apply H; try assumption; [intros k K; apply TY; lia|].
      intros k q K Q. apply N; lia.
    - exists 1. split; [lra|]. intros Y (T & _). now destruct O.
  Qed.
  Lemma sum_from_continuous m u : (m <= n)%nat -> (u < l)%nat ->
    continuous closer (fun Z => Sigma n (monomials n d) (from m Z) u).
  Proof.
    intros M U. assert (L := within_less (n + n) d D). apply (continuous_sum _ L). intros k K.
    apply (continuous_monomials _ L n d (fun Z => from m Z k)); [|exact U]. intros c C. apply entry_continuous; lia.
  Qed.
  Lemma modulus_at eps i j c : 0 < eps -> (i < n)%nat -> (j < n)%nat -> (c < d)%nat ->
    exists C, 0 <= C /\ forall X Y, tokens_in n D X -> tokens_in n D Y ->
      Rabs (f X i c - f Y j c) <= eps + C * gap d l (seen n d X i) (seen n d Y j).
  Proof.
    intros E I J K. assert (L := within_less (n + n) d D).
    destruct (dominated (n + n) d D (fun Z => f (from 0 Z) i c - f (from n Z) j c)
      (fun Z => gap d l (seen n d (from 0 Z) i) (seen n d (from n Z) j)) eps) as (C & P & H); try exact E; try exact compact.
    - apply (continuous_minus _ L); apply f_from_continuous; lia.
    - apply gap_continuous; [exact L|..]; intros q Q.
      + split; [apply (entry_continuous i q)|apply (entry_continuous (n + j) q)]; lia.
      + split; [apply (sum_from_continuous 0 q)|apply (sum_from_continuous n q)]; (lia || exact Q).
    - intro; apply gap_nonneg.
    - intros Z T G. apply Rminus_diag_eq. apply determined; try assumption; intros k M; apply T; lia.
    - exists C. split; [exact P|]. intros X Y TX TY. set (Z := fun k => if (k <? n)%nat then X k else Y (k - n)%nat).
      assert (ZX : forall k, (k < n)%nat -> from 0 Z k = X k).
      { intros k M. unfold from, Z. destruct (Nat.ltb_spec (0 + k) n); [reflexivity|lia]. }
      assert (ZY : from n Z = Y).
      { apply functional_extensionality. intro k. unfold from, Z. destruct (Nat.ltb_spec (n + k) n); [lia|].
        now replace (n + k - n)%nat with k by lia. }
      assert (T : tokens_in (n + n) D Z).
      { intros k M. unfold Z. destruct (Nat.ltb_spec k n); [now apply TX|apply TY; lia]. }
      specialize (H Z T). cbv beta in H. rewrite ZY in H.
      replace (f X i c) with (f (from 0 Z) i c).
      2: { apply looks_at; try assumption; [intros k M; apply T; lia|]. intros k q M _. now rewrite ZX. }
      replace (seen n d X i) with (seen n d (from 0 Z) i); [exact H|]. unfold seen. f_equal; [now apply ZX|].
      apply functional_extensionality. intro u. apply sum_ext. intros k M. now rewrite ZX.
  Qed.
  Lemma moduli eps : 0 < eps -> exists C, 0 <= C /\ forall i, (i < n)%nat -> forall j, (j < n)%nat -> forall c, (c < d)%nat ->
    forall X Y, tokens_in n D X -> tokens_in n D Y ->
      Rabs (f X i c - f Y j c) <= eps + C * gap d l (seen n d X i) (seen n d Y j).
  Proof.
    intro E. assert (G := gap_nonneg d l).
    assert (More : forall a b x g : R, a <= b -> 0 <= g -> x <= eps + a * g -> x <= eps + b * g) by (intros; nra).
    apply (finitely_many n (fun i C => forall j, (j < n)%nat -> forall c, (c < d)%nat -> forall X Y, tokens_in n D X ->
      tokens_in n D Y -> Rabs (f X i c - f Y j c) <= eps + C * gap d l (seen n d X i) (seen n d Y j))); [eauto 10|].
    intros i I.
    apply (finitely_many n (fun j C => forall c, (c < d)%nat -> forall X Y, tokens_in n D X ->
      tokens_in n D Y -> Rabs (f X i c - f Y j c) <= eps + C * gap d l (seen n d X i) (seen n d Y j))); [eauto 10|].
    intros j J.
    apply (finitely_many d (fun c C => forall X Y, tokens_in n D X ->
      tokens_in n D Y -> Rabs (f X i c - f Y j c) <= eps + C * gap d l (seen n d X i) (seen n d Y j))); [eauto 10|].
    intros c C.
    now apply modulus_at.
  Qed.

  (* ---- 9. psi ---- *)

  Variable X0 : matrix.
  Hypotheses (X0_in : tokens_in n D X0) (n_pos : (0 < n)%nat).
  (* a concave bound: the infimum of all eps + C t *)
  Definition bounding (eps C : R) : Prop :=
    0 <= eps /\ 0 <= C /\ forall i, (i < n)%nat -> forall j, (j < n)%nat -> forall c, (c < d)%nat -> forall X Y,
      tokens_in n D X -> tokens_in n D Y -> Rabs (f X i c - f Y j c) <= eps + C * gap d l (seen n d X i) (seen n d Y j).
  Definition omega (t : R) : R := - real (Lub_Rbar (fun y => exists eps C, bounding eps C /\ y = - (eps + C * t))).
  Lemma bounding_exists eps : 0 < eps -> exists C, bounding eps C.
  Proof. intro E. destruct (moduli eps E) as (C & P & H). exists C. split; [lra|now split]. Qed.
  Lemma omega_is t : 0 <= t -> (forall eps C, bounding eps C -> omega t <= eps + C * t) /\
    forall b, (forall eps C, bounding eps C -> b <= eps + C * t) -> b <= omega t.
  Proof.
    intro T. destruct (bounding_exists 1 Rlt_0_1) as (C1 & B1).
    destruct (least (fun y => exists eps C, bounding eps C /\ y = - (eps + C * t)) (- (1 + C1 * t)) 0) as [U L].
    - now exists 1, C1.
    - intros z (e & C & (E & P & _) & ->). nra.
    - unfold omega. split; [intros e C B|intros b H].
      + enough (- (e + C * t) <= real (Lub_Rbar (fun y => exists eps C, bounding eps C /\ y = - (eps + C * t)))) by lra.
        apply U. now exists e, C.
      + enough (real (Lub_Rbar (fun y => exists eps C, bounding eps C /\ y = - (eps + C * t))) <= - b) by lra.
        apply L. intros z (e & C & B & ->). specialize (H e C B). lra.
  Qed.
  Lemma omega_bounds X Y i j c : tokens_in n D X -> tokens_in n D Y -> (i < n)%nat -> (j < n)%nat -> (c < d)%nat ->
    Rabs (f X i c - f Y j c) <= omega (gap d l (seen n d X i) (seen n d Y j)).
  Proof. intros. apply omega_is; [apply gap_nonneg|]. intros e C (_ & _ & B). now apply B. Qed.
  Lemma omega_more s t : 0 <= s <= t -> omega s <= omega t.
  Proof.
    intro H. apply (omega_is t); [lra|]. intros e C B. apply Rle_trans with (e + C * s); [now apply omega_is|].
    destruct B as (_ & P & _). nra.
  Qed.
  Lemma omega_plus s t : 0 <= s -> 0 <= t -> omega (s + t) <= omega s + omega t.
  Proof.
    intros S_ T. enough (omega (s + t) - omega t <= omega s) by lra. apply (omega_is s S_). intros e C B.
    enough (omega (s + t) - (e + C * s) <= omega t) by lra. apply (omega_is t T). intros e' C' B'.
    assert (P := proj1 (omega_is (s + t) ltac:(lra)) e C B). assert (P' := proj1 (omega_is (s + t) ltac:(lra)) e' C' B').
    destruct B as (E & N & _), B' as (E' & N' & _). destruct (Rle_or_lt C C'); nra.
  Qed.
  Lemma omega_0 : omega 0 <= 0.
  Proof.
    apply Rnot_lt_le. intro H. destruct (bounding_exists (omega 0 / 2)) as (C & B); [lra|].
    assert (U := proj1 (omega_is 0 (Rle_refl 0)) _ _ B). lra.
  Qed.

  Definition below (p : vector * vector) (c : nat) (y : R) : Prop :=
    exists Y j, tokens_in n D Y /\ (j < n)%nat /\ y = f Y j c - omega (gap d l p (seen n d Y j)).
  Definition psi (x S : vector) : vector := fun c => real (Lub_Rbar (below (x, S) c)).
  Lemma omega_triangle p q r : omega (gap d l p r) <= omega (gap d l p q) + omega (gap d l q r).
  Proof.
    eapply Rle_trans; [|apply omega_plus; apply gap_nonneg]. apply omega_more. split; [apply gap_nonneg|apply gap_triangle].
  Qed.
  Lemma psi_is p c : (c < d)%nat -> (forall y, below p c y -> y <= psi (fst p) (snd p) c) /\
    forall b, (forall y, below p c y -> y <= b) -> psi (fst p) (snd p) c <= b.
  Proof.
    intro K. unfold psi. rewrite <- surjective_pairing.
    apply (least _ (f X0 0%nat c - omega (gap d l p (seen n d X0 0))) (f X0 0%nat c + omega (gap d l (seen n d X0 0) p))).
    - now exists X0, 0%nat.
    - intros y (Y & j & T & J & ->). assert (B := omega_bounds X0 Y 0 j c X0_in T n_pos J K).
      assert (G := omega_triangle (seen n d X0 0) p (seen n d Y j)). apply Rabs_le_between in B. lra.
  Qed.
  Lemma psi_gives X i c : tokens_in n D X -> (i < n)%nat -> (c < d)%nat -> Sumformer n (monomials n d) psi X i c = f X i c.
  Proof.
    intros T I K. destruct (psi_is (seen n d X i) c K) as [U L].
    change (psi (fst (seen n d X i)) (snd (seen n d X i)) c = f X i c). apply Rle_antisym.
    - apply L. intros y (Y & j & TY & J & ->). assert (B := omega_bounds X Y i j c T TY I J K).
      apply Rabs_le_between in B. lra.
    - apply Rle_trans with (f X i c - omega (gap d l (seen n d X i) (seen n d X i))).
      { rewrite gap_same. assert (O := omega_0). lra. }
      apply U. now exists X, i.
  Qed.
  Lemma psi_moves p q c : (c < d)%nat -> psi (fst q) (snd q) c <= psi (fst p) (snd p) c + omega (gap d l p q).
  Proof.
    intro K. apply (psi_is q c K). intros y (Y & j & T & J & ->). assert (G := omega_triangle p q (seen n d Y j)).
    assert (U : f Y j c - omega (gap d l p (seen n d Y j)) <= psi (fst p) (snd p) c)
      by (apply (psi_is p c K); now exists Y, j).
    lra.
  Qed.
  Lemma psi_uniform : uniform d l d psi.
  Proof.
    intros eps E. destruct (bounding_exists eps E) as (C & B). exists C. split; [apply B|]. intros p q c K.
    assert (U := proj1 (omega_is _ (gap_nonneg d l p q)) _ _ B).
    assert (V := psi_moves p q c K). assert (W := psi_moves q p c K). rewrite gap_sym in W. apply Rabs_le. lra.
  Qed.
End Given.

Lemma exactly n d D f : compact_set d D -> continuous_on n d D f -> equivariant n d D f ->
  exists psi, uniform d (latent n d) d psi /\ forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
    f X i c = Sumformer n (monomials n d) psi X i c.
Proof.
  intros K F Q. destruct (classic ((0 < n)%nat /\ exists X0, tokens_in n D X0)) as [(N & X0 & T0)|O].
  - exists (psi n d D f). split; [now apply (psi_uniform n d D f K F Q X0)|]. intros X T i c I J. symmetry.
    now apply (psi_gives n d D f K F Q X0).
  - exists (fun _ _ _ => 0). split.
    + intros eps E. exists 0. split; [lra|]. intros. rewrite Rminus_diag_eq, Rabs_R0; lra.
    + intros X T i c I J. destruct O. split; [lia|]. now exists X.
Qed.

(* ---- 10. Polynomials near psi ---- *)

Lemma polynomial_continuous d l g : polynomial d l g -> continuous (close_pair d l) g.
Proof.
  assert (L := close_pair_less d l). induction 1 as [z|c C|u U|g h G IG H IH|g h G IG H IH].
  - apply continuous_const.
  - now apply coordinate_continuous.
  - now apply sum_continuous.
  - now apply (continuous_plus _ L).
  - now apply (continuous_times _ L).
Qed.
Lemma polynomial_expected d l u n : polynomial d l u -> forall g : nat -> vector * vector -> R,
  (forall k, polynomial d l (g k)) -> polynomial d l (fun p => expected n (fun k => g k p) (u p)).
Proof.
  intro U. induction n as [|n IH]; intros g G; cbn [expected]; [apply G|]. apply poly_plus.
  - apply (poly_times d l (fun p => 1 - u p)); [|now apply IH].
    apply (same (fun p => 1 + -1 * u p)); [|intro; ring].
    apply poly_plus; [|apply poly_times; [|exact U]]; apply poly_constant.
  - apply poly_times; [exact U|]. apply (IH (fun k => g (S k))). auto.
Qed.
Lemma polynomial_bernstein d l n us : Forall (polynomial d l) us -> forall F,
  polynomial d l (fun p => bernstein n (map (fun u => u p) us) F).
Proof.
  induction 1 as [|u us U _ IH]; intro F; cbn [map bernstein]; [apply poly_constant|].
  apply (polynomial_expected d l u n U (fun k p => bernstein n (map (fun u => u p) us) (fun w => F (INR k / INR n :: w)))).
  intro k. apply IH.
Qed.

Section Near.
  Variables (d l m : nat) (psi : vector -> vector -> vector) (M : R).
  Hypotheses (psi_uniform : uniform d l m psi) (M_pos : 0 < M).
  (* the entries of (x, S), from [-M, M] to [0, 1] *)
  Definition scaled : list (vector * vector -> R) :=
    map (fun c p => / (2 * M) * fst p c + / 2) (seq 0 d) ++ map (fun u p => / (2 * M) * snd p u + / 2) (seq 0 l).
  Definition unscaled (w : list R) : vector * vector :=
    (fun c => 2 * M * nth c w 0 - M, fun u => 2 * M * nth (d + u) w 0 - M).
  Lemma scaled_polynomial : Forall (polynomial d l) scaled.
  Proof.
    apply Forall_app. split; apply Forall_map, Forall_forall; intros k K; apply in_seq in K.
    - apply (poly_plus d l (fun p => / (2 * M) * fst p k) (fun _ => / 2)); [|apply poly_constant].
      apply (poly_times d l (fun _ => / (2 * M)) (fun p => fst p k)); [apply poly_constant|apply poly_coordinate; lia].
    - apply (poly_plus d l (fun p => / (2 * M) * snd p k) (fun _ => / 2)); [|apply poly_constant].
      apply (poly_times d l (fun _ => / (2 * M)) (fun p => snd p k)); [apply poly_constant|apply poly_sum; lia].
  Qed.
  Lemma scaled_length p : length (map (fun u => u p) scaled) = (d + l)%nat.
  Proof. unfold scaled. now rewrite map_length, app_length, !map_length, !seq_length. Qed.
  Lemma unscaled_scaled p : gap d l p (unscaled (map (fun u => u p) scaled)) = 0.
  Proof.
    rewrite <- (gap_same d l p). unfold gap, unscaled, scaled. cbn [fst snd].
    f_equal; apply sum_ext; intros k K; f_equal; f_equal.
    - rewrite map_app, app_nth1 by now rewrite !map_length, seq_length.
      rewrite map_map, (nth_indep _ 0 (/ (2 * M) * fst p 0%nat + / 2)) by now rewrite map_length, seq_length.
      rewrite (map_nth (fun c => / (2 * M) * fst p c + / 2) _ 0%nat), seq_nth by exact K. cbn [Nat.add]. field. lra.
    - rewrite map_app, app_nth2 by (rewrite !map_length, seq_length; lia). rewrite !map_length, seq_length.
      replace (d + k - d)%nat with k by lia.
      rewrite map_map, (nth_indep _ 0 (/ (2 * M) * snd p 0%nat + / 2)) by now rewrite map_length, seq_length.
      rewrite (map_nth (fun c => / (2 * M) * snd p c + / 2) _ 0%nat), seq_nth by exact K. cbn [Nat.add]. field. lra.
  Qed.
  Lemma scaled_in_01 p : (forall c, (c < d)%nat -> Rabs (fst p c) <= M) -> (forall u, (u < l)%nat -> Rabs (snd p u) <= M) ->
    Forall in_01 (map (fun u => u p) scaled).
  Proof.
    intros A B. assert (H : forall x, Rabs x <= M -> in_01 (/ (2 * M) * x + / 2)).
    { intros x X. apply Rabs_le_between in X. assert (P : 0 < / (2 * M)) by (apply Rinv_0_lt_compat; lra).
      assert (E : / (2 * M) * M = / 2) by (field; lra). split; nra. }
    unfold scaled. rewrite map_app, !map_map. apply Forall_app. split; apply Forall_map, Forall_forall; intros k K;
      apply in_seq in K; apply H; [apply A|apply B]; lia.
  Qed.
  Lemma gap_unscaled v w r : 0 <= r -> length v = (d + l)%nat -> Forall2 (fun x y => Rabs (x - y) <= r) v w ->
    gap d l (unscaled v) (unscaled w) <= INR (d + l) * (2 * M * r).
  Proof.
    intros P L H. assert (N : forall k, (k < d + l)%nat ->
      Rabs (2 * M * nth k v 0 - M - (2 * M * nth k w 0 - M)) <= 2 * M * r).
    { intros k K. replace (2 * M * nth k v 0 - M - (2 * M * nth k w 0 - M)) with (2 * M * (nth k v 0 - nth k w 0)) by ring.
      rewrite Rabs_mult, Rabs_pos_eq by lra. apply Rmult_le_compat_l; [lra|]. rewrite <- L in K. clear - H K.
      revert k K. induction H as [|x y v w X _ IH]; intros [|k] K; cbn in *; try lia; [exact X|]. apply IH. lia. }
    rewrite plus_INR, Rmult_plus_distr_r, <- !sum_const. unfold gap, unscaled. cbn [fst snd].
    apply Rplus_le_compat; apply sum_le; intros k K; apply N; lia.
  Qed.
  Lemma polynomials_near eps : 0 < eps -> exists g, (forall c, polynomial d l (fun p => g (fst p) (snd p) c)) /\
    forall p c, (c < m)%nat -> (forall k, (k < d)%nat -> Rabs (fst p k) <= M) ->
      (forall u, (u < l)%nat -> Rabs (snd p u) <= M) -> Rabs (psi (fst p) (snd p) c - g (fst p) (snd p) c) <= eps.
  Proof.
    intro E. assert (N := pos_INR (d + l)). set (e := eps / 2 / (INR (d + l) + 1) / 2).
    assert (Pe : 0 < e) by (unfold e; repeat apply Rdiv_lt_0_compat; lra).
    destruct (psi_uniform e Pe) as (C & PC & H). set (K := C * (INR (d + l) * (2 * M))).
    assert (PK : 0 <= K) by (unfold K; repeat apply Rmult_le_pos; lra).
    destruct (above ((INR (d + l) + 1) * (K ^ 2 / (4 * e)) / (eps / 2))) as (n & Hn).
    assert (PQ : 0 <= K ^ 2 / (4 * e)) by (apply Rdiv_le_0_compat; [apply pow2_ge_0|lra]).
    assert (Pn : (0 < n)%nat).
    { apply INR_lt. eapply Rle_lt_trans; [|exact Hn]. apply Rdiv_le_0_compat; [apply Rmult_le_pos|]; lra. }
    exists (fun x S c => bernstein n (map (fun u => u (x, S)) scaled) (fun w => psi (fst (unscaled w)) (snd (unscaled w)) c)).
    split.
    - intro c. apply (same (fun p => bernstein n (map (fun u => u p) scaled)
        (fun w => psi (fst (unscaled w)) (snd (unscaled w)) c))).
      + apply polynomial_bernstein, scaled_polynomial.
      + intros [x S]. reflexivity.
    - intros [x S] c I A B. cbn [fst snd] in *. set (us := map (fun u => u (x, S)) scaled).
      set (F := fun w => psi (fst (unscaled w)) (snd (unscaled w)) c).
      assert (At : psi x S c = F us).
      { destruct (gap_zero d l _ _ (unscaled_scaled (x, S))) as [X U]. unfold F.
        apply (continuous_looks_at d l m); [now apply uniform_continuous|exact I|exact X|exact U]. }
      rewrite At. eapply Rle_trans; [apply (bernstein_close n (2 * e) (K ^ 2 / (4 * e)))|]; try (exact Pn || lra).
      + intros v w r Lv _ _ R2 Pr. rewrite scaled_length in Lv. unfold F. rewrite Rabs_minus_sym.
        eapply Rle_trans; [apply (H (unscaled v) (unscaled w) c I)|].
        assert (G := gap_unscaled v w r Pr Lv R2).
        assert (KR : C * gap d l (unscaled v) (unscaled w) <= K * r) by (unfold K; nra).
        assert (Sq := pow2_ge_0 (2 * e - K * r)).
        assert (K * r <= e + K ^ 2 / (4 * e) * r ^ 2); [|lra].
        apply (Rmult_le_reg_l (4 * e)); [lra|].
        replace (4 * e * (e + K ^ 2 / (4 * e) * r ^ 2)) with (4 * e * e + K ^ 2 * r ^ 2) by (field; lra). nra.
      + now apply (scaled_in_01 (x, S)).
      + unfold us. rewrite scaled_length, Rmult_plus_distr_l.
        assert (Q : 0 < INR n) by now apply lt_0_INR.
        assert (H1 : INR (d + l) * (2 * e) <= eps / 2).
        { replace (eps / 2) with ((INR (d + l) + 1) * (2 * e)) by (unfold e; field; lra). nra. }
        assert (H2 : (INR (d + l) + 1) * (K ^ 2 / (4 * e)) <= INR n * (eps / 2)).
        { apply Rmult_lt_compat_r with (r := eps / 2) in Hn; [|lra].
          replace ((INR (d + l) + 1) * (K ^ 2 / (4 * e)) / (eps / 2) * (eps / 2)) with
            ((INR (d + l) + 1) * (K ^ 2 / (4 * e))) in Hn by (field; lra). lra. }
        assert (H3 : INR (d + l) * (K ^ 2 / (4 * e) / INR n) <= eps / 2); [|lra].
        apply (Rmult_le_reg_l (INR n)); [exact Q|].
        replace (INR n * (INR (d + l) * (K ^ 2 / (4 * e) / INR n))) with (INR (d + l) * (K ^ 2 / (4 * e))) by (field; lra).
        nra.
  Qed.
End Near.

(* the sums of monomials are bounded *)
Lemma bounded_sums n d D : compact_set d D -> exists M, 0 < M /\ forall X, tokens_in n D X ->
  (forall i c, (i < n)%nat -> (c < d)%nat -> Rabs (X i c) <= M) /\
  forall u, (u < latent n d)%nat -> Rabs (Sigma n (monomials n d) X u) <= M.
Proof.
  intro K. assert (L := within_less n d D). destruct (finitely_many (latent n d) (fun u M => forall X, tokens_in n D X ->
    Rabs (Sigma n (monomials n d) X u) <= 1 + M * 1)) as (M & P & H).
  - intros u a b A B X T. specialize (B X T). lra.
  - intros u U. apply (dominated n d D (fun X => Sigma n (monomials n d) X u) (fun _ => 1) 1 K); try lra; try (intros; lra).
    + apply (continuous_sum _ L). intros k I. apply (continuous_monomials _ L n d (fun X => X k)); [|exact U].
      intros c C X eps E. exists eps. split; [exact E|]. intros Y (_ & _ & N). now apply N.
    + apply continuous_const.
  - destruct (proj1 K) as (B & HB). exists (Rmax (1 + M) (Rabs B)). split; [eapply Rlt_le_trans; [|apply Rmax_l]; lra|].
    intros X T. split.
    + intros i c I C. eapply Rle_trans; [apply HB; [now apply T|exact C]|].
      eapply Rle_trans; [apply Rle_abs|apply Rmax_r].
    + intros u U. specialize (H u U X T). eapply Rle_trans; [|apply Rmax_l]. lra.
Qed.

(* ---- 11. The theorems ---- *)

Theorem theorem_4_1_exact (n d : nat) (D : vector -> Prop) (f : matrix -> matrix) :
  compact_set d D -> continuous_on n d D f -> equivariant n d D f ->
  exists psi, continuous_psi d (latent n d) d psi /\
    forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      f X i c = Sumformer n (monomials n d) psi X i c.
Proof.
  intros K F Q. destruct (exactly n d D f K F Q) as (psi & U & H). exists psi. split; [now apply uniform_continuous|exact H].
Qed.

Theorem theorem_4_1_polynomials (n d : nat) (D : vector -> Prop) (f : matrix -> matrix) :
  compact_set d D -> continuous_on n d D f -> equivariant n d D f ->
  forall eps, 0 < eps -> exists psi, (forall c, polynomial d (latent n d) (fun p => psi (fst p) (snd p) c)) /\
    exists bound, bound < eps /\ forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      Rabs (f X i c - Sumformer n (monomials n d) psi X i c) <= bound.
Proof.
  intros K F Q eps E. destruct (exactly n d D f K F Q) as (psi & U & H). destruct (bounded_sums n d D K) as (M & P & B).
  destruct (polynomials_near d (latent n d) d psi M U P (eps / 2)) as (g & G & N); [lra|]. exists g. split; [exact G|].
  exists (eps / 2). split; [lra|]. intros X T i c I C. rewrite H by assumption. destruct (B X T) as [B1 B2].
  apply (N (seen n d X i) c C); cbn [seen fst snd]; auto.
Qed.

Theorem theorem_4_1 (n d : nat) (D : vector -> Prop) (f : matrix -> matrix) :
  compact_set d D -> continuous_on n d D f -> equivariant n d D f ->
  forall eps, 0 < eps -> exists d' phi psi,
    (S d' * (fact n * fact d) = fact (n + d))%nat /\ continuous_phi d d' phi /\ continuous_psi d d' d psi /\
    exists bound, bound < eps /\ forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      Rabs (f X i c - Sumformer n phi psi X i c) <= bound.
Proof.
  intros K F Q eps E. destruct (theorem_4_1_polynomials n d D f K F Q eps E) as (psi & P & H).
  exists (latent n d), (monomials n d), psi. split; [apply latent_is|]. split; [apply monomials_continuous|].
  split; [|exact H]. intros c _. apply polynomial_continuous, P.
Qed.
