"""Checks the findings of `lint --fen-lines` with python-chess: its FEN parser, its `status()`, and its move generator.

We take positions from games, and change characters, fields, pieces, castling rights and clocks at random. The program
must find every fault that python-chess finds. The program also finds faults that python-chess does not detect, so this
script looks for these faults itself. One such fault is a check that no move can have given. To find out whether a move
can have given the check, we take back the last move in every possible way, and let python-chess play the move again.

    SAN_STRINGS=target/release/san-strings tests/oracles/fens.py [POSITIONS]
"""

import itertools
import json
import os
import random
import subprocess
import sys

import chess

PROGRAM = os.environ.get("SAN_STRINGS", "target/release/san-strings")

# The flags of python-chess, and the program's names for them.
FLAGS = {
    chess.STATUS_NO_WHITE_KING: {"no-king"},
    chess.STATUS_NO_BLACK_KING: {"no-king"},
    chess.STATUS_TOO_MANY_KINGS: {"too-many-kings"},
    chess.STATUS_TOO_MANY_WHITE_PAWNS: {"too-many-pawns"},
    chess.STATUS_TOO_MANY_BLACK_PAWNS: {"too-many-pawns"},
    chess.STATUS_PAWNS_ON_BACKRANK: {"pawn-on-last-rank"},
    chess.STATUS_TOO_MANY_WHITE_PIECES: {"too-many-men"},
    chess.STATUS_TOO_MANY_BLACK_PIECES: {"too-many-men"},
    chess.STATUS_BAD_CASTLING_RIGHTS: {"castling-right", "chess960"},
    chess.STATUS_INVALID_EP_SQUARE: {"en-passant-square"},
    chess.STATUS_OPPOSITE_CHECK: {"other-king-in-check"},
    chess.STATUS_EMPTY: {"empty-board"},
    chess.STATUS_TOO_MANY_CHECKERS: {"impossible-check"},
    chess.STATUS_IMPOSSIBLE_CHECK: {"impossible-check"},
}
SAME = set().union(*FLAGS.values()) - {"impossible-check"}
UNREADABLE = {"no-king", "too-many-kings", "pawn-on-last-rank", "other-king-in-check", "empty-board"}


def before(board, man, origin, capture=None, role=None):
    """Takes back a move of the piece on the square `man`: moves the piece back to `origin`, and restores the captured
    piece. `capture` is the square and the role of the captured piece."""
    past = board.copy(stack=False)
    past.castling_rights, past.ep_square = chess.BB_EMPTY, None
    past.turn = not board.turn
    past.remove_piece_at(man)
    past.set_piece_at(origin, chess.Piece(role or board.piece_type_at(man), past.turn))
    if capture:
        square, kind = capture
        past.set_piece_at(square, chess.Piece(kind, board.turn))
    return past


def leads(past, move, board):
    """Whether `move` leads from `past` to `board`. Returns False if the side to move in `past` could capture the
    opponent's king."""
    if past.is_attacked_by(past.turn, past.king(board.turn)):
        return False
    if move not in list(past.generate_pseudo_legal_moves(chess.BB_SQUARES[move.from_square])):
        return False
    past.push(move)
    return past.board_fen() == board.board_fen()


