(* Proposition 1 of the paper on PLN as it stands there: N(tanh) and N(sigmoid) of Definition 3, for all functions of
   the class and all networks of such units, are at most floor(L / (2 eps)) + 1.  From the theorems on one function
   (pln_prop1_tanh, pln_prop1_sigmoid), and definition3.v. *)
From Coq Require Import ZArith Reals List Lra.
From NP Require Import Syntax Plain definition3 networks pln.
Import ListNotations.
Local Open Scope R_scope.

Section Proposition1.
  Variables (L eps : R).
  Hypotheses (L_nonneg : 0 <= L) (E : 0 < eps).
  Let n := (steps L eps + 1)%Z.

  Theorem proposition_1_tanh :
    exists N, width (@fn L) (network tanh) unit_interval eps N /\ (Z.of_nat N <= floorR (L / (2 * eps)) + 1)%Z.
  Proof.
    apply (steps_at_most L eps L_nonneg E _ tanh); [eauto|]. fold n. assert (P := n_not_0 L eps L_nonneg E). fold n in P.
    intros f F. destruct (pln_prop1_tanh f n L eps E (n_is L eps E) F) as [[_ C] (lam & _ & H)].
    split; [exact C|]. eexists _, _, lam. intros x [X Y]. destruct (H x X Y) as (_ & _ & _ & K). unfold G_hat in K.
    erewrite zsum_range in K; [exact K|exact (n_pos L eps L_nonneg E)|].
    intros k _. cbv beta. rewrite only_met by meets_all. reflexivity.
  Qed.
  Theorem proposition_1_sigmoid :
    exists N, width (@fn L) (network sigmoid) unit_interval eps N /\ (Z.of_nat N <= floorR (L / (2 * eps)) + 1)%Z.
  Proof.
    apply (steps_at_most L eps L_nonneg E _ sigmoid); [eauto|]. fold n. assert (P := n_not_0 L eps L_nonneg E). fold n in P.
    intros f F. destruct (pln_prop1_sigmoid f n L eps E (n_is L eps E) F) as [[_ C] (lam & _ & H)].
    split; [exact C|]. eexists _, _, lam. intros x [X Y]. destruct (H x X Y) as (_ & _ & _ & K). unfold G_steps_partial_u in K.
    erewrite zsum_range in K; [exact K|exact (n_pos L eps L_nonneg E)|].
    intros k _. cbv beta. rewrite only_met; [reflexivity|].
    assert (G := exp_pos (- (lam * (x + - IZR k / IZR n)))). meets_all.
  Qed.
End Proposition1.
