"""Damages clean games, and checks how `san-strings lint --fix` changes them.

    python tests/oracles/damage.py [--games N] FOLDER...    games from all *.pgn files in the folders

We damage each game once, in its main line or in a random variation that we add:

- We delete a ply, repeat it, or swap it with the next ply.
- We delete a numbered pair of moves, or swap it with the next pair.
- We cut off the beginning.
- We remove the parentheses around a variation.

Nobody can reconstruct the original from the damaged game. So the program must not change a byte if the game shows a
contradiction: a move that cannot be played, or a move number that does not fit its position. After a repeated or
swapped ply, the rule is weaker: if a token cannot be played, the program must not change anything after the last move
number before that token. In every case, python-chess must read the same moves before and after `--fix`. This test
writes and reads the games with python-chess, and shares no code with the program. The environment variable
SAN_STRINGS contains the path of the program.
"""

import argparse
import io
import logging
import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import chess
import chess.pgn

PROGRAM = os.environ.get("SAN_STRINGS", "target/release/san-strings")
DELETIONS = ("half-move deleted", "pair deleted", "beginning cut")
SWAPS = ("pairs swapped", "parentheses lost")
DAMAGES = (*DELETIONS, *SWAPS, "half-move doubled", "half-moves swapped")

logging.disable(logging.CRITICAL)


def main_line(game, most):
    """The first `most` moves of a game in SAN, or all moves if there are fewer."""
    board, sans = game.board(), []
    for move in list(game.mainline_moves())[:most]:
        sans.append(board.san(move))
        board.push(move)
    return sans


def random_line(board, plies, rng):
    """Returns the SANs of `plies` random legal moves, or of fewer if the game ends earlier."""
    board, sans = board.copy(), []
    for _ in range(plies):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            break
        move = rng.choice(moves)
        sans.append(board.san(move))
        board.push(move)
    return sans


def tokens(sans, ply):
    """Returns the moves of a line with their move numbers. `ply` is the ply of the first move, counted from 0."""
    found = []
    for number, san in enumerate(sans, ply):
        if number % 2 == 0:
            found.append(f"{number // 2 + 1}.")
        elif number == ply:
            found.append(f"{number // 2 + 1}...")
        found.append(san)
    return found


def is_number(token):
    return token.endswith(".")


def damaged(line, damage, board, rng):
    """Damages a line once. Returns None if this damage is not possible."""
    line = list(line)
    words = [n for n, token in enumerate(line) if not is_number(token)]
    if len(words) < 6:
        return None
    # We do not damage the last two plies, because too few moves follow to show the damage.
    word = rng.choice(words[:-2])
    if damage == "half-move deleted":
        del line[word]
        # Whoever forgets to write White's move may also forget to write its number.
        if is_number(line[word - 1]) and word and rng.random() < 0.5:
            del line[word - 1]
    elif damage == "half-move doubled":
        line.insert(word, line[word])
    elif damage == "half-moves swapped":
        next_word = words[words.index(word) + 1]
        if line[word] == line[next_word]:
            return None
        line[word], line[next_word] = line[next_word], line[word]
    elif damage == "parentheses lost":
        # Insert a variation, but leave out the parentheses around it.
        numbers = [n for n in range(3, len(line) - 6) if is_number(line[n]) and "..." not in line[n]]
        if not numbers:
            return None
        start = rng.choice(numbers)
        board = board.copy()
        for token in line[:start]:
            if not is_number(token):
                board.push_san(token)
        other = tokens(random_line(board, 2 * rng.randrange(1, 3), rng), 2 * board.fullmove_number - 2)
        line[start:start] = other
    else:
        pairs = [n for n in words[:-3] if is_number(line[n - 1]) and not line[n - 1].endswith("...")]
        if len(pairs) < 2:
            return None
        if damage == "pair deleted":
            start = rng.choice(pairs) - 1
            del line[start : start + 3]
        elif damage == "pairs swapped":
            start = rng.choice(pairs[:-1]) - 1
            line[start : start + 6] = line[start + 3 : start + 6] + line[start : start + 3]
        else:
            del line[: rng.choice(pairs[1:]) - 1]
    return line


def movetext(main, variation, after, result):
    """The text of a game. The variation is inserted after the first `after` tokens of the main line."""
    if variation is None:
        return " ".join([*main, result])
    return " ".join([*main[:after], "(", *variation, ")", *main[after:], result]).replace("( ", "(").replace(" )", ")")


