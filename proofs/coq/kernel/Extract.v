(* The checker as a program.  Two constants of Coq's real numbers are named by the extraction; a
   program that reached one would stop with an exception, and none of the checker's does. *)
From NP Require Import Checker Decision Refuted Numbers.
From Coq Require Import Extraction ExtrOcamlBasic ClassicalDedekindReals Strings.Ascii.
Extract Constant ClassicalDedekindReals.sig_forall_dec => "(fun _ -> failwith ""real number"")".
Extract Constant ClassicalDedekindReals.sig_not_dec => "(fun _ -> failwith ""real number"")".
Extraction "np_checker.ml" accepts read_certificate decides refutes calculate N_of_ascii ascii_of_N.
