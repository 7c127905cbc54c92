"""Attacks on a running Hub, and what honest pushes meet while they go on.

    with Honest(device, pushes=5_000) as honest:
        quiet = honest.measure(seconds=5)
        with Flood("slow-bodies", hub.link, connections=500, bearer=device.bearer):
            attacked = honest.measure(seconds=5)
    print(attacked.p99 / quiet.p99)

An attack is a process of its own, and so is the honest device: neither waits for the other's turn,
only for the Hub. An attack yields to both where the machine is too small for all three.
"""

import asyncio
import contextlib
import dataclasses
import datetime
import multiprocessing
import os
import pathlib
import random
import socket
import time
import urllib.parse

from device import PUSH, Device, session

A_TIME = datetime.datetime(2026, 3, 2, 9, 30, tzinfo=datetime.timezone.utc)
# What the honest device does: so many connections, each with a pause between two pushes.
HONEST_CONNECTIONS = 4
HONEST_PAUSE_SECONDS = 0.01
# A stop is asked for; then the process is ended.
STOP_SECONDS = 60

_processes = multiprocessing.get_context("spawn")


@dataclasses.dataclass(frozen=True)
class Latencies:
    """How long pushes took, in milliseconds, sorted; and how many were not answered with 200."""

    milliseconds: list[float]
    failures: int

    def __add__(self, other: "Latencies") -> "Latencies":
        return Latencies(
            sorted(self.milliseconds + other.milliseconds), self.failures + other.failures
        )

    @property
    def p50(self) -> float:
        return self._at(0.50)

    @property
    def p99(self) -> float:
        return self._at(0.99)

    def _at(self, part: float) -> float:
        return self.milliseconds[min(len(self.milliseconds) - 1, int(len(self.milliseconds) * part))]


class Processors:
    """Who had the machine's processors over some times, in processors: 1.00 is one of them, always."""

    def __init__(self):
        self._spent: dict[str, float] = {}
        self._seconds = 0.0

    @contextlib.contextmanager
    def watching(self, **pids: int):
        """Counts the time of the block, and what of it these processes took, by their names."""
        start, before = time.monotonic(), self._so_far(pids)
        yield
        self._seconds += time.monotonic() - start
        for name, seconds in self._so_far(pids).items():
            self._spent[name] = self._spent.get(name, 0) + seconds - before[name]

    def __str__(self) -> str:
        return ", ".join(
            f"{name} {spent / self._seconds:.2f}" for name, spent in self._spent.items()
        )

    def _so_far(self, pids: dict[str, int]) -> dict[str, float]:
        each = {name: _processor_seconds(pid) for name, pid in pids.items()}
        first = pathlib.Path("/proc/stat").read_text().splitlines()[0]
        user, nice, system, _, _, irq, softirq, steal = map(int, first.split()[1:9])
        busy = (user + nice + system + irq + softirq) / _TICKS_A_SECOND
        return each | {"others": busy - sum(each.values()), "stolen": steal / _TICKS_A_SECOND}


_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def _processor_seconds(pid: int) -> float:
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_A_SECOND


def forget_peak(pid: int) -> None:
    """Has ``peak_megabytes`` begin anew with what the process has now."""
    pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")


def peak_megabytes(pid: int) -> float:
    """The most memory that the process had resident since ``forget_peak``, or ever (VmHWM)."""
    return _status_megabytes(pid, "VmHWM:")


def resident_megabytes(pid: int) -> float:
    """The memory that the process has resident now."""
    return _status_megabytes(pid, "VmRSS:")


def _status_megabytes(pid: int, name: str) -> float:
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith(name))
    return int(line.split()[1]) / 1024


# -- The honest device


