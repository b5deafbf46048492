(** Prints the theorem, and the axioms that its proof assumes: none. *)

From SAN Require Import Statement Proven.

Check theorem_holds.
Check (occurs_iff theorem_holds).
Check (occurs_under_iff theorem_holds).
Check (listed_once theorem_holds).
Check (san_unique theorem_holds).
Check (parse_iff theorem_holds).
Print Assumptions theorem_holds.
