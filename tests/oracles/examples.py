#!/usr/bin/env python3
"""Checks every verdict of the program again with python-chess.

    cargo build --release
    pip install chess
    python3 tests/witnesses.py

Every string that occurs comes with a position: python-chess must find it valid,
the move legal, and write exactly this string for it. The strings that occur
must be those of output/san_strings_that_occur.txt.
"""

import pathlib
import subprocess

import chess

ROOT = pathlib.Path(__file__).parent.parent
PROGRAM = ROOT / "target" / "release" / "san-strings"


def main():
    strings = subprocess.run([PROGRAM, "list", "--symbols"], capture_output=True, check=True)
    # Exit code 1 says that some cannot occur.
    verdicts = subprocess.run(
        [PROGRAM, "explain", "--brief", "-"], input=strings.stdout, capture_output=True
    )
    assert verdicts.returncode == 1, verdicts.stderr
    occurring = []
    impossible = 0
    for line in verdicts.stdout.decode().splitlines():
        san, verdict, rest = line.split("\t")
        if verdict == "cannot occur":
            impossible += 1
            continue
        assert verdict == "occurs", line
        board = chess.Board(rest)
        assert board.is_valid(), f"{line}: {board.status()!r}"
        move = board.parse_san(san)
        assert board.san(move) == san, f"{line}: python-chess writes {board.san(move)}"
        occurring.append(san)
    listed = (ROOT / "output" / "san_strings_that_occur.txt").read_text().splitlines()
    assert occurring == listed, "the strings that occur are not those of the file"
    print(f"{len(occurring)} positions hold with python-chess {chess.__version__}; ", end="")
    print(f"{impossible} strings cannot occur")


if __name__ == "__main__":
    main()
