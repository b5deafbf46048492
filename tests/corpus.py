#!/usr/bin/env python3
"""Replays the corpus with python-chess, which shares nothing with the program.

    pip install chess
    python3 tests/corpus.py

Every move must be legal and written exactly as python-chess writes it, and the
strings played must be those of output/san_strings_that_occur.txt.
"""

import pathlib
import sys

import chess
import chess.pgn

OUTPUT = pathlib.Path(__file__).parent.parent / "output"


class Replay(chess.pgn.BaseVisitor):
    """Collects the words of a game as they stand in the file."""

    def begin_game(self):
        self.words = []
        self.headers = {}

    def visit_header(self, name, value):
        self.headers[name] = value

    def parse_san(self, board, san):
        move = board.parse_san(san)
        written = board.san(move)
        assert written == san, f"{self.headers['Round']}: {san} should be written {written}"
        assert not board.is_game_over(), f"{self.headers['Round']}: {san} after the end"
        self.words.append(san)
        return move

    def handle_error(self, error):
        raise error

    def visit_result(self, result):
        self.outcome = result

    def visit_board(self, board):
        self.board = board

    def result(self):
        round_ = self.headers["Round"]
        assert self.board.is_checkmate(), f"{round_}: does not end in mate"
        assert self.outcome == self.headers["Result"] == self.board.result(), round_
        return self.words


def main():
    played = set()
    games = plies = 0
    with open(OUTPUT / "corpus.pgn", encoding="ascii") as corpus:
        while (words := chess.pgn.read_game(corpus, Visitor=Replay)) is not None:
            games += 1
            plies += len(words)
            played.update(words)
    listed = set((OUTPUT / "san_strings_that_occur.txt").read_text().split())
    assert played == listed, f"{len(listed - played)} missing, {len(played - listed)} too many"
    mates = sum(san.endswith("#") for san in listed)
    assert games == mates, f"{games} games for {mates} mates"
    print(f"{games} games, {plies} plies, {len(played)} strings with python-chess {chess.__version__}")


if __name__ == "__main__":
    sys.exit(main())
