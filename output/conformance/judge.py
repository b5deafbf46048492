#!/usr/bin/env python3
"""Judges the answers of a library to the conformance suite for SAN.

    python judge.py answers.tsv
    python judge.py --run 'python mine.py'
    python judge.py --export json DIR
    python judge.py --export small DIR

Needs only Python 3.8 or later. PROTOCOL.md explains what to answer. The exit code is 0 if every answer is right and
none is missing; 1 if not; and 2 if there is nothing to judge: for example, the options are wrong, a file is missing or
invalid, or the adapter does not answer.
"""

import argparse
import collections
import hashlib
import itertools
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
TASKS = ["read", "write", "legal", "play", "movetext"]
# The tables that we ask about, in order, and the letter that the ids of their rows begin with.
TABLES = {"canonical": "c", "refuse": "r", "lenient": "l", "null": "n", "legal": "p", "play": "s", "movetext": "m"}
LETTERS = "".join(TABLES.values())
COUNTED = ["misread", "refused", "misplayed", "miswritten", "mislisted", "not offered", "not answered", "accepted"]
# All verdicts, from the best to the worst.
VERDICTS = ["right", "accepted", "not offered", "not answered"]
VERDICTS += ["mislisted", "miswritten", "misplayed", "refused", "misread"]
CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
REFUSED, UNABLE = "-", "?"
# The fields of a FEN. Only some rows test the last two, and only if the library writes them.
FIELDS = ["pieces", "turn", "castling", "en passant", "halfmove clock", "move number"]
# Kinds that test one type of move, such as castling. They come before kinds that test a detail.
PLAIN = "(castling-(king|queen)-side|promotion-(knight|bishop|rook|queen)|en-passant(-check|-mate)?$|disambiguate-)"
# Maps a part of a kind's name to the field of a FEN that this kind of play.tsv tests. Other kinds test the pieces.
ABOUT = {"play-right": "castling", "en-passant-square": "en passant", "play-counters": "clock"}
# Maps a fault's name from `written_wrongly` to the advice for several kinds with this fault in SAN.
WRITTEN = {
    "# is +": "Write # if the move mates. All of these answers have + instead.",
    "# is nothing": "Write # if the move mates. It is missing in all of these answers.",
    "+ is nothing": "Write + if the move gives check. It is missing in all of these answers.",
    "+ is #": "Write + if the move gives check without mate. All of these answers have # instead.",
    "nothing is +": "Write + only if the move gives check. Here, none does.",
    "nothing is #": "Write # only if the move mates. Here, none does.",
    "named": "Name a file or rank only if another piece of the same kind could legally go there. Here, none could.",
    "not named": "Name the file, or the rank if the files are the same. Here, another piece of the same kind could always go there.",
    "rank for file": "Name the file, not the rank, if either tells the pieces apart. All of these answers name the rank.",
    "square for file": "Name only the file if it tells the pieces apart. All of these answers name the square.",
    "square for rank": "Name only the rank if the file does not tell the pieces apart. All of these answers name the square.",
}
# Mistakes in SAN that have no kind of rows of their own.
MISNAMED = ["rank for file", "square for file", "square for rank"]
CAUSES_SHOWN, CAUSES_NAMED, KINDS_NAMED = 8, 36, 6
# The files that we copy into a small copy, besides rows and adapters.
OTHERS = ["LICENSE", "PROTOCOL.md", "judge.py"]

Question = collections.namedtuple("Question", "id kind file task fen text right")
Wrong = collections.namedtuple("Wrong", "id fen given expected got verdict task")


class Failure(Exception):
    """An error that ends the program with a message."""


def table(folder, name):
    """Reads the rows of a table as dicts. Rows of legal.tsv also get an id and a kind."""
    try:
        text = (folder / f"{name}.tsv").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Failure(f"there is no suite in {folder}: `--suite` names the folder of the suite") from None
    header, *lines = text.split("\n")[:-1]
    columns = header.split("\t")
    rows = [dict(zip(columns, line.split("\t"))) for line in lines]
    for number, row in enumerate(rows, 1):
        if name == "legal":
            row["id"], row["kind"] = f"p{number:05}", "legal"
    return rows


