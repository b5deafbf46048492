"""Recomputes trees on disk with python-chess.

We grow trees with the program, recompute every `info.txt` with python-chess, and compare. If you pass a folder of Syzygy
tables, we also compare the outcomes of endgame trees with these tables, as read by python-chess. We also read every
file of a four-ply tree with the decoder in docs/tree.md, and check the decoded moves with python-chess.
"""

import functools
import pathlib
import re
import subprocess
import sys
import tempfile

import chess
import chess.syzygy

SAN_STRINGS = "target/release/san-strings"
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/tree.md"


def order(move):
    """Sort key of a move: from-square, to-square, promotion. Squares are ordered from a8 to h1, rank by rank."""

    def place(square):
        return 7 - chess.square_rank(square), chess.square_file(square)

    promotion = chess.piece_symbol(move.promotion) if move.promotion else ""
    return place(move.from_square), place(move.to_square), promotion


class Node:
    def __init__(self, board, past, ply):
        self.board = board
        self.ply = ply
        # The earlier board states that can still be repeated.
        self.past = past
        self.moves = []
        self.state = board.epd(en_passant="legal")
        self.key = (self.state, board.halfmove_clock, tuple(sorted(past)))
        self.result, self.reason = "?", "?"
        if board.is_checkmate():
            self.result = "l"
        elif board.is_stalemate():
            self.result, self.reason = "d", "stalemate"
        elif board.is_insufficient_material():
            self.result, self.reason = "d", "insufficient material"
        elif past.count(self.state) >= 2:
            self.result, self.reason = "d", "threefold repetition"
        elif board.halfmove_clock >= 100:
            self.result, self.reason = "d", "fifty moves"
        self.ended = self.result != "?"

    def children(self):
        for move in sorted(self.board.legal_moves, key=order):
            past = list(self.past)
            if not self.board.has_legal_en_passant():
                past.append(self.state)
            if self.board.is_irreversible(move):
                past = []
            board = self.board.copy(stack=False)
            board.push(move)
            yield Node(board, past, self.ply + 1)


# Cached, because two comparisons use the same tree.
@functools.lru_cache(maxsize=1)
def grow(fen, plies, tables=None):
    """Grows a tree. Returns the nodes in the order of their ids, and for each node the id that its first new child
    gets."""
    nodes = [Node(chess.Board(fen), [], 0)]
    known = {nodes[0].key: 0}
    nexts = []
    for node in nodes:
        nexts.append(len(nodes))
        if node.ply == plies or node.ended:
            continue
        for child in node.children():
            if child.key not in known:
                known[child.key] = len(nodes)
                nodes.append(child)
            node.moves.append(known[child.key])
    if tables:
        for node in nodes:
            if not node.ended:
                node.result = probed(node, tables)
    solve(nodes)
    return nodes, nexts


def probed(node, tables):
    """The outcome of a node according to the Syzygy tables, or "?" if they do not decide it."""
    board = node.board
    dtz = tables.get_dtz(board)
    if dtz is None:
        return "?"
    if dtz == 0:
        return "d"
    reach = abs(dtz) + board.halfmove_clock
    if reach > 100:
        return "d"
    # A rounded DTZ may be too small by one, so at exactly 100 plies we cannot tell a win from a draw.
    if reach == 100 and board.halfmove_clock:
        return "?"
    if any(node.past.count(state) > 1 for state in node.past):
        return "?"
    return "w" if dtz > 0 else "l"


def solve(nodes):
    changed = True
    while changed:
        changed = False
        for node in nodes:
            children = [nodes[to] for to in node.moves]
            results = {child.result for child in children}
            if node.result != "?" or not children:
                continue
            if "l" in results:
                node.result = "w"
            elif "?" in results:
                continue
            elif "d" in results:
                reasons = {child.reason for child in children if child.result == "d"}
                node.result = "d"
                node.reason = reasons.pop() if len(reasons) == 1 else "?"
            else:
                node.result = "l"
            changed = True


