(** * Standard algebraic notation

    The PGN standard, section 8.2.3. *)

From Coq Require Export Ascii String.
From SAN Require Export Rules.
Open Scope string_scope.

Definition letter (r : role) : string :=
  match r with
  | Pawn => "" | Knight => "N" | Bishop => "B" | Rook => "R" | Queen => "Q" | King => "K"
  end.
Definition file_letter (c : coordinate) : string :=
  match c with
  | One => "a" | Two => "b" | Three => "c" | Four => "d"
  | Five => "e" | Six => "f" | Seven => "g" | Eight => "h"
  end.
Definition rank_digit (c : coordinate) : string :=
  match c with
  | One => "1" | Two => "2" | Three => "3" | Four => "4"
  | Five => "5" | Six => "6" | Seven => "7" | Eight => "8"
  end.
Definition square_name (s : square) : string := file_letter (file s) ++ rank_digit (rank s).

(** The parts of a SAN before [+] or [#]. *)
Inductive base :=
  | Castling (x : side)
  (** The from-file of the pawn if it captures, its to-square, and the piece that it promotes to, if any. *)
  | Pawn_move (by_file : option coordinate) (target : square) (becomes : option role)
  (** The piece; its from-file and its from-rank, each only if SAN needs it; whether the piece captures;
      and the to-square. *)
  | Piece_move (piece : role) (by_file by_rank : option coordinate) (takes : bool) (target : square).

Definition if_some {A} (f : A -> string) (x : option A) : string :=
  match x with Some x => f x | None => "" end.

Definition write_base (x : base) : string :=
  match x with
  | Castling Short => "O-O"
  | Castling Long => "O-O-O"
  | Pawn_move f t r =>
      if_some (fun f => file_letter f ++ "x") f ++ square_name t
      ++ if_some (fun r => "=" ++ letter r) r
  | Piece_move r f n takes t =>
      letter r ++ if_some file_letter f ++ if_some rank_digit n
      ++ (if takes then "x" else "") ++ square_name t
  end.

(** The other squares from which a piece of the same kind could legally move to the to-square of [m]. *)
Definition companions (p : position) (m : move) : list square :=
  match get (on p) (from m) with
  | None => []
  | Some x =>
      filter (fun s =>
        negb (square_beq s (from m)) &&& has_man (on p) x s
        &&& legal p (Move s (to m) (promotion m))) squares
  end.

(** The part of the from-square that SAN names. Without companions, SAN names nothing. If no companion is on
    the same file as the moving piece, SAN names the file. If a companion is on the same file, but none is on
    the same rank, SAN names the rank. Otherwise SAN names the whole square. *)
Definition discriminator (f : square) (others : list square)
    : option coordinate * option coordinate :=
  match others with
  | [] => (None, None)
  | _ =>
      if all (fun s => negb (coordinate_beq (file s) (file f))) others then (Some (file f), None)
      else if all (fun s => negb (coordinate_beq (rank s) (rank f))) others
      then (None, Some (rank f))
      else (Some (file f), Some (rank f))
  end.

(** A piece move is a capture if its to-square is occupied. A pawn move is a capture if the pawn changes its
    file. A move from an empty square has no SAN. *)
Definition base_of (p : position) (m : move) : option base :=
  match castles p m with
  | Some x => Some (Castling x)
  | None =>
      match get (on p) (from m) with
      | Some (_, Pawn) =>
          let takes := negb (coordinate_beq (file (from m)) (file (to m))) in
          Some (Pawn_move (if takes then Some (file (from m)) else None) (to m) (promotion m))
      | Some (_, r) =>
          let (f, n) := discriminator (from m) (companions p m) in
          Some (Piece_move r f n (negb (empty (on p) (to m))) (to m))
      | None => None
      end
  end.

(** [#] for mate, [+] for any other check. *)
Definition suffix (p : position) : string :=
  if check p then if has_legal_move p then "+" else "#" else "".

Definition san (p : position) (m : move) : string :=
  match base_of p m with
  | Some x => write_base x ++ suffix (play p m)
  | None => ""
  end.

(** A string occurs if it is the SAN of the last move of some legal game. *)
Definition occurs (s : string) : Prop :=
  exists moves p m, game moves p /\ legal p m = true /\ s = san p m.
