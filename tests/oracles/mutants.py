#!/usr/bin/env python3
"""Breaks python-chess in one place after the other: core.tsv must notice each.

    pip install chess
    python3 tests/oracles/mutants.py          fails for a mutant that is not noticed and has no reason
    python3 tests/oracles/mutants.py --write  writes docs/mutants.md

A mutant is one function of python-chess with one change: a comparison or an operator that is another,
a condition turned round, a number that is one more, a statement that is gone.
"""

import ast
import copy
import inspect
import os
import pathlib
import re
import signal
import sys
import textwrap

import chess

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORE = ROOT / "output/conformance/core.tsv"
PAGE = ROOT / "docs/mutants.md"
SECONDS = 30

FUNCTIONS = {
    chess.Board: [
        "san", "_algebraic", "_algebraic_without_suffix", "parse_san", "push", "generate_legal_moves",
        "generate_pseudo_legal_moves", "generate_pseudo_legal_ep", "generate_castling_moves", "_generate_evasions",
        "_slider_blockers", "_is_safe", "_ep_skewered", "_attacked_for_king", "_from_chess960", "_to_chess960",
        "is_castling", "is_kingside_castling", "is_queenside_castling", "is_en_passant", "is_capture", "is_check",
        "is_checkmate", "checkers_mask",
    ],
    chess.BaseBoard: ["attackers_mask", "_attackers_mask", "attacks_mask", "_remove_piece_at", "_set_piece_at"],
}
SWAPPED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}


# Why no row of the choice can notice a mutant: patterns of what is changed, and the reason.
REASONS = [
    ("Other chess. It is for Chess960, for pieces that are dropped, or for a promoted piece that becomes a pawn again.",
     [r"drop", r"promoted", r"'@'|san = ''|return san`", r"_from_chess960|_to_chess960|clean_castling", r"king &= -king",
      r"generate_castling_moves: `if not", r"SQUARE_NAMES\[move.from_square\]", r"',' in san|multi-leg", r"_push_capture",
      r"`if captured_piece_type:`"]),
    ("Null moves and long notation, which the rows do not ask for.",
     [r"'--'|Move.null", r"'-'|long: bool", r"push: `self.turn = not self.turn`", r"push: `return`"]),
    ("No king is ever captured.", [r"captured_piece_type == KING", r"push: `(el)?if self.turn == (WHITE|BLACK) and square_rank\(move",
                                   r"push: `self.castling_rights &= ~BB_RANK"]),
    ("The counters of a FEN, which the answer to `play` does not have.",
     [r"halfmove_clock", r"fullmove_number", r"push: `if self.turn == BLACK", r"is_zeroing"]),
    ("python-chess reads and writes castling without it. The lists of `legal.tsv` notice it.",
     [r"generate_pseudo_legal_moves: `(if from_mask. self.kings|if from_mask . self.kings|yield from self.generate_castling)",
      r"_is_safe: `return True`", r"generate_pseudo_legal_ep: `capturers"]),
    ("It allows or refuses a spelling that the standard leaves open, such as `g5` for `hxg5`.",
     [r"BB_FILES\[square_file\(to_square\)\]", r"parse_san: `(if move.promotion == promotion|return move`|raise IllegalMove|elif match)"]),
    ("What it leaves behind shows only with a later move.", [r"self.pop\(\)", r"self.kings [\^|]= mask`"]),
    ("It changes nothing: the other case does not come up, or is decided again.",
     [r"square_file\(move.to_square\) <=|square_file\(move.to_square\) >=", r"rook <= king", r"is_checkmate|is_capture|is_en_passant",
      r"is_castling|is_kingside_castling", r"_ep_skewered", r"attacks_mask", r"_set_piece_at: `(self.occupied|return)",
      r"generate_(pseudo_legal_ep|castling_moves|legal_moves|pseudo_legal_moves): `(return|if not self.ep_square|yield from self.generate_pseudo)",
      r"from_square = to_square", r"push: `self._remove_piece_at"]),
]


def reason(what):
    """The first reason that fits a mutant."""
    fitting = (why for why, patterns in REASONS if any(re.search(pattern, what) for pattern in patterns))
    return next(fitting, None)


def page(count, survivors):
    lines = [
        "# Mutants of python-chess", "",
        "Does the suite notice if a library is wrong? `tests/oracles/mutants.py` breaks python-chess in one place after the",
        "other: a comparison is another, a condition turned round, a number one more, a statement gone, in the functions that",
        "read and write SAN, find moves and make them. Each mutant answers `core.tsv`.", "",
        f"**Of {count} mutants of python-chess {chess.__version__}, the choice notices {count - len(survivors)}.** "
        f"The other {len(survivors)} have a reason:", "",
        "| mutants | why no row notices them |", "|---:|---|",
    ]
    for why, _ in REASONS:
        lines.append(f"| {sum(reason(what) == why for what in survivors)} | {why} |")
    lines += ["", "`python3 tests/oracles/mutants.py` takes two minutes, and fails for a mutant that is neither noticed nor",
              "explained; `--write` writes this page."]
    return "\n".join(lines) + "\n"


