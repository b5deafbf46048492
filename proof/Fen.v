(** * Positions as text, to test the rules *)

From Coq Require Import NArith.
From SAN Require Export San Text.

Fixpoint words (t : text) (word : list byte) : list (list byte) :=
  match t with
  | End => match word with [] => [] | _ => [rev word] end
  | Char " " t => rev word :: words t []
  | Char c t => words t (c :: word)
  end.

(** The man of a letter: capitals are White's. *)
Definition man_of (c : byte) : option man :=
  (match c with
   | "P" => Some (White, Pawn) | "N" => Some (White, Knight) | "B" => Some (White, Bishop)
   | "R" => Some (White, Rook) | "Q" => Some (White, Queen) | "K" => Some (White, King)
   | "p" => Some (Black, Pawn) | "n" => Some (Black, Knight) | "b" => Some (Black, Bishop)
   | "r" => Some (Black, Rook) | "q" => Some (Black, Queen) | "k" => Some (Black, King)
   | _ => None
   end)%byte.

Definition coordinate_of (c : byte) : option coordinate :=
  (match c with
   | "1" | "a" => Some One | "2" | "b" => Some Two | "3" | "c" => Some Three
   | "4" | "d" => Some Four | "5" | "e" => Some Five | "6" | "f" => Some Six
   | "7" | "g" => Some Seven | "8" | "h" => Some Eight | _ => None
   end)%byte.

(** The squares in the order of a FEN, from a8 to h1. *)
Definition fen_squares : list square :=
  flat_map (fun r => map (fun f => Sq f r) coordinates) (rev coordinates).

Fixpoint place (b : board) (rest : list square) (l : list byte) : board :=
  match l with
  | [] => b
  | "/"%byte :: l => place b rest l
  | c :: l =>
      match man_of c, rest with
      | Some m, s :: rest => place (set b s (Some m)) rest l
      | None, _ =>
          let n := match coordinate_of c with Some n => number n | None => 0 end in
          place b (skipn n rest) l
      | _, [] => b
      end
  end.

Definition no_men : board :=
  Eight_of nothing nothing nothing nothing nothing nothing nothing nothing.

Definition right_of (c : byte) : list (color * side) :=
  (match c with
   | "K" => [(White, Short)] | "Q" => [(White, Long)]
   | "k" => [(Black, Short)] | "q" => [(Black, Long)] | _ => []
   end)%byte.

Definition fen (t : text) : option position :=
  match words t [] with
  | men :: color :: castling :: passed :: _ =>
      Some {| on := place no_men fen_squares men;
              turn := match color with ["w"%byte] => White | _ => Black end;
              rights := flat_map right_of castling;
              passed :=
                match passed with
                | [f; r] =>
                    match coordinate_of f, coordinate_of r with
                    | Some f, Some r => Some (Sq f r)
                    | _, _ => None
                    end
                | _ => None
                end |}
  | _ => None
  end.

(** All legal moves. *)
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

(** What SAN writes for them. *)
Definition sans (p : position) : list string := map (san p) (legal_moves p).

Fixpoint string_of (l : list byte) : string :=
  match l with [] => EmptyString | c :: l => String (ascii_of_byte c) (string_of l) end.

(** Whether these are the SANs of a position, in any order. *)
Definition sans_are (row : text * text) : bool :=
  match fen (fst row) with
  | None => false
  | Some p =>
      let found := sans p in
      let expected := map string_of (words (snd row) []) in
      all (fun s => any (String.eqb s) expected) found
      && all (fun s => any (String.eqb s) found) expected
  end.

(** The rows that are wrong. *)
Definition wrong (rows : list (text * text)) : list (text * text) :=
  filter (fun row => negb (sans_are row)) rows.
