#!/usr/bin/env python3
"""Checks the shortest games with python-chess, which shares no code with the program.

    pip install chess
    python3 tests/oracles/shortest.py

We replay every game in output/shortest_games.tsv. Each move must be spelled exactly as python-chess writes it. We
also play all games of up to four plies, without merging transpositions, and find the first ply at which each string can
be played. The game of the string in shortest_games.tsv must have this number of plies.
"""

import pathlib

import chess

OUTPUT = pathlib.Path(__file__).parent.parent.parent / "output"


def replay(san, plies, moves):
    """Plays a game, checks the spelling of each move, and returns the final position."""
    words = moves.split(" ")
    assert len(words) == plies and words[-1] == san, san
    board = chess.Board()
    for word in words:
        assert not board.is_game_over(), f"{san}: {word} is played after the end"
        move = board.parse_san(word)
        written = board.san(move)
        assert written == word, f"{san}: {word} should be written {written}"
        board.push(move)
    return board


def enumerate_games(board, ply, last, first):
    """Stores in `first` the first ply at which each string can be played."""
    for move in list(board.legal_moves):
        san = board.san(move)
        first[san] = min(ply, first.get(san, ply))
        if ply < last:
            board.push(move)
            enumerate_games(board, ply + 1, last, first)
            board.pop()


def main():
    header, *lines = (OUTPUT / "shortest_games.tsv").read_text("ascii").splitlines()
    assert header == "san\tplies\tat_least\tmoves\twhy", header
    table = [line.split("\t") for line in lines]
    listed = (OUTPUT / "san_strings_that_occur.txt").read_text("ascii").split()
    assert [row[0] for row in table] == listed
    total = 0
    for san, plies, at_least, moves, _ in table:
        replay(san, int(plies), moves)
        assert int(at_least) <= int(plies), san
        total += int(plies)

    first = {}
    enumerate_games(chess.Board(), 1, 4, first)
    early = {san: int(plies) for san, plies, _, _, _ in table if int(plies) <= 4}
    assert first == early, set(first.items()) ^ set(early.items())
    average = total / len(table)
    print(f"{len(table)} games, {total} plies, {average:.2f} on average; {len(first)} strings in "
          f"up to four plies with python-chess {chess.__version__}")


if __name__ == "__main__":
    main()
