(** * The Laws and the rules agree *)

From Coq Require Import ZArith Lia.
From SAN Require Export Kings Laws.

(** ** Coordinates *)

Lemma number_inj x y : Z.of_nat (number x) = Z.of_nat (number y) -> x = y.
Proof. destruct x, y; cbn; trivial; discriminate. Qed.

Lemma square_eq s t : x_of s = x_of t -> y_of s = y_of t -> s = t.
Proof.
  destruct s as [f r], t as [g q]. intros C R. apply number_inj in C, R. cbn in C, R. congruence.
Qed.

Lemma steps_inj s dx dy n t u : steps s dx dy n t -> steps s dx dy n u -> t = u.
Proof. intros [C R] [C' R']. apply square_eq; congruence. Qed.

Lemma ahead_steps c n s t :
  ahead c n (rank s) (rank t) = true <-> y_of t = (y_of s + Z.of_nat n * forward c)%Z.
Proof. unfold ahead, y_of, forward. destruct c; rewrite Nat.eqb_eq; lia. Qed.

Lemma same_file s t : file s = file t <-> x_of t = x_of s.
Proof.
  unfold x_of. split; [now intros -> | intros H; symmetry; now apply number_inj].
Qed.
Lemma same_rank s t : rank s = rank t <-> y_of t = y_of s.
Proof.
  unfold y_of. split; [now intros -> | intros H; symmetry; now apply number_inj].
Qed.

(** ** Lines *)

(** The direction from one square to another, and the number of steps. *)
Definition across (s t : square) : Z := Z.sgn (x_of t - x_of s).
Definition up (s t : square) : Z := Z.sgn (y_of t - y_of s).
Definition away (s t : square) : Z :=
  Z.max (Z.abs (x_of t - x_of s)) (Z.abs (y_of t - y_of s)).

(** Whether [x] lies on the line from [s] to [t], strictly between them. *)
Definition on_the_way (s t x : square) : bool :=
  ((0 <? away s x) &&& (away s x <? away s t)
   &&& (x_of x =? x_of s + away s x * across s t)
   &&& (y_of x =? y_of s + away s x * up s t))%Z.

Lemma between_on_the_way s t x : (straight s t ||| diagonal s t) = true ->
  any (square_beq x) (between s t) = on_the_way s t x.
Proof.
  assert (forall s t, (if straight s t ||| diagonal s t then
    all (fun x => eqb (any (square_beq x) (between s t)) (on_the_way s t x)) squares
    else true) = true) as H by (apply all_pairs; vm_compute; reflexivity).
  intros A. specialize (H s t). rewrite A, all_true in H. apply eqb_prop, H, in_squares.
Qed.

(** The direction of a step, [dx] files to the right and [dy] ranks up: each is 1, 0 or -1, and not both are 0. *)
Definition direction (dx dy : Z) : Prop :=
  ((dx = 0 \/ one dx) /\ (dy = 0 \/ one dy) /\ (dx <> 0 \/ dy <> 0))%Z.

Lemma steps_direction s t dx dy n : direction dx dy -> (0 < n)%Z -> steps s dx dy n t ->
  dx = across s t /\ dy = up s t /\ n = away s t.
Proof.
  unfold direction, one, steps, across, up, away. intros (X & Y & N) P [-> ->].
  destruct X as [-> | [-> | ->]], Y as [-> | [-> | ->]]; lia.
Qed.

Lemma in_between s t x dx dy n : (straight s t ||| diagonal s t) = true ->
  direction dx dy -> (0 < n)%Z -> steps s dx dy n t ->
  In x (between s t) <-> (exists i, 0 < i < n /\ steps s dx dy i x)%Z.
Proof.
  intros A D P S. destruct (steps_direction s t dx dy n D P S) as (X & Y & N).
  assert (In x (between s t) <-> on_the_way s t x = true) as ->.
  { rewrite <- (between_on_the_way s t x A), any_true. split.
    - intros I. exists x. now rewrite square_beq_refl.
    - intros (y & I & E). apply square_beq_eq in E. now subst y. }
  unfold on_the_way. rewrite !and_true, !Z.ltb_lt, !Z.eqb_eq, <- X, <- Y, <- N. split.
  - intros [[[I J] C] R]. exists (away s x). split; [tauto | now split].
  - intros (i & [I J] & W). destruct (steps_direction s x dx dy i D I W) as (_ & _ & <-).
    destruct W as [C R]. tauto.
Qed.

Lemma one_direction d : one d -> direction d 0 /\ direction 0 d.
Proof. unfold direction, one. intros H. lia. Qed.
Lemma two_directions dx dy : one dx -> one dy -> direction dx dy.
Proof. unfold direction, one. intros H K. lia. Qed.

Lemma aligned_integers s t :
  diagonal s t = ((Z.abs (x_of t - x_of s) =? Z.abs (y_of t - y_of s))
                  &&& negb (x_of t =? x_of s))%Z
  /\ straight s t = (if x_of t =? x_of s then negb (y_of t =? y_of s) else y_of t =? y_of s)%Z.
Proof.
  enough ((eqb (diagonal s t) ((Z.abs (x_of t - x_of s) =? Z.abs (y_of t - y_of s))
                  &&& negb (x_of t =? x_of s))
    &&& eqb (straight s t)
      (if x_of t =? x_of s then negb (y_of t =? y_of s) else y_of t =? y_of s))%Z = true) as H.
  { apply and_true in H as [H K]. split; now apply eqb_prop. }
  revert s t. apply all_pairs. vm_compute. reflexivity.
Qed.

Lemma diagonal_steps s t : diagonal s t = true <->
  exists dx dy n, one dx /\ one dy /\ (0 < n)%Z /\ steps s dx dy n t.
Proof.
  rewrite (proj1 (aligned_integers s t)), and_true, negb_true_iff, Z.eqb_eq, Z.eqb_neq.
  unfold one, steps. split.
  - intros [A N]. exists (across s t), (up s t), (away s t). unfold across, up, away. lia.
  - intros (dx & dy & n & [-> | ->] & [-> | ->] & P & S); lia.
Qed.
Lemma straight_steps s t : straight s t = true <->
  exists d n, one d /\ (0 < n)%Z /\ (steps s d 0 n t \/ steps s 0 d n t).
Proof.
  rewrite (proj2 (aligned_integers s t)). unfold one, steps. split.
  - destruct (Z.eqb_spec (x_of t) (x_of s)) as [E | E]; intros H.
    + apply negb_true_iff, Z.eqb_neq in H. exists (up s t), (away s t). unfold up, away. lia.
    + apply Z.eqb_eq in H. exists (across s t), (away s t). unfold across, away. lia.
  - intros (d & n & D & P & S). destruct (Z.eqb_spec (x_of t) (x_of s)) as [E | E].
    + apply negb_true_iff, Z.eqb_neq. destruct D as [-> | ->]; lia.
    + apply Z.eqb_eq. destruct D as [-> | ->]; lia.
