"""`hub up` as `script/up` runs it: everything starts, what dies starts again, all ends together.

Times and memory are told, not judged: a busy machine is no fault of ours, and a debug build is
larger. The bounds here only find what is wrong by an order of magnitude.
"""

import contextlib
import dataclasses
import os
import pathlib
import re
import socket
import time

import pytest

import figures
from processes import Program, Programs, binary, free_port, wait_until_answered

STOP_SECONDS_MAX = 10.0
IDLE_MEGABYTES_MAX = 150.0
READY = "Its key, for comparing"


class Up:
    """The Hub and Anchor's page under one supervisor."""

    def __init__(self, programs: Programs, folder: pathlib.Path):
        port = free_port_before_another()
        self.data = folder / "data"
        self.program: Program = programs.start(
            *(binary("hub"), "up", "--no-open", "--data", self.data, "--port", port),
            *("--app", f"anchor={binary('anchor')}"),
        )
        self.hub = self.program.wait_for(r"\[hub\] The Hub is ready: (\S+)").group(1)
        self.anchor = self.program.wait_for(r"\[anchor\] Anchor is at (\S+)").group(1)

    def children(self) -> dict[str, int]:
        """Its children's process ids, by the program's name."""
        listed = pathlib.Path(f"/proc/{self.program.pid}/task").glob("*/children")
        ids = [int(id) for file in listed for id in file.read_text().split()]
        return {pathlib.Path(os.readlink(f"/proc/{id}/exe")).name: id for id in ids}

    @property
    def anchor_health(self) -> str:
        return re.match(r"https?://[^/]+", self.anchor).group() + "/health"


def free_port_before_another() -> int:
    """The Hub takes it, and Anchor's page the next one."""
    while True:
        port = free_port()
        with contextlib.suppress(OSError, OverflowError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port + 1))
            return port


@dataclasses.dataclass(frozen=True)
class Memory:
    """Of a process, in megabytes.

    `proportional` counts a library that several processes use by its share; `own` not at all.
    """

    resident: float
    proportional: float
    own: float

    def __str__(self) -> str:
        return f"RSS {self.resident:.0f} MB, PSS {self.proportional:.0f} MB, own {self.own:.0f} MB"


def memory_of(pid: int) -> Memory:
    lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    sizes = {name: int(size) / 1_000 for name, size in re.findall(r"(\w+): +(\d+) kB", lines)}
    return Memory(sizes["Rss"], sizes["Pss"], sizes["Private_Clean"] + sizes["Private_Dirty"])


def is_alive(pid: int) -> bool:
    return pathlib.Path(f"/proc/{pid}/exe").exists()


@pytest.fixture
def up(programs, tmp_path):
    return Up(programs, tmp_path)


def test_both_answer_at_the_links_that_are_printed(up, chromium):
    assert wait_until_answered(f"{up.hub}/ready")
    assert wait_until_answered(up.anchor_health).strip() == "ok"
    with chromium.open(up.program.wait_for(r"http\S+/setup#t=\S+").group()) as tab:
        tab.page.get_by_role("heading", name="Welcome to your Hub").wait_for()
    with chromium.open(up.anchor) as tab:
        tab.page.get_by_role("heading", name="Today").wait_for()
    assert (up.data / "hub" / "hub.db").exists() and (up.data / "anchor" / "anchor.db").exists()


@pytest.mark.parametrize("killed", ["hub", "anchor"])
def test_who_is_killed_is_started_again_and_the_other_goes_on(up, killed):
    before = up.children()
    os.kill(before[killed], 9)
    up.program.wait_for(rf"\[{killed}\] It was ended by signal 9. Starting it again")

    assert wait_until_answered(f"{up.hub}/ready")
    assert wait_until_answered(up.anchor_health)
    after = up.children()
    other = "anchor" if killed == "hub" else "hub"
    assert after[killed] != before[killed] and after[other] == before[other]


def test_all_end_together_when_it_is_asked_to(up):
    children = up.children()
    begun = time.monotonic()
    status = up.program.stop()
    seconds = time.monotonic() - begun

    figures.tell("hub up, from SIGTERM to the end of all", f"{seconds:.2f} s")
    assert status == 0, up.program.error(f"ended with status {status}")
    assert len(children) == 2 and not any(map(is_alive, children.values()))
    assert seconds < STOP_SECONDS_MAX


def test_who_is_asked_to_end_as_soon_as_it_is_ready_ends_in_order(programs, tmp_path):
    for number in range(5):
        hub = programs.start(
            *(binary("hub"), "serve", "--data", tmp_path / f"hub-{number}", "--port", "0")
        )
        hub.wait_for("The Hub is ready")
        assert hub.stop() == 0, hub.error("did not end in order")
        page = programs.start(
            *(binary("anchor"), "serve", "--data", tmp_path / f"anchor-{number}", "--port", "0")
        )
        page.wait_for("Anchor is at")
        assert page.stop() == 0, page.error("did not end in order")


def test_how_soon_they_are_ready_and_what_they_take(programs, tmp_path):
    for name, command, ready in (
        ("hub serve", (binary("hub"), "serve"), READY),
        ("anchor serve", (binary("anchor"), "serve"), "Anchor is at"),
    ):
        data = ("--data", tmp_path / name, "--port", "0")
        # The first start makes the store; what is told is the best of those after it.
        times = []
        for _ in range(4):
            begun = time.monotonic()
            program = programs.start(*command, *data)
            program.wait_for(ready)
            times.append(time.monotonic() - begun)
            memory = memory_of(program.pid)
            assert program.stop() == 0
        figures.tell(f"{name}, ready after", f"{min(times[1:]) * 1_000:.0f} ms")
        figures.tell(f"{name}, idle", str(memory))
        assert memory.resident < IDLE_MEGABYTES_MAX


def test_how_soon_everything_is_up(programs, tmp_path):
    begun = time.monotonic()
    Up(programs, tmp_path)

    figures.tell("hub up, both links printed after", f"{(time.monotonic() - begun) * 1e3:.0f} ms")
