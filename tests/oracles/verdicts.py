#!/usr/bin/env python3
"""Uses python-chess to compute the verdicts that `judge.py` must return.

    pip install chess
    python3 tests/oracles/verdicts.py          compares them with the committed verdicts, and with judge.py
    python3 tests/oracles/verdicts.py --write  writes them to makers/tests/commands/verdicts.tsv

Nine made-up libraries answer some rows of each kind. Some of their answers are right, and some repeat the mistakes of
real libraries. We judge the answers by the rules of output/conformance/PROTOCOL.md, and get the legal moves from
python-chess.
"""

import io
import json
import pathlib
import subprocess
import sys
import tempfile

import chess
import chess.pgn

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITE = ROOT / "output/conformance"
COMMITTED = ROOT / "makers/tests/commands/verdicts.tsv"
ROWS_OF_A_KIND = 2


def table(name):
    header, *lines = (SUITE / f"{name}.tsv").read_text("utf-8").splitlines()
    rows = [dict(zip(header.split("\t"), line.split("\t"))) for line in lines]
    for number, row in enumerate(rows, 1):
        if name == "legal":
            row.update(id=f"p{number:05}", kind="legal")
    return rows


def some(rows):
    """Yields the first two rows of each kind, and every row with castling among the first thousand rows."""
    seen = {}
    for number, row in enumerate(rows):
        seen.setdefault(row["kind"], []).append(row)
        castles = number < 1000 and row.get("san", "").startswith("O")
        if len(seen[row["kind"]]) <= ROWS_OF_A_KIND or castles:
            yield row


def questions():
    """For each question, yields the row, task, board and move. The move is None if the text is not a legal move,
    and for the tasks `legal` and `movetext`."""
    for row in some(table("canonical")):
        board = chess.Board(row["fen"])
        move = board.parse_san(row["san"])
        yield row, "read", board, move
        yield row, "write", board, move
    for row in some(table("refuse")):
        yield row, "read", chess.Board(row["fen"]), None
    for row in some(table("lenient")):
        board = chess.Board(row["fen"])
        yield row, "read", board, board.parse_uci(row["uci"])
    for row in some(table("null")):
        yield row, "read", chess.Board(row["fen"]), None
    for row in some(table("legal")):
        yield row, "legal", chess.Board(row["fen"]), None
    for row in some(table("play")):
        board = chess.Board(row["fen"])
        yield row, "play", board, board.parse_uci(row["uci"])
    for row in some(table("movetext")):
        yield row, "movetext", chess.Board(row["fen"]), None


def main_line(row):
    """The moves of a game, as read by python-chess."""
    pgn = row["pgn"].replace("\\\\", "\0")
    pgn = pgn.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace("\0", "\\")
    return [move.uci() for move in chess.pgn.read_game(io.StringIO(pgn)).mainline_moves()]


def fens_after(board, move):
    """The FENs after a move, one for each convention about the en passant square."""
    then = board.copy(stack=False)
    then.push(move)
    return [then.fen(en_passant=way) for way in ("legal", "xfen", "fen")]


def play(library, board, move):
    """A library's answer to the task `play`. Libraries follow different conventions about the en passant square,
    and some leave out the move counters."""
    by_convention = fens_after(board, move)
    fields = by_convention[0].split(" ")[:4]
    if library == "refuses":
        return "-"
    if library == "first":
        # This made-up library updates neither the castling rights nor the en passant square.
        fields[2:] = board.fen().split(" ")[2:4]
    if library == "shouts":
        fields = [field.upper() for field in fields]
    if library == "backwards":
        return by_convention[2]
    if library == "rooks":
        return " ".join(by_convention[1].split(" ")[:4])
    return " ".join(fields)


def to_the_rook(board, move):
    """Spells a move in UCI. For castling, the to-square is the square of the rook."""
    if not board.is_castling(move):
        return move.uci()
    file = "h" if chess.square_file(move.to_square) == 6 else "a"
    return move.uci()[:2] + file + move.uci()[1]


def answers(library, row, task, board, move):
    """The answer that a simulated library gives to a question of the suite."""
    first = next(iter(board.legal_moves), None)
    if library == "empty":
        return ""
    if library == "unable":
        return "?"
    if library == "silent":
        return None
    if task == "legal":
        sans = [board.san(one) for one in board.legal_moves]
        if library == "backwards":
            return " ".join(sans[::-1]) or "-"
        return " ".join(sans[1:] if library == "first" else sans)
    if task == "movetext":
        moves = main_line(row)
        return "-" if library == "refuses" else " ".join(moves[:-1] if library == "first" else moves)
    if task == "play":
        return play(library, board, move)
    if task == "write":
        san = board.san(move)
        return san.rstrip("+#") if library == "first" else "-" if library == "refuses" else san
    if library == "refuses" or move is None and library != "first":
        return "-"
    if library == "first":
        return first.uci() if first else "-"
    if library == "backwards":
        return to_the_rook(board, move)
    if library == "shouts":
        return move.uci().upper()
    if library == "rooks":
        # The simulated library `rooks` takes each of these four moves for castling, and writes the rook's square, even
        # if the piece that moves is not a king.
        swapped = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
        return swapped.get(move.uci(), move.uci())
    return move.uci()


LIBRARIES = ["right", "empty", "unable", "silent", "refuses", "first", "backwards", "shouts", "rooks"]