Qed.

(** A line is free if the squares between its ends are empty. *)
Lemma line_between b s t dx dy n : (straight s t ||| diagonal s t) = true ->
  direction dx dy -> (0 < n)%Z -> steps s dx dy n t ->
  line b s dx dy t <-> forall x, In x (between s t) -> get b x = None.
Proof.
  intros A D P S. split.
  - intros (k & K & W & E) x I. apply (in_between s t x dx dy k A D K W) in I.
    destruct I as (i & I & J). eauto.
  - intros E. exists n. split; [trivial|]. split; [trivial|]. intros i x I W. apply E.
    apply (in_between s t x dx dy n A D P S). eauto.
Qed.

(** ** Pieces and attacks *)

Lemma bishop_iff b s t : piece_moves b s t Bishop <->
  diagonal s t = true /\ forall x, In x (between s t) -> get b x = None.
Proof.
  split.
  - inversion 1 as [dx dy X Y L | | | | | |]. pose proof L as L'.
    destruct L' as (n & P & S & _).
    assert (diagonal s t = true) as D by (apply diagonal_steps; eauto 7). split; [trivial|].
    apply (line_between b s t dx dy n); trivial; [|now apply two_directions].
    rewrite D. now destruct (straight s t).
  - intros [D E]. pose proof D as D'. apply diagonal_steps in D' as (dx & dy & n & X & Y & P & S).
    apply (moves_bishop b s t dx dy X Y). apply (line_between b s t dx dy n); trivial;
      [|now apply two_directions]. rewrite D. now destruct (straight s t).
Qed.

Lemma rook_iff b s t : piece_moves b s t Rook <->
  straight s t = true /\ forall x, In x (between s t) -> get b x = None.
