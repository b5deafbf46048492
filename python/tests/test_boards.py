"""Tests boards (against python-chess), packed masks and symbols."""

import chess
import numpy as np
import pytest

from common import CORPUS, movetexts
from san_strings import Position, Vocabulary, concat
from san_strings import open as san_strings_open


def described(board):
    """Returns the squares, castling rights, en passant square and halfmove clock from python-chess."""
    men = [0] * 64
    for square, piece in board.piece_map().items():
        men[square] = piece.piece_type + (0 if piece.color == chess.WHITE else 6)
    rights = [
        board.has_kingside_castling_rights(chess.WHITE),
        board.has_queenside_castling_rights(chess.WHITE),
        board.has_kingside_castling_rights(chess.BLACK),
        board.has_queenside_castling_rights(chess.BLACK),
    ]
    square = board.ep_square if board.has_legal_en_passant() else -1
    return men, sum(right << n for n, right in enumerate(rights)), square, min(board.halfmove_clock, 255)


def replayed(vocabulary, ids):
    board = chess.Board()
    for id in ids:
        yield described(board)
        text = vocabulary.text(int(id))
        board.push(board.parse_uci(text) if vocabulary.name == "uci" else board.parse_san(text))


@pytest.mark.parametrize("name", ["occurring", "base", "symbols", "uci"])
def test_boards_are_those_of_python_chess(name):
    v = Vocabulary(name)
    games = v.encode(movetexts(CORPUS)[::50])
    boards = games.boards()
    assert boards.squares.shape == (len(games.ids), 64) and boards.squares.dtype == np.uint8
    expected = [board for ids in games for board in replayed(v, ids)]
    found = zip(boards.squares.tolist(), boards.castling, boards.en_passant, boards.halfmoves)
    assert list(found) == expected
    planes = boards.planes()
    assert planes.shape == (len(games.ids), 12, 8, 8)
    # White's king is the sixth plane, and e1 is on the fifth file of the first rank.
    assert planes[0, 5, 0, 4] == 1 and planes.sum() == np.count_nonzero(boards.squares)
    for piece in range(12):
        np.testing.assert_array_equal(planes[:, piece].reshape(-1, 64), boards.squares == piece + 1)


def test_boards_of_a_batch(v, games):
    some = games[:40]
    everything = some.boards()
    batch = some.batch([3, 17, 3, -1], bos=True, eos=True)
    boards = some.boards(batch.plies)
    assert boards.squares.shape == (*batch.plies.shape, 64)
    for place in np.ndindex(batch.plies.shape):
        ply = batch.plies[place]
        if ply < 0:
            assert not boards.squares[place].any() and boards.en_passant[place] == -1
        else:
            np.testing.assert_array_equal(boards.squares[place], everything.squares[ply])
            assert boards.castling[place] == everything.castling[ply]
    assert some.boards([]).squares.shape == (0, 64) and some.boards([-1]).squares.sum() == 0
    for wrong in [[len(some.ids)], [-2]]:
        with pytest.raises(IndexError, match="plies go from 0"):
            some.boards(wrong)


def test_what_is_not_legal_has_no_board_and_no_moves(v):
    games = v.encode(["d4", "e4 e4 e5", "c4 c5"], errors="unk")
    for ask in [games.boards, lambda: v.legal(games), lambda: games.boards([2])]:
        with pytest.raises(ValueError, match=r"game 2, ply 2: \[UNK\] is not a move"):
            ask()
    boards = games.boards(errors="skip")
    assert (boards.squares.sum(axis=1) > 0).tolist() == [True, True, True, False, True, True]
    np.testing.assert_array_equal(games.boards([4, 2], errors="skip").squares, boards.squares[[4, 2]])
    legal = v.legal(games, errors="skip")
    assert [len(ids) for ids in legal] == [20, 20, 20, 0, 20, 20]
    with pytest.raises(ValueError, match='errors must be "strict" or "skip"'):
        v.legal(games, errors="unk")


def test_the_legal_moves_of_a_position(v):
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    texts = {v.text(id) for id in v.legal(fen)}
    board = chess.Board(fen)
    assert texts == {board.san(move) for move in board.legal_moves}
    assert v.legal(Position(v, fen)).tolist() == v.legal(fen).tolist()
    assert len(Vocabulary("uci").legal(Position(v))) == 20
    with pytest.raises(ValueError):
        v.legal("no position")
    with pytest.raises(TypeError, match="legal takes Games, a Position or a FEN"):
        v.legal(3)


