(** * Sound: what occurs is in the list *)

From SAN Require Export Analysis.

Set Default Proof Using "All".

(** ** Booleans, lists, equality *)

Lemma and_true (a b : bool) : (a && b) = true <-> a = true /\ b = true.
Proof. destruct a, b; intuition discriminate. Qed.

Lemma or_true (a b : bool) : (a || b) = true <-> a = true \/ b = true.
Proof. destruct a, b; intuition discriminate. Qed.

Lemma any_true {A} (f : A -> bool) l : any f l = true <-> exists x, In x l /\ f x = true.
Proof.
  induction l as [|x l IH]; simpl.
  - split; [discriminate | intros (x & [] & _)].
  - rewrite or_true, IH. split.
    + intros [H | (y & H & E)]; eauto.
    + intros (y & [<- | H] & E); eauto.
Qed.

Lemma any_false {A} (f : A -> bool) l x : any f l = false -> In x l -> f x = false.
Proof.
  intros H I. destruct (f x) eqn:E; trivial.
  assert (any f l = true) by (apply any_true; eauto). congruence.
Qed.

Lemma all_true {A} (f : A -> bool) l : all f l = true <-> forall x, In x l -> f x = true.
Proof.
  induction l as [|x l IH]; simpl.
  - split; [intros _ x [] | trivial].
  - rewrite and_true, IH. split.
    + intros [H K] y [<- | I]; auto.
    + auto.
Qed.

Lemma all_false {A} (f : A -> bool) l : all f l = false -> exists x, In x l /\ f x = false.
Proof.
  induction l as [|x l IH]; simpl; [discriminate|].
  destruct (f x) eqn:E; [|eauto].
  intros H; destruct (IH H) as (y & I & F); eauto.
Qed.

Lemma coordinate_beq_eq x y : coordinate_beq x y = true <-> x = y.
Proof. split; [apply internal_coordinate_dec_bl | apply internal_coordinate_dec_lb]. Qed.
Lemma square_beq_eq x y : square_beq x y = true <-> x = y.
Proof. split; [apply internal_square_dec_bl | apply internal_square_dec_lb]. Qed.
Lemma color_beq_eq x y : color_beq x y = true <-> x = y.
Proof. split; [apply internal_color_dec_bl | apply internal_color_dec_lb]. Qed.
Lemma role_beq_eq x y : role_beq x y = true <-> x = y.
Proof. split; [apply internal_role_dec_bl | apply internal_role_dec_lb]. Qed.

Lemma square_beq_refl s : square_beq s s = true.
Proof. now apply square_beq_eq. Qed.
Lemma square_beq_neq x y : square_beq x y = false <-> x <> y.
Proof. rewrite <- square_beq_eq. now destruct (square_beq x y). Qed.

Lemma mem_true s l : mem s l = true <-> In s l.
Proof.
  unfold mem. rewrite any_true. split.
  - intros (x & I & E). apply square_beq_eq in E. now subst.
  - intros I. exists s. split; [trivial | apply square_beq_refl].
Qed.
Lemma mem_false s l : ~ In s l -> mem s l = false.
Proof. rewrite <- mem_true. now destruct (mem s l). Qed.

#[local] Arguments square_beq : simpl never.
#[local] Arguments coordinate_beq : simpl never.

Lemma in_coordinates c : In c coordinates.
Proof. destruct c; simpl; tauto. Qed.
Lemma in_squares s : In s squares.
Proof.
  destruct s as [f r]. apply in_flat_map. exists r. split; [apply in_coordinates|].
  apply in_map_iff. exists f. split; [reflexivity | apply in_coordinates].
Qed.
#[local] Hint Resolve in_coordinates in_squares : core.

Lemma any_squares f s : f s = true -> any f squares = true.
Proof. intros H. apply any_true; eauto. Qed.

(** ** Boards *)

Lemma nth_put {A} (r : eight A) c d x :
  nth_of (put_nth r c x) d = if coordinate_beq c d then x else nth_of r d.
Proof. destruct r, c, d; reflexivity. Qed.

