(* Sumformer, Theorems 4.3, 4.4 and 4.5, with another width: for every continuous equivariant function on a compact set and
   every eps > 0 there is a Transformer, a Linformer, a Performer that is nearer to it than eps.  Blocks have the width
   1 + 2 d + 2 d'; zeros are appended to the tokens, and d columns of the output are read.

   The definitions are section 1, the theorems are section 8.  What the kernel proves (sumformer_thm4_3_repaired2 and its
   like) is about every network with certain weights; that there is one is proved here.  A certificate names tokens,
   sequences, permutations and networks by real numbers, and counts from 1 by real numbers that are integers (names.v).
   The weights are made of a net, a sequence in each of finitely many cells where there is one; that there is a net is an
   induction over the cells (net_exists). *)
From Coq Require Import ZArith Reals List Lra Lia Classical FunctionalExtensionality.
From NP Require Import Syntax performer names.
From NP Require sumformer.
Import ListNotations.
Local Open Scope R_scope.

(* ---- 1. Definitions 2.1 to 2.5 ---- *)

(* Definition 2.1: the softmax of each of the rows, of m entries; a head has three matrices *)
Definition softmax (m : nat) (A : matrix) : matrix := fun i j => exp (A i j) / sum m (fun l => exp (A i l)).
Record weights : Type := { WQ : matrix; WK : matrix; WV : matrix }.
(* Q K^T / sqrt d *)
Definition scores (d : nat) (Q K : matrix) : matrix := fun i j => times d Q (transpose K) i j / sqrt (INR d).
(* Eq. 1, for n tokens of R^d *)
Definition AttHead (n d : nat) (H : weights) (X : matrix) : matrix :=
  times n (softmax n (scores d (times d X (WQ H)) (times d X (WK H)))) (times d X (WV H)).
(* Definition 2.5, Eq. 5, with E and F in R^(k x n) *)
Record projected : Type := { own : weights; E : matrix; F : matrix }.
Definition LinAttHead (n d k : nat) (H : projected) (X : matrix) : matrix :=
  times k (softmax k (scores d (times d X (WQ (own H))) (times n (E H) (times d X (WK (own H))))))
    (times n (F H) (times d X (WV (own H)))).

(* Definitions 2.2 to 2.4, whatever the heads are; value H X is what the head H gives *)
Section Blocks.
  Context {head : Type}.
  Variables (d : nat) (value : head -> matrix -> matrix).
  Record block : Type := { heads : list head; WO : matrix; fully_connected : layers }.
  Definition Att (B : block) (X : matrix) : matrix :=
    times (length (heads B) * d) (concatenated d (map (fun H => value H X) (heads B))) (WO B).
  Definition Block (B : block) (X : matrix) : matrix := plus X (FC d (fully_connected B) (plus X (Att B X))).
  Definition Network (blocks : list block) (X : matrix) : matrix := fold_left (fun Y B => Block B Y) blocks X.
End Blocks.
Arguments block : clear implicits.

(* one head, and a hidden layer of w units *)
Definition simple {head : Type} (w : nat) (B : block head) : Prop :=
  length (heads B) = 1%nat /\ units (fully_connected B) = w.
(* The vectors of the heads are given before the network: Omega l p are those of the head p of the block l *)
Definition drawn (Omega : nat -> nat -> nat -> vector) (blocks : list (block performer.head)) : Prop :=
  forall l B p H, nth_error blocks l = Some B -> nth_error (heads B) p = Some H -> omega H = Omega l p.

(* The n x d matrix X with zeros around it *)
Definition padded (n d : nat) (X : matrix) : matrix :=
  fun i c => if ((i <? n) && (c <? d))%nat%bool then X i c else 0.

(* ---- 2. The weights ---- *)

