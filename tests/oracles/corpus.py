#!/usr/bin/env python3
"""Replays the corpus with python-chess, which shares no code with the program.

    pip install chess
    python3 tests/oracles/corpus.py

Every move must be legal, and spelled exactly as python-chess writes it. Together, the games must play all
strings of output/san_strings_that_occur.txt, and no others.
"""

import pathlib
import re

import chess

OUTPUT = pathlib.Path(__file__).parent.parent.parent / "output"


def replay(game):
    """Replays a game and checks each move, the end and the result. Returns the moves."""
    tags, moves = game.split("\n\n", 1)
    headers = dict(re.findall(r'^\[?(\w+) "(.*)"\]$', tags, re.MULTILINE))
    number = headers["Round"]
    *words, result = [word for word in moves.split() if not word.endswith(".")]
    board = chess.Board()
    for word in words:
        # The game must not be over yet (mate, stalemate, insufficient material, fivefold repetition, 75-move rule).
        assert not board.is_game_over(), f"{number}: {word} is played after the end"
        move = board.parse_san(word)
        written = board.san(move)
        assert written == word, f"{number}: {word} should be written {written}"
        board.push(move)
    assert board.is_checkmate(), f"{number}: does not end in mate"
    assert board.result() == result == headers["Result"], f"{number}: wrong result"
    return words


def main():
    played = set()
    games = plies = 0
    for game in (OUTPUT / "corpus.pgn").read_text("ascii").split("[Event ")[1:]:
        words = replay("Event " + game)
        games += 1
        plies += len(words)
        played.update(words)
    listed = set((OUTPUT / "san_strings_that_occur.txt").read_text("ascii").split())
    assert played == listed, f"{len(listed - played)} missing, {len(played - listed)} too many"
    mates = sum(san.endswith("#") for san in listed)
    assert games == mates, f"{games} games for {mates} mates"
    print(f"{games} games, {plies} plies, {len(played)} strings with python-chess {chess.__version__}")


if __name__ == "__main__":
    main()