# For each table, the columns that core.tsv calls `text` and `answer`.
IN_TABLE = {
    "canonical": ("san", "uci"), "refuse": ("text", "-"), "lenient": ("text", "uci"), "play": ("uci", "after"),
    "legal": ("text", "sans"), "movetext": ("pgn", "moves"),
}


def tables_of(core):
    """Makes the tables of a small copy, which has only the rows of core.tsv."""
    tables = {name: [] for name in TABLES}
    names = {letter: name for name, letter in TABLES.items()}
    for row in core:
        name = names[row["id"][0]]
        text, answer = IN_TABLE[name]
        tables[name].append({**row, text: row["text"], answer: row["answer"]})
    return tables


class Suite:
    def __init__(self, folder):
        core = table(folder, "core")
        is_small = not (folder / "canonical.tsv").exists()
        self.tables = tables_of(core) if is_small else {name: table(folder, name) for name in TABLES}
        self.core = {row["id"] for row in core}
        self.kinds = {row["kind"]: row for row in table(folder, "kinds")}
        self.ids = {row["id"] for rows in self.tables.values() for row in rows}

    def questions(self):
        """Yields all questions, row by row. `right` is a pair: how to judge the answer, and the right answer."""
        base = {
            (row["fen"], row["san"]): row["uci"]
            for row in self.tables["canonical"]
            if row["kind"] == "every-string"
        }
        for name, rows in self.tables.items():
            for row in rows:
                def ask(task, text, way, right):
                    return Question(row["id"], row["kind"], f"{name}.tsv", task, row["fen"], text, (way, right))

                if name == "canonical":
                    yield ask("read", row["san"], "move", row["uci"])
                    yield ask("write", row["uci"], "san", row["san"])
                elif name == "refuse":
                    impossible = row["kind"] == "cannot-occur"
                    uci = base.get((row["fen"], row["text"].rstrip("+#"))) if impossible else None
                    yield ask("read", row["text"], "refusal", uci)
                elif name == "lenient":
                    yield ask("read", row["text"], "refusal", row["uci"])
                elif name == "null":
                    yield ask("read", row["text"], "any", None)
                elif name == "legal":
                    yield ask("legal", "", "sans", row["sans"])
                elif name == "play":
                    yield ask("play", row["uci"], "after", row["after"])
                else:
                    yield ask("movetext", row["pgn"], "moves", row["moves"])


def is_move(question, word, uci):
    """Whether a word is this move in UCI. Castling may also be written as king takes rook."""
    if word == uci:
        return True
    if word != CASTLING.get(uci):
        return False
    rank = question.fen.split(" ")[0].split("/")[8 - int(uci[1])]
    squares = re.sub(r"\d", lambda empty: " " * int(empty[0]), rank)
    return question.task == "movetext" or squares[4:5].lower() == "k"


def unescape(pgn):
    escapes = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(r"\\(.)", lambda escape: escapes.get(escape[1], escape[1]), pgn)


def shown(question):
    """Formats the text of a question for display. Leaves out the tags of a game."""
    if question.task == "movetext":
        game = unescape(question.text).replace("\r", "")
        return game.split("]\n\n", 1)[-1]
    return question.text or "all moves"


def judge_list(right, answer):
    """Compares two lists of moves, in any order. Returns the verdict, the missing moves, and the extra moves."""
    should, got = collections.Counter(right.split()), collections.Counter(answer.split())
    if not should and answer.split() == [REFUSED]:
        got = should
    if should == got:
        return "right", "", ""
    return "mislisted", *(" ".join(sorted((a - b).elements())) for a, b in [(should, got), (got, should)])


def judge_position(right, answer):
    """Compares the fields of two FENs. Returns the verdict, and the wrong fields with what was expected and what we
    got. If the answer has more fields than the row, the extra fields are ignored.
    """
    fields, asked = answer.split(), len(right.split(" "))
    if answer == REFUSED or len(fields) < 4:
        return "refused" if answer == REFUSED else "misplayed", right, answer
    if len(fields) < asked:
        return "not offered", "", ""
    triples = zip(FIELDS, right.split(" "), fields)
    wrong = [(name, should, got) for name, should, got in triples if got not in should.split("|")]
    if not wrong:
        return "right", "", ""
    expected = ", ".join(f"{name} {should}" for name, should, _ in wrong)
    return "misplayed", expected, ", ".join(f"{name} {got}" for name, _, got in wrong)