class Honest:
    """A device that pushes as apps do, from a process of its own, all the time."""

    def __init__(self, device: Device, pushes: int):
        """`pushes` are made ready beforehand; four hundred a second are the most that it sends."""
        self._device = device
        self._pushes = pushes

    def __enter__(self) -> "Honest":
        self._pipe, theirs = _processes.Pipe()
        self._process = _processes.Process(
            target=_push_for_ever, args=(theirs, self._device.link, self._requests()), daemon=True
        )
        self._process.start()
        return self

    def __exit__(self, *_) -> None:
        self._pipe.send(None)
        _end(self._process)

    @property
    def pid(self) -> int:
        return self._process.pid

    def measure(self, seconds: float) -> Latencies:
        """The pushes of the next seconds."""
        self._pipe.send(seconds)
        assert self._pipe.poll(seconds + 60), "the honest device is stuck"
        return Latencies(*self._pipe.recv())

    def _requests(self) -> list[bytes]:
        """Enough different pushes that none has been answered before while it is measured."""
        bodies = [self._device.push_request(session(A_TIME, 25)) for _ in range(self._pushes)]
        return [request_of("POST", PUSH, self._device.link, self._device.bearer, b) for b in bodies]


def _push_for_ever(pipe, link: str, requests: list[bytes]) -> None:
    asyncio.run(_push_when_asked(pipe, link, requests))


async def _push_when_asked(pipe, link: str, requests: list[bytes]) -> None:
    loop = asyncio.get_running_loop()
    waiting = iter(requests)
    while (seconds := await loop.run_in_executor(None, pipe.recv)) is not None:
        end = loop.time() + seconds
        parts = await asyncio.gather(
            *(_push_until(end, link, waiting) for _ in range(HONEST_CONNECTIONS))
        )
        taken = sorted(one for milliseconds, _ in parts for one in milliseconds)
        pipe.send((taken, sum(failures for _, failures in parts)))


async def _push_until(end: float, link: str, requests) -> tuple[list[float], int]:
    loop = asyncio.get_running_loop()
    taken, failures, connection = [], 0, None
    while loop.time() < end:
        request = next(requests)
        start = time.perf_counter()
        # An idle connection may be given up by the Hub; a device then opens another, once.
        for attempt in range(2):
            try:
                if connection is None:
                    connection = await asyncio.open_connection(*address_of(link))
                status = await asyncio.wait_for(_exchange(*connection, request), timeout=30)
                failures += status != 200
                break
            except (OSError, EOFError, asyncio.TimeoutError):
                if connection is not None:
                    connection[1].close()
                connection = None
                failures += attempt
        taken.append((time.perf_counter() - start) * 1_000)
        await asyncio.sleep(HONEST_PAUSE_SECONDS)
    if connection is not None:
        connection[1].close()
    return taken, failures


async def _exchange(reader, writer, request: bytes) -> int:
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = next(
        int(line.split(":")[1])
        for line in head.splitlines()
        if line.lower().startswith("content-length:")
    )
    await reader.readexactly(length)
    return int(head.split()[1])


# -- Attacks


class Flood:
    """One kind of attack, that goes on in a process of its own until the block ends."""

    def __init__(self, kind: str, link: str, connections: int, bearer: str):
        self._arguments = (kind, link, connections, bearer)

    def __enter__(self) -> "Flood":
        self._pipe, theirs = _processes.Pipe()
        self._process = _processes.Process(
            target=_attack, args=(theirs, *self._arguments), daemon=True
        )
        self._process.start()
        assert self._pipe.poll(120), "the attack did not begin"
        self._pipe.recv()
        return self

    def __exit__(self, *_) -> None:
        self._pipe.send(None)
        if self._pipe.poll(STOP_SECONDS):
            self.tried = self._pipe.recv()
        _end(self._process)

    @property
    def pid(self) -> int:
        return self._process.pid

    tried = 0
    """How often the attack did what it does; known at its end."""


