#!/usr/bin/env python3
"""Checks that the figures (numbers) in the pages agree with the files in output/.

    python3 tests/oracles/figures.py          fails if a figure is out of date
    python3 tests/oracles/figures.py --write  updates the figures

Each entry of `figures()` consists of a page, a pattern that must match somewhere in the page, and the figures that the
capture groups of the pattern must contain.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parent.parent.parent
OUTPUT = ROOT / "output"
SUITE = OUTPUT / "conformance"
TABLES = ["canonical", "refuse", "lenient", "null", "legal", "play", "movetext", "core", "kinds"]


def grouped(number):
    return f"{number:,}"


def average(total, count):
    hundredths = (200 * total + count) // (2 * count)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def rows(name):
    lines = (SUITE / f"{name}.tsv").read_text("utf-8").splitlines()
    return len(lines) - 1


def plies_of(path):
    """Counts the games and the plies in a file in PGN export format."""
    games = [game for game in path.read_text("ascii").split("\n\n") if not game.startswith("[")]
    games = [game.split() for game in games if game.strip()]
    plies = [sum(not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word) for word in game) for game in games]
    return len(games), sum(plies)


def figures():
    table = (OUTPUT / "shortest_games.tsv").read_text("ascii").splitlines()[1:]
    lines = [line.split("\t") for line in table]
    plies = [int(line[1]) for line in lines]
    mates = [int(line[1]) for line in lines if line[0].endswith("#")]
    proven = sum(line[1] == line[2] for line in lines)
    gap = sum(int(line[1]) - int(line[2]) for line in lines)
    games, corpus = plies_of(OUTPUT / "corpus.pgn")
    suite_games, suite_plies = plies_of(SUITE / "games.pgn")
    of_suite = {name: rows(name) for name in TABLES}
    # We count neither `core`, which repeats rows of the other tables, nor `kinds`, which only describes the rows.
    all_rows = sum(count for name, count in of_suite.items() if name not in ("core", "kinds"))
    short = average(sum(plies), len(plies)), average(sum(mates), len(mates)), str(max(plies))
    reasons = {name: sum(line[4].split()[0] == name for line in lines) for name in ["first", "count", "all", "prospects", "plan", "way"]}

    # The README shows the output of `verify`, which says how many bounds rest on searches. `cargo test` runs `verify`
    # and compares its output with the README.
    readme = (ROOT / "README.md").read_text("utf-8")
    searched = int(re.search(r"proven shortest, (\d+) of them by searches", readme)[1])
    yield "README.md", (r"For ([\d,]+) of the strings we have a game that is proven to be the shortest: ([\d,]+) by arguments "
                        r"that you can check by hand, and ([\d,]+) by searches"), (
        grouped(proven), grouped(proven - searched), grouped(searched))
    yield "README.md", r"The shortest known games have ([\d.]+) plies", (short[0],)
    yield "docs/shortest.md", r"For ([\d,]+) of these games, the bound comes from counting moves[\s\S]*?For the other ([\d,]+), it comes", (
        grouped(proven - searched), grouped(searched))
    yield "README.md", r"([\d,]+) are proven shortest\. The games have ([\d.]+) plies on average, at most (\d+)", (
        grouped(proven), short[0], short[2])
    yield "README.md", r"in positions of legal games \| ([\d,]+) \|", (grouped(all_rows),)
    libraries = re.search(r"\*\*(\d+) of (\d+) have something wrong", (ROOT / "docs/peers.md").read_text("utf-8"))
    yield "README.md", r"\[(\d+) of (\d+)\]\(docs/peers\.md\)", libraries.groups()
    mutants = re.search(r"Of (\d+) mutants of python-chess \S+, the subset kills (\d+)", (ROOT / "docs/mutants.md").read_text("utf-8"))
    yield "README.md", r"\[(\d+) of (\d+)\]\(docs/mutants\.md\)", mutants.groups()[::-1]
    for page in ["README.md", "docs/shortest.md"]:
        yield page, (r"shortest_games\.tsv: (\d+) games, (\d+) plies: ([\d.]+) on average, ([\d.]+) for games that end with mate, (\d+) at "
                     r"most; (\d+) proven shortest, \d+ of them by searches; on average ([\d.]+) plies above"), (
            str(len(plies)), str(sum(plies)), *short, str(proven), average(gap, len(plies)))
    for page in ["README.md", "docs/games.md"]:
        yield page, r"corpus\.pgn: (\d+) games, (\d+) plies, ([\d.]+) on average", (
            str(games), str(corpus), average(corpus, games))
    yield "docs/games.md", r"They have ([\d,]+) plies, ([\d.]+) on average", (grouped(corpus), average(corpus, games))
    yield "benches/README.md", r"the ([\d,]+) plies of the corpus", (grouped(corpus),)
    for page in ["README.md", "docs/counting.md"]:
        yield page, r"([\d,]+) moves in (\d+,\d+) games", (grouped(suite_plies), grouped(suite_games))
    yield "docs/shortest.md", r"([\d,]+) of the ([\d,]+) games are proven shortest", (grouped(proven), grouped(len(plies)))
    for name, count in reasons.items():
        yield "docs/shortest.md", rf"\| `{name}` \| ([\d,]+) \|", (grouped(count),)
    for name, count in of_suite.items():
        yield "output/conformance/README.md", rf"\| `{name}\.tsv` \| ([\d,]+) \|", (grouped(count),)
    yield "output/conformance/README.md", r"\| ([\d,]+) games\. The `source`", (grouped(suite_games),)
    yield "output/conformance/README.md", r"--core    # ([\d,]+) rows, seconds", (grouped(of_suite["core"]),)
    yield "CHANGELOG.md", r"The shortest games\]\(docs/shortest\.md\): for ([\d,]+) strings, our game is proven", (grouped(proven),)
    yield "CHANGELOG.md", r"README\.md\) of ([\d,]+) rows", (grouped(all_rows),)
    yield "CHANGELOG.md", r"the corpus has ([\d.]+) plies", (average(corpus, games),)


def main():
    writes = sys.argv[1:] == ["--write"]
    places = wrong = 0
    for page, pattern, values in figures():
        path = ROOT / page
        text = path.read_text("utf-8")
        # In the page, a line break may take the place of any space in the pattern.
        found = list(re.finditer(pattern.replace(" ", r"\s"), text))
        assert found, f"{page}: nothing fits {pattern}"
        for match in reversed(found):
            places += 1
            if match.groups() == values:
                continue
            wrong += 1
            if not writes:
                print(f"{page}: {match.group()!r}: should be {', '.join(values)}", file=sys.stderr)
            for group in range(len(values), 0, -1):
                text = text[: match.start(group)] + values[group - 1] + text[match.end(group) :]
        if writes:
            path.write_text(text, "utf-8")
    if writes:
        print(f"{places} figures in the pages, {wrong} updated")
        return
    if wrong:
        sys.exit("`python3 tests/oracles/figures.py --write` updates them")
    print(f"{places} figures in the pages match output/")


main()
