(** * Texts as bytes: a compact way to write games and lists *)

From Coq Require Export Init.Byte List String.
Export ListNotations.

Inductive text := End | Char (c : byte) (rest : text).

Fixpoint of_bytes (l : list byte) : text :=
  match l with [] => End | c :: l => Char c (of_bytes l) end.
Fixpoint to_bytes (t : text) : list byte :=
  match t with End => [] | Char c t => c :: to_bytes t end.

Declare Scope text_scope.
Delimit Scope text_scope with text.
String Notation text of_bytes to_bytes : text_scope.

(** Splits a text at its spaces into words. [word] is the word read so far, last letter first. *)
Fixpoint words_after (word : list byte) (t : text) : list string :=
  match t with
  | End => match word with [] => [] | _ => [string_of_list_byte (rev word)] end
  | Char " " t => string_of_list_byte (rev word) :: words_after [] t
  | Char c t => words_after (c :: word) t
  end.
Definition words : text -> list string := words_after [].
