"""Tests encoding games from texts and columns."""

import zipfile

import pytest

from san_strings import Vocabulary


def test_arrow_columns_are_read_where_they_are(v, texts):
    pa = pytest.importorskip("pyarrow")
    some = texts[:300]
    expected = v.encode(some)
    columns = [
        pa.array(some),
        pa.array(["", "1. e4 Zz9", *some, "x"])[2:-1],
        pa.array(some, pa.large_string()),
        pa.chunked_array([some[:7], [], some[7:]]),
        pa.array(some).dictionary_encode(),
    ]
    for column in columns:
        games = v.encode(column)
        assert (games.ids == expected.ids).all() and (games.offsets == expected.offsets).all()
    assert len(v.encode(pa.array([], pa.string()))) == 0
    with pytest.raises(ValueError, match="game 4, line 1, ply 2: Zz9: "):
        v.encode(pa.chunked_array([["e4", "d4"], ["Nf3", "e4 Zz9"]]))
    with pytest.raises(ValueError, match="game 2 is null"):
        v.encode(pa.array(["e4", None]))


def test_errors_name_the_member_of_a_zip(v, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("one.pgn", "1. e4 *\n\n1. d4 *\n")
        archive.writestr("sub/two.pgn", "1. e4 *\n\n1. Ke3 *\n")
    with pytest.raises(ValueError, match="a.zip/sub/two.pgn: game 2, line 3, ply 1: Ke3"):
        v.encode_pgn(tmp_path / "a.zip")
    (tmp_path / "b.pgn.gz").write_bytes(b"")
    with pytest.raises(ValueError, match="b.pgn.gz: the file is empty"):
        v.encode_pgn(tmp_path / "b.pgn.gz")


def test_errors_name_game_and_ply(v, tmp_path):
    message = 'game 2, line 2, ply 3: Qa1a8: it is not legal: .*; errors="skip" leaves an empty game in its place'
    with pytest.raises(ValueError, match=message):
        v.encode(["e4", "1. e4 e5\n2. Qa1a8"])
    assert v.encode(["Qa1a8 e4"], errors="unk").ids.tolist() == [v.unk_id, v["e4"]]
    with pytest.raises(TypeError):
        v.encode("1. e4")
    with pytest.raises(ValueError):
        v.encode(["e4"], errors="ignore")
    with pytest.raises(FileNotFoundError):
        v.encode_pgn(tmp_path / "none.pgn")
    path = tmp_path / "games.pgn"
    path.write_text('[Variant "Atomic"]\n\n1. e4 *\n\n[FEN "8/8/8/8/8/k7/8/K7 w - - 0 1"]\n\n1. Kb1 *\n\n[Site "x"]\n\n1. e4 *\n\n1. Xf3 *\n')
    with pytest.raises(ValueError, match="games.pgn: game 4, line 13, ply 1: Xf3: .*errors=\"unk\""):
        v.encode_pgn(path)
    with pytest.raises(ValueError, match="games.pgn: game 4, line 13, ply 1: Xf3: .*errors=\"unk\""):
        list(v.read(path))
    games = v.encode_pgn(path, errors="unk")
    assert (len(games), games.left_out) == (2, {"from a FEN": 1, "of a variant": 1})
    assert games.index.tolist() == [2, 3]
    games = v.encode_pgn(path, errors="skip")
    assert games.left_out == {"from a FEN": 1, "of a variant": 1, "no move": 1}
    assert games.index.tolist() == [2]
    assert len(v.encode_pgn(path, errors="unk", variants=True)) == 4


def test_uci_text_has_the_ids_of_its_words():
    v = Vocabulary("uci")
    for replay in [True, False]:
        assert v.encode(["e2e4 e7e5"], replay=replay).ids.tolist() == [v["e2e4"], v["e7e5"]] == [935, 1102]
    # Without replay, each UCI move gets its id, legal or not. SAN moves get UCI ids only if we replay them.
    games = v.encode(["1. a1h8 {no} h7h8q 2. e1h1 1-0"], replay=False)
    assert games[0].tolist() == [v[text] for text in ["a1h8", "h7h8q", "e1h1"]]
    assert v.encode(["1. e4 e5"]).ids.tolist() == [935, 1102]
    with pytest.raises(ValueError, match="game 1, line 1, ply 1: e4: it is not in the list of strings"):
        v.encode(["1. e4 e5"], replay=False)
    with pytest.raises(ValueError, match="game 2, line 1, ply 2: e2f5: it is not in the list of strings"):
        v.encode(["e2e4", "e2e4 e2f5 e7e5"], replay=False)
    with pytest.raises(ValueError, match="game 1, line 1, ply 2: e2e4: "):
        v.encode(["e2e4 e2e4"])
    unknown = v.encode(["Xf3 e2e4 e2f5 e7e5"], errors="unk")
    assert unknown.ids.tolist() == [v.unk_id, 935, v.unk_id, 1102]


def test_games_are_replayed_unless_they_are_not(v):
    texts = ["f3 e5 g4 Qh4", "e4 e5 Ng1f3 Nc6 Bb5 a6 0-0", "e4 e4", "d4 d5 Nb1", "e2-e4"]
    words = v.encode(texts[:1], replay=False)
    assert words.texts(0) == ["f3", "e5", "g4", "Qh4"] and words.mended == {}
    played = v.encode(texts, errors="skip")
    assert played.texts(0) == ["f3", "e5", "g4", "Qh4#"]
    assert played.texts(1) == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]
    assert [len(game) for game in played] == [4, 7, 0, 0, 1]
    assert played.left_out == {"illegal move": 2} and played.mended["mate-missing"] == 1
    assert v.encode(["e4 e4"], replay=False).left_out == {}
    unknown = v.encode(["e4 e4 Qh4 Xf3"], errors="unk")
    assert unknown.ids.tolist() == [v["e4"], v.unk_id, v["Qh4"], v.unk_id]
    assert unknown.left_out == {} == v.encode(["e4"]).left_out
    for wrong in ["ignore", None, True]:
        with pytest.raises(ValueError, match='errors must be "strict", "skip" or "unk", not'):
            v.encode(["e4"], errors=wrong)