def judge_answer(question, answer):
    """Returns the verdict on an answer, what was expected, and what we got."""
    if answer is None:
        return "not answered", "an answer", ""
    if answer == UNABLE:
        return "not offered", "", ""
    way, right = question.right
    if way == "sans":
        return judge_list(right, answer)
    if way == "after":
        return judge_position(right, answer)
    if way == "moves":
        words, moves = answer.split(), right.split()
        fits = len(words) == len(moves) and all(is_move(question, *pair) for pair in zip(words, moves))
        fits = fits or not moves and words == [REFUSED]
    else:
        fits = right is not None and (answer == right if way == "san" else is_move(question, answer, right))
    if way in ("move", "san", "moves"):
        wrong = "miswritten" if way == "san" else "refused" if answer == REFUSED else "misread"
        return ("right", "", answer) if fits else (wrong, right, answer)
    if answer == REFUSED:
        return "right", "", answer
    if way == "any" or fits:
        return "accepted", "", answer
    return "misread", f"{right} or {REFUSED}" if right else REFUSED, answer


class Score:
    def __init__(self, kind, file):
        self.kind, self.file = kind, file
        self.rows = self.new = 0
        self.failed, self.wrong = [], []
        self.counts, self.unoffered = collections.Counter(), collections.Counter()

    @property
    def right(self):
        return self.rows - len(self.failed)

    @property
    def is_whole(self):
        return self.rows == len(self.failed)

    @property
    def stem(self):
        """The name without the piece or the castling side at its end. Kinds with the same stem are alike."""
        return re.sub(r"-((pawn|knight|bishop|rook|queen|king)(?=$|-capture)|(king|queen)-side$)", "", self.kind)

    @property
    def is_side_effect(self):
        """Whether a kind of play.tsv has wrong answers, but never in the field that it tests."""
        about = next((field for part, field in ABOUT.items() if part in self.kind), "pieces")
        misplayed = [one for one in self.wrong if one.verdict == "misplayed"]
        return bool(misplayed) and not any(about in one.expected for one in misplayed)

    def advice(self, suite):
        """Returns the advice for the kind. If only reading is wrong, prefers the advice for reading."""
        row = suite.kinds[self.kind]
        is_read = self.wrong and all(one.task == "read" for one in self.wrong)
        return is_read and row["to_read"] or row["advice"]

    def writing(self):
        """Returns the name of the fault if all wrong answers have the same fault in SAN."""
        ways = {written_wrongly(one.expected, one.got) for one in self.wrong if one.verdict == "miswritten"}
        same = len(ways) == 1 and all(one.verdict == "miswritten" for one in self.wrong)
        return ways.pop() if same else None


def written_wrongly(expected, got):
    """Names the difference between two SANs in the suffix or the disambiguation. None for any other difference."""
    form = r"(?:([NBRQ])([a-h]?[1-8]?)(x?[a-h][1-8])|.*?)([+#]?)"
    parts = [re.fullmatch(form, text) for text in (expected, got)]
    if not all(parts):
        return None
    (*_, before), (*_, after) = (match.groups() for match in parts)
    if expected.rstrip("+#") == got.rstrip("+#"):
        return f"{before or 'nothing'} is {after or 'nothing'}"
    (letter, should, rest, _), (other, named, same, _) = (match.groups() for match in parts)
    if not letter or (letter, rest, before) != (other, same, after):
        return None
    if not should or not named:
        return "named" if named else "not named"
    what = {"a": "file", "1": "rank", "a1": "square"}
    should, named = (what[re.sub("[1-8]", "1", re.sub("[a-h]", "a", text))] for text in (should, named))
    way = f"{named} for {should}"
    return way if way in WRITTEN else None


def causes(scores):
    """Groups the kinds with wrong answers by their cause. A group contains kinds with the same stem, or kinds with
    the same fault in SAN. If every row of a kind is wrong, its group also contains kinds that add a detail to it, such
    as a check.
    """
    groups = {}
    whole = [score for score in scores if score.wrong and score.is_whole]
    for score in (score for score in scores if score.wrong):
        first = score
        if score in whole:
            bases = [one for one in whole if score.kind.startswith(one.kind + "-")]
            first = min(bases, key=lambda one: len(one.kind), default=score)
        way = first.writing()
        key = way if way and (first in whole or way in MISNAMED) else (first.file, first.stem, first in whole)
        groups.setdefault(key, []).append(score)
    return list(groups.values())


