(* Asks the checker that Coq proved correct about each file: one line each, "outcome seconds path".
   accept: accepts, and accepts_ok says that the statement is true; reject: it does not;
   unreadable: it is no certificate, as the reader sees it; stack: it is nested too deeply.
   Paths stand in the arguments or, after "-", in lines of the standard input.  A line with tabs
   is a claim and the certificates that are offered for it: accept says that decides does.  After
   the word refuted come data and certificates: accept says that refutes does, of one of these. *)
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

let decided claim offers =
  try if decides (contents claim) (List.map contents offers) then "accept" else "reject"
  with Stack_overflow -> "stack"

let denied data offers =
  try
    let text = contents data in
    if List.exists (fun offer -> refutes text (contents offer)) offers then "accept" else "reject"
  with Stack_overflow -> "stack"

let ask line =
  let start = Sys.time () in
  match String.split_on_char '\t' line with
  | "refuted" :: data :: offers ->
      let answer = denied data offers in
      Printf.printf "%s %.6f %s\n%!" answer (Sys.time () -. start) data
  | path :: (_ :: _ as offers) ->
      let answer = decided path offers in
      Printf.printf "%s %.6f %s\n%!" answer (Sys.time () -. start) path
  | _ ->
      let answer = outcome (contents line) in
      Printf.printf "%s %.6f %s\n%!" answer (Sys.time () -. start) line

let () =
  if Array.length Sys.argv = 2 && Sys.argv.(1) = "-" then
    try
      while true do
        ask (input_line stdin)
      done
    with End_of_file -> ()
  else
    for i = 1 to Array.length Sys.argv - 1 do
      ask Sys.argv.(i)
    done
