(** * SAN is unambiguous

    In every position, two legal moves have different SANs. So a reader that knows the rules can find
    the move for a SAN. *)

From SAN Require Export Reader Coherent.

(** ** From the parts of a SAN to the move *)

Lemma only_pawns_become p m c r : legal p m = true -> get (on p) (from m) = Some (c, r) ->
  r <> Pawn -> promotion m = None.
Proof.
  intros L G N. destruct (can_move_man p m (legal_can_move _ _ L)) as (r' & G' & P).
  rewrite G in G'. injection G' as _ <-. unfold promotion_fits in P.
  destruct r, (promotion m); congruence.
Qed.

Lemma move_eq m n : from m = from n -> to m = to n -> promotion m = promotion n -> m = n.
Proof. destruct m, n. simpl. now intros -> -> ->. Qed.

Lemma pawn_move_rank p f t : pawn_moves p f t = true ->
  ahead (turn p) 1 (rank f) (rank t) = true
  \/ (file f = file t /\ rank f = second_rank (turn p) /\ ahead (turn p) 2 (rank f) (rank t) = true
      /\ forall s, In s (between f t) -> get (on p) s = None).
Proof.
  unfold pawn_moves. destruct (empty (on p) t &&& coordinate_beq (file f) (file t)) eqn:E.
  - apply and_true in E as [_ E]. apply coordinate_beq_eq in E. rewrite or_true.
    intros [A | A]; [now left|]. right. rewrite !and_true, coordinate_beq_eq, all_true in A.
    setoid_rewrite empty_get in A. tauto.
  - cbn [aims]. rewrite !and_true. tauto.
Qed.

(** Two pawns on one file cannot go to the same square: the pawn behind would jump over the other. *)
Lemma pawn_from p f g t :
  get (on p) f = Some (turn p, Pawn) -> get (on p) g = Some (turn p, Pawn) -> file f = file g ->
  pawn_moves p f t = true -> pawn_moves p g t = true -> f = g.
Proof.
  assert (forall f g, get (on p) f = Some (turn p, Pawn) -> file f = file g ->
    ahead (turn p) 1 (rank f) (rank t) = true -> file g = file t ->
    rank g = second_rank (turn p) -> ahead (turn p) 2 (rank g) (rank t) = true ->
    (forall s, In s (between g t) -> get (on p) s = None) -> f = g) as Behind.
  { clear f g. intros f g F E A E' R B Free. exfalso.
    assert (In f (between g t)) as I; [|specialize (Free f I); congruence].
    destruct f as [ff fr], g as [gf gr], t as [tf tr]. cbn [file rank] in *. subst ff gf gr.
    unfold between; cbn [file rank]. rewrite (proj2 (coordinate_beq_eq tf tf) eq_refl).
    destruct (turn p), tr; try discriminate B; destruct fr; try discriminate A; simpl; auto. }
  intros F G E M N. apply pawn_move_rank in M as [A | (E1 & R1 & A1 & Free1)];
    apply pawn_move_rank in N as [B | (E2 & R2 & A2 & Free2)].
  - destruct f as [ff fr], g as [gf gr]. cbn [file rank] in *. subst gf. f_equal.
    destruct (turn p), fr, (rank t); try discriminate A; destruct gr; try discriminate B; trivial.
  - eapply Behind; eauto.
  - symmetry. eapply Behind; eauto.
  - destruct f as [ff fr], g as [gf gr]; cbn [file rank] in *. congruence.
Qed.

Lemma legal_pawn p m : legal p m = true -> get (on p) (from m) = Some (turn p, Pawn) ->
  pawn_moves p (from m) (to m) = true.
Proof.
  intros L G. apply legal_can_move in L. unfold can_move in L. rewrite G in L.
  rewrite !and_true in L. tauto.
Qed.

(** The discriminator rules out every companion: only the square of the moving piece agrees with it. *)
Lemma discriminator_excludes f others by_file by_rank g :
  discriminator f others = (by_file, by_rank) -> In g others ->
  (forall x, by_file = Some x -> file g = x) -> (forall x, by_rank = Some x -> rank g = x) -> f = g.
Proof.
  unfold discriminator. destruct others as [|o l]; [intros _ []|]. intros D I F R.
  destruct (all (fun s => negb (coordinate_beq (file s) (file f))) (o :: l)) eqn:A.
  { injection D as <- <-. rewrite all_true in A. specialize (A g I).
    now rewrite (F (file f) eq_refl), (proj2 (coordinate_beq_eq _ _) eq_refl) in A. }
  destruct (all (fun s => negb (coordinate_beq (rank s) (rank f))) (o :: l)) eqn:B;
    injection D as <- <-.
  - rewrite all_true in B. specialize (B g I).
    now rewrite (R (rank f) eq_refl), (proj2 (coordinate_beq_eq _ _) eq_refl) in B.
  - specialize (F _ eq_refl). specialize (R _ eq_refl). destruct f, g. cbn in *. congruence.
