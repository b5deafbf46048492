(** * Replay: a reader of games that shows what occurs

    It reads the moves of a game as they are written, finds for each the legal move that the
    text could mean, and plays it. Where a word begins with [!] it writes the SAN of the move by
    itself. What it reads need not be believed: whatever it plays is a legal game. *)

From SAN Require Export Sound Text.

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
Definition play_word (p : position) (w : reading) (shown : list string)
    : option (position * list string) :=
  match find_move p w with
  | Some m => Some (play p m, if marked w then san p m :: shown else shown)
  | None => None
  end.

(** Plays a game from the word [w], of which something has been read. *)
Fixpoint replay (p : position) (w : reading) (t : text) (shown : list string)
    : option (list string) :=
  match t with
  | End => match play_word p w shown with Some (_, shown) => Some shown | None => None end
  | Char c t =>
      match meaning_of c with
      | Space =>
          match play_word p w shown with
          | Some (p, shown) => replay p nothing_read t shown
          | None => None
          end
      | _ => replay p (read_byte w c) t shown
      end
  end.

Fixpoint replay_all (games : list text) (shown : list string) : option (list string) :=
  match games with
  | [] => Some shown
  | t :: games =>
      match replay start nothing_read t shown with
      | Some shown => replay_all games shown
      | None => None
      end
  end.

Definition all_occur (l : list string) : Prop := forall s, In s l -> occurs s.

Lemma play_word_occur moves p w shown q shown' :
  game moves p -> all_occur shown -> play_word p w shown = Some (q, shown') ->
  all_occur shown' /\ exists moves', game moves' q.
Proof.
  intros G A. unfold play_word. destruct (find_move p w) as [m|] eqn:F; [|discriminate].
  apply find_move_legal in F. intros H; injection H as <- <-. split.
  - destruct (marked w); trivial. intros s [<- | I]; [|auto]. exists moves, p, m. auto.
  - exists (m :: moves). now constructor.
Qed.

Lemma replay_occur t : forall moves p w shown shown',
  game moves p -> all_occur shown -> replay p w t shown = Some shown' -> all_occur shown'.
Proof.
  induction t as [|c t IH]; intros moves p w shown shown' G A H; cbn [replay] in H.
  - destruct (play_word p w shown) as [[q l]|] eqn:P; [|discriminate]. injection H as <-.
    now apply (play_word_occur moves p w shown q).
  - destruct (meaning_of c); eauto.
    destruct (play_word p w shown) as [[q l]|] eqn:P; [|discriminate].
    destruct (play_word_occur _ _ _ _ _ _ G A P) as (A' & moves' & G'). eauto.
Qed.

Theorem replay_all_occur games : forall shown shown',
  all_occur shown -> replay_all games shown = Some shown' -> all_occur shown'.
Proof.
  induction games as [|t games IH]; intros shown shown' A H; cbn [replay_all] in H.
  - injection H as <-. trivial.
  - destruct (replay start nothing_read t shown) as [l|] eqn:R; [|discriminate].
    apply (IH l); trivial. exact (replay_occur t [] start nothing_read shown l game_start A R).
Qed.
