(** * Kings and pawns

    In every position of a game, each side has exactly one king, no legal move captures a king, and
    no pawn is on the first or the last rank. *)

From SAN Require Export Coherent.

(** ** What a legal move does to the board *)

(** A legal move moves a piece of the side to move, to a square without a piece of the same side. *)
Lemma legal_man p m : legal p m = true ->
  exists r, get (on p) (from m) = Some (turn p, r)
    /\ promotion_fits (turn p) r m = true
    /\ forall r', get (on p) (to m) <> Some (turn p, r').
Proof.
  intros L. apply legal_can_move in L.
  destruct (can_move_man p m L) as (r & G & P). exists r. split; [trivial|]. split; [trivial|].
  intros r' T. unfold can_move in L. rewrite G, !and_true in L. destruct L as [[[_ N] _] _].
  rewrite (proj2 (has_color_get (on p) (turn p) (to m))) in N by eauto. discriminate.
Qed.

(** If a piece is on a square after a move, it was there before the move, or it is the piece that moved, or it
    is the rook that castled. *)
Lemma play_man p m s x : get (on (play p m)) s = Some x ->
  get (on p) s = Some x
  \/ s = to m /\ match promotion m with None => get (on p) (from m) | Some r => Some (turn p, r) end
                 = Some x
  \/ x = (turn p, Rook).
Proof.
  unfold play; cbn [on].
  set (arrives :=
    match promotion m with None => get (on p) (from m) | Some r => Some (turn p, r) end).
  
  set (b := if has_man (on p) (turn p, Pawn) (from m) &&& is_passed p (to m)
            then set (on p) (Sq (file (to m)) (rank (from m))) None else on p).
  assert (forall s x, get b s = Some x -> get (on p) s = Some x) as B.
  { intros t y. unfold b. destruct (has_man _ _ _ &&& is_passed _ _); trivial. rewrite get_set.
    destruct (square_beq _ _); [discriminate | trivial]. }
  assert (forall s x, get (set (set b (from m) None) (to m) arrives) s = Some x ->
    get (on p) s = Some x \/ s = to m /\ arrives = Some x) as M.
  { intros t y. rewrite !get_set. destruct (square_beq (to m) t) eqn:E.
    - apply square_beq_eq in E. subst t. auto.
    - destruct (square_beq (from m) t); [discriminate | auto]. }
  destruct (castles p m) as [side|].
  - rewrite get_set. destruct (square_beq (rook_castled _ _) s).
    + intros H. injection H as <-. auto.
    + rewrite get_set. destruct (square_beq (rook_home _ _) s); [discriminate|].
      intros H. apply M in H. tauto.
  - intros H. apply M in H. tauto.
Qed.

(** If a castling move is legal, the mover has the castling right for it, and the squares that the king and the
    rook go to are empty. *)
Lemma legal_castles p m x : legal p m = true -> castles p m = Some x ->
  In (turn p, x) (rights p) /\ get (on p) (king_castled (turn p) x) = None
  /\ get (on p) (rook_castled (turn p) x) = None.
Proof.
  intros L C. apply legal_can_move in L. destruct (castles_to p m x C) as (G & _).
  unfold can_move in L. rewrite G, C, and_true in L. destruct L as [_ L].
  unfold may_castle in L. rewrite !and_true, any_true, all_true in L.
  destruct L as [[[([c y] & I & R) E] _] _]. cbn [fst snd] in R.
  rewrite and_true, color_beq_eq, side_beq_eq in R. destruct R as [-> ->].
  split; [trivial|]. rewrite <- !empty_get.
  split; apply E; destruct (turn p), x; vm_compute; tauto.
Qed.

(** If a move other than castling goes to an occupied square, the piece attacks that square. *)
Lemma capture_attacks p m : can_move p m = true -> castles p m = None ->
  get (on p) (to m) <> None -> attacks (on p) (from m) (to m) = true.
