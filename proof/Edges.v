(** * Edge cases of draws

    Tests that [Draws.v] ends a game as drawn exactly when the Laws do, not a move earlier or later. *)

From SAN Require Import Fen Replay Kings.

(** ** 75 moves and five repetitions *)

(** Whether the game is drawn after the first [n] SANs in [t]. [None] if the reader refuses one of
    them. *)
Definition drawn_after (n : nat) (t : list string) : option bool :=
  match play_words start [] (firstn n t) with
  | Some (_, moves) => Some (drawn (quiet moves) (reached moves))
  | None => None
  end.

Open Scope text_scope.

(** 75 knight moves by each side, in which no position occurs more than three times. *)
Definition knights : list string := flat_map words
  ["Nc3 Nh6 Ne4 Nf5 Nc3 Na6 Na4 Nd6 Nc3 Nb5 Ne4 Nc5 Nf3 Na6 Nh4 Nb8 Ng3 Na6 Ne4 Nd6 Ng3 Nf5";
   "Ne4 Nb8 Ng3 Na6 Nf3 Nh6 Nh4 Nf5 Ne4 Nd6 Nc3 Nb5 Nb1 Nb8 Nf3 Na6 Nh4 Nb8 Nf3 Nd6 Nc3 Nb5";
   "Nd4 Nd6 Nb3 Nb5 Na4 Na6 Nd4 Nc5 Nc3 Nd6 Nb3 Ne6 Na4 Nc5 Nc3 Nb5 Ne4 Na6 Ng3 Nc5 Ne4 Nd6";
   "Ng3 Na6 Nd4 Nb8 Nf3 Nb5 Nd4 Nc6 Nf3 Nb8 Ng1 Nd6 Nf3 Na6 Ne4 Nb5 Ng3 Nc5 Nh4 Ne6 Ne4 Nc5";
   "Nf3 Ne6 Ng1 Nc5 Nh3 Nd6 Ng3 Ne6 Nf4 Nf5 Nd3 Nh6 Ne4 Nf5 Nc3 Nc5 Nf4 Ne6 Ne4 Nh6 Nh3 Ng5";
   "Nc3 Ne6 Na4 Ng8 Nc3 Nf6 Nf4 Nd5 Na4 Nc5 Nc3 Ne6 Nd3 Nb6 Ne4 Nc5 Ng3 Nd5 Nf4 Nf6 Ne4 Na6";
   "Ng3 Nc5 Nd3 Nh5 Nb4 Ne6 Nd3 Ng5 Ne4 Ne6 Nf4 Nf6 Ng3 Nh5 Nh3 Nc5 Ne4 Nf6"].

Example not_drawn_after_149 : drawn_after 149 knights = Some false.
Proof. vm_cast_no_check (eq_refl (Some false)). Qed.
Example drawn_after_150 : drawn_after 150 knights = Some true.
Proof. vm_cast_no_check (eq_refl (Some true)). Qed.

(** The initial position occurs again after 4, 8, 12 and 16 plies. *)
Definition there_and_back : list string :=
  words "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".

Example not_drawn_at_fourth : drawn_after 12 there_and_back = Some false.
Proof. vm_cast_no_check (eq_refl (Some false)). Qed.
Example not_drawn_between : drawn_after 15 there_and_back = Some false.
Proof. vm_cast_no_check (eq_refl (Some false)). Qed.
Example drawn_at_fifth : drawn_after 16 there_and_back = Some true.
Proof. vm_cast_no_check (eq_refl (Some true)). Qed.

(** The number of moves since the last capture or pawn move. *)
Definition quiet_after (t : text) : option nat :=
  match play_words start [] (words t) with
  | Some (_, moves) => Some (List.length (quiet moves))
  | None => None
  end.

Example quiet_moves : quiet_after "Nf3 Nf6 Ng1" = Some 3.
Proof. vm_cast_no_check (eq_refl (Some 3)). Qed.
Example pawn_is_not_quiet : quiet_after "Nf3 Nf6 Ng1 a6 Nc3" = Some 1.
Proof. vm_cast_no_check (eq_refl (Some 1)). Qed.
Example capture_is_not_quiet : quiet_after "Nf3 Nf6 Ne5 Ng8 Nxd7 Nf6" = Some 1.
Proof. vm_cast_no_check (eq_refl (Some 1)). Qed.

(** Whether the positions of two FENs look the same. The side to move and the square, kind and colour
    of every piece must be the same. Castling rights do not matter. *)
Definition same_look (x y : text) : option bool :=
  match fen x, fen y with Some p, Some q => Some (looks_the_same p q) | _, _ => None end.

Example same_without_rights :
  same_look "4k3/8/8/8/8/8/8/4K2R w K -" "4k3/8/8/8/8/8/8/4K2R w - -" = Some true.
Proof. reflexivity. Qed.
Example other_turn :
  same_look "4k3/8/8/8/8/8/8/4K2R w - -" "4k3/8/8/8/8/8/8/4K2R b - -" = Some false.
