(** What the theorems assume: nothing. *)

From SAN Require Import Occurs.

Print Assumptions occurs_iff.
Print Assumptions occurs_strictly_iff.
Print Assumptions strings_are_28938.
Print Assumptions base_strings_are_9758.
Print Assumptions check_iff_mate.
Print Assumptions cannot_occur_are_336.
