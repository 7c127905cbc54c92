#!/usr/bin/env python3
"""Runs a command, ends it after a time, and leaves nothing behind that it started.

Usage: limit.py SECONDS COMMAND [ARGUMENT…]

Exit status: that of the command, or 124 when the time was up. `swift test` puts the tests into
a process group of their own and does not take them with it when it is ended; so whatever still
runs is found by descent, not by group. SIGTERM and SIGINT end the command early.
"""

import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
GRACE_SECONDS = 5.0


class Interrupted(Exception):
    pass


def descendants() -> list[int]:
    """Every process below this one, from /proc; empty where there is none."""
    children: dict[int, list[int]] = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            # "pid (name) state parent …", and the name may hold anything, a ")" too.
            state, parent = stat.read_text(errors="replace").rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            children.setdefault(int(parent), []).append(int(stat.parent.name))
    found, open_ends = [], [os.getpid()]
    while open_ends:
        below = children.get(open_ends.pop(), [])
        found += below
        open_ends += below
    return found


def end_all() -> None:
    """SIGTERM to all below, then SIGKILL to what is still there."""
    deadline = time.monotonic() + GRACE_SECONDS
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid in descendants():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue
        while number == signal.SIGTERM and descendants() and time.monotonic() < deadline:
            time.sleep(0.05)


def main(arguments: list[str]) -> int:
    if len(arguments) < 2 or not arguments[0].isdigit():
        print(__doc__.strip(), file=sys.stderr)
        return 2
    seconds, command = int(arguments[0]), arguments[1:]

    def interrupt(*_):
        raise Interrupted

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, interrupt)
    if sys.platform == "linux":
        # What loses its parent becomes our child, and so stays in reach.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        running = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        status = running.wait(seconds)
        return status if status >= 0 else 128 - status
    except FileNotFoundError:
        print(f"{command[0]}: not found", file=sys.stderr)
        return 127
    except subprocess.TimeoutExpired:
        print(f"\nended after {seconds} s: {' '.join(command)}", file=sys.stderr)
        return 124
    except Interrupted:
        return 130
    finally:
        end_all()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
