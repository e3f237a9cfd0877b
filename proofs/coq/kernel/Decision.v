(* Which certificates make a claim proved: the part of proofs/decide.py that says so, and what
   follows from it.  A claim is the conjunction of its statements, unfolded; a certificate counts
   for a statement if it is accepted and proves that very statement.  When data meet hypotheses,
   what is assumed, and how a claim is refuted or vacuous, is not specified here. *)
From Coq Require Import ZArith QArith Reals List Bool Lia.
From NP Require Import Syntax Scope Poly Ctx Enc Rules Json Checker.
Import ListNotations.

(* ---- when two statements are one ---- *)
Definition sort_eqb (s t : sort) : bool := match s, t with Real, Real | Int, Int => true | _, _ => false end.
Definition rel_eqb (r s : rel) : bool :=
  match r, s with Le, Le | Lt, Lt | Eq, Eq | Ne, Ne => true | _, _ => false end.
Fixpoint formula_eqb (f g : formula) {struct f} : bool :=
  match f, g with
  | Rel r a b, Rel s c d => rel_eqb r s && term_eqb a c && term_eqb b d
  | And l, And m => list_eqb formula_eqb l m
  | Imp p q, Imp p' q' => formula_eqb p p' && formula_eqb q q'
  | All k s p, All k' s' p' | Ex k s p, Ex k' s' p' => Pos.eqb k k' && sort_eqb s s' && formula_eqb p p'
  | Lip f L a b, Lip g M c d => Pos.eqb f g && term_eqb L M && term_eqb a c && term_eqb b d
  | _, _ => false
  end.
Definition declares (l : list (name * sort)) (p : name * sort) : bool :=
  existsb (fun q => Pos.eqb (fst q) (fst p) && sort_eqb (snd q) (snd p)) l.
Definition same (st st' : statement) : bool :=
  forallb (declares (vars st')) (vars st) && forallb (declares (vars st)) (vars st')
  && list_eqb formula_eqb (given st) (given st') && formula_eqb (show st) (show st').

(* ---- when a claim is proved ---- *)
Definition proves (certificate : text) (st : statement) : bool :=
  match read_certificate certificate with Some (st', p) => same st st' && check_proof st' p | None => false end.
Definition proved (claim : list statement) (offers : list text) : bool :=
  forallb (fun st => existsb (fun o => proves o st) offers) claim.
(* the claim as text: an object of sequents, by their names *)
Definition read_claim (s : text) : option (list statement) :=
  do j <- parse s;
  match j with
  | JObj l => mapo (fun p => do (_, st) <- to_statement (snd p); Some st) l
  | _ => None
  end.
Definition decides (claim : text) (offers : list text) : bool :=
  match read_claim claim with Some [] | None => false | Some l => proved l offers end.

(* ---- what that means ---- *)
Definition claims_truth (claim : text) : Prop :=
  match read_claim claim with Some l => forall st, In st l -> true_statement st | None => False end.

Lemma sort_eqb_eq s t : sort_eqb s t = true -> s = t.
Proof. destruct s, t; simpl; congruence. Qed.
Lemma formula_eqb_eq f : forall g, formula_eqb f g = true -> f = g.
Proof.
  induction f as [r a b|l IH|p q IHp IHq|k s p IH|k s p IH|g L a b] using formula_ind'; intros [ ]; simpl; try discriminate;
    rewrite ?andb_true_iff.
  - intros [[H K] L]. apply term_eqb_eq in K. apply term_eqb_eq in L. subst. f_equal. now destruct r, r0.
  - intro H. f_equal. eapply list_eqb_eq; eauto.
  - intros [H K]. f_equal; auto.
  - intros [[H K] L]. apply Pos.eqb_eq in H. apply sort_eqb_eq in K. subst. f_equal. auto.
  - intros [[H K] L]. apply Pos.eqb_eq in H. apply sort_eqb_eq in K. subst. f_equal. auto.
  - intros [[[H K] M] N]. apply Pos.eqb_eq in H. apply term_eqb_eq in K. apply term_eqb_eq in M. apply term_eqb_eq in N. now subst.
Qed.
Lemma declares_in l p : declares l p = true -> In p l.
Proof.
  unfold declares. intro H. apply existsb_exists in H as ([x s] & I & E). apply andb_true_iff in E as [E F].
  apply Pos.eqb_eq in E. apply sort_eqb_eq in F. destruct p; simpl in *. now subst.
Qed.
Lemma same_ok st st' : same st st' = true -> true_statement st' -> true_statement st.
Proof.
  unfold same. rewrite !andb_true_iff, !forallb_forall. intros [[[_ V] G] S] T phi e So Gi.
  apply formula_eqb_eq in S. rewrite S. apply T.
  - intros x v I. apply So. apply declares_in, V, I.
  - intros f I. apply Gi. replace (given st) with (given st'); auto. symmetry.
    eapply list_eqb_eq; [|exact G]. apply Forall_forall. intros g _ h. apply formula_eqb_eq.
Qed.
Lemma proves_ok certificate st : proves certificate st = true -> true_statement st.
Proof.
  unfold proves. destruct (read_certificate certificate) as [[st' p]|]; [|discriminate]. rewrite andb_true_iff.
  intros [S C]. eapply same_ok; [exact S|]. eapply check_proof_ok; exact C.
Qed.

Theorem decides_ok claim offers : decides claim offers = true -> claims_truth claim.
Proof.
  unfold decides, claims_truth. destruct (read_claim claim) as [l|]; [|discriminate]. intros H st I.
  assert (P : proved l offers = true) by (destruct l; [discriminate|exact H]).
  unfold proved in P. rewrite forallb_forall in P. specialize (P st I). apply existsb_exists in P as (o & _ & E).
  eapply proves_ok; exact E.
Qed.
