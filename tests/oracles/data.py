"""Reads a tree with data tools, and checks it with python-chess.

`python3 tests/oracles/data.py san-strings [PLIES]` has the program write the tree as CSV, converts it to
Parquet with DuckDB as docs/tree.md does, and reads the result with DuckDB, pyarrow and Polars. It checks
types, counts, mates and paths, and compares the positions with python-chess. Then DuckDB reads the keys that
the program wrote for the moves of ply 5 (or PLIES), and must find as many new nodes as the program.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import zlib

import chess
import duckdb
import numpy
import polars
import pyarrow.parquet

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "tree.md"
NODES = [1, 20, 400, 6660, 98521]
MOVES = [20, 400, 8902, 147373]


def parquet(program):
    # The commands on the page pipe CSV into DuckDB's command-line program. Here we use DuckDB's Python module instead,
    # and pass it the CSV in a file.
    block = next(block for block in re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL)
                 if "parquet" in block)  # fmt: skip
    for line in block.splitlines():
        export, _, query = line.partition(" | ")
        query = re.search(r'-c "(.*)"', line)[1]
        if export.startswith("san-strings"):
            csv = subprocess.check_output([program, *shlex.split(export)[1:]])
            pathlib.Path("stdin.csv").write_bytes(csv)
            query = query.replace("/dev/stdin", "stdin.csv")
        duckdb.sql(query)
    columns = dict(duckdb.sql("SELECT column_name, column_type FROM (DESCRIBE nodes)").fetchall())
    assert columns == {
        "id": "BIGINT", "parent": "BIGINT", "uci": "VARCHAR", "san": "VARCHAR",
        "epd": "VARCHAR", "first_child": "BIGINT", "children": "BIGINT", "moves": "BIGINT",
        "outcome": "VARCHAR", "reason": "VARCHAR", "ply": "BIGINT",
    }, columns  # fmt: skip
    columns = dict(duckdb.sql("SELECT column_name, column_type FROM (DESCRIBE edges)").fetchall())
    assert columns == {
        "node": "BIGINT", "uci": "VARCHAR", "san": "VARCHAR", "to": "BIGINT",
        "is_new": "BOOLEAN", "ply": "BIGINT",
    }, columns  # fmt: skip
    counts = duckdb.sql("SELECT count(*) FROM nodes GROUP BY ply ORDER BY ply").fetchall()
    assert counts == [(count,) for count in NODES], counts
    counts = duckdb.sql("SELECT count(*) FROM edges GROUP BY ply ORDER BY ply").fetchall()
    assert counts == [(count,) for count in MOVES], counts

    mates = duckdb.sql(
        "SELECT n.id, p.epd, n.san FROM nodes n JOIN nodes p ON n.parent = p.id "
        "WHERE n.ply = 4 AND n.outcome = 'l' ORDER BY n.id"
    ).fetchall()
    assert len(mates) == 4 and all(san == "Qh4#" for _, _, san in mates), mates
    for _, epd, san in mates:
        board, _ = chess.Board.from_epd(epd)
        board.push_san(san)
        assert board.is_checkmate()

    path = duckdb.sql(
        "WITH RECURSIVE way AS (SELECT id, parent, san, ply FROM nodes WHERE id = 79293 "
        "UNION ALL SELECT n.id, n.parent, n.san, n.ply FROM nodes n JOIN way ON n.id = way.parent) "
        "SELECT string_agg(san, ' ' ORDER BY ply) FROM way"
    ).fetchall()[0]
    assert path == ("f3 e5 g4 Qh4#",), path
    board = chess.Board()
    for san in ["Nf3", "Nf6", "Nc3"]:
        board.push_san(san)
    found = duckdb.execute(
        "SELECT count(*), count(DISTINCT id) FROM nodes WHERE epd = ?",
        [board.epd(en_passant="legal")],
    ).fetchall()[0]
    # Two move orders to the same board can lead to two nodes, because the nodes have different histories.
    assert found == (2, 2), found
    # From the parent's position, python-chess plays the move that leads to a node, and must reach the node's position.
    rows = duckdb.sql(
        "SELECT p.epd, n.uci, n.san, n.epd FROM nodes n JOIN nodes p ON n.parent = p.id "
        "WHERE n.id % 7 = 0"
    ).fetchall()
    for before, uci, san, after in rows:
        board, _ = chess.Board.from_epd(before)
        move = chess.Move.from_uci(uci)
        assert board.san(move) == san, (before, uci)
        board.push(move)
        assert board.epd(en_passant="legal") == after, (before, uci)
    # Every move leads to a node. `is_new` is true if and only if the row of this node contains the parent and the SAN
    # of the move.
    wrong = duckdb.sql(
        "SELECT count(*) FROM edges e LEFT JOIN nodes n ON n.id = e.to "
        "WHERE n.id IS NULL OR e.is_new <> (n.parent = e.node AND n.san = e.san)"
    ).fetchall()[0]
    assert wrong == (0,), wrong
    print(f"DuckDB: types, counts, {len(rows):,} positions agree with python-chess")

    # Run the queries in docs/tree.md.
    answers = {}
    for query in re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL):
        answers[query.splitlines()[0]] = duckdb.sql(query).fetchall()
    assert len(answers) == 5 and all(answers.values()), answers
    games = next(rows for title, rows in answers.items() if "mates" in title)
    assert (79293, "f3 e5 g4 Qh4#") in games and len(games) == 4, games
    perft = next(rows for title, rows in answers.items() if "perft" in title)
    assert [ways for _, ways in perft] == [1, 20, 400, 8902, 197281], perft
    print("DuckDB: five queries of docs/tree.md")

    table = pyarrow.parquet.read_table("nodes.parquet")
    assert table.num_rows == sum(NODES)
    assert table.column("children").null_count == NODES[4]
    frame = polars.read_parquet("nodes.parquet")
    assert frame.filter(polars.col("outcome") == "l").height == 4
    assert frame.height == sum(NODES)
    print("pyarrow and Polars: the same counts")


def runs(path, lengths=None):
    """Yields the runs of a scratch file, which are arrays of 64-bit words. A run is stored in blocks of up to 1,023
    words, each followed by a checksum of the block's position and words."""
    data = numpy.frombuffer(path.read_bytes(), dtype="<u8")
    at = 1
    if lengths is None:
        lengths = iter([len(data) - at - -(-(len(data) - at) // 1024)])
    for length in lengths:
        words = []
        while length:
            block = data[at : at + min(length, 1023)]
            place = at.to_bytes(8, "little")
            at += len(block)
            assert zlib.crc32(place + block.tobytes()) == data[at], (path, at)
            at += 1
            length -= len(block)
            words.append(block)
        yield numpy.concatenate(words) if words else data[:0]


def moves(path):
    """Yields the keys in a file of moves, section by section. The file begins with the number of sections, their
    lengths, and two sections without keys."""
    lengths = [1]
    for run, words in enumerate(runs(path, lengths)):
        lengths += words.tolist() if run < 2 else []
        if run >= 4:
            yield keys(words)


def keys(data):
    """The keys of candidates. A candidate has three words: two for the key of a node, and one for a move's index."""
    candidates = data.reshape(-1, 3)
    return candidates[:, 0].copy(), candidates[:, 1].copy()


def sorting(program, plies):
    """Counts the new nodes of a ply with DuckDB, and compares the number with the program's."""
    scratch = pathlib.Path("x.tree.scratch")
    options = ["--plies", str(plies + 2), "--parts", "4", "--files", "16"]
    step = lambda name: subprocess.run(
        [program, "--quiet", "tree", "step", "x.tree", name, *options], check=True
    )
    for ply in range(1, plies + 1):
        for part in range(4 if ply > 3 else 1):
            step(f"{ply:03}-moves-{part:04}")
        if ply < plies:
            for file in range(16 if ply > 3 else 1):
                step(f"{ply:03}-sorted-{file:04}")
            step(f"{ply:03}-ply")
    parts = sorted(scratch.glob(f"{plies:03}-moves-*"))
    high, low = map(numpy.concatenate, zip(*(found for part in parts for found in moves(part))))
    candidates = {"high": high, "low": low}
    earlier = [keys(*runs(scratch / f"{ply:03}-keys")) for ply in range(plies - 2, 0, -2)]
    high, low = map(numpy.concatenate, zip(*earlier))
    known = {"high": high, "low": low}
    counted = duckdb.sql(
        "SELECT count(*) FROM (SELECT DISTINCT high, low FROM candidates) "
        "ANTI JOIN known USING (high, low)"
    ).fetchall()[0][0]
    report = subprocess.check_output([program, "tree", "count", "--plies", str(plies)], text=True)
    ours = report.splitlines()[-1].split()
    assert int(ours[1].replace(",", "")) == counted, (ours, counted)
    assert int(ours[2].replace(",", "")) == len(candidates["high"])
    print(f"ply {plies}: DuckDB finds {counted:,} new nodes among {len(candidates['high']):,} moves")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    plies = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        parquet(program)
        sorting(program, plies)


main()
