(* Statements as a person writes them: total operations of R, with what makes them defined said
   beside them.  holds_plain: nothing else is meant.  plain_ok turns an accepted certificate into
   such a statement; proofs/plain.py writes them. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From NP Require Import Syntax Scope Poly Ctx Enc Rules Json Checker.
Import ListNotations.
Open Scope R_scope.

(* ---- what makes a term defined ---- *)
Inductive cond := NonZero (r : R) | NonNeg (r : R) | Positive (r : R) | Never.
Definition meets (c : cond) : Prop :=
  match c with NonZero r => r <> 0 | NonNeg r => 0 <= r | Positive r => 0 < r | Never => False end.
Definition meets_dec (c : cond) : {meets c} + {~ meets c}.
Proof.
  destruct c as [r|r|r|]; simpl.
  - destruct (Req_EM_T r 0); [right|left]; tauto.
  - apply Rle_dec.
  - apply Rlt_dec.
  - now right.
Defined.
(* v if all these hold, else 0: what an undefined summand counts *)
Fixpoint only (cs : list cond) (v : R) : R :=
  match cs with [] => v | c :: cs => if meets_dec c then only cs v else 0 end.
Fixpoint with_conds (cs : list cond) (P : Prop) : Prop :=
  match cs with [] => P | c :: cs => meets c /\ with_conds cs P end.

Definition number (q : Q) : R :=
  match Qden q with 1%positive => IZR (Qnum q) | d => IZR (Qnum q) / IZR (Zpos d) end.
Fixpoint plus (l : list R) : R := match l with [] => 0 | [a] => a | a :: l => a + plus l end.
Fixpoint times (l : list R) : R := match l with [] => 1 | [a] => a | a :: l => a * times l end.
Definition lipschitz (f : R -> R) (L a b : R) : Prop :=
  forall u v : R, a <= u <= b -> a <= v <= b -> Rabs (f u - f v) <= L * Rabs (u - v).
Definition sign (r : R) : R := IZR (signR r).
Definition floor (r : R) : R := IZR (floorR r).
Definition op_val (o : op) (l : list R) : R :=
  match o, l with
  | Add, _ => plus l
  | Mul, _ => times l
  | Sub, [a] => - a
  | Sub, [a; b] => a - b
  | Div, [a; b] => a / b
  | Abs, [a] => Rabs a
  | Sgn, [a] => sign a
  | Flo, [a] => floor a
  | Mx, [a; b] => Rmax a b
  | Mn, [a; b] => Rmin a b
  | Sqrt, [a] => sqrt a
  | Exp, [a] => exp a
  | Log, [a] => ln a
  | Sin, [a] => sin a
  | Cos, [a] => cos a
  | Tanh, [a] => tanh a
  | Atan, [a] => atan a
  | Pi, [] => PI
  | _, _ => 0
  end.
(* of a number that is written down nothing has to be said *)
Definition op_conds (o : op) (ts : list term) (l : list R) : list cond :=
  match o, ts, l with
  | Add, _, _ | Mul, _, _ | Sub, _, [_] | Sub, _, [_; _] | Abs, _, [_] | Sgn, _, [_] | Flo, _, [_] | Mx, _, [_; _]
  | Mn, _, [_; _] | Exp, _, [_] | Sin, _, [_] | Cos, _, [_] | Tanh, _, [_] | Atan, _, [_] | Pi, _, [] => []
  | Div, [_; Num q], [_; b] => if qzero q then [NonZero b] else []
  | Div, _, [_; b] => [NonZero b]
  | Sqrt, [Num q], [a] => if qnneg q then [] else [NonNeg a]
  | Sqrt, _, [a] => [NonNeg a]
  | Log, [Num q], [a] => if qpos q then [] else [Positive a]
  | Log, _, [a] => [Positive a]
  | _, _, _ => [Never]
  end.

Section Plain.
  Variable phi : name -> list R -> R.
  Fixpoint val (e : env) (t : term) {struct t} : R :=
    match t with
    | Num q => number q
    | Var x => e x
    | Op o l => op_val o (map (val e) l)
    | Pow t n => val e t ^ n
    | App f l => phi f (map (val e) l)
    | Sum k a b t =>
        zsum (val e a) (val e b)
          (fun i => only (conds (upd e k (IZR i)) t) (val (upd e k (IZR i)) t))
    end
  with conds (e : env) (t : term) {struct t} : list cond :=
    match t with
    | Num _ | Var _ => []
    | Op o l => flat_map (conds e) l ++ op_conds o l (map (val e) l)
    | Pow t _ => conds e t
    | App _ l => flat_map (conds e) l
    | Sum _ a b _ => conds e a ++ conds e b
    end.
End Plain.

Section Meaning.
  Variable phi : name -> list R -> R.
  Notation val := (val phi).
  Notation conds := (conds phi).
  Notation eval := (eval phi).

  (* ---- formulas ---- *)
  Section Conj.
    Context {A : Type} (f : A -> Prop).
    Fixpoint conj_of (l : list A) : Prop :=
      match l with [] => True | [a] => f a | a :: l => f a /\ conj_of l end.
  End Conj.
  Fixpoint plain (e : env) (f : formula) {struct f} : Prop :=
    match f with
    | Rel r a b => with_conds (conds e a ++ conds e b) (rsem r (val e a) (val e b))
    | And l => conj_of (plain e) l
    | Imp p q => plain e p -> plain e q
    | All k Real p => forall v : R, plain (upd e k v) p
    | All k Int p => forall z : Z, plain (upd e k (IZR z)) p
    | Ex k Real p => exists v : R, plain (upd e k v) p
    | Ex k Int p => exists z : Z, plain (upd e k (IZR z)) p
    | Lip f L a b =>
        with_conds (conds e L ++ conds e a ++ conds e b)
          (lipschitz (fun u => phi f [u]) (val e L) (val e a) (val e b))
    end.
  Fixpoint plain_sequent (e : env) (given : list formula) (show : formula) : Prop :=
    match given with [] => plain e show | f :: l => plain e f -> plain_sequent e l show end.

  (* ---- that they mean the same ---- *)
  Lemma with_conds_ok cs P : with_conds cs P <-> Forall meets cs /\ P.
  Proof.
    induction cs as [|c cs IH]; simpl.
    - split; [auto|tauto].
    - rewrite IH. split; [intros (A & B & C); auto|]. intros [A B]. inversion A; subst. auto.
  Qed.
  Lemma only_ok cs v : (Forall meets cs -> only cs v = v) /\ (~ Forall meets cs -> only cs v = 0).
  Proof.
    induction cs as [|c cs [A B]]; simpl.
    - split; auto. intro H. exfalso. auto.
    - destruct (meets_dec c) as [M|M].
      + split; intro H; [inversion H; subst; auto|]. apply B. intro K. apply H. now constructor.
      + split; intro H; auto. inversion H; subst. contradiction.
  Qed.
  Lemma number_ok q : number q = Q2R q.
  Proof. unfold number, Q2R. destruct q as [n [d|d|]]; cbn [Qnum Qden]; try reflexivity. field. Qed.
  Lemma plus_ok l : plus l = fold_right Rplus 0 l.
  Proof.
    induction l as [|a l IH]; [reflexivity|]. destruct l as [|b l]; [simpl; ring|].
    change (plus (a :: b :: l)) with (a + plus (b :: l)). now rewrite IH.
  Qed.
  Lemma times_ok l : times l = fold_right Rmult 1 l.
  Proof.
    induction l as [|a l IH]; [reflexivity|]. destruct l as [|b l]; [simpl; ring|].
    change (times (a :: b :: l)) with (a * times (b :: l)). now rewrite IH.
  Qed.

  Lemma op_ok o ts l : map (fun _ => tt) ts = map (fun _ => tt) l ->
    (forall i q, nth_error ts i = Some (Num q) -> nth_error l i = Some (Q2R q)) ->
    (Forall meets (op_conds o ts l) -> op_eval o l = Some (op_val o l)) /\
    (op_eval o l <> None -> Forall meets (op_conds o ts l)).
  Proof.
    intros Len N.
    assert (D : forall a b, (b <> 0 -> op_eval Div [a; b] = Some (a / b)) /\ (op_eval Div [a; b] <> None -> b <> 0)).
    { intros a b. simpl. destruct (Req_EM_T b 0); split; congruence. }
    assert (S : forall a, (0 <= a -> op_eval Sqrt [a] = Some (sqrt a)) /\ (op_eval Sqrt [a] <> None -> 0 <= a)).
    { intros a. simpl. destruct (Rle_dec 0 a); split; congruence. }
    assert (L : forall a, (0 < a -> op_eval Log [a] = Some (ln a)) /\ (op_eval Log [a] <> None -> 0 < a)).
    { intros a. simpl. destruct (Rlt_dec 0 a); split; congruence. }
    destruct o; destruct l as [|a [|b [|c l]]]; destruct ts as [|t [|u [|w ts]]]; simpl in Len; try discriminate;
      cbn [op_conds op_val op_eval]; try (split; [intros _; rewrite ?plus_ok, ?times_ok; reflexivity|intros _; constructor]; fail);
      try (split; [intro F; inversion F; contradiction|intro F; exfalso; now apply F]; fail);
      try (destruct t; cbn [op_conds]; (split; [intro F; inversion F; contradiction|intro F; exfalso; now apply F]); fail);
      try (destruct t, u; cbn [op_conds]; (split; [intro F; inversion F; contradiction|intro F; exfalso; now apply F]); fail).
    - (* / *) specialize (D a b). destruct u as [q| | | | | ];
        try (split; [intro F; inversion F; subst; apply D; auto|intro F; constructor; [now apply D|constructor]]; fail).
      specialize (N 1%nat q eq_refl). simpl in N. inversion N; subst b; clear N. destruct (qzero q) eqn:Z.
      + destruct t; (split; [intro F; inversion F; subst; apply D; auto|intro F; constructor; [now apply D|constructor]]).
      + destruct t; (split; [intros _; apply D; now apply qnzero_R|intros _; constructor]).
    - specialize (S a). destruct t as [q| | | | | ];
        try (split; [intro F; inversion F; subst; apply S; auto|intro F; constructor; [now apply S|constructor]]; fail).
      specialize (N 0%nat q eq_refl). simpl in N. inversion N; subst a; clear N. destruct (qnneg q) eqn:Z.
      + split; [intros _; apply S; now apply qnneg_R|intros _; constructor].
      + split; [intro F; inversion F; subst; apply S; auto|intro F; constructor; [now apply S|constructor]].
    - specialize (L a). destruct t as [q| | | | | ];
        try (split; [intro F; inversion F; subst; apply L; auto|intro F; constructor; [now apply L|constructor]]; fail).
      specialize (N 0%nat q eq_refl). simpl in N. inversion N; subst a; clear N. destruct (qpos q) eqn:Z.
      + split; [intros _; apply L; now apply qpos_R|intros _; constructor].
      + split; [intro F; inversion F; subst; apply L; auto|intro F; constructor; [now apply L|constructor]].
  Qed.
  Definition same_value (t : term) : Prop := forall e,
    (Forall meets (conds e t) -> eval e t = Some (val e t)) /\ (eval e t <> None -> Forall meets (conds e t)).
  Lemma values l : Forall same_value l -> forall e,
    (Forall meets (flat_map (conds e) l) -> mapo (eval e) l = Some (map (val e) l)) /\
    (mapo (eval e) l <> None -> Forall meets (flat_map (conds e) l) /\ mapo (eval e) l = Some (map (val e) l)).
  Proof.
    induction 1 as [|t l Ht _ IH]; intro e; simpl; [split; auto|]. destruct (Ht e) as [A B], (IH e) as [C D]. split.
    - intro F. apply Forall_app in F as [F G]. now rewrite (A F), (C G).
    - intro F. destruct (eval e t) as [r|] eqn:E; [|congruence]. destruct (mapo (eval e) l) as [rs|] eqn:M; [|congruence].
      assert (Ft : Forall meets (conds e t)) by (apply B; congruence). destruct D as [Fl Ml]; [congruence|].
      split; [apply Forall_app; auto|]. specialize (A Ft). congruence.
  Qed.
  Lemma eval_val t : same_value t.
  Proof.
    induction t as [q|x|o l IH|t n IH|f l IH|k a b t IHa IHb IHt] using term_ind'; intro e.
    - split; [intros _|intros _; constructor]. change (Some (Q2R q) = Some (number q)). now rewrite number_ok.
    - split; [auto|intros _; constructor].
    - destruct (values l IH e) as [A B]. simpl.
      assert (Len : map (fun _ => tt) l = map (fun _ => tt) (map (val e) l)) by (rewrite map_map; reflexivity).
      assert (N : forall i q, nth_error l i = Some (Num q) -> nth_error (map (val e) l) i = Some (Q2R q)).
      { intros i q H. rewrite nth_error_map, H. change (Some (number q) = Some (Q2R q)). now rewrite number_ok. }
      destruct (op_ok o l (map (val e) l)) as [C D]; auto.
      split.
      + intro F. apply Forall_app in F as [F G]. rewrite (A F). auto.
      + intro F. destruct (mapo (eval e) l) as [rs|] eqn:M; [|congruence]. destruct B as [Fl Ml]; [congruence|].
        inversion Ml; subst. apply Forall_app. split; auto.
    - destruct (IH e) as [A B]. simpl. split.
      + intro F. now rewrite (A F).
      + intro F. apply B. destruct (eval e t); congruence.
    - destruct (values l IH e) as [A B]. simpl. split.
      + intro F. now rewrite (A F).
      + intro F. apply B. destruct (mapo (eval e) l); congruence.
    - destruct (IHa e) as [A A'], (IHb e) as [B B'].
      change (conds e (Sum k a b t)) with (conds e a ++ conds e b).
      change (val e (Sum k a b t)) with
        (zsum (val e a) (val e b) (fun i => only (conds (upd e k (IZR i)) t) (val (upd e k (IZR i)) t))).
      change (eval e (Sum k a b t)) with
        (match eval e a, eval e b with
         | Some x, Some y => Some (zsum x y (fun i => dflt (eval (upd e k (IZR i)) t)))
         | _, _ => None
         end). split.
      + intro F. apply Forall_app in F as [F G]. rewrite (A F), (B G). f_equal. apply zsum_ext. intro i.
        destruct (IHt (upd e k (IZR i))) as [C C'].
        destruct (only_ok (conds (upd e k (IZR i)) t) (val (upd e k (IZR i)) t)) as [O O'].
        destruct (eval (upd e k (IZR i)) t) as [r|] eqn:E; cbn [dflt].
        * assert (Fc : Forall meets (conds (upd e k (IZR i)) t)) by (apply C'; congruence). rewrite (O Fc). specialize (C Fc). congruence.
        * rewrite O'; auto. intro Fc. specialize (C Fc). congruence.
      + intro F. destruct (eval e a) as [x|]; [|congruence]. destruct (eval e b) as [y|]; [|congruence].
        apply Forall_app. split; [apply A'|apply B']; congruence.
  Qed.
  Lemma value_of e t : Forall meets (conds e t) -> eval e t = Some (val e t).
  Proof. apply eval_val. Qed.
  Lemma defined_of e t r : eval e t = Some r -> Forall meets (conds e t) /\ val e t = r.
  Proof.
    intro E. destruct (eval_val t e) as [A B]. assert (F : Forall meets (conds e t)) by (apply B; congruence).
    split; auto. specialize (A F). congruence.
  Qed.

  Theorem holds_plain f : forall e, holds phi e f <-> plain e f.
  Proof.
    induction f as [r a b|l IH|p q IHp IHq|k s p IH|k s p IH|g L a b] using formula_ind'; intro e.
    - simpl. rewrite with_conds_ok, Forall_app. split.
      + intro H. destruct (eval e a) as [x|] eqn:A; [|easy]. destruct (eval e b) as [y|] eqn:B; [|easy].
        apply defined_of in A as [A1 A2]. apply defined_of in B as [B1 B2]. subst. auto.
      + intros [[A B] H]. now rewrite (value_of _ _ A), (value_of _ _ B).
    - rewrite holds_and. cbn [plain]. induction IH as [|p l Hp _ IHl]; [simpl; split; auto|].
      destruct l as [|q l]; [simpl in *; rewrite <- Hp; split; [intro F; now inversion F|auto]|].
      change (conj_of (plain e) (p :: q :: l)) with (plain e p /\ conj_of (plain e) (q :: l)). rewrite <- IHl, <- Hp.
      split; [intro F; inversion F; auto|intros []; auto].
    - simpl. now rewrite IHp, IHq.
    - simpl. destruct s; split.
      + intros H v. apply IH. apply H. exact I.
      + intros H v _. apply IH. apply H.
      + intros H z. apply IH. apply H. now exists z.
      + intros H v [z ->]. apply IH. apply H.
    - simpl. destruct s; split.
      + intros (v & _ & H). exists v. now apply IH.
      + intros (v & H). exists v. split; [exact I|now apply IH].
      + intros (v & [z ->] & H). exists z. now apply IH.
      + intros (z & H). exists (IZR z). split; [now exists z|now apply IH].
    - simpl. rewrite with_conds_ok, !Forall_app. split.
      + intro H. destruct (eval e L) as [l|] eqn:EL; [|easy]. destruct (eval e a) as [x|] eqn:A; [|easy].
        destruct (eval e b) as [y|] eqn:B; [|easy]. apply defined_of in EL as [L1 L2]. apply defined_of in A as [A1 A2].
        apply defined_of in B as [B1 B2]. subst. auto.
      + intros [(EL & A & B) H]. now rewrite (value_of _ _ EL), (value_of _ _ A), (value_of _ _ B).
  Qed.
  Lemma plain_sequent_ok e given show : (Forall (holds phi e) given -> holds phi e show) -> plain_sequent e given show.
  Proof.
    induction given as [|f l IH]; intro H; simpl; [now apply holds_plain, H|].
    intro P. apply IH. intro F. apply H. constructor; auto. now apply holds_plain.
  Qed.
End Meaning.

(* ---- from the text of a certificate ---- *)
(* the text as it stands in a file of Coq: one constructor for each byte is read in a fraction of the time of string *)
From Coq Require Init.Byte Strings.Byte.
Inductive bytes := no_byte | a_byte (b : Byte.byte) (s : bytes).
Fixpoint bytes_of (l : list Byte.byte) : bytes := match l with [] => no_byte | b :: l => a_byte b (bytes_of l) end.
Fixpoint list_of_bytes (s : bytes) : list Byte.byte := match s with no_byte => [] | a_byte b s => b :: list_of_bytes s end.
Declare Scope bytes_scope.
Bind Scope bytes_scope with bytes.
String Notation bytes bytes_of list_of_bytes : bytes_scope.
Fixpoint of_bytes (s : bytes) : text := match s with no_byte => [] | a_byte b s => Strings.Byte.to_N b :: of_bytes s end.
Definition stated (s : text) : statement :=
  match read_statement s with Some st => st | None => {| vars := []; given := []; show := And [] |} end.
Theorem plain_ok s st : accepts s = true -> stated s = st ->
  forall phi e, (forall x v, In (x, v) (vars st) -> of_sort v (e x)) -> plain_sequent phi e (given st) (show st).
Proof.
  intros A <- phi e So. apply plain_sequent_ok. intro G. pose proof (accepts_ok s A) as T.
  unfold says_truth in T. unfold stated in *. destruct (read_statement s) as [st|]; [|contradiction].
  apply T; auto. intros f I. rewrite Forall_forall in G. auto.
Qed.
(* values for names: what the plain statement quantifies over *)
Fixpoint values_of (l : list (name * R)) : env :=
  match l with [] => fun _ => 0 | (x, v) :: l => fun y => if Pos.eqb x y then v else values_of l y end.
Fixpoint functions_of (l : list (name * (list R -> R))) : name -> list R -> R :=
  match l with [] => fun _ _ => 0 | (f, v) :: l => fun g => if Pos.eqb f g then v else functions_of l g end.
Ltac of_sorts :=
  let H := fresh in
  simpl; intros ? ? H; repeat (destruct H as [H|H]; [inversion H; subst; simpl; eauto|]); contradiction.
