(** * The rules of chess

    You have to trust this file, [San.v] and [Draws.v]. Coq checks everything else. The names follow the
    Laws of Chess. We use [&&&] and [|||], which are notations for [if], instead of the functions [&&]
    and [||], because Coq's virtual machine always evaluates both arguments of a function. *)

From Coq Require Export List Bool Arith.
Export ListNotations.

Open Scope lazy_bool_scope.

(** [any] and [all] are like [existsb] and [forallb], but short-circuit: they stop at the first element that
    decides the result. *)
Fixpoint any {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | x :: l => f x ||| any f l end.
Fixpoint all {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l => f x &&& all f l end.

(** ** Squares

    A square has a file and a rank. Both are numbered from one to eight: file [One] is the
    a-file, and file [Eight] is the h-file. *)

Inductive coordinate := One | Two | Three | Four | Five | Six | Seven | Eight.
Record square := Sq { file : coordinate; rank : coordinate }.

Definition coordinates := [One; Two; Three; Four; Five; Six; Seven; Eight].
Definition squares : list square :=
  flat_map (fun r => map (fun f => Sq f r) coordinates) coordinates.

Definition number (c : coordinate) : nat :=
  match c with
  | One => 1 | Two => 2 | Three => 3 | Four => 4 | Five => 5 | Six => 6 | Seven => 7 | Eight => 8
  end.

(** Defines [coordinate_beq] and [square_beq], which decide equality. *)
Scheme Equality for coordinate.
Scheme Equality for square.

Definition distance (x y : coordinate) : nat :=
  (number x - number y) + (number y - number x).

(** The coordinates strictly between [x] and [y], in the order from [x] to [y]. *)
Definition span (x y : coordinate) : list coordinate :=
  if number x <? number y
  then filter (fun c => (number x <? number c) &&& (number c <? number y)) coordinates
  else rev (filter (fun c => (number y <? number c) &&& (number c <? number x)) coordinates).

(** [straight]: two squares are on the same file or rank. [diagonal]: they are on the same diagonal. *)
Definition straight (s t : square) : bool :=
  (coordinate_beq (file s) (file t) ||| coordinate_beq (rank s) (rank t))
  &&& negb (square_beq s t).
Definition diagonal (s t : square) : bool :=
  (distance (file s) (file t) =? distance (rank s) (rank t)) &&& negb (square_beq s t).

(** The squares strictly between two squares on the same file, rank or diagonal. Empty for other squares. *)
Definition between (s t : square) : list square :=
  if coordinate_beq (file s) (file t) then map (Sq (file s)) (span (rank s) (rank t))
  else if coordinate_beq (rank s) (rank t) then
    map (fun f => Sq f (rank s)) (span (file s) (file t))
  else if diagonal s t then
    map (fun c => Sq (fst c) (snd c))
      (combine (span (file s) (file t)) (span (rank s) (rank t)))
  else [].

(** ** Pieces and boards

    A [man] is a piece or pawn with its colour. The comments below also call a pawn a piece. *)

Inductive color := White | Black.
Inductive role := Pawn | Knight | Bishop | Rook | Queen | King.
Definition man : Type := color * role.

Scheme Equality for color.
Scheme Equality for role.

Definition other (c : color) : color := match c with White => Black | Black => White end.

(** Eight values, one for each coordinate. A board is eight ranks of eight squares. Each square is empty
    ([None]) or has a piece. *)
Record eight (A : Type) := Eight_of { e1 : A; e2 : A; e3 : A; e4 : A; e5 : A; e6 : A; e7 : A; e8 : A }.
Arguments Eight_of {A}. Arguments e1 {A}. Arguments e2 {A}. Arguments e3 {A}. Arguments e4 {A}.
Arguments e5 {A}. Arguments e6 {A}. Arguments e7 {A}. Arguments e8 {A}.

Definition nth_of {A} (r : eight A) (c : coordinate) : A :=
  match c with
  | One => e1 r | Two => e2 r | Three => e3 r | Four => e4 r
  | Five => e5 r | Six => e6 r | Seven => e7 r | Eight => e8 r
  end.
Definition put_nth {A} (r : eight A) (c : coordinate) (x : A) : eight A :=
  let '(Eight_of a1 a2 a3 a4 a5 a6 a7 a8) := r in
  match c with
  | One => Eight_of x a2 a3 a4 a5 a6 a7 a8
  | Two => Eight_of a1 x a3 a4 a5 a6 a7 a8
  | Three => Eight_of a1 a2 x a4 a5 a6 a7 a8
  | Four => Eight_of a1 a2 a3 x a5 a6 a7 a8
  | Five => Eight_of a1 a2 a3 a4 x a6 a7 a8
  | Six => Eight_of a1 a2 a3 a4 a5 x a7 a8
  | Seven => Eight_of a1 a2 a3 a4 a5 a6 x a8
  | Eight => Eight_of a1 a2 a3 a4 a5 a6 a7 x
  end.

Definition board := eight (eight (option man)).

(** [get b s] is the content of a square. [set b s x] replaces the content of the square with [x]. *)
Definition get (b : board) (s : square) : option man := nth_of (nth_of b (rank s)) (file s).
Definition set (b : board) (s : square) (x : option man) : board :=
  put_nth b (rank s) (put_nth (nth_of b (rank s)) (file s) x).

Definition empty (b : board) (s : square) : bool :=
  match get b s with None => true | Some _ => false end.
(** [has_color]: the square has a piece of colour [c]. [has_man]: the square has the piece [m]. *)
Definition has_color (b : board) (c : color) (s : square) : bool :=
  match get b s with Some (c', _) => color_beq c' c | None => false end.
Definition has_man (b : board) (m : man) (s : square) : bool :=
  match get b s with
  | Some (c, r) => color_beq c (fst m) &&& role_beq r (snd m)
  | None => false
  end.

(** ** Attacks *)

(** Rank [y] is [n] ranks ahead of rank [x], seen from colour [c]. *)
Definition ahead (c : color) (n : nat) (x y : coordinate) : bool :=
  match c with
  | White => number x + n =? number y
  | Black => number y + n =? number x
  end.

(** The piece [m] on [s] attacks [t] if nothing is in its way. *)
Definition aims (m : man) (s t : square) : bool :=
  match m with
  | (c, Pawn) => ahead c 1 (rank s) (rank t) &&& (distance (file s) (file t) =? 1)
  | (_, Knight) =>
      let files := distance (file s) (file t) in
      let ranks := distance (rank s) (rank t) in
      (files =? 1) &&& (ranks =? 2) ||| (files =? 2) &&& (ranks =? 1)
  | (_, Bishop) => diagonal s t
  | (_, Rook) => straight s t
  | (_, Queen) => straight s t ||| diagonal s t
  | (_, King) =>
      (distance (file s) (file t) <=? 1) &&& (distance (rank s) (rank t) <=? 1)
      &&& negb (square_beq s t)
  end.

(** The piece on [s] attacks [t]: it aims at [t], and the squares between are empty. *)
Definition attacks (b : board) (s t : square) : bool :=
  match get b s with
  | Some m => aims m s t &&& all (empty b) (between s t)
  | None => false
  end.

(** Some piece of colour [c] attacks [t]. *)
Definition attacked (b : board) (c : color) (t : square) : bool :=
  any (fun s => has_color b c s &&& attacks b s t) squares.

(** The king of colour [c] is attacked. *)
Definition in_check (b : board) (c : color) : bool :=
  any (fun k => has_man b (c, King) k &&& attacked b (other c) k) squares.

(** ** Positions and moves *)

Inductive side := Short | Long.
Scheme Equality for side.

(** A position consists of the board, the side to move, the remaining castling rights and, if a pawn has
    just advanced two squares, the square that it passed over. *)
Record position := Position
  { on : board; turn : color; rights : list (color * side); passed : option square }.

Record move := Move { from : square; to : square; promotion : option role }.

(** The rank where a colour's pieces are in the initial position, the rank where its pawns are, and the last
    rank that its pawns can reach. *)
Definition first_rank (c : color) := match c with White => One | Black => Eight end.
Definition second_rank (c : color) := match c with White => Two | Black => Seven end.
Definition last_rank (c : color) := first_rank (other c).

(** In short castling, the king goes from the e-file to the g-file, and the rook from the h-file to the
    f-file. In long castling, the king goes to the c-file, and the rook from the a-file to the d-file. *)
Definition king_home (c : color) := Sq Five (first_rank c).
Definition rook_home (c : color) (x : side) :=
  Sq match x with Short => Eight | Long => One end (first_rank c).
Definition king_castled (c : color) (x : side) :=
  Sq match x with Short => Seven | Long => Three end (first_rank c).
Definition rook_castled (c : color) (x : side) :=
  Sq match x with Short => Six | Long => Four end (first_rank c).

(** The side on which a move castles, or [None] if the move is not castling. Castling is a move of the king
    by two squares from its initial square. *)
Definition castles (p : position) (m : move) : option side :=
  if has_man (on p) (turn p, King) (from m) &&& square_beq (from m) (king_home (turn p)) then
    if square_beq (to m) (king_castled (turn p) Short) then Some Short
    else if square_beq (to m) (king_castled (turn p) Long) then Some Long
    else None
  else None.

(** Castling is allowed under three conditions:

    - there is a castling right: neither the king nor the rook has moved;
    - the squares between king and rook are empty;
    - the king is not in check, and does not cross an attacked square.

    After castling, the king must not be in check. [legal] tests this for every move. *)
Definition may_castle (p : position) (x : side) : bool :=
  let c := turn p in
  any (fun right => color_beq (fst right) c &&& side_beq (snd right) x) (rights p) &&&
  all (empty (on p)) (between (king_home c) (rook_home c x)) &&&
  negb (attacked (on p) (other c) (king_home c)) &&&
  negb (attacked (on p) (other c) (rook_castled c x)).

(** A pawn has just passed over [t], and may be captured en passant by a pawn that moves to [t]. *)
Definition is_passed (p : position) (t : square) : bool :=
  match passed p with Some e => square_beq e t | None => false end.

(** A pawn advances one square, or two squares from its initial square. It captures a piece or pawn on the
    to-square, or captures a pawn en passant. *)
Definition pawn_moves (p : position) (f t : square) : bool :=
  let c := turn p in
  if empty (on p) t &&& coordinate_beq (file f) (file t) then
    ahead c 1 (rank f) (rank t) |||
    (coordinate_beq (rank f) (second_rank c) &&& ahead c 2 (rank f) (rank t)
     &&& all (empty (on p)) (between f t))
  else aims (c, Pawn) f t &&& (has_color (on p) (other c) t ||| is_passed p t).

(** A pawn that reaches its last rank becomes a knight, bishop, rook or queen. No other move promotes. *)
Definition promotion_fits (c : color) (r : role) (m : move) : bool :=
  match r, promotion m with
  | Pawn, Some (Knight | Bishop | Rook | Queen) => coordinate_beq (rank (to m)) (last_rank c)
  | Pawn, None => negb (coordinate_beq (rank (to m)) (last_rank c))
  | _, Some _ => false
  | _, None => true
  end.

(** The move is pseudo-legal: it is legal unless it leaves the mover's king in check. *)
Definition can_move (p : position) (m : move) : bool :=
  match get (on p) (from m) with
  | None => false
  | Some (c, r) =>
      color_beq c (turn p) &&& negb (has_color (on p) c (to m)) &&& promotion_fits c r m &&&
      match r with
      | Pawn => pawn_moves p (from m) (to m)
      | King =>
          match castles p m with
          | Some x => may_castle p x
          | None => attacks (on p) (from m) (to m)
          end
      | _ => attacks (on p) (from m) (to m)
      end
  end.

(** The position after a move. A castling right is lost when a move leaves or reaches the initial square of
    its king or its rook. *)
Definition play (p : position) (m : move) : position :=
  let c := turn p in
  let f := from m in
  let t := to m in
  let pawn := has_man (on p) (c, Pawn) f in
  let taken_in_passing := Sq (file t) (rank f) in
  let b := on p in
  let arrives := match promotion m with None => get b f | Some r => Some (c, r) end in
  let b := if pawn &&& is_passed p t then set b taken_in_passing None else b in
  let b := set (set b f None) t arrives in
  let b :=
    match castles p m with
    | Some x => set (set b (rook_home c x) None) (rook_castled c x) (Some (c, Rook))
    | None => b
    end in
  let touches s := square_beq s f ||| square_beq s t in
  let stays right :=
    negb (touches (king_home (fst right)) ||| touches (rook_home (fst right) (snd right))) in
  {| on := b;
     turn := other c;
     rights := filter stays (rights p);
     passed := if pawn then match between f t with [e] => Some e | _ => None end else None |}.

Definition legal (p : position) (m : move) : bool :=
  can_move p m &&& negb (in_check (on (play p m)) (turn p)).

Definition promotions : list (option role) :=
  [None; Some Knight; Some Bishop; Some Rook; Some Queen].
Definition has_legal_move (p : position) : bool :=
  any (fun f => has_color (on p) (turn p) f &&&
    any (fun t => any (fun r => legal p (Move f t r)) promotions) squares) squares.

Definition check (p : position) : bool := in_check (on p) (turn p).
Definition mate (p : position) : bool := check p &&& negb (has_legal_move p).

(** ** Games *)

Definition row (f : coordinate -> option man) : eight (option man) :=
  Eight_of (f One) (f Two) (f Three) (f Four) (f Five) (f Six) (f Seven) (f Eight).
Definition pieces (c : color) : eight (option man) :=
  row (fun f => Some (c,
    match f with
    | One | Eight => Rook | Two | Seven => Knight | Three | Six => Bishop
    | Four => Queen | Five => King
    end)).
Definition pawns (c : color) : eight (option man) := row (fun _ => Some (c, Pawn)).
Definition nothing : eight (option man) := row (fun _ => None).

Definition start : position :=
  {| on := Eight_of (pieces White) (pawns White) nothing nothing nothing nothing
             (pawns Black) (pieces Black);
     turn := White;
     rights := [(White, Short); (White, Long); (Black, Short); (Black, Long)];
     passed := None |}.

(** [game moves p]: the moves are a legal game from the initial position to [p]. The last move comes first
    in the list. *)
Inductive game : list move -> position -> Prop :=
  | game_start : game [] start
  | game_move : forall moves p m, game moves p -> legal p m = true -> game (m :: moves) (play p m).
