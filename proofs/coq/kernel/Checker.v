(* The checker, and its theorem. *)
From Coq Require Import ZArith QArith Reals List Bool Lia FunctionalExtensionality.
From NP Require Import Syntax Scope Poly Ctx Enc Rules Json.
Import ListNotations.

Fixpoint declare_all (l : list (name * sort)) (G : ctx) : option ctx :=
  match l with [] => Some G | (x, s) :: l => do G <- declare x s G; declare_all l G end.
Definition nothing : ctx :=
  {| srt := M.empty sort; cnt := 0; atoms := []; lits := []; rules := []; goal := And [] |}.
Definition start (st : statement) : option ctx :=
  do G <- declare_all (vars st) nothing;
  if fscoped (srt G) (show st) then do G <- learn (given st) G; set_goal (show st) G else None.
Definition check_proof (st : statement) (p : proof) : bool :=
  match start st with Some G => check p G | None => false end.

Lemma upd_id e x : upd e x (e x) = e.
Proof. apply functional_extensionality. intro y. unfold upd. destruct (Pos.eqb_spec x y); congruence. Qed.
Lemma declare_all_ok phi e l : forall G G', declare_all l G = Some G' -> WF G -> Valid phi e G ->
  (forall x s, In (x, s) l -> of_sort s (e x)) -> WF G' /\ Valid phi e G'.
Proof.
  induction l as [|[x s] l IH]; intros G G' H W V S; simpl in H.
  - inversion H; subst. auto.
  - destruct (declare x s G) as [G1|] eqn:D; [|discriminate].
    destruct (declare_ok phi _ _ _ _ D) as (_ & _ & _ & _ & W1 & V1).
    eapply IH; [exact H|auto| |intros y t I; apply S; now right].
    rewrite <- (upd_id e x). apply V1; auto. apply S. now left.
Qed.

Theorem check_proof_ok st p : check_proof st p = true -> true_statement st.
Proof.
  unfold check_proof, start. destruct (declare_all (vars st) nothing) as [G|] eqn:D; [|discriminate].
  destruct (fscoped (srt G) (show st)) eqn:S; [|discriminate].
  destruct (learn (given st) G) as [G1|] eqn:L; [|discriminate].
  destruct (set_goal (show st) G1) as [G2|] eqn:SG; [|discriminate].
  intros C phi e So Gi.
  destruct (declare_all_ok phi e _ _ _ D) as [W V].
  { constructor; simpl; easy. }
  { constructor; simpl; try easy. intros x s F. simpl in F. rewrite M.gempty in F. discriminate. }
  { exact So. }
  destruct (learn_ext phi _ _ _ L) as [X _].
  destruct (x_env _ _ _ _ X W e V) as (e' & A & V').
  { apply Forall_forall. exact Gi. }
  destruct (set_goal_ok phi _ _ _ SG) as (Go & W2 & V2 & _).
  pose proof (check_ok phi p G2 (W2 (x_wf _ _ _ _ X W)) C e' (proj1 (V2 e') V')) as H. rewrite Go in H.
  eapply holds_frame; [exact S|apply agree_sym; exact A|exact H].
Qed.

(* ---- texts ---- *)
Definition parts (s : text) : option (list (text * json)) :=
  do j <- parse s;
  match j with JObj l => if keys_are [k_statement; k_proof] l then Some l else None | _ => None end.
Definition statement_in (l : list (text * json)) : option (list (text * nat) * statement) :=
  do j <- lookup k_statement l; to_statement j.
Definition read_statement (s : text) : option statement :=
  do l <- parts s; do (_, st) <- statement_in l; Some st.
Definition read_certificate (s : text) : option (statement * proof) :=
  do l <- parts s; do (fs, st) <- statement_in l;
  do j <- lookup k_proof l; do p <- to_proof fs j; Some (st, p).
Definition accepts (s : text) : bool :=
  match read_certificate s with Some (st, p) => check_proof st p | None => false end.
Definition says_truth (s : text) : Prop :=
  match read_statement s with Some st => true_statement st | None => False end.

Theorem accepts_ok s : accepts s = true -> says_truth s.
Proof.
  unfold accepts, says_truth, read_certificate, read_statement. destruct (parts s) as [l|]; [|discriminate].
  destruct (statement_in l) as [[fs st]|]; [|discriminate]. destruct (lookup k_proof l) as [j|]; [|discriminate].
  destruct (to_proof fs j) as [p|]; [|discriminate]. apply check_proof_ok.
Qed.
