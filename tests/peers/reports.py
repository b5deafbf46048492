"""Writes reports for library authors. Each kind of fault gets a section that can be pasted into an issue."""

import csv
import fnmatch
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
SUITE = HERE.parent.parent / "output" / "conformance"

# The question that a report shows for each task. For `read` and `movetext`, the report shows the library
# call from run.py instead.
ASKED = {
    "write": "the SAN of {text} in {fen}",
    "play": "the position after {text} in {fen}",
    "legal": "the SAN of all legal moves in {fen}",
}
# The titles for wrong answers, by task. REFUSED contains the titles for refusals.
WRONG = {
    "read": "`{given}` is read as {got}",
    "write": "`{given}` is written as {got}",
    "legal": "the list of legal moves is wrong",
    "play": "the position after `{given}` is wrong",
    "movetext": "a game is misread",
}
# The labels for a wrong list of legal moves: wrong moves in the list, and legal moves that are missing.
LISTED = "Wrongly listed", "Not listed"
REFUSED = {"read": "`{given}` is refused", "play": "`{given}` is refused", "movetext": "a game is refused"}


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def unescape(pgn):
    escapes = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(r"\\(.)", lambda escape: escapes.get(escape[1], escape[1]), pgn)


ADVICE = {row["kind"]: row["advice"] for row in table(SUITE / "kinds.tsv")}
GAMES = {row["id"]: unescape(row["pgn"]) for row in table(SUITE / "movetext.tsv")}
SECTIONS = [(pattern, row["section"]) for row in table(HERE / "sections.tsv") for pattern in row["kinds"].split()]


def section(kind):
    """Finds the section of the PGN standard that contains the rule tested by a kind of row. We use the first row of
    sections.tsv with a pattern that matches the kind."""
    found = next((name for pattern, name in SECTIONS if fnmatch.fnmatchcase(kind, pattern)), None)
    return found or sys.exit(f"{kind}: add its section of the PGN standard to sections.tsv")


def task(one):
    by_table = {"m": "movetext", "p": "legal", "s": "play"}
    return by_table.get(one["id"][0], "write" if one["verdict"] == "miswritten" else "read")


def said(answer):
    """Describes an answer that judge.py printed."""
    if answer in ("", "-"):
        return "a refusal" if answer else "nothing"
    if answer.endswith(" or -"):
        return f"`{answer[:-5]}` or a refusal"
    return "`" + answer.replace("|", " or ") + "`"


def title(one):
    words = REFUSED if one["verdict"] == "refused" else WRONG
    return words[task(one)].format(given=one["given"], got=said(one["got"]))


def call(library, one):
    asked = task(one)
    if asked == "movetext":
        return library.game_call.format(pgn=json.dumps(GAMES[one["id"]], ensure_ascii=False))
    form = library.call if asked == "read" else ASKED[asked]
    return form.format(fen=one["fen"], text=one["given"])


def report(library, findings, version):
    lines = [
        f"# Faults of {library.title}", "",
        f"The san-strings conformance suite {version} found these faults. "
        "Copy each section into an issue of its own.", "",
    ]
    for one in findings:
        actual, expected = LISTED if task(one) == "legal" else ("Actual", "Expected")
        lines += [
            f"## {one['kind']}: {title(one)}", "",
            f"- Call: `{call(library, one)}`",
            f"- {actual}: {said(one['got'])}",
            f"- {expected}: {said(one['expected'])}",
            f"- Rule: {ADVICE[one['kind']]}",
            f"- Row: {one['id']}. Wrong rows of this kind: {one['wrong']} of {one['rows']}",
            f"- PGN standard: {section(one['kind'])}", "",
        ]
    return "\n".join(lines)
