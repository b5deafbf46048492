"""What the package has besides: explanations, the command, its examples and its page."""

import ast
import doctest
import json
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
    assert told == (9 if find_spec("transformers") else 6)


@pytest.mark.parametrize("args, code", [
    (["explain", "Nf3", "--format", "tsv"], 0),
    (["explain", "Rah1+", "--format", "tsv"], 1),
    (["explain", "hello", "--format", "tsv"], 2),
    (["explain"], 2),
    (["explain", "--svg", "x", "e4", "e5"], 2),
])
def test_exit_codes_of_the_program(args, code):
    assert _native.run(["san-strings", *args]) == code
