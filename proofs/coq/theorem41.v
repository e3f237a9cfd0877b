(* Sumformer, Theorem 4.1, with continuous phi and psi: for every continuous equivariant function on a compact set and every
   eps > 0 there is a Sumformer that is nearer to it than eps.

   The definitions are section 1, the theorem is at the end.  Of the networks of Theorem 4.3 (theorem4.v) one block alone
   has values that are not 0, and its head gives each token the mean of all: phi is what stands before it, psi what follows,
   each on one row. *)
From Coq Require Import Reals List Lra Lia FunctionalExtensionality.
From NP Require Import performer theorem4.
Import ListNotations.
Local Open Scope R_scope.

(* ---- 1. Definition 3.1, and continuity ---- *)

(* Eq. 14 *)
Definition Sigma (n : nat) (phi : vector -> vector) (X : matrix) : vector := fun u => sum n (fun k => phi (X k) u).
(* Eq. 15 *)
Definition Sumformer (n : nat) (phi : vector -> vector) (psi : vector -> vector -> vector) (X : matrix) : matrix :=
  fun i => psi (X i) (Sigma n phi X).

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

(* phi looks at the first d entries alone *)
Lemma continuous_looks_at d l phi x y u : continuous_phi d l phi -> (u < l)%nat ->
  (forall c, (c < d)%nat -> x c = y c) -> phi x u = phi y u.
Proof.
  intros C U E. apply cond_eq. intros eps P. destruct (C u U y eps P) as (delta & Q & H). apply H.
  intros c I. now rewrite E, Rminus_diag_eq, Rabs_R0.
Qed.

