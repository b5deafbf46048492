"""Tests the lists and their ids."""

import itertools
import subprocess
import sys

import chess
import pytest

from common import OUTPUT, ROOT
from san_strings import Vocabulary


def test_ids_are_the_lines_of_the_lists():
    files = {
        "occurring": "san_strings_that_occur.txt",
        "base": "san_strings.txt",
        "symbols": "san_strings_with_symbols.txt",
    }
    special = ["[PAD]", "[UNK]", "[BOS]", "[EOS]", "1-0", "0-1", "1/2-1/2", "*"]
    for name, file in files.items():
        v = Vocabulary(name)
        lines = (OUTPUT / file).read_text().split()
        assert list(v) == lines + special
        assert [v[text] for text in lines + special] == list(range(len(v)))
        assert (v.strings, len(v)) == (len(lines), len(lines) + 8)
    ids = [v.pad_id, v.unk_id, v.bos_id, v.eos_id]
    assert [v.text(id) for id in ids] == special[:4]
    assert "Qa1a8" not in Vocabulary() and "Nf3" in v
    for id in (-1, len(v)):
        with pytest.raises(IndexError):
            v.text(id)
    for wrong in [("none",), ("uci", 3), ("base", 0)]:
        with pytest.raises(ValueError):
            Vocabulary(*wrong)


def test_the_most_frequent_strings_are_those_of_the_counts():
    counts = (ROOT / "data/lichess_counts.tsv").read_text().split()
    counts = sorted(zip(map(int, counts[1::2]), counts[::2]), key=lambda row: (-row[0], len(row[1]), row[1]))
    best = sorted((text for _, text in counts[:4000]), key=lambda text: (len(text), text))
    v = Vocabulary(most=4000)
    assert list(v)[:4000] == best and v.pad_id == 4000
    assert v.encode(["e4 Qh1xf3+"], errors="unk").ids.tolist() == [v["e4"], v.unk_id]


def test_uci_moves_are_those_of_python_chess():
    board = chess.Board(None)
    moves = set()
    for square in chess.SQUARES:
        for piece in [chess.QUEEN, chess.KNIGHT]:
            board.clear()
            board.set_piece_at(square, chess.Piece(piece, chess.WHITE))
            moves |= {chess.Move(square, to).uci() for to in board.attacks(square)}
    for file, color in itertools.product(range(8), chess.COLORS):
        ranks = (6, 7) if color else (1, 0)
        for to in range(max(file - 1, 0), min(file + 2, 8)):
            squares = chess.square(file, ranks[0]), chess.square(to, ranks[1])
            moves |= {chess.Move(*squares, promotion).uci() for promotion in range(2, 6)}
    v = Vocabulary("uci")
    assert list(v)[: v.strings] == sorted(moves, key=lambda move: (len(move), move))


def test_wrong_names_and_numbers_are_named(v):
    with pytest.raises(KeyError, match=r"Qa1a8 is not in Vocabulary\('occurring'\)"):
        v["Qa1a8"]
    assert 5 not in v and None not in v
    for most in (-1, 0, -(10**30)):
        with pytest.raises(ValueError, match="most must be positive"):
            Vocabulary(most=most)
    with pytest.raises(TypeError):
        Vocabulary(most=2.5)
    assert list(Vocabulary(most=10**30)) == list(v)


def test_a_list_lives_as_long_as_someone_has_it():
    """Creates a hundred lists, and checks that the memory of unused lists is freed."""
    code = """if True:
        import resource
        from san_strings import Vocabulary

        def peak():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        kept = Vocabulary(most=3000)
        before = peak()
        for most in range(4000, 4100):
            assert Vocabulary(most=most).pad_id == most
        assert kept["e4"] == Vocabulary(most=3000)["e4"]
        print(peak() - before)
    """
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert int(run.stdout) < 20_000
