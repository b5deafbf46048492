(** * Texts as bytes: a compact way to write 9,590 games *)

From Coq Require Export Init.Byte List.
Export ListNotations.

Inductive text := End | Char (c : byte) (rest : text).

Fixpoint of_bytes (l : list byte) : text :=
  match l with [] => End | c :: l => Char c (of_bytes l) end.
Fixpoint to_bytes (t : text) : list byte :=
  match t with End => [] | Char c t => c :: to_bytes t end.

Declare Scope text_scope.
Delimit Scope text_scope with text.
String Notation text of_bytes to_bytes : text_scope.
