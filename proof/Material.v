(** * Counting pieces and pawns

    No move adds a piece or pawn, and a promotion costs a pawn. So the number of a side's extra pieces, beyond
    those of the initial position, is at most the number of pawns that the side has lost. *)

From Coq Require Import Lia.
From SAN Require Export Kings.

(** ** Counting *)

(** The number of squares with a piece or pawn that satisfies [P]. *)
Definition count_of (P : man -> bool) (b : board) : nat :=
  List.length (filter (fun s => match get b s with Some m => P m | None => false end) squares).

(** What a square with the content [x] adds to [count_of P]: one or zero. *)
Definition weight (P : man -> bool) (x : option man) : nat :=
  match x with Some m => if P m then 1 else 0 | None => 0 end.

Definition is_man (m x : man) : bool :=
  color_beq (fst x) (fst m) &&& role_beq (snd x) (snd m).
Definition is_color (c : color) (x : man) : bool := color_beq (fst x) c.

Lemma number_of_count b m : number_of b m = count_of (is_man m) b.
Proof.
  apply (f_equal (@List.length square)), filter_ext. intros s. unfold has_man, is_man.
  now destruct (get b s) as [[c r]|].
Qed.
Lemma material_count b c : material b c = count_of (is_color c) b.
Proof.
  apply (f_equal (@List.length square)), filter_ext. intros s. unfold has_color, is_color.
  now destruct (get b s) as [[c' r]|].
Qed.

(** If [f] and [g] agree on every element of [l] except perhaps [x], then [f] keeps as many elements as [g], not
    counting [x]. *)
Lemma filter_but_one {A} (f g : A -> bool) (x : A) l : NoDup l -> In x l ->
  (forall y, y <> x -> f y = g y) ->
  List.length (filter g l) + (if f x then 1 else 0)
  = List.length (filter f l) + (if g x then 1 else 0).
Proof.
  intros D I E. induction D as [|y l N D IH]; [destruct I|].
  destruct I as [-> | I].
  - assert (filter g l = filter f l) as H.
    { apply filter_ext_in. intros y Y. symmetry. apply E. intros ->. contradiction. }
    cbn [filter]. rewrite H. destruct (f x), (g x); cbn [List.length]; lia.
  - assert (f y = g y) as H by (apply E; intros ->; contradiction).
    cbn [filter]. rewrite H. specialize (IH I). destruct (g y); cbn [List.length]; lia.
Qed.

Lemma squares_once : NoDup squares.
Proof.
  assert (forall l, (fix once (l : list square) : bool :=
    match l with [] => true | s :: l => negb (any (square_beq s) l) &&& once l end) l = true ->
    NoDup l) as H.
  { induction l as [|s l IH]; [constructor|]. rewrite and_true, negb_true_iff. intros [N O].
    constructor; [|auto]. intros I. apply (any_false _ _ s N) in I.
    rewrite square_beq_refl in I. discriminate. }
  apply H. vm_compute. reflexivity.
Qed.

(** Setting a square to [x] changes [count_of P] by the weight of [x] minus the weight of the old content. *)
Lemma count_set P b s x :
  count_of P (set b s x) + weight P (get b s) = count_of P b + weight P x.
Proof.
  pose proof (filter_but_one
    (fun s => match get b s with Some m => P m | None => false end)
    (fun t => match get (set b s x) t with Some m => P m | None => false end)
    s squares squares_once (in_squares s)) as H.
  cbv beta in H. rewrite get_set_same in H.
  assert (forall o, (if match o with Some m => P m | None => false end then 1 else 0)
    = weight P o) as W by (now intros [m|]).
  rewrite !W in H. apply H. intros y N. now rewrite get_set_other by congruence.
Qed.

(** ** What a move captures and what it creates *)

(** How a legal move changes [count_of]. The move captures nothing, or a piece or pawn of the other side. If a
    pawn promotes, there is one pawn fewer, and one more knight, bishop, rook or queen. *)
Lemma play_count p m : fits p -> legal p m = true -> exists taken,
  (taken = None \/ exists r, taken = Some (other (turn p), r)) /\
  ((forall P, count_of P (on (play p m)) + weight P taken = count_of P (on p)) \/
   exists r, In r [Knight; Bishop; Rook; Queen] /\ forall P,
     count_of P (on (play p m)) + weight P taken + weight P (Some (turn p, Pawn))
     = count_of P (on p) + weight P (Some (turn p, r))).
Proof.
  intros F L. destruct (legal_man p m L) as (r & G & Pr & N).
  assert (get (on p) (to m) = None \/ exists r, get (on p) (to m) = Some (other (turn p), r)) as T.
  { destruct (get (on p) (to m)) as [[c r']|]; [right | now left]. exists r'.
    destruct c, (turn p); cbn [other]; trivial; now destruct (N r'). }
  assert (from m <> to m) as D by (intros E; rewrite E in G; now apply N in G).
  unfold play; cbn [on]. destruct (castles p m) as [x|] eqn:C.
  - (* Castling captures nothing. *)
    exists None. split; [now left|]. left. intros P.
    destruct (castles_to p m x C) as (K & Fr & To).
    destruct (legal_castles p m x L C) as (R & E & E').
    destruct (fits_rights p F _ _ R) as [_ Rk].
    assert (r = King) as -> by congruence.
    unfold promotion_fits in Pr. destruct (promotion m); [discriminate|].
    unfold has_man. rewrite K, Fr, To. rewrite Fr in K. cbn [fst snd role_beq].
    assert (forall b b' : board, (if (color_beq (turn p) (turn p) &&& false)
      &&& is_passed p (king_castled (turn p) x) then b else b') = b') as ->
      by (intros; now destruct (turn p)).
    set (b1 := set (on p) (king_home (turn p)) None).
    set (b2 := set b1 (king_castled (turn p) x) (Some (turn p, King))).
    set (b3 := set b2 (rook_home (turn p) x) None).
    pose proof (count_set P (on p) (king_home (turn p)) None) as H1. fold b1 in H1.
    pose proof (count_set P b1 (king_castled (turn p) x) (Some (turn p, King))) as H2.
    fold b2 in H2.
    pose proof (count_set P b2 (rook_home (turn p) x) None) as H3. fold b3 in H3.
    pose proof (count_set P b3 (rook_castled (turn p) x) (Some (turn p, Rook))) as H4.
    assert (get b1 (king_castled (turn p) x) = None) as G1.
    { unfold b1. rewrite get_set_other by (destruct (turn p), x; discriminate). trivial. }
    assert (get b2 (rook_home (turn p) x) = Some (turn p, Rook)) as G2.
    { unfold b2, b1. rewrite !get_set_other by (destruct (turn p), x; discriminate). trivial. }
    assert (get b3 (rook_castled (turn p) x) = None) as G3.
    { unfold b3, b2, b1. rewrite !get_set_other by (destruct (turn p), x; discriminate). trivial. }
    rewrite K in H1. rewrite G1 in H2. rewrite G2 in H3. rewrite G3 in H4.
    cbn [weight] in *. lia.
  - destruct (has_man (on p) (turn p, Pawn) (from m) &&& is_passed p (to m)) eqn:EP.
    + (* A pawn is captured en passant. *)
      apply and_true in EP as [Pw E]. apply has_man_get in Pw.
      apply legal_can_move in L as M.
      pose proof (taken_in_passing_is_pawn p m F M Pw E) as V.
      destruct (pawn_to_passed p m F M Pw E) as [Rf Rt].
      assert (get (on p) (to m) = None) as Te.
      { unfold is_passed in E. destruct (passed p) as [e|] eqn:Ps; [|discriminate].
        apply square_beq_eq in E. subst e. now apply (fits_passed p F) in Ps as [Ps _]. }
      assert (promotion m = None) as Q.
      { assert (r = Pawn) as -> by congruence. unfold promotion_fits in Pr. rewrite Rt in Pr.
        destruct (promotion m) as [q|]; trivial. destruct (turn p), q; discriminate Pr. }
      rewrite Q. exists (Some (other (turn p), Pawn)). split; [eauto|]. left. intros P.
      set (v := Sq (file (to m)) (rank (from m))) in *.
      assert (v <> from m) as D1 by (intros H; rewrite H, G in V; now destruct (turn p)).
      assert (v <> to m) as D2 by (intros H; rewrite H, Te in V; discriminate).
      pose proof (count_set P (on p) v None) as H1.
      pose proof (count_set P (set (on p) v None) (from m) None) as H2.
      pose proof (count_set P (set (set (on p) v None) (from m) None) (to m)
        (get (on p) (from m))) as H3.
      rewrite !get_set_other in H3 by congruence. rewrite get_set_other in H2 by congruence.
      rewrite V in H1. rewrite Te in H3. cbn [weight] in *. lia.
    + exists (get (on p) (to m)). split; [trivial|].
      assert (forall P y, count_of P (set (set (on p) (from m) None) (to m) y)
        + weight P (get (on p) (to m)) + weight P (get (on p) (from m))
        = count_of P (on p) + weight P y) as H.
      { intros P y. pose proof (count_set P (on p) (from m) None) as H1.
        pose proof (count_set P (set (on p) (from m) None) (to m) y) as H2.
        rewrite get_set_other in H2 by congruence. cbn [weight] in H1. lia. }
      destruct (promotion m) as [q|] eqn:Q.
      * right. exists q. unfold promotion_fits in Pr. rewrite Q in Pr.
        destruct r; try discriminate Pr. rewrite G in H. split.
        -- destruct q; simpl; try discriminate Pr; tauto.
        -- intros P. apply H.
      * left. intros P. specialize (H P (get (on p) (from m))). lia.
Qed.

(** ** Material never grows *)

Lemma play_material p m c : fits p -> legal p m = true ->
  material (on (play p m)) c <= material (on p) c.
Proof.
  intros F L. rewrite !material_count.
  destruct (play_count p m F L) as (taken & _ & [H | (r & _ & H)]); specialize (H (is_color c)).
  - lia.
  - unfold weight at 2 3, is_color at 3 5 in H. cbn [fst] in H. lia.
Qed.

(** After a legal move of a game, a side does not have more pieces and pawns than before. *)
Theorem material_never_grows moves p m c : game moves p -> legal p m = true ->
  material (on (play p m)) c <= material (on p) c.
Proof. intros G. apply play_material. now apply games_fit in G. Qed.

(** A side never has more than sixteen pieces and pawns. *)
Theorem at_most_sixteen moves p c : game moves p -> material (on p) c <= 16.
Proof.
  induction 1 as [|moves p m G IH L].
  - destruct c; vm_compute; lia.
  - pose proof (material_never_grows moves p m c G L). lia.
Qed.

(** ** Promotion *)

(** A side has at most eight pawns and extra pieces in total. A third knight, for example, is an extra piece. *)
Definition promotions_fit (b : board) (c : color) : Prop :=
  number_of b (c, Pawn) + (number_of b (c, Knight) - 2) + (number_of b (c, Bishop) - 2)
  + (number_of b (c, Rook) - 2) + (number_of b (c, Queen) - 1) <= 8.

Lemma play_promotions p m c : fits p -> legal p m = true ->
  promotions_fit (on p) c -> promotions_fit (on (play p m)) c.
Proof.
  intros F L. unfold promotions_fit. rewrite !number_of_count. intros I.
  eapply Nat.le_trans; [clear I | exact I].
  destruct (play_count p m F L) as (taken & _ & [H | (r & R & H)]).
  - assert (forall P, count_of P (on (play p m)) <= count_of P (on p)) as D
      by (intros P; rewrite <- (H P); lia).
    repeat apply Nat.add_le_mono; try apply Nat.sub_le_mono_r; apply D.
  - (* The move is a promotion: the lost pawn makes up for the new piece. *)
    assert (forall P k,
      count_of P (on (play p m)) - k <= count_of P (on p) - k + weight P (Some (turn p, r))) as D
      by (intros P k; specialize (H P); lia).
    pose proof (H (is_man (c, Pawn))) as H0.
    pose proof (D (is_man (c, Knight)) 2) as H1. pose proof (D (is_man (c, Bishop)) 2) as H2.
    pose proof (D (is_man (c, Rook)) 2) as H3. pose proof (D (is_man (c, Queen)) 1) as H4.
    assert (weight (is_man (c, Knight)) (Some (turn p, r))
      + weight (is_man (c, Bishop)) (Some (turn p, r))
      + weight (is_man (c, Rook)) (Some (turn p, r))
      + weight (is_man (c, Queen)) (Some (turn p, r))
      + weight (is_man (c, Pawn)) (Some (turn p, r))
      <= weight (is_man (c, Pawn)) (Some (turn p, Pawn))) as W.
    { clear - R. simpl in R. destruct R as [<- | [<- | [<- | [<- | []]]]];
        destruct (turn p), c; vm_compute; auto. }
    revert H0 H1 H2 H3 H4 W. clear.
    repeat match goal with |- context [?x - ?k] => generalize (x - k); intro end. lia.
Qed.

(** A side has at most eight pawns and extra pieces in total, because each extra piece, such as a third
    knight, has cost a pawn. *)
Theorem promotion_arithmetic moves p c : game moves p ->
  number_of (on p) (c, Pawn) + (number_of (on p) (c, Knight) - 2)
  + (number_of (on p) (c, Bishop) - 2) + (number_of (on p) (c, Rook) - 2)
  + (number_of (on p) (c, Queen) - 1) <= 8.
Proof.
  intros G. change (promotions_fit (on p) c). induction G as [|moves p m G IH L].
  - unfold promotions_fit. destruct c; vm_compute; lia.
  - apply play_promotions; trivial. now apply games_fit in G.
Qed.

(** A side never has more than eight pawns. *)
Theorem at_most_eight_pawns moves p c : game moves p -> number_of (on p) (c, Pawn) <= 8.
Proof. intros G. pose proof (promotion_arithmetic moves p c G). lia. Qed.
