(** * Replay: a reader of games that shows what occurs

    It reads the moves of a game as they are written, finds for each the legal move that the
    text could mean, and plays it. Where a word begins with [!] it writes the SAN of the move by
    itself. It stops at a draw, and if a game does not end in mate. What it reads need not be
    believed: whatever it plays is a legal game. *)

From SAN Require Export Sound Draws Text.

(** What a word says of a move: the role, the last two files and ranks in it, the promotion. *)
Record reading := Reading
  { piece : role; file1 : option coordinate; rank1 : option coordinate;
    file2 : option coordinate; rank2 : option coordinate; becomes : option role;
    long : bool; marked : bool }.

Inductive meaning :=
  | In_file (c : coordinate) | In_rank (c : coordinate) | Of_role (r : role)
  | Castles | Mark | Space | Unmeaning.

Definition meaning_of (c : byte) : meaning :=
  (match c with
   | "a" => In_file One | "b" => In_file Two | "c" => In_file Three | "d" => In_file Four
   | "e" => In_file Five | "f" => In_file Six | "g" => In_file Seven | "h" => In_file Eight
   | "1" => In_rank One | "2" => In_rank Two | "3" => In_rank Three | "4" => In_rank Four
   | "5" => In_rank Five | "6" => In_rank Six | "7" => In_rank Seven | "8" => In_rank Eight
   | "N" => Of_role Knight | "B" => Of_role Bishop | "R" => Of_role Rook
   | "Q" => Of_role Queen | "K" => Of_role King
   | "O" => Castles | "!" => Mark | " " => Space | _ => Unmeaning
   end)%byte.

Definition nothing_read := Reading Pawn None None None None None false false.

Definition read_byte (w : reading) (c : byte) : reading :=
  match meaning_of c with
  | In_file c =>
      match file2 w with
      | None => Reading (piece w) (file1 w) (rank1 w) (Some c) (rank2 w) None false (marked w)
      | f => Reading (piece w) f (rank1 w) (Some c) (rank2 w) None false (marked w)
      end
  | In_rank c =>
      match rank2 w with
      | None => Reading (piece w) (file1 w) (rank1 w) (file2 w) (Some c) None false (marked w)
      | r => Reading (piece w) (file1 w) r (file2 w) (Some c) None false (marked w)
      end
  | Of_role r =>
      match file2 w with
      | None => Reading r None None None None None false (marked w)
      | _ => Reading (piece w) (file1 w) (rank1 w) (file2 w) (rank2 w) (Some r) false (marked w)
      end
  | Castles =>
      (* The first O is the king, the second means the g-file, the third the c-file. *)
      match piece w, long w with
      | King, false => Reading King None None (Some Seven) None None true (marked w)
      | King, true => Reading King None None (Some Three) None None true (marked w)
      | _, _ => Reading King None None None None None false (marked w)
      end
  | Mark => Reading Pawn None None None None None false true
  | Space | Unmeaning => w
  end.

Definition said (x : option coordinate) (c : coordinate) : bool :=
  match x with Some x => coordinate_beq x c | None => true end.

(** The first legal move that fits, if there is one. *)
Definition find_move (p : position) (w : reading) : option move :=
  let rank2 := if long w then Some (first_rank (turn p)) else rank2 w in
  match file2 w, rank2 with
  | Some f, Some r =>
      let m s := Move s (Sq f r) (becomes w) in
      let fits s :=
        has_man (on p) (turn p, piece w) s && said (file1 w) (file s) && said (rank1 w) (rank s)
        && legal p (m s) in
      match find fits squares with Some s => Some (m s) | None => None end
  | _, _ => None
  end.

Lemma find_move_legal p w m : find_move p w = Some m -> legal p m = true.
Proof.
  unfold find_move. destruct (file2 w) as [f|]; [|discriminate].
  set (rank := if long w then _ else _). destruct rank as [r|]; [|discriminate].
  destruct (find _ squares) as [s|] eqn:F; [|discriminate].
  intros H; injection H as <-. apply find_some in F as [_ F].
  rewrite !and_true in F. apply F.
Qed.

(** Plays a word, and adds the SAN to the list if it is marked. *)
Definition play_word (p : position) (quiet : list position) (w : reading) (shown : list string)
    : option (position * list position * list string) :=
  if drawn quiet p then None
  else
    match find_move p w with
    | Some m =>
        Some (play p m, if irreversible p m then [] else p :: quiet,
              if marked w then san p m :: shown else shown)
    | None => None
    end.

