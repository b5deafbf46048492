"""Compares legal moves with python-chess."""

import io
import os

import chess
import chess.pgn
import numpy as np
import pytest

from common import MORE, movetexts
from san_strings import Position, Vocabulary


def test_ids_and_legal_moves_are_those_of_python_chess(texts):
    write = {"occurring": lambda san, uci: san, "base": lambda san, uci: san.rstrip("+#"), "uci": lambda san, uci: uci}
    lists = [Vocabulary(name) for name in write]
    some = texts[:: int(os.environ.get("SAN_STRINGS_EVERY", "20"))]
    for path in MORE:
        some += movetexts(path)[:20]
    all_games = [v.encode(some) for v in lists]
    all_legal = [v.legal(games) for v, games in zip(lists, all_games)]
    ply = 0
    for n, text in enumerate(some):
        game = chess.pgn.read_game(io.StringIO(text))
        board = game.board()
        positions = [Position(v) for v in lists]
        for at, move in enumerate(game.mainline_moves()):
            # We ask python-chess once for the SAN and the UCI of each move, and use both for all lists.
            written = {move: (board.san(move), move.uci()) for move in board.legal_moves}
            for v, games, legal, position in zip(lists, all_games, all_legal, positions):
                ids = {move: v[write[v.name](*both)] for move, both in written.items()}
                assert games[n][at] == ids[move]
                expected = sorted(ids.values())
                assert legal[ply].tolist() == expected
                if n % 50 == 0:
                    assert position.legal().tolist() == expected
                    assert np.flatnonzero(position.mask()).tolist() == expected
                    assert position.fen == board.fen(en_passant="legal")
                    position.push(ids[move])
            board.push(move)
            ply += 1
        assert all(len(games[n]) == board.ply() for games in all_games)
        if n % 50 == 0 and board.is_game_over():
            assert {position.result for position in positions} == {board.result()}
    for v, legal in zip(lists, all_legal):
        assert ply == len(legal) and f"before {ply} plies" in repr(legal)
        plies = np.array([[0, -1], [5, ply - 1]])
        mask = legal.mask(plies)
        assert mask.shape == (2, 2, len(v)) and mask.dtype == bool and not mask[0, 1].any()
        for at in [(0, 0), (1, 0), (1, 1)]:
            assert np.flatnonzero(mask[at]).tolist() == legal[plies[at]].tolist()


def test_errors_name_game_ply_and_the_right_san(v):
    for text, message in [
        ("f3 e5 g4 Qh4", "game 2, ply 4: Qh4 should be Qh4#"),
        ("e4 e5 Nge2", "game 2, ply 3: Nge2 should be Ne2"),
        ("e4 d5 Qg4 Bg4", "game 2, ply 4: Bg4 should be Bxg4"),
        ("e4+", "game 2, ply 1: e4[+] should be e4"),
        ("e4 e4", "game 2, ply 2: e4 is not legal: no pawn can go to e4"),
        ("d4 d5 Nf3 e5 Nd2", "game 2, ply 5: Nd2 is ambiguous: 2 knights can go to d2, and the text names neither file nor rank"),
    ]:
        with pytest.raises(ValueError, match=message):
            v.legal(v.encode(["e4", text], replay=False))
    base = Vocabulary("base")
    with pytest.raises(ValueError, match="ply 3: Nge2 should be Ne2$"):
        base.legal(base.encode(["e4 e5 Nge2"], replay=False))
    with pytest.raises(ValueError, match="ply 4: Qdh4 should be Qh4$"):
        base.legal(base.encode(["f3 e5 g4 Qdh4"], replay=False))
    short = Vocabulary(most=1000)
    assert "Qh4#" not in short
    with pytest.raises(ValueError, match="ply 4: Qh4 should be Qh4#"):
        short.legal(short.encode(["f3 e5 g4 Qh4"], replay=False))
    uci = Vocabulary("uci")
    castling = "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1h1"
    with pytest.raises(ValueError, match="ply 7: e1h1 should be e1g1"):
        uci.legal(uci.encode([castling], replay=False))
    with pytest.raises(ValueError, match="ply 2: e2e4 is not legal: e2 is empty$"):
        uci.legal(uci.encode(["e2e4 e2e4"], replay=False))
    with pytest.raises(ValueError, match=r"game 1, ply 1: \[UNK\] is not a move"):
        v.legal(v.encode(["Qa1a8 e4"], errors="unk"))
    with pytest.raises(ValueError, match="these games use"):
        base.legal(v.encode(["e4"]))


MIXED = """[Site "mate"]

1. f3 e5 2. g4 Qh4 0-1

[Site "pinned"]

1. e4 e5 2. d4 Bb4+ 3. Nc3 d6 4. Nge2 *

[Site "illegal"]

1. e4 e4 *

[Site "null"]

1. e4 -- 2. d4 *

[Variant "Atomic"]

1. e4 *

[Site "last"]

1. d4 1-0
"""


@pytest.mark.parametrize("name", ["occurring", "base", "symbols", "uci"])
def test_what_is_not_skipped_has_legal_moves(name, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(MIXED)
    v = Vocabulary(name)
    games = v.encode_pgn(path, errors="skip", tags=["Site"])
    assert games.tags("Site") == ["mate", "pinned", "last"] and games.index.tolist() == [0, 1, 5]
    assert games.left_out == {"illegal move": 1, "null move": 1, "of a variant": 1}
    assert games.mended == {"mate-missing": 1, "needless-file-companion-pinned": 1}
    legal = v.legal(games)
    assert len(legal) == len(games.ids) == 12
    for ply, id in enumerate(games.ids):
        assert id in legal[ply]
    if name == "occurring":
        assert games.texts(0)[-1] == "Qh4#" and games.texts(1)[-1] == "Ne2"
    texts = [game.split("\n\n")[-1] for game in MIXED.split("\n\n[")]
    rows = v.encode(texts, errors="skip")
    assert [len(row) for row in rows] == [4, 7, 0, 0, 1, 1]
    assert rows.index.tolist() == [0, 1, 2, 3, 4, 5] and rows.results.tolist()[:4] == [-1, 2, 2, 2]
    assert len(v.legal(rows)) == 13


def test_a_mask_has_the_shape_of_the_plies(v):
    nothing = v.encode([""])
    assert v.legal(nothing).mask(nothing.batch().plies).shape == (1, 0, len(v))
    games = v.encode(["e4 e5"])
    legal = v.legal(games)
    assert legal.mask([]).shape == (0, len(v)) and legal.mask(1).sum() == 20
    for wrong in [[0.0], [True], ["0"], [None]]:
        with pytest.raises(TypeError, match="plies are integers"):
            legal.mask(wrong)
    for wrong in [[2], [10**18]]:
        with pytest.raises(IndexError):
            legal.mask(wrong)


def test_legal_moves_are_padded(v, games):
    some = games[:30]
    legal, batch = v.legal(some), some.batch([3, 0], bos=True)
    padded = legal.padded(batch.plies)
    assert padded.shape == (*batch.plies.shape, 218) and padded.dtype == np.uint16
    for place in np.ndindex(batch.plies.shape):
        ply, ids = batch.plies[place], padded[place]
        assert ids[ids != v.pad_id].tolist() == ([] if ply < 0 else legal[ply].tolist())
    most = max(map(len, legal))
    np.testing.assert_array_equal(legal.padded(width=most), legal.padded()[:, :most])
    with pytest.raises(ValueError, match=f"a ply has {most} legal moves"):
        legal.padded(width=most - 1)
    # No position has more legal moves than this one.
    fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
    assert len(v.legal(fen)) == 218