def judge(questions, answers, known):
    """Returns the scores of all kinds, the most telling first, and the rows of `known` that no longer fail."""
    scores, fixed, rows = {}, [], {}
    for question in questions:
        rows.setdefault(question.id, []).append(question)
    for id, asked in rows.items():
        score = scores.setdefault(asked[0].kind, Score(asked[0].kind, asked[0].file))
        score.rows += 1
        verdicts = []
        for question in asked:
            verdict, expected, got = judge_answer(question, answers.get((id, question.task)))
            verdicts.append(verdict)
            score.counts[verdict] += verdict != "right"
            score.unoffered[question.task] += verdict == "not offered"
            if VERDICTS.index(verdict) >= VERDICTS.index("not answered") and id not in known:
                given = shown(question)
                score.wrong.append(Wrong(id, question.fen, given, expected, got, verdict, question.task))
        if max(map(VERDICTS.index, verdicts)) > VERDICTS.index("accepted"):
            score.failed.append(id)
            score.new += id not in known
        elif id in known:
            fixed.append(id)
    return sorted(scores.values(), key=place), sorted(fixed, key=by_table)


def by_table(id):
    return LETTERS.index(id[0]), id


def place(score):
    """Returns the sort key of a kind.

    Kinds in which every row is wrong come first, because they point to the cause. Among these, plain kinds come before
    kinds that test a detail, and kinds with fewer rows come first. Kinds in which only some rows are wrong may be side
    effects of faults that other kinds test: kinds of play.tsv may fail in a field that another kind tests, and kinds of
    canonical.tsv, `legal` and `every-string` contain moves of many kinds.
    """
    shares = score.kind in ("every-string", "legal") or score.file == "canonical.tsv"
    if not score.wrong:
        tier = 5
    elif score.kind == "every-string":
        tier = 4
    elif score.is_whole and not score.is_side_effect:
        tier = 0
    else:
        tier = 1 + (shares or score.is_side_effect) + (score.kind == "legal")
    of_all = len(score.failed) / score.rows
    is_detail = tier > 0 or not re.match(PLAIN, score.kind)
    size = score.rows if tier == 0 else -of_all
    return tier, is_detail, size, list(TABLES).index(score.file[:-4]), score.kind


# Reading the answers.


def read_input(path):
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode("utf-8", "replace")
        return pathlib.Path(path).read_bytes().decode("utf-8", "replace")
    except FileNotFoundError:
        raise Failure(f"there is no file {path}") from None
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from None


def lines(text):
    return enumerate((line[:-1] if line.endswith("\r") else line for line in text.split("\n")), 1)


def read_answers(suite, path, answers):
    text = read_input(path)
    for number, line in lines(text[1:] if text.startswith("\ufeff") else text):
        if not line:
            continue
        id, tab, answer = line.partition("\t")
        answer = answer.strip(" ")
        where = f"{path}: line {number}:"
        if not tab:
            raise Failure(f"{where} should be the id of a row, a tab and the answer")
        if id not in suite.ids:
            raise Failure(f'{where} no row has the id "{excerpt(id)}"')
        task = {"p": "legal", "s": "play", "m": "movetext"}.get(id[0], "read")
        if (id, task) in answers:
            raise Failure(f"{where} {id} has been answered before")
        written = ""
        if id[0] == "c":
            answer, _, written = answer.partition(" ")
        if written:
            answers[id, "write"] = written
        answers[id, task] = answer


def read_known(suite, path):
    known = set()
    for number, line in lines(read_input(path)):
        if line and not line.startswith("#"):
            id = (line.split() or [""])[0]
            if id not in suite.ids:
                raise Failure(f'{path}: line {number}: no row has the id "{excerpt(id)}"')
            known.add(id)
    return known


