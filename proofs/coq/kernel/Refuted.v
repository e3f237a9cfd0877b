(* Which certificate makes a statement refuted: the part of proofs/decide.py that says so
   (negation, _not, _Point, _total, _strict), and what follows from it.  Data are a closed term for
   each variable and, for each function, a term in its parameters without sums and functions.  That
   a function is Lipschitz becomes what it says of that term, for all u and v.  The
   certificate proves a closed formula: the data are defined, the hypotheses hold at them, and what
   denies the conclusion, or one part of it, holds.  Then the statement is not true. *)
From Coq Require Import String ZArith QArith Qreals Reals List Bool Lia Lra.
From NP Require Import Syntax Scope Poly Ctx Enc Rules Json Checker Decision.
Import ListNotations.
Open Scope R_scope.

Fixpoint assoc {A} (x : name) (l : list (name * A)) : option A :=
  match l with [] => None | (y, v) :: l => if Pos.eqb x y then Some v else assoc x l end.
Definition without {A} (x : name) (l : list (name * A)) : list (name * A) :=
  filter (fun p => negb (Pos.eqb x (fst p))) l.
Fixpoint nodup (l : list name) : bool :=
  match l with [] => true | x :: l => negb (existsb (Pos.eqb x) l) && nodup l end.

Record data := { values : list (name * term); funs : list (name * (list name * term)); failing : nat }.

(* ---- which terms have a value anyway, and whether an undefined argument makes a body undefined ---- *)
Fixpoint total (t : term) {struct t} : bool :=
  match t with
  | Num _ | Var _ => true
  | Op o l =>
      forallb total l &&
      match o, l with
      | (Add | Mul), _ | (Abs | Sgn | Flo | Exp | Sin | Cos | Tanh | Atan), [_] | Sub, ([_] | [_; _])
      | (Mx | Mn), [_; _] | Pi, [] => true
      | Div, [_; Num q] => negb (qzero q)
      | (Sqrt | Log), [Num q] => qpos q
      | _, _ => false
      end
  | Pow t _ => total t
  | App _ l => forallb total l
  | Sum _ a b _ => total a && total b
  end.
(* a term in these parameters, without sums and functions *)
Fixpoint simple (ps : list name) (t : term) {struct t} : bool :=
  match t with
  | Num _ => true
  | Var x => existsb (Pos.eqb x) ps
  | Op _ l => forallb (simple ps) l
  | Pow t _ => simple ps t
  | App _ _ | Sum _ _ _ _ => false
  end.
Fixpoint occurs (x : name) (t : term) {struct t} : bool :=
  match t with
  | Var y => Pos.eqb x y
  | Op _ l => existsb (occurs x) l
  | Pow t _ => occurs x t
  | _ => false
  end.

(* ---- formulas at the data ---- *)
Fixpoint bput (ps : list (name * term)) (t : term) {struct t} : term :=
  match t with
  | Var x => match assoc x ps with Some u => u | None => Var x end
  | Op o l => Op o (map (bput ps) l)
  | Pow t n => Pow (bput ps t) n
  | t => t
  end.
Fixpoint wrap (body : term) (l : list (name * term)) (t : term) : term :=
  match l with
  | [] => t
  | (x, a) :: l => wrap body l (if total a || occurs x body then t else Op Add [t; Op Mul [Num 0; a]])
  end.
Definition applied (d : list name * term) (l : list term) : option term :=
  if Nat.eqb (length (fst d)) (length l)
  then let ps := combine (fst d) l in Some (wrap (snd d) ps (bput ps (snd d))) else None.
Definition owed_value (v : term) : list formula := if total v then [] else [Rel Eq v v].
(* on [a, b] the term p in u and the same term q in v are at most L |u - v| apart *)
Definition u0 := bound_name 1.
Definition v0 := bound_name 0.
Definition lip_body (p q L a b : term) : formula :=
  All u0 Real (All v0 Real (Imp
    (And [Rel Le a (Var u0); Rel Le a (Var v0); Rel Le (Var u0) b; Rel Le (Var v0) b])
    (Rel Le (Op Abs [Op Sub [p; q]]) (Op Mul [L; Op Abs [Op Sub [Var u0; Var v0]]])))).
Definition closed (t : term) : bool := scoped (M.empty sort) t.
Section Put.
  Variable fs : list (name * (list name * term)).
  Definition lip (f : name) (L a b : term) : option formula :=
    do d <- assoc f fs; do p <- applied d [Var u0]; do q <- applied d [Var v0];
    if closed L && closed a && closed b then
      Some (match flat_map owed_value [L; a; b] with
            | [] => lip_body p q L a b
            | o :: owed => And ((o :: owed) ++ [lip_body p q L a b])
            end)
    else None.
  Fixpoint tput (vs : list (name * term)) (t : term) {struct t} : option term :=
    match t with
    | Num q => Some (Num q)
    | Var x => Some (match assoc x vs with Some v => v | None => Var x end)
    | Op o l => do l <- mapo (tput vs) l; Some (Op o l)
    | Pow t n => do t <- tput vs t; Some (Pow t n)
    | App f l => do d <- assoc f fs; do l <- mapo (tput vs) l; applied d l
    | Sum k a b t => do a <- tput vs a; do b <- tput vs b; do t <- tput (without k vs) t; Some (Sum k a b t)
    end.
  Fixpoint fput (vs : list (name * term)) (f : formula) {struct f} : option formula :=
    match f with
    | Rel r a b => do a <- tput vs a; do b <- tput vs b; Some (Rel r a b)
    | And l => do l <- mapo (fput vs) l; Some (And l)
    | Imp p q => do p <- fput vs p; do q <- fput vs q; Some (Imp p q)
    | All k s p => do p <- fput (without k vs) p; Some (All k s p)
    | Ex k s p => do p <- fput (without k vs) p; Some (Ex k s p)
    | Lip f L a b => do L <- tput vs L; do a <- tput vs a; do b <- tput vs b; lip f L a b
    end.
