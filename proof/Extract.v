(** * The rules and the reader as an OCaml program *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From SAN Require Import Fen.

Extraction "chess.ml" fen_fields legal_moves san play parse file_of rank_of piece_of.
