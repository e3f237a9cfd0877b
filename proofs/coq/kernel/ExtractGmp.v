(* The checker as a program that computes with GMP.  The binary numbers of Coq become integers of
   zarith, and these functions on them the lines of gmp.ml: with Coq's extraction, they have to be
   believed.  All other functions are those of Coq, extracted. *)
From NP Require Import Checker Decision Refuted Numbers.
From Coq Require Import ZArith Extraction ExtrOcamlBasic ClassicalDedekindReals Strings.Ascii.
Extract Constant ClassicalDedekindReals.sig_forall_dec => "(fun _ -> failwith ""real number"")".
Extract Constant ClassicalDedekindReals.sig_not_dec => "(fun _ -> failwith ""real number"")".

Extract Inductive positive => "Gmp.t" ["Gmp.xI" "Gmp.xO" "Gmp.xH"] "Gmp.positive".
Extract Inductive N => "Gmp.t" ["Gmp.zero" "Gmp.same"] "Gmp.natural".
Extract Inductive Z => "Gmp.t" ["Gmp.zero" "Gmp.same" "Gmp.negative"] "Gmp.integer".
Extract Inductive comparison => "Gmp.comparison" ["Gmp.Eq" "Gmp.Lt" "Gmp.Gt"].

Extract Constant Pos.add => "Gmp.add".
Extract Constant Pos.mul => "Gmp.mul".
Extract Constant Pos.succ => "Gmp.succ".
Extract Constant Pos.eqb => "Gmp.equal".
Extract Constant Pos.compare => "Gmp.compare".
Extract Constant Pos.compare_cont => "Gmp.pos_compare_cont".
Extract Constant Pos.sub => "Gmp.pos_sub".
Extract Constant Pos.gcd => "Gmp.pos_gcd".

Extract Constant N.add => "Gmp.add".
Extract Constant N.mul => "Gmp.mul".
Extract Constant N.succ => "Gmp.succ".
Extract Constant N.eqb => "Gmp.equal".
Extract Constant N.compare => "Gmp.compare".
Extract Constant N.sub => "Gmp.n_sub".
Extract Constant N.div_eucl => "Gmp.div_eucl".
Extract Constant N.testbit => "Gmp.n_testbit".

Extract Constant Z.add => "Gmp.add".
Extract Constant Z.mul => "Gmp.mul".
Extract Constant Z.eqb => "Gmp.equal".
Extract Constant Z.compare => "Gmp.compare".
Extract Constant Z.sub => "Gmp.sub".
Extract Constant Z.opp => "Gmp.opp".
Extract Constant Z.div_eucl => "Gmp.div_eucl".
Extract Constant Z.gcd => "Gmp.gcd".
Extract Constant Z.ggcd => "Gmp.ggcd".
Extract Constant Z.sqrt => "Gmp.sqrt".
Extract Constant Z.pow_pos => "Gmp.pow_pos".
Extract Constant Z.shiftl => "Gmp.shiftl".
Extraction "np_checker.ml" accepts read_certificate decides refutes calculate N_of_ascii ascii_of_N.
