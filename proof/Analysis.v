(** * The analysis: a function that computes the strings that occur

    You need not trust this file: the theorem in [Occurs.v] proves that the list is right. *)

From Coq Require Export NArith Mergesort Orders.
From SAN Require Export Basics.

Definition mem (s : square) (l : list square) : bool := any (square_beq s) l.
Definition same_file (s t : square) := coordinate_beq (file s) (file t).
Definition same_rank (s t : square) := coordinate_beq (rank s) (rank t).

(** ** Base strings

    In this section, a piece of role [r] goes from [f] to [t]. *)
Definition piece_aims (r : role) (s t : square) : bool := aims (White, r) s t.

(** A companion on [c] could also go to [t], and neither piece blocks the other. *)
Definition companion (r : role) (f t c : square) : bool :=
  negb (square_beq c f) &&& piece_aims r c t
  &&& negb (mem c (between f t)) &&& negb (mem f (between c t)).

(** The smallest sets of companions that make the discriminator name the file if [by_file] is given, and the
    rank if [by_rank] is given. *)
Definition companion_sets (r : role) (by_file by_rank : option coordinate) (f t : square)
    : list (list square) :=
  let on_file c := same_file c f &&& companion r f t c in
  let on_rank c := same_rank c f &&& companion r f t c in
  let off_file c := negb (same_file c f) &&& companion r f t c in
  match by_file, by_rank with
  | None, None => [[]]
  | Some _, None => map (fun c => [c]) (filter off_file squares)
  | None, Some _ => map (fun c => [c]) (filter on_file squares)
  | Some _, Some _ =>
      flat_map (fun c => map (fun d => [c; d]) (filter on_rank squares)) (filter on_file squares)
  end.

(** The discriminator agrees with the from-square [f]. *)
Definition named (by_file by_rank : option coordinate) (f : square) : bool :=
  match by_file with Some x => coordinate_beq (file f) x | None => true end &&&
  match by_rank with Some x => coordinate_beq (rank f) x | None => true end.

(** Some way to play a base string satisfies [P]. A way is a from-square and one of the smallest sets
    of companions. *)
Definition some_way (r : role) (by_file by_rank : option coordinate) (t : square)
    (P : square -> list square -> bool) : bool :=
  any (fun f => named by_file by_rank f &&& piece_aims r f t
                &&& any (P f) (companion_sets r by_file by_rank f t)) squares.

Definition possible (x : base) : bool :=
  match x with
  | Castling _ => true
  | Pawn_move by_file t becomes =>
      any (fun c => any (fun f =>
        promotion_fits c Pawn (Move f t becomes) &&&
        match by_file with
        | None => same_file f t &&&
            (ahead c 1 (rank f) (rank t)
             ||| coordinate_beq (rank f) (second_rank c) &&& ahead c 2 (rank f) (rank t))
        | Some x => coordinate_beq (file f) x &&& aims (c, Pawn) f t
        end) squares) [White; Black]
  | Piece_move Pawn _ _ _ _ => false
  | Piece_move King None None _ t => some_way King None None t (fun _ _ => true)
  | Piece_move King _ _ _ _ => false
  | Piece_move r by_file by_rank _ t => some_way r by_file by_rank t (fun _ _ => true)
  end.

(** ** Checks

    The squares that must be empty before the move if the piece on [f] and its companions [cs] can
    all go to [t]. *)
Definition empty_before (takes : bool) (f t : square) (cs : list square) : list square :=
  flat_map (fun x => between x t) (f :: cs) ++ (if takes then [] else [t]).

(** The squares between [x] and the king on [k], except [f]. A piece on [x] gives check after the move only if
    all these squares are empty before the move. [f] is an exception, because the move itself empties [f]. *)
Definition line (f x k : square) : list square :=
  filter (fun y => negb (square_beq y f)) (between x k).

(** Whether a king on [k] may be safe from all [movers] before the move. [known] lists the
    squares that must be empty. If a mover aims at [k], there must be a square between the mover
    and [k] that is not in [known], because a piece on that square may block the attack. *)
Definition hidden (r : role) (movers known : list square) (k : square) : bool :=
  all (fun x => negb (piece_aims r x k)
                ||| any (fun y => negb (mem y known)) (between x k)) movers.

Definition on_line (s k : square) : bool := straight s k ||| diagonal s k.

(** The move can give check: either the piece attacks the king from [t], or it opens a line to the king for
    another piece behind [f]. In the second case, the moving piece must be of a kind that cannot attack along
    this line. *)
Definition gives_check (r : role) (takes : bool) (t f : square) (cs : list square) : bool :=
  let needed := empty_before takes f t cs in
  any (fun k =>
    negb (mem k (t :: f :: cs ++ needed)) &&&
    (piece_aims r t k &&& hidden r (f :: cs) (needed ++ line f t k) k
     ||| on_line f k &&& negb (piece_aims r f k) &&&
        any (fun s => on_line s k &&& mem f (between s k) &&& negb (mem t (between s k))
                      &&& hidden r (f :: cs) (needed ++ line f s k) k) squares)) squares.

(** Whether the move can give check. For strings without a discriminator, and for pawns, knights and
    kings, the answer is always yes, because the replayed games contain each of these moves with a check. *)
Definition can_check (x : base) : bool :=
  match x with
  | Castling _ | Pawn_move _ _ _ | Piece_move _ None None _ _ => true
  | Piece_move r by_file by_rank takes t =>
      match r with
      | Bishop | Rook | Queen => some_way r by_file by_rank t (gives_check r takes t)
      | Pawn | Knight | King => true
      end
  end.

(** ** The list *)

Definition bases : list base := filter possible well_formed.

Definition suffixes (x : base) : list string := if can_check x then [""; "+"; "#"] else [""].

(** The sort key: the bytes of the text as one number. So shorter texts come first, and texts of
    equal length are in alphabetical order. *)
Definition code (s : string) : N :=
  (fix read (n : N) (s : string) : N :=
     match s with
     | EmptyString => n
     | String c s => read (n * 256 + N_of_ascii c)%N s
     end) 1%N s.

Module By_code <: TotalLeBool.
  Definition t : Type := N * string.
  Definition leb (x y : t) : bool := N.leb (fst x) (fst y).
  Lemma leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof.
    intros x y; unfold leb; rewrite !N.leb_le.
    destruct (N.le_ge_cases (fst x) (fst y)); auto.
  Qed.
End By_code.
Module Sort := Mergesort.Sort By_code.

Definition sorted (l : list string) : list string :=
  map snd (Sort.sort (map (fun s => (code s, s)) l)).

Definition strings : list string :=
  sorted (flat_map (fun x => map (fun e => write_base x ++ e) (suffixes x)) bases).
