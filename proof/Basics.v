(** * Facts about booleans, lists and boards *)

From SAN Require Export Statement.

(** ** Booleans, lists, equality *)

Lemma and_true (a b : bool) : (a &&& b) = true <-> a = true /\ b = true.
Proof. destruct a, b; intuition discriminate. Qed.

Lemma or_true (a b : bool) : (a ||| b) = true <-> a = true \/ b = true.
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
Proof. destruct x, y; split; (reflexivity || discriminate). Qed.
Lemma color_beq_eq x y : color_beq x y = true <-> x = y.
Proof. destruct x, y; split; (reflexivity || discriminate). Qed.
Lemma role_beq_eq x y : role_beq x y = true <-> x = y.
Proof. destruct x, y; split; (reflexivity || discriminate). Qed.
Lemma side_beq_eq x y : side_beq x y = true <-> x = y.
Proof. destruct x, y; split; (reflexivity || discriminate). Qed.
Lemma square_beq_eq s t : square_beq s t = true <-> s = t.
Proof.
  destruct s as [f r], t as [g q]. unfold square_beq.
  rewrite andb_true_iff, !coordinate_beq_eq. split; [now intros [-> ->] | now intros [= -> ->]].
Qed.

Lemma square_beq_refl s : square_beq s s = true.
Proof. now apply square_beq_eq. Qed.
Lemma square_beq_neq x y : square_beq x y = false <-> x <> y.
Proof. rewrite <- square_beq_eq. now destruct (square_beq x y). Qed.

#[global] Arguments square_beq : simpl never.
#[global] Arguments coordinate_beq : simpl never.

Lemma in_coordinates c : In c coordinates.
Proof. destruct c; simpl; tauto. Qed.
Lemma in_squares s : In s squares.
Proof.
  destruct s as [f r]. apply in_flat_map. exists r. split; [apply in_coordinates|].
  apply in_map_iff. exists f. split; [reflexivity | apply in_coordinates].
Qed.
#[global] Hint Resolve in_coordinates in_squares : core.

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

(** Proves a statement about all pairs of squares by trying each pair. *)
Lemma all_pairs (f : square -> square -> bool) :
  all (fun s => all (f s) squares) squares = true -> forall s t, f s t = true.
Proof.
  intros H s t. rewrite all_true in H. specialize (H s (in_squares s)). rewrite all_true in H.
  exact (H t (in_squares t)).
Qed.

(** Boards that agree on every square are equal. *)
Lemma board_ext (b b' : board) : (forall s, get b s = get b' s) -> b = b'.
Proof.
  assert (forall A (r r' : eight A), (forall f, nth_of r f = nth_of r' f) -> r = r') as E.
  { intros A [a1 a2 a3 a4 a5 a6 a7 a8] [a1' a2' a3' a4' a5' a6' a7' a8'] H.
    pose proof (H One) as H1. pose proof (H Two) as H2. pose proof (H Three) as H3.
    pose proof (H Four) as H4. pose proof (H Five) as H5. pose proof (H Six) as H6.
    pose proof (H Seven) as H7. pose proof (H Eight) as H8. simpl in *. congruence. }
  intros H. apply E. intros r. apply E. intros f. exact (H (Sq f r)).
Qed.

(** ** All base strings

    A list of all base strings, for computations. *)

Definition roles := [Pawn; Knight; Bishop; Rook; Queen; King].
Definition maybe {A} (l : list A) : list (option A) := None :: map Some l.

(** Every text that has the form of a base string. *)
Definition well_formed : list base :=
  map Castling [Short; Long] ++
  flat_map (fun t => flat_map (fun f => map (Pawn_move f t) (maybe roles)) (maybe coordinates))
    squares ++
  flat_map (fun r => flat_map (fun f => flat_map (fun n => flat_map (fun takes =>
    map (Piece_move r f n takes) squares) [false; true])
    (maybe coordinates)) (maybe coordinates)) roles.

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

(** ** Suffixes *)

Lemma last_app a : forall c b, last_character c (a ++ b) = last_character (last_character c a) b.
Proof. induction a as [|d a IH]; intros; simpl; trivial. Qed.

Lemma plain_base x : plain (write_base x) = true.
Proof.
  destruct x as [[]|f [tf tr] r|r f n takes [tf tr]]; trivial;
    unfold plain, write_base, square_name; rewrite !last_app; cbn [file rank].
  - destruct r as [[]|]; destruct tr; reflexivity.
  - destruct tr; reflexivity.
Qed.
