"""Compares batches of positions, and gymnasium environments, with python-chess."""

import copy
import random

import chess
import numpy as np
import pytest

from san_strings import Position, Positions, Vocabulary
from test_boards import described

BACK_AND_FORTH = "Nf3 Nf6 Ng1 Ng8".split()


def told(board, claim):
    """Returns the result according to python-chess: 1, 0, -1, or 2 if the game is not over. With `claim`, a draw that a
    player can claim in the current position counts as 0."""
    outcome = board.outcome()
    if outcome is None and claim and (board.is_repetition(3) or board.is_fifty_moves()):
        return 0
    return 2 if outcome is None else {True: 1, False: -1, None: 0}[outcome.winner]


def compared(v, positions, boards):
    """Compares all arrays of the positions with python-chess boards."""
    text = lambda board, move: board.uci(move) if v.name == "uci" else board.san(move)
    legal = [sorted(v[text(board, move)] for move in board.legal_moves) for board in boards]
    mask, padded = positions.mask(), positions.legal_ids()
    assert mask.shape == (len(boards), len(v)) and mask.dtype == bool
    assert padded.shape == (len(boards), 218) and padded.dtype == np.uint16
    bits = np.unpackbits(positions.packed_mask(), axis=-1, count=len(v), bitorder="little")
    np.testing.assert_array_equal(bits, mask)
    for row, ids, expected in zip(mask, padded, legal):
        assert np.flatnonzero(row).tolist() == expected == ids[ids != v.pad_id].tolist()
    for claim in [False, True]:
        assert positions.result(claim).tolist() == [told(board, claim) for board in boards]
    seen = positions.boards()
    found = zip(seen.squares.tolist(), seen.castling, seen.en_passant, seen.halfmoves)
    assert list(found) == [described(board) for board in boards]
    assert positions.turn.tolist() == seen.turn.tolist() == [board.turn for board in boards]
    assert positions.fens == [board.fen(en_passant="legal") for board in boards]
    return legal


@pytest.mark.parametrize("name", ["occurring", "uci"])
@pytest.mark.parametrize("threads", [None, 1, 3])
def test_random_games_are_those_of_python_chess(name, threads):
    v, chance = Vocabulary(name), random.Random(75)
    few = "8/2k5/8/8/8/4Q3/8/4K3 w - - 95 80", "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", "7k/8/8/8/8/8/8/K5N1 w - - 9 9"
    fens = [chess.STARTING_FEN] * 5 + list(few)
    positions, boards = Positions(v, fens=fens, threads=threads), [chess.Board(fen) for fen in fens]
    over = 0
    for _ in range(120 if threads is None else 20):
        legal = compared(v, positions, boards)
        ids = []
        for n, board in enumerate(boards):
            if told(board, True) != 2:
                over += 1
                # If the game is over or a draw can be claimed, we push a token that leaves the game unchanged.
                ids.append(chance.choice([-1, v.eos_id, v.pad_id]))
                continue
            id = chance.choice(legal[n])
            ids.append(id)
            board.push(board.parse_uci(v.text(id)) if name == "uci" else board.parse_san(v.text(id)))
        positions.push(ids)
        again = [n for n, board in enumerate(boards) if told(board, False) != 2]
        positions.reset(again)
        for n in again:
            boards[n] = chess.Board(fens[n])
    assert over > 0


def test_repetition_and_progress(v):
    positions, board = Positions(v, 1), chess.Board()
    seen = []
    for _ in range(4):
        for san in BACK_AND_FORTH:
            positions.push([v[san]])
            board.push_san(san)
            seen.append((positions.result()[0], positions.result(claim=True)[0]))
            assert seen[-1] == (told(board, False), told(board, True))
    assert seen.index((2, 0)) == 7 and seen.index((0, 0)) == 15
    # The same pieces on the same squares are not a repetition if a castling right was lost in between.
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    positions, board = Positions(v, fens=[fen]), chess.Board(fen)
    for _ in range(3):
        for san in "Ra2 Ra7 Ra1 Ra8".split():
            positions.push([v[san]])
            board.push_san(san)
            assert positions.result(True)[0] == told(board, True)
    assert positions.result(True)[0] == 0 and positions.result()[0] == 2
    quiet = "7k/8/8/8/8/8/8/RK6 w - - 149 200"
    positions = Positions(v, fens=[quiet, quiet.replace("149", "99")])
    positions.push([v["Kc1"]] * 2)
    assert (positions.result().tolist(), positions.result(True).tolist()) == ([0, 2], [0, 0])


def test_all_moves_are_played_or_none(v):
    positions = Positions(v, 3)
    with pytest.raises(ValueError, match="position 1, in rnbq.*: e5 is not legal"):
        positions.push([v["e4"], v["e5"], v["d4"]])
    for wrong, why in [([v["e4"]] * 2, "2 ids for 3"), ([len(v)] * 3, "no id"), ([-2] * 3, "no id")]:
        with pytest.raises(ValueError, match=why):
            positions.push(wrong)
    with pytest.raises(ValueError, match=r"\[UNK\] is not a move"):
        positions.push([v.unk_id] * 3)
    with pytest.raises(TypeError, match="ids are integers"):
        positions.push([1.0] * 3)
    assert positions.fens == [chess.STARTING_FEN] * 3
    positions.push(np.array([v["e4"], -1, v.eos_id], np.int32))
    assert positions.turn.tolist() == [False, True, True]


