"""Runs libraries over the conformance suite and writes docs/peers.md.

    python tests/peers/run.py            all of them, over all rows
    python tests/peers/run.py --core     adapters of the suite, over core.tsv; writes nothing

It installs what the registries have, in fixed versions, into target/peers. What has to be built by
hand must be in target/peers/built: see the notes on `built` below.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
SUITE = ROOT / "output" / "conformance"
WORK = ROOT / "target" / "peers"
VENV = WORK / "venv"

PYTHON = [
    "chess==1.11.2", "esca==0.4.0", "fastchess==0.1.2", "bulletchess==0.4.0",
]

# Of each library: its name, version and source; how it is asked; what it offers; what its
# documentation promises of texts that are not SAN or not legal; and how to repeat a finding.
# The most used come first.
LIBRARIES = [
    ("python-chess", "1.11.2, PyPI", "python", "read,write,legal,movetext",
     "Rejects illegal and ambiguous moves, accepts overspecified ones and some common deviations.",
     'chess.Board("{fen}").parse_san("{text}")'),
    ("chess.js", "1.4.0, npm", "node", "read,write,legal,movetext",
     "Permissive by default: accepts various non-standard notations; `strict: true` does not.",
     'new Chess("{fen}").move("{text}")'),
    ("chessops", "0.15.1, npm", "node", "read,write,legal,movetext",
     "Nothing.", 'parseSan(Chess.fromSetup(parseFen("{fen}").unwrap()).unwrap(), "{text}")'),
    ("cm-chess", "4.0.0, npm", "node", "read,write,legal,movetext",
     "Lenient parsing of common notation mistakes.", 'new Chess("{fen}").move("{text}")'),
    ("shakmaty", "0.30.1, crates.io", "rust", "read,write,legal",
     "Fails if a SAN is ambiguous or illegal.", '"{text}".parse::<SanPlus>()?.san.to_move(&position)'),
    ("chess", "3.2.0, crates.io", "rust", "read",
     "Nothing but to convert SAN into a move.", 'ChessMove::from_san(&Board::from_str("{fen}")?, "{text}")'),
    ("kokopu", "4.13.4, npm", "node", "read,write,legal,movetext",
     "Throws if the parsing fails or the move is illegal; tolerates small errors unless told to be strict.",
     'new Position("{fen}").notation("{text}")'),
    ("pgn-extract", "19.04, Debian", "pgn-extract", "read,write,movetext",
     "Reads games that other programs have written, and mends what it can.",
     'a game with [FEN "{fen}"] and the move {text}'),
    ("pychess", "1.0.3, Debian", "pychess", "read,write,legal",
     "Nothing: its reader is made for moves that are legal.", 'parseSAN(board of "{fen}", "{text}")'),
    ("chess-library", "1aafb2e, C++", "built", "read,write,legal",
     "Throws if the SAN is invalid.", 'uci::parseSan(Board("{fen}"), "{text}")'),
    ("corentings/chess", "2.5.1, Go", "built", "read,write,legal",
     "Nothing.", 'AlgebraicNotation{{}}.Decode(position of "{fen}", "{text}")'),
    ("notnil/chess", "1.10.0, Go", "built", "read,write,legal",
     "Nothing.", 'AlgebraicNotation{{}}.Decode(position of "{fen}", "{text}")'),
    ("chesslib", "1.3.3, Java", "built", "read,write,legal",
     "Validates fully: the side to move, castling, promotions.",
     'new MoveList("{fen}").addSanMove("{text}", true, true)'),
    ("cozy-chess", "0.3.4, crates.io", "rust", "read,write,legal",
     "Fails if the SAN is invalid or the move is illegal.", 'util::parse_san_move(&"{fen}".parse()?, "{text}")'),
    ("chess.ts", "0.16.2, npm", "node", "read,write,legal,movetext",
     "As chess.js, whose port it is.", 'new Chess("{fen}").move("{text}")'),
    ("isepic-chess", "9.1.1, npm", "node", "read,write,legal,movetext",
     "Nothing but to parse SAN.", 'Ic.initBoard({{ fen: "{fen}" }}).playMove("{text}")'),
    ("chess", "1.5.1, npm", "node", "read,write,legal",
     "Fuzzy parsing of algebraic notation.", 'chess.fromFEN("{fen}", {{ PGN: true }}).move("{text}")'),
    ("bulletchess", "0.4.0, PyPI", "python", "read,write,legal,movetext",
     "Nothing.", 'Move.from_san("{text}", Board.from_fen("{fen}"))'),
    ("esca", "0.4.0, PyPI", "python", "read,write,legal,movetext",
     "Gives the move that the text names in SAN.", 'Position.from_fen("{fen}").parse_san("{text}")'),
    ("fastchess", "0.1.2, PyPI", "python", "read",
     "Parses and applies a SAN move.", 'fastchess.Board("{fen}").push_san("{text}")'),
    ("owlchess", "0.4.1, crates.io", "rust", "read,write,legal",
     "The move is guaranteed to be legal.", 'Move::from_san("{text}", &Board::from_fen("{fen}")?)'),
    ("chess-lab", "0.2.1, crates.io", "rust", "read",
     "Fails if the move is invalid.", 'Game::from_fen("{fen}")?.move_piece("{text}")'),
]

# Built by hand with the adapters of the suite, as the first lines of those say, into a program of
# this name; notnil/chess with that of corentings/chess and another import.
BUILT = {
    "chess-library": "chess-library", "corentings/chess": "corentings", "notnil/chess": "notnil",
    "chesslib": "chesslib",
}

KINDS_SHOWN = 3
KINDS_NAMED = 12


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def python():
    """The newest Python: bulletchess and others want one."""
    names = ["python3.14", "python3.13", "python3.12"]
    works = (name for name in names if subprocess.getstatusoutput(f"{name} --version")[0] == 0)
    return next(works, sys.executable)


def install(ways):
    WORK.mkdir(parents=True, exist_ok=True)
    if "python" in ways:
        if not VENV.exists():
            run(python(), "-m", "venv", VENV)
        run(VENV / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *PYTHON)
    if "node" in ways:
        for name in ("package.json", "package-lock.json", "peers.mjs"):
            (WORK / name).write_bytes((HERE / name).read_bytes())
        run("npm", "ci", "--silent", "--no-audit", "--no-fund", cwd=WORK)
    if "rust" in ways:
        run("cargo", "build", "--quiet", "--release", "--locked",
            "--manifest-path", HERE / "Cargo.toml", "--target-dir", WORK / "rust")
    if "pychess" in ways and not (WORK / "pychess").exists():
        run("apt-get", "download", "-qq", "pychess", cwd=WORK)
        run("dpkg", "-x", next(WORK.glob("pychess_*.deb")), WORK / "pychess")


def command(name, way):
    return {
        "python": f"{VENV}/bin/python {HERE}/peers.py {name}",
        "pychess": f"{sys.executable} {HERE}/peers.py pychess",
        "pgn-extract": f"{sys.executable} {HERE}/peers.py pgn-extract",
        "node": f"node {WORK}/peers.mjs {name}",
        "rust": f"{WORK}/rust/release/peers {name}",
        "built": f"{WORK}/built/{BUILT.get(name)}",
    }[way]


def judge(*arguments):
    environment = {
        "PATH": os.environ["PATH"] + ":/usr/games",
        "PYTHONPATH": str(WORK / "pychess/usr/lib/python3/dist-packages"),
    }
    judged = subprocess.run(
        [sys.executable, SUITE / "judge.py", "--suite", SUITE, "--format", "json", "--show", "100000", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env={**os.environ, **environment},
    )
    if not judged.stdout:
        sys.exit(f"{arguments}: {judged.stderr}")
    verdict = json.loads(judged.stdout)
    if verdict["problem"]:
        sys.exit(f"{arguments}: {verdict['problem']}")
    return verdict


def share(verdict, files, verdicts):
    """How many rows of files have none of these verdicts, of all."""
    rows = [kind for kind in verdict["kinds"] if kind["file"] in files]
    asked = sum(kind["rows"] - kind["counts"]["not_offered"] for kind in rows)
    wrong = sum(kind["counts"][name] for kind in rows for name in verdicts)
    return "all" if not wrong else f"{asked - wrong:,} of {asked:,}" if asked else "-"


def row(library, verdict):
    name, version, way, offers = library[:4]
    offers = offers.split(",")
    read = ["canonical.tsv", "refuse.tsv", "lenient.tsv"]
    cells = [
        f"[{name}](#{anchor(library)})", version,
        share(verdict, read, ["misread", "refused"]),
        share(verdict, ["canonical.tsv"], ["miswritten"]) if "write" in offers else "-",
        share(verdict, ["legal.tsv"], ["mislisted"]) if "legal" in offers else "-",
        share(verdict, ["movetext.tsv"], ["misread", "refused"]) if "movetext" in offers else "-",
        f"{verdict['counts']['misread']:,}",
    ]
    return "| " + " | ".join(cells) + " |"


def title(library):
    return f"{library[0]} {library[1]}"


def anchor(library):
    kept = "".join(c for c in title(library).lower() if c.isalnum() or c in " -")
    return kept.replace(" ", "-")


def findings(library, verdict):
    """The kinds with most wrong rows, and of each a report with the simplest position."""
    wrong = [kind for kind in verdict["kinds"] if kind["wrong"]]
    shown = [kind for kind in wrong if kind["kind"] != "every-string"] or wrong
    lines = []
    for kind in shown[:KINDS_SHOWN]:
        one = min(kind["wrong"], key=lambda row: (len(row["fen"].split()[0]), row["id"]))
        got = f"`{one['got']}`" if one["got"] else "nothing"
        given = one["given"].strip().replace("\r", "").replace("\n", "\\n")
        expected = "a refusal" if one["expected"] == "-" else f"`{one['expected'] or 'nothing'}`"
        lines.append(f"- **{kind['kind']}**, {len(kind['wrong'])} of {kind['rows']} rows. {kind['advice']}")
        if one["verdict"] in ("misread", "refused") and kind["file"] != "movetext.tsv":
            call = library[5].format(fen=one["fen"], text=one["given"])
            what = "refuses it" if one["verdict"] == "refused" else f"gives {got}"
            lines.append(f"  `{call}` {what}. It should give {expected}.")
        else:
            answer = "It refuses" if one["got"] == "-" else f"It gives {got}"
            lines.append(f"  In `{one['fen']}`, `{given}`: {answer}. It should give {expected}.")
    others = [kind["kind"] for kind in shown[KINDS_SHOWN:]]
    if others:
        names = [f"`{name}`" for name in others[:KINDS_NAMED]] + ["..."] * (len(others) > KINDS_NAMED)
        lines.append(f"- {len(others)} more kinds: " + ", ".join(names))
    return lines


def core():
    """The adapters that come with the suite, and pgn-extract, which needs no adapter of its own."""
    install({"node"})
    run(sys.executable, "-m", "venv", VENV)
    run(VENV / "bin/pip", "install", "--quiet", "--disable-pip-version-check", PYTHON[0])
    (WORK / "adapter.mjs").write_bytes((SUITE / "adapters/javascript.mjs").read_bytes())
    adapters = {
        "python-chess": f"{VENV}/bin/python {SUITE}/adapters/python.py",
        "chess.js": f"node {WORK}/adapter.mjs",
        "pgn-extract": command("", "pgn-extract"),
    }
    for name, adapter in adapters.items():
        arguments = ["--run", adapter, "--core", "--only", "read,write", "--timeout", "120"]
        verdict = judge(*arguments)
        cells = [share(verdict, [file], ["misread", "refused", "miswritten"])
                 for file in ("canonical.tsv", "refuse.tsv", "lenient.tsv")]
        print(f"{name}: " + ", ".join(cells), flush=True)
        if cells[0] != "all":
            sys.exit(f"{name}: of what is canonical all was right, and is not: the adapter?")
    # What stands after a move, and the files that are read as games are, by the adapters that have both.
    for name, least in (("python-chess", 80), ("chess.js", 65)):
        played = judge("--run", adapters[name], "--only", "play")
        if played["right"] < played["rows"]:
            sys.exit(f"{name}: {played['right']} of {played['rows']} rows of play.tsv are right")
        right = judge("--run", adapters[name], "--only", "movetext")["right"]
        print(f"{name}: {right} files of movetext.tsv")
        if right < least:
            sys.exit(f"{name}: {least} were right")


def main():
    if sys.argv[1:2] == ["--core"]:
        return core()
    install({library[2] for library in LIBRARIES})
    table, stories, wrong = [], [], 0

    def ask(library):
        name, _, way, offers = library[:4]
        return judge("--run", command(name, way), "--only", offers, "--timeout", "600")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = pool.map(ask, LIBRARIES)
    for library, verdict in zip(LIBRARIES, verdicts):
        wrong += any(kind["wrong"] for kind in verdict["kinds"])
        table.append(row(library, verdict))
        stories.append("\n".join([f"### {title(library)}", "", f"*What it promises:* {library[4]}", "",
                                  *(findings(library, verdict) or ["Nothing wrong was found."]), ""]))
        print(table[-1], flush=True)
    text = (HERE / "peers.md").read_text(encoding="utf-8")
    count = f"{wrong} of {len(LIBRARIES)}"
    text = text.replace("TABLE\n", "\n".join(table) + "\n").replace("STORIES\n", "\n".join(stories))
    (ROOT / "docs/peers.md").write_text(text.replace("COUNT", count).rstrip("\n") + "\n", encoding="utf-8")


main()
