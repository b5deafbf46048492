"""Reads PGN files with python-chess before and after `san-strings lint --fix`.

    python tests/oracles/lint.py FOLDER...    all *.pgn files in the folders

We check the following:

- In each game, python-chess reads the same tags, moves (of the main line and all variations), comments and NAGs before
  and after `--fix`. If python-chess can read only the beginning of a game before `--fix`, it may read more of the game
  after `--fix`.
- `lint` finds the wrong move numbers in main lines. We check them up to the first move that python-chess cannot read.
- A second `--fix` changes nothing.
- `--fix` changes only lines that have a finding.

Needs python-chess. The environment variable SAN_STRINGS contains the path of the program. If pgn-extract is installed,
we also compare the main lines that pgn-extract reads before and after `--fix`.
"""

import difflib
import io
import logging
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import chess
import chess.pgn

PROGRAM = os.environ.get("SAN_STRINGS", "target/release/san-strings")
EXTRACT = shutil.which("pgn-extract", path=os.environ.get("PATH", "") + ":/usr/games")

logging.disable(logging.CRITICAL)


class Parts(chess.pgn.BaseVisitor):
    """Collects everything that python-chess reads in a game, in order, up to the first unreadable move."""

    def begin_game(self):
        self.parts, self.is_broken = [], False

    def add(self, *part):
        if not self.is_broken:
            self.parts.append(part)

    def visit_header(self, name, value):
        self.add("tag", name, value)

    def begin_variation(self):
        self.add("(")

    def end_variation(self):
        self.add(")")

    def visit_move(self, board, move):
        self.add("move", board.uci(move))

    def visit_comment(self, comment):
        self.add("comment", comment)

    def visit_nag(self, nag):
        self.add("nag", nag)

    def handle_error(self, error):
        self.is_broken = True

    def result(self):
        return self.parts, self.is_broken


