"""Checks every row of the conformance suite with python-chess, and movetext.tsv also with pgn-extract.

Shares no code with the program. The SAN reader below needs only the legal moves of a position.

    python tests/oracles/suite.py [FOLDER]
"""

import io
import logging
import os
import re
import subprocess
import sys
import tempfile

import chess
import chess.pgn

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "output/conformance"
SAN = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=([NBRQ]))?[+#]?\Z")


def table(name):
    with open(f"{FOLDER}/{name}", encoding="utf-8") as file:
        header, *lines = file.read().split("\n")[:-1]
    columns = header.split("\t")
    rows = [dict(zip(columns, line.split("\t"), strict=True)) for line in lines]
    # Everything is ASCII, except figurines and one comment.
    assert sum(not line.isascii() for line in lines if "\tfigurine\t" not in line) <= 1, name
    if "id" in columns:
        assert len({row["id"] for row in rows}) == len(rows), name
    return rows


def position(fen):
    board = chess.Board(fen)
    assert board.is_valid(), (fen, board.status())
    assert board.fen(en_passant="xfen") == fen, fen
    assert not board.is_seventyfive_moves() and not board.is_insufficient_material(), fen
    assert board.halfmove_clock < 100, fen
    return board


def read(board, text):
    """Lists the legal moves that a text could mean, ignoring check and mate."""
    if text.rstrip("+#") in ("O-O", "O-O-O"):
        queen_side = text.startswith("O-O-O")
        castles = board.is_queenside_castling if queen_side else board.is_kingside_castling
        return [move for move in board.legal_moves if castles(move)]
    parts = SAN.match(text)
    if not parts:
        return []
    letter, file, rank, x, to, promotion = parts.groups()
    return [
        move
        for move in board.legal_moves
        if board.piece_at(move.from_square).symbol().upper() == (letter or "P")
        and not board.is_castling(move)
        and chess.square_name(move.to_square) == to
        and file in ("", chess.square_name(move.from_square)[0])
        and rank in ("", chess.square_name(move.from_square)[1])
        and (x == "x") == board.is_capture(move)
        and (promotion or "") == promotion_letter(move)
        # A pawn names its file if and only if it captures.
        and (letter or (x == "x") == bool(file))
    ]


def promotion_letter(move):
    return chess.piece_symbol(move.promotion).upper() if move.promotion else ""


def accepts(board, text):
    """Whether python-chess can read the text."""
    try:
        board.parse_san(text)
    except ValueError:
        return False
    return True


def traps(board, row):
    """Checks a trap: a text that resembles a legal move, but must be refused. The kind of the row says how the text
    resembles a legal move."""
    kind, text = row["kind"], row["text"]
    sans = {board.san(move): move for move in board.legal_moves}
    if kind == "ambiguous-but-for-pin":
        moves = [move for move in read(board, text)]
        pinned = [move for move in moves if board.is_pinned(board.turn, move.from_square)]
        assert len(moves) == len(pinned) + 1 > 1, row
    elif kind.startswith(("ambiguous-but", "promotion-missing-but")):
        mark = "#" if "-mate" in kind else "+"
        parts = re.fullmatch(r"([NBRQ]?)([a-h]?)([1-8]?)x?([a-h][1-8])(=[NBRQ])?[+#]", text)
        letter, file, rank, to, promotion = (part or "" for part in parts.groups())
        moves = [
            san for san, move in sans.items()
            if board.piece_at(move.from_square).symbol().upper() == (letter or "P") and move.uci()[2:4] == to
            and file in move.uci()[0] and rank in move.uci()[1] and promotion in san and board.is_capture(move) == ("x" in text)
        ]
        marked = [san for san in moves if san[-1] == mark or mark == "+" and san[-1] == "#"]
        assert text[-1] == mark and len(moves) > 1 and len(marked) == 1 and marked[0][-1] == mark, row
        assert ("=" in moves[0] and not promotion) == kind.startswith("promotion"), row
        name = chess.piece_name(chess.PIECE_SYMBOLS.index((letter or "P").lower()))
        assert kind.endswith(name) or kind.startswith("promotion"), row
    elif kind == "garbage-within":
        less = [text[:at] + text[at + 1 :] for at in range(1, len(text))]
        assert any(one.rstrip("+#") == san.rstrip("+#") for one in less for san in sans), row
    elif kind in ("castling-continued", "king-takes-own-rook"):
        castles = {move for move in board.legal_moves if board.is_castling(move)}
        if kind == "castling-continued":
            assert any(text.startswith(board.san(move).rstrip("+#")) for move in castles), row
        else:
            files = {"h" if move.uci()[2] == "g" else "a" for move in castles}
            assert re.fullmatch("K(e[18])?x[ah][18]", text) and text[-2] in files, row
    else:
        letter, named, x, to, promotion = re.fullmatch(r"([NBRQK]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(=[NBRQ])?", text).groups()
        own = board.pieces(chess.PIECE_SYMBOLS.index((letter or "P").lower()), board.turn)
        there = [sq for sq in own if all(part in chess.square_name(sq) for part in named)]
        to_there = [move for move in board.legal_moves if move.to_square == chess.parse_square(to) and move.from_square in own]
        to_there = [move for move in to_there if not board.is_castling(move)]
        if kind == "pawn-capture-from-afar":
            assert not letter and abs(ord(named) - ord(to[0])) > 1 and to_there, row
            return
        assert not there and to_there, row
        assert ("-pawn-" in kind) == (not letter), row
        shape = {"file": "[a-h]", "rank": "[1-8]", "square": "[a-h][1-8]"}[re.search("file|rank|square", kind)[0]]
        assert kind.endswith("en-passant") == any(map(board.is_en_passant, to_there)) or "on-square" not in kind, row
        assert re.fullmatch(shape, named), row
        # The text has a wrong discriminator (file, rank or square). Without the discriminator, exactly one move fits.
        if "no-pawn-on-square" not in kind:
            assert len({move.from_square for move in to_there if board.is_capture(move) == bool(x)}) == 1, row


TRAPS = ("ambiguous-but", "promotion-missing-but", "no-piece-on", "no-pawn-on", "garbage-within", "castling-continued",
         "king-takes", "pawn-capture-from-afar")


def after(board):
    """Returns the first four fields of a FEN. The fourth lists the different en passant fields that python-chess's
    three conventions write, separated by `|`, as in `e3|-`."""
    placement, turn, castling, *_ = board.fen().split(" ")
    squares = {board.fen(en_passant=way).split(" ")[3] for way in ("fen", "xfen", "legal")}
    return f"{placement} {turn} {castling} " + "|".join(sorted(squares, reverse=True))


def play(row, board):
    """Checks that the move of a row does what the row's kind says, and that the position after the move is right."""
    move = chess.Move.from_uci(row["uci"])
    assert move in board.legal_moves, row
    before = board.copy()
    board.push(move)
    kind = row["kind"].removeprefix("play-")
    mover = before.piece_at(move.from_square)
    if kind.startswith("counters"):
        assert board.fen(en_passant="fen") == row["after"], row
        counts = mover.piece_type != chess.PAWN and not before.is_capture(move)
        assert board.halfmove_clock == (before.halfmove_clock + 1 if counts else 0), row
        assert (kind == "counters-piece") == counts and (kind == "counters-capture") == before.is_capture(move), row
        return
    assert after(board) == row["after"], row
    corners = [sq for sq in (chess.A1, chess.H1, chess.A8, chess.H8) if before.castling_rights >> sq & 1]
    lost = before.castling_rights & ~board.castling_rights
    file = {"king-side": 7, "queen-side": 0}.get("-".join(kind.split("-")[-2:]))
    of_wing = [sq for sq in corners if chess.square_file(sq) == file]
    double = mover.piece_type == chess.PAWN and abs(move.from_square - move.to_square) == 16
    if kind.startswith(("right-lost", "rights-lost")):
        assert lost and not before.ep_square, row
        if "king-moves" in kind:
            assert mover.piece_type == chess.KING and bool(file is None) == (chess.popcount(lost) == 2), row
        elif "rook-taken" in kind:
            assert move.to_square in of_wing and bool(move.promotion) == ("promotion" in kind), row
        elif "rook-moves" in kind:
            assert move.from_square in of_wing and move.to_square not in corners, row
        elif "rook-takes-rook" in kind:
            assert move.from_square in of_wing and move.to_square in corners, row
        else:
            assert "castles" in kind and before.is_castling(move) and lost & chess.BB_FILES[file], row
    else:
        assert not lost or before.is_castling(move), row
    if kind.startswith("right-kept"):
        assert corners, row
    if kind.startswith("right-not-back"):
        home = chess.KING if "with-king" in kind else chess.ROOK
        assert mover.piece_type == home and board.castling_rights == before.castling_rights, row
    if "en-passant" not in kind:
        assert not before.ep_square and not double, row
    elif kind == "takes-en-passant":
        assert before.is_en_passant(move), row
    else:
        replaced = before.ep_square and double
        assert kind.startswith("no-") or bool(before.ep_square) == ("-gone" in kind or kind.endswith("replaced")), row
        assert before.is_castling(move) == kind.endswith("castling") and bool(move.promotion) == kind.endswith("promotion"), row
        assert double == kind.endswith(("replaced", "ready", "pinned")), row
        squares = {"ready": {"fen", "xfen", "legal"}, "pinned": {"fen", "xfen"}, "none-ready": {"fen"}}
        ending = kind.removeprefix("en-passant-square-")
        ways = {way for way in ("fen", "xfen", "legal") if board.fen(en_passant=way).split(" ")[3] != "-"}
        assert replaced or ways == squares.get(ending, set()), row
    if kind == "no-castling-by-piece":
        assert mover.piece_type in (chess.ROOK, chess.QUEEN) and move.uci() in ("e1g1", "e1c1", "e8g8", "e8c8"), row
    if kind == "no-en-passant-by-piece":
        assert mover.piece_type != chess.PAWN and move.to_square == before.ep_square, row
        return
    if kind.startswith("castles"):
        assert before.is_castling(move) and chess.square_file(move.to_square) in (2, 6), row
    assert move.promotion or "promotion" not in kind, row


def hard(board, row, move):
    """Checks that a move is of the kind that its row names. Covers the kinds that no other test checks."""
    kind, then = row["kind"], board.copy(stack=False)
    then.push(move)
    king = then.king(then.turn)
    checkers = then.checkers()
    role = board.piece_type_at(move.from_square)
    same = [other.from_square for other in board.legal_moves if other.to_square == move.to_square
            and board.piece_type_at(other.from_square) == role and other.from_square != move.from_square]
    if kind.startswith("file-before-rank"):
        [other] = same
        assert other % 8 != move.from_square % 8 and other // 8 != move.from_square // 8, row
        assert row["san"][1] == row["uci"][0] and kind.endswith(chess.piece_name(role)), row
    elif kind.startswith("companion-blocked"):
        empty = chess.BaseBoard.empty()
        reach = []
        for square in board.pieces(role, board.turn):
            empty.set_piece_at(square, chess.Piece(role, board.turn))
            reach += [square] if move.to_square in empty.attacks(square) else []
            empty.remove_piece_at(square)
        blocked = [square for square in reach if chess.between(square, move.to_square) & board.occupied]
        assert blocked and not same and kind.endswith(chess.piece_name(role)), row
    elif kind in ("mate-by-double-check", "mate-despite-pinned-piece"):
        assert then.is_checkmate() and len(checkers) == (2 if "double" in kind else 1), row
        answers = [other for other in then.pseudo_legal_moves if other.from_square != king and any(
            other.to_square == checker or other.to_square in chess.SquareSet(chess.between(king, checker)) for checker in checkers)]
        assert answers and ("double" in kind or all(then.is_pinned(then.turn, other.from_square) for other in answers)), row
    elif kind.startswith("along-pin"):
        assert board.is_pinned(board.turn, move.from_square) and kind.endswith(chess.piece_name(role)), row
        assert not board.is_en_passant(move), row
    elif kind == "companion-moves-along-pin":
        assert any(board.is_pinned(board.turn, square) for square in same), row
    elif kind == "en-passant-along-pin":
        assert board.is_en_passant(move) and board.is_pinned(board.turn, move.from_square), row
    elif kind == "en-passant-out-of-check":
        assert board.is_check() and board.is_en_passant(move), row
    elif kind == "en-passant-discovers-diagonal":
        taken = chess.square(move.to_square % 8, move.from_square // 8)
        assert board.is_en_passant(move) and any(
            taken in chess.SquareSet(chess.between(king, checker)) and checker // 8 != taken // 8 for checker in checkers), row


def unescape(pgn):
    escapes = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(r"\\(.)", lambda escape: escapes.get(escape[1], escape[1]), pgn)


def movetext(rows):
    """Compares the main lines with those that python-chess and pgn-extract read. pgn-extract may differ in up to nine
    rows."""
    logging.disable(logging.CRITICAL)
    differs = 0
    for row in rows:
        text = unescape(row["pgn"])
        file = io.StringIO(text, newline=None)
        game = chess.pgn.read_game(file)
        assert game and not game.errors and chess.pgn.read_game(file) is None, row
        assert game.board().fen(en_passant="xfen") == row["fen"], row
        moves = " ".join(move.uci() for move in game.mainline_moves())
        assert moves == row["moves"], row
        differs += pgn_extract(text) != row["moves"]
    assert differs <= 9, differs


def pgn_extract(text):
    with tempfile.NamedTemporaryFile("w", suffix=".pgn", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        path = os.environ["PATH"] + ":/usr/games"
        command = ["pgn-extract", "-s", "-Wuci", "-C", "-N", "-V", "-w100000", file.name]
        done = subprocess.run(command, capture_output=True, env={**os.environ, "PATH": path})
    body = done.stdout.decode("utf-8", "replace").strip().partition("\n\n")[2]
    words = (re.sub(r"^\d+\.+", "", word) for word in body.split())
    ends = ("", "*", "1-0", "0-1", "1/2-1/2")
    return " ".join(word.lower() for word in words if word not in ends)


def main():
    places = set()
    games = 0
    with open(f"{FOLDER}/games.pgn", encoding="ascii") as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors, game.errors
            games += 1
            board = game.board()
            places.add(board.fen(en_passant="xfen"))
            for move in game.mainline_moves():
                assert not board.is_game_over(), game
                board.push(move)
                places.add(board.fen(en_passant="xfen"))

    canonical = table("canonical.tsv")
    strings = open("output/san_strings_that_occur.txt", encoding="ascii").read().split()
    assert sorted(strings) == sorted(row["san"] for row in canonical if row["kind"] == "every-string")
    for row in canonical:
        board = position(row["fen"])
        assert row["fen"] in places, row
        move = chess.Move.from_uci(row["uci"])
        assert move in board.legal_moves and board.san(move) == row["san"], row
        hard(board, row, move)
        assert board.parse_san(row["san"]) == move and read(board, row["san"]) == [move], row
        board.push(move)
        assert board.fen(en_passant="xfen") == row["fen_after"], row
        assert not board.is_fivefold_repetition(), row

    refuse = table("refuse.tsv")
    impossible = set()
    for row in refuse:
        board = position(row["fen"])
        assert row["fen"] in places, row
        moves = read(board, row["text"])
        assert accepts(board, row["text"]) == (row["kind"] == "cannot-occur"), row
        assert board.is_checkmate() == (row["kind"] == "mated"), row
        assert board.is_stalemate() == (row["kind"] == "stalemated"), row
        if row["kind"] == "cannot-occur":
            [move] = moves
            assert board.san(move) == row["text"].rstrip("+#"), row
            impossible.add(row["text"])
        elif row["kind"].startswith(TRAPS):
            assert len(moves) != 1, row
            traps(board, row)
        elif row["kind"].startswith("ambiguous"):
            assert len(moves) > 1, row
        else:
            assert not moves, row
            # The standard does not say whether `g5` may mean `hxg5`, or whether `xg5` may mean the only pawn capture
            # on g5. So we use such a text only if no pawn, or more than one pawn, can capture there.
            captures = [
                move
                for move in board.legal_moves
                if re.fullmatch(r"x?[a-h][1-8](=[NBRQ])?", row["text"])
                and board.piece_type_at(move.from_square) == chess.PAWN
                and board.is_capture(move)
                and chess.square_name(move.to_square) == row["text"].lstrip("x")[:2]
            ]
            pawns = {move.from_square for move in captures if not move.promotion}
            ambiguous = row["kind"] == "pawn-capture-ambiguous"
            assert len(pawns) > 1 if ambiguous else not captures, row
    assert len({(row["fen"], row["text"]) for row in refuse}) == len(refuse)
    symbols = open("output/san_strings_with_symbols.txt", encoding="ascii").read().split()
    assert impossible == set(symbols) - set(strings)

    lenient = table("lenient.tsv")
    for row in lenient:
        board = position(row["fen"])
        assert row["fen"] in places, row
        move = chess.Move.from_uci(row["uci"])
        assert move in board.legal_moves, row
        assert board.san(move) != row["text"], row
        assert read(board, row["text"]) in ([], [move]), row
        # If python-chess accepts the text, it must find the same move.
        try:
            assert board.parse_san(row["text"]) == move, row
        except ValueError:
            pass

    for row in table("null.tsv"):
        board = position(row["fen"])
        assert row["fen"] in places and not board.is_check() and not read(board, row["text"]), row

    legal = table("legal.tsv")
    for row in legal:
        board = position(row["fen"])
        assert row["fen"] in places, row
        after = {board.san(move): board.copy(stack=False) for move in board.legal_moves}
        for san, then in after.items():
            then.push_san(san)
        fens = [after[san].fen(en_passant="xfen") for san in sorted(after)]
        assert (" ".join(sorted(after)), ";".join(fens)) == (row["sans"], row["fens_after"]), row

    played = table("play.tsv")
    for row in played:
        board = position(row["fen"])
        assert row["fen"] in places, row
        play(row, board)
    assert len({(row["kind"], row["fen"], row["uci"]) for row in played}) == len(played)

    games_as_text = table("movetext.tsv")
    assert all(row["fen"] in places for row in games_as_text)
    movetext(games_as_text)

    for number, row in enumerate(legal, 1):
        row.update(id=f"p{number:05}", kind="legal", text="", uci=row["sans"])
    for row in games_as_text:
        row.update(text=row["pgn"], uci=row["moves"])
    rows = {row["id"]: row for row in canonical + refuse + lenient + played + legal + games_as_text}
    core = table("core.tsv")
    for row in core:
        other = rows[row["id"]]
        if row["id"][0] == "s":
            text, answer = other["uci"], other["after"]
        else:
            text, answer = other["text"] if "text" in other else other["san"], other.get("uci", "-")
        expected = (other["kind"], other["fen"], text, answer)
        assert (row["kind"], row["fen"], row["text"], row["answer"]) == expected, row

    everything = canonical + refuse + lenient + table("null.tsv") + played + games_as_text
    for row in table("kinds.tsv"):
        count = sum(other["kind"] == row["kind"] for other in everything)
        assert int(row["rows"]) == (count or len(legal)) and row["advice"], row

    print(
        f"python-chess agrees with {len(canonical)} moves and how they are written, "
        f"{len(refuse)} refusals, {len(lenient)} spellings, {len(legal)} positions with "
        f"all their moves, {len(played)} moves and the positions after them, {len(games_as_text)} games as text, and {len(core)} rows of core.tsv, all "
        f"of {games} games"
    )


main()
