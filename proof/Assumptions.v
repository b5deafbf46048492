(** What is proved, and that nothing is assumed for it. *)

From SAN Require Import Analysis Occurs Coherent.

Check occurs_iff.
Check strings_are_28938.
Print Assumptions occurs_iff.
Print Assumptions occurs_strictly_iff.
Print Assumptions strings_are_28938.
Print Assumptions base_strings_are_9758.
Print Assumptions check_iff_mate.
Print Assumptions cannot_occur_are_336.
Print Assumptions games_fit.
Print Assumptions mate_iff.
