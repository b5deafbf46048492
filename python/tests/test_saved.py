"""Tests saving, opening and pickling games."""

import copy
import json
import os
import pickle
import struct
import zlib

import numpy as np
import pytest

import san_strings
from san_strings import Games, Vocabulary


def test_games_can_be_saved_and_sent(games, v, tmp_path):
    path = tmp_path / "g.bin"
    games.save(path)
    opened = san_strings.open(path)
    copies = [opened, pickle.loads(pickle.dumps(opened)), pickle.loads(pickle.dumps(games))]
    for copy in copies:
        assert copy.vocabulary == v and len(copy) == len(games)
        for name in ["ids", "offsets", "results", "index"]:
            assert (getattr(copy, name) == getattr(games, name)).all()
        assert copy.tags("Event") == games.tags("Event")
    assert isinstance(opened.ids, np.memmap) and len(pickle.dumps(opened)) < 1000
    # `save` replaces a file of games, even if the games to save are memory-mapped from it. It does not replace
    # other files.
    opened.save(path)
    v.encode([]).save(path)
    assert len(san_strings.open(path)) == 0
    other = tmp_path / "other"
    other.write_text("mine")
    link = tmp_path / "link"
    link.symlink_to(path)
    for taken in [other, link, tmp_path]:
        with pytest.raises(FileExistsError):
            games.save(taken)
    assert other.read_text() == "mine" and sorted(os.listdir(tmp_path)) == ["g.bin", "link", "other"]
    with pytest.raises(ValueError, match="is not a file of games"):
        san_strings.open(other)
    games.save(path)
    whole = path.read_bytes()
    for size in [len(whole) - 1, len(whole) // 2, 30]:
        path.write_bytes(whole[:size])
        with pytest.raises(ValueError, match="is cut off"):
            san_strings.open(path)


def forged(header, *arrays):
    """Returns the bytes of a file with this header and these arrays, valid or not."""
    line = (header if isinstance(header, bytes) else json.dumps(header).encode()) + b"\n"
    rest = bytearray(line)
    for array in arrays:
        rest += bytes(-(29 + len(rest)) % 64) + array
    return b"san-strings games 3\n%08x\n" % zlib.crc32(rest) + rest


def header_of(v, **changes):
    header = {"list": "occurring", "most": None, "strings": v.checksum, "left_out": {}, "mended": {}}
    header |= {"tags": {}, "ids": 3, "offsets": 3, "results": 2, "index": 2}
    return header | dict.fromkeys(san_strings.COLUMNS) | changes


IDS, OFFSETS, RESULTS = struct.pack("<3H", 26, 27, 20), struct.pack("<3q", 0, 2, 3), b"\1\2"
INDEX = struct.pack("<2q", 0, 1)


def test_the_format_is_as_it_says(v, tmp_path):
    path = tmp_path / "g.bin"
    path.write_bytes(forged(header_of(v), IDS, OFFSETS, RESULTS, INDEX))
    games = san_strings.open(path)
    assert [ids.tolist() for ids in games] == [[26, 27], [20]] and games.results.tolist() == [1, 2]
    games = v.encode(["e4 e5 1-0", "d4"])
    games.save(tmp_path / "h.bin")
    assert (tmp_path / "h.bin").read_bytes() == path.read_bytes()
    Games(v, games.ids, games.offsets).save(path)
    opened = san_strings.open(path)
    assert opened.results is opened.index is None and opened.left_out == opened.mended == {}
    v.encode([]).save(path)
    assert len(san_strings.open(path)) == 0


def test_what_is_in_a_file_is_checked(v, tmp_path):
    path = tmp_path / "g.bin"

    def refused(content, match):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=match) as raised:
            san_strings.open(path)
        assert type(raised.value) is ValueError and str(path) in str(raised.value)

    arrays = IDS, OFFSETS, RESULTS, INDEX
    headers = [{}, [], None, 1, "x", b"{", b"[" * 100_000, b"\xff", b"NaN", {"arrays": None}]
    for key in header_of(v):
        short = header_of(v)
        del short[key]
        headers.append(short)
        # A forged header could contain `O`, the NumPy dtype of Python objects, instead of a length.
        wrong = [["O", 2], -1, 1.5, True, "3", {}] + [None] * (key not in ("most", "results", "index", *san_strings.COLUMNS))
        for value in wrong:
            if (key, value) not in [("list", "3"), ("tags", {}), ("left_out", {}), ("mended", {})]:
                headers.append(header_of(v, **{key: value}))
    for header in headers:
        refused(forged(header, *arrays), "has an invalid header")
    for key in ["left_out", "mended"]:
        for value in [{"x": -1}, {"x": True}, {"x": None}, {"x": "1"}]:
            refused(forged(header_of(v, **{key: value}), *arrays), "has an invalid header")
    refused(b"san-strings games 1\n00000000\n", "saved by an earlier version")
    refused(forged(header_of(v, dtype="O"), *arrays), "has an invalid header")
    for changes in [{"list": "none"}, {"most": 0}, {"list": "uci", "most": 3}]:
        refused(forged(header_of(v, **changes), *arrays), "a list that this version does not have")
    for changes in [{"strings": 1}, {"list": "base"}, {"most": 3}]:
        refused(forged(header_of(v, **changes), *arrays), "ids of another version")
    for length in [10**6, 10**30]:
        for name in ["ids", "offsets", "results", "index"]:
            refused(forged(header_of(v, **{name: length}), *arrays), "is cut off")
    refused(forged(header_of(v), *arrays) + b"x", "too long")
    for offsets in [(-2, 0, 3), (1, 2, 3), (0, 2, 2), (0, 2, 4), (0, 4, 3), (0, -1, 3)]:
        refused(forged(header_of(v), IDS, struct.pack("<3q", *offsets), RESULTS, INDEX), "offsets")
    refused(forged(header_of(v, ids=0, offsets=0, results=0, index=0), *[b""] * 4), "offsets")
    ids = struct.pack("<3H", 26, len(v), 20)
    refused(forged(header_of(v), ids, OFFSETS, RESULTS, INDEX), "an id is not in the list")
    for results in [b"\1\3", b"\1\x80"]:
        refused(forged(header_of(v), IDS, OFFSETS, results, INDEX), "a result is not 1")
    refused(forged(header_of(v, results=1), IDS, OFFSETS, b"\1", INDEX), "1 results for 2 games")
    refused(forged(header_of(v, index=1), IDS, OFFSETS, RESULTS, INDEX[:8]), "1 numbers in the index")
    negative = struct.pack("<2q", 0, -1)
    refused(forged(header_of(v), IDS, OFFSETS, RESULTS, negative), "a number in the index is negative")
    refused(forged(header_of(v, clock=3), *arrays, struct.pack("<3f", 1, 2, 3)) + b"x", "too long")
    refused(forged(header_of(v, clock=2), *arrays, bytes(8)), "2 values of clock for 3")
    refused(forged(header_of(v, outcome=3), *arrays, bytes(3)), "3 values of outcome for 2")
    for values in [["x"], ["x", 1], ["x", None, "y"]]:
        refused(forged(header_of(v, tags={"Site": values}), *arrays), "the tag Site")


