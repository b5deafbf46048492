"""Tests how libraries understand ambiguous sentences of the PGN standard, for docs/errata.md.

The probes are in errata.tsv, and the answers in errata.json. If a probe has no text, it names a row of movetext.tsv,
and we use the text of this row. The column `reading` contains the answer that we propose. We also accept the answers in
the column `also`.
"""

import collections
import hashlib
import json
import re
import sys
import textwrap

from reports import HERE, SUITE, said, table

sys.path.insert(0, str(SUITE))
import judge  # noqa: E402

ANSWERS = HERE / "errata.json"
PAGE = HERE.parent.parent / "docs" / "errata.md"
LIMIT = 30
FAILED = "!"
TAGS = '[White "Anderssen"]\\n[Black "Kieseritzky"]\\n[Result "*"]\\n\\n'
GAME = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"


def read_probes():
    rows = {row["id"]: row for row in table(SUITE / "movetext.tsv")}
    probes = {}
    for probe in table(HERE / "errata.tsv"):
        if not probe["text"]:
            row = rows[probe["row"]]
            probe.update(fen=row["fen"], text=row["pgn"], reading=row["moves"])
        probes[probe["id"]] = probe
    return probes


PROBES = read_probes()
# The stored answers belong to these questions. If a question changes, the answers are out of date.
ASKED = [[probe[name] for name in ("id", "task", "fen", "text")] for probe in PROBES.values()]
CHECKSUM = hashlib.sha256(json.dumps(ASKED).encode()).hexdigest()[:16]


def ask(command, offers):
    """Sends a library the probes for its tasks, and returns the answers. If the library hangs or exits, continues with
    the next probe."""
    asked = [one for one in ASKED if one[1] in offers.split(",")]
    left = [judge.Question(id, "", "", task, fen, text, None) for id, task, fen, text in asked]
    answers = {}
    while left:
        given, problem = judge.run(command, left, LIMIT)
        answers.update({id: answer for (id, _), answer in given.items()})
        if problem:
            answers[left[len(given)].id] = FAILED
            given[left[len(given)].id, ""] = FAILED
        left = left[len(given):]
    return answers


def read_answers():
    return json.loads(ANSWERS.read_text(encoding="utf-8")) if ANSWERS.exists() else {}


def keep(library, answers):
    kept = read_answers()
    kept[library.key] = {"version": library.version, "probes": CHECKSUM, "answers": answers}
    text = json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False)
    ANSWERS.write_text(text + "\n", encoding="utf-8")


def same(probe, answer, reading):
    """Whether `answer` equals `reading`. We compare only the first four fields of a FEN, and accept both UCI
    spellings of castling, such as `e1g1` and `e1h1`."""
    if probe["task"] == "play":
        return answer.split()[:4] == reading.split()
    if "-" in (reading, answer):
        return answer == reading
    question = judge.Question(probe["id"], "", "", probe["task"], probe["fen"], "", None)
    pairs = list(zip(answer.split(), reading.split()))
    return len(answer.split()) == len(reading.split()) and all(judge.is_move(question, *pair) for pair in pairs)


def is_no_fault(probe, answer):
    readings = [probe["reading"], *probe["also"].split(" | ")]
    return any(same(probe, answer or "-", reading) for reading in readings if reading)


def code(text):
    return "`" + text.replace("|", "\\|").replace("\t", "\\t").replace("\v", "\\v").replace("\ufeff", "BOM") + "`"


def shown(probe):
    """Shows the text of a probe without the usual tags. Cuts the middle out of a long text."""
    if probe["task"] == "play":
        return f"{code(probe['text'])} in {code(probe['fen'])}"
    text = probe["text"].replace(TAGS, "").removesuffix("\\n")
    text = re.sub(r'\[SetUp "1"\]\\n(\[FEN ".*?"\])\\n\[Result "\*"\]\\n\\n', r"\1 ", text)
    return code(text if len(text) < 150 else f"{text[:60]}...{text[-60:]}")


def answered(probe, answer):
    """Describes an answer."""
    if answer == FAILED:
        return "crash or hang"
    if answer == "-":
        return "refuse"
    if probe["task"] == "play":
        return code((answer.split() + [""] * 4)[3])
    return "all moves" if same(probe, answer, GAME) else code(answer) if answer else "no moves"


def line_of(probe, answers):
    """A row of a table: the number of libraries that answer as proposed, then every different answer with the
    libraries that give it. An answer that is a fault is bold."""
    right = [name for name, answer in answers if same(probe, answer, probe["reading"])]
    others = collections.defaultdict(list)
    for name, answer in answers:
        if name not in right:
            what = answered(probe, answer)
            others[what if is_no_fault(probe, answer) else f"**{what}**"].append(name)
    most_first = sorted(others.items(), key=lambda one: -len(one[1]))
    rest = "; ".join(f"{what}: {', '.join(names)}" for what, names in most_first)
    row = probe["row"]
    cells = [probe["id"], shown(probe), "-" if row == "no row" else row, answered(probe, probe["reading"])]
    return f"| {' | '.join(cells)} | {len(right)} of {len(answers)} | {rest} |"


HEADER = "| probe | text | row | proposed | agree | others |\n|---|---|---|---|---:|---|"


def write_page(libraries):
    kept = read_answers()
    there = {
        library: one["answers"] for library in libraries
        if (one := kept.get(library.key)) and (one["version"], one["probes"]) == (library.version, CHECKSUM)
    }
    names = [library.name for library in there]

    def name(library):
        return library.name if names.count(library.name) == 1 else f"{library.name} ({library.registry})"

    def lines(ids):
        if ids == "libraries":
            text = ", ".join(f"{name(library)} {library.version}" for library in there)
            return textwrap.fill(text + ".", 120, break_on_hyphens=False)
        probes = [PROBES[id] for id in ids.split()]
        rows = [line_of(probe, [(name(library), answers[probe["id"]]) for library, answers in there.items()
                                if probe["id"] in answers]) for probe in probes]
        return "\n".join([HEADER, *rows])

    text = PAGE.read_text(encoding="utf-8")
    marked = re.compile(r"(<!-- errata: (.*?) -->\n).*?(<!-- /errata -->)", re.S)
    named = " ".join(found[2] for found in marked.finditer(text)).split()
    if missing := [id for id in PROBES if named.count(id) != 1]:
        sys.exit(f"{PAGE.name}: each probe once, but not {', '.join(missing)}")
    PAGE.write_text(marked.sub(lambda found: f"{found[1]}{lines(found[2])}\n{found[3]}", text), encoding="utf-8")