class Reader(chess.pgn.BaseVisitor):
    """Collects the moves that python-chess reads, with ( and ) around variations. Also notes whether python-chess
    reads the game without errors."""

    def begin_game(self):
        self.moves, self.is_whole = [], True

    def begin_variation(self):
        self.moves.append("(")

    def end_variation(self):
        self.moves.append(")")

    def visit_move(self, board, move):
        self.moves.append(board.uci(move))

    def handle_error(self, error):
        self.is_whole = False

    def result(self):
        return self.moves, self.is_whole


def read(text):
    return chess.pgn.read_game(io.StringIO(text), Visitor=Reader)


def play(line, board):
    """Plays a line. Returns the index of the first token that cannot be played, and whether a move number is wrong."""
    board = board.copy()
    is_wrong, number = False, None
    for n, token in enumerate(line):
        if is_number(token):
            number = token
            continue
        if number is not None:
            is_black = number.endswith("...")
            is_wrong |= int(number.rstrip(".")) != board.fullmove_number or is_black and board.turn
            number = None
        try:
            board.push_san(token)
        except ValueError:
            return n, is_wrong
    return None, is_wrong


def last_number(line, end):
    """The index of the last move number at or before the token `line[end]`, or 0 if there is none."""
    return max((n for n in range(end + 1) if is_number(line[n])), default=0)


def fix(text):
    done = subprocess.run([PROGRAM, "-q", "lint", "--fix"], input=text.encode(), capture_output=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.decode()


def check(sans, result, damage, in_variation, tags, rng):
    """Damages a game and runs `--fix` on it. Returns the outcome, and a list of what `--fix` did wrong."""
    main = tokens(sans, 0)
    board, variation, after = chess.Board(), None, None
    if in_variation:
        ply = rng.randrange(1, max(2, len(sans) - 1))
        for san in sans[:ply]:
            board.push_san(san)
        clean = tokens(random_line(board, rng.randrange(6, 20), rng), ply)
        variation = damaged(clean, damage, board, rng)
        words = [n for n, token in enumerate(main) if not is_number(token)]
        after = words[ply] + 1
    else:
        main = damaged(main, damage, board, rng)
    if main is None or in_variation and variation is None:
        return None, []
    line = variation if in_variation else main
    text = movetext(main, variation, after, result)
    text = f'[Event "x"]\n[Result "{result}"]\n\n{text}\n' if tags else f"{text}\n"
    first, is_wrong = play(line, board)
    wrong = []
    once = fix(text)
    if damage in (*DELETIONS, *SWAPS):
        is_clean = first is None and not is_wrong
        if is_clean:
            return "reads as another game without a contradiction", []
        if once != text:
            wrong.append("changed although the original cannot be known")
    elif first is not None:
        stays = " ".join(line[last_number(line, first) :])
        if not in_variation:
            stays += f" {result}"
        if stays not in once:
            wrong.append("changed text after the last move number before the first unplayable token")
    if read(text) != read(once):
        wrong.append("python-chess reads other moves")
    if fix(once) != once:
        wrong.append("a second `--fix` changes it again")
    return ("a word cannot be played" if first is not None else "all can be played"), [
        f"{damage}{' in a variation' if in_variation else ''}: {what}\n{text}{once}" for what in wrong
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    args = parser.parse_args()
    rng = random.Random(70)
    paths = sorted(path for folder in args.folders for path in folder.rglob("*.pgn"))
    assert paths, "no *.pgn"
    games = []
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as stream:
            while len(games) < 4 * args.games and (game := chess.pgn.read_game(stream)):
                if not game.errors and "FEN" not in game.headers and len(sans := main_line(game, 120)) >= 10:
                    games.append((sans, game.headers["Result"]))
    assert len(games) >= 100, len(games)
    counts, failures = Counter(), 0
    done = 0
    while done < args.games:
        sans, result = games[done % len(games)] if len(games) >= args.games else rng.choice(games)
        damage, in_variation = DAMAGES[done % len(DAMAGES)], rng.random() < 0.4
        if in_variation and damage == "beginning cut":
            in_variation = False
        if result not in ("1-0", "0-1", "1/2-1/2"):
            result = "*"
        seen, wrong = check(sans, result, damage, in_variation, rng.random() < 0.5, rng)
        done += 1
        if seen is None:
            counts["too short"] += 1
            continue
        counts[f"{damage}{' in a variation' if in_variation else ''}: {seen}"] += 1
        for what in wrong[:1]:
            failures += 1
            if failures <= 10:
                print(what)
    for name, times in sorted(counts.items()):
        print(f"  {times:>6,}  {name}")
    print(f"{failures} of {done} are wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
