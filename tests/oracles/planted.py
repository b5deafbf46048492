#!/usr/bin/env python3
"""Adds bugs of real chess programs to an adapter for python-chess, and checks that `judge.py` points to each bug.

    pip install chess
    python3 tests/oracles/planted.py          each bug alone, then many together, with core.tsv
    python3 tests/oracles/planted.py --whole  many bugs together, with all rows

The first screen of `judge.py`'s output must name the kinds of rows that reveal the bug. If no bug is planted,
`judge.py` must count all answers as right.
"""

import pathlib
import re
import subprocess
import sys

import chess

ROOT = pathlib.Path(__file__).resolve().parents[2]
JUDGE = ROOT / "output/conformance/judge.py"
# We read only this many lines of the output of `judge.py`: what a user sees on the first screen.
SCREEN = 40
CORNERS = {chess.H1: "K", chess.A1: "Q", chess.H8: "k", chess.A8: "q"}

# Bugs in playing moves. For each bug, we list what reveals it in the verdict: kinds of rows, or words of the advice.
STATE = {
    "right-kept-rook-taken": ["play-right-lost-rook-taken-king-side", "play-right-lost-rook-taken-queen-side"],
    "right-kept-rook-taken-by-promotion": ["play-right-lost-rook-taken-by-promotion-king-side"],
    "right-kept-king-moves": ["play-right-lost-king-moves-king-side", "play-rights-lost-king-moves"],
    "right-kept-rook-moves": ["play-right-lost-rook-moves-king-side", "play-right-lost-rook-moves-queen-side"],
    "right-kept-castling": ["play-right-lost-castles-other-wing-king-side"],
    "right-by-placement": ["play-right-not-back-with-king-king-side", "play-right-not-back-with-rook-king-side"],
    "right-lost-other-rook": ["play-right-kept-other-rook-moves-king-side"],
    "square-never-cleared": ["play-en-passant-square-gone"],
    "square-never-set": ["play-en-passant-square-ready"],
    "square-of-any-step": ["play-no-en-passant-square-step"],
    "square-of-any-piece": ["play-no-en-passant-square-piece"],
    "passed-pawn-stays": ["play-takes-en-passant"],
    "rook-stays-castling": ["play-castles-king-side", "play-castles-queen-side"],
    "always-a-queen": ["play-promotion-knight", "play-promotion-rook", "play-promotion-bishop"],
}
READ = {
    "castles-over-b": ["castling-blocked"],
    "castles-through-check": ["castling-through-check"],
    "castles-out-of-check": ["castling-out-of-check"],
    "castles-into-check": ["castling-into-check"],
    "never-b-attacked": ["castling-b-square-attacked"],
    "en-passant-pinned": ["en-passant-pinned"],
    "first-of-several": ["ambiguous-none", "ambiguous-file"],
    "queen-if-nothing": ["promotion-missing"],
    "anything-behind": ["trailing-garbage"],
}
# Bugs that we leave out when we plant many bugs at once, because the first screen of the output of `judge.py` has no
# room for the kinds of all bugs.
ALONE = {
    "clock-after-pawn": ["play-counters-pawn"],
    "number-stays": ["play-counters-piece"],
    "square-stays-castling": ["play-en-passant-square-gone-castling"],
    "check-chooses": ["ambiguous-but-for-check-rook", "ambiguous-but-for-mate-queen"],
    "file-ignored": ["no-piece-on-file"],
    "rank-ignored": ["no-piece-on-rank"],
    "square-ignored": ["no-piece-on-square", "no-pawn-on-square"],
    "unknown-deleted": ["garbage-within"],
    "castling-begun": ["castling-continued"],
    "king-takes-rook": ["king-takes-own-rook"],
    "pawn-from-afar": ["pawn-capture-from-afar"],
    "promotion-by-check": ["promotion-missing-but-for-check"],
    "no-discriminator-read": ["Take the bishop on the file that is named"],
    "no-underpromotion-read": ["Read = and the letter"],
    "sees-through": ["companion-blocked-rook", "jump-over-piece"],
    "pinned-along-file": ["companion-pinned-file-rook"],
    "pinned-along-diagonal": ["companion-pinned-diagonal-bishop"],
    "square-for-three": ["disambiguate-file-queen", "disambiguate-rank-queen"],
    "sees-through-write": ["companion-blocked-rook"],
    "one-check-answered": ["mate-by-double-check"],
    "pinned-answers": ["mate-despite-pinned-piece"],
    "captured-pawn-stays": ["en-passant-discovers-diagonal", "en-passant-discovers-rank"],
    "semicolon-to-parenthesis": ["comments-to-end-of-line"],
    "two-digits": ["move-numbers"],
    "three-deep": ["variations"],
    "rights-not-restored": ["state-after-variation"],
    "square-not-restored": ["state-after-variation"],
    "board-not-restored": ["state-after-variation"],
}
WRITE = {
    "pinned-companions": ["companion-pinned-file-knight", "companion-pinned-diagonal-bishop"],
    "rank-before-file": ["Name the file, not the rank"],
    "square-if-named": ["Name only the file", "Name only the rank"],
    "stalemate-is-mate": ["stalemate"],
    "no-discovered-check": ["discovered-check-by-king"],
}
BUGS = {**STATE, **READ, **WRITE, **ALONE}
# We never combine these bugs with others. `square-never-set` hides other bugs, or makes the same rows fail as other
# bugs do. The other two bugs show only in the advice that `judge.py` prints. If there are many causes, `judge.py`
# leaves out the advice for some of them.
APART = {"square-never-set", "rank-before-file", "square-if-named"}


