(* Power sums of multidegree at most n generate the multisymmetric polynomials.
   Sumformer (Alberti, Dern, Thesing, Kutyniok, 2023), Theorem 2.12, with Definitions 2.10
   and 2.11; there cited from Briand (2004).

   For n tokens with d coordinates, every n and every d, the values 0 included:

     theorem_2_12             f is multisymmetric if and only if f = sigma (p_a1, ..., p_az) for
                              a polynomial sigma, over every field of characteristic 0, where
                              a1, ..., az are the multidegrees a with 1 <= |a| <= n.
     theorem_2_12_subalgebra  the same, with the smallest subalgebra that contains the p_a.
     theorem_2_12_functions   the same for invariant polynomial functions on X^n, any set X.
     theorem_2_12_real        both, over every ordered field.
     power_sums_generate      over every commutative ring in which n! has an inverse.
     power_sums_generate_iff  over a field, for d >= 1, only where n! is not 0.
     power_sum_needed         no p_a with 1 <= |a| <= n is a polynomial in the others.
     bound_sharp              the bound n cannot be lowered.

   The proof.  For monomials w_0, ..., w_(n-1) of one token let per w be the sum over all
   permutations s of prod_j (x_(s j))^(w_j).  Then
     per w * p_v = sum_j per (w with w_j multiplied by v).
   If only k places are marked, that is, may differ from 1, the places without a mark give
   n - k times one permanent with k + 1 marked places.  So permanents are polynomials in power
   sums, by induction on k.  At k = n there is no such place, and the equation expresses a power
   sum of degree N + 1 > n by power sums of degree at most N, with the factor n! up to its sign.
   A symmetric polynomial is the mean of its permuted copies, so a sum of permanents. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From SsrMultinomials Require Import mpoly.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(* ==== 1. What is stated ================================================== *)

Section Definitions.

Variables (R : comRingType) (n d : nat).

(* The coordinate k of the token i, as a variable; all of them, as a matrix. *)
Definition x (i : 'I_n) (k : 'I_d) : {mpoly R[n * d]} := 'X_(mxvec_index i k).

Definition tokens : 'M[{mpoly R[n * d]}]_(n, d) := \matrix_(i, k) x i k.

(* f with the variables x i k replaced by the entries u i k of a matrix. *)
Definition at_tokens (u : 'M[{mpoly R[n * d]}]_(n, d)) (f : {mpoly R[n * d]}) :
    {mpoly R[n * d]} :=
  f \mPo [tuple mxvec u 0 v | v < n * d].

(* f (x (s 0), ..., x (s (n - 1))). *)
Definition permuted (s : 'S_n) (f : {mpoly R[n * d]}) : {mpoly R[n * d]} :=
  at_tokens (row_perm s tokens) f.

(* Definition 2.10. *)
Definition multisymmetric (f : {mpoly R[n * d]}) : Prop :=
  forall s : 'S_n, permuted s f = f.

(* The monomial (x i)^a of one token, and Definition 2.11, Eq. (12). *)
Definition token_monomial (i : 'I_n) (a : 'X_{1..d}) : {mpoly R[n * d]} :=
  \prod_(k < d) x i k ^+ a k.

Definition power_sum (a : 'X_{1..d}) : {mpoly R[n * d]} :=
  \sum_(i < n) token_monomial i a.

(* The smallest subalgebra (constants, sums, products) that contains S. *)
Inductive generated_by (S : {mpoly R[n * d]} -> Prop) : {mpoly R[n * d]} -> Prop :=
| gen_of f of S f : generated_by S f
| gen_const c : generated_by S c%:MP
| gen_sum f g of generated_by S f & generated_by S g : generated_by S (f + g)
| gen_prod f g of generated_by S f & generated_by S g : generated_by S (f * g).

(* The power sums of multidegree a, 1 <= |a| <= b. *)
Definition power_sum_upto (b : nat) (f : {mpoly R[n * d]}) : Prop :=
  exists2 a : 'X_{1..d}, (0 < mdeg a <= b)%N & f = power_sum a.

(* All multidegrees a with 1 <= |a| <= b, each once, and their power sums. *)
Definition multidegrees (b : nat) : seq 'X_{1..d} :=
  [seq val a | a <- enum {: 'X_{1..d < b.+1}} & (0 < mdeg (val a))%N].

Definition power_sums (b : nat) : (size (multidegrees b)).-tuple {mpoly R[n * d]} :=
  [tuple power_sum (nth 0%MM (multidegrees b) j) | j < size (multidegrees b)].

End Definitions.

Lemma mem_multidegrees d b (a : 'X_{1..d}) :
  (a \in multidegrees d b) = (0 < mdeg a <= b)%N.
Proof.
apply/mapP/andP=> [[c]|[a_gt0 a_le]].
  by rewrite mem_filter => /andP[c_gt0 _] ->; split; rewrite // -ltnS bmdeg.
exists (BMultinom (a_le : (mdeg a < b.+1)%N)) => //.
by rewrite mem_filter mem_enum /= a_gt0.
Qed.

Lemma uniq_multidegrees d b : uniq (multidegrees d b).
Proof.
rewrite map_inj_uniq; first by rewrite filter_uniq // enum_uniq.
exact: val_inj.
Qed.

(* Their number z is binomial (b + d, d) - 1. *)
Lemma size_multidegrees d b : (size (multidegrees d b)).+1 = 'C(d + b, d).
Proof.
pose f (m : 'X_{1..d < b.+1}) : d.-tuple 'I_b.+1 := [tuple inord (val m i) | i < d].
have fE m i : tnth (f m) i = val m i :> nat.
  rewrite tnth_mktuple inordK // ltnS (leq_trans _ (bmdeg m : mdeg (val m) <= b)%N) //.
  by rewrite mdegE (bigD1 i) //= leq_addr.
have f_inj : injective f.
  by move=> m1 m2 e; apply/val_inj/mnmP => i; rewrite -(fE m1) -(fE m2) e.
have im_f : [set t : d.-tuple 'I_b.+1 | (\sum_(i <- t) i <= b)%N] = f @: setT.
  apply/setP => t; rewrite inE; apply/idP/imsetP => [le_tb|[m _ ->]]; first last.
    rewrite big_tuple (eq_bigr (fun i => val m i)) => [|i _]; last exact: fE.
    by rewrite -mdegE -ltnS bmdeg.
  have deg_t : (mdeg [multinom (tnth t i : nat) | i < d] < b.+1)%N.
    by rewrite mdegE ltnS; under eq_bigr do rewrite mnmE; rewrite big_tuple in le_tb.
  exists (BMultinom deg_t) => //; apply: eq_from_tnth => i; apply: val_inj.
  by rewrite [RHS]fE /= mnmE.
rewrite -card_partial_ord_partitions im_f card_imset // cardsT cardE size_map size_filter.
rewrite -(count_predC (fun a : 'X_{1..d < b.+1} => 0 < mdeg (val a))%N) -addn1; congr addn.
rewrite (eq_count (a2 := pred1 (@bm0 d b))) ?count_uniq_mem ?enum_uniq ?mem_enum // => a /=.
by rewrite -eqn0Ngt mdeg_eq0.
Qed.

(* ==== 2. Substitution ==================================================== *)

Section Substitution.

Variables (R : comRingType) (n d : nat).
Local Notation A := {mpoly R[n * d]}.
Implicit Types (f g : A) (u : 'M[A]_(n, d)) (s t : 'S_n).

Canonical at_tokens_additive u := [additive of @at_tokens R n d u].
Canonical at_tokens_rmorphism u := [rmorphism of @at_tokens R n d u].
Canonical at_tokens_linear u := [linear of @at_tokens R n d u].

Lemma at_tokensX u i k : at_tokens u (x R i k) = u i k.
Proof. by rewrite /at_tokens comp_mpolyXU -tnth_nth tnth_mktuple mxvecE. Qed.

Lemma at_tokensC u c : at_tokens u c%:MP = c%:MP.
Proof. exact: comp_mpolyC. Qed.

Canonical permuted_additive s := [additive of @permuted R n d s].
Canonical permuted_rmorphism s := [rmorphism of @permuted R n d s].
Canonical permuted_linear s := [linear of @permuted R n d s].

Lemma permutedX s (i : 'I_n) (k : 'I_d) : permuted s (x R i k) = x R (s i) k.
Proof. by rewrite /permuted at_tokensX !mxE. Qed.

Lemma permuted_token_monomial s i (a : 'X_{1..d}) :
  permuted s (token_monomial R i a) = token_monomial R (s i) a.
Proof. by rewrite rmorph_prod; apply: eq_bigr => k _; rewrite rmorphX /= permutedX. Qed.

Lemma permuted_power_sum s (a : 'X_{1..d}) : permuted s (power_sum R n a) = power_sum R n a.
Proof.
rewrite raddf_sum [RHS](reindex_inj (@perm_inj _ s)).
by apply: eq_bigr => i _; exact: permuted_token_monomial.
Qed.

Lemma token_monomial0 (i : 'I_n) : token_monomial R i (0%MM : 'X_{1..d}) = 1.
Proof. by rewrite /token_monomial big1 // => k _; rewrite mnm0E. Qed.

Lemma token_monomialD (i : 'I_n) (a b : 'X_{1..d}) :
  token_monomial R i (a + b)%MM = token_monomial R i a * token_monomial R i b.
Proof. by rewrite -big_split; apply: eq_bigr => k _; rewrite mnmDE exprD. Qed.

Lemma power_sum0 : power_sum R n (0%MM : 'X_{1..d}) = n%:R.
Proof.
rewrite /power_sum (eq_bigr (fun=> 1)) => [|i _]; last exact: token_monomial0.
by rewrite sumr_const card_ord.
Qed.

(* Every monomial is a product of one monomial of each token. *)
Definition rows (m : 'X_{1..n * d}) (i : 'I_n) : 'X_{1..d} :=
  [multinom m (mxvec_index i k) | k < d].

Lemma monomial_tokens m : 'X_[m] = \prod_(i < n) token_monomial R i (rows m i).
Proof.
rewrite mpolyXE_id (reindex _ (curry_mxvec_bij n d)) /=.
rewrite [RHS](eq_bigr (fun i => \prod_k 'X_(mxvec_index i k) ^+ m (mxvec_index i k))).
  by rewrite pair_bigA; apply: eq_bigr => -[i k] _.
by move=> i _; apply: eq_bigr => k _; rewrite mnmE.
Qed.

End Substitution.

(* ==== 3. Permanents ====================================================== *)

Section Permanents.

Variables (R : comRingType) (n d : nat).
Local Notation A := {mpoly R[n * d]}.
Local Notation p := (power_sum R n).
Local Notation mono := (token_monomial R).
Implicit Types (w : 'I_n -> 'X_{1..d}) (l : seq 'X_{1..d}) (v a : 'X_{1..d}).

Definition per w : A := \sum_(s : 'S_n) \prod_(j < n) mono (s j) (w j).

Lemma eq_per w1 w2 : w1 =1 w2 -> per w1 = per w2.
Proof. by move=> e; apply: eq_bigr => s _; apply: eq_bigr => j _; rewrite e. Qed.

(* The order of the monomials does not matter. *)
Lemma per_perm w (t : 'S_n) : per (w \o t) = per w.
Proof.
rewrite /per (reindex_inj (mulgI t)) /=; apply: eq_bigr => s _.
rewrite [RHS](reindex_inj (@perm_inj _ t)) /=.
by apply: eq_bigr => j _; rewrite permM.
Qed.

(* The monomial w j multiplied by v. *)
Definition times_at w j v : 'I_n -> 'X_{1..d} :=
  fun i => if i == j then (w i + v)%MM else w i.

Lemma per_p w v : per w * p v = \sum_(j < n) per (times_at w j v).
Proof.
rewrite exchange_big /= mulr_suml; apply: eq_bigr => s _.
rewrite /power_sum [\sum_i _](reindex_inj (@perm_inj _ s)) mulr_sumr.
apply: eq_bigr => j _; rewrite (bigD1 j) //= [RHS](bigD1 j) //=.
rewrite /times_at eqxx token_monomialD -!mulrA; congr (_ * _).
rewrite mulrC; congr (_ * _).
by apply: eq_bigr => i /negbTE ->.
Qed.

(* The permanent of the members of a list, with the monomial 1 in all other places. *)
Definition perl l : A := per (fun j => nth 0%MM l j).

Lemma perl_nil : perl [::] = n`!%:R.
Proof.
rewrite /perl /per (eq_bigr (fun=> 1)) ?sumr_const ?card_Sn // => s _.
by apply: big1 => j _; rewrite nth_nil token_monomial0.
Qed.

Lemma perl_p l v : (size l <= n)%N ->
  perl l * p v =
    \sum_(j < size l) perl (set_nth 0%MM l j (nth 0%MM l j + v)%MM)
    + perl (rcons l v) *+ (n - size l).
Proof.
move=> le_ln; rewrite per_p.
rewrite (bigID (fun j : 'I_n => (j < size l)%N)) /=; congr (_ + _).
  rewrite (big_ord_widen n (fun j => perl (set_nth 0%MM l j (nth 0%MM l j + v)%MM))) //.
  apply: eq_bigr => j _; apply: eq_per => i.
  by rewrite /times_at nth_set_nth /= -(inj_eq val_inj) /=; case: eqP => [->|].
have -> : (n - size l = \sum_(j < n | ~~ (j < size l)) 1)%N.
  rewrite sum1_card.
  have := cardC (fun j : 'I_n => (j < size l)%N); rewrite card_ord => {1}<-.
  suff -> : #|(fun j : 'I_n => (j < size l)%N)| = size l by rewrite addKn.
  rewrite -sum1_card -(big_ord_widen n (fun=> 1%N)) //.
  by rewrite sum1_card card_ord.
rewrite -sumrMnr; apply: eq_bigr => j; rewrite -leqNgt => le_lj; rewrite mulr1n.
have lt_ln : (size l < n)%N by apply: leq_ltn_trans le_lj (ltn_ord j).
rewrite -(per_perm _ (tperm (Ordinal lt_ln) j)); apply: eq_per => i /=.
rewrite /times_at nth_rcons.
case: tpermP => [->|->|/eqP ni /eqP nj] /=.
- by rewrite eqxx ltnn eqxx nth_default // add0m.
- rewrite -(inj_eq val_inj) /= [(size l == j)]eq_sym [(j < size l)%N]ltnNge le_lj /=.
  by rewrite !nth_default // add0m.
- rewrite (negbTE nj); case: (ltnP i (size l)) => // le_li.
  by rewrite nth_default //; case: eqP => // e; case/eqP: ni; apply: val_inj.
Qed.

End Permanents.

(* ==== 4. The subalgebra generated by the power sums ====================== *)

Section Subalgebra.

Variables (R : comRingType) (n d : nat) (S : {mpoly R[n * d]} -> Prop).
Local Notation G := (generated_by S).

Lemma generatedZ c f : G f -> G (c *: f).
Proof. by move=> Gf; rewrite -mul_mpolyC; apply: gen_prod => //; apply: gen_const. Qed.

Lemma generatedB f g : G f -> G g -> G (f - g).
Proof. by move=> Gf Gg; rewrite -scaleN1r; apply: gen_sum => //; apply: generatedZ. Qed.

Lemma generated_sum I (r : seq I) (P : pred I) (F : I -> {mpoly R[n * d]}) :
  (forall i, P i -> G (F i)) -> G (\sum_(i <- r | P i) F i).
Proof.
move=> GF; apply: (big_ind G) => //; last exact: gen_sum.
by rewrite -mpolyC0; apply: gen_const.
Qed.

Lemma generated_mono (S' : {mpoly R[n * d]} -> Prop) f :
  (forall g, S g -> S' g) -> G f -> generated_by S' f.
Proof.
move=> SS'; elim=> [g Sg|c|g h _ IHg _ IHh|g h _ IHg _ IHh].
- by apply: gen_of; apply: SS'.
- exact: gen_const.
- exact: gen_sum.
- exact: gen_prod.
Qed.

Lemma generated_nat k : G k%:R.
Proof. by rewrite -mpolyC_nat; apply: gen_const. Qed.

End Subalgebra.

Section Total.

Variable d : nat.
Implicit Types (l : seq 'X_{1..d}) (a v : 'X_{1..d}).

(* The product of the monomials of a list. *)
Definition total l : 'X_{1..d} := (\sum_(a <- l) a)%MM.

Lemma total_rcons l v : total (rcons l v) = (total l + v)%MM.
Proof. by rewrite /total -cats1 big_cat big_seq1. Qed.

Lemma total_set_nth l j v : (j < size l)%N ->
  total (set_nth 0%MM l j (nth 0%MM l j + v)%MM) = (total l + v)%MM.
Proof.
elim: l j => [|a l IH] [|j] //= lt_j.
  by rewrite /total !big_cons -!addmA [(v + _)%MM]addmC.
by rewrite /total !big_cons -/(total _) IH // addmA.
Qed.

Lemma size_set_nth_in l j v : (j < size l)%N ->
  size (set_nth 0%MM l j v) = size l.
Proof. by move=> lt_j; rewrite size_set_nth; apply/maxn_idPr. Qed.

(* A monomial of degree k or more is a product of k monomials, none of them 1. *)
Lemma monomial_factors k a : (0 < k <= mdeg a)%N ->
  exists l, [/\ size l = k, total l = a & all (fun v => 0 < mdeg v)%N l].
Proof.
case: k => // k /= ; elim: k a => [|k IH] a le_ka.
  by exists [:: a]; rewrite /total big_seq1 /= le_ka.
have: a != 0%MM by rewrite -mdeg_eq0 -lt0n (leq_trans _ le_ka).
case: (pickP (fun i => a i != 0%N)) => [i ai _|a0]; last first.
  by case/eqP; apply/mnmP => i; have /negbFE/eqP := a0 i; rewrite mnm0E.
have le_ia : (U_(i) <= a)%MM by rewrite lep1mP.
have := mdegD (a - U_(i))%MM U_(i)%MM; rewrite submK // mdeg1 addn1 => deg_a.
have [|l [size_l total_l l_gt0]] := IH (a - U_(i))%MM; first by rewrite -ltnS -deg_a.
exists (rcons l U_(i)%MM); rewrite size_rcons total_rcons all_rcons mdeg1 size_l total_l.
by rewrite submK.
Qed.

End Total.

Section Generation.

Variables (R : comUnitRingType) (n d : nat).
Hypothesis fact_unit : n`!%:R \is a @GRing.unit R.

Local Notation A := {mpoly R[n * d]}.
Local Notation G := (generated_by (@power_sum_upto R n d n)).
Local Notation p := (power_sum R n).
Local Notation q := (perl R n).
Implicit Types (l : seq 'X_{1..d}) (v a : 'X_{1..d}).

Lemma nat_unit k : (0 < k <= n)%N -> k%:R \is a @GRing.unit R.
Proof.
by move=> /dvdn_fact/dvdnP[k' e]; move: fact_unit; rewrite e natrM unitrM => /andP[].
Qed.

Lemma generated_divn k (f : A) : (0 < k <= n)%N -> G (f *+ k) -> G f.
Proof.
move=> kn Gf; have -> : f = (k%:R : R)^-1 *: (f *+ k); last exact: generatedZ.
by rewrite -scaler_nat scalerA mulVr ?scale1r ?nat_unit.
Qed.

(* A permanent of degree N, when the power sums of degree at most N are there. *)
Lemma perl_generated N : (forall a, (mdeg a <= N)%N -> G (p a)) ->
  forall l, (size l <= n)%N -> (mdeg (total l) <= N)%N -> G (q l).
Proof.
move=> Gp l; move e: (size l) => k.
elim: k l e => [|k IH] l; first last.
  case/lastP: l => // l v; rewrite size_rcons total_rcons mdegD => -[size_l] lt_kn le_N.
  have kn: (0 < n - k <= n)%N by rewrite subn_gt0 lt_kn leq_subr.
  apply: (generated_divn kn).
  have := @perl_p R n d l v; rewrite size_l => /(_ (ltnW lt_kn)) /eqP.
  rewrite addrC -subr_eq => /eqP <-; apply: generatedB.
    apply: gen_prod; first by apply: IH => //; [exact: ltnW|exact: leq_trans (leq_addr _ _) le_N].
    by apply: Gp; apply: leq_trans (leq_addl _ _) le_N.
  apply: generated_sum => -[j lt_j] _ /=.
  apply: IH; rewrite ?size_set_nth_in ?total_set_nth ?size_l //.
  + exact: ltnW.
  + by rewrite mdegD.
by move/size0nil => -> _ _; rewrite perl_nil; apply: generated_nat.
Qed.

(* For the degree N + 1, when the power sums of degree at most N are there. *)
Section NextDegree.

Variable N : nat.
Hypothesis Gp : forall a, (mdeg a <= N)%N -> G (p a).

Let marked l := all (fun v => 0 < mdeg v)%N l.

Lemma perl_p_generated l v : (0 < size l <= n)%N -> marked l -> (0 < mdeg v)%N ->
  mdeg (total l + v)%MM = N.+1 -> G (q l * p v).
Proof.
case: l => // a l /= le_ln /andP[a_gt0 _] v_gt0; rewrite mdegD => deg_lv.
apply: gen_prod.
  by apply: (perl_generated Gp) => //; rewrite -ltnS -deg_lv -[X in (X < _)%N]addn0 ltn_add2l.
apply: Gp; rewrite -ltnS -deg_lv -[X in (X < _)%N]add0n ltn_add2r.
by rewrite /total big_cons mdegD addn_gt0 a_gt0.
Qed.

Lemma sum_congruent k (c : R) l v :
  (forall l, size l = k -> marked l -> mdeg (total l) = N.+1 -> G (q l - c *: p (total l))) ->
  size l = k -> marked l -> (0 < mdeg v)%N -> mdeg (total l + v)%MM = N.+1 ->
  G (\sum_(j < k) q (set_nth 0%MM l j (nth 0%MM l j + v)%MM)
     - (k%:R * c) *: p (total l + v)%MM).
Proof.
move=> Gc size_l l_gt0 v_gt0 deg_lv.
rewrite -scalerA scaler_nat -[X in _ *+ X]card_ord -sumr_const -sumrB.
apply: generated_sum => -[j lt_jk] _ /=; have lt_j: (j < size l)%N by rewrite size_l.
rewrite -(total_set_nth v lt_j); apply: Gc; rewrite ?size_set_nth_in ?total_set_nth //.
apply/(all_nthP 0%MM) => i; rewrite size_set_nth_in // => lt_i.
rewrite nth_set_nth /=; case: eqP => [_|_]; first by rewrite mdegD addn_gt0 v_gt0 orbT.
exact: (all_nthP 0%MM l_gt0).
Qed.

(* All permanents of the degree N + 1 with k marked places are the same multiple
   of the power sum, up to G; the multiple is (-1)^(k-1) (k-1)! (n-k)!. *)
Lemma perl_congruent k : (0 < k <= n)%N -> exists2 c : R, c \is a GRing.unit &
  forall l, size l = k -> marked l -> mdeg (total l) = N.+1 -> G (q l - c *: p (total l)).
Proof.
case: k => // k; elim: k => [|k IH] /= le_kn.
  exists (n%:R^-1 * n`!%:R); first by rewrite unitrM unitrV fact_unit nat_unit ?leqnn ?andbT.
  case=> [|a []] // _ _ _; rewrite /total big_seq1.
  have := @perl_p R n d [::] a isT; rewrite /= big_ord0 add0r subn0 perl_nil => e.
  rewrite -scalerA scaler_nat mulr_natl in e *.
  rewrite e -scaler_nat scalerA mulVr ?nat_unit ?le_kn ?leqnn // scale1r subrr.
  exact: (generated_nat _ 0).
have [|c c_unit Gc] := IH; first exact: ltnW.
have kn: (0 < n - k.+1 <= n)%N by rewrite subn_gt0 le_kn leq_subr.
exists (- ((n - k.+1)%:R^-1 * (k.+1%:R * c))).
  by rewrite unitrN !unitrM unitrV c_unit !nat_unit //= ltnW.
move=> l; case/lastP: l => // l v.
rewrite size_rcons total_rcons /marked all_rcons => -[size_l] /andP[v_gt0 l_gt0] deg_lv.
have := @perl_p R n d l v; rewrite size_l => /(_ (ltnW le_kn)) /eqP.
rewrite addrC -subr_eq => /eqP e.
apply: (generated_divn kn).
rewrite mulrnDl -e scaleNr opprK -scaler_nat !scalerA mulrA divrr ?nat_unit // mul1r.
rewrite -addrA [- _ + _]addrC -opprB; apply: generatedB.
  by apply: perl_p_generated; rewrite // size_l /= ltnW.
exact: sum_congruent.
Qed.

Lemma power_sum_next a : (n <= N)%N -> mdeg a = N.+1 -> G (p a).
Proof.
move=> le_nN deg_a; case: (posnP n) => [n0|n_gt0].
  rewrite /power_sum big1 => [|[i lt_in]]; first exact: (generated_nat _ 0).
  by move: (lt_in); rewrite n0.
have [|l [size_l total_l l_gt0]] := @monomial_factors d n.+1 a; first by rewrite deg_a ltnS.
case/lastP: l size_l total_l l_gt0 => // l v.
rewrite size_rcons total_rcons all_rcons => -[size_l] total_l /andP[v_gt0 l_gt0].
have [|c c_unit Gc] := @perl_congruent n; first by rewrite n_gt0 leqnn.
have deg_lv: mdeg (total l + v)%MM = N.+1 by rewrite total_l.
have nc_unit: n%:R * c \is a GRing.unit by rewrite unitrM c_unit nat_unit // n_gt0 leqnn.
have := sum_congruent Gc size_l l_gt0 v_gt0 deg_lv.
have := @perl_p R n d l v; rewrite size_l subnn mulr0n addr0 => /(_ (leqnn n)) <- Gs.
rewrite -total_l; rewrite -[p _]scale1r -(mulVr nc_unit) -scalerA.
apply: generatedZ; rewrite -[_ *: _](subKr (q l * p v)); apply: generatedB => //.
by apply: perl_p_generated; rewrite // size_l n_gt0 /=.
Qed.

End NextDegree.

(* The power sums of every degree, those of degree 0 (the number n) included. *)
Lemma power_sum_generated a : G (p a).
Proof.
suff Gp N : forall b, (mdeg b <= N)%N -> G (p b) by exact: (Gp (mdeg a)).
elim: N => [|N IH] b.
  by rewrite leqn0 mdeg_eq0 => /eqP ->; rewrite power_sum0; apply: generated_nat.
rewrite leq_eqVlt => /orP[/eqP deg_b|]; last exact: IH.
case: (leqP N.+1 n) => [le_Nn|]; last by rewrite ltnS => le_nN; apply: (power_sum_next IH).
by apply: gen_of; exists b; rewrite // deg_b.
Qed.

Lemma per_generated w : G (@per R n d w).
Proof.
pose l := [seq w i | i <- enum 'I_n].
have -> : per R w = q l.
  by apply: eq_per => j; rewrite (nth_map j) ?size_enum_ord // nth_ord_enum.
apply: (@perl_generated (mdeg (total l))) => // [a _|]; first exact: power_sum_generated.
by rewrite size_map size_enum_ord.
Qed.

(* The sum over all permutations is a combination of permanents. *)
Lemma sum_permuted (f : A) :
  \sum_(s : 'S_n) permuted s f = \sum_(m <- msupp f) f@_m *: per R (rows m).
Proof.
rewrite (eq_bigr (fun s => \sum_(m <- msupp f) f@_m *: permuted s 'X_[m])); first last.
  move=> s _; rewrite {1}[f]mpolyE raddf_sum; apply: eq_bigr => m _; exact: linearZ.
rewrite exchange_big; apply: eq_bigr => m _ /=.
rewrite scaler_sumr; apply: eq_bigr => s _.
rewrite monomial_tokens rmorph_prod; congr (_ *: _).
by apply: eq_bigr => j _; apply: permuted_token_monomial.
Qed.

Lemma multisymmetric_generated (f : A) : multisymmetric f -> G f.
Proof.
move=> sym_f.
have e : f *+ n`! = \sum_(m <- msupp f) f@_m *: per R (rows m).
  by rewrite -sum_permuted (eq_bigr (fun=> f)) // sumr_const card_Sn.
have -> : f = n`!%:R^-1 *: (f *+ n`!).
  by rewrite -scaler_nat scalerA mulVr ?scale1r.
rewrite e; apply: generatedZ; apply: generated_sum => m _.
by apply: generatedZ; apply: per_generated.
Qed.

End Generation.

(* ==== 5. The theorem ===================================================== *)

Section Explicit.

Variables (R : comRingType) (n d : nat).

(* To be generated by the power sums is to be a polynomial in them, Eq. (13). *)
Lemma generated_explicit b (f : {mpoly R[n * d]}) :
  generated_by (@power_sum_upto R n d b) f <->
  exists sigma : {mpoly R[size (multidegrees d b)]}, f = sigma \mPo power_sums R n d b.
Proof.
split=> [|[sigma ->]].
  elim=> [g [a a_b ->]|c|g h _ [sg ->] _ [sh ->]|g h _ [sg ->] _ [sh ->]].
  - have lt_a: (index a (multidegrees d b) < size (multidegrees d b))%N.
      by rewrite index_mem mem_multidegrees.
    exists 'X_(Ordinal lt_a); rewrite comp_mpolyXU -tnth_nth tnth_mktuple /=.
    by rewrite nth_index // mem_multidegrees.
  - by exists c%:MP; rewrite comp_mpolyC.
  - by exists (sg + sh); rewrite comp_mpolyD.
  - by exists (sg * sh); rewrite rmorphM.
rewrite comp_mpolyE; apply: generated_sum => m _; apply: generatedZ.
apply: (big_ind (generated_by _)); [exact: (generated_nat _ 1) | exact: gen_prod |].
move=> j _; elim: (m j) => [|k IH]; first exact: (generated_nat _ 1).
rewrite exprS; apply: gen_prod => //; apply: gen_of; rewrite tnth_mktuple.
by exists (nth 0%MM (multidegrees d b) j); rewrite // -mem_multidegrees mem_nth.
Qed.

Lemma generated_multisymmetric b (f : {mpoly R[n * d]}) :
  generated_by (@power_sum_upto R n d b) f -> multisymmetric f.
Proof.
move=> Gf s; elim: Gf => [g [a _ ->]|c|g h _ IHg _ IHh|g h _ IHg _ IHh].
- exact: permuted_power_sum.
- exact: at_tokensC.
- by rewrite raddfD /= IHg IHh.
- by rewrite rmorphM /= IHg IHh.
Qed.

End Explicit.

Lemma fact_unit_char0 (F : fieldType) n : [char F] =i pred0 -> n`!%:R \is a @GRing.unit F.
Proof. by move/charf0P => F0; rewrite unitfE F0 -lt0n fact_gt0. Qed.

(* Theorem 2.12 over every commutative ring in which n! has an inverse. *)
Theorem power_sums_generate (R : comUnitRingType) (n d : nat) (f : {mpoly R[n * d]}) :
  n`!%:R \is a @GRing.unit R ->
  multisymmetric f <->
  exists sigma : {mpoly R[size (multidegrees d n)]}, f = sigma \mPo power_sums R n d n.
Proof.
move=> n_unit; rewrite -generated_explicit; split; first exact: multisymmetric_generated.
exact: generated_multisymmetric.
Qed.

(* Theorem 2.12 for formal polynomials over every field of characteristic 0. *)
Theorem theorem_2_12 (F : fieldType) (n d : nat) (f : {mpoly F[n * d]}) :
  [char F] =i pred0 ->
  multisymmetric f <->
  exists sigma : {mpoly F[size (multidegrees d n)]}, f = sigma \mPo power_sums F n d n.
Proof. by move=> F0; apply: power_sums_generate; apply: fact_unit_char0. Qed.

(* The same with "generate" read as: lies in the smallest subalgebra. *)
Theorem theorem_2_12_subalgebra (F : fieldType) (n d : nat) (f : {mpoly F[n * d]}) :
  [char F] =i pred0 -> multisymmetric f <-> generated_by (@power_sum_upto F n d n) f.
Proof. by move=> F0; rewrite generated_explicit; apply: theorem_2_12. Qed.

(* ==== 6. Polynomial functions on X^n ===================================== *)

Section Functions.

Variables (R : comUnitRingType) (n d : nat).
Implicit Types (u : 'M[R]_(n, d)) (f : {mpoly R[n * d]}).

(* A sequence of n tokens is a matrix, a token a row of it. *)
Definition value f u : R := f.@[fun v => mxvec u 0 v].

(* Eq. (12), at the tokens u. *)
Definition power_sum_at (a : 'X_{1..d}) u : R := \sum_(i < n) \prod_(k < d) u i k ^+ a k.

Lemma value_permuted s f u : value (permuted s f) u = value f (row_perm s u).
Proof.
rewrite /value /permuted /at_tokens comp_mpoly_meval; apply: meval_eq => v.
rewrite tnth_mktuple; case/mxvec_indexP: v => i k.
by rewrite !mxvecE !mxE mevalXU mxvecE.
Qed.

Lemma value_power_sum a u : value (power_sum R n a) u = power_sum_at a u.
Proof.
rewrite /value raddf_sum; apply: eq_bigr => i _.
rewrite /= rmorph_prod; apply: eq_bigr => k _.
by rewrite rmorphX /= mevalXU mxvecE.
Qed.

(* Definition 2.10 as printed: X is any set of points, g a function on X^n that some
   polynomial f agrees with there, and only g, not f, need be invariant. *)
Theorem power_sums_generate_functions (X : 'rV[R]_d -> Prop) (g : 'M[R]_(n, d) -> R) :
  n`!%:R \is a @GRing.unit R ->
  (exists f, forall u, (forall i, X (row i u)) -> g u = value f u) ->
  (forall (s : 'S_n) u, (forall i, X (row i u)) -> g (row_perm s u) = g u) ->
  exists sigma : {mpoly R[size (multidegrees d n)]},
    forall u, (forall i, X (row i u)) ->
      g u = sigma.@[fun j => power_sum_at (nth 0%MM (multidegrees d n) j) u].
Proof.
move=> n_unit [f gf] sym_g.
have [|sigma e] := (generated_explicit n (n`!%:R^-1 *: \sum_(s : 'S_n) permuted s f)).1.
  rewrite sum_permuted; apply: generatedZ; apply: generated_sum => m _.
  by apply: generatedZ; apply: per_generated.
exists sigma => u Xu.
have Xs (s : 'S_n) i : X (row i (row_perm s u)).
  suff -> : row i (row_perm s u) = row (s i) u by [].
  by apply/rowP => k; rewrite !mxE.
transitivity (value (sigma \mPo power_sums R n d n) u).
  rewrite -e /value mevalZ raddf_sum (eq_bigr (fun=> g u)) => [|s _].
    by rewrite sumr_const card_Sn -[g u *+ _]mulr_natl mulrA mulVr ?mul1r.
  by rewrite -(sym_g s) // gf // -value_permuted.
rewrite /value comp_mpoly_meval; apply: meval_eq => j.
by rewrite tnth_mktuple -value_power_sum.
Qed.

End Functions.

Theorem theorem_2_12_functions (F : fieldType) (n d : nat)
    (X : 'rV[F]_d -> Prop) (g : 'M[F]_(n, d) -> F) :
  [char F] =i pred0 ->
  (exists f, forall u, (forall i, X (row i u)) -> g u = value f u) ->
  (forall (s : 'S_n) u, (forall i, X (row i u)) -> g (row_perm s u) = g u) ->
  exists sigma : {mpoly F[size (multidegrees d n)]},
    forall u, (forall i, X (row i u)) ->
      g u = sigma.@[fun j => power_sum_at (nth 0%MM (multidegrees d n) j) u].
Proof. by move=> F0; apply: power_sums_generate_functions; apply: fact_unit_char0. Qed.

(* Over an ordered field, such as the rational, the real algebraic or the real numbers. *)
Theorem theorem_2_12_real (F : realFieldType) (n d : nat) :
  (forall f : {mpoly F[n * d]},
    multisymmetric f <->
    exists sigma : {mpoly F[size (multidegrees d n)]}, f = sigma \mPo power_sums F n d n) /\
  (forall (X : 'rV[F]_d -> Prop) (g : 'M[F]_(n, d) -> F),
    (exists f, forall u, (forall i, X (row i u)) -> g u = value f u) ->
    (forall (s : 'S_n) u, (forall i, X (row i u)) -> g (row_perm s u) = g u) ->
    exists sigma : {mpoly F[size (multidegrees d n)]},
      forall u, (forall i, X (row i u)) ->
        g u = sigma.@[fun j => power_sum_at (nth 0%MM (multidegrees d n) j) u]).
Proof.
by split=> [f|X g]; [apply: theorem_2_12 | apply: theorem_2_12_functions];
  apply: Num.Theory.char_num.
Qed.

(* There are such fields. *)
Theorem theorem_2_12_rational (n d : nat) (f : {mpoly rat[n * d]}) :
  multisymmetric f <->
  exists sigma : {mpoly rat[size (multidegrees d n)]}, f = sigma \mPo power_sums _ n d n.
Proof. exact: (theorem_2_12_real [realFieldType of rat] n d).1. Qed.

(* ==== 7. No power sum can be left out ==================================== *)

Section Needed.

Variables (F : fieldType) (n d : nat).
Hypothesis fact_n0 : n`!%:R != 0 :> F.

Local Notation A := {mpoly F[n * d]}.
Local Notation L := {mpoly F[d]}.
Local Notation p := (power_sum F n).
Implicit Types (a b e : 'X_{1..d}) (f g : A).

Lemma nat_neq0 k : (0 < k <= n)%N -> k%:R != 0 :> F.
Proof. by rewrite -unitfE; apply: nat_unit; rewrite unitfE. Qed.

(* The token j at j y, in the variables y of L, but the token i at T y. *)
Definition line (i : 'I_n) (f : A) : {poly L} :=
  mmap [rmorphism of polyC \o @mpolyC d F]
    (fun v => mxvec (\matrix_(j, k) ((if j == i then 'X else (j%:R)%:P) * ('X_k)%:P)) 0 v) f.

Canonical line_additive i := [additive of line i].
Canonical line_rmorphism i := [rmorphism of line i].

Lemma line_token_monomial i j a : line i (token_monomial F j a) =
  (if j == i then 'X else (j%:R)%:P) ^+ mdeg a * ('X_[a])%:P.
Proof.
rewrite rmorph_prod.
rewrite (eq_bigr (fun k => (if j == i then 'X else (j%:R)%:P) ^+ a k * (('X_k)%:P) ^+ a k)).
  by rewrite big_split prodrXr /= -mdegE mpolyXE_id rmorph_prod; congr (_ * _);
    apply: eq_bigr => k _; rewrite rmorphX.
by move=> k _; rewrite rmorphX /= /line mmapX mmap1U mxvecE mxE exprMn.
Qed.

Lemma line_power_sum i b :
  line i (p b) = \sum_(j < n) (if j == i then 'X else (j%:R)%:P) ^+ mdeg b * ('X_[b])%:P.
Proof. by rewrite raddf_sum; apply: eq_bigr => j _; apply: line_token_monomial. Qed.

Lemma line_power_sum_value i b :
  (line i (p b)).[i%:R] = \sum_(j < n) j%:R ^+ mdeg b * 'X_[b].
Proof.
rewrite line_power_sum horner_sum; apply: eq_bigr => j _.
by rewrite hornerM horner_exp hornerC; case: eqP => [->|_]; rewrite ?hornerX ?hornerC.
Qed.

Lemma line_power_sum_slope i b :
  (line i (p b))^`().[i%:R] = (i%:R ^+ (mdeg b).-1 *+ mdeg b) *: 'X_[b].
Proof.
rewrite line_power_sum (bigD1 i) //= eqxx derivD hornerD raddf_sum horner_sum.
rewrite [X in _ + X]big1 => [|j /negbTE ->]; last first.
  by rewrite -rmorphX -rmorphM /= derivC horner0.
rewrite addr0 derivM derivC mulr0 addr0 derivXn hornerM hornerMn hornerXn hornerC.
by rewrite -mul_mpolyC rmorphMn rmorphX rmorph_nat.
Qed.

(* A degree bound that is one less for the exponent a. *)
Definition slope_bound a e : nat := if e == a then (mdeg a).-1 else mdeg e.

Lemma slope_bound_le a e1 e2 : (slope_bound a e1 <= slope_bound a (e1 + e2)%MM)%N.
Proof.
rewrite /slope_bound; have [e12|_] := eqVneq (e1 + e2)%MM a; last first.
  case: eqVneq => [->|_]; rewrite mdegD ?leq_addr //.
  by apply: leq_trans (leq_addr _ _); apply: leq_pred.
case: eqVneq => // e1_neq; rewrite -e12 mdegD.
case: (posnP (mdeg e2)) => [/eqP|e2_gt0].
  by rewrite mdeg_eq0 => /eqP e20; move: e1_neq; rewrite -e12 e20 addm0 eqxx.
by rewrite -ltnS prednK ?addn_gt0 ?e2_gt0 ?orbT // -[X in (X < _)%N]addn0 ltn_add2l.
Qed.

(* The slope at token i has, at y^e, a polynomial in i of a degree below the bound. *)
Definition flat a f : Prop :=
  exists c : L, exists q : 'X_{1..d} -> {poly F},
    (forall e, size (q e) <= slope_bound a e)%N /\
    forall i, (line i f).[i%:R] = c /\
      forall e, ((line i f)^`().[i%:R])@_e = (q e).[i%:R].

Lemma flat_power_sum a b : b != a -> flat a (p b).
Proof.
move=> ne_ba; exists (\sum_(j < n) j%:R ^+ mdeg b * 'X_[b]).
exists (fun e => if b == e then 'X^((mdeg b).-1) *+ mdeg b else 0); split=> [e|i].
  case: eqVneq => [<-|_]; last by rewrite size_poly0.
  rewrite /slope_bound (negbTE ne_ba); case: (mdeg b) => [|m]; first by rewrite size_poly0.
  by rewrite -scaler_nat (leq_trans (size_scale_leq _ _)) // size_polyXn.
split=> [|e]; first exact: line_power_sum_value.
rewrite line_power_sum_slope mcoeffZ mcoeffX.
by case: eqVneq => _; rewrite ?mulr1 ?mulr0 ?horner0 // hornerMn hornerXn.
Qed.

Lemma flatC a c : flat a c%:MP.
Proof.
exists c%:MP, (fun=> 0); split=> [e|i]; first by rewrite size_poly0.
have -> : line i c%:MP = (c%:MP)%:P by rewrite /line mmapC.
by split=> [|e]; rewrite ?derivC hornerC // horner0 mcoeff0.
Qed.

Lemma flatD a f g : flat a f -> flat a g -> flat a (f + g).
Proof.
move=> [cf [qf [size_f lf]]] [cg [qg [size_g lg]]].
exists (cf + cg), (fun e => qf e + qg e); split=> [e|i].
  by rewrite (leq_trans (size_add _ _)) // geq_max size_f size_g.
have [vf sf] := lf i; have [vg sg] := lg i; rewrite raddfD /=.
by split=> [|e]; rewrite ?derivD !hornerD ?vf ?vg // mcoeffD sf sg.
Qed.

Lemma flatM a f g : flat a f -> flat a g -> flat a (f * g).
Proof.
move=> [cf [qf [size_f lf]]] [cg [qg [size_g lg]]].
exists (cf * cg), (fun e =>
  \sum_(k : 'X_{1..d < (mdeg e).+1, (mdeg e).+1} | e == (k.1 + k.2)%MM)
    (cg@_(k.2) *: qf k.1 + cf@_(k.2) *: qg k.1)); split=> [e|i].
  apply: leq_trans (size_sum _ _ _) _; apply/bigmax_leqP => k /eqP e_k.
  have le_k := slope_bound_le a k.1 k.2; rewrite -e_k in le_k.
  apply: leq_trans (size_add _ _) _.
  by rewrite geq_max !(leq_trans (size_scale_leq _ _)) //;
    [apply: leq_trans (size_g _) le_k | apply: leq_trans (size_f _) le_k].
have [vf sf] := lf i; have [vg sg] := lg i; rewrite rmorphM /=.
split=> [|e]; first by rewrite hornerM vf vg.
rewrite derivM hornerD !hornerM vf vg mcoeffD mcoeffM mcoeffMr horner_sum -big_split.
by apply: eq_bigr => k _; rewrite sf sg hornerD !hornerZ /= [_ * cg@__]mulrC.
Qed.

Lemma not_flat_power_sum a : (0 < mdeg a <= n)%N -> ~ flat a (p a).
Proof.
case/andP=> a_gt0 le_an [c [q [size_q lq]]].
have deg_a : (mdeg a)%:R != 0 :> F by rewrite nat_neq0 ?a_gt0.
pose r := (mdeg a)%:R *: 'X^((mdeg a).-1) - q a.
have size_qa : (size (q a) < mdeg a)%N.
  by have := size_q a; rewrite /slope_bound eqxx -ltnS prednK.
have size_r : size r = mdeg a.
  by rewrite size_addl size_scale // size_polyXn ?size_opp prednK.
have r0 : r != 0 by rewrite -size_poly_gt0 size_r.
have := @max_poly_roots F r [seq (val i)%:R | i <- enum 'I_n] r0.
rewrite size_map size_enum_ord size_r ltnNge le_an => no; apply: notF; apply: no.
  apply/allP => _ /mapP[i _ ->]; rewrite rootE /r hornerD hornerN hornerZ hornerXn.
  have [_ /(_ a)] := lq i; rewrite line_power_sum_slope mcoeffZ mcoeffX eqxx mulr1 => <-.
  by rewrite mulr_natl subrr.
rewrite map_inj_in_uniq ?enum_uniq // => i j _ _ e; apply: val_inj => /=.
wlog lt_ij : i j e / (i < j)%N.
  by case: (ltngtP i j) => // [lt_ij|lt_ji] W; [exact: W | apply/esym; exact: W].
have /negP[] : (j - i)%:R != 0 :> F.
  by apply: nat_neq0; rewrite subn_gt0 lt_ij (leq_trans (leq_subr _ _)) // ltnW.
by rewrite natrB ?(ltnW lt_ij) //= e subrr.
Qed.

(* No p_a, 1 <= |a| <= n, lies in the algebra of all others, of whatever degree. *)
Theorem power_sum_needed a : (0 < mdeg a <= n)%N ->
  ~ generated_by (fun f => exists2 b, b != a & f = p b) (p a).
Proof.
move=> a_n Gp; apply: (not_flat_power_sum a_n).
elim: Gp => [f [b ne_ba ->]|c|f g _ IHf _ IHg|f g _ IHf _ IHg].
- exact: flat_power_sum.
- exact: flatC.
- exact: flatD.
- exact: flatM.
Qed.

End Needed.

(* The bound n cannot be lowered: for n, d >= 1 the power sum p_(n, 0, ..., 0) is a
   multisymmetric polynomial and no polynomial in the power sums of degree below n. *)
Theorem bound_sharp (F : fieldType) (n d : nat) (k : 'I_d) :
  [char F] =i pred0 -> (0 < n)%N ->
  let f := power_sum F n (U_(k) *+ n)%MM in
  multisymmetric f /\
  ~ exists sigma : {mpoly F[size (multidegrees d n.-1)]}, f = sigma \mPo power_sums F n d n.-1.
Proof.
move=> F0 n_gt0 f; split=> [s|/(generated_explicit _ _).2]; first exact: permuted_power_sum.
have deg_f : mdeg (U_(k) *+ n)%MM = n by rewrite mdegMn mdeg1 mul1n.
have fact_n0 : n`!%:R != 0 :> F by rewrite -unitfE fact_unit_char0.
move=> Gf; apply: (@power_sum_needed F n d fact_n0 (U_(k) *+ n)%MM).
  by rewrite deg_f n_gt0 /=.
apply: generated_mono Gf => _ [b b_n ->]; exists b => //; apply: contraTneq b_n => ->.
by rewrite deg_f n_gt0 -ltnNge prednK.
Qed.


(* ==== 8. The hypothesis on n! is needed too ============================== *)

Section Characteristic.

Variables (F : fieldType) (n d : nat).

Lemma fact_eq0 : n`!%:R = 0 :> F -> exists2 q, (0 < q <= n)%N & q%:R = 0 :> F.
Proof.
elim: n => [/eqP|m IH]; first by rewrite oner_eq0.
rewrite factS natrM => /eqP; rewrite mulf_eq0 => /orP[/eqP m0|/eqP /IH[q q_m q0]].
  by exists m.+1; rewrite ?leqnn.
by exists q => //; case/andP: q_m => -> /= /leqW.
Qed.

(* Over a field, for d >= 1, Theorem 2.12 holds just where n! is not 0. *)
Theorem power_sums_generate_iff : (0 < d)%N ->
  (forall f : {mpoly F[n * d]}, multisymmetric f ->
     exists sigma : {mpoly F[size (multidegrees d n)]}, f = sigma \mPo power_sums F n d n) <->
  n`!%:R != 0 :> F.
Proof.
move=> d_gt0; split=> [gen|n_unit f]; last first.
  by apply: (power_sums_generate _ _).1; rewrite unitfE.
apply/negP => /eqP/fact_eq0[q /andP[q_gt0 le_qn] q0].
(* prod_i (1 - x i k) at q tokens (1, ..., 1) and n - q tokens 0, and at n tokens 0 *)
pose k := Ordinal d_gt0; pose f : {mpoly F[n * d]} := \prod_i (1 - x F i k).
have [|sigma e] := gen f.
  move=> s; rewrite rmorph_prod [RHS](reindex_inj (@perm_inj _ s)).
  by apply: eq_bigr => i _; rewrite rmorphB rmorph1 /= permutedX.
pose u : 'M[F]_(n, d) := \matrix_(i, j) (i < q)%:R.
have value_f v : value f v = \prod_i (1 - v i k).
  rewrite /value rmorph_prod; apply: eq_bigr => i _.
  by rewrite rmorphB rmorph1 /= mevalXU mxvecE.
have f0 : value f 0 = 1.
  by rewrite value_f big1 // => i _; rewrite mxE subr0.
have fu : value f u = 0.
  rewrite value_f (bigD1 (Ordinal (leq_trans q_gt0 le_qn))) //= mxE /= q_gt0 subrr.
  by rewrite mul0r.
have: value f u = value f 0; last by apply/eqP; rewrite f0 fu eq_sym oner_eq0.
rewrite e /value !comp_mpoly_meval; apply: meval_eq => j; rewrite !tnth_mktuple.
set a := nth _ _ _; rewrite -2![_.@[_]]/(value _ _) !value_power_sum.
have a_gt0 : (0 < mdeg a)%N.
  by have := mem_nth 0%MM (ltn_ord j); rewrite mem_multidegrees => /andP[].
have one (c : F) : \prod_(k' < d) c ^+ a k' = c ^+ mdeg a by rewrite prodrXr -mdegE.
rewrite /power_sum_at.
under eq_bigr do (under eq_bigr do rewrite mxE; rewrite one).
under [RHS]eq_bigr do (under eq_bigr do rewrite mxE; rewrite one).
rewrite expr0n eqn0Ngt a_gt0 /= [RHS]big1 //.
rewrite (eq_bigr (fun i : 'I_n => (i < q)%:R)) => [|i _]; last first.
  by case: (i < q)%N; rewrite ?expr1n // expr0n eqn0Ngt a_gt0.
by rewrite -natr_sum -big_mkcond /= -(big_ord_widen n (fun=> 1%N)) // sum1_card card_ord.
Qed.

End Characteristic.

