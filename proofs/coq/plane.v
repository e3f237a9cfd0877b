(* Two theorems of the plane, and what they say of Theorem 4.4 of the paper on Sumformer.

   A continuous Q : R^2 -> R^2 is good if (Q, w) is injective for some continuous w : R^2 -> R.  No finite composition
   of good maps is near the complex square on the unit disc (no_composition_is_near_the_square).  Every Linformer of
   Definitions 2.3 to 2.5 with n = 2 and d = 1 is such a composition.  So there is a continuous equivariant function
   that none of them is near (linformer_of_width_1), and Theorem 4.4 with blocks of width d does not hold for n = 2 and
   d = 1 (theorem_4_4_fails).

   All is elementary.  Where a map from a square is not 0 on the boundary, the labels of its values (which of three
   sectors they are in) change there an even or an odd number of times as one walks around, on any fine grid.  This
   number modulo 2 is the winding.  Used are continuity, the completeness of R, and sums modulo 2 over grids. *)
From Coq Require Import Reals List Lra Lia Classical Btauto.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

(* -- Sums modulo 2 over grids ------------------------------------------------------------------------------------- *)

Fixpoint xsum (n : nat) (f : nat -> bool) : bool :=
  match n with O => false | S m => xorb (xsum m f) (f m) end.

Lemma xsum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> xsum n f = xsum n g.
Proof.
  induction n as [|n IH]; intro H; [reflexivity|]. simpl. rewrite (H n) by lia. rewrite IH; [reflexivity|].
  intros i I. apply H. lia.
Qed.
Lemma xsum_xorb n f g : xsum n (fun i => xorb (f i) (g i)) = xorb (xsum n f) (xsum n g).
Proof. induction n as [|n IH]; [reflexivity|]. simpl. rewrite IH. btauto. Qed.
Lemma xsum_false n f : (forall i, (i < n)%nat -> f i = false) -> xsum n f = false.
Proof.
  intro H. rewrite (xsum_ext n f (fun _ => false) H). clear H. induction n as [|n IH]; [reflexivity|]. simpl.
  now rewrite IH.
Qed.
Lemma xsum_telescopes n f : xsum n (fun i => xorb (f i) (f (S i))) = xorb (f O) (f n).
Proof. induction n as [|n IH]; simpl; [btauto|]. rewrite IH. btauto. Qed.
Lemma xsum_first n f : xsum (S n) f = xorb (f O) (xsum n (fun i => f (S i))).
Proof.
  induction n as [|n IH]; [simpl; btauto|].
  change (xorb (xsum (S n) f) (f (S n)) = xorb (f O) (xsum (S n) (fun i => f (S i)))).
  rewrite IH. simpl. btauto.
Qed.
Lemma xsum_reversed n f : xsum n (fun i => f (n - 1 - i)%nat) = xsum n f.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite xsum_first. replace (S n - 1 - 0)%nat with n by lia.
  transitivity (xorb (f n) (xsum n f)); [|simpl; btauto]. f_equal. rewrite <- IH. apply xsum_ext. intros i I.
  f_equal. lia.
Qed.

(* Three labels.  Around a square they change an even number of times, unless all three occur. *)
Inductive label := Right | Upper | Lower.
Definition differ (a b : label) : bool :=
  match a, b with Right, Right | Upper, Upper | Lower, Lower => false | _, _ => true end.
Definition square (a b c d : label) : bool := xorb (xorb (differ a b) (differ c d)) (xorb (differ a c) (differ b d)).
Lemma square_misses l a b c d : a <> l -> b <> l -> c <> l -> d <> l -> square a b c d = false.
Proof. destruct l, a, b, c, d; intros; try reflexivity; now exfalso. Qed.
Lemma differ_sym a b : differ a b = differ b a.
Proof. now destruct a, b. Qed.
Lemma cube_closes a b c d a' b' c' d' :
  xorb (square a b c d) (square a' b' c' d') =
  xorb (xorb (square a a' b b') (square c c' d d')) (xorb (square a a' c c') (square b b' d d')).
Proof. unfold square. btauto. Qed.

(* Labels on a grid of n by n squares: the changes along its boundary, and around each of its squares. *)
Section Grid.
  Variables (n : nat) (L : nat -> nat -> label).
  Definition face (x y : nat) : bool := square (L x y) (L (S x) y) (L x (S y)) (L (S x) (S y)).
  Definition changes (p : nat -> label) : bool := xsum n (fun i => differ (p i) (p (S i))).
  Definition boundary : bool :=
    xorb (xorb (changes (fun x => L x O)) (changes (fun x => L x n))) (xorb (changes (L O)) (changes (L n))).
  Definition faces (c : nat -> nat -> bool) : bool := xsum n (fun x => xsum n (fun y => andb (c x y) (face x y))).
  Lemma boundary_faces : boundary = faces (fun _ _ => true).
  Proof.
    unfold faces, boundary, changes.
    transitivity (xsum n (fun x => xorb (xorb (differ (L x O) (L (S x) O)) (differ (L x n) (L (S x) n)))
      (xorb (xsum n (fun y => differ (L x y) (L x (S y)))) (xsum n (fun y => differ (L (S x) y) (L (S x) (S y))))))).
    - rewrite !xsum_xorb. rewrite <- (xsum_xorb n (fun x => xsum n (fun y => differ (L x y) (L x (S y))))).
      rewrite (xsum_telescopes n (fun x => xsum n (fun y => differ (L x y) (L x (S y))))). reflexivity.
    - apply xsum_ext. intros x _. unfold face, square. simpl. rewrite !xsum_xorb.
      rewrite <- (xsum_xorb n (fun y => differ (L x y) (L (S x) y))).
      rewrite (xsum_telescopes n (fun y => differ (L x y) (L (S x) y))). reflexivity.
  Qed.
End Grid.

(* A third direction, s = 0, ..., n.  The sum over the squares of class c is the same in every layer, if cubes that meet
   in a square with all three labels are of one class, and there is no such square on the sides. *)
Section Layers.
  Variables (n : nat) (L : nat -> nat -> nat -> label) (c : nat -> nat -> nat -> bool).
  Let along_x s x y := square (L s x y) (L (S s) x y) (L s (S x) y) (L (S s) (S x) y).
  Let along_y s x y := square (L s x y) (L (S s) x y) (L s x (S y)) (L (S s) x (S y)).
  Hypothesis H : forall s x y, (s < n)%nat -> (x < n)%nat -> (y < n)%nat -> face (L (S s)) x y = true ->
    c (S s) x y = c s x y.
  Hypothesis Hx : forall s x y, (s < n)%nat -> (x < n)%nat -> (S y < n)%nat -> along_x s x (S y) = true ->
    c s x (S y) = c s x y.
  Hypothesis Hy : forall s x y, (s < n)%nat -> (S x < n)%nat -> (y < n)%nat -> along_y s (S x) y = true ->
    c s (S x) y = c s x y.
  Hypothesis sides : forall s i, (s < n)%nat -> (i < n)%nat ->
    along_x s i O = false /\ along_x s i n = false /\ along_y s O i = false /\ along_y s n i = false.

  Lemma one_layer s : (s < n)%nat -> faces n (L s) (c s) = faces n (L (S s)) (c (S s)).
  Proof.
    intro S0. apply Bool.xorb_eq. unfold faces. rewrite <- xsum_xorb.
    transitivity (xsum n (fun x => xorb (xorb (andb (c s x O) (along_x s x O)) (andb (c s x n) (along_x s x n)))
      (xorb (xsum n (fun y => andb (c s x y) (along_y s x y)))
        (xsum n (fun y => andb (c s (S x) y) (along_y s (S x) y)))))).
    - apply xsum_ext. intros x X.
      rewrite <- (xsum_telescopes n (fun y => andb (c s x y) (along_x s x y))), <- !xsum_xorb.
      apply xsum_ext. intros y Y.
      assert (E : andb (c (S s) x y) (face (L (S s)) x y) = andb (c s x y) (face (L (S s)) x y)).
      { destruct (face (L (S s)) x y) eqn:F; [|now rewrite !Bool.andb_false_r]. now rewrite H. }
      assert (Ex : andb (c s x (S y)) (along_x s x (S y)) = andb (c s x y) (along_x s x (S y))).
      { destruct (along_x s x (S y)) eqn:F; [|now rewrite !Bool.andb_false_r].
        destruct (Nat.eq_dec (S y) n) as [e|]; [|rewrite Hx; [reflexivity|lia..|exact F]].
        destruct (sides s x S0 X) as (_ & K & _). congruence. }
      assert (Ey : andb (c s (S x) y) (along_y s (S x) y) = andb (c s x y) (along_y s (S x) y)).
      { destruct (along_y s (S x) y) eqn:F; [|now rewrite !Bool.andb_false_r].
        destruct (Nat.eq_dec (S x) n) as [e|]; [|rewrite Hy; [reflexivity|lia..|exact F]].
        destruct (sides s y S0 Y) as (_ & _ & _ & K). congruence. }
      rewrite E, Ex, Ey.
      assert (C := cube_closes (L s x y) (L s (S x) y) (L s x (S y)) (L s (S x) (S y))
        (L (S s) x y) (L (S s) (S x) y) (L (S s) x (S y)) (L (S s) (S x) (S y))).
      fold (face (L s) x y) in C. fold (face (L (S s)) x y) in C.
      fold (along_x s x y) in C. fold (along_x s x (S y)) in C. fold (along_y s x y) in C.
      fold (along_y s (S x) y) in C.
      destruct (c s x y); [|reflexivity]. simpl. exact C.
    - rewrite xsum_xorb. rewrite (xsum_telescopes n (fun x => xsum n (fun y => andb (c s x y) (along_y s x y)))).
      rewrite (xsum_false n (fun y => andb (c s O y) _)), (xsum_false n (fun y => andb (c s n y) _)), xsum_false;
        [reflexivity|..].
      + intros x X. destruct (sides s x S0 X) as (-> & -> & _). now rewrite !Bool.andb_false_r.
      + intros y Y. destruct (sides s y S0 Y) as (_ & _ & _ & ->). apply Bool.andb_false_r.
      + intros y Y. destruct (sides s y S0 Y) as (_ & _ & -> & _). apply Bool.andb_false_r.
  Qed.
  Lemma layers : faces n (L O) (c O) = faces n (L n) (c n).
  Proof.
    assert (K : forall s, (s <= n)%nat -> faces n (L O) (c O) = faces n (L s) (c s)).
    { induction s as [|s IH]; [reflexivity|]. intro S0. rewrite IH by lia. apply one_layer. lia. }
    apply K. lia.
  Qed.
End Layers.

(* -- Winding, and how it changes ----------------------------------------------------------------------------------- *)

(* Compactness of [0, 1]^3: what holds around each point within some distance holds within one distance for all. *)
Lemma gauge (P : R -> R -> Prop) :
  (forall x x' d d', P x d -> 0 < d' -> Rabs (x' - x) + d' <= d -> P x' d') ->
  (forall x, 0 <= x <= 1 -> exists d, 0 < d /\ P x d) ->
  exists d, 0 < d /\ forall x, 0 <= x <= 1 -> P x d.
