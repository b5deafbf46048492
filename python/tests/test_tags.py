"""Tests tags as numbers, tags passed as columns next to the texts, and tags that are missing from every game."""

import math
import warnings

import numpy as np
import pytest

from san_strings import Vocabulary

ELOS = ["2700", None, "?", "2650.5", "0150", " 1500 ", "abc", "", "1e3", "-3"]


def database(path, elos=ELOS):
    tag = lambda elo: "" if elo is None else f'[WhiteElo "{elo}"]\n'
    path.write_text("\n".join(f'[Event "x"]\n{tag(elo)}\n1. e4 *\n' for elo in elos))
    return path


def test_numbers_of_tags(v, tmp_path):
    games = v.encode_pgn(database(tmp_path / "g.pgn"), tags=["WhiteElo"])
    found = games.numbers("WhiteElo")
    nan = math.nan
    np.testing.assert_array_equal(found, [2700, nan, nan, 2650.5, 150, 1500, nan, nan, nan, -3])
    assert found.dtype == np.float64 and games[found > 1000].numbers("WhiteElo").tolist() == [2700, 2650.5, 1500]
    with pytest.raises(KeyError, match="ask for it with tags"):
        games.numbers("BlackElo")
    games.save(tmp_path / "g.bin")


def test_columns_beside_the_texts(v):
    pa = pytest.importorskip("pyarrow")
    texts, elos = ["1. e4", "1. d4 d5", "1. Ke2", "1. c4"], [2700, None, 2800, 2500]
    tags = {"WhiteElo": elos, "Date": ["2015.01.02", "2016", None, 'a "b" \\']}
    expected = {None: [0, 1, 2, 3], "WhiteElo>=2600": [0, 2], "not WhiteElo>=2600": [1, 3], "Date=2015": [0], "Date~'\"b\" \\\\'": [3]}
    table = pa.table({"movetext": texts, **tags})
    for where, chosen in expected.items():
        for movetexts, beside in [
            (texts, tags),
            (table["movetext"], {name: table[name] for name in tags}),
            (texts, {**tags, "WhiteElo": np.array([2700, np.nan, 2800, 2500])}),
        ]:
            games = v.encode(movetexts, tags=beside, where=where, errors="skip")
            assert games.index.tolist() == chosen
            assert games.tags("WhiteElo") == [None if elos[n] is None else str(elos[n]) for n in chosen]
            assert games.tags("Date") == [tags["Date"][n] for n in chosen]
            # An illegal game is encoded as an empty game.
            assert [game.size for game in games] == [[1, 2, 0, 1][n] for n in chosen]
    with pytest.warns(UserWarning, match="no game has a value for Elo") as caught:
        assert len(v.encode(texts, tags=tags, where="Elo>2000", errors="skip")) == 0
    assert caught[0].filename == __file__
    with pytest.raises(ValueError, match="3 values of A for 4 games"):
        v.encode(texts, tags={"A": [1, 2, 3]})
    with pytest.raises(ValueError, match="where needs the tags beside"):
        v.encode(texts, where="A=1")
    with pytest.raises(TypeError, match="columns beside the texts"):
        v.encode(texts, tags=["A"])
    with pytest.raises(TypeError, match="A is a column"):
        v.encode(["e4", "d4"], tags={"A": "25"})


def test_a_tag_that_no_game_has_is_named_where_it_is_asked_for(v, tmp_path):
    path = database(tmp_path / "g.pgn")
    asks = {
        "tags: no game has a value for WhitElo": dict(tags=["WhiteElo", "WhitElo"]),
        "where WhitElo>1: no game has a value for WhitElo": dict(where="WhitElo>1"),
    }
    for message, options in asks.items():
        for read in [v.encode_pgn, lambda *args, **options: list(v.read(*args, games=3, **options))]:
            with pytest.warns(UserWarning) as caught:
                read(path, **options)
            assert [str(warning.message) for warning in caught] == [message]
            assert caught[0].filename == __file__
    # We do not warn if at least one game has the tag, or if there are no games.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(v.read(database(path, [None] * 5 + ["1"]), tags=["WhiteElo"], games=2))
        database(path, []).write_text("")
        assert len(v.encode_pgn(path, tags=["WhiteElo"])) == 0


def test_ids_in_another_list(v):
    for name in ["base", "symbols", "uci"]:
        other = Vocabulary(name)
        ids = v.ids_in(other)
        assert ids.shape == (len(v),)
        assert ids.tolist() == [-1 if other.id(text) is None else other.id(text) for text in v]
        back = other.ids_in(v)
        assert (back[ids[ids >= 0]] == np.flatnonzero(ids >= 0)).all()
    with pytest.raises(TypeError, match=r"such as Vocabulary\('uci'\)"):
        v.ids_in("uci")
    # TorchRL's list consists of our list `symbols` and an empty string.
    lines = [*Vocabulary("symbols")][: Vocabulary("symbols").strings] + [""]
    ids = v.ids_in(lines)
    assert len(lines) == 29275 and (ids[: v.strings] >= 0).all() and len(set(lines)) - v.strings == 337
