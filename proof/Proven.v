(** * The proof of the theorem *)

From SAN Require Import Statement Occurs Unique Kings Material Colors LawsAgree.

Theorem theorem_holds : theorem.
Proof.
  split.
  - exact Occurs.occurs_iff.
  - exact Occurs.occurs_under_iff.
  - exact Occurs.listed_once.
  - exact Occurs.base_strings_are_9758.
  - exact Occurs.check_iff_mate.
  - exact Occurs.never_check_are_336.
  - exact Unique.san_unique.
  - exact Unique.base_unique.
  - exact Unique.parse_iff.
  - exact LawsAgree.legal_in_games.
  - exact LawsAgree.leads_to_in_games.
  - exact LawsAgree.check_checked.
  - exact LawsAgree.mate_in_games.
  - exact Kings.kings.
  - exact Kings.king_not_captured.
  - exact Kings.not_in_check.
  - exact Kings.pawn_ranks.
  - exact Coherent.castling_rights.
  - exact Material.material_never_grows.
  - exact Material.at_most_sixteen.
  - exact Material.at_most_eight_pawns.
  - exact Material.promotion_arithmetic.
  - exact Colors.legal_flip.
  - exact Colors.play_flip.
  - exact Colors.game_flips.
Qed.
