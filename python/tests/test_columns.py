"""Compares clocks and evaluations with python-chess, and tests outcomes."""

import io
import pickle

import chess
import chess.engine
import chess.pgn
import numpy as np
import pytest

import san_strings
from san_strings import COLUMNS, OUTCOMES

ALL = list(COLUMNS)

PGN = """\
[Event "Rated game"]
[Termination "Time forfeit"]
[Result "1-0"]

{ before [%clk 9:99:99] } 1. e4 { [%eval 0.17] [%clk 0:10:00] } 1... e5 { [%clk 0:09:58.7] }
2. Nf3 (2. f4 { [%eval -9.0] [%clk 0:00:01] } exf4 { [%clk 0:00:02] }) 2... Nc6 { a word } { [%eval #-3] }
3. Bb5 $1 { [%eval -0.35,20] [%clk 1:02:03] } a6 ; [%clk 0:00:09]
{ White wins on time } 1-0

[Event "Without"]
[Result "*"]

1. d4 d5 *

[Event "Mate"]
[Result "0-1"]

1. f3 { [%eval +0.5] } e5 2. g4 { [%eval #-1] [%clk x:1:2] [%clk 0:1] } Qh4# 0-1
"""


def expected(pgn):
    """Returns the clock, evaluation and mate after each ply, as python-chess reads them."""
    clocks, evals, mates = [], [], []
    file = io.StringIO(pgn)
    while game := chess.pgn.read_game(file):
        for node in game.mainline():
            clock, score = node.clock(), node.eval()
            clocks.append(np.nan if clock is None else clock)
            mate = score.white().mate() if score else None
            mates.append(mate or 0)
            if mate is None:
                evals.append(score.white().score() if score else np.nan)
            else:
                evals.append(np.inf if score.white() > chess.engine.Cp(0) else -np.inf)
    return clocks, evals, mates


