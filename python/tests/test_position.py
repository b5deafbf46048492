"""Tests `Position`."""

import copy
import pickle

import chess
import pytest

from san_strings import Position, Vocabulary


def test_copies_go_their_own_way(v):
    position = Position(v)
    copy = position.copy()
    copy.push(v["e4"])
    assert position.turn == "white" and copy.turn == "black"
    mate = Position(v)
    for san in "f3 e5 g4 Qh4#".split():
        assert mate.result is None
        mate.push(v[san])
    assert mate.result == "0-1" and mate.legal().size == 0


def test_positions_are_copied_and_sent(v):
    position = Position(v, "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 3 40")
    copies = [copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))]
    for other in copies:
        assert other.fen == position.fen == "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 3 40"
        assert other.legal().tolist() == position.legal().tolist()
        other.push(v["exd6"])
        assert other.turn == "black" and position.turn == "white"


def test_only_positions_of_chess_are_read(v):
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    for fen in [f"{board}[Qn] w KQkq - 0 1", f"{board} w KQkq - 3+3 0 1", f"{board}/Q w KQkq - 0 1"]:
        with pytest.raises(ValueError, match="belongs to a chess variant"):
            Position(v, fen)
    with pytest.raises(ValueError, match="the board should have 8 ranks"):
        Position(v, "x")


def test_castling_rights_are_read_in_any_notation(v):
    """The castling field of a FEN may name the files of the rooks, as in `EBeb`."""
    fen = "nrnkrbbq/pppppppp/8/8/8/8/PPPPPPPP/NRNKRBBQ w EBeb - 0 1"
    position = Position(v, fen)
    board = chess.Board(fen, chess960=True)
    games = v.encode([f'[FEN "{fen}"]\n\n1. e4 *'])
    assert games.left_out == {"from a FEN": 1}
    for san in ["Nd3", "Nd6", "e4", "e5"]:
        board.push_san(san)
        position.push(v[san])
    sans = [board.san(move) for move in board.legal_moves]
    assert "O-O-O" in sans and position.legal().tolist() == sorted(v[san] for san in sans)
    again = pickle.loads(pickle.dumps(Position(v, fen)))
    assert again.legal().tolist() == Position(v, fen).legal().tolist()
    castled = "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1"
    castles = [v.text(id) for id in Position(v, castled).legal() if v.text(id).startswith("O")]
    assert castles == ["O-O", "O-O-O"]
    assert pickle.loads(pickle.dumps(Position(v, castled))).fen == Position(v, castled).fen


def test_castling_has_an_id_of_its_own_in_chess960(tmp_path):
    """The king on b1 can move to c1 or castle to c1, so the two moves need different ids."""
    uci, fen = Vocabulary("uci"), "4k3/8/8/8/8/8/8/RK5R w HA - 0 1"
    position, board = Position(uci, fen), chess.Board(fen, chess960=True)
    legal = [uci.text(id) for id in position.legal()]
    assert sorted(legal) == sorted(move.uci() for move in board.legal_moves)
    path = tmp_path / "games.pgn"
    path.write_text(f'[Variant "Chess960"]\n[FEN "{fen}"]\n\n1. O-O *\n')
    [id] = uci.encode_pgn(path, variants=True).ids
    position.push(id)
    board.push_san("O-O")
    assert position.fen == board.fen(en_passant="legal")


def test_a_move_that_cannot_be_pushed_is_named(v):
    position = Position(v)
    for text, message in [
        ("Nf6", "in rnbq.*: Nf6 is not legal: it is white's turn, and the piece on g8 belongs to the other side$"),
        ("e4#", "in rnbq.*: e4# should be e4$"),
        ("[PAD]", r"in rnbq.*: \[PAD\] is not a move$"),
    ]:
        with pytest.raises(ValueError, match=message):
            position.push(v[text])
    for id in [-1, len(v), 65_536, 2**40]:
        with pytest.raises(ValueError, match=f"in rnbq.*: there is no id {id}$"):
            position.push(id)
    with pytest.raises(ValueError, match="g1h3 is not legal: white is mated$"):
        mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
        uci = Vocabulary("uci")
        Position(uci, mated).push(uci["g1h3"])
