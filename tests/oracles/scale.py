"""Checks that several processes grow the same tree, byte for byte, as one process.

`python3 tests/oracles/scale.py san-strings` runs the steps of `san-strings tree steps` three times:

- with `make -j2`, from the Makefile that the program writes
- as Dask tasks on two worker processes, one of which we kill during the run
- with the script of docs/scale.md

All three trees must be identical to a tree that a single process has grown.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

import dask
from dask.distributed import Client, LocalCluster

PLIES = "5"
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/scale.md"


def run(step, *_needs):
    """Runs a step on a worker. Dask first runs the steps in `_needs`, and may run a step twice."""
    subprocess.run(step, check=True, stdout=subprocess.DEVNULL)
    return os.getpid()


def graph(steps, program):
    """Turns the steps into Dask tasks. The key of a task is the name of the file that the task writes."""
    tasks = {}
    for step in steps:
        command = [program, "--quiet", "--jobs", "1", *step["command"][1:]]
        needs = [tasks[need] for need in step["needs"]]
        tasks[step["makes"]] = dask.delayed(run, pure=False)(command, *needs)
    return tasks


def kill_one(client, scratch):
    """Kills a worker process after the work on the last ply has begun."""
    while not list(pathlib.Path(scratch).glob("005-moves-*")):
        time.sleep(0.005)
    victim = next(iter(client.run(os.getpid).values()))
    os.kill(victim, signal.SIGKILL)
    print(f"worker {victim} killed")


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run(
            [program, "--quiet", "tree", "grow", "one.tree", "--plies", PLIES], check=True
        )
        one = pathlib.Path("one.tree").read_bytes()
        steps = [program, "tree", "steps", "--plies", PLIES, "--parts", "16"]

        makefile = subprocess.check_output([*steps, "made.tree"])
        pathlib.Path("Makefile").write_bytes(makefile)
        subprocess.run(
            ["make", "-s", "-j2", f"SAN_STRINGS={program} --quiet --jobs 1"], check=True
        )
        assert pathlib.Path("made.tree").read_bytes() == one
        print("make -j2: the same bytes")

        plan = json.loads(
            subprocess.check_output([*steps, "dask.tree", "--format", "json"])
        )
        with LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster, Client(cluster) as client:
            tasks = graph(plan["steps"], program)
            killer = threading.Thread(target=kill_one, args=(client, "dask.tree.scratch"))
            killer.start()
            client.compute(tasks["dask.tree"]).result()
            killer.join()
        assert pathlib.Path("dask.tree").read_bytes() == one
        assert not pathlib.Path("dask.tree.scratch").exists()
        print("Dask, two workers, one of them killed: the same bytes")

        # Save and run the script from docs/scale.md as a reader would.
        script = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[1]
        pathlib.Path("grow.py").write_text(script, "utf-8")
        path = os.pathsep.join([os.path.dirname(program), os.environ["PATH"]])
        subprocess.run([sys.executable, "grow.py"], check=True, env={**os.environ, "PATH": path})
        assert pathlib.Path("chess.tree").read_bytes() == one
        print("the script of docs/scale.md: the same bytes")


if __name__ == "__main__":
    main()
