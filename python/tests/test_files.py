"""Tests encoding games from PGN files."""

import bz2
import gzip
import io
import os
import threading
import zipfile

import chess.pgn
import numpy as np
import pytest

import san_strings

from common import CORPUS, sans
from san_strings import Vocabulary


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
    index = np.concatenate([piece.index for piece in pieces])
    assert (index == np.arange(len(games))).all() and (games.index == index).all()
    # If the last chunk is full, no empty chunk follows.
    assert [len(piece) for piece in v.read(CORPUS, games=len(games))] == [len(games)]
    # If we drop the iterator early, the reading thread ends.
    next(v.read(CORPUS, games=10))


def test_errors_are_those_of_python(v, tmp_path):
    missing = tmp_path / "none.pgn"
    for path in [missing, str(missing), bytes(missing)]:
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


def test_pieces_count_on(v, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("".join(
        f'[Round "{n}"]\n\n1. e4 {"e4" if n % 3 == 1 else "e5"} 2. Ngf3 *\n\n' for n in range(30_000)
    ))
    whole = v.encode_pgn(path, errors="skip", tags=["Round"])
    pieces = list(v.read(path, errors="skip", tags=["Round"], games=1000))
    assert [len(piece) for piece in pieces] == [1000] * 20
    for games in [whole, *pieces]:
        assert [str(number) for number in games.index] == games.tags("Round")
    assert (np.concatenate([piece.index for piece in pieces]) == whole.index).all()
    assert [bool(piece.left_out or piece.mended) for piece in pieces] == [False] * 19 + [True]
    assert pieces[-1].left_out == whole.left_out == {"illegal move": 10_000}
    assert pieces[-1].mended == whole.mended == {"needless-file": 20_000}
    # If all games are left out, we still get one chunk, with the counts.
    path.write_text("1. e4 e4 *\n")
    [piece] = v.read(path, errors="skip")
    assert len(piece) == 0 and piece.left_out == {"illegal move": 1}
    path.write_text("")
    assert list(v.read(path)) == []


ODD = """\
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 Be7 *

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 0-0 6. Qc2 Nbd7 7. 0-0-0 *

1. e2e4 e7e5 2. Ng1f3 Nb8c6 3. Bf1b5 Ng8f6 4. O-O Nf6xe4 *

1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *

1. e4 d5 2. Bb5 c6 3. Ba4 dxe4 4. Qe2 Qd4 5. Qxe4 Qxe4 6. Ne2 Qxg2 *

1. f3 e5 2. g4 Qh4 0-1

1. e4 e5 2. d4 Bb4+ 3. Nc3 d6 4. Nge2 *

1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 h6 5. bxa8Q *
"""


def test_odd_games_are_those_of_python_chess(tmp_path):
    """Tests castling with zeros, long algebraic notation, missing check signs and a needless from-file."""
    path = tmp_path / "odd.pgn"
    path.write_text(ODD)
    uci, expected = Vocabulary("uci"), []
    with open(path) as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors
            expected.append([move.uci() for move in game.mainline_moves()])
    games = uci.encode_pgn(path)
    assert len(expected) == 8 and [games.texts(n) for n in range(len(games))] == expected
    assert games.left_out == {} and games.mended["check-missing"] > 0


def same(games, expected, index=True):
    assert games.ids.tolist() == expected.ids.tolist() and games.offsets.tolist() == expected.offsets.tolist()
    assert games.results.tolist() == expected.results.tolist() and games._tags == expected._tags
    assert (games.left_out, games.mended) == (expected.left_out, expected.mended)
    assert not index or games.index.tolist() == expected.index.tolist()
    return True


@pytest.fixture
def odd(tmp_path):
    path = tmp_path / "odd.pgn"
    path.write_text(ODD + "\n1. e4 e4 *\n")
    return path


def test_files_are_read_one_after_the_other(v, odd, tmp_path):
    options = {"errors": "skip", "tags": ["Event"]}
    one, corpus = v.encode_pgn(odd, **options), v.encode_pgn(CORPUS, **options)
    with open(odd, "rb") as file:
        games = v.encode_pgn([odd, str(CORPUS), file, bytes(odd)], **options)
    assert same(games, san_strings.concat([one, corpus, one, one]), index=False)
    # The ninth game of `odd` is left out, but `index` still counts it.
    begins = [0, 9, 9 + len(corpus), 18 + len(corpus)]
    expected = [begin + n for begin, part in zip(begins, [one, corpus, one, one]) for n in part.index.tolist()]
    assert games.index.tolist() == expected
    pieces = list(v.read((path for path in [odd, CORPUS, odd, odd]), games=1000, **options))
    assert same(san_strings.concat(pieces), games) and {len(piece) for piece in pieces[:-1]} == {1000}
    assert len(v.encode_pgn([])) == 0 and list(v.read([])) == []
    with pytest.raises(FileNotFoundError, match="none.pgn") as raised:
        v.encode_pgn([odd, tmp_path / "none.pgn"], errors="skip")
    assert raised.value.filename == str(tmp_path / "none.pgn")
    with pytest.raises(ValueError, match="/odd.pgn: game 9, line 17, ply 2: e4: "):
        v.encode_pgn([CORPUS, odd])


class Small:
    """A file object whose only method is `read`, which returns at most 1,000 bytes."""

    def __init__(self, data):
        self.file = io.BytesIO(data)

    def read(self, size):
        return bytearray(self.file.read(min(size, 1000)))


def zipped(data):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.pgn", data)
    return file.getvalue()


def piped(data):
    read, write = os.pipe()

    def fill():
        with open(write, "wb") as pipe:
            pipe.write(data)

    threading.Thread(target=fill).start()
    return open(read, "rb")


def test_open_files_are_read(v, odd, tmp_path):
    expected = v.encode_pgn(odd, errors="skip")
    data = odd.read_bytes()
    (tmp_path / "odd.gz").write_bytes(gzip.compress(data))
    (tmp_path / "odd.zip").write_bytes(zipped(data))
    later = io.BytesIO(b"1. x *\n\n" + data)
    zip_later = io.BytesIO(b"before" + zipped(data))
    later.seek(8)
    zip_later.seek(6)
    files = [
        open(odd, "rb"), open(odd, "rb", buffering=0), gzip.open(tmp_path / "odd.gz"), piped(data),
        open(tmp_path / "odd.gz", "rb"), open(tmp_path / "odd.zip", "rb"), piped(bz2.compress(data)),
        *map(io.BytesIO, [data, gzip.compress(data), bz2.compress(data), zipped(data)]),
        Small(data), Small(gzip.compress(data)), later, zip_later,
    ]
    for file in files:
        assert same(v.encode_pgn(file, errors="skip"), expected), file
        getattr(file, "close", list)()
    corpus = v.encode_pgn(CORPUS)
    for file in [open(CORPUS, "rb"), Small(CORPUS.read_bytes())]:
        assert same(san_strings.concat(v.read(file, games=777)), corpus)
    with open(CORPUS, "rb") as file:
        # If we drop the iterator early, the rest of the file is not read.
        assert len(next(v.read(file, games=10))) == 10


def test_errors_of_open_files_are_theirs(v, odd, tmp_path):
    class Broken(io.RawIOBase):
        def __init__(self, answer):
            self.answers = [b"1. e4 *\n\n", answer]

        def read(self, size):
            answer = self.answers.pop(0)
            if isinstance(answer, BaseException):
                raise answer
            return answer

    for answer, kind, match in [
        (KeyError("mine"), KeyError, "mine"),
        (KeyboardInterrupt(), KeyboardInterrupt, None),
        (OSError(5, "gone"), OSError, "gone"),
        ("1. e4 *", TypeError, 'open it with "rb"'),
        (None, BlockingIOError, "non-blocking"),
        (5, TypeError, None),
        (b"x" * (1 << 22), ValueError, "bytes"),
    ]:
        for read in [v.encode_pgn, lambda file: list(v.read(file))]:
            with pytest.raises(kind, match=match):
                read(Broken(answer))
    # After these errors, we can still read another file.
    assert len(v.encode_pgn(io.BytesIO(b"1. e4 *"))) == 1
    closed = open(odd, "rb")
    closed.close()
    with pytest.raises(ValueError, match="closed file"):
        v.encode_pgn(closed)
    with open(odd) as text:
        for wrong in [text, io.StringIO("1. e4 *"), [odd, text]]:
            with pytest.raises(TypeError, match='open it with "rb"'):
                v.read(wrong)
    for wrong in [5, None, [5], [[odd]], [None]]:
        with pytest.raises(TypeError):
            v.read(wrong)
    with open(odd, "rb") as file, pytest.raises(ValueError, match="odd.pgn: game 9, line 17, ply 2: e4: "):
        v.encode_pgn(file)
    for data, kind, match in [
        (b"1. e4 e4 *", ValueError, "^BytesIO: game 1, line 1, ply 2: e4: "),
        (b"%PDF-1.4 \xff\0\0", ValueError, "^BytesIO: "),
        (gzip.compress(CORPUS.read_bytes())[:5000], OSError, "^BytesIO: read error"),
        (zipped(CORPUS.read_bytes())[:5000], ValueError, "^BytesIO: .*zip"),
    ]:
        with pytest.raises(kind, match=match):
            v.encode_pgn(io.BytesIO(data))
    with pytest.raises(ValueError, match="^Small: .*zip"):
        v.encode_pgn(Small(zipped(b"1. e4 *")))


def test_results_are_those_of_the_text(v, tmp_path):
    """The result is read from the end of the movetext or, if it is missing there, from the tag `Result`."""
    results = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "1/2": 0, "*": 2, "": 2}
    cases = [(tag, end) for tag in results for end in results]
    texts = [(f'[Result "{tag}"]\n\n' if tag else "") + f"1. e4 e5 {end}" for tag, end in cases]
    # Each game begins with the tag `Event`.
    document = "\n\n".join(f'[Event "x"]\n{text}' if text[0] == "[" else f'[Event "x"]\n\n{text}' for text in texts)
    expected = [results[end] if end else results[tag] for tag, end in cases]
    (tmp_path / "a.pgn").write_text(document)
    for options in [{}, {"replay": False}, {"errors": "unk"}, {"errors": "skip"}]:
        assert v.encode(texts, **options).results.tolist() == expected
        for source in [tmp_path / "a.pgn", [tmp_path / "a.pgn"], io.BytesIO(document.encode())]:
            assert v.encode_pgn(source, **options).results.tolist() == expected
        pieces = v.read(io.BytesIO(document.encode()), games=7, **options)
        assert [result for piece in pieces for result in piece.results.tolist()] == expected
    # We read the result even if a move is invalid.
    assert v.encode(["e4 Xf3 1-0", "e4 e4 0-1"], errors="unk").results.tolist() == [1, -1]


