"""Compares how we read texts, FENs and games with how python-chess reads them."""

import io
import random

import chess
import chess.pgn
import pytest

from san_strings import Position, Vocabulary, read_fen


def test_a_reading_has_its_fields(v):
    position = Position(v, "r3k3/8/8/8/8/8/8/RN2KN1R w KQq - 0 1")
    exact, ambiguous = position.read("Nbd2"), position.read("Nd2")
    assert (exact.text, exact.verdict, exact.san, exact.uci) == ("Nbd2", "exact", "Nbd2", "b1d2")
    assert (exact.sans, exact.kinds, exact.why) == ([], [], None)
    assert ambiguous.verdict == "ambiguous" and ambiguous.san is None and ambiguous.uci is None
    assert sorted(ambiguous.sans) == ["Nbd2", "Nfd2"] and ambiguous.kinds == ["ambiguous-none"]
    mended = Position(v, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").read("0-0")
    assert (mended.san, mended.uci, mended.kinds) == ("O-O", "e1g1", ["castling-with-zeros"])
    assert "mended" in repr(mended) and "O-O" in repr(mended)
    assert mended.ranges == [(0, 3)] and exact.ranges == []


def test_a_fen_is_judged():
    """A FEN has a fault if and only if python-chess's `Board.status()` finds one."""
    for fen, kind in (
        (chess.STARTING_FEN, None),
        ("8/8/8/4k3/8/8/8/8 w - - 0 1", "no-king"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling-right"),
    ):
        assert (chess.Board(fen).status() == chess.STATUS_VALID) == (kind is None)
        assert read_fen(fen).kinds == ([] if kind is None else [kind])
    assert read_fen("x").verdict == "wrong-fen" and "should have 8 ranks" in read_fen("x").why


def test_english_can_be_asked_alone(v):
    position = Position(v)
    assert position.read("Sf3").san == position.read("knight to f3", english=True).san == "Nf3"
    assert position.read("Sf3", english=True).verdict == "not-a-move"


def test_legal_and_exact_is_what_python_chess_says(v, texts):
    """The verdict is `exact` if and only if the text is the SAN that python-chess writes for a legal move. The reading
    has a move if and only if python-chess can parse the text."""
    random.seed(50)
    for text in random.sample(texts, 20):
        game = chess.pgn.read_game(io.StringIO(text))
        board = game.board()
        moves = list(game.mainline_moves())
        for move in moves[: random.randrange(len(moves))]:
            board.push(move)
        position = Position(v, board.fen())
        written = {board.san(move): move.uci() for move in board.legal_moves}
        for san in list(written) + random.sample(list(v)[: v.strings], 300):
            reading = position.read(san)
            if reading.kinds == ["capture-of-nothing"]:
                # python-chess also accepts an `x` in a move that captures nothing.
                assert board.piece_at(chess.parse_square(san.rstrip("+#").split("=")[0][-2:])) is None
                continue
            assert (reading.verdict == "exact") == (san in written), (board.fen(), san)
            try:
                move = board.parse_san(san)
            except chess.AmbiguousMoveError:
                assert reading.verdict == "ambiguous", (board.fen(), san)
            except ValueError:
                # We read some texts that python-chess refuses: castling as a king's move, such as `Kg1`, and a
                # lower-case piece letter, such as `bxc4` for `Bxc4`.
                assert reading.verdict == "illegal" or set(reading.kinds) & {
                    "capture-without-x",
                    "castling-as-king-move",
                    "lower-case-piece",
                }, (board.fen(), san)
            else:
                assert reading.uci == move.uci(), (board.fen(), san)


def test_legality_is_that_of_python_chess(v, texts):
    """Changes one id of each game at random, and checks with python-chess which ply is the first illegal one."""
    random.seed(51)
    some = random.sample(texts, 200)
    games, ends = [], []
    for ids in v.encode(some):
        ids = ids.tolist()
        at = random.randrange(len(ids))
        ids[at] = random.randrange(v.strings)
        games.append([v.bos_id, *ids, v.eos_id, v.unk_id])
        board, end = chess.Board(), None
        for ply, id in enumerate(ids, 1):
            written = {board.san(move): move for move in board.legal_moves}
            if v.text(id) not in written:
                end = ply
                break
            board.push(written[v.text(id)])
        ends.append(end)
    found = v.legality(games)
    assert [end and end[0] for end in found] == ends and any(ends)
    for game, end in zip(games, found):
        if end:
            ply, reading = end
            assert reading.text == v.text(game[ply]) and reading.verdict != "exact"


@pytest.mark.parametrize("name", ["occurring", "base", "symbols", "uci"])
def test_games_of_every_list_are_legal(name):
    v = Vocabulary(name)
    games = v.encode(["f3 e5 g4 Qh4#", "e4 d5 exd5 Qxd5"])
    assert v.legality(games) == [None, None]


def test_a_move_written_otherwise_may_be_played(v):
    game = [v[san] for san in "f3 e5 g4 Qh4 e4".split()]
    [(ply, reading)] = v.legality([game])
    assert (ply, reading.verdict, reading.san) == (4, "mended", "Qh4#")
    [(ply, reading)] = v.legality([game], strict=False)
    assert (ply, reading.verdict, reading.kinds) == (5, "illegal", ["mated"])
    # A result token, which the tokenizer writes after the moves, ends a game.
    results = [id for id in range(v.strings, len(v)) if v.text(id)[0] in "01*"]
    assert len(results) == 4 and v.legality([[v["e4"], id] for id in results]) == [None] * 4


def test_what_is_no_game_of_ids_is_an_error(v):
    for games, wrong in [([[len(v)]], len(v)), ([[], [0, -1]], -1)]:
        place = f"game {len(games)}, token {len(games[-1])}: there is no id {wrong}; ids go from 0 to"
        with pytest.raises(ValueError, match=place):
            v.legality(games)
    with pytest.raises(TypeError, match="ids are integers"):
        v.legality([[0.5]])
    with pytest.raises(ValueError, match="these games use"):
        v.legality(Vocabulary("uci").encode(["e4"]))
    assert v.legality([]) == [] and v.legality([[], []]) == [None, None]
    [(ply, reading)] = v.legality([[v["e4"], v.unk_id]])
    assert (ply, reading.verdict, reading.text) == (2, "not-a-move", "[UNK]")
