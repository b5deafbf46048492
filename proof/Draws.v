(** * Draws

    A game in [Rules.v] continues until there is no legal move. By the Laws of Chess, the game ends earlier
    if a position has occurred five times (9.6.1), if each side has made 75 moves without a capture or a
    pawn move (9.6.2), or if neither side can be mated any more (5.2.2). A program may implement all, some
    or none of these rules. This file defines what a game is under an arbitrary rule about draws. *)

From SAN Require Export San.

(** The position that a list of moves leads to. As in [game], the last move comes first. *)
Fixpoint reached (moves : list move) : position :=
  match moves with [] => start | m :: moves => play (reached moves) m end.

(** Whether the move is a capture or a pawn move. After such a move, no earlier position can occur again. *)
Definition irreversible (p : position) (m : move) : bool :=
  negb (empty (on p) (to m)) ||| has_man (on p) (turn p, Pawn) (from m).

(** Lists the position before each move since the last capture or pawn move. *)
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

(** Both positions have the same pieces on the same squares, and the same side to move. For a
    repetition, the Laws also require the same possible moves (9.2). So two positions that are the same
    by the Laws also look the same here. *)
Definition looks_the_same (p q : position) : bool :=
  color_beq (turn p) (turn q) &&& all (fun s => same_man (get (on p) s) (get (on q) s)) squares.

(** The position [p] is a draw by the 75-move rule or by fivefold repetition. [before] lists the earlier
    positions since the last capture or pawn move. *)
Definition drawn (before : list position) (p : position) : bool :=
  (150 <=? List.length before)%nat
  ||| (4 <=? List.length (filter (looks_the_same p) before))%nat.

(** Neither side can be mated any more: no continuation of the game ends in mate. *)
Definition dead (moves : list move) : Prop :=
  ~ exists more p, game (more ++ moves) p /\ mate p = true.

(** Holds if the Laws end this game without a claim, although there is a legal move. It also holds for some
    games that the Laws do not end, because the last position may look the same as four earlier positions,
    but allow different moves. *)
Definition ended_by_law (moves : list move) : Prop :=
  drawn (quiet moves) (reached moves) = true \/ dead moves.

(** The games that are possible under a rule about draws. The rule [over] says which games have ended. A
    game that has not ended can continue with any legal move. *)
Inductive game_under (over : list move -> Prop) : list move -> Prop :=
  | under_start : game_under over []
  | under_move : forall moves m,
      game_under over moves -> ~ over moves -> legal (reached moves) m = true ->
      game_under over (m :: moves).

(** The rule does not end a game before the Laws do. It may let a game continue after the Laws have
    ended it, and it may end a game at mate or stalemate. *)
Definition not_before_law (over : list move -> Prop) : Prop :=
  forall moves, over moves -> has_legal_move (reached moves) = true -> ended_by_law moves.

(** A string occurs under a rule if it is the SAN of the last move of a game under that rule. *)
Definition occurs_under (over : list move -> Prop) (s : string) : Prop :=
  exists moves m, game_under over (m :: moves) /\ s = san (reached moves) m.
