(** * The rules are consistent

    In every position of a game, a castling right means that the king and the rook are on their
    initial squares. If a pawn has just passed over a square, this square is empty, and the pawn is
    on the square in front of it. And mate means what it should: check and no legal move. *)

From SAN Require Export Basics.

(** ** The positions that games reach

    Each side has at most one king, and the side that has just moved is not in check. *)

Definition one_king (b : board) : Prop :=
  forall c s t, get b s = Some (c, King) -> get b t = Some (c, King) -> s = t.

Record valid (p : position) : Prop := Valid
  { valid_king : one_king (on p);
    valid_check : in_check (on p) (other (turn p)) = false }.

Lemma one_king_set b s x :
  one_king b -> (forall c, x <> Some (c, King)) -> one_king (set b s x).
Proof.
  intros K N c t u. rewrite !get_set.
  destruct (square_beq s t); [intros H; now apply N in H|].
  destruct (square_beq s u); [intros _ H; now apply N in H|]. apply K.
Qed.

Lemma one_king_move b f t : one_king b -> one_king (set (set b f None) t (get b f)).
Proof.
  intros K c s u. rewrite !get_set.
  destruct (square_beq t s) eqn:S, (square_beq t u) eqn:U;
    try (apply square_beq_eq in S; subst s); try (apply square_beq_eq in U; subst u); trivial.
  - destruct (square_beq f u) eqn:F; [discriminate|].
    intros H H'. rewrite (K _ _ _ H H'), square_beq_refl in F. discriminate.
  - destruct (square_beq f s) eqn:F; [discriminate|].
    intros H H'. rewrite (K _ _ _ H' H), square_beq_refl in F. discriminate.
  - destruct (square_beq f s); [discriminate|]. destruct (square_beq f u); [discriminate|].
    apply K.
Qed.

Lemma legal_can_move p m : legal p m = true -> can_move p m = true.
Proof. intros H. now apply and_true in H. Qed.

Lemma can_move_man p m : can_move p m = true ->
  exists r, get (on p) (from m) = Some (turn p, r) /\ promotion_fits (turn p) r m = true.
Proof.
  unfold can_move. destruct (get (on p) (from m)) as [[c r]|]; [|discriminate].
  rewrite !and_true. intros [[[C _] P] _]. apply color_beq_eq in C. subst c. eauto.
Qed.

Lemma other_other c : other (other c) = c.
Proof. now destruct c. Qed.

Lemma valid_play p m : valid p -> legal p m = true -> valid (play p m).
Proof.
  intros [K _] L. split.
  - destruct (can_move_man p m (legal_can_move _ _ L)) as (r & G & P).
    unfold play; simpl. set (c := turn p) in *.
    assert (one_king
      (set (set (if has_man (on p) (c, Pawn) (from m) &&& is_passed p (to m)
                 then set (on p) (Sq (file (to m)) (rank (from m))) None else on p)
             (from m) None) (to m)
           match promotion m with Some r => Some (c, r) | None => get (on p) (from m) end)) as M.
    { destruct (has_man (on p) (c, Pawn) (from m)) eqn:E.
      - apply has_man_get in E. rewrite G in E. injection E as ->.
        apply one_king_set.
        + apply one_king_set; [|discriminate].
          destruct (is_passed p (to m)); trivial. apply one_king_set; [trivial|discriminate].
        + unfold promotion_fits in P. destruct (promotion m) as [q|].
          * destruct q; intros c'; congruence.
          * rewrite G. intros c'; congruence.
      - unfold promotion_fits in P. destruct (promotion m) as [q|].
        + destruct r; try discriminate P.
          rewrite (proj2 (has_man_get _ _ _) G) in E. discriminate.
        + apply one_king_move; trivial. }
    destruct (castles p m); trivial.
    apply one_king_set; [apply one_king_set; trivial|]; congruence.
  - unfold play at 2; simpl. rewrite other_other. apply and_true in L as [_ L].
    now destruct (in_check _ (turn p)).
Qed.

Lemma valid_start : valid start.
Proof.
  split; [|reflexivity].
  intros c s t S T.
  assert (forall u, get (on start) u = Some (c, King) -> u = king_home c) as H.
  { intros [f r]. destruct r; simpl; unfold get; simpl; try (destruct f; discriminate);
      destruct f; simpl; try discriminate; intros E; injection E as <-; reflexivity. }
  now rewrite (H s S), (H t T).
