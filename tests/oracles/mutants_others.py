"""Breaks shakmaty and chess.js in one place at a time, with the mutation testers cargo-mutants and Stryker.

Each mutant answers the rows of core.tsv through the adapter of the suite. `judge.py` says whether the mutant fails
a row that the library itself passes. Needs cargo-mutants (`cargo install cargo-mutants`) and npm, which installs
Stryker.
"""

import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITE = ROOT / "output/conformance"
WORK = ROOT / "target/mutants"
JUDGE = [sys.executable, str(SUITE / "judge.py"), "--core", "--only", "read,write,legal,play", "--timeout", "20"]
SHAKMATY, CHESS_JS, STRYKER = "0.30.1", "1.4.0", "9.6.1"

# The number of mutants of chess.js that we draw at random from more than a thousand.
SAMPLE = 300

# Matches code that the adapter does not need for standard chess, such as the code for other variants, for hashes, and
# for setting up a position.
NOT_RUN = "variant::|zobrist|Zobrist|Outcome|PositionError|Hash|Debug|pockets|remaining_checks|Serialize|PlayError" \
          "|from_setup|promoted|perspective|into_setup|to_setup"
TEST = """#[test]
fn no_row_is_wrong() {
    let run = format!("exec {}", env!("CARGO_BIN_EXE_adapter"));
    let judge = std::process::Command::new("sh").args(["-c", &std::env::var("JUDGE").unwrap()]).env("ADAPTER", run);
    assert!(judge.status().unwrap().success());
}
"""
# The functions of chess.js that read or write SAN and FEN, or that find or make moves.
OF_CHESS_JS = ["getDisambiguator", "addMove", "inferPieceType", "strippedSan", "fen", "_set", "_put", "_clear",
               "_updateCastlingRights", "_updateEnPassantSquare", "_attacked", "_isKingAttacked", "_moves", "move", "_push",
               "_movePiece", "_makeMove", "undo", "_undoMove", "_moveToSan", "_moveFromSan"]


def fresh(name):
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def shakmaty():
    """Runs the mutants of san.rs and position.rs, except for code that does not run in standard chess. Returns the
    version, the number of mutants, and the mutants that survive."""
    home = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))
    [source] = home.glob(f"registry/src/*/shakmaty-{SHAKMATY}")
    folder = fresh("shakmaty")
    shutil.copytree(source / "src", folder / "src")
    manifest = (source / "Cargo.toml").read_text("utf-8")
    manifest = re.sub(r"\[(\[(test|bench)\]|dev-dependencies\.[^\]]+)\]\n(.+\n)+", "", manifest)
    manifest += '\n[[bin]]\nname = "adapter"\npath = "src/adapter.rs"\n\n[[test]]\nname = "suite"\npath = "tests/suite.rs"\n'
    (folder / "Cargo.toml").write_text(manifest + "\n[profile.dev]\ndebug = false\n\n[workspace]\n", "utf-8")
    shutil.copy(SUITE / "adapters/rust.rs", folder / "src/adapter.rs")
    (folder / "tests").mkdir()
    (folder / "tests/suite.rs").write_text(TEST, "utf-8")
    judge = " ".join(JUDGE) + ' --run "$ADAPTER"'
    command = ["cargo", "mutants", "-f", "src/san.rs", "-f", "src/position.rs", "-E", NOT_RUN, "-j2", "--no-shuffle", "--colors", "never",
               "--minimum-test-timeout", "30", "--", "--test", "suite"]
    subprocess.run(command, cwd=folder, env={**os.environ, "JUDGE": judge})
    results = folder / "mutants.out"
    names = {kind: (results / f"{kind}.txt").read_text("utf-8").splitlines() for kind in ("caught", "missed", "timeout")}
    assert names["caught"], "cargo-mutants did not run"
    survivors = [re.sub(r"^src/(\w+)\.rs:(\d+):\d+: ", r"\1 \2: ", line) for line in names["missed"]]
    return SHAKMATY, sum(map(len, names.values())), survivors