def decoded(data):
    """Decodes a file as UTF-8, or as Latin-1 if it is not valid UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def games(data):
    stream = io.StringIO(decoded(data), newline=None)
    found = []
    while True:
        try:
            game = chess.pgn.read_game(stream, Visitor=Parts)
        except Exception:  # python-chess fails on a null move in a variant.
            game = ([], True)
        if game is None:
            return found
        found.append(game)


TOKEN = re.compile(r"\{[^}]*\}|^%[^\n]*|;[^\n]*|[()]|\d+(?=\s*\.)|" + chess.pgn.MOVETEXT_REGEX.pattern, re.M | re.S | re.X)


def wrong_numbers(data):
    """Counts the move numbers in main lines, and lists the numbers that do not fit the position."""
    seen, wrong = 0, []
    for tags, movetext in re.findall(r"((?:^\[[^\n]*\n)+)\s*(.*?)(?=^\[[A-Z]|\Z)", decoded(data).replace("\r\n", "\n").replace("\r", "\n"), re.M | re.S):
        headers = dict(re.findall(r'^\[(\w+)\s+"(.*)"\]', tags, re.M))
        fen = headers.get("FEN", chess.STARTING_FEN).split()
        if headers.get("Variant", "Standard").lower() not in ("standard", "chess960") or len(fen) < 6:
            continue
        try:
            board = chess.Board(" ".join(fen), chess960=True)
        except ValueError:
            continue
        depth, number, is_first = 0, None, True
        for found in TOKEN.finditer(movetext):
            token = found[0]
            depth += (token == "(") - (token == ")")
            if depth or token[0] in "(){;%$!?*" or "-" in token and token[0] in "01" and token not in ("0-0", "0-0-0"):
                number = None
            elif token.isdigit():
                number = token
                if is_first and number != "1" and "FEN" not in headers:
                    break
                is_first = False
            else:
                try:
                    move = board.parse_san(token)
                except ValueError:
                    break
                if number and re.fullmatch(r"[\s.]*", movetext[place:found.start()]):
                    seen += 1
                    if number != str(board.fullmove_number):
                        wrong.append(f"{number}. for {board.fullmove_number}. {token}")
                if not move:
                    break
                board.push(move)
                number = None
            place = found.end()
    return seen, wrong


def run(*args, data=None):
    done = subprocess.run([PROGRAM, "-q", "lint", *args], input=data, capture_output=True)
    assert done.returncode in (0, 1), (args, done.returncode, done.stderr)
    return done


def moves(data):
    """The moves of the main lines, as pgn-extract reads them."""
    done = subprocess.run([EXTRACT, "-s", "-Wuci", "-C", "-N", "-V", "--notags", "--noresults"], input=data, capture_output=True)
    # If pgn-extract cannot read a game, it may write a line with only the result. We leave such lines out.
    return [line for line in done.stdout.decode("latin-1").splitlines() if re.search("[a-h][1-8][a-h][1-8]", line)]


def is_same(before, after):
    """Whether two readings of a game are the same or, if the game was broken, whether the second reading begins with
    the first and has the same tags."""
    (left, is_broken), (right, _) = before, after
    tags = lambda parts: [part for part in parts if part[0] == "tag"]
    if is_broken:
        # After an unreadable move in a variation, python-chess continues with the main line.
        return left == right[: len(left)] and tags(left) == tags(right)
    return left == right


def misplaced(data, row):
    """Says why the offset or the FEN of a finding is wrong. Returns None if both are right."""
    shown = data[row["offset"] :][: row["length"]]
    if shown.decode("utf-8", "surrogateescape") != row["text"] and shown.decode("cp1252", "replace") != row["text"]:
        return f"offset {row['offset']} has {shown}, not {row['text']}"
    if row["fen"] is None:
        return None
    board = chess.Board(row["fen"], chess960=True)
    fix = row["fix"] or ""
    if fix.isdigit():
        return None if int(fix) == board.fullmove_number else f"{fix}. is the wrong move number in {row['fen']}"
    for san in [fix] * (fix != "") + [suggestion["san"] for suggestion in row["suggestions"]]:
        try:
            if board.san(board.parse_san(san)) == san:
                continue
        except ValueError:
            pass
        return f"{san} is not the SAN of a legal move in {row['fen']}"
    return None


def compare(path):
    """Compares a file before and after `--fix`. Returns the path, counts, and a list of errors."""
    counts, wrong = Counter(files=1), []
    data = Path(path).read_bytes()
    done = run("--fix", path)
    if b"error: " in done.stderr:
        counts["not read"] += 1
        return path, counts, wrong
    once = done.stdout
    found = [json.loads(row) for row in run("--format", "json", path).stdout.splitlines()]
    counts["findings"] += len(found)
    counts["that can be mended"] += sum(row["fix"] is not None for row in found)
    if run("--fix", data=once).stdout != once:
        wrong.append("a second `--fix` changes it again")
    # `--fix` may keep a wrong move number, because the number may hint at another mistake. But then `lint` must still
    # report the number in the fixed file.
    counts["numbers of moves"], left = wrong_numbers(once)
    again = [json.loads(row)["kind"] for row in run("--format", "json", data=once).stdout.splitlines()]
    if left and not {"wrong-number", "missing-move"} & set(again):
        wrong.append(f"wrong move numbers are not reported: {left[:3]}")
    before = len(wrong_numbers(data)[1])
    counts["numbers that were wrong"] += before
    if before and not any(row["kind"] in ("wrong-number", "missing-move", "no-beginning") for row in found):
        wrong.append("wrong move numbers are not reported")
    lines = {row["line"] for row in found if row["fix"] is not None}
    ends = lambda data: data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    before, after = ends(data), ends(once)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        before = after = []
    if before:
        wrong += [why for row in found if (why := misplaced(data, row))]
        counts["positions of findings"] += sum(row["fen"] is not None for row in found)
    if len(before) != len(after):
        wrong.append("the number of lines changed")
    touched = [n for n, (a, b) in enumerate(zip(before, after), 1) if a != b]
    if not lines.issuperset(touched):
        wrong.append(f"lines without a finding changed: {sorted(set(touched) - lines)[:5]}")
    if data == once:
        return path, counts, wrong
    counts["mended files"] += 1
    for row in found:
        if row["fix"] is not None and before and row["text"].encode() not in before[row["line"] - 1]:
            counts["texts that are not UTF-8"] += 1
    left, right = games(data), games(once)
    counts["games"] += len(left)
    if len(left) != len(right):
        wrong.append(f"{len(left)} games, then {len(right)}")
    # python-chess drops tokens that it does not know, such as o-o, and reads the German Sf3 as f3.
    # If a file has such a token, we accept differences in all its games, because python-chess and our program may
    # number the games differently.
    is_dropped = any(row["fix"] and not chess.pgn.MOVETEXT_REGEX.fullmatch(row["text"]) for row in found)
    for number, (a, b) in enumerate(zip(left, right), 1):
        if is_same(a, b):
            counts["games that they read further"] += a[1] and len(a[0]) < len(b[0])
        elif is_dropped:
            counts["games with words that they drop"] += 1
        else:
            at = next((n for n, (c, d) in enumerate(zip(a[0], b[0])) if c != d), min(len(a[0]), len(b[0])))
            wrong.append(f"game {number}: {a[0][at : at + 2]}, then {b[0][at : at + 2]}")
    if EXTRACT:
        left, right = moves(data), moves(once)
        counts["files for pgn-extract"] += 1
        if left != right:
            # pgn-extract leaves out games that it cannot read, but it may be able to read such a game after `--fix`.
            blocks = difflib.SequenceMatcher(None, left, right, False).get_opcodes()
            if any(tag == "delete" for tag, *_ in blocks):
                wrong.append("pgn-extract reads fewer games")
            elif any(tag == "replace" for tag, *_ in blocks):
                counts["files that pgn-extract reads otherwise"] += 1
    return path, counts, wrong


def main(folders):
    paths = sorted({str(path) for folder in folders for path in Path(folder).rglob("*") if path.suffix.lower() == ".pgn"})
    assert paths, f"no *.pgn in {folders}"
    all_counts, failures = Counter(), 0
    with Pool(2) as pool:
        for path, counts, wrong in pool.imap(compare, paths, chunksize=8):
            all_counts += counts
            for what in wrong[:5]:
                print(f"{path}: {what}")
            failures += bool(wrong)
    for name, times in all_counts.items():
        print(f"  {times:>9,}  {name}")
    print(f"{failures} files are wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
