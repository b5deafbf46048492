"""Plays illegal moves in real games, and checks how `lint --go-on` reads the moves after them.

    SAN_STRINGS=target/release/san-strings python3 tests/oracles/going_on.py games.pgn ...

python-chess plays a game up to a random ply. Then we add a move that leaves the mover's king in check, or an illegal
castling move. After this move, we add random legal moves that do not capture a king. `lint --go-on` must report only
the illegal move, and play it. Without `--go-on`, `lint` must not check the moves after the illegal move.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

import chess
import chess.pgn

PROGRAM = os.environ.get("SAN_STRINGS", "target/release/san-strings")


def illegal_moves(board):
    """The moves that are illegal only because they leave the king in check, and the illegal castling moves for which
    king and rook are on their initial squares, with nothing between them. Leaves out captures of a king."""
    moves = [move for move in board.pseudo_legal_moves if not board.is_legal(move)]
    home = chess.E1 if board.turn else chess.E8
    if board.king(board.turn) == home:
        for to, rook in ((home + 2, home + 3), (home - 2, home - 4)):
            move = chess.Move(home, to)
            is_free = not chess.between(home, rook) & board.occupied
            if is_free and board.piece_at(rook) == chess.Piece(chess.ROOK, board.turn) and not board.is_legal(move):
                moves.append(move)
    return [move for move in moves if board.piece_type_at(move.to_square) != chess.KING]


def written(board, move):
    """Spells a move with its from-square."""
    role = board.piece_type_at(move.from_square)
    if role == chess.KING and abs(move.to_square - move.from_square) == 2:
        return "O-O" if move.to_square > move.from_square else "O-O-O"
    letter = "" if role == chess.PAWN else chess.piece_symbol(role).upper()
    sign = "x" if board.is_capture(move) else ""
    end = "=" + chess.piece_symbol(move.promotion).upper() if move.promotion else ""
    return letter + chess.square_name(move.from_square) + sign + chess.square_name(move.to_square) + end


def push(board, move):
    """Plays a move. We place king and rook ourselves, because python-chess does not recognize illegal castling."""
    king = board.piece_type_at(move.from_square) == chess.KING
    if king and abs(move.to_square - move.from_square) == 2:
        home, to_right = move.from_square, move.to_square > move.from_square
        rook = home + 3 if to_right else home - 4
        turn = board.turn
        board.remove_piece_at(rook)
        board.remove_piece_at(home)
        board.set_piece_at(move.to_square, chess.Piece(chess.KING, turn))
        board.set_piece_at(home + 1 if to_right else home - 1, chess.Piece(chess.ROOK, turn))
        board.castling_rights &= ~(chess.BB_RANK_1 if turn else chess.BB_RANK_8)
        board.ep_square, board.turn = None, not turn
        board.clear_stack()
    else:
        board.push(move)


def broken(game, rng):
    """Plays the beginning of `game`, then an illegal move, then random legal moves. Returns the tokens of the
    new game and the ply of the illegal move, or None if we find no illegal move."""
    board, words = game.board(), []
    moves = list(game.mainline_moves())
    if len(moves) < 6:
        return None
    for move in moves[: rng.randrange(4, len(moves))]:
        words.append(board.san(move))
        board.push(move)
    choices = illegal_moves(board)
    if not choices:
        return None
    move = rng.choice(choices)
    ply = len(words) + 1
    words.append(written(board, move))
    push(board, move)
    for _ in range(rng.randrange(1, 30)):
        them = board.king(not board.turn)
        legal = [move for move in board.legal_moves if move.to_square != them]
        if not legal:
            break
        move = rng.choice(legal)
        words.append(board.san(move))
        board.push(move)
    return words, ply


def main():
    rng, games, wrong = random.Random(5), [], 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", errors="replace") as file:
            while len(games) < 3_000 and (game := chess.pgn.read_game(file)):
                if not game.errors and (made := broken(game, rng)):
                    games.append(made)
    texts = []
    for words, _ in games:
        numbered = [f"{n // 2 + 1}. {word}" if n % 2 == 0 else word for n, word in enumerate(words)]
        texts.append(" ".join(numbered) + " *\n\n")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(texts)
        said = {}
        for option in ("--go-on", "--strict"):
            lines = subprocess.run(
                [PROGRAM, "-q", "lint", "--format", "json", "--ignore", "missing-tag", option, path],
                capture_output=True, text=True,
            ).stdout.splitlines()  # fmt: skip
            said[option] = {}
            for finding in map(json.loads, lines):
                said[option].setdefault(finding["game"], []).append(finding)
        with open(path, "rb") as file:
            before = file.read()
        fixed = subprocess.run([PROGRAM, "-q", "lint", "--go-on", "--fix", path], capture_output=True).stdout
    for number, (words, ply) in enumerate(games, 1):
        found = [(it["kind"], it["ply"], it["played"]) for it in said["--go-on"].get(number, [])]
        if found != [("illegal-move", ply, True)]:
            wrong += 1
            if wrong <= 10:
                print(f"{' '.join(words)}: ply {ply}: {found}")
        without = [(it["kind"], it["ply"], it["played"]) for it in said["--strict"].get(number, [])]
        wrong += without != [("illegal-move", ply, False)]
    wrong += fixed != before
    print(f"{len(games)} games with an illegal move: {wrong} are wrong; python-chess {chess.__version__}")
    sys.exit(wrong > 0 or not games)


if __name__ == "__main__":
    main()
