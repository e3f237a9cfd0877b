(* Coq's binary numbers as integers of GMP, by zarith: what ExtractGmp.v puts in the place of their
   constructors and of some functions.  Each line has to compute what the function of Coq with that
   name does, at the ends too; "program numbers" compares (tests/proofs/test_numbers.py). *)

type t = Z.t                        (* positive: >= 1; N: >= 0; Z: any *)
type comparison = Eq | Lt | Gt

(* positive: 1, 2 p and 2 p + 1 *)
let xH = Z.one
let xO p = Z.shift_left p 1
let xI p = Z.succ (Z.shift_left p 1)
let positive odd even one p =
  if Z.equal p Z.one then one ()
  else if Z.testbit p 0 then odd (Z.shift_right p 1)
  else even (Z.shift_right p 1)

(* N: 0 and p; Z: 0, p and - p *)
let zero = Z.zero
let same p = p
let negative = Z.neg
let natural none some n = if Z.sign n = 0 then none () else some n
let integer none plus minus z =
  match Z.sign z with 0 -> none () | 1 -> plus z | _ -> minus (Z.neg z)

(* of all three *)
let add = Z.add
let mul = Z.mul
let succ = Z.succ
let equal = Z.equal
let compare a b = match Z.compare a b with 0 -> Eq | c -> if c < 0 then Lt else Gt

(* positive *)
let pos_compare_cont c a b = match compare a b with Eq -> c | other -> other
let pos_sub a b = Z.max Z.one (Z.sub a b)       (* 1 where a <= b *)
let pos_gcd = Z.gcd

(* N *)
let n_sub a b = Z.max Z.zero (Z.sub a b)        (* 0 where a <= b *)
let n_testbit n i = Z.testbit n (Z.to_int i)    (* to_int raises Overflow where it does not fit *)

(* Z: the quotient is rounded down, and the remainder has the sign of b; by 0 it is 0, and a is left *)
let sub = Z.sub
let opp = Z.neg
let div_eucl a b =
  if Z.sign b = 0 then (Z.zero, a)
  else
    let q = Z.fdiv a b in
    (q, Z.sub a (Z.mul q b))
let gcd = Z.gcd                                 (* >= 0, also of what is negative *)
let ggcd a b =                                  (* with the cofactors; of 0 and 0 all are 0 *)
  let g = Z.gcd a b in
  if Z.sign g = 0 then (g, (g, g)) else (g, (Z.divexact a g, Z.divexact b g))
let sqrt a = if Z.sign a < 0 then Z.zero else Z.sqrt a
let pow_pos a p = Z.pow a (Z.to_int p)
let shiftl a i =                                (* to the right, rounded down, where i < 0 *)
  let i = Z.to_int i in
  if i < 0 then Z.shift_right a (-i) else Z.shift_left a i