FEN = '[FEN "8/8/8/8/8/k7/8/K7 w - - 0 1"]\n\n1. Kb1 1-0'
VARIANT = '[Variant "Atomic"]\n\n1. d4 0-1'


def test_a_game_left_out_is_counted_and_keeps_its_place(v):
    pa = pytest.importorskip("pyarrow")
    texts = ["1. e4 1-0", FEN, "d4 1/2-1/2", VARIANT, "", "Nf3 0-1", "e4 *"]
    chunks = pa.chunked_array([texts[:2], texts[2:]])
    for games in [v.encode(texts), v.encode(pa.array(texts)), v.encode(chunks)]:
        assert games.left_out == {"from a FEN": 1, "of a variant": 1} and len(games) == len(texts)
        assert games.index.tolist() == list(range(len(texts))) and games.index.dtype == "int64"
        assert [len(ids) for ids in games] == [1, 0, 1, 0, 0, 1, 1]
        assert games.results.tolist() == [1, 2, 0, 2, 2, -1, 2]


def test_unk_ends_a_text_that_holds_more_than_a_game(v):
    with pytest.raises(ValueError, match="game 1, line 1, ply 1: e5: it begins another game"):
        v.encode(["e4 1-0 e5"])
    games = v.encode(["e4 1-0 e5 d4 * Nf3", "d4", FEN + " e4", "e4 {", "x 1-0"], errors="unk")
    unk = v.unk_id
    assert [ids.tolist() for ids in games] == [[v["e4"], unk], [v["d4"]], [], [v["e4"], unk], [unk]]
    assert games.results.tolist()[:3] == [1, 2, 2] and games.left_out == {"from a FEN": 1}
    games = v.encode(["e4 1-0 e5", "d4"], errors="skip")
    assert [len(ids) for ids in games] == [0, 1] and games.results.tolist() == [2, 2]
    assert games.left_out == {"second game": 1}


def test_what_is_no_text_is_named_with_its_game(v):
    for nothing in [None, float("nan")]:
        with pytest.raises(ValueError, match="game 2 is null"):
            v.encode(["e4", nothing])
    with pytest.raises(TypeError, match="game 3 is not a str but bytes"):
        v.encode(["e4", "d4", b"e4"])
    with pytest.raises(ValueError, match="game 2 is not text"):
        v.encode(["e4", "\ud800"])
    for wrong in [5, None]:
        with pytest.raises(TypeError):
            v.encode(wrong)


def test_a_column_is_one_of_texts(v):
    pa = pytest.importorskip("pyarrow")
    columns = [
        pa.array(["e4", "d4"], kind)
        for kind in (pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view())
    ]
    columns.append(pa.array(["e4", "d4"], pa.binary()).dictionary_encode())
    for column in columns:
        assert v.encode(column).ids.tolist() == [v["e4"], v["d4"]]
    assert len(v.encode(pa.array([]))) == 0
    table = pa.table({"movetext": ["e4"], "Elo": [1]})
    with pytest.raises(TypeError, match=r'table\["movetext"\]; it has movetext, Elo'):
        v.encode(table)
    for column in [pa.array([1, 2]), pa.array([["e4"]]), pa.array([1]).dictionary_encode()]:
        with pytest.raises(TypeError, match="a column of texts, not"):
            v.encode(column)
    # A binary column may contain bytes that are not UTF-8.
    latin = pa.array([b"d4", b"e4 {\xe9}", b"e4 \xe9"])
    for column in [latin, latin.cast(pa.binary_view()), latin.dictionary_encode()]:
        with pytest.raises(ValueError, match="game 3, line 1, ply 2: .*: it is not a move"):
            v.encode(column)
        assert v.encode(column, errors="unk").ids.tolist() == [20, 26, 26, v.unk_id]
    with pytest.raises(ValueError, match="game 4 is null"):
        v.encode(pa.chunked_array([["e4", "d4"], ["c4", None]]))
    with pytest.raises(ValueError, match="game 1 is null"):
        v.encode(pa.array([None, None]))
