(* Asks the checker that Coq proved correct about each file: one line each, "outcome seconds path".
   accept: accepts, and accepts_ok says that the statement is true; reject: it does not;
   unreadable: this checker's reader does not know the text; stack: it is nested too deeply. *)
open Np_checker

let rec positive i =
  if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))

let bytes = Array.init 256 (fun i -> if i = 0 then N0 else Npos (positive i))

let contents path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  let list = ref [] in
  for i = String.length text - 1 downto 0 do
    list := bytes.(Char.code text.[i]) :: !list
  done;
  !list

let outcome text =
  try
    if accepts text then "accept"
    else match read_certificate text with None -> "unreadable" | Some _ -> "reject"
  with Stack_overflow -> "stack"

let () =
  for i = 1 to Array.length Sys.argv - 1 do
    let start = Sys.time () in
    let answer = outcome (contents Sys.argv.(i)) in
    Printf.printf "%s %.3f %s\n%!" answer (Sys.time () -. start) Sys.argv.(i)
  done