End Put.
Fixpoint neg (f : formula) {struct f} : option formula :=
  match f with
  | Rel Le a b => Some (Rel Lt b a)
  | Rel Lt a b => Some (Rel Le b a)
  | Rel Eq a b => Some (Rel Ne a b)
  | Rel Ne a b => Some (Rel Eq a b)
  | Imp p q => do q <- neg q; Some (And [p; q])
  | All k s p => do p <- neg p; Some (Ex k s p)
  | Ex k s p => do p <- neg p; Some (All k s p)
  | And l =>
      (fix last l := match l with
                     | [] => None
                     | p :: l => match l with [] => neg p | _ => do q <- last l; Some (Imp p q) end
                     end) l
  | Lip _ _ _ _ => None
  end.

(* ---- what the certificate has to prove ---- *)
Fixpoint numbers (n : nat) : list name := match n with O => [] | S n => bound_name (N.of_nat n) :: numbers n end.
Definition every (ks : list name) (f : formula) : formula := fold_right (fun k f => All k Real f) f ks.
Definition owed_function (d : list name * term) : list formula :=
  if total (snd d) then [] else
    let ks := numbers (length (fst d)) in
    let body := bput (combine (fst d) (map Var ks)) (snd d) in [every ks (Rel Eq body body)].
Definition part_of (n : nat) (f : formula) : option formula := match f with And l => nth_error l n | f => Some f end.
Definition negation (st : statement) (d : data) : option formula :=
  do gs <- mapo (fput (funs d) (values d)) (given st);
  do f <- part_of (failing d) (show st); do f <- fput (funs d) (values d) f; do f <- neg f;
  Some (And (flat_map (fun p => owed_value (snd p)) (values d) ++ flat_map (fun p => owed_function (snd p)) (funs d)
             ++ gs ++ [f])).
Definition fits (st : statement) (d : data) : bool :=
  forallb (fun p => match assoc (fst p) (values d), snd p with
                    | Some (Num q), Int => Pos.eqb (Qden q) 1 | Some _, Real => true | _, _ => false end) (vars st)
  && forallb (fun p => closed (snd p)) (values d)
  && forallb (fun p => simple (fst (snd p)) (snd (snd p)) && nodup (fst (snd p))
                       && nodup (numbers (length (fst (snd p))))) (funs d).
Definition refuted (st : statement) (d : data) (certificate : text) : bool :=
  fits st d && match negation st d with
               | Some f => proves certificate {| vars := []; given := []; show := f |} | None => false end.

(* the data as text: {"statement", "values", "functions", "part"} *)
Definition k_values := Eval compute in of_string "values"%string.
Definition k_part := Eval compute in of_string "part"%string.
Definition to_values (l : list (text * json)) : option (list (name * term)) :=
  mapo (fun p => do x <- free_word (fst p); do (t, _) <- to_term [] [] (snd p); Some (x, t)) l.
Definition to_bodies (l : list (text * json)) : option (list (name * (list name * term))) :=
  mapo (fun p => match snd p with
                 | JList [JList ps; body] =>
                     do _ <- word (fst p); do ps <- mapo (fun j => match j with JStr s => free_word s | _ => None end) ps;
                     do (t, _) <- to_term [] [] body; Some (name_of (fst p), (ps, t))
                 | _ => None
                 end) l.
Definition read_data (s : text) : option (statement * data) :=
  do j <- parse s;
  match j with
  | JObj l =>
      if keys_are [k_statement; k_values; k_functions; k_part] l then
        do s <- lookup k_statement l; do vs <- lookup k_values l; do fs <- lookup k_functions l; do n <- lookup k_part l;
        match vs, fs, n with
        | JObj vs, JObj fs, JNum n =>
            do (_, st) <- to_statement s; do vs <- to_values vs; do fs <- to_bodies fs; do n <- small n;
            Some (st, {| values := vs; funs := fs; failing := n |})
        | _, _, _ => None
        end
      else None
  | _ => None
  end.
Definition refutes (question certificate : text) : bool :=
  match read_data question with Some (st, d) => refuted st d certificate | None => false end.
Definition says_false (question : text) : Prop :=
  match read_data question with Some (st, _) => ~ true_statement st | None => False end.