(** Plays a game from the word [w], of which something has been read. The last word is marked,
    and gives mate. *)
Fixpoint replay (p : position) (quiet : list position) (w : reading) (t : text)
    (shown : list string) : option (list string) :=
  match t with
  | End =>
      match play_word p quiet w shown with
      | Some (_, _, s :: shown) =>
          if marked w && Ascii.eqb (last_character " " s) "#" then Some (s :: shown) else None
      | _ => None
      end
  | Char c t =>
      match meaning_of c with
      | Space =>
          match play_word p quiet w shown with
          | Some (p, quiet, shown) => replay p quiet nothing_read t shown
          | None => None
          end
      | _ => replay p quiet (read_byte w c) t shown
      end
  end.

Fixpoint replay_all (games : list text) (shown : list string) : option (list string) :=
  match games with
  | [] => Some shown
  | t :: games =>
      match replay start [] nothing_read t [] with
      | Some found => replay_all games (rev_append found shown)
      | None => None
      end
  end.

(** What SAN writes with [#] is mate. *)
Lemma san_mate p m : last_character " " (san p m) = "#"%char -> mate (play p m) = true.
Proof.
  unfold san, suffix, mate. rewrite last_app. pose proof (plain_base (base_of p m)) as P.
  unfold plain in P. destruct (check (play p m)).
  - destruct (has_legal_move (play p m)); [discriminate | trivial].
  - cbn [last_character]. intros H. rewrite H in P. discriminate.
Qed.

Lemma play_word_lawful written p quiet w shown q quiet' shown' :
  lawful written quiet p -> incl shown written ->
  play_word p quiet w shown = Some (q, quiet', shown') ->
  exists m, lawful (san p m :: written) quiet' q /\ incl shown' (san p m :: written)
            /\ q = play p m /\ shown' = if marked w then san p m :: shown else shown.
Proof.
  intros L I. unfold play_word. destruct (drawn quiet p) eqn:D; [discriminate|].
  destruct (find_move p w) as [m|] eqn:F; [|discriminate].
  apply find_move_legal in F. intros H; injection H as <- <- <-. exists m.
  split; [now constructor|]. split; [|now split].
  destruct (marked w); intros s H; [destruct H as [<- | H]|]; simpl; auto.
Qed.

Lemma replay_lawful t : forall written p quiet w shown found,
  lawful written quiet p -> incl shown written -> replay p quiet w t shown = Some found ->
  forall s, In s found -> occurs_strictly s.
Proof.
  induction t as [|c t IH]; intros written p quiet w shown found L I H; cbn [replay] in H.
  - destruct (play_word p quiet w shown) as [[[q quiet'] [|x l]]|] eqn:P; try discriminate.
    destruct (play_word_lawful _ _ _ _ _ _ _ _ L I P) as (m & L' & I' & Q & X).
    destruct (marked w); [|discriminate]. injection X as Ex El.
    destruct (Ascii.eqb_spec (last_character " " x) "#") as [M|M]; [|discriminate].
    injection H as <-. rewrite Ex in M. apply san_mate in M. rewrite <- Q in M.
    intros s S. exists (san p m :: written), quiet', q. auto.
  - destruct (meaning_of c); eauto.
    destruct (play_word p quiet w shown) as [[[q quiet'] l]|] eqn:P; [|discriminate].
    destruct (play_word_lawful _ _ _ _ _ _ _ _ L I P) as (m & L' & I' & _ & _). eauto.
Qed.

Theorem replay_all_occur games : forall shown found,
  (forall s, In s shown -> occurs_strictly s) -> replay_all games shown = Some found ->
  forall s, In s found -> occurs_strictly s.
Proof.
  induction games as [|t games IH]; intros shown found A H; cbn [replay_all] in H.
  - injection H as <-. trivial.
  - destruct (replay start [] nothing_read t []) as [l|] eqn:R; [|discriminate].
    apply (IH (rev_append l shown)); trivial. intros s.
    rewrite rev_append_rev, in_app_iff, <- in_rev. intros [I | I]; [|auto].
    apply (replay_lawful t [] start [] nothing_read [] l); trivial; [constructor|].
    intros x [].
Qed.
