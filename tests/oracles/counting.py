#!/usr/bin/env python3
"""Adds counts by engines that people have, as docs/counting.md says.

    pip install duckdb pyspark
    python3 tests/oracles/counting.py target/release/san-strings FILE.pgn...

Each file is counted alone. DuckDB adds the tables, Spark runs `count` on its workers, and
both must come to what one `count` of all files says. Spark needs Java and is left out
where it is not installed.
"""

import pathlib
import subprocess
import sys
import tempfile

import duckdb


def count(program, *args):
    run = subprocess.run([program, "-q", "count", "--format", "csv", *args], check=True, capture_output=True)
    return run.stdout.decode()


def rows(csv):
    header, *lines = csv.splitlines()
    assert header == "string,count"
    return {string: int(count) for string, count in (line.split(",") for line in lines)}


def with_duckdb(folder):
    query = f"select string, sum(count) from '{folder}/*.csv' group by string"
    return {string: int(total) for string, total in duckdb.sql(query).fetchall()}


def with_spark(program, files):
    from pyspark import SparkContext

    context = SparkContext("local[2]", "count", conf=None)
    context.setLogLevel("ERROR")
    command = f"xargs -d '\\n' {program} -q count --format csv"
    lines = context.parallelize(files, len(files)).pipe(command, checkCode=True)
    pairs = lines.filter(lambda line: line != "string,count").map(lambda line: line.split(","))
    totals = pairs.mapValues(int).reduceByKey(lambda a, b: a + b).collectAsMap()
    context.stop()
    return totals


def main(program, *files):
    program = str(pathlib.Path(program).absolute())
    files = [str(pathlib.Path(file).absolute()) for file in files]
    expected = rows(count(program, *files))
    assert len(expected) == 28_938 and sum(expected.values()) > 100_000
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            pathlib.Path(folder, f"{number}.csv").write_text(count(program, file))
        assert with_duckdb(folder) == expected
        tables = sorted(map(str, pathlib.Path(folder).glob("*.csv")))
        assert rows(count(program, *tables)) == expected
    print(f"DuckDB {duckdb.__version__} agrees")
    try:
        import pyspark
    except ImportError:
        return
    assert with_spark(program, files) == expected
    print(f"Spark {pyspark.__version__} agrees")


if __name__ == "__main__":
    main(*sys.argv[1:])
