"""Checks the legal moves in proof/cases.tsv with python-chess. `proof/check` tests the same moves in Coq.

    python tests/oracles/theorem.py            compares the SANs of all legal moves
    python tests/oracles/theorem.py --write    fills them in after you have added a row
"""

import csv
import sys

import chess

FILE = "proof/cases.tsv"

with open(FILE, encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file, delimiter="\t"))
names = [row["name"] for row in rows]
assert len(set(names)) == len(names) > 0, "a name comes twice"

wrong = []
for row in rows:
    board = chess.Board(row["fen"])
    assert board.is_valid(), f"{row['name']}: {board.status()!r}"
    for text in row["moves"].split():
        move = board.parse_san(text)
        assert board.san(move) == text, f"{row['name']}: {text} is not SAN"
        board.push(move)
    sans = " ".join(sorted(board.san(move) for move in board.legal_moves))
    if row["sans"] != sans:
        wrong.append(f"{FILE}: {row['name']}: python-chess finds {sans}")
        row["sans"] = sans

if "--write" in sys.argv[1:]:
    with open(FILE, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
elif wrong:
    sys.exit("\n".join(wrong))
print(f"{len(rows)} positions for the theorem")