def after(fen, uci, bugs):
    """Plays a move as a library with these bugs would, and returns the FEN after the move."""
    before, board = chess.Board(fen), chess.Board(fen)
    move = chess.Move.from_uci(uci)
    board.push(move)
    rights = {square for square in CORNERS if board.castling_rights >> square & 1}
    old = {square for square in CORNERS if before.castling_rights >> square & 1}
    square = board.ep_square
    role, mover = before.piece_type_at(move.from_square), before.turn
    own = {corner for corner in old if (CORNERS[corner].isupper()) == mover}
    if "right-kept-rook-taken" in bugs or "right-kept-rook-taken-by-promotion" in bugs and move.promotion:
        rights |= old & {move.to_square}
    castles = before.is_castling(move)
    if "right-kept-king-moves" in bugs and role == chess.KING and not castles:
        rights |= own
    if "right-kept-rook-moves" in bugs and role == chess.ROOK:
        rights |= own & {move.from_square}
    if "right-kept-castling" in bugs and castles:
        rights |= {corner for corner in own if (corner > move.from_square) != (move.to_square > move.from_square)}
    if "right-by-placement" in bugs:
        home = {corner for corner in CORNERS if board.piece_at(corner) == chess.Piece(chess.ROOK, corner < 8)
                and board.piece_at(chess.E1 if corner < 8 else chess.E8) == chess.Piece(chess.KING, corner < 8)}
        rights |= {corner for corner in home if (corner < 8) == mover and not old & {corner}}
    if "right-lost-other-rook" in bugs and role == chess.ROOK and move.from_square not in own:
        file = chess.square_file(move.from_square)
        rights -= {corner for corner in own if chess.square_file(corner) == file}
    fourth = chess.square_rank(move.to_square) == (3 if mover else 4)
    straight = move.from_square % 8 == move.to_square % 8
    behind = move.to_square + (-8 if mover else 8)
    if "square-of-any-step" in bugs and role == chess.PAWN and fourth and straight:
        square = behind
    if "square-of-any-piece" in bugs and straight and abs(move.from_square - move.to_square) == 16 and fourth:
        square = behind
    if "square-stays-castling" in bugs and castles:
        square = before.ep_square
    if "square-never-set" in bugs:
        square = None
    if "square-never-cleared" in bugs and square is None:
        square = before.ep_square
    if "passed-pawn-stays" in bugs and before.is_en_passant(move):
        board.set_piece_at(behind, chess.Piece(chess.PAWN, not mover))
    if "rook-stays-castling" in bugs and castles:
        king_side = move.to_square > move.from_square
        corner = move.from_square + (3 if king_side else -4)
        board.remove_piece_at(move.to_square + (-1 if king_side else 1))
        board.set_piece_at(corner, chess.Piece(chess.ROOK, mover))
    if "always-a-queen" in bugs and move.promotion:
        board.set_piece_at(move.to_square, chess.Piece(chess.QUEEN, mover))
    letters = "".join(CORNERS[corner] for corner in CORNERS if corner in rights) or "-"
    turn = "w" if board.turn else "b"
    clock, number = board.halfmove_clock, board.fullmove_number
    if "clock-after-pawn" in bugs and role == chess.PAWN and not before.is_capture(move):
        clock = before.halfmove_clock + 1
    if "number-stays" in bugs:
        number = before.fullmove_number
    named = chess.square_name(square) if square is not None else "-"
    return f"{board.board_fen()} {turn} {letters} {named} {clock} {number}"