def run(command, questions, limit):
    """Asks an adapter. Returns its answers, and the reason if it did not answer everything."""
    adapter = subprocess.Popen(
        command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name != "nt"
    )
    asked = ["\t".join([one.id, one.task, one.fen, one.text]) for one in questions]

    def write():
        try:
            adapter.stdin.write("".join(line + "\n" for line in asked).encode())
            adapter.stdin.close()
        except OSError:
            pass  # The adapter has ended. Missing answers are reported below.

    received = queue.Queue()

    def read():
        for line in adapter.stdout:
            received.put(line)
        received.put(None)

    for work in (write, read):
        threading.Thread(target=work, daemon=True).start()
    answers, problem = {}, None
    for question, line in zip(questions, asked):
        shown = excerpt(line.replace("\t", " "))
        try:
            answer = received.get(timeout=limit)
        except queue.Empty:
            problem = f"no answer within {limit} seconds to {shown}"
            break
        except KeyboardInterrupt:
            problem = "stopped"
            break
        if answer is None:
            problem = f"the adapter ended{ended(adapter)} without an answer to {shown}"
            break
        answer = answer.decode("utf-8", "replace").rstrip("\n").rstrip("\r")
        id, _, text = answer.partition("\t")
        if id != question.id:
            problem = f'"{excerpt(answer)}" is not an answer to {shown}'
            break
        answers[id, question.task] = text.strip(" ")
    try:
        os.killpg(adapter.pid, signal.SIGKILL) if os.name != "nt" else adapter.kill()
    except OSError:
        pass  # The adapter has already ended.
    adapter.wait()
    return answers, problem


def ended(adapter):
    """Describes the exit code of an adapter. Returns an empty text if the adapter has not ended."""
    try:
        code = adapter.wait(1)
    except subprocess.TimeoutExpired:
        return ""
    why = {126: ": it cannot be run,", 127: ": there is no such command,"}.get(code, "")
    return f" with exit code {code}{why}"


# Printing the verdict.


def excerpt(text, most=80):
    def escape(c):
        named = {"\t": "\\t", "\r": "\\r", "\n": "\\n", "'": "\\'", '"': '\\"', "\\": "\\\\", "\0": "\\0"}
        return named.get(c) or (c if c.isprintable() else f"\\u{{{ord(c):x}}}")

    return "".join(map(escape, text[:most])) + "..." * (len(text) > most)


def notes(scores):
    """Formats the number of answers with each verdict, and the tasks that are not offered."""
    counts, unoffered = total(scores), sum((score.unoffered for score in scores), collections.Counter())
    parts = [f"{counts[verdict]:,} {verdict}" for verdict in COUNTED if counts[verdict]]
    tasks = ", ".join(task for task in TASKS if unoffered[task])
    parts = [f"{part} ({tasks})" if part.endswith("not offered") else part for part in parts]
    return "; " * bool(parts) + ", ".join(parts)


def line_of(wrong):
    given, expected, got = (excerpt(text) or "nothing" for text in (wrong.given, wrong.expected, wrong.got))
    return f"{wrong.id} in {wrong.fen}: {given}: expected {expected}, got {got}"


def total(scores):
    return sum((score.counts for score in scores), collections.Counter())


def print_text(suite, name, scores, fixed, options):
    rows, right = (sum(getattr(score, of) for score in scores) for of in ("rows", "right"))
    print(f"{name}: {right:,} of {rows:,} right{notes(scores)}")
    new = sum(score.new for score in scores)
    if new < rows - right:
        print(f"{rows - right - new:,} of the wrong rows are known, {new:,} are new")
    if fixed:
        print("now right (remove them from the known rows): " + " ".join(fixed))
    odd = [one.got for score in scores for one in score.wrong if one.verdict == "misread" and score.file != "movetext.tsv"]
    odd = [got for got in odd if not re.fullmatch("[a-h][1-8][a-h][1-8][nbrq]?", got)]
    if odd:
        print(f'answers that are neither a move in UCI, such as e2e4 and a7a8q, nor "-": {len(odd):,}, such as "{excerpt(odd[0])}"')
    is_answered = lambda score: any(one.verdict != "not answered" for one in score.wrong)
    found = causes([score for score in scores if is_answered(score)])
    shown = len(found) if options.all else CAUSES_SHOWN
    if len(found) > shown:
        print_overview(found)
    if found and not any(score.is_whole for score in found[0]):
        print("\nno kind is wrong in every row: compare the examples, which tell you more than the advice")
    for group in found[:shown]:
        print(f"\n{names_of(group, len(group))}: {failed_of(group)} not right{notes(group)}")
        print(f"  {advice(suite, group)}")
        for one in sorted(group[0].wrong, key=lambda one: one.verdict == "not answered")[: options.show]:
            print(f"  {line_of(one)}")
    unanswered = [score for score in scores if score.wrong and not is_answered(score)]
    if unanswered:
        print(f"\nkinds with missing answers only: {names_of(unanswered, KINDS_NAMED)}")
        print(f"  {line_of(unanswered[0].wrong[0])}")
    if len(found) > shown:
        print(f"\n--all prints the advice and an example for each of the {len(found)}")
    for score in scores:
        if options.all and not score.wrong:
            print(f"\n{score.kind}: {score.right:,} of {score.rows:,} right{notes([score])}")


