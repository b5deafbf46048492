#!/usr/bin/env python3
"""Checks that core.tsv tests each rule of movement in isolation, for both colours.

    pip install chess
    python3 tests/oracles/conditions.py

Many rows have an illegal move, which a program must refuse. If the move breaks only one rule, a program that does
not know this rule plays the move, and fails the row. Each rule must have a row whose move breaks only this rule. To
find out which rules a move breaks, we use python-chess's `Board` and its method `attackers`, but not its legal moves.
"""

import collections
import pathlib
import re
import sys

import chess

CORE = pathlib.Path(__file__).resolve().parents[2] / "output/conformance/core.tsv"
NAMES = {chess.PAWN: "pawn", chess.KNIGHT: "knight", chess.BISHOP: "bishop", chess.ROOK: "rook", chess.QUEEN: "queen",
         chess.KING: "king"}
SAN = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=([NBRQ]))?[+#]?\Z")
LINES = {"rook": ["file", "rank"], "bishop": ["diagonal"], "queen": ["file", "rank", "diagonal"]}
DIRECTIONS = {
    "rook": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "bishop": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
}
DIRECTIONS["queen"] = DIRECTIONS["rook"] + DIRECTIONS["bishop"]


def rules():
    """Yields the name of each rule. The name includes the piece, side or direction that the rule is about."""
    for wing, between, path in [("O-O", "fg", "efg"), ("O-O-O", "bcd", "edc")]:
        yield f"{wing}: there is a right"
        yield from (f"{wing}: the {file}-file is empty" for file in between)
        yield from (f"{wing}: the {file}-file is not attacked" for file in path)
    for place in ["stands", "crosses", "arrives"]:
        # Kings are never next to each other, and g1 must be empty. So if White's king crosses f1, a black king that
        # attacks f1 can only be on g2. There it also attacks g1, where White's king arrives, so castling breaks two
        # rules.
        roles = list(NAMES.values())[: 6 if place == "arrives" else 5]
        yield from (f"castling: no {role} attacks where the king {place}" for role in roles)
    for role in NAMES.values():
        yield f"{role}: not onto a piece of its own side"
        if role != "king":
            yield f"{role}: the king does not stay in check"
    for role in ["pawn", "knight", "bishop", "rook", "queen"]:
        yield f"king: out of a check by a {role}"
    for role, directions in DIRECTIONS.items():
        yield from (f"{role}: nothing is in the way, {x:+}{y:+}" for x, y in directions)
    yield from ["pawn: one step onto nothing", "pawn: two steps onto nothing", "pawn: two steps over nothing"]
    yield from ["pawn: it captures something", "pawn: the FEN has the en-passant square"]
    yield from ["pawn: it promotes", "pawn: it promotes by a capture"]
    for role, lines in {"pawn": LINES["queen"], "knight": LINES["queen"], **LINES}.items():
        # A rook that is pinned along a file may move along the file, but breaks this rule if it leaves the file.
        yield from (f"{role}: pinned along a {line}" for line in LINES["queen"])
    yield from (f"en passant: the pawns are pinned along a {line}" for line in LINES["queen"])
    for role in NAMES.values():
        yield f"king: not where a {role} attacks"
        if role != "king":
            yield f"king: not onto a piece that a {role} protects"
    yield from (f"king: not away along the line of a {role}" for role in LINES)


def line(one, other):
    if chess.square_file(one) == chess.square_file(other):
        return "file"
    return "rank" if chess.square_rank(one) == chess.square_rank(other) else "diagonal"


def role_at(board, square):
    return NAMES[board.piece_type_at(square)]


def castling(board, text):
    """Yields the rules that a castling move breaks. Each rule is a list of one or two names from `rules`. For example,
    if the king stands on, crosses or reaches an attacked square, the first name contains the file of this square. If
    all attackers of the square are pieces of the same kind, there is a second name, which contains this kind."""
    us, home = board.turn, chess.E1 if board.turn else chess.E8
    queen_side = text == "O-O-O"
    step = -1 if queen_side else 1
    corner = home + (-4 if queen_side else 3)
    rook = board.piece_at(corner) == chess.Piece(chess.ROOK, us)
    if board.piece_at(home) != chess.Piece(chess.KING, us) or not rook:
        return
    if not board.castling_rights >> corner & 1:
        yield [f"{text}: there is a right"]
    for square in chess.SquareSet(chess.between(home, corner)):
        if board.piece_at(square):
            yield [f"{text}: the {chess.FILE_NAMES[chess.square_file(square)]}-file is empty"]
    for place, square in zip(["stands", "crosses", "arrives"], [home, home + step, home + 2 * step]):
        attackers = {role_at(board, attacker) for attacker in board.attackers(not us, square)}
        if attackers:
            names = [f"{text}: the {chess.FILE_NAMES[chess.square_file(square)]}-file is not attacked"]
            if len(attackers) == 1:
                names.append(f"castling: no {attackers.pop()} attacks where the king {place}")
            yield names


def safety(board, move, role):
    """For a move of a piece other than the king, yields the rules that the move breaks by leaving the king in check."""
    us, king = board.turn, board.king(board.turn)
    then = board.copy(stack=False)
    taken = None
    if role == "pawn" and move.to_square == board.ep_square and move.from_square % 8 != move.to_square % 8:
        taken = move.to_square + (-8 if us else 8)
        then.remove_piece_at(taken)
    then.set_piece_at(move.to_square, then.remove_piece_at(move.from_square))
    attackers = then.attackers(not us, king)
    if not attackers:
        return
    before = board.attackers(not us, king)
    if before:
        yield [f"{role}: the king does not stay in check"] + [
            f"king: out of a check by a {role_at(board, checker)}" for checker in before if len(before) == 1]
        return
    along = {line(king, attacker) for attacker in attackers}
    if len(along) == 1:
        what = "en passant: the pawns are" if taken is not None else f"{role}:"
        yield [f"{what} pinned along a {along.pop()}"]
    else:
        yield []


def king_safety(board, move):
    """If the king moves into check, yields the rule that the move breaks."""
    us = board.turn
    then = board.copy(stack=False)
    captured = board.piece_at(move.to_square)
    then.set_piece_at(move.to_square, then.remove_piece_at(move.from_square))
    attackers = {then.piece_type_at(square) for square in then.attackers(not us, move.to_square)}
    if not attackers:
        return
    if len(attackers) > 1:
        yield []
        return
    [attacker] = attackers
    if not board.attackers(not us, move.to_square) and not captured:
        yield [f"king: not away along the line of a {NAMES[attacker]}"]
    elif captured:
        yield [f"king: not onto a piece that a {NAMES[attacker]} protects"] if attacker != chess.KING else []
    else:
        yield [f"king: not where a {NAMES[attacker]} attacks"]


def moves(board, text):
    """For each move that a text could mean, yields the list of rules that the move breaks."""
    parts = SAN.match(text)
    if not parts:
        return
    letter, file, rank, x, to, promotion = parts.groups()
    to, role = chess.parse_square(to), chess.PIECE_SYMBOLS.index(letter.lower() or "p")
    for origin in board.pieces(role, board.turn):
        if file not in ("", chess.FILE_NAMES[origin % 8]) or rank not in ("", chess.RANK_NAMES[origin // 8]):
            continue
        if role == chess.PAWN:
            broken = list(pawn(board, origin, to, bool(file), promotion))
        else:
            broken = list(piece(board, origin, to, role, x))
        if None not in broken:
            move = chess.Move(origin, to)
            broken += king_safety(board, move) if role == chess.KING else safety(board, move, NAMES[role])
            yield broken


def piece(board, origin, to, role, x):
    """Yields the rules that a piece move breaks. Yields None if the piece never moves like this, or if the `x` is
    missing or needless."""
    dx, dy = to % 8 - origin % 8, to // 8 - origin // 8
    steps = {abs(dx), abs(dy)}
    goes = {chess.KNIGHT: steps == {1, 2}, chess.KING: max(steps) == 1, chess.ROOK: 0 in steps,
            chess.BISHOP: len(steps) == 1, chess.QUEEN: 0 in steps or len(steps) == 1}
    there = board.piece_at(to)
    if not goes[role] or origin == to or there and there.color != board.turn and not x or x and not there:
        yield None
    if there and there.color == board.turn:
        yield [f"{NAMES[role]}: not onto a piece of its own side"]
    if role not in (chess.KNIGHT, chess.KING) and chess.between(origin, to) & board.occupied:
        sign = [(d > 0) - (d < 0) for d in (dx, dy)]
        yield [f"{NAMES[role]}: nothing is in the way, {sign[0]:+}{sign[1]:+}"]


def pawn(board, origin, to, captures, promotion):
    """Yields the rules that a pawn move breaks, or None if a pawn never moves in this direction or this far."""
    ahead = 1 if board.turn else -1
    dx, dy = abs(to % 8 - origin % 8), (to // 8 - origin // 8) * ahead
    double = dy == 2 and not captures and origin // 8 == (1 if board.turn else 6)
    if (dx, dy) != ((1, 1) if captures else (0, 1)) and not (double and dx == 0):
        yield None
        return
    there = board.piece_at(to)
    if captures:
        if there and there.color == board.turn:
            yield ["pawn: not onto a piece of its own side"]
        if not there and to != board.ep_square:
            passed = board.piece_at(to - 8 * ahead) == chess.Piece(chess.PAWN, not board.turn)
            fifth = origin // 8 == (4 if board.turn else 3)
            yield [f"pawn: {'the FEN has the en-passant square' if passed and fifth else 'it captures something'}"]
    else:
        if there:
            yield [f"pawn: {'two steps' if double else 'one step'} onto nothing"]
        if double and board.piece_at(origin + 8 * ahead):
            yield ["pawn: two steps over nothing"]
    if to // 8 in (0, 7) and not promotion:
        yield [f"pawn: it promotes{' by a capture' if captures else ''}"]


def main():
    path = pathlib.Path(sys.argv[1]) if sys.argv[1:] else CORE
    header, *lines = path.read_text("utf-8").splitlines()
    found = collections.Counter()
    for row in (dict(zip(header.split("\t"), text.split("\t"))) for text in lines):
        if row["id"][0] != "r" or row["kind"] in ("mated", "stalemated") or row["kind"].startswith("ambiguous"):
            continue
        board = chess.Board(row["fen"])
        text = row["text"].rstrip("+#")
        if text in ("O-O", "O-O-O"):
            meant = [list(castling(board, text))]
        else:
            meant = list(moves(board, row["text"]))
        for broken in meant:
            if len(broken) == 1:
                found.update((rule, board.turn) for rule in broken[0])
    all_rules = [(rule, color) for rule in rules() for color in chess.COLORS]
    assert set(found) <= set(all_rules), set(found) - set(all_rules)
    missing = [rule for rule in all_rules if not found[rule]]
    for rule, color in missing:
        print(f"{chess.COLOR_NAMES[color]}: no row is decided by this rule alone: {rule}")
    if missing:
        sys.exit(1)
    print(f"{len(all_rules) // 2} rules of movement each decide a row of {path.name} alone, for both colours")


if __name__ == "__main__":
    main()