def chess_js():
    """Runs a sample of the mutants of the functions in OF_CHESS_JS. Returns the version, the size of the sample, and the
    mutants that survive."""
    folder = fresh("chess.js")
    (folder / "package.json").write_text('{"private": true, "type": "module"}\n')
    packages = [f"chess.js@{CHESS_JS}", f"@stryker-mutator/core@{STRYKER}"]
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *packages], cwd=folder, check=True)
    lines = (folder / "node_modules/chess.js/dist/esm/chess.js").read_text("utf-8").splitlines(keepends=True)
    (folder / "chess.mjs").write_text("".join(lines), "utf-8")
    adapter = (SUITE / "adapters/javascript.mjs").read_text("utf-8")
    (folder / "adapter.mjs").write_text(re.sub("([\"'])chess.js\\1", '"./chess.mjs"', adapter), "utf-8")
    run = [*JUDGE, "--run", "exec node adapter.mjs"]
    known = subprocess.run([*run, "--format", "known"], cwd=folder, capture_output=True, text=True)
    (folder / "known.txt").write_text(known.stdout)
    # We use Stryker only to list mutants. If Stryker ran them, it would put all mutants into one file, and chess.js
    # would be forty times slower.
    config = {
        "testRunner": "command", "commandRunner": {"command": "true"}, "concurrency": 2, "reporters": ["json"],
        "mutate": [f"chess.mjs:{first}-{last}" for first, last in of_functions(lines)], "coverageAnalysis": "off",
        "mutator": {"excludedMutations": ["StringLiteral", "ObjectLiteral", "Regex"]}, "allowConsoleColors": False,
        "jsonReporter": {"fileName": "mutants.json"}, "tempDirName": ".stryker",
    }
    (folder / "stryker.config.json").write_text(json.dumps(config))
    subprocess.run(["npx", "stryker", "run"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    [file] = json.loads((folder / "mutants.json").read_text("utf-8"))["files"].values()

    def survives(mutant):
        with tempfile.TemporaryDirectory(dir=folder) as place:
            (pathlib.Path(place) / "chess.mjs").write_text(changed(mutant, lines), "utf-8")
            shutil.copy(folder / "adapter.mjs", place)
            judge = [*run, "--known", str(folder / "known.txt")]
            return subprocess.run(judge, cwd=place, capture_output=True).returncode == 0

    sample = random.Random(1).sample(file["mutants"], SAMPLE)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        alive = list(pool.map(survives, sample))
    return CHESS_JS, len(alive), [said(one, lines) for one, is_alive in zip(sample, alive) if is_alive]


def of_functions(lines):
    """For each function named in `OF_CHESS_JS`, yields the line numbers where it begins and ends. The indentation tells
    us where a function ends."""
    for number, line in enumerate(lines, 1):
        named = re.match(r"( *)(?:function )?(\w+)\(.*\) \{$", line.rstrip("\n"))
        if named and named[2] in OF_CHESS_JS and len(named[1]) in (0, 4):
            last = next(n for n in range(number, len(lines)) if lines[n].startswith(named[1] + "}"))
            yield number, last + 1


def parts(mutant, lines):
    """Splits the source into three parts: the text before the code that a mutant replaces, that code, and the text
    after it."""
    start, end = mutant["location"]["start"], mutant["location"]["end"]
    # Stryker counts columns in UTF-16 code units. The code of the mutated functions is ASCII, so each code unit is
    # one character.
    offset = lambda place: sum(map(len, lines[: place["line"] - 1])) + place["column"] - 1
    text = "".join(lines)
    return text[: offset(start)], text[offset(start) : offset(end)], text[offset(end) :]


def changed(mutant, lines):
    before, _, behind = parts(mutant, lines)
    return before + mutant["replacement"] + behind


def said(mutant, lines):
    """Describes a mutant of chess.js: the line number, the old code, and the new code."""
    old, new = (" ".join(text.split())[:90] for text in (parts(mutant, lines)[1], mutant["replacement"]))
    return f"{mutant['location']['start']['line']}: `{old}` becomes `{new}`"
