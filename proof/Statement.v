(** * The statement of the theorem

    The record [theorem] at the end of this file lists everything that we prove. The proof is in
    [Proven.v], and uses no axioms. To understand the record, read these files:

    - [Rules.v]: squares, pieces and boards; [position], [legal], [play] and [game]; [check] and [mate];
    - [San.v]: [san], the text of a move; [base_of], the part before [+] or [#]; [occurs];
    - [Draws.v]: games under a rule about draws, [occurs_under] and [not_before_law];
    - [Laws.v]: [legal_move] and [leads_to], which define moves again, by the articles of FIDE's Laws;
    - [Reader.v]: [parse], a reader of SAN;
    - [Listed.v]: [listed], the lines of output/san_strings_that_occur.txt in their order. [listed.awk]
      copies them, and [Text.v] splits them into words. *)

From Coq Require Export NArith.
From SAN Require Laws.
From SAN Require Export San Draws Reader Listed.
Open Scope string_scope.

(** ** Definitions that the theorem needs *)

(** Base strings have neither [+] nor [#] at their end. *)
Fixpoint last_character (c : ascii) (s : string) : ascii :=
  match s with EmptyString => c | String c s => last_character c s end.
Definition plain (s : string) : bool :=
  negb (Ascii.eqb (last_character " " s) "+" ||| Ascii.eqb (last_character " " s) "#").

Definition count {A} (l : list A) : N := N.of_nat (List.length l).

(** [number_of] counts how often a given piece or pawn is on a board. [material] counts all pieces and pawns of one
    colour. *)
Definition number_of (b : board) (m : man) : nat := List.length (filter (has_man b m) squares).
Definition material (b : board) (c : color) : nat := List.length (filter (has_color b c) squares).

(** The mirrored position: rank 1 becomes rank 8, and White's pieces become Black's. *)
Definition mirror (c : coordinate) : coordinate :=
  match c with
  | One => Eight | Two => Seven | Three => Six | Four => Five
  | Five => Four | Six => Three | Seven => Two | Eight => One
  end.
Definition flip_square (s : square) : square := Sq (file s) (mirror (rank s)).
Definition flip_man (m : man) : man := (other (fst m), snd m).
Definition flip_row (r : eight (option man)) : eight (option man) :=
  row (fun f => option_map flip_man (nth_of r f)).
Definition flip_board (b : board) : board :=
  Eight_of (flip_row (e8 b)) (flip_row (e7 b)) (flip_row (e6 b)) (flip_row (e5 b))
           (flip_row (e4 b)) (flip_row (e3 b)) (flip_row (e2 b)) (flip_row (e1 b)).
Definition flip_right (x : color * side) : color * side := (other (fst x), snd x).
Definition flip (p : position) : position :=
  {| on := flip_board (on p);
     turn := other (turn p);
     rights := map flip_right (rights p);
     passed := option_map flip_square (passed p) |}.
Definition flip_move (m : move) : move :=
  {| from := flip_square (from m); to := flip_square (to m); promotion := promotion m |}.

(** [game_from q moves p]: [moves] lead from the position [q] to the position [p]. The list begins
    with the last move. *)
Inductive game_from (q : position) : list move -> position -> Prop :=
  | game_from_start : game_from q [] q
  | game_from_move : forall moves p m,
      game_from q moves p -> legal p m = true -> game_from q (m :: moves) (play p m).

(** ** The theorem *)

Record theorem : Prop := {

  (** *** The list *)

  (** A string is the SAN of a move in some legal game if and only if it is in the list. *)
  occurs_iff : forall s, occurs s <-> In s listed;

  (** The same strings occur under every rule about draws that does not end a game earlier than the Laws
      do. *)
  occurs_under_iff : forall over, not_before_law over ->
    forall s, occurs_under over s <-> In s listed;

  (** The list has 28,938 different strings, and 9,758 of them are base strings. *)
  listed_once : NoDup listed /\ count listed = 28938%N;
  base_strings_are_9758 : count (filter plain listed) = 9758%N;

  (** A string occurs with [+] at its end if and only if it occurs with [#]. *)
  check_iff_mate : forall s, occurs (s ++ "+") <-> occurs (s ++ "#");

  (** 336 strings with [+] or [#] do not occur, although the same strings without [+] or [#] occur. *)
  never_check_are_336 : exists never, NoDup never /\ count never = 336%N
    /\ forall s, In s never <-> ~ occurs s
         /\ exists x, plain x = true /\ occurs x /\ (s = x ++ "+" \/ s = x ++ "#");

  (** *** SAN is unambiguous *)

  (** Different legal moves in the same position have different SANs. This holds in every position, even if no game
      reaches it. *)
  san_unique : forall p m n,
    legal p m = true -> legal p n = true -> san p m = san p n -> m = n;

  (** Different legal moves in the same position also have different base strings. *)
  base_unique : forall p m n,
    legal p m = true -> legal p n = true -> base_of p m = base_of p n -> m = n;

  (** The reader accepts the SANs of the legal moves, and no other text. *)
  parse_iff : forall p s m, parse p s = Some m <-> legal p m = true /\ san p m = s;

  (** *** The rules are those of chess: in every position of a game ... *)

  (** ... a move is legal if and only if it is legal by FIDE's Laws. [play] returns the position that the
      Laws prescribe, except for the order of the castling rights in the list. Check and mate also agree with
      the Laws, ... *)
  legal_iff_laws : forall moves p m, game moves p -> legal p m = true <-> Laws.legal_move p m;
  leads_to_iff : forall moves p m q, game moves p ->
    Laws.leads_to p m q <-> legal p m = true /\ on q = on (play p m) /\ turn q = turn (play p m)
      /\ passed q = passed (play p m)
      /\ (forall c x, In (c, x) (rights q) <-> In (c, x) (rights (play p m)));
  check_iff_laws : forall p, check p = true <-> Laws.checked (on p) (turn p);
  mate_iff_laws : forall moves p, game moves p ->
    mate p = true <-> Laws.checked (on p) (turn p) /\ forall m, ~ Laws.legal_move p m;

  (** ... each side has exactly one king, ... *)
  one_king : forall moves p, game moves p ->
    forall c, exists! s, get (on p) s = Some (c, King);

  (** ... no legal move captures a king, ... *)
  king_not_captured : forall moves p m c, game moves p -> legal p m = true ->
    get (on p) (to m) <> Some (c, King);

  (** ... the side that has just moved is not in check, ... *)
  not_in_check : forall moves p, game moves p -> in_check (on p) (other (turn p)) = false;

  (** ... no pawn is on the first or last rank, ... *)
  pawn_ranks : forall moves p c s, game moves p -> get (on p) s = Some (c, Pawn) ->
    rank s <> One /\ rank s <> Eight;

  (** ... a castling right means that the king and the rook are on their initial squares, ... *)
  castling_rights : forall moves p c x, game moves p -> In (c, x) (rights p) ->
    get (on p) (king_home c) = Some (c, King) /\ get (on p) (rook_home c x) = Some (c, Rook);

  (** ... no move adds a piece or pawn, ... *)
  material_never_grows : forall moves p m c, game moves p -> legal p m = true ->
    (material (on (play p m)) c <= material (on p) c)%nat;

  (** ... a side has at most 16 pieces and pawns, and at most 8 pawns, ... *)
  at_most_sixteen : forall moves p c, game moves p -> (material (on p) c <= 16)%nat;
  at_most_eight_pawns : forall moves p c, game moves p -> (number_of (on p) (c, Pawn) <= 8)%nat;

  (** ... and each piece beyond those of the initial position has cost a pawn. (For natural numbers,
      Coq defines [n - m] as 0 if [m] is greater than [n].) *)
  promotion_arithmetic : forall moves p c, game moves p ->
    (number_of (on p) (c, Pawn) + (number_of (on p) (c, Knight) - 2)
     + (number_of (on p) (c, Bishop) - 2) + (number_of (on p) (c, Rook) - 2)
     + (number_of (on p) (c, Queen) - 1) <= 8)%nat;

  (** In every position, the rules are the same for both colours. So if we exchange the colours in a game, the
      result is a game from the mirrored initial position, in which Black moves first. *)
  legal_flip : forall p m, legal (flip p) (flip_move m) = legal p m;
  play_flip : forall p m, play (flip p) (flip_move m) = flip (play p m);
  game_flip : forall moves p, game moves p ->
    game_from (flip start) (map flip_move moves) (flip p)
}.
