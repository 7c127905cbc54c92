"""Starts the real programs, and never leaves one behind.

    def test_hub_answers(programs, tmp_path):
        hub = programs.start(binary("hub"), "serve", "--data", tmp_path, "--port", "0")
        link = hub.wait_for_link()
        wait_until_answered(link + "/health")
        hub.kill()

`programs` is the fixture in conftest.py; what it started is stopped at the end of the test.
"""

import codecs
import os
import pathlib
import pty
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

LINK = re.compile(r"https?://[^\s\"'<>]*[^\s\"'<>.,;:)]")

# Waiting ends here, not earlier: a slow machine makes a check slow, not red.
PATIENCE_SECONDS = 60.0


class ProgramError(AssertionError):
    """A program did not do what was waited for; the text has the end of what it printed."""


def binary(product: str) -> pathlib.Path:
    """The built executable of that product, where script/test says it is."""
    variable = product.upper().replace("-", "_") + "_BIN"
    path = os.environ.get(variable)
    if not path:
        raise ProgramError(
            f"{variable} is not set. Run these checks with script/test EndToEnd, which builds"
            f" '{product}' and sets it; this repository may have no such product."
        )
    if not os.access(path, os.X_OK):
        raise ProgramError(f"{variable} is {path}, which is no executable file")
    return pathlib.Path(path)


def free_port() -> int:
    """A port of this machine that nobody listened on a moment ago.

    For a program that must come back on the same port; else let it choose (`--port 0`).
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def private_environment(home: pathlib.Path, **more: str) -> dict[str, str]:
    """An environment whose home and XDG folders are inside `home`.

    A program under test then neither reads nor writes anything of the person who runs it.
    """
    kept = {name: os.environ[name] for name in ("PATH", "TZ", "LANG") if name in os.environ}
    folders = {
        "HOME": home,
        "XDG_DATA_HOME": home / "data",
        "XDG_CONFIG_HOME": home / "config",
        "XDG_STATE_HOME": home / "state",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_RUNTIME_DIR": home / "run",
    }
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return kept | {name: str(folder) for name, folder in folders.items()} | more


def request_to(url: str) -> urllib.request.Request:
    """A request to this machine; what ends in .localhost is here, whatever the resolver knows."""
    parts = urllib.parse.urlsplit(url)
    address = parts._replace(netloc=f"127.0.0.1:{parts.port}")
    return urllib.request.Request(address.geturl(), headers={"Host": parts.netloc})


def wait_until_answered(url: str, status: int = 200) -> str:
    """Asks for `url` until it is answered with that status; returns the body as text."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    last = "nothing was answered"
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(request_to(url), timeout=5) as answer:
                found, body = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            found, body = error.code, error.read().decode(errors="replace")
        except OSError as error:
            last = str(error)
            time.sleep(0.02)
            continue
        if found == status:
            return body
        last = f"status {found}: {body[:200]}"
        time.sleep(0.02)
    raise ProgramError(f"{url} did not answer {status} in {PATIENCE_SECONDS:.0f} s; {last}")


