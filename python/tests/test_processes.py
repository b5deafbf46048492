"""Tests threads, forks and signals."""

import hashlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

from common import CORPUS
from san_strings import _native


def forked(games, texts):
    """Runs in a forked process, where the threads of the parent's pools do not exist."""
    v = games.vocabulary
    read = sum(len(piece) for piece in v.read(CORPUS, games=5000))
    return v.legal(games).ids.sum(), v.encode(texts).ids.sum(), read, len(v.encode_pgn(CORPUS))


def test_a_forked_worker_has_threads_of_its_own(v, texts, games):
    some = v.encode(texts[:500])
    expected = v.legal(some).ids.sum(), games.ids.sum(), len(games), len(games)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for _ in range(2):
            answer = pool.apply_async(forked, (some, texts))
            assert answer.get(timeout=60) == expected


@pytest.mark.parametrize("threads", ["1", "3"])
def test_threads_change_nothing(threads, games, v):
    code = (
        "import san_strings, hashlib, sys; v = san_strings.Vocabulary();"
        "g = v.encode_pgn(sys.argv[1]); l = v.legal(g);"
        "print(hashlib.sha256(b''.join(map(bytes, (g.ids, g.offsets, l.ids, l.offsets)))).hexdigest())"
    )
    legal = v.legal(games)
    arrays = (games.ids, games.offsets, legal.ids, legal.offsets)
    expected = hashlib.sha256(b"".join(map(bytes, arrays))).hexdigest()
    run = [sys.executable, "-c", code, CORPUS]
    environment = os.environ | {"SAN_STRINGS_THREADS": threads}
    output = subprocess.run(run, env=environment, check=True, capture_output=True, text=True)
    assert output.stdout.strip() == expected
    v = games.vocabulary
    games = v.encode_pgn(CORPUS, threads=int(threads))
    legal = v.legal(games, threads=int(threads))
    arrays = (games.ids, games.offsets, legal.ids, legal.offsets)
    assert hashlib.sha256(b"".join(map(bytes, arrays))).hexdigest() == expected


def test_there_are_as_many_threads_as_are_wanted(v, texts, monkeypatch):
    code = (
        "import os, sys, san_strings; v = san_strings.Vocabulary(); count = lambda: len(os.listdir('/proc/self/task'));"
        "before = count(); g = v.encode(sys.argv[1:], threads=3); v.legal(g, threads=3); g.boards(threads=3);"
        "v.legality(g, threads=3); san_strings.Positions(v, 9, threads=3).mask(); print(count() - before)"
    )
    run = lambda code, **more: subprocess.run(
        [sys.executable, "-c", code, *texts[:100]], env=os.environ | more, capture_output=True, text=True
    )
    assert run(code).stdout == "3\n"
    assert run(code.replace("threads=3", "threads=None"), SAN_STRINGS_THREADS="1").stdout == "1\n"
    for wrong in ["0", "-1", "many", "1.5"]:
        monkeypatch.setenv("SAN_STRINGS_THREADS", wrong)
        with pytest.raises(ValueError, match="SAN_STRINGS_THREADS must be a number from 1"):
            v.encode(["e4"])
        assert len(v.encode(["e4"], threads=1)) == 1
    with pytest.raises(ValueError, match="threads must be a number from 1"):
        v.encode(["e4"], threads=0)


def test_a_panic_is_an_exception():
    for on_thread in [False, True]:
        with pytest.raises(BaseException, match="asked for") as raised:
            _native._panic(on_thread)
        assert type(raised.value).__name__ == "PanicException"


def interrupted(code, *args, after=0.5):
    """Interrupts a program `after` seconds after its first line of output, and returns how many seconds it then takes
    to end."""
    run = [sys.executable, "-c", code, *map(str, args)]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        try:
            program.stdout.readline()
            time.sleep(after)
            assert program.poll() is None, program.stderr.read()
            program.send_signal(signal.SIGINT)
            start = time.monotonic()
            program.wait(timeout=20)
            end = time.monotonic()
            error = program.stderr.read()
            assert error.rstrip().endswith(b"KeyboardInterrupt") and b"panic" not in error, error
            return end - start
        finally:
            program.kill()


WAITING = """if True:
    import sys, threading, time
    from san_strings import Vocabulary

    v = Vocabulary()
    ticks = 0
    def tick():
        global ticks
        while True:
            time.sleep(0.01)
            ticks += 1
    threading.Thread(target=tick, daemon=True).start()
    print(flush=True)
    try:
        if sys.argv[2] == "read":
            next(v.read(sys.argv[1]))
        elif sys.argv[2] == "open":
            with open(sys.argv[1], "rb") as file:
                v.encode_pgn(file)
        else:
            v.encode_pgn(sys.argv[1])
    finally:
        # Python threads ran during the call, and no worker thread is still busy.
        assert ticks > 20, ticks
        assert v.legal(v.encode(["e4 e5"] * 1000)).ids.size == 40_000
"""