def has_last_move(board):
    """Whether python-chess can play a move that leads to this position. The side to move must be in check."""
    side = not board.turn
    ep = board.ep_square if board._valid_ep_square() is not None else None
    if ep is not None:
        step = 8 if side else -8
        past = before(board, ep + step, ep - step)
        return leads(past, chess.Move(ep - step, ep + step), board)
    rights = board.clean_castling_rights() & board.occupied_co[side]
    unmoved = rights | (board.kings if rights else 0)
    may_capture = chess.popcount(board.occupied_co[board.turn]) < 16
    may_promote = chess.popcount(board.pawns & board.occupied_co[side]) < 8
    last = chess.BB_RANK_8 if side else chess.BB_RANK_1
    home = chess.BB_RANK_1 if side else chess.BB_RANK_8
    for man in chess.SquareSet(board.occupied_co[side] & ~unmoved):
        role = board.piece_type_at(man)
        captured = chess.KNIGHT if chess.BB_SQUARES[man] & chess.BB_BACKRANKS else chess.PAWN
        captures = [None, (man, captured)] if may_capture else [None]
        roles = [role]
        if role not in (chess.PAWN, chess.KING) and may_promote and chess.BB_SQUARES[man] & last:
            roles.append(chess.PAWN)
        for origin in chess.SquareSet(~board.occupied & chess.BB_ALL):
            for was in roles:
                if was == chess.PAWN and chess.BB_SQUARES[origin] & home:
                    continue
                promotion = role if was != role else None
                move = chess.Move(origin, man, promotion)
                if any(leads(before(board, man, origin, it, was), move, board) for it in captures):
                    return True
            if role == chess.PAWN and may_capture:
                # A capture en passant.
                victim = man - 8 if side else man + 8
                start = man + 8 if side else man - 8
                is_rank = chess.square_rank(man) == (5 if side else 2)
                if is_rank and not {board.piece_at(victim), board.piece_at(start)} - {None}:
                    past = before(board, man, origin, (victim, chess.PAWN))
                    past.ep_square = man
                    if leads(past, chess.Move(origin, man), board):
                        return True
    for target, rook, corner in ((6, 5, 7), (2, 3, 0)):
        target, rook, corner, start = [it if side else it + 56 for it in (target, rook, corner, 4)]
        if unmoved or board.piece_at(start) or board.piece_at(corner):
            continue
        if board.piece_at(target) == chess.Piece(chess.KING, side) and board.piece_at(rook) == chess.Piece(chess.ROOK, side):
            past = before(board, target, start)
            past.remove_piece_at(rook)
            past.set_piece_at(corner, chess.Piece(chess.ROOK, side))
            past.castling_rights = chess.BB_SQUARES[corner]
            if leads(past, chess.Move(start, target), board):
                return True
    return False


def promoted(board, side):
    """How many of a side's pieces must be promoted pawns."""
    count = lambda role, of=chess.BB_ALL: chess.popcount(board.pieces_mask(role, side) & of)
    originals = [(count(chess.QUEEN), 1), (count(chess.ROOK), 2), (count(chess.KNIGHT), 2)]
    originals += [(count(chess.BISHOP, of), 1) for of in (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES)]
    return sum(max(0, there - own) for there, own in originals)


def expected(fen):
    """The names of the reasons that the program must report. None for a FEN that python-chess does not read."""
    fields = fen.split()
    # A Shredder-FEN writes castling rights as the files of the rooks.
    is_shredder = len(fields) > 2 and bool(set(fields[2].upper()) & set("ABCDEFGH"))
    try:
        board = chess.Board(fen, chess960=is_shredder)
    except ValueError:
        return None
    status = board.status()
    found = set()
    for flag, names in FLAGS.items():
        if status & flag:
            found |= names
    for side in chess.COLORS:
        # python-chess counts the kings of both sides together, and tests only one king of each side for check. So we
        # count the kings of each side, and test every king.
        if len(board.pieces(chess.KING, side)) > 1:
            found.add("too-many-kings")
        kings = board.pieces(chess.KING, side)
        if side != board.turn and any(board.attackers(board.turn, king) for king in kings):
            found.add("other-king-in-check")
        extra = promoted(board, side)
        if extra and extra + len(board.pieces(chess.PAWN, side)) > 8:
            found.add("too-many-promoted")
    # If a side has no rook on its back rank, python-chess drops the right to castle queenside without setting a flag.
    if not is_shredder and len(set(fields[2:3] and fields[2].strip("-"))) > chess.popcount(board.castling_rights):
        found.add("castling-right")
    plies = 2 * (max(board.fullmove_number, 1) - 1) + (not board.turn)
    if len(fields) == 6 and board.halfmove_clock > plies:
        found.add("clocks")
    passed = not status & chess.STATUS_INVALID_EP_SQUARE and board.ep_square is not None
    if passed and board.halfmove_clock > 0:
        found.add("clock-after-pawn")
    if len(fields) < 6:
        found.add("missing-fields")
    is_plain = not found & {"no-king", "too-many-kings", "other-king-in-check"}
    if is_plain and board.is_check():
        is_possible = has_last_move(board)
        assert not (is_possible and "impossible-check" in found), f"python-chess contradicts itself: {fen}"
        if not is_possible:
            found.add("impossible-check")
    elif not is_plain:
        found.discard("impossible-check")
    return found