Proof.
  split.
  - intros M.
    assert (exists dx dy, direction dx dy /\ line b s dx dy t
      /\ ((dx = 0 /\ one dy) \/ (one dx /\ dy = 0))%Z) as (dx & dy & D & L & O).
    { inversion M as [| dy Y L | dx X L | | | |].
      - exists 0%Z, dy. apply one_direction in Y as Y'. tauto.
      - exists dx, 0%Z. apply one_direction in X as X'. tauto. }
    pose proof L as L'. destruct L' as (n & P & S & _).
    assert (straight s t = true) as A.
    { apply straight_steps. destruct O as [[-> O] | [O ->]]; eauto 6. }
    split; [trivial|]. apply (line_between b s t dx dy n); trivial. now rewrite A.
  - intros [A E]. pose proof A as A'. apply straight_steps in A' as (d & n & O & P & [S | S]).
    + apply (moves_rook_on_rank b s t d O). apply (line_between b s t d 0 n); trivial;
        [now rewrite A | now apply one_direction].
    + apply (moves_rook_on_file b s t d O). apply (line_between b s t 0 d n); trivial;
        [now rewrite A | now apply one_direction].
Qed.

(** Decides [apart]. *)
Definition is_apart (s t : square) : bool :=
  (negb (x_of s =? x_of t) &&& negb (y_of s =? y_of t)
   &&& negb (Z.abs (x_of t - x_of s) =? Z.abs (y_of t - y_of s)))%Z.
Lemma is_apart_true s t : is_apart s t = true <-> apart s t.
Proof.
  unfold is_apart, apart. rewrite !and_true, !negb_true_iff, !Z.eqb_neq. tauto.
Qed.

Lemma knight_iff b s t c : piece_moves b s t Knight <-> aims (c, Knight) s t = true.
Proof.
  assert (forall s t, (eqb (aims (c, Knight) s t) (is_apart s t &&& (far s t =? 5))
    &&& (negb (is_apart s t) ||| (5 <=? far s t)))%Z = true) as H
    by (destruct c; apply all_pairs; vm_compute; reflexivity).
  assert (any (fun x => is_apart s x &&& (far s x =? 5)%Z) squares = true) as N.
  { assert (forall s (_ : square),
      any (fun x => is_apart s x &&& (far s x =? 5)%Z) squares = true) as E
      by (apply all_pairs; vm_compute; reflexivity). exact (E s s). }
  assert (forall x, apart s x -> (5 <= far s x)%Z) as M.
  { intros x A. specialize (H s x). apply is_apart_true in A. rewrite A in H.
    apply and_true in H as [_ H]. now apply Z.leb_le. }
  apply any_true in N as (y & _ & N). rewrite and_true, is_apart_true, Z.eqb_eq in N.
  specialize (H s t). apply and_true in H as [H _]. apply eqb_prop in H.
  rewrite H, and_true, is_apart_true, Z.eqb_eq. split.
  - inversion 1 as [| | | | | A L |]. split; [trivial|]. specialize (L y (proj1 N)).
    specialize (M t A). lia.
  - intros [A F]. apply moves_knight; [trivial|]. intros x X. rewrite F. now apply M.
Qed.

Lemma king_iff b s t c : piece_moves b s t King <-> aims (c, King) s t = true.
Proof.
  cbn [aims]. rewrite !and_true, negb_true_iff, square_beq_neq, !Nat.leb_le. unfold distance. split.
  - inversion 1 as [| | | | | | N C R]. unfold x_of, y_of in C, R. repeat split; trivial; lia.
  - intros [[C R] N]. apply moves_king; [trivial | unfold x_of; lia | unfold y_of; lia].
Qed.

Lemma queen_iff b s t : piece_moves b s t Queen <->
  piece_moves b s t Bishop \/ piece_moves b s t Rook.
Proof.
  split.
  - inversion 1 as [| | | M | M | |]; tauto.
  - intros [M | M]; [now apply moves_queen_as_bishop | now apply moves_queen_as_rook].
Qed.

(** There is no square between the from-square and the to-square of a knight's or king's step. *)
Lemma short_steps c s t : aims (c, Knight) s t = true \/ aims (c, King) s t = true ->
  between s t = [].
Proof.
  assert (forall s t, (if aims (c, Knight) s t ||| aims (c, King) s t
    then match between s t with [] => true | _ => false end else true) = true) as H
    by (destruct c; apply all_pairs; vm_compute; reflexivity).
  intros A. apply or_true in A. specialize (H s t). rewrite A in H.
  now destruct (between s t).
Qed.

Lemma piece_attacks b s t c r : get b s = Some (c, r) -> r <> Pawn ->
  attacks b s t = true <-> piece_moves b s t r.
Proof.
  intros G N. rewrite (attacks_get b s t (c, r) G). destruct r.
  - now destruct N.
  - rewrite (knight_iff b s t c). split; [tauto|]. intros A. split; [trivial|].
    rewrite (short_steps c s t) by tauto. intros x [].
  - rewrite bishop_iff. reflexivity.
  - rewrite rook_iff. reflexivity.
  - rewrite queen_iff, bishop_iff, rook_iff. cbn [aims]. rewrite or_true. tauto.
  - rewrite (king_iff b s t c). split; [tauto|]. intros A. split; [trivial|].
    rewrite (short_steps c s t) by tauto. intros x [].
Qed.

Lemma pawn_aims c s t : aims (c, Pawn) s t = true <->
  exists dx, one dx /\ steps s dx (forward c) 1 t.
Proof.
  cbn [aims]. rewrite and_true, ahead_steps, Nat.eqb_eq. unfold steps, one, distance. split.
  - intros [A D]. exists (x_of t - x_of s)%Z. unfold x_of in *. lia.
  - intros (dx & O & C & R). unfold x_of in C. lia.
Qed.

Lemma pawn_attacks b s t c : get b s = Some (c, Pawn) ->
  attacks b s t = true <-> exists dx, one dx /\ steps s dx (forward c) 1 t.
Proof.
  intros G. rewrite (attacks_get b s t (c, Pawn) G), <- pawn_aims. split; [tauto|].
  intros A. split; [trivial|]. rewrite (pawn_capture_next c s t A). intros x [].
Qed.

Lemma threatens_iff b c t : threatens b c t <-> attacked b c t = true.
Proof.
  unfold attacked. rewrite any_true. split.
  - intros [s r G M | s dx G O S]; exists s; (split; [apply in_squares|]); rewrite and_true;
      (split; [apply has_color_get; eauto|]).
    + apply (piece_attacks b s t c r); trivial. intros ->. inversion M.
    + apply (pawn_attacks b s t c G). eauto.
  - intros (s & _ & H). apply and_true in H as [C A]. apply has_color_get in C as (r & G).
    destruct (role_beq r Pawn) eqn:E.
    + apply role_beq_eq in E. subst r. apply (pawn_attacks b s t c G) in A as (dx & O & S).
      exact (pawn_threatens b c t s dx G O S).
    + apply (piece_threatens b c t s r G). apply (piece_attacks b s t c r G); trivial.
      intros ->. discriminate E.
Qed.

Lemma checked_iff b c : checked b c <-> in_check b c = true.
Proof.
  unfold checked, in_check. rewrite any_true. split.
  - intros (k & K & T). exists k. split; [apply in_squares|].
    now rewrite and_true, has_man_get, <- threatens_iff.
  - intros (k & _ & H). rewrite and_true, has_man_get, <- threatens_iff in H. eauto.
Qed.

(** ** The board after a move *)

(** Changes squares one after another, as [play] does. *)
Definition put_all (b : board) (l : list (square * option man)) : board :=
  fold_left (fun b x => set b (fst x) (snd x)) l b.

Lemma put_all_changed b l : NoDup (map fst l) -> changed b l (put_all b l).
Proof.
  revert b. induction l as [|[s x] l IH]; intros b D t.
  - split; [intros x [] | trivial].
  - cbn [map fst] in D. inversion D as [|s' l' N D' E].
    change (put_all b ((s, x) :: l)) with (put_all (set b s x) l).
    destruct (IH (set b s x) D' t) as [I O]. split.
    + intros y [Y | Y]; [|now apply I]. injection Y as -> ->. rewrite O.
      * now rewrite get_set_same.
      * intros z Z. apply N. now apply (in_map fst) in Z.
    + intros Z. rewrite O by (intros z I'; apply (Z z); now right).
      apply get_set_other. intros ->. apply (Z x). now left.
Qed.

Lemma changed_unique b l b' b'' : changed b l b' -> changed b l b'' -> b' = b''.
Proof.
  intros C C'. apply board_ext. intros s.
  assert ((exists x, In (s, x) l) \/ forall x, ~ In (s, x) l) as [[x I] | N].
  { clear. induction l as [|[t y] l [[x I] | N]].
    - right. intros x [].
    - left. exists x. now right.
    - destruct (square_beq t s) eqn:E.
      + apply square_beq_eq in E. subst t. left. exists y. now left.
      + apply square_beq_neq in E. right. intros x [H | H]; [congruence | now apply N in H]. }
  - rewrite (proj1 (C s) x I). now rewrite (proj1 (C' s) x I).
  - rewrite (proj2 (C s) N). now rewrite (proj2 (C' s) N).
Qed.

(** The board after a move that neither castles nor captures en passant. *)
Lemma play_plain p m r r' : castles p m = None ->
  (has_man (on p) (turn p, Pawn) (from m) &&& is_passed p (to m)) = false ->
  get (on p) (from m) = Some (turn p, r) ->
  r' = match promotion m with Some q => q | None => r end ->
  on (play p m) = put_all (on p) [(from m, None); (to m, Some (turn p, r'))].
Proof.
  intros C E G ->. unfold play; cbn [on]. rewrite C, E, G.
  cbn [put_all fold_left fst snd]. now destruct (promotion m).
Qed.

(** If a move goes to an occupied square, or stays on its file, it does not capture en passant. An en
    passant capture goes to the square that an opponent's pawn has just passed over. That square is
    empty. To reach that square without changing file, a pawn of ours would have to come from the square
    where the opponent's pawn is now. *)
Lemma not_in_passing p m : fits p -> can_move p m = true ->
  get (on p) (to m) <> None \/ file (from m) = file (to m) ->
  (has_man (on p) (turn p, Pawn) (from m) &&& is_passed p (to m)) = false.
Proof.
  intros F M H. destruct (has_man _ _ _) eqn:G; [|trivial]. apply has_man_get in G.
  destruct (is_passed p (to m)) eqn:E; [|trivial]. exfalso. destruct H as [H | H].
  - apply H. unfold is_passed in E. destruct (passed p) as [e|] eqn:P; [|discriminate].
    apply square_beq_eq in E. subst e. now apply (fits_passed p F) in P as [P _].
  - pose proof (taken_in_passing_is_pawn p m F M G E) as V. rewrite <- H in V.
    replace (Sq (file (from m)) (rank (from m))) with (from m) in V by now destruct (from m).
    rewrite G in V. now destruct (turn p).
Qed.

Lemma becomes_iff c m q : becomes c (to m) (promotion m) q <->
  promotion_fits c Pawn m = true /\ q = match promotion m with Some r => r | None => Pawn end.
Proof.
  unfold promotion_fits. split.
  - inversion 1 as [N Q | r L I Q].
    + split; [|trivial]. apply negb_true_iff. destruct (coordinate_beq _ _) eqn:E; trivial.
      now apply coordinate_beq_eq in E.
    + split; [|trivial]. apply coordinate_beq_eq in L. subst q. simpl in I.
      now destruct I as [<- | [<- | [<- | [<- | []]]]].
  - destruct (promotion m) as [r|]; intros [H ->].
    + constructor.
      * destruct r; try discriminate H; now apply coordinate_beq_eq.
      * destruct r; try discriminate H; simpl; tauto.
    + constructor. intros E. apply coordinate_beq_eq in E. rewrite E in H. discriminate H.
Qed.

(** ** What the Laws allow, the rules allow *)

Lemma own_color_false p s : (forall r, get (on p) s <> Some (turn p, r)) ->
  has_color (on p) (turn p) s = false.
Proof.
  intros N. destruct (has_color _ _ _) eqn:C; trivial. apply has_color_get in C as (r & G).
  now apply N in G.
Qed.

(** Reduces [can_move] to the conditions for the kind of piece. *)
Lemma can_move_iff p m r : get (on p) (from m) = Some (turn p, r) ->
  (forall r', get (on p) (to m) <> Some (turn p, r')) ->
  can_move p m = true <-> promotion_fits (turn p) r m = true /\
    match r with
    | Pawn => pawn_moves p (from m) (to m)
    | King => match castles p m with
              | Some x => may_castle p x
              | None => attacks (on p) (from m) (to m)
              end
    | _ => attacks (on p) (from m) (to m)
    end = true.
Proof.
  intros G N. unfold can_move. rewrite G, (own_color_false p (to m) N).
  rewrite (proj2 (color_beq_eq (turn p) (turn p)) eq_refl). cbn [negb]. apply and_true.
Qed.

Lemma king_beside_castles p m : piece_moves (on p) (from m) (to m) King -> castles p m = None.
Proof.
  intros M. destruct (castles p m) as [x|] eqn:C; [|trivial]. exfalso.
  destruct (castles_to p m x C) as (_ & F & T). rewrite F, T in M.
  inversion M as [| | | | | | N X Y]. destruct (turn p), x; cbn in X; lia.
Qed.

Lemma not_king_castles p m r : get (on p) (from m) = Some (turn p, r) -> r <> King ->
  castles p m = None.
Proof.
  intros G N. destruct (castles p m) as [x|] eqn:C; [|trivial].
  apply castles_to in C as (K & _). congruence.
Qed.

(** One or more steps in a direction never lead back to the square where they start. *)
Lemma steps_apart s t dx dy n : direction dx dy -> (0 < n)%Z -> steps s dx dy n t -> s <> t.
Proof.
  unfold direction, one, steps. intros D P [C R] ->.
  destruct D as ([-> | [-> | ->]] & [-> | [-> | ->]] & D); lia.
Qed.

Lemma forward_one c : one (forward c).
Proof. unfold one. destruct c; cbn; tauto. Qed.

Lemma two_squares (s t : square) (x y : option man) : s <> t -> NoDup (map fst [(s, x); (t, y)]).
Proof.
  intros N. cbn [map fst]. constructor; [|constructor; [intros [] | constructor]].
  intros [E | []]. now apply N.
Qed.

(** The Laws and the rules use the same squares for castling. *)
Lemma castling_squares c x d s v y t : s = king_home c -> v = rook_home c x -> one d ->
  (exists n, (0 < n)%Z /\ steps s d 0 n v) -> steps s d 0 1 y -> steps s d 0 2 t ->
  y = rook_castled c x /\ t = king_castled c x.
Proof.
  unfold one. intros -> -> D (n & P & V) Y T.
  assert (d = match x with Short => 1 | Long => -1 end)%Z as ->.
  { destruct V as [V _]. unfold x_of in V. cbn [king_home rook_home file] in V.
    destruct x; cbn [number] in V; destruct D as [-> | ->]; lia. }
  split.
  - apply (steps_inj _ _ _ _ _ _ Y). destruct c, x; split; reflexivity.
  - apply (steps_inj _ _ _ _ _ _ T). destruct c, x; split; reflexivity.
Qed.

Lemma castling_line c x : exists d n, one d /\ direction d 0 /\ (0 < n)%Z
  /\ steps (king_home c) d 0 n (rook_home c x)
  /\ steps (king_home c) d 0 1 (rook_castled c x)
  /\ steps (king_home c) d 0 2 (king_castled c x).
Proof.
  exists (match x with Short => 1 | Long => -1 end)%Z, (match x with Short => 3 | Long => 4 end)%Z.
  assert (one (match x with Short => 1 | Long => -1 end)) as O by (unfold one; destruct x; tauto).
  split; [trivial|]. split; [now apply one_direction|]. split; [now destruct x|].
  destruct c, x; repeat split.
Qed.

Lemma castling_free b c x d : one d ->
  (exists n, (0 < n)%Z /\ steps (king_home c) d 0 n (rook_home c x)) ->
  line b (king_home c) d 0 (rook_home c x)
  <-> all (empty b) (between (king_home c) (rook_home c x)) = true.
Proof.
  intros O (n & P & S).
  rewrite (line_between b (king_home c) (rook_home c x) d 0 n); trivial;
    [|now destruct c, x | now apply one_direction].
  rewrite all_true. now setoid_rewrite empty_get.
Qed.

Lemma has_right (l : list (color * side)) c x :
  any (fun right => color_beq (fst right) c &&& side_beq (snd right) x) l = true <-> In (c, x) l.
Proof.
  rewrite any_true. split.
  - intros ([c' y] & I & E). cbn [fst snd] in E. rewrite and_true, color_beq_eq, side_beq_eq in E.
    now destruct E as [-> ->].
  - intros I. exists (c, x). split; [trivial|]. now destruct c, x.
Qed.

Lemma not_threatens_iff b c t : ~ threatens b c t <-> negb (attacked b c t) = true.
Proof. rewrite negb_true_iff, threatens_iff. apply not_true_iff_false. Qed.

Lemma may_castle_iff p x : may_castle p x = true <->
  In (turn p, x) (rights p)
  /\ all (empty (on p)) (between (king_home (turn p)) (rook_home (turn p) x)) = true
  /\ ~ threatens (on p) (other (turn p)) (king_home (turn p))
  /\ ~ threatens (on p) (other (turn p)) (rook_castled (turn p) x).
Proof.
  unfold may_castle. rewrite !and_true, has_right, !not_threatens_iff, !and_assoc. reflexivity.
Qed.

Lemma has_color_other p s r : get (on p) s = Some (other (turn p), r) ->
  has_color (on p) (other (turn p)) s = true.
Proof. intros G. apply has_color_get. eauto. Qed.

Lemma is_castling p m x : get (on p) (from m) = Some (turn p, King) ->
  from m = king_home (turn p) -> to m = king_castled (turn p) x -> castles p m = Some x.
Proof.
  intros K F T. unfold castles. rewrite (proj2 (has_man_get _ _ _) K), F, T, square_beq_refl.
  now destruct (turn p), x.
Qed.

(** If [Laws.v] lets the piece move, [Rules.v] lets it move too, and both lead to the same board. *)
Lemma may_move_sound p m l : fits p ->
  may_move p (from m) (to m) (promotion m) l ->
  (forall r, get (on p) (to m) <> Some (turn p, r)) ->
  can_move p m = true /\ on (play p m) = put_all (on p) l /\ NoDup (map fst l).
Proof.
  intros F M N. remember (promotion m) as q eqn:Q.
  destruct M as [r G M | q r G S E B | e G R S Ee S' E | dx q r taken G O S E B
    | dx v G O S V P S' | x d v y G K V Rv I O L Y T A1 A2 A3].
  - (* A piece. *)
    assert (r <> Pawn) as NP by (intros ->; inversion M).
    assert (castles p m = None) as C.
    { destruct (role_beq r King) eqn:E.
      - apply role_beq_eq in E. subst r. now apply king_beside_castles.
      - apply (not_king_castles p m r G). intros ->. discriminate E. }
    assert (attacks (on p) (from m) (to m) = true) as A
      by now apply (piece_attacks (on p) (from m) (to m) (turn p) r G NP).
    split; [|split].
    + apply (can_move_iff p m r G N). rewrite C. unfold promotion_fits. rewrite <- Q.
      destruct r; [now destruct NP | ..]; (split; [reflexivity | trivial]).
    + apply (play_plain p m r r C); trivial; [|now rewrite <- Q].
      destruct (has_man _ _ _) eqn:H; trivial. apply has_man_get in H. congruence.
    + apply two_squares. intros E. rewrite E in G. now apply N in G.
  - (* A pawn's single step. *)
    assert (castles p m = None) as C by (apply (not_king_castles p m Pawn G); discriminate).
    rewrite Q in B. apply becomes_iff in B as [B ->].
    assert (file (from m) = file (to m)) as Fi by (apply same_file; destruct S as [S _]; lia).
    assert (can_move p m = true) as M.
    { apply (can_move_iff p m Pawn G N). split; [trivial|]. unfold pawn_moves.
      rewrite (proj2 (empty_get _ _) E), (proj2 (coordinate_beq_eq _ _) Fi), or_true.
      left. apply ahead_steps. destruct S as [_ S]. lia. }
    split; [trivial|]. split.
    + apply (play_plain p m Pawn); trivial. apply not_in_passing; auto.
    + apply two_squares. revert S. apply steps_apart; [|lia].
      apply one_direction, forward_one.
  - (* A pawn's double step. *)
    assert (castles p m = None) as C by (apply (not_king_castles p m Pawn G); discriminate).
    assert (file (from m) = file (to m)) as Fi by (apply same_file; destruct S' as [H _]; lia).
    assert (direction 0 (forward (turn p))) as D by apply one_direction, forward_one.
    assert (from m <> to m) as Ne by (revert S'; apply steps_apart; [trivial | lia]).
    assert (can_move p m = true) as M.
    { apply (can_move_iff p m Pawn G N). split.
      - unfold promotion_fits. rewrite <- Q. apply negb_true_iff.
        destruct S' as [_ H]. unfold y_of in H. rewrite R in H.
        destruct (turn p), (rank (to m)); trivial; discriminate H.
      - unfold pawn_moves.
        rewrite (proj2 (empty_get _ _) E), (proj2 (coordinate_beq_eq _ _) Fi), or_true.
        right. rewrite !and_true, coordinate_beq_eq. split; [split; [trivial|]|].
        + apply ahead_steps. destruct S' as [_ H]. lia.
        + apply all_true. intros z I. apply empty_get.
          assert ((straight (from m) (to m) ||| diagonal (from m) (to m)) = true) as A.
          { apply or_true. left. apply straight_steps. exists (forward (turn p)), 2%Z.
            split; [apply forward_one|]. split; [lia | now right]. }
          destruct (proj1 (in_between _ _ z _ _ 2 A D eq_refl S') I) as (i & J & Z).
          assert (i = 1%Z) as -> by lia. now rewrite (steps_inj _ _ _ _ _ _ Z S). }
    split; [trivial|]. split.
    + apply (play_plain p m Pawn Pawn C); trivial; [|now rewrite <- Q].
      apply not_in_passing; auto.
    + now apply two_squares.
  - (* A pawn's capture. *)
    assert (castles p m = None) as C by (apply (not_king_castles p m Pawn G); discriminate).
    rewrite Q in B. apply becomes_iff in B as [B ->].
    assert (aims (turn p, Pawn) (from m) (to m) = true) as A by (apply pawn_aims; eauto).
    assert (can_move p m = true) as M.
    { apply (can_move_iff p m Pawn G N). split; [trivial|]. unfold pawn_moves.
      assert (empty (on p) (to m) = false) as -> by (unfold empty; now rewrite E).
      now rewrite A, (has_color_other p (to m) taken E). }
    split; [trivial|]. split.
    + apply (play_plain p m Pawn); trivial. apply not_in_passing; trivial. left. congruence.
    + apply two_squares. revert S. apply steps_apart; [|lia].
      now apply two_directions, forward_one.
  - (* A pawn's en passant capture. *)
    assert (castles p m = None) as C by (apply (not_king_castles p m Pawn G); discriminate).
    assert (is_passed p (to m) = true) as E
      by (unfold is_passed; rewrite P; apply square_beq_refl).
    pose proof (fits_passed p F (to m) P) as [Em Pa].
    assert (steps (from m) dx (forward (turn p)) 1 (to m)) as St
      by (unfold steps in *; lia).
    assert (aims (turn p, Pawn) (from m) (to m) = true) as A by (apply pawn_aims; eauto).
    assert (can_move p m = true) as M.
    { apply (can_move_iff p m Pawn G N). split.
      - unfold promotion_fits. rewrite <- Q. apply negb_true_iff.
        now destruct (turn p); cbn [other] in Pa; destruct Pa as [-> _].
      - unfold pawn_moves.
        assert (coordinate_beq (file (from m)) (file (to m)) = false) as ->.
        { destruct (coordinate_beq _ _) eqn:H; trivial.
          apply coordinate_beq_eq, same_file in H. unfold one, steps in *. lia. }
        rewrite E. destruct (empty (on p) (to m)); rewrite A;
          now destruct (has_color _ _ _). }
    assert (v = Sq (file (to m)) (rank (from m))) as ->.
    { apply square_eq; unfold steps, x_of, y_of in *; cbn [file rank]; lia. }
    split; [trivial|]. split.
    + unfold play; cbn [on]. rewrite C, E, (proj2 (has_man_get _ _ _) G), <- Q, G. reflexivity.
    + set (v := Sq (file (to m)) (rank (from m))) in *. cbn [map fst].
      constructor; [|apply (two_squares (from m) (to m) None None)].
      * intros [H | [H | []]]; [|congruence]. rewrite H in G. rewrite G in V.
        now destruct (turn p).
      * revert St. apply steps_apart; [|lia]. now apply two_directions, forward_one.
  - (* Castling. *)
    assert (exists n, (0 < n)%Z /\ steps (from m) d 0 n v) as W
      by (destruct L as (n & Pn & Sn & _); eauto).
    destruct (castling_squares (turn p) x d (from m) v y (to m) K Rv O W Y T) as [Ey Et].
    pose proof (is_castling p m x G K Et) as C.
    subst v y. rewrite K in *.
    assert (may_castle p x = true) as MC.
    { apply may_castle_iff. split; [trivial|]. split; [|auto]. now apply (castling_free _ _ _ d). }
    split; [|split].
    + apply (can_move_iff p m King); [congruence | trivial|]. rewrite C. split; [|trivial].
      unfold promotion_fits. now rewrite <- Q.
    + unfold play; cbn [on]. rewrite C, <- Q, K, Et, G.
      assert (has_man (on p) (turn p, Pawn) (king_home (turn p)) = false) as ->.
      { unfold has_man. rewrite G. now destruct (turn p). }
      reflexivity.
    + rewrite Et. cbn [map fst]. clear.
      repeat constructor; destruct (turn p), x; simpl; intros H;
        repeat destruct H as [H | H]; trivial; discriminate H.
Qed.

(** ** What the rules allow, the Laws allow *)

(** Castling puts the rook between the king's initial square and the king's new square. So if a line to the
    king's new square crosses the rook's new square, the line also crosses the king's initial square, or
    begins there. *)
Lemma past_the_rook c x s y : In y (between s (king_castled c x)) ->
  y <> king_castled c x
  /\ (y = rook_castled c x -> s = king_home c \/ In (king_home c) (between s (king_castled c x))).
Proof.
  assert (forall s (_ : square), all (fun y => negb (square_beq y (king_castled c x))
    &&& (if square_beq y (rook_castled c x)
         then square_beq s (king_home c)
              ||| any (square_beq (king_home c)) (between s (king_castled c x))
         else true)) (between s (king_castled c x)) = true) as H
    by (destruct c, x; apply all_pairs; vm_compute; reflexivity).
  intros I. specialize (H s s). rewrite all_true in H. specialize (H y I).
  rewrite and_true, negb_true_iff, square_beq_neq in H. destruct H as [N H].
  split; [trivial|]. intros ->. rewrite square_beq_refl, or_true, square_beq_eq, any_true in H.
  destruct H as [H | (k & K & E)]; [now left | right]. apply square_beq_eq in E. now subst k.
Qed.

(** [Rules.v] tests whether the king's new square is attacked after castling. [Laws.v] tests whether this square
    is attacked before castling. If [Rules.v] finds no attack, [Laws.v] finds none either: a piece that attacks
    the square before castling also attacks it afterwards, because the rook does not get in its way. *)
Lemma castling_target_safe p m x : fits p -> legal p m = true -> castles p m = Some x ->
  ~ threatens (on p) (other (turn p)) (king_castled (turn p) x).
Proof.
  intros F L C T. destruct (castles_to p m x C) as (K & Fr & To).
  destruct (legal_castles p m x L C) as (R & E & E'). destruct (fits_rights p F _ _ R) as [_ Rk].
  apply threatens_iff in T. unfold attacked in T. apply any_true in T as (s & _ & T).
  apply and_true in T as [Cs A]. apply has_color_get in Cs as (r & G).
  apply (attacks_get _ _ _ _ G) in A as [A B].
  assert (forall z, z <> from m -> z <> to m -> z <> rook_home (turn p) x ->
    z <> rook_castled (turn p) x -> get (on (play p m)) z = get (on p) z) as Stay.
  { intros z Z1 Z2 Z3 Z4. apply play_get; trivial.
    - intros H. apply has_man_get in H. congruence.
    - intros x' C'. assert (x' = x) as -> by congruence. now split. }
  assert (turn p <> other (turn p)) as D by (now destruct (turn p)).
  assert (get (on (play p m)) s = Some (other (turn p), r)) as Gs.
  { rewrite Stay; trivial; congruence. }
  assert (in_check (on (play p m)) (turn p) = true) as I.
  { apply in_check_true. exists (to m), s, r.
    split; [now apply king_moves|]. split; [trivial|].
    apply (attacks_get _ _ _ _ Gs). rewrite To. split; [trivial|]. intros y Y.
    rewrite Stay; [now apply B | | | |].
    - intros ->. specialize (B _ Y). congruence.
    - rewrite To. now apply past_the_rook in Y.
    - intros ->. specialize (B _ Y). congruence.
    - intros H. apply past_the_rook in Y as [_ Y]. destruct (Y H) as [Y' | Y'].
      + congruence.
      + specialize (B _ Y'). congruence. }
  apply and_true in L as [_ L]. now rewrite I in L.
Qed.

(** If a move is legal by [Rules.v], [may_move] of [Laws.v] allows it. *)
Lemma may_move_complete p m : fits p -> legal p m = true ->
  exists l, may_move p (from m) (to m) (promotion m) l.
Proof.
  intros F L. destruct (legal_man p m L) as (r & G & Pr & N).
  pose proof (legal_can_move p m L) as M. apply (can_move_iff p m r G N) in M as [_ M].
  destruct (role_beq r Pawn) eqn:IsPawn.
  - apply role_beq_eq in IsPawn. subst r. unfold pawn_moves in M.
    destruct (empty (on p) (to m) &&& coordinate_beq (file (from m)) (file (to m))) eqn:A.
    + apply and_true in A as [E Fi]. apply empty_get in E.
      apply coordinate_beq_eq, same_file in Fi. apply or_true in M as [M | M].
      * apply ahead_steps in M. eexists. eapply pawn_may_step; trivial.
        -- unfold steps; lia.
        -- now apply becomes_iff.
      * rewrite !and_true, coordinate_beq_eq, ahead_steps, all_true in M.
        destruct M as [[R M] B].
        assert (steps (from m) 0 (forward (turn p)) 2 (to m)) as S by (unfold steps; lia).
        assert (promotion m = None) as ->.
        { unfold promotion_fits in Pr. destruct (promotion m) as [q|]; [exfalso | trivial].
          assert (rank (to m) = last_rank (turn p)) as H
            by (apply coordinate_beq_eq; now destruct q).
          unfold y_of in M. rewrite R, H in M. now destruct (turn p). }
        set (e := Sq (file (from m)) match turn p with White => Three | Black => Six end).
        assert (steps (from m) 0 (forward (turn p)) 1 e) as S'.
        { unfold steps, x_of, y_of, e; cbn [file rank]. rewrite R.
          destruct (turn p); cbn [forward second_rank number]; lia. }
        eexists. apply (pawn_may_leap p _ _ e); trivial. apply empty_get, B.
        assert ((straight (from m) (to m) ||| diagonal (from m) (to m)) = true) as A.
        { apply or_true. left. apply straight_steps. exists (forward (turn p)), 2%Z.
          split; [apply forward_one|]. split; [lia | now right]. }
        assert (direction 0 (forward (turn p))) as D by apply one_direction, forward_one.
        apply (proj2 (in_between _ _ e _ _ 2 A D eq_refl S)). exists 1%Z. split; [lia | trivial].
    + apply and_true in M as [Ai M]. apply pawn_aims in Ai as (dx & O & S).
      destruct (has_color (on p) (other (turn p)) (to m)) eqn:H.
      * apply has_color_get in H as (taken & H). eexists.
        eapply pawn_may_capture; [exact G | exact O | exact S | exact H | now apply becomes_iff].
      * destruct (is_passed p (to m)) eqn:E; [clear M | discriminate M].
        apply legal_can_move in L.
        destruct (pawn_to_passed p m F L G E) as [_ Rt].
        assert (promotion m = None) as ->.
        { unfold promotion_fits in Pr. rewrite Rt in Pr.
          destruct (promotion m) as [q|]; trivial. destruct (turn p), q; discriminate Pr. }
        pose proof (taken_in_passing_is_pawn p m F L G E) as V.
        unfold is_passed in E. destruct (passed p) as [e|] eqn:P; [|discriminate].
        apply square_beq_eq in E. subst e. eexists.
        apply (pawn_may_capture_in_passing p _ _ dx (Sq (file (to m)) (rank (from m)))); trivial;
          unfold steps, x_of, y_of in *; cbn [file rank]; lia.
  - assert (r <> Pawn) as NP by (intros ->; discriminate IsPawn).
    assert (promotion m = None) as ->.
    { unfold promotion_fits in Pr. destruct r, (promotion m); trivial; try discriminate Pr.
      now destruct NP. }
    destruct (castles p m) as [x|] eqn:C.
    + destruct (castles_to p m x C) as (K & Fr & To).
      assert (r = King) as -> by congruence.
      apply may_castle_iff in M as (R & E & A & A').
      pose proof (castling_target_safe p m x F L C) as A''.
      destruct (fits_rights p F _ _ R) as [_ Rk].
      destruct (castling_line (turn p) x) as (d & n & O & D & P & S & S' & S'').
      rewrite <- Fr in S, S', S'', A. rewrite <- To in S'', A''.
      eexists. eapply (king_may_castle p _ _ x d); try eassumption; [reflexivity|].
      rewrite Fr in *. apply castling_free; eauto.
    + eexists. apply (piece_may_move p _ _ r G).
      apply (piece_attacks (on p) (from m) (to m) (turn p) r G NP).
      destruct r; trivial. now destruct NP.
Qed.

(** ** The Laws and the rules agree *)

(** The rules and the Laws allow the same moves, if the castling rights and the square that a pawn has
    passed over fit the board. *)
Theorem legal_iff p m : fits p -> legal p m = true <-> legal_move p m.
Proof.
  intros F. split.
  - intros L. destruct (may_move_complete p m F L) as (l & M).
    destruct (legal_man p m L) as (_ & _ & _ & N).
    destruct (may_move_sound p m l F M N) as (_ & B & D).
    exists l, (on (play p m)). split; [trivial|]. split; [trivial|]. split.
    + rewrite B. now apply put_all_changed.
    + rewrite checked_iff, not_true_iff_false. apply and_true in L as [_ L].
      now apply negb_true_iff.
  - intros (l & b & M & N & C & K). destruct (may_move_sound p m l F M N) as (CM & B & D).
    assert (b = on (play p m)) as ->.
    { rewrite B. apply (changed_unique (on p) l); trivial. now apply put_all_changed. }
    apply and_true. split; [trivial|]. rewrite checked_iff, not_true_iff_false in K.
    now apply negb_true_iff.
Qed.

(** In every position of a game, the rules and the Laws allow the same moves. *)
Theorem legal_in_games moves p m : game moves p -> legal p m = true <-> legal_move p m.
Proof. intros G. apply legal_iff. now apply games_fit in G. Qed.

Theorem check_checked p : check p = true <-> checked (on p) (turn p).
Proof. symmetry. apply checked_iff. Qed.

(** [mate] agrees with article 1: the king is attacked and there is no legal move. *)
Theorem mate_in_games moves p : game moves p ->
  mate p = true <-> checked (on p) (turn p) /\ forall m, ~ legal_move p m.
Proof.
  intros G. rewrite mate_iff, checked_iff. unfold check.
  assert ((forall m, legal p m = false) <-> forall m, ~ legal_move p m) as ->; [|reflexivity].
  split; intros H m; specialize (H m).
  - now rewrite <- (legal_in_games moves p m G), not_true_iff_false.
  - now rewrite <- (legal_in_games moves p m G), not_true_iff_false in H.
Qed.

(** A position and a move that show why [legal_iff] assumes [fits]. If there is a castling right, the rules
    assume that the rook is on its initial square. In this position, the rook is missing. The rules allow
    castling anyway, but the Laws do not. No game reaches this position. *)
Definition rook_missing : position :=
  let kings := set (set (Eight_of nothing nothing nothing nothing nothing nothing nothing nothing)
    (king_home White) (Some (White, King))) (king_home Black) (Some (Black, King)) in
  {| on := kings; turn := White; rights := [(White, Short)]; passed := None |}.
Definition short_castling : move := Move (king_home White) (king_castled White Short) None.

(** In the position [rook_missing], the rules allow castling, and the Laws do not. *)
Theorem fits_is_needed :
  legal rook_missing short_castling = true /\ ~ legal_move rook_missing short_castling.
Proof.
  split; [vm_compute; reflexivity|]. intros (l & b & M & _).
  inversion M as [r G P | q r G | e G | dx q r taken G | dx v G | x d v y G K V Rv].
  - injection G as <-. inversion P as [| | | | | | N X Y]. cbn in X. lia.
  - discriminate G.
  - discriminate G.
  - discriminate G.
  - discriminate G.
  - rewrite Rv in V. destruct x; discriminate V.
Qed.

(** ** The position after a move *)

Lemma between_length s t : (straight s t ||| diagonal s t) = true ->
  Z.of_nat (List.length (between s t)) = (away s t - 1)%Z.
Proof.
  assert (forall s t, (if straight s t ||| diagonal s t
    then Z.of_nat (List.length (between s t)) =? away s t - 1 else true)%Z = true) as H
    by (apply all_pairs; vm_compute; reflexivity).
  intros A. specialize (H s t). rewrite A in H. now apply Z.eqb_eq.
Qed.

(** A pawn passes over a square if and only if it advances two squares. *)
Lemma passed_play p m e : can_move p m = true ->
  passed (play p m) = Some e <-> get (on p) (from m) = Some (turn p, Pawn)
    /\ steps (from m) 0 (forward (turn p)) 1 e
    /\ steps (from m) 0 (forward (turn p)) 2 (to m).
Proof.
  intros M. unfold play; cbn [passed].
  assert (direction 0 (forward (turn p))) as D by apply one_direction, forward_one.
  assert (forall n, (0 < n)%Z -> steps (from m) 0 (forward (turn p)) n (to m) ->
    (straight (from m) (to m) ||| diagonal (from m) (to m)) = true) as A.
  { intros n P S. apply or_true. left. apply straight_steps.
    exists (forward (turn p)), n. split; [apply forward_one|]. tauto. }
  split.
  - destruct (has_man (on p) (turn p, Pawn) (from m)) eqn:G; [|discriminate].
    apply has_man_get in G. intros B.
    assert (between (from m) (to m) = [e]) as B'.
    { destruct (between (from m) (to m)) as [|x [|y l]]; try discriminate B.
      now injection B as ->. }
    clear B. split; [trivial|].
    destruct (can_move_man p m M) as (r & G' & _). unfold can_move in M.
    rewrite G, !and_true in M. destruct M as [_ M]. unfold pawn_moves in M.
    destruct (empty (on p) (to m) &&& coordinate_beq (file (from m)) (file (to m))) eqn:E.
    + apply and_true in E as [_ Fi]. apply coordinate_beq_eq, same_file in Fi.
      assert (exists n, (0 < n <= 2)%Z /\ steps (from m) 0 (forward (turn p)) n (to m))
        as (n & P & S).
      { apply or_true in M as [M | M].
        - apply ahead_steps in M. exists 1%Z. unfold steps; lia.
        - rewrite !and_true, ahead_steps in M. exists 2%Z. unfold steps; lia. }
      assert (In e (between (from m) (to m))) as I by (rewrite B'; now left).
      apply (in_between _ _ e _ _ n (A n (proj1 P) S) D (proj1 P) S) in I as (i & J & I).
      assert (i = 1 /\ n = 2)%Z as [-> ->] by lia. now split.
    + apply and_true in M as [M _]. apply pawn_capture_next in M. now rewrite M in B'.
  - intros (G & S & S'). rewrite (proj2 (has_man_get _ _ _) G).
    pose proof (A 2%Z eq_refl S') as A2. pose proof (between_length _ _ A2) as B.
    destruct (steps_direction _ _ _ _ 2 D eq_refl S') as (_ & _ & W). rewrite <- W in B.
    assert (In e (between (from m) (to m))) as I.
    { apply (in_between _ _ e _ _ 2 A2 D eq_refl S'). exists 1%Z. split; [lia | trivial]. }
    destruct (between (from m) (to m)) as [|x [|y l]].
    + destruct I.
    + destruct I as [-> | []]. reflexivity.
    + cbn [List.length] in B. lia.
Qed.

Lemma rights_play p m c x : In (c, x) (rights (play p m)) <-> In (c, x) (rights p)
  /\ (forall s, s = king_home c \/ s = rook_home c x -> s <> from m /\ s <> to m).
Proof.
  unfold play; cbn [rights]. rewrite filter_In. cbn [fst snd].
  assert (forall s, (square_beq s (from m) ||| square_beq s (to m)) = false
    <-> s <> from m /\ s <> to m) as T.
  { intros s. rewrite <- !square_beq_neq. destruct (square_beq s (from m)); [|tauto].
    split; [discriminate | intros [H _]; discriminate H]. }
  rewrite negb_true_iff. pose proof (T (king_home c)) as K. pose proof (T (rook_home c x)) as R.
  split; intros [I H]; (split; [trivial|]).
  - destruct (square_beq (king_home c) (from m) ||| square_beq (king_home c) (to m));
      [discriminate H|].
    intros s [-> | ->]; [now apply K | now apply R].
  - rewrite (proj2 K) by auto. apply R. auto.
Qed.

(** By the Laws, a move leads to a position if and only if the move is legal and [play] computes this
    position. The order of the castling rights does not matter. *)
Theorem leads_to_iff p m q : fits p ->
  leads_to p m q <-> legal p m = true /\ on q = on (play p m) /\ turn q = turn (play p m)
    /\ passed q = passed (play p m)
    /\ (forall c x, In (c, x) (rights q) <-> In (c, x) (rights (play p m))).
Proof.
  intros F. split.
  - intros (l & M & N & C & K & T & R & P).
    destruct (may_move_sound p m l F M N) as (CM & B & D).
    assert (on q = on (play p m)) as E.
    { rewrite B. apply (changed_unique (on p) l); trivial. now apply put_all_changed. }
    split; [|split; [trivial|split; [trivial|split]]].
    + apply (legal_iff p m F). exists l, (on q). auto.
    + assert (forall e, passed q = Some e <-> passed (play p m) = Some e) as H
        by (intros e; rewrite P; symmetry; now apply passed_play).
      destruct (passed q) as [e|]; [symmetry; now apply H|].
      destruct (passed (play p m)) as [e|]; [now apply H | trivial].
    + intros c x. rewrite R. symmetry. apply rights_play.
  - intros (L & E & T & P & R). pose proof (legal_can_move p m L) as CM.
    apply (legal_iff p m F) in L as (l & b & M & N & C & K).
    destruct (may_move_sound p m l F M N) as (_ & B & D).
    assert (b = on q) as ->.
    { rewrite E, B. apply (changed_unique (on p) l); trivial. now apply put_all_changed. }
    exists l. split; [trivial|]. split; [trivial|]. split; [trivial|]. split; [trivial|].
    split; [trivial|]. split.
    + intros c x. rewrite R. apply rights_play.
    + intros e. rewrite P. now apply passed_play.
Qed.

Theorem leads_to_in_games moves p m q : game moves p ->
  leads_to p m q <-> legal p m = true /\ on q = on (play p m) /\ turn q = turn (play p m)
    /\ passed q = passed (play p m)
    /\ (forall c x, In (c, x) (rights q) <-> In (c, x) (rights (play p m))).
Proof. intros G. apply leads_to_iff. exact (games_fit moves p G). Qed.