@pytest.mark.parametrize("how", ["read", "encode_pgn", "open"])
@pytest.mark.parametrize("written", [None, b"", b"1. e4 *\n\n" * 10])
def test_ctrl_c_is_answered_where_a_pipe_gives_nothing(how, written, tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    # Without a writer, even opening the pipe blocks.
    writer = None if written is None else os.open(path, os.O_RDWR)
    if writer is not None:
        os.write(writer, written)
    assert interrupted(WAITING, path, how) < 1
    if writer is not None:
        os.close(writer)


def test_ctrl_c_is_answered_at_work():
    code = """if True:
        import sys
        from san_strings import Games, Vocabulary
        import numpy as np

        v = Vocabulary()
        games = v.encode_pgn(sys.argv[1])
        many = np.tile(games.ids, 20), np.concatenate([[0], np.tile(np.diff(games.offsets), 20)]).cumsum()
        print(flush=True)
        if sys.argv[2] == "legal":
            v.legal(Games(v, *many))
        else:
            while True:
                v.encode(["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"] * 100_000)
    """
    for work in ["legal", "encode"]:
        assert interrupted(code, CORPUS, work) < 1


def test_ctrl_c_is_no_panic_while_numpy_is_loaded():
    code = """if True:
        import signal
        import numpy.lib

        class Interrupted(numpy.lib.NumpyVersion):
            def __init__(self, version):
                super().__init__(version)
                signal.raise_signal(signal.SIGINT)

        numpy.lib.NumpyVersion = Interrupted
        from san_strings import Vocabulary
        Vocabulary().encode(["e4"])
        raise AssertionError("nothing was interrupted")
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    error = done.stderr
    assert error.rstrip().endswith(b"KeyboardInterrupt") and b"panic" not in error, error


def in_child(work):
    """Runs `work` in a forked process, and returns its result as text."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            answer = str(work())
        except BaseException as error:
            answer = repr(error)
        os.write(write, answer.encode())
        os._exit(0)
    os.close(write)
    deadline = time.monotonic() + 30
    while not os.waitpid(child, os.WNOHANG)[0]:
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "it hangs"
        time.sleep(0.01)
    with os.fdopen(read) as answer:
        return answer.read()


def test_an_iterator_does_not_go_on_in_a_child(v):
    pieces = v.read(CORPUS, games=100)
    next(pieces)
    answer = in_child(lambda: next(pieces))
    assert "RuntimeError" in answer and "the parent process is reading" in answer
    assert "corpus.pgn: call read again in this process" in answer
    assert len(next(pieces)) == 100


def test_a_child_reads_and_works_at_once(v, games):
    """The reader has its own thread pool, so `legal` can run while the reader waits for us to take the next chunk."""
    code = """if True:
        import os, sys
        from san_strings import Vocabulary

        v = Vocabulary()
        v.encode(["e4"])
        if os.fork() == 0:
            pieces = v.read(sys.argv[1], games=1000)
            print(sum(len(v.legal(piece)) for piece in pieces), flush=True)
            os._exit(0)
        os.wait()
    """
    run = [sys.executable, "-c", code, str(CORPUS)]
    environment = os.environ | {"RAYON_NUM_THREADS": "1"}
    done = subprocess.run(run, env=environment, capture_output=True, check=True, timeout=100)
    assert int(done.stdout) == len(games.ids)


def test_children_of_a_process_at_work_work(texts):
    """Forks while other threads load lists and encode games for the first time."""
    code = """if True:
        import os, sys, threading
        from san_strings import Vocabulary

        def work():
            for name in ["base", "uci", "occurring", "symbols"]:
                v = Vocabulary(name)
                v.legal(v.encode(["e4 e5 Nf3"] * 300))

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        children = []
        for _ in range(10):
            child = os.fork()
            if child == 0:
                work()
                os._exit(0)
            children.append(child)
        for child in children:
            assert os.waitpid(child, 0)[1] == 0
    """
    for _ in range(3):
        subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize("end", ["", "del pieces", "os._exit(0)", "sys.exit(0)", "del file, pieces"])
def test_a_program_ends_while_an_open_file_is_read(end):
    code = f"""if True:
        import os, sys
        from san_strings import Vocabulary

        file = open(sys.argv[1], "rb")
        pieces = Vocabulary().read(file, games=10)
        next(pieces)
        {end}
    """
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", code, str(CORPUS)], capture_output=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
