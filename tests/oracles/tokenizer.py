#!/usr/bin/env python3
"""Loads output/tokenizer.json with Hugging Face's libraries, and compares the tokens with moves from python-chess.

    pip install tokenizers transformers numpy chess
    python3 tests/oracles/tokenizer.py target/release/san-strings FOLDER

FOLDER contains the PGN files of the crate pgn-reader: lichess.org games with clocks and evaluations, and games
from The Week in Chess. In these games and in output/corpus.pgn, every move must be one token. In the games of FOLDER,
the tokens must be the moves that python-chess reads. `encode` must write the same ids.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

# The libraries must not contact a server.
os.environ["HF_HUB_OFFLINE"] = "1"

import chess.pgn
import numpy
from tokenizers import Tokenizer
from transformers import AutoTokenizer, PreTrainedTokenizerFast

OUTPUT = pathlib.Path(__file__).parent.parent.parent / "output"
STRINGS = (OUTPUT / "san_strings_that_occur.txt").read_text("ascii").split()
SPECIAL = ["[PAD]", "[UNK]", "[BOS]", "[EOS]", "1-0", "0-1", "1/2-1/2", "*"]


def movetexts(path):
    """Yields a pair for each game of a file: the whole game, and its text after the tags."""
    for game in path.read_text("utf-8").split("[Event ")[1:]:
        yield "[Event " + game, game.split("\n\n", 1)[1]


def chess_games(path):
    """Yields the SAN moves and the result of each game, as read by python-chess."""
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors, game.errors
            board = game.board()
            moves = []
            for move in game.mainline_moves():
                moves.append(board.san(move))
                board.push(move)
            yield moves, game.headers["Result"]


def main(program, folder):
    tokenizer = Tokenizer.from_file(str(OUTPUT / "tokenizer.json"))
    fast = AutoTokenizer.from_pretrained(OUTPUT)
    assert fast.vocab_size == len(fast) == len(STRINGS) + len(SPECIAL)
    for number, string in enumerate(STRINGS + SPECIAL):
        assert tokenizer.token_to_id(string) == fast.convert_tokens_to_ids(string) == number

    def check(text, expected):
        ids = tokenizer.encode(text).ids
        assert tokenizer.decode(ids, skip_special_tokens=False).split() == expected, text
        assert ids == fast(text)["input_ids"], text
        return ids

    # Hand-written texts, with everything that PGN allows around a move.
    for text, moves in [
        ("1.e4 e5 2.Nf3", "e4 e5 Nf3"),
        ("1. e4 1... e5 2 Nf3", "e4 e5 Nf3"),
        ("1. e4! {good [%eval 0.1]\n 1-0 (really) *} e5?! $6 2. Nf3$14 *", "e4 e5 Nf3 *"),
        ("1. e4 (1. d4 d5 (1... Nf6 {(} 2. c4 (2. g3)) 2. c4) 1... e5", "e4 e5"),
        ("1. e4 ; 1. d4 is better\n1... e5\n% 2. d4\n2. Nf3 1/2-1/2", "e4 e5 Nf3 1/2-1/2"),
        ('[Event "[x] \\" 1-0"]\n[Round "1.2"]\n\n1. e4{x}e5 0-1', "e4 e5 0-1"),
        ("[BOS] e4 Xf3 Qa1a8 [EOS]", "[BOS] e4 [UNK] [UNK] [EOS]"),
    ]:
        check(text, moves.split())
    assert tokenizer.decode(tokenizer.encode("1. e4 e5 2. Nf3 1-0").ids) == "e4 e5 Nf3"
    batch = fast(["1. e4 e5", "1. d4"], padding=True)
    assert batch["attention_mask"] == [[1, 1], [1, 0]]
    ends = AutoTokenizer.from_pretrained(OUTPUT, add_bos_token=True, add_eos_token=True)
    assert ends.decode(ends("1. e4 e5").input_ids) == "[BOS] e4 e5 [EOS]"

    plies = games = 0
    for path in [OUTPUT / "corpus.pgn", *sorted(pathlib.Path(folder).glob("*.pgn"))]:
        run = [program, "-q", "encode", "--results", path]
        lines = subprocess.run(run, check=True, capture_output=True).stdout.splitlines()
        texts = list(movetexts(path))
        read = chess_games(path) if path.name != "corpus.pgn" else [None] * len(texts)
        for (game, text), line, theirs in zip(texts, lines, read, strict=True):
            if theirs is None:
                expected = [word for word in text.split() if not word.endswith(".")]
            else:
                expected = theirs[0] + [theirs[1]]
            ids = check(text, expected)
            assert "[UNK]" not in expected
            # The tags must not change the ids that the tokenizer returns, and `encode` must write the same ids.
            assert tokenizer.encode(game).ids == ids == json.loads(line)
            plies += len(ids) - 1
            games += 1
        with tempfile.TemporaryFile() as file:
            subprocess.run([program, "-q", "encode", "--format", "bin", path], check=True, stdout=file)
            ids = numpy.memmap(file, "<u2")
            end = tokenizer.token_to_id("[EOS]")
            assert (ids == end).sum() == len(texts)
            first = tokenizer.encode(texts[0][1]).ids[:-1]
            assert list(ids[: len(first) + 1]) == first + [end]

    # Tokenizers with other lists and other special tokens.
    def listed(*options):
        run = subprocess.run([program, "list", *options], check=True, capture_output=True)
        return run.stdout.decode()

    results = ["1-0", "0-1", "1/2-1/2", "*"]
    for options, san, special in [
        (["--list", "base"], "Nbxd2", SPECIAL),
        (["--list", "symbols"], "Nbxd2+", ["<s>", "</s>", "<unk>", *results]),
        ([], "Nbxd2+", ["<chunk>", "Unknown", *results]),
    ]:
        named = ["--special", *special[:-4]] if special != SPECIAL else []
        text = listed(*options, "--format", "tokenizer", *named)
        other = Tokenizer.from_str(text)
        numbers = {string: n for n, string in enumerate(listed(*options).split() + special)}
        assert all(other.token_to_id(token) == n for token, n in numbers.items())
        unknown = next(token for token in special if "unk" in token.lower() and "ch" not in token)
        for moves in [f"{san} e5", f"e5 Zf9 {san}", "Zf9", *(f"{san} {end}" for end in results)]:
            known = [numbers.get(move, numbers[unknown]) for move in moves.split()]
            # The tokenizer skips a result in a comment.
            assert other.encode(f"1. {moves} {{1-0 *}}").ids == known, moves
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(text)
            file.flush()
            names = {"pad_token": special[0], "unk_token": unknown}
            theirs = PreTrainedTokenizerFast(tokenizer_file=file.name, **names)
            assert len(theirs) == len(numbers)
            assert theirs("1. e5 Zf9 1-0")["input_ids"] == [
                numbers["e5"], numbers[unknown], numbers["1-0"]
            ]
    for special in [["<s>"], ["<chunk>", "[PAD]"]]:
        refused = [program, "list", "--format", "tokenizer", "--special", *special]
        refused = subprocess.run(refused, capture_output=True, text=True)
        assert refused.returncode == 2 and "needs a token for text" in refused.stderr
    print(f"{games} games, {plies} plies: a token each")


if __name__ == "__main__":
    main(*sys.argv[1:])