def changes(node):
    """The ways to change a node, each as a function that does it."""
    def operator(holder, name, index=None):
        old = getattr(holder, name) if index is None else getattr(holder, name)[index]
        if type(old) not in SWAPPED:
            return
        new = SWAPPED[type(old)]()
        if index is None:
            yield lambda: setattr(holder, name, new)
        else:
            yield lambda: getattr(holder, name).__setitem__(index, new)

    if isinstance(node, ast.Compare):
        for index in range(len(node.ops)):
            yield from operator(node, "ops", index)
    elif isinstance(node, (ast.BoolOp, ast.BinOp, ast.AugAssign)):
        yield from operator(node, "op")
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        test = node.test
        yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), test))
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield lambda: setattr(node, "value", not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield lambda: setattr(node, "value", node.value + 1)
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            for index, statement in enumerate(block):
                if is_dropped(statement):
                    yield lambda block=block, index=index: block.__setitem__(index, ast.Pass())


def is_dropped(statement):
    """Whether a statement may go. Without one that says what the function does, nothing else changes."""
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return isinstance(statement, (ast.Expr, ast.AugAssign, ast.Assign, ast.Return, ast.Raise)) and not is_text


def mutants():
    """All mutants: the class, the name of the function, its code, and what is changed where."""
    for holder, names in FUNCTIONS.items():
        for name in names:
            function = vars(holder).get(name)
            if function is None:
                continue
            source = textwrap.dedent(inspect.getsource(function))
            lines = source.splitlines()
            count = sum(1 for node in ast.walk(ast.parse(source)) for _ in changes(node))
            for number in range(count):
                tree = ast.parse(source)
                pairs = [(node, change) for node in ast.walk(tree) for change in changes(node)]
                node, change = pairs[number]
                before = ast.unparse(tree).splitlines()
                change()
                ast.fix_missing_locations(tree)
                after = ast.unparse(tree).splitlines()
                differs = [pair for pair in zip(before, after) if pair[0] != pair[1]]
                if not differs:
                    continue
                old, new = (text.strip() for text in differs[0])
                yield holder, name, tree, f"{name}: `{old}` becomes `{new}`"


def rows():
    header, *lines = CORE.read_text("utf-8").splitlines()
    return [dict(zip(header.split("\t"), line.split("\t"))) for line in lines]


def read(row):
    try:
        return chess.Board(row["fen"]).parse_san(row["text"]).uci()
    except ValueError:
        return "-"


def fields_after(row):
    board = chess.Board(row["fen"])
    board.push(chess.Move.from_uci(row["text"]))
    return board.fen(en_passant="fen").split(" ")


def is_right(row, accepted):
    """Whether python-chess as it is now answers a row rightly."""
    letter = row["id"][0]
    if letter == "s":
        return all(got in should.split("|") for should, got in zip(row["answer"].split(" "), fields_after(row)))
    if letter == "p":
        board = chess.Board(row["fen"])
        return sorted(map(board.san, board.legal_moves)) == row["answer"].split()
    answer = read(row)
    if letter == "c":
        san = chess.Board(row["fen"]).san(chess.Move.from_uci(row["answer"]))
        return answer == row["answer"] and san == row["text"]
    return answer in ("-", row["answer"], accepted.get(row["id"]))


def notices(holder, name, tree, questions, accepted):
    """Whether a row is wrong for a mutant, which lives in a process of its own."""
    if (child := os.fork()) == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        signal.alarm(SECONDS)
        try:
            space = {}
            exec(compile(tree, "mutant", "exec"), vars(chess), space)
            setattr(holder, name, space[name])
            right = all(is_right(row, accepted) for row in questions)
        except BaseException:
            right = False
        os._exit(0 if right else 1)
    _, status = os.waitpid(child, 0)
    return status != 0


def main():
    # python-chess reads games with another part of it, which is not broken here.
    questions = [row for row in rows() if row["id"][0] != "m"]
    accepted = {row["id"]: read(row) for row in questions if row["kind"] == "cannot-occur"}
    assert all(is_right(row, accepted) for row in questions), "python-chess itself is wrong"
    # Rows in which much is told come first: most mutants are noticed at once.
    questions.sort(key=lambda row: ("spclr".index(row["id"][0]), row["id"]))
    count, survivors = 0, []
    for holder, name, tree, what in mutants():
        count += 1
        if not notices(holder, name, tree, questions, accepted):
            survivors.append(what)
    new = [what for what in survivors if not reason(what)]
    if new:
        sys.exit("not noticed, and without a reason:\n" + "\n".join(new))
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(count, survivors), "utf-8")
    assert PAGE.read_text("utf-8") == page(count, survivors), "docs/mutants.md is another: --write renews it"
    print(f"{count} mutants of python-chess {chess.__version__}, {len(survivors)} of them not noticed, with reasons")


if __name__ == "__main__":
    main()