def advice(suite, group):
    """Returns the advice for a group of kinds with the same cause."""
    way = group[0].writing()
    if (len(group) > 1 or way in MISNAMED) and way in WRITTEN and all(score.writing() == way for score in group):
        return WRITTEN[way]
    return group[0].advice(suite)


def names_of(group, most):
    names = ", ".join(score.kind for score in group[:most])
    return names + f" and {len(group) - most} more" * (len(group) > most)


def failed_of(group):
    failed, rows = (sum(counts) for counts in zip(*((len(score.failed), score.rows) for score in group)))
    return f"{failed:,} of {rows:,}"


def print_overview(found):
    """Prints the causes, one per line."""
    print()
    for group in found[:CAUSES_NAMED]:
        print(f"  {names_of(group, KINDS_NAMED)}: {failed_of(group)}")
    if len(found) > CAUSES_NAMED:
        print(f"  ... and {len(found) - CAUSES_NAMED} more")


def print_json(suite, name, scores, fixed, options, problem):
    def counts(of):
        return {verdict.replace(" ", "_"): of[verdict] for verdict in COUNTED}

    verdict = {
        "name": name,
        "rows": sum(score.rows for score in scores),
        "right": sum(score.right for score in scores),
        "new": sum(score.new for score in scores),
        "fixed": fixed,
        "problem": problem,
        "counts": counts(total(scores)),
        "kinds": [
            {
                "kind": score.kind,
                "file": score.file,
                "advice": score.advice(suite),
                "rows": score.rows,
                "right": score.right,
                "new": score.new,
                "counts": counts(score.counts),
                "wrong": [one._asdict() for one in score.wrong[: options.show]],
            }
            for score in scores
        ],
    }
    print(json.dumps(verdict, indent=2, sort_keys=True, ensure_ascii=False))


def print_junit(suite, name, scores, options):
    def xml(text):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")

    print('<?xml version="1.0" encoding="UTF-8"?>')
    print(f'<testsuites name="{xml(excerpt(name))}">')
    for file in (f"{name}.tsv" for name in TABLES):
        tests = [score for score in scores if score.file == file]
        if not tests:
            continue
        failures = sum(score.new > 0 for score in tests)
        print(f'  <testsuite name="{file}" tests="{len(tests)}" failures="{failures}">')
        for score in tests:
            test = f'<testcase classname="{file}" name="{score.kind}"'
            if not score.new:
                print(f"    {test}/>")
                continue
            message = f"{score.new} of {score.rows} not right{notes([score])}"
            print(f"    {test}>")
            print(f'      <failure message="{message}">{xml(score.advice(suite))}')
            for one in score.wrong[: options.show]:
                print(xml(line_of(one)))
            print("</failure>\n    </testcase>")
        print("  </testsuite>")
    print("</testsuites>")


def print_known(name, scores):
    print(f"# {excerpt(name)}")
    failed = ((id, score.kind) for score in scores for id in score.failed)
    for id, kind in sorted(failed, key=lambda row: by_table(row[0])):
        print(f"{id} {kind}")


