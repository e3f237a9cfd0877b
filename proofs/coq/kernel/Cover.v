(* The rules cover and evaluate: inequalities in one variable, box by box.  On the open box ]lo, hi[, or at the
   point lo = hi, each term has a range, an enclosure of its value in the middle, and a slope s:
   t(v) - t(w) is in s (v - w) for any two points v, w of the box. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Psatz.
From Interval Require Import Float.Specific_ops Interval.Interval Interval.Float_full.
From NP Require Import Syntax Scope Poly Ctx Enc.
Import ListNotations.
Open Scope R_scope.

Record form := { rng : itv; mid : itv; slp : option itv }.
Definition flat : itv := (qz 0, qz 0).
Definition unit_itv : itv := (qz (-1), qz 1).
Definition hull (i j : itv) : itv := (qmin (fst i) (fst j), qmax (snd i) (snd j)).
Definition meet (i j : itv) : option itv :=
  let lo := qmax (fst i) (fst j) in let up := qmin (snd i) (snd j) in
  if qle lo up then Some (lo, up) else None.
Definition both {A} (f : itv -> itv -> A) (i j : option itv) : option A :=
  match i, j with Some i, Some j => Some (f i j) | _, _ => None end.
Definition fconst (i : itv) : form := {| rng := i; mid := i; slp := Some flat |}.
Definition qhalf (q : Q) : Q := qmul (Qmake 1 2) q.

Section Box.
  Variables (bits : nat) (p : F.precision) (x : option name) (lo hi : Q).
  Let two : positive := Z.to_pos (Z.shiftl 1 (Z.of_nat bits)).
  Let middle : Q := qhalf (qadd lo hi).
  Let radius : Q := qhalf (qadd hi (qopp lo)).

  (* ---- rounding: an end whose denominator has more than bits bits ---- *)
  Definition down (q : Q) : Q :=
    match bits with
    | O => q
    | _ => if Pos.leb two (Qden q) then Qred (Qmake (qfloor (Qmake (Qnum q * Zpos two) (Qden q))) two) else q
    end.
  Definition up (q : Q) : Q := qopp (down (qopp q)).
  Definition outward (i : itv) : itv := (down (fst i), up (snd i)).

  (* ---- forms ---- *)
  Definition steady (f : form) : bool :=
    match slp f with
    | Some (a, b) => qzero a && qzero b && q_eqb (fst (rng f)) (fst (mid f)) && q_eqb (snd (rng f)) (snd (mid f))
    | None => false
    end.
  Definition tight (f : form) : option form :=
    if steady f then Some f else
    match slp f with
    | None => Some f
    | Some s => do r <- meet (rng f) (outward (iadd (mid f) (imul s (qopp radius, radius))));
                Some {| rng := r; mid := mid f; slp := Some s |}
    end.
  Definition fadd (f g : form) : form :=
    if steady f && steady g then fconst (outward (iadd (rng f) (rng g))) else
    {| rng := outward (iadd (rng f) (rng g)); mid := outward (iadd (mid f) (mid g));
       slp := both (fun s t => outward (iadd s t)) (slp f) (slp g) |}.
  Definition fmul (f g : form) : form :=
    if steady f && steady g then fconst (outward (imul (rng f) (rng g))) else
    {| rng := outward (imul (rng f) (rng g)); mid := outward (imul (mid f) (mid g));
       slp := both (fun s t => outward (iadd (outward (imul s (rng g))) (outward (imul (rng f) t)))) (slp f) (slp g) |}.
  Definition fneg (f : form) : form :=
    {| rng := ineg (rng f); mid := ineg (mid f); slp := match slp f with Some s => Some (ineg s) | None => None end |}.
  Definition leaves (f : form) : bool :=
    qlt lo hi && match slp f with Some s => qpos (fst s) || qpos (qopp (snd s)) | None => false end.
  Definition side (f : form) : option Z :=
    let (a, b) := rng f in
    if qpos a || (qzero a && (qzero b || leaves f)) then Some (if qpos b then 1%Z else 0%Z)
    else if qpos (qopp b) || (qzero b && leaves f) then Some (-1)%Z else None.
  Definition fabs (f : form) : form :=
    match side f with
    | Some 0%Z => {| rng := flat; mid := flat; slp := match slp f with Some _ => Some flat | None => None end |}
    | Some (Zpos _) => f
    | Some (Zneg _) => fneg f
    | None => {| rng := iabs (rng f); mid := iabs (mid f);
                 slp := match slp f with Some s => Some (hull s (ineg s)) | None => None end |}
    end.
  Definition known_value (v : itv) : form :=
    {| rng := v; mid := v; slp := if isexact v then Some flat else None |}.
  Definition fsign (f : form) : form :=
    known_value (match side f with Some z => (qz z, qz z) | None => unit_itv end).
  Definition ffloor (f : form) : form :=
    let a := qfloor (fst (rng f)) in let b := qfloor (snd (rng f)) in
    known_value (qz a, qz (if qle (snd (rng f)) (qz b) && Z.ltb a b && leaves f then b - 1 else b)%Z).
  Definition fmax (f g : form) : form :=
    if qle (snd (rng g)) (fst (rng f)) then f else if qle (snd (rng f)) (fst (rng g)) then g else
    let top i j := (qmax (fst i) (fst j), qmax (snd i) (snd j)) in
    {| rng := top (rng f) (rng g); mid := top (mid f) (mid g); slp := both hull (slp f) (slp g) |}.
  Definition fmin (f g : form) : form :=
    if qle (snd (rng g)) (fst (rng f)) then g else if qle (snd (rng f)) (fst (rng g)) then f else
    let bottom i j := (qmin (fst i) (fst j), qmin (snd i) (snd j)) in
    {| rng := bottom (rng f) (rng g); mid := bottom (mid f) (mid g); slp := both hull (slp f) (slp g) |}.

  (* ---- differentiable functions; Div stands for the reciprocal ---- *)
  Definition wave (o : op) (i : itv) : option itv :=
    let m := qhalf (qadd (fst i) (snd i)) in let r := qhalf (qadd (snd i) (qopp (fst i))) in
    do v <- elementary p o (m, m);
    meet (outward (qadd (fst v) (qopp r), qadd (snd v) r)) unit_itv.
  Definition smooth_itv (o : op) (i : itv) : option itv :=
    match o with
    | Div => do j <- iinv i; Some (outward j)
    | Sqrt => isqrt bits i
    | Sin | Cos => wave o i
    | Exp | Log | Tanh | Atan => do j <- elementary p o i; Some (outward j)
    | _ => None
    end.
  Definition rate (o : op) (at_ value : itv) : option itv :=
    let one := (qz 1, qz 1) in
    match o with
    | Exp => Some value
    | Log => iinv at_
    | Sin => wave Cos at_
    | Cos => do i <- wave Sin at_; Some (ineg i)
    | Div => Some (ineg (imul value value))
    | Tanh => Some (iadd one (ineg (iabs (imul value value))))
    | Atan => iinv (iadd one (iabs (imul at_ at_)))
    | Sqrt => iinv (imul (qz 2, qz 2) value)
    | _ => None
    end.
  Definition fsmooth (o : op) (f : form) : option form :=
    do v <- smooth_itv o (rng f);
    if steady f then Some (fconst v) else
    do m <- smooth_itv o (mid f);
    Some {| rng := v; mid := m; slp := both (fun r s => outward (imul (outward r) s)) (rate o (rng f) v) (slp f) |}.

  Fixpoint fpow (f : form) (n : nat) : option form :=
    match n with O => Some (fconst (qz 1, qz 1)) | S n => do g <- fpow f n; tight (fmul g f) end.
  Definition minus_one : form := fconst (qz (-1), qz (-1)).
  Definition fop (o : op) (l : list form) : option form :=
    match o, l with
    | Pi, [] => do i <- to_itv (I.pi p); Some (fconst i)
    | Add, f :: l => tight (fold_left fadd l f)
    | Mul, f :: l => tight (fold_left fmul l f)
    | Sub, [f] => tight (fmul minus_one f)
    | Sub, [f; g] => tight (fadd f (fmul minus_one g))
    | Div, [f; g] => do i <- fsmooth Div g; tight (fmul f i)
    | Abs, [f] => tight (fabs f)
    | Sgn, [f] => tight (fsign f)
    | Flo, [f] => tight (ffloor f)
    | Mx, [f; g] => tight (fmax f g)
    | Mn, [f; g] => tight (fmin f g)
    | (Sqrt | Exp | Log | Sin | Cos | Tanh | Atan) as o, [f] => do g <- fsmooth o f; tight g
    | _, _ => None
    end.
  Section FSum.
    Variable f : Z -> option form.
    Fixpoint fsum (n : nat) (a : Z) : option form :=
      match n with
      | O => Some (fconst flat)
      | S n => do s <- fsum n a; do v <- f (a + Z.of_nat n)%Z; Some (fadd s v)
      end.
  End FSum.
  Fixpoint enclose (m : M.t Q) (t : term) {struct t} : option form :=
    match t with
    | Num q => Some (fconst (q, q))
    | Var y => match M.find y m with
               | Some q => Some (fconst (q, q))
               | None => do z <- x;
                         if Pos.eqb y z then
                           Some {| rng := (lo, hi); mid := (middle, middle); slp := Some (qz 1, qz 1) |}
                         else None
               end
    | Op o l => do fs <- mapo (enclose m) l; fop o fs
    | Pow t n => do f <- enclose m t; fpow f n
    | App _ _ => None
    | Sum k a b t =>
        do i <- enc 0 p m a; do j <- enc 0 p m b;
        do a <- exact_int i; do b <- exact_int j;
        if (b - a <? 5000)%Z then
          do f <- fsum (fun z => enclose (M.add k (qz z) m) t) (Z.to_nat (b - a + 1)) a; tight f
        else None
    end.
  Definition box_shows (r : rel) (a b : term) : bool :=
    match enclose (M.empty Q) (Op Sub [b; a]), r with
    | Some f, Le => qnneg (fst (rng f))
    | Some f, Lt => qpos (fst (rng f))
    | _, _ => false
    end.

  (* ==== soundness ==== *)
  Hypothesis order : Q2R lo <= Q2R hi.
  Definition inB (v : R) : Prop := if qlt lo hi then Q2R lo < v < Q2R hi else Q2R lo <= v <= Q2R hi.
  Let c := Q2R middle.
  Record fok (f : form) (h : R -> R) : Prop := {
    k_rng : forall v, inB v -> inside (rng f) (h v);
    k_mid : inside (mid f) (h c);
    k_slp : forall s, slp f = Some s -> forall v w, inB v -> inB w -> exists k, inside s k /\ h v - h w = k * (v - w) }.

  Lemma qhalf_R q : Q2R (qhalf q) = Q2R q / 2.
  Proof. unfold qhalf. rewrite Q2R_qmul. unfold Q2R at 1; simpl. lra. Qed.
  Lemma middle_R : c = (Q2R lo + Q2R hi) / 2.
  Proof. unfold c, middle. now rewrite qhalf_R, Q2R_qadd. Qed.
  Lemma radius_R : Q2R radius = (Q2R hi - Q2R lo) / 2.
  Proof. unfold radius. rewrite qhalf_R, Q2R_qadd, Q2R_qopp. lra. Qed.
  Lemma inB_c : inB c.
  Proof. unfold inB. rewrite middle_R. destruct (qlt lo hi) eqn:E; [apply qlt_R in E|]; lra. Qed.
  Lemma inB_range v : inB v -> Q2R lo <= v <= Q2R hi.
  Proof. unfold inB. destruct (qlt lo hi); lra. Qed.

  Lemma down_R q : Q2R (down q) <= Q2R q.
  Proof.
    unfold down. destruct bits as [|n]; [lra|]. destruct (Pos.leb two (Qden q)); [|lra].
    rewrite Q2R_red. pose proof (qfloor_R (Qmake (Qnum q * Zpos two) (Qden q))) as [H _].
    assert (P : 0 < IZR (Zpos two)) by (apply IZR_lt; reflexivity).
    apply Rmult_le_reg_r with (IZR (Zpos two)); auto.
    set (z := qfloor _) in *. unfold Q2R in *; cbn [Qnum Qden] in *. rewrite mult_IZR in H.
    replace (IZR z * / IZR (Zpos two) * IZR (Zpos two)) with (IZR z) by (field; lra).
    replace (IZR (Qnum q) * / IZR (Zpos (Qden q)) * IZR (Zpos two)) with (IZR (Qnum q) * IZR (Zpos two) * / IZR (Zpos (Qden q))) by ring.
    exact H.
  Qed.
  Lemma up_R q : Q2R q <= Q2R (up q).
  Proof. unfold up. rewrite Q2R_qopp. pose proof (down_R (qopp q)) as H. rewrite Q2R_qopp in H. lra. Qed.
  Lemma outward_ok i r : inside i r -> inside (outward i) r.
  Proof. unfold inside, outward; cbn [fst snd]. pose proof (down_R (fst i)). pose proof (up_R (snd i)). lra. Qed.
  Lemma meet_ok i j k r : meet i j = Some k -> inside i r -> inside j r -> inside k r.
  Proof.
    unfold meet. destruct (qle _ _); [|discriminate]. intro H; inversion H; subst; clear H.
    unfold inside; cbn [fst snd]. rewrite qmax_R, qmin_R. intros [A B] [C D]. split; [now apply Rmax_lub|now apply Rmin_glb].
  Qed.
  Lemma hull_l i j r : inside i r -> inside (hull i j) r.
  Proof.
    unfold inside, hull; cbn [fst snd]. rewrite qmax_R, qmin_R. intros [A B].
    split; [eapply Rle_trans; [apply Rmin_l|exact A]|eapply Rle_trans; [exact B|apply Rmax_l]].
  Qed.
  Lemma hull_r i j r : inside j r -> inside (hull i j) r.
  Proof.
    unfold inside, hull; cbn [fst snd]. rewrite qmax_R, qmin_R. intros [A B].
    split; [eapply Rle_trans; [apply Rmin_r|exact A]|eapply Rle_trans; [exact B|apply Rmax_r]].
  Qed.
  Lemma inside_between i a b r : inside i a -> inside i b -> a <= r <= b -> inside i r.
  Proof. unfold inside. lra. Qed.
  Lemma inside_z z : inside (qz z, qz z) (IZR z).
  Proof. unfold inside; cbn [fst snd]. rewrite qz_R. lra. Qed.

  Lemma fok_eq f g h : (forall v, inB v -> g v = h v) -> fok f g -> fok f h.
  Proof.
    intros E [A B C]. constructor.
    - intros v V. rewrite <- E; auto.
    - rewrite <- E; auto. apply inB_c.
    - intros s S v w V W. rewrite <- !E by auto. eauto.
  Qed.
  Lemma fconst_ok i r : inside i r -> fok (fconst i) (fun _ => r).
  Proof.
    intro I. constructor; auto. intros s S v w _ _. inversion S; subst. exists 0. split; [apply inside_z|ring].
  Qed.
  Lemma steady_ok f h : steady f = true -> fok f h -> forall v, inB v -> h v = h c.
  Proof.
    unfold steady. intros S K v V. destruct (slp f) as [[a b]|] eqn:E; [|discriminate]. rewrite !andb_true_iff in S.
    destruct S as [[[A B] _] _]. apply qzero_R in A. apply qzero_R in B.
    destruct (k_slp _ _ K _ E v c V inB_c) as (k & I & D). unfold inside in I; cbn [fst snd] in I.
    assert (Z : k = 0) by lra. rewrite Z in D. lra.
  Qed.
  Lemma settled h i : (forall v, inB v -> h v = h c) -> inside i (h c) -> fok (fconst i) h.
  Proof. intros E I. apply fok_eq with (g := fun _ => h c); [intros v V; now rewrite (E v V)|now apply fconst_ok]. Qed.
  Lemma tight_ok f g h : tight f = Some g -> fok f h -> fok g h.
  Proof.
    unfold tight. intros H K. destruct (steady f); [inversion H; now subst|]. destruct (slp f) as [s|] eqn:S; [|inversion H; now subst].
    destruct (meet _ _) as [r|] eqn:Mt; [|discriminate]. inversion H; subst; clear H.
    constructor; cbn [rng mid slp]; [|apply K|intros s' E; inversion E; subst; now apply (k_slp _ _ K)].
    intros v V. eapply meet_ok; [exact Mt|now apply (k_rng _ _ K)|]. apply outward_ok.
    destruct (k_slp _ _ K s S v c V inB_c) as (k & Ik & E). replace (h v) with (h c + k * (v - c)) by lra.
    apply iadd_ok; [apply (k_mid _ _ K)|]. apply imul_ok; auto. apply inB_range in V.
    unfold inside; cbn [fst snd]. rewrite Q2R_qopp, radius_R, middle_R. lra.
  Qed.
  Lemma fadd_ok f g h h' : fok f h -> fok g h' -> fok (fadd f g) (fun v => h v + h' v).
  Proof.
    intros K L. unfold fadd. destruct (steady f && steady g) eqn:St.
    { apply andb_true_iff in St as [S T]. apply settled.
      - intros v V. now rewrite (steady_ok f h S K v V), (steady_ok g h' T L v V).
      - apply outward_ok, iadd_ok; [apply (k_rng _ _ K), inB_c|apply (k_rng _ _ L), inB_c]. }
    constructor; cbn [rng mid slp].
    - intros v V. apply outward_ok, iadd_ok; [now apply (k_rng _ _ K)|now apply (k_rng _ _ L)].
    - apply outward_ok, iadd_ok; [apply (k_mid _ _ K)|apply (k_mid _ _ L)].
    - intros s S v w V W. destruct (slp f) as [a|] eqn:A; [|discriminate]. destruct (slp g) as [b|] eqn:B; [|discriminate].
      inversion S; subst; clear S. destruct (k_slp _ _ K a A v w V W) as (i & Ii & Ei).
      destruct (k_slp _ _ L b B v w V W) as (j & Ij & Ej). exists (i + j). split; [now apply outward_ok, iadd_ok|lra].
  Qed.
  Lemma fmul_ok f g h h' : fok f h -> fok g h' -> fok (fmul f g) (fun v => h v * h' v).
  Proof.
    intros K L. unfold fmul. destruct (steady f && steady g) eqn:St.
    { apply andb_true_iff in St as [S T]. apply settled.
      - intros v V. now rewrite (steady_ok f h S K v V), (steady_ok g h' T L v V).
      - apply outward_ok, imul_ok; [apply (k_rng _ _ K), inB_c|apply (k_rng _ _ L), inB_c]. }
    constructor; cbn [rng mid slp].
    - intros v V. apply outward_ok, imul_ok; [now apply (k_rng _ _ K)|now apply (k_rng _ _ L)].
    - apply outward_ok, imul_ok; [apply (k_mid _ _ K)|apply (k_mid _ _ L)].
    - intros s S v w V W. destruct (slp f) as [a|] eqn:A; [|discriminate]. destruct (slp g) as [b|] eqn:B; [|discriminate].
      inversion S; subst; clear S. destruct (k_slp _ _ K a A v w V W) as (i & Ii & Ei).
      destruct (k_slp _ _ L b B v w V W) as (j & Ij & Ej). exists (i * h' v + h w * j). split.
      + apply outward_ok, iadd_ok; apply outward_ok, imul_ok; auto; [now apply (k_rng _ _ L)|now apply (k_rng _ _ K)].
      + replace (h v * h' v - h w * h' w) with ((h v - h w) * h' v + h w * (h' v - h' w)) by ring. rewrite Ei, Ej. ring.
  Qed.
  Lemma fneg_ok f h : fok f h -> fok (fneg f) (fun v => - h v).
  Proof.
    intros K. constructor; cbn [fneg rng mid slp].
    - intros v V. apply ineg_ok. now apply (k_rng _ _ K).
    - apply ineg_ok, (k_mid _ _ K).
    - intros s S v w V W. destruct (slp f) as [a|] eqn:A; [|discriminate]. inversion S; subst; clear S.
      destruct (k_slp _ _ K a A v w V W) as (i & Ii & Ei). exists (- i). split; [now apply ineg_ok|lra].
  Qed.

  (* a slope that excludes 0: no extreme value is taken on an open box *)
  Lemma leaves_ok f h : leaves f = true -> fok f h -> forall v, inB v ->
    exists a b, inB a /\ inB b /\ h a < h v < h b.
  Proof.
    unfold leaves. rewrite andb_true_iff. intros [O S] K v V. destruct (slp f) as [s|] eqn:E; [|discriminate].
    unfold inB in *. rewrite O in *. set (a := (Q2R lo + v) / 2). set (b := (v + Q2R hi) / 2).
    assert (A : Q2R lo < a < Q2R hi) by (unfold a; lra). assert (B : Q2R lo < b < Q2R hi) by (unfold b; lra).
    assert (IB : forall u, Q2R lo < u < Q2R hi -> inB u) by (intros u U; unfold inB; now rewrite O).
    destruct (k_slp _ _ K s E a v (IB a A) (IB v V)) as (i & [Ii Ii'] & Ei).
    destruct (k_slp _ _ K s E b v (IB b B) (IB v V)) as (j & [Ij Ij'] & Ej).
    assert (a - v < 0) by (unfold a; lra). assert (0 < b - v) by (unfold b; lra).
    apply orb_true_iff in S as [S|S]; apply qpos_R in S; [|rewrite Q2R_qopp in S].
    - exists a, b. split; [exact A|]. split; [exact B|]. split; nra.
    - exists b, a. split; [exact B|]. split; [exact A|]. split; nra.
  Qed.
  Lemma side_ok f h z : side f = Some z -> fok f h -> forall v, inB v -> signR (h v) = z.
  Proof.
    unfold side. destruct (rng f) as [a b] eqn:Rg. intros H K v V. pose proof (k_rng _ _ K v V) as I.
    assert (N : leaves f = true -> Q2R a < h v < Q2R b).
    { intro Lv. destruct (leaves_ok f h Lv K v V) as (u & w & U & W & L). pose proof (k_rng _ _ K u U) as Iu.
      pose proof (k_rng _ _ K w W) as Iw. rewrite Rg in Iu, Iw. unfold inside in *; cbn [fst snd] in *. lra. }
    rewrite Rg in I. unfold inside in I; cbn [fst snd] in I.
    destruct (qpos a || (qzero a && (qzero b || leaves f))) eqn:E.
    - assert (S : qpos b = true /\ 0 < h v \/ qpos b = false /\ h v = 0).
      { apply orb_true_iff in E as [E|E].
        - left. apply qpos_R in E. split; [|lra]. destruct (qpos b) eqn:Pb; auto. exfalso.
          unfold qpos in Pb. unfold Q2R in I at 2. destruct (Qnum b) eqn:Nb; try discriminate.
          + lra.
          + assert (IZR (Z.neg p0) * / IZR (QDen b) <= 0); [|lra].
            pose proof (Rinv_0_lt_compat _ (QDen_pos b)).
            assert (IZR (Z.neg p0) < 0) by (apply IZR_lt; reflexivity). nra.
        - apply andb_true_iff in E as [Za E]. apply qzero_R in Za. apply orb_true_iff in E as [Zb|Lv].
          + right. split; [unfold qpos, qzero in *; destruct (Qnum b); congruence|]. apply qzero_R in Zb. lra.
          + left. specialize (N Lv). split; [|lra]. destruct (qpos b) eqn:Pb; auto. exfalso.
            unfold qpos in Pb. unfold Q2R in N at 2. destruct (Qnum b) eqn:Nb; try discriminate.
            * lra.
            * pose proof (Rinv_0_lt_compat _ (QDen_pos b)).
              assert (IZR (Z.neg p0) < 0) by (apply IZR_lt; reflexivity). nra. }
      unfold signR. destruct S as [[Pb P]|[Pb P]]; rewrite Pb in H; inversion H; subst; clear H;
        destruct (Rlt_dec 0 (h v)), (Rlt_dec (h v) 0); auto; lra.
    - destruct (qpos (qopp b) || (qzero b && leaves f)) eqn:E'; [|discriminate]. inversion H; subst; clear H.
      assert (h v < 0).
      { apply orb_true_iff in E' as [E'|E'].
        - apply qpos_R in E'. rewrite Q2R_qopp in E'. lra.
        - apply andb_true_iff in E' as [Zb Lv]. apply qzero_R in Zb. specialize (N Lv). lra. }
      unfold signR. destruct (Rlt_dec 0 (h v)), (Rlt_dec (h v) 0); auto; lra.
  Qed.
  Lemma known_value_ok i h : (forall v, inB v -> inside i (h v)) -> fok (known_value i) h.
  Proof.
    intro I. constructor; cbn [known_value rng mid slp]; auto; [apply I, inB_c|].
    intros s S v w V W. destruct (isexact i) eqn:E; [|discriminate]. inversion S; subst; clear S.
    exists 0. split; [apply inside_z|]. rewrite (isexact_R _ _ E (I v V)), (isexact_R _ _ E (I w W)). ring.
  Qed.
  Lemma fsign_ok f h : fok f h -> fok (fsign f) (fun v => IZR (signR (h v))).
  Proof.
    intro K. apply known_value_ok. intros v V. destruct (side f) as [z|] eqn:E.
    - rewrite (side_ok f h z E K v V). apply inside_z.
    - unfold inside, unit_itv; cbn [fst snd]. rewrite !qz_R. apply sign_facts.
  Qed.
  Lemma abs_between a b k d : a - b = k * d -> exists k', - Rabs k <= k' <= Rabs k /\ Rabs a - Rabs b = k' * d.
  Proof.
    intro E. destruct (Req_dec d 0) as [Z|N].
    - exists 0. pose proof (Rabs_pos k). split; [lra|]. assert (a = b) by (rewrite Z in E; lra). subst a. rewrite Z. ring.
    - exists ((Rabs a - Rabs b) / d). split; [|field; auto].
      assert (T : Rabs ((Rabs a - Rabs b) / d) <= Rabs k).
      { unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply Rmult_le_reg_r with (Rabs d); [now apply Rabs_pos_lt|].
        rewrite Rmult_assoc, Rinv_l by (now apply Rabs_no_R0). rewrite Rmult_1_r, <- Rabs_mult, <- E. apply Rabs_triang_inv2. }
      unfold Rabs at 1 in T. destruct (Rcase_abs _) in T; lra.
  Qed.
  Lemma fabs_ok f h : fok f h -> fok (fabs f) (fun v => Rabs (h v)).
  Proof.
    intro K. unfold fabs. destruct (side f) as [z|] eqn:E.
    - pose proof (side_ok f h z E K) as S. unfold signR in S. destruct z as [|z|z].
      + assert (Z : forall v, inB v -> h v = 0).
        { intros v V. specialize (S v V). destruct (Rlt_dec 0 (h v)), (Rlt_dec (h v) 0); try discriminate; lra. }
        constructor; cbn [rng mid slp].
        * intros v V. rewrite (Z v V), Rabs_R0. apply inside_z.
        * rewrite (Z c inB_c), Rabs_R0. apply inside_z.
        * intros s Sl v w V W. exists 0. destruct (slp f); inversion Sl. rewrite (Z v V), (Z w W). split; [apply inside_z|ring].
      + apply fok_eq with (g := h); auto. intros v V. specialize (S v V).
        destruct (Rlt_dec 0 (h v)); [rewrite Rabs_right; lra|destruct (Rlt_dec (h v) 0); discriminate].
      + apply fok_eq with (g := fun v => - h v); [|now apply fneg_ok]. intros v V. specialize (S v V).
        destruct (Rlt_dec 0 (h v)); [discriminate|]. destruct (Rlt_dec (h v) 0); [|discriminate]. rewrite Rabs_left; lra.
    - constructor; cbn [rng mid slp].
      + intros v V. apply iabs_ok. now apply (k_rng _ _ K).
      + apply iabs_ok, (k_mid _ _ K).
      + intros s S v w V W. destruct (slp f) as [a|] eqn:A; [|discriminate]. inversion S; subst; clear S.
        destruct (k_slp _ _ K a A v w V W) as (k & I & D). destruct (abs_between _ _ _ _ D) as (k' & B & D').
        exists k'. split; auto. pose proof (hull_l a (ineg a) k I) as P. pose proof (hull_r a (ineg a) (- k) (ineg_ok _ _ I)) as Q.
        unfold Rabs in B. destruct (Rcase_abs k); [eapply inside_between; [exact P|exact Q|lra]|eapply inside_between; [exact Q|exact P|lra]].
  Qed.
  Lemma floor_mono a b : a <= b -> (floorR a <= floorR b)%Z.
  Proof.
    intro H. apply floor_le. unfold floorR. pose proof (base_Int_part a). lra.
  Qed.
  Lemma ffloor_ok f h : fok f h -> fok (ffloor f) (fun v => IZR (floorR (h v))).
  Proof.
    intro K. apply known_value_ok. intros v V. pose proof (ifloor_ok _ _ (k_rng _ _ K v V)) as I.
    unfold inside, ifloor in *; cbn [fst snd] in *. destruct I as [A B]. split; auto.
    destruct (qle (snd (rng f)) (qz (qfloor (snd (rng f)))) && (qfloor (fst (rng f)) <? qfloor (snd (rng f)))%Z && leaves f) eqn:E; auto.
    rewrite !andb_true_iff in E. destruct E as [[E _] Lv]. apply qle_R in E. rewrite qz_R in E.
    destruct (leaves_ok f h Lv K v V) as (u & w & U & W & [_ L]). pose proof (k_rng _ _ K w W) as [_ Iw].
    rewrite qz_R. apply IZR_le. apply floor_lt. rewrite minus_IZR. lra.
  Qed.
  Lemma pick_slope (a b a' b' k l d : R) s t : inside s k -> inside t l -> a - a' = k * d -> b - b' = l * d ->
    forall m m', (m = a /\ b <= a \/ m = b /\ a <= b) -> (m' = a' /\ b' <= a' \/ m' = b' /\ a' <= b') ->
    exists q, inside (hull s t) q /\ m - m' = q * d.
  Proof.
    intros Ik Il Ea Eb m m' Hm Hm'. pose proof (hull_l s t k Ik) as K. pose proof (hull_r s t l Il) as L.
    assert (Bt : k * d <= m - m' <= l * d \/ l * d <= m - m' <= k * d) by (destruct Hm as [[-> ?]|[-> ?]], Hm' as [[-> ?]|[-> ?]]; lra).
    destruct (Req_dec d 0) as [Z|N].
    - exists k. split; auto. rewrite Z in *. lra.
    - exists ((m - m') / d). split; [|field; auto]. set (q := (m - m') / d). assert (E : m - m' = q * d) by (unfold q; field; auto).
      rewrite E in Bt. clearbody q.
      assert (k <= q <= l \/ l <= q <= k).
      { destruct (Rdichotomy _ _ N), Bt as [[B1 B2]|[B1 B2]].
        - right; split; nra. - left; split; nra. - left; split; nra. - right; split; nra. }
      destruct H as [H|H]; [eapply inside_between; [exact K|exact L|exact H]|eapply inside_between; [exact L|exact K|exact H]].
  Qed.
  Lemma max_pick a b : Rmax a b = a /\ b <= a \/ Rmax a b = b /\ a <= b.
  Proof. unfold Rmax. destruct (Rle_dec a b); lra. Qed.
  Lemma min_pick a b : - Rmin a b = - a /\ - b <= - a \/ - Rmin a b = - b /\ - a <= - b.
  Proof. unfold Rmin. destruct (Rle_dec a b); lra. Qed.
  Lemma top_ok i j a b : inside i a -> inside j b -> inside (qmax (fst i) (fst j), qmax (snd i) (snd j)) (Rmax a b).
  Proof.
    unfold inside; cbn [fst snd]. rewrite !qmax_R. intros [A B] [C D].
    split; (apply Rmax_lub; [eapply Rle_trans; [|apply Rmax_l]|eapply Rle_trans; [|apply Rmax_r]]); auto.
  Qed.
  Lemma bottom_ok i j a b : inside i a -> inside j b -> inside (qmin (fst i) (fst j), qmin (snd i) (snd j)) (Rmin a b).
  Proof.
    unfold inside; cbn [fst snd]. rewrite !qmin_R. intros [A B] [C D].
    split; (apply Rmin_glb; [eapply Rle_trans; [apply Rmin_l|]|eapply Rle_trans; [apply Rmin_r|]]); auto.
  Qed.
  Lemma fmax_ok f g h h' : fok f h -> fok g h' -> fok (fmax f g) (fun v => Rmax (h v) (h' v)).
  Proof.
    intros K L. unfold fmax. destruct (qle (snd (rng g)) (fst (rng f))) eqn:E.
    { apply qle_R in E. eapply fok_eq; [|exact K]. intros v V. pose proof (k_rng _ _ K v V). pose proof (k_rng _ _ L v V).
      unfold inside in *. rewrite Rmax_left; lra. }
    destruct (qle (snd (rng f)) (fst (rng g))) eqn:E'.
    { apply qle_R in E'. eapply fok_eq; [|exact L]. intros v V. pose proof (k_rng _ _ K v V). pose proof (k_rng _ _ L v V).
      unfold inside in *. rewrite Rmax_right; lra. }
    constructor; cbn [rng mid slp].
    - intros v V. apply top_ok; [now apply (k_rng _ _ K)|now apply (k_rng _ _ L)].
    - apply top_ok; [apply (k_mid _ _ K)|apply (k_mid _ _ L)].
    - intros s S v w V W. destruct (slp f) as [a|] eqn:A; [|discriminate]. destruct (slp g) as [b|] eqn:B; [|discriminate].
      inversion S; subst; clear S. destruct (k_slp _ _ K a A v w V W) as (i & Ii & Ei).
      destruct (k_slp _ _ L b B v w V W) as (j & Ij & Ej). eapply pick_slope; eauto using max_pick.
  Qed.
  Lemma fmin_ok f g h h' : fok f h -> fok g h' -> fok (fmin f g) (fun v => Rmin (h v) (h' v)).
  Proof.
    intros K L. unfold fmin. destruct (qle (snd (rng g)) (fst (rng f))) eqn:E.
    { apply qle_R in E. eapply fok_eq; [|exact L]. intros v V. pose proof (k_rng _ _ K v V). pose proof (k_rng _ _ L v V).
      unfold inside in *. rewrite Rmin_right; lra. }
    destruct (qle (snd (rng f)) (fst (rng g))) eqn:E'.
    { apply qle_R in E'. eapply fok_eq; [|exact K]. intros v V. pose proof (k_rng _ _ K v V). pose proof (k_rng _ _ L v V).
      unfold inside in *. rewrite Rmin_left; lra. }
    constructor; cbn [rng mid slp].
    - intros v V. apply bottom_ok; [now apply (k_rng _ _ K)|now apply (k_rng _ _ L)].
    - apply bottom_ok; [apply (k_mid _ _ K)|apply (k_mid _ _ L)].
    - intros s S v w V W. destruct (slp f) as [a|] eqn:A; [|discriminate]. destruct (slp g) as [b|] eqn:B; [|discriminate].
      inversion S; subst; clear S. destruct (k_slp _ _ K a A v w V W) as (i & Ii & Ei).
      destruct (k_slp _ _ L b B v w V W) as (j & Ij & Ej).
      destruct (pick_slope (- h v) (- h' v) (- h w) (- h' w) i j (w - v) a b Ii Ij) with
        (m := - Rmin (h v) (h' v)) (m' := - Rmin (h w) (h' w)) as (q & Iq & Eq); auto using min_pick; try lra.
      exists q. split; auto. lra.
  Qed.

  (* ---- differentiable functions ---- *)
  Definition fn (o : op) (r : R) : R :=
    match o with
    | Div => / r | Sqrt => sqrt r | Exp => exp r | Log => ln r | Sin => sin r | Cos => cos r | Tanh => tanh r
    | Atan => atan r | _ => 0
    end.
  Definition dom (o : op) (r : R) : Prop :=
    match o with Div => r <> 0 | Sqrt => 0 <= r | Log => 0 < r | _ => True end.
  Lemma mean (f f' : R -> R) s a b : (forall q, Rmin a b <= q <= Rmax a b -> derivable_pt_lim f q (f' q)) ->
    (forall q, Rmin a b <= q <= Rmax a b -> inside s (f' q)) -> exists k, inside s k /\ f a - f b = k * (a - b).
  Proof.
    intros D S. destruct (Rtotal_order a b) as [L|[E|L]].
    - rewrite Rmin_left, Rmax_right in * by lra. destruct (MVT_cor2 f f' a b L D) as (q & E & Q).
      exists (f' q). split; [apply S; lra|lra].
    - subst. exists (f' b). split; [apply S; rewrite Rmin_left, Rmax_left; lra|ring].
    - rewrite Rmin_right, Rmax_left in * by lra. destruct (MVT_cor2 f f' b a L D) as (q & E & Q).
      exists (f' q). split; [apply S; lra|lra].
  Qed.
  Lemma between_inside i a b : inside i a -> inside i b -> forall q, Rmin a b <= q <= Rmax a b -> inside i q.
  Proof.
    unfold inside. intros A B q [Q1 Q2]. split.
    - eapply Rle_trans; [|exact Q1]. apply Rmin_glb; lra.
    - eapply Rle_trans; [exact Q2|]. apply Rmax_lub; lra.
  Qed.
  Lemma elementary_fn o i j r : inside i r -> elementary p o i = Some j -> dom o r /\ inside j (fn o r).
  Proof.
    intros I E. destruct (elementary_ok p o i j r I E) as (y & Y & Iy).
    destruct o; cbn [elementary] in E; try discriminate; cbn [op_eval dom fn] in *; try (inversion Y; subst; auto; fail).
    destruct (Rlt_dec 0 r); [|discriminate]. inversion Y; subst. auto.
  Qed.
  Lemma wave_lip o a b : o = Sin \/ o = Cos -> exists k, -1 <= k <= 1 /\ fn o a - fn o b = k * (a - b).
  Proof.
    assert (U : forall k, inside unit_itv k <-> -1 <= k <= 1) by (intro k; unfold inside, unit_itv; cbn [fst snd]; rewrite !qz_R; tauto).
    intros [-> | ->]; cbn [fn].
    - destruct (mean sin cos unit_itv a b) as (k & I & E); [intros; apply derivable_pt_lim_sin|intros; apply U, COS_bound|].
      exists k. split; [now apply U|auto].
    - destruct (mean cos (fun q => - sin q) unit_itv a b) as (k & I & E).
      + intros. apply derivable_pt_lim_cos.
      + intros q _. apply U. pose proof (SIN_bound q). lra.
      + exists k. split; [now apply U|auto].
  Qed.
  Lemma wave_ok o i j r : o = Sin \/ o = Cos -> inside i r -> wave o i = Some j -> inside j (fn o r).
  Proof.
    intros O I. unfold wave. set (m := qhalf _). set (d := qhalf (qadd (snd i) _)).
    destruct (elementary p o (m, m)) as [v|] eqn:E; [|discriminate]. intro H.
    destruct (elementary_fn o (m, m) v (Q2R m) (inside_point m) E) as [_ [A B]].
    destruct (wave_lip o r (Q2R m) O) as (k & Bk & Ek).
    assert (W : - Q2R d <= r - Q2R m <= Q2R d).
    { unfold m, d. rewrite !qhalf_R, !Q2R_qadd, Q2R_qopp. unfold inside in I. lra. }
    eapply meet_ok; [exact H| |].
    - apply outward_ok. unfold inside; cbn [fst snd]. rewrite !Q2R_qadd, Q2R_qopp. split; nra.
    - unfold inside, unit_itv; cbn [fst snd]. rewrite !qz_R.
      destruct O as [-> | ->]; cbn [fn]; [apply SIN_bound|apply COS_bound].
  Qed.
  Lemma smooth_itv_ok o i j r : inside i r -> smooth_itv o i = Some j -> dom o r /\ inside j (fn o r).
  Proof.
    intros I H. destruct o; cbn [smooth_itv] in H; try discriminate.
    - destruct (iinv i) as [k|] eqn:E; [|discriminate]. inversion H; subst. destruct (iinv_ok _ _ _ I E) as [N K].
      split; [exact N|now apply outward_ok].
    - destruct (isqrt_ok _ _ _ _ I H) as [P S]. split; auto.
    - destruct (elementary p Exp i) as [k|] eqn:E; [|discriminate]. inversion H; subst.
      destruct (elementary_fn Exp i k r I E) as [D K]. split; auto. now apply outward_ok.
    - destruct (elementary p Log i) as [k|] eqn:E; [|discriminate]. inversion H; subst.
      destruct (elementary_fn Log i k r I E) as [D K]. split; auto. now apply outward_ok.
    - split; [exact Logic.I|]. eapply wave_ok; eauto.
    - split; [exact Logic.I|]. eapply wave_ok; eauto.
    - destruct (elementary p Tanh i) as [k|] eqn:E; [|discriminate]. inversion H; subst.
      destruct (elementary_fn Tanh i k r I E) as [D K]. split; auto. now apply outward_ok.
    - destruct (elementary p Atan i) as [k|] eqn:E; [|discriminate]. inversion H; subst.
      destruct (elementary_fn Atan i k r I E) as [D K]. split; auto. now apply outward_ok.
  Qed.
  Lemma tanh_derive q : derivable_pt_lim tanh q (1 - tanh q * tanh q).
  Proof.
    assert (C : cosh q <> 0) by (unfold cosh; pose proof (exp_pos q); pose proof (exp_pos (- q)); lra).
    replace (1 - tanh q * tanh q) with ((cosh q * cosh q - sinh q * sinh q) / Rsqr (cosh q)) by (unfold tanh, Rsqr; field; auto).
    apply (derivable_pt_lim_div sinh cosh q (cosh q) (sinh q)); auto; [apply derivable_pt_lim_sinh|apply derivable_pt_lim_cosh].
  Qed.
  Lemma one_ok : inside (qz 1, qz 1) 1.
  Proof. unfold inside; cbn [fst snd]. rewrite qz_R. lra. Qed.
  Lemma rate_ok o i v s a b : smooth_itv o i = Some v -> rate o i v = Some s -> inside i a -> inside i b ->
    exists k, inside s k /\ fn o a - fn o b = k * (a - b).
  Proof.
    intros V S Ia Ib. pose proof (between_inside i a b Ia Ib) as J.
    assert (W : forall q, Rmin a b <= q <= Rmax a b -> dom o q /\ inside v (fn o q)) by (intros q Q; eapply smooth_itv_ok; eauto).
    destruct o; cbn [rate smooth_itv] in *; try discriminate; cbn [fn dom] in *.
    - (* 1 / t *) inversion S; subst. destruct (smooth_itv_ok Div i v a Ia V) as [Na Va]. destruct (smooth_itv_ok Div i v b Ib V) as [Nb Vb].
      cbn [fn dom] in *. exists (- (/ a * / b)). split; [now apply ineg_ok, imul_ok|field; auto].
    - (* sqrt *) destruct (smooth_itv_ok Sqrt i v a Ia V) as [Na Va]. destruct (smooth_itv_ok Sqrt i v b Ib V) as [Nb Vb].
      cbn [fn dom] in *.
      assert (I2 : inside (imul (qz 2, qz 2) v) (sqrt a + sqrt b)).
      { pose proof (imul_ok (qz 2, qz 2) v 2 (sqrt a) (inside_z 2) Va) as A2.
        pose proof (imul_ok (qz 2, qz 2) v 2 (sqrt b) (inside_z 2) Vb) as B2. unfold inside in *. lra. }
      destruct (iinv_ok _ _ _ I2 S) as [N I3]. exists (/ (sqrt a + sqrt b)). split; auto.
      replace (a - b) with (sqrt a * sqrt a - sqrt b * sqrt b) by (rewrite !sqrt_sqrt; auto). field. auto.
    - (* exp *) inversion S; subst. apply (mean exp exp); [intros; apply derivable_pt_lim_exp|]. intros q Q. now apply W.
    - (* log *) apply (mean ln (fun q => / q)).
      + intros q Q. apply derivable_pt_lim_ln. now apply W.
      + intros q Q. eapply iinv_ok; [|exact S]. now apply J.
    - (* sin *) apply (mean sin cos); [intros; apply derivable_pt_lim_sin|]. intros q Q. apply (wave_ok Cos i); auto.
    - (* cos *) destruct (wave Sin i) as [u|] eqn:U; [|discriminate]. inversion S; subst.
      apply (mean cos (fun q => - sin q)); [intros; apply derivable_pt_lim_cos|]. intros q Q. apply ineg_ok. apply (wave_ok Sin i); auto.
    - (* tanh *) inversion S; subst. apply (mean tanh (fun q => 1 - tanh q * tanh q)); [intros; apply tanh_derive|].
      intros q Q. destruct (W q Q) as [_ T]. apply iadd_ok; [apply one_ok|]. apply ineg_ok.
      rewrite <- (Rabs_right (tanh q * tanh q)) by nra. now apply iabs_ok, imul_ok.
    - (* atan *) apply (mean atan (fun q => / (1 + q ^ 2))); [intros; apply derivable_pt_lim_atan|].
      intros q Q. eapply iinv_ok; [|exact S]. apply iadd_ok; [apply one_ok|].
      replace (q ^ 2) with (q * q) by ring. rewrite <- (Rabs_right (q * q)) by nra. now apply iabs_ok, imul_ok; apply J.
  Qed.
  Lemma fsmooth_ok o f g h : fsmooth o f = Some g -> fok f h ->
    (forall v, inB v -> dom o (h v)) /\ fok g (fun v => fn o (h v)).
  Proof.
    unfold fsmooth. intros H K. destruct (smooth_itv o (rng f)) as [v|] eqn:V; [|discriminate].
    destruct (steady f) eqn:St.
    { inversion H; subst; clear H. split; [intros u U; eapply smooth_itv_ok; [now apply (k_rng _ _ K)|exact V]|].
      apply settled; [intros u U; now rewrite (steady_ok f h St K u U)|].
      eapply smooth_itv_ok; [apply (k_rng _ _ K), inB_c|exact V]. }
    destruct (smooth_itv o (mid f)) as [m|] eqn:Md; [|discriminate]. inversion H; subst; clear H.
    assert (D : forall u, inB u -> dom o (h u) /\ inside v (fn o (h u))).
    { intros u U. eapply smooth_itv_ok; [|exact V]. now apply (k_rng _ _ K). }
    split; [intros; now apply D|]. constructor; cbn [rng mid slp].
    - intros. now apply D.
    - eapply smooth_itv_ok; [|exact Md]. apply (k_mid _ _ K).
    - intros s S u w U W. destruct (rate o (rng f) v) as [r|] eqn:Ra; [|discriminate].
      destruct (slp f) as [t|] eqn:T; [|discriminate]. inversion S; subst; clear S.
      destruct (k_slp _ _ K t T u w U W) as (k & Ik & Ek).
      destruct (rate_ok o (rng f) v r (h u) (h w) V Ra) as (q & Iq & Eq); try (now apply (k_rng _ _ K)).
      exists (q * k). split; [|rewrite Eq, Ek; ring]. apply outward_ok, imul_ok; auto. now apply outward_ok.
  Qed.

  Lemma fpow_ok f h n : fok f h -> forall g, fpow f n = Some g -> fok g (fun v => h v ^ n).
  Proof.
    intro K. induction n as [|n IH]; intros g H; cbn [fpow] in H.
    - inversion H; subst. apply (fok_eq _ (fun _ => 1)); [reflexivity|]. apply fconst_ok, one_ok.
    - destruct (fpow f n) as [g'|] eqn:E; [|discriminate]. eapply tight_ok; [exact H|].
      eapply fok_eq; [|eapply fmul_ok; [apply IH; reflexivity|exact K]]. intros v _. simpl. ring.
  Qed.
  Lemma fold_add_form l hs : Forall2 fok l hs -> forall f h, fok f h ->
    fok (fold_left fadd l f) (fun v => h v + fold_right Rplus 0 (map (fun g => g v) hs)).
  Proof.
    induction 1 as [|g h' l hs G _ IH]; intros f h K; cbn [fold_left map fold_right].
    - eapply fok_eq; [|exact K]. intros; cbv beta; ring.
    - eapply fok_eq; [|apply IH; eapply fadd_ok; [exact K|exact G]]. intros; cbv beta; ring.
  Qed.
  Lemma fold_mul_form l hs : Forall2 fok l hs -> forall f h, fok f h ->
    fok (fold_left fmul l f) (fun v => h v * fold_right Rmult 1 (map (fun g => g v) hs)).
  Proof.
    induction 1 as [|g h' l hs G _ IH]; intros f h K; cbn [fold_left map fold_right].
    - eapply fok_eq; [|exact K]. intros; cbv beta; ring.
    - eapply fok_eq; [|apply IH; eapply fmul_ok; [exact K|exact G]]. intros; cbv beta; ring.
  Qed.
  Lemma minus_one_ok : fok minus_one (fun _ => -1).
  Proof. apply fconst_ok. apply inside_z. Qed.
  Lemma fop_ok o l g hs : fop o l = Some g -> Forall2 fok l hs ->
    exists h, (forall v, inB v -> op_eval o (map (fun k => k v) hs) = Some (h v)) /\ fok g h.
  Proof.
    intros H F. destruct o; cbn [fop] in H.
    1: { destruct F as [|f h l hs K F]; [discriminate|]. eexists. split; [reflexivity|].
         eapply tight_ok; [exact H|]. cbn [map fold_right]. now apply fold_add_form. }
    1: { destruct F as [|f h l hs K F]; [discriminate|]. eexists. split; [reflexivity|].
         eapply tight_ok; [exact H|]. cbn [map fold_right]. now apply fold_mul_form. }
    all: destruct F as [|f h l hs K F]; [try discriminate|destruct F as [|f' h' l hs K' F]; [try discriminate|destruct F; try discriminate]].
    all: cbn [map op_eval].
    - (* - a *) exists (fun v => - h v). split; auto. eapply tight_ok; [exact H|].
      eapply fok_eq; [|eapply fmul_ok; [apply minus_one_ok|exact K]]. intros; cbv beta; ring.
    - exists (fun v => h v - h' v). split; auto. eapply tight_ok; [exact H|].
      eapply fok_eq; [|eapply fadd_ok; [exact K|eapply fmul_ok; [apply minus_one_ok|exact K']]]. intros; cbv beta; ring.
    - destruct (fsmooth Div f') as [i|] eqn:E; [|discriminate]. destruct (fsmooth_ok _ _ _ _ E K') as [D I].
      exists (fun v => h v / h' v). split.
      + intros v V. specialize (D v V). cbn [dom] in D. destruct (Req_EM_T (h' v) 0); [contradiction|reflexivity].
      + eapply tight_ok; [exact H|]. apply (fmul_ok _ _ _ _ K I).
    - eexists. split; [reflexivity|]. eapply tight_ok; [exact H|]. now apply fabs_ok.
    - eexists. split; [reflexivity|]. eapply tight_ok; [exact H|]. now apply fsign_ok.
    - eexists. split; [reflexivity|]. eapply tight_ok; [exact H|]. now apply ffloor_ok.
    - eexists. split; [reflexivity|]. eapply tight_ok; [exact H|]. now apply fmax_ok.
    - eexists. split; [reflexivity|]. eapply tight_ok; [exact H|]. now apply fmin_ok.
    - destruct (fsmooth Sqrt f) as [i|] eqn:E; [|discriminate]. destruct (fsmooth_ok _ _ _ _ E K) as [D I].
      exists (fun v => sqrt (h v)). split; [|eapply tight_ok; [exact H|exact I]].
      intros v V. specialize (D v V). cbn [dom] in D. destruct (Rle_dec 0 (h v)); [reflexivity|contradiction].
    - destruct (fsmooth Exp f) as [i|] eqn:E; [|discriminate]. destruct (fsmooth_ok _ _ _ _ E K) as [D I].
      exists (fun v => exp (h v)). split; [auto|eapply tight_ok; [exact H|exact I]].
    - destruct (fsmooth Log f) as [i|] eqn:E; [|discriminate]. destruct (fsmooth_ok _ _ _ _ E K) as [D I].
      exists (fun v => ln (h v)). split; [|eapply tight_ok; [exact H|exact I]].
      intros v V. specialize (D v V). cbn [dom] in D. destruct (Rlt_dec 0 (h v)); [reflexivity|contradiction].
    - destruct (fsmooth Sin f) as [i|] eqn:E; [|discriminate]. destruct (fsmooth_ok _ _ _ _ E K) as [D I].
      exists (fun v => sin (h v)). split; [auto|eapply tight_ok; [exact H|exact I]].
    - destruct (fsmooth Cos f) as [i|] eqn:E; [|discriminate]. destruct (fsmooth_ok _ _ _ _ E K) as [D I].
      exists (fun v => cos (h v)). split; [auto|eapply tight_ok; [exact H|exact I]].
    - destruct (fsmooth Tanh f) as [i|] eqn:E; [|discriminate]. destruct (fsmooth_ok _ _ _ _ E K) as [D I].
      exists (fun v => tanh (h v)). split; [auto|eapply tight_ok; [exact H|exact I]].
    - destruct (fsmooth Atan f) as [i|] eqn:E; [|discriminate]. destruct (fsmooth_ok _ _ _ _ E K) as [D I].
      exists (fun v => atan (h v)). split; [auto|eapply tight_ok; [exact H|exact I]].
    - destruct (to_itv (I.pi p)) as [i|] eqn:E; [|discriminate]. inversion H; subst. exists (fun _ => PI). split; auto.
      apply fconst_ok. eapply to_itv_ok; [apply I.pi_correct|exact E].
  Qed.

  Section Terms.
    Variable phi : name -> list R -> R.
    Notation eval := (eval phi).
    Lemma fsum_ok f g n : forall a F, fsum f n a = Some F ->
      (forall z G, f z = Some G -> fok G (g z)) -> fok F (fun v => nsum n a (fun z => g z v)).
    Proof.
      induction n as [|n IH]; intros a F H G; cbn [fsum nsum] in *.
      - inversion H; subst. apply fconst_ok. apply inside_z.
      - destruct (fsum f n a) as [s|] eqn:E; [|discriminate]. destruct (f (a + Z.of_nat n)%Z) as [w|] eqn:W; [|discriminate].
        inversion H; subst. apply fadd_ok; auto.
    Qed.
    Lemma enclose_ok t : forall m E f, enclose m t = Some f ->
      (forall v y q, M.find y m = Some q -> E v y = Q2R q) -> (forall v z, x = Some z -> M.find z m = None -> E v z = v) ->
      exists h, (forall v, inB v -> eval (E v) t = Some (h v)) /\ fok f h.
    Proof.
      induction t as [q|y|o l IH|t n IH|g l IH|k a b t _ _ IHt] using term_ind'; intros m E f H Me Mx; cbn [enclose] in H.
      - inversion H; subst. exists (fun _ => Q2R q). split; [reflexivity|]. apply fconst_ok, inside_point.
      - destruct (M.find y m) as [q|] eqn:Fy.
        + inversion H; subst. exists (fun _ => Q2R q). split; [intros v _; simpl; f_equal; now apply Me|]. apply fconst_ok, inside_point.
        + destruct x as [z|] eqn:X; [|discriminate]. destruct (Pos.eqb_spec y z) as [->|N]; [|discriminate].
          inversion H; subst f. exists (fun v => v).
          split; [intros v _; simpl; f_equal; now apply Mx|]. constructor; cbn [rng mid slp].
          * intros v V. apply inB_range in V. exact V.
          * apply inside_point.
          * intros s S v w _ _. inversion S; subst. exists 1. split; [apply one_ok|ring].
      - destruct (mapo (enclose m) l) as [fs|] eqn:Fs; [|discriminate].
        assert (exists hs, (forall v, inB v -> mapo (eval (E v)) l = Some (map (fun h => h v) hs)) /\ Forall2 fok fs hs) as (hs & Ev & Fh).
        { clear H. revert fs Fs. induction IH as [|t l Ht _ IHl]; intros fs Fs; cbn [mapo] in *.
          - inversion Fs; subst. exists []. auto.
          - destruct (enclose m t) as [g|] eqn:G; [|discriminate]. destruct (mapo (enclose m) l) as [gs|]; [|discriminate].
            inversion Fs; subst. destruct (Ht _ _ _ G Me Mx) as (h & Eh & Kh). destruct (IHl _ eq_refl) as (hs & Es & Ks).
            exists (h :: hs). split; [|now constructor]. intros v V. now rewrite (Eh v V), (Es v V). }
        destruct (fop_ok _ _ _ _ H Fh) as (h & Eh & Kh). exists h. split; auto.
        intros v V. simpl. rewrite (Ev v V). now apply Eh.
      - destruct (enclose m t) as [g|] eqn:G; [|discriminate]. destruct (IH _ _ _ G Me Mx) as (h & Eh & Kh).
        exists (fun v => h v ^ n). split; [intros v V; simpl; now rewrite (Eh v V)|]. now apply (fpow_ok g h n).
      - discriminate.
      - destruct (enc 0 p m a) as [ia|] eqn:A; [|discriminate]. destruct (enc 0 p m b) as [ib|] eqn:B; [|discriminate].
        destruct (exact_int ia) as [za|] eqn:ZA; [|discriminate]. destruct (exact_int ib) as [zb|] eqn:ZB; [|discriminate].
        destruct (zb - za <? 5000)%Z; [|discriminate].
        destruct (fsum _ _ _) as [F|] eqn:Fs; [|discriminate].
        pose (g := fun z v => dflt (eval (upd (E v) k (IZR z)) t)).
        exists (fun v => nsum (Z.to_nat (zb - za + 1)) za (fun z => g z v)). split.
        + intros v _. destruct (enc_ok phi _ _ _ _ (E v) _ A (Me v)) as (ra & Ra & Ia).
          destruct (enc_ok phi _ _ _ _ (E v) _ B (Me v)) as (rb & Rb & Ib).
          rewrite (exact_int_ok _ _ _ ZA Ia) in Ra. rewrite (exact_int_ok _ _ _ ZB Ib) in Rb.
          simpl. rewrite Ra, Rb. now rewrite zsum_IZR.
        + eapply tight_ok; [exact H|]. eapply fsum_ok; [exact Fs|]. intros z G Gz. cbv beta in Gz.
          destruct (IHt _ (fun v => upd (E v) k (IZR z)) _ Gz) as (h & Eh & Kh).
          * intros v y q Fy. destruct (Pos.eqb_spec k y) as [->|N].
            -- rewrite M.gss in Fy. inversion Fy; subst. now rewrite upd_eq, qz_R.
            -- rewrite M.gso in Fy by auto. rewrite upd_neq by auto. eapply Me; eauto.
          * intros v y X Fy. destruct (Pos.eqb_spec k y) as [->|N]; [rewrite M.gss in Fy; discriminate|].
            rewrite M.gso in Fy by auto. rewrite upd_neq by auto. now apply Mx.
          * eapply fok_eq; [|exact Kh]. intros v V. unfold g. now rewrite (Eh v V).
    Qed.
    Lemma box_shows_ok r a b e z : x = Some z -> box_shows r a b = true -> inB (e z) -> holds phi e (Rel r a b).
    Proof.
      unfold box_shows. intros X H V. destruct (enclose (M.empty Q) (Op Sub [b; a])) as [f|] eqn:E; [|discriminate].
      destruct (enclose_ok _ _ (fun v => upd e z v) _ E) as (h & Eh & Kh).
      { intros v y q F. rewrite M.gempty in F. discriminate. }
      { intros v y Y _. rewrite X in Y. inversion Y. apply upd_eq. }
      specialize (Eh (e z) V). pose proof (k_rng _ _ Kh (e z) V) as [I _].
      replace (upd e z (e z)) with e in Eh.
      2: { apply FunctionalExtensionality.functional_extensionality. intro y. unfold upd. destruct (Pos.eqb_spec z y); congruence. }
      simpl in Eh |- *. destruct (eval e b) as [rb|]; [|discriminate]. destruct (eval e a) as [ra|]; [|discriminate].
      simpl in Eh. inversion Eh as [D]. rewrite <- D in I.
      destruct r; try discriminate; simpl.
      - apply qnneg_R in H. lra.
      - apply qpos_R in H. lra.
    Qed.
  End Terms.
End Box.

Definition precision (bits : nat) : F.precision := F.PtoP (Pos.of_nat (bits + 40)).

(* ---- the rule evaluate: no variables, and the box is a point ---- *)
Definition evaluate (bits : nat) (r : rel) (a b : term) : bool :=
  match enclose bits (precision bits) None (qz 0) (qz 0) (M.empty Q) (Op Sub [b; a]) with
  | Some f =>
      let (lo, hi) := rng f in
      match r with
      | Lt => qpos lo
      | Le => qnneg lo
      | Eq => qzero lo && qzero hi
      | Ne => qpos lo || qpos (qopp hi)
      end
  | None => false
  end.
Lemma evaluate_ok phi bits r a b e : evaluate bits r a b = true -> holds phi e (Rel r a b).
Proof.
  unfold evaluate. destruct (enclose _ _ _ _ _ _ _) as [f|] eqn:E; [|discriminate]. destruct (rng f) as [lo hi] eqn:Rg. intro H.
  destruct (enclose_ok bits _ None (qz 0) (qz 0) (Rle_refl _) phi _ _ (fun _ => e) _ E) as (h & Eh & Kh).
  { intros v y q F. rewrite M.gempty in F. discriminate. }
  { intros; discriminate. }
  set (c := Q2R (qz 0)) in *. assert (V : inB (qz 0) (qz 0) c).
  { unfold inB. destruct (qlt (qz 0) (qz 0)) eqn:Q; [apply qlt_R in Q|]; unfold c in *; lra. }
  specialize (Eh c V). pose proof (k_rng _ _ _ _ Kh c V) as I. rewrite Rg in I. destruct I as [A B]. cbn [fst snd] in A, B.
  simpl in Eh |- *. destruct (eval phi e b) as [y|]; [|discriminate]. destruct (eval phi e a) as [x|]; [|discriminate].
  simpl in Eh. inversion Eh as [D]. rewrite <- D in *. destruct r; simpl.
  - apply qnneg_R in H. lra.
  - apply qpos_R in H. lra.
  - apply andb_true_iff in H as [H K]. apply qzero_R in H. apply qzero_R in K. lra.
  - apply orb_true_iff in H as [H|H]; apply qpos_R in H; rewrite ?Q2R_qopp in H; lra.
Qed.

(* ---- all boxes between the cuts ---- *)
Section Cuts.
  Variables (bits : nat) (x : name) (r : rel) (a b : term).
  Let p := precision bits.
  Definition box_ok (lo hi : Q) : bool := box_shows bits p (Some x) lo hi r a b.
  Fixpoint cuts_ok (last : bool) (lo : Q) (l : list Q) : bool :=     (* last: is the last cut in the domain? *)
    match l with
    | [] => true
    | hi :: l => qlt lo hi && box_ok lo hi && (match l with [] => negb last | _ => false end || box_ok hi hi) && cuts_ok last hi l
    end.
  Lemma cuts_ok_ok phi e last l : forall lo, cuts_ok last lo l = true -> Q2R lo < e x -> e x <= Q2R (List.last l lo) ->
    (last = false -> e x < Q2R (List.last l lo)) -> holds phi e (Rel r a b).
  Proof.
    induction l as [|hi l IH]; intros lo H L U Ex; cbn [cuts_ok List.last] in *; [lra|].
    rewrite !andb_true_iff in H. destruct H as [[[H1 H2] H3] H4]. pose proof (qlt_R _ _ H1) as O.
    destruct (Rtotal_order (e x) (Q2R hi)) as [C|[C|C]].
    - eapply (box_shows_ok bits p (Some x) lo hi); [lra|reflexivity|exact H2|]. unfold inB. rewrite H1. lra.
    - assert (B : box_ok hi hi = true).
      { apply orb_true_iff in H3 as [H3|H3]; auto. destruct l; [|discriminate]. apply negb_true_iff in H3. specialize (Ex H3). lra. }
      eapply (box_shows_ok bits p (Some x) hi hi); [lra|reflexivity|exact B|]. unfold inB. destruct (qlt hi hi) eqn:Q; [apply qlt_R in Q|]; lra.
    - destruct l as [|q l]; [simpl in U; lra|].
      assert (El : List.last (q :: l) hi = List.last (q :: l) lo) by (clear; revert q; induction l as [|t l IH]; intro q; simpl in *; auto).
      apply (IH hi); auto; rewrite El; auto.
  Qed.
  Definition covers (first last : bool) (cuts : list Q) : bool :=
    match cuts with
    | lo :: q :: l => (negb first || box_ok lo lo) && cuts_ok last lo (q :: l)
    | _ => false
    end.
  Lemma covers_ok phi e first last cuts : covers first last cuts = true ->
    Q2R (hd (qz 0) cuts) <= e x <= Q2R (List.last cuts (qz 0)) ->
    (first = false -> Q2R (hd (qz 0) cuts) < e x) -> (last = false -> e x < Q2R (List.last cuts (qz 0))) ->
    holds phi e (Rel r a b).
  Proof.
    unfold covers. destruct cuts as [|lo [|q l]]; try discriminate. cbn [hd]. rewrite andb_true_iff. intros [H1 H2] [L U] Fi La.
    assert (El : List.last (lo :: q :: l) (qz 0) = List.last (q :: l) lo).
    { change (List.last (lo :: q :: l) (qz 0)) with (List.last (q :: l) (qz 0)). clear. revert q. induction l as [|t l IH]; intro q; simpl in *; auto. }
    rewrite El in *. destruct L as [C|C].
    - apply (cuts_ok_ok phi e last (q :: l) lo); auto.
    - assert (B : box_ok lo lo = true).
      { apply orb_true_iff in H1 as [H1|H1]; auto. apply negb_true_iff in H1. specialize (Fi H1). lra. }
      eapply (box_shows_ok bits p (Some x) lo lo); [lra|reflexivity|exact B|]. unfold inB. destruct (qlt lo lo) eqn:Q; [apply qlt_R in Q|]; lra.
  Qed.
End Cuts.
