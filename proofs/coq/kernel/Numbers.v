(* The functions of Coq on binary numbers that a program may compute by other means
   (ExtractGmp.v), by name, so that what a program computes can be compared with Coq and with
   Python.  Nothing is proved here, and the checker does not use it.
   calculate reads ["Z.add", 2, -3] and writes [-1]. *)
From Coq Require Import ZArith List.
From Coq.Strings Require Import String.
From NP Require Import Json Ctx.
Import ListNotations.
Open Scope Z_scope.

Definition of_comparison (c : comparison) : Z := match c with Eq => 0 | Lt => -1 | Gt => 1 end.
Definition of_bool (b : bool) : Z := if b then 1 else 0.
Definition pos_bits : positive -> list Z :=        (* by match, from the lowest *)
  fix bits p := match p with xH => [1] | xO p => 0 :: bits p | xI p => 1 :: bits p end.
Definition pos_again : positive -> positive :=     (* taken apart, and put together *)
  fix again p := match p with xH => xH | xO p => xO (again p) | xI p => xI (again p) end.
Definition z_bits (z : Z) : list Z :=
  match z with Z0 => [0] | Zpos p => 1 :: pos_bits p | Zneg p => -1 :: pos_bits p end.
Definition n_bits (n : N) : list Z := match n with N0 => [0] | Npos p => pos_bits p end.
Definition z_again (z : Z) : Z :=
  match z with Z0 => Z0 | Zpos p => Zpos (pos_again p) | Zneg p => Zneg (pos_again p) end.

(* of the first number, and of both; a negative one is 0 as N, and what is not positive 1 *)
Definition operations : list (text * (Z -> Z -> list Z)) := Eval cbv delta [map fst snd of_string] beta iota in
  let p := Z.to_pos in let n := Z.to_N in
  map (fun o => (of_string (fst o), snd o))
    [("match positive"%string, fun a _ => pos_bits (p a)); ("match N"%string, fun a _ => n_bits (n a));
     ("match Z"%string, fun a _ => z_bits a); ("positive"%string, fun a _ => [Zpos (pos_again (p a))]);
     ("Z"%string, fun a _ => [z_again a]);
     ("Pos.add"%string, fun a b => [Zpos (Pos.add (p a) (p b))]);
     ("Pos.mul"%string, fun a b => [Zpos (Pos.mul (p a) (p b))]);
     ("Pos.succ"%string, fun a _ => [Zpos (Pos.succ (p a))]);
     ("Pos.eqb"%string, fun a b => [of_bool (Pos.eqb (p a) (p b))]);
     ("Pos.compare"%string, fun a b => [of_comparison (Pos.compare (p a) (p b))]);
     ("Pos.compare_cont"%string, fun a b => map (fun c => of_comparison (Pos.compare_cont c (p a) (p b))) [Eq; Lt; Gt]);
     ("Pos.sub"%string, fun a b => [Zpos (Pos.sub (p a) (p b))]);
     ("Pos.gcd"%string, fun a b => [Zpos (Pos.gcd (p a) (p b))]);
     ("N.add"%string, fun a b => [Z.of_N (N.add (n a) (n b))]);
     ("N.mul"%string, fun a b => [Z.of_N (N.mul (n a) (n b))]);
     ("N.succ"%string, fun a _ => [Z.of_N (N.succ (n a))]);
     ("N.eqb"%string, fun a b => [of_bool (N.eqb (n a) (n b))]);
     ("N.compare"%string, fun a b => [of_comparison (N.compare (n a) (n b))]);
     ("N.sub"%string, fun a b => [Z.of_N (N.sub (n a) (n b))]);
     ("N.div_eucl"%string, fun a b => let (q, r) := N.div_eucl (n a) (n b) in [Z.of_N q; Z.of_N r]);
     ("N.testbit"%string, fun a b => [of_bool (N.testbit (n a) (n b))]);
     ("Z.add"%string, fun a b => [Z.add a b]); ("Z.mul"%string, fun a b => [Z.mul a b]);
     ("Z.eqb"%string, fun a b => [of_bool (Z.eqb a b)]);
     ("Z.compare"%string, fun a b => [of_comparison (Z.compare a b)]);
     ("Z.sub"%string, fun a b => [Z.sub a b]); ("Z.opp"%string, fun a _ => [Z.opp a]);
     ("Z.div_eucl"%string, fun a b => let (q, r) := Z.div_eucl a b in [q; r]);
     ("Z.gcd"%string, fun a b => [Z.gcd a b]);
     ("Z.ggcd"%string, fun a b => match Z.ggcd a b with (g, (u, v)) => [g; u; v] end);
     ("Z.sqrt"%string, fun a _ => [Z.sqrt a]); ("Z.pow_pos"%string, fun a b => [Z.pow_pos a (p b)]);
     ("Z.shiftl"%string, fun a b => [Z.shiftl a b])].

(* ---- numbers as text ---- *)
Definition figures : nat -> N -> text -> text :=
  fix figures fuel n after :=
    match fuel with
    | O => after
    | S fuel => let (q, r) := N.div_eucl n 10 in
                let after := N.add 48 r :: after in
                match q with N0 => after | Npos _ => figures fuel q after end
    end.
Definition shown (z : Z) : text :=
  match z with
  | Z0 => [48%N]
  | Zpos p => figures (Pos.size_nat p) (Npos p) []
  | Zneg p => 45%N :: figures (Pos.size_nat p) (Npos p) []
  end.
Definition listed : list Z -> text :=
  fix listed l := match l with
                  | [] => []
                  | z :: l => match l with [] => shown z | _ :: _ => shown z ++ 44%N :: listed l end
                  end.
Definition calculate (s : text) : text :=
  match parse s with
  | Some (JList [JStr o; JNum a; JNum b]) =>
      match lookup o operations with Some f => 91%N :: listed (f a b) ++ [93%N] | None => [] end
  | _ => []
  end.
