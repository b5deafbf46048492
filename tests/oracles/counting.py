#!/usr/bin/env python3
"""Checks docs/counting.md: DuckDB and Spark add up the counts, and python-chess selects the games.

    pip install chess duckdb matplotlib pyspark
    python3 tests/oracles/counting.py target/release/san-strings FILE.pgn...

We count each file separately. DuckDB adds up the tables, and Spark runs `count` on its workers. Both sums must equal
the counts of a single run on all files. Spark needs Java. If pyspark is not installed, we skip Spark.

We translate conditions to Python: `and`, `or`, `not` and parentheses stay the same, and a comparison becomes a
call to `compare` below, which shares no code with the program. Python evaluates the translation for real games,
which python-chess reads, and for generated games with unusual tag values. The program must select the same games.
"""

import collections
import csv
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import chess.pgn
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


def known(value):
    return value is not None and re.search(r"[^\s?./-]", value) is not None


def number(text):
    return float(text) if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text) and len(text) <= 15 else None


def date(text):
    """Parses a date as a list of year, month and day, with None for unknown parts. If the text is not a date, returns
    None."""
    for separator in ".-/":
        parts = text.split(separator)
        if re.fullmatch(r"[^.]*\.[^.]*\.[^.]{4}", text):
            parts.reverse()
        if len(parts) <= 3 and all(
            re.fullmatch(r"[0-9?]{4}" if n == 0 else r"[0-9?]{1,2}", part) for n, part in enumerate(parts)
        ):
            return [int(part) if part.isdigit() and int(part) else None for part in parts]
    return None


def is_nearly_number(text):
    """Whether a text begins with a digit, but is neither a number nor a date such as 2000.05 or 2000.05.??. In a date,
    unknown parts may come only after the known parts."""
    own = date(text) or []
    while own and own[-1] is None:
        own.pop()
    return text[:1].isdigit() and number(text) is None and (not own or None in own)


def sign(order):
    return {-1: {"<", "<=", "!="}, 0: {"=", "<=", ">="}, 1: {">", ">=", "!="}}[order]


def compare(tag, operator, value):
    """Evaluates a comparison as docs/counting.md explains it."""
    if not known(tag):
        return False
    if operator == "~":
        return value.lower() in tag.lower()
    tag, value = tag.strip(), value.strip()
    its, own = date(tag), date(value)
    while own and own[-1] is None:
        own.pop()
    if own and None in own:
        own = None
    if own and its and (len(its) == 3 or number(value) is None):
        for one, other in zip(its + [None, None], own):
            if one is None:
                return False
            if one != other:
                return operator in sign(1 if one > other else -1)
        return operator in sign(0)
    if number(value) is not None:
        if number(tag) is None:
            return operator == "!="
        one, other = number(tag), number(value)
        is_whole = "." not in tag + value
        if one == other and not is_whole and tag != value:
            return operator in {"<=", ">=", "!="}
        return operator in sign((one > other) - (one < other))
    if own:
        return operator == "!="
    one, other = tag.encode(), value.encode()
    return operator in sign((one > other) - (one < other))


COMPARISON = re.compile(
    r"""(?P<tag>[A-Za-z]\w*)\s*(?P<sign><=|>=|!=|=|<|>|~)\s*"""
    r"""(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>[^']*)'|(?P<bare>[^\s()]+))"""
)


def to_python(condition):
    def call(match):
        if match["double"] is not None:
            value = re.sub(r"\\(.)", r"\1", match["double"])
        else:
            value = match["bare"] if match["single"] is None else match["single"]
        return f"compare(tag({match['tag']!r}), {match['sign']!r}, {value!r})"

    return COMPARISON.sub(call, condition)


def takes(condition, headers, side="White"):
    """Whether the condition selects the moves of this side."""
    other = "Black" if side == "White" else "White"

    def tag(name):
        for alias, player in [("Player", side), ("Opponent", other)]:
            if re.fullmatch(alias + r"([^a-z].*)?", name):
                name = player + name[len(alias) :]
        return headers.get(name)

    return eval(to_python(condition), {"compare": compare, "tag": tag})


