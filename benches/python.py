"""What the Python package takes beside its peers, in one run: `python benches/python.py`.

Needs san-strings, chess, transformers and rust_pgn_reader_python_binding; `RAYON_NUM_THREADS=1` measures
one thread. With files, `python benches/python.py FILE...`, their games are read, too, in processor time.
"""

import os
import pathlib
import sys
import time

import chess
import rust_pgn_reader_python_binding as peer
from transformers import AutoTokenizer

import san_strings

OUTPUT = pathlib.Path(__file__).parents[1] / "output"


def seconds(work, repeats=3, clock=time.perf_counter):
    """The best of some runs."""
    times = []
    for _ in range(repeats):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def processor(work):
    return seconds(work, 5, time.process_time)


def read(path):
    """Reads the games of a file ten times over, with clocks and evaluations; and lists all legal moves."""
    text = pathlib.Path(path).read_text(errors="replace")
    texts = ["[Event " + game for game in ("\n" + text).split("\n[Event ")[1:]] * 10
    theirs = processor(lambda: peer.parse_games_from_strings(texts, num_threads=1))
    with_legal = processor(
        lambda: peer.parse_games_from_strings(texts, num_threads=1, store_legal_moves=True)
    )
    for name in ["occurring", "base", "uci"]:
        v = san_strings.Vocabulary(name)
        work = lambda: v.encode(texts, errors="skip", columns=["clock", "eval"])
        games = work()
        ours = processor(work)
        boards, legal = processor(games.boards), processor(lambda: v.legal(games))
        rates = [f"{len(games.ids) / t / 1e6:.2f}" for t in (ours, theirs, boards, legal, with_legal - theirs)]
        print(
            f"{path}, {name}, millions of plies a second: read {rates[0]}, peer with boards {rates[1]}; "
            f"boards {rates[2]}; legal {rates[3]}, peer {rates[4]}"
        )


def main():
    v = san_strings.Vocabulary()
    text = (OUTPUT / "corpus.pgn").read_text()
    texts = [game.split("\n\n", 1)[1].strip() for game in ("\n" + text).split("\n[Event ")[1:]]
    games = v.encode(texts)
    print(f"{len(games)} games, {len(games.ids)} plies, {os.environ.get('RAYON_NUM_THREADS', 'all')} threads")
    v.legal(games)

    # Words as they stand, as `transformers` reads them.
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
for path in sys.argv[1:]:
    read(path)
