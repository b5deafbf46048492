"""Checks which moves `read` suggests for a move with a typo. The expected suggestions come from the legal moves of
python-chess.

We follow `docs/read.md`. A move has several forms: SAN without `x`, `+` and `#`; this SAN with a file, rank or
square before the to-square; and UCI. From the text, we keep only the letters and digits. `read` suggests a move if a
single change turns these letters and digits into one of the forms. A change replaces, adds or removes a character, or
swaps two adjacent characters. A text with only one letter or digit gets no suggestions. Moves that agree with the text
about capture and check come first.

    SAN_STRINGS=target/release/san-strings tests/oracles/suggestions.py games.pgn ...
"""

import json
import os
import random
import re
import subprocess
import sys

import chess
import chess.pgn

PROGRAM = os.environ.get("SAN_STRINGS", "target/release/san-strings")


def is_one_slip(one, other):
    """Whether one edit turns one text into the other. An edit adds, removes or replaces a character, or swaps two
    neighbouring characters."""
    letters = set(one + other)
    for at in range(len(one) + 1):
        head, rest = one[:at], one[at:]
        changed = {head + rest[1:]} | {head + c + rest for c in letters}
        changed |= {head + c + rest[1:] for c in letters if rest}
        if len(rest) > 1:
            changed.add(head + rest[1] + rest[0] + rest[2:])
        if other in changed:
            return True
    return False


def forms(board, move):
    """The forms of a move, all without `x`, `=`, `-` and suffix: the SAN, the UCI notation, and the SAN that names the
    from-file, the from-rank or the from-square. Castling has only one form, without a hyphen."""
    if board.is_castling(move):
        return {"OO" if chess.square_file(move.to_square) == 6 else "OOO"}
    origin, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    role = chess.piece_symbol(board.piece_type_at(move.from_square)).upper()
    letter = "" if role == "P" else role
    end = target + (chess.piece_symbol(move.promotion).upper() if move.promotion else "")
    san = re.sub(r"[x+#=-]", "", board.san(move))
    named = [origin]
    if letter or board.is_capture(move):
        named.append(origin[0])
    if letter:
        named.append(origin[1])
    return {san, origin + end, *(letter + name + end for name in named)}


def expected(board, text):
    """Returns the SANs that `read` must suggest. Maps each SAN to its number of differences from the text, from 0 to 2:
    a needless or missing x counts as one, and so does a needless or missing check mark (+ or #)."""
    core = re.sub(r"[x+#=-]", "", text)
    if len(core) < 2:
        return {}
    near, moves = {}, [(move, forms(board, move)) for move in board.legal_moves]
    has_none = any(core in written for _, written in moves)
    for move, written in moves:
        if core in written or not has_none and any(is_one_slip(core, form) for form in written):
            san = board.san(move)
            marks = (("x" in text) != board.is_capture(move)) + (("+" in text or "#" in text) != (san[-1] in "+#"))
            near[san] = marks
    return near


def slip(san, rng):
    """A move with one typo."""
    at, other = rng.randrange(len(san)), rng.choice("abcdefgh12345678KQRBN")
    return rng.choice([
        san[:at] + other + san[at + 1 :],
        san[:at] + san[at : at + 2][::-1] + san[at + 2 :],
        san[:at] + other + san[at:],
        san[:at] + san[at + 1 :],
    ])


def main():
    rng = random.Random(7)
    asked = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", errors="replace") as file:
            while len(asked) < 20_000 and (game := chess.pgn.read_game(file)):
                board = game.board()
                for move in game.mainline_moves():
                    if rng.random() < 0.1:
                        asked.append((board.copy(stack=False), slip(board.san(move), rng)))
                    board.push(move)
    lines = "".join(f"{board.fen()}\t{text}\n" for board, text in asked)
    answers = subprocess.run(
        [PROGRAM, "read", "--english", "--fen", "-", "--format", "json"], input=lines, capture_output=True, text=True
    ).stdout.splitlines()
    wrong = judged = 0
    for (board, text), answer in zip(asked, map(json.loads, answers), strict=True):
        if answer["verdict"] not in ("illegal", "not-a-move") or not re.fullmatch(r"[a-hKQRBN1-8Ox+#=-]+", text):
            continue
        judged += 1
        near, found = expected(board, text), answer["suggestions"]
        marks = [near.get(san) for san in found]
        if set(found) != set(near) or len(found) != len(near) or marks != sorted(marks):
            wrong += 1
            if wrong <= 10:
                print(f"{board.fen()} {text}: {found}, but it should be {near}")
    print(f"{judged} texts of {len(asked)}: {wrong} are wrong; python-chess {chess.__version__}")
    sys.exit(wrong > 0 or judged == 0)


if __name__ == "__main__":
    main()