Lemma get_set b s t x : get (set b s x) t = if square_beq s t then x else get b t.
Proof.
  destruct s as [f r], t as [f' r']. unfold get, set. simpl. rewrite nth_put.
  destruct (coordinate_beq r r') eqn:R.
  - apply coordinate_beq_eq in R. subst r'. rewrite nth_put.
    destruct (coordinate_beq f f') eqn:F.
    + apply coordinate_beq_eq in F. subst f'. now rewrite square_beq_refl.
    + destruct (square_beq _ _) eqn:E; trivial. apply square_beq_eq in E. injection E as ->.
      rewrite (proj2 (coordinate_beq_eq f' f') eq_refl) in F. discriminate.
  - destruct (square_beq _ _) eqn:E; trivial. apply square_beq_eq in E. injection E as -> ->.
    rewrite (proj2 (coordinate_beq_eq r' r') eq_refl) in R. discriminate.
Qed.

Lemma get_set_same b s x : get (set b s x) s = x.
Proof. now rewrite get_set, square_beq_refl. Qed.
Lemma get_set_other b s t x : s <> t -> get (set b s x) t = get b t.
Proof. intros N. rewrite get_set. now apply square_beq_neq in N as ->. Qed.

Lemma empty_get b s : empty b s = true <-> get b s = None.
Proof. unfold empty. now destruct (get b s). Qed.
Lemma has_man_get b m s : has_man b m s = true <-> get b s = Some m.
Proof.
  unfold has_man. destruct (get b s) as [[c r]|]; [|now split].
  rewrite and_true, color_beq_eq, role_beq_eq. destruct m as [c' r']; simpl.
  split; [now intros [-> ->] | intros H; now injection H].
Qed.
Lemma has_color_get b c s : has_color b c s = true <-> exists r, get b s = Some (c, r).
Proof.
  unfold has_color. destruct (get b s) as [[c' r]|].
  - rewrite color_beq_eq. split; [intros ->; eauto | intros (r' & H); now injection H].
  - split; [discriminate | intros (r & H); discriminate].
Qed.

Lemma attacks_get b s t m : get b s = Some m ->
  attacks b s t = true <->
  aims m s t = true /\ forall x, In x (between s t) -> get b x = None.
Proof.
  intros G. unfold attacks. rewrite G, and_true, all_true.
  setoid_rewrite empty_get. reflexivity.
Qed.

Lemma in_check_true b c : in_check b c = true <->
  exists k s r, get b k = Some (c, King) /\ get b s = Some (other c, r) /\ attacks b s k = true.
Proof.
  unfold in_check, attacked. rewrite any_true. split.
  - intros (k & _ & H). apply and_true in H as [H A]. apply has_man_get in H.
    apply any_true in A as (s & _ & A). apply and_true in A as [C A].
    apply has_color_get in C as (r & C). eauto 6.
  - intros (k & s & r & K & S & A). exists k. split; trivial.
    rewrite (proj2 (has_man_get _ _ _) K). apply (any_squares _ s).
    rewrite (proj2 (has_color_get _ _ _)) by eauto. trivial.
Qed.

Lemma aims_color r c s t : r <> Pawn -> aims (c, r) s t = piece_aims r s t.
Proof. destruct r; trivial. congruence. Qed.

(** ** The positions that games reach

    One king of a colour at most, and no king left in check by the side that has moved. *)

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
      (set (set (if has_man (on p) (c, Pawn) (from m) && is_passed p (to m)
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

(** ** Pieces *)

Section Piece.
  (** A piece of role [r] makes a legal move from [f] to [t] that does not castle. *)
  Variables (p : position) (f t : square) (becomes : option role) (r : role).
  Hypothesis is_valid : valid p.
  Hypothesis is_legal : legal p (Move f t becomes) = true.
  Hypothesis is_piece : r <> Pawn.
  Hypothesis no_castling : castles p (Move f t becomes) = None.
  Hypothesis stands : get (on p) f = Some (turn p, r).

  Lemma becomes_nothing : becomes = None.
  Proof.
    destruct (can_move_man _ _ (legal_can_move _ _ is_legal)) as (r' & G & P).
    simpl in G. rewrite stands in G. injection G as <-.
    unfold promotion_fits in P; simpl in P. destruct r, becomes; congruence.
  Qed.

  (** It attacks its to-square. *)
  Lemma mover_attacks : piece_aims r f t = true /\ forall x, In x (between f t) -> get (on p) x = None.
  Proof.
    rewrite <- (aims_color r (turn p)), <- (attacks_get _ _ _ _ stands) by trivial.
    pose proof (legal_can_move _ _ is_legal) as M. unfold can_move in M. cbn [from to promotion] in M.
    rewrite stands in M. rewrite !and_true in M. destruct M as [_ M].
    rewrite no_castling in M. destruct r; congruence.
  Qed.

  (** Where it stands, no other square between is. *)
  Lemma companion_fits c : r <> King -> In c (companions p (Move f t becomes)) ->
    get (on p) c = Some (turn p, r) /\ companion r f t c = true
    /\ forall x, In x (between c t) -> get (on p) x = None.
  Proof.
    intros NK I. unfold companions in I. cbn [from to promotion] in I. rewrite stands in I.
    apply filter_In in I as [_ I]. rewrite !and_true in I. destruct I as [[N G] L].
    apply has_man_get in G. split; trivial.
    assert (piece_aims r c t = true /\ forall x, In x (between c t) -> get (on p) x = None) as [A E].
    { rewrite <- (aims_color r (turn p)), <- (attacks_get _ _ _ _ G) by trivial.
      apply legal_can_move in L. unfold can_move in L. cbn [from to promotion] in L.
      rewrite G in L. rewrite !and_true in L. destruct L as [_ L]. destruct r; congruence. }
    destruct mover_attacks as [_ F].
    split; trivial. unfold companion. rewrite N, A, !mem_false; trivial.
    - intros H. apply E in H. congruence.
    - intros H. apply F in H. congruence.
  Qed.

  Lemma king_alone : r = King -> companions p (Move f t becomes) = [].
  Proof.
    intros ->. destruct (companions _ _) as [|c l] eqn:E; trivial. exfalso.
    assert (In c (companions p (Move f t becomes))) as I by (rewrite E; now left).
    unfold companions in I. cbn [from to promotion] in I. rewrite stands in I.
    apply filter_In in I as [_ I]. rewrite !and_true in I. destruct I as [[N G] _].
    apply has_man_get in G. rewrite (valid_king _ is_valid _ _ _ G stands), square_beq_refl in N.
    discriminate.
  Qed.

  (** The standard's rule finds its discriminator by a set of companions that is among the
      smallest. *)
  Lemma smallest_set by_file by_rank : r <> King ->
    discriminator f (companions p (Move f t becomes)) = (by_file, by_rank) ->
    named by_file by_rank f = true /\
    exists cs, In cs (companion_sets r by_file by_rank f t)
      /\ forall c, In c cs -> get (on p) c = Some (turn p, r)
                    /\ forall x, In x (between c t) -> get (on p) x = None.
  Proof.
    intros NK. pose proof (fun c => companion_fits c NK) as Fit.
    assert (forall x, coordinate_beq x x = true) as Refl by (intros; now apply coordinate_beq_eq).
    destruct (companions p (Move f t becomes)) as [|c0 l].
    { intros H; injection H as <- <-. split; trivial. exists []. split; [now left|intros c []]. }
    unfold discriminator; cbv iota. unfold named, companion_sets.
    destruct (all _ (c0 :: l)) eqn:A; [|destruct (all _ (c0 :: l)) eqn:B in |- *].
    - intros H; injection H as <- <-. rewrite Refl. split; trivial.
      destruct (Fit c0 (or_introl eq_refl)) as (G & C & E).
      pose proof (proj1 (all_true _ _) A c0 (or_introl eq_refl)) as D.
      exists [c0]. split; [|intros c [<- | []]; auto].
      apply (in_map (fun c => [c])), filter_In. split; trivial.
      unfold same_file. now rewrite D, C.
    - intros H; injection H as <- <-. rewrite Refl. split; trivial.
      apply all_false in A as (c & I & D). destruct (Fit c I) as (G & C & E).
      exists [c]. split; [|intros x [<- | []]; auto].
      apply (in_map (fun c => [c])), filter_In. split; trivial.
      unfold same_file. apply negb_false_iff in D. now rewrite D, C.
    - intros H; injection H as <- <-. rewrite !Refl. split; trivial.
      apply all_false in A as (c & I & D). destruct (Fit c I) as (G & C & E).
      apply all_false in B as (d & J & D'). destruct (Fit d J) as (G' & C' & E').
      exists [c; d]. split; [|intros x [<- | [<- | []]]; auto].
      apply in_flat_map. exists c. split.
      + apply filter_In. split; trivial.
        unfold same_file. apply negb_false_iff in D. now rewrite D, C.
      + apply (in_map (fun d => [c; d])), filter_In. split; trivial.
        unfold same_rank. apply negb_false_iff in D'. now rewrite D', C'.
  Qed.

  (** The board after the move. *)
  Lemma board_after : r <> King ->
    on (play p (Move f t becomes)) = set (set (on p) f None) t (Some (turn p, r)).
  Proof.
    intros NK. unfold play; cbn [on from to promotion]. rewrite no_castling.
    rewrite becomes_nothing, stands.
    destruct (has_man (on p) (turn p, Pawn) f) eqn:E; trivial.
    apply has_man_get in E. congruence.
  Qed.
End Piece.

(** ** Checks *)

Lemma between_on_line s k x : In x (between s k) -> on_line s k = true.
Proof.
  unfold between, on_line, straight.
  destruct (square_beq s k) eqn:E; cbn [negb].
  - apply square_beq_eq in E. subst k. rewrite (proj2 (coordinate_beq_eq _ _) eq_refl).
    destruct (rank s); intros [].
  - destruct (coordinate_beq (file s) (file k)); trivial.
    destruct (coordinate_beq (rank s) (rank k)); trivial.
    destruct (diagonal s k); [trivial | intros []].
Qed.

(** A computation over all pairs of squares. *)
Lemma between_line s k x : In x (between s k) -> on_line x k = true.
Proof.
  assert (all (fun s => all (fun k => all (fun x => on_line x k) (between s k)) squares) squares
          = true) as H by (vm_compute; reflexivity).
  rewrite all_true in H. specialize (H s (in_squares s)).
  rewrite all_true in H. specialize (H k (in_squares k)).
  rewrite all_true in H. apply H.
Qed.

(** Nor does it matter where on the line one looks from. *)
Lemma between_between s k x y : In x (between s k) -> In y (between x k) ->
  In y (between s k) /\ y <> x.
Proof.
  assert (all (fun s => all (fun k => all (fun x => all (fun y =>
    mem y (between s k) && negb (square_beq y x)) (between x k)) (between s k)) squares) squares
          = true) as H by (vm_compute; reflexivity).
  intros I J.
  rewrite all_true in H. specialize (H s (in_squares s)).
  rewrite all_true in H. specialize (H k (in_squares k)).
  rewrite all_true in H. specialize (H x I).
  rewrite all_true in H. specialize (H y J).
  apply and_true in H as [H N]. apply mem_true in H. split; trivial.
  intros ->. now rewrite square_beq_refl in N.
Qed.

Lemma other_neq c : other c <> c.
Proof. destruct c; discriminate. Qed.

Section Check.
  (** A knight, bishop, rook or queen goes from [f] to [t]; [cs] are some of its companions; the
      king on [k] was not attacked before. *)
  Variables (b : board) (c : color) (r : role) (f t k : square) (cs : list square).
  Hypothesis is_piece : r <> Pawn.
  Hypothesis king : get b k = Some (other c, King).
  Hypothesis not_attacked : forall s r', get b s = Some (c, r') -> attacks b s k = false.
  Hypothesis movers : forall x, In x (f :: cs) ->
    get b x = Some (c, r) /\ forall y, In y (between x t) -> get b y = None.

  Let takes := negb (empty b t).

  Lemma needed_empty y : In y (empty_before takes f t cs) -> get b y = None.
  Proof.
    unfold empty_before. rewrite in_app_iff, in_flat_map. intros [(x & I & J) | I].
    - now apply (movers x I).
    - unfold takes in I. destruct (empty b t) eqn:E; simpl in I; [|tauto].
      destruct I as [<- | []]. now apply empty_get.
  Qed.

  (** Something stands in the way of each mover, on a square that nobody needs empty. *)
  Lemma hidden_before known :
    (forall y, In y known -> get b y = None) -> hidden r (f :: cs) known k = true.
  Proof.
    intros Known. apply all_true. intros x I. destruct (movers x I) as [G _].
    destruct (piece_aims r x k) eqn:A; trivial. cbn [negb].
    pose proof (not_attacked x r G) as N. unfold attacks in N. rewrite G, aims_color, A in N by trivial.
    apply all_false in N as (y & J & E). apply any_true. exists y. split; trivial.
    rewrite mem_false; trivial. intros K. apply Known in K. apply empty_get in K. congruence.
  Qed.

  Lemma king_elsewhere : k <> t -> mem k (t :: f :: cs ++ empty_before takes f t cs) = false.
  Proof.
    intros N. apply mem_false. intros [E | H]; [congruence|].
    change (In k ((f :: cs) ++ empty_before takes f t cs)) in H. apply in_app_iff in H as [H | H].
    - apply movers in H as [H _]. rewrite king in H. injection H as H _. now apply other_neq in H.
    - apply needed_empty in H. congruence.
  Qed.

  Let after := set (set b f None) t (Some (c, r)).

  Lemma after_empty y : get after y = None -> y <> f -> get b y = None.
  Proof.
    unfold after. rewrite !get_set. intros G N.
    destruct (square_beq t y); [discriminate|].
    destruct (square_beq f y) eqn:E; trivial. apply square_beq_eq in E. congruence.
  Qed.

  Lemma line_empty s : (forall y, In y (between s k) -> get after y = None) ->
    forall y, In y (line f s k) -> get b y = None.
  Proof.
    intros H y I. apply filter_In in I as [I N]. apply after_empty; auto.
    intros ->. now rewrite square_beq_refl in N.
  Qed.

  Lemma check_found s r' : get after s = Some (c, r') -> attacks after s k = true -> k <> t ->
    gives_check r takes t f cs = true.
  Proof.
    intros S A N. apply (attacks_get _ _ _ _ S) in A as [A E].
    apply (any_squares _ k). rewrite king_elsewhere by trivial. cbn [negb].
    apply or_true. pose proof (line_empty s E) as L.
    assert (forall y, In y (empty_before takes f t cs ++ line f s k) -> get b y = None) as Known.
    { intros y. rewrite in_app_iff. intros [I | I]; [now apply needed_empty | auto]. }
    destruct (square_beq t s) eqn:T.
    - left. apply square_beq_eq in T. subst s. unfold after in S. rewrite get_set_same in S.
      injection S as <-. rewrite aims_color in A by trivial. rewrite A. cbn [andb].
      now apply hidden_before.
    - right.
      assert (get b s = Some (c, r')) as G.
      { unfold after in S. rewrite !get_set, T in S. now destruct (square_beq f s). }
      pose proof (not_attacked s r' G) as B. unfold attacks in B. rewrite G, A in B.
      apply all_false in B as (y & I & F).
      assert (y = f) as ->.
      { destruct (square_beq y f) eqn:Y; [now apply square_beq_eq|]. apply square_beq_neq in Y.
        pose proof (after_empty y (E y I) Y) as Z. apply empty_get in Z. congruence. }
      assert (piece_aims r f k = false) as Off.
      { destruct (piece_aims r f k) eqn:Aim; trivial. exfalso.
        destruct (movers f (or_introl eq_refl)) as [Gf _].
        pose proof (not_attacked f r Gf) as Bf. unfold attacks in Bf.
        rewrite Gf, aims_color, Aim in Bf by trivial.
        apply all_false in Bf as (y & J & Full).
        destruct (between_between s k f y I J) as [K Y].
        pose proof (after_empty y (E y K) Y) as Z. apply empty_get in Z. congruence. }
      rewrite Off, (between_line s k f I). cbn [negb]. apply (any_squares _ s).
      rewrite (between_on_line s k f I), (proj2 (mem_true f _) I), mem_false;
        [cbn [negb]; now apply hidden_before|].
      intros J. apply E in J. unfold after in J. rewrite get_set_same in J. discriminate.
  Qed.
End Check.

(** ** The theorem *)

Lemma in_maybe {A} (l : list A) x : (forall y, In y l) -> In x (maybe l).
Proof. intros H. destruct x; [right; apply in_map; trivial | now left]. Qed.

Lemma in_roles r : In r roles.
Proof. destruct r; simpl; tauto. Qed.

Lemma in_well_formed x : In x well_formed.
Proof.
  unfold well_formed. rewrite !in_app_iff. destruct x as [x|f t r|r f n takes t].
  - left. destruct x; simpl; tauto.
  - right; left. apply in_flat_map. exists t. split; [trivial|].
    apply in_flat_map. exists f. split; [now apply in_maybe|].
    apply in_map, in_maybe, in_roles.
  - right; right. apply in_flat_map. exists r. split; [apply in_roles|].
    apply in_flat_map. exists f. split; [now apply in_maybe|].
    apply in_flat_map. exists n. split; [now apply in_maybe|].
    apply in_flat_map. exists takes. split; [destruct takes; simpl; tauto|].
    now apply in_map.
Qed.

Lemma in_sorted s l : In s (sorted l) <-> In s l.
Proof.
  unfold sorted. pose proof (Sort.Permuted_sort (map (fun s => (code s, s)) l)) as P.
  rewrite in_map_iff. split.
  - intros ([n t] & <- & I). apply (Permutation.Permutation_in _ (Permutation.Permutation_sym P)) in I.
    apply in_map_iff in I as (u & E & I). injection E as _ <-. exact I.
  - intros I. exists (code s, s). split; trivial. apply (Permutation.Permutation_in _ P).
    now apply (in_map (fun s => (code s, s))).
Qed.

(** What the list is, as a property. *)
Lemma in_strings s :
  In s strings <-> exists x e, possible x = true /\ In e (suffixes x) /\ s = write_base x ++ e.
Proof.
  unfold strings. rewrite in_sorted, in_flat_map. split.
  - intros (x & I & J). apply filter_In in I as [_ I]. apply in_map_iff in J as (e & <- & J).
    eauto.
  - intros (x & e & I & J & ->). exists x. split.
    + apply filter_In. split; [apply in_well_formed | trivial].
    + apply (in_map (fun e => write_base x ++ e)%string); trivial.
Qed.

Lemma some_way_holds r by_file by_rank t (P : square -> list square -> bool) f cs :
  named by_file by_rank f = true -> piece_aims r f t = true ->
  In cs (companion_sets r by_file by_rank f t) -> P f cs = true ->
  some_way r by_file by_rank t P = true.
Proof.
  intros N A I H. apply (any_squares _ f). rewrite N, A. apply any_true. eauto.
Qed.

Lemma pawn_possible p m : can_move p m = true -> get (on p) (from m) = Some (turn p, Pawn) ->
  possible (base_of p m) = true.
Proof.
  intros M G. unfold base_of, castles. unfold has_man at 1. rewrite G.
  replace (color_beq (turn p) (fst (turn p, King)) && role_beq Pawn (snd (turn p, King)))
    with false by (destruct (turn p); reflexivity).
  unfold can_move in M. rewrite G in M. rewrite !and_true in M. destruct M as [[_ P] M].
  set (t := to m) in *. set (f := from m) in *. unfold possible.
  apply any_true. exists (turn p). split; [destruct (turn p); simpl; tauto|].
  apply (any_squares _ f).
  change (promotion_fits (turn p) Pawn (Move f t (promotion m)))
    with (promotion_fits (turn p) Pawn m).
  rewrite P.
  unfold pawn_moves in M. destruct (coordinate_beq (file f) (file t)) eqn:F; cbn [negb].
  - unfold same_file. rewrite F.
    destruct (empty (on p) t).
    + apply or_true in M as [M | M]; apply or_true; [now left|right].
      rewrite !and_true in M. destruct M as [[R A] _]. now rewrite R, A.
    + apply coordinate_beq_eq in F. apply and_true in M as [M _]. cbn [aims] in M.
      apply and_true in M as [_ M]. rewrite F in M. now destruct (file t).
  - rewrite (proj2 (coordinate_beq_eq _ _) eq_refl).
    destruct (empty (on p) t); apply and_true in M as [M _]; trivial.
Qed.

Theorem base_possible p m : valid p -> legal p m = true -> possible (base_of p m) = true.
Proof.
  intros V L. pose proof (legal_can_move _ _ L) as M.
  destruct (can_move_man p m M) as (r & G & P).
  destruct (role_beq r Pawn) eqn:RP.
  { apply role_beq_eq in RP. subst r. now apply pawn_possible. }
  assert (r <> Pawn) as NP. { intros ->. discriminate RP. }
  unfold base_of. destruct (castles p m) eqn:C; trivial. rewrite G.
  destruct m as [f t becomes]. cbn [from to] in *.
  destruct (mover_attacks p f t becomes r V L NP C G) as [A _].
  destruct (discriminator f (companions p (Move f t becomes))) as [by_file by_rank] eqn:D.
  destruct (role_beq r King) eqn:RK.
  - apply role_beq_eq in RK. subst r.
    rewrite (king_alone p f t becomes King V L NP C G eq_refl) in D. injection D as <- <-.
    apply (some_way_holds _ _ _ _ _ f []); trivial. now left.
  - assert (r <> King) as NK. { intros ->. discriminate RK. }
    destruct (smallest_set p f t becomes r V L NP C G _ _ NK D) as (N & cs & I & _).
    destruct r; try congruence; apply (some_way_holds _ _ _ _ _ f cs); trivial.
Qed.

Theorem check_possible p m : valid p -> legal p m = true -> check (play p m) = true ->
  can_check (base_of p m) = true.
Proof.
  intros V L H. unfold base_of. destruct (castles p m) eqn:C; trivial.
  destruct (can_move_man p m (legal_can_move _ _ L)) as (r & G & P). rewrite G.
  destruct m as [f t becomes]. cbn [from to] in *.
  destruct (discriminator f (companions p (Move f t becomes))) as [by_file by_rank] eqn:D.
  assert (r = Bishop \/ r = Rook \/ r = Queen ->
          some_way r by_file by_rank t (gives_check r (negb (empty (on p) t)) t) = true) as Main.
  { intros R. assert (r <> Pawn) as NP by intuition congruence.
    assert (r <> King) as NK by intuition congruence.
    destruct (smallest_set p f t becomes r V L NP C G _ _ NK D) as (N & cs & I & Cs).
    destruct (mover_attacks p f t becomes r V L NP C G) as [A E].
    apply (some_way_holds _ _ _ _ _ f cs); trivial.
    unfold check in H. rewrite (board_after p f t becomes r V L NP C G NK) in H.
    apply in_check_true in H as (k & s & r' & K & S & B).
    cbn [turn play] in K, S. rewrite other_other in S.
    assert (k <> t) as KT.
    { intros ->. rewrite get_set_same in K. injection K as K _. symmetry in K.
      now apply other_neq in K. }
    assert (get (on p) k = Some (other (turn p), King)) as K'.
    { rewrite get_set_other in K by congruence. rewrite get_set in K.
      now destruct (square_beq f k). }
    apply (check_found (on p) (turn p) r f t k cs) with (s := s) (r' := r'); trivial.
    - intros x q X. destruct (attacks (on p) x k) eqn:At; trivial.
      pose proof (valid_check p V) as Z.
      assert (in_check (on p) (other (turn p)) = true) as Y; [|congruence].
      apply in_check_true. exists k, x, q. rewrite other_other. auto.
    - intros x [<- | X]; auto. }
  destruct r; trivial; unfold can_check; destruct by_file, by_rank; auto.
Qed.

(** In a position that a game can reach, what SAN writes for a legal move is in the list. *)
Theorem sound p m : valid p -> legal p m = true -> In (san p m) strings.
Proof.
  intros V L. rewrite in_strings. exists (base_of p m), (suffix (play p m)).
  split; [now apply base_possible|]. split; [|reflexivity].
  unfold suffix, suffixes. destruct (check (play p m)) eqn:H.
  - rewrite (check_possible p m V L H). destruct (has_legal_move _); simpl; tauto.
  - destruct (can_check _); simpl; tauto.
Qed.

Corollary only_these_occur s : occurs s -> In s strings.
Proof.
  intros (moves & p & m & G & L & ->). apply sound; [now apply (games_are_valid moves) | trivial].
Qed.

(** ** Suffixes *)

(** A base string has neither [+] nor [#] at its end. *)
Fixpoint last_character (c : ascii) (s : string) : ascii :=
  match s with EmptyString => c | String c s => last_character c s end.
Definition plain (s : string) : bool :=
  negb (Ascii.eqb (last_character " " s) "+" || Ascii.eqb (last_character " " s) "#").

Lemma last_app a : forall c b, last_character c (a ++ b) = last_character (last_character c a) b.
Proof. induction a as [|d a IH]; intros; simpl; trivial. Qed.

Lemma plain_base x : plain (write_base x) = true.
Proof.
  destruct x as [[]|f [tf tr] r|r f n takes [tf tr]]; trivial;
    unfold plain, write_base, square_name; rewrite !last_app; cbn [file rank].
  - destruct r as [[]|]; destruct tr; reflexivity.
  - destruct tr; reflexivity.
Qed.
