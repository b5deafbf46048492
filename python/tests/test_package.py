"""Tests `explain`, the command `san-strings`, the examples in docstrings, the types, and the page docs/models.md."""

import ast
import doctest
import json
import pydoc
import re
import subprocess
import sys
from importlib.util import find_spec

import chess
import pytest

import san_strings
from common import OUTPUT, ROOT
from san_strings import Position, Vocabulary, _native


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
    for module in (san_strings, san_strings._vocabulary, san_strings._explain, san_strings._positions):
        assert doctest.testmod(module, extraglobs={"Vocabulary": Vocabulary}).failed == 0
    finder = doctest.DocTestFinder()
    names = {"Vocabulary": Vocabulary, "Position": Position}
    for test in finder.find(Position, "Position", globs=names):
        assert doctest.DocTestRunner().run(test).failed == 0


def test_the_page_says_what_happens(tmp_path, monkeypatch, texts):
    """Runs every Python block of docs/models.md, and checks the output that the page shows."""
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    games = "".join(f'[Event "x"]\n[WhiteElo "{n}"]\n\n{text}\n\n' for n, text in enumerate(texts[:9]))
    (tmp_path / "games.pgn").write_text(games)
    pq.write_table(pa.table({"movetext": texts[:9], "Result": ["*"] * 9, "WhiteElo": range(9)}), "games.parquet")
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
            try:
                value = ast.literal_eval(comment.strip())
            except (SyntaxError, ValueError):
                exec(code, names)
                continue
            assert isinstance(node, ast.Expr) and eval(code, names) == value, code
            told += 1
    assert told == (32 if find_spec("transformers") else 29)


@pytest.mark.parametrize("args, code", [
    (["explain", "Nf3", "--format", "tsv"], 0),
    (["explain", "Rah1+", "--format", "tsv"], 1),
    (["explain", "hello", "--format", "tsv"], 2),
    (["explain"], 2),
    (["explain", "--svg", "x", "e4", "e5"], 2),
])
def test_exit_codes_of_the_program(args, code):
    assert _native.run(["san-strings", *args]) == code


def test_help_explains_every_attribute(v, games):
    position = Position(v)
    things = [
        v, games, games.batch([0]), v.legal(games[:1]), san_strings.explain("e4"), position, position.read("e4"),
    ]
    for thing in things:
        told = pydoc.plain(pydoc.render_doc(type(thing)))
        for name in dir(thing):
            if name.startswith("_"):
                continue
            # Either the class docstring describes the attribute, or the method or property has its own docstring.
            in_class = re.search(rf"^ \|  {name}  +\w", told, re.MULTILINE)
            own = re.search(rf"^ \|  {name}(\(.*)?\n \|      \S", told, re.MULTILINE)
            assert in_class or own, f"{type(thing).__name__}.{name}"
    for name in san_strings.__all__:
        thing = getattr(san_strings, name)
        assert not callable(thing) or thing.__doc__, name


TYPED = """\
from pathlib import Path
from typing import Any
import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type
import san_strings
from san_strings import Batch, Games, Legal, Position, Reading, Vocabulary

v = Vocabulary("base", most=4000)
with open("x.pgn", "rb") as file:
    games = v.encode_pgn([Path("x.pgn"), "x.pgn", b"x.pgn", file], tags=["WhiteElo"])
assert_type(games, Games)
assert_type(v.encode_pgn(Path("x.pgn")), Games)
assert_type(v["e4"], int)
assert_type(games[3], npt.NDArray[np.uint16])
assert_type(games[np.int64(3)], npt.NDArray[np.uint16])
elo = np.array([int(value or 0) for value in games.tags("WhiteElo")])
for some in (games[2:9], games[[1, 2]], games[elo > 2000], games[[True, False]], games[np.argsort(elo)]):
    assert_type(some, Games)
assert_type(san_strings.concat([games, games]), Games)
assert_type(san_strings.open("x.bin"), Games)
for piece in v.read([file], games=10):
    assert_type(piece, Games)
for ids in games:
    assert_type(ids, npt.NDArray[np.uint16])
assert_type(games.results, npt.NDArray[np.int8] | None)
assert_type(games.left_out, dict[str, int])
batch = games.batch(elo > 2000, length=10, dtype=np.int32)
assert_type(batch, Batch)
assert_type(batch.plies, npt.NDArray[np.int64])
assert_type(v.legal(games), Legal)
assert_type(v.legal(games).mask(batch.plies), npt.NDArray[np.bool_])
assert_type(v.parts, npt.NDArray[np.uint8])
assert_type(v.ids_of(v.parts[batch.ids]), npt.NDArray[np.uint16])
assert_type(v.legality([[1, 2], np.array([3])]), list[tuple[int, Reading] | None])
assert_type(Position(v).read("e4").san, str | None)
games["x"]  # type: ignore[index]
v.encode_pgn(5)  # type: ignore[arg-type]
"""


def test_types_are_right(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "typed.py").write_text(TYPED)
    package = ROOT / "python/san_strings"
    run = [sys.executable, "-m", "mypy", "--strict", "--config-file", package.parent / "pyproject.toml"]
    run += ["--cache-dir", tmp_path, package, tmp_path / "typed.py"]
    done = subprocess.run(run, capture_output=True, text=True, cwd=package.parent)
    assert done.returncode == 0, done.stdout + done.stderr
