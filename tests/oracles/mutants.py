#!/usr/bin/env python3
"""Breaks python-chess in one place after the other: core.tsv must notice each.

    pip install chess
    python3 tests/oracles/mutants.py          fails for a mutant that is not noticed and not in docs/mutants.md
    python3 tests/oracles/mutants.py --list   prints all that are not noticed

A mutant is one function of python-chess with one change: a comparison or an operator that is another,
a condition turned round, a number that is one more, a statement that is gone.
"""

import ast
import copy
import inspect
import os
import pathlib
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
        "is_checkmate", "checkers_mask", "has_legal_en_passant",
    ],
    chess.BaseBoard: ["attackers_mask", "_attackers_mask", "attacks_mask", "_remove_piece_at", "_set_piece_at"],
}
SWAPPED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}


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
    return board.fen(en_passant="fen").split(" ")[:4]


def is_right(row, accepted):
    """Whether python-chess as it is now answers a row rightly."""
    letter = row["id"][0]
    if letter == "s":
        return all(got in should.split("|") for should, got in zip(row["answer"].split(" "), fields_after(row)))
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
    questions = rows()
    accepted = {row["id"]: read(row) for row in questions if row["kind"] == "cannot-occur"}
    assert all(is_right(row, accepted) for row in questions), "python-chess itself is wrong"
    # Rows in which much is told come first: most mutants are noticed at once.
    questions.sort(key=lambda row: ("sclr".index(row["id"][0]), row["id"]))
    count, survivors = 0, []
    for holder, name, tree, what in mutants():
        count += 1
        if not notices(holder, name, tree, questions, accepted):
            survivors.append(what)
    print(f"{count} mutants of python-chess {chess.__version__}, {len(survivors)} of them not noticed")
    if sys.argv[1:] == ["--list"]:
        return print("\n".join(survivors))
    page = PAGE.read_text("utf-8") if PAGE.exists() else ""
    new = [what for what in survivors if what not in page]
    if new:
        sys.exit("not noticed, and not in docs/mutants.md:\n" + "\n".join(new))


if __name__ == "__main__":
    main()