def castle(board, text, bugs):
    """Returns the castling move that a program with these `bugs` plays, or None if the program refuses to castle."""
    us = board.turn
    home = chess.E1 if us else chess.E8
    queen_side = text.startswith("O-O-O")
    corner = home + (-4 if queen_side else 3)
    if not board.castling_rights >> corner & 1:
        return None
    between = chess.SquareSet(chess.between(home, corner))
    if "castles-over-b" in bugs:
        between -= chess.SquareSet(chess.BB_FILE_B)
    if any(board.piece_at(square) for square in between):
        return None
    step = -1 if queen_side else 1
    attacked = [board.is_attacked_by(not us, home + step * n) for n in range(3)]
    names = ["castles-out-of-check", "castles-through-check", "castles-into-check"]
    if any(is_attacked and name not in bugs for is_attacked, name in zip(attacked, names)):
        return None
    if "never-b-attacked" in bugs and queen_side and board.is_attacked_by(not us, corner + 1):
        return None
    return chess.Move(home, home + 2 * step)


SAN = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=([NBRQ]))?")


def overlooked(board, text, bugs):
    """Yields the texts that a program with these bugs tries to play instead of `text`, in the order in which it tries
    them. Call this function only if python-chess refuses `text`."""
    plain = text.rstrip("+#")
    if "unknown-deleted" in bugs:
        yield re.sub("[^NBRQKa-hx1-8=O-]|=(?![NBRQ])|9", "", plain)
        yield re.sub("=", "", plain)
    if "castling-begun" in bugs and re.match("O-O", plain):
        yield re.match("O-O(-O)?", plain)[0]
        yield "O-O"
    if "king-takes-rook" in bugs and (rook := re.fullmatch("K(?:e[18])?x([ah])[18]", plain)):
        yield {"h": "O-O", "a": "O-O-O"}[rook[1]]
    parts = SAN.fullmatch(plain)
    if not parts:
        return
    letter, file, rank, x, to, promotion = (part or "" for part in parts.groups())
    behind = f"{x}{to}" + f"={promotion}" * bool(promotion)
    if "file-ignored" in bugs and letter:
        yield f"{letter}{rank}{behind}"
    if "rank-ignored" in bugs and letter:
        yield f"{letter}{file}{behind}"
    if "square-ignored" in bugs and file and rank:
        yield f"{letter}{behind}" if letter else behind
    if "pawn-from-afar" in bugs and file and x and not letter:
        yield behind[1:]
        yield from (f"{other}{behind}" for other in chess.FILE_NAMES)


