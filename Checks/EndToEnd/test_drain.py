"""The end of a Hub under load: what was answered is stored, nothing half, and every stream ends.

Devices push on connections that stay open and listen on streams while the Hub is asked to end.
"""

import asyncio
import dataclasses
import socket
import threading
import time

import figures
from device import PUSH, Device, session
from floods import A_TIME, address_of, request_of
from hub import Hub
from person import Person

DEVICES = 4
CONNECTIONS = 6
STREAMS = 3
RECORDS = 3
"""Of one push, which are stored together or not at all."""
ANSWERS = 300
"""Before the Hub is asked to end."""
DRAIN_SECONDS = 10
PATIENCE_SECONDS = 60


@dataclasses.dataclass
class Push:
    ids: list[str]
    status: int | None = None
    """None where the Hub closed before it had begun to answer."""


class Load(threading.Thread):
    """Pushes and listens on many connections, until the Hub has closed each of them."""

    def __init__(self, devices: list[Device]):
        super().__init__(daemon=True)
        self.devices = devices
        self.pushes: list[Push] = []
        self.streams: list[bytes] = []
        self.problems: list[str] = []
        self.listening = 0
        self.answered = 0
        self.has_answers = threading.Event()

    def run(self) -> None:
        asyncio.run(self._everything())

    async def _everything(self) -> None:
        work = [
            one(device)
            for device in self.devices
            for one in [self._push] * CONNECTIONS + [self._listen] * STREAMS
        ]
        await asyncio.wait_for(asyncio.gather(*work), PATIENCE_SECONDS)

    async def _push(self, device: Device) -> None:
        reader, writer = await asyncio.open_connection(*address_of(device.link))
        while True:
            records = [session(A_TIME, 25) for _ in range(RECORDS)]
            push = Push([record["id"] for record in records])
            self.pushes.append(push)
            body = device.push_request(*records)
            try:
                writer.write(request_of("POST", PUSH, device.link, device.bearer, body))
                push.status = await self._answer(reader)
            except ConnectionError:
                pass  # The Hub had closed it before the request.
            if push.status != 200:
                break
            self.answered += 1
            if self.answered == ANSWERS:
                self.has_answers.set()
        writer.close()

    async def _answer(self, reader) -> int | None:
        """The status of a whole answer; None where there is not a byte of one."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = head.partition("content-length:")[2].partition("\r\n")[0]
            await reader.readexactly(int(length))
            return int(head.split()[1])
        except asyncio.IncompleteReadError as end:
            if end.partial:
                self.problems.append(f"half an answer: {end.partial!r}")
            return None

    async def _listen(self, device: Device) -> None:
        reader, writer = await asyncio.open_connection(*address_of(device.link))
        writer.write(request_of("GET", "/v1/sync/events", device.link, device.bearer))
        said = await reader.readuntil(b"\r\n\r\n")
        self.listening += 1
        while piece := await reader.read(65_536):
            said += piece
        self.streams.append(said)
        writer.close()


def devices_of(hub: Hub, count: int) -> list[Device]:
    person = Person.who_owns(hub)
    return [person.connect(Device.ask(hub.link), f"Device {n + 1}") for n in range(count)]


def test_a_hub_that_ends_under_load_keeps_what_it_answered_and_nothing_half(hub):
    load = Load(devices_of(hub, DEVICES))
    load.start()
    assert load.has_answers.wait(PATIENCE_SECONDS) and load.listening == DEVICES * STREAMS

    begun = time.monotonic()
    hub.stop()
    seconds = time.monotonic() - begun
    load.join(PATIENCE_SECONDS)

    assert not load.is_alive() and not load.problems, load.problems
    figures.tell("a Hub under load, from SIGTERM to its end", f"{seconds:.2f} s")
    assert {push.status for push in load.pushes} <= {200, 503, None}
    assert len(load.streams) == DEVICES * STREAMS
    for said in load.streams:
        assert said.startswith(b"HTTP/1.1 200 ") and b"event: head" in said
        assert said.endswith(b"\n\n\r\n0\r\n\r\n"), said[-200:]

    hub.start()
    held = set(load.devices[0].pull())
    answered = [push for push in load.pushes if push.status == 200]
    assert len(answered) >= ANSWERS
    lost = [id for push in answered for id in push.ids if id not in held]
    assert not lost
    half = [push for push in load.pushes if 0 < len(held.intersection(push.ids)) < RECORDS]
    assert not half
    hub.stop()


def half_a_push(device: Device):
    """A connection on which a request has begun, which the Hub waits for."""
    request = request_of("POST", PUSH, device.link, device.bearer, b" " * 10_000)
    connection = socket.create_connection(address_of(device.link), timeout=PATIENCE_SECONDS)
    connection.sendall(request[:-5_000])
    return connection


def test_a_hub_waits_for_a_request_that_has_begun_but_not_for_ever(hub):
    [device] = devices_of(hub, 1)
    with half_a_push(device):
        begun = time.monotonic()
        hub.stop()
        seconds = time.monotonic() - begun

    assert seconds > DRAIN_SECONDS - 1


def test_a_hub_that_is_asked_once_more_ends_at_once(hub):
    [device] = devices_of(hub, 1)
    device.push(stored := session(A_TIME, 25))
    with half_a_push(device):
        begun = time.monotonic()
        hub.program.ask_to_end()
        hub.program.wait_for("Ask again to end at once")
        # What comes within a second is the same asking, which terminals and supervisors pass on.
        while hub.program.exit_status is None:
            hub.program.ask_to_end()
            time.sleep(0.1)
        seconds = time.monotonic() - begun

    # One that had waited for the request would have ended with 0.
    assert hub.program.exit_status == 1 and seconds > 1
    hub.start()
    assert stored["id"] in device.pull()
    hub.stop()
