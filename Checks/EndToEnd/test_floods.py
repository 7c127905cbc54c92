"""Attacks on a running Hub: honest pushes go on, and its memory stays bounded.

Small and without a clock here; `script/floods` runs the same with thousands of connections, and
holds how much slower a push may become.
"""

import asyncio
import os
import re
import resource
import time

import pytest

from device import Device
from figures import tell
from floods import (
    KINDS,
    SMUGGLING,
    Attack,
    Flood,
    Honest,
    Latencies,
    Processors,
    answers_of,
    forget_peak,
    peak_megabytes,
    resident_megabytes,
)
from hub import Hub
from person import Person
from processes import Programs, wait_until_answered

IS_FULL = os.environ.get("FLOODS") == "full"
SECONDS = 4 if IS_FULL else 2
# Quiet and attack in turn, so that what else the machine does meets both alike.
ROUNDS = 4 if IS_FULL else 1
# Between two rounds, for what the last attack left behind.
PAUSE_SECONDS = 2 if IS_FULL else 0
# By kind: connections here, and in script/floods.
CONNECTIONS = {
    "silent": (300, 10_000),
    "idle": (300, 10_000),
    "slow-heads": (100, 2_000),
    "slow-bodies": (100, 500),
    "oversized": (4, 8),
    "deep": (4, 8),
    "smuggling": (20, 50),
    "streams": (50, 200),
    "guesses": (20, 50),
}
# How much slower the slowest honest push in a hundred may be than in quiet (quality.md, §4).
RATIO_MAX = 3.0
MEGABYTES_MAX = 200
# What a Hub may keep of it once an attack is over.
KEPT_MEGABYTES_MAX = 90


class Scene:
    """A Hub with a device that pushes, and one of the same account whose session attacks."""

    def __init__(self, programs, folder):
        self.hub = Hub(programs, folder / "hub")
        person = Person.who_owns(self.hub)
        self.device = person.connect(Device.ask(self.hub.link), "Honest")
        self.attacker = person.connect(Device.ask(self.hub.link), "Attacker")

    def forget_peak(self) -> None:
        forget_peak(self.hub.program.pid)

    @property
    def megabytes(self) -> float:
        """The peak of this kind of attack alone."""
        return peak_megabytes(self.hub.program.pid)

    @property
    def resident(self) -> float:
        """What it has now, in megabytes."""
        return resident_megabytes(self.hub.program.pid)

    def wait_until_given_back(self, megabytes: float) -> None:
        """Waits until the Hub has no more than that; a body whose client is gone is held for 30 s."""
        end = time.monotonic() + 60
        while (now := self.resident) > megabytes:
            assert time.monotonic() < end, f"{now:.0f} MB are kept, of {self.megabytes:.0f}"
            time.sleep(0.2)


@pytest.fixture(scope="module")
def scene(build_folder, tmp_path_factory):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    folder = tmp_path_factory.mktemp("floods")
    with Programs(folder, build_folder / "logs" / "end-to-end" / "floods") as programs:
        yield Scene(programs, folder)


@pytest.mark.parametrize("kind", KINDS)
def test_honest_pushes_go_on_and_memory_stays_bounded(scene, kind):
    connections = CONNECTIONS[kind][IS_FULL]
    before = scene.resident
    scene.forget_peak()
    quiet = attacked = Latencies([], 0)
    tried, processors = 0, Processors()
    with Honest(scene.device, pushes=int(450 * (2 * SECONDS * ROUNDS + 1))) as honest:
        honest.measure(0.5)
        for _ in range(ROUNDS):
            quiet += honest.measure(SECONDS)
            with Flood(kind, scene.hub.link, connections, scene.attacker.bearer) as flood:
                with processors.watching(
                    hub=scene.hub.program.pid, attack=flood.pid, device=honest.pid
                ):
                    attacked += honest.measure(SECONDS)
            tried += flood.tried
            time.sleep(PAUSE_SECONDS)

    ratio = attacked.p99 / quiet.p99
    tell(
        f"flood of {kind}",
        f"{connections} connections, tried {tried} times; push p99"
        f" {quiet.p99:.1f} ms in quiet, {attacked.p99:.1f} ms under attack ({ratio:.1f} times);"
        f" {len(attacked.milliseconds)} pushes, {attacked.failures} failed;"
        f" peak {scene.megabytes:.0f} MB; processors: {processors}"
    )
    assert tried >= ROUNDS * connections / 2, "the attack did not take place"
    assert attacked.milliseconds and quiet.failures + attacked.failures == 0
    assert scene.megabytes < MEGABYTES_MAX
    if IS_FULL:
        assert ratio <= RATIO_MAX
    wait_until_answered(f"{scene.hub.link}/ready")
    # So that what is measured next is the next attack's alone.
    scene.wait_until_given_back(before + 16)


@pytest.mark.parametrize("kind", ["slow-heads", "slow-bodies"])
def test_a_slow_attack_sends_a_byte_a_second_and_no_flood_of_them(kind):
    """Else what is measured is how busy the attack keeps the machine, and not the Hub."""
    assert asyncio.run(_pieces_sent(kind, seconds=3)) <= 100


async def _pieces_sent(kind: str, seconds: float) -> int:
    """How many bytes come, one at a time, after all that the attack sends at once."""
    end, came = asyncio.Event(), []

    async def listen(reader, writer):
        while piece := await reader.read(2**20):
            came.append(len(piece))
        end.set()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    attack = Attack(f"http://127.0.0.1:{port}", "any")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sending = asyncio.create_task(KINDS[kind](attack, reader, writer))
    await asyncio.sleep(seconds)
    sending.cancel()
    writer.close()
    await end.wait()
    server.close()
    return sum(length for length in came if length < 100)


@pytest.mark.parametrize("shape", range(len(SMUGGLING)))
def test_a_request_hidden_in_another_is_not_answered(scene, shape):
    attack = Attack(scene.hub.link, scene.attacker.bearer)

    said = answers_of(scene.hub.link, SMUGGLING[shape](attack))

    # Refused, or closed without a word: never taken, and what is hidden is never answered.
    # (libmicrohttpd begins some of its own refusals twice.)
    statuses = {int(one) for one in re.findall(rb"HTTP/1\.1 (\d{3}) ", said)}
    assert all(400 <= one < 500 and one != 421 for one in statuses), said
    assert b"wrong_host" not in said and b'"status"' not in said


def test_bodies_that_wait_are_bounded_together(scene):
    scene.forget_peak()
    before = time.monotonic()
    with Flood("slow-bodies", scene.hub.link, 400, scene.attacker.bearer):
        wait_until_answered(f"{scene.hub.link}/ready")

    # 400 bodies of 800,000 bytes each would be 320 MB.
    assert scene.megabytes < MEGABYTES_MAX
    assert time.monotonic() - before < 120


def test_the_memory_of_bodies_is_given_back(programs, tmp_path):
    scene = Scene(programs, tmp_path)
    # The first bodies are where the C library would begin to keep what they had.
    for kind in ("deep", "slow-bodies"):
        with Flood(kind, scene.hub.link, 200, scene.attacker.bearer):
            time.sleep(2)

    scene.wait_until_given_back(KEPT_MEGABYTES_MAX)
