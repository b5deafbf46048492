"""Measures the Python package and its peers in one run: `python benches/python.py`.

Needs san-strings, chess, transformers and rust_pgn_reader_python_binding. Set `SAN_STRINGS_THREADS=1`
to run san-strings on one thread. `python benches/python.py FILE...` also measures the processor time for
reading the games in these files.
"""

import os
import pathlib
import sys
import time

import chess
import numpy as np
import rust_pgn_reader_python_binding as peer
from transformers import AutoTokenizer

import san_strings

OUTPUT = pathlib.Path(__file__).parents[1] / "output"


def seconds(work, repeats=3, clock=time.perf_counter):
    """Returns the time of the fastest run."""
    times = []
    for _ in range(repeats):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def processor(work):
    return seconds(work, 5, time.process_time)


def read(path):
    """Measures how fast our package and the peer library read ten copies of each game of a file.

    We time three tasks: reading the games with clocks and evaluations; reading them with boards as well; and reading
    them with boards and finding the legal moves.
    """
    text = pathlib.Path(path).read_text(errors="replace")
    texts = ["[Event " + game for game in ("\n" + text).split("\n[Event ")[1:]] * 10
    for name in ["occurring", "base", "uci"]:
        v = san_strings.Vocabulary(name)

        def encode(*columns):
            return v.encode(texts, errors="skip", columns=["clock", "eval", *columns], threads=1)

        work = {
            "read": encode,
            "with boards": lambda: encode("boards"),
            "with legal moves, too": lambda: v.legal(encode("boards"), threads=1),
            "peer, with boards": lambda: peer.parse_games_from_strings(texts, num_threads=1),
            "peer, with legal moves, too": lambda: peer.parse_games_from_strings(
                texts, num_threads=1, store_legal_moves=True
            ),
        }
        # Alternate the functions, so that other work on the machine cannot slow down all runs of one function.
        best = dict.fromkeys(work, float("inf"))
        for _ in range(15):
            for what, run in work.items():
                start = time.process_time()
                run()
                best[what] = min(best[what], time.process_time() - start)
        plies = len(encode().ids)
        print(f"{path}, {name}, millions of plies a second:")
        print(", ".join(f"{what} {plies / took / 1e6:.2f}" for what, took in best.items()))


def masks():
    """Compares how fast TorchRL's method and `Positions` compute masks of legal moves, on the same positions."""
    v = san_strings.Vocabulary("symbols")
    # The actions of TorchRL's `ChessEnv`: the strings of our list `symbols`, then the empty string.
    moves = [*v][: v.strings] + [""]
    ids = {san: id for id, san in enumerate(moves)}
    games = v.encode((OUTPUT / "corpus.pgn").read_text().split("\n\n")[1:400:2])
    boards = []
    for game in range(len(games)):
        board = chess.Board()
        for san in games.texts(game):
            boards.append(board.copy(stack=False))
            board.push_san(san)
    boards = boards[::3][:2000]

    def mask(legal):
        row = np.zeros(len(moves), bool)
        row[legal] = True
        return row

    positions = san_strings.Positions(v, fens=[board.fen() for board in boards], threads=1)
    some = boards[::10]
    ways = {
        "list.index": (some, lambda: [mask([moves.index(b.san(m)) for m in b.legal_moves]) for b in some]),
        "dict": (boards, lambda: [mask([ids[b.san(m)] for m in b.legal_moves]) for b in boards]),
        "Positions": (boards, positions.mask),
    }
    np.testing.assert_array_equal(ways["dict"][1](), np.pad(positions.mask()[:, : v.strings], [(0, 0), (0, 1)]))
    for way, (which, work) in ways.items():
        print(f"masks a second by {way}: {len(which) / processor(work):,.0f}")


def main():
    v = san_strings.Vocabulary()
    text = (OUTPUT / "corpus.pgn").read_text()
    texts = [game.split("\n\n", 1)[1].strip() for game in ("\n" + text).split("\n[Event ")[1:]]
    games = v.encode(texts)
    print(f"{len(games)} games, {len(games.ids)} plies, {os.environ.get('SAN_STRINGS_THREADS', 'all')} threads")
    v.legal(games)

    # Encode tokens as written, as `transformers` does.
    ours = len(games.ids) / seconds(lambda: v.encode(texts, replay=False))
    tokenizer = AutoTokenizer.from_pretrained(OUTPUT)
    some = texts[:1000]
    theirs = len(v.encode(some).ids) / seconds(lambda: tokenizer(some), 1)
    print(f"encode as written: {ours:,.0f} ids a second; transformers: {theirs:,.0f}; ratio {ours / theirs:.0f}")

    ours = len(games.ids) / seconds(lambda: v.legal(games))
    boards = []
    for game in range(30):
        board = chess.Board()
        for san in games.texts(game):
            boards.append(board.copy(stack=False))
            board.push_san(san)
    vocab = {text: id for id, text in enumerate(v)}
    work = lambda: [[vocab[b.san(m)] for m in b.legal_moves] for b in boards]
    theirs = len(boards) / seconds(work, 1)
    print(f"legal: {ours:,.0f} positions a second; python-chess: {theirs:,.0f}; ratio {ours / theirs:.0f}")


main()
masks()
for path in sys.argv[1:]:
    read(path)
