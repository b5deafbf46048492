"""Games that are saved, opened and sent."""

import os
import pickle

import numpy as np
import pytest

import san_strings


def test_games_can_be_saved_and_sent(games, v, tmp_path):
    path = tmp_path / "g.bin"
    games.save(path)
    opened = san_strings.open(path)
    copies = [opened, pickle.loads(pickle.dumps(opened)), pickle.loads(pickle.dumps(games))]
    for copy in copies:
        assert copy.vocabulary == v and len(copy) == len(games)
        for name in ["ids", "offsets", "results"]:
            assert (getattr(copy, name) == getattr(games, name)).all()
        assert copy.tags("Event") == games.tags("Event")
    assert isinstance(opened.ids, np.memmap) and len(pickle.dumps(opened)) < 1000
    # Ours is replaced, even by what is read from it; anything else stays.
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
    path.write_bytes(whole.replace(b'"checksum": ', b'"checksum": 1', 1))
    with pytest.raises(ValueError, match="another version"):
        san_strings.open(path)