def changed(fen, rng):
    """Changes a FEN at random."""
    fields = fen.split()
    kind = rng.randrange(9)
    if kind == 0:
        at = rng.randrange(len(fen))
        return fen[:at] + rng.choice(["", rng.choice("pPnNkKqQrRbB12345678/ -wabx0")]) + fen[at + 1 :]
    if kind == 1:
        n = rng.randrange(1, 6)
        fields[n] = rng.choice(["-", "w", "b", "KQkq", "Kk", "q", "e3", "e6", "a3", "h6", "0", "1", "7", "99", "x", "HAha", "KK"])
        return " ".join(fields)
    if kind == 2:
        return " ".join(fields[: rng.randrange(1, 7)])
    if kind == 3:
        fields[rng.randrange(4, 6)] = str(rng.choice([0, 1, 2, 3, 50, 100, 10**12]))
        return " ".join(fields)
    board = chess.Board(fen)
    for _ in range(rng.choice([1, 1, 2, 5])):
        square = rng.randrange(64)
        piece = rng.choice([None, board.piece_at(rng.choice(list(board.piece_map())))]) if board.piece_map() else None
        board.set_piece_at(square, piece)
    if kind == 4:
        board.turn = not board.turn
    if kind == 5:
        board.ep_square = rng.choice(range(16, 24)) if board.turn == chess.BLACK else rng.choice(range(40, 48))
    return board.fen(en_passant="fen") if board.piece_map() else fen


def small(rng):
    """Makes a random position with few pieces. Often a king is in check."""
    board = chess.Board(None)
    squares = rng.sample(range(64), rng.randrange(3, 9))
    board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
    for square in squares[2:]:
        role = rng.choice([chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN])
        if role == chess.PAWN and chess.BB_SQUARES[square] & chess.BB_BACKRANKS:
            role = chess.KNIGHT
        board.set_piece_at(square, chess.Piece(role, rng.random() < 0.5))
    board.turn = rng.random() < 0.5
    if rng.random() < 0.2:
        board.ep_square = rng.randrange(40, 48) if board.turn else rng.randrange(16, 24)
    return board.fen(en_passant="fen")


def special(rng):
    """Makes a position with a check that few moves could have given. There are four kinds of positions. In the first
    kind, castling may have given the check; in the second, a promotion; in the third, an en passant capture that opened
    two lines. In the fourth kind, the side that gives check still has a castling right, so neither its king nor the
    castling rook made the last move."""
    board = chess.Board(None)

    def put(square, symbol):
        if 0 <= square < 64 and not board.piece_at(square):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))

    kind = rng.randrange(4)
    if kind == 0:
        for square, symbol in zip(rng.choice([(chess.G1, chess.F1), (chess.C1, chess.D1)]), "KR"):
            put(square, symbol)
        put(rng.choice([*range(8), *range(64)]), "k")
    elif kind == 1:
        put(rng.randrange(56, 64), rng.choice("QRBN"))
        put(rng.randrange(40, 64), "k")
        put(rng.randrange(40), "K")
    elif kind == 2:
        pawn = rng.randrange(41, 47)
        put(pawn, "P")
        king = rng.choice([square for square in range(64) if square != pawn])
        put(king, "k")
        for gap in (pawn - 8, pawn - 8 + rng.choice([-1, 1])):
            # Put a queen behind the gap, as seen from the king.
            line = chess.ray(king, gap) if king != gap else 0
            behind = [it for it in chess.SquareSet(line) if chess.between(king, it) & chess.BB_SQUARES[gap]]
            if behind:
                put(rng.choice(behind), "Q")
        put(rng.randrange(16), "K")
    else:
        put(chess.E1, "K")
        put(chess.H1, "R")
        board.castling_rights = board.rooks
        # The castling right shows that the king has not moved, so the king cannot have come from the second rank and
        # discovered a check along it.
        put(chess.A2, rng.choice("QRB"))
        put(rng.choice([chess.H8, chess.H5, chess.H2, chess.G2, *range(64)]), "k")
    if rng.random() < 0.7 and (king := board.king(chess.BLACK)) is not None:
        # Put pieces on most squares near the checking pieces, so that the checking pieces cannot have come from these
        # squares.
        left = set(chess.SquareSet(chess.BB_RANK_1)) if kind == 0 else set()
        for checker in board.attackers(chess.WHITE, king):
            near = chess.SquareSet(chess.BB_KING_ATTACKS[checker] | chess.BB_KNIGHT_ATTACKS[checker])
            for square in set(near - chess.between(checker, king)) - left:
                is_last = bool(chess.BB_SQUARES[square] & chess.BB_BACKRANKS)
                if rng.random() < 0.9:
                    put(square, rng.choice("nb" if is_last else "ppn"))
    if kind == 1 and rng.random() < 0.5:
        for square in rng.sample(range(8, 48), 8):
            put(square, "P")
    for _ in range(rng.choice([0, 2, 8, 16])):
        square = rng.randrange(64)
        is_pawn = not chess.BB_SQUARES[square] & chess.BB_BACKRANKS
        put(square, rng.choice("pppnbP" if is_pawn else "nbB"))
    if len(board.pieces(chess.KING, chess.WHITE)) == 0:
        put(rng.randrange(64), "K")
    board.turn = chess.BLACK
    return (board if rng.random() < 0.5 else board.mirror()).fen(en_passant="fen")