(* A sequence is named by a real number, and so is each of its tokens; vec t is the token of this name. *)
Section Weights.
  Variables (n d : nat) (f : matrix -> matrix) (vec : R -> vector).
  Definition mat (s : R) : matrix := fun i => vec (dec s i).
  Definition distance (t u : vector) : R := sum d (fun c => Rabs (t c - u c)).

  (* net o is the name of a sequence, o < R_; its radius is o mod (N + 1) / N *)
  Variables (N R_ : nat) (net : nat -> R).
  Definition width : nat := 1 + 2 * d + 2 * R_.
  Definition radius (o : nat) : R := INR (o mod S N) / INR N.
  (* the first token of the sequence r of the net, and its sums of hats *)
  Definition centre (r q : nat) : R :=
    if (q <? d)%nat then mat (net r) 0%nat q
    else sum n (fun j => Rmax 0 (radius (q - d) - distance (mat (net r) j) (mat (net (q - d)) 0%nat))).
  Definition slack : R := INR n * INR d / INR N.

  (* the columns below m, with the sign s, and biases b, are added to the last column *)
  Definition spread (s : R) (m : nat) (b : vector) : layers := {|
    units := width;
    W_1 := fun j h => if ((h <? m) && (h =? j))%nat%bool then s else 0;
    b_1 := b;
    W_2 := fun h q => if ((h <? m) && (q =? width - 1))%nat%bool then 1 else 0;
    b_2 := fun _ => 0 |}.
  (* v max(0, b + u x_h + w x_last) is added to the columns h of the l from a on, and the last column is set to 0 *)
  Definition taken (a l : nat) (u w v : R) (b : vector) : layers :=
    let among h := ((a <=? h) && (h <? a + l))%nat%bool in {|
    units := width;
    W_1 := fun j h =>
      if (h =? width - 1)%nat then (if (j =? width - 1)%nat then 1 else 0)
      else if among h then (if (j =? h)%nat then u else if (j =? width - 1)%nat then w else 0) else 0;
    b_1 := fun h => if (h =? width - 1)%nat then 0 else b h;
    W_2 := fun h q =>
      if (h =? q)%nat then (if (h =? width - 1)%nat then - 1 else if among h then v else 0) else 0;
    b_2 := fun _ => 0 |}.
  (* the feed-forward layer of block l, counted from 0 *)
  Definition layer (l : nat) : layers :=
    if (l <? 3 * R_)%nat then
      let r := (l / 3)%nat in
      match (l mod 3)%nat with
      | 0%nat => spread 1 d (fun h => - mat (net r) 0%nat h)
      | 1%nat => spread (- 1) d (fun h => mat (net r) 0%nat h)
      | _ => taken (d + R_ + r) 1 0 (- 1) 1 (fun _ => radius r)
      end
    else if (l =? 3 * R_)%nat then taken d R_ 1 0 1 (fun _ => 0)
    else if (l =? 3 * R_ + 1)%nat then taken (d + 2 * R_) d 0 0 1 (fun _ => INR N)
    else
      let r := ((l - (3 * R_ + 2)) / 3)%nat in
      match ((l - (3 * R_ + 2)) mod 3)%nat with
      | 0%nat => spread 1 (d + R_) (fun h => - centre r h - slack)
      | 1%nat => spread (- 1) (d + R_) (fun h => centre r h - slack)
      | _ => taken (d + 2 * R_) d 1 (- (INR N * INR N)) (- 1) (fun h => - f (mat (net r)) 0%nat (h - (d + 2 * R_))%nat)
      end.
  (* W_V of the head of block l: in one block z times the sums' columns *)
  Definition values (z : R) (l : nat) : matrix := fun j q =>
    if ((l =? 3 * R_) && (d <=? q) && (q <? d + R_) && (j =? q + R_))%nat%bool then z else 0.
  Definition zero : matrix := fun _ _ => 0.
  Definition unit : matrix := fun i j => if (i =? j)%nat then 1 else 0.

  (* the blocks, for the heads that there are *)
  Context {head : Type}.
  Variables (value : head -> matrix -> matrix) (one : nat -> head).
  Definition built (l : nat) : block head :=
    {| heads := [one l]; WO := unit; fully_connected := layer l |}.
  Fixpoint after (l : nat) (X : matrix) : matrix :=
    match l with O => X | S l => Block width value (built l) (after l X) end.

  Lemma after_is l X : Network width value (map built (seq 0 l)) X = after l X.
  Proof.
    unfold Network. induction l as [|l IH]; [reflexivity|]. rewrite seq_S, map_app, fold_left_app, IH. reflexivity.
  Qed.
  Lemma one_head B H X i q : heads B = [H] -> WO B = unit -> (q < width)%nat -> Att width value B X i q = value H X i q.
  Proof.
    intros A W Q. unfold Att. rewrite A, W. cbn [length map]. rewrite Nat.mul_1_l. unfold times, concatenated, unit.
    rewrite (sum_one _ q) by (exact Q || intros j J K; apply Nat.eqb_neq in K; rewrite K; ring).
    rewrite Nat.eqb_refl, Nat.div_small, Nat.mod_small by exact Q. cbn. ring.
  Qed.
  Lemma step l X i q : (q < width)%nat -> units (layer l) = width -> b_2 (layer l) q = 0 ->
    after (S l) X i q = after l X i q + sum width (fun h => W_2 (layer l) h q *
      Rmax (b_1 (layer l) h + sum width (fun j => W_1 (layer l) j h * (after l X i j + value (one l) (after l X) i j))) 0).
  Proof.
    intros Q U B. cbn [after]. unfold Block, plus at 1, FC. cbn [built fully_connected]. rewrite U, B, Rplus_0_r. f_equal.
    unfold times at 1. apply sum_ext. intros h _. rewrite Rmult_comm, Rmax_comm. f_equal. f_equal. rewrite Rplus_comm. f_equal.
    unfold times, plus. apply sum_ext. intros j J. rewrite (one_head (built l) (one l)) by (reflexivity || exact J). ring.
  Qed.
  Ltac all_layers :=
    unfold layer; destruct (_ <? _)%nat; [destruct (_ mod 3)%nat as [|[|]]; reflexivity|];
    destruct (_ =? _)%nat; [reflexivity|]; destruct (_ =? _)%nat; [reflexivity|];
    destruct (_ mod 3)%nat as [|[|]]; reflexivity.
  Lemma layer_units l : units (layer l) = width. Proof. all_layers. Qed.
  Lemma layer_bias l q : b_2 (layer l) q = 0. Proof. all_layers. Qed.

  (* which layer is which *)
  Lemma layer_1 l r : l = (3 * r)%nat -> (r < R_)%nat -> layer l = spread 1 d (fun h => - mat (net r) 0%nat h).
  Proof.
    intros -> H. unfold layer. destruct (Nat.ltb_spec (3 * r) (3 * R_)); [|lia].
    replace ((3 * r) / 3)%nat with r by (apply Nat.div_unique with 0%nat; lia).
    replace ((3 * r) mod 3)%nat with 0%nat by (apply Nat.mod_unique with r; lia). reflexivity.
  Qed.
  Lemma layer_2 l r : l = (3 * r + 1)%nat -> (r < R_)%nat -> layer l = spread (- 1) d (fun h => mat (net r) 0%nat h).
  Proof.
    intros -> H. unfold layer. destruct (Nat.ltb_spec (3 * r + 1) (3 * R_)); [|lia].
    replace ((3 * r + 1) / 3)%nat with r by (apply Nat.div_unique with 1%nat; lia).
    replace ((3 * r + 1) mod 3)%nat with 1%nat by (apply Nat.mod_unique with r; lia). reflexivity.
  Qed.
  Lemma layer_3 l r : l = (3 * r + 2)%nat -> (r < R_)%nat -> layer l = taken (d + R_ + r) 1 0 (- 1) 1 (fun _ => radius r).
  Proof.
    intros -> H. unfold layer. destruct (Nat.ltb_spec (3 * r + 2) (3 * R_)); [|lia].
    replace ((3 * r + 2) / 3)%nat with r by (apply Nat.div_unique with 2%nat; lia).
    replace ((3 * r + 2) mod 3)%nat with 2%nat by (apply Nat.mod_unique with r; lia). reflexivity.
  Qed.
  Lemma layer_4 l : l = (3 * R_)%nat -> layer l = taken d R_ 1 0 1 (fun _ => 0).
  Proof. intros ->. unfold layer. now rewrite Nat.ltb_irrefl, Nat.eqb_refl. Qed.
  Lemma layer_5 l : l = (3 * R_ + 1)%nat -> layer l = taken (d + 2 * R_) d 0 0 1 (fun _ => INR N).
  Proof.
    intros ->. unfold layer. destruct (Nat.ltb_spec (3 * R_ + 1) (3 * R_)); [lia|].
    destruct (Nat.eqb_spec (3 * R_ + 1) (3 * R_)); [lia|]. now rewrite Nat.eqb_refl.
  Qed.
  Ltac later l :=
    unfold layer; destruct (Nat.ltb_spec l (3 * R_)); [lia|];
    destruct (Nat.eqb_spec l (3 * R_)); [lia|]; destruct (Nat.eqb_spec l (3 * R_ + 1)); [lia|].
  Lemma layer_6 l r : l = (3 * R_ + 2 + 3 * r)%nat -> layer l = spread 1 (d + R_) (fun h => - centre r h - slack).
  Proof.
    intro H. later l. replace ((l - (3 * R_ + 2)) / 3)%nat with r by (apply Nat.div_unique with 0%nat; lia).
    replace ((l - (3 * R_ + 2)) mod 3)%nat with 0%nat by (apply Nat.mod_unique with r; lia). reflexivity.
  Qed.
  Lemma layer_7 l r : l = (3 * R_ + 3 + 3 * r)%nat -> layer l = spread (- 1) (d + R_) (fun h => centre r h - slack).
  Proof.
    intro H. later l. replace ((l - (3 * R_ + 2)) / 3)%nat with r by (apply Nat.div_unique with 1%nat; lia).
    replace ((l - (3 * R_ + 2)) mod 3)%nat with 1%nat by (apply Nat.mod_unique with r; lia). reflexivity.
  Qed.
  Lemma layer_8 l r : l = (3 * R_ + 4 + 3 * r)%nat -> layer l =
    taken (d + 2 * R_) d 1 (- (INR N * INR N)) (- 1) (fun h => - f (mat (net r)) 0%nat (h - (d + 2 * R_))%nat).
  Proof.
    intro H. later l. replace ((l - (3 * R_ + 2)) / 3)%nat with r by (apply Nat.div_unique with 2%nat; lia).
    replace ((l - (3 * R_ + 2)) mod 3)%nat with 2%nat by (apply Nat.mod_unique with r; lia). reflexivity.
  Qed.
End Weights.

(* Networks of R0 blocks and more of this width, with one head in each, come nearer to f than eps. *)
Definition near {head : Type} (n d : nat) (D : vector -> Prop) (f : matrix -> matrix)
    (value : nat -> head -> matrix -> matrix) (one : nat -> nat -> head) (eps : R) : Prop :=
  exists R0 blocks, length blocks = (6 * R0 + 2)%nat /\
    (forall l B, nth_error blocks l = Some B -> heads B = [one R0 l] /\ units (fully_connected B) = width d R0) /\
    forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      Rabs (f X i c - Network (width d R0) (value R0) blocks (padded n d X) i (d + 2 * R0 + c)%nat) < eps.
Lemma nth_built {head : Type} (g : nat -> block head) m l B :
  nth_error (map g (seq 0 m)) l = Some B -> B = g l.
Proof.
  intro L. rewrite nth_error_map in L. destruct (nth_error (seq 0 m) l) as [o|] eqn:K; [|discriminate].
  injection L as <-. apply nth_error_nth with (d := 0%nat) in K as K'.
  assert (l < m)%nat by (rewrite <- (seq_length m 0); apply nth_error_Some; congruence).
  rewrite seq_nth in K' by assumption. now subst o.
Qed.
(* the heads of the blocks *)
Definition head_4_3 (n d R0 l : nat) : weights := {| WQ := zero; WK := zero; WV := values d R0 (IZR (Z.of_nat n)) l |}.
Definition head_4_4 (n d R0 l : nat) : projected :=
  {| own := head_4_3 n d R0 l; E := fun _ _ => 1 / IZR (Z.of_nat n); F := fun _ _ => 1 / IZR (Z.of_nat n) |}.
Definition head_4_5 (d : nat) (Omega : nat -> nat -> nat -> vector) (R0 l : nat) : performer.head :=
  {| omega := Omega l 0%nat; W_Q := zero; W_K := zero; W_V := values d R0 1 l |}.

(* ---- 3. Tokens, sequences and permutations, each named by a real number ---- *)

Section Given.
  Variables (n d : nat) (D : vector -> Prop) (f : matrix -> matrix) (x0 : vector) (beta : R).
  Hypotheses (D_x0 : D x0) (bounded : forall t c, D t -> (c < d)%nat -> Rabs (t c) <= beta)
    (closed : forall t, (forall delta, 0 < delta -> exists y, D y /\ forall c, (c < d)%nat -> Rabs (y c - t c) < delta) -> D t)
    (f_continuous : continuous_on n d D f) (f_equivariant : equivariant n d D f).

  Definition vec (t : R) : vector := if decided (D (dec t)) then dec t else x0.
  Lemma vec_in t : D (vec t).
  Proof. unfold vec. now destruct (decided (D (dec t))). Qed.
  Lemma vec_of t : D t -> vec (enc t) = t.
  Proof. intro H. unfold vec. rewrite dec_enc. now destruct (decided (D t)). Qed.
  Definition chosen (p : R) : nat -> nat :=
    if decided (permutation n (fun j => idx (dec p j))) then fun j => idx (dec p j) else fun j => j.
  Lemma chosen_permutes p : permutation n (chosen p).
  Proof. unfold chosen. destruct (decided _) as [H|_]; [exact H|]. split; auto. Qed.
  Definition swap (a b j : nat) : nat := if (j =? a)%nat then b else if (j =? b)%nat then a else j.
  Ltac cases :=
    repeat match goal with
    | |- context [(?a =? ?b)%nat] => destruct (Nat.eqb_spec a b); try lia
    | |- context [(?a <? ?b)%nat] => destruct (Nat.ltb_spec a b); try lia
    | |- context [(?a <=? ?b)%nat] => destruct (Nat.leb_spec a b); try lia
    end; cbn [andb]; try reflexivity; try lra.
  Lemma swap_permutes a b : (a < n)%nat -> (b < n)%nat -> permutation n (swap a b).
  Proof. intros A B. split; unfold swap; intros i; [|intros j]; cases. Qed.

  Let tok (s j : R) : R := dec s (idx j).
  Let c (t k : R) : R := vec t (idx k).
  Let perm (p j : R) : R := named (chosen p (idx j)).
  Let act (p s : R) : R := enc (fun j => dec s (chosen p j)).
  Let tr (a b : R) : R := enc (fun j => named (swap (idx a) (idx b) j)).
  Let x (y k : R) : R := dec y (idx k).
  Let put (s l t : R) : R := enc (fun j => if (j =? idx l)%nat then t else dec s j).
  Let fn (s i m : R) : R := f (mat vec s) (idx i) (idx m).
  Let ds (u t : R) : R := distance d (vec u) (vec t).
  Let n_ := Z.of_nat n.
  Let d_ := Z.of_nat d.

  Lemma mat_in s : tokens_in n D (mat vec s).
  Proof. intros i _. apply vec_in. Qed.
  Lemma acted p s : mat vec (act p s) = fun j => mat vec s (chosen p j).
  Proof. unfold mat, act. now rewrite dec_enc. Qed.

  Lemma tok_act : forall p s : R, forall j : Z, (1 <= IZR j /\ IZR j <= IZR n_) -> tok (act p s) (IZR j) = tok s (perm p (IZR j)).
  Proof. intros p s j _. unfold tok, act, perm. now rewrite dec_enc, idx_named. Qed.
  Lemma chosen_tr a b : (a < n)%nat -> (b < n)%nat -> chosen (enc (fun j => named (swap a b j))) = swap a b.
  Proof.
    intros A B. unfold chosen. rewrite dec_enc. replace (fun j => idx (named (swap a b j))) with (swap a b)
      by (apply functional_extensionality; intro j; now rewrite idx_named).
    destruct (decided _) as [_|N]; [reflexivity|]. destruct N. now apply swap_permutes.
  Qed.
  Lemma transposed : forall a b : Z, (1 <= IZR a /\ IZR a <= IZR n_ /\ 1 <= IZR b /\ IZR b <= IZR n_) ->
    perm (tr (IZR a) (IZR b)) (IZR a) = IZR b /\ perm (tr (IZR a) (IZR b)) (IZR b) = IZR a /\
    (forall c : Z, (1 <= IZR c /\ IZR c <= IZR n_ /\ IZR c <> IZR a /\ IZR c <> IZR b) ->
      perm (tr (IZR a) (IZR b)) (IZR c) = IZR c).
  Proof.
    intros a b H. integers. unfold n_ in *. unfold perm, tr. indices. rewrite chosen_tr by lia. unfold swap, named.
    split; [|split].
    - indices. rewrite Nat.eqb_refl. f_equal. lia.
    - indices. cases; f_equal; lia.
    - intros k K. integers. indices. cases; f_equal; lia.
  Qed.
  Lemma put_here : forall y : R, forall k : Z, forall u : R, (1 <= IZR k /\ IZR k <= IZR d_) -> x (put y (IZR k) u) (IZR k) = u.
  Proof. intros y k u _. unfold x, put. now rewrite dec_enc, Nat.eqb_refl. Qed.
  Lemma put_apart : forall y : R, forall k : Z, forall u : R, forall a : Z,
    (1 <= IZR k /\ IZR k <= IZR d_ /\ 1 <= IZR a /\ IZR a <= IZR d_ /\ IZR a <> IZR k) ->
    x (put y (IZR k) u) (IZR a) = x y (IZR a).
  Proof. intros y k u a H. integers. unfold x, put. rewrite dec_enc. indices. cases. Qed.
  Lemma put_there : forall s : R, forall l : Z, forall t : R, (1 <= IZR l /\ IZR l <= IZR n_) -> tok (put s (IZR l) t) (IZR l) = t.
  Proof. intros s l t _. unfold tok, put. now rewrite dec_enc, Nat.eqb_refl. Qed.
  Lemma put_others : forall s : R, forall l : Z, forall t : R, forall h : Z,
    (1 <= IZR l /\ IZR l <= IZR n_ /\ 1 <= IZR h /\ IZR h <= IZR n_ /\ IZR h <> IZR l) ->
    tok (put s (IZR l) t) (IZR h) = tok s (IZR h).
  Proof. intros s l t h H. integers. unfold tok, put. rewrite dec_enc. indices. cases. Qed.
  Lemma within : forall t : R, forall k : Z, (1 <= IZR k /\ IZR k <= IZR d_) -> Rabs (c t (IZR k)) <= beta.
  Proof. intros t k H. integers. unfold c. indices. apply bounded; [apply vec_in|]. unfold d_ in *. lia. Qed.
  Lemma around : forall y : R,
    (forall t : R, exists k : Z, 1 <= IZR k /\ IZR k <= IZR d_ /\ c t (IZR k) <> x y (IZR k)) ->
    exists g : R, 0 < g /\
      (forall t : R, exists k : Z, 1 <= IZR k /\ IZR k <= IZR d_ /\ g < Rabs (c t (IZR k) - x y (IZR k))).
  Proof.
    intros y H. assert (O : ~ D (dec y)).
    { intro C. destruct (H y) as (k & _ & _ & K). apply K. unfold c, x, vec. now destruct (decided (D (dec y))). }
    assert (exists g, 0 < g /\ forall t, D t -> exists k, (k < d)%nat /\ g <= Rabs (t k - dec y k)) as (g & G & K).
    { apply NNPP. intro C. apply O, closed. intros delta P. apply NNPP. intro N. apply C. exists delta. split; [exact P|].
      intros t T. apply NNPP. intro L. apply N. exists t. split; [exact T|]. intros k K. apply Rnot_le_lt. eauto. }
    exists (g / 2). split; [lra|]. intro t. destruct (K (vec t) (vec_in t)) as (k & A & B).
    exists (Z.of_nat (S k)). unfold c, x, d_. indices. replace (Z.to_nat (Z.of_nat (S k) - 1)) with k by lia.
    split; [|split]; [apply IZR_le; lia..|lra].
  Qed.
  Lemma fn_act : forall p s : R, forall i m : Z, (1 <= IZR i /\ IZR i <= IZR n_ /\ 1 <= IZR m /\ IZR m <= IZR d_) ->
    fn (act p s) (IZR i) (IZR m) = fn s (perm p (IZR i)) (IZR m).
  Proof.
    intros p s i m H. integers. unfold fn, perm, n_, d_ in *. rewrite idx_named, acted. indices.
    apply f_equivariant; [apply chosen_permutes|apply mat_in|lia..].
  Qed.
  Lemma fn_continuous : forall eta s : R, 0 < eta -> exists delta : R, 0 < delta /\ (forall s2 : R,
    (forall i k : Z, (1 <= IZR i /\ IZR i <= IZR n_ /\ 1 <= IZR k /\ IZR k <= IZR d_) ->
      Rabs (c (tok s (IZR i)) (IZR k) - c (tok s2 (IZR i)) (IZR k)) <= delta) ->
    forall i m : Z, (1 <= IZR i /\ IZR i <= IZR n_ /\ 1 <= IZR m /\ IZR m <= IZR d_) ->
      Rabs (fn s (IZR i) (IZR m) - fn s2 (IZR i) (IZR m)) <= eta).
  Proof.
    intros eta s P. destruct (f_continuous (mat vec s) (mat_in s) eta P) as (delta & Q & H).
    exists (delta / 2). split; [lra|]. intros s2 K i m I. integers. unfold fn, n_, d_ in *. indices.
    rewrite Rabs_minus_sym. apply Rlt_le, H; [apply mat_in| |lia..]. intros j k J L.
    specialize (K (Z.of_nat (S j)) (Z.of_nat (S k))). unfold c, tok in K. revert K. indices.
    replace (Z.to_nat (Z.of_nat (S j) - 1)) with j by lia. replace (Z.to_nat (Z.of_nat (S k) - 1)) with k by lia. intro K.
    rewrite Rabs_minus_sym. eapply Rle_lt_trans; [apply K|lra]. repeat split; apply IZR_le; lia.
  Qed.
  Lemma ds_is : forall u t : R, ds u t = zsum 1 (IZR d_) (fun k : Z => Rabs (c u (IZR k) - c t (IZR k))).
  Proof.
    intros u t. unfold d_. rewrite (zsum_is _ d) by reflexivity. apply sum_ext. intros k _. unfold c. indices.
    now replace (Z.to_nat (Z.of_nat (S k) - 1)) with k by lia.
  Qed.

  (* the number of the cell of a sequence *)
  Section Cells.
    Variable N : R.
    Let base := Plain.floor (2 * (beta * N)) + 1.
    Fixpoint along (start : R) (digit : nat -> R) (k : nat) : R :=
      match k with O => start | S k => base * along start digit k + digit k end.
    Definition digit (s : R) (j k : nat) : R := Plain.floor (N * (mat vec s j k + beta)).
    Fixpoint first (s : R) (j : nat) : R :=
      match j with O => 0 | S j => along (first s j) (digit s j) d end.
    Definition cell (s : R) (j k : nat) : R := along (first s j) (digit s j) k.
  End Cells.
  Let num (N j k s : R) : R := cell N s (idx j) (size k).
  Lemma num_first : forall N : Z, forall s : R, num (IZR N) 1 0 s = 0.
  Proof. intros N s. unfold num. now indices. Qed.
  Lemma num_along : forall N : Z, forall s : R, forall j k : Z,
    (1 <= IZR j /\ IZR j <= IZR n_ /\ 0 <= IZR k /\ IZR k + 1 <= IZR d_) ->
    num (IZR N) (IZR j) (IZR k + 1) s = (Plain.floor (2 * (beta * IZR N)) + 1) * num (IZR N) (IZR j) (IZR k) s
      + Plain.floor (IZR N * (c (tok s (IZR j)) (IZR k + 1) + beta)).
  Proof.
    intros N s j k H. integers. unfold num, c, tok. indices. replace (Z.to_nat (k + 1)) with (S (Z.to_nat k)) by lia.
    replace (Z.to_nat (k + 1 - 1)) with (Z.to_nat k) by lia. reflexivity.
  Qed.
  Lemma num_onward : forall N : Z, forall s : R, forall j : Z, (1 <= IZR j /\ IZR j + 1 <= IZR n_) ->
    num (IZR N) (IZR j + 1) 0 s = num (IZR N) (IZR j) (IZR d_) s.
  Proof.
    intros N s j H. integers. unfold num, d_. indices. replace (Z.to_nat (j + 1 - 1)) with (S (Z.to_nat (j - 1))) by lia.
    now rewrite Nat2Z.id.
  Qed.

  (* in each cell a sequence, wherever there is one *)
  Lemma net_exists (number : R -> R) N m : exists net : nat -> R, forall o s, (o < m)%nat ->
    number s = IZR (Z.of_nat (o / S N)) -> number (net o) = IZR (Z.of_nat (o / S N)).
  Proof.
    induction m as [|m [net H]]; [exists (fun _ => 0); intros; lia|].
    assert (exists r, forall s, number s = IZR (Z.of_nat (m / S N)) -> number r = IZR (Z.of_nat (m / S N))) as [r R_].
    { destruct (classic (exists s, number s = IZR (Z.of_nat (m / S N)))) as [[s S_]|O].
      - exists s. intros _ _. exact S_.
      - exists 0. intros s S_. destruct O. eauto. }
    exists (fun o => if (o =? m)%nat then r else net o). intros o s O. destruct (Nat.eqb_spec o m) as [->|U]; [apply R_|].
    apply H. lia.
  Qed.

  Hypotheses (n_pos : (0 < n)%nat) (d_pos : (0 < d)%nat).
  (* A network W names its sizes, and the net. *)
  Let N_ (W : R) : nat := size (dec W 0%nat).
  Let R_ (W : R) : nat := size (dec W 1%nat).
  Let members (W : R) (o : nat) : R := dec W (S (S o)).
  Let net (W o : R) : R := members W (idx o).
  Let rad (W o : R) : R := radius (N_ W) (idx o).
  Let layer_of (W l : R) : layers := layer n d f vec (N_ W) (R_ W) (members W) (idx l).
  Let U (W l h j : R) : R := W_1 (layer_of W l) (idx j) (idx h).
  Let B (W l h : R) : R := b_1 (layer_of W l) (idx h).
  Let V (W l h q : R) : R := W_2 (layer_of W l) (idx h) (idx q).
  Let th (W r q : R) : R := centre n d vec (N_ W) (members W) (idx r) (idx q).
  Let none (W l j q : R) : R := 0.
  Let WV_ (z W l j q : R) : R := values d (R_ W) z (idx l) (idx j) (idx q).
  Lemma network_exists N R0 : exists W, N_ W = N /\ R_ W = R0 /\
    forall o s, (o < R0)%nat -> num (IZR (Z.of_nat N)) (IZR n_) (IZR d_) s = IZR (Z.of_nat (o / S N)) ->
      num (IZR (Z.of_nat N)) (IZR n_) (IZR d_) (members W o) = IZR (Z.of_nat (o / S N)).
  Proof.
    destruct (net_exists (num (IZR (Z.of_nat N)) (IZR n_) (IZR d_)) N R0) as [chosen_ H].
    exists (enc (fun k => match k with 0%nat => IZR (Z.of_nat N) | 1%nat => IZR (Z.of_nat R0) | S (S o) => chosen_ o end)).
    unfold N_, R_, members. rewrite !dec_enc. split; [|split; [|exact H]]; indices; apply Nat2Z.id.
  Qed.

  (* what the weights are, as a certificate says it *)
  Ltac nats :=
    repeat match goal with
    | |- context [Z.to_nat (Z.of_nat (S ?k) - 1)] => replace (Z.to_nat (Z.of_nat (S k) - 1)) with k by lia
    end.
  Ltac sums m :=
    match goal with |- context [zsum 1 ?b ?F] =>
      let z := integer b in
      rewrite (zsum_is b m F) by (transitivity (IZR z); [is_integer|unfold width, n_, d_; f_equal; lia])
    end.
  Ltac split_all := intros; integers; repeat (split; intros; integers).
  Ltac open_ EN ER :=
    unfold U, B, V, layer_of, th, fn, rad, c, tok, net, n_, d_ in *; rewrite ?EN, ?ER; indices.
  Ltac entries :=
    cbn [spread taken W_1 W_2 b_1]; unfold width, slack, mat in *; rewrite ?INR_IZR_INZ; cases; try (f_equal; lia); try (do 2 f_equal; lia);
    try match goal with C : IZR _ = 0 |- _ => revert C; apply not_0_IZR; lia | |- IZR _ <> 0 => apply not_0_IZR; lia end.
  Ltac weights lemma EN ER :=
    let r := fresh in intro r; split_all; open_ EN ER;
    try (rewrite (lemma _ _ _ _ _ _ _ _ (Z.to_nat (r - 1))) by lia); entries.
  Ltac weights_once lemma EN ER :=
    split_all; open_ EN ER; try (rewrite (lemma _ _ _ _ _ _ _ _) by lia); entries.
  (* the place of radius i in cell u *)
  Ltac place N' u i :=
    let u' := fresh "u'" in let i' := fresh "i'" in
    remember (Z.to_nat u) as u'; remember (Z.to_nat i) as i';
    assert (u = Z.of_nat u') by lia; assert (i = Z.of_nat i') by lia; subst u i;
    replace (Z.to_nat ((Z.of_nat N' + 1) * Z.of_nat u' + (Z.of_nat i' + 1) - 1)) with (S N' * u' + i')%nat by nia.
  Ltac picked P :=
    let s := fresh "s" in let u := fresh "u" in let i := fresh "i" in let Q := fresh in
    intros s u i Q; repeat match type of Q with _ /\ _ /\ _ => let C := fresh in destruct Q as [C Q] end;
    destruct Q as [? Q]; integers; unfold net; indices;
    lazymatch goal with _ : context [(Z.of_nat ?N' + 1)%Z] |- _ =>
      place N' u i;
      lazymatch goal with |- context [members _ ?o] =>
        let K := fresh in
        lazymatch type of Q with _ = IZR (Z.of_nat ?u') =>
          assert (K : u' = (o / S N')%nat) by (apply Nat.div_unique with (Z.to_nat (Z.of_nat o) - S N' * u')%nat; lia);
          specialize (P o s); rewrite <- K in P; apply P; [nia|exact Q]
        end
      end
    end.
  Ltac radii EN :=
    let u := fresh "u" in let i := fresh "i" in
    intros u i ?; integers; split; [apply not_0_IZR; lia|]; unfold rad; rewrite EN; indices;
    lazymatch goal with _ : context [(Z.of_nat ?N' + 1)%Z] |- _ =>
      place N' u i; unfold radius; rewrite !INR_IZR_INZ; do 3 f_equal;
      match goal with |- _ = ((S _ * ?u' + _) mod _)%nat => idtac | _ => symmetry end;
      match goal with |- _ = ((S _ * ?u' + _) mod _)%nat => apply Nat.mod_unique with u'; lia end
    end.
  Ltac input :=
    split_all; indices; change (Z.to_nat 0) with 0%nat; cbn [after]; unfold padded, n_, d_, c, tok, mat in *; indices; cases.
  Ltac blocks ER :=
    let l := fresh "l" in let h := fresh "h" in let j := fresh "j" in
    intros l s i q ?; integers; indices;
    replace (Z.to_nat l) with (S (Z.to_nat (l - 1))) by lia;
    rewrite step by first [apply layer_units|apply layer_bias|rewrite ER; unfold width, n_, d_ in *; lia];
    rewrite ER; f_equal;
    match goal with |- sum ?m _ = _ => sums m end;
    apply sum_ext; intros h _; unfold V, B, U, layer_of; rewrite ER; indices; nats; do 3 f_equal;
    match goal with |- sum ?m _ = _ => sums m end;
    apply sum_ext; intros j _; indices; nats; reflexivity.
  Ltac first_token :=
    split_all; unfold th, c, tok, net, centre, mat, d_ in *; indices; cases.
  Ltac sums_of_hats EN :=
    let j := fresh "j" in let o := fresh "o" in
    intros ? o ?; integers; unfold th, centre, d_ in *; indices; cases; sums n; apply sum_ext; intros j _;
    unfold rad, ds, tok, net, mat; rewrite EN; indices; nats;
    replace (Z.to_nat (Z.of_nat d + o - 1) - d)%nat with (Z.to_nat (o - 1)) by lia; reflexivity.
  Ltac product ER :=
    let j := fresh "j" in
    intros; integers; indices; rewrite ER; unfold times;
    match goal with |- sum ?m _ = _ => sums m end;
    apply sum_ext; intros j _; indices; nats; rewrite ?ER; reflexivity.
  Ltac value_weights ER :=
    split_all; unfold WV_, values, n_, d_ in *; rewrite ER; indices; cases.

  (* a sequence of D has a name, and a network and f look at what is within n and d *)
  Lemma sequence_named X : tokens_in n D X -> exists s, padded n d (mat vec s) = padded n d X /\
    forall i c, (i < n)%nat -> (c < d)%nat -> f X i c = f (mat vec s) i c.
  Proof.
    intro T. exists (enc (fun i => enc (X i))). assert (M : forall i, (i < n)%nat -> mat vec (enc (fun i => enc (X i))) i = X i).
    { intros i I. unfold mat. rewrite dec_enc. apply vec_of, T, I. }
    split.
    - apply functional_extensionality. intro i. apply functional_extensionality. intro j. unfold padded.
      destruct (Nat.ltb_spec i n) as [I|_]; [|reflexivity]. now rewrite M.
    - intros i j I J. apply cond_eq. intros e E. destruct (f_continuous X T e E) as (delta & P & H).
      rewrite Rabs_minus_sym. apply H; [apply mat_in| |exact I|exact J]. intros h m L _. rewrite M by exact L.
      rewrite Rminus_diag_eq, Rabs_R0; [exact P|reflexivity].
  Qed.

  (* ---- 4. Networks of heads of one kind, one in each block ---- *)
  Section Heads.
    Context {head : Type}.
    (* R0 determines the width *)
    Variables (value : nat -> head -> matrix -> matrix) (one : nat -> nat -> head).
    Definition state (W : R) (l : nat) (s : R) : matrix :=
      after n d f vec (N_ W) (R_ W) (members W) (value (R_ W)) (one (R_ W)) l (padded n d (mat vec s)).
    Definition column (W l s i q : R) : R := state W (size l) s (idx i) (idx q).
    Definition attended (W l s i q : R) : R := value (R_ W) (one (R_ W) (idx l)) (state W (idx l) s) (idx i) (idx q).
    Definition by_matrix (w : nat -> nat -> matrix) (W l s i q : R) : R :=
      times (width d (R_ W)) (state W (idx l) s) (w (R_ W) (idx l)) (idx i) (idx q).

    Lemma near_is eps W :
      (forall s : R, forall i m : Z, (1 <= IZR i /\ IZR i <= IZR n_ /\ 1 <= IZR m /\ IZR m <= IZR d_) ->
        Rabs (fn s (IZR i) (IZR m) - column W (6 * IZR (Z.of_nat (R_ W)) + 2) s (IZR i)
          (IZR d_ + (2 * IZR (Z.of_nat (R_ W)) + IZR m))) < eps) -> near n d D f value one eps.
    Proof.
      intro H. exists (R_ W), (map (built n d f vec (N_ W) (R_ W) (members W) (one (R_ W))) (seq 0 (6 * R_ W + 2))).
      split; [now rewrite map_length, seq_length|]. split.
      - intros l B_ L. apply nth_built in L as ->. split; [reflexivity|apply layer_units].
      - intros X T i j I J. destruct (sequence_named X T) as (s & <- & F_). rewrite F_, after_is by assumption.
        specialize (H s (Z.of_nat (S i)) (Z.of_nat (S j))). unfold fn, column, state in H. revert H.
        remember (R_ W) as R0. indices. nats. unfold n_, d_.
        replace (Z.to_nat (6 * Z.of_nat R0 + 2)) with (6 * R0 + 2)%nat by lia.
        replace (Z.to_nat (Z.of_nat d + (2 * Z.of_nat R0 + Z.of_nat (S j)) - 1)) with (d + 2 * R0 + j)%nat by lia.
        intro H. apply H. repeat split; apply IZR_le; lia.
    Qed.
  End Heads.

  (* from the theorem of a certificate: its hypotheses on f, its sizes, a network, and what the weights are *)
  Ltac hypotheses E :=
    first [exact tok_act | exact transposed | exact put_here | exact put_apart | exact put_there | exact put_others
      | exact within | exact around | exact fn_act | exact fn_continuous | exact E | exact ds_is | exact num_first
      | exact num_along | exact num_onward | unfold n_, d_; apply IZR_le; lia].
  Ltac network_weights P EN ER :=
    split; [picked P|]; split; [radii EN|]; split; [unfold column, state; input|];
    split; [unfold column, attended, state; blocks ER|];
    split; [weights layer_1 EN ER|]; split; [weights layer_2 EN ER|]; split; [weights layer_3 EN ER|];
    split; [weights_once layer_4 EN ER|]; split; [weights_once layer_5 EN ER|];
    split; [weights layer_6 EN ER|]; split; [weights layer_7 EN ER|]; split; [weights layer_8 EN ER|];
    split; [first_token|]; split; [sums_of_hats EN|];
    do 3 (split; [unfold by_matrix, column, none, WV_; product ER|]);
    split; [intros; split; reflexivity|]; do 5 (split; [value_weights ER|]).
  Lemma exp_sum_not_0 m g : (0 < m)%nat -> sum m (fun i => exp (g i)) <> 0.
  Proof.
    intro H. destruct m as [|m]; [lia|]. cbn [sum]. assert (0 <= sum m (fun i => exp (g i))).
    { apply sum_nonneg. intros i _. apply Rlt_le, exp_pos. }
    assert (P := exp_pos (g m)). lra.
  Qed.

  Let no : nat -> nat -> matrix := fun _ _ => zero.

  (* ---- 5. Theorem 4.3 ---- *)
  Section Transformers.
    Let value (R0 : nat) : weights -> matrix -> matrix := AttHead n (width d R0).
    Let one := head_4_3 n d.
    Let Q_ (W l s : R) : matrix := times (width d (R_ W)) (state value one W (idx l) s) zero.
    Let Sc (W l s i r : R) : R := scores (width d (R_ W)) (Q_ W l s) (Q_ W l s) (idx i) (idx r).
    Let A (W l s i r : R) : R := softmax n (scores (width d (R_ W)) (Q_ W l s) (Q_ W l s)) (idx i) (idx r).
    Lemma transformers eps : 0 < eps -> near n d D f (fun R0 => AttHead n (width d R0)) (head_4_3 n d) eps.
    Proof.
      intro E_.
      destruct (sumformer.sumformer_thm4_3_repaired2 tok c perm act tr x put put fn ds num net rad U B V th none none
        (WV_ (IZR n_)) (column value one) (attended value one) (by_matrix value one no) (by_matrix value one no)
        (by_matrix value one (fun R0 l => values d R0 (IZR n_) l)) Sc A n_ d_ eps beta) as (N & R0 & N1 & R1 & H);
        try hypotheses E_.
      integers. remember (Z.to_nat N) as N'. remember (Z.to_nat R0) as R'.
      assert (N = Z.of_nat N') by lia. assert (R0 = Z.of_nat R') by lia. subst N R0. clear HeqN' HeqR'.
      destruct (network_exists N' R') as (W & EN & ER & P). apply (near_is value one eps W). rewrite ER. apply H. clear H.
      network_weights P EN ER. split; [|split].
      - intros l s i r ?. integers. assert (S_ : 2 * IZR d_ + (2 * IZR (Z.of_nat R') + 1) = INR (width d R')) by
          (rewrite INR_IZR_INZ; unfold width, d_; rewrite <- !mult_IZR, <- !plus_IZR; f_equal; lia).
        unfold Sc, Q_, by_matrix, no, scores. indices. rewrite ER. sums (width d R'). rewrite S_.
        split; [apply pos_INR|]. split; [apply Rgt_not_eq, sqrt_lt_R0, lt_0_INR; unfold width; lia|].
        apply (f_equal2 Rdiv); [|reflexivity]. apply sum_ext. intros q _. now rewrite named_index.
      - intros l s i r ?. integers. unfold A, Sc. indices. rewrite ER. sums n.
        split; [apply exp_sum_not_0, n_pos|]. unfold softmax.
        apply (f_equal2 Rdiv); [reflexivity|]. apply sum_ext. intros q _. now rewrite named_index.
      - intros l s i q ?. integers. unfold attended, A, Q_, by_matrix. indices. rewrite ER. sums n.
        apply sum_ext. intros r _. rewrite named_index. reflexivity.
    Qed.
  End Transformers.

  (* ---- 6. Theorem 4.4 ---- *)
  Section Linformers.
    Variable k : nat.
    Hypothesis k_pos : (0 < k)%nat.
    Let part : matrix := fun _ _ => 1 / IZR n_.
    Let value (R0 : nat) : projected -> matrix -> matrix := LinAttHead n (width d R0) k.
    Let one := head_4_4 n d.
    Let Q_ (W l s : R) : matrix := times (width d (R_ W)) (state value one W (idx l) s) zero.
    Let V_ (W l s : R) : matrix := times (width d (R_ W)) (state value one W (idx l) s) (values d (R_ W) (IZR n_) (idx l)).
    Let part_ (W l a j : R) : R := 1 / IZR n_.
    Let G (W l s r q : R) : R := times n part (Q_ W l s) (idx r) (idx q).
    Let H_ (W l s r q : R) : R := times n part (V_ W l s) (idx r) (idx q).
    Let Sc (W l s i r : R) : R := scores (width d (R_ W)) (Q_ W l s) (times n part (Q_ W l s)) (idx i) (idx r).
    Let A (W l s i r : R) : R := softmax k (scores (width d (R_ W)) (Q_ W l s) (times n part (Q_ W l s))) (idx i) (idx r).
    Lemma linformers eps : 0 < eps -> near n d D f (fun R0 => LinAttHead n (width d R0) k) (head_4_4 n d) eps.
    Proof.
      intro E_.
      destruct (sumformer.sumformer_thm4_4_repaired2 tok c perm act tr x put put fn ds num net rad U B V th none none
        (WV_ (IZR n_)) (column value one) (attended value one) (by_matrix value one no) (by_matrix value one no)
        (by_matrix value one (fun R0 l => values d R0 (IZR n_) l)) Sc A part_ part_ G H_ n_ d_ eps beta (Z.of_nat k))
        as (N & R0 & N1 & R1 & H); try hypotheses E_.
      integers. remember (Z.to_nat N) as N'. remember (Z.to_nat R0) as R'.
      assert (N = Z.of_nat N') by lia. assert (R0 = Z.of_nat R') by lia. subst N R0. clear HeqN' HeqR'.
      destruct (network_exists N' R') as (W & EN & ER & P). apply (near_is value one eps W). rewrite ER. apply H. clear H.
      assert (n_not_0 : IZR n_ <> 0) by (unfold n_; apply not_0_IZR; lia).
      network_weights P EN ER. split; [|split; [|split; [|split; [|split; [|split]]]]].
      - intros; split; [exact n_not_0|reflexivity].
      - intros; split; [exact n_not_0|reflexivity].
      - intros l s r q ?. integers. unfold G, Q_, by_matrix. indices. sums n. apply sum_ext. intros j _.
        rewrite named_index. reflexivity.
      - intros l s r q ?. integers. unfold H_, V_, by_matrix. indices. sums n. apply sum_ext. intros j _.
        rewrite named_index. reflexivity.
      - intros l s i r ?. integers. assert (S_ : 2 * IZR d_ + (2 * IZR (Z.of_nat R') + 1) = INR (width d R')) by
          (rewrite INR_IZR_INZ; unfold width, d_; rewrite <- !mult_IZR, <- !plus_IZR; f_equal; lia).
        unfold Sc, G, Q_, by_matrix, no, scores. indices. rewrite ER. sums (width d R'). rewrite S_.
        split; [apply pos_INR|]. split; [apply Rgt_not_eq, sqrt_lt_R0, lt_0_INR; unfold width; lia|].
        apply (f_equal2 Rdiv); [|reflexivity]. apply sum_ext. intros q _. now rewrite named_index.
      - intros l s i r ?. integers. unfold A, Sc. indices. rewrite ER. sums k.
        split; [apply exp_sum_not_0, k_pos|]. unfold softmax.
        apply (f_equal2 Rdiv); [reflexivity|]. apply sum_ext. intros q _. now rewrite named_index.
      - intros l s i q ?. integers. unfold attended, A, H_, Q_, V_, by_matrix. indices. rewrite ER. sums k.
        apply sum_ext. intros r _. rewrite named_index. reflexivity.
    Qed.
  End Linformers.

  (* ---- 7. Theorem 4.5 ---- *)
  Section Performers.
    Variables (k : nat) (Omega : nat -> nat -> nat -> vector).
    Hypothesis k_pos : (0 < k)%nat.
    Let value (R0 : nat) : performer.head -> matrix -> matrix := PerAttHead n (width d R0) k.
    Let one := head_4_5 d Omega.
    Let Q_ (W l s : R) : matrix := times (width d (R_ W)) (state value one W (idx l) s) zero.
    Let om (W l r q : R) : R := Omega (idx l) 0%nat (idx r) (idx q).
    Let G (W l s i r : R) : R := a (width d (R_ W)) k (Omega (idx l) 0%nat) (Q_ W l s) (idx i) (idx r).
    Lemma performers eps : 0 < eps -> near n d D f (fun R0 => PerAttHead n (width d R0) k) (head_4_5 d Omega) eps.
    Proof.
      intro E_.
      destruct (sumformer.sumformer_thm4_5_repaired2 tok c perm act tr x put put fn ds num net rad U B V th none none
        (WV_ 1) (column value one) (attended value one) (by_matrix value one no) (by_matrix value one no)
        (by_matrix value one (fun R0 l => values d R0 1 l)) om G G n_ d_ eps beta (Z.of_nat k))
        as (N & R0 & N1 & R1 & H); try hypotheses E_.
      integers. remember (Z.to_nat N) as N'. remember (Z.to_nat R0) as R'.
      assert (N = Z.of_nat N') by lia. assert (R0 = Z.of_nat R') by lia. subst N R0. clear HeqN' HeqR'.
      destruct (network_exists N' R') as (W & EN & ER & P). apply (near_is value one eps W). rewrite ER. apply H. clear H.
      network_weights P EN ER.
      assert (feature : forall l s i r, 0 <= IZR (Z.of_nat k) /\ sqrt (IZR (Z.of_nat k)) <> 0 /\ G W l s i r =
        1 / sqrt (IZR (Z.of_nat k)) * (exp (- (sum (width d R') (fun q => Q_ W l s (idx i) q * Q_ W l s (idx i) q) / 2))
          * exp (sum (width d R') (fun q => Omega (idx l) 0%nat (idx r) q * Q_ W l s (idx i) q)))).
      { intros l s i r. split; [apply IZR_le; lia|]. split; [apply Rgt_not_eq, sqrt_lt_R0, IZR_lt; lia|].
        unfold G, a, dot. rewrite ER, INR_IZR_INZ. unfold Rdiv. rewrite Ropp_mult_distr_l. ring. }
      assert (stated_ : forall l s i r : R, 0 <= IZR (Z.of_nat k) /\ sqrt (IZR (Z.of_nat k)) <> 0 /\ G W l s i r =
        1 / sqrt (IZR (Z.of_nat k)) * (exp (- (zsum 1 (2 * IZR d_ + (2 * IZR (Z.of_nat R') + 1))
          (fun q => by_matrix value one no W l s i (IZR q) * by_matrix value one no W l s i (IZR q)) / 2))
          * exp (zsum 1 (2 * IZR d_ + (2 * IZR (Z.of_nat R') + 1)) (fun q => om W l r (IZR q) * by_matrix value one no W l s i (IZR q))))).
      { intros l s i r. destruct (feature l s i r) as (A1 & A2 & ->). split; [exact A1|]. split; [exact A2|].
        sums (width d R'). sums (width d R'). apply (f_equal2 Rmult); [reflexivity|].
        apply (f_equal2 Rmult); apply (f_equal exp); [apply (f_equal Ropp); apply (f_equal2 Rdiv); [|reflexivity]|];
          apply sum_ext; intros q _; unfold by_matrix, om; now rewrite named_index. }
      split; [|split].
      - intros l s i r _. apply stated_.
      - intros l s i r _. apply stated_.
      - intros l s i q ?. integers. unfold attended, G, Q_, by_matrix. indices. rewrite ER. sums k.
        apply sum_ext. intros r _. rewrite named_index. f_equal. sums n. apply sum_ext. intros j _.
        rewrite named_index. reflexivity.
    Qed.
  End Performers.
End Given.

(* ---- 8. The theorems ---- *)

Lemma whole {head : Type} (n d : nat) (D : vector -> Prop) (f : matrix -> matrix) (value : nat -> head -> matrix -> matrix)
    (one : nat -> nat -> head) :
  (forall x0 beta, D x0 -> (forall t c, D t -> (c < d)%nat -> Rabs (t c) <= beta) -> (0 < n)%nat -> (0 < d)%nat ->
    forall eps, 0 < eps -> near n d D f value one eps) ->
  compact_set d D -> forall eps, 0 < eps -> exists d' blocks, length blocks = (6 * d' + 2)%nat /\
    (forall l B, nth_error blocks l = Some B -> heads B = [one d' l] /\ units (fully_connected B) = width d d') /\
    exists bound, bound < eps /\ forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      Rabs (f X i c - Network (width d d') (value d') blocks (padded n d X) i (d + 2 * d' + c)%nat) <= bound.
Proof.
  intros H [[beta bounded] _] eps E. destruct (classic ((0 < n)%nat /\ (0 < d)%nat /\ exists x0, D x0)) as [(N & P & x0 & X0)|O].
  - destruct (H x0 beta X0 bounded N P (eps / 2) ltac:(lra)) as (d' & blocks & A & B & C).
    exists d', blocks. split; [exact A|]. split; [exact B|]. exists (eps / 2). split; [lra|].
    intros X T i c I J. apply Rlt_le. now apply C.
  - exists 1%nat, (map (built n d f (fun _ _ => 0) 1 1 (fun _ => 0) (one 1%nat)) (seq 0 8)).
    split; [now rewrite map_length, seq_length|]. split.
    + intros l B L. apply nth_built in L as ->. split; [reflexivity|apply layer_units].
    + exists 0. split; [exact E|]. intros X T i c I J. destruct O. split; [lia|]. split; [lia|]. exists (X i). now apply T.
Qed.
Lemma are_simple {head : Type} w (one : nat -> head) blocks :
  (forall l B, nth_error blocks l = Some B -> heads B = [one l] /\ units (fully_connected B) = w) -> Forall (simple w) blocks.
Proof.
  intro H. apply Forall_forall. intros B I. apply In_nth_error in I as [l L]. destruct (H l B L) as [A U].
  split; [now rewrite A|exact U].
Qed.

Theorem theorem_4_3 (n d : nat) (D : vector -> Prop) (f : matrix -> matrix) :
  compact_set d D -> continuous_on n d D f -> equivariant n d D f ->
  forall eps, 0 < eps -> exists d' blocks,
    let w := (1 + 2 * d + 2 * d')%nat in
    length blocks = (6 * d' + 2)%nat /\ Forall (simple w) blocks /\
    exists bound, bound < eps /\ forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      Rabs (f X i c - Network w (AttHead n w) blocks (padded n d X) i (d + 2 * d' + c)%nat) <= bound.
Proof.
  intros K C S eps E. destruct (whole n d D f (fun R0 => AttHead n (width d R0)) (head_4_3 n d)) with eps
    as (d' & blocks & A & B & bound & H); [|exact K|exact E|].
  - intros x0 beta X0 B N P e E'. now apply (transformers n d D f x0 beta X0 B (proj2 K) C S).
  - exists d', blocks. split; [exact A|]. split; [now apply (are_simple _ (head_4_3 n d d'))|]. exists bound. exact H.
Qed.

Theorem theorem_4_4 (n d k : nat) (D : vector -> Prop) (f : matrix -> matrix) :
  (0 < k)%nat -> compact_set d D -> continuous_on n d D f -> equivariant n d D f ->
  forall eps, 0 < eps -> exists d' blocks,
    let w := (1 + 2 * d + 2 * d')%nat in
    length blocks = (6 * d' + 2)%nat /\ Forall (simple w) blocks /\
    exists bound, bound < eps /\ forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      Rabs (f X i c - Network w (LinAttHead n w k) blocks (padded n d X) i (d + 2 * d' + c)%nat) <= bound.
Proof.
  intros k_pos K C S eps E. destruct (whole n d D f (fun R0 => LinAttHead n (width d R0) k) (head_4_4 n d)) with eps
    as (d' & blocks & A & B & bound & H); [|exact K|exact E|].
  - intros x0 beta X0 B N P e E'. now apply (linformers n d D f x0 beta X0 B (proj2 K) C S).
  - exists d', blocks. split; [exact A|]. split; [now apply (are_simple _ (head_4_4 n d d'))|]. exists bound. exact H.
Qed.

Theorem theorem_4_5 (n d k : nat) (D : vector -> Prop) (f : matrix -> matrix) (Omega : nat -> nat -> nat -> vector) :
  (0 < k)%nat -> compact_set d D -> continuous_on n d D f -> equivariant n d D f ->
  forall eps, 0 < eps -> exists d' blocks,
    let w := (1 + 2 * d + 2 * d')%nat in
    length blocks = (6 * d' + 2)%nat /\ Forall (simple w) blocks /\ drawn Omega blocks /\
    exists bound, bound < eps /\ forall X, tokens_in n D X -> forall i c, (i < n)%nat -> (c < d)%nat ->
      Rabs (f X i c - Network w (PerAttHead n w k) blocks (padded n d X) i (d + 2 * d' + c)%nat) <= bound.
Proof.
  intros k_pos K C S eps E. destruct (whole n d D f (fun R0 => PerAttHead n (width d R0) k) (head_4_5 d Omega)) with eps
    as (d' & blocks & A & B & bound & H); [|exact K|exact E|].
  - intros x0 beta X0 B N P e E'. now apply (performers n d D f x0 beta X0 B (proj2 K) C S).
  - exists d', blocks. split; [exact A|]. split; [now apply (are_simple _ (head_4_5 d Omega d'))|]. split.
    + intros l B' p h L P. destruct (B l B' L) as [U _]. rewrite U in P. destruct p as [|p]; [|now destruct p].
      now injection P as <-.
    + exists bound. exact H.
Qed.
