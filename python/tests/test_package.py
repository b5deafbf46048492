"""The package, against python-chess, Hugging Face's tokenizers, and plain Python.

`SAN_STRINGS_ROOT` is the repository; `SAN_STRINGS_GAMES` a folder with more PGN files.
"""

import ast
import bz2
import doctest
import gzip
import itertools
import json
import multiprocessing
import os
import pathlib
import pickle
import subprocess
import sys
from importlib.util import find_spec

import chess
import chess.pgn
import numpy as np
import pytest

import san_strings
from san_strings import Games, Position, Vocabulary, _native

ROOT = pathlib.Path(os.environ.get("SAN_STRINGS_ROOT", pathlib.Path(__file__).parents[2]))
OUTPUT = ROOT / "output"
CORPUS = OUTPUT / "corpus.pgn"
MORE = sorted(pathlib.Path(os.environ.get("SAN_STRINGS_GAMES", "/nonexistent")).glob("*.pgn"))


def movetexts(path):
    """The movetext of each game, found by its tags alone."""
    text = path.read_text(encoding="utf-8-sig")
    games = ("\n" + text).split("\n[Event ")[1:]
    return [game.split("\n\n", 1)[1].strip() for game in games]


def sans(movetext):
    """The moves of a game without comments, as python-chess reads and writes them."""
    words = [word for word in movetext.split() if not word[0].isdigit() and word != "*"]
    board = chess.Board()
    moves = []
    for word in words:
        move = board.parse_san(word)
        moves.append(board.san(move))
        board.push(move)
    return moves


@pytest.fixture(scope="module")
def v():
    return Vocabulary()


@pytest.fixture(scope="module")
def texts():
    return movetexts(CORPUS)


@pytest.fixture(scope="module")
def games(v):
    return v.encode_pgn(CORPUS, tags=["Event", "Nothing"])


def test_ids_are_the_lines_of_the_lists():
    files = {
        "occurring": "san_strings_that_occur.txt",
        "base": "san_strings.txt",
        "symbols": "san_strings_with_symbols.txt",
    }
    special = ["[PAD]", "[UNK]", "[BOS]", "[EOS]", "1-0", "0-1", "1/2-1/2", "*"]
    for name, file in files.items():
        v = Vocabulary(name)
        lines = (OUTPUT / file).read_text().split()
        assert list(v) == lines + special
        assert [v[text] for text in lines + special] == list(range(len(v)))
        assert (v.strings, len(v)) == (len(lines), len(lines) + 8)
    ids = [v.pad_id, v.unk_id, v.bos_id, v.eos_id]
    assert [v.text(id) for id in ids] == special[:4]
    assert "Qa1a8" not in Vocabulary() and "Nf3" in v
    with pytest.raises(KeyError):
        Vocabulary()["Qa1a8"]
    for id in (-1, len(v)):
        with pytest.raises(IndexError):
            v.text(id)
    for wrong in [("none",), ("uci", 3), ("base", 0)]:
        with pytest.raises(ValueError):
            Vocabulary(*wrong)


def test_the_most_frequent_strings_are_those_of_the_counts():
    counts = (ROOT / "data/lichess_counts.tsv").read_text().split()
    counts = sorted(zip(map(int, counts[1::2]), counts[::2]), key=lambda row: (-row[0], len(row[1]), row[1]))
    best = sorted((text for _, text in counts[:4000]), key=lambda text: (len(text), text))
    v = Vocabulary(most=4000)
    assert list(v)[:4000] == best and v.pad_id == 4000
    assert v.encode(["e4 Qh1xf3+"], errors="unk").ids.tolist() == [v["e4"], v.unk_id]


def test_uci_moves_are_those_of_python_chess():
    board = chess.Board(None)
    moves = set()
    for square in chess.SQUARES:
        for piece in [chess.QUEEN, chess.KNIGHT]:
            board.clear()
            board.set_piece_at(square, chess.Piece(piece, chess.WHITE))
            moves |= {chess.Move(square, to).uci() for to in board.attacks(square)}
    for file, color in itertools.product(range(8), chess.COLORS):
        ranks = (6, 7) if color else (1, 0)
        for to in range(max(file - 1, 0), min(file + 2, 8)):
            squares = chess.square(file, ranks[0]), chess.square(to, ranks[1])
            moves |= {chess.Move(*squares, promotion).uci() for promotion in range(2, 6)}
    v = Vocabulary("uci")
    assert list(v)[: v.strings] == sorted(moves, key=lambda move: (len(move), move))