Qed.

Lemma discriminator_names f others : forall by_file by_rank,
  discriminator f others = (by_file, by_rank) ->
  (forall x, by_file = Some x -> file f = x) /\ (forall x, by_rank = Some x -> rank f = x).
Proof.
  intros by_file by_rank. unfold discriminator. destruct others as [|o l].
  { intros [= <- <-]. split; discriminate. }
  destruct (all _ (o :: l)); [|destruct (all _ (o :: l))]; intros [= <- <-]; split; congruence.
Qed.

(** ** The moves that a base string could mean

    The candidates of a base string are all moves that it could mean. If a legal move has this base string,
    the move is a candidate, and no other candidate is legal. *)

Lemma in_from_where p r f n s :
  In s (from_where p r f n) <->
  get (on p) s = Some (turn p, r) /\ (forall x, f = Some x -> file s = x)
  /\ (forall x, n = Some x -> rank s = x).
Proof.
  unfold from_where. rewrite filter_In, !and_true, has_man_get. split.
  - intros (_ & [G F] & N). split; [exact G|].
    split; intros x E; [rewrite E in F | rewrite E in N]; now apply coordinate_beq_eq.
  - intros (G & F & N). split; [apply in_squares|]. split; [split; [exact G|]|];
      [destruct f as [x|] | destruct n as [x|]]; trivial; apply coordinate_beq_eq; auto.
Qed.

Lemma in_candidates p m x : legal p m = true -> base_of p m = Some x -> In m (candidates p x).
Proof.
  intros L B. destruct (can_move_man p m (legal_can_move _ _ L)) as (r & G & _).
  unfold base_of in B. destruct (castles p m) as [y|] eqn:Y.
  { injection B as <-. destruct (castles_to p m y Y) as (K & F & T). left. symmetry.
    apply move_eq; simpl; trivial. apply (only_pawns_become p m _ _ L K). discriminate. }
  rewrite G in B. destruct (role_beq r Pawn) eqn:P.
  - apply role_beq_eq in P. subst r. injection B as <-. cbn [candidates].
    apply in_map_iff. exists (from m). split; [now destruct m|].
    apply in_from_where. split; [exact G|]. split; [|discriminate]. intros x [= <-].
    destruct (coordinate_beq (file (from m)) (file (to m))) eqn:E; trivial.
    now apply coordinate_beq_eq.
  - assert (r <> Pawn) as NP. { intros ->. discriminate P. }
    destruct (discriminator (from m) _) as [f k] eqn:D.
    assert (Piece_move r f k (negb (empty (on p) (to m))) (to m) = x) as <-
      by (destruct r; congruence).
    cbn [candidates]. apply in_map_iff. exists (from m). split.
    { apply move_eq; simpl; trivial. symmetry. now apply (only_pawns_become p m _ _ L G). }
    apply in_from_where. split; [exact G | exact (discriminator_names _ _ _ _ D)].
Qed.

Lemma candidate_unique p m x n : legal p m = true -> base_of p m = Some x ->
  legal p n = true -> In n (candidates p x) -> n = m.
Proof.
  intros L B M I. destruct (can_move_man p m (legal_can_move _ _ L)) as (r & G & _).
  unfold base_of in B. destruct (castles p m) as [y|] eqn:Y.
  { injection B as <-. destruct (castles_to p m y Y) as (K & F & T).
    destruct I as [<- | []]. symmetry. apply move_eq; simpl; trivial.
    apply (only_pawns_become p m _ _ L K). discriminate. }
  rewrite G in B. destruct (role_beq r Pawn) eqn:P.
  - apply role_beq_eq in P. subst r. injection B as <-. cbn [candidates] in I.
    apply in_map_iff in I as (s & <- & I). apply in_from_where in I as (S & F & _).
    apply move_eq; trivial. cbn [from].
    pose proof (legal_pawn p _ M S) as Ms. cbn [from to] in Ms.
    apply (pawn_from p s (from m) (to m)); trivial; [|now apply legal_pawn].
    rewrite (F _ eq_refl). destruct (coordinate_beq (file (from m)) (file (to m))) eqn:E; trivial.
    apply coordinate_beq_eq in E. now symmetry.
  - assert (r <> Pawn) as NP. { intros ->. discriminate P. }
    destruct (discriminator (from m) _) as [f k] eqn:D.
    assert (Piece_move r f k (negb (empty (on p) (to m))) (to m) = x) as <-
      by (destruct r; congruence).
    cbn [candidates] in I. apply in_map_iff in I as (s & <- & I).
    apply in_from_where in I as (S & F & N). pose proof (only_pawns_become p m _ _ L G NP) as Pm.
    apply move_eq; simpl; trivial; [|now symmetry].
    destruct (square_beq s (from m)) eqn:Same; [now apply square_beq_eq|]. symmetry.
    refine (discriminator_excludes _ _ _ _ _ D _ F N).
    unfold companions. rewrite G. apply filter_In. split; [apply in_squares|].
    rewrite Same, (proj2 (has_man_get _ _ _) S), Pm. exact M.