def read(text):
    games = []
    stream = io.StringIO(text)
    while game := chess.pgn.read_game(stream):
        board, sans = game.board(), []
        for move in game.mainline_moves():
            sans.append(board.san_and_push(move))
        # Drop the tags that have the value "?", because python-chess adds missing tags with this value.
        games.append(({name: value for name, value in game.headers.items() if value != "?"}, sans))
    return games


REAL = [
    "WhiteElo>=2400 and BlackElo>=2400",
    "not WhiteElo>=2000",
    "Date>=2013.02 and Date<2025.06.25 or Result=1/2-1/2",
    "Event~blitz or Event~CUP",
    "ECO>=C and ECO<D and not (Result=1-0 or Result='0-1')",
    "White!='' and not BlackElo!=2300",
    "PlayerElo>=2500",
    "PlayerElo>=1500 and OpponentElo<1600 or Player~a",
    'Opponent="Rapport,R" or Termination=Normal',
]


def value_by(by, headers, side):
    """The group into which `--by` puts the moves of a side. Empty if the tag is missing or, for a band or a
    condition, if its value is unknown."""
    name = re.match(r"\w+", by)[0]
    value = headers.get(name.replace("Player", side), "")
    if name == by:
        return value
    if not known(value):
        return ""
    return str(takes(by, headers, side)).lower() if ">" in by else str(int(value) // int(by.split("/")[1]) * int(by.split("/")[1]))


def check_real(program, file):
    """Compares the program's counts for real games with our counts: for conditions, with and without `--replay`, and
    for `--by`."""
    games = read(file.read_text(encoding="utf-8"))
    sides = ["White", "Black"]
    taken = 0
    for condition in REAL:
        expected = collections.Counter()
        for headers, sans in games:
            both = [takes(condition, headers, side) for side in sides]
            for ply, san in enumerate(sans):
                expected[san] += both[ply % 2]
        for how in [], ["--replay"]:
            run = [program, "-q", "count", "--format", "csv", "--where", condition, *how, file]
            out = subprocess.run(run, capture_output=True, text=True)
            assert out.returncode == (0 if expected.total() else 1), out.stderr
            found = {string: times for string, times in rows(out.stdout).items() if times}
            assert found == +expected, (file, condition, how)
        taken += expected.total()
    for by in ["Player", "ECO", "PlayerElo>=2000", "PlayerElo/200", "WhiteElo/50"]:
        expected, moves, games_of = collections.Counter(), collections.Counter(), collections.Counter()
        for headers, sans in games:
            both = [value_by(by, headers, side) for side in sides]
            for ply, san in enumerate(sans):
                value = both[ply % 2]
                expected[value, san] += 1
                moves[value] += 1
            for value in set(both):
                games_of[value] += 1
        run = [program, "-q", "count", "--format", "csv", "--by", by, file]
        header, *lines = csv.reader(io.StringIO(subprocess.check_output(run, text=True)))
        assert header == ["value", "string", "count", "games", "moves"]
        assert {(value, string): int(times) for value, string, times, *_ in lines} == expected, (file, by)
        assert all([int(games), int(all)] == [games_of[value], moves[value]] for value, _, _, games, all in lines)
    return taken


VALUES = """? - ???? ????.??.?? 2015 2015.??.?? 2015.03.?? 2015.03.04 2015.3.4 2015-03-04 2015/12/31 2014.12.31
2016.01.01 2015.00.00 20??.01.01 ????.03.04 2015.??.04 2015.03 2015.1 2015.10 0 -0 7 07 -3 +7 98.5 98.50 1.1 1.10 1.2 2699 2700
2701 2,700 2700? 26.06.2025 3.4.2015 ??.04.2015 04/03/2015 04.2015 1e3 inf nan abc ABC abd Zoe é É 1-0 1/2-1/2 12345678901234567 12345678901234568""".split() + [
    "",
    " 2700 ",
    "Carlsen, Magnus",
    "O'Kelly",
    'the "b"',
    "back\\slash",
    "a and b",
    "(x)",
]


def check_made(program, folder, seed=52):
    """Generates games with odd tag values, and checks which of them the program selects for random conditions."""
    random.seed(seed)
    tags = ["A", "B", "WhiteElo", "Date"]
    games = []
    for n in range(400):
        headers = {tag: random.choice(VALUES) for tag in tags if random.random() < 0.9}
        games.append({"Id": str(n), **headers})
    escaped = lambda text: text.replace("\\", "\\\\").replace('"', '\\"')
    text = "\n".join(
        "".join(f'[{tag} "{escaped(value)}"]\n' for tag, value in game.items()) + "\n1. e4 *\n" for game in games
    )
    path = pathlib.Path(folder, "made.pgn")
    path.write_text(text, encoding="utf-8")

    def comparison():
        sign = random.choice(["=", "!=", "<", "<=", ">", ">=", "~"])
        value = random.choice([value for value in VALUES if known(value) or sign in ("!=", "~")])
        is_bare = re.fullmatch(r"[\w.,*/?é+-]+", value) and random.random() < 0.7
        if is_bare and sign in ("<", "<=", ">", ">=") and is_nearly_number(value):
            # The program refuses a value that only begins like a number, such as 2700?, unless it is quoted.
            refused = subprocess.run([program, "count", "--where", f"A{sign}{value}", path], capture_output=True, text=True)
            assert refused.returncode == 2 and "is neither a number" in refused.stderr, (value, refused)
            is_bare = False
        value = value if is_bare else f'"{escaped(value)}"'
        return random.choice(tags) + random.choice(["", " "]) + sign + value

    def condition(depth):
        kind = random.random()
        if depth == 0 or kind < 0.3:
            return comparison()
        if kind < 0.5:
            return "not " + condition(depth - 1)
        if kind < 0.7:
            return "(" + condition(depth - 1) + ")"
        return condition(depth - 1) + random.choice([" and ", " or "]) + condition(depth - 1)

    decided = 0
    for n in range(600):
        text = condition(n % 4)
        expected = [game["Id"] for game in games if takes(text, game)]
        run = [program, "-q", "encode", "--tags", "Id", "--where", text, path]
        out = subprocess.run(run, capture_output=True, text=True)
        found = [json.loads(line)["Id"] for line in out.stdout.splitlines()]
        assert found == expected, (text, set(found) ^ set(expected), out.stderr)
        assert out.returncode == (0 if expected else 1)
        decided += 0 < len(expected) < len(games)
    assert decided > 400, decided


def check_page(program, folder, files):
    """Runs the examples of docs/counting.md, and compares the answers with python-chess."""
    page = pathlib.Path(__file__).parents[2].joinpath("docs/counting.md").read_text(encoding="utf-8")
    section = page[page.index("## Questions") : page.index("## With other tools")]
    blocks = {kind: re.findall(rf"```{kind}\n(.*?)```", section, re.DOTALL) for kind in ["sh", "sql", "python"]}
    [commands], queries, [plot] = blocks["sh"], blocks["sql"], blocks["python"]
    folder = pathlib.Path(folder, "page")
    folder.joinpath("games").mkdir(parents=True)
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in files)
    folder.joinpath("games/all.pgn").write_text(text, encoding="utf-8")
    commands = commands.replace("san-strings ", f"{program} -q ")
    subprocess.run(["bash", "-ec", commands], cwd=folder, check=True)
    duckdb.sql(f"set file_search_path = '{folder}'")
    castling, promotions, captures, shares, upsets = (duckdb.sql(query).fetchall() for query in queries)

    rated, years, players, weaker = (collections.defaultdict(collections.Counter) for _ in range(4))
    for headers, sans in read(text):
        elos = [headers.get(side + "Elo", "") for side in ("White", "Black")]
        if all(elo.isdigit() for elo in elos) and elos[0] != elos[1] and headers["Result"] != "*":
            white, black = map(int, elos)
            won = "1-0" if white < black else "0-1"
            weaker[abs(white - black) // 100 * 100].update(games=1, upsets=headers["Result"] == won)
        for ply, san in enumerate(sans):
            says = {
                "moves": 1,
                "castling": san.startswith("O"),
                "promotions": "=" in san,
                "under": "=" in san and "=Q" not in san,
                "captures": "x" in san,
                san: 1,
            }
            elo = elos[ply % 2]
            rated[int(elo) // 200 * 200 if elo.isdigit() else None].update(says)
            years[int(headers["Date"][:4])].update(says)
            players[headers[("White", "Black")[ply % 2]]].update(says)
    rated.pop(None, None)
    percent = lambda part, whole, digits: round(100 * part / whole, digits)
    # Python and DuckDB round ties differently, so the last digit may differ by one.
    same = lambda one, other, digits: len(one) == len(other) and all(
        a[:-1] == b[:-1] and abs(a[-1] - b[-1]) < 1.1 * 10**-digits for a, b in zip(one, other)
    )
    by_rating = sorted(rated.items())
    assert len(by_rating) > 5
    assert same(castling, [(elo, all["moves"], percent(all["castling"], all["moves"], 2)) for elo, all in by_rating], 2)
    assert promotions == [(year, all["under"], all["promotions"]) for year, all in sorted(years.items())]
    expected = [(name, all["moves"], percent(all["captures"], all["moves"], 1)) for name, all in players.items()]
    assert same(sorted(captures), sorted(expected), 1) and captures == sorted(captures, key=lambda row: (-row[2], row[0]))
    expected = [(elo, san, all[san], percent(all[san], all["moves"], 2)) for elo, all in by_rating for san in ("O-O", "O-O-O") if all[san]]
    assert same(shares, expected, 2)
    assert same(upsets, [(by, all["games"], percent(all["upsets"], all["games"], 1)) for by, all in sorted(weaker.items())], 1)

    folder.joinpath("upsets.sql").write_text(queries[-1])
    command = [sys.executable, "-c", plot.replace("open(", f"open('{folder}/' + ").replace("savefig(", f"savefig('{folder}/' + ")]
    prepared = f"import duckdb; duckdb.sql(\"set file_search_path = '{folder}'\");"
    command[2] = prepared + command[2].replace(">= 50", ">= 5")
    subprocess.run(command, check=True, env={**os.environ, "MPLBACKEND": "svg"})
    # matplotlib draws each bar as a clipped rectangle, so we count the bars by their clip paths.
    bars = folder.joinpath("upsets.svg").read_text().count('clip-path="url')
    assert bars == sum(row[1] >= 5 for row in upsets), bars

    # Run the query that copies the movetext out of a Parquet file, and count the moves in the copy.
    copies = re.findall(r"```sql\n(copy .*?)```", page, re.DOTALL)
    assert len(copies) == 1
    movetexts = '1. e4 { [%clk 0:01], "x" } e5 2. Nf3 1-0', "1. d4 d5 *"
    duckdb.sql(f"copy (select unnest({list(movetexts)}) as movetext) to '{folder}/games.parquet'")
    duckdb.sql(copies[0].replace("games.", f"{folder}/games."))
    found = rows(count(program, "--lines", f"{folder}/games.txt"))
    assert {string for string, times in found.items() if times} == {"e4", "e5", "Nf3", "d4", "d5"}


def main(program, *files):
    program = str(pathlib.Path(program).absolute())
    files = [str(pathlib.Path(file).absolute()) for file in files]
    small = [file for file in map(pathlib.Path, files) if file.stat().st_size < 200_000]
    expected = rows(count(program, *files))
    assert len(expected) == 28_938 and sum(expected.values()) > 100_000
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            pathlib.Path(folder, f"{number}.csv").write_text(count(program, file))
        assert with_duckdb(folder) == expected
        tables = sorted(map(str, pathlib.Path(folder).glob("*.csv")))
        assert rows(count(program, *tables)) == expected
        check_made(program, folder)
        check_page(program, folder, small)
    print(f"DuckDB {duckdb.__version__} agrees")
    taken = sum(check_real(program, file) for file in small)
    assert taken > 10_000, taken
    print(f"python-chess {chess.__version__} agrees: {taken} moves taken")
    try:
        import pyspark
    except ImportError:
        return
    assert with_spark(program, files) == expected
    print(f"Spark {pyspark.__version__} agrees")


if __name__ == "__main__":
    main(*sys.argv[1:])
