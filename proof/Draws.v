(** * Draws

    A legal game in [Rules.v] goes on until somebody is mated or cannot move. The Laws of Chess
    end it earlier if a position has come five times, if 75 moves of each side have brought
    neither a capture nor a move of a pawn, or if nobody can be mated any more. The theorem holds
    for the games that go on and for those that do not. This file says what the second are. *)

From SAN Require Export San.

(** The moves after which no earlier position can come again. *)
Definition irreversible (p : position) (m : move) : bool :=
  negb (empty (on p) (to m)) || has_man (on p) (turn p, Pawn) (from m).

Definition same_man (x y : option man) : bool :=
  match x, y with
  | None, None => true
  | Some (c, r), Some (d, q) => color_beq c d && role_beq r q
  | _, _ => false
  end.

(** The same men on the same squares, and the same side to move. The Laws also ask for the same
    possible moves: what they call the same, this does, too. *)
Definition looks_the_same (p q : position) : bool :=
  color_beq (turn p) (turn q) && all (fun s => same_man (get (on p) s) (get (on q) s)) squares.

(** [quiet] are the positions before [p] from which only reversible moves have been made. *)
Definition drawn (quiet : list position) (p : position) : bool :=
  (150 <=? List.length quiet)%nat
  || (4 <=? List.length (filter (looks_the_same p) quiet))%nat.

(** [lawful written quiet p]: a game that goes on after no draw leads to [p]; [written] are the
    SANs of its moves. *)
Inductive lawful : list string -> list position -> position -> Prop :=
  | lawful_start : lawful nil nil start
  | lawful_move : forall written quiet p m,
      lawful written quiet p -> drawn quiet p = false -> legal p m = true ->
      lawful (san p m :: written) (if irreversible p m then [] else p :: quiet) (play p m).

(** A string occurs strictly if it is written in such a game that ends in mate. Then somebody
    could still be mated at every move of it. *)
Definition occurs_strictly (s : string) : Prop :=
  exists written quiet p, lawful written quiet p /\ mate p = true /\ In s written.
