#!/usr/bin/env python3
"""Computes the bounds in shortest_games.tsv again, from the documentation of the bound alone.

    pip install chess
    python3 tests/oracles/bound.py

It shares nothing with the program: python-chess has the board, and the settings of a string
are found by trying every set of companions, with the letters that SAN would then write.
"""

import functools
import itertools
import pathlib
import re

import chess

OUTPUT = pathlib.Path(__file__).parent.parent.parent / "output"
CLAIMS = (pathlib.Path(__file__).parent.parent.parent / "src/games/shortest_games.rs").read_text("utf-8")
SEARCHED, NARROWED = (
    int(re.search(rf"{name}: usize = (\d+)", CLAIMS)[1]) for name in ("SEARCHED", "NARROWED")
)
SAN = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(=[NBRQ])?[+#]?$")
START = chess.Board()
NEVER = 10**6


@functools.cache
def reach(role, square):
    """The squares that a piece attacks on an empty board."""
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(role, chess.WHITE))
    return frozenset(board.attacks(square))


@functools.cache
def distances(role, start):
    """How many moves it takes from a square to every other."""
    found, edge, moves = {start: 0}, [start], 0
    while edge:
        moves += 1
        edge = [to for at in edge for to in reach(role, at) if to not in found]
        found.update({to: moves for to in edge})
    return found


def king_moves(color, to):
    rank = 0 if color else 7
    start = chess.square(4, rank)
    castled = [1 + distances(chess.KING, chess.square(file, rank))[to] for file in (6, 2)]
    return min(distances(chess.KING, start)[to], *castled)


def pawn_moves(color, start, to):
    ahead = (chess.square_rank(to) - chess.square_rank(start)) * (1 if color else -1)
    aside = abs(chess.square_file(to) - chess.square_file(start))
    if ahead < 0 or aside > ahead:
        return NEVER
    # With a double step, two ranks are gone straight ahead.
    return ahead - 1 if ahead >= 2 and aside <= ahead - 2 else ahead


@functools.cache
def cheapest(color, role, squares):
    """The fewest moves that bring men of a role to all of these squares."""
    originals = list(START.pieces(role, color))
    last = range(56, 64) if color else range(8)
    promoted = {to: 5 + min(distances(role, at).get(to, NEVER) for at in last) for to in squares}
    best = NEVER
    # None stands for a pawn; there are eight.
    for men in itertools.product([*originals, None], repeat=len(squares)):
        pieces = [man for man in men if man is not None]
        if len(set(pieces)) == len(pieces):
            moves = (
                promoted[to] if man is None else distances(role, man).get(to, NEVER)
                for man, to in zip(men, squares)
            )
            best = min(best, sum(moves))
    return best


def written(start, to, companions):
    """What SAN names of the square that a piece comes from (PGN standard, 8.2.3.4)."""
    name = chess.square_name(start)
    if not companions:
        return ""
    if all(chess.square_file(one) != chess.square_file(start) for one in companions):
        return name[0]
    if all(chess.square_rank(one) != chess.square_rank(start) for one in companions):
        return name[1]
    return name


@functools.cache
def settings(role, to):
    """For each square and what is written of it, the smallest sets of companions."""
    found = {}
    for start in reach(role, to):
        # Two of which one is behind the other cannot both move there.
        others = [
            one for one in reach(role, to)
            if one != start
            and start not in chess.SquareSet.between(to, one)
            and one not in chess.SquareSet.between(to, start)
        ]
        sets = [(), *((one,) for one in others), *itertools.combinations(others, 2)]
        for companions in sets:
            key = written(start, to, companions)
            known = found.setdefault(key, [])
            if not any(at == start and set(fewer) <= set(companions) for at, fewer in known):
                known.append((start, companions))
    return found


@functools.cache
def moves_of(base, color):
    """The fewest moves of one side, the last included."""
    if base.startswith("O"):
        return 1
    letter, file, rank, capture, to, _ = SAN.match(base).groups()
    to = chess.parse_square(to)
    if letter == "K":
        return 1 + min(king_moves(color, start) for start in reach(chess.KING, to))
    if letter:
        role = "NBRQ".index(letter) + chess.KNIGHT
        ways = settings(role, to).get(file + rank, [])
        return 1 + min(cheapest(color, role, (start, *others)) for start, others in ways)
    ahead = 8 if color else -8
    starts = [chess.square("abcdefgh".index(file) if file else to % 8, (to - ahead) // 8)]
    if not capture and (to - 2 * ahead) // 8 == (1 if color else 6):
        starts.append(to - 2 * ahead)
    pawns = START.pieces(chess.PAWN, color)
    starts = [start for start in starts if 0 <= start < 64]
    ways = (pawn_moves(color, pawn, start) for pawn in pawns for start in starts)
    return 1 + min(ways, default=NEVER)


def bound(san):
    base = san.rstrip("+#")
    return min(2 * moves_of(base, chess.WHITE) - 1, 2 * moves_of(base, chess.BLACK))


def main():
    lines = (OUTPUT / "shortest_games.tsv").read_text("ascii").splitlines()[1:]
    settled = gap = 0
    for line in lines:
        san, plies, at_least, _ = line.split("\t")
        plies, at_least = int(plies), int(at_least)
        searched = SEARCHED
        if re.match(r"[BRQ]([a-h]|[1-8])x?[a-h][1-8]", san):
            searched = NARROWED
        elif re.match(r"N([a-h]|[1-8])x?[a-h][1-8]\+?$", san):
            searched = SEARCHED + 1
        should = plies if plies <= searched else max(searched + 1, bound(san))
        assert at_least == should, f"{san}: {at_least}, not {should}"
        assert bound(san) <= plies, f"{san} has {plies} plies, fewer than {bound(san)}"
        settled += plies == at_least
        gap += plies - at_least
    print(f"{len(lines)} bounds; {settled} games are shortest; {gap / len(lines):.2f} plies between them on average")


main()
