"""Paths and functions that the tests share.

You may set two environment variables: `SAN_STRINGS_ROOT` to the path of the repository, and `SAN_STRINGS_GAMES` to the
path of a folder with additional PGN files to test with.
"""

import os
import pathlib

import chess

ROOT = pathlib.Path(os.environ.get("SAN_STRINGS_ROOT", pathlib.Path(__file__).parents[2]))
OUTPUT = ROOT / "output"
CORPUS = OUTPUT / "corpus.pgn"
MORE = sorted(pathlib.Path(os.environ.get("SAN_STRINGS_GAMES", "/nonexistent")).glob("*.pgn"))


def movetexts(path):
    """Returns the movetext of each game of a file. A game must begin with the tag `Event`."""
    text = path.read_text(encoding="utf-8-sig")
    games = ("\n" + text).split("\n[Event ")[1:]
    return [game.split("\n\n", 1)[1].strip() for game in games]


def sans(movetext):
    """Returns the moves of a movetext as python-chess spells them. The movetext must not contain comments."""
    words = [word for word in movetext.split() if not word[0].isdigit() and word != "*"]
    board = chess.Board()
    moves = []
    for word in words:
        move = board.parse_san(word)
        moves.append(board.san(move))
        board.push(move)
    return moves
