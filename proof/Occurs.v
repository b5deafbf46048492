(** * The theorem

    A string is the SAN of a move in some legal game of chess if and only if it is one of the
    28,938 listed strings. *)

From SAN Require Import Sound Replay Games Listed.
Open Scope string_scope.

(** ** The computation

    Coq computes the list of strings, and compares it with [listed] and with the strings that the replayed
    games play. *)

Fixpoint same (l k : list string) : bool :=
  match l, k with
  | [], [] => true
  | x :: l, y :: k => String.eqb x y &&& same l k
  | _, _ => false
  end.

(** Each string has a greater [code] than the one before, so no string is in the list twice. *)
Fixpoint increasing (n : N) (l : list string) : bool :=
  match l with
  | [] => true
  | s :: l => (n <? code s)%N &&& increasing (code s) l
  end.

(** The strings with [+] or [#] that cannot occur, although the same strings without [+] or [#] occur. *)
Definition cannot_occur : list string :=
  flat_map (fun x =>
    if can_check x then [] else [write_base x ++ "+"; write_base x ++ "#"]%string) bases.

Fixpoint distinct (l : list string) : bool :=
  match l with [] => true | s :: l => negb (any (String.eqb s) l) &&& distinct l end.

Definition compare (shown : option (list string)) (l listed none : list string) : bool :=
  match shown with None => false | Some shown => same (sorted shown) l end
  &&& same l listed
  &&& increasing 0 l
  &&& N.eqb (count l) 28938
  &&& N.eqb (count (filter plain l)) 9758
  &&& N.eqb (count none) 336
  &&& distinct none
  &&& all (fun s => negb (any (String.eqb s) l)) none.

Lemma computed : compare (replay_all games []) strings listed cannot_occur = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** ** What follows from the computation *)

Lemma in_cannot_occur s : In s cannot_occur <-> exists x, possible x = true
  /\ can_check x = false /\ (s = write_base x ++ "+" \/ s = write_base x ++ "#").
Proof.
  unfold cannot_occur, bases. rewrite in_flat_map. split.
  - intros (x & B & I). apply filter_In in B as [_ B]. exists x. split; [exact B|].
    destruct (can_check x); [destruct I | split; [reflexivity|]].
    destruct I as [<- | [<- | []]]; auto.
  - intros (x & P & C & S). exists x. split; [now apply filter_In; split; [apply in_well_formed|]|].
    rewrite C. destruct S as [-> | ->]; simpl; auto.
Qed.

#[local] Opaque strings listed cannot_occur.

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

Lemma not_any s l : any (String.eqb s) l = false -> ~ In s l.
Proof. intros A I. apply (any_false _ _ s A) in I. now rewrite String.eqb_refl in I. Qed.

Lemma distinct_true l : distinct l = true -> NoDup l.
Proof.
  induction l as [|s l IH]; cbn [distinct]; [constructor|].
  rewrite and_true, negb_true_iff. intros [A D]. constructor; [now apply not_any | auto].
Qed.

Lemma compare_true shown l listed none : compare shown l listed none = true ->
  (exists found, shown = Some found /\ forall s, In s l -> In s found)
  /\ l = listed /\ NoDup l /\ count l = 28938%N /\ count (filter plain l) = 9758%N
  /\ NoDup none /\ count none = 336%N /\ forall s, In s none -> ~ In s l.
Proof.
  unfold compare. rewrite !and_true, !N.eqb_eq. intros [[[[[[[C E] I] L] B] M] D] N].
  split; [|split; [now apply same_eq|]; split; [|repeat split; trivial]].
  - destruct shown as [found|]; [|discriminate]. exists found. split; trivial.
    apply same_eq in C. subst l. intros s. apply in_sorted.
  - now apply (increasing_above l 0).
  - now apply distinct_true.
  - intros s J. rewrite all_true in N. apply not_any, negb_true_iff, (N s J).
Qed.

Definition facts := compare_true _ _ _ _ computed.

(** The analysis computes the strings of [listed], in the same order. *)
Theorem strings_are_listed : strings = listed.
Proof. destruct facts as (_ & E & _). exact E. Qed.

Lemma listed_occur s : In s listed -> occurs_always s.
Proof.
  destruct facts as [(found & R & F) [E _]]. intros I. rewrite <- E in I.
  refine (replay_all_occurs games [] found _ R s (F s I)). intros t [].
Qed.

Lemma under_occurs over s : occurs_under over s -> occurs s.
Proof.
  intros (moves & m & G & ->). inversion G as [|before n U _ L]. subst.
  exists moves, (reached moves), m. split; [now apply (under_game over) | auto].
Qed.

Lemma occurs_listed s : occurs s -> In s listed.
Proof. rewrite <- strings_are_listed. apply only_these_occur. Qed.

(** The theorem also holds under every rule about draws that does not end a game earlier than the Laws do. *)
Theorem occurs_under_iff over : not_before_law over ->
  forall s, occurs_under over s <-> In s listed.
Proof.
  intros Law s. split; [intros O; now apply occurs_listed, (under_occurs over)|].
  intros I. exact (listed_occur s I over Law).
Qed.

(** The theorem. *)
Theorem occurs_iff s : occurs s <-> In s listed.
Proof.
  split; [apply occurs_listed|]. intros I. apply (under_occurs (fun _ => False)).
  apply listed_occur; [exact I | intros moves []].
Qed.

Theorem listed_once : NoDup listed /\ count listed = 28938%N.
Proof. rewrite <- strings_are_listed. destruct facts as (_ & _ & D & L & _). exact (conj D L). Qed.

Theorem base_strings_are_9758 : count (filter plain listed) = 9758%N.
Proof. rewrite <- strings_are_listed. destruct facts as (_ & _ & _ & _ & L & _). exact L. Qed.

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
  intros P C I. rewrite occurs_iff, <- strings_are_listed, in_strings. exists x, e.
  unfold suffixes. rewrite C. auto.
Qed.

(** A string occurs with [+] at its end if and only if it occurs with [#]. *)
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

Lemma in_suffixes x e : In e (suffixes x) -> In e [""; "+"; "#"].
Proof. unfold suffixes. destruct (can_check x); simpl; tauto. Qed.

Theorem never_check_are_336 : exists never, NoDup never /\ count never = 336%N
  /\ forall s, In s never <-> ~ occurs s
       /\ exists x, plain x = true /\ occurs x /\ (s = x ++ "+" \/ s = x ++ "#").
Proof.
  destruct facts as (_ & _ & _ & _ & _ & D & M & N). exists cannot_occur.
  split; [exact D | split; [exact M|]]. intros s. split.
  - intros I. split; [intros O; apply only_these_occur in O; exact (N s I O)|].
    rewrite in_cannot_occur in I. destruct I as (x & B & _ & S).
    exists (write_base x). split; [apply plain_base|]. split; [|exact S].
    rewrite <- (app_nothing (write_base x)), occurs_iff, <- strings_are_listed, in_strings.
    exists x, "". split; [exact B|]. split; [|reflexivity].
    unfold suffixes. destruct (can_check x); simpl; auto.
  - intros (Never & x & P & O & S). apply only_these_occur in O.
    rewrite in_strings in O. destruct O as (b & e & B & I & ->). apply in_suffixes in I.
    assert (e = "") as ->.
    { unfold plain in P. rewrite last_app in P.
      destruct I as [<- | [<- | [<- | []]]]; trivial; discriminate P. }
    rewrite app_nothing in S. destruct (can_check b) eqn:C.
    + exfalso. apply Never. destruct S as [-> | ->]; apply suffix_occurs; simpl; auto.
    + rewrite in_cannot_occur. eauto.
Qed.