Qed.

Theorem games_are_valid moves p : game moves p -> valid p.
Proof.
  induction 1 as [|moves p m _ IH L]; [apply valid_start | now apply valid_play].
Qed.

(** A pawn of colour [c] has passed over [e]: [e] is empty, and the pawn is one rank further on. *)
Definition passed_by (b : board) (c : color) (e : square) : Prop :=
  get b e = None /\
  match c with
  | White => rank e = Three /\ get b (Sq (file e) Four) = Some (White, Pawn)
  | Black => rank e = Six /\ get b (Sq (file e) Five) = Some (Black, Pawn)
  end.

Record fits (p : position) : Prop := Fits
  { fits_rights : forall c x, In (c, x) (rights p) ->
      get (on p) (king_home c) = Some (c, King) /\ get (on p) (rook_home c x) = Some (c, Rook);
    fits_passed : forall e, passed p = Some e -> passed_by (on p) (other (turn p)) e }.

Lemma start_fits : fits start.
Proof.
  split; [|discriminate]. intros c x _. destruct c, x; split; reflexivity.
Qed.

(** A move changes only four kinds of squares: its from-square; its to-square; the square of a pawn that it
    captures en passant; and, if it castles, the rook's squares before and after castling. *)
Lemma play_get p m s :
  s <> from m -> s <> to m ->
  (has_man (on p) (turn p, Pawn) (from m) = true -> is_passed p (to m) = true ->
     s <> Sq (file (to m)) (rank (from m))) ->
  (forall x, castles p m = Some x -> s <> rook_home (turn p) x /\ s <> rook_castled (turn p) x) ->
  get (on (play p m)) s = get (on p) s.
Proof.
  intros F T P C. unfold play; cbn [on].
  assert (get (set (set
    (if has_man (on p) (turn p, Pawn) (from m) &&& is_passed p (to m)
     then set (on p) (Sq (file (to m)) (rank (from m))) None else on p) (from m) None) (to m)
    match promotion m with None => get (on p) (from m) | Some r => Some (turn p, r) end) s
    = get (on p) s) as H.
  { rewrite !get_set_other by congruence.
    destruct (has_man _ _ _); trivial. destruct (is_passed _ _); trivial.
    rewrite get_set_other; trivial. specialize (P eq_refl eq_refl). congruence. }
  destruct (castles p m) as [x|]; trivial.
  destruct (C x eq_refl) as [R R']. rewrite 2 get_set_other by congruence. exact H.
Qed.

Lemma castles_to p m x : castles p m = Some x ->
  get (on p) (from m) = Some (turn p, King) /\ from m = king_home (turn p)
  /\ to m = king_castled (turn p) x.
Proof.
  unfold castles. destruct (has_man _ _ _) eqn:K; [|discriminate]. apply has_man_get in K.
  destruct (square_beq (from m) _) eqn:F; [|discriminate]. apply square_beq_eq in F.
  destruct (square_beq (to m) (king_castled _ Short)) eqn:S.
  - intros [= <-]. apply square_beq_eq in S. auto.
  - destruct (square_beq (to m) (king_castled _ Long)) eqn:T; [|discriminate].
    intros [= <-]. apply square_beq_eq in T. auto.
Qed.

Lemma pawn_castles p m : get (on p) (from m) = Some (turn p, Pawn) -> castles p m = None.
Proof.
  intros G. unfold castles, has_man. rewrite G. now destruct (turn p).
Qed.

(** If a pawn goes to a square that another pawn has just passed over, the two pawns are on the same rank
    before this move. A double step cannot lead to this square. *)
Lemma pawn_to_passed p m : fits p -> can_move p m = true ->
  get (on p) (from m) = Some (turn p, Pawn) -> is_passed p (to m) = true ->
  rank (from m) = match turn p with White => Five | Black => Four end
  /\ rank (to m) = match turn p with White => Six | Black => Three end.
Proof.
  intros F M G E. unfold is_passed in E. destruct (passed p) as [e|] eqn:P; [|discriminate].
  apply square_beq_eq in E. subst e. apply (fits_passed p F) in P as [_ P].
  unfold can_move in M. rewrite G in M. rewrite !and_true in M. destruct M as [_ M].
  unfold pawn_moves in M. destruct (from m) as [ff fr], (to m) as [tf tr]. cbn [rank file] in *.
  assert (ahead (turn p) 1 fr tr = true \/ (fr = second_rank (turn p) /\ ahead (turn p) 2 fr tr = true))
    as A.
  { match type of M with (if ?b then _ else _) = true => destruct b end.
    - apply or_true in M as [M | M]; [now left | right].
      rewrite !and_true, coordinate_beq_eq in M. tauto.
    - cbn [aims rank] in M. rewrite !and_true in M. left. tauto. }
  clear M. destruct (turn p); cbn [other] in P; destruct P as [-> _]; (split; [|reflexivity]);
    destruct A as [A | [-> A]]; try discriminate A; destruct fr; (reflexivity || discriminate A).
Qed.

Lemma pawn_capture_next c s t : aims (c, Pawn) s t = true -> between s t = [].
Proof.
  assert (all (fun c => all (fun s => all (fun t =>
    if aims (c, Pawn) s t then match between s t with [] => true | _ => false end else true)
    squares) squares) [White; Black] = true) as H by (vm_compute; reflexivity).
  intros A. rewrite all_true in H.
  specialize (H c ltac:(destruct c; simpl; tauto)). rewrite all_true in H.
  specialize (H s (in_squares s)). rewrite all_true in H. specialize (H t (in_squares t)).
  rewrite A in H. now destruct (between s t).
Qed.

Lemma play_fits p m : fits p -> legal p m = true -> fits (play p m).
Proof.
  intros F L. apply legal_can_move in L as M. split.
  - intros c x I. unfold play in I; cbn [rights] in I. apply filter_In in I as [I S].
    cbn [fst snd] in S. destruct (fits_rights p F c x I) as [K R].
    assert (forall s, rank s = first_rank c -> s <> from m -> s <> to m ->
              king_home c <> from m -> get (on (play p m)) s = get (on p) s) as Stay.
    { intros s Rank N N' NK. apply play_get; trivial.
      - intros G E. apply has_man_get in G.
        destruct (pawn_to_passed p m F M G E) as [H _]. intros ->. cbn [rank] in Rank.
        rewrite Rank in H. destruct c, (turn p); discriminate H.
      - intros y Y. apply castles_to in Y as (_ & Y & _). rewrite Y in NK.
        destruct s as [sf sr]; cbn [rank] in Rank; subst sr.
        destruct c, (turn p); try (now destruct NK); destruct y; split; discriminate. }
    assert (king_home c <> from m /\ king_home c <> to m
            /\ rook_home c x <> from m /\ rook_home c x <> to m) as (N1 & N2 & N3 & N4).
    { rewrite <- !square_beq_neq.
      destruct (square_beq (king_home c) (from m)); [discriminate S|].
      destruct (square_beq (king_home c) (to m)); [discriminate S|].
      destruct (square_beq (rook_home c x) (from m)); [discriminate S|].
      destruct (square_beq (rook_home c x) (to m)); [discriminate S|]. auto. }
    rewrite !Stay by (trivial; destruct c, x; trivial). auto.
  - intros e. unfold play at 1 3; cbn [passed turn]. rewrite other_other.
    destruct (has_man (on p) (turn p, Pawn) (from m)) eqn:G; [|discriminate].
    apply has_man_get in G. destruct (between (from m) (to m)) as [|x [|y l]] eqn:B; try discriminate.
    intros E; injection E as ->.
    pose proof M as M'. unfold can_move in M'. rewrite G in M'. rewrite !and_true in M'.
    destruct M' as [[[_ _] Pr] M']. unfold pawn_moves in M'.
    destruct (empty (on p) (to m) &&& coordinate_beq (file (from m)) (file (to m))) eqn:A;
      [|apply and_true in M' as [M' _]; apply pawn_capture_next in M'; congruence].
    apply and_true in A as [_ Fi]. apply coordinate_beq_eq in Fi.
    destruct m as [[ff fr] [tf tr] q]. cbn [from to file rank] in *. subst tf.
    (* A single step passes over no square, so this is a double step. *)
    assert (fr = second_rank (turn p) /\ ahead (turn p) 2 fr tr = true
            /\ all (empty (on p)) (between (Sq ff fr) (Sq ff tr)) = true) as (R & Ah & Em).
    { apply or_true in M' as [M' | M'].
      - exfalso. revert B M'. clear. unfold between; cbn [file rank].
        rewrite (proj2 (coordinate_beq_eq ff ff) eq_refl).
        destruct (turn p), fr, tr; try discriminate.
      - rewrite !and_true, coordinate_beq_eq in M'. tauto. }
    clear M'. subst fr. rewrite B in Em.
    assert (get (on p) e = None) as Ge by (apply and_true in Em as [Em _]; now apply empty_get).
    set (m := Move (Sq ff (second_rank (turn p))) (Sq ff tr) q) in *.
    assert (tr = match turn p with White => Four | Black => Five end
            /\ e = Sq ff (match turn p with White => Three | Black => Six end)) as [-> ->].
    { revert B Ah. clear. unfold between; cbn [file rank].
      rewrite (proj2 (coordinate_beq_eq ff ff) eq_refl).
      destruct (turn p), tr; try discriminate; intros E _; injection E as <-; auto. }
    assert (q = None) as Q.
    { subst m. destruct q as [q|]; trivial. unfold promotion_fits in Pr; cbn in Pr.
      destruct (turn p), q; discriminate Pr. }
    split.
    + rewrite play_get; trivial; subst m; cbn [from to].
      * destruct (turn p); discriminate.
      * destruct (turn p); discriminate.
      * intros _ E. destruct (pawn_to_passed p _ F M G E) as [H _]. cbn [from rank] in H.
        destruct (turn p); discriminate H.
      * intros x C. rewrite pawn_castles in C by trivial. discriminate.
    + assert (get (on (play p m)) (to m) = Some (turn p, Pawn)) as T.
      { unfold play; cbn [on]. rewrite pawn_castles by trivial. rewrite get_set_same.
        subst m q. cbn [promotion from]. exact G. }
      subst m. cbn [to] in T. destruct (turn p); split; trivial.
Qed.

Theorem games_fit moves p : game moves p -> fits p.
Proof.
  induction 1 as [|moves p m _ IH L]; [apply start_fits | now apply play_fits].
Qed.

Theorem castling_rights moves p c x : game moves p -> In (c, x) (rights p) ->
  get (on p) (king_home c) = Some (c, King) /\ get (on p) (rook_home c x) = Some (c, Rook).
Proof. intros G. exact (fits_rights p (games_fit moves p G) c x). Qed.

Theorem has_legal_move_iff p : has_legal_move p = true <-> exists m, legal p m = true.
Proof.
  unfold has_legal_move. split.
  - rewrite any_true. intros (f & _ & H). apply and_true in H as [_ H].
    apply any_true in H as (t & _ & H). apply any_true in H as (r & _ & H). eauto.
  - intros [m L]. destruct (can_move_man p m (legal_can_move _ _ L)) as (r & G & P).
    destruct m as [f t q]. apply (any_squares _ f).
    rewrite (proj2 (has_color_get (on p) (turn p) f)) by (cbn [from] in G; eauto).
    apply (any_squares _ t). apply any_true. exists q. split; trivial.
    unfold promotion_fits in P; cbn [promotion] in P. unfold promotions.
    destruct r, q as [[]|]; try discriminate P; simpl; tauto.
Qed.

Theorem mate_iff p : mate p = true <-> check p = true /\ forall m, legal p m = false.
Proof.
  unfold mate. rewrite and_true, negb_true_iff. split; intros [C N]; split; trivial.
  - intros m. destruct (legal p m) eqn:L; trivial.
    rewrite (proj2 (has_legal_move_iff p)) in N by eauto. discriminate.
  - destruct (has_legal_move p) eqn:H; trivial. apply has_legal_move_iff in H as [m L].
    now rewrite N in L.
Qed.

(** The SAN of a legal move is its base string, followed by its suffix. *)
Lemma san_parts p m : legal p m = true ->
  exists x, base_of p m = Some x /\ san p m = (write_base x ++ suffix (play p m))%string.
Proof.
  intros L. unfold san. destruct (base_of p m) as [x|] eqn:B; [eauto|]. exfalso.
  destruct (can_move_man p m (legal_can_move _ _ L)) as (r & G & _).
  unfold base_of in B. destruct (castles p m); [discriminate|]. rewrite G in B.
  destruct r; [discriminate| | | | |]; destruct (discriminator _ _); discriminate.
Qed.
