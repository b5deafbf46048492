(** * Replay: games show that strings occur

    [replay] plays a game word by word, and collects the words that are marked with [!]. It checks that
    these words are the SANs of the moves. To save time, it does not check the other words: for each of them,
    it plays the first legal move that agrees with the word. It rejects a game that continues after a draw,
    or does not end in mate. *)

From SAN Require Export Unique Draws Text.

(** Replays the words of [game]. Each word is a move. In a marked word, [!] precedes the move. [before] lists the
    positions since the last capture or pawn move. [mated] says whether the last word was marked and ended
    with [#], the sign of mate. [shown] lists the marked words so far. *)
Fixpoint replay (p : position) (before : list position) (mated : bool) (game : list string)
    (shown : list string) : option (list string) :=
  match game with
  | [] => if mated then Some shown else None
  | word :: game =>
      let '(marked, s) := match word with String "!" s => (true, s) | s => (false, s) end in
      if drawn before p then None
      else
        match (if marked then parse p s else find_move p s) with
        | Some m =>
            replay (play p m) (if irreversible p m then [] else p :: before)
              (marked &&& Ascii.eqb (last_character " " s) "#") game
              (if marked then s :: shown else shown)
        | None => None
        end
  end.

Fixpoint replay_all (games : list text) (shown : list string) : option (list string) :=
  match games with
  | [] => Some shown
  | t :: games =>
      match replay start [] false (words t) shown with
      | Some shown => replay_all games shown
      | None => None
      end
  end.

(** ** A game that ends in mate is possible under every rule about draws *)

(** The moves are legal, and no move follows a draw by repetition or by the 75-move rule. *)
Inductive undrawn : list move -> Prop :=
  | undrawn_start : undrawn []
  | undrawn_move : forall moves m,
      undrawn moves -> drawn (quiet moves) (reached moves) = false ->
      legal (reached moves) m = true -> undrawn (m :: moves).

Lemma undrawn_before more : forall moves, undrawn (more ++ moves) -> undrawn moves.
Proof.
  induction more as [|m more IH]; intros moves U; [exact U|]. inversion U. auto.
Qed.

Lemma game_reached moves p : game moves p -> p = reached moves.
Proof. induction 1 as [|moves p m _ -> _]; reflexivity. Qed.

Lemma undrawn_game moves : undrawn moves -> game moves (reached moves).
Proof. induction 1 as [|moves m _ IH _ L]; [constructor | exact (game_move _ _ _ IH L)]. Qed.

Section Rule.
  Variable over : list move -> Prop.
  Hypothesis by_law : not_before_law over.

  Lemma goes_on moves m more :
    undrawn (more ++ m :: moves) -> mate (reached (more ++ m :: moves)) = true -> ~ over moves.
  Proof.
    intros U M O. pose proof (undrawn_before more _ U) as V. inversion V as [|before n _ D L]. subst.
    destruct (by_law moves O) as [D' | D']; [apply has_legal_move_iff; eauto | congruence |].
    apply D'. exists (more ++ [m]), (reached (more ++ m :: moves)). rewrite <- app_assoc.
    split; [now apply undrawn_game | exact M].
  Qed.

  Lemma undrawn_under moves : forall more,
    undrawn (more ++ moves) -> mate (reached (more ++ moves)) = true -> game_under over moves.
  Proof.
    induction moves as [|m moves IH]; intros more U M; [constructor|]. constructor.
    - apply (IH (more ++ [m])); rewrite <- app_assoc; assumption.
    - exact (goes_on moves m more U M).
    - apply undrawn_before in U. now inversion U.
  Qed.
End Rule.

Lemma under_game over moves : game_under over moves -> game moves (reached moves).
Proof. induction 1 as [|moves m _ IH _ L]; [constructor | exact (game_move _ _ _ IH L)]. Qed.

(** The string occurs under every rule about draws that does not end a game earlier than the Laws do. *)
Definition occurs_always (s : string) : Prop :=
  forall over, not_before_law over -> occurs_under over s.

(** ** The replayed strings occur *)

(** [s] is the SAN of one of the moves. *)
Definition written (moves : list move) (s : string) : Prop :=
  exists more m before, moves = more ++ m :: before /\ s = san (reached before) m.

Lemma written_later moves m s : written moves s -> written (m :: moves) s.
Proof. intros (more & n & before & -> & ->). now exists (m :: more), n, before. Qed.

Lemma mate_occurs moves s :
  undrawn moves -> mate (reached moves) = true -> written moves s -> occurs_always s.
Proof.
  intros U M (more & m & before & -> & ->) over Law. exists before, m. split; [|reflexivity].
  exact (undrawn_under over Law _ _ U M).
Qed.

(** If the SAN of a move ends in [#], the move is mate. *)
Lemma san_mate p m : legal p m = true -> last_character " " (san p m) = "#"%char ->
  mate (play p m) = true.
Proof.
  intros L. destruct (san_parts p m L) as (x & _ & ->). unfold suffix, mate. rewrite last_app.
  pose proof (plain_base x) as P. unfold plain in P. destruct (check (play p m)).
  - destruct (has_legal_move (play p m)); [discriminate | trivial].
  - cbn [last_character]. intros H. rewrite H in P. discriminate.
Qed.

Lemma replay_occurs game : forall moves mated shown found,
  undrawn moves -> (mated = true -> mate (reached moves) = true) ->
  replay (reached moves) (quiet moves) mated game shown = Some found ->
  (forall s, In s shown -> occurs_always s \/ written moves s) ->
  forall s, In s found -> occurs_always s.
Proof.
  induction game as [|word game IH]; intros moves mated shown found U M R O; cbn [replay] in R.
  - destruct mated; [|discriminate]. injection R as <-.
    intros s I. destruct (O s I) as [A | W]; [exact A | apply (mate_occurs moves); auto].
  - set (split := match word with EmptyString => _ | String _ _ => _ end) in R.
    destruct split as [marked w].
    destruct (drawn (quiet moves) (reached moves)) eqn:D; [discriminate|].
    destruct (if marked then _ else _) as [m|] eqn:P; [|discriminate].
    assert (legal (reached moves) m = true /\ (marked = true -> san (reached moves) m = w)) as [L S].
    { destruct marked; [now apply parse_iff in P|]. apply find_move_legal in P. now split. }
    refine (IH (m :: moves) _ _ _ (undrawn_move _ _ U D L) _ R _).
    { intros E. apply and_true in E as [Marked E]. apply Ascii.eqb_eq in E.
      change (mate (play (reached moves) m) = true).
      apply san_mate; [exact L | now rewrite (S Marked)]. }
    assert (forall s, In s shown -> occurs_always s \/ written (m :: moves) s) as Before.
    { intros s I. destruct (O s I) as [A | W]; [now left | right; now apply written_later]. }
    destruct marked; [|exact Before]. intros s [<- | I]; [|now apply Before].
    right. exists [], m, moves. split; [reflexivity | symmetry; auto].
Qed.

Theorem replay_all_occurs games : forall shown found,
  (forall s, In s shown -> occurs_always s) -> replay_all games shown = Some found ->
  forall s, In s found -> occurs_always s.
Proof.
  induction games as [|t games IH]; intros shown found O R; cbn [replay_all] in R.
  - injection R as <-. exact O.
  - destruct (replay start [] false (words t) shown) as [next|] eqn:Q; [|discriminate].
    apply (IH next); [|exact R].
    refine (replay_occurs (words t) [] false shown _ undrawn_start _ Q _); [discriminate|].
    intros s I. left. now apply O.
Qed.