(* ---- what that means ---- *)
Lemma assoc_without {A} k x (l : list (name * A)) : assoc x (without k l) = if Pos.eqb x k then None else assoc x l.
Proof.
  induction l as [|[y v] l IH]; simpl; [now destruct (Pos.eqb x k)|].
  destruct (Pos.eqb_spec k y) as [->|N]; simpl.
  - rewrite IH. destruct (Pos.eqb_spec x y); auto.
  - destruct (Pos.eqb_spec x y) as [->|]; auto. destruct (Pos.eqb_spec y k); congruence.
Qed.
Lemma nodup_ok l : nodup l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [N D]. constructor; auto.
  intro I. assert (existsb (Pos.eqb x) l = true) by (apply existsb_exists; exists x; now rewrite Pos.eqb_refl). congruence.
Qed.
Lemma mapo_none {A B} (f : A -> option B) l : mapo f l = None -> exists a, In a l /\ f a = None.
Proof.
  induction l as [|a l IH]; simpl; [discriminate|]. destruct (f a) eqn:F; [|eauto].
  destruct (mapo f l); [discriminate|]. intros _. destruct IH as (x & I & E); auto. exists x. auto.
Qed.
Lemma mapo_in {A B} (f : A -> option B) l a : In a l -> f a = None -> mapo f l = None.
Proof.
  induction l as [|b l IH]; [easy|]. simpl. intros [->|I] F; [now rewrite F|].
  rewrite (IH I F). now destruct (f b).
Qed.
Lemma mapo_length {A B} (f : A -> option B) l : forall m, mapo f l = Some m -> length m = length l.
Proof.
  induction l as [|a l IH]; simpl; intros m H; [now inversion H|]. destruct (f a); [|discriminate].
  destruct (mapo f l); [|discriminate]. inversion H; subst. simpl. now rewrite IH.
Qed.

Lemma total_ok phi t : total t = true -> forall e, eval phi e t <> None.
Proof.
  induction t as [q|x|o l IH|t n IH|f l IH|k a b t IHa IHb IHt] using term_ind'; simpl; intros H e; try discriminate.
  - apply andb_true_iff in H as [A H]. rewrite forallb_forall in A. rewrite Forall_forall in IH.
    destruct (mapo (eval phi e) l) as [rs|] eqn:M.
    + assert (L := mapo_length _ _ _ M).
      destruct o; destruct l as [|a [|b [|c l]]]; try discriminate H; destruct rs as [|r [|s [|u rs]]]; try discriminate L; simpl; try discriminate.
      all: try (exfalso; destruct a; discriminate H).
      all: try (exfalso; destruct b; discriminate H).
      * destruct b as [q| | | | | ]; try discriminate H. simpl in M. destruct (eval phi e a); [|discriminate]. inversion M; subst.
        destruct (Req_EM_T (Q2R q) 0) as [Z|]; [|discriminate]. exfalso. apply negb_true_iff in H. now apply (qnzero_R q H).
      * destruct a as [q| | | | | ]; try discriminate H. simpl in M. inversion M; subst.
        destruct (Rle_dec 0 (Q2R q)) as [|Z]; [discriminate|]. exfalso. apply qpos_R in H. lra.
      * destruct a as [q| | | | | ]; try discriminate H. simpl in M. inversion M; subst.
        destruct (Rlt_dec 0 (Q2R q)) as [|Z]; [discriminate|]. exfalso. apply qpos_R in H. lra.
    + exfalso. apply mapo_none in M as (a & I & E). exact (IH a I (A a I) e E).
  - specialize (IH H e). now destruct (eval phi e t).
  - destruct (mapo (eval phi e) l) eqn:M; [discriminate|]. exfalso. apply mapo_none in M as (a & I & E).
    rewrite Forall_forall in IH. rewrite forallb_forall in H. exact (IH a I (H a I) e E).
  - apply andb_true_iff in H as [A B]. specialize (IHa A e). specialize (IHb B e).
    destruct (eval phi e a); [|congruence]. destruct (eval phi e b); [discriminate|congruence].
Qed.

Definition bind (ps : list (name * R)) : env := fun x => match assoc x ps with Some v => v | None => 0 end.
Definition nowhere : name -> list R -> R := fun _ _ => 0.
Definition functions_of (fs : list (name * (list name * term))) : name -> list R -> R :=
  fun f rs => match assoc f fs with Some (ps, body) => dflt (eval nowhere (bind (combine ps rs)) body) | None => 0 end.
Definition defined (d : list name * term) : Prop :=
  forall rs, length rs = length (fst d) -> eval nowhere (bind (combine (fst d) rs)) (snd d) <> None.

Lemma simple_phi ps t : simple ps t = true -> forall phi psi e, eval phi e t = eval psi e t.
Proof.
  induction t as [q|x|o l IH|t n IH|f l IH|k a b t IHa IHb IHt] using term_ind'; simpl; intros H phi psi e; try discriminate; auto.
  - rewrite forallb_forall in H. rewrite Forall_forall in IH.
    rewrite (mapo_ext (eval phi e) (eval psi e) l); auto.
  - now rewrite (IH H phi psi e).
Qed.
Lemma assoc_combine phi e x ps : forall ls rs, length ps = length ls -> mapo (eval phi e) ls = Some rs -> In x ps ->
  exists u r, assoc x (combine ps ls) = Some u /\ assoc x (combine ps rs) = Some r /\ eval phi e u = Some r.
