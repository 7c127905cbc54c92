"""Attacks on a running Hub: honest pushes go on, and its memory stays bounded.

Small and without a clock here; `script/floods` runs the same with thousands of connections, and
holds how much slower a push may become.
"""

import os
import re
import resource
import time

import pytest

from device import Device
from figures import tell
from floods import KINDS, SMUGGLING, Attack, Flood, Honest, answers_of, forget_peak, peak_megabytes
from hub import Hub
from person import Person
from processes import Programs, wait_until_answered

IS_FULL = os.environ.get("FLOODS") == "full"
SECONDS = 10 if IS_FULL else 2
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
    scene.forget_peak()
    with Honest(scene.device, pushes=int(500 * (2 * SECONDS + 1))) as honest:
        honest.measure(0.5)
        quiet = honest.measure(SECONDS)
        with Flood(kind, scene.hub.link, connections, scene.attacker.bearer) as flood:
            attacked = honest.measure(SECONDS)

    ratio = attacked.p99 / quiet.p99
    tell(
        f"flood of {kind}",
        f"{connections} connections, tried {flood.tried} times; push p99"
        f" {quiet.p99:.1f} ms in quiet, {attacked.p99:.1f} ms under attack ({ratio:.1f} times);"
        f" {len(attacked.milliseconds)} pushes, {attacked.failures} failed;"
        f" peak {scene.megabytes:.0f} MB"
    )
    assert flood.tried >= connections / 2, "the attack did not take place"
    assert attacked.milliseconds and attacked.failures == 0
    assert scene.megabytes < MEGABYTES_MAX
    if IS_FULL:
        assert ratio <= RATIO_MAX
    wait_until_answered(f"{scene.hub.link}/ready")


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
