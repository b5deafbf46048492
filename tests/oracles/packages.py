"""Lints the PGN files in published packages, and asks python-chess about the moves that the linter refuses.

    tests/oracles/packages.sh FOLDER
    SAN_STRINGS=target/release/san-strings python3 tests/oracles/packages.py FOLDER > table.md

FOLDER contains a folder for each unpacked package, named registry-name-version. The table goes to standard output.
The number of files, and each move about which the linter and python-chess disagree, go to standard error.

The column "moves that cannot be played" counts the findings of the kinds `illegal-move` and `ambiguous-move`.
python-chess agrees with a finding if it refuses the same token, after the same number of moves of the same game. In the
column "python-chess agrees", N in "and refuses N more" is the number of moves that python-chess refuses and the linter
does not report. We do not compare games of variants, such as antichess, because the linter does not check them. We
leave out files whose names say that they are broken on purpose.
"""

import collections
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import zipfile

import chess.pgn

PROGRAM = os.environ.get("SAN_STRINGS", "san-strings")
BROKEN_ON_PURPOSE = re.compile(r"error|invalid|broken|throw", re.IGNORECASE)
NOT_PLAYABLE = ("illegal-move", "ambiguous-move")
# Blank lines within a game: no result precedes them, and no tag follows them.
BLANK_LINES_WITHIN_A_GAME = re.compile(r"(?<!1-0)(?<!0-1)(?<!1/2)(?<!\*)\n([ \t]*\n)+(?=[ \t]*[^\[\s])")


class Refusals(chess.pgn.BaseVisitor):
    """Collects the moves that python-chess refuses in a game, each with its ply."""

    def begin_headers(self):
        self.refused = []
        self.headers = chess.pgn.Headers({})
        return self.headers

    def visit_header(self, name, value):
        self.headers[name] = value

    def end_headers(self):
        try:
            other_rules = self.headers.variant() is not chess.Board
        except ValueError:
            other_rules = True
        return chess.pgn.SKIP if other_rules else None

    def parse_san(self, board, san):
        try:
            return super().parse_san(board, san)
        except ValueError:
            self.refused.append((len(board.move_stack) + 1, san.rstrip("+#")))
            raise

    def handle_error(self, error):
        """Ignores the error. Otherwise reading would end at the first error."""

    def result(self):
        return self.refused


def texts(path):
    """Yields the PGN texts of a file, each with its name. Only a .zip can contain several texts."""
    if path.suffix == ".pgn":
        yield str(path), path.read_bytes()
    elif path.suffix == ".zip":
        archive = zipfile.ZipFile(path)
        yield from ((f"{path}/{name}", archive.read(name)) for name in archive.namelist() if name.endswith(".pgn"))


def refused_by_python_chess(path):
    """Yields (file, first line of the game, last line, ply, token) for each move that python-chess refuses."""
    for name, data in texts(path):
        text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
        # python-chess ends a game at a blank line, so we turn blank lines into escape lines. These begin with a percent
        # sign, and python-chess skips them.
        text = BLANK_LINES_WITHIN_A_GAME.sub(lambda blank: "\n" + "%\n" * (blank[0].count("\n") - 1), text)
        games, start, first = io.StringIO(text), 0, 1
        while (refused := chess.pgn.read_game(games, Visitor=Refusals)) is not None:
            last = first + text.count("\n", start, games.tell())
            yield from ((name, first, last, ply, word) for ply, word in refused)
            start, first = games.tell(), last


def row(package):
    """Lints a package, and returns its row of the table. Returns an empty string if the package contains no PGN."""
    files = sorted(path for path in package.rglob("*") if path.is_file() and any(texts(path)))
    kept = [path for path in files if not BROKEN_ON_PURPOSE.search(str(path.relative_to(package)))]
    print(f"{package.name}: {len(kept)} files read, {len(files) - len(kept)} left out", file=sys.stderr)
    if not kept:
        return ""
    run = subprocess.run([PROGRAM, "lint", "--format", "json", *kept], capture_output=True, text=True)
    games = re.search(r"^([\d,]+) games?,", run.stderr, re.MULTILINE)[1]
    findings = [json.loads(line) for line in run.stdout.splitlines()]
    frequent = collections.Counter(finding["kind"] for finding in findings).most_common(3)
    refused = [refusal for path in kept for refusal in refused_by_python_chess(path)]
    not_playable = [finding for finding in findings if finding["kind"] in NOT_PLAYABLE]
    for finding in not_playable:
        wanted = (finding["ply"], finding["text"].rstrip("+#!?"))
        same = [move for move in refused if move[0] == finding["file"] and move[3:] == wanted
                and move[1] <= finding["line"] <= move[2]]
        refused = [move for move in refused if move not in same]
        finding["agreed"] = bool(same)
        if not same:
            print("{file}:{line}:{column}: only the linter refuses {text}".format(**finding), file=sys.stderr)
    for name, first, last, ply, word in refused:
        print(f"{name}:{first}-{last}: only python-chess refuses {word}, ply {ply}", file=sys.stderr)
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in frequent) or "none"
    agreed = sum(finding["agreed"] for finding in not_playable)
    more = f", and refuses {len(refused):,} more" if refused else ""
    return f"| {package.name} | {games} | {len(findings):,} | {kinds} | {len(not_playable):,} | {agreed:,}{more} |"


def main():
    print("| package | games | findings | most frequent | moves that cannot be played | python-chess agrees |")
    print("| --- | ---: | ---: | --- | ---: | --- |")
    for package in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        if line := row(package):
            print(line, flush=True)


if __name__ == "__main__":
    main()