Proof.
  intros M C N. unfold can_move in M. rewrite C in M.
  destruct (get (on p) (from m)) as [[c r]|] eqn:G; [|discriminate].
  rewrite !and_true in M. destruct M as [[[T _] _] M]. apply color_beq_eq in T. subst c.
  destruct r; trivial. unfold pawn_moves in M.
  destruct (empty (on p) (to m)) eqn:E; [now apply empty_get in E|].
  apply and_true in M as [A _]. apply (attacks_get _ _ _ _ G). split; [trivial|].
  rewrite (pawn_capture_next _ _ _ A). intros x [].
Qed.

(** ** Kings are not captured *)

(** A side can capture the opponent's king only if it attacks that king. But then the opponent's last move
    would have left its own king in check. *)
Lemma valid_king_not_captured p m c : valid p -> legal p m = true ->
  get (on p) (to m) <> Some (c, King).
Proof.
  intros V L K. destruct (legal_man p m L) as (r & G & _ & N).
  destruct (castles p m) as [x|] eqn:C.
  - destruct (legal_castles p m x L C) as (_ & E & _).
    destruct (castles_to p m x C) as (_ & _ & T). congruence.
  - assert (c = other (turn p)) as ->.
    { destruct c, (turn p); trivial; now apply N in K. }
    assert (attacks (on p) (from m) (to m) = true) as A.
    { apply capture_attacks; trivial; [now apply legal_can_move | congruence]. }
    enough (in_check (on p) (other (turn p)) = true) as H.
    { rewrite (valid_check p V) in H. discriminate H. }
    apply in_check_true. exists (to m), (from m), r. now rewrite other_other.
Qed.

(** ** Each side has a king *)

Definition has_king (b : board) : Prop := forall c, exists s, get b s = Some (c, King).

Lemma taken_in_passing_is_pawn p m : fits p -> can_move p m = true ->
  get (on p) (from m) = Some (turn p, Pawn) -> is_passed p (to m) = true ->
  get (on p) (Sq (file (to m)) (rank (from m))) = Some (other (turn p), Pawn).
Proof.
  intros F M G E. destruct (pawn_to_passed p m F M G E) as [R _].
  unfold is_passed in E. destruct (passed p) as [e|] eqn:P; [|discriminate].
  apply square_beq_eq in E. subst e. apply (fits_passed p F) in P as [_ P]. rewrite R.
  destruct (turn p); cbn [other] in P; tauto.
Qed.

Lemma king_stays p m c s : valid p -> fits p -> legal p m = true ->
  get (on p) s = Some (c, King) -> s <> from m -> get (on (play p m)) s = Some (c, King).
Proof.
  intros V F L K N. rewrite play_get; trivial.
  - intros ->. now apply (valid_king_not_captured p m c V L).
  - intros G E. apply has_man_get in G. intros ->.
    rewrite taken_in_passing_is_pawn in K; trivial; [discriminate | now apply legal_can_move].
  - intros x C. destruct (legal_castles p m x L C) as (R & _ & E).
    apply (fits_rights p F) in R as [_ R]. split; congruence.
Qed.

Lemma king_moves p m : legal p m = true -> get (on p) (from m) = Some (turn p, King) ->
  get (on (play p m)) (to m) = Some (turn p, King).
Proof.
  intros L K. destruct (legal_man p m L) as (r & G & P & _). assert (r = King) as -> by congruence.
  unfold promotion_fits in P. destruct (promotion m) eqn:Q; [discriminate|].
  unfold play; cbn [on]. rewrite Q. destruct (castles p m) as [x|] eqn:C.
  - apply castles_to in C as (_ & _ & T). rewrite 2 get_set_other, get_set_same; trivial;
      rewrite T; destruct (turn p), x; discriminate.
  - now rewrite get_set_same.
Qed.

Lemma has_king_play p m : valid p -> fits p -> legal p m = true -> has_king (on p) ->
  has_king (on (play p m)).