def export_small(source, folder):
    """Writes a small copy: the rows of core.tsv, and the files that you need to judge them."""
    core = (source / "core.tsv").read_bytes()
    kinds = {line.split(b"\t")[1] for line in core.splitlines()}
    header, *lines = (source / "kinds.tsv").read_bytes().splitlines(keepends=True)
    files = {"core.tsv": core, "kinds.tsv": header + b"".join(line for line in lines if line.split(b"\t")[1] in kinds)}
    adapters = sorted(path.relative_to(HERE).as_posix() for path in (HERE / "adapters").glob("*.*"))
    files.update((name, (HERE / name).read_bytes()) for name in [*OTHERS, *adapters])
    version = (source / "VERSION").read_bytes().splitlines()[0]
    sums = (f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    files["VERSION"] = version + b"\n" + "".join(sums).encode()
    (folder / "adapters").mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        write_new(folder / name, content)


def write_new(path, content):
    try:
        with open(path, "xb") as file:
            file.write(content)
    except FileExistsError:
        raise Failure(f"{path} exists: remove it, or name another folder") from None
    print(path)


def export_json(suite, core, folder):
    """Writes the rows as JSON. Rows of legal.tsv have the structure of rampart's test cases."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = dict(suite.tables)
    positions = []
    for row in rows.pop("legal"):
        # In a small copy, the positions after the moves are missing.
        fens = [{"fen": fen} for fen in row["fens_after"].split(";")] if "fens_after" in row else itertools.repeat({})
        expected = [{"move": move, **fen} for move, fen in zip(row["sans"].split(), fens)]
        positions.append({"start": {"description": row["id"], "fen": row["fen"]}, "expected": expected})
    rows["legal"] = {"description": "All legal moves, of the conformance suite for SAN", "testCases": positions}
    rows["core"] = core
    for row in rows["movetext"]:
        row["pgn"] = unescape(row["pgn"])
    for name, content in rows.items():
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        write_new(folder / f"{name}.json", text.encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="answers, one `id <TAB> answer` per line; - for standard input")
    parser.add_argument("--run", metavar="COMMAND", help="start this command in a shell, ask it, and judge it")
    parser.add_argument("--core", action="store_true", help="ask only the rows of core.tsv")
    parser.add_argument("--timeout", type=int, default=10, metavar="SECONDS", help="how long to wait for an answer")
    parser.add_argument("--suite", type=pathlib.Path, default=HERE, metavar="DIR", help="the folder of the suite")
    parser.add_argument("--name", help="what to call the library")
    parser.add_argument("--known", metavar="FILE", help="rows that are known to fail, one id per line")
    parser.add_argument("--format", choices=["text", "json", "junit", "known"], default="text")
    parser.add_argument("--only", metavar="TASK,...", help="judge only: " + ", ".join(TASKS))
    parser.add_argument("--show", type=int, default=1, metavar="N", help="number of wrong answers to show per kind")
    parser.add_argument("--all", action="store_true", help="print all kinds, including kinds without wrong answers")
    parser.add_argument("--export", nargs=2, metavar=("json|small", "DIR"), help="write the rows as JSON, or a small copy with only core.tsv")
    options = parser.parse_args()
    tasks = options.only.split(",") if options.only else TASKS
    if not set(tasks) <= set(TASKS) or options.export and options.export[0] not in ("json", "small"):
        parser.error("--only is one or more of " + ", ".join(TASKS) + "; --export writes json or small")
    if not options.export and bool(options.run) == bool(options.files):
        parser.error("give files with answers, or --run")
    suite = Suite(options.suite)
    if options.export:
        folder = pathlib.Path(options.export[1])
        if options.export[0] == "small":
            return export_small(options.suite, folder)
        return export_json(suite, table(options.suite, "core"), folder)
    known = read_known(suite, options.known) if options.known else set()
    questions = [one for one in suite.questions() if one.task in tasks]
    problem = None
    if options.run:
        if options.core:
            questions = [one for one in questions if one.id in suite.core]
        answers, problem = run(options.run, questions, options.timeout)
    else:
        answers = {}
        for path in options.files:
            read_answers(suite, path, answers)
        ids = {id for id, _ in answers}
        asked, only_core = {id[0] for id in ids}, ids <= suite.core
        questions = [one for one in questions if one.id[0] in asked and (not only_core or one.id in suite.core)]
    if not answers:
        raise Failure(problem or "there are no answers")
    if not questions:
        raise Failure("no answer belongs to the tasks of --only")
    scores, fixed = judge(questions, answers, known)
    name = options.name or options.run or " ".join(options.files)
    if options.format == "text":
        print_text(suite, name, scores, fixed, options)
    elif options.format == "json":
        print_json(suite, name, scores, fixed, options, problem)
    elif options.format == "junit":
        print_junit(suite, name, scores, options)
    else:
        print_known(name, scores)
    if problem:
        sys.stdout.flush()
        print(f"stopped: {problem}", file=sys.stderr)
    return int(bool(problem) or any(score.new for score in scores))


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