def _end(process) -> None:
    process.join(STOP_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()


def _attack(pipe, kind: str, link: str, connections: int, bearer: str) -> None:
    os.nice(10)
    asyncio.run(_attack_until_told(pipe, Attack(link, bearer), kind, connections))


async def _attack_until_told(pipe, attack: "Attack", kind: str, connections: int) -> None:
    one = KINDS[kind]
    tasks = [asyncio.create_task(attack.again_and_again(one)) for _ in range(connections)]
    # It has begun once each of its connections has been tried, or after a while.
    deadline = time.monotonic() + 30
    while attack.begun < connections and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    pipe.send("begun")
    await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
    for task in tasks:
        task.cancel()
    pipe.send(attack.tried)


class Attack:
    """What the connections of one attack share."""

    def __init__(self, link: str, bearer: str):
        self.link = link
        self.bearer = bearer
        self.begun = 0
        self.tried = 0

    async def again_and_again(self, one) -> None:
        first = True
        while True:
            writer = None
            try:
                reader, writer = await asyncio.open_connection(*address_of(self.link))
                self.begun += first
                first = False
                self.tried += 1
                await one(self, reader, writer)
            except (OSError, EOFError, asyncio.LimitOverrunError):
                await asyncio.sleep(random.uniform(0.1, 0.5))
            finally:
                if writer is not None:
                    writer.close()

    def request(self, method: str, path: str, body: bytes = b"", *more: str) -> bytes:
        return request_of(method, path, self.link, self.bearer, body, *more)


async def _say_nothing(attack: Attack, reader, writer) -> None:
    await reader.read()


async def _keep_alive(attack: Attack, reader, writer) -> None:
    writer.write(attack.request("GET", "/health"))
    await reader.read()


async def _send_a_slow_head(attack: Attack, reader, writer) -> None:
    writer.write(b"POST /v1/sync/push HTTP/1.1\r\nHost: ")
    await _trickle(reader, writer, b"a")


async def _send_a_slow_body(attack: Attack, reader, writer) -> None:
    head, _, _ = attack.request("POST", PUSH, b" " * 900_000).partition(b"\r\n\r\n")
    writer.write(head + b"\r\n\r\n" + b" " * 800_000)
    await _trickle(reader, writer, b" ")


async def _trickle(reader, writer, byte: bytes) -> None:
    """Sends one byte a second until the Hub answers or closes."""
    # One read for all of it: a second one beside it fails at once, and with it the pause.
    answered = asyncio.create_task(reader.read(1))
    try:
        while not answered.done():
            writer.write(byte)
            await writer.drain()
            await asyncio.wait([answered], timeout=1)
        await answered
    finally:
        answered.cancel()


async def _send_too_much(attack: Attack, reader, writer) -> None:
    head = attack.request("POST", PUSH).partition(b"\r\nContent-Length")[0]
    if random.random() < 0.5:
        writer.write(head + b"\r\nContent-Length: 20000000\r\n\r\n")
        chunk = b" " * 65_536
    else:
        writer.write(head + b"\r\nTransfer-Encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
    for _ in range(300):
        writer.write(chunk)
        await writer.drain()


async def _nest_deeply(attack: Attack, reader, writer) -> None:
    opening = random.choice([b"[", b'{"domain":', b'{"mutations":[{"record":'])
    body = opening * (900_000 // len(opening))
    writer.write(attack.request("POST", PUSH, body))
    await _answered(reader)


async def _smuggle(attack: Attack, reader, writer) -> None:
    writer.write(random.choice(SMUGGLING)(attack))
    await reader.read()


async def _open_a_stream(attack: Attack, reader, writer) -> None:
    writer.write(attack.request("GET", "/v1/sync/events"))
    await reader.read()


async def _guess_a_password(attack: Attack, reader, writer) -> None:
    body = urllib.parse.urlencode({"name": "Ada", "password": f"guess {random.random()}"}).encode()
    form = "Content-Type: application/x-www-form-urlencoded"
    request = request_of("POST", "/signin", attack.link, None, body, form, "Sec-Fetch-Site: same-origin")
    writer.write(request)
    await _answered(reader)


async def _answered(reader) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.decode("latin-1").splitlines():
        if line.lower().startswith("content-length:"):
            await reader.readexactly(int(line.split(":")[1]))


KINDS = {
    "silent": _say_nothing,
    "idle": _keep_alive,
    "slow-heads": _send_a_slow_head,
    "slow-bodies": _send_a_slow_body,
    "oversized": _send_too_much,
    "deep": _nest_deeply,
    "smuggling": _smuggle,
    "streams": _open_a_stream,
    "guesses": _guess_a_password,
}

# A second request that hides in the first one, in every way that two readers could differ over.
HIDDEN = b"GET /health HTTP/1.1\r\nHost: hidden\r\n\r\n"


def _hidden(*framing: bytes, body: bytes = HIDDEN):
    def request(attack: Attack) -> bytes:
        head = attack.request("POST", PUSH).partition(b"\r\nContent-Length")[0]
        return b"\r\n".join([head, *framing]) + b"\r\n\r\n" + body

    return request


SMUGGLING = [
    _hidden(b"Content-Length: 5", b"Content-Length: 0"),
    _hidden(b"Content-Length: 0, 5"),
    _hidden(b"Content-Length: +0"),
    _hidden(b"Content-Length: 0x0"),
    _hidden(b"Content-Length: 5", b"Transfer-Encoding: chunked", body=b"0\r\n\r\n" + HIDDEN),
    _hidden(b"Transfer-Encoding: chunked", b"Content-Length: 5", body=b"0\r\n\r\n" + HIDDEN),
    _hidden(b"Transfer-Encoding: chunked, chunked", body=b"0\r\n\r\n" + HIDDEN),
    _hidden(b"Transfer-Encoding: chunked", b"Transfer-Encoding: x", body=b"0\r\n\r\n" + HIDDEN),
    _hidden(b"Transfer-Encoding: xchunked", body=b"0\r\n\r\n" + HIDDEN),
    _hidden(b"Transfer-Encoding : chunked", body=b"0\r\n\r\n" + HIDDEN),
    _hidden(b" Transfer-Encoding: chunked", body=b"0\r\n\r\n" + HIDDEN),
    _hidden(b"Transfer-Encoding: \x0bchunked", body=b"0\r\n\r\n" + HIDDEN),
    _hidden(b"Transfer-Encoding:\x00chunked", body=b"0\r\n\r\n" + HIDDEN),
    _hidden(b"X: a\nContent-Length: 5"),
    _hidden(b"X: a\rContent-Length: 5"),
    _hidden(b"Transfer-Encoding: chunked", body=b"-1\r\n\r\n" + HIDDEN),
    _hidden(b"Transfer-Encoding: chunked", body=b"0;" + b"x" * 100_000 + b"\r\n\r\n" + HIDDEN),
    _hidden(b"Transfer-Encoding: chunked", body=b"fffffffffffffffff\r\n" + HIDDEN),
]


# -- Requests


def address_of(link: str) -> tuple[str, int]:
    return "127.0.0.1", urllib.parse.urlsplit(link).port


def request_of(
    method: str, path: str, link: str, bearer: str | None, body: bytes = b"", *more: str
) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {urllib.parse.urlsplit(link).netloc}"]
    if bearer is not None:
        lines += [f"Authorization: Bearer {bearer}", "Sync-Protocol: 2"]
    lines += more or ["Content-Type: application/json"]
    lines += [f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode() + body


def answers_of(link: str, request: bytes, patience_seconds: float = 60) -> bytes:
    """All that the Hub says to these bytes until it closes, or says nothing more."""
    with socket.create_connection(address_of(link), timeout=patience_seconds) as connection:
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # It need not read to the end what it will not take.
        said = b""
        try:
            while piece := connection.recv(65_536):
                said += piece
        except ConnectionError:
            pass
        return said