def test_what_was_left_out_and_mended_is_kept(v, tmp_path):
    games = v.encode(["f3 e5 g4 Qh4", "e4 e4", "d4"], errors="skip")
    games.save(tmp_path / "g.bin")
    opened = san_strings.open(tmp_path / "g.bin")
    for other in [games, opened, pickle.loads(pickle.dumps(games)), pickle.loads(pickle.dumps(opened))]:
        assert other.left_out == {"illegal move": 1} and other.mended == {"mate-missing": 1}
        assert other.index.tolist() == [0, 1, 2] and other.index.dtype == np.int64
    for wrong in [{"left_out": 3}, {"mended": {"x": -1}}, {"left_out": {1: 1}}, {"index": np.array([0])}]:
        with pytest.raises(ValueError, match="cannot be saved"):
            Games(v, games.ids, games.offsets, **wrong).save(tmp_path / "h.bin")


def test_every_flipped_bit_and_cut_is_found(v, tmp_path):
    path = tmp_path / "g.bin"
    path.write_bytes(forged(header_of(v, tags={"Site": ["here", None]}), IDS, OFFSETS, RESULTS, INDEX))
    whole = path.read_bytes()
    assert san_strings.open(path).tags("Site") == ["here", None]
    for bit in range(8 * len(whole)):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises(ValueError):
            san_strings.open(path)
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        with pytest.raises(ValueError):
            san_strings.open(path)


def test_a_copy_is_of_the_same_file(v, tmp_path):
    path = tmp_path / "g.bin"
    v.encode(["e4 e5", "d4"]).save(path)
    opened = san_strings.open(path)
    sent = pickle.dumps(opened)
    v.encode(["e4 e5", "d4"]).save(path)
    assert pickle.loads(sent).ids.tolist() == opened.ids.tolist()
    for other in [["c4 c5", "d4"], ["c4"]]:
        v.encode(other).save(path)
        for copied in [lambda: pickle.loads(sent), lambda: copy.deepcopy(opened)]:
            with pytest.raises(ValueError, match="was replaced after it was opened"):
                copied()
    # Games that are already open do not change.
    assert opened.ids.tolist() == [26, 27, 20]


def test_only_a_whole_file_of_games_is_replaced(v, tmp_path):
    path, games = tmp_path / "g.bin", v.encode(["e4 e5", "d4"])
    games.save(path)
    whole = path.read_bytes()
    for mine in [whole + b"mine", b"san-strings games 3\nmine", b"san-strings games 1\nmine", whole[:-1], whole[:40], b"", b"x"]:
        path.write_bytes(mine)
        with pytest.raises(FileExistsError, match="is not replaced"):
            games.save(path)
        assert path.read_bytes() == mine and os.listdir(tmp_path) == ["g.bin"]
    path.write_bytes(whole)
    games.save(path)
    wrong = Games(v, np.array([1, 70_000]), np.array([0, 2]))
    for games in [wrong, Games(v, games.ids, games.offsets + 1), Games(v, games.ids, games.offsets, None, {1: ["", ""]})]:
        with pytest.raises(ValueError, match="cannot be saved"):
            games.save(path)
    assert path.read_bytes() == whole
    for path in [str(tmp_path / "none" / "g.bin"), ""]:
        with pytest.raises(FileNotFoundError) as raised:
            v.encode([]).save(path)
        assert raised.value.filename == path
    assert os.listdir(tmp_path) == ["g.bin"]


def test_modes_are_kept(v, tmp_path, monkeypatch):
    def no_umask(_):
        raise AssertionError("it is that of the whole process")

    old = os.umask(0o027)
    try:
        monkeypatch.setattr(os, "umask", no_umask)
        path, games = tmp_path / "g.bin", v.encode(["e4"])
        games.save(bytes(path))
        assert path.stat().st_mode & 0o777 == 0o640
        assert san_strings.open(bytes(path)).ids.tolist() == [26]
        for mode in [0o600, 0o664]:
            path.chmod(mode)
            games.save(path)
            assert path.stat().st_mode & 0o777 == mode
        path.chmod(0o444)
        with pytest.raises(PermissionError, match="read-only"):
            games.save(path)
    finally:
        monkeypatch.undo()
        os.umask(old)
    assert os.listdir(tmp_path) == ["g.bin"]
    assert Vocabulary() == san_strings.open(path).vocabulary
