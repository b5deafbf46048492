(** * Draws

    A game in [Rules.v] goes on until there is no legal move. The Laws of Chess end it earlier: if a
    position has occurred five times (9.6.1), after 75 moves of each side without a capture or a pawn
    move (9.6.2), or if nobody can be mated any more (5.2.2). A program may know all of these rules,
    some, or none. This file defines what a game is under any of them. *)

From SAN Require Export San.

(** The position that a list of moves leads to. As in [game], the last move comes first. *)
Fixpoint reached (moves : list move) : position :=
  match moves with [] => start | m :: moves => play (reached moves) m end.

(** After a capture or a pawn move, no earlier position can occur again. *)
Definition irreversible (p : position) (m : move) : bool :=
  negb (empty (on p) (to m)) ||| has_man (on p) (turn p, Pawn) (from m).

(** For each move since the last capture or pawn move, the position before it. *)
Fixpoint quiet (moves : list move) : list position :=
  match moves with
  | [] => []
  | m :: moves => if irreversible (reached moves) m then [] else reached moves :: quiet moves
  end.

Definition same_man (x y : option man) : bool :=
  match x, y with
  | None, None => true
  | Some (c, r), Some (d, q) => color_beq c d &&& role_beq r q
  | _, _ => false
  end.

(** The same pieces on the same squares, and the same side to move. The Laws also require the same
    possible moves (9.2). So every repetition of the Laws is a repetition here, too. *)
Definition looks_the_same (p q : position) : bool :=
  color_beq (turn p) (turn q) &&& all (fun s => same_man (get (on p) s) (get (on q) s)) squares.

(** The position [p] is a draw by 75 moves or by fivefold repetition. [before] are the earlier positions
    since the last capture or pawn move. *)
Definition drawn (before : list position) (p : position) : bool :=
  (150 <=? List.length before)%nat
  ||| (4 <=? List.length (filter (looks_the_same p) before))%nat.

(** Nobody can be mated any more. *)
Definition dead (moves : list move) : Prop :=
  ~ exists more p, game (more ++ moves) p /\ mate p = true.

(** Holds whenever the Laws end a game that still has a legal move, without a claim. It also holds if a
    position only looks the same as four earlier ones. *)
Definition ended_by_law (moves : list move) : Prop :=
  drawn (quiet moves) (reached moves) = true \/ dead moves.

(** The games under a rule about draws. The rule [over] says after which moves a game is over. A game that
    is not over can go on with any legal move. *)
Inductive game_under (over : list move -> Prop) : list move -> Prop :=
  | under_start : game_under over []
  | under_move : forall moves m,
      game_under over moves -> ~ over moves -> legal (reached moves) m = true ->
      game_under over (m :: moves).

(** The rule does not end a game before the Laws do. It may let games go on that are over by the Laws, and
    it may end games at mate and stalemate. *)
Definition not_before_law (over : list move -> Prop) : Prop :=
  forall moves, over moves -> has_legal_move (reached moves) = true -> ended_by_law moves.

(** A string occurs under a rule if it is the SAN of the last move of a game under that rule. *)
Definition occurs_under (over : list move -> Prop) (s : string) : Prop :=
  exists moves m, game_under over (m :: moves) /\ s = san (reached moves) m.