Proof.
  intros V F L K c. destruct (K c) as (s & S). destruct (square_beq s (from m)) eqn:E.
  - apply square_beq_eq in E. subst s. exists (to m).
    destruct (legal_man p m L) as (r & G & _). assert (c = turn p) as -> by congruence.
    apply king_moves; congruence.
  - exists s. apply square_beq_neq in E. now apply king_stays.
Qed.

Lemma games_have_kings moves p : game moves p -> has_king (on p).
Proof.
  induction 1 as [|moves p m H IH L].
  - intros c. exists (king_home c). now destruct c.
  - apply has_king_play; trivial; [now apply games_are_valid in H | now apply games_fit in H].
Qed.

(** ** Pawns are never on the first or the last rank *)

Definition pawns_between (b : board) : Prop :=
  forall c s, get b s = Some (c, Pawn) -> rank s <> One /\ rank s <> Eight.

(** A pawn moves forward, so it never arrives on its first rank. *)
Lemma pawn_goes_ahead p f t : pawn_moves p f t = true -> rank t <> first_rank (turn p).
Proof.
  unfold pawn_moves. destruct f as [ff fr], t as [tf tr]; cbn [rank file].
  assert (forall n, 0 < n -> ahead (turn p) n fr tr = true -> tr <> first_rank (turn p)) as A.
  { intros n N A ->. unfold ahead in A.
    destruct (turn p), fr, n as [|[|n]]; try discriminate A; now apply Nat.lt_irrefl in N. }
  destruct (empty _ _ &&& coordinate_beq _ _).
  - rewrite or_true, !and_true. intros [H | [[_ H] _]]; revert H; apply A; auto with arith.
  - cbn [aims rank file]. rewrite !and_true. intros [[H _] _]. revert H. apply A; auto with arith.
Qed.

Lemma pawns_between_play p m : legal p m = true -> pawns_between (on p) ->
  pawns_between (on (play p m)).
Proof.
  intros L B c s S. apply play_man in S as [S | [[-> S] | S]]; [now apply B in S | | discriminate].
  destruct (legal_man p m L) as (r & G & P & _). unfold promotion_fits in P.
  destruct (promotion m) as [q|] eqn:Q.
  - injection S as _ ->. now destruct r.
  - rewrite G in S. injection S as <- ->.
    apply legal_can_move in L. unfold can_move in L. rewrite G, and_true in L.
    destruct L as [_ L]. apply pawn_goes_ahead in L.
    apply negb_true_iff in P. unfold last_rank in P. revert P L.
    destruct (turn p), (rank (to m)); cbn; try discriminate; intros _ N; split; congruence.
Qed.

Lemma games_have_pawns_between moves p : game moves p -> pawns_between (on p).
Proof.
  induction 1 as [|moves p m _ IH L].
  - intros c [f r] S. destruct f, r; cbn in S; split; discriminate.
  - now apply pawns_between_play.
Qed.

(** ** For games *)

(** Each side has exactly one king. *)
Theorem kings moves p : game moves p -> forall c, exists! s, get (on p) s = Some (c, King).
Proof.
  intros G c. destruct (games_have_kings _ _ G c) as (s & S). exists s. split; trivial.
  intros t T. exact (valid_king p (games_are_valid _ _ G) c s t S T).
Qed.

(** No legal move goes to the square of a king. *)
Theorem king_not_captured moves p m c : game moves p -> legal p m = true ->
  get (on p) (to m) <> Some (c, King).
Proof.
  intros G. apply valid_king_not_captured. now apply games_are_valid in G.
Qed.

(** A pawn is never on the first or the last rank. *)
Theorem pawn_ranks moves p c s : game moves p -> get (on p) s = Some (c, Pawn) ->
  rank s <> One /\ rank s <> Eight.
Proof. intros G. apply (games_have_pawns_between _ _ G). Qed.

(** The side that has just moved is not in check. *)
Theorem not_in_check moves p : game moves p -> in_check (on p) (other (turn p)) = false.
Proof. intros G. exact (valid_check p (games_are_valid _ _ G)). Qed.