def test_positions_are_copied_and_begun_anew(v):
    positions = Positions(v, 2)
    positions.push([v["e4"], v["d4"]])
    other = positions.copy()
    other.push([v["e5"], v["d5"]])
    assert positions.turn.tolist() == [False] * 2 and other.turn.tolist() == [True] * 2
    other.reset([False, True])
    assert other.fens[1] == chess.STARTING_FEN != other.fens[0]
    fen = "7k/8/8/8/8/8/8/RK6 w - - 0 1"
    other.reset([-1 + 1], fens=[fen])
    assert other.fens[0] == fen and Position(v, fen).legal().size == other[0].legal().size
    other.push([v["Ra8+"], v["e4"]])
    other.reset()
    assert other.fens == [fen, chess.STARTING_FEN] and len(other) == 2
    other[-1].push(v["e4"])
    assert other.fens[1] == chess.STARTING_FEN
    for wrong in [lambda: other[2], lambda: other.reset([2]), lambda: other.reset([True])]:
        with pytest.raises(IndexError):
            wrong()
    for wrong in [lambda: Positions(v), lambda: Positions(v, 2, [fen]), lambda: Positions(v, fens=["x"]), lambda: Positions(v, -1)]:
        with pytest.raises(ValueError):
            wrong()
    for wrong in [lambda: Positions("uci", 2), lambda: other.reset(fens=fen)]:
        with pytest.raises(TypeError, match="such as|sequence of FENs"):
            wrong()
    with pytest.raises(MemoryError, match="not enough memory"):
        Positions(v, 10**12)
    none = Positions(v, 0)
    none.push([])
    assert none.mask().shape == (0, len(v)) and none.result().size == len(none) == 0
    # A copy keeps the history, so it recognizes repetition.
    positions = Positions(v, 1)
    for san in BACK_AND_FORTH * 2:
        positions.push([v[san]])
    assert positions.copy().result(True).tolist() == [0]


def test_what_the_mover_sees_is_a_mirrored_board(v, games):
    some = games[::40]
    boards, seen = some.boards(), some.boards().from_mover()
    at = 0
    for ids in some:
        board = chess.Board()
        for id in ids:
            mirrored = board if board.turn else board.mirror()
            found = seen.squares[at].tolist(), seen.castling[at], seen.en_passant[at], seen.halfmoves[at]
            assert found == described(mirrored) and seen.turn[at] == boards.turn[at] == board.turn
            board.push_san(v.text(int(id)))
            at += 1
    batch = some.batch([0], bos=True)
    assert not some.boards(batch.plies).from_mover().squares[0, 0].any()


def test_a_position_plays_a_text(v):
    position = Position(v)
    for text in ["e4", "e7e5", "Ng1-f3", "Nc6?!"]:
        position.push(text)
    assert position.fen.startswith("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w")
    with pytest.raises(ValueError, match="in r1bq.*: Ke3: no king can go to e3"):
        position.push("Ke3")


def test_gymnasium_finds_nothing_wrong():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from san_strings import gym

    v = Vocabulary("uci")
    check_env(gym.ChessEnv(v), skip_render_check=True)
    envs, boards = gym.ChessVectorEnv(v, 4), [chess.Board() for _ in range(4)]
    observations, infos = envs.reset()
    chance, over, ends = np.random.default_rng(75), [False] * 4, set()
    for _ in range(1500):
        actions = [chance.choice(np.flatnonzero(row)) if row.any() else 0 for row in infos["action_mask"]]
        # Some actions are illegal moves.
        if chance.random() < 0.02:
            actions[0] = int(chance.integers(v.strings))
        observations, rewards, terminated, truncated, infos = envs.step(np.array(actions))
        assert observations in envs.observation_space and not truncated.any()
        for n, board in enumerate(boards):
            reward, ended = 0, False
            if over[n]:
                boards[n] = board = chess.Board()
            else:
                move = chess.Move.from_uci(v.text(int(actions[n])))
                if board.is_legal(move):
                    board.push(move)
                    result = told(board, True)
                    ended, reward = result != 2, int(abs(result) == 1)
                else:
                    ended, reward = True, -1
            ends.add(reward if ended else None)
            assert (rewards[n], terminated[n]) == (reward, ended)
            over[n] = ended
            mirrored = board if board.turn else board.mirror()
            assert observations["squares"][n].tolist() == described(mirrored)[0]
            legal = {v[board.uci(move)] for move in board.legal_moves}
            assert set(np.flatnonzero(infos["action_mask"][n])) == legal
    assert {-1, 0, None} <= ends
    strict = gym.ChessVectorEnv(v, 2, illegal="refuse")
    strict.reset(options={"fens": ["7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"] * 2})
    with pytest.raises(ValueError, match="position 1, .*e2e4 is not legal"):
        strict.step(np.array([v["f7g7"], v["e2e4"]]))
    for wrong, why in [([v["f7g7"], -1], "actions go from"), ([0, v.eos_id], "actions go from"), ([0], "have the shape"), (0, "have the shape")]:
        with pytest.raises(ValueError, match=why):
            strict.step(np.array(wrong))
    with pytest.raises(TypeError, match="actions are integers"):
        strict.step(np.array([0.5, 0.5]))
    for options in [{"fen": ""}, {"x": 1}]:
        with pytest.raises(ValueError, match="reset has the option 'fens'"):
            strict.reset(options=options)
    loose = gym.ChessVectorEnv(v, 3)
    _, rewards, terminated, _, _ = loose.step(np.array([-1, v.eos_id, v["e2e4"]]))
    assert rewards.tolist() == [-1, -1, 0] and terminated.tolist() == [True, True, False]
    env = gym.ChessEnv(v)
    observation, _ = env.reset(options={"fen": "7k/8/8/8/8/8/8/K7 w - - 0 1"})
    assert np.count_nonzero(observation["squares"]) == 2
    _, rewards, terminated, _, _ = strict.step(np.array([v["f7g7"], v["g6g5"]]))
    assert rewards.tolist() == [1, 0] and terminated.tolist() == [True, True]
