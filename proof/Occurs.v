(** * The theorem

    A string is the SAN of a move in some legal game of chess if and only if it is one of
    28,938. *)

From SAN Require Import Replay Games.
Open Scope string_scope.

(** ** What is computed

    Coq computes the list, replays all games, and compares. *)

Fixpoint same (l k : list string) : bool :=
  match l, k with
  | [], [] => true
  | x :: l, y :: k => String.eqb x y && same l k
  | _, _ => false
  end.

(** The codes grow, so no string comes twice. *)
Fixpoint increasing (n : N) (l : list string) : bool :=
  match l with
  | [] => true
  | s :: l => (n <? code s)%N && increasing (code s) l
  end.

Definition count {A} (l : list A) : N := N.of_nat (List.length l).

(** Base strings with [+] or [#] that look possible and are not. *)
Definition cannot_occur : list string :=
  flat_map (fun x => if can_check x then [] else [write_base x ++ "+"; write_base x ++ "#"]%string) bases.

Definition compare (shown : option (list string)) (l none : list string) : bool :=
  match shown with None => false | Some shown => same (sorted shown) l end
  && increasing 0 l
  && N.eqb (count l) 28938
  && N.eqb (count (filter plain l)) 9758
  && N.eqb (count none) 336
  && all (fun s => negb (any (String.eqb s) l)) none.

Lemma computed : compare (replay_all games []) strings cannot_occur = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** ** What follows *)

Lemma in_cannot_occur x e : possible x = true -> can_check x = false -> e = "+" \/ e = "#" ->
  In (write_base x ++ e) cannot_occur.
Proof.
  intros P C E. unfold cannot_occur. rewrite in_flat_map. exists x. split.
  - apply filter_In. split; [apply in_well_formed | exact P].
  - rewrite C. destruct E as [-> | ->]; simpl; auto.
Qed.

#[local] Opaque strings cannot_occur.

Lemma same_eq l : forall k, same l k = true -> l = k.
Proof.
  induction l as [|x l IH]; intros [|y k]; try discriminate; trivial.
  cbn [same]. rewrite and_true, String.eqb_eq. intros [-> H]. now rewrite (IH k H).
Qed.

Lemma increasing_above l : forall n, increasing n l = true ->
  (forall s, In s l -> (n < code s)%N) /\ NoDup l.
Proof.
  induction l as [|x l IH]; intros n; cbn [increasing].
  - split; [intros s [] | constructor].
  - rewrite and_true, N.ltb_lt. intros [H I]. apply IH in I as [I D]. split.
    + intros s [<- | J]; trivial. apply I in J. now apply N.lt_trans with (code x).
    + constructor; trivial. intros J. apply I in J. now apply N.lt_irrefl in J.
Qed.

Lemma compare_true shown l none : compare shown l none = true ->
  (exists found, shown = Some found /\ forall s, In s l -> In s found)
  /\ NoDup l /\ count l = 28938%N /\ count (filter plain l) = 9758%N /\ count none = 336%N
  /\ forall s, In s none -> ~ In s l.
Proof.
  unfold compare. rewrite !and_true, !N.eqb_eq. intros [[[[[C I] L] B] M] N].
  split; [|split; [|repeat split; trivial]].
  - destruct shown as [found|]; [|discriminate]. exists found. split; trivial.
    apply same_eq in C. subst l. intros s. apply in_sorted.
  - now apply (increasing_above l 0).
  - intros s J K. rewrite all_true in N. specialize (N s J).
    rewrite (proj2 (any_true (String.eqb s) l)) in N; [discriminate|].
    exists s. split; [trivial | apply String.eqb_refl].
Qed.

Definition facts := compare_true _ _ _ computed.

Theorem all_of_these_occur s : In s strings -> occurs_strictly s.
Proof.
  destruct facts as [(found & R & F) _]. intros I.
  refine (replay_all_occur games [] found _ R s (F s I)). intros t [].
Qed.

Lemma lawful_game written quiet p : lawful written quiet p ->
  (exists moves, game moves p) /\ forall s, In s written -> occurs s.
Proof.
  induction 1 as [|written quiet p m _ [[moves G] O] _ L].
  - split; [exists []; constructor | intros s []].
  - split; [exists (m :: moves); now constructor|].
    intros s [<- | I]; [exists moves, p, m; auto | auto].
Qed.

Lemma strictly_occurs s : occurs_strictly s -> occurs s.
Proof. intros (written & quiet & p & L & _ & I). now apply (lawful_game written quiet p). Qed.

(** The theorem: *)
Theorem occurs_iff : forall s, occurs s <-> In s strings.
Proof.
  split; [apply only_these_occur | intros I; now apply strictly_occurs, all_of_these_occur].
Qed.

(** It holds, too, if games end by all the draws of the Laws of Chess. *)
Theorem occurs_strictly_iff : forall s, occurs_strictly s <-> In s strings.
Proof.
  split; [intros O; now apply only_these_occur, strictly_occurs | apply all_of_these_occur].
Qed.

(** There are 28,938 of them, each of them once, *)
Theorem strings_are_28938 : NoDup strings /\ count strings = 28938%N.
Proof. destruct facts as (_ & D & L & _). exact (conj D L). Qed.

(** 9,758 of them base strings, without [+] and [#]. *)
Theorem base_strings_are_9758 : count (filter plain strings) = 9758%N.
Proof. destruct facts as (_ & _ & _ & L & _). exact L. Qed.

Lemma app_last s c : forall (t : string) d, s ++ String c "" = t ++ String d "" -> s = t /\ c = d.
Proof.
  induction s as [|x s IH]; intros [|y t] d; simpl; intros H; injection H.
  - auto.
  - intros E. destruct t; discriminate.
  - intros E. destruct s; discriminate.
  - intros E ->. destruct (IH t d E) as [-> ->]. auto.
Qed.

Lemma app_nothing s : s ++ "" = s.
Proof. induction s as [|c s IH]; simpl; [trivial | now rewrite IH]. Qed.

Lemma in_strings_suffix s c : c = "+"%char \/ c = "#"%char -> In (s ++ String c "") strings ->
  exists x, possible x = true /\ can_check x = true /\ s = write_base x.
Proof.
  intros Hc. rewrite in_strings. intros (x & e & P & I & E). exists x. split; trivial.
  assert (e = "" -> False) as N.
  { intros ->. rewrite app_nothing in E. pose proof (plain_base x) as B. rewrite <- E in B.
    unfold plain in B. rewrite last_app in B. destruct Hc as [-> | ->]; discriminate B. }
  unfold suffixes in I. destruct (can_check x).
  - split; trivial. destruct I as [<- | [<- | [<- | []]]]; [now destruct N | |];
      now apply app_last in E.
  - destruct I as [<- | []]. now destruct N.
Qed.

Lemma suffix_occurs x e : possible x = true -> can_check x = true -> In e [""; "+"; "#"] ->
  occurs (write_base x ++ e).
Proof.
  intros P C I. rewrite occurs_iff, in_strings. exists x, e. unfold suffixes. rewrite C. auto.
Qed.

(** With [+] a string occurs if and only if it does with [#]. *)
Theorem check_iff_mate : forall s, occurs (s ++ "+") <-> occurs (s ++ "#").
Proof.
  intros s. split; intros H.
  - destruct (in_strings_suffix s "+" (or_introl eq_refl) (only_these_occur _ H))
      as (x & P & C & ->).
    apply suffix_occurs; simpl; auto.
  - destruct (in_strings_suffix s "#" (or_intror eq_refl) (only_these_occur _ H))
      as (x & P & C & ->).
    apply suffix_occurs; simpl; auto.
Qed.

(** Every base string that occurs does so with [+] and with [#], too, but for 336 that do not. *)
Theorem cannot_occur_are_336 :
  count cannot_occur = 336%N
  /\ (forall s, In s cannot_occur -> ~ occurs s)
  /\ (forall s e, plain s = true -> occurs s -> e = "+" \/ e = "#" ->
        occurs (s ++ e) \/ In (s ++ e) cannot_occur).
Proof.
  destruct facts as (_ & _ & _ & _ & M & N). split; [exact M | split].
  - intros s I O. apply only_these_occur in O. exact (N s I O).
  - intros s e P O E. apply only_these_occur in O.
    rewrite in_strings in O. destruct O as (x & e' & B & I & ->).
    assert (e' = "") as ->.
    { assert (In e' [""; "+"; "#"]) as J.
      { unfold suffixes in I. destruct (can_check x); simpl in *; tauto. }
      unfold plain in P. rewrite last_app in P.
      destruct J as [<- | [<- | [<- | []]]]; trivial; discriminate P. }
    rewrite app_nothing. destruct (can_check x) eqn:H.
    + left. apply suffix_occurs; trivial. destruct E as [-> | ->]; simpl; auto.
    + right. now apply in_cannot_occur.
Qed.