Qed.

(** ** From the text to the parts of a SAN *)

(** A pawn never becomes a pawn or a king, and pawn moves are never written as [Piece_move]. *)
Definition proper (x : base) : bool :=
  match x with
  | Pawn_move _ _ (Some (Pawn | King)) | Piece_move Pawn _ _ _ _ => false
  | _ => true
  end.

Lemma base_proper p m x : legal p m = true -> base_of p m = Some x -> proper x = true.
Proof.
  intros L. destruct (can_move_man p m (legal_can_move _ _ L)) as (r & G & P).
  unfold base_of. destruct (castles p m); [now intros [= <-]|]. rewrite G.
  destruct r; [|destruct (discriminator _ _) ..]; intros [= <-]; trivial.
  unfold promotion_fits in P. cbn [proper]. destruct (promotion m) as [[]|]; trivial; discriminate.
Qed.

Definition base_eq_dec (x y : base) : {x = y} + {x <> y}.
Proof. repeat decide equality. Defined.

(** Reading a base string, with or without a suffix, returns the parts that it was written from. Proven by
    trying all base strings. *)
Lemma read_write x e : proper x = true -> In e [""; "+"; "#"] ->
  read_base (write_base x ++ e) = Some x.
Proof.
  assert (all (fun x => negb (proper x) ||| all (fun e =>
    match read_base (write_base x ++ e) with
    | Some y => if base_eq_dec x y then true else false
    | None => false
    end) [""; "+"; "#"]) well_formed = true) as H by (vm_compute; reflexivity).
  intros P I. rewrite all_true in H. specialize (H x (in_well_formed x)). rewrite P in H.
  cbn [negb] in H. rewrite all_true in H. specialize (H e I).
  destruct (read_base (write_base x ++ e)) as [y|]; [|discriminate].
  now destruct (base_eq_dec x y) as [->|].
Qed.

Lemma read_san p m : legal p m = true ->
  exists x, base_of p m = Some x /\ read_base (san p m) = Some x.
Proof.
  intros L. destruct (san_parts p m L) as (x & B & ->). exists x. split; [exact B|].
  apply read_write; [now apply (base_proper p m)|]. unfold suffix.
  destruct (check (play p m)); [destruct (has_legal_move (play p m))|]; simpl; auto.
Qed.

(** No two legal moves of a position have the same base string. *)
Theorem base_unique p m n :
  legal p m = true -> legal p n = true -> base_of p m = base_of p n -> m = n.
Proof.
  intros L M E. destruct (read_san p m L) as (x & B & _). symmetry.
  apply (candidate_unique p m x n); trivial. apply in_candidates; [exact M | congruence].
Qed.

(** No two legal moves of a position have the same SAN, even if no game reaches the position. *)
Theorem san_unique p m n : legal p m = true -> legal p n = true -> san p m = san p n -> m = n.
Proof.
  intros L M E. destruct (read_san p m L) as (x & B & R), (read_san p n M) as (y & C & S).
  rewrite E, S in R. injection R as ->. symmetry.
  apply (candidate_unique p m x n); trivial. now apply in_candidates.
Qed.

(** ** The reader finds every move, and nothing else *)

(** [find_move] finds only legal moves. *)
Lemma find_move_legal p s m : find_move p s = Some m -> legal p m = true.
Proof.
  unfold find_move. destruct (read_base s); [|discriminate]. apply find_some.
Qed.

(** The reader accepts the SANs of the legal moves, and no other text. *)
Theorem parse_iff p s m : parse p s = Some m <-> legal p m = true /\ san p m = s.
Proof.
  unfold parse. split.
  - destruct (find_move p s) as [n|] eqn:F; [|discriminate]. apply find_move_legal in F.
    destruct (String.eqb_spec (san p n) s) as [<-|]; [|discriminate]. now intros [= <-].
  - intros [L <-]. destruct (read_san p m L) as (x & B & R).
    assert (find_move p (san p m) = Some m) as ->; [|now rewrite String.eqb_refl].
    unfold find_move. rewrite R. destruct (find (legal p) (candidates p x)) as [n|] eqn:F.
    + apply find_some in F as [I M]. f_equal. now apply (candidate_unique p m x n).
    + pose proof (find_none _ _ F m (in_candidates p m x L B)). congruence.
Qed.

Corollary parse_san p m : legal p m = true -> parse p (san p m) = Some m.
Proof. intros L. now apply parse_iff. Qed.