def fens(rng):
    """Yields FENs of positions from random games, the same FENs with random changes, and FENs from `small` and
    `special`."""
    board = chess.Board()
    yield "8/8/8/8/8/8/8/8 w - - 0 1"
    while True:
        for _ in range(3):
            yield small(rng)
            yield special(rng)
        if board.is_game_over() or board.ply() > 150:
            board.reset()
        board.push(rng.choice(list(board.legal_moves)))
        fen = board.fen(en_passant=rng.choice(["fen", "legal"]))
        yield fen
        once = changed(fen, rng)
        yield once
        yield changed(once, rng) if is_whole(once) else changed(fen, rng)


def is_whole(fen):
    """Whether python-chess reads all six fields of a FEN."""
    try:
        return bool(chess.Board(fen)) and len(fen.split()) == 6
    except ValueError:
        return False


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40000
    rng = random.Random(73)
    texts = [fen.strip() for fen in itertools.islice(fens(rng), count) if fen.strip()]
    run = subprocess.run(
        [PROGRAM, "-q", "lint", "--fen-lines", "--format", "json", "-"],
        input="\n".join(texts) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    names, kinds = [set() for _ in texts], [set() for _ in texts]
    for line in run.stdout.splitlines():
        one = json.loads(line)
        names[one["line"] - 1] |= set(one["reasons"])
        kinds[one["line"] - 1].add(one["kind"])
    wrong, counts = 0, {}
    for fen, found, kind in zip(texts, names, kinds):
        for name in found:
            counts[name] = counts.get(name, 0) + 1
        right = expected(fen)
        if right is None:
            counts["not read"] = counts.get("not read", 0) + 1
            is_right = bool(found)
        else:
            # If the king or the rook is not on its initial square, the castling right may be wrong, or belong to
            # Chess960. We accept either finding.
            rights = {"castling-right", "chess960"}
            if "too-many-kings" in found:
                # With several kings, it is unclear to which king the castling rights belong, so we ignore the
                # findings about castling rights.
                found, right = found - rights, right - rights
            if found & rights and right & rights:
                right = right - rights | found & rights
            spelled = {"castling-order", "digits", "blanks", "move-number-zero"}
            if len(fen.split()) == 4:
                right.discard("missing-fields")
            is_right = found - spelled == right and ("wrong-fen" in kind) == bool(right & UNREADABLE)
        if not is_right:
            wrong += 1
            if wrong < 20:
                print(f"{fen}: found {sorted(found)}, expected {right and sorted(right)}")
    print(f"{len(texts)} FENs: {wrong} wrong; {dict(sorted(counts.items()))}")
    assert set(counts) >= SAME | {"impossible-check", "clocks", "too-many-promoted"}, "a kind is not tried"
    sys.exit(1 if wrong else 0)


main()