@pytest.mark.parametrize("name", ["occurring", "base", "uci"])
def test_ids_and_legal_moves_are_those_of_python_chess(name, texts):
    """On each twentieth game of the corpus, or more, and on games of people."""
    v = Vocabulary(name)

    def id(board, move):
        if name == "uci":
            return v[move.uci()]
        san = board.san(move)
        return v[san.rstrip("+#") if name == "base" else san]

    some = texts[:: int(os.environ.get("SAN_STRINGS_EVERY", "20"))]
    for path in MORE:
        some += movetexts(path)[:20]
    games = v.encode(some)
    legal = v.legal(games)
    ply = 0
    for n, text in enumerate(some):
        game = chess.pgn.read_game(io(text))
        board = game.board()
        position = Position(v)
        for played, move in zip(games[n], game.mainline_moves(), strict=True):
            assert played == id(board, move)
            expected = sorted(id(board, move) for move in board.legal_moves)
            assert legal[ply].tolist() == expected
            if n % 50 == 0:
                assert position.legal().tolist() == expected
                assert np.flatnonzero(position.mask()).tolist() == expected
                assert position.fen == board.fen(en_passant="legal")
                position.push(played)
            board.push(move)
            ply += 1
        if n % 50 == 0 and board.is_game_over():
            assert position.result == board.result()
    assert ply == len(legal) and f"before {ply} plies" in repr(legal)
    plies = np.array([[0, -1], [5, ply - 1]])
    mask = legal.mask(plies)
    assert mask.shape == (2, 2, len(v)) and mask.dtype == bool and not mask[0, 1].any()
    for at in [(0, 0), (1, 0), (1, 1)]:
        assert np.flatnonzero(mask[at]).tolist() == legal[plies[at]].tolist()


def io(text):
    import io

    return io.StringIO(text)


def test_the_tokenizer_gives_the_same_ids(v, texts, games):
    transformers = pytest.importorskip("transformers")
    fast = san_strings.tokenizer()
    auto = transformers.AutoTokenizer.from_pretrained(OUTPUT)
    assert len(fast) == len(v) and fast.pad_token_id == v.pad_id and fast.eos_token_id == v.eos_id
    some = [text.rsplit(None, 1)[0] for text in texts[::97]]
    for tokenizer in (fast, auto):
        expected = tokenizer(some, padding=True, return_tensors="np")
        batch = v.encode(some).batch()
        assert (batch.ids == expected["input_ids"]).all()
        assert (batch.attention_mask == expected["attention_mask"]).all()
    base = san_strings.tokenizer(Vocabulary("base"))
    assert base(some)["input_ids"] == [ids.tolist() for ids in Vocabulary("base").encode(some)]


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


def forked(games, texts):
    """What a forked worker makes of games: the threads of its parent are gone."""
    v = games.vocabulary
    read = sum(len(piece) for piece in v.read(CORPUS, games=5000))
    return v.legal(games).ids.sum(), v.encode(texts).ids.sum(), read, len(v.encode_pgn(CORPUS))


def test_a_forked_worker_has_threads_of_its_own(v, texts, games):
    some = v.encode(texts[:500])
    expected = v.legal(some).ids.sum(), games.ids.sum(), len(games), len(games)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for _ in range(2):
            answer = pool.apply_async(forked, (some, texts))
            assert answer.get(timeout=60) == expected


@pytest.mark.parametrize("threads", ["1", "3"])
def test_threads_change_nothing(threads, games, v):
    code = (
        "import san_strings, hashlib, sys; v = san_strings.Vocabulary();"
        "g = v.encode_pgn(sys.argv[1]); l = v.legal(g);"
        "print(hashlib.sha256(b''.join(map(bytes, (g.ids, g.offsets, l.ids, l.offsets)))).hexdigest())"
    )
    import hashlib

    legal = v.legal(games)
    arrays = (games.ids, games.offsets, legal.ids, legal.offsets)
    expected = hashlib.sha256(b"".join(map(bytes, arrays))).hexdigest()
    run = [sys.executable, "-c", code, CORPUS]
    environment = os.environ | {"RAYON_NUM_THREADS": threads}
    output = subprocess.run(run, env=environment, check=True, capture_output=True, text=True)
    assert output.stdout.strip() == expected


