(* What a user of Coq does with the theorems of a paper (make coq-theorems), here of LayerAct:
   objects of the paper are definitions, its statements theorems about these. *)
From Coq Require Import ZArith Reals Lra.
From NP Require Import layeract.
Local Open Scope R_scope.

(* Eq. 2 with the scale of ReLU, which is 1 or 0: the activation has no negative values. *)
Corollary relu_not_negative (a : R) : 0 <= a * step a.
Proof. rewrite layeract_eq2_relu_is. apply Rmax_r. Qed.

(* Eq. 8 for one layer of d units: what noise does to the scales is bounded, whatever the noise. *)
Corollary scales_bounded (y eps s : R -> R) (d : Z) (K : R) :
  (1 <= d)%Z -> scale s K -> norm1 (fun j => s (y j + eps j)) (IZR d) <= IZR d.
Proof.
  intros D S. apply IZR_le in D. destruct (layeract_eq8 y eps s d K D S) as [_ B]. exact B.
Qed.
