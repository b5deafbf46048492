"""Games as arrays and batches, against plain Python."""

import itertools

import numpy as np
import pytest

from san_strings import Games


def test_a_batch_is_what_plain_python_makes(v):
    games = v.encode(["e4 e5 Nf3", "", "d4", "Nf3 d5 g3 c5 Bg2"])
    for bos, eos, length in itertools.product([False, True], [False, True], [None, 2, 4, 9]):
        indices = [3, 0, 1, 3, -2]
        batch = games.batch(indices, length=length, bos=bos, eos=eos)
        rows = []
        for index in indices:
            row = [v.bos_id] * bos + games[index].tolist() + [v.eos_id] * eos
            rows.append(row[:length] if length else row)
        width = length or max(map(len, rows))
        assert batch.ids.tolist() == [row + [v.pad_id] * (width - len(row)) for row in rows]
        mask = [[1] * len(row) + [0] * (width - len(row)) for row in rows]
        assert batch.attention_mask.tolist() == mask
        for row, plies in zip(batch.ids, batch.plies):
            is_move = row < v.strings
            assert (row[is_move] == games.ids[plies[is_move]]).all()
            assert (plies[~is_move] == -1).all()
    assert games.batch(dtype=np.int32).ids.dtype == np.int32
    assert games.batch([]).ids.shape[0] == 0
    with pytest.raises(IndexError):
        games.batch([4])


def test_games_are_a_sequence(v):
    games = v.encode(["e4", "d4 d5"])
    assert [ids.tolist() for ids in games] == [[v["e4"]], [v["d4"], v["d5"]]]
    assert games[-1].tolist() == [v["d4"], v["d5"]] and isinstance(games, Games)
    for index in (2, -3):
        with pytest.raises(IndexError):
            games[index]


def test_bools_select_games(v):
    games = v.encode(["e4", "d4", "c4 c5"])
    elo = np.array([1900, 2100, 2500])
    masks = [elo > 2000, [False, True, True], (False, True, True), np.array([0, 1, 1], bool)]
    try:
        import torch
    except ImportError:
        pass
    else:
        masks.append(torch.tensor([False, True, True]))
    for mask in masks:
        batch = games.batch(mask)
        assert batch.ids.tolist() == [[v["d4"], v.pad_id], [v["c4"], v["c5"]]]
    assert games.batch(elo > 9000).ids.shape[0] == 0
    for wrong in [[True], [False] * 4, np.zeros(0, bool)]:
        with pytest.raises(IndexError, match="bools for 3 games"):
            games.batch(wrong)


def test_only_numbers_and_bools_select_games(v):
    games = v.encode(["e4", "d4", "c4 c5"])
    for wrong in [
        [0.9], np.array([1.0]), np.array([]), ["1"], [None], [True, 2], [2, np.True_], 0, np.int64(1),
        [[0, 1]], [1 + 0j], {0}, "0", np.ma.array([0, 1], mask=[0, 1]), np.array(["NaT"], "M8[s]"), slice(2),
    ]:
        with pytest.raises(TypeError, match="indices"):
            games.batch(wrong)
    for kind in [np.uint8, np.int16, np.uint64, ">i4"]:
        assert games.batch(np.array([1], kind)).ids.tolist() == [[v["d4"]]]
    for wrong in [[3], [-4], np.array([2**64 - 1], np.uint64)]:
        with pytest.raises(IndexError):
            games.batch(wrong)
    for wrong in [slice(1), "0", 1.0, None]:
        with pytest.raises(TypeError):
            games[wrong]


def test_a_batch_holds_its_ids(v):
    games = v.encode(["e4"])
    for dtype in [np.float16, float, np.uint8, bool, object, "M8[s]"]:
        with pytest.raises(TypeError, match="dtype is one of integers"):
            games.batch(dtype=dtype)
    for dtype in [np.int16, np.uint16, ">i4", int]:
        assert games.batch(dtype=dtype, eos=True).ids.tolist() == [[v["e4"], v.eos_id]]
    with pytest.raises(TypeError):
        games.batch(length=2.5)
    with pytest.raises(ValueError):
        games.batch(length=-1)
