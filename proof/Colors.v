(** * The rules are the same for both colours

    The rules stay the same if we exchange the colours and flip the board, so that rank 1 becomes
    rank 8. We call the result the mirrored position. *)

From SAN Require Export Coherent.

(** ** Exchanging the colours *)

(** Exchanging twice changes nothing. *)
Lemma mirror_mirror c : mirror (mirror c) = c.
Proof. now destruct c. Qed.
Lemma flip_square_twice s : flip_square (flip_square s) = s.
Proof. destruct s as [f r]. unfold flip_square; cbn [file rank]. now rewrite mirror_mirror. Qed.
Lemma flip_man_twice m : flip_man (flip_man m) = m.
Proof. destruct m as [c r]. unfold flip_man; cbn [fst snd]. now rewrite other_other. Qed.
Lemma flip_row_twice r : flip_row (flip_row r) = r.
Proof.
  assert (forall x, option_map flip_man (option_map flip_man x) = x) as H.
  { intros [m|]; cbn [option_map]; [now rewrite flip_man_twice | trivial]. }
  destruct r as [a1 a2 a3 a4 a5 a6 a7 a8].
  cbv [flip_row row nth_of e1 e2 e3 e4 e5 e6 e7 e8]. now rewrite !H.
Qed.
Lemma flip_twice p : flip (flip p) = p.
Proof.
  destruct p as [b c r e]. unfold flip; cbn [on turn rights passed]. f_equal.
  - destruct b as [r1 r2 r3 r4 r5 r6 r7 r8]. unfold flip_board.
    cbn [e1 e2 e3 e4 e5 e6 e7 e8]. now rewrite !flip_row_twice.
  - apply other_other.
  - rewrite map_map. rewrite <- (map_id r) at 2. apply map_ext. intros [c' x].
    unfold flip_right; cbn [fst snd]. now rewrite other_other.
  - destruct e as [e|]; cbn [option_map]; [now rewrite flip_square_twice | trivial].
Qed.

(** ** Squares *)

Lemma other_beq c d : color_beq (other c) (other d) = color_beq c d.
Proof. now destruct c, d. Qed.
Lemma mirror_beq x y : coordinate_beq (mirror x) (mirror y) = coordinate_beq x y.
Proof. now destruct x, y. Qed.
Lemma flip_square_beq s t : square_beq (flip_square s) (flip_square t) = square_beq s t.
Proof.
  destruct s as [f r], t as [g q]. unfold square_beq, flip_square; cbn [file rank].
  now rewrite mirror_beq.
Qed.

(** Flipping each square first does not change the result of [any], because only the order of the squares
    changes. *)
Lemma any_flip f : any f squares = any (fun s => f (flip_square s)) squares.
Proof.
  apply eq_true_iff_eq. rewrite !any_true. split.
  - intros (s & _ & H). exists (flip_square s). rewrite flip_square_twice. auto.
  - intros (s & _ & H). eauto.
Qed.
Lemma any_ext {A} (f g : A -> bool) l : (forall x, f x = g x) -> any f l = any g l.
Proof. intros E. induction l as [|x l IH]; cbn [any]; [trivial | now rewrite E, IH]. Qed.
Lemma any_map {A B} (f : B -> bool) (g : A -> B) l : any f (map g l) = any (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; cbn [any map]; [trivial | now rewrite IH]. Qed.
Lemma all_ext {A} (f g : A -> bool) l : (forall x, f x = g x) -> all f l = all g l.
Proof. intros E. induction l as [|x l IH]; cbn [all]; [trivial | now rewrite E, IH]. Qed.
Lemma all_map {A B} (f : B -> bool) (g : A -> B) l : all f (map g l) = all (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; cbn [all map]; [trivial | now rewrite IH]. Qed.

Fixpoint same_squares (l k : list square) : bool :=
  match l, k with
  | [], [] => true
  | s :: l, t :: k => square_beq s t &&& same_squares l k
  | _, _ => false
  end.
Lemma same_squares_eq l k : same_squares l k = true -> l = k.
Proof.
  revert k. induction l as [|s l IH]; intros [|t k] H; try discriminate H; [trivial|].
  cbn [same_squares] in H. rewrite and_true, square_beq_eq in H. destruct H as [-> H].
  now rewrite (IH k H).
Qed.

Lemma between_flip s t : between (flip_square s) (flip_square t) = map flip_square (between s t).
Proof.
  apply same_squares_eq. revert s t. apply all_pairs. vm_compute. reflexivity.
Qed.

Lemma aims_flip m s t : aims (flip_man m) (flip_square s) (flip_square t) = aims m s t.
Proof.
  apply eqb_prop. revert s t. apply all_pairs. destruct m as [[] []]; vm_compute; reflexivity.
Qed.

Lemma ahead_flip c n x y : ahead (other c) n (mirror x) (mirror y) = ahead c n x y.
Proof.
  do 8 (destruct n as [|n]; [now destruct c, x, y|]).
  assert (forall x y : coordinate,
    (number x + S (S (S (S (S (S (S (S n))))))) =? number y)%nat = false) as H.
  { intros z u. apply Nat.eqb_neq. destruct z, u; simpl; discriminate. }
  unfold ahead. destruct c; cbn [other]; now rewrite !H.
Qed.

Lemma first_rank_flip c : first_rank (other c) = mirror (first_rank c).
Proof. now destruct c. Qed.
Lemma second_rank_flip c : second_rank (other c) = mirror (second_rank c).
Proof. now destruct c. Qed.
Lemma last_rank_flip c : last_rank (other c) = mirror (last_rank c).
Proof. now destruct c. Qed.
Lemma king_home_flip c : king_home (other c) = flip_square (king_home c).
Proof. now destruct c. Qed.
Lemma rook_home_flip c x : rook_home (other c) x = flip_square (rook_home c x).
Proof. now destruct c. Qed.
Lemma king_castled_flip c x : king_castled (other c) x = flip_square (king_castled c x).
Proof. now destruct c. Qed.
Lemma rook_castled_flip c x : rook_castled (other c) x = flip_square (rook_castled c x).
Proof. now destruct c. Qed.

(** ** Boards *)

Lemma get_flip b s : get (flip_board b) (flip_square s) = option_map flip_man (get b s).
Proof.
  destruct s as [f r]. unfold get, flip_square; cbn [file rank].
  destruct r; cbn [mirror nth_of flip_board e1 e2 e3 e4 e5 e6 e7 e8]; now destruct f.
Qed.

Lemma set_flip b s x :
  set (flip_board b) (flip_square s) (option_map flip_man x) = flip_board (set b s x).
Proof.
  apply board_ext. intros t. rewrite <- (flip_square_twice t). generalize (flip_square t). clear t.
  intros t. rewrite get_flip, !get_set, get_flip, flip_square_beq.
  now destruct (square_beq s t).
Qed.
Lemma clear_flip b s : set (flip_board b) (flip_square s) None = flip_board (set b s None).
Proof. exact (set_flip b s None). Qed.

Lemma empty_flip b s : empty (flip_board b) (flip_square s) = empty b s.
Proof. unfold empty. rewrite get_flip. now destruct (get b s). Qed.
Lemma has_color_flip b c s : has_color (flip_board b) (other c) (flip_square s) = has_color b c s.
Proof.
  unfold has_color. rewrite get_flip. destruct (get b s) as [[c' r]|]; trivial. apply other_beq.
Qed.
Lemma has_man_flip b c r s :
  has_man (flip_board b) (other c, r) (flip_square s) = has_man b (c, r) s.
Proof.
  unfold has_man. rewrite get_flip. destruct (get b s) as [[c' r']|]; trivial.
  cbn [option_map flip_man fst snd]. now rewrite other_beq.
Qed.

Lemma all_empty_flip b l : all (empty (flip_board b)) (map flip_square l) = all (empty b) l.
Proof. rewrite all_map. apply all_ext. apply empty_flip. Qed.

Lemma attacks_flip b s t :
  attacks (flip_board b) (flip_square s) (flip_square t) = attacks b s t.
Proof.
  unfold attacks. rewrite get_flip. destruct (get b s) as [m|]; trivial. cbn [option_map].
  now rewrite aims_flip, between_flip, all_empty_flip.
Qed.
Lemma attacked_flip b c t :
  attacked (flip_board b) (other c) (flip_square t) = attacked b c t.
Proof.
  unfold attacked. rewrite any_flip. apply any_ext. intros s.
  now rewrite has_color_flip, attacks_flip.
Qed.
Lemma in_check_flip b c : in_check (flip_board b) (other c) = in_check b c.
Proof.
  unfold in_check. rewrite any_flip. apply any_ext. intros s.
  now rewrite has_man_flip, attacked_flip.
Qed.

(** ** Moves *)

Lemma castles_flip p m : castles (flip p) (flip_move m) = castles p m.
Proof.
  unfold castles. cbn [flip on turn flip_move from to].
  now rewrite has_man_flip, king_home_flip, !king_castled_flip, !flip_square_beq.
Qed.

Lemma may_castle_flip p x : may_castle (flip p) x = may_castle p x.
Proof.
  unfold may_castle. cbn [flip on turn rights].
  rewrite king_home_flip, rook_home_flip, rook_castled_flip, between_flip, all_empty_flip.
  rewrite !attacked_flip, any_map.
  rewrite (any_ext _ (fun right => color_beq (fst right) (turn p) &&& side_beq (snd right) x));
    [trivial|].
  intros [c y]. cbn [flip_right fst snd]. now rewrite other_beq.
Qed.

Lemma is_passed_flip p t : is_passed (flip p) (flip_square t) = is_passed p t.
Proof.
  unfold is_passed. cbn [flip passed]. destruct (passed p) as [e|]; trivial.
  apply flip_square_beq.
Qed.

Lemma pawn_moves_flip p s t :
  pawn_moves (flip p) (flip_square s) (flip_square t) = pawn_moves p s t.
Proof.
  unfold pawn_moves. rewrite is_passed_flip. cbn [flip on turn].
  rewrite has_color_flip, empty_flip, between_flip, all_empty_flip.
  change (other (turn p), Pawn) with (flip_man (turn p, Pawn)). rewrite aims_flip.
  cbn [flip_square file rank]. now rewrite second_rank_flip, mirror_beq, !ahead_flip.
Qed.

Lemma promotion_fits_flip c r m : promotion_fits (other c) r (flip_move m) = promotion_fits c r m.
Proof.
  unfold promotion_fits. cbn [flip_move promotion to flip_square rank].
  now rewrite last_rank_flip, mirror_beq.
Qed.

Lemma can_move_flip p m : can_move (flip p) (flip_move m) = can_move p m.
Proof.
  unfold can_move. rewrite castles_flip. cbn [flip_move from to].
  assert (forall s t, attacks (on (flip p)) (flip_square s) (flip_square t) = attacks (on p) s t)
    as A by (intros s t; apply attacks_flip).
  rewrite A, pawn_moves_flip. cbn [flip on turn]. rewrite get_flip.
  destruct (get (on p) (from m)) as [[c r]|]; trivial. cbn [option_map flip_man fst snd].
  rewrite other_beq, has_color_flip. fold (flip_move m). rewrite promotion_fits_flip.
  fold (flip p). destruct (castles p m) as [x|]; [now rewrite may_castle_flip | trivial].
Qed.

(** The mirrored move leads to the mirrored position. *)
Theorem play_flip p m : play (flip p) (flip_move m) = flip (play p m).
Proof.
  assert (forall c r s, has_man (on (flip p)) (other c, r) (flip_square s)
    = has_man (on p) (c, r) s) as M by (intros c r s; apply has_man_flip).
  unfold play. rewrite castles_flip. cbn [turn flip flip_move from to promotion] in *. rewrite M.
  rewrite is_passed_flip. change (on (flip p)) with (flip_board (on p)).
  change (rights (flip p)) with (map flip_right (rights p)).
  match goal with |- _ = flip ?q => set (successor := q) end.
  unfold flip. subst successor. cbn [on turn rights passed]. f_equal.
  - change (Sq (file (flip_square (to m))) (rank (flip_square (from m))))
      with (flip_square (Sq (file (to m)) (rank (from m)))).
    rewrite get_flip.
    assert (forall b : bool, (if b then set (flip_board (on p)) (flip_square (Sq (file (to m))
        (rank (from m)))) None else flip_board (on p))
      = flip_board (if b then set (on p) (Sq (file (to m)) (rank (from m))) None else on p)) as T
      by (intros []; [apply clear_flip | trivial]).
    rewrite T, clear_flip.
    assert (match promotion m with
            | Some r => Some (other (turn p), r)
            | None => option_map flip_man (get (on p) (from m))
            end
      = option_map flip_man
          match promotion m with Some r => Some (turn p, r) | None => get (on p) (from m) end) as ->
      by (now destruct (promotion m)).
    rewrite set_flip. destruct (castles p m) as [x|]; trivial.
    rewrite rook_home_flip, rook_castled_flip, clear_flip.
    exact (set_flip _ _ (Some (turn p, Rook))).
  - induction (rights p) as [|[c x] l IH]; [trivial|]. cbn [map filter].
    cbn [flip_right fst snd] in *.
    rewrite king_home_flip, rook_home_flip, !flip_square_beq.
    destruct (negb _); cbn [map]; now rewrite IH.
  - rewrite between_flip. destruct (has_man _ _ _); trivial.
    now destruct (between (from m) (to m)) as [|s [|t l]].
Qed.

(** A move is legal if and only if the mirrored move is legal. *)
Theorem legal_flip p m : legal (flip p) (flip_move m) = legal p m.
Proof.
  unfold legal. rewrite can_move_flip, play_flip. cbn [flip on turn].
  now rewrite in_check_flip.
Qed.

(** A side is in check if and only if the other side is in check in the mirrored position. *)
Theorem check_flip p : check (flip p) = check p.
Proof. apply in_check_flip. Qed.

Lemma has_legal_move_flip p : has_legal_move (flip p) = has_legal_move p.
Proof.
  unfold has_legal_move. rewrite any_flip. apply any_ext. intros f.
  cbn [flip on turn]. rewrite has_color_flip.
  destruct (has_color (on p) (turn p) f); [|trivial].
  rewrite any_flip. apply any_ext. intros t. apply any_ext. intros r.
  exact (legal_flip p (Move f t r)).
Qed.

(** A side is mated if and only if the other side is mated in the mirrored position. *)
Theorem mate_flip p : mate (flip p) = mate p.
Proof. unfold mate. now rewrite check_flip, has_legal_move_flip. Qed.

(** ** Games *)

Lemma game_from_initial moves p : game moves p -> game_from start moves p.
Proof. induction 1; now constructor. Qed.

(** If we exchange the colours in a game from any position, the result is a game from the mirrored
    position. *)
Theorem game_from_flips q moves p : game_from q moves p ->
  game_from (flip q) (map flip_move moves) (flip p).
Proof.
  induction 1 as [|moves p m _ IH L]; cbn [map]; [constructor|].
  rewrite <- play_flip. constructor; [trivial | now rewrite legal_flip].
Qed.

Theorem game_flips moves p : game moves p -> game_from (flip start) (map flip_move moves) (flip p).
Proof. intros G. now apply game_from_flips, game_from_initial. Qed.
