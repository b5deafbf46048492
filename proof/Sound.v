(** * Sound: every string that occurs is in the list *)

From SAN Require Export Analysis Coherent.

Set Default Proof Using "All".

Lemma mem_true s l : mem s l = true <-> In s l.
Proof.
  unfold mem. rewrite any_true. split.
  - intros (x & I & E). apply square_beq_eq in E. now subst.
  - intros I. exists s. split; [trivial | apply square_beq_refl].
Qed.
Lemma mem_false s l : ~ In s l -> mem s l = false.
Proof. rewrite <- mem_true. now destruct (mem s l). Qed.

Lemma aims_color r c s t : r <> Pawn -> aims (c, r) s t = piece_aims r s t.
Proof. destruct r; trivial. congruence. Qed.

(** ** Pieces *)

(** A piece of role [r] makes a legal move from [f] to [t] that is not castling. *)
Record piece_goes (p : position) (f t : square) (becomes : option role) (r : role) : Prop :=
  { is_valid : valid p;
    is_legal : legal p (Move f t becomes) = true;
    is_piece : r <> Pawn;
    no_castling : castles p (Move f t becomes) = None;
    stands : get (on p) f = Some (turn p, r) }.
Arguments is_valid {p f t becomes r}. Arguments is_legal {p f t becomes r}.
Arguments is_piece {p f t becomes r}. Arguments no_castling {p f t becomes r}.
Arguments stands {p f t becomes r}.

