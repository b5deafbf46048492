(** * A reader of SAN

    [parse p s] finds the legal move of the position [p] whose SAN is [s], if there is one.
    It accepts SAN exactly as the standard writes it, and no other text. [Unique.v] proves that. *)

From SAN Require Export San.

(** Inverts [write]: finds the element of [l] that [write] writes as the character [c]. *)
Definition unwrite {A} (write : A -> string) (l : list A) (c : ascii) : option A :=
  find (fun x => String.eqb (write x) (String c "")) l.
Definition file_of := unwrite file_letter coordinates.
Definition rank_of := unwrite rank_digit coordinates.
Definition piece_of := unwrite letter [Knight; Bishop; Rook; Queen; King].

(** Splits the first character off [l], if [of] accepts it. *)
Definition optional {A} (of : ascii -> option A) (l : list ascii) : option A * list ascii :=
  match l with
  | c :: rest => match of c with Some x => (Some x, rest) | None => (None, l) end
  | [] => (None, [])
  end.

Definition is_sign (c : ascii) (x : ascii) : option unit :=
  if Ascii.eqb c x then Some tt else None.

(** Parses a SAN from its end ([l] is reversed), because the to-square then comes before the discriminator:
    in [Nfd2], the last letter, [d], is the file of the to-square. *)
Definition read_backwards (l : list ascii) : option base :=
  let '(becomes, l) :=
    match l with
    | r :: e :: rest => if Ascii.eqb e "=" then (piece_of r, rest) else (None, l)
    | _ => (None, l)
    end in
  match l with
  | r :: f :: l =>
      match file_of f, rank_of r with
      | Some f, Some r =>
          let (takes, l) := optional (is_sign "x") l in
          let takes := if takes then true else false in
          let (by_rank, l) := optional rank_of l in
          let (by_file, l) := optional file_of l in
          match l with
          | [] => Some (Pawn_move by_file (Sq f r) becomes)
          | c :: _ =>
              match piece_of c with
              | Some piece => Some (Piece_move piece by_file by_rank takes (Sq f r))
              | None => None
              end
          end
      | _, _ => None
      end
  | _ => None
  end.

(** Parses a SAN into its parts, and drops the suffix. *)
Definition read_base (s : string) : option base :=
  let (_, l) := optional (is_sign "+") (rev (list_ascii_of_string s)) in
  let (_, l) := optional (is_sign "#") l in
  match l with
  | "O"%char :: _ => Some (Castling (if (3 <? List.length l)%nat then Long else Short))
  | _ => read_backwards l
  end.

(** The squares of the pieces of role [r] on the file [by_file] and the rank [by_rank], if these are given. *)
Definition from_where (p : position) (r : role) (by_file by_rank : option coordinate)
    : list square :=
  filter (fun s => has_man (on p) (turn p, r) s &&&
    match by_file with Some x => coordinate_beq (file s) x | None => true end &&&
    match by_rank with Some x => coordinate_beq (rank s) x | None => true end) squares.

Definition candidates (p : position) (x : base) : list move :=
  match x with
  | Castling x => [Move (king_home (turn p)) (king_castled (turn p) x) None]
  | Pawn_move by_file t r =>
      let f := match by_file with Some f => f | None => file t end in
      map (fun s => Move s t r) (from_where p Pawn (Some f) None)
  | Piece_move r by_file by_rank _ t =>
      map (fun s => Move s t None) (from_where p r by_file by_rank)
  end.

(** The first legal move that agrees with the text, even if the text is not the SAN of that move. *)
Definition find_move (p : position) (s : string) : option move :=
  match read_base s with Some x => find (legal p) (candidates p x) | None => None end.

Definition parse (p : position) (s : string) : option move :=
  match find_move p s with
  | Some m => if String.eqb (san p m) s then Some m else None
  | None => None
  end.