def test_arrow_columns_are_read_where_they_are(v, texts):
    pa = pytest.importorskip("pyarrow")
    some = texts[:300]
    expected = v.encode(some)
    columns = [
        pa.array(some),
        pa.array(["", "1. e4 Zz9", *some, "x"])[2:-1],
        pa.array(some, pa.large_string()),
        pa.chunked_array([some[:7], [], some[7:]]),
        pa.array(some).dictionary_encode(),
    ]
    for column in columns:
        games = v.encode(column)
        assert (games.ids == expected.ids).all() and (games.offsets == expected.offsets).all()
    assert len(v.encode(pa.array([], pa.string()))) == 0
    with pytest.raises(ValueError, match="game 4, ply 2: Zz9 is not in the list"):
        v.encode(pa.chunked_array([["e4", "d4"], ["Nf3", "e4 Zz9"]]))
    with pytest.raises(ValueError, match="game 2 is null"):
        v.encode(pa.array(["e4", None]))


def test_errors_name_game_and_ply(v, tmp_path):
    with pytest.raises(ValueError, match=r'game 2, ply 3: Qa1a8 is not in the list; errors="unk"'):
        v.encode(["e4", "1. e4 e5 2. Qa1a8"])
    assert v.encode(["Qa1a8 e4"], errors="unk").ids.tolist() == [v.unk_id, v["e4"]]
    with pytest.raises(ValueError, match="game 1, ply 1: the move is not legal"):
        v.legal(v.encode(["Qa1a8 e4"], errors="unk"))
    with pytest.raises(ValueError, match="game 2, ply 2"):
        v.legal(v.encode(["e4", "e4 e4"]))
    with pytest.raises(ValueError, match="not of"):
        Vocabulary("base").legal(v.encode(["e4"]))
    with pytest.raises(TypeError):
        v.encode("1. e4")
    with pytest.raises(ValueError):
        v.encode(["e4"], errors="ignore")
    with pytest.raises(FileNotFoundError):
        v.encode_pgn(tmp_path / "none.pgn")
    path = tmp_path / "games.pgn"
    path.write_text('[Variant "Atomic"]\n\n1. e4 *\n\n[FEN "8/8/8/8/8/k7/8/K7 w - - 0 1"]\n\n1. Kb1 *\n\n[Site "x"]\n\n1. e4 *\n\n1. Zf3 *\n')
    with pytest.raises(ValueError, match="game 4, ply 1: Zf3"):
        v.encode_pgn(path)
    with pytest.raises(ValueError, match="game 4, ply 1: Zf3"):
        list(v.read(path))
    games = v.encode_pgn(path, errors="unk")
    assert (len(games), games.left_out) == (2, 2)
    assert len(v.encode_pgn(path, errors="unk", variants=True)) == 4
    with pytest.raises(ValueError, match="Nf6 is not legal in rnbq"):
        Position(v).push(v["Nf6"])
    with pytest.raises(ValueError, match="this is not FEN"):
        Position(v, "x")


def test_a_batch_is_what_plain_python_makes(v):
    games = v.encode(["e4 e5 Nf3", "", "d4", "Nf3 d5 g3 c5 Bg2"])
    for bos, eos, length in itertools.product([False, True], [False, True], [None, 2, 4, 9]):
        indices = [3, 0, 1, 3, -2]
        batch = games.batch(indices, length=length, bos=bos, eos=eos)
        rows = []
        for index in indices:
            row = [v.bos_id] * bos + games[index].tolist() + [v.eos_id] * eos
            rows.append(row[:length] if length else row)
        width = length or max(map(len, rows))
        assert batch.ids.tolist() == [row + [v.pad_id] * (width - len(row)) for row in rows]
        mask = [[1] * len(row) + [0] * (width - len(row)) for row in rows]
        assert batch.attention_mask.tolist() == mask
        for row, plies in zip(batch.ids, batch.plies):
            is_move = row < v.strings
            assert (row[is_move] == games.ids[plies[is_move]]).all()
            assert (plies[~is_move] == -1).all()
    assert games.batch(dtype=np.int32).ids.dtype == np.int32
    assert games.batch([]).ids.shape[0] == 0
    with pytest.raises(IndexError):
        games.batch([4])


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


