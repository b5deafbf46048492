#!/usr/bin/env python3
"""Tests core.tsv by mutation: breaks a library in one place at a time, and expects a row to fail.

    pip install chess
    python3 tests/oracles/mutants.py [LIBRARY]...          python-chess (2 minutes), shakmaty (15), chess.js (15)
    python3 tests/oracles/mutants.py [LIBRARY]... --write  writes docs/mutants.md

A mutant survives if no row fails. The script fails if a mutant survives and mutants.tsv gives no reason for it. A
mutant of python-chess has one change in one function: a different comparison or operator, a negated condition, a number
increased by one, or a deleted statement. The mutants of shakmaty and chess.js come from mutation testers for Rust and
JavaScript: see mutants_others.py.
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

import mutants_others

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORE = ROOT / "output/conformance/core.tsv"
PAGE = ROOT / "docs/mutants.md"
REASONS = pathlib.Path(__file__).with_name("mutants.tsv")
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


def reasons(library):
    """Returns the reasons why no row can distinguish certain mutants of a library from the library itself. Each reason
    has a pattern that matches the mutants to which it applies."""
    header, *lines = REASONS.read_text("utf-8").splitlines()
    rows = (dict(zip(header.split("\t"), line.split("\t"))) for line in lines)
    return [(row["reason"], re.compile(row["pattern"])) for row in rows if row["library"] == library]


def section(library, version, count, survivors):
    """Returns the section of docs/mutants.md about a library. Exits with an error if the reason for a
    surviving mutant is missing."""
    of_library = reasons(library)
    said = [next((why for why, pattern in of_library if pattern.search(what)), None) for what in survivors]
    new = [what for what, why in zip(survivors, said) if not why]
    if new:
        sys.exit(f"not noticed, and without a reason in {REASONS.name}:\n" + "\n".join(new))
    lines = [f"**Of {count} mutants of {library} {version}, the subset kills {count - len(survivors)}.** "
             f"The other {len(survivors)} survive for a reason:", "", "| mutants | why no row can notice them |", "|---:|---|"]
    lines += [f"| {said.count(why)} | {why} |" for why, _ in of_library if why in said]
    return "\n".join(lines)


def changes(node):
    """For each possible change to a node of the syntax tree, yields a function that makes the change."""
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
    """Whether we make a mutant that lacks this statement. We keep docstrings, because deleting them changes nothing."""
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return isinstance(statement, (ast.Expr, ast.AugAssign, ast.Assign, ast.Return, ast.Raise)) and not is_text


def mutants():
    """Yields each mutant as (class, function name, changed code, description of the change)."""
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
    """Whether python-chess answers a row correctly with the current mutant."""
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
    """Whether a mutant gets at least one row wrong. The mutant runs in its own process."""
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


def of_python_chess():
    # We leave out the rows with games, because python-chess reads games with a module that we do not mutate.
    questions = [row for row in rows() if row["id"][0] != "m"]
    accepted = {row["id"]: read(row) for row in questions if row["kind"] == "cannot-occur"}
    assert all(is_right(row, accepted) for row in questions), "python-chess itself is wrong"
    # We put rows with long answers, such as all legal moves, first: they detect the most mutants, and the first wrong
    # answer ends the test of a mutant.
    questions.sort(key=lambda row: ("spclr".index(row["id"][0]), row["id"]))
    count, survivors = 0, []
    for holder, name, tree, what in mutants():
        count += 1
        if not notices(holder, name, tree, questions, accepted):
            survivors.append(what)
    return chess.__version__, count, survivors


LIBRARIES = {"python-chess": of_python_chess, "shakmaty": mutants_others.shakmaty, "chess.js": mutants_others.chess_js}


def main():
    words = [word for word in sys.argv[1:] if word != "--write"]
    for library in words or ["python-chess"]:
        version, count, survivors = LIBRARIES[library]()
        page = PAGE.read_text("utf-8")
        mark = f"<!-- mutants: {library} -->\n", f"\n<!-- /mutants -->"
        before, _, rest = page.partition(mark[0])
        text = before + mark[0] + section(library, version, count, survivors) + mark[1] + rest.partition(mark[1])[2]
        if "--write" in sys.argv:
            PAGE.write_text(text, "utf-8")
        assert PAGE.read_text("utf-8") == text, "docs/mutants.md is out of date: --write renews it"
        print(f"{count} mutants of {library} {version}, {len(survivors)} of them not noticed, with reasons")


if __name__ == "__main__":
    main()
