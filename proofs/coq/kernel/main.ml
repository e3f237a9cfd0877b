(* Asks the checker that Coq proved correct about each file: one line each, "outcome seconds path".
   accept: accepts, and accepts_ok says that the statement is true; reject: it does not;
   unreadable: it is no certificate, as the reader sees it, or no file; stack: it is nested too
   deeply; memory: it needs more than there is.
   Paths stand in the arguments or, after "-", in lines of the standard input.  A line with tabs
   is a claim and the certificates that are offered for it: accept says that decides does.  After
   the word refuted come data and certificates: accept says that refutes does, of one of these.
   After "numbers" each line of the standard input is an operation, for Numbers.calculate. *)
open Np_checker

let bytes =
  Array.init 256 (fun i ->
      let bit k = i land (1 lsl k) <> 0 in
      n_of_ascii (Ascii (bit 0, bit 1, bit 2, bit 3, bit 4, bit 5, bit 6, bit 7)))

let text string =
  let list = ref [] in
  for i = String.length string - 1 downto 0 do
    list := bytes.(Char.code string.[i]) :: !list
  done;
  !list

let string text =
  let byte n =
    let (Ascii (a, b, c, d, e, f, g, h)) = ascii_of_N n in
    let code = List.fold_right (fun bit code -> (2 * code) + Bool.to_int bit) in
    Char.chr (code [ a; b; c; d; e; f; g; h ] 0)
  in
  String.of_seq (Seq.map byte (List.to_seq text))

let contents path =
  let channel = open_in_bin path in
  let read = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text read

let outcome path =
  let text = contents path in
  if accepts text then "accept"
  else match read_certificate text with None -> "unreadable" | Some _ -> "reject"

let decided claim offers =
  if decides (contents claim) (List.map contents offers) then "accept" else "reject"

let denied data offers =
  let text = contents data in
  if List.exists (fun offer -> refutes text (contents offer)) offers then "accept" else "reject"

let ask line =
  let start = Sys.time () in
  let path, answer =
    match String.split_on_char '\t' line with
    | "refuted" :: data :: offers -> (data, fun () -> denied data offers)
    | path :: (_ :: _ as offers) -> (path, fun () -> decided path offers)
    | _ -> (line, fun () -> outcome line)
  in
  let answer =
    try answer () with
    | Stack_overflow -> "stack"
    | Out_of_memory -> "memory"
    | Sys_error _ | End_of_file -> "unreadable"
  in
  Printf.printf "%s %.6f %s\n%!" answer (Sys.time () -. start) path

let each_line answer =
  try
    while true do
      answer (input_line stdin)
    done
  with End_of_file -> ()

let () =
  match Array.to_list Sys.argv with
  | [ _; "-" ] -> each_line ask
  | [ _; "numbers" ] -> each_line (fun line -> print_endline (string (calculate (text line))))
  | paths -> List.iter ask (List.tl paths)