def test_explanations_are_those_of_the_table():
    rows = (OUTPUT / "shortest_games.tsv").read_text().splitlines()[1:]
    counts = dict(line.split("\t") for line in (ROOT / "data/lichess_counts.tsv").read_text().splitlines())
    for row in rows[::500]:
        san, plies, at_least, moves, _ = row.split("\t")
        told = san_strings.explain(san)
        assert (told.occurs, told.reason, told.plies, told.at_least) == (True, None, int(plies), int(at_least))
        assert told.game == moves.split() and told.played == int(counts.get(san, 0))
        board = chess.Board()
        for move in told.game[:-1]:
            board.push_san(move)
        assert told.fen == board.fen(en_passant="legal")
    told = san_strings.explain("Qa1a8")
    assert not told.occurs and told.game is told.plies is told.fen is None and "could not" in told.reason
    with pytest.raises(ValueError, match="not SAN"):
        san_strings.explain("hello")


def test_a_panic_is_an_exception():
    for on_thread in [False, True]:
        with pytest.raises(BaseException, match="asked for") as raised:
            _native._panic(on_thread)
        assert type(raised.value).__name__ == "PanicException"


def test_the_command_is_the_program(tmp_path):
    def run(*args, **options):
        run = [sys.executable, "-m", "san_strings", *args]
        return subprocess.run(run, capture_output=True, text=True, cwd=tmp_path, **options)

    assert run("generate").returncode == 0
    for path in (tmp_path / "output").iterdir():
        assert path.read_bytes() == (OUTPUT / path.name).read_bytes()
    no = run("explain", "Qa1a8")
    assert (no.returncode, no.stderr) == (1, "") and "cannot occur" in no.stdout
    assert run("explain").returncode == 2
    ids = run("-q", "encode", "-", input="1. e4 *")
    assert json.loads(ids.stdout) == [Vocabulary()["e4"]]


def test_the_examples_run():
    for module in (san_strings, san_strings._vocabulary, san_strings._explain):
        assert doctest.testmod(module, extraglobs={"Vocabulary": Vocabulary}).failed == 0
    finder = doctest.DocTestFinder()
    names = {"Vocabulary": Vocabulary, "Position": Position}
    for test in finder.find(Position, "Position", globs=names):
        assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_says_what_happens(tmp_path, monkeypatch, texts):
    """Every Python block of docs/models.md runs, and gives what stands beside it."""
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    games = "".join(f'[Event "x"]\n[WhiteElo "{n}"]\n\n{text}\n\n' for n, text in enumerate(texts[:9]))
    (tmp_path / "games.pgn").write_text(games)
    pq.write_table(pa.table({"movetext": texts[:9], "Result": ["*"] * 9}), "games.parquet")
    (tmp_path / "output").symlink_to(OUTPUT)
    blocks = (ROOT / "docs/models.md").read_text().split("```python\n")[1:]
    names, told = {}, 0
    for block in blocks:
        block = block.split("```", 1)[0]
        if any(f"from {name} " in block and not find_spec(name) for name in ["datasets", "transformers"]):
            continue
        lines = block.splitlines()
        for node in ast.parse(block).body:
            comment = lines[node.end_lineno - 1].partition("  # ")[2]
            code = ast.unparse(node)
            if comment.startswith("["):
                assert eval(code, names) == json.loads(comment), code
                told += 1
            else:
                exec(code, names)
        assert len(names["games"]) == 9
    assert told == 3 or not find_spec("transformers")


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


def test_games_are_a_sequence(v):
    games = v.encode(["e4", "d4 d5"])
    assert [ids.tolist() for ids in games] == [[v["e4"]], [v["d4"], v["d5"]]]
    assert games[-1].tolist() == [v["d4"], v["d5"]] and isinstance(games, Games)
    for index in (2, -3):
        with pytest.raises(IndexError):
            games[index]


@pytest.mark.parametrize("args, code", [
    (["explain", "Nf3", "--format", "tsv"], 0),
    (["explain", "Rah1+", "--format", "tsv"], 1),
    (["explain", "hello", "--format", "tsv"], 2),
    (["explain"], 2),
    (["explain", "--svg", "x", "e4", "e5"], 2),
])
def test_exit_codes_of_the_program(args, code):
    assert _native.run(["san-strings", *args]) == code
