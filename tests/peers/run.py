"""Runs libraries over the conformance suite and writes docs/peers.md.

    python tests/peers/run.py            all of them, over all rows
    python tests/peers/run.py --core     three of them, over core.tsv; writes nothing

It installs what it needs, in fixed versions, into target/peers.
"""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
SUITE = ROOT / "output" / "conformance"
WORK = ROOT / "target" / "peers"
PROGRAM = ROOT / "target" / "release" / "san-strings"

# Name, version, where it is from, how it is asked, and what is to be known about it.
LIBRARIES = [
    ("python-chess", "1.11.2", "PyPI", "python", ""),
    ("pychess", "1.0.3", "Debian", "python", "Its reader is made for moves that are legal; it does not check."),
    ("chess.js", "1.4.0", "npm", "node", "Reads leniently unless told to be `strict`."),
    ("chess.ts", "0.16.2", "npm", "node", ""),
    ("cm-chess", "4.0.0", "npm", "node", "An older chess.js inside."),
    ("chessops", "0.15.1", "npm", "node", ""),
    ("kokopu", "4.13.4", "npm", "node", ""),
    ("chess", "1.5.1", "npm", "node", "node-chess"),
    ("shakmaty", "0.30.1", "crates.io", "rust", "What this program stands on."),
    ("chess", "3.2.0", "crates.io", "rust", "Does not write SAN."),
    ("cozy-chess", "0.3.4", "crates.io", "rust", ""),
    ("owlchess", "0.4.1", "crates.io", "rust", ""),
    ("chess-lab", "0.2.1", "crates.io", "rust", "Does not write SAN."),
    ("pgn-extract", "19.04", "Debian", "python", "Does not list moves. Reads leniently, to mend what it can."),
]
READ_ONLY = [("chess", "crates.io"), ("chess-lab", "crates.io")]
IN_CI = [("python-chess", "PyPI"), ("chess.js", "npm"), ("pgn-extract", "Debian")]

KINDS_SHOWN = 3
KINDS_NAMED = 12


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def install(ways):
    WORK.mkdir(parents=True, exist_ok=True)
    venv = WORK / "venv"
    if "python" in ways:
        if not venv.exists():
            run(sys.executable, "-m", "venv", venv)
        run(venv / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "chess==1.11.2")
    if "node" in ways:
        for name in ("package.json", "package-lock.json", "peers.mjs"):
            (WORK / name).write_bytes((HERE / name).read_bytes())
        run("npm", "ci", "--silent", "--no-audit", "--no-fund", cwd=WORK)
    if "rust" in ways:
        manifest = HERE / "Cargo.toml"
        run("cargo", "build", "--quiet", "--release", "--locked",
            "--manifest-path", manifest, "--target-dir", WORK / "rust")
    return venv


def answers(name, way, core):
    rust = WORK / "rust/release/peers"
    command = {
        "python": [WORK / "venv/bin/python", HERE / "peers.py"],
        "node": ["node", WORK / "peers.mjs"],
        "rust": [rust],
    }[way]
    environment = {
        "PATH": os.environ["PATH"] + ":/usr/games",
        "PYTHONPATH": str(WORK / "pychess/usr/lib/python3/dist-packages"),
    }
    path = WORK / f"{way}-{name}{''.join(core)}.tsv"
    # Some take minutes: what they answered to the same rows is kept.
    adapters = [*HERE.glob("peers.*"), *HERE.glob("src/*")]
    changed = max(file.stat().st_mtime for file in [*SUITE.glob("*.tsv"), *adapters])
    if path.exists() and path.stat().st_mtime > changed:
        return path
    unfinished = path.with_suffix(".unfinished")
    with open(unfinished, "w", encoding="utf-8") as file:
        run(*command, name, SUITE, *core, stdout=file, stderr=subprocess.DEVNULL,
            env={**os.environ, **environment})
    unfinished.rename(path)
    return path


def verdict(path, only):
    judged = subprocess.run(
        [PROGRAM, "judge", path, "--suite", SUITE, "--format", "json", "--show", "100000", *only],
        capture_output=True, encoding="utf-8",
    )
    if judged.returncode not in (0, 1):
        sys.exit(judged.stderr)
    return json.loads(judged.stdout)


def cell(kinds, file):
    rows = [kind for kind in kinds if kind["file"] == file]
    asked = sum(kind["rows"] - kind["unable"] for kind in rows)
    right = sum(kind["right"] for kind in rows)
    return "not offered" if asked == 0 else f"{right:,} of {asked:,}" if right < asked else "all"


def accepted(kinds):
    rows = [kind for kind in kinds if kind["file"] == "lenient.tsv"]
    total = sum(kind["rows"] for kind in rows)
    return f"{100 * sum(kind['accepted'] for kind in rows) // total} %"


def findings(kinds):
    """The kinds with most wrong rows, and of each the row with the simplest position."""
    lines = []
    wrong = [kind for kind in kinds if kind["wrong"] and kind["file"] != "null.tsv"]
    wrong.sort(key=lambda kind: (-kind["misread"] / kind["rows"], -len(kind["wrong"]), kind["kind"]))
    shown = [kind for kind in wrong if kind["kind"] != "every-string"] or wrong
    for kind in shown[:KINDS_SHOWN]:
        row = min(kind["wrong"], key=lambda row: (len(row["fen"].split()[0]), row["id"]))
        number = f"{len(kind['wrong'])} of {kind['rows']}"
        got = row["got"] or "nothing"
        lines.append(
            f"- `{kind['kind']}`, {number} wrong. In `{row['fen']}`, `{row['given']}`: "
            f"`{got}` instead of `{row['expected']}` ({row['verdict']})."
        )
    others = [kind["kind"] for kind in shown[KINDS_SHOWN:]]
    if others:
        names = [f"`{name}`" for name in others[:KINDS_NAMED]]
        names += ["..."] * (len(others) > KINDS_NAMED)
        lines.append(f"- and {len(others)} more kinds: " + ", ".join(names))
    return lines


def main():
    core = sys.argv[1:2]
    libraries = [one for one in LIBRARIES if not core or (one[0], one[2]) in IN_CI]
    install({way for _, _, _, way, _ in libraries})
    if not core:
        deb = WORK / "pychess"
        if not deb.exists():
            run("apt-get", "download", "-qq", "pychess", cwd=WORK)
            run("dpkg", "-x", next(WORK.glob("pychess_*.deb")), deb)
    table, stories = [], []
    for name, version, source, way, note in libraries:
        only = ["--only", "read"] if (name, source) in READ_ONLY else []
        kinds = verdict(answers(name, way, core), only)
        cells = [cell(kinds, f"{file}.tsv") for file in ("canonical", "refuse", "lenient", "legal")]
        misread = sum(kind["misread"] for kind in kinds)
        table.append(
            f"| {name} | {version}, {source} | " + " | ".join(cells) + f" | {misread:,} | {accepted(kinds)} |"
        )
        lines = findings(kinds)
        if lines or note:
            parts = [f"### {name} {version} ({source})", note, "\n".join(lines)]
            stories.append("\n\n".join(part for part in parts if part) + "\n")
        print(f"{name} {version} ({source}): " + ", ".join(cells), flush=True)
        if core and cells[0] != "all":
            sys.exit(f"{name}: of what is canonical all was right, and is not: the adapter?")
    if not core:
        text = (HERE / "peers.md").read_text(encoding="utf-8")
        text = text.replace("TABLE\n", "\n".join(table) + "\n").replace("STORIES\n", "\n".join(stories))
        (ROOT / "docs/peers.md").write_text(text.rstrip("\n") + "\n", encoding="utf-8")


main()
