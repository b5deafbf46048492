(** * The rules against known counts of positions

    The counts are from https://www.chessprogramming.org/Perft_Results. Many programs agree on them. *)

From Coq Require Import NArith.
From SAN Require Import Fen.

Definition perft_is (t : text) (depth : nat) (n : N) : Prop :=
  match fen t with Some p => perft depth p = n | None => False end.

Open Scope text_scope.
Open Scope N_scope.

Example initial :
  fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -" = Some start /\ perft 3 start = 8902.
Proof. split; [reflexivity | vm_cast_no_check (eq_refl 8902)]. Qed.

(** Castling, pins and en passant captures *)
Example position_2 : perft_is
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -" 3 97862.
Proof. vm_cast_no_check (eq_refl 97862). Qed.

Example position_3 : perft_is "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -" 4 43238.
Proof. vm_cast_no_check (eq_refl 43238). Qed.

(** Promotions *)
Example position_4 : perft_is
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -" 3 9467.
Proof. vm_cast_no_check (eq_refl 9467). Qed.

Example position_5 : perft_is
  "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -" 3 62379.
Proof. vm_cast_no_check (eq_refl 62379). Qed.

Example position_6 : perft_is
  "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -" 3 89890.
Proof. vm_cast_no_check (eq_refl 89890). Qed.
