"""Compares arrays and batches of games with lists that plain Python computes."""

import itertools
import pickle

import numpy as np
import pytest

import san_strings
from common import CORPUS
from san_strings import Games, Vocabulary


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
    for wrong in ["0", 1.0, None, (0, 1), np.True_, np.array(1.0)]:
        with pytest.raises(TypeError):
            games[wrong]


def test_a_batch_holds_its_ids(v):
    games = v.encode(["e4"])
    for dtype in [np.float16, float, np.uint8, bool, object, "M8[s]"]:
        with pytest.raises(TypeError, match="dtype must be an integer type"):
            games.batch(dtype=dtype)
    for dtype in [np.int16, np.uint16, ">i4", int]:
        assert games.batch(dtype=dtype, eos=True).ids.tolist() == [[v["e4"], v.eos_id]]
    with pytest.raises(TypeError):
        games.batch(length=2.5)
    with pytest.raises(ValueError):
        games.batch(length=-1)


def rows(games):
    """Returns the ids, result, index and tags of each game as plain Python values."""
    columns = [games.results.tolist(), games.index.tolist(), *map(games.tags, sorted(games._tags))]
    ids = [ids.tolist() for ids in games]
    assert games.offsets.tolist() == [0, *itertools.accumulate(map(len, ids))]
    dtypes = [array.dtype for array in (games.ids, games.offsets, games.results, games.index)]
    assert dtypes == [np.uint16, np.int64, np.int8, np.int64]
    return list(zip(ids, *columns, strict=True))


@pytest.fixture
def tagged(v, tmp_path):
    """Twelve games, of which four are left out."""
    movetexts = ["e4 1-0", "Zz9", "d4 d5 0-1", "*", "c4 c5 Nf3 1/2-1/2", "e4 e4"] * 2
    path = tmp_path / "tagged.pgn"
    path.write_text("".join(f'[Round "{n}"]\n[Site "?"]\n\n{text}\n\n' for n, text in enumerate(movetexts)))
    games = v.encode_pgn(path, tags=["Round", "Nothing"], errors="skip")
    assert len(games) == 8 and games.index.tolist() == [0, 2, 3, 4, 6, 8, 9, 10]
    return games


def test_a_selection_is_games_with_all_that_belongs_to_them(tagged):
    everything, n = rows(tagged), len(tagged)
    ends = [None, *range(-n - 2, n + 3)]
    for start, stop, step in itertools.product(ends, ends, [None, 1, 2, -1, -3]):
        some = slice(start, stop, step)
        assert rows(tagged[some]) == everything[some]
    rng = np.random.default_rng(1)
    for _ in range(3):
        numbers = rng.integers(-n, n, 30)
        for given in [numbers, numbers.tolist(), numbers.astype(np.int8)]:
            assert rows(tagged[given]) == [everything[number] for number in numbers]
        mask = rng.random(n) < 0.5
        for given in [mask, mask.tolist()]:
            assert rows(tagged[given]) == [row for row, is_in in zip(everything, mask) if is_in]
    for nothing in [[], np.array([], int), [False] * n, slice(0, 0)]:
        assert rows(tagged[nothing]) == []
    for number in [3, -5, np.int64(3), np.array(3)]:
        assert tagged[number].tolist() == everything[3][0]
    for wrong in [[n], [-n - 1], [True]]:
        with pytest.raises(IndexError):
            tagged[wrong]
    # `left_out` and `mended` are counts for all games that were read, so they are empty in a selection.
    assert tagged.left_out and not tagged[:].left_out and not tagged[[0]].mended
    bare = Games(tagged.vocabulary, tagged.ids, tagged.offsets)
    for some in [bare[2:5], bare[[2, 3, 4]]]:
        assert some.results is some.index is None
        assert [ids.tolist() for ids in some] == [row[0] for row in everything[2:5]]


def test_many_games_are_selected_as_few_are(games, monkeypatch):
    numbers = np.random.default_rng(2).integers(0, len(games), 1000)
    expected = [id for number in numbers.tolist() for id in games[number].tolist()]
    for block in [1, 7, 1000, 1001]:
        monkeypatch.setattr("san_strings._games._BLOCK", block)
        assert games[numbers].ids.tolist() == expected


def test_a_slice_is_a_view(games):
    assert games[5:900].ids.base is games.ids or np.shares_memory(games[5:900].ids, games.ids)
    assert not np.shares_memory(games[[5, 6]].ids, games.ids)


def test_a_selection_is_saved_and_read_again(tagged, tmp_path):
    tagged.save(tmp_path / "all.bin")
    for games in [tagged, san_strings.open(tmp_path / "all.bin")]:
        odd = games[[int(value) % 4 == 0 for value in games.tags("Round")]]
        odd.save(tmp_path / "odd.bin")
        opened = san_strings.open(tmp_path / "odd.bin")
        expected = [row for row in rows(tagged) if row[2] % 4 == 0]
        copies = [odd, opened, pickle.loads(pickle.dumps(odd)), pickle.loads(pickle.dumps(games[:]))[::1]]
        assert [rows(copy) for copy in copies] == [expected] * 3 + [rows(tagged)]
        assert opened.left_out == opened.mended == {}


def test_pieces_are_joined_to_the_whole(games, v, tagged):
    pieces = list(v.read(CORPUS, tags=["Event", "Nothing"], games=1234))
    assert rows(san_strings.concat(pieces)) == rows(games)
    twice = san_strings.concat(games for games in [tagged, tagged[:0], tagged[::-1], tagged])
    everything = rows(tagged)
    assert rows(twice) == everything + everything[::-1] + everything
    assert twice.left_out == {kind: 2 * count for kind, count in tagged.left_out.items()}
    assert rows(san_strings.concat([tagged])) == everything
    mended = san_strings.concat([v.encode(["f3 e5 g4 Qh4"]), v.encode(["e2-e4 e7-e5", "f3 e5 g4 Qh4"])])
    assert mended.mended == {"mate-missing": 2, "long-algebraic": 2}
    bare = Games(v, tagged.ids, tagged.offsets)
    both = san_strings.concat([bare, bare])
    assert both.results is both.index is None and len(both) == 2 * len(tagged)


def test_only_the_same_kind_of_games_is_joined(tagged, v):
    plain, base = v.encode(["e4"]), Vocabulary("base").encode(["e4"])
    bare = Games(v, plain.ids, plain.offsets)
    for parts, match in [
        ([plain, plain, base], r"number 3 .*: they use Vocabulary\('occurring'\) and Vocabulary\('base'\)"),
        ([plain, Vocabulary(most=4000).encode([])], "most=4000"),
        ([plain, tagged], r"number 2 .*: they have the tags \[\] and \['Nothing', 'Round'\]"),
        ([plain, bare], "only the first has results"),
        ([bare, plain], "only the other has results"),
        ([], "at least one"),
    ]:
        with pytest.raises(ValueError, match=match):
            san_strings.concat(parts)
    for wrong in [plain, [plain, plain.ids], 5]:
        with pytest.raises(TypeError):
            san_strings.concat(wrong)


def test_what_is_made_has_a_short_name(v, games):
    assert repr(games.batch(range(32), length=256)) == "<batch of 32 games, 256 tokens each, int64>"
    assert repr(v.encode(["e4 e5"]).batch(dtype=np.int32)) == "<batch of 1 games, 2 tokens each, int32>"
    assert repr(games[:2]) == f"<2 games of Vocabulary('occurring'), {len(games[:2].ids)} plies>"
