(** * The Laws of Chess, article by article

    [Rules.v] computes which moves are legal. This file defines legal moves again, as far as possible in
    the words of FIDE's Laws of Chess. Here, legality is a relation, not the result of a computation. Squares
    have integer coordinates, and a line is a sequence of equal steps. The articles are numbered as in the 2023
    edition. [LawsAgree.v] proves that both definitions agree in every position of a game. *)

From Coq Require Import ZArith.
From SAN Require Export Rules.

(** ** Steps *)

(** Files and ranks as integers, so that we can add and subtract. *)
Definition x_of (s : square) : Z := Z.of_nat (number (file s)).
Definition y_of (s : square) : Z := Z.of_nat (number (rank s)).

(** [n] steps lead from [s] to [t]. Each step goes [dx] files to the right and [dy] ranks up. *)
Definition steps (s : square) (dx dy n : Z) (t : square) : Prop :=
  (x_of t = x_of s + n * dx /\ y_of t = y_of s + n * dy)%Z.

(** A difference of one in a coordinate: 1 (right or up) or -1 (left or down). *)
Definition one (d : Z) : Prop := (d = 1 \/ d = -1)%Z.

(** The forward direction of a colour: White moves up the board, Black down. *)
Definition forward (c : color) : Z := match c with White => 1 | Black => -1 end.

(** Repeated steps of [dx] files and [dy] ranks lead from [s] to [t], and the squares in between are empty.
    Article 3.5: the bishop, the rook and the queen may not move over any intervening pieces. *)
Definition line (b : board) (s : square) (dx dy : Z) (t : square) : Prop :=
  (exists n, 0 < n /\ steps s dx dy n t /\
    forall i x, 0 < i < n -> steps s dx dy i x -> get b x = None)%Z.

(** [apart]: two squares are not on the same rank, file or diagonal. [far] is the squared distance between
    two squares. Article 3.6 uses both: among the squares that are [apart] from its own square, a knight
    moves to one of the nearest. *)
Definition apart (s t : square) : Prop :=
  (x_of s <> x_of t /\ y_of s <> y_of t
   /\ Z.abs (x_of t - x_of s) <> Z.abs (y_of t - y_of s))%Z.
Definition far (s t : square) : Z :=
  ((x_of t - x_of s) * (x_of t - x_of s) + (y_of t - y_of s) * (y_of t - y_of s))%Z.

(** ** Attacks *)

(** Where a piece can move, given only its kind and the pieces in its way. *)
Inductive piece_moves (b : board) (s t : square) : role -> Prop :=
  (** Article 3.2: the bishop moves to any square along a diagonal on which it stands. *)
  | moves_bishop : forall dx dy, one dx -> one dy -> line b s dx dy t -> piece_moves b s t Bishop
  (** Article 3.3: the rook moves to any square along the file or the rank on which it stands. *)
  | moves_rook_on_file : forall dy, one dy -> line b s 0 dy t -> piece_moves b s t Rook
  | moves_rook_on_rank : forall dx, one dx -> line b s dx 0 t -> piece_moves b s t Rook
  (** Article 3.4: the queen moves along the file, the rank or a diagonal. *)
  | moves_queen_as_bishop : piece_moves b s t Bishop -> piece_moves b s t Queen
  | moves_queen_as_rook : piece_moves b s t Rook -> piece_moves b s t Queen
  (** Article 3.6: the knight moves to one of the squares nearest to that on which it stands but
      not on the same rank, file or diagonal. *)
  | moves_knight :
      apart s t -> (forall x, apart s x -> (far s t <= far s x)%Z) -> piece_moves b s t Knight
  (** Article 3.8.1: the king moves to an adjoining square. *)
  | moves_king : s <> t -> (-1 <= x_of t - x_of s <= 1)%Z -> (-1 <= y_of t - y_of s <= 1)%Z ->
      piece_moves b s t King.

(** A piece or pawn of colour [c] attacks [t]. Article 3.1.2: it attacks the square if it could capture
    there. Article 3.1.3: it attacks the square even if moving there would leave or place its own
    king in check. *)
Inductive threatens (b : board) (c : color) (t : square) : Prop :=
  | piece_threatens : forall s r,
      get b s = Some (c, r) -> piece_moves b s t r -> threatens b c t
  (** Article 3.7.3: a pawn captures diagonally in front of it on an adjacent file. *)
  | pawn_threatens : forall s dx,
      get b s = Some (c, Pawn) -> one dx -> steps s dx (forward c) 1 t -> threatens b c t.