def verdict(row, task, board, move, answer):
    """Judges an answer by the rules of PROTOCOL.md."""
    if answer is None:
        return "not answered"
    if answer == "?":
        return "not offered"
    if task == "legal":
        sans = sorted(board.san(one) for one in board.legal_moves)
        is_right = sorted(answer.split()) == sans or answer == "-" and not sans
        return "right" if is_right else "mislisted"
    if task == "play":
        count = 6 if row["kind"].startswith("play-counters") else 4
        right = {" ".join(fen.split(" ")[:count]) for fen in fens_after(board, move)}
        if " ".join(answer.split()[:count]) in right:
            return "right"
        if 4 <= len(answer.split()) < count:
            return "not offered"
        return "refused" if answer == "-" else "misplayed"
    if task == "write":
        return "right" if answer == board.san(move) else "miswritten"
    if task == "movetext":
        is_right = answer.split() == main_line(row)
        return "right" if is_right else "refused" if answer == "-" else "misread"
    def means(one):
        return one is not None and answer in (one.uci(), to_the_rook(board, one))
    if row["id"][0] == "c":
        return "right" if means(move) else "refused" if answer == "-" else "misread"
    if answer == "-":
        return "right"
    if row["id"][0] == "n":
        return "accepted"
    if row["kind"] == "cannot-occur":
        # Without its + or #, the text is the SAN of a legal move.
        move = board.parse_san(row["text"].rstrip("+#"))
    return "accepted" if means(move) else "misread"


def verdicts():
    lines = ["library\tid\ttask\tanswer\tverdict"]
    asked = list(questions())
    for library in LIBRARIES:
        for row, task, board, move in asked:
            answer = answers(library, row, task, board, move)
            said = verdict(row, task, board, move, answer)
            shown = "(none)" if answer is None else answer
            lines.append("\t".join([library, row["id"], task, shown, said]))
    return "\n".join(lines) + "\n"


def suite_of(ids, folder):
    """Writes into `folder` a suite that contains only the rows with these ids. The rows of `legal.tsv` get new ids,
    because `judge.py` numbers them by line."""
    for path in SUITE.glob("*.tsv"):
        header, *lines = path.read_text("utf-8").splitlines(keepends=True)
        if path.name == "legal.tsv":
            lines = [line for n, line in enumerate(lines, 1) if f"p{n:05}" in ids]
        elif path.name != "kinds.tsv":
            lines = [line for line in lines if line.split("\t")[0] in ids]
        (folder / path.name).write_text("".join([header, *lines]), "utf-8")


def judged(folder, rows):
    """Runs `judge.py` on the answers in `rows`. Returns its output, or None if it prints nothing."""
    adapter = folder / "adapter.py"
    adapter.write_text(
        "import sys\n"
        "answers = dict(line.rstrip('\\n').rsplit('\\t', 1) for line in open(sys.argv[1]))\n"
        "for line in sys.stdin:\n"
        "    id, task, *_ = line.split('\\t')\n"
        "    if (answer := answers.get(f'{id}\\t{task}')) is not None:\n"
        "        print(id, answer, sep='\\t', flush=True)\n"
    )
    answers = folder / "answers"
    answers.write_text("".join(f"{id}\t{task}\t{answer}\n" for id, task, answer in rows))
    command = [sys.executable, SUITE / "judge.py", "--suite", folder, "--format", "json", "--show", "99999"]
    command += ["--run", f"{sys.executable} {adapter} {answers}"]
    output = subprocess.run(command, capture_output=True, text=True)
    return json.loads(output.stdout) if output.stdout else None


def compare_with_judge(text):
    """Checks for each library that `judge.py` prints the verdicts that we expect, and counts them correctly."""
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    ids = {row[1] for row in rows}
    legal = sorted(id for id in ids if id[0] == "p")
    renamed = {id: f"p{number:05}" for number, id in enumerate(legal, 1)}
    for library in LIBRARIES:
        mine = [row for row in rows if row[0] == library]
        should = {}
        for _, id, task, _, said in mine:
            should.setdefault(said, set()).add((renamed.get(id, id), task))
        told = [(renamed.get(id, id), task, answer) for _, id, task, answer, _ in mine if answer != "(none)"]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            suite_of(ids, folder)
            said = judged(folder, told)
        if library == "silent":
            assert said is None, "there are no answers, and judge.py does not say so"
            continue
        counts = {name: said["counts"][name.replace(" ", "_")] for name in should if name != "right"}
        assert counts == {name: len(of) for name, of in should.items() if name != "right"}, (library, counts)
        for kind in said["kinds"]:
            for wrong in kind["wrong"]:
                of = {id for id, _ in should.get(wrong["verdict"], set())}
                assert wrong["id"] in of, (library, wrong)
        failed = {id for name, of in should.items() if name not in ("right", "accepted") for id, _ in of}
        rows_of = {renamed.get(id, id) for id in ids}
        assert said["right"] == len(rows_of - failed), (library, said["right"], len(rows_of - failed))


def main():
    text = verdicts()
    if sys.argv[1:] == ["--write"]:
        COMMITTED.write_text(text, "utf-8")
        return
    assert COMMITTED.read_text("utf-8") == text, "the committed verdicts are out of date: update them with --write"
    compare_with_judge(text)
    print(f"{text.count(chr(10)) - 1} verdicts of judge.py are those of python-chess {chess.__version__}")


if __name__ == "__main__":
    main()