def test_clocks_and_evaluations_are_those_of_python_chess(v, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    for name in ["occurring", "uci", "base"]:
        games = san_strings.Vocabulary(name).encode_pgn(path, columns=ALL)
        for column, values in zip(["clock", "eval", "mate"], expected(PGN)):
            found = games.column(column)
            assert found.dtype == COLUMNS[column][0]
            np.testing.assert_allclose(found, values, rtol=1e-6)
    assert [OUTCOMES[n] for n in games.column("outcome")] == ["time", "unknown", "checkmate"]


def test_clocks_and_evaluations_at_random(v):
    chosen = np.random.default_rng(1)
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6".split()

    def comment():
        kind = chosen.integers(5)
        hours, minutes, seconds = chosen.integers(0, 60, 3)
        clock = f"[%clk {hours}:{minutes:02}:{seconds:02}]"
        if chosen.integers(2):
            clock = clock.replace("]", f".{chosen.integers(10)}]")
        value = f"[%eval {chosen.integers(-1000, 1000) / 100}]"
        mate = f"[%eval #{chosen.integers(1, 20) * chosen.choice([1, -1])}]"
        return ["", f"{{{clock}}}", f"{{ {value} {clock} }}", f"{{{mate}}} {{{clock}}}", f"{{{value}}}"][kind]

    texts = []
    for _ in range(300):
        some = moves[: chosen.integers(1, 9)]
        texts.append(" ".join(f"{move} {comment()}" for move in some) + " *")
    games = v.encode(texts, columns=["clock", "eval", "mate"])
    clocks, evals, mates = expected("\n\n".join(texts))
    np.testing.assert_allclose(games.column("clock"), clocks, rtol=1e-6)
    np.testing.assert_allclose(games.column("eval"), evals, rtol=1e-6)
    assert games.column("mate").tolist() == mates
    raw = v.encode(texts, columns=["clock"], replay=False)
    np.testing.assert_array_equal(raw.column("clock"), games.column("clock"))


@pytest.mark.parametrize(
    ("tags", "text", "outcome"),
    [
        ("", "1. f3 e5 2. g4 Qh4# 0-1", "checkmate"),
        ('[Termination "Normal"]\n', "1. f3 e5 2. g4 Qh4 0-1", "checkmate"),
        ('[Termination "Normal"]\n', "1. e4 e5 1-0", "resignation"),
        ('[Termination "Normal"]\n', "1. e4 e5 1/2-1/2", "agreement"),
        ('[Termination "Normal"]\n', "1. e4 e5 *", "unknown"),
        ("", "1. e4 e5 1-0", "unknown"),
        ('[Termination "Time forfeit"]\n', "1. e4 e5 1/2-1/2", "time"),
        ('[Termination "Game drawn by timeout vs insufficient material"]\n', "1. e4 1/2-1/2", "time"),
        ('[Termination "Carlsen won by resignation"]\n', "1. e4 1-0", "resignation"),
        ('[Termination "Abandoned"]\n', "1. e4 1-0", "abandoned"),
        ('[Termination "Rules infraction"]\n', "1. e4 1-0", "rules infraction"),
        ('[Termination "unterminated"]\n', "1. e4 *", "unknown"),
        ("", "1. e4 {Black resigns} 1-0", "resignation"),
        ("", "1. e4 {Game drawn by mutual agreement} 1/2-1/2", "agreement"),
        ("", "1. e4 {Black forfeits by disconnection} 1-0", "abandoned"),
        ("", "1. e4 {Black could have resigned here, says the annotator, but he plays on} e5 *", "unknown"),
        ("", "1. e4 {Black resigns} e5 1-0", "unknown"),
        ("", "1. e4 {White did not resign} 1-0", "unknown"),
        ("", "1. e4 {Black should resign here} 1-0", "unknown"),
        ("", "1. e4 {Black resigns} 1/2-1/2", "unknown"),
        ("", "1. e4 {Draw agreed} 1-0", "unknown"),
        ("", "1. e4 {White mates: checkmate} 1-0", "unknown"),
        ("", "1. e4 {Black's flag fell} 1-0", "time"),
        ("", "1. e4 {White resigns} 1-0", "unknown"),
        ("", "1. e4 {0-1 White resigns} 1-0", "unknown"),
        ("", "1. e4 {White loses on time} 1-0", "unknown"),
        ("", "1. e4 {Black's flag fell} 1/2-1/2", "time"),
        ('[Termination "Black won by resignation"]\n', "1. e4 1-0", "unknown"),
        ('[Termination "Black won by resignation"]\n', "1. e4 0-1", "resignation"),
        ('[Termination "White won on time"]\n', "1. e4 1/2-1/2", "unknown"),
        ('[Termination "Timeout fan won by resignation"]\n', "1. e4 1-0", "resignation"),
        ('[Termination "Resigned won on time"]\n', "1. e4 1-0", "time"),
        ("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", "repetition"),
        ("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", "unknown"),
        (
            "",
            "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 1/2-1/2",
            "stalemate",
        ),
    ],
)
def test_outcomes(v, tmp_path, tags, text, outcome):
    path = tmp_path / "game.pgn"
    path.write_text(f'[Event "x"]\n{tags}\n{text}\n')
    games = v.encode_pgn(path, columns=["outcome"])
    assert OUTCOMES[games.column("outcome")[0]] == outcome
    if "resigns}" in text and "e5" not in text:
        assert OUTCOMES[v.encode([text], columns=["outcome"]).column("outcome")[0]] == outcome


def test_mates_have_a_side(v):
    games = v.encode(["f3 {[%eval #-2]} e5 {[%eval #+1]} g4 {[%eval #-40000]} Qh4# {[%eval #-0]}"], columns=["eval", "mate"])
    assert games.column("eval").tolist() == [-np.inf, np.inf, -np.inf, -np.inf]
    assert games.column("mate").tolist() == [-2, 1, -32767, 0]


def test_the_first_of_several_counts(v, tmp_path):
    pgn = """\
[Event "Several"]

1. e4 {[%clk 1:00:00][%clk 2:00:00]} e5 {[%clk 0:00:01]} {[%clk 0:00:02] [%eval 0.1]} 2. Nf3 {[%eval 0.2] [%eval #3]}
Nc6 {[%clk 5:00] [%clk 0:05:00]} {[%eval 0.3]} {[%eval 0.4]} *

[Event "Black mates"]

1. f3 e5 2. g4 Qh4# {[%eval #0]} 0-1

[Event "White mates"]

1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. Qxf7# {[%eval #-0]} 1-0

[Event "Black begins"]
[SetUp "1"]
[FEN "6k1/5ppp/8/8/8/8/r4PPP/6K1 b - - 0 1"]

1... Ra1# {[%eval #0]} 0-1
"""
    path = tmp_path / "games.pgn"
    path.write_text(pgn)
    games = v.encode_pgn(path, columns=["clock", "eval", "mate"], variants=True)
    clocks, evals, mates = expected(pgn)
    np.testing.assert_allclose(games.column("clock"), clocks, rtol=1e-6)
    assert games.column("mate").tolist() == mates
    np.testing.assert_allclose(games.column("eval"), evals, rtol=1e-6)
    assert evals[-1] == -np.inf


def test_columns_in_the_shape_of_a_batch(v):
    games = v.encode(["e4 {[%clk 0:00:01]} e5 {[%clk 0:00:02]}", "d4 {[%eval #3]}", ""], columns=ALL, errors="skip")
    batch = games.batch(bos=True, eos=True)
    nan = np.nan
    clock = games.column("clock", batch.plies)
    np.testing.assert_array_equal(clock, [[nan, 1, 2, nan], [nan, nan, nan, nan], [nan] * 4])
    assert games.column("mate", batch.plies).tolist() == [[0, 0, 0, 0], [0, 3, 0, 0], [0, 0, 0, 0]]
    empty = v.encode([""], columns=["clock"], errors="skip")
    assert np.isnan(empty.column("clock", empty.batch(length=3).plies)).all()
    with pytest.raises(ValueError, match="outcome has a value for each game"):
        games.column("outcome", batch.plies)
    with pytest.raises(IndexError, match="plies go from 0 to 2, or are -1"):
        games.column("clock", [3])


def test_columns_go_with_the_games(v, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    games = v.encode_pgn(path, columns=ALL, tags=["Event"])
    games.save(tmp_path / "g.bin")
    for other in [
        san_strings.open(tmp_path / "g.bin"),
        pickle.loads(pickle.dumps(games)),
        games[:],
        games[[0, 1, 2]],
        san_strings.concat([games[:1], games[1:]]),
        san_strings.concat(list(v.read(path, games=1, columns=ALL, tags=["Event"]))),
    ]:
        for name in ALL:
            np.testing.assert_array_equal(other.column(name), games.column(name))
    last = games[[2, 0]]
    assert last.column("outcome").tolist() == games.column("outcome")[[2, 0]].tolist()
    np.testing.assert_array_equal(last.column("clock")[4:], games.column("clock")[:6])
    assert len(last.column("eval")) == len(last.ids)
    with pytest.raises(ValueError, match="columns"):
        san_strings.concat([games, v.encode_pgn(path, tags=["Event"])])
    assert san_strings.open(tmp_path / "g.bin")[1:].column("mate").tolist() == games[1:].column("mate").tolist()


def test_columns_are_named_right(v):
    with pytest.raises(ValueError, match="'clk' is not one of the columns clock, eval, mate, outcome"):
        v.encode(["e4"], columns=["clk"])
    with pytest.raises(TypeError, match="columns must be a sequence of names"):
        v.encode(["e4"], columns="clock")
    games = v.encode(["e4"], columns=["clock"])
    with pytest.raises(KeyError, match="ask for it with columns="):
        games.column("eval")
    with pytest.raises(KeyError, match="not one of the columns"):
        games.column("clk")
    wrong = san_strings.Games(v, games.ids, games.offsets, columns={"clock": np.zeros(7, np.float32)})
    with pytest.raises(ValueError, match="cannot be saved: there are 7 values of clock for 1"):
        wrong.save("nowhere")


def test_broken_games_keep_their_places(v):
    texts = ["e4 {[%clk 0:00:01]} e4 {[%clk 0:00:02]}", "d4 {[%clk 0:00:03]} d5 {[%clk 0:00:04]}"]
    skipped = v.encode(texts, columns=ALL, errors="skip")
    assert skipped.column("clock").tolist() == [3, 4] and len(skipped.column("outcome")) == 2
    unknown = v.encode(texts, columns=ALL, errors="unk")
    assert unknown.column("clock").tolist() == [1, 2, 3, 4]