Proof.
  intros shrink here. set (E := fun s => 0 <= s <= 1 /\ exists d, 0 < d /\ forall x, 0 <= x <= s -> P x d).
  assert (E0 : E 0).
  { split; [lra|]. destruct (here 0) as (d & D & K); [lra|]. exists d. split; [exact D|].
    intros x X. now replace x with 0 by lra. }
  destruct (completeness E) as (m & above & least); [exists 1; intros s [S _]; lra|now exists 0|].
  assert (M : 0 <= m <= 1) by (split; [now apply above|apply least; intros s [S _]; lra]).
  destruct (here m M) as (d & D & K).
  assert (exists s, E s /\ m - d / 2 < s) as (s & [S (ds & Ds & Ks)] & Near).
  { apply NNPP. intro N. assert (m <= m - d / 2); [|lra]. apply least. intros s Es.
    destruct (Rle_lt_dec s (m - d / 2)); [assumption|]. exfalso. apply N. eauto. }
  assert (G : E (Rmin 1 (m + d / 4))).
  { split; [unfold Rmin; destruct (Rle_dec _ _); lra|]. exists (Rmin ds (d / 2)). split; [apply Rmin_pos; lra|].
    assert (A := Rmin_l ds (d / 2)). assert (B := Rmin_r ds (d / 2)). assert (C := Rmin_r 1 (m + d / 4)).
    assert (Q : 0 < Rmin ds (d / 2)) by (apply Rmin_pos; lra).
    intros x X. destruct (Rle_lt_dec x s) as [L|L].
    - apply (shrink x x ds); [apply Ks; lra|exact Q|]. rewrite Rminus_eq_0, Rabs_R0. lra.
    - apply (shrink m x d); [exact K|exact Q|]. assert (Rabs (x - m) <= d / 2) by (apply Rabs_le; lra). lra. }
  assert (U := above _ G). destruct G as [_ (e & Q & W)]. exists e. split; [exact Q|].
  intros x X. apply W. unfold Rmin in *. destruct (Rle_dec _ _); lra.