Section Piece.
  Context {p : position} {f t : square} {becomes : option role} {r : role}.
  Hypothesis goes : piece_goes p f t becomes r.

  Lemma becomes_nothing : becomes = None.
  Proof.
    pose proof (is_piece goes) as NP.
    destruct (can_move_man _ _ (legal_can_move _ _ (is_legal goes))) as (r' & G & P).
    simpl in G. rewrite (stands goes) in G. injection G as <-.
    unfold promotion_fits in P; simpl in P. destruct r, becomes; congruence.
  Qed.

  (** The moving piece attacks its to-square. *)
  Lemma mover_attacks :
    piece_aims r f t = true /\ forall x, In x (between f t) -> get (on p) x = None.
  Proof.
    pose proof (is_piece goes) as NP.
    rewrite <- (aims_color r (turn p)), <- (attacks_get _ _ _ _ (stands goes)) by trivial.
    pose proof (legal_can_move _ _ (is_legal goes)) as M.
    unfold can_move in M. cbn [from to promotion] in M.
    rewrite (stands goes) in M. rewrite !and_true in M. destruct M as [_ M].
    rewrite (no_castling goes) in M. destruct r; congruence.
  Qed.

  (** A legal companion satisfies [companion], and nothing is between it and the to-square. *)
  Lemma companion_fits c : r <> King -> In c (companions p (Move f t becomes)) ->
    get (on p) c = Some (turn p, r) /\ companion r f t c = true
    /\ forall x, In x (between c t) -> get (on p) x = None.
  Proof.
    pose proof (is_piece goes) as NP.
    intros NK I. unfold companions in I. cbn [from to promotion] in I. rewrite (stands goes) in I.
    apply filter_In in I as [_ I]. rewrite !and_true in I. destruct I as [[N G] L].
    apply has_man_get in G. split; trivial.
    assert (piece_aims r c t = true /\ forall x, In x (between c t) -> get (on p) x = None) as [A E].
    { rewrite <- (aims_color r (turn p)), <- (attacks_get _ _ _ _ G) by trivial.
      apply legal_can_move in L. unfold can_move in L. cbn [from to promotion] in L.
      rewrite G in L. rewrite !and_true in L. destruct L as [_ L]. destruct r; congruence. }
    destruct mover_attacks as [_ F].
    split; trivial. unfold companion. rewrite N, A, !mem_false; trivial.
    - intros H. apply E in H. rewrite (stands goes) in H. discriminate.
    - intros H. apply F in H. congruence.
  Qed.

  Lemma king_alone : r = King -> companions p (Move f t becomes) = [].
  Proof.
    intros ->. destruct (companions _ _) as [|c l] eqn:E; trivial. exfalso.
    assert (In c (companions p (Move f t becomes))) as I by (rewrite E; now left).
    unfold companions in I. cbn [from to promotion] in I. rewrite (stands goes) in I.
    apply filter_In in I as [_ I]. rewrite !and_true in I. destruct I as [[N G] _].
    apply has_man_get in G.
    rewrite (valid_king _ (is_valid goes) _ _ _ G (stands goes)), square_beq_refl in N. discriminate.
  Qed.

  (** Whichever discriminator the standard's rule chooses, the companions include one of the sets in [companion_sets],
      the smallest sets of squares that force this choice. *)
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
    pose proof (is_piece goes) as NP.
    intros NK. unfold play; cbn [on from to promotion]. rewrite (no_castling goes).
    rewrite becomes_nothing, (stands goes).
    destruct (has_man (on p) (turn p, Pawn) f) eqn:E; trivial.
    apply has_man_get in E. pose proof (stands goes); congruence.
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

(** Every square between [s] and [k] is on a line with [k]. Proven by trying all pairs of squares. *)
Lemma between_line s k x : In x (between s k) -> on_line x k = true.
Proof.
  assert (all (fun s => all (fun k => all (fun x => on_line x k) (between s k)) squares) squares
          = true) as H by (vm_compute; reflexivity).
  rewrite all_true in H. specialize (H s (in_squares s)).
  rewrite all_true in H. specialize (H k (in_squares k)).
  rewrite all_true in H. apply H.
Qed.

(** If [x] is between [s] and [k], so are all squares between [x] and [k]. Proven by trying all squares. *)
Lemma between_between s k x y : In x (between s k) -> In y (between x k) ->
  In y (between s k) /\ y <> x.
Proof.
  assert (all (fun s => all (fun k => all (fun x => all (fun y =>
    mem y (between s k) &&& negb (square_beq y x)) (between x k)) (between s k)) squares) squares
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
  (** A knight, bishop, rook or queen goes from [f] to [t]. [cs] are some of its companions. Before
      the move, the king on [k] was not attacked. *)
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

  (** The king was not attacked before the move. So if the moving piece or a companion aims at the king, a
      piece is in between, on a square that is not known to be empty. *)
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

Lemma in_sorted s l : In s (sorted l) <-> In s l.
Proof.
  unfold sorted. pose proof (Sort.Permuted_sort (map (fun s => (code s, s)) l)) as P.
  rewrite in_map_iff. split.
  - intros ([n t] & <- & I). apply (Permutation.Permutation_in _ (Permutation.Permutation_sym P)) in I.
    apply in_map_iff in I as (u & E & I). injection E as _ <-. exact I.
  - intros I. exists (code s, s). split; trivial. apply (Permutation.Permutation_in _ P).
    now apply (in_map (fun s => (code s, s))).
Qed.

(** [strings] contains each possible base string with each of its suffixes, and nothing else. *)
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

Lemma pawn_possible p m x : can_move p m = true -> get (on p) (from m) = Some (turn p, Pawn) ->
  base_of p m = Some x -> possible x = true.
Proof.
  intros M G. unfold base_of. rewrite (pawn_castles p m G), G. intros [= <-].
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

Theorem base_possible p m x : valid p -> legal p m = true -> base_of p m = Some x ->
  possible x = true.
Proof.
  intros V L. pose proof (legal_can_move _ _ L) as M.
  destruct (can_move_man p m M) as (r & G & P).
  destruct (role_beq r Pawn) eqn:RP.
  { apply role_beq_eq in RP. subst r. now apply (pawn_possible p m). }
  assert (r <> Pawn) as NP. { intros ->. discriminate RP. }
  unfold base_of. destruct (castles p m) eqn:C; [now intros [= <-]|]. rewrite G.
  destruct m as [f t becomes]. cbn [from to] in *.
  pose proof (Build_piece_goes p f t becomes r V L NP C G) as goes.
  destruct (mover_attacks goes) as [A _].
  destruct (discriminator f (companions p (Move f t becomes))) as [by_file by_rank] eqn:D.
  destruct (role_beq r King) eqn:RK.
  - apply role_beq_eq in RK. subst r. intros [= <-].
    rewrite (king_alone goes eq_refl) in D. injection D as <- <-.
    apply (some_way_holds _ _ _ _ _ f []); trivial. now left.
  - assert (r <> King) as NK. { intros ->. discriminate RK. }
    destruct (smallest_set goes _ _ NK D) as (N & cs & I & _).
    destruct r; try congruence; intros [= <-]; apply (some_way_holds _ _ _ _ _ f cs); trivial.
Qed.

Theorem check_possible p m b : valid p -> legal p m = true -> check (play p m) = true ->
  base_of p m = Some b -> can_check b = true.
Proof.
  intros V L H. unfold base_of. destruct (castles p m) eqn:C; [now intros [= <-]|].
  destruct (can_move_man p m (legal_can_move _ _ L)) as (r & G & P). rewrite G.
  destruct m as [f t becomes]. cbn [from to] in *.
  destruct (discriminator f (companions p (Move f t becomes))) as [by_file by_rank] eqn:D.
  assert (r = Bishop \/ r = Rook \/ r = Queen ->
          some_way r by_file by_rank t (gives_check r (negb (empty (on p) t)) t) = true) as Main.
  { intros R. assert (r <> Pawn) as NP by intuition congruence.
    assert (r <> King) as NK by intuition congruence.
    pose proof (Build_piece_goes p f t becomes r V L NP C G) as goes.
    destruct (smallest_set goes _ _ NK D) as (N & cs & I & Cs).
    destruct (mover_attacks goes) as [A E].
    apply (some_way_holds _ _ _ _ _ f cs); trivial.
    unfold check in H. rewrite (board_after goes NK) in H.
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
  destruct r; intros [= <-]; trivial; unfold can_check; destruct by_file, by_rank; auto.
Qed.

(** In every position that a game can reach, the SAN of every legal move is in the list. *)
Theorem sound p m : valid p -> legal p m = true -> In (san p m) strings.
Proof.
  intros V L. rewrite in_strings. destruct (san_parts p m L) as (x & B & S).
  exists x, (suffix (play p m)).
  split; [now apply (base_possible p m)|]. split; [|exact S].
  unfold suffix, suffixes. destruct (check (play p m)) eqn:H.
  - rewrite (check_possible p m x V L H B). destruct (has_legal_move _); simpl; tauto.
  - destruct (can_check _); simpl; tauto.
Qed.

Corollary only_these_occur s : occurs s -> In s strings.
Proof.
  intros (moves & p & m & G & L & ->). apply sound; [now apply (games_are_valid moves) | trivial].
Qed.