def by_check(board, text, bugs):
    """Resolves an ambiguous text by its `+` or `#`: returns the reading whose SAN ends with the same symbol. Returns
    None if there is no such reading, or more than one."""
    parts = SAN.fullmatch(text.rstrip("+#"))
    if not parts or text[-1] not in "+#":
        return None
    letter, file, rank, _, to, promotion = (part or "" for part in parts.groups())
    found = []
    for move in board.legal_moves:
        like = board.piece_at(move.from_square).symbol().upper() == (letter or "P") and move.uci()[2:4] == to
        named = file in move.uci()[0] and rank in move.uci()[1]
        san = board.san(move)
        may = "promotion-by-check" in bugs or not move.promotion or promotion
        if like and named and may and promotion in san and san[-1] == text[-1]:
            found.append(move.uci())
    return found[0] if len(found) == 1 else None


def attack_through(board, piece, to):
    """The squares of all pieces of this kind and colour that would attack `to` on an empty board."""
    alone = chess.BaseBoard.empty()
    found = []
    for square in board.pieces(piece.piece_type, piece.color):
        alone.set_piece_at(square, piece)
        found += [square] if to in alone.attacks(square) else []
        alone.remove_piece_at(square)
    return found


def read(fen, text, bugs):
    """Reads a text as a program with these `bugs` would, and returns the move in UCI."""
    board = chess.Board(fen)
    plain = text.rstrip("+#")
    parts = SAN.fullmatch(plain)
    letter = parts[1] if parts else ""
    if "no-discriminator-read" in bugs and letter and (parts[2] or parts[3]):
        return "-"
    if "no-underpromotion-read" in bugs and re.search("=[NBR]", plain):
        return "-"
    if "sees-through" in bugs and letter and letter in "BRQ" and not board.is_game_over():
        from_squares = attack_through(board, chess.Piece.from_symbol(letter if board.turn else letter.lower()), chess.parse_square(parts[5]))
        names = [chess.square_name(square) for square in from_squares]
        names = [name for name in names if (parts[2] or "") in name[0] and (parts[3] or "") in name[1]]
        return names[0] + parts[5] if len(names) == 1 else "-"
    if plain in ("O-O", "O-O-O") and bugs & READ.keys():
        move = castle(board, plain, bugs)
        return move.uci() if move else "-"
    try:
        return board.parse_san(text).uci()
    except chess.AmbiguousMoveError:
        if "first-of-several" in bugs:
            parts = re.fullmatch(r"([NBRQK]?)([a-h]?)([1-8]?)x?([a-h][1-8])(.*)", plain)
            to = chess.parse_square(parts[4])
            for move in board.legal_moves:
                letter = board.piece_at(move.from_square).symbol().upper().replace("P", "")
                name = chess.square_name(move.from_square)
                if letter == parts[1] and move.to_square == to and parts[2] in name and parts[3] in name:
                    return move.uci()
        return ("check-chooses" in bugs and by_check(board, text, bugs)) or "-"
    except ValueError:
        pass
    if board.is_game_over():
        return "-"
    if bugs & {"promotion-by-check", "check-chooses"} and (move := by_check(board, text, bugs)):
        return move
    if "en-passant-pinned" in bugs:
        for move in board.generate_pseudo_legal_ep():
            if plain == f"{chess.square_name(move.from_square)[0]}x{chess.square_name(move.to_square)}":
                return move.uci()
    more = list(overlooked(board, text, bugs))
    more += [f"{plain}=Q"] if "queen-if-nothing" in bugs else []
    found = re.match(r"[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](=[NBRQ])?|O-O-O|O-O", text)
    if "anything-behind" in bugs and found:
        more.append(found[0])
    for other in more:
        try:
            return board.parse_san(other).uci()
        except ValueError:
            pass
    return "-"


