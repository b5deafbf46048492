#!/usr/bin/env python3
"""Checks that all parts of the program read a text as the same move.

    SAN_STRINGS=target/release/san-strings python tests/oracles/spellings.py [--seed N] [--moves N] [--all]

Needs python-chess. We play random games, and write their moves in every spelling of the table in `docs/read.md`. Then
we check the answers:

- `read` must find the move from which we made the text, and name the kind of spelling.
- `encode`, `count --replay` and `lint` get a game that ends with the text. They must find the same move, and `lint` must
  name the same kinds as `read`.
- `explain` has no board. One of its readings must have the same SAN and the same kinds as the answer of `read`. We skip
  this check if one of these kinds needs a board, or if the text has the form of a pawn move.
- If the Python package is installed, `Position.read` must return the same answer as `read`.

If an answer is wrong, the exit code is 1. Prints the first two wrong answers of each kind, or all with `--all`.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import chess

import read

try:
    import san_strings
except ImportError:
    san_strings = None

HERE = Path(__file__).resolve()
ROOT = next(folder for folder in HERE.parents if (folder / "docs/read.md").exists())
PROGRAM = os.environ.get("SAN_STRINGS", str(ROOT / "target/release/san-strings"))
OCCUR = frozenset((ROOT / "output/san_strings_that_occur.txt").read_text("ascii").split())

# Each game that we write has this number of plies before the move that we test.
BEFORE = 3


class Written:
    """A legal move, and the parts of its SAN."""

    def __init__(self, board, move):
        self.board, self.move, self.san = board, move, board.san(move)
        self.base = self.san.rstrip("+#")
        self.sign = self.san[len(self.base):]
        self.start, self.to = chess.square_name(move.from_square), chess.square_name(move.to_square)
        self.role = board.piece_type_at(move.from_square)
        self.is_castling, self.is_capture = board.is_castling(move), board.is_capture(move)
        self.is_pawn = self.role == chess.PAWN
        self.letter = "" if self.is_pawn or self.is_castling else self.base[0]
        self.x = "x" if self.is_capture else ""
        self.promoted = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
        # The discriminator: a file, a rank, a square, or nothing.
        self.origin = "" if self.is_castling else re.fullmatch(r"[KQRBN]?([a-h]?[1-8]?)x?[a-h][1-8](?:=.)?", self.base)[1]

    def others(self):
        """Lists, for each companion with a pseudo-legal move to the to-square, whether that move is legal."""
        return [
            self.board.is_legal(m) for m in self.board.generate_pseudo_legal_moves(to_mask=chess.BB_SQUARES[self.move.to_square])
            if m.from_square != self.move.from_square and self.board.piece_type_at(m.from_square) == self.role
        ]

    def piece(self, letter=None, origin=None, x=None, sign=None):
        """Spells a piece move. Each argument that is not None replaces that part of the SAN."""
        parts = (self.letter if letter is None else letter, self.origin if origin is None else origin, self.x if x is None else x)
        return "".join(parts) + self.to + (self.sign if sign is None else sign)


# Makers. A maker is a function that returns all spellings of one kind for a move. It returns an empty list if the move
# has no such spelling.


def of_castling(*texts):
    return lambda w: [text(w.base) + w.sign for text in texts] if w.is_castling else []


def of_capture(*signs):
    return lambda w: [w.san.replace("x", sign) for sign in signs] if w.is_capture else []


def of_promotion(*forms):
    """Returns a maker for promotions. The maker fills in the placeholders {root}, {letter}, {small}, {word}, {figures}
    and {sign} of each form."""
    def make(w):
        if not w.promoted:
            return []
        role = w.move.promotion
        parts = {
            "root": w.base[:-2], "letter": w.promoted[1], "small": w.promoted[1].lower(), "word": chess.PIECE_NAMES[role], "sign": w.sign,
            "figures": chess.UNICODE_PIECE_SYMBOLS[w.promoted[1]],
        }
        return [form.format(**parts) for form in forms]
    return make


def behind(*tails):
    return lambda w: [w.san + tail for tail in tails]


def around(*pairs):
    return lambda w: [before + w.san + after for before, after in pairs]


def with_sign(of, *signs):
    """Returns a maker for moves whose suffix is `of`. For each of `signs`, the maker returns the move with this
    sign instead of its suffix."""
    return lambda w: [w.base + sign for sign in signs] if w.sign == of else []


def needless(depth, is_pinned):
    """Returns a maker that adds a needless file, rank or square. If `is_pinned` is false, the piece must have
    no companions. If it is true, the piece must have companions, none of which can legally go to the to-square."""
    def make(w):
        if not w.letter or w.letter == "K" or w.origin or bool(w.others()) != is_pinned:
            return []
        return [w.piece(origin={"file": w.start[0], "rank": w.start[1], "square": w.start}[depth])]
    return make


def instead(of, depth):
    """Returns a function that replaces the discriminator of a move. `of` says which discriminators it replaces: `file`
    or `rank`. `depth` says what it writes instead: `rank` for the rank of the from-square, `square` for the whole
    from-square."""
    def make(w):
        if not w.letter or not (w.origin[:1].isalpha() if of == "file" else w.origin[:1].isdigit()) or len(w.origin) > 1:
            return []
        text = w.piece(origin=w.start[1] if depth == "rank" else w.start)
        return [text]
    return make


def long_algebraic(w):
    # We leave out the piece letter in captures, because `Rg1xg8` is of another kind, `needless-square`.
    links, letter = (["x", ":"], "") if w.is_capture else (["-", "–", "->", ">", "→"], w.letter)
    return [] if w.is_castling else [letter + w.start + link + w.to + w.promoted + w.sign for link in links]


def coordinates(of_pawns):
    def make(w):
        return [w.board.uci(w.move)] if w.is_pawn == of_pawns else []
    return make


def castling_as_king_move(w):
    return [f"K{w.to}{w.sign}"] if w.is_castling else []


def figurine(w):
    symbols = [chess.UNICODE_PIECE_SYMBOLS[letter(w.letter)] for letter in (str.upper, str.lower)] if w.letter else []
    return [symbol + w.san[1:] for symbol in symbols] + of_promotion("{root}={figures}{sign}", "{root}{figures}{sign}")(w)


# The pieces that each letter can mean. If languages of several tiers (`read.TIERS`) use a letter, we take the pieces
# only from the first of these tiers.
FOREIGN = {}
for step in read.TIERS:
    met = defaultdict(set)
    for name in step:
        for letter, role in zip(read.LANGUAGES[name], read.ROLES.values()):
            met[letter].add(role)
    for letter, roles in met.items():
        FOREIGN.setdefault(letter, roles)


def foreign(w):
    letters = [letter for letter, roles in FOREIGN.items() if w.role in roles and letter not in "KQRBNP"] if w.letter else []
    return [letter + w.san[1:] for letter in letters] + (of_promotion("{root}=D{sign}", "{root}(D){sign}")(w) if w.promoted == "=Q" else [])


def spoken(w):
    names = dict(zip(("", "K", "Q", "R", "B", "N"), ("", "king", "queen", "rook", "bishop", "knight")))
    sign = {"": "", "+": " check", "#": " mate"}[w.sign]
    if w.is_castling:
        return [f"castles {'queen' if w.base.count('O') == 3 else 'king'} side{sign}"]
    promoted = f" equals {names[w.promoted[1]]}" if w.promoted else ""
    words = [names[w.letter] or ("" if w.is_capture else "pawn"), w.origin, "takes" if w.is_capture else "to", w.to]
    return [" ".join(filter(None, words)) + promoted + (" en passant" if w.board.is_en_passant(w.move) else "") + sign]


def capital_file(w):
    # A capital B would be a bishop.
    if w.is_castling or w.base[0] == "b":
        return []
    head, tail = (w.letter, w.base[1:]) if w.letter else ("", w.base)
    rest = tail.split("=")[0].upper().replace("X", "x")
    return [head + rest + w.promoted + w.sign]


def cannot_occur(w):
    return [w.base + sign for sign in "+#" if w.base + sign not in OCCUR and w.base in OCCUR]


def wide(text):
    return "".join(chr(ord(c) + 0xFEE0) for c in text)


MAKERS = {
    "cannot-occur": cannot_occur,
    "capital-file": capital_file,
    "capital-x": of_capture("X"),
    "capture-colon": of_capture(":", "×"),
    "capture-trailing-colon": lambda w: [w.base.replace("x", "") + ":" + w.sign] if w.is_capture and not w.promoted else [],
    "capture-without-x": of_capture(""),
    "castling-as-king-move": castling_as_king_move,
    "castling-lower-case": of_castling(str.lower, lambda base: "o" + base[1:]),
    "castling-with-zeros": of_castling(lambda base: base.replace("O", "0"), lambda base: "0" + base[1:]),
    "check-added": with_sign("", "+"),
    "check-before-promotion": of_promotion("{root}{sign}={letter}"),
    "check-instead-of-mate": with_sign("#", "+"),
    "check-missing": with_sign("+", ""),
    "check-word": with_sign("+", " ch", "ch", "†", " check", " dis ch", "ch."),
    "dash": of_castling(lambda base: base.replace("-", "–"), lambda base: base.replace("-", "−")),
    "double-check-as-plus-plus": with_sign("+", "++"),
    "en-passant-e.p.": lambda w: [f"{w.base}{tail}{w.sign}" for tail in ("e.p.", " e.p.", "ep", " (e.p.)")] if w.board.is_en_passant(w.move) else [],
    "evaluation": behind(" +=", "±", " -/+", " ∞"),
    "figurine": figurine,
    "full-width": lambda w: [wide(w.san), wide(w.san[0]) + w.san[1:], w.san[:-1] + wide(w.san[-1])],
    "invisible-character": lambda w: [w.san[:1] + "\u200b" + w.san[1:], w.san + "\u2060", "\u200e" + w.san],
    "long-algebraic": long_algebraic,
    "long-algebraic-without-dash": coordinates(of_pawns=True),
    "lookalike-letter": lambda w: [text for text in (w.san.translate(str.maketrans("aceoxB", "асеохВ")),) if text != w.san],
    # A lower-case b before a rank would be read as a file.
    "lower-case-piece": lambda w: [w.letter.lower() + w.san[1:]] if w.letter and not re.match("B[1-8]", w.san) else [],
    "mate-added": with_sign("", "#"),
    "mate-as-plus-plus": with_sign("#", "++"),
    "mate-instead-of-check": with_sign("+", "#"),
    "mate-missing": with_sign("#", ""),
    "mate-sign": with_sign("#", "+#", "++#", "##", "#+"),
    "mate-word": with_sign("#", " mate", "mate", "‡", " matt", "X"),
    "move-number": lambda w: [f"{w.board.fullmove_number}{'.' if w.board.turn else '...'}{blank}{w.san}" for blank in ("", " ")],
    "nag": behind(" $1", "$14"),
    "needless-capture": lambda w: [w.piece(x="x"), w.piece(x=":")] if w.letter and not w.is_capture else [],
    "needless-file": needless("file", False),
    "needless-file-companion-pinned": needless("file", True),
    "needless-rank": needless("rank", False),
    "needless-rank-companion-pinned": needless("rank", True),
    "needless-square": needless("square", False),
    "needless-square-companion-pinned": needless("square", True),
    "no-dash": of_castling(lambda base: base.replace("-", "")),
    "no-rank": lambda w: [w.base[:3], w.base[0] + w.base[2]] if w.is_pawn and w.is_capture and not w.promoted else [],
    "pawn-capture-without-file": lambda w: [w.san[1:]] if w.is_pawn and w.is_capture else [],
    "pawn-with-letter": lambda w: ["P" + w.san] if w.is_pawn else [],
    "promotion-in-parentheses": of_promotion("{root}({letter}){sign}", "{root}=({letter}){sign}"),
    "promotion-lower-case": of_promotion("{root}={small}{sign}", "{root}{small}{sign}"),
    "promotion-sign": of_promotion("{root}/{letter}{sign}", "{root}:{letter}{sign}"),
    "promotion-without-equals": of_promotion("{root}{letter}{sign}"),
    "promotion-word": of_promotion("{root}={word}{sign}", "{root}({word}){sign}"),
    "punctuation": around(("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ('"', '"'), ("", "."), ("", ","), ("", ";"), ("", ":"), ("**", "**"), ("`", "`"),
                          ("“", "”"), ("'", "'"), ("<move>", "</move>")),
    "rank-for-file": instead("file", "rank"),
    "spaces": lambda w: [w.base.replace("-", " - ") + w.sign] if w.is_castling else [f" {w.san}", f"{w.base} {w.sign}" if w.sign else f"{w.san} "],
    "spoken": spoken,
    "square-for-file": instead("file", "square"),
    "square-for-rank": instead("rank", "square"),
    "suffix-annotation": behind("!", "?!", " !", "‼"),
    "uci": coordinates(of_pawns=False),
    "wrong-origin": None,
    "foreign-letter": foreign,
}

NO_MAKER = {"wrong-origin": "the page says that it has no move on a board"}

# Kinds that need not appear in a finding of `lint`. As docs/pgn.md says, a game reader skips the characters of these
# kinds or reads them as separate tokens. These characters do not change the move.
TOKENS = {
    "move-number": "numbers in any form are skipped, and judged as numbers",
    "nag": "a NAG is a token of its own",
    "suffix-annotation": "annotations are skipped",
    "evaluation": "evaluation signs are skipped",
    "invisible-character": "zero-width spaces and soft hyphens may stand anywhere in a file",
    "punctuation": "quotation marks and the marks of Markdown are skipped",
    "spaces": "blanks are between tokens",
}
# Texts that we do not put into games, because a PGN reader splits them into several tokens, or does not read them as
# moves of the main line.
ELSE = (
    (r"\(.*\)", "parentheses are a variation"),
    (r"\{.*\}", "braces are a comment"),
    (r"\[.*\]", "text in square brackets is skipped"),
    (r"<.*>", "text in angle brackets is skipped"),
    (r'".*"', "text in quotation marks is skipped"),
    (r"`.*`|'.*'", "such quotation marks are no characters of PGN"),
    (r"\*.*", "a star is a result"),
    (r".* matt", "a single word for mate is a remark"),
    (r".*;", "a semicolon begins a comment"),
    (r"[A-Za-z]+( [a-h1-8]+)? ([a-z]+ ?)+.*", "words are several words"),
)


def may_be_dutch(case):
    """Whether the P of a text could also be a Dutch knight. We do not put such a text into a game, because the game
    could then be read in English or in Dutch."""
    try:
        return case.text.startswith("P") and bool(case.w.board.parse_san("N" + case.text[1:]))
    except ValueError:
        return False


def kinds_of_page():
    """Maps each kind in the table of docs/read.md to the phrase that describes it."""
    table = (ROOT / "docs/read.md").read_text("utf-8").split("| kind | the text has |", 1)[1].split("\n\n", 1)[0]
    return dict(re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", table, re.M))


def sorts(w):
    """Yields "plain", then the name of each rare feature that the move has."""
    board, move = w.board, w.move
    yield "plain"
    for sort, is_so in (
        ("castling", w.is_castling), ("promotion", w.promoted), ("capture", w.is_capture), ("check", w.sign == "+"), ("mate", w.sign == "#"),
        ("en passant", board.is_en_passant(move)), ("discriminator", w.letter and w.origin), ("rank", w.letter and w.origin.isdigit()),
        ("pinned", w.letter and w.letter != "K" and not w.origin and w.others()), ("cannot occur", cannot_occur(w)), ("pawn takes", w.is_pawn and w.is_capture),
    ):
        if is_so:
            yield sort


def moves(chance, number):
    """Yields moves from random games, each with all legal moves of its position. Prefers moves with features
    that have been rare so far."""
    seen = defaultdict(int)
    while number:
        board = chess.Board()
        for _ in range(chance.randrange(20, 160)):
            legal = list(board.legal_moves)
            if not legal:
                break
            if len(board.move_stack) >= BEFORE and chance.random() < 0.12 and number:
                here = board.copy()
                written = [Written(here, move) for move in legal]
                by_sort = defaultdict(list)
                for w in written:
                    for sort in sorts(w):
                        by_sort[sort].append(w)
                w = chance.choice(by_sort[min(by_sort, key=lambda sort: seen[sort])])
                for sort in sorts(w):
                    seen[sort] += 1
                yield w, written
                number -= 1
            rare = [m for m in legal if m.promotion or board.is_castling(m) or board.is_capture(m) and board.piece_type_at(m.from_square) == chess.PAWN]
            board.push(chance.choice(rare if rare and chance.random() < 0.3 else legal))


# The kinds of spelling that can be recognized without a board.
NO_BOARD = {
    "capital-file", "capital-x", "capture-colon", "capture-trailing-colon", "castling-lower-case", "castling-with-zeros", "check-before-promotion",
    "check-word", "dash", "double-check-as-plus-plus", "en-passant-e.p.", "evaluation", "figurine", "foreign-letter", "full-width",
    "invisible-character", "lookalike-letter", "lower-case-piece", "mate-as-plus-plus", "mate-sign", "mate-word", "move-number", "nag", "no-dash",
    "pawn-with-letter", "promotion-in-parentheses", "promotion-lower-case", "promotion-sign", "promotion-without-equals", "promotion-word",
    "punctuation", "spaces", "spoken", "suffix-annotation",
}


def spellings(w):
    """Yields all spellings of a move, as pairs of a kind and a text."""
    for kind, maker in MAKERS.items():
        for text in maker(w) if maker else ():
            if text != w.san and len(text.encode()) <= 40:
                yield kind, text


def before(w):
    """The PGN text of a game before a move, and the move number to write in front of the move (empty for Black). The
    game starts from a FEN, and has three plies (`BEFORE`)."""
    board = w.board.copy()
    stack = [board.pop() for _ in range(BEFORE)][::-1]
    words = [f'[SetUp "1"]\n[FEN "{board.fen()}"]\n\n']
    for move in stack:
        words.append(f"{board.fullmove_number}{'.' if board.turn else '...'} {board.san(move)} ")
        board.push(move)
    return "".join(words), f"{board.fullmove_number}. " if board.turn else ""


class Case:
    """A text that was made from a move."""

    def __init__(self, w, fen, before, text, kinds, is_plain):
        self.w, self.fen, self.before, self.text, self.kinds, self.is_plain = w, fen, before, text, kinds, is_plain
        self.uci = w.board.uci(w.move)


def unsigned(text):
    return re.sub("[+#]", "", text)


def cases(chance, number):
    found = []
    for w, legal in moves(chance, number):
        made, fen, moves_before = defaultdict(set), w.board.fen(), before(w)
        for kind, text in spellings(w):
            made[text].add(kind)
        # A spelling of this move can mean another legal move only if both moves go to the same file.
        rivals = [other for other in legal if other.move != w.move and other.to[0] == w.to[0]]
        others = {unsigned(text) for other in rivals for text in (other.san, *(text for _, text in spellings(other)))}
        for text, kinds in made.items():
            # Some foreign letters mean different pieces in different languages.
            is_vague = kinds == {"foreign-letter"} and len(FOREIGN.get(text[0], ())) > 1
            found.append(Case(w, fen, moves_before, text, kinds, not is_vague and unsigned(text) not in others))
    return found


def run(*arguments, text):
    done = subprocess.run([PROGRAM, *arguments], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout.decode()


def read_all(found):
    lines = run("read", "--fen", "-", "--format", "json", text="".join(f"{case.fen}\t{case.text}\n" for case in found)).split("\n")[:-1]
    answers = [json.loads(line) for line in lines]
    assert [answer["text"] for answer in answers] == [case.text for case in found]
    return answers


def explained(texts):
    """Asks `explain` for its readings of each text. A reading is a pair: a SAN, and the kinds of differences
    between the text and this SAN."""
    lines = run("explain", "--format", "json", "-", text="".join(f"{text}\n" for text in texts)).split("\n")[:-1]
    assert len(lines) == len(texts), (len(lines), len(texts))
    readings = [json.loads(line).get("readings", ()) for line in lines]
    return {text: [(one["san"], [with_["kind"] for with_ in one["with"]]) for one in some] for text, some in zip(texts, readings)}


def game(number, case):
    """Returns a PGN game whose last move is `case.text`."""
    moves, dots = case.before
    return f'[Event "{number}"]\n{moves}{"" if "move-number" in case.kinds else dots}{case.text} *\n\n'


def encoded(path):
    strings = run("list", "--list", "uci", text="").split()
    lines = map(json.loads, run("encode", "--list", "uci", "--variants", "--tags", "Event", "--results", path, text="").splitlines())
    # The last id stands for the result of the game.
    return {int(line["Event"]): [strings[n] for n in line["ids"][:-1]] for line in lines}


def counted(path):
    """Asks `count`. Returns three results: for each game whose last move is not spelled as SAN, the SAN of this
    move; the set of games with an unreadable or illegal move; and the number of games."""
    answer = json.loads(run("count", "--replay", "--format", "json", "--show", "1000000", path, text=""))
    names = {}
    for one in answer["not_canonical"]["first"]:
        if one["place"]["ply"] == BEFORE + 1:
            names[int(one["place"]["name"])] = re.search("it should be (.*)", one["what"])[1]
    unread, illegal = ({int(one["place"]["name"]) for one in answer[sort]["first"]} for sort in ("broken", "illegal"))
    return names, unread | illegal, answer["games"] + len(unread)


def linted(path):
    found = defaultdict(list)
    for line in run("lint", "--format", "json", path, text="").splitlines():
        one = json.loads(line)
        found[one["game"] - 1].append(one)
    return found


def joined(phrases):
    return " and ".join(filter(None, (", ".join(phrases[:-1]), *phrases[-1:])))


def named(answer, phrases):
    """The messages that `lint` may print for a text, with `*` in place of the phrase for a foreign letter."""
    said = [[]]
    for kind in answer["kinds"]:
        more = [[*some, phrases[kind]] for some in said]
        said = more + said if kind in TOKENS else more
    return {LANGUAGE.sub("*", joined(some)) for some in said}


LANGUAGE = re.compile(r"the [A-Z][^|]*? letter|the letter of the piece in another language")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--moves", type=int, default=600)
    options.add_argument("--all", action="store_true", help="print every disagreement")
    options = options.parse_args()
    began = time.time()
    page = kinds_of_page()
    wrong = defaultdict(list)
    for kind in set(page) ^ set(MAKERS):
        wrong[f"{kind}: is on the page or has a maker, but not both"] = []
    found = cases(random.Random(options.seed), options.moves)
    answers = read_all(found)
    in_games = [
        n for n, case in enumerate(found)
        if not may_be_dutch(case) and not any(re.fullmatch(pattern, case.text, re.I) for pattern, _ in ELSE)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        Path(path).write_text("".join(game(n, found[n]) for n in in_games), "utf-8")
        ids, (names, broken, number), findings = encoded(path), counted(path), linted(path)
    assert number == len(in_games), (number, len(in_games))
    # Without a board, a text in the form of a pawn move is always a pawn move: bxa3 never means a bishop move.
    pawn = re.compile("[a-h](x[a-h])?[1-8](=[QRBN])?[+#]?")
    has_reading = [answer["san"] and not pawn.fullmatch(case.text) and NO_BOARD.issuperset(answer["kinds"]) for case, answer in zip(found, answers)]
    readings = explained(sorted({case.text for case, is_so in zip(found, has_reading) if is_so}))
    met, excused = defaultdict(int), set()
    vocabulary = san_strings and san_strings.Vocabulary()
    for n, (case, answer) in enumerate(zip(found, answers)):
        w = case.w
        kinds = " ".join(sorted(case.kinds))

        def say(sort, more=""):
            wrong[f"{kinds}: {sort}"].append(f"{case.fen} {case.text!r}, of {w.san}: {answer['verdict']} {answer['san']} {answer['kinds']}; {more}")

        met.update({kind: met[kind] + 1 for kind in case.kinds & set(answer["kinds"])})
        if case.is_plain:
            if answer["verdict"] != "mended" or answer["uci"] != case.uci or answer["san"] != w.san:
                say(f"read says {answer['verdict']}" if answer["uci"] in (None, case.uci) else "read says another move")
            elif not case.kinds & set(answer["kinds"]):
                say("read names another kind")
        if has_reading[n] and (answer["san"], answer["kinds"]) not in readings[case.text]:
            say("explain has another reading" if readings[case.text] else "explain has no reading", readings[case.text])
        if san_strings:
            theirs = san_strings.Position(vocabulary, case.fen).read(case.text)
            theirs = {field: getattr(theirs, field) for field in answer if field != "text"}
            if json.loads(json.dumps({"text": case.text, **theirs})) != answer:
                say("Position.read says something else", theirs)
    for at, n in enumerate(in_games):
        case, answer = found[n], answers[n]
        w, kinds = case.w, " ".join(sorted(case.kinds))

        def say(sort, more=""):
            wrong[f"{kinds}: {sort}"].append(f"{case.fen} {case.text!r}, of {w.san}: {answer['verdict']} {answer['san']} {answer['kinds']}; {more}")

        excused |= set(TOKENS) & set(answer["kinds"])
        played = ids.get(n)
        lint = [one for one in findings[at] if one["kind"] not in ("no-result", "wrong-fen", "result-position")]
        if answer["uci"] is None:
            if played is not None or n not in broken:
                say("read refuses it, and a game has it", f"encode: {played and played[-1]}")
            continue
        if played is None or n in broken:
            say("encode or count refuses it" if (played is None) == (n in broken) else "encode and count do not agree", lint and lint[-1]["message"])
        elif len(played) != BEFORE + 1 or played[-1] != answer["uci"].ljust(len(played[-1])):
            say("encode has another move", played)
        elif names.get(n, answer["san"]) != answer["san"]:
            say("count has another move", names[n])
        elif lint and lint[0]["message"].endswith(f"should be {answer['san']}"):
            said = re.search("it has (.*), and should be ", lint[0]["message"])
            said = said[1] if said else lint[0]["message"]
            if LANGUAGE.sub("*", said) not in named(answer, page):
                say("lint names other kinds", f"lint: {said}")
        elif lint and lint[0]["kind"] == "other-letters" and "foreign-letter" in answer["kinds"]:
            # If a letter does not belong to the language of the game, `lint` reports the kind `other-letters`.
            if not lint[0]["message"].endswith(f"means {answer['san']}"):
                say("lint has another move", lint[0]["message"])
        elif lint:
            say(f"lint finds {lint[0]['kind']}", lint[0]["message"])
        elif set(answer["kinds"]) - set(TOKENS):
            say("lint finds nothing")
    for kind in set(page) & set(MAKERS) - set(NO_MAKER):
        if not met[kind]:
            wrong[f"{kind}: no text has it"] = []
    for kind in NO_BOARD - {kind for some in readings.values() for _, kinds in some for kind in kinds}:
        wrong[f"{kind}: explain never names it"] = []
    for pattern, reason in ELSE:
        if not any(re.fullmatch(pattern, case.text, re.I) for case in found):
            wrong[f"{reason}: no text is such"] = []
    for kind in TOKENS.keys() - excused:
        wrong[f"{kind}: no token of a game has it"] = []
    for sort, some in sorted(wrong.items(), key=lambda item: -len(item[1])):
        print(f"{len(some):,} {sort}")
        for line in some if options.all else some[:2]:
            print(f"    {line}")
    print(
        f"{len(found):,} texts of {options.moves} moves, {len(in_games):,} of them in games, in {time.time() - began:.0f} s: "
        f"{sum(map(len, wrong.values())):,} differ in {len(wrong)} ways; python-chess {chess.__version__}"
        f"{'' if san_strings else '; without the Python package'}"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
