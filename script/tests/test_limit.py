"""A command under a limit ends in time, and so does all that it started."""

import os
import pathlib
import signal
import subprocess
import sys
import unittest

LIMIT = pathlib.Path(__file__).resolve().parents[1] / "lib" / "limit.py"

# Starts a child in a session of its own, says its number, and then does `rest`.
PARENT = (
    "import subprocess, sys, time\n"
    "child = subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
    "print(child.pid, flush=True)\n"
)


def limited(seconds: int, rest: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, LIMIT, str(seconds), sys.executable, "-c", PARENT + rest],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


class LimitTests(unittest.TestCase):
    def test_the_status_of_the_command_is_passed_on(self):
        running = limited(60, "raise SystemExit(3)")
        running.communicate()

        self.assertEqual(running.returncode, 3)

    def test_what_a_command_leaves_behind_ends_with_it(self):
        child, _ = limited(60, "pass").communicate()

        self.assertFalse(is_alive(int(child)))

    def test_a_command_out_of_time_ends_with_all_it_started(self):
        running = limited(1, "time.sleep(600)")
        child, said = running.communicate()

        self.assertEqual(running.returncode, 124)
        self.assertIn("ended after 1 s", said)
        self.assertFalse(is_alive(int(child)))

    def test_an_interrupted_command_ends_with_all_it_started(self):
        running = limited(60, "time.sleep(600)")
        child = int(running.stdout.readline())
        running.send_signal(signal.SIGTERM)
        running.communicate()

        self.assertEqual(running.returncode, 130)
        self.assertFalse(is_alive(child))


if __name__ == "__main__":
    unittest.main()
