"""Reads PGN databases with python-chess and with `san-strings encode`, game by game.

    python tests/oracles/databases.py FOLDER...    all *.pgn files in the folders

Lists the files that the two programs read differently, with the kinds of differences. Fails if the programs read
different moves at the same ply of a game that python-chess can read. The programs may find different numbers of
games in a file, so we pair the games by their moves. Needs python-chess. The environment variable SAN_STRINGS
names the program. If DATABASES_CACHE names a folder, the games that python-chess reads are cached there.
"""

import difflib
import gzip
import hashlib
import json
import logging
import os
import subprocess
import sys
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import chess
import chess.pgn

PROGRAM = os.environ.get("SAN_STRINGS", "target/release/san-strings")
CACHE = os.environ.get("DATABASES_CACHE")
VARIANT = "a variant"

logging.disable(logging.CRITICAL)


def output(*args):
    run = subprocess.run([PROGRAM, *args], capture_output=True, text=True)
    # The program may fail only with an error message, for example if the file is not PGN.
    assert run.returncode == 0 or "error: " in run.stderr, (args, run.returncode, run.stderr)
    return run.stdout


def ours(path):
    """The main line of each game in UCI, up to the first token that is not a move."""
    moves = output("list", "--list", "uci").split()
    command = ["encode", "--quiet", "--list", "uci", "--variants", "--errors", "unk", path]
    games = []
    for line in output(*command).splitlines():
        ids = json.loads(line)
        end = next((n for n, move in enumerate(ids) if move >= len(moves)), len(ids))
        games.append([moves[move] for move in ids[:end]])
    return games


class MainLine(chess.pgn.BaseVisitor):
    """Collects the main line in UCI, the variant, and whether the game has an error."""

    def begin_game(self):
        self.moves, self.variant, self.is_broken = [], "", False

    def visit_header(self, name, value):
        if name == "Variant":
            self.variant = value

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        self.moves.append(board.uci(move))

    def handle_error(self, error):
        self.is_broken = True

    def result(self):
        return [self.moves, self.variant, self.is_broken]


def theirs(path):
    data = Path(path).read_bytes()
    kept = CACHE and Path(CACHE, hashlib.sha256(data).hexdigest()[:32] + ".json.gz")
    if kept and kept.exists():
        return json.loads(gzip.decompress(kept.read_bytes()))
    games = []
    with open(path, encoding="utf-8", errors="replace") as file:
        while True:
            try:
                game = chess.pgn.read_game(file, Visitor=MainLine)
            except Exception:  # python-chess raises an exception on a null move in a chess variant.
                game = [[], VARIANT, True]
            if game is None:
                break
            games.append(game)
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(gzip.compress(json.dumps(games).encode()))
    return games


def pairs(left, right):
    """Pairs each game that one program read with a game that the other program read, or with None. If both programs
    find the same number of games, we pair all games in order. Otherwise we pair each game without moves with None. If
    both programs find the same number of games with moves, we pair these games in order. If not, we pair games with the
    same moves. Then, in each gap between these pairs, we pair the remaining games that begin with the same moves."""
    if len(left) == len(right):
        return list(zip(left, right))
    found = [(game, None) for game in left if not game] + [(None, game) for game in right if not game]
    left, right = list(filter(None, left)), list(filter(None, right))
    if len(left) == len(right):
        return found + list(zip(left, right))
    whole = difflib.SequenceMatcher(None, [tuple(game) for game in left], [tuple(game) for game in right], False)
    for tag, a, b, c, d in whole.get_opcodes():
        if tag == "equal":
            found += zip(left[a:b], right[c:d])
            continue
        # We pair two games if their first 12 plies are the same. If `other` has fewer than 12 plies, `game` must begin
        # with all of them.
        rest = list(right[c:d])
        for game in left[a:b]:
            other = next((other for other in rest if other and other[:12] == game[: len(other)][:12]), None)
            found.append((game, other))
            if other is not None:
                rest.remove(other)
        found += [(None, other) for other in rest]
    return found


def kind(game, other, of_variant, is_broken):
    """The kind of difference between two readings of a game."""
    if game is None or other is None:
        moves = game or other
        side = "only ours" if game is None else "only theirs"
        return side if moves else f"{side}, no moves"
    same = next((n for n, (a, b) in enumerate(zip(game, other)) if a != b), min(len(game), len(other)))
    if same == len(game) == len(other):
        return None
    if of_variant:
        return VARIANT
    if same < len(game) and game[same] == "0000":
        return "a null move"
    if same == len(game):
        return "we read on"
    if same == len(other):
        return "they read on"
    return "another move, in a game that they cannot read" if is_broken else "another move"


def compare(path):
    left = theirs(path)
    right = ours(path)
    about = {tuple(moves): (variant, broken) for moves, variant, broken in left}
    kinds = Counter()
    for game, other in pairs([moves for moves, _, _ in left], right):
        variant, broken = about.get(tuple(game or []), ("", False))
        is_chess = variant.lower().replace(" ", "").replace("-", "") in ("", "standard", "chess960", "fischerandom")
        kinds[kind(game, other, not is_chess, broken)] += 1
    del kinds[None]
    moves = sum(len(game) for game, _, _ in left), sum(map(len, right))
    return path, (len(left), len(right)), moves, kinds


def main(folders):
    paths = sorted({str(path) for folder in folders for path in Path(folder).rglob("*") if path.suffix.lower() == ".pgn"})
    assert paths, f"no *.pgn in {folders}"
    games, moves, kinds, differ = [0, 0], [0, 0], Counter(), 0
    with Pool(2) as pool:
        for path, of_games, of_moves, found in pool.imap(compare, paths):
            games = [a + b for a, b in zip(games, of_games)]
            moves = [a + b for a, b in zip(moves, of_moves)]
            kinds += found
            if found:
                differ += 1
                told = ", ".join(f"{name} {times}" for name, times in found.most_common())
                print(f"{path}: games {of_games[0]}/{of_games[1]}, moves {of_moves[0]}/{of_moves[1]}: {told}")
    print(f"{len(paths)} files, {differ} with differences")
    print(f"games: {games[0]:,} theirs, {games[1]:,} ours; moves: {moves[0]:,} theirs, {moves[1]:,} ours")
    for name, times in kinds.most_common():
        print(f"  {times:>7,}  {name}")
    return 1 if kinds["another move"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
