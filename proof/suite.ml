(* Tests the proven rules and the proven reader with the conformance suite: suite FOLDER

   The texts of refuse.tsv and lenient.tsv are not SAN, so the reader must refuse them. The exit code is 1 if
   an answer is wrong. tests/oracles/suite.py checks the rows themselves with python-chess. *)

open Chess

let rows = ref 0
let wrong = ref 0

let check file line what ok =
  incr rows;
  if not ok then begin
    incr wrong;
    Printf.eprintf "%s:%d: %s\n" file line what
  end

let position fen =
  match fen_fields (String.split_on_char ' ' fen) with
  | Some p -> p
  | None -> failwith ("not a FEN: " ^ fen)

(* Whether a position agrees with a FEN. Some programs write an en passant square only if a pawn can capture
   there, so a FEN without that square also agrees. *)
let leads_to p fen =
  let q = position fen in
  p.on = q.on && p.turn = q.turn && p.rights = q.rights
  && (q.passed = None || p.passed = q.passed)

let move uci =
  let square i =
    match file_of uci.[i], rank_of uci.[i + 1] with
    | Some file, Some rank -> { file; rank }
    | _ -> failwith ("not a move: " ^ uci) in
  let promotion =
    if String.length uci < 5 then None else piece_of (Char.uppercase_ascii uci.[4]) in
  { from = square 0; to0 = square 2; promotion }

let words s = if s = "" then [] else String.split_on_char ' ' s

let each folder file columns f =
  let channel = open_in_bin (Filename.concat folder file) in
  let header = String.split_on_char '\t' (input_line channel) in
  let rec index name i = function
    | [] -> failwith (file ^ " has no column " ^ name)
    | column :: rest -> if column = name then i else index name (i + 1) rest in
  let indices = List.map (fun column -> index column 0 header) columns in
  let rec go line =
    match input_line channel with
    | exception End_of_file -> close_in channel
    | row ->
        let cells = Array.of_list (String.split_on_char '\t' row) in
        f (check file line) (List.map (fun i -> cells.(i)) indices);
        go (line + 1) in
  go 2

let () =
  let each = each Sys.argv.(1) in
  each "canonical.tsv" ["fen"; "uci"; "san"; "fen_after"] (fun check -> function
    | [fen; uci; text; after] ->
        let p = position fen and m = move uci in
        check ("does not read " ^ text) (parse p text = Some m);
        check ("writes " ^ san p m ^ " for " ^ text) (san p m = text);
        check ("plays " ^ text ^ " otherwise") (leads_to (play p m) after)
    | _ -> assert false);
  each "legal.tsv" ["fen"; "sans"] (fun check -> function
    | [fen; sans] ->
        let p = position fen in
        let found = List.map (san p) (legal_moves p) in
        check ("has other moves: " ^ fen)
          (List.sort compare found = List.sort compare (words sans))
    | _ -> assert false);
  List.iter (fun file ->
    each file ["fen"; "text"] (fun check -> function
      | [fen; text] -> check ("reads " ^ text) (parse (position fen) text = None)
      | _ -> assert false)) ["refuse.tsv"; "lenient.tsv"];
  each "play.tsv" ["fen"; "uci"; "after"] (fun check -> function
    | [fen; uci; after] ->
        let after = List.hd (String.split_on_char '|' after) in
        check ("plays " ^ uci ^ " otherwise") (leads_to (play (position fen) (move uci)) after)
    | _ -> assert false);
  Printf.printf "%d answers, %d wrong\n" !rows !wrong;
  exit (if !wrong = 0 then 0 else 1)