Proof.
  induction ps as [|p ps IH]; intros [|u ls] rs L M I; try easy. simpl in M.
  destruct (eval phi e u) as [r|] eqn:E; [|discriminate]. destruct (mapo (eval phi e) ls) as [rs'|] eqn:M'; [|discriminate].
  inversion M; subst. simpl. destruct (Pos.eqb_spec x p); [eauto 6|]. destruct I; [congruence|]. apply IH; auto.
Qed.
Lemma bput_eval phi e ps ls rs t : simple ps t = true -> length ps = length ls -> mapo (eval phi e) ls = Some rs ->
  eval phi e (bput (combine ps ls) t) = eval phi (bind (combine ps rs)) t.
Proof.
  intros H L M. induction t as [q|x|o l IH|t n IH|f l IH|k a b t IHa IHb IHt] using term_ind'; simpl in *; try discriminate; auto.
  - apply existsb_exists in H as (y & I & E). apply Pos.eqb_eq in E. subst y.
    destruct (assoc_combine phi e x ps ls rs L M I) as (u & r & A & B & C). rewrite A. unfold bind. now rewrite B.
  - rewrite mapo_map. rewrite forallb_forall in H. rewrite Forall_forall in IH.
    rewrite (mapo_ext _ (eval phi (bind (combine ps rs))) l); auto.
  - now rewrite IH.
Qed.
Lemma assoc_in x (a : term) ps : forall ls, NoDup ps -> In (x, a) (combine ps ls) -> assoc x (combine ps ls) = Some a.
Proof.
  induction ps as [|p ps IH]; intros [|u ls] N I; try easy. simpl in *. inversion N; subst. destruct I as [E|I].
  - inversion E; subst. now rewrite Pos.eqb_refl.
  - destruct (Pos.eqb_spec x p) as [->|]; auto. exfalso. apply in_combine_l in I. contradiction.
Qed.
Lemma bput_none phi e ps x a t : occurs x t = true -> assoc x ps = Some a -> eval phi e a = None -> eval phi e (bput ps t) = None.
Proof.
  intros H A E. induction t as [q|y|o l IH|t n IH|f l IH|k b c t IHa IHb IHt] using term_ind'; simpl in *; try discriminate.
  - apply Pos.eqb_eq in H. subst. now rewrite A.
  - apply existsb_exists in H as (t & I & O). rewrite Forall_forall in IH. rewrite mapo_map.
    rewrite (mapo_in _ l t I); auto.
  - now rewrite IH.
Qed.
Lemma wrap_none phi e body l : forall t, eval phi e t = None -> eval phi e (wrap body l t) = None.
Proof.
  induction l as [|[x a] l IH]; intros t E; simpl; auto. apply IH. destruct (total a || occurs x body); auto. simpl. now rewrite E.
Qed.
Lemma wrap_undefined phi e body x a l : forall t, In (x, a) l -> eval phi e a = None ->
  (occurs x body = true -> eval phi e t = None) -> eval phi e (wrap body l t) = None.
Proof.
  induction l as [|[y b] l IH]; intros t I E O; [easy|]. simpl. destruct I as [I|I].
  - inversion I; subst. apply wrap_none. destruct (total a) eqn:T; [exfalso; now apply (total_ok phi a T e)|]. simpl.
    destruct (occurs x body); auto. simpl. rewrite E. now destruct (eval phi e t).
  - apply IH; auto. intro Oc. specialize (O Oc). destruct (total b || occurs y body); auto. simpl. now rewrite O.
Qed.
Lemma wrap_defined phi e body l : (forall x a, In (x, a) l -> eval phi e a <> None) ->
  forall t, eval phi e (wrap body l t) = eval phi e t.
Proof.
  induction l as [|[x a] l IH]; intros D t; simpl; auto. rewrite IH by (intros; eapply D; right; eauto).
  destruct (total a || occurs x body); auto. specialize (D x a (or_introl eq_refl)). simpl.
  destruct (eval phi e t) as [r|]; auto. destruct (eval phi e a) as [s|]; [|congruence]. simpl. f_equal.
  replace (Q2R 0) with 0 by (unfold Q2R; simpl; lra). ring.
Qed.
Lemma applied_eval phi fs e f d l t : phi = functions_of fs -> assoc f fs = Some d -> simple (fst d) (snd d) = true ->
  NoDup (fst d) -> defined d -> applied d l = Some t ->
  eval phi e t = match mapo (eval phi e) l with Some rs => Some (phi f rs) | None => None end.
Proof.
  intros -> A S N D H. unfold applied in H. destruct (Nat.eqb (length (fst d)) (length l)) eqn:L; [|discriminate].
  apply Nat.eqb_eq in L. inversion H; subst t; clear H. destruct d as [ps body]; simpl in *.
  destruct (mapo (eval (functions_of fs) e) l) as [rs|] eqn:M.
  - rewrite wrap_defined.
    + rewrite (bput_eval _ _ _ _ rs) by auto. unfold functions_of at 2. rewrite A.
      rewrite (simple_phi ps body S (functions_of fs) nowhere).
      assert (Lr : length rs = length ps) by (rewrite (mapo_length _ _ _ M); auto).
      specialize (D rs Lr). simpl in D. destruct (eval nowhere (bind (combine ps rs)) body); [reflexivity|congruence].
    + intros x a I E. apply in_combine_r in I. rewrite (mapo_in _ l a I E) in M. discriminate.
  - apply mapo_none in M as (a & I & E). apply In_nth_error in I as [i I].
    assert (exists x, In (x, a) (combine ps l)) as [x X].
    { clear - L I. revert l i L I. induction ps as [|p ps IH]; intros [|u l] i L I; try easy; [destruct i; easy|].
      destruct i as [|i]; simpl in *; [inversion I; subst; eauto|]. destruct (IH l i) as [x X]; auto. eauto. }
    apply (wrap_undefined _ _ _ x a); auto. intro O. apply (bput_none _ _ _ x a); auto. now apply assoc_in.
Qed.

Section Data.
  Variable fs : list (name * (list name * term)).
  Let phi := functions_of fs.
  Hypothesis good : forall f d, assoc f fs = Some d -> simple (fst d) (snd d) = true /\ NoDup (fst d) /\ defined d.
  (* e gives variables the values that the terms have, e' is what else there is *)
  Definition linked (vs : list (name * term)) (e e' : env) : Prop := forall x,
    match assoc x vs with Some v => scoped (M.empty sort) v = true /\ eval phi e' v = Some (e x) | None => e' x = e x end.
  Lemma linked_upd vs e e' k r : linked vs e e' -> linked (without k vs) (upd e k r) (upd e' k r).
  Proof.
    intros H x. rewrite assoc_without. destruct (Pos.eqb_spec x k) as [->|N]; [now rewrite !upd_eq|].
    specialize (H x). destruct (assoc x vs) as [v|].
    - destruct H as [S E]. split; auto. rewrite upd_neq by auto. rewrite <- E.
      apply (eval_frame phi v (M.empty sort)); auto. intros y K. unfold known in K. rewrite M.gempty in K. discriminate.
    - rewrite !upd_neq; auto.
  Qed.
  Lemma mapo_put {A B} (p : A -> option B) l : forall l', mapo p l = Some l' ->
    Forall2 (fun a b => p a = Some b) l l'.
  Proof.
    induction l as [|a l IH]; simpl; intros l' H; [inversion H; constructor|]. destruct (p a) eqn:P; [|discriminate].
    destruct (mapo p l); [|discriminate]. inversion H; subst. constructor; auto.
  Qed.
  Lemma tput_eval t : forall vs e e' t', tput fs vs t = Some t' -> linked vs e e' -> eval phi e' t' = eval phi e t.
  Proof.
    induction t as [q|x|o l IH|t n IH|f l IH|k a b t IHa IHb IHt] using term_ind'; intros vs e e' t' H K; simpl in H.
    - now inversion H.
    - inversion H; subst. specialize (K x). destruct (assoc x vs); [apply K|]. simpl. now rewrite K.
    - destruct (mapo (tput fs vs) l) as [l'|] eqn:M; [|discriminate]. inversion H; subst. simpl.
      assert (E : mapo (eval phi e') l' = mapo (eval phi e) l).
      { apply mapo_put in M. clear H. induction M as [|a b l l' P M IHM]; [reflexivity|]. inversion IH; subst. simpl.
        rewrite (H1 vs e e' b P K), IHM; auto. }
      now rewrite E.
    - destruct (tput fs vs t) as [u|] eqn:T; [|discriminate]. inversion H; subst. simpl. now rewrite (IH vs e e' u T K).
    - destruct (assoc f fs) as [d|] eqn:A; [|discriminate]. destruct (mapo (tput fs vs) l) as [l'|] eqn:M; [|discriminate].
      destruct (good f d A) as (S & N & D). rewrite (applied_eval phi fs e' f d l' t' eq_refl A S N D H). simpl.
      assert (E : mapo (eval phi e') l' = mapo (eval phi e) l).
      { apply mapo_put in M. clear H. induction M as [|a b l l' P M IHM]; [reflexivity|]. inversion IH; subst. simpl.
        rewrite (H1 vs e e' b P K), IHM; auto. }
      now rewrite E.
    - destruct (tput fs vs a) as [a'|] eqn:A; [|discriminate]. destruct (tput fs vs b) as [b'|] eqn:B; [|discriminate].
      destruct (tput fs (without k vs) t) as [u|] eqn:T; [|discriminate]. inversion H; subst. simpl.
      rewrite (IHa vs e e' a' A K), (IHb vs e e' b' B K). destruct (eval phi e a) as [x|]; auto.
      destruct (eval phi e b) as [y|]; auto. f_equal. apply zsum_ext. intro i. f_equal.
      apply (IHt (without k vs)); auto. now apply linked_upd.
  Qed.
  Lemma closed_eval t e e' : closed t = true -> eval phi e t = eval phi e' t.
  Proof.
    intro C. apply (eval_frame phi t (M.empty sort)); auto. intros y K. unfold known in K. rewrite M.gempty in K. discriminate.
  Qed.
  Lemma owed_value_ok t e : Forall (holds phi e) (owed_value t) <-> eval phi e t <> None.
  Proof.
    unfold owed_value. destruct (total t) eqn:T.
    - split; [intros _; now apply total_ok|constructor].
    - split; intro H.
      + inversion H as [|f l F _]; subst. simpl in F. intro E. rewrite E in F. exact F.
      + constructor; [|constructor]. simpl. destruct (eval phi e t); [reflexivity|congruence].
  Qed.
  Lemma lip_body_ok f d p q L a b l x y e : assoc f fs = Some d -> applied d [Var u0] = Some p -> applied d [Var v0] = Some q ->
    closed L = true -> closed a = true -> closed b = true ->
    eval phi e L = Some l -> eval phi e a = Some x -> eval phi e b = Some y ->
    (holds phi e (lip_body p q L a b) <->
     forall r s, x <= r <= y -> x <= s <= y -> Rabs (phi f [r] - phi f [s]) <= l * Rabs (r - s)).
  Proof.
    intros A P Q CL Ca Cb EL Ea Eb. destruct (good f d A) as (S & N & D).
    assert (V : forall r s, let e2 := upd (upd e u0 r) v0 s in
      eval phi e2 L = Some l /\ eval phi e2 a = Some x /\ eval phi e2 b = Some y /\
      eval phi e2 p = Some (phi f [r]) /\ eval phi e2 q = Some (phi f [s]) /\ e2 u0 = r /\ e2 v0 = s).
    { intros r s e2.
      assert (U : e2 u0 = r) by (unfold e2; rewrite upd_neq by (vm_compute; discriminate); apply upd_eq).
      assert (W : e2 v0 = s) by apply upd_eq.
      rewrite (closed_eval L e2 e CL), (closed_eval a e2 e Ca), (closed_eval b e2 e Cb).
      rewrite (applied_eval phi fs e2 f d [Var u0] p eq_refl A S N D P), (applied_eval phi fs e2 f d [Var v0] q eq_refl A S N D Q).
      cbn [mapo eval]. rewrite U, W. auto 10. }
    unfold lip_body. split.
    - intros H r s R1 R2. specialize (H r Logic.I s Logic.I). destruct (V r s) as (VL & Va & Vb & Vp & Vq & Vu & Vv).
      cbn [holds eval mapo op_eval] in H. rewrite VL, Va, Vb, Vp, Vq, Vu, Vv in H.
      cbn [rsem op_eval fold_right] in H. rewrite Rmult_1_r in H. apply H. tauto.
    - intros H r _ s _. destruct (V r s) as (VL & Va & Vb & Vp & Vq & Vu & Vv).
      cbn [holds eval mapo op_eval]. rewrite VL, Va, Vb, Vp, Vq, Vu, Vv.
      cbn [rsem op_eval fold_right]. rewrite Rmult_1_r. intros (R1 & R2 & R3 & R4 & _). apply H; split; assumption.
  Qed.
  Lemma lip_ok f L a b g e : lip fs f L a b = Some g -> (holds phi e g <-> holds phi e (Lip f L a b)).
  Proof.
    unfold lip. intro H. destruct (assoc f fs) as [d|] eqn:A; [|discriminate]. destruct (applied d [Var u0]) as [p|] eqn:P; [|discriminate].
    destruct (applied d [Var v0]) as [q|] eqn:Q; [|discriminate]. destruct (closed L && closed a && closed b) eqn:C; [|discriminate].
    rewrite !andb_true_iff in C. destruct C as [[CL Ca] Cb]. inversion H; subst g; clear H.
    assert (O : Forall (holds phi e) (flat_map owed_value [L; a; b]) <-> eval phi e L <> None /\ eval phi e a <> None /\ eval phi e b <> None).
    { cbn [flat_map]. rewrite !Forall_app, !owed_value_ok. split; [tauto|]. intros (X & Y & Z). repeat split; auto. }
    assert (B : holds phi e (match flat_map owed_value [L; a; b] with
                             | [] => lip_body p q L a b | o :: owed => And ((o :: owed) ++ [lip_body p q L a b]) end)
                <-> Forall (holds phi e) (flat_map owed_value [L; a; b]) /\ holds phi e (lip_body p q L a b)).
    { destruct (flat_map owed_value [L; a; b]) as [|o l]; [split; [auto|tauto]|]. rewrite holds_and, Forall_app.
      split; intros [X Y]; split; auto. now inversion Y. }
    rewrite B, O. cbn [holds]. destruct (eval phi e L) as [l|] eqn:EL; [|split; [intros [[X _] _]; congruence|easy]].
    destruct (eval phi e a) as [x|] eqn:Ea; [|split; [intros [(_ & X & _) _]; congruence|easy]].
    destruct (eval phi e b) as [y|] eqn:Eb; [|split; [intros [(_ & _ & X) _]; congruence|easy]].
    rewrite (lip_body_ok f d p q L a b l x y e A P Q CL Ca Cb EL Ea Eb). split; [tauto|]. intro X. split; [|exact X].
    repeat split; congruence.
  Qed.
  Lemma fput_holds f : forall vs e e' f', fput fs vs f = Some f' -> linked vs e e' -> (holds phi e' f' <-> holds phi e f).
  Proof.
    induction f as [r a b|l IH|p q IHp IHq|k s p IH|k s p IH|g L a b] using formula_ind'; intros vs e e' f' H K; cbn [fput] in H;
      try discriminate.
    - destruct (tput fs vs a) as [a'|] eqn:A; [|discriminate]. destruct (tput fs vs b) as [b'|] eqn:B; [|discriminate].
      inversion H; subst. simpl. now rewrite (tput_eval a vs e e' a' A K), (tput_eval b vs e e' b' B K).
    - destruct (mapo (fput fs vs) l) as [l'|] eqn:M; [|discriminate]. inversion H; subst. rewrite !holds_and.
      apply mapo_put in M. clear H. induction M as [|p p' l l' P M IHM]; [split; constructor|]. inversion IH; subst.
      specialize (IHM H2). specialize (H1 vs e e' p' P K).
      split; intro F; inversion F; subst; constructor; tauto.
    - destruct (fput fs vs p) as [p'|] eqn:P; [|discriminate]. destruct (fput fs vs q) as [q'|] eqn:Q; [|discriminate].
      inversion H; subst. simpl. now rewrite (IHp vs e e' p' P K), (IHq vs e e' q' Q K).
    - destruct (fput fs (without k vs) p) as [p'|] eqn:P; [|discriminate]. inversion H; subst. simpl.
      split; intros F v S; apply (IH (without k vs) _ _ p' P (linked_upd vs e e' k v K)); auto.
    - destruct (fput fs (without k vs) p) as [p'|] eqn:P; [|discriminate]. inversion H; subst. simpl.
      split; intros (v & S & F); exists v; (split; [exact S|]); apply (IH (without k vs) _ _ p' P (linked_upd vs e e' k v K)); auto.
    - destruct (tput fs vs L) as [L'|] eqn:TL; [|discriminate]. destruct (tput fs vs a) as [a'|] eqn:Ta; [|discriminate].
      destruct (tput fs vs b) as [b'|] eqn:Tb; [|discriminate]. rewrite (lip_ok g L' a' b' f' e' H). cbn [holds].
      rewrite (tput_eval L vs e e' L' TL K), (tput_eval a vs e e' a' Ta K), (tput_eval b vs e e' b' Tb K).
      destruct (eval phi e L), (eval phi e a), (eval phi e b); tauto.
  Qed.
End Data.

Lemma neg_ok phi f : forall e g, neg f = Some g -> holds phi e g -> ~ holds phi e f.
Proof.
  induction f as [r a b|l IH|p q IHp IHq|k s p IH|k s p IH|g L a b] using formula_ind'; intros e g' H G F; cbn [neg] in H;
    try discriminate.
  - destruct r; inversion H; subst; simpl in *; destruct (eval phi e a); try easy; destruct (eval phi e b); try easy; simpl in *; lra.
  - rewrite holds_and in F. revert g' H G. induction l as [|p l IHl]; intros g' H G; [discriminate|].
    assert (Np := Forall_inv IH). assert (Nl := Forall_inv_tail IH). assert (Fp := Forall_inv F). assert (Fl := Forall_inv_tail F).
    destruct l as [|q l].
    + exact (Np e g' H G Fp).
    + match type of H with (do _ <- ?X; _) = _ => destruct X as [u|] eqn:U end; [|discriminate]. inversion H; subst.
      simpl in G. exact (IHl Nl Fl u eq_refl (G Fp)).
  - destruct (neg q) as [u|] eqn:Q; [|discriminate]. inversion H; subst. simpl in G, F. destruct G as (P & U & _).
    exact (IHq e u eq_refl U (F P)).
  - destruct (neg p) as [u|] eqn:P; [|discriminate]. inversion H; subst. simpl in G, F. destruct G as (v & S & U).
    exact (IH _ u eq_refl U (F v S)).
  - destruct (neg p) as [u|] eqn:P; [|discriminate]. inversion H; subst. simpl in G, F. destruct F as (v & S & U).
    exact (IH _ u eq_refl (G v S) U).
Qed.

Fixpoint upds (e : env) (ks : list name) (vs : list R) : env :=
  match ks, vs with k :: ks, v :: vs => upds (upd e k v) ks vs | _, _ => e end.
Lemma upds_other ks : forall vs e k, ~ In k ks -> upds e ks vs k = e k.
Proof.
  induction ks as [|j ks IH]; intros [|v vs] e k N; simpl in *; auto. rewrite IH by tauto. apply upd_neq. intuition.
Qed.
Lemma upds_eval phi ks : NoDup ks -> forall vs e, length vs = length ks -> mapo (eval phi (upds e ks vs)) (map Var ks) = Some vs.
Proof.
  induction 1 as [|k ks N D IH]; intros [|v vs] e L; try easy. simpl. rewrite upds_other, upd_eq by auto.
  rewrite IH by (simpl in L; lia). reflexivity.
Qed.
Lemma every_holds phi ks f : forall e vs, holds phi e (every ks f) -> length vs = length ks -> holds phi (upds e ks vs) f.
Proof.
  induction ks as [|k ks IH]; intros e [|v vs] H L; try easy. simpl in *. apply IH; [|lia]. apply H. exact I.
Qed.
Lemma numbers_length n : length (numbers n) = n.
Proof. induction n; simpl; auto. Qed.
Lemma owed_function_ok phi e d : simple (fst d) (snd d) = true -> nodup (numbers (length (fst d))) = true ->
  Forall (holds phi e) (owed_function d) -> defined d.
Proof.
  intros S N H rs L. destruct d as [ps body]; simpl in *. unfold owed_function in H. simpl in H.
  rewrite (simple_phi ps body S nowhere phi). destruct (total body) eqn:T; [apply total_ok, T|].
  inversion H as [|f l F _]; subst. clear H.
  assert (Ln : length rs = length (numbers (length ps))) by (now rewrite numbers_length).
  apply every_holds with (vs := rs) in F; auto. simpl in F.
  rewrite (bput_eval phi _ ps (map Var (numbers (length ps))) rs) in F; auto.
  - intro E. rewrite E in F. exact F.
  - now rewrite map_length, numbers_length.
  - apply upds_eval; auto. now apply nodup_ok.
Qed.
Lemma assoc_some {A} x (l : list (name * A)) v : assoc x l = Some v -> In (x, v) l.
Proof.
  induction l as [|[y w] l IH]; simpl; [discriminate|]. destruct (Pos.eqb_spec x y) as [->|]; [|auto].
  intro H. inversion H; auto.
Qed.

Lemma refuted_ok st d certificate : refuted st d certificate = true -> ~ true_statement st.
Proof.
  unfold refuted, fits. rewrite !andb_true_iff, !forallb_forall. intros [[[V C] F] P] T.
  destruct (negation st d) as [f|] eqn:N; [|discriminate]. apply proves_ok in P. unfold negation in N.
  destruct (mapo (fput (funs d) (values d)) (given st)) as [gs|] eqn:G; [|discriminate].
  destruct (part_of (failing d) (show st)) as [c|] eqn:Pa; [|discriminate].
  destruct (fput (funs d) (values d) c) as [c'|] eqn:Pc; [|discriminate].
  destruct (neg c') as [n|] eqn:Nc; [|discriminate]. inversion N; subst f; clear N.
  set (phi := functions_of (funs d)) in *. set (e' := (fun _ => 0) : env).
  assert (H := P phi e' (fun _ _ I => match I with end) (fun _ I => match I with end)). clear P. simpl show in H.
  rewrite holds_and, !Forall_app in H. destruct H as (Ov & Of & Hg & Hn). inversion Hn as [|n' l' Hn' _]; subst. clear Hn.
  assert (good : forall f b, assoc f (funs d) = Some b -> simple (fst b) (snd b) = true /\ NoDup (fst b) /\ defined b).
  { intros f b A. apply assoc_some in A. specialize (F _ A). simpl in F. rewrite !andb_true_iff in F. destruct F as [[S D] Nu].
    split; [exact S|]. split; [now apply nodup_ok|]. apply (owed_function_ok phi e'); auto.
    rewrite Forall_forall in *. intros g I. apply Of. apply in_flat_map. eauto. }
  set (e := fun x => match assoc x (values d) with Some v => dflt (eval phi e' v) | None => e' x end : R).
  assert (K : linked (funs d) (values d) e e').
  { intro x. unfold e. destruct (assoc x (values d)) as [v|] eqn:A; [|reflexivity]. apply assoc_some in A. split; [apply (C _ A)|].
    fold phi. assert (D : eval phi e' v <> None).
    { destruct (total v) eqn:Tv; [now apply total_ok|]. rewrite Forall_forall in Ov.
      assert (O : holds phi e' (Rel Eq v v)).
      { apply Ov. apply in_flat_map. exists (x, v). split; auto. unfold owed_value. simpl. rewrite Tv. now left. }
      simpl in O. intro E. rewrite E in O. exact O. }
    destruct (eval phi e' v); [reflexivity|congruence]. }
  apply (neg_ok phi c' e' n Nc Hn'). apply (fput_holds (funs d) good c (values d) e e' c' Pc K).
  assert (Sh : holds phi e (show st)).
  { apply T.
    - intros x s I. specialize (V _ I). cbn [fst snd] in V. destruct s; [exact Logic.I|]. unfold e.
      destruct (assoc x (values d)) as [[q| | | | | ]|]; try discriminate V. apply Pos.eqb_eq in V. exists (Qnum q).
      cbn [eval dflt]. unfold Q2R. rewrite V. field.
    - intros g I. apply mapo_put in G. clear - G I Hg K good. revert I Hg. induction G as [|a b l l' A G IH]; [easy|].
      intros [->|I] Hg; inversion Hg; subst; auto. now apply (fput_holds (funs d) good g (values d) e e' b A K). }
  unfold part_of in Pa. destruct (show st) as [ |l| | | | ]; try (inversion Pa; subst; exact Sh).
  rewrite holds_and, Forall_forall in Sh. apply Sh. eapply nth_error_In; exact Pa.
Qed.

Theorem refutes_ok question certificate : refutes question certificate = true -> says_false question.
Proof.
  unfold refutes, says_false. destruct (read_data question) as [[st d]|]; [|discriminate]. apply refuted_ok.
Qed.