Proof. reflexivity. Qed.
Example other_square :
  same_look "4k3/8/8/8/8/8/8/4K2R w - -" "4k3/8/8/8/8/8/8/4K1R1 w - -" = Some false.
Proof. reflexivity. Qed.
Example other_role :
  same_look "4k3/8/8/8/8/8/8/4K2R w - -" "4k3/8/8/8/8/8/8/4K2B w - -" = Some false.
Proof. reflexivity. Qed.
Example other_color :
  same_look "4k3/8/8/8/8/8/8/4K2R w - -" "4k3/8/8/8/8/8/8/4K2r w - -" = Some false.
Proof. reflexivity. Qed.

(** ** Dead positions *)

Definition bare (p : position) : Prop :=
  forall s c r, get (on p) s = Some (c, r) -> r = King.

Lemma bare_play p m : fits p -> bare p -> legal p m = true -> bare (play p m).
Proof.
  intros F B L s c r G. destruct (can_move_man p m (legal_can_move _ _ L)) as (q & H & P).
  pose proof (B _ _ _ H). subst q.
  assert (castles p m = None) as C.
  { destruct (castles p m) as [x|] eqn:C; trivial. exfalso.
    destruct (legal_castles p m x L C) as (I & _). apply (fits_rights p F) in I as [_ R].
    now apply B in R. }
  unfold play in G; cbn [on] in G. rewrite C, !get_set in G.
  destruct (square_beq (to m) s).
  - unfold promotion_fits in P. destruct (promotion m) as [[]|]; try discriminate. congruence.
  - destruct (square_beq (from m) s); [discriminate|].
    destruct (has_man _ _ _ &&& is_passed _ _); [|now apply (B s c)].
    rewrite get_set in G. destruct (square_beq _ s); [discriminate | now apply (B s c)].
Qed.

Lemma bare_not_in_check p : valid p -> bare p -> check p = false.
Proof.
  intros V B. destruct (check p) eqn:C; trivial. apply in_check_true in C as (k & s & r & K & S & A).
  pose proof (B _ _ _ S). subst r.
  rewrite <- (valid_check p V). symmetry. apply in_check_true.
  exists s, k, King. rewrite other_other. split; [exact S|]. split; [exact K|].
  apply (attacks_get _ _ _ _ S) in A as [A E]. apply (attacks_get _ _ _ _ K).
  assert (aims (turn p, King) k s = true /\ between k s = []) as [A' E']; [|rewrite E'; now split].
  revert A. clear. revert s k. assert (all (fun s => all (fun k => negb (aims (White, King) s k) |||
    (aims (White, King) k s &&& match between k s with [] => true | _ => false end)) squares)
    squares = true) as H by (vm_compute; reflexivity).
  intros s k A. rewrite all_true in H. specialize (H s (in_squares s)).
  rewrite all_true in H. specialize (H k (in_squares k)).
  change (aims (other (turn p), King) s k) with (aims (White, King) s k) in A. rewrite A in H.
  cbn [negb] in H. apply and_true in H as [H N]. split; [exact H|]. now destruct (between k s).
Qed.

Lemma game_bare more moves : bare (reached moves) -> forall q, game (more ++ moves) q -> bare q.
Proof.
  intros B. induction more as [|m more IH]; intros q G.
  - apply game_reached in G. now subst q.
  - inversion G as [|line p n H L]. subst. apply bare_play; auto. now apply (games_fit _ _ H).
Qed.

(** With only the kings left, nobody can be mated. *)
Example bare_kings_are_dead moves p : game moves p -> bare p -> dead moves.
Proof.
  intros G B (more & q & H & M). apply game_reached in G. subst p.
  apply and_true in M as [C _].
  rewrite (bare_not_in_check q) in C; [discriminate | now apply (games_are_valid _ _ H) |].
  exact (game_bare more moves B q H).
Qed.

(** The position before the last move of fool's mate is not dead. *)
Example not_dead_before_mate :
  match play_words start [] (words "f3 e5 g4") with
  | Some (_, moves) => ~ dead moves
  | None => False
  end.
Proof.
  set (found := play_words _ _ _). vm_compute in found. subst found. intros D. apply D.
  exists [Move (Sq Four Eight) (Sq Eight Four) None]. eexists. split.
  - repeat (apply game_move || apply game_start); reflexivity.
  - vm_compute. reflexivity.
Qed.

(** ** Rules about draws *)

Example drawn_ends moves : drawn (quiet moves) (reached moves) = true -> ended_by_law moves.
Proof. now left. Qed.
Example dead_ends moves : dead moves -> ended_by_law moves.
Proof. now right. Qed.

(** If a rule ends every game after its first move, no game has a second move. *)
Example over_is_over moves : game_under (fun moves => moves <> []) moves -> List.length moves <= 1.
Proof.
  intros G. inversion G as [|before m _ N _]; [auto|]. destruct before; [auto|].
  exfalso. apply N. discriminate.
Qed.

(** A rule that ends games at mate and stalemate does not end them before the Laws do. *)
Example mate_may_end_games : not_before_law (fun moves => has_legal_move (reached moves) = false).
Proof. intros moves O L. congruence. Qed.