(** The king is in check. Article 3.9.1: it is attacked by one or more of the opponent's pieces. *)
Definition checked (b : board) (c : color) : Prop :=
  exists k, get b k = Some (c, King) /\ threatens b (other c) k.

(** ** Moves *)

(** What a pawn becomes on [t]. Article 3.7.3.3: if it reaches the rank furthest from its
    starting position, it is exchanged for a queen, rook, bishop or knight of the same colour. *)
Inductive becomes (c : color) (t : square) : option role -> role -> Prop :=
  | stays_pawn : rank t <> last_rank c -> becomes c t None Pawn
  | promotes : forall r, rank t = last_rank c -> In r [Queen; Rook; Bishop; Knight] ->
      becomes c t (Some r) r.

(** The side to move may move from [s] to [t]. This definition ignores whether the move leaves the king in
    check. The optional role is the piece that a pawn becomes. The list contains the squares that change,
    with their new contents. A piece that was on [t] is captured (article 3.1.1). *)
Inductive may_move (p : position) (s t : square)
    : option role -> list (square * option man) -> Prop :=
  | piece_may_move : forall r,
      get (on p) s = Some (turn p, r) -> piece_moves (on p) s t r ->
      may_move p s t None [(s, None); (t, Some (turn p, r))]
  (** Article 3.7.1: the pawn may move forward to the square immediately in front of it on the
      same file, provided that this square is unoccupied. *)
  | pawn_may_step : forall q r,
      get (on p) s = Some (turn p, Pawn) ->
      steps s 0 (forward (turn p)) 1 t -> get (on p) t = None -> becomes (turn p) t q r ->
      may_move p s t q [(s, None); (t, Some (turn p, r))]
  (** Article 3.7.2: on its first move, from its initial square, the pawn may advance two squares
      along the same file, provided that both squares are unoccupied. *)
  | pawn_may_leap : forall e,
      get (on p) s = Some (turn p, Pawn) -> rank s = second_rank (turn p) ->
      steps s 0 (forward (turn p)) 1 e -> get (on p) e = None ->
      steps s 0 (forward (turn p)) 2 t -> get (on p) t = None ->
      may_move p s t None [(s, None); (t, Some (turn p, Pawn))]
  (** Article 3.7.3: the pawn may move to a square occupied by an opponent's piece diagonally in
      front of it on an adjacent file, capturing that piece. *)
  | pawn_may_capture : forall dx q r taken,
      get (on p) s = Some (turn p, Pawn) ->
      one dx -> steps s dx (forward (turn p)) 1 t -> get (on p) t = Some (other (turn p), taken) ->
      becomes (turn p) t q r ->
      may_move p s t q [(s, None); (t, Some (turn p, r))]
  (** Articles 3.7.3.1 and 3.7.3.2: a pawn occupying a square on the same rank as and on an
      adjacent file to an opponent's pawn [v] which has just advanced two squares may capture this
      pawn as though it had been moved only one square, on the move following this advance. *)
  | pawn_may_capture_in_passing : forall dx v,
      get (on p) s = Some (turn p, Pawn) ->
      one dx -> steps s dx 0 1 v -> get (on p) v = Some (other (turn p), Pawn) ->
      passed p = Some t -> steps v 0 (forward (turn p)) 1 t ->
      may_move p s t None [(v, None); (s, None); (t, Some (turn p, Pawn))]
  (** Article 3.8.2: the king is transferred from its original square two squares towards the rook
      on its original square, then that rook is transferred to the square [y] the king has just
      crossed. Article 3.8.2.1: neither the king nor this rook has moved, so the right to castle has
      not been lost. Article 3.8.2.2: the squares on which the king stands, which it crosses and
      which it is to occupy are not attacked, and there is no piece between the king and the rook. *)
  | king_may_castle : forall x d v y,
      get (on p) s = Some (turn p, King) -> s = king_home (turn p) ->
      get (on p) v = Some (turn p, Rook) -> v = rook_home (turn p) x ->
      In (turn p, x) (rights p) ->
      one d -> line (on p) s d 0 v -> steps s d 0 1 y -> steps s d 0 2 t ->
      ~ threatens (on p) (other (turn p)) s -> ~ threatens (on p) (other (turn p)) y ->
      ~ threatens (on p) (other (turn p)) t ->
      may_move p s t None
        [(s, None); (t, Some (turn p, King)); (v, None); (y, Some (turn p, Rook))].

(** The board after some squares have changed. All other squares stay as they are. *)
Definition changed (b : board) (l : list (square * option man)) (b' : board) : Prop :=
  forall s, (forall x, In (s, x) l -> get b' s = x)
    /\ ((forall x, ~ In (s, x) l) -> get b' s = get b s).

(** A move is legal. Article 3.1: no piece moves to a square occupied by a piece of the same colour.
    Article 3.9.2: no move exposes the king of the same colour to check or leaves it in check. Article 1
    also forbids the capture of a king. We need not add that rule, because [king_not_captured] proves it. *)
Definition legal_move (p : position) (m : move) : Prop :=
  exists l b, may_move p (from m) (to m) (promotion m) l
    /\ (forall r, get (on p) (to m) <> Some (turn p, r))
    /\ changed (on p) l b /\ ~ checked b (turn p).

(** The move [m] is legal in [p], and leads to the position [q]. Article 1: the players move alternately.
    Article 3.8.2.1: a right to castle is lost if the king or the rook has moved, or if the rook is
    captured.
    Article 3.7.3.1: a pawn that has just advanced two squares may be captured en passant. *)
Definition leads_to (p : position) (m : move) (q : position) : Prop :=
  exists l, may_move p (from m) (to m) (promotion m) l
    /\ (forall r, get (on p) (to m) <> Some (turn p, r))
    /\ changed (on p) l (on q) /\ ~ checked (on q) (turn p)
    /\ turn q = other (turn p)
    /\ (forall c x, In (c, x) (rights q) <-> In (c, x) (rights p)
          /\ (forall s, s = king_home c \/ s = rook_home c x -> s <> from m /\ s <> to m))
    /\ (forall e, passed q = Some e <-> get (on p) (from m) = Some (turn p, Pawn)
          /\ steps (from m) 0 (forward (turn p)) 1 e
          /\ steps (from m) 0 (forward (turn p)) 2 (to m)).
