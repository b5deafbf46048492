"""Holds every row of the conformance suite against python-chess.

Nothing here is shared with the program: the reader below knows the moves of a position
and nothing else.

    python tests/suite.py [FOLDER]
"""

import re
import subprocess
import sys

import chess
import chess.pgn

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "output/conformance"
SAN = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=([NBRQ]))?[+#]?\Z")


def table(name):
    with open(f"{FOLDER}/{name}", encoding="utf-8") as file:
        header, *lines = file.read().split("\n")[:-1]
    columns = header.split("\t")
    rows = [dict(zip(columns, line.split("\t"), strict=True)) for line in lines]
    # Figurines are all there is beside ASCII.
    assert all(line.isascii() for line in lines if "\tfigurine\t" not in line), name
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


def example():
    """The ten lines of the README answer rightly."""
    readme = open(f"{FOLDER}/README.md", encoding="utf-8").read()
    code = readme.split("```python\n")[1].split("```")[0]
    run = subprocess.run([sys.executable, "-c", code], cwd=FOLDER, capture_output=True, check=True)
    command = ["target/release/san-strings", "judge", "-", "--suite", FOLDER]
    judged = subprocess.run(command, input=run.stdout, capture_output=True)
    assert judged.returncode == 0, judged


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
        if row["kind"] == "cannot-occur":
            [move] = moves
            assert board.san(move) == row["text"].rstrip("+#"), row
            impossible.add(row["text"])
        elif row["kind"].startswith("ambiguous"):
            assert len(moves) > 1, row
        else:
            assert not moves, row
            # Whether `g5` may stand for `hxg5`, the standard does not say.
            captures = [
                move
                for move in board.legal_moves
                if re.fullmatch(r"[a-h][1-8](=[NBRQ])?", row["text"])
                and board.piece_type_at(move.from_square) == chess.PAWN
                and board.is_capture(move)
                and chess.square_name(move.to_square) == row["text"][:2]
            ]
            assert not captures, row
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
        assert " ".join(sorted(board.san(move) for move in board.legal_moves)) == row["sans"], row

    rows = {row["id"]: row for row in canonical + refuse + lenient}
    core = table("core.tsv")
    for row in core:
        other = rows[row["id"]]
        text = other.get("text") or other["san"]
        expected = (other["kind"], other["fen"], text, other.get("uci", "-"))
        assert (row["kind"], row["fen"], row["text"], row["uci"]) == expected, row

    example()
    print(
        f"python-chess agrees with {len(canonical)} moves and how they are written, "
        f"{len(refuse)} refusals, {len(lenient)} spellings, {len(legal)} positions with "
        f"all their moves, and {len(core)} rows of the choice, all of {games} games"
    )


main()
