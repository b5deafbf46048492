"""What the Python package takes beside its peers, in one run: `python benches/python.py`.

Needs san-strings, chess and transformers; `RAYON_NUM_THREADS=1` measures one thread.
"""

import os
import pathlib
import time

import chess
from transformers import AutoTokenizer

import san_strings

OUTPUT = pathlib.Path(__file__).parents[1] / "output"


def seconds(work, repeats=3):
    """The best of some runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


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