def write(fen, uci, bugs):
    """Writes a move in SAN as a program with these bugs would."""
    board = chess.Board(fen)
    move = chess.Move.from_uci(uci)
    san = board.san(move)
    role = board.piece_type_at(move.from_square)
    then = board.copy(stack=False)
    then.push(move)
    if "pinned-companions" in bugs and role not in (chess.PAWN, chess.KING):
        like = board.pieces_mask(role, board.turn) & board.attackers_mask(board.turn, move.to_square)
        others = [square for square in chess.scan_forward(like) if square != move.from_square]
        if others and not re.match(r"[NBRQ][a-h]?[1-8]?x?[a-h][1-8]", san)[0].strip("NBRQ").replace("x", "")[2:]:
            name = chess.square_name(move.from_square)
            shares = any(chess.square_name(square)[0] == name[0] for square in others)
            san = san[0] + (name[1] if shares else name[0]) + san[1:]
    like = [square for square in board.pieces(role, board.turn) if square != move.from_square]
    may = {other.from_square for other in board.legal_moves if other.to_square == move.to_square}
    if bugs & {"pinned-along-file", "pinned-along-diagonal", "sees-through-write"} and role not in (chess.PAWN, chess.KING):
        king = board.king(board.turn)
        lines = {"pinned-along-file": lambda square: square % 8 == king % 8,
                 "pinned-along-diagonal": lambda square: square % 8 != king % 8 and square // 8 != king // 8}
        reach = board.attackers(board.turn, move.to_square)
        others = {square for square in like if square in may or square in reach and any(
            bug in bugs and lines[bug](square) for bug in lines)}
        if "sees-through-write" in bugs:
            others |= set(attack_through(board, board.piece_at(move.from_square), move.to_square)) - {move.from_square}
        name = chess.square_name(move.from_square)
        file = name[0] if all(square % 8 != move.from_square % 8 for square in others) else ""
        rank = name[1] if not file and all(square // 8 != move.from_square // 8 for square in others) else ""
        named = (file or rank or name) if others else ""
        san = re.sub("^([NBRQ])[a-h]?[1-8]?(x?[a-h][1-8])", rf"\g<1>{named}\g<2>", san)
    if "square-for-three" in bugs and len([square for square in like if square in may]) > 1:
        san = re.sub("^([NBRQ])[a-h]?[1-8]?(x?[a-h][1-8])", rf"\g<1>{chess.square_name(move.from_square)}\g<2>", san)
    if san.endswith("#") and bugs & {"one-check-answered", "pinned-answers"}:
        them, king = then.turn, then.king(then.turn)
        lines = [chess.SquareSet(chess.between(king, checker)) | {checker} for checker in then.checkers()]
        answers = any(other.to_square in line and other.from_square != king for other in then.pseudo_legal_moves for line in lines)
        if answers and ("one-check-answered" if len(lines) > 1 else "pinned-answers") in bugs:
            san = san[:-1] + "+"
    if "captured-pawn-stays" in bugs and board.is_en_passant(move):
        taken = chess.square(move.to_square % 8, move.from_square // 8)
        then.set_piece_at(taken, chess.Piece(chess.PAWN, not board.turn))
        san = san.rstrip("+#") + ("#" if then.is_checkmate() else "+" if then.is_check() else "")
    if "rank-before-file" in bugs and re.match("[NBRQ][a-h]x?[a-h]", san):
        like = [other for other in board.legal_moves if other.to_square == move.to_square]
        ranks = [other.uci()[1] for other in like if board.piece_type_at(other.from_square) == role]
        if ranks.count(move.uci()[1]) == 1:
            san = san[0] + move.uci()[1] + san[2:]
    if "square-if-named" in bugs and re.match("[NBRQ][a-h1-8]x?[a-h]", san):
        san = san[0] + chess.square_name(move.from_square) + san[2:]
    if "no-discovered-check" in bugs and not then.checkers_mask() >> move.to_square & 1 and not board.is_castling(move):
        san = san.rstrip("+#")
    if "stalemate-is-mate" in bugs and then.is_stalemate():
        san += "#"
    return san


def main_line(fen, pgn, bugs):
    """Reads a game as a parser with these bugs would, and returns the moves of its main line in UCI."""
    pgn = pgn.replace("\\\\", "\0").replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace("\0", "\\")
    text = re.sub(r'^\s*(\[\s*\w+\s+"(\\.|[^"\\])*"\s*\]\s*)*', "", pgn)
    text = re.sub(r"(?m)^%.*$", "", text)
    comment = r";[^\n)]*" if "semicolon-to-parenthesis" in bugs else r";[^\n]*"
    number = r"(?<!\d)\d{1,2}(?!\d)\s*\.*" if "two-digits" in bugs else r"\d+\s*\.*"
    token = rf"\{{[^}}]*\}}|{comment}|\$\d+|[()]|1-0|0-1|1/2-1/2|\*|{number}|\.+|O-O(?:-O)?[+#]?|[NBRQKa-h][\w=]*[+#]?|[!?]+|\d+"
    board, stack, line = chess.Board(fen), [], []
    before = board.copy()
    for word in re.findall(token, text):
        if word == "(":
            if "three-deep" in bugs and len(stack) == 3:
                return "-"
            stack.append((board, before))
            board = before.copy()
        elif word == ")":
            inner = board
            if not stack:
                return "-"
            board, before = stack.pop()
            if "rights-not-restored" in bugs:
                board.castling_rights &= inner.castling_rights
            if "square-not-restored" in bugs:
                board.ep_square = inner.ep_square
            if "board-not-restored" in bugs:
                board.set_board_fen(inner.board_fen())
        elif word[0] in "NBRQKabcdefghO":
            before = board.copy()
            try:
                move = board.push_san(word)
            except ValueError:
                return "-"
            line += [move.uci()] * (not stack)
        elif word in ("1-0", "0-1", "1/2-1/2", "*"):
            break
        elif word.isdigit() and len(word) > 2:
            return "-"
    return " ".join(line)


def adapter(bugs):
    """Answers the suite's questions as a program with these bugs would."""
    tasks = {"read": read, "write": write, "play": after, "movetext": main_line}
    for line in sys.stdin:
        id, task, fen, text = line.rstrip("\n").split("\t")
        print(id, tasks[task](fen, text, bugs) if task in tasks else "?", sep="\t", flush=True)


def screen(bugs, *more):
    """Runs judge.py. Returns the first screen of its output, and whether all answers were right."""
    command = f"{sys.executable} {pathlib.Path(__file__).resolve()} --adapter {','.join(bugs)}"
    arguments = [sys.executable, JUDGE, "--run", command, "--only", "read,write,play,movetext", "--name", "planted", *more]
    done = subprocess.run(arguments, capture_output=True, encoding="utf-8")
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()[:SCREEN], done.returncode == 0


def named(kinds, lines):
    return all(any(re.search(rf"(^|[ ,]){kind}[,: ]", line) for line in lines) for kind in kinds)


def main():
    if sys.argv[1:2] == ["--adapter"]:
        return adapter(set(sys.argv[2].split(",")) if sys.argv[2:] else set())
    more = [] if sys.argv[1:] == ["--whole"] else ["--core"]
    missing = []
    if more:
        lines, is_right = screen([], *more)
        assert is_right, lines
        for bug, kinds in BUGS.items():
            lines, is_right = screen([bug], *more)
            if is_right or not named(kinds, lines):
                missing.append(f"{bug}: {kinds} is not on the first screen:\n" + "\n".join(lines))
    together = [bug for bug in BUGS if bug not in APART and bug not in ALONE]
    lines, _ = screen(together, *more)
    for bug in together:
        if not named(BUGS[bug], lines):
            missing.append(f"{bug}: {BUGS[bug]} is not on the first screen of all bugs")
    if missing:
        sys.exit("\n".join([*missing, "", *lines]))
    print(f"{len(BUGS)} planted bugs are named on the first screen, {len(together)} of them together")


if __name__ == "__main__":
    main()
