(** The list, as Coq prints it. *)

From SAN Require Import Analysis.

Set Printing Depth 1000000.
Eval vm_compute in strings.
