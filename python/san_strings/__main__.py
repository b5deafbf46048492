"""The command `san-strings`: the same program that Cargo builds."""

import signal
import sys

from . import _native


def main() -> int:
    # The Rust program handles Ctrl-C itself, so we remove Python's handler.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.run(["san-strings", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
