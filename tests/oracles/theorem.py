"""Positions for the rules in proof/: the SANs that python-chess writes for every legal move.

Prints 2,000 positions of the suite, each as its FEN, a tab, and the SANs with spaces between;
`make -C proof tests POSITIONS=FILE` holds the rules in Coq against them.

    python tests/oracles/theorem.py > FILE
"""

import chess

with open("output/conformance/canonical.tsv", encoding="utf-8") as file:
    column = file.readline().rstrip("\n").split("\t").index("fen")
    fens = list(dict.fromkeys(line.split("\t")[column] for line in file))
assert len(fens) >= 2000, len(fens)
for fen in (fens[i * len(fens) // 2000] for i in range(2000)):
    board = chess.Board(fen)
    assert board.is_valid(), fen
    sans = [board.san(move) for move in board.legal_moves]
    print(fen, " ".join(sans), sep="\t")