def decode(plies):
    """Checks that the decoder in docs/tree.md finds the moves and nodes that python-chess computes."""
    script = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[1]
    page = {}
    exec(script, page)
    nodes, nexts = grow(chess.STARTING_FEN, plies)
    lines = 0
    with tempfile.TemporaryDirectory() as temporary:
        tree = pathlib.Path(temporary, "tree")
        subprocess.run(
            [SAN_STRINGS, "tree", "grow", tree, "--plies", str(plies)],
            check=True, stdout=subprocess.DEVNULL,
        )
        for path in tree.rglob("info.txt"):
            id = int(path.parent.name)
            fresh = nexts[id]
            moves = sorted(nodes[id].board.legal_moves, key=order) if nodes[id].moves else []
            expected = []
            for move, to in zip(moves, nodes[id].moves, strict=True):
                expected.append((move.uci(), to, to == fresh))
                fresh += to == fresh
            found = list(page["moves"](path.read_text("utf-8")))
            assert found == expected, f"{path}: {found}, should be {expected}"
            lines += sum(not is_child for _, _, is_child in found)
    assert lines > 0
    print(f"docs/tree.md: {lines} lines with a ≡ decoded as python-chess plays")


def compare(fen, plies, tables=None, folder=None):
    nodes, nexts = grow(fen, plies, tables) if tables else grow(fen, plies)
    arguments = ["--plies", str(plies), "--fen", fen]
    if folder:
        arguments += ["--syzygy", folder]
    with tempfile.TemporaryDirectory() as temporary:
        tree = pathlib.Path(temporary, "tree")
        subprocess.run(
            [SAN_STRINGS, "tree", "grow", tree, *arguments], check=True, stdout=subprocess.DEVNULL
        )
        paths = {0: tree / "0"}
        compared = 0
        for id, (node, fresh) in enumerate(zip(nodes, nexts)):
            if node.ply == plies:
                break
            first, equivalents = fresh, []
            for to in node.moves:
                if to == fresh:
                    paths[to] = paths[id] / str(to)
                    fresh += 1
                else:
                    equivalents.append(f"{fresh}≡{to}\n")
            children = {0: "", 1: f"{first}"}.get(fresh - first, f"{first}..{fresh - 1}")
            letters = "".join(nodes[to].result for to in node.moves)
            expected = (
                f"{node.result}\n{node.reason}\n#{id}\n{children}\n{letters}\n"
                f"{''.join(equivalents)}{node.state}\n"
            )
            found = paths[id].joinpath("info.txt").read_text(encoding="utf-8")
            assert found == expected, f"{fen}, {paths[id]}:\n{found}should be\n{expected}"
            compared += 1
        on_disk = sum(1 for _ in tree.rglob("info.txt"))
        assert on_disk == compared, f"{fen}: {on_disk} folders, should be {compared}"
    solved = sum(node.result != "?" for node in nodes)
    print(f"{fen}: {compared} folders agree with python-chess, {solved} nodes solved")


def main():
    # We avoid roots that lead to dead positions, because python-chess does not recognize all dead positions.
    compare(chess.STARTING_FEN, 4)
    decode(4)
    compare("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 3)
    compare("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4)
    compare("r3k3/1P6/8/3pP3/8/8/8/4K3 w q d6 0 2", 3)
    compare("7k/5p1p/5P1P/8/8/p1p5/P1P5/K7 w - - 0 1", 9)
    for folder in sys.argv[1:]:
        with chess.syzygy.open_tablebase(folder) as tables:
            compare("8/8/8/8/2k5/8/5q2/3QK3 w - - 0 1", 3, tables, folder)
            compare("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", 4, tables, folder)
            compare("8/8/8/4k3/8/8/4P3/4K3 w - - 90 80", 5, tables, folder)
            compare("k7/8/8/8/8/8/8/KBN5 w - - 40 80", 3, tables, folder)
            compare("7k/8/8/8/8/8/R7/K7 w - - 88 90", 4, tables, folder)
            # Tablebases ignore castling, so they apply only after the castling rights are lost.
            compare("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 3, tables, folder)
            # The kings can go back and forth, and a repetition may turn a win or a loss into a draw.
            compare("8/8/8/8/8/3p4/3P4/4K1k1 w - - 0 1", 5, tables, folder)
            compare("8/8/8/8/8/3p4/3P4/k1K5 b - - 0 1", 5, tables, folder)


main()
