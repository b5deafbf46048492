#!/usr/bin/env python3
"""Checks the diagram of the crates in ARCHITECTURE.md against `cargo metadata`. With `--write`, updates the diagram.

Each line shows a crate of the workspace, and the crates of the workspace on which it depends directly. A direct
dependency is left out if the crate also depends on it through another crate.
"""

import json
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).parents[2] / "ARCHITECTURE.md"
BLOCK = re.compile(r"(?<=<!-- crates -->\n```text\n).*?(?=```\n)", re.DOTALL)


def uses():
    """Maps each workspace package to the workspace packages that it depends on, without dev-dependencies."""
    command = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]
    packages = json.loads(subprocess.check_output(command, cwd=PAGE.parent))["packages"]
    names = {package["name"] for package in packages}
    return {
        package["name"]: {it["name"] for it in package["dependencies"] if it["kind"] is None} & names
        for package in packages
    }


def picture(uses):
    def below(name):
        return {name}.union(*map(below, uses[name]))

    def level(name):
        return 1 + max(map(level, uses[name]), default=0)

    def short(name):
        return name.removeprefix("san-strings-")

    lines = []
    for name in sorted(uses, key=lambda name: (-level(name), name)):
        through_others = set().union(*(below(one) - {one} for one in uses[name]))
        direct = sorted(map(short, uses[name] - through_others))
        lines.append(f"{level(name)}  {short(name):<14}{'->  ' * bool(direct)}{', '.join(direct)}".rstrip())
    return "\n".join(lines) + "\n"


def main():
    page = PAGE.read_text("utf-8")
    drawn = picture(uses())
    if "--write" in sys.argv:
        PAGE.write_text(BLOCK.sub(lambda _: drawn, page), "utf-8")
    elif BLOCK.findall(page) != [drawn]:
        sys.exit(f"ARCHITECTURE.md: the diagram of the crates is out of date; --write updates it\n{drawn}")
    print("the diagram of the crates matches cargo metadata")


if __name__ == "__main__":
    main()
