(** * Positions as text, to test the rules *)

From Coq Require Import NArith.
From SAN Require Export Reader Text.

(** The piece that a letter in a FEN represents. Capital letters are White's. *)
Definition man_of (c : ascii) : option man :=
  (match c with
   | "P" => Some (White, Pawn) | "N" => Some (White, Knight) | "B" => Some (White, Bishop)
   | "R" => Some (White, Rook) | "Q" => Some (White, Queen) | "K" => Some (White, King)
   | "p" => Some (Black, Pawn) | "n" => Some (Black, Knight) | "b" => Some (Black, Bishop)
   | "r" => Some (Black, Rook) | "q" => Some (Black, Queen) | "k" => Some (Black, King)
   | _ => None
   end)%char.

(** The squares in the order of a FEN, from a8 to h1. *)
Definition fen_squares : list square :=
  flat_map (fun r => map (fun f => Sq f r) coordinates) (rev coordinates).

(** Places the pieces of a FEN on the squares of [rest]. A digit says how many squares to skip. *)
Fixpoint place (b : board) (rest : list square) (men : string) : board :=
  match men with
  | EmptyString => b
  | String "/" men => place b rest men
  | String c men =>
      match man_of c, rest with
      | Some m, s :: rest => place (set b s (Some m)) rest men
      | None, _ =>
          let n := match rank_of c with Some n => number n | None => 0 end in
          place b (skipn n rest) men
      | _, [] => b
      end
  end.

Definition no_men : board :=
  Eight_of nothing nothing nothing nothing nothing nothing nothing nothing.

Fixpoint rights_of (s : string) : list (color * side) :=
  match s with
  | EmptyString => []
  | String c s =>
      (match c with
       | "K" => [(White, Short)] | "Q" => [(White, Long)]
       | "k" => [(Black, Short)] | "q" => [(Black, Long)] | _ => []
       end)%char ++ rights_of s
  end%list.

(** Reads the first four fields of a FEN. *)
Definition fen_fields (fields : list string) : option position :=
  match fields with
  | men :: color :: castling :: passed :: _ =>
      Some {| on := place no_men fen_squares men;
              turn := if String.eqb color "w" then White else Black;
              rights := rights_of castling;
              passed :=
                match passed with
                | String f (String r EmptyString) =>
                    match file_of f, rank_of r with
                    | Some f, Some r => Some (Sq f r)
                    | _, _ => None
                    end
                | _ => None
                end |}
  | _ => None
  end.
Definition fen (t : text) : option position := fen_fields (words t).

Definition legal_moves (p : position) : list move :=
  flat_map (fun f =>
    if has_color (on p) (turn p) f then
      flat_map (fun t =>
        flat_map (fun r => if legal p (Move f t r) then [Move f t r] else []) promotions) squares
    else []) squares.

Fixpoint perft (depth : nat) (p : position) : N :=
  match depth with
  | 0 => 1
  | 1 => N.of_nat (List.length (legal_moves p))
  | S depth => fold_left (fun n m => n + perft depth (play p m))%N (legal_moves p) 0%N
  end.

(** Plays the SANs in [l], and adds each move to the front of [line], so the last move comes first. *)
Fixpoint play_words (p : position) (line : list move) (l : list string)
    : option (position * list move) :=
  match l with
  | [] => Some (p, line)
  | s :: l =>
      match parse p s with
      | Some m => play_words (play p m) (m :: line) l
      | None => None
      end
  end.

(** After we play [moves] from the position of a FEN, the SANs of the legal moves are exactly [sans], in any
    order, and the reader finds the move for each SAN. *)
Definition sans_are (position moves sans : text) : bool :=
  match fen position with
  | None => false
  | Some p =>
      match play_words p [] (words moves) with
      | None => false
      | Some (p, _) =>
          let found := map (san p) (legal_moves p) in
          let expected := words sans in
          all (fun s => any (String.eqb s) expected) found
          &&& all (fun s => any (String.eqb s) found) expected
          &&& all (fun s => match parse p s with Some m => String.eqb (san p m) s | None => false end)
                expected
      end
  end.