class Program:
    """A running program, all it started, and what it prints (both streams, in order).

    At a terminal it asks its questions, which `wait_for` finds and `type` answers.
    """

    def __init__(self, command, environment, folder, log: pathlib.Path, at_terminal: bool = False):
        self.command = [str(part) for part in command]
        self.name = pathlib.Path(self.command[0]).name
        self.log = log
        self._changed = threading.Condition()
        self._lines: list[str] = []
        self._begun = ""
        self._at_terminal = at_terminal
        self._ended = False
        self._output, theirs = pty.openpty() if at_terminal else os.pipe()
        try:
            # A session of its own is also a process group: killing it reaches its children.
            self._process = subprocess.Popen(
                self.command,
                env=environment,
                cwd=folder,
                stdin=theirs if at_terminal else subprocess.DEVNULL,
                stdout=theirs,
                stderr=theirs,
                start_new_session=True,
            )
        except OSError:
            os.close(self._output)
            raise
        finally:
            os.close(theirs)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def exit_status(self) -> int | None:
        """None while it runs; minus the signal's number when a signal ended it."""
        return self._process.poll()

    @property
    def output(self) -> str:
        with self._changed:
            return "".join(self._lines) + self._begun

    def type(self, line: str) -> None:
        """Types a line at its terminal."""
        os.write(self._output, f"{line}\n".encode())

    def wait_for(self, pattern: str | re.Pattern) -> re.Match:
        """The first match of `pattern` in a line that it has printed or will print.

        Raises `ProgramError` when it ends first, or prints nothing like it for a minute.
        """
        expression = re.compile(pattern)
        deadline = time.monotonic() + PATIENCE_SECONDS
        seen = 0
        with self._changed:
            while True:
                for line in self._lines[seen:]:
                    if match := expression.search(line):
                        return match
                seen = len(self._lines)
                # A question ends no line; what a pipe brought of one may be half a link.
                if self._at_terminal and (match := expression.search(self._begun)):
                    return match
                if self._ended:
                    raise self.error(f"ended before it printed {expression.pattern!r}")
                left = deadline - time.monotonic()
                if left <= 0:
                    raise self.error(f"did not print {expression.pattern!r}")
                self._changed.wait(left)

    def wait_for_link(self) -> str:
        """The first link it prints, without a slash at the end."""
        return self.wait_for(LINK).group().rstrip("/")

    def wait(self) -> int:
        """Waits for its end; its exit status."""
        try:
            status = self._process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            raise self.error("is still running") from None
        # A child that outlives it may hold the pipe: what is there is read, no more awaited.
        self._reader.join(1)
        return status

    def kill(self) -> None:
        """SIGKILL to it and all it started, as a power cut would: nobody can tidy up."""
        self._signal(signal.SIGKILL)
        self.wait()

    def kill_alone(self) -> None:
        """SIGKILL to it, not to what it started."""
        self._process.kill()
        self.wait()

    def interrupt(self) -> None:
        """SIGINT, as Ctrl-C sends it."""
        self._signal(signal.SIGINT)

    def ask_to_end(self) -> None:
        """SIGTERM to it, not to what it started."""
        if self.exit_status is None:
            self._process.terminate()

    def stop(self) -> int:
        """Asks it to end (SIGTERM) and waits; its exit status. What stays behind is killed."""
        self.ask_to_end()
        try:
            return self.wait()
        finally:
            self._signal(signal.SIGKILL)

    def error(self, what: str) -> ProgramError:
        """An error that says `what`, the command, and the end of what was printed."""
        tail = "".join(self._lines[-30:]) + self._begun
        return ProgramError(f"{' '.join(self.command)} {what}. It printed:\n{tail}({self.log})")

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self.pid, number)
        except ProcessLookupError:
            pass  # Nothing of its group is left, which is what was wanted.

    def _read(self) -> None:
        with self.log.open("w") as log:
            for text in self._pieces():
                log.write(text)
                log.flush()
                with self._changed:
                    *lines, self._begun = (self._begun + text).split("\n")
                    self._lines += [f"{line}\n" for line in lines]
                    self._changed.notify_all()
        with self._changed:
            if self._begun:
                self._lines.append(self._begun)
                self._begun = ""
            self._ended = True
            self._changed.notify_all()

    def _pieces(self):
        """What it prints, as it comes, until nobody is left who could print."""
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        try:
            while piece := os.read(self._output, 65_536):
                text = decoder.decode(piece)
                yield text.replace("\r", "") if self._at_terminal else text
        except OSError:
            pass  # So the last one leaves a terminal.
        finally:
            os.close(self._output)


class Programs:
    """The programs of one test. Leaving the `with` kills whatever of them still runs."""

    def __init__(self, home: pathlib.Path, logs: pathlib.Path):
        self.home = home
        self.logs = logs
        self._started: list[Program] = []
        self._count = 0
        logs.mkdir(parents=True, exist_ok=True)

    def __enter__(self) -> "Programs":
        return self

    def __exit__(self, *_) -> None:
        for program in reversed(self._started):
            program.kill()

    def start(
        self, command, *arguments, environment=None, folder=None, at_terminal: bool = False
    ) -> Program:
        """Starts it with a private environment, unless one is given, in `folder` or the home."""
        self._count += 1
        program = Program(
            [command, *arguments],
            environment if environment is not None else private_environment(self.home),
            folder or self.home,
            self.logs / f"{self._count}-{pathlib.Path(command).name}.log",
            at_terminal,
        )
        self._started.append(program)
        return program

    def run(self, command, *arguments, environment=None, folder=None, status: int = 0) -> str:
        """Runs it to its end; what it printed. Raises `ProgramError` for another exit status."""
        program = self.start(command, *arguments, environment=environment, folder=folder)
        found = program.wait()
        self.forget(program)
        if found != status:
            raise program.error(f"ended with status {found}, not {status}")
        return program.output

    def forget(self, program: Program) -> None:
        """Kills what is left of it now: later its number may be another's."""
        program.kill()
        self._started.remove(program)


def kill_count() -> int:
    """How many kills script/kills asks for."""
    return int(os.environ.get("KILLS", "20"))


def kill_seed() -> int:
    """The seed of the moments to kill at; a new one each time, unless script/kills sets it.

    Print it: `script/kills --seed N` repeats the run.
    """
    return int(os.environ.get("KILL_SEED") or int.from_bytes(os.urandom(4), "big"))