Qed.
Lemma gauge3 (P : R -> R -> R -> R -> Prop) :
  (forall s x y s' x' y' d d', P s x y d -> 0 < d' ->
    Rabs (s' - s) + d' <= d -> Rabs (x' - x) + d' <= d -> Rabs (y' - y) + d' <= d -> P s' x' y' d') ->
  (forall s x y, 0 <= s <= 1 -> 0 <= x <= 1 -> 0 <= y <= 1 -> exists d, 0 < d /\ P s x y d) ->
  exists d, 0 < d /\ forall s x y, 0 <= s <= 1 -> 0 <= x <= 1 -> 0 <= y <= 1 -> P s x y d.
Proof.
  intros shrink here.
  assert (same : forall x, Rabs (x - x) = 0) by (intro x; now rewrite Rminus_eq_0, Rabs_R0).
  assert (keep : forall x x' d d', 0 < d' -> Rabs (x' - x) + d' <= d -> d' <= d).
  { intros x x' d d' _. assert (A := Rabs_pos (x' - x)). lra. }
  destruct (gauge (fun s d => forall x, 0 <= x <= 1 -> forall y, 0 <= y <= 1 -> P s x y d)) as (d & D & K).
  - intros s s' d d' K Q L x X y Y.
    apply (shrink s x y s' x y d); rewrite ?same; auto; specialize (keep s s' d d' Q L); lra.
  - intros s S. apply (gauge (fun x d => forall y, 0 <= y <= 1 -> P s x y d)).
    + intros x x' d d' K Q L y Y.
      apply (shrink s x y s x' y d); rewrite ?same; auto; specialize (keep x x' d d' Q L); lra.
    + intros x X. apply (gauge (fun y d => P s x y d)).
      * intros y y' d d' K Q L.
        apply (shrink s x y s x y' d); rewrite ?same; auto; specialize (keep y y' d d' Q L); lra.
      * intros y Y. now apply here.
  - exists d. split; [exact D|]. intros. now apply K.
Qed.

Notation plane := (R * R)%type.
Notation space := (R * (R * R))%type.
Definition box (t : space) (d : R) (t' : space) : Prop :=
  Rabs (fst t' - fst t) < d /\ Rabs (fst (snd t') - fst (snd t)) < d /\ Rabs (snd (snd t') - snd (snd t)) < d.
Lemma box_box t d t' d' t'' :
  box t' d' t'' -> Rabs (fst t' - fst t) + d' <= d -> Rabs (fst (snd t') - fst (snd t)) + d' <= d ->
  Rabs (snd (snd t') - snd (snd t)) + d' <= d -> box t d t''.
Proof.
  intros (A & B & C) A' B' C'. repeat split.
  - assert (H := Rabs_triang (fst t'' - fst t') (fst t' - fst t)).
    replace (fst t'' - fst t' + (fst t' - fst t)) with (fst t'' - fst t) in H by ring. lra.
  - assert (H := Rabs_triang (fst (snd t'') - fst (snd t')) (fst (snd t') - fst (snd t))).
    replace (fst (snd t'') - fst (snd t') + (fst (snd t') - fst (snd t)))
      with (fst (snd t'') - fst (snd t)) in H by ring. lra.
  - assert (H := Rabs_triang (snd (snd t'') - snd (snd t')) (snd (snd t') - snd (snd t))).
    replace (snd (snd t'') - snd (snd t') + (snd (snd t') - snd (snd t)))
      with (snd (snd t'') - snd (snd t)) in H by ring. lra.
Qed.
Definition positive_in (F : space -> R) (t : space) (d : R) : Prop := forall t', box t d t' -> 0 < F t'.
Lemma positive_near (F : space -> R) t : continuous F t -> 0 < F t -> exists d, 0 < d /\ positive_in F t d.
Proof.
  intros C Q. destruct (proj1 (filterlim_locally F (F t)) C (mkposreal _ Q)) as [d D]. exists d.
  split; [apply cond_pos|].
  intros t' (A & B & E). assert (K : ball (F t) (F t) (F t')).
  { apply D. split; [exact A|]. split; [exact B|exact E]. }
  change (Rabs (F t' - F t) < F t) in K. apply Rabs_def2 in K. lra.
Qed.
Lemma positive_smaller F t d d' : d' <= d -> positive_in F t d -> positive_in F t d'.
Proof. intros L K t' (A & B & C). apply K. repeat split; lra. Qed.

Definition label_of (v : plane) : label :=
  if Rlt_dec 0 (fst v) then Right else if Rlt_dec 0 (snd v) then Upper else Lower.
Definition grid (n i : nat) : R := INR i / INR n.
Definition node (n x y : nat) : plane := (grid n x, grid n y).
Definition labels (n : nat) (F : plane -> plane) (x y : nat) : label := label_of (F (node n x y)).
Definition winding (n : nat) (F : plane -> plane) : bool := boundary n (labels n F).

Lemma grid_first n : grid n 0 = 0.
Proof. unfold grid, Rdiv. simpl. ring. Qed.
Lemma grid_last n : (0 < n)%nat -> grid n n = 1.
Proof. intro H. apply Rinv_r, not_0_INR. lia. Qed.
Lemma grid_in n i : (0 < n)%nat -> (i <= n)%nat -> 0 <= grid n i <= 1.
Proof.
  intros N I. assert (0 < INR n) by now apply lt_0_INR. split.
  - apply Rmult_le_pos; [apply pos_INR|]. now apply Rlt_le, Rinv_0_lt_compat.
  - unfold grid. apply Rle_div_l; [assumption|]. rewrite Rmult_1_l. now apply le_INR.
Qed.
Lemma grid_fine d : 0 < d -> eventually (fun n => (0 < n)%nat /\
  forall i, Rabs (grid n i - grid n i) < d /\ Rabs (grid n (S i) - grid n i) < d).
Proof.
  intro D. destruct (archimed_cor1 d D) as (N & K & P). exists N. intros n L. split; [lia|]. intro i.
  rewrite Rminus_eq_0, Rabs_R0. split; [exact D|]. unfold grid. rewrite S_INR.
  assert (A : 0 < INR N) by now apply lt_0_INR. assert (B := le_INR _ _ L).
  replace ((INR i + 1) / INR n - INR i / INR n) with (/ INR n) by (field; lra).
  rewrite Rabs_pos_eq by (apply Rlt_le, Rinv_0_lt_compat; lra).
  assert (/ INR n <= / INR N) by (apply Rinv_le_contravar; lra). lra.
Qed.

Definition zero : plane := (0, 0).
Lemma zero_or (v : plane) : v = zero \/ 0 < fst v \/ 0 < - fst v \/ 0 < snd v \/ 0 < - snd v.
Proof.
  destruct v as [a b]. simpl. destruct (total_order_T 0 a) as [[A|A]|A]; [auto| |right; right; left; lra].
  destruct (total_order_T 0 b) as [[B|B]|B]; [auto|now left; subst|right; right; right; right; lra].
Qed.

(* 0 on the boundary of the square, for each s *)
Definition inner (t : space) : R := let (x, y) := snd t in (x * (1 - x)) * (y * (1 - y)).
Definition cube (t : space) : Prop := 0 <= fst t <= 1 /\ 0 <= fst (snd t) <= 1 /\ 0 <= snd (snd t) <= 1.

Lemma continuous_pair {U V W : UniformSpace} (f : U -> V) (g : U -> W) x :
  continuous f x -> continuous g x -> continuous (fun u => (f u, g u)) x.
Proof.
  intros F G. apply filterlim_locally. intro e.
  assert (F' := proj1 (filterlim_locally f (f x)) F e). assert (G' := proj1 (filterlim_locally g (g x)) G e).
  generalize (filter_and _ _ F' G'). apply filter_imp. intros u [A B]. split; assumption.
Qed.
Lemma continuous_first {U V W : UniformSpace} (f : U -> V * W) x : continuous f x -> continuous (fun u => fst (f u)) x.
Proof. intro F. apply (continuous_comp f fst); [exact F|]. destruct (f x). apply continuous_fst. Qed.
Lemma continuous_second {U V W : UniformSpace} (f : U -> V * W) x : continuous f x -> continuous (fun u => snd (f u)) x.
Proof. intro F. apply (continuous_comp f snd); [exact F|]. destruct (f x). apply continuous_snd. Qed.
Lemma continuous_times {U : UniformSpace} (f g : U -> R) x : continuous f x -> continuous g x ->
  continuous (fun u => f u * g u) x.
Proof. apply (continuous_mult f g). Qed.
Lemma continuous_sum {U : UniformSpace} (f g : U -> R) x : continuous f x -> continuous g x ->
  continuous (fun u => f u + g u) x.
Proof. apply (continuous_plus f g). Qed.
Lemma continuous_difference {U : UniformSpace} (f g : U -> R) x : continuous f x -> continuous g x ->
  continuous (fun u => f u - g u) x.
Proof. apply (continuous_minus f g). Qed.
Lemma continuous_negative {U : UniformSpace} (f : U -> R) x : continuous f x -> continuous (fun u => - f u) x.
Proof. apply (continuous_opp f). Qed.
Definition lin (a : plane) (k : R) (b : plane) : plane := (fst a + k * fst b, snd a + k * snd b).
Lemma continuous_lin {U : UniformSpace} (f : U -> plane) (k : U -> R) (g : U -> plane) x :
  continuous f x -> continuous k x -> continuous g x -> continuous (fun u => lin (f u) (k u) (g u)) x.
Proof.
  intros F K G. apply (continuous_pair (fun u => fst (f u) + k u * fst (g u)) (fun u => snd (f u) + k u * snd (g u)));
    apply continuous_sum; [|apply continuous_times| |apply continuous_times]; try exact K;
    (apply continuous_first || apply continuous_second); assumption.
Qed.
Ltac walk := lazymatch goal with
  | |- continuous (fun u => @?f u * @?g u) _ => apply (continuous_times f g); walk
  | |- continuous (fun u => @?f u + @?g u) _ => apply (continuous_sum f g); walk
  | |- continuous (fun u => @?f u - @?g u) _ => apply (continuous_difference f g); walk
  | |- continuous (fun u => - @?f u) _ => apply (continuous_negative f); walk
  | |- continuous (fun u => (@?f u, @?g u)) _ => apply (continuous_pair f g); walk
  | |- continuous (fun u => lin (@?f u) (@?k u) (@?g u)) _ => apply (continuous_lin f k g); walk
  | |- continuous (fun u => fst (@?f u)) _ => apply (continuous_first f); walk
  | |- continuous (fun u => snd (@?f u)) _ => apply (continuous_second f); walk
  | |- continuous (fun u => cos (@?f u)) _ => apply (continuous_comp f cos); [walk|apply continuous_cos]
  | |- continuous (fun u => sin (@?f u)) _ => apply (continuous_comp f sin); [walk|apply continuous_sin]
  | |- continuous (fun u => u) _ => apply continuous_id
  | C : forall p, continuous ?F p |- continuous (fun u => ?F (@?f u)) _ => apply (continuous_comp f F); [walk|apply C]
  | |- continuous (fun u => ?c) _ => apply continuous_const
  end.
Lemma continuous_inner t : continuous inner t.
Proof.
  apply (continuous_ext (fun t : space => (fst (snd t) * (1 - fst (snd t))) * (snd (snd t) * (1 - snd (snd t))))).
  { intros (s & x & y). reflexivity. }
  walk.
Qed.

(* The main lemma.  H is not 0 on the sides, and where it is 0 inside, sign is not.  Then the squares of a fine grid
   with all three labels and a positive sign have the same number modulo 2 at s = 0 and at s = 1. *)
Section Carried.
  Variables (H : space -> plane) (sign : space -> R).
  Hypotheses (CH : forall t, continuous H t) (Cs : forall t, continuous sign t).
  Hypothesis sides_not_0 : forall t, cube t -> inner t = 0 -> H t <> zero.
  Hypothesis signed : forall t, cube t -> H t = zero -> sign t <> 0.

  Definition tame (t : space) (d : R) : Prop :=
    positive_in (fun t => fst (H t)) t d \/ positive_in (fun t => - fst (H t)) t d \/
    positive_in (fun t => snd (H t)) t d \/ positive_in (fun t => - snd (H t)) t d.
  Definition wild (t : space) (d : R) : Prop :=
    positive_in inner t d /\ (positive_in sign t d \/ positive_in (fun t => - sign t) t d).
  Lemma tame_near t : H t <> zero -> exists d, 0 < d /\ tame t d.
  Proof.
    intro N. assert (W : forall f, (forall d, positive_in f t d -> tame t d) -> continuous f t -> 0 < f t ->
      exists d, 0 < d /\ tame t d).
    { intros f T C A. destruct (positive_near f t C A) as (d & D & K). eauto. }
    unfold tame in *. destruct (zero_or (H t)) as [Z|[A|[A|[A|A]]]]; [contradiction|..];
      [apply (W (fun t => fst (H t)))|apply (W (fun t => - fst (H t)))|
       apply (W (fun t => snd (H t)))|apply (W (fun t => - snd (H t)))];
      (exact A || walk || tauto).
  Qed.
  Lemma tame_or_wild t : cube t -> exists d, 0 < d /\ (tame t d \/ wild t d).
  Proof.
    intro T. destruct (classic (H t = zero)) as [Z|Z].
    - assert (S := signed t T Z). assert (I : 0 < inner t).
      { destruct (Req_dec (inner t) 0) as [e|n]; [now exfalso; apply (sides_not_0 t T e)|].
        destruct T as (_ & X & Y). destruct t as (s & x & y). unfold inner in *. simpl in *.
        assert (0 <= (x * (1 - x)) * (y * (1 - y))) by (apply Rmult_le_pos; apply Rmult_le_pos; lra). lra. }
      destruct (positive_near inner t (continuous_inner t) I) as (d & D & K).
      assert (W : exists e, 0 < e /\ (positive_in sign t e \/ positive_in (fun t => - sign t) t e)).
      { destruct (Rlt_dec 0 (sign t)) as [A|A].
        - destruct (positive_near sign t (Cs t) A) as (e & E & M). eauto.
        - destruct (positive_near (fun t => - sign t) t) as (e & E & M); [walk|lra|eauto]. }
      destruct W as (e & E & M). exists (Rmin d e). split; [now apply Rmin_pos|]. right.
      split; [exact (positive_smaller _ _ _ _ (Rmin_l d e) K)|].
      destruct M as [M|M]; [left|right]; exact (positive_smaller _ _ _ _ (Rmin_r d e) M).
    - destruct (tame_near t Z) as (d & D & K). eauto.
  Qed.
  Lemma tame_or_wild_everywhere : exists d, 0 < d /\ forall t, cube t -> tame t d \/ wild t d.
  Proof.
    destruct (gauge3 (fun s x y d => tame (s, (x, y)) d \/ wild (s, (x, y)) d)) as (d & D & K).
    - intros s x y s' x' y' d d' K Q A B C.
      assert (W : forall F, positive_in F (s, (x, y)) d -> positive_in F (s', (x', y')) d').
      { intros F P t' T. apply P. now apply (box_box (s, (x, y)) d (s', (x', y')) d'). }
      unfold tame, wild in *. destruct K as [[|[|[|]]]|[? [|]]]; auto 8.
    - intros s x y S X Y. now apply tame_or_wild.
    - exists d. split; [exact D|]. intros (s & x & y) (S & X & Y). now apply K.
  Qed.
  Lemma tame_misses t d : tame t d -> exists l, forall t', box t d t' -> label_of (H t') <> l.
  Proof.
    unfold label_of. intros [K|[K|[K|K]]]; [exists Upper|exists Right|exists Lower|exists Upper];
      intros t' B; specialize (K t' B); cbv beta in K; destruct (Rlt_dec 0 (fst (H t'))); try discriminate;
      destruct (Rlt_dec 0 (snd (H t'))); try discriminate; lra.
  Qed.
  Lemma full t d a b c e : tame t d \/ wild t d -> box t d a -> box t d b -> box t d c -> box t d e ->
    square (label_of (H a)) (label_of (H b)) (label_of (H c)) (label_of (H e)) = true -> wild t d.
  Proof.
    intros [K|K] A B C E F; [|exact K]. destruct (tame_misses t d K) as (l & M).
    rewrite (square_misses l) in F; [discriminate|now apply M..].
  Qed.
  Definition class (t : space) : bool := if Rlt_dec 0 (sign t) then true else false.
  Lemma class_same t d t' : wild t d -> box t d t -> box t d t' -> class t' = class t.
  Proof.
    intros [_ [K|K]] A B; unfold class; specialize (K t A) as KA; specialize (K t' B) as KB; cbv beta in KA, KB;
      destruct (Rlt_dec 0 (sign t)), (Rlt_dec 0 (sign t')); (reflexivity || lra).
  Qed.
  Definition at_grid (n s x y : nat) : space := (grid n s, node n x y).
  Definition labels3 (n s x y : nat) : label := label_of (H (at_grid n s x y)).
  Definition class3 (n s x y : nat) : bool := class (at_grid n s x y).
  Lemma carried : eventually (fun n =>
    faces n (labels3 n 0) (class3 n 0) = faces n (labels3 n n) (class3 n n) /\
    forall s x y, (s <= n)%nat -> (x < n)%nat -> (y < n)%nat -> face (labels3 n s) x y = true ->
      sign (at_grid n s x y) <> 0).
  Proof.
    destruct tame_or_wild_everywhere as (d & D & K). generalize (grid_fine d D). apply filter_imp. intros n [N fine].
    assert (E : forall s x y, (s <= n)%nat -> (x <= n)%nat -> (y <= n)%nat ->
      tame (at_grid n s x y) d \/ wild (at_grid n s x y) d).
    { intros s x y S X Y. apply K. repeat split; apply grid_in; assumption. }
    assert (B : forall s x y s' x' y', s' = s \/ s' = S s -> x' = x \/ x' = S x -> y' = y \/ y' = S y ->
      box (at_grid n s x y) d (at_grid n s' x' y')).
    { intros s x y s' x' y' [-> | -> ] [-> | -> ] [-> | -> ]; repeat split; apply fine. }
    assert (F : forall s x y s1 x1 y1 s2 x2 y2 s3 x3 y3 s4 x4 y4, (s <= n)%nat -> (x <= n)%nat -> (y <= n)%nat ->
      box (at_grid n s x y) d (at_grid n s1 x1 y1) -> box (at_grid n s x y) d (at_grid n s2 x2 y2) ->
      box (at_grid n s x y) d (at_grid n s3 x3 y3) -> box (at_grid n s x y) d (at_grid n s4 x4 y4) ->
      square (labels3 n s1 x1 y1) (labels3 n s2 x2 y2) (labels3 n s3 x3 y3) (labels3 n s4 x4 y4) = true ->
        wild (at_grid n s x y) d).
    { intros s x y s1 x1 y1 s2 x2 y2 s3 x3 y3 s4 x4 y4 S X Y. apply full. now apply E. }
    assert (no : forall s x y, (s <= n)%nat -> (x <= n)%nat -> (y <= n)%nat -> inner (at_grid n s x y) = 0 ->
      ~ wild (at_grid n s x y) d).
    { intros s x y S X Y Z [W _]. specialize (W (at_grid n s x y)). rewrite Z in W. apply (Rlt_irrefl 0), W, B; auto. }
    split.
    - apply (layers n (labels3 n) (class3 n)).
      1-3: intros s x y S X Y T; apply (class_same (at_grid n s x y) d); [|apply B; auto..];
        eapply F, T; (lia || (apply B; auto)).
      intros s i S I. repeat split; apply Bool.not_true_iff_false; intro T.
      + apply (no s i O); [lia..|unfold inner; simpl; rewrite grid_first; ring|]. eapply F, T; (lia || (apply B; auto)).
      + apply (no s i n); [lia..|unfold inner; simpl; rewrite grid_last by exact N; ring|].
        eapply F, T; (lia || (apply B; auto)).
      + apply (no s O i); [lia..|unfold inner; simpl; rewrite grid_first; ring|]. eapply F, T; (lia || (apply B; auto)).
      + apply (no s n i); [lia..|unfold inner; simpl; rewrite grid_last by exact N; ring|].
        eapply F, T; (lia || (apply B; auto)).
    - intros s x y S X Y T Z. assert (W : wild (at_grid n s x y) d) by (eapply F, T; (lia || (apply B; auto))).
      destruct W as [_ [W|W]]; specialize (W (at_grid n s x y)); cbv beta in W; rewrite Z in W;
        (assert (0 < 0); [|lra]); [apply W, B; auto|rewrite <- Ropp_0 at 2; apply W, B; auto].
  Qed.
End Carried.

Lemma faces_ext n L L' c c' : (forall x y, (x <= n)%nat -> (y <= n)%nat -> L x y = L' x y) ->
  (forall x y, (x < n)%nat -> (y < n)%nat -> face L x y = true -> c x y = c' x y) -> faces n L c = faces n L' c'.
Proof.
  intros A B. apply xsum_ext. intros x X. apply xsum_ext. intros y Y. specialize (B x y X Y). unfold face in *.
  rewrite <- !A by lia. destruct (square _ _ _ _); [now rewrite B|now rewrite !Bool.andb_false_r].
Qed.
Lemma at_first H n x y : labels3 H n 0 x y = labels n (fun v => H (0, v)) x y.
Proof. unfold labels3, labels, at_grid. now rewrite grid_first. Qed.
Lemma at_last H n x y : (0 < n)%nat -> labels3 H n n x y = labels n (fun v => H (1, v)) x y.
Proof. intro N. unfold labels3, labels, at_grid. now rewrite grid_last. Qed.
Lemma eventually_positive : eventually (fun n => (0 < n)%nat).
Proof. exists 1%nat. intros n L. lia. Qed.

(* As long as a map is not 0 on the boundary, its winding stays the same. *)
Lemma winding_moves (H : space -> plane) :
  (forall t, continuous H t) -> (forall t, cube t -> inner t = 0 -> H t <> zero) ->
  eventually (fun n => winding n (fun v => H (0, v)) = winding n (fun v => H (1, v))).
Proof.
  intros C N. assert (K := carried H (fun _ => 1) C (fun t => continuous_const 1 t) N ltac:(intros; lra)).
  generalize (filter_and _ _ eventually_positive K). clear K.
  apply filter_imp. intros n (P & K & _). unfold winding. rewrite !boundary_faces.
  etransitivity; [|etransitivity; [exact K|]]; apply faces_ext; intros; rewrite ?at_first, ?at_last by exact P;
    try reflexivity; unfold class3, class; destruct (Rlt_dec 0 1); (reflexivity || lra).
Qed.
(* It is even where the map has no zero in the square; *)
Lemma winding_empty (F : plane -> plane) : (forall p, continuous F p) ->
  (forall p, 0 <= fst p <= 1 -> 0 <= snd p <= 1 -> F p <> zero) -> eventually (fun n => winding n F = false).
Proof.
  intros C N.
  assert (C' : forall t : space, continuous (fun t : space => F (snd t)) t) by (intro t; walk).
  assert (Cs : forall t : space, continuous (fun t : space => 1 - 2 * fst t) t) by (intro t; walk).
  generalize (filter_and _ _ eventually_positive (carried _ _ C' Cs
    ltac:(intros t (_ & X & Y) _; now apply N) ltac:(intros t (_ & X & Y) Z; now exfalso; apply (N (snd t))))).
  apply filter_imp. intros n (P & K & _). unfold winding. rewrite boundary_faces.
  transitivity (faces n (labels3 (fun t : space => F (snd t)) n 0) (class3 (fun t : space => 1 - 2 * fst t) n 0)).
  - apply faces_ext; [reflexivity|]. intros x y _ _ _. unfold class3, class, at_grid. simpl. rewrite grid_first.
    destruct (Rlt_dec _ _); [reflexivity|lra].
  - rewrite K. apply xsum_false. intros x X. apply xsum_false. intros y Y. unfold class3, class, at_grid. simpl.
    rewrite grid_last by exact P. destruct (Rlt_dec _ _); [lra|reflexivity].
Qed.
(* and where the zeros fall into two kinds that change places as the map returns to itself. *)
Lemma winding_paired (H : space -> plane) (sign : space -> R) :
  (forall t, continuous H t) -> (forall t, continuous sign t) ->
  (forall t, cube t -> inner t = 0 -> H t <> zero) -> (forall t, cube t -> H t = zero -> sign t <> 0) ->
  (forall v, H (1, v) = H (0, v)) -> (forall v, sign (1, v) = - sign (0, v)) ->
  eventually (fun n => winding n (fun v => H (0, v)) = false).
Proof.
  intros C Cs N S R1 R2. generalize (filter_and _ _ eventually_positive (carried H sign C Cs N S)). apply filter_imp.
  intros n (P & K & M). unfold winding. rewrite boundary_faces.
  assert (E : faces n (labels3 H n 0) (class3 sign n 0) =
    faces n (labels3 H n 0) (fun x y => negb (class3 sign n 0 x y))).
  { rewrite K at 1. apply faces_ext; intros x y X Y.
    - rewrite at_first, at_last by exact P. unfold labels. now rewrite R1.
    - intros F. specialize (M n x y (le_n n) X Y F). unfold class3, class, at_grid in *. rewrite grid_first.
      rewrite grid_last in * by exact P. rewrite R2 in *. destruct (Rlt_dec _ _), (Rlt_dec _ _); (reflexivity || lra). }
  transitivity (xorb (faces n (labels3 H n 0) (class3 sign n 0))
    (faces n (labels3 H n 0) (fun x y => negb (class3 sign n 0 x y)))).
  - unfold faces. rewrite <- xsum_xorb. apply xsum_ext. intros x X. rewrite <- xsum_xorb. apply xsum_ext. intros y Y.
    replace (face (labels3 H n 0) x y) with (face (labels n (fun v => H (0, v))) x y).
    + destruct (class3 sign n 0 x y), (face _ x y); reflexivity.
    + unfold face. now rewrite <- !at_first.
  - rewrite <- E. apply Bool.xorb_nilpotent.
Qed.

(* It is odd for an odd map. *)
Definition turn (l m : label) : bool :=
  match l, m with Right, Lower | Lower, Upper | Upper, Right => true | _, _ => false end.
Lemma turns a a' b b' : a <> a' -> b <> b' -> ~ (a = b' /\ a' = b) ->
  xorb (differ a b) (differ a' b') = xorb (turn a a') (turn b b').
Proof. destruct a, a', b, b'; intros A B C; try reflexivity; exfalso; tauto. Qed.
Definition opposite (v : plane) : plane := (- fst v, - snd v).
Lemma label_opposite v : v <> zero -> label_of v <> label_of (opposite v).
Proof.
  destruct v as [a b]. unfold label_of, zero. simpl. intro N.
  destruct (Rlt_dec 0 a), (Rlt_dec 0 (- a)), (Rlt_dec 0 b), (Rlt_dec 0 (- b)); try discriminate; try lra.
  exfalso. apply N. f_equal; lra.
Qed.
Definition turn_at (v : plane) : bool := turn (label_of v) (label_of (opposite v)).
Lemma curve (g : R -> plane) : (forall x, continuous g x) -> (forall x, 0 <= x <= 1 -> g x <> zero) ->
  eventually (fun n =>
    xorb (changes n (fun i => label_of (g (grid n i)))) (changes n (fun i => label_of (opposite (g (grid n i))))) =
    xorb (turn_at (g 0)) (turn_at (g 1))).
Proof.
  intros C N. set (H := fun t : space => g (fst t)).
  assert (CH : forall t, continuous H t) by (intro t; unfold H; walk).
  destruct (gauge (fun x d => tame H (x, zero) d)) as (d & D & K).
  - intros x x' d d' K Q L. assert (A := Rabs_pos (x' - x)).
    assert (W : forall F, positive_in F (x, zero) d -> positive_in F (x', zero) d').
    { intros F P t' T. apply P.
      apply (box_box (x, zero) d (x', zero) d'); simpl; rewrite ?Rminus_eq_0, ?Rabs_R0; (assumption || lra). }
    unfold tame in *. destruct K as [|[|[|]]]; auto 6.
  - intros x X. apply tame_near; [exact CH|]. now apply N.
  - generalize (grid_fine d D). apply filter_imp. intros n [P fine].
    assert (T : forall i, (i < n)%nat -> let v := g (grid n i) in let v' := g (grid n (S i)) in
      0 < fst v /\ 0 < fst v' \/ 0 < - fst v /\ 0 < - fst v' \/ 0 < snd v /\ 0 < snd v' \/ 0 < - snd v /\ 0 < - snd v').
    { intros i I. assert (B : box (grid n i, zero) d (grid n i, zero) /\ box (grid n i, zero) d (grid n (S i), zero)).
      { split; repeat split; simpl; rewrite ?Rminus_eq_0, ?Rabs_R0; (apply fine || exact D). }
      destruct B as [B B']. destruct (K (grid n i)) as [M|[M|[M|M]]]; [apply grid_in; lia|..];
        specialize (M _ B) as M1; specialize (M _ B') as M2; simpl in *; auto 6. }
    assert (Z : forall i, (i <= n)%nat -> g (grid n i) <> zero) by (intros i I; apply N, grid_in; assumption).
    unfold changes. rewrite <- xsum_xorb, <- (grid_first n), <- (grid_last n P).
    rewrite <- (xsum_telescopes n (fun i => turn_at (g (grid n i)))).
    apply xsum_ext. intros i I. apply turns; [apply label_opposite, Z; lia..|].
    specialize (T i I). cbv zeta in T. unfold label_of, opposite. simpl. intros [E1 E2]. revert E1 E2.
    repeat (destruct (Rlt_dec _ _)); intros; (discriminate || lra).
Qed.
Lemma opposite_opposite v : opposite (opposite v) = v.
Proof. destruct v. unfold opposite. simpl. now rewrite !Ropp_involutive. Qed.
Lemma grid_reversed n i : (0 < n)%nat -> (i <= n)%nat -> 1 - grid n (n - i) = grid n i.
Proof. intros N I. unfold grid. rewrite minus_INR by exact I. assert (0 < INR n) by now apply lt_0_INR. field. lra. Qed.
Lemma changes_reversed n p : changes n (fun i => p (n - i)%nat) = changes n p.
Proof.
  unfold changes. rewrite <- (xsum_reversed n (fun i => differ (p i) (p (S i)))). apply xsum_ext. intros i I.
  rewrite differ_sym. f_equal; f_equal; lia.
Qed.
Lemma changes_ext n p q : (forall i, (i <= n)%nat -> p i = q i) -> changes n p = changes n q.
Proof. intro H. apply xsum_ext. intros i I. now rewrite !H by lia. Qed.
Lemma winding_odd (F : plane -> plane) : (forall p, continuous F p) ->
  (forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> F (1 - x, 1 - y) = opposite (F (x, y))) ->
  (forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> (x * (1 - x)) * (y * (1 - y)) = 0 -> F (x, y) <> zero) ->
  eventually (fun n => winding n F = true).
Proof.
  intros C O N.
  assert (B := curve (fun x => F (x, 0)) ltac:(intro x; walk) ltac:(intros x X; apply N; [lra..|ring])).
  assert (B' := curve (fun x => F (1, x)) ltac:(intro x; walk) ltac:(intros x X; apply N; [lra..|ring])).
  generalize (filter_and _ _ eventually_positive (filter_and _ _ B B')). apply filter_imp. intros n (P & E & E').
  clear B B'.
  assert (T : changes n (fun x => labels n F x n) = changes n (fun i => label_of (opposite (F (grid n i, 0))))).
  { rewrite <- (changes_reversed n (fun i => label_of (opposite (F (grid n i, 0))))). apply changes_ext. intros i I.
    unfold labels, node. f_equal. rewrite <- O by (try apply grid_in; lia || lra).
    rewrite grid_reversed by assumption. rewrite grid_last by assumption. now rewrite Rminus_0_r. }
  assert (T' : changes n (labels n F 0) = changes n (fun i => label_of (opposite (F (1, grid n i))))).
  { rewrite <- (changes_reversed n (fun i => label_of (opposite (F (1, grid n i))))). apply changes_ext. intros i I.
    unfold labels, node. f_equal. rewrite <- O by (try apply grid_in; lia || lra).
    rewrite grid_reversed by assumption. rewrite grid_first. now rewrite Rminus_eq_0. }
  unfold winding, boundary. rewrite T, T'.
  replace (changes n (fun x => labels n F x 0)) with (changes n (fun i => label_of (F (grid n i, 0)))).
  2: unfold labels, node; now rewrite grid_first.
  replace (changes n (labels n F n)) with (changes n (fun i => label_of (F (1, grid n i)))).
  2: unfold labels, node; now rewrite grid_last.
  rewrite E, (Bool.xorb_comm (changes n (fun i => label_of (opposite (F (1, grid n i)))))), E'.
  assert (W := O 0 0 ltac:(lra) ltac:(lra)). rewrite !Rminus_0_r in W. rewrite W.
  assert (Z : label_of (F (0, 0)) <> label_of (opposite (F (0, 0)))) by (apply label_opposite, N; [lra..|ring]).
  revert Z. unfold turn_at. rewrite opposite_opposite.
  generalize (turn (label_of (F (1, 0))) (label_of (opposite (F (1, 0))))).
  intros b Z. destruct (label_of (F (0, 0))), (label_of (opposite (F (0, 0)))), b; (reflexivity || now exfalso).
Qed.
Lemma winding_ext n F F' : (forall v, F v = F' v) -> winding n F = winding n F'.
Proof.
  intro H. unfold winding. rewrite !boundary_faces. apply faces_ext; [|reflexivity].
  intros. unfold labels. now rewrite H.
Qed.

(* -- Good maps, and the complex square ----------------------------------------------------------------------------- *)

(* composed (Q1 :: Q2 :: nil) p is Q2 (Q1 p). *)
Definition good (Q : plane -> plane) : Prop :=
  (forall p, continuous Q p) /\
  exists w : plane -> R, (forall p, continuous w p) /\ forall p q, Q p = Q q -> w p = w q -> p = q.
Fixpoint composed (Qs : list (plane -> plane)) (p : plane) : plane :=
  match Qs with nil => p | (Q :: Qs)%list => composed Qs (Q p) end.
Definition squared (p : plane) : plane := (fst p ^ 2 - snd p ^ 2, 2 * (fst p * snd p)).
Definition disc (p : plane) : Prop := fst p ^ 2 + snd p ^ 2 <= 1.
Definition distance (p q : plane) : R := Rmax (Rabs (fst p - fst q)) (Rabs (snd p - snd q)).

Ltac lins := unfold lin, zero; cbn [fst snd]; f_equal; ring.

(* Euclidean sizes *)
Lemma size_lin_le a k b : Cmod (lin a k b) <= Cmod a + Rabs k * Cmod b.
Proof.
  replace (lin a k b) with (Cplus a (Cmult (RtoC k) b)).
  - rewrite <- Cmod_R, <- Cmod_mult. apply Cmod_triangle.
  - unfold lin, Cplus, Cmult, RtoC. simpl. f_equal; ring.
Qed.
Lemma size_lin_ge a k b : Cmod a - Rabs k * Cmod b <= Cmod (lin a k b).
Proof.
  assert (H := size_lin_le (lin a k b) (- k) b). rewrite Rabs_Ropp in H.
  replace (lin (lin a k b) (- k) b) with a in H; [lra|]. destruct a, b. lins.
Qed.
Lemma size_scaled k b : Cmod (lin zero k b) = Rabs k * Cmod b.
Proof. rewrite <- Cmod_R, <- Cmod_mult. f_equal. unfold lin, Cmult, RtoC, zero. simpl. f_equal; ring. Qed.
Lemma in_disc p : Cmod p <= 1 -> disc p.
Proof.
  unfold Cmod, disc. intro H. assert (0 <= fst p ^ 2 + snd p ^ 2) by nra.
  rewrite <- (sqrt_sqrt (fst p ^ 2 + snd p ^ 2)) by assumption. assert (S := sqrt_pos (fst p ^ 2 + snd p ^ 2)). nra.
Qed.
Lemma size_le v r : Rabs (fst v) <= r -> Rabs (snd v) <= r -> Cmod v <= 14143 / 10000 * r.
Proof.
  intros A B. assert (P := Rabs_pos (fst v)). unfold Cmod. rewrite <- (sqrt_Rsqr (14143 / 10000 * r)) by lra.
  apply sqrt_le_1_alt. unfold Rsqr.
  rewrite <- (pow2_abs (fst v)), <- (pow2_abs (snd v)). assert (Q := Rabs_pos (snd v)). nra.
Qed.
Definition small (v : plane) : Prop := Rabs (fst v) <= 3 / 20 /\ Rabs (snd v) <= 3 / 20.
Definition rim (v : plane) : Prop := Rabs (fst v) = 3 / 20 \/ Rabs (snd v) = 3 / 20.
Lemma small_size v : small v -> Cmod v <= 2122 / 10000.
Proof. intros [A B]. assert (H := size_le v _ A B). lra. Qed.
Lemma rim_size v : rim v -> 3 / 20 <= Cmod v.
Proof.
  intro H. assert (M := Rmax_Cmod v). assert (A := Rmax_l (Rabs (fst v)) (Rabs (snd v))).
  assert (B := Rmax_r (Rabs (fst v)) (Rabs (snd v))). destruct H; lra.
Qed.

(* From [0, 1]^2 to the square of the v *)
Definition inside (p : plane) : plane := (3 / 10 * fst p - 3 / 20, 3 / 10 * snd p - 3 / 20).
Lemma inside_small p : 0 <= fst p <= 1 -> 0 <= snd p <= 1 -> small (inside p).
Proof. intros A B. split; simpl; apply Rabs_le; lra. Qed.
Lemma inside_rim p : fst p * (1 - fst p) * (snd p * (1 - snd p)) = 0 -> rim (inside p).
Proof.
  unfold rim. simpl. intro Z.
  apply Rmult_integral in Z as [Z|Z]; apply Rmult_integral in Z as [Z|Z]; [left|left|right|right];
    match goal with |- Rabs ?z = _ => assert (z = 3 / 20 \/ z = - (3 / 20)) as [->| ->] by lra end;
    rewrite ?Rabs_Ropp; apply Rabs_pos_eq; lra.
Qed.
Lemma inside_cube t : cube t -> small (inside (snd t)).
Proof. intros (_ & X & Y). now apply inside_small. Qed.
Lemma inside_sides t : inner t = 0 -> rim (inside (snd t)).
Proof. destruct t as (s & x & y). apply (inside_rim (x, y)). Qed.

Definition between (Q : plane -> plane) (p q : plane) : plane := lin (Q p) (-1) (Q q).
Lemma between_zero Q p q : between Q p q = zero -> Q p = Q q.
Proof.
  unfold between, lin, zero. destruct (Q p), (Q q). simpl. intro E. injection E. intros. f_equal; lra.
Qed.
Definition around (Q : plane -> plane) (u p : plane) : plane := between Q (lin (inside p) 1 u) (lin (inside p) (-1) u).

Section Approximation.
  Variable G : plane -> plane.
  Hypothesis near : forall p, disc p -> distance (G p) (squared p) < 1 / 27.

  Lemma apart p q : Cmod p <= 1 -> Cmod q <= 1 -> G p = G q -> Cmod (lin p (-1) q) * Cmod (lin p 1 q) < 131 / 1250.
  Proof.
    intros P Q E. assert (A := near p (in_disc p P)). assert (B := near q (in_disc q Q)). rewrite E in A.
    unfold distance in *.
    apply Rmax_Rlt in A as [A1 A2]. apply Rmax_Rlt in B as [B1 B2].
    rewrite <- Cmod_mult.
    assert (S : Cmod (Cmult (lin p (-1) q) (lin p 1 q)) <= 14143 / 10000 * (2 / 27)); [|lra].
    apply Rabs_def2 in A1, A2, B1, B2. unfold squared in *. simpl in *.
    apply size_le; unfold lin, Cmult; simpl; apply Rabs_le; lra.
  Qed.

  Variable Q : plane -> plane.
  Hypothesis CQ : forall p, continuous Q p.
  Hypothesis first : forall p q, Q p = Q q -> G p = G q.

  Lemma no_zero p q : Cmod p <= 1 -> Cmod q <= 1 -> 131 / 1250 <= Cmod (lin p (-1) q) * Cmod (lin p 1 q) ->
    between Q p q <> zero.
  Proof. intros A B C Z. assert (H := apart p q A B (first _ _ (between_zero _ _ _ Z))). lra. Qed.
  Lemma no_zero_on_rim u v : Cmod u = 1 / 2 -> small v -> rim v -> between Q (lin v 1 u) (lin v (-1) u) <> zero.
  Proof.
    intros U S V. apply rim_size in V. assert (W := small_size v S). apply no_zero.
    - assert (H := size_lin_le v 1 u). rewrite Rabs_R1 in H. lra.
    - assert (H := size_lin_le v (-1) u). rewrite Rabs_m1 in H. lra.
    - replace (lin (lin v 1 u) (-1) (lin v (-1) u)) with (lin zero 2 u) by lins.
      replace (lin (lin v 1 u) 1 (lin v (-1) u)) with (lin zero 2 v) by lins.
      rewrite !size_scaled, U, Rabs_pos_eq by lra. lra.
  Qed.

  (* The map around Q u is v -> Q(v + u) - Q(v - u), |u| = 1 / 2, on the square of the v with coordinates of size at
     most 3 / 20.  Its winding is even where a function h takes different values at v + u and v - u for each zero: as u
     turns to -u, the zeros with a positive and those with a negative difference change places. *)
  Lemma winding_even (h : plane -> R) (u : plane) : (forall p, continuous h p) ->
    (forall u v, Cmod u = 1 / 2 -> small v -> Q (lin v 1 u) = Q (lin v (-1) u) -> h (lin v 1 u) <> h (lin v (-1) u)) ->
    Cmod u = 1 / 2 -> eventually (fun n => winding n (around Q u) = false).
  Proof.
    intros Ch sep U.
    set (c := fun t : space => cos (PI * fst t)). set (d := fun t : space => sin (PI * fst t)).
    set (turned := fun t : space => (c t * fst u - d t * snd u, d t * fst u + c t * snd u)).
    assert (one : forall t, c t * c t + d t * d t = 1).
    { intro t. assert (T := sin2_cos2 (PI * fst t)). unfold Rsqr in T. unfold c, d. lra. }
    assert (TU : forall t, Cmod (turned t) = 1 / 2).
    { intro t. rewrite <- U. unfold Cmod. f_equal. unfold turned. simpl. specialize (one t).
      transitivity ((c t * c t + d t * d t) * (fst u ^ 2 + snd u ^ 2)); [ring|]. rewrite one. ring. }
    set (P := fun t : space => around Q (turned t) (snd t)).
    set (H := fun t => (c t * fst (P t) + d t * snd (P t), c t * snd (P t) - d t * fst (P t))).
    assert (HZ : forall t, H t = zero -> P t = zero).
    { intros t Z. assert (Z1 := f_equal fst Z). assert (Z2 := f_equal snd Z). unfold H in Z1, Z2.
      cbn [fst snd zero] in Z1, Z2.
      revert Z1 Z2. generalize (P t). intros [x y] Z1 Z2. cbn [fst snd] in Z1, Z2. specialize (one t). unfold zero.
      f_equal.
      - transitivity ((c t * c t + d t * d t) * x); [rewrite one; ring|].
        transitivity (c t * (c t * x + d t * y) - d t * (c t * y - d t * x)); [ring|]. rewrite Z1, Z2. ring.
      - transitivity ((c t * c t + d t * d t) * y); [rewrite one; ring|].
        transitivity (d t * (c t * x + d t * y) + c t * (c t * y - d t * x)); [ring|]. rewrite Z1, Z2. ring. }
    set (sign := fun t : space => h (lin (inside (snd t)) 1 (turned t)) - h (lin (inside (snd t)) (-1) (turned t))).
    assert (c0 : forall v, c (0, v) = 1) by (intro v; unfold c; simpl; rewrite Rmult_0_r; apply cos_0).
    assert (d0 : forall v, d (0, v) = 0) by (intro v; unfold d; simpl; rewrite Rmult_0_r; apply sin_0).
    assert (c1 : forall v, c (1, v) = -1) by (intro v; unfold c; simpl; rewrite Rmult_1_r; apply cos_PI).
    assert (d1 : forall v, d (1, v) = 0) by (intro v; unfold d; simpl; rewrite Rmult_1_r; apply sin_PI).
    assert (T0 : forall v, turned (0, v) = u).
    { intro v. unfold turned. rewrite c0, d0. destruct u. simpl. f_equal; ring. }
    assert (T1 : forall v w k, lin w k (turned (1, v)) = lin w (- k) u).
    { intros v w k. unfold turned, lin. rewrite c1, d1. simpl. f_equal; ring. }
    assert (minus : Ropp 1 = IZR (-1) /\ Ropp (IZR (-1)) = 1) by (split; ring). destruct minus as [m1 m2].
    assert (E : eventually (fun n => winding n (fun v => H (0, v)) = false)).
    { apply (winding_paired H sign).
      - intro t. unfold H, P, around, between, turned, c, d, inside. walk.
      - intro t. unfold sign, turned, c, d, inside. walk.
      - intros t T Z W. apply HZ in W. revert W.
        apply no_zero_on_rim; [apply TU|now apply inside_cube|now apply inside_sides].
      - intros t T W S. apply HZ in W. apply between_zero in W.
        apply (sep (turned t) (inside (snd t)) (TU t) (inside_cube t T) W). unfold sign in S. lra.
      - intro v. unfold H, P. rewrite c0, c1, d0, d1, T0. unfold around. cbn [snd].
        rewrite !T1, m1, m2. unfold between, lin. cbn [fst snd]. f_equal; ring.
      - intro v. unfold sign. rewrite T0, !T1, m1, m2. cbn [snd]. ring. }
    revert E. apply filter_imp. intros n <-. apply winding_ext. intro v. unfold H, P. rewrite c0, d0, T0. cbn [snd].
    destruct (around Q u v). cbn [fst snd]. f_equal; ring.
  Qed.

  (* It is odd where there is a zero, by way of Q(q - y) - Q(q + y). *)
  Lemma winding_not_even (u v : plane) : Cmod u = 1 / 2 -> small v -> Q (lin v 1 u) = Q (lin v (-1) u) ->
    eventually (fun n => winding n (around Q u) = true).
  Proof.
    intros U S Z. assert (V := small_size v S).
    assert (V' : Cmod v <= 131 / 2500).
    { assert (A := apart (lin v 1 u) (lin v (-1) u)).
      replace (lin (lin v 1 u) (-1) (lin v (-1) u)) with (lin zero 2 u) in A by lins.
      replace (lin (lin v 1 u) 1 (lin v (-1) u)) with (lin zero 2 v) in A by lins.
      rewrite !size_scaled, U, Rabs_pos_eq in A by lra.
      assert (H := size_lin_le v 1 u). assert (H' := size_lin_le v (-1) u). rewrite Rabs_R1 in H. rewrite Rabs_m1 in H'.
      specialize (A ltac:(lra) ltac:(lra) (first _ _ Z)). lra. }
    clear V. set (q := lin v (-1) u) in *.
    assert (q_le : Cmod q <= 1 / 2 + 131 / 2500).
    { assert (H := size_lin_le v (-1) u). rewrite Rabs_m1 in H. unfold q. lra. }
    assert (q_ge : 1 / 2 - 131 / 2500 <= Cmod q).
    { assert (H := size_lin_ge (lin zero (-1) u) 1 v). rewrite size_scaled, Rabs_m1, Rabs_R1 in H.
      replace (lin (lin zero (-1) u) 1 v) with q in H; [lra|]. unfold q. lins. }
    set (H1 := fun t : space => between Q (lin (lin u (fst t) v) (1 - fst t) (inside (snd t)))
      (lin (lin (lin zero (-1) u) (fst t) v) (1 + fst t) (inside (snd t)))).
    set (H2 := fun t : space => between Q (lin q (- fst t) (inside (snd t))) (lin q (2 - fst t) (inside (snd t)))).
    assert (E1 : eventually (fun n => winding n (fun y => H1 (0, y)) = winding n (fun y => H1 (1, y)))).
    { apply winding_moves.
      - intro t. unfold H1, between, inside, zero. walk.
      - intros t T I. assert (Ry := rim_size _ (inside_sides t I)). assert (Ly := small_size _ (inside_cube t T)).
        destruct T as [T _]. unfold H1. set (s := fst t) in *. set (y := inside (snd t)) in *.
        assert (As : Rabs s <= 1) by (apply Rabs_le; lra).
        assert (Ps := Rabs_pos s). assert (Pv := Cmod_ge_0 v).
        assert (K : Rabs s * Cmod v <= 131 / 2500) by nra.
        apply no_zero.
        + assert (A := size_lin_le (lin u s v) (1 - s) y). assert (B := size_lin_le u s v).
          rewrite (Rabs_pos_eq (1 - s)) in A by lra. nra.
        + assert (A := size_lin_le (lin (lin zero (-1) u) s v) (1 + s) y).
          assert (B := size_lin_le (lin zero (-1) u) s v).
          rewrite size_scaled, Rabs_m1 in B. rewrite (Rabs_pos_eq (1 + s)) in A by lra. nra.
        + match goal with |- _ <= Cmod ?a * Cmod ?b =>
            replace a with (lin (lin zero 2 u) (- (2 * s)) y) by lins;
            replace b with (lin (lin zero 2 y) (2 * s) v) by lins end.
          assert (A := size_lin_ge (lin zero 2 u) (- (2 * s)) y). assert (B := size_lin_ge (lin zero 2 y) (2 * s) v).
          rewrite size_scaled, (Rabs_pos_eq 2) in A, B by lra. rewrite Rabs_Ropp, (Rabs_pos_eq (2 * s)) in A by lra.
          rewrite (Rabs_pos_eq (2 * s)) in B by lra.
          rewrite (Rabs_pos_eq s) in K by lra.
          assert (A' : 5756 / 10000 <= Cmod (lin (lin zero 2 u) (- (2 * s)) y)) by nra.
          assert (B' : 1952 / 10000 <= Cmod (lin (lin zero 2 y) (2 * s) v)) by lra.
          nra. }
    assert (E2 : eventually (fun n => winding n (fun y => H2 (0, y)) = winding n (fun y => H2 (1, y)))).
    { apply winding_moves.
      - intro t. unfold H2, between, inside. walk.
      - intros t T I. assert (Ry := rim_size _ (inside_sides t I)). assert (Ly := small_size _ (inside_cube t T)).
        destruct T as [T _]. unfold H2. set (s := fst t) in *. set (y := inside (snd t)) in *.
        apply no_zero.
        + assert (A := size_lin_le q (- s) y). rewrite Rabs_Ropp, Rabs_pos_eq in A by lra. nra.
        + assert (A := size_lin_le q (2 - s) y). rewrite Rabs_pos_eq in A by lra. nra.
        + match goal with |- _ <= Cmod ?a * Cmod ?b =>
            replace a with (lin zero (-2) y) by lins;
            replace b with (lin (lin zero 2 q) (2 * (1 - s)) y) by lins end.
          assert (B := size_lin_ge (lin zero 2 q) (2 * (1 - s)) y).
          rewrite size_scaled, (Rabs_pos_eq 2), (Rabs_pos_eq (2 * (1 - s))) in B by lra.
          rewrite size_scaled, Rabs_left by lra. nra. }
    assert (E3 : eventually (fun n => winding n (fun y => H2 (1, y)) = true)).
    { apply winding_odd.
      - intro p. unfold H2, between, inside. cbn [fst snd]. walk.
      - intros x y X Y. unfold H2, between, opposite, inside. cbn [fst snd].
        replace (lin q (- (1)) (3 / 10 * (1 - x) - 3 / 20, 3 / 10 * (1 - y) - 3 / 20))
          with (lin q (2 - 1) (3 / 10 * x - 3 / 20, 3 / 10 * y - 3 / 20)) by (unfold lin; cbn [fst snd]; f_equal; lra).
        replace (lin q (2 - 1) (3 / 10 * (1 - x) - 3 / 20, 3 / 10 * (1 - y) - 3 / 20))
          with (lin q (- (1)) (3 / 10 * x - 3 / 20, 3 / 10 * y - 3 / 20)) by (unfold lin; cbn [fst snd]; f_equal; lra).
        set (a := Q _). set (b := Q _). unfold lin. cbn [fst snd]. f_equal; ring.
      - intros x y X Y I. unfold H2. cbn [fst snd]. assert (Ry := rim_size _ (inside_rim (x, y) I)).
        assert (Ly := small_size _ (inside_small (x, y) X Y)).
        set (w := inside (x, y)) in *. apply no_zero.
        + assert (A := size_lin_le q (- (1)) w). rewrite Rabs_Ropp, Rabs_R1 in A. lra.
        + assert (A := size_lin_le q (2 - 1) w). rewrite Rabs_pos_eq in A by lra. lra.
        + replace (lin (lin q (- (1)) w) (-1) (lin q (2 - 1) w)) with (lin zero (-2) w) by lins.
          replace (lin (lin q (- (1)) w) 1 (lin q (2 - 1) w)) with (lin zero 2 q) by lins.
          rewrite !size_scaled, Rabs_left, Rabs_pos_eq by lra. nra. }
    generalize (filter_and _ _ E1 (filter_and _ _ E2 E3)). apply filter_imp. intros n (A & B & C).
    transitivity (winding n (fun y => H1 (0, y))); [|rewrite A; transitivity (winding n (fun y => H2 (0, y)));
      [|now rewrite B]].
    - apply winding_ext. intro y. unfold around, H1. cbn [fst snd]. unfold inside.
      f_equal; lins.
    - apply winding_ext. intro y. unfold H1, H2. cbn [fst snd].
      replace (lin (lin u 1 v) (1 - 1) (inside y)) with (lin v 1 u) by lins.
      replace (lin (lin (lin zero (-1) u) 1 v) (1 + 1) (inside y))
        with (lin q (2 - 0) (inside y)) by (unfold q; lins).
      replace (lin q (- 0) (inside y)) with q by (unfold q; lins).
      unfold between. now rewrite Z.
  Qed.
End Approximation.

(* Step by step along a composition: no zero. *)
Definition separates (Q : plane -> plane) : Prop :=
  forall u v, Cmod u = 1 / 2 -> small v -> Q (lin v 1 u) <> Q (lin v (-1) u).
Lemma step G Q1 Q : (forall p, disc p -> distance (G p) (squared p) < 1 / 27) ->
  good Q1 -> (forall p, continuous Q p) -> (forall p q, Q1 (Q p) = Q1 (Q q) -> G p = G q) ->
  separates Q -> separates (fun p => Q1 (Q p)).
Proof.
  intros N [C1 (w & Cw & inj)] C F S u v U V Z.
  assert (C' : forall p, continuous (fun p => Q1 (Q p)) p) by (intro p; walk).
  assert (E := winding_even G N (fun p => Q1 (Q p)) C' F (fun p => w (Q p)) u ltac:(intro p; walk)
    ltac:(intros u' v' U' V' E E'; exact (S u' v' U' V' (inj _ _ E E'))) U).
  assert (O := winding_not_even G N (fun p => Q1 (Q p)) C' F u v U V Z).
  destruct (filter_ex _ (filter_and _ _ E O)) as (n & A & B). congruence.
Qed.
(* But a map near the square has one. *)
Lemma square_zero G : (forall p, continuous G p) -> (forall p, disc p -> distance (G p) (squared p) < 1 / 27) ->
  ~ separates G.
Proof.
  intros C N S. set (u := (1 / 2, 0) : plane).
  assert (U : Cmod u = 1 / 2).
  { unfold Cmod, u. simpl. replace (_ + _) with ((1 / 2) * (1 / 2)) by field. apply sqrt_square. lra. }
  assert (E : eventually (fun n => winding n (around G u) = false)).
  { apply winding_empty.
    - intro p. unfold around, between, inside, u. walk.
    - intros p X Y Z. apply between_zero in Z. exact (S u (inside p) U (inside_small p X Y) Z). }
  set (H := fun t : space => let v := around G u (snd t) in lin v (fst t) (lin (lin zero 2 (inside (snd t))) (-1) v)).
  assert (E1 : eventually (fun n => winding n (fun y => H (0, y)) = winding n (fun y => H (1, y)))).
  { apply winding_moves.
    - intro t. unfold H, around, between, inside, u, zero. cbv zeta. walk.
    - intros t T I Z. assert (W := inside_sides t I). assert (L := small_size _ (inside_cube t T)). destruct T as [T _].
      unfold H in Z. cbv zeta in Z. set (s := fst t) in *. set (y := inside (snd t)) in *.
      assert (A := N (lin y 1 u)). assert (B := N (lin y (-1) u)).
      assert (LA := size_lin_le y 1 u). assert (LB := size_lin_le y (-1) u).
      rewrite Rabs_R1 in LA. rewrite Rabs_m1 in LB.
      specialize (A ltac:(apply in_disc; lra)). specialize (B ltac:(apply in_disc; lra)). clear LA LB.
      unfold distance in A, B. apply Rmax_Rlt in A as [A1 A2]. apply Rmax_Rlt in B as [B1 B2].
      apply Rabs_def2 in A1, A2, B1, B2. unfold around in Z. fold y in Z. unfold between in Z.
      assert (Z1 := f_equal fst Z). assert (Z2 := f_equal snd Z). revert A1 A2 B1 B2 Z1 Z2. clear Z.
      generalize (G (lin y (-1) u)) (G (lin y 1 u)). intros [b1 b2] [a1 a2] A1 A2 B1 B2 Z1 Z2. clearbody s y.
      unfold lin, squared, zero, u in A1, A2, B1, B2, Z1, Z2. cbn [fst snd] in A1, A2, B1, B2, Z1, Z2.
      assert (K : forall e z, - (2 / 27) < z < 2 / 27 -> Rabs e = 3 / 20 -> 2 * e + z + s * (- z) = 0 -> False).
      { intros e z Hz He Hs. assert (e = 3 / 20 \/ e = - (3 / 20)); [|nra].
        revert He. unfold Rabs. destruct (Rcase_abs e); lra. }
      destruct W as [W|W].
      + apply (K (fst y) (a1 - b1 - 2 * fst y)); [lra|exact W|lra].
      + apply (K (snd y) (a2 - b2 - 2 * snd y)); [lra|exact W|lra]. }
  assert (E2 : eventually (fun n => winding n (fun y => H (1, y)) = true)).
  { apply winding_odd.
    - intro p. unfold H, around, between, inside, u, zero. cbn [fst snd]. cbv zeta. walk.
    - intros x y X Y. unfold H. cbn [fst snd]. set (a := around _ _ _). set (b := around _ _ _).
      unfold lin, opposite, zero, inside. cbn [fst snd]. f_equal; lra.
    - intros x y X Y I Z. assert (R := rim_size _ (inside_rim (x, y) I)).
      replace (H (1, (x, y))) with (lin zero 2 (inside (x, y))) in Z.
      + assert (K := size_scaled 2 (inside (x, y))). rewrite Z, Rabs_pos_eq in K by lra. unfold zero in K.
        change (0, 0) with (RtoC 0) in K. rewrite Cmod_0 in K. lra.
      + unfold H. cbn [fst snd]. set (a := around _ _ _). lins. }
  destruct (filter_ex _ (filter_and _ _ E (filter_and _ _ E1 E2))) as (n & A & B & D).
  assert (winding n (around G u) = winding n (fun y => H (0, y))); [|congruence].
  apply winding_ext. intro y. unfold H. cbn [fst snd]. destruct (around G u y). unfold lin. cbn [fst snd].
  f_equal; ring.
Qed.
Lemma all_separate Qs : forall Q, List.Forall good Qs -> (forall p, continuous Q p) ->
  (forall p, disc p -> distance (composed Qs (Q p)) (squared p) < 1 / 27) -> separates Q -> False.
Proof.
  induction Qs as [|Q1 Qs IH]; intros Q F C N S.
  - exact (square_zero Q C N S).
  - inversion F as [|? ? G1 F']. subst. apply (IH (fun p => Q1 (Q p)) F').
    + intro p. destruct G1 as [C1 _]. walk.
    + exact N.
    + apply (step (fun p => composed Qs (Q1 (Q p))) Q1 Q N G1 C); [|exact S]. intros p q E. now rewrite E.
Qed.
Theorem no_composition_is_near_the_square (Qs : list (plane -> plane)) : List.Forall good Qs ->
  exists p, disc p /\ 1 / 27 <= distance (composed Qs p) (squared p).
Proof.
  intro F. apply NNPP. intro N. apply (all_separate Qs (fun p => p) F (fun p => continuous_id p)).
  - intros p D. apply Rnot_le_lt. intro L. apply N. eauto.
  - intros u v U _ E. assert (K := size_scaled 2 u). rewrite U, Rabs_pos_eq in K by lra.
    replace (lin zero 2 u) with (RtoC 0) in K; [rewrite Cmod_0 in K; lra|].
    unfold lin in *. injection E as E1 E2. unfold RtoC, zero. cbn [fst snd]. f_equal; lra.
Qed.

(* -- Attention with n = 2 and d = 1 -------------------------------------------------------------------------------- *)

(* Definitions 2.1 to 2.5.  The entries of a matrix are counted from 0; those beyond its size are not looked at. *)
Definition matrix := nat -> nat -> R.
Fixpoint total (m : nat) (f : nat -> R) : R := match m with O => 0 | S l => total l f + f l end.
Definition product (m : nat) (A B : matrix) : matrix := fun i j => total m (fun l => A i l * B l j).
Definition transposed (A : matrix) : matrix := fun i j => A j i.
Definition softmax (m : nat) (A : matrix) : matrix := fun i j => exp (A i j) / total m (fun l => exp (A i l)).
Record weights := { WQ : matrix; WK : matrix; WV : matrix }.
Definition logits (d : nat) (Q K : matrix) : matrix := fun i j => product d Q (transposed K) i j / sqrt (INR d).
Definition attention_matrix (n d : nat) (h : weights) (X : matrix) : matrix :=
  softmax n (logits d (product d X (WQ h)) (product d X (WK h))).
Definition AttHead (n d : nat) (h : weights) (X : matrix) : matrix :=
  product n (attention_matrix n d h X) (product d X (WV h)).
Record projected := { own : weights; E : matrix; F : matrix }.
Definition LinAttHead (n d k : nat) (h : projected) (X : matrix) : matrix :=
  product k (softmax k (logits d (product d X (WQ (own h))) (product d (product n (E h) X) (WK (own h)))))
    (product d (product n (F h) X) (WV (own h))).

(* A layer of heads, whatever these are; value h X is what the head h gives. *)
Record layer {head : Type} := { count : nat; heads : nat -> head; WO : matrix }.
Arguments layer : clear implicits.
Definition Att {head : Type} (value : head -> matrix -> matrix) (d : nat) (a : layer head) (X : matrix) : matrix :=
  product (count a * d) (fun i j => value (heads a (j / d)%nat) X i (j mod d)%nat) (WO a).

(* Blocks for two tokens of dimension 1 *)
Definition tokens (x : plane) : matrix := fun i _ => match i with O => fst x | _ => snd x end.
Record block {head : Type} := { attends : layer head; FC : R -> R; FC_continuous : forall z, continuous FC z }.
Arguments block : clear implicits.
Definition Block {head : Type} (value : head -> matrix -> matrix) (b : block head) (x : plane) : plane :=
  let token i := tokens x i 0%nat + FC b (tokens x i 0%nat + Att value 1 (attends b) (tokens x) i 0%nat) in
  (token 0%nat, token 1%nat).
Definition Network {head : Type} (value : head -> matrix -> matrix) (bs : list (block head)) : plane -> plane :=
  composed (map (Block value) bs).

(* The function: the square of x_1 + i (x_2 - 3) near (0, 3), and its mirror image near (3, 0) *)
Definition part (s t : R) : R :=
  let c := 1 / 2 + (Rabs (t - s + 1) - Rabs (t - s - 1)) / 4 in
  c * (s * s - (t - 3) * (t - 3)) + (1 - c) * (2 * (t * (s - 3))).
Definition target (x : plane) : plane := (part (fst x) (snd x), part (snd x) (fst x)).
Definition equivariant (f : plane -> plane) : Prop := forall x1 x2, f (x2, x1) = (snd (f (x1, x2)), fst (f (x1, x2))).
Lemma target_continuous p : continuous target p.
Proof. assert (C := continuous_Rabs). unfold target, part, Rdiv. walk. Qed.
Lemma target_equivariant : equivariant target.
Proof. now intros x1 x2. Qed.
Lemma target_square p : disc p -> target (fst p, snd p + 3) = squared p.
Proof.
  destruct p as [a b]. unfold disc, target, part, squared. cbn [fst snd]. intro D.
  assert (-1 <= a <= 1) by nra. assert (-1 <= b <= 1) by nra.
  rewrite (Rabs_pos_eq (b + 3 - a + 1)), (Rabs_pos_eq (b + 3 - a - 1)) by lra.
  rewrite (Rabs_left1 (a - (b + 3) + 1)), (Rabs_left1 (a - (b + 3) - 1)) by lra. f_equal; field.
Qed.

(* Where heads give the same sum a x_1 + b x_2 to both tokens, blocks are compositions of good maps. *)
Definition same_for_all (g : plane -> nat -> R) : Prop := exists a b, forall x i, g x i = a * fst x + b * snd x.
Lemma same_total m (g : nat -> plane -> nat -> R) :
  (forall l, same_for_all (g l)) -> same_for_all (fun x i => total m (fun l => g l x i)).
Proof.
  intro H. induction m as [|m (a & b & K)]; [exists 0, 0; intros; simpl; ring|]. destruct (H m) as (a' & b' & K').
  exists (a + a'), (b + b'). intros x i. simpl. rewrite K, K'. ring.
Qed.
Lemma same_scaled g c : same_for_all g -> same_for_all (fun x i => g x i * c).
Proof. intros (a & b & K). exists (a * c), (b * c). intros x i. rewrite K. ring. Qed.
Lemma composed_app Qs Rs x : composed (Qs ++ Rs) x = composed Rs (composed Qs x).
Proof. revert x. induction Qs as [|Q Qs IH]; intro x; [reflexivity|]. apply IH. Qed.
Section Same.
  Context {head : Type} (value : head -> matrix -> matrix).
  Hypothesis same : forall h j, same_for_all (fun x i => value h (tokens x) i j).

  Lemma block_good b : exists Qs, List.Forall good Qs /\ forall x, composed Qs x = Block value b x.
  Proof.
    assert (L : same_for_all (fun x i => Att value 1 (attends b) (tokens x) i 0%nat)).
    { unfold Att, product. apply same_total. intro l. now apply same_scaled. }
    destruct L as (c1 & c2 & L). assert (C := FC_continuous b). set (f := FC b) in *.
    set (Q := fun x : plane =>
      (fst x + f (fst x + (c1 * fst x + c2 * snd x)), snd x + f (snd x + (c1 * fst x + c2 * snd x)))).
    assert (B : forall x, Block value b x = Q x) by (intro x; unfold Block; now rewrite !L).
    assert (CQ : forall x, continuous Q x) by (intro x; unfold Q; walk).
    destruct (Req_dec c2 0) as [Z2|N2]; [destruct (Req_dec c1 0) as [Z1|N1]|].
    - exists ((fun x : plane => (fst x, snd x + f (snd x))) :: (fun x : plane => (fst x + f (fst x),
        snd x)) :: nil)%list.
      split.
      + repeat apply Forall_cons; [..|apply Forall_nil]; (split; [intro x; walk|]).
        * exists (fun x => snd x). split; [intro x; walk|]. intros [p1 p2] [q1 q2] M W. simpl in *. congruence.
        * exists (fun x => fst x). split; [intro x; walk|]. intros [p1 p2] [q1 q2] M W. simpl in *. congruence.
      + intro x. rewrite B. unfold Q. simpl. rewrite Z1, Z2. f_equal; f_equal; f_equal; ring.
    - exists (Q :: nil)%list. split; [|intro x; symmetry; apply B].
      apply Forall_cons; [split; [exact CQ|]|apply Forall_nil].
      exists (fun x : plane => snd x + (c1 * fst x + c2 * snd x)). split; [intro x; walk|].
      intros [p1 p2] [q1 q2] M W. unfold Q in M. simpl in *. injection M as M1 M2. rewrite W in M2.
      assert (p2 = q2) by lra. subst q2. f_equal. apply (Rmult_eq_reg_l c1); [lra|exact N1].
    - exists (Q :: nil)%list. split; [|intro x; symmetry; apply B].
      apply Forall_cons; [split; [exact CQ|]|apply Forall_nil].
      exists (fun x : plane => fst x + (c1 * fst x + c2 * snd x)). split; [intro x; walk|].
      intros [p1 p2] [q1 q2] M W. unfold Q in M. simpl in *. injection M as M1 M2. rewrite W in M1.
      assert (p1 = q1) by lra. subst q1. f_equal. apply (Rmult_eq_reg_l c2); [lra|exact N2].
  Qed.
  Lemma network_good bs : exists Qs, List.Forall good Qs /\ forall x, composed Qs x = Network value bs x.
  Proof.
    induction bs as [|b bs (Qs & G & H)]; [exists nil; split; [apply Forall_nil|reflexivity]|].
    destruct (block_good b) as (Rs & G' & H'). exists (Rs ++ Qs)%list. split; [now apply Forall_app|].
    intro x. now rewrite composed_app, H', H.
  Qed.
  Lemma network_far bs :
    exists x, -1 <= fst x <= 4 /\ -1 <= snd x <= 4 /\ 1 / 27 <= distance (Network value bs x) (target x).
  Proof.
    destruct (network_good bs) as (Qs & G & H). set (shift := fun p : plane => (fst p, snd p + 3)).
    destruct (no_composition_is_near_the_square (shift :: Qs)) as (p & D & P).
    - apply Forall_cons; [|exact G]. split; [intro p; unfold shift; walk|].
      exists (fun _ => 0). split; [intro p; walk|].
      intros [p1 p2] [q1 q2] M _. unfold shift in M. simpl in M. injection M as M1 M2. f_equal; lra.
    - exists (shift p). cbn [composed] in P. rewrite H in P. assert (T := target_square p D). fold (shift p) in T.
      rewrite T.
      split; [|split; [|exact P]]; unfold disc in D; unfold shift; cbn [fst snd];
        [assert (-1 <= fst p <= 1) by nra|assert (-1 <= snd p <= 1) by nra]; lra.
  Qed.
End Same.

(* Definition 2.5 has 0 < k < n, so k = 1, and the softmax of one number is 1; k = 0 is allowed here too. *)
Lemma projected_same k h j : (k < 2)%nat -> same_for_all (fun x i => LinAttHead 2 1 k h (tokens x) i j).
Proof.
  intro K. assert (k = 0 \/ k = 1)%nat as [-> | ->] by lia; unfold LinAttHead.
  - exists 0, 0. intros x i. unfold product at 1. simpl. ring.
  - exists (F h 0%nat 0%nat * WV (own h) 0%nat j), (F h 0%nat 1%nat * WV (own h) 0%nat j). intros x i.
    unfold product at 1. cbn [total]. unfold softmax. cbn [total]. set (z := logits _ _ _ _ _).
    unfold product. simpl. assert (P := exp_pos z). field. lra.
Qed.
Theorem linformer_of_width_1 : exists f : plane -> plane, (forall x, continuous f x) /\ equivariant f /\
  forall k (bs : list (block projected)), (k < 2)%nat ->
  exists x, -1 <= fst x <= 4 /\ -1 <= snd x <= 4 /\ 1 / 27 <= distance (Network (LinAttHead 2 1 k) bs x) (f x).
Proof.
  exists target. split; [exact target_continuous|]. split; [exact target_equivariant|]. intros k bs K.
  apply network_far. intros h j. now apply projected_same.
Qed.
(* Theorem 4.4 for n = 2, d = 1, tokens in [-1, 4], and blocks of width d does not hold. *)
Corollary theorem_4_4_fails : ~ forall f : plane -> plane, (forall x, continuous f x) -> equivariant f ->
  forall eps, 0 < eps -> exists k (bs : list (block projected)), (k < 2)%nat /\
  forall x, -1 <= fst x <= 4 -> -1 <= snd x <= 4 -> distance (Network (LinAttHead 2 1 k) bs x) (f x) < eps.
Proof.
  intro A. destruct linformer_of_width_1 as (f & C & S & far). destruct (A f C S (1 / 27)) as (k & bs & K & N); [lra|].
  destruct (far k bs K) as (x & X & Y & D). specialize (N x X Y). lra.
Qed.

(* Transformers of which every head has weights 1 / 2 whatever the tokens are *)
Definition uniform : Type := {h : weights | forall X i j, attention_matrix 2 1 h X i j = 1 / 2}.
Definition uniform_head (h : uniform) : matrix -> matrix := AttHead 2 1 (proj1_sig h).
Lemma uniform_without_queries h : (forall i j, WQ h i j = 0) -> forall X i j, attention_matrix 2 1 h X i j = 1 / 2.
Proof.
  intros Z X i j. unfold attention_matrix, softmax, logits.
  assert (E : forall i j, product 1 (product 1 X (WQ h)) (transposed (product 1 X (WK h))) i j / sqrt (INR 1) = 0).
  { intros a b. unfold product. simpl. rewrite Z. unfold Rdiv. ring. }
  cbn [total]. rewrite !E, exp_0. field.
Qed.
Theorem uniform_transformer_of_width_1 : exists f : plane -> plane, (forall x, continuous f x) /\ equivariant f /\
  forall bs : list (block uniform),
  exists x, -1 <= fst x <= 4 /\ -1 <= snd x <= 4 /\ 1 / 27 <= distance (Network uniform_head bs x) (f x).
Proof.
  exists target. split; [exact target_continuous|]. split; [exact target_equivariant|]. intro bs.
  apply network_far. intros [h U] j. exists (1 / 2 * WV h 0%nat j), (1 / 2 * WV h 0%nat j). intros x i.
  unfold uniform_head, AttHead, product at 1. cbn [total proj1_sig]. rewrite !U. unfold product. simpl. ring.
Qed.
