"""Holds every row of the conformance suite against python-chess, and movetext.tsv against
pgn-extract too.

Nothing here is shared with the program: the reader below knows the moves of a position
and nothing else.

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
    # Figurines are all there is beside ASCII, and one comment.
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
    """All moves that a text could mean, but for what it says of check and mate."""
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
        # A pawn names its file when it captures, and only then.
        and (letter or (x == "x") == bool(file))
    ]


def promotion_letter(move):
    return chess.piece_symbol(move.promotion).upper() if move.promotion else ""


def unescape(pgn):
    escapes = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(r"\\(.)", lambda escape: escapes.get(escape[1], escape[1]), pgn)


def movetext(rows):
    """The main lines that python-chess finds, and for all but five rows those of pgn-extract."""
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
    assert differs <= 5, differs


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
        assert board.is_checkmate() == (row["kind"] == "mated"), row
        assert board.is_stalemate() == (row["kind"] == "stalemated"), row
        if row["kind"] == "cannot-occur":
            [move] = moves
            assert board.san(move) == row["text"].rstrip("+#"), row
            impossible.add(row["text"])
        elif row["kind"].startswith("ambiguous"):
            assert len(moves) > 1, row
        else:
            assert not moves, row
            # Whether `g5` may stand for `hxg5`, the standard does not say, nor whether `xg5` may
            # if there is one such capture.
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
        # What python-chess accepts it reads as this move.
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

    games_as_text = table("movetext.tsv")
    assert all(row["fen"] in places for row in games_as_text)
    movetext(games_as_text)

    rows = {row["id"]: row for row in canonical + refuse + lenient}
    core = table("core.tsv")
    for row in core:
        other = rows[row["id"]]
        text = other.get("text") or other["san"]
        expected = (other["kind"], other["fen"], text, other.get("uci", "-"))
        assert (row["kind"], row["fen"], row["text"], row["uci"]) == expected, row

    everything = canonical + refuse + lenient + table("null.tsv") + games_as_text
    for row in table("kinds.tsv"):
        count = sum(other["kind"] == row["kind"] for other in everything)
        assert int(row["rows"]) == (count or len(legal)) and row["advice"], row

    print(
        f"python-chess agrees with {len(canonical)} moves and how they are written, "
        f"{len(refuse)} refusals, {len(lenient)} spellings, {len(legal)} positions with "
        f"all their moves, {len(games_as_text)} games as text, and {len(core)} rows of the choice, all "
        f"of {games} games"
    )


main()
