"""Answers of libraries from Python and of pgn-extract to the conformance suite.

    python peers.py LIBRARY FOLDER [--core] > answers.tsv
"""

import os
import re
import subprocess
import sys
import tempfile

name, folder, *core = sys.argv[1:]


def rows(file):
    with open(f"{folder}/{file}", encoding="utf-8") as lines:
        return [line.split("\t") for line in lines.read().split("\n")[1:-1]]


only = {row[0] for row in rows("core.tsv")} if core else None
canonical, refuse, lenient, null = (
    [row for row in rows(f"{file}.tsv") if not only or row[0] in only]
    for file in ("canonical", "refuse", "lenient", "null")
)
legal = [] if only else [(f"p{n:05}", row[0]) for n, row in enumerate(rows("legal.tsv"), 1)]
texts = refuse + lenient + null


def one_by_one(read, write, moves):
    """Asks a library in this process."""

    def attempt(what, *args):
        try:
            return what(*args) or "-"
        except Exception:  # Whatever it is, it is a refusal.
            return "-"

    for id, _, fen, uci, san, *_ in canonical:
        print(f"{id}\t{attempt(read, fen, san)} {attempt(write, fen, uci)}")
    for id, _, fen, text, *_ in texts:
        print(f"{id}\t{attempt(read, fen, text)}")
    for id, fen in legal:
        print(f"{id}\t{attempt(lambda: ' '.join(sorted(moves(fen))))}")


def python_chess():
    import chess

    def moves(fen):
        board = chess.Board(fen)
        return [board.san(move) for move in board.legal_moves]

    one_by_one(
        lambda fen, text: chess.Board(fen).parse_san(text).uci(),
        lambda fen, uci: chess.Board(fen).san(chess.Move.from_uci(uci)),
        moves,
    )


def pychess():
    from pychess.Utils.const import CASTLE_KK
    from pychess.Utils.lutils.LBoard import LBoard
    from pychess.Utils.lutils.lmove import parseAN, parseSAN, toAN, toSAN
    from pychess.Utils.lutils.lmovegen import genAllMoves

    def board(fen):
        board = LBoard()
        board.applyFen(fen)
        return board

    def read(fen, text):
        here = board(fen)
        return toAN(here, parseSAN(here, text), short=True, castleNotation=CASTLE_KK)

    def write(fen, uci):
        here = board(fen)
        return toSAN(here, parseAN(here, uci))

    def moves(fen):
        here = board(fen)
        legal = []
        for move in genAllMoves(here):
            here.applyMove(move)
            if not here.opIsChecked():
                legal.append(move)
            here.popMove()
        return [toSAN(here, move) for move in legal]

    one_by_one(read, write, moves)


def pgn_extract():
    """All rows in one file of games, each of one move."""

    def run(games, notation):
        with tempfile.TemporaryDirectory() as temporary:
            path = os.path.join(temporary, "games.pgn")
            with open(path, "w", encoding="utf-8") as file:
                for id, fen, text in games:
                    file.write(
                        f'[Event "{id}"]\n[SetUp "1"]\n[FEN "{fen}"]\n[Result "*"]\n\n{text} *\n\n'
                    )
            command = ["pgn-extract", "-s", f"-W{notation}", path]
            done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
        found = {}
        for game in done.stdout.split("[Event ")[1:]:
            id = game.split('"')[1]
            words = game.split("\n\n", 1)[1].split()
            words = [re.sub(r"^\d+\.+", "", word) for word in words]
            word = next((word for word in words if word and word != "*"), "-")
            # Its UCI has the promoted piece as a capital letter.
            found[id] = word.lower() if notation == "uci" else word
        return found

    read = run([(row[0], row[2], row[4]) for row in canonical], "uci")
    written = run([(row[0], row[2], row[3]) for row in canonical], "san")
    for id, *_ in canonical:
        print(f"{id}\t{read.get(id, '-')} {written.get(id, '-')}")
    read = run([(row[0], row[2], row[3]) for row in texts], "uci")
    for id, *_ in texts:
        print(f"{id}\t{read.get(id, '-')}")
    for id, _ in legal:
        print(f"{id}\t?")


{"python-chess": python_chess, "pychess": pychess, "pgn-extract": pgn_extract}[name]()
