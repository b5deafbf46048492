"""Compares the parts of each string with the groups of python-chess's regular expression for SAN."""

import pickle

import chess
import numpy as np
import pytest

import san_strings
from san_strings import PARTS, Vocabulary

VALUES = [
    ["", "P", "N", "B", "R", "Q", "K", "O-O", "O-O-O"],
    ["", *"abcdefgh"],
    ["", *"12345678"],
    ["", "x"],
    ["", *chess.SQUARE_NAMES],
    ["", "P", "N", "B", "R", "Q"],
    ["", "+", "#"],
]

LISTS = [("occurring",), ("base",), ("symbols",), ("uci",), ("occurring", 4000), ("base", 1), ("symbols", 17)]


def of_san(text):
    """Returns the parts of a SAN, as python-chess's regular expression splits it."""
    suffix = text[-1] if text[-1] in "+#" else ""
    castling = text.rstrip("+#")
    if castling in ["O-O", "O-O-O"]:
        return [castling, "", "", "", "", "", suffix]
    piece, file, rank, to, promotion, *_ = chess.SAN_REGEX.match(text).groups()
    promotion = promotion.strip("=") if promotion else ""
    return [piece or "P", file or "", rank or "", "x" * text.count("x"), to, promotion, suffix]


def of_uci(text):
    move = chess.Move.from_uci(text)
    file, rank = chess.square_name(move.from_square)
    promotion = chess.piece_symbol(move.promotion).upper() if move.promotion else ""
    return ["", file, rank, "", chess.square_name(move.to_square), promotion, ""]


@pytest.mark.parametrize("arguments", LISTS)
def test_parts_are_those_of_python_chess(arguments):
    v = Vocabulary(*arguments)
    of = of_uci if v.name == "uci" else of_san
    expected = [[values.index(part) for values, part in zip(VALUES, of(text))] for text in list(v)[: v.strings]]
    parts = v.parts
    assert parts.dtype == np.uint8 and parts.tolist() == expected + [[0] * 7] * 8
    assert parts is v.parts and not parts.flags.writeable


@pytest.mark.parametrize("arguments", LISTS)
def test_there_is_a_way_back_for_every_id(arguments):
    v = Vocabulary(*arguments)
    ids = v.ids_of(v.parts)
    assert ids.dtype == np.uint16 and ids.tolist() == [*range(v.strings), *[v.pad_id] * 8]
    assert (v.parts[ids] == v.parts).all()
    shuffled = np.random.default_rng(3).permutation(v.strings)[: v.strings // 6 * 6].reshape(2, 3, -1)
    for kind in [np.uint8, np.int8, np.int64, np.uint64]:
        assert (v.ids_of(v.parts[shuffled].astype(kind)) == shuffled).all()


def test_the_columns_are_named():
    assert list(PARTS.values()) == [len(values) for values in VALUES]
    assert list(PARTS) == ["piece", "from_file", "from_rank", "capture", "to_square", "promotion", "suffix"]
    assert san_strings.PARTS is PARTS


def test_what_no_string_has_is_unknown(v):
    texts, base = dict(zip(map(tuple, v.parts.tolist()), v)), Vocabulary("base")
    rng = np.random.default_rng(4)
    parts = np.stack([rng.integers(0, values, 20_000) for values in PARTS.values()], axis=-1)
    # Every second row contains the parts of a string in the list. In half of these rows, we overwrite one part.
    parts[::2] = v.parts[rng.integers(0, v.strings, 10_000)]
    parts[np.arange(0, 20_000, 4), rng.integers(0, 7, 5000)] = rng.integers(0, 2, 5000)
    for row, id in zip(parts.tolist(), v.ids_of(parts).tolist()):
        assert id == (v[texts[tuple(row)]] if tuple(row) in texts and any(row) else v.unk_id if any(row) else v.pad_id)
    for part, wrong in [(0, 9), (1, -1), (2, 9), (3, 2), (4, 65), (5, 6), (6, 3), (6, 2**40), (4, -(2**40))]:
        row = v.parts[v["e4"]].astype(np.int64)
        row[part] = wrong
        assert v.ids_of(row) == v.unk_id
    assert base.ids_of(v.parts[v["Nf3+"]]) == base.unk_id != base.ids_of(v.parts[v["Nf3"]])
    assert v.ids_of([[2, 0, 0, 0, 22, 0, 0]]).tolist() == [v["Nf3"]]
    assert v.ids_of(np.zeros((0, 7), int)).shape == (0,) and v.ids_of(np.zeros((3, 0, 7), int)).shape == (3, 0)
    for wrong in [0, [], [1] * 6, np.zeros((7, 6), int)]:
        with pytest.raises(ValueError, match="last axis"):
            v.ids_of(wrong)
    for wrong in [[0.5] * 7, ["x"] * 7, np.zeros(7, bool), None]:
        with pytest.raises(TypeError, match="parts are integers"):
            v.ids_of(wrong)


def test_batches_go_there_and_back(v, games):
    batch = games.batch(range(50), length=40)
    parts = v.parts[batch.ids]
    assert parts.shape == (50, 40, 7) and (v.ids_of(parts) == batch.ids).all()
    # Pickling a vocabulary leaves out its cached arrays.
    assert len(pickle.dumps(v)) < 200 and pickle.loads(pickle.dumps(v)).parts.tolist() == v.parts.tolist()