def test_packed_masks_are_masks(v, games):
    some = games[:30]
    legal = v.legal(some)
    plies = some.batch(range(30), bos=True).plies
    packed = legal.packed_mask(plies)
    assert packed.dtype == np.uint8 and packed.shape == (*plies.shape, (len(v) + 7) // 8)
    bits = np.unpackbits(packed, axis=-1, count=len(v), bitorder="little")
    np.testing.assert_array_equal(bits.astype(bool), legal.mask(plies))


@pytest.mark.parametrize("name", ["occurring", "base", "symbols", "uci"])
@pytest.mark.parametrize("most", [None, 100])
def test_symbols_are_lossless(name, most):
    if name == "uci" and most:
        return
    v = Vocabulary(name, most)
    chosen = np.random.default_rng(2)
    ids = np.concatenate([np.arange(len(v)), chosen.integers(0, len(v), 100_000)])
    symbols = v.to_symbols(ids)
    assert len(v.symbols) == 39 and symbols.max() < 39
    np.testing.assert_array_equal(v.from_symbols(symbols), ids)
    for id in range(0, len(v), 97):
        text = "".join(v.symbols[n] for n in v.to_symbols([id])).removeprefix("P")
        if name == "uci":
            text = text.replace("=", "").lower() if v.text(id)[0] != "[" else text
        assert text == v.text(id)


def test_symbols_that_are_no_string(v):
    number = v.symbols.index
    some = [number(text) for text in "N f 3 + x e 4 P e 9".replace("9", "8").split()]
    found = v.from_symbols(some)
    assert [v.text(id) for id in found] == ["[UNK]", "[UNK]"]
    assert [v.text(id) for id in v.from_symbols([number("e"), number("4"), number("O-O")])] == ["[UNK]", "O-O"]
    assert v.from_symbols([number("N")] + [number("f")] * 20).tolist() == [v.unk_id]
    assert v.to_symbols([]).size == v.from_symbols([]).size == 0
    for wrong in [[len(v)], [-1], [[1]]]:
        with pytest.raises(ValueError, match="ids have one axis"):
            v.to_symbols(wrong)
    with pytest.raises(ValueError, match="symbols have one axis"):
        v.from_symbols([39])


def test_games_are_played_from_their_own_start(tmp_path):
    fens = [
        "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "nrnkrbbq/pppppppp/8/8/8/8/PPPPPPPP/NRNKRBBQ w EBeb - 0 1",
    ]
    pgn = "".join(f'[Event "x"]\n[FEN "{fen}"]\n\n1. e4 e5 *\n\n' for fen in fens)
    pgn += '[Event "x"]\n\n1. e4 e5 *\n\n[Event "x"]\n[Variant "Atomic"]\n\n1. e4 e5 *\n'
    path = tmp_path / "games.pgn"
    path.write_text(pgn)
    for name in ["occurring", "uci"]:
        v = Vocabulary(name)
        games = v.encode_pgn(path, variants=True) if name == "occurring" else None
        if games is None:
            with pytest.raises(ValueError):
                v.encode_pgn(path, variants=True)
            games = v.encode_pgn(path, variants=True, errors="skip")
        assert games.starts[2] is None and len(games.starts) == len(games)
        boards = games[:3].boards()
        legal = v.legal(games[:3])
        for number, fen in enumerate([*fens, chess.STARTING_FEN]):
            board = chess.Board(fen, chess960=number == 1)
            for ply in range(2 * number, 2 * number + 2):
                assert boards.squares[ply].tolist() == described(board)[0]
                assert len(legal[ply]) == board.legal_moves.count()
                board.push_san(["e4", "e5"][ply % 2])
        assert v.legality(games[:3]) == [None] * 3
        one = games[:3].boards([2])
        assert one.squares[0].tolist() == boards.squares[2].tolist()
    games = Vocabulary().encode_pgn(path, variants=True)
    assert games.starts[3] == "" and games[[3]].starts == [""]
    for ask in [games.boards, lambda: games.vocabulary.legal(games), lambda: games.vocabulary.legality(games)]:
        with pytest.raises(ValueError, match="game 4, ply 1: the game is a chess variant"):
            ask()
    assert games.boards(errors="skip").squares[6:].sum() == 0
    assert [len(ids) for ids in games.vocabulary.legal(games, errors="skip")][6:] == [0, 0]


def test_games_are_chosen_as_they_are_read(v, tmp_path):
    path = tmp_path / "games.pgn"
    tags = ["1500", "2400", "?", "2100"]
    path.write_text("".join(f'[Event "x"]\n[WhiteElo "{elo}"]\n\n1. e4 e5 *\n\n' for elo in tags))
    games = v.encode_pgn(path, where="WhiteElo >= 2000", tags=["WhiteElo"])
    assert games.tags("WhiteElo") == ["2400", "2100"] and games.index.tolist() == [1, 3]
    assert sum(map(len, v.read(path, where="not WhiteElo >= 2000", games=1))) == 2
    with pytest.raises(ValueError, match="where: "):
        v.encode_pgn(path, where="WhiteElo >>= 2000")
    with pytest.raises(ValueError, match="a condition selects whole games"):
        v.encode_pgn(path, where="PlayerElo >= 2000")
    # Both methods warn about a misspelled tag.
    for read in [
        lambda: v.encode_pgn(path, where="not WhitElo >= 2000"),
        lambda: list(v.read(path, where="not WhitElo >= 2000", games=1)),
    ]:
        with pytest.warns(UserWarning, match="where not WhitElo>=2000: no game has a value for WhitElo"):
            read()


def test_completion(v):
    assert v.starting_with("O-O-") == ["O-O-O", "O-O-O#", "O-O-O+"] and v.starting_with("Z") == []
    everything = [text for text in list(v)[: v.strings]]
    for prefix in ["", "N", "Qb6", "e8=", "exd8=Q+"]:
        assert v.starting_with(prefix) == [text for text in everything if text.startswith(prefix)]


def test_wrong_ids(v):
    assert v.text_of(10**6) is v.text_of(-1) is v.text_of(10**30) is None
    assert v.legality([[26], []]) == [None, None] and v.legality([]) == []
    with pytest.raises(TypeError, match="games are sequences of ids"):
        v.legality([26, 27])
    with pytest.raises(IndexError, match="plies go from 0"):
        v.legal(v.encode(["e4"])).mask([-2])


def test_no_game_may_be_wanted(v, tmp_path):
    for name in ["a.pgn", "b.pgn"]:
        (tmp_path / name).write_text('[Event "x"]\n[WhiteElo "1500"]\n\n1. e4 *\n')
    paths = [tmp_path / "a.pgn", tmp_path / "b.pgn"]
    assert len(v.encode_pgn(paths, where="WhiteElo > 2000")) == 0
    assert v.encode_pgn(paths, where="WhiteElo < 2000").index.tolist() == [0, 1]


@pytest.mark.parametrize("name", ["occurring", "uci"])
def test_boards_in_the_pass_that_reads(name, tmp_path):
    v = Vocabulary(name)
    texts = movetexts(CORPUS)[::50] + ["1. e4 e4 2. d4", "1. e4 a6 2. e5 d5 3. exd6 *"]
    fen = '[FEN "4k3/8/8/8/4p3/8/3P4/4K2R w K - 7 9"]\n\n1. d4 exd3 2. O-O *\n\n'
    path = tmp_path / "g.pgn"
    path.write_text("".join(f'[Event "x"]\n\n{text} *\n\n' for text in texts) + fen + '[Variant "Atomic"]\n\n1. e4 *\n')
    for errors in ["skip", "unk"]:
        options = dict(errors=errors, variants=True)
        plain = v.encode_pgn(path, **options)
        for games in [
            v.encode_pgn(path, columns=["boards"], **options),
            v.encode_pgn(path, columns=["clock", "boards"], **options),
            concat(list(v.read(path, columns=["boards"], games=7, **options))),
        ]:
            again, boards = plain.boards(errors="skip"), games.boards()
            for array in ("squares", "castling", "en_passant", "halfmoves", "turn"):
                found, expected = getattr(boards, array), getattr(again, array)
                if errors == "unk":
                    # At `[UNK]`, the stored board is empty, but the replayed board is not.
                    stops = plain.ids == v.unk_id
                    found, expected = found[~stops], expected[~stops]
                np.testing.assert_array_equal(found, expected)
            games.save(tmp_path / "g.bin")
            some = san_strings_open(tmp_path / "g.bin")[[3, 0]]
            batch = some.batch(bos=True)
            np.testing.assert_array_equal(some.boards(batch.plies).squares, plain[[3, 0]].boards(batch.plies).squares)
    one = v.encode(["1. e4 e5"], columns=["boards"])
    assert one.boards().turn.tolist() == [True, False] and one.column("boards").nbytes == 2 * 68
    with pytest.raises(ValueError, match="needs the games to be played"):
        v.encode(["e4"], columns=["boards"], replay=False)