(* ---- 2. Continuous functions ---- *)

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
  Lemma continuous_times g z : continuous closer g -> continuous closer (fun x => g x * z).
  Proof.
    intros G x eps E. assert (Z := Rabs_pos z). destruct (G x (eps / (Rabs z + 1))) as (a & A & A').
    { apply Rdiv_lt_0_compat; lra. }
    exists a. split; [exact A|]. intros y C. specialize (A' y C).
    replace (g y * z - g x * z) with ((g y - g x) * z) by ring. rewrite Rabs_mult.
    apply Rmult_lt_compat_r with (r := Rabs z + 1) in A'; [|lra].
    replace (eps / (Rabs z + 1) * (Rabs z + 1)) with eps in A' by (field; lra).
    assert (P := Rabs_pos (g y - g x)). nra.
  Qed.
  Lemma continuous_relu g : continuous closer g -> continuous closer (fun x => Rmax 0 (g x)).
  Proof.
    intros G x eps E. destruct (G x eps E) as (a & A & A'). exists a. split; [exact A|]. intros y C. specialize (A' y C).
    revert A'. unfold Rmax. destruct (Rle_dec 0 (g y)), (Rle_dec 0 (g x)); intro A'; apply Rabs_def2 in A';
      apply Rabs_def1; lra.
  Qed.
  Lemma continuous_sum m (g : nat -> T -> R) :
    (forall i, (i < m)%nat -> continuous closer (g i)) -> continuous closer (fun x => sum m (fun i => g i x)).
  Proof.
    induction m as [|m IH]; intro H; cbn [sum]; [apply continuous_const|].
    apply continuous_plus; [|apply H; lia]. apply IH. intros i I. apply H. lia.
  Qed.
End Continuous.

Lemma close_less d a b x y : a <= b -> close d a x y -> close d b x y.
Proof. intros L H c C. specialize (H c C). lra. Qed.
Lemma close_pair_less d l a b p q : a <= b -> close_pair d l a p q -> close_pair d l b p q.
Proof. intros L [P Q]. split; now apply (close_less _ a). Qed.

(* ---- 3. Networks on one row ---- *)

Section Rows.
  Context {head : Type}.
  Variable w : nat.
  Definition row_layers (N : layers) (v : vector) : vector :=
    fun c => sum (units N) (fun h => Rmax 0 (sum w (fun j => v j * W_1 N j h) + b_1 N h) * W_2 N h c) + b_2 N c.
  (* a block, where attention adds t *)
  Definition row_block (B : block head) (v t : vector) : vector :=
    fun c => v c + row_layers (fully_connected B) (fun q => v q + t q) c.
  Definition row_network (blocks : list (block head)) (v : vector) : vector :=
    fold_left (fun v B => row_block B v (fun _ => 0)) blocks v.

  Context {T : Type} (closer : R -> T -> T -> Prop).
  Hypothesis closer_less : forall a b x y, a <= b -> closer a x y -> closer b x y.
  Let all_continuous (v : T -> vector) : Prop := forall q, (q < w)%nat -> continuous closer (fun x => v x q).
  Lemma row_block_continuous B v t :
    all_continuous v -> all_continuous t -> all_continuous (fun x => row_block B (v x) (t x)).
  Proof.
    intros V S q Q. unfold row_block, row_layers.
    apply (continuous_plus _ closer_less); [now apply V|]. apply (continuous_plus _ closer_less); [|apply continuous_const].
    apply (continuous_sum _ closer_less). intros h _. apply continuous_times, continuous_relu.
    apply (continuous_plus _ closer_less); [|apply continuous_const]. apply (continuous_sum _ closer_less). intros j J.
    apply continuous_times, (continuous_plus _ closer_less); [now apply V|now apply S].
  Qed.
  Lemma row_network_continuous blocks : forall v, all_continuous v -> all_continuous (fun x => row_network blocks (v x)).
  Proof.
    induction blocks as [|B blocks IH]; intros v V; [exact V|].
    apply (IH (fun x => row_block B (v x) (fun _ => 0))), row_block_continuous; [exact V|].
    intros q _. apply continuous_const.
  Qed.
End Rows.

(* ---- 4. Heads that give means ---- *)

Lemma one_head_gives {head : Type} w (value : head -> matrix -> matrix) B H X i q : heads B = [H] ->
  Att w value B X i q = sum w (fun l => value H X i l * WO B l q).
Proof.
  intro A. unfold Att, times, concatenated. rewrite A. cbn [length map]. rewrite Nat.mul_1_l. apply sum_ext. intros l L.
  now rewrite Nat.div_small, Nat.mod_small by exact L.
Qed.

Section Means.
  Variables (n w : nat).
  Let value : weights -> matrix -> matrix := AttHead n w.
  Definition mean (H : weights) (S : vector) : vector := fun q => sum w (fun k => S k * WV H k q) / INR n.
  (* what the block adds, by attention, where S is the sum of the rows *)
  Definition added (B : block weights) (H : weights) (S : vector) : vector :=
    fun q => sum w (fun l => mean H S l * WO B l q).

  Lemma exchanged m k (g : nat -> nat -> R) : sum m (fun i => sum k (g i)) = sum k (fun j => sum m (fun i => g i j)).
  Proof. induction m as [|m IH]; cbn [sum]; [now rewrite sum_0|]. now rewrite IH, sum_plus. Qed.
  Lemma head_gives H X i q : (0 < n)%nat -> WQ H = zero -> value H X i q = mean H (fun k => sum n (fun j => X j k)) q.
  Proof.
    intros P Z. assert (S : forall l, scores w (times w X (WQ H)) (times w X (WK H)) i l = 0).
    { intro l. unfold scores, times at 1. rewrite (sum_ext _ _ (fun _ => 0)), sum_0; [unfold Rdiv; ring|].
      intros k _. unfold times at 1. rewrite (sum_ext _ _ (fun _ => 0)), sum_0; [ring|]. intros j _. rewrite Z. unfold zero. ring. }
    unfold value, AttHead, mean. unfold times at 1.
    rewrite (sum_ext _ _ (fun l => / INR n * times w X (WV H) l q)).
    2: { intros l _. f_equal. unfold softmax. rewrite S, (sum_ext _ _ (fun _ => 1)).
      - rewrite sum_const, exp_0. field. now apply not_0_INR, Nat.neq_0_lt_0.
      - intros k _. now rewrite S, exp_0. }
    rewrite sum_scal, Rmult_comm. unfold Rdiv. f_equal. unfold times. rewrite exchanged. apply sum_ext. intros k _.
    rewrite (sum_ext _ _ (fun j => WV H k q * X j k)), sum_scal by (intros; ring). ring.
  Qed.
  Definition quiet (B : block weights) : Prop := exists H, heads B = [H] /\ forall k q, WV H k q = 0.
  Lemma quiet_rows blocks i : forall X, Forall quiet blocks -> Network w value blocks X i = row_network w blocks (X i).
  Proof.
    induction blocks as [|B blocks IH]; intros X F; [reflexivity|]. inversion F as [|? ? (H & A & Z) F']. subst.
    change (Network w value (B :: blocks) X) with (Network w value blocks (Block w value B X)). rewrite IH by exact F'.
    change (Block w value B X i) with (row_block w B (X i) (Att w value B X i)).
    replace (Att w value B X i) with (fun _ : nat => 0); [reflexivity|]. apply functional_extensionality. intro q.
    rewrite (one_head_gives w value B H X i q A). symmetry. rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_0|].
    assert (V : forall j l, times w X (WV H) j l = 0).
    { intros j l. unfold times. rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_0|]. intros k _. rewrite Z. ring. }
    intros l _. unfold value, AttHead. unfold times at 1. rewrite (sum_ext _ _ (fun _ => 0)), sum_0; [ring|].
    intros j _. rewrite V. ring.
  Qed.
  Lemma rows before B H following X i : (0 < n)%nat -> Forall quiet before -> Forall quiet following ->
    heads B = [H] -> WQ H = zero -> Network w value (before ++ B :: following) X i =
      row_network w following (row_block w B (row_network w before (X i))
        (added B H (fun k => sum n (fun j => row_network w before (X j) k)))).
  Proof.
    intros P Q1 Q2 A Z. replace (Network w value (before ++ B :: following) X)
      with (Network w value following (Block w value B (Network w value before X)))
      by (unfold Network; now rewrite fold_left_app).
    rewrite quiet_rows by exact Q2. f_equal.
    change (Block w value B (Network w value before X) i) with
      (row_block w B (Network w value before X i) (Att w value B (Network w value before X) i)).
    rewrite quiet_rows by exact Q1. f_equal. apply functional_extensionality. intro q.
    rewrite (one_head_gives w value B H _ i q A). unfold added. apply sum_ext. intros l _. f_equal.
    rewrite head_gives by assumption. f_equal. apply functional_extensionality. intro k. apply sum_ext. intros j _.
    now rewrite quiet_rows.
  Qed.
End Means.

(* ---- 5. The theorem ---- *)

(* x with zeros after it *)
Definition with_zeros (d : nat) (x : vector) : vector := fun c => if (c <? d)%nat then x c else 0.

Section Made.
  Variables (n d R0 : nat) (before following : list (block weights)) (B : block weights) (H : weights).
  Let w := width d R0.
  Definition phi_of (x : vector) : vector := row_network w before (with_zeros d x).
  Definition psi_of (x S : vector) : vector :=
    fun c => row_network w following (row_block w B (phi_of x) (added n w B H S)) (d + 2 * R0 + c)%nat.
  Lemma phi_of_continuous T (closer : R -> T -> T -> Prop) v : (forall a b x y, a <= b -> closer a x y -> closer b x y) ->
    (forall c, (c < d)%nat -> continuous closer (fun x => v x c)) ->
    forall q, (q < w)%nat -> continuous closer (fun x => phi_of (v x) q).
  Proof.
    intros L V. apply (row_network_continuous w closer L before (fun x => with_zeros d (v x))). intros q _.
    unfold with_zeros. destruct (Nat.ltb_spec q d) as [I|_]; [now apply V|apply continuous_const].
  Qed.
  Lemma phi_is_continuous : continuous_phi d w phi_of.
  Proof.
    intros u U. apply (phi_of_continuous _ (close d) (fun x => x)); [apply close_less| |exact U]. intros c C x eps E.
    exists eps. split; [exact E|]. intros y K. now apply K.
  Qed.
  Lemma psi_is_continuous : continuous_psi d w d psi_of.
  Proof.
    intros c C. unfold psi_of. assert (L := close_pair_less d w).
    apply (row_network_continuous w _ L following (fun p => row_block w B (phi_of (fst p)) (added n w B H (snd p))));
      [|unfold w, width; lia].
    apply (row_block_continuous w _ L).
    - apply (phi_of_continuous _ _ fst L). intros q Q x eps E. exists eps. split; [exact E|]. intros y [K _]. now apply K.
    - intros q _. unfold added, mean. apply (continuous_sum _ L). intros l _. apply continuous_times.
      apply continuous_times, (continuous_sum _ L). intros k I. apply continuous_times. intros x eps E. exists eps.
      split; [exact E|]. intros y [_ K]. now apply K.
  Qed.
  Lemma made_is X i c : (0 < n)%nat -> Forall quiet before -> Forall quiet following -> heads B = [H] -> WQ H = zero ->
    (i < n)%nat -> Network w (AttHead n w) (before ++ B :: following) (padded n d X) i (d + 2 * R0 + c)%nat
      = Sumformer n phi_of psi_of X i c.
  Proof.
    intros P Q1 Q2 A Z I. rewrite (rows n w before B H) by assumption.
    assert (E : forall j, (j < n)%nat -> padded n d X j = with_zeros d (X j)).
    { intros j J. apply functional_extensionality. intro q. unfold padded, with_zeros. now destruct (Nat.ltb_spec j n); [|lia]. }
    rewrite E by exact I. unfold Sumformer, psi_of, Sigma, phi_of. do 3 f_equal. apply functional_extensionality. intro k.
    apply sum_ext. intros j J. now rewrite E.
  Qed.
End Made.

Theorem theorem_4_1 (n d : nat) (D : vector -> Prop) (f : matrix -> matrix) :
  compact_set d D -> continuous_on n d D f -> equivariant n d D f ->
  forall eps, 0 < eps -> exists d' phi psi,
    (0 < d')%nat /\ continuous_phi d d' phi /\ continuous_psi d d' d psi /\
    exists bound, bound < eps /\ forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      Rabs (f X i c - Sumformer n phi psi X i c) <= bound.
Proof.
  intros K C P eps E. destruct (whole n d D f (fun R0 => AttHead n (width d R0)) (head_4_3 n d)) with eps
    as (R0 & blocks & A & HB & bound & G & H); [|exact K|exact E|].
  { intros x0 beta X0 B N M e E'. now apply (transformers n d D f x0 beta X0 B (proj2 K) C P). }
  destruct (nth_error blocks (3 * R0)) as [B|] eqn:L; [|apply nth_error_None in L; lia].
  apply nth_error_split in L as (before & following & -> & L).
  assert (Q : forall l B', l <> (3 * R0)%nat -> nth_error (before ++ B :: following) l = Some B' -> quiet B').
  { intros l B' O I. destruct (HB l B' I) as [U _]. eexists. split; [exact U|]. intros k q. cbn. unfold values.
    apply Nat.eqb_neq in O. now rewrite O. }
  assert (Q1 : Forall quiet before).
  { apply Forall_forall. intros B' I. apply In_nth_error in I as [l I]. assert (l < length before)%nat by
      (apply nth_error_Some; congruence). apply (Q l); [lia|]. now rewrite nth_error_app1. }
  assert (Q2 : Forall quiet following).
  { apply Forall_forall. intros B' I. apply In_nth_error in I as [l I]. apply (Q (length before + S l)%nat); [lia|].
    rewrite nth_error_app2 by lia. now replace (length before + S l - length before)%nat with (S l) by lia. }
  destruct (HB (3 * R0)%nat B) as [U _]. { rewrite nth_error_app2 by lia. now rewrite L, Nat.sub_diag. }
  set (h := head_4_3 n d R0 (3 * R0)) in U.
  exists (width d R0), (phi_of d R0 before), (psi_of n d R0 before following B h).
  split; [unfold width; lia|]. split; [apply phi_is_continuous|]. split; [apply psi_is_continuous|].
  exists bound. split; [exact G|]. intros X T i c I J. rewrite <- (made_is n d R0 before following B h) by
    (assumption || reflexivity || lia). now apply H.
Qed.