def test_folders_and_patterns_stand_for_their_files(v, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, moves in [("b/2.pgn", "d4"), ("b/1.pgn", "e4"), ("a.pgn", "c4"), ("b/.hidden.pgn", "a3"), ("b/c/x.txt", "x")]:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(f"1. {moves} *\n")
    ids = lambda *moves: [v[move] for move in moves]
    for path, expected in [
        (tmp_path / "b", ids("e4", "d4")),
        (".", ids("c4", "e4", "d4")),
        ("b/*.pgn", ids("e4", "d4")),
        ("**/*.pgn", ids("c4", "e4", "d4")),
        (["a.pgn", "b"], ids("c4", "e4", "d4")),
    ]:
        assert v.encode_pgn(path).ids.tolist() == expected
        assert [id for piece in v.read(path, games=1) for id in piece.ids.tolist()] == expected
    with pytest.raises(FileNotFoundError, match="No file matches the pattern: 'b/\\*.pgx'"):
        v.encode_pgn("b/*.pgx")
    with pytest.raises(OSError, match="no file in the folder .*c ends with .pgn"):
        v.encode_pgn(tmp_path / "b/c")
    (tmp_path / "[1].pgn").write_text("1. a4 *\n")
    assert v.encode_pgn("[1].pgn").ids.tolist() == ids("a4")
