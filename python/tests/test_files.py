"""Games from PGN files."""

import bz2
import gzip

import numpy as np
import pytest

from common import CORPUS, sans


def test_a_file_gives_what_its_texts_give(v, texts, games, tmp_path):
    again = v.encode(texts)
    assert (again.ids == games.ids).all() and (again.offsets == games.offsets).all()
    assert games.texts(7) == sans(texts[7])
    results = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": 2}
    assert games.results.tolist() == [results[text.rsplit(None, 1)[-1]] for text in texts]
    assert len(set(games.tags("Event"))) == 1 and set(games.tags("Nothing")) == {None}
    with pytest.raises(KeyError, match="tags="):
        games.tags("Site")
    (tmp_path / "a.gz").write_bytes(gzip.compress(CORPUS.read_bytes()))
    (tmp_path / "a.bz2").write_bytes(bz2.compress(CORPUS.read_bytes()))
    for name in ["a.gz", "a.bz2"]:
        assert (v.encode_pgn(tmp_path / name).ids == games.ids).all()
    pieces = list(v.read(CORPUS, games=1000, tags=["Event"]))
    assert [len(piece) for piece in pieces] == [1000] * 9 + [len(games) - 9000]
    assert (np.concatenate([piece.ids for piece in pieces]) == games.ids).all()
    assert sum((piece.results.tolist() for piece in pieces), []) == games.results.tolist()
    assert pieces[3][5].tolist() == games[3005].tolist()
    # Left early, the thread that reads ends.
    next(v.read(CORPUS, games=10))


def test_errors_are_those_of_python(v, tmp_path):
    missing = tmp_path / "none.pgn"
    for path in [missing, tmp_path, str(missing), bytes(missing)]:
        with pytest.raises(OSError) as python:
            open(path).close()
        for read in [v.encode_pgn, lambda path: list(v.read(path))]:
            with pytest.raises(type(python.value)) as raised:
                read(path)
            expected = str(python.value).replace(": b'", ": '")
            assert str(raised.value) == expected and raised.value.errno == python.value.errno
    with pytest.raises(ValueError, match="null byte|NUL"):
        v.encode_pgn("a\0b")
    for wrong in [5, None]:
        with pytest.raises(TypeError):
            v.encode_pgn(wrong)
    (tmp_path / "cut.gz").write_bytes(gzip.compress(CORPUS.read_bytes())[:5000])
    with pytest.raises(OSError, match="cut.gz: read error"):
        v.encode_pgn(tmp_path / "cut.gz")


def test_options_are_read_once_and_checked_at_once(v):
    games = v.encode_pgn(bytes(CORPUS), tags=(tag for tag in ["Event"]))
    assert len(games.tags("Event")) == len(games)
    piece = next(v.read(CORPUS, tags=iter(["Event"]), games=10))
    assert len(piece.tags("Event")) == 10
    for wrong, options in [
        (ValueError, {"games": 0}),
        (TypeError, {"games": 2.5}),
        (TypeError, {"tags": "Event"}),
        (TypeError, {"tags": [1]}),
        (ValueError, {"errors": "ignore"}),
    ]:
        with pytest.raises(wrong):
            v.read(CORPUS, **options)
    assert sum(map(len, v.read(CORPUS, games=10**30))) == len(games)
